"""Bounded completion: the difference of two rules at an overlap (a critical pair) is a new fact.

Knuth and Bendix 1970, for polynomials Buchberger 1965 and, with words, Mora 1986. Facts of matrices and of scalars are
paired separately; pairs of a trace with a word are left to linear algebra.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import reduce
from itertools import count, product

from pcaproofs.kernel import Polynomial, Scalars, Word, times
from pcaproofs.prover.effort import Deadline, spend
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.matches import Match
from pcaproofs.prover.search.rewriting.rules import Rule, has_inner_cut
from pcaproofs.terms import over

MAX_FACTS = 80  # that one completion adds


def complete(context: ProofContext, deadline: Deadline, is_done: Callable[[], bool], max_degree: int) -> bool:
    """Adds facts from critical pairs, lightest first, until is_done() or no pair is left within the bounds."""
    pairs = _Agenda(context, max_degree)
    pairs.consider(list(context.rewriter.rules))
    derived = 0
    while pairs and derived < MAX_FACTS * context.effort and not deadline.passed():
        first, second, k = pairs.pop()
        spend(40)
        cofactors = Cofactors()
        p = _disagreement(first, second, k, cofactors)
        if p is None:
            continue
        rest, reduction = context.reduce(p)
        if not rest.terms:
            continue
        cofactors.merge(reduction, -1)
        pairs.consider(add_fact(context, rest, cofactors))
        derived += 1
        if is_done():
            return True
    return is_done()


class _Agenda:
    """A queue of critical pairs, the lightest first; pairs of one weight in the order of their arrival."""

    def __init__(self, context: ProofContext, max_degree: int):
        self._context, self._max_degree = context, max_degree
        self._heap: list[tuple[int, int, tuple[Rule, Rule, int]]] = []
        self._tick = count()

    def __len__(self) -> int:
        return len(self._heap)

    def pop(self) -> tuple[Rule, Rule, int]:
        """The lightest pair and where its rules overlap; see _overlaps."""
        return heapq.heappop(self._heap)[2]

    def consider(self, new: list[Rule]) -> None:
        """Adds the pairs of new rules with all rules."""
        rules = self._context.rewriter.rules
        spend(3 * len(new) * len(rules))
        for a, b in product(new, list(rules)):
            for first, second in ((a, b), (b, a)) if a is not b else ((a, a),):
                self._add(first, second)

    def _add(self, first: Rule, second: Rule) -> None:
        for k in _overlaps(first, second):
            weight = self._context.order.weight(first.word + second.word[max(k, 0) :])
            if weight <= self._max_degree:
                heapq.heappush(self._heap, (weight, next(self._tick), (first, second, k)))


def add_fact(context: ProofContext, p: Polynomial, cofactors: Cofactors) -> list[Rule]:
    """Adds p = 0 as a fact, divided by its factors that are known to be nonzero; gives the new rules."""
    cancelled = context.cancelled(p)
    if cancelled is None:
        return context.derive(p, cofactors)[1]
    q, factor = cancelled
    return context.derive(q, cofactors, factor)[1]


def _overlaps(a: Rule, b: Rule) -> list[int]:
    """Lengths k of a suffix of a that is a prefix of b; -1 - i where b lies inside a at i; 0 for scalar rules."""
    if not a.word and not b.word:
        shared = {atom for atom, _ in a.scalars} & {atom for atom, _ in b.scalars}
        return [0] if shared and a is not b and not all(isinstance(x, str) for x in shared) else []
    if not a.word or not b.word or b.word[0] not in a.word:
        return []
    starts = [i for i, x in enumerate(a.word) if x == b.word[0]]
    size = len(a.word)
    out = [size - i for i in reversed(starts) if i > 0 and size - i < len(b.word) and a.word[i:] == b.word[: size - i]]
    if a is not b and len(b.word) <= size:
        out += [-1 - i for i in starts if a.word[i : i + len(b.word)] == b.word]
    return out


def _disagreement(a: Rule, b: Rule, k: int, cofactors: Cofactors) -> Polynomial | None:
    """The difference of the results of both rules at the overlap (the S-polynomial), with its cofactors."""
    common = _lcm(a.scalars, b.scalars)
    sa = times(common, tuple((x, -j) for x, j in a.scalars))
    sb = times(common, tuple((x, -j) for x, j in b.scalars))
    if any(j < 0 and not isinstance(x, str) for x, j in (*sa, *sb)):
        return None
    before: Word = ()
    after_a: Word = ()
    after_b: Word = ()
    if k > 0:
        before, after_a = a.word[:-k], b.word[k:]
    elif k < 0:
        before, after_b = a.word[: -1 - k], a.word[-1 - k + len(b.word) :]
    if has_inner_cut(a.word + after_a):
        return None
    left = _times(a, sa, (), after_a).scaled(over(1, a.coefficient))
    right = _times(b, sb, before, after_b).scaled(over(1, b.coefficient))
    if left.shape != right.shape:
        return None
    cofactors.add(Match(a, sa, (), after_a), over(1, a.coefficient))
    cofactors.add(Match(b, sb, before, after_b), over(-1, b.coefficient))
    return left - right


def _times(rule: Rule, scalars: Scalars, left: Word, right: Word) -> Polynomial:
    p = rule.polynomial
    rows = left[0].rows if left else p.rows
    cols = right[-1].cols if right else p.cols
    return Polynomial(rows, cols, [((times(scalars, s), left + w + right), c) for (s, w), c in p.terms.items()])


def _lcm(a: Scalars, b: Scalars) -> Scalars:
    powers = dict(a)
    for atom, k in b:
        powers[atom] = max(k, powers.get(atom, 0))
    return reduce(times, [((atom, k),) for atom, k in powers.items()], ())
