"""Cofactors by linear algebra: every product of facts that touches the goal is a row; is the goal in their span?

Complete within its bounds, where rewriting may take a wrong turn (skew forms, two projectors, traces).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from pcaproofs.kernel import Monomial, Polynomial
from pcaproofs.language.rationals import Rational, over
from pcaproofs.prover.effort import Deadline, spend
from pcaproofs.prover.search.context import Facts
from pcaproofs.prover.search.rewriting.rewriter import Rewriter, Rule, Steps, has_inner_cut, replaced
from pcaproofs.prover.search.rewriting.scalar_matches import Site, hidden_sites

MAX_ROWS, MAX_TERMS = 1500, 120
Row = dict[Monomial, Rational]
K = TypeVar("K")


def combine(facts: Facts, goal: Polynomial, deadline: Deadline, slack: int = 4) -> Steps | None:
    """Steps with goal = Σ steps, from products not heavier than the goal and every fact, plus slack."""
    rules = [rule for name, p in facts.polynomials.items() for rule in all_rules(name, p)]
    rewriter = Rewriter(rules, facts.order)
    hidden = [rule for rule in rules if not rule.word or has_inner_cut(rule.word)]
    degree = facts.order.degree
    if not goal.terms or not rules or len(goal.terms) > MAX_TERMS:
        return None
    bound = max(degree(m) for m in goal.terms) + slack
    system = _Echelon()
    queue = sorted(goal.terms, key=facts.order.key)
    seen = set(queue)
    sites: list[Site] = []
    rows_seen: set[frozenset[tuple[Monomial, Rational]]] = set()
    while queue and len(sites) < MAX_ROWS and not deadline.passed():
        monomial = queue.pop(0)
        for site in (*rewriter.sites(monomial), *hidden_sites(hidden, monomial)):
            if deadline.passed():
                return None
            row = replaced(*site, goal)
            if any(degree(m) > bound for m in row):
                continue
            scale = next(iter(row.values())) if row else 1
            key = frozenset((m, over(c, scale)) for m, c in row.items())
            if not row or key in rows_seen:
                continue
            rows_seen.add(key)
            system.insert(row, len(sites))
            sites.append(site)
            for m in row:
                if m not in seen:
                    seen.add(m)
                    queue.append(m)
        combination = system.solve(goal.terms) if len(sites) < 60 or len(sites) % 20 == 0 or not queue else None
        if combination is not None:
            return _steps(combination, sites)
    combination = system.solve(goal.terms)
    return None if combination is None else _steps(combination, sites)


class Span:
    """What the facts make zero among the monomials that f leads to, by use after use of a fact."""

    def __init__(self, facts: Facts, f: Polynomial, deadline: Deadline, rows: int = 500):
        rules = [rule for name, p in facts.polynomials.items() for rule in all_rules(name, p)]
        rewriter = Rewriter(rules, facts.order)
        hidden = [rule for rule in rules if not rule.word or has_inner_cut(rule.word)]
        self.system, self.sites = _Echelon(), list[Site]()
        self.seen = dict.fromkeys(sorted(f.terms, key=facts.order.key))
        queue = list(self.seen)
        heaviest = max([facts.order.degree(m) for m in f.terms] + [0])
        bound = heaviest + max([facts.order.degree(m) for p in facts.known_equations() for m in p.terms] + [0])
        while queue and len(self.sites) < rows and not deadline.passed():
            monomial = queue.pop(0)
            for site in (*rewriter.sites(monomial), *hidden_sites(hidden, monomial)):
                row = replaced(*site, f)
                if not row or any(facts.order.degree(m) > bound for m in row):
                    continue
                self.system.insert(row, len(self.sites))
                self.sites.append(site)
                for m in row:
                    if m not in self.seen:
                        self.seen[m] = None
                        queue.append(m)

    def reduce(self, terms: Mapping[Monomial, Rational]) -> tuple[Row, dict[int, Rational]]:
        """What is left of a polynomial, the same for all that are equal, and what was added to get there."""
        return self.system.reduce(dict(terms), {})

    def steps(self, combination: Mapping[int, Rational]) -> Steps:
        """The steps with which a polynomial that was reduced to zero is their sum."""
        return _steps({i: -c for i, c in combination.items() if c}, self.sites)


def all_rules(name: str, p: Polynomial) -> list[Rule]:
    """Every monomial of a fact in its turn as the leading one."""
    rules = []
    for transposed, q in ((False, p), (True, p.T)):
        if transposed and (q.shape == (1, 1) or q.terms in (p.terms, p.scaled(-1).terms)):
            continue
        for (scalars, word), c in q.terms.items():
            if word or scalars or q.shape != (1, 1):
                rules.append(Rule(name, transposed, q, scalars, word, c))
    return rules


def _steps(combination: Mapping[int, Rational], sites: list[Site]) -> Steps:
    steps = Steps()
    for i, c in sorted(combination.items()):
        rule, rest, left, right, traced = sites[i]
        steps.add(rule, c, rest, left, right, traced)
    return steps


class _Echelon:
    """Rows in echelon form, each remembering of which given rows it is a combination."""

    def __init__(self) -> None:
        self.rows: dict[Monomial, tuple[Row, dict[int, Rational]]] = {}

    def reduce(self, row: Row, combination: dict[int, Rational]) -> tuple[Row, dict[int, Rational]]:
        row, combination = dict(row), dict(combination)
        todo = [m for m in row if m in self.rows]
        while todo:
            m = todo.pop()
            c = row.get(m)
            if not c:
                continue
            pivot, parts = self.rows[m]
            spend(2 * (1 + len(pivot) + len(parts)))
            for k, v in pivot.items():
                total = row.get(k, 0) - c * v
                if total:
                    row[k] = total
                    if k in self.rows:
                        todo.append(k)
                else:
                    row.pop(k, None)
            for i, v in parts.items():
                combination[i] = combination.get(i, 0) - c * v
        return row, combination

    def insert(self, row: Row, i: int) -> None:
        rest, combination = self.reduce(row, {i: 1})
        if rest:
            pivot = min(rest, key=repr)
            c = rest[pivot]
            new = {m: over(v, c) for m, v in rest.items()}, {j: over(v, c) for j, v in combination.items() if v}
            spend(4 * len(rest) + len(self.rows))
            for other, (old, parts) in list(self.rows.items()):
                if pivot in old:
                    self.rows[other] = (_minus(old, old[pivot], new[0]), _minus(parts, old[pivot], new[1]))
            self.rows[pivot] = new

    def solve(self, goal: Mapping[Monomial, Rational]) -> dict[int, Rational] | None:
        rest, combination = self.reduce(dict(goal), {})
        return None if rest else {i: -v for i, v in combination.items() if v}


def _minus(a: Mapping[K, Rational], c: Rational, b: Mapping[K, Rational]) -> dict[K, Rational]:
    """a - c·b without zeros."""
    spend(2 * len(b))
    out = dict(a)
    for k, v in b.items():
        total = out.pop(k, 0) - c * v
        if total:
            out[k] = total
    return out
