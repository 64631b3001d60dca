"""Removal of top-level blocks that are not valid Python, keeping line numbers.

A block is a line without indentation with all lines up to the next such line. Each parse finds one error. The number of
parses is bounded, so that the time is proportional to the length of the text.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .newer import needed

_MOST = 25
_BEGINS_BLOCK = re.compile(r"(?!(?:else|elif|except|finally)\b)[^\s#)\]}]")
_BEFORE = re.compile(r"after .* on line (\d+)")
_OLD_PRINT = re.compile(
    r"^(\s*(?:(?:if|elif|else|for|while|try|except|finally)\b[^#'\"]*:\s*)?)(?:print|exec)(?=\s+[^\s=(]|\s*$|\s*>>).*$"
)
_BINDS = re.compile(r"^(?:(?:async\s+)?def|class)\s+(\w+)|^(\w+)\s*(?::[^=]+)?=(?!=)")


class Broken(NamedTuple):
    """A block that was left out or changed.

    Its first line, a description, the error, and the names that it would bind.
    """

    line: int
    what: str
    error: SyntaxError
    names: tuple[str, ...]


def repaired(text: str) -> tuple[ast.Module, str, list[Broken]]:
    """The syntax tree of a text, the text that was parsed for it, and the blocks that were left out."""
    broken: list[Broken] = []
    for _ in range(_MOST):
        try:
            return ast.parse(text), text, broken
        except SyntaxError as error:
            text, part = _without(text, error)
        except (ValueError, RecursionError, MemoryError) as error:
            text, part = _without_all(text, SyntaxError(str(error) or "it is nested too deeply"))
        broken.append(part)
    text, part = _without_all(text, SyntaxError(f"more than {_MOST} blocks are no valid Python"))
    return ast.parse(text), text, [*broken, part]


def units(text: str, cells: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The parts of a text that are parsed separately: the cells of a notebook.

    Each has the number of lines before it.
    """
    lines = text.split("\n")
    starts = cells or [1]
    for start, end in zip(starts, [*starts[1:], len(lines) + 1], strict=True):
        yield start - 1, "\n".join(lines[start - 1 : end - 1])


def valid(text: str, cells: Sequence[int] = ()) -> str:
    """A text without its blocks that are not valid Python; line numbers are kept."""
    return "\n".join(repaired(part)[1] for _, part in units(text, cells))


def _without(text: str, error: SyntaxError) -> tuple[str, Broken]:
    lines = text.split("\n")
    line = _line_of(error, lines)
    if isinstance(error, TabError):
        for width in (8, 4):
            spaced = [_spaced(each, width) for each in lines]
            if _parses("\n".join(spaced)):
                return "\n".join(spaced), Broken(line, "tabs among spaces", error, ())
    if "call to 'print'" in str(error.msg) or "call to 'exec'" in str(error.msg):
        plain = [_OLD_PRINT.sub(r"\1pass", each) for each in lines]
        if plain != lines:
            return "\n".join(plain), Broken(line, "print without parentheses (Python 2)", error, ())
    first, last = _block(lines, line, alone="unexpected indent" in str(error.msg))
    if new := needed("\n".join(lines[first : last + 1])):
        error = SyntaxError(new, (error.filename, line, None, None))
    names = [name for each in lines[first : last + 1] if (found := _BINDS.match(each)) for name in found.groups()]
    part = Broken(line, lines[first].strip(), error, tuple(filter(None, names)))
    if not any(each.strip() for each in lines[first : last + 1]):
        return _without_all(text, error)
    lines[first : last + 1] = [""] * (last + 1 - first)
    return "\n".join(lines), part


def _without_all(text: str, error: SyntaxError) -> tuple[str, Broken]:
    lines = text.split("\n")
    names = [name for each in lines if (found := _BINDS.match(each)) for name in found.groups()]
    return "\n" * text.count("\n"), Broken(error.lineno or 1, "all of it", error, tuple(filter(None, names)))


def _line_of(error: SyntaxError, lines: list[str]) -> int:
    """The line that a SyntaxError refers to, counted from 1."""
    message = str(error.msg)
    if "null bytes" in message:
        return next((number for number, line in enumerate(lines, 1) if "\0" in line), 1)
    if found := _BEFORE.search(message):
        return int(found[1])
    line = min(max(error.lineno or 1, 1), len(lines))
    if "expected 'except' or 'finally'" in message:
        line -= 1
        while line > 1 and not lines[line - 1].strip():
            line -= 1
    return line


def _block(lines: list[str], line: int, alone: bool) -> tuple[int, int]:
    """Indices of the first and the last line of the block that contains a line."""
    first = line - 1
    while first > 0 and not alone and not _BEGINS_BLOCK.match(lines[first]):
        first -= 1
    while first > 0 and lines[first - 1].startswith("@"):
        first -= 1
    last = line - 1
    while last + 1 < len(lines) and not _BEGINS_BLOCK.match(lines[last + 1]):
        last += 1
    return first, last


def _spaced(line: str, width: int) -> str:
    rest = line.lstrip(" \t")
    return line[: len(line) - len(rest)].expandtabs(width) + rest


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
