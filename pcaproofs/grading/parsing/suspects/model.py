"""The findings about a program's code, and their encoding as JSON."""

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Any

Edit = tuple[int, int, int, int, str]
"""First line and column, last line and column (lines from 1, columns in bytes from 0), and what goes there instead."""


@dataclass(frozen=True)
class Suspect:
    """A line that may hold a mistake; without edits it is only a place to look at."""

    name: str
    line: int
    edits: tuple[Edit, ...] = ()
    sure: bool = False
    """Whether it is a mistake whatever the rest of the program does."""
    said: str = ""
    """The change in words, of what has no name of its own: `X` should be `Xc`."""


@dataclass(frozen=True)
class FunctionSpan:
    """A function's name, first and last line, and the names that stand in it."""

    name: str
    first: int
    last: int
    words: frozenset[str]


@dataclass(frozen=True)
class Text:
    """The findings about a program's code."""

    suspects: tuple[Suspect, ...] = ()
    words: frozenset[str] | None = None
    """The names and operators that stand in it, in lower case; None where it cannot be read."""
    checks: frozenset[int] = frozenset()
    """Lines that raise an error of the program's own, or assert something."""
    changes: tuple[Suspect, ...] = ()
    """Small changes of any line, the likelier ones first."""
    functions: tuple[FunctionSpan, ...] = ()
    """The names in each function, which show the functions that a call never reaches."""


def to_bytes(text: Text) -> bytes:
    """The findings as JSON."""
    found, changes = ([astuple(each) for each in some] for some in (text.suspects, text.changes))
    functions = [[each.name, each.first, each.last, sorted(each.words)] for each in text.functions]
    return json.dumps([found, sorted(text.words or ()), sorted(text.checks), changes, functions]).encode()


def from_bytes(data: bytes) -> Text:
    """The findings that `to_bytes` encoded; raises ValueError, TypeError."""
    found, words, checks, changes, functions = json.loads(data)
    return Text(
        tuple(map(_suspect, found)),
        frozenset(map(str, words)),
        frozenset(map(int, checks)),
        tuple(map(_suspect, changes)),
        tuple(FunctionSpan(str(name), int(a), int(b), frozenset(map(str, words))) for name, a, b, words in functions),
    )


def _suspect(parts: list[Any]) -> Suspect:
    name, line, edits, sure, said = parts
    whole = tuple((int(a), int(b), int(c), int(d), str(new)) for a, b, c, d, new in edits)
    return Suspect(str(name), int(line), whole, bool(sure), str(said))


def edited(text: str, edits: Iterable[Edit]) -> str:
    """A text with edits made; raises IndexError for places outside of it."""
    lines = [line.encode("utf-8", "surrogatepass") for line in text.split("\n")]
    for first, start, last, end, new in sorted(set(edits), reverse=True):
        joined = lines[first - 1][:start] + new.encode() + lines[last - 1][end:]
        lines[first - 1 : last] = [joined, *[b""] * (last - first)]  # later lines keep their numbers
    return b"\n".join(lines).decode("utf-8", "surrogatepass")
