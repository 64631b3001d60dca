"""Constructs a point of the constraint set, stage by stage, from a sequence of choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from pcaproofs.kernel import Dimension, Expression
from pcaproofs.language import sizes as dimensions
from pcaproofs.language.derived import basis_place, leading_after
from pcaproofs.prover.effort import Remembered, counted, spend
from pcaproofs.prover.exact import linear_algebra as linear
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.linear_algebra import Space, Vector
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.affine import Affine, NotAffine, row
from pcaproofs.prover.refute.candidates import CandidatePool, fill
from pcaproofs.prover.refute.choices import NUMBERS, Choices
from pcaproofs.prover.refute.evaluate import size_of
from pcaproofs.prover.refute.orthogonal import frames, projector
from pcaproofs.prover.refute.orthonormal import draws
from pcaproofs.prover.refute.plan import PlanStep
from pcaproofs.prover.refute.relation import Relation
from pcaproofs.terms import letters_in

Letters = dict[str, Matrix]
_FACTORS = (1, 1, 2, Fraction(1, 2))
_POOLS: Remembered[CandidatePool] = Remembered(4096)


class Sampler:
    """Points of one size; the values that satisfy the equations of one letter alone are computed once."""

    def __init__(
        self,
        shapes: Mapping[str, tuple[Dimension, Dimension]],
        relations: Sequence[Relation],
        sizes: dict[str, int],
        patience: int = 12,
    ):
        self.sizes, self.patience, self.relations = sizes, patience, relations
        self.shapes = {name: (size_of(r, sizes), size_of(c, sizes)) for name, (r, c) in shapes.items()}
        self.alone = {name: [r for r in relations if r.names == {name}] for name in shapes}
        self.restricted = {
            name for name, own in self.alone.items() if any(r.relation == "=" and r.degree({name}) == 2 for r in own)
        }
        self.pools: dict[str, CandidatePool] = {}
        self.spaces: dict[tuple[object, ...], Space | None] = {}

    def pool(self, name: str) -> CandidatePool:
        """The values of a letter that satisfy the relations about it alone."""
        if name not in self.pools:
            relations = self.alone[name]
            named = {n: size for n, size in self.sizes.items() if any(n in r.sizes for r in relations)}
            key = (name, self.shapes[name], tuple(r.compare for r in relations), self.patience, *named.items())
            self.pools[name] = _POOLS(key, lambda: self._filled(name))
        return self.pools[name]

    def _filled(self, name: str) -> CandidatePool:
        own = [r for r in self.alone[name] if r.relation == "="]

        def solved() -> Iterator[Matrix]:
            """Solutions of the affine equations, scaled to satisfy a quadratic one."""
            choices = Choices(Random(1), width=6)
            draws = self._drawn_one(name, own, {}, choices, 10 * self.patience)
            return (found[name] for found in draws)

        kept, self.spaces = self.spaces, {}  # earlier solutions must not change the counted cost
        try:
            return fill(name, self.shapes[name], self.alone[name], self.sizes, self.patience, solved)
        finally:
            self.spaces = kept

    def possible(self) -> bool:
        """Whether a value was found for every letter that satisfies the relations about it alone."""
        constant = [r for r in self.relations if not r.names]
        return all(r.holds(self.sizes, {}) for r in constant) and all(self.pool(n).all for n in self.restricted)

    def point(self, stages: Sequence[PlanStep], choices: Choices, given: Letters | None = None) -> Letters | None:
        """The point to which these choices lead, or None if a relation fails there."""
        spend(30)
        try:
            return self._point(stages, choices, dict(given or {}))
        except ZeroDivisionError:  # 1/x, and x was chosen to be zero
            return None

    def _point(self, stages: Sequence[PlanStep], choices: Choices, letters: Letters) -> Letters | None:
        frame = choices.pick(1 + choices.aligned) - 1
        for stage in stages:
            for found in self._values(stage, letters, choices, None if frame < 0 else frame):
                candidate = {**letters, **found}
                if all(r.holds(self.sizes, candidate) for r in stage.checks):
                    letters = candidate
                    break
                if choices.over:
                    return None
            else:
                return None
        return letters

    def _values(self, stage: PlanStep, letters: Letters, choices: Choices, frame: int | None) -> Iterator[Letters]:
        """A few attempts at one stage."""
        match stage.kind:
            case "basis":
                return self._basis(stage.letters, choices)
            case "places":
                return self._places(stage.letters, choices)
            case "leading":
                return self._leading(stage.letters[0])
            case "diagonal":
                return self._diagonal(stage.letters[0], stage.letters[1], choices)
            case "orthonormal":
                assert stage.vectors is not None
                return draws(stage.vectors, choices)
            case "define":
                return self._define(stage, letters)
            case "solve":
                return self._solve(stage, letters, choices)
            case "eigen":
                return self._eigen(stage, letters, choices)
        return self._one(stage.letters[0], stage.equations, letters, choices, frame)

    def _basis(self, names: Sequence[str], choices: Choices) -> Iterator[Letters]:
        """Distinct columns of an identity; a basis vector named by a number is that column, if the size allows."""
        found, taken = {}, set()
        places = {name: basis_place(name) for name in names}
        for name in sorted(names, key=lambda x: places[x] is None):
            n = max(self.shapes[name])
            free = [i for i in range(n) if (n, i) not in taken]
            if not free:
                return
            i = places[name] if places[name] in free else choices.of(free)
            taken.add((n, i))
            rows, cols = self.shapes[name]
            found[name] = mx.build(rows, cols, lambda r, c, i=i: int(max(r, c) == i))  # type: ignore[misc]
        yield found

    def _places(self, names: Sequence[str], choices: Choices) -> Iterator[Letters]:
        """Columns of an identity, possibly equal ones."""
        for _ in range(4):
            places = {name: choices.of(range(max(self.shapes[name]))) for name in names}
            yield {
                name: mx.build(*self.shapes[name], lambda r, c, i=i: int(max(r, c) == i))  # type: ignore[misc]
                for name, i in places.items()
            }

    def _leading(self, name: str) -> Iterator[Letters]:
        """Rows of an identity, the first ones or those after others; none if it has too few rows."""
        (rows, cols), after = self.shapes[name], dimensions.value(leading_after(name), self.sizes)
        if after is not None and rows + after <= cols:
            yield {name: mx.build(rows, cols, lambda r, c: int(r + after == c))}

    def _diagonal(self, name: str, of: str, choices: Choices) -> Iterator[Letters]:
        """A column and the matrix that has it on its diagonal: any numbers, one number throughout, zero."""
        n, _ = self.shapes[name]
        for attempt in range(4):
            same = choices.number()
            values = [choices.number() if attempt < 2 else same * (attempt == 2) for _ in range(n)]
            column = mx.build(n, 1, lambda r, _, values=values: values[r])  # type: ignore[misc]
            yield {of: column, name: mx.build(n, n, lambda r, c, values=values: values[r] if r == c else 0)}  # type: ignore[misc]

    def _define(self, stage: PlanStep, letters: Letters) -> Iterator[Letters]:
        (r,), (name,) = stage.equations, stage.letters
        yield {name: (r.right if r.compare.left == ("letter", name) else r.left)(self.sizes, letters)}

    def _solve(self, stage: PlanStep, letters: Letters, choices: Choices) -> Iterator[Letters]:
        space = self.space(stage.letters, stage.equations, letters)
        if space is not None:
            for _ in range(4 if stage.checks else 1):
                yield self._split(stage.letters, choices.solution(space))

    def space(self, names: tuple[str, ...], equations: Sequence[Relation], letters: Letters) -> Space | None:
        """All values of the letters together that solve equations affine in them."""
        closed, key = all(r.names <= set(names) for r in equations), (*names, *map(id, equations))
        if closed and key in self.spaces:
            return self.spaces[key]
        width = sum(r * c for r, c in map(self.shapes.__getitem__, names))
        if not equations:
            space: Space | None = ([0] * width, [[int(i == j) for i in range(width)] for j in range(width)])
        else:
            space = linear.solutions(self._system(names, equations, letters, width), width)
        if closed:
            self.spaces[key] = space
        return space

    def _system(
        self, names: tuple[str, ...], equations: Sequence[Relation], letters: Letters, width: int
    ) -> list[Vector]:
        """The rows [M | b] of equations affine in the letters.

        The cost counted is that of an evaluation at zero and at each unit vector, for which budgets were measured.
        """
        try:
            with counted(width + 1, undone=NotAffine):
                unknown = self._split(names, [Affine(0, {k: 1}) for k in range(width)])
                residuals = [e for r in equations for e in r.residual(self.sizes, {**letters, **unknown})]
            return [row(e, width) for e in residuals]
        except NotAffine:  # as in the derivative of xᵀy by x, affine in both though xᵀy is not
            return self._system_by_units(names, equations, letters, width)

    def _system_by_units(
        self, names: tuple[str, ...], equations: Sequence[Relation], letters: Letters, width: int
    ) -> list[Vector]:
        """The same, read off the values at zero and at each unit."""

        def values(x: Vector) -> list[Any]:
            at = {**letters, **self._split(names, x)}
            return [e for r in equations for e in r.residual(self.sizes, at)]

        constant = values([0] * width)
        units = [values([int(i == j) for i in range(width)]) for j in range(width)]
        return [[*(u[k] - c for u in units), -c] for k, c in enumerate(constant)]

    def _split(self, names: tuple[str, ...], x: Vector) -> Letters:
        found, at = {}, 0
        for name in names:
            rows, cols = self.shapes[name]
            found[name] = tuple([tuple(x[at + i * cols : at + (i + 1) * cols]) for i in range(rows)])
            at += rows * cols
        return found

    def _eigen(self, stage: PlanStep, letters: Letters, choices: Choices) -> Iterator[Letters]:
        """A rational eigenvalue, then a letter in its eigenspace."""
        w, scalar = stage.letters
        linked = [r for r in stage.equations if {w, scalar} <= r.names]
        rows, cols = self.shapes[w]
        spectrum = self._spectrum(linked[0], w, scalar, letters)
        first = choices.pick(len(spectrum)) if spectrum else 0
        for value in spectrum[first:] + spectrum[:first]:
            at = {**letters, scalar: ((value,),)}
            rest = [r for r in stage.equations if w in r.names]
            for found in self._one(w, rest, at, choices, None):
                if rows * cols == 1 or not mx.is_zero(found[w]):
                    yield {**found, scalar: at[scalar]}
        yield {w: mx.zeros(rows, cols), scalar: ((choices.number(),),)}

    def _spectrum(self, r: Relation, w: str, scalar: str, letters: Letters) -> list[Any]:
        """The rational λ for which the equation has a nonzero solution w."""
        rows, cols = self.shapes[w]
        n = rows * cols

        def determinant(value: int) -> Any:
            system = self._system((w,), [r], {**letters, scalar: ((value,),)}, n)
            if len(system) != n:
                return None
            return linear.determinant(tuple([tuple(row[:n]) for row in system]))

        values = [determinant(k) for k in range(n + 1)]
        if any(v is None for v in values):
            return list(NUMBERS[:6])
        return linear.rational_roots(linear.interpolated(values)) if any(values) else list(NUMBERS[:6])

    def _one(
        self, name: str, equations: Sequence[Relation], letters: Letters, choices: Choices, frame: int | None
    ) -> Iterator[Letters]:
        """Values of one letter if an equation is not affine in it, or if other unknowns multiply it."""
        square: Expression = ("mul", ("t", ("letter", name)), ("letter", name))
        for r in (r for r in equations if r.compare.right == square and name not in letters_in(r.compare.left)):
            root = linear.gram_factor(r.left(self.sizes, letters))
            if root is not None and choices.pick(2):  # other roots may fit other equations
                yield {name: root}
        straight = [r for r in equations if r.degree({name}) == 1]
        linked = [r for r in straight if r.names != {name}]
        if name in self.restricted or frame is not None:
            options = self.pool(name).options(frame)
            for _ in range(min(8 if equations else 4, len(options))):
                value = choices.of(options)
                factor = 1 if name in self.restricted else choices.of(_FACTORS)
                yield {name: value if factor == 1 else mx.scale(factor, value)}
            if not linked:
                return
            if self.shapes[name][0] == self.shapes[name][1] > 1:
                yield from self._spans(name, letters, choices)
        curved = any(r not in straight for r in equations)
        yield from self._drawn_one(name, equations, letters, choices, 8 if curved else 4)

    def _drawn_one(
        self, name: str, equations: Sequence[Relation], letters: Letters, choices: Choices, attempts: int
    ) -> Iterator[Letters]:
        """Solutions of the affine equations, scaled to satisfy a quadratic one if possible."""
        space = self.space((name,), [r for r in equations if r.degree({name}) == 1], letters)
        if space is None:
            return
        curved = [r for r in equations if r.degree({name}) == 2]
        at_zero: Remembered[list[Any]] = Remembered(len(curved) + 1)
        for attempt in range(attempts):
            x = linear.shortest(space) if curved and attempt == 5 else choices.solution(space)
            found = self._split((name,), x)
            yield self._scaled(name, found, curved, letters, at_zero) if curved and not any(space[0]) else found

    def _scaled(
        self,
        name: str,
        found: Letters,
        curved: Sequence[Relation],
        letters: Letters,
        at_zero: Remembered[list[Any]],
    ) -> Letters:
        """The multiple of x that satisfies a quadratic equation such as xᵀx = 1, if it is rational.

        at_zero: the residuals of `curved` at x = 0, which several attempts share.
        """
        zero_letter = mx.zeros(*self.shapes[name])
        for i, r in enumerate(curved):
            try:
                here, *more = r.residual(self.sizes, {**letters, name: found[name]})
                zero, *_ = at_zero(i, lambda r=r: r.residual(self.sizes, {**letters, name: zero_letter}))  # type: ignore[misc]
            except ZeroDivisionError:  # 1/x at x = 0
                continue
            if not more and here != zero and (c := linear.root(-zero / (Fraction(1) * here - zero))):
                return {name: mx.scale(c, found[name])}
        return found

    def _spans(self, name: str, letters: Letters, choices: Choices) -> Iterator[Letters]:
        """Projectors onto columns of the letters so far, perhaps with one more direction, and their complements."""
        n = self.shapes[name][0]
        near = [mx.column(m, j) for m in letters.values() if len(m) == n for j in range(len(m[0]))]
        for _ in range(4):
            keep = [v for v in near if choices.pick(3) != 2]
            if choices.pick(2):
                keep.append(mx.column(choices.of(frames(n)), 0))
            onto = projector(tuple([tuple([v[i][0] for v in keep]) for i in range(n)])) if keep else None
            if onto is not None:
                yield {name: mx.sub(mx.eye(n), onto) if choices.pick(2) else onto}
