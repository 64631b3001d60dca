"""Inductions that the kernel accepts, and narrow misses: a statement about a power Aᵏ, for all k."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kernel_notation import ONE, add, cof, eq, eye, mul, neg, num, over, statement, t, tr, x
from kernel_proofs import main

from pcaproofs.kernel import Certificate, Compare, Expression, Family, Induction, Optimum

A, B, P, Q, c, p = map(x, "ABPQcp")
I = eye("n")
COMMUTES = eq(mul(P, B), mul(B, P))
COMMUTING = {"AB": eq(mul(A, B), mul(B, A))}
POWER = ("P", I, mul(A, P))
STEP = main(cof("claim 0", A), cof("AB", ONE, P))
LAST = main(cof("claim 0"))


def about(conclusion: Any, hypotheses: dict[str, Compare], *sequences: tuple[str, Expression, Expression]) -> Family:
    return Family(statement("A n n, B n n, P n n, Q n n, c 1 1, p 1 1", conclusion, **hypotheses), sequences)


def by(claims: tuple[Compare, ...], *certificates: Certificate) -> Induction:
    return Induction(claims, certificates)


FAMILIES: dict[str, tuple[Family, Induction]] = {
    "powers commute": (about(COMMUTES, COMMUTING, POWER), by((COMMUTES,), main(), STEP, LAST)),
    "a power of c": (
        about(eq(mul(p, A), mul(A, p)), {}, ("p", ONE, mul(c, p))),
        by((), main()),
    ),
    "a scaled power": (
        about(eq(Q, mul(p, P)), {}, POWER, ("Q", I, mul(c, A, Q)), ("p", ONE, mul(c, p))),
        by((eq(Q, mul(p, P)),), main(), main(cof("claim 0", mul(c, A))), LAST),
    ),
    "at this member only": (
        about(eq(mul(P, P), I), {"P": eq(P, I)}, POWER),
        by((), main(cof("P", P), cof("P"))),
    ),
    "a sum of powers": (
        about(eq(add(mul(A, Q), neg(Q)), add(P, neg(I))), {}, POWER, ("Q", ("zero", "n", "n"), add(I, mul(A, Q)))),
        by((eq(add(mul(A, Q), neg(Q)), add(P, neg(I))),), main(), main(cof("claim 0", A)), LAST),
    ),
}

GOOD, PROOF = FAMILIES["powers commute"]
UNIT = {"A": eq(mul(A, A), A)}
SIGN = about(eq(p, ONE), {}, ("p", ONE, neg(p)))
NONZERO = {"p": Compare(p, "!=", num(0))}


def with_certificate(i: int, certificate: Certificate) -> tuple[Family, Induction]:
    """The accepted case with one certificate replaced."""
    changed = (*PROOF.certificates[:i], certificate, *PROOF.certificates[i + 1 :])
    return GOOD, replace(PROOF, certificates=changed)


def with_sequence(*sequence: Any) -> tuple[Family, Induction]:
    """The accepted case with another sequence."""
    return replace(GOOD, sequences=(sequence,)), PROOF


def with_conclusion(conclusion: Any, claims: tuple[Compare, ...], *certificates: Certificate) -> Any:
    return about(conclusion, COMMUTING, POWER), by(claims, *certificates)


IS_ONE = eq(P, I)
FALSE: dict[str, tuple[Any, Any, str]] = {
    "step from another claim": (*with_certificate(1, main(cof("claim 1", A), cof("AB", ONE, P))), "claim 1"),
    "step without what is known of k": (*with_certificate(1, main(cof("AB", ONE, P))), "remainder"),
    "step without the hypothesis": (*with_certificate(1, main(cof("claim 0", A))), "remainder"),
    "step with the wrong side": (*with_certificate(1, main(cof("claim 0", ONE, A), cof("AB", ONE, P))), "remainder"),
    "start from the claim itself": (*with_certificate(0, main(cof("claim 0"))), "claim 0"),
    "conclusion without the claim": (*with_certificate(2, main()), "remainder"),
    "start that is false": (*with_conclusion(eq(P, A), (eq(P, A),), main(), main(), LAST), "remainder"),
    "start that is false, by the claim": (
        *with_conclusion(eq(P, A), (eq(P, A),), main(cof("claim 0")), main(cof("claim 0")), LAST),
        "claim 0",
    ),
    "idempotent at k = 0": (
        about(eq(P, A), UNIT, POWER),
        by((eq(P, A),), main(), main(cof("claim 0", A), cof("A")), LAST),
        "remainder",
    ),
    "step that keeps the claim": (*with_conclusion(IS_ONE, (IS_ONE,), main(), LAST, LAST), "remainder"),
    "step that is false": (SIGN, by((eq(p, ONE),), main(), LAST, LAST), "remainder"),
    "step by twice the claim": (SIGN, by((eq(p, ONE),), main(), main(cof("claim 0", num(2))), LAST), "remainder"),
    "step by what holds at this member": (
        about(IS_ONE, {"P": IS_ONE, "A": eq(mul(A, P), I)}, POWER),
        by((IS_ONE,), main(), main(cof("A")), LAST),
        "got fact 'A'",
    ),
    "start by what holds at this member": (
        about(eq(P, A), {"P": eq(P, A), "I": eq(mul(P, A), A)}, POWER),
        by((eq(P, A),), main(cof("P")), main(), LAST),
        "got fact 'P'",
    ),
    "step by a transposed member": (
        about(IS_ONE, {"A": eq(mul(A, t(P)), I)}, POWER),
        by((IS_ONE,), main(), main(cof("A")), LAST),
        "got fact 'A'",
    ),
    "member 0 that is a number": (*with_sequence("P", ONE, mul(A, P)), "clash"),
    "member k + 1 that is a number": (*with_sequence("P", I, tr(P)), "clash"),
    "member 0 by a sequence": (*with_sequence("P", P, mul(A, P)), "mentions a sequence"),
    "member 0 by another sequence": (
        replace(GOOD, sequences=(("P", Q, mul(A, P)), ("Q", I, mul(A, Q)))),
        PROOF,
        "mentions a sequence",
    ),
    "a sequence of nothing": (*with_sequence("R", I, mul(A, P)), "letters of the statement"),
    "a sequence twice": (replace(GOOD, sequences=(POWER, POWER)), PROOF, "named once"),
    "a column of ones as a sequence": (
        Family(
            replace(GOOD.statement, ones=("n",)),
            (("1[n]", x("1[n]"), x("1[n]")),),
        ),
        PROOF,
        "letters of the statement",
    ),
    "no sequence": (replace(GOOD, sequences=()), PROOF, "letters of the statement"),
    "an optimum": (
        replace(GOOD, statement=replace(GOOD.statement, conclusion=Optimum("min", mul(c, c), (("c", num(0)),)))),
        PROOF,
        "about an optimum",
    ),
    "a derivative by the base": (
        *with_conclusion(
            eq(("derivative", P, "A", B), ("zero", "n", "n")),
            (eq(("derivative", P, "A", B), ("zero", "n", "n")),),
            *(main(), main(), LAST),
        ),
        "with a derivative",
    ),
    "a gradient by the member": (
        *with_conclusion(eq(("gradient", tr(P), "P"), I), (eq(("gradient", tr(P), "P"), I),), *(main(), main(), LAST)),
        "with a derivative",
    ),
    "a reciprocal of a member": (
        about(eq(over("p"), ONE), NONZERO, ("p", ONE, neg(p))),
        by((eq(over("p"), ONE),), main(), LAST, LAST),
        "got inverse(p, 1)",
    ),
    "a claim that is no equation": (
        *with_conclusion(COMMUTES, (Compare(tr(P), ">", num(0)),), main(), main(), LAST),
        "should be a conclusion",
    ),
    "too few certificates": (GOOD, replace(PROOF, certificates=PROOF.certificates[:2]), "malformed"),
    "too many certificates": (GOOD, replace(PROOF, certificates=(*PROOF.certificates, LAST)), "malformed"),
    "a family by a certificate": (GOOD, LAST, "malformed"),
    "a statement by an induction": (GOOD.statement, PROOF, "malformed"),
    "a claim in place of another": (
        GOOD,
        replace(PROOF, claims=(eq(mul(P, A), mul(A, P)),)),
        "remainder",
    ),
    "claims that prove each other at once": (
        about(IS_ONE, {}, POWER, ("Q", I, mul(A, Q))),
        by((IS_ONE, eq(Q, P)), main(), main(), main(cof("claim 1", A), cof("claim 0")), main(), LAST),
        "remainder",
    ),
}
