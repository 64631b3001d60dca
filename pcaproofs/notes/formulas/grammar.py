r"""The grammar of formulas: from the tokens of a row to its tree, by recursive descent, one level after the other.

row        = sentence { arrow sentence }
sentence   = statement { "," | ";" | gap | words  statement } [ "s.t." sentence ]
statement  = [ quantifier ] expression { relation expression }
expression = [ sign ] term { sign term }                     a large operator goes on while its index is used
term       = factor { [ mark ] factor }
factor     = atom scripts | large operator term | min expression | function argument
atom       = number | letter | word | brackets | fraction | root | matrix | accent argument
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn, TypeVar

from pcaproofs.notes.formulas import surface as s
from pcaproofs.notes.formulas.rows import is_subject_to, with_words, without_end_of_proof
from pcaproofs.notes.formulas.surface import STATED, STROKE, Blank, Dots, Group, Name, Node, Num, Product, Sum
from pcaproofs.notes.text import symbols as tex
from pcaproofs.notes.text.macros import Macros, Stop, expanded
from pcaproofs.notes.text.passes import plain
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.text.tokens import Token, in_scripts, tokens

T = TypeVar("T")

COMMAND = "a command that is known or defined, here or in a scope file"
ALONE = "⟨⟩"  # the kind of what stands alone in angle brackets
LONGEST_NAME = 8  # words of the name of a defined object
DEEPEST = 40  # nesting of nodes; each level needs about ten recursive calls
_NONE = "\0"  # closes nothing
_GAPS = (r"\quad", r"\qquad")
_COMMAS = (",", ";")
_PARTITIONS = ("|", r"\mid", r"\vert")

_OPEN = (*STATED, s.Arrow, s.Listed, s.Problem, s.Big, Sum, Product)  # take no script
_TAGS = ("*", r"\ast", r"\star", r"\dagger", r"\ddagger", r"\dag")
_SCRIPTED = ("→", "←", "↦", "∼", "≈", "≃", "≅")  # relations that keep their meaning with a script
_INDEPENDENT = ("iid", "ind", "IID", "i.i.d.", "i.i.d")  # below or above ∼
_DOUBLED = {("<", "<"): "≪", (">", ">"): "≫"}
_WITH_EQUALITY = {"<": "≤", ">": "≥"}

_STROKES = ("|", r"\vert", r"\mid", r"\rule", "-", "—", "–", r"\rvert", r"\lvert")
_LEFT_OPEN = ("*", r"\ast", r"\times", "+", r"\pm", r"\bullet", "?")  # entries that are left open
_FUNCTION_NAMES = frozenset(tex.MOMENTS) | tex.TRACES | tex.FUNCTIONS
_OPENING = {*tex.CLOSING, *tex.NORMS, *tex.BARS, *tex.ANGLES} - {"<"}
_STARTS = {*_OPENING, *tex.BIG, *tex.FRACTIONS, *tex.ACCENTS, *tex.DOTS, *tex.LETTERS} - {r"\perp"}
_STARTS |= tex.commands("sqrt surd nabla arg", *tex.FUNCTIONS, *tex.PROBLEMS)

_STOPPING = """and or where with for if when otherwise since because as so hence let thus then but by are is in s.t.
    given therefore else of iff also set"""
_NO_NAMES = frozenset(_STOPPING.split())
_BEHIND_NAMES = ("(", "[", "_", "^", "=", "}", "&", ",", ")", "+", "-", r"\le", r"\ge", r"\{", r"\cdot", r"\times")
_NUMBERS = dict(zip("ℝℂℕℤℚ", "RCNZQ", strict=True))  # in blackboard bold
_FACTORS = (r"\cdot", r"\times")  # between names of several words
_IN_NO_NAME = re.compile(
    r"(?<![\w-])(?:and|or|so|then|thus|hence|if|where|with|let|therefore|for|is|are|we|have|has|gets?|gives?|yields?|by"
    r"|using|since|because|that|such|when|assum\w*|suppos\w*|taking|setting|note|recall)(?![\w-])",
    re.IGNORECASE,
)


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


def parse_text(text: str, macros: Macros | None = None) -> Node | Unread:
    """The surface tree of a text that is one formula."""
    try:
        return parse(plain(expanded(list(tokens(text, 0, len(text))), macros or Macros())), len(text))
    except Stop as stop:
        return Unread(stop.span, stop.got, stop.expected)


def is_name_of_words(words: str) -> bool:
    """Whether several words are a name: "explained variance", "score of component j"."""
    return len(words.split()) <= LONGEST_NAME and _IN_NO_NAME.search(words) is None


class Grammar:
    """Reads the tokens of a row; words: the words of the note's prose, for runs of letters.

    closers: the closing brackets of all open parts, the innermost last; _NONE stands for an argument or a cell.
    related: whether the statement that is read has a relation already.
    """

    def __init__(self, found: Sequence[Token], end: int, words: Collection[str] = ()):
        self.tokens = without_end_of_proof(with_words(found))
        self.texts = [*("" if t.kind == "words" else t.text for t in self.tokens), *[""] * 12]
        self.kinds = [*(t.kind for t in self.tokens), *[""] * 12]
        self.starts_at = [*(t.span[0] for t in self.tokens), end]
        self.ends_at = [t.span[1] for t in self.tokens]
        self.k, self.end, self.words = 0, end, words
        self.closers = list[str]()
        self.depth, self.related = 0, False

    # tokens

    @property
    def token(self) -> Token | None:
        """The next token."""
        return self.tokens[self.k] if self.k < len(self.tokens) else None

    def text(self, ahead: int = 0) -> str:
        """The text of a token, empty at the end and for prose."""
        return self.texts[self.k + ahead]

    def kind(self, ahead: int = 0) -> str:
        """The kind of a token, empty at the end."""
        return self.kinds[self.k + ahead]

    def next(self) -> Token:
        """The next token, which is read."""
        if self.k >= len(self.tokens):
            self.stop("more")
        self.k += 1
        return self.tokens[self.k - 1]

    def take(self, text: str) -> bool:
        """Read the next token if it is this one; || is two tokens."""
        is_next = self.text() == self.text(1) == "|" if text == "||" else self.text() == text
        self.k += is_next * (2 if text == "||" else 1)
        return is_next

    def skip(self, texts: Collection[str]) -> None:
        """Read tokens as long as they are among these."""
        while self.texts[self.k] in texts:
            self.k += 1

    def stop(self, expected: str) -> NoReturn:
        """The error at the current position, with the expectation."""
        if (token := self.token) is None:
            raise Stop((self.end, self.end), "the end", expected)
        shown = f"the words “{token.text}”" if token.kind == "words" else token.text
        if token.kind == "command" and token.text not in tex.KNOWN:
            expected = COMMAND
        raise Stop(token.span, rf"\{token.kind}{{{shown}}}" if token.kind in ("begin", "end") else shown, expected)

    def start(self) -> int:
        """Where the next token begins."""
        return self.starts_at[self.k]

    def since(self, start: int) -> Span:
        """The span from an offset to the end of the last token that was read."""
        return start, max(start, self.ends_at[self.k - 1] if self.k else start)

    def deeper(self) -> None:
        """Count a node inside a node."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.stop(f"at most {DEEPEST} things inside one another")

    def within(self, closer: str, read: Callable[[], T]) -> T:
        """What is read inside a part that a token closes."""
        self.deeper()
        self.closers.append(closer)
        out = read()
        self.closers.pop()
        self.depth -= 1
        return out

    # rows, sentences and statements

    def row(self) -> Node:
        """The whole row. Raises Stop."""
        out = self.part()
        if self.token is not None:
            self.stop("an operator, a relation or the end")
        return out

    def part(self) -> Node:
        """Sentences with arrows between them: a row, a cell, or the content of brackets."""
        self.deeper()
        related, self.related = self.related, False
        start, signs = self.start(), list[str]()
        terms: list[Node] = [Blank(span=(start, start)) if self.text() in tex.ARROWS else self.sentence()]
        while self.text() in tex.ARROWS:
            signs.append(tex.ARROWS[self.next().text])
            self.related = False
            terms.append(self.sentence() if self.goes_on() else Blank(span=self.since(self.start())))
        self.depth -= 1
        self.related = related
        return s.Arrow(tuple(terms), tuple(signs), span=self.since(start)) if signs else terms[0]

    def goes_on(self) -> bool:
        """Whether the next tokens could belong to the sentence."""
        self.skip(_GAPS)
        return self.token is not None and not self.closes()

    def closes(self) -> bool:
        """Whether the next token ends a cell or closes what is open."""
        return self.kind() in ("close", "end", "break") or self.text() in ("&", "}") or self.ends()

    def sentence(self) -> Node:
        """Statements and words up to an arrow or a closing token."""
        start = self.start()
        parts, items = list[Node](), list[Node]()
        fresh = True  # whether a statement may begin here
        while self.goes_on() and self.text() not in tex.ARROWS:
            if is_subject_to(self.token):
                s.merge(items, parts)
                self.subject_to(parts)
                break
            if (tag := self.tag()) != 0:
                self.k += tag
            elif self.text() in _COMMAS or (self.text() == "." and not self.starts()):
                if self.next().text != ",":
                    s.merge(items, parts)
                fresh = True
            elif r"\because" in (self.text(), self.text() in ("(", "[") and self.text(1)):
                s.merge(items, parts)
                parts.append(self.because())
            elif (self.kind() == "words" and not self.is_operand()) or (self.text() == "?" and not self.kind(1)):
                s.merge(items, parts)
                parts.append(self.words_inside())
                fresh = True
            elif self.text() in tex.QUANTIFIERS and (items or parts):
                self.quantifier_between(items, parts, fresh=fresh)
                fresh = False
            elif fresh or self.text(-1) in _GAPS:
                if not fresh:
                    s.merge(items, parts)
                self.related = fresh = False
                items.append(self.statement())
            else:
                break
        s.merge(items, parts)
        if not parts:
            self.stop("a formula")
        return parts[0] if len(parts) == 1 else s.Sentence(tuple(parts), span=self.since(start))

    def quantifier_between(self, items: list[Node], parts: list[Node], *, fresh: bool) -> None:
        """Read a quantifier, which belongs to the statement before it unless one follows."""
        s.merge(items, parts)
        start = self.start()
        said = self.quantified(after=True)
        if self.text() == ":" or (fresh and self.starts()):
            self.take(":")
            items.append(replace(said, body=self.statement(), span=self.since(start), how=""))
        elif isinstance(parts[-1], s.Words):
            parts.append(said)
        else:
            body = parts.pop()
            parts.append(replace(said, body=body, span=(body.span[0], said.span[1])))

    def is_operand(self) -> bool:
        r"""Whether \text{…} is part of a formula: a name, a function or a problem."""
        before = self.k
        is_problem, self.k = self.sense() is not None, before
        return is_problem or self.starts()

    def tag(self) -> int:
        """How many tokens a mark in brackets takes that ends the row, (*) or (**); 0 if none comes next."""
        if self.closers or self.text() != "(":
            return 0
        k = 1
        while self.text(k) in _TAGS:
            k += 1
        return k + 1 if k > 1 and self.text(k) == ")" and not self.kind(k + 1) else 0

    def because(self) -> Node:
        """∵ and the reason, perhaps in brackets."""
        start = self.start()
        bracket = self.next().text
        if bracket == r"\because":
            return s.Because(self.sentence(), span=self.since(start))
        self.next()
        return s.Because(self.enclosed(tex.CLOSING[bracket]), span=self.since(start), how=bracket)

    def subject_to(self, parts: list[Node]) -> None:
        """s.t. and its constraints, which are added to the problem before them."""
        start = self.start()
        self.next()
        self.take(":")
        self.related = False
        said = self.sentence() if self.goes_on() else Blank(span=self.since(start))
        constraints = said.parts if isinstance(said, s.Sentence) else (said,)
        body = parts.pop() if parts else Blank(span=(start, start))
        parts.append(s.constrained(body, constraints, self.since(start)))

    def statement(self) -> Node:
        """A chain of relations or an expression, perhaps after a quantifier."""
        self.deeper()
        out = self.quantified(after=False) if self.text() in tex.QUANTIFIERS else self.chain(self.start())
        self.depth -= 1
        return out

    def chain(self, start: int) -> Node:
        """Expressions with relations between them."""
        terms: list[Node] = [Blank(span=(start, start)) if self.relation_next() else self.expression()]
        signs = list[str]()
        while (sign := self.relation()) is not None:
            self.related = True
            signs.append(sign)
            self.skip(_GAPS)
            if self.relation_next() == sign:  # written again behind a line break
                self.relation()
            if self.nothing_follows():
                terms.append(Blank(span=self.since(self.start())))
            elif self.relation_next() is None:
                terms.append(self.expression())
            else:
                self.stop("a formula after the relation")
        if "∋" in signs[:1]:  # ℝ ∋ x = y is x = y ∈ ℝ
            terms, signs = [*terms[1:], terms[0]], [*signs[1:], "∈"]
        return s.Chain(tuple(terms), tuple(signs), span=self.since(start)) if signs else terms[0]

    def nothing_follows(self) -> bool:
        """Whether a relation has nothing on its right."""
        is_prose = self.kind() == "words" and not self.is_operand()
        return self.token is None or self.text() in tex.ARROWS or self.text() in _COMMAS or self.closes() or is_prose

    def relation_next(self) -> str | None:
        """The relation sign that comes next, unless it closes a bracket."""
        text = self.text()
        if text == r"\not":
            return tex.NEGATED.get(tex.RELATIONS.get(self.text(1), ""))
        if text not in tex.RELATIONS or self.kind() not in ("symbol", "command") or self.ends():
            return None
        return ":=" if text == ":" and self.text(1) == "=" and self.is_glued(1) else tex.RELATIONS[text]

    def is_glued(self, ahead: int = 0) -> bool:
        """Whether a token follows without a space."""
        return self.k + ahead < len(self.tokens) and self.tokens[self.k + ahead].glued

    def relation(self) -> str | None:
        """Read a relation sign and the gaps before it, if one follows them."""
        before = self.k
        self.skip(_GAPS)
        sign = self.relation_next()
        if sign is None:
            self.k = before
            return None
        self.k += 2 if self.text() == r"\not" or (sign == ":=" and self.text() == ":") else 1
        if sign == "=" and self.text() == ":" and self.is_glued() and not self.ends():
            self.k += 1  # a =: b
        sign = self.with_scripts(sign)
        twice = _DOUBLED.get((sign, self.relation_next() or ""))
        twice = twice or (_WITH_EQUALITY.get(sign) if self.text() == "=" and self.is_glued() else None)
        self.k += twice is not None
        return twice or sign

    def with_scripts(self, sign: str) -> str:
        """A relation sign with what stands above or below it: x_n →^d x.

        With most scripts ∼ may hold in the limit, and =_d, ≡_θ and ≤_P are relations of their own.
        """
        while self.text() in ("^", "_"):
            self.next()
            said = "".join(x.base for x in s.nodes(self.argument()) if isinstance(x, Name))
            sign = sign if (said in _INDEPENDENT if sign == "∼" else sign in _SCRIPTED) else "≈"
        return sign

    def quantified(self, *, after: bool) -> s.Quantified:
        """A quantifier with its letters, and its body unless the body came first."""
        start = self.start()
        sign = tex.QUANTIFIERS[self.next().text] + "!" * self.take("!")
        variables = self.variables()
        body: Node = Blank(span=self.since(self.start()))
        if not after:
            if self.text() in (":", ",", r"\colon"):
                self.next()
            if self.goes_on() and self.text() not in tex.ARROWS and self.text() not in _COMMAS:
                body = self.statement() if self.kind() != "words" or self.is_operand() else body
        return s.Quantified(sign, variables, body, span=self.since(start), how="after" if after else "")

    def variables(self) -> Node:
        """A letter, or letters separated by commas, with at most one relation for their range."""
        start, names = self.start(), list[Node]()
        while not names or (self.text() == "," and self.another_variable()):
            self.k += bool(names)
            names.append(self.words_inside() if self.kind() == "words" else self.attached(self.atom()))
        terms, signs = [s.listed(names)], list[str]()
        while self.relation_next() not in (None, ":") and (sign := self.relation()) is not None:
            signs.append(sign)
            terms.append(self.expression())
        if signs and signs[-1] == "=" and self.text() == ",":  # 1, …, n or 1, 2, …, n
            found = [terms[-1]]
            while self.text() == "," and (not any(isinstance(x, Dots) for x in found) or isinstance(found[-1], Dots)):
                self.next()
                found.append(self.expression())
            terms[-1] = s.listed(found)
        return s.Chain(tuple(terms), tuple(signs), span=self.since(start)) if signs else terms[0]

    def another_variable(self) -> bool:
        """Whether a comma separates two letters, and does not precede the statement."""
        after = tex.RELATIONS.get(self.text(2), self.text(2))
        is_last = after in (",", ":", "∈", "≠", "≤", "<", ".", ";", *_GAPS)
        return self.kind(1) in ("letter", "command") and (is_last or self.kind(2) in ("", "words", "break", "end"))

    # expressions, terms and factors

    def expression(self) -> Node:
        """A sum, a product, or a part of one."""
        start = self.start()
        signs, terms = [tex.SIGNS.get(self.text(), "")], list[Node]()
        if signs[0]:
            self.next()
        terms.append(self.term())
        while (sign := tex.SIGNS.get(self.text())) is not None and not self.ends():
            if self.kind(1) == "close" and sign in "+-":  # b → 0+
                terms[-1] = s.Marked(terms[-1], self.next().text, span=self.since(start))
                break
            self.next()
            is_twice = sign == "+" and self.take("-")  # a + -b
            sign, term = "-" if is_twice else sign, self.term()
            if is_twice and isinstance(term, s.Power) and isinstance(term.base, Num):  # -2² may be meant as (-2)²
                self.stop("brackets around a negative number or its power")
            match term:
                case Product(factors=(Dots() as dots, *rest), marks=("", *marks)) if sign == "+":
                    terms.append(dots)  # a + … b, where a sign is missing
                    signs.append(sign)
                    term = s.product(rest, marks, (rest[0].span[0], term.span[1]))
            if (k := s.runs_on(terms, term)) is not None:
                for later, between in zip([*terms[k + 1 :], term], [*signs[k + 1 :], sign], strict=True):
                    terms[k] = s.extended(terms[k], between, later)
                del terms[k + 1 :], signs[k + 1 :]
            else:
                signs.append(sign)
                terms.append(term)
        if signs == [""]:
            return terms[0]
        if any(isinstance(term, Sum) for term in terms):
            self.stop("brackets around a sum in a sum")
        return Sum(tuple(terms), tuple(signs), span=self.since(start))

    def term(self) -> Node:
        """A product, or a part of one."""
        start = self.start()
        factors, marks = [self.factor()], list[str]()
        while True:
            mark = ""
            self.gap()
            if self.text() in _PARTITIONS and self.text(1) == "_" and not {"|", r"\vert"} & {*self.closers}:
                self.k += 2  # f(x)|_{x=0}
                whole = s.product(factors, marks, self.since(start))
                factors, marks = [s.Indexed(whole, self.argument(), span=self.since(start))], []
                continue
            if self.is_place() and (self.text() in tex.PLACES or (self.text() == "*" and self.kind(1) == "close")):
                pass  # x_{i\cdot}, x_{i*}
            elif self.text() in tex.MARKS and self.kind() in ("symbol", "command") and not self.ends():
                if self.text() == "." and not self.starts(1):
                    break
                mark = tex.MARKS[self.next().text]
            elif not self.starts() or self.ends() or self.tag():
                break
            before = self.k
            is_negative = mark and tex.SIGNS.get(self.text()) == "-" and self.kind(1) == "digit"
            factors.append(self.negative() if is_negative else self.factor())
            marks.append(mark)
            if isinstance(factors[0], Sum) or isinstance(factors[-1], Sum):
                self.k = before
                self.stop("brackets around a sum in a product")
        return s.spliced(factors, marks, self.since(start)) if marks else factors[0]

    def negative(self) -> Node:
        """A negative number as a factor, 4 × −3, which takes brackets."""
        start = self.start()
        self.next()
        number = self.factor()
        if isinstance(number, s.Power):  # -3² behind a sign may be meant as (-3)²
            self.stop("brackets around a negative number or its power")
        span = self.since(start)
        return Group(Sum((number,), ("-",), span=span), span=span)

    def gap(self) -> None:
        """Read a wide space without a meaning: before an operator, or before the first relation."""
        before = self.k
        self.skip(_GAPS)
        is_between = self.text() in tex.SIGNS or self.text() in tex.MARKS or self.ends() or self.relation_next()
        if self.k > before and not is_between and (self.related or not self.starts()):
            self.k = before

    def ends(self) -> bool:
        """Whether the next token closes an open bracket, although it could open something or be an operator."""
        if not self.closers:
            return False
        closer, text = self.closers[-1], self.text()
        if closer == "||":
            return text == self.text(1) == "|"
        return (
            text == closer
            or (closer == r"\}" and text in (*_PARTITIONS, ":") and not self.begins_bars())
            or (closer in (r"\rangle", ">") and text in _PARTITIONS)
        )

    def begins_bars(self) -> bool:
        """Whether a bar within braces is the first of two around something, and does not end the letters of a set."""
        bar, count, depth = self.text(), 0, 0
        for token in self.tokens[self.k :]:
            depth += (token.text == r"\{" or token.kind == "open") - (token.text == r"\}" or token.kind == "close")
            if depth < 0:
                break
            count += token.text == bar and not depth
        return bar in ("|", r"\vert") and count % 2 == 0

    def starts(self, ahead: int = 0) -> bool:
        """Whether a token starts a factor."""
        kind, text = self.kind(ahead), self.text(ahead)
        match kind:
            case "digit" | "letter" | "word" | "open" | "begin":
                return not is_subject_to(self.tokens[self.k + ahead])
            case "command":
                return text in _STARTS or (not ahead and self.is_unknown_name())
            case "words":
                return not ahead and (self.is_name_in_words() or self.tokens[self.k].text in _FUNCTION_NAMES)
            case "symbol" if text == ".":
                return self.text(ahead + 1) == "."
        return kind == "symbol" and self.text(ahead + 1) != r"\because" and (text in _OPENING or text in ("…", "∂"))

    def factor(self) -> Node:
        """An atom with its scripts, or a large operator or a problem with its body."""
        self.skip(_GAPS)
        self.deeper()
        start = self.start()
        if self.text() in tex.BIG:
            out = self.big()
        elif (sense := self.sense()) is not None:
            out = self.problem(sense)
        else:
            out = self.attached(self.atom())
            while self.text() == "!" and self.text(1) != "=":
                self.next()
                inside = out.body if isinstance(out, Group) and out.opening == "(" else out
                out = s.Operator("factorial", inside, span=self.since(start))
        self.depth -= 1
        return out

    def big(self) -> Node:
        """A large operator with the term that follows it."""
        start = self.start()
        sign = tex.BIG[self.next().text]
        limits: dict[str, Node] = {}
        while self.text() in ("_", "^"):
            which = self.next().text
            limits[which] = self.argument()
        leading = tex.SIGNS.get(self.text(), "")
        if leading:
            self.next()
        body = self.term()
        if leading:
            body = Sum((body,), (leading,), span=self.since(body.span[0]))
        return s.Big(sign, body, limits.get("_"), limits.get("^"), span=self.since(start))

    def sense(self) -> str | None:
        r"""`min`, `\argmax`, `\text{maximize}`, `\mathbf{min}`, `\arg\max`: the next tokens, which are read."""
        token = self.token
        if token is None or token.kind not in ("command", "letter", "word", "words"):
            return None
        said = self.run() if token.kind == "letter" else token.text.removeprefix("\\").strip(" :")
        size = len(said) if token.kind == "letter" else 1
        if said in ("arg", "Arg") and self.k + size < len(self.tokens):
            after = self.tokens[self.k + size].text.removeprefix("\\")
            if after in ("min", "max"):
                self.k += size + 1
                return f"arg{after}"
        self.k += size if said in tex.PROBLEMS else 0
        return tex.PROBLEMS.get(said)

    def problem(self, sense: str) -> Node:
        """A problem without its constraints; the minimum of several numbers is a function."""
        start, variables = self.starts_at[self.k - 1], None
        while self.text() in ("_", "^"):
            if self.next().text == "^":
                self.stop("the variables of the problem below it")
            variables = self.argument()
        self.skip((*_GAPS, ":"))
        if self.token is None or self.ends() or not (self.starts() or self.text() in tex.SIGNS):
            if variables is None:
                return Name(sense, span=self.since(start), how="word")
            return s.Problem(sense, Blank(), variables, span=self.since(start))
        if variables is None and self.text() in (r"\{", "(") and self.lists():
            before = self.k
            listed = self.group()
            if isinstance(listed, Group) and isinstance(listed.body, s.Listed):
                return s.Operator(sense, listed, span=self.since(start))
            self.k = before
        return s.Problem(sense, self.expression(), variables, span=self.since(start))

    def lists(self) -> bool:
        """Whether a comma stands in the brackets that open here, and not in brackets inside them."""
        depth = 0
        for text in self.texts[self.k :]:
            depth += (text in tex.CLOSING) - (text in tex.CLOSING.values())
            if depth <= 0 or (depth == 1 and text == ","):
                return depth == 1
        return False

    def function(self, name: str, length: int) -> Node:
        """A function with its argument: in brackets, or the factors up to a sign; without an argument, a name."""
        start, named = self.start(), self.next()
        self.k += length - 1
        if name not in _FUNCTION_NAMES:
            return Name(name, font=named.font, span=self.since(start), how="text" if named.kind == "words" else "word")
        before = self.k
        subscript = self.argument() if self.take("_") else None
        is_bar = self.text() == "|" and name not in ("log", "ln")  # only a logarithm takes a determinant in bars
        if self.text() not in tex.CLOSING and (not self.starts() or self.ends() or is_bar):
            self.k = before
            return Name(name, font=named.font, span=self.since(start), how="word")
        how = self.text() if self.text() in tex.CLOSING else ""
        if name in ("log", "ln") and self.kind() == "open" and (braced := self.in_braces()) is not None:
            how, body = "(", braced
        else:
            body = self.group() if how else self.bare()
        if isinstance(body, Group) and body.opening != "{":
            body = body.body
        span = self.since(start)
        if name in tex.TRACES:
            if subscript is not None:
                self.stop("the trace of something")
            return s.Trace(body, span=span, how=how)
        if name in tex.MOMENTS:
            return s.Moment(tex.MOMENTS[name], body, subscript, span=span, how=how)
        return s.Operator(name, body, subscript, span=span, how=how)

    def in_braces(self) -> Node | None:
        r"""What stands in braces that no script follows, as in `\ln{ab}`; None if a script does."""
        before, body = self.k, self.argument()
        if self.text() not in ("^", "_", "'"):
            return body
        self.k = before
        return None

    def bare(self) -> Node:
        """The argument of a function without brackets: factors up to a sign, a mark or another function."""
        start, factors = self.start(), [self.factor()]
        while self.starts() and not self.ends() and not self.names_function():
            factors.append(self.factor())
        return s.product(factors, [""] * (len(factors) - 1), self.since(start))

    def names_function(self) -> bool:
        """Whether the next token is a function."""
        is_name = self.kind() in ("word", "command") and self.text().removeprefix("\\") in _FUNCTION_NAMES
        is_expectation = self.text() == "E" and self.kind() == "letter"
        return is_name or (is_expectation and self.tokens[self.k].font in ("blackboard", "roman"))

    # atoms: letters, words and numbers

    def atom(self) -> Node:
        """An atom: something that a script can follow."""
        match self.kind():
            case "digit":
                return self.number()
            case "open":
                return self.invisible()
            case "begin":
                return self.matrix()
            case "word":
                return self.function(self.text(), 1)
            case "letter":
                return self.letter()
            case "words" if self.tokens[self.k].text in _FUNCTION_NAMES:
                return self.function(self.tokens[self.k].text, 1)
            case "words" if self.is_name_in_words():
                token = self.next()
                return Name(token.text.removesuffix("."), span=token.span, how="text")
            case "words" if self.closers:
                return self.words_inside()
        return self.command(self.text(), self.start())

    def command(self, text: str, start: int) -> Node:
        """An atom that begins with a symbol or a command."""
        if text == "|" == self.text(1) and self.is_glued(1):
            return self.norm()
        if text in _READERS:
            return _READERS[text](self)
        if self.kind() == "command" and text[1:] in tex.FUNCTIONS:
            return self.function(text[1:], 1)
        if text in tex.LETTERS or text == "∂":
            return self.letter()
        if text in (*tex.PLACES, "*", ":") and self.is_place():
            return Name(self.next().text, span=self.since(start))
        if self.is_unknown_name():
            return Name(self.next().text[1:], span=self.since(start), how="word")
        return self.stop("a letter, a number, a bracket or a function")

    def is_place(self) -> bool:
        r"""Whether a dot stands for an argument or an index: f(\cdot), k(x, \cdot), x_{i\cdot}, x_{\cdot j}."""
        begins = self.k > 1 and self.kind(-1) == "open" and self.text(-2) in ("_", "^")
        return begins or self.kind(1) == "close" or self.text(1) in (")", "]", ",", *tex.PLACES)

    def is_unknown_name(self) -> bool:
        r"""Whether an undefined command without arguments comes next, \sserr: whatever it is, it is one thing."""
        is_undefined = self.kind() == "command" and self.text() not in tex.KNOWN and self.text() not in tex.DOTS
        is_alone = self.kind(1) != "open" and self.text(1) not in ("[", "(", "<")
        return is_undefined and is_alone and self.text()[1:].isalpha() and len(self.text()) > 3

    def number(self) -> Node:
        """Digits with a point between them."""
        start, first = self.start(), self.next()
        text, end = first.text, first.end
        while self.kind() == "digit" and self.is_glued() and self.tokens[self.k].font == first.font:
            if first.font and self.tokens[self.k].start != end:
                break  # 𝟏𝟏ᵀ, written as two
            text, end = text + self.text(), self.next().end
        if self.text() == "." and self.kind(1) == "digit" and self.is_glued() and self.is_glued(1):
            text += self.next().text
            while self.kind() == "digit" and self.is_glued():
                text += self.next().text
        if first.font and text in ("0", "1"):
            return Name(text, font=first.font, span=self.since(start))
        return Num(text, span=self.since(start))

    def letter(self) -> Node:
        """A letter, or a run of letters that is a word or, with its argument, a function.

        A word is a known one, or one of three letters or more that the prose contains.
        """
        start, run = self.start(), self.run()
        is_word = len(run) > 1 and (run in tex.BARE or (len(run) > 2 and run in self.words))
        is_expectation = run == "E" and self.tokens[self.k].font in ("blackboard", "roman")
        if is_expectation or (is_word and run in _FUNCTION_NAMES):
            return self.function(run, len(run))
        is_derived = self.k > 0 and self.texts[self.k - 1] == r"\partial"
        if is_word or (run in tex.NAMED and (is_derived or self.text(len(run)) in {"(", *tex.RELATIONS})):
            self.k += len(run)
            return Name(run, span=self.since(start))
        token = self.next()
        if token.text in _NUMBERS:
            return Name(_NUMBERS[token.text], font="blackboard", span=token.span)
        return Name(tex.LETTERS.get(token.text, token.text), font=token.font, span=token.span)

    def run(self) -> str:
        """The next adjacent letters of the same font."""
        k = self.k
        while self.kinds[k] == "letter":
            if k > self.k and not (self.tokens[k].glued and self.tokens[k].font == self.tokens[self.k].font):
                break
            k += 1
        return "".join(self.texts[self.k : k])

    def accented(self) -> Node:
        """Something with an accent, which goes into the name of a letter."""
        start, how = self.start(), self.next().text
        body = self.argument()
        if isinstance(body, Name):
            return replace(body, accents=(*body.accents, tex.ACCENTS[how]), span=self.since(start), how=how)
        return s.Accented(tex.ACCENTS[how], body, span=self.since(start), how=how)

    def dots(self) -> Node:
        r"""\dots and its like, or points one after the other."""
        start, how = self.start(), self.next().text
        if how == ".":
            self.skip(".")
        return Dots(span=self.since(start), how="..." if how == "." else how)

    def gradient(self) -> Node:
        """∇, perhaps with a variable."""
        start = self.start()
        self.next()
        variable = self.argument() if self.take("_") else None
        return s.Gradient(variable, span=self.since(start))

    def is_name_in_words(self) -> bool:
        r"""Whether \text{…} is one word that is used as a name, as in \text{MSE} = …, x_{\text{max}}."""
        if self.kind() != "words":
            return False
        said, after = self.tokens[self.k].text.removesuffix("."), self.text(1)
        if " " in said:
            return self.is_operand_in_words(said)
        if not said.replace("-", "").replace("_", "").isalnum() or said[0].isdigit():
            return False
        if said.lower() in _NO_NAMES or said in tex.PROBLEMS:
            return False
        is_last = not self.kind(1) or (after == "." and not self.kind(2))
        return bool(self.closers) or is_last or after in _BEHIND_NAMES

    def is_operand_in_words(self, words: str) -> bool:
        """Whether several words are a name where an operand is expected or has a script."""
        before, after = self.text(-1) if self.k else None, self.text(1)
        if not is_name_of_words(words) or after in ("_", "^"):
            return after in ("_", "^") and is_name_of_words(words)
        is_end = not self.kind(1) or self.kind(1) == "close"
        if before in _FACTORS:
            return is_end or after in ("+", "-", *_FACTORS) or after in tex.RELATIONS
        lacks_left = before is None or before in tex.RELATIONS or before in tex.SIGNS or self.kind(-1) == "open"
        return lacks_left and (after in ("(", "+", "-", *_FACTORS) or (is_end and before is not None))

    def words_inside(self) -> Node:
        """Words in a place where a formula could be."""
        token = self.next()
        return s.Words(token.text, span=token.span)

    # scripts

    def attached(self, base: Node) -> Node:
        """A base with its scripts; the index is applied before the superscript, in whatever order they are written."""
        start = base.span[0]
        primes, subscript, above = 0, None, list[Node]()
        while (text := self.texts[self.k]) in ("'", "’", "_", "^"):
            if text == "_" and subscript is not None:
                break
            self.next()
            if text == "_":
                subscript = self.argument()
            else:
                primes += self.above(above) if text == "^" else 1
        if subscript is not None:
            is_plain = isinstance(base, Name) and not (base.subscript or base.primes or base.mark or base.upper)
            if is_plain or (isinstance(base, s.Norm) and base.subscript is None):  # ‖A‖²_F, written in this order
                base = replace(base, subscript=subscript)  # type: ignore[call-arg]
            else:
                base = s.Indexed(base, subscript, span=base.span)
        if isinstance(base, Name) and not base.primes and primes:
            base = replace(base, primes=primes)
        elif primes:
            base = s.Marked(base, "'" * primes)
        for mark in above:
            base = s.raised(base, mark)
        span = (start, self.since(start)[1])
        return base if base.span == span else replace(base, span=span)

    def above(self, out: list[Node]) -> int:
        """Read the superscript into `out`, marks and transposes one by one; the number of primes in it."""
        if self.kind() != "open":
            is_prime = self.take(r"\prime")
            out += [] if is_prime else [self.mark() or self.one()]
            return int(is_prime)
        self.next()
        primes = 0
        while not self.take("}"):
            if self.take(r"\prime") or self.take("'"):
                primes += 1
            elif (mark := self.mark()) is not None:
                out.append(mark)
            else:
                out.append(self.enclosed("}", what="} or an operator"))
                break
        return primes

    def mark(self) -> Node | None:
        """A transpose or another mark, if the next token is one and does not begin a formula."""
        token, after = self.token, self.text(1)
        if token is None:
            return None
        text = token.text
        is_alone, is_braced = self.text(-1) == "^", self.kind(-1) == "open"
        ends = after in ("}", r"\prime", "'") or after in tex.ABOVE or self.transposes(1) or self.kind(1) == "close"
        ends = ends or (after == "(" and text in tex.ABOVE and text not in "+-")
        found: Node | None = None
        if text == "-" and is_braced and self.transposes(1):
            found = Sum((Num("1"),), ("-",), span=token.span)
        elif text == "-" and (after in ("}", "") or after in tex.RELATIONS) and (is_braced or is_alone):
            found = s.Marked(Blank(), "-", span=token.span)
        elif not (ends or is_alone):
            return None
        elif self.transposes(0):
            found = s.Transpose(Blank(), span=token.span, how=f"{token.font} {text}".strip())
        elif text in tex.ABOVE and token.kind in ("symbol", "command"):
            is_minus = text == "-" and (after != "}" if is_braced else self.kind(1) == "digit")
            found = None if is_minus else s.Marked(Blank(), tex.ABOVE[text], span=token.span)
        self.k += found is not None
        return found

    def transposes(self, ahead: int) -> bool:
        """Whether a superscript token denotes a transpose."""
        if self.k + ahead >= len(self.tokens):
            return False
        token = self.tokens[self.k + ahead]
        if token.kind == "words":
            return token.text in ("T", "t", "⊤")
        if token.kind == "letter":
            return token.text == "T" or (token.text in ("t", "H") and token.font in ("roman", "sans"))
        return token.text in (r"\top", r"\intercal")

    def argument(self) -> Node:
        """The group or the one thing that a command or a script takes."""
        if self.kind() != "open":
            return self.one()
        self.next()
        return Blank() if self.take("}") else self.enclosed("}", what="} or an operator")

    def one(self) -> Node:
        """A single token as an argument: one digit, one letter, or a command with its own arguments."""
        token = self.token
        if token is None:
            self.stop("an argument")
        if token.kind == "digit":
            self.next()
            return Num(token.text, span=token.span)
        return self.within(_NONE, self.atom)

    # brackets, fractions and matrices

    def enclosed(self, closer: str, *, what: str = "") -> Node:
        """A part up to and including a closing token."""
        body = self.within(closer, self.part)
        if not self.take(closer):
            self.stop(what or closer)
        return body

    def invisible(self) -> Node:
        r"""A group in braces: what is inside, if a script may follow; braces around a product change nothing.

        A script behind a font, \mathbf{AB}^T, and a subscript stand at the last letter, as they do in print.
        """
        start, first = self.start(), self.k
        self.next()
        if self.take("}"):
            return Blank(span=self.since(start))
        related, self.related = self.related, False
        body = self.enclosed("}", what="} or an operator")
        self.related = related
        if not isinstance(body, _OPEN) or self.text() not in ("_", "^", "'"):
            return body
        inside = self.tokens[first + 1 : self.k - 1]
        scripts = in_scripts(inside)
        fonts = {t.font for k, t in enumerate(inside) if t.kind == "letter" and k not in scripts}
        match body:
            case Product((*others, last)):
                is_below = self.text() == "_" and isinstance(last, Name) and last.subscript is None
                if is_below or (len(fonts) == 1 and fonts != {""}):
                    return replace(body, factors=(*others, self.attached(last)))
        return self.stop("brackets around what has a script")

    def group(self) -> Node:
        """Something in ( [ or { brackets; a matrix without brackets takes them."""
        start, opening = self.start(), self.next().text
        closing, left = tex.CLOSING[opening], tex.BRACKETS.get(opening, opening)
        body = Blank() if self.text() == closing else self.within(closing, self.part)
        last = self.text()
        is_set = left == "{" and last in (*_PARTITIONS, ":")
        if is_set:
            self.next()
            body, last = s.SetOf(body, self.within(closing, self.part)), self.text()
        is_open_cases = left == "{" and last != closing and isinstance(body, s.Matrix) and not body.brackets
        is_interval = opening in "([" and last in ("]", ")", "[") and isinstance(body, s.Listed)
        if last != closing and not is_interval and not is_open_cases:
            self.stop(f"{closing} or an operator")
        self.k += not is_open_cases
        if isinstance(body, s.Matrix) and not body.brackets and (last == closing or is_open_cases):
            return replace(body, brackets="{." if is_open_cases else left, span=self.since(start))
        if is_set:
            return replace(body, span=self.since(start))
        return Group(body, left, tex.BRACKETS.get(last, last), span=self.since(start))

    def open_interval(self) -> Node:
        """An interval without its ends, ]0, 1[."""
        start = self.start()
        self.next()
        return Group(self.enclosed("["), "]", "[", span=self.since(start))

    def norm(self) -> Node:
        """A norm in double bars, with its subscript."""
        start, how = self.start(), self.next().text
        closer = tex.NORMS.get(how, "||")
        self.k += closer == "||"
        body = self.enclosed(closer, what=f"{closer} or an operator")
        subscript = self.argument() if self.take("_") else None
        return s.Norm(body, subscript, span=self.since(start), how="||" if closer == "||" else how)

    def bars(self) -> Node:
        """An expression in single bars."""
        start, how = self.start(), self.next().text
        body = self.enclosed(tex.BARS[how], what=f"{tex.BARS[how]} or an operator")
        return s.Bars(body, span=self.since(start), how=how)

    def inner(self) -> Node:
        """An inner product in angle brackets; ⟨a|M|b⟩ is that of a and Mb. ⟨x⟩ may be an average, or a span."""
        start, how = self.start(), self.next().text
        closer = tex.ANGLES[how]
        left = self.within(closer, self.expression)
        if how != "<" and self.take(closer):
            subscript = self.argument() if self.take("_") else None
            return s.Moment(ALONE, left, subscript, span=self.since(start), how=how)
        if self.text() not in (*_COMMAS, *_PARTITIONS):
            self.stop("a comma between the two factors of an inner product")
        mark = self.next().text
        right = self.within(closer, self.expression)
        if mark != "," and self.take(mark):
            last = self.within(closer, self.expression)
            both = [Group(x, span=x.span) if isinstance(x, Sum) else x for x in (right, last)]
            right = Product(tuple(both), ("",), span=(right.span[0], last.span[1]))
        items = [left, right]
        while mark == "," and self.take(","):  # ⟨1, 2, 3⟩ is a tuple
            items.append(self.within(closer, self.expression))
        if not self.take(closer):
            self.stop(f"{closer} or an operator")
        if len(items) > 2:
            return Group(s.listed(items), span=self.since(start))
        return s.Inner(left, right, span=self.since(start), how=how)

    def fraction(self) -> Node:
        """A fraction, or a derivative written as one."""
        start, how = self.start(), self.next().text
        top, bottom = self.argument(), self.argument()
        for d in (Name("∂"), Name("d", font="roman"), Name("d")):
            if (derived := s.derivative(top, bottom, d)) is not None:
                return replace(derived, span=self.since(start), how=d.base)
        return s.Frac(top, bottom, span=self.since(start), how=how)

    def root(self) -> Node:
        r"""\sqrt[degree]{body}, or what follows \surd."""
        start = self.start()
        self.next()
        degree = self.enclosed("]") if self.take("[") else None
        return s.Root(self.argument(), degree, span=self.since(start))

    def matrix(self) -> Node:
        """An environment with cells."""
        start, name = self.start(), self.next().text.removesuffix("*")
        if name not in tex.MATRICES:
            self.k -= 1
            self.stop("an environment of mathematics")
        rows = self.within(_NONE, lambda: self.rows(name))
        span, brackets = self.since(start), tex.MATRICES[name]
        rows = s.cells(rows, is_full=not name.endswith("cases"))
        if brackets in ("|", "‖"):
            return (s.Bars if brackets == "|" else s.Norm)(s.Matrix(tuple(rows), "", span=span), span=span)
        return s.Matrix(tuple(rows), brackets, span=span, how=name)

    def rows(self, name: str) -> list[tuple[Node, ...]]:
        """The cells of a matrix, with its end."""
        rows, cells = list[tuple[Node, ...]](), list[Node]()
        while True:
            cells.append(self.cell())
            if self.kind() == "break":
                self.next()
                rows.append(tuple(cells))
                cells = []
            elif self.kind() == "end":
                if self.text().removesuffix("*") != name:
                    self.stop(rf"\end{{{name}}}")
                self.next()
                is_blank = all(isinstance(cell, Blank) for cell in cells)
                return rows if rows and is_blank else [*rows, tuple(cells)]
            elif not self.take("&"):
                self.stop(rf"&, \\ or \end{{{name}}}")

    def cell(self) -> Node:
        """A cell of a matrix; Blank if it is empty or contains a stroke that shows the extent of a row or column."""
        start, size = self.start(), 0
        while self.text(size) in _STROKES and size < 9:
            size += 1
        if self.ends_cell(size):
            self.k += size
            return Blank(span=self.since(start), how=STROKE if size else "")
        if self.text() == "." and self.ends_cell(1):
            self.next()
            return Dots(span=self.since(start), how="...")
        if self.text() in _LEFT_OPEN and self.ends_cell(1):
            return s.Words(self.next().text, span=self.since(start))
        return self.part()

    def ends_cell(self, ahead: int) -> bool:
        """Whether a token ends a cell."""
        return self.text(ahead) == "&" or self.kind(ahead) in ("break", "end")


_READERS: dict[str, Callable[[Grammar], Node]] = {
    **dict.fromkeys((".", "…", *tex.DOTS), Grammar.dots),
    **dict.fromkeys(tex.NORMS, Grammar.norm),
    **dict.fromkeys(tex.BARS, Grammar.bars),
    **dict.fromkeys(tex.CLOSING, Grammar.group),
    **dict.fromkeys(tex.ANGLES, Grammar.inner),
    **dict.fromkeys(tex.FRACTIONS, Grammar.fraction),
    **dict.fromkeys((r"\sqrt", r"\surd"), Grammar.root),
    **dict.fromkeys(tex.ACCENTS, Grammar.accented),
    r"\nabla": Grammar.gradient,
    "]": Grammar.open_interval,
}
