"""Other graders and the files that they read, and what pcaproofs writes for them."""

import json

from .row import Row
from .ways import BEFORE, check, gradescope, junit, notebook_graded, self_check, test_cells

NBGRADER = "https://nbgrader.readthedocs.io/en/stable/user_guide/creating_and_grading_assignments.html"
OTTER = "https://otter-grader.readthedocs.io/en/latest/test_files/ok_format.html"
Q1 = {
    "name": "q1", "points": [1, 2], "suites": [{"cases": [
        {"code": ">>> k\n2", "hidden": False, "locked": False}, {"code": ">>> k + 1\n4", "hidden": True,
        "locked": False},
    ], "scored": True, "setup": "", "teardown": "", "type": "doctest"}],
}  # fmt: skip
OTTER_RUN = """
def score(test):
    open("q1.py", "w").write(f"OK_FORMAT = True\\ntest = {test!r}\\n")
    found = OKTestFile.from_file("q1.py")
    found.run({"k": 2})
    return found.score, found.possible
"""
CHECK50 = """
pathlib.Path("checks").mkdir(), pathlib.Path("empty").mkdir()
open("checks/.cs50.yaml", "w").write("check50: {checks: __init__.py}")
open("checks/__init__.py", "w").write('''import check50
@check50.check()
def exists():
    \"\"\"pca.py exists\"\"\"
    check50.exists("pca.py")
@check50.check(exists)
def runs():
    \"\"\"pca.py runs\"\"\"
''')
done = subprocess.run([os.path.join(os.path.dirname(sys.executable), "check50"), "--dev", "../checks", "-o", "json"],
                      cwd="empty", capture_output=True, text=True)
print(*(r["passed"] for r in json.loads(done.stdout)["results"]), done.returncode)
"""
GRADESCOPE = """
class T(unittest.TestCase):
    @weight(2)
    def test_a(self): pass
    @partial_credit(5)
    def test_b(self, set_score=None): set_score(7)
"""
SUBTESTS = """
pathlib.Path("test_s.py").write_text('''def test_a(subtests):
    for i in range(3):
        with subtests.test(i=i):
            assert i != 1
def test_b(): pass
''')
command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junitxml=o.xml", "test_s.py"]
subprocess.run(command, capture_output=True)
text = pathlib.Path("o.xml").read_text()
print(*re.findall(r' (tests|failures)="(\\d+)"', text), text.count("<testcase"))
"""
JUNIT = """
def code(inside):
    pathlib.Path("o.xml").write_text(f'<testsuite name="s"><testcase name="a">{inside}</testcase></testsuite>')
    return verify(["o.xml"])
print(code("<failure/>"), code("<failure/><skipped/>"))
"""


def colab(*cells: tuple[str, str]) -> str:
    """A notebook as Colab writes it: format 4.0, and ids in the metadata."""
    return json.dumps({
        "nbformat": 4, "nbformat_minor": 0,
        "metadata": {"colab": {"provenance": []}, "kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "cells": [
            {"cell_type": kind, "metadata": {"id": f"c{k}"}, "source": text.splitlines(keepends=True)}
            | ({"execution_count": None, "outputs": []} if kind == "code" else {})
            for k, (kind, text) in enumerate(cells)
        ],
    })  # fmt: skip


FORM = (
    "code",
    '#@title Setup\n!pip -q install numpy\nk = 2 #@param {type:"integer"}\nfrom google.colab import drive\n',
)
NOTE = colab(("markdown", "Let $A, B$ be square."), FORM, ("markdown", "$$A + B = B + A$$"))
CODE = colab(FORM, ("code", f"{BEFORE}    return W, s[:k]**2 / (len(X) - 1), Xc @ W\n"))
AS_IT_IS = "nbformat.validate(nbformat.reads({0!r}, as_version=4))\nprint({0!r})"

ROWS = (
    Row(
        "Colab: a note", "nbformat", "5.11", "seen in notebooks downloaded from Colab", AS_IT_IS.format(NOTE), NOTE,
        "Format 4.0: ids stand in the metadata of cells; code has forms (`#@param`) and shell commands.",
        check(".ipynb"), "proved", "The text cells are read together.",
    ),
    Row(
        "Colab: a submission", "nbformat", "5.11", "seen in notebooks downloaded from Colab", AS_IT_IS.format(CODE),
        CODE,
        "The same; `google.colab` exists on Colab only.", notebook_graded, "10 of 10",
        "Full points: shell commands and the import are left out, and the feedback says so.",
    ),
    Row(
        "nbgrader: the value of a test cell", "nbgrader", "0.9", NBGRADER,
        'print(*(grade(*out)[0] for out in ([], [value("1.5")], [value("1.5"), said], [said], [value("True")])))',
        "3.0 1.5 1.5 0 3.0",
        "A number is partial credit. Without a number a cell has all points, and none if it wrote to stderr.",
        test_cells("nbgrader", "points("), "4 of 4 cells",
        "Each test cell ends in `points(…)`, a number, so that a warning costs nothing.",
    ),
    Row(
        "nbgrader: more than the maximum", "nbgrader", "0.9", NBGRADER,
        'try:\n    grade(value("5"))\nexcept ValueError as e:\n    print(e)',
        "partial credit cannot be greater than maximum points for cell", "Grading of the notebook stops.", gradescope,
        "4 tests, none above its maximum", "No criterion has more points than its maximum.",
    ),
    Row(
        "Otter: hidden cases", "otter-grader", "7", OTTER,
        f"{OTTER_RUN}\ntest = {Q1!r}\nprint(*score(test), *score(test | {{'all_or_nothing': True}}))", "1 3 0 3",
        "A hidden case that fails costs its points; with `all_or_nothing` it costs those of all cases.",
        test_cells("otter", "check("), "4 of 4 cells",
        "Each criterion is a test of its own, which passes or fails as a whole.",
    ),
    Row(
        "check50: failing checks", "check50", "3", "https://cs50.readthedocs.io/projects/check50/en/latest/",
        CHECK50, "False None 1", "A check that depends on a failing one has no result; the exit code is 1.", self_check,
        "exit 1", "`self-check` exits 1 if a criterion fails.",
    ),
    Row(
        "Gradescope: more points than `max_score`", "gradescope-utils", "0.5",
        "https://gradescope-autograders.readthedocs.io/en/latest/specs/", GRADESCOPE, "9.0",
        "7 of 5 points count as 7.", gradescope, "4 tests, none above its maximum",
        "Every score is within its maximum.",
    ),
    Row(
        "pytest: subtests in JUnit's XML", "pytest", "9", "https://docs.pytest.org/en/stable/how-to/subtests.html",
        SUBTESTS, "('failures', '2') ('tests', '5') 2",
        "`tests` counts subtests, which have no element: five tests in two elements.", junit, "0 wrong numbers",
        "Each criterion is one `testcase`, and the numbers are those of the elements.",
    ),
    Row(
        "junitparser: failure and skipped together", "junitparser", "5",
        "https://junitparser.readthedocs.io/en/latest/", JUNIT, "1 0",
        "`verify` takes a case with both for skipped, and exits 0.", junit, "0 wrong numbers",
        "No case has two results.",
    ),
)  # fmt: skip
