"""The gap between what is given and the goal: the smallest step that would close it, if one is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pcaproofs.homework import normal_forms
from pcaproofs.homework.route import Route, _Route, is_stated, reaches
from pcaproofs.homework.statements import SAME_OPTIMISERS, WrittenStatement
from pcaproofs.homework.steps import Judged, JudgedStep
from pcaproofs.homework.theory import CONSTRAINTS, EQUIVALENCE, Needs
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.surface import Node, Problem, nodes

MOST_PAIRS = 40


def gap(found: Judged, route: Route) -> tuple[str, str]:
    """What a route lacks, in sentences, and the smallest missing step as LaTeX; both empty if the goal is reached."""
    if route.reached:
        return "", ""
    unstated = [x for x in found.task.milestones if x.required and not reaches(found, x)]
    if unstated and route.stated and route.steps:
        named = "" if not unstated[0].visible else unstated[0].statement.text()
        return f"A step that the task asks for is missing{':' if named else '.'}", named
    if not route.stated and (large := leap_of(found, route)) is not None:
        step = found.steps[large]
        uses = needs_text(found, step.needs or frozenset())
        return f"The rows lead to the result, but the step in {found.line(large)} is too large: {uses}.", ""
    if not route.stated:
        missing = smallest(found, route)
        if missing is None:
            said = "No row, and no chain of correct steps, states the result"
            between = comparison(found, route)
            said = f"{said}: {between}. The result is:" if between else f"{said}:"
            return said, route.goal.statement.text()
        if normal_forms.of_writing(missing) == normal_forms.of_writing(route.goal.statement):
            return "The result is not stated yet:", missing.text()
        return "The steps do not meet. This step between them is missing:", missing.text()
    if route.steps and route.over is not None:
        return (
            f"The result is stated, but the steps to it use {found.line(route.over)}, a mistake.",
            "",
        )
    if route.steps:
        least = found.task.least_steps
        return f"The result is stated, but fewer than {least} steps lead to it.", ""
    left = (route.goal.needs or frozenset()) - route.done
    helping = milestone_for(found, route, left)
    leap = f"The result is stated, but the step to it is too large: {needs_text(found, left)}."
    if helping is not None:
        return f"{leap} An intermediate step would be:", helping.text()
    between = comparison(found, route)
    return (f"{leap} A{between[1:]}." if between else leap), ""


def leap_of(found: Judged, route: Route) -> int | None:
    """The first step that is too large, of a chain that leads to the goal with it; None if there is none."""
    graph = _Route(found, route.goal)
    if route.goal.statement.kind == "optimum":
        return None
    for k, step in enumerate(found.steps):
        if step.verdict == "too large" and step.typed is not None and not found.is_after_mistake(k):
            graph.join(k, step)
    path = graph.path() or ()
    return next((k for k in path if found.steps[k].verdict == "too large"), None)


def needs_text(found: Judged, needs: Needs) -> str:
    """The facts that a step needs, in words with formulas between dollars."""
    used = [f"${found.task.given[k].text()}$" for k in sorted(needs) if k >= 0]
    used += ["a constraint" for k in needs if k <= CONSTRAINTS]
    parts = [f"it uses {' and '.join([', '.join(used[:-1]), used[-1]] if used[1:] else used)}"] if used else []
    if EQUIVALENCE in needs:
        parts.append("it passes from one problem to another with a different objective")
    return ", and ".join(parts)


def smallest(found: Judged, route: Route) -> WrittenStatement | None:
    """The smallest step from a term connected to one side of the goal to a term connected to the other side."""
    goal = route.goal
    if goal.statement.kind == "optimum" or goal.typed is None:
        return None
    graph = _Route(found, goal)
    best: tuple[int, int, WrittenStatement] | None = None
    sides = [list(_terms(graph, end, goal)) for end in (0, 1)]
    pairs = [(a, b) for a in sides[0] for b in sides[1]][:MOST_PAIRS]
    for place, (a, b) in enumerate(pairs):
        statement = _between(goal.statement, a, b)
        typed = found.theory.attempt(statement)
        needs = typed.needs(most=found.task.largest_step) if typed is not None else None
        if needs is not None and (best is None or (len(needs), place) < best[:2]):
            best = len(needs), place, statement
    return best[2] if best is not None else None


def _between(goal: WrittenStatement, left: Node, right: Node) -> WrittenStatement:
    sign = SAME_OPTIMISERS if isinstance(left, Problem) else goal.sign
    return WrittenStatement(left, sign, right, goal.span)


def _terms(graph: _Route, end: int, goal: JudgedStep) -> Iterator[Node]:
    """The terms that steps connect to one side of the goal, the farthest first, and this side itself."""
    start = graph.ends[end]
    nodes: dict[normal_forms.Key, Node] = {start: (goal.statement.left, goal.statement.right)[end]}
    for _, step in graph.established():
        if step.statement.kind == goal.statement.kind and step.typed is not None and step.form != goal.form:
            ends = normal_forms.nodes_of(step.typed, by_writing=graph.by_writing)
            for at, term in zip(ends, (step.statement.left, step.statement.right), strict=True):
                nodes.setdefault(at, term)
    yield from (nodes[x] for x in reversed(graph.reached(start)))


def milestone_for(found: Judged, route: Route, left: Needs) -> WrittenStatement | None:
    """A visible milestone that is not among the steps and uses a fact that is still needed."""
    for milestone in found.task.milestones:
        if not milestone.visible or is_stated(found, milestone.statement):
            continue
        typed = found.theory.attempt(milestone.statement)
        needs = typed.needs() if typed is not None else None
        if needs is not None and needs & left and len(needs) <= found.task.largest_step:
            return milestone.statement
    return None


def comparison(found: Judged, route: Route) -> str:
    """The step that a goal about two problems lacks if no row expresses one objective by the other; else nothing.

    The rows that are connected with the first objective by equations are searched for the second one.
    """
    goal = route.goal.statement
    if not isinstance(goal.left, Problem) or not isinstance(goal.right, Problem):
        return ""
    first, second = goal.left.body, goal.right.body
    if normal_forms.written(first) == normal_forms.written(second):
        return ""
    equal = [x.statement for x in found.steps if x.established is not None and x.statement.sign == "="]
    seen, todo = {normal_forms.written(first)}, [first]
    while todo:
        term = todo.pop()
        if any(normal_forms.written(x) == normal_forms.written(second) for x in nodes(term)):
            return ""
        for here, there in ((x.left, x.right) for y in equal for x in (y, replace(y, left=y.right, right=y.left))):
            if normal_forms.written(here) == normal_forms.written(term) and normal_forms.written(there) not in seen:
                seen.add(normal_forms.written(there))
                todo.append(there)
    return f"an intermediate step would express ${latex(first)}$ by ${latex(second)}$"
