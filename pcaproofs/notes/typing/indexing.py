"""Typing of letters with subscripts: members of families, entries, unit vectors, Kronecker's δ, projectors."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import INDICES, index_of, is_capital, is_kronecker, key, letter_text
from pcaproofs.notes.formulas.surface import UPPER_INDEX, Listed, Name, Node, Num, Product, Sum
from pcaproofs.notes.scope.entrywise import ENTRYWISE
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.dimensions import Clash, Dim, Reason, Unknown
from pcaproofs.notes.typing.naming import Definition, Index
from pcaproofs.notes.typing.pairs import Pairs
from pcaproofs.notes.typing.shaping import SCALAR
from pcaproofs.notes.typing.terms import Term, Unsupported, Untyped

if TYPE_CHECKING:
    from pcaproofs.notes.scope.evidence import Symbol

LAST = "last"  # the index of v_p of v_1, …, v_p: what is proved of it holds of all members
_COLUMNS_BELOW = frozenset("uvwxyzXYZUVW")
_PROJECTORS = frozenset({"P", "Π", "π"})


class Indexing(Pairs):
    """Types letters with subscripts."""

    def subscripted(self, name: Name) -> Term | None:
        """A member of a family, an entry or a projector; None for a letter of its own."""
        if self.is_projector(name):
            return self.projector(name)
        base = replace(name, subscript=None)
        index = index_of(name)
        if self.numbered and isinstance(index, Num | Name) and (term := self.numbered_member(name, base, index)):
            return term
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
        if (said := self.table.unit_vectors(base, self.offset, index)) is not None:
            length = Unknown(f"length of {key(base)}", plural=True) if said.of is None else self.size(said.of)
            return self.unit_vector(name, index, length)
        is_own = self.table.is_declared(name, self.offset) and not symbol.is_family
        if is_own and not self.table.is_entry(name, base, self.offset):
            return None
        definition = self.definitions.get(base)
        if definition is not None and len(definition.parameters) == 1 and key(base) not in self.models:
            return self.indexed_definition(key(base), definition, (index,), name.span)
        if key(index) in self.table.sizes and bound is None:
            return None
        if (bold := self.in_bold(base)) is not None:
            self.defaults.setdefault(f"{letter_text(replace(base, subscript=index))} is an entry of the column in bold")
            return self.entry(bold, (index,), name)
        if symbol.length is None and symbol.is_family is False:
            if not is_own and (sample := self.sample(name, base, index)) is not None:
                return sample
            if self.table.is_column(base, self.offset):
                return self.entry_of_column(name, base, index, is_own=is_own)
            if bound is None:
                return None
        return self.member(name, base, index, symbol)

    def entry_of_column(self, name: Name, base: Name, index: Name, *, is_own: bool) -> Term:
        """x_i as an entry of the column x; is_own: the note says what x_i is."""
        if key(name) in self.table.transposed:  # x_iᵀ of numbers says nothing
            raise Unsupported(name.span, f"{unicode(name)}, an entry of {unicode(base)} or a column,")
        if not is_own:
            self.by_entries.add(key(base))
        if key(base) in self.table.entrywise:
            self.defaults.setdefault(ENTRYWISE)
        column = self.embedded(self.letter(base), index)
        return Term("entry", SCALAR, (column,), (self.index(index, column.shape[0], name),), name.span)

    def sample(self, name: Name, base: Name, index: Name) -> Term | None:
        """x_k below a sum over k = 1, …, n, where x ∈ ℝ^p and X is n×p with n ≠ p: no entry of x, but a row of X."""
        bound, capital = self.bound.get(key(index)), self.table.capital_of(base, self.offset)
        if bound is None or capital is None or bound.last is not None:
            return None
        column, matrix = self.table.at(base, self.offset), self.table.at(capital, self.offset)
        if column.rows is None or matrix.rows is None or matrix.columns is None:
            return None
        size, rows, columns = (self.sizes.find(self.size(x)) for x in (column.rows, matrix.rows, matrix.columns))
        many = self.sizes.find(bound.length)
        if size == many or isinstance(size, int) or isinstance(many, int) or {rows, columns} != {size, many}:
            return None
        by = "row" if rows == many else "column"
        whole = self.letter(capital)
        if by == "column":
            whole = self.transpose(whole, name.span)
        self.defaults.setdefault(
            f"{member_of(base)} is the i-th {by} of {letter_text(capital)}, by their names and sizes"
        )
        at = self.index(index, whole.shape[0], name)
        return Term("member", (whole.shape[1], 1), (whole,), (at,), name.span)

    def in_bold(self, base: Name) -> Term | None:
        """The column that has the name of a plain letter in bold, where the note defines or declares it."""
        bold = replace(base, font="bold")
        known = self.definitions.get(bold)
        if base.font or base.accents or self.table.is_declared(base, self.offset):
            return None
        if (known is None or known.parameters) and not self.table.is_declared(bold, self.offset):
            return None
        column = self.expression(bold)
        return column if self.is_column(column) and not self.is_scalar(column) else None

    def unit_vector(self, name: Name, index: Name, size: Dim) -> Term:
        """e_i: the i-th column of the identity matrix of a size."""
        eye = Term("identity", (size, size), span=name.span)
        return Term("member", (size, 1), (eye,), (self.index(index, size, name),), name.span)

    def index(self, index: Name, length: Dim, name: Name) -> str:
        """The name of an index in the statement; what it runs over is as long as what it indexes."""
        known = self.table.at(index, self.offset)
        if key(index) not in self.bound and known.is_pinned and known.kind in ("column", "matrix"):
            raise Unsupported(name.span, f"{unicode(index)} as an index")
        if key(index) in self.paired and key(index) not in self.bound:
            raise Unsupported(name.span, f"the index {unicode(index)} both below a sum over pairs and free")
        bound = self.bound.get(key(index)) or Index(key(index), self.free.setdefault(key(index), length))
        try:
            self.sizes.unify(bound.length, length, Reason(name.span, "a sum over all", frozenset()))
        except Clash:
            what = "a sum over a part of" if key(index) in self.bound else "one index of two lengths in"
            raise Unsupported(name.span, f"{what} {unicode(name)}") from None
        self.indices.add(bound.name)
        return bound.name

    def member(self, name: Name, base: Name, index: Name, symbol: Symbol) -> Term:
        """x_i as the i-th row of the matrix that holds the family, or the i-th entry of the column that does."""
        whole = self.embedded(self.family(base, symbol), index)
        at = self.index(index, whole.shape[0], name)
        if self.sizes.find(whole.shape[1]) == 1:
            return Term("entry", SCALAR, (whole,), (at,), name.span)
        out = Term("member", (whole.shape[1], 1), (whole,), (at,), name.span)
        return self.transpose(out, name.span) if _is_row(symbol) else out

    def numbered_member(self, name: Name, base: Name, index: Num | Name) -> Term | None:
        """v_1 as the first member of v_1, …, v_p, and v_p as any of them, not only the last; None if it is none."""
        symbol = self.table.at(base, self.offset)
        if not symbol.is_family or symbol.length is None or self.table.is_declared(name, self.offset):
            return None
        if isinstance(index, Name):
            if index != symbol.length or key(index) in self.bound:
                return None
            at: str | int = LAST
        elif index.text.isdecimal() and index.text != "0":
            at = int(index.text) - 1
        else:
            return None
        whole = self.family(base, symbol)
        if at == LAST:
            self.indices.add(LAST)
        if self.sizes.find(whole.shape[1]) == 1:
            return Term("entry", SCALAR, (whole,), (at,), name.span)
        out = Term("member", (whole.shape[1], 1), (whole,), (at,), name.span)
        return self.transpose(out, name.span) if _is_row(symbol) else out

    def embedded(self, whole: Term, index: Name) -> Term:
        """A family of M members below a sum over the first M members of a longer one, continued by zeros."""
        bound = self.bound.get(key(index))
        if bound is None or bound.last is None or bound.after != 0:
            return whole
        length = self.sizes.find(whole.shape[0])
        if length != self.sizes.find(bound.last) or length == self.sizes.find(bound.length):
            return whole
        rows = Term("leading", (bound.last, bound.length), span=whole.span)
        return self.multiply(self.transpose(rows, whole.span), whole, "", whole.span)

    def family(self, base: Name, symbol: Symbol) -> Term:
        """The matrix whose rows are the members of a family: one of the note's own, or a letter for it."""
        linked = self.table.matrix_of(base, self.offset)
        if linked is not None:
            matrix, by, said = linked
            term = self.name(matrix)
            whole = term if by == "rows" else self.transpose(term, term.span)
            self.as_many(whole, base)
            self.defaults.setdefault(f"{member_of(base)} is the i-th {by[:-1]} of {letter_text(matrix)}{said}")
            self.linked[f"family {key(base)}"] = symbol, whole
            return whole
        found = f"family {key(base)}"
        if found not in self.letters:
            symbol = self.loosened(symbol)
            self.used[found] = symbol
            length: Dim = self.size(symbol.length) if symbol.length is not None else Unknown(found, plural=True)
            rows, columns = self.shape_of(symbol, key(base))
            if _is_row(symbol):
                rows, columns = columns, rows
            if self.sizes.find(columns) != 1:
                raise Unsupported(base.span, "a family of matrices")
            self.letters[found] = Term("letter", (length, rows), data=(found,), span=base.span)
        return self.letters[found]

    def as_many(self, whole: Term, base: Name) -> None:
        """Give a matrix as many members of a family as the note lists in it. Raises Unsupported if it has others."""
        said = self.table.arranged_last(base, self.offset)
        if said is None or said.last is None:
            return
        try:
            self.sizes.unify(whole.shape[0], self.size(said.last), Reason(whole.span, "its members", frozenset()))
        except Clash:
            raise Unsupported(whole.span, f"the members of {key(base)} up to another one than elsewhere") from None

    def is_no_index(self, node: Node) -> bool:
        """Whether a subscript is a letter for a column: x, y, z, u, v, w that no sum binds and that is no size."""
        if not isinstance(node, Name) or key(node) in self.bound or key(node) in self.table.sizes:
            return False
        return node.base in _COLUMNS_BELOW

    def doubly_indexed(self, name: Name, base: Name, first: Node, second: Node) -> Term | None:
        """A_{ij}: an entry of a matrix; x_{ij} is one of X; None for a letter of its own, Σ_{xz}."""
        declared = self.table.is_declared(base, self.offset) or self.table.is_declared(name, self.offset)
        none = [self.is_no_index(x) for x in (first, second)]
        if is_capital(base) and (all(none) or (any(none) and isinstance(name.subscript, Product))):
            return None  # Σ_xz, the covariance of x and z, or U_up with a word
        if is_kronecker(name) and not declared:
            return self.kronecker(name, first, second)
        if not (isinstance(first, Name | Num) and isinstance(second, Name | Num)):
            raise Unsupported(name.span, "an entry by other than two letters or numbers")
        if base.upper == UPPER_INDEX:
            return self.entry_of_member(name, base, first, second)
        definition = self.definitions.get(base)
        if definition is not None and len(definition.parameters) == 2 and self.is_of_indices(base, definition):
            term = self.indexed_definition(key(base), definition, (first, second), name.span)
            if term is not None:
                return term
        matrix = base if is_capital(base) else self.table.capital_of(base, self.offset)
        bold = replace(base, font="bold")
        if matrix == base and not (base.font or declared) and self.table.is_declared(bold, self.offset):
            self.defaults.setdefault(f"{letter_text(base)}_ij is an entry of the matrix in bold")
            matrix = bold
        if matrix is not None:
            return self.entry(self.name(matrix), (first, second), name)
        if key(base) not in self.table.arrays or not all(map(self.is_index, (first, second))):
            raise Unsupported(name.span, "coefficients with two indices")
        return self.entry(self.array(base), (first, second), name)

    def is_of_indices(self, base: Name, definition: Definition) -> bool:
        """Whether the parameters of a definition are the indices of coefficients, and not arguments of a function."""
        is_array = key(base) in self.table.arrays and key(base) not in self.table.functions
        return is_array or {*map(key, definition.parameters)} <= INDICES

    def entry_of_member(self, name: Name, base: Name, first: Name | Num, second: Name | Num) -> Term:
        """x_j^{(i)}: the entry j of the column x^{(i)}. Raises Unsupported where the note has no such columns."""
        symbol = self.table.at(base, self.offset)
        if symbol.kind != "column" or not all(map(self.is_index, (first, second))):
            raise Unsupported(name.span, "coefficients with two indices")
        return self.entry(self.family(base, symbol), (first, second), name)

    def is_index(self, node: Name | Num) -> bool:
        """Whether a subscript is a number or a running letter, and no size."""
        if isinstance(node, Num):
            return node.text.isdecimal() and node.text != "0"
        return key(node) in self.bound or (len(node.base) == 1 and key(node) not in self.table.sizes)

    def array(self, base: Name) -> Term:
        """The matrix of all coefficients with two indices that a letter has."""
        found = f"array {key(base)}"
        if found not in self.letters:
            self.used[found] = self.symbol(base)
            shape = Unknown(found, plural=True), Unknown(found, plural=True)
            self.letters[found] = Term("letter", shape, data=(found,), span=base.span)
        return self.letters[found]

    def kronecker(self, name: Name, first: Node, second: Node) -> Term:
        """δ_ij, as the product of two columns of an identity matrix: e_iᵀe_j."""
        if not (isinstance(first, Name) and isinstance(second, Name)):
            raise Unsupported(name.span, f"Kronecker's δ of {unicode(first)} and {unicode(second)}")
        size: Dim = Unknown(f"size of {key(name)}", plural=True)
        self.defaults.setdefault("δ is Kronecker's")
        left, right = self.unit_vector(name, first, size), self.unit_vector(name, second, size)
        return self.multiply(self.transpose(left, name.span), right, "", name.span)

    def entry(self, term: Term, indices: tuple[Node, ...], at: Node) -> Term:
        """An entry of a term."""
        if len(indices) == 1 and not self.is_column(term):
            raise Unsupported(at.span, "one index of a matrix, which may be of a row or of a column,")
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
        projector = replace(name, subscript=replace(space, mark=""))
        onto = self.projector_letter(projector, name.span)
        if space.mark != "⊥":
            return onto
        eye = Term("identity", onto.shape, span=name.span)
        return Term("sum", onto.shape, (eye, onto), ("+", "-"), name.span)

    def projector_letter(self, name: Name, span: Span) -> Term:
        """The letter of a projector onto a subspace."""
        found = key(name)
        if (definition := self.definitions.get(name)) is not None and found not in self.opened:
            return self.opened_definition(found, definition, span)
        if found not in self.letters:
            size = Unknown(found, plural=True)
            self.used[found] = self.symbol(name)
            self.letters[found] = Term("letter", (size, size), data=(found,), span=span)
            self.projectors[found] = span
            self.defaults.setdefault(
                f"{letter_text(name)} is the orthogonal projector onto {letter_text(name.subscript or name)}"
            )
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


def member_of(base: Name) -> str:
    """A member of a family in words: x_i or x^{(i)}."""
    return letter_text(replace(base, subscript=Name("i")))


def _is_row(symbol: Symbol) -> bool:
    """Whether the members of a family are declared to be rows, 1×p."""
    return symbol.rows == Num("1") and symbol.columns not in (None, Num("1"))
