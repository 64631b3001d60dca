"""Rules of letters: names, constants, members of families, entries, projectors, and roots of matrices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pcaproofs.notes.formulas.printing import latex, unicode
from pcaproofs.notes.formulas.spelling import (
    INDICES,
    VECTORS,
    bare,
    index_of,
    is_capital,
    is_identity,
    is_kronecker,
    is_ones,
    is_word,
    is_zero,
    key,
    letter_text,
    size_in_subscript,
    spelled,
)
from pcaproofs.notes.formulas.surface import (
    UPPER_INDEX,
    Big,
    Blank,
    Chain,
    Frac,
    Group,
    Listed,
    Name,
    Node,
    Num,
    Product,
    Sentence,
    Sum,
    free,
    index_names,
    nodes,
)
from pcaproofs.notes.scope.uses import ENTRYWISE, kind_by_look
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.text.symbols import PLACES
from pcaproofs.notes.typing.shapes import Clash, Misfit
from pcaproofs.notes.typing.terms import (
    SCALAR,
    Dim,
    Relation,
    Shape,
    Term,
    Unknown,
    Unsupported,
    Untyped,
    compound,
    free_indices,
    indices_of,
    is_same,
    letters_of,
    refuse,
    terms,
)
from pcaproofs.notes.typing.types import Definition, Index, RootOf, Types, types, unknown, with_name

if TYPE_CHECKING:
    from pcaproofs.notes.scope.evidence import Symbol
    from pcaproofs.notes.typing.building import Builder

LAST = "last"  # the index of v_p of v_1, …, v_p: what is proved of it holds of all members
ROOT, OF_DIAGONAL = "root of ", "diagonal "
CIRCLE = "cos²# + sin²# = 1"  # of an angle #
_RESPONSES = frozenset("ytrecεϵη")
BY_NAMES = ", by their names"
MOST_CAPITALS = 4
IN_BOLD = "is an entry of the column in bold"
OF_NUMBERS = " is the column of its numbers"
DEPENDS = " depends on the index of the sum around it"
REAL = " is real"  # of a letter that the note declares to be complex
_COLUMNS = frozenset("βγδεϵζηθμνξφψωbcehqruvwxyz")
_COLUMNS_BELOW = frozenset("uvwxyzXYZUVW")
_PROJECTORS = frozenset({"P", "Π", "π"})
_NUMBERS = frozenset("RCNZQ")  # in blackboard bold


# Names


@types(Name)
def named(t: Types, name: Name) -> Term:
    """The term of a letter with its full name. Raises Untyped, Unsupported, Misfit."""
    found = key(name)
    if found in t.given:
        return t.given[found]
    if found in t.local:
        return t.letters[found]
    _refuse(t, name)
    if (constant := _constant(t, name, found)) is not None:
        return constant
    plain = replace(name, accents=tuple(x for x in name.accents if x != "bar"))
    if t.table.is_complex(plain, t.offset):
        t.default(f"{letter_text(bare(plain))}{REAL}")
        if plain != name and not (t.is_declared(name) or name in t.definitions):
            return named(t, plain)  # its conjugate
    definition = t.definitions.get(name)
    definition = definition if definition is not None and not _is_random_itself(t, name, definition) else None
    if definition is not None and not definition.parameters and found not in {*t.opened, *t.models}:
        _refuse_bound(t, name)
        return _of_declared_shape(t, name, _opened(t, name, definition))
    if (term := _by_entries(t, name, definition)) is not None:
        return term
    if found in t.table.sizes - t.no_sizes and not _is_taken_anew(t, name):
        _refuse_bound(t, name)
        t.size_values.add(found)
        return Term("size", SCALAR, data=(found,), span=name.span)
    if (shape := size_in_subscript(name)) is not None:
        return _with_written_shape(t, name, shape)
    is_short = name.base.isupper() and len(name.base) <= MOST_CAPITALS  # RSS, MSE: numbers
    refuse(is_word(name) and not (is_short or t.is_declared(name)), name.span, f"the word {name.base}")
    is_told_apart = name.mark == "-" and t.table.has_marked_columns
    if name.mark in ("-", "†") and not (is_told_apart or t.is_declared(name)):
        return _adjoint(t, name)
    if name.subscript is not None and (term := _subscripted(t, name)) is not None:
        return term
    return letter(t, name)


def entries_named(matrix: Name) -> str:
    """That the small letter with two indices is an entry: "aᵢⱼ is an entry of A"."""
    small = replace(matrix, base=matrix.base.lower(), subscript=Product((Name("i"), Name("j")), ("",)))
    return f"{unicode(small)} is an entry of {unicode(matrix)}"


def entries_of(definitions: Mapping[Node, Definition], name: Name) -> Definition | None:
    """The definition of the entries c_ij of a matrix C in another letter; None if there is none."""
    small = replace(name, base=name.base.lower())
    found = definitions.get(small) if small != name else None
    return found if found is not None and len(found.parameters) == 2 else None


def _by_entries(t: Types, name: Name, definition: Definition | None) -> Term | None:
    """A matrix, or what the note takes for a column, whose entries an equation says; None for others."""
    entries = definition or entries_of(t.definitions, name)
    count = 0 if entries is None else len(entries.parameters)  # none where a letter is not to be opened
    if entries is None or not (count == 2 or (count == 1 and t.said(name).kind == "column")):
        return None
    if (term := of_entries(t, name, entries)) is None:
        return None
    if definition is None:
        t.default(f"{entries_named(name)}{BY_NAMES}")
    return _of_declared_shape(t, name, term)


def of_entries(t: Types, name: Name, definition: Definition) -> Term | None:
    """The matrix or column whose entries an equation says, K of K_ij = x_iᵀx_j; None for others or without a type."""
    if not {key(x) for x in definition.parameters} <= INDICES or key(name) in t.opened:
        return None
    if (known := t.of_entries.get(definition.span)) is not None:
        t.defined_by[definition.span] = None
        return replace(known, span=name.span)
    before = t.bound, t.given
    t.bound, t.given = {}, {}
    t.opened.append(key(name))
    try:
        with t.attempt():
            term = matrix_of_entries(t, definition.body, definition.parameters, name.span)
    except (Untyped, Unsupported, Misfit):
        return None
    finally:
        t.opened.pop()
        t.bound, t.given = before
    t.defined_by[definition.span] = None
    t.of_entries[definition.span] = term
    return replace(term, span=name.span)


def matrix_of_entries(t: Types, entry: Node, indices: Sequence[Name], span: Span) -> Term:
    """The matrix Σ f(i, j) eᵢeⱼᵀ of an entry f(i, j), or the column of an entry with one index."""
    with ExitStack() as stack:
        running = [stack.enter_context(t.binding(x, unknown(f"length of {key(x)}"))) for x in indices]
        value = t.value(entry)
        t.need_scalar(value, "a number, as an entry of a matrix")
        first, *second = [unit_vector(t, x, i.length) for x, i in zip(indices, running, strict=True)]
        out = t.multiply(value, t.outer(first, second[0], span) if second else first, "", span)
    return t.over(out, *running, span=span)


def _is_random_itself(t: Types, name: Name, definition: Definition) -> bool:
    """Whether a letter in a mean is random and no letter of its definition is: e of e = x − x̂."""
    if not t.is_mean or t.said(name).kind != "random column":
        return False
    seen, waiting = set[Name](), [definition.body]
    while waiting:
        inside = {x for x in nodes(waiting.pop()) if isinstance(x, Name)} - seen
        seen |= inside
        waiting += [t.definitions[x].body for x in inside if x in t.definitions]
    return not any(t.said(x).kind == "random column" for x in seen)


def _opened(t: Types, name: Name, definition: Definition) -> Term:
    """What a letter is defined as, which below a sum over i may depend on i: ∑ᵢ s of s = xᵢᵀy."""
    term = t.opening(key(name), definition, definition.body, name.span)
    if name.subscript is None and not indices_of(term).isdisjoint(x.name for x in t.bound.values()):
        t.default(f"{letter_text(name)}{DEPENDS}")
    return term


def _of_declared_shape(t: Types, name: Name, term: Term) -> Term:
    """What a letter stands for, with the shape that the note declares, if it fits."""
    symbol = t.said(name)
    if symbol.is_pinned and symbol.rows is not None and symbol.columns is not None and not t.is_general:
        with suppress(Clash), t.attempt():
            for own, size in zip(term.shape, (symbol.rows, symbol.columns), strict=True):
                t.sizes.unify(own, t.size(size), frozenset({key(name)}))
    return term


def _refuse(t: Types, name: Name) -> None:
    """Raises Unsupported for an index, a function, a space and what may be a conjugate; Untyped for ⊤."""
    refuse(key(name) in t.bound, name.span, "the index {} as a number", name)
    is_open = "bar" in name.accents and not (t.is_declared(name) or name in t.definitions)
    plain = replace(name, accents=tuple(x for x in name.accents if x != "bar"))
    is_conjugate = is_open and t.table.has_conjugates and not t.table.is_complex(plain, t.offset)
    refuse(is_conjugate, name.span, "{}, which may be a complex conjugate,", name)
    refuse(name.base == "∞" and not t.is_declared(name), name.span, "∞ as a number")
    refuse(name.base in PLACES, name.span, "a function without its argument")
    if name.base == "⊤":
        raise Untyped(name.span, "⊤", "a superscript")
    if name.font == "blackboard" and name.base in _NUMBERS and not t.is_declared(name):
        raise Unsupported(name.span, f"the space {unicode(name)}")


def _refuse_bound(t: Types, name: Name) -> None:
    """Raises Unsupported for a letter of its own whose name contains an index that a sum binds: X_i, w_{q_i}."""
    if not t.bound:
        return
    below = {y.base for x in (name.subscript, name.upper) if x is not None for y in nodes(x) if isinstance(y, Name)}
    if inside := (free(name) | below) & t.bound.keys():
        raise Unsupported(name.span, f"{unicode(name)} below a sum over {min(inside)}")


def _is_taken_anew(t: Types, name: Name) -> bool:
    """Whether a letter that is a size elsewhere is declared as a column or matrix here: "let n be the normal"."""
    symbol = t.said(name)
    if symbol.kind == "number":  # "for a scalar k", where another section has k columns
        return symbol.is_pinned and t.table.is_firm(symbol, t.offset)
    return symbol.kind in ("column", "matrix") and symbol.is_pinned


def _constant(t: Types, name: Name, found: str) -> Term | None:
    """A zero in another font, a column of ones, or the identity; None for a letter."""
    if is_zero(name):
        return t.zero(name.span)
    if found in t.table.ones:
        rows = t.said(name).rows
        return Term("ones", (unknown(found) if rows is None else t.size(rows), 1), span=name.span)
    if is_ones(name):
        return ones(t, name)
    return _identity(t, name) if is_identity(name) and not t.is_declared(name) else None


def ones(t: Types, name: Name) -> Term:
    """A column of ones, perhaps with its length."""
    if not isinstance(name.subscript, Name | Num | None):
        said = f"{unicode(name)} as a column of ones"
        raise Untyped(name.span, letter_text(name), "a column of ones with one length", said)
    symbol = t.said(name)
    length = symbol.rows if name.subscript is None and symbol.is_pinned else name.subscript
    return Term("ones", (unknown(key(name)) if length is None else t.size(length), 1), span=name.span)


def _identity(t: Types, name: Name) -> Term:
    """The identity matrix, perhaps with its size."""
    match name.subscript:
        case None:
            size: Dim = Unknown(key(name), plural=t.other_kind != "unit")
            t.unsized.append(size)
            if t.other_kind == "unit":
                t.units.append(size)
        case Name() | Num() | Sum():
            size = t.size(name.subscript)
        case Product(factors, marks) if "×" in marks:
            size = t.size(factors[0])
        case _:
            raise Untyped(name.span, letter_text(name), "an identity matrix with one size")
    return Term("identity", (size, size), span=name.span)


def _adjoint(t: Types, name: Name) -> Term:
    """x† of a column, which is its transpose; x† of a matrix may be the pseudo-inverse, and x⁻ any other one."""
    refuse(name.mark == "-", name.span, "the mark − above a letter, which may be a generalised inverse,")
    term = t.expression(replace(name, mark=""))
    refuse(not t.is_column(term), name.span, "† on a matrix, which may be its transpose or its pseudo-inverse")
    t.default("† is the transpose, as all is real")
    return t.transpose(term, name.span)


def _with_written_shape(t: Types, name: Name, shape: tuple[Node, Node]) -> Term:
    """A letter whose subscript is its size: P_{k×d}."""
    plain = bare(name)
    term = letter(t, plain)
    for own, size in zip(term.shape, shape, strict=True):
        try:
            t.sizes.unify(own, t.size(size), frozenset({key(plain)}))
        except Clash as clash:
            raise Misfit(name.span, f"{unicode(name)} is {t.shape_text(term)}", clash.blamed) from None
    return term


# Letters of their own


def letter(t: Types, name: Name) -> Term:
    """A letter according to the table."""
    _refuse_bound(t, name)
    found = key(name)
    if found not in t.letters:
        symbol = loosened(t, t.said(name))
        is_column = t.other_kind == "entries" if t.ignores_facts else found in t.table.transposed
        if is_column and is_of_numbers(symbol):
            t.default(f"{letter_text(name)}{OF_NUMBERS}")
            t.used[found] = replace(symbol, kind="column", facts=(), strength="convention")
            return replace(family(t, name, symbol), span=name.span)
        if symbol.strength == "agreed" and symbol.kind == "number" and symbol.is_family:
            symbol = replace(
                symbol, kind=kind_by_look(symbol.name), strength="convention"
            )  # that v_i are numbers makes v none
        is_open = symbol.strength in ("convention", "agreed") and symbol.kind == "number"
        refuse(is_open and found in t.table.functions, name.span, "the function {} as a number", name)  # fg = gf
        t.used[found] = symbol
        t.new_letter(found, symbol, shape_of(t, symbol, found), name.span)
    return replace(t.letters[found], span=name.span)


def is_of_numbers(symbol: Symbol) -> bool:
    """Whether a letter has members that the note says to be numbers."""
    if not symbol.is_family or symbol.strength == "agreed":
        return False
    return symbol.kind == "number" or (symbol.rows, symbol.columns) == (Num("1"), Num("1"))


def loosened(t: Types, symbol: Symbol) -> Symbol:
    """A symbol without its sizes and properties where letters are taken anew, unless its section says its sizes."""
    is_blamed = t.other_kind == "blamed" and key(symbol.name) in t.numbers
    is_kept = t.other_kind != "free" and not is_blamed and t.table.has_sizes_here(symbol, t.offset)
    if not t.ignores_facts or is_kept or t.other_kind == "entries":
        return symbol
    is_open = symbol.kind in ("number", "column", "matrix") and (is_blamed or not symbol.is_pinned)
    is_open |= symbol.kind == "random column" and t.other_kind in ("number", "blamed") and not symbol.is_pinned
    kind = symbol.kind
    is_response = t.other_kind == "response" and symbol.is_family and symbol.name.base in _RESPONSES
    is_marked = symbol.name.font == "bold" or not {*symbol.name.accents}.isdisjoint(VECTORS)
    is_datum = symbol.is_family or symbol.kind == "random column" or "bar" in symbol.name.accents  # X_i, X̄
    is_number = not is_marked and (is_datum or not symbol.name.base.isupper())
    is_asked = t.other_kind == "number" or is_blamed
    if is_open and ((is_asked and is_number) or is_response):
        kind = "number"
    elif is_open and t.other_kind not in ("", "free") and symbol.name.base in _COLUMNS:
        kind = "column"
    return replace(symbol, kind=kind, rows=None, columns=None, length=None, facts=(), strength="convention")


def shape_of(t: Types, symbol: Symbol, of: str) -> Shape:
    """The shape of a symbol: its declared sizes, and unknown sizes otherwise."""
    if symbol.kind in ("subspace", "function"):
        raise Unsupported(symbol.name.span, f"the {symbol.kind} {letter_text(of)} as a matrix")
    if t.is_general and symbol.has_numeric_size:
        rows = unknown(of)
        is_square = symbol.rows == symbol.columns
        return rows, 1 if symbol.columns == Num("1") else rows if is_square else unknown(of)
    if symbol.rows is not None and symbol.columns is not None:
        return _declared(t, symbol.rows, of), _declared(t, symbol.columns, of)
    if symbol.kind in ("number", "size", "index"):
        return SCALAR
    return unknown(of), 1 if symbol.kind in ("column", "random column") else unknown(of)


def _declared(t: Types, size: Node, of: str) -> Dim:
    """A declared size, joined to the letter by its declaration."""
    rigid, own = t.size(size), Unknown(of)
    if rigid == 1:
        return 1
    t.sizes.unify(own, rigid, frozenset({of}))
    return own


# Letters with subscripts


def _subscripted(t: Types, name: Name) -> Term | None:
    """A member of a family, an entry or a projector; None for a letter of its own."""
    if is_projector(t, name):
        return projector(t, name)
    is_sum = name.base in _PROJECTORS and isinstance(name.subscript, Sum)
    refuse(is_sum and any(is_subspace(t, x) for x in nodes(name.subscript)), name.span, "an affine projection")  # type: ignore[arg-type]
    base, index = bare(name), index_of(name)
    is_numbered = t.numbered or (isinstance(index, Num) and t.table.is_held(base, t.offset))
    if is_numbered and isinstance(index, Num | Name) and (term := _numbered_member(t, name, base, index)):
        return term
    is_summed = key(base) in t.table.summed and not t.is_declared(name)
    if is_summed and (term := _summed_member(t, name, base)) is not None:
        return term
    match index:
        case Name():
            return _indexed(t, name, base, index)
        case Product(factors=(first, second)) | Listed(items=(first, second)):
            return _doubly_indexed(t, name, base, first, second)
    return None


def _indexed(t: Types, name: Name, base: Name, index: Name) -> Term | None:
    """x_i: a member of a family, or an entry of a column; None if i is no index of either."""
    symbol = t.said(base)
    if (said := t.table.unit_vectors(base, t.offset, index)) is not None:
        return unit_vector(t, index, unknown(f"length of {key(base)}") if said.of is None else t.size(said.of), name)
    is_own = t.is_declared(name) and not symbol.is_family
    own = replace(t.said(name), name=base, is_family=True, length=symbol.length)
    if is_own and not t.table.is_entry(name, base, t.offset):  # "x_n ∈ ℝ^p" beside x ∈ ℝ^p: the x_n below a sum over n
        return member(t, base, index, own, name) if key(index) in t.bound else None
    # "y_n ∈ ℝ" where only sums show that y is a family
    symbol = own if t.is_declared(name) and symbol.strength == "convention" else symbol
    if t.arranged.get(key(base), (base, ""))[1] == "entries":
        t.default(f"{member_of(base)} is the i-th entry of {letter_text(base)}{BY_NAMES}")
        return entry(t, letter(t, base), (index,), name)
    definition = t.definitions.get(base)
    if definition is not None and len(definition.parameters) == 1 and key(base) not in t.models:
        return _defined_by_member(t, base, definition, (index,), name.span)
    if key(index) in t.table.sizes and key(index) not in t.bound:
        return None
    if key(index) not in t.bound and symbol.columns not in (None, Num("1")) and not _is_row(symbol):
        return None  # P_k of matrices P_k, none of which a sum binds
    if (bold := _in_bold(t, base)) is not None:
        t.default(f"{letter_text(replace(base, subscript=index))} {IN_BOLD}")
        return entry(t, bold, (index,), name)
    if symbol.length is None and symbol.is_family is False:
        if not is_own and (sample := _sample(t, name, base, index)) is not None:
            return sample
        if t.table.is_column(base, t.offset) and not _is_sample_in_bold(t, name, index, symbol):
            return _entry_of_column(t, name, base, index, is_own=is_own)
        if key(index) not in t.bound and not (index.base in INDICES and t.table.is_held(base, t.offset)):
            return None
    return member(t, base, index, symbol, name)


def _is_sample_in_bold(t: Types, name: Name, index: Name, symbol: Symbol) -> bool:
    """Whether 𝐱_n is a column beside a column 𝐱: 𝐱_nᵀ occurs, or a sum runs over more n than 𝐱 has entries."""
    if name.font != "bold":
        return False
    if (bound := t.bound.get(key(index))) is not None and symbol.rows is not None:
        return t.sizes.find(t.size(symbol.rows)) != t.sizes.find(bound.length)
    return key(name) in t.table.transposed


def member(t: Types, base: Name, index: Name, symbol: Symbol, name: Name | None = None) -> Term:
    """x_i as the i-th row of the matrix that holds the family, or the i-th entry of the column that does."""
    name, whole = name or base, _embedded(t, family(t, base, symbol), index)
    return _member_at(t, whole, index_at(t, index, whole.shape[0], name), symbol, name.span)


def _member_at(t: Types, whole: Term, at: Dim, symbol: Symbol, span: Span) -> Term:
    if t.found(whole)[1] == 1:
        return Term("entry", SCALAR, (whole,), (at,), span)
    out = Term("member", (whole.shape[1], 1), (whole,), (at,), span)
    return t.transpose(out, span) if _is_row(symbol) else out


def _numbered_member(t: Types, name: Name, base: Name, index: Num | Name) -> Term | None:
    """v_1 as the first member of v_1, …, v_p, and v_p as any of them, not only the last; None if it is none."""
    symbol = t.said(base)
    is_listed = symbol.is_family and symbol.length is not None
    if not (is_listed or t.table.is_held(base, t.offset)) or t.is_declared(name):
        return None
    at: str | int = LAST
    if isinstance(index, Num):
        if not index.text.isdecimal() or index.text == "0":
            return None
        at = int(index.text) - 1
    elif index != symbol.length or key(index) in t.bound:
        return None
    whole = family(t, base, symbol)
    if at == LAST:
        t.indices.add(LAST)
    return _member_at(t, whole, at, symbol, name.span)


def _summed_member(t: Types, name: Name, base: Name) -> Term | None:
    """x_1, x_n, x_{n − 1} and x_{i + 1} of x_1, …, x_n, which are summed; None for a letter of its own."""
    symbol = t.said(base)
    ranges = name.subscript.parts if isinstance(name.subscript, Sentence) else (name.subscript,)
    if any(isinstance(x, Chain) and x.signs == (":",) for x in ranges):
        return _slice(t, letter(t, base), ranges, name)
    whole = _column(t, base) if t.table.is_column(base, t.offset) else family(t, base, symbol)
    match name.subscript:
        case Num(text) if text.isdecimal() and text != "0":
            at: Dim = int(text) - 1
        case Name() as n if _is_length(t, n, whole):
            at = compound("+", (whole.shape[0], -1))
        case Sum(terms=(Name() as n, Num(text)), signs=("", "-")) if text.isdecimal() and _is_length(t, n, whole):
            at = compound("+", (whole.shape[0], -1 - int(text)))
        case Sum(terms=(Name() as i, Num(text)), signs=("", "+" | "-" as sign)) if (
            text.isdecimal() and key(i) in t.bound
        ):
            return _neighbour(t, whole, i, int(sign + text), name)
        case _:
            return None
    return _member_at(t, whole, at, symbol, name.span)


def _slice(t: Types, whole: Term, ranges: Sequence[Node | None], name: Name) -> Term:
    """x_{2:n}, X_{1:k,:} and X_{:,1:k}: the first k places, or all from a number on; they are counted from 1."""
    refuse(len(ranges) != (1 if t.is_column(whole) else 2), name.span, "{} with these ranges", name)
    shape, first = list[Dim](), list[Dim]()
    for part, length in zip(ranges, whole.shape, strict=False):
        match part:
            case Chain(terms=(Blank(), Blank()), signs=(":",)):
                start, end = 1, length
            case Chain(terms=(Num(text), Name() | Num() as last), signs=(":",)) if text.isdecimal() and text != "0":
                start, end = int(text), t.size(last)
                if start > 1:
                    t.equal_sizes(end, length, name.span, "{} with a last place that is not its length", name)
            case _:
                raise Unsupported(name.span, f"the slice {unicode(name)}")
        first.append(start - 1)
        shape.append(end if start == 1 else compound("+", (end, 1 - start)))
    rows, columns = (*shape, 1)[:2]
    return Term("slice", (rows, columns), (whole,), tuple(first), name.span)


def _neighbour(t: Types, whole: Term, index: Name, step: int, name: Name) -> Term:
    """x_{i + 1} beside x_i below a sum over i, for the rows of a matrix or the entries of a column."""
    rows = 1 if t.found(whole)[1] == 1 else whole.shape[1]
    return Term("neighbour", (rows, 1), (whole,), (index_at(t, index, whole.shape[0], name), step), name.span)


def _is_length(t: Types, n: Name, whole: Term) -> bool:
    return key(n) not in t.bound and t.sizes.find(t.size(n)) == t.found(whole)[0]


def _entry_of_column(t: Types, name: Name, base: Name, index: Name, *, is_own: bool) -> Term:
    """x_i as an entry of the column x; is_own: the note says what x_i is."""
    if key(name) in t.table.transposed:  # v_kᵀ, of which numbers have no need
        t.default(f"{letter_text(name)} is a column of its own, no entry of {letter_text(base)}{BY_NAMES}")
        return letter(t, name)
    if not is_own:
        t.by_entries.add(key(base))
    if key(base) in t.table.entrywise:
        t.default(ENTRYWISE)
    column = _embedded(t, _column(t, base), index)
    return Term("entry", SCALAR, (column,), (index_at(t, index, column.shape[0], name),), name.span)


def _column(t: Types, base: Name) -> Term:
    """A column of whose entries a formula speaks: what it is defined as, or the letter."""
    defined = t.definitions.get(base)
    if defined is not None and not defined.parameters and key(base) not in {*t.opened, *t.models}:
        column = t.expression(base)
        if t.is_column(column):
            return column
    return letter(t, base)


def _sample(t: Types, name: Name, base: Name, index: Name) -> Term | None:
    """x_k below a sum over k = 1, …, n, where x ∈ ℝ^p and X is n×p with n ≠ p: no entry of x, but a row of X."""
    bound, capital = t.bound.get(key(index)), t.table.capital_of(base, t.offset)
    if bound is None or capital is None or bound.last is not None:
        return None
    said = t.said(base).rows, t.said(capital).rows, t.said(capital).columns
    if None in said:
        return None
    size, rows, columns = (t.sizes.find(t.size(x)) for x in said if x is not None)
    many = t.sizes.find(bound.length)
    if size == many or isinstance(size, int) or isinstance(many, int) or {rows, columns} != {size, many}:
        return None
    by, whole = "row", letter(t, capital)
    if rows != many:
        by, whole = "column", t.transpose(whole, name.span)
    t.default(f"{member_of(base)} is the i-th {by} of {letter_text(capital)}, by their names and sizes")
    return Term("member", (whole.shape[1], 1), (whole,), (index_at(t, index, whole.shape[0], name),), name.span)


def _in_bold(t: Types, base: Name) -> Term | None:
    """The column that has the name of a plain letter in bold, where the note defines or declares it."""
    bold = replace(base, font="bold")
    known = t.definitions.get(bold)
    said = t.said(base)
    if base.font or base.accents or (t.is_declared(base) and not (said.is_family and said.rows in (None, Num("1")))):
        return None
    is_pair = key(bold) in t.table.alone and key(base) not in t.table.alone and t.said(bold).kind == "column"
    if (known is None or known.parameters) and not (t.is_declared(bold) or is_pair):
        return None
    column = t.expression(bold)
    return column if t.is_column(column) else None


def _defined_by_member(
    t: Types, base: Name, definition: Definition, indices: tuple[Name | Num, ...], span: Span
) -> Term | None:
    """The term of a family that is defined member by member: x'_k = x_k − μ.

    Raises Unsupported where a sum in the definition binds an index that is put in.
    """
    if key(base) in t.opened:
        return None
    captured = {b for big in nodes(definition.body) if isinstance(big, Big) for b in index_names(big)}
    if any(isinstance(x, Name) and x.base in captured for x in indices):
        raise Unsupported(span, f"{letter_text(base)} with an index that its definition sums over")
    body = definition.body
    fresh = [Name(f"index {k}") for k in range(len(indices))]  # so that α_ji is not taken for α_ii
    for old, new in (*zip(definition.parameters, fresh, strict=True), *zip(fresh, indices, strict=True)):
        body = with_name(body, old, new)
    return t.opening_here(key(base), definition, body, span)


def index_at(t: Types, index: Name, length: Dim, name: Name) -> str:
    """The name of an index in the statement; what it runs over is as long as what it indexes."""
    found, known = key(index), t.said(index)
    if found not in t.bound and known.is_pinned and known.kind in ("column", "matrix"):
        raise Unsupported(name.span, f"{unicode(index)} as an index")
    bound = t.bound.get(found) or Index(found, t.free.setdefault(found, length))
    what = "a sum over a part of {}" if found in t.bound else "one index of two lengths in {}"
    t.equal_sizes(bound.length, length, name.span, what, name)
    t.indices.add(bound.name)
    return bound.name


def unit_vector(t: Types, index: Name, size: Dim, name: Name | None = None) -> Term:
    """e_i: the i-th column of the identity matrix of a size; name: as it is written, if it is."""
    name = name or index
    eye = Term("identity", (size, size), span=name.span)
    return Term("member", (size, 1), (eye,), (index_at(t, index, size, name),), name.span)


def _embedded(t: Types, whole: Term, index: Name) -> Term:
    """A family of M members below a sum over the first M members of a longer one, continued by zeros."""
    bound = t.bound.get(key(index))
    if bound is None or bound.last is None or bound.after != 0:
        return whole
    length = t.found(whole)[0]
    if length != t.sizes.find(bound.last) or length == t.sizes.find(bound.length):
        return whole
    return t.gram(Term("leading", (bound.last, bound.length), span=whole.span), whole, whole.span)


def family(t: Types, base: Name, symbol: Symbol | None = None) -> Term:
    """The matrix whose rows are the members of a family: one of the note's own, or a letter for it."""
    symbol, found = symbol or t.said(base), f"family {key(base)}"
    linked = t.table.matrix_of(base, t.offset)
    if linked is None and t.arranged.get(key(base), (base, "entries"))[1] != "entries":
        linked = (*t.arranged[key(base)], BY_NAMES)
    if linked is not None:
        matrix, by, said = linked
        term = t.expression(matrix)
        whole = term if by == "rows" else t.transpose(term, term.span)
        _need_as_many(t, whole, base, symbol.length)
        t.default(f"{member_of(base)} is the i-th {by[:-1]} of {letter_text(matrix)}{said}")
        t.linked[found] = symbol, whole
        return whole
    if found not in t.letters:
        t.used[found] = symbol = loosened(t, symbol)
        length = unknown(found) if symbol.length is None else t.size(symbol.length)
        rows, columns = shape_of(t, symbol, key(base))
        if _is_row(symbol):
            rows, columns = columns, rows
        refuse(t.sizes.find(columns) != 1, base.span, "a family of matrices")
        t.new_letter(found, symbol, (length, rows), base.span)
    return t.letters[found]


