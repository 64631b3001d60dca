"""Proofs with lemmas substituted where they are used: an equation that is a sum of facts needs no name of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pcaproofs.kernel import Certificate, Cofactor, Expression, Lemma, Proof
from pcaproofs.prover.search.numbering import numbered


def inlined(proof: Proof) -> Proof:
    """The same proof without the lemmas that state that a value is zero and divide by nothing.

    Other lemmas stay, because they are no sums of facts: lemmas whose squares vanish, that divide by a factor, or that
    state "at least zero".
    """
    sums: dict[str, tuple[Cofactor, ...]] = {}
    kept: list[Lemma] = []
    for lemma in proof.lemmas:
        if lemma.value is not None and not lemma.squares and lemma.factor == ("1", ()):
            sums[lemma.name] = _with_sums(lemma.cofactors, sums)
        else:
            kept.append(replace(lemma, cofactors=_with_sums(lemma.cofactors, sums)))
    if not sums:
        return proof
    ((_, made),) = numbered(
        Certificate((("", replace(proof, cofactors=_with_sums(proof.cofactors, sums), lemmas=tuple(kept))),))
    ).proofs
    return made


def _with_sums(cofactors: Iterable[Cofactor], sums: Mapping[str, tuple[Cofactor, ...]]) -> tuple[Cofactor, ...]:
    return tuple(
        x for c in cofactors for x in ([_within(c, inner) for inner in sums[c.fact]] if c.fact in sums else [c])
    )


def _within(use: Cofactor, inner: Cofactor) -> Cofactor:
    """The contribution of one term of a lemma at a use of the lemma: a·(l·fact·r)·b, and the same inside traces."""
    a, b = use.left, use.right
    if inner.outer is not None:  # the term is outer × tr(l·fact·r): the trace stays, and a, b go to the outer factor
        turned = _transposed(inner.outer) if use.transposed else inner.outer
        outer: Expression = ("mul", a, turned, b)
        if use.outer is not None:
            outer = ("mul", use.outer, ("tr", outer))
        return replace(inner, outer=outer)
    left, right = (_transposed(inner.right), _transposed(inner.left)) if use.transposed else (inner.left, inner.right)
    flipped = inner.transposed != use.transposed
    return Cofactor(inner.fact, flipped, ("mul", a, left), ("mul", right, b), use.outer)


def _transposed(e: Expression) -> Expression:
    return ("t", e)
