"""A case: all letters that a numeric property may use, of matching sizes, each drawn at its first use.

A property that reads only `case.X` draws only n, p and X, so a failure shrinks only X and prints only X.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from hypothesis import strategies as st

from pcaproofs.sampling import entries, frames, spectra, tables
from pcaproofs.sampling.entries import Array


@dataclass(frozen=True, eq=False, repr=False)
class Case:
    """One numeric case from `cases()`; every letter is drawn once and stays the same within the case.

    Sizes: n samples, p features, d directions, 1 ≤ d ≤ min(n, p). Letters are float64 arrays.
    """

    _data: Any  # Hypothesis's interactive draws: .draw(strategy, label=…)
    _max_n: int
    _max_p: int
    _kinds: tuple[str, ...]

    def draw(self, strategy: st.SearchStrategy[Any], name: str) -> Any:
        """Draws an additional letter, which is printed under its name."""
        return self._data.draw(strategy, label=name)

    def __repr__(self) -> str:
        return "Case(letters as drawn below)"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    @cached_property
    def n(self) -> int:
        """The number of samples."""
        return int(self._standard(entries.sizes(1, self._max_n), "n"))

    @cached_property
    def p(self) -> int:
        """The number of features."""
        return int(self._standard(entries.sizes(1, self._max_p), "p"))

    @cached_property
    def d(self) -> int:
        """The number of directions, 1 ≤ d ≤ min(n, p)."""
        return int(self._standard(entries.sizes(1, min(self.n, self.p)), "d"))

    @cached_property
    def X(self) -> Array:
        """Data, n×p, rows are samples; in general not centred."""
        return self._letter(tables.data(self.n, self.p, self._kinds), "X")

    @cached_property
    def Xc(self) -> Array:
        """Data of mean zero, n×p, independent of X; 1ᵀXc = 0 exactly."""
        return self._letter(tables.centered(self.n, self.p), "Xc")

    @cached_property
    def w(self) -> Array:
        """A unit vector in Rᵖ, (p,)."""
        return self._letter(frames.unit(self.p), "w")

    @cached_property
    def a(self) -> Array:
        """A point of Rᵖ, (p,)."""
        return self._letter(entries.vector(self.p), "a")

    @cached_property
    def x(self) -> Array:
        """A vector in Rᵖ, (p,)."""
        return self._letter(entries.vector(self.p), "x")

    @cached_property
    def y(self) -> Array:
        """Another vector in Rᵖ, (p,)."""
        return self._letter(entries.vector(self.p), "y")

    @cached_property
    def z(self) -> Array:
        """A vector in Rⁿ with mean zero, (n,); 1ᵀz = 0 exactly."""
        return self._letter(tables.centered(self.n, 1).map(lambda column: column[:, 0]), "z")

    @cached_property
    def v(self) -> Array:
        """A vector in Rⁿ, one number for each sample, (n,)."""
        return self._letter(entries.vector(self.n), "v")

    @cached_property
    def c(self) -> Array:
        """Coordinates in Rᵈ, (d,)."""
        return self._letter(entries.vector(self.d), "c")

    @cached_property
    def B(self) -> Array:
        """Orthonormal columns, p×d, BᵀB = I."""
        return self._letter(frames.orthonormal(self.p, self.d), "B")

    @cached_property
    def Q(self) -> Array:
        """An orthogonal matrix, d×d, QᵀQ = QQᵀ = I."""
        return self._letter(frames.orthogonal(self.d), "Q")

    @cached_property
    def P(self) -> Array:
        """An orthogonal projector, p×p, P = Pᵀ = P², of any rank."""
        return self._letter(frames.projector(self.p), "P")

    @cached_property
    def S(self) -> Array:
        """A symmetric matrix, p×p, S = Sᵀ."""
        return self._letter(spectra.symmetric(self.p), "S")

    @cached_property
    def V(self) -> Array:
        """A positive semidefinite matrix, p×p, V = FFᵀ."""
        return self._letter(spectra.psd(self.p), "V")

    @cached_property
    def A(self) -> Array:
        """Any square matrix, p×p."""
        return self._letter(entries.matrix(self.p, self.p), "A")

    @cached_property
    def eigenpair(self) -> tuple[Array, Array, float]:
        """(S, w, λ) with Sw = λw, S symmetric p×p, w a unit vector; independent of the letters S and w."""
        S, w, value = self._standard(spectra.eigenpair(self.p), "S, w, λ")
        for letter in (S, w):
            letter.setflags(write=False)
        return S, w, value

    def _standard(self, strategy: st.SearchStrategy[Any], name: str) -> Any:
        return self._data.draw(strategy, label=name)

    def _letter(self, strategy: st.SearchStrategy[Array], name: str) -> Array:
        value: Array = np.asarray(self._standard(strategy, name), dtype=np.float64)
        value.setflags(write=False)  # a property must not change the letters
        return value


@st.composite
def cases(draw: st.DrawFn, max_n: int = 7, max_p: int = 5, kinds: tuple[str, ...] = tables.ORDINARY) -> Case:
    """Cases with 1 ≤ n ≤ max_n and 1 ≤ p ≤ max_p, X being data of the kinds named in `tables.KINDS`."""
    return Case(draw(st.data()), max_n, max_p, tuple(kinds))
