"""Messages of the commands, each on one line of the error stream."""

from __future__ import annotations

import click


def complain(message: object) -> None:
    """Prints one line on the error stream."""
    click.echo(f"pcaproofs: {on_one_line(message)}", err=True)


def on_one_line(message: object) -> str:
    """The text on one line; characters that are not printable are escaped, as in a file name with a line break."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(message))
