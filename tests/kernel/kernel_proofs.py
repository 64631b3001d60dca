"""Statements with certificates that the kernel must accept: at least one for every kind of conclusion and step.

The other tables spoil these one place at a time.
"""

from __future__ import annotations

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

from pcaproofs.kernel import Certificate, Cofactor, Compare, Lemma, Optimum, Proof, SameOptimisers, Square, Statement

Case = tuple[Statement, Certificate]
CASES: dict[str, Case] = {}


def main(
    *cofactors: Cofactor,
    squares: tuple[Square, ...] = (),
    lemmas: tuple[Lemma, ...] = (),
) -> Certificate:
    """A certificate of a comparison, which has one goal."""
    return Certificate((("main", Proof(cofactors, squares, lemmas)),))


# ------------------------------------------------------------------------------------------------------- equalities
P, S, w = x("P"), x("S"), x("w")
projector = eq(power(P, 2), P)
symmetric = eq(t(S), S)
unit = eq(sq(w), ONE)

CASES["no hypothesis"] = (statement("A n p, B p n", eq(t(mul(x("A"), x("B"))), mul(t(x("B")), t(x("A"))))), main())
CASES["trace rotates"] = (statement("A n p, B p n", eq(tr(mul(x("A"), x("B"))), tr(mul(x("B"), x("A"))))), main())
CASES["a 1×1 product is a scalar"] = (
    statement("a p 1, b p 1, c p 1", eq(mul(x("a"), t(x("b")), x("c")), mul(t(x("c")), x("b"), x("a")))),
    main(),
)
CASES["trace of I"] = (statement("s 1 1", eq(mul(x("s"), tr(eye(3))), mul(num(3), x("s")))), main())
CASES["plain cofactor"] = (
    statement("P p p", eq(power(sub(eye("p"), P), 2), sub(eye("p"), P)), idempotent=projector),
    main(cof("idempotent", eye("p"), eye("p"))),
)
ones, H = x("1[n]"), sub(eye("n"), mul(over("n"), x("1[n]"), t(x("1[n]"))))
CASES["ones"] = (
    statement("", eq(mul(H, H), H), "n"),
    main(cof("ones n", mul(over("n", 2), ones), t(ones))),
)
CASES["traced cofactor"] = (
    statement("B p d", eq(tr(mul(x("B"), t(x("B")))), ("size", "d")), orthonormal=eq(sq(x("B")), eye("d"))),
    main(cof("orthonormal", eye("d"), eye("d"), outer=ONE)),
)
CASES["traced cofactor times a matrix"] = (
    statement(
        "B p d, A n p",
        eq(mul(tr(mul(x("B"), t(x("B")))), x("A")), mul(("size", "d"), x("A"))),
        orthonormal=eq(sq(x("B")), eye("d")),
    ),
    main(cof("orthonormal", eye("d"), eye("d"), outer=x("A"))),
)
CASES["two sides"] = (
    statement("S p p, a p 1, b p 1", eq(mul(t(x("a")), S, x("b")), mul(t(x("b")), S, x("a"))), symmetric=symmetric),
    main(cof("symmetric", neg(t(x("a"))), x("b"))),
)
CASES["transposed fact"] = (
    statement("A n p, v p 1, b n 1", eq(mul(t(x("v")), t(x("A"))), t(x("b"))), solves=eq(mul(x("A"), x("v")), x("b"))),
    main(cof("solves", ONE, eye("n"), transposed=True)),
)
CASES["fixed sizes"] = (
    statement(
        "A 2 3, v 3 1",
        eq(mul(t(x("v")), t(x("A")), x("A"), x("v")), ZERO),
        kernel=eq(mul(x("A"), x("v")), ("zero", 2, 1)),
    ),
    main(cof("kernel", mul(t(x("v")), t(x("A"))))),
)
CASES["fraction of a nonzero letter"] = (
    statement(
        "s 1 1, v p 1", eq(mul(over("s", 2), x("s"), x("s"), x("v")), x("v")), nonzero=Compare(x("s"), "!=", ZERO)
    ),
    main(),
)

