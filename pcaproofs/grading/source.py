"""A student's file as source text: Python files as they are, of notebooks the definitions.

This runs in a child process under limits (``reading``), so it imports nothing but the standard library.
A notebook's cells keep their lines, with what is not a definition left blank, so that line numbers still lead to them.
"""

import ast
import builtins
import io
import json
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

MAX_BYTES = 5 << 20
_KEPT_CELL_MAGICS = ("time", "timeit", "capture", "prun")
# The parts after the indentation begin with no blank, or matching would take quadratic time.
_MAGIC_LINE = re.compile(r"^(\s*)([%!?]|[\w.]+\?\??\s*$|[\w.,][\w., ]*=\s*[%!])")
_MOST_NOTES = 20
_LONGEST_NOTE = 200
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class SourceError(ValueError):
    """A file that holds no Python that we can read; the message is for its author."""


@dataclass(frozen=True)
class Source:
    """Python text to run, and what was left out of it."""

    text: str
    filename: str
    notes: tuple[str, ...] = ()
    cells: tuple[int, ...] = field(default=(), repr=False)
    """Of a notebook: the line of ``text`` on which each code cell starts."""

    def place(self, line: int) -> str:
        """Return where a line of the text is found in the student's file."""
        if not self.cells:
            return f"line {line}"
        number = sum(start <= line for start in self.cells)
        return f"cell {number}, line {line - self.cells[number - 1] + 1}"


def read_source(filename: str, data: bytes) -> Source:
    """Return the source of a ``.py`` or ``.ipynb`` file; raises SourceError."""
    if len(data) > MAX_BYTES:
        raise SourceError(f"got {len(data)} bytes, but should be at most {MAX_BYTES} [{filename}]")
    if filename.lower().endswith(".ipynb"):
        return _read_notebook(filename, data)
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding)
    except (SyntaxError, UnicodeError, LookupError) as error:
        raise SourceError(f"got text that is not UTF-8 ({error}) [{filename}]") from None
    return Source(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), filename)


def definitions_only(source: Source) -> Source:
    """Return a source without the statements that do something (load data, plot, print); raises SourceError."""
    try:
        lines, notes = _keep_definitions(source.text, _Known())
    except SyntaxError as error:
        raise SourceError(f"got {error.msg} [{source.filename}:{error.lineno}]") from None
    return Source("\n".join(lines) + "\n", source.filename, (*source.notes, *_told(notes)), source.cells)


def to_bytes(source: Source) -> bytes:
    """Return a source as JSON."""
    return json.dumps({"text": source.text, "notes": source.notes, "cells": source.cells}).encode()


def _told(notes: list[str]) -> tuple[str, ...]:
    """Return the first of many notes, none of them long."""
    kept = [note if len(note) <= _LONGEST_NOTE else f"{note[:_LONGEST_NOTE]}…" for note in notes[:_MOST_NOTES]]
    return (*kept, f"{len(notes) - _MOST_NOTES} more notes") if len(notes) > _MOST_NOTES else tuple(kept)


def _read_notebook(filename: str, data: bytes) -> Source:
    try:
        notebook = json.loads(data.decode("utf-8-sig"))
        cells = list(_code_cells(notebook))
    except SourceError as error:
        raise SourceError(f"{error} [{filename}]") from None
    except (ValueError, RecursionError, TypeError, AttributeError, KeyError):
        raise SourceError(f"got a file that is no notebook [{filename}]") from None
    known = _Known()
    lines: list[str] = []
    starts: list[int] = []
    notes: list[str] = []
    for number, cell in enumerate(cells, 1):
        starts.append(len(lines) + 1)
        try:
            kept, left_out = _keep_definitions(_without_magics(cell), known)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            kept = [""] * len(cell.split("\n"))
            at = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
            left_out = [f"skipped, it is no valid Python ({error.args[0] if error.args else type(error).__name__}{at})"]
        lines += kept
        notes += [f"cell {number}: {note}" for note in left_out]
    return Source("\n".join(lines) + "\n", filename, _told(notes), tuple(starts))


def _code_cells(notebook: dict[str, Any]) -> Iterator[str]:
    language = notebook.get("metadata", {}).get("kernelspec", {}).get("language", "python")
    if language.lower() != "python":
        raise SourceError(f"got a notebook in {language}, but should be Python")
    for sheet in notebook.get("worksheets", [notebook]):  # formats 3 and 4
        for cell in sheet["cells"]:
            if cell.get("cell_type") == "code":
                text = cell.get("source", cell.get("input", ""))
                text = text if isinstance(text, str) else "".join(text)
                yield text.replace("\r\n", "\n").replace("\r", "\n")


