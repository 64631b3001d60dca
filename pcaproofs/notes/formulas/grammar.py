"""The grammar of statements (chains, lists, quantifiers, constraints, arrows) and of a row.

row        = sentence { arrow sentence }
sentence   = statement { "," | ";" | gap | words  statement } [ "s.t." sentence ]
statement  = [ quantifier ] expression { relation expression }
expression = [ sign ] term { sign term }                     a large operator goes on while its index is used
term       = factor { [ mark ] factor }
factor     = atom scripts | large operator term | min expression | function argument
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pcaproofs.notes.formulas.expressions import Expressions
from pcaproofs.notes.formulas.stream import is_subject_to
from pcaproofs.notes.formulas.surface import (
    Arrow,
    Because,
    Blank,
    Chain,
    Dots,
    Listed,
    Name,
    Node,
    Num,
    Problem,
    Product,
    Quantified,
    Sentence,
    SubjectTo,
    Sum,
    Words,
    nodes,
)
from pcaproofs.notes.text.macros import Stop
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.text.symbols import ARROWS, NEGATED, QUANTIFIERS, RELATIONS
from pcaproofs.notes.text.tokens import Token

_GAPS = {r"\quad", r"\qquad"}
_SCRIPTED = ("→", "←", "↦", "∼", "≈", "≃", "≅")
_INDEPENDENT = ("iid", "ind", "IID", "i.i.d.", "i.i.d")  # below or above ∼
_STATED = (Chain, Quantified, SubjectTo, Because, Sentence, Words)


@dataclass(frozen=True)
class Unread:
    """A part that is not understood: the place where reading stopped, the text there, and the expectation."""

    span: Span
    got: str
    expected: str


def parse(found: Sequence[Token], end: int, words: Collection[str] = ()) -> Node | Unread:
    """The surface tree of a row; end: the offset after it. words: the words of the note's prose."""
    try:
        return Grammar(found, end, words).row()
    except Stop as stop:
        return Unread(stop.span, stop.got, stop.expected)


