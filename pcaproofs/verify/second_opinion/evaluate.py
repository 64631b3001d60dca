"""Evaluates the nodes of SymPy at a valuation; evaluate_nodes.py has our own nodes.

Every value is a SymPy matrix. A scalar is 1×1 and multiplies a matrix of any shape, as in the statements.
"""

from __future__ import annotations

from contextlib import suppress
from functools import singledispatch
from typing import Any

import sympy as sp
from sympy.matrices.exceptions import NonInvertibleMatrixError
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice
from sympy.polys.polyerrors import CoercionFailed

from pcaproofs.verify.second_opinion.valuation import Meaningless, Undefined, Valuation, is_zero

INFINITE = (sp.nan, sp.zoo, sp.oo)


def one_by_one(x: Any) -> sp.Matrix:
    """A scalar as a 1×1 matrix."""
    return sp.Matrix([[x]])


def scalar(e: Any, valuation: Valuation) -> Any:
    """The entry of a 1×1 expression. Raises Meaningless for another shape."""
    value = evaluate(e, valuation)
    if value.shape != (1, 1):
        raise Meaningless(f"got {shape_text(value)}, but should be a scalar [in {e}]")
    return value[0, 0]


@singledispatch
def evaluate(e: Any, valuation: Valuation) -> sp.Matrix:
    """The value of an expression, as a matrix. Raises Meaningless or Undefined."""
    raise Meaningless(f"got {type(e).__name__} ({e}), but it has no explicit value here")


def shape_text(m: sp.Matrix) -> str:
    """The shape of a matrix as text: "2×3"."""
    return f"{m.shape[0]}×{m.shape[1]}"


def no_value(what: str, e: Any, valuation: Valuation) -> Exception:
    """The error for an expression without a value: Undefined if it depends on letters, else Meaningless."""
    return (Undefined if e.free_symbols - set(valuation.sizes) else Meaningless)(f"got {what} [in {e}]")


@evaluate.register(sp.Number)
@evaluate.register(int)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return one_by_one(sp.sympify(e))


@evaluate.register(sp.NumberSymbol)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return one_by_one(e)


@evaluate.register(sp.Symbol)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    if e in valuation.letters and e not in valuation.bound:
        return valuation.letters[e]
    return one_by_one(sp.Integer(valuation.integer(e)))


@evaluate.register(sp.MatrixSymbol)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    if e not in valuation.letters:
        raise Meaningless(f"got {e}, but nothing gives it a value here")
    return valuation.letters[e]


@evaluate.register(sp.MatrixBase)
@evaluate.register(sp.BlockMatrix)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    written = e.blocks if isinstance(e, sp.BlockMatrix) else e
    blocks = [[evaluate(x, valuation) for x in written.row(i)] for i in range(written.rows)]
    heights = [max(x.rows for x in row) for row in blocks]
    widths = [max(x.cols for x in column) for column in zip(*blocks, strict=True)]
    rows = []
    for i, row in enumerate(blocks):
        for j, x in enumerate(row):
            if written[i, j] == 0:  # the number 0 may stand for a block
                row[j] = x = sp.zeros(heights[i], widths[j])
            if x.shape != (heights[i], widths[j]):
                raise Meaningless(f"got {shape_text(x)}, but should be {heights[i]}×{widths[j]} [in {e}]")
        rows.append(sp.Matrix.hstack(*row))
    return sp.Matrix.vstack(*rows)


@evaluate.register(MatrixSlice)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    m = evaluate(e.parent, valuation)
    bounds = [[valuation.integer(x) for x in part] for part in (e.rowslice, e.colslice)]
    for (start, stop, _), n in zip(bounds, m.shape, strict=True):
        if not 0 <= start < stop <= n:
            raise Undefined(f"got the part from {start} to {stop} of {n} [in {e}]")
    return m[slice(*bounds[0]), slice(*bounds[1])]


@evaluate.register(sp.Identity)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return sp.eye(valuation.integer(e.shape[0]))


