"""Monomials that facts, read backwards, put in place of those of a polynomial: squares may hide in them."""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.kernel import Letter, Monomial, Polynomial, letter
from pcaproofs.prover.search.context import Facts
from pcaproofs.prover.search.membership import all_rules
from pcaproofs.prover.search.rewriting.rewriter import Rewriter, has_inner_cut, replaced
from pcaproofs.prover.search.rewriting.scalar_matches import hidden_sites

MAX_MONOMIALS = 150


def expanded(facts: Facts, f: Polynomial) -> list[Monomial]:
    """The monomials of f, and those that one use of a hypothesis in any direction puts in their place."""
    rules = [rule for name, p in facts.polynomials.items() for rule in all_rules(name, p)]
    rewriter = Rewriter(rules, facts.order)
    hidden = [rule for rule in rules if not rule.word or has_inner_cut(rule.word)]
    definitions = _definitions(facts)
    out = dict.fromkeys(f.terms)
    for monomial in list(f.terms):
        for site in (*rewriter.sites(monomial), *hidden_sites(hidden, monomial)):
            p = Polynomial(1, 1, replaced(*site, f).items())
            out.update(dict.fromkeys(definitions.reduce(p)[0].terms))
            if len(out) > MAX_MONOMIALS:
                return list(out)
    return list(out)


def _definitions(facts: Facts) -> Rewriter:
    return Rewriter([r for r in facts.rewriter.rules if len(r.word) == 1 and not r.scalars], facts.order)


def closed(facts: Facts, f: Polynomial) -> list[Monomial]:
    """The monomials of scalars made of single facts: their traces, and their products with a letter of their shape."""
    letters: dict[Letter, None] = {}
    for p in (f, *facts.known_equations()):
        for scalars, word in p.terms:
            for x in (*word, *(y for atom, _ in scalars if not isinstance(atom, str) for y in atom)):
                letters[letter(x.name, x.rows, x.cols) if x.spelling == x.name else x.T] = None
    out: dict[Monomial, None] = {}
    definitions = _definitions(facts)
    for p in facts.known_equations():
        for q in _scalars_of(definitions.reduce(p)[0], letters):
            out.update(dict.fromkeys(q.terms))
            if len(out) > MAX_MONOMIALS:
                return list(out)
    return list(out)


def _scalars_of(p: Polynomial, letters: dict[Letter, None]) -> Iterator[Polynomial]:
    if p.shape == (1, 1):
        yield p
        return
    if p.rows == p.cols:
        yield p.trace()
    for x in letters:
        if (x.rows, x.cols) == p.shape:
            yield (Polynomial(x.cols, x.rows, [(((), (x.T,)), 1)]) * p).trace()
