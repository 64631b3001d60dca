"""What the commands share: how they fail, and how claims and layers are chosen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from pcaproofs.verify.layer_registry import EXTERNAL, LAYERS


def fail(message: object, code: int = 2) -> NoReturn:
    """One line on the error stream, and the exit code."""
    click.echo(f"pcaproofs: {message}", err=True)
    sys.exit(code)


def layers_of(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(part.strip() for part in value.split(",") if part.strip())
    for name in names:
        if name not in (*LAYERS, *EXTERNAL):
            raise click.BadParameter(f"got {name}, but should be of {', '.join((*LAYERS, *EXTERNAL))}")
    return names


def selected_claims(names: Sequence[str]) -> list[Any]:
    from pcaproofs.verify.discovery import UnknownClaim, find

    try:
        return find(names)
    except UnknownClaim as error:
        fail(error)
