"""A note as a list of its formulas: every row of a display and every inline formula, with its place."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pcaproofs.notes.faults import fault
from pcaproofs.notes.formulas.conventions import Convention, with_conventions, with_words_for_all
from pcaproofs.notes.formulas.grammar import Unread, is_subject_to, parse
from pcaproofs.notes.formulas.notation import Notation, notation_of
from pcaproofs.notes.formulas.rows import Row, joined, rows
from pcaproofs.notes.formulas.surface import Node
from pcaproofs.notes.text.configured import macros_of_front_matter
from pcaproofs.notes.text.dialects import without
from pcaproofs.notes.text.doubled import CONVERTED, converted_without_mathematics, is_doubled
from pcaproofs.notes.text.fences import Fence, Fences, fences
from pcaproofs.notes.text.macros import DEFINITION, Guess, Macros, Stop, expanded
from pcaproofs.notes.text.packages import package_macros
from pcaproofs.notes.text.source import Place, Source, Span, read_source
from pcaproofs.notes.text.tokens import Token, plain_spaces, tokens
from pcaproofs.notes.text.typesetting import plain

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


_MACRO_BEFORE = re.compile(r"(?:\\[A-Za-z]+\*?\s*)?\{$")


def _unmatched(text: str) -> tuple[int, int]:
    """How many braces a text closes and does not open, and the other way round."""
    closed = depth = 0
    for brace in re.findall(r"\\.|[{}]", text, re.DOTALL):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        if depth < 0:
            closed, depth = closed + 1, 0
    return closed, depth


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
    def inline(self) -> tuple[Formula, ...]:
        """The formulas in sentences."""
        return tuple(x for x in self.formulas if not x.display)

    def latex(self, formula: Formula) -> str:
        r"""A formula as it is written, with the whole of a macro in whose argument it begins or ends: \mathbf{P}."""
        text = self.source.text
        start, end = formula.span
        while _unmatched(text[start:end])[0] and (macro := _MACRO_BEFORE.search(text[max(0, start - 40) : start])):
            start -= len(macro[0])
        if text[start:end].endswith(r"\end") and (name := re.compile(r"\{\w+\*?\}").match(text, end)):
            end = name.end()
        while _unmatched(text[start:end])[1] and text[end : end + 1] == "}":
            end += 1
        return text[start:end]

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

    @property
    def is_read(self) -> bool:
        """Whether no mathematics is passed over, and no converter has lost formulas."""
        return not self.passed_over and CONVERTED not in self.source.complaint

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
    macros = _macros_of(source, found)
    notation = notation_of(source)
    macros.defined |= notation.macros.defined
    out: list[Formula] = []
    pending = list[tuple[Row, tuple[int, ...]]]()  # the rows of adjacent displays

    def finish() -> None:
        for row, numbers in _across(pending, found.fences):
            out.append(_formula(row, numbers, words))
        pending.clear()

    for k, fence in enumerate(found.fences):
        start, end = fence.inside
        if not (
            pending
            and fence.kind == "display"
            and not source.text[found.fences[k - 1].whole[1] : fence.whole[0]].strip(" \n\t>.,;")
        ):
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
    text = without(source.text, [span for span, _ in found.disabled]) if found.disabled else source.text
    return replace(source, text=text)


def _macros_of(source: Source, found: Fences) -> Macros:
    """The macros that a note has at its beginning."""
    own = Macros({})
    _define("\n".join(found.own.definitions), own)
    fixed = own.defined | {macro.command: macro.macro() for macro in found.macros}
    macros = Macros({}, fixed=frozenset(fixed))
    for text in (
        package_macros([*source.preamble, source.text]),
        *source.preamble,
        macros_of_front_matter(source.text),
    ):
        _define(text, macros)
    macros.defined |= fixed
    return macros


_MATHEMATICS = re.compile(r"[$=^]|\\[\[(]|\\begin\{")


def _converted(source: Source, found: Fences) -> str | None:
    """One line if a converter has left formulas that are none, else None."""
    if source.syntax != "markdown":
        return None
    dollars = (x.inside for x in found.fences if x.kind == "display" and source.text.startswith("$$", x.whole[0]))
    is_web = re.search(r"\\\\[(\[]", source.text) is not None  # Hugo and Jekyll want doubled backslashes
    if converted_without_mathematics(source.text) or (
        not is_web and any(is_doubled(source.text[a:b]) for a, b in dollars)
    ):
        return f"{CONVERTED} [{source.file}]"
    return None


def _define(text: str, macros: Macros) -> None:
    """Add the macros that a LaTeX text defines; errors in this text are not faults of the note."""
    if not text:
        return
    found = fences(Source("", text, "tex"))
    for fence in found.fences:
        if fence.kind != "definition" and re.search(DEFINITION, text[slice(*fence.inside)]) is None:
            continue
        with suppress(Stop):
            expanded(list(tokens(found.text, *fence.inside)), macros)


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


def conventions_used(note: Note) -> tuple[Convention, ...]:
    """The conventions of notation by which formulas of a note are read, each with the line that shows it."""
    return note.conventions


def _across(
    found: list[tuple[Row, tuple[int, ...]]], all_fences: tuple[Fence, ...]
) -> list[tuple[Row, tuple[int, ...]]]:
    """Rows of adjacent displays; constraints in a separate display are joined with the problem before them."""
    out: list[tuple[Row, tuple[int, ...]]] = []
    for row, numbers in found:
        if out and out[-1][1] != numbers and row.tokens and _is_constraint(row.tokens):
            before, earlier = out[-1]
            if len(together := joined([before, row])) == 1:
                out[-1] = (together[0], (*earlier, *numbers))
                continue
        out.append((row, numbers))
    return out


def _is_constraint(found: tuple[Token, ...]) -> bool:
    return is_subject_to(found[0])


def _formula(row: Row, numbers: tuple[int, ...], words: frozenset[str], *, display: bool = True) -> Formula:
    """A row as a formula, unread if the reader has a bug."""
    try:
        return _read_row(row, numbers, words, display=display)
    except Exception as error:
        span = _span(row.tokens or row.comments[0])
        return Formula(display, span, Unread(span, fault(error), "a formula"), fences=numbers)


def _read_row(row: Row, numbers: tuple[int, ...], words: frozenset[str], *, display: bool) -> Formula:
    if not row.tokens:
        comment = row.comments[0]
        row = Row(comment, row.comments[1:])
    span = _span(row.tokens)
    comments = tuple(parse(comment, _span(comment)[1], words) for comment in row.comments)
    return Formula(display, span, parse(row.tokens, span[1], words), comments, numbers)


def _span(found: tuple[Token, ...]) -> Span:
    return min(t.span[0] for t in found), max(t.span[1] for t in found)


def _prose(text: str, found: tuple[Fence, ...]) -> str:
    out, last = list[str](), 0
    for k, fence in enumerate(found):
        start, end = fence.whole
        out += [text[last:start], PLACEHOLDER.format(k) if fence.kind != "definition" else ""]
        last = end
    return "".join([*out, text[last:]])
