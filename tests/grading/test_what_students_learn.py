"""What a submission can find out about hidden data: the data of the call it is in, and nothing else."""

from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.grading import feedback
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.example import EXAMPLE
from pcaproofs.grading.engine import grade
from pcaproofs.grading.formats import FORMATS
from pcaproofs.grading.pool import Pool
from pcaproofs.grading.result import Result
from pcaproofs.grading.submissions import Submission

from .solutions import GOOD, changed

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


def test_no_file_for_students_depends_on_the_seed(top: Pool) -> None:
    """A wrong solution, so that there is much to say; what is about hidden data is only how many of them fail."""
    found = []
    for assignment in SEEDS:
        result = replace(graded(top, changed("Xc @ W", "X @ W"), assignment), seconds=0.0)
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