def _need_as_many(t: Types, whole: Term, base: Name, length: Node | None) -> None:
    """Give a matrix as many members of a family as the note lists in it, or has of it if the size is not said.

    Raises Unsupported if it has others.
    """
    said = t.table.arranged_last(base, t.offset)
    if (said is None or said.last is None) and length is not None:
        if isinstance(t.sizes.find(whole.shape[0]), Unknown):
            t.equate(whole.shape[0], t.size(length), whole, whole, whole.span)
    elif said is not None and said.last is not None:
        what = "the members of {} up to another one than elsewhere"
        t.equal_sizes(whole.shape[0], t.size(said.last), whole.span, what, base)


def _doubly_indexed(t: Types, name: Name, base: Name, first: Node, second: Node) -> Term | None:
    """A_{ij}: an entry of a matrix; x_{ij} is one of X; None for a letter of its own, Σ_{xz}."""
    is_declared = t.is_declared(base) or t.is_declared(name)
    none = [_is_no_index(t, x) for x in (first, second)]
    if is_capital(base) and (all(none) or (any(none) and isinstance(name.subscript, Product))):
        return None  # Σ_xz, the covariance of x and z, or U_up with a word
    if is_kronecker(name) and not is_declared:
        return _kronecker(t, name, first, second)
    if any(map(_is_label, (first, second))):
        return None  # x_{k,measured}, β_{0(X)}
    if not (isinstance(first, Name | Num) and isinstance(second, Name | Num)):
        raise Unsupported(name.span, "an entry by other than two letters or numbers")
    are_indices = all(_is_index(t, x) for x in (first, second))
    if base.upper == UPPER_INDEX:  # x_j^{(i)}: the entry j of the column x^{(i)}
        refuse(t.said(base).kind != "column" or not are_indices, name.span, "coefficients with two indices")
        return entry(t, family(t, base), (first, second), name)
    definition = t.definitions.get(base)
    if definition is not None and len(definition.parameters) == 2 and _is_of_indices(t, base, definition):
        term = _defined_by_member(t, base, definition, (first, second), name.span)
        if term is not None:
            return term
    matrix = base if is_capital(base) else t.table.capital_of(base, t.offset) or _defined_capital(t, base)
    bold = replace(base, font="bold")
    if matrix == base and not (base.font or is_declared) and t.is_declared(bold):
        t.default(f"{letter_text(base)}_ij is an entry of the matrix in bold")
        matrix = bold
    if matrix is not None:
        return entry(t, t.expression(matrix), (first, second), name)
    refuse(key(base) not in t.table.arrays or not are_indices, name.span, "coefficients with two indices")
    found = f"array {key(base)}"  # the matrix of all coefficients that a letter has
    if found not in t.letters:
        t.new_letter(found, loosened(t, t.said(base)), (unknown(found), unknown(found)), base.span)
    return entry(t, t.letters[found], (first, second), name)


