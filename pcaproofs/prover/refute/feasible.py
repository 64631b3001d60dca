"""Feasible sets that are known completely: finitely many points, and curves with a rational parametrisation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pcaproofs.kernel import Dimension, Expression, KernelError, Letter, Polynomial, SameOptimisers, Scope, Statement
from pcaproofs.kernel import identity as eye
from pcaproofs.prover.exact import linear_algebra as linear
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.exact.univariate import (
    Coefficients,
    derivative,
    difference,
    is_nonnegative,
    product,
    trimmed,
    value,
)
from pcaproofs.prover.refute.counterexample import weight
from pcaproofs.prover.refute.evaluate import Letters, Sizes, compiled, size_of
from pcaproofs.prover.refute.relation import Relation
from pcaproofs.terms import from_polynomial, letters_in

Place = tuple[int, Fraction | None]  # the number of a curve and its parameter, or of a point and None
ROUND: Coefficients = [Fraction(1), Fraction(0), Fraction(1)]  # 1 + t², the denominator on a circle
_STEPS = [Fraction(k, 2) for k in range(-6, 7)]
_FREE, _FRAME, _PROJECTOR, _SYMMETRIC = "free", "orthonormal", "projector", "symmetric"


@dataclass(frozen=True)
class _Curve:
    """Choices x(t) for real t, their entries polynomials of degree 1 (a line), or of degree 2 over 1 + t²."""

    at: Callable[[Fraction], Matrix]
    is_line: bool = False


@dataclass(frozen=True)
class Cover:
    """All choices of one letter: single points and curves."""

    points: Sequence[Matrix] = ()
    curves: Sequence[_Curve] = ()

    def at(self, place: Place) -> Matrix:
        """The point at a place."""
        k, t = place
        return self.points[k] if t is None else self.curves[k].at(t)

    def weight(self, place: Place) -> tuple[int, int]:
        """The effort of checking the point by hand; see counterexample.weight."""
        return weight({"": self.at(place)})


def _circle(t: Fraction) -> tuple[Any, Any]:
    """The second point of the unit circle on the line of slope t through (-1, 0)."""
    return (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)


_ENDS: dict[tuple[str, int, int], list[Matrix]] = {  # points that no parameter of a curve gives
    (_FRAME, 2, 1): [((-1,), (0,))],
    (_FRAME, 2, 2): [((-1, 0), (0, -1)), ((-1, 0), (0, 1))],
    (_PROJECTOR, 2, 2): [mx.zeros(2, 2), mx.eye(2), ((0, 0), (0, 1))],
    (_FRAME, 1, 1): [((1,),), ((-1,),)],
    (_PROJECTOR, 1, 1): [((0,),), ((1,),)],
}
_HALF = Fraction(1, 2)
_CURVES: dict[tuple[str, int, int], list[Callable[[Any, Any], Matrix]]] = {  # of cosine and sine
    (_FRAME, 2, 1): [lambda c, s: ((c,), (s,))],
    (_FRAME, 2, 2): [lambda c, s: ((c, -s), (s, c)), lambda c, s: ((c, s), (s, -c))],
    (_PROJECTOR, 2, 2): [lambda c, s: ((_HALF * (1 + c), _HALF * s), (_HALF * s, _HALF * (1 - c)))],
}


def cover(kind: str, rows: int, cols: int) -> Cover | None:
    """All matrices of a kind and size as points and curves; None if they need more parameters."""
    if kind in (_FREE, _SYMMETRIC):
        return Cover(curves=[_Curve(lambda t: ((t,),), is_line=True)]) if (rows, cols) == (1, 1) else None
    key = (kind, rows, cols)
    if key not in _ENDS:
        return None
    made = [_Curve(lambda t, make=make: make(*_circle(t))) for make in _CURVES.get(key, ())]  # type: ignore[misc]
    return Cover(_ENDS[key], made)


def _ranked(x: Letter, equations: Sequence[Polynomial]) -> tuple[list[Polynomial], Expression | None]:
    """The equations but for tr x = f, and that f, which mentions no letter: a number or a size."""
    if x.rows != x.cols:
        return list(equations), None
    trace = Polynomial(x.rows, x.cols, [(((), (x,)), 1)]).trace()
    for i, p in enumerate(equations):
        for q in (p, p.scaled(-1)) if p.shape == (1, 1) else ():
            if not (f := trace - q).names():
                return [*equations[:i], *equations[i + 1 :]], from_polynomial(f)
    return list(equations), None


def _kind(x: Letter, equations: Sequence[Polynomial]) -> str | None:
    """The kind of a letter, if the equations say exactly that it has this kind."""
    own = Polynomial(x.rows, x.cols, [(((), (x,)), Fraction(1))])
    frame = [own.T * own - eye(x.cols)]
    kinds = {_FREE: [], _FRAME: frame}
    if x.rows == x.cols:
        kinds[_SYMMETRIC] = [own.T - own]
        kinds[_PROJECTOR] = [own.T - own, own * own - own]
        kinds["both"] = [*frame, own * own.T - eye(x.rows)]
    for kind, wanted in kinds.items():
        if all(_among(p, wanted) for p in equations) and all(_among(p, equations) for p in wanted):
            return _FRAME if kind == "both" else kind
    return None


def _among(p: Polynomial, others: Sequence[Polynomial]) -> bool:
    return any(p == q or p == q.scaled(-1) for other in others for q in (other, other.T))


@dataclass(frozen=True)
class Feasible:
    """The choices of a problem's variables: one is free within a known cover and determines the others.

    trace: the required trace of the free variable, if it is a projector and an equation gives its trace.
    """

    base: str
    kind: str
    shape: tuple[Dimension, Dimension]
    defined: Mapping[str, Expression]
    trace: Expression | None = None

    def cover(self, sizes: Sizes) -> Cover | None:
        """Every choice of the free variable at these sizes."""
        every = cover(self.kind, *(size_of(n, sizes) for n in self.shape))
        if every is None or self.trace is None:
            return every
        ((wanted,),) = compiled(self.trace)(sizes, {})

        def fits(m: Matrix) -> bool:
            return bool(sum(row[i] for i, row in enumerate(m)) == wanted)

        # on a curve of projectors the trace is constant
        return Cover([m for m in every.points if fits(m)], [c for c in every.curves if fits(c.at(Fraction(0)))])

    def choice(self, base: Matrix, sizes: Sizes, letters: Letters) -> dict[str, Matrix]:
        """All letters, with the variables that a value of the free one defines."""
        out = {**letters, self.base: base}
        return out | {name: compiled(e)(sizes, out) for name, e in self.defined.items()}

    def degree(self, objective: Expression) -> int | None:
        """An upper bound of an objective's degree in the free variable; None if it is not a polynomial."""
        degrees = {self.base: 1}
        for name, e in self.defined.items():
            k = _degree(e, degrees)
            if k is None:
                return None
            degrees = {**degrees, name: k}
        return _degree(objective, degrees)


