"""Theorems about the determinants and logarithms of one statement, added as hypotheses.

They hold for every size n ≥ 1, and also for singular matrices if no inverse is mentioned:

  det(L) = det(R)                              for a hypothesis L = R about square matrices
  det(A + UV) = det(A)·det(I + VA⁻¹U)          A invertible; for columns u, v: det(A)·(1 + vᵀA⁻¹u)
  det(A + uvᵀ) = det(A) + vᵀadj(A)u            where the statement has the adjugate of A
  det(σI + UV)·σᵏ = σⁿ·det(σI + VU)            U n×k, V k×n (Sylvester); where k = n without σᵏ and σⁿ
  log(fg) = log f + log g                      where the statement has the logarithms of f and g, so that both are > 0
  adj(A)·A = A·adj(A) = det(A)·I               where a hypothesis says that det(A) ≠ 0, or the conclusion det(A) = 0
  det(MᵀM) ≥ 0                                 where the conclusion is an inequality
  adj(L) = adj(R)                              for a hypothesis L = R about products of matrices that have an adjugate
  det(A)²·adj(adj(A)) = det(A)ⁿ·A
  log f ≤ log g + f/g − 1                      where the conclusion is an inequality or an optimum; log det(A) ≤
                                               log det(B) + tr(B⁻¹A) − n for positive definite A and B
  A³ = e₁A² − e₂A + e₃I, and so for size 4     where the conclusion has that power of A (Cayley and Hamilton)

Except for adj(A), a law is added only if the statement contains all its letters: nothing is added about other
determinants. Source: Horn and Johnson, Matrix Analysis, §0.8.2, §0.8.5, §1.3.22, §7.2.7.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from pcaproofs.kernel import Compare, Dimension, Expression, Optimum, Polynomial, flip
from pcaproofs.language.block_determinants import BlockDeterminants
from pcaproofs.language.derived import ONE, Kind
from pcaproofs.language.determinants import adjugate_by_traces, product
from pcaproofs.terms import ZERO, from_monomial, from_polynomial, letters_in, walk

ROUNDS = 3
MOST_LOGARITHMS = 3  # that are compared with each other
_MINUS: Expression = ("number", "-1")


class DeterminantLaws(BlockDeterminants):
    """Adds the laws after the whole statement has been read."""

    def determinant_laws(self, conclusion: Any) -> None:
        """Adds the theorems about the determinants and logarithms of the statement with this conclusion."""
        variables = {name for name, _ in conclusion.at} if isinstance(conclusion, Optimum) else set()
        if any(kind is Kind.DETERMINANT for kind, _ in self._function_letters):
            self._adjugates()
            self._characteristic(conclusion)
            for _ in range(ROUNDS):
                before = len(self.hypotheses)
                for m in [m for kind, m in list(self._function_letters) if kind is Kind.DETERMINANT]:
                    self._sums(m)
                    self.block_laws(m)
                self._both_sides(variables)
                if len(self.hypotheses) == before:
                    break
            if isinstance(conclusion, Compare):
                self._singular(conclusion)
                self._of_gram_matrices(conclusion)
        self._logarithms()
        if isinstance(conclusion, Optimum) or (isinstance(conclusion, Compare) and conclusion.relation == ">="):
            self._tangents()

    def _adjugates(self) -> None:
        """The adjugate of an adjugate, and those of both sides of a hypothesis."""
        named = {of: name for (kind, of), name in self._function_letters.items() if kind is Kind.ADJUGATE}
        for of, name in named.items():
            derived = self.derived.get(of[1]) if of[0] == "letter" else None
            if derived is not None and derived.kind is Kind.ADJUGATE and derived.of is not None:
                self.take_theorem("det(A)²·adj(adj(A)) = det(A)ⁿ·A")
                d, n = self.determinant_of(derived.of), self.shape(of)[0]
                left, right = product([d, d, ("letter", name)]), product([self.power_of(d, n), derived.of])
                self.add(left, "=", right)
        for h in list(self.hypotheses.values()) if named else ():
            matrices = [m for side in (h.left, h.right) for m in _matrices(side)]
            if h.relation != "=" or not any(m in named for m in matrices):
                continue
            if all(m in named or m[0] == "eye" for m in matrices):
                left, right = map(self.adjugate_of, (h.left, h.right))
                if left != right:
                    self.add(left, "=", right)

    def _characteristic(self, conclusion: Any) -> None:
        """The equation of Cayley and Hamilton for the sizes 3 and 4, where the conclusion has Aⁿ."""
        if not isinstance(conclusion, Compare):
            return
        for kind, of in list(self._function_letters):
            n = self.shape(of)[0]
            if kind is Kind.DETERMINANT and isinstance(n, int) and n in (3, 4) and self._has_power(conclusion, of, n):
                m = self.meaning(of)
                self.take_theorem("of Cayley and Hamilton")
                scaled: Expression = ("mul", self.determinant_of(m), ("eye", n))
                self.add(("mul", m, adjugate_by_traces(m, n)), "=", scaled)

    def _has_power(self, conclusion: Compare, of: Expression, n: int) -> bool:
        """Whether Aⁿ is written in the conclusion, as a power or, of a letter, as a product."""
        sides: Expression = ("add", conclusion.left, conclusion.right)
        if any(e[0] == "pow" and e[1] in (of, self.meaning(of)) and e[2] >= n for e in walk(sides)):
            return True
        return any(e[0] == "mul" and e[1:].count(of) >= n for e in walk(sides))

    def _singular(self, conclusion: Compare) -> None:
        """The law of the adjugate, for the equivalence of det(A) ≠ 0 and "Ax = 0 only for x = 0"."""
        sides = (conclusion.left, conclusion.right)
        vanishing = letters_in(*sides) if conclusion.relation == "=" and ZERO in sides else set()
        signed = [h.left for h in self.hypotheses.values() if h.relation in (">", "!=") and h.right == ZERO]
        nonzero = letters_in(*(e for e in signed if e[0] in ("letter", "mul", "pow")))
        for (kind, m), name in list(self._function_letters.items()):
            if kind is Kind.DETERMINANT and self.known_inverse(m) is None and name in nonzero | vanishing:
                self.adjugate_of(m)

    def _of_gram_matrices(self, conclusion: Compare) -> None:
        """det(MᵀM) ≥ 0."""
        for (kind, m), name in list(self._function_letters.items()) if conclusion.relation == ">=" else ():
            of = self.derived[m[1]].of if kind is Kind.DETERMINANT and m[1] in self.derived else None
            if of is None or self.derived[m[1]].kind is not Kind.NAMED:
                continue
            (((scalars, word), c), *others) = self.multiplied_out(of).terms.items()
            if not scalars and c > 0 and not others and word == flip(word):
                self.take_theorem("det(MᵀM) ≥ 0")
                self.add(("letter", name), ">=", ZERO)

    def _both_sides(self, variables: set[str]) -> None:
        """det(L) = det(R) for a hypothesis L = R that has a factor whose determinant is a letter of the statement."""
        named = {("letter", x) for kind, x in self._letters_of() if kind in (Kind.NAMED, Kind.ADJUGATE)}
        for h in list(self.hypotheses.values()):
            rows, cols = self.shape(h.left)
            inside = letters_in(h.left, h.right)
            if h.relation != "=" or rows != cols or rows == 1 or h.left in named:
                continue
            if any(("letter", x) in named or x in variables for x in inside):
                continue
            sides = [self.factored(side) for side in (h.left, h.right)]
            matrices = [m for side in sides if side for m in side[1]]
            if any(map(self.exists, matrices)) and all(m[0] == "letter" or self.exists(m) for m in matrices):
                left, right = (self.determinant_of(side) for side in (h.left, h.right))
                if left != right:
                    self.add(left, "=", right)

    def _letters_of(self) -> Iterator[tuple[Kind, str]]:
        return ((kind, name) for (kind, _), name in self._function_letters.items())

    def _sums(self, m: Expression) -> None:
        """det(A + UV) for a sum that has a determinant, by the inverse of A; det(σI + UV) by det(σI + VU)."""
        derived = self.derived.get(m[1])
        if derived is None or derived.kind is not Kind.NAMED or derived.of is None or derived.of[0] != "add":
            return
        whole = self.multiplied_out(derived.of)
        n = whole.rows
        for p in (whole, whole.T):
            for (kind, of), inverse in list(self._function_letters.items()):
                if kind is Kind.INVERSE and self.shape(of) == (n, n):
                    for sign in (1, -1):  # det(−M) = (−1)ⁿ·det(M)
                        rest = p.scaled(sign) - self.multiplied_out(of)
                        for right in self._turned(rest, ("letter", inverse)):
                            signs = [self.power_of(_MINUS, n)] if sign < 0 else []
                            left = product([*signs, self.determinant_of(m)])
                            self.take_theorem("det(A + UV) = det(A)·det(I + VA⁻¹U)")
                            self.add(left, "=", ("mul", self.determinant_of(of), right))
            self._rank_one(m, p)
            diagonal = {s: c for (s, word), c in p.terms.items() if not word}
            if len(diagonal) == 1 and len(p.terms) == 2:
                self._sylvester(m, p)

    def _rank_one(self, m: Expression, p: Polynomial) -> None:
        """det(A + uvᵀ) = det(A) + vᵀadj(A)u for an A whose adjugate is a letter of the statement; also of −A − uvᵀ."""
        for (kind, of), adjugate in list(self._function_letters.items()):
            if kind is not Kind.ADJUGATE or self.shape(of)[0] != p.rows:
                continue
            for sign in (1, -1):
                rest = p.scaled(sign) - self.multiplied_out(of)
                for u, v in _outer(rest):
                    signs = [self.power_of(_MINUS, p.rows)] if sign < 0 else []
                    self.take_theorem("det(A + uvᵀ) = det(A) + vᵀadj(A)u")
                    whole: Expression = ("add", self.determinant_of(of), ("mul", v, ("letter", adjugate), u))
                    self.add(product([*signs, self.determinant_of(m)]), "=", whole)

    def _turned(self, rest: Polynomial, inverse: Expression) -> Iterator[Expression]:
        """det(I + V·Y·U) for each way in which a matrix is a product U·V, where it is a scalar or a known letter."""
        if not rest.terms:
            return
        n = rest.rows
        e = from_polynomial(rest)
        pairs: list[tuple[Expression, Expression]] = [(("eye", n), e), (e, ("eye", n))]
        if len(rest.terms) == 1:
            ((monomial, c),) = rest.terms.items()
            word = monomial[1]
            for i in range(1, len(word)):
                k = word[i].rows
                pairs.append((from_monomial(((), word[:i]), 1, n), from_monomial((monomial[0], word[i:]), c, k)))
        elif len({word[-1:] for _, word in rest.terms}) == 1:  # U·V with a letter V
            last = next(iter(rest.terms))[1][-1]
            terms = [from_monomial((s, word[:-1]), c, n) for (s, word), c in rest.terms.items()]
            pairs.append((("add", *terms), from_monomial(((), (last,)), 1, n)))
        for u, v in pairs:
            k = self.shape(u)[1]
            inside: Expression = ("add", ("eye", k), ("mul", v, inverse, u))
            if k == 1:
                yield ("add", ONE, ("mul", v, inverse, u))
            elif self.is_known(inside):
                yield self.determinant_of(inside)

    def _sylvester(self, m: Expression, p: Polynomial) -> None:
        """det(σI + UV)·σᵏ = σⁿ·det(σI + VU)."""
        n = p.rows
        ((one, c),) = [(s, c) for (s, word), c in p.terms.items() if not word]
        (((scalars, word), d),) = [(t, d) for t, d in p.terms.items() if t[1]]
        sigma = from_monomial((one, ()), c, 1)
        for i in range(1, len(word)):
            k = word[i].rows
            turned: Expression = ("mul", from_monomial((scalars, word[i:]), d, k), from_monomial(((), word[:i]), 1, n))
            if k == 1:
                inner: Expression = ("add", sigma, turned)
            elif self.is_known(small := ("add", ("mul", sigma, ("eye", k)), turned)):
                inner = self.determinant_of(small)
            else:
                continue
            self.take_theorem("det(σI + UV)·σᵏ = σⁿ·det(σI + VU) of an n×k matrix U")
            if sigma == ONE or k == n:
                self.add(self.determinant_of(m), "=", inner)
            else:
                left, right = self.power_of(sigma, k), self.power_of(sigma, n)
                self.add(("mul", self.determinant_of(m), left), "=", ("mul", right, inner))

    def _logarithms(self) -> None:
        """log(fg) = log f + log g, where the logarithms of f and g are letters of the statement."""
        logs = {of: name for (kind, of), name in self._function_letters.items() if kind is Kind.LOGARITHM}
        alone = {key: name for of, name in logs.items() if (key := self._exponents(of)) is not None}
        single = {atom: name for key, name in alone.items() for atom, k in key if len(key) == 1 and k == 1}
        for key, name in alone.items():
            if name not in single.values() and all(atom in single for atom, _ in key):
                self.take_theorem("log(fg) = log f + log g")
                terms = [("mul", ("number", str(k)), ("letter", single[atom])) for atom, k in sorted(key, key=repr)]
                self.add(("letter", name), "=", terms[0] if len(terms) == 1 else ("add", *terms))

    def _tangents(self) -> None:
        """log x ≤ log y + x/y − 1 for the arguments of logarithms, their reciprocals, and 1.

        Of positive definite matrices, log det X ≤ log det Y + tr(Y⁻¹X) − n.
        """
        logs = [(of, name) for (kind, of), name in self._function_letters.items() if kind is Kind.LOGARITHM]
        definite = {d.of for d in self.derived.values() if d.kind is Kind.FACTOR}
        found: dict[Dimension, list[tuple[Expression, Expression | None, Expression]]] = {}
        for f, name in logs[:MOST_LOGARITHMS]:
            x = self._under_determinant(f)
            if x is not None and x not in definite:
                continue
            over = self._inverted(f) if x is None else self.known_inverse(x)
            size = 1 if x is None else self.shape(x)[0]
            every = found.setdefault(size, [(ONE, ONE, ZERO) if size == 1 else (("eye", size), ("eye", size), ZERO)])
            every.append((f if x is None else x, over, ("letter", name)))
            every += [] if over is None else [(over, f if x is None else x, ("mul", _MINUS, ("letter", name)))]
        for size, every in found.items():
            for (x, _, log), (_, over, other) in permutations(every, 2):
                if over is not None:
                    self._tangent(size, product([over, x]), log, other)

    def _tangent(self, n: Dimension, quotient: Expression, log: Expression, other: Expression) -> None:
        if n == 1:
            self.take_theorem("log(f) ≤ log(g) + f/g − 1")
        else:
            self.take_theorem("log(det(A)) ≤ log(det(B)) + tr(B⁻¹A) − n of positive definite matrices")
        less: Expression = ("number", str(n)) if isinstance(n, int) else ("size", n)
        self.add(("add", quotient if n == 1 else ("tr", quotient), other), ">=", ("add", log, less))

    def _inverted(self, g: Expression) -> Expression | None:
        """1/g of a number that is known to be positive, if it needs no new letter."""
        name = self._function_letters.get((Kind.RECIPROCAL, g))
        match g:
            case ("number", _) | ("size", _):
                return self.reciprocal(g, 1)
            case ("inverse", x, 1):
                return ("letter", x) if x in self.letters else ("size", x)
            case ("letter", x) if any(
                h.left == g and h.right == ZERO and h.relation == ">" for h in self.hypotheses.values()
            ):
                return ("inverse", x, 1)
        return None if name is None else ("letter", name)

    def _under_determinant(self, f: Expression) -> Expression | None:
        """The matrix of a determinant."""
        derived = self.derived.get(f[1]) if f[0] == "letter" else None
        if derived is None or derived.kind is not Kind.DETERMINANT or derived.of is None:
            return None
        return self.meaning(derived.of)

    def _exponents(self, of: Expression) -> frozenset[tuple[Any, int]] | None:
        """A product as its factors with their exponents; None for a sum."""
        p = self.multiplied_out(of)
        if len(p.terms) != 1:
            return None
        (((scalars, _), c),) = p.terms.items()
        return frozenset([*((repr(atom), k) for atom, k in scalars), *([(str(c), 1)] if c != 1 else [])])


def _outer(p: Polynomial) -> Iterator[tuple[Expression, Expression]]:
    """u and vᵀ with uvᵀ = p, where all terms end with one row or begin with one column."""
    words = [word for _, word in p.terms]
    if not words or not all(words):
        return
    first, last = (Polynomial(x.rows, x.cols, [(((), (x,)), 1)]) for x in (words[0][0], words[0][-1]))
    if last.rows == 1 and all(word[-1] == words[0][-1] for word in words):
        rest = Polynomial(p.rows, 1, [((s, word[:-1]), c) for (s, word), c in p.terms.items()])
        yield from_polynomial(rest), from_polynomial(last)
    elif first.cols == 1 and all(word[0] == words[0][0] for word in words):
        rest = Polynomial(1, p.cols, [((s, word[1:]), c) for (s, word), c in p.terms.items()])
        yield from_polynomial(first), from_polynomial(rest)


def _matrices(e: Expression) -> Iterator[Expression]:
    """The factors of a product, without transposes and scalars."""
    match e:
        case ("mul", *factors):
            for factor in factors:
                yield from _matrices(factor)
        case ("t", a) | ("pow", a, _):
            yield from _matrices(a)
        case ("number" | "size" | "inverse", *_):
            return
        case _:
            yield e
