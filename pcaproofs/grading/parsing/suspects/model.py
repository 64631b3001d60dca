"""What is told of a program's text, and how it travels."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Text:
    """What a program's text shows."""

    suspects: tuple[Suspect, ...] = ()
    words: frozenset[str] | None = None
    """The names and operators that stand in it, in lower case; None where it cannot be read."""
    checks: frozenset[int] = frozenset()
    """Lines that raise an error of the program's own, or assert something."""


def to_bytes(text: Text) -> bytes:
    """Return what a text shows as JSON."""
    found = [[item.name, item.line, item.edits, item.sure] for item in text.suspects]
    return json.dumps([found, sorted(text.words or ()), sorted(text.checks)]).encode()


def from_bytes(data: bytes) -> Text:
    """Return what ``to_bytes`` wrote; raises ValueError, TypeError."""
    found, words, checks = json.loads(data)
    suspects = (
        Suspect(
            str(name),
            int(line),
            tuple((int(a), int(b), int(c), int(d), str(new)) for a, b, c, d, new in edits),
            bool(sure),
        )
        for name, line, edits, sure in found
    )
    return Text(tuple(suspects), frozenset(map(str, words)), frozenset(map(int, checks)))


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with edits made; raises IndexError for places outside of it."""
    lines = [line.encode("utf-8", "surrogatepass") for line in text.split("\n")]
    for first, start, last, end, new in sorted(set(edits), reverse=True):
        joined = lines[first - 1][:start] + new.encode() + lines[last - 1][end:]
        lines[first - 1 : last] = [joined, *[b""] * (last - first)]  # later lines keep their numbers
    return b"\n".join(lines).decode("utf-8", "surrogatepass")
