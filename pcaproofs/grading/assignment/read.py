"""Reading an assignment: every value is checked, and what is wrong is said with its line and what is allowed."""

import hashlib
import math
import re
import sys
import tomllib
import typing
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Literal, NoReturn

from ..job import Limits
from ..judge import Conventions
from ..submissions import CODE
from .lines import Lines, Place
from .model import Assignment, AssignmentError, Rubric, Task
from .names import CRITERIA, ROLES, roles_of

_TASK_KEYS = ("call", "samples", "given", "roles", "conventions", "criteria")
_TOP_KEYS = ("title", "file", "seed", "follow_through", "forbidden_imports", "limits", "task", *_TASK_KEYS)
_UNITS = {"": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}
_HANDED = ("X", "k")


def load(path: str | Path) -> Assignment:
    """Read an assignment file; raises AssignmentError, OSError."""
    path = Path(path)
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError:
        raise AssignmentError(f"{path}:1: got text that is not UTF-8, but should be TOML") from None
    return loads(text, str(path))


def loads(text: str, name: str = "assignment") -> Assignment:
    """Read an assignment's text; raises AssignmentError that begins with ``name:line:``."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, line = str(error), str(text.count("\n") + 1)
        if at := re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", what):
            what, line = at[1], at[2]
        raise AssignmentError(f"{name}:{line}: got {what}, but should be TOML") from None
    digest = hashlib.sha256(text.encode()).hexdigest()
    return _Reader(data, Lines(text.replace("\r\n", "\n")), name, digest).assignment()


class _Reader:
    def __init__(self, data: dict[str, Any], lines: Lines, name: str, digest: str) -> None:
        self._data, self._lines, self._name, self._digest = data, lines, name, digest

    def _wrong(self, got: object, wanted: str, place: Place) -> NoReturn:
        where = f" [{'.'.join(str(part) for part in place if isinstance(part, str))}]" if place else ""
        raise AssignmentError(f"{self._name}:{self._lines.of(place)}: got {got}, but should be {wanted}{where}")

    def assignment(self) -> Assignment:
        data = self._data
        self._keys(data, _TOP_KEYS, ())
        several = "task" in data
        if several:
            for key in ("call", "roles", "criteria", "given"):
                if key in data:
                    self._wrong(f"{key!r} beside [[task]]", f"{key!r} inside each [[task]]", (key,))
        file = self._text(data, "file", ())
        if PurePosixPath(file).name != file or not file.lower().endswith(CODE):
            self._wrong(repr(file), f"the name of a {' or '.join(CODE)} file, without a folder", ("file",))
        tasks = self._tasks() if several else (self._task(data, (), ""),)
        made = Assignment(
            title=self._text(data, "title", (), PurePosixPath(file).stem),
            file=file,
            tasks=tasks,
            limits=self._limits(),
            seed=self._seed(),
            follow_through=self._flag(data, "follow_through", ()),
            forbidden_imports=self._forbidden(),
            digest=self._digest,
        )
        if not made.max_points > 0:
            self._wrong("criteria worth 0 points together", "more than 0", ("task" if several else "criteria",))
        return made

    def _tasks(self) -> tuple[Task, ...]:
        tables = self._data["task"]
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self._wrong("'task'", "[[task]] tables", ("task",))
        tasks: list[Task] = []
        for number, table in enumerate(tables):
            place: Place = ("task", number)
            self._keys(table, ("name", *_TASK_KEYS), place)
            name = self._text(table, "name", place)
            if not re.fullmatch(r"[\w-]+", name) or name in [task.name for task in tasks]:
                self._wrong(repr(name), "a name of its own, of letters, digits and dashes", (*place, "name"))
            tasks.append(self._task(table, place, name))
        return tuple(tasks)

    def _task(self, table: dict[str, Any], place: Place, name: str) -> Task:
        conventions = self._conventions(table, place)
        given = self._table(table, "given", place)
        for variable, role in given.items():
            if not variable.isidentifier() or variable in _HANDED:
                self._wrong(repr(variable), "a variable's name other than X and k", (*place, "given", variable))
            self._one_of(role, ROLES, (*place, "given", variable))
        roles = self._table(table, "roles", place)
        if not roles:
            self._wrong("no roles", f"a table [roles] of some of {', '.join(ROLES)}", (*place, "roles"))
        self._keys(roles, ROLES, (*place, "roles"))
        for role, expression in roles.items():
            self._code(expression, "eval", (*place, "roles", role))
        call = self._text(table, "call", place)
        self._code(call, "exec", (*place, "call"))
        return Task(
            name=name,
            call=call,
            given=given,
            roles=roles,
            samples=self._samples(table, place),
            conventions=conventions,
            criteria=self._criteria(table, place, {*roles, *given.values()}, conventions.standardise != "no"),
        )

    def _criteria(self, table: dict[str, Any], place: Place, roles: set[str], standardised: bool) -> tuple[Rubric, ...]:
        place = (*place, "criteria")
        rubrics = []
        for name, where, value in _flatten(self._table(table, "criteria", place[:-1]), place):
            self._one_of(name, CRITERIA, where)
            missing = [role for role in roles_of(name) if role not in roles]
            if missing:
                self._wrong(f"criterion {name!r}", f"left out, or [roles] should yield {missing[0]!r}", where)
            if name == "equivariance.rotation" and standardised:
                self._wrong(f"criterion {name!r}", "left out: z-scores do not turn with the data", where)
            options = value if isinstance(value, dict) else {"points": value}
            self._keys(options, ("points", "visible", "partial"), where)
            points = options.get("points")
            if isinstance(points, bool) or not isinstance(points, int | float) or not 0 <= points < math.inf:
                self._wrong(f"points {points!r}", "a number, 0 or more", where)
            rubrics.append(
                Rubric(
                    criterion=name,
                    points=float(points),
                    visible=self._flag(options, "visible", where, True),
                    partial=self._flag(options, "partial", where, True),
                )
            )
        if not rubrics:
            self._wrong("no criteria", f"a table [criteria] of some of {', '.join(CRITERIA)}", place)
        return tuple(rubrics)

    def _conventions(self, table: dict[str, Any], place: Place) -> Conventions:
        kinds = typing.get_type_hints(Conventions)
        chosen: dict[str, Any] = {}
        for source, where in ((self._data, ()), (table, place)):  # a task's own go before those of all
            where = (*where, "conventions")
            values = self._table(source, "conventions", where[:-1])
            self._keys(values, kinds, where)
            for key, value in values.items():
                allowed = (True, False) if kinds[key] is bool else typing.get_args(kinds[key])
                chosen[key] = self._one_of(value, allowed, (*where, key))
        return Conventions(**chosen)

    def _samples(self, table: dict[str, Any], place: Place) -> Literal["rows", "columns"]:
        source, where = (table, place) if "samples" in table else (self._data, ())
        chosen: Literal["rows", "columns"] = self._one_of(
            source.get("samples", "rows"), ("rows", "columns"), (*where, "samples")
        )
        return chosen

    def _limits(self) -> Limits:
        kinds = typing.get_type_hints(Limits)
        values = self._table(self._data, "limits", ())
        self._keys(values, kinds, ("limits",))
        chosen: dict[str, Any] = {}
        for key, value in values.items():
            place = ("limits", key)
            if isinstance(value, str) and kinds[key] is int:
                size = re.fullmatch(r"(\d+) ?([KMG]B|)", value)
                if not size:
                    self._wrong(repr(value), "a number, with KB, MB or GB after it for bytes", place)
                value = int(size[1]) * _UNITS[size[2]]
            fits = int if kinds[key] is int else (int, float)
            if isinstance(value, bool) or not isinstance(value, fits) or not 0 < value < math.inf:
                self._wrong(repr(value), f"a {'whole ' if kinds[key] is int else ''}number above 0", place)
            chosen[key] = value
        return Limits(**chosen)

    def _seed(self) -> int:
        seed = self._data.get("seed", 0)
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**128:
            self._wrong(repr(seed), "a whole number, 0 or more", ("seed",))
        return seed

    def _forbidden(self) -> tuple[str, ...]:
        names = self._data.get("forbidden_imports", [])
        if not isinstance(names, list):
            self._wrong(repr(names), "a list of names of packages", ("forbidden_imports",))
        for name in names:
            usual = name in ("numpy", *sys.stdlib_module_names) if isinstance(name, str) else True
            if usual or not name.isidentifier():
                self._wrong(repr(name), "the name of an installed package other than numpy", ("forbidden_imports",))
        return tuple(names)

    def _keys(self, table: Mapping[str, Any], allowed: Iterable[str], place: Place) -> None:
        for key in table:
            if key not in allowed:
                self._wrong(f"key {key!r}", f"one of {', '.join(allowed)}", (*place, key))

    def _one_of(self, value: Any, allowed: Iterable[Any], place: Place) -> Any:
        choices = list(allowed)
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            words = ", ".join(str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in choices)
            self._wrong(repr(value), f"one of {words}", place)
        return value

    def _table(self, table: dict[str, Any], key: str, place: Place) -> dict[str, Any]:
        value = table.get(key, {})
        if not isinstance(value, dict):
            self._wrong(repr(value), f"a table [{key}]", (*place, key))
        return value

    def _text(self, table: dict[str, Any], key: str, place: Place, default: str | None = None) -> str:
        value = table.get(key, default)
        if value is None:
            self._wrong(f"no {key!r}", "there", place)
        if not isinstance(value, str) or not value.strip():
            self._wrong(f"{key} = {value!r}", "a text that is not empty", (*place, key))
        return value

    def _flag(self, table: dict[str, Any], key: str, place: Place, default: bool = False) -> bool:
        value = table.get(key, default)
        if not isinstance(value, bool):
            self._wrong(f"{key} = {value!r}", "true or false", (*place, key))
        return value

    def _code(self, code: Any, mode: str, place: Place) -> None:
        kind = "a Python expression" if mode == "eval" else "a line of Python"
        if not isinstance(code, str):
            self._wrong(repr(code), kind, place)
        try:
            compile(code, "<assignment>", mode)
        except (SyntaxError, ValueError) as error:
            self._wrong(f"{code!r} ({error.args[0]})", kind, place)


def _flatten(table: dict[str, Any], place: Place) -> Iterable[tuple[str, Place, Any]]:
    """Yield criteria with their values: TOML reads the dot in ``mean.values = 1`` as a table in a table."""
    for key, value in table.items():
        where = (*place, key)
        if isinstance(value, dict) and not {"points", "visible", "partial"} & value.keys() and key not in CRITERIA:
            for name, inner, item in _flatten(value, where):
                yield f"{key}.{name}", inner, item
        else:
            yield key, where, value
