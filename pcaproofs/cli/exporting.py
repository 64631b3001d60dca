"""The command export."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pcaproofs.cli.common import fail, selected_claims


@click.command(
    epilog="Examples: pcaproofs export --rocq out && out/check.sh · pcaproofs export --rocq out affine mine.json"
)
@click.argument("names", metavar="[ID|CHAPTER|FILE.json]…", nargs=-1)
@click.option("--rocq", metavar="DIR", type=click.Path(path_type=Path, file_okay=False), required=True, help="where to")
def export(names: tuple[str, ...], rocq: Path) -> None:
    """Write claims and certificates as theorems that the Rocq prover checks; DIR/check.sh runs it.

    Exit code 0 only if everything was carried over; 1 if something was refused.
    """
    items = items_of(names)
    from pcaproofs.rocq.export import export as write

    try:
        write(rocq, items)
    except OSError as error:
        fail(f"cannot write {rocq}: {error.strerror or error}")
    carried = [item for item in items if item.text and not item.same_as]
    missing = [item for item in items if item.missing]
    for item in missing:
        click.echo(f"pcaproofs: {item.source}: {item.refused}", err=True)
    click.echo(f"{len(carried)} theorems in {rocq}; {rocq}/check.sh checks them")
    sys.exit(1 if missing else 0)


def items_of(names: Sequence[str]) -> list[Any]:
    """What the names stand for: certificate files, and claims."""
    from pcaproofs.kernel import KernelError
    from pcaproofs.rocq.items import distinct, of_claims, of_file

    paths = [Path(name) for name in names if name.endswith(".json")]
    ids = [name for name in names if not name.endswith(".json")]
    out: list[Any] = of_claims(selected_claims(ids)) if ids or not paths else []
    for path in paths:
        try:
            out.append(of_file(path))
        except KernelError as error:
            fail(f"{path}: {' '.join(str(error).split())}", 1)
        except OSError as error:
            fail(f"{path}: {error.strerror or error}")
    return distinct(out)
