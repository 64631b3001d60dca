"""What the functions of the language take, as types for signatures. SymPy has no types of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias, Union

from sympy import Expr, MatrixBase, MatrixExpr
from sympy.logic.boolalg import Boolean

if TYPE_CHECKING:
    from pcaproofs.language.conclusions import (
        ForAll,
        SymbolicComparison,
        SymbolicExistence,
        SymbolicIff,
        SymbolicOptimum,
        SymbolicSameOptimisers,
    )
    from pcaproofs.language.hypotheses import Named

MatrixLike: TypeAlias = MatrixExpr | MatrixBase
"""A matrix or a column, symbolic or explicit."""

ScalarLike: TypeAlias = Expr | MatrixExpr | int
"""A number, or a 1×1 product."""

SizeLike: TypeAlias = Expr | int
"""A number of rows or columns."""

TermLike: TypeAlias = Expr | MatrixExpr | MatrixBase | int
"""Either side of an equation."""

AssumptionLike: TypeAlias = Union[
    "Boolean", "Named", "SymbolicComparison", "SymbolicExistence", "SymbolicIff", "ForAll"
]
"""A hypothesis of a statement."""

ConclusionLike: TypeAlias = Union[
    "AssumptionLike", "SymbolicOptimum", "SymbolicSameOptimisers", "Sequence[ConclusionLike]"
]
"""What can be proved, or several of it."""
