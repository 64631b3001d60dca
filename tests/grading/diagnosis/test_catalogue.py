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
from pcaproofs.grading.diagnosis.matching import PREDICTED, Sample
from pcaproofs.grading.diagnosis.search import Found, search
from pcaproofs.grading.diagnosis.variants import Divisors, Failed, Walk, Way, right_ways
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


def sample_of(way: Way, data: DataSet, conventions: Conventions, roles: tuple[str, ...] = PREDICTED) -> Sample:
    """Return what a submission that goes a way would have returned, with signs of its own, and what is wrong."""
    walk = Walk(way, data.real, data.k, Divisors(conventions.scale, conventions.covariance))  # type: ignore[arg-type]
    returned = {}
    signs = np.random.default_rng(len(data.name)).choice([-1.0, 1.0], size=100)
    for role in roles:
        value = walk.role(role)
        if isinstance(value, Failed) or value is None:
            sizes = sorted(value.sizes) if isinstance(value, Failed) else []
            said = "matmul: (size {} is different from {})".format(*sizes) if sizes else "it failed"
            returned[role] = RoleError("ValueError", 0, said)
            continue
        if role in ("components", "scores") and value.ndim == 2 and way.finish == "as is":
            value = value * signs[: value.shape[1]]
        returned[role] = value.T if way.turns(role) else value
    facts = facts_of(data.real, data.k, conventions)[0]
    findings = [item for item in examine(facts, returned, conventions) if not item.passed]
    wrong = frozenset(item.criterion.split(".")[0] for item in findings)
    misshapen = frozenset(item.criterion[:-5] for item in findings if item.detail.startswith("got shape"))
    return Sample(data.real, data.k, returned, wrong, misshapen)


@functools.cache
def samples_of(way: Way, conventions: Conventions, roles: tuple[str, ...] = PREDICTED) -> list[Sample]:
    situations = frozenset({"data.constant-feature"}) if conventions.standardise != "no" else frozenset()
    standardised = conventions.standardise != "no"
    sets = list(datasets(3, situations, standardised=standardised))
    if way.solve == "sorted twice":  # an order is often its own inverse
        sets += [data for seed in range(4, 9) for data in datasets(seed) if not data.visible]
    return [sample_of(way, data, conventions, roles) for data in sets]


def way_of(item: Misconception, change: Mapping[str, str]) -> Way | None:
    right = right_ways(conventions_of(item).standardise, "data")[0]
    way = dataclasses.replace(right, **change)
    return None if way == right else way


WAYS = [(item.name, number) for item in CATALOGUE.values() for number in range(len(item.ways))]


@functools.cache
def found(name: str, number: int) -> Found | None:
    item = CATALOGUE[name]
    way = way_of(item, item.ways[number])
    assert way is not None
    return search(samples_of(way, conventions_of(item)), conventions_of(item))


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
def test_a_right_way_is_right_and_has_no_diagnosis(conventions: Conventions) -> None:
    for way in right_ways(conventions.standardise, conventions.reconstruction):
        fixed = dataclasses.replace(
            conventions,
            scale="n-1" if conventions.scale == "any" else conventions.scale,
            covariance="n-1" if conventions.covariance == "any" else conventions.covariance,
        )
        samples = samples_of(way, fixed)
        assert not any(sample.wrong for sample in samples)
        assert search(samples, conventions) is None


@pytest.mark.parametrize(("name", "number"), WAYS)
def test_each_way_differs_from_what_is_right(name: str, number: int) -> None:
    item = CATALOGUE[name]
    way = way_of(item, item.ways[number])
    assert way is None or any(sample.wrong for sample in samples_of(way, conventions_of(item)))


@pytest.mark.parametrize(
    ("name", "number"), [way for way in WAYS if way_of(CATALOGUE[way[0]], CATALOGUE[way[0]].ways[way[1]])]
)
def test_each_way_is_told_from_all_others(name: str, number: int) -> None:
    told = found(name, number)
    assert told is not None
    assert [item.name for item in told.misconceptions] == [name]
