"""Proposing an assignment in which a given solution earns full points, and writing it as TOML."""

import importlib.metadata
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from pcaproofs.grading.assignment.model import Assignment, SupportFile, Task, ValueRule
from pcaproofs.grading.assignment.names import title_of, words_of
from pcaproofs.grading.assignment.read import loads
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.proposal.callables import imports, texts
from pcaproofs.grading.proposal.freedom import freedoms
from pcaproofs.grading.proposal.probe import LoadError, Prober, Say
from pcaproofs.grading.proposal.proposals import Proposal, parts_of_no_role, proposals, rubrics, with_own_signs
from pcaproofs.grading.proposal.readings import FREE_DIVISORS
from pcaproofs.grading.proposal.survey import Survey, survey
from pcaproofs.grading.protocol import SYNTAX
from pcaproofs.grading.results.score import score
from pcaproofs.grading.running.run import run_submission
from pcaproofs.grading.running.solution import loaded
from pcaproofs.grading.submission.code import Code, RunAll, code_of, unpacked
from pcaproofs.grading.submission.submissions import Submission, read_one

_IMPORT = re.compile(r"""(?:^|["';])\s*(?:from\s+(\w+)[\w.]*\s+import\b|import\s+(\w[\w., ]*))""", re.MULTILINE)
_MOST_BYTES = 5 << 20


def packages_behind(modules: Iterable[str]) -> tuple[str, ...]:
    """The installed packages of modules, except the standard library and NumPy."""
    foreign = _foreign(modules)
    installed = _installed(_places()) if foreign else {}
    return tuple(dict.fromkeys(installed[module][0] for module in foreign if module in installed))


def modules_missing(modules: Iterable[str]) -> tuple[str, ...]:
    """The modules that are neither in the standard library nor in an installed package."""
    foreign = _foreign(modules)
    installed = _installed(_places()) if foreign else {}
    return tuple(module for module in foreign if module not in installed)


def _foreign(modules: Iterable[str]) -> list[str]:
    """The modules outside the standard library, without NumPy, which the grader itself needs."""
    return sorted(set(modules) - {"numpy"} - sys.stdlib_module_names)


def _places() -> tuple[tuple[str, int], ...]:
    """The folders in which packages are looked for, each with the time of its last change."""
    found = []
    for name in sys.path:
        try:
            found.append((name, Path(name or ".").stat().st_mtime_ns))
        except OSError:  # a folder that is not there
            found.append((name, 0))
    return tuple(found)


@lru_cache(maxsize=1)
def _installed(places: tuple[tuple[str, int], ...]) -> Mapping[str, Sequence[str]]:
    """The packages of each module: finding them reads the list of files of every package, which takes half a second."""
    return importlib.metadata.packages_distributions()


def packages_of(solution: Path) -> tuple[str, ...]:
    """The packages that a Python file or notebook seems to import, found without running or parsing it.

    Modules in its folder are not packages.
    """
    try:
        text = solution.read_bytes()[:_MOST_BYTES].decode("utf-8", "replace") if solution.is_file() else ""
    except OSError:
        return ()
    modules = set()
    for one, several in _IMPORT.findall(text):
        names = [one] if one else [part.split()[0] for part in several.split(",") if part.split()]
        modules |= {name.partition(".")[0] for name in names}
    return packages_behind(name for name in modules if not (solution.parent / f"{name}.py").exists())


# Writing a proposed assignment as TOML, with assumptions as comments


_WORDS = {
    "n-1": "divided by n−1",
    "n": "divided by n",
    "scatter": "not divided by n (eigenvalues of the scatter matrix)",
    "singular": "given as singular values",
}
_CHOICES = {
    "scale": "one of n-1, n and scatter",
    "covariance": "one of n-1, n and scatter",
    "whitening": "n-1 or n",
}
_REASONS = {
    "standardise": "the solution divides by standard deviations; n-1 | n | any",
    "gamma": "one that suits each data set",
    "share": "what is asked for; no usual number, so that one that is written into the code shows",
}
_WIDE = 5e-3
_NONE: Mapping[tuple[str, str], str] = {}


@dataclass(frozen=True)
class Head:
    """The top-level keys of an assignment."""

    filename: str
    seed: int
    packages: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    solution: str = ""
    missing: tuple[str, ...] = ()
    """Modules that the solution imports and that are not installed here."""


def written(
    head: Head,
    tasks: Sequence[tuple[Proposal, Task]],
    failed: Mapping[tuple[str, str], str] = _NONE,
    skipped: Sequence[tuple[str, str]] = (),
) -> str:
    """The TOML text.

    failed: by task and criterion, why the solution does not satisfy it.
    """
    single = len(tasks) == 1
    shared = _shared([proposal for proposal, _ in tasks])
    lines = [*_head(head, any(task.values for _, task in tasks))]
    if not single and shared:
        lines += ["", "[conventions]  # of all tasks", *shared.values()]
    for proposal, task in tasks:
        lines += _task(proposal, task, failed, single, {} if single else shared)
    if skipped:
        lines += ["", "# Not asked for:"]
        lines += [f"#   {name}: {_one_line(why)}" for name, why in skipped]
    return "\n".join(lines) + "\n"


def _head(head: Head, compared: bool) -> Iterator[str]:
    yield "# Written from a solution. All keys: docs/grading.md"
    yield f"title = {_quoted(head.filename.rsplit('.', 1)[0])}"
    yield f"file = {_quoted(head.filename)}  # what students hand in"
    if compared:
        yield f"solution = {_quoted(head.solution)}  # gives the right [values]; keep it from students"
    if head.packages:
        yield f"packages = {_quoted(list(head.packages))}  # that submissions may import besides numpy"
    if head.missing:
        yield f"# Not installed when this was written, and not in `packages`: {', '.join(head.missing)}"
    if head.files:
        yield f"files = {_quoted(list(head.files))}  # that lie beside every submission"
    yield f"seed = {head.seed}  # of the hidden data: keep it from students"
    yield "follow_through = 0.5  # what is right given a named mistake earns this share of its points"
    yield "joint = true  # what other numbers satisfy as well earns its points only where the values are those of PCA"