def _defined_capital(t: Types, base: Name) -> Name | None:
    """B of b_ij, where the note defines the matrix B and not b."""
    capital = replace(base, base=base.base.upper())
    defined = t.definitions.get(capital)
    return capital if defined is not None and not defined.parameters and base not in t.definitions else None


def _is_label(node: Node) -> bool:
    """Whether a part of a subscript is a word, or something in brackets."""
    is_word = isinstance(node, Product) and len(node.factors) > 2 and all(isinstance(x, Name) for x in node.factors)
    return is_word or isinstance(node, Group)


def _is_of_indices(t: Types, base: Name, definition: Definition) -> bool:
    """Whether the parameters of a definition are the indices of coefficients, and not arguments of a function."""
    is_array = key(base) in t.table.arrays and key(base) not in t.table.functions
    return is_array or {*map(key, definition.parameters)} <= INDICES


def _is_no_index(t: Types, node: Node) -> bool:
    """Whether a subscript is a letter for a column: x, y, z, u, v, w that no sum binds and that is no size."""
    if not isinstance(node, Name) or key(node) in t.bound or key(node) in t.table.sizes:
        return False
    return node.base in _COLUMNS_BELOW


def _is_index(t: Types, node: Name | Num) -> bool:
    """Whether a subscript is a number or a running letter, and no size."""
    if isinstance(node, Num):
        return node.text.isdecimal() and node.text != "0"
    return key(node) in t.bound or (len(node.base) == 1 and key(node) not in t.table.sizes)


