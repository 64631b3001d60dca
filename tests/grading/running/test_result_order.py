"""The parts are judged apart: what is swapped, transposed or too long costs its form, and the rest is as it is."""

from dataclasses import replace
from typing import Any

import pytest

from pcaproofs.grading.assignment import Assignment, Rubric, Task
from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.engine import grade
from pcaproofs.grading.judge import CRITERIA, Conventions
from pcaproofs.grading.results.result import Scored
from pcaproofs.grading.results.score import score
from pcaproofs.grading.running.result_order import orders
from pcaproofs.grading.running.run import run_submission
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.code import code_of
from pcaproofs.grading.submission.submissions import Submission

START = """
import numpy as np
def pca(X, k):
    mu = X.mean(axis=0)
    Xc = X - mu
    lam, V = np.linalg.eigh(Xc.T @ Xc / (len(X) - 1))
    lam, V = lam[::-1], V[:, ::-1]
    W, r = V[:, :k], lam[:k] / lam.sum()
    return """
NAMES = {"W": "components", "lam": "explained_variance", "Z": "scores", "r": "explained_variance_ratio"}
FITS = frozenset(SITUATIONS) - {"data.constant-feature"}


def task_of(call: str, roles: dict[str, str], *, forms: bool = True, **more: Any) -> Task:
    names = [f"{role}.form" for role in roles if forms]
    names += [item.name for item in CRITERIA if item.applies(roles, Conventions())] + sorted(FITS)
    return Task(call=call, roles=roles, criteria=tuple(Rubric(criterion=name, points=1) for name in names), **more)


def unpacked(*names: str, **more: Any) -> Task:
    return task_of(f"{', '.join(names)} = pca(X, k)", {NAMES[name]: name for name in names}, **more)


WLZ = unpacked("W", "lam", "Z")
SLICED = task_of("W, lam = pca(X, k)", {"components": "W[:, :k]", "explained_variance": "lam[:k]"})
INDEXED = task_of("out = pca(X, k)", {"components": "out[0]", "explained_variance": "out[1]", "scores": "out[2]"})
FORMS = {role: f"{role}.form" for role in NAMES.values()}
W, LAM, Z, RATIO = (FORMS[role] for role in NAMES.values())

# What is returned, the task, and all criteria that lose points.
CASES: dict[str, tuple[str, Task, set[str]]] = {
    "as asked": ("W, lam[:k], Xc @ W", WLZ, set()),
    "two swapped": ("lam[:k], W, Xc @ W", WLZ, {W, LAM}),
    "all moved": ("Xc @ W, W, lam[:k]", WLZ, {W, LAM, Z}),
    "swapped, and taken by index": ("Xc @ W, lam[:k], W", INDEXED, {W, Z}),
    "swapped, where parts are taken": ("lam, V", SLICED, {W, LAM}),
    "swapped in an unpacking of all components": ("lam, V, Xc @ W", WLZ, {W, LAM}),
    "two numbers a component, swapped": ("W, r, lam[:k]", unpacked("W", "lam", "r"), {LAM, RATIO}),
    "swapped and on its side": ("lam[:k], W.T, Xc @ W", WLZ, {W, LAM}),
    "on its side": ("W.T, lam[:k], Xc @ W", WLZ, {W}),
    "scores on their side": ("W, lam[:k], (Xc @ W).T", WLZ, {Z}),
    "all components": ("V, lam[:k], Xc @ W", WLZ, {W}),
    "all of everything": ("V, lam, Xc @ V", WLZ, {W, LAM, Z}),
    "one more": ("V[:, :k + 1], lam[:k], Xc @ W", WLZ, {W}),
    "swapped, in a class": ("lam[:k], W\nclass M:\n    def fit(self, X, k):\n        return pca(X, k)",
        task_of("m = M(); W, lam = m.fit(X, k)", {"components": "W", "explained_variance": "lam"}), {W, LAM}),
    "swapped, for a call that goes on": ("lam[:k], W",
        task_of("W, lam = pca(X, k)\nZ = (X - X.mean(0)) @ W", {"components": "W", "scores": "Z"}), {W}),
    "one of several": ("Xc @ W, W", task_of("Z = pca(X, k)", {"scores": "Z"}), {Z}),
    "the second of several": ("W, Xc @ W, lam", task_of("Z = pca(X, k)", {"scores": "Z"}), {Z}),
    "a part of one of several": ("V, lam", task_of("V = pca(X, k)", {"components": "V[:, :k]"}), {W}),
}  # fmt: skip


