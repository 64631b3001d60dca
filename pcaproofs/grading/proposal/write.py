"""Writing a proposed assignment as TOML, with assumptions as comments."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pcaproofs.grading.assignment.model import Task, ValueRule
from pcaproofs.grading.assignment.names import title_of, words_of
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.proposal.proposals import Proposal
from pcaproofs.grading.proposal.recognise import FREE_DIVISORS

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
        silent = [proposal for proposal, lines in zip(found, all_lines, strict=True) if key not in lines]
        plain = all(not _depends(proposal, key) for proposal in silent)
        if len(values) == 1 and plain and len(found) > 1:
            shared[key] = values.pop()
    return shared


def _depends(proposal: Proposal, key: str) -> bool:
    """Whether a task's criteria depend on a convention that it does not set."""
    return key not in ("components", *FREE_DIVISORS)


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
