"""Sums, products and their factors."""

from __future__ import annotations

from dataclasses import replace

from pcaproofs.notes.formulas.brackets import ANGLES, BARS, CLOSING, NORMS
from pcaproofs.notes.formulas.operators import FUNCTION_NAMES, Operators
from pcaproofs.notes.formulas.stream import is_subject_to
from pcaproofs.notes.formulas.surface import (
    Big,
    Blank,
    Dots,
    Gradient,
    Group,
    Indexed,
    Marked,
    Name,
    Node,
    Num,
    Operator,
    Power,
    Product,
    Sum,
    free,
    index_names,
)
from pcaproofs.notes.text.symbols import (
    ACCENTS,
    ARROWS,
    BIG,
    DOTS,
    FUNCTIONS,
    KNOWN,
    LETTERS,
    MARKS,
    PLACES,
    PROBLEMS,
    QUANTIFIERS,
    RELATIONS,
    SIGNS,
)
from pcaproofs.notes.text.tokens import in_scripts

_TAGS = ("*", r"\ast", r"\star", r"\dagger", r"\ddagger", r"\dag")
_ENDS = {r"\quad", r"\qquad"}
_FRACTIONS = {r"\frac", r"\dfrac", r"\tfrac", r"\cfrac", r"\nicefrac", r"\sfrac"}
_OPENING = {*CLOSING, *NORMS, *BARS, *ANGLES} - {"<"}
_COMMANDS = {
    *_OPENING,
    *BIG,
    *_FRACTIONS,
    r"\sqrt",
    r"\surd",
    r"\nabla",
    *ACCENTS,
    *DOTS,
    *(set(LETTERS) - {r"\perp"}),
    r"\arg",
}
_COMMANDS |= {rf"\{name}" for name in FUNCTIONS | set(PROBLEMS)}


