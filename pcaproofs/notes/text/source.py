"""A note as text, and places in it: file, line and column, in a notebook the cell too."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Literal

from pcaproofs.notes.text.macro_files import configured, preamble

LARGEST = 16 * 2**20  # bytes; a book of a thousand pages has about 3 MB
MARKDOWN = frozenset({".md", ".markdown", ".mdx", ".qmd", ".rmd", ".txt", ".ipynb"})
TEX = frozenset({".tex", ".ltx", ".latex"})

IGNORES = re.compile(r"\s*ignore(?:-file)?(?![\w-])")  # switches rules off: notes/options.py
_SCOPE = re.compile(  # comments with statements
    r"<!--\s*pcaproofs:(?P<markdown>.*?)-->|^[ \t]*%+\s*pcaproofs:(?P<tex>[^\n]*)$", re.MULTILINE | re.DOTALL
)
_REMARK = re.compile(r"^[ \t]*#[^\n]*|#(?!\d)[^\n]*", re.MULTILINE)  # #1 is an argument of a macro
_STATEMENT = re.compile(r"(?:\\[^\n]|\{(?:[^{}\n]|\{[^{}\n]*\})*\}|[^;\n\\]|\\)+")  # no semicolon in braces, nor \;
LARGEST_SCOPE = 1 << 20  # bytes of a scope file

Syntax = Literal["markdown", "tex"]
Span = tuple[int, int]


class NoNote(ValueError):  # noqa: N818
    """A file that is not a note; the message is one line."""


@dataclass(frozen=True)
class Place:
    """A place in a note; line and column count from 1, in a notebook within the cell."""

    file: str
    line: int
    column: int
    cell: int | None = None

    @property
    def said(self) -> str:
        """The line in words, in a notebook with its cell."""
        return f"line {self.line}" if self.cell is None else f"line {self.line} of cell {self.cell}"

    def __str__(self) -> str:
        cell = "" if self.cell is None else f"cell {self.cell}:"
        return f"{self.file}:{cell}{self.line}:{self.column}"


@dataclass(frozen=True)
class Source:
    """The text of a note.

    cells: offset and number of each cell of a notebook. preamble: texts that define macros. scope: the text of the
    scope file beside it. beside: the names of configuration files of its project. written: the text as the author wrote
    it, where `text` has blanks for what is disabled.
    """

    file: str
    text: str
    syntax: Syntax = "markdown"
    cells: tuple[tuple[int, int], ...] = field(default=())
    complaint: str = ""  # one line about the file as a whole
    preamble: tuple[str, ...] = ()
    scope: str = ""
    beside: frozenset[str] = frozenset()
    written: str = ""

    @property
    def as_written(self) -> str:
        """The text as the author wrote it."""
        return self.written or self.text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(k + 1 for k, c in enumerate(self.text) if c == "\n")]

    def begins_of_lines(self) -> Iterator[tuple[int, int]]:
        """The number of each line, and where it begins; none in a notebook, whose cells have lines of their own."""
        yield from () if self.cells else enumerate(self._starts, 1)

    def begins_of_cells(self) -> Iterator[tuple[int, int]]:
        """The number of each cell of a notebook, and where it begins."""
        yield from ((number, offset) for offset, number in self.cells)

    def line(self, offset: int) -> int:
        """The line of a character, counted through all cells of a notebook."""
        return bisect_right(self._starts, offset)

    def place(self, offset: int) -> Place:
        """The place of a character."""
        line = self.line(offset)
        column = offset - self._starts[line - 1] + 1
        if not self.cells:
            return Place(self.file, line, column)
        start, number = self.cells[max(0, bisect_right(self.cells, (offset, len(self.text))) - 1)]
        return Place(self.file, line - bisect_right(self._starts, start) + 1, column, number)


def read_source(path: Path) -> Source:
    """A note from its file, by its suffix. Raises NoNote if it is not text or too large, OSError."""
    name, suffix = str(path), path.suffix.lower()
    if path.is_dir():
        raise NoNote(f"got a folder, but should be a file [{name}]")
    if suffix == ".py":
        raise NoNote(f"got a Python file, but should be a note: jupytext --to md {path.name} [{name}]")
    if suffix not in MARKDOWN | TEX:
        raise NoNote(
            f"got a file {suffix or 'without a suffix'}, but should be .md, .qmd, .Rmd, .tex or .ipynb [{name}]"
        )
    if path.exists() and not path.is_file():  # a named pipe may never end
        raise NoNote(f"got no regular file, but should be a file [{name}]")
    if (size := path.stat().st_size) > LARGEST:
        raise NoNote(f"got {size} bytes, but should be at most {LARGEST} [{name}]")
    return source_of(path, path.read_bytes())


def source_of(path: Path, content: bytes) -> Source:
    """A note from the bytes of its file, by its suffix; Markdown without one. Raises NoNote if it is not text."""
    name, suffix = str(path), path.suffix.lower()
    if len(content) > LARGEST:
        raise NoNote(f"got {len(content)} bytes, but should be at most {LARGEST} [{name}]")
    text = decoded(content, name)
    found = notebook(text, name) if suffix == ".ipynb" else Source(name, text, "tex" if suffix in TEX else "markdown")
    found = replace(found, complaint=_about_encoding(content, name))
    if found.syntax == "tex":
        return replace(found, preamble=preamble(path, text))
    beside, brought = configured(path, found.text)
    return replace(found, preamble=brought, beside=beside)


def _about_encoding(content: bytes, name: str) -> str:
    """One line if bytes are not UTF-8, with the place of the first one that is not, else nothing."""
    try:
        content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode("utf-8-sig")
        place = Place(name, before.count("\n") + 1, len(before) - before.rfind("\n"))
        return f"got the byte {content[error.start]:#x}, read as Windows-1252, but should be UTF-8 [{place}]"
    return ""


def decoded(content: bytes, name: str) -> str:
    """Bytes as text with plain ends of lines: UTF-8, or Windows-1252 where they are not. Raises NoNote if binary."""
    if content[:4] in (b"%PDF", b"PK\x03\x04", b"\x89PNG") or b"\0" in content:
        raise NoNote(f"got a binary file, but should be text [{name}]")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    return plain_ends(text)


def plain_ends(text: str) -> str:
    """A text in which every line ends with a line feed alone."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def notebook(text: str, name: str) -> Source:
    """The Markdown cells of a notebook, a blank line between them; cells are numbered from 1. Raises NoNote."""
    import json

    try:
        whole = json.loads(text)
        found = whole["cells"] if "cells" in whole else [c for x in whole["worksheets"] for c in x["cells"]]
        sources = [(k, c.get("source") or "") for k, c in enumerate(found, 1) if c.get("cell_type") == "markdown"]
        joined = [(k, s if isinstance(s, str) else "".join(s)) for k, s in sources]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NoNote(f"got no list of cells, but should be a Jupyter notebook of format 3 or 4 [{name}]") from None
    return cells_together(joined, name)


