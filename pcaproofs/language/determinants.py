"""Reading of determinants, adjugates, logarithms, and powers of scalars whose exponent is a dimension.

Each becomes a letter: det(A) of a matrix A that is a letter or a sum, cⁿ of a scalar c. The determinant of a product of
square matrices is read as the product of the determinants, that of a transpose as that of the matrix, det(cA) as
cⁿ·det(A), adj(AB) as adj(B)·adj(A). These hold for every size n ≥ 1, and for singular matrices too. They are theorems
that no certificate proves; the result names those that are used. determinant_laws.py adds further facts about the
letters. A determinant of size 2 to 4 is also a polynomial in traces of powers.
Source: Horn and Johnson, Matrix Analysis, §0.3, §0.8. Matrices of blocks: block_determinants.py.
"""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from typing import Any

import sympy as sp

from pcaproofs.kernel import Dimension, Expression, Polynomial, flip
from pcaproofs.language.derived import ONE, THEOREM, Kind, Notation
from pcaproofs.language.express import text
from pcaproofs.language.kronecker import factors_of
from pcaproofs.language.names import Unreadable
from pcaproofs.language.nodes import Adjugate
from pcaproofs.language.product_nodes import Kronecker
from pcaproofs.language.shapes import check_equal, check_square
from pcaproofs.language.sizes import is_at_least, is_sum, terms_of, total
from pcaproofs.language.ties import Ties
from pcaproofs.terms import HUGE, ZERO, from_monomial, from_polynomial, term_count, walk

_MINUS: Expression = ("number", "-1")
MOST_FACTORS, LARGEST = 12, 10**6
_SIGNED = (">", ">=", "!=")
TRANSPOSED_ADJUGATE = "adj(Aᵀ) = adj(A)ᵀ"
ADJUGATE_OF_PRODUCT = "adj(AB) = adj(B)·adj(A)"


