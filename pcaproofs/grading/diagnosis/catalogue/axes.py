"""Mistakes in the components: which eigenvectors, in which order, of which length."""

from pcaproofs.grading.diagnosis.catalogue.model import Misconception

_AXES = ("components", "explained_variance")
_ROWS: tuple[dict[str, str], ...] = (
    {"select": "rows"},
    {"select": "rows", "solve": "ascending"},
    {"select": "rows", "solve": "rows reversed"},
    {"select": "rows", "solve": "unsorted"},
    {"select": "rows", "solve": "rows sorted, eig"},
    {"select": "rows", "solve": "literal eig"},
    {"select": "rows", "solve": "literal eigh"},
    {"select": "rows, thin"},
    {"show": "rows"},
)
_ROWS += tuple(variant | {"turned": "components"} for variant in _ROWS)
_ROWS += ({"project": "rows"}, {"project": "rows", "reconstruct": "no mean"})

BY_SVD = Misconception(
    name="rows-for-columns",
    title="uses columns of Vᵀ instead of its rows",
    hint="`np.linalg.svd` returns Vᵀ, whose rows are the axes; you took its columns. The first k axes are {svd_W}, not "
    "{wrong_svd_W}.",
    why="X = U S Vᵀ, so each row of Vᵀ has an entry for each feature; a column holds one entry of every axis.",
    claim="spectral.basis-to-itself",
    at=("components", "scores"),
)
"""The same mistake in a program that takes the axes from an SVD of data with samples in rows."""

