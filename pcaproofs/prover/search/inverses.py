"""Equations with an inverse: B = W is proved from A·W = I, as A·(B − W) = 0 says the same for an invertible A."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pcaproofs.kernel import Atom, Letter, Monomial, Polynomial, Proof, flip, number, times
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import ProofContext, reciprocals_in
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.matches import Match
from pcaproofs.prover.search.rewriting.rules import Rule
from pcaproofs.terms import Rational, over

MAX_FACTORS = 3  # that a scalar goal is multiplied by
MAX_PAIRS = 6  # of inverses
MAX_TERMS = 40  # of a goal, and of its product with A


def by_inverses(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """M = 0 because A·M or M·A reduces to 0, where BA = I or AB = I is a hypothesis about a letter B.

    A scalar goal xᵀM, or its multiple by a scalar that is known to be nonzero, is proved so from the column M = 0.
    """
    if len(goal.terms) > MAX_TERMS:
        return None
    found = [x for name, (relation, p) in context.known.items() if relation == "=" for x in inverses_in(name, p)]
    if goal.shape != (1, 1):
        cofactors = _by_product(context, found, goal)
        return None if cofactors is None else context.proof(cofactors, goal.shape)
    for factor in [_NO_FACTOR, *_factors(context)][: MAX_FACTORS + 1] if found else ():
        multiple, steps = context.reduce(factor.f * goal) if factor.fact else (goal, Cofactors())
        for x, column in _columns(multiple, {inverse.b for inverse in found}):
            if deadline.passed():
                return None
            if (cofactors := _by_product(context, found, column)) is not None:
                fact, _ = context.derive(column, cofactors)
                steps.merge(Cofactors.of_product(fact, column, (x.T,), ()), 1)
                return context.proof(factor.divided(context, goal, steps), (1, 1))
    return None


def by_push_through(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal by reduction with NW = WP of AW = WB, where NA = I and BP = I: (XᵀX + λI)⁻¹Xᵀ = Xᵀ(XXᵀ + λI)⁻¹."""
    found = [x for name, (relation, p) in context.known.items() if relation == "=" for x in inverses_in(name, p)]
    inverted = {x.b for x in found}
    letters = {x for y in found for _, word in y.a.terms for x in word if len(y.a.terms) < MAX_TERMS}
    between = sorted({w for x in letters - inverted for w in (x, x.T)}, key=lambda x: (x.name, x.spelling))
    pairs = [(n, p) for n in found for p in found if (n.side, p.side) == (0, 1)]
    before = len(context.lemmas)
    for n, p in pairs[:MAX_PAIRS]:
        for w in between:
            if deadline.passed():
                return None
            if w.rows == n.b.cols and w.cols == p.b.rows and n.p.terms[(), ()] == p.p.terms[(), ()]:
                _push_through(context, n, p, w)
    if len(context.lemmas) == before:
        return None
    rest, cofactors = context.reduce(goal)
    return None if rest.terms else context.proof(cofactors, goal.shape)


def _push_through(context: ProofContext, n: Inverted, p: Inverted, w: Letter) -> None:
    """Derives NW = WP if AW = WB and if it is not known."""
    through = Polynomial(w.rows, w.cols, [(((), (w,)), 1)])
    claim = Polynomial(w.rows, w.cols, [(((), (n.b, w)), 1), (((), (w, p.b)), -1)])
    difference = n.a * through - through * p.a
    rest, steps = context.reduce(difference)
    if rest.terms or not context.reduce(claim)[0].terms:
        return
    whole = Cofactors.of_product(p.fact, p.p, (n.b, w), ())  # d(NW − WP) = NW(BP + d) − (NA + d)WP + N(AW − WB)P
    whole.merge(Cofactors.of_product(n.fact, n.p, (), (w, p.b)), -1)
    if difference.terms:
        fact, _ = context.derive(difference, steps, rules=False)
        whole.merge(Cofactors.of_product(fact, difference, (n.b,), (p.b,)), 1)
    whole.scale(over(1, n.p.terms[(), ()]))
    context.derive(claim, whole)


@dataclass(frozen=True)
class Factor:
    """A scalar f that is not zero: by a fact f ≠ 0 or f > 0, or by a fact p = c·f + d = 0 with a number d ≠ 0."""

    f: Polynomial
    fact: str = ""
    p: Polynomial | None = None
    c: Atom = ""

    def divided(self, context: ProofContext, goal: Polynomial, steps: Cofactors) -> Cofactors:
        """Cofactors for the goal from steps for f·goal."""
        if not self.fact:
            return steps
        if self.p is None:
            return Cofactors.of_fact(context.derive(goal, steps, ("1", ((self.fact, 1),)))[0], goal)
        d, out, rule = self.p.terms[(), ()], Cofactors(), Rule(self.fact, False, self.p, (), (), 1)
        for (scalars, word), v in goal.terms.items():  # d·goal = p·goal − c·f·goal
            out.add(Match(rule, scalars, word, ()), over(v, d))
        steps.times(((self.c, 1),))
        out.merge(steps, over(-1, d))
        return out