class Grammar(Expressions):
    """Reads a row."""

    def row(self) -> Node:
        """The whole row. Raises Stop."""
        out = self.part()
        if self.token is not None:
            self.stop("an operator, a relation or the end")
        return out

    def part(self) -> Node:
        """Sentences with arrows between them."""
        self.deeper()
        related, self.related = self.related, False
        start = self.start()
        signs = list[str]()
        terms: list[Node] = [Blank(span=(start, start)) if self.is_arrow() else self.sentence()]
        while self.is_arrow():
            signs.append(ARROWS[self.next().text])
            self.related = False
            terms.append(self.sentence() if self.goes_on() else Blank(span=self.since(self.start())))
        self.higher()
        self.related = related
        return Arrow(tuple(terms), tuple(signs), span=self.since(start)) if signs else terms[0]

    def goes_on(self) -> bool:
        """Whether the next tokens could belong to the sentence."""
        while self.text() in _GAPS:
            self.next()
        return self.token is not None and not self.closes()

    def closes(self) -> bool:
        """Whether the next token ends a cell or closes what is open."""
        return self.kind() in ("close", "end", "break") or self.text() in ("&", "}") or self.ends()

    def sentence(self) -> Node:
        """Statements and words up to an arrow or a closing token."""
        start = self.start()
        parts, items = list[Node](), list[Node]()
        fresh = True  # whether a statement may begin here
        while self.goes_on() and not self.is_arrow():
            if is_subject_to(self.token):
                self.flush(items, parts)
                self.subject_to(parts)
                break
            if (tag := self.tag()) != 0:
                self.k += tag
            elif self.text() in (",", ";") or self.is_full_stop():
                if self.next().text != ",":
                    self.flush(items, parts)
                fresh = True
            elif self.text() == r"\because" or self.because_in_brackets():
                self.flush(items, parts)
                parts.append(self.because())
            elif self.begins_words():
                self.flush(items, parts)
                parts.append(self.words_inside())
                fresh = True
            elif self.is_quantifier() and (items or parts):
                fresh = self.quantifier_between(items, parts, fresh)
            elif fresh or self.text(-1) in _GAPS:
                if not fresh:
                    self.flush(items, parts)
                self.related = False
                items.append(self.statement())
                fresh = False
            else:
                break
        self.flush(items, parts)
        if not parts:
            self.stop("a formula")
        return parts[0] if len(parts) == 1 else Sentence(tuple(parts), span=self.since(start))

    def begins_words(self) -> bool:
        """Whether the next token is prose, or the mark of a question at the end."""
        return (self.kind() == "words" and not self.is_operand()) or (self.text() == "?" and not self.kind(1))

    def quantifier_between(self, items: list[Node], parts: list[Node], fresh: bool) -> bool:
        """Read a quantifier, which belongs to the statement before it unless one follows; the new value of `fresh`."""
        self.flush(items, parts)
        start = self.start()
        said = self.quantified(after=True)
        if self.text() == ":" or (fresh and self.starts()):
            self.take(":")
            items.append(replace(said, body=self.statement(), span=self.since(start), how=""))
        elif isinstance(parts[-1], Words):
            parts.append(said)
        else:
            body = parts.pop()
            parts.append(replace(said, body=body, span=(body.span[0], said.span[1])))
        return False

    def is_full_stop(self) -> bool:
        """Whether a point ends a statement."""
        return self.text() == "." and not self.starts()

    def is_operand(self) -> bool:
        r"""Whether \text{…} is part of a formula: a name, a function or a problem."""
        before = self.k
        sense = self.sense()
        self.k = before
        return sense is not None or self.starts()

    def flush(self, items: list[Node], parts: list[Node]) -> None:
        """Combine the items between commas."""
        parts += _merged(items)
        items.clear()

    def because_in_brackets(self) -> bool:
        return self.text() in ("(", "[") and self.text(1) == r"\because"

    def because(self) -> Node:
        """∵ and the reason, perhaps in brackets."""
        start = self.start()
        bracket = self.next().text
        if bracket == r"\because":
            return Because(self.sentence(), span=self.since(start))
        self.next()
        body = self.enclosed({"(": ")", "[": "]"}[bracket])
        return Because(body, span=self.since(start), how=bracket)

    def subject_to(self, parts: list[Node]) -> None:
        """s.t. and its constraints, which are added to the problem before them."""
        start = self.start()
        self.next()
        if self.text() == ":":
            self.next()
        self.related = False
        said = self.sentence() if self.goes_on() else Blank(span=self.since(start))
        constraints = said.parts if isinstance(said, Sentence) else (said,)
        body = parts.pop() if parts else Blank(span=(start, start))
        parts.append(_constrained(body, constraints, self.since(start)))

    def statement(self) -> Node:
        """A chain of relations or an expression, perhaps after a quantifier."""
        self.deeper()
        start = self.start()
        out = self.quantified(after=False) if self.is_quantifier() else self.chain(start)
        self.higher()
        return out

    def chain(self, start: int) -> Node:
        terms: list[Node] = [Blank(span=(start, start)) if self.relation_next() else self.expression()]
        signs = list[str]()
        while (sign := self.relation()) is not None:
            self.related = True
            signs.append(sign)
            while self.text() in _GAPS:
                self.next()
            if self.nothing_follows():
                terms.append(Blank(span=self.since(self.start())))
            elif self.relation_next() is None:
                terms.append(self.expression())
            else:
                self.stop("a formula after the relation")
        if "∋" in signs[:1]:  # ℝ ∋ x = y is x = y ∈ ℝ
            terms, signs = [*terms[1:], terms[0]], [*signs[1:], "∈"]
        return Chain(tuple(terms), tuple(signs), span=self.since(start)) if signs else terms[0]

    def nothing_follows(self) -> bool:
        """Whether a relation has nothing on its right."""
        words = self.kind() == "words" and not self.is_operand()
        return self.token is None or self.is_arrow() or self.text() in (",", ";") or self.closes() or words

    def relation_next(self) -> str | None:
        """The relation sign that comes next."""
        if self.text() == r"\not":
            return NEGATED.get(RELATIONS.get(self.text(1), ""))
        if self.text() == ":" and self.text(1) == "=" and self.tokens[self.k + 1].glued and not self.ends():
            return ":="
        return self.is_relation()

    def relation(self) -> str | None:
        """Read a relation sign and the gaps before it, if one follows them."""
        before = self.k
        while self.text() in _GAPS:
            self.next()
        sign = self.relation_next()
        if sign is None:
            self.k = before
            return None
        self.k += 2 if self.text() == r"\not" or (sign == ":=" and self.text() == ":") else 1
        if sign == "=" and self.text() == ":" and self.tokens[self.k].glued and not self.ends():
            self.k += 1  # a =: b
        sign = self.with_scripts(sign)
        twice = {"<": "≪", ">": "≫"}.get(sign) if self.relation_next() == sign else None
        twice = twice or ({"<": "≤", ">": "≥"}.get(sign) if self.text() == "=" and self.tokens[self.k].glued else None)
        self.k += twice is not None
        return twice or sign

    def with_scripts(self, sign: str) -> str:
        """A relation sign with what stands above or below it: x_n →^d x.

        With most scripts ∼ may hold in the limit, and =_d, ≡_θ and ≤_P are relations of their own.
        """
        while self.text() in ("^", "_"):
            self.next()
            said = _letters_of(self.argument())
            is_kept = sign in _SCRIPTED if sign != "∼" else said in _INDEPENDENT
            sign = sign if is_kept else "≈"
        return sign

    def quantified(self, *, after: bool) -> Quantified:
        """A quantifier with its letters, and its body unless the body came first."""
        start = self.start()
        sign = QUANTIFIERS[self.next().text]
        if self.take("!"):
            sign += "!"
        variables = self.variables()
        body: Node = Blank(span=self.since(self.start()))
        if not after:
            if self.text() in (":", ",", r"\colon"):
                self.next()
            if self.goes_on() and not self.is_arrow() and self.text() not in (",", ";"):
                body = self.statement() if self.kind() != "words" or self.is_operand() else body
        return Quantified(sign, variables, body, span=self.since(start), how="after" if after else "")

    def variables(self) -> Node:
        """A letter, or letters separated by commas, with at most one relation for their range."""
        start = self.start()
        names = [self.variable()]
        while self.text() == "," and self.another_variable():
            self.next()
            names.append(self.variable())
        out: Node = names[0] if len(names) == 1 else Listed(tuple(names), span=self.since(start))
        if self.relation_next() in (None, ":"):
            return out
        terms, signs = [out], list[str]()
        while self.relation_next() not in (None, ":") and (sign := self.relation()) is not None:
            signs.append(sign)
            terms.append(self.expression())
        if signs[-1] == "=" and self.text() == ",":
            terms[-1] = self.range_of(terms[-1])
        return Chain(tuple(terms), tuple(signs), span=self.since(start))

    def variable(self) -> Node:
        if self.kind() == "words":
            return self.words_inside()
        return self.attached(self.atom())

    def another_variable(self) -> bool:
        """Whether a comma separates two letters, and does not precede the statement."""
        after = RELATIONS.get(self.text(2), self.text(2))
        return self.kind(1) in ("letter", "command") and (
            after in (",", ":", "∈", "≠", "≤", "<", ".", ";", *_GAPS) or self.kind(2) in ("", "words", "break", "end")
        )

    def range_of(self, first: Node) -> Node:
        """1, …, n or 1, 2, …, n."""
        found = [first]
        while self.text() == "," and (not any(isinstance(x, Dots) for x in found) or isinstance(found[-1], Dots)):
            self.next()
            found.append(self.expression())
        return Listed(tuple(found), span=(first.span[0], found[-1].span[1]))


