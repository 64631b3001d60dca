"""The mutants layer: each mutant falls, and each part is hit by a mutant that does more than scale one of its sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from pcaproofs.kernel import Compare, Expression, IllTyped, KernelError, Optimum, Polynomial, Scope, Statement
from pcaproofs.language.reader import Reading
from pcaproofs.verify.citations import pointwise
from pcaproofs.verify.claim import Claim, Mutant, Part
from pcaproofs.verify.layers import Layer
from pcaproofs.verify.proving import prove_part
from pcaproofs.verify.substitution import Refused


@dataclass(frozen=True)
class Round:
    """One round of attacks: budgets in seconds' worth of counted steps, at each changed part that still stands.

    refuting: to look for an exact counterexample. proving: to look for a proof or a counterexample; no proof with 0.
    """

    refuting: float
    proving: float = 0.0


ROUNDS = (Round(0.03), Round(0.15), Round(0.25, 0.5), Round(1.5, 3.0))
"""A mutant falls if one of its parts is refuted, so every part gets a short round before any part gets a long one. Of
121 mutants of the catalogue (every fourth claim) the four rounds refute 103, 16, 1 and 1. Proving ends the attack on a
part that is still true."""
FELL = ("refuted", "ill-typed")


@dataclass
class Attempt:
    """One mutant at one part: `verdict` is what is known of the changed part so far."""

    mutant: Mutant
    number: int  # of the part, from 1
    part: Part
    changed: Part
    claim: Claim
    verdict: str = "undecided"

    @cached_property
    def reading(self) -> Reading | None:
        """The changed part as points have to satisfy it, or None where it is ill-typed, cannot be read, or may not cite
        what it does; the last two say nothing about the statement."""
        try:
            return pointwise(self.changed, self.claim.id)
        except Refused:
            self.verdict = "refused"
        except IllTyped:
            self.verdict = "ill-typed"
        except KernelError:
            self.verdict = "unsupported"
        return None

    @cached_property
    def scales(self) -> bool:
        """The changed part is the part with a side times a number."""
        if self.part.citing is not None or self.reading is None:
            return False
        return only_scaled(pointwise(self.part, self.claim.id).statement, self.reading.statement)

    def attack(self, round_: Round) -> None:
        """Looks for an exact counterexample to the changed part, and for a proof where the round has time for one."""
        from pcaproofs.prover.prove import prove_reading
        from pcaproofs.prover.refute import refute

        if self.part.citing is not None:
            if round_.proving:
                self.verdict = prove_part(self.changed, self.claim).verdict
        elif self.reading is None:
            return
        elif refute(self.reading.statement, self.reading.hints, seconds=round_.refuting) is not None:
            self.verdict = "refuted"
        elif round_.proving:
            self.verdict = prove_reading(self.reading, needs=False, seconds=round_.proving).verdict


def mutants_layer(claim: Claim) -> Layer:
    """Every mutant is refuted by an exact example or ill-typed, in some part; and every part falls to a mutant that is
    no mere scale change, or the claim says in `unmutated` why it cannot."""
    if not claim.mutants:
        return Layer("mutants", "skipped", f"declared {claim.declared}")
    reasons = dict(claim.unmutated)
    for number in reasons:
        if not 1 <= number <= len(claim.parts):
            return _failed(f"got a reason for part {number}, but the parts are 1 to {len(claim.parts)}")
    attempts = list(_attempts(claim))
    for mutant in claim.mutants:
        if not any(a.mutant is mutant for a in attempts):
            return _failed(f"{mutant.name}: changes nothing")
    fallen: set[int] = set()
    hit: dict[int, str] = {}
    for k, round_ in enumerate(ROUNDS):
        for a in attempts:
            open_part = a.number not in hit and (not k or a.number not in reasons)
            if a.verdict == "undecided" and (id(a.mutant) not in fallen or (open_part and not a.scales)):
                a.attack(round_)
                if a.verdict in FELL:
                    fallen.add(id(a.mutant))
                    if not a.scales:
                        hit.setdefault(a.number, a.mutant.name)
    for mutant in claim.mutants:
        if id(mutant) not in fallen:
            return _failed(f"{mutant.name}: not refuted")
    for number in range(1, len(claim.parts) + 1):
        if number in hit and number in reasons:
            return _failed(f"part {number}: {hit[number]} hits it, but it is said to be hit by none: {reasons[number]}")
        if number not in hit and number not in reasons:
            return _failed(f"part {number}: got no mutant that hits it, but should be one that is no mere scale change")
    parts = {str(number): hit.get(number) or f"none: {reasons[number]}" for number in range(1, len(claim.parts) + 1)}
    return Layer("mutants", "ok", data={"killed": len(claim.mutants), "parts": parts})


def _failed(note: str) -> Layer:
    return Layer("mutants", "failed", note)


def _attempts(claim: Claim) -> Iterator[Attempt]:
    for mutant in claim.mutants:
        for number, part in enumerate(claim.parts, 1):
            if (changed := mutant.change(part)) is not None:
                yield Attempt(mutant, number, part, changed, claim)


def only_scaled(before: Statement, after: Statement) -> bool:
    """The same statement, but for numbers that sides of a comparison, objectives or values are multiplied by."""
    if before.hypotheses != after.hypotheses or {*before.letters} != {*after.letters} or before.ones != after.ones:
        return False
    left, right = _frame(before), _frame(after)
    scope = Scope(before)
    return left[0] == right[0] and all(
        _proportional(scope.expand(a), scope.expand(b)) for a, b in zip(left[1], right[1], strict=True)
    )


def _frame(statement: Statement) -> tuple[Any, list[Expression]]:
    """A conclusion without the expressions that may be scaled, and these."""
    c = statement.conclusion
    if isinstance(c, Compare):
        return ("compare", c.relation), [c.left, c.right]
    if isinstance(c, Optimum):
        value = [] if c.value is None else [c.value]
        return ("optimum", c.sense, c.at, c.exactly, len(value)), [c.objective, *value]
    return ("same", c.variables, c.first[0], c.second[0]), [c.first[1], c.second[1]]


def _proportional(f: Polynomial, g: Polynomial) -> bool:
    if f.shape != g.shape or f.terms.keys() != g.terms.keys():
        return False
    return len({Fraction(g.terms[m]) / c for m, c in f.terms.items()}) <= 1
