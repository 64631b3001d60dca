"""The language server `pcaproofs lsp`, which speaks the Language Server Protocol over standard input and output.

It uses pygls, which the extra pcaproofs[lsp] installs. A note is checked when it is opened, and after each pause in
typing. A check ends early when its text changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from pcaproofs.lsp.documents import (
    Checked,
    Superseded,
    actions,
    checked,
    checked_cells,
    diagnostics,
    hover,
    is_notebook_file,
    lenses,
    letters,
    symbols,
)
from pcaproofs.notes.options import WrongOption
from pcaproofs.notes.scope.scope_file import WrongScope
from pcaproofs.notes.text.source import NoNote

PAUSE = 0.4  # seconds without a change after which a note is checked
_NOTEBOOKS = lsp.NotebookDocumentSyncOptions(
    notebook_selector=[
        lsp.NotebookDocumentFilterWithNotebook(
            notebook="jupyter-notebook", cells=[lsp.NotebookCellLanguage(language="markdown")]
        )
    ]
)


_Check = Callable[[Callable[[], bool]], Checked]


class _Protocol(LanguageServerProtocol):
    """The protocol of pygls, which also answers a request whose parameters are wrong: the client waits for it."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise


class _Notes:
    """The notes that are open, and their verdicts.

    known: what was found, by the URIs of documents, for the texts as they are. last: the same, for the last texts that
    were checked. newest: for each note the last request to check it. pending: for each document, the end of its check.
    """

    def __init__(self, server: LanguageServer):
        self.server = server
        self.known: dict[str, Checked] = {}  # by the URIs of documents
        self.last: dict[str, Checked] = {}
        self.newest: dict[str, object] = {}
        self.pending: dict[str, asyncio.Event] = {}

    async def look(self, uri: str, check: _Check, version: int | None = None, documents: Sequence[str] = ()) -> None:
        """Check a note after a pause, and publish its diagnostics. documents: the cells of a notebook."""
        done = asyncio.Event()
        for document in documents or [uri]:
            self.known.pop(document, None)  # its positions belong to the old text
            self.pending[document] = done
        try:
            await self._look(uri, check, version)
        finally:
            done.set()
            for document in documents or [uri]:
                if self.pending.get(document) is done:
                    del self.pending[document]

    async def checked(self, document: str) -> Checked | None:
        """What is found in a document as it is, when its check has ended; None if it could not be checked."""
        while document in self.pending:
            await self.pending[document].wait()
        return self.known.get(document)

    async def _look(self, uri: str, check: _Check, version: int | None) -> None:
        this = self.newest[uri] = object()
        await asyncio.sleep(PAUSE)
        try:
            found = await asyncio.to_thread(check, lambda: self.newest.get(uri) is this)
            told = diagnostics(found)
        except Superseded:
            return
        except (WrongScope, WrongOption, NoNote, OSError) as error:
            self.server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, f"pcaproofs: {error}"))
            self.publish(uri, [], version)
            return
        except Exception as error:  # a bug of the reader; the server goes on
            self.publish(uri, [_internal(error)], version)
            return
        if self.newest.get(uri) is this:
            for document, listed in told.items():
                self.known[document] = self.last[document] = found
                self.publish(document, listed, version)

    def publish(self, uri: str, found: list[lsp.Diagnostic], version: int | None = None) -> None:
        """Send the diagnostics of a document."""
        self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))

    def forget(self, uri: str, documents: list[str]) -> None:
        """Close a note with its documents."""
        self.newest.pop(uri, None)
        for document in documents:
            self.known.pop(document, None)
            self.last.pop(document, None)
            self.publish(document, [])

    @property
    def encoding(self) -> str:
        """The encoding in whose units the editor counts characters: utf-16 if it has not asked for another one."""
        found = self.server.workspace.position_encoding or "utf-16"
        return str(getattr(found, "value", found))

    async def text(self, uri: str, version: int | None) -> None:
        """Check a document that is a note."""
        if is_notebook_file(uri):
            return
        workspace = self.server.workspace
        document = workspace.get_text_document(uri)
        text, language = document.source, document.language_id or ""
        await self.look(uri, lambda wanted: checked(uri, text, language, self.encoding, wanted), version)

    async def notebook(self, uri: str) -> None:
        """Check a notebook."""
        workspace = self.server.workspace
        found = workspace.get_notebook_document(notebook_uri=uri)
        cells = [
            (k, cell.document, workspace.get_text_document(cell.document).source)
            for k, cell in enumerate(found.cells if found is not None else (), 1)
            if cell.kind == lsp.NotebookCellKind.Markup
        ]
        documents = [document for _, document, _ in cells]
        await self.look(uri, lambda wanted: checked_cells(uri, cells, self.encoding, wanted), documents=documents)


