"""Writing a report in one of the formats of `pcaproofs.report.formats`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from pcaproofs.report.edition import Edition
from pcaproofs.report.formats import report_format

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.discovery import Project

EDITION = Edition()
NO_GRAPH = "no dependency graph in it: the library igraph is missing; pip install 'pcaproofs[report]'"


def ready(directory: Path, name: str) -> None:
    """Checks before proving that a report can be written; raises OSError, CannotWrite or MissingLibrary."""
    directory.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=directory, prefix=".pcaproofs-"):
        pass
    report_format(name).check()


def without_graph(name: str) -> str:
    """A line about a format that will lack its dependency graph because igraph is not installed; otherwise ""."""
    return NO_GRAPH if report_format(name).graph == "optional" and find_spec("igraph") is None else ""


def write_report(
    pages: Sequence[ClaimPage],
    directory: Path,
    name: str = "latex",
    *,
    edition: Edition = EDITION,
    project: Project | None = None,
) -> list[Path]:
    """Writes a report of pages into a directory, each file completely or not at all, and returns the paths.

    name: of FORMATS. edition: date, address, and the formats that are written beside it. project: provides the title
    and the documents; by default those that come with pcaproofs. Raises OSError if files cannot be written, NoTeX,
    TeXFailed and MissingLibrary.
    """
    from pcaproofs.verify.discovery import own_project

    return report_format(name).write(pages, directory, project or own_project(), edition)
