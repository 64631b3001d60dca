"""The layers kernel, sympy and numeric of a claim; `mutants_layer` has the mutants."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pcaproofs.kernel import Compare, KernelError
from pcaproofs.verify.citations import assumptions
from pcaproofs.verify.claim import Claim, authors_errors
from pcaproofs.verify.layer_registry import layer_kind
from pcaproofs.verify.proving import Proven, prove_parts
from pcaproofs.verify.substitution import Refused

if TYPE_CHECKING:
    from pcaproofs.verify.implementations import UnderTest

EXAMPLES = 40


@dataclass(frozen=True)
class Layer:
    """The outcome of a layer: status is ok, failed, or skipped for the reason in note; data is for the JSON output."""

    name: str
    status: str
    note: str = ""
    seconds: float = 0.0
    data: dict[str, Any] = field(default_factory=dict)


def timed(name: str, run: Callable[[], Layer]) -> Layer:
    """The layer that `run` returns, with its time in seconds."""
    start = time.perf_counter()
    layer = run()
    return Layer(name, layer.status, layer.note, time.perf_counter() - start, layer.data)


def kernel_layer(claim: Claim, proven: Sequence[Proven] | None = None) -> Layer:
    """Checks that each part has the declared verdict, and that its hypotheses hold at all sizes not excluded.

    A part of a claim about some sizes may be proved at all sizes.
    """
    wanted = claim.declared
    for k, p in enumerate(prove_parts(claim) if proven is None else proven, 1):
        if p.verdict != wanted and not (wanted == "proved at sizes" and p.verdict == "proved"):
            why = p.reason or (p.counterexample.text() if p.counterexample is not None else "no reason was found")
            return Layer("kernel", "failed", f"part {k}: got {p.verdict}, but should be {wanted}; {why}")
    if wanted == "refuted":  # by a point at which they hold
        return Layer("kernel", "ok")
    from pcaproofs.verify.vacuity import Vacuous, where_hypotheses_hold

    try:
        return Layer("kernel", "ok", data={"hypotheses_hold_at": where_hypotheses_hold(claim)})
    except Vacuous as nowhere:
        return Layer("kernel", "failed", str(nowhere))


def sympy_layer(claim: Claim) -> Layer:
    """Checks that SymPy's explicit matrices agree with each part, or disagree with each of a refuted claim."""
    from pcaproofs.verify.second_opinion import second_opinion

    if claim.exists:
        return Layer("sympy", "skipped", "an axiom says that letters exist, which points cannot show")
    if all(part.citing is not None for part in claim.parts):
        return Layer(
            "sympy", "skipped", "it is about the citations of certificates; the statements belong to other claims"
        )
    sizes: list[Any] = []
    for k, part in enumerate(claim.parts, 1):
        opinion = second_opinion(part.conclusion, assumptions(part, claim.id))
        if opinion.agrees == (claim.declared == "refuted"):
            return Layer("sympy", "failed", f"part {k}: {opinion.failure or 'SymPy agrees with a false statement'}")
        if claim.declared == "refuted" and not opinion.checked:
            return Layer("sympy", "failed", f"part {k}: {opinion.failure}")
        sizes += [s for s in opinion.sizes if s not in sizes]
    return Layer("sympy", "ok", data={"sizes": sizes})


def numeric_layer(claim: Claim, examples: int = EXAMPLES) -> Layer:
    """Checks that the property holds for the implementation under test, and fails for each wrong one."""
    if isinstance(claim.numeric, str):
        return Layer("numeric", "skipped", claim.numeric)
    with authors_errors(claim.file, f"the numeric property of {claim.id}"):
        return _numeric_layer(claim, claim.under_test or _reference_pca(), examples)


def _numeric_layer(claim: Claim, tested: UnderTest, examples: int) -> Layer:
    from pcaproofs.verify.properties import first_failure

    assert not isinstance(claim.numeric, str)
    right = tested.right()
    failure = first_failure(claim.numeric, lambda: right, tested.cases(examples))
    if failure:
        return Layer("numeric", "failed", failure)
    if not right.compared:
        return Layer("numeric", "failed", "the property compares nothing")
    for name in claim.wrong:
        if name not in tested.wrong:
            known = ", ".join(tested.wrong)
            return Layer("numeric", "failed", f"got the wrong implementation {name!r}, but should be one of {known}")
        if not first_failure(claim.numeric, tested.wrong[name], tested.cases(10 * examples)):
            return Layer("numeric", "failed", f"the property does not catch the wrong implementation {name!r}")
    data = {"examples": examples, "largest_error": round(right.largest, 3), "wrong_caught": len(claim.wrong)}
    return Layer("numeric", "ok", data=data)


def _reference_pca() -> UnderTest:
    from pcaproofs.verify.reference_pca import PCA

    return PCA


def run_layer(claim: Claim, name: str) -> Layer:
    """Runs one layer of a claim by its name. Raises ValueError for an unknown layer."""
    try:
        layer: Layer = layer_kind(name).load()(claim)
    except (Refused, KernelError) as error:
        return Layer(name, "failed", str(error))
    return layer


def hypotheses_of(proven: Sequence[Proven]) -> list[str]:
    """The names of all hypotheses of the proved statements, each once."""
    names: dict[str, None] = {}
    for p in proven:
        for name, h in p.statement.hypotheses:
            if isinstance(h, Compare):
                names[name] = None
    return list(names)
