"""Proofs that two sides differ: r = 0 for each number r with r²f = r²g; with f ≥ g this gives f > g.

The kernel proves = and ≥ only. `pcaproofs.prover.parts` writes f ≠ g as such a statement.
"""

from __future__ import annotations

from pcaproofs.language.conclusions import unequal
from pcaproofs.notes.judging.proving import MOST, PATIENT, QUICK, Case, Settled
from pcaproofs.notes.searching import Offer, from_fewest, hypotheses
from pcaproofs.notes.typing.terms import Relation, Unsupported
from pcaproofs.prover.parts import parts_of


def settle_apart(case: Case, relation: Relation) -> Settled | None:
    """A proof that the sides of a relation differ, from the facts and then also from earlier conditions; else None."""
    given = case.given()
    b = case.builder()
    try:
        sides = b.term(relation.left), b.term(relation.right)
        base, extra = case.facts(b, given), case.imposed(b)[-MOST:]
    except (Unsupported, TypeError, ValueError, NotImplementedError):
        return None
    parts = parts_of(unequal(*sides), hypotheses((*base, *extra)))
    assert parts is not None
    (part,) = parts
    own = [Offer(x, by="") for x in part.given]
    for some, seconds in ((), QUICK), *([(extra, PATIENT)] if extra else []):
        found, needed = from_fewest(part.conclusion, (*base, *own, *some), seconds, QUICK)
        if found.verdict == "proved":
            return Settled(found, tuple([x.place for x in needed if x in some and x.place is not None]), needed)
    return None
