"""The commands assignment release and assignment kit."""

from __future__ import annotations

from pathlib import Path
from platform import python_version
from typing import NoReturn

import click

from pcaproofs.cli.assigning import assignment
from pcaproofs.cli.assignments import PATH, environment_option, read_assignment, with_environment
from pcaproofs.cli.common import examples, fail

PLATFORMS = ("gradescope", "prairielearn", "github", "otter", "nbgrader")


@assignment.command(epilog=examples("pcaproofs assignment release hw.toml -o hw-student.toml"))
@click.argument("assignment_file", metavar="TOML", type=PATH)
@click.option("-o", "--output", "target", metavar="TOML", required=True, type=PATH, help="the file to write")
@environment_option
def release(assignment_file: Path, target: Path, environment: Path | None) -> None:
    """Write the student's version of an assignment.

    It contains no seed, no solution, no hidden criteria and no hidden data. Hand out this version; students use it with
    self-check. The files that it names are copied beside it.
    """
    from pcaproofs.files import write_atomically
    from pcaproofs.grading.assignment import AssignmentError
    from pcaproofs.grading.platforms.kits.kit import KitError, check_derivations, revealed_alone, support_of
    from pcaproofs.grading.release import student_version

    whole = read_assignment(assignment_file)
    if target.resolve() == assignment_file.resolve():
        fail(f"got {target}, which is your own assignment, but should be another file")
    try:
        text = assignment_file.read_text(encoding="utf-8")
        check_derivations(whole)
        known = revealed_alone(whole if environment is None else with_environment(whole, environment))
        released = student_version(text, known, str(assignment_file))
        files = support_of(text, whole, assignment_file.parent)[0]
        write_atomically(target, released.encode())
        if target.resolve().parent != assignment_file.resolve().parent:
            for name, data in files.items():
                write_atomically(target.parent / name, data)
    except (AssignmentError, KitError) as error:
        fail(error)
    except OSError as error:
        fail(f"cannot write {target}: {error.strerror or error}")
    shown = [item for _, item in known.for_students().rubrics]
    every = [item for _, item in whole.rubrics]
    points = sum(item.points for item in shown)
    wanted = [item for _, item in whole.for_students().rubrics]
    for item in wanted:
        if item not in shown:
            why = "too large, or the assignment's packages are not here: --environment DIR"
            click.echo(f"not in it: {item.criterion} ({why})")
    click.echo(
        f"wrote {target}: {len(shown)} of {len(every)} criteria, {points:g} of {whole.max_points:g} points are in it"
    )


@assignment.command(
    epilog=examples(
        "pcaproofs assignment kit hw.toml --for gradescope -o autograder.zip",
        "pcaproofs assignment kit hw.toml --for prairielearn --image me/pca-grader -o course",
        "pcaproofs assignment kit hw.toml --for github -o template",
        "pcaproofs assignment kit hw.toml --for otter -o hw",
    )
)
@click.argument("assignment_file", metavar="TOML", type=PATH)
@click.option("--for", "platform", type=click.Choice(PLATFORMS), required=True, help="the platform")
@click.option(
    "-o", "--output", "target", metavar="PLACE", required=True, type=PATH, help="a folder; for gradescope a zip"
)
@click.option("--seed", type=click.IntRange(0, 2**128 - 1), help="seed of the hidden data, instead of the assignment's")
@click.option("--image", default="", metavar="NAME", help="for prairielearn: the name of the container image")
def kit(assignment_file: Path, platform: str, target: Path, seed: int | None, image: str) -> None:
    """Write the files that a platform needs for an assignment.

    They include a wheel of pcaproofs. Students get files made from the student's version, which contains neither seed
    nor solution nor hidden data.
    """
    write_kit(assignment_file, platform, target, seed, image)


def write_kit(assignment_file: Path, platform: str, target: Path, seed: int | None, image: str = "") -> None:
    """Write the files for a platform and print the remaining steps; exits with the reason if that fails."""
    from pcaproofs.grading.assignment import AssignmentError
    from pcaproofs.grading.platforms import kits

    chosen = kits.PLATFORMS[platform]
    if seed is not None and not chosen.has_seed:
        fail(f"got --seed, but nothing for {platform} depends on it: students may read everything in that kit")
    if image and platform != "prairielearn":
        fail(f"got --image, but should be left out for {platform}, which has none")
    if not chosen.packed and target.resolve() == assignment_file.resolve().parent:
        fail(f"got {target}, in which the assignment lies, but should be another folder")
    try:
        made = kits.kit_of(assignment_file, seed, image)
        kits.write(made, chosen, target)
    except (AssignmentError, kits.KitError) as error:
        fail(error)
    except OSError as error:
        _cannot(target, error)
    if chosen.has_seed and made.assignment.seed == 0 and seed is None:
        click.echo("no seed: anybody can draw the hidden data; give --seed, or write one into the assignment", err=True)
    click.echo(f"wrote {target}, for {chosen.title}")
    for number, step in enumerate(chosen.steps(made), 1):
        click.echo(f"{number}. {step}")
    asked = made.assignment.python or "any from 3.11 on"
    click.echo(f"Submissions run on the platform's Python ({asked}; here it is {python_version()}); results name it.")


def _cannot(target: Path, error: OSError) -> NoReturn:
    fail(f"cannot write {error.filename or target}: {error.strerror or error}")
