"""Conversion of SymPy expressions to formulas: norms, sums over samples, traces, gradients."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import combinations
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from pcaproofs.formula import algebra, tree
from pcaproofs.formula.abbreviations import Abbreviations
from pcaproofs.formula.latex import latex as printed
from pcaproofs.formula.names import letter, named
from pcaproofs.formula.tree import ONE, SCALAR, Eye, Formula, Name, Ones, Shape, Zero
from pcaproofs.language import nodes


class Unprintable(ValueError):  # noqa: N818
    """A SymPy node without a formula."""


def latex(expression: Any, short: Abbreviations | None = None, names: Mapping[str, str] | None = None) -> str:
    """A SymPy expression in the usual notation of the field, as LaTeX without delimiters."""
    return printed(FromSymPy(short, names).form(expression))


class FromSymPy:
    """Turns SymPy into formulas.

    names: short names of some letters. brackets: inner products of columns as ⟨a, b⟩ and not as aᵀb. literal: a sum
    that is the transpose of another is not written as such.
    """

    def __init__(
        self,
        short: Abbreviations | None = None,
        names: Mapping[str, str] | None = None,
        *,
        brackets: bool = False,
        literal: bool = False,
    ):
        self.short, self.names, self.brackets, self.literal = short, dict(names or {}), brackets, literal

    def name(self, name: str) -> Name:
        """A letter without a shape, by its name."""
        return letter(name, self.names)

    def form(self, x: Any) -> Formula:
        """The formula of an expression; raises Unprintable for a node that is not known."""
        return self._shortened(self._form(sp.sympify(x)))

    def shape(self, x: Any) -> Shape:
        """The dimensions of a matrix, or those of a number."""
        if not hasattr(x, "shape"):
            return SCALAR
        rows, cols = map(self._form, x.shape)
        return rows, cols

    def _shortened(self, form: Formula) -> Formula:
        return self.short.apply(form) if self.short else form

    def _form(self, x: Any) -> Formula:
        for cls in type(x).__mro__:
            if method := _METHODS.get(cls):
                return method(self, x)
        raise Unprintable(f"got {type(x).__name__}, but should be a node of the language [in {x}]")

    def _letter(self, x: Any) -> Formula:
        return letter(x.name, self.names, self.shape(x))

    def _index(self, x: Any) -> Name:
        """The subscript of a letter: a number, or the letters of an index."""
        return x if isinstance(x := self._form(x), Name) else Name(printed(x))

    def _ones(self, x: Any) -> Formula:
        rows, cols = self.shape(x)
        if rows == cols == ONE:
            return algebra.number(1)
        if cols == ONE:
            return Ones(rows)
        right = algebra.transposed(Ones(cols))
        return right if rows == ONE else algebra.times([Ones(rows), right])

    def _scalar_product(self, x: Any) -> Formula:
        above, below = [], []
        for factor in x.args:
            if factor.is_Pow and factor.exp.is_Integer and factor.exp < 0:
                below += [self._form(factor.base)] * int(-factor.exp)
            else:
                above.append(self._form(factor))
        return algebra.times(above, below)

    def _matrix_product(self, x: Any) -> Formula:
        """A product; of two sums that are transposes of each other one is printed as the transpose of the other."""
        forms = list(map(self._form, x.args))
        sums = [k for k, factor in enumerate(x.args) if isinstance(factor, sp.MatAdd)]
        for a, b in combinations(sums, 2):
            if not self.literal and x.args[b] == x.args[a].T:
                plain, other = sorted((a, b), key=lambda k: x.args[k].count(sp.Transpose))
                forms[other] = tree.Transpose(forms[plain])
        return algebra.times(forms)

    def _matrix_power(self, x: Any) -> Formula:
        return tree.Power(self._form(x.base), self._form(x.exp))

    def _power(self, x: Any) -> Formula:
        base, k = self._form(x.base), x.exp
        if k == -1:
            return algebra.times([], [base])
        if isinstance(base, tree.Norm) and (base.power * k).is_Integer and k > 0:
            return replace(base, power=int(base.power * k))
        if k == sp.Rational(1, 2):
            return tree.Root(base)
        return tree.Power(base, self._form(k))

    def _inner(self, x: Any) -> Formula:
        a, b = x.args
        if a.shape[1] == 1 and not self.brackets:
            if a == b:
                return tree.Norm(self._form(a), power=2)
            return algebra.times([algebra.transposed(self._form(a)), self._form(b)], grouped=True)
        return tree.Inner(self._form(a), self._form(b))

    def _norm(self, x: Any) -> Formula:
        return tree.Norm(self._form(x.args[0]), x.args[0].shape[1] != 1, 2)

    def _sample(self, x: Any) -> Formula:
        rows, k = self._shortened(self._form(x.args[0])), self._index(x.args[1])
        if isinstance(rows, Name) and rows.shape is not None:
            return replace(rows, base=rows.base.lower(), index=k, shape=(rows.shape[1], ONE), sample=True)
        return tree.Entry(rows, k, self.shape(x), sample=True)

    def _total(self, x: Any) -> Formula:
        body, k, n = x.args
        return tree.Total(self._index(k), self._form(n), self._form(body))

    def _index_total(self, x: Any) -> Formula:
        """A sum of SymPy's, whose entries are counted from 0, as one of entries that are counted from 1."""
        *inside, (k, low, high) = x.limits
        body = sp.Sum(x.function, *inside) if inside else x.function
        entries = body.atoms(MatrixElement, nodes.Sample)
        shifts = [i - k for entry in entries for i in entry.args[1:] if i.has(k)]
        if body.xreplace(dict.fromkeys(entries, sp.Integer(1))).has(k) or not all(c.is_Integer for c in shifts):
            raise Unprintable(f"got {k} in {x}, but should be the number of an entry")
        return tree.Total(self._index(k), self._form(high + 1), self._form(body), self._form(low + 1))

    def _part_total(self, x: Any) -> Formula:
        body, k, _, after, last = x.args
        first = algebra.plus([self._form(after), ONE]) if after != 0 else ONE
        return tree.Total(self._index(k), self._form(last), self._form(body), first)

    def _power_sum(self, x: Any) -> Formula:
        i = Name("i")
        last = algebra.plus([self._form(x.args[1]), algebra.number(-1)])
        return tree.Total(i, last, tree.Power(self._form(x.args[0]), i), algebra.number(0))

    def _expectation(self, x: Any) -> Formula:
        return tree.Expectation(self._form(x.args[0]), scalar=not isinstance(x, nodes.MatrixExpectation))

    def _derivative(self, x: Any) -> Formula:
        f, at = self._form(x.args[0]), self._form(x.args[1])
        if not isinstance(at, Name):
            raise Unprintable(f"got {x.args[1]}, but should be a letter [in {x}]")
        if isinstance(x, nodes.ScalarGradient):
            return tree.PartialDerivative(at, f)
        if isinstance(x, nodes.MatrixGradient):
            return tree.Gradient(at, f)
        return tree.Directional(at, f, self.form(x.args[2]))

    def _entry(self, x: Any) -> Formula:
        matrix, i, j = x.args
        if tuple(matrix.shape) == (1, 1):
            return algebra.times([self._form(matrix)], grouped=True)
        inside = self._shortened(self._form(matrix))
        counted = [k + 1 if all(x.is_positive for x in k.free_symbols) else k for k in (i, j)]  # SymPy counts from 0
        spelled = [k.xreplace({s: sp.Symbol(s.name) for s in k.atoms(sp.Dummy)}) for k in counted]
        places = [str(k).replace(" ", "") for k in (spelled[:1] if matrix.shape[1] == 1 else spelled)]
        where = ("," if max(map(len, places)) > 1 else "").join(places)
        if isinstance(inside, Name) and inside.index is None:
            return replace(inside, index=Name(where), shape=SCALAR)
        return tree.Entry(inside, Name(where))

    def _blocks(self, x: Any) -> Formula:
        blocks = x.blocks if isinstance(x, sp.BlockMatrix) else x
        return tree.Matrix(tuple(tuple(map(self._form, blocks.row(i))) for i in range(blocks.rows)))

    def _slice(self, x: Any) -> Formula:
        """X[:m, :] as the first m rows of an identity matrix times X."""
        sides = zip((x.rowslice, x.colslice), x.parent.shape, strict=True)
        left, right = (self._selection([sp.sympify(x) for x in bounds], size) for bounds, size in sides)
        factors = [*([left] if left else []), self._form(x.parent)]
        return algebra.times([*factors, *([algebra.transposed(right)] if right else [])])

    def _selection(self, bounds: list[Any], size: Any) -> Formula | None:
        start, stop, step = bounds
        if step != 1:
            raise Unprintable("got rows or columns that are not contiguous")
        if start == 0 and stop == size:
            return None
        return tree.LeadingRows(self._form(stop - start), self._form(size), self._form(start) if start != 0 else None)

    def _inverse(self, x: Any) -> Formula:
        inside = self._form(x.args[0])
        return tree.Penrose(inside) if isinstance(x, nodes.PseudoInverse) else tree.Power(inside, _MINUS_ONE)


