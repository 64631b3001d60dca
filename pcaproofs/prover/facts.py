"""What may be used in a proof: the hypotheses, and lemmas derived from them with the steps that derive them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from fractions import Fraction
from functools import reduce

from pcaproofs.kernel import Dimension, Known, Lemma, Monomial, Polynomial, Proof, Square, Weight
from pcaproofs.language.express import polynomial_expression
from pcaproofs.prover.order import Order
from pcaproofs.prover.rewriting import Rewriter, Rule, Steps, divides, rules_of_fact, times

Squares = tuple[tuple[Weight, Polynomial], ...]
Shape = tuple[Dimension, Dimension]


class Contradiction(Exception):  # noqa: N818
    """The hypotheses imply 1 = 0, so that everything follows from them; the message says from which."""


class Deadline:
    """A moment after which searching stops."""

    def __init__(self, seconds: float):
        self.end = time.monotonic() + seconds

    def within(self, seconds: float) -> Deadline:
        """An earlier one, at most so many seconds from now."""
        return Deadline(max(0.0, min(seconds, self.end - time.monotonic())))

    def passed(self) -> bool:
        return time.monotonic() > self.end


class Facts:
    """Facts as rewriting rules, with a log of lemmas from which proofs take those that they used."""

    def __init__(self, known: Known):
        self.known = known
        self.polynomials = {name: p for name, (relation, p) in known.items() if relation == "="}
        self.nonzero = {name: p for name, (relation, p) in known.items() if relation in (">", "!=")}
        self.order = Order(self.polynomials.values())
        self.lemmas: dict[str, Lemma] = {}
        self.needs: dict[str, set[str]] = {}
        self.owner: dict[str, str] = {}  # fact -> lemma that provides it
        self.split: set[str] = set()  # scalar facts that were already searched for squares
        self.rewriter = Rewriter([], self.order)
        for name, p in sorted(self.polynomials.items(), key=lambda item: len(item[1].terms)):
            self._add_rules(name, p)
            self._watch_for_contradiction(name, p)
        self._add_traces()

    def _add_traces(self) -> None:
        """The trace of every equation between square matrices that has an identity in it: p = d + e from Q₁Q₁ᵀ + …"""
        for name, p in list(self.polynomials.items()):
            if p.rows == p.cols != 1 and any(not word for _, word in p.terms):
                rest, reduction = self.reduce(p.trace())
                if rest.terms:
                    steps = Steps()
                    steps.trace_of(name, p)
                    steps.merge(reduction, Fraction(-1))
                    self.derive(rest, steps)

    def _add_rules(self, name: str, p: Polynomial) -> list[Rule]:
        rules = rules_of_fact(name, p, self.order)
        for rule in rules:
            self.rewriter.add(rule)
        return rules

    def _watch_for_contradiction(self, name: str, p: Polynomial) -> None:
        if p.terms and all(not word and not scalars for scalars, word in p.terms):
            used = sorted(self._closure({name}) & self.known.keys())
            raise Contradiction(f"1 = 0 follows from {', '.join(used) or name}")

    def known_equations(self) -> list[Polynomial]:
        """The hypotheses that are equations, as they were given."""
        return [p for relation, p in self.known.values() if relation == "="]

    def reduce(self, p: Polynomial) -> tuple[Polynomial, Steps]:
        return self.rewriter.reduce(p)

    def derive(self, p: Polynomial, steps: Steps, factor: Weight = ("1", ())) -> tuple[str, list[Rule]]:
        """A new fact p = 0, by factor × p = Σ steps; returns its name and rules."""
        name = f"lemma {len(self.lemmas) + 1}"
        self.needs[name] = steps.facts()
        self.owner[name] = name
        self.polynomials[name] = p
        self.lemmas[name] = Lemma(name, steps.cofactors(*p.shape), polynomial_expression(p), factor)
        self._watch_for_contradiction(name, p)
        return name, self._add_rules(name, p)

    def derive_squares(
        self, squares: tuple[tuple[Weight, Polynomial], ...], steps: Steps
    ) -> list[tuple[str, Polynomial]]:
        """New facts M = 0, by Σ weight·‖M‖² = Σ steps."""
        name = f"lemma {len(self.lemmas) + 1}"
        self.needs[name] = steps.facts()
        written: tuple[Square, ...] = tuple((w, polynomial_expression(m)) for w, m in squares)
        self.lemmas[name] = Lemma(name, steps.cofactors(1, 1), squares=written)
        new = []
        for i, (_, m) in enumerate(squares):
            fact = f"{name}.{i}"
            self.owner[fact] = name
            self.polynomials[fact] = m
            self._watch_for_contradiction(fact, m)
            self._add_rules(fact, m)
            new.append((fact, m))
        return new

    def _closure(self, facts: Iterable[str]) -> set[str]:
        seen: set[str] = set()
        stack = list(facts)
        while stack:
            fact = stack.pop()
            if fact not in seen:
                seen.add(fact)
                if fact in self.owner:
                    stack += [self.owner[fact], *self.needs[self.owner[fact]]]
        return seen

    def proof(self, steps: Steps, shape: Shape, squares: Squares = ()) -> Proof:
        """The steps, with the lemmas that they lean on."""
        used = self._closure(steps.facts())
        lemmas = tuple(lemma for name, lemma in self.lemmas.items() if name in used)
        written = tuple((w, polynomial_expression(m)) for w, m in squares)
        return Proof(steps.cofactors(*shape), written, lemmas)

    def cancelled(self, p: Polynomial) -> tuple[Polynomial, Weight] | None:
        """q and a nonzero factor with factor × q = p, for the scalars that are known not to be zero."""
        factors: list[tuple[str, int]] = []
        for name, g in self.nonzero.items():
            power = 0
            while (q := divide_exactly(p, g, self.order)) is not None and power < 8:
                p, power = q, power + 1
                if len(g.terms) == 1 and not any(s for s, _ in g.terms):
                    break
            if power:
                factors.append((name, power))
        return (p, ("1", tuple(factors))) if factors else None


def divide_exactly(p: Polynomial, g: Polynomial, order: Order) -> Polynomial | None:
    """q with g·q = p for a scalar g, by division of leading terms; None where it does not go."""
    names = {atom for scalars, _ in g.terms for atom, _ in scalars if not isinstance(atom, str)}
    if not p.terms or not names:  # dimensions are units already
        return None
    lead: Monomial = order.leading(g)
    quotient: list[tuple[Monomial, Fraction]] = []
    rest = p
    for _ in range(len(p.terms) * 4):
        if not rest.terms:
            return Polynomial(p.rows, p.cols, quotient)
        target = next((m for m in sorted(rest.terms, key=order.key, reverse=True) if divides(lead[0], m[0])), None)
        if target is None:
            return None
        monomial = (reduce(times, [((a, -k),) for a, k in lead[0]], target[0]), target[1])
        if any(k < 0 and not isinstance(a, str) for a, k in monomial[0]):
            return None
        c = rest.terms[target] / g.terms[lead]
        quotient.append((monomial, c))
        rest = rest - g * Polynomial(p.rows, p.cols, [(monomial, c)])
    return None
