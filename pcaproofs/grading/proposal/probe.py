"""Calling a solution in every way that its text suggests, isolated, and looking at everything that comes back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ..assignment.model import Assignment, Rubric, Task
from ..code import Code
from ..datasets import datasets
from ..job import Array, Outcome, RoleError
from ..judge import Conventions
from ..run import RunAll, job_of
from .callables import Class, Function, callables
from .recognise import Recognised, Values, recognise

_VARIABLES = {
    "components": "W",
    "explained_variance": "lam",
    "explained_variance_ratio": "ratio",
    "mean": "mu",
    "scores": "Z",
    "reconstruction": "X_hat",
    "covariance": "C",
    "centered": "Xc",
    "projection": "P",
}
ORIENTATIONS: tuple[Literal["columns"], Literal["rows"]] = ("columns", "rows")
_COUNT = "len(out) if isinstance(out, (tuple, list)) else -1"
_IS_ARRAY = "type(out) is np.ndarray"
_ITEMS = [f"out[{index}]" for index in range(9)]
_NAMES = "np.frombuffer('\\n'.join({}).encode(), np.uint8)"
_METHODS = ("transform", "project", "predict", "fit_transform", "inverse_transform", "reconstruct")


@dataclass(frozen=True)
class Proposal:
    """A call, what it yields, and under which conventions."""

    name: str
    call: str
    roles: Mapping[str, Recognised]
    given: Mapping[str, str]
    samples: Literal["rows", "columns"]
    conventions: Conventions
    unknown: tuple[str, ...] = ()
    """Outputs that are nothing known."""

    def task(self, criteria: tuple[Rubric, ...]) -> Task:
        """Return this as a task of an assignment."""
        roles = {role: found.expression for role, found in self.roles.items()}
        return Task(
            name=self.name,
            call=self.call,
            roles=roles,
            given=self.given,
            samples=self.samples,
            conventions=self.conventions,
            criteria=criteria,
        )


class Prober:
    """Runs calls of one solution on data whose shapes tell everything apart."""

    def __init__(self, run_all: RunAll, code: Code) -> None:
        self._run_all, self._code = run_all, code
        self._data = [each for each in datasets(0) if len({len(each.X), each.X.shape[1], each.k, 1}) == 4]
        self._known: dict[tuple[object, ...], list[Outcome]] = {}
        self.errors: list[str] = []
        """Why calls failed, for an author who wonders."""

    def proposals(self) -> Iterator[Proposal]:
        """Yield, for each function and class of the solution, the best reading of it that yields any role."""
        for item in callables(self._code):
            found = [proposal for proposal in self._readings(item) if proposal.roles]
            if found:
                yield max(found, key=lambda proposal: (len(proposal.roles), -len(proposal.unknown)))

    def _readings(self, item: Function | Class) -> Iterator[Proposal]:
        standardise: Literal["no", "any"]
        samples: Literal["rows", "columns"]
        for standardise in ("no", "any"):
            for samples in ("rows", "columns"):
                outer = Task(
                    call="", roles={}, criteria=(), samples=samples, conventions=Conventions(standardise=standardise)
                )
                yield from self._function(item, outer) if isinstance(item, Function) else self._class(item, outer)

    def _function(self, item: Function, outer: Task) -> Iterator[Proposal]:
        for arguments in _guesses(item.arguments):
            given = {_VARIABLES[meaning]: meaning for meaning in arguments if meaning in _VARIABLES}
            call = f"{item.name}({', '.join(_VARIABLES.get(meaning, meaning) for meaning in arguments)})"
            for orientation in ORIENTATIONS if "components" in arguments else ORIENTATIONS[:1]:
                conventions = replace(outer.conventions, components=orientation)
                task = replace(outer, call=f"out = {call}", given=given, conventions=conventions)
                yield self._of_value(item.name, call, task)

    def _of_value(self, name: str, call: str, outer: Task) -> Proposal:
        """Read a value that a function returned: an array, several, or something with fields."""
        counts, arrays, *items, whole = self._values(outer, [_COUNT, _IS_ARRAY, *_ITEMS, "out"])
        count = int(np.asarray(counts[0])) if isinstance(counts[0], np.ndarray) else -2
        if count == -2:
            return _proposal(name, call, outer, {}, ())
        if 1 <= count <= len(_ITEMS):
            expressions = _ITEMS[:count]
            roles, unknown = self._recognised(outer, expressions, items[:count])
            at = {found.expression.split("]")[0] + "]": (role, found) for role, found in roles.items()}
            variables = [_VARIABLES[at[each][0]] if each in at else f"_{each[4:-1]}" for each in expressions]
            named = {}
            for expression, variable in zip(expressions, variables, strict=True):
                if expression in at:
                    role, found = at[expression]
                    named[role] = replace(found, expression=found.expression.replace(expression, variable, 1))
            unpacked = f"{', '.join(variables)}{',' if count == 1 else ''} = {call}"
            return _proposal(name, unpacked, outer, named, unknown)
        fields = [] if isinstance(arrays[0], np.ndarray) and arrays[0] else self._fields(outer)
        if fields:
            roles, unknown = self._recognised(outer, fields, self._values(outer, fields))
            return _proposal(name, outer.call, outer, roles, unknown)
        roles, unknown = self._recognised(outer, ["out"], [whole])
        for role, found in roles.items():
            variable = _VARIABLES[role]
            renamed = replace(found, expression=found.expression.replace("out", variable, 1))
            return _proposal(name, f"{variable} = {call}", outer, {role: renamed}, ())
        return _proposal(name, outer.call, outer, {}, unknown)

    def _fields(self, outer: Task) -> list[str]:
        keys = "[key for key in out if isinstance(key, str)] if isinstance(out, dict) else []"
        public = "[name for name in dir(out) if name[0] != '_' and not callable(getattr(out, name, print))]"
        plain = f"[] if isinstance(out, (dict, np.ndarray, np.generic, int, float, list, tuple)) else {public}"
        by_key, by_name = self._values(outer, [_NAMES.format(keys), _NAMES.format(plain)])
        return [f"out[{key!r}]" for key in _text(by_key[0])] + [f"out.{name}" for name in _text(by_name[0])]

    def _class(self, item: Class, outer: Task) -> Iterator[Proposal]:
        made = f"m = {item.name}({', '.join(item.arguments)})"
        steps = [""]
        for method in ("fit", "train", "fit_transform", "compute"):
            if method in item.methods:
                steps = [f"m.{method}({', '.join(item.methods[method])})"]
                break
        for step in steps:
            call = f"{made}; {step}" if step else made
            outer = replace(outer, call=f"{call}; out = m")
            expressions = [expression.replace("out", "m", 1) for expression in self._fields(outer)]
            for method in _METHODS:
                if method in item.methods:
                    expressions.append(f"m.{method}({'m.transform(X)' if 'inv' in method or 'rec' in method else 'X'})")
            outer = replace(outer, call=call)
            roles, unknown = self._recognised(outer, expressions, self._values(outer, expressions))
            yield _proposal(item.name, call, outer, roles, unknown)

    def _recognised(
        self, task: Task, expressions: Sequence[str], values: Sequence[Values]
    ) -> tuple[dict[str, Recognised], tuple[str, ...]]:
        roles: dict[str, Recognised] = {}
        unknown: list[str] = []
        for expression, each in zip(expressions, values, strict=True):
            found = None
            for orientation in ORIENTATIONS:
                conventions = replace(task.conventions, components=orientation)
                turned = task.samples == "columns"
                found = found or recognise(expression, each, self._data, conventions, turned=turned)
            if found is None:
                unknown.append(expression)
            elif found.role not in roles and found.role not in task.given.values():
                roles[found.role] = found
        return roles, tuple(unknown)

    def _values(self, task: Task, expressions: Sequence[str]) -> list[Values]:
        """Return each expression's value on each data set."""
        names = [f"role{number}" for number in range(len(expressions))]
        task = replace(task, roles=dict(zip(names, expressions, strict=True)))
        assignment = Assignment(title="", file="", tasks=(task,))
        # conventions matter to the judge alone, but for right values that are handed over
        key = (task.call, task.samples, *expressions, *task.given.items(), task.conventions if task.given else None)
        outcomes = self._known.get(key)
        if outcomes is None:
            outcomes = self._run_all([job_of(assignment, self._code, task, each) for each in self._data])
            self._known[key] = outcomes
        self.errors += [str(outcome.detail) for outcome in outcomes if outcome.detail]
        return [[_value(outcome, name) for outcome in outcomes] for name in names]


def _value(outcome: Outcome, name: str) -> Array | RoleError:
    return outcome.roles.get(name, RoleError(outcome.status, 0, outcome.detail))


def _text(value: Array | RoleError) -> list[str]:
    if not isinstance(value, np.ndarray):
        return []
    names = value.tobytes().decode("utf-8", "replace").split("\n")
    return [name for name in names if name.isprintable() and name]


def _guesses(arguments: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield readings of the arguments: as named, and with the first one as data in another state."""
    first, *rest = arguments
    for meaning in dict.fromkeys((first, "X", "centered", "covariance")):
        if "?" not in (meaning, *rest) and len({meaning, *rest}) == len(arguments):
            yield (meaning, *rest)


def _proposal(name: str, call: str, outer: Task, roles: Mapping[str, Recognised], unknown: tuple[str, ...]) -> Proposal:
    conventions = outer.conventions
    found = roles.get("components")
    if found and found.rows:
        conventions = replace(conventions, components="rows")
    variances = roles.get("explained_variance")
    if variances and variances.scale == "singular":
        conventions = replace(conventions, scale="singular")
    return Proposal(name, call, roles, outer.given, outer.samples, conventions, unknown)
