"""SymPy expressions into kernel expressions: every node is typed anew, and what is not understood is refused by name.

Letters that stand for an inverse, a root or a moment come with their equations as hypotheses, and it is remembered on
what they depend, so that nothing is differentiated or optimised as if they were constant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from pcaproofs.kernel import Compare, Dimension, Expression, IllTyped, Letter, Scope, Statement, letter, number
from pcaproofs.language import nodes
from pcaproofs.language.express import polynomial_expression, text
from pcaproofs.language.indices import read_index_sum
from pcaproofs.language.moments import apply_moments
from pcaproofs.language.shapes import check_product, check_square, check_sum, clash, shape_of

Hint = tuple[str, tuple[str, ...]]
Shape = tuple[Dimension, Dimension]
Moments = Callable[[Letter], tuple[Any, Letter, Letter | None]]
ZERO: Expression = ("number", "0")


class Unreadable(IllTyped):
    """A node of SymPy that has no meaning here; the message names it."""


class ExpressionReader:
    """Collects letters and hypotheses while expressions are read."""

    def __init__(self) -> None:
        self.letters: dict[str, tuple[Dimension, Dimension]] = {}
        self.symbols: dict[str, Any] = {}  # name -> the SymPy object it stands for
        self.sizes: set[Any] = set()
        self.ones: set[Dimension] = set()
        self.used_sizes: set[str] = set()
        self.hypotheses: dict[str, Compare] = {}
        self.hints: list[Hint] = []
        self.assumed: list[str] = []
        self.depends: dict[str, set[str]] = {}
        self.bound: dict[Any, Dimension] = {}  # running indices of sums, random vectors of expectations
        self.bases: dict[Dimension, list[str]] = {}
        self.derived: dict[tuple[str, Expression], str] = {}

    def find_dimensions(self, expressions: Iterable[Any]) -> None:
        """Every symbol that is the length of something, so that it is read as a dimension wherever it stands."""
        for expression in expressions:
            for node in sp.preorder_traversal(expression):
                if isinstance(node, sp.MatrixSymbol | sp.Identity | sp.OneMatrix | sp.ZeroMatrix | nodes.Basis):
                    self.sizes.update(n for n in node.shape if isinstance(n, sp.Symbol))
                elif isinstance(node, nodes.ScalarSum | nodes.MatrixSum):
                    self.sizes.update({node.args[2]} if isinstance(node.args[2], sp.Symbol) else ())

    def dimension(self, n: Any) -> Dimension:
        if isinstance(n, sp.Integer | int) and int(n) >= 1:
            return int(n)
        if isinstance(n, sp.Symbol) and n.is_positive is not False and n.is_integer is not False:
            self.used_sizes.add(self.name_of(n))
            return self.name_of(n)
        raise Unreadable(f"got dimension {n}, but should be a symbol or an integer >= 1")

    def name_of(self, symbol: Any) -> str:
        """A kernel name, the same for the same symbol and for no other."""
        name = str(symbol.name).replace("'", "′").replace(" ", "_").replace("∂", "d")
        if self.symbols.setdefault(name, symbol) != symbol:
            raise Unreadable(f"got two different symbols that are both written {name}, but should be one name each")
        return name

    def matrix_letter(self, symbol: Any) -> Expression:
        name = self.name_of(symbol)
        self.letters[name] = (self.dimension(symbol.shape[0]), self.dimension(symbol.shape[1]))
        return ("letter", name)

    def scalar_letter(self, symbol: Any) -> Expression:
        if symbol in self.sizes or (symbol.is_integer and symbol.is_positive):
            name = self.name_of(symbol)
            self.used_sizes.add(name)
            return ("size", name)
        if symbol.is_integer:
            raise Unreadable(f"got {symbol}, which SymPy takes to be an integer, but should be a real or a dimension > 0")
        if symbol.is_extended_real is False:
            raise Unreadable(f"got {symbol}, which SymPy takes to be not real, but should be a real scalar")
        name = self.name_of(symbol)
        if name not in self.letters:
            self.letters[name] = (1, 1)
            signs = (
                ("positive", ">", symbol.is_positive),
                ("nonnegative", ">=", symbol.is_nonnegative and not symbol.is_positive),
                ("nonzero", "!=", symbol.is_nonzero and not symbol.is_positive and not symbol.is_negative),
            )
            if symbol.is_nonpositive:
                self.add(("mul", ("number", "-1"), ("letter", name)), ">" if symbol.is_negative else ">=", ZERO)
            for kind, relation, holds in signs:
                if holds:
                    self.add(("letter", name), relation, ZERO)
                    self.hints.append((kind, (name,)))
        return ("letter", name)

    def ones_column(self, n: Dimension) -> Expression:
        self.ones.add(n)
        return ("letter", f"1[{n}]")

    def basis_vector(self, n: Dimension, label: str, *, distinct: bool) -> Expression:
        """e_label of length n; orthogonal to every other one that is known to be distinct."""
        name = f"e_{label}"
        e: Expression = ("letter", name)
        if name in self.letters:
            if self.letters[name] != (n, 1):
                raise Unreadable(
                    f"got the index {label} for lengths {self.letters[name][0]} and {n}, but should be one"
                )
            return e
        self.letters[name] = (n, 1)
        self.hints.append(("basis", (name,)))
        self.add(("mul", ("t", e), e), "=", ("number", "1"))
        self.add(("mul", ("t", e), self.ones_column(n)), "=", ("number", "1"))
        if distinct:
            for other in self.bases.setdefault(n, []):
                self.add(("mul", ("t", ("letter", other)), e), "=", ZERO)
            self.bases[n].append(name)
        return e

    def add(self, left: Expression, relation: str, right: Expression) -> None:
        """A hypothesis, named by what it says."""
        shown = {"=": "=", ">=": "≥", ">": ">", "!=": "≠"}[relation]
        self.hypotheses[f"{text(left)} {shown} {text(right)}"] = Compare(left, relation, right)

    def derived_letter(
        self, kind: str, name: str, of: Expression, shape: tuple[Dimension, Dimension]
    ) -> tuple[str, bool]:
        """The letter that stands for a function of an expression, and whether it is new."""
        key = (kind, of)
        if key in self.derived:
            return self.derived[key], False
        base, k = name.replace(" ", ""), 1
        while name in self.letters or name != name.replace(" ", "") or name in self.symbols:
            name, k = (base if k == 1 else f"{base}_{k}"), k + 1
        self.derived[key] = name
        self.letters[name] = shape
        self.depends[name] = self.names_in(of)
        return name, True

    def names_in(self, e: Expression) -> set[str]:
        own = {x[1] for x in _walk(e) if x[0] in ("letter", "inverse")}
        return own.union(*(self.depends.get(name, ()) for name in own))

    def shape(self, e: Expression) -> tuple[Dimension, Dimension]:
        return shape_of(e, self.letters | {f"1[{n}]": (n, 1) for n in self.ones})

    def scope(self) -> Scope:
        return Scope(self.statement(Compare(ZERO, "=", ZERO)))

    def statement(self, conclusion: Any) -> Statement:
        letters = tuple((name, *shape) for name, shape in self.letters.items())
        known = {n for shape in self.letters.values() for n in shape}
        ones = tuple(sorted(self.ones | (self.used_sizes - known), key=str))  # a length is known by what has it
        return Statement(letters, conclusion, tuple(self.hypotheses.items()), ones)

    def read(self, e: Any) -> Expression:
        """The kernel expression of a SymPy expression."""
        e = sp.sympify(e)
        for cls, method in _METHODS:
            if isinstance(e, cls):
                return method(self, e)
        raise Unreadable(f"got {type(e).__name__} ({_short(e)}), but it has no meaning here")

    def number(self, e: Any) -> Expression:
        return ("number", str(e))

    def identity(self, e: Any) -> Expression:
        return ("eye", self.dimension(e.shape[0]))

    def zero_matrix(self, e: Any) -> Expression:
        return ("zero", self.dimension(e.shape[0]), self.dimension(e.shape[1]))

    def one_matrix(self, e: Any) -> Expression:
        rows, cols = map(self.dimension, e.shape)
        if cols == 1:
            return ("number", "1") if rows == 1 else self.ones_column(rows)
        if rows == 1:
            return ("t", self.ones_column(cols))
        return ("mul", self.ones_column(rows), ("t", self.ones_column(cols)))

    def sum(self, e: Any) -> Expression:
        terms = [self.read(a) for a in e.args]
        check_sum([(a, self.shape(term)) for a, term in zip(e.args, terms, strict=True)])
        return ("add", *terms)

    def product(self, e: Any) -> Expression:
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
        base, exponent = e.args[:2]
        if isinstance(base, sp.MatrixExpr) and tuple(base.shape) != (1, 1):
            if exponent.is_Integer and exponent >= 0:
                check_square(e, self.shape(self.read(base)), "a power")
                return ("pow", self.read(base), int(exponent))
            if exponent.is_Integer:
                return ("pow", self.inverse(nodes.InverseOf(base)), -int(exponent))
        elif exponent.is_Rational:
            root = self.read(base) if exponent.q == 1 else self.root(base) if exponent.q == 2 else None
            if root is not None:
                k = int(exponent.p)
                return self.reciprocal(root, -k) if k < 0 else root if k == 1 else ("pow", root, k)
        raise Unreadable(f"got the power {_short(e)}, but the exponent should be an integer or a half")

    def reciprocal(self, of: Expression, k: int) -> Expression:
        """1/ofᵏ: a negative power where the kernel has one, or else a letter c with of·c = 1."""
        if of[0] == "number":
            if sp.Rational(of[1]) == 0:
                raise Unreadable("got a division by zero")
            return ("number", str(1 / sp.Rational(of[1]) ** k))
        if of[0] == "size":
            return ("inverse", of[1], k)
        if of[0] == "letter" and any(
            h.left == of and h.right == ZERO and h.relation in (">", "!=") for h in self.hypotheses.values()
        ):
            return ("inverse", of[1], k)
        if self.shape(of) != (1, 1):
            raise IllTyped(f"got 1/({text(of)}), but should be a scalar below the line")
        name, new = self.derived_letter("reciprocal", f"({text(of)})⁻¹", of, (1, 1))
        c: Expression = ("letter", name)
        if new:
            self.add(("mul", of, c), "=", ("number", "1"))
            self.assumed.append(f"{text(of)} ≠ 0")
        return ("pow", c, k) if k > 1 else c

    def root(self, of: Any) -> Expression:
        """√of: a letter r with r² = of and r ≥ 0."""
        inside = self.read(of)
        name, new = self.derived_letter("root", f"√({text(inside)})", inside, (1, 1))
        r: Expression = ("letter", name)
        if new:
            self.add(("pow", r, 2), "=", inside)
            self.add(r, ">=", ZERO)
            if not isinstance(of, nodes.SquaredNorm):
                self.assumed.append(f"{text(inside)} ≥ 0")
        return r

    def transpose(self, e: Any) -> Expression:
        return ("t", self.read(e.arg))

    def trace(self, e: Any) -> Expression:
        a = self.read(e.arg)
        check_square(e, self.shape(a), "the trace")
        return ("tr", a)

    def inner(self, e: Any) -> Expression:
        x, y = map(self.read, e.args)
        if self.shape(x) != self.shape(y):
            raise IllTyped(f"got {clash(self.shape(x), 'and', self.shape(y))} [in {e}]")
        return ("tr", ("mul", ("t", x), y))

    def squared_norm(self, e: Any) -> Expression:
        x = self.read(e.args[0])
        return ("tr", ("mul", ("t", x), x))

    def dot(self, e: Any) -> Expression:
        return self.inner(nodes.Inner(*e.args))

    def inverse(self, e: Any) -> Expression:
        of = self.read(e.args[0])
        rows, cols = self.shape(of)
        check_square(e.args[0], (rows, cols), "the inverse")
        if rows == 1:
            return self.reciprocal(of, 1)
        shown = text(of)
        name, new = self.derived_letter(
            "inverse", f"{shown}⁻¹" if of[0] == "letter" else f"({shown})⁻¹", of, (rows, cols)
        )
        if new:
            self.add(("mul", of, ("letter", name)), "=", ("eye", rows))
            self.add(("mul", ("letter", name), of), "=", ("eye", rows))
            self.assumed.append(f"{shown} is invertible")
            if of[0] == "letter":
                self.hints.append(("inverse", (name, of[1])))
        return ("letter", name)

    def pseudo_inverse(self, e: Any) -> Expression:
        a = self.read(e.args[0])
        rows, cols = self.shape(a)
        shown = text(a)
        name, new = self.derived_letter("pinv", f"{shown}⁺" if a[0] == "letter" else f"({shown})⁺", a, (cols, rows))
        x: Expression = ("letter", name)
        if new:
            self.add(("mul", a, x, a), "=", a)
            self.add(("mul", x, a, x), "=", x)
            self.add(("t", ("mul", a, x)), "=", ("mul", a, x))
            self.add(("t", ("mul", x, a)), "=", ("mul", x, a))
        return x

    def basis_node(self, e: Any) -> Expression:
        return self.basis_vector(self.dimension(e.shape[0]), e.args[1].name, distinct=True)

    def sample(self, e: Any) -> Expression:
        """x_k = Xᵀe_k; where k is bound by no sum, e_k is any standard basis vector."""
        x, k = e.args
        n = self.dimension(x.shape[0])
        row: Expression = ("t", self.read(x))
        if k not in self.bound:
            return ("mul", row, self.basis_vector(n, str(k), distinct=False))
        if self.bound[k] != n:
            raise IllTyped(f"got {n} samples in a sum over {self.bound[k]}: {self.bound[k]} and {n} clash [in {e}]")
        return ("mul", row, ("letter", f"e_{k}"))

    def sample_sum(self, e: Any) -> Expression:
        body, k, size = e.args
        n = self.dimension(size)
        return self._functional(body, k, f"e_{k}", n, lambda v: (number(n), self._ones_letter(n), None))

    def _ones_letter(self, n: Dimension) -> Letter:
        self.ones_column(n)
        return letter(f"1[{n}]", n, 1)

    def expectation(self, e: Any) -> Expression:
        body, z = e.args
        if not isinstance(z, sp.MatrixSymbol) or z.shape[1] != 1:
            raise Unreadable(f"got an expectation over {z}, but should be a column symbol")
        p, name = self.dimension(z.shape[0]), self.name_of(z)

        def moments(v: Letter) -> tuple[Any, Letter, Letter]:
            mean, second = f"E[{name}]", f"E[{name}{name}ᵀ]"
            if second not in self.letters:
                self.letters |= {mean: (p, 1), second: (p, p)}
                self.add(("t", ("letter", second)), "=", ("letter", second))
                self.hints.append(("moments", (mean, second)))
            return number(1), letter(mean, p, 1), letter(second, p, p)

        return self._functional(body, z, name, p, moments)

    def _functional(self, body: Any, key: Any, name: str, size: Dimension, moments: Moments) -> Expression:
        """The body with `name` bound, and then that column replaced by its moments; an inner binding hides an outer."""
        outer = self.bound.get(key)
        if outer is None and name in self.letters:
            raise Unreadable(f"got {key} both bound by a sum and free, but should be another letter")
        self.bound[key] = size
        self.letters[name] = (size, 1)
        try:
            inside = self.read(body)
            p = self.scope().expand(inside)
        finally:
            del self.bound[key], self.letters[name]
            if outer is not None:
                self.bound[key], self.letters[name] = outer, (outer, 1)
        for other, on in self.depends.items():
            if name in on:
                raise Unreadable(f"got {other} in a sum over {key}, but only polynomials of degree 2 are summed here")
        v = letter(name, size, 1)
        return polynomial_expression(apply_moments(p, v, *moments(v)))

    def variable(self, x: Any) -> str:
        if not isinstance(x, sp.MatrixSymbol | sp.Symbol):
            raise Unreadable(f"got the variable {x}, but should be a symbol")
        return str(self.read(x)[1])

    def gradient(self, e: Any) -> Expression:
        f, x = e.args
        name = self.variable(x)
        body = self.read(f)
        self._varies(body, name)
        if self.shape(body) != (1, 1):
            raise IllTyped(f"got the gradient of {clash(self.shape(body), 'and', (1, 1))} [in {e}]")
        return ("gradient", body, name)

    def directional(self, e: Any) -> Expression:
        f, x, h = e.args
        name = self.variable(x)
        body = self.read(f)
        self._varies(body, name)
        direction = self.read(h)
        if self.shape(direction) != self.letters[name]:
            raise IllTyped(f"got {clash(self.letters[name], 'and', self.shape(direction))} [in {e}]")
        return ("derivative", body, name, direction)

    def _varies(self, body: Expression, name: str) -> None:
        """Refuses where a derivative would hold fixed what depends on the variable."""
        for other in sorted(self.names_in(body) | {x[1] for x in _walk(body) if x[0] == "letter"}):
            if name in self.depends.get(other, ()):
                raise Unreadable(f"got a derivative in {name} of {other}, which depends on {name}; clear it first")

    def element(self, e: Any) -> Expression:
        return read_index_sum(e, self)


def _walk(e: Expression) -> Iterable[Expression]:
    yield e
    for part in e[1:]:
        if isinstance(part, tuple):
            yield from _walk(part)


def _short(e: Any) -> str:
    shown = str(e)
    return shown if len(shown) < 60 else shown[:57] + "…"


_METHODS: list[tuple[Any, Callable[[ExpressionReader, Any], Expression]]] = [
    (sp.Rational, ExpressionReader.number),
    (sp.MatrixSymbol, ExpressionReader.matrix_letter),
    (sp.Symbol, ExpressionReader.scalar_letter),
    (sp.Identity, ExpressionReader.identity),
    (sp.ZeroMatrix, ExpressionReader.zero_matrix),
    (sp.OneMatrix, ExpressionReader.one_matrix),
    ((sp.MatAdd, sp.Add), ExpressionReader.sum),
    ((sp.MatMul, sp.Mul), ExpressionReader.product),
    (sp.Inverse, ExpressionReader.inverse),
    ((sp.MatPow, sp.Pow), ExpressionReader.power),
    ((sp.Transpose, sp.Adjoint), ExpressionReader.transpose),
    (sp.Trace, ExpressionReader.trace),
    (sp.DotProduct, ExpressionReader.dot),
    ((MatrixElement, sp.Sum, sp.KroneckerDelta), ExpressionReader.element),
    (nodes.Inner, ExpressionReader.inner),
    (nodes.SquaredNorm, ExpressionReader.squared_norm),
    (nodes.InverseOf, ExpressionReader.inverse),
    (nodes.PseudoInverse, ExpressionReader.pseudo_inverse),
    (nodes.Basis, ExpressionReader.basis_node),
    (nodes.Sample, ExpressionReader.sample),
    ((nodes.ScalarSum, nodes.MatrixSum), ExpressionReader.sample_sum),
    ((nodes.ScalarExpectation, nodes.MatrixExpectation), ExpressionReader.expectation),
    ((nodes.ScalarGradient, nodes.MatrixGradient), ExpressionReader.gradient),
    ((nodes.ScalarDirectional, nodes.MatrixDirectional), ExpressionReader.directional),
]
