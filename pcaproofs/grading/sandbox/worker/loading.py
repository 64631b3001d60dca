"""Running a file statement by statement, leaving out top-level statements that fail.

A failed import binds a placeholder that raises when used. Other statements that fail, such as plots, demonstrations, or
reading a missing data file, are left out. Each statement is run once. It is run again at the end if it lacked a name
that a later statement bound, as happens in a notebook whose cells were not run in order.
"""

import __future__

import ast
import copy
import importlib
import inspect
import linecache
import re
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .definitions import Definition, Reducer
from .errors import kind_of, line_describer, message_of
from .placeholders import placeholder
from .repair import repaired, units
from .report import AddedImport, Clock, Hints, LeftOut, LoadReport, Skip, TooLongError
from .statements import LONGEST, USUAL, bound, imports_within, is_plain, names_of, short

_LONGEST_MESSAGE = 400
_MOST_ROUNDS = 3
_UNBOUND = object()
_UNDEFINED = re.compile(r"name '(\w+)' is not defined")
_FUTURE = 0
for _name in __future__.all_feature_names:
    _FUTURE |= getattr(__future__, _name).compiler_flag


class Loader:
    """Runs the statements of one file in the namespace of its module."""

    def __init__(  # noqa: PLR0913 (options by keyword)
        self,
        names: dict[str, Any],
        filename: str,
        report: LoadReport,
        clock: Clock,
        *,
        main: bool = True,
        cells: Sequence[int] = (),
        skip: Mapping[int, Skip] | None = None,
        side_effects: bool = True,
    ) -> None:
        """side_effects: whether to run more than imports, definitions and plain assignments."""
        self._names, self._filename, self._report, self._clock = names, filename, report, clock
        self._file = "" if main else filename
        self._skip, self._deeds, self._main = skip or {}, side_effects, main
        self._cells = list(cells)
        self.place = line_describer(self._cells)
        self._flags = 0
        self._lines: list[bytes] = []
        self._stars: list[str] = []
        self._drops: dict[int, list[LeftOut]] = {}
        self._waiting: list[tuple[int, ast.stmt, object]] = []

    def load(self, text: str) -> None:
        """Run a text; errors that it raises are recorded in the report."""
        self._lines = text.encode("utf-8", "surrogatepass").split(b"\n")  # AST columns count bytes
        quoted = text.splitlines(keepends=True)
        linecache.cache[self._filename] = (len(text), None, quoted, self._filename)  # for tracebacks
        parts = list(self._units(text))
        found = [names_of(own, self._filename) for _, own in parts]
        used: set[str] = set().union(*(each for each, _ in found))
        if not any(_imports_all(tree) for tree, _ in parts):
            self._supply(used, set().union(*(each for _, each in found)))
        number = 0
        for tree, _ in parts:
            for node in tree.body:
                self._statement(number, node)
                number += 1
        self._supply(used, set())  # the statement that binds a name may not have been run
        for _ in range(_MOST_ROUNDS):
            if not self._again():
                break
        dropped = [drop for drops in self._drops.values() for drop in drops]
        self._report.drops += sorted(dropped, key=lambda drop: drop.line)
        self._tell_unbound()

    def _units(self, text: str) -> Iterator[tuple[ast.Module, str]]:
        """Syntax trees of the file, one for each cell of a notebook, without blocks that are not valid Python."""
        for before, part_of_text in units(text, self._cells):
            tree, own, broken = repaired(part_of_text)
            ast.increment_lineno(tree, before)
            for part in broken:
                line = part.line + before
                drop = LeftOut(
                    -1,
                    line,
                    short(part.what),
                    kind_of(part.error),
                    message_of(part.error)[:_LONGEST_MESSAGE],
                    self._file,
                )
                self._drops.setdefault(-1, []).append(drop)
                self._note_unbound(part.names, drop)
            yield tree, own

    def _statement(self, number: int, node: ast.stmt) -> None:
        if number in self._skip:
            known = self._skip[number]
            self._note_unbound(bound(node), LeftOut(number, node.lineno, self._title(node), *known, self._file))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for single in self._singles(node):
                self._import(number, single)
        elif isinstance(node, Definition):
            self._define(number, node)
        elif self._deeds or is_plain(node):
            self._do(number, node)

    def _execute(self, node: ast.stmt, scope: dict[str, Any] | None = None) -> None:
        flags = self._flags | (ast.PyCF_ALLOW_TOP_LEVEL_AWAIT if self._cells else 0)
        code = compile(ast.Module([node], []), self._filename, "exec", flags=flags, dont_inherit=True)
        self._flags |= code.co_flags & _FUTURE
        waited = eval(code, self._names, scope if scope is not None else self._names)
        if code.co_flags & inspect.CO_COROUTINE:  # a statement of a notebook that waits at the top level
            _wait(waited)

    def _evaluate(self, node: ast.expr, scope: dict[str, Any] | None = None) -> Any:
        code = compile(ast.Expression(node), self._filename, "eval", flags=self._flags, dont_inherit=True)
        return eval(code, self._names, scope if scope is not None else self._names)

    def _singles(self, node: ast.Import | ast.ImportFrom) -> Iterator[ast.Import | ast.ImportFrom]:
        """An import split into one for each name; relative imports become absolute in a file outside a package."""
        level = getattr(node, "level", 0) if self._names.get("__package__") else 0
        for alias in node.names:
            made: ast.Import | ast.ImportFrom = ast.Import([alias])
            if isinstance(node, ast.ImportFrom) and (level or node.module):
                made = ast.ImportFrom(node.module, [alias], level)
            yield ast.fix_missing_locations(ast.copy_location(made, node))

    def _import(self, number: int, node: ast.Import | ast.ImportFrom) -> None:
        try:
            self._execute(node)
        except BaseException as error:
            message = message_of(error)
            self._drop(-1, node, error, number)
            alias = node.names[0]
            if alias.name == "*":
                self._stars.append(message)
            else:
                self._bind_placeholder(alias.asname or alias.name.partition(".")[0], error, message)

    def _bind_placeholder(self, name: str, error: BaseException, message: str) -> None:
        """Bind a name to a placeholder, unless the file itself defines it."""
        bound = self._names.get(name)
        own = isinstance(bound, type | types.FunctionType) and bound.__module__ == self._names.get("__name__")
        part = isinstance(bound, types.ModuleType) and "." in str(getattr(error, "name", ""))
        if not own and not part:
            self._names[name] = placeholder(error, message)

    def _define(self, number: int, node: Definition) -> None:
        try:
            self._execute(node)
            return
        except BaseException as error:
            first = error
        reducer = Reducer(self._names, self._execute, self._evaluate, message_of)
        try:
            reducer.define(copy.deepcopy(node))
        except BaseException:
            self._drop(-1, node, first, number)
        else:
            drops = [self._drop_of(-1, part.line, part.what, part.error) for part in reducer.parts]
            self._drops.setdefault(number, []).extend(
                drops or [self._drop_of(-1, node.lineno, self._title(node), first)]
            )
        if isinstance(first, NameError):
            self._waiting.append((number, node, self._names.get(node.name, _UNBOUND)))

    def _do(self, number: int, node: ast.stmt) -> None:
        """Run a statement other than an import or a definition."""
        clock = self._clock
        if clock.expired and not is_plain(node):
            self._drop(number, node, TooLongError(clock.words), number)
            return
        try:
            with clock:
                self._execute(node)
        except BaseException as error:
            self._drop(number, node, error, number)
            if isinstance(error, ImportError):
                for inner in imports_within(node):
                    for single in self._singles(inner):
                        self._import_within(single)
            if isinstance(error, NameError) and bound(node):
                self._waiting.append((number, node, _UNBOUND))

    def _import_within(self, node: ast.Import | ast.ImportFrom) -> None:
        name = (node.names[0].asname or node.names[0].name).partition(".")[0]
        if name in self._names or name == "*":
            return
        try:
            self._execute(node)
        except BaseException as error:
            self._bind_placeholder(name, error, message_of(error))

    def _again(self) -> bool:
        """Run again the statements that lacked a name; whether any of them succeeded."""
        waiting, self._waiting = self._waiting, []
        progress = False
        for number, node, made in waiting:
            names = bound(node)
            if any(self._names.get(name, _UNBOUND) is not made for name in names):
                continue  # another statement has bound it meanwhile
            before = self._drops.pop(number, [])
            if isinstance(node, Definition):
                self._define(number, node)
            else:
                self._do(number, node)
            progress = progress or number not in self._drops
            if number in self._drops:
                self._drops[number] = before
        return progress

    def _supply(self, used: set[str], bound: set[str]) -> None:
        """Import modules under their usual names, such as `np`, if the file uses these names and does not bind them."""
        for name in [name for name in USUAL if name in used and name not in bound and name not in self._names]:
            try:
                self._names[name] = importlib.import_module(USUAL[name])
            except BaseException:  # the name stays unbound, and its use raises a NameError
                continue
            pattern = re.compile(rf"\b{name}\b".encode())
            line = next((number for number, text in enumerate(self._lines, 1) if pattern.search(text)), 0)
            self._report.supplied.append(AddedImport(line, name, USUAL[name], self._file))

    def _drop(self, number: int, node: ast.stmt, error: BaseException, place: int) -> None:
        drop = self._drop_of(number, node.lineno, self._title(node), error)
        self._drops.setdefault(place, []).append(drop)
        if not isinstance(node, ast.Import | ast.ImportFrom):
            self._note_unbound(bound(node), drop)

    def _drop_of(self, number: int, line: int, what: str, error: BaseException) -> LeftOut:
        try:
            message = message_of(error)[:_LONGEST_MESSAGE]
        except BaseException:  # its __str__ may do anything
            message = "the error cannot be printed"
        return LeftOut(number, line, short(what), kind_of(error), message, self._file)

    def _title(self, node: ast.stmt) -> str:
        """The first line of a statement, shortened."""
        if isinstance(node, ast.Import | ast.ImportFrom):
            return short(ast.unparse(node))
        line = self._lines[node.lineno - 1] if node.lineno <= len(self._lines) else b""
        end = node.end_col_offset if node.end_lineno == node.lineno else None
        end = min(node.col_offset + 4 * LONGEST, len(line) if end is None else end)
        return short(line[node.col_offset : end].decode("utf-8", "replace").strip())

    def _note_unbound(self, names: Sequence[str], drop: LeftOut) -> None:
        where = f"{self._file}, line {drop.line}" if self._file else self.place(drop.line)
        for name in names:
            if self._main:
                self._report.errors[name] = (drop.kind, drop.line, drop.message)
            why = f"{drop.kind}: {drop.message}"
            lacks = _UNDEFINED.search(drop.message) if drop.kind == "NameError" else None
            if lacks and lacks[1] in self._report.hints:  # the first failure is the reason
                why = f"{why}; {self._report.hints[lacks[1]].rpartition('; ')[2]}"
            self._report.hints[name] = f"{where}, which defines it, was left out: {why}"

    def _tell_unbound(self) -> None:
        if not self._main:
            return
        for name in [name for name in self._report.errors if name in self._names]:
            del self._report.errors[name]
        if self._stars:
            told = f"it may come from an import that fails: {self._stars[0]}"
            self._report.hints = Hints(self._report.hints, told)


def _wait(waited: Any) -> None:
    """Run a coroutine in the event loop of this thread, which keeps the tasks that cells have started."""
    import asyncio  # late: hardly any submission needs it

    if not _loops:
        _loops.append(asyncio.new_event_loop())
        asyncio.set_event_loop(_loops[0])
    _loops[0].run_until_complete(waited)


_loops: list[Any] = []


def _imports_all(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in tree.body)
