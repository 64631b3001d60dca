"""Cofactors: the multiples of facts that a computation used, from which its certificate is written."""

from __future__ import annotations

from pcaproofs.kernel import Cofactor, Dimension, Monomial, Polynomial, Scalars, Word, times
from pcaproofs.prover.search.rewriting.matches import Match
from pcaproofs.terms import Rational, from_polynomial

_Table = dict[tuple[str, bool, Word], dict[Monomial, Rational]]


class Cofactors:
    """Σ left·fact·right + Σ outer·tr(fact·right), collected by fact, orientation and right factor.

    The left and outer factors are polynomials; each right factor is one word.
    """

    def __init__(self) -> None:
        self._plain: _Table = {}
        self._traced: _Table = {}
        self._shapes: dict[tuple[str, bool], tuple[Dimension, Dimension]] = {}

    @classmethod
    def of_fact(cls, name: str, p: Polynomial) -> Cofactors:
        """The fact p = 0 itself, once."""
        out = cls()
        out._shapes[name, False] = p.shape
        out._plain[name, False, ()] = {((), ()): 1}
        return out

    @classmethod
    def of_product(cls, name: str, p: Polynomial, left: Word, right: Word) -> Cofactors:
        """left·p·right of a fact p = 0 about matrices."""
        out = cls()
        out._shapes[name, False] = p.shape
        out._plain[name, False, right] = {((), left): 1}
        return out

    @classmethod
    def of_trace(cls, name: str, p: Polynomial) -> Cofactors:
        """tr(p) of a square fact p = 0."""
        out = cls()
        out._shapes[name, False] = p.shape
        out._traced[name, False, ()] = {((), ()): 1}
        return out

    def add(self, match: Match, c: Rational) -> None:
        """Adds c times the multiple of a fact that a match stands for."""
        rule, scalars, left, right, traced = match
        self._shapes[rule.fact, rule.transposed] = rule.polynomial.shape
        table = self._traced if traced else self._plain
        inner = table.setdefault((rule.fact, rule.transposed, right), {})
        monomial = (scalars, left)
        inner[monomial] = inner.get(monomial, 0) + c

    def merge(self, other: Cofactors, c: Rational) -> None:
        """Adds c times other."""
        self._shapes |= other._shapes
        for mine, theirs in ((self._plain, other._plain), (self._traced, other._traced)):
            for key, inner in theirs.items():
                table = mine.setdefault(key, {})
                for monomial, v in inner.items():
                    table[monomial] = table.get(monomial, 0) + c * v

    def scale(self, c: Rational) -> None:
        """Multiplies everything by c."""
        for table in (self._plain, self._traced):
            for inner in table.values():
                for monomial in inner:
                    inner[monomial] *= c

    def times(self, scalars: Scalars) -> None:
        """Multiplies everything by scalars."""
        for table in (self._plain, self._traced):
            for key, inner in table.items():
                table[key] = {(times(s, scalars), left): c for (s, left), c in inner.items()}

    def facts(self) -> set[str]:
        """The names of the facts that are used."""
        return {fact for fact, _ in self._shapes}

    def as_certificate(self, rows: Dimension, cols: Dimension) -> tuple[Cofactor, ...]:
        """The kernel's cofactors, for a goal of shape rows×cols."""
        out = []
        for (fact, transposed, right), inner in self._plain.items():
            h = self._shapes[fact, transposed]
            if h == (1, 1):
                left = Polynomial(rows, cols, list(inner.items()))
                after = Polynomial(1, 1, [(((), ()), 1)])
            else:
                left = Polynomial(rows, h[0], list(inner.items()))
                after = Polynomial(h[1], cols, [(((), right), 1)])
            if left.terms:
                out.append(Cofactor(fact, transposed, from_polynomial(left), from_polynomial(after)))
        for (fact, transposed, right), inner in self._traced.items():
            h = self._shapes[fact, transposed]
            outer = Polynomial(rows, cols, list(inner.items()))
            after = Polynomial(h[1], h[0], [(((), right), 1)])
            one = from_polynomial(Polynomial(h[0], h[0], [(((), ()), 1)]))
            if outer.terms:
                expression = from_polynomial(after)
                out.append(Cofactor(fact, transposed, one, expression, from_polynomial(outer)))
        return tuple(out)