@evaluate.register(sp.ZeroMatrix)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return sp.zeros(*map(valuation.integer, e.shape))


@evaluate.register(sp.OneMatrix)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return sp.ones(*map(valuation.integer, e.shape))


def checked_index(k: int, n: int, e: Any) -> int:
    """k, if 0 ≤ k < n. Raises Undefined otherwise."""
    if not 0 <= k < n:
        raise Undefined(f"got the index {k}, but should be below {n} [in {e}]")
    return k


@evaluate.register(sp.MatAdd)
@evaluate.register(sp.Add)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return sum_of([evaluate(a, valuation) for a in e.args], e)


def sum_of(terms: list[sp.Matrix], e: Any) -> sp.Matrix:
    """The sum of matrices of one shape. Raises Meaningless if shapes clash."""
    result = terms[0]
    for term in terms[1:]:
        if term.shape != result.shape:
            raise Meaningless(f"got {shape_text(result)} plus {shape_text(term)}: shapes clash [in {e}]")
        result = result + term
    return result


@evaluate.register(sp.MatMul)
@evaluate.register(sp.Mul)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    factors: list[sp.Matrix] = []
    for a in e.args:
        value, times = _repeated(a, valuation)
        factors += [value] * times
    return product_of(factors, e)


def _repeated(a: Any, valuation: Valuation) -> tuple[sp.Matrix, int]:
    """A factor and how often it occurs: SymPy writes (x.T*w)*w as x.T*w**2, a power of a column."""
    if isinstance(a, sp.MatPow) and not isinstance(a, sp.Inverse) and a.exp.is_Integer and a.exp > 0:
        base = evaluate(a.base, valuation)
        if base.shape[0] != base.shape[1]:
            return base, int(a.exp)
    return evaluate(a, valuation), 1


def product_of(factors: list[sp.Matrix], e: Any) -> sp.Matrix:
    """The product in any association that fits, since SymPy drops parentheses. Raises Meaningless if there is none."""
    waiting: list[sp.Matrix] = []
    for factor in factors:
        waiting.append(factor)
        while len(waiting) > 1 and (product := _times(*waiting[-2:])) is not None:
            waiting[-2:] = [product]
    if len(waiting) > 1:
        raise Meaningless(f"got {shape_text(waiting[0])} times {shape_text(waiting[1])}: shapes clash [in {e}]")
    return waiting[0]


def _times(a: sp.Matrix, b: sp.Matrix) -> sp.Matrix | None:
    if a.shape[1] == b.shape[0]:
        return _product(a, b)
    if a.shape == (1, 1):
        return b * a[0, 0]
    return a * b[0, 0] if b.shape == (1, 1) else None


def _product(a: sp.Matrix, b: sp.Matrix) -> sp.Matrix:
    """a·b. Of matrices with symbols, SymPy proves for every product with a zero entry that the other is finite."""
    if not (a.free_symbols or b.free_symbols) or a.has(*INFINITE) or b.has(*INFINITE):
        return a * b
    columns = [b.col(j) for j in range(b.cols)]
    rows = [a.row(i) for i in range(a.rows)]
    return sp.Matrix(
        a.rows,
        b.cols,
        [
            sp.Add(*(x * y for x, y in zip(row, column, strict=True) if x != 0 and y != 0))
            for row in rows
            for column in columns
        ],
    )


@evaluate.register(sp.HadamardProduct)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    result, *others = [evaluate(a, valuation) for a in e.args]
    for other in others:
        if other.shape != result.shape:
            raise Meaningless(f"got {shape_text(result)} ∘ {shape_text(other)}: shapes clash [in {e}]")
        result = sp.Matrix(*result.shape, lambda i, j, a=result, b=other: a[i, j] * b[i, j])
    return result


@evaluate.register(sp.HadamardPower)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return evaluate(e.base, valuation).applyfunc(lambda x: _power(x, scalar(e.exp, valuation), e, valuation))


