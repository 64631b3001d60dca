"""Notes of our own in ten styles, with true and false rows, against labels that were written before they were read."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from pcaproofs.notes.faults import FAULT
from pcaproofs.notes.formulas.blocks import Formula, Note, read_note
from tests.notes.checking import Checked, CheckedFile

OWN = Path(__file__).parent / "own"
LABELS: dict[str, dict[str, list[str]]] = tomllib.loads((OWN / "labels.toml").read_text(encoding="utf-8"))
HOLDS = {"true", "definition", "condition", "problem"}


def _line(note: Note, formula: Formula) -> str:
    place = note.place(formula)
    return f"{place.cell}:{place.line}" if place.cell else str(place.line)


def verdicts(checked: Checked) -> dict[str, tuple[str, str]]:
    """The verdict of each row of a note and its reason, by line."""
    note, found = checked
    return {_line(note, v.formula): (v.verdict, v.reason) for v in found if v.formula.display}


@pytest.mark.parametrize("name", LABELS)
def test_each_row_has_a_label(name: str) -> None:
    note = read_note(OWN / name)
    assert [_line(note, row) for row in note.rows] == list(LABELS[name])
    assert note.complaints() == []


@pytest.mark.parametrize("name", LABELS)
def test_no_false_row_is_proved_and_no_true_one_refuted(name: str, checked_file: CheckedFile) -> None:
    wrong, found = {}, verdicts(checked_file(OWN / name))
    for line, (verdict, reason) in found.items():
        label = LABELS[name][line][0]
        if (verdict == "proved" and label not in HOLDS) or (verdict in ("refuted", "ill-typed") and label in HOLDS):
            wrong[line] = (label, verdict, reason)
    assert wrong == {}
    assert not any(FAULT in reason for _, reason in found.values())


def test_most_rows_are_judged(checked_file: CheckedFile) -> None:
    """A table of labels and verdicts; what is printed is what the reader makes of the notes."""
    table = Counter(
        (LABELS[name][line][0], verdict)
        for name in LABELS
        for line, (verdict, _) in verdicts(checked_file(OWN / name)).items()
    )
    print(*(f"{count:4} {label:10} {verdict}" for (label, verdict), count in sorted(table.items())), sep="\n")
    unread = sum(count for (_, verdict), count in table.items() if verdict == "unread")
    proved = table["true", "proved"]
    assert unread <= 0.05 * table.total()
    assert proved >= 0.8 * sum(count for (label, _), count in table.items() if label == "true")