# ------------------------------------------------------------------------------------------------------------ lemmas
A, B, C, X = x("A"), x("B"), x("C"), x("X")
CASES["lemma"] = (
    statement(
        "A p p, B p p, C p p, X p n",
        eq(mul(B, X), mul(C, X)),
        right=eq(mul(A, B), eye("p")),
        left=eq(mul(C, A), eye("p")),
    ),
    main(
        cof("same", eye("p"), X),
        lemmas=(Lemma("same", (cof("left", neg(eye("p")), B), cof("right", C, eye("p"))), sub(B, C)),),
    ),
)
CASES["cancel"] = (
    statement(
        "s 1 1, M n p",
        eq(x("M"), ("zero", "n", "p")),
        nonzero=Compare(x("s"), "!=", ZERO),
        product=eq(mul(x("s"), x("M")), ("zero", "n", "p")),
    ),
    main(
        cof("cancelled", eye("n"), eye("p")),
        lemmas=(Lemma("cancelled", (cof("product", eye("n"), num("-2")),), x("M"), ("-2", (("nonzero", 1),))),),
    ),
)
CASES["squares vanish"] = (
    statement(
        "u p 1, V n p, s 1 1",
        eq(mul(x("V"), x("u")), ("zero", "n", 1)),
        positive=Compare(x("s"), ">", ZERO),
        total=eq(add(mul(x("s"), sq(x("u"))), mul(num(2), tr(sq(x("V"))))), ZERO),
    ),
    main(
        cof("vanish.1", eye("n"), x("u")),
        lemmas=(Lemma("vanish", (cof("total"),), squares=((("1", (("positive", 1),)), x("u")), (("2", ()), x("V")))),),
    ),
)

CASES["a square vanishes whose weight may be 0"] = (
    statement(
        "u p 1, V n p, s 1 1",
        eq(mul(x("V"), x("u"), x("s")), ("zero", "n", 1)),
        sign=ge(x("s")),
        total=eq(add(mul(x("s"), sq(x("u"))), mul(num(2), tr(sq(x("V"))))), ZERO),
    ),
    main(
        cof("vanish.0", x("V"), ONE),
        lemmas=(Lemma("vanish", (cof("total"),), squares=((("1", (("sign", 1),)), x("u")), (("2", ()), x("V")))),),
    ),
)
once = ("1", (("least", 1),))
CASES["positive factor"] = (
    statement(
        "s 1 1, r 1 1, u p 1", ge(x("r")), sign=Compare(x("s"), ">", ZERO), total=eq(mul(x("s"), x("r")), sq(x("u")))
    ),
    main(
        squares=((once, ONE),),
        lemmas=(Lemma("least", (cof("total"),), x("r"), ("1", (("sign", 1),)), ((PLAIN, x("u")),)),),
    ),
)
gap = sub(x("r"), x("s"))
CASES["own square"] = (
    statement(
        "s 1 1, r 1 1, u p 1",
        ge(x("r"), x("s")),
        sign=ge(x("r")),
        total=eq(power(x("r"), 2), add(sq(x("s")), sq(x("u")))),
    ),
    main(
        squares=((once, ONE),),
        lemmas=(Lemma("least", (cof("total"),), gap, ("2", (("sign", 1),)), ((PLAIN, gap), (PLAIN, x("u")))),),
    ),
)
CASES["equal by two inequalities"] = (
    statement("s 1 1, r 1 1", eq(x("r"), x("s")), above=ge(x("r"), x("s")), below=ge(x("s"), x("r"))),
    main(
        cof("both.0"),
        lemmas=(Lemma("both", (), squares=((("1", (("above", 1),)), ONE), (("1", (("below", 1),)), ONE))),),
    ),
)

# ------------------------------------------------------------------------------------------------------ inequalities
half, cross = ("1/2", ()), ("kron", neg(x("B")), x("A"))
CASES["tensor square"] = (
    statement("A n p, B n p", ge(mul(tr(sq(x("A"))), tr(sq(x("B")))), power(tr(mul(t(x("A")), x("B"))), 2))),
    main(squares=((half, ("tensor", ("kron", x("A"), x("B")), cross)),)),
)
CASES["swapped tensor"] = (
    statement("A n p, B p q", ge(mul(tr(sq(x("A"))), tr(sq(x("B")))), tr(sq(mul(x("A"), x("B")))))),
    main(squares=((half, ("tensor", ("kron", x("A"), x("B")), ("swap", neg(x("A")), x("B")))),)),
)
CASES["square"] = (statement("X n p", ge(tr(sq(X)))), main(squares=((PLAIN, X),)))
CASES["weighted square"] = (
    statement("X n p, s 1 1", ge(mul(num("1/2"), power(x("s"), 3), tr(sq(X)))), sign=ge(x("s"))),
    main(squares=((("1/2", (("sign", 3),)), X),)),
)
CASES["dimension as weight"] = (
    statement("v n 1", ge(mul(("size", "n"), sq(x("v"))), sq(x("v")))),
    main(squares=((("1", (("n >= 1", 1),)), x("v")),)),
)
CASES["1/n as weight"] = (
    statement("v n 1", ge(mul(over("n"), sq(x("v"))))),
    main(squares=((("1", (("1/n > 0", 1),)), x("v")),)),
)
wx = mul(t(w), x("v"))
CASES["squares and cofactors"] = (
    statement("w p 1, v p 1", ge(sq(x("v")), power(wx, 2)), unit=unit),
    main(cof("unit", neg(power(wx, 2))), squares=((PLAIN, sub(x("v"), mul(w, wx))),)),
)

