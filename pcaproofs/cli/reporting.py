"""The command report."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from pcaproofs.cli.common import CLAIMS_METAVAR, examples, fail, is_own, jobs_option, layers_of, output_option, selected
from pcaproofs.cli.following import Watched, follow
from pcaproofs.cli.interrupts import ends_at_once
from pcaproofs.report.edition import PARTS, Edition
from pcaproofs.report.formats import FORMATS

EVIDENCE = "kernel,numeric"


@click.command(
    epilog=examples(
        "pcaproofs report -o build --format html",
        "pcaproofs report -o build --format html --format pdf",
        "pcaproofs report -o lecture --format fragment --claim trace-objective.ky-fan --part statement",
        "pcaproofs report examples/ridge -o build",
    )
)
@click.argument("names", metavar=CLAIMS_METAVAR, nargs=-1)
@output_option
@click.option("--chapter", "chapters", metavar="NAME", multiple=True, help="only this chapter; may be repeated")
@click.option("--claim", "ids", metavar="ID", multiple=True, help="only this claim; may be repeated")
@click.option(
    "--format",
    "forms",
    type=click.Choice(list(FORMATS)),
    multiple=True,
    help="output format, latex by default; may be repeated",
)
@click.option("--fragment", is_flag=True, help="the same as --format fragment")
@click.option(
    "--part",
    "parts",
    type=click.Choice(list(PARTS)),
    multiple=True,
    help="write only this part of fragments, without prose; may be repeated",
)
@click.option(
    "--evidence/--no-evidence",
    default=None,
    help="end the book with the table of evidence; write fragments without digests, numeric results and sources",
)
@click.option(
    "--layers", default=EVIDENCE, callback=layers_of, show_default=True, help="layers to check, separated by commas"
)
@jobs_option
@click.option(
    "--watch", is_flag=True, help="write the pages again after each change of a document or claim, until interrupted"
)
@click.option("-v", "--verbose", is_flag=True, help="print the table of verdicts, and what claims take for granted")
@click.option("--date", metavar="TEXT", default="", help="a date for the title page  [default: no date]")
@click.option("--address", metavar="URL", default="", help="the address of the site, for links in the PDF")
@click.option(
    "--playground",
    metavar="DIR",
    default="",
    help="link each claim of the site to the playground in this folder, or at this address",
)
@ends_at_once
def report(
    names: Sequence[str],
    directory: Path,
    chapters: Sequence[str],
    ids: Sequence[str],
    forms: Sequence[str],
    fragment: bool,
    parts: Sequence[str],
    evidence: bool | None,
    layers: tuple[str, ...],
    jobs: int | None,
    watch: bool,
    verbose: bool,
    date: str,
    address: str,
    playground: str,
) -> None:
    """Prove claims, and write their derivations.

    The formats are LaTeX, PDF and HTML. Without names all claims of pcaproofs are reported. FOLDER is a project: its
    pyproject.toml names claim files, documents and a title (pcaproofs_claims, pcaproofs_documents, pcaproofs_title in
    [tool.pytest.ini_options]).

    Exit code 0 if every claim reached its verdict, 1 if one did not, 2 if an output could not be written.
    """
    chosen = _formats(forms, fragment=fragment, parts=bool(parts), evidence=evidence, watch=watch)
    try_it = _playground(playground, directory, chosen) if playground else ""
    if not ids and is_own(names):
        from pcaproofs.verify.processes import start_server

        start_server(jobs, "pcaproofs.report.page")
    project, claims = selected([*names, *chapters, *ids])
    from pcaproofs.formula.typed_latex import MissingLibrary
    from pcaproofs.report import CannotWrite, without_graph, write_report
    from pcaproofs.report.derivation.earlier import referring_back
    from pcaproofs.report.documents.model import DocumentError
    from pcaproofs.report.documents.rules import first_problems

    missing = False
    try:
        chosen, missing = _possible(chosen, directory)
        edition = Edition(date, address, tuple(chosen), tuple(parts), evidence, try_it)
        if found := first_problems(project):
            fail(found[0])
        watched = Watched(project) if watch else None
        pages = _proved(claims, layers, jobs)
        _show(pages, is_verbose=verbose)
        if watched:
            follow(watched, pages, directory, edition, layers)
        pages = referring_back(pages, project)
        for name in chosen:
            with _doing(FORMATS[name].working):
                written = write_report(pages, directory, name, edition=edition, project=project)
            for path in written[:1] if FORMATS[name].many else written:
                click.echo(f"wrote {path}{', to be opened in a browser' if path.name == 'index.html' else ''}")
    except OSError as error:
        fail(f"cannot write {directory}: {error.strerror or error}")
    except (CannotWrite, MissingLibrary, DocumentError) as error:
        fail(error)
    for line in dict.fromkeys(filter(None, map(without_graph, chosen))):
        click.echo(f"pcaproofs: {line}", err=True)
    sys.exit(2 if missing else 0 if all(page.report.passed for page in pages) else 1)


def _formats(forms: Sequence[str], *, fragment: bool, parts: bool, evidence: bool | None, watch: bool) -> list[str]:
    """The names of the formats that the options select; exits if the options contradict each other."""
    if fragment and any(name not in ("latex", "fragment") for name in forms):
        fail(f"got --fragment with --format {forms[0]}, but should be latex")
    chosen = ["fragment"] if fragment else list(dict.fromkeys(forms or ["latex"]))
    if (parts or evidence is False) and "fragment" not in chosen:
        fail(f"got {'--part' if parts else '--no-evidence'}, but should be with --format fragment")
    if evidence and not {"latex", "pdf"} & {*chosen}:
        fail("got --evidence, but should be with --format latex or pdf")
    if watch and chosen != ["html"]:
        fail("got --watch, but should be with --format html alone")
    return chosen


def _playground(given: str, directory: Path, chosen: Sequence[str]) -> str:
    """The address of the page of a playground, from the site in a folder; exits if there is none."""
    if "html" not in chosen:
        fail("got --playground, but should be with --format html")
    if given.startswith(("http://", "https://")):
        return given if given.endswith(".html") else f"{given.rstrip('/')}/index.html"
    page = Path(given) / "index.html"
    if not (page.parent / "playground.js").is_file():
        fail(f"got no playground in {given}; python docs/playground.py {given} builds one")
    return quote(os.path.relpath(page, directory).replace(os.sep, "/"))


def _possible(chosen: Sequence[str], directory: Path) -> tuple[list[str], bool]:
    """The formats that can be written, and whether one is missing; without TeX, `latex` replaces `pdf`.

    A missing format is reported before anything is proved. Raises the exceptions of `ready`.
    """
    from pcaproofs.report import NoTeX, ready

    out: dict[str, None] = {}
    missing = False
    for name in chosen:
        try:
            ready(directory, name)
            out[name] = None
        except NoTeX as error:
            source = directory / "pcaproofs.tex"
            click.echo(f"pcaproofs: {error}; the document itself is written: {source}", err=True)
            out["latex"], missing = None, True
    return list(out), missing


def _doing(words: str) -> AbstractContextManager[Any]:
    """Shows a message while the block runs, if the error stream is a terminal."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(f"{words} …")


def _proved(claims: Sequence[Any], layers: Sequence[str], jobs: int | None) -> list[Any]:
    """Proves the claims; their pages."""
    from pcaproofs.cli.proving import need_rocq, with_rocq
    from pcaproofs.report.page import checked_again, claim_page
    from pcaproofs.terminal import run_with_progress
    from pcaproofs.verify.processes import cores

    if "rocq" in layers:
        need_rocq()
    pages = run_with_progress(claims, layers, quiet=False, jobs=jobs or cores(), then=claim_page)
    if "rocq" in layers:
        reports = with_rocq([page.report for page in pages], jobs or cores(), quiet=False)
        pages = [checked_again(page, report) for page, report in zip(pages, reports, strict=True)]
    return pages


def _show(pages: Sequence[Any], *, is_verbose: bool) -> None:
    """Prints what failed and the counts, and the table if it is asked for."""
    from pcaproofs.terminal import show_reports

    show_reports([page.report for page in pages], is_verbose=is_verbose, is_listed=is_verbose)
