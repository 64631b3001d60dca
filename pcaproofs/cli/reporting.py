"""The command report."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pcaproofs.cli.common import LAYERS, fail, layers_of, selected_claims


@click.command(epilog="Example: pcaproofs report -o build/report")
@click.argument("names", metavar="[ID|CHAPTER]…", nargs=-1)
@click.option(
    "-o", "--output", "directory", metavar="DIR", required=True, type=click.Path(path_type=Path), help="where to write"
)
@click.option(
    "--layers", default=",".join(LAYERS), callback=layers_of, show_default=True, help="which checks to run, by commas"
)
def report(names: tuple[str, ...], directory: Path, layers: tuple[str, ...]) -> None:
    """Prove the claims and write them up as a LaTeX document, and as a PDF where TeX is installed."""
    selected = selected_claims(names)
    from pcaproofs.report import NO_TEX, TeXFailed, write_report
    from pcaproofs.terminal import run_with_progress, show_reports

    reports = run_with_progress(selected, layers, quiet=False)
    show_reports(reports)
    try:
        written = write_report(reports, directory)
    except OSError as error:
        fail(f"cannot write {directory}: {error.strerror or error}")
    except TeXFailed as error:
        fail(error)
    for path in written:
        click.echo(f"wrote {path}")
    if not any(path.suffix == ".pdf" for path in written):
        click.echo(NO_TEX, err=True)
    sys.exit(0 if all(r.passed for r in reports) else 1)
