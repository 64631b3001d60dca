"""Rules: facts with one monomial as the left side, which the rest of the fact replaces."""

from __future__ import annotations

from dataclasses import dataclass

from pcaproofs.kernel import Polynomial, Scalars, Word
from pcaproofs.prover.search.rewriting.order import MonomialOrder
from pcaproofs.terms import Rational


@dataclass(frozen=True, eq=False)
class Rule:
    """A fact (or its transpose) and its leading monomial: coefficient·scalars·word.

    sized: whether the leading monomial differs from another one only by dimensions, as in n·c = 1 + c.
    """

    fact: str
    transposed: bool
    polynomial: Polynomial
    scalars: Scalars
    word: Word
    coefficient: Rational
    sized: bool = False

    @property
    def is_scalar(self) -> bool:
        """Whether the rule comes from an equation of scalars."""
        return self.polynomial.shape == (1, 1)

    @property
    def matches_by_letters(self) -> bool:
        """Whether the leading word stands in one piece wherever the rule applies; see scalar_matches for the others."""
        return bool(self.word) and not has_inner_cut(self.word)


def has_inner_cut(word: Word) -> bool:
    """Whether a word has a place inside where it can be cut into scalars, which the kernel keeps apart from words."""
    return any(x.rows == 1 for x in word[1:])


def leading_rules(name: str, p: Polynomial, order: MonomialOrder) -> list[Rule]:
    """At most one rule for each orientation of a fact, at its leading monomial; none if its word can be cut."""
    rules: list[Rule] = []
    seen = set()
    for transposed, q in ((False, p), (True, p.T)):
        if not q.terms or (transposed and q.shape == (1, 1)):
            continue
        lead = order.leading(q)
        scalars, word = lead
        if (lead not in seen) and (word or q.shape == (1, 1)) and not has_inner_cut(word):
            seen.add(lead)
            bare = _without_dimensions(scalars)
            sized = any(m != lead and m[1] == word and _without_dimensions(m[0]) == bare for m in q.terms)
            rules.append(Rule(name, transposed, q, scalars, word, q.terms[lead], sized))
    return rules


def all_rules(name: str, p: Polynomial) -> list[Rule]:
    """A rule for every monomial of a fact, in both orientations."""
    rules = []
    for transposed, q in ((False, p), (True, p.T)):
        if transposed and (q.shape == (1, 1) or q.terms in (p.terms, p.scaled(-1).terms)):
            continue
        for (scalars, word), c in q.terms.items():
            if word or scalars or q.shape != (1, 1):
                rules.append(Rule(name, transposed, q, scalars, word, c))
    return rules


def _without_dimensions(scalars: Scalars) -> Scalars:
    return tuple((a, k) for a, k in scalars if not isinstance(a, str))
