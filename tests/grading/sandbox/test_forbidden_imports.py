"""Packages that an assignment forbids cannot be imported, nor read where isolation closes files."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pcaproofs.grading.assignment import AssignmentError, loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.batch import grade_one
from pcaproofs.grading.protocol import Job
from pcaproofs.grading.sandbox.environment import Environment
from pcaproofs.grading.sandbox.paths import places_of
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from ..solutions import GOOD

pytest.importorskip("sklearn")
ASSIGNMENT = loads(f'forbidden_imports = ["sklearn"]\n{EXAMPLE}')
SKLEARN = """
import numpy as np
from sklearn.decomposition import PCA
def pca(X, k):
    found = PCA(k).fit(X)
    return found.components_.T, found.explained_variance_, found.transform(X)
"""


def test_a_forbidden_library_earns_nothing() -> None:
    submission = Submission("ada", {"pca.py": SKLEARN.encode()})
    assert grade_one(replace(ASSIGNMENT, forbidden_imports=()), submission).result.score == ASSIGNMENT.max_points
    forbidden = grade_one(ASSIGNMENT, submission)
    assert forbidden.result.score == 0
    assert "does not allow sklearn" in forbidden.files["feedback.md"]
    assert grade_one(ASSIGNMENT, Submission("bob", {"pca.py": GOOD.encode()})).result.score == ASSIGNMENT.max_points


@pytest.mark.parametrize("level", ["landlock", "namespaces", "full"])
def test_whoever_gets_round_the_import_system_finds_no_file(level: str, pool_on: Callable[[str], Pool]) -> None:
    pool_on(level)
    source = f"""
import sys
sys.meta_path[:] = [each for each in sys.meta_path if type(each).__name__ != "_Forbidden"]
sys.path_importer_cache.clear()
found = 0
try:
    import sklearn.decomposition
    found = 1
except (ImportError, OSError):
    pass
for place in {places_of(["sklearn", "threadpoolctl"])!r}:
    for name in (place, place + "/__init__.py"):
        try:
            found += 2 * len(open(name).read())
        except OSError:
            pass
"""
    with Pool(level=level, environment=Environment(forbidden=("sklearn", "threadpoolctl"))) as pool:
        outcome = pool.run(Job(source=source, call="", roles={"found": "found"}))
    assert outcome.roles == {"found": 0}, outcome


@pytest.mark.parametrize("names", ['"sklearn"', "[1]", '["numpy"]', '["os"]', '["a.b"]', '[""]'])
def test_only_names_of_packages_can_be_forbidden(names: str) -> None:
    with pytest.raises(AssignmentError, match=r"assignment:1: got .* \[forbidden_imports\]"):
        loads(f"forbidden_imports = {names}\n{EXAMPLE}")
