"""A second opinion that shares no code with the checker: exact values of expressions, polynomials and certificates.

Everything is a tuple of rows of fractions. A derivative is the slope at 0 of the polynomial in t through the exact
values of f(x + t·h); nothing is rewritten anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from random import Random
from typing import Any

from pcaproofs.kernel import Certificate, Cofactor, Compare, Optimum, Polynomial, Proof, Statement, Weight, Word

Matrix = tuple[tuple[Fraction, ...], ...]


def constant(c: Fraction | int) -> Matrix:
    return ((Fraction(c),),)


def eye(n: int) -> Matrix:
    return tuple(tuple(Fraction(i == j) for j in range(n)) for i in range(n))


def transpose(a: Matrix) -> Matrix:
    return tuple(zip(*a, strict=True))


def scale(c: Fraction | int, a: Matrix) -> Matrix:
    return tuple(tuple(c * entry for entry in row) for row in a)


def plus(a: Matrix, b: Matrix) -> Matrix:
    return tuple(tuple(v + w for v, w in zip(r, s, strict=True)) for r, s in zip(a, b, strict=True))


def minus(a: Matrix, b: Matrix) -> Matrix:
    return plus(a, scale(-1, b))


def times(a: Matrix, b: Matrix) -> Matrix:
    """The product; a 1×1 factor that does not fit as a matrix is a scalar."""
    if len(a[0]) == len(b):
        return tuple(
            tuple(sum(v * w for v, w in zip(row, col, strict=True)) for col in zip(*b, strict=True)) for row in a
        )
    if len(a) == len(a[0]) == 1:
        return scale(a[0][0], b)
    assert len(b) == len(b[0]) == 1, "the product of two matrices that do not fit"
    return scale(b[0][0], a)


def trace(a: Matrix) -> Matrix:
    assert len(a) == len(a[0]), "the trace of a matrix that is not square"
    return constant(sum(a[i][i] for i in range(len(a))))


def norm2(a: Matrix) -> Matrix:
    return constant(sum(entry * entry for row in a for entry in row))


def is_zero(a: Matrix) -> bool:
    return not any(entry for row in a for entry in row)


@dataclass(frozen=True)
class Point:
    """A size for every named dimension, and a matrix for every letter."""

    sizes: Mapping[str, int]
    letters: Mapping[str, Matrix]

    def size(self, n: Any) -> int:
        return n if isinstance(n, int) else self.sizes.get(n, 2)

    def having(self, name: str, value: Matrix) -> Point:
        return Point(self.sizes, {**self.letters, name: value})


def random_matrix(rng: Random, rows: int, cols: int) -> Matrix:
    """Of small fractions, none of them 0, so that a 1×1 one can be divided by."""
    some = [Fraction(k, m) for k in (-3, -2, -1, 1, 2, 3) for m in (1, 2)]
    return tuple(tuple(rng.choice(some) for _ in range(cols)) for _ in range(rows))


def random_point(statement: Statement, rng: Random, largest: int = 3) -> Point:
    """Any matrices, for the columns 1[n] too: neither the hypotheses nor 1ᵀ1 = n need hold."""
    shapes = [*statement.letters, *((f"1[{n}]", n, 1) for n in statement.ones)]
    named = sorted({n for _, *shape in shapes for n in shape if isinstance(n, str)})
    empty = Point({n: rng.randint(1, largest) for n in named}, {})
    letters = {name: random_matrix(rng, empty.size(rows), empty.size(cols)) for name, rows, cols in shapes}
    return Point(empty.sizes, letters)


# ------------------------------------------------------------------------------------------------------ expressions
def evaluate(e: Any, at: Point) -> Matrix:
    match e:
        case ("number", value):
            return constant(Fraction(value))
        case ("eye", n):
            return eye(at.size(n))
        case ("zero", rows, cols):
            return ((Fraction(0),) * at.size(cols),) * at.size(rows)
        case ("letter", name):
            return at.letters[name]
        case ("size", n):
            return constant(at.sizes[n])
        case ("inverse", name, k):
            base = at.letters[name][0][0] if name in at.letters else Fraction(at.sizes[name])
            return constant(base**-k)
        case ("add", *parts):
            return reduce(plus, [evaluate(part, at) for part in parts])
        case ("mul", *parts):
            return reduce(times, [evaluate(part, at) for part in parts])
        case ("t", a):
            return transpose(evaluate(a, at))
        case ("tr", a):
            return trace(evaluate(a, at))
        case ("pow", a, k):
            base_ = evaluate(a, at)
            return reduce(times, [base_] * k, eye(len(base_)))
        case ("derivative", f, name, h):
            return slope(f, name, evaluate(h, at), at)
        case ("gradient", f, name):
            value = at.letters[name]
            rows, cols = len(value), len(value[0])
            return tuple(
                tuple(slope(f, name, unit(rows, cols, i, j), at)[0][0] for j in range(cols)) for i in range(rows)
            )
    raise AssertionError(f"got {e!r}, but should be an expression")


def unit(rows: int, cols: int, i: int, j: int) -> Matrix:
    return tuple(tuple(Fraction((k, m) == (i, j)) for m in range(cols)) for k in range(rows))


def degree(e: Any, name: str) -> int:
    """At least the degree of an expression in a letter that is not below a fraction line."""
    match e:
        case ("letter", other):
            return int(other == name)
        case ("mul", *parts):
            return sum(degree(part, name) for part in parts)
        case ("add", *parts):
            return max(degree(part, name) for part in parts)
        case ("t" | "tr", a) | ("gradient", a, _):
            return degree(a, name)
        case ("pow", a, k):
            return k * degree(a, name)
        case ("derivative", f, _, h):
            return degree(f, name) + degree(h, name) * degree(f, e[2])
        case ("inverse", other, _):
            assert other != name, "a fraction in the letter is no polynomial"
    return 0


def slope(f: Any, name: str, h: Matrix, at: Point) -> Matrix:
    """The derivative at 0 of the polynomial through f(x + t·h), t = 0, 1, …, by Lagrange's formula."""
    nodes = range(degree(f, name) + 1)
    values = [evaluate(f, at.having(name, plus(at.letters[name], scale(k, h)))) for k in nodes]
    total = scale(0, values[0])
    for k in nodes:
        others = [m for m in nodes if m != k]
        below = reduce(lambda a, b: a * b, [Fraction(k - m) for m in others], Fraction(1))
        above = Fraction(0)  # the derivative at 0 of Π (t - m)
        for left_out in others:
            above += reduce(lambda a, b: a * b, [Fraction(-m) for m in others if m != left_out], Fraction(1))
        total = plus(total, scale(above / below, values[k]))
    return total


