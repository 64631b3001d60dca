"""Conclusions that are several statements, and SymPy's predicates as hypotheses."""

from __future__ import annotations

from typing import Any

import pytest
from letters import A, B, C, H, I, P, Q, R, S, U, X, k, lam, m, n, p, t, w, x, y
from sympy import MatrixSymbol, Symbol, Trace
from sympy import Q as Ask

from pcaproofs.kernel import check
from pcaproofs.language.conclusions import at_least, equal, unequal
from pcaproofs.language.hypotheses import (
    centered,
    eigenpair,
    nonnegative,
    orthogonal,
    orthonormal,
    positive,
    projector,
    psd,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import inner, inverse, pinv, sqnorm
from pcaproofs.prover.prove import prove

# an update M + cdᵀ of rank one of a pseudo-inverse (Meyer 1973), M of shape n×m
M = MatrixSymbol("A", n, m)
k_, w_ = (MatrixSymbol(name, n, 1) for name in "kw")
v_, z_ = (MatrixSymbol(name, m, 1) for name in "vz")
left, right, beta = MatrixSymbol("c", n, 1), MatrixSymbol("d", m, 1), Symbol("beta", real=True)
UPDATE = [
    equal(v_, pinv(M) * left),
    equal(k_, pinv(M).T * right),
    equal(w_, left - M * pinv(M) * left),
    equal(z_, right - pinv(M) * M * right),
    equal(beta, 1 + inner(right, pinv(M) * left)),
    unequal(w_, 0),
    unequal(z_, 0),
]
UPDATED = pinv(M) - v_ * w_.T / sqnorm(w_) - z_ * k_.T / sqnorm(z_) + beta * z_ * w_.T / (sqnorm(z_) * sqnorm(w_))

# conclusion, assumptions, verdict, a word of the reason
ROWS: dict[str, tuple[Any, list[Any], str, str]] = {
    "sum": (psd(A + B), [psd(A), psd(B)], "proved", ""),
    "a false one beside one without a meaning": ([equal(t, 1), equal(A, x)], [], "ill-typed", "part 2 of 2"),
    "difference": (psd(A - B), [psd(A), psd(B)], "refuted", "part 2 of 2"),
    "congruence": (psd(C.T * A * C), [psd(A)], "proved", ""),
    "product": (psd(A * B), [psd(A), psd(B)], "refuted", "part 1 of 2"),
    "inverse of a definite matrix": (psd(inverse(S)), [Ask.positive_definite(S)], "proved", ""),
    "pseudoinverse": (psd(pinv(S)), [psd(S)], "proved", ""),
    "a pseudo-inverse by its four equations": (equal(pinv(M + left * right.T), UPDATED), UPDATE, "proved", ""),
    "a pseudo-inverse with another sign": (equal(pinv(M + left * right.T), UPDATED + v_ * w_.T), UPDATE, "refuted", ""),
    "a column that is called x already": (psd(x * x.T + y * y.T), [], "proved", ""),
    "a form that is not symmetric": (psd(A), [at_least(x.T * A * x)], "refuted", ""),
    "one column is not all": (psd(A), [symmetric(A), at_least(x.T * A * x)], "refuted", "part 2 of 2"),
    "symmetric": (symmetric(A * A.T), [], "proved", ""),
    "symmetric product": (symmetric(A * B), [symmetric(A), symmetric(B)], "refuted", ""),
    "projector": (projector(I - P), [projector(P)], "proved", ""),
    "idempotent, but not symmetric": (projector(A), [equal(A * A, A)], "refuted", "part 1 of 2"),
    "orthogonal": (orthogonal(Q * R), [orthogonal(Q), orthogonal(R)], "proved", ""),
    "orthonormal": (orthonormal(Q * U), [orthogonal(Q), orthonormal(U)], "proved", ""),
    "unit": (unit(Q * w), [unit(w), orthogonal(Q)], "proved", ""),
    "centred": (centered(H * X), [], "proved", ""),
    "number": (nonnegative(t * lam), [nonnegative(t), nonnegative(lam)], "proved", ""),
    "list": ([equal(A * B, B * A), symmetric(A * B)], [equal(A * B, B * A), symmetric(A), symmetric(B)], "proved", ""),
    "list of lists": ([[symmetric(A + A.T)], [equal(A, A), [equal(B, B)]]], [], "proved", ""),
    "second is false": ([equal(A, A), equal(A * B, B * A)], [], "refuted", "part 2 of 2"),
    "second has no meaning": ([equal(A, A), Ask.integer(lam)], [], "unsupported", "Q.integer, but known are"),
    "empty": ([], [], "unsupported", "empty"),
    "eigenpair": (eigenpair(A, w, lam), [], "refuted", "part 1 of 3"),
    "strict": (positive(lam), [], "refuted", "part 1 of 2"),
    "not as strict": (positive(lam), [nonnegative(lam)], "refuted", "part 2 of 2: the two sides are different"),
    "rectangular": (psd(X), [], "ill-typed", "n and p clash"),
    "invertible": (equal(A * inverse(A), I), [Ask.invertible(A)], "proved", ""),
    "definite": (at_least(Trace(A) * Trace(inverse(A)), p**2), [Ask.positive_definite(A)], "proved", ""),
    "unitary": (equal(Q.T * Q, I), [Ask.unitary(Q)], "proved", ""),
    "orthogonal one side": (equal(Q * Q.T, I), [Ask.orthogonal(Q)], "proved", ""),
    "diagonal": (equal(A, A.T), [Ask.diagonal(A)], "proved", ""),
    "triangular": (equal(A, A.T), [Ask.triangular(A)], "unsupported", "Q.triangular, but write"),
    "an index": (equal(A, A), [k], "unsupported", "or a property such as symmetric(A)"),
}


@pytest.mark.parametrize(("conclusion", "assuming", "verdict", "word"), ROWS.values(), ids=list(ROWS))
def test_several_conclusions_get_one_verdict(conclusion: Any, assuming: list[Any], verdict: str, word: str) -> None:
    result = prove(conclusion, assuming, needs=False)
    assert result.verdict == verdict, str(result)
    assert word in result.reason
    for part in result.parts or [result]:
        if part.verdict == "proved":
            assert check(part.statement, part.certificate) == "proved"
    assert result.verdict != "proved" or all(part.verdict == "proved" for part in result.parts)


def test_stated_invertibility_is_not_listed_as_taken_for_granted() -> None:
    said = prove(equal(A * inverse(A), I), [Ask.invertible(A)])
    assert (said.verdict, said.assumed) == ("proved", ())
    assert prove(equal(A * inverse(A), I)).assumed == ("A is invertible",)


def test_the_parts_are_in_the_data() -> None:
    data = prove([equal(A, A), symmetric(A + A.T)]).to_json()
    assert [part["verdict"] for part in data["parts"]] == ["proved", "proved"]
    assert all(part["certificate"] for part in data["parts"])
