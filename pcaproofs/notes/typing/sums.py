"""Rules of sums and products over indices, and of expectations, variances and covariances.

∏ λ_j is det(diag(λ_1, …, λ_p)), and ∏ (2λ_j + c) is det(2Λ + cI). Sums over pairs i < j or i ≠ j are not read.

Moments over several random letters are those of x = Pz and y = Qz for one random column z and any matrices P and Q. The
entries of z may be those of x and of y together, with P and Q as the matrices that select them. So a statement that
holds for all P, Q and z holds for every joint distribution of x and y.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from pcaproofs.notes.formulas.grammar import ALONE
from pcaproofs.notes.formulas.spelling import INDICES, bare, is_capital, key, letter_text, letters_in
from pcaproofs.notes.formulas.surface import (
    Big,
    Chain,
    Dots,
    Group,
    Listed,
    Moment,
    Name,
    Node,
    Num,
    Product,
    Sum,
    free,
    nodes,
)
from pcaproofs.notes.prose.facts import HasShape, IsFamily
from pcaproofs.notes.scope.uses import begins_after, is_given
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.terms import (
    INDEXED,
    SCALAR,
    Dim,
    Relation,
    Term,
    Unknown,
    Unsupported,
    compound,
    has_index,
    letters_of,
    refuse,
    terms,
)
from pcaproofs.notes.typing.types import Index, Joint, Types, types, unknown

FACTOR = {kind: f"{kind} has the factor 1/n" for kind in ("Var", "Cov")}
QUOTIENTS = "a sum of quotients by numbers dⱼ is one with diag(d₁, …, dₚ)"
OVER_MEMBERS = "∏ λⱼ is the determinant of diag(λ₁, …, λₚ)"
_BIG = {"∫": "an integral", "∬": "an integral", "lim": "a limit"}


# Sums over an index


@dataclass(frozen=True)
class Range:
    """What an index runs over: of `length` members those after the first `after`, up to number `last` or to the end."""

    name: Name
    length: Dim
    after: Dim = 0
    last: Dim | None = None


@types(Big)
def big(t: Types, node: Big) -> Term:
    """A sum over all members of one or several families, or a product over all members of families of numbers."""
    if node.sign not in ("∑", "∏"):
        raise Unsupported(node.span, _BIG.get(node.sign, node.sign))
    if node.lower in (None, Num("1")):
        node = _with_index(t, node)
    assert node.lower is not None
    ranges = [_within(t, x, node.body) for x in _ranges(t, node.lower, node.upper)]
    if node.sign == "∏" and (len(ranges) != 1 or ranges[0].after != 0 or ranges[0].last is not None):
        raise Unsupported(node.span, "a product over a part of a family")
    with ExitStack() as stack:
        indices = [stack.enter_context(t.binding(x.name, x.length, x.after, x.last)) for x in ranges]
        body = t.value(node.body)
    if node.sign == "∏":
        return _product(t, body, indices[0], node)
    return _of_quotients(t, body, indices, node.span) or t.over(body, *indices, span=node.span)


def _of_quotients(t: Types, body: Term, indices: Sequence[Index], span: Span) -> Term | None:
    """Σ u_j f(d_j) v_jᵀ with quotients of numbers d_j as Uf(D)Vᵀ for D = diag(d_1, …, d_p); None for other sums.

    Without columns it is tr f(D).
    """
    index = indices[0]
    if len(indices) != 1 or index.after != 0 or index.last is not None or not _has_quotient(body, index.name):
        return None
    numbers, others = list[Term](), list[Term]()
    for x in _factors(t, body):
        (numbers if t.is_scalar(x) and has_index(x, index.name) else others).append(x)
    diagonal = [_on_diagonal(t, x, index.name, index.length) for x in numbers]
    members = [k for k, x in enumerate(others) if has_index(x, index.name)]
    t.default(QUOTIENTS)
    if not members:
        whole = t.trace(t.times(span, *diagonal), span)
        return t.times(span, whole, *others) if others else whole
    first, second = members[0], members[-1]
    pair = others[first], others[second].parts[0] if others[second].op == "transpose" else None
    if len(members) != 2 or second != first + 1 or pair[1] is None or {x.op for x in pair if x} != {"member"}:
        return None
    left, right = (x.parts[0] for x in pair if x is not None)
    return t.times(span, *others[:first], t.transpose(left, span), *diagonal, right, *others[second + 1 :])


def _has_quotient(term: Term, index: str) -> bool:
    """Whether a term has a quotient by a number that depends on an index."""
    return any(x.op == "over" and has_index(x.parts[1], index) for x in terms(term))


def _factors(t: Types, term: Term) -> Iterator[Term]:
    """The factors of a product, with quotients as products with reciprocals."""
    if term.op == "product":
        for x in term.parts:
            yield from _factors(t, x)
    elif term.op == "over" and not t.is_scalar(term):
        yield from _factors(t, term.parts[0])
        yield t.divide(Term("number", SCALAR, data=("1",)), term.parts[1], term.span)
    elif term.op == "inner":
        yield from (t.transpose(term.parts[0], term.span), term.parts[1])
    else:
        yield term


def _with_index(t: Types, node: Big) -> Big:
    """∑ x_i² as a sum over i, the only index in it that nothing binds. Raises Unsupported if there are others."""
    below = [x.subscript for x in nodes(node.body) if isinstance(x, Name) and x.subscript is not None]
    inside = {y for x in below for y in nodes(x) if isinstance(y, Name) and key(y) in INDICES - t.bound.keys()}
    open_indices = [x for x in inside if x.base in free(node.body)]
    if len({key(x) for x in open_indices}) != 1:
        raise Unsupported(node.span, "a sum without its index")
    t.default(f"a sum without its index is one over {letter_text(open_indices[0])}")
    return replace(node, lower=replace(open_indices[0], span=node.span))


def _within(t: Types, found: Range, body: Node) -> Range:
    """A range with the length of the families of which it is a part, where the note says that it is one."""
    last = found.length
    symbols = [t.said(bare(x)) for x in nodes(body) if isinstance(x, Name) and x.subscript == found.name]
    is_listed = all(any(isinstance(f, IsFamily) for f in x.facts) for x in symbols)  # as λ_1, …, λ_p
    lengths = [x.length if x.is_family else x.rows if x.kind == "column" else None for x in symbols]
    said = {t.sizes.find(t.size(x)) for x in lengths if x is not None} - {last}
    whole = [x for x in said if is_part(t, last, x)] or [x for x in said if is_listed and not is_part(t, x, last)]
    if isinstance(last, Unknown) or len(whole) != 1:
        return found
    t.default(f"1 ≤ {letter_text(str(last))} ≤ {letter_text(str(whole[0]))}")
    return replace(found, length=whole[0], last=last)


def is_part(t: Types, size: Dim, of: Dim) -> bool:
    """Whether the note says that a size is at most another one, or it is the number of a few."""
    return (str(size), str(of)) in t.table.parts or (isinstance(size, int) and isinstance(of, str))


def leading(t: Types, whole: Term, size: Dim, at: Node) -> Term:
    """The first members of a family, as the rows of a matrix."""
    t.default(f"1 ≤ {size} ≤ {t.found(whole)[0]}")
    return t.multiply(Term("leading", (size, whole.shape[0]), span=at.span), whole, "", at.span)


def _ranges(t: Types, lower: Node, upper: Node | None) -> Iterator[Range]:
    """The indices below a sum with the length of what they run over."""
    match lower:
        case Group(body):
            yield from _ranges(t, body, upper)
        case Name():
            yield Range(lower, unknown(key(lower)) if upper is None else length(t, upper))
        case Listed(items) | Product(factors=items, marks=("",)):
            for item in items:
                yield from _ranges(t, item, upper)
        case Chain(terms=(Name() as name, _)) if upper is not None and (after := begins_after(lower)) is not None:
            refuse(after == upper, lower.span, "a sum over nothing")
            t.default(f"1 ≤ {letter_text(after)} ≤ {letter_text(upper)}")
            yield replace(_up_to(t, name, upper), after=length(t, after))
        case Chain(terms=(Name() | Listed() as first, start), signs=("=",)):
            yield from _range_from(t, first, start, upper)
        case Chain(terms=(Num("1"), Name() as name, last), signs=("≤", "≤")) if upper is None:
            yield Range(name, length(t, last))
        case Chain(terms=(Name() as name, Name() as last), signs=("≤",)) if key(last) in t.table.sizes:
            yield Range(name, length(t, last))
        case _:
            raise Unsupported(lower.span, f"a sum over {t.shown(lower.span)}")


def _range_from(t: Types, first: Name | Listed, start: Node, upper: Node | None) -> Iterator[Range]:
    """i = 1 below and n above, or i = 1, …, n below."""
    match start:
        case Listed(items) if any(isinstance(x, Dots) for x in items):
            start, upper = items[0], items[-1]
    names: tuple[Node, ...] = first.items if isinstance(first, Listed) else (first,)
    for name in names:
        if start != Num("1") or upper is None or not isinstance(name, Name):
            raise Unsupported(start.span, "a sum over a part of a family")
        yield _up_to(t, name, upper)


def _up_to(t: Types, name: Name, upper: Node) -> Range:
    """What an index runs over up to n; in typed statements also up to n − 1: then over the first n − 1 of n.

    In a note x_n beside such a sum may be a letter of its own.
    """
    match upper:
        case Sum(terms=(Name() as n, Num(less)), signs=("", "-")) if less.isdigit() and t.table.summed:
            return Range(name, t.size(n), last=compound("+", (t.size(n), -int(less))))
    return Range(name, length(t, upper))


def length(t: Types, node: Node) -> Dim:
    """How many there are: a letter or a number. Raises Unsupported for anything else."""
    if isinstance(node, Name) or (isinstance(node, Num) and node.text.isdigit()):
        return t.size(node)
    raise Unsupported(node.span, f"a sum up to {t.shown(node.span)}")


# Products over an index


def _product(t: Types, body: Term, index: Index, node: Big) -> Term:
    """The product of numbers for all values of an index."""
    refuse(not t.is_scalar(body), node.span, "a product of matrices over an index")
    if not any(x.op == "entry" and x.data == (index.name,) for x in terms(body)):
        raise Unsupported(node.span, "a product over an index of what does not depend on it")
    return determinant_of(t, _on_diagonal(t, body, index.name, index.length), node.span)


def determinant_of(t: Types, diagonal: Term, span: Span) -> Term:
    """The product of the numbers on a diagonal."""
    t.default(OVER_MEMBERS)
    return diagonal if t.is_scalar(diagonal) else Term("determinant", SCALAR, (diagonal,), span=span)


def _on_diagonal(t: Types, term: Term, index: str, size: Dim) -> Term:
    """The diagonal matrix whose entries are a number for each value of an index. Raises Unsupported."""
    parts, span = term.parts, term.span
    if all(x.op not in INDEXED or index not in x.data for x in terms(term)):
        return t.multiply(term, Term("identity", (size, size), span=span), "", span)
    match term.op:
        case "entry" if term.data == (index,) and parts[0].op == "letter":
            return Term("diagonal", (size, size), parts, span=span)
        case "sum":
            return t.add([_on_diagonal(t, x, index, size) for x in parts], tuple(map(str, term.data)), span)
        case "product":
            return t.times(span, *(_on_diagonal(t, x, index, size) for x in parts))
        case "over":
            below = t.power(_on_diagonal(t, parts[1], index, size), -1, span)
            return t.multiply(_on_diagonal(t, parts[0], index, size), below, "", span)
        case "power" if (exponent := str(term.data[0])).isdigit():
            return t.power(_on_diagonal(t, parts[0], index, size), int(exponent), span)
    raise Unsupported(span, "a product over an index of what is no polynomial of members")


# Moments


@types(Moment)
def moment(t: Types, node: Moment) -> Term:
    """E, Var or Cov of random letters, or of the samples where the note has data and no random letter."""
    before, t.is_mean = t.is_mean, True
    try:
        return _moment(t, node)
    finally:
        t.is_mean = before


def _moment(t: Types, node: Moment) -> Term:
    refuse(node.kind == ALONE, node.span, "angle brackets around one thing, which may be an average,")
    if node.kind not in ("E", "Var", "Cov"):
        raise Unsupported(node.span, node.kind)
    body, given = node.body, frozenset[str]()
    if isinstance(node.body, Chain) and is_given(node.body):
        body, given = node.body.terms[0], frozenset[str]().union(*map(letters_in, node.body.terms[1:]))
        t.default("what stands behind ∣ in a moment is constant")
    refuse(t.moments_given not in (None, given), node.span, "moments given different letters")
    t.moments_given = given
    parts = body.items if isinstance(body, Listed) else (body,)
    refuse(len(parts) > (2 if node.kind == "Cov" else 1), node.span, "{} arguments of {}", len(parts), node.kind)
    values = [t.value(x) for x in parts]
    random = _random_letters(t, parts, values)
    refuse(any(key(x) in given for x in random), node.span, "a moment given a random letter")
    if len(random) > 1:
        _join(t, [t.expression(x) for x in random], node.span)
    if random:
        _refuse_constants(t, node, random, values)
        return over_random(t, node.kind, values, t.expression(random[0]), node.span)
    if given and node.kind == "E":
        return values[0]  # nothing in it is random
    data = [x for x in terms(*values) if x.op == "letter" and t.found(x)[1] != 1 and not t.sizes.same(*x.shape)]
    if node.kind == "Cov" and len(parts) == 1 and t.is_column(values[0]):  # it may be a matrix: Cov[x] of x = Λf + ε
        raise Unsupported(node.span, "Cov of a column that the note does not call random")
    # data have a row for each sample; a mean of rows has none
    of_data = all(any(t.sizes.same(value.shape[0], x.shape[0]) for x in data) for value in values)
    if of_data or all(_is_of_samples(t, x) for x in values):
        return _over_samples(t, node.kind, values, node.span)
    raise Unsupported(node.span, f"{node.kind} of what the note calls neither random nor data")


def _refuse_constants(t: Types, node: Moment, random: Sequence[Name], values: Sequence[Term]) -> None:
    """Raises Unsupported where a letter may be random too: Y of Cov(X, Y), of which the note says nothing."""
    chance = {key(x) for x in random}
    for value in values:
        inside = letters_of(value) & t.used.keys()
        for found in sorted(inside - chance):
            symbol = t.used[found]
            is_small = found in t.letters and t.found(t.letters[found])[1] == 1
            if is_small and not symbol.is_pinned and (is_capital(symbol.name) or not inside & chance):
                raise Unsupported(node.span, f"{node.kind} of {letter_text(symbol.name)}, which may be random,")


def _random_letters(t: Types, parts: tuple[Node, ...], values: list[Term]) -> list[Name]:
    """The random letters in the arguments of a moment, also in what defines the letters there: x = Wz + μ."""
    out: dict[Name, None] = {}
    for name in (x for part in parts for x in nodes(part) if isinstance(x, Name)):
        plain = bare(name)
        is_entry = any(x.op == "entry" and x.parts[0].data == (key(plain),) for x in terms(*values))
        is_either = _is_random(t, name, pinned=False) or f"family {key(plain)}" in t.letters
        if name != plain and _is_random(t, plain, pinned=True) and is_either and not is_entry:
            raise Unsupported(name.span, f"{letter_text(name)}, an entry of a random vector or one of several,")
        for each in (name, plain):
            if t.said(each).kind == "random column" and key(each) in t.letters:
                out[each] = None
    found = {str(x.data[0]) for x in terms(*values) if x.op == "letter"} & t.used.keys()
    out |= {t.used[x].name: None for x in sorted(found) if t.used[x].kind == "random column"}
    return list(out)


def _is_random(t: Types, name: Name, *, pinned: bool) -> bool:
    """Whether a letter is a random column; pinned: whether the note itself says so."""
    symbol = t.said(name)
    return symbol.kind == "random column" and symbol.is_pinned == pinned


def _is_of_samples(t: Types, term: Term) -> bool:
    """Whether a column has as many entries as a matrix that is not square has rows: a number for each sample."""
    rows, columns = t.found(term)
    said = (f for facts in t.table.facts.values() for f in facts if isinstance(f, HasShape))
    shapes = [(key(f.rows), key(f.columns)) for f in said if f.start <= t.offset < f.end]
    return columns == 1 and any(one == rows and other not in (rows, "1") for one, other in shapes)


def _depends_on_samples(t: Types, term: Term) -> bool:
    """Whether a factor is a number into which letters with all samples go, such as λᵀXᵀε of ε(λᵀXᵀε).

    Data have no such factor; ε is random.
    """
    numbers = [x for factors in terms(term) if factors.op == "product" for x in factors.parts if t.is_scalar(x)]
    inside = [t.letters[x] for x in letters_of(*numbers) if x in t.letters]
    return any(t.sizes.same(size, term.shape[0]) for x in inside for size in x.shape)


def over_random(t: Types, kind: str, values: Sequence[Term], letter: Term, span: Span) -> Term:
    """The moments of terms in one random column."""

    def mean(term: Term) -> Term:
        return Term("expectation", term.shape, (term, letter), span=span)

    first, second = values[0], values[-1]
    if kind == "E":
        return mean(first)
    both = t.outer(first, second, span)  # E[xyᵀ] − E[x]E[y]ᵀ
    return t.add((mean(both), t.outer(mean(first), mean(second), span)), ("+", "-"), span)


def _over_samples(t: Types, kind: str, values: list[Term], span: Span) -> Term:
    """The mean, or the covariance with 1/n, of the rows of n×k terms; the mean is a row, of a column a number."""
    first, second, size = values[0], values[-1], values[0].shape[0]
    if any(_depends_on_samples(t, x) for x in values):
        raise Unsupported(span, f"{kind} of a product with a number that depends on all samples")
    refuse(t.sizes.find(size) == 1, span, f"{kind} of what has one row, and is called neither random nor data")
    ones, count = Term("ones", (size, 1), span=span), Term("size", SCALAR, data=(size,), span=span)
    t.default("E is the mean over the rows" if kind == "E" else FACTOR[kind])
    if kind == "E":
        return t.divide(t.gram(ones, first, span), count, span)
    pairs = (first, second), (ones, first), (ones, second)
    both, mean, other = (t.divide(t.gram(x, y, span), count, span) for x, y in pairs)
    return t.add((both, t.gram(mean, other, span)), ("+", "-"), span)


JOINT = "joint"
_ONE_COLUMN = "are parts of one random column, each by a matrix"


def _join(t: Types, columns: Sequence[Term], span: Span) -> None:
    """Let random letters be parts of one column, in all moments of the statement. Raises Unsupported."""
    if any(x.op != "letter" for x in columns):
        raise Unsupported(span, "a moment over several random letters of which one is no letter of its own")
    column = t.joint.column if t.joint else Term("letter", (unknown(JOINT), 1), data=(JOINT,))
    parts = dict(t.joint.parts) if t.joint else {}
    for x in columns:
        name = str(x.data[0])
        by = Term("letter", (x.shape[0], column.shape[0]), data=("part_" + name.strip("\\"),))
        parts.setdefault(name, by)
    t.joint = Joint(column, parts)
    t.defaults = {x: None for x in t.defaults if not x.endswith(_ONE_COLUMN)}
    t.default(f"{' and '.join(map(letter_text, parts))} {_ONE_COLUMN}")


def over_joint(relation: Relation, joint: Joint) -> Relation:
    """A relation in which the moments over each of the letters are moments over their joint column."""
    return replace(relation, left=_in_joint(relation.left, joint), right=_in_joint(relation.right, joint))


def _in_joint(term: Term, joint: Joint, *, inside: bool = False) -> Term:
    if term.op == "expectation":
        body, over = term.parts
        if str(over.data[0]) in {*joint.parts, JOINT}:
            return replace(term, parts=(_in_joint(body, joint, inside=True), joint.column))
        return term
    if inside and term.op == "letter" and str(term.data[0]) in joint.parts:
        return Term("product", term.shape, (joint.parts[str(term.data[0])], joint.column), span=term.span)
    parts = tuple(_in_joint(x, joint, inside=inside) for x in term.parts)
    return replace(term, parts=parts) if parts else term


# The i-th of some columns as the matrix of all of them


def stacked(t: Types, term: Term, index: str, family: Term) -> Term:
    """The matrix whose i-th row is the i-th of some columns, or the column of some numbers.

    term: the i-th one. family: what has as many rows. Raises Unsupported where the columns are not linear in members.
    """
    span, parts = term.span, term.parts
    if not has_index(term, index):
        return t.outer(Term("ones", (family.shape[0], 1)), t.as_number(term), span)
    varying = [has_index(x, index) for x in parts]
    if term.op in ("member", "entry") and term.data == (index,) and varying == [False]:
        return parts[0]
    if term.op == "sum":
        return t.add([stacked(t, x, index, family) for x in parts], [str(x) for x in term.data], span)
    if term.op not in ("over", "inner", "product") or sum(varying) > 1 or (term.op == "over" and varying[1]):
        raise Unsupported(span, "columns that are not linear in members of families")
    one, other = parts if varying[0] else parts[::-1]
    if term.op == "over":
        return t.divide(stacked(t, one, index, family), other, span)
    if term.op == "inner":
        return t.multiply(stacked(t, one, index, family), other, "", span)
    if t.is_scalar(one) or t.is_scalar(other):
        return t.outer(stacked(t, one, index, family), other, span)
    if varying[1]:
        return t.outer(stacked(t, one, index, family), other, span)
    if one.op == "transpose" and t.is_scalar(term):
        return t.multiply(stacked(t, one.parts[0], index, family), other, "", span)
    raise Unsupported(span, "columns that are not linear in members of families")
