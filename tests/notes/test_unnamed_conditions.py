"""Conditions of a sentence that name no letter: what is false without them is undecided, and nothing else is."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows

LETTERS = r"Let $A, B \in \mathbb{R}^{n \times n}$. "
ROW = "\n\n$$AB = BA$$\n\n"


@pytest.mark.parametrize(
    ("before", "behind", "said"),
    [
        ("If they commute, then", "", "if they commute"),
        ("If both are diagonal, we have", "", "if both are diagonal"),
        ("Unless they fail to commute,", "", "unless they fail to commute"),
        ("As long as these are inverses, we get", "", "as long as these are inverses"),
        ("In case one of them is the identity:", "", "in case one of them is the identity"),
        ("Once they commute,", "", "once they commute"),
        ("Should they commute, we have", "", "should they commute"),
        ("As both are diagonal, we get", "", "as both are diagonal"),
        ("If we make them diagonal, then", "", "if we make them diagonal"),
        ("For diagonal matrices we have", "", "for diagonal matrices"),
        ("In the commuting case,", "", "in the commuting case"),
        ("Being diagonal, they satisfy", "", "being diagonal"),
        ("Then", "where both are diagonal.", "where both are diagonal"),
        ("Then", "but only for diagonal ones.", "for diagonal ones"),
        ("Then", "if they commute.", "if they commute"),
        ("Then", "whenever both are diagonal.", "whenever both are diagonal"),
        ("Then", "only if they are.", "only if they are"),
        ("Then", "provided both commute, as we know.", "provided both commute"),
        ("Then", "at least when one is the identity.", "at least when one is the identity"),
        ("Then", "for matrices that commute.", "for matrices that commute"),
        ("The identity", "holds if both are diagonal.", "if both are diagonal"),
        ("If we multiply them, we get", "", "if we multiply them"),  # a step, but nothing says so
        ("When we expand the product, we get", "", "when we expand the product"),
        ("The identity", "is true whenever they commute.", "whenever they commute"),
    ],
)
def test_what_is_false_without_the_condition_is_undecided(before: str, behind: str, said: str) -> None:
    (found,) = [v for v in checked(f"{LETTERS}{before}{ROW}{behind}") if v.formula.display]
    assert (found.verdict, found.reason) == ("undecided", f"not proved, and the condition “{said}” is not read")


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("If they commute, the sum is easy. We have", ""),
        ("We have", "If they commute, this is easy."),
        ("Check if you see it:", ""),
        ("Since the trace is linear, we have", ""),
        ("For all matrices of this size we have", ""),
        ("For the following we need", ""),
        ("If in doubt, recall that", ""),
        ("We have", "even if they do not commute."),
        ("If they commute, all is well; but in general", ""),
    ],
)
def test_other_sentences_and_steps_are_no_conditions(before: str, behind: str) -> None:
    assert rows(f"{LETTERS}{before}{ROW}{behind}") == ["refuted"]


@pytest.mark.parametrize(
    "before", ["Given that they commute,", "With both diagonal,", "Given their symmetry,", "For any two matrices"]
)
def test_a_row_behind_words_that_assume_is_a_condition(before: str) -> None:
    assert rows(f"{LETTERS}{before}{ROW}") == ["condition"]


def test_a_condition_holds_for_its_own_sentence() -> None:
    text = (
        f"{LETTERS}If they commute, then{ROW}We also have\n\n$$A + B = A - B.$$\n\nIf they commute, $$A + B = B + A.$$"
    )
    assert rows(text) == ["undecided", "refuted", "proved"]
