"""Every layer of every claim of the Matrix Cookbook, which is a project of its own beside the chapters about PCA."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path

import pytest

from pcaproofs.cookbook import Equation
from pcaproofs.cookbook.powers import POWERS
from pcaproofs.verify.claim import Claim
from pcaproofs.verify.discovery import cookbook, project_at
from pcaproofs.verify.layer_registry import LAYERS
from pcaproofs.verify.layers import run_layer
from pcaproofs.verify.run import run

ROOT = Path(__file__).parents[2]
CLAIMS = cookbook().claims()
EXPLICIT = "sympy"  # the layer that takes longest
each_claim = pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)


@each_claim
def test_a_claim_has_its_verdict_in_each_layer(claim: Claim, proved_once: Callable[[Iterable[Claim]], None]) -> None:
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


def test_the_page_of_the_cookbook_is_up_to_date(proved_once: Callable[[Iterable[Claim]], None]) -> None:
    proved_once(CLAIMS)
    """After the tests of each claim, whose proofs it takes."""
    made = runpy.run_path(str(ROOT / "docs" / "cookbook.py"))["page"]()
    assert (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8") == made, "run python docs/cookbook.py"


def test_each_number_of_the_cookbook_is_counted_once() -> None:
    page = runpy.run_path(str(ROOT / "docs" / "cookbook.py"))
    outside, unchecked, uncounted = ([*chain(*page[name].values())] for name in ("OUTSIDE", "OPEN", "UNCOUNTED"))
    claims = {s.number for claim in CLAIMS for s in claim.sources if isinstance(s, Equation)}
    claims |= {number for power in POWERS for number in power.numbers}
    elsewhere = [*outside, *unchecked, *uncounted]
    assert len(elsewhere) == len({*elsewhere})
    assert {*elsewhere} | claims == set(range(1, 551))
    assert claims.isdisjoint([*unchecked, *uncounted])
    assert page["EXPECTATIONS"] <= claims
