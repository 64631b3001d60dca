"""The prefilter leaves out only what a look at the whole value leaves out as well, and most of that."""

import pytest

from pcaproofs.grading.diagnosis.matching import Matcher, Sample
from pcaproofs.grading.diagnosis.prefilter import Prefilter
from pcaproofs.grading.diagnosis.search import _early_variants
from pcaproofs.grading.diagnosis.variants import Divisors, Variant
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.protocol import RoleError

from .test_catalogue import samples_of

VARIANTS = [variant for _, variant in _early_variants("no", "data", 1)] + [
    variant for _, variant in _early_variants("no", "data", 2)[::9]
]
RETURNED = {
    "right": Variant(),
    "smallest": Variant(solve="ascending"),
    "rows": Variant(select="rows"),
    "on its side": Variant(turned="components"),
    "whole mean": Variant(centre="everything"),
    "nothing": Variant(),
}


@pytest.mark.parametrize("conventions", [{}, {"components": "rows"}, {"components": "either"}, {"order": "increasing"}])
@pytest.mark.parametrize("name", RETURNED)
def test_no_variant_is_left_out_that_may_be_the_one(name: str, conventions: dict[str, str]) -> None:
    asked, divisors = Conventions(**conventions), Divisors()  # type: ignore[arg-type]
    sample = min(samples_of(RETURNED[name], Conventions(scale="n-1", covariance="n-1")), key=lambda each: each.X.size)
    for role in ("centered", "components"):
        got = RoleError("TypeError", 0, "got None") if name == "nothing" else sample.roles[role]
        own = Sample(sample.X, sample.k, {role: got}, frozenset({role}))
        follow = Matcher([own], asked).follow
        possible = {number for number, variant in enumerate(VARIANTS) if follow(variant, divisors, (role,)) is not None}
        kept = set(Prefilter(role, VARIANTS, own.place, divisors).kept(got, asked))
        assert possible <= kept
        left = [number for number in kept - possible if not VARIANTS[number].sign_matters]
        assert len(left) <= 0.15 * len(VARIANTS)
