"""The values that a wrong program would return for a role."""

from collections.abc import Iterator
from dataclasses import dataclass

from pcaproofs.grading.judge.truth import Conventions, Facts, Real


@dataclass(frozen=True)
class Form:
    """A value of a role, and the mistakes that lead to it."""

    mistakes: tuple[str, ...]
    value: Real


@dataclass(frozen=True)
class Case:
    """A data set, under the conventions of a task."""

    facts: Facts
    conventions: Conventions


Forms = Iterator[Form]
