"""Simple relations between wrong values and those of the solution: a factor, a root, a transpose, an added row."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.diagnosis.symptoms.symptom import Symptom
from pcaproofs.grading.judge.truth import Real
from pcaproofs.grading.running.run import Run

_Pairs = Sequence[tuple[Run, Real | None, Real | None]]

_CLOSE = 1e-6
_FEWEST = 2
"""Data sets on which a relation has to hold: one number is some multiple of any other."""
_FACTORS: dict[str, Callable[[int, int], float]] = {
    "n/(n − 1)": lambda n, p: n / (n - 1),
    "(n − 1)/n": lambda n, p: (n - 1) / n,
    "√(n/(n − 1))": lambda n, p: (n / (n - 1)) ** 0.5,
    "√((n − 1)/n)": lambda n, p: ((n - 1) / n) ** 0.5,
    "n": lambda n, p: n,
    "1/n": lambda n, p: 1 / n,
    "n − 1": lambda n, p: n - 1,
    "1/(n − 1)": lambda n, p: 1 / (n - 1),
    "√n": lambda n, p: n**0.5,
    "1/√n": lambda n, p: n**-0.5,
    "√(n − 1)": lambda n, p: (n - 1) ** 0.5,
    "1/√(n − 1)": lambda n, p: (n - 1) ** -0.5,
    "p": lambda n, p: p,
    "1/p": lambda n, p: 1 / p,
    "−1": lambda n, p: -1,
    "2": lambda n, p: 2,
    "1/2": lambda n, p: 0.5,
    "100": lambda n, p: 100,
    "1/100": lambda n, p: 0.01,
}
"""For n samples of p features."""


def of_solution_values(runs: Sequence[Run]) -> Symptom | None:
    """The symptom of a value that differs from the solution's by the same simple operation on all data sets."""
    for name in runs[0].task.values if runs else ():
        wrong = [run for run in runs if not run.holds(f"values.{name}")]
        pairs: _Pairs = [(run, *_both(run, name)) for run in wrong if name in run.compared]
        if len(pairs) < max(_FEWEST, len(wrong)):
            continue
        for look in (_by_a_factor, _changed, _shifted):
            if said := look(pairs):
                title, hint = said
                mistake = Mistake(
                    name=f"value-{look.__name__.strip('_').replace('_', '-')}",
                    title=f"gives {name} {title}",
                    hint=hint,
                    why="What is off in the same way on all data comes from one step.",
                    claim="",
                )
                return Symptom(mistake, wrong, f"on {len(wrong)} of {len(runs)} data sets")
    return None


def _numbers(value: Any) -> Real | None:
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return array if array.size and np.isfinite(array).all() else None


def _both(run: Run, name: str) -> tuple[Real | None, Real | None]:
    got, wanted = run.compared[name]
    return _numbers(got), _numbers(wanted)


def _same(one: Real, other: Real, up_to_signs: bool = False) -> bool:
    if one.shape != other.shape:
        return False
    bound = _CLOSE * float(np.abs(other).max())
    apart = np.abs(one - other)
    if up_to_signs:  # of columns
        apart = np.minimum(apart.max(axis=0), np.abs(one + other).max(axis=0))
    return bool(bound > 0 and float(apart.max()) <= bound)


def _holds(pairs: _Pairs, relation: Callable[[Run, Real, Real], bool]) -> bool:
    with np.errstate(all="ignore"):
        return all(got is not None and wanted is not None and relation(run, got, wanted) for run, got, wanted in pairs)


def _by_a_factor(pairs: _Pairs) -> tuple[str, str] | None:
    for words, factor in _FACTORS.items():

        def is_multiple(run: Run, got: Real, wanted: Real, factor: Callable[[int, int], float] = factor) -> bool:
            by = factor(*run.data.X.shape)
            return abs(by - 1) > _CLOSE and _same(got, by * wanted, got.ndim == 2 and by > 0)

        if _holds(pairs, is_multiple):
            return (
                f"{words} times as large as it should be",
                f"It is {words} times the solution's value on all data sets (n samples of p features). Look at what "
                "you divide by, and where.",
            )
    return None


def _changed(pairs: _Pairs) -> tuple[str, str] | None:
    changes: dict[str, Callable[[Real], Real]] = {
        "squared": lambda wanted: wanted**2,
        "as its root": np.sqrt,
        "transposed": lambda wanted: wanted.T,
        "inverted": _inverse,
        "as its logarithm": np.log,
    }
    for words, change in changes.items():

        def is_changed(run: Run, got: Real, wanted: Real, change: Callable[[Real], Real] = change) -> bool:
            try:
                other = change(wanted)
            except np.linalg.LinAlgError:
                return False
            return bool(np.isfinite(other).all()) and _same(got, other)

        if _holds(pairs, is_changed):
            return words, "It is the solution's value but for this, on all data sets."
    return None


def _inverse(wanted: Real) -> Real:
    return np.asarray(np.linalg.inv(wanted) if wanted.ndim == 2 else 1 / wanted)


def _shifted(pairs: _Pairs) -> tuple[str, str] | None:
    shifts = {
        0: ("with the same row added to every row", "Is a mean taken off, or put back, where it should be?"),
        1: ("with the same column added to every column", "Is the mean of each row to be taken off as well?"),
    }
    for axis, (title, hint) in shifts.items():

        def is_shifted(run: Run, got: Real, wanted: Real, axis: int = axis) -> bool:
            if got.shape != wanted.shape or got.ndim != 2 or got.shape[axis] < _FEWEST:
                return False
            less = (each - each.mean(axis=axis, keepdims=True) for each in (got, wanted))
            return _same(*less)

        if _holds(pairs, is_shifted):
            return title, f"It is the solution's value but for this, on all data sets. {hint}"
    return None
