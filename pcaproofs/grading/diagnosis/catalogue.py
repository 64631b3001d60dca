"""The catalogue of misconceptions: wrong variants of PCA, with hints for students.

A row has a name, what was done, the roles in which it occurs, the claim that states the correct fact, what to do, what
is wrong with it, and the variants: the steps of a correct `Variant` that the mistake changes. A mistake without
variants is found by a change of the code, or by the values of `forms`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

AFTER = "After this change"
HINT = f"In the line shown, {{change}}. {AFTER} everything is correct."
"""The hint for a slip, with its change in words."""


@dataclass(frozen=True)
class Misconception:
    """A common mistake, with the variants of PCA that contain it.

    The hint may contain words of `code_words` in braces, and code between backticks.
    """

    name: str
    title: str
    at: tuple[str, ...]
    """The roles in which the mistake occurs; values that follow from them are correct given the mistake."""
    claim: str
    hint: str
    why: str
    variants: tuple[Mapping[str, str], ...]
    breaks: tuple[str, ...]
    """Criteria about the step that the mistake omits; they never earn points by follow-through."""
    when: Literal["always", "plain", "standardised"]
    """Whether it is a mistake regardless of the convention on standardisation."""

    def hint_with(self, words: Mapping[str, str]) -> str:
        """The hint with its placeholders filled; code is in backticks."""
        parts = self.hint.split("`")  # every second one is code
        for word, code in words.items():
            place, quoted = "{" + word + "}", code if word in _PLAIN else f"`{code}`"
            parts = [part.replace(place, code if i % 2 else quoted) for i, part in enumerate(parts)]
        return "`".join(parts)


_PLAIN = ("sample", "feature", "right_vectors", "left_vectors")
# the words of hints: for samples in rows, and in columns
_OF_SAMPLES = {
    "mean": ("X.mean(axis=0)", "X.mean(axis=1, keepdims=True)"),
    "wrong_mean": ("X.mean(axis=1)", "X.mean(axis=0)"),
    "cov": ("np.cov(X, rowvar=False)", "np.cov(X)"),
    "wrong_cov": ("np.cov(X)", "np.cov(X, rowvar=False)"),
    "scores": ("(X - mean) @ W", "W.T @ (X - mean)"),
    "raw_scores": ("X @ W", "W.T @ X"),
    "reconstruction": ("Z @ W.T + mean", "W @ Z + mean"),
    "sample": ("row", "column"),
    "feature": ("column", "row"),
    "n": ("X.shape[0]", "X.shape[1]"),
    "feature_axis": ("1", "0"),
    "right_vectors": ("rows of Vt", "columns of U"),
    "left_vectors": ("columns of U", "rows of Vt"),
    "scatter": ("Xc.T @ Xc", "Xc @ Xc.T"),
    "gram": ("Xc @ Xc.T", "Xc.T @ Xc"),
    "from_gram": ("Xc.T @ v", "Xc @ v"),
}
# and for components in columns, and in rows
_OF_COMPONENTS = {
    "W": ("V[:, :k]", "V[:, :k].T"),
    "wrong_W": ("V[:k].T", "V[:k]"),
    "eigh_W": ("V[:, ::-1][:, :k]", "V[:, ::-1][:, :k].T"),
    "svd_W": ("Vt[:k].T", "Vt[:k]"),
    "wrong_svd_W": ("Vt[:, :k]", "Vt[:, :k].T"),
    "call": ("…", "…"),
}


def code_words(samples: str, components: str) -> dict[str, str]:
    """The words of hints, for samples in rows or columns and components in columns or rows."""
    words = {word: codes[samples != "rows"] for word, codes in _OF_SAMPLES.items()}
    return words | {word: codes[components == "rows"] for word, codes in _OF_COMPONENTS.items()}


def _row(  # noqa: PLR0913
    name: str,
    title: str,
    at: tuple[str, ...],
    claim: str,
    hint: str,
    why: str,
    *variants: str,
    breaks: tuple[str, ...] = (),
    when: Literal["always", "plain", "standardised"] = "always",
) -> Misconception:
    """A misconception; a variant is written as `centre=samples; matrix=recentred`."""
    steps = [dict(step.split("=", 1) for step in each.split("; ")) for each in variants]
    return Misconception(name, title, at, claim, hint, why, tuple(steps), breaks, when)


def _slip(name: str, title: str, why: str, claim: str = "algorithms.transform-shape") -> Misconception:
    """A slip in one line without a name of its own; the change that corrects the program identifies it."""
    hint = f"The line shown {title}. Compare its result on the small example with the result that you expect."
    return _row(name, title, AT, claim, hint, why)


# fmt: off
AT = (
    "centered", "mean", "covariance", "components", "explained_variance", "explained_variance_ratio",
    "component_count", "scores", "projection", "reconstruction",
)
"""All roles: a slip may occur in each."""
_DATA = ("centered", "mean", "covariance", "components")
_AXES = ("components", "explained_variance")
_VARIANCES = ("explained_variance",)
_SPREAD = ("explained_variance", "covariance")
_RATIOS = ("explained_variance_ratio",)
_SCORES = ("scores",)
_W = ("components",)
_BACK = ("reconstruction",)
_PROJECTION = ("projection",)
_WHITENED = ("whitened", "zca")
_KERNEL_SCORES = ("kernel_scores",)
_KERNELS = ("kernel", "kernel_scores")
_ERROR = ("reconstruction_error",)
_MATRIX = ("covariance", "components")
_WZ = ("components", "scores")
_Z_SCORES = ("standardised",)
_KEPT = ("components", "explained_variance", "scores", "explained_variance_ratio")
_PRODUCTS = ("scores", "reconstruction", "covariance", "components")
_SCALED = ("centered", "covariance", "components")
_LENGTHS = ("mean", "centered", "covariance", "components")
_SHARES = ("explained_variance_ratio", "component_count")
_BREAKS = ("mean.values", "centered.values", "scores.centred")
_OTHER_SCALES = (
    "scale=range", "scale=lengths", "scale=variance", "scale=largest", "scale=std of everything",
    "centre=least; scale=range",
)
_ROWS: tuple[str, ...] = (
    "select=rows", "select=rows; solve=ascending", "select=rows; solve=rows reversed", "select=rows; solve=unsorted",
    "select=rows; solve=rows sorted, eig", "select=rows; solve=literal eig", "select=rows; solve=literal eigh",
    "select=rows, thin", "show=rows",
)
_ROWS = (*_ROWS, *(f"{each}; turned=components" for each in _ROWS), "project=rows", "project=rows; reconstruct=no mean")
_RESHAPED = tuple(
    f"{step}={kind}{turned}"
    for step in ("axes", "show")
    for kind in ("reshaped", "transposed reshaped")
    for turned in ("", "; turned=components")
)

BY_SVD = _row("rows-for-columns", "uses columns of Vᵀ instead of its rows", _WZ, "spectral.basis-to-itself",
     "`np.linalg.svd` returns Vᵀ, whose rows are the axes; you took its columns. The first k axes are {svd_W}, not "
     "{wrong_svd_W}.",
     "X = U S Vᵀ, so each row of Vᵀ has an entry for each feature; a column holds one entry of every axis.")
"""The same mistake in a program that takes the axes from an SVD of data with samples in rows."""

# centring and scaling the data
_CENTRING = (
    _row("never-centred", "never centres the data", _DATA, "moments.uncentred-second-moment",
         "You did not subtract the mean of each feature. Start with `Xc = X - {mean}` and continue with Xc.",
         "Without centring, XᵀX contains mean products and not covariances. Its first eigenvector points towards the "
         "mean, not along the spread of the data.",
         "centre=never", breaks=_BREAKS),
    _row("covariance-uncentred", "takes the eigenvectors of uncentred data, and centres only later", _MATRIX,
         "equivalence.centred-needed",
         "You centred the data for the scores, but not for the matrix whose eigenvectors you computed. Use the "
         "covariance {cov}, or use Xc instead of X there too.",
         "If the data are not centred, XᵀX contains mean products and not covariances.",
         "matrix=uncentred"),
    _row("centred-along-wrong-axis", "centres each sample instead of each feature", _DATA, "centering.centred-data",
         "You subtracted the mean of each sample ({wrong_mean}). Subtract the mean of each feature: `X - {mean}`.",
         "PCA describes how samples differ from the mean sample. Subtracting each sample's own mean mixes unrelated "
         "features.",
         "centre=samples", "centre=samples; matrix=recentred", "centre=samples as features",
         "centre=samples; reconstruct=no mean", "centre=samples; matrix=recentred; reconstruct=no mean",
         "project=less sample means", breaks=_BREAKS),
    _row("centred-twice", "centres the features and then the samples as well", _DATA, "centering.idempotent",
         "You subtracted the mean of each feature, and then also the mean of each sample. Subtract only the first: "
         "`X - {mean}`.",
         "Subtracting each sample's own mean moves the samples along (1, …, 1).",
         "centre=features and samples", "centre=features and samples; matrix=recentred", breaks=_BREAKS),
    _row("grand-mean", "subtracts a single mean of all entries", _DATA, "moments.mean-vectorised",
         "`X.mean()` without an axis is a single number for all features. Each feature has its own mean: {mean}.",
         "The mean of the data is the vector of the features' means. Subtracting one number from all entries does not "
         "make these means 0.",
         "centre=everything", "centre=everything; matrix=recentred", breaks=_BREAKS),
    _row("median-for-mean", "subtracts the median instead of the mean", _DATA, "affine.optimum-at-mean",
         "You centred with the median. Use the mean of each feature: {mean}.",
         "Only the mean makes the columns sum to 0, and only the mean minimises the squared distances.",
         "centre=median", "centre=median; matrix=recentred", breaks=_BREAKS),
    _row("first-sample-for-mean", "subtracts the first sample instead of the mean", _DATA, "affine.optimum-at-mean",
         "You subtracted the first {sample} from every sample. Subtract the mean of all samples: {mean}.",
         "Only the mean as origin minimises the squared distances to the subspace.",
         "centre=first sample", "centre=first sample; matrix=recentred", breaks=_BREAKS),
    _row("minimum-for-mean", "subtracts each feature's minimum instead of its mean", _DATA, "affine.optimum-at-mean",
         "You subtracted `X.min(...)`. Centring subtracts the mean of each feature: {mean}.",
         "Only the mean makes the columns sum to 0.",
         "centre=least", "centre=least; matrix=recentred", breaks=_BREAKS),
    _row("mean-divided-by-n-1", "divides the sum by n − 1 to get the mean", _DATA, "moments.mean-vectorised",
         "The mean of n samples is their sum divided by n. Only the covariance may have the divisor n − 1.",
         "With n − 1 the centred columns no longer sum to 0.",
         "centre=divided by n-1", "centre=divided by n-1; matrix=recentred", breaks=_BREAKS),
    _row("sum-for-mean", "subtracts the sum instead of the mean", _DATA, "moments.mean-vectorised",
         "You subtracted `X.sum(...)`. The mean is the sum divided by the number of samples: {mean}.",
         "The centred columns sum to 0 only if the mean is subtracted.",
         "centre=sum", "centre=sum; matrix=recentred", "mean=sum", breaks=_BREAKS),
    _row("mean-added", "adds the mean instead of subtracting it", _DATA, "centering.centred-data",
         "You added the mean. Centring subtracts it: `X - {mean}`.",
         "Adding moves the mean of the data to twice its value instead of to 0.",
         "centre=added", "centre=added; matrix=recentred", breaks=_BREAKS),
    _row("mean-of-samples", "returns the mean of each sample instead of each feature", ("mean",),
         "moments.mean-vectorised",
         "{wrong_mean} has an entry for each sample. The mean of the data has an entry for each feature: {mean}.",
         "The mean is subtracted from every sample, so it has an entry for each feature.",
         "mean=by axis 1"),
    _row("standardised-unasked", "divides each feature by its standard deviation", _SCALED,
         "moments.sample-covariance-vectorised",
         "You divided by the standard deviation, which gives the PCA of the correlation matrix. The assignment asks "
         "for the PCA of the covariance matrix: only subtract the mean.",
         "The division gives every feature the same weight, so the components and variances belong to other data.",
         "scale=std n", "scale=std n-1", "scale=std unguarded n", "scale=std unguarded n-1",
         "scale=std n; reconstruct=not scaled back", "scale=std n-1; reconstruct=not scaled back", when="plain"),
    _row("correlation-matrix", "takes the eigenvectors of the correlation matrix", _MATRIX,
         "moments.sample-covariance-vectorised",
         "`np.corrcoef` is the covariance matrix of data divided by their standard deviations. Use {cov}.",
         "Correlations give every feature the same weight, so the correlation matrix has other eigenvectors than the "
         "covariance matrix.",
         "matrix=correlation", when="plain"),
    _row("scaled-unasked", "scales the data before the analysis", _SCALED, "moments.sample-covariance-vectorised",
         "You divided the data: each feature by its range, its largest value, its length or its variance, or all "
         "features by one number. The assignment asks for unscaled data: only subtract the mean.",
         "Scaling features changes their variances and therefore the directions of most variance.",
         *_OTHER_SCALES, when="plain"),
    _row("scaled-otherwise", "divides by a number other than each feature's standard deviation",
         ("feature_deviations", "standardised", "centered", "covariance", "components"),
         "moments.sample-covariance-vectorised",
         "You divided the data by another number: each feature by its range, its largest value, its length or its "
         "variance, or all features by one number. The assignment asks for z-scores: divide each feature by its own "
         "standard deviation.",
         "Only the division by its standard deviation gives every feature the variance 1.",
         *_OTHER_SCALES, when="standardised"),
    _row("divides-the-mean-alone", "divides the mean alone by the standard deviations", _Z_SCORES,
         "centering.centred-data",
         "`X - mean / std` is `X - (mean / std)`: Python divides before it subtracts. Put the difference in brackets: "
         "`(X - mean) / std`.",
         "A z-score is the distance from the mean, counted in standard deviations.",
         when="standardised"),
    _row("samples-standardised", "standardises each sample instead of each feature", _Z_SCORES, "moments.orientation",
         "You took the mean and the standard deviation of each sample. Each feature has its own: {mean}, and `std` "
         "along the same axis.",
         "Features may have different units, so each is brought to mean 0 and variance 1 by itself.",
         when="standardised"),
    _row("scaled-to-unit-range", "brings each feature to the range from 0 to 1", _Z_SCORES,
         "moments.sample-covariance-vectorised",
         "You took the smallest value off and divided by the range. The assignment asks for z-scores: take the mean "
         "off, and divide by the standard deviation.",
         "A feature from 0 to 1 has neither mean 0 nor variance 1, and a single outlier decides its scale.",
         when="standardised"),
    _row("samples-scaled", "scales each sample", _SCALED, "moments.total-variance",
         "You divided each sample by its own length or standard deviation. PCA does not change the distances of "
         "samples from the mean.",
         "Scaling the samples one by one moves them onto a sphere, but PCA measures their spread.",
         "scale=lengths of samples", "scale=std of samples", "scale=samples to length one first",
         "scale=lengths of samples; matrix=recentred", "scale=std of samples; matrix=recentred",
         "scale=lengths of samples; project=centred only", "scale=std of samples; project=centred only"),
    _row("divided-but-not-centred", "divides by the standard deviation without subtracting the mean", _DATA,
         "equivalence.centred-needed",
         "You divided by the standard deviation, but did not subtract the mean: `X - {mean}`.",
         "Without centring the first component points towards the mean.",
         "centre=never; scale=std n", "centre=never; scale=std n-1", "centre=never; scale=std n; matrix=recentred",
         "centre=never; scale=std n-1; matrix=recentred", breaks=_BREAKS),
    _row("not-standardised", "does not divide by the standard deviations",
         ("standardised", "centered", "covariance", "components"), "moments.sample-covariance-vectorised",
         "The assignment asks for z-scores: after subtracting the mean, divide each feature by its standard deviation.",
         "Without this division, features in small units have less weight.",
         "scale=none", when="standardised"),
    _row("other-divisor-in-z-scores", "divides by the standard deviation with the other divisor", ("centered",),
         "moments.centred-covariance",
         "Your standard deviations use another divisor than the assignment asks for (n or n − 1: `ddof=0` or "
         "`ddof=1`).",
         "The two differ by a factor, which changes all variances and scores.",
         "scale=std n", "scale=std n-1", when="standardised"),
    _row("divides-by-zero-deviation", "divides by a standard deviation of 0",
         ("centered", "covariance", "components", "scores"), "moments.covariance-kernel",
         "A feature that is the same for all samples has standard deviation 0, and 0/0 is nan. Divide such a feature "
         "by 1: `std[std == 0] = 1`.",
         "Such a feature has no variance: its centred values are 0 and should remain 0.",
         "scale=std unguarded n", "scale=std unguarded n-1", when="standardised"),
    _row("writes-into-whole-numbers", "writes fractions into an array of integers", _DATA, "centering.centred-data",
         "A copy of an array of integers also contains integers, and truncates the numbers that you write into it. "
         "Convert it first: `X.astype(float)`.",
         "Assigning to a part of an array does not change the array's type."),
    _row("mean-taken-off-once", "subtracts the product of the means once instead of n times", _MATRIX,
         "moments.sample-covariance-two-forms",
         "In S = XᵀX − n·μμᵀ the factor n is missing. Either divide XᵀX by n first, or multiply μμᵀ by n.",
         "Each of the n samples contains the mean.",
         "matrix=mean taken off once"),
    _row("covariance-of-samples", "uses the covariance of the samples (n×n) instead of that of the features (p×p)",
         _MATRIX, "moments.orientation",
         "Your matrix has a row for each sample: {wrong_cov} treats each sample as a variable. Use {cov}, which has a "
         "row for each feature.",
         "Components are directions in the space of features, so they are eigenvectors of a p×p matrix.",
         "matrix=of samples", "matrix=of samples; centre=never"),
    _row("samples-for-features", "exchanges samples and features", _DATA, "moments.orientation",
         "In X each {sample} is a sample and each {feature} is a feature; you exchanged the two. The mean is {mean}, "
         "the covariance is {cov}.",
         "PCA finds directions in the space of features along which the samples vary. With samples and features "
         "exchanged it answers another question.",
         "facing=turned", "facing=turned; turned=scores", breaks=_BREAKS),
)
# which eigenvectors, in which order, of which length
_COMPONENTS = (
    _row("swapped-unpacking", "confuses the eigenvalues with the eigenvectors", _AXES, "stationarity.eigenvector",
         "`np.linalg.eig` and `np.linalg.eigh` return the eigenvalues first: `values, vectors = np.linalg.eigh(C)`. "
         "You unpack them the other way round, so what you call vectors are the values.",
         "An eigenvalue is a number, and an eigenvector has an entry for each feature. They cannot be exchanged."),
    _row("argsort-of-vectors", "sorts by the eigenvectors instead of the eigenvalues", _AXES,
         "stationarity.every-eigenvector",
         "`np.argsort` gets the matrix of eigenvectors, which it sorts row by row. The order is that of the "
         "eigenvalues: `order = np.argsort(values)[::-1]`.",
         "Only the eigenvalues show which components have the most variance."),
    _row("order-of-reversed", "sorts the reversed eigenvalues", _AXES, "spectral.quadratic-form-at-eigenvector",
         "`np.argsort(values[::-1])` gives positions in the reversed array, not in `values`. Sort first and reverse "
         "then: `np.argsort(values)[::-1]`.",
         "Position i of the reversed array belongs to another eigenvalue in the original array.",
         "solve=order of reversed, eig", "solve=order of reversed, turned, eig"),
    _row("rows-for-columns", "uses rows of the eigenvector matrix instead of its columns", _WZ,
         "spectral.basis-to-itself",
         "You took rows of the eigenvector matrix; eigenvectors are its columns. With V from `np.linalg.eigh` the "
         "first k are {eigh_W}, or {W} of a sorted V, not {wrong_W} (an SVD returns Vᵀ, so there they are rows).",
         "Only for the columns v of V is Cv = λv; a row holds the i-th entry of every eigenvector.",
         *_ROWS),
    _row("reshaped-for-transposed", "reshapes the component matrix instead of transposing it", _WZ,
         "moments.orientation",
         "`reshape` keeps the order of the numbers and divides them into other rows, which mixes the entries of "
         "several eigenvectors. Use `.T` to turn rows into columns.",
         "The transpose moves the entry in row i and column j to row j and column i. Reshaping moves it elsewhere.",
         *_RESHAPED),
    _row("rows-sorted", "sorts the rows of the eigenvector matrix instead of its columns", _W,
         "spectral.quadratic-form-at-eigenvector",
         "You sorted the rows of the eigenvector matrix: `V[order]` or `V[::-1]`. The eigenvectors are its columns: "
         "`V[:, order]` or `V[:, ::-1]`.",
         "Exchanging rows exchanges features inside every vector, so the columns are no longer eigenvectors.",
         "solve=rows reversed", "solve=rows sorted, eig", "solve=rows and columns reversed"),
    _row("smallest-components", "keeps the components with the least variance", _AXES, "trace-objective.ky-fan",
         "`np.linalg.eigh` and `np.argsort` sort from the smallest to the largest. Reverse the order before you take "
         "the first k: `order = np.argsort(values)[::-1]`.",
         "The eigenvectors of the k largest eigenvalues have the most variance, and those of the smallest the least.",
         "solve=ascending", "select=last", "select=last first"),
    _row("ascending-order", "returns the right components in ascending order", _AXES,
         "spectral.quadratic-form-at-eigenvector",
         "You kept the right components, but the one with the least variance comes first. Reverse their order: "
         "`V[:, -k:][:, ::-1]`.",
         "The first component is the direction of most variance.",
         "solve=ascending; select=last"),
    _row("eig-unsorted", "leaves the eigenvectors in the order in which the solver returns them", _AXES,
         "stationarity.every-eigenvector",
         "`np.linalg.eig` returns eigenvalues in no particular order. Sort them together with the columns of V: "
         "`order = np.argsort(values)[::-1]; V = V[:, order]`.",
         "Only the eigenvalues, not the positions, show which components have the most variance.",
         "solve=unsorted", "solve=unsorted reversed"),
    _row("cut-before-sorted", "takes the first k eigenvectors before it sorts them", _AXES,
         "stationarity.every-eigenvector",
         "You sort only the k pairs that you selected before. Sort all pairs first, and then take k: "
         "`order = np.argsort(values)[::-1]; V = V[:, order][:, :k]`.",
         "`np.linalg.eig` returns eigenvalues in no particular order, so the largest need not be among the first k.",
         "solve=unsorted; select=first, then sorted"),
    _row("values-sorted-alone", "sorts the eigenvalues but not the eigenvectors", _W,
         "spectral.quadratic-form-at-eigenvector",
         "You sorted the eigenvalues but not the eigenvectors. Sort both in the same order: `values[order]` and "
         "`V[:, order]`.",
         "The i-th eigenvalue belongs to the i-th column. Sorting only one of the two breaks this correspondence.",
         "solve=values sorted, eig", "solve=values sorted, eigh", "select=first, turned round"),
    _row("vectors-sorted-alone", "sorts the eigenvectors but not the eigenvalues",
         ("explained_variance", "explained_variance_ratio"), "spectral.quadratic-form-at-eigenvector",
         "You sorted the eigenvectors but not the eigenvalues. Sort both in the same order: `values[order]` and "
         "`V[:, order]`.",
         "The i-th eigenvalue belongs to the i-th column. Sorting only one of the two breaks this correspondence.",
         "solve=vectors sorted", "solve=vectors sorted, eig"),
    _row("sorted-by-ranks", "applies the sorting order in the wrong direction", _AXES,
         "spectral.quadratic-form-at-eigenvector",
         "`np.argsort` gives the entry that comes first, second, …. You used it as the rank of each entry, or applied "
         "it twice. Apply it once: `values[order]` and `V[:, order]`.",
         "A permutation and its inverse usually differ.",
         "solve=sorted twice"),
    _row("first-component-skipped", "leaves the first component out", _AXES, "trace-objective.ky-fan",
         "Your components begin with the second one. Indices start at 0: {W}.",
         "The first component has the most variance of all.",
         "select=but the first", "select=second to k"),
    _row("same-component-again", "finds the first component repeatedly", _AXES, "deflation.deflated-covariance",
         "Every component is the first one. After each component, remove its part from the data (or from the matrix: "
         "C - λ·w wᵀ) before you compute the next one.",
         "The largest component remains the largest until it is removed.",
         "select=first repeated"),
    _row("deflated-wrongly", "removes the wrong part from the matrix before computing the next component", _AXES,
         "deflation.deflated-covariance",
         "After each component w with eigenvalue λ, subtract `λ * np.outer(w, w)` from the matrix (w has length 1).",
         "The remaining matrix has the same eigenvectors, with the eigenvalue 0 instead of λ."),
    _row("fixed-number-of-components", "returns a fixed number of components, whatever k is", _KEPT,
         "trace-objective.ky-fan",
         "Your code contains a fixed number of components. Use k.",
         "The caller decides how many components are kept.",
         "select=two", "select=one", "select=three", "select=two at most"),
    _row("all-components", "returns all components instead of the first k", _KEPT, "algorithms.transform-shape",
         "You returned all components. Only the first k are asked for: {W}.",
         "With all components nothing is reduced, and the reconstruction is the data themselves.",
         "select=all"),
    _row("one-component-off", "returns one component too many or too few", _KEPT, "algorithms.transform-shape",
         "You return k + 1 or k − 1 components. The slice [:k] contains exactly k.",
         "The requested subspace has k dimensions.",
         "select=fewer", "select=more"),
    _row("components-scaled", "scales the components by their variances or standard deviations", _W,
         "equivalence.any-scale-solves",
         "Your components are multiplied or divided by their eigenvalues or by the roots of these. Components are "
         "directions: keep the eigenvectors at length 1.",
         "WWᵀ is a projection, and scores are lengths, only if the components have length 1.",
         "axes=loadings", "axes=times singular values", "axes=times variances", "axes=whitening", "show=loadings",
         "show=times singular values", "show=times variances"),
    _row("not-normalised", "does not scale the components to length 1", _W, "equivalence.any-scale-solves",
         "Your components do not have length 1. Divide each one by its length: `w / np.linalg.norm(w)`.",
         "A multiple of a direction is the same direction, but it gives wrong scores and projections.",
         "axes=largest entry one", "axes=sum one", "show=largest entry one"),
    _row("rows-normalised", "normalises the rows of the component matrix instead of its columns", _W,
         "projection.from-basis",
         "You divided along the wrong axis: each component should have length 1, so divide W by "
         "`np.linalg.norm(W, axis=0)`.",
         "Components are columns here. Scaling the rows by different factors changes their directions.",
         "axes=rows of length one"),
    _row("absolute-values", "takes the absolute values of the components", _WZ, "stationarity.eigenvector",
         "You took the absolute values of the entries. The sign of a whole component is free, but the relative signs "
         "of its entries are not.",
         "These signs show which features vary together and which vary in opposite directions.",
         "axes=absolute", "show=absolute", "rescale=absolute", "finish=absolute"),
    _row("left-singular-vectors", "returns vectors that have an entry for each sample", _W, "svd.eigenvectors",
         "Components have an entry for each feature: with `U, s, Vt = np.linalg.svd(Xc)` they are the first k "
         "{right_vectors}, eigenvectors of {scatter}. You took {left_vectors}, or eigenvectors of {gram}. Such a "
         "vector v gives a component once the data are multiplied by it: {from_gram}, divided by its length.",
         "Components are directions among the features. The eigenvectors of the two products belong together, but are "
         "not the same.",
         "axes=left", "show=left", "axes=left; centre=never", "matrix=gram", "matrix=gram; centre=never"),
    _row("components-on-their-side", "returns the components transposed", _W, "moments.orientation",
         "Your components are right, but transposed: the assignment asks for the other orientation. Return `W.T`.",
         "A k×p matrix and a p×k matrix differ, although they contain the same numbers.",
         "turned=components"),
    _row("fixed-number-of-features", "uses a fixed number instead of the number of features", _LENGTHS,
         "moments.orientation",
         "Your code contains a fixed number of features. Take the number from the data: `X.shape[{feature_axis}]`.",
         "The same function should work for data with any number of features."),
    _row("fixed-number-of-samples", "uses a fixed number instead of the number of samples", _LENGTHS,
         "moments.orientation",
         "Your code contains a fixed number of samples. Take the number from the data: {n}.",
         "The same function should work for any number of samples."),
    _row("eig-for-symmetric", "uses a solver for general matrices on the symmetric covariance matrix", _WZ,
         "spectral.spectral-theorem",
         "`np.linalg.eig` is for general square matrices. If variances are equal, its eigenvectors need not be "
         "orthogonal and may be complex. Use `np.linalg.eigh`, which is for symmetric matrices.",
         "A symmetric matrix has real eigenvalues and an orthonormal basis of eigenvectors. For equal eigenvalues "
         "only a symmetric solver finds such a basis reliably."),
    _row("sorts-pairs-without-key", "sorts pairs of a number and a vector without a sort key", _WZ,
         "spectral.spectral-theorem",
         "If two numbers are equal, Python compares the vectors, which raises an error. Give a sort key: "
         "`pairs.sort(key=lambda pair: pair[0], reverse=True)`, or use `np.argsort(values)[::-1]`.",
         "Tuples are compared entry by entry, and two arrays have no order."),
    _row("inaccurate", "comes close, but not close enough", _AXES, "deflation.same-as-eigh",
         "Your values are close to the right ones. Possible causes are an iteration that stops too early (use more "
         "rounds or a stricter test), low precision or rounding.",
         "In each round the error of an iteration decreases by the ratio of two eigenvalues. If they are close, "
         "convergence is slow."),
    _row("results-exchanged", "returns its results in a different order than the assignment expects",
         ("components", "explained_variance", "scores"), "moments.orientation",
         "Your results are in the wrong positions. The assignment expects: {call}",
         "Results are identified by position."),
    _row("selects-features", "selects features instead of finding directions", _WZ, "explained.selects-features",
         "You kept k of the features. Components combine all features: they are the eigenvectors of {cov}.",
         "The direction of most variance usually does not lie along a feature.",
         "axes=features", "axes=first features"),
)
# scores
_OF_SCORES = (
    _row("uncentred-projection", "projects uncentred data", _SCORES, "explained.uncentred-scores",
         "You multiplied the components by X itself. Subtract the mean first: {scores}, not {raw_scores}.",
         "Scores are coordinates relative to the mean. Without centring all of them are shifted by Wᵀμ.",
         "project=raw", "project=raw; reconstruct=raw, no mean", "project=raw; reconstruct=from raw",
         "project=uncentred throughout"),
    _row("elementwise-product", "multiplies arrays entry by entry instead of using the matrix product", _PRODUCTS,
         "svd.scores",
         "For NumPy arrays `A * B` multiplies entry by entry. The matrix product is `A @ B`.",
         "A score is a sum of products over all features. The matrix product computes this sum."),
    _row("transpose-missing", "multiplies by a matrix that should be transposed first", _PRODUCTS,
         "algorithms.transform-shape",
         "The shapes of this product do not match. If one of the matrices is transposed (`.T`), they match and "
         "everything is correct. Write down the meaning of rows and columns of each matrix: the inner dimensions of "
         "`(a×b) @ (b×c)` must be the same.",
         "The matrix product sums over the columns of the first matrix and the rows of the second."),
    _row("transpose-too-many", "transposes a matrix in a product that needs no transpose", _PRODUCTS,
         "algorithms.transform-shape",
         "The shapes of this product do not match. If a `.T` is removed, they match and everything is correct. Write "
         "down the meaning of rows and columns of each matrix: the inner dimensions of `(a×b) @ (b×c)` must be the "
         "same.",
         "The matrix product sums over the columns of the first matrix and the rows of the second."),
    _row("projected-with-transpose", "projects with the transposed component matrix", _SCORES,
         "algorithms.transform-shape",
         "You multiplied by the transposed component matrix. The scores are {scores}.",
         "Each score is the inner product of a sample with a component, so the product must sum over the features.",
         "project=transposed", "axes=transposed"),
    _row("projected-on-all", "projects onto all eigenvectors instead of the first k components", _SCORES,
         "algorithms.transform-shape",
         "You multiplied by the whole matrix of eigenvectors (or its transpose), which only rotates the data. Project "
         "onto the first k components: {scores}, where the components are {W}.",
         "All p eigenvectors give p scores for each sample; the assignment asks for k.",
         "extent=all", "extent=all, transposed"),
    _row("projects-the-covariance", "projects the covariance matrix instead of the data", _SCORES,
         "algorithms.transform-shape",
         "You multiplied the covariance matrix by the components, which gives a row for each feature. Project the "
         "centred data: {scores}.",
         "Scores belong to samples; the covariance matrix contains no samples.",
         "project=covariance by n-1", "project=covariance by n", "project=covariance undivided"),
    _row("scores-on-their-side", "returns the scores transposed", _SCORES, "moments.orientation",
         "Your scores are right, but transposed: each sample should be a {sample}.",
         "The scores should have the orientation of the data: the same samples in the same positions.",
         "turned=scores"),
    _row("reconstruction-on-its-side", "returns the reconstruction transposed", _BACK, "moments.orientation",
         "Your reconstruction is right, but transposed: each sample should be a {sample}.",
         "It should correspond to the data entry by entry.",
         "turned=reconstruction"),
    _row("scores-without-singular-values", "returns the left singular vectors as scores", _SCORES, "svd.scores",
         "Your scores all have length 1: U without the singular values. They are `U[:, :k] * s[:k]`, or {scores}.",
         "The scores are the left singular vectors times the singular values.",
         "rescale=left"),
    _row("whitened", "divides the scores by their standard deviations (whitening)", _SCORES, "svd.scores",
         "All your scores have variance 1. This is whitening; do not rescale them: {scores}.",
         "The variance of the scores of a component is its eigenvalue.",
         "rescale=whitened", "rescale=whitened n"),
    _row("scores-scaled", "scales the scores once more", _SCORES, "svd.scores",
         "Your scores are additionally multiplied by the singular values or variances, or divided by n or √n. Use "
         "only {scores}.",
         "The columns of Xc times the components already have the singular values as lengths.",
         "rescale=times singular values", "rescale=times variances", "rescale=over root n", "rescale=over root n-1",
         "rescale=over n", "rescale=over n-1"),
    _row("scores-normalised", "scales each sample's scores to length 1", _SCORES, "projection.lengths",
         "You divided each sample's scores by their length. Do not rescale them: {scores}.",
         "The distance of a sample from the mean is part of its coordinates.",
         "rescale=unit samples"),
    _row("projects-unscaled", "standardises the data for the components, but not for the scores", _SCORES, "svd.scores",
         "The components belong to the z-scores, so the z-scores must be projected.",
         "Components of other data do not give uncorrelated scores.",
         "project=centred only", when="standardised"),
    _row("scores-with-mean-added", "projects data with the mean added", _SCORES, "explained.uncentred-scores",
         "You added the mean before projecting. Subtract it: {scores}.",
         "Scores are coordinates relative to the mean.",
         "project=mean added"),
)
# covariances, variances and ratios
_NUMBERS = (
    _row("variances-only", "returns only the variances instead of the covariance matrix", ("covariance",),
         "moments.covariance-entries",
         "Your covariance matrix is 0 outside the diagonal. It should contain the covariance of every pair of "
         "features: {cov}.",
         "The entries outside the diagonal describe how features vary together. PCA depends on them.",
         "covariance=variances only"),
    _row("variances-by-n", "divides the variances by n", _SPREAD, "moments.centred-covariance",
         "Your variances are divided by n. The assignment asks for another divisor; see its conventions.",
         "With the divisor n − 1 the estimate is unbiased; the divisor n gives the mean square. Both are common, so "
         "an assignment fixes one.",
         "variances=by n; covariance=by n", "variances=by n", "covariance=by n"),
    _row("variances-by-n-1", "divides the variances by n − 1", _SPREAD, "moments.centred-covariance",
         "Your variances are divided by n − 1 (as `np.cov` does). The assignment asks for another divisor.",
         "With the divisor n − 1 the estimate is unbiased; the divisor n gives the mean square. Both are common, so "
         "an assignment fixes one.",
         "variances=by n-1; covariance=by n-1", "variances=by n-1", "covariance=by n-1"),
    _row("not-divided", "does not divide by the number of samples", _SPREAD, "moments.centred-covariance",
         "You returned sums of squares (the scatter matrix XᵀX or its eigenvalues). A variance is divided by n − 1 or "
         "n.",
         "A sum grows with the number of samples; a variance does not.",
         "variances=undivided; covariance=undivided", "variances=undivided", "covariance=undivided"),
    _row("divided-twice", "divides by the number of samples twice", _SPREAD, "moments.centred-covariance",
         "You divided twice: `np.cov` and a mean of squares need no further division.",
         "A variance is a mean of squares, and not a mean of a mean.",
         "variances=divided twice; covariance=divided twice", "variances=divided twice", "covariance=divided twice",
         "variances=divided twice by n-1; covariance=divided twice by n-1", "variances=divided twice by n-1",
         "covariance=divided twice by n-1"),
    _row("divided-by-features", "divides by the number of features instead of samples", _SPREAD,
         "moments.sample-covariance-vectorised",
         "You divided by the number of features. A covariance is a mean over samples: divide by their number ({n}), "
         "or by this number minus 1.",
         "The mean of the products is taken over the samples.",
         "variances=by p; covariance=by p", "variances=by p", "covariance=by p", "variances=by p-1; covariance=by p-1",
         "variances=by p-1", "covariance=by p-1"),
    _row("singular-values-for-variances", "gives singular values for variances", _VARIANCES, "svd.eigenvectors",
         "You returned the singular values s. The variances are `s**2 / (n - 1)`.",
         "The eigenvalues of XᵀX are the squares of the singular values of X.",
         "variances=singular", "variances=singular over n-1"),
    _row("deviations-for-variances", "gives standard deviations for variances", _VARIANCES,
         "spectral.quadratic-form-at-eigenvector",
         "You took the roots of the eigenvalues. The eigenvalues themselves are the variances.",
         "The variance along an eigenvector is its eigenvalue.",
         "variances=deviations"),
    _row("variances-for-deviations", "gives variances for standard deviations",
         ("feature_deviations", "standard_deviations"), "moments.variance-along",
         "You returned variances. A standard deviation is the root of a variance: `np.sqrt(values)`.",
         "The unit of a variance is the square of the unit of the data; a standard deviation has the unit of the "
         "data."),
    _row("variances-for-singular-values", "returns variances instead of singular values", _VARIANCES,
         "svd.eigenvectors",
         "You returned squares of the singular values, or these divided by the number of samples. The assignment asks "
         "for singular values, as `np.linalg.svd` returns them. Square them only where you need variances.",
         "The squares of the singular values are the eigenvalues of XᵀX."),
    _row("singular-values-for-deviations", "returns singular values instead of standard deviations",
         ("standard_deviations",), "svd.eigenvectors",
         "You returned the singular values s. The standard deviations are `s / np.sqrt(n - 1)`.",
         "The squares of the singular values are sums of squares; divided by n − 1 they are variances."),
    _row("variances-squared", "squares the variances", _VARIANCES, "spectral.quadratic-form-at-eigenvector",
         "You squared variances: eigenvalues are variances already. Only singular values of the data are squared.",
         "The variance along an eigenvector is its eigenvalue, not its square.",
         "variances=squared"),
    _row("ratios-for-variances", "gives ratios for variances", _VARIANCES, "explained.total",
         "You returned each component's share. The explained variances are the eigenvalues, not divided by their sum.",
         "The sum of the shares is 1; the sum of the variances is the total variance.",
         "variances=shares"),
    _row("all-variances", "returns the variances of all components instead of the first k", _VARIANCES,
         "spectral.quadratic-form-at-eigenvector",
         "You returned all p eigenvalues. Only the first k are asked for: `values[:k]`.",
         "Each variance should belong to one component.",
         "variances=of all"),
    _row("all-deviations",
         "returns the standard deviations along all components instead of the variances along the first k", _VARIANCES,
         "spectral.quadratic-form-at-eigenvector",
         "You returned the roots of the variances, and all of them, as `prcomp(X)$sdev` of R does. Take the first k, "
         "and square them: `sdev[:k] ** 2`.",
         "The variance along an eigenvector is its eigenvalue, and each variance belongs to one component.",
         "variances=deviations of all", "variances=deviations of all, thin"),
    _row("all-singular-values", "returns all singular values instead of the variances along the first k components",
         _VARIANCES, "svd.eigenvectors",
         "You returned the singular values of the data, and all of them. Take the first k, square them and divide: "
         "`s[:k] ** 2 / (n - 1)`.",
         "The eigenvalues of XᵀX are the squares of the singular values of X.",
         "variances=singular of all", "variances=singular of all, thin"),
    _row("divisor-depends-on-data", "divides by another number on small data than on large data",
         ("explained_variance", "covariance", "feature_deviations"), "equivalence.sum-or-mean",
         "Your divisor depends on the sizes of the data. Choose n or n − 1, as the assignment says, and use it for "
         "all data.",
         "Variances of two data sets can only be compared if both are divided in the same way."),
    _row("half-precision", "rounds to half precision (float16)", AT, "algorithms.transform-shape",
         "A `float16` keeps three digits. Leave the conversion out: NumPy calculates with `float64`, which keeps "
         "fifteen.",
         "With three digits the axes are no longer of length 1 and at right angles."),
    _row("variances-of-features", "returns the variances of features instead of components", _VARIANCES,
         "moments.variance-along",
         "You returned the variances of the first features. The variances along the components are the eigenvalues of "
         "{cov}.",
         "The variance along a direction w is wᵀCw. Along a feature it is a diagonal entry of C.",
         "variances=of features", "variances=of features by n"),
    _row("variances-negative", "returns negative variances", _VARIANCES, "spectral.psd-eigenvalues",
         "Your variances are negative. Remove the minus sign that you used for sorting.",
         "A variance is a mean of squares.",
         "variances=negative"),
    _row("variances-of-uncentred-scores", "uses mean squares of uncentred scores as variances", _VARIANCES,
         "equivalence.centred-needed",
         "You averaged the squares of scores whose mean is not 0. Centre them first, or use `np.var`.",
         "The mean square is the variance plus the square of the mean.",
         "variances=of scores uncentred; project=raw"),
    _row("variances-of-uncentred", "computes the variances from uncentred data", _VARIANCES,
         "moments.uncentred-second-moment",
         "Your variances come from X itself. Subtract the mean first, here too.",
         "The mean square is the variance plus the square of the mean.",
         "variances=of uncentred"),
    _row("ratio-of-the-kept", "divides by the variance of the kept components only", _RATIOS,
         "explained.ratio-is-error",
         "You divided by the sum of the k eigenvalues that you kept. Divide by the sum of all of them.",
         "The ratio is the share of the total variance that a component explains. Relative to the kept components "
         "alone the ratios would always sum to 1.",
         "ratio=of the kept"),
    _row("all-ratios", "returns the ratios of all components instead of the first k", _RATIOS,
         "explained.ratio-is-error",
         "You returned the ratios of all p components. Their divisor is right, but only the first k are asked for: "
         "`(values / values.sum())[:k]`.",
         "Each ratio should belong to one component.",
         "ratio=all p"),
    _row("ratio-of-singular-values", "computes ratios of singular values instead of variances", _SHARES,
         "svd.eigenvectors",
         "You divided singular values by their sum. Square them first: `s**2 / np.sum(s**2)`.",
         "Variances are squares of singular values, and only variances sum to the total variance.",
         "ratio=singular; count=singular", "ratio=singular", "count=singular"),
    _row("ratio-of-kept-singular-values", "computes ratios of the kept singular values instead of variances", _RATIOS,
         "explained.ratio-is-error",
         "You divided singular values by the sum of the kept ones. Square them, and divide by the sum of all squares: "
         "`s[:k]**2 / np.sum(s**2)`, where s contains all singular values.",
         "Variances are squares of singular values, and a ratio is the share of the total variance.",
         "ratio=singular, of the kept"),
    _row("ratio-of-squared-variances", "squares the variances in the ratio", _SHARES, "explained.total",
         "You squared eigenvalues, which are variances already. Square only singular values.",
         "Variances sum to the total variance; their squares do not.",
         "ratio=squared; count=squared", "ratio=squared", "count=squared"),
    _row("count-one-off", "counts one component too many or too few", ("component_count",), "explained.threshold",
         "Indices start at 0: if the cumulative sum of the shares first reaches the requested share at index i, i + 1 "
         "components are needed: `np.argmax(total >= share) + 1`.",
         "The first component alone explains the first share.",
         "count=more", "count=more, at most p", "count=more, at most n and p", "count=fewer"),
    _row("fixed-share", "uses a fixed share of the variance instead of the requested one",
         ("component_count", "components", "scores"), "explained.threshold",
         "Your code contains a fixed share of the variance. Use the share that is passed to the function.",
         "The caller decides which share of the variance the components should explain."),
    _row("cumulative-ratio", "returns the cumulative sum of the ratios", _RATIOS, "explained.ratio-is-error",
         "You returned the cumulative sum (`np.cumsum`). The assignment asks for each component's own share.",
         "The share of a component is its eigenvalue divided by the sum of all eigenvalues.",
         "ratio=running total", "ratio=total of the kept"),
    _row("ratio-in-percent", "gives the ratios in percent", _RATIOS, "explained.ratio-is-error",
         "Your ratios are 100 times too large: return shares between 0 and 1.",
         "The ratio 1 stands for the total variance.",
         "ratio=percent"),
    _row("ratio-not-in-percent", "returns shares instead of percentages", _RATIOS, "explained.ratio-is-error",
         "Your ratios are 100 times too small. The assignment asks for percentages: `100 * values / values.sum()`.",
         "The sum of all shares is 1, or 100 per cent.",
         "ratio=share for percent"),
    _row("ratio-of-something-else", "divides the variances by a number other than their total", _RATIOS,
         "explained.total",
         "Your ratios are divided by the first eigenvalue or by the number of features (or not at all). Divide by the "
         "sum of all eigenvalues.",
         "The sum of all eigenvalues is the total variance, and the ratio is a share of it.",
         "ratio=of the first", "ratio=of the count", "ratio=not divided"),
    _row("ratio-of-what-is-left", "returns the share that is lost instead of the share that is explained", _RATIOS,
         "explained.ratio-is-error",
         "You returned 1 minus the ratio, which is the unexplained share. The assignment asks for the explained share.",
         "The explained ratio is 1 minus the relative error of the reconstruction.",
         "ratio=what is left"),
)
# reconstructions and projections, and what affects all results
_RECONSTRUCTION = (
    _row("reconstruction-without-mean", "does not add the mean again", _BACK, "affine.decomposition",
         "The scores come from centred data, so the reconstruction must add the mean again: {reconstruction}.",
         "The best k-dimensional plane goes through the mean of the data, not through the origin.",
         "reconstruct=no mean"),
    _row("reconstruction-of-uncentred", "reconstructs from data that were not centred", _BACK,
         "explained.uncentred-scores-reconstruct",
         "You projected X itself and transformed back. Centre, project, transform back, and add the mean: "
         "{reconstruction}.",
         "Uncentred data are projected onto a plane through the origin. The part of the mean outside this plane is "
         "lost, or, if the mean is added, the part inside is counted twice.",
         "reconstruct=raw, no mean", "reconstruct=from raw"),
    _row("wrong-mean-put-back", "adds another mean than it subtracted", _BACK, "affine.decomposition",
         "After the reconstruction you add another mean than you subtracted before: {reconstruction}.",
         "The reconstruction must undo each step in reverse order.",
         "reconstruct=mean twice", "reconstruct=mean off", "reconstruct=mean of everything"),
    _row("not-scaled-back", "does not undo the standardisation in the reconstruction", _BACK, "affine.decomposition",
         "Multiply by the standard deviations before you add the mean.",
         "The reconstruction is of the data, in their own units.",
         "reconstruct=not scaled back", "reconstruct=neither", "reconstruct=scaled only after", when="standardised"),
    _row("reconstruction-is-the-data", "returns the data themselves as their reconstruction", _BACK, "svd.eckart-young",
         "Your reconstruction equals the data. It should use only the first k scores: {reconstruction}.",
         "A matrix of rank k cannot equal the data unless they lie in k dimensions.",
         "reconstruct=the data"),
    _row("reconstruction-not-transposed", "transforms back with the component matrix instead of its transpose", _BACK,
         "projection.coordinates",
         "To transform scores back, multiply by the transpose of the matrix that you projected with: {reconstruction}.",
         "Bᵀ maps points to coordinates, and B maps coordinates to points.",
         "reconstruct=not transposed"),
    _row("projector-of-the-rest", "projects onto the orthogonal complement of the components", _PROJECTION,
         "projection.complement",
         "I − WWᵀ projects onto the orthogonal complement of the components. The assignment asks for WWᵀ.",
         "P and I − P are complementary: each keeps the part that the other removes.",
         "projection=the rest"),
    _row("inner-for-outer-product", "multiplies the components in the wrong order for the projection", _PROJECTION,
         "projection.from-basis",
         "WᵀW contains the inner products of the components (k×k, the identity). The projection is WWᵀ.",
         "A projection maps p numbers to p numbers.",
         "projection=inner", "projection=axes"),
    _row("projector-of-all", "projects with all eigenvectors, which changes nothing", _PROJECTION, "spectral.expansion",
         "With all eigenvectors VVᵀ is the identity. Use only the first k columns.",
         "The p orthonormal directions span the whole space.",
         "projection=square of all"),
    _row("rounded", "rounds the results",
         ("components", "scores", "explained_variance", "explained_variance_ratio", "mean", "reconstruction"),
         "stationarity.eigenvector",
         "Your results are rounded to a few decimals. Return unrounded numbers, and round only for printing.",
         "Rounded components are no longer orthonormal, and the error affects every later step.",
         "finish=rounded 2", "finish=rounded 3", "finish=rounded 4", "finish=rounded 1"),
    _row("another-error", "returns another error of the reconstruction than the assignment asks for", _ERROR,
         "trace-objective.discarded",
         "Your reconstruction and the squared residuals are right. They may be summed, or averaged over all entries "
         "or over the samples, and the root may be taken. Check which error the assignment asks for.",
         "These errors differ by factors of n and p, or by a root."),
    _row("error-not-squared", "sums distances instead of their squares", _ERROR, "trace-objective.discarded",
         "You summed or averaged lengths or absolute values of the residuals. Square the residuals first: "
         "`np.sum((X - X_hat) ** 2)`.",
         "Only the sum of squares equals the variance of the omitted components, and PCA minimises only this sum."),
)
# whitening, whose values `forms` computes
_WHITENING = (
    _row("whitened-by-variances", "divides the scores by their variances instead of their standard deviations",
         _WHITENED, "svd.scores",
         "You divided by λ. Divide by its root: `Z / np.sqrt(values)`.",
         "A column with variance λ has variance 1 after division by √λ, and variance 1/λ after division by λ."),
    _row("whitened-by-multiplying", "multiplies the scores by their standard deviations instead of dividing by them",
         _WHITENED, "svd.scores",
         "You multiplied by the roots of the eigenvalues. Divide by them: `Z / np.sqrt(values)`.",
         "Whitening makes all variances 1; multiplying makes large variances even larger."),
    _row("whitened-by-singular-values", "divides the scores by the singular values of the data", _WHITENED,
         "svd.scores",
         "You divided by the singular values s, so that each column has length 1. For variance 1 divide by "
         "`s / np.sqrt(n - 1)` (or n).",
         "The singular values are the lengths of the columns of scores; the standard deviations are these lengths "
         "divided by √(n − 1)."),
    _row("not-whitened", "returns data that are not whitened", _WHITENED, "svd.scores",
         "Your result is not whitened: divide each column of the scores by its standard deviation, "
         "`Z / np.sqrt(values)`.",
         "The scores are uncorrelated, but their variances are the eigenvalues and not 1."),
    _row("epsilon-left-out", "omits the epsilon that the assignment adds before dividing", _WHITENED, "svd.scores",
         "The assignment adds a small number before the division. You omitted it.",
         "It prevents directions with very small variance from being amplified."),
    _row("epsilon-elsewhere", "adds epsilon at another place than the assignment", _WHITENED, "svd.scores",
         "√(λ + ε) and √λ + ε differ. Check which of the two the assignment asks for.",
         "For small λ the difference is large."),
    _row("not-turned-back", "whitens, but does not rotate the data back (PCA whitening instead of ZCA)", ("zca",),
         "svd.scores",
         "You returned the whitened scores. ZCA also multiplies them by Vᵀ: `Z / np.sqrt(values) @ V.T`.",
         "The whitened scores are coordinates along the components; ZCA returns coordinates along the features."),
)
# kernel matrices and kernel PCA, whose values `forms` computes
_OF_KERNELS = (
    _row("kernel-not-centred", "does not centre the kernel matrix", _KERNELS, "centering.idempotent",
         "Take the eigenvectors of the centred kernel matrix HKH, with H = I − 11ᵀ/n: "
         "`K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()`.",
         "The images of the samples need not have mean 0, even if the data have mean 0.",
         breaks=("kernel_scores.centred",)),
    _row("kernel-centred-on-one-side", "centres the kernel matrix on one side only", _KERNELS, "centering.idempotent",
         "You subtracted the means of the columns or of the rows, but not both: "
         "`K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()`.",
         "K contains products of two samples, and the mean must be subtracted from both: HKH.",
         breaks=("kernel_scores.centred",)),
    _row("gamma-inverted", "divides by γ instead of multiplying by it", _KERNELS, "svd.read-twice",
         "The kernel is exp(−γ‖x − y‖²). You divided the squared distance by γ (or by 2γ²), as if γ were a width.",
         "γ is the reciprocal of a squared width: a large γ means a narrow kernel."),
    _row("gamma-left-out", "omits γ in the kernel", _KERNELS, "svd.read-twice",
         "The kernel is exp(−γ‖x − y‖²). You used γ = 1.",
         "γ determines how close two samples must be to count as similar."),
    _row("gamma-off-by-two", "is off by a factor of 2 in the exponent of the kernel", _KERNELS, "svd.read-twice",
         "The kernel is exp(−γ‖x − y‖²). For a width σ, γ = 1/(2σ²): the squared distance is divided by 2σ², and not "
         "by σ² or 4σ². Your kernel has 2γ or γ/2 instead of γ.",
         "γ determines how close two samples must be to count as similar."),
    _row("distances-not-squared", "uses distances instead of squared distances in the kernel", _KERNELS,
         "svd.read-twice",
         "The kernel is exp(−γ‖x − y‖²). You left out the square.",
         "Without the square it is another kernel, which has a kink at 0."),
    _row("constant-left-out", "omits the constant in the polynomial kernel", _KERNELS, "svd.read-twice",
         "The kernel is (γxᵀy + c)^d. You left out c.",
         "Without c the kernel contains only products of degree d, and none of lower degree."),
    _row("kernel-vectors-not-scaled", "returns the unit eigenvectors of the kernel matrix as scores", _KERNEL_SCORES,
         "svd.scores",
         "Multiply each eigenvector by the root of its eigenvalue: `vectors * np.sqrt(values)`.",
         "The variance of the scores of a component is given by its eigenvalue: the eigenvectors are U, and the "
         "scores are US."),
    _row("kernel-vectors-times-values",
         "multiplies the eigenvectors of the kernel matrix by the eigenvalues instead of their roots", _KERNEL_SCORES,
         "svd.scores",
         "Multiply each eigenvector by the root of its eigenvalue: `vectors * np.sqrt(values)` (or divide the "
         "eigenvectors by that root before you multiply K by them).",
         "The eigenvalues are squares of singular values, and the scores are US."),
    _row("kernel-vectors-divided",
         "returns the eigenvectors of the kernel matrix divided by the roots of the eigenvalues", _KERNEL_SCORES,
         "svd.scores",
         "The eigenvectors divided by √λ are the coefficients. The scores are K times the coefficients, which is "
         "`vectors * np.sqrt(values)`.",
         "Coefficients combine the samples; scores are the coordinates of a sample."),
)
# slips in one line
_SLIPS = (
    _row("changes-its-input", "modifies the data passed to it", AT, "centering.centred-data",
         "A line such as `X -= …`, `X /= …` or `X[...] = …` writes into the caller's array. Create a new array "
         "instead: `Xc = X - {mean}`.",
         "The caller still needs the data, and a second call should give the same result."),
    _slip("wrong-variable", "uses the wrong variable",
          "Centring, sorting or slicing gives a new array. A line that continues with the old array omits this step."),
    _slip("wrong-axis", "works along the wrong axis",
          "An operation along axis 0 runs down each column, along axis 1 through each row. Without an axis it uses "
          "all entries together.",
          "moments.orientation"),
    _slip("wrong-side", "uses the transpose of the right matrix",
          "Rows and columns have different meanings. Write down the meaning of both for each matrix.",
          "moments.orientation"),
    _slip("wrong-part", "takes the wrong part of an array",
          "`A[i]` and `A[:k]` are rows, `A[:, i]` and `A[:, :k]` are columns. Indices start at 0, and a slice ends "
          "before its second number.",
          "moments.orientation"),
    _slip("wrong-order", "sorts in the wrong direction",
          "The components are ordered from the most variance to the least, but sorting goes from the smallest to the "
          "largest.",
          "spectral.quadratic-form-at-eigenvector"),
    _slip("wrong-comparison", "compares in the wrong direction",
          "Read the comparison aloud with the numbers of the small example."),
    _slip("wrong-length", "uses the wrong length",
          "The numbers of samples and of features differ. A loop that confuses the two omits something or runs too "
          "far."),
    _slip("original-meant", "continues with a changed array instead of the original one",
          "Centring, sorting or slicing gives a new array."),
    _slip("round-too-few", "omits a round of a loop", "`range(n)` goes from 0 to n - 1."),
    _slip("round-too-many", "runs one round of a loop too many", "`range(n)` goes from 0 to n - 1."),
    _slip("wrong-operator", "uses the wrong operator", "It computes something else."),
    _slip("wrong-function", "calls the wrong function", "It computes something else."),
    _slip("wrong-number", "uses the wrong number", "One more or one less is another result."),
    _slip("arguments-exchanged", "exchanges two arguments", "The order of the two arguments matters."),
    _slip("step-too-many", "contains a step that should be omitted", "This step changes the result."),
    _slip("step-missing", "leaves a step out", "Without this step the result differs."),
    _slip("steps-out-of-order", "does two steps in the wrong order",
          "The second step uses what the first one changes."),
    _slip("overwritten-in-loop", "overwrites a sum in each round of a loop",
          "After the loop only the value of the last round remains."),
    _slip("returns-in-loop", "returns in the first round of a loop",
          "`return` ends the function at once, so the other rounds are never run."),
)
# functions and methods, which the text shows
_METHODS = (
    _row("method-without-self", "has a method without the parameter self", AT, "algorithms.transform-shape",
         "The first parameter of a method is the object itself, `self`.",
         "Python passes the object as the first argument of each method."),
    _row("all-results-for-one", "continues with all results of a function where one of them is meant", AT,
         "algorithms.transform-shape",
         "A function that returns several results returns a tuple. Take it apart: `Xc, mean = center(X)`.",
         "A tuple of arrays is no array, and takes part in no product."),
    _row("from-outside", "uses a variable from outside of the function instead of its parameter", AT,
         "algorithms.transform-shape",
         "A function should take its data from its parameters, because it is called with other data.",
         "A variable of the file or notebook has one value, whatever the function is called with."),
    _row("mean-still-changing", "sums products of deviations from a mean that is still changing", AT,
         "centering.centred-data",
         "In a single pass keep the mean from before each update, and multiply the deviations from the old mean by "
         "those from the new one: `S += (B - old).T @ (B - mean)`. Or compute the mean first, in a pass of its own.",
         "Earlier samples entered the sum with another mean than later ones."),
    _row("truncated-svd", "uses TruncatedSVD, which does not centre the data", AT, "explained.uncentred-scores",
         "Use `sklearn.decomposition.PCA`, or subtract the mean of each feature first and project the same centred "
         "data.",
         "The SVD of the data gives the principal components only if the mean of each feature is 0."),
    _row("attribute-without-self", "uses an attribute of the object without self", AT, "algorithms.transform-shape",
         "The class uses this value as an attribute. Write `self.` before its name here, too.",
         "Without `self` Python looks for a variable, and variables of one method do not exist in another."),
)
# fmt: on

CATALOGUE: dict[str, Misconception] = {
    item.name: item
    for item in (
        *_CENTRING, *_COMPONENTS, *_OF_SCORES, *_NUMBERS, *_RECONSTRUCTION, *_WHITENING, *_OF_KERNELS, *_SLIPS,
        *_METHODS,
    )
}  # fmt: skip
"""Name -> misconception. If two fit equally well, the earlier one is named."""
SLIPS = tuple(item.name for item in _SLIPS)
OF_FILE = tuple(item.name for item in _METHODS)
"""Mistakes in functions and methods, which may be in another function than the one that the task calls first."""
