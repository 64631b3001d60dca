"""The affine decomposition: one proof for every dimension against SymPy on explicit entries at three sizes.

    python benchmarks/bench_affine.py

Both sides prove Σ‖x_k − (a + P(x_k − a))‖² = Σ‖x_k − (μ + P(x_k − μ))‖² + n‖(I − P)(μ − a)‖² for the same P: the kernel
with letters, once and for all n and p; SymPy by multiplying out polynomials in the entries of X, P and a.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import sympy as sp

SIZES = ((3, 2), (5, 3), (8, 4))


def explicit(n: int, p: int) -> float:
    """Seconds that SymPy takes to show the difference of both sides to be zero."""
    X = sp.Matrix(n, p, sp.symbols(f"x:{n * p}"))
    P = sp.Matrix(p, p, sp.symbols(f"p:{p * p}"))
    a = sp.Matrix(p, 1, sp.symbols(f"a:{p}"))
    start = time.perf_counter()
    mu = X.T * sp.ones(n, 1) / n

    def error(point: sp.Matrix) -> sp.Expr:
        residuals = (X.row(k).T - (point + P * (X.row(k).T - point)) for k in range(n))
        return sum((r.T * r)[0, 0] for r in residuals)

    gap = (sp.eye(p) - P) * (mu - a)
    difference = sp.expand(error(a) - error(mu) - n * (gap.T * gap)[0, 0])
    seconds = time.perf_counter() - start
    assert difference == 0
    return seconds


def symbolic(repeats: int = 15) -> tuple[float, float]:
    """Seconds, medians, for every n and p: to check the certificate; to read the claim, find a proof and check it."""
    from pcaproofs.claims.affine import decomposition
    from pcaproofs.kernel import check
    from pcaproofs.verify.proving import prove_part, prove_parts

    (proven,) = prove_parts(decomposition)
    checked = median(repeats, lambda: check(proven.statement, proven.certificate))
    return checked, median(repeats, lambda: prove_part(decomposition.parts[0], decomposition))


def median(repeats: int, run: Callable[[], object]) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return sorted(times)[repeats // 2]


def main() -> None:
    checked, proved = symbolic()
    print(f"kernel check     every n, p  {checked:9.4f} s")
    print(f"read and proved  every n, p  {proved:9.4f} s")
    for n, p in SIZES:
        theirs = explicit(n, p)
        ratios = f"{theirs / checked:8,.0f} times the check, {theirs / proved:7,.0f} times the whole"
        print(f"SymPy            n={n}, p={p}    {theirs:9.4f} s  {ratios}")


if __name__ == "__main__":
    main()
