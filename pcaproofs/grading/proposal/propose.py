"""Proposing an assignment in which a given solution earns full points."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pcaproofs.grading.assignment.model import Assignment, SupportFile
from pcaproofs.grading.assignment.names import title_of
from pcaproofs.grading.assignment.read import loads
from pcaproofs.grading.proposal.callables import imports, texts
from pcaproofs.grading.proposal.freedom import freedoms
from pcaproofs.grading.proposal.packages import modules_missing, packages_behind
from pcaproofs.grading.proposal.probe import LoadError, Prober, Say
from pcaproofs.grading.proposal.proposals import Proposal, parts_of_no_role, proposals, with_own_signs
from pcaproofs.grading.proposal.rubric import rubrics
from pcaproofs.grading.proposal.survey import Survey, survey
from pcaproofs.grading.proposal.write import Head, assumed, written
from pcaproofs.grading.protocol import SYNTAX
from pcaproofs.grading.results.score import score
from pcaproofs.grading.running.loading import loaded
from pcaproofs.grading.running.run import run_submission
from pcaproofs.grading.submission.code import Code, code_of
from pcaproofs.grading.submission.reading import RunAll, unpacked
from pcaproofs.grading.submission.submissions import Submission, read_one


class ProposalError(ValueError):
    """No PCA is recognised in the solution."""


@dataclass(frozen=True)
class Draft:
    """A proposed assignment, with one line for each assumption."""

    text: str
    assumed: tuple[str, ...]
    points: float
    """The points of the solution in it."""
    max_points: float
    skipped: tuple[tuple[str, str], ...] = ()
    """Functions and methods without a task, and why."""
    missing: tuple[str, ...] = ()
    """Modules that the solution imports and that are not installed here."""


def _silent(words: str) -> None:
    pass


def propose(run_all: RunAll, solution: Path, folder: Path, seed: int, say: Say = _silent) -> Draft:
    """Run a solution and draft an assignment, to be saved in a folder, in which it earns full points.

    Raises ProposalError, SubmissionError, SourceError.
    """
    submission = unpacked(run_all, read_one(solution))
    code = code_of(run_all, submission, solution.name)
    head, beside = _surroundings(solution, folder, code, seed)
    assignment = Assignment(title="", file=code.source.filename, tasks=(), files=beside)
    code = loaded(run_all, assignment, code.with_files(beside))
    found, prober = _surveyed(run_all, assignment, code, say)
    found = with_own_signs(prober, found)
    asked = parts_of_no_role(found.found)
    free = freedoms(prober, [(read.attempt, number) for read, number in asked])
    chosen = proposals(
        found.found, {(id(read), number): each for (read, number), each in zip(asked, free, strict=True)}
    )
    if not head.solution:
        chosen = [_without_values(each) for each in chosen]
    chosen = [each for each in chosen if each.roles or each.values]
    if not chosen:
        raise ProposalError(_nothing_found(found, code, solution.name))
    say("the assignment")
    return _draft(run_all, replace(head, filename=code.source.filename), chosen, found, submission, folder)


def _surveyed(run_all: RunAll, assignment: Assignment, code: Code, say: Say) -> tuple[Survey, Prober]:
    """The survey of a solution without its statements that fail on loading, and the prober."""
    syntax = next((drop for drop in code.dropped if drop.kind in SYNTAX and not drop.file), None)
    if syntax is not None:
        where = f"{code.source.filename}:{syntax.line}"
        raise ProposalError(f"got {syntax.message}, but should be Python [{where}]")
    prober = Prober(run_all, assignment, code, say)
    try:
        return survey(prober, code.source.text), prober
    except LoadError as error:
        why = f"got a file that does not load, but should be a solution that runs: {error} [{code.source.filename}]"
        raise ProposalError(why) from None


def _surroundings(solution: Path, folder: Path, code: Code, seed: int) -> tuple[Head, tuple[SupportFile, ...]]:
    """What a solution needs: installed packages, and files in its folder."""
    try:
        modules, named = imports(code.source.text), texts(code.source.text)
    except SyntaxError:
        modules, named = frozenset(), frozenset()
    home = solution.parent if solution.is_file() else solution
    beside: dict[str, bytes] = {}
    for name in sorted({*(f"{module}.py" for module in modules), *named}):
        path = home / name
        try:
            inside = len(name) < 200 and path.resolve().is_relative_to(home.resolve()) and path.is_file()
            if inside and path.resolve() != solution.resolve():
                beside[name] = path.read_bytes()
        except (OSError, ValueError):  # the text is not a file name
            continue
    relative = _relative(solution, folder) if solution.is_file() else ""
    files = tuple(filter(None, (_relative(home / name, folder) for name in beside)))
    foreign = modules - {name.removesuffix(".py") for name in beside}
    head = Head(
        filename=code.source.filename,
        seed=seed,
        packages=packages_behind(foreign),
        missing=modules_missing(foreign),
        files=files,
        solution=relative,
    )
    return head, tuple(SupportFile(name=name, data=data) for name, data in beside.items())


def _relative(path: Path, folder: Path) -> str:
    try:
        return path.resolve().relative_to(folder.resolve()).as_posix()
    except ValueError:
        return ""


def _without_values(proposal: Proposal) -> Proposal:
    """A proposal without values that need the solution, because it is in another folder."""
    notes = [f"{rule.expression} has no known role, and is not judged" for rule in proposal.values.values()]
    return replace(proposal, values={}, notes=(*proposal.notes, *notes))


def _nothing_found(found: Survey, code: Code, filename: str) -> str:
    reasons = [f"{name}: {why}" for name, why in found.skipped] or ["it defines no function and no class"]
    reasons += [f"{drop.kind}: {drop.message} [{code.source.place(drop.line)}]" for drop in code.dropped]
    return (
        f"got nothing that can be judged ({'; '.join(reasons)}), but should be a function or class that does PCA; "
        f"write the assignment by hand as in `pcaproofs assignment --help` [{filename}]"
    )


def _draft(
    run_all: RunAll,
    head: Head,
    chosen: Sequence[Proposal],
    found: Survey,
    submission: Submission,
    folder: Path,
) -> Draft:
    from pcaproofs.grading.engine import grade

    single = len(chosen) == 1
    if single:
        chosen = [replace(chosen[0], name="")]
    tasks = [(each, each.task(items)) for each, items in zip(chosen, rubrics(chosen), strict=True)]
    drafted = loads(written(head, tasks), "draft", folder)
    code = loaded(run_all, drafted, code_of(run_all, submission, drafted))
    scored = score(drafted, run_submission(run_all, drafted, code))
    failed = {(item.task, item.criterion): item.message for item in scored if not item.passed}
    text = written(head, tasks, failed, found.skipped)
    kept = loads(text, "draft", folder)
    points = sum(item.points for item in scored) if not failed else grade(run_all, kept, submission).score or 0.0
    lines = [line for each in chosen for line in assumed(each)]
    lines += [
        f"left out, since the solution itself fails it: {title_of(name)} ({why})" for (_, name), why in failed.items()
    ]
    return Draft(text, tuple(lines), points, kept.max_points, found.skipped, head.missing)
