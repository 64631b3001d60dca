"""Slips in one line without a name of their own. The change that corrects the program identifies them."""

from pcaproofs.grading.diagnosis.catalogue.model import Misconception

AT = (
    "centered", "mean", "covariance", "components", "explained_variance", "explained_variance_ratio",
    "component_count", "scores", "projection", "reconstruction",
)  # fmt: skip
"""All roles: a slip may occur in each."""
AFTER = "After this change"
HINT = f"In the line shown, {{change}}. {AFTER} everything is correct."
"""The hint for a slip, with its change in words."""


def _slip(name: str, title: str, why: str, claim: str = "algorithms.transform-shape") -> Misconception:
    hint = f"The line shown {title}. Compare its result on the small example with the result that you expect."
    return Misconception(name=name, title=title, hint=hint, why=why, claim=claim, at=AT)


LINES = (
    Misconception(
        name="changes-its-input",
        title="modifies the data passed to it",
        hint="A line such as `X -= …`, `X /= …` or `X[...] = …` writes into the caller's array. Create a new "
        "array instead: `Xc = X - {mean}`.",
        why="The caller still needs the data, and a second call should give the same result.",
        claim="centering.centred-data",
        at=AT,
    ),
    _slip(
        "wrong-variable",
        "uses the wrong variable",
        "Centring, sorting or slicing gives a new array. A line that continues with the old array omits this step.",
    ),
    _slip(
        "wrong-axis",
        "works along the wrong axis",
        "An operation along axis 0 runs down each column, along axis 1 through each row. Without an axis "
        "it uses all entries together.",
        "moments.orientation",
    ),
    _slip(
        "wrong-side",
        "uses the transpose of the right matrix",
        "Rows and columns have different meanings. Write down the meaning of both for each matrix.",
        "moments.orientation",
    ),
    _slip(
        "wrong-part",
        "takes the wrong part of an array",
        "`A[i]` and `A[:k]` are rows, `A[:, i]` and `A[:, :k]` are columns. Indices start at 0, and a "
        "slice ends before its second number.",
        "moments.orientation",
    ),
    _slip(
        "wrong-order",
        "sorts in the wrong direction",
        "The components are ordered from the most variance to the least, but sorting goes from the "
        "smallest to the largest.",
        "spectral.quadratic-form-at-eigenvector",
    ),
    _slip(
        "wrong-comparison",
        "compares in the wrong direction",
        "Read the comparison aloud with the numbers of the small example.",
    ),
    _slip(
        "wrong-length",
        "uses the wrong length",
        "The numbers of samples and of features differ. A loop that confuses the two omits something or runs too far.",
    ),
    _slip(
        "original-meant",
        "continues with a changed array instead of the original one",
        "Centring, sorting or slicing gives a new array.",
    ),
    _slip("round-too-few", "omits a round of a loop", "`range(n)` goes from 0 to n - 1."),
    _slip("round-too-many", "runs one round of a loop too many", "`range(n)` goes from 0 to n - 1."),
    _slip("wrong-operator", "uses the wrong operator", "It computes something else."),
    _slip("wrong-function", "calls the wrong function", "It computes something else."),
    _slip("wrong-number", "uses the wrong number", "One more or one less is another result."),
    _slip("arguments-exchanged", "exchanges two arguments", "The order of the two arguments matters."),
    _slip("step-too-many", "contains a step that should be omitted", "This step changes the result."),
    _slip("step-missing", "leaves a step out", "Without this step the result differs."),
    _slip(
        "steps-out-of-order",
        "does two steps in the wrong order",
        "The second step uses what the first one changes.",
    ),
    _slip(
        "overwritten-in-loop",
        "overwrites a sum in each round of a loop",
        "After the loop only the value of the last round remains.",
    ),
    _slip(
        "returns-in-loop",
        "returns in the first round of a loop",
        "`return` ends the function at once, so the other rounds are never run.",
    ),
)
NAMES = tuple(item.name for item in LINES)
