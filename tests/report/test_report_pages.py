"""What every page of the catalogue keeps to: lines that say something, reasons with the claim that gives them."""

import re
from itertools import pairwise

from letters import A, v, w
from made_up_claims import made_up

from pcaproofs.formula.algebra import negative, plus, power, times
from pcaproofs.formula.common_subexpressions import shorter
from pcaproofs.formula.latex import latex
from pcaproofs.formula.names import named
from pcaproofs.formula.tree import Name
from pcaproofs.language import hypotheses
from pcaproofs.language.conclusions import equal
from pcaproofs.language.nodes import inner, sqnorm
from pcaproofs.report.derivation.wording import statement
from pcaproofs.report.latex.book import Book
from pcaproofs.report.page import claim_page
from pcaproofs.report.sentences import ClaimId, combined, fill
from pcaproofs.verify.claim import Part
from pcaproofs.verify.run import run

from .printed import in_tex


def displays(page):
    return [latex(shown) for part in page.parts for _, shown in part.stated.displays]


def test_no_line_has_two_equal_sides(pages):
    for page in pages:
        for shown in displays(page):
            left, equals, right = shown.partition(" = ")
            assert not equals or left != right, (page.id, shown)


def test_no_claim_says_the_same_twice(pages):
    for page in pages:
        stated = [part.stated.printed() for part in page.parts]
        assert len(stated) == len(set(stated)), page.id


def test_a_step_says_which_claim_gives_its_fact(pages):
    resolved = [page for page in pages if page.report.uses()]
    assert len(resolved) > 3
    for page in resolved:
        reasons = [step.reason for part in page.parts for block in part.blocks for step in block.steps]
        claims = {run.id for reason in reasons for run in reason.runs if isinstance(run, ClaimId)}
        assert claims >= {claim.id for claim in page.report.uses()}  # test_earlier.py is about the others


def test_every_reference_has_a_place_and_a_number(report_text):
    labels = set(re.findall(r"\\begin\{pcaclaim\}\{([a-z0-9.-]+)\}", report_text))
    named = re.findall(r"\\pcaref(?:\[\{.*?\}\])?\{([a-z0-9.-]+)\}", report_text)
    assert len(named) > 50
    assert set(named) <= labels
    assert len(re.findall(r"\\pcaref\[\{", report_text)) > 10
    assert not re.findall(r"by \\texttt\{[a-z0-9-]+\.", report_text)


def test_figures_do_not_float(report_text):
    assert report_text.count("\n\\pcafigure[") == 15
    assert r"\begin{figure}" not in report_text.split(r"\begin{document}")[1]


def test_the_same_assumptions_in_a_row_are_said_once():
    unit = (hypotheses.unit(w),)
    parts = [Part(equal(sqnorm(w), 1), unit), Part(equal(sqnorm(w) ** 2, 1), unit), Part(equal(A * w, A * w))]
    page = claim_page(run(made_up(*parts), ("kernel",)))
    (first, second) = page.groups
    numbers = [[number for run in group.runs for number, _ in run.statements] for group in page.groups]
    assert numbers == [[""], [""]]  # the first two share a line
    assert [run.which for run in second.runs] == ["(3)"]  # "(3) In any case"
    assert (first.which, len(first.assuming)) == ("(1)–(2)", 1)
    assert (second.which, second.assuming) == ("", ())
    (alone,) = claim_page(run(made_up(parts[0], Part(equal(v, v), unit)), ("kernel",))).groups
    assert alone.which == ""  # what all of them assume is the claim's


def test_two_statements_that_look_the_same_are_told_apart_by_brackets():
    parts = [Part(equal(inner(A * v, w), x)) for x in (v.T * A.T * w, inner(v, A.T * w))]
    page = claim_page(run(made_up(*parts), ("kernel",)))
    assert displays(page) == [
        r"{}\langle A v,\,w\rangle = v^\top A^\top w",
        r"{}\langle A v,\,w\rangle = {}\langle v,\,A^\top w\rangle",
    ]


