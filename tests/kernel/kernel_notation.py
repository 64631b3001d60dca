"""Short names for the kernel's expressions and records, for the tables of the tests beside this file."""

from __future__ import annotations

from typing import Any

from pcaproofs.kernel import Cofactor, Compare, Expression, Statement, Weight

ONE: Expression = ("number", "1")
ZERO: Expression = ("number", "0")
PLAIN: Weight = ("1", ())


def x(name: str) -> Expression:
    return ("letter", name)


def num(value: int | str) -> Expression:
    return ("number", str(value))


def eye(n: str | int) -> Expression:
    return ("eye", n)


def t(e: Expression) -> Expression:
    return ("t", e)


def tr(e: Expression) -> Expression:
    return ("tr", e)


def mul(*parts: Expression) -> Expression:
    return ("mul", *parts)


def add(*parts: Expression) -> Expression:
    return ("add", *parts)


def neg(e: Expression) -> Expression:
    return ("mul", ("number", "-1"), e)


def sub(a: Expression, b: Expression) -> Expression:
    return ("add", a, neg(b))


def power(e: Expression, k: int) -> Expression:
    return ("pow", e, k)


def over(name: str, k: int = 1) -> Expression:
    return ("inverse", name, k)


def sq(e: Expression) -> Expression:
    """eᵀe, of a column the squared norm."""
    return ("mul", ("t", e), e)


def eq(left: Expression, right: Expression) -> Compare:
    return Compare(left, "=", right)


def ge(left: Expression, right: Expression = ZERO) -> Compare:
    return Compare(left, ">=", right)


def dimension(text: str) -> str | int:
    return int(text) if text.isdigit() else text


def statement(letters: str, conclusion: Any, ones: str = "", **hypotheses: Compare) -> Statement:
    """letters: "X n p, s 1 1"; ones: "n 3"; the hypotheses by name."""
    shapes = [part.split() for part in letters.split(",") if part]
    return Statement(
        tuple((name, dimension(rows), dimension(cols)) for name, rows, cols in shapes),
        conclusion,
        tuple(hypotheses.items()),
        tuple(map(dimension, ones.split())),
    )


def cof(
    fact: str,
    left: Expression = ONE,
    right: Expression = ONE,
    *,
    transposed: bool = False,
    outer: Expression | None = None,
) -> Cofactor:
    return Cofactor(fact, transposed, left, right, outer)
