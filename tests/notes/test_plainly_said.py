"""What a sentence denies or takes back is no hypothesis; what it says of another place is shown where it is used."""

from __future__ import annotations

import pytest

from pcaproofs.notes.checking import check_note
from tests.notes.checking import shown
from tests.notes.reading import note

ROW = r"$$\|x - w w^T x\|^2 = \|x\|^2 - (w^T x)^2$$"
SUPPOSED = r"""
$w$ is a unit vector.
Throughout, $w$ is a unit vector.
In this section we assume that $w$ is a unit vector.
Without loss of generality we may assume that $\|w\| = 1$.
From now on let $w$ be a unit vector.
The direction $w$ is a unit vector by assumption.
To simplify notation, suppose that $\|w\| = 1$.
Let $w$ in $\mathbb{R}^p$ satisfy $\|w\| = 1$.
For any $x$ and any unit vector $w$ the following holds.
We look for a vector $w$ with $\|w\| = 1$.
$w$ is a unit vector. This is not surprising.
To keep the notation light, we assume that $\|w\| = 1$.
Since the length does not matter, we assume that $w$ is a unit vector.
Let's assume that $w$ is a unit vector.
Given that (i) $x = x$ and (ii) $\|w\| = 1$.
By convention, $w$ is a unit vector.
The hat vector $w$ is a unit vector.
We maximise a function with respect to $w$ subject to $\|w\| = 1$.
Let $w$ satisfy the equations $\|w\| = 1$ and $x = x$.
Throughout this tutorial, $w$ stands for a unit vector.
As only the direction matters, we restrict attention to unit vectors $w$.
To avoid trivial solutions we impose the constraint $\|w\| = 1$.
Assume for the sake of simplicity that $\|w\| = 1$; otherwise rescale it.
It will be convenient to assume that $\|w\| = 1$.
There is no loss in assuming that $\|w\| = 1$.
Rescaling if necessary, we may assume that $w$ is a unit vector.
Note that here and below $w$ is always a unit vector.
Geometrically, $w$ is a unit vector that spans a line.
Following common practice, we standardise so that $\|w\| = 1$.
We consider a linear autoencoder with tied weights $w$, $\|w\| = 1$.
The direction $w$ is a unit vector, for example a column.
""".strip().splitlines()
DENIED = r"""
It is tempting to assume that $\|w\| = 1$.
Nothing says that $w$ is a unit vector.
Were $w$ a unit vector, life would be simple.
Had we chosen $w$ to be a unit vector, life would be simple.
The vector $w$ is a unit vector for $p = 1$.
The vector $w$ is a unit vector with respect to the inner product $x^T M y$.
Later on we will assume that $\|w\| = 1$.
The constraint $\|w\| = 1$ is often forgotten.
The constraint $\|w\| = 1$ is dropped.
We might assume that $\|w\| = 1$.
Do not assume $\|w\| = 1$.
Let us not assume that $\|w\| = 1$.
We avoid the assumption that $\|w\| = 1$.
""".strip().splitlines()
ELSEWHERE = r"""
Some authors assume that $w$ is a unit vector; we do not.
Some authors assume that $\|w\| = 1$; we do not.
The vector $w$ is a unit vector, a multiple of one, or zero.
In the notes of Smith, $w$ is a unit vector.
In the last lecture $w$ was a unit vector.
In Smith (2004) $w$ denotes a unit vector.
Most people let $w$ be a unit vector.
Most people choose a unit vector $w$.
Bishop assumes $\|w\| = 1$.
Students often assume that $\|w\| = 1$.
With $\|w\| = 1$ this would be easy.
For $p = 1$ we can take $\|w\| = 1$.
For $p = 1$ the vector $w$ is a unit vector.
The vector $w$ is a unit vector in the notes of Smith.
The vector $w$ is a unit vector with probability one half.
The vector $w$ is a unit vector in the $\ell_1$ norm.
At the optimum, $w$ is a unit vector.
After normalisation $w$ is a unit vector.
Twice $w$ is a unit vector.
Many books impose the constraint $\|w\| = 1$.
There are vectors with $\|w\| = 1$.
The set of all $w$ with $\|w\| = 1$ is the unit sphere.
Usually one normalises so that $\|w\| = 1$.
""".strip().splitlines()
TAKEN_BACK = r"""
The vector $w$ is a unit vector. This is not assumed here.
The vector $w$ is a unit vector. But this assumption is not made here.
The vector $w$ is a unit vector; this is false in general.
The vector $w$ is a unit vector. Wrong!
Let $\|w\| = 1$. Next, forget that $\|w\| = 1$.
""".strip().splitlines()


def _verdict(words: str) -> str:
    found = note(rf"Let $w, x \in \mathbb{{R}}^p$. {words}" + f"\n\n{ROW}\n")
    return shown(found, check_note(found)[1][-1])


@pytest.mark.parametrize("words", SUPPOSED)
def test_an_assumption_stated_here_is_used_and_shown(words: str) -> None:
    assert _verdict(words) == "proved using"


@pytest.mark.parametrize("words", [*DENIED, *TAKEN_BACK])
def test_an_assumption_that_is_denied_or_withdrawn_is_not_used(words: str) -> None:
    assert not _verdict(words).startswith("proved")


@pytest.mark.parametrize("words", ELSEWHERE)
def test_an_assumption_of_others_is_shown_if_it_is_used(words: str) -> None:
    assert _verdict(words) != "proved"
