"""Results in the formats of other graders and of gradebooks. Each writer returns contents by place in the folder."""

from collections.abc import Callable, Mapping, Sequence

from ..assignment.model import Assignment
from ..result import Result
from .bundles import canvas_feedback, left_out, moodle_feedback
from .github import github_classroom
from .gradebooks import gradebook, nbgrader
from .gradescope import gradescope
from .junit import junit
from .prairielearn import prairielearn

Writer = Callable[[Sequence[Result], Assignment], Mapping[str, str | bytes]]

FORMATS: Mapping[str, Writer] = {
    "gradescope": gradescope,
    "prairielearn": prairielearn,
    "github-classroom": github_classroom,
    "junit": junit,
    "gradebook": gradebook,
    "nbgrader": nbgrader,
    "moodle-feedback": moodle_feedback,
    "canvas-feedback": canvas_feedback,
}

__all__ = ["FORMATS", "Writer", "left_out"]
