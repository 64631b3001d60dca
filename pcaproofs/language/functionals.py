"""Reading of sums over samples, expectations and derivatives, which act on a whole expression."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from pcaproofs.kernel import Dimension, Expression, IllTyped, Letter, letter, number
from pcaproofs.language.derived import Derived, Kind, Notation, moments_equation
from pcaproofs.language.express import name_text
from pcaproofs.language.moments import Moments, apply_moments
from pcaproofs.language.names import INDEX, RANDOM, Unreadable
from pcaproofs.language.nodes import index
from pcaproofs.language.shapes import clash
from pcaproofs.language.ties import Ties, Varied
from pcaproofs.terms import HUGE, from_polynomial, ones_name, term_count


class Functionals(Ties):
    """Reads sums, expectations and derivatives; the subclass reads the expressions inside."""

    def __init__(self) -> None:
        super().__init__()
        self.random: dict[Any, str] = {}  # random vector -> its name

    def read(self, e: Any) -> Expression:
        """The kernel expression of a SymPy expression."""
        raise NotImplementedError

    def sample_sum(self, e: Any) -> Expression:
        """Our sum over the samples k."""
        body, k, size = e.args
        if not isinstance(k, sp.Symbol) or k != index(k.name):
            raise Unreadable(f"got a sum over {k}, but should be over an index, as index('{k}') is")
        return self._sum_over(body, k, self.dimension(size))

    def index_sum(self, e: Any) -> Expression:
        """SymPy's Sum, with indices from 0 to n − 1; the last limit is the outermost sum."""
        *inside, limit = e.limits
        if len(limit) != 3 or limit[1] != 0:
            raise Unreadable(f"got a sum over {limit}, but should be from 0 to n - 1 for a dimension n")
        body = sp.Sum(e.function, *inside) if inside else e.function
        return self._sum_over(body, limit[0], self.dimension(limit[2] + 1))

    def _sum_over(self, body: Any, k: Any, n: Dimension) -> Expression:
        if n == 1:
            with self.binding(k, ("number", "1"), n, INDEX):
                return self.read(body)
        name = Notation.RUNNING.write(str(k))
        return self._functional(body, k, name, n, INDEX, lambda v: Moments(number(n), self._ones_letter(n), None))

    def _ones_letter(self, n: Dimension) -> Letter:
        self.ones_column(n)
        return letter(ones_name(n), n, 1)

    def expectation(self, e: Any) -> Expression:
        """E[f(z)], by the first two moments of z, which become letters."""
        body, z = e.args
        if not isinstance(z, sp.MatrixSymbol) or z.shape[1] != 1:
            raise Unreadable(f"got an expectation over {z}, but should be a column symbol")
        p, name = self.dimension(z.shape[0]), self._random_name(z)

        def moments(v: Letter) -> Moments:
            mean, second = (Notation.EXPECTATION.write(x) for x in (name, f"{name}{name}ᵀ"))
            if second not in self.letters:
                root = Notation.ROOT.write(f"Cov[{name}]")
                self.letters |= {mean: (p, 1), second: (p, p), root: (p, p)}
                for letter_of_z in (mean, second, root):
                    self.reserve(letter_of_z, f"a moment of {name}")
                equation = moments_equation(second, mean, root)
                self.add(equation.left, equation.relation, equation.right)
                kinds = {mean: Kind.MEAN, second: Kind.SECOND_MOMENT, root: Kind.COVARIANCE_FACTOR}
                self.derived |= {x: Derived(kind, label=name) for x, kind in kinds.items()}
                self.hints.append(("moments", (mean, second)))
                self.assumed.append(f"{name_text(name)} has finite second moments")
            return Moments(number(1), letter(mean, p, 1), letter(second, p, p))

        return self._functional(body, z, Notation.RANDOM.write(name), p, RANDOM, moments)

    def _random_name(self, z: Any) -> str:
        if z not in self.random:
            self.random[z] = self.name_of(z, RANDOM)
        return self.random[z]

    def _functional(
        self, body: Any, key: Any, name: str, size: Dimension, use: str, moments: Callable[[Letter], Moments]
    ) -> Expression:
        """The value of a linear functional: the body is read with a running column, then `moments` replaces the column.

        Multiplying the body out is needed, since only monomials of degree at most 2 in the column have a value.
        """
        self.reserve(name, meaning := "a column over which a sum or an expectation runs")
        while name in self.letters:  # of an outer sum over the same
            self.reserve(name := f"{name}′", meaning)
        self.letters[name] = (size, 1)
        try:
            with self.binding(key, ("letter", name), size, use):
                inside = self.read(body)
            if term_count(inside) > HUGE:
                raise Unreadable(f"got {key} in a product of more than {HUGE} terms, but should be small enough to sum")
            p = self.scope().expand(inside)
        finally:
            del self.letters[name]
        for other, on in self.depends.items():
            if name in on:
                raise Unreadable(f"got {other} in a sum over {key}, but only polynomials of degree 2 are summed here")
        v = letter(name, size, 1)
        value = from_polynomial(apply_moments(p, v, moments(v)))
        result: Expression = tuple(part for part in value)  # an object of its own: equal expressions may be no sums
        if use == INDEX:
            self.sums.append((result, name, size, inside))
        return result

    def variable(self, x: Any) -> str:
        """The name of the letter that a derivative or an optimum varies."""
        if not isinstance(x, sp.MatrixSymbol | sp.Symbol):
            raise Unreadable(f"got the variable {x}, but should be a symbol")
        e = self.read(x)
        if e[0] != "letter":
            raise Unreadable(f"got the variable {x}, but should be a letter, and not a dimension")
        return str(e[1])

    def gradient(self, e: Any) -> Expression:
        """∇f of a scalar f."""
        f, x = e.args
        name = self.variable(x)
        body = self._varied(e, f, name)
        if self.shape(body) != (1, 1):
            raise IllTyped(f"got the gradient of {clash(self.shape(body), 'and', (1, 1))} [in {e}]")
        return ("gradient", body, name)

    def directional(self, e: Any) -> Expression:
        """D f[h], with a direction h of the variable's shape."""
        f, x, h = e.args
        name = self.variable(x)
        body = self._varied(e, f, name)
        direction = self.read(h)
        if self.shape(direction) != self.letters[name]:
            raise IllTyped(f"got {clash(self.letters[name], 'and', self.shape(direction))} [in {e}]")
        return ("derivative", body, name, direction)

    def _varied(self, e: Any, f: Any, name: str) -> Expression:
        """The expression that is differentiated; `check_ties` looks later at the letters that this holds fixed."""
        body = self.read(f)
        self.varied.append(Varied((name,), body, str(e)))
        return body
