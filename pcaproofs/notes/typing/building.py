"""Conversion of typed terms to SymPy nodes of the language, after all sizes are found."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, reduce
from itertools import chain, count
from operator import add, mul, neg, truediv
from typing import Any

import sympy as sp

from pcaproofs.language import nodes
from pcaproofs.language.conclusions import ForAll, at_least, equal, more_than, same_optimisers
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.nodes import diagonal, leading, partial_total
from pcaproofs.notes.typing.shapes import Dimensions
from pcaproofs.notes.typing.terms import (
    DIAGONAL,
    Compound,
    Dim,
    Optimisation,
    Relation,
    Term,
    Unknown,
    Unsupported,
    terms,
)

_SPARE = ("n", "p", "d", "m", "q", "r", "s", "t", "k", "l", "a", "b", "c", "e", "f", "g", "h")
_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "=": equal,
    "≥": at_least,
    "≤": lambda a, b: at_least(b, a),
    ">": sp.Gt,
    "<": sp.Lt,
    "≠": sp.Ne,
}

ORDERS = {"⪰": "psd", "≻": "positive_definite"}  # before 0
REMEMBERED = 1 << 13  # sums and products


class Builder:
    """Builds the terms of one statement.

    spelled: letter key -> its name in the statement. reserved: names of indices and of the note's sizes, which no size
    without a name gets.
    """

    def __init__(self, sizes: Dimensions, spelled: dict[str, str], reserved: frozenset[str] = frozenset()):
        self.sizes, self.spelled, self.reserved = sizes, dict(spelled), reserved
        self.unknown: dict[Unknown, sp.Symbol] = {}
        self.indices: dict[str, Any] = {}  # the free and bound indices of members so far, with their numbers of members
        self.written: list[Any] = []  # the sizes of matrices that are written by their entries, each once

    def size(self, size: Dim) -> Any:
        """A size as an integer or a positive integer symbol."""
        found = self.sizes.find(size)
        if isinstance(found, int):
            return sp.Integer(found)
        if isinstance(found, Compound):
            return reduce(mul if found.op == "·" else add, map(self.size, found.parts))
        if isinstance(found, Unknown):
            if found not in self.unknown:
                taken = {*self.reserved, *self.spelled.values(), *map(str, self.unknown.values())}
                name = next((x for x in _SPARE if x not in taken), f"n_{len(self.unknown)}")
                self.unknown[found] = _symbol(name, is_size=True)
            return self.unknown[found]
        return _symbol(self.name(found), is_size=True)

    def unit(self, k: int, size: Any) -> Any:
        """Column k, from 0, of the identity of a size that is written by its entries; e_0 is of one size only."""
        if size not in self.written:
            self.written.append(size)
        return nodes.basis(size, f"{k}" if size == self.written[0] else f"{k}of{size}")

    def name(self, key: str) -> str:
        """The name of a letter or a size."""
        return self.spelled.setdefault(key, key)

    def is_scalar(self, term: Term) -> bool:
        """Whether a term is 1×1."""
        return all(self.sizes.find(x) == 1 for x in term.shape)

    def term(self, term: Term) -> Any:
        """The SymPy expression of a term; a 1×1 term is a scalar."""
        out = BUILDERS[term.op](self, term)
        if self.is_scalar(term) and getattr(out, "is_Matrix", False):
            return _made(sp.Trace, out)
        return out

    def relation(self, relation: Relation) -> Any:
        """A relation of the language; A ⪰ 0 says that A is positive semidefinite."""
        if relation.sign in ORDERS:
            return self.named(ORDERS[relation.sign], relation.left)
        if relation.sign == DIAGONAL:
            return self.named("diagonal_matrix", relation.left)
        if relation.sign not in _SIGNS:
            raise Unsupported(relation.span, f"the relation {relation.sign}")
        by_entries = (x for x in terms(relation) if x.op in ("cells", "unit"))
        self.written = list(dict.fromkeys([*self.written, *(self.size(n) for x in by_entries for n in x.shape)]))
        left, right = self.term(relation.left), self.term(relation.right)
        if relation.sign == "≠" and getattr(left, "is_Matrix", False):
            return apart(left, right)
        if relation.sign not in ("=", "≤", "≥") and getattr(left, "is_Matrix", False):
            raise Unsupported(relation.span, f"{relation.sign} between matrices")
        return _made(_SIGNS[relation.sign], left, right)

    def concluded(self, relation: Relation) -> Any:
        """A relation as a conclusion: of A ⪰ 0 and A ≻ 0 that xᵀAx ≥ 0 for all x."""
        if relation.sign not in ORDERS:
            return self.relation(relation)
        matrix = self.term(relation.left)
        taken = {*self.spelled.values(), *self.reserved, *map(str, self.unknown.values())}
        names = chain("xyzuvwh", (f"x_{k}" for k in count(1)))
        x = sp.MatrixSymbol(next(name for name in names if name not in taken), matrix.shape[0], 1)
        return at_least(x.T * matrix * x)

    def of_all(self, relation: Relation) -> Any:
        """A relation that is imposed on all values of its indices, as far as the language can say it."""
        out = self.relation(relation)
        for name, length in reversed(relation.of_all):
            out = ForAll(nodes.index(name), self.size(length), out)
        return out

    def sums_of(self, relation: Relation) -> Any:
        """A relation between the sums over all values of the indices for which a relation holds."""
        left, right = self.term(relation.left), self.term(relation.right)
        for name, length in reversed(relation.of_all):
            left, right = (nodes.total(x, nodes.index(name), self.size(length)) for x in (left, right))
        return equal(left, right)

    def imposed(self, relation: Relation) -> Any | None:
        """An imposed relation; i ≠ j says that two basis vectors are orthogonal; None if it cannot be said."""
        named = [str(x.data[0]) for x in terms(relation) if x.op == "letter"]
        if not any(name in self.indices for name in named):
            try:
                return self.relation(relation)
            except Unsupported:
                return None
        sizes = [self.indices.get(name) for name in named]
        if relation.sign != "≠" or len(named) != 2 or sizes[0] != sizes[1]:
            return None
        return equal(nodes.inner(*(nodes.basis(sizes[0], name) for name in named)), sp.Integer(0))

    def same(self, first: Optimisation, second: Optimisation) -> Any:
        """Two problems with the same optimisers."""
        variables = [self.term(x) for x in first.variables]
        sides = [(x.sense.removeprefix("arg"), self.term(x.objective)) for x in (first, second)]
        return same_optimisers(variables, *sides)

    def named(self, kind: str, *terms: Term) -> Named:
        """A named hypothesis."""
        return Named(kind, tuple(self.term(x) for x in terms))


def apart(left: Any, right: Any) -> Any:
    """left ≠ right for matrices: the sum of the squares of their differences is positive."""
    difference = left if right == 0 or getattr(right, "is_ZeroMatrix", False) else left - right
    return more_than(sp.Trace(difference.T * difference))


@lru_cache(maxsize=REMEMBERED)
def _made(make: Callable[..., Any], *parts: Any) -> Any:
    """The result of a function of SymPy or of the language, which depends on its arguments alone.

    SymPy's operations take a fifth of a second check.
    """
    return make(*parts)


@lru_cache(maxsize=REMEMBERED)
def _symbol(name: str, *, is_size: bool) -> Any:
    return sp.Symbol(name, integer=True, positive=True) if is_size else sp.Symbol(name, real=True)


def _added(parts: list[Any]) -> Any:
    return reduce(lambda x, y: _made(add, x, y), parts)


def _of(make: Callable[..., Any]) -> Callable[[Builder, Term], Any]:
    """A function of the parts of a term."""
    return lambda b, t: _made(make, *map(b.term, t.parts))


def _of_matrix(make: Callable[[Any], Any], only: str = "") -> Callable[[Builder, Term], Any]:
    """A function that is 0 at a zero whose size nothing determines, as in 0ᵀ0 and ‖0‖.

    only: what it is called, if the language has it for matrices only, and neither for numbers nor for such a zero.
    """

    def build(b: Builder, t: Term) -> Any:
        part = b.term(t.parts[0])
        if only and not getattr(part, "is_Matrix", False):
            raise Unsupported(t.span, f"the {only} of a number")
        return sp.Integer(0) if part == 0 else _made(make, part)

    return build


def _transposed(part: Any) -> Any:
    """The transpose; the trace that stands for a 1×1 matrix is its own."""
    return getattr(part, "T", part)


def _letter(b: Builder, t: Term) -> Any:
    name = b.name(str(t.data[0]))
    return _symbol(name, is_size=False) if b.is_scalar(t) else _made(sp.MatrixSymbol, name, *map(b.size, t.shape))


def _zero(b: Builder, t: Term) -> Any:
    if b.is_scalar(t) or any(isinstance(b.sizes.find(x), Unknown) for x in t.shape):
        return sp.Integer(0)
    return sp.ZeroMatrix(*map(b.size, t.shape))


def _sum(b: Builder, t: Term) -> Any:
    parts = [b.term(x) if sign == "+" else _made(neg, b.term(x)) for sign, x in zip(t.data, t.parts, strict=True)]
    return _added([x for x in parts if x != 0] or parts)  # a zero of unknown size is the number 0


def _power(b: Builder, t: Term) -> Any:
    base, exponent = b.term(t.parts[0]), sp.Rational(str(t.data[0]))
    if getattr(base, "is_Matrix", False):
        return reduce(lambda x, y: _made(mul, x, y), [base] * int(exponent))
    return _made(pow, base, exponent)


def _total(b: Builder, t: Term) -> Any:
    name, *bounds = t.data
    body, index = b.term(t.parts[0]), nodes.index(str(name))
    sizes: list[Any] = [None if x is None else x if x == 0 else b.size(x) for x in bounds]  # type: ignore[arg-type]
    length, after, last = sizes
    if after != 0 and any(x.op == "neighbour" for x in terms(t.parts[0])):
        many = (length if last is None else last) - after
        return _made(nodes.total, body.xreplace({index: index + after}), index, many)
    if after == 0 and (last is None or isinstance(bounds[2], Compound)):  # n − 1 of n
        return _made(nodes.total, body, index, length if last is None else last)
    return partial_total(body, index, length, after=after, last=last)


def _at(b: Builder, index: object) -> Any:
    return b.size(index) if isinstance(index, int | Compound) else nodes.index(str(index))


def _member(b: Builder, t: Term) -> Any:
    family = b.term(t.parts[0])
    if isinstance(t.data[0], str):
        b.indices[t.data[0]] = family.shape[0]
    return nodes.sample(family, _at(b, t.data[0]))


def _entry(b: Builder, t: Term) -> Any:
    row, *column = (_at(b, x) for x in t.data)
    return b.term(t.parts[0])[row, column[0] if column else 0]


def _neighbour(b: Builder, t: Term) -> Any:
    family, name = b.term(t.parts[0]), str(t.data[0])
    b.indices[name] = family.shape[0]
    at = nodes.index(name) + t.data[1]
    return family[at, 0] if b.is_scalar(t) else nodes.sample(family, at)


def _slice(b: Builder, t: Term) -> Any:
    whole, sizes = b.term(t.parts[0]), [b.size(x) for x in t.shape]
    starts = [int(str(x)) for x in (*t.data, 0)][:2]
    return whole[starts[0] : starts[0] + sizes[0], starts[1] : starts[1] + sizes[1]]


def _identity(b: Builder, t: Term) -> Any:
    """The identity; beside matrices of numbers it is the sum of eₖeₖᵀ, which they are put together from."""
    size = b.size(t.shape[0])
    if size not in b.written:
        return sp.Identity(size)
    return _added([e * e.T for e in (b.unit(k, size) for k in range(int(size)))])


def _ones(b: Builder, t: Term) -> Any:
    """Ones; a column or row of them beside matrices of numbers is the sum of the eₖ."""
    rows, columns = map(b.size, t.shape)
    size = rows if columns == 1 else columns
    if size not in b.written or 1 not in (rows, columns):
        return sp.OneMatrix(rows, columns)
    out = _added([b.unit(k, size) for k in range(int(size))])
    return out if columns == 1 else out.T


def _cells(b: Builder, t: Term) -> Any:
    """Σ aₖₗ eₖeₗᵀ for a matrix of numbers, without the zeros."""
    rows, columns = map(b.size, t.shape)
    parts = []
    for at, entry in enumerate(map(b.term, t.parts)):
        k, j = divmod(at, int(columns))
        unit = b.unit(k, rows) if rows != 1 else sp.Integer(1)
        across = b.unit(j, columns).T if columns != 1 else sp.Integer(1)
        if entry != 0:
            parts.append(entry * unit * across)
    return _added(parts) if parts else sp.ZeroMatrix(rows, columns)


def _blocks(b: Builder, t: Term) -> Any:
    """A matrix of blocks, of which a number has the size 1×1."""

    def block(x: Term) -> Any:
        if x.op == "zero":
            return sp.ZeroMatrix(*map(b.size, x.shape))
        found = b.term(x)
        return found if getattr(found, "is_Matrix", False) else found * sp.Identity(1)

    count = int(str(t.data[1]))
    return sp.BlockMatrix([[*map(block, t.parts[k : k + count])] for k in range(0, len(t.parts), count)])


BUILDERS: dict[str, Callable[[Builder, Term], Any]] = {
    "letter": _letter,
    "number": lambda b, t: sp.Rational(str(t.data[0])),
    "size": lambda b, t: b.size(t.data[0]),  # type: ignore[arg-type]
    "zero": _zero,
    "identity": _identity,
    "cells": _cells,
    "blocks": _blocks,
    "unit": lambda b, t: b.unit(t.data[0], b.size(t.shape[0])),  # type: ignore[arg-type]
    "leading": lambda b, t: leading(*map(b.size, t.shape)),
    "diagonal": _of(diagonal),
    "ones": _ones,
    "sum": _sum,
    "product": _of(mul),
    "over": _of(truediv),
    "transpose": _of_matrix(_transposed),
    "power": _power,
    "power of size": lambda b, t: b.term(t.parts[0]) ** b.size(str(t.data[0])),
    "inverse": _of_matrix(nodes.inverse, only="inverse"),
    "pseudo-inverse": _of_matrix(nodes.pinv, only="pseudo-inverse"),
    "trace": _of_matrix(sp.Trace),
    "squared norm": _of_matrix(nodes.sqnorm),
    "norm": _of_matrix(nodes.norm),
    "absolute": _of(sp.Abs),
    "determinant": _of_matrix(nodes.det, only="determinant"),
    "adjugate": _of(nodes.adjugate),
    "logarithm": _of(sp.log),
    "root": _of(sp.sqrt),
    "inner": _of(nodes.inner),
    "entrywise": _of(lambda *parts: sp.HadamardProduct(*parts, evaluate=False)),
    "kronecker": _of(nodes.kron),
    "columns below each other": _of(nodes.vec),
    "total": _total,
    "member": _member,
    "entry": _entry,
    "neighbour": _neighbour,
    "slice": _slice,
    "expectation": _of(nodes.expectation),
    "gradient": _of(nodes.gradient),
}
