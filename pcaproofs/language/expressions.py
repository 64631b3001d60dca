"""Reading of sums, products, inverses, norms and entries.

An inverse, a root or a pseudo-inverse becomes a letter with its defining equations as hypotheses. The table records the
letters on which it depends, so that a derivative or an optimum cannot treat it as constant.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from pcaproofs.kernel import Expression, IllTyped
from pcaproofs.language import nodes
from pcaproofs.language.derived import Kind, Naming
from pcaproofs.language.entrywise import Cell
from pcaproofs.language.express import text
from pcaproofs.language.nodes import reads
from pcaproofs.language.refusals import Unreadable
from pcaproofs.language.shapes import check_product, check_square, check_sum
from pcaproofs.language.sums import column_at
from pcaproofs.language.symbols import MATRIX, SymbolTable, as_base
from pcaproofs.terms import ONE


def _refused(what: str) -> nodes.Reads:
    def refuse(s: SymbolTable, e: Any) -> Expression:
        raise Unreadable(f"got {e}, but {what}")

    return refuse


_HADAMARD = _refused("Hadamard products have a meaning in entries, traces and equations to be shown")
_KRONECKER = _refused("Kronecker products have a meaning in equations, traces and inner products")
nodes.READERS |= {
    sp.Rational: lambda s, e: ("number", str(e)),
    sp.Identity: lambda s, e: ("eye", s.dimension(e.shape[0])),
    sp.ZeroMatrix: lambda s, e: ("zero", *map(s.dimension, e.shape)),
    sp.Abs: lambda s, e: root(s, e.args[0] ** 2),
    **dict.fromkeys((sp.Transpose, sp.Adjoint), lambda s, e: ("t", s.read(e.arg))),  # all letters are real
    **dict.fromkeys((sp.HadamardProduct, sp.HadamardPower), _HADAMARD),  # but what `entrywise` reads
    **dict.fromkeys((nodes.Kronecker, nodes.Vec), _KRONECKER),  # but what `kronecker` reads
}


@reads(sp.MatrixSymbol)
def matrix_letter(s: SymbolTable, symbol: Any) -> Expression:
    """A matrix symbol; the running column if a sum or an expectation binds it."""
    if symbol in s.bound:
        return s.bound[symbol].column
    name = s.name_of(symbol, MATRIX)
    s.letters[name] = (s.dimension(symbol.shape[0]), s.dimension(symbol.shape[1]))
    return ("letter", name)


@reads(sp.OneMatrix)
def _one_matrix(s: SymbolTable, e: Any) -> Expression:
    """The matrix of ones, as 𝟏𝟏ᵀ: the kernel has only columns of ones."""
    rows, cols = map(s.dimension, e.shape)
    if cols == 1:
        return ONE if rows == 1 else s.ones_column(rows)
    beside: Expression = ("t", s.ones_column(cols))
    return beside if rows == 1 else ("mul", s.ones_column(rows), beside)


@reads(sp.MatAdd, sp.Add)
def _sum(s: SymbolTable, e: Any) -> Expression:
    terms = [s.read(a) for a in e.args]
    check_sum([(a, s.shape(term)) for a, term in zip(e.args, terms, strict=True)])
    return ("add", *terms)


@reads(sp.MatMul, sp.Mul)
def _product(s: SymbolTable, e: Any) -> Expression:
    """A product; each factor has to fit the product before it, or one of the two is a scalar."""
    factors: list[tuple[Any, Expression]] = []
    for a in e.args:
        if isinstance(a, sp.MatPow) and a.base.shape[0] != a.base.shape[1] and a.exp.is_Integer and a.exp > 0:
            factors += [(a.base, s.read(a.base))] * int(a.exp)  # SymPy writes (x.T*w)*w as x.T*w**2
        else:
            factors.append((a, s.read(a)))
    check_product([(a, s.shape(factor)) for a, factor in factors])
    return ("mul", *(factor for _, factor in factors)) if len(factors) > 1 else factors[0][1]


def reciprocal(s: SymbolTable, of: Expression, k: int = 1) -> Expression:
    """1/ofᵏ.

    The kernel has negative powers of dimensions and of letters that a hypothesis says are not zero. Any other scalar
    gets a letter c with of·c = 1, and the assumption that it is not zero. It keeps the letter where log(of) later says
    that it is positive.
    """
    if of[0] == "number":
        if sp.Rational(of[1]) == 0:
            raise Unreadable("got a division by zero")
        return ("number", str(1 / sp.Rational(of[1]) ** k))
    is_nonzero = bool(s.signs(of) & {">", "!="})
    has_letter = any(x == of for x, _ in s.letters_of(Kind.RECIPROCAL))
    if of[0] == "size" or (of[0] == "letter" and is_nonzero and of[1] not in s.optimised and not has_letter):
        return ("inverse", of[1], k)
    if s.shape(of) != (1, 1):
        raise IllTyped(f"got 1/({text(of)}), but should be a scalar below the line")
    name, new = s.function_letter(Kind.RECIPROCAL, of, Naming.INVERSE.write(f"({text(of)})"), (1, 1))
    if new and not is_nonzero:
        s.assumed.append(f"{text(of)} ≠ 0")
    return ("pow", ("letter", name), k) if k > 1 else ("letter", name)


def root(s: SymbolTable, of: Any) -> Expression:
    """√of, as a letter r with r² = of and r ≥ 0; of ≥ 0 is assumed unless `of` is a square."""
    inside = s.read(of)
    if s.shape(inside) != (1, 1):
        raise IllTyped(f"got √({text(inside)}), but should be a scalar below the root")
    name, new = s.function_letter(Kind.ROOT, inside, Naming.ROOT.write(f"({text(inside)})"), (1, 1))
    if new and not _is_nonnegative(of):
        s.assumed.append(f"{text(inside)} ≥ 0")
    return ("letter", name)


def _is_nonnegative(e: Any) -> bool:
    """Whether a number is ≥ 0 by its form: a square, a rational ≥ 0, or a product of such."""
    if isinstance(e, sp.Mul):
        return all(map(_is_nonnegative, e.args))
    is_square = isinstance(e, nodes.SquaredNorm) or (isinstance(e, sp.Pow) and e.exp.is_even is True)
    return is_square or (isinstance(e, sp.Rational) and bool(e >= 0))


@reads(sp.Trace)
def _trace(s: SymbolTable, e: Any) -> Expression:
    a = s.read(e.arg)
    check_square(e, s.shape(a), "the trace")
    return ("tr", a)


@reads(sp.Inverse)
def sympy_inverse(s: SymbolTable, e: Any) -> Expression:
    """Refuses SymPy's A⁻¹: SymPy cancels A·A⁻¹ for singular A too, and may have done so in this statement."""
    raise Unreadable(f"got {e}, next to which SymPy cancels without asking; write inverse({e.args[0]})")


