"""SymPy, as an author wrote it, to forms: norms, sums over samples, traces, gradients, as mathematicians write them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from pcaproofs.formula import tree
from pcaproofs.formula.abbreviations import Abbreviations
from pcaproofs.formula.latex import latex as emit
from pcaproofs.formula.names import letter_latex
from pcaproofs.formula.tree import Applied, Enclosed, Eye, Formula, Name, Ones, Raised, Zero
from pcaproofs.language import nodes


class Unprintable(ValueError):  # noqa: N818
    """A SymPy node that has no form here."""


def latex(expression: Any, short: Abbreviations | None = None, names: Mapping[str, str] | None = None) -> str:
    """A SymPy expression in field notation, without delimiters."""
    return emit(Notation(short, names).form(expression))


class Notation:
    """Turns SymPy into forms; `names` says how letters are to be shown that have names of the kernel's making.

    brackets: inner products of columns as ⟨a, b⟩ and not as aᵀb.
    """

    def __init__(
        self, short: Abbreviations | None = None, names: Mapping[str, str] | None = None, *, brackets: bool = False
    ):
        self.short, self.names, self.brackets = short, dict(names or {}), brackets
        self._letters: dict[str, str] = {}

    def name(self, name: str) -> str:
        if name not in self._letters:
            self._letters[name] = letter_latex(name, self.names)
        return self._letters[name]

    def form(self, x: Any) -> Formula:
        """The form of an expression; raises Unprintable for a node that is not known."""
        return self._shortened(self._form(sp.sympify(x)))

    def _shortened(self, form: Formula) -> Formula:
        return self.short.apply(form) if self.short else form

    def _form(self, x: Any) -> Formula:
        for cls in type(x).__mro__:
            if method := _METHODS.get(cls):
                return method(self, x)
        raise Unprintable(f"got {type(x).__name__}, but should be a node of the language [in {x}]")

    def _size(self, n: Any) -> str:
        return emit(self._form(n))

    def _letter(self, x: Any) -> Formula:
        rows, cols = map(self._size, x.shape)
        return Name(self.name(x.name), rows, cols)

    def _ones(self, x: Any) -> Formula:
        rows, cols = map(self._size, x.shape)
        if rows == cols == "1":
            return tree.number(1)
        if cols == "1":
            return Ones(rows)
        right = tree.transposed(Ones(cols))
        return right if rows == "1" else tree.times([Ones(rows), right])

    def _scalar_product(self, x: Any) -> Formula:
        above, below = [], []
        for factor in x.args:
            if factor.is_Pow and factor.exp.is_Integer and factor.exp < 0:
                below += [self._form(factor.base)] * int(-factor.exp)
            else:
                above.append(self._form(factor))
        return tree.times(above, below)

    def _matrix_power(self, x: Any) -> Formula:
        base, k = self._form(x.base), x.exp
        if k == -1 or not k.is_Integer:
            return Raised(base, emit(self._form(k)))
        return Raised(base, str(k))

    def _power(self, x: Any) -> Formula:
        base, k = self._form(x.base), x.exp
        if k == -1:
            return tree.times([], [base])
        if isinstance(base, Enclosed) and base.power and (base.power * k).is_Integer and k > 0:
            return Enclosed(base.before, base.parts, base.after, int(base.power * k), base.operator, base.marks)
        if k == sp.Rational(1, 2):
            return Enclosed("", (base,), "}", operator=r"\sqrt{")
        return Raised(base, emit(self._form(k)))

    def _inner(self, x: Any) -> Formula:
        a, b = x.args
        if a.shape[1] == 1 and not self.brackets:
            if a == b:
                return tree.norm2(self._form(a), column=True)
            return tree.times([tree.transposed(self._form(a)), self._form(b)], grouped=True)
        return Enclosed(r"\langle", (self._form(a), self._form(b)), r"\rangle", operator="{}")

    def _norm(self, x: Any) -> Formula:
        return tree.norm2(self._form(x.args[0]), column=x.args[0].shape[1] == 1)

    def _sample(self, x: Any) -> Formula:
        rows, k = self._shortened(self._form(x.args[0])), self._size(x.args[1])
        if isinstance(rows, Name):
            return Name(rf"{rows.latex.lower()}_{{{k}}}", rows.cols, sample=True)
        return Name(rf"\bigl({emit(rows)}\bigr)_{{{k}}}", self._size(x.shape[0]), sample=True)

    def _total(self, x: Any) -> Formula:
        body, k, n = x.args
        return Applied(rf"\sum_{{{self._size(k)}=1}}^{{{self._size(n)}}} ", self._form(body))

    def _expectation(self, x: Any) -> Formula:
        scalar = not isinstance(x, nodes.MatrixExpectation)
        return Enclosed("[", (self._form(x.args[0]),), "]", operator=r"\operatorname{\mathbb{E}}", scalar=scalar)

    def _derivative(self, x: Any) -> Formula:
        f, letter = self._form(x.args[0]), self._size(x.args[1])
        if isinstance(x, nodes.ScalarGradient):
            return Applied(rf"\frac{{\partial}}{{\partial {letter}}}", _in_brackets(f))
        if isinstance(x, nodes.MatrixGradient):
            return Applied(rf"\nabla_{{{letter}}}", _in_brackets(f))
        return Applied(rf"D_{{{letter}}}", _in_brackets(f), f"[{emit(self.form(x.args[2]))}]")

    def _entry(self, x: Any) -> Formula:
        matrix, i, j = x.args
        if tuple(matrix.shape) == (1, 1):
            return tree.times([self._form(matrix)], grouped=True)
        inside = self._shortened(self._form(matrix))
        where = f"{self._size(i + 1)}{self._size(j + 1)}" if i.is_Integer and j.is_Integer else f"{i}{j}"
        base = emit(inside) if isinstance(inside, Name) else rf"\left({emit(inside)}\right)"
        return Name(f"{base}_{{{where}}}")

    def _inverse(self, x: Any) -> Formula:
        return Raised(self._form(x.args[0]), "+" if isinstance(x, nodes.PseudoInverse) else "-1")


def _in_brackets(f: Formula) -> Formula:
    return f if isinstance(f, Name) else Enclosed("(", (f,), ")", operator="{}")


_METHODS: dict[type, Any] = {
    sp.Symbol: lambda s, x: Name(s.name(x.name)),
    sp.Rational: lambda s, x: tree.number(Fraction(x.p, x.q)) if x else Zero(),
    sp.MatrixSymbol: Notation._letter,
    sp.Identity: lambda s, x: Eye(s._size(x.shape[0])),
    sp.ZeroMatrix: lambda s, x: Zero(),
    sp.OneMatrix: Notation._ones,
    sp.Add: lambda s, x: tree.plus(map(s._form, x.args)),
    sp.MatAdd: lambda s, x: tree.plus(map(s._form, x.args)),
    sp.Mul: Notation._scalar_product,
    sp.MatMul: lambda s, x: tree.times(map(s._form, x.args)),
    sp.Pow: Notation._power,
    sp.MatPow: Notation._matrix_power,
    sp.Transpose: lambda s, x: tree.transposed(s._form(x.args[0])),
    sp.Inverse: Notation._inverse,
    sp.Trace: lambda s, x: tree.trace(s._form(x.args[0])),
    MatrixElement: Notation._entry,
    nodes.Inner: Notation._inner,
    nodes.SquaredNorm: Notation._norm,
    nodes.InverseOf: Notation._inverse,
    nodes.PseudoInverse: Notation._inverse,
    nodes.Sample: Notation._sample,
    nodes.Basis: lambda s, x: Name(rf"e_{{{x.args[1].name}}}", s._size(x.args[0])),
    nodes.ScalarSum: Notation._total,
    nodes.MatrixSum: Notation._total,
    nodes.ScalarExpectation: Notation._expectation,
    nodes.MatrixExpectation: Notation._expectation,
    nodes.ScalarGradient: Notation._derivative,
    nodes.MatrixGradient: Notation._derivative,
    nodes.ScalarDirectional: Notation._derivative,
    nodes.MatrixDirectional: Notation._derivative,
}
