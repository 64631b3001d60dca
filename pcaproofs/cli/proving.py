"""The commands prove and claims."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pcaproofs.cli.common import (
    CLAIMS_METAVAR,
    DASK,
    examples,
    fail,
    is_own,
    jobs_option,
    json_schema,
    layers_of,
    selected_claims,
    workers,
)
from pcaproofs.cli.interrupts import ends_at_once
from pcaproofs.cli.messages import complain
from pcaproofs.cli.stating import is_name, is_statement, state
from pcaproofs.verify.layer_registry import LAYERS

LONGEST = 60  # characters of an argument in a message
FEW = 8  # for fewer claims, starting further processes takes longer than proving
_OF_TERMINALS = ("COLUMNS", "TERM", "COLORTERM", "NO_COLOR", "TTY_COMPATIBLE")


@click.command(
    epilog=examples(
        "pcaproofs prove 'tr(AB) = tr(BA)'",
        "pcaproofs prove \"||x - (x'w) w||^2 = ||x||^2 - (x'w)^2\" --given 'w is a unit vector'",
        "pcaproofs prove 'H H = H' --given 'H = I - 1 1^T / n'",
        "pcaproofs prove '(A + B)^2 = A^2 + 2 A B + B^2'",
        "echo 'A A^{-1} = I' | pcaproofs prove -",
        "pcaproofs prove",
        "pcaproofs prove affine centering.idempotent --layers kernel,sympy",
        "pcaproofs prove spectral --layers kernel,rocq",
        "pcaproofs prove cookbook inverses",
        "pcaproofs prove examples/ridge",
        "pcaproofs prove my_claims.py",
    )
)
@click.argument("names", metavar="STATEMENT | [FOLDER|FILE|MODULE] [ID|CHAPTER]…", nargs=-1)
@click.option("--given", metavar="TEXT", multiple=True, help="what the statement may use, a formula or words")
@click.option(
    "--layers",
    default=",".join(LAYERS),
    callback=layers_of,
    show_default=True,
    help="layers of claims to check, separated by commas; rocq is available as well",
)
@click.option("--json", "as_json", is_flag=True, help="print one JSON object instead of the text")
@json_schema("prove")
@click.option("--certificates", metavar="DIR", type=click.Path(path_type=Path), help="write all certificates to DIR")
@click.option(
    "-v", "--verbose", is_flag=True, help="print the sizes and seconds of each claim, and what it takes for granted"
)
@jobs_option
@DASK
@click.option("--no-cache", is_flag=True, help="run every layer, also where nothing has changed, and keep nothing")
@ends_at_once
def prove(
    names: tuple[str, ...],
    given: tuple[str, ...],
    layers: tuple[str, ...],
    as_json: bool,
    certificates: Path | None,
    verbose: bool,
    jobs: int | None,
    address: str | None,
    no_cache: bool,
) -> None:
    """Prove a statement of your own, or the claims of pcaproofs.

    STATEMENT is a text with a relation sign, in LaTeX, Unicode or ASCII; - is standard input. The reading is printed
    before what is found of it. ASCII is written as usual: A' or A^T, A*B or A B, inv(A) or A^-1, tr(A), det(A), ||x||,
    <x, y>, x_i, sum_i, I, 1'x, <=, >=, !=, lambda. docs/statements.md has the whole table. --given takes formulas such
    as 'A^T = A' and words such as 'A is a symmetric n x n matrix'.

    Exit code of a statement: 0 proved, 1 refuted or ill-typed, 2 not read, 3 undecided or unsupported.

    Without a statement, claims are proved. Each is checked in four layers, and a table is printed. Without names all
    claims of pcaproofs are proved. FOLDER has a pyproject.toml that names claim files (pcaproofs_claims in
    [tool.pytest.ini_options]). FILE is one claim file. The modules of a package MODULE are its chapters. `cookbook` is
    the Matrix Cookbook.

    Claims of pcaproofs that were proved before and have not changed are told again: the kernel checks their
    certificates, and the other layers do not run. A line on the error stream says so.

    Exit code of claims: 0 if every claim reached its declared verdict, 1 if one did not, 2 if one could not be run.
    """
    if given or any(map(is_statement, names)):
        sys.exit(state(names, given, as_json=as_json, certificates=certificates))
    for wrong in (x for x in names if not is_name(x)):
        got = wrong if len(wrong) <= LONGEST else f"{wrong[: LONGEST - 1]}…"
        fail(f"got {got}, which has no relation sign such as =, but should be a statement, a claim or a chapter")
    is_kept = is_own(names) and not no_cache and certificates is None and "rocq" not in layers
    name = _record(names, layers, as_json, verbose) if is_kept else ""
    if name and _told_again(name):
        sys.exit()
    if "rocq" in layers:
        need_rocq()
    if is_own(names) and not names and address is None:
        from pcaproofs.verify.processes import start_server

        start_server(jobs)
    claims = selected_claims(names)
    from pcaproofs.terminal import console, run_with_progress, show_reports
    from pcaproofs.verify.processes import cores
    from pcaproofs.verify.run import summary

    few = len(claims) < FEW
    jobs = jobs or (1 if few else cores())
    with workers(address) as executor:
        reports = run_with_progress(claims, layers, quiet=as_json, jobs=jobs, executor=executor)
    if "rocq" in layers:
        reports = with_rocq(reports, jobs, quiet=as_json)
    if certificates is not None:
        _write_certificates(reports, certificates)
    if as_json:
        import json

        data = {"claims": [r.to_json() for r in reports], "summary": summary(reports)}
        said = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    else:
        page = console()
        with page.capture() as captured:
            show_reports(reports, is_verbose=verbose, page=page)
        said = captured.get()
    click.echo(said, nl=False, color=True)
    for report in reports:
        if report.error:
            complain(report.error)
    code = 2 if any(r.error for r in reports) else 0 if all(r.passed for r in reports) else 1
    if name and code == 0:
        _keep(name, said, reports)
    sys.exit(code)


def _record(names: Sequence[str], layers: Sequence[str], *asked: object) -> str:
    """The name of the record of claims. asked: what the output depends on, besides the terminal."""
    from shutil import get_terminal_size

    from pcaproofs import kept

    terminal = (get_terminal_size(), *map(os.environ.get, _OF_TERMINALS)) if sys.stdout.isatty() else None
    return kept.digest("prove", kept.program(), names, layers, asked, terminal, os.environ.get("FORCE_COLOR"))


def _told_again(name: str) -> bool:
    """Prints what a record says, if there is one."""
    from pcaproofs import kept
    from pcaproofs.cli.unchanged import known

    if (found := known(kept.users_folder(), name)) is None:
        return False
    said, count = found
    click.echo(said, nl=False, color=True)
    complain(f"unchanged since an earlier run, whose evidence holds ({count} checked); no other layer ran again")
    return True


def _keep(name: str, said: str, reports: Sequence[Any]) -> None:
    """Keeps what was said of claims of ours, which are a part of the program."""
    from pcaproofs import kept
    from pcaproofs.cli.unchanged import evidence_of_claims, keep

    package = Path(kept.__file__).parent
    if all(package in Path(report.claim.file).parents for report in reports):
        keep(kept.users_folder(), name, said, evidence_of_claims(reports))


def need_rocq() -> None:
    """Exits if Rocq is not installed."""
    from pcaproofs.rocq.run import NoRocq, version

    try:
        version()
    except NoRocq as error:
        fail(error)


def with_rocq(reports: Sequence[Any], jobs: int, *, quiet: bool) -> list[Any]:
    """The reports, extended by the layer rocq."""
    from pcaproofs.rocq.layer import add_layer
    from pcaproofs.rocq.run import NoRocq

    def tell(chapter: str) -> None:
        if not quiet and sys.stderr.isatty():
            click.echo(f"Rocq has read {chapter}", err=True)

    try:
        return add_layer(reports, jobs, tell)
    except NoRocq as error:
        fail(error)


def _write_certificates(reports: Sequence[Any], directory: Path) -> None:
    from pcaproofs.certificates import write_certificate

    try:
        for report in reports:
            for k, proven in enumerate(report.proven, 1):
                if proven.certificate is not None:
                    suffix = f".{k}" if len(report.proven) > 1 else ""
                    path = directory / f"{report.claim.id}{suffix}.json"
                    write_certificate(path, proven.statement, proven.certificate)
    except OSError as error:
        fail(f"cannot write {directory}: {error.strerror or error}")


@click.command(
    epilog=examples(
        "pcaproofs claims",
        "pcaproofs claims affine",
        "pcaproofs claims centering.idempotent",
        "pcaproofs claims examples/ridge ridge.minimiser",
    )
)
@click.argument("names", metavar=CLAIMS_METAVAR, nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="print one JSON object instead of the text")
@json_schema("claims")
@ends_at_once
def claims(names: tuple[str, ...], as_json: bool) -> None:
    """List claims with their titles, or show one in full.

    Without names all claims of pcaproofs are listed. An ID shows its statement, hypotheses, proof steps and sources.
    """
    selected = selected_claims(names)
    from pcaproofs.report.titles import title
    from pcaproofs.terminal import show_claim, show_claims

    if as_json:
        import json

        click.echo(json.dumps({"claims": [_listed(x, title(x.id)) for x in selected]}, ensure_ascii=False, indent=1))
    elif len(selected) == 1 and names and names[-1] == selected[0].id:
        from pcaproofs.verify.run import run

        show_claim(run(selected[0], ("kernel",)))
    else:
        show_claims(selected, lambda claim: title(claim.id))


def _listed(claim: Any, title: str) -> dict[str, Any]:
    """A claim as plain data, without running it."""
    known = {"id": claim.id, "chapter": claim.chapter, "title": title, "declared": claim.declared}
    return known | {"prose": claim.prose, "sources": [str(x) for x in claim.sources]}