@evaluate.register(sp.MatPow)
@evaluate.register(sp.Pow)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    base, exponent = evaluate(e.args[0], valuation), scalar(e.args[1], valuation)
    if base.shape == (1, 1):
        return one_by_one(_power(base[0, 0], exponent, e, valuation))
    if base.shape[0] != base.shape[1]:
        raise Meaningless(f"got a power of {shape_text(base)}, but should be square [in {e}]")
    if not exponent.is_Integer:
        raise Meaningless(f"got the exponent {exponent}, but should be an integer [in {e}]")
    return base ** int(exponent) if exponent >= 0 else inverse_of(base, e, valuation) ** -int(exponent)


def _power(base: Any, exponent: Any, e: Any, valuation: Valuation) -> Any:
    if exponent.is_negative and is_zero(base):
        raise no_value("a division by zero", e, valuation)
    if not exponent.is_integer and base.is_negative:
        raise no_value(f"a root of {base}", e, valuation)
    return base**exponent


@evaluate.register(sp.Inverse)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return inverse_of(evaluate(e.args[0], valuation), e, valuation)


def inverse_of(m: sp.Matrix, e: Any, valuation: Valuation) -> sp.Matrix:
    """The inverse of m, the value of e. Raises Meaningless or Undefined if there is none."""
    if m.shape[0] != m.shape[1]:
        raise Meaningless(f"got the inverse of {shape_text(m)}, but should be square [in {e}]")
    try:
        return m.inv()
    except NonInvertibleMatrixError:
        raise no_value("the inverse of a singular matrix", e, valuation) from None


@evaluate.register(sp.Transpose)
@evaluate.register(sp.Adjoint)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return evaluate(e.args[0], valuation).T


@evaluate.register(sp.Trace)
@evaluate.register(sp.Determinant)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    m = evaluate(e.args[0], valuation)
    if m.shape[0] != m.shape[1]:
        raise Meaningless(f"got {shape_text(m)}, but should be square [in {e}]")
    return one_by_one(m.trace() if isinstance(e, sp.Trace) else _determinant(m))


def _determinant(m: sp.Matrix) -> Any:
    """The determinant, computed in a ring of polynomials if the entries are polynomials, and multiplied out."""
    with suppress(CoercionFailed):  # SymPy finds no domain for some entries
        entries = m.to_DM()
        if entries.domain.is_PolynomialRing:
            return entries.domain.to_sympy(entries.charpoly()[-1]) * (-1) ** m.rows
    return m.det()


@evaluate.register(sp.Function)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return one_by_one(e.func(*(scalar(a, valuation) for a in e.args)))


@evaluate.register(sp.log)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    of = scalar(e.args[0], valuation)
    if is_zero(of) or of.is_negative:
        raise no_value(f"the logarithm of {of}", e, valuation)
    return one_by_one(sp.log(of))


@evaluate.register(MatrixElement)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    m, indices = evaluate(e.args[0], valuation), [valuation.integer(k) for k in e.args[1:]]
    i, j = (checked_index(k, n, e) for k, n in zip(indices, m.shape, strict=True))
    return one_by_one(m[i, j])


@evaluate.register(sp.KroneckerDelta)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return one_by_one(sp.Integer(valuation.integer(e.args[0]) == valuation.integer(e.args[1])))


@evaluate.register(sp.Sum)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    body, *limits = e.args
    *rest, (k, low, high) = limits
    if rest:
        body = sp.Sum(body, *rest)
    values = [
        evaluate(body, valuation.with_index(k, i)) for i in range(valuation.integer(low), valuation.integer(high) + 1)
    ]
    return sum_of(values, e) if values else one_by_one(sp.Integer(0))


def evaluate_like(e: Any, like: sp.Matrix, valuation: Valuation) -> sp.Matrix:
    """The value of an expression in which 0 stands for the zero matrix of the shape of `like`."""
    return sp.zeros(*like.shape) if e == 0 else evaluate(sp.sympify(e), valuation)
