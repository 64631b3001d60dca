"""Typing of letters: a letter, a member of a family, an entry, a projector, a defined name, ones, the identity."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pcaproofs.notes.dimensions import Clash, Dim, Reason, Unknown
from pcaproofs.notes.looks import (
    index_of,
    is_capital,
    is_identity,
    is_kronecker,
    is_ones,
    is_sum_of_sizes,
    is_word,
    is_zero,
    key,
    size_in_subscript,
)
from pcaproofs.notes.shaping import SCALAR, Misfit, Shaping
from pcaproofs.notes.source import Span
from pcaproofs.notes.surface import Listed, Name, Node, Num, Product, Sum, children, with_children
from pcaproofs.notes.terms import Shape, Term, Unsupported, Untyped

if TYPE_CHECKING:
    from pcaproofs.notes.table import Symbol, Table

_PROJECTORS = frozenset({"P", "Π", "π"})


@dataclass(frozen=True)
class Index:
    """A running index: its name in the statement, and the length of what it runs over."""

    name: str
    length: Dim


@dataclass(frozen=True)
class Definition:
    """What a name or a function of parameters stands for, from `start` on; line: of the note, for messages."""

    parameters: tuple[Name, ...]
    body: Node
    start: int
    span: Span


class Naming(Shaping):
    """Types letters by the table."""

    def __init__(self, table: Table, offset: int):
        super().__init__()
        self.table, self.offset = table, offset
        self.letters: dict[str, Term] = {}  # key -> the letter with its shape
        self.used: dict[str, Symbol] = {}  # key -> what the table says of it
        self.bound: dict[str, Index] = {}  # key of an index -> what it runs over
        self.free: dict[str, Dim] = {}  # key of an index that nothing binds -> the length of what it indexes
        self.given: dict[str, Term] = {}  # key of a parameter -> what it stands for
        self.opened: list[str] = []  # names whose definitions are being read
        self.local: set[str] = set()  # keys of letters that this statement itself declares
        self.varied: set[str] = set()  # keys of letters that a derivative varies or that its function has as parameters
        self.is_at_point = False  # whether derivatives are those at a point of which a theorem speaks
        self.projectors: dict[str, Span] = {}  # keys of letters that are projectors by their notation
        self.defaults: dict[str, None] = {}  # what was taken for granted, in words
        self.definitions: dict[Node, Definition] = {}
        self.defined_by: dict[Span, None] = {}  # the places of the definitions that were used

    def expression(self, node: Node) -> Term:
        """The term of an expression."""
        raise NotImplementedError

    def name(self, name: Name) -> Term:
        """The term of a letter with all that belongs to its name. Raises Untyped, Unsupported, Misfit."""
        found = key(name)
        if found in self.given:
            return replace(self.given[found], span=name.span)
        if found in self.local:
            return replace(self.letters[found], span=name.span)
        if found in self.bound:
            raise Unsupported(name.span, f"the index {found} as a number")
        if (constant := self.constant(name, found)) is not None:
            return constant
        definition = self.definitions.get(name)
        if definition is not None and not definition.parameters and found not in self.opened:
            return self.opened_definition(found, definition, name.span)
        if found in self.table.sizes:
            return Term("size", SCALAR, data=(found,), span=name.span)
        if (shape := size_in_subscript(name)) is not None:
            return self.with_written_shape(name, shape)
        if is_word(name) and not self.table.is_declared(name, self.offset):
            raise Unsupported(name.span, f"the word {name.base}")
        if name.mark == "†" and not self.table.is_declared(name, self.offset):
            return self.adjoint(name)
        if name.subscript is not None and (term := self.subscripted(name)) is not None:
            return term
        return self.letter(name)

    def constant(self, name: Name, found: str) -> Term | None:
        """A zero in another font, a column of ones, or the identity; None for a letter."""
        if is_zero(name):
            return self.zero(name.span)
        if found in self.table.ones:
            symbol = self.table.at(name, self.offset)
            rows: Dim = Unknown(found, plural=True) if symbol.rows is None else self.size(symbol.rows)
            return Term("ones", (rows, 1), span=name.span)
        if is_ones(name):
            return self.ones(name)
        is_eye = is_identity(name) and not self.table.is_declared(name, self.offset)
        return self.identity(name) if is_eye else None

    def adjoint(self, name: Name) -> Term:
        """x† of a column, which is its transpose; of a matrix it may be the pseudo-inverse."""
        term = self.name(replace(name, mark=""))
        if not self.is_column(term):
            raise Unsupported(name.span, "† on a matrix, which may be its transpose or its pseudo-inverse")
        self.defaults.setdefault("† is the transpose, as all is real")
        return self.transpose(term, name.span)

    def opened_definition(self, found: str, definition: Definition, span: Span) -> Term:
        """The term of what a name stands for."""
        self.opened.append(found)
        bound, self.bound = self.bound, {}
        given, self.given = self.given, {}
        try:
            with self.sizes.attempt():
                term = self.expression(definition.body)
        finally:
            self.opened.pop()
            self.bound, self.given = bound, given
        self.defined_by[definition.span] = None
        return replace(term, span=span)

    def indexed_definition(self, found: str, definition: Definition, index: Name, span: Span) -> Term | None:
        """The term of a family that is defined member by member: x'_k = x_k − μ."""
        if found in self.opened:
            return None
        self.opened.append(found)
        try:
            with self.sizes.attempt():
                term = self.expression(with_name(definition.body, definition.parameters[0], index))
        finally:
            self.opened.pop()
        self.defined_by[definition.span] = None
        return replace(term, span=span)

    def letter(self, name: Name) -> Term:
        """A letter by what the table says of it."""
        found = key(name)
        if found not in self.letters:
            symbol = self.table.at(name, self.offset)
            self.used[found] = symbol
            self.letters[found] = Term("letter", self.shape_of(symbol, found), data=(found,), span=name.span)
        return replace(self.letters[found], span=name.span)

    def shape_of(self, symbol: Symbol, of: str) -> Shape:
        """The shape of a symbol: what is declared, else what its kind leaves open."""
        if symbol.kind in ("subspace", "function"):
            raise Unsupported(symbol.name.span, f"the {symbol.kind} {of} as a matrix")
        if symbol.rows is not None and symbol.columns is not None:
            return self.declared(symbol.rows, of, symbol.span), self.declared(symbol.columns, of, symbol.span)
        if symbol.kind in ("number", "size", "index"):
            return SCALAR
        if symbol.kind in ("column", "random column"):
            return Unknown(of, plural=True), 1
        return Unknown(of, plural=True), Unknown(of, plural=True)

    def declared(self, size: Node, of: str, span: Span) -> Dim:
        """A declared size, joined to the letter by its declaration."""
        rigid = self.size(size)
        if rigid == 1:
            return 1
        own = Unknown(of)
        self.sizes.unify(own, rigid, Reason(span, f"{of} is declared", frozenset({of})))
        return own

    def size(self, node: Node) -> Dim:
        """A size: a number or a letter; sums and products of sizes are sizes of their own."""
        if isinstance(node, Num) and node.text.isdigit():
            return int(node.text)
        if isinstance(node, Name) or is_sum_of_sizes(node):
            return key(node)
        return key(node)

    def with_written_shape(self, name: Name, shape: tuple[Node, Node]) -> Term:
        """A letter whose subscript is its size: P_{k×d}."""
        bare = replace(name, subscript=None)
        term = self.letter(bare)
        for own, size in zip(term.shape, shape, strict=True):
            try:
                self.sizes.unify(own, self.size(size), Reason(name.span, "its subscript", frozenset({key(bare)})))
            except Clash as clash:
                raise Misfit(name.span, f"{key(name)} is {self.shape_text(term)}", clash.blamed) from None
        return replace(term, span=name.span)

    def ones(self, name: Name) -> Term:
        """A column of ones, perhaps with its length."""
        length: Dim = Unknown(key(name), plural=True)
        if isinstance(name.subscript, Name | Num):
            length = self.size(name.subscript)
        elif name.subscript is not None:
            raise Untyped(name.span, key(name), "a column of ones with one length")
        return Term("ones", (length, 1), span=name.span)

    def identity(self, name: Name) -> Term:
        """The identity matrix, perhaps with its size."""
        size: Dim = Unknown(key(name), plural=True)
        if isinstance(name.subscript, Name | Num | Sum):
            size = self.size(name.subscript)
        elif isinstance(name.subscript, Product) and "×" in name.subscript.marks:
            size = self.size(name.subscript.factors[0])
        elif name.subscript is not None:
            raise Untyped(name.span, key(name), "an identity matrix with one size")
        return Term("identity", (size, size), span=name.span)

    def subscripted(self, name: Name) -> Term | None:
        """A member of a family, an entry or a projector; None for a letter of its own."""
        if self.is_projector(name):
            return self.projector(name)
        base = replace(name, subscript=None)
        index = index_of(name)
        match index:
            case Name():
                return self.indexed(name, base, index)
            case Product(factors=(first, second)) | Listed(items=(first, second)):
                return self.doubly_indexed(name, base, first, second)
        return None

    def indexed(self, name: Name, base: Name, index: Name) -> Term | None:
        """x_i: a member of a family, or an entry of a column; None if i is no index of either."""
        symbol = self.table.at(base, self.offset)
        bound = self.bound.get(key(index))
        if (said := self.table.unit_vectors(base, self.offset)) is not None:
            length = Unknown(f"length of {key(base)}", plural=True) if said.of is None else self.size(said.of)
            return self.unit_vector(name, index, length)
        if self.table.is_declared(name, self.offset) and not symbol.is_family:
            return None
        definition = self.definitions.get(base)
        if definition is not None and definition.parameters and isinstance(definition.parameters[0], Name):
            return self.indexed_definition(key(base), definition, index, name.span)
        if key(index) in self.table.sizes and bound is None:
            return None
        if symbol.length is None and symbol.is_family is False:
            if self.table.is_declared(base, self.offset) and symbol.kind in ("column", "random column"):
                column = self.letter(base)
                length = column.shape[0]
                return Term("entry", SCALAR, (column,), (self.index(index, length, name),), name.span)
            if bound is None:
                return None
        return self.member(name, base, index, symbol)

    def unit_vector(self, name: Name, index: Name, size: Dim) -> Term:
        """e_i: the i-th column of the identity matrix of a size."""
        eye = Term("identity", (size, size), span=name.span)
        return Term("member", (size, 1), (eye,), (self.index(index, size, name),), name.span)

    def index(self, index: Name, length: Dim, name: Name) -> str:
        """The name of an index in the statement; what it runs over is as long as what it indexes."""
        bound = self.bound.get(key(index), Index(key(index), self.free.setdefault(key(index), length)))
        try:
            self.sizes.unify(bound.length, length, Reason(name.span, "a sum over all", frozenset()))
        except Clash:
            what = "a sum over a part of" if key(index) in self.bound else "one index of two lengths in"
            raise Unsupported(name.span, f"{what} {key(name)}") from None
        return bound.name

    def member(self, name: Name, base: Name, index: Name, symbol: Symbol) -> Term:
        """x_i as the i-th row of the matrix that holds the family, or the i-th entry of the column that does."""
        whole = self.family(base, symbol)
        at = self.index(index, whole.shape[0], name)
        if self.sizes.find(whole.shape[1]) == 1:
            return Term("entry", SCALAR, (whole,), (at,), name.span)
        return Term("member", (whole.shape[1], 1), (whole,), (at,), name.span)

    def family(self, base: Name, symbol: Symbol) -> Term:
        """The matrix whose rows are the members of a family: one of the note's own, or a letter for it."""
        linked = self.table.matrix_of(base, self.offset)
        if linked is not None:
            matrix, by, said = linked
            term = self.name(matrix)
            whole = term if by == "rows" else self.transpose(term, term.span)
            self.defaults.setdefault(f"{key(base)}_i is the i-th {by[:-1]} of {key(matrix)}{said}")
            return whole
        found = f"family {key(base)}"
        if found not in self.letters:
            self.used[found] = symbol
            length: Dim = self.size(symbol.length) if symbol.length is not None else Unknown(found, plural=True)
            rows, columns = self.shape_of(symbol, key(base))
            if self.sizes.find(columns) != 1:
                raise Unsupported(base.span, "a family of matrices")
            self.letters[found] = Term("letter", (length, rows), data=(found,), span=base.span)
        return self.letters[found]

    def doubly_indexed(self, name: Name, base: Name, first: Node, second: Node) -> Term:
        """A_{ij}: an entry of a matrix; x_{ij} is one of X."""
        declared = self.table.is_declared(base, self.offset) or self.table.is_declared(name, self.offset)
        if is_kronecker(name) and not declared:
            return self.kronecker(name, first, second)
        if not (isinstance(first, Name | Num) and isinstance(second, Name | Num)):
            raise Untyped(name.span, key(name), "an entry with two indices")
        matrix = base if is_capital(base) else self.table.capital_of(base, self.offset)
        if matrix is None:
            raise Unsupported(name.span, "coefficients with two indices")
        return self.entry(self.name(matrix), (first, second), name)

    def kronecker(self, name: Name, first: Node, second: Node) -> Term:
        """δ_ij, as the product of two columns of an identity matrix: e_iᵀe_j."""
        if not (isinstance(first, Name) and isinstance(second, Name)):
            raise Unsupported(name.span, f"Kronecker's δ of {key(first)} and {key(second)}")
        size: Dim = Unknown(f"size of {key(name)}", plural=True)
        self.defaults.setdefault("δ is Kronecker's")
        left, right = self.unit_vector(name, first, size), self.unit_vector(name, second, size)
        return self.multiply(self.transpose(left, name.span), right, "", name.span)

    def entry(self, term: Term, indices: tuple[Node, ...], at: Node) -> Term:
        """An entry of a term."""
        if len(indices) == 1 and not self.is_column(term):
            raise Untyped(at.span, "one index of a matrix", "two")
        found: list[str | int] = []
        for index, length in zip(indices, term.shape, strict=False):
            if isinstance(index, Num):
                found.append(int(index.text) - 1)
            elif isinstance(index, Name):
                found.append(self.index(index, length, index))
            else:
                raise Untyped(at.span, "an index", "a letter or a number")
        return Term("entry", SCALAR, (term,), tuple(found), at.span)

    def is_projector(self, name: Name) -> bool:
        """Whether a name is a projector by its subscript, which is a subspace: P_U, P_{U^⊥}, P_{a+U}."""
        if name.base not in _PROJECTORS or name.subscript is None or name.accents or name.primes:
            return False
        return self.subspace(name.subscript) is not None

    def subspace(self, node: Node) -> tuple[Name, Node | None] | None:
        """A subspace, and the point through which it goes if it is affine."""
        match node:
            case Name(subscript=None) if is_capital(node):
                if key(node) in self.table.sizes:
                    return None
                symbol = self.table.at(replace(node, mark=""), self.offset)
                return (node, None) if symbol.kind == "subspace" or self.table.has_projections else None
            case Sum(terms=(point, space), signs=("", "+")):
                found = self.subspace(space)
                return (found[0], point) if found is not None and found[1] is None else None
        return None

    def projector(self, name: Name) -> Term:
        """The projector of a name that is one; raises Unsupported for an affine one without its point."""
        assert name.subscript is not None
        found = self.subspace(name.subscript)
        assert found is not None
        space, point = found
        if point is not None:
            raise Unsupported(name.span, "an affine projection without its argument")
        plain = replace(name, subscript=replace(space, mark=""))
        onto = self.projector_letter(plain, name.span)
        if space.mark != "⊥":
            return onto
        eye = Term("identity", onto.shape, span=name.span)
        return Term("sum", onto.shape, (eye, onto), ("+", "-"), name.span)

    def projector_letter(self, plain: Name, span: Span) -> Term:
        """The letter of a projector onto a subspace."""
        found = key(plain)
        if (definition := self.definitions.get(plain)) is not None and found not in self.opened:
            return self.opened_definition(found, definition, span)
        if found not in self.letters:
            size = Unknown(found, plural=True)
            self.used[found] = self.table.at(plain, self.offset)
            self.letters[found] = Term("letter", (size, size), data=(found,), span=span)
            self.projectors[found] = span
            self.defaults.setdefault(f"{found} is the orthogonal projector onto {key(plain.subscript or plain)}")
        return replace(self.letters[found], span=span)

    def projected(self, name: Name, argument: Term, span: Span) -> Term:
        """P_{a+U}(x) = a + P_U(x − a), and P_U(x) = P_U x."""
        assert name.subscript is not None
        found = self.subspace(name.subscript)
        assert found is not None
        space, point = found
        onto = self.projector(replace(name, subscript=space))
        if point is None:
            return self.multiply(onto, argument, "", span)
        at = self.expression(point)
        moved = self.add((argument, at), ("+", "-"), span)
        return self.add((at, self.multiply(onto, moved, "", span)), ("+", "+"), span)

    @contextmanager
    def binding(self, index: Name, length: Dim) -> Iterator[Index]:
        """A context in which an index runs; an inner one of the same name gets another name in the statement."""
        outer = self.bound.get(key(index))
        taken = {x.name for x in self.bound.values()}
        name = key(index)
        while name in taken:
            name += "'"
        self.bound[key(index)] = Index(name, length)
        try:
            yield self.bound[key(index)]
        finally:
            del self.bound[key(index)]
            if outer is not None:
                self.bound[key(index)] = outer


def with_name(node: Node, old: Name, new: Name) -> Node:
    """A formula with one name in place of another."""
    if node == old:
        return replace(new, span=node.span)
    parts = [with_name(x, old, new) for x in children(node)]
    return with_children(node, parts) if parts else node
