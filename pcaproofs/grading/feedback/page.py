"""A student's feedback as an HTML page without network or scripts."""

import functools
from pathlib import Path
from typing import Any

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.feedback.content import LEFT_OUT, content_of, pieces
from pcaproofs.grading.feedback.drawing import scatter
from pcaproofs.grading.results.result import Result


def html(result: Result, assignment: Assignment) -> str:
    """A student's feedback."""
    content = content_of(result, assignment)
    drawing = scatter(content.picture, content.caption) if content.picture else ""
    return render("student.html", content=content, drawing=drawing, pieces=pieces, left_out=LEFT_OUT)


@functools.cache
def _environment() -> Any:
    import jinja2

    loader = jinja2.FileSystemLoader(Path(__file__).parent / "templates")
    # autoescape: texts are the student's unless marked as ours
    return jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def render(template: str, **values: Any) -> str:
    """A rendered template; all values are escaped except drawings."""
    text: str = _environment().get_template(template).render(**values)
    return text.lstrip()
