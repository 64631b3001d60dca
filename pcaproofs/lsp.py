"""A language server: the verdicts of a note as diagnostics, proofs on hover, repairs as code actions.

`pcaproofs lsp` speaks the Language Server Protocol over standard input and output. It uses pygls, which the extra
pcaproofs[lsp] installs. A note is checked when it is opened, and after each pause in typing.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from pcaproofs.notes.checking import check_note, scope_beside
from pcaproofs.notes.formulas.blocks import Note, read
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.scope.scope_file import WrongScope
from pcaproofs.notes.text.command_spans import whole_commands
from pcaproofs.notes.text.source import MARKDOWN, TEX, NoNote, Source

PAUSE = 0.4  # seconds without a change after which a note is checked
SEVERITIES = {
    "refuted": lsp.DiagnosticSeverity.Error,
    "ill-typed": lsp.DiagnosticSeverity.Error,
    "needs": lsp.DiagnosticSeverity.Warning,
    "undecided": lsp.DiagnosticSeverity.Information,
    "unsupported": lsp.DiagnosticSeverity.Hint,
    "unread": lsp.DiagnosticSeverity.Hint,
}


@dataclass(frozen=True)
class Checked:
    """A note as it was when it was checked."""

    note: Note
    verdicts: tuple[RowVerdict, ...]

    def position(self, offset: int) -> lsp.Position:
        """Line and character of an offset, both counted from 0; the protocol counts UTF-16 code units."""
        before = self.note.source.text[:offset]
        ends = before.count("\n")
        start = before.rfind("\n") + 1
        if "\r" in before:  # a line may also end with \r alone
            ends += before.count("\r") - before.count("\r\n")
            start = max(start, before.rfind("\r") + 1)
        return lsp.Position(ends, len(before[start:].encode("utf-16-le")) // 2)

    def range(self, span: tuple[int, int]) -> lsp.Range:
        """A span as a range."""
        start, end = whole_commands(self.note.source.text, span)
        return lsp.Range(self.position(start), self.position(end))

    def at(self, where: lsp.Range) -> list[RowVerdict]:
        """The verdicts of the formulas that a range touches."""

        def touches(found: lsp.Range) -> bool:
            return not (_before(found.end, where.start) or _before(where.end, found.start))

        return [v for v in self.verdicts if touches(self.range(v.formula.span))]


def _before(one: lsp.Position, other: lsp.Position) -> bool:
    return (one.line, one.character) < (other.line, other.character)


def checked(uri: str, text: str, language: str = "") -> Checked:
    """Checks the text of a note in an editor. Raises WrongScope, NoNote or OSError if its scope file is wrong.

    language: the editor's name for the language; it decides where the name of the file does not.
    """
    path = Path(to_fs_path(uri) or uri)
    is_tex = path.suffix.lower() in TEX or (language in ("latex", "tex") and path.suffix.lower() not in MARKDOWN)
    note = read(Source(path.name, text, "tex" if is_tex else "markdown"))
    return Checked(note, check_note(note, scope_beside(path))[1])


def is_notebook_file(uri: str) -> bool:
    """Whether a document is the JSON of a notebook, in which no formula stands as it is written."""
    return uri.startswith("file:") and uri.lower().endswith(".ipynb")


def diagnostics(found: Checked) -> list[lsp.Diagnostic]:
    """Diagnostics for rows that are not proved, and for inline formulas that are false or need a hypothesis."""
    return [
        lsp.Diagnostic(
            range=found.range(v.formula.span),
            message=f"{v.verdict}: {v.reason}" if v.reason else v.verdict,
            severity=SEVERITIES[v.verdict],
            code=v.verdict,
            source="pcaproofs",
        )
        for v in found.verdicts
        if v.verdict in SEVERITIES and (v.formula.display or v.verdict in ("refuted", "ill-typed", "needs"))
    ]


def hover(found: Checked, position: lsp.Position) -> lsp.Hover | None:
    """The verdict of the formula at a position, the reason, and how the formula was read."""
    for v in found.at(lsp.Range(position, position)):
        lines = [f"**{v.verdict}** {v.reason}", *(f"    {line}" for line in v.reading)]
        value = "\n\n".join([lines[0], "\n".join(lines[1:])]).strip()
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, value), found.range(v.formula.span))
    return None


def actions(uri: str, found: Checked, where: lsp.Range, language: str = "") -> list[lsp.CodeAction]:
    """Repairs of refuted formulas; a repair is offered only if it makes its row provable."""
    made = []
    for v in found.at(where):
        if v.edit is None:
            continue
        (start, end), written = v.edit
        text = found.note.source.text
        again = checked(uri, text[:start] + written + text[end:], language)
        if again.verdicts[found.verdicts.index(v)].verdict == "proved":
            edit = lsp.TextEdit(found.range((start, end)), written)
            title = f"Write {written} in place of {text[start:end]}, with which it is proved"
            changes = lsp.WorkspaceEdit(changes={uri: [edit]})
            made.append(lsp.CodeAction(title, kind=lsp.CodeActionKind.QuickFix, edit=changes))
    return made


def server() -> LanguageServer:
    """The server, ready to start."""
    made = LanguageServer("pcaproofs", version("pcaproofs"), text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
    known: dict[str, Checked] = {}
    newest: dict[str, int | None] = {}

    async def look(uri: str, version: int | None) -> None:
        newest[uri] = version
        await asyncio.sleep(PAUSE)
        if newest.get(uri) != version:
            return
        document = made.workspace.get_text_document(uri)
        if is_notebook_file(uri):
            return
        try:
            found = await asyncio.to_thread(checked, uri, document.source, document.language_id or "")
        except (WrongScope, NoNote, OSError) as error:
            made.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, f"pcaproofs: {error}"))
            return
        if newest.get(uri) == version:
            known[uri] = found
            made.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics(found), version))

    @made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        await look(params.text_document.uri, params.text_document.version)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        known.pop(params.text_document.uri, None)  # its positions belong to the old text
        await look(params.text_document.uri, params.text_document.version)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        known.pop(uri, None)
        newest.pop(uri, None)
        made.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    @made.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        found = known.get(params.text_document.uri)
        return hover(found, params.position) if found else None

    @made.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]))
    def offered(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        found = known.get(params.text_document.uri)
        language = made.workspace.get_text_document(params.text_document.uri).language_id or ""
        return actions(params.text_document.uri, found, params.range, language) if found else []

    return made
