"""A second checker of certificates, which shares no code with the kernel: it computes with numbers, not with symbols.

Every step of a certificate claims that two expressions are equal for all values of the letters. The checker draws the
letters as matrices of integers modulo the prime 2⁶¹ − 1, at several sizes, and computes both sides. The hypotheses need
not hold at such a point, because each hypothesis enters an identity as a term: left side minus right side. The signs of
weights, the names and the shapes are compared symbolically.

A step that is not an identity at the drawn sizes passes at one point with a probability of at most degree / 2⁶¹
(Schwartz and Zippel). A step that is wrong only for larger matrices is not detected. The seed is the digest of the
file. The time is linear in the size of the file, and limited to `values.STEPS`. A proof by induction is checked as
three kinds of statements: about member 0, about member k + 1, and about member k.
"""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from typing import Any

from pcaproofs.crosscheck.facts import free_facts
from pcaproofs.crosscheck.inductions import steps_of
from pcaproofs.crosscheck.point import RandomPoints
from pcaproofs.crosscheck.proofs import check_members, check_proofs
from pcaproofs.crosscheck.records import NotAccepted, fits, need
from pcaproofs.crosscheck.values import StepBudget

__all__ = ["NotAccepted", "crosscheck"]

RANGES = ((2, 4), (1, 1), (1, 3), (3, 5))  # for each point, the smallest and largest size of a named dimension


def crosscheck(data: Any, content: bytes | None = None) -> None:
    """Raises NotAccepted unless all steps of a certificate hold at random points.

    data: the JSON of its file; content: the file itself if it is at hand, which is then not written again for the seed.
    """
    try:
        kinds = ("Family", "Induction") if data["statement"]["is"] == "Family" else ("Statement", "Certificate")
        need(fits(data["statement"], kinds[0]) and fits(data["certificate"], kinds[1]), "got other types")
        seed = sha256(content or json.dumps([data["statement"], data["certificate"]], sort_keys=True).encode()).digest()
        steps = StepBudget()
        family = data["statement"] if kinds[0] == "Family" else None
        for part in steps_of(family, data["certificate"]) if family else [data]:
            points = RandomPoints(part, [Random(seed)] * len(RANGES), RANGES, steps)
            check_proofs(points, free_facts(points))
            if family and part["statement"]["conclusion"] is family["statement"]["conclusion"]:
                check_members(points, family["sequences"])
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError, OverflowError, MemoryError) as error:
        raise (error if isinstance(error, NotAccepted) else NotAccepted("got something malformed")) from None
