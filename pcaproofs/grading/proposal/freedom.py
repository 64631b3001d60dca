"""What a right program may choose in a value without a role: signs, a rotation, and the last digits of an iteration.

It is found by running the solution again with other eigenvectors, and with other random numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pcaproofs.grading.data.datasets import DataSet, facts_for
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.proposal.calls import Attempt
from pcaproofs.grading.proposal.probe import Prober, SolutionAnswer

Numbers = NDArray[Any]
_SOLVERS = """
def _replaced():
    import functools, sys
    import numpy
    {change}
    def axes(solve):
        @functools.wraps(solve)
        def solved(*args, **kwargs):
            answer = solve(*args, **kwargs)
            if not isinstance(answer, tuple): return answer
            found = list(answer)
            if len(found) == 2:
                found[1] = changed(found[1])
            elif len(found) == 3:
                count = len(found[1])
                found[0] = numpy.concatenate([changed(found[0][:, :count]), found[0][:, count:]], axis=1)
                found[2] = numpy.concatenate([changed(found[2][:count].T).T, found[2][count:]])
            return answer._make(found) if hasattr(answer, '_make') else tuple(found)
        return solved
    for module in (numpy.linalg, sys.modules.get('scipy.linalg')):
        for name in ('eigh', 'eig', 'svd'):
            if module is not None: setattr(module, name, axes(getattr(module, name)))
_replaced()
"""
_FLIP = _SOLVERS.format(change="changed = lambda V: V * numpy.resize([-1.0, 1.0], V.shape[-1])")
"""Code that makes NumPy return eigenvectors and singular vectors with other signs."""
_EXCHANGE = _SOLVERS.format(change="changed = lambda V: V[:, ::-1]")
"""Code that makes NumPy return them in the opposite order, beside the right eigenvalues."""
_SEED = """
def _seeded():
    import numpy
    rng, state = numpy.random.default_rng, numpy.random.RandomState
    numpy.random.seed(987)
    numpy.random.seed = lambda *args, **kwargs: None
    numpy.random.default_rng = lambda *args, **kwargs: rng(987)
    numpy.random.RandomState = lambda *args, **kwargs: state(987)
_seeded()
"""
"""Code that makes NumPy draw other random numbers."""
_ROUNDING = 1e-9
_SAME = 0.05
"""The most by which two runs of one iteration differ, relatively."""


@dataclass(frozen=True)
class Freedom:
    """What a right program may choose in a value."""

    signs: str = ""
    """What has free signs: `columns`, `rows`, a `vector`, or nothing."""
    rotated: bool = False
    """Whether the vectors are determined only up to a rotation of all of them."""
    tolerance: float = 0.0
    """Relative tolerance that the solution's own iteration needs."""
    of_axes: bool = False
    """Whether the value depends on which eigenvectors are taken."""


FIXED = Freedom()


def freedoms(prober: Prober, asked: Sequence[tuple[Attempt, int]]) -> list[Freedom]:
    """The freedom of each attempt's part with a number."""
    if not asked:
        return []
    data = prober.data[-1]
    attempts = [attempt for attempt, _ in asked]
    runs = [prober, *(prober.after(prelude) for prelude in (_FLIP, _SEED, _EXCHANGE))]
    answers = [each.answers({"values": attempts}, data)["values"] for each in runs]
    found = [
        _freedom(attempt, [_part(answer, number) for answer in each], data)
        for (attempt, number), *each in zip(asked, *answers, strict=True)
    ]
    rotated = {_object(attempt) for (attempt, _), each in zip(asked, found, strict=True) if each.rotated}
    return [
        # what is computed from rotated vectors turns with them
        replace(each, rotated=each.rotated or (each.signs in ("columns", "rows") and _object(attempt) in rotated))
        for (attempt, _), each in zip(asked, found, strict=True)
    ]


def depends_on_signs(prober: Prober, attempts: Sequence[Attempt]) -> list[bool]:
    """Whether the parts of each attempt change with the signs of eigenvectors."""
    if not attempts:
        return []
    data = prober.data[-1]
    usual, flipped = (each.answers({"values": attempts}, data)["values"] for each in (prober, prober.after(_FLIP)))
    return [
        any(
            one.value is not None and _change(one.value, _part(after, number)) > _ROUNDING
            for number, one in enumerate(before.parts)
        )
        for before, after in zip(usual, flipped, strict=True)
    ]


