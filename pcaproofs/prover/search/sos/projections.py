"""A numerical positive semidefinite point of an affine family of block-diagonal symmetric matrices.

For small problems only. The result is rounded and then checked exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

try:
    import numpy as np
except ModuleNotFoundError:  # in a browser; then no point is found
    np = None  # type: ignore[assignment]

from pcaproofs.prover.effort import spend

ITERATIONS = 300  # of the projections from each start
STALLED_AFTER = 30  # of them without coming closer


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
    if np is None:
        return
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

    cone = _Cone(unknowns, sizes, weight)
    for floor in (0.0, 1e-2):
        t = solve @ -shifted  # the point of least norm
        correction = np.zeros_like(shifted)
        gap = float("inf")
        for k in range(ITERATIONS):
            if late():
                return
            spend(cone.steps)
            x = shifted + scaled @ t
            y = cone.nearest(x + correction, floor)
            correction = x + correction - y
            if k % STALLED_AFTER == STALLED_AFTER - 1:
                before, gap = gap, float(np.linalg.norm(x - y))
                if gap > 1e-3 and gap > 0.999 * before:  # cone and family are apart
                    break
            new = solve @ (y - shifted)
            if np.linalg.norm(new - t) < 1e-13 * (1 + np.linalg.norm(t)):
                break
            t = new
        yield [float(v) for v in t]


class _Cone:
    """Vectors of the entries of block-diagonal matrices whose eigenvalues are at least a floor; steps: of `nearest`."""

    def __init__(self, unknowns: list[tuple[int, int, int]], sizes: list[int], weight: np.ndarray):
        self._weight = weight
        alike: dict[int, list[np.ndarray]] = {}  # blocks of one size, whose eigenvalues are computed in one call
        for b, size in enumerate(sizes):
            mine = [(k, i, j) for k, (c, i, j) in enumerate(unknowns) if c == b]
            if mine:
                block = len(alike.setdefault(size, []))
                alike[size].append(np.array([(k, block, i, j) for k, i, j in mine]).T)
        self._places = [(size, len(blocks), *np.concatenate(blocks, axis=1)) for size, blocks in alike.items()]
        self.steps = 30 + sum(25 + number * (2 + size**3 // 20) for size, number, *_ in self._places)

    def nearest(self, x: np.ndarray, floor: float) -> np.ndarray:
        """The vector in the cone that is nearest to x."""
        y = x.copy()
        for size, number, k, block, i, j in self._places:
            if size == 1:
                y[k] = np.maximum(x[k], floor)
                continue
            m = np.zeros((number, size, size))
            m[block, i, j] = m[block, j, i] = x[k] / self._weight[k]
            values, vectors = np.linalg.eigh(m)
            m = (vectors * np.maximum(values, floor)[:, None, :]) @ vectors.transpose(0, 2, 1)
            y[k] = m[block, i, j] * self._weight[k]
        return y
