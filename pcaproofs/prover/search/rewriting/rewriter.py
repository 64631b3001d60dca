"""Normal forms: facts become rewriting rules, and every rewriting step is a cofactor of the certificate.

A rule replaces the leading monomial of a fact inside a word, inside a trace (up to rotation), or among the scalars.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from heapq import heapify, heappop, heappush
from typing import Any

from pcaproofs.kernel import Atom, Cofactor, Dimension, Monomial, Polynomial, Scalars, Word, close, times
from pcaproofs.language.rationals import Rational, over
from pcaproofs.prover.effort import spend
from pcaproofs.prover.search.rewriting.order import Order
from pcaproofs.terms import from_polynomial


@dataclass(frozen=True, eq=False)
class Rule:
    """A fact (or its transpose), its leading monomial and what that is replaced by."""

    fact: str
    transposed: bool
    polynomial: Polynomial
    scalars: Scalars
    word: Word
    coefficient: Rational
    sized: bool = False  # whether dimensions count in the leading monomial, as n does in n·c = 1 + c

    @property
    def is_scalar(self) -> bool:
        return self.polynomial.shape == (1, 1)


def has_inner_cut(word: Word) -> bool:
    return any(x.rows == 1 for x in word[1:])


def rules_of(facts: Mapping[str, Polynomial], order: Order) -> list[Rule]:
    """Rules for every fact in both orientations; none for a fact whose leading word falls apart at a 1×1 junction."""
    rules = []
    for name, p in facts.items():
        rules += rules_of_fact(name, p, order)
    return rules


def rules_of_fact(name: str, p: Polynomial, order: Order) -> list[Rule]:
    rules: list[Rule] = []
    seen = set()
    for transposed, q in ((False, p), (True, p.T)):
        if not q.terms or (transposed and q.shape == (1, 1)):
            continue
        lead = order.leading(q)
        scalars, word = lead
        if (lead not in seen) and (word or q.shape == (1, 1)) and not has_inner_cut(word):
            seen.add(lead)
            bare = _without_sizes(scalars)
            sized = any(m != lead and m[1] == word and _without_sizes(m[0]) == bare for m in q.terms)
            rules.append(Rule(name, transposed, q, scalars, word, q.terms[lead], sized))
    return rules


def _without_sizes(scalars: Scalars) -> Scalars:
    return tuple((a, k) for a, k in scalars if not isinstance(a, str))


class Steps:
    """The cofactors of a reduction, merged: Σ (left · fact · right), or Σ outer × tr(fact · right)."""

    def __init__(self) -> None:
        self.plain: dict[tuple[str, bool, Word], dict[Monomial, Rational]] = {}
        self.traced: dict[tuple[str, bool, Word], dict[Monomial, Rational]] = {}
        self.shapes: dict[tuple[str, bool], tuple[Dimension, Dimension]] = {}

    def add(self, rule: Rule, c: Rational, scalars: Scalars, left: Word, right: Word, traced: bool) -> None:
        """c·scalars·left·fact·right; traced: left is the word beside the trace."""
        self.shapes[rule.fact, rule.transposed] = rule.polynomial.shape
        table = self.traced if traced else self.plain
        inner = table.setdefault((rule.fact, rule.transposed, right), {})
        monomial = (scalars, left)
        inner[monomial] = inner.get(monomial, 0) + c

    def cite(self, name: str, p: Polynomial) -> None:
        """The fact p = 0 itself, once."""
        self.shapes[name, False] = p.shape
        self.plain.setdefault((name, False, ()), {})[(), ()] = 1

    def trace_of(self, name: str, p: Polynomial) -> None:
        """tr(fact)."""
        self.shapes[name, False] = p.shape
        self.traced.setdefault((name, False, ()), {})[(), ()] = 1

    def merge(self, other: Steps, c: Rational) -> None:
        """Adds c times other."""
        self.shapes |= other.shapes
        for mine, theirs in ((self.plain, other.plain), (self.traced, other.traced)):
            for key, inner in theirs.items():
                table = mine.setdefault(key, {})
                for monomial, v in inner.items():
                    table[monomial] = table.get(monomial, 0) + c * v

    def scale(self, c: Rational) -> None:
        """Multiplies every step by c."""
        for table in (self.plain, self.traced):
            for inner in table.values():
                for monomial in inner:
                    inner[monomial] *= c

    def times(self, scalars: Scalars) -> None:
        """Multiplies every step by scalars."""
        for table in (self.plain, self.traced):
            for key, inner in table.items():
                table[key] = {(times(s, scalars), left): c for (s, left), c in inner.items()}

    def facts(self) -> set[str]:
        return {fact for fact, _ in self.shapes}

    def cofactors(self, rows: Dimension, cols: Dimension) -> tuple[Cofactor, ...]:
        """As the certificate has them, for a goal of shape rows×cols."""
        out = []
        for (fact, transposed, right), inner in self.plain.items():
            h = self.shapes[fact, transposed]
            if h == (1, 1):
                left = Polynomial(rows, cols, list(inner.items()))
                after = Polynomial(1, 1, [(((), ()), 1)])
            else:
                left = Polynomial(rows, h[0], list(inner.items()))
                after = Polynomial(h[1], cols, [(((), right), 1)])
            if left.terms:
                out.append(Cofactor(fact, transposed, from_polynomial(left), from_polynomial(after)))
        for (fact, transposed, right), inner in self.traced.items():
            h = self.shapes[fact, transposed]
            outer = Polynomial(rows, cols, list(inner.items()))
            after = Polynomial(h[1], h[0], [(((), right), 1)])
            one = from_polynomial(Polynomial(h[0], h[0], [(((), ()), 1)]))
            if outer.terms:
                expression = from_polynomial(after)
                out.append(Cofactor(fact, transposed, one, expression, from_polynomial(outer)))
        return tuple(out)


class _Greatest:
    """A monomial in a heap whose first is the greatest."""

    __slots__ = ("key", "monomial")

    def __init__(self, key: Any, monomial: Monomial):
        self.key, self.monomial = key, monomial

    def __lt__(self, other: _Greatest) -> bool:
        return bool(self.key > other.key)


class Rewriter:
    """A set of rules, indexed by how their leading monomials begin."""

    def __init__(self, rules: Iterable[Rule], order: Order):
        self.order = order
        self.rules: list[Rule] = []
        self.late: Callable[[], bool] = lambda: False  # when to leave the rest as it is
        self.by_letter: dict[object, list[Rule]] = {}
        self.scalar_rules: dict[Atom, list[Rule]] = {}
        for rule in rules:
            self.add(rule)

    def add(self, rule: Rule) -> None:
        self.rules.append(rule)
        if rule.word:
            self.by_letter.setdefault(rule.word[0], []).append(rule)
        elif rule.scalars:
            self.scalar_rules.setdefault(rule.scalars[-1][0], []).append(rule)  # traces come after dimensions

    def sites(self, monomial: Monomial) -> Iterator[tuple[Rule, Scalars, Word, Word, bool]]:
        """Where a rule applies: (rule, remaining scalars, left, right, traced)."""
        scalars, word = monomial
        for i, x in enumerate(word):
            for rule in self.by_letter.get(x, ()):
                k = len(rule.word)
                if word[i : i + k] == rule.word and divides(rule.scalars, scalars):
                    rest = divide(scalars, rule.scalars)
                    yield rule, rest, word[:i], word[i + k :], False
        for atom, power in scalars:
            if isinstance(atom, str) or power < 1:
                continue
            length = len(atom)
            cyclic = not any(x.rows == 1 for x in atom)
            doubled = atom + atom if cyclic else atom
            for i, x in enumerate(atom):
                for rule in self.by_letter.get(x, ()):
                    k = len(rule.word)
                    if k <= length and doubled[i : i + k] == rule.word:
                        beside = times(scalars, ((atom, -1),))
                        if divides(rule.scalars, beside):
                            right = doubled[i + k : i + length] if cyclic else atom[i + k :] + atom[:i]
                            yield rule, divide(beside, rule.scalars), word, right, True
        for atom, power in scalars:
            for rule in self.scalar_rules.get(atom, ()):
                if rule.scalars[-1][1] <= power and divides(rule.scalars, scalars):
                    yield rule, divide(scalars, rule.scalars), word, (), False

    def _step(
        self, monomial: Monomial, like: Polynomial
    ) -> tuple[tuple[Rule, Scalars, Word, Word, bool], dict[Monomial, Rational]] | None:
        """A site where a rule makes the monomial smaller, and the multiple of its fact there.

        Inside a trace it may not: tr(PQ) by PQ = -QP is -tr(QP), which is -tr(PQ); that is solved for tr(PQ) instead.
        """
        key = self.order.key
        for site in self.sites(monomial):
            if site[0].sized and any(isinstance(a, str) and 0 > k != dict(monomial[0]).get(a) for a, k in site[1]):
                continue
            terms = replaced(*site, like)
            if monomial in terms and all(m == monomial or key(m) < key(monomial) for m in terms):
                return site, terms
        return None

    def reduce(self, p: Polynomial, limit: int = 20_000) -> tuple[Polynomial, Steps]:
        """The normal form of p and the steps to it: p = normal form + Σ steps."""
        steps = Steps()
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
            step = self._step(monomial, p) if limit > 0 else None
            if step is None:
                total = done.pop(monomial, 0) + c
                if total:
                    done[monomial] = total
                continue
            limit -= 1
            (rule, rest, left, right, traced), terms = step
            factor = over(c, terms[monomial])
            steps.add(rule, factor, rest, left, right, traced)
            for term, v in terms.items():
                if term != monomial:
                    if term not in todo:
                        heappush(queue, _Greatest(self.order.key(term), term))
                    total = todo.pop(term, 0) - factor * v
                    if total:
                        todo[term] = total
        return Polynomial(p.rows, p.cols, done.items()), steps


def replaced(
    rule: Rule, rest: Scalars, left: Word, right: Word, traced: bool, like: Polynomial
) -> dict[Monomial, Rational]:
    """rest·left·fact·right (or the traced form) multiplied out, of the shape of `like`."""
    spend(10 + 12 * len(rule.polynomial.terms))
    parts = []
    for (s, w), v in rule.polynomial.terms.items():
        scalars = times(rest, s)
        if traced:
            closed = w + right
            if closed:
                parts.append(((times(scalars, close(closed)), left), v))
            else:
                n = rule.polynomial.rows
                factor: Scalars = ((n, 1),) if isinstance(n, str) else ()
                parts.append(((times(scalars, factor), left), v * (n if isinstance(n, int) else 1)))
        elif rule.is_scalar:
            parts.append(((scalars, left), v))
        else:
            parts.append(((scalars, left + w + right), v))
    return dict(Polynomial(like.rows, like.cols, parts).terms)


def divides(small: Scalars, large: Scalars) -> bool:
    """Whether large / small is a monomial; dimensions are invertible, so they never stand in the way."""
    if not small:
        return True
    powers = dict(large)
    return all(isinstance(atom, str) or k <= powers.get(atom, 0) for atom, k in small)


def divide(large: Scalars, small: Scalars) -> Scalars:
    return reduce(times, [((atom, -k),) for atom, k in small], large)
