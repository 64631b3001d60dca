"""Rows of public notes with their truth, and notes of our own that stand for them: what `check` says of them.

`public_notes.tsv` lists notes by repository, commit and path, and `public_rows.tsv` their displays: whether a row
asserts linear algebra, whether that is true (read by hand; of a row that continues another one, the step), the verdict,
and the row of our own in `public_shapes/` that stands for it. The rows of our own carry their truth and name as
comments, and `public_shapes.tsv` has their verdicts. The texts of others are not here: as a script,

    python -m tests.notes.public_rows [--notes DIR] [--first later|held_out] [--write]

judges our own notes and, if DIR has checkouts named owner+name, the public ones. It prints how many rows that assert
linear algebra are decided (proved, or an error of the author found) and which verdicts are wrong. With --write it
writes both tables of verdicts anew. With --first the public notes are those of `later_notes.tsv` or
`held_out_notes.tsv`, which were read by hand before they were judged; the verdicts in their tables are those of that
first time, and stay.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from pcaproofs.notes.checking import check_note, read_with_scope, scope_beside
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.judging.verdicts import RowVerdict

T = TypeVar("T")
HERE = Path(__file__).parent
SHAPES = HERE / "public_shapes"
NOTES, ROWS, OWN = HERE / "public_notes.tsv", HERE / "public_rows.tsv", HERE / "public_shapes.tsv"
FIRST = {name: (HERE / f"{name}_notes.tsv", HERE / f"{name}_rows.tsv") for name in ("later", "held_out")}
FAULT = "fault"  # the verdict of the rows of a note that the checker does not survive
_MARK = re.compile(r"<!-- (true|false) ([\w.-]+) -->")


@dataclass(frozen=True)
class Row:
    """A line of `public_rows.tsv`; `true` is empty for a row that asserts no linear algebra."""

    note: str
    line: str
    asserts: str
    true: str
    verdict: str
    own: str = ""
    remark: str = ""


@dataclass(frozen=True)
class Shape:
    """A line of `public_shapes.tsv`: a row of our own, by its name."""

    name: str
    true: str
    verdict: str


def goodness(true: str, verdict: str) -> int:
    """How much a verdict tells that is right of a row; negative if it is wrong."""
    if true == "true":
        return {"proved": 2}.get(
            verdict, -2 if verdict.endswith(" error") else -1 if verdict.endswith(" warning") else 0
        )
    return {"proved": -2}.get(verdict, 2 if verdict.endswith(" error") else 1 if verdict.endswith(" warning") else 0)


def said(row: RowVerdict) -> str:
    """A verdict with its severity."""
    return f"{row.verdict} {row.severity}".strip()


def checked(file: Path) -> tuple[Note, tuple[RowVerdict, ...]]:
    """A note and the verdicts of its displays, with the scope file beside it."""
    note = read_with_scope(file)
    found = check_note(note, scope_beside(file, note.source))[1]
    return note, tuple(x for x in found if x.formula.display)


def lines(note: Note, found: Iterable[RowVerdict]) -> Iterator[str]:
    """Where each row is: 12, in a notebook 3:12; 12+1 is the second one that begins in line 12."""
    seen = Counter[str]()
    for row in found:
        place = note.place(row.formula)
        at = f"{place.cell}:{place.line}" if place.cell else str(place.line)
        yield f"{at}+{seen[at]}" if seen[at] else at
        seen[at] += 1


@cache
def shapes(file: Path) -> dict[str, tuple[str, RowVerdict]]:
    """The rows of a note of our own that have a mark: by name, whether they are true, and the verdict."""
    note, found = checked(file)
    text, out = note.source.text, dict[str, tuple[str, RowVerdict]]()
    for row in found:
        start, end = row.formula.span
        if (mark := _MARK.search(text, start, (text.find("\n", end) + 1 or len(text)) - 1)) is not None:
            assert mark[2] not in out, f"{file.name}: {mark[2]} is the name of two rows"
            out[mark[2]] = (mark[1], row)
    return out


def marked(file: Path) -> list[str]:
    """The names of all marks of a note, in order."""
    return [x[2] for x in _MARK.finditer(file.read_text(encoding="utf-8"))]


def shape_files() -> list[Path]:
    """Our own notes."""
    return sorted(SHAPES.iterdir())


def read_table(file: Path, kind: type[T]) -> list[T]:
    """The lines of a table below its head."""
    return [kind(*line.split("\t")) for line in file.read_text(encoding="utf-8").splitlines()[1:]]


def write_table(file: Path, table: Sequence[Row] | Sequence[Shape]) -> None:
    """Writes a table with its head."""
    names = list(vars(table[0]))
    text = ["\t".join(names), *("\t".join(vars(row).values()) for row in table)]
    file.write_text("\n".join(text) + "\n", encoding="utf-8")


def notes(file: Path = NOTES) -> dict[str, tuple[str, str, str]]:
    """Repository, commit and path of each public note, by its name in the table of rows."""
    found = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    return {name: (repository, commit, path) for name, repository, commit, path in found}


def judged(table: Sequence[Row], folder: Path, listed: Path = NOTES) -> Iterator[Row]:
    """The table with the verdicts of now; rows of notes that the folder lacks are left out."""
    for name, (repository, _, path) in notes(listed).items():
        file = folder / repository.replace("/", "+") / path
        rows = [row for row in table if row.note == name]
        if not file.is_file():
            print(f"{name}: not in {folder}")
            continue
        try:
            note, found = checked(file)
        except Exception as fault:
            print(f"{name}: {type(fault).__name__}: {fault}")
            yield from (replace(row, verdict=FAULT) for row in rows)
            continue
        now = dict(zip(lines(note, found), found, strict=True))
        for row in rows:
            yield replace(row, verdict=said(now[row.line]) if row.line in now else "no display")


def figures(title: str, rows: Sequence[Row] | Sequence[Shape]) -> Iterator[str]:
    """What became of the rows that assert linear algebra."""
    asserting = [row for row in rows if row.true]
    right = [row for row in asserting if row.true == "true"]
    wrong = [row for row in asserting if row.true == "false"]
    proved = sum(row.verdict == "proved" for row in right)
    found = [goodness("false", row.verdict) for row in wrong]
    decided = proved + sum(x > 0 for x in found)
    yield f"{title}: {len(asserting)} rows assert linear algebra, {len(right)} true and {len(wrong)} false ones"
    yield f"    decided: {decided} ({100 * decided / max(1, len(asserting)):.1f} %)"
    yield f"    true: {proved} proved; {_counts(x.verdict for x in right if x.verdict != 'proved')}"
    yield f"    false: {found.count(2)} found as errors, {found.count(1)} as warnings; " + _counts(
        x.verdict for x, good in zip(wrong, found, strict=True) if good <= 0
    )
    accused = [row for row in right if goodness("true", row.verdict) < 0]
    yield f"    wrong verdicts: {found.count(-2)} false rows proved, {len(accused)} true rows accused"
    for row in [*accused, *(row for row in wrong if row.verdict == "proved")]:
        yield f"        {' '.join(list(vars(row).values())[:2])}: {row.verdict}"


def _counts(verdicts: Iterable[str]) -> str:
    return ", ".join(f"{count} {verdict}" for verdict, count in Counter(verdicts).most_common()) or "none else"


def own_table() -> list[Shape]:
    """The rows of our own notes with the verdicts of now."""
    found = [(name, true, said(row)) for file in shape_files() for name, (true, row) in shapes(file).items()]
    return [Shape(*x) for x in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=Path, help="a folder with a checkout owner+name of each repository")
    parser.add_argument("--first", choices=FIRST, help="notes that were opened once; their table stays")
    parser.add_argument("--write", action="store_true", help="write the verdicts into the tables")
    arguments = parser.parse_args()
    own = own_table()
    print("\n".join(figures("notes of our own", own)))
    if arguments.write:
        write_table(OWN, own)
    if arguments.notes is not None:
        listed, verdicts = FIRST.get(arguments.first, (NOTES, ROWS))
        table = read_table(verdicts, Row)
        rows = list(judged(table, arguments.notes, listed))
        print("\n".join(figures(f"{len({row.note for row in rows})} public notes", rows)))
        if arguments.write and arguments.first is None:
            now = {(row.note, row.line): row for row in rows}
            write_table(ROWS, [now.get((row.note, row.line), row) for row in table])


if __name__ == "__main__":
    main()
