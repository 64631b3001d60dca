"""Lines that rest on an earlier claim: they follow from it, it comes earlier for a reader, and none is left to find."""

from __future__ import annotations

import pytest
from letters import A, v, w
from made_up_claims import made_up
from sympy import Identity

from pcaproofs.formula.text import text
from pcaproofs.formula.tree import Relation
from pcaproofs.kernel import Certificate, Compare, Optimum, Scope, check
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import projector
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.strategy import prove_goal
from pcaproofs.report.derivation.earlier import referring_back
from pcaproofs.report.documents.chapters import report_chapters
from pcaproofs.report.documents.reading import documents
from pcaproofs.report.page import claim_page
from pcaproofs.report.sentences import ClaimId
from pcaproofs.terms import from_polynomial
from pcaproofs.verify.claim import Part
from pcaproofs.verify.run import run


def referring(pages):
    """Each line that rests on a claim which its certificate does not cite: page, statement, the lines, the claim."""
    for page in pages:
        used = {claim.id for claim in page.report.uses()}
        for part, proven in zip(page.parts, page.report.proven, strict=True):
            for block in part.blocks:
                before = block.value
                for step in block.steps:
                    cited = [run.id for run in step.reason.runs if isinstance(run, ClaimId) and run.id not in used]
                    if cited and step.reason.runs[0] == "by ":
                        number = "".join(run for run in step.reason.runs[2:] if isinstance(run, str)).strip(" ()")
                        yield page, proven.statement, before, step, cited[0], int(number or 1)
                    before = step.value or before


def test_lines_follow_from_the_claim_that_they_name(pages):
    """The kernel checks each as a statement in which the earlier claim's equation is the only hypothesis."""
    reports = {page.id: page.report for page in pages}
    chapters = report_chapters([page.id for page in pages], documents())
    order = [id for chapter in chapters for id in chapter.ids]
    seen = 0
    for page, statement, before, step, id, number in referring(pages):
        assert order.index(id) < order.index(page.id)
        assert (reports[id].verdict, reports[id].claim.declared) == ("proved", "proved")
        assert not any(claim.declared == "cited" for claim in reports[id].uses())
        known = reports[id].proven[number - 1].statement
        assert isinstance(known.conclusion, Compare)
        scope = Scope(statement)
        p, e = scope.difference(before, step.value), scope.difference(known.conclusion.left, known.conclusion.right)
        proof = prove_goal(("main", "=", p, {"earlier": ("=", e)}), Deadline(3.0), {})
        bare = {name: x for name, x in vars(statement).items() if name in ("letters", "ones")}
        conclusion = Compare(from_polynomial(p), "=", ("zero", *p.shape))
        check(type(statement)(**bare, conclusion=conclusion, hypotheses=(("earlier", known.conclusion),)),
              Certificate((("main", proof),)))  # fmt: skip
        seen += 1
    assert seen >= 10


def test_what_was_shown_is_used(pages):
    """H²X = HX rests on "H is idempotent"; and a second search finds nothing more."""
    (page,) = [page for page in pages if page.id == "centering.centred-data"]
    said = [text(part.stated.displays[0][1]) for part in page.parts]
    (step,) = page.parts[said.index("H² X = H X")].blocks[0].steps
    assert ClaimId("centering.idempotent") in step.reason.runs
    assert [a.id for a, b in zip(referring_back(pages), pages, strict=True) if a is not b] == []


P, I = A, Identity(A.shape[0])
RIGHT_ANGLE = equal((I - P) * P * v, 0 * v)
ROWS = {  # what is claimed first, what then, and whether the second proof uses the first claim
    "a multiple": (RIGHT_ANGLE, equal(P * (I - P) * P * v, 0 * v), True),
    "another letter": (RIGHT_ANGLE, equal(P * P * P * w, P * w), False),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_claim_is_used_where_its_terms_are_seen(name):
    first, second, wanted = ROWS[name]
    pages = [
        claim_page(run(made_up(Part(x, (projector(P),)), name=f"made-up.{k}"), ("kernel",)))
        for k, x in (("first", first), ("second", second))
    ]
    (_, after) = referring_back(pages)
    reasons = [run for block in after.parts[0].blocks for step in block.steps for run in step.reason.runs]
    assert (ClaimId("made-up.first") in reasons) == wanted


def test_no_line_cites_many_facts(pages):
    """At most two in a line, a claim counted beside the equation that it gives; the exceptions are listed."""
    many = {
        page.id
        for page in pages
        for part in page.parts
        for block in part.blocks
        for step in block.steps
        if sum(isinstance(run, Relation | ClaimId) for run in step.reason.runs) > 2
    }
    assert many == MANY


def test_the_value_comes_before_that_nothing_is_better(pages):
    seen = 0
    for page in pages:
        for part, proven in zip(page.parts, page.report.proven, strict=True):
            titles = [block.title for block in part.blocks]
            c = proven.statement.conclusion
            if isinstance(c, Optimum) and c.value is not None and {"Value", "Optimal"} <= set(titles):
                assert titles.index("Value") < titles.index("Optimal"), page.id
                seen += 1
    assert seen > 10


MANY = {  # claims with a line of three: two facts and a word, or a fact with the claim that gives it and a sign
    "deflation.deflated-covariance",
    "spectral.psd-eigenvalues",
}