_NO_FACTOR = Factor(number(1))


def _factors(context: ProofContext) -> Iterator[Factor]:
    """The scalars with letters that are known not to be zero."""
    yield from (Factor(s, name) for name, s in context.nonzero.items() if s.names())
    yield from reciprocals(context)


def reciprocals(context: ProofContext) -> Iterator[Factor]:
    """The scalars f for which an equation c·f = 1 is known."""
    for name, (relation, p) in context.known.items():
        for c, f in reciprocals_in(p) if relation == "=" else ():
            yield Factor(f, name, p, c)


def _by_product(context: ProofContext, found: list[Inverted], goal: Polynomial) -> Cofactors | None:
    """The cofactors of a goal that is no scalar, from its product with an inverted matrix."""
    for inverse in found:
        side, a = inverse.side, inverse.a
        if goal.shape[side] != a.cols or len(a.terms) * len(goal.terms) > MAX_TERMS:
            continue
        multiple = goal * a if side else a * goal
        left, c = multiple, goal.terms.get(((), (inverse.b,)), 0)
        other = next((x for x in found if (x.side, x.b, x.a) == (1 - side, inverse.b, a)), None)
        if c and other is not None:  # rewriting does not find AB where A is a sum, or xyᵀ
            left = multiple - other.p.scaled(c)
        rest, cofactors = context.reduce(left)
        if multiple.terms and not rest.terms:
            if c and other is not None:
                cofactors.merge(Cofactors.of_fact(other.fact, other.p), c)
            fact, _ = context.derive(multiple, cofactors)
            return _without_factor(goal, inverse, fact, multiple)
    return None


def _columns(goal: Polynomial, inverted: set[Letter]) -> Iterator[tuple[Letter, Polynomial]]:
    """Each column x and M with goal = xᵀM; of several factors xᵀw of a term the one with an inverse is opened."""
    every = [x for s, _ in goal.terms for a, k in s if not isinstance(a, str) and k > 0 for x in (a[0].T, a[-1])]
    for x in [x for x in dict.fromkeys(every) if x.cols == 1 != x.rows]:
        parts: list[tuple[Monomial, Rational]] = []
        for (scalars, _), c in goal.terms.items():
            words = [
                (atom, word)
                for atom, k in scalars
                if not isinstance(atom, str) and k > 0 and len(atom) > 1 and atom[0].rows == 1
                for word in (atom, flip(atom))
                if word[0] is x.T
            ]
            if not words:
                break
            atom, word = max(words, key=lambda pair: bool(inverted & {*pair[1]}))
            parts.append(((times(scalars, ((atom, -1),)), word[1:]), c))
        else:
            yield x, Polynomial(x.rows, 1, parts)


@dataclass(frozen=True)
class Inverted:
    """A fact p = 0 with p = BA + d·I (side 0) or p = AB + d·I (side 1), where B is a letter."""

    fact: str
    p: Polynomial
    side: int
    b: Letter
    a: Polynomial


def inverses_in(name: str, p: Polynomial) -> Iterator[Inverted]:
    """The ways to read a fact as BA + d·I or AB + d·I."""
    words = [word for _, word in p.terms if word]
    if p.rows != p.cols or p.rows == 1 or ((), ()) not in p.terms or len(words) != len(p.terms) - 1:
        return
    for side, end in ((0, 0), (1, -1)):
        b = words[0][end]
        if b.rows == b.cols and all(word[end] is b for word in words):
            parts = [((s, word[:-1] if side else word[1:]), c) for (s, word), c in p.terms.items() if word]
            a = Polynomial(p.rows, p.cols, parts)
            if b.name not in a.names():
                yield Inverted(name, p, side, b, a)


def _without_factor(goal: Polynomial, inverse: Inverted, fact: str, multiple: Polynomial) -> Cofactors:
    """The goal M as (p·M − B·A·M)/d, for a fact A·M = 0; for side 1 with M at the left."""
    d, b, right = inverse.p.terms[(), ()], (inverse.b,), bool(inverse.side)
    out, rule = Cofactors(), Rule(inverse.fact, False, inverse.p, (), (), 1)
    for (scalars, word), c in goal.terms.items():
        out.add(Match(rule, scalars, word if right else (), () if right else word), over(c, d))
    out.merge(Cofactors.of_product(fact, multiple, () if right else b, b if right else ()), over(-1, d))
    return out
