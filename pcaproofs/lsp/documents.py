"""The note that an editor has open: verdicts, symbols, lenses, letters and repairs, at the editor's positions.

A notebook is one note, and each of its Markdown cells is a document of the editor.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from threading import Lock

from lsprotocol import types as lsp
from pygls.uris import to_fs_path

from pcaproofs.notes.checking import by_parts, scope_beside, table_of
from pcaproofs.notes.findings import Report, report, shown_formula
from pcaproofs.notes.formulas.blocks import Note, read
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.spelling import is_identity, is_ones, is_zero, key
from pcaproofs.notes.formulas.surface import Name, nodes
from pcaproofs.notes.judging.scoped import ScopedJudge
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.options import Options, options_for
from pcaproofs.notes.prose.sentences import without_code
from pcaproofs.notes.readings import WrongReading, with_reading
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.searching import stored_in
from pcaproofs.notes.stored import store_of
from pcaproofs.notes.text.definitions import DISPLAYED
from pcaproofs.notes.text.dialects import HEADING, TEX_HEADING
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
LONGEST = 120  # characters of a lens
SILENT = ("definition", "condition", "problem")  # verdicts of rows that assert nothing
_TITLE = re.compile(r"\A(?:#+|\\[a-z]+\*?\{)\s*")
_BEGUN = re.compile(r"\\?[A-Za-z]*\Z")  # what is written of a letter
_ENVIRONMENT = rf"(?:{'|'.join(DISPLAYED)})\*?"
_FENCES = re.compile(
    rf"\\[\\$]|\$\$?|\\[\[\]()]|\\(?:begin|end)\{{{_ENVIRONMENT}\}}|\n[ \t]*\n|^```(?:\{{?math\}}?)?",
    re.MULTILINE,
)
_CODE = re.compile(r"^```(?!\{?math)[^\n]*\n.*?^```[ \t]*$|(?<!`)`[^`\n]+`(?!`)", re.MULTILINE | re.DOTALL)
_CLOSES = {"$": "$", "$$": "$$", "\\[": "\\]", "\\(": "\\)", "```{math}": "```", "```math": "```"}
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
    table: Table | None = None

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
_kept: dict[tuple[object, ...], tuple[Table, tuple[RowVerdict, ...]]] = {}


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
            table = table_of(note, facts)
            judge = ScopedJudge(note, table)
            verdicts = []
            is_first = found.uri.startswith("file:") and found.path not in _opened
            with stored_in(store_of(found.path) if is_first else None):
                for k in range(len(note.formulas)):
                    if not is_wanted():
                        raise Superseded
                    verdicts.append(judge.row(k))
                found_in_all = by_parts(note, table, tuple(verdicts))
            _opened.add(found.path)
            if len(_kept) >= KEPT:
                del _kept[next(iter(_kept))]
            _kept[at] = table, found_in_all
        table, known = _kept[at]
        note = table.note
    options = options_for(found.path) if found.uri.startswith("file:") else Options()
    with suppress(WrongReading):  # a text that is being written soon differs from the one that was read
        known = with_reading(note, known, options, found.path)
    return replace(
        found, note=note, verdicts=() if options.excludes(found.path) else known, options=options, table=table
    )


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


def lenses(uri: str, found: Checked) -> list[lsp.CodeLens]:
    """Above each display of a document, what each of its rows is and rests on: proved using ‖w‖² = 1 (line 3)."""
    made = []
    for v in found.verdicts:
        if v.formula.display and found.document(v.formula.span[0]) == uri and v.verdict not in SILENT:
            said = v.said(found.note).removeprefix("all dimensions").removeprefix("; ").replace("$", "")
            joint = "" if not said else " " if said.startswith("using") else ": "
            title = f"{v.verdict}{joint}{said}"
            shown = title if len(title) <= LONGEST else f"{title[: LONGEST - 1]}…"
            made.append(lsp.CodeLens(found.range(v.formula.span), command=lsp.Command(shown, "")))
    return made


def symbols(uri: str, found: Checked) -> list[lsp.DocumentSymbol]:
    """The headings of a document, and below each its rows with their verdicts."""
    note = found.note
    out: list[lsp.DocumentSymbol] = []
    pattern = TEX_HEADING if note.source.syntax == "tex" else HEADING
    heads = [m for m in pattern.finditer(without_code(note)) if found.document(m.start()) == uri]
    rows = [v for v in found.verdicts if v.formula.display and found.document(v.formula.span[0]) == uri]
    for head, after in zip([None, *heads], [*heads, None], strict=True):
        start = 0 if head is None else head.start()
        end = len(note.source.text) if after is None else after.start()
        inside = [_row_symbol(found, v) for v in rows if start <= v.formula.span[0] < end]
        if head is None:
            out += inside
            continue
        line = head[0].strip().split("\n")[0]
        name = _TITLE.sub("", line).strip().removesuffix("}") or line
        last = inside[-1].range.end if inside else found.position(head.end())
        whole = lsp.Range(found.position(start), last)
        chosen = found.range((start, head.end()))
        out.append(lsp.DocumentSymbol(name, lsp.SymbolKind.Namespace, whole, chosen, children=inside))
    return out


def _row_symbol(found: Checked, v: RowVerdict) -> lsp.DocumentSymbol:
    where = found.range(v.formula.span)
    name = shown_formula(found.note, v) or v.verdict
    return lsp.DocumentSymbol(name, lsp.SymbolKind.Property, where, where, detail=v.verdict)


def letters(uri: str, found: Checked, text: str, position: lsp.Position) -> list[lsp.CompletionItem]:
    """The letters of a note with what they are, at a position in mathematics of a text that may be newer than the note.

    A letter means what it means where the note used it last before the position.
    """
    before = _before_position(text, position, found.encoding)
    if found.table is None or not _is_open(before):
        return []
    begun = _BEGUN.search(before)
    size = len((begun[0] if begun else "").encode(_UNITS[found.encoding][0])) // _UNITS[found.encoding][1]
    where = lsp.Range(lsp.Position(position.line, position.character - size), position)
    uses: dict[str, Name] = {}
    for tree in found.table.trees:
        for node in nodes(tree):
            if not isinstance(node, Name) or node.font == "blackboard":
                continue
            if is_ones(node) or is_zero(node) or is_identity(node):
                continue
            is_before = found.document(node.span[0]) == uri and not _before(position, found.position(node.span[0]))
            if is_before or key(node) not in uses:
                uses[key(node)] = node
    made = []
    for letter, name in sorted(uses.items()):
        symbol = found.table.at(name, name.span[0])
        written = latex(name)
        item = lsp.CompletionItem(written, kind=lsp.CompletionItemKind.Variable, detail=symbol.what())
        item.documentation = f"{letter}: {symbol.why(found.note)}"
        item.filter_text, item.text_edit = written, lsp.TextEdit(where, written)
        made.append(item)
    return made


def _before_position(text: str, position: lsp.Position, encoding: str) -> str:
    """A text up to a position."""
    lines = text.splitlines(keepends=True)
    codec, size = _UNITS[encoding]
    line = lines[position.line] if position.line < len(lines) else ""
    here = line.encode(codec, "surrogatepass")[: position.character * size].decode(codec, "ignore")
    return "".join(lines[: position.line]) + here


def _is_open(before: str) -> bool:
    """Whether mathematics is open at the end of a text: a dollar, bracket or environment that does not close."""
    closes = ""
    for match in _FENCES.finditer(_CODE.sub("", before)):
        what = match[0]
        if closes:
            closes = "" if what == closes or (closes == "$" and what.startswith("\n")) else closes
        elif what in _CLOSES:
            closes = _CLOSES[what]
        elif what.startswith("\\begin"):
            closes = what.replace("begin", "end")
    return bool(closes)
