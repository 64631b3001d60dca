"""Matches of rules whose leading word does not stand in a monomial in one piece.

A 1×1 piece of a word is a scalar and is kept apart: xᵀvvᵀy is the monomial (xᵀv)·(vᵀy), so that the two halves of the
leading word vvᵀ stand in two factors. And a multiple of an identity has no word: it stands between any two letters
that fit. `RuleIndex.matches` sees neither, since rewriting does without them; membership needs them to be complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from pcaproofs.kernel import Monomial, Scalars, Word, flip, times
from pcaproofs.prover.search.rewriting.matches import Match, divide, divides
from pcaproofs.prover.search.rewriting.rules import Rule

_Context = tuple[tuple[Word, ...], Word, Word, bool]  # the scalars that are used up; left, right, traced as of a Match


def scalar_matches(rules: Iterable[Rule], monomial: Monomial) -> Iterator[Match]:
    """Matches of the rules of matrices without a leading word, or with one that falls apart once."""
    for rule in rules:
        if rule.is_scalar:
            continue
        if not rule.word:
            yield from _between_letters(rule, monomial)
        else:
            yield from _across_factors(rule, monomial)


def _between_letters(rule: Rule, monomial: Monomial) -> Iterator[Match]:
    """Where an identity of the rule's size could stand in the word or in a trace."""
    scalars, word = monomial
    n = rule.polynomial.rows
    if not divides(rule.scalars, scalars):
        return
    rest = divide(scalars, rule.scalars)
    for i in range(len(word) + 1):
        if (word[i].rows if i < len(word) else word[-1].cols if word else None) == n:
            yield Match(rule, rest, word[:i], word[i:])
    for atom, power in scalars:
        if isinstance(atom, str) or power < 1 or not divides(((atom, 1),), rest):
            continue
        beside = times(rest, ((atom, -1),))
        for i, x in enumerate(atom):
            if x.rows == n:
                yield Match(rule, beside, word, atom[i:] + atom[:i], True)


def _across_factors(rule: Rule, monomial: Monomial) -> Iterator[Match]:
    """Where one factor ends with the first half of the leading word and one begins with the second."""
    scalars, word = monomial
    cuts = [i for i, x in enumerate(rule.word) if i and x.rows == 1]
    if len(cuts) != 1:
        return
    head, tail = rule.word[: cuts[0]], rule.word[cuts[0] :]
    contexts = chain(_between_scalars(head, tail, scalars, word), _beside_the_word(head, tail, scalars, word))
    for used, left, right, traced in contexts:
        rest = _without(used, scalars)
        if rest is not None and divides(rule.scalars, rest):
            yield Match(rule, divide(rest, rule.scalars), left, right, traced)


def _without(used: tuple[Word, ...], scalars: Scalars) -> Scalars | None:
    """The scalars without some of them; None where one is not there as often."""
    rest = scalars
    for atom in used:
        if not divides(((atom, 1),), rest):
            return None
        rest = times(rest, ((atom, -1),))
    return rest


def _strands(scalars: Scalars) -> list[tuple[Word, Word]]:
    """The 1×1 words among the scalars, each with itself and with its transpose, which is the same scalar."""
    atoms = [a for a, k in scalars if not isinstance(a, str) and a[0].rows == 1 and k > 0]
    return [(a, s) for a in atoms for s in (a, flip(a))]


def _ending(half: Word, scalars: Scalars) -> list[tuple[Word, Word]]:
    """The scalars that end with half of a leading word, and what stands before it."""
    return [(a, s[: -len(half)]) for a, s in _strands(scalars) if s[-len(half) :] == half]


def _starting(half: Word, scalars: Scalars) -> list[tuple[Word, Word]]:
    """The scalars that begin with half of a leading word, and what stands after it."""
    return [(a, s[len(half) :]) for a, s in _strands(scalars) if s[: len(half)] == half]


def _between_scalars(head: Word, tail: Word, scalars: Scalars, word: Word) -> Iterator[_Context]:
    """before·head and tail·after are two scalars, whose product is tr(head·tail·after·before); or they are one."""
    starting = _starting(tail, scalars)
    for a, before in _ending(head, scalars):
        for b, after in starting:
            yield (a, b), word, after + before, True
    for a, s in _strands(scalars):
        if len(s) >= len(head) + len(tail) and s[: len(tail)] == tail and s[-len(head) :] == head:
            yield (a,), word, s[len(tail) : len(s) - len(head)], True


def _beside_the_word(head: Word, tail: Word, scalars: Scalars, word: Word) -> Iterator[_Context]:
    """One half is in the word, at a place where it could be cut, and the other in a scalar."""
    for i in range(len(word) + 1 if word else 0):
        if (word[i].rows if i < len(word) else word[-1].cols) != 1:
            continue
        if i >= len(head) and word[:i][-len(head) :] == head:
            for b, after in _starting(tail, scalars):
                yield (b,), word[: i - len(head)], after + word[i:], False
        if word[i:][: len(tail)] == tail:
            for a, before in _ending(head, scalars):
                yield (a,), word[:i] + before, word[i + len(tail) :], False
