"""The note that an editor has open: its verdicts as diagnostics, hovers and code actions, at the editor's positions.

A notebook is one note, and each of its Markdown cells is a document of the editor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from threading import Lock

from lsprotocol import types as lsp
from pygls.uris import to_fs_path

from pcaproofs.notes.checking import scope_beside, table_of
from pcaproofs.notes.findings import Report, report
from pcaproofs.notes.formulas.blocks import Note, read
from pcaproofs.notes.judging.scoped import ScopedJudge
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.options import Options, options_for
from pcaproofs.notes.readings import WrongReading, with_reading
from pcaproofs.notes.searching import stored_in
from pcaproofs.notes.stored import store_of
from pcaproofs.notes.text.macro_files import configured, preamble
from pcaproofs.notes.text.source import LARGEST, MARKDOWN, TEX, NoNote, Source, cells_together, plain_ends, text_beside
from pcaproofs.notes.text.tokens import whole_commands

SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "undecided": lsp.DiagnosticSeverity.Information,
    "unsupported": lsp.DiagnosticSeverity.Hint,
    "unread": lsp.DiagnosticSeverity.Hint,
}
KEPT = 16  # notes whose verdicts are cached: those that are open, and their repairs
_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Superseded(Exception):  # noqa: N818
    """A check that is not needed any more, because the text has changed."""


@dataclass(frozen=True)
class Checked:
    """A note as it was when it was checked. cells: the URIs of the cells of a notebook by their numbers."""

    uri: str
    path: Path
    note: Note
    verdicts: tuple[RowVerdict, ...]
    encoding: str = "utf-16"  # in whose units the editor counts characters
    cells: Mapping[int, str] | None = None
    options: Options = field(default_factory=Options)

    @cached_property
    def report(self) -> Report:
        """What is found, under the options of its author. Raises WrongOption or OSError for a wrong baseline."""
        return report(self.note, self.verdicts, self.options, self.path)

    def document(self, offset: int) -> str:
        """The URI of the document that contains an offset."""
        number = self.note.source.place(offset).cell
        return self.uri if self.cells is None or number is None else self.cells[number]

    def position(self, offset: int) -> lsp.Position:
        """Line and character of an offset in its document, both counted from 0, in the units of the editor."""
        place = self.note.source.place(offset)
        codec, size = _UNITS[self.encoding]
        before = self.note.source.text[offset - place.column + 1 : offset]
        return lsp.Position(place.line - 1, len(before.encode(codec, "surrogatepass")) // size)

    def range(self, span: tuple[int, int]) -> lsp.Range:
        """A span as a range."""
        start, end = whole_commands(self.note.source.text, span)
        return lsp.Range(self.position(start), self.position(end))

    def at(self, uri: str, where: lsp.Range) -> list[RowVerdict]:
        """The verdicts of the formulas that a range of a document touches."""

        def touches(found: lsp.Range) -> bool:
            return not (_before(found.end, where.start) or _before(where.end, found.start))

        return [
            v for v in self.verdicts if self.document(v.formula.span[0]) == uri and touches(self.range(v.formula.span))
        ]

    def with_change(self, span: tuple[int, int], written: str, is_wanted: Callable[[], bool]) -> Checked:
        """The note with another text in a span. Raises as `checked`."""
        start, end = span
        source = self.note.source
        longer = len(written) - (end - start)
        cells = tuple((offset + longer if offset >= end else offset, number) for offset, number in source.cells)
        text = source.as_written[:start] + written + source.as_written[end:]
        return _checked(self, replace(source, text=text, written="", cells=cells), is_wanted)


def _before(one: lsp.Position, other: lsp.Position) -> bool:
    return (one.line, one.character) < (other.line, other.character)


def _always() -> bool:
    return True


def checked(
    uri: str, text: str, language: str = "", encoding: str = "utf-16", is_wanted: Callable[[], bool] = _always
) -> Checked:
    """Checks the text of a note in an editor.

    language: the editor's name for the language; it decides where the name of the file does not. is_wanted: asked
    before each row. Raises WrongScope, WrongOption, NoNote or OSError if the text is too long or a file beside it is
    wrong, and Superseded if the check is not wanted any more.
    """
    path = Path(to_fs_path(uri) or uri)
    suffix = path.suffix.lower()
    is_tex = suffix in TEX or (language in ("latex", "tex") and suffix not in MARKDOWN)
    source = Source(path.name, plain_ends(text), "tex" if is_tex else "markdown")
    if is_tex and uri.startswith("file:"):
        source = replace(source, preamble=preamble(path, source.text))
    elif uri.startswith("file:"):
        beside, brought = configured(path, source.text)
        source = replace(source, beside=beside, preamble=brought)
    return _checked(Checked(uri, path, Note(source, (), ()), (), encoding), source, is_wanted)


def checked_cells(
    uri: str, cells: Iterable[tuple[int, str, str]], encoding: str = "utf-16", is_wanted: Callable[[], bool] = _always
) -> Checked:
    """Checks a notebook. cells: number, URI and text of each Markdown cell. Raises as `checked`."""
    path = Path(to_fs_path(uri) or uri)
    listed = list(cells)
    source = cells_together(((number, text) for number, _, text in listed), path.name)
    empty = Checked(uri, path, Note(source, (), ()), (), encoding, {number: cell for number, cell, _ in listed})
    return _checked(empty, source, is_wanted)


_one_at_a_time = Lock()
_opened: set[Path] = set()  # files that were checked before; only the first check takes what earlier runs stored
_kept: dict[tuple[object, ...], tuple[Note, tuple[RowVerdict, ...]]] = {}


def _checked(found: Checked, source: Source, is_wanted: Callable[[], bool]) -> Checked:
    """A note with another source. The caches of the reader and of the prover are not made for several threads."""
    if len(source.text) > LARGEST:
        raise NoNote(f"got {len(source.text)} characters, but should be at most {LARGEST}")
    with _one_at_a_time:
        facts = scope_beside(found.path, source)
        source = replace(source, scope=text_beside(found.path))
        at = (source, repr(facts))
        if at not in _kept:
            if not is_wanted():
                raise Superseded
            note = read(source)
            judge = ScopedJudge(note, table_of(note, facts))
            verdicts = []
            is_first = found.uri.startswith("file:") and found.path not in _opened
            with stored_in(store_of(found.path) if is_first else None):
                for k in range(len(note.formulas)):
                    if not is_wanted():
                        raise Superseded
                    verdicts.append(judge.row(k))
            _opened.add(found.path)
            if len(_kept) >= KEPT:
                del _kept[next(iter(_kept))]
            _kept[at] = note, tuple(verdicts)
        note, known = _kept[at]
    options = options_for(found.path) if found.uri.startswith("file:") else Options()
    with suppress(WrongReading):  # a text that is being written soon differs from the one that was read
        known = with_reading(note, known, options, found.path)
    return replace(found, note=note, verdicts=() if options.excludes(found.path) else known, options=options)


def is_notebook_file(uri: str) -> bool:
    """Whether a document is the JSON of a notebook, in which no formula stands as it is written."""
    return uri.startswith("file:") and uri.lower().endswith(".ipynb")


def diagnostics(found: Checked) -> dict[str, list[lsp.Diagnostic]]:
    """For each document what is listed of it, and its rows that are not judged. Raises WrongOption, OSError."""
    out: dict[str, list[lsp.Diagnostic]] = {uri: [] for uri in (found.cells or {0: found.uri}).values()}
    listed, selects = found.report.listed, found.options.select is not None
    for x in found.report.kept:
        is_open = not selects and x.row is not None and x.row.formula.display and x.word in SEVERITIES
        if x not in listed and not is_open:
            continue
        what = x.row.verdict if x.row is not None else ""
        told = lsp.Diagnostic(
            range=found.range(x.span),
            message=": ".join(part for part in (what, x.said) if part),
            severity=SEVERITIES.get(x.word, lsp.DiagnosticSeverity.Information),
            code=x.rule.code,
            code_description=lsp.CodeDescription(x.rule.address) if x.rule.address is not None else None,
            source="pcaproofs",
        )
        out[found.document(x.span[0])].append(told)
    return out


def hover(uri: str, found: Checked, position: lsp.Position) -> lsp.Hover | None:
    """The verdict of the formula at a position of a document, the reason, and how the formula was read."""
    for v in found.at(uri, lsp.Range(position, position)):
        lines = [f"**{v.verdict}** {v.said(found.note)}", *(f"    {line}" for line in v.reading)]
        value = "\n\n".join([lines[0], "\n".join(lines[1:])]).strip()
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, value), found.range(v.formula.span))
    return None


def actions(
    uri: str, found: Checked, where: lsp.Range, is_wanted: Callable[[], bool] = _always
) -> list[lsp.CodeAction]:
    """Repairs of refuted formulas; a repair is offered only if it makes its row provable. Raises as `checked`."""
    made = []
    for v in found.at(uri, where):
        if v.edit is None:
            continue
        (start, end), written = v.edit
        again = found.with_change((start, end), written, is_wanted)
        k = found.verdicts.index(v)
        if k < len(again.verdicts) and again.verdicts[k].verdict == "proved":
            edit = lsp.TextEdit(found.range((start, end)), written)
            title = f"Write {written} in place of {found.note.source.text[start:end]}, with which it is proved"
            changes = lsp.WorkspaceEdit(changes={uri: [edit]})
            made.append(lsp.CodeAction(title, kind=lsp.CodeActionKind.QuickFix, edit=changes))
    return made