class Expressions(Operators):
    """Reads expressions that have a value."""

    related = False  # whether the statement that is read has a relation already

    def expression(self) -> Node:
        """A sum, or a part of one."""
        start = self.start()
        signs, terms = [SIGNS.get(self.text(), "")], list[Node]()
        if signs[0]:
            self.next()
        terms.append(self.term())
        while (sign := SIGNS.get(self.text())) is not None and not self.ends():
            if self.kind(1) == "close" and sign in "+-":  # b → 0+
                terms[-1] = Marked(terms[-1], self.next().text, span=self.since(start))
                break
            self.next()
            sign, term = self.signed(sign)
            if sign == "+" and (split := _without_dots(term)) is not None:  # a + … b, where a sign is missing
                terms += split[:1]
                signs.append(sign)
                term = split[1]
            if self.runs_on(terms[-1], term):
                terms[-1] = _extended(terms[-1], sign, term)
            elif (k := self.earlier(terms, term)) is not None:
                for later, between in zip([*terms[k + 1 :], term], [*signs[k + 1 :], sign], strict=True):
                    terms[k] = _extended(terms[k], between, later)
                del terms[k + 1 :], signs[k + 1 :]
            else:
                signs.append(sign)
                terms.append(term)
        if signs == [""]:
            return terms[0]
        if any(isinstance(term, Sum) for term in terms):
            self.stop("brackets around a sum in a sum")
        return Sum(tuple(terms), tuple(signs), span=self.since(start))

    def signed(self, sign: str) -> tuple[str, Node]:
        """A term with its sign; of a + -b this is -b, but -2² behind a sign may be meant as (-2)²."""
        is_twice = sign == "+" and self.text() == "-"
        if is_twice:
            sign = SIGNS[self.next().text]
        term = self.term()
        if is_twice and isinstance(term, Power) and isinstance(term.base, Num):
            self.stop("brackets around a negative number or its power")
        return sign, term

    def runs_on(self, before: Node, term: Node) -> bool:
        """Whether a term contains a free index that a large operator at the end of the previous term binds."""
        big = _last_big(before)
        return big is not None and bool(index_names(big) & free(term))

    def earlier(self, terms: list[Node], term: Node) -> int | None:
        """The last earlier term whose large operator must extend to this term."""
        for k in range(len(terms) - 2, max(-1, len(terms) - 10), -1):
            if self.runs_on(terms[k], term):
                return k
        return None

    def term(self) -> Node:
        """A product, or a part of one."""
        start = self.start()
        factors, marks = [self.factor()], list[str]()
        while True:
            mark = ""
            self.gap()
            if (
                self.text() in ("|", r"\vert", r"\mid")
                and self.text(1) == "_"
                and not {"|", r"\vert"} & {*self.closers}
            ):
                self.k += 2  # f(x)|_{x=0}
                whole = Product(tuple(factors), tuple(marks), span=self.since(start)) if marks else factors[0]
                factors, marks = [Indexed(whole, self.argument(), span=self.since(start))], []
                continue
            if self.is_place() and (self.text() in PLACES or (self.text() == "*" and self.kind(1) == "close")):
                pass  # x_{i\cdot}, x_{i*}
            elif self.text() in MARKS and self.kind() in ("symbol", "command") and not self.ends():
                if self.text() == "." and not self.starts(1):
                    break
                mark = MARKS[self.next().text]
            elif not self.starts() or self.ends() or self.tag():
                break
            before = self.k
            factors.append(self.negative() if mark and self.is_negative() else self.factor())
            marks.append(mark)
            if any(isinstance(x, Sum) for x in factors):
                self.k = before
                self.stop("brackets around a sum in a product")
        if not marks:
            return factors[0]
        factors, marks = _spliced(factors, marks)
        return Product(tuple(factors), tuple(marks), span=self.since(start))

    def is_negative(self) -> bool:
        """Whether a negative number without brackets comes next, as in 4 × −3."""
        following = self.tokens[self.k + 1] if self.k + 1 < len(self.tokens) else None
        return SIGNS.get(self.text()) == "-" and following is not None and following.kind == "digit"

    def negative(self) -> Node:
        """A negative number as a factor, which takes brackets."""
        start = self.start()
        self.next()
        number = self.factor()
        if isinstance(number, Power):  # -3² behind a sign may be meant as (-3)²
            self.stop("brackets around a negative number or its power")
        inside = Sum((number,), ("-",), span=self.since(start))
        return Group(inside, "(", ")", span=self.since(start))

    def gap(self) -> None:
        """Read a wide space without a meaning: before an operator, or before the first relation."""
        k = self.k
        while k < len(self.tokens) and self.tokens[k].text in _ENDS:
            k += 1
        if k == self.k:
            return
        before, self.k = self.k, k
        if not (self.text() in SIGNS or self.is_relation() or self.text() in MARKS or self.ends()):
            self.k = k if self.starts() and not self.related else before

    def ends(self) -> bool:
        """Whether the next token closes an open bracket, although it could open something or be an operator."""
        if not self.closers:
            return False
        closer = self.closers[-1]
        if closer == "||":
            return self.text() == "|" and self.text(1) == "|"
        return (
            self.text() == closer
            or (closer == r"\}" and self.text() in ("|", r"\mid", ":", r"\vert") and not self.begins_bars())
            or (closer in (r"\rangle", ">") and self.text() in ("|", r"\mid", r"\vert"))
        )

    def tag(self) -> int:
        """How many tokens a mark in brackets takes that ends the row, (*) or (**); 0 if none comes next."""
        k = 1
        while self.text(k) in _TAGS:
            k += 1
        is_tag = self.text() == "(" and k > 1 and self.text(k) == ")" and not self.kind(k + 1) and not self.closers
        return k + 1 if is_tag else 0

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
        if kind in ("digit", "letter", "word", "open", "begin"):
            k = self.k + ahead
            return not is_subject_to(self.tokens[k])
        if kind == "command":
            return text in _COMMANDS or (not ahead and self.is_unknown_name())
        if kind == "words":
            return not ahead and (self.is_name_in_words() or self.tokens[self.k].text in FUNCTION_NAMES)
        if kind == "symbol":
            if text == ".":
                return self.text(ahead + 1) == "."
            if self.text(ahead + 1) == r"\because":
                return False
            return text in _OPENING or text in ("…", "∂")
        return False

    def factor(self) -> Node:
        """An atom with its scripts, or a large operator or a problem with its body."""
        while self.text() in _ENDS:
            self.next()
        self.deeper()
        if self.text() in BIG:
            out = self.big()
        elif (sense := self.sense()) is not None:
            out = self.problem(sense)
        else:
            start = self.start()
            out = self.attached(self.atom())
            while self.text() == "!" and self.text(1) != "=":
                self.next()
                inside = out.body if isinstance(out, Group) and out.opening == "(" else out
                out = Operator("factorial", inside, span=self.since(start))
        self.higher()
        return out

    def atom(self) -> Node:
        """An atom: something that a script can follow."""
        kind, text, start = self.kind(), self.text(), self.start()
        if kind == "digit":
            return self.number()
        if kind == "open":
            return self.invisible()
        if kind == "begin":
            return self.matrix()
        if kind == "words" and self.token is not None:
            if self.token.text in FUNCTION_NAMES:
                return self.function(self.token.text, 1)
            if self.is_name_in_words() or self.closers:
                return self.name_in_words() if self.is_name_in_words() else self.words_inside()
        if kind == "word":
            return self.function(text, 1)
        if kind == "letter":
            return self.letters()
        return self.command(text, start)

    def letters(self) -> Node:
        """A letter, or letters that are the name of a function, with its argument."""
        run = self.run()
        if len(run) > 1 and run in FUNCTION_NAMES and self.is_word(run):
            return self.function(run, len(run))
        if run == "E" and self.tokens[self.k].font in ("blackboard", "roman"):
            return self.function("E", 1)
        return self.letter()

    def command(self, text: str, start: int) -> Node:
        """An atom that begins with a symbol or a command."""
        if text in (".", "…") or text in DOTS:
            return self.dots()
        if text == "|" and self.text(1) == "|" and self.tokens[self.k + 1].glued:
            return self.norm()
        for readers, table in ((self.norm, NORMS), (self.bars, BARS), (self.group, CLOSING), (self.inner, ANGLES)):
            if text in table:
                return readers()
        if text in _FRACTIONS:
            return self.fraction()
        if text in (r"\sqrt", r"\surd"):
            return self.root()
        if text in ACCENTS:
            return self.accented()
        if text == r"\nabla":
            self.next()
            variable = self.argument() if self.take("_") else None
            return Gradient(variable, span=self.since(start))
        if self.kind() == "command" and text[1:] in FUNCTIONS:
            return self.function(text[1:], 1)
        if text in LETTERS or text == "∂":
            return self.letter()
        if (other := self.place_or_unknown(text, start)) is not None:
            return other
        return self.stop("a letter, a number, a bracket or a function")

    def place_or_unknown(self, text: str, start: int) -> Node | None:
        """A dot that stands for an argument or a command that nothing defines, as a name, or an interval ]0, 1[."""
        if text == "]":
            return self.open_interval()
        if text in (*PLACES, "*", ":") and self.is_place():
            return Name(self.next().text, span=self.since(start))
        if self.is_unknown_name():
            return Name(self.next().text[1:], span=self.since(start), how="word")
        return None

    def is_place(self) -> bool:
        r"""Whether a dot stands for an argument or an index: f(\cdot), k(x, \cdot), x_{i\cdot}, x_{\cdot j}."""
        after = self.text(1)
        begins = self.k > 1 and self.kind(-1) == "open" and self.tokens[self.k - 2].text in ("_", "^")
        return begins or self.kind(1) == "close" or after in (")", "]", ",", *PLACES)

    def is_unknown_name(self) -> bool:
        r"""Whether the next token is an undefined command of three letters or more without arguments: \sserr.

        What it stands for is not known, but it is one thing.
        """
        token = self.token
        if token is None or token.kind != "command" or token.text in KNOWN or token.text in DOTS:
            return False
        return (
            token.text[1:].isalpha()
            and len(token.text) > 3
            and self.kind(1) != "open"
            and self.text(1) not in ("[", "(", "<")
        )

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
        whole = not isinstance(body, Sum | Product) and type(body).__name__ not in _STATEMENTS
        if not whole and self.text() in ("_", "^", "'"):
            inside = self.tokens[first + 1 : self.k - 1]
            scripts = in_scripts(inside)
            fonts = {t.font for k, t in enumerate(inside) if t.kind == "letter" and k not in scripts}
            is_below = self.text() == "_" and isinstance(body, Product) and _takes_subscript(body.factors[-1])
            if isinstance(body, Product) and (is_below or (len(fonts) == 1 and fonts != {""})):
                return replace(body, factors=(*body.factors[:-1], self.attached(body.factors[-1])))
            self.stop("brackets around what has a script")
        return body

    def is_relation(self) -> str | None:
        """The next relation sign, unless it closes a bracket."""
        if self.ends() or self.kind() not in ("symbol", "command"):
            return None
        return RELATIONS.get(self.text())

    def is_arrow(self) -> bool:
        """Whether an arrow between statements comes next."""
        return self.text() in ARROWS

    def is_quantifier(self) -> bool:
        """Whether a quantifier comes next."""
        return self.text() in QUANTIFIERS


