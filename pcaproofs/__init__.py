"""Principal Component Analysis as executable proofs: every dimension, with certificates that a small checker verifies.

    from sympy import Eq, Identity, OneMatrix, symbols
    from pcaproofs import prove

    n = symbols("n", positive=True, integer=True)
    H = Identity(n) - OneMatrix(n, n) / n
    print(prove(Eq(H * H, H)))  # … · proved

This is the one public place: `prove` and the words of statements, and all that a file of claims needs. Each name is
imported when it is first used, so that `import pcaproofs` is cheap.
"""

import sys
from importlib import import_module
from typing import Any

__version__ = "0.2.0"

_HOMES = {
    "pcaproofs.typed": ("prove", "Answer", "WrongText"),
    "pcaproofs.prover.result": ("Result",),
    "pcaproofs.language.hypotheses": (
        "symmetric",
        "orthonormal",
        "orthogonal",
        "projector",
        "unit",
        "centered",
        "psd",
        "eigenpair",
        "nonzero",
        "positive",
        "nonnegative",
        "idempotent",
        "skew",
        "normal",
        "invertible",
        "positive_definite",
        "diagonal_matrix",
        "permutation",
        "stochastic",
        "eigen",
        "svd",
    ),
    "pcaproofs.verify.claim": ("claim", "given", "by", "at_sizes", "citing_only", "step", "note", "book"),
    "pcaproofs.verify.mutants": (
        "swap",
        "flip_sign",
        "untransposed",
        "right_times",
        "other_sense",
        "without",
        "without_equation",
        "without_last",
        "citing",
    ),
    "pcaproofs.verify.implementations": ("Implementation", "under_test"),
    "pcaproofs.sampling": ("matrix", "vector"),
    "pcaproofs.language.conclusions": (
        "equal",
        "at_least",
        "more_than",
        "unequal",
        "exists",
        "iff",
        "minimises",
        "maximises",
        "same_optimisers",
        "ForAll",
    ),
    "pcaproofs.language.nodes": (
        "inner",
        "sqnorm",
        "norm",
        "inverse",
        "det",
        "adjugate",
        "pinv",
        "rank",
        "index",
        "sample",
        "basis",
        "total",
        "average",
        "expectation",
        "gradient",
        "directional",
        "partial_total",
        "leading",
        "diagonal",
        "power_sum",
        "kron",
        "vec",
    ),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}
__all__ = ["__version__", *_HOME]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'pcaproofs' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)


if "IPython" in sys.modules:  # then results show as mathematics
    import_module("pcaproofs.jupyter").register()
