"""Goals by entries: Σ eᵢeᵢᵀ = I of n unit columns of length n, put between all letters, leaves their entries."""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.kernel import Letter, Monomial, Polynomial, Word, times
from pcaproofs.prover.effort import spend
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.matches import Match
from pcaproofs.prover.search.rewriting.rules import Rule
from pcaproofs.terms import Rational

MAX_MONOMIALS = 2000  # that are opened on the way


def in_entries(context: ProofContext, goal: Polynomial) -> tuple[Polynomial, Cofactors] | None:
    """The goal with entries in the place of its letters of such a size, reduced; None without bases, or if it is large.

    And the steps that lead to it.
    """
    bases = dict(_bases(context))
    todo: list[tuple[Monomial, Rational]] = [*goal.terms.items()] if bases else []
    left, steps, opened = list[tuple[Monomial, Rational]](), Cofactors(), 0
    while todo:
        monomial, c = todo.pop()
        match = next(_places(monomial, bases, goal), None)
        if match is None:
            left.append((monomial, c))
            continue
        if (opened := opened + 1) > MAX_MONOMIALS:
            return None
        spend(20)
        steps.add(match, -c)
        more = Polynomial(goal.rows, goal.cols, [(monomial, 1)]) + Polynomial(
            goal.rows, goal.cols, match.multiple(goal).items()
        )
        todo += [(m, c * v) for m, v in more.terms.items()]
    if not opened:
        return None
    rest, reduction = context.reduce(Polynomial(goal.rows, goal.cols, left))
    steps.merge(reduction, 1)
    return rest, steps


def _bases(context: ProofContext) -> Iterator[tuple[int, tuple[Rule, set[Letter]]]]:
    """Each size n with a fact Σ xxᵀ − I = 0 of n columns, and these with their transposes."""
    for name, p in context.polynomials.items():
        words = [word for _, word in p.terms if word]
        pairs = [w for w in words if len(w) == 2 and w[0].cols == 1 and w[0].T is w[1]]
        is_basis = len(pairs) == len(words) == p.rows == p.cols == len(p.terms) - 1
        if is_basis and isinstance(p.rows, int) and p.terms.get(((), ())) == -1:
            yield p.rows, (Rule(name, False, p, (), (), 1), {x for w in words for x in w})


def _places(monomial: Monomial, bases: dict[int, tuple[Rule, set[Letter]]], like: Polynomial) -> Iterator[Match]:
    """The places of a monomial where no unit column stands yet: beside its letters, or where it has I."""
    scalars, word = monomial
    if not word and like.rows == like.cols and like.rows in bases:
        yield Match(bases[like.rows][0], scalars, (), ())
    for i in range(len(word) + 1) if word else ():
        if (rule := _rule_at(word[i - 1 : i], word[i : i + 1], bases)) is not None:
            yield Match(rule, scalars, word[:i], word[i:])
    for atom, k in scalars:
        for i in range(len(atom) if k > 0 else 0):
            if isinstance(atom, str):
                break
            if (rule := _rule_at(atom[i - 1 : i] or atom[-1:], atom[i : i + 1], bases)) is not None:
                yield Match(rule, times(scalars, ((atom, -1),)), word, atom[i:] + atom[:i], True)


def _rule_at(before: Word, after: Word, bases: dict[int, tuple[Rule, set[Letter]]]) -> Rule | None:
    """The fact for a place between two letters, or at an end."""
    size = after[0].rows if after else before[0].cols
    if size not in bases or {*before, *after} & bases[size][1]:
        return None
    return bases[size][0]