def graded(pool: Pool, source: str, task: Task) -> tuple[Scored, ...]:
    assignment = Assignment(title="", file="pca.py", tasks=(task,), seed=3)
    code = code_of(pool.run_all, Submission("one", {"pca.py": source.encode()}), "pca.py")
    return score(assignment, run_submission(pool.run_all, assignment, code))


def lost(scored: tuple[Scored, ...]) -> set[str]:
    return {item.criterion for item in scored if item.points < item.max_points}


@pytest.mark.parametrize("name", CASES)
def test_a_form_costs_its_own_criterion_and_no_other(name: str, top: Pool) -> None:
    returned, task, wanted = CASES[name]
    result = graded(top, START + returned + "\n", task)
    assert lost(result) == wanted, [(item.criterion, item.message) for item in result if item.message]
    for item in result:
        assert item.criterion not in wanted or item.points == 0


# What is returned, and the role that is not: the others are judged as they are.
MISSING = {
    "the last": ("W, lam[:k]", "scores"),
    "the one between": ("W, Xc @ W", "explained_variance"),
    "the first": ("lam[:k], Xc @ W", "components"),
}


@pytest.mark.parametrize("name", MISSING)
def test_only_what_is_missing_is_lost(name: str, top: Pool) -> None:
    returned, absent = MISSING[name]
    ordinary = [item for item in CRITERIA if item.applies(WLZ.roles, Conventions()) and item.name not in FITS]
    wanted = {item.name for item in ordinary if absent in item.roles} | {FORMS[absent]}
    found = lost(graded(top, START + returned + "\n", WLZ))
    assert wanted <= found
    moved = {FORMS[role] for role in WLZ.roles if list(WLZ.roles).index(role) > list(WLZ.roles).index(absent)}
    assert found - set(FITS) == wanted | moved
    unscored = replace(WLZ, criteria=tuple(each for each in WLZ.criteria if not each.criterion.endswith(".form")))
    assert lost(graded(top, START + returned + "\n", unscored)) >= {each.criterion for each in unscored.criteria}


def test_a_missing_result_and_another_mistake_are_both_told(top: Pool) -> None:
    assignment = Assignment(title="", file="pca.py", tasks=(WLZ,), seed=3)
    result = grade(top.run_all, assignment, Submission("one", {"pca.py": (START + "V[:k].T, lam[:k]\n").encode()}))
    assert result.diagnosis
    assert [each.name for each in result.diagnosis.mistakes] == ["other-number-of-results", "rows-for-columns"]
    assert "Return the scores as well" in result.diagnosis.mistakes[0].hint


def test_of_exchanged_results_the_line_of_the_called_function_is_shown(top: Pool) -> None:
    source = "def other(X):\n    return X, X, X\n" + START + "lam[:k], W, Xc @ W\n"
    assignment = Assignment(title="", file="pca.py", tasks=(WLZ,), seed=3)
    result = grade(top.run_all, assignment, Submission("one", {"pca.py": source.encode()}))
    assert result.diagnosis
    assert [(each.name, each.excerpt) for each in result.diagnosis.mistakes] == [
        ("results-exchanged", "return lam[:k], W, Xc @ W")
    ]