def feasible(statement: Statement) -> Feasible | None:
    """The feasible choices of two problems' variables; None if they are not known completely."""
    c = statement.conclusion
    assert isinstance(c, SameOptimisers)
    about = [(h, r) for h, r in ((h, Relation(h)) for _, h in statement.hypotheses) if r.names & set(c.variables)]
    if any(r.relation != "=" for _, r in about):
        return None
    for base in c.variables:
        defined: dict[str, Expression] = {}
        rest = []
        for h, r in about:
            name = r.defines()
            if name not in (None, base, *defined) and r.names & set(c.variables) == {name, base}:
                defined[str(name)] = h.right if h.left == ("letter", name) else h.left
            else:
                rest.append((h, r))
        if {base, *defined} == set(c.variables) and all(r.names & set(c.variables) == {base} for _, r in rest):
            scope = Scope(statement)
            try:
                equations, trace = _ranked(scope.letters[base], [scope.difference(h.left, h.right) for h, _ in rest])
                kind = _kind(scope.letters[base], equations)
            except KernelError:
                return None
            if kind is not None and (trace is None or kind == _PROJECTOR):
                return Feasible(base, kind, (scope.letters[base].rows, scope.letters[base].cols), defined, trace)
    return None


def _degree(e: Expression, of: Mapping[str, int]) -> int | None:
    match e:
        case ("letter", name):
            return of.get(name, 0)
        case ("inverse", name, _):
            return None if name in of else 0
        case ("mul", *parts):
            found = [_degree(part, of) for part in parts]
            return None if None in found else sum(k for k in found if k is not None)
        case ("add", *parts):
            found = [_degree(part, of) for part in parts]
            return None if None in found else max(k for k in found if k is not None)
        case ("t" | "tr", a):
            return _degree(a, of)
        case ("pow", a, k):
            inner = _degree(a, of)
            return None if inner is None else inner * k
        case ("gradient" | "derivative", *_):
            return None if of.keys() & letters_in(e) else 0
    return 0


class Objective:
    """A function on a cover: its values at the single points, and a rational function for each curve."""

    def __init__(self, cover: Cover, degree: int, at: Callable[[Matrix], Fraction]):
        self.cover = cover
        self.points = [at(x) for x in cover.points]
        self.below = [[Fraction(1)] if curve.is_line else _power(ROUND, degree) for curve in cover.curves]
        self.above: list[Coefficients] = []
        for curve, below in zip(cover.curves, self.below, strict=True):
            steps = [Fraction(t) for t in range(1 + degree * (1 if curve.is_line else 2))]
            self.above.append(trimmed(linear.interpolated([at(curve.at(t)) * value(below, t) for t in steps])))

    def value(self, place: Place) -> Fraction:
        """The value at a place."""
        k, t = place
        return self.points[k] if t is None else value(self.above[k], t) / value(self.below[k], t)

    def candidates(self) -> list[Place]:
        """The single points, the stationary points with rational parameters, and curves on which it is constant."""
        found: list[Place] = [(i, None) for i in range(len(self.points))]
        for k, (f, below) in enumerate(zip(self.above, self.below, strict=True)):
            slope = difference(product(derivative(f), below), product(f, derivative(below)))
            found += [(k, Fraction(t)) for t in (linear.rational_roots(slope) if slope else _STEPS)]
        return found

    def low(self) -> Place | None:
        """A place with a lower value than many others."""
        found = [*self.candidates(), *((k, t) for k in range(len(self.above)) for t in _STEPS)]
        return min(found, key=lambda place: (self.value(place), self.cover.weight(place)), default=None)

    def lowest(self) -> list[Place]:
        """The places of the minimum; none if no such place is rational."""
        ranked = [(self.value(place), place) for place in self.candidates()]
        least = min((y for y, _ in ranked), default=None)
        if least is None or any(
            not is_nonnegative(difference(f, [least * c for c in below]))
            for f, below in zip(self.above, self.below, strict=True)
        ):
            return []
        return sorted((place for y, place in ranked if y == least), key=self.cover.weight)


def _power(p: Coefficients, k: int) -> Coefficients:
    out = [Fraction(1)]
    for _ in range(k):
        out = product(out, p)
    return out
