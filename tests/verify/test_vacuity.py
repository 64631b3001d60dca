"""No claim is true only because its hypotheses never hold: they are looked for at sizes of all kinds."""

from __future__ import annotations

from typing import Any

import pytest
from letters import X, d, e, n, p
from sympy import Identity, MatrixSymbol, Trace

import pcaproofs.verify.claim as claim_module
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import centered, orthonormal, symmetric, unit
from pcaproofs.language.nodes import sqnorm
from pcaproofs.verify.claim import KINDS_OF_SIZES, Claim, given, note
from pcaproofs.verify.layers import run_layer
from pcaproofs.verify.mutants import swap
from pcaproofs.verify.vacuity import SizeKind

L = MatrixSymbol("L", p, n)
B, C = MatrixSymbol("B", p, d), MatrixSymbol("C", p, e)
z = MatrixSymbol("z", n, 1)
halves = [equal(B.T * B, Identity(d)), equal(C.T * C, Identity(e)), equal(B * B.T + C * C.T, Identity(p))]
wide, tall = equal(X * L, Identity(n)), equal(L * X, Identity(p))


def make(*parts: Any, **changes: Any) -> Claim:
    words: dict[str, Any] = {
        "prose": "A claim that was made up for a test.",
        "sources": [note("004", 69)],
        "numeric": "no data",
        "mutants": [swap(X, 2 * X)],
    }
    return claim_module.claim("test-vacuity.claim", show=list(parts), **(words | changes))


full = given(equal(X, X), tall)  # a left inverse: at most as many columns as rows
both = given(equal(X, X), symmetric(X.T * X))
split = given(equal(B, B), *halves)

# (parts, excludes, what is said; "" where the claim passes)
EXCLUDED: list[tuple[list[Any], dict[Any, str], str]] = [
    ([both], {}, ""),
    ([full], {}, "part 1: got no point with n < p"),
    ([full], {"n < p": "X has a left inverse"}, ""),
    ([full], {"n < p": "X has a left inverse", "n = p": "perhaps"}, "but n = p is excluded"),
    ([both, full], {"n < p": "X has a left inverse"}, "part 1: its hypotheses hold at n = 1, p = 2"),
    ([both, full], {(2, "n < p"): "X has a left inverse"}, ""),
    ([both, full], {(3, "n < p"): "X has a left inverse"}, "the parts are 1 to 2"),
    ([given(equal(X, X), wide)], {"n > p": "X has a right inverse"}, ""),
    ([given(equal(X, X), wide)], {"n < p": "X has a right inverse"}, "but n < p is excluded"),
    ([given(equal(X, X), wide)], {}, "got no point with n > p"),
    ([split], {}, "part 1: got no point with d = p"),
    ([split], {"d = p": "d + e = p and e is at least 1"}, ""),
    ([split], {"d = p": "so it is", "n < p": "there is no n"}, "no part has hypotheses that speak"),
    ([split], {"d = p": "so it is", (1, "n < p"): "there is no n"}, "of which its hypotheses do not speak"),
    ([equal(X, X)], {"n < p": "nothing is assumed"}, "no part has hypotheses that speak"),
    ([given(equal(z, z), unit(z), centered(z))], {}, ""),
    ([given(equal(sqnorm(z), 1), equal(sqnorm(z), -1))], {}, "got no point where its hypotheses hold"),
    ([given(equal(B, B), orthonormal(B), equal(Trace(B.T * B), p + 1))], {}, "got no point with d = "),
]


@pytest.mark.parametrize(("parts", "excludes", "says"), EXCLUDED, ids=[str(k) for k in range(len(EXCLUDED))])
def test_sizes_at_which_hypotheses_hold_nowhere_are_said_exactly(
    parts: list[Any], excludes: dict[Any, str], says: str
) -> None:
    claim = make(*parts, excludes=excludes, declared="cited", mutants=[], cites=[claim_module.book("none")])
    outcome = run_layer(claim, "kernel")
    assert outcome.status == ("failed" if says else "ok"), outcome.note
    assert says in outcome.note
    if not says:
        held = outcome.data["hypotheses_hold_at"]
        for key, reason in excludes.items():
            number, kind = key if isinstance(key, tuple) else (1, key)
            assert held[number - 1][kind] == f"none: {reason}"


INCOMPLETE = [({"p > n": "a reason"}, "should name sizes among n < p"), ({"n < p": " "}, "should give a reason")]


@pytest.mark.parametrize(("excludes", "says"), INCOMPLETE)
def test_only_checked_kinds_of_sizes_can_be_excluded(excludes: dict[str, str], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        make(both, excludes=excludes)


def test_a_kind_of_sizes_means_the_same_as_a_test_and_as_a_hypothesis() -> None:
    from pcaproofs.prover.refute.relation import Relation

    for name in KINDS_OF_SIZES:
        kind = SizeKind(name)
        h = Relation(kind.hypothesis(), name)
        for sizes in ({"n": 1, "p": 2, "d": 1}, {"n": 2, "p": 2, "d": 2}, {"n": 3, "p": 2, "d": 1}):
            assert h.holds(sizes, {}) == kind(sizes), (name, sizes)
