"""Strict inequalities and ≠ as claims: proved where both sides differ, and never otherwise."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows

PROVED = {
    r"Let $w \in \mathbb{R}^p$ be a unit vector. Then $$w^T w > 0.$$": "a unit vector is not zero",
    r"Let $w \in \mathbb{R}^p$ be a unit vector. Then $$0 < 2 \|w\|^2.$$": "the smaller side first",
    r"Let $x \in \mathbb{R}^p$ be nonzero. Then $$\|x\|^2 > 0.$$": "a nonzero column",
    r"Let $x \in \mathbb{R}^p$ be nonzero. Then $$\|x\| > 0.$$": "its length",
    r"Let $x \in \mathbb{R}^p$ with $x \neq 0$. Then $$x^T x > 0.$$": "a column that is not zero",
    r"Let $X \in \mathbb{R}^{n \times p}$, let $w \in \mathbb{R}^p$ be a unit vector and $\lambda > 0$. Hence "
    r"$$w^T (X^T X + \lambda I) w > 0.$$": "ridge",
    r"Let $\lambda \in \mathbb{R}$ with $\lambda > 0$. Hence $$\lambda \neq 0.$$": "a positive number is not zero",
    r"Let $w \in \mathbb{R}^p$ be a unit vector. Hence $$w^T w \neq 0.$$": "a length is not zero",
}
NOT_PROVED = {
    r"Let $w \in \mathbb{R}^p$ be a unit vector. Then $$w^T w > 1.$$": "it is 1",
    r"Let $x \in \mathbb{R}^p$. Then $$\|x\|^2 > 0.$$": "x may be 0",
    r"Let $X \in \mathbb{R}^{n \times p}$, let $w \in \mathbb{R}^p$ be a unit vector and $\lambda \ge 0$. Hence "
    r"$$w^T (X^T X + \lambda I) w > 0.$$": "λ may be 0",
    r"Let $\lambda \in \mathbb{R}$ with $\lambda \ge 0$. Hence $$\lambda \neq 0.$$": "λ may be 0 here too",
    r"Let $w \in \mathbb{R}^p$ be a unit vector. Hence $$w^T w \neq 1.$$": "it is 1 here too",
    r"Let $x \in \mathbb{R}^p$ be nonzero. Then $$\|x\|^2 > 1.$$": "x may be small",
    r"Let $u \in \mathbb{R}^p$ and $v \in \mathbb{R}^p$ be nonzero. Then $$u^T v \neq 0.$$": "they may be orthogonal",
}


@pytest.mark.parametrize("text", PROVED, ids=PROVED.values())
def test_sides_that_differ_are_proved_to_differ(text: str) -> None:
    assert rows(text) == ["proved"]


@pytest.mark.parametrize("text", NOT_PROVED, ids=NOT_PROVED.values())
def test_sides_that_may_be_equal_are_not(text: str) -> None:
    assert "proved" not in rows(text)


def test_a_strict_inequality_shows_both_statements_that_are_proved() -> None:
    (found,) = [x for x in checked(next(iter(PROVED))) if x.formula.display]
    assert [str(x.statement.conclusion.relation) for x in found.certificate.parts] == [">=", "="]
    assert [line for line in found.reading if line.startswith(("‖", "r"))] == ["‖w‖² ≥ 0", "r = 0"]
