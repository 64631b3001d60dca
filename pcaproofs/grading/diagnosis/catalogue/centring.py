"""Mistakes in centring and scaling the data."""

from pcaproofs.grading.diagnosis.catalogue.model import Misconception

_DATA = ("centered", "mean", "covariance", "components")

_BREAKS = ("mean.values", "centered.values", "scores.centred")

_OTHER_SCALES = (
    {"scale": "range"},
    {"scale": "lengths"},
    {"scale": "variance"},
    {"scale": "largest"},
    {"scale": "std of everything"},
    {"centre": "least", "scale": "range"},
)

CENTRING = (
    Misconception(
        name="never-centred",
        title="never centres the data",
        hint="You never took the mean of each feature off. Start with `Xc = X - {mean}` and go on with Xc.",
        why="Without centring, XᵀX holds mean products and not covariances: its first eigenvector points to wherever "
        "the mean lies, not along the spread of the data.",
        claim="moments.uncentred-second-moment",
        at=_DATA,
        breaks=_BREAKS,
        ways=({"centre": "never"},),
    ),
    Misconception(
        name="covariance-uncentred",
        title="takes the eigenvectors of uncentred data, and centres only later",
        hint="You centred the data for the scores, but not for the matrix whose eigenvectors you took: use the "
        "covariance {cov}, or Xc in place of X there too.",
        why="XᵀX of data that are not centred holds mean products and not covariances.",
        claim="equivalence.centred-needed",
        at=("covariance", "components"),
        ways=({"matrix": "uncentred"},),
    ),
    Misconception(
        name="centred-along-wrong-axis",
        title="centres each sample instead of each feature",
        hint="You took the mean of each sample ({wrong_mean}) off. It is the mean of each feature that goes: "
        "`X - {mean}`.",
        why="PCA describes how samples differ from the mean sample; taking each sample's own mean off mixes features "
        "that have nothing to do with each other.",
        claim="centering.centred-data",
        at=_DATA,
        breaks=_BREAKS,
        ways=(
            {"centre": "samples"},
            {"centre": "samples", "matrix": "recentred"},
            {"centre": "samples as features"},
            {"centre": "samples", "reconstruct": "no mean"},
            {"centre": "samples", "matrix": "recentred", "reconstruct": "no mean"},
        ),
    ),
    Misconception(
        name="centred-twice",
        title="centres the features and then the samples as well",
        hint="You took the mean of each feature off, and then the mean of each sample too. The first is all: "
        "`X - {mean}`.",
        why="Taking each sample's own mean off moves the samples towards each other along (1, …, 1).",
        claim="centering.idempotent",
        at=_DATA,
        breaks=_BREAKS,
        ways=({"centre": "features and samples"}, {"centre": "features and samples", "matrix": "recentred"}),
    ),
    Misconception(
        name="grand-mean",
        title="takes one mean of all entries off",
        hint="`X.mean()` without an axis is one number for all features. Each feature has its own mean: {mean}.",
        why="The mean of the data is the vector of the features' means; taking one number off leaves each feature's "
        "mean where it is.",
        claim="moments.mean-vectorised",
        at=_DATA,
        breaks=_BREAKS,
        ways=({"centre": "everything"}, {"centre": "everything", "matrix": "recentred"}),
    ),
    Misconception(
        name="median-for-mean",
        title="takes the median off instead of the mean",
        hint="You centred with the median. Use the mean of each feature: {mean}.",
        why="Only the mean makes the columns sum to 0, and only it makes the squared distances least.",
        claim="affine.optimum-at-mean",
        at=_DATA,
        breaks=_BREAKS,
        ways=({"centre": "median"}, {"centre": "median", "matrix": "recentred"}),
    ),
    Misconception(
        name="first-sample-for-mean",
        title="takes the first sample off instead of the mean",
        hint="You took the first {sample} off every sample. Use the mean of all of them: {mean}.",
        why="Only the mean as origin makes the squared distances to the subspace least.",
        claim="affine.optimum-at-mean",
        at=_DATA,
        breaks=_BREAKS,
        ways=({"centre": "first sample"}, {"centre": "first sample", "matrix": "recentred"}),
    ),
    Misconception(
        name="minimum-for-mean",
        title="takes each feature's least value off instead of its mean",
        hint="You took `X.min(...)` off. Centring takes the mean of each feature off: {mean}.",
        why="Only the mean makes the columns sum to 0.",
        claim="affine.optimum-at-mean",
        at=_DATA,
        breaks=_BREAKS,
        ways=({"centre": "least"}, {"centre": "least", "matrix": "recentred"}),
    ),
    Misconception(
        name="mean-divided-by-n-1",
        title="divides the sum by n − 1 to get the mean",
        hint="The mean of n samples is their sum divided by n. It is the covariance that may have n − 1.",
        why="With n − 1 the centred columns no longer sum to 0.",
        claim="moments.mean-vectorised",
        at=_DATA,
        breaks=_BREAKS,
        ways=({"centre": "divided by n-1"}, {"centre": "divided by n-1", "matrix": "recentred"}),
    ),
    Misconception(
        name="sum-for-mean",
        title="takes the sum off instead of the mean",
        hint="You took `X.sum(...)` off. The mean is the sum divided by the number of samples: {mean}.",
        why="Only with the mean do the centred columns sum to 0.",
        claim="moments.mean-vectorised",
        at=_DATA,
        breaks=_BREAKS,
        ways=({"centre": "sum"}, {"centre": "sum", "matrix": "recentred"}, {"mean": "sum"}),
    ),
    Misconception(
        name="mean-added",
        title="adds the mean instead of taking it off",
        hint="You added the mean. Centring takes it off: `X - {mean}`.",
        why="Adding moves the data to twice their mean instead of to 0.",
        claim="centering.centred-data",
        at=_DATA,
        breaks=_BREAKS,
        ways=({"centre": "added"}, {"centre": "added", "matrix": "recentred"}),
    ),
    Misconception(
        name="mean-of-samples",
        title="gives the mean of each sample as the mean",
        hint="{wrong_mean} has an entry for each sample. The mean of the data has one for each feature: {mean}.",
        why="The mean sample is what is taken off every sample, so it has an entry for each feature.",
        claim="moments.mean-vectorised",
        at=("mean",),
        ways=({"mean": "by axis 1"},),
    ),
    Misconception(
        name="standardised-unasked",
        title="divides each feature by its standard deviation",
        hint="You divided by the standard deviation, which makes this the PCA of the correlation matrix. The "
        "assignment asks for that of the covariance matrix: only take the mean off.",
        why="Dividing gives every feature the same weight, so that components and variances are those of other data.",
        claim="moments.sample-covariance-vectorised",
        at=("centered", "covariance", "components"),
        ways=(
            {"scale": "std n"},
            {"scale": "std n-1"},
            {"scale": "std unguarded n"},
            {"scale": "std unguarded n-1"},
            {"scale": "std n", "reconstruct": "not scaled back"},
            {"scale": "std n-1", "reconstruct": "not scaled back"},
        ),
        when="plain",
    ),
    Misconception(
        name="correlation-matrix",
        title="takes the eigenvectors of the correlation matrix",
        hint="`np.corrcoef` is the covariance of data that were divided by their standard deviations. Use {cov}.",
        why="Correlations give every feature the same weight, so their eigenvectors are not those of the covariance.",
        claim="moments.sample-covariance-vectorised",
        at=("covariance", "components"),
        ways=({"matrix": "correlation"},),
        when="plain",
    ),
    Misconception(
        name="scaled-unasked",
        title="scales the data before the analysis",
        hint="You divided the data (each feature by its range, its largest value, its length or its variance, or all "
        "of them by one number). The assignment asks for the data as they are: only take the mean off.",
        why="Scaling features changes their variances, and with them the directions of most variance.",
        claim="moments.sample-covariance-vectorised",
        at=("centered", "covariance", "components"),
        ways=_OTHER_SCALES,
        when="plain",
    ),
    Misconception(
        name="scaled-otherwise",
        title="divides by something else than each feature's standard deviation",
        hint="You divided the data by something else (each feature by its range, its largest value, its length or its "
        "variance, or all of them by one number). The assignment asks for z-scores: divide each feature by its own "
        "standard deviation.",
        why="Only dividing by its standard deviation gives every feature the variance 1.",
        claim="moments.sample-covariance-vectorised",
        at=("centered", "covariance", "components"),
        ways=_OTHER_SCALES,
        when="standardised",
    ),
    Misconception(
        name="samples-scaled",
        title="scales each sample",
        hint="You divided each sample by its own length or standard deviation. PCA leaves the samples' distances "
        "from the mean as they are.",
        why="Scaling samples one by one moves them all onto a sphere: their spread is what PCA should measure.",
        claim="moments.total-variance",
        at=("centered", "covariance", "components"),
        ways=(
            {"scale": "lengths of samples"},
            {"scale": "std of samples"},
            {"scale": "samples to length one first"},
            {"scale": "lengths of samples", "matrix": "recentred"},
            {"scale": "std of samples", "matrix": "recentred"},
        ),
    ),
    Misconception(
        name="divided-but-not-centred",
        title="divides by the standard deviation without taking the mean off",
        hint="You divided by the standard deviation, but the mean is still there. Take it off: `X - {mean}`.",
        why="Without centring the first component points to wherever the mean lies.",
        claim="equivalence.centred-needed",
        at=_DATA,
        breaks=_BREAKS,
        ways=(
            {"centre": "never", "scale": "std n"},
            {"centre": "never", "scale": "std n-1"},
            {"centre": "never", "scale": "std n", "matrix": "recentred"},
            {"centre": "never", "scale": "std n-1", "matrix": "recentred"},
        ),
    ),
    Misconception(
        name="not-standardised",
        title="does not divide by the standard deviations",
        hint="The assignment asks for z-scores: after taking the mean off, divide each feature by its standard "
        "deviation.",
        why="Without it, features in small units count for less.",
        claim="moments.sample-covariance-vectorised",
        at=("centered", "covariance", "components"),
        ways=({"scale": "none"},),
        when="standardised",
    ),
    Misconception(
        name="other-divisor-in-z-scores",
        title="divides by the standard deviation with the other divisor",
        hint="Your standard deviations have the other divisor (n or n − 1: `ddof=0` or `ddof=1`) than the assignment "
        "asks for.",
        why="The two differ by a factor that all variances and scores then carry.",
        claim="moments.centred-covariance",
        at=("centered",),
        ways=({"scale": "std n"}, {"scale": "std n-1"}),
        when="standardised",
    ),
    Misconception(
        name="divides-by-zero-deviation",
        title="divides by a standard deviation of 0",
        hint="A feature that is the same for all samples has standard deviation 0, and 0/0 is nan. Divide by 1 "
        "there: `std[std == 0] = 1`.",
        why="Such a feature has no variance: its centred values are 0 and should stay 0.",
        claim="moments.covariance-kernel",
        at=("centered", "covariance", "components", "scores"),
        ways=({"scale": "std unguarded n"}, {"scale": "std unguarded n-1"}),
        when="standardised",
    ),
    Misconception(
        name="writes-into-whole-numbers",
        title="writes fractions into a copy that holds whole numbers",
        hint="A copy of an array of whole numbers holds whole numbers, too, and cuts off what you write into it. Make "
        "it one of fractions: `X.astype(float)`.",
        why="Assigning to a part of an array keeps the array's type.",
        claim="centering.centred-data",
        at=_DATA,
    ),
    Misconception(
        name="mean-taken-off-once",
        title="takes the product of the means off once instead of n times",
        hint="With S = XᵀX − n·μμᵀ the n was forgotten: either divide XᵀX by n first, or multiply μμᵀ by n.",
        why="Each of the n samples has the mean in it.",
        claim="moments.sample-covariance-two-forms",
        at=("covariance", "components"),
        ways=({"matrix": "mean taken off once"},),
    ),
    Misconception(
        name="covariance-of-samples",
        title="takes the covariance of the samples with each other (n×n) for that of the features (p×p)",
        hint="Your matrix has a row for each sample: {wrong_cov} takes each sample for a variable. Use {cov}, "
        "which has a row for each feature.",
        why="Components are directions among the features, so they are eigenvectors of a p×p matrix.",
        claim="moments.orientation",
        at=("covariance", "components"),
        ways=({"matrix": "of samples"}, {"matrix": "of samples", "centre": "never"}),
    ),
    Misconception(
        name="samples-for-features",
        title="takes samples for features and features for samples",
        hint="Here each {sample} of X is a sample and each {feature} a feature; you have it the other way round. "
        "The mean is {mean}, the covariance {cov}.",
        why="PCA finds directions among the features along which the samples spread; turned round it asks something "
        "else.",
        claim="moments.orientation",
        at=_DATA,
        breaks=_BREAKS,
        ways=({"facing": "turned"}, {"facing": "turned", "turned": "scores"}),
    ),
)
