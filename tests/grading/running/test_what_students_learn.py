"""What a submission can find out about hidden data: the data of the call it is in, and nothing else."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.grading import feedback
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.engine import grade
from pcaproofs.grading.platforms.formats import FORMATS
from pcaproofs.grading.protocol import Job
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.running.run import data_of, in_secret_order
from pcaproofs.grading.sandbox import levels
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from ..solutions import GOOD, changed

ASSIGNMENT = loads(EXAMPLE)
SEEDS = [replace(ASSIGNMENT, seed=seed) for seed in (20260101, 12345)]


def graded(top: Pool, source: str, assignment: object = ASSIGNMENT) -> Result:
    limits = ASSIGNMENT.limits
    run_all = lambda jobs: top.run_all(jobs, limits)  # noqa: E731
    return grade(run_all, assignment, Submission("ada", {"pca.py": source.encode()}))  # type: ignore[arg-type]


def test_random_generators_do_not_depend_on_the_seed_of_the_data(top: Pool) -> None:
    source = f"import random\nimport numpy as np\nprint(np.random.get_state()[1][:5], random.random())\n{GOOD}"
    first, second = (graded(top, source, assignment) for assignment in SEEDS)
    assert first.printed == second.printed
    assert first.printed


def test_no_file_for_students_depends_on_the_seed_or_on_time(top: Pool) -> None:
    """A wrong solution, so that there is much to say; what is about hidden data is only how many of them fail.

    Nor on how long it took, which a submission can make depend on hidden data.
    """
    found = []
    for seconds, assignment in zip((0.0, 37.0), SEEDS, strict=True):
        result = replace(graded(top, changed("Xc @ W", "X @ W"), assignment), seconds=seconds)
        files = {"md": feedback.markdown(result, assignment), "html": feedback.html(result, assignment)}
        for name in ("gradescope", "prairielearn", "github-classroom"):
            files |= FORMATS[name]([result], assignment)
        found.append(files)
    assert found[0] == found[1]


def test_a_new_assignment_has_a_seed_that_cannot_be_guessed(tmp_path: Path) -> None:
    (tmp_path / "solution.py").write_text(GOOD)
    seeds = []
    for name in ("a.toml", "b.toml"):
        done = CliRunner().invoke(
            main, ["assignment", "init", str(tmp_path / "solution.py"), "-o", str(tmp_path / name)]
        )
        assert done.exit_code == 0, done.output
        seeds.append(loads((tmp_path / name).read_text()).seed)
    assert seeds[0] != seeds[1]
    assert all(seed >> 96 for seed in seeds)  # of 128 bits, 32 that are all 0 would be news


DIGGER = """
import gc, io, os, sys
import numpy as np

def digger(names):
    '''All text and bytes that can be reached from frames, modules' globals, the collector and the process.'''
    found, seen, todo = [], set(), list(gc.get_objects()) + [sys.argv, sys.orig_argv, dict(os.environ), sys.path]
    frame = sys._getframe()
    while frame:
        todo += [frame.f_locals, frame.f_globals]
        frame = frame.f_back
    for name in ("cmdline", "environ"):
        try:
            found.append(open("/proc/self/" + name, "rb").read())
        except OSError:
            pass
    todo += [vars(module) for name, module in list(sys.modules.items()) if name.startswith("pcaproofs") and module]
    while todo:
        thing = todo.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, (str, bytes)):
            found.append(thing.encode(errors="replace") if isinstance(thing, str) else thing)
        elif isinstance(thing, dict):
            todo += [*thing.keys(), *thing.values()]
        elif isinstance(thing, (list, tuple, set)):
            todo += list(thing)
        elif isinstance(thing, np.ndarray):
            found.append(thing.tobytes())
        elif type(thing) is type(digger.__code__):
            todo += [thing.co_filename, *thing.co_consts]
        elif type(thing) is type(digger):
            todo.append(thing.__code__)
        elif type(getattr(thing, "__dict__", None)) is dict:
            todo.append(vars(thing))
    return [name for name in names if any(bytes.fromhex(name) in text for text in found)]

def look(X, names):
    print("|".join(digger(names.split())))
