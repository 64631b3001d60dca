"""Each statement about all powers is proved by induction, and what is nearly the same is refuted."""

from __future__ import annotations

import pytest

from pcaproofs.cookbook.powers import POWERS, Power
from pcaproofs.prover.prove import prove


@pytest.mark.parametrize("power", POWERS, ids=lambda power: power.prose)
def test_a_statement_about_all_powers_is_proved(power: Power) -> None:
    found = prove(power.conclusion, power.assuming)
    assert (found.verdict, found.reason) == ("proved", "")
    assert prove(power.false, power.assuming).verdict == "refuted"
