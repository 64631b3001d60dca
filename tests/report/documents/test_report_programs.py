"""The programs that the derivations print run, and compute what the reference computes."""

import re
from typing import Any

import numpy as np
import pytest

from pcaproofs.reference import pca
from pcaproofs.report.documents.reading import documents

FOUR = np.array([[16.0, 12.0], [0.0, 0.0], [5.0, 10.0], [11.0, 2.0]])
rng = np.random.default_rng(0)
TABLES = {
    "the four samples": (FOUR, 1),
    "more samples than features": (rng.normal(size=(9, 4)) * [5, 3, 2, 1] + [1, 2, 3, 4], 2),
    "fewer samples than features": (rng.normal(size=(4, 7)) + 10, 2),
    "all components": (rng.normal(size=(8, 3)) * [5, 3, 1], 3),
}


@pytest.fixture(scope="module")
def recipe() -> dict[str, Any]:
    """The names that the programs of the recipe define."""
    (document,) = [d for d in documents() if d.chapter == "recipe"]
    text = document.path.read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for program in re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        exec(program, names)
    return names


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("route", ["svd", "covariance", "gram", "deflation"])
def test_the_program_of_the_recipe_is_right(recipe, table, route):
    X, d = TABLES[table]
    mean, axes, variances = recipe["pca"](X, d)
    scores = recipe["compress"](X, mean, axes)
    back = recipe["reconstruct"](scores, mean, axes)
    right = pca(X, d, route=route)
    np.testing.assert_allclose(mean, right.mean)
    np.testing.assert_allclose(variances, right.explained_variance)
    np.testing.assert_allclose(axes @ axes.T, right.components @ right.components.T, atol=1e-9)
    np.testing.assert_allclose(np.abs(scores), np.abs(right.scores), atol=1e-9)
    np.testing.assert_allclose(back, right.mean + right.scores @ right.components.T, atol=1e-9)


@pytest.mark.parametrize("table", TABLES)
def test_the_mended_program_gives_the_scores_up_to_signs(recipe, table):
    X, d = TABLES[table]
    np.testing.assert_allclose(np.abs(recipe["mended"](X, d)), np.abs(pca(X, d).scores), atol=1e-8)


def test_the_printed_program_is_wrong_even_with_its_missing_function(recipe):
    def sort_vecs(values: Any, vectors: Any, reverse: bool) -> Any:
        order = np.argsort(values)[:: -1 if reverse else 1]
        return values[order], vectors[:, order]

    with pytest.raises(NameError, match="sort_vecs"):
        recipe["printed"](FOUR, 1)
    recipe["printed"].__globals__["sort_vecs"] = sort_vecs
    assert recipe["printed"](FOUR, 1).shape == (1, 4)  # of n entries, where an axis has p
    square = rng.normal(size=(3, 3)) * [5, 2, 1]
    assert not np.allclose(np.abs(recipe["printed"](square, 1)), np.abs(pca(square, 1).components.T))
