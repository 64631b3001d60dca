"""Each kind of hypothesis, and of family, as it is printed."""

from __future__ import annotations

import pytest
from letters import A, X, d, k, n, p, t, w
from made_up_claims import made_up
from sympy import Identity, MatrixSymbol, Rational, Symbol, Trace, symbols

from pcaproofs.language.conclusions import ForAll, equal
from pcaproofs.language.hypotheses import psd
from pcaproofs.language.nodes import basis, index, inner, inverse, partial_total, sample, sqnorm
from pcaproofs.language.readable_statement import factor_names
from pcaproofs.report.derivation.statements import StatementPrinter
from pcaproofs.verify.citations import resolve
from pcaproofs.verify.claim import Part

from ..printed import printed
from .test_printed_hypotheses import check

B, x = MatrixSymbol("B", p, d), MatrixSymbol("x", p, 1)
g = Symbol("g", positive=True)
KINDS = {
    "sign": (equal(g * x, g * x), (), "$g > 0$"),
    "no sign": (equal(t * x, t * x), (), None),
    "multiple of I": (equal(A, A), (psd(A - (g + t) * Identity(p)),), "A - (g + t) I = F^\\top F"),
    "free index": (equal(sample(X, k), sample(X, k)), (), r"1 \le k \le n"),
    "two indices": (equal(basis(n, "i").T * basis(n, "j"), 0 * w.T * w), (), r"1 \le i \ne j \le n"),
    "denominator": (equal(inner(w, x) / sqnorm(w), 0), (), r"$w \ne 0$"),
    "trace below": (equal(Trace(A) / Trace(A), 1 / Trace(A)), (), r"$\operatorname{tr}(A) \ne 0$"),
    "inverse": (equal(inverse(A) * x, x), (), "$A$ is invertible"),
    "size": (equal(Trace(A) / (p - 1), 0), (p >= 2,), r"$p \ge 2$"),
    "root": (equal(Trace(A) ** Rational(1, 2), 0), (), r"$\operatorname{tr}(A) \ge 0$"),
    "less": (equal(t * x, x), (t < 3,), "$t < 3$"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_hypothesis_is_printed(kind):
    conclusion, assuming, wanted = KINDS[kind]
    claim = made_up(Part(conclusion, assuming))
    check(claim)
    names = factor_names([resolve(claim.parts[0], claim.id).reading.statement])
    shown = [x.text for x in printed(StatementPrinter(claim, names).stated(claim.parts[0])).shown if x.text]
    assert [x for x in shown if wanted in x] if wanted else not shown


L, M = symbols("L M", integer=True, positive=True)
i, j, v = index("i"), index("j"), MatrixSymbol("v", p, 1)
s, G = MatrixSymbol("s", n, 1), MatrixSymbol("G", n, n)
PARTS = {  # conclusion, hypotheses, all that is printed of them; SymPy's indices count from 0
    "a part": (equal(partial_total(v[i, 0], i, p, last=M), 0), (), [r"$M \le p$"]),
    "a part of a part": (equal(partial_total(v[i, 0], i, p, after=L, last=M), 0), (), [r"$L \le M$, $M \le p$"]),
    "two parts": (
        equal(partial_total(v[i, 0], i, p, last=L), partial_total(v[i, 0], i, p, last=M)),
        (),
        [r"$L \le p$, $M \le p$"],
    ),
    "all members": (
        equal(A, A),
        (ForAll(i, n, equal(A * sample(X, i), s[i, 0] * sample(X, i))),),
        [r"$A x_{i} = s_{i} x_{i}$ for all $1 \le i \le n$"],
    ),
    "all pairs": (
        equal(A, A),
        (ForAll(i, n, ForAll(j, n, equal(sample(X, i).T * sample(X, j), G[i, j]))),),
        [r"$x_{i}^\top x_{j} = G_{ij}$ for all $1 \le i, j \le n$"],
    ),
}


@pytest.mark.parametrize("kind", PARTS)
def test_assumptions_of_parts_and_of_all_members_are_printed(kind):
    conclusion, assuming, wanted = PARTS[kind]
    claim = made_up(Part(conclusion, assuming))
    names = factor_names([resolve(claim.parts[0], claim.id).reading.statement])
    shown = printed(StatementPrinter(claim, names).stated(claim.parts[0])).shown
    assert [x.text if x.text.count("$") else f"${x.text}$" for x in shown if x.text] == wanted
