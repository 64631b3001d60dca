r"""Notation that the author declares: macros, names of several parts, and what angle brackets mean.

\newcommand{\rk}{\operatorname{rank}}     as in LaTeX, also \def, \DeclareMathOperator
\half{x} = \frac{x}{2}                    a macro with arguments that are letters
A_L^{-1} is a letter                      a name, not the inverse of A_L; likewise SS_R, \hat\beta^{act}
⟨x⟩ is the mean of x                      or the expectation
E is the identity                         perhaps with a size below it; likewise "O is the zero matrix"
notation: -prime-transpose                without a convention of conventions.py, which the note seems to follow
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

from pcaproofs.notes.formulas import surface as s
from pcaproofs.notes.formulas.conventions import CONVENTIONS
from pcaproofs.notes.formulas.grammar import ALONE, Unread, parse_text
from pcaproofs.notes.formulas.surface import Group, Name, Node, Num, Product, rebuilt
from pcaproofs.notes.text.macros import DEFINITION, Macro, Macros, Stop, expanded
from pcaproofs.notes.text.source import Source, comments, statements
from pcaproofs.notes.text.symbols import KNOWN, NAMED
from pcaproofs.notes.text.tokens import Token, tokens

_RAISED = (s.Power, s.Transpose, s.Marked)
_DEFINES = re.compile(DEFINITION)
_MACRO = re.compile(r"(?P<name>\\[A-Za-z]+)(?P<arguments>(?:\{[A-Za-z]\})*)\s*=(?!=)\s*(?P<body>.+)")
_LETTER = re.compile(r"(?P<name>.+?) is a (?:letter|name)")
_WORD = re.compile(r"(?:[a-z]+ [\d –-]+: *)?(?P<name>[A-Z](?:[A-Z]{2,4}|[a-z]{2}[A-Za-z]*))(?= (?:is|has) | ≠)")
_MEAN = re.compile(
    r"(?:⟨|\\langle)\s*(?P<letter>[A-Za-z])\s*(?:⟩|\\rangle) is the (?:mean|average|expectation)(?: of (?P=letter))?"
)

_OFF = re.compile(r"notation: *[-−](?P<name>\S+)")
_CONSTANT = re.compile(r"(?P<letter>\S+) is (?:the )?(?P<constant>identity|zero)(?: matrix)?")


class WrongNotation(ValueError):  # noqa: N818
    """A statement about notation that is not understood; got, expected: for the message."""

    def __init__(self, got: str, expected: str):
        super().__init__(got, expected)
        self.got, self.expected = got, expected


@dataclass(frozen=True)
class Notation:
    """What the author declares of notation. names: formulas that are names of letters, and these letters."""

    macros: Macros = field(default_factory=Macros)
    names: tuple[tuple[Node, Name], ...] = ()
    has_means: bool = False
    constants: tuple[tuple[Name, Name], ...] = ()
    off: frozenset[str] = frozenset()

    @property
    def is_plain(self) -> bool:
        """Whether formulas are read as they are."""
        return not (self.names or self.has_means or self.constants)

    def applied(self, node: Node) -> Node:
        """A formula in this notation."""
        return rebuilt(node, self._changed)

    def _changed(self, node: Node) -> Node:
        if self.has_means and isinstance(node, s.Moment) and node.kind == ALONE and node.subscript is None:
            return replace(node, kind="E")
        for letter, constant in self.constants:
            if isinstance(node, Name) and replace(node, subscript=None) == letter:
                return replace(constant, subscript=node.subscript, span=node.span)
        for pattern, name in self.names:
            if isinstance(pattern, Product):
                node = s.with_runs(node, partial(_named, pattern, name)) if isinstance(node, Product) else node
            elif node == pattern and (node.how == pattern.how or not isinstance(node, s.Transpose)):  # X^T, not X^\top
                return replace(name, span=node.span)
        return node


def notation_of(source: Source) -> Notation:
    """The notation in the scope file and the comments of a note; what is wrong there is left out."""
    found = [said for said, _ in statements(source.scope, 0, len(source.scope))]
    found += [said for _, span in comments(source) for said, _ in statements(source.text, *span)]
    out = Notation()
    for said in found:
        try:
            out = with_words(out, said)
            further = with_statement(out, said)
        except WrongNotation:
            continue  # the message is that of the scope file
        out = out if further is None else further
    return out


def with_words(before: Notation, said: str) -> Notation:
    """Notation with the word that a statement begins with as a name: "TestScore is a number", "RSS is a number"."""
    match = _WORD.match(said)
    is_word = match is not None and (match["name"] in NAMED or not match["name"].isupper())
    return _with_name(before, match) if match is not None and is_word else before


def with_statement(before: Notation, said: str) -> Notation | None:
    """Notation with a further statement; None if the statement is about something else. Raises WrongNotation."""
    for pattern, read in _FORMS:
        if (match := pattern.fullmatch(said)) is not None:
            return read(before, match)
    if _DEFINES.match(said) is not None:
        return _with_definition(before, said)
    return None


def _with_definition(before: Notation, said: str) -> Notation:
    macros = Macros({**before.macros.defined})
    try:
        rest = expanded(list(tokens(said, 0, len(said))), macros)
    except Stop as stop:
        raise WrongNotation(stop.got, stop.expected) from None
    if rest:
        raise WrongNotation(rest[0].text, "the end of the line behind the definition of a macro")
    return replace(before, macros=macros)


def _with_macro(before: Notation, match: re.Match[str]) -> Notation:
    name, letters = match["name"], re.findall(r"[A-Za-z]", match["arguments"])
    if name in KNOWN:
        raise WrongNotation(name, "a command without a meaning of its own")
    if match["body"].strip() == "…":
        raise WrongNotation("…", f"what {name} stands for")
    if len({*letters}) != len(letters):
        raise WrongNotation(match["arguments"], "different letters for the arguments")
    body = list[Token]()
    for token in tokens(match["body"], 0, len(match["body"])):
        if token.kind == "letter" and token.text in letters:
            body.append(replace(token, kind="symbol", text="#"))
            body.append(replace(token, kind="digit", text=str(letters.index(token.text) + 1), glued=True))
        else:
            body.append(token)
    macros = Macros({**before.macros.defined, name: Macro(name, len(letters), tuple(body), is_formula=True)})
    return replace(before, macros=macros)


def _with_name(before: Notation, match: re.Match[str]) -> Notation:
    text = match["name"]
    found = parse_text(text, replace(before.macros))
    if isinstance(found, Unread):
        raise WrongNotation(found.got, found.expected)
    name = _name_of(found)
    if name is None:
        raise WrongNotation(text, "a name: a letter, or letters side by side, with what stands above and below")
    return before if found == name else replace(before, names=(*before.names, (found, name)))


def _with_constant(before: Notation, match: re.Match[str]) -> Notation:
    letter = parse_text(match["letter"])
    if not isinstance(letter, Name) or letter.subscript is not None:
        raise WrongNotation(match["letter"], "a letter")
    constant = Name("I") if match["constant"] == "identity" else Name("0", font="bold")
    return replace(before, constants=(*before.constants, (letter, constant)))


def _without_convention(before: Notation, match: re.Match[str]) -> Notation:
    names = [rule.name for rule in CONVENTIONS]
    if match["name"] not in names:
        raise WrongNotation(match["name"], f"one of {', '.join(names)}")
    return replace(before, off=before.off | {match["name"]})


_FORMS: tuple[tuple[re.Pattern[str], Callable[[Notation, re.Match[str]], Notation]], ...] = (
    (_MACRO, _with_macro),
    (_LETTER, _with_name),
    (_MEAN, lambda before, _: replace(before, has_means=True)),
    (_CONSTANT, _with_constant),
    (_OFF, _without_convention),
)


def _name_of(node: Node) -> Name | None:
    """A letter for a formula that is declared to be a name."""
    match node:
        case Name():
            return node
        case s.Power(Name(upper=None) as base, above):
            return replace(base, upper=above, span=node.span)
        case s.Transpose(Name(upper=None) as base):
            return replace(base, upper=Name("T"), span=node.span)
        case s.Marked(Name(mark="") as base, mark):
            return replace(base, mark=mark, span=node.span)
        case Group(body, opening="{"):
            return _name_of(body)
        case s.Accented(accent, body) if (inside := _name_of(body)) is not None:
            return replace(inside, accents=(*inside.accents, accent), span=node.span)
        case Product(factors=(Name(subscript=None) as letter, Num() as number), marks=("",)):
            return replace(letter, subscript=number, span=node.span)
        case Product(factors=(*first, Name() as last), marks=marks) if not any(marks):
            if all(isinstance(x, Name) and x == Name(x.base, font=last.font) for x in first):
                word = "".join(x.base for x in (*first, last) if isinstance(x, Name))
                return replace(last, base=word, span=node.span)
    return None


def _named(pattern: Product, name: Name, factors: Sequence[Node], marks: Sequence[str]) -> tuple[int, Node] | None:
    """A name in place of adjacent factors, the last of which may be raised: RSS² of R, S and S²."""
    here, size = factors[: len(pattern.factors)], len(pattern.factors)
    if any(marks[: size - 1]) or any(x.span[1] != y.span[0] for x, y in pairwise(here)):
        return None  # S S_R is a product
    last = here[-1].base if isinstance(here[-1], _RAISED) else here[-1]
    if (*here[:-1], last) != pattern.factors:
        return None
    span = (here[0].span[0], last.span[1])
    named = replace(name, span=span)
    if isinstance(here[-1], _RAISED):
        return size, replace(here[-1], base=named, span=(span[0], here[-1].span[1]))
    return size, named
