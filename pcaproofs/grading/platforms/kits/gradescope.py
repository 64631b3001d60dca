"""Gradescope: the zip from which it builds an autograder (gradescope-autograders.readthedocs.io, "Specifications")."""

import shlex

from pcaproofs.grading.platforms.kits.kit import File, Kit, Platform, points_of

_SETUP = """\
#!/bin/bash
set -e
apt-get update -q && apt-get install -y -q python3 python3-venv software-properties-common
PYTHON=python3
if ! $PYTHON -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then  # Ubuntu 22.04 has 3.10
    add-apt-repository -y ppa:deadsnakes/ppa && apt-get update -q && apt-get install -y -q python3.12 python3.12-venv
    PYTHON=python3.12
fi
$PYTHON -m venv /autograder/venv
/autograder/venv/bin/pip install -q {requirements}
"""
_RUN = """\
#!/bin/bash
# A fault of the grader's own leaves no results.json: Gradescope then reports it, and nobody loses points.
set -e
export PYTHONDONTWRITEBYTECODE=1
rm -rf /autograder/graded
/autograder/venv/bin/python -P -c "from pcaproofs.cli import main; main()" grade /autograder/submission --single \\
    -a /autograder/source/assignment/{toml} -o /autograder/graded --format gradescope
mkdir -p /autograder/results
cp /autograder/graded/*/gradescope.json /autograder/results/results.json
"""


def _files(kit: Kit) -> dict[str, File]:
    wheel = f"/autograder/source/{kit.wheel[0]}"
    requirements = " ".join(map(shlex.quote, [wheel, *kit.assignment.packages]))
    return {
        "setup.sh": File(_SETUP.format(requirements=requirements).encode(), executable=True),
        "run_autograder": File(_RUN.format(toml=shlex.quote(kit.toml_name)).encode(), executable=True),
        **kit.staff_files("assignment/"),
        **kit.wheel_file(),
    }


def _steps(kit: Kit) -> list[str]:
    return [
        f"On Gradescope: Create Assignment, Programming Assignment, autograder points: {kit.assignment.max_points:g}.",
        f"Upload the zip under Configure Autograder. Students hand in {kit.assignment.file}.",
        f"The points have to be {points_of(kit)}, as in the assignment: Gradescope does not read them from the zip.",
    ]


PLATFORM = Platform("Gradescope's autograder", _files, _steps, packed=True)