def cells_together(found: Iterable[tuple[int, str]], name: str) -> Source:
    """Numbered Markdown cells as one text, with a blank line between them."""
    cells, out, offset = [], [], 0
    for number, cell in found:
        cells.append((offset, number))
        out.append(plain_ends(cell) + "\n\n")
        offset += len(out[-1])
    return Source(name, "".join(out), "markdown", tuple(cells))


# Statements by the author about a note: a scope file beside it, and comments. One a line, or several with semicolons.
# Those about notation are read in formulas/notation.py, and the others in scope/scope_file.py.


def path_beside(file: Path) -> Path:
    """The scope file beside a note, notes.scope for notes.md."""
    return file.with_suffix(".scope")


def text_of_scope(path: Path) -> str:
    """The text of a scope file without remarks. Raises NoNote if it is not text, OSError."""
    return _REMARK.sub("", decoded(path.read_bytes(), str(path)))


def text_beside(file: Path) -> str:
    """The text of the scope file beside a note; "" if there is none, or none that can be read."""
    if not file.name:
        return ""
    path = path_beside(file)
    try:
        return text_of_scope(path) if path.is_file() and path.stat().st_size <= LARGEST_SCOPE else ""
    except (NoNote, OSError):
        return ""  # the message is that of `read_scope`


def comments(source: Source) -> Iterator[tuple[Span, Span]]:
    """The comments with statements in a note, and where the statements in them begin and end."""
    for match in _SCOPE.finditer(source.text):
        said = "tex" if match["tex"] is not None else "markdown"
        if IGNORES.match(match[said]) is None:
            yield match.span(), match.span(said)


def statements(text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    """The statements in a part of a text, and where they begin."""
    for match in _STATEMENT.finditer(text, start, end):
        if said := match[0].strip():
            yield said, match.start() + len(match[0]) - len(match[0].lstrip())
