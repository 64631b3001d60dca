"""The order in which letters get values; most hypotheses should be solved, and few only checked.

Unknowns that occur only affinely are solved jointly by exact linear algebra. If letters are multiplied, one of them
is given a value first; one that is multiplied by itself (XᵀX = I) takes it from a pool of solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from pcaproofs.kernel import Expression
from pcaproofs.prover.refute.orthonormal import Orthonormal, orthonormal
from pcaproofs.prover.refute.relation import Relation

TOGETHER = 0.7  # the share of random plans in which orthonormal letters get their values together
Shapes = Mapping[str, tuple[int | str, int | str]]


@dataclass
class PlanStep:
    """A step that gives values to letters.

    kind: "basis", "places" (basis vectors that may be the same), "leading" (rows of I), "diagonal" (a column a and
    diag(a)), "orthonormal", "define", "solve", "eigen" (a letter and its scalar) or "pool".
    """

    kind: str
    letters: tuple[str, ...]
    equations: list[Relation] = field(default_factory=list)
    checks: list[Relation] = field(default_factory=list)
    vectors: Orthonormal | None = None


def plan(  # noqa: PLR0913 (options by keyword)
    shapes: Shapes,
    relations: Sequence[Relation],
    first: Sequence[PlanStep] = (),
    random: Random | None = None,
    known: Iterable[str] = (),
    functions: Mapping[str, set[str]] | None = None,
    memo: dict[Any, PlanStep | dict[str, float]] | None = None,
) -> list[PlanStep]:
    """The stages for all letters but those known; `random` varies which of several is given a value first.

    first: stages for letters that equations alone do not define, such as basis vectors.
    functions: letters, such as inverses, that come after the letters of which they are functions.
    memo: what earlier plans for the same shapes and relations found for letters without values; it is added to.
    Computed letters, such as determinants, get their values from others; equations about them are only checked.
    """
    waiting = {name: r for r in relations if r.is_computed and (name := r.defines()) and name not in known}
    unknown = dict.fromkeys(name for name in shapes if name not in known and name not in waiting)  # ordered
    equations = [r for r in relations if r.relation == "=" and not r.names & waiting.keys()]
    stages = [PlanStep(s.kind, s.letters) for s in first]
    for name in (name for s in first for name in s.letters):
        unknown.pop(name, None)
    for vectors in orthonormal(equations, shapes):
        if set(vectors.letters) <= unknown.keys() and (random is None or random.random() < TOGETHER):
            stages.append(PlanStep("orthonormal", vectors.letters, vectors=vectors))
            for name in vectors.letters:
                del unknown[name]
    memo = {} if memo is None else memo
    while unknown:
        if (found := memo.get(key := (bool(functions), *unknown))) is None:
            pending = [r for r in equations if r.names & unknown.keys()]
            found = memo[key] = _next_stage(_State(unknown, pending, shapes, functions or {}))
        stage = replace(found) if isinstance(found, PlanStep) else _most_urgent(found, random, equations, unknown)
        stages.append(stage)
        for name in stage.letters:
            del unknown[name]
    stages = _with_computed(stages, waiting, {*known}, shapes)
    _attach_checks(stages, relations, set(known))
    return stages


def _with_computed(
    stages: list[PlanStep], waiting: dict[str, Relation], known: set[str], shapes: Shapes
) -> list[PlanStep]:
    """The stages, and each computed letter as soon as the letters have values of which it is a function."""
    out: list[PlanStep] = []
    for stage in [PlanStep("known", ()), *stages]:
        out += [stage] if stage.letters else []
        known |= set(stage.letters)
        while ready := [name for name, r in waiting.items() if r.names & shapes.keys() <= {*known, name}]:
            out += [PlanStep("define", (name,), [waiting.pop(name)]) for name in ready]
            known |= set(ready)
    return out


def _attach_checks(stages: list[PlanStep], relations: Sequence[Relation], known: set[str]) -> None:
    """Each relation is checked as soon as all its letters have values, unless it was just solved."""
    waiting = [r for r in relations if not r.names or not r.names <= known]
    for stage in stages:
        known |= set(stage.letters)
        done = [r for r in waiting if r.names <= known]
        solved = stage.equations if stage.kind in ("define", "solve") else []
        stage.checks = [r for r in done if r not in solved]
        waiting = [r for r in waiting if r not in done]


@dataclass
class _State:
    """The state of planning: the letters without values, in order, and the equations that mention one of them."""

    unknown: dict[str, None]
    pending: list[Relation]
    shapes: Shapes
    functions: Mapping[str, set[str]]

    def unknowns(self, r: Relation) -> frozenset[str]:
        """The letters of a relation that have no value yet."""
        return r.names & self.unknown.keys()

    def alone(self, name: str) -> list[Relation]:
        """The equations whose only letter without a value is this one."""
        return [r for r in self.pending if self.unknowns(r) == {name}]


def _next_stage(state: _State) -> PlanStep | dict[str, float]:
    """The stage of the first rule that applies; if none does, how urgent each letter is."""
    return next((stage for rule in _RULES if (stage := rule(state)) is not None), None) or _urgencies(state)


def _definition(state: _State) -> PlanStep | None:
    """A letter that an equation gives in terms of known ones."""
    for r in state.pending:
        name = r.defines()
        if name in state.unknown and state.unknowns(r) == {name}:
            return PlanStep("define", (name,), [r])
    return None


def _determined(state: _State) -> PlanStep | None:
    """A letter that an equation gives up to a factor; it comes before letters that are determined by it."""
    left = state.unknown.keys()
    for name in state.unknown:
        affine = [r for r in state.alone(name) if r.degree(set(left)) == 1]
        if any(_determines(r, name) for r in affine):
            return PlanStep("solve", (name,), affine)
    return None


def _inverted(state: _State) -> PlanStep | None:
    """A square matrix C that is given as an inverse, by A C = I and C A = I with A made of known letters."""
    for name in state.unknown:
        rows, cols = state.shapes[name]
        sides = [r for r in state.alone(name) if _inverts(r, name)] if rows == cols != 1 else []
        if len(sides) == 2 and sides[0].monomials == sides[1].monomials:
            return PlanStep("solve", (name,), sides)
    return None


def _affine_component(state: _State) -> PlanStep | None:
    """Letters that equations link, if all of these are affine in them together."""
    left = set(state.unknown)
    for component in _components(state.unknown, state.pending):
        linked = [r for r in state.pending if r.names & component]
        if all(r.degree(left) == 1 for r in linked):
            return PlanStep("solve", tuple(name for name in state.unknown if name in component), linked)
    return None


def _blocks(state: _State) -> PlanStep | None:
    """Blocks of a matrix that equations determine; those about inverses and factors, which come later, are left out."""
    later = {name for name, of in state.functions.items() if name in state.unknown and of & state.unknown.keys()}
    if not later:
        return None
    later |= {x for x in state.unknown for r in state.pending if x in r.names and r.compare.right == _gram(x)}
    first = {name: None for name in state.unknown if name not in later}
    pending = [r for r in state.pending if not r.names & later]
    for component in _components(first, pending):
        linked = [r for r in pending if r.names & component]
        if linked and len(component) > 1 and all(_of_blocks(r, component) for r in linked):
            return PlanStep("solve", tuple(name for name in first if name in component), linked)
    return None


def _eigenpair(state: _State) -> PlanStep | None:
    """(w, λ) for an equation like A w = λ w with A known."""
    for r in state.pending:
        if pair := _eigen_letters(r, set(state.unknown), state.shapes):
            return PlanStep("eigen", pair, [e for e in state.pending if state.unknowns(e) <= set(pair)])
    return None


def _urgencies(state: _State) -> dict[str, float]:
    """How urgent each letter is."""
    makers = [
        (r, other)
        for r in state.pending
        if r.degree(set(state.unknown)) == 2
        for other in state.unknowns(r)
        if _determines(r, other)
    ]
    return {name: _urgency(name, state, makers) for name in state.unknown}


def _most_urgent(
    urgencies: Mapping[str, float], random: Random | None, equations: Sequence[Relation], unknown: dict[str, None]
) -> PlanStep:
    """The letter of greatest urgency, with values from its pool."""
    varied = {name: x + (random.uniform(0, URGENCY.variation) if random else 0) for name, x in urgencies.items()}
    name = max(varied, key=varied.__getitem__)
    return PlanStep("pool", (name,), [r for r in equations if r.names & unknown.keys() == {name}])


_RULES: tuple[Callable[[_State], PlanStep | None], ...] = (
    _definition,
    _determined,
    _inverted,
    _affine_component,
    _blocks,
    _eigenpair,
)


def _determines(r: Relation, name: str) -> bool:
    """Whether an equation gives the letter up to a factor, as S in n·S = XᵀX."""
    own = [m for m in r.monomials if name in m]
    return own == [(name,)] and r.names != {name}


def _gram(name: str) -> Expression:
    return ("mul", ("t", ("letter", name)), ("letter", name))


def _squares(r: Relation, name: str, state: _State) -> bool:
    """Whether an equation has FᵀF of this letter beside several unknown blocks."""
    others = state.unknowns(r) - {name}
    return len(others) > 1 and (name, name) in r.monomials and _of_blocks(r, others)


def _of_blocks(r: Relation, letters: Collection[str]) -> bool:
    """Whether an equation has each of these letters between rows of an identity, so that it determines them."""
    own = [m for m in r.monomials if {*m} & {*letters}]
    return all(len(m) > 1 and sum(name in letters for name in m) == 1 for m in own)


def _inverts(r: Relation, name: str) -> bool:
    """Whether an equation says that a sum of products, each of the letter and others, is a constant, as A C = I."""
    others = r.monomials - {()}
    return others != r.monomials and all(m.count(name) == 1 and len(m) > 1 for m in others)


def _components(unknown: dict[str, None], pending: list[Relation]) -> list[set[str]]:
    """The connected components of letters that equations link; they are treated separately."""
    linked: dict[str, set[str]] = {name: {name} for name in unknown}
    for r in pending:
        names = r.names & unknown.keys()
        for name in names:
            linked[name] |= names
    groups: list[set[str]] = []
    for joined in linked.values():
        apart = [g for g in groups if g.isdisjoint(joined)]
        if len(apart) < len(groups):
            joined = joined.union(*(g for g in groups if not g.isdisjoint(joined)))
        groups = [*apart, joined]
    return groups


def _eigen_letters(r: Relation, left: set[str], shapes: Shapes) -> tuple[str, str] | None:
    """(w, λ), if an equation says exactly Aw = λw about its two letters without values."""
    names = sorted(r.names & left)
    if len(names) != 2:
        return None
    for w, scalar in (names, names[::-1]):
        terms = {tuple(n for n in m if n in left) for m in r.monomials}
        if shapes[scalar] == (1, 1) and tuple(names) in terms and terms <= {(w,), tuple(names)}:
            return w, scalar
    return None


@dataclass(frozen=True)
class Urgency:
    """How much each reason counts to give a letter its value first; random plans add up to `variation`.

    Measured on 292 false statements, 4.24 million steps: without any one of these all are still refuted. Without
    `product` it takes 4 % more steps, without `idle` 1 %; without `restricted`, `maker`, `made`, `beside_made` as many
    or up to 2 % fewer. What they are worth for points of true statements was not measured.
    """

    restricted: int = 50  # XᵀX = I and the like: few values will do
    maker: int = 30  # for each letter that an equation gives in terms of this one, as S in n·S = XᵀX
    made: int = -1000  # the equation gives it, once the others have values
    beside_made: int = -60  # multiplied by such a letter: S w = λ w is solved for w once S is there
    product: int = 10  # for each monomial in which it is multiplied by an unknown letter, up to max_products of them
    max_products: int = 5
    idle: int = -500  # it is in no such monomial, so other letters come first
    scalar: int = 5
    vector: int = 3
    variation: int = 60


URGENCY = Urgency()


def _urgency(name: str, state: _State, makers: list[tuple[Relation, str]]) -> float:
    """The urgency of a letter; see Urgency for the reasons."""
    weights = URGENCY
    own = [r for r in state.pending if name in r.names]
    monomials = [m for r in own for m in r.monomials]
    products = sum(name in m and sum(n in state.unknown for n in m) > 1 for m in monomials)
    score = weights.product * min(weights.max_products, products)
    score += weights.restricted * any(r.names == {name} and r.degree({name}) == 2 for r in own)
    score += weights.made * sum(other == name for _, other in makers)
    score += weights.maker * sum(other != name and name in r.names for r, other in makers)
    score += 2 * weights.maker * (bool(state.functions) and any(_squares(r, name, state) for r in own))
    score += weights.beside_made * any(name in m and other in m for _, other in makers for m in monomials)
    score += 0 if products else weights.idle
    score += weights.made * bool(state.functions.get(name, set()) & state.unknown.keys())
    rows, cols = state.shapes[name]
    score += weights.scalar if rows == cols == 1 else weights.vector if 1 in (rows, cols) else 0
    return score