class Determinants(Ties):
    """Reads determinants, adjugates, logarithms and powers; the subclass reads the expressions inside."""

    def read(self, e: Any) -> Expression:
        """The kernel expression of a SymPy expression."""
        raise NotImplementedError

    def reciprocal(self, of: Expression, k: int) -> Expression:
        """1/ofᵏ."""
        raise NotImplementedError

    def take_theorem(self, theorem: str) -> None:
        """Records that the reading uses a theorem, which no certificate proves."""
        said = f"{THEOREM}{theorem}"
        if said not in self.assumed:
            self.assumed.append(said)

    # ------------------------------------------------------------------------------------------ nodes
    def determinant(self, e: Any) -> Expression:
        """The determinant of a square matrix: det(A)ᵏ of Aᵏ, and det(A)ᵖ·det(B)ᵐ of A⊗B, A m×m and B p×p."""
        matrix, named = e.args[0], isinstance(e.args[0], Kronecker) or self.k is not None
        of = None if named else self.read(matrix)
        return self.recorded(self._determinant(e, matrix, of), Kind.DETERMINANT, of)

    def recorded(self, value: Expression, kind: Kind, of: Expression | None) -> Expression:
        """A copy of the value, recorded with its source: another equal expression may not come from a determinant."""
        found: Expression = tuple(part for part in value)
        self.functions.append((found, kind, of))
        return found

    def _determinant(self, e: Any, matrix: Any, of: Expression | None) -> Expression:
        if isinstance(matrix, Kronecker):
            parts = [self.read(x) for x in factors_of(matrix)]
            if any(rows != cols for rows, cols in map(self.shape, parts)):
                raise Unreadable(f"got {e}, but the factors of the Kronecker product should be square")
            self.take_theorem("det(A⊗B) = det(A)ᵖ·det(B)ᵐ of an m×m matrix A and a p×p matrix B")
            sizes = [self.shape(part)[0] for part in parts]
            found = [
                self._power_of_sizes(self.determinant_of(part), sizes[:i] + sizes[i + 1 :])
                for i, part in enumerate(parts)
            ]
            return product(found)
        if isinstance(matrix, sp.MatPow) and self.k is not None and matrix.exp.has(self.k):
            base = self.read(matrix.base)
            check_square(matrix.base, self.shape(base), "the determinant")
            self.take_theorem("det(AB) = det(A)·det(B)")
            return self.symbolic_power(e, self.determinant_of(base), matrix.exp)
        of = self.read(matrix) if of is None else of
        check_square(matrix, self.shape(of), "the determinant")
        return self.determinant_of(of)

    def adjugate(self, e: Any) -> Expression:
        """The adjugate of a square matrix, the transpose of its cofactors; of a 1×1 matrix it is 1."""
        if isinstance(e.args[0], sp.MatPow) and self.k is not None and e.args[0].exp.has(self.k):
            self.take_theorem(ADJUGATE_OF_PRODUCT)
            return self.read(sp.MatPow(Adjugate(e.args[0].base), e.args[0].exp))
        of = self.read(e.args[0])
        check_square(e.args[0], self.shape(of), "the adjugate")
        return self.recorded(self.adjugate_of(of), Kind.ADJUGATE, of)

    def logarithm(self, e: Any) -> Expression:
        """The natural logarithm of a scalar, which is assumed to be positive."""
        of = self.read(e.args[0])
        check_equal(e.args[0], self.shape(of), "the argument of a logarithm", (1, 1), "as")
        return self.logarithm_of(of)

    def logarithm_of(self, of: Expression) -> Expression:
        """The letter of a logarithm, and the assumption that its argument is positive; −log f of 1/f."""
        if (inverted := self._inverse_of(of)) is not None:
            self.take_theorem("log(1/f) = −log(f)")
            return ("mul", _MINUS, self.logarithm_of(inverted))
        if of == ONE:
            return ZERO
        name, new = self.function_letter(Kind.LOGARITHM, of, Notation.LOGARITHM.write(text(of)), (1, 1))
        if new:
            self.add(of, ">", ZERO)
            self.assumed.append(f"{text(of)} > 0")
        return ("letter", name)

    def _inverse_of(self, f: Expression) -> Expression | None:
        """The g of f = 1/g, or of f = det(A⁻¹) and g = det(A)."""
        derived = self.derived.get(f[1]) if f[0] == "letter" else None
        if derived is not None and derived.kind is Kind.RECIPROCAL:
            return derived.of
        if derived is not None and derived.kind is Kind.DETERMINANT and derived.of is not None:
            of = self.derived.get(derived.of[1])
            return self.determinant_of(of.of) if of is not None and of.kind is Kind.INVERSE and of.of else None
        return ("letter", f[1]) if f[0] == "inverse" and f[2] == 1 and f[1] in self.letters else None

    def dimension_power(self, e: Any) -> Expression:
        """A scalar to a power such as n, n − 1 or 2n. Raises Unreadable for any other exponent."""
        base, exponent = e.args[:2]
        of = self.read(base)
        check_equal(base, self.shape(of), "the base of a power", (1, 1), "as")
        factors: list[Expression] = []
        for term, k in sp.expand(exponent).as_coefficients_dict().items():
            sizes = [x for x, times in term.as_powers_dict().items() if term != 1 for _ in range(abs(int(times)))]
            known = all(isinstance(x, sp.Symbol) and self.is_dimension(x) for x in sizes)
            if not k.is_Integer or not known or (term != 1 and sp.Mul(*sizes) != term):
                raise Unreadable(f"got the power {e}, but the exponent should be made of integers and dimensions")
            one = self._power_of_sizes(of, [self.dimension(x) for x in sizes])
            if int(k) > 0:
                factors.append(one if k == 1 else ("pow", one, int(k)))
            else:
                factors.append(self.reciprocal(one, -int(k)))
        return product(factors)

    # ------------------------------------------------------------------------------------------ determinants
    def determinant_of(self, e: Expression) -> Expression:
        """The determinant of an expression that was read, as a product of letters."""
        n, _ = self.shape(e)
        if n == 1:
            return e
        found = self.factored(e)
        if found is None:
            return ZERO
        scalars, matrices = found
        if len(matrices) > 1:
            self.take_theorem("det(AB) = det(A)·det(B)")
        if scalars:
            self.take_theorem("det(cA) = cⁿ·det(A)")
        rows_of_identity = {("letter", name) for name, d in self.derived.items() if d.kind is Kind.LEADING}
        if any(x[0] == "t" and x[1] not in rows_of_identity for x in walk(e)):
            self.take_theorem("det(Aᵀ) = det(A)")
        return product([*(self.power_of(s, n) for s in scalars), *(self.determinant_of_factor(m) for m in matrices)])

    def factored(self, e: Expression) -> tuple[list[Expression], list[Expression]] | None:
        """The scalars and square matrices whose product is a square matrix, up to transposes; None if it is zero."""
        match e:
            case ("eye", _):
                return [], []
            case ("zero", *_):
                return None
            case ("t", a):
                return self.factored(a)
            case ("letter", _):
                return [], [e]
            case ("pow", a, int(k)) if k <= MOST_FACTORS:
                inside = self.factored(a) if k else ([], [])
                return inside and (inside[0] * k, inside[1] * k)
            case ("mul", *_):
                return self._factored_product(e)
        return self._factored_sum(e)

    def _factored_product(self, e: Expression) -> tuple[list[Expression], list[Expression]] | None:
        scalars, matrices = self._chain(e)
        n, _ = self.shape(e)
        rows: Dimension = n
        for m in matrices:
            if self.shape(m)[0] != rows:
                return self._factored_sum(e)
            rows = self.shape(m)[1]
        out: list[Expression] = []
        chunk: list[Expression] = []
        for m in matrices:
            chunk.append(m)
            if self.shape(m)[1] == n:
                inside = self.factored(m) if len(chunk) == 1 else self._factored_sum(product(chunk))
                if inside is None:
                    return None
                scalars, out, chunk = scalars + inside[0], out + inside[1], []
        return scalars, out

    def _chain(self, e: Expression) -> tuple[list[Expression], list[Expression]]:
        """The scalar factors of a product, and the others in order."""
        scalars: list[Expression] = []
        matrices: list[Expression] = []
        for factor in e[1:]:
            if self.shape(factor) == (1, 1):
                scalars.append(factor)
            elif factor[0] == "mul":
                inner = self._chain(factor)
                scalars, matrices = scalars + inner[0], matrices + inner[1]
            else:
                matrices.append(factor)
        return scalars, matrices

    def _factored_sum(self, e: Expression) -> tuple[list[Expression], list[Expression]] | None:
        p = self.multiplied_out(e)
        if not p.terms:
            return None
        if len(p.terms) > 1:
            turned = min(p, p.T, key=lambda q: repr(_sorted(q)))
            negative = min(turned.terms.items(), key=lambda term: repr(term[0]))[1] < 0
            matrix = _sorted(turned.scaled(-1) if negative else turned)
            return ([_MINUS] if negative else []), [matrix]
        ((monomial, c),) = p.terms.items()
        scalars = [] if (monomial[0], c) == ((), 1) else [from_monomial((monomial[0], ()), c, 1)]
        ends = [i for i, x in enumerate(monomial[1], 1) if x.cols == p.cols]
        chunks = [monomial[1][i:j] for i, j in pairwise([0, *ends])]
        if any(is_at_least(p.rows, total([x.cols, 1])) for x in monomial[1]):
            self.take_theorem("det(UV) = 0 of an n×k matrix U and a k×n matrix V with k < n")
            return None
        words = [min(word, flip(word), key=repr) for word in chunks]
        matrices = [from_monomial(((), word), 1, p.rows) for word in words]
        return scalars, [m[1] if m[0] == "t" else m for m in matrices]

    def multiplied_out(self, e: Expression) -> Polynomial:
        """The polynomial of an expression. Raises Unreadable for one that is huge."""
        if term_count(e) > HUGE:
            raise Unreadable(f"got a product of more than {HUGE} terms, but should be small enough to multiply out")
        return self.scope().expand(e)

    def determinant_of_factor(self, of: Expression) -> Expression:
        """The letter det(M) of a matrix that is a letter, or a sum or product that gets a letter."""
        n, _ = self.shape(of)
        m = self._named(of)
        name, new = self.function_letter(Kind.DETERMINANT, m, Notation.DETERMINANT.write(_inside(m)), (1, 1))
        d: Expression = ("letter", name)
        if new:
            if n in (2, 3, 4):
                self.take_theorem(f"that the determinant of size {n} is a polynomial in the traces of powers")
                self.add(d, "=", _elementary(of, int(n)))
            if n == 2:
                self.take_theorem("of Cayley and Hamilton")
                scaled: Expression = ("mul", d, ("eye", n))
                traced: Expression = ("mul", _MINUS, ("tr", of), of)
                self.add(("add", ("mul", of, of), traced, scaled), "=", ("zero", n, n))
            derived = self.derived.get(m[1])
            if derived is not None and derived.kind is Kind.INVERSE and derived.of is not None:
                self.take_theorem("det(AB) = det(A)·det(B)")
                self.add(("mul", self.determinant_of(derived.of), d), "=", ONE)
            if derived is not None and derived.kind is Kind.ADJUGATE and derived.of is not None:
                self.take_theorem("det(adj(A))·det(A) = det(A)ⁿ")
                inner = self.determinant_of(derived.of)
                self.add(product([d, inner]), "=", self.power_of(inner, n))
        return d

    def _named(self, of: Expression) -> Expression:
        """A letter that is equal to an expression; a letter is its own."""
        if of[0] == "letter":
            return of
        return ("letter", self.function_letter(Kind.NAMED, of, f"({text(of)})", self.shape(of))[0])

    def meaning(self, m: Expression) -> Expression:
        """The sum or product that a letter stands for."""
        derived = self.derived.get(m[1])
        return derived.of if derived is not None and derived.kind is Kind.NAMED and derived.of is not None else m

    def exists(self, of: Expression) -> bool:
        """Whether the determinant of a matrix is a letter of the statement."""
        if of[0] != "letter":
            name = self._function_letters.get((Kind.NAMED, of))
            of = ("letter", name) if name is not None else of
        return (Kind.DETERMINANT, of) in self._function_letters

    # ------------------------------------------------------------------------------------------ powers
    def power_of(self, s: Expression, n: Dimension) -> Expression:
        """sⁿ of a scalar, as a product of letters."""
        if isinstance(n, int):
            return s if n == 1 else ("pow", s, n)
        if is_sum(n):
            exponents = [(k, 1) if not name else (name, k) for name, k in sorted(terms_of(n).items())]
            powers = [(self.power_of(s, m), k) for m, k in exponents]
            return product([power if k == 1 else ("pow", power, k) for power, k in powers])
        match s:
            case ("number", value):
                return self._power_of_number(sp.Rational(value), n)
            case ("mul", *factors) if all(self.shape(f) == (1, 1) for f in factors):
                return product([self.power_of(f, n) for f in factors])
            case ("pow", a, int(k)) if k:
                return ("pow", self.power_of(a, n), k)
            case ("t", a):
                return self.power_of(a, n)
            case ("inverse", name, k):
                base: Expression = ("letter", name) if name in self.letters else ("size", name)
                return self.reciprocal(self.power_of(base, n), k)
            case ("letter" | "size", _):
                return self._power_letter(s, str(s[1]), n)
        p = self.multiplied_out(s)
        if not p.terms:
            return ZERO
        whole = _sorted(p)
        if whole[0] in ("number", "mul", "pow", "letter", "size") and whole != s and len(p.terms) == 1:
            return self.power_of(whole, n)
        return self.power_of(self._named(whole), n)

    def _power_of_sizes(self, s: Expression, sizes: list[Dimension]) -> Expression:
        """s to the power of a product of sizes."""
        return reduce(self.power_of, sorted(sizes, key=str), s)

    def _power_of_number(self, value: sp.Rational, n: str) -> Expression:
        """The n-th powers of the prime factors, and of −1."""
        if value == 0:
            return ZERO
        factors: list[Expression] = [] if value > 0 else [self._power_letter(_MINUS, "(-1)", n)]
        for above, k in ((abs(value.p), 1), (value.q, -1)):
            primes = sp.factorint(above) if above <= LARGEST else {above: 1}
            for prime, times in primes.items():
                power = self._power_letter(("number", str(prime)), str(prime), n)
                factors += [power if k > 0 else self.reciprocal(power, 1)] * times
        return product(factors)

    def _power_letter(self, base: Expression, shown: str, n: str) -> Expression:
        name, new = self.function_letter(Kind.POWER, ("pow", base, n), f"{shown}^{n}", (1, 1))
        power: Expression = ("letter", name)
        if new and base == _MINUS:
            self.add(("pow", power, 2), "=", ONE)
        elif new and base[0] != "letter":
            self.add(power, ">", ZERO)
        elif new:
            signs = {h.relation for h in self.hypotheses.values() if h.left == base and h.right == ZERO}
            if sign := next((sign for sign in _SIGNED if sign in signs), None):
                self.add(power, sign, ZERO)
            inverted = self.derived.get(base[1])
            if inverted is not None and inverted.kind is Kind.RECIPROCAL and inverted.of is not None:
                self.add(("mul", self.power_of(inverted.of, n), power), "=", ONE)
        return power

    # ------------------------------------------------------------------------------------------ adjugates
    def adjugate_of(self, e: Expression) -> Expression:
        """The adjugate of an expression that was read."""
        n, _ = self.shape(e)
        if n == 1:
            return ONE
        match e:
            case ("eye", _):
                return e
            case ("zero", *_) if is_at_least(n, 2):
                return e
            case ("t", a):
                self.take_theorem(TRANSPOSED_ADJUGATE)
                return ("t", self.adjugate_of(a))
            case ("pow", a, int(k)) if k <= MOST_FACTORS:
                self.take_theorem(ADJUGATE_OF_PRODUCT)
                return ("pow", self.adjugate_of(a), k) if k else ("eye", n)
            case ("mul", *_):
                scalars, matrices = self._chain(e)
                if matrices and all(self.shape(m) == (n, n) for m in matrices):
                    return self._adjugate_of_product(scalars, matrices, n)
        if e[0] == "letter":
            return self._adjugate_letter(e)
        p = self.multiplied_out(e)
        turned = min(p, p.T, key=lambda q: repr(_sorted(q)))
        found = self._adjugate_letter(_sorted(turned), symmetric=p == p.T)
        if turned == p:
            return found
        self.take_theorem(TRANSPOSED_ADJUGATE)
        return ("t", found)

    def _adjugate_of_product(self, scalars: list[Expression], matrices: list[Expression], n: Dimension) -> Expression:
        """adj(c·AB) = cⁿ⁻¹·adj(B)·adj(A); of a c that may be zero, a letter with c·adj(cM) = cⁿ·adj(M)."""
        if len(matrices) > 1:
            self.take_theorem(ADJUGATE_OF_PRODUCT)
        found = product([self.adjugate_of(m) for m in reversed(matrices)])
        if scalars:
            self.take_theorem("c·adj(cA) = cⁿ·adj(A)")
        for c in scalars:
            if isinstance(n, int):
                found = product([c if n == 2 else ("pow", c, n - 1), found])
            elif c[0] in ("number", "size") and c != ZERO:
                found = product([self.power_of(c, n), self.reciprocal(c, 1), found])
            else:
                scaled = self._adjugate_letter(product([c, *matrices]))
                self.add(product([c, scaled]), "=", product([self.power_of(c, n), found]))
                matrices, found = [product([c, *matrices])], scaled
        return found

    def _adjugate_letter(self, of: Expression, *, symmetric: bool = False) -> Expression:
        """The letter of an adjugate; symmetric: whether the matrix is its own transpose as it is written."""
        n, _ = self.shape(of)
        name, new = self.function_letter(Kind.ADJUGATE, of, Notation.ADJUGATE.write(text(of)), (n, n))
        found: Expression = ("letter", name)
        if new:
            self.take_theorem("adj(A)·A = A·adj(A) = det(A)·I")
            scaled: Expression = product([self.determinant_of(of), ("eye", n)])
            self.add(("mul", found, of), "=", scaled)
            self.add(("mul", of, found), "=", scaled)
            if symmetric:
                self.take_theorem(TRANSPOSED_ADJUGATE)
                self.add(("t", found), "=", found)
            if n in (2, 3, 4):
                self.take_theorem("of Cayley and Hamilton")
                self.add(found, "=", adjugate_by_traces(of, int(n)))
        return found


