"""From a submission's runs to what its author is told."""

import dataclasses

import numpy as np
import pytest

from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import Diagnosis, diagnose, example_of, picture_of, shrink
from pcaproofs.grading.diagnosis.shown import small_data
from pcaproofs.verify.discovery import all_claims

from ..table.local import Entry, LocalRerun, run_all
from ..table.right import RIGHT
from ..table.wrong import WRONG

KNOWN = {"", *(claim.id for claim in all_claims())}
WZ = {"components": "W", "scores": "Z"}


def named(entry: Entry, seed: int = 0, situations: frozenset[str] = frozenset()) -> Diagnosis | None:
    return diagnose(None, run_all(entry, datasets(seed, situations)), LocalRerun(entry))


def names(entry: Entry, seed: int = 0) -> list[str]:
    found = named(entry, seed)
    return found.name.split("+") if found else []


PRINTED = """
def pca(X, k):
    cov = np.cov(X)
    w, v = np.linalg.eig(cov)
    w, v = sort_vecs(w, v, reverse=True)
    return v[:k]
"""
SORTER = """
def sort_vecs(w, v, reverse=False):
    order = np.argsort(w)
    order = order[::-1] if reverse else order
    return w[order], v[:, order]
"""


@pytest.mark.parametrize("components", ["rows", "columns", "either"])
@pytest.mark.parametrize("samples", ["rows", "columns"])
@pytest.mark.parametrize("before", ["", "import numpy as np\n", "import numpy as np\n" + SORTER])
def test_the_function_printed_in_note_003(before: str, samples: str, components: str) -> None:
    """Its rows are samples, which np.cov takes for variables; what it slices are rows of the eigenvector matrix."""
    entry = Entry(before + PRINTED, "W = pca(X, k)", {"components": "W"}, samples, {"components": components})
    found = names(entry)
    assert "rows-for-columns" in found
    assert ("covariance-of-samples" in found) == (samples == "rows")
    assert ("undefined-name" in found) == (SORTER not in before)


def pca(body: str, call: str = "W, Z = pca(X, k)", roles: dict[str, str] | None = None, **more: object) -> Entry:
    lines = "\n".join(f"    {line}" for line in body.strip().split("\n"))
    return Entry(f"import numpy as np\ndef pca(X, k):\n{lines}\n", call, roles or WZ, **more)  # type: ignore[arg-type]


