r"""Typed statements with A ⪰ B, ⊗, ∘, vec, and matrices of blocks.

The reader of notes has no types for these. Here a formula becomes an expression of the language at once: each letter
has the kind that the note's table gives it, and each size is found by unification, where those of A ⊗ B and of blocks
are products and sums. Whatever is written in another way is refused with its place.

An example: tr(A ⊗ B) = tr(A) tr(B)

1. A is a×b and B is c×d, so A ⊗ B is ac×bd; its trace makes ac = bd.
2. tr(A) makes a = b, tr(B) makes c = d, and nothing is left of ac = bd.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

import sympy as sp

from pcaproofs.kernel import IllTyped
from pcaproofs.language import nodes
from pcaproofs.language.conclusions import at_least, equal, iff, more_than, unequal
from pcaproofs.language.hypotheses import KINDS, Named, positive_definite, psd
from pcaproofs.notes.formulas import surface as s
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import is_identity, is_ones, is_word, is_zero, key, spelled
from pcaproofs.notes.prose.facts import Fact, HasKind, HasShape, Satisfies
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.terms import Unsupported, refuse

if TYPE_CHECKING:
    from pcaproofs.notes.formulas.blocks import Note
    from pcaproofs.notes.scope.table import Table

ORDER = frozenset("⪰⪯≻≺")
_PRODUCTS: dict[str, Callable[..., Any]] = {
    "⊗": nodes.kron,
    "∘": lambda *parts: sp.HadamardProduct(*parts, evaluate=False),
}
_SAME = {"⊙": "∘"}
_OF_NUMBERS: dict[str, Callable[[Any, Any], Any]] = {
    "≥": at_least,
    "≤": lambda a, b: at_least(b, a),
    ">": more_than,
    "<": lambda a, b: more_than(b, a),
}
_FUNCTIONS: dict[str, Callable[[Any], Any]] = {"log": sp.log, "ln": sp.log}
_PROPERTIES = {"diagonal": "diagonal_matrix"} | {x: x for x in KINDS}
_LINKING = frozenset(["and", "with", "suppose that", "let", "both", "where", "", ","])
Shape = tuple[Any, Any]


def is_read_here(note: Note, *, display: bool) -> bool:
    """Whether a formula of a note has something that is read here alone. display: whether only the statement counts."""
    trees = [f.tree for f in note.formulas if isinstance(f.tree, s.Node) and (f.display or not display)]
    return any(_is_here(x) for tree in trees for x in s.nodes(tree))


def _is_here(node: s.Node) -> bool:
    match node:
        case s.Chain(signs=signs):
            return bool(ORDER & {*signs})
        case s.Product(marks=marks):
            return bool({*marks} & {*_PRODUCTS, *_SAME})
        case s.Operator(name="vec" | "kron"):
            return True
        case s.Matrix():
            return has_blocks(node)
    return False


def has_blocks(node: s.Matrix) -> bool:
    """Whether the cells of a matrix are capital letters, or formulas with some, and there are no dots."""
    cells = [x for row in node.rows for x in row]
    inside = [x for cell in cells for x in s.nodes(cell)]
    has_gaps = any(isinstance(x, s.Dots | s.Blank) for x in cells)
    return not has_gaps and any(isinstance(x, s.Name) and x.base.isupper() for x in inside)


class Sizes:
    """Sizes as expressions of SymPy, of which some are open; equations that say nothing yet wait until others do."""

    def __init__(self) -> None:
        self.values: dict[Any, Any] = {}
        self.waiting: list[tuple[Any, Any]] = []
        self.plural: set[Any] = set()  # open sizes that are not 1
        self.clashes: list[tuple[Any, Any]] = []  # sizes that should be equal, and are not

    def open(self, *, plural: bool = True) -> Any:
        """A new open size."""
        out = sp.Dummy(integer=True, positive=True)
        self.plural |= {out} if plural else set()
        return out

    def find(self, size: Any) -> Any:
        """A size with the values of its open ones."""
        while (found := size.xreplace(self.values)) != size:
            size = found
        return size

    def is_one(self, shape: Shape) -> bool:
        """Whether a shape is 1×1."""
        return all(self.find(x) == 1 for x in shape)

    def equate(self, first: Any, second: Any) -> None:
        """Make two sizes equal; of two that are said, the language finds that they clash."""
        a, b = self.find(first), self.find(second)
        for x, y in ((a, b), (b, a)):
            if a != b and isinstance(x, sp.Dummy) and not y.has(x) and not (x in self.plural and y == 1):
                self.values[x] = y
                self.plural |= {y} if x in self.plural and isinstance(y, sp.Dummy) else set()
                return
        if a != b:
            self.waiting.append((a, b))

    def settle(self) -> None:
        """Make factors of products, and terms of sums, equal in their order where nothing else says what they are."""
        for first, second in self.waiting:
            a, b = self.find(first), self.find(second)
            if type(a) is type(b) and isinstance(a, sp.Mul | sp.Add) and len(a.args) == len(b.args):
                left, right = (sorted(x.args, key=_number) for x in (a, b))
                for x, y in zip(left, right, strict=True):
                    self.equate(x, y)
        left = [(self.find(a), self.find(b)) for a, b in self.waiting]
        self.clashes = [(a, b) for a, b in left if a != b and not (a - b).atoms(sp.Dummy)]
        self.waiting = []


def _number(size: Any) -> int:
    return size.dummy_index if isinstance(size, sp.Dummy) else 0


@dataclass(frozen=True)
class Typed:
    """An expression: its shape, and the function that builds it after all sizes are found."""

    shape: Shape
    build: Callable[[], Any]


class Reader:
    """Reads the formulas of one statement. table: what the note says of the letters, at an offset."""

    def __init__(self, table: Table, offset: int):
        self.table, self.offset, self.sizes = table, offset, Sizes()
        self.letters: dict[str, Typed] = {}
        self.names: dict[Any, str] = {}  # open size -> its name

    # statements

    def statement(self, node: s.Node) -> Callable[[], Any]:
        """A conclusion or a hypothesis; its function builds it. Raises Unsupported."""
        match node:
            case s.Group(body=body):
                return self.statement(body)
            case s.Chain(terms=terms, signs=signs):
                links = [self.relation(*link, node.span) for link in zip(terms, signs, terms[1:], strict=False)]
                return links[0] if len(links) == 1 else lambda: [x() for x in links]
            case s.Sentence(parts=parts) | s.Listed(items=parts):
                stated = [x for x in parts if not isinstance(x, s.Words)]
                for x in parts:
                    refuse(isinstance(x, s.Words) and not is_linking(x.text), x.span, "statements with words between")
                links = [self.statement(x) for x in stated]
                return lambda: [x() for x in links]
            case s.Arrow(terms=(first, second), signs=("⇔",)):
                left, right = self.statement(first), self.statement(second)
                return lambda: iff(left(), right())
        raise Unsupported(node.span, f"{unicode(node)} as a statement")

    def relation(self, left: s.Node, sign: str, right: s.Node, span: Span) -> Callable[[], Any]:
        """A relation between two expressions."""
        a, b = self.expression(left), self.expression(right)
        self.alike(a, b)
        if sign in ORDER:
            refuse(
                1 in (found := [*map(self.sizes.find, a.shape)]) and found != [1, 1], span, f"{sign} between columns"
            )
            self.sizes.equate(*a.shape)
            upper, lower = (a, b) if sign in "⪰≻" else (b, a)
            are_zero = [
                isinstance(x, s.Num) and x.text == "0" for x in ((left, right) if upper is a else (right, left))
            ]
            return lambda: self._ordered(upper, lower, sign in "≻≺", are_zero)
        refuse(sign not in _OF_NUMBERS and sign not in "=≠", span, f"the relation {sign}")
        if sign in _OF_NUMBERS:
            refuse(not self.sizes.is_one(a.shape), span, f"{sign} between matrices")
            return lambda: _OF_NUMBERS[sign](a.build(), b.build())
        return lambda: (equal if sign == "=" else unequal)(a.build(), b.build())

    def _ordered(self, upper: Typed, lower: Typed, is_strict: bool, are_zero: Sequence[bool]) -> Any:
        """Whether the difference of two matrices is positive semidefinite or definite; of numbers, ≥ or >."""
        above, below = upper.build(), lower.build()
        if self.sizes.is_one(upper.shape):
            return (more_than if is_strict else at_least)(above, below)
        gap = above if are_zero[1] else -below if are_zero[0] else above - below
        return (positive_definite if is_strict else psd)(gap)

    def alike(self, a: Typed, b: Typed) -> None:
        """Make two shapes equal."""
        for x, y in zip(a.shape, b.shape, strict=True):
            self.sizes.equate(x, y)

    # what the words say

    def facts(self, facts: Iterable[Fact]) -> list[Callable[[], Any]]:
        """The hypotheses that facts about letters say. Raises Unsupported for one that is none here."""
        out = list[Callable[[], Any]]()
        for fact in facts:
            match fact:
                case HasKind():
                    continue
                case HasShape(letter=letter, rows=rows, columns=columns):
                    for own, said in zip(self.letter(letter).shape, (rows, columns), strict=True):
                        self.sizes.equate(own, self.size(said))
                    continue
                case Satisfies(letter=letter, hypothesis=kind, others=others) if kind in {
                    *_PROPERTIES,
                    "square",
                } and len(others) == (2 if kind == "eigenpair" else 0):
                    args = [self.letter(letter), *map(self.expression, others)]
                    if kind == "eigenpair":
                        args = [args[1], args[0], *args[2:]]
                    if kind in _SQUARE:
                        self.sizes.equate(*args[0].shape)
                    if kind != "square":
                        out.append(partial(_named, _PROPERTIES[kind], args))
                    continue
            raise Unsupported(fact.span, f"what is said of {unicode(fact.letter)}")
        return out

    # expressions

    def expression(self, node: s.Node) -> Typed:
        """An expression. Raises Unsupported."""
        match node:
            case s.Group(body=body, opening="(" | "[" | "{"):
                return self.expression(body)
            case s.Sum(terms=terms, signs=signs) if {*signs} <= {"", "+", "-"}:
                return self.sum(terms, signs)
            case s.Frac(top=top, bottom=bottom):
                return self.quotient(self.expression(top), self.expression(bottom), node.span)
            case s.Marked(base=base, mark="+" | "†"):
                inside = self.expression(base)
                return Typed(inside.shape[::-1], lambda: nodes.pinv(inside.build()))
            case s.Root(body=body, degree=None):
                inside = self.number(body)
                return Typed(_ONE, lambda: sp.sqrt(inside.build()))
            case s.Matrix(rows=rows, brackets="(" | "["):
                return self.blocks(rows, node.span)
        if (rule := _RULES.get(type(node))) is None:
            raise Unsupported(node.span, f"{unicode(node)} beside ⊗, ∘, vec, blocks or an order of matrices")
        return rule(self, node)

    def literal(self, node: s.Num) -> Typed:
        """A number; 0 may be a matrix."""
        if node.text != "0":
            return _number_of(sp.Rational(node.text))
        shape = self.sizes.open(plural=False), self.sizes.open(plural=False)
        return Typed(shape, lambda: self._zero(shape))

    def size_of(self, node: s.Bars | s.Norm) -> Typed:
        """|A| is a determinant, ‖A‖ a norm, and of a number both are its absolute value."""
        inside = self.expression(node.body)
        if self.sizes.is_one(inside.shape):
            return Typed(inside.shape, lambda: sp.Abs(inside.build()))
        if isinstance(node, s.Bars):
            return self.of_square(node.body, nodes.det, is_number=True)
        return Typed(_ONE, lambda: nodes.norm(inside.build()))

    def inner(self, node: s.Inner) -> Typed:
        """An inner product."""
        one, other = self.expression(node.left), self.expression(node.right)
        self.alike(one, other)
        return Typed(_ONE, lambda: nodes.inner(one.build(), other.build()))

    def name(self, name: s.Name) -> Typed:
        """A letter, an identity, a column of ones, a matrix of zeros, or a size as a number."""
        if is_identity(name):
            size = self.sizes.open() if name.subscript is None else self.size(name.subscript)
            return Typed((size, size), lambda: sp.Identity(self.found(size)))
        if is_ones(name):
            size = self.sizes.open() if name.subscript is None else self.size(name.subscript)
            return Typed((size, _ONE[0]), lambda: sp.OneMatrix(self.found(size), 1))
        if is_zero(name):
            shape = self.sizes.open(), self.sizes.open(plural=False)
            return Typed(shape, lambda: self._zero(shape))
        if name.mark in ("+", "†"):
            return self.expression(s.Marked(_unmarked(name), name.mark, span=name.span))
        if key(name) in self.table.sizes:
            return Typed(_ONE, lambda: self.size(name))
        return self.letter(name)

    def letter(self, name: s.Name) -> Typed:
        """A letter with its shape."""
        is_plain = name.subscript is None or isinstance(name.subscript, s.Num | s.Name)
        refuse(not is_plain or bool(name.mark) or name.upper is not None, name.span, f"the letter {unicode(name)}")
        refuse(is_word(name), name.span, f"the word {name.base}")
        if (found := key(name)) not in self.letters:
            kind = self.table.at(name, self.offset).kind
            refuse(kind not in ("number", "column", "matrix"), name.span, f"the {kind} {unicode(name)}")
            shape: Shape = _ONE
            if kind != "number":
                shape = self.sizes.open(), _ONE[1] if kind == "column" else self.sizes.open()
            self.letters[found] = Typed(shape, lambda: self._letter(spelled(name), shape))
        return self.letters[found]

    def sum(self, terms: Sequence[s.Node], signs: Sequence[str]) -> Typed:
        """A sum of terms of one shape."""
        found = [self.expression(x) for x in terms]
        for x in found[1:]:
            self.alike(found[0], x)

        def build() -> Any:
            parts = [(x.build(), sign) for x, sign in zip(found, signs, strict=True)]
            parts = [(x, sign) for x, sign in parts if x != 0 and not getattr(x, "is_ZeroMatrix", False)] or parts[:1]
            return reduce(lambda a, b: a + b, [-x if sign == "-" else x for x, sign in parts])

        return Typed(found[0].shape, build)

    def product(self, factors: Sequence[s.Node], marks: Sequence[str], span: Span) -> Typed:
        """A product: juxtaposition binds before ⊗ and ∘, of which only one kind may stand without brackets."""
        marks = [_SAME.get(x, x) for x in marks]
        kinds = {*marks} & {*_PRODUCTS}
        refuse(len(kinds) > 1, span, "⊗ beside ∘ without brackets")
        for mark in kinds:
            ends = [*(k for k, x in enumerate(marks) if x == mark), len(marks)]
            starts = [0, *(k + 1 for k in ends[:-1])]
            refuse(mark == "∘" and any(map(_may_be_map, factors)), span, "∘ between what may be functions")
            parts = [
                self.plain_product(factors[a : b + 1], marks[a:b], span) for a, b in zip(starts, ends, strict=True)
            ]
            return self.joined(parts, mark)
        return self.plain_product(factors, marks, span)

    def plain_product(self, factors: Sequence[s.Node], marks: Sequence[str], span: Span) -> Typed:
        """A product from left to right, but for a number in it such as a'b of X a'b."""
        if len(factors) == 2 and isinstance(factors[0], s.Name) and isinstance(factors[1], s.Group):
            is_function = self.table.is_function(factors[0], self.offset) or is_word(factors[0])
            refuse(is_function and not marks[0], span, f"the function {unicode(factors[0])}")
        refuse(not {*marks} <= {"", "·", "/"}, span, f"the product {''.join({*marks} - {'', '·', '/'})}")
        refuse("/" in marks and marks[-1] != "/", span, "a slash before several factors")
        found = [self.expression(x) for x in factors]
        out, k = found[0], 1
        while k < len(found):
            x, own = found[k], self.sizes.find(found[k].shape[0])
            if marks[k - 1] == "/":
                out, k = self.quotient(out, x, span), k + 1
            elif own == 1 != self.sizes.find(out.shape[1]) and k + 1 < len(found) and not self.sizes.is_one(x.shape):
                out, k = self.times(out, self.times(x, found[k + 1])), k + 2  # the number in X (a'b)
            else:
                out, k = self.times(out, x), k + 1
        return out

    def joined(self, parts: Sequence[Typed], mark: str) -> Typed:
        """A ⊗ B or A ∘ B of several factors."""
        if mark == "⊗":
            shape = tuple(reduce(lambda a, b: a * b, (x.shape[k] for x in parts)) for k in (0, 1))
        else:
            for x in parts[1:]:
                self.alike(parts[0], x)
            shape = parts[0].shape
        return Typed(shape, lambda: _PRODUCTS[mark](*(x.build() for x in parts)))

    def times(self, a: Typed, b: Typed) -> Typed:
        """A product of two matrices, or of a number and something."""
        if self.sizes.is_one(a.shape) or self.sizes.is_one(b.shape):
            shape = b.shape if self.sizes.is_one(a.shape) else a.shape
            return Typed(shape, lambda: a.build() * b.build())
        self.sizes.equate(a.shape[1], b.shape[0])
        shape = a.shape[0], b.shape[1]

        def build() -> Any:
            out = a.build() * b.build()
            return sp.Trace(out) if self.sizes.is_one(shape) and getattr(out, "is_Matrix", False) else out

        return Typed(shape, build)

    def quotient(self, top: Typed, bottom: Typed, span: Span) -> Typed:
        """A quotient by a number."""
        refuse(not self.sizes.is_one(bottom.shape), span, "a division by a matrix")
        return Typed(top.shape, lambda: top.build() / bottom.build())

    def transpose(self, of: Typed) -> Typed:
        """A transpose; that of a number is itself."""
        return of if self.sizes.is_one(of.shape) else Typed(of.shape[::-1], lambda: of.build().T)

    def power(self, base: s.Node, exponent: s.Node, span: Span) -> Typed:
        """A power with a whole exponent."""
        match exponent:
            case s.Num(text=text) if text.isdigit():
                k = int(text)
            case s.Sum(terms=(s.Num(text=text),), signs=("-",)) if text.isdigit():
                k = -int(text)
            case s.Sum(terms=(s.Name(base="T" | "⊤"),), signs=("-",)):
                return self.transpose(self.power(base, _MINUS_ONE, span))
            case s.Name() if key(exponent) in self.table.sizes:
                number = self.number(base)
                return Typed(_ONE, lambda: number.build() ** self.size(exponent))
            case _:
                raise Unsupported(span, f"the exponent {unicode(exponent)}")
        if isinstance(base, s.Norm) and k == 2:
            inside = self.expression(base.body)
            if not self.sizes.is_one(inside.shape):
                return Typed(_ONE, lambda: nodes.sqnorm(inside.build()))
        of = self.expression(base)
        if self.sizes.is_one(of.shape):
            return Typed(of.shape, lambda: of.build() ** k)
        refuse(k == 0 or k < -1, span, f"the exponent {k} of a matrix")
        self.sizes.equate(*of.shape)
        if k == -1:
            return Typed(of.shape, lambda: nodes.inverse(of.build()))
        return Typed(of.shape, lambda: reduce(lambda a, b: a * b, [of.build()] * k))

    def function(self, node: s.Operator) -> Typed:
        """det, adj, vec, kron, diag, log."""
        name, body, span = node.name, node.body, node.span
        refuse(node.subscript is not None, span, name)
        if name in ("det", "adj"):
            return self.of_square(body, nodes.det if name == "det" else nodes.adjugate, is_number=name == "det")
        if name in _FUNCTIONS:
            inside = self.number(body)
            return Typed(_ONE, lambda: _FUNCTIONS[name](inside.build()))
        if name == "kron" and isinstance(body, s.Listed):
            return self.joined([self.expression(x) for x in body.items], "⊗")
        of = self.expression(body)
        if name == "vec":
            return Typed((of.shape[0] * of.shape[1], _ONE[1]), lambda: nodes.vec(of.build()))
        if name in ("diag", "Diag") and self.sizes.find(of.shape[1]) == 1:
            return Typed((of.shape[0], of.shape[0]), lambda: nodes.diagonal(of.build()))
        raise Unsupported(span, f"{name} of {unicode(body)}")

    def of_square(self, body: s.Node, function: Callable[[Any], Any], *, is_number: bool) -> Typed:
        """A function of a square matrix; of a number it is the number."""
        of = self.expression(body)
        if self.sizes.is_one(of.shape):
            return of
        self.sizes.equate(*of.shape)
        return Typed(_ONE if is_number else of.shape, lambda: function(of.build()))

    def number(self, node: s.Node) -> Typed:
        """An expression that is a number."""
        out = self.expression(node)
        refuse(not self.sizes.is_one(out.shape), node.span, f"{unicode(node)}, which should be a number,")
        return out

    def blocks(self, rows: Sequence[Sequence[s.Node]], span: Span) -> Typed:
        """A matrix of blocks."""
        refuse(len({len(row) for row in rows}) != 1, span, "rows of different lengths")
        found = [[self.expression(x) for x in row] for row in rows]
        refuse(all(self.sizes.is_one(x.shape) for row in found for x in row), span, "a matrix of numbers")
        for row in found:
            for x in row[1:]:
                self.sizes.equate(row[0].shape[0], x.shape[0])
        for row in found[1:]:
            for above, x in zip(found[0], row, strict=True):
                self.sizes.equate(above.shape[1], x.shape[1])
        shape = sum(row[0].shape[0] for row in found), sum(x.shape[1] for x in found[0])
        return Typed(shape, lambda: sp.BlockMatrix([[self._as_block(x) for x in row] for row in found]))

    def _as_block(self, x: Typed) -> Any:
        """A block; a number is one of size 1×1."""
        built = x.build()
        return built if getattr(built, "is_Matrix", False) else built * sp.Identity(1)

    # sizes and letters, after all sizes are found

    def size(self, node: s.Node) -> Any:
        """A size that is written: a letter, a number, a product or a sum."""
        match node:
            case s.Num(text=text) if text.isdigit():
                return sp.Integer(text)
            case s.Name():
                return sp.Symbol(spelled(node), integer=True, positive=True)
            case s.Product(factors=parts, marks=marks) if {*marks} <= {"", "·"}:
                return reduce(lambda a, b: a * b, map(self.size, parts))
            case s.Sum(terms=parts, signs=signs) if {*signs} <= {"", "+"}:
                return sum(map(self.size, parts))
        raise Unsupported(node.span, f"the size {unicode(node)}")

    def found(self, size: Any) -> Any:
        """A size as it is in the statement: an open one gets a name that nothing else has."""
        out = self.sizes.find(size)
        for x in sorted(out.atoms(sp.Dummy), key=_number):
            if x not in self.names:
                taken = {*self.names.values(), *self.letters, *self.table.sizes}
                self.names[x] = next(name for name in _SPARE if name not in taken)
        return out.xreplace({x: sp.Symbol(name, integer=True, positive=True) for x, name in self.names.items()})

    def _letter(self, name: str, shape: Shape) -> Any:
        if self.sizes.is_one(shape):
            return sp.Symbol(name, real=True)
        return sp.MatrixSymbol(name, *map(self.found, shape))

    def _zero(self, shape: Shape) -> Any:
        return sp.Integer(0) if self.sizes.is_one(shape) else sp.ZeroMatrix(*map(self.found, shape))


_RULES: dict[type[s.Node], Callable[[Reader, Any], Typed]] = {
    s.Num: Reader.literal,
    s.Name: Reader.name,
    s.Product: lambda r, node: r.product(node.factors, node.marks, node.span),
    s.Transpose: lambda r, node: r.transpose(r.expression(node.base)),
    s.Power: lambda r, node: r.power(node.base, node.exponent, node.span),
    s.Trace: lambda r, node: r.of_square(node.body, sp.Trace, is_number=True),
    s.Bars: Reader.size_of,
    s.Norm: Reader.size_of,
    s.Inner: Reader.inner,
    s.Operator: Reader.function,
}
_ONE: Shape = (sp.Integer(1), sp.Integer(1))
_MINUS_ONE = s.Sum((s.Num("1"),), ("-",))
_SPARE = (*"npdmqrstkabcefgh", *(f"n_{k}" for k in range(1, 100)))
_SQUARE = frozenset(("square", "symmetric", "orthogonal", "projector", "psd", "idempotent", "skew", "normal")).union(
    ("positive_definite", "invertible", "diagonal")
)


def _named(kind: str, args: Sequence[Typed]) -> Named:
    return Named(kind, tuple(x.build() for x in args))


def _may_be_map(node: s.Node) -> bool:
    """Whether a factor of f ∘ g has the name of a function."""
    return isinstance(node, s.Name) and node.base in ("f", "g", "h", "ϕ", "φ", "ψ")


def conventions(note: Note) -> tuple[str, ...]:
    """What the signs of a note are taken to say."""
    found = {sign for f in note.formulas if isinstance(f.tree, s.Node) for x in s.nodes(f.tree) for sign in _signs(x)}
    return tuple(says for signs, says in _CONVENTIONS.items() if found & {*signs})


def _signs(node: s.Node) -> Sequence[str]:
    return node.signs if isinstance(node, s.Chain) else node.marks if isinstance(node, s.Product) else ()


_CONVENTIONS = {
    "⪰⪯": "A ⪰ B says that A − B is symmetric and positive semidefinite",
    "≻≺": "A ≻ B says that A − B is symmetric and positive definite",
    "∘⊙": "A ∘ B is the product entry by entry",
    "⊗": "A ⊗ B is the Kronecker product",
}


def _number_of(value: Any) -> Typed:
    return Typed(_ONE, lambda: value)


def _unmarked(name: s.Name) -> s.Name:
    return replace(name, mark="")


def is_linking(words: str) -> bool:
    """Whether words between formulas say nothing but that both hold."""
    return " ".join(words.split()).strip(" .,").lower() in _LINKING


def statements(note: Note, table: Table) -> tuple[Any, list[Any]]:
    """The conclusion of a note with one display, and its hypotheses. Raises Unsupported, IllTyped."""
    display = next(f for f in note.formulas if f.display)
    reader = Reader(table, display.span[0])
    given = reader.facts(x for found in table.facts.values() for x in found)
    for tree in _relations(note):
        given.append(reader.statement(tree))
    goal = display.tree
    if isinstance(goal, s.Arrow) and goal.signs == ("⇒",):
        given.append(reader.statement(goal.terms[0]))
        goal = goal.terms[1]
    conclusion = reader.statement(goal)  # type: ignore[arg-type]
    reader.sizes.settle()
    if reader.sizes.clashes:
        first, second = reader.sizes.clashes[0]
        raise IllTyped(f"{first} and {second} clash")
    said = [x() for x in given]
    return conclusion(), [y for x in said for y in (x if isinstance(x, list) else [x])]


def _relations(note: Note) -> Iterator[s.Node]:
    """The formulas of the hypotheses that are relations, without x ∈ ℝⁿ."""
    for f in note.formulas:
        if f.display or not isinstance(f.tree, s.Node) or isinstance(f.tree, s.Name | s.Listed):
            continue
        for x in f.tree.parts if isinstance(f.tree, s.Sentence) else (f.tree,):
            if not (isinstance(x, s.Chain) and {*x.signs} <= {"∈"}):
                yield x
