"""What a diagnosis says."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Diagnosis:
    """A named mistake that explains all that was seen of a submission. Plain fields only: it is stored as JSON."""

    name: str
    """For machines and the column of ``grades.csv``: ``rows-for-columns``."""
    title: str
    hint: str
    why: str
    claim: str
    evidence: str = ""
    follows: tuple[str, ...] = ()
    """Criteria that are right given the mistake (``task: criterion`` where the task has a name)."""


@dataclass(frozen=True, kw_only=True)
class Example:
    """Data small enough to do by hand, on which the submission fails. All fields are plain: they are stored as JSON."""

    task: str
    X: list[list[float]]
    k: int
    role: str
    expected: list[float] | list[list[float]]
    got: list[float] | list[list[float]] | str
    """The submission's value, or what it raised."""