def _letters_of(node: Node) -> str:
    """The letters of a script: iid of ∼^{iid}."""
    return "".join(x.base for x in nodes(node) if isinstance(x, Name))


def _merged(items: list[Node]) -> list[Node]:
    """Statements with commas between them: x₁, …, xₙ ∈ S is one, and so are i = 1, …, n and 1 ≤ i, j ≤ n."""
    if len(items) > 1 and not any(isinstance(x, _STATED) for x in items):
        return [_listed(items)]
    out, pending = list[Node](), list[Node]()
    for item in items:
        if not isinstance(item, _STATED):
            pending.append(item)
            continue
        if pending and out and isinstance(out[-1], Chain) and _continues(pending):
            out[-1] = _longer(out[-1], pending)
        elif out and (both := _bounded(out[-1], pending, item)) is not None:
            out.pop()
            item = both
        elif pending and isinstance(item, Chain) and not isinstance(item.terms[0], Blank):
            first = _listed([*pending, item.terms[0]])
            item = replace(item, terms=(first, *item.terms[1:]), span=(first.span[0], item.span[1]))
        else:
            out += pending
        out.append(item)
        pending = []
    if pending and out and isinstance(out[-1], Chain) and _continues(pending):
        out[-1] = _longer(out[-1], pending)
        pending = []
    return out + pending


