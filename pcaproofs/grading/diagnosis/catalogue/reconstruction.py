"""Mistakes in reconstructions and projections, and in what is done to all results."""

from pcaproofs.grading.diagnosis.catalogue.model import Misconception

_ERROR = ("reconstruction_error",)

RECONSTRUCTION = (
    Misconception(
        name="reconstruction-without-mean",
        title="does not put the mean back",
        hint="The scores come from centred data, so the reconstruction needs the mean again: {reconstruction}.",
        why="The best k-dimensional plane goes through the mean of the data, not through the origin.",
        claim="affine.decomposition",
        at=("reconstruction",),
        ways=({"reconstruct": "no mean"},),
    ),
    Misconception(
        name="reconstruction-of-uncentred",
        title="reconstructs from data that were not centred",
        hint="You projected X itself and went back. Centre, project, go back, and put the mean back: {reconstruction}.",
        why="Uncentred data are projected onto a plane through the origin; what of the mean lies outside it is lost "
        "(or, with the mean added, counted twice).",
        claim="explained.uncentred-scores-reconstruct",
        at=("reconstruction",),
        ways=({"reconstruct": "raw, no mean"}, {"reconstruct": "from raw"}),
    ),
    Misconception(
        name="wrong-mean-put-back",
        title="puts another mean back than was taken off",
        hint="What you add after reconstructing is not what you took off before: {reconstruction}.",
        why="Going back is the same step as going there, the other way.",
        claim="affine.decomposition",
        at=("reconstruction",),
        ways=(
            {"reconstruct": "mean twice"},
            {"reconstruct": "mean off"},
            {"reconstruct": "mean of everything"},
        ),
    ),
    Misconception(
        name="not-scaled-back",
        title="does not undo the standardising in the reconstruction",
        hint="Multiply by the standard deviations before you add the mean.",
        why="The reconstruction is of the data, in their own units.",
        claim="affine.decomposition",
        at=("reconstruction",),
        ways=(
            {"reconstruct": "not scaled back"},
            {"reconstruct": "neither"},
            {"reconstruct": "scaled only after"},
        ),
        when="standardised",
    ),
    Misconception(
        name="reconstruction-is-the-data",
        title="returns the data themselves as their reconstruction",
        hint="Your reconstruction loses nothing. It should be made from the first k scores only: {reconstruction}.",
        why="A matrix of rank k cannot be all of the data, unless they lie in k dimensions.",
        claim="svd.eckart-young",
        at=("reconstruction",),
        ways=({"reconstruct": "the data"},),
    ),
    Misconception(
        name="reconstruction-not-transposed",
        title="goes back with the component matrix instead of its transpose",
        hint="To go back from scores multiply by the transpose of what you projected with: {reconstruction}.",
        why="B takes coordinates to points where Bᵀ reads them off.",
        claim="projection.coordinates",
        at=("reconstruction",),
        ways=({"reconstruct": "not transposed"},),
    ),
    Misconception(
        name="projector-of-the-rest",
        title="projects onto what the components leave over",
        hint="I − WWᵀ projects onto what is orthogonal to the components. WWᵀ is asked for.",
        why="P and I − P add up to the identity: one keeps what the other drops.",
        claim="projection.complement",
        at=("projection",),
        ways=({"projection": "the rest"},),
    ),
    Misconception(
        name="inner-for-outer-product",
        title="multiplies the components the wrong way round for the projection",
        hint="WᵀW holds the inner products of the components (k×k, the identity). The projection is WWᵀ.",
        why="A projection takes p numbers to p numbers.",
        claim="projection.from-basis",
        at=("projection",),
        ways=({"projection": "inner"}, {"projection": "axes"}),
    ),
    Misconception(
        name="projector-of-all",
        title="projects with all eigenvectors, which changes nothing",
        hint="With all eigenvectors VVᵀ is the identity. Use only the first k columns.",
        why="p orthonormal directions span the whole space.",
        claim="spectral.expansion",
        at=("projection",),
        ways=({"projection": "square of all"},),
    ),
    Misconception(
        name="rounded",
        title="rounds the results",
        hint="Your results are rounded to a few decimals. Return them as they are; round only when you print.",
        why="Rounded components are not orthonormal any more, and every later step inherits the error.",
        claim="stationarity.eigenvector",
        at=("components", "scores", "explained_variance", "explained_variance_ratio", "mean", "reconstruction"),
        ways=({"finish": "rounded 2"}, {"finish": "rounded 3"}, {"finish": "rounded 4"}, {"finish": "rounded 1"}),
    ),
    Misconception(
        name="another-error",
        title="gives another error of the reconstruction than the one that is asked for",
        hint="Your reconstruction is right, and so are the squares of what is left. They can be added up, or averaged "
        "over all entries or over the samples, and the root can be taken: look at what the assignment asks for.",
        why="Each of these is called an error, and they differ by factors of n and p, or by a root.",
        claim="trace-objective.discarded",
        at=_ERROR,
    ),
    Misconception(
        name="error-not-squared",
        title="adds up distances where the error has their squares",
        hint="You added up or averaged lengths (or absolute values) of what is left. Square them first: "
        "`np.sum((X - X_hat) ** 2)`.",
        why="Only of the squares is the sum that which the components left out hold, and only this PCA makes least.",
        claim="trace-objective.discarded",
        at=_ERROR,
    ),
)