def _without_magics(cell: str) -> str:
    """Return a cell with its magics and shell lines replaced by lines that do nothing."""
    try:
        ast.parse(cell)
        return cell  # a line may start with % or ! and be Python: the rest of a sum, the inside of a string
    except (SyntaxError, ValueError):
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


class _Known:
    """Names that are bound by what was kept so far."""

    def __init__(self) -> None:
        self.names = {*dir(builtins), "__file__", "__name__"}
        self.modules: set[str] = set()


def _keep_definitions(text: str, known: _Known) -> tuple[list[str], list[str]]:
    lines = [line.encode() for line in text.split("\n")]  # columns count bytes
    kept: list[list[str]] = [[] for _ in lines]
    notes: list[str] = []
    for statement in ast.parse(text).body:
        missing = _missing(statement, known)
        if missing is None:
            continue
        if missing:
            notes.append(f"{_title(statement)} left out, since it needs {', '.join(missing)}")
            continue
        _keep(statement, lines, kept)
        _bind(statement, known)
    return ["; ".join(parts) for parts in kept], notes


def _keep(statement: ast.stmt, lines: list[bytes], kept: list[list[str]]) -> None:
    """Copy a statement to the lines it stands on, without its neighbours there (``a = 1; plot()``)."""
    first = min([statement.lineno, *(item.lineno for item in getattr(statement, "decorator_list", []))])
    last = statement.end_lineno or first
    start = statement.col_offset if first == statement.lineno else 0
    for number in range(first, last + 1):
        # no more than the part is copied: a line may hold a million statements
        end = statement.end_col_offset if number == last else None
        kept[number - 1].append(lines[number - 1][start if number == first else 0 : end].decode())


def _title(statement: ast.stmt) -> str:
    return getattr(statement, "name", None) or ast.unparse(statement).split("=")[0].strip()


def _missing(statement: ast.stmt, known: _Known) -> list[str] | None:
    """Return the unknown names that a definition needs at once; None for what is no definition."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return []
    if isinstance(statement, _Definition):
        return _unknown(_evaluated_at_once(statement), known)
    if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        plain = all(isinstance(part, ast.Name | ast.Tuple | ast.List) for part in targets)
        if not plain or not _is_constant(statement.value, known):
            return None
        return None if _unknown([statement.value], known) else []
    if isinstance(statement, ast.Try):
        parts = [*statement.body, *statement.orelse, *(item for handler in statement.handlers for item in handler.body)]
        return [] if all(isinstance(part, ast.Pass) or _missing(part, known) == [] for part in parts) else None
    return None


def _evaluated_at_once(node: _Definition) -> list[ast.expr]:
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)]
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    annotations = [item.annotation for item in every if item is not None]
    parts = [*node.decorator_list, *arguments.defaults, *arguments.kw_defaults, *annotations, node.returns]
    return [part for part in parts if part is not None]


def _unknown(expressions: Iterable[ast.expr], known: _Known) -> list[str]:
    names = {
        node.id
        for expression in expressions
        if not isinstance(expression, ast.Lambda)
        for node in ast.walk(expression)
        if isinstance(node, ast.Name)
    }
    return sorted(names - known.names)


def _is_constant(value: ast.expr, known: _Known) -> bool:
    """Whether an expression only names, counts or defines; calls are of modules, on numbers (``np.finfo(float)``)."""
    if isinstance(value, ast.Constant | ast.Name | ast.Lambda):
        return True
    if isinstance(value, ast.Call):
        root = value.func
        while isinstance(root, ast.Attribute):
            root = root.value
        arguments = [*value.args, *(keyword.value for keyword in value.keywords)]
        text = any(isinstance(node, ast.Constant) and isinstance(node.value, str) for node in ast.walk(value))
        named = isinstance(root, ast.Name) and root.id in known.modules
        return named and not text and all(_is_constant(argument, known) for argument in arguments)
    allowed = ast.Attribute | ast.BinOp | ast.UnaryOp | ast.Tuple | ast.List | ast.Set | ast.Dict | ast.Subscript
    if not isinstance(value, allowed):
        return False
    return all(_is_constant(part, known) for part in ast.iter_child_nodes(value) if isinstance(part, ast.expr))


def _bind(statement: ast.stmt, known: _Known) -> None:
    for node in ast.walk(statement):
        if isinstance(node, ast.alias):
            name = (node.asname or node.name).split(".")[0]
            known.names.add(name)
            known.modules.add(name)
        elif isinstance(node, _Definition):
            known.names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            known.names.add(node.id)
