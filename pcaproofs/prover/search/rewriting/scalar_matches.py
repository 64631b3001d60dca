"""Places where a fact applies although its leading word does not stand there in one piece.

A 1×1 piece of a word is a scalar and moves away: xᵀv vᵀy is kept as (xᵀv)·(vᵀy), so vvᵀ = … has its two halves in two
factors. And a multiple of an identity has no word at all: it stands between any two letters that fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pcaproofs.kernel import Monomial, Scalars, Word, flip, times
from pcaproofs.prover.search.rewriting.rewriter import Rule, divide, divides, has_inner_cut

Site = tuple[Rule, Scalars, Word, Word, bool]


def hidden_sites(rules: Iterable[Rule], monomial: Monomial) -> Iterator[Site]:
    """Sites as of Rewriter.sites, of the rules that it cannot see."""
    for rule in rules:
        if rule.is_scalar:
            continue
        if not rule.word:
            yield from _inserted(rule, monomial)
        elif has_inner_cut(rule.word):
            yield from _across(rule, monomial)


def _inserted(rule: Rule, monomial: Monomial) -> Iterator[Site]:
    scalars, word = monomial
    n = rule.polynomial.rows
    if not divides(rule.scalars, scalars):
        return
    rest = divide(scalars, rule.scalars)
    for i in range(len(word) + 1):
        if (word[i].rows if i < len(word) else word[-1].cols if word else None) == n:
            yield rule, rest, word[:i], word[i:], False
    for atom, power in scalars:
        if isinstance(atom, str) or power < 1 or not divides(((atom, 1),), rest):
            continue
        beside = times(rest, ((atom, -1),))
        for i, x in enumerate(atom):
            if x.rows == n:
                yield rule, beside, word, atom[i:] + atom[:i], True


def _across(rule: Rule, monomial: Monomial) -> Iterator[Site]:
    scalars, word = monomial
    cuts = [i for i, x in enumerate(rule.word) if i and x.rows == 1]
    if len(cuts) != 1:
        return
    head, tail = rule.word[: cuts[0]], rule.word[cuts[0] :]
    strands = [a for a, k in scalars if not isinstance(a, str) and a[0].rows == 1 and k > 0]
    ending = [(a, s[: -len(head)]) for a in strands for s in (a, flip(a)) if s[-len(head) :] == head]
    starting = [(a, s[len(tail) :]) for a in strands for s in (a, flip(a)) if s[: len(tail)] == tail]

    def without(*atoms: Word) -> Scalars | None:
        rest = scalars
        for atom in atoms:
            if not divides(((atom, 1),), rest):
                return None
            rest = times(rest, ((atom, -1),))
        return divide(rest, rule.scalars) if divides(rule.scalars, rest) else None

    for a, before in ending:
        for b, after in starting:
            rest = without(a, b)
            if rest is not None:
                yield rule, rest, word, after + before, True
    for a in strands:
        for s in (a, flip(a)):
            if len(s) >= len(rule.word) and s[: len(tail)] == tail and s[-len(head) :] == head:
                rest = without(a)
                if rest is not None:
                    yield rule, rest, word, s[len(tail) : len(s) - len(head)], True
    for i in range(len(word) + 1):
        open_here = word and (word[i].rows if i < len(word) else word[-1].cols) == 1
        if not open_here:
            continue
        if word[:i][-len(head) :] == head and i >= len(head):
            for b, after in starting:
                if (rest := without(b)) is not None:
                    yield rule, rest, word[: i - len(head)], after + word[i:], False
        if word[i:][: len(tail)] == tail:
            for a, before in ending:
                if (rest := without(a)) is not None:
                    yield rule, rest, word[:i] + before, word[i + len(tail) :], False
