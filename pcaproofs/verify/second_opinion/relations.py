"""Decides exactly whether a relation or hypothesis holds at a valuation; defines the named hypotheses independently."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import prod
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from pcaproofs.language.conclusions import ForAll, SymbolicComparison
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.nodes import InverseOf
from pcaproofs.verify.second_opinion.evaluate import evaluate, scalar
from pcaproofs.verify.second_opinion.valuation import Meaningless, Undefined, Valuation, is_zero, sign

_SIGNS: dict[str, tuple[int, ...]] = {"=": (0,), "!=": (-1, 1), ">=": (0, 1), ">": (1,)}
_SHOWN = {"=": "", "!=": "anything but ", ">=": "at least ", ">": "more than "}


@dataclass(frozen=True)
class Relation:
    """left relation right, the relation being one of = != >= >."""

    left: Any
    relation: str
    right: Any

    def sides(self, valuation: Valuation) -> tuple[sp.Matrix, sp.Matrix]:
        """Both sides at the valuation."""
        return evaluate(self.left, valuation), evaluate(self.right, valuation)

    def failure(self, valuation: Valuation, sides: tuple[sp.Matrix, sp.Matrix] | None = None) -> str:
        """A message with both sides if the relation fails at the valuation, else "". sides: where they are known."""
        left, right = sides or self.sides(valuation)
        if self.relation in ("=", "!=") and right.shape == (1, 1) and self.right == 0:
            right = sp.zeros(*left.shape)  # 0 may stand for the zero matrix
        if self.relation in ("=", "!=") and left.shape == (1, 1) and self.left == 0:
            left = sp.zeros(*right.shape)
        if left.shape != right.shape:
            a, b = ("×".join(map(str, m.shape)) for m in (left, right))
            raise Meaningless(f"got {a} {self.relation} {b}: shapes clash [in {self.left}]")
        if self.relation == "=":
            wrong = next((k for k, (a, b) in enumerate(zip(left, right, strict=True)) if not is_zero(a - b)), None)
            return "" if wrong is None else f"got {text_of(left)}, but should be {text_of(right)}"
        if self.relation == "!=" and left.shape != (1, 1):
            differs = any(not is_zero(a - b) for a, b in zip(left, right, strict=True))
            return "" if differs else f"got {text_of(left)} on both sides, but should be different"
        if left.shape != (1, 1):
            raise Meaningless(f"got a matrix {self.relation} a matrix, but should be scalars [in {self.left}]")
        if sign(left[0, 0] - right[0, 0]) in _SIGNS[self.relation]:
            return ""
        return f"got {text_of(left)}, but should be {_SHOWN[self.relation]}{text_of(right)}"


def term_count(sides: Iterable[sp.Matrix]) -> int:
    """An upper estimate of the number of terms of matrices when expanded."""
    return sum(_terms(x) for side in sides for x in side)


def _terms(x: Any) -> int:
    if x.is_Add:
        return sum(map(_terms, x.args))
    if x.is_Mul:
        return prod(map(_terms, x.args))
    if x.is_Pow and x.exp.is_Integer:
        k = abs(int(x.exp)) + int(x.exp.is_negative)  # a denominator is also multiplied into what it is not below
        return int(_terms(x.base) ** k)
    return 1


def relation_of(item: Any) -> Relation:
    """The relation that an equation or inequality of SymPy or of ours states. Raises Meaningless for anything else."""
    if isinstance(item, SymbolicComparison):
        return Relation(item.left, item.relation, item.right)
    if isinstance(item, BooleanAtom | bool):
        raise Meaningless(f"got {item}, but should be a statement that SymPy has not evaluated")
    if isinstance(item, Relational):
        relation = {"==": "=", "<=": ">=", "<": ">"}.get(item.rel_op, item.rel_op)
        left, right = (item.rhs, item.lhs) if item.rel_op in ("<=", "<") else (item.lhs, item.rhs)
        return Relation(left, relation, right)
    raise Meaningless(f"got {item} ({type(item).__name__}), but should be an equation or an inequality")


def _is(m: sp.Matrix, other: sp.Matrix) -> bool:
    return m.shape == other.shape and all(is_zero(a - b) for a, b in zip(m, other, strict=True))


def _symmetric(s: sp.Matrix) -> bool:
    return _is(s, s.T)


def _psd(s: sp.Matrix) -> bool:
    """Whether s is symmetric and elimination meets no negative pivot and no zero pivot in a nonzero row."""
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


def _invertible(a: sp.Matrix) -> bool:
    return a.rows == a.cols and not is_zero(a.det())


def _diagonal(d: sp.Matrix) -> bool:
    return d.rows == d.cols and all(is_zero(d[i, j]) for i in range(d.rows) for j in range(d.cols) if i != j)


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
    "idempotent": lambda p: _is(p * p, p),
    "skew": lambda a: _is(a.T, -a),
    "normal": lambda a: _is(a.T * a, a * a.T),
    "invertible": _invertible,
    "positive_definite": lambda s: _psd(s) and _invertible(s),
    "diagonal_matrix": _diagonal,
    "permutation": lambda p: all(sorted(line) == [0] * (p.rows - 1) + [1] for m in (p, p.T) for line in m.tolist()),
    "stochastic": lambda p: all(sign(x) >= 0 for x in p) and all(is_zero(sum(line) - 1) for line in p.tolist()),
    "eigen": lambda a, v, values: _is(a * v, v * values) and _invertible(v) and _diagonal(values),
    "svd": lambda a, u, s, v: (
        _is(a, u * s * v.T) and _orthonormal(u) and _orthonormal(v) and _diagonal(s) and all(sign(x) >= 0 for x in s)
    ),
}


def violation(item: Any, valuation: Valuation) -> str:
    """A message if a hypothesis fails at a valuation, else ""."""
    if isinstance(item, ForAll):
        members = (valuation.with_index(item.index, k) for k in range(valuation.integer(item.length)))
        return next((why for member in members if (why := violation(item.relation, member))), "")
    if isinstance(item, InverseOf):  # said to exist
        return "" if _invertible(evaluate(item.args[0], valuation)) else f"{item.args[0]} is not invertible"
    if not isinstance(item, Named):
        return "" if item is sp.true or item is True else relation_of(item).failure(valuation)
    if item.kind not in _NAMED:
        return next((why for each in item.equations() if (why := Relation(*each).failure(valuation))), "")
    values = [evaluate(sp.sympify(a), valuation) for a in item.args]
    if item.kind == "diagonal_matrix" and (factor := item.factor()) in valuation.letters:
        d = sp.diag(*valuation.letters[factor])
        return "" if _is(values[0], d) else f"got {text_of(values[0])}, but should be {text_of(d)}"
    if item.kind == "psd" and (factor := item.factor()) in valuation.letters:
        f = valuation.letters[factor]
        return "" if _is(values[0], f.T * f) else f"got {text_of(values[0])}, but should be {text_of(f.T * f)}"
    return "" if _NAMED[item.kind](*values) else f"got {', '.join(map(text_of, values))}, but {item} should hold"


def first_violation(assuming: Iterable[Any], valuation: Valuation) -> str:
    """A message about the first hypothesis, or declared sign of a symbol, that fails at a valuation; else ""."""
    for x, m in valuation.letters.items():
        if isinstance(x, sp.Symbol) and m[0, 0].is_number:
            here = sign(m[0, 0])
            if (here == 0 and x.is_nonzero) or (here < 0 and x.is_nonnegative) or (here > 0 and x.is_nonpositive):
                return f"{x} as declared: got {m[0, 0]}"
    for item in assuming:
        try:
            why = violation(item, valuation)
        except Undefined as error:
            why = str(error)
        if why:
            return f"{item}: {why}"
    return ""


def is_bound(item: Any) -> bool:
    """Whether a hypothesis is an inequality of scalars, on which no polynomial identity depends."""
    if isinstance(item, Named):
        return item.kind in ("positive", "nonnegative", "nonzero") or item.parts() != [item]  # which are there too
    if isinstance(item, InverseOf):
        return True
    return not isinstance(item, ForAll) and (item is sp.true or relation_of(item).relation != "=")


def scalar_value(e: Any, valuation: Valuation) -> Any:
    """The value of a scalar expression, expanded."""
    return sp.expand(scalar(e, valuation))


def text_of(m: sp.Matrix) -> str:
    """A scalar as 3/5, a matrix by its rows; cut after 120 characters."""
    shown = str(m[0, 0]) if m.shape == (1, 1) else str(m.tolist())
    return shown if len(shown) < 120 else shown[:117] + "…"
