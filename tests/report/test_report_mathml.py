"""LaTeX as pages show it: every macro that is printed is understood, nothing else, and nothing can escape."""

import re
import sys
import xml.etree.ElementTree as ET

import pytest

from pcaproofs.formula import typed_latex as module
from pcaproofs.formula.typed_latex import MissingLibrary, NoMathML, html_of, mathml

FORMULAS = {
    "a transpose": (r"B^\top B", "<msup><mi>B</mi><mi>⊤</mi></msup><mi>B</mi>"),
    "the ones": (r"\mathbf{1}", "<mi>𝟏</mi>"),
    "an expectation": (r"\operatorname{\mathbb{E}}[Z]", "<mi>𝔼</mi>"),
    "a trace": (r"\operatorname{tr}(A)", "<mi>tr</mi>"),
    "a norm": (r"\lVert x\rVert^{2}", '<msup><mo stretchy="false" form="postfix">‖</mo><mn>2</mn></msup>'),
    "a feasible set": (
        r"\operatorname*{arg\,min}_{\substack{w \in \mathbb{R}^{p} \\ \lVert w\rVert^{2} = 1}}\ f",
        '<mtable class="stack" scriptlevel="1"><mtr><mtd><mi>w</mi>',
    ),
    "a set in a set": (r"\substack{a_{\substack{b \\ c}} \\ d}", '</mtr></mtable></msub></mtd></mtr><mtr><mtd><mi>d'),
    "a matrix in a line": (
        r"\left(\begin{smallmatrix}1 & 0 \\ -\tfrac{1}{2} & 3\end{smallmatrix}\right)",
        '<mo>(</mo><mtable class="small">',
    ),
    "brackets": (
        r"\bigl(B^\top\bigr)_{k}",
        '<mo stretchy="false">(</mo><msup><mi>B</mi><mi>⊤</mi></msup><msub><mo stretchy="false">)</mo>',
    ),
    "aligned": ("\\begin{aligned}\na {}&= b \\\\\n&\\quad + c\n\\end{aligned}", "<mtable displaystyle"),
    "a root sign": (r"\surd", "√"),
    "less": ("a < b", "<mo>&lt;</mo>"),
}  # fmt: skip
NOT_FORMULAS = [
    r"\input{x}",
    r"\href{javascript:x}{y}",
    r"\frac{1}{",
    r"a & b",
    r"\begin{tikzpicture}\end{tikzpicture}",
]
TEXTS = {
    "plain": ("a <b> & c", "a &lt;b&gt; &amp; c"),
    "marks": (r"50\,\% -- a\_b \& ``c''~d\dots{}", "50\u202f% – a_b &amp; “c”\u00a0d…"),
    "code": (r"\texttt{a.b-\allowbreak{}c}", "<code>a.b-\u200bc</code>"),
    "nested": (r"\textit{a \textbf{b}}", "<em>a <strong>b</strong></em>"),
    "backslash": (r"\textbackslash{}input\{x\}", r"\input{x}"),
    "quote": (r"\textquotedbl{}x\textquotedbl{}", "&quot;x&quot;"),
}
NOT_TEXTS = [r"\input{x}", r"a $b", r"\texttt{a", r"{x}", r"\write18{x}"]


@pytest.mark.parametrize("name", FORMULAS)
def test_formulas_become_mathml_that_carries_its_latex(name):
    latex, part = FORMULAS[name]
    shown = mathml(latex, display=True)
    assert part in shown
    root = ET.fromstring(shown.replace("&ApplyFunction;", ""))
    assert root.find("semantics/annotation").text == " ".join(latex.split())


@pytest.mark.parametrize("latex", NOT_FORMULAS)
def test_unknown_latex_is_refused_in_one_line(latex):
    with pytest.raises(NoMathML, match=r"^got the formula|^got .*closing brace") as raised:
        mathml(latex)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", TEXTS)
def test_text_is_escaped_and_its_commands_become_tags(name):
    latex, shown = TEXTS[name]
    assert html_of(latex) == shown


@pytest.mark.parametrize("latex", NOT_TEXTS)
def test_unknown_commands_in_prose_are_refused(latex):
    with pytest.raises(NoMathML):
        html_of(latex)


def test_formulas_in_prose_become_mathml():
    assert re.fullmatch("for <math>.*</math>, so", html_of("for $w$, so"))
    assert html_of("for $w$", lambda latex: f"${latex}$") == "for $w$"


def test_a_missing_library_is_named_in_one_line(monkeypatch):
    module._converter.cache_clear()
    mathml.cache_clear()
    monkeypatch.setitem(sys.modules, "math_core", None)
    with pytest.raises(
        MissingLibrary, match=r"^the library math-core is missing; .*pip install 'pcaproofs\[report\]'$"
    ):
        mathml("x")


def test_every_formula_of_the_catalogue_is_understood(pages):
    from pcaproofs.report.html.claims import claim_view

    for page in pages:
        view = claim_view(page, lambda id: None)
        assert view.groups or page.about_others  # whose statements are named only
        assert view.name
