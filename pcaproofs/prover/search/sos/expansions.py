"""Expansions: monomials that one use of a fact, in any direction, gives from those of a polynomial.

A square may only show after such a step, since rewriting has removed the larger monomials that it consists of.
"""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.kernel import Letter, Monomial, Polynomial, letter
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.membership import MultipleSource
from pcaproofs.prover.search.rewriting.rewriter import Rewriter

MAX_MONOMIALS = 150


def expanded(context: ProofContext, f: Polynomial) -> list[Monomial]:
    """The monomials of f, and those that one use of a hypothesis in any direction puts in their place."""
    source = MultipleSource(context)
    definitions = _definitions(context)
    out = dict.fromkeys(f.terms)
    for monomial in list(f.terms):
        for match in source.matches(monomial):
            p = Polynomial(1, 1, match.multiple(f).items())
            out.update(dict.fromkeys(definitions.reduce(p)[0].terms))
            if len(out) > MAX_MONOMIALS:
                return list(out)
    return list(out)


def _definitions(context: ProofContext) -> Rewriter:
    return Rewriter([r for r in context.rewriter.rules if len(r.word) == 1 and not r.scalars], context.order)


def closed(context: ProofContext, f: Polynomial) -> list[Monomial]:
    """The monomials of scalars made of single facts: their traces, and their products with a letter of their shape."""
    letters: dict[Letter, None] = {}
    for p in (f, *context.known_equations()):
        for scalars, word in p.terms:
            for x in (*word, *(y for atom, _ in scalars if not isinstance(atom, str) for y in atom)):
                letters[letter(x.name, x.rows, x.cols) if x.spelling == x.name else x.T] = None
    out: dict[Monomial, None] = {}
    definitions = _definitions(context)
    for p in context.known_equations():
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
