"""Mistakes in kernel matrices and kernel PCA, whose values `forms` computes."""

from pcaproofs.grading.diagnosis.catalogue.model import Misconception

_SCORES = ("kernel_scores",)
_BOTH = ("kernel", "kernel_scores")

KERNELS = (
    Misconception(
        name="kernel-not-centred",
        title="does not centre the kernel matrix",
        hint="Take the eigenvectors of the centred kernel matrix HKH, with H = I − 11ᵀ/n: "
        "`K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()`.",
        why="The images of the samples need not have mean 0, even where the data have.",
        claim="centering.idempotent",
        at=_BOTH,
        breaks=("kernel_scores.centred",),
    ),
    Misconception(
        name="kernel-centred-on-one-side",
        title="centres the kernel matrix on one side only",
        hint="You took the means of the columns (or of the rows) off, and not both: "
        "`K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()`.",
        why="K holds products of two samples, and the mean has to go from both: HKH.",
        claim="centering.idempotent",
        at=_BOTH,
        breaks=("kernel_scores.centred",),
    ),
    Misconception(
        name="gamma-inverted",
        title="divides by γ where the kernel multiplies by it",
        hint="The kernel is exp(−γ‖x − y‖²). You divided the squared distance by γ (or by 2γ²), as one "
        "divides by a width.",
        why="γ is one over the square of a width: large γ means a narrow kernel.",
        claim="svd.read-twice",
        at=_BOTH,
    ),
    Misconception(
        name="gamma-left-out",
        title="leaves γ out of the kernel",
        hint="The kernel is exp(−γ‖x − y‖²). You took γ = 1.",
        why="γ says how near two samples have to be to count as alike.",
        claim="svd.read-twice",
        at=_BOTH,
    ),
    Misconception(
        name="gamma-off-by-two",
        title="is off by a factor of 2 in the exponent of the kernel",
        hint="The kernel is exp(−γ‖x − y‖²). With a width σ, γ = 1/(2σ²): the squared distance is divided by 2σ², and "
        "not by σ² or 4σ². Yours has 2γ or γ/2 in place of γ.",
        why="γ says how near two samples have to be to count as alike.",
        claim="svd.read-twice",
        at=_BOTH,
    ),
    Misconception(
        name="distances-not-squared",
        title="takes distances for squared distances in the kernel",
        hint="The kernel is exp(−γ‖x − y‖²). You left out the square.",
        why="With the distance itself it is another kernel, with a kink at 0.",
        claim="svd.read-twice",
        at=_BOTH,
    ),
    Misconception(
        name="constant-left-out",
        title="leaves the constant out of the polynomial kernel",
        hint="The kernel is (γxᵀy + c)^d. You left out c.",
        why="Without it only products of degree d are left, and none of a lower degree.",
        claim="svd.read-twice",
        at=_BOTH,
    ),
    Misconception(
        name="kernel-vectors-not-scaled",
        title="returns the unit eigenvectors of the kernel matrix as scores",
        hint="Multiply each eigenvector by the root of its eigenvalue: `vectors * np.sqrt(values)`.",
        why="The scores of a component vary by its eigenvalue: the eigenvectors are U, and the scores are US.",
        claim="svd.scores",
        at=_SCORES,
    ),
    Misconception(
        name="kernel-vectors-times-values",
        title="multiplies the eigenvectors of the kernel matrix by the eigenvalues instead of their roots",
        hint="Multiply each eigenvector by the root of its eigenvalue: `vectors * np.sqrt(values)` (or divide the "
        "eigenvectors by that root before you multiply K by them).",
        why="The eigenvalues are squares of singular values, and the scores are US.",
        claim="svd.scores",
        at=_SCORES,
    ),
    Misconception(
        name="kernel-vectors-divided",
        title="divides the eigenvectors of the kernel matrix by the roots of the eigenvalues and stops there",
        hint="Eigenvectors over √λ are the coefficients. The scores are K times these, which is "
        "`vectors * np.sqrt(values)`.",
        why="Coefficients say how to combine the samples, scores where a sample lies.",
        claim="svd.scores",
        at=_SCORES,
    ),
)
