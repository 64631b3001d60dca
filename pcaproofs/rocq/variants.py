"""Wrong variants of a theorem: a cofactor omitted or doubled, a relation reversed, a coefficient changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from pcaproofs.kernel import (
    Certificate,
    Compare,
    Expression,
    KernelError,
    Optimum,
    Proof,
    SameOptimisers,
    Statement,
    check,
)
from pcaproofs.rocq.problem import NONE, Functions, Sum
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.scripts import TheoremWriter
from pcaproofs.rocq.texts import OPENING
from pcaproofs.rocq.theorem import Lemma, Theorem

EVERY = 5  # about one theorem in EVERY has a variant
OTHER = {"min": "max", "max": "min"}


@dataclass(frozen=True)
class TheoremVariant:
    """A variant: the change, the statement, the script and its lemmas."""

    change: str
    text: str
    data: tuple[str, ...]
    script: tuple[str, ...]
    lemmas: tuple[Lemma, ...]


def variant_of(
    theorem: Theorem,
    certificate: Certificate,
    sums: Sequence[tuple[Expression, Sum]] = (),
    functions: Functions = NONE,
) -> TheoremVariant | None:
    """A wrong variant that this package's kernel refuses, for some theorems; which ones depends on their text alone."""
    statement = theorem.problem.statement
    number = number_of(theorem.definition)
    if number % EVERY:
        return None
    options: list[tuple[str, Any]] = [*changed_certificates(certificate), *changed_statements(statement)]
    start = number // EVERY % max(len(options), 1)
    for change, other in [*options[start:], *options[:start]]:
        s: Statement = other if isinstance(other, Statement) else statement
        c: Certificate = other if isinstance(other, Certificate) else certificate
        try:
            check(s, c)
        except KernelError:
            try:
                wrong = Theorem(s, c, sums, functions)
            except NotTranslated:
                continue
            return TheoremVariant(change, wrong.definition, tuple(wrong.data), tuple(wrong.proof), wrong.lemma_texts())
    return None


def number_of(text: str) -> int:
    """A number that depends on a text alone."""
    return int(sha256(text.encode()).hexdigest()[:8], 16)


def changed_certificates(certificate: Certificate) -> Iterator[tuple[str, Certificate]]:
    """The certificate without the last cofactor of its first proof with cofactors, and with this cofactor doubled."""
    for k, (name, proof) in enumerate(certificate.proofs):
        if proof.cofactors:
            *others, last = proof.cofactors
            double = replace(last, left=("mul", ("number", "2"), last.left))
            for change, some in (("a cofactor left out", others), ("a cofactor doubled", [*others, double])):
                changed: Proof = replace(proof, cofactors=tuple(some))
                proofs = (*certificate.proofs[:k], (name, changed), *certificate.proofs[k + 1 :])
                yield change, replace(certificate, proofs=proofs)
            return


def changed_statements(s: Statement) -> Iterator[tuple[str, Statement]]:
    """The conclusion with a coefficient changed, or reversed."""
    match s.conclusion:
        case Compare(left, relation, right) as c:
            yield "the left side doubled", replace(s, conclusion=replace(c, left=("mul", ("number", "2"), left)))
            if relation == ">=":
                yield "the sides exchanged", replace(s, conclusion=replace(c, left=right, right=left))
        case Optimum(sense, value=value) as c:
            yield "the sense turned round", replace(s, conclusion=replace(c, sense=OTHER[sense]))
            if value is not None:
                yield "the value doubled", replace(s, conclusion=replace(c, value=("mul", ("number", "2"), value)))
        case SameOptimisers(second=(sense, f)) as c:
            yield "a sense turned round", replace(s, conclusion=replace(c, second=(OTHER[sense], f)))


def mutants_file(pairs: Sequence[tuple[TheoremVariant, TheoremVariant]]) -> str:
    """A file for coqtop, which continues after an error: it prints ACCEPTED for every theorem that it accepts.

    pairs: for each theorem the right one and a wrong one. The first and the last right theorems, which are also in
    Catalogue.v, are controls: they show that the session accepts right theorems from beginning to end.
    """
    out = [
        "(* For coqtop: the controls are accepted, each mutant is refused. check.sh counts both. *)",
        "Set Silent.",
        OPENING,
    ]
    scripts = TheoremWriter(goes_on=True)
    for k, (right, wrong) in enumerate(pairs, 1):
        out.append(f"\n(* {k}: {wrong.change} *)")
        both = [(f"mutant_{k}", wrong)]
        if k in (1, len(pairs)):
            both.insert(1 if k > 1 else 0, (f"control_{k}", right))
        for name, one in both:
            out += [f"Definition {name} : Prop :=\n  {one.text}.", *scripts.theorem(name, one)]
            out += [f'Goal True. let t := type of {name}_holds in idtac "ACCEPTED" "{name}". Abort.']
    return "\n".join([*out, ""])
