"""Pages for people: each student's feedback; the overview and the code for staff. Pure functions of results.

Any text in a result may come from a student and is escaped wherever it is shown. Students' pages contain nothing about
hidden data: of hidden criteria and hidden data they show only the number.
"""

from pcaproofs.grading.feedback.content import one_line, score_of
from pcaproofs.grading.feedback.markdown import markdown
from pcaproofs.grading.feedback.pages import code_page, html, index

__all__ = ["code_page", "html", "index", "markdown", "one_line", "score_of"]
