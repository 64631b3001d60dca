"""Applying adjustments: first to criteria, then to the score as a whole, then the penalty for late work."""

from dataclasses import replace

from pcaproofs.grading.results.adjust.model import Change, Part
from pcaproofs.grading.results.result import Adjustment, Result, Scored


def adjusted(result: Result, change: Change) -> Result:
    """A result with adjustments; points of a criterion stay between 0 and their maximum, the score at 0 or above."""
    made: list[Adjustment] = []
    changed = dict(change.criteria)
    criteria = tuple(
        _criterion(item, changed.pop((item.task, item.criterion), Part()), made) for item in result.criteria
    )
    for part in changed.values():  # criteria that were not judged get exactly the given points
        given = max(0.0, part.add) if part.points is None else part.points
        made.append(Adjustment(points=round(given, 4), comment=part.comment, criterion=part.title))
    score = result.score
    if score is not None or any(item.points for item in made):
        score = (score or 0.0) + sum(item.points for item in made)
    score = _whole(score, change.whole, made)
    if change.delay and change.late and score is not None:
        score = _late(score, result.max_score, change, made)
    return replace(result, criteria=criteria, score=None if score is None else round(score, 4), adjustments=tuple(made))


def _criterion(item: Scored, part: Part, made: list[Adjustment]) -> Scored:
    if part == Part():
        return item
    points = part.points if part.points is not None else min(max(0.0, item.points + part.add), item.max_points)
    change = round(points - item.points, 4)
    made.append(Adjustment(points=change, comment=part.comment, criterion=part.title))
    return replace(item, points=round(points, 4))


def _whole(score: float | None, part: Part, made: list[Adjustment]) -> float | None:
    if part == Part():
        return score
    if part.points is not None:
        points = part.points - (score or 0.0)
        score = part.points
    elif score is not None:
        points = max(part.add, -score)
        score += points
    else:
        points = 0.0  # there is no score to add to
    made.append(Adjustment(points=round(points, 4), comment=part.comment))
    return score


def _late(score: float, max_score: float, change: Change, made: list[Adjustment]) -> float:
    assert change.late is not None
    days = change.late.days(change.delay)
    taken = min(change.late.penalty(days, max_score), score)
    if days:
        per_day = f"{change.late.per_day:.4g} points"
        if change.late.is_share:
            per_day = f"{100 * change.late.per_day:.4g} % of {max_score:.4g} points"
        comment = f"{days} day{'s' if days > 1 else ''} late, {per_day} for each day that has begun"
        made.append(Adjustment(points=-round(taken, 4), comment=comment, late=True))
    return score - taken
