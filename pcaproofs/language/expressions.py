"""Reading of SymPy expressions into kernel expressions.

The reader does not rely on SymPy's shapes and simplifications. It types each node itself, and refuses a node without a
meaning by name. An inverse, a root or a moment becomes a letter with its defining equations as hypotheses. The reader
records the letters on which it depends, so that a derivative or an optimum cannot treat it as constant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from pcaproofs.kernel import Expression, IllTyped
from pcaproofs.language import entrywise, index_nodes, nodes, product_nodes
from pcaproofs.language.derived import Kind, Notation
from pcaproofs.language.express import text
from pcaproofs.language.kronecker import is_one_number, number
from pcaproofs.language.letters import ZERO, Hint, as_base
from pcaproofs.language.names import Unreadable
from pcaproofs.language.partitioned import Partitioned
from pcaproofs.language.refusals import instead_of_node
from pcaproofs.language.shapes import check_product, check_square, check_sum, clash
from pcaproofs.terms import is_ones

DIGITS = 8  # of a decimal that is read as a fraction


def _decimal(e: Any) -> Any:
    """A short decimal as the fraction that its digits are. Raises Unreadable for a long one, which is rounded."""
    digits = f"{float(e):.{DIGITS}g}"
    if not e.is_finite or abs(float(digits) - float(e)) > 4e-16 * abs(float(e)):
        raise Unreadable(f"got the decimal {_short(e)}, which is rounded; write a fraction, such as Rational(1, 2)")
    return sp.Rational(digits)


def _derivative(e: Any) -> Any:
    """SymPy's derivative of a number by one letter, once: the gradient, which has the shape of the letter."""
    f, *by = e.args
    if len(by) != 1 or by[0][1] != 1 or tuple(getattr(f, "shape", (1, 1))) != (1, 1):
        raise Unreadable(f"got Derivative ({_short(e)}), but it has no meaning here{instead_of_node(e)}")
    return nodes.gradient(f, by[0][0])


SPELLED = {sp.Float: _decimal, sp.Derivative: _derivative}  # SymPy's spelling -> this language's


