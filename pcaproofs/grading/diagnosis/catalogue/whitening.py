"""Mistakes in whitening, whose values `forms` computes."""

from pcaproofs.grading.diagnosis.catalogue.model import Misconception

_AT = ("whitened", "zca")

WHITENING = (
    Misconception(
        name="whitened-by-variances",
        title="divides the scores by their variances instead of their standard deviations",
        hint="You divided by λ. Divide by its root: `Z / np.sqrt(values)`.",
        why="A column with variance λ has variance 1 after division by √λ, and variance 1/λ after division by λ.",
        claim="svd.scores",
        at=_AT,
    ),
    Misconception(
        name="whitened-by-multiplying",
        title="multiplies the scores by their standard deviations instead of dividing by them",
        hint="You multiplied by the roots of the eigenvalues. Divide by them: `Z / np.sqrt(values)`.",
        why="Whitening makes all variances 1; multiplying makes large variances even larger.",
        claim="svd.scores",
        at=_AT,
    ),
    Misconception(
        name="whitened-by-singular-values",
        title="divides the scores by the singular values of the data",
        hint="You divided by the singular values s, so that each column has length 1. For variance 1 divide by "
        "`s / np.sqrt(n - 1)` (or n).",
        why="The singular values are the lengths of the columns of scores; the standard deviations are these "
        "lengths divided by √(n − 1).",
        claim="svd.scores",
        at=_AT,
    ),
    Misconception(
        name="not-whitened",
        title="returns data that are not whitened",
        hint="Your result is not whitened: divide each column of the scores by its standard deviation, `Z / "
        "np.sqrt(values)`.",
        why="The scores are uncorrelated, but their variances are the eigenvalues and not 1.",
        claim="svd.scores",
        at=_AT,
    ),
    Misconception(
        name="epsilon-left-out",
        title="omits the epsilon that the assignment adds before dividing",
        hint="The assignment adds a small number before the division. You omitted it.",
        why="It prevents directions with very small variance from being amplified.",
        claim="svd.scores",
        at=_AT,
    ),
    Misconception(
        name="epsilon-elsewhere",
        title="adds epsilon at another place than the assignment",
        hint="√(λ + ε) and √λ + ε differ. Check which of the two the assignment asks for.",
        why="For small λ the difference is large.",
        claim="svd.scores",
        at=_AT,
    ),
    Misconception(
        name="not-turned-back",
        title="whitens, but does not rotate the data back (PCA whitening instead of ZCA)",
        hint="You returned the whitened scores. ZCA also multiplies them by Vᵀ: `Z / np.sqrt(values) @ V.T`.",
        why="The whitened scores are coordinates along the components; ZCA returns coordinates along the features.",
        claim="svd.scores",
        at=("zca",),
    ),
)
