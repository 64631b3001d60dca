"""The catalogue's own claims, cited: with all that they assume a citation stands, without one of it it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pcaproofs.language.conclusions import SymbolicOptimum, SymbolicSameOptimisers, equal
from pcaproofs.verify.citations import resolve
from pcaproofs.verify.claim import Cites, Claim, Part, by
from pcaproofs.verify.discovery import all_claims
from pcaproofs.verify.substitution import Refused

AXIOMS = [claim for claim in all_claims() if claim.declared == "cited"]
CLAIMS = [claim for claim in all_claims() if claim.declared.startswith("proved")]


def comparisons(claim: Claim) -> Iterator[tuple[int, Part]]:
    """The statements that a certificate could cite, with their numbers."""
    for number, part in enumerate(claim.parts, 1):
        if (
            not isinstance(part.conclusion, SymbolicOptimum | SymbolicSameOptimisers)
            and part.citing is None
            and not part.size
        ):
            yield number, part


@pytest.mark.parametrize("claim", CLAIMS[::3], ids=lambda claim: claim.id)
def test_a_claim_can_be_cited_where_all_that_it_assumes_is_assumed(claim: Claim) -> None:
    for number, part in comparisons(claim):
        axioms = [h for h in part.assuming if isinstance(h, Cites) and h.claim.declared == "cited"]
        plain = [h for h in part.assuming if not isinstance(h, Cites)]
        resolve(Part(part.conclusion, (*plain, *axioms, by(claim, parts=[number]))), "here")


@pytest.mark.parametrize("claim", [c for c in CLAIMS if c.chapter == "spectral"], ids=lambda claim: claim.id)
def test_a_claim_cannot_be_cited_without_one_of_its_assumptions(claim: Claim) -> None:
    for number, part in comparisons(claim):
        plain = [h for h in part.assuming if not isinstance(h, Cites)]
        for k in range(len(plain)):
            rest = plain[:k] + plain[k + 1 :]
            with pytest.raises(Refused, match=rf"cites {claim.id}, which assumes .* \[here\]$"):
                resolve(Part(part.conclusion, (*rest, by(claim, parts=[number]))), "here")


def abuses(axiom: Claim) -> Iterator[tuple[str, list[Any]]]:
    """What nobody may assume beside an axiom, or cite it for."""
    (assumed,) = {tuple(part.assuming) for part in axiom.parts}
    first, *others = axiom.exists
    for k in range(len(assumed)):
        yield f"without {assumed[k]}", [*assumed[:k], *assumed[k + 1 :], by(axiom)]
    yield "twice, for the same letters", [*assumed, by(axiom), by(axiom)]
    for x in axiom.exists:
        yield f"{x} renamed", [*assumed, by(axiom, {x: 2 * x})]
        yield f"2{x} as a new letter", [*assumed, by(axiom, new={x: 2 * x})]
        yield f"{x} of which more is assumed", [*assumed, equal(x, 2 * x), by(axiom)]
        yield f"{x} by a letter of what is assumed", [*assumed, equal(x, x), by(axiom)]
    for x in others:
        yield f"{x} and {first} as one", [*assumed, by(axiom, new={x: first})]


ABUSES = [(axiom, name, assuming) for axiom in AXIOMS for name, assuming in abuses(axiom)]


@pytest.mark.parametrize(
    ("axiom", "assuming"),
    [(axiom, x) for axiom, _, x in ABUSES],
    ids=[f"{axiom.id}: {name}" for axiom, name, _ in ABUSES],
)
def test_an_axiom_introduces_exactly_its_letters(axiom: Claim, assuming: list[Any]) -> None:
    with pytest.raises(Refused, match=rf"cites {axiom.id}.* \[here\]$"):
        resolve(Part(axiom.parts[0].conclusion, tuple(assuming)), "here")


def test_every_axiom_names_its_letters() -> None:
    assert all(axiom.exists for axiom in AXIOMS)
