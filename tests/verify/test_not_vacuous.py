"""No claim is true only because its assumptions never hold: each part's are satisfied by an exact point."""

from __future__ import annotations

import pytest

from pcaproofs.language.reader import read
from pcaproofs.prover.refute import satisfiable
from pcaproofs.verify.claim import Claim
from pcaproofs.verify.discovery import all_claims
from pcaproofs.verify.leaning import assumptions

CLAIMS = [claim for claim in all_claims() if claim.declared != "cited"]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_the_assumptions_of_a_claim_hold_somewhere(claim: Claim) -> None:
    for number, part in enumerate(claim.parts, 1):
        reading = read(part.conclusion, assumptions(part, claim.id))
        if reading.statement.hypotheses:
            assert satisfiable(reading.statement, reading.hints, 10.0) is not None, f"part {number}"
