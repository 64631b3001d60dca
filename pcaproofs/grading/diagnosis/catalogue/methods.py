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
        name="from-outside",
        title="uses a variable from outside of the function instead of its parameter",
        hint="A function should take its data from its parameters, because it is called with other data.",
        why="A variable of the file or notebook has one value, whatever the function is called with.",
        claim="algorithms.transform-shape",
        at=AT,
    ),
    Misconception(
        name="mean-still-changing",
        title="sums products of deviations from a mean that is still changing",
        hint="In a single pass keep the mean from before each update, and multiply the deviations from the old mean by "
        "those from the new one: `S += (B - old).T @ (B - mean)`. Or compute the mean first, in a pass of its own.",
        why="Earlier samples entered the sum with another mean than later ones.",
        claim="centering.centred-data",
        at=AT,
    ),
    Misconception(
        name="truncated-svd",
        title="uses TruncatedSVD, which does not centre the data",
        hint="Use `sklearn.decomposition.PCA`, or subtract the mean of each feature first and project the same centred "
        "data.",
        why="The SVD of the data gives the principal components only if the mean of each feature is 0.",
        claim="explained.uncentred-scores",
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