def _task(
    proposal: Proposal, task: Task, failed: Mapping[tuple[str, str], str], single: bool, shared: Mapping[str, str]
) -> Iterator[str]:
    table = "" if single else "task."
    if not single:
        yield from ("", "[[task]]", f"name = {_quoted(task.name)}")
    yield f"call = {_quoted(task.call)}"
    if task.samples != "rows":
        yield 'samples = "columns"  # X is handed over with a column for each sample'
    if task.given:
        inside = ", ".join(f"{variable} = {_quoted(role)}" for variable, role in task.given.items())
        yield f"given = {{ {inside} }}  # right values, so that one mistake costs one task"
    if task.tolerance:
        yield f"tolerance = {task.tolerance:g}  # relative; the solution itself is no nearer to the exact values"
    yield from (f"# {_one_line(note)}" for note in (*proposal.notes, *_doubts(proposal)))
    if task.roles:
        yield from ("", f"[{table}roles]")
        yield from (f"{role} = {_quoted(expression)}" for role, expression in task.roles.items())
    if task.values:
        yield from ("", f"[{table}values]  # no known role: compared with what the solution gives")
        yield from (f"{name} = {_rule(name, rule)}" for name, rule in task.values.items())
    own = {key: line for key, line in _conventions(proposal).items() if key not in shared}
    if own:
        yield from ("", f"[{table}conventions]", *own.values())
    yield from ("", f"[{table}criteria]  # points, or {{ points = 1, visible = false, partial = false }}")
    for item in task.criteria:
        why = failed.get((task.name, item.criterion))
        points = f"{item.points:g}" if item.partial else f"{{ points = {item.points:g}, partial = false }}"
        line = f"{item.criterion} = {points}"
        said = title_of(item.criterion)
        yield f"{line}  # {said}" if why is None else f"# {line}  # left out, the solution fails it: {_one_line(why)}"


def _rule(name: str, rule: ValueRule) -> str:
    free = f", up_to = {_quoted(sorted(rule.up_to))}" if rule.up_to else ""
    free += f", tolerance = {rule.tolerance:g}" if rule.tolerance else ""
    return f"{{ expression = {_quoted(rule.expression)}{free} }}" if free else _quoted(rule.expression)


def _shared(found: Sequence[Proposal]) -> dict[str, str]:
    """Conventions that no task contradicts, by key."""
    all_lines = [_conventions(proposal) for proposal in found]
    keys = [key for lines in all_lines for key in lines]
    shared = {}
    for key in dict.fromkeys(keys):
        values = {lines[key] for lines in all_lines if key in lines}
        # a task that is silent about another convention depends on its default
        said = key in ("components", *FREE_DIVISORS) or all(key in lines for lines in all_lines)
        if len(values) == 1 and said and len(found) > 1:
            shared[key] = values.pop()
    return shared


def _conventions(proposal: Proposal) -> dict[str, str]:
    chosen = proposal.conventions
    lines = {}
    if "components" in {*proposal.roles, *proposal.given.values()}:
        lines["components"] = f'components = "{chosen.components}"  # columns | rows | either; as in the solution'
    for found in proposal.roles.values():
        for key, used in found.conventions:
            if key in FREE_DIVISORS and used != FREE_DIVISORS[key]:
                said = _CHOICES[key]
                if getattr(chosen, key) != "any":
                    continue
                lines[key] = f'{key} = "any"  # {said}; the solution: "{used}", name it to accept nothing else'
    for key, value in vars(chosen).items():
        if key not in lines and value != getattr(Conventions(), key):
            lines[key] = f"{key} = {json.dumps(value)}  # {_REASONS.get(key, 'as in the solution')}"
    return lines


def assumed(proposal: Proposal) -> list[str]:
    """The assumptions for a task, one line each."""
    lines = [f"call: {proposal.call}"]
    for role, found in proposal.roles.items():
        extra = f", in {proposal.conventions.components}" if role == "components" else ""
        divisor = next((value for key, value in found.conventions if key in ("scale", "covariance")), "")
        if divisor:
            words = "not divided by n" if (role, divisor) == ("covariance", "scatter") else _WORDS[divisor]
            words = f"of variances {words}" if role == "standard_deviations" else words
            extra = f", {words}" + (" (any divisor is accepted)" if divisor != "singular" else "")
        lines.append(f"  {found.expression} is the {words_of(role)}{extra}")
    if proposal.samples == "columns":
        lines.append("  samples are columns of X")
    if proposal.conventions.standardise != "no":
        lines.append("  features are divided by their standard deviations")
    if proposal.tolerance:
        lines.append(f"  within a relative tolerance of {proposal.tolerance:g}, which the solution itself needs")
    return lines + [f"  {note}" for note in (*proposal.notes, *_doubts(proposal))]


def _doubts(proposal: Proposal) -> Iterator[str]:
    """What the author should check in the values that have no role."""
    for name, rule in proposal.values.items():
        said = f"please check: {rule.expression} has no known role: values.{name} compares it with the solution"
        if "@" in rule.expression:
            said += ", as products, since a rotation of the vectors is as good"
        elif rule.up_to:
            said += ", up to the signs of its columns"
        yield said
    if proposal.tolerance >= _WIDE:
        yield "please check: the tolerance is wide, since the solution's iteration stops early; more rounds need less"


def _quoted(value: str | list[str]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:150]


# Proposing an assignment in which a given solution earns full points


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
