"""Typing of expressions: an expression becomes a term with a shape, or is refused with its place.

Nothing is guessed: a node without a meaning raises Untyped, and a node that the language lacks raises
Unsupported with its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pcaproofs.notes.formulas.dots import dotted
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import INDICES, family_listed, key, letter_text
from pcaproofs.notes.formulas.surface import (
    Accented,
    Bars,
    Big,
    Blank,
    Chain,
    Dots,
    Frac,
    Gradient,
    Group,
    Indexed,
    Inner,
    Listed,
    Marked,
    Matrix,
    Moment,
    Name,
    Node,
    Norm,
    Num,
    Operator,
    Partial,
    Power,
    Problem,
    Product,
    Root,
    Sentence,
    SetOf,
    Sum,
    Trace,
    Transpose,
    nodes,
)
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.functions import Functions
from pcaproofs.notes.typing.jacobians import Jacobians, twice
from pcaproofs.notes.typing.naming import with_name
from pcaproofs.notes.typing.products import ONES, is_set, over
from pcaproofs.notes.typing.roots import Roots, half
from pcaproofs.notes.typing.shaping import SCALAR, Misfit
from pcaproofs.notes.typing.terms import Term, Unsupported, Untyped, letters_of

_MOMENTS = {"E": "E", "𝔼": "E", "Var": "Var", "var": "Var", "Cov": "Cov", "cov": "Cov"}
_NO_VALUES: dict[type, str] = {
    SetOf: "a set",
    Chain: "a relation as a value",
    Listed: "a list as a value",
    Sentence: "several statements as a value",
    Accented: "an accent over a formula",
    Gradient: "a derivative of nothing",
    Problem: "a problem as a value",
}
_WORDS = {"tr", "Tr", "trace"}


MOST_EXPONENT = 100  # of a power, or the product of those of powers inside powers


class Typing(Jacobians, Functions, Roots):
    """Types expressions."""

    exponents = 1  # the product of the exponents of the powers around what is being typed

    def expression(self, node: Node) -> Term:
        """The term of an expression. Raises Untyped, Unsupported, Misfit."""
        if not isinstance(node, Name) and (definition := self.definitions.get(node)) is not None:
            found = key(node)
            if not definition.parameters and found not in self.opened:
                return self.opened_definition(found, definition, node.span)
        reader = _READERS.get(type(node))
        if isinstance(node, Product) and (series := self.series(node)) is not None:
            return series
        if isinstance(node, Dots) or (isinstance(node, Product) and any(isinstance(x, Dots) for x in node.factors)):
            raise Unsupported(node.span, "a product with dots")
        if type(node) in _NO_VALUES:
            raise Unsupported(node.span, _NO_VALUES[type(node)])
        if reader is None:
            raise Untyped(node.span, f"{type(node).__name__.lower()} {self.shown(node.span)}".strip(), "an expression")
        term = reader(self, node)
        return replace(term, span=node.span) if node.span != (0, 0) else term

    def number(self, node: Num) -> Term:
        """A number; 0 may be a zero matrix."""
        return self.zero(node.span) if float(node.text) == 0 else Term("number", SCALAR, data=(node.text,))

    def group(self, node: Group) -> Term:
        """Something in brackets."""
        if node.opening == "]":
            raise Unsupported(node.span, "an interval")
        if isinstance(node.body, Listed):
            if node.opening == "{" and family_listed(node.body) is None:
                raise Unsupported(node.span, "a set")
            return self.of_tuple(node.body.items, node)
        return self.bracketed(node)

    def sum(self, node: Sum) -> Term:
        """A sum of terms of one shape."""
        if any(sign not in ("", "+", "-") for sign in node.signs):
            raise Unsupported(node.span, "±" if "±" in node.signs else "a sum of subspaces")
        if any(map(is_set, node.terms)):
            raise Unsupported(node.span, "a set in a sum")
        if any(isinstance(x, Dots) for x in node.terms):
            return self.sum_with_dots(node)
        self.keep_residual(node)
        return self.add([self.expression(x) for x in node.terms], node.signs, node.span)

    def keep_residual(self, node: Sum) -> None:
        """Take y as a letter in Xθ − y where the note has y = Xθ, which is a model and no definition there.

        Likewise y_i in y_i − wᵀx_i. Raises Unsupported if the same statement contains what y stands for elsewhere.
        """
        for name, own in zip(node.terms, node.signs, strict=True):
            if not isinstance(name, Name) or (known := self.value_of(name)) is None:
                continue
            letter, value, said = known
            others = [x for x, sign in zip(node.terms, node.signs, strict=True) if (sign == "-") != (own == "-")]
            if isinstance(value, Name | Num) or value not in others or letter in self.models:
                continue
            if said in self.defined_by:
                raise Unsupported(node.span, f"the difference of {unicode(name)} and what the note says it is")
            self.models.add(letter)

    def value_of(self, name: Name) -> tuple[str, Node, Span] | None:
        """What the note says that y or y_i is: the key of the letter, its value, and where that is said."""
        if (whole := self.definitions.get(name)) is not None and not whole.parameters:
            return key(name), whole.body, whole.span
        base, index = replace(name, subscript=None), name.subscript
        member = self.definitions.get(base)
        if member is None or len(member.parameters) != 1 or not isinstance(index, Name):
            return None
        return key(base), with_name(member.body, member.parameters[0], index), member.span

    def sum_with_dots(self, node: Sum) -> Term:
        """f(1) + f(2) + … + f(n). Raises Unsupported where it is no series."""
        found = dotted(node, [Name(x) for x in self.bound])
        if found is None:
            raise Unsupported(node.span, "a sum with dots that is no series")
        return self.expression(found)

    def factor(self, factors: tuple[Node, ...], marks: tuple[str, ...]) -> tuple[Term, int]:
        """The next factor of a product, and how many nodes it takes."""
        first = factors[0]
        is_twice = isinstance(first, Power) and isinstance(first.base, Gradient) and first.exponent == Num("2")
        if isinstance(first, Gradient) or is_twice or (isinstance(first, Partial) and isinstance(first.body, Blank)):
            if len(factors) == 1:
                raise Untyped(first.span, "a derivative of nothing", "what it acts on")
            rest = factors[1] if len(factors) == 2 else Product(factors[1:], marks[1:], span=over(factors[1:]))
            return self.derivative(first, rest), len(factors)  # type: ignore[arg-type]
        match factors[:3]:
            case (Name("D", subscript=Name() as by), Group() as of, Group(opening="[") as along) if (
                marks[:2] == ("", "") and not self.symbol(first).facts and first not in self.definitions  # type: ignore[arg-type]
            ):
                return self.directional(Gradient(by, span=first.span), of, along), 3
        applied = isinstance(first, Name) and len(factors) > 1 and isinstance(factors[1], Group) and marks[0] == ""
        if applied and (term := self.applied(first, factors[1])) is not None:  # type: ignore[arg-type]
            return term, 2
        if isinstance(first, Name) and len(factors) > 1 and marks[0] == "" and self.is_moment(first):
            match factors[1]:  # E[x]ᵀ, E[x]²
                case (Transpose(base=Group() as group) | Power(base=Group() as group)) as behind:
                    whole = Moment(
                        _MOMENTS[first.base], group.body, first.subscript, span=(first.span[0], group.span[1])
                    )
                    return self.expression(replace(behind, base=whole, span=(first.span[0], behind.span[1]))), 2
        return self.expression(first), 1

    def is_moment(self, name: Name) -> bool:
        """Whether a name is E, Var or Cov, and no letter of the note."""
        return name.base in _MOMENTS and not self.table.is_declared(name, self.offset)

    def applied(self, name: Name, group: Group) -> Term | None:
        """A function applied to an argument in brackets; None if the two are factors."""
        span = (name.span[0], group.span[1])
        if any(isinstance(x, Chain) and "∣" in x.signs for x in nodes(group.body)) and not self.is_moment(name):
            raise Unsupported(span, f"{unicode(name)} of something given something else")
        arguments = group.body.items if isinstance(group.body, Listed) else (group.body,)
        if (definition := self.function(name)) is not None:
            return self.called(name, definition, arguments, span)
        if self.is_projector(name) and len(arguments) == 1:
            return self.projected(name, self.expression(arguments[0]), span)
        if self.is_moment(name):
            return self.moment(Moment(_MOMENTS[name.base], group.body, name.subscript, span=span))
        if name.base in _WORDS:
            return self.trace(self.expression(group.body), span)
        if name.base in ("λ", "σ") and name.subscript is not None and len(key(name.subscript)) > 2:
            raise Unsupported(span, f"the function {unicode(name)}")
        if self.table.is_function(name, self.offset) or {key(name)} <= self.table.functions & self.table.sizes:
            raise Unsupported(span, f"the function {unicode(name)}, which the note does not define")
        return None

    def called(self, name: Name, definition: Any, arguments: tuple[Node, ...], span: Span) -> Term:
        """A defined function at its arguments."""
        found, shown = key(name), letter_text(name)
        if len(arguments) != len(definition.parameters):
            raise Unsupported(span, f"{len(arguments)} arguments of {shown}, which the note defines with others")
        if found in self.opened:
            raise Unsupported(span, f"the function {shown} within itself")
        if definition.is_special and tuple(arguments) != definition.parameters:
            known = ", ".join(map(letter_text, definition.parameters))
            raise Unsupported(
                span,
                f"the function {shown}, of which the note says only what {shown}({known}) is",
            )
        values = [self.expression(x) for x in arguments]
        given, self.given = self.given, {key(p): v for p, v in zip(definition.parameters, values, strict=True)}
        bound, self.bound = self.bound, {}
        self.opened.append(found)
        try:
            with self.sizes.attempt():
                term = self.expression(definition.body)
        except Misfit as error:  # its arguments have other sizes here
            raise Unsupported(span, f"{letter_text(name)} as it is defined, since {error.says}") from None
        finally:
            self.given, self.bound = given, bound
            self.opened.pop()
        self.defined_by[definition.span] = None
        return replace(term, span=span)

    def function(self, name: Name) -> Any:
        """The definition of a function with parameters."""
        definition = self.definitions.get(name)
        return definition if definition is not None and definition.parameters else None

    def derivative(self, node: Gradient | Partial | Power, of: Node) -> Term:
        """A derivative. Raises Unsupported for a higher one than the second, and for one by what is no letter."""
        variable, is_twice = self.variable_of(node, of)
        if not isinstance(variable, Name):
            raise Unsupported(node.span, "a derivative by what is no letter")
        by = self.name(variable)
        if by.op != "letter":
            raise Unsupported(node.span, f"a derivative by {unicode(variable)}, which is no letter of its own")
        if not self.is_at_point:
            self.varied.add(str(by.data[0]))
        for name in (x for x in nodes(of) if isinstance(x, Name)):
            if (function := self.function(name)) is not None:
                self.varied |= {key(x) for x in function.parameters}
        if isinstance(of, Name) and (definition := self.function(of)) is not None:
            body = self.called(of, definition, definition.parameters, of.span)
        else:
            body = self.expression(of)
        self.need_no_root((str(by.data[0]),), node.span)
        if letters_of(body) and str(by.data[0]) not in letters_of(body):
            raise Unsupported(node.span, f"a derivative of what is not said to depend on {unicode(variable)}")
        span = (node.span[0], max(node.span[1], of.span[1]))  # as of the product of ∂/∂x and what it acts on
        if is_twice:
            return self.hessian(body, by, span)
        if not self.is_scalar(body):
            return self.jacobian(body, by, span)
        slope = Term("gradient", by.shape, (body, by), span=span)
        if isinstance(node, Partial):
            self.partials.add(span)
            return self.by_matrix(slope, by)
        return slope

    def directional(self, nabla: Gradient, of: Group, along: Group) -> Term:
        """D_w(f)[h] = tr(hᵀ∇_w f), the derivative in w along h. Raises Untyped if f is no number."""
        slope, direction = self.derivative(nabla, of.body), self.expression(along.body)
        if slope.op != "gradient":
            raise Untyped(of.span, "a function with several values", "a number")
        product = self.multiply(self.transpose(direction, along.span), slope, "", along.span)
        return product if self.is_scalar(product) else self.trace(product, (nabla.span[0], along.span[1]))

    def variable_of(self, node: Gradient | Partial | Power, of: Node) -> tuple[Node | None, bool]:
        """By what a derivative is, and whether it is a second one. Raises Unsupported for a higher one."""
        if isinstance(node, Partial):
            both = twice(node.variables, node.order)
            if both is None and (node.order is not None or len(node.variables) != 1):
                raise Unsupported(node.span, "a higher derivative")
            return both or node.variables[0], both is not None
        nabla = node.base if isinstance(node, Power) else node
        assert isinstance(nabla, Gradient)
        return nabla.variable or self.only_argument(of), isinstance(node, Power)

    def only_argument(self, of: Node) -> Node | None:
        """The letter by which f(w) is differentiated where none is written."""
        match of:
            case Product(factors=(Name(), Group(body=Name() as name)), marks=("",)):
                return name
            case Name() if (definition := self.function(of)) is not None and len(definition.parameters) == 1:
                parameter: Node = definition.parameters[0]
                return parameter
        return None

    def partial(self, node: Partial) -> Term:
        """A derivative that is written as a fraction."""
        return self.derivative(node, node.body)

    def fraction(self, node: Frac) -> Term:
        """A fraction."""
        return self.divide(self.expression(node.top), self.expression(node.bottom), node.span)

    def raised(self, node: Power) -> Term:
        """A power, an inverse or an entry of a column by an upper index."""
        exponent = node.exponent
        if isinstance(node.base, Norm) and exponent == Num("2"):
            return self.squared_norm(self.inside_norm(node.base), node.span)
        if isinstance(node.base, Name) and node.base.base == "e" and not isinstance(exponent, Num | Sum):
            raise Unsupported(node.span, "an exponential")
        if isinstance(exponent, Num) and exponent.text.isdigit():
            return self.power(self.raised_base(node, exponent.text), int(exponent.text), node.span)
        match exponent:
            case Sum((Num(text),), ("-",)) if text.isdigit():
                return self.power(self.raised_base(node, text), -int(text), node.span)
        if sign := half(exponent):
            return self.half_power(self.expression(node.base), sign, node)
        if isinstance(exponent, Name) and isinstance(node.base, Name):
            base = self.expression(node.base)
            if self.is_column(base):
                return self.entry(base, (exponent,), node)
        if isinstance(exponent, Name) and key(exponent) in self.table.sizes:
            base = self.expression(node.base)
            if self.is_scalar(base):
                return Term("power of size", SCALAR, (base,), (key(exponent),), node.span)
        raise Unsupported(exponent.span, f"the exponent {self.shown(exponent.span)}")

    def half_power(self, base: Term, sign: int, node: Power) -> Term:
        """√x and 1/√x of a number, or A^{1/2} and A^{-1/2} of a matrix."""
        if not self.is_scalar(base):
            return self.matrix_root(base, node.base, sign, node.span)
        root = Term("root", SCALAR, (base,), span=node.span)
        return root if sign > 0 else self.divide(Term("number", SCALAR, data=("1",)), root, node.span)

    def raised_base(self, node: Power, exponent: str) -> Term:
        """The base of a power. Raises Unsupported where the exponents of powers inside powers have a large product."""
        before = self.exponents
        self.exponents *= max(1, int(exponent)) if len(exponent) < 10 else MOST_EXPONENT + 1
        try:
            if self.exponents > MOST_EXPONENT:
                raise Unsupported(node.span, f"a power above {MOST_EXPONENT}")
            return self.expression(node.base)
        finally:
            self.exponents = before

    def root(self, node: Root) -> Term:
        """A square root of a number."""
        if node.degree is not None and node.degree != Num("2"):
            raise Unsupported(node.span, "a root that is not square")
        body = self.expression(node.body)
        if not self.is_scalar(body):
            raise Unsupported(node.span, "the root of a matrix")
        return Term("root", SCALAR, (body,))

    def marked(self, node: Marked) -> Term:
        """The pseudo-inverse of an expression."""
        if node.mark in ("+", "†"):
            body = self.expression(node.base)
            return Term("pseudo-inverse", (body.shape[1], body.shape[0]), (body,))
        raise Unsupported(node.span, f"the mark {node.mark} on a formula")

    def transposed(self, node: Transpose) -> Term:
        """A transpose; 1ᵀ is a row of ones, 11ᵀ a matrix of ones, and (a, b)ᵀ a column of numbers."""
        if node.base == Num("1"):
            return self.transpose(self.ones_of(node.span), node.span)
        if node.base == Num("11"):
            column = self.ones_of(node.span)
            return self.multiply(column, self.transpose(column, node.span), "", node.span)
        if isinstance(node.base, Group) and isinstance(node.base.body, Listed):
            listed = self.of_tuple(node.base.body.items, node)
            return listed if self.sizes.find(listed.shape[1]) == 1 else self.transpose(listed, node.span)
        body = self.expression(node.base)
        if isinstance(node.base, Name) and body.shape == SCALAR and "T" in self.table.alone:
            raise Unsupported(node.span, "a number with the exponent T, which the note also uses as a letter")
        if body.op == "entry" and len(body.data) == 2:  # a^T_ij is an entry of Aᵀ
            raise Unsupported(node.span, "an entry with ᵀ, which may be one of the transpose")
        return self.transpose(body, node.span)

    def ones_of(self, span: Span) -> Term:
        """A column of ones that is written as the number 1."""
        self.defaults.setdefault(ONES)
        return self.ones(Name("1", span=span))

    def with_size(self, term: Term, size: tuple[Node, Node], span: Span) -> Term:
        """A matrix whose size stands below it: [A 0; 0 B]_{m×n}."""
        for own, said in zip(term.shape, size, strict=True):
            self.equate(own, self.size(said), term, Term("size", SCALAR, data=(key(said),), span=span), span)
        return term

    def is_basis(self, node: Indexed) -> bool:
        """Whether the letter below square brackets is no index but may be a basis: [v]_S."""
        index = node.index
        is_square = isinstance(node.base, Group) and node.base.opening == "["
        return is_square and isinstance(index, Name) and index.base not in INDICES and key(index) not in self.bound

    def indexed_term(self, node: Indexed) -> Term:
        """(M)_{ij}: an entry; 1_n: a column of ones."""
        if isinstance(node.base, Norm | Inner) or (isinstance(node.base, Power) and isinstance(node.base.base, Norm)):
            raise Unsupported(node.span, f"the norm or inner product with the subscript {self.shown(node.index.span)}")
        if isinstance(node.index, Chain | Sentence):
            raise Unsupported(node.span, "a value at a point")
        if node.base == Num("0"):
            return self.zero(node.span)
        if node.base == Num("1") and isinstance(node.index, Name | Num):
            return self.ones(Name("1", subscript=node.index, span=node.span))
        if self.is_basis(node):
            raise Unsupported(node.span, "coordinates in a basis")
        term = self.expression(node.base)
        match node.index:
            case Product(factors=(first, second), marks=("×",)) if isinstance(node.base, Matrix):
                return self.with_size(term, (first, second), node.span)
            case Product(factors=(first, second)) | Listed(items=(first, second)):
                return self.entry(term, (first, second), node)
            case Name() as index if not self.is_column(term) and self.table.has_rows_by_index:
                at = self.index(index, term.shape[0], index)
                return Term("member", (term.shape[1], 1), (term,), (at,), node.span)
            case Name() | Num():
                return self.entry(term, (node.index,), node)
        raise Untyped(node.index.span, self.shown(node.index.span), "an index")


_READERS: dict[type, Callable[[Typing, Any], Term]] = {
    Name: Typing.name,
    Num: Typing.number,
    Group: Typing.group,
    Sum: Typing.sum,
    Product: Typing.product,
    Frac: Typing.fraction,
    Power: Typing.raised,
    Transpose: Typing.transposed,
    Norm: lambda t, n: t.norm(t.inside_norm(n), n.span),
    Inner: Typing.inner_in_brackets,
    Trace: lambda t, n: t.trace(t.expression(n.body), n.span),
    Bars: Typing.bars,
    Big: Typing.big,
    Moment: Typing.moment,
    Partial: Typing.partial,
    Root: Typing.root,
    Marked: Typing.marked,
    Indexed: Typing.indexed_term,
    Operator: Typing.operator,
    Matrix: Typing.matrix,
}
