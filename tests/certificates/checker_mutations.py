"""Wrong versions of checker.js: for each rule of the kernel a change of the text, and the file that shows it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "kernel"))
from kernel_near_misses import REJECTED
from kernel_notation import ONE, PLAIN, cof, eq, ge, mul, neg, num, sq, statement, sub, t, tr, x
from kernel_proofs import CASES, main

from pcaproofs.kernel import Certificate, Lemma, Optimum, Proof, SameOptimisers

s, a, b, r, u, w, S = map(x, "sabruwS")
FORM = mul(t(w), S, w)

# two constraints of one variable, and a constant equation between their right sides
TWICE = statement("s 1 1, a 1 1, b 1 1", Optimum("min", s, (("s", a),), b), one=eq(s, a), two=eq(s, b), same=eq(a, b))
PROOFS = {
    "feasible: one": Proof(),
    "feasible: two": Proof((cof("same"),)),
    "better": Proof((cof("one"),)),
    "value": Proof((cof("same"),)),
}


def by(goal: str) -> tuple[Any, Any]:
    """TWICE with one goal, which is a - b = 0, proved by the constraints themselves."""
    proof = Proof((cof("two"), cof("one", neg(ONE))))
    return TWICE, Certificate(tuple({**PROOFS, goal: proof}.items()))


def near(row: str) -> tuple[Any, Any]:
    return REJECTED[row][:2]


LEAST = (
    statement("s 1 1, r 1 1, u p 1", ge(r), sign=ge(s), total=eq(mul(s, r), sq(u))),
    main(
        squares=((("1", (("least", 1),)), ONE),),
        lemmas=(Lemma("least", (cof("total"),), r, ("1", (("sign", 1),)), ((("0", ()), r), (PLAIN, u))),),
    ),
)
MAY_BE_ZERO = (
    statement(
        "w p 1, S p p",
        SameOptimisers(("w",), ("max", FORM), ("min", sub(tr(S), mul(sub(("size", "n"), ONE), FORM)))),
        "n",
    ),
    Certificate((("transform", Proof()),), transform=(("1", (("n >= 1", 1),)), tr(S), 1, "")),
)
UNKNOWN_LETTER = (
    statement("s 1 1", eq(x("k"), num(0))),
    Certificate((("main", Proof((cof("let k"),))),), lets=(("k", mul(ONE, num(0))),)),
)

# rule -> what stands in checker.js, what the wrong version has there, the file on which it differs from the kernel
MUTATIONS: dict[str, tuple[str, str, tuple[Any, Any]]] = {
    "sum of cofactors": ("if (term) refuse(", "if (rest.terms.size > 2) refuse(", near("wrong coefficient")),
    "transposed fact": ("transposed ? a.transpose(fact) : fact", "a.transpose(fact)", near("fact not transposed")),
    "traced cofactor": (
        "return outer ? a.mul(a.trace(one), scope.expand(outer)) : one;",
        "return one.rows === one.cols ? a.mul(a.trace(one), outer ? scope.expand(outer) : a.constant(ONE)) : one;",
        near("trace forgotten"),
    ),
    "weighted squares": (
        'const LEAST = [">=", ">"];',
        'const LEAST = [">=", ">", "!="];',
        near("weight that is only nonzero"),
    ),
    "tensor squares": ("if (kind === other) return", "if (m === b) return", near("a tensor that is swapped once")),
    "sum with squares": ("if (term) refuse(", "if (term && !squares.length) refuse(", near("too small a square")),
    "weight": (
        "allowed.includes(relation) && k >= 1n",
        "relation && k >= 1n",
        near("weight that is zero by an equation"),
    ),
    "division": ('LEAST : ["!=", ">"]', 'LEAST : ["!=", ">", ">="]', near("division by what may be zero")),
    "positive factor": (
        "if (roots.length && !isStrict)",
        "if (!roots.length && !isStrict)",
        near("inequality by a factor >= 0"),
    ),
    "own square": ("rational(text).n > 0n", "rational(text).n >= 0n", LEAST),
    "squares vanish": ("isPositive(weight, known) ? m :", "m ? m :", near("squares with weight >= 0")),
    "ones": ("a.sub(a.inner(ones, ones), a.number(n))", "a.inner(ones, ones)", CASES["ones"]),
    "dimensions": ("a.sub(a.number(n), a.constant(ONE))", "a.sub(a.number(n), a.constant(whole(2n)))", near("n >= 2")),
    "abbreviation": (
        '"Compare" && !used.has(name)',
        '"Compare"',
        UNKNOWN_LETTER,
    ),
    "inverse": ('isOneOf(relation, ">", "!=")', 'isOneOf(relation, ">", "!=", ">=")', near("1/s of s >= 0")),
    "feasible": ("a.substitute(p, at), fixed]", "a.substitute(p, at), known]", by("feasible: two")),
    "better": (
        '["better", ">=", gap, known]',
        '["better", ">=", gap, new Map(known).set("optimal", ["=", gap])]',
        near("better by being optimal"),
    ),
    "value": ("a.sub(best, value), fixed]", "a.sub(best, value), known]", by("value")),
    "exactly": ('"=", p, optimal]', '"=", p, new Map([...optimal, ...equations])]', near("exactly 0 by itself")),
    "enough": (
        "new Map([...known, ...equations])",
        "new Map([...optimal, ...equations])",
        near("enough by being optimal"),
    ),
    "same optimisers": ('weigh(scope, weight, known, [">"])', "weigh(scope, weight, known, LEAST)", MAY_BE_ZERO),
    "induction": (
        "!meets([left, right], names)",
        "!meets([], names)",
        near("step by what holds at this member"),
    ),
    "same optimisers of a power": ("!(k > 1n && isBounded)", "!(k > 1n)", near("power of what may be negative")),
}
