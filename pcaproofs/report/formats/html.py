"""A static site."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pcaproofs.report.formats.format import ReportFormat

if TYPE_CHECKING:
    from pcaproofs.report.edition import Edition
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.discovery import Project


def write(pages: Sequence[ClaimPage], directory: Path, project: Project, edition: Edition) -> list[Path]:
    """Writes the site, index.html first."""
    from pcaproofs.report.html import write_html

    return write_html([page.report for page in pages], directory, pages=pages, edition=edition, project=project)


def check() -> None:
    """Raises MissingLibrary without the libraries of the extra `report`."""
    from pcaproofs.formula.typed_latex import NO_LIBRARY, MissingLibrary, mathml

    mathml("x")
    if find_spec("igraph") is None:
        raise MissingLibrary(NO_LIBRARY.format("igraph"))


FORMAT = ReportFormat(
    "html",
    "a static site that opens from disk",
    write,
    check,
    working="writing the pages",
    graph="required",
    many=True,
)
