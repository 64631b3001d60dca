"""Runs claims and rows of lecture notes as tests: centering.idempotent[kernel], 58:3[row].

The configuration of pytest names the files:

- pcaproofs_claims = ["claims/*.py"]: files of claims. Each claim has one test for each layer.
- pcaproofs_documents = ["derivations/*.md"]: documents. Each is one test, such as affine[document].
- pcaproofs_notes = ["notes/*.md"]: lecture notes. Each row of a display is one test. It fails for an error, warns for a
  warning, and is skipped if the row is not judged or a rule is switched off. [tool.pcaproofs] says otherwise.
- pcaproofs_title: the title of reports.

`pytest --pcaproofs-catalogue` runs the claims of the installed pcaproofs, as does `pytest --pyargs pcaproofs.claims`.
The fixture assert_proved proves a statement in a test of your own, or fails with the counterexample.

The results of searches for notes are kept in pytest's cache: --cache-clear removes them.

Each layer is a marker: `pytest -m kernel` runs one layer. Heavy modules are imported when a file is collected.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pcaproofs.files import other_copy
from pcaproofs.verify.layer_registry import LAYERS

if TYPE_CHECKING:
    from pcaproofs.notes.findings import Report
    from pcaproofs.prover.result import Result
    from pcaproofs.verify.claim import Claim

CATALOGUE = Path(__file__).parent / "claims"
OPTIONS = ("pcaproofs_claims", "pcaproofs_documents")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options that name the files of claims, the documents about them, and the title of reports."""
    parser.addini("pcaproofs_claims", "globs of the files whose claims are checked", type="args", default=[])
    parser.addini("pcaproofs_documents", "globs of the documents about the claims", type="args", default=[])
    parser.addini("pcaproofs_notes", "globs of the lecture notes whose rows are checked", type="args", default=[])
    parser.addini("pcaproofs_title", "the title of reports about the claims", type="string", default="")
    parser.getgroup("pcaproofs").addoption(
        "--pcaproofs-catalogue", action="store_true", help="run the claims of the installed pcaproofs as tests"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Registers the markers: claim, document, row, and one for each layer."""
    config.addinivalue_line("markers", "claim: a layer of a claim")
    config.addinivalue_line("markers", "document: a document about claims")
    config.addinivalue_line("markers", "row: a row of a display in lecture notes")
    for layer in LAYERS:
        config.addinivalue_line("markers", f"{layer}: the {layer} layer of a claim")
    if config.option.pcaproofs_catalogue:
        named = config.args if config.args_source is pytest.Config.ArgsSource.ARGS else []
        config.args = list(dict.fromkeys([*named, str(CATALOGUE)]))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Says if another copy of pcaproofs runs than that of the folder."""
    if said := other_copy(config.rootpath):
        terminalreporter.write_line(f"pcaproofs: {said}")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collects the files that the options name."""
    if file_path.name != "__init__.py":
        if file_path.parent == CATALOGUE and file_path.suffix == ".py":
            return ClaimFile.from_parent(parent, path=file_path)
        for suffix, option, kind in (
            (".py", "pcaproofs_claims", ClaimFile),
            (".md", "pcaproofs_documents", DocumentFile),
        ):
            if file_path.suffix == suffix and any(file_path.match(glob) for glob in parent.config.getini(option)):
                return kind.from_parent(parent, path=file_path)
        if any(file_path.match(glob) for glob in parent.config.getini("pcaproofs_notes")):
            return NoteFile.from_parent(parent, path=file_path)
    return None


@pytest.fixture
def assert_proved() -> Callable[..., Result]:
    """The function that proves a statement with the arguments of `prove`, or fails with what was found; the result."""

    def check(conclusion: Any, assuming: Any = (), **options: Any) -> Result:
        __tracebackhide__ = True
        from pcaproofs.typed import WrongText, prove

        try:
            result: Result = prove(conclusion, assuming, **options)
        except WrongText as error:
            raise pytest.fail.Exception(str(error)) from None
        if result.verdict != "proved":
            pytest.fail("\n  ".join((f"got {result.verdict}, but should be proved", *_found(result))))
        return result

    return check


def _found(result: Result) -> Iterator[str]:
    """What was found of a statement, in lines: how it was read, the counterexample, the hypothesis that it lacks."""
    from pcaproofs.typed import Answer

    if isinstance(result, Answer):
        yield from (f"read as: {x}" for x in result.read_as)
        yield from result.lines()
    else:
        example = result.example()
        yield from (f"fails at {x}" if x == example else x for x in result.lines())


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
        """Places the item in its file; its name, with the claim and the layer, is the heading of a failure.

        The space behind it keeps pytest from taking the dots of the name for those of a Python name.
        """
        return self.path, None, f"{self.name} "


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


class NoteWarning(UserWarning):
    """A row of a note with a warning."""


class NoteFile(pytest.File):
    """A file of lecture notes."""

    def collect(self) -> Iterator[pytest.Item]:
        from pcaproofs.notes.checking import read_with_scope
        from pcaproofs.notes.options import WrongOption, options_for
        from pcaproofs.notes.text.source import NoNote

        try:
            self.options = options_for(self.path)
            if self.options.excludes(self.path):
                return
            self.note = read_with_scope(self.path)
        except (NoNote, WrongOption) as error:
            raise self.CollectError(str(error)) from None
        except OSError as error:
            raise self.CollectError(f"got {error.strerror}, but should be a file to read [{self.path}]") from None
        for formula in self.note.rows:
            place = self.note.place(formula)
            cell = "" if place.cell is None else f"{place.cell}:"
            name = f"{cell}{place.line}:{place.column}[row]"
            yield NoteItem.from_parent(self, name=name, span=formula.span)

    @cached_property
    def report(self) -> Report | str:
        """What is found in the note, or what is wrong with its scope file or options."""
        from pcaproofs.notes.checking import check_note, scope_beside
        from pcaproofs.notes.findings import report
        from pcaproofs.notes.options import WrongOption
        from pcaproofs.notes.readings import with_reading
        from pcaproofs.notes.scope.scope_file import WrongScope
        from pcaproofs.notes.searching import stored_in
        from pcaproofs.notes.stored import store_of
        from pcaproofs.notes.text.source import NoNote

        cache = getattr(self.config, "cache", None)  # there is none with -p no:cacheprovider
        try:
            with stored_in(store_of(self.path, cache.mkdir("pcaproofs")) if cache else None):
                verdicts = check_note(self.note, scope_beside(self.path, self.note.source))[1]
            verdicts = with_reading(self.note, verdicts, self.options, self.path)
            return report(self.note, verdicts, self.options, self.path)
        except (WrongScope, WrongOption, NoNote, OSError) as error:
            return str(error)


class NoteItem(_Item):
    """A row of a display."""

    parent: NoteFile

    def __init__(self, *, span: tuple[int, int], **kwargs: Any):
        super().__init__(**kwargs)
        self.span = span
        self.add_marker("row")

    def runtest(self) -> None:
        """Fails for an error, warns for a warning, and skips the row for the reason why it is not judged."""
        found = self.parent.report
        if isinstance(found, str):
            raise ClaimFailure(found)
        row = next(x for x in found.findings if x.row is not None and x.row.formula.display and x.span == self.span)
        assert row.row is not None
        fences = [self.parent.note.fences[k].whole[0] for k in row.row.formula.fences]
        for x in (*(x for x in found.notes if x.span[0] in fences), row):
            said = f"{x.row.verdict if x.row is not None else x.rule.name}: {x.said} [{x.rule.code}]"
            if x in found.failing or (x.rule.code == "PCA900" and not x.ignored):
                raise ClaimFailure(said)
            if x.severity and x in found.listed:
                warnings.warn(NoteWarning(f"{self.parent.note.source.file}:{self.name}: {said}"), stacklevel=1)
        if row.ignored and row.severity:
            pytest.skip(f"switched off by {row.ignored}: {row.said}")
        if row.row.verdict in ("undecided", "unsupported", "unread"):
            pytest.skip(f"{row.row.verdict}: {row.said}" if row.said else row.row.verdict)


_PROBLEMS = pytest.StashKey[dict["Path", list[str]]]()


def _problems(config: pytest.Config) -> dict[Path, list[str]]:
    """The faults of each document; all documents of the project are read once."""
    if _PROBLEMS not in config.stash:
        from pcaproofs.report.documents.rules import project_problems
        from pcaproofs.verify.discovery import Project, files_of

        claims, documents = (files_of(config.getini(option), config.rootpath) for option in OPTIONS)
        config.stash[_PROBLEMS] = project_problems(Project("", claims, documents))
    return config.stash[_PROBLEMS]
