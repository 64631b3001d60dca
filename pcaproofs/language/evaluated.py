"""Evaluated products and sums, remembered.

SymPy evaluates all of an expression again at each operator, so a long product of matrices takes time quadratic in its
length. Expressions never change: what one evaluates to is found once.
"""

from __future__ import annotations

from typing import Any

from sympy import MatAdd, MatMul, MatPow, OneMatrix, Transpose, ZeroMatrix

_CLASSES = (MatMul, MatAdd, MatPow, Transpose, OneMatrix, ZeroMatrix)
_MOST = 50_000
_known: dict[Any, Any] = {}


def remember() -> None:
    """Let matrix expressions of this process remember their values; for programs, not for the sessions of users."""
    for cls in _CLASSES:
        if not hasattr(cls.doit, "remembers"):
            cls.doit = _remembering(cls.doit)


def _remembering(evaluate: Any) -> Any:
    def doit(self: Any, **hints: Any) -> Any:
        if hints:
            return evaluate(self, **hints)
        found = _known.get(self)
        if found is None:
            if len(_known) >= _MOST:
                _known.clear()
            found = _known[self] = evaluate(self)
        return found

    doit.remembers = True  # type: ignore[attr-defined]
    return doit
