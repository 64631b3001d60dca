r"""Statements by the author about a note: the text of a scope file, and comments in the note, split into statements.

One statement a line, or several with semicolons. Those about notation are read in formulas/notation.py, and the others
in scope/scope_file.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pcaproofs.notes.text.source import NoNote, Source, Span, decoded

LARGEST = 1 << 20  # bytes of a scope file
_COMMENT = re.compile(
    r"<!--\s*pcaproofs:(?P<markdown>.*?)-->|^[ \t]*%+\s*pcaproofs:(?P<tex>[^\n]*)$", re.MULTILINE | re.DOTALL
)
IGNORES = re.compile(r"\s*ignore(?:-file)?(?![\w-])")  # switches rules off: notes/options.py
_REMARK = re.compile(r"^[ \t]*#[^\n]*|#(?!\d)[^\n]*", re.MULTILINE)  # #1 is an argument of a macro
_STATEMENT = re.compile(r"(?:\\[^\n]|\{(?:[^{}\n]|\{[^{}\n]*\})*\}|[^;\n\\]|\\)+")  # no semicolon in braces, nor \;


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
        return text_of_scope(path) if path.is_file() and path.stat().st_size <= LARGEST else ""
    except (NoNote, OSError):
        return ""  # the message is that of `read_scope`


def comments(source: Source) -> Iterator[tuple[Span, Span]]:
    """The comments with statements in a note, and where the statements in them begin and end."""
    for match in _COMMENT.finditer(source.text):
        said = "tex" if match["tex"] is not None else "markdown"
        if IGNORES.match(match[said]) is None:
            yield match.span(), match.span(said)


def statements(text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    """The statements in a part of a text, and where they begin."""
    for match in _STATEMENT.finditer(text, start, end):
        if said := match[0].strip():
            yield said, match.start() + len(match[0]) - len(match[0].lstrip())
