"""The numbers of the figures that a reader can move; without scripts a picture replaces them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pcaproofs.report.figures import data


def samples() -> dict[str, Any]:
    """The samples of the pictures in the plane, with their mean, directions and variances."""
    found = data.plane()
    return {
        "samples": [list(x) for x in data.SAMPLES],
        "mean": found.mean.tolist(),
        "directions": found.components.T.tolist(),
        "variances": found.explained_variance.tolist(),
    }


def spectrum() -> dict[str, Any]:
    """The eigenvalues of the picture of weights."""
    return {"eigenvalues": list(data.SPECTRUM)}


INTERACTIVE: Mapping[str, Callable[[], dict[str, Any]]] = {
    "circle": samples,  # turn w: variance and error
    "affine": samples,  # move a: the error is a parabola
    "weights": spectrum,  # turn a plane: the weights of the eigenvalues
}
