"""What a process searched once it does not search again: a second check, and a note that is edited elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from pcaproofs.notes import searching
from pcaproofs.prover.effort import Remembered
from tests.notes.checking import rows

NOTE = r"""
Let $X$ be an $n \times p$ matrix, and let $x, w \in \mathbb{R}^p$.

$$\operatorname{tr}(X^T X) = \operatorname{tr}(X X^T)$$

$$\|x - (x \cdot w) w\|^2 = \|x\|^2 - (x \cdot w)^2$$

$$\|x + w\|^2 = \|x\|^2 + \|w\|^2$$
"""
SAID = "Let $A$ and $B$ be $n \\times p$ matrices.\n\n$$A + B = B + A$$\n"


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The statements that are searched, with no result kept from before."""
    done: list[Any] = []
    for name in ("search", "refute", "satisfiable"):
        plain = getattr(searching, name)

        def recorded(statement: Any, *others: Any, plain: Any = plain, **named: Any) -> Any:
            done.append(statement)
            return plain(statement, *others, **named)

        monkeypatch.setattr(searching, name, recorded)
    for kept in ("_searches", "_refutations", "_examples"):
        monkeypatch.setattr(searching, kept, Remembered(searching.REMEMBERED))
    return done


def test_only_what_is_new_in_a_note_is_searched(searches: list[Any]) -> None:
    found = rows(NOTE)
    assert searches
    searches.clear()
    assert rows(NOTE) == found == ["proved", "needs", "refuted"]
    assert rows(f"This paragraph is new.\n{NOTE}") == found
    assert not searches
    assert rows(f"{NOTE}\n{SAID}") == [*found, "proved"]
    assert len(searches) == 1
    searches.clear()
    assert rows(NOTE.replace(r"\operatorname{tr}(X^T X) =", r"\operatorname{tr}(X^T X) + 0 =")) == found
    assert len(searches) <= 1