_STATEMENTS = {"Chain", "Arrow", "Sentence", "Listed", "Quantified", "SubjectTo", "Problem", "Big", "Words"}


def _takes_subscript(node: Node) -> bool:
    return isinstance(node, Name) and node.subscript is None


def _spliced(factors: list[Node], marks: list[str]) -> tuple[list[Node], list[str]]:
    """Factors in which a product in invisible braces is merged."""
    out, between = list[Node](), list[str]()
    for factor, mark in zip(factors, ["", *marks], strict=True):
        inner = factor if isinstance(factor, Product) else Product((factor,), ())
        between += [mark, *inner.marks]
        out += inner.factors
    return out, between[1:]


def _without_dots(term: Node) -> tuple[Node, Node] | None:
    """The dots at the beginning of a product, and its other factors; None if there are none."""
    match term:
        case Product(factors=(Dots() as dots, *rest), marks=("", *marks)):
            span = (rest[0].span[0], term.span[1])
            return dots, rest[0] if len(rest) == 1 else Product(tuple(rest), tuple(marks), span=span)
    return None


def _last_big(term: Node) -> Big | None:
    """The large operator at the end of a term, whose body could continue."""
    last = term.factors[-1] if isinstance(term, Product) else term
    return last if isinstance(last, Big) else None


def _extended(before: Node, sign: str, term: Node) -> Node:
    """The term before with its large operator's body extended by another term."""
    span = (before.span[0], term.span[1])
    if isinstance(before, Product):
        return replace(before, factors=(*before.factors[:-1], _extended(before.factors[-1], sign, term)), span=span)
    assert isinstance(before, Big)
    body = before.body
    inside = (body.span[0], term.span[1])
    if isinstance(body, Sum):
        longer = Sum((*body.terms, term), (*body.signs, sign), span=inside)
    else:
        longer = Sum((body, term), ("", sign), span=inside)
    return replace(before, body=longer, span=span, how="extended")
