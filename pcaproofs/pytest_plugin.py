"""pytest as a proof checker: one item for each claim and layer, centering.idempotent[kernel] and so on.

The files are those that pytest's configuration names: pcaproofs_claims = ["path/*.py"]. Nothing heavy is imported until
one of them is collected.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from pcaproofs.verify.claim import Claim

LAYERS = ("kernel", "sympy", "numeric", "mutants")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The ini option that says which files hold claims."""
    parser.addini("pcaproofs_claims", "globs of the files whose claims are to be checked", type="args", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """A marker for each layer."""
    config.addinivalue_line("markers", "claim: a claim of pcaproofs, whatever the layer")
    for layer in LAYERS:
        config.addinivalue_line("markers", f"{layer}: the {layer} layer of a claim")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Files that the ini option names."""
    globs = parent.config.getini("pcaproofs_claims")
    if file_path.suffix != ".py" or file_path.name == "__init__.py" or not globs:
        return None
    if any(file_path.match(pattern) for pattern in globs):
        return ClaimFile.from_parent(parent, path=file_path)
    return None


class ClaimFile(pytest.File):
    """A chapter file."""

    def collect(self) -> Iterator[pytest.Item]:
        from pcaproofs.verify.discovery import claims_in_file

        for claim in claims_in_file(self.path):
            for layer in LAYERS:
                yield ClaimItem.from_parent(self, name=f"{claim.id}[{layer}]", claim=claim, layer=layer)


class ClaimFailure(Exception):  # noqa: N818
    """A layer of a claim failed."""


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
