"""Hypotheses about two letters, and pairs of standard hypotheses, that would make a statement provable."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import sympy as sp

from pcaproofs.kernel import Certificate, Compare, Expression, KernelError, Statement
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.nodes import MatrixPartSum, MatrixSum, Sample, ScalarPartSum, ScalarSum, basis, inner
from pcaproofs.language.reader import Reading, read
from pcaproofs.language.symbolic_parts import expressions_in
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.needs import Failing, follows
from pcaproofs.terms import zero

if TYPE_CHECKING:
    from pcaproofs.prover.refute import Point

Search = Callable[[Statement, float], Certificate | Exception]
QUICK, PATIENCE = 0.003, 0.03  # seconds' worth of steps for one trial, before and after a counterexample is searched
MOST = 40  # pairs that are tried
TRIVIAL = 0.05  # for a proof that a letter is 0 or I
# pairs of kinds that may be missing together, usual pairs first; a pair of one kind is about two letters
PAIRS = (
    ("eigenvector", "unit"),
    ("unit", "unit"),
    ("symmetric", "eigenvector"),
    ("symmetric", "unit"),
    ("orthonormal", "i ≠ j"),
    ("members orthonormal", "i ≠ j"),
    ("unit", "perpendicular"),
    ("centered", "unit"),
    ("centered", "orthonormal"),
    ("symmetric", "λ ≠ μ"),
    ("orthonormal", "unit"),
    ("symmetric", "orthonormal"),
    ("symmetric", "symmetric"),
    ("symmetric", "perpendicular"),
)
_RESTATED = frozenset({"perpendicular", "orthonormal pair", "eigenvector", "members orthonormal"})
_OF_ONE = frozenset({("eigenvector", "unit"), ("symmetric", "eigenvector"), ("unit", "perpendicular")})


@dataclass(frozen=True)
class Missing:
    """A hypothesis that a statement may lack: its kind, its letters, its form in the language and in words."""

    kind: str
    letters: frozenset[str]
    hypotheses: tuple[Any, ...]
    words: str


def find_more_needs(
    reading: Reading,
    search: Search,
    seconds: float = 1.0,
    families: Mapping[str, str] = MappingProxyType({}),
    values: Collection[str] = (),
    failing: Sequence[Point] = (),
) -> tuple[str, ...]:
    """Hypotheses that alone make a statement provable, such as λ ≠ μ; otherwise pairs of hypotheses.

    families: letters whose rows are the members of a family -> the family's letter; only these may be centred.
    values: the letters that may be eigenvalues. failing: points at which the statement fails.
    """
    deadline = Deadline(seconds)
    points = Failing([x for x in failing if isinstance(reading.statement.conclusion, Compare)])
    found = list(candidates(reading, families, values))
    said: dict[Missing, bool] = {}

    def is_new(missing: Missing) -> bool:
        if missing not in said:
            said[missing] = _is_said_by(reading, missing, search)
        return not said[missing]

    of_two = [(x,) for x in found if x.kind in ("λ ≠ μ", "i ≠ j", "perpendicular", "eigenvector")]
    for group in (of_two, list(pairs(found))):
        enough = [x for x in group[:MOST] if not deadline.passed() and _is_enough(reading, x, search, points, is_new)]
        if enough:
            most = max(_known(reading, x) for x in enough)
            return tuple(" and ".join(y.words for y in x) for x in enough if _known(reading, x) == most)
    return ()


def _known(reading: Reading, missing: tuple[Missing, ...]) -> bool:
    """Whether the statement has named hypotheses about all letters of the missing ones."""
    named = {getattr(x, "name", "") for h in reading.hypotheses if isinstance(h, Named) for x in h.args}
    return all(x.letters and x.letters <= named for x in missing)


def pairs(found: Iterable[Missing]) -> Iterator[tuple[Missing, ...]]:
    """Pairs of hypotheses that are often missing together, usual pairs first; then that two columns are orthonormal.

    A unit vector beside two orthogonal ones is one of them, and an eigenvector beside its matrix or as a unit vector.
    """
    known = list(found)
    for kinds in PAIRS:
        for first, second in combinations(known, 2):
            if (first.kind, second.kind) != kinds:
                first, second = second, first
            if (first.kind, second.kind) != kinds:
                continue
            if kinds in _OF_ONE and not (first.letters & second.letters):
                continue
            if kinds[0] != kinds[1] or first.letters != second.letters:
                yield first, second
    yield from ((x,) for x in known if x.kind == "orthonormal pair")


def candidates(reading: Reading, families: Mapping[str, str], values: Collection[str]) -> Iterator[Missing]:
    """The hypotheses that a statement may lack, by the shapes of its letters."""
    symbols = _symbols(reading)
    matrices = [x for x in symbols.values() if hasattr(x, "shape")]
    columns = [x for x in matrices if x.shape[1] == 1 and x.shape[0] != 1]
    square = [x for x in matrices if x.shape[0] == x.shape[1] and x.shape[0] != 1]
    numbers = [x for x in symbols.values() if not hasattr(x, "shape")]
    yield from (_named("unit", x) for x in columns)
    yield from (_named("symmetric", x) for x in square if x.name not in families)
    for x in matrices:
        if x.shape[1] != 1 and x.name in families:
            yield from _of_family(x, families[x.name])
        elif x.shape[1] != 1 and x not in square:
            yield _named("orthonormal", x)
    for x, y in combinations(numbers, 2):
        yield Missing("λ ≠ μ", frozenset((x.name, y.name)), (sp.Ne(x, y),), f"{x.name} ≠ {y.name}")
    for x, y in combinations(columns, 2):
        if x.shape == y.shape:
            yield from _of_columns(x, y)
    taken = {
        x.name
        for h in reading.hypotheses
        if isinstance(h, Named) and h.kind == "eigenpair"
        for x in h.args[1:]
        if hasattr(x, "name")
    }
    for s, w, value in product(square, columns, numbers):
        if s.shape[0] == w.shape[0] and value.name in values and not {w.name, value.name} & taken:
            yield _named("eigenvector", s, w, value)
    yield from _distinct_indices(reading)


def _of_family(x: Any, letter: str) -> Iterator[Missing]:
    """Hypotheses about the members of a family, which are the rows of a matrix."""
    letters = frozenset((x.name,))
    says = equal(x * x.T, sp.Identity(x.shape[0]))
    yield Missing("members orthonormal", letters, (says,), f"the {letter}_i are orthonormal")
    yield Missing("centered", letters, (Named("centered", (x,)),), f"the {letter}_i are centred")


def _of_columns(x: Any, y: Any) -> Iterator[Missing]:
    """Hypotheses about two columns."""
    letters, orthogonal = frozenset((x.name, y.name)), equal(inner(x, y), sp.Integer(0))
    yield Missing("perpendicular", letters, (orthogonal,), f"{x.name} and {y.name} are orthogonal")
    units = (Named("unit", (x,)), Named("unit", (y,)))
    yield Missing("orthonormal pair", letters, (orthogonal, *units), f"{x.name} and {y.name} are orthonormal")


def _named(kind: str, *letters: Any) -> Missing:
    named = Named("eigenpair" if kind == "eigenvector" else kind, letters)
    return Missing(kind, frozenset(x.name for x in letters), (named,), named.words())


def _symbols(reading: Reading) -> dict[str, Any]:
    """The letters of a statement as its author wrote them."""
    names = {name for name, *_ in reading.statement.letters}
    out: dict[str, Any] = {}
    for thing in expressions_in((reading.source, *reading.hypotheses)):
        for node in sp.preorder_traversal(thing):
            if isinstance(node, sp.MatrixSymbol | sp.Symbol) and str(node.name) in names:
                out.setdefault(str(node.name), node)
    return {name: out[name] for name in sorted(out)}


def unbound_indices(source: Any) -> list[tuple[sp.Symbol, Any]]:
    """The indices of members of families that no sum of an expression binds, with the lengths of the families."""
    if not isinstance(source, sp.Basic):
        return []
    sums = source.atoms(ScalarSum, MatrixSum, ScalarPartSum, MatrixPartSum)
    bound = {x.args[1] for x in sums}
    found = {(x.args[1], x.args[0].shape[0]) for x in source.atoms(Sample)}
    return sorted(((k, n) for k, n in found if isinstance(k, sp.Symbol) and k not in bound), key=str)


def _distinct_indices(reading: Reading) -> Iterator[Missing]:
    """i ≠ j for the free indices of members of families of one length."""
    for (i, n), (j, m) in combinations(unbound_indices(reading.source), 2):
        if n == m and i != j:
            says = equal(inner(basis(n, i.name), basis(n, j.name)), sp.Integer(0))
            yield Missing("i ≠ j", frozenset(), (says,), f"{i.name} ≠ {j.name}")


def _is_enough(
    reading: Reading,
    missing: tuple[Missing, ...],
    search: Search,
    points: Failing,
    is_new: Callable[[Missing], bool],
) -> bool:
    """Whether hypotheses prove a statement, are not too strong, and do not say the statement itself.

    An exact point must satisfy all of them, each letter must have values other than 0 and I, and they must not make
    both sides zero.
    """
    from pcaproofs.prover.refute import satisfiable

    further = [h for x in missing for h in x.hypotheses]
    if points.satisfy(further):
        return False
    try:
        more = read(reading.source, (*reading.hypotheses, *further))
    except KernelError:
        return False
    if not isinstance(search(more.statement, QUICK), Certificate) and points.fails(more):
        return False
    if not isinstance(search(more.statement, PATIENCE), Certificate) or not all(map(is_new, missing)):
        return False
    if (point := satisfiable(more.statement, more.hints, 0.2)) is None:
        return False
    for name, rows, cols in reading.statement.letters:
        values: list[Expression] = [zero(rows, cols)]
        values += [("number", "1") if rows == 1 else ("eye", rows)] if rows == cols else []
        if any(follows(more, ("letter", name), value, point, search, TRIVIAL) for value in values):
            return False
    return not _is_empty(more, point, search)


def _is_empty(reading: Reading, point: Point, search: Search) -> bool:
    """Whether the hypotheses make both sides of an equation zero or I, although neither is written so."""
    said = reading.statement.conclusion
    if not isinstance(said, Compare):
        return False
    sides = (said.left, said.right)
    if any(x[0] in ("zero", "eye", "number") for x in sides):
        return False
    letters = {name: (rows, cols) for name, rows, cols in reading.statement.letters}
    shapes = {(1, 1), *letters.values()}
    for shape in shapes:
        nothing = ("number", "0") if shape == (1, 1) else zero(*shape)
        try:
            if all(follows(reading, x, nothing, point, search, TRIVIAL) for x in sides):
                return True
        except KernelError:
            continue
    return False


def _is_said_by(reading: Reading, missing: Missing, search: Search) -> bool:
    """Whether a part of a hypothesis is the statement itself."""
    if missing.kind not in _RESTATED or not isinstance(reading.source, sp.Equality):
        return False
    says = [y for x in missing.hypotheses for y in (x.equations() if isinstance(x, Named) else (x,))]
    equations = [x if isinstance(x, sp.Equality) else equal(x[0], x[2]) for x in says if _is_equation(x)]
    return any(_follows(reading, x, search) for x in equations)


def _is_equation(hypothesis: Any) -> bool:
    return isinstance(hypothesis, sp.Equality) or (isinstance(hypothesis, tuple) and hypothesis[1] == "=")


def _follows(reading: Reading, conclusion: Any, search: Search) -> bool:
    """Whether an equation follows from a statement and its hypotheses."""
    try:
        back = read(conclusion, (*reading.hypotheses, reading.source))
    except KernelError:
        return False
    return isinstance(search(back.statement, PATIENCE), Certificate)


__all__ = ["Missing", "candidates", "find_more_needs", "pairs"]
