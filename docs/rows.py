"""Prints what becomes of the display rows of notes: `python docs/rows.py FILE …` makes a table in Markdown."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import read_note

COLUMNS = ("proved", "definition", "condition", "problem", "refuted", "ill-typed", "needs", "undecided", "unsupported")


def table(files: Sequence[Path]) -> Iterator[str]:
    """A line for each note, and one for all; read is what is not `unread`."""
    yield f"| note | rows | read | {' | '.join(COLUMNS)} |"
    yield f"| --- |{' ---: |' * (len(COLUMNS) + 2)}"
    counts = [(file.name, count(file)) for file in files]
    for name, found in [*counts, ("all", sum((found for _, found in counts), Counter[str]()))]:
        rows = found.total()
        share = f"{100 * (rows - found['unread']) / rows:.0f} %" if rows else "–"
        yield f"| {name} | {rows} | {share} | {' | '.join(str(found[verdict]) for verdict in COLUMNS)} |"


def count(file: Path) -> Counter[str]:
    """How many display rows of a note have each verdict."""
    return Counter(x.verdict for x in check_note(read_note(file))[1] if x.formula.display)


if __name__ == "__main__":
    print("\n".join(table([Path(name) for name in sys.argv[1:]])))
