"""The data model of adjust.toml."""

import math
from dataclasses import dataclass

SECONDS_A_DAY = 86400.0


@dataclass(frozen=True, kw_only=True)
class Late:
    """The rule for late work: a penalty for each day that has begun."""

    per_day: float
    """Points, or if `is_share` a share of the maximum score."""
    is_share: bool = False
    grace: float = 0.0
    """Seconds without penalty; days are counted from their end."""
    most: float = math.inf
    """Maximum penalty in points, or if `most_is_share` as a share of the maximum score."""
    most_is_share: bool = False

    def days(self, seconds: float) -> int:
        """The number of days with penalty for a delay in seconds."""
        return max(0, math.ceil((seconds - self.grace) / SECONDS_A_DAY))

    def penalty(self, days: int, max_score: float) -> float:
        """The penalty in points for a number of days."""
        taken = self.per_day * days * (max_score if self.is_share else 1.0)
        return min(taken, self.most * (max_score if self.most_is_share else 1.0))


@dataclass(frozen=True, kw_only=True)
class Part:
    """A change of the score or of a criterion's points: to a value, by a difference, or neither."""

    points: float | None = None
    add: float = 0.0
    comment: str = ""
    title: str = ""
    """Title of the criterion for students."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """All adjustments of one submission."""

    whole: Part = Part()
    criteria: tuple[tuple[tuple[str, str], Part], ...] = ()
    """By task and criterion."""
    delay: float = 0.0
    """Seconds after the due time."""
    late: Late | None = None
