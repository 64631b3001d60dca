"""Conversion of kernel expressions to formulas, in the same notation as the author's statements."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction

from pcaproofs.formula import algebra, tree
from pcaproofs.formula.abbreviations import Abbreviations
from pcaproofs.formula.names import letter, named
from pcaproofs.formula.tree import ONE, SCALAR, Eye, Formula, Name, Ones, Product, Relation, Shape, Sign, Zero
from pcaproofs.kernel import Compare, Dimension, Expression, Statement
from pcaproofs.language.derived import Kind, Meaning, is_leading, leading_after, read_back
from pcaproofs.language.sizes import is_sum, terms_of, total
from pcaproofs.terms import Shape as KernelShape
from pcaproofs.terms import is_ones, length_of_ones, norm2, shape_of

_FUNCTIONS = (Kind.INVERSE, Kind.PSEUDO_INVERSE, Kind.ROOT)
_CALLED = {Kind.DETERMINANT: "det", Kind.ADJUGATE: "adj", Kind.LOGARITHM: "log"}
_RECIPROCALS = (Kind.RECIPROCAL, Kind.DIVISOR)
_MOMENTS = (Kind.MEAN, Kind.SECOND_MOMENT)

SIGNS: dict[str, Sign] = {"=": "=", ">=": "≥", ">": ">", "!=": "≠"}
LONG = 14  # characters of the kernel's name of an inverse; longer ones get a short name


class KernelNotation:
    """Turns the expressions of one statement into formulas; names: short names of some of its letters."""

    def __init__(self, statement: Statement, short: Abbreviations | None, names: Mapping[str, str]):
        self.short, self.names = short, names
        self._known: dict[Expression, Formula] = {}
        self._whole: dict[Expression, Formula] = {}
        self.shapes = {name: (self.size(rows), self.size(cols)) for name, rows, cols in statement.letters}
        self._shapes: dict[str, KernelShape] = _Unknown({name: (rows, cols) for name, rows, cols in statement.letters})
        self.derived = read_back(statement)
        self.inverses = {x: d.of for x, d in self.derived.items() if d.kind in _RECIPROCALS and d.of is not None}
        long = [x for x in self.inverses if len(x) > LONG or self.derived[x].kind is Kind.DIVISOR]
        greek = next(c for x, c in (("gamma", "γ"), ("delta", "δ"), ("eta", "η"), ("xi", "ξ")) if x not in self.shapes)
        numbers = [str(k) for k in range(1, len(long) + 1)] if len(long) > 1 else [""]
        self.named = {name: named(greek, number) for name, number in zip(long, numbers, strict=False)}

    def definitions(self) -> list[tuple[Name, Formula]]:
        """The short names of long inverses, with their definitions."""
        return [(short, algebra.times([], [self.form(self.inverses[x])])) for x, short in self.named.items()]

    def form(self, e: Expression) -> Formula:
        """The formula of an expression, abbreviated."""
        if e not in self._known:
            form = self._form(e)
            self._known[e] = self.short.apply(form) if self.short else form
        return self._known[e]

    def comparison(self, h: Compare) -> Relation:
        """The formula of a comparison."""
        return algebra.relation(self.form(h.left), SIGNS[h.relation], self.form(h.right))

    def _form(self, e: Expression) -> Formula:
        """The formula of an expression, without abbreviations."""
        if e not in self._whole:
            self._whole[e] = _HEADS[e[0]](self, *e[1:])
        return self._whole[e]

    def _letter(self, name: str) -> Formula:
        if is_ones(name):
            return Ones(self.size(length_of_ones(name)))
        if name in self.named:
            return self.named[name]
        if name in self.inverses:
            return algebra.times([], [self.form(self.inverses[name])])
        derived = self.derived.get(name)
        if derived is not None and derived.kind in _CALLED and derived.of is not None:
            return tree.Function(_CALLED[derived.kind], self._form(derived.of))
        if derived is not None and derived.kind is Kind.NAMED and derived.of is not None:
            return self._form(derived.of)
        if derived is not None and derived.kind is Kind.POWER and derived.of is not None:
            return tree.Power(self._form(derived.of[1]), self.size(derived.of[2]))
        if derived is not None and derived.kind in _FUNCTIONS and derived.of is not None:
            return self._function(derived.kind, derived.of)
        if derived is not None and derived.kind in _MOMENTS:
            return self._moment(name, derived)
        if derived is not None and derived.kind is Kind.LEADING:
            after = leading_after(name)
            return tree.LeadingRows(*self.shapes[name], after=self.size(after) if after else None)
        if derived is not None and derived.kind is Kind.DIAGONAL and derived.of is not None:
            return tree.Diag(self._form(derived.of))
        return letter(name, self.names, self.shapes.get(name))

    def _function(self, kind: Kind, of: Expression) -> Formula:
        """A⁻¹, A⁺, √x or ‖v‖: the formula of a letter that is a function of another expression."""
        match kind, of:
            case Kind.ROOT, ("tr", ("mul", ("t", a), b)) if a == b:
                return tree.Norm(self._form(a), self.shape(a)[1] != ONE)
            case Kind.ROOT, _:
                return tree.Root(self._form(of))
            case Kind.INVERSE, _:
                return tree.Power(self._form(of), algebra.number(-1))
        return tree.Penrose(self._form(of))

    def _moment(self, name: str, derived: Meaning) -> Formula:
        """E[z] or E[zzᵀ] of a random vector z, which is not a letter of the statement."""
        shape = self.shapes[name]
        z = letter(derived.label, self.names, (shape[0], ONE))
        body = z if derived.kind is Kind.MEAN else algebra.times([z, algebra.transposed(z)])
        return tree.Expectation(body, scalar=shape == SCALAR)

    def _product(self, *factors: Expression) -> Formula:
        return algebra.times([self._factor(f) for f in factors])

    def _factor(self, e: Expression) -> Formula:
        """A factor of a product; a 1×1 product stays together inside it."""
        form = self._form(e)
        if e[0] == "mul" and isinstance(form, Product) and form.factors and self.shape(e) == SCALAR:
            return algebra.times([form], grouped=True)
        return form

    def _sum(self, *terms: Expression) -> Formula:
        """A sum; ΣCᵢᵀAᵢⱼCⱼ with all rows Cᵢ of an identity matrix, in their order, is written as a matrix of blocks."""
        found = [self._place(x) for x in terms]
        if None in found:
            return algebra.plus(map(self._form, terms))
        cells: dict[tuple[str, str], list[Expression]] = {}
        for row, column, block in found:  # type: ignore[misc]
            cells.setdefault((row, column), []).append(block)
        rows, columns = (self._partition(dict.fromkeys(at[k] for at in cells)) for k in (0, 1))
        if not rows or not columns:
            return algebra.plus(map(self._form, terms))
        return tree.Matrix(
            tuple(tuple(self._block(cells.get((row, column), []), row) for column in columns) for row in rows)
        )

    def _place(self, e: Expression) -> tuple[str, str, Expression] | None:
        """The names of C and D, and cM, of c·CᵀMD with rows C and D of identity matrices; None for anything else."""
        factors = e[1:] if e[0] == "mul" else (e,)
        first = next((k for k, x in enumerate(factors) if not self._is_scalar(x)), 0)
        match factors[first:]:
            case (("t", ("letter", row)), *inside, ("letter", column)) if is_leading(row) and is_leading(column):
                block = (*factors[:first], *inside)
                return row, column, block[0] if len(block) == 1 and inside else ("mul", *block)
        return None

    def _is_scalar(self, e: Expression) -> bool:
        return shape_of(e, self._shapes) == (1, 1)

    def _block(self, parts: Sequence[Expression], row: str) -> Formula:
        """A block as the sum of its parts; an empty product is the identity."""
        eye: Expression = ("eye", self._shapes[row][0])
        forms = [self._product(*x[1:], eye) if x[:1] == ("mul",) and self._lacks(x) else self._form(x) for x in parts]
        return algebra.plus(forms) if forms else Zero()

    def _lacks(self, block: Expression) -> bool:
        """Whether a block is a multiple of an identity, of which only the numbers are left."""
        return all(x[0] != "eye" and self._is_scalar(x) for x in block[1:])

    def _partition(self, used: Collection[str]) -> list[str]:
        """The letters of rows of an identity matrix, in their order, that are all its rows together; [] if none are."""
        whole = self._shapes[next(iter(used))][1]
        leading = [x for x, d in self.derived.items() if d.kind is Kind.LEADING and self._shapes[x][1] == whole]
        out: list[str] = []
        at: Dimension = 0
        while at != whole:
            following = [x for x in leading if leading_after(x) == at and x not in out]
            if not following:
                return []
            out.append(min(following, key=lambda x: x not in used))
            at = total([at, self._shapes[out[-1]][0]])
        return out if {*used} <= {*out} else []

    def _trace(self, e: Expression) -> Formula:
        match e:
            case ("mul", ("t", a), b) if a == b:
                return self._norm2(self._form(a), self.shape(a))
        if self.shape(e) == SCALAR:
            return algebra.times([self._form(e)], grouped=True)
        return tree.Trace(self._form(e))

    def _derivative(self, f: Expression, name: str) -> Formula:
        kind = tree.PartialDerivative if self.shapes.get(name) == SCALAR else tree.Gradient
        return kind(self.letter(name), self._form(f))

    def size(self, n: Dimension) -> Formula:
        """A dimension."""
        if is_sum(n):
            terms = sorted(terms_of(n).items(), key=lambda term: (not term[0], term))
            return algebra.plus(
                [algebra.times([algebra.number(k), *([letter(x, self.names)] if x else [])]) for x, k in terms]
            )
        return algebra.number(int(n)) if isinstance(n, int) or n.isdigit() else letter(n, self.names)

    def letter(self, name: str) -> Name:
        """A letter, or a dimension, by its name."""
        return letter(name, self.names, self.shapes.get(name, SCALAR))

    def norm2(self, e: Expression) -> Formula:
        """‖e‖²; a row is transposed, and the squared norm of a tensor is written as a sum of traces."""
        if e[0] == "tensor":
            return self.form(norm2(e))
        rows, cols = self.shape(e)
        if rows == ONE != cols:
            return tree.Norm(self.column(e), power=2)
        return self._norm2(self.form(e), (rows, cols))

    def column(self, e: Expression) -> Formula:
        """A matrix as it is, and a row as its transpose: Fw in the place of wᵀFᵀ."""
        rows, cols = self.shape(e)
        return self.form(_flipped(e) if rows == ONE != cols else e)

    def _norm2(self, form: Formula, shape: Shape) -> Formula:
        """‖A‖²: the square of a number, and 0 of zero."""
        if isinstance(form, Zero):
            return Zero()
        if isinstance(form, Product) and not form.factors and not form.over:
            return algebra.number(form.coefficient**2)
        if shape == SCALAR:
            return algebra.power(form, 2)
        return tree.Norm(form, shape[1] != ONE, 2)

    def shape(self, e: Expression) -> Shape:
        """The two dimensions of an expression that the kernel has found well typed."""
        rows, cols = shape_of(e, self._shapes)
        return self.size(rows), self.size(cols)


class _Unknown(dict[str, KernelShape]):
    """The shapes of letters; the shape of a letter that the statement lacks, such as a name for a sum, is unknown."""

    def __missing__(self, name: str) -> KernelShape:
        return ("?", "?")


def _flipped(e: Expression) -> Expression:
    """The transpose, distributed over products."""
    match e:
        case ("t", a):
            return tuple(a)
        case ("mul", *factors):
            return ("mul", *map(_flipped, reversed(factors)))
        case ("add", *terms):
            return ("add", *map(_flipped, terms))
        case ("number" | "size" | "inverse" | "tr" | "eye", *_):
            return e
    return ("t", e)


_HEADS: dict[str, Callable[..., Formula]] = {
    "number": lambda s, value: algebra.number(rational) if (rational := Fraction(value)) else Zero(),
    "letter": KernelNotation._letter,
    "size": lambda s, n: s.size(n),
    "eye": lambda s, n: ONE if n == "1" else Eye(s.size(n)),
    "zero": lambda s, rows, cols: Zero((s.size(rows), s.size(cols))),
    "inverse": lambda s, name, k: algebra.times([], [s.letter(name)] * k),
    "add": KernelNotation._sum,
    "mul": KernelNotation._product,
    "t": lambda s, a: algebra.transposed(s._form(a)),
    "tr": KernelNotation._trace,
    "pow": lambda s, a, k: algebra.power(s._form(a), k),
    "gradient": KernelNotation._derivative,
    "derivative": lambda s, f, name, way: tree.Directional(s.letter(name), s._form(f), s._form(way)),
}
