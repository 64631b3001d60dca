"""Formulas of notes as one line of Unicode, as a terminal shows them."""

from pathlib import Path

import pytest

from pcaproofs.notes.formulas.blocks import read_note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import unicode
from tests.notes.reading import tree

ROWS = {
    r"\|x - (x\cdot w)w\|^2 = \|x\|^2 - (x \cdot w)^2": "‖x − (x · w)w‖² = ‖x‖² − (x · w)²",
    r"\frac1n\sum_{i=1}^n \mathbf{x}_i^\top \bar{\mathbf w}": "(1/n) ∑_{i=1}ⁿ 𝐱ᵢᵀ𝐰̄",
    r"\frac{a+b}{n-1} = \frac{n}{2}": "(a + b)/(n − 1) = n/2",
    r"(AB)^{-1} = B^{-1}A^{-1}": "(AB)⁻¹ = B⁻¹A⁻¹",
    r"\Sigma^{1/2}\Lambda^{-1/2}": "Σ^{1/2}Λ^{-1/2}",
    r"\max_{w} w^T S w \quad \text{s.t. } \|w\| = 1": "max_w wᵀSw s.t. ‖w‖ = 1",
    r"\hat\beta = (X^TX)^{-1}X^Ty": "β̂ = (XᵀX)⁻¹Xᵀy",
    r"\operatorname{tr}(AB) \le \sqrt{\operatorname{tr} A^2}": "tr(AB) ≤ √tr(A²)",
    r"\mathbb{E}[z z^T] = \operatorname{Cov}(z)": "E[zzᵀ] = Cov[z]",
    r"\begin{pmatrix} 1 & 2 \\ 3 & x_4\end{pmatrix}": "[1, 2; 3, x₄]",
    r"\frac{\partial f}{\partial w} = \nabla_w f": "∂f/∂w = ∇_w f",
    r"\forall i: x_i \in \mathbb{R}^p": "∀i: xᵢ ∈ ℝᵖ",
    r"\overline{AB} + X^{+} + U^\perp + w^{*}": "bar(AB) + X⁺ + U^⊥ + w*",
    r"{A^T}^T = {X^2}^{-1} + {\Lambda^{(2)}}^{-1}": "(Aᵀ)ᵀ = (X²)⁻¹ + (Λ^{(2)})⁻¹",
    r"n \operatorname{tr}(S) + \frac{\partial}{\partial X} f(X)": "n tr(S) + ∂/∂X f(X)",
    r"\nabla f(w) + \nabla^2 J": "∇f(w) + ∇²J",
    r"A \iff B \implies C": "A ⇔ B ⇒ C",
    r"\{x \mid x > 0\}, \lvert A\rvert": "{x | x > 0}, |A|",
}


@pytest.mark.parametrize("source", ROWS)
def test_a_row_in_one_line(source: str) -> None:
    found = tree(source)
    assert not isinstance(found, Unread)
    assert unicode(found) == ROWS[source]


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "own").glob("*.md")), ids=lambda path: path.stem)
def test_every_formula_of_a_note_has_a_line_without_latex(path: Path) -> None:
    trees = [x.tree for x in read_note(path).formulas if not isinstance(x.tree, Unread)]
    lines = [unicode(x) for x in trees]
    assert lines
    assert not [line for line in lines if "\\" in line or "\n" in line]
