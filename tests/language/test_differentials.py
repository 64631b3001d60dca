"""Derivatives of inverses, reciprocals and roots: the rules follow from the defining equations, and are used right."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Eq, MatrixSymbol, Symbol, Trace, ZeroMatrix, sqrt

from pcaproofs.kernel import Compare, Dimension, Expression, Statement
from pcaproofs.language.conclusions import equal
from pcaproofs.language.derived import Kind, Meaning, definition
from pcaproofs.language.nodes import directional, gradient, inner, inverse, norm, pinv, sqnorm
from pcaproofs.language.varying import differential
from pcaproofs.prover.prove import prove, search
from pcaproofs.terms import zero

n = Symbol("n", positive=True, integer=True)
A, B, H, K, X = (MatrixSymbol(c, n, n) for c in "ABHKX")
a, b, h, x = (MatrixSymbol(c, n, 1) for c in "abhx")
t = Symbol("t", real=True)


@pytest.mark.parametrize(
    ("kind", "size"), [(Kind.INVERSE, "n"), (Kind.RECIPROCAL, 1), (Kind.ROOT, 1)], ids=lambda x: str(x)
)
def test_a_rule_follows_from_the_defining_equations(kind: Kind, size: Dimension) -> None:
    """The equations that define y of x, differentiated by the kernel as x moves along h and y along d, give d."""
    y: Expression = ("letter", "y")
    laws = definition("y", Meaning(kind, ("letter", "x")), (size, size))
    letters = [(name, size, size) for name in "xyhd"]
    differentiated = [
        ("add", *(("derivative", e, one, ("letter", way)) for one, way in (("x", "h"), ("y", "d"))))
        for law in laws
        if law.relation == "="
        for e in (("add", law.left, ("mul", ("number", "-1"), law.right)),)
    ]
    hypotheses = [*laws, *(Compare(e, "=", zero(size, size)) for e in differentiated)]
    rule = differential(kind, y)
    assert rule is not None
    below: tuple[Expression, ...] = ()
    if kind is Kind.ROOT:
        below = (("letter", "c"),)
        letters.append(("c", 1, 1))
        hypotheses.append(Compare(("mul", y, *below), "=", ("number", "1")))
    conclusion = Compare(("letter", "d"), "=", ("mul", *rule[0], *below, ("letter", "h"), *rule[1]))
    named = tuple((f"h{k}", each) for k, each in enumerate(hypotheses))
    found = search(Statement(tuple(letters), conclusion, named), 5)
    assert not isinstance(found, Exception), found


def _i(m: Any) -> Any:
    return inverse(m)


TRUE: list[Any] = [
    equal(directional(_i(X), X, H), -_i(X) * H * _i(X)),
    equal(gradient(inner(a, _i(X) * b), X), -_i(X).T * a * b.T * _i(X).T),
    equal(gradient(Trace(A * _i(X) * B), X), -(_i(X) * B * A * _i(X)).T),
    equal(gradient(Trace(_i(X + A)), X), -(_i(X + A) * _i(X + A)).T),
    equal(gradient(norm(x - a), x), (x - a) / norm(x - a)),
    equal(gradient(norm(A * x - b), x), A.T * (A * x - b) / norm(A * x - b)),
    equal(gradient(norm(X), X), X / norm(X)),
    equal(directional(directional(_i(X), X, H), X, K), _i(X) * K * _i(X) * H * _i(X) + _i(X) * H * _i(X) * K * _i(X)),
    equal(
        gradient(inner(x, A * x) / inner(x, x), x),
        (A * x + A.T * x) / inner(x, x) - 2 * inner(x, A * x) / inner(x, x) ** 2 * x,
    ),
    equal(gradient(1 / t, t), -1 / t**2),
    equal(gradient(sqrt(t), t), 1 / (2 * sqrt(t))),
    equal(gradient(Abs(t), t), t / Abs(t)),
    equal(gradient(gradient(1 / t, t), t), 2 / t**3),
    equal(directional(_i(X) * X, X, H), ZeroMatrix(n, n)),
    equal(directional(sqnorm(_i(X)), X, H), -2 * inner(_i(X), _i(X) * H * _i(X))),
]
FALSE: list[Any] = [
    equal(directional(_i(X), X, H), _i(X) * H * _i(X)),
    equal(directional(_i(X), X, H), -_i(X) * _i(X) * H),
    equal(gradient(inner(a, _i(X) * b), X), -_i(X).T * b * a.T * _i(X).T),
    equal(gradient(Trace(_i(X + A)), X), -(_i(X + A) * _i(X)).T),
    equal(directional(directional(_i(X), X, H), X, K), 2 * _i(X) * K * _i(X) * H * _i(X)),
    equal(directional(_i(X) * X, X, H), H),
    equal(gradient(1 / t, t), -1 / t),
    equal(gradient(inner(x, x) / inner(a, x), x), 2 * x / inner(a, x)),
]


@pytest.mark.parametrize("statement", TRUE, ids=str)
def test_a_true_derivative_is_proved(statement: Any) -> None:
    assert prove(statement).verdict == "proved"


@pytest.mark.parametrize("statement", FALSE, ids=str)
def test_a_false_derivative_is_refuted(statement: Any) -> None:
    assert prove(statement, needs=False).verdict == "refuted"


def test_the_derivative_of_a_root_lists_its_assumption() -> None:
    assert "√(‖x‖²) ≠ 0" in prove(equal(gradient(norm(x), x), x / norm(x))).assumed


@pytest.mark.parametrize(
    ("statement", "assuming", "word"),
    [
        (equal(directional(pinv(X), X, H), H), [], "only inverses, reciprocals, roots"),
        (equal(directional(B, X, H), H), [Eq(B, X * X)], "B depends on X"),
        (equal(directional(_i(B), X, H), H), [Eq(B, X * X)], "depends on X"),
    ],
)
def test_a_derivative_without_a_rule_is_refused(statement: Any, assuming: list[Any], word: str) -> None:
    result = prove(statement, assuming)
    assert (result.verdict, word in result.reason) == ("unsupported", True), result.reason
