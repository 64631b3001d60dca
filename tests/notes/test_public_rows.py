"""Rows of our own that stand for rows of public notes keep their verdict, or come nearer to the truth.

`python -m tests.notes.public_rows --write` writes the verdicts of `public_shapes.tsv` anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.notes.public_rows import (
    FIRST,
    OWN,
    ROWS,
    Row,
    Shape,
    goodness,
    marked,
    notes,
    read_table,
    said,
    shape_files,
    shapes,
)  # fmt: skip

TABLE = {row.name: row for row in read_table(OWN, Shape)}
PUBLIC = read_table(ROWS, Row)
each_file = pytest.mark.parametrize("file", shape_files(), ids=lambda file: file.name)


@each_file
def test_each_row_has_its_verdict_or_a_better_one(file: Path) -> None:
    changed, better = [], []
    for name, (true, row) in shapes(file).items():
        before, now = TABLE[name].verdict, said(row)
        if goodness(true, now) > goodness(true, before):
            better.append(f"{name}: {before} -> {now}")
        elif now != before:
            changed.append(f"{name} ({true}): {before} -> {now}, {row.reason}")
    print(*better, sep="\n")
    assert changed == []


@each_file
def test_no_false_row_is_proved_from_nothing(file: Path) -> None:
    proved = [(name, row) for name, (true, row) in shapes(file).items() if true == "false" and row.verdict == "proved"]
    assert [name for name, row in proved if not any(x.by == "note" for x in row.using)] == []


@each_file
def test_the_table_lists_the_marked_rows_of_a_note(file: Path) -> None:
    assert marked(file) == list(shapes(file))
    assert [(name, TABLE[name].true) for name in marked(file)] == [(name, x[0]) for name, x in shapes(file).items()]


def test_the_tables_list_nothing_else() -> None:
    names = [name for file in shape_files() for name in marked(file)]
    assert sorted(names) == sorted(TABLE)
    assert {row.note for row in PUBLIC} == set(notes())
    assert len({(row.note, row.line) for row in PUBLIC}) == len(PUBLIC)


@pytest.mark.parametrize(("listed", "verdicts"), FIRST.values(), ids=FIRST)
def test_the_table_of_rows_that_were_judged_once_lists_their_notes(listed: Path, verdicts: Path) -> None:
    rows = read_table(verdicts, Row)
    assert {row.note for row in rows} == set(notes(listed))
    assert len({(row.note, row.line) for row in rows}) == len(rows)


def test_each_public_row_that_asserts_something_has_a_row_of_our_own() -> None:
    for row in PUBLIC:
        assert (row.asserts, row.true) in (("yes", "true"), ("yes", "false"), ("no", ""))
        assert row.asserts == "no" or TABLE[row.own].true == row.true
        assert (row.true == "false") == bool(row.remark)
    assert {row.own for row in PUBLIC if row.own} == set(TABLE)


@pytest.mark.parametrize(
    ("true", "worse", "better"),
    [
        ("true", "undecided", "proved"),
        ("true", "refuted error", "undecided"),
        ("true", "ill-typed error", "ill-typed warning"),
        ("false", "undecided", "needs warning"),
        ("false", "refuted warning", "refuted error"),
        ("false", "proved", "undecided"),
    ],
)
def test_which_verdict_is_nearer_to_the_truth(true: str, worse: str, better: str) -> None:
    assert goodness(true, worse) < goodness(true, better)


def test_two_verdicts_that_decide_nothing_are_equally_good() -> None:
    assert goodness("true", "undecided") == goodness("true", "unsupported") == goodness("false", "definition") == 0
