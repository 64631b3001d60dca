"""pytest as a proof checker: one item for each claim and layer, centering.idempotent[kernel] and so on.

The files are those that pytest's configuration names: pcaproofs_claims = ["path/*.py"]; and the derivations that tell
of them, pcaproofs_documents = ["path/*.md"], are an item each, affine[document]. Nothing heavy is imported until one of
them is collected.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from pcaproofs.verify.layer_registry import LAYERS

if TYPE_CHECKING:
    from pathlib import Path

    from pcaproofs.verify.claim import Claim


def pytest_addoption(parser: pytest.Parser) -> None:
    """The ini options that say which files hold claims, and which tell of them."""
    parser.addini("pcaproofs_claims", "globs of the files whose claims are to be checked", type="args", default=[])
    parser.addini("pcaproofs_documents", "globs of the derivations that tell of the claims", type="args", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """A marker for each layer."""
    config.addinivalue_line("markers", "claim: a claim of pcaproofs, whatever the layer")
    config.addinivalue_line("markers", "document: a derivation that tells of claims")
    for layer in LAYERS:
        config.addinivalue_line("markers", f"{layer}: the {layer} layer of a claim")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Files that the ini option names."""
    if file_path.name != "__init__.py":
        for suffix, option, kind in (
            (".py", "pcaproofs_claims", ClaimFile),
            (".md", "pcaproofs_documents", DocumentFile),
        ):
            if file_path.suffix == suffix and any(file_path.match(glob) for glob in parent.config.getini(option)):
                return kind.from_parent(parent, path=file_path)
    return None


class ClaimFile(pytest.File):
    """A chapter file."""

    def collect(self) -> Iterator[pytest.Item]:
        from pcaproofs.verify.discovery import claims_in_file

        for claim in claims_in_file(self.path):
            for layer in LAYERS:
                yield ClaimItem.from_parent(self, name=f"{claim.id}[{layer}]", claim=claim, layer=layer)


class ClaimFailure(Exception):  # noqa: N818
    """A layer of a claim failed, or a derivation is not as it should be."""


class ClaimItem(pytest.Item):
    """One layer of one claim."""

    def __init__(self, *, claim: Claim, layer: str, **kwargs: Any):
        super().__init__(**kwargs)
        self.claim, self.layer = claim, layer
        self.add_marker("claim")
        self.add_marker(layer)

    def runtest(self) -> None:
        """Runs the layer."""
        from pcaproofs.verify.layers import run_layer

        outcome = run_layer(self.claim, self.layer)
        if outcome.status == "skipped":
            pytest.skip(outcome.note)
        if outcome.status == "failed":
            raise ClaimFailure(outcome.note)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """One line for a failed layer; anything else as pytest shows it."""
        if isinstance(excinfo.value, ClaimFailure):
            return f"{self.name}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The chapter file; the claim is in the item's name."""
        return self.path, None, ""


class DocumentFile(pytest.File):
    """A derivation."""

    def collect(self) -> Iterator[pytest.Item]:
        yield DocumentItem.from_parent(self, name=f"{self.path.stem}[document]")


class DocumentItem(pytest.Item):
    """What a derivation says of claims: that they exist, that each has a home, that no display was typed by hand."""

    def __init__(self, **kwargs: Any):
        super().__init__(**kwargs)
        self.add_marker("document")

    def runtest(self) -> None:
        """Examines the document among its siblings."""
        if found := _problems(self.config)[self.path]:
            raise ClaimFailure("\n".join(found))

    repr_failure = ClaimItem.repr_failure
    reportinfo = ClaimItem.reportinfo


_PROBLEMS = pytest.StashKey[dict["Path", list[str]]]()


def _problems(config: pytest.Config) -> dict[Path, list[str]]:
    """What is wrong with each derivation, all of them read once."""
    if _PROBLEMS not in config.stash:
        from pcaproofs.report.documents.rules import examine, figures
        from pcaproofs.verify.discovery import all_claims, claims_in_file

        def files(option: str) -> list[Path]:
            found = {path for glob in config.getini(option) for path in config.rootpath.glob(glob)}
            return sorted(path for path in found if path.name != "__init__.py")

        told = [claim.id for path in files("pcaproofs_claims") for claim in claims_in_file(path)]
        known = {claim.id for claim in all_claims()} | set(told)
        config.stash[_PROBLEMS] = examine(files("pcaproofs_documents"), known, told, figures())
    return config.stash[_PROBLEMS]
