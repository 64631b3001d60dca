"""The commands assignment (init; release and kit are in kits) and self-check."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pcaproofs.cli.assignments import PATH, environment_option, read_assignment, with_environment
from pcaproofs.cli.common import examples, fail
from pcaproofs.cli.progress import Progress


def _names(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Print the roles, criteria and conventions that an assignment may use."""
    if value and not ctx.resilient_parsing:
        from pcaproofs.grading.assignment import CRITERIA, ROLES
        from pcaproofs.grading.assignment.reference import convention_rows

        click.echo("roles: " + ", ".join(ROLES) + "\ncriteria:")
        for name, title in CRITERIA.items():
            click.echo(f"  {name:<34} {title}")
        click.echo("conventions (the first value is the default):")
        for name, allowed, default, _ in convention_rows():
            values = allowed.split(" | ")
            shown = [default, *(value for value in values if value != default)] if len(values) > 1 else [default]
            click.echo(f"  {name:<34} {' | '.join(shown)}")
        ctx.exit()


class _WithExample(click.Group):
    """A group of commands whose help ends with an example of an assignment."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from pcaproofs.grading.assignment.reference import EXAMPLE, TASKS

        formatter.write("\nAn assignment:\n\n" + EXAMPLE)
        formatter.write("\nAn assignment with several functions:\n\n" + TASKS)
        super().format_epilog(ctx, formatter)


@click.group(
    cls=_WithExample,
    epilog=examples("pcaproofs assignment init solution.py -o hw.toml", "pcaproofs assignment --names"),
)
@click.option(
    "--names",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_names,
    help="list roles, criteria and conventions",
)
def assignment() -> None:
    """Create, check and distribute assignments.

    An assignment is a TOML file. It describes how to call and judge students' code.
    """


@assignment.command(epilog=examples("pcaproofs assignment init solution.py -o hw.toml"))
@click.argument("solution", metavar="SOLUTION", type=PATH)
@click.option(
    "-o", "--output", "target", metavar="TOML", required=True, type=PATH, help="where to write the assignment"
)
@click.option("--seed", type=click.IntRange(0), help="seed of the hidden data  [default: a random one, stored in TOML]")
@click.option("--force", is_flag=True, help="overwrite an existing file")
def init(solution: Path, target: Path, seed: int | None, force: bool) -> None:
    """Write an assignment from your own solution.

    The solution runs in the sandbox, and init recognises the values that it returns. If the solution is a derivation
    (.md, .tex), its assumptions become what is given, and its last display becomes the goal.
    """
    import secrets

    if target.exists() and not force:
        fail(f"got {target}, an existing file, but should be a new one (or use --force)")
    if solution.suffix.lower() in (".md", ".tex"):
        _init_derivation(solution, target)
        return
    from pcaproofs.files import write_atomically
    from pcaproofs.grading import IsolationError, Pool
    from pcaproofs.grading.assignment import AssignmentError
    from pcaproofs.grading.parsing.source import SourceError
    from pcaproofs.grading.proposal import ProposalError, packages_of, propose
    from pcaproofs.grading.sandbox.environment import PackageError, environment_for
    from pcaproofs.grading.submission.submissions import SubmissionError

    try:
        environment = environment_for(packages_of(solution))
        with Pool(environment=environment) as pool, Progress() as progress:
            seed = secrets.randbits(128) if seed is None else seed
            draft = propose(pool.run_all, solution, target.parent, seed, progress.begin)
        write_atomically(target, draft.text.encode())
    except (SubmissionError, SourceError, ProposalError, AssignmentError, IsolationError, PackageError) as error:
        fail(error)
    except OSError as error:
        fail(f"cannot write {target}: {error.strerror or error}")
    for line in draft.assumed:
        click.echo(line)
    for name, why in draft.skipped:
        click.echo(f"left out: {name} ({why})")
    if draft.missing:
        names = ", ".join(draft.missing)
        click.echo(
            f"warning: {solution.name} imports {names}, not installed here: install, and run init again", err=True
        )
    click.echo(f"{solution.name} earns {draft.points:g} of {draft.max_points:g} points")
    click.echo(f"wrote {target}")


@assignment.command(epilog=examples("pcaproofs assignment check hw.toml"))
@click.argument("assignment_file", metavar="TOML", type=PATH)
@environment_option
def check(assignment_file: Path, environment: Path | None) -> None:
    """Check an assignment.

    The goals of derivations are proved, and your own solutions are graded.

    Exit code 0 if every solution earns all points, 1 if a solution loses points, 2 if the assignment is wrong.
    """
    import dataclasses

    from pcaproofs.grading.assignment import AssignmentError
    from pcaproofs.grading.batch import grade_one
    from pcaproofs.grading.derivations import DerivationFault, check_tasks
    from pcaproofs.grading.sandbox.codec import clean
    from pcaproofs.grading.submission.submissions import Submission

    asked = with_environment(read_assignment(assignment_file), environment)
    try:
        check_tasks(asked)
    except (AssignmentError, DerivationFault) as error:
        fail(error)
    code = dataclasses.replace(asked, derivations=())
    alone = [
        (each.name, each.solution, dataclasses.replace(asked, tasks=(), derivations=(each,)))
        for each in asked.derivations
    ]
    found = [*([("code", asked.solution, code)] if asked.tasks else []), *alone]
    right = True
    for name, file, part in found:
        if file is None:
            click.echo(f"{name}: no solution to check, {part.max_points:g} points")
            continue
        result = grade_one(part, Submission("solution", {file.name: file.data})).result
        full = all(item.is_full for item in result.criteria) and bool(result.criteria)
        right = right and full
        score = "not graded" if result.score is None else f"{result.score:g} of {result.max_score:g} points"
        click.echo(f"{name}: {file.name} earns {score}")
        for line in (*result.problems, *(f"{x.criterion}: {x.message}" for x in result.criteria if not x.is_full)):
            click.echo(f"  {clean(line)}")
    sys.exit(0 if right else 1)


def _init_derivation(solution: Path, target: Path) -> None:
    """Write the assignment of a derivation; print the points of its solution, or why its goal is not proved."""
    from pcaproofs.files import write_atomically
    from pcaproofs.grading.assignment import AssignmentError, load
    from pcaproofs.grading.batch import grade_one
    from pcaproofs.grading.derivations import DerivationFault, check_tasks, proposed
    from pcaproofs.grading.submission.submissions import Submission, SubmissionError

    try:
        data = solution.read_bytes()
        write_atomically(target, proposed(solution.name, data).encode())
        if solution.resolve().parent != target.resolve().parent:
            write_atomically(target.parent / solution.name, data)
        asked = load(target)
        click.echo(
            f"given: {', '.join(asked.derivations[0].given) or 'nothing'}\nto be shown: {asked.derivations[0].show}"
        )
        check_tasks(asked)
        result = grade_one(asked, Submission("solution", {solution.name: data})).result
        click.echo(f"{solution.name} earns {result.score or 0:g} of {asked.max_points:g} points")
    except (SubmissionError, DerivationFault) as error:
        fail(error)
    except AssignmentError as error:
        click.echo(f"not right yet: {error}")
    except OSError as error:
        fail(f"cannot read {solution} or write {target}: {error.strerror or error}")
    click.echo(f"wrote {target}; please read it, especially what is given")


@click.command(
    "self-check",
    epilog=examples("pcaproofs self-check pca.py", "pcaproofs self-check pca.py -a hw.toml --html page.html"),
)
@click.argument("file", metavar="FILE", type=PATH)
@click.option(
    "-a",
    "--assignment",
    "assignment_file",
    metavar="TOML",
    type=PATH,
    help="the assignment  [default: the only one beside FILE, or in the current folder]",
)
@environment_option
@click.option("--html", "page", metavar="PAGE", type=PATH, help="write the feedback as an HTML page with a picture")
def self_check(file: Path, assignment_file: Path | None, environment: Path | None, page: Path | None) -> None:
    """Check your own PCA, and print the feedback.

    The criteria are those of the student's version of an assignment.

    Exit code 0 if everything is correct, 1 if something is wrong, 2 if the check could not run.
    """
    if assignment_file is None:
        assignment_file = _assignment_near(file)
        click.echo(f"assignment: {assignment_file}", err=True)
    asked = with_environment(read_assignment(assignment_file).for_students(), environment)
    from pcaproofs.files import write_atomically
    from pcaproofs.grading import IsolationError, feedback
    from pcaproofs.grading.batch import grade_one
    from pcaproofs.grading.sandbox.codec import clean
    from pcaproofs.grading.sandbox.environment import PackageError
    from pcaproofs.grading.submission.submissions import SubmissionError, read_one

    try:
        graded = grade_one(asked, read_one(file))
        if page is not None:
            write_atomically(page, graded.files["feedback.html"].encode("utf-8", "replace"))
    except (SubmissionError, IsolationError, PackageError) as error:
        fail(error)
    except OSError as error:
        fail(f"cannot write {page}: {error.strerror or error}")
    result = graded.result
    if not result.gradable:
        fail(clean(result.problems[0]))
    _print(clean(feedback.markdown(result, asked, page=str(page or ""))).rstrip())
    sys.exit(0 if result.criteria and all(item.passed for item in result.criteria) else 1)


def _print(text: str) -> None:
    """Print Markdown: formatted on a terminal, and as it is to a file or a program."""
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text, hyperlinks=False))


def _assignment_near(file: Path) -> Path:
    """The only assignment in the folder of a submission, or else in the current folder; exits if there is none."""
    beside = file if file.is_dir() else file.parent
    places = (beside, Path()) if beside != Path() else (Path(),)
    everywhere = ([path for path in sorted(place.glob("*.toml")) if _is_assignment(path)] for place in places)
    found = next(filter(None, everywhere), [])
    if not found:
        where = " or ".join(f"{place}/" for place in places)
        fail(f"got no assignment in {where}, but should be one: give it with -a TOML")
    if len(found) > 1:
        names = ", ".join(str(path) for path in found)
        fail(f"got several assignments, but should be one: give -a with one of {names}")
    return found[0]


def _is_assignment(path: Path) -> bool:
    """Whether a TOML file looks like an assignment, valid or not; True if it cannot be parsed."""
    import tomllib

    try:
        keys = tomllib.loads(path.read_text(encoding="utf-8")).keys()
    except tomllib.TOMLDecodeError:
        return True
    except (OSError, ValueError):
        return False
    return bool(keys & {"call", "criteria", "task", "roles"})


@assignment.command(
    epilog=examples(
        "pcaproofs assignment environment hw.toml -o env",
        "pcaproofs grade submissions/ -a hw.toml -o graded --environment env",
    )
)
@click.argument("assignment_file", metavar="TOML", type=PATH)
@click.option("-o", "--output", "target", metavar="DIR", required=True, type=PATH, help="the folder to install into")
def environment(assignment_file: Path, target: Path) -> None:
    """Install the packages of an assignment into a folder.

    These are NumPy and the packages that the assignment names. Use the folder with grade --environment.
    """
    from pcaproofs.grading.sandbox.environment import PackageError, make

    read = read_assignment(assignment_file)
    try:
        make(read, target)
    except PackageError as error:
        fail(error)
    except OSError as error:
        fail(f"cannot write {target}: {error.strerror or error}")
    click.echo(
        f"installed {', '.join(['numpy', *read.packages])} in {target}: pcaproofs grade … --environment {target}"
    )
