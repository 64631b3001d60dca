"""Evaluates our own nodes: sums over rows, expectations of finite distributions, derivatives by SymPy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp
from sympy.polys.polyerrors import CoercionFailed

from pcaproofs.language import nodes
from pcaproofs.verify.second_opinion.evaluate import (
    INFINITE,
    checked_index,
    evaluate,
    inverse_of,
    no_value,
    one_by_one,
    scalar,
    shape_text,
    sum_of,
)
from pcaproofs.verify.second_opinion.valuation import Meaningless, Undefined, Valuation


@evaluate.register(nodes.InverseOf)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return inverse_of(evaluate(e.args[0], valuation), e, valuation)


@evaluate.register(nodes.Basis)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    n, one = valuation.integer(e.shape[0]), basis_index(e.args[1].name, valuation)
    return sp.Matrix(n, 1, lambda i, _: int(i == checked_index(one, n, e)))


def basis_index(name: str, valuation: Valuation) -> int:
    """The index at which the basis vector of that name is 1. Raises Meaningless if it has none."""
    if any(name == index.name for index in valuation.bound):
        raise Meaningless(f"got e_{name} below a sum over {name}, but should have another name")
    if name not in valuation.indices and not name.isdigit():
        raise Meaningless(f"got e_{name}, but nothing says which basis vector it is")
    return valuation.indices.get(name, -1) if name in valuation.indices else int(name)


@evaluate.register(nodes.PseudoInverse)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    m = evaluate(e.args[0], valuation)
    if m.is_zero_matrix:
        return m.T
    left, right = m.rank_decomposition()  # m = left·right, both of full rank
    return right.T * (right * right.T).inv() * (left.T * left).inv() * left.T


@evaluate.register(nodes.Rank)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return one_by_one(sp.Integer(evaluate(e.args[0], valuation).rank()))


@evaluate.register(nodes.Adjugate)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    m = evaluate(e.args[0], valuation)
    if m.shape[0] != m.shape[1]:
        raise Meaningless(f"got {shape_text(m)}, but should be square [in {e}]")
    return m.adjugate()


@evaluate.register(nodes.Inner)
@evaluate.register(sp.DotProduct)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    x, y = (evaluate(a, valuation) for a in e.args)
    if x.shape != y.shape:
        raise Meaningless(f"got {shape_text(x)} and {shape_text(y)}: shapes clash [in {e}]")
    return one_by_one(sp.Add(*(a * b for a, b in zip(x, y, strict=True))))


@evaluate.register(nodes.SquaredNorm)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return one_by_one(sp.Add(*(a**2 for a in evaluate(e.args[0], valuation))))


@evaluate.register(nodes.Sample)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    m = evaluate(e.args[0], valuation)
    return m[checked_index(valuation.integer(e.args[1]), m.shape[0], e), :].T


@evaluate.register(nodes.ScalarSum)
@evaluate.register(nodes.MatrixSum)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    body, k, n = e.args
    return sum_of([evaluate(body, valuation.with_index(k, i)) for i in range(valuation.integer(n))], e)


@evaluate.register(nodes.ScalarPartSum)
@evaluate.register(nodes.MatrixPartSum)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    body, k, *bounds = e.args
    n, after, last = map(valuation.integer, bounds)
    if not after <= last <= n:
        raise Undefined(f"got the samples {after + 1} to {last} of {n} [in {e}]")
    terms = [evaluate(body, valuation.with_index(k, i)) for i in range(after, last)]
    return sum_of(terms, e) if terms else 0 * evaluate(body, valuation.with_index(k, 0))


@evaluate.register(nodes.Leading)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    m, n = map(valuation.integer, e.args)
    if m > n:
        raise Undefined(f"got the first {m} rows of {n} [in {e}]")
    return sp.Matrix(m, n, lambda i, j: int(i == j))


@evaluate.register(nodes.Diagonal)
@evaluate.register(sp.DiagMatrix)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    column = evaluate(e.args[0], valuation)
    if column.shape[1] != 1:
        raise Meaningless(f"got the diagonal matrix of {shape_text(column)}, but should be of a column [in {e}]")
    return sp.diag(*column)


@evaluate.register(nodes.Kronecker)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    a, b = (evaluate(x, valuation) for x in e.args)
    return sp.Matrix(
        a.rows * b.rows,
        a.cols * b.cols,
        lambda i, j: a[i // b.rows, j // b.cols] * b[i % b.rows, j % b.cols],
    )


@evaluate.register(nodes.PowerSum)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    base, total = evaluate(e.args[0], valuation), sp.zeros(*evaluate(e.args[0], valuation).shape)
    power = sp.eye(base.rows)
    for _ in range(valuation.integer(e.args[1])):
        total, power = total + power, power * base
    return total


@evaluate.register(nodes.Vec)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    m = evaluate(e.args[0], valuation)
    return sp.Matrix(m.rows * m.cols, 1, lambda k, _: m[k % m.rows, k // m.rows])


@evaluate.register(nodes.ScalarExpectation)
@evaluate.register(nodes.MatrixExpectation)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    body, z = e.args
    if z not in valuation.outcomes:
        raise Meaningless(f"got an expectation over {z}, but should be over a column [in {e}]")
    return sum_of([evaluate(body, valuation.assign({z: value})) * weight for weight, value in valuation.outcomes[z]], e)


@evaluate.register(nodes.ScalarGradient)
@evaluate.register(nodes.MatrixGradient)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    f, x = e.args
    here = evaluate(x, valuation)
    if f.has(nodes.InverseOf):  # an inverse of symbols is large; along one entry it is a function of one number
        step = sp.Dummy("t", real=True)
        values = [scalar(f, valuation.assign({x: here + step * unit})) for unit in _units(*here.shape)]
        return sp.Matrix(*here.shape, [_slope(value, step, e, valuation) for value in values])
    moved = sp.Matrix(*here.shape, [sp.Dummy("x", real=True) for _ in here])
    back = {symbol: sp.sympify(entry) for symbol, entry in zip(moved, here, strict=True)}
    value = scalar(f, valuation.assign({x: moved}))
    slopes = _derivatives(value, list(moved))
    return sp.Matrix(*here.shape, [_substituted(slope, back, e, valuation) for slope in slopes])


@evaluate.register(nodes.ScalarDirectional)
@evaluate.register(nodes.MatrixDirectional)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    f, x, h = e.args
    here, direction, step = evaluate(x, valuation), evaluate(h, valuation), sp.Dummy("t", real=True)
    value = evaluate(f, valuation.assign({x: sum_of([here, direction * step], e)}))
    return value.applyfunc(lambda entry: _slope(entry, step, e, valuation))


def _units(rows: int, cols: int) -> list[sp.Matrix]:
    """The matrices with one entry 1 and zeros elsewhere, row by row."""
    return [sp.Matrix(rows, cols, lambda i, j, k=k: int(i * cols + j == k)) for k in range(rows * cols)]


def _slope(value: Any, step: Any, e: Any, valuation: Valuation) -> Any:
    """The derivative by `step` at 0. A rational function is reduced first, as its nested form has more terms."""
    back = {step: sp.Integer(0)}
    try:
        if value.free_symbols - {step}:
            raise CoercionFailed  # at once: SymPy prints the whole function first, which takes as long as the rest
        domain = sp.QQ[step] if value.is_polynomial(step) else sp.QQ.frac_field(step)
        function = domain.from_sympy(value)
    except (ValueError, CoercionFailed, ZeroDivisionError):  # other letters, a root, or 0 below
        return _substituted(sp.diff(value, step), back, e, valuation)
    _substituted(value, back, e, valuation)  # a reduced fraction may have a value where the given one has none
    return _substituted(function.diff(domain.gens[0]).as_expr(), back, e, valuation)


def _derivatives(value: Any, symbols: Sequence[Any]) -> list[Any]:
    """The derivatives by each symbol. A polynomial is multiplied out once, as its nested form has more terms."""
    polynomial = value.as_poly(*symbols)
    if polynomial is None:
        return [sp.diff(value, symbol) for symbol in symbols]
    return [polynomial.diff(symbol).as_expr() for symbol in symbols]


def _substituted(derivative: Any, back: Mapping[Any, Any], e: Any, valuation: Valuation) -> Any:
    value = derivative.xreplace(back)
    if value.has(*INFINITE):
        raise no_value("a derivative that does not exist", e, valuation)
    return value