# ------------------------------------------------------------------------------------------------------ polynomials
def value_of(p: Polynomial, at: Point) -> Matrix:
    """The value of a polynomial, read off its monomials as the vocabulary of the kernel defines them."""
    rows, cols = at.size(p.rows), at.size(p.cols)
    total: Matrix = ((Fraction(0),) * cols,) * rows
    for (scalars, word), c in p.terms.items():
        factor = c
        for atom, k in scalars:
            base = Fraction(at.sizes[atom]) if isinstance(atom, str) else trace(_word(atom, at))[0][0]
            factor *= base**k
        total = plus(total, scale(factor, _word(word, at) if word else eye(rows)))
    return total


def _word(word: Word, at: Point) -> Matrix:
    letters = [at.letters[a.name] if a.spelling == a.name else transpose(at.letters[a.name]) for a in word]
    return reduce(times, letters)


# ----------------------------------------------------------------------------------------------------- certificates
Facts = dict[str, tuple[str, Matrix]]


def proves(statement: Statement, certificate: Certificate, rng: Random) -> bool:
    """Whether every step of a certificate is an identity at a random point, and its weights have a right to be used.

    A step must hold whether or not the hypotheses do, so that random matrices test it.
    """
    at = random_point(statement, rng)
    for name, e in certificate.lets:
        at = at.having(name, evaluate(e, at))
    proofs = dict(certificate.proofs)
    expected = _goals(statement, certificate, at)
    return sorted(name for name, _ in certificate.proofs) == sorted(expected) and all(
        _settled(relation, value, dict(facts), proofs[name], at) for name, (relation, value, facts) in expected.items()
    )