def _kronecker(t: Types, name: Name, first: Node, second: Node) -> Term:
    """δ_ij, as the product of two columns of an identity matrix: e_iᵀe_j."""
    if not (isinstance(first, Name) and isinstance(second, Name)):
        raise Unsupported(name.span, f"Kronecker's δ of {unicode(first)} and {unicode(second)}")
    size = unknown(f"size of {key(name)}")
    t.default("δ is Kronecker's")
    return t.gram(unit_vector(t, first, size, name), unit_vector(t, second, size, name), name.span)


def entry(t: Types, term: Term, indices: tuple[Node, ...], at: Node) -> Term:
    """An entry of a term."""
    if len(indices) == 1 and not t.is_column(term):
        raise Unsupported(at.span, "one index of a matrix, which may be of a row or of a column,")
    found: list[str | int] = []
    for index, length in zip(indices, term.shape, strict=False):
        if not isinstance(index, Name | Num):
            raise Untyped(at.span, "an index", "a letter or a number")
        found.append(int(index.text) - 1 if isinstance(index, Num) else index_at(t, index, length, index))
    return Term("entry", SCALAR, (term,), tuple(found), at.span)


def member_of(base: Name) -> str:
    """A member of a family in words: x_i or x^{(i)}."""
    return letter_text(replace(base, subscript=Name("i")))


