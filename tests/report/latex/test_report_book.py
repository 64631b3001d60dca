"""The document says everything about every claim, in field notation, the same each time."""

import re
from fractions import Fraction
from types import SimpleNamespace

import pytest
from letters import A, D, M, P, V, X, a, b, lam, n, p, w
from made_up_claims import made_up
from sympy import Eq, Function, Ge, Identity, OneMatrix

from pcaproofs.formula.latex import latex
from pcaproofs.formula.tree import Name
from pcaproofs.language import hypotheses
from pcaproofs.language.conclusions import at_least, equal, minimises
from pcaproofs.language.nodes import inner, sqnorm
from pcaproofs.report.derivation.statements import StatementPrinter
from pcaproofs.report.documents.reading import documents
from pcaproofs.report.edition import Edition
from pcaproofs.report.latex.book import Book, book, document
from pcaproofs.report.page import TITLES
from pcaproofs.report.sentences import NOTHING, sentence
from pcaproofs.verify.claim import Part
from pcaproofs.verify.layers import Layer
from pcaproofs.verify.run import run

from ..conftest import with_layers
from ..printed import in_tex, printed

RAW = [
    r"\.T\b",
    r"\*\*",
    r"Eq\(",
    r"(?<![\w\\])1\*1",
    r"Trace\(",
    r"MatrixSymbol",
    r"<x_k",
    r"Symbolic\w+\(",
    r"√",
    r"\[\('",
]


def test_every_claim_is_there_with_its_verdict(report_text, reports):
    for report in reports:
        heading = re.search(rf"\\begin{{pcaclaim}}{{{re.escape(report.claim.id)}}}{{.*}}{{.*}}{{(.*)}}", report_text)
        assert heading is not None
        assert heading[1] == report.verdict
        assert rf"\hyperref[pcaproofs:{report.claim.id}]" in report_text


@pytest.mark.parametrize("pattern", RAW)
def test_nothing_is_printed_as_sympy_prints_it(reports, report_text, pattern):
    undecided = [p.reason for r in reports for p in r.proven if p.verdict != "proved"]
    text = report_text if not undecided else re.sub(r"is undecided.*|Problem: .*", "", report_text)
    body = text.split(r"\begin{document}")[1]
    body = re.sub(r"\\texttt\{[^{}]*\}", "", body)  # code in a sentence
    body = re.sub(r"\\begin{pcacode}.*?\\end{pcacode}", "", body, flags=re.DOTALL)  # programs
    assert not re.search(pattern, body)


def test_the_same_pages_make_the_same_bytes(pages, report_text):
    assert Book(pages, documents()).document() == report_text
    assert not re.search(r"\\today|20\d\d-\d\d-\d\d", report_text)


def test_every_chapter_of_the_catalogue_has_a_title():
    from pcaproofs.claims import ORDER

    assert {name.replace("_", "-") for name in ORDER} <= set(TITLES)


ARGUMENTS = {
    "eigenpair": (A, w, lam),
    "eigen": (A, V, D),
    "svd": (A, P, D, V),
    "centered": (X,),
    "unit": (w,),
    "orthonormal": (X,),
}
SCALAR = ("nonzero", "positive", "nonnegative")


@pytest.mark.parametrize("kind", hypotheses.KINDS)
def test_every_named_hypothesis_has_words_and_symbols(kind):
    args = ARGUMENTS.get(kind) or ((lam,) if kind in SCALAR else (A,))
    printed = StatementPrinter(made_up(Part(equal(A, A))), {})
    shown = in_tex(printed.hypothesis(hypotheses.Named(kind, args)))
    if kind == "eigenpair":
        about_w = StatementPrinter(made_up(Part(equal(A * w, lam * w))), {})
        assert shown == r"$A w = \lambda w,\ \lVert w\rVert^{2} > 0$"
        shown = in_tex(about_w.hypothesis(hypotheses.Named(kind, args)))
        assert shown == r"$w$ is an eigenvector of $A$ with eigenvalue $\lambda$"
    assert (" is " in shown or " has " in shown) == (kind not in SCALAR)
    assert "$" in shown
    assert "*" not in shown


def test_an_optimum_shows_its_feasible_set():
    part = Part(minimises(sqnorm(w - a), {w: a}), (hypotheses.unit(a), hypotheses.unit(w)))
    stated = StatementPrinter(made_up(part), {}).stated(part)
    ((_, shown),) = stated.displays
    shown = latex(shown)
    assert r"\substack{w \in \mathbb{R}^{p} \\ \lVert w\rVert^{2} = 1}" in shown
    assert shown.startswith(r"a \;\in\; \operatorname*{arg\,min}")


@pytest.mark.parametrize(
    ("conclusion", "shown"),
    [
        (at_least(sqnorm(w)), r"\lVert w\rVert^{2} \ge 0"),
        (Ge(lam, 0), r"\lambda \ge 0"),
        (Eq(A.T, A), r"A^\top = A"),
        (equal(inner(a, b), inner(b, a)), r"a^\top b = b^\top a"),
        (equal(inner(a + b, w), 0), r"(a + b)^\top w = 0"),
    ],
)
def test_conclusions_are_relations(conclusion, shown):
    part = Part(conclusion)
    assert printed(StatementPrinter(made_up(part), {}).stated(part)).displays == (("", shown),)


