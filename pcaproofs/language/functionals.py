"""What acts on a whole expression: sums over samples, expectations and derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from pcaproofs.kernel import Dimension, Expression, IllTyped, Letter, letter, number
from pcaproofs.language.express import polynomial_expression
from pcaproofs.language.letters import Letters, Unreadable, walk
from pcaproofs.language.moments import apply_moments
from pcaproofs.language.shapes import clash
from pcaproofs.language.size import HUGE, terms

Moments = Callable[[Letter], tuple[Any, Letter, Letter | None]]


def running(k: Any) -> str:
    """The name of the basis vector that a sum over k runs over; no vector of the statement can be called that."""
    return f"row[{k}]"


class Functionals(Letters):
    """Reads sums, expectations and derivatives of what `read` reads."""

    def read(self, e: Any) -> Expression:
        """The kernel expression of a SymPy expression."""
        raise NotImplementedError

    def sample_sum(self, e: Any) -> Expression:
        body, k, size = e.args
        n = self.dimension(size)
        self.reserve(running(k), "a vector over which a sum runs")
        return self._functional(body, k, running(k), n, lambda v: (number(n), self._ones_letter(n), None))

    def _ones_letter(self, n: Dimension) -> Letter:
        self.ones_column(n)
        return letter(f"1[{n}]", n, 1)

    def expectation(self, e: Any) -> Expression:
        body, z = e.args
        if not isinstance(z, sp.MatrixSymbol) or z.shape[1] != 1:
            raise Unreadable(f"got an expectation over {z}, but should be a column symbol")
        p, name = self.dimension(z.shape[0]), self.name_of(z)

        def moments(v: Letter) -> tuple[Any, Letter, Letter]:
            mean, second = f"E[{name}]", f"E[{name}{name}ᵀ]"
            if second not in self.letters:
                root = f"√Cov[{name}]"
                self.letters |= {mean: (p, 1), second: (p, p), root: (p, p)}
                for letter_of_z in (mean, second, root):
                    self.reserve(letter_of_z, f"a moment of {name}")
                m, f = ("letter", mean), ("letter", root)
                # second moments are those of some random vector exactly if this difference is FᵀF
                self.add(("letter", second), "=", ("add", ("mul", m, ("t", m)), ("mul", ("t", f), f)))
                self.hints.append(("moments", (mean, second)))
            return number(1), letter(mean, p, 1), letter(second, p, p)

        return self._functional(body, z, name, p, moments)

    def _functional(self, body: Any, key: Any, name: str, size: Dimension, moments: Moments) -> Expression:
        """The body with `name` bound, and then that column replaced by its moments; an inner binding hides an outer."""
        outer = self.bound.get(key)
        if outer is None and name in self.letters:
            raise Unreadable(f"got {key} both bound by a sum and free, but should be another letter")
        self.bound[key] = size
        self.letters[name] = (size, 1)
        try:
            inside = self.read(body)
            if terms(inside) > HUGE:
                raise Unreadable(f"got {key} in a product of more than {HUGE} terms, but should be small enough to sum")
            p = self.scope().expand(inside)
        finally:
            del self.bound[key], self.letters[name]
            if outer is not None:
                self.bound[key], self.letters[name] = outer, (outer, 1)
        for other, on in self.depends.items():
            if name in on:
                raise Unreadable(f"got {other} in a sum over {key}, but only polynomials of degree 2 are summed here")
        v = letter(name, size, 1)
        return polynomial_expression(apply_moments(p, v, *moments(v)))

    def variable(self, x: Any) -> str:
        if not isinstance(x, sp.MatrixSymbol | sp.Symbol):
            raise Unreadable(f"got the variable {x}, but should be a symbol")
        return str(self.read(x)[1])

    def gradient(self, e: Any) -> Expression:
        f, x = e.args
        name = self.variable(x)
        body = self.read(f)
        self._varies(body, name)
        if self.shape(body) != (1, 1):
            raise IllTyped(f"got the gradient of {clash(self.shape(body), 'and', (1, 1))} [in {e}]")
        return ("gradient", body, name)

    def directional(self, e: Any) -> Expression:
        f, x, h = e.args
        name = self.variable(x)
        body = self.read(f)
        self._varies(body, name)
        direction = self.read(h)
        if self.shape(direction) != self.letters[name]:
            raise IllTyped(f"got {clash(self.letters[name], 'and', self.shape(direction))} [in {e}]")
        return ("derivative", body, name, direction)

    def _varies(self, body: Expression, name: str) -> None:
        """Refuses where a derivative would hold fixed what depends on the variable."""
        for other in sorted(self.names_in(body) | {x[1] for x in walk(body) if x[0] == "letter"}):
            if name in self.depends.get(other, ()) or name in self.determined(other):
                raise Unreadable(f"got a derivative in {name} of {other}, which depends on {name}; clear it first")