def _object(attempt: Attempt) -> object:
    """What an attempt's values belong to: an object and its methods, or one call."""
    return attempt.before if attempt.expression == "m" or attempt.expression.startswith("m.") else attempt.expression


def _part(answer: SolutionAnswer, number: int) -> Numbers | None:
    return answer.parts[number].value if len(answer.parts) > number else None


def _freedom(attempt: Attempt, values: Sequence[Numbers | None], data: DataSet) -> Freedom:
    usual, flipped, seeded, exchanged = values
    if usual is None:
        return FIXED
    signed = bool({"components", "scores"} & set(attempt.given.values()))
    signs = _signs(usual, flipped, data.k, signed=signed)
    again = min(_change(usual, seeded), _change(np.abs(usual), None if seeded is None else np.abs(seeded)))
    rotated = bool(signs) and signs != "vector" and not signed and _is_rotated(usual, data)
    if again > _ROUNDING and usual.ndim == 2 and not signed and seeded is not None:
        rows = usual.shape[0] == data.k != usual.shape[1]
        products = [value.T @ value if rows else value @ value.T for value in (usual, seeded)]
        if _change(*products) <= _SAME < again:
            signs, rotated, again = "rows" if rows else "columns", True, _change(*products)
    return Freedom(
        signs=signs,
        rotated=rotated,
        tolerance=_rounded(10 * again) if _ROUNDING < again <= _SAME else 0.0,
        of_axes=_change(usual, exchanged) > _ROUNDING,
    )


def _change(one: Numbers, other: Numbers | None) -> float:
    """The largest difference of two values, relative to the first; infinite for other shapes."""
    if other is None or one.shape != other.shape:
        return float("inf")
    size = float(np.abs(one).max(initial=0.0)) or 1.0
    return float(np.abs(one - other).max(initial=0.0)) / size


def _rounded(tolerance: float) -> float:
    return max(1e-6, min(float(f"{tolerance:.0e}"), 0.1))


def _is_rotated(value: Numbers, data: DataSet) -> bool:
    """Whether vectors of all features are those of a factor model, which any rotation leaves as good.

    Axes and loadings are orthogonal and as long as 1 or as the standard deviations; those of probabilistic PCA have
    squared lengths that are all smaller than the variances by one number, the variance of the noise.
    """
    columns = value.T if value.shape[0] == data.k else value
    if columns.shape != (data.X.shape[1], data.k) or data.k < 2:
        return False
    products = columns.T @ columns
    squares = np.diag(products)
    if np.abs(products - np.diag(squares)).max() > 1e-6 * squares.max():
        return True
    leading = facts_for(data, Conventions()).leading
    for divisor in (len(data.X) - 1, len(data.X), 1):
        noise = leading / divisor - squares
        if np.ptp(noise) <= 1e-6 * leading[0] / divisor and noise.min() > 1e-6 * leading[0] / divisor:
            return True
    return False


def _signs(before: Numbers, after: Numbers | None, k: int, *, signed: bool) -> str:
    """What has free signs."""
    if after is None or before.shape != after.shape or before.ndim not in (1, 2):
        return ""
    if before.ndim == 1:
        turned = np.allclose(before, -after, rtol=0, atol=1e-9 * float(np.abs(before).max(initial=1.0)))
        axis = not signed and bool((before < 0).any()) and abs(float(np.linalg.norm(before)) - 1) < 1e-9
        return "vector" if axis or (turned and before.any()) else ""
    size = 1e-9 * float(np.abs(before).max(initial=0.0))
    if float(np.abs(before - after).max(initial=0.0)) <= size:
        # the signs of an iteration do not depend on NumPy's solvers
        return "" if signed else {before.shape[1]: "columns"}.get(k, {before.shape[0]: "rows"}.get(k, ""))
    if np.allclose(np.abs(before), np.abs(after), rtol=0, atol=size):
        ratios = np.sign(before * after)
        if all(len(set(column[column != 0])) <= 1 for column in ratios.T):
            return "columns"
        if all(len(set(row[row != 0])) <= 1 for row in ratios):
            return "rows"
    return ""