class ExpressionReader(Partitioned):
    """Reads each node type of the table NODES by its method."""

    def read(self, e: Any) -> Expression:
        """The kernel expression of a SymPy expression. Raises Unreadable or IllTyped, naming the smallest node."""
        e = sp.sympify(e)
        if is_one_number(e):
            e = number(e)
        if entrywise.is_number(e):
            e = entrywise.number(e)
        if (ours := SPELLED.get(type(e))) is not None:
            e = ours(e)
        for cls, method in NODES:
            if isinstance(e, cls):
                try:
                    return method(self, e)
                except (Unreadable, IllTyped) as error:
                    if "[in " in str(error) or not e.args or isinstance(e, sp.MatrixSymbol):
                        raise
                    raise type(error)(f"{error} [in {_short(e)}]") from None
        raise Unreadable(f"got {type(e).__name__} ({_short(e)}), but it has no meaning here{instead_of_node(e)}")

    def number(self, e: Any) -> Expression:
        """A rational number."""
        return ("number", str(e))

    def identity(self, e: Any) -> Expression:
        """The identity matrix."""
        return ("eye", self.dimension(e.shape[0]))

    def zero_matrix(self, e: Any) -> Expression:
        """The zero matrix."""
        return ("zero", self.dimension(e.shape[0]), self.dimension(e.shape[1]))

    def one_matrix(self, e: Any) -> Expression:
        """The matrix of ones, as 𝟏𝟏ᵀ: the kernel has only columns of ones."""
        rows, cols = map(self.dimension, e.shape)
        if cols == 1:
            return ("number", "1") if rows == 1 else self.ones_column(rows)
        if rows == 1:
            return ("t", self.ones_column(cols))
        return ("mul", self.ones_column(rows), ("t", self.ones_column(cols)))

    def sum(self, e: Any) -> Expression:
        """A sum of scalars or matrices of one shape."""
        terms = [self.read(a) for a in e.args]
        check_sum([(a, self.shape(term)) for a, term in zip(e.args, terms, strict=True)])
        return ("add", *terms)

    def product(self, e: Any) -> Expression:
        """A product; each factor has to fit the product before it, or one of the two is a scalar."""
        factors: list[Expression] = []
        written: list[Any] = []
        for a in e.args:
            if isinstance(a, sp.MatPow) and a.base.shape[0] != a.base.shape[1] and a.exp.is_Integer and a.exp > 0:
                factors += [self.read(a.base)] * int(a.exp)  # SymPy writes (x.T*w)*w as x.T*w**2
                written += [a.base] * int(a.exp)
            else:
                factors.append(self.read(a))
                written.append(a)
        check_product([(a, self.shape(factor)) for a, factor in zip(written, factors, strict=True)])
        return ("mul", *factors) if len(factors) > 1 else factors[0]

    def power(self, e: Any) -> Expression:
        """A power: of a square matrix with an integer k ≥ 0, of a scalar with an integer or half an integer."""
        base, exponent = e.args[:2]
        if isinstance(base, sp.MatrixExpr) and tuple(base.shape) != (1, 1):
            if exponent.is_Integer and exponent >= 0:
                check_square(e, self.shape(self.read(base)), "a power")
                return ("pow", self.read(base), int(exponent))
            if exponent.is_Integer:
                return self.sympy_inverse(e)
            return self.symbolic_power(e, self.read(base), exponent)
        if self.k is not None and exponent.has(self.k):
            if isinstance(base, MatrixElement) and base.args[0].shape[1] == 1 and base.args[1] in self.bound:
                a, i, _ = base.args  # aᵢᵏ is an entry of diag(a)ᵏ
                return self.element(MatrixElement(sp.MatPow(index_nodes.diagonal(a), exponent), i, i))
            return self.symbolic_power(e, self.read(base), exponent)
        if exponent.free_symbols and tuple(getattr(base, "shape", (1, 1))) == (1, 1):
            return self.dimension_power(e)
        if exponent.is_Rational:
            root = self.read(base) if exponent.q == 1 else self.root(base) if exponent.q == 2 else None
            if root is not None:
                k = int(exponent.p)
                return self.reciprocal(root, -k) if k < 0 else root if k == 1 else ("pow", root, k)
        raise Unreadable(f"got the power {_short(e)}, but the exponent should be an integer or a half")

    def reciprocal(self, of: Expression, k: int) -> Expression:
        """1/ofᵏ.

        The kernel has negative powers of dimensions and of letters that a hypothesis says are not zero. Any other
        scalar gets a letter c with of·c = 1, and the assumption that it is not zero.
        """
        if of[0] == "number":
            if sp.Rational(of[1]) == 0:
                raise Unreadable("got a division by zero")
            return ("number", str(1 / sp.Rational(of[1]) ** k))
        if of[0] == "size":
            return ("inverse", of[1], k)
        signs = {h.relation for h in self.hypotheses.values() if h.left == of and h.right == ZERO}
        if of[0] == "letter" and signs & {">", "!="} and of[1] not in self.optimised:
            return ("inverse", of[1], k)
        if self.shape(of) != (1, 1):
            raise IllTyped(f"got 1/({text(of)}), but should be a scalar below the line")
        name, new = self.function_letter(Kind.RECIPROCAL, of, Notation.INVERSE.write(f"({text(of)})"), (1, 1))
        c: Expression = ("letter", name)
        if new and not signs & {">", "!="}:
            self.assumed.append(f"{text(of)} ≠ 0")
        return ("pow", c, k) if k > 1 else c

    def root(self, of: Any) -> Expression:
        """√of, as a letter r with r² = of and r ≥ 0; of ≥ 0 is assumed unless `of` is a square."""
        inside = self.read(of)
        if self.shape(inside) != (1, 1):
            raise IllTyped(f"got √({text(inside)}), but should be a scalar below the root")
        name, new = self.function_letter(Kind.ROOT, inside, Notation.ROOT.write(f"({text(inside)})"), (1, 1))
        r: Expression = ("letter", name)
        if new and not _is_nonnegative(of):
            self.assumed.append(f"{text(inside)} ≥ 0")
        return r

    def absolute(self, e: Any) -> Expression:
        """|t|, as the root of t²."""
        return self.root(e.args[0] ** 2)

    def transpose(self, e: Any) -> Expression:
        """A transpose; the adjoint is the same, as all letters are real."""
        return ("t", self.read(e.arg))

    def trace(self, e: Any) -> Expression:
        """The trace of a square matrix."""
        a = self.read(e.arg)
        check_square(e, self.shape(a), "the trace")
        return ("tr", a)

    def inner(self, e: Any) -> Expression:
        """⟨x, y⟩ = tr(xᵀy) of two matrices of one shape."""
        x, y = map(self.read, e.args)
        if self.shape(x) != self.shape(y):
            raise IllTyped(f"got {clash(self.shape(x), 'and', self.shape(y))} [in {e}]")
        return ("tr", ("mul", ("t", x), y))

    def squared_norm(self, e: Any) -> Expression:
        """‖x‖² = tr(xᵀx)."""
        x = self.read(e.args[0])
        return ("tr", ("mul", ("t", x), x))

    def dot(self, e: Any) -> Expression:
        """SymPy's DotProduct."""
        return self.inner(nodes.Inner(*e.args))

    def sympy_inverse(self, e: Any) -> Expression:
        """Refuses SymPy's A⁻¹: SymPy cancels A·A⁻¹ for singular A too, and may have done so in this statement."""
        raise Unreadable(f"got {e}, next to which SymPy cancels without asking; write inverse({e.args[0]})")

    def inverse(self, e: Any) -> Expression:
        """A⁻¹, as a letter with AA⁻¹ = A⁻¹A = I, and the assumption that A is invertible."""
        of = self.read(e.args[0])
        rows, cols = self.shape(of)
        check_square(e.args[0], (rows, cols), "the inverse")
        if rows == 1:
            return self.reciprocal(of, 1)
        return self.inverse_letter(of)

    def pseudo_inverse(self, e: Any) -> Expression:
        """A⁺, as a letter with the four Penrose equations. Source: Golub and Van Loan, Matrix Computations, §5.5."""
        a = self.read(e.args[0])
        rows, cols = self.shape(a)
        name, _ = self.function_letter(Kind.PSEUDO_INVERSE, a, Notation.PSEUDO_INVERSE.write(as_base(a)), (cols, rows))
        return ("letter", name)

    def hadamard(self, e: Any) -> Expression:
        """Refuses A∘B; `entrywise` reads the cases that have a meaning."""
        raise Unreadable(f"got {e}, but Hadamard products have a meaning in entries, traces and equations to be shown")

    def power_sum(self, e: Any) -> Expression:
        """I + A + … + Aᵏ⁻¹."""
        return self.power_sum_of(e, self.read(e.args[0]), e.args[1])

    def symbol(self, e: Any) -> Expression:
        """The exponent k as a number, or a scalar or dimension."""
        return self.counter() if e == self.k and e not in self.bound else self.scalar_letter(e)

    def kronecker(self, e: Any) -> Expression:
        """Refuses A⊗B and vec(X); `kronecker` reads the cases that have a meaning."""
        raise Unreadable(f"got {e}, but Kronecker products have a meaning in equations, traces and inner products")

    def basis_node(self, e: Any) -> Expression:
        """A standard basis vector that the author names."""
        n = self.dimension(e.shape[0])
        return self.basis_vector(n, self.basis_label(e.args[1].name, n), distinct=True)

    def sample(self, e: Any) -> Expression:
        """x_k = Xᵀe_k; where no sum binds k, e_k is any standard basis vector."""
        x, k = e.args
        return _product(("t", self.read(x)), self.column_at(k, self.dimension(x.shape[0]), "samples"))

    def element(self, e: Any) -> Expression:
        """m_ij = e_iᵀMe_j."""
        matrix, i, j = e.args
        m = self.read(matrix)
        self.by_entries |= isinstance(e, entrywise.Entry)
        rows, cols = self.shape(m)
        column = self.column_at(i, rows)
        row = column if column == ("number", "1") else ("t", column)
        return _product(row, m, self.column_at(j, cols))

    def leading(self, e: Any) -> Expression:
        """The first m rows of the identity matrix of size n."""
        m, n = map(self.dimension, e.args)
        self.assume_within(m, n, f"got the first {m} rows of the identity matrix of size {n}")
        return ("eye", n) if m == n else ("letter", self.leading_letter(m, n))

    def diagonal(self, e: Any) -> Expression:
        """diag(a) of a column that is a letter. Raises Unreadable for any other column."""
        of = self.read(e.args[0])
        if of[0] != "letter" or self.shape(of)[1] != 1 or is_ones(of[1]):
            raise Unreadable(f"got {e}, but should be the diagonal matrix of a column that is a letter")
        return ("letter", self.diagonal_letter(of, self.shape(of)[0]))

    def delta(self, e: Any) -> Expression:
        """δ_ij = e_iᵀe_j, where a sum binds i and j, or one of them is 0.

        The sum gives the length of e_i and e_j. No sum is needed for 0, which is an index of every length.
        """
        i, j = e.args[:2]
        if i not in self.bound:
            i, j = j, i
        if i not in self.bound or (j not in self.bound and j != 0):
            raise Unreadable(f"got {e}, but {j if i in self.bound else i} should be summed too")
        n = self.bound[i].size
        return _product(("t", self.standard_column(i, n)), self.standard_column(j, n))


