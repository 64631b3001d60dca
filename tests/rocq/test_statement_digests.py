"""No statement is printed differently for Rocq unless statement_digests.txt says so."""

from __future__ import annotations

import pytest
from statement_digests import changes, listed, printed, unproved

from pcaproofs.verify.discovery import all_claims

RENEW = "if that is meant, run python tests/rocq/statement_digests.py"


@pytest.mark.fast  # it takes three seconds, and has to be seen before a change lands
def test_statements_are_printed_as_before() -> None:
    """Only claims whose statement the table does not know are proved: reformulated, or changed."""
    before = listed()
    now = {claim.id: unproved(claim) for claim in all_claims()}
    now |= {claim.id: printed(claim) for claim in all_claims() if now[claim.id] != before.get(claim.id)}
    found = changes(now, before)
    assert not found, "\n".join([*found, RENEW])


def test_the_digests_agree_with_the_exported_statements(proven: None) -> None:
    found = changes({claim.id: printed(claim) for claim in all_claims()}, listed())
    assert not found, "\n".join([*found, RENEW])


def test_a_changed_a_new_and_a_missing_statement_are_named() -> None:
    assert changes({"a": "1", "b": "1", "d": "1"}, {"a": "1", "b": "2", "c": "3"}) == [
        "b: printed differently",
        "c: gone",
        "d: new",
    ]
