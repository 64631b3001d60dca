"""The kernel's expressions, as certificates hold them, to the same forms as the author's statements."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from pcaproofs.formula import tree
from pcaproofs.formula.abbreviations import Abbreviations
from pcaproofs.formula.latex import latex
from pcaproofs.formula.names import bare, letter_latex
from pcaproofs.formula.tree import Applied, Enclosed, Eye, Formula, Name, Ones, Product, Raised, Zero
from pcaproofs.kernel import Dimension, Expression, Statement
from pcaproofs.language.derived import Kind, Notation, read_back, take_apart
from pcaproofs.terms import Shape, is_ones, length_of_ones, shape_of

_FUNCTIONS = (Kind.INVERSE, Kind.PSEUDO_INVERSE, Kind.ROOT)
_RECIPROCALS = (Kind.RECIPROCAL, Kind.DIVISOR)
LONG = 14  # characters of the kernel's name of an inverse that gets a shorter one


class KernelNotation:
    """Turns the expressions of one statement into tree."""

    def __init__(self, statement: Statement, short: Abbreviations | None, names: Mapping[str, str]):
        self.short, self.names = short, names
        self._known: dict[Expression, Formula] = {}
        self._whole: dict[Expression, Formula] = {}
        self._letters: dict[str, str] = {}
        self.shapes = {name: (self.size(rows), self.size(cols)) for name, rows, cols in statement.letters}
        self._shapes: dict[str, Shape] = _Unknown({name: (rows, cols) for name, rows, cols in statement.letters})
        derived = read_back(statement)
        self.made = {x: d for x, d in derived.items() if d.kind in _FUNCTIONS}
        self.inverses = {x: d.of for x, d in derived.items() if d.kind in _RECIPROCALS and d.of is not None}
        long = [x for x in self.inverses if len(x) > LONG or derived[x].kind is Kind.DIVISOR]
        greek = next(x for x in ("gamma", "delta", "eta", "xi") if x not in self.shapes)
        numbers = [f"_{{{k}}}" for k in range(1, len(long) + 1)] if len(long) > 1 else [""]
        self.named = {name: rf"\{greek}{number}" for name, number in zip(long, numbers, strict=False)}

    def definitions(self) -> list[tuple[str, str]]:
        """The names of long inverses, with what they mean."""
        return [(short, latex(tree.times([], [self.form(self.inverses[x])]))) for x, short in self.named.items()]

    def form(self, e: Expression) -> Formula:
        """The form of an expression, abbreviated."""
        if e not in self._known:
            form = self._form(e)
            self._known[e] = self.short.apply(form) if self.short else form
        return self._known[e]

    def _form(self, e: Expression) -> Formula:
        """The form of an expression as it stands."""
        if e not in self._whole:
            self._whole[e] = self._made(e)
        return self._whole[e]

    def _made(self, e: Expression) -> Formula:
        match e:
            case ("number", str(value)):
                return tree.number(rational) if (rational := Fraction(value)) else Zero()
            case ("letter", str(name)) if is_ones(name):
                return Ones(self.size(length_of_ones(name)))
            case ("letter", str(name)) if name in self.inverses:
                return self._inverse(name)
            case ("letter", str(name)) if self.shapes.get(name) == ("1", "1") and (base := _inverted(name)):
                below: Formula = Name(letter_latex(base, self.names))
                return tree.times([], [Enclosed("(", (below,), ")") if re.search("[-+ −]", base) else below])
            case ("letter", str(name)) if name in self.made:
                return self._function(name)
            case ("letter", str(name)):
                return Name(self.letter(name), *self.shapes.get(name, ("?", "?")))
            case ("size", n):
                return Name(self.letter(str(n)))
            case ("eye", n):
                return Eye(self.size(n))
            case ("zero", _, _):
                return Zero()
            case ("inverse", str(name), int(k)):
                return tree.times([], [Name(self.letter(name))] * k)
            case ("add", *terms):
                return tree.plus(map(self._form, terms))
            case ("mul", *factors):
                return tree.times([self._factor(f) for f in factors])
            case ("t", a):
                return tree.transposed(self._form(a))
            case ("tr", ("mul", ("t", a), b)) if a == b:
                return tree.norm2(self._form(a), column=self.shape(a)[1] == "1")
            case ("tr", a):
                if self.shape(a) == ("1", "1"):
                    return tree.times([self._form(a)], grouped=True)
                return tree.trace(self._form(a))
            case ("pow", a, int(k)):
                return tree.power(self._form(a), k)
            case ("gradient" | "derivative", f, str(name), *way):
                body = Enclosed("(", (self._form(f),), ")", operator="{}")
                after = f"[{latex(self._form(way[0]))}]" if way else ""
                if not way and self.shapes.get(name) == ("1", "1"):
                    return Applied(rf"\frac{{\partial}}{{\partial {self.letter(name)}}}", body)
                return Applied(rf"{'D' if way else chr(92) + 'nabla'}_{{{self.letter(name)}}}", body, after)
        raise ValueError(f"got {e!r}, but should be an expression")

    def size(self, n: Dimension) -> str:
        """A dimension in LaTeX."""
        return str(n) if isinstance(n, int) or n.isdigit() else self.letter(n)

    def letter(self, name: str) -> str:
        """A letter's or dimension's name in LaTeX."""
        if name not in self._letters:
            self._letters[name] = letter_latex(name, self.names)
        return self._letters[name]

    def _function(self, name: str) -> Formula:
        """A⁻¹, A⁺, √x or ‖v‖: a letter that is a function of something, by what it is of."""
        derived = self.made[name]
        assert derived.of is not None
        match derived.kind, derived.of:
            case Kind.ROOT, ("tr", ("mul", ("t", a), b)) if a == b:
                return tree.norm(self._form(a), column=self.shape(a)[1] == "1")
            case Kind.ROOT, of:
                return Enclosed("", (self._form(of),), "}", operator=r"\sqrt{")
            case kind, of:
                return Raised(self._form(of), "+" if kind is Kind.PSEUDO_INVERSE else "-1")

    def _inverse(self, name: str) -> Formula:
        """1/x for a scalar that is named after x, or a name for it where x is long."""
        if name in self.named:
            return Name(self.named[name])
        return tree.times([], [self.form(self.inverses[name])])

    def _factor(self, e: Expression) -> Formula:
        """A factor of a product; a 1×1 product stays together inside it."""
        form = self._form(e)
        if e[0] == "mul" and isinstance(form, Product) and form.factors and self.shape(e) == ("1", "1"):
            return tree.times([form], grouped=True)
        return form

    def norm2(self, e: Expression) -> Formula:
        """‖e‖², a row being written as the column that it is the transpose of."""
        rows, cols = self.shape(e)
        if rows == "1" != cols:
            return tree.norm2(self.form(_flipped(e)), column=True)
        return tree.norm2(self.form(e), column=cols == "1")

    def shape(self, e: Expression) -> tuple[str, str]:
        """The two dimensions, in LaTeX, of an expression that the kernel has found well typed."""
        rows, cols = shape_of(e, self._shapes)
        return self.size(rows), self.size(cols)


class _Unknown(dict[str, Shape]):
    """Shapes of letters; one that the statement does not have, such as a name for a sum, has an unknown one."""

    def __missing__(self, name: str) -> Shape:
        return ("?", "?")


def _inverted(name: str) -> str | None:
    """x of a scalar that is named x⁻¹, also where no hypothesis says so."""
    parts = take_apart(name)
    return bare(parts.inside) if parts is not None and parts.notation is Notation.INVERSE else None


def _flipped(e: Expression) -> Expression:
    """The transpose, carried through products."""
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
