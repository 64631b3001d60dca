"""Source text of a student's file: a Python file, or the code cells of a notebook without IPython commands.

This runs in a child process with limits (`submission.reading`), so it imports the standard library only.
"""

import ast
import bisect
import io
import json
import re
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

MAX_BYTES = 5 << 20
_KEPT_CELL_MAGICS = ("time", "timeit", "capture", "prun", "file", "writefile")
_WRITES = ("file", "writefile")
_RUN_LINE = re.compile(r"^(\s*)%run\s+(.+?)\s*$")
_TIME_LINE = re.compile(r"^(\s*)%time\s+(.+)$")
_DEFINES = re.compile(r"^[ \t]*(?:def|class)[ \t]+(\w+)[ \t]*[(:]", re.MULTILINE)
# The parts after the indentation begin with a non-blank, otherwise matching would take quadratic time.
_MAGIC_LINE = re.compile(r"^(\s*)([%!?]|[\w.]+\?\??\s*$|[\w.,][\w., ]*=\s*[%!])")
_WIDE = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


class SourceError(ValueError):
    """The file contains no readable Python; the message is for its author."""


@dataclass(frozen=True)
class Source:
    """Python text to run, with notes on how it was read."""

    text: str
    filename: str
    notes: tuple[str, ...] = ()
    cells: tuple[int, ...] = field(default=(), repr=False)
    """For a notebook: the line of `text` on which each code cell starts."""
    elsewhere: Mapping[str, str] = field(default_factory=dict, repr=False)
    """By name: where a text cell of a notebook defines it."""

    def place(self, line: int) -> str:
        """Position of a line in the student's file."""
        if not self.cells:
            return f"line {line}"
        number = bisect.bisect_right(self.cells, line)
        return f"cell {number}, line {line - self.cells[number - 1] + 1}"


def read_source(filename: str, data: bytes, most: int = MAX_BYTES) -> Source:
    """The source of a `.py` or `.ipynb` file of at most so many bytes, a notebook's code alone; raises SourceError."""
    if filename.lower().endswith(".ipynb"):
        source = _read_notebook(filename, data)
        check_size(filename, len(source.text.encode("utf-8", "replace")), most)
        return source
    check_size(filename, len(data), most)
    text, notes = _decoded(filename, data)
    return Source(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), filename, notes)


def check_size(filename: str, size: int, most: int) -> None:
    """Check the size of a file's code; raises SourceError."""
    if size > most:
        raise SourceError(f"got {size} bytes of code, but should be at most {most} [{filename}]")


def _decoded(filename: str, data: bytes) -> tuple[str, tuple[str, ...]]:
    """A file's text, and notes. A file that Python cannot decode is read in a legacy encoding."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding), ()
    except (SyntaxError, UnicodeError, LookupError) as error:
        reason = error
    for encoding in filter(None, (_WIDE.get(data[:2]), "utf-8", "cp1252", "latin-1")):
        try:
            text = data.decode(encoding)
        except UnicodeError:
            continue
        binary = any(mark < " " and mark not in "\t\n\r\f\x0b\x1a" for mark in text)
        if not binary and sum(map(str.isascii, text)) > len(text) / 2:
            return text, (f"the file is not UTF-8; it was read as {encoding}",)
    raise SourceError(f"got a file that is no text ({reason}) [{filename}]")


def to_bytes(source: Source) -> bytes:
    """A source as JSON bytes."""
    told = {"text": source.text, "notes": source.notes, "cells": source.cells, "elsewhere": source.elsewhere}
    return json.dumps(told).encode()


def _read_notebook(filename: str, data: bytes) -> Source:
    try:
        notebook = json.loads(data.decode(_WIDE.get(data[:2], "utf-8-sig")))
        cells = list(_code_cells(notebook))
        elsewhere = _in_texts(notebook)
    except SourceError as error:
        raise SourceError(f"{error} [{filename}]") from None
    except (ValueError, RecursionError, TypeError, AttributeError, KeyError):
        raise SourceError(f"got a file that is no notebook [{filename}]") from None
    lines: list[str] = []
    starts: list[int] = []
    for cell in cells:
        starts.append(len(lines) + 1)
        lines += _without_magics(cell).split("\n")
    return Source("\n".join(lines) + "\n", filename, (), tuple(starts), elsewhere)


def _code_cells(notebook: dict[str, Any]) -> Iterator[str]:
    kernel = (notebook.get("metadata") or {}).get("kernelspec") or {}
    language = kernel.get("language") or "python"
    if not language.lower().startswith(("python", "ipython")):
        raise SourceError(f"got a notebook in {language}, but should be Python")
    for cell in _cells(notebook):
        if cell.get("cell_type") == "code":
            yield _text_of(cell)


def _cells(notebook: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for sheet in notebook.get("worksheets", [notebook]):  # formats 3 and 4
        yield from sheet["cells"]


def _text_of(cell: dict[str, Any]) -> str:
    text = cell.get("source", cell.get("input")) or ""
    text = text if isinstance(text, str) else "".join(text)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _in_texts(notebook: dict[str, Any]) -> dict[str, str]:
    """By name: the text cell that defines it, which does not run."""
    found: dict[str, str] = {}
    for number, cell in enumerate(_cells(notebook), 1):
        if cell.get("cell_type") != "code":
            for match in _DEFINES.finditer(_text_of(cell)):
                kind = "a raw cell" if cell.get("cell_type") == "raw" else "a text cell"
                what = match[0].strip().rstrip("(:")
                found.setdefault(match[1], f"cell {number} of the notebook, {kind}, has `{what}`. Make it a code cell.")
    return found


def _without_magics(cell: str) -> str:
    """A cell whose IPython magics and shell commands are replaced by lines without effect."""
    try:
        ast.parse(cell)
        return cell  # in valid Python a line may also start with % or !: a continued expression, or part of a string
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        lines = cell.split("\n")
    for number, line in enumerate(lines):
        if line.startswith("%%"):
            name = line[2:].split(maxsplit=1)[0] if line[2:].split() else ""
            if name not in _KEPT_CELL_MAGICS:
                return "\n" * (len(lines) - 1)
            lines[number] = ""
            if name in _WRITES:  # in one line, so that the cell keeps its lines
                words = line[2:].split(maxsplit=1)[1:]
                cell = "\n".join(lines[number + 1 :]) + "\n"
                lines[number] = f"get_ipython().run_cell_magic({name!r}, {''.join(words)!r}, {cell!r})"
                break
        elif match := _RUN_LINE.match(line):
            lines[number] = f"{match[1]}get_ipython().run_line_magic('run', {match[2]!r})"
        elif match := _TIME_LINE.match(line):
            lines[number] = f"{match[1]}{match[2]}"
        elif match := _MAGIC_LINE.match(line):
            lines[number] = f"{match[1]}pass"
    return "\n".join(lines)
