"""Writing a report: LaTeX, its PDF, pieces for a document of one's own, or HTML."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from pcaproofs.files import write_atomically
from pcaproofs.report.latex.compile import NO_TEX, NoTeX, compile_pdf, engine

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.discovery import Project

FORMATS = ("latex", "pdf", "html")
NO_GRAPH = "no dependency graph in it: the library igraph is missing; pip install 'pcaproofs[report]'"


def ready(directory: Path, form: str) -> None:
    """Raises what would stop a report before it is worth proving anything: OSError, NoTeX, MissingLibrary."""
    directory.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=directory, prefix=".pcaproofs-"):
        pass
    if form == "pdf" and engine() is None:
        raise NoTeX(NO_TEX)
    if form == "html":
        from pcaproofs.formula.typed_latex import NO_LIBRARY, MissingLibrary, mathml

        mathml("x")
        if find_spec("igraph") is None:
            raise MissingLibrary(NO_LIBRARY.format("igraph"))


def without_graph(form: str, fragment: bool) -> str:
    """One line where a document will lack its graph, since the library that lays it out is not installed."""
    return NO_GRAPH if form != "html" and not fragment and find_spec("igraph") is None else ""


def write_report(
    pages: Sequence[ClaimPage],
    directory: Path,
    form: str = "latex",
    *,
    fragment: bool = False,
    date: str = "",
    project: Project | None = None,
) -> list[Path]:
    """Writes a report of pages into a directory, each file whole or not at all, and returns the paths.

    form: of FORMATS. fragment: instead of a whole document of LaTeX its claims and chapters, each a file to \\input.
    project: gives the title and the documents; by default those that come with pcaproofs.
    Raises OSError where nothing can be written, NoTeX, TeXFailed and MissingLibrary.
    """
    from pcaproofs.report.documents.reading import documents
    from pcaproofs.report.latex.book import Book
    from pcaproofs.verify.discovery import own_project

    project = project or own_project()

    if form == "html":
        from pcaproofs.report.html import write_html

        return write_html([page.report for page in pages], directory, pages=pages, date=date, project=project)
    book = Book(pages, documents(project), project.title)
    if fragment:
        files = book.fragments()
        for name, text in files.items():
            write_atomically(directory / name, text.encode())
        return [directory / name for name in files]
    source = directory / "pcaproofs.tex"
    write_atomically(source, book.document(date=date).encode())
    if form == "latex":
        return [source]
    target = directory / "pcaproofs.pdf"
    write_atomically(target, compile_pdf(source))
    return [source, target]