def _is_row(symbol: Symbol) -> bool:
    """Whether the members of a family are declared to be rows, 1×p."""
    return symbol.rows == Num("1") and symbol.columns not in (None, Num("1"))


# Projectors


def is_projector(t: Types, name: Name) -> bool:
    """Whether a name is a projector by its subscript, which is a subspace: P_U, P_{U^⊥}."""
    return name.base in _PROJECTORS and not (name.accents or name.primes) and is_subspace(t, name.subscript)


def is_subspace(t: Types, node: Node | None) -> bool:
    """Whether a letter is a subspace."""
    if not isinstance(node, Name) or node.subscript is not None or not is_capital(node) or key(node) in t.table.sizes:
        return False
    return t.said(replace(node, mark="")).kind == "subspace" or t.table.has_projections


def projector(t: Types, name: Name) -> Term:
    """The projector of a name that is one."""
    space = name.subscript
    assert isinstance(space, Name)
    onto = _projector_onto(t, replace(name, subscript=replace(space, mark="")))
    if space.mark != "⊥":
        return onto
    return Term("sum", onto.shape, (Term("identity", onto.shape, span=name.span), onto), ("+", "-"), name.span)


def _projector_onto(t: Types, name: Name) -> Term:
    """The letter of a projector onto a subspace."""
    found = key(name)
    if (definition := t.definitions.get(name)) is not None and found not in t.opened:
        return t.opening(found, definition, definition.body, name.span)
    if found not in t.letters:
        size = unknown(found)
        t.new_letter(found, loosened(t, t.said(name)), (size, size), name.span)
        t.projectors[found] = name.span
        t.default(f"{letter_text(name)} is the orthogonal projector onto {letter_text(name.subscript or name)}")
    return replace(t.letters[found], span=name.span)


