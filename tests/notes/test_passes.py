"""Each rewrite of tokens does what its example says, and only that row does it."""

from __future__ import annotations

import pytest

from pcaproofs.notes.text import passes
from pcaproofs.notes.text.passes import EARLY, LATE, Pass, plain
from pcaproofs.notes.text.tokens import Stop, Token, tokens, written


def _rewritten(text: str) -> list[Token] | str:
    try:
        return plain(list(tokens(text)))
    except Stop as stop:
        return str(stop)


@pytest.mark.parametrize("row", [*EARLY, *LATE], ids=lambda row: row.name)
def test_the_example_of_a_rewrite(row: Pass, monkeypatch: pytest.MonkeyPatch) -> None:
    found = _rewritten(row.before)
    assert (found if isinstance(found, str) else written(found)) == row.after
    for table in ("EARLY", "LATE"):
        monkeypatch.setattr(passes, table, tuple(x for x in getattr(passes, table) if x is not row))
    assert _rewritten(row.before) != found
