"""What staff change after grading: read with the line of what is wrong, applied in order, and taken back."""

from typing import Any

import pytest

from pcaproofs.grading.assignment import loads as assignment_of
from pcaproofs.grading.assignment.model import AssignmentError
from pcaproofs.grading.assignment.reference import EXAMPLE, TASKS
from pcaproofs.grading.results.adjust import Late, PointChange, adjusted, loads
from pcaproofs.grading.results.result import Result, Scored
from pcaproofs.grading.submission.people import Person, person_of

ASSIGNMENT = assignment_of(EXAMPLE)
ADA, BEN, CLEO = "Ada Lovelace_4711_assignsubmission_file_", "ben", "submission_313"
PEOPLE = {ADA: person_of(ADA), BEN: Person(), CLEO: Person("Cleo", "4713")}


def result(**changes: Any) -> Result:
    criteria = tuple(
        Scored(
            criterion=item.criterion, task="", title=item.criterion, claim="", points=item.points * full,
            max_points=item.points, passed_on=full, tried_on=1, visible=item.visible,
        )
        for item, full in zip(ASSIGNMENT.tasks[0].criteria, [1, 1, 1, 0, 1, 1, 0, 1, 1], strict=True)
    )  # fmt: skip
    score = sum(item.points for item in criteria)
    plain = {"submission": ADA, "file": "pca.py", "status": "ok", "score": score, "max_score": 13.0}
    return Result(**({**plain, "criteria": criteria} | changes))  # type: ignore[arg-type]


def changed(text: str, one: Result) -> Result:
    return adjusted(one, loads(text, "adjust.toml", ASSIGNMENT, PEOPLE)[one.submission])


RULE = '[late]\nper_day = "10%"\ngrace_hours = 1\nmost = "50%"\ndue = 2026-11-20T12:00:00\n'
ONE = f'[[student]]\nwho = "{ADA}"\n'
WHOLE = [
    ("add = 1.5", 12.5, [1.5]),
    ("add = -2", 9.0, [-2.0]),
    ("add = -20", 0.0, [-11.0]),
    ("points = 13", 13.0, [2.0]),
    ("points = 0", 0.0, [-11.0]),
    ('comment = "well explained"', 11.0, [0.0]),
    ("criteria = { scores.agree = 1 }", 12.0, [1.0]),
    ("criteria = { 'scores.agree' = { points = 0.5 } }", 11.5, [0.5]),
    ("[student.criteria]\nscores.agree = { add = 7 }\ncomponents.order.points = 1", 13.0, [1.0, 1.0]),
    ("criteria = { scores.agree = 1 }\nadd = -0.25", 11.75, [1.0, -0.25]),
    ("criteria = { scores.agree = 1 }\npoints = 5", 5.0, [1.0, -7.0]),
    ("days_late = 0.04", 11.0, []),  # within an hour
    ("days_late = 0.05", 9.7, [-1.3]),
    ("days_late = 2", 8.4, [-2.6]),
    ("days_late = 30", 4.5, [-6.5]),
    ("points = 1\ndays_late = 30", 0.0, [-10.0, -1.0]),
    ("handed_in = 2026-11-20T12:59:59", 11.0, []),
    ("handed_in = 2026-11-21T13:00:00", 9.7, [-1.3]),
    ("handed_in = 2026-11-19T13:00:00", 11.0, []),
]


@pytest.mark.parametrize(("text", "score", "points"), WHOLE)
def test_adjustments_give_the_expected_score(text: str, score: float, points: list[float]) -> None:
    found = changed(RULE + ONE + text, result())
    assert found.score == pytest.approx(score)
    assert [item.points for item in found.adjustments] == pytest.approx(points)
    assert sum(points) == pytest.approx(score - 11.0)
    assert [item.late for item in found.adjustments][:-1] == [False] * (len(points) - 1 if points else 0)
    assert all(0 <= item.points <= item.max_points for item in found.criteria)


@pytest.mark.parametrize("who", [ADA, "4711", "ada  lovelace", "Ada Lovelace"])
def test_people_are_found_by_submission_number_or_name(who: str) -> None:
    assert loads(f'[[student]]\nwho = "{who}"\nadd = 1', "a", ASSIGNMENT, PEOPLE).keys() == {ADA}


def test_the_days_of_a_rule_in_points() -> None:
    late = Late(per_day=1.5, most=4.0)
    assert [late.days(seconds) for seconds in (0.0, 1.0, 86400.0, 86401.0)] == [0, 1, 1, 2]
    assert [late.penalty(days, 100.0) for days in (0, 1, 2, 3)] == [0.0, 1.5, 3.0, 4.0]


