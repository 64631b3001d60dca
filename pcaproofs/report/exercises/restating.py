"""True statements for exercises: an equation or inequality of a claim, written differently."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sympy as sp

from pcaproofs.language.conclusions import SymbolicComparison, equal
from pcaproofs.verify.claim import Part


def restated(part: Part) -> Iterator[tuple[Part, str]]:
    """The same statement in other forms, each with words for the change; none for an optimum.

    The sides of an equation between matrices are transposed, or its right side is subtracted. Forms that change nothing
    are omitted: sides that equal their transposes, and a right side that is zero.
    """
    for conclusion, words in _forms(part.conclusion):
        yield replace(part, conclusion=conclusion, steps={}), words


def _forms(conclusion: Any) -> Iterator[tuple[Any, str]]:
    if isinstance(conclusion, sp.Eq):
        left, right = conclusion.lhs, conclusion.rhs
        if _is_matrix(left) != _is_matrix(right):  # a 1×1 matrix and a number
            return
        if _is_matrix(left) and {left.T, right.T} != {left, right}:
            yield equal(left.T, right.T), "with both sides transposed"
        if not _is_zero(right) and not _is_zero(left):
            yield equal(left - right, _zero(left)), "with everything on one side"
    elif isinstance(conclusion, SymbolicComparison) and not _is_zero(conclusion.right):
        left, right = conclusion.left, conclusion.right
        yield replace(conclusion, left=left - right, right=_zero(left)), "with everything on one side"


def _zero(like: Any) -> Any:
    return sp.ZeroMatrix(*like.shape) if _is_matrix(like) else sp.Integer(0)


def _is_matrix(side: Any) -> bool:
    return isinstance(side, sp.MatrixExpr)


def _is_zero(side: Any) -> bool:
    return side == 0 or isinstance(side, sp.ZeroMatrix)