# ----------------------------------------------------------------------------------------------------------- optima
a, v, s = x("a"), x("v"), x("s")
CASES["minimum"] = (
    statement("v p 1, a p 1", Optimum("min", sq(sub(v, a)), (("v", a),), ZERO, (eq(v, a),))),
    Certificate(
        (
            ("better", Proof(squares=((PLAIN, sub(v, a)),))),
            ("value", Proof()),
            (
                "exactly 0",
                Proof((cof("l.0", eye("p")),), (), (Lemma("l", (cof("optimal"),), squares=((PLAIN, sub(v, a)),)),)),
            ),
            ("enough", Proof((cof("exactly 0", t(sub(v, a))),))),
        )
    ),
)
wa, aa = mul(t(w), a), sq(a)
CASES["maximum on a sphere"] = (
    statement("w p 1, a p 1", Optimum("max", power(wa, 2), (("w", a),), ONE), unit=unit, given=eq(aa, ONE)),
    Certificate(
        (
            ("feasible: unit", Proof((cof("given"),))),
            (
                "better",
                Proof((cof("given", aa), cof("unit", neg(power(wa, 2)))), ((PLAIN, sub(a, mul(w, wa))),)),
            ),
            ("value", Proof((cof("given", add(aa, ONE)),))),
        )
    ),
)
CASES["constraint that is an inequality"] = (
    statement("s 1 1", Optimum("min", s, (("s", ZERO),), ZERO), sign=ge(s)),
    Certificate(
        (
            ("feasible: sign", Proof()),
            ("better", Proof(squares=((("1", (("sign", 1),)), ONE),))),
            ("value", Proof()),
        )
    ),
)

# --------------------------------------------------------------------------------------------------- same optimisers
quadratic = mul(t(w), S, w)
CASES["affine, the senses disagree"] = (
    statement(
        "w p 1, S p p",
        SameOptimisers(("w",), ("max", quadratic), ("min", sub(tr(S), mul(over("n"), quadratic)))),
        "n",
        unit=unit,
    ),
    Certificate((("transform", Proof()),), transform=(("1", (("1/n > 0", 1),)), tr(S), 1, "")),
)
CASES["affine on the feasible set"] = (
    statement(
        "w p 1, S p p",
        SameOptimisers(("w",), ("max", quadratic), ("max", add(mul(num(2), quadratic), sq(w)))),
        unit=unit,
    ),
    Certificate((("transform", Proof((cof("unit"),))),), transform=(("2", ()), ONE, 1, "")),
)
CASES["power"] = (
    statement(
        "w p 1, S p p, c 1 1",
        SameOptimisers(("w",), ("max", quadratic), ("max", add(power(quadratic, 2), x("c")))),
        sign=ge(quadratic),
    ),
    Certificate((("transform", Proof()),), transform=(PLAIN, x("c"), 2, "sign")),
)

# ------------------------------------------------------------------------------------------------------ derivatives
h = x("h")
CASES["derivative"] = (
    statement(
        "S p p, w p 1, h p 1", eq(("derivative", quadratic, "w", h), mul(num(2), t(h), S, w)), symmetric=symmetric
    ),
    main(cof("symmetric", t(h), w)),
)
CASES["second derivative"] = (
    statement(
        "S p p, w p 1, h p 1", eq(("derivative", ("derivative", quadratic, "w", h), "w", h), mul(num(2), t(h), S, h))
    ),
    main(),
)
CASES["gradient"] = (
    statement("S p p, w p 1", eq(("gradient", quadratic, "w"), mul(add(S, t(S)), w))),
    main(),
)
CASES["gradient of a trace"] = (
    statement("X n p, S p p", eq(("gradient", tr(mul(X, S, t(X))), "X"), mul(X, add(S, t(S))))),
    main(),
)

# ------------------------------------------------------------------------------------------------------------- lets
E = add(mul(num("-1"), over("n"), ones, t(ones)), eye("n"))  # H, spelled so that the abbreviation does not match it
CASES["lets"] = (
    statement("", eq(mul(H, H, H), H), "n"),
    Certificate(
        (
            (
                "main",
                Proof(
                    (cof("hh", add(x("h"), eye("n")), eye("n")),),
                    (),
                    (
                        Lemma(
                            "hh",
                            (
                                cof("let h", eye("n"), x("h")),
                                cof("let h", sub(E, eye("n")), eye("n")),
                                cof("ones n", mul(over("n", 2), ones), t(ones)),
                            ),
                            sub(power(x("h"), 2), x("h")),
                        ),
                    ),
                ),
            ),
        ),
        lets=(("h", H),),
    ),
)
CASES["derivative under lets"] = (
    statement(
        "S p p, w p 1, h p 1",
        eq(("derivative", quadratic, "w", h), add(mul(t(h), S, w), quadratic, neg(quadratic), mul(t(w), S, h))),
    ),
    Certificate((("main", Proof()),), lets=(("f", quadratic),)),
)
