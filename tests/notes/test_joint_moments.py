"""Moments over two random letters with any joint distribution."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows

SAME = r"Let $x, y \in \mathbb{R}^p$ be random vectors. "
OTHER = (
    r"Let $x \in \mathbb{R}^p$ and $y \in \mathbb{R}^q$ be random vectors, $A \in \mathbb{R}^{k \times p}$ and "
    r"$B \in \mathbb{R}^{k \times q}$. "
)
THREE = r"Let $x, y, z \in \mathbb{R}^p$ be random vectors. "
PROVED = [
    SAME + r"$$\operatorname{Var}(x + y) = \operatorname{Var}(x) + \operatorname{Var}(y)"
    r" + \operatorname{Cov}(x, y) + \operatorname{Cov}(y, x)$$",
    SAME + r"$$\operatorname{Cov}(x, y) = \mathbb{E}[(x - \mathbb{E}[x]) (y - \mathbb{E}[y])^T]$$",
    SAME + r"$$\mathbb{E}[x^T y] = \operatorname{tr}(\mathbb{E}[y x^T])$$",
    SAME + r"$$\operatorname{Cov}(x, y) = \operatorname{Cov}(y, x)^T$$",
    OTHER + r"$$\operatorname{Cov}(A x, B y) = A \operatorname{Cov}(x, y) B^T$$",
    OTHER + r"$$\operatorname{Cov}(x, y) = \mathbb{E}[x y^T] - \mathbb{E}[x] \mathbb{E}[y]^T$$",
    THREE + r"$$\operatorname{Cov}(x + y, z) = \operatorname{Cov}(x, z) + \operatorname{Cov}(y, z)$$",
]
REFUTED = [
    SAME + r"$$\operatorname{Var}(x + y) = \operatorname{Var}(x) + \operatorname{Var}(y)$$",
    SAME
    + r"$$\operatorname{Var}(x + y) = \operatorname{Var}(x) + \operatorname{Var}(y) + 2 \operatorname{Cov}(x, y)$$",
    SAME + r"$$\operatorname{Var}(x - y) = \operatorname{Var}(x) - \operatorname{Var}(y)$$",
    SAME + r"$$\operatorname{Cov}(x, y) = \operatorname{Cov}(y, x)$$",
    SAME + r"$$\mathbb{E}[x y^T] = \mathbb{E}[x] \mathbb{E}[y]^T$$",
    SAME + r"$$\operatorname{Cov}(x, x) = \operatorname{Cov}(x, y)$$",
    SAME + r"$$\mathbb{E}[x + y] = x + y$$",
    OTHER + r"$$\operatorname{Cov}(A x, B y) = B \operatorname{Cov}(x, y)^T A^T$$",
    THREE + r"$$\operatorname{Cov}(x + y, z) = \operatorname{Cov}(x, z) - \operatorname{Cov}(y, z)$$",
]


@pytest.mark.parametrize("text", PROVED)
def test_what_holds_for_all_joint_distributions_is_proved(text: str) -> None:
    assert rows(text) == ["proved"]


@pytest.mark.parametrize("text", REFUTED)
def test_what_fails_for_some_joint_distribution_is_refuted(text: str) -> None:
    assert rows(text) == ["refuted"]


def test_the_reading_says_what_the_letters_are_parts_of() -> None:
    (found,) = [x for x in checked(PROVED[0]) if x.formula.display]
    assert "taken for granted: x and y are parts of one random column, each by a matrix" in found.reading


SIZED = [
    "$Z$ be a random variable in",
    "$Z$ be a random variable with values in",
    "$Z$ be a random variable taking values in",
    "$Z$ be a random vector in",
    "$Z$ be a random vector with values in",
]


@pytest.mark.parametrize(
    "said", [*(f"{x} $\\mathbb{{R}}^p$" for x in SIZED), "$Z$ be a $p$-dimensional random variable"]
)
def test_a_random_variable_with_a_size_is_a_random_column(said: str) -> None:
    text = f"Let {said} with mean $\\mu$.\n\n$$\\operatorname{{Cov}}(Z) = E[Z Z^T] - \\mu\\mu^T$$\n\n"
    assert rows(f"{text}$$\\operatorname{{Cov}}(Z) = E[(Z - E[Z])^T (Z - E[Z])]$$") == ["proved", "ill-typed"]
