"""Writes docs/statements.md with the table of what is typed: python docs/statements.py."""

from __future__ import annotations

import re
from pathlib import Path

from pcaproofs.typed import ASCII

PAGE = Path(__file__).with_name("statements.md")
TABLE = re.compile(r"\| typed \| read as \|.*?\n\n", re.DOTALL)


def code(said: str) -> str:
    """A text as code in a cell of a table."""
    return "`" + said.replace("|", r"\|") + "`"


def page() -> str:
    """The page, with the table as it should be."""
    lines = ["| typed | read as | meaning | example, proved |", "| --- | --- | --- | --- |"]
    for row in ASCII:
        given = "".join(f", given {code(x)}" for x in row.given)
        meaning = row.meaning.replace("|", r"\|")
        lines.append(f"| {code(row.typed)} | {code(row.latex)} | {meaning} | {code(row.example)}{given} |")
    return TABLE.sub(lambda _: "\n".join(lines) + "\n\n", PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
