"""A hypothesis proves nothing behind words that may end it, but still keeps a row from being refuted."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked

ROW = r"$$\|x - w w^T x\|^2 = \|x\|^2 - (w^T x)^2$$"
BEHIND = r"""
So much for the toy world.
Hmm, that asks for a lot. Let's see how far one gets with bare hands.
That is how the lecturer began. On the exam, however, you will get something else.
Before printing, a factor of 3 gets multiplied into every entry.
The second $w$ in this story is longer.
Later the rescaled version takes over its name.
The reader who dislikes this may carry the length along, as we shall.
What happens if we give up on that?
Ours isn't so lucky.
A student wants it longer.
Multiply by a constant.
Enough of that.
## The raw directions
""".strip().splitlines()
BESIDE = {
    "words behind it": "the vector $w$ is a unit vector (up to scaling, which I ignore).",
    "a footnote": "the vector $w$ is a unit vector.[^1]\n\n[^1]: Only for the plots.",
    "a footnote of it": "the vector $w$ is a unit vector.^[Only for the plots.]",
    "words before it": "here is my wish list: $w$ is a unit vector.",
    "the sentence before it": "a parallel world is nice. There $w$ is a unit vector.",
}
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


def _verdict(words: str) -> str:
    return checked(rf"Let $w, x \in \mathbb{{R}}^p$; {words}" + f"\n\n{ROW}\n")[-1].verdict


@pytest.mark.parametrize("words", BEHIND)
def test_words_that_are_not_understood_suspend_a_hypothesis(words: str) -> None:
    assert _verdict(f"the vector $w$ is a unit vector.\n\n{words}") == "undecided"


@pytest.mark.parametrize("words", BESIDE.values(), ids=BESIDE)
def test_words_beside_a_hypothesis_suspend_it(words: str) -> None:
    assert _verdict(words) == "undecided"


@pytest.mark.parametrize("words", INERT)
def test_inert_words_suspend_nothing(words: str) -> None:
    assert _verdict(f"the vector $w$ is a unit vector.\n\n{words}") == "proved"
