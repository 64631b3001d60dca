"""Hadamard products A∘B, read entry by entry: (A∘B)_ij = A_ij·B_ij, so that no letter of the kernel is needed.

Two matrices are equal if and only if their entries are, for any i and j. The entry of a product is a sum over its inner
index, a trace the sum of the diagonal entries, an inner product a sum over both. The reader can sum polynomials of
degree two in the index, and of higher degree if the other index is not summed or a factor has only one: (A∘B)·𝟏,
Σ_k a_ik b_kj c_kj and xᵀ(A∘B)y have a meaning, Σ_ij a_ij b_ij c_ij does not; two such sums are equal if their terms
are, which is all that is looked for (`by_terms`). A∘I is the diagonal of A. In a
hypothesis, which holds for all i and j, one factor of each product is a column: x∘y = z is diag(x)·y = z, and
A∘xyᵀ = B is diag(x)·A·diag(y) = B.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import chain, count
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from pcaproofs.language import nodes
from pcaproofs.language.nodes import Diagonal
from pcaproofs.language.refusals import Unreadable

ROWS, COLUMNS = ("i", "k", "l"), ("j", "s", "r")  # names for the indices of any entry


class Cell(MatrixElement):
    """An entry; other entries may have the same indices."""


def has_products(e: Any) -> bool:
    """Whether a Hadamard product occurs in an expression."""
    return isinstance(e, sp.Basic) and bool(e.has(sp.HadamardProduct, sp.HadamardPower))


def is_number(e: Any) -> bool:
    """Whether an expression is a number made of matrices in which Hadamard products occur."""
    if isinstance(e, sp.Trace | nodes.SquaredNorm | nodes.Inner | MatrixElement):
        return any(map(has_products, e.args))
    return isinstance(e, sp.MatMul) and tuple(e.shape) == (1, 1) and has_products(e)


def number(e: Any) -> Any:
    """The value of a trace, an inner product, a norm, an entry or a 1×1 product, by entries."""
    if isinstance(e, MatrixElement):
        return entry(*e.args)
    if isinstance(e, sp.Trace):
        n, k = e.arg.shape[0], _new_index(e)
        return nodes.total(entry(e.arg, k, k), k, n)
    if isinstance(e, nodes.Inner | nodes.SquaredNorm):
        x, y = e.args if isinstance(e, nodes.Inner) else e.args * 2
        k = _new_index(e)
        row = nodes.index(f"{k.name}′")
        summed = nodes.total(entry(x, k, row) * entry(y, k, row), row, x.shape[1]) if x.shape[1] != 1 else None
        body = entry(x, k, sp.Integer(0)) * entry(y, k, sp.Integer(0)) if summed is None else summed
        return nodes.total(body, k, x.shape[0]) if x.shape[0] != 1 else body.xreplace({k: sp.Integer(0)})
    return entry(e, sp.Integer(0), sp.Integer(0))


def entry(e: Any, i: Any, j: Any) -> Any:
    """The entry in row i and column j. Raises Unreadable where a Hadamard product is inside of another function."""
    if not has_products(e):
        return Cell(e, i, j)
    match e:
        case sp.HadamardProduct():
            return sp.Mul(*(entry(x, i, j) for x in e.args))
        case sp.MatAdd():
            return sp.Add(*(entry(x, i, j) for x in e.args))
        case sp.MatMul():
            numbers = [x for x in e.args if not getattr(x, "is_Matrix", False)]
            matrices = [x for x in e.args if getattr(x, "is_Matrix", False)]
            return sp.Mul(*numbers, _entry_of_product(matrices, i, j))
        case sp.Transpose():
            return entry(e.arg, j, i)
        case nodes.MatrixDirectional():
            f, x, h = e.args
            return nodes.directional(entry(f, i, j), x, h)
        case Diagonal() | sp.DiagMatrix():
            return Cell(sp.Identity(e.shape[0]), i, j) * entry(e.args[0], i, sp.Integer(0))
        case sp.HadamardPower() if e.exp.is_Integer and e.exp > 0:
            return entry(e.base, i, j) ** e.exp
    what = type(e).__name__
    raise Unreadable(f"got {what}, but Hadamard products should be in sums, products and differentials [in {e}]")


def _entry_of_product(factors: list[Any], i: Any, j: Any) -> Any:
    first, *others = factors
    if not others:
        return entry(first, i, j)
    if isinstance(first, Diagonal | sp.DiagMatrix):
        return entry(first.args[0], i, sp.Integer(0)) * _entry_of_product(others, i, j)
    if isinstance(others[-1], Diagonal | sp.DiagMatrix):
        return _entry_of_product(factors[:-1], i, j) * entry(others[-1].args[0], j, sp.Integer(0))
    at = next((n for n, x in enumerate(factors) if has_products(x)), 0) or 1
    left, right = factors[:at], factors[at:]
    n = left[-1].shape[1]
    if n == 1:
        zero = sp.Integer(0)
        return _entry_of_product(left, i, zero) * _entry_of_product(right, zero, j)
    k = _new_index(sp.Tuple(*factors, i, j))
    return nodes.total(_entry_of_product(left, i, k) * _entry_of_product(right, k, j), k, n)


def by_terms(left: Any, right: Any, taken: Collection[str]) -> tuple[Any, Any] | None:
    """The terms of two sums over entries with the same limits, at new indices; None for anything else."""
    try:
        (body, limits), (other, others) = _terms_of(left), _terms_of(right)
    except Unreadable:
        return None
    if not limits or Counter(limits.values()) != Counter(others.values()):
        return None
    new, free, names = dict[Any, Any](), dict(limits), {*taken}
    for k in limits:
        new[k] = nodes.index(fresh((*ROWS, *COLUMNS), names))
        names.add(new[k].name)
    matched = dict[Any, Any]()
    for k, size in others.items():
        same = next(i for i, n in free.items() if n == size)
        matched[k] = new[same]
        del free[same]
    return body.xreplace(new), other.xreplace(matched)


def _terms_of(e: Any) -> tuple[Any, dict[Any, Any]]:
    """The body of nested sums over all entries, and the lengths by the indices; none if these cannot be told apart."""
    found = [(e, dict[Any, Any]())]
    match e:
        case _ if is_number(e):
            return _terms_of(number(e))
        case sp.Sum() if all(len(limit) == 3 and limit[1] == 0 for limit in e.limits):
            indices = {k: nodes.index(k.name) for k, *_ in e.limits}
            found = [(sp.Integer(1), {indices[k]: n + 1}) for k, _, n in e.limits]
            found.append(_terms_of(e.function.xreplace(indices)))
        case nodes.ScalarSum():
            found = [(sp.Integer(1), {e.args[1]: e.args[2]}), _terms_of(e.args[0])]
        case sp.Mul():
            found = [_terms_of(x) for x in e.args]
    limits = {k: n for _, own in found for k, n in own.items()}
    is_nested = isinstance(e, sp.Mul) and any(body.free_symbols & (limits.keys() - own.keys()) for body, own in found)
    if len(limits) < sum(len(own) for _, own in found) or is_nested:
        return e, {}
    return sp.Mul(*(body for body, _ in found)), limits


def _new_index(e: Any) -> Any:
    """A new index for a sum; no author can have written it."""
    taken = {x.name for x in e.free_symbols}
    return next(nodes.index(name) for k in count(1) if (name := f"k∘{k}") not in taken)


def fresh(names: Iterable[str], taken: Collection[str]) -> str:
    """The first name that is not taken, among some names and then numbered names."""
    numbered = (f"{name}{k}" for k in count(1) for name in names)
    return next(name for name in chain(names, numbered) if name not in taken)


def is_entrywise(left: Any, right: Any) -> bool:
    """Whether an equation is one of matrices in which Hadamard products occur."""
    shapes = [x.shape for x in (left, right) if getattr(x, "is_Matrix", False)]
    return bool(shapes) and tuple(shapes[0]) != (1, 1) and (has_products(left) or has_products(right))


def entries(left: Any, right: Any, i: str, j: str) -> tuple[Any, Any]:
    """Both sides of the equation of the entries (i, j); i, j: names of new indices."""
    rows, cols = (left if getattr(left, "is_Matrix", False) else right).shape
    at = [sp.Integer(0) if n == 1 else nodes.index(name) for n, name in ((rows, i), (cols, j))]
    return _of_side(left, *at), _of_side(right, *at)


def _of_side(side: Any, i: Any, j: Any) -> Any:
    """The entry of a side; the number 0 may stand for a matrix."""
    return side if side == 0 else entry(side, i, j)
