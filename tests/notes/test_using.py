"""What a proof used: exactly the hypotheses of the note without which it fails, each with its line and words."""

from __future__ import annotations

import pytest

from pcaproofs.notes.checking import check_note
from tests.notes.reading import note

PYTHAGORAS = r"$$\|x - (x^T w) w\|^2 = \|x\|^2 - (x^T w)^2$$"
ROWS = {  # name: the note, whose last row is proved, and what the output prints behind its verdict
    "nothing": (
        r"Let $w \in \mathbb{R}^p$ be a unit vector and $x \in \mathbb{R}^p$.\n\n$$x^T w = w^T x$$",
        "all dimensions",
    ),
    "words": (
        rf"Let $x \in \mathbb{{R}}^p$. Let $w \in \mathbb{{R}}^p$ be a unit vector.\n\n{PYTHAGORAS}",
        r"all dimensions; using ‖w‖² = 1 (line 1: “$w \in \mathbb{R}^p$ be a unit vector”)",
    ),
    "one of two facts of one letter": (
        r"Let $A \in \mathbb{R}^{p \times p}$ be symmetric and invertible and $x, y \in \mathbb{R}^p$.\n\n"
        r"$$x^T A y = y^T A x$$",
        r"all dimensions; using Aᵀ = A (line 1: “$A \in \mathbb{R}^{p \times p}$ be symmetric and invertible”)",
    ),
    "two lines": (
        r"Let $S \in \mathbb{R}^{p \times p}$ be a symmetric matrix.\n\n"
        r"Let $w, v \in \mathbb{R}^p$ with $S w = \lambda w$ and $S v = \mu v$.\n\n"
        r"$$\lambda w^T v = \mu w^T v$$",
        "all dimensions; using Sᵀ = S (line 1: “$S \\in \\mathbb{R}^{p \\times p}$ be a symmetric matrix”), "
        "Sw = λw, Sv = μv (line 3)",
    ),
    "a law": (
        r"Let $x \sim N(\mu, P)$.\n\n$$E[x] = \mu$$",
        "all dimensions; using μ = E[x] (line 1); taken for granted: x has finite second moments",
    ),
    "a definition": (
        r"Let $X \in \mathbb{R}^{n \times p}$ and $S = X^T X$.\n\n$$S^T = S$$",
        "all dimensions; using S = XᵀX (line 1)",
    ),
    "a definition that is not needed": (
        r"Let $X \in \mathbb{R}^{n \times p}$ and $S = X^T X$.\n\n$$\operatorname{tr}(S S^T) = \|S\|_F^2$$",
        "all dimensions",
    ),
    "an inverse": (
        r"Let $X \in \mathbb{R}^{n \times p}$ and $y \in \mathbb{R}^n$.\n\n"
        r"$$X^T (X (X^T X)^{-1} X^T y) = X^T y$$",
        "all dimensions; taken for granted: Xᵀ X is invertible",
    ),
    "a comment of the note": (
        rf"<!-- pcaproofs: w is unit -->\nLet $x, w \in \mathbb{{R}}^p$.\n\n{PYTHAGORAS}",
        "all dimensions; using ‖w‖² = 1 (line 1: “<!-- pcaproofs: w is unit -->”)",
    ),
    "words in between": (
        rf"Let $x, w \in \mathbb{{R}}^p$, where $w$ is a unit vector.\n\n"
        rf"Some people rotate things first.\n\n{PYTHAGORAS}",
        "all dimensions; using ‖w‖² = 1 (line 1: “$w$ is a unit vector”; after “Some people rotate things first.”)",
    ),
    "a row above that is not proved": (
        r"We show that\n\n$$S^2 = S.$$\n\nIt follows that\n\n$$S^3 = S$$",
        "all dimensions; using S² = S (line 3, not proved)",
    ),
    "a row above that is proved, and what it used": (
        r"Let $v, w \in \mathbb{R}^p$ with $v^T w = 0$.\n\n$$\|v + w\|^2 = \|v\|^2 + \|w\|^2$$\n\n"
        r"$$2 \|v + w\|^2 = 2 \|v\|^2 + 2 \|w\|^2$$",
        "all dimensions; using vᵀw = 0 (line 1)",
    ),
    "what is said for a symmetric matrix": (
        r"Let $B v = \lambda v$ for a symmetric $B$. Then\n\n$$v^T B = \lambda v^T$$",
        "all dimensions; using Bv = λv, Bᵀ = B (line 1: “symmetric $B$”)",
    ),
    "orthogonal, and not square": (
        r"Let $D \in \mathbb{R}^{n \times m}$ be orthogonal.\n\n$$D^T D = I$$",
        r"all dimensions; using Dᵀ D = Iₘ (line 1: “$D \in \mathbb{R}^{n \times m}$ be orthogonal”)",
    ),
    "a definition behind its claim": (
        r"We show that $$P^2 = P.$$\n\nThe projector is given by $$P = X (X^T X)^{-1} X^T,$$ such that\n\n"
        r"$$P^2 = X (X^T X)^{-1} X^T$$",
        "all dimensions; using P = X(XᵀX)⁻¹Xᵀ (line 3); taken for granted: Xᵀ X is invertible",
    ),
    "a condition behind a property": (
        r"We model $r = Z \gamma + \eta$, where $Z$ has full column rank, $E(\eta \mid Z) = 0$ and "
        r"$\mathrm{var}(\eta \mid Z) = \tau^2 I$. Then\n\n$$\mathrm{var}(Z^T r \mid Z) = \tau^2 Z^T Z$$",
        "all dimensions; using r = Zγ + η, Var[η ∣ Z] = τ²I (line 1); taken for granted: η has finite second moments",
    ),
    "the rank of a matrix that is not square": (
        r"$X$ is a full-rank matrix.\n\nLet $y = X \beta + e$.\n\n$$(X^T X)^{-1} X^T X = I$$",
        "all dimensions; using Xᵀ X is invertible (line 1: “$X$ is a full-rank matrix”)",
    ),
    "a decomposition of another section": (
        r"Let $Z \in \mathbb{R}^{n \times p}$. Its factorization is $$Z = Q R$$ where $Q^T Q = I$.\n\n# Later\n\n"
        r"$$Z^T Z = R^T R$$",
        "all dimensions; using Z = QR, QᵀQ = I (line 1)",
    ),
    "the mean of the errors": (
        r"The model is $y = X \beta + e$. The errors have no mean, or, in matrix notation, $$E(e \mid X) = 0.$$\n\n"
        r"# Later\n\n$$E(y \mid X) = X \beta$$",
        "all dimensions; using y = Xβ + e (line 1), E(e ∣ X) = 0 (line 1, not proved); "
        "taken for granted: e has finite second moments",
    ),
    "moments given a matrix": (
        r"Let $r = Z \gamma + \eta$ with $E(\eta \mid Z) = 0$. Then\n\n$$E(Z^T r \mid Z) = Z^T Z \gamma$$",
        "all dimensions; using r = Zγ + η, E(η ∣ Z) = 0 (line 1); taken for granted: η has finite second moments",
    ),
}

