"""Words that the code of a program must contain before a mistake is attributed to it.

Agreement with a variant is strong evidence if many numbers agree, and weak if there are few. An operation leaves a
trace in the code: nobody computes absolute values without `abs`. Therefore a mistake is not named if the program
contains none of the words of its operation. Each entry lists words of which one has to stand in the text,
as a part of a name (`abs` is in `np.fabs`) or, after `=`, as a whole name, operator or number.

Changes without an entry leave something out, or can be written in too many forms.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

_ROOT = "sqrt =** pow norm std standard zscore scale svd corr cov =0.5 whiten cholesky"
_SIZE = "norm =** sqrt sum square hypot dot =@ abs"
_SORT = "sort order rank max flip reverse heap top minus =-"
_EIG = "=eig =eigs =eigvals jacobi =qr =schur"
_ROUNDED = "round around rint fix floor trunc decimal astype =int float16 format quantize =%"

_OTHER_AXIS = "axis:1 axis:none axis:? turned =ones =full scale"
"""The mean of each sample, in a program that has samples in rows; every program has the mean of each feature."""

_RESHAPED = ("reshaped", "transposed reshaped")

TRACES: dict[tuple[str, str], str] = {
    ("centre", "median"): "median percentile quantile sort",
    ("centre", "least"): "min ptp sort",
    ("centre", "sum"): "sum =+ add reduce dot =@ einsum",
    ("centre", "added"): "=+ add",
    ("centre", "first sample"): "=0 iloc head next",
    ("centre", "samples"): _OTHER_AXIS,
    ("centre", "features and samples"): _OTHER_AXIS,
    **{("scale", f"std {kind}"): "std var =** sqrt norm scale corr pow square" for kind in ("n", "n-1")},
    **{("scale", f"std unguarded {kind}"): "std var =** sqrt norm scale corr pow square" for kind in ("n", "n-1")},
    ("scale", "variance"): "var std =** square pow cov",
    ("scale", "std of everything"): "std var =** sqrt norm",
    ("scale", "std of samples"): "std var =** sqrt norm scale",
    ("scale", "lengths"): _SIZE,
    ("scale", "lengths of samples"): _SIZE,
    ("scale", "samples to length one first"): _SIZE,
    ("scale", "range"): "max ptp range",
    ("scale", "largest"): "max",
    ("matrix", "correlation"): "corr std var sqrt norm =** scale",
    ("solve", "unsorted"): _EIG,
    ("select", "first, then sorted"): _SORT,
    ("select", "first, turned round"): _SORT,
    ("solve", "unsorted reversed"): _EIG,
    ("solve", "values sorted, eig"): _EIG,
    ("solve", "values sorted, eigh"): _SORT,
    ("solve", "vectors sorted"): _SORT,
    ("solve", "vectors sorted, eig"): _EIG,
    ("solve", "rows sorted, eig"): _EIG,
    ("solve", "rows reversed"): _SORT,
    ("solve", "sorted twice"): _SORT,
    ("solve", "order of reversed, eig"): _EIG,
    ("solve", "order of reversed, turned, eig"): _EIG,
    ("axes", "absolute"): "abs",
    ("axes", "loadings"): _ROOT,
    ("axes", "times variances"): "=* diag =@ dot multiply",
    ("axes", "whitening"): _ROOT,
    ("axes", "largest entry one"): "max",
    ("axes", "sum one"): "sum",
    ("axes", "rows of length one"): _SIZE,
    **{(step, kind): "reshape resize ravel flatten view" for step in ("axes", "show") for kind in _RESHAPED},
    ("show", "absolute"): "abs",
    ("show", "loadings"): _ROOT,
    ("show", "times variances"): "=* diag =@ dot multiply",
    ("show", "largest entry one"): "max",
    ("project", "less sample means"): _OTHER_AXIS,
    ("project", "mean added"): "=+ add",
    ("rescale", "absolute"): "abs",
    ("rescale", "whitened"): _ROOT,
    ("rescale", "whitened n"): _ROOT,
    ("rescale", "times singular values"): _ROOT,
    ("rescale", "times variances"): "=* diag =@ dot multiply",
    ("rescale", "over root n"): "sqrt =** pow =0.5",
    ("rescale", "over root n-1"): "sqrt =** pow =0.5",
    ("rescale", "unit samples"): _SIZE,
    ("variances", "singular"): _ROOT,
    ("variances", "singular over n-1"): _ROOT,
    ("variances", "deviations"): _ROOT,
    **{("variances", f"{kind} of all{thin}"): _ROOT for kind in ("singular", "deviations") for thin in ("", ", thin")},
    ("variances", "squared"): "=** square pow =* =@ dot multiply",
    ("variances", "shares"): "sum trace =+ =/ divide total",
    ("ratio", "singular"): _ROOT,
    ("ratio", "singular, of the kept"): _ROOT,
    ("ratio", "squared"): "=** square pow =* svd =@ dot multiply",
    ("count", "singular"): _ROOT,
    ("count", "squared"): "=** square pow =* svd =@ dot multiply",
    ("ratio", "running total"): "cumsum sum =+ accumulate add",
    ("ratio", "percent"): "=100 =0.01 =1e-2",
    ("reconstruct", "mean of everything"): "mean average sum",
    ("finish", "absolute"): "abs",
    **{("finish", f"rounded {digits}"): _ROUNDED for digits in range(1, 5)},
    ("mean", "sum"): "sum =+ add dot =@",
    ("mean", "by axis 1"): _OTHER_AXIS,
}
"""The words for each change of a step."""


def is_possible(changes: Mapping[str, str], words: frozenset[str] | None) -> bool:
    """Whether a program with these words may contain these changes; true for a text that cannot be parsed."""
    if words is None:
        return True
    return all(_holds(words, TRACES[change]) for change in changes.items() if change in TRACES)


_OF_PRODUCTS = frozenset(
    {
        "components", "covariance", "explained_variance", "explained_variance_ratio", "eigenvalue_matrix", "projection",
        "reconstruction", "reconstruction_new", "scores", "scores_new", "standard_deviations", "whitened", "zca",
    }
)  # fmt: skip
"""Roles whose values nobody computes without sums of products."""
_PRODUCTS = "=@ =* =** dot matmul einsum inner outer multi prod sum square power eig svd qr cov corr std var solve pca"


def computes(roles: Iterable[str], words: frozenset[str] | None) -> bool:
    """Whether a program with these words computes values of these roles, correctly or not.

    Code that has not been written yet does not, and no small change of it does.
    """
    return not words or not _OF_PRODUCTS & {*roles} or _holds(words, _PRODUCTS)


@lru_cache(4096)  # a hundred thousand variants ask for the same few lists
def _holds(words: frozenset[str], any_of: str) -> bool:
    for wanted in any_of.split():
        if wanted.startswith("=") and len(wanted) > 1:
            if wanted[1:] in words:
                return True
        elif any(wanted in word for word in words):
            return True
    return False