"""


def traces(pool: Pool, secrets: dict[str, bytes], others: list[np.ndarray]) -> str:
    """Return what a run learns of secrets, the first of several in one process."""
    names = " ".join(value.hex() for value in secrets.values())
    jobs = [
        Job(source=DIGGER, call="look(X, names)", roles={}, arrays={"X": X}, scalars={"names": names})
        for X in (np.zeros((2, 2)), *others)
    ]
    outcomes = pool.run_all(jobs)
    assert [outcome.status for outcome in outcomes] == ["ok"] * len(jobs), outcomes[0]
    return outcomes[0].stdout.splitlines()[0]


def test_a_call_holds_its_own_data_and_no_others(level: str, pool_on: Callable[[str], Pool]) -> None:
    other = np.arange(7.0, 19.0).reshape(4, 3)
    assert traces(pool_on(level), {"the data of the next call": other.tobytes()}, [other]) == ""


@pytest.mark.parametrize("level", ["landlock", "namespaces", "full"])
def test_a_call_sees_no_path_and_no_setting_of_the_judge(level: str, pool_on: Callable[[str], Pool]) -> None:
    pool = pool_on(level)
    pool.run(Job(source="", call="", roles={}))
    worker = pool._workers.queue[0]
    assert worker is not None
    package = str(Path(levels.__file__).parent)
    # on a shared file system the scratch folder itself has to be known
    secrets = {"package": package.encode(), **({"folder": worker._folder.encode()} if level != "landlock" else {})}
    assert traces(pool, secrets, []) == ""


def test_output_of_a_hidden_run_is_discarded(top: Pool) -> None:
    """Neither words nor line numbers nor names of exceptions come back, not even to staff."""
    source = """
import numpy as np
def pca(X, k):
    if len(X) > 8:
        leak = int(abs(X[0, 0]) * 10000)
        print("LEAK", leak)
        kind = type(f"LEAK{leak}", (ValueError,), {})
        exec(compile("\\n" * leak + "raise kind(f'LEAK{X[0]}')", "f.py", "exec"), {"kind": kind, "X": X})
    raise KeyError(1)
"""
    result = graded(top, source)
    (hidden, *_) = [run for run in result.runs if not run.visible]
    assert hidden.detail == "the code raises an error of its own"
    assert "LEAK" not in json.dumps(result.to_json())
    assert not re.search(r"line \d{4}", json.dumps(result.to_json()))


def test_output_of_a_hidden_run_is_discarded_after_an_import_was_supplied(top: Pool) -> None:
    source = """
def pca(X, k):
    np.zeros(1)
    if len(X) > 8:
        raise ValueError(f"LEAK{X[0, 0]}")
    return np.zeros((X.shape[1], k)), np.zeros(k), np.zeros((len(X), k))
"""
    told = json.dumps(graded(top, source).to_json())
    assert "LEAK" not in told


def test_hidden_data_come_in_an_order_of_their_own() -> None:
    """So that the number of a call says nothing about the data in it."""
    (task,) = ASSIGNMENT.tasks
    names = {
        tuple(each.name for each in in_secret_order(replace(ASSIGNMENT, seed=seed), data_of(ASSIGNMENT, task)))
        for seed in range(8)
    }
    assert len(names) > 1


def test_lines_that_python_does_not_run_hide_no_other_mistake(top: Pool) -> None:
    source = """
import numpy as np
def pca(X, k):
    Xc = X - X.mean(axis=0).reshape(1, 3)
    values, vectors = np.linalg.eigh(Xc.T @ Xc / (len(X) - 1))
    order = np.argsort(values)[::-1][:k]
    return vectors[:, order], values[order], Xc @ vectors[:, order]
if __name__ == "__main__":
    print pca
"""
    result = graded(top, source)
    assert result.problems
    assert result.diagnosis
    assert result.diagnosis.name == "syntax-error+fixed-number-of-features"


def test_a_cell_that_is_no_valid_python_is_told_with_cell_and_line(top: Pool) -> None:
    cells = ["import numpy as np\n", "def pca(X, k):\n    Xc = X - X.mean(axis=0\n    return Xc\n"]
    notebook = {"cells": [{"cell_type": "code", "source": cell} for cell in cells], "nbformat": 4, "metadata": {}}
    assignment = loads(EXAMPLE.replace('file = "pca.py"', 'file = "pca.ipynb"'))
    submission = Submission("ada", {"pca.ipynb": json.dumps(notebook).encode()})
    result = grade(lambda jobs: top.run_all(jobs, assignment.limits), assignment, submission)
    assert result.diagnosis
    assert result.diagnosis.name == "syntax-error"
    assert result.diagnosis.mistakes[0].place.startswith("cell 2, line ")
    assert "notebook" in result.diagnosis.mistakes[0].hint
