"""Prints what becomes of the display rows of notes: `python docs/rows.py FILE …` makes a table in Markdown."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pcaproofs.notes.checking import check_note, read_with_scope, scope_beside
from pcaproofs.notes.formulas.blocks import read_note

COLUMNS = ("proved", "definition", "condition", "problem", "refuted", "ill-typed", "needs", "undecided", "unsupported")


def table(files: Sequence[Path]) -> Iterator[str]:
    """A line for each note, and one for all; read is what is not `unread`, also with the scope file beside the note."""
    yield f"| note | rows | read | with scope file | {' | '.join(COLUMNS)} |"
    yield f"| --- |{' ---: |' * (len(COLUMNS) + 3)}"
    counts = [(file.name, count(file), with_scope(file)) for file in files]
    empty = Counter[str]()
    total = ("all", sum((x for _, x, _ in counts), empty), sum((x for _, _, x in counts), empty))
    for name, found, scoped in [*counts, total]:
        shares = f"{share(found)} | {share(scoped)}"
        yield f"| {name} | {found.total()} | {shares} | {' | '.join(str(found[verdict]) for verdict in COLUMNS)} |"


def share(found: Counter[str]) -> str:
    """The share of rows that are read."""
    rows = found.total()
    return f"{100 * (rows - found['unread']) / rows:.0f} %" if rows else "–"


def count(file: Path) -> Counter[str]:
    """How many display rows of a note have each verdict, without its scope file."""
    return Counter(x.verdict for x in check_note(read_note(file))[1] if x.formula.display)


def with_scope(file: Path) -> Counter[str]:
    """The same with the scope file beside the note, if there is one."""
    note = read_with_scope(file)
    return Counter(x.verdict for x in check_note(note, scope_beside(file, note.source))[1] if x.formula.display)


if __name__ == "__main__":
    print("\n".join(table([Path(name) for name in sys.argv[1:]])))
