"""The search itself: small sizes first, few attempts at each, then more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from pcaproofs.kernel import SameOptimisers, Statement
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.choices import Choices
from pcaproofs.prover.refute.computed import Hints
from pcaproofs.prover.refute.counterexample import Counterexample, weight
from pcaproofs.prover.refute.directions import Directions
from pcaproofs.prover.refute.evaluate import Point
from pcaproofs.prover.refute.optimisers import Apart, certain
from pcaproofs.prover.refute.oracle import PointOracle, counterexample
from pcaproofs.prover.refute.problem import Problem, all_sizes, names_of_sizes, variants, with_sums
from pcaproofs.prover.refute.sampler import Letters, Sampler
from pcaproofs.prover.refute.scalars import scalar_points
from pcaproofs.prover.refute.shrink import FoundPoint, simplest


@dataclass(frozen=True)
class _Round:
    """The effort for each size.

    attempts: by each plan. patience: rejects after which a generator of candidates is given up. widths: how many of the
    small numbers to choose from, and aligned: along how many frames letters may be diagonal together (0: apart); both
    are taken in turn. largest: the largest sum of dimensions.
    """

    attempts: int
    patience: int
    widths: tuple[int, ...]
    aligned: tuple[int, ...]
    largest: int = 100


HELD = 600  # points at which a statement holds, after which no counterexample is expected
DRY = 48  # `points` ends after this many attempts without a new point

ROUNDS = (
    _Round(10, 8, (3, 3, 4, 7, 3), (0, 0, 0, 3), 9),
    _Round(12, 12, (3, 4, 7, 9, 6), (0, 4, 0, 0)),
    _Round(36, 24, (3, 4, 6, 9, 12), (0, 0, 6, 0, 1, 0)),
    _Round(100, 60, (3, 4, 6, 9, 12), (0, 0, 8, 0, 1, 0)),
)


class Attack:
    """The search for a counterexample; each call goes on where the last one stopped.

    effort: 1 for the usual rounds; a larger number multiplies the attempts of the last round, with new attempts. where:
    which dimensions are tried. shrunk: whether a simpler one is looked for, which people can check by hand.
    """

    def __init__(
        self,
        statement: Statement,
        hints: Hints = (),
        *,
        sizes: Sequence[int] = (1, 2, 3),
        effort: int = 1,
        shrunk: bool = True,
        where: Callable[[dict[str, int]], bool] = lambda dimensions: True,
    ):
        self._judge, self._half, self._whole = PointOracle(statement, hints), Deadline(0), Deadline(0)
        self._most, self._shrunk, c = HELD * effort, shrunk, statement.conclusion
        if isinstance(c, SameOptimisers):
            starts = [Problem(statement, hints, zero) for zero in certain(c)]
            found = _attempts(starts, sizes, lambda: self._whole.passed(), where)
            self._search = self._told_apart(Apart(statement), found)
            return
        problems = list(variants(statement, hints))
        numbers: Iterator[Counterexample | None] = iter(())
        is_numeric = bool(statement.hypotheses) and all(shape == (1, 1) for shape in problems[0].shapes.values())
        if is_numeric:
            numbers = self._among_numbers(problems[0], [x for x in all_sizes(statement, sizes) if where(x)])
        late = (lambda: self._half.passed()) if is_numeric else (lambda: self._whole.passed())
        found = _attempts(problems, sizes, late, where, effort)
        self._search = self._judged(found, Directions(statement), numbers)

    def __call__(self, seconds: float) -> Counterexample | None:
        """The first counterexample that is found within some seconds of computing time, or None."""
        self._half, self._whole = Deadline(seconds / 2), Deadline(seconds)
        return next(self._search, None)

    @property
    def has_example(self) -> bool:
        """Whether a point was met at which every hypothesis holds."""
        return bool(self._judge.held) and not self._judge.about

    def _told_apart(self, apart: Apart, points: Iterator[FoundPoint | None]) -> Iterator[Counterexample | None]:
        for f in points:
            example = None if f is None else apart(f.sampler, f.letters)
            if f is None or example is not None:
                yield example

    def _judged(
        self, points: Iterator[FoundPoint | None], directions: Directions, numbers: Iterator[Counterexample | None]
    ) -> Iterator[Counterexample | None]:
        """Counterexamples among points, and in what is left of the seconds among numbers; None where these are over."""
        judge = self._judge
        for found in points:
            if found is None:
                yield next(numbers, None)
                continue
            failure = judge(found.sampler.sizes, found.letters)
            if failure is None and directions.name is not None:
                turned = directions(found.sampler.sizes, found.letters)
                if turned is not found.letters:
                    found = replace(found, letters=turned, turned=directions)
                    failure = judge(found.sampler.sizes, found.letters)
            if judge.held > self._most:
                break
            if failure is not None:
                letters = simplest(found, judge, failure[0]) if self._shrunk else found.letters
                yield counterexample(judge, found.sampler.sizes, letters)
        yield from numbers

    def _among_numbers(self, problem: Problem, sizes: Sequence[dict[str, int]]) -> Iterator[Counterexample | None]:
        """Those of a statement about numbers whose equations have few solutions, by backtracking."""
        for dimensions in sizes:
            shapes = dict.fromkeys(problem.shapes, (1, 1))
            for letters in scalar_points(shapes, problem.relations, dimensions, Random(5), 8):
                found = counterexample(self._judge, dimensions, letters)
                if found is not None or self._whole.passed():
                    yield found


def refute(statement: Statement, hints: Hints = (), *, seconds: float = 2.0, **options: Any) -> Counterexample | None:
    """The smallest exact counterexample found within some seconds of computing time, or None; options: of `Attack`."""
    return Attack(statement, hints, **options)(seconds)


def least(statement: Statement, hints: Hints, found: Counterexample, *, seconds: float) -> Counterexample:
    """The least counterexample among the found one and those that a search of some seconds' worth of steps meets.

    It is least in the sum of its dimensions, then in nonzero entries, then in digits.
    """

    def size(example: Counterexample) -> tuple[int, int, int]:
        nonzero = sum(x != 0 for m in example.letters.values() for row in m for x in row)
        return sum(example.dimensions.values()), nonzero, weight(example.letters)[1]

    until, most = Deadline(seconds), sum(found.dimensions.values())
    attack = Attack(statement, hints, where=lambda dimensions: sum(dimensions.values()) <= most)
    examples = iter(lambda: None if until.passed() else attack(until.left()), None)
    return min([found, *examples], key=size)


def satisfiable(
    statement: Statement,
    hints: Hints = (),
    seconds: float = 1.0,
    sizes: Sequence[int] = (1, 2, 3),
    where: Callable[[dict[str, int]], bool] = lambda dimensions: True,
) -> Point | None:
    """A point at which every hypothesis holds, with dimensions from the sizes that satisfy `where`; else None."""
    judge, problem = PointOracle(statement, hints), Problem(statement, hints)
    for found in attempts(problem, sizes, Deadline(seconds), where):
        if judge.feasible(found.sampler.sizes, found.letters):
            return _as_point(found.sampler.sizes, found.letters)
    ones = dict.fromkeys(names_of_sizes(statement), 1)
    if 1 in sizes and where(ones) and all({*shape} <= {1, *ones} for shape in problem.shapes.values()):
        numbers = scalar_points(dict.fromkeys(problem.shapes, (1, 1)), problem.relations, ones, Random(5))
        for letters in islice(numbers, 1):
            if judge.feasible(ones, letters):
                return _as_point(ones, letters)
    return None


def points(
    statement: Statement,
    hints: Hints = (),
    *,
    dimensions: dict[str, int],
    count: int = 5,
    seed: int = 0,
    first: int | None = None,
) -> Iterator[Point]:
    """Different points of one size at which every hypothesis holds: with generic entries, and of several ranks.

    first: the number of attempts for the first point; by default as many as for all points.
    """
    problem, judge, random = Problem(statement, hints), PointOracle(statement, hints), Random(seed)
    sampler = problem.sampler(with_sums(statement, dimensions), 60)
    seen: set[tuple[Matrix, ...]] = set()
    latest = 0
    if not sampler.possible():
        return
    for attempt in range(60 * count):
        if len(seen) == count or (attempt == first and not seen) or (seen and attempt - latest > DRY):
            return
        letters = sampler.point(problem.plan(attempt // 2), _varied_choices(attempt, random))
        if letters is not None and attempt % 4 == 1:
            letters = problem.turned(letters, sampler, random)
        if letters is not None and judge.feasible(sampler.sizes, letters):
            key = tuple(letters[name] for name in sampler.shapes)
            if key not in seen:
                seen.add(key)
                latest = attempt
                yield _as_point(sampler.sizes, letters)
        if attempt == 8 * count and not seen:
            for letters in scalar_points(sampler.shapes, problem.relations, sampler.sizes, random):
                yield _as_point(sampler.sizes, letters)
                if (count := count - 1) == 0:
                    return


def _varied_choices(attempt: int, random: Random) -> Choices:
    """In turn: independent letters; along the axes, to be rotated; independent; along a frame (common eigenvectors)."""
    width = (6, 9, 12)[attempt % 3]
    match attempt % 4:
        case 1:
            return Choices(random, (1,), width, 1)
        case 3:
            return Choices(random, (), width, 8)
    return Choices(random, (), width)


def _as_point(sizes: dict[str, int], letters: Letters) -> Point:
    return Point(dict(sizes), {name: mx.exact(m) for name, m in letters.items()})


def attempts(
    problem: Problem,
    sizes: Sequence[int],
    until: Deadline,
    where: Callable[[dict[str, int]], bool] = lambda dimensions: True,
) -> Iterator[FoundPoint]:
    """Points of a problem that are found before the deadline."""
    found = _attempts([problem], sizes, until.passed, where)
    return iter(lambda: next(found, None), None)


def _attempts(
    problems: list[Problem],
    sizes: Sequence[int],
    late: Callable[[], bool],
    where: Callable[[dict[str, int]], bool],
    effort: int = 1,
) -> Iterator[FoundPoint | None]:
    """Points of all problems, in rounds; None as long as it is late."""
    random, none_yet = Random(2023 + effort), True
    last = ROUNDS[-1]
    rounds = ROUNDS if effort == 1 else (replace(last, attempts=last.attempts * effort),)
    every = [s for s in all_sizes(problems[0].statement, sizes) if where(s)]
    for i, round_ in enumerate(rounds):
        if (
            i == 2 and none_yet and sizes
        ):  # at sizes 2 and 3 a unit vector with mean zero has irrational entries, at size 4 it may have rational ones
            larger = all_sizes(problems[0].statement, [*sizes, max(sizes) + 1])
            known = {tuple(s.items()) for s in every}
            every = [*(s for s in larger if where(s) and tuple(s.items()) not in known), *every]
        for dimensions in every:
            if sum(dimensions.values()) > round_.largest:
                break
            for problem in problems:
                sampler = problem.sampler(dimensions, round_.patience)
                while late():
                    yield None
                if sampler.possible():
                    for found in _at_one_size(problem, sampler, round_, random, late):
                        none_yet = none_yet and (found is None or not problem.has(sampler.sizes, found.letters))
                        yield found


def _at_one_size(
    problem: Problem, sampler: Sampler, effort: _Round, random: Random, late: Callable[[], bool]
) -> Iterator[FoundPoint | None]:
    failed = 0
    tries = effort.attempts * (1 + len(problem.plans)) * (2 if max(sampler.sizes.values(), default=1) == 1 else 1)
    for attempt in range(tries):
        width = effort.widths[attempt % len(effort.widths)]
        aligned = effort.aligned[attempt % len(effort.aligned)]
        if failed > 3 and attempt % 2:  # equations that link eigenvectors are rarely met by letters chosen apart
            aligned = max(aligned, 3)
        stages = problem.plan(attempt)
        choices = Choices(random, width=width, aligned=aligned)
        letters = sampler.point(stages, choices)
        if letters is not None:
            failed = 0
            yield FoundPoint(sampler, stages, choices, letters)
        elif (failed := failed + 1) > effort.attempts:  # perhaps nothing of this size satisfies the hypotheses
            return
        while attempt % 8 == 7 and late():
            yield None
