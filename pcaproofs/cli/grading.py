"""The command grade."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pcaproofs.cli.assignments import PATH, environment_option, read_assignment, with_environment
from pcaproofs.cli.common import DASK, examples, fail, workers
from pcaproofs.cli.grading_outputs import changes_of, summary_of, write_outputs
from pcaproofs.cli.kits import write_kit

if TYPE_CHECKING:
    from pcaproofs.grading.assignment import Assignment
    from pcaproofs.grading.batch import Submitted
    from pcaproofs.grading.results.result import Result

FORMATS = (
    "gradescope",
    "prairielearn",
    "github-classroom",
    "junit",
    "gradebook",
    "nbgrader",
    "moodle-feedback",
    "canvas-feedback",
)
LEVELS = ("none", "rlimits", "landlock", "namespaces", "full")


def _shard(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[int, int]:
    try:
        number, count = (int(part) for part in value.split("/"))
    except ValueError:
        number, count = 0, 0
    if not 1 <= number <= count:
        raise click.BadParameter(f"got {value!r}, but should be i/n with i from 1 to n")
    return number, count


@click.command(
    epilog=examples(
        "pcaproofs grade submissions/ -a hw.toml -o graded",
        "pcaproofs grade moodle.zip -a hw.toml -o graded -j 4 --format gradebook",
        "pcaproofs grade submissions/ -a hw.toml -o graded --shard 2/8",
        "pcaproofs grade -a hw.toml --gradescope-zip autograder.zip",
    )
)
@click.argument("path", metavar="[PATH]", required=False, type=PATH)
@click.option("-a", "--assignment", "assignment_file", metavar="TOML", required=True, type=PATH, help="the assignment")
@click.option(
    "-o", "--output", "folder", metavar="OUT", type=PATH, help="the folder for results, feedback and grades.csv"
)
@click.option(
    "-j",
    "--jobs",
    metavar="N",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="submissions graded at the same time",
)
@click.option(
    "--shard",
    metavar="I/N",
    default="1/1",
    callback=_shard,
    help="grade only every N-th submission, beginning with the I-th",
)
@click.option(
    "--require-isolation",
    "require",
    type=click.Choice(LEVELS),
    help="the lowest isolation level  [default: landlock if the system supports it, else none]",
)
@environment_option
@click.option("--seed", type=click.IntRange(0), help="seed of the hidden data, instead of the assignment's")
@click.option(
    "--format",
    "formats",
    multiple=True,
    type=click.Choice(FORMATS),
    help="also write the results in this format; may be repeated",
)
@click.option("--single", is_flag=True, help="PATH is one submission, not a folder of submissions")
@DASK
@click.option("--gradescope-zip", "zip_file", metavar="FILE", type=PATH, help="only write an autograder to upload")
@click.option(
    "--key",
    "key_file",
    metavar="FILE",
    type=PATH,
    envvar="PCAPROOFS_KEY",
    help="the file with the key that signs results, created if it is missing; several machines (--shard) need the same "
    "[default: pcaproofs/grading.key in your state folder]",
)
@click.option("--resume/--no-resume", default=True, show_default=True, help="keep the results of unchanged submissions")
@click.option("--adjust", "adjust_file", metavar="TOML", type=PATH, help="your changes: points, comments, late work")
@click.option("--json", "as_json", is_flag=True, help="print one JSON object instead of the table")
def grade(
    path: Path | None,
    assignment_file: Path,
    folder: Path | None,
    jobs: int,
    shard: tuple[int, int],
    require: str | None,
    environment: Path | None,
    seed: int | None,
    formats: tuple[str, ...],
    single: bool,
    address: str | None,
    zip_file: Path | None,
    key_file: Path | None,
    resume: bool,
    as_json: bool,
    adjust_file: Path | None,
) -> None:
    """Grade students' submissions in a sandbox.

    PATH is a folder of folders or files, a zip exported by a learning platform, or one file. Students' code runs in a
    sandbox. OUT/grades.csv has a row for each submission; OUT/<submission>/ contains its result and feedback.

    Exit code 0 if all were graded, 1 if the grader failed on one (its author loses no points), 2 if nothing ran.
    """
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(
            name, "1"
        )  # set before NumPy is loaded: threads slow down computations with small matrices
    from pcaproofs.grading.results import store
    from pcaproofs.grading.submission.submissions import roster as people_of

    if zip_file is not None:
        write_kit(assignment_file, "gradescope", zip_file, seed)
        return
    assignment = with_environment(read_assignment(assignment_file, seed), environment)
    if assignment.visible_only:
        click.echo(f"{assignment_file} is a student's version, so no hidden criteria are judged", err=True)
    if path is None or folder is None:
        fail(f"got no {'PATH' if path is None else 'OUT'}, but should be pcaproofs grade PATH -a TOML -o OUT")
    store.use(key_file)
    everyone, mine = _submissions(path, folder, single, shard, assignment.endings)
    roster = people_of(path)
    changes = changes_of(adjust_file, assignment, everyone, roster)
    require = _isolation(require, assignment, distant=address is not None)
    if address is None:
        _check_solution(assignment, require)
    try:
        results = _run(assignment, mine, folder, jobs, address, require, resume, quiet=as_json)
        results = write_outputs(assignment, everyone, results, folder, formats, require, changes, roster)
    except KeyboardInterrupt:
        fail(f"stopped; run the same again to go on from there [{folder}]", 130)
    except OSError as error:
        fail(f"cannot write {folder}: {error.strerror or error}")
    if as_json:
        click.echo(json.dumps(summary_of(assignment, results), ensure_ascii=True, indent=1))
    else:
        from pcaproofs.cli.grades import show_grades

        show_grades(results, folder)
    sys.exit(0 if all(result.gradable and not result.faults for result in results) else 1)


def _check_solution(assignment: Assignment, require: str) -> None:
    """Exit with the reason if a solution lacks a requested function or the goal of a derivation is not proved."""
    from pcaproofs.grading import IsolationError
    from pcaproofs.grading.assignment import AssignmentError
    from pcaproofs.grading.batch import check_solution
    from pcaproofs.grading.derivations import DerivationFault, check_tasks
    from pcaproofs.grading.running.solution import SolutionError

    try:
        check_tasks(assignment)
        check_solution(assignment, require)
    except (AssignmentError, DerivationFault, SolutionError, IsolationError) as error:
        fail(error)


def _submissions(
    path: Path, folder: Path, single: bool, shard: tuple[int, int], endings: tuple[str, ...]
) -> tuple[list[Submitted], list[Submitted]]:
    """All submissions, and the submissions of this shard."""
    from pcaproofs.grading.batch import shard_of, with_distinct_names
    from pcaproofs.grading.submission.submissions import SubmissionError, discover, read_one

    if path.is_dir() and folder.resolve().is_relative_to(path.resolve()):
        fail(f"got OUT {folder} inside PATH {path}, but should be elsewhere: what lies there is the students'")
    try:
        found: list[Submitted] = [read_one(path)] if single else [*discover(path, endings)]
        everyone = with_distinct_names(found)
    except SubmissionError as error:
        fail(error)
    except OSError as error:
        fail(f"cannot read {path}: {error.strerror or error}")
    return everyone, shard_of(everyone, shard)


def _isolation(require: str | None, assignment: Assignment, *, distant: bool) -> str:
    """The isolation level to require, with a warning below landlock; exits if it is not available."""
    from pcaproofs.grading import IsolationError
    from pcaproofs.grading.sandbox import levels

    level = max(require or levels.usual_level(), assignment.isolation, key=LEVELS.index)
    if not distant:
        try:
            levels.require(level)
        except IsolationError as error:
            fail(error)
        if warning := levels.warning():
            click.echo(warning, err=True)
    return level


def _run(
    assignment: Assignment,
    submissions: Sequence[Submitted],
    folder: Path,
    jobs: int,
    address: str | None,
    require: str,
    resume: bool,
    *,
    quiet: bool,
) -> list[Result]:
    from pcaproofs.cli.grades import progress
    from pcaproofs.grading import IsolationError
    from pcaproofs.grading.batch import grade_all

    try:
        with workers(address) as executor, progress(len(submissions), quiet=quiet) as done:
            return grade_all(
                assignment,
                submissions,
                folder,
                jobs=jobs,
                executor=executor,
                require=require,
                resume=resume,
                done=done,
            )
    except IsolationError as error:
        fail(error)