# the same for hypotheses that are printed in words, and what these are in the statement that is proved
IN_WORDS = {
    "the numbers on a diagonal": (
        r"Let $X = U \Sigma V^T$ be the singular value decomposition.\n\n$$\|X\|_F^2 = \sum_{i=1}^r \sigma_i^2$$",
        r"all dimensions; using Uᵀ U = I_r, Σ = diag(σ), Vᵀ V = I_r, X = UΣVᵀ (line 1: “$X = U \Sigma V^T$ be the "
        "singular value decomposition”)",
        {"Uᵀ U = I_r", "Σ = diag(σ)", "Vᵀ V = I_r"},
    ),
    "the numbers on a diagonal, by their definition": (
        r"Let $D$ be the diagonal matrix with entries $d_i$, where $d_i = \sum_j W_{ij}$.\n\n"
        r"$$D \mathbf{1} = W \mathbf{1}$$",
        r"all dimensions; using D has the diagonal dᵢ, dᵢ = ∑ⱼ Wᵢⱼ (line 1: “$D$ be the diagonal matrix with entries "
        "$d_i$”)",
        {"D = diag(δD)", "δD = W 𝟏_p", "δDᵀ = (W 𝟏_p)ᵀ"},
    ),
    "an orthonormal family": (
        r"Let $A = \sum_{i=1}^r \sigma_i u_i v_i^T$ be the singular value decomposition.\n\n$$A v_i = \sigma_i u_i$$",
        r"all dimensions; using the vᵢ are orthonormal, A = ∑_{i=1}^r σᵢuᵢvᵢᵀ (line 1: "
        r"“$A = \sum_{i=1}^r \sigma_i u_i v_i^T$ be the singular value …”)",
        {"V Vᵀ = I_r"},
    ),
    "a mean by its name": (
        r"Let $x_1, \dots, x_n \in \mathbb{R}^p$.\n\n$$\sum_{i=1}^n (x_i - \bar x) = 0$$",
        "all dimensions; taken for granted: x̄ is the mean of the xᵢ",
        {"n xbar = Xᵀ 𝟏_n"},
    ),
    "a derivative that is zero": (
        r"Let $a, b$ be vectors and $f(t) = \|ta - b\|^2$.\n\n$$f'(t) = 2t\|a\|^2 - 2a^T b$$\n\n"
        r"$$t = \frac{a^T b}{\|a\|^2}$$",
        "all dimensions; taken for granted: 2t‖a‖² − 2aᵀb = 0, the derivative of line 3, ‖a‖² ≠ 0",
        {"2 t ‖a‖² - tr(2 aᵀ b) = 0", "‖a‖² (‖a‖²)⁻¹ = 1"},
    ),
}