@reads(nodes.InverseOf)
def _inverse(s: SymbolTable, e: Any) -> Expression:
    """A⁻¹, as a letter with AA⁻¹ = A⁻¹A = I, and the assumption that A is invertible."""
    of = s.read(e.args[0])
    check_square(e.args[0], s.shape(of), "the inverse")
    return reciprocal(s, of) if s.shape(of)[0] == 1 else s.inverse_letter(of)


@reads(nodes.PseudoInverse)
def _pseudo_inverse(s: SymbolTable, e: Any) -> Expression:
    """A⁺, as a letter with the four Penrose equations. Source: Golub and Van Loan, Matrix Computations, §5.5."""
    return pinv_letter(s, s.read(e.args[0]))


def pinv_letter(s: SymbolTable, a: Expression) -> Expression:
    """The letter A⁺ of an expression."""
    name, _ = s.function_letter(Kind.PSEUDO_INVERSE, a, Naming.PSEUDO_INVERSE.write(as_base(a)), s.shape(a)[::-1])
    return ("letter", name)


@reads(nodes.Rank)
def _rank(s: SymbolTable, e: Any) -> Expression:
    """rank(A) = tr(A⁺A), as A⁺A is the projector onto the rows of A; of A⊗B the product of the ranks."""
    if isinstance(e.args[0], nodes.Kronecker):
        s.take_theorem("rank(A⊗B) = rank(A)·rank(B)")
        return ("mul", *(s.read(nodes.Rank(x)) for x in e.args[0].args))
    a = s.read(e.args[0])
    return ("tr", ("mul", pinv_letter(s, a), a))


@reads(nodes.Sample)
def _sample(s: SymbolTable, e: Any) -> Expression:
    """x_k = Xᵀe_k; where no sum binds k, e_k is any standard basis vector."""
    x, k = e.args
    return _without_ones(("t", s.read(x)), column_at(s, k, s.dimension(x.shape[0]), "samples"))


@reads(MatrixElement)
def element(s: SymbolTable, e: Any) -> Expression:
    """m_ij = e_iᵀMe_j."""
    matrix, i, j = e.args
    m = s.read(matrix)
    s.by_entries |= isinstance(e, Cell)
    rows, cols = s.shape(m)
    return _without_ones(("t", column_at(s, i, rows)), m, column_at(s, j, cols))


@reads(sp.KroneckerDelta)
def _delta(s: SymbolTable, e: Any) -> Expression:
    """δ_ij = e_iᵀe_j, where a sum binds i and j, or one of them is 0.

    The sum gives the length of e_i and e_j. No sum is needed for 0, which is an index of every length.
    """
    i, j = e.args[:2]
    if i not in s.bound:
        i, j = j, i
    if i not in s.bound or (j not in s.bound and j != 0):
        raise Unreadable(f"got {e}, but {j if i in s.bound else i} should be summed too")
    n = s.bound[i].size
    return _without_ones(("t", s.standard_column(i, n)), s.standard_column(j, n))


def _without_ones(*factors: Expression) -> Expression:
    """The product, without factors that are the number 1."""
    left = [factor for factor in factors if factor not in (ONE, ("t", ONE))]
    return ("mul", *left) if len(left) > 1 else left[0] if left else ONE
