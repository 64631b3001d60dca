"""Mistakes in reconstructions and projections, and mistakes that affect all results."""

from pcaproofs.grading.diagnosis.catalogue.model import Misconception

_ERROR = ("reconstruction_error",)

RECONSTRUCTION = (
    Misconception(
        name="reconstruction-without-mean",
        title="does not add the mean again",
        hint="The scores come from centred data, so the reconstruction must add the mean again: {reconstruction}.",
        why="The best k-dimensional plane goes through the mean of the data, not through the origin.",
        claim="affine.decomposition",
        at=("reconstruction",),
        variants=({"reconstruct": "no mean"},),
    ),
    Misconception(
        name="reconstruction-of-uncentred",
        title="reconstructs from data that were not centred",
        hint="You projected X itself and transformed back. Centre, project, transform back, and add the mean: "
        "{reconstruction}.",
        why="Uncentred data are projected onto a plane through the origin. The part of the mean outside this "
        "plane is lost, or, if the mean is added, the part inside is counted twice.",
        claim="explained.uncentred-scores-reconstruct",
        at=("reconstruction",),
        variants=({"reconstruct": "raw, no mean"}, {"reconstruct": "from raw"}),
    ),
    Misconception(
        name="wrong-mean-put-back",
        title="adds another mean than it subtracted",
        hint="After the reconstruction you add another mean than you subtracted before: {reconstruction}.",
        why="The reconstruction must undo each step in reverse order.",
        claim="affine.decomposition",
        at=("reconstruction",),
        variants=(
            {"reconstruct": "mean twice"},
            {"reconstruct": "mean off"},
            {"reconstruct": "mean of everything"},
        ),
    ),
    Misconception(
        name="not-scaled-back",
        title="does not undo the standardisation in the reconstruction",
        hint="Multiply by the standard deviations before you add the mean.",
        why="The reconstruction is of the data, in their own units.",
        claim="affine.decomposition",
        at=("reconstruction",),
        variants=(
            {"reconstruct": "not scaled back"},
            {"reconstruct": "neither"},
            {"reconstruct": "scaled only after"},
        ),
        when="standardised",
    ),
    Misconception(
        name="reconstruction-is-the-data",
        title="returns the data themselves as their reconstruction",
        hint="Your reconstruction equals the data. It should use only the first k scores: {reconstruction}.",
        why="A matrix of rank k cannot equal the data unless they lie in k dimensions.",
        claim="svd.eckart-young",
        at=("reconstruction",),
        variants=({"reconstruct": "the data"},),
    ),
    Misconception(
        name="reconstruction-not-transposed",
        title="transforms back with the component matrix instead of its transpose",
        hint="To transform scores back, multiply by the transpose of the matrix that you projected with: "
        "{reconstruction}.",
        why="Bᵀ maps points to coordinates, and B maps coordinates to points.",
        claim="projection.coordinates",
        at=("reconstruction",),
        variants=({"reconstruct": "not transposed"},),
    ),
    Misconception(
        name="projector-of-the-rest",
        title="projects onto the orthogonal complement of the components",
        hint="I − WWᵀ projects onto the orthogonal complement of the components. The assignment asks for WWᵀ.",
        why="P and I − P are complementary: each keeps the part that the other removes.",
        claim="projection.complement",
        at=("projection",),
        variants=({"projection": "the rest"},),
    ),
    Misconception(
        name="inner-for-outer-product",
        title="multiplies the components in the wrong order for the projection",
        hint="WᵀW contains the inner products of the components (k×k, the identity). The projection is WWᵀ.",
        why="A projection maps p numbers to p numbers.",
        claim="projection.from-basis",
        at=("projection",),
        variants=({"projection": "inner"}, {"projection": "axes"}),
    ),
    Misconception(
        name="projector-of-all",
        title="projects with all eigenvectors, which changes nothing",
        hint="With all eigenvectors VVᵀ is the identity. Use only the first k columns.",
        why="The p orthonormal directions span the whole space.",
        claim="spectral.expansion",
        at=("projection",),
        variants=({"projection": "square of all"},),
    ),
    Misconception(
        name="rounded",
        title="rounds the results",
        hint="Your results are rounded to a few decimals. Return unrounded numbers, and round only for printing.",
        why="Rounded components are no longer orthonormal, and the error affects every later step.",
        claim="stationarity.eigenvector",
        at=("components", "scores", "explained_variance", "explained_variance_ratio", "mean", "reconstruction"),
        variants=({"finish": "rounded 2"}, {"finish": "rounded 3"}, {"finish": "rounded 4"}, {"finish": "rounded 1"}),
    ),
    Misconception(
        name="another-error",
        title="returns another error of the reconstruction than the assignment asks for",
        hint="Your reconstruction and the squared residuals are right. They may be summed, or averaged over "
        "all entries or over the samples, and the root may be taken. Check which error the assignment "
        "asks for.",
        why="These errors differ by factors of n and p, or by a root.",
        claim="trace-objective.discarded",
        at=_ERROR,
    ),
    Misconception(
        name="error-not-squared",
        title="sums distances instead of their squares",
        hint="You summed or averaged lengths or absolute values of the residuals. Square the residuals first: "
        "`np.sum((X - X_hat) ** 2)`.",
        why="Only the sum of squares equals the variance of the omitted components, and PCA minimises only this sum.",
        claim="trace-objective.discarded",
        at=_ERROR,
    ),
)
