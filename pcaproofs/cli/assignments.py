"""Options and functions shared by the grading commands: the assignment file and the folder of packages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pcaproofs.cli.common import fail

if TYPE_CHECKING:
    from pcaproofs.grading.assignment import Assignment

PATH = click.Path(path_type=Path)

environment_option = click.option(
    "--environment",
    metavar="DIR",
    type=PATH,
    envvar="PCAPROOFS_ENVIRONMENT",
    help="packages for submissions, made by assignment environment  [default: those installed beside pcaproofs]",
)


def read_assignment(path: Path, seed: int | None = None) -> Assignment:
    """Read an assignment; exits with one line if it cannot be read."""
    import dataclasses

    from pcaproofs.grading.assignment import AssignmentError, load

    try:
        assignment = load(path)
    except AssignmentError as error:
        fail(error)
    except OSError as error:
        fail(f"cannot read {path}: {error.strerror or error}")
    return assignment if seed is None else dataclasses.replace(assignment, seed=seed)


def with_environment(assignment: Assignment, folder: Path | None) -> Assignment:
    """An assignment with an environment folder; exits if a package is missing."""
    import dataclasses

    from pcaproofs.grading.sandbox.environment import PackageError, environment_of

    if folder is not None:
        assignment = dataclasses.replace(assignment, environment=str(folder.resolve()))
    try:
        environment_of(assignment)
    except PackageError as error:
        fail(error)
    return assignment
