"""Writes docs/compatibility.md, what other tools do and what pcaproofs does with it: python docs/compatibility.py."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from crossings.row import PEERS, Row
from crossings.rows import SUBJECTS

PAGE = Path(__file__).with_name("compatibility.md")
HEAD = """# Formats and other tools

Converters, libraries, graders and provers do not always agree on what a formula, a component or a point is. Each row
says what one of them does with an input, in the version that was tried, and what pcaproofs does at the same place. The
rows are those of `tests/crossings`, which also has every input and output; `python docs/compatibility.py` writes this
page. The tests compare the recorded output with that of the tool where it is installed, and always try pcaproofs.
"""
TABLE = "| | version | input | it | pcaproofs | result |\n| --- | --- | --- | --- | --- | --- |\n"
SHOWN = 200  # characters of an input; the rest is in the table


def page() -> str:
    """The page as Markdown, the same for the same rows."""
    tables = [f"\n## {title}\n\n{TABLE}{''.join(map(line, rows))}" for title, rows in SUBJECTS.items()]
    return "".join([HEAD, *tables, *installs()])


def line(row: Row) -> str:
    """A row of a table."""
    source = f"[{row.name}]({row.source})" if row.source.startswith("https://") else f"{row.name}, {row.source}"
    gives = f"{row.gives}; not yet: {row.pending}" if row.pending else row.gives
    cells = [source, f"{row.peer} {row.version}", row.does, row.ours, gives]
    cells = [text.replace("|", "\\|") for text in cells]
    return f"| {' | '.join([*cells[:2], code(row.given), *cells[2:]])} |\n"


def code(text: str) -> str:
    """An input on one line, or its beginning."""
    shown = text if len(text) <= SHOWN else f"{text[:SHOWN].rstrip()} …"
    marks = {"|": "&#124;", "[": "&#91;", "\n": "<br>"}  # a table and a link may begin in code, too
    return f"<code>{escape(shown.strip()).translate(str.maketrans(marks))}</code>"


def installs() -> Iterator[str]:
    """How each tool is installed."""
    yield "\n## How to try a row\n\n"
    yield "`$PCAPROOFS_PEERS` names the Python that has the packages, by default that of the tests.\n\n"
    for name, peer in PEERS.items():
        yield f"- {name}: `{peer.install}`\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