@pytest.mark.parametrize(("text", "said"), ROWS.values(), ids=ROWS)
def test_a_proof_prints_what_it_used(text: str, said: str) -> None:
    found = note(text.replace(r"\n", "\n"))
    last = check_note(found)[1][-1]
    assert (last.verdict, last.said(found)) == ("proved", said)


@pytest.mark.parametrize(("text", "said", "hypotheses"), IN_WORDS.values(), ids=IN_WORDS)
def test_words_stand_for_the_hypotheses_of_the_statement(text: str, said: str, hypotheses: set[str]) -> None:
    """But for those that say what diag(a) and e_i are."""
    found = note(text.replace(r"\n", "\n"))
    last = check_note(found)[1][-1]
    assert (last.verdict, last.said(found)) == ("proved", said)
    names = {name for name, _ in last.certificate.statement.hypotheses}
    assert {x for x in names if not x.startswith(("diag(", "tr(diag(", "e_i"))} == hypotheses


MEANINGS = ("S = XᵀX", "P = X(XᵀX)⁻¹Xᵀ", "r = Zγ + η", "y = Xβ + e", "Z = QR", "Xᵀ X is invertible")  # put for letters


@pytest.mark.parametrize("text", [text for text, _ in ROWS.values()], ids=ROWS)
def test_the_statement_has_no_hypothesis_that_is_not_shown(text: str) -> None:
    found = note(text.replace(r"\n", "\n"))
    last = check_note(found)[1][-1]
    hypotheses = [name for name, _ in last.certificate.statement.hypotheses if "⁻¹" not in name and "Cov" not in name]
    assert len(hypotheses) == len([x for x in last.using if x.by == "note" and x.text not in MEANINGS])


def test_a_proof_about_problems_prints_what_it_takes_from_the_note() -> None:
    found = note(
        r"Let $S \in \mathbb{R}^{p \times p}$ be symmetric." + "\n\n"
        r"$$\max_{w, t} w^T S w - t^2 \quad \text{s.t. } w^T w = 1 \iff \max_w w^T S w \quad \text{s.t. } w^T w = 1$$"
    )
    last = check_note(found)[1][-1]
    assert last.verdict == "proved"
    assert {name for name, _ in last.certificate.statement.hypotheses} <= {"Sᵀ = S", "‖w‖² = 1"}
    assert last.said(found).endswith("taken for granted: Sᵀ = S, ‖w‖² = 1")


NOT_USED = {  # a row above that the note does not assert, or that may be a separate statement
    "nothing connects the rows": "We have $$S^2 = S$$\n\nThis is well known.\n\n$$S^3 = S$$",
    "it is called wrong": "It is wrong that $$S^2 = S.$$\n\n$$S^3 = S$$",
    "it is asked": "Is it true that $$S^2 = S?$$\n\n$$S^3 = S$$",
    "it is supposed for a contradiction": (
        "Suppose for contradiction that $C = 0$. Then $$C^T C = 0,$$ which is absurd. So we have\n\n$$C^T C C = 0$$"
    ),
    "it stands under a condition": "If they commute, $$A B = B A.$$\n\nWe get\n\n$$A B A = B A A$$",
    "it stands in another section": "We have $$S^2 = S.$$\n\n# Other matrices\n\n$$S^3 = S$$",
    "it is false": r"Let $S \in \mathbb{R}^{p \times p}$. We have $$S^2 = 2 S^T S.$$" "\n\n$$2 S^2 = 4 S^T S$$",
}


@pytest.mark.parametrize("text", NOT_USED.values(), ids=NOT_USED)
def test_what_the_note_does_not_assert_is_not_used(text: str) -> None:
    assert check_note(note(text))[1][-1].verdict != "proved"
