"""Results that a submission returns in another order than the assignment takes them.

The order of a tuple is part of the interface, so the form criterion of a role in another position fails; its value is
judged where it is found. The order is determined on one data set and used for all.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations

from pcaproofs.grading.assignment.model import Task
from pcaproofs.grading.judge import Facts, Judgement, examine
from pcaproofs.grading.judge.shapes import ReadAs, UnfitError, read, shape_of
from pcaproofs.grading.protocol import Array, Outcome, RoleError

_MAX_ORDERS = 40
"""Maximum number of orders to try: all for four results, the simplest ones for more."""


@dataclass(frozen=True)
class ResultOrder:
    """Another order of results.

    It has the call and the expressions that take results in this order, and a message for each moved role.
    """

    call: str
    expressions: Mapping[str, str]
    moved: Mapping[str, str]
    missing: Mapping[str, str] = field(default_factory=dict)
    """A message for each role whose result is not returned."""


def orders(task: Task) -> Iterator[ResultOrder]:
    """Other orders in which the results of a task's call may be taken, the simplest first."""
    tree = ast.parse(task.call)
    for number, names in _unpackings(tree):
        yield from _other_targets(task, tree, number, names)
    yield from _other_indices(task)


def _unpackings(tree: ast.Module) -> Iterator[tuple[int, list[str]]]:
    """The numbers of the statements such as `a, b = f(X)`, and their targets."""
    for number, statement in enumerate(tree.body):
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target = statement.targets[0]
            if isinstance(target, ast.Tuple | ast.List) and all(isinstance(item, ast.Name) for item in target.elts):
                names = [item.id for item in target.elts if isinstance(item, ast.Name)]
                if len(set(names)) == len(names) > 1:
                    yield number, names


_TOO_FEW = re.compile(r"not enough values to unpack \(expected (\d+), got ([1-9]\d*)\)")


def fewer(task: Task, outcome: Outcome) -> Iterator[ResultOrder]:
    """The ways to take fewer results than the assignment does, if that many are returned; the first results first."""
    error = outcome.error if outcome.error_in == "call" else None
    counts = _TOO_FEW.match(error.message) if error and not error.line else None
    if counts is None:
        return
    wanted, got = int(counts[1]), int(counts[2])
    tree = ast.parse(task.call)
    roles = {role: _names(expression) for role, expression in task.roles.items()}
    for number, names in _unpackings(tree):
        statement = tree.body[number]
        assert isinstance(statement, ast.Assign)
        for kept in combinations(names, got) if len(names) == wanted else ():
            absent = [name for name in names if name not in kept]
            targets: list[list[ast.expr]] = [[ast.Tuple([ast.Name(name, ast.Store()) for name in kept], ast.Store())]]
            targets += [[ast.Name(name, ast.Store())] for name in absent]
            values = [statement.value, *(ast.Constant(None) for _ in absent)]
            body = [*tree.body]
            body[number : number + 1] = [ast.Assign(*pair) for pair in zip(targets, values, strict=True)]
            yield ResultOrder(
                ast.unparse(ast.fix_missing_locations(ast.Module(body, []))),
                task.roles,
                {
                    role: _message(place, names.index(name))
                    for place, name in enumerate(kept)
                    if place != names.index(name)
                    for role in _taken_from(name, roles, task.roles)
                },
                {
                    role: f"it is not among the {got} results that are returned, but should be result {place + 1}"
                    for place, name in enumerate(names)
                    if name in absent
                    for role in _taken_from(name, roles, task.roles)
                },
            )


def _other_targets(task: Task, tree: ast.Module, number: int, names: Sequence[str]) -> Iterator[ResultOrder]:
    """The orders of targets in an assignment such as `a, b = f(X)`."""
    roles = {role: _names(expression) for role, expression in task.roles.items()}
    used = set().union(*roles.values()) | _names("\n".join(ast.unparse(each) for each in tree.body[number + 1 :]))
    kept = set(names) & used
    seen = {tuple(names.index(name) for name in sorted(kept))}
    for order in _simplest(len(names)):
        place = {name: order[at] for at, name in enumerate(names)}
        key = tuple(place[name] for name in sorted(kept))
        if key in seen:
            continue
        seen.add(key)
        body = list(tree.body)
        target = ast.Tuple([ast.Name(name, ast.Store()) for name in sorted(names, key=lambda name: place[name])])
        statement = body[number]
        assert isinstance(statement, ast.Assign)
        body[number] = ast.copy_location(ast.Assign([target], statement.value), statement)
        moved = {
            role: _message(place[name], names.index(name))
            for name in names
            if place[name] != names.index(name)
            for role in _taken_from(name, roles, task.roles)
        }
        call = ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))
        yield ResultOrder(call, task.roles, moved)