AXES = (
    Misconception(
        name="swapped-unpacking",
        title="confuses the eigenvalues with the eigenvectors",
        hint="`np.linalg.eig` and `np.linalg.eigh` return the eigenvalues first: `values, vectors = "
        "np.linalg.eigh(C)`. You unpack them the other way round, so what you call vectors are the values.",
        why="An eigenvalue is a number, and an eigenvector has an entry for each feature. They cannot be exchanged.",
        claim="stationarity.eigenvector",
        at=_AXES,
    ),
    Misconception(
        name="argsort-of-vectors",
        title="sorts by the eigenvectors instead of the eigenvalues",
        hint="`np.argsort` gets the matrix of eigenvectors, which it sorts row by row. The order is that of the "
        "eigenvalues: `order = np.argsort(values)[::-1]`.",
        why="Only the eigenvalues show which components have the most variance.",
        claim="stationarity.every-eigenvector",
        at=_AXES,
    ),
    Misconception(
        name="order-of-reversed",
        title="sorts the reversed eigenvalues",
        hint="`np.argsort(values[::-1])` gives positions in the reversed array, not in `values`. Sort first "
        "and reverse then: `np.argsort(values)[::-1]`.",
        why="Position i of the reversed array belongs to another eigenvalue in the original array.",
        claim="spectral.quadratic-form-at-eigenvector",
        at=_AXES,
        variants=({"solve": "order of reversed, eig"}, {"solve": "order of reversed, turned, eig"}),
    ),
    Misconception(
        name="rows-for-columns",
        title="uses rows of the eigenvector matrix instead of its columns",
        hint="You took rows of the eigenvector matrix; eigenvectors are its columns. With V from `np.linalg.eigh` the "
        "first k are {eigh_W}, or {W} of a sorted V, not {wrong_W} (an SVD returns Vᵀ, so there they are rows).",
        why="Only for the columns v of V is Cv = λv; a row holds the i-th entry of every eigenvector.",
        claim="spectral.basis-to-itself",
        at=("components", "scores"),
        variants=_ROWS,
    ),
    Misconception(
        name="reshaped-for-transposed",
        title="reshapes the component matrix instead of transposing it",
        hint="`reshape` keeps the order of the numbers and divides them into other rows, which mixes the "
        "entries of several eigenvectors. Use `.T` to turn rows into columns.",
        why="The transpose moves the entry in row i and column j to row j and column i. Reshaping moves it elsewhere.",
        claim="moments.orientation",
        at=("components", "scores"),
        variants=tuple(
            {step: kind, **turned}
            for step in ("axes", "show")
            for kind in ("reshaped", "transposed reshaped")
            for turned in ({}, {"turned": "components"})
        ),
    ),
    Misconception(
        name="rows-sorted",
        title="sorts the rows of the eigenvector matrix instead of its columns",
        hint="You sorted the rows of the eigenvector matrix: `V[order]` or `V[::-1]`. The eigenvectors are "
        "its columns: `V[:, order]` or `V[:, ::-1]`.",
        why="Exchanging rows exchanges features inside every vector, so the columns are no longer eigenvectors.",
        claim="spectral.quadratic-form-at-eigenvector",
        at=("components",),
        variants=({"solve": "rows reversed"}, {"solve": "rows sorted, eig"}, {"solve": "rows and columns reversed"}),
    ),
    Misconception(
        name="smallest-components",
        title="keeps the components with the least variance",
        hint="`np.linalg.eigh` and `np.argsort` sort from the smallest to the largest. Reverse the order "
        "before you take the first k: `order = np.argsort(values)[::-1]`.",
        why="The eigenvectors of the k largest eigenvalues have the most variance, and those of the smallest "
        "the least.",
        claim="trace-objective.ky-fan",
        at=_AXES,
        variants=({"solve": "ascending"}, {"select": "last"}, {"select": "last first"}),
    ),
    Misconception(
        name="ascending-order",
        title="returns the right components in ascending order",
        hint="You kept the right components, but the one with the least variance comes first. Reverse their "
        "order: `V[:, -k:][:, ::-1]`.",
        why="The first component is the direction of most variance.",
        claim="spectral.quadratic-form-at-eigenvector",
        at=_AXES,
        variants=({"solve": "ascending", "select": "last"},),
    ),
    Misconception(
        name="eig-unsorted",
        title="leaves the eigenvectors in the order in which the solver returns them",
        hint="`np.linalg.eig` returns eigenvalues in no particular order. Sort them together with the columns "
        "of V: `order = np.argsort(values)[::-1]; V = V[:, order]`.",
        why="Only the eigenvalues, not the positions, show which components have the most variance.",
        claim="stationarity.every-eigenvector",
        at=_AXES,
        variants=({"solve": "unsorted"}, {"solve": "unsorted reversed"}),
    ),
    Misconception(
        name="cut-before-sorted",
        title="takes the first k eigenvectors before it sorts them",
        hint="You sort only the k pairs that you selected before. Sort all pairs first, and then take k: "
        "`order = np.argsort(values)[::-1]; V = V[:, order][:, :k]`.",
        why="`np.linalg.eig` returns eigenvalues in no particular order, so the largest need not be among the first k.",
        claim="stationarity.every-eigenvector",
        at=_AXES,
        variants=({"solve": "unsorted", "select": "first, then sorted"},),
    ),
    Misconception(
        name="values-sorted-alone",
        title="sorts the eigenvalues but not the eigenvectors",
        hint="You sorted the eigenvalues but not the eigenvectors. Sort both in the same order: "
        "`values[order]` and `V[:, order]`.",
        why="The i-th eigenvalue belongs to the i-th column. Sorting only one of the two breaks this correspondence.",
        claim="spectral.quadratic-form-at-eigenvector",
        at=("components",),
        variants=({"solve": "values sorted, eig"}, {"solve": "values sorted, eigh"}, {"select": "first, turned round"}),
    ),
    Misconception(
        name="vectors-sorted-alone",
        title="sorts the eigenvectors but not the eigenvalues",
        hint="You sorted the eigenvectors but not the eigenvalues. Sort both in the same order: "
        "`values[order]` and `V[:, order]`.",
        why="The i-th eigenvalue belongs to the i-th column. Sorting only one of the two breaks this correspondence.",
        claim="spectral.quadratic-form-at-eigenvector",
        at=("explained_variance", "explained_variance_ratio"),
        variants=({"solve": "vectors sorted"}, {"solve": "vectors sorted, eig"}),
    ),
    Misconception(
        name="sorted-by-ranks",
        title="applies the sorting order in the wrong direction",
        hint="`np.argsort` gives the entry that comes first, second, …. You used it as the rank of each "
        "entry, or applied it twice. Apply it once: `values[order]` and `V[:, order]`.",
        why="A permutation and its inverse usually differ.",
        claim="spectral.quadratic-form-at-eigenvector",
        at=_AXES,
        variants=({"solve": "sorted twice"},),
    ),
    Misconception(
        name="first-component-skipped",
        title="leaves the first component out",
        hint="Your components begin with the second one. Indices start at 0: {W}.",
        why="The first component has the most variance of all.",
        claim="trace-objective.ky-fan",
        at=_AXES,
        variants=({"select": "but the first"}, {"select": "second to k"}),
    ),
    Misconception(
        name="same-component-again",
        title="finds the first component repeatedly",
        hint="Every component is the first one. After each component, remove its part from the data (or from "
        "the matrix: C - λ·w wᵀ) before you compute the next one.",
        why="The largest component remains the largest until it is removed.",
        claim="deflation.deflated-covariance",
        at=_AXES,
        variants=({"select": "first repeated"},),
    ),
    Misconception(
        name="deflated-wrongly",
        title="removes the wrong part from the matrix before computing the next component",
        hint="After each component w with eigenvalue λ, subtract `λ * np.outer(w, w)` from the matrix (w has "
        "length 1).",
        why="The remaining matrix has the same eigenvectors, with the eigenvalue 0 instead of λ.",
        claim="deflation.deflated-covariance",
        at=_AXES,
    ),
    Misconception(
        name="fixed-number-of-components",
        title="returns a fixed number of components, whatever k is",
        hint="Your code contains a fixed number of components. Use k.",
        why="The caller decides how many components are kept.",
        claim="trace-objective.ky-fan",
        at=("components", "explained_variance", "scores", "explained_variance_ratio"),
        variants=({"select": "two"}, {"select": "one"}, {"select": "three"}, {"select": "two at most"}),
    ),
    Misconception(
        name="all-components",
        title="returns all components instead of the first k",
        hint="You returned all components. Only the first k are asked for: {W}.",
        why="With all components nothing is reduced, and the reconstruction is the data themselves.",
        claim="algorithms.transform-shape",
        at=("components", "explained_variance", "scores", "explained_variance_ratio"),
        variants=({"select": "all"},),
    ),
    Misconception(
        name="one-component-off",
        title="returns one component too many or too few",
        hint="You return k + 1 or k − 1 components. The slice [:k] contains exactly k.",
        why="The requested subspace has k dimensions.",
        claim="algorithms.transform-shape",
        at=("components", "explained_variance", "scores", "explained_variance_ratio"),
        variants=({"select": "fewer"}, {"select": "more"}),
    ),
    Misconception(
        name="components-scaled",
        title="scales the components by their variances or standard deviations",
        hint="Your components are multiplied or divided by their eigenvalues or by the roots of these. "
        "Components are directions: keep the eigenvectors at length 1.",
        why="WWᵀ is a projection, and scores are lengths, only if the components have length 1.",
        claim="equivalence.any-scale-solves",
        at=("components",),
        variants=(
            {"axes": "loadings"},
            {"axes": "times singular values"},
            {"axes": "times variances"},
            {"axes": "whitening"},
            {"show": "loadings"},
            {"show": "times singular values"},
            {"show": "times variances"},
        ),
    ),
    Misconception(
        name="not-normalised",
        title="does not scale the components to length 1",
        hint="Your components do not have length 1. Divide each one by its length: `w / np.linalg.norm(w)`.",
        why="A multiple of a direction is the same direction, but it gives wrong scores and projections.",
        claim="equivalence.any-scale-solves",
        at=("components",),
        variants=({"axes": "largest entry one"}, {"axes": "sum one"}, {"show": "largest entry one"}),
    ),
    Misconception(
        name="rows-normalised",
        title="normalises the rows of the component matrix instead of its columns",
        hint="You divided along the wrong axis: each component should have length 1, so divide W by "
        "`np.linalg.norm(W, axis=0)`.",
        why="Components are columns here. Scaling the rows by different factors changes their directions.",
        claim="projection.from-basis",
        at=("components",),
        variants=({"axes": "rows of length one"},),
    ),
    Misconception(
        name="absolute-values",
        title="takes the absolute values of the components",
        hint="You took the absolute values of the entries. The sign of a whole component is free, but the "
        "relative signs of its entries are not.",
        why="These signs show which features vary together and which vary in opposite directions.",
        claim="stationarity.eigenvector",
        at=("components", "scores"),
        variants=({"axes": "absolute"}, {"show": "absolute"}, {"rescale": "absolute"}, {"finish": "absolute"}),
    ),
    Misconception(
        name="left-singular-vectors",
        title="returns vectors that have an entry for each sample",
        hint="Components have an entry for each feature: with `U, s, Vt = np.linalg.svd(Xc)` they are the first k "
        "{right_vectors}, eigenvectors of {scatter}. You took {left_vectors}, or eigenvectors of {gram}. Such a vector "
        "v gives a component once the data are multiplied by it: {from_gram}, divided by its length.",
        why="Components are directions among the features. The eigenvectors of the two products belong together, but "
        "are not the same.",
        claim="svd.eigenvectors",
        at=("components",),
        variants=(
            {"axes": "left"},
            {"show": "left"},
            {"axes": "left", "centre": "never"},
            {"matrix": "gram"},
            {"matrix": "gram", "centre": "never"},
        ),
    ),
    Misconception(
        name="components-on-their-side",
        title="returns the components transposed",
        hint="Your components are right, but transposed: the assignment asks for the other orientation. Return `W.T`.",
        why="A k×p matrix and a p×k matrix differ, although they contain the same numbers.",
        claim="moments.orientation",
        at=("components",),
        variants=({"turned": "components"},),
    ),
    Misconception(
        name="fixed-number-of-features",
        title="uses a fixed number instead of the number of features",
        hint="Your code contains a fixed number of features. Take the number from the data: `X.shape[{feature_axis}]`.",
        why="The same function should work for data with any number of features.",
        claim="moments.orientation",
        at=("mean", "centered", "covariance", "components"),
    ),
    Misconception(
        name="fixed-number-of-samples",
        title="uses a fixed number instead of the number of samples",
        hint="Your code contains a fixed number of samples. Take the number from the data: {n}.",
        why="The same function should work for any number of samples.",
        claim="moments.orientation",
        at=("mean", "centered", "covariance", "components"),
    ),
    Misconception(
        name="eig-for-symmetric",
        title="uses a solver for general matrices on the symmetric covariance matrix",
        hint="`np.linalg.eig` is for general square matrices. If variances are equal, its eigenvectors need "
        "not be orthogonal and may be complex. Use `np.linalg.eigh`, which is for symmetric matrices.",
        why="A symmetric matrix has real eigenvalues and an orthonormal basis of eigenvectors. For equal "
        "eigenvalues only a symmetric solver finds such a basis reliably.",
        claim="spectral.spectral-theorem",
        at=("components", "scores"),
    ),
    Misconception(
        name="sorts-pairs-without-key",
        title="sorts pairs of a number and a vector without a sort key",
        hint="If two numbers are equal, Python compares the vectors, which raises an error. Give a sort key: "
        "`pairs.sort(key=lambda pair: pair[0], reverse=True)`, or use `np.argsort(values)[::-1]`.",
        why="Tuples are compared entry by entry, and two arrays have no order.",
        claim="spectral.spectral-theorem",
        at=("components", "scores"),
    ),
    Misconception(
        name="inaccurate",
        title="comes close, but not close enough",
        hint="Your values are close to the right ones. Possible causes are an iteration that stops too early "
        "(use more rounds or a stricter test), low precision or rounding.",
        why="In each round the error of an iteration decreases by the ratio of two eigenvalues. If they are "
        "close, convergence is slow.",
        claim="deflation.same-as-eigh",
        at=_AXES,
    ),
    Misconception(
        name="results-exchanged",
        title="returns its results in a different order than the assignment expects",
        hint="Your results are in the wrong positions. The assignment expects: {call}",
        why="Results are identified by position.",
        claim="moments.orientation",
        at=("components", "explained_variance", "scores"),
    ),
    Misconception(
        name="selects-features",
        title="selects features instead of finding directions",
        hint="You kept k of the features. Components combine all features: they are the eigenvectors of {cov}.",
        why="The direction of most variance usually does not lie along a feature.",
        claim="explained.selects-features",
        at=("components", "scores"),
        variants=({"axes": "features"}, {"axes": "first features"}),
    ),
)
