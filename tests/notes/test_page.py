"""Our own page, read as a stranger's: each statement gets from the page alone the verdict that its claim carries.

`python -m tests.notes.page` prints what differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from pcaproofs.verify.claim import Claim
from pcaproofs.verify.discovery import own_project
from tests.notes.page import Printed, claims_of, page, statements

Prove = Callable[[Iterable[Claim]], None]


PARTS = 40


@pytest.fixture(scope="module")
def book(report_text: str) -> Printed:
    """The page of all chapters, which is judged from its beginning as far as the tests go on."""
    return Printed(report_text)


@pytest.mark.parametrize("part", range(PARTS))
def test_statements_get_the_verdicts_that_their_claims_carry(part: int, book: Printed) -> None:
    """The claims in the order of the page, a fortieth of them in each case."""
    claims = list(book.claims)
    some = claims[part * len(claims) // PARTS : (part + 1) * len(claims) // PARTS]
    assert [row for claim in some for row in book.statements(claim) if not row.fits] == []


def test_every_claim_is_on_the_page_and_all_of_it_is_judged(book: Printed) -> None:
    assert sorted(book.claims) == sorted(claim.id for claim in own_project().claims())
    # what follows readily stands in one row
    assert sum(1 for claim in book.claims for _ in book.statements(claim)) > 460
    assert book.verdict(len(book.note.formulas) - 1).verdict


@pytest.fixture(scope="module")
def printed(proved_once: Prove) -> str:
    """The page of one chapter."""
    proved_once(claims_of("projection"))
    return page(["projection"])


LOST = {  # a claim, what the printer might lose, and what is then no longer proved
    "a property": (
        "projection.line",
        r"$w$ is a unit vector",
        r"$w \ne 0$",
        r"w w^\top x = \frac{1}{\lVert w\rVert^{2}} (w^\top x) w",
    ),
    "an equation": (
        "projection.complement",
        r"$P$ is an orthogonal projector",
        r"$P^\top = P$",
        r"(I - P)^2 = I - P",
    ),
}


@pytest.mark.parametrize("name", LOST)
def test_a_hypothesis_that_the_page_loses_is_missed(printed: str, name: str) -> None:
    claim, hypothesis, instead, statement = LOST[name]
    start = printed.index(rf"\begin{{pcaclaim}}{{{claim}}}")
    end = printed.index(r"\end{pcaclaim}", start) + len(r"\end{pcaclaim}")
    before, one = printed[: printed.index(r"\chapter{")], printed[start:end]
    assert hypothesis in one

    def verdict(text: str) -> str:
        return next(r.verdict for r in statements(f"{before}{text}\n\\end{{document}}\n") if r.latex == statement)

    assert verdict(one) == "proved"
    assert verdict(one.replace(hypothesis, instead)) != "proved"