def _continues(pending: list[Node]) -> bool:
    """Whether the part after a relation continues with …, n or 2, …, n."""
    return isinstance(pending[0], Dots) or (isinstance(pending[0], Num) and any(isinstance(x, Dots) for x in pending))


def _bounded(before: Node, between: list[Node], item: Node) -> Chain | None:
    """1 ≤ i, j and k ≤ n as one chain about i, j and k."""
    match before, item:
        case Chain(terms=(Num() as least, first), signs=(sign,)), Chain(terms=(last, *rest), signs=signs):
            names = [first, *between, last]
            if {sign, *signs} <= {"≤", "<"} and all(isinstance(x, Name) and x == Name(x.base) for x in names):
                return Chain((least, _listed(names), *rest), (sign, *signs), span=(before.span[0], item.span[1]))
    return None


def _longer(chain: Chain, more: list[Node]) -> Chain:
    last = _listed([chain.terms[-1], *more])
    return replace(chain, terms=(*chain.terms[:-1], last), span=(chain.span[0], last.span[1]))


def _listed(items: list[Node]) -> Node:
    return items[0] if len(items) == 1 else Listed(tuple(items), span=(items[0].span[0], items[-1].span[1]))


def _constrained(body: Node, constraints: tuple[Node, ...], span: Span) -> Node:
    """Adds constraints to the problem at the end of a formula, or to the formula."""
    whole = (body.span[0], span[1])
    match body:
        case Problem(constraints=()):
            return replace(body, constraints=constraints, span=whole)
        case Chain(terms) if _ends_in_problem(body):
            return replace(body, terms=(*terms[:-1], _constrained(terms[-1], constraints, span)), span=whole)
        case Sum(terms) if _ends_in_problem(body):
            return replace(body, terms=(*terms[:-1], _constrained(terms[-1], constraints, span)), span=whole)
        case Product(factors) if _ends_in_problem(body):
            return replace(body, factors=(*factors[:-1], _constrained(factors[-1], constraints, span)), span=whole)
    return SubjectTo(body, constraints, span=whole)


def _ends_in_problem(node: Node) -> bool:
    match node:
        case Chain(terms) | Sum(terms):
            return _ends_in_problem(terms[-1])
        case Product(factors):
            return _ends_in_problem(factors[-1])
    return isinstance(node, Problem) and not node.constraints
