"""Every kind of node of the formula tree, printed by each of the printers; without loss where sizes are asked for."""

from __future__ import annotations

import inspect
import re
import xml.etree.ElementTree as ET

import pytest

from pcaproofs.formula import tree
from pcaproofs.formula.algebra import number, plus, power, relation, times, transposed
from pcaproofs.formula.latex import latex
from pcaproofs.formula.mathml import mathml
from pcaproofs.formula.names import letter, named
from pcaproofs.formula.text import text
from pcaproofs.formula.tree import ONE, Aligned, CommaList, Eye, Formula, Name, Ones, Product, Row, Sum, Zero

n, p, k, i, j = (Name(x) for x in "npkij")
A, B, X = (Name(x, shape=shape) for x, shape in (("A", (p, p)), ("B", (p, p)), ("X", (n, p))))
v, w = (Name(x, shape=(p, ONE)) for x in "vw")
t, f = Name("t"), Name("f")

# kind of node -> one or more of (formula, LaTeX, text, part of the MathML)
NODES: dict[str, list[tuple[Formula, str, str, str]]] = {
    "Name": [
        (letter("lambda1", {}), r"\lambda_{1}", "λ₁", "<msub><mi>λ</mi><mn>1</mn></msub>"),
        (Name("v", accent="bar"), r"\bar v", "v\u0304", '<mover accent="true"><mi>v</mi>'),
        (Name("f", star=True), r"f^\star", "f^⋆", "<msup><mi>f</mi><mi>⋆</mi></msup>"),
        (Name("sum_1", word=True), r"\mathsf{sum\_1}", "sum_1", '<mtext class="sans">sum_1</mtext>'),
        (letter("width", {}), r"\mathrm{width}", "width", "<mi>width</mi>"),
        (named("e", "ij"), "e_{ij}", "eᵢⱼ", "<msub><mi>e</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>"),
    ],
    "Eye": [(Eye(p), "I_{p}", "Iₚ", "<msub><mi>I</mi><mi>p</mi></msub>"), (Eye(None), "I", "I", "<mi>I</mi>")],
    "Ones": [(Ones(n), r"\mathbf{1}_{n}", "𝟏ₙ", "<msub><mi>𝟏</mi><mi>n</mi></msub>")],
    "Zero": [
        (Zero((n, p)), r"0_{n\times p}", "0_{n×p}", "<msub><mn>0</mn><mrow><mi>n</mi><mo"),
        (Zero((p, ONE)), "0_{p}", "0ₚ", "<msub><mn>0</mn><mi>p</mi></msub>"),
        (Zero(), "0", "0", "<mn>0</mn>"),
    ],
    "Sum": [(plus([A, times([number(-2), B])]), "A - 2 B", "A − 2 B", "<mi>A</mi><mo>−</mo><mn>2</mn><mi>B</mi>")],
    "Product": [
        (times([t, A, B], [number(2), n]), r"\frac{t}{2 n} A B", "t/(2 n) A B", "<mfrac><mi>t</mi><mrow><mn>2</mn>"),
        (times([tree.Kron(A, times([A, B])), v]), r"(A \otimes A B) v", "(A ⊗ A B) v", "<mo>⊗</mo><mi>A</mi>"),
        (times([A, plus([v, w])]), "A (v + w)", "A (v + w)", '<mo stretchy="false" form="prefix">(</mo><mi>v</mi>'),
        (number(-3), "-3", "−3", '<mo lspace="0" rspace="0">−</mo><mn>3</mn>'),
    ],
    "Power": [
        (tree.Power(A, number(-1)), "A^{-1}", "A⁻¹", "<msup><mi>A</mi><mrow>"),
        (power(plus([A, B]), 2), "(A + B)^2", "(A + B)²", "</mrow><mn>2</mn></msup>"),
    ],
    "Transpose": [
        (transposed(named("x", "k", (p, ONE))), r"x_{k}^\top", "xₖᵀ", "<msubsup><mi>x</mi><mi>k</mi><mi>⊤</mi></msubsup>"),  # noqa: E501
        (transposed(tree.Kron(A, B)), r"(A \otimes B)^\top", "(A ⊗ B)ᵀ", "<mo>⊗</mo>"),
        (transposed(times([A, B])), r"(A B)^\top", "(A B)ᵀ", "</mrow><mi>⊤</mi></msup>"),
    ],
    "Penrose": [(tree.Penrose(X), "X^+", "X⁺", '<mo lspace="0" rspace="0">+</mo></msup>')],
    "Norm": [
        (tree.Norm(A, True, 2), r"\lVert A\rVert_{F}^{2}", "‖A‖_F²", "<mi>F</mi><mn>2</mn></msubsup>"),
        (tree.Norm(w), r"\lVert w\rVert", "‖w‖", 'form="postfix">‖</mo>'),
    ],
    "Trace": [(tree.Trace(Eye(p)), r"\operatorname{tr}(I_{p})", "tr(Iₚ)", "<mi>tr</mi><mo>&ApplyFunction;</mo>")],
    "Function": [
        (tree.Function("det", A), r"\operatorname{det}(A)", "det(A)", "<mi>det</mi><mo>&ApplyFunction;</mo>"),
        (tree.Function("adj", Eye(p)), r"\operatorname{adj}(I_{p})", "adj(Iₚ)", "<mi>adj</mi><mo>&ApplyFunction;</mo>"),
    ],
    "LeadingRows": [
        (tree.LeadingRows(k, n), r"I_{k\times n}", "I_{k×n}", "<mo lspace=\"0\" rspace=\"0\">×</mo>"),
        (tree.LeadingRows(k, plus([k, n]), n), r"I_{k\times(k + n)}^{>n}", "I_{k×(k + n)}^{>n}", "&gt;</mo><mi>n</mi>"),
    ],
    "Hadamard": [
        (tree.Hadamard(A, Eye(p)), r"A \circ I_{p}", "A ∘ Iₚ", "<mi>A</mi><mo>∘</mo>"),
        (tree.Hadamard(tree.Hadamard(A, B), plus([A, B])), r"(A \circ B) \circ (A + B)", "(A ∘ B) ∘ (A + B)", "<mo>∘</mo>"),  # noqa: E501
    ],
    "Diag": [(tree.Diag(v), r"\operatorname{diag}(v)", "diag(v)", "<mi>diag</mi><mo>&ApplyFunction;</mo>")],
    "Kron": [
        (tree.Kron(A, Eye(p)), r"A \otimes I_{p}", "A ⊗ Iₚ", "<mi>A</mi><mo>⊗</mo>"),
        (tree.Kron(tree.Kron(A, B), plus([A, B])), r"(A \otimes B) \otimes (A + B)", "(A ⊗ B) ⊗ (A + B)", "<mo>⊗</mo>"),
    ],
    "Stacked": [(tree.Stacked(X), r"\operatorname{vec}(X)", "vec(X)", "<mi>vec</mi><mo>&ApplyFunction;</mo>")],
    "Inner": [(tree.Inner(A, B), r"{}\langle A,\,B\rangle", "⟨A, B⟩", ">⟨</mo><mi>A</mi>")],
    "Root": [(tree.Root(tree.Trace(A)), r"\sqrt{\operatorname{tr}(A)}", "√tr(A)", "<msqrt><mi>tr</mi>")],
    "Expectation": [(tree.Expectation(v, scalar=False), r"\operatorname{\mathbb{E}}[v]", "𝔼[v]", "<mi>𝔼</mi>")],
    "Entry": [(tree.Entry(times([A, B]), named("ij")), r"\bigl(A B\bigr)_{ij}", "(A B)ᵢⱼ", "<mi>i</mi><mi>j</mi></mrow></msub>")],  # noqa: E501
    "Total": [
        (tree.Total(k, n, named("x", "k")), r"\sum_{k=1}^{n} x_{k}", "∑_{k=1}ⁿ xₖ", "<munderover><mo lspace=\"0\">∑</mo>"),  # noqa: E501
        (tree.Total(k, n, named("x", "k"), plus([j, ONE])), r"\sum_{k=j + 1}^{n} x_{k}", "∑_{k=j + 1}ⁿ xₖ", "<mi>j</mi><mo>+</mo><mn>1</mn>"),  # noqa: E501
        (tree.Total(k, n, plus([v, w])), r"\sum_{k=1}^{n} (v + w)", "∑_{k=1}ⁿ (v + w)", "</munderover><mrow><mo"),
    ],
    "Gradient": [(tree.Gradient(w, tree.Norm(w)), r"\nabla_{w}{}(\lVert w\rVert)", "∇_w(‖w‖)", "<mi mathvariant=\"normal\">∇</mi>")],  # noqa: E501
    "PartialDerivative": [(tree.PartialDerivative(t, f), r"\frac{\partial}{\partial t}f", "∂/(∂ t)f", "<mfrac><mi mathvariant=\"normal\">∂</mi>")],  # noqa: E501
    "Directional": [(tree.Directional(w, f, v), "D_{w}f[v]", "D_wf[v]", "<msub><mi>D</mi><mi>w</mi></msub>")],
    "Brackets": [(tree.Brackets(plus([v, w])), r"\bigl(v + w\bigr)", "(v + w)", "<mo>+</mo>")],
    "CommaList": [
        (CommaList((i, j)), "i, j", "i, j", '<mi>i</mi><mo separator="true">,</mo><mi>j</mi>'),
        (CommaList((A, B), "quad"), r"A,\quad B", "A, B", '<mspace width="1em"/>'),
        (CommaList((A, B), enclosed=True), "(A, B)", "(A, B)", 'form="postfix">)</mo>'),
    ],
    "Matrix": [
        (
            tree.Matrix(((number(1), Zero()), (times([number(-1)], [number(2)]), number(3)))),
            r"\left(\begin{smallmatrix}1 & 0 \\ -\tfrac{1}{2} & 3\end{smallmatrix}\right)",
            "(1, 0; −1/2, 3)",
            '<mtable class="small"><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr>',
        ),
        (
            tree.Matrix(((number(1),), (number(2),), (number(3),))),
            r"\left(\begin{smallmatrix}1 \\ 2 \\ 3\end{smallmatrix}\right)",
            "(1; 2; 3)",
            '<mtable class="small"><mtr><mtd><mn>1</mn></mtd></mtr>',
        ),
    ],
    "Relation": [
        (tree.Relation((ONE, i, j, n), ("≤", "≠", "≤")), r"1 \le i \ne j \le n", "1 ≤ i ≠ j ≤ n", "<mo>≠</mo>"),
        (relation(A, "=", Eye(p)), "A = I_{p}", "A = Iₚ", "<mo>=</mo>"),
        (relation(A, "⊢", B), r"A \vdash B", "A ⊢ B", "<mo>⊢</mo>"),
        (relation(A, "⟺", B), r"A \iff B", "A ⟺ B", "<mo>⟺</mo>"),
    ],
    "Space": [
        (tree.Space((n, p)), r"\mathbb{R}^{n\times p}", "ℝ^{n×p}", "<msup><mi>ℝ</mi><mrow><mi>n</mi>"),
        (tree.Space((ONE, ONE)), r"\mathbb{R}", "ℝ", "<mi>ℝ</mi>"),
    ],
    "Best": [
        (
            tree.Best("min", (w,), (relation(tree.Norm(w), "=", ONE),), f),
            r"\operatorname*{arg\,min}_{\substack{w \in \mathbb{R}^{p} \\ \lVert w\rVert = 1}}\ f",
            "arg min_{w ∈ ℝᵖ, ‖w‖ = 1} f",
            '<mtable class="stack" scriptlevel="1"><mtr><mtd><mi>w</mi><mo>∈</mo>',
        ),
        (tree.Best("max", (w,), ()), r"\operatorname*{arg\,max}_{w \in \mathbb{R}^{p}}", "arg max_{w ∈ ℝᵖ}", "<munder>"),  # noqa: E501
        (tree.Best("min", (w,), (), f, arg=False), r"\operatorname*{min}_{w \in \mathbb{R}^{p}}\ f", "min_{w ∈ ℝᵖ} f", "<mi>min</mi>"),  # noqa: E501
    ],
    "Exists": [
        (
            tree.Exists((w,), relation(tree.Norm(w), "=", ONE)),
            r"\exists w \in \mathbb{R}^{p}:\ \lVert w\rVert = 1",
            "∃w ∈ ℝᵖ: ‖w‖ = 1",
            'rspace="0">∃</mo>',
        ),
        (
            tree.Exists((w, v), relation(w, "=", v)),
            r"\exists w \in \mathbb{R}^{p}, v \in \mathbb{R}^{p}:\ w = v",
            "∃w ∈ ℝᵖ, v ∈ ℝᵖ: w = v",
            '>:</mo>',
        ),
    ],
    "Aligned": [
        (
            Aligned((Row(A, left=t, sign="="), Row(tree.Continued((B,)), indent=1))),
            "\\begin{aligned}\nt &= A \\\\\n&\\quad + B\n\\end{aligned}",
            "t, = A + B",
            '<mtable displaystyle="true" scriptlevel="0"><mtr><mtd style="text-align: right',
        )
    ],
    "Row": [(Row(A, sign="="), "\\begin{aligned}\n&= A\n\\end{aligned}", "= A", "<mo>=</mo><mi>A</mi>")],
    "Continued": [(tree.Continued((A, times([number(-1), B]))), "+ A - B", "+ A − B", "<mo>+</mo><mi>A</mi><mo>−</mo>")],  # noqa: E501
    "Opened": [(tree.Opened(Product(1, (A,)), v), r"A \bigl(v", "A (v", '<mo stretchy="false">(</mo><mi>v</mi>')],
    "Closed": [(tree.Closed(tree.Continued((w,))), r"+ w\bigr)", "+ w)", '<mi>w</mi><mo stretchy="false">)</mo>')],
}  # fmt: skip
KINDS = {x.__name__ for x in vars(tree).values() if inspect.isclass(x) and issubclass(x, Formula) and x is not Formula}
CASES = [(kind, row) for kind, rows in NODES.items() for row in rows]


