"""The data model of a diagnosis. It has only plain fields, because it is stored as JSON."""

from dataclasses import dataclass

UP_TO_SIGNS = ("components", "scores", "whitened", "kernel_scores")
"""Roles whose columns (of components in rows: rows) may have either sign."""


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """One mistake: a title, a hint for the student, and the reason why it is wrong."""

    name: str
    title: str
    hint: str
    why: str
    claim: str
    task: str = ""
    """The task in which it occurs (empty if the assignment has a single task)."""
    function: str = ""
    """The student's function that it is about, as it is called: `pca`, `PCA.transform`; empty: none is called."""
    place: str = ""
    """The place in the student's file: `line 5`, `cell 3, line 2`; empty if unknown."""
    excerpt: str = ""
    """The student's own line there."""


@dataclass(frozen=True, kw_only=True)
class Diagnosis:
    """One or several named mistakes that explain all values of a submission."""

    name: str
    """For machines and the column of `grades.csv`: `rows-for-columns`, or several joined by `+`."""
    title: str
    hint: str
    why: str
    claim: str
    task: str = ""
    """Of the first mistake, as is `function`."""
    function: str = ""
    evidence: str = ""
    follows: tuple[str, ...] = ()
    """Criteria that are right given the mistake (`task: criterion` where the task has a name)."""
    mistakes: tuple[Mistake, ...] = ()
    """The same one by one."""


def diagnosis_of(mistakes: tuple[Mistake, ...], evidence: str, follows: tuple[str, ...] = ()) -> Diagnosis:
    """A diagnosis of mistakes that were made together; the first one's claim stands for it."""
    return Diagnosis(
        name="+".join(dict.fromkeys(mistake.name for mistake in mistakes)),
        title="; ".join(dict.fromkeys(mistake.title for mistake in mistakes)),
        hint=" ".join(mistake.hint for mistake in mistakes),
        why=" ".join(mistake.why for mistake in mistakes),
        claim=mistakes[0].claim,
        task=mistakes[0].task,
        function=mistakes[0].function,
        evidence=evidence,
        follows=follows,
        mistakes=mistakes,
    )


@dataclass(frozen=True, kw_only=True)
class Example:
    """Data small enough to do by hand, on which the submission fails."""

    task: str
    X: list[list[float]]
    """With samples in rows, whatever the assignment has."""
    k: int
    role: str
    expected: list[float] | list[list[float]]
    got: list[float] | list[list[float]] | str
    """The submission's value, or what it raised (text of the student's making)."""
    criterion: str = ""
    """The criterion that fails."""
    inputs: tuple["Input", ...] = ()
    """All that the call finds in scope, as the assignment has it: `X`, `k` and what is given."""
    beside: tuple["Input", ...] = ()
    """The submission's components where scores are expected of their signs."""


@dataclass(frozen=True, kw_only=True)
class Input:
    """A variable that a call finds in scope."""

    name: str
    values: list[list[float]] | list[float] | float | str | None
    shape: list[int]
    """Empty for a number."""
    dtype: str
    """Of an array, as numpy calls it."""


@dataclass(frozen=True, kw_only=True)
class Plot:
    """Points in the plane with the submission's first axis and the right one, to be drawn."""

    points: list[list[float]]
    mean: list[float]
    right: list[float]
    """A direction of length 1."""
    theirs: list[float]
    through: list[float]
    """The point that their axis goes through."""
