"""The check that no part of a claim is vacuous: an exact point where its hypotheses hold, for each kind of sizes.

If the hypotheses of a statement contradict each other at some sizes, the statement is proved there but says nothing.
The author names such sizes in `excludes`, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pcaproofs.kernel import Compare, Expression, Statement
from pcaproofs.language.reader import Reading
from pcaproofs.prover.refute import satisfiable
from pcaproofs.prover.refute.problem import names_of_sizes
from pcaproofs.prover.search.inconsistency import contradiction
from pcaproofs.prover.search.problem import Problem
from pcaproofs.verify.citations import pointwise
from pcaproofs.verify.claim import KINDS_OF_SIZES, Claim, Part

Sizes = dict[str, int]

SEARCH = 1.0  # seconds' worth of steps to look for a point that should exist
DOUBT = 0.3  # seconds' worth of steps for a contradiction, and then for a point, at sizes that the claim excludes

_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "=": lambda a, b: a == b,
    ">": lambda a, b: a > b,
}


@dataclass(frozen=True)
class SizeKind:
    """A kind of sizes such as "n < p"; calling it tests given sizes."""

    name: str

    @property
    def names(self) -> set[str]:
        """The dimensions that it compares."""
        left, _, right = self.name.split()
        return {x for x in (left, right) if not x.isdigit()}

    def __call__(self, sizes: Sizes) -> bool:
        left, sign, right = self.name.split()
        return _COMPARED[sign](sizes[left], int(right) if right.isdigit() else sizes[right])

    def hypothesis(self) -> Compare:
        """The kernel's comparison, in which n < p is p ≥ n + 1."""
        left, sign, right = self.name.split()
        a, b = _size(left), _size(right)
        if sign == "=":
            return Compare(a, "=", b)
        low, high = (a, b) if sign == "<" else (b, a)
        return Compare(high, ">=", ("add", low, ("number", "1")))


def _size(name: str) -> Expression:
    return ("number", name) if name.isdigit() else ("size", name)


class Vacuous(ValueError):  # noqa: N818
    """The hypotheses hold at no point of sizes that the claim includes, or at a point of sizes that it excludes."""


def where_hypotheses_hold(claim: Claim) -> list[dict[str, str]]:
    """Per part: kind of sizes -> the sizes of a point where all hypotheses hold, or "none: " and the author's reason.

    Raises Vacuous for a kind of sizes with neither a point nor a reason, or with both.
    """
    reasons = _reasons(claim)
    found = [_points_of_part(part, number, claim, reasons) for number, part in enumerate(claim.parts, 1)]
    for (number, name), reason in reasons.items():
        if name not in found[number - 1]:
            raise Vacuous(f"part {number}: got {name} excluded, of which its hypotheses do not speak: {reason}")
    return found


def _reasons(claim: Claim) -> dict[tuple[int, str], str]:
    """(part, kind of sizes) -> the author's reason; one without a part counts for all parts with these dimensions."""
    reasons: dict[tuple[int, str], str] = {}
    for key, reason in claim.excludes.items():
        if isinstance(key, tuple):
            reasons[key] = reason
        else:
            speaking = [k for k, part in enumerate(claim.parts, 1) if SizeKind(key).names <= _dimensions(part, claim)]
            if not speaking:
                raise Vacuous(f"got {key} excluded, but no part has hypotheses that speak of these dimensions")
            reasons |= {(k, key): reason for k in speaking}
    if odd := [k for k, _ in reasons if not 1 <= k <= len(claim.parts)]:
        raise Vacuous(f"got sizes excluded for part {odd[0]}, but the parts are 1 to {len(claim.parts)}")
    return reasons


def _reading(part: Part, claim: Claim) -> Reading:
    return pointwise(part, claim.id)


def _dimensions(part: Part, claim: Claim) -> set[str]:
    """The named dimensions of a part that has hypotheses."""
    statement = _reading(part, claim).statement
    return set(names_of_sizes(statement)) if statement.hypotheses else set()


def _points_of_part(part: Part, number: int, claim: Claim, reasons: Mapping[tuple[int, str], str]) -> dict[str, str]:
    if part.citing is not None:  # a statement of another claim, which is checked there
        return {}
    reading = _reading(part, claim)
    if not reading.statement.hypotheses:
        return {}
    dimensions = set(names_of_sizes(reading.statement))
    points: list[Sizes] = []
    found: dict[str, str] = {}
    for kind in map(SizeKind, KINDS_OF_SIZES):
        if not kind.names <= dimensions:
            continue
        reason = reasons.get((number, kind.name))
        sizes = next((s for s in points if kind(s)), None) or _point(reading, kind, reason)
        if sizes is None and reason is None:
            raise Vacuous(f"part {number}: got no point with {kind.name} where its hypotheses hold; see excludes")
        if sizes is not None and reason is not None:
            raise Vacuous(f"part {number}: its hypotheses hold at {written(sizes)}, but {kind.name} is excluded")
        if sizes is not None:
            points.append(sizes)
        found[kind.name] = f"none: {reason}" if sizes is None else written(sizes)
    if not points and not found:
        anywhere = _point(reading, lambda sizes: True, None)
        if anywhere is None:
            raise Vacuous(f"part {number}: got no point where its hypotheses hold")
    return found


_FOUND: dict[Any, Sizes | None] = {}


def _point(reading: Reading, where: Callable[[Sizes], bool], reason: str | None) -> Sizes | None:
    """The sizes of a point where the hypotheses hold, or None.

    reason: the author's reason why none exists; then a contradiction is sought first, which is much cheaper than an
    unsuccessful search for a point.
    """
    statement = reading.statement
    of_kind = where.name if isinstance(where, SizeKind) else ""
    key = (statement.letters, statement.hypotheses, statement.ones, of_kind)
    if key not in _FOUND:
        if reason is not None and isinstance(where, SizeKind) and _contradicts(statement, where):
            _FOUND[key] = None
        else:
            point = satisfiable(statement, reading.hints, SEARCH if reason is None else DOUBT, where=where)
            _FOUND[key] = None if point is None else dict(point.dimensions)
    return _FOUND[key]


def _contradicts(statement: Statement, kind: SizeKind) -> bool:
    more = replace(statement, hypotheses=(*statement.hypotheses, (f"sizes {kind.name}", kind.hypothesis())))
    return contradiction(Problem(more), DOUBT) is not None


def written(sizes: Sizes) -> str:
    """Sizes as text: "n = 1, p = 2"."""
    return ", ".join(f"{name} = {size}" for name, size in sizes.items())