_MINUS_ONE = algebra.number(-1)
_METHODS: dict[type, Any] = {
    sp.Symbol: lambda s, x: s.name(x.name),
    sp.Rational: lambda s, x: algebra.number(Fraction(x.p, x.q)) if x else Zero(),
    sp.MatrixSymbol: FromSymPy._letter,
    sp.Identity: lambda s, x: ONE if x.shape[0] == 1 else Eye(s._form(x.shape[0])),
    sp.ZeroMatrix: lambda s, x: Zero(s.shape(x)),
    sp.OneMatrix: FromSymPy._ones,
    sp.Add: lambda s, x: algebra.plus(map(s._form, x.args)),
    sp.MatAdd: lambda s, x: algebra.plus(map(s._form, x.args)),
    sp.Mul: FromSymPy._scalar_product,
    sp.MatMul: FromSymPy._matrix_product,
    sp.Pow: FromSymPy._power,
    sp.Abs: lambda s, x: tree.Root(tree.Power(s._form(x.args[0]), algebra.number(2))),  # the kernel's form of |x|
    sp.MatPow: FromSymPy._matrix_power,
    sp.Transpose: lambda s, x: algebra.transposed(s._form(x.args[0])),
    sp.Inverse: FromSymPy._inverse,
    sp.Trace: lambda s, x: tree.Trace(s._form(x.args[0])),
    sp.Determinant: lambda s, x: tree.Function("det", s._form(x.args[0])),
    nodes.Rank: lambda s, x: tree.Function("rank", s._form(x.args[0])),
    nodes.Adjugate: lambda s, x: tree.Function("adj", s._form(x.args[0])),
    sp.log: lambda s, x: tree.Function("log", s._form(x.args[0])),
    MatrixElement: FromSymPy._entry,
    MatrixSlice: FromSymPy._slice,
    sp.BlockMatrix: FromSymPy._blocks,
    sp.MatrixBase: FromSymPy._blocks,
    nodes.Inner: FromSymPy._inner,
    nodes.SquaredNorm: FromSymPy._norm,
    nodes.InverseOf: FromSymPy._inverse,
    nodes.PseudoInverse: FromSymPy._inverse,
    nodes.Sample: FromSymPy._sample,
    nodes.Basis: lambda s, x: named("e", x.args[1].name, (s._form(x.args[0]), ONE)),
    sp.Sum: FromSymPy._index_total,
    nodes.ScalarSum: FromSymPy._total,
    nodes.MatrixSum: FromSymPy._total,
    nodes.ScalarPartSum: FromSymPy._part_total,
    nodes.MatrixPartSum: FromSymPy._part_total,
    nodes.Leading: lambda s, x: tree.LeadingRows(*map(s._form, x.args)),
    nodes.Diagonal: lambda s, x: tree.Diag(s._form(x.args[0])),
    sp.DiagMatrix: lambda s, x: tree.Diag(s._form(x.args[0])),
    nodes.Kronecker: lambda s, x: tree.Kron(*map(s._form, x.args)),
    sp.HadamardPower: lambda s, x: reduce(tree.Hadamard, [s._form(x.base)] * int(x.exp)),
    sp.HadamardProduct: lambda s, x: reduce(tree.Hadamard, map(s._form, x.args)),
    nodes.PowerSum: FromSymPy._power_sum,
    nodes.Vec: lambda s, x: tree.Stacked(s._form(x.args[0])),
    nodes.ScalarExpectation: FromSymPy._expectation,
    nodes.MatrixExpectation: FromSymPy._expectation,
    nodes.ScalarGradient: FromSymPy._derivative,
    nodes.MatrixGradient: FromSymPy._derivative,
    nodes.ScalarDirectional: FromSymPy._derivative,
    nodes.MatrixDirectional: FromSymPy._derivative,
}