def _facts(statement: Statement, certificate: Certificate, at: Point) -> Facts:
    facts: Facts = {
        f"ones {n}": ("=", minus(norm2(at.letters[f"1[{n}]"]), constant(at.size(n)))) for n in statement.ones
    }
    for n, size in at.sizes.items():
        facts[f"{n} > 0"] = (">", constant(size))
        facts[f"{n} >= 1"] = (">=", constant(size - 1))
        facts[f"1/{n} > 0"] = (">", constant(Fraction(1, size)))
    for name, e in certificate.lets:
        facts[f"let {name}"] = ("=", minus(at.letters[name], evaluate(e, at)))
    for name, h in statement.hypotheses:
        facts[name] = (h.relation, difference(h, at))
    return facts


def difference(c: Compare, at: Point) -> Matrix:
    return minus(evaluate(c.left, at), evaluate(c.right, at))


def mentions(e: Any, names: set[str]) -> bool:
    """Whether a letter stands anywhere in nested tuples or records."""
    if isinstance(e, tuple) and e[:1] in (("letter",), ("inverse",)):
        return e[1] in names
    parts = e if isinstance(e, tuple) else (e.left, e.right) if isinstance(e, Compare) else ()
    return any(mentions(part, names) for part in parts)


def _goals(statement: Statement, certificate: Certificate, at: Point) -> dict[str, tuple[str, Matrix, Facts]]:
    c, facts = statement.conclusion, _facts(statement, certificate, at)
    if isinstance(c, Compare):
        return {"main": (c.relation, difference(c, at), facts)}
    if isinstance(c, Optimum):
        variables = {name for name, _ in c.at}
        assert not mentions(tuple(e for _, e in c.at), variables), "a witness that moves with the variables"
        moved = at
        for name, e in c.at:
            moved = moved.having(name, evaluate(e, at))
        free = {name for name, h in statement.hypotheses if mentions(h, variables)}
        fixed = {name: fact for name, fact in facts.items() if name not in free}
        found: dict[str, tuple[str, Matrix, Facts]] = {
            f"feasible: {name}": (h.relation, difference(h, moved), fixed)
            for name, h in statement.hypotheses
            if name in free
        }
        best = evaluate(c.objective, moved)
        gap = scale(1 if c.sense == "min" else -1, minus(evaluate(c.objective, at), best))
        found["better"] = (">=", gap, facts)
        if c.value is not None:
            found["value"] = ("=", minus(best, evaluate(c.value, at)), fixed)
        equations = {f"exactly {i}": (e.relation, difference(e, at)) for i, e in enumerate(c.exactly)}
        found |= {name: ("=", value, {**facts, "optimal": ("=", gap)}) for name, (_, value) in equations.items()}
        if c.exactly:
            found["enough"] = ("=", gap, {**facts, **equations})
        return found
    assert certificate.transform is not None
    weight, shift, k, hypothesis = certificate.transform
    variables = set(c.variables)
    assert not mentions(shift, variables), "a constant that moves with the variables"
    assert not any(mentions(h, variables) for name, h in statement.hypotheses if name in dict(weight[1]))
    first, second = evaluate(c.first[1], at), evaluate(c.second[1], at)
    assert k == 1 or (k > 1 and facts[hypothesis][0] in (">=", ">") and facts[hypothesis][1] == first)
    factor = _weight(weight, facts, (">",))[0][0] * (1 if c.first[0] == c.second[0] else -1)
    rest = minus(minus(second, evaluate(shift, at)), scale(factor, reduce(times, [first] * k)))
    return {"transform": ("=", rest, facts)}


