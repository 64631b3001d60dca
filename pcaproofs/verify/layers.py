"""The four layers: kernel, SymPy's second opinion, the numeric property, and the mutants."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pcaproofs.kernel import Certificate, Compare, KernelError, Statement
from pcaproofs.language.reader import Reading, read
from pcaproofs.verify.claim import Claim, Part
from pcaproofs.verify.leaning import assumptions, cited_beyond, lean

LAYERS = ("kernel", "sympy", "numeric", "mutants")
EXAMPLES = 40


@dataclass(frozen=True)
class Layer:
    """One layer's outcome: ok, failed, or skipped for the reason in note."""

    name: str
    status: str
    note: str = ""
    seconds: float = 0.0
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Proven:
    """A part's reading with its verdict and what supports it.

    statement: what the certificate proves, which may have a letter for 1/f where the reading only says f > 0.
    """

    reading: Reading
    verdict: str
    certificate: Certificate | None
    reason: str = ""
    counterexample: Any = None
    used: tuple[Claim, ...] = ()
    certified: Statement | None = None

    @property
    def statement(self) -> Statement:
        return self.certified or self.reading.statement


def timed(name: str, run: Callable[[], Layer]) -> Layer:
    """Runs a layer and notes how long it took."""
    start = time.perf_counter()
    layer = run()
    return Layer(name, layer.status, layer.note, time.perf_counter() - start, layer.data)


_PROVEN: dict[Claim, tuple[Proven, ...]] = {}


def prove_parts(claim: Claim) -> tuple[Proven, ...]:
    """The verdict on every part: the kernel's, or an exact counterexample's; a cited axiom's parts stay unproved."""
    if claim not in _PROVEN:
        _PROVEN[claim] = tuple(_prove_part(part, claim) for part in claim.parts)
    return _PROVEN[claim]


def remember(claim: Claim, proven: tuple[Proven, ...]) -> None:
    """What another process found out about a claim, so that it is not proved again."""
    _PROVEN.setdefault(claim, proven)


def _prove_part(part: Part, claim: Claim) -> Proven:
    from pcaproofs.prover.prove import prove_reading
    from pcaproofs.prover.refute import refute

    leaning = lean(part, claim.id)
    reading = leaning.reading
    if claim.declared == "cited":
        return Proven(reading, "cited", None)
    # what is declared is likely, and is looked for first
    if claim.declared == "refuted" and part.citing is None:
        if (example := refute(reading.statement, reading.hints, seconds=1.0)) is not None:
            return Proven(reading, "refuted", None, counterexample=example)
        result = None
    else:
        result = prove_reading(reading, refute=False, needs=False)
    if result is None or result.verdict != "proved":
        result = prove_reading(reading, needs=False)
    verdict, reason = result.verdict, result.reason
    if part.citing is not None and result.certificate is not None:
        if beyond := cited_beyond(part, reading.statement, result.certificate):
            verdict, reason = "refuted", f"its certificate cites {', '.join(beyond)}"
    elif part.size and verdict == "proved":
        verdict = "proved at sizes"
    used = leaning.used(result.certificate) if result.certificate is not None else []
    for other in used:
        if not {p.verdict for p in prove_parts(other)} <= {"proved", "cited"}:
            verdict, reason = "undecided", f"it leans on {other.id}, which is not proved"
    proved = result.statement if result.certificate is not None else None
    return Proven(reading, verdict, result.certificate, reason, result.counterexample, tuple(used), proved)


def kernel_layer(claim: Claim, proven: Sequence[Proven]) -> Layer:
    """Each part has the declared verdict; in a claim about some sizes a part may hold at all of them."""
    wanted = claim.declared
    for k, p in enumerate(proven, 1):
        if p.verdict != wanted and not (wanted == "proved at sizes" and p.verdict == "proved"):
            return Layer("kernel", "failed", f"part {k}: got {p.verdict}, but should be {wanted}; {p.reason}")
    return Layer("kernel", "ok")


