"""The affine decomposition: one proof for every dimension against SymPy on explicit entries at three sizes.

Both sides prove Σ‖x_k − (a + P(x_k − a))‖² = Σ‖x_k − (μ + P(x_k − μ))‖² + n‖(I − P)(μ − a)‖² for the same P: the kernel
with letters, once and for all n and p; SymPy by multiplying out polynomials in the entries of X, P and a.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median

import sympy as sp
from figure import Figure, processor_seconds, script, seconds

SIZES = ((3, 2), (5, 3), (8, 4))


def explicit(n: int, p: int) -> None:
    """SymPy shows the difference of both sides to be zero."""
    X = sp.Matrix(n, p, sp.symbols(f"x:{n * p}"))
    P = sp.Matrix(p, p, sp.symbols(f"p:{p * p}"))
    a = sp.Matrix(p, 1, sp.symbols(f"a:{p}"))
    mu = X.T * sp.ones(n, 1) / n

    def error(point: sp.Matrix) -> sp.Expr:
        residuals = (X.row(k).T - (point + P * (X.row(k).T - point)) for k in range(n))
        return sum((r.T * r)[0, 0] for r in residuals)

    gap = (sp.eye(p) - P) * (mu - a)
    difference = sp.expand(error(a) - error(mu) - n * (gap.T * gap)[0, 0])
    assert difference == 0


def figures(smallest: bool) -> Iterator[Figure]:
    """To check the certificate, and to read the claim, find a proof and check it, each against SymPy at one size."""
    from pcaproofs.claims.affine import decomposition
    from pcaproofs.kernel import check
    from pcaproofs.verify.proving import prove_part

    (part,) = decomposition.parts
    proven = prove_part(part, decomposition)
    assert proven.certificate is not None
    statement, certificate = proven.statement, proven.certificate

    def whole() -> None:
        assert prove_part(part, decomposition).verdict == "proved"

    def middle(work: Callable[[], object]) -> float:
        return median(processor_seconds(work) for _ in range(1 if smallest else 15))

    checked, proved = middle(lambda: check(statement, certificate)), middle(whole)
    for n, p in SIZES[: 1 if smallest else None]:
        theirs = processor_seconds(lambda n=n, p=p: explicit(n, p))  # type: ignore[misc]
        peer, at = f"SymPy, n = {n}, p = {p}", seconds(theirs)
        yield Figure("affine decomposition, check, every n, p", seconds(checked), peer, at, checked / theirs)
        yield Figure("affine decomposition, read, prove, check", seconds(proved), peer, at, proved / theirs)


if __name__ == "__main__":
    script(figures, __doc__)