def _other_indices(task: Task) -> Iterator[ResultOrder]:
    """The orders of indices such as `r[0]` and `r[1]`."""
    found: dict[str, dict[str, int]] = {}
    for role, expression in task.roles.items():
        for node in ast.walk(ast.parse(expression, mode="eval")):
            if isinstance(node, ast.Subscript) and (index := _index(node)) is not None:
                found.setdefault(ast.unparse(node.value), {})[role] = index
    for base, places in found.items():
        indices = sorted(set(places.values()))
        for order in _simplest(len(indices)):
            new = {index: indices[order[at]] for at, index in enumerate(indices)}
            expressions = {role: _with_indices(task.roles[role], base, new) for role in task.roles}
            moved = {role: _message(new[index], index) for role, index in places.items() if new[index] != index}
            yield ResultOrder(task.call, expressions, moved)


_ALONE = "but should be the only one"
_MOST_RESULTS = 4


def is_alone(message: str) -> bool:
    """Whether a message says that a role's value was found among several results where one is asked for."""
    return message.endswith(_ALONE)


def parts(task: Task, roles: Mapping[str, Array | RoleError]) -> Iterator[ResultOrder]:
    """Where one result is taken and a tuple is returned: each of its results in turn."""
    several = [role for role, value in roles.items() if isinstance(value, RoleError) and _is_of_tuple(value)]
    for place in range(_MOST_RESULTS if several else 0):
        for role in several:
            expression = _with_part(task.roles[role], place)
            message = f"it is result {place + 1} of those returned, {_ALONE}"
            yield ResultOrder(task.call, {**task.roles, role: expression}, {role: message})


def _is_of_tuple(error: RoleError) -> bool:
    said = error.message
    return said.startswith("got tuple that is no") or "tuple indices must be" in said or "'tuple' object has" in said


def _with_part(expression: str, place: int) -> str:
    """An expression of which the variable or call that it is a part of is one result of several."""
    body = ast.parse(expression.strip(), mode="eval").body
    inner: ast.expr = body
    around: ast.Subscript | ast.Attribute | None = None
    while isinstance(inner, ast.Subscript | ast.Attribute):
        around = inner
        inner = around.value
    part = ast.Subscript(inner, ast.Constant(place), ast.Load())
    if around is None:
        return ast.unparse(part)
    around.value = part
    return ast.unparse(body)


def _simplest(count: int) -> list[tuple[int, ...]]:
    """All permutations but the identity, those that move fewest first."""
    if count > 5:  # transpositions only
        pairs = [(i, j) for j in range(count) for i in range(j)]
        return [tuple({i: j, j: i}.get(at, at) for at in range(count)) for i, j in pairs][:_MAX_ORDERS]
    others = [order for order in permutations(range(count)) if order != tuple(range(count))]
    return sorted(others, key=lambda order: sum(place != at for at, place in enumerate(order)))[:_MAX_ORDERS]


def _message(place: int, wanted: int) -> str:
    return f"it is result {place + 1} of those returned, but should be result {wanted + 1}"


def _names(code: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}


def _taken_from(name: str, roles: Mapping[str, set[str]], expressions: Mapping[str, str]) -> list[str]:
    """The roles that are a part of a variable; if there are none, those computed from it."""
    parts = [role for role, names in roles.items() if name in names and _root(expressions[role]) == name]
    return parts or [role for role, names in roles.items() if name in names]


def _root(expression: str) -> str:
    """The variable that an expression is a part of: `W` for `W[:, :k].T`."""
    node: ast.expr = ast.parse(expression, mode="eval").body
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _index(node: ast.Subscript) -> int | None:
    constant = node.slice.value if isinstance(node.slice, ast.Constant) else None
    outermost = isinstance(node.value, ast.Name | ast.Call)
    return constant if outermost and type(constant) is int and constant >= 0 else None


