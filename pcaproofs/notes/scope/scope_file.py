r"""Declarations by the author, in a scope file beside the note or in a comment of the note.

    # one statement per line, or several separated by semicolons; letters in LaTeX or in Unicode
    X is n×p                                    its shape
    w is a column                               or a number, matrix, subspace, index, random column, size, function
    w is unit                                   or any property of PROPERTIES
    u is orthonormal to v, w                    columns
    V_k has columns of V                        orthonormal if those of V are
    V_k has the first k columns of V            V_k = V·I, for the first k columns of I
    D has diagonal d                            D = diag(d_1, …, d_p)
    x has mean 0                                E[x] = 0, of a random column
    x has covariance I                          Var[x] = I, of a random column
    x is independent of y, z                    Cov[x, y] = 0 and Cov[x, z] = 0, of random columns
    w is an eigenvector of S with eigenvalue λ
    x is a family of n with index i             x_1, …, x_n
    X has rows x                                or columns; "X has rows" where the rows have no letter
    μ is the mean of x                          or any role of ROLES, perhaps without "of …"
    λ ≠ κ
    lines 40-60: A is 3×3                       for a part of the note; in a notebook also cells 4-5
    \half{x} = \frac{x}{2}                      or any statement of formulas/notation.py

In Markdown a comment is <!-- pcaproofs: X is n×p; w is unit -->, in LaTeX % pcaproofs: X is n×p; w is unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn, get_args

from pcaproofs.notes.formulas.grammar import Unread, parse
from pcaproofs.notes.formulas.notation import Notation, WrongNotation, notation_of, with_statement, with_words
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.spelling import is_word
from pcaproofs.notes.formulas.surface import Name, Node, items
from pcaproofs.notes.prose import facts as f
from pcaproofs.notes.prose.letters import is_dimension
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.text.macros import Macros, Stop, expanded
from pcaproofs.notes.text.passes import plain
from pcaproofs.notes.text.source import LARGEST_SCOPE as LARGEST
from pcaproofs.notes.text.source import Source, Span, comments, statements, text_of_scope
from pcaproofs.notes.text.tokens import tokens

PROPERTIES = [
    "symmetric", "orthonormal", "orthogonal", "projector", "unit", "centered", "psd", "nonzero", "positive",
    "nonnegative", "idempotent", "skew", "normal", "positive_definite", "invertible", "diagonal", "rank",
]  # fmt: skip
ROLES = ("mean", "covariance", "projection onto", "kernel", "scatter", "sample size", "dimension")
_LINES = re.compile(r"(?P<what>lines?|cells?) (?P<first>\d{1,7})(?: ?[-–] ?(?P<last>\d{1,7}))?: *")
_SPELLED = {"centred": "centered", "a projector": "projector", "an orthogonal projector": "projector"}
_SPELLED |= {"skew-symmetric": "skew", "positive definite": "positive_definite", "positive semidefinite": "psd"}


@dataclass(frozen=True)
class _Extent:
    """Where a statement stands, and the part of the note for which it holds."""

    span: Span
    start: int
    end: int
    until: int | None = None


_WHOLE = _Extent((0, 0), 0, 1 << 62)


class WrongScope(ValueError):  # noqa: N818
    """A statement about a letter that is not understood; the message is one line."""


def read_scope(path: Path, note: Source | None = None) -> tuple[f.Fact, ...]:
    """The facts of a scope file; note: the text that it is about, of which it may name lines.

    Raises WrongScope, NoNote if it is not text, OSError.
    """
    if (size := path.stat().st_size) > LARGEST:
        raise WrongScope(f"got {size} bytes, but should be at most {LARGEST} [{path}]")
    return tuple(
        _Statements(Source(str(path), text := text_of_scope(path)), _WHOLE, Notation(), note).read(0, len(text))
    )


def scope_of_text(text: str, name: str, note: Source | None = None) -> tuple[f.Fact, ...]:
    """The facts of a text in the format of scope files, which declares no notation. Raises WrongScope.

    name: of the text, for messages. note: the text that it is about, of which it may name lines.
    """
    return tuple(_Statements(Source(name, text), _WHOLE, None, note).read(0, len(text)))


def scope_of_comments(source: Source) -> tuple[f.Fact, ...]:
    """The facts in comments of a note, for the whole note. Raises WrongScope."""
    out, notation = list[f.Fact](), notation_of(source)
    for whole, span in comments(source):
        out += _Statements(source, _Extent(whole, 0, len(source.text)), notation, source).read(*span)
    return tuple(out)


class _Statements:
    """Reads statements.

    extent: of a statement that names no lines. notation: of those before; None if statements about notation are errors.
    note: the text whose lines a statement may name.
    """

    def __init__(self, source: Source, extent: _Extent, notation: Notation | None, note: Source | None):
        self.source, self.extent, self.everywhere = source, extent, extent
        self.notation, self.note = notation, note

    def read(self, start: int, end: int) -> Iterator[f.Fact]:
        for said, place in statements(self.source.text, start, end):
            if self.notation is not None:
                self.notation = with_words(self.notation, said)
            if not self.is_notation(said, place):
                self.extent, rest = self.everywhere, said
                if self.note is not None and (lines := _LINES.match(said)) is not None:
                    self.extent, rest = self.of_lines(lines, place), said[lines.end() :]
                yield self.statement(rest, place + len(said) - len(rest))

    def of_lines(self, match: re.Match[str], start: int) -> _Extent:
        """The extent of the lines, or of the cells of a notebook, that a statement names."""
        assert self.note is not None
        first, last = int(match["first"]), int(match["last"] or match["first"])
        begins = list(self.note.begins_of_cells() if match["what"].startswith("cell") else self.note.begins_of_lines())
        if not first <= last or first not in (known := dict(begins)):
            self.start = start
            self.wrong(match[0], f"{match['what']} of the note, from 1 to {begins[-1][0] if begins else 0}")
        behind = min((offset for number, offset in known.items() if number > last), default=len(self.note.text))
        return _Extent((known[first], known[first]), known[first], behind, behind)

    def is_notation(self, said: str, start: int) -> bool:
        """Whether a statement is about notation, which is kept for those behind it."""
        if self.notation is None:
            return False
        try:
            found = with_statement(self.notation, said)
        except WrongNotation as error:
            self.start = start
            self.wrong(error.got, error.expected)
        self.notation = self.notation if found is None else found
        return found is not None

    def statement(self, text: str, start: int) -> f.Fact:
        self.said, self.start = text, start
        for pattern, sort in _FORMS:
            if (match := re.fullmatch(pattern, text)) is not None:
                return self.fact(sort, match)
        letter, verb, rest = text.partition(" is ")
        if not verb:
            self.wrong(text, "“X is …”, “X has rows x” or “λ ≠ κ”")
        kinds = ", ".join(f"a{'n' if kind[0] in 'aeiou' else ''} {kind}" for kind in get_args(f.Kind))
        expected = f"n×p, {kinds}, {', '.join(PROPERTIES)}, or the {', the '.join(ROLES)}"
        return self.wrong(rest.strip(), expected, len(letter) + len(verb))

    def wrong(self, got: str, expected: str, offset: int = 0) -> NoReturn:
        place = self.source.place(self.start + offset)
        raise WrongScope(f"got {got[:60]}, but should be {expected} [{place}]")

    def node(self, match: re.Match[str], group: str) -> Node:
        """A part of a statement as a formula."""
        text, k = match[group], match.start(group)
        try:
            macros = Macros() if self.notation is None else replace(self.notation.macros)
            found = parse(plain(expanded(list(tokens(text, 0, len(text))), macros)), len(text))
        except Stop as stop:
            found = Unread(stop.span, stop.got, stop.expected)
        if isinstance(found, Unread):
            self.wrong(text, found.expected, k)
        return found if self.notation is None else self.notation.applied(found)

    def letter(self, match: re.Match[str], group: str = "letter") -> Name:
        found = self.node(match, group)
        if not isinstance(found, Name):
            self.wrong(match[group], "a letter", match.start(group))
        return replace(found, span=self.extent.span)

    def letters(self, match: re.Match[str], group: str) -> tuple[Name, ...]:
        found = self.node(match, group)
        out = tuple(x for x in items(found) if isinstance(x, Name))
        if len(out) != len(items(found)):
            self.wrong(match[group], "letters with commas", match.start(group))
        return out

    def dimension(self, match: re.Match[str], group: str) -> Node:
        found = self.node(match, group)
        if not is_dimension(found):
            self.wrong(match[group], "a number of rows or columns, such as n or p-1", match.start(group))
        return found

    def text(self, match: re.Match[str], group: str) -> str:
        return _SPELLED.get(match[group], match[group])

    def fact(self, sort: type[f.Fact], match: re.Match[str]) -> f.Fact:
        """The fact that a statement says, with a field for each group of its form."""
        extent = self.extent
        fields = {
            name: _FIELDS[name](self, match, name) for name, said in match.groupdict().items() if said is not None
        }
        if "value" in fields:
            fields |= {"hypothesis": "eigenpair", "others": (fields.pop("matrix"), fields.pop("value"))}
        if "moment" in fields:
            fields["others"] = (fields.pop("moment"),)
        if "count" in fields:
            fields["others"] = (*fields["others"], fields.pop("count"))
        missing: dict[str, Any] = (
            {"family": None} if sort is f.Arranged else {"index": ""} if sort is f.IsFamily else {}
        )
        place: dict[str, Any] = {"span": extent.span, "start": extent.start, "end": extent.end, "until": extent.until}
        return sort(**(missing | {"strength": "file"} | place | fields))


_FIELDS: dict[str, Callable[[_Statements, re.Match[str], str], Any]] = {
    **dict.fromkeys(("letter", "family", "matrix"), _Statements.letter),
    **dict.fromkeys(("rows", "columns", "last", "count"), _Statements.dimension),
    **dict.fromkeys(("value", "of", "moment"), _Statements.node),
    **dict.fromkeys(("by", "kind", "index", "role", "hypothesis"), _Statements.text),
    "others": _Statements.letters,
}
_L = r"(?P<letter>[^\s=≠×]+(?: [^\s=≠×]+)*?)"
_SIZE = r"[^\s×]+?(?:\s*[-+]\s*[^\s×]+?)*"  # no words, as in "an n×n matrix"
_FORMS: list[tuple[str, type[f.Fact]]] = [
    (rf"{_L}\s*(?:≠\s*|\\neq?\s+)(?P<others>.+)", f.Distinct),
    (rf"{_L} has (?:the first (?P<count>\S+) )?(?P<hypothesis>columns of) (?P<others>.+)", f.Satisfies),
    (rf"{_L} has (?P<hypothesis>diagonal) (?P<others>[^,]+)", f.Satisfies),
    (rf"{_L} has (?P<hypothesis>mean|covariance) (?P<moment>.+)", f.Satisfies),
    (rf"{_L} is (?P<hypothesis>independent) of (?P<others>.+)", f.Satisfies),
    (rf"{_L} has (?P<by>rows|columns)(?: (?P<family>.+))?", f.Arranged),
    (rf"{_L} is (?P<rows>{_SIZE})\s*(?:×|\\times)\s*(?P<columns>{_SIZE})", f.HasShape),
    (rf"{_L} is an? (?P<kind>{'|'.join(get_args(f.Kind))})", f.HasKind),
    (rf"{_L} is an eigenvector of (?P<matrix>.+?) with eigenvalue (?P<value>.+)", f.Satisfies),
    (rf"{_L} is a family of (?P<last>.+?)(?: with index (?P<index>\S+))?", f.IsFamily),
    (rf"{_L} is (?P<hypothesis>{'|'.join(map(re.escape, (*PROPERTIES, *_SPELLED)))})", f.Satisfies),
    (rf"{_L} is (?P<hypothesis>orthonormal|orthogonal) to (?P<others>.+)", f.Satisfies),
    (rf"{_L} is the (?P<role>{'|'.join(ROLES)})(?: (?:of )?(?P<of>\S.*))?", f.Stands),
]


def written(facts: Iterable[f.Fact]) -> str:
    """Facts as a scope file, a line each; those of one sentence, unclear ones and tuples are left out."""
    said = (fact for fact in facts if fact.until is None and not isinstance(fact, f.Unclear | f.IsTuple))
    lines = dict.fromkeys(map(_line, said))
    return "".join(f"{line}\n" for line in lines)


def template(
    facts: Iterable[f.Fact],
    wanted: Iterable[tuple[Symbol, str]],
    unsaid: Iterable[Symbol],
    helping: Iterable[tuple[str, str]] = (),
) -> str:
    """A scope file to fill in, in comments only: what helps most, the facts of a note, other guesses.

    wanted: letters, each with the places of the rows that depend on it. helping: statements that make rows readable,
    with their places.
    """
    tried = [f"{statement}  # {places}" for statement, places in helping]
    asked = [f"{_guess(x)}  # {places}" for x, places in wanted]
    guesses = [_guess(x) for x in unsaid if not is_word(x.name) and x.name.base.isalpha()]
    parts = {
        "These statements make rows readable; remove the first sign of a line that is right:": tried,
        "Most rows that are not judged depend on these letters; remove the first sign of a line that is right:": asked,
        "The note says:": written(facts).splitlines(),
        "It does not say the following:": guesses,
    }
    shown = ("\n".join(f"# {line}" for line in (title, *lines)) for title, lines in parts.items() if lines)
    return "\n\n".join(shown) + "\n"


def _guess(symbol: Symbol) -> str:
    """What is assumed of a letter, as a statement."""
    name, kind = latex(symbol.name), symbol.kind
    if symbol.rows is not None and symbol.columns is not None and kind != "number":
        return f"{name} is {latex(symbol.rows)}×{latex(symbol.columns)}"
    return f"{name} is a{'n' if kind[0] == 'i' else ''} {kind}"


_VERBS = {f.COLUMNS_OF: "has columns of", f.MEAN_IS: "has mean", f.COVARIANCE_IS: "has covariance"}
_VERBS |= {f.INDEPENDENT: "is independent of"}


def _line(fact: f.Fact) -> str:
    letter = latex(fact.letter)
    match fact:
        case f.HasShape(rows=rows, columns=columns):
            return f"{letter} is {latex(rows)}×{latex(columns)}"
        case f.HasKind(kind=kind):
            return f"{letter} is a{'n' if kind[0] == 'i' else ''} {kind}"
        case f.Satisfies(hypothesis="eigenpair", others=(matrix, value)):
            return f"{letter} is an eigenvector of {latex(matrix)} with eigenvalue {latex(value)}"
        case f.Satisfies(hypothesis=f.COLUMNS_OF, others=(whole, count)):
            return f"{letter} has the first {latex(count)} columns of {latex(whole)}"
        case f.Satisfies(hypothesis=hypothesis, others=others) if hypothesis in _VERBS:
            return f"{letter} {_VERBS[hypothesis]} {', '.join(map(latex, others))}"
        case f.Satisfies(hypothesis=f.DIAGONAL, others=(numbers, *_)):
            return f"{letter} has diagonal {latex(numbers)}"
        case f.Satisfies(hypothesis=hypothesis, others=others):
            to = f" to {', '.join(map(latex, others))}" if others else ""
            return f"{letter} is {hypothesis}{to}"
        case f.IsFamily(index=index, last=last):
            return f"{letter} is a family of {latex(last)}" + (f" with index {index}" if index else "")
        case f.Arranged(by=by, family=family):
            return f"{letter} has {by}" + (f" {latex(family)}" if family else "")
        case f.Stands(role=role, of=of):
            between = " " if role.endswith("onto") else " of "
            return f"{letter} is the {role}" + (between + latex(of) if of else "")
        case f.Distinct(others=others):
            return f"{letter} ≠ {', '.join(map(latex, others))}"
    raise TypeError(f"got {type(fact).__name__}, but should be a fact that is written")
