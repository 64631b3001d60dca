"""Writing a report: the LaTeX, and its PDF where there is a TeX engine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pcaproofs.files import write_atomically
from pcaproofs.report.tex import NO_TEX, NoTeX, compile_pdf, engine

if TYPE_CHECKING:
    from pcaproofs.verify.run import Report


def write_report(reports: Sequence[Report], directory: Path, *, pdf: bool | None = None) -> list[Path]:
    """Writes pcaproofs.tex into the directory, and pcaproofs.pdf, and returns what was written.

    pdf: None makes one where a TeX engine is found (where none is, the PDF is not among the paths returned, and NO_TEX
    says in one line what to install); True raises NoTeX without one; False makes none.
    """
    from pcaproofs.report.book import document

    if pdf and engine() is None:
        raise NoTeX(NO_TEX)
    directory = Path(directory)
    source = directory / "pcaproofs.tex"
    write_atomically(source, document(reports).encode())
    if pdf is False or engine() is None:
        return [source]
    target = directory / "pcaproofs.pdf"
    write_atomically(target, compile_pdf(source))
    return [source, target]
