"""What given formulas say: all members of a family unless the formula restricts its index, and conditions."""

from __future__ import annotations

import pytest

from pcaproofs.homework.answer import answer

MEMBERS = [r"w_1, \dots, w_k \in \mathbb{R}^p", r"S \in \mathbb{R}^{p \times p}"]
OF_ALL = [
    r"S w_i = 0",
    r"\forall i: S w_i = 0",
    r"S w_i = 0 \quad \forall i",
    r"S w_i = 0, \quad i = 1, \dots, k",
    r"S w_i = 0 \text{ for all } i",
    r"S w_i = 0 \text{ for all } i = 1, \dots, k",
]
OF_SOME = [
    r"S w_1 = 0",
    r"S w_k = 0",
    r"S w_i = 0, i = 2, \dots, k",
    r"S w_i = 0, i = 1, \dots, m",
    r"S w_i = 0 \text{ for } i > 1",
    r"S w_i = 0 \text{ for } i = 1",
    r"S w_i = 0 \text{ for some } i",
    r"S w_i = 0 \text{ for fixed } i",
    r"\text{For some } i, S w_i = 0",
    r"\forall i > 1: S w_i = 0",
    r"\forall i = 2, \dots, k: S w_i = 0",
]


def fault(given: list[str], show: str, letters: tuple[str, ...] = ()) -> list[str]:
    task = {
        "given": given,
        "letters": list(letters),
        "show": show,
        "milestones": {},
        "largest_step": 2,
        "least_steps": 2,
    }
    return answer({"task": task}).get("wrong task", [])


@pytest.mark.parametrize("formula", OF_ALL)
def test_a_given_equation_with_a_free_index_holds_for_all_members(formula: str) -> None:
    assert not fault([*MEMBERS, formula], r"\sum_{i=1}^k S w_i = 0")


@pytest.mark.parametrize("formula", OF_SOME)
def test_a_given_equation_whose_index_is_restricted_does_not_hold_for_all_members(formula: str) -> None:
    assert fault([*MEMBERS, formula], r"\sum_{i=1}^k S w_i = 0")


def test_what_holds_for_pairs_of_different_members_does_not_hold_for_one_twice() -> None:
    both = [r"w_i^\top w_j = 0", r"i \neq j"]
    shown = r"\|w_i + w_j\|^2 = \|w_i\|^2 + \|w_j\|^2"
    assert not fault([*MEMBERS, *both], shown)
    for given in (both, [r"w_i^\top w_j = 0 \text{ for } i \neq j"], [r"w_i^\top w_j = 0"]):
        assert fault([*MEMBERS, *given], "w_i = 0")


def test_kronecker_gives_the_products_of_all_members() -> None:
    assert not fault([*MEMBERS, r"w_i^\top w_j = \delta_{ij}"], r"\|w_i\|^2 = 1")
    assert fault([*MEMBERS, r"w_i^\top w_j = \delta_{ij}"], r"w_i^\top w_j = 1")


def test_a_condition_is_given_too_unless_the_formula_holds_only_if_it_does() -> None:
    of_vector = [r"S \in \mathbb{R}^{p \times p}", r"w \in \mathbb{R}^p"]
    assert not fault([*of_vector, r"S w = \lambda w \text{ with } \|w\| = 1"], r"w^\top S w = \lambda")
    key, message = fault([*of_vector, r"S w = \lambda w \text{ if } \|w\| = 1"], r"w^\top S w = \lambda")
    assert key == "given"
    assert "a condition" in message


@pytest.mark.parametrize("given", [[r"S \succeq 0"], [r"S \succ 0"], []])
def test_a_semidefinite_letter_is_declared_by_a_relation(given: list[str]) -> None:
    of_vector = [r"S \in \mathbb{R}^{p \times p}", r"w \in \mathbb{R}^p"]
    assert bool(fault([*of_vector, *given], r"w^\top S w \ge 0")) == (not given)
    assert not fault([*of_vector], r"w^\top S w \ge 0", ("S is psd",))
