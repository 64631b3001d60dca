"""Whether a value depends on the signs of eigenvectors, which a right program may choose."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pcaproofs.grading.proposal.calls import Attempt
from pcaproofs.grading.proposal.probe import Prober

_FLIP = """
def _flipped():
    import functools, sys
    import numpy
    def signs(length): return numpy.resize([-1.0, 1.0], length)
    def axes(solve):
        @functools.wraps(solve)
        def solved(*args, **kwargs):
            answer = solve(*args, **kwargs)
            if not isinstance(answer, tuple): return answer
            found = list(answer)
            if len(found) == 2:
                found[1] = found[1] * signs(found[1].shape[-1])
            elif len(found) == 3:
                found[0] = found[0] * signs(found[0].shape[-1])
                found[2] = found[2] * signs(found[2].shape[-2])[:, None]
            return answer._make(found) if hasattr(answer, '_make') else tuple(found)
        return solved
    for module in (numpy.linalg, sys.modules.get('scipy.linalg')):
        for name in ('eigh', 'eig', 'svd'):
            if module is not None: setattr(module, name, axes(getattr(module, name)))
_flipped()
"""
"""Code that makes NumPy return eigenvectors and singular vectors with other signs."""


def with_free_signs(prober: Prober, asked: Sequence[tuple[Attempt, int]]) -> list[str]:
    """For the part of each attempt, what has free signs: `columns`, `rows`, a `vector`, or nothing."""
    data = prober.data[-1]
    attempts = [attempt for attempt, _ in asked]
    usual = prober.answers({"values": attempts}, data)["values"]
    flipped = prober.after(_FLIP).answers({"signs": attempts}, data)["signs"]
    found = []
    for (attempt, number), before, after in zip(asked, usual, flipped, strict=True):
        if len(before.parts) <= number or len(after.parts) <= number:
            found.append("")
            continue
        signed = {"components", "scores"} & set(attempt.given.values())
        found.append(_free(before.parts[number].value, after.parts[number].value, data.k, signed=bool(signed)))
    return found


def _free(before: Any, after: Any, k: int, *, signed: bool) -> str:
    if before is None or after is None or before.shape != after.shape or before.ndim not in (1, 2):
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
