"""Mistakes in functions and in the methods of a class, which the text shows."""

from pcaproofs.grading.diagnosis.catalogue.lines import AT
from pcaproofs.grading.diagnosis.catalogue.model import Misconception

METHODS = (
    Misconception(
        name="method-without-self",
        title="has a method without the parameter self",
        hint="The first parameter of a method is the object itself, `self`.",
        why="Python passes the object as the first argument of each method.",
        claim="algorithms.transform-shape",
        at=AT,
    ),
    Misconception(
        name="all-results-for-one",
        title="continues with all results of a function where one of them is meant",
        hint="A function that returns several results returns a tuple. Take it apart: `Xc, mean = center(X)`.",
        why="A tuple of arrays is no array, and takes part in no product.",
        claim="algorithms.transform-shape",
        at=AT,
    ),
    Misconception(
        name="attribute-without-self",
        title="uses an attribute of the object without self",
        hint="The class uses this value as an attribute. Write `self.` before its name here, too.",
        why="Without `self` Python looks for a variable, and variables of one method do not exist in another.",
        claim="algorithms.transform-shape",
        at=AT,
    ),
)
