"""A wrong implementation with what may be told of it."""

from dataclasses import dataclass
from typing import Any

from ...table.local import Entry, with_numpy

FACTS = frozenset(
    {
        "attribute-missing", "changes-its-input", "complex-results", "eig-for-symmetric", "index-out-of-range",
        "matrix-not-fit", "not-finite", "no-value", "other-eigenvectors", "other-number-of-components", "other-shape",
        "shapes-do-not-fit", "stops-with-error", "too-slow",
    }
)  # fmt: skip
"""Symptoms that are seen and not concluded; of ``eig`` only where it stands in the text."""


@dataclass(frozen=True)
class Case:
    """A submission, and the diagnoses that are right for it."""

    entry: Entry
    right: tuple[frozenset[str], ...]
    """Each a set of mistakes that names what was done wrong; an empty set: no name is known for it."""
    also: frozenset[str] = frozenset()
    """What is true of it as well, and not the point."""

    def is_right(self, named: frozenset[str]) -> bool:
        """Whether what is told names the mistakes, and nothing that is not true."""
        return not self.is_wrong(named) and any(each <= named for each in self.right)

    def is_wrong(self, named: frozenset[str]) -> bool:
        """Whether something is told that is not true."""
        facts = FACTS if "eig(" in self.entry.source else FACTS - {"eig-for-symmetric"}
        return not named <= frozenset().union(*self.right) | self.also | facts


def case(right: str, source: str, call: str, roles: dict[str, str], also: str = "", **more: Any) -> Case:
    """Return a case; ``right`` are names joined by ``+``, and alternatives by ``|``."""
    sets = tuple(frozenset(each.split("+")) - {""} for each in right.split("|"))
    return Case(Entry(with_numpy(source.strip("\n") + "\n"), call, roles, **more), sets, frozenset(also.split()))


ROWS = {"components": "rows"}
Z = {"scores": "Z"}
WZ = {"components": "W", "scores": "Z"}
WLZ = {"components": "W", "explained_variance": "lam", "scores": "Z"}
FIT = "m = PCA(k)\nm.fit(X)\nZ = m.transform(X)"
MODEL = {"components": "m.components", "scores": "Z"}
