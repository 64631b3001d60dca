"""What the formats share: a criterion's name, what may be said of it, and text without what disturbs a page."""

from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.results.result import Result, Scored
from pcaproofs.grading.sandbox.codec import clean

UNGRADED = "This submission could not be graded; that is the grader's fault, and costs nothing."


def name_of(item: Scored, number: int) -> str:
    """What a criterion is called where a student may read it."""
    title = item.title if item.visible else f"Hidden criterion {number}"
    return f"{item.task}: {title}" if item.task else title


def message_of(item: Scored) -> str:
    """Why a criterion fails, and what follow-through pays all the same, where a student may know."""
    if item.passed or not item.visible:
        return ""
    return clean("; ".join(filter(None, (item.message, item.followed))))


def subject_of(mistake: Mistake) -> str:
    """Whom a mistake is said of: the student's function, where it is about one."""
    return f"Your function `{clean(mistake.function)}`" if mistake.function else "Your code"


def mistake_of(mistake: Mistake) -> str:
    """All that a student is told of a mistake, as plain text."""
    what = f"{subject_of(mistake)} {clean(mistake.title)}."
    where = f"{clean(mistake.place)}: {clean(mistake.excerpt)}" if mistake.place else ""
    return "\n".join(filter(None, (what, where, clean(mistake.hint), clean(mistake.why))))


def mistakes_at(item: Scored, result: Result) -> tuple[Mistake, ...]:
    """The mistakes to be told with a criterion: those of its task, where it fails and a student may know."""
    if item.passed or not item.visible or not result.diagnosis:
        return ()
    own = tuple(mistake for mistake in result.diagnosis.mistakes if mistake.task == item.task)
    return own or result.diagnosis.mistakes


def told_of(item: Scored, result: Result) -> str:
    """Why a criterion fails with what went wrong, as plain text: for who reads one criterion at a time."""
    return "\n\n".join(filter(None, (message_of(item), *map(mistake_of, mistakes_at(item, result)))))


def told_once(result: Result) -> list[str]:
    """The same for every criterion, each mistake with the first of them only."""
    told: set[Mistake] = set()
    texts = []
    for item in result.criteria:
        new = [mistake for mistake in mistakes_at(item, result) if mistake not in told]
        told |= {*new}
        texts.append("\n\n".join(filter(None, (message_of(item), *map(mistake_of, new)))))
    return texts


def summary_of(result: Result) -> str:
    """The most important thing about a result, in plain text."""
    if not result.gradable:
        return UNGRADED
    parts = [clean(problem) for problem in result.problems]
    if result.diagnosis:
        parts += map(mistake_of, result.diagnosis.mistakes)
    return "\n".join(parts)
