"""The command report."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import click

from pcaproofs.cli.common import CLAIMS_METAVAR, fail, is_own, layers_of, selected
from pcaproofs.report.formats import FORMATS

EVIDENCE = "kernel,numeric"


@click.command(
    epilog="Examples: pcaproofs report -o build · pcaproofs report -o build --format pdf --chapter affine · "
    "pcaproofs report -o lecture --fragment --claim trace-objective.ky-fan · pcaproofs report examples/ridge -o build"
)
@click.argument("names", metavar=CLAIMS_METAVAR, nargs=-1)
@click.option(
    "-o", "--output", "directory", metavar="DIR", required=True, type=click.Path(path_type=Path), help="where to write"
)
@click.option("--chapter", "chapters", metavar="NAME", multiple=True, help="only this chapter; may be repeated")
@click.option("--claim", "ids", metavar="ID", multiple=True, help="only this claim; may be repeated")
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="latex", show_default=True)
@click.option("--fragment", is_flag=True, help="the same as --format fragment")
@click.option(
    "--layers", default=EVIDENCE, callback=layers_of, show_default=True, help="which checks to run, by commas"
)
@click.option("-j", "--jobs", metavar="N", type=click.IntRange(1), help="processes to prove in  [default: one a core]")
@click.option("--date", metavar="TEXT", default="", help="a date for the title page; none otherwise")
def report(
    names: Sequence[str],
    directory: Path,
    chapters: Sequence[str],
    ids: Sequence[str],
    form: str,
    fragment: bool,
    layers: tuple[str, ...],
    jobs: int | None,
    date: str,
) -> None:
    """Prove claims and write their derivations as LaTeX, as a PDF, or as HTML pages.

    Without names it is all claims of pcaproofs. A FOLDER is a project: its pyproject.toml names claim files, documents
    and a title (pcaproofs_claims, pcaproofs_documents, pcaproofs_title in [tool.pytest.ini_options]).
    """
    if fragment and form not in ("latex", "fragment"):
        fail(f"got --fragment with --format {form}, but should be latex")
    chosen = FORMATS["fragment" if fragment else form]
    if not ids and is_own(names):
        from pcaproofs.verify.processes import start_server

        start_server(jobs, "pcaproofs.report.page")
    project, claims = selected([*names, *chapters, *ids])
    from pcaproofs.formula.typed_latex import MissingLibrary
    from pcaproofs.report import CannotWrite, ready, without_graph, write_report
    from pcaproofs.report.documents.model import DocumentError
    from pcaproofs.report.documents.rules import first_problems

    try:
        ready(directory, chosen.name)
        if found := first_problems(project):
            fail(found[0])
        pages = _proved(claims, layers, jobs)
        with _doing(chosen.working):
            written = write_report(pages, directory, chosen.name, date=date, project=project)
    except OSError as error:
        fail(f"cannot write {directory}: {error.strerror or error}")
    except (CannotWrite, MissingLibrary, DocumentError) as error:
        fail(error)
    for path in written[:1] if chosen.many else written:
        click.echo(f"wrote {path}")
    if missing := without_graph(chosen.name):
        click.echo(f"pcaproofs: {missing}", err=True)
    sys.exit(0 if all(page.report.passed for page in pages) else 1)


def _doing(words: str) -> AbstractContextManager[Any]:
    """Shows a message while the block runs, if the error stream is a terminal."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(f"{words} …")


def _proved(claims: Sequence[Any], layers: Sequence[str], jobs: int | None) -> list[Any]:
    """Prints the table of the claims and gives their pages."""
    from pcaproofs.cli.proving import need_rocq, with_rocq
    from pcaproofs.report.page import checked_again, claim_page
    from pcaproofs.terminal import run_with_progress, show_reports
    from pcaproofs.verify.processes import cores

    if "rocq" in layers:
        need_rocq()
    pages = run_with_progress(claims, layers, quiet=False, jobs=jobs or cores(), then=claim_page)
    if "rocq" in layers:
        reports = with_rocq([page.report for page in pages], jobs or cores(), quiet=False)
        pages = [checked_again(page, report) for page, report in zip(pages, reports, strict=True)]
    show_reports([page.report for page in pages])
    return pages