# Roots: Λ^{1/2} and Λ^{-1/2} are letters with what defines them as hypotheses. Who writes one takes the matrix for
# symmetric and positive semidefinite, or definite. More holds of it than is said here: nothing is refuted about one.


def half(exponent: Node) -> int:
    """1 for the exponent 1/2, -1 for -1/2, 0 for any other."""
    match exponent:
        case Group(body):
            return half(body)
        case Sum(terms=(one,), signs=("-",)):
            return -half(one)
        case Frac(Num("1"), Num("2")) | Product(factors=(Num("1"), Num("2")), marks=("/",)) | Num("0.5" | ".5"):
            return 1
    return 0


def matrix_root(t: Types, base: Term, node: Node, sign: int, span: Span) -> Term:
    """The letter for a root of a symmetric matrix. Raises Unsupported for one that an index or a chance varies."""
    t.need_square(base, span)
    random = [x for x in letters_of(base) if x in t.used and t.used[x].kind == "random column"]
    if random or any(x.op in ("member", "entry", "total") for x in terms(base)):
        raise Unsupported(span, "the root of a matrix that varies")
    found = f"{ROOT}{latex(node)}" + (" inverse" if sign < 0 else "")
    if found not in t.roots:
        name = spelled(node) if isinstance(node, Name) else str(len(t.roots))
        letter = Term("letter", (base.shape[0], base.shape[0]), data=(found,), span=span)
        t.roots[found] = RootOf(letter, base, sign < 0, f"{'root_' if sign > 0 else 'iroot_'}{name}")
        kind = "semidefinite" if sign > 0 else "definite"
        t.default(f"{letter_text(node)} is symmetric and positive {kind}, as its root is used")
    refuse(not is_same(t.roots[found].base, base), span, "the root of a matrix that varies")
    return t.roots[found].letter


