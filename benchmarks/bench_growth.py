"""How the normal form of a product grows with its number of factors, k: near linear, never 2^k.

    python benchmarks/bench_growth.py

Multiplied out, k factors I - 11'/n or I - P are 2^k terms. The last column is the exponent between the last two sizes.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import reduce
from operator import mul
from typing import Any

from sympy import Identity, MatMul, MatrixSymbol, OneMatrix, Symbol

from pcaproofs import projector
from pcaproofs.prover import normal_form

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


def seconds(make: Callable[[int], tuple[Any, list[Any]]], k: int, repeats: int = 5) -> float:
    expression, assuming = make(k)
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        normal_form(expression, assuming)
        times.append(time.perf_counter() - start)
    return sorted(times)[repeats // 2]


def main() -> None:
    print(f"{'product':<28}" + "".join(f"{f'k={k}':>10}" for k in SIZES) + f"{'exponent':>10}")
    for name, make in (("H H … H", centrings), ("(I-P) … (I-P)", complements), ("(I-P₁)² (I-P₂)² …", pairs)):
        times = [seconds(make, k) for k in SIZES]
        cells = "".join(f"{t * 1000:8.1f}ms" for t in times)
        print(f"{name:<28}{cells}{math.log2(times[-1] / times[-2]):>10.2f}")


if __name__ == "__main__":
    main()
