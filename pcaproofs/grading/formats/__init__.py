"""Results in the formats of other graders and of gradebooks. Each writer returns texts by their place in the folder."""

from collections.abc import Callable, Mapping, Sequence

from ..assignment.model import Assignment
from ..result import Result
from .github import github_classroom
from .gradebooks import gradebook, nbgrader
from .gradescope import gradescope
from .junit import junit
from .prairielearn import prairielearn

Writer = Callable[[Sequence[Result], Assignment], dict[str, str]]

FORMATS: Mapping[str, Writer] = {
    "gradescope": gradescope,
    "prairielearn": prairielearn,
    "github-classroom": github_classroom,
    "junit": junit,
    "gradebook": gradebook,
    "nbgrader": nbgrader,
}

__all__ = ["FORMATS", "Writer"]
