"""Whether a hypothesis or an equation holds in a world, exactly; the named ones are spelt out here once more."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import prod
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from pcaproofs.language.conclusions import AtLeast
from pcaproofs.language.hypotheses import Named
from pcaproofs.verify.second_opinion.explicit import explicit, number
from pcaproofs.verify.second_opinion.world import Meaningless, Undefined, World, is_zero, sign

_SIGNS: dict[str, tuple[int, ...]] = {"=": (0,), "!=": (-1, 1), ">=": (0, 1), ">": (1,)}
_SHOWN = {"=": "", "!=": "anything but ", ">=": "at least ", ">": "more than "}


@dataclass(frozen=True)
class Sides:
    """left relation right, one of = != >= >."""

    left: Any
    relation: str
    right: Any

    def terms(self, world: World) -> int:
        """About how many terms its sides have once multiplied out."""
        return sum(_terms(x) for e in (self.left, self.right) for x in explicit(e, world))

    def failure(self, world: World) -> str:
        """What the sides are where the relation fails, and nothing where it holds."""
        left, right = explicit(self.left, world), explicit(self.right, world)
        if self.relation == "=" and right.shape == (1, 1) and self.right == 0:
            right = sp.zeros(*left.shape)  # 0 may stand for the zero matrix
        if self.relation == "=" and left.shape == (1, 1) and self.left == 0:
            left = sp.zeros(*right.shape)
        if left.shape != right.shape:
            a, b = ("×".join(map(str, m.shape)) for m in (left, right))
            raise Meaningless(f"got {a} {self.relation} {b}: shapes clash [in {self.left}]")
        if self.relation == "=":
            wrong = next((k for k, (a, b) in enumerate(zip(left, right, strict=True)) if not is_zero(a - b)), None)
            return "" if wrong is None else f"got {written(left)}, but should be {written(right)}"
        if left.shape != (1, 1):
            raise Meaningless(f"got a matrix {self.relation} a matrix, but should be scalars [in {self.left}]")
        if sign(left[0, 0] - right[0, 0]) in _SIGNS[self.relation]:
            return ""
        return f"got {written(left)}, but should be {_SHOWN[self.relation]}{written(right)}"


def _terms(x: Any) -> int:
    if x.is_Add:
        return sum(map(_terms, x.args))
    if x.is_Mul:
        return prod(map(_terms, x.args))
    if x.is_Pow and x.exp.is_Integer:
        k = abs(int(x.exp)) + int(x.exp.is_negative)  # a denominator is also multiplied into what it is not below
        return int(_terms(x.base) ** k)
    return 1


def sides(item: Any) -> Sides:
    """The two sides of an equation or inequality of SymPy or of ours."""
    if isinstance(item, AtLeast):
        return Sides(item.left, ">=", item.right)
    if isinstance(item, BooleanAtom | bool):
        raise Meaningless(f"got {item}, but should be a statement that SymPy has not evaluated")
    if isinstance(item, Relational):
        relation = {"==": "=", "<=": ">=", "<": ">"}.get(item.rel_op, item.rel_op)
        left, right = (item.rhs, item.lhs) if item.rel_op in ("<=", "<") else (item.lhs, item.rhs)
        return Sides(left, relation, right)
    raise Meaningless(f"got {item} ({type(item).__name__}), but should be an equation or an inequality")


def _is(m: sp.Matrix, other: sp.Matrix) -> bool:
    return m.shape == other.shape and all(is_zero(a - b) for a, b in zip(m, other, strict=True))


def _symmetric(s: sp.Matrix) -> bool:
    return _is(s, s.T)


def _psd(s: sp.Matrix) -> bool:
    """Symmetric, and no step of the elimination finds a negative pivot, or a zero one in a row that is not zero."""
    if not _symmetric(s):
        return False
    s = s.copy()
    for k in range(s.rows):
        pivot = sign(s[k, k])
        if pivot < 0 or (pivot == 0 and not all(is_zero(x) for x in s[k, k:])):
            return False
        for i in range(k + 1, s.rows) if pivot else ():
            s[i, :] = s[i, :] - s[k, :] * (s[i, k] / s[k, k])
    return True


def _orthonormal(b: sp.Matrix) -> bool:
    return _is(b.T * b, sp.eye(b.cols))


_NAMED: dict[str, Callable[..., bool]] = {
    "symmetric": _symmetric,
    "orthonormal": _orthonormal,
    "orthogonal": lambda q: _orthonormal(q) and _orthonormal(q.T),
    "projector": lambda p: _symmetric(p) and _is(p * p, p),
    "unit": lambda w: w.cols == 1 and _orthonormal(w),
    "centered": lambda x: all(is_zero(sum(x[:, j])) for j in range(x.cols)),
    "psd": _psd,
    "eigenpair": lambda a, w, value: _is(a * w, w * value[0, 0]) and not _is(w, w * 0),
    "nonzero": lambda t: sign(t[0, 0]) != 0,
    "positive": lambda t: sign(t[0, 0]) > 0,
    "nonnegative": lambda t: sign(t[0, 0]) >= 0,
}


def broken(item: Any, world: World) -> str:
    """What is wrong with a hypothesis in a world, and nothing if it holds."""
    if not isinstance(item, Named):
        return "" if item is sp.true or item is True else sides(item).failure(world)
    if item.kind not in _NAMED:
        return next((why for each in item.equations() if (why := Sides(*each).failure(world))), "")
    values = [explicit(sp.sympify(a), world) for a in item.args]
    if item.kind == "psd" and (factor := item.factor()) in world.letters:
        f = world.letters[factor]
        return "" if _is(values[0], f.T * f) else f"got {written(values[0])}, but should be {written(f.T * f)}"
    return "" if _NAMED[item.kind](*values) else f"got {', '.join(map(written, values))}, but {item} should hold"


def unmet(assuming: Iterable[Any], world: World) -> str:
    """The first hypothesis that fails, and how; a sign that a symbol was declared with counts as one."""
    for x, m in world.letters.items():
        if isinstance(x, sp.Symbol) and m[0, 0].is_number:
            here = sign(m[0, 0])
            if (here == 0 and x.is_nonzero) or (here < 0 and x.is_nonnegative) or (here > 0 and x.is_nonpositive):
                return f"{x} as declared: got {m[0, 0]}"
    for item in assuming:
        try:
            why = broken(item, world)
        except Undefined as error:
            why = str(error)
        if why:
            return f"{item}: {why}"
    return ""


def only_bounds(item: Any) -> bool:
    """Whether a hypothesis only bounds a scalar or keeps it from 0, which no identity depends on."""
    if isinstance(item, Named):
        return item.kind in ("positive", "nonnegative", "nonzero")
    return item is sp.true or sides(item).relation != "="


def value_at(e: Any, world: World) -> Any:
    """A scalar, as simple as it gets."""
    return sp.expand(number(e, world))


def written(m: sp.Matrix) -> str:
    """A scalar as 3/5, a matrix by its rows."""
    shown = str(m[0, 0]) if m.shape == (1, 1) else str(m.tolist())
    return shown if len(shown) < 120 else shown[:117] + "…"