def test_layers_that_ran_are_named():
    report = run(made_up(Part(equal(A + M, M + A))), ("kernel",))
    numeric = Layer("numeric", "ok", data={"examples": 40, "largest_error": 1.25, "wrong_caught": 2})
    full = with_layers(report, numeric, Layer("mutants", "ok", data={"killed": 3}), Layer("sympy", "failed", "p_1 & q"))
    fragment, text = book([full]).claim(full.claim.id), document([full])
    assert r"40 random examples agree, largest error $1.25\,\varepsilon$; 2 wrong implementations caught" in fragment
    assert "3 false variants of the statement rejected" in fragment
    assert r"& 40 & $1.25\,\varepsilon$ & 2 & 3 \\" in text
    for said in (fragment, text):
        assert r"failed: p\_1 \& q" in said
    failed = with_layers(report, Layer("numeric", "failed", "not equal"), Layer("mutants", "skipped", "no change"))
    assert "Numeric: failed: not equal. Mutants: skipped: no change" in document([failed])
    assert "In this run only the proofs were made" in document([report])
    assert "All claims and their evidence" not in document([report])
    assert "All claims and their evidence" in book([report]).document(Edition(evidence=True))


def test_refuted_and_undecided_claims_say_so():
    report = run(made_up(Part(equal(A * M, M * A))), ("kernel",))
    text = document([report])
    assert report.verdict != "proved"
    assert report.verdict in text
    assert "Problem: " in text


def test_a_statement_without_a_form_is_printed_as_the_kernel_read_it(monkeypatch):
    from pcaproofs.formula import from_sympy as notation

    report = run(made_up(Part(equal(inner(a, b), inner(b, a)))), ("kernel",))
    monkeypatch.setitem(notation._METHODS, type(inner(a, b)), None)
    assert r"\pcafit{a^\top b = b^\top a}" in document([report]) or r"\operatorname{tr}" in document([report])
    with pytest.raises(notation.Unprintable):
        notation.latex(Function("g")(lam))


def test_prose_of_a_claim_cannot_run_tex():
    report = run(made_up(Part(equal(A, Identity(p) * A)), prose=r"Sneaky \input{x} _ and % and # it is."), ("kernel",))
    text = document([report])
    assert r"\input" not in text
    assert r"Sneaky \textbackslash{}input\{x\} \_ and \% and \# it is." in text


def test_long_certificates_are_cut():
    from pcaproofs.report.derivation.proof_blocks import ProofBlock, Step
    from pcaproofs.report.derivation.proof_writer import LONGEST, _shortened

    def blocks(*sizes: int) -> list[ProofBlock]:
        return [
            ProofBlock("", NOTHING, [Step("+", Name("A"), NOTHING)] * size, sentence("so it is zero."))
            for size in sizes
        ]

    shown = _shortened(blocks(LONGEST - 4, 5, 7))
    assert [len(block.steps) for block in shown] == [LONGEST - 4, 4]
    assert (shown[-1].more, shown[-1].outro) == (8, NOTHING)
    assert [len(block.steps) for block in _shortened(blocks(LONGEST - 1, 5))] == [
        LONGEST - 1
    ]  # one line would say little
    assert [block.more for block in _shortened(blocks(2, 3))] == [0, 0]


def test_parts_that_only_need_multiplying_out_share_their_words():
    report = run(made_up(Part(equal(A + M, M + A)), Part(equal(2 * A, A + A)), Part(equal(w + a, a + w))), ("kernel",))
    assert r"\begin{pcaproof}{Proof of (1), (2) and (3)}" in document([report])


def test_an_abbreviation_never_makes_two_sides_look_alike():
    one = OneMatrix(n, 1)
    part = Part(equal(X.T * one / n, X.T * one / n))
    ((_, shown),) = StatementPrinter(made_up(part), {}).stated(part).displays
    assert latex(shown) == r"\mu = \frac{1}{n} X^\top \mathbf{1}_{n}"


def test_a_counterexample_is_written_out():
    from pcaproofs.report.derivation.counterexamples import written_out

    example = SimpleNamespace(
        dimensions={"p": 2},
        letters={"M": ((1, 0), (Fraction(-1, 2), 3)), "lambda": ((2,),), "√lambda*I-A": ((0,), (1,))},
        left=((4,),),
        right=((2,),),
        failure=lambda: "left = 4, right = 2",
    )
    shown = in_tex(written_out(example, {"√lambda*I-A": "F"})[0])
    assert r"\frac{1}{2} \bigl(\begin{smallmatrix}2 & 0 \\ -1 & 6\end{smallmatrix}\bigr)" in shown
    assert r"$\lambda = 2$, $F = (0, 1)^\top$. The left side is $4$, the right side $2$." in shown