def _with_indices(expression: str, base: str, new: Mapping[int, int]) -> str:
    tree = ast.parse(expression, mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == base and _index(node) in new:
            node.slice = ast.Constant(new[_index(node) or 0])
    return ast.unparse(tree)


@dataclass(frozen=True)
class AnswerQuality:
    """The quality of an answer to one data set."""

    usable: frozenset[str]
    right: frozenset[str]
    """Roles whose value passes every criterion about this role alone."""
    passed: int


def reordered_task(
    task: Task,
    facts: Facts,
    outcome: Outcome,
    try_all: Callable[[Sequence[Task]], Sequence[Outcome]],
    in_rows: Callable[[Outcome], Mapping[str, Array | RoleError]],
) -> Task | None:
    """The task with the order in which the submission returns its results; None if that is the assignment's order.

    An order is accepted if it makes more values usable, or, for values of equal shape, if it makes all moved roles
    right; and only if the form of each moved role has points. `try_all` runs tasks on the data of the outcome.
    """
    if outcome.status not in ("ok", "error") or outcome.error_in == "source":
        return None
    reading = task.reading
    now = _quality(task, facts, outcome, in_rows, reading)
    if not reading.scored_forms or not _worth_a_try(task, facts, now):
        return None
    found = [*parts(task, outcome.roles), *fewer(task, outcome), *orders(task)]
    others = [each for each in found if {*each.moved, *each.missing} and _is_scored(each, reading)][:_MAX_ORDERS]
    rewritten = [_rewritten(task, each) for each in others]
    if not rewritten:
        return None
    best, most = None, now
    for places, other, answer in zip(others, rewritten, try_all(rewritten), strict=True):
        holds = _quality(other, facts, answer, in_rows, reading)
        more = len(holds.usable) > len(now.usable) and set(places.moved) <= holds.usable
        same_shapes = len(holds.usable) == len(now.usable) and set(places.moved) <= holds.right - now.right
        if (more or same_shapes) and (len(holds.usable), holds.passed) > (len(most.usable), most.passed):
            best, most = other, holds
    return best


def _is_scored(places: ResultOrder, reading: ReadAs) -> bool:
    """Whether the form of each role that is moved or missing has points."""
    return {*places.moved, *places.missing} <= reading.scored_forms


def _rewritten(task: Task, places: ResultOrder) -> Task:
    reading = replace(
        task.reading,
        exchanged=places.moved,
        missing=places.missing,
        call=places.call,
        expressions=places.expressions,
    )
    return replace(task, reading=reading)


def _worth_a_try(task: Task, facts: Facts, now: AnswerQuality) -> bool:
    """Whether a value is unusable, or two values of equal shape are wrong."""
    wrong = [shape_of(role, facts, task.conventions) for role in task.roles if role not in now.right]
    return len(now.usable) < len(task.roles) or len(set(wrong)) < len(wrong)


def _quality(
    task: Task,
    facts: Facts,
    outcome: Outcome,
    in_rows: Callable[[Outcome], Mapping[str, Array | RoleError]],
    reading: ReadAs,
) -> AnswerQuality:
    if outcome.status != "ok":
        return AnswerQuality(frozenset(), frozenset(), 0)
    roles = {role: value for role, value in in_rows(outcome).items() if role in task.roles}
    usable, right = set(), set()
    for role, value in roles.items():
        try:
            read(role, value, facts, task.conventions, reading)
        except UnfitError:
            continue
        usable.add(role)
        if all(each.passed for each in _examined(task, facts, {role: value}, reading)):
            right.add(role)
    passed = sum(each.passed for each in _examined(task, facts, roles, reading))
    return AnswerQuality(frozenset(usable), frozenset(right), passed)


def _examined(task: Task, facts: Facts, roles: Mapping[str, Array | RoleError], reading: ReadAs) -> Iterator[Judgement]:
    """The judge's findings other than form, which always fails in another position."""
    found = examine(facts, roles, task.conventions, reading)
    return (finding for finding in found if not finding.criterion.endswith(".form"))
