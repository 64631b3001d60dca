"""Proofs that two sides differ: r = 0 for each number r with r²f = r²g; with f ≥ g this gives f > g.

The kernel proves = and ≥ only. `pcaproofs.prover.parts` writes f ≠ g as such a statement.
"""

from __future__ import annotations

from pcaproofs.language.conclusions import unequal
from pcaproofs.notes.judging.proving import MOST, PATIENT, QUICK, Case, Settled
from pcaproofs.notes.searching import checked, without_idle
from pcaproofs.notes.typing.terms import Relation, Unsupported
from pcaproofs.prover.parts import parts_of


def settle_apart(case: Case, relation: Relation) -> Settled | None:
    """A proof that the sides of a relation differ, from the facts and then also from earlier conditions; else None."""
    given = case.given()
    b = case.builder()
    try:
        sides = b.term(relation.left), b.term(relation.right)
        base, extra = tuple(x.build(b) for x in given), case.imposed(b)[-MOST:]
        _, doubt = case.apart_from_doubtful(given, base)
    except (Unsupported, TypeError, ValueError, NotImplementedError):
        return None
    parts = parts_of(unequal(*sides), (*base, *(h for h, _ in extra)))
    assert parts is not None
    (part,) = parts
    found = checked(part.conclusion, (*base, *part.given), QUICK)
    if found.verdict == "proved":
        return Settled(found, base, doubt=doubt)
    if not extra or checked(part.conclusion, (*base, *part.given, *(h for h, _ in extra)), PATIENT).verdict != "proved":
        return None
    needed = without_idle(part.conclusion, (*base, *part.given), extra, QUICK)
    found = checked(part.conclusion, (*base, *part.given, *(h for h, _ in needed)), PATIENT)
    return Settled(found, base, tuple(span for _, span in needed), doubt) if found.verdict == "proved" else None