def _weight(w: Weight, facts: Facts, allowed: tuple[str, ...]) -> Matrix:
    c = Fraction(w[0])
    assert c > 0 or (c == 0 and ">=" in allowed) or (c < 0 and "!=" in allowed), "a weight of the wrong sign"
    for name, k in w[1]:
        relation, value = facts[name]
        assert relation in allowed, "a weight of unknown sign"
        assert k >= 1
        c *= value[0][0] ** k
    return constant(c)


def _settled(relation: str, goal: Matrix, facts: Facts, proof: Proof, at: Point) -> bool:
    def squares_of(squares: Any) -> Matrix:
        terms = [times(_weight(w, facts, (">", ">=")), _squared(m, at)) for w, m in squares]
        return reduce(plus, terms, constant(0))

    def is_positive(w: Weight) -> bool:
        return Fraction(w[0]) > 0 and all(facts[name][0] == ">" for name, _ in w[1])

    for lemma in proof.lemmas:
        new: Facts = {}
        if lemma.value is None:
            total = squares_of(lemma.squares)
            for i, (w, m) in enumerate(lemma.squares):
                factor = constant(1) if is_positive(w) else _weight(w, facts, (">", ">="))
                new[f"{lemma.name}.{i}"] = ("=", scale(factor[0][0], evaluate(m, at)))
        elif lemma.squares:
            new = {lemma.name: (">=", evaluate(lemma.value, at))}
            own = [w for w, m in lemma.squares if m == lemma.value]
            assert any(map(is_positive, [lemma.factor, *own])), "an inequality from 0 = 0"
            total = times(_weight(lemma.factor, facts, (">", ">=")), new[lemma.name][1])
            total = minus(total, squares_of(lemma.squares))
        else:
            new = {lemma.name: ("=", evaluate(lemma.value, at))}
            total = times(_weight(lemma.factor, facts, (">", "!=")), new[lemma.name][1])
        if not is_zero(reduce(minus, [_term(c, facts, at) for c in lemma.cofactors], total)):
            return False
        assert not new.keys() & facts.keys(), "a lemma under the name of another fact"
        facts |= new
    assert relation == ">=" or not proof.squares, "squares in the proof of an equality"
    if proof.squares:
        goal = minus(goal, squares_of(proof.squares))
    return is_zero(reduce(minus, [_term(c, facts, at) for c in proof.cofactors], goal))


def _squared(e: Any, at: Point) -> Matrix:
    """The sum of the squared entries of a matrix, or of a tensor entry by entry."""
    if e[0] != "tensor":
        return norm2(evaluate(e, at))
    parts = [(kind, evaluate(m, at), evaluate(n, at)) for kind, m, n in e[1:]]
    entries: dict[tuple[int, ...], Fraction] = {}
    for kind, m, n in parts:
        assert kind in ("kron", "swap")
        for i, row in enumerate(m):
            for k, a in enumerate(row):
                for l, other in enumerate(n):
                    for j, b in enumerate(other):
                        place = (i, k, l, j) if kind == "kron" else (i, l, k, j)
                        entries[place] = entries.get(place, Fraction(0)) + a * b
    return constant(sum((v * v for v in entries.values()), Fraction(0)))


def _term(c: Cofactor, facts: Facts, at: Point) -> Matrix:
    relation, fact = facts[c.fact]
    assert relation == "=", "a cofactor of what is no equation"
    value = times(times(evaluate(c.left, at), transpose(fact) if c.transposed else fact), evaluate(c.right, at))
    return value if c.outer is None else times(trace(value), evaluate(c.outer, at))
