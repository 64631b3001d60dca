"""In which order to give letters values, so that as many hypotheses as can be are solved and few are left to luck.

Letters in which all that is said is affine are solved for together, exactly. Where letters are multiplied, one of them
is given a value first; one that is multiplied by itself (XᵀX = I) takes it from a pool of values known to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from pcaproofs.prover.refute.orthonormal import Orthonormal, orthonormal
from pcaproofs.prover.refute.relation import Relation

Shapes = Mapping[str, tuple[int | str, int | str]]


@dataclass
class Stage:
    """Gives letters values: "basis", "orthonormal", "define", "solve", "eigen" (a letter and its scalar) or "pool"."""

    kind: str
    letters: tuple[str, ...]
    equations: list[Relation] = field(default_factory=list)
    checks: list[Relation] = field(default_factory=list)
    vectors: Orthonormal | None = None


def plan(
    shapes: Shapes,
    relations: Sequence[Relation],
    basis: Sequence[str] = (),
    random: Random | None = None,
    known: Iterable[str] = (),
) -> list[Stage]:
    """The stages for all letters but those known; `random` varies which of several is given a value first."""
    unknown = dict.fromkeys(name for name in shapes if name not in known)  # ordered
    equations = [r for r in relations if r.relation == "="]
    stages = []
    if basis:
        stages.append(Stage("basis", tuple(basis)))
        for name in basis:
            unknown.pop(name, None)
    for vectors in orthonormal(equations, shapes):
        if set(vectors.letters) <= unknown.keys() and (random is None or random.random() < 0.7):
            stages.append(Stage("orthonormal", vectors.letters, vectors=vectors))
            for name in vectors.letters:
                del unknown[name]
    while unknown:
        stage = _next(unknown, equations, shapes, random)
        stages.append(stage)
        for name in stage.letters:
            del unknown[name]
    _attach_checks(stages, relations, set(known))
    return stages


def _attach_checks(stages: list[Stage], relations: Sequence[Relation], known: set[str]) -> None:
    """Each relation is checked as soon as all its letters have values, unless it was just solved."""
    waiting = [r for r in relations if not r.names or not r.names <= known]
    for stage in stages:
        known |= set(stage.letters)
        done = [r for r in waiting if r.names <= known]
        solved = stage.equations if stage.kind in ("define", "solve") else []
        stage.checks = [r for r in done if r not in solved]
        waiting = [r for r in waiting if r not in done]


def _next(unknown: dict[str, None], equations: list[Relation], shapes: Shapes, random: Random | None) -> Stage:
    left = set(unknown)
    pending = [r for r in equations if r.names & left]
    for r in pending:
        name = r.defines()
        if name in left and r.names & left == {name}:
            return Stage("define", (name,), [r])
    for name in unknown:  # what others determine comes before it is used
        mine = [r for r in pending if r.names & left == {name} and r.degree(left) == 1]
        if any(_determines(r, name) for r in mine):
            return Stage("solve", (name,), mine)
    for component in _components(unknown, pending):
        mine = [r for r in pending if r.names & component]
        if all(r.degree(left) == 1 for r in mine):
            return Stage("solve", tuple(name for name in unknown if name in component), mine)
    for r in pending:
        if pair := _eigenpair(r, left, shapes):
            mine = [e for e in pending if e.names & left <= set(pair)]
            return Stage("eigen", pair, mine)
    made = [(r, other) for r in pending if r.degree(left) == 2 for other in r.names & left if _determines(r, other)]
    name = max(unknown, key=lambda name: _urgency(name, left, pending, made, shapes, random))
    return Stage("pool", (name,), [r for r in pending if r.names & left == {name}])


def _determines(r: Relation, name: str) -> bool:
    """Whether the letter stands alone in it, as in n·S = XᵀX."""
    own = [m for m in r.monomials if name in m]
    return own == [(name,)] and r.names != {name}


def _monomials(relations: list[Relation]) -> set[tuple[str, ...]]:
    return {m for r in relations for m in r.monomials}


def _components(unknown: dict[str, None], pending: list[Relation]) -> list[set[str]]:
    """Letters that no equation links can be treated apart."""
    groups: list[set[str]] = []
    for name in unknown:
        joined = {name}.union(*(r.names & unknown.keys() for r in pending if name in r.names))
        apart = [g for g in groups if not g & joined]
        groups = [*apart, joined.union(*(g for g in groups if g & joined))]
    return groups


def _eigenpair(r: Relation, left: set[str], shapes: Shapes) -> tuple[str, str] | None:
    """(w, λ) for an equation like A w = λ w with A known."""
    names = sorted(r.names & left)
    if len(names) != 2:
        return None
    for w, scalar in (names, names[::-1]):
        terms = {tuple(n for n in m if n in left) for m in r.monomials}
        if shapes[scalar] == (1, 1) and tuple(names) in terms and terms <= {(w,), tuple(names)}:
            return w, scalar
    return None


def _urgency(
    name: str,
    left: set[str],
    pending: list[Relation],
    made: list[tuple[Relation, str]],
    shapes: Shapes,
    random: Random | None,
) -> float:
    """Which letter to give a value first: the restricted ones, and those that others are made from."""
    mine = [r for r in pending if name in r.names]
    score = 0.0
    if any(r.names == {name} and r.degree({name}) == 2 for r in mine):
        score += 50
    for r, other in made:
        score += -1000 if other == name else 30 if name in r.names else 0
    if any(name in m and other in m for _, other in made for m in _monomials(mine)):
        score -= 60  # S w = λ w is solved for w once S is there
    products = sum(name in m and sum(n in left for n in m) > 1 for r in mine for m in r.monomials)
    score += min(50, 10 * products)
    if not mine or not products:
        score -= 500  # it can wait until it is all that is left
    score += 5 if shapes[name] == (1, 1) else 3 if 1 in shapes[name] else 0
    return score + (random.uniform(0, 60) if random else 0.0)
