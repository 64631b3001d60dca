"""Verdicts on the parts of a claim, each computed once in a process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pcaproofs.certificates import facts_of
from pcaproofs.kernel import Certificate, KernelError, Statement
from pcaproofs.language.reader import Reading
from pcaproofs.verify.citations import Resolved, cited_beyond, plain_reading, pointwise, resolve
from pcaproofs.verify.claim import Claim, ClaimError, Part
from pcaproofs.verify.substitution import Refused
from pcaproofs.verify.worked import Lines, NotWorked, facts_named, worked

LEAST_SECONDS = 0.1  # worth of steps, 100,000, for an example of a refuted claim that is less than the first one


@dataclass(frozen=True)
class Proven:
    """The verdict on a part, with its certificate or counterexample.

    used: the claims that the certificate cites. certified: the statement that the certificate proves, if it is a
    reformulation of the part's (with a letter for 1/f where the part only says f > 0, for example). lines: of a worked
    proof, by the goal that they prove.
    """

    reading: Reading
    verdict: str
    certificate: Certificate | None
    reason: str = ""
    counterexample: Any = None
    used: tuple[Claim, ...] = ()
    certified: Statement | None = None
    lines: Lines = field(default_factory=dict)

    @property
    def statement(self) -> Statement:
        """The statement that the certificate proves, or else that of the part."""
        return self.certified or self.reading.statement


_PROVEN: dict[Claim, tuple[Proven, ...]] = {}


def prove_parts(claim: Claim) -> tuple[Proven, ...]:
    """The verdict on every part: from the kernel, or from an exact counterexample; the parts of an axiom are cited."""
    if claim not in _PROVEN:
        _PROVEN[claim] = tuple(prove_part(part, claim) for part in claim.parts)
    return _PROVEN[claim]


def remember(claim: Claim, proven: tuple[Proven, ...]) -> None:
    """Stores the verdicts from another process, so that the claim is not proved again."""
    _PROVEN.setdefault(claim, proven)


def sourced(proven: Proven, part: Part) -> Proven:
    """A verdict from another process, with the SymPy expressions of its part put back into the reading."""
    reading = replace(proven.reading, source=part.conclusion, hypotheses=part.plain)
    return replace(proven, reading=reading)


def prove_part(part: Part, claim: Claim) -> Proven:
    """The verdict on one part, computed without the cache.

    The declared verdict is the likely one, so it is tried first: `prove` would search for a proof and a counterexample
    in turn. Raises ClaimError for a statement without meaning.
    """
    try:
        resolved = resolve(part, claim.id)
    except Refused as error:
        return Proven(plain_reading(part), "undecided", None, str(error))
    except KernelError as error:
        raise ClaimError(f"{error} [{claim.file}, {claim.id}]") from error
    if claim.declared == "cited":
        return Proven(resolved.reading, "cited", None)
    return _worked(part, claim, resolved) if part.steps else _searched(part, claim, resolved)


def _searched(part: Part, claim: Claim, resolved: Resolved) -> Proven:
    """The verdict on a part for which a proof or a counterexample is searched."""
    from pcaproofs.prover.prove import prove_reading
    from pcaproofs.prover.refute import least, refute
    from pcaproofs.prover.search.shorter import shorter

    reading = resolved.reading
    if claim.declared == "refuted" and part.citing is None:
        if (example := refute(reading.statement, reading.hints, seconds=1.0)) is not None:
            example = least(reading.statement, reading.hints, example, seconds=LEAST_SECONDS)
            return Proven(reading, "refuted", None, counterexample=example)
        result = None
    else:
        result = prove_reading(reading, refute=False, needs=False)
    if result is None or result.verdict != "proved":
        result = prove_reading(reading, needs=False)
    if result.statement is not None and result.certificate is not None and result.verdict == "proved":
        result = replace(result, certificate=shorter(result.statement, result.certificate))
    verdict, reason = result.verdict, result.reason
    if part.citing is not None and result.certificate is not None:
        if beyond := cited_beyond(part, reading.statement, result.certificate):
            verdict, reason = "refuted", f"its certificate cites {', '.join(beyond)}"
    elif part.size and verdict == "proved":
        verdict = "proved at sizes"
    used = resolved.used(facts_of(result.certificate)) if result.certificate is not None else []
    if (doubt := _unproved(used)) is not None:
        verdict, reason = "undecided", doubt
    proved = result.statement if result.certificate is not None else None
    return Proven(reading, verdict, result.certificate, reason, result.counterexample, tuple(used), proved)


def _worked(part: Part, claim: Claim, resolved: Resolved) -> Proven:
    """The verdict on a part with a worked proof: undecided if one of its lines does not follow."""
    plain = pointwise(part, claim.id)
    try:
        statement, certificate, lines = worked(part, resolved, plain)
    except (NotWorked, KernelError) as error:
        return Proven(plain, "undecided", None, str(error))
    used = resolved.used(facts_of(certificate) | facts_named(lines))
    doubt = _unproved(used)
    verdict = "undecided" if doubt is not None else "proved at sizes" if part.size else "proved"
    reading = plain if statement == plain.statement else resolved.reading
    return Proven(reading, verdict, certificate, doubt or "", None, tuple(used), None, lines)


def _unproved(used: Sequence[Claim]) -> str | None:
    """The reason why a proof with these citations is invalid, that one of the claims is not proved; otherwise ""."""
    for other in used:
        if not {p.verdict for p in prove_parts(other)} <= {"proved", "cited"}:
            return f"it cites {other.id}, which is not proved"
    return None
