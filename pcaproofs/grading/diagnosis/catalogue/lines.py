"""Slips in one line, which have no name of their own: they are told by the change that makes the program right."""

from pcaproofs.grading.diagnosis.catalogue.model import Misconception

_AT = (
    "centered", "mean", "covariance", "components", "explained_variance", "explained_variance_ratio",
    "component_count", "scores", "projection", "reconstruction",
)  # fmt: skip
HINT = "In the line shown, {change}. Once that is changed, everything is right."
"""What is told of a slip, with its change in words."""


def _slip(name: str, title: str, why: str, claim: str = "algorithms.transform-shape") -> Misconception:
    hint = f"The line shown {title}. Write beside it what it should give, and what it gives on the small example."
    return Misconception(name=name, title=title, hint=hint, why=why, claim=claim, at=_AT)


LINES = (
    Misconception(
        name="changes-its-input",
        title="changes the data handed to it",
        hint="A line such as `X -= …`, `X /= …` or `X[...] = …` writes into the caller's array. Make a new one "
        "instead: `Xc = X - {mean}`.",
        why="Whoever calls the function still needs the data, and calling it twice should give the same twice.",
        claim="centering.centred-data",
        at=_AT,
    ),
    _slip(
        "wrong-variable",
        "uses one variable where another is meant",
        "What is made of an array (centred, sorted, cut) is another array; a line that goes on with the old one "
        "leaves that step out.",
    ),
    _slip(
        "wrong-axis",
        "works along another axis than is meant",
        "Along axis 0 an operation goes down each column, along axis 1 through each row; without an axis it takes "
        "all entries together.",
        "moments.orientation",
    ),
    _slip(
        "wrong-side",
        "uses a matrix on its other side",
        "Rows and columns stand for different things. Write beside each matrix which is which.",
        "moments.orientation",
    ),
    _slip(
        "wrong-part",
        "takes another part of an array than is meant",
        "`A[i]` and `A[:k]` are rows, `A[:, i]` and `A[:, :k]` columns; counting starts at 0, and a slice ends before "
        "its second number.",
        "moments.orientation",
    ),
    _slip(
        "wrong-order",
        "sorts the other way round than is meant",
        "The components go from the most variance to the least, and sorting goes from the smallest to the largest.",
        "spectral.quadratic-form-at-eigenvector",
    ),
    _slip(
        "wrong-length",
        "goes to another length than is meant",
        "The number of samples and the number of features differ, and a loop that takes one for the other leaves "
        "something out or goes too far.",
    ),
    _slip(
        "original-meant",
        "goes on with a changed array where the one before is meant",
        "What is made of an array (centred, sorted, cut) is another array.",
    ),
    _slip("round-too-few", "leaves out a round of a loop", "`range(n)` goes from 0 to n - 1."),
    _slip("round-too-many", "goes through one round of a loop too many", "`range(n)` goes from 0 to n - 1."),
    _slip("wrong-operator", "uses another operator than is meant", "It computes something else."),
    _slip("wrong-function", "calls another function than is meant", "It computes something else."),
    _slip("wrong-number", "uses another number than is meant", "One more or one less is another result."),
    _slip("arguments-exchanged", "has two arguments in each other's places", "The order of these two matters."),
    _slip("step-too-many", "does something that should be left out", "What it does changes the result."),
    _slip("step-missing", "leaves a step out", "Without it the result is another one."),
    _slip(
        "steps-out-of-order",
        "does two steps in the wrong order",
        "The second step uses what the first one changes.",
    ),
    _slip(
        "overwritten-in-loop",
        "overwrites in each round of a loop what should be added up",
        "After the loop only the last round is left.",
    ),
    _slip(
        "returns-in-loop",
        "returns in the first round of a loop",
        "`return` ends the function at once; the other rounds are never done.",
    ),
)
NAMES = tuple(item.name for item in LINES)
