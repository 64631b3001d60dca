"""Shapes, checked while a statement is read: a clash is told in the words that the user wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from pcaproofs.kernel import Dimension, Expression, IllTyped

Shape = tuple[Dimension, Dimension]


def shape_of(e: Expression, letters: Mapping[str, Shape]) -> Shape:
    """The shape of a well-typed expression, without multiplying it out."""
    match e:
        case ("letter", str(name)):
            return letters[name]
        case ("eye", n):
            return (n, n)
        case ("zero", rows, cols):
            return (rows, cols)
        case ("t", a):
            rows, cols = shape_of(a, letters)
            return (cols, rows)
        case ("add", a, *_) | ("pow", a, _):
            return shape_of(a, letters)
        case ("mul", *factors):
            out = shape_of(factors[0], letters)
            for factor in factors[1:]:
                out = joined(out, shape_of(factor, letters)) or out
            return out
        case ("gradient", _, str(name)):
            return letters[name]
        case ("derivative", f, _, _):
            return shape_of(f, letters)
    return (1, 1)


def joined(a: Shape, b: Shape) -> Shape | None:
    """The shape of a product, where one of two that do not fit may be a scalar; None where they clash."""
    if a[1] == b[0]:
        return (a[0], b[1])
    return b if a == (1, 1) else a if b == (1, 1) else None


def check_sum(parts: Sequence[tuple[Any, Shape]]) -> None:
    """Raises IllTyped where two summands differ in shape; parts: what was written, and its shape."""
    written, shape = parts[0]
    for other, its in parts[1:]:
        if its != shape:
            raise IllTyped(f"got {clash(shape, 'plus', its)} [in {sum_text(written, other)}]")


def check_product(parts: Sequence[tuple[Any, Shape]]) -> None:
    """Raises IllTyped where a factor does not fit the product before it, naming the two neighbours."""
    written, shape = parts[0]
    for other, its in parts[1:]:
        product = joined(shape, its)
        if product is None:
            raise IllTyped(f"got {clash(shape, 'times', its)} [in {_factor(written)}*{_factor(other)}]")
        if its != (1, 1):
            written = other
        shape = product


def check_equal(left: Any, a: Shape, right: Any, b: Shape, sign: str) -> None:
    """Raises IllTyped where the two sides of a relation differ in shape."""
    if a != b:
        raise IllTyped(f"got {clash(a, sign, b)} [in {left} {sign} {right}]")


def check_square(written: Any, shape: Shape, what: str) -> None:
    """Raises IllTyped where what should be square is not."""
    if shape[0] != shape[1]:
        raise IllTyped(f"got {what} of {shape[0]}×{shape[1]}: {shape[0]} and {shape[1]} clash [in {written}]")


def clash(a: Shape, word: str, b: Shape) -> str:
    """p×p times n×p: p and n clash."""
    first, second = (a[1], b[0]) if word == "times" else (a[0], b[0]) if a[0] != b[0] else (a[1], b[1])
    return f"{a[0]}×{a[1]} {word} {b[0]}×{b[1]}: {first} and {second} clash"


def sum_text(a: Any, b: Any) -> str:
    """a + b, or a - b."""
    shown = str(b)
    return f"{a} - {shown[1:]}" if shown.startswith("-") else f"{a} + {shown}"


def _factor(e: Any) -> str:
    return f"({e})" if isinstance(e, sp.Add | sp.MatAdd) or str(e).startswith("-") else str(e)
