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
        why="The images of the samples need not have mean 0, even if the data have mean 0.",
        claim="centering.idempotent",
        at=_BOTH,
        breaks=("kernel_scores.centred",),
    ),
    Misconception(
        name="kernel-centred-on-one-side",
        title="centres the kernel matrix on one side only",
        hint="You subtracted the means of the columns or of the rows, but not both: `K - K.mean(axis=0) - "
        "K.mean(axis=1)[:, None] + K.mean()`.",
        why="K contains products of two samples, and the mean must be subtracted from both: HKH.",
        claim="centering.idempotent",
        at=_BOTH,
        breaks=("kernel_scores.centred",),
    ),
    Misconception(
        name="gamma-inverted",
        title="divides by γ instead of multiplying by it",
        hint="The kernel is exp(−γ‖x − y‖²). You divided the squared distance by γ (or by 2γ²), as if γ were a width.",
        why="γ is the reciprocal of a squared width: a large γ means a narrow kernel.",
        claim="svd.read-twice",
        at=_BOTH,
    ),
    Misconception(
        name="gamma-left-out",
        title="omits γ in the kernel",
        hint="The kernel is exp(−γ‖x − y‖²). You used γ = 1.",
        why="γ determines how close two samples must be to count as similar.",
        claim="svd.read-twice",
        at=_BOTH,
    ),
    Misconception(
        name="gamma-off-by-two",
        title="is off by a factor of 2 in the exponent of the kernel",
        hint="The kernel is exp(−γ‖x − y‖²). For a width σ, γ = 1/(2σ²): the squared distance is divided by "
        "2σ², and not by σ² or 4σ². Your kernel has 2γ or γ/2 instead of γ.",
        why="γ determines how close two samples must be to count as similar.",
        claim="svd.read-twice",
        at=_BOTH,
    ),
    Misconception(
        name="distances-not-squared",
        title="uses distances instead of squared distances in the kernel",
        hint="The kernel is exp(−γ‖x − y‖²). You left out the square.",
        why="Without the square it is another kernel, which has a kink at 0.",
        claim="svd.read-twice",
        at=_BOTH,
    ),
    Misconception(
        name="constant-left-out",
        title="omits the constant in the polynomial kernel",
        hint="The kernel is (γxᵀy + c)^d. You left out c.",
        why="Without c the kernel contains only products of degree d, and none of lower degree.",
        claim="svd.read-twice",
        at=_BOTH,
    ),
    Misconception(
        name="kernel-vectors-not-scaled",
        title="returns the unit eigenvectors of the kernel matrix as scores",
        hint="Multiply each eigenvector by the root of its eigenvalue: `vectors * np.sqrt(values)`.",
        why="The variance of the scores of a component is given by its eigenvalue: the eigenvectors are U, "
        "and the scores are US.",
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
        title="returns the eigenvectors of the kernel matrix divided by the roots of the eigenvalues",
        hint="The eigenvectors divided by √λ are the coefficients. The scores are K times the coefficients, "
        "which is `vectors * np.sqrt(values)`.",
        why="Coefficients combine the samples; scores are the coordinates of a sample.",
        claim="svd.scores",
        at=_SCORES,
    ),
)
