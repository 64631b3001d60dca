"""The catalogue's own claims, cited: with all that they assume a citation stands, without one of it it is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pcaproofs.language.conclusions import Best, SameBest
from pcaproofs.verify.claim import By, Claim, Part, by
from pcaproofs.verify.discovery import all_claims
from pcaproofs.verify.instance import Refused
from pcaproofs.verify.leaning import lean

CLAIMS = [claim for claim in all_claims() if claim.declared.startswith("proved")]


def comparisons(claim: Claim) -> Iterator[tuple[int, Part]]:
    """The statements that a certificate could cite, with their numbers."""
    for number, part in enumerate(claim.parts, 1):
        if not isinstance(part.conclusion, Best | SameBest) and part.citing is None and not part.size:
            yield number, part


@pytest.mark.parametrize("claim", CLAIMS[::3], ids=lambda claim: claim.id)
def test_a_claim_can_be_cited_where_all_that_it_assumes_is_assumed(claim: Claim) -> None:
    for number, part in comparisons(claim):
        axioms = [h for h in part.assuming if isinstance(h, By) and h.claim.declared == "cited"]
        plain = [h for h in part.assuming if not isinstance(h, By)]
        lean(Part(part.conclusion, (*plain, *axioms, by(claim, parts=[number]))), "here")


@pytest.mark.parametrize("claim", [c for c in CLAIMS if c.chapter == "spectral"], ids=lambda claim: claim.id)
def test_a_claim_cannot_be_cited_without_one_of_its_assumptions(claim: Claim) -> None:
    for number, part in comparisons(claim):
        plain = [h for h in part.assuming if not isinstance(h, By)]
        for k in range(len(plain)):
            rest = plain[:k] + plain[k + 1 :]
            with pytest.raises(Refused, match=rf"leans on {claim.id}, which assumes .* \[here\]$"):
                lean(Part(part.conclusion, (*rest, by(claim, parts=[number]))), "here")
