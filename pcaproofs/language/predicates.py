"""Translation of SymPy's predicates and logic into our hypotheses: `simplified(Q.symmetric(A) & Q.diagonal(D))`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp
from sympy.assumptions import AppliedPredicate

from pcaproofs.kernel import IllTyped
from pcaproofs.language.conclusions import SymbolicExistence, at_least, equal, more_than, unequal
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.nodes import Diagonal
from pcaproofs.language.refusals import Unreadable

# SymPy's Q.… -> our hypothesis; every matrix and number is real
_PREDICATES: dict[str, Callable[..., list[Any]]] = {
    **{
        name: lambda *args, kind=kind: [Named(kind, args)]
        for name, kind in {
            "symmetric": "symmetric",
            "hermitian": "symmetric",
            "antihermitian": "skew",
            "orthogonal": "orthogonal",
            "unitary": "orthogonal",
            "normal": "normal",
            "diagonal": "diagonal_matrix",
            "invertible": "invertible",
            "positive_definite": "positive_definite",
            "positive": "positive",
            "nonnegative": "nonnegative",
            "nonzero": "nonzero",
        }.items()
    },
    "negative": lambda t: [more_than(0, t)],
    "nonpositive": lambda t: [at_least(0, t)],
    "zero": lambda t: [equal(t, 0)],
    "real": lambda t: [],
    "real_elements": lambda a: [],
    "square": lambda a: _if_square(a, "Q.square", []),
    "fullrank": lambda a: _full_rank(a),
    "eq": lambda a, b: [equal(a, b)],
    "ne": lambda a, b: [unequal(a, b)],
    "ge": lambda a, b: [at_least(a, b)],
    "gt": lambda a, b: [more_than(a, b)],
    "le": lambda a, b: [at_least(b, a)],
    "lt": lambda a, b: [more_than(b, a)],
}
_INSTEAD = {  # what to write instead of predicates that are not hypotheses
    "singular": "eigenpair(A, v, 0) with a column v that Av = 0 holds of, or equal(det(A), 0)",
    "upper_triangular": "what is used of it as equations",
    "lower_triangular": "what is used of it as equations",
    "triangular": "what is used of it as equations",
    "unit_triangular": "what is used of it as equations",
    "integer_elements": "permutation(P), if it is one; that entries are integers is no hypothesis",
    "complex_elements": "nothing: all matrices are real",
}
_DEFINITE = "of a matrix say positive_definite(A) or psd(A)"
_OF_NUMBERS = {
    **dict.fromkeys(("positive", "nonnegative"), _DEFINITE),
    **dict.fromkeys(("negative", "nonpositive"), "of a matrix say positive_definite(-A) or psd(-A)"),
    "nonzero": "of a matrix say unequal(A, 0)",
}
_NEGATED = {"invertible": "singular", "singular": "invertible", "zero": "nonzero", "nonzero": "zero"}


def simplified(item: Any) -> list[Any]:
    """A hypothesis in terms of those that the reader knows; resolves lists, `&`, SymPy's Q.… and composite hypotheses.

    That there is an X with some property is that property of the letter X.

    Raises Unreadable for a Q.… without a meaning here, IllTyped for arguments of a wrong shape.
    """
    if isinstance(item, list | tuple | sp.And):
        parts = item.args if isinstance(item, sp.And) else item
        return [one for part in parts for one in simplified(part)]
    if isinstance(item, SymbolicExistence):
        return simplified([item.statement])
    if isinstance(item, Named):
        return item.parts()
    if isinstance(item, Diagonal) and item.args[0].shape[1] != 1:
        return [Named("diagonal_matrix", (item.args[0],))]
    if isinstance(item, sp.Not) and isinstance(item.args[0], AppliedPredicate):
        inner = item.args[0]
        if (opposite := _NEGATED.get(str(inner.function.name))) is not None:
            return simplified(getattr(sp.Q, opposite)(*inner.arguments))
    if isinstance(item, AppliedPredicate):
        return [one for each in predicate(item) for one in simplified(each)]
    return [item]


def predicate(item: AppliedPredicate) -> list[Any]:
    """Our hypothesis for SymPy's Q.…. Raises Unreadable for a predicate without a meaning here."""
    name = str(item.function.name)
    if name in _OF_NUMBERS and any(hasattr(x, "shape") for x in item.arguments):
        raise IllTyped(f"got the matrix {item.arguments[0]} [in {item}], but should be a number; {_OF_NUMBERS[name]}")
    if name in _PREDICATES:
        return _PREDICATES[name](*item.arguments)
    known = ", ".join(f"Q.{x}" for x in _PREDICATES)
    instead = f"write {_INSTEAD[name]}; known" if name in _INSTEAD else "known"
    raise Unreadable(f"got Q.{name}, but {instead} are {known}; and Eq, Ge, Gt, Ne and the named hypotheses")


def _if_square(a: Any, name: str, items: list[Any]) -> list[Any]:
    rows, cols = a.shape
    if rows != cols:
        raise IllTyped(f"got {rows}×{cols}, but should be square: {rows} and {cols} clash [in {name}({a})]")
    return items


def _full_rank(a: Any) -> list[Any]:
    if a.shape[0] == a.shape[1]:
        return [Named("invertible", (a,))]
    raise Unreadable(
        f"got Q.fullrank({a}), but should say whether columns or rows are independent: "
        f"invertible({a}.T*{a}) or invertible({a}*{a}.T)"
    )
