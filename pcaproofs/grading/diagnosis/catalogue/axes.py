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
_ROWS += tuple(way | {"turned": "components"} for way in _ROWS)
_ROWS += ({"project": "rows"}, {"project": "rows", "reconstruct": "no mean"})

AXES = (
    Misconception(
        name="swapped-unpacking",
        title="takes the eigenvalues for the eigenvectors and the eigenvectors for the eigenvalues",
        hint="`np.linalg.eig` and `np.linalg.eigh` return the eigenvalues first: `values, vectors = "
        "np.linalg.eigh(C)`. You unpack them the other way round, so what you call vectors are the values.",
        why="An eigenvalue is a number, an eigenvector has an entry for each feature; nothing that is done with one "
        "makes sense with the other.",
        claim="stationarity.eigenvector",
        at=_AXES,
    ),
    Misconception(
        name="argsort-of-vectors",
        title="sorts by the eigenvectors instead of the eigenvalues",
        hint="`np.argsort` gets the matrix of eigenvectors, which it sorts row by row. The order is that of the "
        "eigenvalues: `order = np.argsort(values)[::-1]`.",
        why="Which components hold the most variance is told by their eigenvalues alone.",
        claim="stationarity.every-eigenvector",
        at=_AXES,
    ),
    Misconception(
        name="order-of-reversed",
        title="asks for the order of the reversed eigenvalues",
        hint="`np.argsort(values[::-1])` gives places in the reversed array, which are not places in `values`. "
        "Sort first and turn round then: `np.argsort(values)[::-1]`.",
        why="The i-th place of the reversed array is another eigenvalue's in the array that you index with it.",
        claim="spectral.quadratic-form-at-eigenvector",
        at=_AXES,
        ways=({"solve": "order of reversed, eig"}, {"solve": "order of reversed, turned, eig"}),
    ),
    Misconception(
        name="rows-for-columns",
        title="takes rows of the eigenvector matrix for its columns",
        hint="You took rows of the eigenvector matrix; eigenvectors are its columns. With V from `np.linalg.eigh` the "
        "first k are {W}, not {wrong_W} (an SVD gives Vᵀ, so there they are the rows of Vt).",
        why="Only for the columns v of V is Cv = λv; a row holds the i-th entry of every eigenvector.",
        claim="spectral.basis-to-itself",
        at=("components", "scores"),
        ways=_ROWS,
    ),
    Misconception(
        name="reshaped-for-transposed",
        title="reshapes the component matrix where it should be transposed",
        hint="`reshape` keeps the numbers in their order and cuts them into other rows, so that entries of several "
        "eigenvectors are mixed. To make columns of rows write `.T`.",
        why="The transpose has the entry of row i and column j in row j and column i; reshaping moves it elsewhere.",
        claim="moments.orientation",
        at=("components", "scores"),
        ways=tuple(
            {step: kind, **turned}
            for step in ("axes", "show")
            for kind in ("reshaped", "transposed reshaped")
            for turned in ({}, {"turned": "components"})
        ),
    ),
    Misconception(
        name="rows-sorted",
        title="sorts the rows of the eigenvector matrix instead of its columns",
        hint="You put the rows of the eigenvector matrix in order: `V[order]` or `V[::-1]`. The eigenvectors are its "
        "columns: `V[:, order]` or `V[:, ::-1]`.",
        why="Exchanging rows exchanges features inside every eigenvector, and none of them is one any more.",
        claim="spectral.quadratic-form-at-eigenvector",
        at=("components",),
        ways=({"solve": "rows reversed"}, {"solve": "rows sorted, eig"}, {"solve": "rows and columns reversed"}),
    ),
    Misconception(
        name="smallest-components",
        title="keeps the components with the least variance",
        hint="`np.linalg.eigh` and `np.argsort` go from the smallest to the largest. Turn the order round before you "
        "take the first k: `order = np.argsort(values)[::-1]`.",
        why="The k eigenvectors of the largest eigenvalues hold the most variance; those of the smallest the least.",
        claim="trace-objective.ky-fan",
        at=_AXES,
        ways=({"solve": "ascending"}, {"select": "last"}, {"select": "last first"}),
    ),
    Misconception(
        name="ascending-order",
        title="gives the right components in ascending order",
        hint="You kept the right components, but the one with the least variance comes first. Turn them round: "
        "`V[:, -k:][:, ::-1]`.",
        why="The first component is the direction of most variance.",
        claim="spectral.quadratic-form-at-eigenvector",
        at=_AXES,
        ways=({"solve": "ascending", "select": "last"},),
    ),
    Misconception(
        name="eig-unsorted",
        title="leaves the eigenvectors in the order in which the solver gives them",
        hint="`np.linalg.eig` gives eigenvalues in no particular order. Sort them, and the columns of V with them: "
        "`order = np.argsort(values)[::-1]; V = V[:, order]`.",
        why="Which components hold the most variance is told by their eigenvalues alone, not by their places.",
        claim="stationarity.every-eigenvector",
        at=_AXES,
        ways=({"solve": "unsorted"}, {"solve": "unsorted reversed"}),
    ),
    Misconception(
        name="cut-before-sorted",
        title="takes the first k eigenvectors before it sorts them",
        hint="You sort, but only the k pairs that you had taken before. Sort all of them first, and then take k: "
        "`order = np.argsort(values)[::-1]; V = V[:, order][:, :k]`.",
        why="`np.linalg.eig` gives eigenvalues in no particular order, so the largest need not be among the first k.",
        claim="stationarity.every-eigenvector",
        at=_AXES,
        ways=({"solve": "unsorted", "select": "first, then sorted"},),
    ),
    Misconception(
        name="values-sorted-alone",
        title="sorts the eigenvalues but not the eigenvectors",
        hint="You sorted the eigenvalues and left the eigenvectors as they were. Put both in the same order: "
        "`values[order]` and `V[:, order]`.",
        why="The i-th eigenvalue belongs to the i-th column; sorting one alone pairs them wrongly.",
        claim="spectral.quadratic-form-at-eigenvector",
        at=("components",),
        ways=({"solve": "values sorted, eig"}, {"solve": "values sorted, eigh"}, {"select": "first, turned round"}),
    ),
    Misconception(
        name="vectors-sorted-alone",
        title="sorts the eigenvectors but not the eigenvalues",
        hint="You sorted the eigenvectors and left the eigenvalues as they were. Put both in the same order: "
        "`values[order]` and `V[:, order]`.",
        why="The i-th eigenvalue belongs to the i-th column; sorting one alone pairs them wrongly.",
        claim="spectral.quadratic-form-at-eigenvector",
        at=("explained_variance", "explained_variance_ratio"),
        ways=({"solve": "vectors sorted"}, {"solve": "vectors sorted, eig"}),
    ),
    Misconception(
        name="sorted-by-ranks",
        title="applies the sorting order in the wrong direction",
        hint="`np.argsort` tells which entry comes first, second, …; you used it as if it told each entry's rank "
        "(or applied it twice). `values[order]` and `V[:, order]` once are enough.",
        why="The order and its inverse are the same only by accident.",
        claim="spectral.quadratic-form-at-eigenvector",
        at=_AXES,
        ways=({"solve": "sorted twice"},),
    ),
    Misconception(
        name="first-component-skipped",
        title="leaves the first component out",
        hint="Your components begin with the second one. Counting starts at 0: {W}.",
        why="The first component holds the most variance of all.",
        claim="trace-objective.ky-fan",
        at=_AXES,
        ways=({"select": "but the first"}, {"select": "second to k"}),
    ),
    Misconception(
        name="same-component-again",
        title="finds the first component again and again",
        hint="Every component is the first one. After each, take its part out of the data (or of the matrix: "
        "C - λ·w wᵀ) before you look for the next.",
        why="What is largest stays largest until it is taken out.",
        claim="deflation.deflated-covariance",
        at=_AXES,
        ways=({"select": "first repeated"},),
    ),
    Misconception(
        name="deflated-wrongly",
        title="takes the wrong part out of the matrix before it looks for the next component",
        hint="After each component w of eigenvalue λ take `λ * np.outer(w, w)` out of the matrix (w of length 1): λ "
        "times the matrix of all products of entries.",
        why="What is left has the same eigenvectors, and the eigenvalue 0 in place of λ.",
        claim="deflation.deflated-covariance",
        at=_AXES,
    ),
    Misconception(
        name="fixed-number-of-components",
        title="returns a fixed number of components, whatever k is",
        hint="The number of components is written into your code. Use k.",
        why="How many components are kept is for the caller to say.",
        claim="trace-objective.ky-fan",
        at=("components", "explained_variance", "scores", "explained_variance_ratio"),
        ways=({"select": "two"}, {"select": "one"}, {"select": "three"}, {"select": "two at most"}),
    ),
    Misconception(
        name="all-components",
        title="returns all components instead of the first k",
        hint="You returned all components. Only the first k are asked for: {W}.",
        why="With all components nothing is reduced, and the reconstruction is the data themselves.",
        claim="algorithms.transform-shape",
        at=("components", "explained_variance", "scores", "explained_variance_ratio"),
        ways=({"select": "all"},),
    ),
    Misconception(
        name="one-component-off",
        title="returns one component too many or too few",
        hint="You return k + 1 or k − 1 components: a slice [:k] holds exactly k.",
        why="The subspace asked for has k dimensions.",
        claim="algorithms.transform-shape",
        at=("components", "explained_variance", "scores", "explained_variance_ratio"),
        ways=({"select": "fewer"}, {"select": "more"}),
    ),
    Misconception(
        name="components-scaled",
        title="scales the components by their variances or standard deviations",
        hint="Your components are multiplied by (roots of) their eigenvalues, or divided by them. Components are "
        "directions: leave the eigenvectors at length 1.",
        why="Only for components of length 1 is WWᵀ a projection, and only then are scores lengths.",
        claim="equivalence.any-scale-solves",
        at=("components",),
        ways=(
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
        title="does not bring the components to length 1",
        hint="Your components do not have length 1. Divide each one by its length: `w / np.linalg.norm(w)`.",
        why="A multiple of a direction is the same direction, but scores and projections with it come out wrong.",
        claim="equivalence.any-scale-solves",
        at=("components",),
        ways=({"axes": "largest entry one"}, {"axes": "sum one"}, {"show": "largest entry one"}),
    ),
    Misconception(
        name="rows-normalised",
        title="normalises the rows of the component matrix instead of its columns",
        hint="You divided along the wrong axis: each component should have length 1, so divide W by "
        "`np.linalg.norm(W, axis=0)`.",
        why="Components are columns here; changing rows by different factors turns them.",
        claim="projection.from-basis",
        at=("components",),
        ways=({"axes": "rows of length one"},),
    ),
    Misconception(
        name="absolute-values",
        title="takes absolute values of the components",
        hint="You took absolute values of the entries. The sign of a whole component is free, those of its "
        "entries among each other are not.",
        why="Which features move together and which against each other is in those signs.",
        claim="stationarity.eigenvector",
        at=("components", "scores"),
        ways=({"axes": "absolute"}, {"show": "absolute"}, {"rescale": "absolute"}, {"finish": "absolute"}),
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
        ways=(
            {"axes": "left"},
            {"show": "left"},
            {"axes": "left", "centre": "never"},
            {"matrix": "gram"},
            {"matrix": "gram", "centre": "never"},
        ),
    ),
    Misconception(
        name="components-on-their-side",
        title="hands the components over on their side",
        hint="Your components are right, but transposed: the assignment asks for the other orientation. Return `W.T`.",
        why="A k×p matrix and a p×k matrix are not the same, though they hold the same numbers.",
        claim="moments.orientation",
        at=("components",),
        ways=({"turned": "components"},),
    ),
    Misconception(
        name="fixed-number-of-features",
        title="takes the number of features for a fixed number",
        hint="The number of features is written into your code. Take it from the data: `X.shape[{feature_axis}]`.",
        why="The same function should work for data with any number of features.",
        claim="moments.orientation",
        at=("mean", "centered", "covariance", "components"),
    ),
    Misconception(
        name="fixed-number-of-samples",
        title="takes the number of samples for a fixed number",
        hint="The number of samples is written into your code. Take it from the data: {n}.",
        why="The same function should work for any number of samples.",
        claim="moments.orientation",
        at=("mean", "centered", "covariance", "components"),
    ),
    Misconception(
        name="eig-for-symmetric",
        title="uses a solver that does not know that the covariance matrix is symmetric",
        hint="`np.linalg.eig` is for any square matrix: where variances are equal its eigenvectors need not be "
        "orthogonal, and they may come out complex. Use `np.linalg.eigh`, which keeps to symmetric matrices.",
        why="A symmetric matrix has real eigenvalues and an orthonormal basis of eigenvectors, which a solver has to "
        "look for where eigenvalues are equal.",
        claim="spectral.spectral-theorem",
        at=("components", "scores"),
    ),
    Misconception(
        name="sorts-pairs-without-key",
        title="sorts pairs of a number and a vector without saying by what",
        hint="Python compares the vectors where two numbers are equal, which stops with an error. Name what to sort "
        "by: `pairs.sort(key=lambda pair: pair[0], reverse=True)`, or use `np.argsort(values)[::-1]`.",
        why="Tuples are compared entry by entry, and of two arrays neither is the smaller one.",
        claim="spectral.spectral-theorem",
        at=("components", "scores"),
    ),
    Misconception(
        name="inaccurate",
        title="comes close, but not close enough",
        hint="Your values are near the right ones. An iteration that stops too early (raise the number of rounds, "
        "tighten the test), low precision or rounding does this.",
        why="An iteration nears the eigenvector by the ratio of two eigenvalues each round: slowly where they are "
        "close.",
        claim="deflation.same-as-eigh",
        at=_AXES,
    ),
    Misconception(
        name="results-exchanged",
        title="returns its results in another order than the assignment takes them",
        hint="Your results are not in their places. The assignment takes them like this: {call}",
        why="Results are taken by their places.",
        claim="moments.orientation",
        at=("components", "explained_variance", "scores"),
    ),
    Misconception(
        name="selects-features",
        title="selects features instead of finding directions",
        hint="You kept k of the features. Components mix all features: they are eigenvectors of {cov}.",
        why="The direction of most variance lies along a feature only by accident.",
        claim="explained.selects-features",
        at=("components", "scores"),
        ways=({"axes": "features"}, {"axes": "first features"}),
    ),
)
