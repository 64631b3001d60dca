"""What must be rejected, and what the message must name: near-misses of the accepted proofs, rule by rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kernel_families import FALSE as FALSE_INDUCTIONS
from kernel_notation import (
    ONE,
    PLAIN,
    ZERO,
    add,
    cof,
    eq,
    eye,
    ge,
    mul,
    neg,
    num,
    over,
    power,
    sq,
    statement,
    sub,
    t,
    tr,
    x,
)
from kernel_proofs import CASES, main

from pcaproofs.kernel import Certificate, Compare, Lemma, Optimum, Proof, SameOptimisers, Statement

Row = tuple[Any, Any, str]
REJECTED: dict[str, Row] = {}


def proof_of(case: str, goal: str = "main") -> Proof:
    return dict(CASES[case][1].proofs)[goal]


def certified(case: str, says: str, *, goal: str = "main", proof: Proof | None = None, **changed: Any) -> Row:
    """The case with one proof replaced, or with some of its fields changed."""
    s, c = CASES[case]
    new = proof or replace(proof_of(case, goal), **changed)
    return s, replace(c, proofs=tuple((name, new if name == goal else old) for name, old in c.proofs)), says


def stated(case: str, says: str, **changed: Any) -> Row:
    """The case with the statement changed, its certificate as it was."""
    s, c = CASES[case]
    return replace(s, **changed), c, says


def concluded(case: str, says: str, **changed: Any) -> Row:
    """The case with the conclusion changed."""
    return stated(case, says, conclusion=replace(CASES[case][0].conclusion, **changed))


def assuming(case: str, says: str, changes: Mapping[str, Compare | None]) -> Row:
    """The case with hypotheses changed, added or (None) dropped."""
    hypotheses = {**dict(CASES[case][0].hypotheses), **changes}
    return stated(case, says, hypotheses=tuple((name, h) for name, h in hypotheses.items() if h is not None))


def lemma_of(case: str, **changed: Any) -> tuple[Lemma, ...]:
    (lemma,) = proof_of(case).lemmas
    return (replace(lemma, **changed),)


def tensored(case: str, says: str, *parts: Any) -> Row:
    """The case with another tensor, half of the squared norm of which is the proof."""
    return certified(case, says, squares=((("1/2", ()), ("tensor", *parts)),))


A, B = x("A"), x("B")
AB, GAP = ("kron", A, B), sub(x("r"), x("s"))
I, a, u, v, w, s, S, P, X = eye("p"), x("a"), x("u"), x("v"), x("w"), x("s"), x("S"), x("P"), x("X")
nonzero, positive = Compare(s, "!=", ZERO), Compare(s, ">", ZERO)

# -------------------------------------------------------------------------------------------------------- cofactors
REJECTED |= {
    "wrong coefficient": certified("plain cofactor", "remainder", cofactors=(cof("idempotent", num("1001/1000"), I),)),
    "wrong sign": certified("plain cofactor", "remainder", cofactors=(cof("idempotent", neg(I), I),)),
    "no cofactor": certified("plain cofactor", "remainder of 2 terms", cofactors=()),
    "the same cofactor twice": certified("plain cofactor", "remainder", cofactors=(cof("idempotent", I, I),) * 2),
    "wrong side": certified("two sides", "remainder", cofactors=(cof("symmetric", neg(t(x("b"))), a),)),
    "unknown fact": certified("plain cofactor", "fact 'symmetric'", cofactors=(cof("symmetric", I, I),)),
    "the goal as its own reason": certified("plain cofactor", "fact 'main'", cofactors=(cof("main", I, I),)),
    "another statement's hypothesis": stated("plain cofactor", "fact 'idempotent'", hypotheses=()),
    "an inequality as an equation": assuming("plain cofactor", "fact 'idempotent'", {"idempotent": ge(tr(P))}),
    "n > 0 as an equation": certified("ones", "fact 'n > 0'", cofactors=(cof("n > 0", x("1[n]"), t(x("1[n]"))),)),
    "1ᵀ1 = n of another n": stated("ones", "fact 'ones n'", ones=("m",), letters=(("1[n]", "n", 1),)),
    "ill-typed cofactor": certified(
        "plain cofactor",
        "ill-typed cofactor of 'idempotent': got 2×2 times p×p: 2 and p clash",
        cofactors=(cof("idempotent", eye(2), I),),
    ),
    "cofactor of an unknown dimension": certified(
        "plain cofactor", "got eye(n), but known are P, p", cofactors=(cof("idempotent", eye("n"), I),)
    ),
    "cofactor with an unknown letter": certified(
        "plain cofactor", "ill-typed cofactor of 'idempotent': got Q", cofactors=(cof("idempotent", x("Q"), I),)
    ),
    "cofactor of another shape": certified(
        "two sides", "ill-typed cofactor of 'symmetric'", cofactors=(cof("symmetric", I, I),)
    ),
    "transposed cofactor": certified("lemma", "remainder", cofactors=(cof("same", I, X, transposed=True),)),
    "fact not transposed": certified(
        "transposed fact", "ill-typed cofactor of 'solves'", cofactors=(cof("solves", ONE, eye("n")),)
    ),
    "a scalar cofactor that hides a clash": certified(
        "transposed fact", "ill-typed cofactor of 'solves'", cofactors=(cof("solves", ONE, ONE),)
    ),
    "trace of a word that is not square": certified(
        "transposed fact", "got the trace of 1×n", cofactors=(cof("solves", ONE, eye("n"), transposed=True, outer=ONE),)
    ),
    "trace forgotten": certified(
        "traced cofactor", "ill-typed cofactor of 'orthonormal'", cofactors=(cof("orthonormal", eye("d"), eye("d")),)
    ),
    "outer of another shape": certified(
        "traced cofactor times a matrix",
        "ill-typed cofactor",
        cofactors=(cof("orthonormal", eye("d"), eye("d"), outer=t(x("A"))),),
    ),
    "outer in place of inner": certified(
        "traced cofactor", "remainder", cofactors=(cof("orthonormal", eye("d"), eye("d"), outer=("size", "d")),)
    ),
    "a false equation": concluded("traced cofactor", "remainder", right=("size", "p")),
    "squares in an equality": certified(
        "plain cofactor", "got squares in the proof of an equality [main]", squares=((PLAIN, P),)
    ),
    "equation of two shapes": concluded("plain cofactor", "got p×p plus 1×1: p and 1 clash", right=ONE),
}

# ---------------------------------------------------------------------------------------------------------- weights
WEIGHTS: dict[str, tuple[Any, str]] = {
    "negative": (("-1/2", (("sign", 3),)), "weight -1/2"),
    "of an unknown name": (("1/2", (("signs", 3),)), "weight (signs)^3"),
    "to the power 0": (("1/2", (("sign", 0),)), "weight (sign)^0"),
    "to a negative power": (("1/2", (("sign", -3),)), "weight (sign)^-3"),
    "to half a power": (("1/2", (("sign", 1.5),)), "malformed"),
    "not a number": (("nan", (("sign", 3),)), "got 'nan'"),
    "infinite": (("inf", (("sign", 3),)), "got 'inf'"),
    "divided by zero": (("1/0", (("sign", 3),)), "got '1/0'"),
    "divided by zeros": (("1/00", (("sign", 3),)), "got '1/00'"),
    "with an exponent": (("1e999999999", (("sign", 3),)), "got '1e999999999'"),
    "empty": (("", (("sign", 3),)), "got ''"),
    "with a line break": (("1/2\n", (("sign", 3),)), "got '1/2\\n'"),
    "a float": ((0.5, (("sign", 3),)), "malformed"),
    "a string": ("12", "malformed"),
    "nothing": (None, "malformed"),
}
REJECTED |= {
    f"weight {name}": certified("weighted square", says, squares=((weight, X),))
    for name, (weight, says) in WEIGHTS.items()
}
REJECTED |= {
    "weight that is only nonzero": assuming("weighted square", "weight (sign)^3", {"sign": nonzero}),
    "weight that is zero by an equation": assuming("weighted square", "weight (sign)^3", {"sign": eq(s, ZERO)}),
    "weight without its hypothesis": assuming("weighted square", "weight (sign)^3", {"sign": None}),
    "weight of an other scalar": assuming("weighted square", "remainder", {"sign": ge(mul(s, s))}),
    "too small a square": certified("square", "remainder", squares=((("999/1000", ()), X),)),
    "a square of something else": certified("square", "remainder", squares=((PLAIN, mul(X, t(X))),)),
    "too large a tensor": tensored("tensor square", "remainder", AB, ("kron", mul(num("-999/1000"), B), A)),
    "a tensor that is swapped once": tensored("swapped tensor", "remainder", AB, ("kron", neg(A), B)),
    "swap of what is no product": tensored(
        "tensor square", "got kron of n×p and n×p, but should be kron or a product", AB, ("swap", neg(A), B)
    ),
    "swap of a scalar and a column": (
        statement("A 1 1, B p 1", ge(mul(tr(sq(A)), tr(sq(B))), tr(sq(mul(A, B))))),
        main(squares=((("1/2", ()), ("tensor", AB, ("swap", neg(A), B))),)),
        "got kron of 1×1 and p×1",
    ),
    "a tensor of no kind": tensored("tensor square", "got sum of n×p and n×p", ("sum", A, B)),
    "a tensor of two shapes": tensored("swapped tensor", "got n×p plus p×q", AB, ("kron", B, A)),
    "a tensor of one factor": tensored("tensor square", "malformed", ("kron", A)),
    "a tensor of nothing": tensored("tensor square", "remainder"),
    "a tensor as an expression": concluded("tensor square", "got tensor(kron(A, B))", left=("tensor", AB)),
    "a square that is subtracted": concluded("square", "remainder", left=neg(tr(sq(X)))),
    "inequality of matrices": concluded(
        "square", "got p×p, but a side of >= should be a scalar", left=sq(X), right=("zero", "p", "p")
    ),
    "strict inequality": concluded("square", "should be a conclusion", relation=">"),
    "inequation": concluded("square", "should be a conclusion", relation="!="),
    "dropped cofactor": certified("squares and cofactors", "remainder", cofactors=()),
    "n >= 2": concluded("dimension as weight", "remainder", right=mul(num(2), sq(v))),
}

# ----------------------------------------------------------------------------------------------------------- lemmas
REJECTED |= {
    "lemma that does not follow": certified(
        "lemma", "remainder of 2 terms", lemmas=lemma_of("lemma", value=sub(x("B"), t(x("C"))))
    ),
    "lemma with a wrong remainder says where": certified(
        "lemma", "[main, same]", lemmas=lemma_of("lemma", cofactors=())
    ),
    "lemma by itself": certified(
        "lemma",
        "fact 'same', but there is no such equation [main, same]",
        lemmas=lemma_of("lemma", cofactors=(cof("same", I, I),)),
    ),
    "lemma by a later one": certified(
        "lemma",
        "fact 'later'",
        lemmas=(
            Lemma("same", (cof("later", I, I),), sub(x("B"), x("C"))),
            Lemma("later", (cof("same", I, I),), sub(x("B"), x("C"))),
        ),
    ),
    "lemma under the name of a hypothesis": certified(
        "lemma", "got the name 'left'", lemmas=lemma_of("lemma", name="left")
    ),
    "lemma twice": certified("lemma", "got the name 'same'", lemmas=lemma_of("lemma") * 2),
    "lemma with a prime": certified("lemma", "without prime", lemmas=lemma_of("lemma", name="same'")),
    "lemma of no kind": certified("lemma", "got 1×1 plus p×p", lemmas=lemma_of("lemma", value=None)),
    "inequality of columns": certified(
        "squares vanish", "got p×1 plus 1×1", lemmas=lemma_of("squares vanish", value=u)
    ),
    "inequality by a factor >= 0": assuming("positive factor", "got neither a factor > 0", {"sign": ge(s)}),
    "inequality by a factor that is only nonzero": assuming("positive factor", "weight (sign)^1", {"sign": nonzero}),
    "inequality by a factor < 0": certified(
        "positive factor", "weight -1", lemmas=lemma_of("positive factor", factor=("-1", (("sign", 1),)))
    ),
    "inequality by the factor 0": certified(
        "positive factor", "got neither a factor > 0", lemmas=lemma_of("positive factor", factor=("0", ()))
    ),
    "inequality without squares": certified(
        "positive factor", "remainder of 1 terms", lemmas=lemma_of("positive factor", squares=())
    ),
    "inequality as an equation": certified("positive factor", "fact 'least'", squares=(), cofactors=(cof("least"),)),
    "inequality as a positive weight": certified(
        "positive factor",
        "got neither a factor > 0",
        lemmas=(*lemma_of("positive factor"), Lemma("more", (), x("r"), ("1", (("least", 1),)), ((PLAIN, ONE),))),
    ),
    "inequality with a weight that is not known": certified(
        "positive factor",
        "weight (later)^1",
        lemmas=lemma_of("positive factor", squares=((("1", (("later", 1),)), u),)),
    ),
    "inequality that does not add up": certified(
        "positive factor", "remainder", lemmas=lemma_of("positive factor", squares=((("2", ()), u),))
    ),
    "own square with weight 0": certified(
        "own square", "got neither a factor > 0", lemmas=lemma_of("own square", squares=((("0", ()), GAP), (PLAIN, u)))
    ),
    "own square whose weight may be 0": certified(
        "own square",
        "got neither a factor > 0",
        lemmas=lemma_of("own square", squares=((("1", (("sign", 1),)), GAP), (PLAIN, u))),
    ),
    "square of something else": certified(
        "own square", "got neither a factor > 0", lemmas=lemma_of("own square", squares=((PLAIN, neg(GAP)), (PLAIN, u)))
    ),
    "own square, but too much": certified(
        "own square", "remainder", lemmas=lemma_of("own square", squares=((("2", ()), GAP), (PLAIN, u)))
    ),
    "own square with a factor of unknown sign": assuming("own square", "weight (sign)^1", {"sign": None}),
    "equal by one inequality": certified(
        "equal by two inequalities",
        "remainder",
        lemmas=lemma_of("equal by two inequalities", squares=((("1", (("above", 1),)), ONE),)),
    ),
    "division by what may be zero": assuming("cancel", "weight (nonzero)^1", {"nonzero": ge(s)}),
    "division by what is zero": assuming("cancel", "weight (nonzero)^1", {"nonzero": eq(s, ZERO)}),
    "division without a hypothesis": assuming("cancel", "weight (nonzero)^1", {"nonzero": None}),
    "division by the number 0": certified(
        "cancel", "weight 0", lemmas=lemma_of("cancel", factor=("0", ()), cofactors=())
    ),
    "division by the power 0": certified(
        "cancel", "weight (nonzero)^0", lemmas=lemma_of("cancel", factor=("-2", (("nonzero", 0),)))
    ),
    "division by another scalar": assuming("cancel", "remainder", {"nonzero": Compare(sub(s, ONE), "!=", ZERO)}),
    "squares with weight >= 0": concluded("a square vanishes whose weight may be 0", "remainder", left=mul(x("V"), u)),
    "vanishing squares with a weight that may be negative": assuming(
        "squares vanish", "weight (positive)^1", {"positive": nonzero}
    ),
    "vanishing squares with weight 0": certified(
        "squares vanish",
        "remainder",
        lemmas=lemma_of("squares vanish", squares=((("0", ()), x("V")), (("0", ()), x("V"))), cofactors=()),
    ),
    "vanishing tensor": certified(
        "squares vanish",
        "got tensor(kron(u, u)), but known are",
        lemmas=lemma_of("squares vanish", squares=((PLAIN, ("tensor", ("kron", u, u))),)),
    ),
    "vanishing squares with weight -1": certified(
        "squares vanish", "weight -1", lemmas=lemma_of("squares vanish", squares=((("-1", ()), x("V")),), cofactors=())
    ),
    "vanishing squares by a factor that is no number": certified(
        "squares vanish", "should be a rational", lemmas=lemma_of("squares vanish", factor=("pow", ()))
    ),
    "vanishing squares that do not add up": certified(
        "squares vanish", "remainder", lemmas=lemma_of("squares vanish", squares=((PLAIN, u), (("2", ()), x("V"))))
    ),
    "a fact that the squares do not give": certified(
        "squares vanish", "fact 'vanish.2'", cofactors=(cof("vanish.2", eye("n"), u),)
    ),
    "the lemma of squares as one fact": certified(
        "squares vanish", "fact 'vanish'", cofactors=(cof("vanish", eye("n"), u),)
    ),
    "1/s of unknown s": assuming("fraction of a nonzero letter", "got inverse(s, 2)", {"nonzero": None}),
    "1/s of s >= 0": assuming("fraction of a nonzero letter", "got inverse(s, 2)", {"nonzero": ge(s)}),
    "1/s of s = 0": assuming("fraction of a nonzero letter", "got inverse(s, 2)", {"nonzero": eq(s, ZERO)}),
    "1/s of s ≠ 1": assuming("fraction of a nonzero letter", "got inverse(s, 2)", {"nonzero": Compare(s, "!=", ONE)}),
    "1/s of s² ≠ 0": assuming(
        "fraction of a nonzero letter", "got inverse(s, 2)", {"nonzero": Compare(mul(s, s), "!=", ZERO)}
    ),
    "1/s to the power 0": concluded("fraction of a nonzero letter", "got inverse(s, 0)", left=over("s", 0)),
    "1/s to a negative power": concluded("fraction of a nonzero letter", "got inverse(s, -1)", left=over("s", -1)),
    "1/s to half a power": concluded(
        "fraction of a nonzero letter", "malformed: got something else", left=("inverse", "s", 0.5)
    ),
    "1/v of a matrix": concluded("fraction of a nonzero letter", "got inverse(v, 1)", left=over("v")),
    "v ≠ 0 of a matrix": assuming(
        "fraction of a nonzero letter", "should be a scalar", {"more": Compare(v, "!=", ("zero", "p", 1))}
    ),
}

# ----------------------------------------------------------------------------------------------------------- optima
BEST, SPHERE, CONE = "minimum", "maximum on a sphere", "constraint that is an inequality"
REJECTED |= {
    "infeasible witness": concluded(SPHERE, "feasible: unit", at=(("w", mul(num(2), a)),)),
    "witness that mentions the variable": concluded(SPHERE, "witness that mentions the variable w", at=(("w", w),)),
    "witness that mentions another variable": concluded(BEST, "mentions the variable a", at=(("v", a), ("a", a))),
    "witness of another shape": concluded(BEST, "got 1×1 plus p×1", at=(("v", ZERO),)),
    "witness of an unknown letter": concluded(BEST, "got the variables b", at=(("b", a),)),
    "witness named twice": concluded(BEST, "got the variables v", at=(("v", ZERO), ("v", a))),
    "the ones as variable": (
        statement("", Optimum("min", sq(x("1[n]")), (("1[n]", ("zero", "n", 1)),)), "n"),
        main(),
        "got the variables 1[n]",
    ),
    "worse witness": concluded(BEST, "[better]", at=(("v", neg(a)),)),
    "the other sense": concluded(BEST, "[better]", sense="max"),
    "no sense": concluded(BEST, "should be a conclusion", sense="least"),
    "objective that is a matrix": concluded(BEST, "an objective should be a scalar", objective=sub(v, a)),
    "objective that is a row": concluded(BEST, "got 1×p, but an objective", objective=t(v), at=(("v", a),)),
    "wrong value": concluded(BEST, "[value]", value=ONE),
    "value that mentions the variable": concluded(BEST, "value that mentions the variable v", value=sq(sub(v, a))),
    "value that is a matrix": concluded(BEST, "clash", value=a),
    "feasibility by the constraint": certified(SPHERE, "fact 'unit'", goal="feasible: unit", cofactors=(cof("unit"),)),
    "value by the constraint": certified(
        SPHERE, "fact 'unit'", goal="value", cofactors=(cof("unit", add(sq(a), ONE)),)
    ),
    "constraint dropped": assuming(SPHERE, "got proofs of", {"unit": None}),
    "condition dropped": assuming(SPHERE, "fact 'given'", {"given": None}),
    "strict constraint": assuming(CONE, "got the constraint sign", {"sign": positive}),
    "nonzero constraint": assuming(CONE, "got the constraint sign", {"sign": nonzero}),
    "fraction of a variable": (
        statement("s 1 1", Optimum("min", over("s"), (("s", ONE),)), nonzero=nonzero),
        main(),
        "got the power -1",
    ),
    "witness at the wrong end": concluded(CONE, "[feasible: sign]", at=(("s", num(-1)),)),
    "exactly, by an inequality": concluded(BEST, "exactly: equations", exactly=(ge(sq(v), sq(a)),)),
    "exactly, by an inequation": concluded(BEST, "exactly: equations", exactly=(Compare(v, "!=", a),)),
    "exactly, but not enough": concluded(BEST, "[exactly 0]", exactly=(eq(mul(t(a), v), sq(a)),)),
    "exactly, but too much": concluded(BEST, "[exactly 0]", exactly=(eq(v, neg(a)),)),
    "exactly, one too many": concluded(BEST, "got proofs of", exactly=(eq(v, a), eq(a, a))),
    "exactly 0 by itself": certified(BEST, "fact 'exactly 0'", goal="exactly 0", proof=Proof((cof("exactly 0", I),))),
    "enough by being optimal": certified(BEST, "fact 'optimal'", goal="enough", proof=Proof((cof("optimal"),))),
    "better by being optimal": certified(BEST, "fact 'optimal'", goal="better", proof=Proof((cof("optimal"),))),
    "a hypothesis named optimal": assuming(BEST, "got the name 'optimal'", {"optimal": ge(sq(a))}),
    "a hypothesis named exactly 0": assuming(BEST, "got the name 'exactly 0'", {"exactly 0": ge(sq(a))}),
    "lets of an optimum": (CASES[BEST][0], replace(CASES[BEST][1], lets=(("g", sq(v)),)), "got the abbreviation g"),
}

# --------------------------------------------------------------------------------------------------- same optimisers
AFFINE, SHIFTED, POWER = "affine, the senses disagree", "affine on the feasible set", "power"
form = mul(t(w), S, w)


def transformed(case: str, says: str, *transform: Any) -> Row:
    s, c = CASES[case]
    return s, replace(c, transform=transform or None), says


OVER_N = ("1", (("1/n > 0", 1),))
REJECTED |= {
    "constant that mentions the variable": transformed(
        SHIFTED, "constant that mentions the variable w", ("1", ()), add(form, ONE), 1, ""
    ),
    "constant that is a matrix": transformed(SHIFTED, "a constant should be a scalar", ("2", ()), S, 1, ""),
    "wrong constant": transformed(SHIFTED, "[transform]", ("2", ()), ZERO, 1, ""),
    "wrong factor": transformed(SHIFTED, "[transform]", ("3", ()), ONE, 1, ""),
    "factor 0": transformed(SHIFTED, "weight 0", ("0", ()), ONE, 1, ""),
    "negative factor": transformed(SHIFTED, "weight -2", ("-2", ()), ONE, 1, ""),
    "factor of unknown sign": transformed(AFFINE, "weight (1/m > 0)^1", ("1", (("1/m > 0", 1),)), tr(S), 1, ""),
    "factor that may be 0": transformed(AFFINE, "weight (n >= 1)^1", ("1", (("n >= 1", 1),)), tr(S), 1, ""),
    "the same sense": concluded(AFFINE, "[transform]", second=("max", sub(tr(S), mul(over("n"), form)))),
    "no transform": transformed(AFFINE, "SameOptimisers: with a transform"),
    "transform too short": transformed(AFFINE, "malformed", OVER_N, tr(S), 1),
    "unknown sense": concluded(AFFINE, "should be a conclusion", first=("most", form)),
    "unknown variable": concluded(AFFINE, "got the variables q", variables=("q",)),
    "variable twice": concluded(AFFINE, "got the variables w", variables=("w", "w")),
    "objectives that are matrices": concluded(AFFINE, "an objective should be a scalar", first=("max", S)),
    "factor that mentions the variable": (
        statement(
            "w p 1, S p p",
            SameOptimisers(("w",), ("max", form), ("max", mul(sq(w), form))),
            long=Compare(sq(w), ">", ZERO),
        ),
        Certificate((("transform", Proof()),), transform=(("1", (("long", 1),)), ZERO, 1, "")),
        "factor that mentions the variable w",
    ),
    "power of what may be negative": assuming(POWER, "got the power 2", {"sign": None}),
    "power of what is only nonzero": assuming(POWER, "got the power 2", {"sign": Compare(form, "!=", ZERO)}),
    "power of what is zero": assuming(POWER, "got the power 2", {"sign": eq(form, ZERO)}),
    "power, the sign of something else": assuming(POWER, "got the power 2", {"sign": ge(add(form, ONE))}),
    "power, no hypothesis": transformed(POWER, "got the power 2", PLAIN, x("c"), 2, ""),
    "power 0": transformed(POWER, "got the power 0", PLAIN, x("c"), 0, "sign"),
    "power -1": transformed(POWER, "got the power -1", PLAIN, x("c"), -1, "sign"),
    "power 3 of a square": transformed(POWER, "[transform]", PLAIN, x("c"), 3, "sign"),
    "half a power": transformed(POWER, "malformed", PLAIN, x("c"), 1.5, "sign"),
    "power that is no number": transformed(POWER, "malformed", PLAIN, x("c"), float("nan"), "sign"),
}

# ------------------------------------------------------------------------------------------------- derivatives, lets
h = x("h")
REJECTED |= {
    "half a derivative": concluded("derivative", "remainder", right=mul(t(h), S, w)),
    "derivative without symmetry": assuming("derivative", "fact 'symmetric'", {"symmetric": None}),
    "derivative in another letter": concluded("derivative", "remainder", left=("derivative", form, "h", w)),
    "direction of another shape": concluded("derivative", "clash [in derivative", left=("derivative", form, "w", t(h))),
    "a number as direction of a matrix": (
        statement("W p p, A p p", eq(("derivative", mul(x("A"), x("W")), "W", ONE), x("A"))),
        main(),
        "got 1×1 plus p×p",
    ),
    "a matrix as direction of a number": (
        statement("A p p, s 1 1", eq(("derivative", mul(s, s), "s", x("A")), mul(num(2), s, tr(x("A"))))),
        main(),
        "got p×p plus 1×1",
    ),
    "derivative without direction": concluded("derivative", "got derivative(", left=("derivative", form, "w")),
    "derivative in two directions": concluded("derivative", "got derivative(", left=("derivative", form, "w", h, h)),
    "derivative in a dimension": concluded("derivative", "got derivative(", left=("derivative", form, "p", ONE)),
    "gradient of a matrix": concluded(
        "gradient", "what has a gradient should be a scalar", left=("gradient", mul(S, w), "w")
    ),
    "gradient without the transpose": concluded("gradient", "remainder", right=mul(num(2), S, w)),
    "gradient in a direction": concluded("gradient", "got gradient(", left=("gradient", form, "w", w)),
    "let that is no abbreviation": (
        CASES["lets"][0],
        replace(CASES["lets"][1], lets=(("h", eye("n")),)),
        "remainder",
    ),
    "let under the name of a dimension": (
        CASES["lets"][0],
        replace(CASES["lets"][1], lets=(("n", eye("n")),)),
        "got the abbreviation n",
    ),
    "let under the name of a letter": (
        CASES["lets"][0],
        replace(CASES["lets"][1], lets=(("1[n]", eye("n")),)),
        "got the abbreviation 1[n]",
    ),
    "let twice": (CASES["lets"][0], replace(CASES["lets"][1], lets=(("h", eye("n")), ("h", ZERO))), "got the name 'h'"),
    "let with a prime": (CASES["lets"][0], replace(CASES["lets"][1], lets=(("h'", eye("n")),)), "without prime"),
    "let without a name": (CASES["lets"][0], replace(CASES["lets"][1], lets=(("", eye("n")),)), "got the name ''"),
    "let that gives a meaning to an unknown letter": (
        statement("s 1 1", eq(x("k"), ZERO)),
        Certificate((("main", Proof((cof("let k"),))),), lets=(("k", ZERO),)),
        "got the abbreviation k",
    ),
    "let that hides a variable": (
        statement("s 1 1", eq(("derivative", x("k"), "s", ONE), ZERO)),
        Certificate((("main", Proof()),), lets=(("k", s),)),
        "got the abbreviation k",
    ),
    "let before a derivative": (
        statement("s 1 1", eq(("derivative", mul(s, s), "s", ONE), ZERO)),
        Certificate((("main", Proof()),), lets=(("k", s), ("m", mul(s, s)))),
        "remainder",
    ),
}

# ------------------------------------------------------------------------------------------------- goals and proofs
(MINIMUM, SQUARE) = (CASES["minimum"], CASES["square"])
REJECTED |= {
    "no proof": (SQUARE[0], Certificate(()), "got proofs of []"),
    "proof of another goal": (SQUARE[0], Certificate((("better", proof_of("square")),)), "got proofs of ['better']"),
    "proof twice": (SQUARE[0], Certificate(SQUARE[1].proofs * 2), "got proofs of ['main', 'main']"),
    "proof too many": (
        SQUARE[0],
        Certificate((*SQUARE[1].proofs, ("value", Proof()))),
        "got proofs of ['main', 'value']",
    ),
    **{
        f"no proof of {name}": (
            MINIMUM[0],
            replace(MINIMUM[1], proofs=tuple(p for p in MINIMUM[1].proofs if p[0] != name)),
            "got proofs of",
        )
        for name, _ in MINIMUM[1].proofs
    },
}

# ------------------------------------------------------------------------------------------------- names and shapes
FREE = eq(ZERO, ZERO)


def lettered(*letters: Any, says: str, ones: Any = ()) -> Row:
    return Statement(letters, FREE, (), ones), main(), says


REJECTED |= {
    "letter twice": lettered(("A", "n", "p"), ("A", "p", "n"), says="got the name 'A'"),
    "letter named as a dimension": lettered(("n", "n", "p"), says="got the name 'n'"),
    "letter named as the ones": lettered(("1[n]", "n", 1), says="got the name '1[n]'", ones=("n",)),
    "ones of 3 and of '3'": lettered(says="got the name '1[3]'", ones=(3, "3")),
    "letter without a name": lettered(("", "n", "n"), says="got the name ''"),
    "letter that cannot be seen": lettered(("A\u200b", "n", "n"), says="should be new, printable"),
    "letter with a prime": lettered(("A'", "n", "n"), says="without prime"),
    "letter with the mark of derivatives": lettered(("∂", "n", "n"), says="without prime or ∂"),
    "dimension with a prime": lettered(("A", "n'", 1), says="without prime"),
    "letter that is a number": lettered((7, "n", "n"), says="malformed"),
    "letter with one dimension": lettered(("A", "n"), says="malformed"),
    **{f"dimension {n!r}": lettered(("A", "n", n), says=f"got dimension {n!r} of A") for n in (0, -1, "")},
    **{
        f"dimension {n!r}": lettered(("A", "n", n), says="but should be a text or an integer")
        for n in (True, 1.0, 2.5, None, ("n",), 10**30)
    },
    "ones of length 0": lettered(says="got dimension 0", ones=(0,)),
    "hypothesis named as a fact": assuming("ones", "got the name 'n > 0'", {"n > 0": FREE}),
    "hypothesis named as the ones": assuming("ones", "got the name 'ones n'", {"ones n": FREE}),
    "hypothesis named as a let": assuming("lets", "got the name 'let h'", {"let h": FREE}),
    "hypothesis without a name": assuming("ones", "got the name ''", {"": FREE}),
    "hypothesis twice": stated(
        "plain cofactor", "got the name 'idempotent'", hypotheses=CASES["plain cofactor"][0].hypotheses * 2
    ),
    "hypothesis of two shapes": assuming("ones", "got 1×1 plus n×n", {"odd": eq(ONE, eye("n"))}),
    "relation <=": assuming("square", "got the relation <= in odd", {"odd": Compare(ONE, "<=", ZERO)}),
    "relation None": assuming(
        "square", "malformed: got nothing, but should be a text", {"odd": Compare(ONE, None, ZERO)}
    ),  # type: ignore[arg-type]
    "conclusion that is no record": stated(
        "square", "malformed: got a list, but should be a Compare", conclusion=tr(sq(X))
    ),
    "no statement": (None, main(), "malformed"),
    "no certificate": (SQUARE[0], None, "malformed"),
    "the two exchanged": (SQUARE[1], SQUARE[0], "malformed"),
}


# ------------------------------------------------------------------------------------------------------ expressions
class Chameleon(str):
    """A text that equals every other one."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("=")


