"""The facts that a certificate cites."""

from __future__ import annotations

from pcaproofs.kernel import Certificate


def facts_of(certificate: Certificate) -> set[str]:
    """The names of all facts that a certificate cites, in a cofactor, as a weight or as a factor that is not zero."""
    weights = [weight for _, proof in certificate.proofs for weight, _ in proof.squares]
    found = set()
    for _, proof in certificate.proofs:
        found |= {c.fact for c in (*proof.cofactors, *(c for lemma in proof.lemmas for c in lemma.cofactors))}
        weights += [w for lemma in proof.lemmas for w in (lemma.factor, *(weight for weight, _ in lemma.squares))]
    if certificate.transform is not None:
        weight, _, _, hypothesis = certificate.transform
        weights.append(weight)
        found.add(hypothesis)
    return found | {name for _, powers in weights for name, _ in powers}
