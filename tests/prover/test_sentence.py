r"""The LaTeX of a result: the sentence as it was written, and beside it what was read and proved."""

from __future__ import annotations

import pytest
from letters import A, B, H, I, X, Y, m, n, x, y
from prove_peers import PEERS
from sympy import Eq, Ge, HadamardProduct, Identity, Lt, log

from pcaproofs.formula.latex import latex
from pcaproofs.formula.sequent import sequent
from pcaproofs.language.conclusions import at_least, equal, iff, minimises, unequal
from pcaproofs.language.hypotheses import eigenpair, idempotent, psd, symmetric
from pcaproofs.language.nodes import det, gradient, inner, inverse, kron, norm, sqnorm
from pcaproofs.prover.prove import prove
from pcaproofs.prover.sentence import sentence

t = sqnorm(x)
SENTENCES = [
    (equal(A * B, B * A), [], "A B = B A"),
    (at_least(inner(x, y), 0), [psd(A)], r"\text{$A$ is positive semidefinite} \;\vdash\; x^\top y \ge 0"),
    (unequal(x, y), [], r"x \ne y"),
    (Lt(t, 1), [Ge(t, 0)], r"\lVert x\rVert^{2} \ge 0 \;\vdash\; \lVert x\rVert^{2} < 1"),
    ([equal(A, I), symmetric(A + B)], [], r"A = I_{p},\ \text{$A + B$ is symmetric}"),
    (iff(idempotent(A), idempotent(I - A)), [], r"\text{$A$ is idempotent} \iff \text{$I - A$ is idempotent}"),
    (
        equal(A, B),
        [eigenpair(A, x, norm(y))],
        r"\text{$x$ is an eigenvector of $A$ with eigenvalue $\lVert y\rVert$} \;\vdash\; A = B",
    ),
    (minimises(sqnorm(x - y), {x: y}), [], None),
]


@pytest.mark.parametrize(("conclusion", "assuming", "shown"), SENTENCES, ids=[str(row[2]) for row in SENTENCES])
def test_a_statement_is_printed_as_it_was_written(conclusion, assuming, shown):
    assert sentence(conclusion, assuming) == shown


@pytest.mark.parametrize(
    ("conclusion", "read"),
    [
        (equal(kron(Identity(m), Identity(n)), Identity(m * n)), r"\text{read as } \text{for every } Z:\ Z = Z "),
        (equal(HadamardProduct(X, Y), HadamardProduct(Y, X)), r"\text{read as } e_{i}^\top e_{i} = 1"),
    ],
    ids=str,
)
def test_what_is_read_is_said_after_what_was_written(conclusion, read):
    shown = prove(conclusion)._repr_latex_()
    first, second = shown.split(r" \\ ")
    assert sentence(conclusion, []) in first
    assert second.startswith(read)


PRINTED = [
    (
        equal(kron(Identity(m), Identity(n)), Identity(m * n)),
        "Iₘ ⊗ Iₙ = I_{m n} · proved · read as: for every Z: Z = Z",
    ),
    (
        equal(gradient(log(det(A)), A), inverse(A).T),
        "∇_A(log(det(A))) = (A⁻¹)ᵀ · proved · read as: (A⁻¹)ᵀ = (A⁻¹)ᵀ · assuming det(A) > 0, A is invertible · by ",
    ),
    (equal(A * B, B * A), "A B = B A · refuted · p = 2, A = "),
    (psd(A.T * A), "Aᵀ A is positive semidefinite · proved"),
    (minimises(sqnorm(x - y), {x: y}), "y ∈ arg min_{x ∈ ℝᵖ} ‖x − y‖² · proved"),
    (equal(A * X, X), "A X = X · ill-typed · got "),
    (unequal(2 * n, 1), "2 n ≠ 1 · proved · read as: for every r: r = 0 if 2 n r² = r²"),
]


@pytest.mark.parametrize(("conclusion", "shown"), PRINTED, ids=[row[1] for row in PRINTED])
def test_a_result_is_printed_with_its_statement_first(conclusion, shown):
    assert str(prove(conclusion)).startswith(shown)


def test_what_reads_as_it_was_written_is_printed_once():
    assert prove(Eq(H * H, H, evaluate=False))._repr_latex_().count(r"\textsf{proved}") == 1
    assert "read as" not in prove(equal(A * B, B * A), needs=False)._repr_latex_()


def test_a_conclusion_of_several_parts_is_printed_with_its_verdict():
    shown = prove(psd(A + B), [psd(A), psd(B)])._repr_latex_()
    assert shown.endswith(r"\vdash\; \text{$A + B$ is positive semidefinite} \qquad \textsf{proved}$")


SOME = [row for rows in PEERS.values() for row in rows[::7]]


@pytest.mark.parametrize(("conclusion", "assuming"), [row[1:] for row in SOME], ids=[row[0] for row in SOME])
def test_the_statement_that_was_proved_is_always_printed(conclusion, assuming):
    result = prove(conclusion, assuming, seconds=0.2, needs=False)
    if result.statement is not None:
        assert latex(sequent(result.statement)) in result._repr_latex_()