def of_angle(t: Types, name: str, angle: Name) -> Term:
    """The letter for the cosine or the sine of an angle; the sum of their squares is 1."""
    t.need_scalar(t.expression(angle), "a number, as an angle")
    t.default(CIRCLE.replace("#", letter_text(angle)))
    both = ("cos", "sin")
    letters = t.angles.setdefault(
        key(angle),
        tuple(Term("letter", SCALAR, data=(f"{x} {latex(angle)}",), span=angle.span) for x in both),  # type: ignore[arg-type]
    )
    return letters[both.index(name)]


def of_diagonal(t: Types, column: Term, span: Span, matrix: str = "") -> Term:
    """The letter for a column c of diag(c). Raises Unsupported for one that an index or a chance varies.

    matrix: the key of the diagonal matrix, if it is a letter.
    """
    random = [x for x in letters_of(column) if x in t.used and t.used[x].kind == "random column"]
    if random or free_indices(Relation(column, "=", column)):
        raise Unsupported(span, "a diagonal matrix that varies")
    for found, known in t.diagonals.items():
        if is_same(known.base, column) or found == f"{OF_DIAGONAL}{matrix}":
            return known.letter
    name = f"δ{matrix or len(t.diagonals)}"
    found = f"{OF_DIAGONAL}{matrix or len(t.diagonals)}"
    letter = Term("letter", column.shape, data=(found,), span=span)
    t.diagonals[found] = RootOf(letter, column, False, name)
    return letter


