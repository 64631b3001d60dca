"""The irises are those of Fisher's table: numbers that textbooks print of it."""

import numpy as np
import pytest

from pcaproofs.reference import irises, pca
from pcaproofs.reference.irises import SPECIES

PRINTED = {  # R Core Team, documentation of prcomp, and Fisher's Table II, where means of each species stand
    "": [5.8433, 3.0573, 3.7580, 1.1993],
    "setosa": [5.006, 3.428, 1.462, 0.246],
    "versicolor": [5.936, 2.770, 4.260, 1.326],
    "virginica": [6.588, 2.974, 5.552, 2.026],
}


@pytest.mark.parametrize("species", PRINTED)
def test_means(species):
    np.testing.assert_allclose(irises(species).mean(axis=0), PRINTED[species], atol=5e-5)


def test_shares_of_the_variance():
    np.testing.assert_allclose(pca(irises()).explained_variance_ratio, [0.9246, 0.0531, 0.0171, 0.0052], atol=5e-5)


def test_flowers_35_and_38_are_as_printed():
    X = irises()
    assert (X[34].tolist(), X[37].tolist()) == ([4.9, 3.1, 1.5, 0.2], [4.9, 3.6, 1.4, 0.1])
    assert X.shape == (150, 4)
    np.testing.assert_array_equal(X, np.concatenate([irises(x) for x in SPECIES]))


def test_another_species_is_refused():
    with pytest.raises(ValueError, match="got the species rose, but should be one of setosa, versicolor, virginica"):
        irises("rose")