REJECTED |= {
    "relation that equals every relation": (
        statement("s 1 1", eq(s, ZERO), sign=Compare(s, Chameleon(">="), ZERO)),
        main(cof("sign")),
        "malformed: got something else, but should be a text",
    ),
}

DEEP = ONE
for _ in range(3000):
    DEEP = ("t", DEEP)
MALFORMED: dict[str, tuple[Any, str]] = {
    "nothing": ((), "got ()"),
    "None": (None, "got nothing, but should be a list"),
    "a number": (1, "got an integer of 64 bits, but should be a list"),
    "a string": ("A", "got a text, but should be a list"),
    "an unknown head": (("cos", s), "got cos(s)"),
    "an unknown letter": (add(s, x("q")), "got q, but known are X, n, p, s"),
    "a letter without a name": (("letter",), "got letter()"),
    "a letter that is a number": (("letter", 1), "got 1"),
    "a dimension as a letter": (x("n"), "got n"),
    "a letter as a dimension": (("size", "s"), "got s"),
    "an unknown dimension": (("size", "m"), "got m"),
    "a float": (("number", 0.5), "malformed: got something else"),
    "a number that is none": (("number", "nan"), "got 'nan'"),
    "a decimal": (("number", "0.5"), "got '0.5'"),
    "a division by 0": (("number", "1/0"), "got '1/0'"),
    "a huge exponent": (("number", "1e999999999"), "got '1e999999999'"),
    "a negative power": (power(s, -1), "got the power -1"),
    "a huge power": (power(s, 10**18), "got the power 1000"),
    "a power of more than 64 bits": (power(s, 10**30), "malformed"),
    "powers of powers": (tr(power(power(mul(x("X"), t(x("X"))), 1000), 2)), "got a word of "),
    "powers of sums": (
        power(mul(*(add(ONE, power(s, 2**k)) for k in range(10))), 2),
        "got 1024 terms times 1024, but should be at most 10⁵ together",
    ),
    "many terms": (power(add(s, tr(mul(x("X"), t(x("X")))), ONE), 200), "steps to multiply out"),
    "half a power": (power(s, 0.5), "malformed"),  # type: ignore[arg-type]
    "I of size 0": (tr(("eye", 0)), "got dimension 0"),
    "I of size True": (tr(("eye", True)), "malformed: got true or false"),
    "a trace with two arguments": (("tr", s, s), "got tr(s, s)"),
    "a sum of nothing": (("add",), "got ()"),
    "a name that is a list": (("letter", ["s"]), "malformed: got something else"),
    "a list inside": (mul(s, ["letter", "s"]), "got "),  # type: ignore[arg-type]
    "too deep": (DEEP, "got data nested too deeply"),
    "a text that only says that it equals": (("number", Chameleon("1")), "malformed: got something else"),
    "a record": (FREE, "malformed: got a Compare"),
}
REJECTED |= {
    f"expression: {name}": (statement("s 1 1, X n p", eq(s, e)), main(), says) for name, (e, says) in MALFORMED.items()
}
REJECTED |= FALSE_INDUCTIONS
