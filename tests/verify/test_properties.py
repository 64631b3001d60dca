"""Numeric properties: their examples are the same in every process."""

from __future__ import annotations

import pytest

from pcaproofs.verify.discovery import find
from pcaproofs.verify.layers import numeric_layer

providers = pytest.importorskip("hypothesis.internal.conjecture.providers")


@pytest.mark.skipif(not hasattr(providers, "_get_local_constants"), reason="this Hypothesis looks at no modules")
def test_examples_do_not_depend_on_what_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    (claim,) = find(["projection.pythagoras"])
    first = numeric_layer(claim)
    found = providers.Constants()
    for k in range(-40, 1000):
        found.add(k)
        found.add(k / 997)
    monkeypatch.setattr(providers, "_get_local_constants", lambda: found)
    providers.CONSTANTS_CACHE.cache.clear()
    assert first.status == "ok"
    assert numeric_layer(claim).data == first.data
