"""The catalogue: each misconception is executable, differs from what is right, and is told from all the others."""

import dataclasses
import functools
from collections.abc import Mapping

import numpy as np
import pytest

from pcaproofs.grading.data.datasets import DataSet, datasets
from pcaproofs.grading.diagnosis import CATALOGUE
from pcaproofs.grading.diagnosis.catalogue import Misconception, code_words
from pcaproofs.grading.diagnosis.forms import FORMS
from pcaproofs.grading.diagnosis.search import PREDICTED, ComparedSample, SearchResult, search
from pcaproofs.grading.diagnosis.variants import Divisors, Failed, Variant, VariantRun, correct_variants
from pcaproofs.grading.judge import Conventions, examine, facts_of
from pcaproofs.grading.protocol import RoleError
from pcaproofs.verify.discovery import all_claims

PLAIN = Conventions(scale="n-1", covariance="n-1")
BY_N = Conventions(scale="n", covariance="n")
SCORED = Conventions(scale="n-1", covariance="n-1", standardise="n")


def conventions_of(item: Misconception) -> Conventions:
    if item.name == "variances-by-n-1":
        return BY_N
    return SCORED if item.when == "standardised" else PLAIN


def sample_of(
    variant: Variant, data: DataSet, conventions: Conventions, roles: tuple[str, ...] = PREDICTED
) -> ComparedSample:
    """Return what a submission that goes a way would have returned, with signs of its own, and what is wrong."""
    walk = VariantRun(variant, data.real, data.k, Divisors(conventions.scale, conventions.covariance))  # type: ignore[arg-type]
    returned = {}
    signs = np.random.default_rng(len(data.name)).choice([-1.0, 1.0], size=100)
    for role in roles:
        value = walk.role(role)
        if isinstance(value, Failed) or value is None:
            sizes = sorted(value.sizes) if isinstance(value, Failed) else []
            said = "matmul: (size {} is different from {})".format(*sizes) if sizes else "it failed"
            returned[role] = RoleError("ValueError", 0, said)
            continue
        if role in ("components", "scores") and value.ndim == 2 and variant.finish == "as is":
            value = value * signs[: value.shape[1]]
        returned[role] = value.T if variant.turns(role) else value
    facts = facts_of(data.real, data.k, conventions)[0]
    findings = [item for item in examine(facts, returned, conventions) if not item.passed]
    wrong = frozenset(item.criterion.split(".")[0] for item in findings)
    misshapen = frozenset(item.criterion[:-5] for item in findings if item.detail.startswith("got shape"))
    return ComparedSample(data.real, data.k, returned, wrong, misshapen)


@functools.cache
def samples_of(variant: Variant, conventions: Conventions, roles: tuple[str, ...] = PREDICTED) -> list[ComparedSample]:
    situations = frozenset({"data.constant-feature"}) if conventions.standardise != "no" else frozenset()
    standardised = conventions.standardise != "no"
    sets = list(datasets(3, situations, standardised=standardised))
    if variant.solve == "sorted twice":  # an order is often its own inverse
        sets += [data for seed in range(4, 9) for data in datasets(seed) if not data.visible]
    return [sample_of(variant, data, conventions, roles) for data in sets]


def variant_of(item: Misconception, change: Mapping[str, str]) -> Variant | None:
    right = correct_variants(conventions_of(item).standardise, "data")[0]
    variant = dataclasses.replace(right, **change)
    return None if variant == right else variant


VARIANTS = [(item.name, number) for item in CATALOGUE.values() for number in range(len(item.variants))]


@functools.cache
def found(name: str, number: int) -> SearchResult | None:
    item = CATALOGUE[name]
    variant = variant_of(item, item.variants[number])
    assert variant is not None
    return search(samples_of(variant, conventions_of(item)), conventions_of(item))


def test_there_are_enough_and_their_claims_exist() -> None:
    assert len(CATALOGUE) >= 30
    known = {claim.id for claim in all_claims()}
    assert {item.claim for item in CATALOGUE.values()} <= known
    for words in ("title", "hint", "why"):
        texts = [getattr(item, words) for item in CATALOGUE.values()]
        assert all(texts)
        assert words == "why" or len(set(texts)) == len(texts)
    assert all(set(item.at) <= {*PREDICTED, *FORMS} for item in CATALOGUE.values())


@pytest.mark.parametrize("samples", ["rows", "columns"])
@pytest.mark.parametrize("components", ["rows", "columns"])
def test_hints_are_filled_in(samples: str, components: str) -> None:
    for item in CATALOGUE.values():
        hint = item.hint_with(code_words(samples, components))
        assert "{" not in hint
        assert hint.count("`") % 2 == 0
        assert "``" not in hint


@pytest.mark.parametrize("conventions", [PLAIN, BY_N, SCORED, Conventions(), Conventions(standardise="any")])
def test_a_right_variant_is_right_and_has_no_diagnosis(conventions: Conventions) -> None:
    for variant in correct_variants(conventions.standardise, conventions.reconstruction):
        fixed = dataclasses.replace(
            conventions,
            scale="n-1" if conventions.scale == "any" else conventions.scale,
            covariance="n-1" if conventions.covariance == "any" else conventions.covariance,
        )
        samples = samples_of(variant, fixed)
        assert not any(sample.wrong for sample in samples)
        assert search(samples, conventions) is None


@pytest.mark.parametrize(("name", "number"), VARIANTS)
def test_each_variant_differs_from_what_is_right(name: str, number: int) -> None:
    item = CATALOGUE[name]
    variant = variant_of(item, item.variants[number])
    assert variant is None or any(sample.wrong for sample in samples_of(variant, conventions_of(item)))


@pytest.mark.parametrize(
    ("name", "number"),
    [variant for variant in VARIANTS if variant_of(CATALOGUE[variant[0]], CATALOGUE[variant[0]].variants[variant[1]])],
)
def test_each_variant_differs_from_all_others(name: str, number: int) -> None:
    named = found(name, number)
    assert named is not None
    assert [item.name for item in named.misconceptions] == [name]
