"""A table of a TOML text: typed access to its keys, and errors with line numbers, which tomllib does not give."""

import difflib
import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from pcaproofs.grading.assignment.model import AssignmentError

_HEADER = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(#.*)?$")
_PART = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)\s*(\.|=|$)""")

Place = tuple[str | int, ...]


class Lines:
    """Line numbers of the tables and keys of a valid TOML text."""

    def __init__(self, text: str) -> None:
        self._found: dict[Place, int] = {}
        counts: dict[Place, int] = {}
        table: Place = ()
        closing = ""
        for number, line in enumerate(text.split("\n"), 1):
            if closing:  # inside a text or an array of several lines
                closing = "" if closing in line else closing
                continue
            if (header := _HEADER.match(line)) and not _keys(line):
                table = self._resolve(_keys(header[2] + "=") or [], counts)
                if header[1] == "[[":
                    counts[table] = counts.get(table, -1) + 1
                    self._found.setdefault(table, number)
                    table = (*table, counts[table])
                self._found.setdefault(table, number)
                continue
            if keys := _keys(line):
                for end in range(1, len(keys) + 1):
                    self._found.setdefault((*table, *keys[:end]), number)
                closing = _open_end(line.split("=", 1)[1])

    def _resolve(self, keys: Sequence[str], counts: dict[Place, int]) -> Place:
        place: Place = ()
        for index, key in enumerate(keys):
            place = (*place, key)
            if place in counts and index < len(keys) - 1:
                place = (*place, counts[place])
        return place

    def of(self, place: Place) -> int:
        """The line of a key, or of the nearest enclosing table that has one."""
        while place and place not in self._found:
            place = place[:-1]
        return self._found.get(place, 1)


def _keys(line: str) -> list[str]:
    """The parts of a dotted key before `=`; empty if the line does not begin with a key."""
    keys: list[str] = []
    position = 0
    while part := _PART.match(line, position):
        keys.append(part[1].strip("\"'"))
        position = part.end()
        if part[2] != ".":
            return keys if part[2] == "=" else []
    return []


def _open_end(value: str) -> str:
    """The delimiter that ends a value which continues on the next lines; empty if it ends on its line."""
    for quote in ('"""', "'''"):
        if value.count(quote) == 1:
            return quote
    bare = re.sub(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|#.*", "", value)
    return "]" if bare.count("[") > bare.count("]") else ""


# A table of a TOML text: typed access to its keys, and errors with line numbers


_LONGEST = 120
"""The length from which a list of names is left out of a message, and a name is cut."""


class KeyTable:
    """A table of a TOML text. Every method raises AssignmentError, `file:line: got …, but should be … [key]`."""

    def __init__(self, values: dict[str, Any], lines: Lines, file: str, place: Place = ()) -> None:
        self.values, self._lines, self._file, self.place = values, lines, file, place

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def wrong(self, got: object, wanted: str, *inner: str | int) -> NoReturn:
        """Raise AssignmentError for a key in this table."""
        place = (*self.place, *inner)
        where = f" [{short('.'.join(str(part) for part in place if isinstance(part, str)))}]" if place else ""
        raise AssignmentError(f"{self._file}:{self._lines.of(place)}: got {got}, but should be {wanted}{where}")

    def where(self, *inner: str | int) -> str:
        """The file and line of a key in this table."""
        return f"{self._file}:{self._lines.of((*self.place, *inner))}"

    def keys(self, allowed: Iterable[str]) -> None:
        """Raise AssignmentError for keys other than these."""
        known = list(allowed)
        for key in self.values:
            if key not in known:
                self.wrong(f"key {short(repr(key))}", choice(key, known, "keys"), key)

    def table(self, key: str) -> "KeyTable":
        """A table in this one; an empty one where the key is missing."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            self.wrong(repr(value), f"a table [{key}]", key)
        return self.inner(value, key)

    def tables(self, key: str) -> "list[KeyTable]":
        """An array of tables; an empty one where the key is missing."""
        values = self.values.get(key, [])
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            self.wrong(f"{key!r}", f"[[{key}]] tables", key)
        return [self.inner(value, key, number) for number, value in enumerate(values)]

    def inner(self, values: dict[str, Any], *place: str | int) -> "KeyTable":
        """Values as the table at a place in this one."""
        return KeyTable(values, self._lines, self._file, (*self.place, *place))

    def text(self, key: str, default: str | None = None) -> str:
        """A text that is not empty."""
        value = self.values.get(key, default)
        if value is None:
            self.wrong(f"no {key!r}", "a text")
        if not isinstance(value, str) or not value.strip():
            self.wrong(f"{key} = {value!r}", "a text that is not empty", key)
        return value

    def texts(self, key: str, what: str) -> list[str]:
        """A list of texts that are not empty; an empty one where the key is missing."""
        values = self.values.get(key, [])
        if not isinstance(values, list):
            self.wrong(repr(values), f"a list of {what}", key)
        for value in values:
            if not isinstance(value, str) or not value.strip():
                self.wrong(repr(value), f"a list of {what}", key)
        return values

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false."""
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            self.wrong(f"{key} = {value!r}", "true or false", key)
        return value

    def number(self, key: str, default: float, *, low: float = 0.0, high: float = math.inf) -> float:
        """A finite number from `low` to `high`."""
        value = self.values.get(key, default)
        fits = isinstance(value, int | float) and not isinstance(value, bool)
        if not fits or not low <= value <= high or math.isinf(value):
            bounds = f"a number from {low:g} to {high:g}" if high < math.inf else f"a number, {low:g} or more"
            self.wrong(f"{key} = {value!r}", bounds, key)
        return float(value)

    def whole(self, key: str, default: int | None = None, *, low: int = 1, high: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        value = self.values.get(key, default)
        if value is None:
            self.wrong(f"no {key!r}", "a whole number")
        fits = isinstance(value, int) and not isinstance(value, bool)
        if not fits or not low <= value or (high is not None and value > high):
            bounds = f"{low} to {high}" if high is not None and high < 2**64 else f"{low} or more"
            self.wrong(repr(value) if key == "seed" else f"{key} = {value!r}", f"a whole number, {bounds}", key)
        return int(value)

    def one_of(self, key: str, allowed: Iterable[Any], default: Any = None) -> Any:
        """A value that is one of some."""
        choices, value = list(allowed), self.values.get(key, default)
        if not any(value == each and type(value) is type(each) for each in choices):
            words = [str(each).lower() if isinstance(each, bool) else str(each) for each in choices]
            self.wrong(short(repr(value)), choice(str(value), words, "values"), key)
        return value

    def code(self, key: str, mode: str) -> str:
        """Python code: an expression (`eval`) or statements (`exec`)."""
        kind = "a Python expression" if mode == "eval" else "a line of Python"
        value = self.values.get(key)
        if not isinstance(value, str):
            self.wrong(repr(value), kind, key)
        try:
            compile(value, "<assignment>", mode)
        except (SyntaxError, ValueError) as error:
            self.wrong(f"{value!r} ({error.args[0]})", kind, key)
        return value


def choice(got: str, known: Sequence[str], kind: str) -> str:
    """What a name should be: one of the known ones, or of so many that only the nearest is named."""
    every = f"one of {', '.join(known)}"
    if len(every) <= _LONGEST:
        return every
    near = difflib.get_close_matches(got[:_LONGEST], known, 1)
    return f"one of {len(known)} {kind}" + (f"; the nearest is {near[0]}" if near else f", such as {known[0]}")


def short(text: str) -> str:
    """A text, cut if it is long."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def text_of(path: Path) -> str:
    """The text of a TOML file; raises AssignmentError, OSError."""
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError:
        raise AssignmentError(f"{path}:1: got text that is not UTF-8, but should be TOML") from None


def top_table(text: str, name: str) -> KeyTable:
    """The table that a whole TOML text is; raises AssignmentError (`name:line: …`)."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, line = str(error), str(text.count("\n") + 1)
        if at := re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", what):
            what, line = at[1], at[2]
        raise AssignmentError(f"{name}:{line}: got {what}, but should be TOML") from None
    return KeyTable(values, Lines(text.replace("\r\n", "\n")), name)