def _is_nonnegative(e: Any) -> bool:
    """Whether a number is ≥ 0 by its form: a square, a rational ≥ 0, or a product of such."""
    if isinstance(e, sp.Mul):
        return all(map(_is_nonnegative, e.args))
    is_square = isinstance(e, nodes.SquaredNorm) or (isinstance(e, sp.Pow) and e.exp.is_even is True)
    return is_square or (isinstance(e, sp.Rational) and bool(e >= 0))


def _product(*factors: Expression) -> Expression:
    """The product, without factors that are the number 1."""
    left = [factor for factor in factors if factor not in (("number", "1"), ("t", ("number", "1")))]
    return ("mul", *left) if len(left) > 1 else left[0] if left else ("number", "1")


def _short(e: Any) -> str:
    shown = str(e)
    return shown if len(shown) < 60 else shown[:57] + "…"


NODES: list[tuple[Any, Callable[[ExpressionReader, Any], Expression]]] = [
    (sp.Rational, ExpressionReader.number),
    (sp.MatrixSymbol, ExpressionReader.matrix_letter),
    (sp.Symbol, ExpressionReader.symbol),
    (sp.Identity, ExpressionReader.identity),
    ((sp.BlockMatrix, sp.MatrixBase), ExpressionReader.blocks),
    (MatrixSlice, ExpressionReader.part),
    (sp.ZeroMatrix, ExpressionReader.zero_matrix),
    (sp.OneMatrix, ExpressionReader.one_matrix),
    ((sp.MatAdd, sp.Add), ExpressionReader.sum),
    ((sp.MatMul, sp.Mul), ExpressionReader.product),
    (sp.Inverse, ExpressionReader.sympy_inverse),
    ((sp.MatPow, sp.Pow), ExpressionReader.power),
    ((sp.Transpose, sp.Adjoint), ExpressionReader.transpose),
    (sp.Trace, ExpressionReader.trace),
    (sp.DotProduct, ExpressionReader.dot),
    (sp.Determinant, ExpressionReader.determinant),
    (nodes.Adjugate, ExpressionReader.adjugate),
    (sp.log, ExpressionReader.logarithm),
    (sp.Abs, ExpressionReader.absolute),
    (MatrixElement, ExpressionReader.element),
    (sp.Sum, ExpressionReader.index_sum),
    (sp.KroneckerDelta, ExpressionReader.delta),
    (nodes.Inner, ExpressionReader.inner),
    (nodes.SquaredNorm, ExpressionReader.squared_norm),
    (nodes.InverseOf, ExpressionReader.inverse),
    (nodes.PseudoInverse, ExpressionReader.pseudo_inverse),
    ((product_nodes.Kronecker, product_nodes.Vec), ExpressionReader.kronecker),
    ((sp.HadamardProduct, sp.HadamardPower), ExpressionReader.hadamard),
    (product_nodes.PowerSum, ExpressionReader.power_sum),
    (nodes.Basis, ExpressionReader.basis_node),
    (index_nodes.PART_SUMS, ExpressionReader.part_sum),
    (index_nodes.Leading, ExpressionReader.leading),
    ((index_nodes.Diagonal, sp.DiagMatrix), ExpressionReader.diagonal),
    (nodes.Sample, ExpressionReader.sample),
    ((nodes.ScalarSum, nodes.MatrixSum), ExpressionReader.sample_sum),
    ((nodes.ScalarExpectation, nodes.MatrixExpectation), ExpressionReader.expectation),
    ((nodes.ScalarGradient, nodes.MatrixGradient), ExpressionReader.gradient),
    ((nodes.ScalarDirectional, nodes.MatrixDirectional), ExpressionReader.directional),
]

__all__ = ["ZERO", "ExpressionReader", "Hint", "Unreadable"]