def test_positions_that_make_nothing_right_hide_no_diagnosis(top: Pool) -> None:
    source = """
import numpy as np
def pca(X, k):
    Xc = X - X.mean(0)
    w, V = np.linalg.eigh(np.dot(Xc, Xc.T) / (len(X) - 1))
    V = V[:, ::-1][:, :k]
    return V, w[::-1][:k], Xc.T @ V
"""
    assignment = Assignment(title="", file="pca.py", tasks=(WLZ,), seed=3)
    result = grade(top.run_all, assignment, Submission("one", {"pca.py": source.encode()}))
    assert result.diagnosis
    found = [(each.name, each.place) for each in result.diagnosis.mistakes]
    assert found == [("covariance-of-samples", "line 5"), ("wrong-side", "line 7")]


# Wrong in the values as well: what is wrong shows in the place where it stands.
WRONG = {
    "rows of the eigenvector matrix, swapped": ("lam[:k], V[:k].T, Xc @ V[:k].T", "components.captured"),
    "the smallest, on their side": ("V[:, -k:].T, lam[-k:], Xc @ V[:, -k:]", "components.captured"),
    "rows of all components": ("V.T, lam[:k], Xc @ W", "components.captured"),
    "rows of the eigenvector matrix, on their side": ("V[:k], lam[:k], Xc @ W", "components.captured"),
    "not centred, swapped": ("lam[:k], W, X @ W", "scores.agree"),
    "not centred, and one of several": ("lam[:k], W, (X @ W, 0)", "scores.agree"),
    "ratios for variances, swapped": ("r, W, Xc @ W", "explained_variance.values"),
    "swapped where n is even": ("(W, lam[:k], Xc @ W) if len(X) % 2 else (lam[:k], W, Xc @ W)", "components.captured"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_no_place_makes_a_wrong_value_right(name: str, top: Pool) -> None:
    returned, criterion = WRONG[name]
    assert criterion in lost(graded(top, START + returned + "\n", WLZ))


# A form costs little, and what is told of it has to be right: nothing else is wrong.
TOLD = {
    "two swapped": "results-exchanged",
    "two numbers a component, swapped": "results-exchanged",
    "swapped, where parts are taken": "results-exchanged",
    "swapped and on its side": "results-exchanged+components-on-their-side",
    "scores on their side": "scores-on-their-side",
    "all of everything": "all-components",
    "one of several": "returns-more",
    "a part of one of several": "returns-more",
}


@pytest.mark.parametrize("name", TOLD)
def test_the_form_is_what_is_told(name: str, top: Pool) -> None:
    returned, task, _ = CASES[name]
    assignment = Assignment(title="", file="pca.py", tasks=(task,), seed=3)
    result = grade(top.run_all, assignment, Submission("one", {"pca.py": (START + returned + "\n").encode()}))
    assert result.diagnosis
    assert result.diagnosis.name == TOLD[name]
    assert result.example
    assert result.example.criterion.endswith(".form")
    assert result.example.got != result.example.expected


def test_without_a_form_in_the_rubric_all_that_needs_the_value_fails(top: Pool) -> None:
    strict = replace(WLZ, criteria=tuple(item for item in WLZ.criteria if not item.criterion.endswith(".form")))
    for returned in ("lam[:k], W, Xc @ W", "W.T, lam[:k], Xc @ W", "V, lam[:k], Xc @ W"):
        result = graded(top, START + returned + "\n", strict)
        assert lost(result) >= {"components.orthonormal", "components.captured", "scores.agree"}


def test_the_simplest_orders_come_first_and_unused_names_do_not_count() -> None:
    calls = [each.call for each in orders(task_of("W, _ = pca(X, k)", {"components": "W"}))]
    assert calls == ["_, W = pca(X, k)"]
    three = list(orders(WLZ))
    assert len(three) == 5
    assert [len(each.moved) for each in three] == [2, 2, 2, 3, 3]
    assert "it is result 2 of those returned, but should be result 3" in three[0].moved.values()
    many = task_of("a, b, c, d, e, f, g = pca(X, k)", {"components": "a", "scores": "c", "mean": "g"})
    assert len(list(orders(many))) <= 40
    assert list(orders(task_of("m = PCA(k).fit(X)", {"components": "m.W"}))) == []
