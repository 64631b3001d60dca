"""The judge: answers checked against quantities of the data.

No answer is compared with a reference answer, since a right one is free in signs, in rotations inside a repeated
eigenvalue and, if the assignment says so, in scale. Each criterion instead checks an equation that exactly the right
answers satisfy.
"""

from pcaproofs.grading.judge.answer import Criterion, Judgement
from pcaproofs.grading.judge.criteria import CRITERIA
from pcaproofs.grading.judge.examination import examine
from pcaproofs.grading.judge.shapes import ROLES
from pcaproofs.grading.judge.truth import Conventions, Facts, facts_of

__all__ = ["CRITERIA", "ROLES", "Conventions", "Criterion", "Facts", "Judgement", "examine", "facts_of"]
