"""Source text of a student's file: a Python file, or the code cells of a notebook without IPython commands.

This runs in a child process with limits (`submission.reading`), so it imports the standard library only.
"""

import ast
import bisect
import io
import json
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

MAX_BYTES = 5 << 20
_KEPT_CELL_MAGICS = ("time", "timeit", "capture", "prun", "writefile")
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

    def place(self, line: int) -> str:
        """Position of a line in the student's file."""
        if not self.cells:
            return f"line {line}"
        number = bisect.bisect_right(self.cells, line)
        return f"cell {number}, line {line - self.cells[number - 1] + 1}"


def read_source(filename: str, data: bytes) -> Source:
    """The source of a `.py` or `.ipynb` file; raises SourceError."""
    if len(data) > MAX_BYTES:
        raise SourceError(f"got {len(data)} bytes, but should be at most {MAX_BYTES} [{filename}]")
    if filename.lower().endswith(".ipynb"):
        return _read_notebook(filename, data)
    text, notes = _decoded(filename, data)
    return Source(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), filename, notes)


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
    return json.dumps({"text": source.text, "notes": source.notes, "cells": source.cells}).encode()


def _read_notebook(filename: str, data: bytes) -> Source:
    try:
        notebook = json.loads(data.decode(_WIDE.get(data[:2], "utf-8-sig")))
        cells = list(_code_cells(notebook))
    except SourceError as error:
        raise SourceError(f"{error} [{filename}]") from None
    except (ValueError, RecursionError, TypeError, AttributeError, KeyError):
        raise SourceError(f"got a file that is no notebook [{filename}]") from None
    lines: list[str] = []
    starts: list[int] = []
    for cell in cells:
        starts.append(len(lines) + 1)
        lines += _without_magics(cell).split("\n")
    return Source("\n".join(lines) + "\n", filename, (), tuple(starts))


def _code_cells(notebook: dict[str, Any]) -> Iterator[str]:
    kernel = (notebook.get("metadata") or {}).get("kernelspec") or {}
    language = kernel.get("language") or "python"
    if not language.lower().startswith(("python", "ipython")):
        raise SourceError(f"got a notebook in {language}, but should be Python")
    for sheet in notebook.get("worksheets", [notebook]):  # formats 3 and 4
        for cell in sheet["cells"]:
            if cell.get("cell_type") == "code":
                text = cell.get("source", cell.get("input")) or ""
                text = text if isinstance(text, str) else "".join(text)
                yield text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


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
        elif match := _MAGIC_LINE.match(line):
            lines[number] = f"{match[1]}pass"
    return "\n".join(lines)
