"""Syntax of a newer Python is called that, and nothing else is."""

import ast
import sys

import pytest

from pcaproofs.grading.assignment import AssignmentError, loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.engine import grade
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.sandbox.worker.newer import FEATURES, needed
from pcaproofs.grading.sandbox.worker.repair import repaired
from pcaproofs.grading.submission.submissions import Submission

from ..solutions import GOOD

HERE = sys.version_info[:2]
MORE = {
    'x = f"{a!r:>{w}} {b["k"]}"': (3, 12),
    "print(f\"{'\\n'.join(names)}\")": (3, 12),
    "y = f'{f'{1 + 1}'}'": (3, 12),
    'print(f"{\n    X.mean()  # of all\n}")': (3, 12),
    "class Stack[T: (int, str)](list[T]):\n    pass": (3, 12),
    "async def f[*Ts](x): pass": (3, 12),
    "type Pair[T] = tuple[T, T]": (3, 12),
    "def f[T: dict[str, int]](x: T): pass": (3, 12),
    "def f[T = dict[str, int]](x: T): pass": (3, 13),
    "x = rt'{a}'": (3, 14),
    "try:\n    f()\nexcept np.linalg.LinAlgError, ValueError:\n    pass": (3, 14),
    "lazy from numpy import linalg": (3, 15),
}
EVERY = {feature.example: feature.version for feature in FEATURES} | MORE
WRONG = (
    "print x", "def f(:", 'print(f"{d["a"}")', 'print(f"{a["k"] +}")', "try:\n    f()\nexcept ValueError, e:\n    pass",
    "type(x) =", "x = f'{'", "def f[T(x): pass", "class A[: pass", "lazy x", "x = [*", "if x = 1: pass", "type X",
    "for i in range(3) print(f'{i}')",
)  # fmt: skip


@pytest.mark.parametrize("text", EVERY)
def test_a_newer_feature_is_named_with_its_version(text: str) -> None:
    version = EVERY[text]
    before = (version[0], version[1] - 1)
    words = ".".join(map(str, version))
    if version > HERE:
        with pytest.raises(SyntaxError):
            ast.parse(text)
        assert f"this needs Python {words} (" in needed(text, before)
        assert needed(text, before).endswith(f"this grader runs {before[0]}.{before[1]}")
        _, _, (broken, *_) = repaired(text)
        assert f"this needs Python {words} (" in str(broken.error.msg)
    else:
        ast.parse(text)
    assert needed(text, version) == ""


@pytest.mark.parametrize("text", WRONG)
def test_what_no_version_reads_is_not_called_newer(text: str) -> None:
    assert needed(text) == ""


@pytest.mark.skipif(HERE >= (3, 12), reason="this Python has type parameters")
def test_a_student_is_told_that_the_grader_is_older(top: Pool) -> None:
    assignment = loads(EXAMPLE)
    text = GOOD.replace("def pca(X, k)", "def pca[T](X: T, k: int)")
    result = grade(
        lambda jobs: top.run_all(jobs, assignment.limits), assignment, Submission("ada", {"pca.py": text.encode()})
    )
    assert result.diagnosis is not None
    (mistake,) = result.diagnosis.mistakes
    assert mistake.name == "newer-python"
    assert f"needs Python 3.12 (type parameters); this grader runs {HERE[0]}.{HERE[1]}" in mistake.hint
    assert "valid" not in mistake.title + mistake.hint
    assert not any("hand it in" in each for each in (mistake.hint, *result.problems))
    assert result.python.startswith(f"{HERE[0]}.{HERE[1]}.")


def test_an_assignment_may_ask_for_a_version() -> None:
    def asking(versions: str) -> str:
        return loads(EXAMPLE.replace('file = "pca.py"', f'file = "pca.py"\npython = "{versions}"')).python

    assert asking(">=3.11") == ">=3.11"
    for versions, words in ((">=4", r"got Python .* to run this grader, but should be >=4"), ("new", "got 'new'")):
        with pytest.raises(AssignmentError, match=words) as caught:
            asking(versions)
        assert "\n" not in str(caught.value)
