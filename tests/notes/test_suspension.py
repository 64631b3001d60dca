"""A proof names its hypothesis, and the sentence behind it that may have ended it."""

from __future__ import annotations

import pytest

from pcaproofs.notes.checking import check_note
from tests.notes.reading import note

ROW = r"$$\|x - w w^T x\|^2 = \|x\|^2 - (w^T x)^2$$"
BEHIND = r"""
That is how the lecturer began. On the exam, however, you will get something else.
Later the rescaled version takes over its name.
The reader may change the length, as we shall.
Ours isn't so lucky.
Now we add it to a column.
""".strip().splitlines()
INERT = r"""
We project $x$ onto the line that $w$ spans.
Note that $w w^T$ is a matrix, since $w$ is a column.
This gives the following equation for all $x$.
In this case, Pythagoras' theorem applies.
If the residual were zero, then both sides would be the same number.
How do we see this?
Adding the first two terms gives a square, by equation (2).
## Projections
""".strip().splitlines()


def _row(words: str) -> tuple[str, list[tuple[str, int, str | None]]]:
    """The verdict of the row, and for each hypothesis that its proof used the line and the words that came after."""
    found = note(rf"Let $w, x \in \mathbb{{R}}^p$; {words}" + f"\n\n{ROW}\n")
    row = check_note(found)[1][-1].to_json(found)
    return row["verdict"], [(x["text"], x["line"], x.get("after")) for x in row["using"]]


@pytest.mark.parametrize("words", BEHIND)
def test_words_that_are_not_understood_are_shown_beside_the_hypothesis(words: str) -> None:
    verdict, ((text, line, after),) = _row(f"the vector $w$ is a unit vector.\n\n{words}")
    assert (verdict, text, line) == ("proved", "‖w‖² = 1", 1)
    assert after is not None
    assert after.removesuffix(" …") in words


@pytest.mark.parametrize("words", INERT)
def test_plain_steps_are_not_shown(words: str) -> None:
    assert _row(f"the vector $w$ is a unit vector.\n\n{words}") == ("proved", [("‖w‖² = 1", 1, None)])
