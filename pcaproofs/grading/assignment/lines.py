"""Line numbers of keys in a TOML text, which tomllib does not give."""

import re
from collections.abc import Sequence

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