def product(factors: list[Expression]) -> Expression:
    """The product of scalars, or of matrices, without factors that are the number 1."""
    left = [factor for factor in factors if factor != ONE]
    return ("mul", *left) if len(left) > 1 else left[0] if left else ONE


def _inside(m: Expression) -> str:
    """The name of a matrix as an argument."""
    name = str(m[1])
    return name[1:-1] if name.startswith("(") and name.endswith(")") else name


def _sorted(p: Polynomial) -> Expression:
    """The expression of a polynomial with its terms in one order."""
    terms = [from_monomial(m, c, p.rows) for m, c in sorted(p.terms.items(), key=lambda term: repr(term[0]))]
    return terms[0] if len(terms) == 1 else ("add", *terms) if terms else from_polynomial(p)


def _elementary(a: Expression, k: int) -> Expression:
    """The sum of the principal minors of size k = 0, …, 4, by Newton's identities."""
    powers: dict[int, Expression] = {j: ("tr", a if j == 1 else ("pow", a, j)) for j in (1, 2, 3, 4)}
    parts: dict[int, tuple[int, dict[tuple[int, ...], int]]] = {
        2: (2, {(1, 1): 1, (2,): -1}),
        3: (6, {(1, 1, 1): 1, (1, 2): -3, (3,): 2}),
        4: (24, {(1, 1, 1, 1): 1, (1, 1, 2): -6, (2, 2): 3, (1, 3): 8, (4,): -6}),
    }
    if k < 2:
        return powers[1] if k else ONE
    below, terms = parts[k]
    summed = ("add", *(("mul", ("number", str(c)), *(powers[j] for j in term)) for term, c in terms.items()))
    return ("mul", ("number", f"1/{below}"), summed)


def adjugate_by_traces(a: Expression, n: int) -> Expression:
    """Σ (−1)ʲ·eₙ₋₁₋ⱼ(A)·Aʲ over j < n, which is adj(A) by the theorem of Cayley and Hamilton."""
    terms: list[Expression] = []
    for j in range(n):
        matrix: Expression = ("eye", n) if j == 0 else a if j == 1 else ("pow", a, j)
        terms.append(product([_MINUS if j % 2 else ONE, _elementary(a, n - 1 - j), matrix]))
    return ("add", *terms)
