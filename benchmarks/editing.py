"""The time to check a note, again after an edit of one row, and again in a new process.

The note consists of the tests' notes as sections; another one has rows that need no search. An edit is checked as the
language server checks it. A new process runs the command, start-up included, without and with the results of searches
that an earlier run has kept.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from figure import Figure, child_seconds, processor_seconds, script, seconds

NOTES = Path(__file__).parents[1] / "tests" / "notes"
ROW = "$$x^T y + {} = {} + y^T x$$"
EDITS = 3
LARGEST_RATIO = 0.25  # of an edit, or of a second run, to the first check
MOST_ROWS = 5  # that may be opened in the time of an edit on which no row depends
SECTION = r"""
# Section {0}

Let $A, B \in \mathbb{{R}}^{{n \times n}}$ and $x, y \in \mathbb{{R}}^n$. Let $w \in \mathbb{{R}}^n$ be a unit vector.

$$(A + {0} B) x = A x + {0} B x$$ $$x^T A y + {0} = {0} + y^T A^T x$$
$$\operatorname{{tr}}({0} A B) = {0} \operatorname{{tr}}(B A)$$
$$\|{0} x + y\|^2 = {0}^2 \|x\|^2 + 2 \cdot {0} x^T y + \|y\|^2$$ $$w^T w + {0} = {0} + 1$$ $$x^T y = {0} y^T x + 1$$
"""


def note(count: int) -> str:
    """So many notes as sections of one text."""
    files = sorted([*NOTES.glob("own/*.md"), *NOTES.glob("labelled/*.md")], key=lambda file: file.name)
    texts = [file.read_text(encoding="utf-8") for file in files[:count]]
    return "\n\n".join(f"# Section {k}\n\n{text}" for k, text in enumerate(texts))


def easy(rows: int) -> str:
    """About so many rows that need no search, six in a section, of which one is false."""
    return "".join(SECTION.format(k) for k in range(2, rows // 6 + 2))


def measure(text: str) -> dict[str, float]:
    """The number of formulas, the seconds of the first check and of one after an edit."""
    from pcaproofs.lsp import checked

    gc.set_threshold(50_000, 20, 50)  # as every command does
    checked("untitled:first", "$$1 + 1 = 2$$")  # loads the modules
    opened = processor_seconds(lambda: checked("untitled:note", text))
    start = text.index("\n\n", len(text) // 2)
    edited = [f"{text[:start]}\n\n{ROW.format(k, k)}{text[start:]}" for k in range(EDITS)]
    edit = median(processor_seconds(lambda one=one: checked("untitled:note", one)) for one in edited)  # type: ignore[misc]
    return {"formulas": len(checked("untitled:note", text).note.formulas), "open": opened, "edit": edit}


def again(count: int) -> tuple[float, float]:
    """The seconds of a first and of a second run of the command."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "note.md"
        file.write_text(note(count), encoding="utf-8")
        code = f"from pcaproofs.cli import main; main(['check', {str(file)!r}, '--cache-dir', {folder!r}])"
        first, second = (child_seconds([sys.executable, "-c", code], check=False) for _ in range(2))
        return first, second


def figures(smallest: bool) -> Iterator[Figure]:
    """Each size beside half of it, and an edit and a second run beside the first one."""
    sizes = (2, 4) if smallest else (24, 48, 96)
    found = {}
    for count in sizes:
        command = [sys.executable, __file__, "--notes", str(count)]
        found[count] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    rows = 12 if smallest else 240
    command = [sys.executable, __file__, "--easy", str(rows)]
    one = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    each = one["open"] / rows
    what, goal = f"an edit on which none of {rows} rows depends", None if smallest else MOST_ROWS
    yield Figure(what, seconds(one["edit"]), "opening one of them", seconds(each), one["edit"] / each, goal)
    for half, whole in pairwise(sizes):
        one, two = found[half], found[whole]
        few, many = f"{one['formulas']} formulas", f"{two['formulas']} formulas"
        yield Figure(f"check {many}", seconds(two["open"]), few, seconds(one["open"]), two["open"] / one["open"])
        ratio, goal = two["edit"] / two["open"], None if smallest else LARGEST_RATIO
        what = f"check {many} after an edit"
        yield Figure(what, seconds(two["edit"]), f"{many}, before", seconds(two["open"]), ratio, goal)
        first, second = again(whole)
        what = f"check {many} in a second run"
        yield Figure(what, seconds(second), "first run", seconds(first), second / first, goal)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--notes"]:
        print(json.dumps(measure(note(int(sys.argv[2])))))
    elif sys.argv[1:2] == ["--easy"]:
        print(json.dumps(measure(easy(int(sys.argv[2])))))
    else:
        script(figures, __doc__)
