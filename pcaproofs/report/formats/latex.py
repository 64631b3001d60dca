"""One LaTeX document."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pcaproofs.files import write_atomically
from pcaproofs.report.formats.format import ReportFormat

if TYPE_CHECKING:
    from pcaproofs.report.edition import Edition
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.discovery import Project


def write(pages: Sequence[ClaimPage], directory: Path, project: Project, edition: Edition) -> list[Path]:
    """Writes pcaproofs.tex."""
    from pcaproofs.report.documents.reading import documents
    from pcaproofs.report.latex.book import Book

    source = directory / "pcaproofs.tex"
    write_atomically(source, Book(pages, documents(project), project).document(edition).encode())
    return [source]


FORMAT = ReportFormat("latex", "one LaTeX book, `DIR/pcaproofs.tex`", write, graph="optional")
