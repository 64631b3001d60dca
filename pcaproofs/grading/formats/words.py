"""What the formats share: a criterion's name, what may be said of it, and text without what disturbs a page."""

from ..exchange import clean
from ..result import Result, Scored

UNGRADED = "This submission could not be graded; that is the grader's fault, and costs nothing."


def name_of(item: Scored, number: int) -> str:
    """Return what a criterion is called where a student may read it."""
    title = item.title if item.visible else f"Hidden criterion {number}"
    return f"{item.task}: {title}" if item.task else title


def message_of(item: Scored) -> str:
    """Return why a criterion fails, where a student may know."""
    if item.passed or not item.visible:
        return ""
    if item.follow_through:
        return f"{clean(item.message)} (right given the mistake named above: full points)"
    return clean(item.message)


def summary_of(result: Result) -> str:
    """Return the most important thing about a result, in plain text."""
    if not result.gradable:
        return UNGRADED
    parts = [clean(problem) for problem in result.problems]
    if result.diagnosis:
        parts += [result.diagnosis.title, result.diagnosis.hint, result.diagnosis.why]
    return "\n".join(parts)
