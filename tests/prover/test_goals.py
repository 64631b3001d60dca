"""The goals that the kernel names by texts, as data and back."""

from __future__ import annotations

import pytest
import sympy as sp

from pcaproofs import prove
from pcaproofs.goals import BETTER, MAIN, GoalKind, GoalName, exactly, feasible, is_about_the_optimum, parse
from pcaproofs.kernel import Certificate, Compare, Optimum, SameOptimisers, Statement, goals
from pcaproofs.language.conclusions import minimises

X, ZERO = ("letter", "x"), ("number", "0")
SQUARE = ("pow", X, 2)
CONSTRAINED = Statement(
    (("x", 1, 1),),
    Optimum("min", SQUARE, (("x", ZERO),), ZERO, (Compare(X, "=", ZERO), Compare(SQUARE, "=", ZERO))),
    (("x is small", Compare(("number", "1"), ">=", X)), ("exactly", Compare(SQUARE, ">=", ZERO))),
)
EVERY_GOAL = {
    "a comparison": (Statement((("x", 1, 1),), Compare(X, "=", X)), ["MAIN"]),
    "an optimum": (
        CONSTRAINED,
        ["FEASIBLE", "FEASIBLE", "BETTER", "VALUE", "EXACTLY", "EXACTLY", "ENOUGH"],
    ),
    "same optimisers": (
        Statement((("x", 1, 1),), SameOptimisers(("x",), ("min", SQUARE), ("min", SQUARE))),
        ["TRANSFORM"],
    ),
}


@pytest.mark.parametrize(("statement", "kinds"), EVERY_GOAL.values(), ids=EVERY_GOAL)
def test_every_goal_of_the_kernel_is_read_and_written_back(statement: Statement, kinds: list[str]) -> None:
    transform = (("1", ()), ZERO, 1, "") if isinstance(statement.conclusion, SameOptimisers) else None
    names = [goal[0] for goal in goals(statement, Certificate((), transform=transform))[1]]
    assert [parse(name).kind.name for name in names] == kinds
    assert [str(parse(name)) for name in names] == names


NAMES = {
    "main": MAIN,
    "better": BETTER,
    "feasible: w is a unit vector": feasible("w is a unit vector"),
    "feasible: exactly 0": feasible("exactly 0"),
    "exactly 12": exactly(12),
    "solvable for X": GoalName(GoalKind.SOLVABLE, "X"),
    "best for the first only": GoalName(GoalKind.ONE_SIDED, "first"),
}


@pytest.mark.parametrize(("text", "goal"), NAMES.items(), ids=NAMES)
def test_a_text_and_its_goal(text: str, goal: GoalName) -> None:
    assert parse(text) == goal
    assert str(goal) == text


@pytest.mark.parametrize("text", ["", "Main", "exactly", "exactly one", "feasible", "optimal"])
def test_a_text_that_names_no_goal_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="should be the name of a goal"):
        parse(text)


@pytest.mark.parametrize(
    ("fact", "is_about_it"),
    [("optimal", True), ("exactly 0", True), ("exactly", False), ("n > 0", False), ("1: exactly 0", False)],
)
def test_facts_about_the_optimum(fact: str, is_about_it: bool) -> None:
    assert is_about_the_optimum(fact) == is_about_it


def test_a_counterexample_says_which_goal_fails() -> None:
    x = sp.Symbol("x", real=True)
    found = prove(minimises(x**2, {x: sp.Integer(1)})).counterexample
    assert found is not None
    assert found.goal == BETTER
    assert found.to_json()["goal"] == "better"
