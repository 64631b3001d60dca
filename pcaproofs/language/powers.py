"""Reading of powers: of matrices and scalars, with a number, a symbol k or a dimension n as exponent.

Powers with a symbol k are members of sequences: the kernel proves statements about them by induction. Aᵏ is member i
of the sequence with member 0 I and member i + 1 A·(member i), where i = k, or i = k − 1 if k ≥ 1; then Aᵏ is A times
it. The number k is the member of a sequence too, and so is I + A + … + Aᵏ⁻¹. A power cⁿ of a scalar whose exponent is a
dimension becomes a letter; those of products and numbers are products of such letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from pcaproofs.kernel import Dimension, Expression, Polynomial
from pcaproofs.language import nodes
from pcaproofs.language.derived import Kind
from pcaproofs.language.express import text
from pcaproofs.language.expressions import element, reciprocal, root, sympy_inverse
from pcaproofs.language.nodes import reads
from pcaproofs.language.refusals import Unreadable, short
from pcaproofs.language.shapes import check_equal, check_square
from pcaproofs.language.sizes import is_sum, terms_of
from pcaproofs.language.symbolic_parts import parts_in
from pcaproofs.language.symbols import SymbolTable, as_base, kernel_name
from pcaproofs.terms import ONE, ZERO, Shape, from_monomial, from_polynomial

EXPONENT = "an exponent"
MINUS_ONE: Expression = ("number", "-1")
MOST = 6  # of the numbers in an exponent 2k + 3
LARGEST = 10**6  # number that is factorised
_POWERS = (sp.Pow, sp.MatPow, nodes.PowerSum)
_SIGNED = (">", ">=", "!=")


@reads(sp.Symbol)
def _symbol(s: SymbolTable, e: Any) -> Expression:
    """The exponent k as a number, or a scalar or dimension."""
    if e != s.k or e in s.bound:
        return s.scalar_letter(e)
    start: Expression = ("number", str(_least(s)))
    return _member(s, f"({kernel_name(e)})", None, (1, 1), start, lambda x: ("add", x, ONE))


@reads(sp.MatPow, sp.Pow)
def _power(s: SymbolTable, e: Any) -> Expression:
    """A power: of a square matrix with an integer k ≥ 0, of a scalar with an integer or half an integer."""
    base, exponent = e.args[:2]
    if isinstance(base, sp.MatrixExpr) and tuple(base.shape) != (1, 1):
        if exponent.is_Integer and exponent >= 0:
            check_square(e, s.shape(s.read(base)), "a power")
            return ("pow", s.read(base), int(exponent))
        return sympy_inverse(s, e) if exponent.is_Integer else symbolic_power(s, e, s.read(base), exponent)
    if s.k is not None and exponent.has(s.k):
        if isinstance(base, MatrixElement) and base.args[0].shape[1] == 1 and base.args[1] in s.bound:
            a, i, _ = base.args  # aᵢᵏ is an entry of diag(a)ᵏ
            return element(s, MatrixElement(sp.MatPow(nodes.diagonal(a), exponent), i, i))
        return symbolic_power(s, e, s.read(base), exponent)
    if exponent.free_symbols and tuple(getattr(base, "shape", (1, 1))) == (1, 1):
        return _dimension_power(s, e)
    if exponent.is_Rational:
        of = s.read(base) if exponent.q == 1 else root(s, base) if exponent.q == 2 else None
        if of is not None:
            k = int(exponent.p)
            return reciprocal(s, of, -k) if k < 0 else of if k == 1 else ("pow", of, k)
    raise Unreadable(f"got the power {short(e)}, but the exponent should be an integer or a half")


def exponents(expressions: Iterable[Any]) -> set[Any]:
    """The symbols that occur in exponents."""
    found: set[Any] = set()
    for e in parts_in(expressions):
        if isinstance(e, _POWERS):
            found |= {x for x in e.args[1].free_symbols if x.is_integer and x.is_nonnegative}
    return found


def _least(s: SymbolTable) -> int:
    """The smallest allowed k."""
    return int(bool(s.k is not None and s.k.is_positive))


def _member(s: SymbolTable, key: str, of: Expression | None, shape: Shape, start: Expression, after: Any) -> Expression:
    """The letter of a sequence; after: its member i + 1 as a function of the letter."""
    name = key.replace(" ", "")
    s.name_of(s.k, EXPONENT)
    letter: Expression = ("letter", name)
    if name not in s.sequences:
        s.reserve(name, f"a sequence with the index {s.k}")
        s.letters[name] = shape
        s.depends[name] = set() if of is None else s.names_in(of)
        s.sequences[name] = (start, after(letter))
    return letter


def symbolic_power(s: SymbolTable, written: Any, base: Expression, exponent: Any) -> Expression:
    """base to the power a·k + b. Raises Unreadable for any other exponent, and where it may be negative."""
    a = exponent.coeff(s.k) if s.k is not None else sp.Integer(0)
    b = sp.expand(exponent - a * s.k) if s.k is not None else exponent
    if both := sorted(str(x) for x in exponent.free_symbols & s.lengths):
        raise Unreadable(f"got {both[0]} as a length and as an exponent, but should be two symbols")
    if not (a.is_Integer and b.is_Integer and 0 < a <= MOST and 0 <= a * _least(s) + b <= MOST):
        raise Unreadable(f"got the power {written}, but the exponent should be a number, or k or 2k + 1 of one k ≥ 0")
    shape = s.shape(base)
    check_square(written, shape, "a power")
    index = f"({kernel_name(s.k)}−1)" if _least(s) else kernel_name(s.k)
    power = _member(s, f"{as_base(base)}^{index}", base, shape, _eye(shape), lambda e: ("mul", base, e))
    power = power if a == 1 else ("pow", power, int(a))
    first = int(a * _least(s) + b)
    return power if not first else ("mul", base if first == 1 else ("pow", base, first), power)


@reads(nodes.PowerSum)
def _power_sum(s: SymbolTable, e: Any) -> Expression:
    """I + A + … + Aᵏ⁻¹ for a number or the symbol k. Raises Unreadable for anything else."""
    base, k = s.read(e.args[0]), e.args[1]
    shape = s.shape(base)
    check_square(e, shape, "a power")
    none: Expression = ZERO if shape[0] == 1 else ("zero", *shape)
    if k.is_Integer and 0 <= k <= MOST:
        return ("add", *(("pow", base, i) for i in range(int(k)))) if k else none
    if k != s.k:
        raise Unreadable(f"got {e}, but the number of terms should be the symbol that is the exponent elsewhere")
    one = _eye(shape)
    name = f"Σ({text(base)})^{kernel_name(k)}"
    return _member(s, name, base, shape, one if _least(s) else none, lambda e: ("add", one, ("mul", base, e)))


def _eye(shape: Shape) -> Expression:
    return ONE if shape[0] == 1 else ("eye", shape[0])


# ------------------------------------------------------------------------------------------ powers with a dimension
def _dimension_power(s: SymbolTable, e: Any) -> Expression:
    """A scalar to a power such as n, n − 1 or 2n. Raises Unreadable for any other exponent."""
    base, exponent = e.args[:2]
    of = s.read(base)
    check_equal(base, s.shape(of), "the base of a power", (1, 1), "as")
    factors: list[Expression] = []
    for term, k in sp.expand(exponent).as_coefficients_dict().items():
        sizes = [x for x, times in term.as_powers_dict().items() if term != 1 for _ in range(abs(int(times)))]
        known = all(isinstance(x, sp.Symbol) and s.is_dimension(x) for x in sizes)
        if not k.is_Integer or not known or (term != 1 and sp.Mul(*sizes) != term):
            raise Unreadable(f"got the power {e}, but the exponent should be made of integers and dimensions")
        one = power_of_sizes(s, of, [s.dimension(x) for x in sizes])
        factors.append(reciprocal(s, one, -int(k)) if k < 0 else one if k == 1 else ("pow", one, int(k)))
    return product(factors)


def power_of_sizes(s: SymbolTable, base: Expression, sizes: Sequence[Dimension]) -> Expression:
    """A scalar to the power of a product of sizes."""
    return reduce(lambda e, n: power_of(s, e, n), sorted(sizes, key=str), base)


def power_of(s: SymbolTable, e: Expression, n: Dimension) -> Expression:
    """eⁿ of a scalar, as a product of letters."""
    if isinstance(n, int):
        return e if n == 1 else ("pow", e, n)
    if is_sum(n):
        exponents = [(k, 1) if not name else (name, k) for name, k in sorted(terms_of(n).items())]
        powers = [(power_of(s, e, m), k) for m, k in exponents]
        return product([power if k == 1 else ("pow", power, k) for power, k in powers])
    match e:
        case ("number", value):
            return _power_of_number(s, sp.Rational(value), n)
        case ("mul", *factors) if all(s.shape(f) == (1, 1) for f in factors):
            return product([power_of(s, f, n) for f in factors])
        case ("pow", a, int(k)) if k:
            return ("pow", power_of(s, a, n), k)
        case ("t", a):
            return power_of(s, a, n)
        case ("inverse", name, k):
            base: Expression = ("letter", name) if name in s.letters else ("size", name)
            return reciprocal(s, power_of(s, base, n), k)
        case ("letter" | "size", _):
            return _power_letter(s, e, str(e[1]), n)
    p = s.multiplied_out(e)
    if not p.terms:
        return ZERO
    whole = in_order(p)
    if whole[0] in ("number", "mul", "pow", "letter", "size") and whole != e and len(p.terms) == 1:
        return power_of(s, whole, n)
    return power_of(s, s.named(whole), n)


def _power_of_number(s: SymbolTable, value: sp.Rational, n: str) -> Expression:
    """The n-th powers of the prime factors, and of −1."""
    if value == 0:
        return ZERO
    factors: list[Expression] = [] if value > 0 else [_power_letter(s, MINUS_ONE, "(-1)", n)]
    for above, k in ((abs(value.p), 1), (value.q, -1)):
        primes = sp.factorint(above) if above <= LARGEST else {above: 1}
        for prime, times in primes.items():
            power = _power_letter(s, ("number", str(prime)), str(prime), n)
            factors += [power if k > 0 else reciprocal(s, power)] * times
    return product(factors)


def _power_letter(s: SymbolTable, base: Expression, shown: str, n: str) -> Expression:
    name, new = s.function_letter(Kind.POWER, ("pow", base, n), f"{shown}^{n}", (1, 1))
    power: Expression = ("letter", name)
    if new and base == MINUS_ONE:
        s.equate(("pow", power, 2), ONE)
    elif new and base[0] != "letter":
        s.add(power, ">", ZERO)
    elif new:
        signs = s.signs(base)
        if sign := next((sign for sign in _SIGNED if sign in signs), None):
            s.add(power, sign, ZERO)
        if (inverted := s.argument(base, Kind.RECIPROCAL)) is not None:
            s.equate(("mul", power_of(s, inverted, n), power), ONE)
    return power


def in_order(p: Polynomial) -> Expression:
    """The expression of a polynomial with its terms in one order."""
    terms = [from_monomial(m, c, p.rows) for m, c in sorted(p.terms.items(), key=lambda term: repr(term[0]))]
    return terms[0] if len(terms) == 1 else ("add", *terms) if terms else from_polynomial(p)


def product(factors: Sequence[Expression]) -> Expression:
    """The product of scalars, or of matrices, without factors that are the number 1."""
    left = [factor for factor in factors if factor != ONE]
    return ("mul", *left) if len(left) > 1 else left[0] if left else ONE
