"""What is bound means the running thing in every place of every node, or is refused with its place."""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

import pytest
import sympy as sp
from exact_values import At, Undefined, bound, inverse, plus, scale, times, transpose, value
from exact_worlds import SIZES, world
from letters import A, k, n, r, z
from scope_positions import BELOW_A_SUM, UNDER_AN_EXPECTATION

from pcaproofs.language.conclusions import equal
from pcaproofs.language.nodes import READERS, expectation, total
from pcaproofs.language.reader import read
from pcaproofs.prover.prove import prove
from pcaproofs.prover.refute.evaluate import Point, evaluate

CLASSES = {*READERS}
ROWS = [
    pytest.param(cls, means, whole, id=f"{place}-{cls.__name__}-{body}")
    for place, table, whole_of in (
        ("sum", BELOW_A_SUM, lambda body: total(body, k, n)),
        ("expectation", UNDER_AN_EXPECTATION, lambda body: expectation(body, z)),
    )
    for cls, means, body in table
    for whole in (whole_of(body),)
]


@pytest.mark.parametrize("table", [BELOW_A_SUM, UNDER_AN_EXPECTATION], ids=["sum", "expectation"])
def test_every_class_of_the_language_has_a_row(table: list[Any]) -> None:
    assert CLASSES - {sp.Rational} == {cls for cls, _, _ in table} - {sp.Rational}


@pytest.mark.parametrize(("cls", "means", "whole"), ROWS)
def test_a_bound_letter_means_the_bound_variable_or_is_refused(cls: Any, means: bool, whole: Any) -> None:
    assert any(isinstance(node, cls) for node in sp.preorder_traversal(whole.args[0])), "SymPy left no such node"
    if not means:
        result = prove(equal(whole, 0))
        assert result.verdict in ("unsupported", "ill-typed"), str(result)
        assert "[in " in result.reason
        return
    statement = read(equal(whole, 0)).statement
    seen = 0
    for seed in range(12):
        random = Random(seed)
        try:
            at = world([], random, random.choice(SIZES))
            wanted = value(whole, at)
        except Undefined:
            continue
        names = dict(_letters(at, {name: rows for name, rows, _ in statement.letters}))
        found = evaluate(statement.conclusion.left, Point({s.name: v for s, v in at.sizes.items()}, names))
        assert [list(map(Fraction, row)) for row in wanted] == [list(map(Fraction, row)) for row in found], at
        seen += 1
    assert seen > 2


def _letters(at: At, lengths: dict[str, Any]) -> Any:
    """The matrices of the kernel's letters: those of the statement, and those that the reader adds."""
    for symbol, matrix in at.letters.items():
        yield symbol.name, matrix
    for label, place in (("0", 0), ("1", 1), *((row.name, place) for row, place in at.rows.items())):
        if (rows := lengths.get(f"e_{label}")) is not None:
            yield f"e_{label}", tuple((int(row == place),) for row in range(at.size(sp.Symbol(rows, **n.assumptions0))))
    if "diag(r)" in lengths:
        column = at.letters[r]
        yield "diag(r)", tuple(tuple(v if a == b else 0 for b in range(len(column))) for a, (v,) in enumerate(column))
    for name, rows in lengths.items():
        if part := re.fullmatch(r"I\[\d+×(\w+?)(?:>(\d+))?\]", name):
            cols = int(part[1]) if part[1].isdigit() else at.size(sp.Symbol(part[1], **n.assumptions0))
            yield name, tuple(tuple(int(a + int(part[2] or 0) == b) for b in range(cols)) for a in range(rows))
    with suppress(Undefined):
        yield "A⁻¹", inverse(at.letters[A])
    third = Fraction(1, len(at.values[z]))
    yield "E[z]", scale(third, _sum(at.values[z]))
    yield "E[zzᵀ]", scale(third, _sum([times(v, transpose(v)) for v in at.values[z]]))


def _sum(matrices: Any) -> Any:
    first, *rest = matrices
    for matrix in rest:
        first = plus(first, matrix)
    return first


def test_a_class_without_a_row_is_noticed() -> None:
    assert {cls for cls, _, _ in BELOW_A_SUM[:-6]} - {sp.Rational} < CLASSES


def test_a_wrong_meaning_is_noticed() -> None:
    """The sum of x_k is not n times the row k that is free outside of it."""
    at = world([], Random(1), (3, 2, 1))
    x_k = BELOW_A_SUM[[cls.__name__ for cls, _, _ in BELOW_A_SUM].index("Sample")][2]
    rows = [value(total(x_k, k, n), bound(at, {k: place})) for place in range(3)]
    assert rows[0] == rows[1] == rows[2]
    assert value(3 * x_k, bound(at, {k: 0})) != rows[0]
