"""Values of one letter that satisfy all relations about only this letter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.counterexample import weight
from pcaproofs.prover.refute.evaluate import Sizes
from pcaproofs.prover.refute.generators import CachedGenerator, Candidate, families
from pcaproofs.prover.refute.relation import Relation

MAX_CANDIDATES = 60  # of one letter
CHUNK = 4  # members of a generator that are tried in one turn
FAILURES_ALLOWED_AFTER_HIT = 64  # consecutive rejected members of a generator after an accepted one


class CandidatePool:
    """Accepted candidates, the simplest first: all, and by frame."""

    def __init__(self, passed: list[Candidate]):
        passed.sort(key=lambda c: weight({"": c[0]}))
        self.all = [m for m, _ in passed]
        self.by_frame: dict[int, list[Matrix]] = {}
        for m, frame in passed:
            if frame is not None:
                self.by_frame.setdefault(frame, []).append(m)

    def options(self, frame: int | None) -> list[Matrix]:
        """The candidates along a frame, if there are any; otherwise all."""
        return (self.by_frame.get(frame) if frame is not None else None) or self.all


def fill(
    name: str,
    shape: tuple[int, int],
    relations: Sequence[Relation],
    sizes: Sizes,
    patience: int,
    made: Callable[[], Iterable[Matrix]],
) -> CandidatePool:
    """Tries the generators in turn, abandons each after `patience` rejects, and then tries the values of `made`."""
    passed: list[Candidate] = []
    seen: set[Matrix] = set()

    def keep(candidates: Iterable[Candidate]) -> bool:
        good = [c for c in candidates if all(r.holds(sizes, {name: c[0]}) for r in relations)]
        passed.extend(c for c in good if c[0] not in seen)
        seen.update(m for m, _ in good)
        return bool(good)

    alive: list[tuple[CachedGenerator, int, int]] = [(family, 0, patience) for family in families(*shape)]
    while alive and len(passed) < MAX_CANDIDATES:
        still = []
        for family, at, left in alive:
            chunk = family.slice(at, at + CHUNK)
            left = FAILURES_ALLOWED_AFTER_HIT if keep(chunk) else left - CHUNK
            if chunk and left > 0:
                still.append((family, at + CHUNK, left))
        alive = still
    if len(passed) < CHUNK:
        keep((m, None) for m in made())
    return CandidatePool(passed)
