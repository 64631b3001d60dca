"""A page with a submission's code for staff, escaped, with anchors for the positions in feedback."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import PurePosixPath

from pcaproofs.grading.feedback.content import one_line
from pcaproofs.grading.feedback.page import render
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.sandbox.codec import clean
from pcaproofs.grading.submission.code import Code

_MOST_LINES = 3000
_LONGEST_LINE = 500


@dataclass(frozen=True)
class CodeBlock:
    """A file, or a cell of a notebook: its heading, and lines with their numbers."""

    heading: str
    lines: list[tuple[int, str, str]]
    """Line number, text, and the anchor, if the line is in the graded file."""


def anchor_of(place: str) -> str:
    """The anchor of a position such as `line 5` or `cell 3, line 2`; empty for anything else."""
    found = re.fullmatch(r"(?:cell (\d+), )?line (\d+)", place)
    return f"{f'C{found[1]}' if found[1] else ''}L{found[2]}" if found else ""


def code_page(result: Result, code: Code | None, given: Collection[str] = ()) -> str:
    """The code as a page without network or scripts; long code is cut.

    given: names of files that belong to the assignment.
    """
    return render(
        "code.html",
        title=one_line(result.who.name or result.submission),
        submission=one_line(result.submission),
        blocks=_blocks(code, given) if code else [],
        problems=[one_line(problem) for problem in result.problems],
    )


def _blocks(code: Code, given: Collection[str]) -> list[CodeBlock]:
    source = code.source
    lines = source.text.split("\n")
    if source.cells:
        ends = (*source.cells[1:], len(lines) + 1)
        cells = zip(source.cells, ends, strict=True)
        found = [
            _block(f"{source.filename}, cell {number}", lines[start - 1 : end - 1], f"C{number}L")
            for number, (start, end) in enumerate(cells, 1)
        ]
    else:
        found = [_block(source.filename, lines, "L")]
    for name, content in code.files.items():
        if PurePosixPath(name).suffix.lower() == ".py" and name not in given:
            found.append(_block(name, content.decode("utf-8", "replace").split("\n")))
    room = _MOST_LINES
    kept = []
    for block in found:
        if room > 0 and any(line.strip() for _, line, _ in block.lines):
            kept.append(CodeBlock(block.heading, block.lines[:room]))
        room -= len(block.lines)
    return kept


def _block(heading: str, lines: list[str], anchor: str = "") -> CodeBlock:
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return CodeBlock(
        one_line(heading),
        [
            (number, clean(line)[:_LONGEST_LINE], f"{anchor}{number}" if anchor else "")
            for number, line in enumerate(lines, 1)
        ],
    )
