"""Every layer of every claim of the Matrix Cookbook, which is a project of its own beside the chapters about PCA."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pcaproofs.cookbook import Equation
from pcaproofs.verify.claim import Claim
from pcaproofs.verify.discovery import cookbook, project_at
from pcaproofs.verify.layer_registry import LAYERS
from pcaproofs.verify.layers import run_layer
from pcaproofs.verify.run import run

CLAIMS = cookbook().claims()
EXPLICIT = "sympy"  # the layer that takes longest
each_claim = pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)


@each_claim
def test_a_claim_has_its_verdict_in_each_layer(claim: Claim, proved_once: Callable[[list[Claim]], None]) -> None:
    proved_once([claim])
    report = run(claim, [layer for layer in LAYERS if layer != EXPLICIT])
    assert report.passed, [f"{layer.name}: {layer.note}" for layer in report.layers if layer.status == "failed"]


@each_claim
def test_explicit_matrices_agree_with_a_claim(claim: Claim) -> None:
    layer = run_layer(claim, EXPLICIT)
    assert layer.status != "failed", layer.note


def test_the_number_in_a_name_is_one_of_the_sources() -> None:
    for claim in CLAIMS:
        if ".eq-" in claim.id:
            numbers = {source.number for source in claim.sources if isinstance(source, Equation)}
            named = claim.id.split(".eq-")[1].removesuffix("-as-printed")
            assert int(named) in numbers, claim.id


def test_its_name_stands_for_it() -> None:
    project = project_at("cookbook")
    assert project is not None
    assert project.select(["inverses.eq-157", "basics"])[-1].id == "inverses.eq-157"
