"""Thirteen chapters of claims, one file each; found by walking this folder."""

ORDER = [
    "moments",
    "centering",
    "projection",
    "affine",
    "equivalence",
    "matrix_form",
    "stationarity",
    "spectral",
    "trace_objective",
    "svd",
    "deflation",
    "explained",
    "algorithms",
]
