"""Typing of letters: a letter, a defined name, ones, the identity."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import (
    VECTORS,
    bare,
    is_identity,
    is_ones,
    is_sum_of_sizes,
    is_word,
    is_zero,
    key,
    letter_text,
    letters_in,
    size_in_subscript,
)
from pcaproofs.notes.formulas.surface import (
    Big,
    Name,
    Node,
    Num,
    Product,
    Sum,
    children,
    free,
    index_names,
    nodes,
    with_children,
)
from pcaproofs.notes.scope.looks import look
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.text.symbols import PLACES
from pcaproofs.notes.typing.dimensions import Clash, Dim, Reason, Unknown
from pcaproofs.notes.typing.shaping import SCALAR, Misfit, Shaping
from pcaproofs.notes.typing.terms import Shape, Term, Unsupported, Untyped

if TYPE_CHECKING:
    from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.scope.table import Table

_RESPONSES = frozenset("ytrecεϵη")
_COLUMNS = frozenset("βγδεϵζηθμνξφψωbcehqruvwxyz")


@dataclass(frozen=True)
class Index:
    """A running index: its name in the statement, and the length of what it indexes.

    after, last: it runs over the members after the first `after` up to number `last`.
    """

    name: str
    length: Dim
    after: Dim = 0
    last: Dim | None = None


@dataclass(frozen=True)
class Definition:
    """The definition of a name or of a function with parameters, valid from `start`, and to `until` if known."""

    parameters: tuple[Name, ...]
    body: Node
    start: int
    span: Span
    until: int | None = None
    is_special: bool = False  # whether it says what a function is at its parameters alone, not at others

    def holds(self, offset: int) -> bool:
        """Whether the definition is valid at an offset."""
        return self.until is None or offset < self.until

    @cached_property
    def letters(self) -> frozenset[str]:
        """The keys of the letters in its body, each also without its index."""
        return letters_in(self.body)

    @cached_property
    def names(self) -> frozenset[str]:
        """The keys of the letters in its body that are no parameters."""
        return frozenset(key(x) for x in nodes(self.body) if isinstance(x, Name)) - {key(x) for x in self.parameters}


_NUMBERS = frozenset("RCNZQ")  # in blackboard bold


class Naming(Shaping):
    """Types letters by the table."""

    def __init__(self, table: Table, offset: int):
        super().__init__()
        self.table, self.offset = table, offset
        self.letters: dict[str, Term] = {}  # key -> the letter with its shape
        self.used: dict[str, Symbol] = {}  # key -> what the table says of it
        self.linked: dict[str, tuple[Symbol, Term]] = {}  # a family that is in a matrix of the note -> its rows
        self.bound: dict[str, Index] = {}  # key of an index -> what it runs over
        self.free: dict[str, Dim] = {}  # key of an index that nothing binds -> the length of what it indexes
        self.indices: set[str] = set()  # the names of all indices in the statement
        self.given: dict[str, Term] = {}  # key of a parameter -> what it stands for
        self.opened: list[str] = []  # names whose definitions are being read
        self.models: set[str] = set()  # keys of letters that are not what their definitions say in this statement
        self.local: set[str] = set()  # keys of letters that this statement itself declares
        self.varied: set[str] = set()  # keys of letters that a derivative varies or that its function has as parameters
        self.by_entries: set[str] = set()  # keys of declared columns whose members are taken for their entries
        self.size_values: set[str] = set()  # keys of sizes that the statement has as numbers
        self.no_sizes: frozenset[str] = frozenset()  # keys of sizes of other sections that are numbers here
        self.supposed: list[str] = []  # the equations of sizes that the sentence supposes, in words
        self.doubts: dict[Span, Span] = {}  # condition of the note -> the sentence behind it that may end it
        self.partials: set[Span] = set()  # the places of derivatives that are written ∂f/∂x
        self.numbered = False  # whether v_1 is the first member of v_1, …, v_p
        self.is_general = False  # whether sizes that are numbers are left open
        self.is_loose = False  # whether letters of other sections are taken anew, as their sizes do not fit
        self.other_kind = ""  # the kind of letters of which nothing is said: column, response, number, blamed
        self.numbers: frozenset[str] = frozenset()  # letters that are taken for numbers if the kind is blamed
        self.is_at_point = False  # whether derivatives are those at a point of which a theorem speaks
        self.projectors: dict[str, Span] = {}  # keys of letters that are projectors by their notation
        self.roots: dict[str, Any] = {}  # key of a letter -> of which matrix it is the root (roots.py)
        self.joint: Any = None  # the column whose parts are the random letters of moments over several (joint.py)
        self.turned: dict[Span, Any] = {}  # the place of a derivative of a column -> its transpose (jacobians.py)
        self.defaults: dict[str, None] = {}  # what was taken for granted, in words
        self.definitions: dict[Node, Definition] = {}
        self.defined_by: dict[Span, None] = {}  # the places of the definitions that were used

    def expression(self, node: Node) -> Term:
        """The term of an expression."""
        raise NotImplementedError

    def name(self, name: Name) -> Term:
        """The term of a letter with its full name. Raises Untyped, Unsupported, Misfit."""
        found = key(name)
        if found in self.given:
            return replace(self.given[found], span=name.span)
        if found in self.local:
            return replace(self.letters[found], span=name.span)
        self.refuse(name)
        if name.base == "⊤":
            raise Untyped(name.span, "⊤", "a superscript")
        if name.font == "blackboard" and name.base in _NUMBERS and not self.table.is_declared(name, self.offset):
            raise Unsupported(name.span, f"the space {unicode(name)}")
        if (constant := self.constant(name, found)) is not None:
            return constant
        definition = self.definitions.get(name)
        if definition is not None and not definition.parameters and found not in {*self.opened, *self.models}:
            self.refuse_bound(name)
            return self.opened_definition(found, definition, name.span)
        if found in self.table.sizes - self.no_sizes and not self.is_taken_anew(name):
            self.refuse_bound(name)
            self.size_values.add(found)
            return Term("size", SCALAR, data=(found,), span=name.span)
        if (shape := size_in_subscript(name)) is not None:
            return self.with_written_shape(name, shape)
        if is_word(name) and not self.table.is_declared(name, self.offset):
            raise Unsupported(name.span, f"the word {name.base}")
        if name.mark in ("-", "†") and not self.table.is_declared(name, self.offset):
            return self.adjoint(name)
        if name.subscript is not None and (term := self.subscripted(name)) is not None:
            return term
        return self.letter(name)

    def refuse(self, name: Name) -> None:
        """Raises Unsupported for an index, a function and a complex letter."""
        if key(name) in self.bound:
            raise Unsupported(name.span, f"the index {letter_text(name)} as a number")
        if key(bare(name)) in self.table.complex:
            raise Unsupported(name.span, f"{unicode(name)} with complex entries")
        if name.base == "∞" and not self.table.is_declared(name, self.offset):
            raise Unsupported(name.span, "∞ as a number")
        if name.base in PLACES:
            raise Unsupported(name.span, "a function without its argument")

    def refuse_bound(self, name: Name) -> None:
        """Raises Unsupported for a letter of its own whose name contains an index that a sum binds: X_i, w_{q_i}."""
        if not self.bound:
            return
        bold = {y.base for x in (name.subscript, name.upper) if x is not None for y in nodes(x) if isinstance(y, Name)}
        if inside := (free(name) | bold) & self.bound.keys():
            raise Unsupported(name.span, f"{unicode(name)} below a sum over {min(inside)}")

    def is_taken_anew(self, name: Name) -> bool:
        """Whether a letter that is a size elsewhere is declared as a column or matrix here: "let n be the normal"."""
        symbol = self.table.at(name, self.offset)
        if symbol.kind == "number":  # "for a scalar k", where another section has k columns
            return symbol.is_pinned and self.table.is_firm(symbol, self.offset)
        return symbol.kind in ("column", "matrix") and symbol.is_pinned

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
        """x† of a column, which is its transpose; x† of a matrix may be the pseudo-inverse, and x⁻ any other one."""
        if name.mark == "-":
            raise Unsupported(name.span, "the mark − above a letter, which may be a generalised inverse,")
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
        except Misfit as error:  # its letters have other sizes here
            raise Unsupported(span, f"{letter_text(found)} as it is defined, since {error.says}") from None
        finally:
            self.opened.pop()
            self.bound, self.given = bound, given
        self.defined_by[definition.span] = None
        return replace(term, span=span)

    def indexed_definition(
        self, found: str, definition: Definition, indices: tuple[Name | Num, ...], span: Span
    ) -> Term | None:
        """The term of a family that is defined member by member: x'_k = x_k − μ.

        Raises Unsupported where a sum in the definition binds an index that is put in.
        """
        if found in self.opened:
            return None
        captured = {b for big in nodes(definition.body) if isinstance(big, Big) for b in index_names(big)}
        if any(isinstance(x, Name) and x.base in captured for x in indices):
            raise Unsupported(span, f"{letter_text(found)} with an index that its definition sums over")
        body = definition.body
        fresh = [Name(f"index {k}") for k in range(len(indices))]  # so that α_ji is not taken for α_ii
        for old, new in (*zip(definition.parameters, fresh, strict=True), *zip(fresh, indices, strict=True)):
            body = with_name(body, old, new)
        self.opened.append(found)
        try:
            with self.sizes.attempt():
                term = self.expression(body)
        finally:
            self.opened.pop()
        self.defined_by[definition.span] = None
        return replace(term, span=span)

    def symbol(self, name: Name) -> Symbol:
        """What the table says of a letter; its kind alone where all letters are taken anew."""
        return self.loosened(self.table.at(name, self.offset))

    def loosened(self, symbol: Symbol) -> Symbol:
        """A symbol without its sizes and properties where letters are taken anew, unless its section says its sizes."""
        is_blamed = self.other_kind == "blamed" and key(symbol.name) in self.numbers
        is_kept = self.other_kind != "free" and not is_blamed and self.table.has_sizes_here(symbol, self.offset)
        if not self.is_loose or is_kept:
            return symbol
        is_open = symbol.kind in ("number", "column", "matrix") and (is_blamed or not symbol.is_pinned)
        is_open |= symbol.kind == "random column" and self.other_kind in ("number", "blamed") and not symbol.is_pinned
        kind = symbol.kind
        is_response = self.other_kind == "response" and symbol.is_family and symbol.name.base in _RESPONSES
        is_marked = symbol.name.font == "bold" or not {*symbol.name.accents}.isdisjoint(VECTORS)
        is_datum = symbol.is_family or symbol.kind == "random column" or "bar" in symbol.name.accents  # X_i, X̄
        is_number = not is_marked and (is_datum or not symbol.name.base.isupper())
        is_asked = self.other_kind == "number" or is_blamed
        if is_open and ((is_asked and is_number) or is_response):
            kind = "number"
        elif is_open and self.other_kind not in ("", "free") and symbol.name.base in _COLUMNS:
            kind = "column"
        return replace(symbol, kind=kind, rows=None, columns=None, length=None, facts=(), strength="convention")

    def letter(self, name: Name) -> Term:
        """A letter according to the table."""
        self.refuse_bound(name)
        found = key(name)
        if found not in self.letters:
            symbol = self.without_members(self.symbol(name))
            self.used[found] = symbol
            self.letters[found] = Term("letter", self.shape_of(symbol, found), data=(found,), span=name.span)
        return replace(self.letters[found], span=name.span)

    @staticmethod
    def without_members(symbol: Symbol) -> Symbol:
        """A letter that stands alone: that its members v_i are numbers, as the rows agree, does not make v one."""
        if symbol.strength != "agreed" or symbol.kind != "number" or not symbol.is_family:
            return symbol
        return replace(symbol, kind=look(symbol.name), strength="convention")

    def shape_of(self, symbol: Symbol, of: str) -> Shape:
        """The shape of a symbol: its declared sizes, and unknown sizes otherwise."""
        if symbol.kind in ("subspace", "function"):
            raise Unsupported(symbol.name.span, f"the {symbol.kind} {letter_text(of)} as a matrix")
        if self.is_general and symbol.has_numeric_size:
            rows = Unknown(of, plural=True)
            is_square = symbol.rows == symbol.columns
            return rows, 1 if symbol.columns == Num("1") else rows if is_square else Unknown(of, plural=True)
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
        self.sizes.unify(own, rigid, Reason(span, f"{letter_text(of)} is declared", frozenset({of})))
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
        plain = bare(name)
        term = self.letter(plain)
        for own, size in zip(term.shape, shape, strict=True):
            try:
                self.sizes.unify(own, self.size(size), Reason(name.span, "its subscript", frozenset({key(plain)})))
            except Clash as clash:
                raise Misfit(name.span, f"{unicode(name)} is {self.shape_text(term)}", clash.blamed) from None
        return replace(term, span=name.span)

    def ones(self, name: Name) -> Term:
        """A column of ones, perhaps with its length."""
        length: Dim = Unknown(key(name), plural=True)
        if isinstance(name.subscript, Name | Num):
            length = self.size(name.subscript)
        elif name.subscript is not None:
            raise Untyped(
                name.span, letter_text(name), "a column of ones with one length", f"{unicode(name)} as a column of ones"
            )
        return Term("ones", (length, 1), span=name.span)

    def identity(self, name: Name) -> Term:
        """The identity matrix, perhaps with its size."""
        size: Dim = Unknown(key(name), plural=True)
        if isinstance(name.subscript, Name | Num | Sum):
            size = self.size(name.subscript)
        elif isinstance(name.subscript, Product) and "×" in name.subscript.marks:
            size = self.size(name.subscript.factors[0])
        elif name.subscript is not None:
            raise Untyped(name.span, letter_text(name), "an identity matrix with one size")
        return Term("identity", (size, size), span=name.span)

    def subscripted(self, name: Name) -> Term | None:
        """A member of a family, an entry or a projector; None for a letter of its own."""
        raise NotImplementedError

    @contextmanager
    def binding(self, index: Name, length: Dim, after: Dim = 0, last: Dim | None = None) -> Iterator[Index]:
        """A context in which an index runs; an inner one of the same name gets another name in the statement."""
        outer = self.bound.get(key(index))
        taken = {x.name for x in self.bound.values()}
        name = key(index)
        while name in taken:
            name += "'"
        self.bound[key(index)] = Index(name, length, after, last)
        try:
            yield self.bound[key(index)]
        finally:
            del self.bound[key(index)]
            if outer is not None:
                self.bound[key(index)] = outer


def with_name(node: Node, old: Name, new: Name | Num) -> Node:
    """A formula with one name in place of another."""
    if node == old:
        return replace(new, span=node.span)
    parts = [with_name(x, old, new) for x in children(node)]
    return with_children(node, parts) if parts else node