EIGH = "Xc = X - X.mean(axis=0)\nlam, V = np.linalg.eigh(np.cov(Xc.T))\nlam, V = lam[::-1], V[:, ::-1]\n"
SEVERAL = {
    "eig-unsorted+uncentred-projection": pca(
        "lam, V = np.linalg.eig(np.cov(X.T))\nreturn V[:, :k], X @ V[:, :k]"
    ),
    "never-centred+smallest-components": pca("lam, V = np.linalg.eigh(X.T @ X)\nreturn V[:, :k], X @ V[:, :k]"),
    "standardised-unasked+uncentred-projection": pca(
        "A = (X - X.mean(0)) / X.std(0)\nW = np.linalg.svd(A)[2][:k].T\nreturn W, X @ W"
    ),
    "smallest-components+changes-its-input": pca(
        "X -= X.mean(0)\nlam, V = np.linalg.eigh(X.T @ X)\nreturn V[:, :k], X @ V[:, :k]"
    ),
    "uncentred-projection+singular-values-for-variances+ratio-of-the-kept": pca(
        EIGH + "s = np.sqrt(lam * (len(X) - 1))\nW = V[:, :k]\nreturn W, X @ W, s[:k], lam[:k] / lam[:k].sum()",
        "W, Z, lam, r = pca(X, k)",
        WZ | {"explained_variance": "lam", "explained_variance_ratio": "r"},
        conventions={"scale": "n-1"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SEVERAL)
def test_mistakes_made_together_are_all_named(name: str) -> None:
    for seed in range(2):
        found = named(SEVERAL[name], seed)
        assert found
        assert set(found.name.split("+")) == set(name.split("+"))
        assert [item.name for item in found.mistakes] == found.name.split("+")
        assert found.title == "; ".join(item.title for item in found.mistakes)


SYMPTOMS: dict[str, tuple[Entry, str]] = {
    "results-exchanged": (pca(EIGH + "return Xc @ V[:, :k], V[:, :k]"), "W, Z = pca(X, k)"),
    "other-number-of-components": (
        pca(EIGH + "m = X.shape[1] - 1\nreturn V[:, :m], Xc @ V[:, :m]"),
        "use k",
    ),
    "other-eigenvectors": (
        pca(
            EIGH + "o = [*range(0, k - 1), X.shape[1] - 1]\nreturn V[:, o]",
            "W = pca(X, k)",
            {"components": "W"},
        ),
        "np.argsort(values)",
    ),
    "not-finite": (pca(EIGH + "return V[:, :k], np.log(np.sqrt(Xc @ V[:, :k]))"), "divide by 0"),
    "complex-results": (pca(EIGH + "return V[:, :k] * 1j + 2, Xc @ V[:, :k]"), "np.linalg.eigh"),
    "no-value": (pca(EIGH + "return V[:, :k], None"), "return"),
    "does-not-use-the-data": (pca("return np.ones((X.shape[1], k)) * 0, np.zeros((len(X), k))"), "all 0"),
    "shapes-do-not-fit": (pca(EIGH + "return V[:, :k], Xc.T @ V[:, :k].T @ np.ones(7)"), "shapes"),
    "array-of-unequal-parts": (
        pca(EIGH + "pairs = np.array([(lam[i], V[:, i]) for i in range(len(lam))])\nreturn pairs, Xc"),
        "Keep pairs in a list",
    ),
    "stacks-a-generator": (pca(EIGH + "W = np.hstack(v for v in V.T[:k, :, None])\nreturn W, Xc @ W"), "brackets"),
    "stops-with-error": (pca("raise RuntimeError('no idea')"), "no idea"),
    "attribute-missing": (
        Entry("class PCA:\n    def __init__(self, k):\n        pass\n", "m = PCA(k).fit(X)", {"components": "m.W"}),
        "fit",
    ),
    "import-fails": (Entry("import no_such_module\n", "W = pca(X, k)", {"components": "W"}), "no_such_module"),
    "function-missing": (Entry("def other(X, k):\n    pass\n", "W = pca(X, k)", {"components": "W"}), "pca"),
    "undefined-name": (pca(EIGH + "return V[:, :kk], Xc"), "kk"),
    "index-out-of-range": (pca(EIGH + "return V[:, 99], Xc"), "index"),
    "matrix-not-fit": (pca("return np.linalg.inv(X.T @ X * 0), X"), "Singular"),
    "centred-along-wrong-axis": (pca("X = X - X.mean(axis=1)\nreturn X, X"), "X.mean(axis=0)"),
    "covariance-of-samples": (pca("W = np.linalg.eigh(np.cov(X))[1][:, :k]\nreturn W, X @ W"), "rowvar=False"),
    "projected-with-transpose": (pca(EIGH + "return V[:, :k], Xc @ V[:, :k].T"), "@ W"),
    "mean-without-its-axis": (
        pca("X = X - X.mean(axis=1)\nreturn X, X", samples="columns"),
        "keepdims=True",
    ),
}


@pytest.mark.parametrize("name", SYMPTOMS)
def test_symptoms_are_diagnosed(name: str) -> None:
    entry, words = SYMPTOMS[name]
    found = named(entry)
    assert found
    assert found.name.split("+")[0] == name
    assert words in found.hint
    assert {mistake.claim for mistake in found.mistakes} <= KNOWN


@pytest.mark.parametrize(
    ("body", "situation", "words"),
    [
        ("X -= X.mean(axis=0)", "data.integers", "on whole numbers"),
        ("np.linalg.cholesky(np.cov(X.T))", "data.few-samples", "fewer samples than features"),
        ("assert k < X.shape[1]", "data.all-components", "k is the number of features"),
    ],
)
def test_a_mistake_on_some_data_only_is_named(body: str, situation: str, words: str) -> None:
    found = named(pca(f"{body}\n{EIGH}return V[:, :k], Xc @ V[:, :k]"), 0, frozenset({situation}))
    assert found
    assert words in found.title


LEAKS = [
    "raise ValueError(f'SECRET {X[0, 0]}')",
    "raise NameError(\"name 'SECRET' is not defined\")",
    "raise type('SECRET', (Exception,), {})('SECRET')",
    "raise AttributeError('SECRET has no attribute')",
    "raise ModuleNotFoundError('SECRET')",
    "raise IndexError('index SECRET is out of bounds')",
    "raise ValueError('shapes (SECRET,) do not broadcast')",
    "np.zeros(len(X)) @ np.zeros(7)",
]


@pytest.mark.parametrize("body", LEAKS)
def test_an_error_on_hidden_data_tells_nothing_of_them(body: str) -> None:
    entry = pca(f"if len(X) > 8:\n    {body}\n{EIGH}return V[:, :k], Xc @ V[:, :k]")
    found = named(entry)
    assert found
    texts = [found.name, found.title, found.hint, found.why, *(str(mistake) for mistake in found.mistakes)]
    assert not any("SECRET" in text or "30" in text for text in texts)
    assert found.title.startswith("stops with") or found.name == "fixed-number-of-samples"
    assert "line" not in found.title


def follows(entry: Entry) -> set[str]:
    found = named(entry)
    assert found
    return set(found.follows)


def test_a_result_that_follows_from_a_mistake_is_right_given_the_mistake() -> None:
    rows = pca(EIGH + "W = V[:k].T\nreturn W, Xc @ W")
    lost = {"scores.variances", "scores.space"}
    assert lost <= follows(rows)
    assert not any(name.startswith("components") for name in follows(rows))  # the mistake itself costs its points
    steps = Entry(
        "def center(X):\n    return X - X.mean()\ndef covariance(A):\n    return A.T @ A / (len(A) - 1)\n",
        "Xc = center(X)\nC = covariance(Xc)",
        {"centered": "Xc", "covariance": "C"},
        conventions={"covariance": "n-1"},
    )
    assert follows(steps) == {"covariance.values"}
    both = pca(EIGH + "W = V[:k].T\nreturn W, X @ W")
    assert not follows(both) & {"scores.centred", "scores.variances"}  # two mistakes cost both
    alone = pca(EIGH + "return Xc @ V[:k].T", "Z = pca(X, k)", {"scores": "Z"})
    assert follows(alone) == set()  # something has to be lost


def test_names_of_a_task_are_in_what_follows() -> None:
    entry = pca(EIGH + "W = V[:k].T\nreturn W, Xc @ W")
    task = dataclasses.replace(entry.task, name="axes")
    runs = [dataclasses.replace(run, task=task) for run in run_all(entry, datasets(0))]
    found = diagnose(None, runs, LocalRerun(entry))
    assert found
    assert "axes: scores.space" in found.follows


PARTS = """
import numpy as np
def center(X):
    return {center}
def axes(A, k):
    lam, V = np.linalg.eigh(A.T @ A)
    return V[:, ::-1][:, :k]
def project(A, W):
    return {project}
"""
TASKS = {
    "center": ("A = center(X)", {"centered": "A"}),
    "axes": ("W = axes(X - X.mean(axis=0), k)", {"components": "W"}),
    "project": ("A = X - X.mean(axis=0)\nW = axes(A, k)\nZ = project(A, W)", {"scores": "Z"}),
    "all": ("A = center(X)\nW = axes(A, k)\nZ = project(A, W)", {"components": "W", "scores": "Z"}),
}


@pytest.mark.parametrize(
    ("center", "project", "wanted", "follow"),
    [
        ("X - X.mean(axis=0)", "A @ W", "", set()),
        ("X - X.mean()", "A @ W", "grand-mean", {"all"}),
        ("X - X.mean(axis=0)", "(A @ W).T", "scores-on-their-side", {"all"}),
        ("X - X.mean()", "(A @ W).T", "grand-mean+scores-on-their-side", {"all"}),
    ],
)
def test_a_mistake_costs_the_task_that_makes_it(center: str, project: str, wanted: str, follow: set[str]) -> None:
    source = PARTS.format(center=center, project=project)
    runs = []
    for name, (call, roles) in TASKS.items():
        entry = Entry(source, call, roles)
        task = dataclasses.replace(entry.task, name=name)
        runs += [dataclasses.replace(run, task=task) for run in run_all(entry, datasets(0))]
    found = diagnose(None, runs, LocalRerun(entry))
    assert (found.name if found else "") == wanted
    assert {name.split(": ")[0] for name in (found.follows if found else ())} == follow


def test_faults_of_the_grader_are_not_looked_at() -> None:
    entry = WRONG["smallest"]
    runs = run_all(entry, datasets(0))
    fault = dataclasses.replace(runs[0].outcome, status="grader-fault", roles={})
    found = diagnose(
        None, [dataclasses.replace(runs[0], outcome=fault, roles={}, findings=()), *runs[1:]], LocalRerun(entry)
    )
    assert found
    assert found.name == "smallest-components"
    assert (
        diagnose(None, [dataclasses.replace(runs[0], outcome=fault, roles={}, findings=())], LocalRerun(entry)) is None
    )


SMALL = [
    "smallest",
    "rows of the eigenvector matrix",
    "projects uncentred data",
    "ratio of the kept",
    "rounded",
    "U for V",
    "reconstruction without the mean",
    "standardises unasked",
    "no return",
    "two components always",
]


@pytest.mark.parametrize("name", SMALL)
def test_the_example_is_small_and_fails(name: str) -> None:
    entry = WRONG[name]
    again = LocalRerun(entry)
    runs = run_all(entry, datasets(0))
    small = shrink(runs, again)
    assert small
    example = example_of(small)
    assert len(example.X) <= 4
    assert len(example.X[0]) <= 3
    assert all(value == int(value) and abs(value) <= 7 for row in example.X for value in row)
    (run,) = again.many(entry.task, [(np.array(example.X), example.k)])
    assert not run.ok
    assert example.role in entry.roles
    assert example.expected != example.got
    assert not any(np.array_equal(example.X, run.data.X) for run in runs if not run.data.visible)


def test_the_example_is_the_same_whatever_the_hidden_data_are() -> None:
    for name in ("smallest", "eig unsorted"):
        entry = WRONG[name]
        found = [shrink(run_all(entry, datasets(seed)), LocalRerun(entry)) for seed in (0, 1)]
        assert found[0]
        assert found[1]
        assert example_of(found[0]) == example_of(found[1])


@pytest.mark.parametrize(
    ("body", "special"),
    [
        ("X -= 0.5 * X.mean(axis=0)", lambda X: X.dtype.kind == "i"),
        ("assert len(X) >= X.shape[1]", lambda X: X.shape[0] < X.shape[1]),
        ("assert X.max() < 1000", lambda X: X.max() > 1000),
        ("assert (np.ptp(X, axis=0) > 0).all()", lambda X: (np.ptp(X, axis=0) == 0).any()),
    ],
)
def test_small_data_are_special_in_each_way(body: str, special: object) -> None:
    assert callable(special)
    assert any(special(X) for X, _ in small_data())
    entry = pca(f"{body}\n{EIGH}return V[:, :k], Xc @ V[:, :k]")
    runs = run_all(entry, datasets(0, frozenset(SITUATIONS)))
    small = shrink(runs, LocalRerun(entry))
    if "0.5" in body:
        return  # changes its input: every data set shows it
    assert small
    assert special(small.run.data.X)


def test_a_mistake_that_does_not_depend_on_the_data_has_no_example() -> None:
    entry = WRONG["syntax error"]
    assert shrink(run_all(entry, datasets(0)), LocalRerun(entry)) is None
    right = RIGHT["svd"]
    assert shrink(run_all(right, datasets(0)), LocalRerun(right)) is None


@pytest.mark.parametrize(
    ("entry", "along"),
    [
        (RIGHT["svd"], 1.0),
        (RIGHT["scores only"], 1.0),
        (RIGHT["reconstruction only"], 1.0),
        (RIGHT["projection matrix"], 1.0),
        (RIGHT["components in rows"], 1.0),
        (RIGHT["features as rows"], 1.0),
        (WRONG["smallest"], 0.0),
        (WRONG["smallest, argsort not reversed"], 0.0),
    ],
)
def test_the_picture_shows_their_axis(entry: Entry, along: float) -> None:
    runs = run_all(entry, datasets(0))
    picture = picture_of(runs)
    assert picture
    assert abs(np.dot(picture.theirs, picture.right)) == pytest.approx(along, abs=1e-6)
    assert picture.points in [run.data.X.tolist() for run in runs if run.data.visible]


def test_the_picture_is_in_the_units_of_the_data_where_these_are_standardised() -> None:
    body = "A = (X - X.mean(0)) / X.std(0)\nW = np.linalg.svd(A)[2][:k].T\nreturn W, A @ W"
    for roles in ({"components": "W"}, {"scores": "Z"}):
        picture = picture_of(run_all(pca(body, roles=roles, conventions={"standardise": "n"}), datasets(0)))
        assert picture
        assert abs(np.dot(picture.theirs, picture.right)) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize(
    "source", ["def pca(X, k:\n", "import nothing_of_this_name\n", "def pca(X, k): return 1 / 0\n"]
)
def test_there_is_no_picture_of_what_gave_no_axis(source: str) -> None:
    entry = Entry(source, "W, Z = pca(X, k)", WZ)
    assert picture_of(run_all(entry, datasets(0))) is None
    given = dataclasses.replace(entry.task, roles={"scores": "Z"}, given={"W": "components"})
    runs = [dataclasses.replace(run, task=given) for run in run_all(RIGHT["svd"], datasets(0))]
    assert picture_of(runs) is None  # the axis would be the judge's own


STRANGE = [
    "return np.zeros((0, 0)), np.zeros((0,))",
    "return np.zeros((2, 0)), np.zeros((3, 1, 2))",
    "return 5, 'text'",
    "return np.full((X.shape[1], k), np.nan), np.inf",
    "return [[1, 2], [3]], {}",
    "return np.array(['a']), np.array([None])",
    "return np.ones(X.shape[1]) * 1e308, np.ones((len(X), k)) * 1e308",
    "return (np.ones((X.shape[1], k)) + 1j), np.zeros((len(X), k), dtype=bool)",
    "return np.ones((1,) * 8), np.float16(2)",
    "return np.iinfo(np.int64).min * np.ones((X.shape[1], k), dtype=np.int64), np.zeros((len(X), k), dtype=np.uint8)",
]


@pytest.mark.parametrize("body", STRANGE)
@pytest.mark.parametrize("components", ["rows", "columns", "either"])
def test_strange_values_break_nothing(body: str, components: str) -> None:
    entry = pca(body, conventions={"components": components})
    runs = run_all(entry, datasets(0))
    diagnose(None, runs, LocalRerun(entry))
    picture_of(runs)
    small = shrink(runs, LocalRerun(entry))
    assert small
    example_of(small)