def _internal(error: Exception) -> lsp.Diagnostic:
    """An error of ours as a diagnostic at the beginning of a note."""
    start = lsp.Position(0, 0)
    said = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return lsp.Diagnostic(
        range=lsp.Range(start, start),
        message=f"the note is not checked, because of a bug of pcaproofs: {said}",
        severity=lsp.DiagnosticSeverity.Warning,
        code="internal",
        source="pcaproofs",
    )


def _serve_notebooks(made: LanguageServer, notes: _Notes) -> None:
    @made.feature(lsp.NOTEBOOK_DOCUMENT_DID_OPEN)
    async def notebook_opened(params: lsp.DidOpenNotebookDocumentParams) -> None:
        await notes.notebook(params.notebook_document.uri)

    @made.feature(lsp.NOTEBOOK_DOCUMENT_DID_CHANGE)
    async def notebook_changed(params: lsp.DidChangeNotebookDocumentParams) -> None:
        structure = params.change.cells.structure if params.change.cells is not None else None
        for document in (structure.did_close if structure is not None else None) or ():
            notes.forget(document.uri, [document.uri])
        await notes.notebook(params.notebook_document.uri)

    @made.feature(lsp.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def notebook_closed(params: lsp.DidCloseNotebookDocumentParams) -> None:
        notes.forget(params.notebook_document.uri, [x.uri for x in params.cell_text_documents])


def _serve_outlines(made: LanguageServer, notes: _Notes) -> None:
    """Symbols and lenses, which wait for the check, and letters, which do not."""

    @made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def listed(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        uri = params.text_document.uri
        return symbols(uri, found) if (found := await notes.checked(uri)) else []

    @made.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    async def shown(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        uri = params.text_document.uri
        return lenses(uri, found) if (found := await notes.checked(uri)) else []

    @made.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["\\"]))
    def completed(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        uri = params.text_document.uri
        if (found := notes.last.get(uri)) is None:
            return []
        return letters(uri, found, made.workspace.get_text_document(uri).source, params.position)


def server() -> LanguageServer:
    """The server, ready to start."""
    made = LanguageServer(
        "pcaproofs",
        version("pcaproofs"),
        text_document_sync_kind=lsp.TextDocumentSyncKind.Full,
        notebook_document_sync=_NOTEBOOKS,
        protocol_cls=_Protocol,
    )
    notes = _Notes(made)
    _serve_notebooks(made, notes)
    _serve_outlines(made, notes)

    @made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        await notes.text(params.text_document.uri, params.text_document.version)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        await notes.text(params.text_document.uri, params.text_document.version)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        notes.forget(params.text_document.uri, [params.text_document.uri])

    @made.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        uri = params.text_document.uri
        return hover(uri, found, params.position) if (found := notes.known.get(uri)) else None

    @made.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]))
    async def offered(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri, where = params.text_document.uri, params.range
        if (found := notes.known.get(uri)) is None:
            return []
        asked = [uri]

        def is_wanted() -> bool:
            return bool(asked) and notes.known.get(uri) is found

        try:
            return await asyncio.to_thread(actions, uri, found, where, is_wanted)
        except (Superseded, WrongScope, WrongOption, NoNote, OSError):
            return []
        finally:
            asked.clear()  # the request may have been cancelled

    return made
