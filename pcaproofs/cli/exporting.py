"""The command export."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pcaproofs.cli.common import CLAIMS_METAVAR, examples, fail, jobs_option, selected_claims
from pcaproofs.cli.interrupts import ends_at_once
from pcaproofs.cli.proving import FEW


@click.command(
    epilog=examples(
        "pcaproofs export --rocq out && out/check.sh -j 2",
        "pcaproofs export --rocq out affine mine.json",
        "pcaproofs export --rocq out examples/ridge",
        "pcaproofs prove --certificates proofs && pcaproofs export --rocq out proofs",
    )
)
@click.argument("names", metavar=f"[FILE.json]… {CLAIMS_METAVAR}", nargs=-1)
@click.option(
    "--rocq",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="the directory to write to",
)
@jobs_option
@ends_at_once
def export(names: tuple[str, ...], rocq: Path, jobs: int | None) -> None:
    """Export claims and certificates for the Rocq prover.

    They become theorems with proofs; DIR/check.sh runs Rocq. Claims are proved first. A FOLDER with a pyproject.toml, a
    FILE and a MODULE contain claims, as for prove. A certificate file that verify accepts, or a FOLDER of them, is only
    checked, which is fast. Without a name all claims are exported. Mutants.v contains wrong variants of some theorems,
    which Rocq must refuse.

    The export proves the theorems about determinants that a statement uses. If a statement uses other theorems that no
    certificate proves, for example about logarithms, it is not exported; the command names it and does not fail.

    Exit code 0 if everything was exported, 1 if something was refused, 2 if the command could not run.
    """
    items = items_of(names, jobs)
    from pcaproofs.rocq.export import export as write

    try:
        write(rocq, items)
    except OSError as error:
        fail(f"cannot write {rocq}: {error.strerror or error}")
    exported = [item for item in items if item.text and not item.same_as]
    missing = [item for item in items if item.missing]
    for item in [x for x in items if x.missing or (x.by_theorems and not x.text)]:
        click.echo(f"pcaproofs: {item.source}: {item.refused}", err=True)
    click.echo(f"{len(exported)} theorems in {rocq}; {rocq}/check.sh checks them")
    sys.exit(1 if missing else 0)


def items_of(names: Sequence[str], jobs: int | None = None) -> list[Any]:
    """The certificate files and the claims that the names stand for."""
    from pcaproofs.kernel import KernelError
    from pcaproofs.rocq.items import distinct, item_of_file

    paths = [path for name in names for path in _certificates(name) or ()]
    ids = [name for name in names if _certificates(name) is None]
    out = _of_claims(selected_claims(ids), jobs) if ids or not names else []
    for path in paths:
        try:
            out.append(item_of_file(path))
        except KernelError as error:
            fail(f"{path}: {' '.join(str(error).split())}", 1)
        except OSError as error:
            fail(f"{path}: {error.strerror or error}")
    if not out:
        fail("got no claims and no certificates, but should be at least one of them")
    return distinct(out)


def _certificates(name: str) -> list[Path] | None:
    """The certificate files that a name stands for; None if it stands for claims."""
    path = Path(name)
    if path.is_dir() and not (path / "pyproject.toml").exists():
        return sorted(path.glob("*.json"))
    return [path] if name.endswith(".json") else None


def _of_claims(claims: Sequence[Any], jobs: int | None) -> list[Any]:
    from pcaproofs.rocq.items import items_of_report
    from pcaproofs.terminal import run_with_progress
    from pcaproofs.verify.processes import cores

    few = len(claims) < FEW
    made = run_with_progress(
        claims, ("kernel",), quiet=False, jobs=jobs or (1 if few else cores()), then=items_of_report
    )
    return [item for some in made for item in some]
