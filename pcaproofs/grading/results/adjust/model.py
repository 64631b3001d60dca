"""The words of an adjust.toml."""

import math
from dataclasses import dataclass

SECONDS_A_DAY = 86400.0


@dataclass(frozen=True, kw_only=True)
class Late:
    """The rule for late work: what each day that has begun takes from the score."""

    per_day: float
    """Points, or where it `is_share` a share of the highest score."""
    is_share: bool = False
    grace: float = 0.0
    """Seconds that cost nothing; the days are counted from their end."""
    most: float = math.inf
    """Points that are taken at most, or where it `most_is_share` a share of the highest score."""
    most_is_share: bool = False

    def days(self, seconds: float) -> int:
        """The days that count of a delay."""
        return max(0, math.ceil((seconds - self.grace) / SECONDS_A_DAY))

    def penalty(self, days: int, max_score: float) -> float:
        """The points that so many days take."""
        taken = self.per_day * days * (max_score if self.is_share else 1.0)
        return min(taken, self.most * (max_score if self.most_is_share else 1.0))


@dataclass(frozen=True, kw_only=True)
class Part:
    """A change of the score, or of the points of one criterion: to so many points, or by so many, or neither."""

    points: float | None = None
    add: float = 0.0
    comment: str = ""
    title: str = ""
    """Of the criterion, in words for the student."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """All that changes for one submission."""

    whole: Part = Part()
    criteria: tuple[tuple[tuple[str, str], Part], ...] = ()
    """By task and criterion."""
    delay: float = 0.0
    """Seconds after the time at which it was due."""
    late: Late | None = None
