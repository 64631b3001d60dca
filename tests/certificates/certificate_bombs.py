"""Small files that ask for much work: one for each node, field and loop that can be made to grow."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from pcaproofs.certificates import FORMAT, to_json
from pcaproofs.kernel import Certificate, Cofactor, Compare, Lemma, Optimum, Proof, SameOptimisers, Statement

ZERO, ONE = ("number", "0"), ("number", "1")
EMPTY = Certificate((("main", Proof()),))


def x(name: str) -> Any:
    return ("letter", name)


def add(*parts: Any) -> Any:
    return ("add", *parts)


def mul(*parts: Any) -> Any:
    return ("mul", *parts)


def power(e: Any, *ks: int) -> Any:
    for k in ks:
        e = ("pow", e, k)
    return e


def scalars(*names: str) -> tuple[Any, ...]:
    return tuple((name, 1, 1) for name in names)


def matrices(*names: str) -> tuple[Any, ...]:
    return tuple((name, "n", "n") for name in names)


def file(statement: Any, certificate: Any = EMPTY) -> str:
    return json.dumps({"format": FORMAT, "statement": to_json(statement), "certificate": to_json(certificate)})


def zero(letters: Any, e: Any, *hypotheses: Any, certificate: Any = EMPTY, ones: Any = ()) -> str:
    """A file that says e = 0."""
    return file(Statement(letters, Compare(e, "=", ZERO), hypotheses, ones), certificate)


def main(proof: Proof, **more: Any) -> Certificate:
    return Certificate((("main", proof),), **more)


def numbered(count: int, prefix: str = "x") -> list[str]:
    return [f"{prefix}{i}" for i in range(count)]


S, T, U = x("x"), x("y"), x("z")
THREE = scalars("x", "y", "z")
SUM3, SUM4 = add(S, T, U), add(S, T, U, ONE)
LONG = "7" * 1900
A, B = x("A"), x("B")
PAIR = matrices("A", "B")
COLUMNS = (("v", "n", 1), ("w", "n", 1))


def nested(head: str, depth: int, e: Any = S) -> Any:
    for _ in range(depth):
        e = (head, e)
    return e


def doubled(head: str, depth: int, e: Any = S) -> Any:
    for _ in range(depth):
        e = (head, e, e)
    return e


def sums(count: int) -> Any:
    """A product of sums of two, that has 2^count terms."""
    return mul(*(add(x(f"x{i}"), x(f"y{i}")) for i in range(count)))


def primes(count: int) -> list[int]:
    found: list[int] = []
    n = 10**5 + 1
    while len(found) < count:
        if all(n % d for d in range(3, int(n**0.5) + 1, 2)):
            found.append(n)
        n += 2
    return found


def optimum(objective: Any, letters: Any, at: Any, *hypotheses: Any, **more: Any) -> str:
    return file(Statement(letters, Optimum("min", objective, at, **more), hypotheses), Certificate(()))


def same(first: Any, second: Any, letters: Any, transform: Any, *hypotheses: Any) -> str:
    conclusion = SameOptimisers(("x",), ("max", first), ("max", second))
    return file(Statement(letters, conclusion, hypotheses), Certificate((("transform", Proof()),), transform=transform))


POSITIVE = ("p", Compare(SUM3, ">", ZERO))
TRANSPOSED = ("t", S)
BOMBS: dict[str, Callable[[], str]] = {
    # products and powers
    "(x + y)^1000": lambda: zero(THREE, power(add(S, T), 1000)),
    "(x + y + z)^250": lambda: zero(THREE, power(SUM3, 250)),
    "(x + y + z + 1)^60": lambda: zero(THREE, power(SUM4, 60)),
    "((x + y)^50)^50": lambda: zero(THREE, power(add(S, T), 50, 50)),
    "(A + B)^16": lambda: zero(PAIR, ("tr", power(add(A, B), 16))),
    "(A + 1)^1000": lambda: zero(PAIR, ("tr", power(add(A, ("eye", "n")), 1000))),
    "2^40 terms": lambda: zero(scalars(*numbered(40), *numbered(40, "y")), sums(40)),
    "a tower of powers of 1": lambda: zero(THREE, power(ONE, *[1000] * 150)),
    "wide sum of powers": lambda: zero(THREE, add(*(power(add(S, T), 300) for _ in range(300)))),
    "300 products of 300 letters": lambda: zero(
        matrices("A", "B"), ("tr", add(*(mul(*([A, B] * 150), power(A, k + 1)) for k in range(300))))
    ),
    "300 long traces": lambda: zero(PAIR, add(*(("tr", power(mul(A, B), 500 + k)) for k in range(300)))),
    "a trace of 2000 letters": lambda: zero(PAIR, ("tr", power(A, 2000 // 2, 2))),
    "traces of 1900 letters": lambda: zero(
        matrices("A", *numbered(40)), add(*(("tr", power(mul(x(f"x{k}"), A), 950)) for k in range(40)))
    ),
    "2000 scalars in a word": lambda: zero(
        (*((name, "n", 1) for name in numbered(1000)), *(matrices("A"))),
        mul(*(part for name in numbered(1000) for part in (("t", x(name)), x(name)))),
    ),
    "a product of 20000 scalars": lambda: zero(scalars(*numbered(20_000)), mul(*map(x, numbered(20_000)))),
    "a square of 300 matrices": lambda: zero(matrices(*numbered(300)), ("tr", power(add(*map(x, numbered(300))), 2))),
    # numbers
    "((9^1000)^1000)^1000": lambda: zero(THREE, power(("number", "9"), 1000, 1000, 1000)),
    "(1900 digits)^1000": lambda: zero(THREE, power(("number", LONG), 1000)),
    "(1/1900 digits)^1000": lambda: zero(THREE, power(("number", "1/" + LONG), 1000)),
    "4000 digits": lambda: zero(THREE, power(("number", "7" * 4000), 1000)),
    "a million digits": lambda: zero(THREE, ("number", "7" * 1_000_000)),
    "1/7…7 many times": lambda: zero(THREE, mul(*[("number", "1/" + LONG)] * 900)),
    "harmonic sum": lambda: zero(THREE, add(*(("number", f"1/{p}") for p in primes(9000)))),
    "sums of long fractions": lambda: zero(THREE, add(*(("number", f"1/{LONG[:-5]}{p}") for p in primes(900)))),
    "a size of 18 digits to the power 1000": lambda: zero(
        (("A", 10**17, 10**17),), power(("tr", ("eye", 10**17)), 1000, 1000)
    ),
    "a size of 4000 digits": lambda: file(Statement((("A", 1, 1),), Compare(ONE, "=", ONE))).replace(
        "1, 1]", "9" * 4000 + ", 1]"
    ),
    "a power of 4000 digits": lambda: zero(THREE, power(S, 77)).replace(" 77]", f" {'7' * 4000}]"),
    # derivatives
    "gradient of (x + y + z)^100": lambda: zero(THREE, ("gradient", power(SUM3, 100), "x")),
    "gradient of tr A^1000": lambda: zero(PAIR, ("tr", ("gradient", ("tr", power(A, 1000)), "A"))),
    "derivative of A^1900": lambda: zero(PAIR, ("tr", ("derivative", power(A, 950, 2), "A", A))),
    "derivative in a long direction": lambda: zero(
        THREE, ("derivative", power(S, 500), "x", add(*(power(T, k) for k in range(300))))
    ),
    "nested derivatives": lambda: zero(
        THREE, (lambda e: [e := ("derivative", e, "x", SUM4) for _ in range(90)][-1])(power(S, 90))
    ),
    "nested gradients": lambda: zero(
        THREE, (lambda e: [e := ("gradient", e, "x") for _ in range(50)][-1])(power(SUM3, 80))
    ),
    # weights, squares, lemmas, cofactors
    "a weight (x + y + z)^200": lambda: zero(
        THREE, S, POSITIVE, certificate=main(Proof(lemmas=(Lemma("l", (), S, ("1", (("p", 200),))),)))
    ),
    "a weight of many factors": lambda: zero(
        THREE, S, POSITIVE, certificate=main(Proof(lemmas=(Lemma("l", (), S, ("1", (("p", 1),) * 3000)),)))
    ),
    "a weight of 100000 factors 1": lambda: zero(
        THREE,
        S,
        ("p", Compare(ONE, ">", ZERO)),
        certificate=main(Proof(lemmas=(Lemma("l", (), S, ("1", (("p", 1000),) * 100_000)),))),
    ),
    "20000 squares": lambda: file(
        Statement(THREE, Compare(S, ">=", ZERO)),
        main(Proof(squares=tuple((("1", ()), add(S, ("number", str(k)))) for k in range(20_000)))),
    ),
    "squares of (x + y)^300": lambda: file(
        Statement(THREE, Compare(S, ">=", ZERO)), main(Proof(squares=((("1", ()), power(SUM3, 40)),) * 50))
    ),
    "15000 lemmas": lambda: zero(
        THREE, S, certificate=main(Proof(lemmas=tuple(Lemma(f"l{k}", (), ZERO) for k in range(15_000))))
    ),
    "lemmas that grow": lambda: zero(
        THREE, S, certificate=main(Proof(lemmas=tuple(Lemma(f"l{k}", (), power(SUM3, 30)) for k in range(200))))
    ),
    "15000 cofactors": lambda: zero(
        THREE, S, ("h", Compare(SUM3, "=", ZERO)), certificate=main(Proof((Cofactor("h", False, ONE, ONE),) * 15_000))
    ),
    "cofactors of powers": lambda: zero(
        THREE,
        S,
        ("h", Compare(SUM3, "=", ZERO)),
        certificate=main(Proof((Cofactor("h", False, power(SUM4, 20), power(SUM4, 20), power(SUM4, 20)),) * 20)),
    ),
    "cofactors that are traced": lambda: zero(
        PAIR,
        ZERO,
        ("h", Compare(power(A, 400), "=", power(B, 400))),
        certificate=main(Proof((Cofactor("h", True, power(A, 400), power(B, 400), ONE),) * 500)),
    ),
    # optima
    "tr A^300 at B + xB + yB": lambda: optimum(
        ("tr", power(A, 300)), (*PAIR, *THREE), (("A", add(B, mul(S, B), mul(T, B))),)
    ),
    "x^1000 at y + z": lambda: optimum(power(S, 1000), THREE, (("x", add(T, U)),)),
    "5000 constraints": lambda: optimum(
        S, THREE, (("x", T),), *((f"h{k}", Compare(add(S, ("number", str(k))), ">=", ZERO)) for k in range(5000))
    ),
    "5000 variables": lambda: optimum(ZERO, scalars(*numbered(5000)), tuple((name, ZERO) for name in numbered(5000))),
    "constraints of many terms": lambda: optimum(
        S,
        THREE,
        (("x", add(T, U)),),
        *((f"h{k}", Compare(power(add(S, T), 30 + k), ">=", ZERO)) for k in range(50)),
    ),
    "exactly 5000 equations": lambda: optimum(
        S, THREE, (("x", T),), exactly=tuple(Compare(S, "=", ("number", str(k))) for k in range(5000))
    ),
    "a value of many terms": lambda: optimum(S, THREE, (("x", T),), value=power(SUM4, 60)),
    # same optimisers
    "a transform to the power 1000": lambda: same(
        SUM3, S, THREE, (("1", ()), ZERO, 1000, "p"), ("p", Compare(SUM3, ">=", ZERO))
    ),
    "a constant of many terms": lambda: same(S, S, THREE, (("1", ()), power(add(T, U, ONE), 99), 1, "")),
    "20000 variables of two objectives": lambda: file(
        Statement(
            scalars(*numbered(20_000)), SameOptimisers(tuple(numbered(20_000)), ("max", x("x0")), ("max", x("x1")))
        ),
        Certificate((("transform", Proof()),), transform=(("1", ()), ZERO, 1, "")),
    ),
    # letters, names, hypotheses, abbreviations
    "60000 letters": lambda: zero(scalars(*numbered(60_000)), S),
    "30000 dimensions": lambda: zero(tuple((f"x{i}", f"n{i}", 1) for i in range(30_000)), S),
    "30000 ones": lambda: zero(THREE, S, ones=tuple(numbered(30_000, "n"))),
    "names of a million characters": lambda: zero(
        scalars(*("x" * 300_000 + c for c in "abc")),
        mul(*(x("x" * 300_000 + c) for c in "abc")),
    ),
    "dimensions of a million characters": lambda: zero((("x", "n" * 1_000_000, 1), ("y", "n" * 1_000_000 + "m", 1)), S),
    "20000 hypotheses": lambda: zero(THREE, S, *((f"h{k}", Compare(S, "=", ZERO)) for k in range(20_000))),
    "hypotheses of powers": lambda: zero(
        THREE, S, *((f"h{k}", Compare(power(SUM3, 20 + k), "=", ZERO)) for k in range(100))
    ),
    "5000 abbreviations": lambda: zero(
        THREE,
        S,
        *((f"h{k}", Compare(S, "=", ZERO)) for k in range(5000)),
        certificate=main(Proof(), lets=tuple((f"#{k}", ("number", str(k))) for k in range(5000))),
    ),
    "an abbreviation in a deep expression": lambda: zero(
        THREE,
        add(*(nested("t", 90) for _ in range(3000))),
        certificate=main(Proof(), lets=(("#1", ("number", "5")),)),
    ),
    "abbreviations of powers": lambda: zero(
        THREE, S, certificate=main(Proof(), lets=tuple((f"#{k}", power(SUM3, 30 + k)) for k in range(50)))
    ),
    "20000 proofs": lambda: zero(THREE, S, certificate=Certificate((("main", Proof()),) * 20_000)),
    # shapes of the data
    "nested 190 deep": lambda: zero(THREE, nested("t", 190)),
    "nested 900 deep": lambda: zero(THREE, S).replace(
        '["letter", "x"]', '["t", ' * 900 + '["letter", "x"]' + "]" * 900
    ),
    "nested 190 deep, twice": lambda: zero(THREE, add(*[nested("t", 190)] * 600)),
    "a balanced tree": lambda: zero(THREE, doubled("add", 16)),
    "a balanced tree of products": lambda: zero(THREE, doubled("mul", 15, add(S, ONE))),
    "a long sum": lambda: zero(THREE, add(*[S] * 100_000)),
    "a long product": lambda: zero(THREE, mul(*[S] * 100_000)),
    "an error in a long sum": lambda: zero((*THREE, *COLUMNS), add(*[S] * 100_000, x("v"))),
    "an unknown letter among many": lambda: zero(scalars(*numbered(50_000)), x("unknown" * 5000)),
    "a list of lists": lambda: '{"format": "pcaproofs certificate 1", "statement": ' + "[" * 9 + "[]," * 600_000 + "1]",
    "empty lists": lambda: (
        '{"format": "pcaproofs certificate 1", "statement": [' + "[]," * 600_000 + "[]], " + '"certificate": []}'
    ),
    "empty objects": lambda: '{"format": "pcaproofs certificate 1", "statement": [' + "{}," * 600_000 + "{}]}",
    "short texts": lambda: (
        '{"format": "pcaproofs certificate 1", "statement": [' + '"ab",' * 380_000 + '""], "certificate": []}'
    ),
    "100000 brackets": lambda: "[" * 100_000,
    "100000 objects": lambda: '{"a":' * 100_000,
    "5 MB": lambda: " " * 5_000_000,
    "NaN": lambda: zero(THREE, power(S, 77)).replace(" 77]", " NaN]"),
    "1e999999999": lambda: zero(THREE, power(S, 77)).replace(" 77]", " 1e999999999]"),
    "a surrogate": lambda: zero(THREE, power(S, 77)).replace('"x"', '"\\ud800"'),
}
