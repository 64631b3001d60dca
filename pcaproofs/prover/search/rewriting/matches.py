"""Matches: where the leading monomial of a rule stands inside a monomial (in term rewriting: redexes)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import reduce
from typing import NamedTuple

from pcaproofs.kernel import Atom, Letter, Monomial, Polynomial, Scalars, Word, close, times
from pcaproofs.prover.effort import spend
from pcaproofs.prover.search.rewriting.rules import Rule
from pcaproofs.terms import Rational


class Match(NamedTuple):
    """A monomial as scalars·left·(leading word)·right, or where traced as scalars·tr((leading word)·right)·left.

    scalars: without those of the rule. A NamedTuple, since the search makes millions of them.
    """

    rule: Rule
    scalars: Scalars
    left: Word
    right: Word
    traced: bool = False

    @property
    def product(self) -> Hashable:
        """What is multiplied, the same for the matches of all terms of a fact that stand for one multiple."""
        rule, scalars, left, right, traced = self
        return rule.fact, rule.transposed, scalars, left, right, traced

    def multiple(self, like: Polynomial) -> dict[Monomial, Rational]:
        """The terms of scalars·left·fact·right, or of the traced form, as a polynomial of the shape of `like`."""
        rule, rest, left, right, traced = self
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


class RuleIndex:
    """Rules by the first letter of their leading words, or by the last of their leading scalars."""

    def __init__(self, rules: Iterable[Rule] = ()):
        self.rules: list[Rule] = []
        self._by_letter: dict[Letter, list[Rule]] = {}
        self._by_atom: dict[Atom, list[Rule]] = {}
        for rule in rules:
            self.add(rule)

    def add(self, rule: Rule) -> None:
        """Adds a rule to the index."""
        self.rules.append(rule)
        if rule.word:
            self._by_letter.setdefault(rule.word[0], []).append(rule)
        elif rule.scalars and rule.is_scalar:  # a multiple of an identity is no scalar; see scalar_matches
            self._by_atom.setdefault(rule.scalars[-1][0], []).append(rule)  # traces come after dimensions

    def matches(self, monomial: Monomial) -> Iterator[Match]:
        """Every match in one piece: in the word, then inside traces, then among the scalars."""
        scalars, word = monomial
        if word:
            yield from self._in_word(scalars, word)
        if scalars:
            yield from self._in_traces(scalars, word)
            for atom, power in scalars:
                for rule in self._by_atom.get(atom, ()):
                    if rule.scalars[-1][1] <= power and divides(rule.scalars, scalars):
                        yield Match(rule, divide(scalars, rule.scalars), word, ())

    def _in_word(self, scalars: Scalars, word: Word) -> Iterator[Match]:
        for i, x in enumerate(word):
            for rule in self._by_letter.get(x, ()):
                k = len(rule.word)
                if word[i : i + k] == rule.word and divides(rule.scalars, scalars):
                    yield Match(rule, divide(scalars, rule.scalars), word[:i], word[i + k :])

    def _in_traces(self, scalars: Scalars, word: Word) -> Iterator[Match]:
        """Inside every closed word, up to rotation; a 1×1 word has only one."""
        for atom, power in scalars:
            if isinstance(atom, str) or power < 1:
                continue
            length = len(atom)
            cyclic = not any(x.rows == 1 for x in atom)
            doubled = atom + atom if cyclic else atom
            for i, x in enumerate(atom):
                for rule in self._by_letter.get(x, ()):
                    k = len(rule.word)
                    if k > length or doubled[i : i + k] != rule.word:
                        continue
                    beside = times(scalars, ((atom, -1),))
                    if divides(rule.scalars, beside):
                        right = doubled[i + k : i + length] if cyclic else atom[i + k :] + atom[:i]
                        yield Match(rule, divide(beside, rule.scalars), word, right, True)


def divides(small: Scalars, large: Scalars) -> bool:
    """Whether large / small is a monomial; dimensions are invertible, so they never stand in the way."""
    if not small:
        return True
    powers = dict(large)
    return all(isinstance(atom, str) or k <= powers.get(atom, 0) for atom, k in small)


def divide(large: Scalars, small: Scalars) -> Scalars:
    """large / small."""
    return reduce(times, [((atom, -k),) for atom, k in small], large)
