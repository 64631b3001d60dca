"""The layer `mutants`: each mutant is killed, and each part is killed by a mutant that does more than scale a side.

A mutant is killed if one of its changed parts is refuted by an exact counterexample or is ill-typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
class _Round:
    """The budget of one round for each changed part that is not refuted yet, in seconds' worth of counted steps.

    refuting: for an exact counterexample. proving: then for a proof or a counterexample; 0 for neither.
    """

    refuting: float
    proving: float = 0.0


ROUNDS = (_Round(0.03), _Round(0.15), _Round(0.25, 0.5), _Round(1.5, 3.0))
"""Every part gets a short round before any part gets a long one, since one refuted part kills the mutant."""
KILLED = ("refuted", "ill-typed")


@dataclass
class _Attempt:
    """A mutant at one part; `verdict` is that of the changed part so far."""

    mutant: Mutant
    number: int  # of the part, from 1
    part: Part
    changed: Part
    claim: Claim
    verdict: str = "undecided"

    @cached_property
    def reading(self) -> Reading | None:
        """The reading of the changed part; None if it is ill-typed, unreadable, or cites what it may not cite.

        Only ill-typed parts kill the mutant: the other reasons say nothing about the statement.
        """
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
        """Whether the change only multiplies sides by numbers."""
        if self.part.citing is not None or self.reading is None:
            return False
        return only_scaled(pointwise(self.part, self.claim.id).statement, self.reading.statement)

    def attack(self, round_: _Round) -> None:
        """Looks for an exact counterexample to the changed part, and for a proof if the round has a budget for one."""
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


@dataclass
class _Outcome:
    """The killed mutants, by identity, and for each part the name of a mutant that does more than scale."""

    killed: set[int] = field(default_factory=set)
    hit: dict[int, str] = field(default_factory=dict)


def mutants_layer(claim: Claim) -> Layer:
    """Checks that every mutant is killed, and every part by a mutant that does more than scale a side.

    A part that no such mutant can kill needs a reason in `unmutated`; a part with a reason must not be killed.
    """
    if not claim.mutants:
        return Layer("mutants", "skipped", f"declared {claim.declared}")
    attempts = list(attempts_of(claim))
    if problem := _ill_declared(claim, attempts):
        return Layer("mutants", "failed", problem)
    outcome = _attack(attempts, claim.unmutated)
    if problem := next(_survivors(claim, outcome, attempts), ""):
        return Layer("mutants", "failed", problem)
    numbers = range(1, len(claim.parts) + 1)
    parts = {str(k): outcome.hit.get(k) or f"none: {claim.unmutated[k]}" for k in numbers}
    return Layer("mutants", "ok", data={"killed": len(claim.mutants), "parts": parts})


def _ill_declared(claim: Claim, attempts: Sequence[_Attempt]) -> str:
    """Faults of the declarations, found before any attack: a reason for no part, or a mutant without effect."""
    for number in claim.unmutated:
        if not 1 <= number <= len(claim.parts):
            return f"got a reason for part {number}, but the parts are 1 to {len(claim.parts)}"
    idle = (m for m in claim.mutants if not any(a.mutant is m for a in attempts))
    return next((f"{mutant.name}: changes nothing" for mutant in idle), "")


def _attack(attempts: Sequence[_Attempt], reasons: Mapping[int, str]) -> _Outcome:
    """The outcome of all rounds; a part with a reason is attacked in the first round only, to test the reason."""
    outcome = _Outcome()
    for k, round_ in enumerate(ROUNDS):
        for a in attempts:
            is_open = a.number not in outcome.hit and (k == 0 or a.number not in reasons)
            if a.verdict == "undecided" and (id(a.mutant) not in outcome.killed or (is_open and not a.scales)):
                a.attack(round_)
                if a.verdict in KILLED:
                    outcome.killed.add(id(a.mutant))
                    if not a.scales:
                        outcome.hit.setdefault(a.number, a.mutant.name)
    return outcome


def _survivors(claim: Claim, outcome: _Outcome, attempts: Sequence[_Attempt]) -> Iterator[str]:
    """One line for each mutant that survives, and each part whose mutants or reason are wrong."""
    hit, reasons = outcome.hit, claim.unmutated
    for mutant in claim.mutants:
        if id(mutant) not in outcome.killed:
            its = [a for a in attempts if a.mutant is mutant]
            yield f"{mutant.name}: not refuted; {'; '.join(_left_by(a) for a in its)}"
    for number in range(1, len(claim.parts) + 1):
        if number in hit and number in reasons:
            yield f"part {number}: {hit[number]} hits it, but it is said to be hit by none: {reasons[number]}"
        if number not in hit and number not in reasons:
            yield f"part {number}: got no mutant that hits it, but should be one that is no mere scale change"


def _left_by(attempt: _Attempt) -> str:
    """What is known of a changed part that is not refuted, with its statement."""
    from pcaproofs.language.readable_statement import ReadableStatement

    known = {"proved": "is proved, so the change is no mistake", "undecided": "is neither proved nor refuted"}
    said = f"part {attempt.number} {known.get(attempt.verdict, f'is {attempt.verdict}')}"
    return (
        f"{said}: {ReadableStatement(attempt.reading.statement).conclusion()}" if attempt.reading is not None else said
    )


def attempts_of(claim: Claim) -> Iterator[_Attempt]:
    """Each mutant at each part that it changes."""
    for mutant in claim.mutants:
        for number, part in enumerate(claim.parts, 1):
            if (changed := mutant.change(part)) is not None:
                yield _Attempt(mutant, number, part, changed, claim)


def only_scaled(before: Statement, after: Statement) -> bool:
    """Whether two statements differ only in numbers by which sides, objectives or values are multiplied."""
    if before.hypotheses != after.hypotheses or {*before.letters} != {*after.letters} or before.ones != after.ones:
        return False
    left, right = _frame(before), _frame(after)
    scope = Scope(before)
    return left[0] == right[0] and all(
        _proportional(scope.expand(a), scope.expand(b)) for a, b in zip(left[1], right[1], strict=True)
    )


def _frame(statement: Statement) -> tuple[Any, list[Expression]]:
    """A conclusion without the expressions that a mutant may scale, and these expressions."""
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
