"""The time to check a note, and again after an edit of one row, as the language server does.

The note is the tests' own notes, one after the other, several times. Copies share statements, whose proofs are searched
once; what grows is reading, typing and checking.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median

from figure import Figure, processor_seconds, script, seconds

OWN = Path(__file__).parents[1] / "tests" / "notes" / "own"
NOTES = ("blog.md", "braket.md", "columns.md", "rows.md", "statistics.md", "student.md", "quarto.qmd")
ROW = "$$x^T y + {} = {} + y^T x$$"
EDITS = 3


def note(copies: int) -> str:
    """Copies of the notes as sections of one text."""
    texts = [(OWN / name).read_text(encoding="utf-8") for name in NOTES]
    return "\n\n".join(
        f"# Section {k} of copy {copy}\n\n{text}" for copy in range(copies) for k, text in enumerate(texts)
    )


def measure(copies: int) -> dict[str, float]:
    """The number of displays, the seconds of the first check and of one after an edit."""
    from pcaproofs.lsp import checked

    checked("untitled:first", "$$1 + 1 = 2$$")  # loads the modules
    text = note(copies)
    opened = processor_seconds(lambda: checked("untitled:note", text))
    start = text.index("\n\n", len(text) // 2)
    edited = [f"{text[:start]}\n\n{ROW.format(k, k)}{text[start:]}" for k in range(EDITS)]
    edit = median(processor_seconds(lambda one=one: checked("untitled:note", one)) for one in edited)  # type: ignore[misc]
    return {"displays": len(checked("untitled:note", text).note.rows), "open": opened, "edit": edit}


def figures(smallest: bool) -> Iterator[Figure]:
    """Each size beside half of it, and an edit beside the first check."""
    sizes = (1, 2) if smallest else (2, 4, 8)
    found = {}
    for copies in sizes:
        command = [sys.executable, __file__, "--copies", str(copies)]
        found[copies] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    for half, whole in pairwise(sizes):
        one, two = found[half], found[whole]
        few, many = f"{one['displays']} displays", f"{two['displays']} displays"
        yield Figure(f"check {many}", seconds(two["open"]), few, seconds(one["open"]), two["open"] / one["open"])
        what = f"check {many} after an edit"
        yield Figure(what, seconds(two["edit"]), f"{many}, before", seconds(two["open"]), two["edit"] / two["open"])


if __name__ == "__main__":
    if sys.argv[1:2] == ["--copies"]:
        print(json.dumps(measure(int(sys.argv[2]))))
    else:
        script(figures, __doc__)
