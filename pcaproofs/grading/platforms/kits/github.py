"""GitHub: a workflow for the template repository of students, with or without GitHub Classroom.

Students can read and change all of it. Therefore it has the student's version, and shows results on visible data only.
The scores that count come from `pcaproofs grade` on the repositories.
"""

import json
import shlex

from pcaproofs.grading.platforms.kits.kit import File, Kit, Platform, points_of

_FOLDER = ".pcaproofs"
_WORKFLOW = """\
name: PCA
on: [push, workflow_dispatch, repository_dispatch]
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  grade:
    runs-on: ubuntu-latest
    timeout-minutes: {minutes}
    if: github.actor != 'github-classroom[bot]'
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - name: Install
        run: |
          pip install --quiet {requirements}
      - name: Grade
        id: pca
        run: |
          pcaproofs grade "$GITHUB_WORKSPACE" --single -a {toml} -o "$RUNNER_TEMP/graded" --format github-classroom
          cat "$RUNNER_TEMP"/graded/*/feedback.md >> "$GITHUB_STEP_SUMMARY"
          echo "result=$(cat "$RUNNER_TEMP"/graded/*/github-classroom.b64)" >> "$GITHUB_OUTPUT"
      - name: Autograding Reporter
        uses: classroom-resources/autograding-grading-reporter@v1
        env:
          PCA_RESULTS: "${{{{ steps.pca.outputs.result }}}}"
        with:
          runners: pca
"""


def _files(kit: Kit) -> dict[str, File]:
    requirements = " ".join(map(shlex.quote, [f"{_FOLDER}/{kit.wheel[0]}", *kit.assignment.packages]))
    limits = kit.assignment.limits
    derivations = limits.derivation * len(kit.assignment.derivations)
    text = _WORKFLOW.format(
        minutes=int((limits.total + limits.diagnosis + derivations) / 60) + 10,
        requirements=requirements,
        toml=shlex.quote(kit.student_toml_name),
    )
    return {
        ".github/workflows/classroom.yml": File(text.encode(), for_students=True),
        **kit.student_files(),
        **kit.wheel_file(f"{_FOLDER}/"),
    }


def _steps(kit: Kit) -> list[str]:
    shown = kit.assignment.for_students().max_points
    return [
        f"Copy everything, {json.dumps(_FOLDER)} and '.github' too, into the repository that students start from.",
        f"In GitHub Classroom choose it as the template, and no tests of Classroom's own. It shows {shown:g} of "
        f"{points_of(kit)}: what is hidden is not in it, since students can read everything there.",
        "For the scores that count, clone the repositories (gh classroom clone student-repos) and run pcaproofs grade.",
    ]


PLATFORM = Platform("a workflow for GitHub and GitHub Classroom", _files, _steps, has_seed=False)
