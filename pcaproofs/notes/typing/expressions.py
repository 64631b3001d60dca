"""Rules of expressions: numbers, brackets, sums, products, powers, functions and derivatives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from typing import Any

from pcaproofs.notes.formulas.conventions import UNCLEAR, is_number_behind
from pcaproofs.notes.formulas.dots import dotted
from pcaproofs.notes.formulas.exponentials import Signed, exponent_of, sum_of
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import INDICES, bare, family_listed, is_word, key, letter_text
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
    children,
    nodes,
    with_children,
)
from pcaproofs.notes.prose.facts import HasShape
from pcaproofs.notes.scope.uses import has_other_norms, kind_by_look
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.letters import (
    entry,
    half,
    index_at,
    is_projector,
    loosened,
    matrix_root,
    need_no_root,
    of_angle,
    of_diagonal,
    ones,
    unit_vector,
)
from pcaproofs.notes.typing.matrices import bracketed, determinant, entries, listed, of_tuple
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.sums import determinant_of, moment
from pcaproofs.notes.typing.terms import SCALAR, Term, Unsupported, Untyped, compound, letters_of, number, refuse, terms
from pcaproofs.notes.typing.types import RULES, Definition, Types, types, with_name

FROBENIUS = "the norm of a matrix is Frobenius's"
ONES = "1 beside a factor is a column of ones"
RANK = "the rank of A is tr(A⁺A)"
COLUMNS = "vec A has the columns of A below each other"
QUOTIENT = "A/B is AB⁻¹ for matrices"
LOGARITHMS = "the rules of logarithms of positive numbers"
NORMAL = "𝒩(x ∣ μ, Σ) is the normal density"
VARIANCE = "the last letter in 𝒩 is the variance"
SLASH = "a/2b is a/(2b)"
NATURAL = "log is the natural logarithm"
WHOLE = "the logarithm is that of the whole product behind it"
LAYOUT = "∂f/∂x of a column f has a row for each entry of f"
OF_MATRIX = "∂f/∂A of a number f has the shape of A"
LAYOUTS = {
    LAYOUT: "∂f/∂x of a column f has a column for each entry of f",
    OF_MATRIX: "∂f/∂A of a number f has the shape of Aᵀ",
}
MOST_EXPONENT = 100  # of a power, or the product of those of powers inside powers

MOMENTS = {"E": "E", "𝔼": "E", "Var": "Var", "var": "Var", "Cov": "Cov", "cov": "Cov"}
_NAMED = frozenset(("det", "adj", "rank", "rk", "log", "ln", "diag", "vec", "kron"))
ANGLES = ("cos", "sin")
_TRACES = {"tr", "Tr", "trace"}
_NO_VALUES: dict[type[Node], str] = {
    SetOf: "a set",
    Chain: "a relation as a value",
    Listed: "a list as a value",
    Sentence: "several statements as a value",
    Accented: "an accent over a formula",
    Gradient: "a derivative of nothing",
    Problem: "a problem as a value",
    Dots: "a product with dots",
}
_FROBENIUS = re.compile(r"(F|\\(mathrm|text)\{F(ro)?\}|\\mathrm\{fro\})?")
_OPERATORS = frozenset("dδΔ")
_OPERATIONS = re.compile(r"convolution|convolve|(?:binary|group|associative) operation|semigroup|monoid", re.IGNORECASE)
_ADJOINT = re.compile(r"(?<!classical )(?:self-|self)?adjoints?\b", re.IGNORECASE)
_COFACTORS = re.compile(r"adjugate|cofactor|classical adjoint", re.IGNORECASE)
_ROWS_OF_ONES = (Transpose(Num("1")), Transpose(Num("11")))


@types(*_NO_VALUES)
def no_value(t: Types, node: Node) -> Term:
    """Raises Unsupported for what is no expression."""
    raise Unsupported(node.span, _NO_VALUES[type(node)])


# Numbers, brackets and sums


@types(Group)
def group(t: Types, node: Group) -> Term:
    """Something in brackets."""
    refuse(node.opening == "]", node.span, "an interval")
    if isinstance(node.body, Listed):
        if node.opening == "{" and family_listed(node.body) is None:
            raise Unsupported(node.span, "a set")
        return of_tuple(t, node.body.items, node)
    return bracketed(t, node)


@types(Sum)
def a_sum(t: Types, node: Sum) -> Term:
    """A sum of terms of one shape; with dots f(1) + f(2) + … + f(n)."""
    if any(sign not in ("", "+", "-") for sign in node.signs):
        raise Unsupported(node.span, "±" if "±" in node.signs else "a sum of subspaces")
    refuse(any(map(_is_set, node.terms)), node.span, "a set in a sum")
    if any(isinstance(x, Dots) for x in node.terms):
        if (found := dotted(node, [Name(x) for x in t.bound])) is None:
            raise Unsupported(node.span, "a sum with dots that is no series")
        return t.expression(found)
    _keep_residual(t, node)
    return t.add([t.expression(x) for x in node.terms], node.signs, node.span)


def _keep_residual(t: Types, node: Sum) -> None:
    """Take y as a letter in Xθ − y where the note has y = Xθ, which is a model and no definition there.

    Likewise y_i in y_i − wᵀx_i. Raises Unsupported if the same statement contains what y stands for elsewhere.
    """
    for name, own in zip(node.terms, node.signs, strict=True):
        if not isinstance(name, Name):
            continue
        known, letter = t.definitions.get(name), name
        value = known.body if known is not None and not known.parameters else None
        if value is None:
            known, letter = t.definitions.get(bare(name)), bare(name)
            if known is not None and len(known.parameters) == 1 and isinstance(name.subscript, Name):
                value = with_name(known.body, known.parameters[0], name.subscript)
        others = [x for x, sign in zip(node.terms, node.signs, strict=True) if (sign == "-") != (own == "-")]
        if known is None or isinstance(value, Name | Num) or value not in others or key(letter) in t.models:
            continue
        refuse(known.span in t.defined_by, node.span, "the difference of {} and what the note says it is", name)
        t.models.add(key(letter))


@types(Transpose)
def transposed(t: Types, node: Transpose) -> Term:
    """A transpose; 1ᵀ is a row of ones, 11ᵀ a matrix of ones, and (a, b)ᵀ a column of numbers."""
    if node.base == Num("1"):
        return t.transpose(_ones(t, node.span), node.span)
    if node.base == Num("11"):
        column = _ones(t, node.span)
        return t.outer(column, column, node.span)
    if _is_tuple(node.base):
        found = of_tuple(t, node.base.body.items, node)  # type: ignore[attr-defined]
        return found if t.found(found)[1] == 1 else t.transpose(found, node.span)
    body = t.expression(node.base)
    if isinstance(node.base, Name) and body.shape == SCALAR and "T" in t.table.alone:
        raise Unsupported(node.span, "a number with the exponent T, which the note also uses as a letter")
    if body.op == "entry" and len(body.data) == 2:  # a^T_ij is an entry of Aᵀ
        raise Unsupported(node.span, "an entry with ᵀ, which may be one of the transpose")
    return t.transpose(body, node.span)


def _ones(t: Types, span: Span) -> Term:
    """A column of ones that is written as the number 1."""
    t.default(ONES)
    return ones(t, Name("1", span=span))


@types(Indexed)
def indexed(t: Types, node: Indexed) -> Term:
    """(M)_{ij}: an entry; 1_n: a column of ones; [A 0; 0 B]_{m×n}: a matrix with its size."""
    base, index = node.base, node.index
    if isinstance(base.base if isinstance(base, Power) else base, Norm) or isinstance(base, Inner):
        raise Unsupported(node.span, f"the norm or inner product with the subscript {t.shown(index.span)}")
    refuse(isinstance(index, Chain | Sentence), node.span, "a value at a point")
    if base == Num("0"):
        return t.zero(node.span)
    if base == Num("1") and isinstance(index, Name | Num):
        return ones(t, Name("1", subscript=index, span=node.span))
    is_square = isinstance(base, Group) and base.opening == "["
    if is_square and isinstance(index, Name) and index.base not in INDICES and key(index) not in t.bound:
        raise Unsupported(node.span, "coordinates in a basis")
    term = t.expression(base)
    match index:
        case Product(factors=(first, second), marks=("×",)) if isinstance(base, Matrix):
            for own, said in zip(term.shape, (first, second), strict=True):
                t.equate(own, t.size(said), term, Term("size", SCALAR, data=(key(said),), span=node.span), node.span)
            return term
        case Product(factors=(first, second)) | Listed(items=(first, second)):
            return entry(t, term, (first, second), node)
        case Name() if not t.is_column(term) and t.table.has_rows_by_index:
            at = index_at(t, index, term.shape[0], index)
            return Term("member", (term.shape[1], 1), (term,), (at,), node.span)
        case Name() | Num():
            return entry(t, term, (index,), node)
    raise Untyped(index.span, t.shown(index.span), "an index")


# Products


@types(Product)
def product(t: Types, node: Product) -> Term:
    """A product from left to right, or, where the sizes do not fit so, a dot between two products: w · Sw."""
    if any(isinstance(x, Dots) for x in node.factors):
        return _product_of_members(t, node)
    if not {*node.marks}.isdisjoint("⊗⊙∘"):
        return _of_products(t, node)
    if node.marks.count("·") != 1 or {*node.marks} != {"·", ""}:
        return _from_left_to_right(t, node)
    with suppress(Misfit), t.attempt():
        return _from_left_to_right(t, node)
    k = node.marks.index("·") + 1
    sides = [(node.factors[:k], node.marks[: k - 1]), (node.factors[k:], node.marks[k:])]
    with suppress(Misfit, Untyped, Unsupported), t.attempt():
        left, right = (t.expression(_factors(*x)) for x in sides)
        if t.is_column(left) and t.is_column(right):
            return t.multiply(left, right, "·", node.span)
    return _from_left_to_right(t, node)  # raises what it raised, and leaves the letters of which it speaks


def _of_products(t: Types, node: Product) -> Term:
    """A ⊗ B or A ⊙ B, whose factors are products. Raises Unsupported for other meanings of the signs.

    ∘ may compose maps, and ⊗ of columns may be their outer product, unless the note names the products.
    """
    marks = ["⊙" if x == "∘" else x for x in node.marks]
    refuse({"⊗", "⊙"} <= {*marks}, node.span, "⊗ beside ⊙ without brackets")
    sign = "⊗" if "⊗" in marks else "⊙"
    ends = [*(k for k, x in enumerate(marks) if x == sign), len(marks)]
    starts = [0, *(k + 1 for k in ends[:-1])]
    is_named = sign in t.table.products
    may_be_maps = ("∘" in node.marks and not is_named) or any(map(_may_be_map, node.factors))
    refuse(may_be_maps, node.span, f"{node.marks[ends[0]]}, which may compose functions,")
    found = [
        t.expression(_factors(node.factors[a : b + 1], node.marks[a:b])) for a, b in zip(starts, ends, strict=True)
    ]
    refuse(any(map(t.is_scalar, found)), node.span, f"{sign} between numbers")
    refuse(sign == "⊗" and not is_named and any(map(t.is_column, found)), node.span, "⊗ between columns")
    return reduce(lambda a, b: (t.kronecker if sign == "⊗" else t.entrywise)(a, b, node.span), found)


def _may_be_map(node: Node) -> bool:
    """Whether a factor of f ∘ g has the name of a function."""
    return isinstance(node, Name) and node == Name(node.base) and node.base in ("f", "g", "h", "ϕ", "φ", "ψ")


def _product_of_members(t: Types, node: Product) -> Term:
    """λ_1 λ_2 ⋯ λ_p. Raises Unsupported for any other product with dots."""
    found = family_listed(Listed(node.factors)) if {*node.marks} <= {"", "·"} else None
    column = listed(t, *found, node) if found is not None else None
    if column is None or column.op != "letter" or not t.is_column(column):
        raise Unsupported(node.span, "a product with dots")
    return determinant_of(t, Term("diagonal", (column.shape[0],) * 2, (column,), span=node.span), node.span)


def _from_left_to_right(t: Types, node: Product) -> Term:
    """A product from left to right; what is applied takes its argument."""
    factors, marks = node.factors, ("", *node.marks)
    if any(isinstance(x, Transpose) and _is_tuple(x.base) for x in factors[:-1]):
        raise Unsupported(node.span, "the transpose of a tuple in a product, which may be a row or a column")
    if "*" in marks and _OPERATIONS.search(t.table.note.source.text):
        raise Unsupported(node.span, "∗ in a note that speaks of other operations")
    refuse(any(map(_is_set, factors)), node.span, "a set in a product")
    _refuse_operators(t, factors, marks)
    out: Term | None = None
    term: Term | None = None
    k = 0
    while k < len(factors):
        is_beside_column = any(x is not None and t.is_column(x) for x in (out, term))
        if _is_column_of_ones(factors, marks, k) and not is_beside_column:
            term, used = _ones(t, factors[k].span), 1
        else:
            _refuse_number_behind(t, factors, marks, k, out)
            term, used = _factor(t, factors[k:], marks[k + 1 :])
        if out is not None and marks[k] in ("/", "÷"):
            term, used = _divisor(t, factors, marks, k, term, used)
        span = (node.span[0], factors[k + used - 1].span[1])
        if out is None:
            out = term
        else:
            mark = "" if marks[k] == "*" and "*" in t.table.products else marks[k]
            out = _quotient(t, out, term, span) if mark in ("/", "÷") else t.multiply(out, term, mark, span)
        k += used
    assert out is not None
    return out


def _quotient(t: Types, top: Term, bottom: Term, span: Span) -> Term:
    """A quotient by a number; by a sum of matrices it is a product with the inverse, PHᵀ/(HPHᵀ + R)."""
    if bottom.op == "sum" and not t.is_scalar(bottom) and not t.is_column(bottom):
        t.default(QUOTIENT)
        return t.multiply(top, t.power(bottom, -1, span), "", span)
    return t.divide(top, bottom, span)


def _refuse_number_behind(
    t: Types, factors: tuple[Node, ...], marks: tuple[str, ...], k: int, before: Term | None
) -> None:
    """Raises Untyped for a number behind a letter without a sign between them: x2 is a name and no product.

    Brackets around two numbers, (3 − λ)(2) or (xᵀw)²(1), are factors.
    """
    beside = [x.base if isinstance(x, Power) else x for x in factors[k - 1 : k + 1]]
    if all(isinstance(x, Group) for x in beside) and before is not None and t.is_scalar(before):
        return
    if is_number_behind(factors, marks, k) and factors[k] not in _ROWS_OF_ONES:
        behind = t.shown((factors[k - 1].span[0], factors[k].span[1]))
        raise Untyped(factors[k].span, f"{behind}, a number behind a letter", "a sign between them, or an index")


def _refuse_operators(t: Types, factors: tuple[Node, ...], marks: tuple[str, ...]) -> None:
    """Raises Unsupported for d, δ and Δ before a factor, and P before brackets, where nothing says what they are.

    They may be a differential, a variation, a probability: d(XY) = (dX)Y + X dY.
    """
    for name, behind, mark in zip(factors, factors[1:], marks[1:], strict=False):
        if not isinstance(name, Name) or name != Name(name.base, font=name.font) or mark or behind == name:
            continue
        if key(name) in t.table.sizes or name in t.definitions or t.said(name).facts or key(name) in t.letters:
            continue
        if name.base in _OPERATORS and not isinstance(behind, Transpose):
            raise Unsupported(name.span, f"{letter_text(name)}, which may be no factor but an operator,")
        is_applied = isinstance(behind, Group) and behind.opening == "("
        if name.base == "P" and is_applied and not t.table.has_projections:
            raise Unsupported(name.span, "P, which may be a probability,")


def _divisor(
    t: Types, factors: tuple[Node, ...], marks: tuple[str, ...], k: int, first: Term, used: int
) -> tuple[Term, int]:
    """What a slash divides by, and how many factors it is: in wᵀSw / wᵀw both, in 1/n XᵀX the first.

    Raises Unsupported for a/bc and 1/2n, which may be meant either way; a/2b is a/(2b) in proofs.
    """
    end = k + used
    while end < len(factors) and marks[end] == "":
        end += 1
    rest = factors[k + used : end]
    if not rest:
        return first, used
    if not t.is_scalar(first):
        t.default("what a slash divides by is the whole product behind it")
        return t.expression(_factors(factors[k:end], marks[k + 1 : end])), end - k
    is_number = all(isinstance(x, Num) for x in factors[:k])
    if isinstance(factors[k], Num) and not is_number and all(_is_number(t, x) for x in rest):
        t.default(SLASH)
        return t.expression(_factors(factors[k:end], marks[k + 1 : end])), end - k
    is_open = isinstance(rest[0], Num) or (isinstance(rest[0], Name) and key(rest[0]) in t.table.sizes)
    if is_open or (not is_number and all(t.is_scalar(t.expression(x)) for x in rest)):
        what = "a slash before several factors, of which it may divide by one or by all"
        raise Unsupported(_span(factors[k:end]), what)
    return first, used


def _is_column_of_ones(factors: Sequence[Node], marks: Sequence[str], k: int) -> bool:
    """Whether a factor 1 is a column of ones: nobody multiplies by the number behind a factor, or before 1ᵀ."""
    before_its_transpose = k + 1 < len(factors) and factors[k + 1] == Transpose(Num("1")) and marks[k + 1] == ""
    return factors[k] == Num("1") and ((k > 0 and marks[k] == "") or before_its_transpose)


def _is_set(node: Node) -> bool:
    """Whether a node is a single thing in braces; around a sum they are brackets."""
    return isinstance(node, Group) and node.opening == "{" and isinstance(node.body, Name | Num)


def _is_tuple(node: Node) -> bool:
    """Whether a node is a list in brackets."""
    return isinstance(node, Group) and isinstance(node.body, Listed)


def mixes_tuples(*sides: Node) -> bool:
    """Whether some tuples of a statement are transposed and others are not, of which one may be a row."""
    inside = [x for side in sides for x in nodes(side)]
    tuples = {id(x) for x in inside if _is_tuple(x)}
    below = {id(x.base) for x in inside if isinstance(x, Transpose)} & tuples
    return bool(below) and below != tuples


def _span(found: tuple[Node, ...]) -> Span:
    """The part of the text from the first to the last of some nodes."""
    return found[0].span[0], found[-1].span[1]


def _factors(factors: tuple[Node, ...], marks: tuple[str, ...]) -> Node:
    """Several factors as a product; one as it is."""
    return Product(factors, marks, span=_span(factors)) if len(factors) > 1 else factors[0]


# Powers and roots


@types(Power)
def raised(t: Types, node: Power) -> Term:
    """A power, an inverse or an entry of a column by an upper index."""
    exponent, base = node.exponent, node.base
    if isinstance(base, Norm) and exponent == Num("2"):
        return t.squared_norm(_inside_norm(t, base), node.span)
    if isinstance(base, Name) and base.base == "e" and not isinstance(exponent, Num | Sum):
        raise Unsupported(node.span, "an exponential")
    match exponent:
        case Num(text) if text.isdigit():
            return t.power(_base(t, node, text), int(text), node.span)
        case Sum((Num(text),), ("-",)) if text.isdigit():
            return t.power(_base(t, node, text), -int(text), node.span)
    if sign := half(exponent):
        term = t.expression(base)
        if not t.is_scalar(term):
            return matrix_root(t, term, base, sign, node.span)
        root = Term("root", SCALAR, (term,), span=node.span)
        return root if sign > 0 else t.divide(number(1), root, node.span)
    if isinstance(exponent, Name):
        if isinstance(base, Name) and t.is_column(t.expression(base)):
            return entry(t, t.expression(base), (exponent,), node)
        if key(exponent) in t.table.sizes and t.is_scalar(term := t.expression(base)):
            return Term("power of size", SCALAR, (term,), (key(exponent),), node.span)
    raise Unsupported(exponent.span, f"the exponent {t.shown(exponent.span)}")


def _base(t: Types, node: Power, exponent: str) -> Term:
    """The base of a power. Raises Unsupported where the exponents of powers inside powers have a large product."""
    before = t.exponents
    t.exponents *= max(1, int(exponent)) if len(exponent) < 10 else MOST_EXPONENT + 1
    try:
        refuse(t.exponents > MOST_EXPONENT, node.span, f"a power above {MOST_EXPONENT}")
        return t.expression(node.base)
    finally:
        t.exponents = before


@types(Root)
def root(t: Types, node: Root) -> Term:
    """A square root of a number."""
    if node.degree is not None and node.degree != Num("2"):
        raise Unsupported(node.span, "a root that is not square")
    body = t.expression(node.body)
    refuse(not t.is_scalar(body), node.span, "the root of a matrix")
    return Term("root", SCALAR, (body,))


@types(Marked)
def marked(t: Types, node: Marked) -> Term:
    """The pseudo-inverse of an expression."""
    if node.mark in ("+", "†"):
        return _pseudo_inverse(t.expression(node.base), node.span)
    raise Unsupported(node.span, f"the mark {node.mark} on a formula")


def _pseudo_inverse(term: Term, span: Span) -> Term:
    return Term("pseudo-inverse", (term.shape[1], term.shape[0]), (term,), span=span)


# Norms and named functions


def _inside_norm(t: Types, node: Norm) -> Term:
    """The argument of a norm. Raises Unsupported for a norm that is not Euclidean or Frobenius."""
    _refuse_own_products(t, node)
    term = t.expression(node.body)
    which = "" if node.subscript is None else key(node.subscript)
    if t.is_scalar(term) or t.is_column(term):
        refuse(which not in ("", "2", "F"), node.span, f"the norm with the subscript {which}")
        return term
    refuse(not _FROBENIUS.fullmatch(which), node.span, f"the norm of a matrix with the subscript {which}")
    if not which:
        if has_other_norms(t.table.note.source.text):
            raise Unsupported(node.span, "the norm of a matrix, in a note that speaks of other norms of matrices,")
        t.default(FROBENIUS)
    return term


def _refuse_own_products(t: Types, node: Norm | Inner) -> None:
    """Raises Unsupported in a note that defines another inner product or norm."""
    refuse(t.table.has_own_products, node.span, "a norm or an inner product, in a note that defines its own,")


@types(Inner)
def inner(t: Types, node: Inner) -> Term:
    """An inner product ⟨x, y⟩."""
    _refuse_own_products(t, node)
    return t.inner(t.expression(node.left), t.expression(node.right), node.span)


@types(Bars)
def bars(t: Types, node: Bars) -> Term:
    """An absolute value; of a column its length; of a matrix its determinant. Raises Unsupported for a size."""
    refuse(node.how == UNCLEAR, node.span, "bars around cells, which are brackets elsewhere in the note,")
    term = t.expression(node.body)
    if not isinstance(node.body, Matrix) and (t.is_scalar(term) or t.is_column(term)):
        return t.norm(term, node.span)
    used = {x: t.used[x] for x in letters_of(term) & t.used.keys() if t.used[x].kind != "number"}  # S of 2πS
    is_pinned = all(x.is_pinned for x in used.values())
    names = [x for x in nodes(node.body) if isinstance(x, Name) and (key(x) in used or key(x) not in t.used)]
    inverted = [key(x) in t.table.inverted and kind_by_look(x) == "matrix" for x in names]
    is_matrix = is_pinned or (any(inverted) if isinstance(node.body, Sum) else all(inverted))  # |A − BD⁻¹C|
    if not is_matrix and not any(x.op == "identity" for x in terms(term)):  # |A| may be the size of a set
        raise Unsupported(node.span, "bars around what the note does not say to be a matrix")
    return determinant(t, term, node.span)


@types(Operator)
def operator(t: Types, node: Operator) -> Term:
    """det, adj, rank, log, vec, kron, and diag of a column or of λ_1, …, λ_p; others have no meaning here."""
    name, body = node.name, node.body
    if name in ANGLES and isinstance(body, Name) and node.subscript is None:
        return of_angle(t, name, body)
    if node.subscript is not None or name not in _NAMED:
        raise Unsupported(node.span, name)
    if name == "diag":
        return _diag(t, node)
    if name == "kron" and isinstance(body, Listed):
        return reduce(lambda a, b: t.kronecker(a, b, node.span), map(t.expression, body.items))
    several = body.factors if isinstance(body, Product) and not node.how else ()
    if name in ("log", "ln"):
        return _logarithm(t, node)
    is_unclear = any(isinstance(x, Operator) for x in several)
    refuse(is_unclear and name not in ("det", "adj"), node.span, f"{name} of several factors without brackets")
    text = t.table.note.source.text
    refuse(
        name == "adj" and _ADJOINT.search(text) and not _COFACTORS.search(text),
        node.span,
        "adj, which may be the adjoint",
    )
    term = t.expression(body)
    refuse(name == "kron", node.span, "kron of one matrix")
    if name == "vec":
        t.default(COLUMNS)
        return Term("columns below each other", (compound("·", term.shape), 1), (term,), span=node.span)
    if name == "det":
        return determinant(t, term, node.span)
    if name == "adj":
        t.need_square(term, node.span)
        if entries(t, term) is not None or t.is_scalar(term):
            raise Unsupported(node.span, "adj of a matrix of numbers")
        return Term("adjugate", term.shape, (term,), span=node.span)
    if 1 in t.found(term):  # ranks of numbers are places in an order
        raise Unsupported(node.span, f"{name} of what is no matrix")
    t.default(RANK)  # A⁺A is the projector onto the row space
    return t.trace(t.multiply(_pseudo_inverse(term, node.span), term, "", node.span), node.span)


def _logarithm(t: Types, node: Operator) -> Term:
    """The logarithm of a number; that of a product, a quotient or a power is read as a sum, that of e^f as f."""
    if (density := _density(t, node.body)) is not None:
        definition, given = density
        log = replace(node, body=Group(definition.body, span=node.span), how="(")
        return t.opening(key(node.body), definition, log, node.span, given)
    if (normal := normal_density(node.body)) is not None:
        t.default(NORMAL)
        if isinstance(normal[2], Name) and normal[2].base.islower():
            t.default(VARIANCE)
        return _log_of_normal(t, node, *normal)
    if isinstance(node.body, Product) and not node.how and not isinstance(node.body.factors[0], Num):
        refuse(any(node.body.marks), node.span, f"{node.name} of several factors without brackets")
        t.default(WHOLE)
    found = [*_log_terms(t, node, node.body)]
    if found == [("+", node)]:
        term = t.expression(node.body)
        refuse(not t.is_scalar(term), node.span, f"{node.name} of a matrix")
        return Term("logarithm", SCALAR, (term,), span=node.span)
    t.default(LOGARITHMS)
    return t.expression(sum_of(found, node))


def _density(t: Types, node: Node) -> tuple[Definition, dict[str, Term]] | None:
    """What the note says that a density is, and its arguments: p(x_i; μ) of p(x; μ) = …; None for anything else."""
    match node:
        case Product((Name() as function, Group() as arguments), marks=("",)):
            pass
        case _:
            return None
    for left, definition in t.definitions.items():
        match left:
            case Product((Name() as name, Group() as parameters)) if name == function and not definition.parameters:
                found = dict[Name, Node]()
                if _fits(parameters, arguments, found):
                    given = {key(x): y for x, y in found.items() if x != y}
                    return definition, {x: t.expression(y) for x, y in given.items()}
    return None


def _is_density(t: Types, node: Node) -> bool:
    return _density(t, node) is not None or normal_density(node) is not None


def normal_density(node: Node) -> tuple[Node, Node, Node] | None:
    """The x, μ and Σ of 𝒩(x ∣ μ, Σ) and 𝒩(x; μ, Σ); None for anything else."""
    match node:
        case Product((Name("N", font="calligraphic"), Group(Sentence((Chain((x, mean), ("∣",)), covariance)))), ("",)):
            return x, mean, covariance
        case Product((Name("N", font="calligraphic"), Group(Sentence((x, Listed((mean, covariance)))))), ("",)):
            return x, mean, covariance
    return None


def _log_of_normal(t: Types, log: Operator, x: Node, mean: Node, covariance: Node) -> Term:
    """−½ log|2πΣ| − ½(x − μ)ᵀΣ⁻¹(x − μ), or −½ log(2πσ²) − ½(x − μ)²/σ² of numbers."""
    span = log.span
    one, two = (Num(digit, span=span) for digit in "12")
    minus_one = Sum((one,), ("-",), span=span)
    rest = Group(Sum((x, Group(mean, span=span)), ("", "-"), span=span), span=span)
    form: Node
    if any(t.is_scalar(t.expression(part)) for part in (x, mean, covariance) if part != Num("0")):
        spread: Node = Group(covariance, span=span)
        form = Frac(Power(rest, two, span=span), spread, span=span)
    else:
        spread = Name("Σ of 𝒩", span=span)  # one term, so that an I has one size
        inverse = Power(spread, minus_one, span=span)
        form = Product((Transpose(rest, span=span), inverse, rest), ("", ""), span=span)
    scale: Node = Product((two, spread, Name("π", span=span)), ("", ""), span=span)
    scale = Operator("det", scale, span=span) if isinstance(spread, Name) else scale
    whole = Group(Sum((replace(log, body=scale, how="("), form), ("", "+"), span=span), span=span)
    before, t.given = t.given, {**t.given, key(Name("Σ of 𝒩")): t.expression(covariance)}
    try:
        return t.expression(Product((Frac(minus_one, two, span=span), whole), ("",), span=span))
    finally:
        t.given = before


def _fits(parameters: Node, arguments: Node, found: dict[Name, Node]) -> bool:
    """Whether arguments stand where parameters do, (x_i; μ) for (x; μ); `found` takes them.

    p(w ∣ y) is no value of p(y ∣ w): which density it is, its letters say.
    """
    if isinstance(parameters, Name):
        is_its = isinstance(arguments, Name) and bare(arguments) == bare(parameters)
        return is_its and found.setdefault(parameters, arguments) == arguments
    mine, others = tuple(children(parameters)), tuple(children(arguments))
    if type(parameters) is not type(arguments) or len(mine) != len(others):
        return False
    is_alike = with_children(parameters, others) == arguments
    return is_alike and all(_fits(x, y, found) for x, y in zip(mine, others, strict=True))


def _factors_of_log(t: Types, factors: Sequence[Node]) -> Iterator[Node]:
    """Factors, of which a function and its arguments are one."""
    rest = list(factors)
    while rest:
        pair = Product(tuple(rest[:2]), ("",), span=rest[0].span) if len(rest) > 1 else rest[0]
        width = 2 if _is_density(t, pair) else 1
        yield pair if width == 2 else rest[0]
        del rest[:width]


def _log_terms(t: Types, log: Operator, node: Node, sign: str = "+", by: tuple[Node, ...] = ()) -> Iterator[Signed]:
    """The terms of log(node), each with a sign and multiplied by some numbers."""
    if (f := exponent_of(node, euler=t.table.has_euler)) is not None:
        if log.name == "log":
            t.default(NATURAL)
        yield sign, _times(by, f)
        return
    match node:
        case Num("1"):
            return
        case Group(body=Product() | Frac() | Power() | Root() | Operator() | Big() as body):
            yield from _log_terms(t, log, body, sign, by)
        case Product(factors, marks) if (
            not _is_density(t, node)
            and {*marks} <= {"", "·", "×"}
            and all(_is_number(t, x) for x in _factors_of_log(t, factors))
        ):
            for factor in _factors_of_log(t, factors):
                yield from _log_terms(t, log, factor, sign, by)
        case Frac(top, bottom):
            yield from _log_terms(t, log, top, sign, by)
            yield from _log_terms(t, log, bottom, "-" if sign == "+" else "+", by)
        case Root(body=body, degree=None):
            yield from _log_terms(t, log, body, sign, (*by, Frac(Num("1"), Num("2"), span=node.span)))
        case Big(sign="∏", body=body):
            yield sign, _times(by, replace(node, sign="∑", body=replace(log, body=body, how="(")))
        case Norm():
            square = Power(node, Num("2"), span=node.span)
            half = Frac(Num("1"), Num("2"), span=node.span)
            yield sign, _times((*by, half), replace(log, body=square, how="("))
        case Power(base, exponent) if not (isinstance(base, Norm) and exponent == Num("2")) and _is_number(t, base):
            yield from _log_terms(t, log, base, sign, (*by, exponent))
        case _:
            yield sign, _times(by, log if node is log.body else replace(log, body=node, how="("))


def _times(by: tuple[Node, ...], node: Node) -> Node:
    """A product of numbers and a node."""
    factors = tuple(Group(x, span=node.span) if isinstance(x, Num | Sum) else x for x in (*by, node))
    return _factors(factors, ("",) * len(by))


def _is_number(t: Types, node: Node) -> bool:
    """Whether a node is a number by itself; σⁿ is, where the exponent is not read."""
    match node:
        case Power(base, _) if exponent_of(node, euler=t.table.has_euler) is None and not isinstance(base, Norm):
            return _is_number(t, base)
        case Root(body=body) | Group(body=body):
            return _is_number(t, body)
        case Frac(top, bottom):
            return _is_number(t, top) and _is_number(t, bottom)
        case Product(factors) if all(_is_number(t, x) for x in factors):
            return True
    if exponent_of(node, euler=t.table.has_euler) is not None or _is_density(t, node):
        return True
    try:
        return t.is_scalar(t.expression(node))
    except Unsupported:
        return False


def _diag(t: Types, node: Operator) -> Term:
    """diag(λ_1, …, λ_p), or diag(λ) of a column."""
    found = family_listed(node.body)
    column = listed(t, *found, node) if found is not None else t.expression(node.body)
    rows = None
    if column.op == "product" and found is not None:
        rows, column = column.parts
    if not t.is_column(column):
        raise Unsupported(node.span, "diag of what is no column")
    column = column if column.op in ("letter", "entrywise") else of_diagonal(t, column, node.span)
    out = Term("diagonal", (column.shape[0], column.shape[0]), (column,), span=node.span)
    if rows is None:
        return out
    # diag(λ_1, …, λ_k) is a block of diag(λ_1, …, λ_p)
    return t.outer(t.multiply(rows, out, "", node.span), rows, node.span)


# Functions of the note


def _factor(t: Types, factors: tuple[Node, ...], marks: tuple[str, ...]) -> tuple[Term, int]:
    """The next factor of a product, and how many nodes it takes."""
    first = factors[0]
    is_twice = isinstance(first, Power) and isinstance(first.base, Gradient) and first.exponent == Num("2")
    if isinstance(first, Gradient) or is_twice or (isinstance(first, Partial) and isinstance(first.body, Blank)):
        if len(factors) == 1:
            raise Untyped(first.span, "a derivative of nothing", "what it acts on")
        if len(factors) > 3 and (slope := _slope(t, factors[:3], marks[:2])) is not None:
            return t.expression(slope), 3
        return _derivative(t, first, _factors(factors[1:], marks[1:])), len(factors)  # type: ignore[arg-type]
    match factors[:3]:
        case (Name("D", subscript=Name() as by), Group() as of, Group(opening="[") as along) if (
            marks[:2] == ("", "") and not loosened(t, t.said(first)).facts and first not in t.definitions  # type: ignore[arg-type]
        ):
            return _directional(t, Gradient(by, span=first.span), of, along), 3
        case (Power(base=Name(base="cos" | "sin" as name), exponent=Num("2")), Name() as angle, *_) if marks[0] == "":
            return t.power(of_angle(t, name, angle), 2, first.span), 2  # cos²θ
    if not isinstance(first, Name) or len(factors) == 1 or marks[0] != "":
        return t.expression(first), 1
    match factors[1]:
        case Group() as argument:
            if (term := _applied(t, first, argument)) is not None:
                return term, 2
        case (Norm() | Power(base=Norm())) as body if _is_moment(t, first):  # E‖x‖²
            span = (first.span[0], body.span[1])
            return moment(t, Moment(MOMENTS[first.base], body, first.subscript, span=span)), 2
        case (Transpose(base=Group() as argument) | Power(base=Group() as argument)) as behind if _is_moment(t, first):
            span = (first.span[0], argument.span[1])  # E[x]ᵀ, E[x]²
            whole = Moment(MOMENTS[first.base], argument.body, first.subscript, span=span)
            return t.expression(replace(behind, base=whole, span=(first.span[0], behind.span[1]))), 2
        case (Transpose(base=Group() as argument) | Power(Group() as argument, Num())) as behind if _function(t, first):
            called = Product((first, argument), marks[:1], span=(first.span[0], argument.span[1]))
            return t.expression(replace(behind, base=Group(called, span=called.span))), 2
    return t.expression(first), 1


def _slope(t: Types, factors: tuple[Node, ...], marks: tuple[str, ...]) -> Node | None:
    """∇f(w) or its transpose at the beginning of a product ∇f(w)ᵀd, for a function f that the note defines."""
    match factors:
        case (_, Name() as name, Group() | Transpose(base=Group()) as behind) if marks == ("", ""):
            if _function(t, name) is None:
                return None
            argument = behind.base if isinstance(behind, Transpose) else behind
            span = (factors[0].span[0], argument.span[1])
            slope = Group(Product((factors[0], name, argument), marks, span=span), span=span)
            return replace(behind, base=slope) if isinstance(behind, Transpose) else slope
    return None


def _is_moment(t: Types, name: Name) -> bool:
    """Whether a name is E, Var or Cov, and no letter of the note."""
    return name.base in MOMENTS and not t.is_declared(name)


def _applied(t: Types, name: Name, argument: Group) -> Term | None:
    """A function applied to an argument in brackets; None if the two are factors."""
    body, span = argument.body, (name.span[0], argument.span[1])
    arguments = body.items if isinstance(body, Listed) else (body,)
    if any(isinstance(x, Chain) and "∣" in x.signs for x in arguments) and not _is_moment(t, name):
        raise Unsupported(span, f"{unicode(name)} of something given something else")
    if (definition := _function(t, name)) is not None:
        return _called(t, name, definition, arguments, span)
    if is_projector(t, name) and len(arguments) == 1:
        return t.multiply(t.expression(name), t.expression(body), "", span)
    if _is_moment(t, name):
        return moment(t, Moment(MOMENTS[name.base], body, name.subscript, span=span))
    if name.base in _TRACES:
        return t.trace(t.expression(body), span)
    if name.base in ("λ", "σ") and name.subscript is not None and len(key(name.subscript)) > 2:
        raise Unsupported(span, f"the function {unicode(name)}")
    if t.table.is_function(name, t.offset) or {key(name)} <= t.table.functions & t.table.sizes:
        raise Unsupported(span, f"the function {unicode(name)}, which the note does not define")
    refuse(is_word(name) and not t.is_declared(name), span, f"the word {name.base}")
    return None


def _called(t: Types, name: Name, definition: Definition, arguments: tuple[Node, ...], span: Span) -> Term:
    """A defined function at its arguments."""
    shown, parameters = letter_text(name), definition.parameters
    if len(arguments) != len(parameters):
        raise Unsupported(span, f"{len(arguments)} arguments of {shown}, which the note defines with others")
    refuse(key(name) in t.opened, span, f"the function {shown} within itself")
    if arguments is not parameters and definition.squared:
        arguments = tuple(_root_of_square(x) if k in definition.squared else x for k, x in enumerate(arguments))
    if definition.is_special and tuple(arguments) != parameters:
        known = f"{shown}({', '.join(map(letter_text, parameters))})"
        raise Unsupported(span, f"the function {shown}, of which the note says only what {known} is")
    values = [t.expression(x) for x in arguments]
    given = {key(p): v for p, v in zip(parameters, values, strict=True)}
    return t.opening(key(name), definition, definition.body, span, given)


def _root_of_square(node: Node) -> Node:
    """σ of an argument σ². Raises Unsupported for what is no square."""
    if isinstance(node, Power) and node.exponent == Num("2"):
        return node.base
    raise Unsupported(node.span, "a value of a function of σ²")


def _function(t: Types, name: Node) -> Definition | None:
    """The definition of a function with parameters."""
    definition = t.definitions.get(name) if isinstance(name, Name) else None
    return definition if definition is not None and definition.parameters else None


# Derivatives. ∂f/∂x of a column f of m numbers is Σ e_k (∂f_k/∂x)ᵀ, m×p, or its transpose; where both sides of a
# relation leave it open, it is the first one. ∂f/∂A of a number f has the shape of A, or of Aᵀ. As the note does not
# say which, nothing is refuted about one.


def _derivative(t: Types, node: Gradient | Partial | Power, of: Node) -> Term:
    """A derivative. Raises Unsupported for a higher one than the second, and for one by what is no letter."""
    variable, is_twice = _variable_of(t, node, of)
    match variable:
        case Power(base=Name() as root, exponent=Num("2")) if isinstance(node, Partial) and not is_twice:
            slope = _derivative(t, replace(node, variables=(root,)), of)  # ∂f/∂σ² = (∂f/∂σ)/2σ
            return t.divide(slope, t.times(node.span, number(2), t.as_number(t.expression(root))), node.span)
    if not isinstance(variable, Name):
        raise Unsupported(node.span, "a derivative by what is no letter")
    if _is_at_value(t, of) and (point := t.definitions.get(variable)) is not None and not point.parameters:
        t.points[variable] = point
        t.models.add(key(variable))
    _let_vary(t, variable)
    by = t.expression(variable)
    if by.op in ("entry", "member") and by.parts[0].op == "letter" and not is_twice:
        return _by_part(t, node, by, of)
    refuse(by.op != "letter", node.span, "a derivative by {}, which is no letter of its own", variable)
    found = str(by.data[0])
    body = _varied(t, found, of)
    need_no_root(t, (found,), node.span)
    if letters_of(body) and found not in letters_of(body):
        raise Unsupported(node.span, f"a derivative of what is not said to depend on {unicode(variable)}")
    span = (node.span[0], max(node.span[1], of.span[1]))  # as of the product of ∂/∂x and what it acts on
    slope = Term("gradient", by.shape, (body, by), span=span)
    if is_twice and t.is_scalar(body) and t.is_scalar(by):
        return Term("gradient", by.shape, (slope, by), span=span)
    if is_twice:
        if not t.is_scalar(body) or not t.is_column(by):
            raise Unsupported(span, "the second derivative of what is no number, or by what is no column")
        return _jacobian(t, slope, by, span)
    if not t.is_scalar(body):
        return _jacobian(t, body, by, span)
    if isinstance(node, Partial):
        t.partials.add(span)
        if not (t.is_column(by) or t.is_scalar(by)):
            t.turned[span] = t.transpose(slope, span)
            t.default(OF_MATRIX)
    return slope


def _let_vary(t: Types, variable: Name) -> None:
    """Let a letter be free in a statement that has not used its definition: ∇ρ(x) of x = Σ cᵢvᵢ."""
    known = t.definitions.get(variable)
    if known is not None and not known.parameters and known.span not in t.defined_by:
        t.models.add(key(variable))


def _by_part(t: Types, node: Gradient | Partial | Power, part: Term, of: Node) -> Term:
    """∂f/∂θ_j and ∂f/∂x_i: the entry or the row of ∂f/∂θ or ∂f/∂X. Raises Unsupported for what is no number."""
    whole = part.parts[0]
    found = str(whole.data[0])
    body = _varied(t, found, of)
    need_no_root(t, (found,), node.span)
    if not t.is_scalar(body):
        raise Untyped(of.span, "the derivative of a matrix by an entry or a row", "that of a number")
    if found not in letters_of(body):
        raise Unsupported(node.span, "a derivative of what is not said to depend on its variable")
    slope = Term("gradient", whole.shape, (body, whole), span=node.span)
    return replace(part, parts=(slope,), span=(node.span[0], max(node.span[1], of.span[1])))


def _varied(t: Types, found: str, of: Node) -> Term:
    """What is differentiated by a letter, which varies there, as do the parameters of functions."""
    if not (t.is_at_point or _is_at_value(t, of)):
        t.varied.add(found)
    t.models |= observed(t, {found})
    for name in nodes(of):
        if (function := _function(t, name)) is not None:
            t.varied |= {key(x) for x in function.parameters}
            t.beside |= {key(x) for x in function.parameters} - {found}
    if isinstance(of, Name) and (function := _function(t, of)) is not None:
        return _called(t, of, function, function.parameters, of.span)
    return t.expression(of)


def _is_at_value(t: Types, of: Node) -> bool:
    """Whether a derivative is one at a point of which the note may say what it is: ∇f(v), for a function of x."""
    match of:
        case Product(factors=(Name() as name, Group(Name() as point))) if (function := _function(t, name)) is not None:
            return function.parameters != (point,)
    return False


def observed(t: Types, varied: AbstractSet[str]) -> set[str]:
    """The keys of letters that stay as they are where others vary: the observed y of the model y = Xβ + ε, by β."""
    out = set[str]()
    for left, known in t.definitions.items():
        if isinstance(left, Name) and not known.parameters and known.names & varied and known.span not in t.defined_by:
            before = t.text[max(known.span[0] - _NEAR, 0) : known.span[0]]
            is_said = any(isinstance(f, HasShape) and f.strength == "declared" for f in t.said(left).facts)
            if is_said or _MODEL.search(before) or has_noise(t, known):
                out.add(key(left))
    return out


def has_noise(t: Types, known: Definition) -> bool:
    """Whether what a letter is has a random letter, or one that is called noise."""
    names = [x for x in nodes(known.body) if isinstance(x, Name)]
    if any(t.table.at(x, t.offset).kind == "random column" for x in names):
        return True
    terms = known.body.terms if isinstance(known.body, Sum) else ()
    has_other = any(isinstance(x, Name) and x not in t.definitions for x in terms)  # ε of Xβ + ε
    return has_other and _NOISE.search(t.text[known.span[1] : known.span[1] + _NEAR]) is not None


_NEAR = 40  # characters before the equation of a model
_NOISE = re.compile(r"^[^.;]*(?<![\w-])(?:noise|errors?|disturbances?)(?![\w-])")
_MODEL = re.compile(r"(?<![\w-])models?(?![\w-])[^.;]*$")


def _variable_of(t: Types, node: Gradient | Partial | Power, of: Node) -> tuple[Node | None, bool]:
    """By what a derivative is, and whether it is a second one. Raises Unsupported for a higher one."""
    match node:
        case Partial(variables=(first,), order=None):
            return first, False
        case Partial(variables=(first, Transpose(base=second)), order=Num("2")) if first == second:
            return first, True
        case Partial(variables=(first, second), order=Num("2")) if first == second:
            return first, True
        case Partial(variables=(Power(base=first, exponent=Num("2")),), order=Num("2")):
            return first, True
        case Partial():
            raise Unsupported(node.span, "a higher derivative")
    nabla: Any = node.base if isinstance(node, Power) else node
    variable = nabla.variable
    match of:  # the letter by which f(w) is differentiated where none is written
        case Product(factors=(Name(), Group(body=Name() as name)), marks=("",)):
            variable = variable or name
        case Name() if (definition := _function(t, of)) is not None and len(definition.parameters) == 1:
            variable = variable or definition.parameters[0]
    return variable, isinstance(node, Power)


def _directional(t: Types, nabla: Gradient, of: Group, along: Group) -> Term:
    """D_w(f)[h] = tr(hᵀ∇_w f), the derivative in w along h. Raises Untyped if f is no number."""
    slope, direction = _derivative(t, nabla, of.body), t.expression(along.body)
    if slope.op != "gradient":
        raise Untyped(of.span, "a function with several values", "a number")
    return t.trace(t.gram(direction, slope, along.span), (nabla.span[0], along.span[1]))


def _jacobian(t: Types, body: Term, by: Term, span: Span) -> Term:
    """∂f/∂x of a column or of a row. Raises Unsupported for what is neither, and by what is no column."""
    is_row = t.found(body)[0] == 1
    refuse(not t.is_column(by) or not (is_row or t.is_column(body)), span, "the derivative of a matrix, or by a matrix")
    column = t.transpose(body, span) if is_row else body
    name = Name("ι", span=span)
    with t.binding(name, column.shape[0]) as index:
        e = unit_vector(t, name, column.shape[0])
        slope = Term("gradient", by.shape, (t.inner(e, column, span), by), span=span)
        whole = t.over(t.outer(e, slope, span), index, span=span)
    other = t.transpose(whole, span)
    first, t.turned[span] = (other, whole) if is_row else (whole, other)
    t.default(LAYOUT)
    return first


def in_layout_of(t: Types, term: Term, other: Term) -> Term:
    """A derivative as what stands on the other side of a relation has it; any other term, ∇f too, as it is.

    ∂f/∂x by a column is a row beside what is a row and no number. Other derivatives are turned if only so they fit.
    """
    wanted, here = t.found(other), t.found(term)
    if (turned := t.turned.get(term.span)) is not None:
        if wanted == here or wanted != t.found(turned):
            return term
        first = LAYOUT if term.op in ("total", "transpose") else OF_MATRIX
        t.defaults.pop(first, None)
        t.default(LAYOUTS[first])
        return turned
    is_open = getattr(wanted[1], "plural", True) is False
    if term.span not in t.partials or wanted[0] != 1 or wanted[1] == 1 or is_open or here[0] == 1:
        return term
    t.default("∂f/∂x by a column x is a row")
    return t.transpose(term, term.span)


RULES.update(
    {
        Num: lambda t, x: t.zero(x.span) if float(x.text) == 0 else number(x.text, x.span),  # 0 may be a zero matrix
        Frac: lambda t, x: _quotient(t, t.expression(x.top), t.expression(x.bottom), x.span),
        Norm: lambda t, x: t.norm(_inside_norm(t, x), x.span),
        Trace: lambda t, x: t.trace(t.expression(x.body), x.span),
        Partial: lambda t, x: _derivative(t, x, x.body),
    }
)
