"""Running claims and computing their verdicts."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pcaproofs import certificates
from pcaproofs.verify.claim import Claim, ClaimError
from pcaproofs.verify.layer_registry import LAYERS
from pcaproofs.verify.layers import (
    Layer,
    hypotheses_of,
    run_layer,
    timed,
)
from pcaproofs.verify.proving import Proven, prove_parts

ERROR = "error"


@dataclass(frozen=True)
class ClaimReport:
    """The verdict on a claim, with its layers and proofs.

    error: why a claim could not be run, in one line; then it has neither layers nor proofs, and the verdict ERROR.
    """

    claim: Claim
    verdict: str
    layers: tuple[Layer, ...]
    proven: tuple[Proven, ...]
    seconds: float
    error: str = ""

    @property
    def passed(self) -> bool:
        """Whether the verdict is the declared one and no layer failed."""
        return self.verdict == self.claim.declared and all(layer.status != "failed" for layer in self.layers)

    @property
    def problem(self) -> str:
        """The failure in one line."""
        if self.error:
            return self.error
        for layer in self.layers:
            if layer.status == "failed":
                return f"{layer.name}: {layer.note}"
        return "" if self.passed else f"got {self.verdict}, but should be {self.claim.declared}"

    @property
    def steps(self) -> int:
        """The number of steps of its certificates."""
        return sum(certificates.size(p.certificate) for p in self.proven if p.certificate is not None)

    @property
    def dimensions(self) -> str:
        """The dimensions for which the verdict holds: all, or "p = 1, 2, 3"."""
        if self.verdict == "proved at sizes":
            sized = [part.size.split(" = ") for part in self.claim.parts if part.size]
            return f"{sized[0][0]} = {', '.join(dict.fromkeys(size for _, size in sized))}"
        return "all" if self.verdict == "proved" else ""

    @property
    def assumed(self) -> list[str]:
        """The assumptions that give the statements a meaning, each once."""
        return list(dict.fromkeys(x for p in self.proven for x in p.reading.assumed))

    def certificate_digest(self) -> str:
        """One SHA-256 over the certificates of all parts."""
        from hashlib import sha256

        digests = [certificates.digest(p.statement, p.certificate) for p in self.proven if p.certificate is not None]
        if len(digests) == 1:
            return digests[0]
        return sha256("".join(digests).encode()).hexdigest() if digests else ""

    def uses(self) -> list[Claim]:
        """The claims that the certificates cite."""
        found: dict[str, Claim] = {}
        for proven in self.proven:
            found |= {c.id: c for c in proven.used}
        return list(found.values())

    def to_json(self) -> dict[str, Any]:
        """The record of one claim in `pcaproofs prove --json`."""
        return {
            "id": self.claim.id,
            "chapter": self.claim.chapter,
            "verdict": self.verdict,
            "declared": self.claim.declared,
            "dimensions": self.dimensions,
            "hypotheses": hypotheses_of(self.proven),
            "assumed": self.assumed,
            "uses": [c.id for c in self.uses()],
            "cites": [] if self.error else axioms_of(self.claim),
            "certificate": self._certificate(),
            **({"error": self.error} if self.error else {}),
            "layers": {
                layer.name: {
                    "status": layer.status,
                    "note": layer.note,
                    "seconds": round(layer.seconds, 4),
                    **layer.data,
                }
                for layer in self.layers
            },
            "sources": [str(s) for s in self.claim.sources],
            "seconds": round(self.seconds, 4),
        }

    def _certificate(self) -> dict[str, Any] | None:
        if not self.verdict.startswith("proved"):
            return None
        return {"steps": self.steps, "sha256": self.certificate_digest()}


def run_or_error(claim: Claim, layers: Iterable[str]) -> ClaimReport:
    """The same as `run`; for a claim that raises ClaimError a report with the error."""
    try:
        return run(claim, layers)
    except ClaimError as error:
        return ClaimReport(claim, ERROR, (), (), 0.0, str(error))


def run(claim: Claim, layers: Iterable[str] = LAYERS) -> ClaimReport:
    """The report of the named layers of a claim; the kernel always runs, since it gives the verdict."""
    start = time.perf_counter()
    done = [timed("kernel", partial(run_layer, claim, "kernel"))]
    proven = prove_parts(claim)
    done += [timed(name, partial(run_layer, claim, name)) for name in LAYERS[1:] if name in layers]
    return ClaimReport(claim, verdict_of(proven), tuple(done), proven, time.perf_counter() - start)


def axioms_of(claim: Claim) -> list[str]:
    """The ids of the axioms that a claim cites, directly or through the claims that its certificates cite."""
    if claim.declared == "cited":
        return [claim.id]
    found: dict[str, None] = {}
    for proven in prove_parts(claim):
        for used in proven.used:
            found |= dict.fromkeys(axioms_of(used))
    return list(found)


def verdict_of(proven: Sequence[Proven]) -> str:
    """The verdict on a claim: the weakest of those on its parts."""
    verdicts = {p.verdict for p in proven}
    for verdict in ("ill-typed", "unsupported", "refuted", "undecided", "cited", "proved at sizes", "proved"):
        if verdict in verdicts:
            return verdict
    return "undecided"


def summary(reports: Sequence[ClaimReport]) -> dict[str, int]:
    """How many claims have each verdict."""
    counts: dict[str, int] = {}
    for report in reports:
        counts[report.verdict] = counts.get(report.verdict, 0) + 1
    return {**counts, "claims": len(reports), "failed": sum(not r.passed for r in reports)}