def sympy_layer(claim: Claim) -> Layer:
    """SymPy's explicit matrices agree with each part, or of a refuted claim disagree."""
    from pcaproofs.verify.second_opinion import second_opinion

    if claim.declared == "cited":
        return Layer("sympy", "skipped", "an axiom says that letters exist, which points cannot show")
    if all(part.citing is not None for part in claim.parts):
        return Layer("sympy", "skipped", "it says of certificates what they cite; the statements are other claims' own")
    sizes: list[Any] = []
    for k, part in enumerate(claim.parts, 1):
        opinion = second_opinion(part.conclusion, assumptions(part, claim.id))
        if opinion.agrees == (claim.declared == "refuted"):
            return Layer("sympy", "failed", f"part {k}: {opinion.failure or 'SymPy agrees with what is false'}")
        if claim.declared == "refuted" and not opinion.checked:
            return Layer("sympy", "failed", f"part {k}: {opinion.failure}")
        sizes += [s for s in opinion.sizes if s not in sizes]
    return Layer("sympy", "ok", data={"sizes": sizes})


def numeric_layer(claim: Claim, examples: int = EXAMPLES) -> Layer:
    """The property holds against the reference PCA, and fails for each wrong one that the claim names."""
    if isinstance(claim.numeric, str):
        return Layer("numeric", "skipped", claim.numeric)
    from pcaproofs.verify.bench import WRONG, Bench
    from pcaproofs.verify.properties import first_failure

    bench = Bench()
    failure = first_failure(claim.numeric, lambda: bench, examples)
    if failure:
        return Layer("numeric", "failed", failure)
    if not bench.compared:
        return Layer("numeric", "failed", "the property compares nothing")
    for name in claim.wrong:
        if name not in WRONG:
            return Layer("numeric", "failed", f"got the wrong PCA {name!r}, but should be one of {', '.join(WRONG)}")
        if not first_failure(claim.numeric, WRONG[name], 10 * examples):
            return Layer("numeric", "failed", f"the property does not catch a PCA that is wrong: {name}")
    data = {"examples": examples, "largest_error": round(bench.largest, 3), "wrong_caught": len(claim.wrong)}
    return Layer("numeric", "ok", data=data)


def mutants_layer(claim: Claim) -> Layer:
    """Every mutant, the claim with its changed parts, is refuted by an exact example, or ill-typed."""
    if not claim.mutants:
        return Layer("mutants", "skipped", f"declared {claim.declared}")
    killed = 0
    for mutant in claim.mutants:
        touched = [changed for part in claim.parts if (changed := mutant.change(part)) is not None]
        if not touched:
            return Layer("mutants", "failed", f"{mutant.name}: changes nothing")
        tries = (_attack(part, claim, *seconds) for seconds in _ATTACKS for part in touched)
        if not any(verdict in ("refuted", "ill-typed") for verdict in tries):
            return Layer("mutants", "failed", f"{mutant.name}: not refuted")
        killed += 1
    return Layer("mutants", "ok", data={"killed": killed})


# seconds to look for a point, and for a proof or a point, at each part of what is false if one part is: a short look at
# every part comes before a long one at any, and before a proof of those that are still true
_ATTACKS = ((0.03, 0.0), (0.15, 0.0), (0.25, 0.5), (1.5, 3.0))


def _attack(part: Part, claim: Claim, looking: float, proving: float) -> str:
    from pcaproofs.prover.prove import prove_reading
    from pcaproofs.prover.refute import refute

    if part.citing is not None:
        return _prove_part(part, claim).verdict if proving else "undecided"
    try:
        reading = read(part.conclusion, assumptions(part, claim.id))
    except KernelError:
        return "ill-typed"
    if refute(reading.statement, reading.hints, seconds=looking) is not None:
        return "refuted"
    return prove_reading(reading, needs=False, seconds=proving).verdict if proving else "undecided"


def run_layer(claim: Claim, name: str) -> Layer:
    """One layer by its name."""
    if name == "kernel":
        return kernel_layer(claim, prove_parts(claim))
    others = {"sympy": sympy_layer, "numeric": numeric_layer, "mutants": mutants_layer}
    return others[name](claim)


def hypotheses_of(proven: Sequence[Proven]) -> list[str]:
    """The names of all hypotheses, each once."""
    names: dict[str, None] = {}
    for p in proven:
        for name, h in p.statement.hypotheses:
            if isinstance(h, Compare):
                names[name] = None
    return list(names)
