"""The trusted side: what a submission returned, held against what the data imply.

No answer is compared with a reference answer, since a right one is free in signs, in rotation inside a repeated
eigenvalue and, where the assignment says so, in scale. Each criterion instead checks an equation that exactly the right
answers satisfy.
"""

from .criteria import CRITERIA
from .criterion import Criterion, Finding
from .examination import examine
from .facts import Conventions, Facts, facts_of
from .form import ROLES

__all__ = ["CRITERIA", "ROLES", "Conventions", "Criterion", "Facts", "Finding", "examine", "facts_of"]
