"""What people read: each student's feedback; the overview and the code for staff. Pure functions of results.

Everything in a result may be of a student's making and is escaped wherever it is shown. Nothing of hidden data is in
what a student reads: of a hidden criterion only that there is one, of hidden data only how many.
"""

from .code import code_page
from .markdown import markdown
from .overview import index
from .page import html
from .story import one_line

__all__ = ["code_page", "html", "index", "markdown", "one_line"]
