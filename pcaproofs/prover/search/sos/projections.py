"""A numerical positive semidefinite point of an affine family of block-diagonal symmetric matrices.

For small problems only. The result is rounded and then checked exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from pcaproofs.prover.effort import spend


def nearly_psd(
    start: list[float],
    directions: list[list[float]],
    unknowns: list[tuple[int, int, int]],
    sizes: list[int],
    late: Callable[[], bool],
) -> Iterator[list[float]]:
    """Parameters t for which start + Σ tᵢ·directionᵢ is nearly positive semidefinite, least trace first.

    Projects in turn on the cone and on the family (Dykstra's alternating projections), from a few shifted starts.
    """
    basis = np.array(directions, dtype=float).T
    offset = np.array(start, dtype=float)
    weight = np.array([1.0 if i == j else 2.0**0.5 for _, i, j in unknowns])
    scaled, shifted = basis * weight[:, None], offset * weight
    # of full rank, and well conditioned as each direction has a 1 where the others have 0; pinv's decomposition runs in
    # several threads, and takes a hundred times as long where other processes have the processors
    try:
        solve = np.linalg.solve(scaled.T @ scaled, scaled.T)
    except np.linalg.LinAlgError:
        return
    if not np.isfinite(solve).all():  # numbers too large for floats
        return

    places = []
    for b, size in enumerate(sizes):
        mine = [(k, i, j) for k, (c, i, j) in enumerate(unknowns) if c == b]
        if mine:
            k, i, j = np.array(mine).T
            places.append((size, k, i, j))

    def cone(x: np.ndarray, floor: float) -> np.ndarray:
        y = x.copy()
        for size, k, i, j in places:
            m = np.zeros((size, size))
            m[i, j] = m[j, i] = x[k] / weight[k]
            values, vectors = np.linalg.eigh(m)
            m = (vectors * np.maximum(values, floor)) @ vectors.T
            y[k] = m[i, j] * weight[k]
        return y

    for floor in (0.0, 1e-2):
        t = solve @ -shifted  # the point of least norm
        correction = np.zeros_like(shifted)
        for _ in range(300):
            if late():
                return
            spend(15 + sum(15 + size**3 // 20 for size, *_ in places))
            x = shifted + scaled @ t
            y = cone(x + correction, floor)
            correction = x + correction - y
            new = solve @ (y - shifted)
            if np.linalg.norm(new - t) < 1e-13 * (1 + np.linalg.norm(t)):
                break
            t = new
        yield [float(v) for v in t]
