"""Reading of Kronecker products and vec by their action on matrices, as no kernel letter has a product as its size.

The entry of A⊗B in row (i, k) and column (j, l) is A_ij·B_kl, and that of vec(Z) in row (j, l) is Z_lj. So
Σ_jl A_ij B_kl Z_lj = (BZAᵀ)_ki says that (A⊗B)·vec(Z) = vec(BZAᵀ). As vec is linear and one-to-one,

- two matrices K and L of these sizes are equal if and only if K·vec(Z) = L·vec(Z) for every Z, a new letter;
- Kᵀ is the matrix with vec(Y)ᵀKᵀvec(Z) = (K vec(Y))ᵀvec(Z) for every Y and Z, and vec(Y)ᵀvec(Z) = tr(YᵀZ);
- tr K is the sum of vec(E)ᵀK vec(E) over all E = eᵢeⱼᵀ;
- (A⊗B)⁻¹W = R says W = (A⊗B)R, where A and B are square; A⊗B is invertible if and only if both are.

Of three factors and more, K and L are equal if and only if (y₁⊗y₂⊗…)ᵀK(x₁⊗x₂⊗…) = (y₁⊗y₂⊗…)ᵀL(x₁⊗x₂⊗…) for all new
columns, since both sides are linear in each of them; it is ∏ yᵢᵀAᵢxᵢ for A₁⊗A₂⊗…. The trace is ∏ tr Aᵢ.

A product of A⊗B and C⊗D is read only where the sizes of A fit those of C, and the sizes of B those of D. Only equations
of columns, such as vec(X) = (A⊗B)·vec(Y), can be hypotheses: "for every Z" is not an equation.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import chain, count, pairwise, product
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from pcaproofs.kernel import IllTyped
from pcaproofs.language import nodes
from pcaproofs.language.nodes import Kronecker, Vec
from pcaproofs.language.refusals import Unreadable

Space = tuple[Any, Any]  # rows and columns of the matrices whose vec is meant; (1, 1) for numbers
NUMBERS: Space = (sp.Integer(1), sp.Integer(1))
MANY = 200  # terms of an expression multiplied out
GENERIC = ("Z", "Y", "W", "V", "U")


@dataclass(frozen=True)
class _Factor:
    """A⊗B, vec(X) (as b = X, without a), or the transpose of one of them."""

    a: Any
    b: Any
    transposed: bool = False

    @property
    def source(self) -> Space:
        """The space of its arguments."""
        return self._space(1 - self.transposed)

    @property
    def target(self) -> Space:
        """The space of its values."""
        return self._space(int(self.transposed))

    def _space(self, axis: int) -> Space:
        if self.a is None:
            return NUMBERS if axis else self.b.shape
        return (self.b.shape[axis], self.a.shape[axis])

    def of(self, z: Any) -> Any:
        """Its value at a matrix, or at a number."""
        if self.a is None:
            value = sp.Transpose(self.b) * z if self.transposed else z * self.b
        else:
            left, right = (sp.Transpose(self.b), self.a) if self.transposed else (self.b, sp.Transpose(self.a))
            value = left * right * z if self.source == NUMBERS else left * z * right
        return sp.Trace(value) if self.target == NUMBERS else value


Word = tuple[_Factor, ...]


@dataclass(frozen=True)
class _Term:
    """A number times a product; the empty product is the identity."""

    number: Any
    word: Word
    size: Any = None

    @property
    def spaces(self) -> tuple[Space, Space] | None:
        """Its target and source; None for an identity, which fits any space of its size."""
        return (self.word[0].target, self.word[-1].source) if self.word else None


def has_products(e: Any) -> bool:
    """Whether a Kronecker product or a vec occurs in an expression."""
    return isinstance(e, sp.Basic) and e.has(Kronecker, Vec)


def is_one(e: Any) -> bool:
    """Whether the value of an expression is itself a matrix whose size is a product."""
    if not has_products(e):
        return False
    if isinstance(e, Kronecker | Vec):
        return True
    if isinstance(e, sp.MatMul | sp.MatAdd):
        return any(map(is_one, e.args)) and tuple(e.shape) != NUMBERS
    return isinstance(e, sp.Transpose | sp.MatPow | nodes.InverseOf | nodes.PseudoInverse) and is_one(e.args[0])


def equation(left: Any, right: Any, taken: Collection[str], *, hypothesis: bool) -> tuple[Any, Any, list[Any]]:
    """Two sides without Kronecker products that are equal if and only if the given sides are, and invertible factors.

    taken: the names in use. Raises Unreadable or IllTyped.
    """
    if any(map(_has_tensors, (left, right))):
        return _tensor_equation(left, right, taken, hypothesis=hypothesis)
    sides, invertible = _without_inverse([terms(left), terms(right)])
    target, source = _spaces([term for side in sides for term in side], f"{left} = {right}")
    if hypothesis and source != NUMBERS:
        raise Unreadable("got an equation of Kronecker products as a hypothesis, but should be one of columns vec(…)")
    new = (name for name in chain(GENERIC, (f"Z{k}" for k in count(1))) if name not in taken)
    z = sp.Integer(1) if source == NUMBERS else sp.MatrixSymbol(next(new), *source)
    flipped = any(factor.transposed for side in sides for term in side for factor in term.word)
    if flipped and not hypothesis:  # a hypothesis about a new Y would say less than one about all Y
        y = sp.Integer(1) if target == NUMBERS else sp.MatrixSymbol(next(new), *target)
        found = [_sum([term.number * _pairing(term.word, y, z) for term in side], NUMBERS) for side in sides]
    else:
        found = [_sum([term.number * _value(term.word, z) for term in side], target) for side in sides]
    return found[0], found[1], invertible


def column(e: Any, name: str) -> Any:
    """A column of that name that an expression may be multiplied by."""
    _, source = _spaces(terms(e), str(e))
    return Vec(sp.MatrixSymbol(name, *source))


def number(e: Any) -> Any:
    """The value of a trace, an inner product, a norm or a 1×1 product, as an expression without Kronecker products."""
    if isinstance(e, sp.Trace):
        return _trace(e.arg)
    if isinstance(e, nodes.Inner | nodes.SquaredNorm):
        x, y = e.args if isinstance(e, nodes.Inner) else e.args * 2
        return _trace(sp.MatMul(sp.Transpose(x), y))
    if not isinstance(e, MatrixElement) and tuple(e.shape) == NUMBERS:
        return _sum([term.number * _pairing(term.word, sp.Integer(1), sp.Integer(1)) for term in terms(e)], NUMBERS)
    raise Unreadable(f"got {e}, but Kronecker products have a meaning in equations, traces and inner products")


def _trace(e: Any) -> Any:
    if _has_tensors(e):
        tensors = _tensors(e)
        _slot_shapes(tensors, str(e))
        return sp.Add(*(t.number * (t.size if t.slots is None else sp.Mul(*map(sp.Trace, t.slots))) for t in tensors))
    found = terms(e)
    target, source = _spaces(found, str(e))
    if target != source:
        raise Unreadable(f"got the trace of {e}, but rows and columns should be pairs of the same sizes")
    return _sum([term.number * _trace_of(term.word, source) for term in found], NUMBERS)


def _trace_of(word: Word, space: Space) -> Any:
    """Σ vec(E)ᵀK vec(E) over all E = eᵢeⱼᵀ."""
    if space == NUMBERS:
        return _pairing(word, sp.Integer(1), sp.Integer(1))
    if not word:
        return space[0] * space[1]
    i, j = nodes.index("i⊗"), nodes.index("j⊗")
    e = nodes.sample(sp.Identity(space[0]), i) * sp.Transpose(nodes.sample(sp.Identity(space[1]), j))
    return nodes.total(nodes.total(_pairing(word, e, e), i, space[0]), j, space[1])


def terms(e: Any) -> list[_Term]:
    """An expression multiplied out. Raises Unreadable unless it is a sum of products of Kronecker products and vec."""
    found = _terms(e)
    if len(found) > MANY:
        raise Unreadable(f"got more than {MANY} terms of Kronecker products, but should be fewer")
    return found


def _terms(e: Any) -> list[_Term]:
    match e:
        case Kronecker():
            return [_Term(sp.Integer(1), (_Factor(*e.args),))]
        case Vec():
            return [_Term(sp.Integer(1), (_Factor(None, e.args[0]),))]
        case sp.MatAdd():
            return [term for part in e.args for term in terms(part)]
        case sp.MatMul():
            return [_joined(parts, e) for parts in product(*map(terms, e.args))]
        case sp.Transpose():
            return [replace(term, word=_flipped(term.word)) for term in terms(e.arg)]
        case sp.MatPow() if e.exp.is_Integer and 0 < e.exp < 10:
            return terms(sp.MatMul(*[e.base] * int(e.exp), evaluate=False)) if e.exp > 1 else terms(e.base)
        case sp.Identity():
            return [_Term(sp.Integer(1), (), e.shape[0])]
        case sp.ZeroMatrix():
            return []
        case nodes.InverseOf() if len(found := terms(e.args[0])) == 1:
            return [_inverse(found[0], e)]
    if isinstance(e, sp.Expr) and (not getattr(e, "is_Matrix", False) or tuple(e.shape) == NUMBERS):
        value = number(e) if is_one_number(e) else e
        return [_Term(sp.Trace(value) if getattr(value, "is_Matrix", False) else value, (), sp.Integer(1))]
    raise Unreadable(f"got {e} beside a Kronecker product or vec, but should be made of these alone")


def is_one_number(e: Any) -> bool:
    """Whether an expression is a number made of matrices whose sizes are products."""
    if isinstance(e, sp.Trace | nodes.SquaredNorm):
        return is_one(e.args[0])
    if isinstance(e, nodes.Inner):
        return any(map(is_one, e.args))
    return isinstance(e, sp.MatMul) and tuple(e.shape) == NUMBERS and any(map(is_one, e.args))


def _joined(parts: tuple[_Term, ...], e: Any) -> _Term:
    """The product of terms. Raises Unreadable where the spaces between two factors differ."""
    words = [part.word for part in parts]
    word = tuple(factor for one in words for factor in one)
    for left, right in pairwise(word):
        if left.source != right.target:
            raise Unreadable(
                f"got a product of {_shown(left.source)} and {_shown(right.target)}, but factors of Kronecker "
                f"products should fit one by one [in {e}]"
            )
    sizes = [part.size for part in parts if not part.word and part.size != 1]
    return _Term(sp.Mul(*(part.number for part in parts)), word, sizes[0] if sizes else sp.Integer(1))


def _shown(space: Space) -> str:
    return f"columns vec of {space[0]}×{space[1]}"


def _flipped(word: Word) -> Word:
    return tuple(replace(factor, transposed=not factor.transposed) for factor in reversed(word))


def _inverse(term: _Term, e: Any) -> _Term:
    """(A⊗B)⁻¹ = A⁻¹⊗B⁻¹, and of a product in the other order."""
    if any(f.a is None or f.a.shape[0] != f.a.shape[1] or f.b.shape[0] != f.b.shape[1] for f in term.word):
        raise Unreadable(f"got {e}, but should be the inverse of a product A⊗B of square matrices")
    inverted = [replace(f, a=nodes.inverse(f.a), b=nodes.inverse(f.b)) for f in reversed(term.word)]
    return _Term(1 / term.number, tuple(inverted), term.size)


def _without_inverse(sides: list[list[_Term]]) -> tuple[list[list[_Term]], list[Any]]:
    """W = KR instead of K⁻¹W = R if a side is one term that begins with an inverse, and the inverted factors."""
    inverted = [f for side in sides for term in side for f in term.word if f.a is not None]
    invertible = [x.args[0] for f in inverted for x in (f.a, f.b) if isinstance(x, nodes.InverseOf)]
    for side, other in (sides, sides[::-1]):
        while len(side) == 1 and side[0].word and (back := _back(side[0].word[0])) is not None:
            size = back.source[0] * back.source[1]
            side[0] = replace(side[0], word=side[0].word[1:], size=size)
            other[:] = [replace(term, word=(back, *term.word)) for term in other]
    return sides, invertible


def _back(factor: _Factor) -> _Factor | None:
    """A⊗B of A⁻¹⊗B⁻¹."""
    if factor.a is not None and all(isinstance(x, nodes.InverseOf) for x in (factor.a, factor.b)):
        return replace(factor, a=factor.a.args[0], b=factor.b.args[0])
    return None


def _spaces(found: list[_Term], where: str) -> tuple[Space, Space]:
    """The common target and source of all terms. Raises Unreadable or IllTyped if they differ."""
    known = [term.spaces for term in found if term.spaces is not None]
    if not known:
        raise Unreadable(f"got {where}, but should have a Kronecker product whose sizes say what the identity acts on")
    for spaces in known[1:]:
        for one, other in zip(known[0], spaces, strict=True):
            if one != other:
                raise Unreadable(
                    f"got {_shown(one)} and {_shown(other)}, but sizes should agree one by one [in {where}]"
                )
    target, source = known[0]
    for term in found:
        if not term.word and (target != source or sp.expand(term.size - source[0] * source[1]) != 0):
            raise IllTyped(f"got an identity of size {term.size} beside {_shown(source)}: sizes clash [in {where}]")
    return target, source


def _value(word: Word, z: Any) -> Any:
    for factor in reversed(word):
        z = factor.of(z)
    return z


def _pairing(word: Word, y: Any, z: Any) -> Any:
    """vec(Y)ᵀK vec(Z); factors at the left that are transposed act on Y."""
    while word and word[0].transposed:
        y, word = replace(word[0], transposed=False).of(y), word[1:]
    z = _value(word, z)
    matrices = [x for x in (y, z) if getattr(x, "is_Matrix", False)]
    return sp.Trace(sp.Transpose(y) * z) if len(matrices) == 2 else y * z


def _sum(parts: list[Any], space: Space) -> Any:
    if space != NUMBERS:
        return sp.MatAdd(*parts) if parts else sp.ZeroMatrix(*space)
    return sp.Add(*parts)


# ------------------------------------------------------------------------------------------- three factors and more
@dataclass(frozen=True)
class _Tensor:
    """A number times A₁⊗A₂⊗…; slots None for an identity matrix of that size."""

    number: Any
    slots: tuple[Any, ...] | None
    size: Any = None


def factors_of(e: Any) -> tuple[Any, ...]:
    """The factors of A⊗(B⊗C)."""
    return tuple(x for part in e.args for x in factors_of(part)) if isinstance(e, Kronecker) else (e,)


def _has_tensors(e: Any) -> bool:
    """Whether a factor of a Kronecker product is made of Kronecker products itself."""
    return isinstance(e, sp.Basic) and any(map(is_one, (x for k in e.atoms(Kronecker) for x in k.args)))


def _tensors(e: Any) -> list[_Tensor]:
    """An expression multiplied out. Raises Unreadable unless it is a sum of products of Kronecker products."""
    match e:
        case Kronecker():
            factors = [_tensors(x) if is_one(x) else [_Tensor(sp.Integer(1), (x,))] for x in e.args]
            return [_combined(parts, lambda *slots: sum(slots, ())) for parts in product(*factors)]
        case sp.MatAdd():
            return [tensor for part in e.args for tensor in _tensors(part)]
        case sp.MatMul() if is_one(e):
            return [_combined(parts, _slotwise) for parts in product(*map(_tensors, e.args))]
        case sp.MatPow() if is_one(e) and e.exp.is_Integer and 0 < e.exp < 10:
            return [_combined(parts, _slotwise) for parts in product(*[_tensors(e.base)] * int(e.exp))]
        case sp.Transpose() if is_one(e):
            return [replace(t, slots=t.slots and tuple(map(sp.Transpose, t.slots))) for t in _tensors(e.arg)]
        case nodes.InverseOf() if is_one(e) and len(found := _tensors(e.args[0])) == 1:
            (t,) = found
            return [replace(t, number=1 / t.number, slots=t.slots and tuple(map(nodes.inverse, t.slots)))]
        case sp.Identity():
            return [_Tensor(sp.Integer(1), None, e.shape[0])]
        case sp.ZeroMatrix():
            return []
    if getattr(e, "is_Matrix", False):
        return [_Tensor(sp.Integer(1), (e,))]
    return [_Tensor(e, None, sp.Integer(1))]


def _combined(parts: tuple[_Tensor, ...], join: Any) -> _Tensor:
    known = [part.slots for part in parts if part.slots is not None]
    numbers = sp.Mul(*(part.number for part in parts))
    if not known:
        return _Tensor(numbers, None, max((part.size for part in parts), key=lambda n: len(str(n))))
    return _Tensor(numbers, join(*known))


def _slotwise(*words: tuple[Any, ...]) -> tuple[Any, ...]:
    if len({len(word) for word in words}) > 1 or any(
        a.shape[1] != b.shape[0] for one, other in pairwise(words) for a, b in zip(one, other, strict=True)
    ):
        raise Unreadable(f"got a product of {words}, but the factors of Kronecker products should fit one by one")
    return tuple(sp.MatMul(*column) if len(column) > 1 else column[0] for column in zip(*words, strict=True))


def _slot_shapes(found: list[_Tensor], where: str) -> list[Space]:
    """The common shapes of the factors. Raises Unreadable or IllTyped if they differ."""
    known = {tuple(tuple(x.shape) for x in t.slots) for t in found if t.slots is not None}
    if len(known) != 1:
        raise Unreadable(f"got {where}, but the factors of Kronecker products should agree in size one by one")
    (shapes,) = known
    size = sp.Mul(*(rows for rows, _ in shapes))
    for t in found:
        if t.slots is None and (any(rows != cols for rows, cols in shapes) or sp.expand(t.size - size) != 0):
            raise IllTyped(f"got an identity of size {t.size} beside one of {size}: sizes clash [in {where}]")
    return list(shapes)


def _tensor_equation(left: Any, right: Any, taken: Collection[str], *, hypothesis: bool) -> tuple[Any, Any, list[Any]]:
    """The two sides between generic columns."""
    if hypothesis:
        raise Unreadable("got an equation of Kronecker products of three factors as a hypothesis")
    sides = [_tensors(left), _tensors(right)]
    shapes = _slot_shapes([t for side in sides for t in side], f"{left} = {right}")
    new = (name for k in count(1) if (name := f"x{k}") not in taken)
    columns = [[sp.MatrixSymbol(next(new), n, 1) for n in shape] for shape in shapes]

    def value(t: _Tensor) -> Any:
        slots = t.slots or [sp.Identity(rows) for rows, _ in shapes]
        return t.number * sp.Mul(*(nodes.inner(y, a * x) for a, (y, x) in zip(slots, columns, strict=True)))

    first, second = (sp.Add(*map(value, side)) for side in sides)
    return first, second, []


def penrose(e: Any, r: Any) -> list[tuple[Any, Any]]:
    """The sides of the four equations that say pinv(e) = r. Source: Golub and Van Loan, Matrix Computations, §5.5."""
    laws = [(e * r * e, e), (r * e * r, r)]
    return laws + [(sp.Transpose(x), x) for x in (e * r, r * e)]
