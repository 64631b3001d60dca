"""The LaTeX document and its PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pcaproofs.files import write_atomically
from pcaproofs.report.formats import latex
from pcaproofs.report.formats.format import ReportFormat
from pcaproofs.report.latex.compile import NO_TEX, NoTeX, compile_pdf, engine

if TYPE_CHECKING:
    from pcaproofs.report.edition import Edition
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.discovery import Project


def write(pages: Sequence[ClaimPage], directory: Path, project: Project, edition: Edition) -> list[Path]:
    """Writes pcaproofs.tex and pcaproofs.pdf; raises NoTeX and TeXFailed."""
    (source,) = latex.write(pages, directory, project, edition)
    target = directory / "pcaproofs.pdf"
    write_atomically(target, compile_pdf(source))
    return [source, target]


def check() -> None:
    """Raises NoTeX if no TeX engine is found."""
    if engine() is None:
        raise NoTeX(NO_TEX)


FORMAT = ReportFormat(
    "pdf", "the book compiled (needs `latexmk`)", write, check, working="typesetting the PDF", graph="optional"
)