def test_every_kind_of_node_has_a_row_here_and_in_the_table_of_the_tree():
    assert NODES.keys() == KINDS
    described = re.findall(r"^\| (\w+) ", tree.__doc__, re.M)
    assert sorted(described[1:]) == sorted(KINDS)


def test_every_kind_of_node_can_be_laid_out():
    from pcaproofs.formula.layout import LAYOUTS

    assert {kind.__name__ for kind in LAYOUTS} == KINDS


@pytest.mark.parametrize(("kind", "row"), CASES, ids=[f"{kind}-{row[2]}" for kind, row in CASES])
def test_a_node_is_printed_in_latex_as_text_and_in_mathml(kind, row):
    form, in_latex, in_text, in_mathml = row
    assert type(form).__name__ == kind
    assert latex(form, sizes=True) == in_latex
    assert text(form, sizes=True) == in_text
    shown = mathml(form, sizes=True)
    assert in_mathml in shown
    root = ET.fromstring(shown.replace("&ApplyFunction;", ""))
    assert root.find("semantics/annotation").text == " ".join(in_latex.split())


def test_no_two_of_these_formulas_are_printed_alike():
    assert len({latex(form, sizes=True) for _, (form, *_) in CASES}) == len(CASES)


SIZES = {
    "alone": (Eye(p), "I_{p}"),
    "in a sum": (Sum((Eye(p), A)), "I + A"),
    "in a trace": (tree.Trace(Eye(p)), r"\operatorname{tr}(I_{p})"),
    "in a sum in a trace": (tree.Trace(Sum((Eye(p), A))), r"\operatorname{tr}(I + A)"),
    "a side of an equation": (relation(A, "=", Eye(p)), "A = I_{p}"),
    "a multiple": (Product(2, (Eye(p),)), "2 I_{p}"),
    "a multiple in a sum": (Sum((A, Product(2, (Eye(p),)))), "A + 2 I"),
    "zero": (relation(A, "=", Zero((p, p))), "A = 0"),
}


@pytest.mark.parametrize("name", SIZES)
def test_an_identity_shows_its_size_if_nothing_else_does(name):
    form, wanted = SIZES[name]
    assert latex(form) == wanted
    assert ("I_{p}" in latex(form, sizes=True)) == ("I" in wanted)


def test_broken_lines_contain_all_terms_of_the_formula():
    from pcaproofs.formula.line_breaks import LINE, broken, height, width

    terms = tuple(named(c, str(k), (p, ONE)) for c in "abcdefg" for k in range(1, 9))
    for form in (Sum(terms), Product(1, (A, Sum(terms)))):
        cut = broken(form)
        assert isinstance(cut, Aligned)
        assert height(cut) > 1
        assert width(cut) <= LINE + 5
        for printer in (latex, text, mathml):
            assert printer(cut).count("a") >= 8
        assert [x for x in tree.parts(cut) if x in terms] == list(terms)
        assert height(broken(A)) == 1
