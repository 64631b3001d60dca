"""The command cache: what is kept for the next run."""

from __future__ import annotations

from pathlib import Path

import click

from pcaproofs.cli.common import examples, fail


@click.command(epilog=examples("pcaproofs cache --size", "pcaproofs cache --clear"))
@click.option("--size", is_flag=True, help="print the folder, the number of its records and their bytes  [default]")
@click.option("--clear", is_flag=True, help="remove all records; nothing else in the folder")
@click.option(
    "--cache-dir",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="the folder; by default in the user's cache",
)
def cache(size: bool, clear: bool, folder: Path | None) -> None:
    """Show or remove what is kept for the next run."""
    from pcaproofs import kept

    if size and clear:
        raise click.UsageError("got --size and --clear, but should be one of them")
    if (folder := folder or kept.users_folder()) is None:
        fail("got no home of the user, but should be --cache-dir")
    found = list(kept.files_in(folder))
    if clear:
        try:
            kept.clear(folder)
        except OSError as error:
            fail(f"cannot remove {error.filename}: {error.strerror or error}")
    said = "removed " if clear else ""
    count = f"{len(found)} record{'s' * (len(found) != 1)}"
    click.echo(f"{folder}: {said}{count}, {sum(bytes for _, bytes, _ in found)} bytes")
