"""What is told of submissions as students write them: nearly always what is wrong, and never anything else."""

from collections.abc import Callable

import pytest

from pcaproofs.grading.diagnosis import Diagnosis

from .explained import Explained
from .students import STUDENTS


@pytest.fixture(scope="module")
def named(explained: Callable[[str], Explained]) -> list[Diagnosis | None]:
    return [explained(f"student {number}")[1] for number in range(len(STUDENTS))]


def test_there_are_enough() -> None:
    assert len(STUDENTS) >= 80
    assert len({entry.source for entry in STUDENTS}) == len(STUDENTS)


def test_no_diagnosis_is_wrong_and_nearly_all_are_right(named: list[Diagnosis | None]) -> None:
    names = [set(found.name.split("+")) if found else set() for found in named]
    wanted = [[set(each.split("+")) - {""} for each in entry.diagnosis.split("|")] for entry in STUDENTS]
    right = [got in these for got, these in zip(names, wanted, strict=True)]
    wrong = [(STUDENTS[place].source, names[place]) for place, good in enumerate(right) if names[place] and not good]
    assert not wrong
    assert sum(right) >= 0.9 * len(STUDENTS)


def test_a_line_that_is_shown_is_the_students_own(named: list[Diagnosis | None]) -> None:
    shown = 0
    for entry, found in zip(STUDENTS, named, strict=True):
        for mistake in found.mistakes if found else ():
            if mistake.place:
                shown += 1
                number = int(mistake.place.removeprefix("line "))
                assert mistake.excerpt == entry.source.split("\n")[number - 1].strip()
    assert shown >= 0.5 * len(STUDENTS)
