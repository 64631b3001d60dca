"""Normal forms: facts become rewriting rules, and every rewriting step is a cofactor of the certificate.

A rule replaces the leading monomial of a fact inside a word, inside a trace (up to rotation), or among the scalars.
This is reduction by a noncommutative Gröbner basis that may be incomplete (T. Mora, Theor. Comput. Sci. 134, 1994, §3):
equal normal forms prove equality, different ones say nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush
from typing import Any

from pcaproofs.kernel import Letter, Monomial, Polynomial, close, flip, times
from pcaproofs.prover.effort import spend, spent
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.matches import Match, RuleIndex
from pcaproofs.prover.search.rewriting.order import MonomialOrder
from pcaproofs.prover.search.rewriting.rules import Rule
from pcaproofs.terms import Rational, over

MIN_MIRRORED = 3  # letters of a trace that may differ from it when read backwards
MAX_STEPS = 20_000  # of one reduction; the rest stays as it is


class _Greatest:
    """A monomial in a heap whose first is the greatest."""

    __slots__ = ("key", "monomial")

    def __init__(self, key: Any, monomial: Monomial):
        self.key, self.monomial = key, monomial

    def __lt__(self, other: _Greatest) -> bool:
        return bool(self.key > other.key)


class Rewriter(RuleIndex):
    """Rules that are applied only where they make a monomial smaller.

    late: when it says so, a reduction leaves the rest as it is.
    """

    def __init__(self, rules: Iterable[Rule], order: MonomialOrder):
        self._symmetric: dict[Letter, Rule] = {}
        self._irreducible: dict[Monomial, int] = {}  # by the present rules, and the steps in which that was found
        super().__init__(rules)
        self.order = order
        self.late: Callable[[], bool] = lambda: False

    def add(self, rule: Rule) -> None:
        """Adds a rule to the index."""
        super().add(rule)
        self._irreducible.clear()
        terms = rule.polynomial.terms
        if len(rule.word) == 1 and terms.keys() == _symmetry(rule.word[0]) and not sum(terms.values()):
            self._symmetric[rule.word[0]] = rule

    def _mirrored(self, monomial: Monomial) -> tuple[Monomial, list[tuple[Match, Rational]]] | None:
        """A smaller monomial with one trace read backwards, and the multiples of Aᵀ = A whose sum is the difference.

        The kernel has tr(ABC) as tr(CᵀBᵀAᵀ), which no rule reaches: the primed spelling is not the least one.
        """
        scalars, word = monomial
        for atom, power in scalars:
            if isinstance(atom, str) or power < 1 or len(atom) < MIN_MIRRORED or any(x.rows == 1 for x in atom):
                continue
            now = list(flip(atom))
            if not any(x in self._symmetric for x in now):
                continue
            spend(20 + 4 * len(now))
            beside = times(scalars, ((atom, -1),))
            turned = tuple([x.T if x in self._symmetric else x for x in now])
            mirrored = times(beside, close(turned)), word
            if self.order.key(mirrored) >= self.order.key(monomial):
                continue
            steps: list[tuple[Match, Rational]] = []
            for i, x in enumerate(now):
                if (rule := self._symmetric.get(x)) is not None:
                    around = (*now[i + 1 :], *now[:i])
                    steps.append((Match(rule, beside, word, around, traced=True), over(1, rule.coefficient)))
                    now[i] = x.T
            return mirrored, steps
        return None

    def _replaced(
        self, monomial: Monomial, c: Rational, like: Polynomial
    ) -> tuple[list[tuple[Match, Rational]], dict[Monomial, Rational]] | None:
        """c times the monomial as multiples of facts and the smaller monomials that are left; None without a rule."""
        if (known := self._irreducible.get(monomial)) is not None:
            spend(known)
            return None
        begun = spent()
        step = self._step(monomial, like)
        if step is not None:
            match, terms = step
            factor = over(c, terms[monomial])
            return [(match, factor)], {m: -factor * v for m, v in terms.items() if m != monomial}
        mirrored = self._mirrored(monomial) if self._symmetric else None
        if mirrored is None:
            self._irreducible[monomial] = spent() - begun
            return None
        return [(match, c * v) for match, v in mirrored[1]], {mirrored[0]: c}

    def _step(self, monomial: Monomial, like: Polynomial) -> tuple[Match, dict[Monomial, Rational]] | None:
        """The first match whose rule makes the monomial smaller, and the multiple of the fact there.

        Inside a trace it may not: tr(PQ) by PQ = -QP is -tr(QP), which is -tr(PQ); that is solved for tr(PQ) instead.
        """
        key = self.order.key
        for match in self.matches(monomial):
            if match.rule.sized and any(
                isinstance(a, str) and 0 > k != dict(monomial[0]).get(a) for a, k in match.scalars
            ):
                continue
            terms = match.multiple(like)
            if monomial in terms and all(m == monomial or key(m) < key(monomial) for m in terms):
                return match, terms
        return None

    def reduce(self, p: Polynomial) -> tuple[Polynomial, Cofactors]:
        """The normal form of p, and cofactors with p = normal form + Σ cofactors."""
        limit = MAX_STEPS
        cofactors = Cofactors()
        todo = dict(p.terms)
        done: dict[Monomial, Rational] = {}
        # the greatest first, so that equal terms have met before they are rewritten: else (P + Q)ᵏ would take 2ᵏ steps
        queue = [_Greatest(self.order.key(m), m) for m in todo]
        heapify(queue)
        while queue:
            monomial = heappop(queue).monomial
            if monomial not in todo:
                continue
            c = todo.pop(monomial)
            spend(12 + 4 * len(monomial[0]) + 4 * len(monomial[1]))
            if limit % 64 == 0 and self.late():
                limit = 0
            found = self._replaced(monomial, c, p) if limit > 0 else None
            if found is None:
                total = done.pop(monomial, 0) + c
                if total:
                    done[monomial] = total
                continue
            limit -= 1
            for match, v in found[0]:
                cofactors.add(match, v)
            for term, v in found[1].items():
                if term not in todo:
                    heappush(queue, _Greatest(self.order.key(term), term))
                total = todo.pop(term, 0) + v
                if total:
                    todo[term] = total
        return Polynomial(p.rows, p.cols, done.items()), cofactors


def _symmetry(x: Letter) -> set[Monomial]:
    """The monomials of an equation Aᵀ = A."""
    return {((), (x,)), ((), (x.T,))}
