"""Pieces of LaTeX for a document of one's own."""

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
    """Writes pcaproofs.sty and a file for each chapter and each claim, or parts of claims; the files carry no date."""
    from pcaproofs.report.documents.reading import documents
    from pcaproofs.report.latex.book import Book

    files = Book(pages, documents(project), project, narrow=True).fragments(edition)
    for name, text in files.items():
        write_atomically(directory / name, text.encode())
    return [directory / name for name in files]


FORMAT = ReportFormat("fragment", "pieces to `\\input` into a document of your own, and `pcaproofs.sty`", write)
