"""Texts about criteria and mistakes that all output formats share."""

from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.results.result import Result, Scored
from pcaproofs.grading.sandbox.codec import clean

STEPS = {
    "proved": ("✓", "right"),
    "given": ("✓", "given"),
    "repeated": ("✓", "said above"),
    "definition": ("≔", "a definition"),
    "too large": ("◐", "right, but a leap"),
    "follows": ("↳", "right, given the mistake"),
    "wrong": ("✗", "wrong"),
    "assumed": ("✗", "assumed"),
    "ill-typed": ("✗", "the sizes do not fit"),
    "unproved": ("?", "not shown"),
    "unread": ("…", "not read"),
    "unsupported": ("…", "cannot be judged"),
}
"""By verdict of a derivation's step: its mark and its words."""
UNGRADED = "This submission could not be graded; that is the grader's fault, and costs nothing."


def name_of(item: Scored, number: int) -> str:
    """The title of a criterion for students."""
    title = item.title if item.visible else f"Hidden criterion {number}"
    return f"{item.task}: {title}" if item.task else title


def message_of(item: Scored) -> str:
    """Why a criterion fails, and its points by follow-through, if students may know."""
    if item.passed or not item.visible:
        return ""
    return clean("; ".join(filter(None, (item.message, item.followed))))


def subject_of(mistake: Mistake) -> str:
    """The subject of the sentence about a mistake: the student's function if it is about one."""
    return f"Your function `{clean(mistake.function)}`" if mistake.function else "Your code"


def mistake_of(mistake: Mistake) -> str:
    """The complete text about a mistake, as plain text."""
    what = f"{subject_of(mistake)} {clean(mistake.title)}."
    where = f"{clean(mistake.place)}: {clean(mistake.excerpt)}" if mistake.place else ""
    return "\n".join(filter(None, (what, where, clean(mistake.hint), clean(mistake.why))))


def mistakes_at(item: Scored, result: Result) -> tuple[Mistake, ...]:
    """The mistakes to show with a criterion: those of its task, if it fails and is visible."""
    if item.passed or not item.visible or not result.diagnosis:
        return ()
    own = tuple(mistake for mistake in result.diagnosis.mistakes if mistake.task == item.task)
    return own or result.diagnosis.mistakes


def explanation_of(item: Scored, result: Result) -> str:
    """Why a criterion fails, with the mistakes, as plain text for formats that show criteria separately."""
    return "\n\n".join(filter(None, (message_of(item), *map(mistake_of, mistakes_at(item, result)))))


def explanations_once(result: Result) -> list[str]:
    """Explanations per criterion; a mistake appears only at the first criterion it affects."""
    told: set[Mistake] = set()
    texts = []
    for item in result.criteria:
        new = [mistake for mistake in mistakes_at(item, result) if mistake not in told]
        told |= {*new}
        texts.append("\n\n".join(filter(None, (message_of(item), *map(mistake_of, new)))))
    return texts


def summary_of(result: Result) -> str:
    """A summary of a result: problems and mistakes, as plain text."""
    if not result.gradable:
        return UNGRADED
    parts = [clean(problem) for problem in result.problems]
    if result.diagnosis:
        parts += map(mistake_of, result.diagnosis.mistakes)
    return "\n".join(parts)
