"""Checks of shapes while a statement is read; the messages quote what the user wrote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from pcaproofs.kernel import IllTyped
from pcaproofs.terms import Shape, joined


def check_sum(parts: Sequence[tuple[Any, Shape]]) -> None:
    """Raises IllTyped if two summands differ in shape; parts: each summand as written, and its shape."""
    written, shape = parts[0]
    for other, its in parts[1:]:
        if its != shape:
            raise IllTyped(f"got {clash(shape, 'plus', its)} [in {sum_text(written, other)}]")


def check_product(parts: Sequence[tuple[Any, Shape]]) -> None:
    """Raises IllTyped, naming two neighbours, if a factor does not fit the product before it."""
    written, shape = parts[0]
    for other, its in parts[1:]:
        product = joined(shape, its)
        if product is None:
            raise IllTyped(f"got {clash(shape, 'times', its)} [in {_factor(written)}*{_factor(other)}]")
        if its != (1, 1):
            written = other
        shape = product


def check_equal(left: Any, a: Shape, right: Any, b: Shape, sign: str) -> None:
    """Raises IllTyped if the two sides of a relation differ in shape."""
    if a != b:
        raise IllTyped(f"got {clash(a, sign, b)} [in {left} {sign} {right}]")


def check_square(written: Any, shape: Shape, what: str) -> None:
    """Raises IllTyped if a matrix that has to be square is not."""
    if shape[0] != shape[1]:
        raise IllTyped(f"got {what} of {shape[0]}×{shape[1]}: {shape[0]} and {shape[1]} clash [in {written}]")


def clash(a: Shape, word: str, b: Shape) -> str:
    """Two shapes and the dimensions that clash: "p×p times n×p: p and n clash"."""
    first, second = (a[1], b[0]) if word == "times" else (a[0], b[0]) if a[0] != b[0] else (a[1], b[1])
    return f"{a[0]}×{a[1]} {word} {b[0]}×{b[1]}: {first} and {second} clash"


def sum_text(a: Any, b: Any) -> str:
    """A sum as text: "a + b", or "a - b" for a negative b."""
    shown = str(b)
    return f"{a} - {shown[1:]}" if shown.startswith("-") else f"{a} + {shown}"


def _factor(e: Any) -> str:
    return f"({e})" if isinstance(e, sp.Add | sp.MatAdd) or str(e).startswith("-") else str(e)
