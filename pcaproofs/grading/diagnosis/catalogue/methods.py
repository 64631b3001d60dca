"""Mistakes in the methods of a class, which the text shows."""

from pcaproofs.grading.diagnosis.catalogue.lines import AT
from pcaproofs.grading.diagnosis.catalogue.model import Misconception

METHODS = (
    Misconception(
        name="method-without-self",
        title="has a method without the parameter self",
        hint="The first parameter of a method is the object itself. Write `def fit(self, X):`.",
        why="Python passes the object as the first argument of each method.",
        claim="algorithms.transform-shape",
        at=AT,
    ),
    Misconception(
        name="attribute-without-self",
        title="uses an attribute of the object without self",
        hint="The class uses this value as an attribute. Write `self.` before its name here, too: `self.mean`.",
        why="Without `self` Python looks for a variable, and variables of one method do not exist in another.",
        claim="algorithms.transform-shape",
        at=AT,
    ),
)