def test_points_for_unjudged_criteria_can_be_given_by_hand() -> None:
    empty = result(criteria=(), score=0.0, status="no-submission")
    assert changed(ONE + "criteria = { runs = 1, data.few-samples = 1 }\nadd = 2", empty).score == 4.0
    fault = result(criteria=(), score=None, status="grader-fault", gradable=False)
    assert changed(ONE + "points = 7", fault).score == 7.0
    assert changed(ONE + "criteria = { runs = 1 }", fault).score == 1.0
    assert changed(ONE + "add = 7", fault).score is None
    assert changed(RULE + ONE + "days_late = 2", fault).score is None


def test_a_hidden_criterion_is_not_named() -> None:
    for one in (result(), result(criteria=())):
        found = changed(ONE + "criteria = { data.few-samples = { points = 0, comment = 'c' } }", one)
        assert [item.criterion for item in found.adjustments] == ["a hidden criterion"]


def test_results_without_an_adjustment_are_unchanged() -> None:
    assert loads("", "a", ASSIGNMENT, PEOPLE) == {}
    assert adjusted(result(), PointChange()) == result()


def test_criteria_of_tasks_are_adjusted() -> None:
    several = assignment_of(TASKS)
    found = loads(ONE + 'criteria = { "project: scores.agree" = 1 }', "a", several, PEOPLE)
    assert [key for key, _ in found[ADA].criteria] == [("project", "scores.agree")]


WRONG = [
    ("x = 1", "1: got key 'x', but should be one of late, student [x]"),
    ("[late", "1: got"),
    ("[late]\n", "1: got no 'per_day', but should be points, or a share like \"10%\" [late.per_day]"),
    ("[late]\nper_day = '200%'", "2: got per_day = '200%'"),
    ("[late]\nper_day = -1", "2: got per_day = -1, but should be a number, 0 or more"),
    ("[late]\nper_day = true", "2: got per_day = True"),
    ("[late]\nper_day = 1\ndue = 2026-11-20", "3: got due = 2026-11-20, but should be a day and time"),
    ("[late]\nper_day = 1\ngrace = 1", "3: got key 'grace'"),
    ("[[student]]\nadd = 1", "1: got no 'who'"),
    (
        "[[student]]\nwho = 'zoe'",
        "2: got 'zoe', but should be the name of a submission, or its author's name or number",
    ),
    (ONE + ONE, "4: got 'Ada Lovelace_4711_assignsubmission_file_' again, but should be each submission once"),
    (ONE + "add = 'x'", "3: got add = 'x', but should be a number"),
    (ONE + "add = nan", "3: got add = nan"),
    (ONE + "add = inf", "3: got add = inf"),
    (ONE + "points = -1", "3: got points = -1, but should be a number, 0 or more"),
    (ONE + "points = 1\nadd = 1", "4: got 'points' and 'add', but should be one of the two"),
    (ONE + "comment = 3", "3: got comment = 3, but should be a text"),
    (ONE + "grade = 3", "3: got key 'grade', but should be one of who, points"),
    (ONE + "days_late = 1", "3: got 'days_late' without a table [late]"),
    (RULE + ONE + "days_late = -1", "8: got days_late = -1"),
    (RULE + ONE + "days_late = 1\nhanded_in = 2026-11-20T12:00:00", "9: got 'days_late' and 'handed_in'"),
    (
        RULE + ONE + "handed_in = 2026-11-20T12:00:00Z",
        "8: got 2026-11-20 12:00:00+00:00, but should be with a time zone",
    ),
    (RULE + ONE + "handed_in = 2026-11-20", "8: got handed_in = 2026-11-20, but should be a day and time"),
    ("[late]\nper_day = 1\n" + ONE + "handed_in = 2026-11-20T12:00:00", "5: got 'handed_in' without 'due' in [late]"),
    (ONE + "criteria = 1", "3: got 1, but should be a table [criteria]"),
    (ONE + "criteria = { scores.agre = 1 }", "3: got 'scores.agre', but should be one of runs, "),
    (ONE + "[student.criteria]\nscores.agree = 2", "4: got agree = 2, but should be a number from 0 to 1"),
    (
        ONE + "[student.criteria]\nscores.agree = { points = 2 }",
        "4: got points = 2, but should be a number from 0 to 1",
    ),
    (ONE + "[student.criteria]\nscores.agree = { note = 2 }", "4: got"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_an_error_in_an_adjustment_names_its_line(text: str, message: str) -> None:
    with pytest.raises(AssignmentError) as caught:
        loads(text, "adjust.toml", ASSIGNMENT, PEOPLE)
    assert str(caught.value).startswith(f"adjust.toml:{message}")
    assert "\n" not in str(caught.value)


def test_a_name_that_several_have_is_refused() -> None:
    people = {"a": Person("Kim"), "b": Person("Kim")}
    with pytest.raises(AssignmentError, match="got 'kim', of whom there is 'a', 'b'"):
        loads("[[student]]\nwho = 'kim'", "adjust.toml", ASSIGNMENT, people)
