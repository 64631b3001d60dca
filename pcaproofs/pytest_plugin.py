"""Runs claims and rows of lecture notes as tests: centering.idempotent[kernel], 58:3[row].

The configuration of pytest names the files:

- pcaproofs_claims = ["claims/*.py"]: files of claims. Each claim has one test for each layer.
- pcaproofs_documents = ["derivations/*.md"]: documents. Each is one test, such as affine[document].
- pcaproofs_notes = ["notes/*.md"]: lecture notes. Each row of a display is one test. It fails if the row is refuted or
  ill-typed, and is skipped if the row is not judged.
- pcaproofs_title: the title of reports.

The results of searches for notes are kept in pytest's cache: --cache-clear removes them.

Each layer is a marker: `pytest -m kernel` runs one layer. Heavy modules are imported when a file is collected.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pytest

from pcaproofs.files import other_copy
from pcaproofs.verify.layer_registry import LAYERS

if TYPE_CHECKING:
    from pathlib import Path

    from pcaproofs.notes.judging.verdicts import RowVerdict
    from pcaproofs.verify.claim import Claim

OPTIONS = ("pcaproofs_claims", "pcaproofs_documents")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options that name the files of claims, the documents about them, and the title of reports."""
    parser.addini("pcaproofs_claims", "globs of the files whose claims are checked", type="args", default=[])
    parser.addini("pcaproofs_documents", "globs of the documents about the claims", type="args", default=[])
    parser.addini("pcaproofs_notes", "globs of the lecture notes whose rows are checked", type="args", default=[])
    parser.addini("pcaproofs_title", "the title of reports about the claims", type="string", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Registers the markers: claim, document, row, and one for each layer."""
    config.addinivalue_line("markers", "claim: a layer of a claim")
    config.addinivalue_line("markers", "document: a document about claims")
    config.addinivalue_line("markers", "row: a row of a display in lecture notes")
    for layer in LAYERS:
        config.addinivalue_line("markers", f"{layer}: the {layer} layer of a claim")


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Says if another copy of pcaproofs runs than that of the folder."""
    if said := other_copy(config.rootpath):
        terminalreporter.write_line(f"pcaproofs: {said}")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collects the files that the options name."""
    if file_path.name != "__init__.py":
        for suffix, option, kind in (
            (".py", "pcaproofs_claims", ClaimFile),
            (".md", "pcaproofs_documents", DocumentFile),
        ):
            if file_path.suffix == suffix and any(file_path.match(glob) for glob in parent.config.getini(option)):
                return kind.from_parent(parent, path=file_path)
        if any(file_path.match(glob) for glob in parent.config.getini("pcaproofs_notes")):
            return NoteFile.from_parent(parent, path=file_path)
    return None


class ClaimFile(pytest.File):
    """A file of claims."""

    def collect(self) -> Iterator[pytest.Item]:
        from pcaproofs.verify.claim import ClaimError
        from pcaproofs.verify.discovery import claims_in_file

        try:
            claims = claims_in_file(self.path)
        except ClaimError as error:
            raise self.CollectError(str(error)) from None
        for claim in claims:
            for layer in LAYERS:
                yield ClaimItem.from_parent(self, name=f"{claim.id}[{layer}]", claim=claim, layer=layer)


class ClaimFailure(Exception):  # noqa: N818
    """A layer of a claim failed, or a document breaks a rule; the message is one line for each fault."""


class _Item(pytest.Item):
    """A test whose failure is one line; its name has the claim or the row."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Shows a failure of what is tested in one line, anything else as pytest does."""
        if isinstance(excinfo.value, ClaimFailure):
            return f"{self.name}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Places the item in its file."""
        return self.path, None, ""


class ClaimItem(_Item):
    """One layer of one claim."""

    def __init__(self, *, claim: Claim, layer: str, **kwargs: Any):
        super().__init__(**kwargs)
        self.claim, self.layer = claim, layer
        self.add_marker("claim")
        self.add_marker(layer)

    def runtest(self) -> None:
        """Runs the layer; skips it for the reason that the claim gives."""
        from pcaproofs.verify.claim import ClaimError
        from pcaproofs.verify.layers import run_layer

        try:
            outcome = run_layer(self.claim, self.layer)
        except ClaimError as error:
            raise ClaimFailure(str(error)) from None
        if outcome.status == "skipped":
            pytest.skip(outcome.note)
        if outcome.status == "failed":
            raise ClaimFailure(outcome.note)


class DocumentFile(pytest.File):
    """A document about claims."""

    def collect(self) -> Iterator[pytest.Item]:
        yield DocumentItem.from_parent(self, name=f"{self.path.stem}[document]")


class DocumentItem(_Item):
    """The rules of a document: its claims exist, each claim has one document, and typed displays are proved."""

    def __init__(self, **kwargs: Any):
        super().__init__(**kwargs)
        self.add_marker("document")

    def runtest(self) -> None:
        """Checks the document together with the others of the project."""
        if found := _problems(self.config)[self.path]:
            raise ClaimFailure("\n".join(found))


class NoteFile(pytest.File):
    """A file of lecture notes."""

    def collect(self) -> Iterator[pytest.Item]:
        from pcaproofs.notes.checking import read_with_scope
        from pcaproofs.notes.text.source import NoNote

        try:
            self.note = read_with_scope(self.path)
        except NoNote as error:
            raise self.CollectError(str(error)) from None
        except OSError as error:
            raise self.CollectError(f"got {error.strerror}, but should be a file to read [{self.path}]") from None
        for k, formula in enumerate(self.note.formulas):
            if formula.display:
                place = self.note.place(formula)
                cell = "" if place.cell is None else f"{place.cell}:"
                name = f"{cell}{place.line}:{place.column}[row]"
                yield NoteItem.from_parent(self, name=name, number=k)

    @cached_property
    def verdicts(self) -> tuple[RowVerdict, ...] | str:
        """The verdicts of all formulas, which may depend on the rows before them, or what is wrong with its scope."""
        from pcaproofs.notes.checking import check_note, scope_beside
        from pcaproofs.notes.scope.scope_file import WrongScope
        from pcaproofs.notes.searching import stored_in
        from pcaproofs.notes.stored import store_of
        from pcaproofs.notes.text.source import NoNote

        cache = getattr(self.config, "cache", None)  # there is none with -p no:cacheprovider
        try:
            with stored_in(store_of(self.path, cache.mkdir("pcaproofs")) if cache else None):
                return check_note(self.note, scope_beside(self.path, self.note.source))[1]
        except (WrongScope, NoNote, OSError) as error:
            return str(error)


class NoteItem(_Item):
    """A row of a display."""

    parent: NoteFile

    def __init__(self, *, number: int, **kwargs: Any):
        super().__init__(**kwargs)
        self.number = number
        self.add_marker("row")

    def runtest(self) -> None:
        """Fails if the row is refuted or ill-typed; skips it for the reason why it is not judged."""
        verdicts = self.parent.verdicts
        if isinstance(verdicts, str):
            raise ClaimFailure(verdicts)
        found = verdicts[self.number]
        for offset, fault in self.parent.note.open_fences():
            if any(self.parent.note.fences[k].whole[0] == offset for k in found.formula.fences):
                raise ClaimFailure(fault)
        if found.is_fault:
            raise ClaimFailure(found.reason)
        said = f"{found.verdict}: {found.reason}" if found.reason else found.verdict
        if found.verdict in ("refuted", "ill-typed"):
            raise ClaimFailure(said)
        if found.verdict in ("needs", "undecided", "unsupported", "unread"):
            pytest.skip(said)


_PROBLEMS = pytest.StashKey[dict["Path", list[str]]]()


def _problems(config: pytest.Config) -> dict[Path, list[str]]:
    """The faults of each document; all documents of the project are read once."""
    if _PROBLEMS not in config.stash:
        from pcaproofs.report.documents.rules import project_problems
        from pcaproofs.verify.discovery import Project, files_of

        claims, documents = (files_of(config.getini(option), config.rootpath) for option in OPTIONS)
        config.stash[_PROBLEMS] = project_problems(Project("", claims, documents))
    return config.stash[_PROBLEMS]
