"""What people read: each student's feedback; the overview and the code for staff. Pure functions of results.

Everything in a result may be of a student's making and is escaped wherever it is shown. Nothing of hidden data is in
what a student reads: of a hidden criterion only that there is one, of hidden data only how many.
"""

from pcaproofs.grading.feedback.code import code_page
from pcaproofs.grading.feedback.content import one_line
from pcaproofs.grading.feedback.markdown import markdown
from pcaproofs.grading.feedback.overview import index
from pcaproofs.grading.feedback.page import html

__all__ = ["code_page", "html", "index", "markdown", "one_line"]
