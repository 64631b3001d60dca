"""Random inputs for numeric properties, and tolerances for their rounding errors.

The package has a Hypothesis strategy for every named hypothesis. Tests check that each satisfies its equations, and
each shrinks to a small readable matrix. There are strategies for data of many kinds, and `cases()` draws all letters of
a claim. Only `tolerance.py` derives tolerances.
"""

from pcaproofs.sampling import structured
from pcaproofs.sampling.case import Case, cases
from pcaproofs.sampling.entries import matrix, sizes, vector
from pcaproofs.sampling.frames import orthogonal, orthonormal, projector, unit
from pcaproofs.sampling.rounded import Rounded, near, rounded
from pcaproofs.sampling.spectra import eigenpair, psd, symmetric, symmetric_with
from pcaproofs.sampling.structured import *  # noqa: F403 — which lists its names itself
from pcaproofs.sampling.tables import (
    centered,
    constant_columns,
    data,
    integer,
    near_ties,
    offset,
    rank_deficient,
    scaled,
    ties,
    wide,
    with_singular_values,
)
from pcaproofs.sampling.tolerance import (
    Comparison,
    Disagreement,
    at_least,
    factored,
    norm,
    product,
    same,
    size,
    subspace,
)

__all__ = [
    "Case",
    "Comparison",
    "Disagreement",
    "Rounded",
    "at_least",
    "cases",
    "centered",
    "constant_columns",
    "data",
    "eigenpair",
    "factored",
    "integer",
    "matrix",
    "near",
    "near_ties",
    "norm",
    "offset",
    "orthogonal",
    "orthonormal",
    "product",
    "projector",
    "psd",
    "rank_deficient",
    "rounded",
    "same",
    "scaled",
    "size",
    "sizes",
    "subspace",
    "symmetric",
    "symmetric_with",
    "ties",
    "unit",
    "vector",
    "wide",
    "with_singular_values",
]
__all__ += structured.__all__
