"""Which evidence is believed: what the text shows, what it cannot show, and what runs show once it is changed."""

import dataclasses

import numpy as np
import pytest

from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import CATALOGUE, diagnose
from pcaproofs.grading.diagnosis.forms import FORMS, FormSetting
from pcaproofs.grading.diagnosis.search import TRACES, computes, is_possible
from pcaproofs.grading.diagnosis.symptoms import of_exchange
from pcaproofs.grading.judge import Conventions, facts_of
from pcaproofs.grading.parsing.source import Source
from pcaproofs.grading.parsing.suspects import Text, read
from pcaproofs.grading.parsing.suspects.syntax import words_of
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission import code

from ..table.local import Entry, LocalRerun, run_all
from ..table.right import RIGHT
from ..table.styles import STYLES
from ..table.unusual import UNUSUAL
from .test_out_of_time import TooSlow

SWAPPED = """
import numpy as np
def pca(X, k):
    Xc = X - X.mean()
    vectors, values = np.linalg.eig(np.cov(Xc.T))
    W = vectors[:, np.argsort(values)[::-1]][:, :k]
    return W, Xc @ W
"""
ENTRY = Entry(SWAPPED, "W = pca(X, k)[0]\nZ = pca(X, k)[1]", {"components": "W", "scores": "Z"})
ALONE = Entry("", "W = pca(X, k)", {"components": "W"})


def names(entry: Entry, again: type[LocalRerun] = LocalRerun) -> list[str]:
    found = diagnose(None, run_all(entry, datasets(5)), again(entry))
    return found.name.split("+") if found else []


def test_no_change_of_one_line_is_sought_in_code_that_computes_nothing() -> None:
    source = "import numpy as np\ndef pca(X, k):\n    return np.zeros((X.shape[1], k)) + X.min()\n"
    assert not computes(["mean", "components"], words_of(source))
    assert computes(["mean", "centered"], words_of(source))
    for entry in (*RIGHT.values(), *STYLES, *UNUSUAL.values()):
        assert computes(entry.roles, words_of(entry.source)), entry.source


EXCHANGED = """
import numpy as np
def pca(X, k):
    Xc = X - X.mean(axis=0)
    W = np.linalg.svd(Xc, full_matrices=False)[2][:k].T
    return W, Xc @ W
"""


@pytest.mark.parametrize(("line", "is_named"), [("[2][:k].T", True), ("[2][:k].T + 1", False), ("[0][:, :k]", False)])
def test_results_are_in_other_places_only_if_one_of_them_is_right(line: str, is_named: bool) -> None:
    """Shapes alone put values in other places, which may be wrong in every place."""
    entry = dataclasses.replace(ENTRY, source=EXCHANGED.replace("[2][:k].T", line))
    runs = []
    for run in run_all(entry, datasets(5)):
        order = dataclasses.replace(run.task.reading, exchanged={"components": "it is result 2 of those returned"})
        runs.append(dataclasses.replace(run, task=dataclasses.replace(run.task, reading=order)))
    assert (of_exchange(runs) is not None) == is_named


def test_mistakes_found_in_the_source_come_first() -> None:
    assert names(ENTRY) == ["swapped-unpacking", "grand-mean"]


def test_a_mistake_in_the_source_is_reported_alone_if_time_is_short() -> None:
    assert names(ENTRY, TooSlow) == ["swapped-unpacking"]


def test_a_line_that_is_never_run_is_no_mistake_of_the_program() -> None:
    unused = SWAPPED.replace("pca", "unused")
    used = "def pca(X, k):\n    return np.linalg.svd(X)[2][:k].T\n"
    assert names(dataclasses.replace(ALONE, source=unused + used)) == ["never-centred"]


def test_a_right_value_is_no_evidence_for_a_mistake() -> None:
    """Scores that are right, and do not agree with components that are not there."""
    source = """
import numpy as np
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        self.axes = abs(np.linalg.svd(X - self.mean)[2][:self.k]) * 0 + np.linalg.svd(X - self.mean)[2][:self.k]
    def transform(self, X):
        return (X - self.mean) @ self.axes.T
"""
    roles = {"components": "m.components", "scores": "Z"}
    entry = Entry(source, "m = PCA(k)\nm.fit(X)\nZ = m.transform(X)", roles, conventions={"components": "rows"})
    assert names(entry) == ["no-value"]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("np.abs(V)", ["absolute-values"]),
        ("np.fabs(V)", ["absolute-values"]),
        ("np.hypot(V, 0)", []),  # values alone do not tell absolute values from anything else that is positive
    ],
)
def test_values_are_believed_of_a_text_that_holds_the_operation(line: str, named: list[str]) -> None:
    source = f"""
import numpy as np
def pca(X, k):
    V = np.linalg.svd(X - X.mean(axis=0))[2][:k].T
    return {line}
"""
    assert names(dataclasses.replace(ALONE, source=source)) == named


def test_every_trace_is_one_of_a_way() -> None:
    variants = {change for item in CATALOGUE.values() for variant in item.variants for change in variant.items()}
    assert set(TRACES) <= variants
    assert all(words.split() for words in TRACES.values())


def test_words_are_parts_of_names_or_whole_ones() -> None:
    change = {"select": "first", "solve": "unsorted"}
    assert is_possible(change, frozenset({"eig"}))
    assert not is_possible(change, frozenset({"eigh"}))
    assert is_possible(change, None)
    assert is_possible({"centre": "median"}, frozenset({"nanmedian"}))
    assert is_possible({"ratio": "percent"}, read("r = 100 * s").words)
    assert is_possible({"finish": "rounded 2"}, read("r = f'{s:.2f}'").words)
    assert not is_possible({"finish": "rounded 2"}, read("# rounded\nr = 'round'").words)


def test_the_text_is_read_isolated_and_with_the_files_beside_it(top: Pool) -> None:
    source = Source(SWAPPED, "pca.py")
    found = code.text_of(top.run_all, source, {"own.py": b"def f(v):\n    return abs(v)\n", "data.bin": b"\xff"})
    assert found.suspects == read(SWAPPED).suspects
    assert found.words
    assert {"abs", "eig", "argsort"} <= found.words
    assert code.text_of(top.run_all, Source("(" * 10_000, "pca.py"), {}) == Text((), frozenset())


@pytest.mark.parametrize("role", FORMS)
@pytest.mark.parametrize("kernel", ["rbf", "polynomial"])
def test_no_form_is_right_and_all_have_a_name(role: str, kernel: str) -> None:
    rule = Conventions(kernel=kernel, gamma=0.05, epsilon=0.1, kernel_matrix="centred")  # type: ignore[arg-type]
    data = np.random.default_rng(0).normal(size=(8, 3)) * [1, 2, 4] + 5
    case = FormSetting(facts_of(data, 2, rule)[0], rule)
    forms = list(FORMS[role](case))
    assert len(forms) >= 2
    assert {name for form in forms for name in form.mistakes} <= set(CATALOGUE)
    assert all(form.mistakes for form in forms)
