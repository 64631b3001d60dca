"""The numbers of the figures that a reader can move; without scripts a picture replaces them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from pcaproofs.reference import PCA, irises, pca
from pcaproofs.report.figures import data
from pcaproofs.report.figures.flowers import SHORT


def _with_components(found: PCA, **more: Any) -> dict[str, Any]:
    """Values with a mean, directions and variances."""
    directions, variances = found.components.T.tolist(), found.explained_variance.tolist()
    return {"mean": found.mean.tolist(), "directions": directions, "variances": variances, **more}


def samples() -> dict[str, Any]:
    """The samples of the pictures in the plane, with their mean, directions and variances."""
    return _with_components(data.plane(), samples=data.samples().tolist())


def spectrum() -> dict[str, Any]:
    """The eigenvalues of the picture of weights."""
    return {"eigenvalues": list(data.SPECTRUM)}


def cloud() -> dict[str, Any]:
    """The nine samples, centred, with their directions and variances, and their mean once they are shifted."""
    found = pca(data.cloud(), ddof=0)
    centred = np.round(data.cloud() - found.mean, 6).tolist()
    return _with_components(found, centred=centred, mean=np.round(found.mean + data.SHIFT, 6).tolist())


def flowers() -> dict[str, Any]:
    """The table of the irises, with its mean, axes and variances."""
    return _with_components(pca(irises(), ddof=0), flowers=irises().tolist(), names=SHORT)


INTERACTIVE: Mapping[str, Callable[[], dict[str, Any]]] = {
    "circle": samples,  # turn w: variance and error
    "affine": samples,  # move a: the error is a parabola
    "weights": spectrum,  # turn a plane: the weights of the eigenvalues
    "uncentred": cloud,  # move the samples off the origin: the direction found without the mean
    "deflation": cloud,  # take away more of the part along w₁: the other variance stays
    "irises-reconstruction": flowers,  # choose a flower and how many scores: what comes back
}
