"""How the time to a normal form of a product grows when its number of factors doubles: a ratio of 2 is linear growth.

Multiplied out, k factors I - 11'/n or I - P are 2^k terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import mul
from statistics import median
from typing import Any

from figure import Figure, processor_seconds, script, seconds
from sympy import Identity, MatMul, MatrixSymbol, OneMatrix, Symbol

from pcaproofs import projector
from pcaproofs.prover.search.rewriting.normal_form import normal_form

SIZES = (8, 16, 32, 64)
n, p = (Symbol(name, positive=True, integer=True) for name in "np")
H = Identity(n) - OneMatrix(n, n) / n
P = MatrixSymbol("P", p, p)
PS = [MatrixSymbol(f"P{i}", p, p) for i in range(1, max(SIZES) // 2 + 1)]


def centrings(k: int) -> tuple[Any, list[Any]]:
    """H·H·…·H, k factors."""
    return MatMul(*[H] * k, evaluate=False), []


def complements(k: int) -> tuple[Any, list[Any]]:
    """(I - P)·…·(I - P), k factors."""
    return MatMul(*[Identity(p) - P] * k, evaluate=False), [projector(P)]


def pairs(k: int) -> tuple[Any, list[Any]]:
    """(I - P₁)²·(I - P₂)²·…, k factors of k/2 different projectors."""
    sums = [(Identity(p) - q) ** 2 for q in PS[: k // 2]]
    return reduce(mul, sums), [projector(q) for q in PS[: k // 2]]


def figures(smallest: bool) -> Iterator[Figure]:
    """Each product with its largest number of factors, beside itself with half as many."""
    half, whole = SIZES[:2] if smallest else SIZES[-2:]
    for name, make in (("H H … H", centrings), ("(I−P) … (I−P)", complements), ("(I−P₁)² (I−P₂)² …", pairs)):
        few, many = (_time(make, k, 1 if smallest else 5) for k in (half, whole))
        yield Figure(f"{name}, {whole} factors", seconds(many), f"itself, {half} factors", seconds(few), many / few)


def _time(make: Callable[[int], tuple[Any, list[Any]]], k: int, repeats: int) -> float:
    expression, assuming = make(k)
    return median(processor_seconds(lambda: normal_form(expression, assuming)) for _ in range(repeats))


if __name__ == "__main__":
    script(figures, __doc__)
