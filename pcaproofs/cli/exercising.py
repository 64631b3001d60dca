"""The command exercises."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from pcaproofs.cli.common import examples, fail, output_option


@click.command(
    epilog=examples(
        "pcaproofs exercises -o build",
        "pcaproofs exercises projection affine -o week3 --seed 7",
        "latexmk -pdf -cd week3/exercises.tex week3/solutions.tex",
    )
)
@click.argument("chapters", metavar="[CHAPTER]…", nargs=-1)
@output_option
@click.option(
    "--seed", metavar="N", type=click.IntRange(0), default=0, show_default=True, help="seed of the random numbers"
)
def exercises(chapters: Sequence[str], directory: Path, seed: int) -> None:
    """Write exercises about PCA and their solutions as LaTeX.

    Without CHAPTER the sheet covers the whole book. Each seed gives other numbers, statements and programs; the same
    seed gives the same sheet. Answers are computed in exact arithmetic, or are the proof or the counterexample.
    """
    from pcaproofs.files import write_atomically
    from pcaproofs.report.exercises import chapters as known
    from pcaproofs.report.exercises.choose import claims_of
    from pcaproofs.report.latex.sheet import sheets
    from pcaproofs.report.page import claim_page
    from pcaproofs.verify.discovery import find
    from pcaproofs.verify.run import run

    for name in chapters:
        if name not in known():
            fail(f"got the chapter {name}, but should be one of {', '.join(known())}")
    chosen = [name for name in known() if name in chapters or not chapters]
    try:
        directory.mkdir(parents=True, exist_ok=True)
        pages = [claim_page(run(claim, ("kernel",))) for name in chosen for claim in find(claims_of(name))]
        for file, text in sheets(chosen, seed, pages).items():
            write_atomically(directory / file, text.encode())
            click.echo(f"wrote {directory / file}")
    except OSError as error:
        fail(f"cannot write {directory}: {error.strerror or error}")
