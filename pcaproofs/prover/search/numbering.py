"""Renumbering of lemmas as 1, 2, …, so that certificates do not depend on abandoned branches of the search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pcaproofs.kernel import Certificate, Cofactor, Lemma, Proof, Weight


def numbered(certificate: Certificate) -> Certificate:
    """The same certificate with the lemmas of each proof numbered from 1."""
    return replace(certificate, proofs=tuple((name, _proof(proof)) for name, proof in certificate.proofs))


def apart(proof: Proof, prefix: str) -> Proof:
    """The same proof with names of its lemmas that begin with prefix, so that it can be part of another proof."""
    return _renamed(proof, {lemma.name: f"{prefix} {k}" for k, lemma in enumerate(proof.lemmas, 1)})


def _proof(proof: Proof) -> Proof:
    return _renamed(proof, {lemma.name: f"lemma {k}" for k, lemma in enumerate(proof.lemmas, 1)})


def _renamed(proof: Proof, names: Mapping[str, str]) -> Proof:
    return Proof(
        tuple(_cofactor(c, names) for c in proof.cofactors),
        tuple((_weight(w, names), matrix) for w, matrix in proof.squares),
        tuple(_lemma(lemma, names) for lemma in proof.lemmas),
    )


def _lemma(lemma: Lemma, names: Mapping[str, str]) -> Lemma:
    return replace(
        lemma,
        name=names[lemma.name],
        cofactors=tuple(_cofactor(c, names) for c in lemma.cofactors),
        factor=_weight(lemma.factor, names),
        squares=tuple((_weight(w, names), matrix) for w, matrix in lemma.squares),
    )


def _cofactor(c: Cofactor, names: Mapping[str, str]) -> Cofactor:
    return replace(c, fact=_name(c.fact, names))


def _weight(weight: Weight, names: Mapping[str, str]) -> Weight:
    rational, powers = weight
    return rational, tuple((_name(name, names), power) for name, power in powers)


def _name(fact: str, names: Mapping[str, str]) -> str:
    """The new name of a lemma; "lemma 3.0" is the first of the squares that are zero by lemma 3."""
    lemma, dot, part = fact.partition(".")
    return names[lemma] + dot + part if lemma in names else fact