def test_long_formulas_name_the_sums_that_they_repeat():
    letters = [named("x", str(k)) for k in range(12)]
    long = plus(times([power(a, 2), b]) for a, b in pairwise(letters))
    product = plus([times([long, long, letters[0]]), times([negative(long), letters[1]])])
    sides, ((name, meaning),) = shorter([product, letters[2]], [Name("x")])
    assert (latex(name), meaning) == ("s_{1}", long)
    assert [latex(side) for side in sides] == ["x_{0} s_{1}^2 - x_{1} s_{1}", "x_{2}"]
    short = [times([long, letters[0]]), letters[1]]
    assert shorter(short, [Name("x")]) == (short, [])


def test_a_page_names_the_hypotheses_that_only_some_proofs_use():
    given = (hypotheses.symmetric(A), hypotheses.unit(w), equal(A * v, v))
    true_of_any = equal(A * (v + w), A * v + A * w)
    last = equal(inner(A * v, w), inner(v, A * w))
    parts = [Part(x, given) for x in (true_of_any, equal(sqnorm(w), 1), true_of_any, last)]
    page = claim_page(run(made_up(*parts), ("kernel",)))
    said = r"Only (4) needs $A^\top = A$, and only (2) needs $\lVert w\rVert^{2} = 1$."
    assert in_tex(page.uses) == said
    assert page.uses in list(statement(page))
    assert said in Book([page], []).claim(page.id)
    both = claim_page(run(made_up(parts[1], parts[1], parts[0]), ("kernel",)))
    assert in_tex(both.uses).startswith(r"Only (1) and (2) need $\lVert w\rVert^{2} = 1$")
    assert not claim_page(run(made_up(Part(last, given[:1])), ("kernel",))).uses


def test_titles_are_those_of_claims_and_differ():
    from pcaproofs.report.titles import NAMES, title
    from pcaproofs.verify.discovery import all_claims

    ids = [claim.id for claim in all_claims()]
    assert set(NAMES) <= set(ids)
    assert title("mine.psd-of-two") == "PSD of two"
    for chapter in {id.split(".")[0] for id in ids}:
        titles = [title(id) for id in ids if id.startswith(f"{chapter}.")]
        assert len(set(titles)) == len(titles)


def test_prose_with_dollars_has_formulas_there_and_nowhere_else():
    from pcaproofs.report.documents.running_text import prose

    assert prose("a vector w with $(1, 1)/√2 ⊥ x$ & A") == r"a vector w with $(1, 1)/\sqrt{2}\perp{}x$ \& A"


def test_a_claim_about_other_claims_proofs_names_their_statements_and_prints_none_again(pages):
    (page,) = [page for page in pages if page.report.claim.id == "affine.coordinate-free"]
    assert list(statement(page)) == [page.leading]
    ((_, proof),) = page.proofs
    said = [run for block in proof.blocks for run in block.intro.runs]
    assert {part.of[0] for part in page.parts} == {run.id for run in said if isinstance(run, ClaimId)}
    assert len(page.parts) > len(proof.blocks)  # those of which the same is said stand together
    assert page.parts[1].stated.displays  # what was checked is still known


def test_what_is_said_of_several_letters_is_said_once():
    def said(*words):
        return [in_tex(x) for x in combined([fill(f"{{}} {text}", Name(letter)) for letter, text in words])]

    unit, orthonormal = "is a unit vector", "has orthonormal columns"
    assert said(("w", unit), ("B", orthonormal), ("z", unit)) == [
        "$w$ and $z$ are unit vectors",
        "$B$ has orthonormal columns",
    ]
    assert said(("P", "is orthogonal"), ("Q", "is orthogonal")) == ["$P$ and $Q$ are orthogonal matrices"]
    assert said(("w", "is odd"), ("z", "is odd")) == ["$w$ is odd", "$z$ is odd"]
