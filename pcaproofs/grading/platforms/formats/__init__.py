"""Results in the formats of other graders and of gradebooks. Each writer gives contents by path in the folder."""

from collections.abc import Callable, Mapping, Sequence

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.platforms.formats.bundles import canvas_feedback, left_out, moodle_feedback
from pcaproofs.grading.platforms.formats.github import github_classroom
from pcaproofs.grading.platforms.formats.gradebooks import gradebook, nbgrader
from pcaproofs.grading.platforms.formats.gradescope import gradescope
from pcaproofs.grading.platforms.formats.junit import junit
from pcaproofs.grading.platforms.formats.prairielearn import prairielearn
from pcaproofs.grading.results.result import Result

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