def need_no_root(t: Types, varied: Iterable[str], span: Span) -> None:
    """Raises Unsupported where a root would have to vary with its matrix."""
    refuse({*varied} & letters_of(*(root.base for root in t.roots.values())), span, "the root of a matrix that varies")


def root_hypotheses(t: Types) -> Iterator[Callable[[Builder], Any]]:
    """What defines the cosines and sines, the columns on diagonals and the roots in a statement.

    Rᵀ = R and RR = A; Kᵀ = K and KAK = I, so that KKA = AKK = I, KA = AK.
    """

    def equal(factors: tuple[Term, ...], right: Term) -> Callable[[Builder], Any]:
        return lambda b: b.relation(Relation(t.times(factors[0].span, *factors), "=", right))

    for cosine, sine in t.angles.values():
        squares = [t.times(x.span, x, x) for x in (cosine, sine)]
        yield equal((t.add(squares, ["", "+"], cosine.span),), Term("number", SCALAR, data=("1",)))
    for x in t.diagonals.values():  # the second one makes proofs shorter
        yield equal((x.letter,), x.base)
        yield equal((t.transpose(x.letter, x.letter.span),), t.transpose(x.base, x.base.span))
    for root in t.roots.values():
        r, a = root.letter, root.base
        yield lambda b, r=r: b.named("symmetric", r)  # type: ignore[misc]
        eye = Term("identity", a.shape)
        if not root.is_inverse:
            yield equal((r, r), a)
            continue
        yield from (equal(product, eye) for product in ((r, a, r), (r, r, a), (a, r, r)))
        yield equal((r, a), t.times(a.span, a, r))
        for other in (x for x in t.roots.values() if not x.is_inverse and base_of(x)[0] == base_of(root)[0]):
            yield from (equal(product, eye) for product in ((r, other.letter), (other.letter, r)))
            yield from (equal(product, other.letter) for product in ((a, r), (r, a)))


def base_of(root: RootOf | str) -> tuple[str, bool]:
    """What a root, or the letter with this key, is the root of as it is written, and whether it is the inverse one."""
    base = (root if isinstance(root, str) else str(root.letter.data[0])).removeprefix(ROOT)
    return base.removesuffix(" inverse"), base.endswith(" inverse")
