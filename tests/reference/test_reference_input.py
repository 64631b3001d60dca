"""The door of the reference: what is refused, and in which words; what is read as numbers; what is left untouched."""

import numpy as np
import pytest

from pcaproofs.reference import PCA, center, centering_matrix, covariance, mean, pca

REAL = "should be real numbers (float, integer or bool)"
ROUTES = "'svd', 'covariance', 'gram', 'deflation', 'auto'"
X = np.array([[1.0, 2.0, 0.0], [3.0, 1.0, 1.0], [0.0, 5.0, 4.0], [2.0, 2.0, 2.0]])


def holed(value):
    A = X.copy()
    A[2, 1] = value
    return A


BAD_DATA = [
    (holed(np.nan), ValueError, "X: got NaN at row 2, column 1, but should be finite everywhere"),
    (holed(-np.inf), ValueError, "X: got an infinite value at row 2, column 1, but should be finite everywhere"),
    (X[0], ValueError, "X: got 1 axes, shape (3,), but should be 2 axes (samples and features)"),
    (X[None], ValueError, "X: got 3 axes, shape (1, 4, 3), but should be 2 axes (samples and features)"),
    (3.0, ValueError, "X: got 0 axes, shape (), but should be 2 axes (samples and features)"),
    (np.zeros((0, 3)), ValueError, "X: got no entries, shape (0, 3), but should be at least 1×1"),
    (np.zeros((3, 0)), ValueError, "X: got no entries, shape (3, 0), but should be at least 1×1"),
    ([[1, 2], [3]], ValueError, "X: got rows of different lengths, but should be a matrix"),
    (X + 0j, TypeError, f"X: got complex numbers, but {REAL}"),
    (
        X.astype(object),
        TypeError,
        f"X: got entries of dtype object, but {REAL}",
    ),
    ([["a", "b"]], TypeError, f"X: got entries of dtype <U1, but {REAL}"),
    (
        np.ma.masked_array(X, X > 4),
        TypeError,
        "X: got a masked array, but should be a plain array (masked entries have no value)",
    ),
    (X * 1e200, ValueError, "X: got data whose squares pass 1e308, but should be small enough for a finite variance"),
]


@pytest.mark.parametrize(("data", "error", "message"), BAD_DATA, ids=[row[2][:40] for row in BAD_DATA])
@pytest.mark.parametrize("function", [pca, covariance])
def test_bad_data_is_refused(function, data, error, message):
    with pytest.raises(error) as caught:
        function(data)
    assert str(caught.value) == message


BAD_OPTIONS = [
    ({"d": 0}, ValueError, "d: got 0, but should be from 1 to 3 (the smaller of n = 4 and p = 3)"),
    ({"d": 4}, ValueError, "d: got 4, but should be from 1 to 3 (the smaller of n = 4 and p = 3)"),
    ({"d": -1}, ValueError, "d: got -1, but should be from 1 to 3 (the smaller of n = 4 and p = 3)"),
    ({"d": 2.0}, TypeError, "d: got 2.0, but should be a whole number"),
    ({"d": True}, TypeError, "d: got True, but should be a whole number"),
    (
        {"route": "qr"},
        ValueError,
        f"route: got 'qr', but should be one of {ROUTES}",
    ),
    (
        {"route": None},
        ValueError,
        f"route: got None, but should be one of {ROUTES}",
    ),
    ({"rows": "columns"}, ValueError, "rows: got 'columns', but should be one of 'samples', 'features'"),
    ({"ddof": 2}, ValueError, "ddof: got 2, but should be 0 (divide by n) or 1 (divide by n − 1)"),
    ({"ddof": 0.5}, TypeError, "ddof: got 0.5, but should be a whole number"),
    ({"center": 1}, TypeError, "center: got 1, but should be True or False"),
]


@pytest.mark.parametrize(("options", "error", "message"), BAD_OPTIONS, ids=[str(row[0]) for row in BAD_OPTIONS])
def test_bad_options_are_refused(options, error, message):
    with pytest.raises(error) as caught:
        pca(X, **options)
    assert str(caught.value) == message


def test_one_sample_has_no_unbiased_variance():
    with pytest.raises(ValueError, match=r"^ddof: got 1 with n = 1, but should be 0 for fewer than 2"):
        pca(X[:1], ddof=1)
    assert pca(X[:1]).explained_variance.tolist() == [0.0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda r: r.transform(X[:, :2]), "X: got 2 features, but should be 3 as in the data that were analysed"),
        (lambda r: r.transform(holed(np.nan)), "X: got NaN at row 2, column 1, but should be finite everywhere"),
        (lambda r: r.inverse_transform(X), "Z: got 3 scores a sample, but should be 2, one for each component"),
        (lambda r: centering_matrix(0), "n: got 0, but should be at least 1"),
    ],
)
def test_bad_arguments_of_methods_are_refused(call, message):
    with pytest.raises(ValueError, match="got") as caught:
        call(pca(X, 2))
    assert str(caught.value) == message


WHOLE = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 0, 1]])
READINGS = [
    *(WHOLE.astype(kind) for kind in ("bool", "int8", "uint8", "int64", "uint64", "float16", "float32", "longdouble")),
    WHOLE.tolist(),
    np.asfortranarray(WHOLE),
    np.repeat(WHOLE, 2, axis=0)[::2],
]


@pytest.mark.parametrize("data", READINGS, ids=lambda data: str(getattr(data, "dtype", "list")))
@pytest.mark.parametrize("function", [pca, mean, center, covariance])
def test_every_kind_of_number_is_read_as_float64(function, data):
    got, expected = function(data), function(WHOLE.astype(float))
    if isinstance(got, PCA):
        got, expected = got.scores, expected.scores
    assert got.dtype == np.float64
    assert np.allclose(got, expected, rtol=0, atol=1e-15)


@pytest.mark.parametrize("route", ["svd", "covariance", "gram", "deflation", "auto"])
@pytest.mark.parametrize("around", [True, False])
@pytest.mark.parametrize("factor", [1.0, 1e-140, 1e140])
def test_input_is_never_changed_and_may_be_read_only(route, around, factor):
    A = X * factor
    before = A.copy()
    A.setflags(write=False)
    result = pca(A, route=route, center=around)
    result.transform(A)
    assert np.array_equal(A, before)
    assert not any(np.shares_memory(A, value) for value in vars(result).values() if isinstance(value, np.ndarray))


def test_a_result_cannot_be_changed():
    result = pca(X)
    with pytest.raises(AttributeError):
        result.mean = 0
    with pytest.raises(ValueError, match="read-only"):
        result.components[0, 0] = 1.0
