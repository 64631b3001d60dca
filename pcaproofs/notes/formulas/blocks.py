"""A note as a list of its formulas, every row of a display and every inline formula with its place, and its scopes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from pcaproofs.notes.faults import fault
from pcaproofs.notes.formulas.conventions import Convention, with_conventions, with_words_for_all
from pcaproofs.notes.formulas.grammar import Unread, is_subject_to, parse
from pcaproofs.notes.formulas.notation import Notation, notation_of
from pcaproofs.notes.formulas.rows import Row, joined, rows
from pcaproofs.notes.formulas.surface import Node
from pcaproofs.notes.text import dialects
from pcaproofs.notes.text.fences import Fence, Fences, fences, macros_of
from pcaproofs.notes.text.macros import Guess, Stop, expanded
from pcaproofs.notes.text.passes import plain
from pcaproofs.notes.text.source import Place, Source, Span, read_source
from pcaproofs.notes.text.tokens import Token, plain_spaces, tokens, whole_commands

T = TypeVar("T")
PLACEHOLDER = "⟦{}⟧"
_OPENS = re.compile(r"\\begin\{[^}\n]*\}|\\[A-Za-z@]+")
_MOST_LISTED = 8  # places that are named
_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}(?![A-Za-z])")


@dataclass(frozen=True)
class Formula:
    """A row of a display, or an inline formula. fences: the numbers of the fences that contain it."""

    display: bool
    span: Span
    tree: Node | Unread
    comments: tuple[Node | Unread, ...] = ()
    fences: tuple[int, ...] = ()


@dataclass(frozen=True)
class Note:
    """A note with its formulas.

    guessed: macros that it uses without a definition, with their first use. disabled: where text with mathematics
    begins that its dialect disables, and the name of the kind. passed_over: what looks like mathematics and is not
    read, with its place.
    """

    source: Source
    fences: tuple[Fence, ...]
    formulas: tuple[Formula, ...]
    guessed: dict[str, Guess] = field(default_factory=dict)
    disabled: tuple[tuple[int, str], ...] = ()
    passed_over: tuple[tuple[int, str], ...] = ()
    conventions: tuple[Convention, ...] = ()

    @property
    def rows(self) -> tuple[Formula, ...]:
        """The rows of displays."""
        return tuple(x for x in self.formulas if x.display)

    @property
    def trees(self) -> list[Node]:
        """The trees of the formulas that are read."""
        return [x.tree for x in self.formulas if not isinstance(x.tree, Unread)]

    @property
    def inline(self) -> tuple[Formula, ...]:
        """The formulas in sentences."""
        return tuple(x for x in self.formulas if not x.display)

    def latex(self, formula: Formula) -> str:
        r"""A formula as it is written, with the whole of a macro in whose argument it begins or ends: \mathbf{P}."""
        start, end = whole_commands(self.source.text, formula.span)
        if self.source.text.startswith("{", end) and self.source.text.endswith(r"\end", start, end):
            end = self.source.text.find("}", end) + 1
        return self.source.text[start:end]

    def place(self, formula: Formula) -> Place:
        """Where a formula begins."""
        return self.source.place(formula.span[0])

    def faults(self) -> list[str]:
        """Faults of the file itself, one line each: its encoding, and fences that do not close."""
        return self._lines([])

    def complaints(self) -> list[str]:
        """The faults of the file and the formulas that could not be read, one line each."""
        trees = [formula.tree for formula in self.formulas]
        return self._lines(
            [(x.span[0], f"got {x.got}, but should be {x.expected}") for x in trees if isinstance(x, Unread)]
        )

    def guesses(self) -> list[tuple[Place, Guess]]:
        """The macros that nothing defines, with the places of their first uses, in the order of the text."""
        found = sorted(self.guessed.values(), key=lambda x: x.span[0])
        return [(self.source.place(x.span[0]), x) for x in found]

    def open_fences(self) -> list[tuple[int, str]]:
        """The offsets of the fences that do not close, with what they lack."""
        return [
            (fence.whole[0], f"got {self._opening(fence)}, but should be closed by {fence.missing}")
            for fence in self.fences
            if fence.missing
        ]

    def remarks(self) -> list[str]:
        """One line that names what is not read, and one for what is disabled and not judged, if there is any."""
        kinds = ("not read", self.passed_over), ("disabled, not judged", self.disabled)
        return [f"{kind}: {self._listed(found)} [{self.source.file}]" for kind, found in kinds if found]

    def _listed(self, found: tuple[tuple[int, str], ...]) -> str:
        """How many places there are, with the line of each and what stands there."""
        places = [f"{self.source.place(offset).said} ({said})" for offset, said in found]
        more = f" and {len(places) - _MOST_LISTED} more" if len(places) > _MOST_LISTED else ""
        return f"{len(places)} place{'s' * (len(places) > 1)}: {', '.join(places[:_MOST_LISTED])}{more}"

    def _lines(self, found: list[tuple[int, str]]) -> list[str]:
        """Complaints with their places, in the order of the text, with those about fences."""
        lines = [f"{said} [{self.source.place(offset)}]" for offset, said in sorted([*found, *self.open_fences()])]
        return [self.source.complaint, *lines] if self.source.complaint else lines

    def _opening(self, fence: Fence) -> str:
        r"""What opens a fence: $$ or \[ or \begin{align}."""
        if fence.missing.startswith(r"\end"):
            return fence.missing.replace(r"\end", r"\begin", 1)
        found = _OPENS.match(self.source.text, fence.whole[0])
        return found[0] if found is not None else self.source.text[fence.whole[0] :][:2]

    @cached_property
    def prose(self) -> str:
        """The text with a placeholder for each fence, ⟦0⟧ for the first."""
        return _prose(self.source.text, self.fences)


def of_text(note: Note) -> dict[str, Any]:
    """A cache of what depends on the text and fences of a note alone, which its scopes share."""
    kept: dict[str, Any] = note.__dict__.setdefault("of_text", {})
    return kept


def once(read: Callable[[Note], T]) -> Callable[[Note], T]:
    """A function of a note that is called once for each note."""
    return _cached(read, vars)


def once_of_text(read: Callable[[Note], T]) -> Callable[[Note], T]:
    """A function of the text and fences of a note alone, which is called once for all its scopes."""
    return _cached(read, of_text)


def _cached(read: Callable[[Note], T], cache: Callable[[Note], dict[str, Any]]) -> Callable[[Note], T]:
    @wraps(read)
    def found(note: Note) -> T:
        kept: dict[str, T] = cache(note)
        if read.__name__ not in kept:
            kept[read.__name__] = read(note)
        return kept[read.__name__]

    return found


def read_note(path: Path, *, scope: str = "") -> Note:
    """A note from its file. Raises NoNote if it is not text or too large, OSError.

    scope: the text of its scope file.
    """
    return read(replace(read_source(path), scope=scope))


def read(source: Source) -> Note:
    """A note from its text; never raises."""
    source = replace(source, text=plain_spaces(source.text), written=source.as_written)
    found = fences(source)
    disabled = tuple((start, x) for (start, end), x in found.disabled if _MATHEMATICS.search(source.text, start, end))
    source = _as_judged(source, found)
    words = frozenset(_WORD.findall(_prose(source.text, found.fences)))
    macros = macros_of(source, found)
    notation = notation_of(source)
    macros.defined |= notation.macros.defined
    out: list[Formula] = []
    pending = list[tuple[Row, tuple[int, ...]]]()  # the rows of adjacent displays

    def finish() -> None:
        for row, numbers in _across(pending):
            out.append(_formula(row, numbers, words))
        pending.clear()

    for k, fence in enumerate(found.fences):
        start, end = fence.inside
        between = source.text[found.fences[k - 1].whole[1] : fence.whole[0]] if pending else "-"
        if fence.kind != "display" or between.strip(" \n\t>.,;"):
            finish()
        try:
            said = plain(expanded(list(tokens(found.text, start, end)), macros))
            if fence.kind == "display":
                pending += [(row, (k,)) for row in rows(said)]
            elif fence.kind == "inline" and said:
                out.append(_formula(Row(tuple(said)), (k,), words, display=False))
        except Stop as stop:
            finish()
            if fence.kind != "definition":
                unread = Unread(stop.span, stop.got, stop.expected)
                out.append(Formula(fence.kind == "display", (start, end), unread, fences=(k,)))
        except Exception as error:
            pending.clear()
            unread = Unread((start, end), fault(error), "a formula")
            out.append(Formula(fence.kind == "display", (start, end), unread, fences=(k,)))
    finish()
    formulas, conventions = _as_meant(out, notation, source)
    return Note(source, found.fences, formulas, macros.guessed, disabled, found.passed_over, conventions)


def _as_judged(source: Source, found: Fences) -> Source:
    """A source without what is disabled, and with a complaint if a converter has left formulas that are none."""
    said = _converted(source, found)
    if said is not None and said not in source.complaint:
        source = replace(source, complaint="; ".join(filter(None, (source.complaint, said))))
    text = dialects.without(source.text, [span for span, _ in found.disabled]) if found.disabled else source.text
    return replace(source, text=text)


_MATHEMATICS = re.compile(r"[$=^]|\\[\[(]|\\begin\{")


def _converted(source: Source, found: Fences) -> str | None:
    """One line if a converter has left formulas that are none, else None."""
    if source.syntax != "markdown":
        return None
    dollars = (x.inside for x in found.fences if x.kind == "display" and source.text.startswith("$$", x.whole[0]))
    is_web = re.search(r"\\\\[(\[]", source.text) is not None  # Hugo and Jekyll want doubled backslashes
    is_doubly = not is_web and any(dialects.is_doubled(source.text[a:b]) for a, b in dollars)
    is_converted = is_doubly or dialects.converted_without_mathematics(source.text)
    return f"{dialects.CONVERTED} [{source.file}]" if is_converted else None


def _as_meant(
    formulas: list[Formula], notation: Notation, source: Source
) -> tuple[tuple[Formula, ...], tuple[Convention, ...]]:
    """The formulas in the notation that the author declares and by the conventions of the note, with these."""
    trees = [tree for x in formulas for tree in (x.tree, *x.comments) if not isinstance(tree, Unread)]
    if not notation.is_plain:
        trees = [notation.applied(tree) for tree in trees]
    trees, used = with_conventions(trees, source.text, notation.off)
    meant = iter(with_words_for_all(trees))

    def read(tree: Node | Unread) -> Node | Unread:
        return tree if isinstance(tree, Unread) else next(meant)

    out = tuple(replace(x, tree=read(x.tree), comments=tuple(map(read, x.comments))) for x in formulas)
    return out, tuple(Convention(rule.name, rule.text, source.place(offset).line) for rule, offset in used)


def _across(found: list[tuple[Row, tuple[int, ...]]]) -> list[tuple[Row, tuple[int, ...]]]:
    """Rows of adjacent displays; constraints in a separate display are joined with the problem before them."""
    out: list[tuple[Row, tuple[int, ...]]] = []
    for row, numbers in found:
        if out and out[-1][1] != numbers and row.tokens and is_subject_to(row.tokens[0]):
            before, earlier = out[-1]
            if len(together := joined([before, row])) == 1:
                out[-1] = (together[0], (*earlier, *numbers))
                continue
        out.append((row, numbers))
    return out


def _formula(row: Row, numbers: tuple[int, ...], words: frozenset[str], *, display: bool = True) -> Formula:
    """A row as a formula, or its first comment if it has nothing else; unread if the reader has a bug."""
    first, *more = [x for x in (row.tokens, *row.comments) if x]
    span = _span(first)
    try:
        tree, *comments = (parse(part, _span(part)[1], words) for part in (first, *more))
        return Formula(display, span, tree, tuple(comments), numbers)
    except Exception as error:
        return Formula(display, span, Unread(span, fault(error), "a formula"), fences=numbers)


def _span(found: tuple[Token, ...]) -> Span:
    return min(t.span[0] for t in found), max(t.span[1] for t in found)


def _prose(text: str, found: tuple[Fence, ...]) -> str:
    out, last = list[str](), 0
    for k, fence in enumerate(found):
        start, end = fence.whole
        out += [text[last:start], PLACEHOLDER.format(k) if fence.kind != "definition" else ""]
        last = end
    return "".join([*out, text[last:]])


# Scopes of a LaTeX note: theorems and similar environments, with their parts and proofs.
#
# The declarations of a theorem hold in the theorem and its proof, but not in the surrounding text. A theorem uses the
# declarations of the surrounding text. Environments for definitions and assumptions are not scopes.


_STATES = re.compile(
    r"theorem|thm|lemma|proposition|corollary|claim|conjecture|exercise|question|problem(?!s)|example|remark",
    re.IGNORECASE,
)
_PROVES = re.compile(r"proof|solution|answer", re.IGNORECASE)
_REMARK = re.compile(r"remark|example", re.IGNORECASE)
_SHORT = {  # names of environments, for chapters whose preamble is in another file
    "lem": "lemma", "prop": "proposition", "cor": "corollary", "conj": "conjecture", "rem": "remark", "rmk": "remark",
    "ex": "example", "exa": "example", "exm": "example", "exmp": "example", "exer": "exercise",
}  # fmt: skip
_ENVIRONMENT = re.compile(r"\\(?P<which>begin|end)\{(?P<name>[A-Za-z@]+)\*?\}")
_NEW_THEOREM = re.compile(
    r"\\(?:sp)?new(?:tcb)?theorem\*?\s*(?:\[[^\]]*\])?\s*\{(?P<name>[A-Za-z@]+)\}\s*(?:\[[^\]]*\])?"
    r"\s*\{(?P<title>[^{}]*)\}"
)


@dataclass(eq=False)
class Scope:
    """A part of a note; it uses earlier declarations of its parent, and those of the scopes that it follows."""

    start: int
    end: int
    parent: Scope | None = None
    follows: tuple[Scope, ...] = ()
    children: list[Scope] = field(default_factory=list)
    proves: bool = False
    is_remark: bool = False

    def seen(self) -> Iterator[Scope]:
        """The scope itself and the scopes whose declarations it uses."""
        yield self
        for scope in self.follows:
            yield from (x for x in scope.within() if not x.proves)
        if self.parent is not None:
            yield from self.parent.seen()

    def within(self) -> Iterator[Scope]:
        """The scope itself and all scopes inside it."""
        yield self
        for child in self.children:
            yield from child.within()


@dataclass(frozen=True)
class Scopes:
    """The scopes of a note; root: the note as a whole."""

    root: Scope
    starts: tuple[int, ...]  # where the innermost scope changes
    innermost: tuple[Scope, ...]

    def at(self, offset: int) -> Scope:
        """The innermost scope of an offset."""
        return self.innermost[bisect_right(self.starts, offset) - 1]

    @property
    def is_one(self) -> bool:
        """Whether the note is one scope."""
        return not self.root.children

    def outermost(self, scope: Scope) -> Scope:
        """The scope directly below the root that contains a scope; the root for the root itself."""
        while scope.parent is not None and scope.parent is not self.root:
            scope = scope.parent
        return scope


@once
def scopes(note: Note) -> Scopes:
    """The scopes of a note."""
    root = Scope(0, len(note.source.text))
    if note.source.syntax == "tex":
        _find(_text(note), root, note.source.text)
    return _flat(root)


def _text(note: Note) -> str:
    """The text with formulas and irrelevant parts blanked; offsets stay."""
    out = list(note.source.text)
    for fence in note.fences:
        start, end = fence.whole
        out[start:end] = ("⟦" if fence.kind != "definition" else " ") * (end - start)
    return dialects.blanked("".join(out), dialects.TEX_SILENT)


def _find(text: str, root: Scope, source: str) -> None:
    """Add the environments of a text to the root, and to each its parts."""
    titles = _SHORT | {m["name"]: m["title"] for m in _NEW_THEOREM.finditer(source)}
    opened: list[tuple[str, Scope]] = []
    last: Scope | None = None  # the theorem that closed last
    for match in _ENVIRONMENT.finditer(text):
        name = match["name"]
        title = f"{name} {titles.get(name, '')}"
        proves = _PROVES.search(title) is not None
        if not proves and _STATES.search(title) is None:
            continue
        if match["which"] == "begin":
            parent = opened[-1][1] if opened else root
            is_remark = _REMARK.search(title) is not None
            scope = Scope(match.start(), root.end, parent, proves=proves, is_remark=is_remark)
            if proves and last is not None and last.parent is parent:
                scope.follows = (last,)
            parent.children.append(scope)
            opened.append((name, scope))
        elif any(x == name for x, _ in opened):
            while opened:
                other, scope = opened.pop()
                scope.end = match.end()
                if other == name:
                    break
            last = scope if not scope.proves else last


def _flat(root: Scope) -> Scopes:
    """The innermost scopes in order."""
    starts, innermost = list[int](), list[Scope]()

    def walk(scope: Scope) -> None:
        starts.append(scope.start)
        innermost.append(scope)
        for child in scope.children:
            walk(child)
            starts.append(child.end)
            innermost.append(scope)

    walk(root)
    return Scopes(root, tuple(starts), tuple(innermost))


def cut(parts: tuple[Span, ...], scope: Scope) -> tuple[Span, ...]:
    """The sections of a note with a scope as a section of its own."""
    out: list[Span] = []
    for start, end in parts:
        inner = sorted({start, end, *(x for x in (scope.start, scope.end) if start < x < end)})
        out += pairwise(inner)
    return tuple(out)
