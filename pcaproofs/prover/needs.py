"""The search for standard hypotheses that would make a statement provable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import sympy as sp

from pcaproofs.kernel import Certificate, Compare, Expression, KernelError, Polynomial, Scope, Statement
from pcaproofs.language.conclusions import SymbolicComparison, equal
from pcaproofs.language.hypotheses import Equation, Named
from pcaproofs.language.reader import Reading, read
from pcaproofs.language.symbolic_parts import expressions_in
from pcaproofs.prover.effort import Deadline
from pcaproofs.terms import zero

if TYPE_CHECKING:
    from pcaproofs.prover.refute import Point
    from pcaproofs.prover.refute.oracle import PointOracle

Search = Callable[[Statement, float], Certificate | Exception]
OF_MATRICES = ("symmetric", "unit", "orthonormal", "centered", "psd", "projector", "orthogonal")
OF_SCALARS = ("nonnegative", "nonzero", "positive")
PATIENCE = (0.03, 0.2)  # seconds' worth of steps for a proof with one more hypothesis
DOUBT = 0.01  # for a point at which the statement still fails


@dataclass(frozen=True)
class Needs:
    """Standard hypotheses in words, each of which alone makes all parts of a conclusion provable, or only the first."""

    of_all: tuple[str, ...] = ()
    of_first: tuple[str, ...] = ()


@dataclass
class Failing:
    """Points at which a statement fails: no hypothesis that holds at one of them is what it lacks."""

    points: list[Point] = field(default_factory=list)  # none for an optimum, which varies letters
    _known: dict[tuple[int, Any], bool] = field(default_factory=dict)

    def satisfy(self, hypotheses: Sequence[Any]) -> bool:
        """Whether all of some hypotheses hold at one of the points."""
        return any(all(self._holds(k, x) for x in hypotheses) for k in range(len(self.points)))

    def _holds(self, k: int, hypothesis: Any) -> bool:
        if (k, hypothesis) not in self._known:
            point, oracle = self.points[k], _oracle(hypothesis)
            with suppress(KeyError):  # the hypothesis may have a further letter
                self._known[k, hypothesis] = oracle is not None and oracle.feasible(point.dimensions, point.letters)
        return self._known.setdefault((k, hypothesis), False)

    def fails(self, more: Reading) -> bool:
        """Whether the statement with further hypotheses fails at another point, which is kept."""
        from pcaproofs.prover.refute import refute

        example = refute(more.statement, more.hints, seconds=DOUBT, shrunk=False)
        if example is not None and isinstance(more.statement.conclusion, Compare):
            self.points.append(example.point)
        return example is not None


@lru_cache(maxsize=1024)
def _oracle(hypothesis: Any) -> PointOracle | None:
    """A hypothesis compiled for evaluation; None if it cannot be read alone."""
    from pcaproofs.prover.refute.oracle import PointOracle

    t = sp.Symbol("t", real=True)
    try:
        reading = read(equal(t, t), (hypothesis,))
    except KernelError:
        return None
    return PointOracle(reading.statement, reading.hints)


def find_needs(
    reading: Reading, search: Search, seconds: float = 1.0, *, restated: bool = False, failing: Sequence[Point] = ()
) -> tuple[str, ...]:
    """Standard hypotheses, each of which alone makes the statement provable.

    restated: whether one may only repeat the statement, as "x is a unit vector" repeats xᵀx = 1. failing: points at
    which the statement fails.
    """
    written = (reading.source, *reading.hypotheses)
    return needs_of_parts([reading], written, search, seconds, restated=restated, failing=failing).of_all


def needs_of_parts(
    parts: Sequence[Reading],
    written: Sequence[Any],
    search: Search,
    seconds: float = 1.0,
    *,
    restated: bool = False,
    failing: Sequence[Point] = (),
) -> Needs:
    """Standard hypotheses for a conclusion of which these parts are not proved.

    written: the conclusion, and the hypotheses that its author wrote. failing: points at which the first part fails.
    """
    deadline = Deadline(seconds)
    points = Failing([x for x in failing if isinstance(parts[0].statement.conclusion, Compare)])
    of_all: list[str] = []
    of_first: dict[str, str] = {}  # "" for a letter of which the part itself says it
    settled: set[str] = set()
    useless: set[Named] = set()  # the statement fails at a point where they hold
    read_with = cache(lambda hypothesis: _with(parts[0], hypothesis))
    for patience in PATIENCE:  # easy proofs of all candidates before hard ones
        for name, hypothesis in _candidates(parts, written):
            if deadline.passed():
                break
            if name in settled or hypothesis in useless:
                continue
            if points.satisfy([hypothesis]) or (more := read_with(hypothesis)) is None:
                useless.add(hypothesis)
                continue
            if not _is_proved(more, name, search, patience):
                if patience == PATIENCE[0] and points.fails(more):
                    useless.add(hypothesis)
                continue
            if not restated and _repeats(hypothesis, written[0]):
                settled.add(name)
            elif all(_is_enough(part, hypothesis, name, search, patience) for part in parts[1:]):
                of_all.append(hypothesis.words())
                settled.add(name)
            elif name not in of_first:
                of_first[name] = "" if _repeats(hypothesis, parts[0].source) else hypothesis.words()
    return Needs(tuple(of_all), tuple(filter(None, of_first.values())))


def _is_enough(part: Reading, hypothesis: Named, name: str, search: Search, patience: float) -> bool:
    """Whether a statement is proved with one more hypothesis, about the letter of this name, that is possible there."""
    more = _with(part, hypothesis)
    return more is not None and _is_proved(more, name, search, patience)


def _with(part: Reading, hypothesis: Named) -> Reading | None:
    """A statement with one more hypothesis; None if they do not go together."""
    try:
        return read(part.source, (*part.hypotheses, hypothesis))
    except KernelError:
        return None


def _is_proved(more: Reading, name: str, search: Search, patience: float) -> bool:
    """Whether a statement is proved and its hypotheses are possible; name: the letter that the further one is about."""
    return isinstance(search(more.statement, patience), Certificate) and _possible(more, search, name)


def _repeats(hypothesis: Named, conclusion: Any) -> bool:
    """Whether each equation of a conclusion is written in a hypothesis."""
    if hypothesis == conclusion:
        return True
    try:
        said = [_expanded(x) for x in hypothesis.equations()]
        claimed = [_expanded(x) for x in _relations(conclusion)]
    except KernelError:
        return False
    return bool(claimed) and all(any(_are_same(x, y) for y in said) for x in claimed)


def _relations(conclusion: Any) -> Iterator[Equation]:
    match conclusion:
        case list() | tuple() | sp.And():
            for item in conclusion.args if isinstance(conclusion, sp.And) else conclusion:
                yield from _relations(item)
        case Named():
            yield from conclusion.equations()
        case SymbolicComparison(left, right, relation):
            yield left, relation, right
        case sp.Eq() | sp.Ge() | sp.Gt() | sp.Ne():
            yield conclusion.lhs, "=" if isinstance(conclusion, sp.Eq) else conclusion.rel_op, conclusion.rhs
        case sp.Le() | sp.Lt():
            yield conclusion.rhs, {"<=": ">=", "<": ">"}[conclusion.rel_op], conclusion.lhs
        case _:
            raise KernelError(f"got {conclusion}, but should be relations")


def _expanded(equation: Equation) -> tuple[Polynomial, str, Polynomial]:
    """An equation or inequality with both sides multiplied out; KernelError for a sum, which no hypothesis has."""
    left, relation, right = equation
    reading = read(equal(left, right))
    said = reading.statement.conclusion
    if reading.sums or not isinstance(said, Compare):
        raise KernelError(f"got {left} and {right}, but should be without sums")
    scope = Scope(reading.statement)
    return scope.expand(said.left), relation, scope.expand(said.right)


def _are_same(first: tuple[Polynomial, str, Polynomial], second: tuple[Polynomial, str, Polynomial]) -> bool:
    """Whether two equations are one, either way round and either way up, or two inequalities are."""
    (left, relation, right), (other, sign, beside) = first, second
    ways = [(other, beside)]
    if relation == "=":
        ways += [(beside, other), (other.T, beside.T), (beside.T, other.T)]
    return relation == sign and (left, right) in ways


def _candidates(parts: Sequence[Reading], written: Sequence[Any]) -> Iterator[tuple[str, Named]]:
    """Hypotheses about the letters that an author has written."""
    given = {(h.kind, h.args) for part in parts for h in part.hypotheses if isinstance(h, Named)}
    letters = {name for part in parts for name, *_ in part.statement.letters}
    symbols: dict[str, Any] = {}
    for thing in expressions_in(written):
        for node in sp.preorder_traversal(thing):
            if isinstance(node, sp.MatrixSymbol | sp.Symbol) and str(node.name) in letters:
                symbols.setdefault(str(node.name), node)
    for kind in (*OF_MATRICES, *OF_SCALARS):
        for name in sorted(symbols):
            if (kind, (symbols[name],)) not in given and _fits(kind, symbols[name]):
                yield name, Named(kind, (symbols[name],))


def _fits(kind: str, x: Any) -> bool:
    if not hasattr(x, "shape"):
        return kind in OF_SCALARS
    rows, cols = x.shape
    if kind == "unit":
        return bool(cols == 1 and rows != 1)
    if kind == "orthonormal":
        return bool(rows != cols and cols != 1)
    if kind == "centered":
        return bool(rows != cols)
    return kind in OF_MATRICES and bool(rows == cols)


def _possible(reading: Reading, search: Search, name: str) -> bool:
    """Whether some point satisfies the hypotheses, and the letter can have more than one value.

    A hypothesis that contradicts the others would prove anything. One that forces the letter to be 0 or I is useless.
    """
    from pcaproofs.prover.refute import satisfiable

    if (point := satisfiable(reading.statement, reading.hints, 0.2)) is None:
        return False
    ((rows, cols),) = [shape for letter, *shape in reading.statement.letters if letter == name]
    values: list[Expression] = [zero(rows, cols)]
    values += [("number", "1") if rows == 1 else ("eye", rows)] if rows == cols else []
    return not any(follows(reading, ("letter", name), value, point, search, 0.1) for value in values)


def follows(
    reading: Reading, left: Expression, right: Expression, point: Point, search: Search, seconds: float
) -> bool:
    """Whether the hypotheses of a statement prove an equation; they hold at the point, so the equation has to."""
    from pcaproofs.prover.refute import evaluate

    with suppress(KeyError, ValueError, ZeroDivisionError):  # it has no value there
        if evaluate(left, point) != evaluate(right, point):
            return False
    goal = replace(reading.statement, conclusion=Compare(left, "=", right))
    return isinstance(search(goal, seconds), Certificate)
