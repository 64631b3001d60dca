"""Mistakes in whitening, whose values `forms` computes."""

from pcaproofs.grading.diagnosis.catalogue.model import Misconception

_AT = ("whitened", "zca")

WHITENING = (
    Misconception(
        name="whitened-by-variances",
        title="divides the scores by their variances instead of their standard deviations",
        hint="You divided by λ. Divide by its root: `Z / np.sqrt(values)`.",
        why="A column of variance λ has variance 1 once it is divided by √λ, and 1/λ once it is divided by λ.",
        claim="svd.scores",
        at=_AT,
    ),
    Misconception(
        name="whitened-by-multiplying",
        title="multiplies the scores by their standard deviations instead of dividing by them",
        hint="You multiplied by the roots of the eigenvalues. Divide by them: `Z / np.sqrt(values)`.",
        why="Whitening makes all variances 1; multiplying makes the large ones larger still.",
        claim="svd.scores",
        at=_AT,
    ),
    Misconception(
        name="whitened-by-singular-values",
        title="divides the scores by the singular values of the data",
        hint="You divided by the singular values s, so that each column has length 1. For variance 1 divide by "
        "`s / np.sqrt(n - 1)` (or n).",
        why="The singular values are the lengths of the scores; their standard deviations are these over √(n − 1).",
        claim="svd.scores",
        at=_AT,
    ),
    Misconception(
        name="not-whitened",
        title="returns data that are not whitened",
        hint="What you return is not whitened: divide each column of the scores by its standard deviation, "
        "`Z / np.sqrt(values)`.",
        why="The scores are uncorrelated, but their variances are the eigenvalues and not 1.",
        claim="svd.scores",
        at=_AT,
    ),
    Misconception(
        name="epsilon-left-out",
        title="leaves out the epsilon that the assignment adds before dividing",
        hint="The assignment adds a small number before it divides. You divided without it.",
        why="It keeps directions along which the data hardly vary from being blown up.",
        claim="svd.scores",
        at=_AT,
    ),
    Misconception(
        name="epsilon-elsewhere",
        title="adds epsilon in another place than the assignment",
        hint="You added epsilon on the other side of the root: √(λ + ε) and √λ + ε are not the same. See which of them "
        "the assignment asks for.",
        why="Where λ is small the two differ much.",
        claim="svd.scores",
        at=_AT,
    ),
    Misconception(
        name="not-turned-back",
        title="whitens, but does not turn the data back (PCA whitening for ZCA)",
        hint="What you return are the whitened scores. ZCA multiplies them by Vᵀ afterwards: "
        "`Z / np.sqrt(values) @ V.T`.",
        why="The whitened scores are coordinates along the components; ZCA gives them along the features again.",
        claim="svd.scores",
        at=("zca",),
    ),
)
