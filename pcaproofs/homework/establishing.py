"""Finds the steps that are small enough, in any order of the rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pcaproofs.homework.statements import WrittenStatement, bound_in, instances
from pcaproofs.homework.steps import LEMMAS, Judged, JudgedStep, line_of
from pcaproofs.homework.theory import EQUIVALENCE, Needs
from pcaproofs.notes.judging.proving import PATIENT
from pcaproofs.notes.searching import provable


def establish(found: Judged) -> None:
    """Find the steps that are small enough, given the established steps; their order does not matter."""
    for step in found.steps:
        if step.verdict in ("given", "repeated"):
            step.established = frozenset() if step.verdict == "given" else None
        elif step.verdict == "proved" and step.needs is not None and is_small(found, step):
            step.established = step.needs
        elif step.verdict == "proved" and step.trivial:
            step.established = frozenset()
    grows = True
    while grows:
        grows = False
        for step in found.steps:
            if step.verdict in ("proved", "too large") and step.established is None:
                step.verdict = "too large"
                beside = size_beside(found, step, *found.most(step))
                if beside is not None:
                    step.established, step.uses = beside
                    step.verdict, grows = "proved", True
    for step in found.steps:
        if step.verdict == "repeated":
            first = next(x for x in found.steps if x.form == step.form)
            if first is not step:
                place = line_of(found.letters.note, found.rows[first.row])
                step.reason, step.established, step.uses = f"it says the same as {place}", None, first.uses


def is_small(found: Judged, step: JudgedStep) -> bool:
    """Whether a step uses few facts without other steps."""
    most, free = found.most(step)
    return len((step.needs or frozenset()) - free) <= most


def size_beside(found: Judged, step: JudgedStep, most: int, free: Needs) -> tuple[Needs, tuple[int, ...]] | None:
    """The facts that a step needs in addition to established steps, and the numbers of these; None if too many."""
    numbers = [
        k
        for k, x in enumerate(found.steps)
        if x is not step
        and x.established is not None
        and x.verdict == "proved"
        and not x.trivial
        and not x.restates_fact
        and x.form != step.form
    ]
    for chosen in _choices(numbers):
        statements, origin = _hypotheses(found, step, chosen)
        typed = found.theory.attempt(step.statement, statements, at_point=True)
        if typed is None or (needs := typed.needs(typed.lemmas, most=most, free=free)) is None:
            continue
        kept = list(typed.lemmas)
        for number in typed.lemmas:
            rest = [x for x in kept if x != number]
            if (fewer := typed.needs(rest, most=len(needs - free), free=free)) is not None:
                needs, kept = fewer, rest
        return needs, tuple(dict.fromkeys(origin[x] for x in kept))
    return None


def _choices(numbers: list[int]) -> Iterator[list[int]]:
    """The groups of steps to try together: the last ones, then all in groups."""
    last = numbers[::-1]
    for start in range(0, max(1, len(last)), LEMMAS // 2):
        if part := last[start : start + LEMMAS]:
            yield part


def _hypotheses(found: Judged, step: JudgedStep, numbers: Sequence[int]) -> tuple[list[WrittenStatement], list[int]]:
    """Established steps as lemmas, also summed over their index; for problems those that hold on the feasible set."""
    out: list[WrittenStatement] = []
    origin: list[int] = []
    for k in numbers:
        other = found.steps[k]
        if other.statement.kind != "relation" or not holds_where(found, step, other):
            continue
        for one in instances(other.statement, step.statement):
            out.append(one)
            origin.append(k)
    return out, origin


def holds_where(found: Judged, step: JudgedStep, other: JudgedStep) -> bool:
    """Whether an equation holds for all feasible points of a statement's problems.

    It does if every fact that it needs about the variables is among their constraints.
    """
    if step.statement.kind == "relation" or step.typed is None:
        return True
    bound = bound_in(step.statement)
    about = [k for k in other.needs or () if k != EQUIVALENCE and found.task.given[k].letters() & bound]
    given = (*step.typed.premises, *step.typed.imposed(step.typed.constraints))
    facts = (found.theory.attempt(found.task.given[k]) for k in about)
    return all(x is not None and provable(x.conclusion, given, PATIENT) for x in facts)
