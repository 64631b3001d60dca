"""The calls that names suggest."""

import pytest

from pcaproofs.grading.proposal.callables import Class, SolutionFunction, callables
from pcaproofs.grading.proposal.calls import Setting, UnclearError, attempts, setups

# A definition, and the call that its names suggest.
SIGNATURES = {
    "pca(X, k)": "pca(X, k)",
    "pca(data, n_components)": "pca(X, k)",
    "pca(X, n_components=2)": "pca(X, k)",
    "pca(data, dims_rescaled_data=2)": "pca(X, k)",
    "pca(X, center=True, ncomp=2)": "pca(X, ncomp=k)",
    "pca(X, *, dim)": "pca(X, dim=k)",
    "pca(n, num_dims)": "pca(X, k)",
    "pca(stuff, k)": "pca(X, k)",
    "pca(A, pc_count)": "pca(X, k)",
    "pca(X, n_pcs)": "pca(X, k)",
    "pca(X, r)": "pca(X, k)",
    "pca(dataset, components=2)": "pca(X, k)",
    "pca(X, max_components)": "pca(X, k)",
    "recoverData(Z, U, K)": "recoverData(Z, W, k)",
    "projectData(X, U, K)": "projectData(X, V, k)",
    "covariance_matrix(Z)": "covariance_matrix(Xn)",
    "reconstruct(Z, W, mean)": "reconstruct(Z, W, mu)",
    "eig(cov_matrix)": "eig(C)",
    "project(X_centered, eigenvectors)": "project(Xc, W)",
    "pca(X, seed)": "pca(X, 0)",
    "pca(X, num_iters)": "pca(X, 1000)",
    "load(filename)": 'load("data.npy")',
    "project_image(image, U)": "np.array([project_image(x, W) for x in Xc])",
    "pca(X, var=0.95)": "pca(X, float(ratio.sum()) - 1e-9)",
    "rbf_kernel(X, sigma)": "rbf_kernel(X, (2 * gamma) ** -0.5)",
    "sort_eig(values, vectors)": "sort_eig(lam, V)",
}


def only(source: str) -> SolutionFunction | Class:
    (item,) = callables(source)
    return item


@pytest.mark.parametrize("signature", SIGNATURES)
def test_parameters_are_known_by_their_names(signature: str) -> None:
    item = only(f"def {signature}: pass")
    assert isinstance(item, SolutionFunction)
    assert attempts(item, Setting())[0].expression == SIGNATURES[signature]


@pytest.mark.parametrize(
    ("constructor", "made"), [("", "P()"), (", k", "P(k)"), (", n_components, seed", "P(k, 0)"), (", X", "P(X)")]
)
def test_constructors_get_the_data_only_where_they_ask_for_them(constructor: str, made: str) -> None:
    item = only(f"class P:\n  def __init__(self{constructor}): pass\n  def fit(self, X): pass")
    assert isinstance(item, Class)
    assert all(each.before[0] == f"m = {made}" for each in setups(item, ())[:2])


def test_arguments_of_a_constructor_are_not_guessed() -> None:
    item = only("class P:\n  def __init__(self, wish): pass\n  def fit(self, X): pass")
    assert isinstance(item, Class)
    with pytest.raises(UnclearError, match="what to pass for 'wish' is not clear"):
        setups(item, ())


def test_batches_are_handed_over_in_turn() -> None:
    item = only("class P:\n  def partial_fit(self, batch): pass")
    assert isinstance(item, Class)
    assert setups(item, ())[0].before == (
        "m = P()", "m.partial_fit(X[: len(X) // 2]); m.partial_fit(X[len(X) // 2 :])"
    )  # fmt: skip
