"""Derivations beside code: what assignments say of them, limits, every output, the student's version."""

from __future__ import annotations

import csv
import json
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from pcaproofs.cli import main
from pcaproofs.grading import derivations, feedback
from pcaproofs.grading.assignment import AssignmentError, load, loads
from pcaproofs.grading.engine import grade
from pcaproofs.grading.platforms import kits
from pcaproofs.grading.protocol import Limits
from pcaproofs.grading.submission.submissions import Submission, discover

EXAMPLE = Path(__file__).parents[2] / "examples" / "derivation"
FORMATS = ("gradescope", "github-classroom", "junit", "gradebook", "nbgrader", "prairielearn")
EXPECTED = {"ada": 10.0, "bob": 2.6667, "cleo": 0.0}
CRITERIA = ["goal", "steps", "sound", "milestones.one-sample", "milestones.variance"]


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("graded")
    options = [word for name in FORMATS for word in ("--format", name)]
    found = run("grade", EXAMPLE / "submissions", "-a", EXAMPLE / "hw.toml", "-o", out / "out", *options)
    assert found.exit_code == 0, found.output
    return out / "out"


def stored(graded: Path, who: str) -> dict[str, Any]:
    return dict(json.loads((graded / who / "result.json").read_text()))


@pytest.mark.parametrize("who", EXPECTED)
def test_results_have_scores_and_the_verdict_of_each_step(graded: Path, who: str) -> None:
    result = stored(graded, who)
    assert result["score"] == EXPECTED[who]
    assert result["max_score"] == 10
    assert [item["criterion"] for item in result["criteria"]] == CRITERIA
    (derived,) = result["derivations"]
    assert derived["task"] == "least-error"
    verdicts = [step["verdict"] for step in derived["steps"]]
    assert (
        verdicts
        == {
            "ada": ["given", "proved", "proved", "proved", "proved"],
            "bob": ["wrong", "follows", "proved", "too large"],
            "cleo": ["assumed", "too large"],
        }[who]
    )
    assert bool(derived["missing"]) == (who != "ada")


def test_every_output_has_the_criteria_of_a_derivation_as_those_of_code(graded: Path) -> None:
    book = {row["submission"]: row for row in csv.DictReader((graded / "gradebook.csv").read_text().splitlines())}
    assert [float(book["bob"][f"least-error: {name}"]) for name in CRITERIA] == [0, 0.6667, 0, 0, 2]
    cases = ElementTree.parse(graded / "junit.xml").findall("testsuite[@name='bob']/testcase")
    assert [len(case) for case in cases] == [1, 1, 1, 1, 0]
    scope = json.loads((graded / "bob" / "gradescope.json").read_text())
    assert [test["score"] for test in scope["tests"]] == [0, 0.6667, 0, 0, 2]
    assert scope["score"] == EXPECTED["bob"]
    classroom = json.loads((graded / "ada" / "github-classroom.json").read_text())
    assert classroom["status"] == "pass"
    lines = list(csv.DictReader((graded / "nbgrader.csv").read_text().splitlines()))
    assert [float(line["score"]) for line in lines] == list(EXPECTED.values())
    assert "least-error" in (graded / "bob" / "prairielearn.json").read_text()


def test_the_students_page_has_each_step_and_what_is_missing(graded: Path) -> None:
    page = (graded / "bob" / "feedback.html").read_text()
    for part in ("Derivation: least-error", "wrong</strong>", "line 4", "but a leap", "What is missing", "<math"):
        assert part in page
    assert "annotation" not in page
    text = (graded / "bob" / "feedback.md").read_text()
    assert "✗ line 4, **wrong**" in text
    assert r"\lVert x_{i}\rVert^{2} - (x_{i}^{\top} w)^{2}" in text
    assert "It leads from what is given to the result." in (graded / "ada" / "feedback.md").read_text()


def test_the_guide_has_the_assignment_of_the_example_and_what_is_printed() -> None:
    guide = (EXAMPLE.parents[1] / "docs" / "derivations.md").read_text()
    assert f"```toml\n{(EXAMPLE / 'hw.toml').read_text()}```" in guide
    assert "```text\nleast-error: derivation.md earns 10 of 10 points\n```" in guide


def test_check_judges_the_solution(tmp_path: Path) -> None:
    found = run("assignment", "check", EXAMPLE / "hw.toml")
    assert (found.exit_code, found.output) == (0, "least-error: derivation.md earns 10 of 10 points\n")


def test_check_says_what_a_solution_lacks_and_what_is_not_proved(tmp_path: Path) -> None:
    text = (EXAMPLE / "hw.toml").read_text()
    (tmp_path / "derivation.md").write_bytes((EXAMPLE / "submissions" / "cleo" / "derivation.md").read_bytes())
    (tmp_path / "hw.toml").write_text(text)
    found = run("assignment", "check", tmp_path / "hw.toml")
    assert found.exit_code == 1
    assert "earns 0 of 10 points\n  goal: the result is stated" in found.output
    (tmp_path / "hw.toml").write_text(text.replace(r"\arg\max_{", r"\arg\min_{"))
    found = run("assignment", "check", tmp_path / "hw.toml")
    assert found.exit_code == 2
    assert "hw.toml:14: got" in found.output
    assert "should follow from what is given" in found.output


def test_init_writes_the_assignment_of_a_derivation(tmp_path: Path) -> None:
    own = EXAMPLE / "submissions" / "ada" / "derivation.tex"
    found = run("assignment", "init", own, "-o", tmp_path / "hw.toml")
    assert found.exit_code == 0, found.output
    assert "derivation.tex earns 6 of 6 points" in found.output
    (task,) = load(tmp_path / "hw.toml").derivations
    assert [given.replace(" ", "") for given in task.given] == [
        r"y_1,\dots,y_N\in\mathbb{R}^d",
        r"u\in\mathbb{R}^d",
        r"C=\frac1N\sum_{j=1}^Ny_jy_j^\top",
        r"\|u\|=1",
    ]
    (tmp_path / "nothing.md").write_text("Nothing.")
    found = run("assignment", "init", tmp_path / "nothing.md", "-o", tmp_path / "no.toml")
    assert (found.exit_code, (tmp_path / "no.toml").exists()) == (2, False)


WRONG = {
    "kind": ('kind = "derivation"', 'kind = "proof"', "got 'proof', but should be one of code, derivation"),
    "key": ('kind = "derivation"', 'kind = "derivation"\ncall = "f()"', "got key 'call'"),
    "file": ('file = "derivation.md"', 'file = "derivation.pdf"', "hw.toml:6: got 'derivation.pdf'"),
    "tag": ('file = "derivation.md"', 'file = "derivation.md"\ntag = "x"', "only the cells of a notebook have tags"),
    "criterion": ("sound = 1 ", "style = 1 ", "got 'style', but should be one of goal, steps, sound, milestones.one"),
    "milestone": ("milestones.variance = 2", "milestones.other = 2", "got 'milestones.other'"),
    "given": ("given = [", "given = []\nletters = [", "got no 'given'"),
    "code's": ("goal = 3 ", "goal = { points = 3, tolerance = 0.1 } ", "left out: it is about code"),
    "solution": ('solution = "derivation.md"', 'solution = "none.md"', "got 'none.md'"),
}


@pytest.mark.parametrize(("old", "new", "says"), WRONG.values(), ids=WRONG)
def test_an_assignment_that_is_wrong_is_told_so_with_its_line(old: str, new: str, says: str) -> None:
    text = (EXAMPLE / "hw.toml").read_text()
    assert old in text
    with pytest.raises(AssignmentError, match=r"^hw\.toml:\d+: ") as told:
        loads(text.replace(old, new), "hw.toml", EXAMPLE)
    assert says in str(told.value)


HIDDEN = """
title = "Two parts"
[[task]]
name = "psd"
kind = "derivation"
file = "psd.md"
given = ['w \\in \\mathbb{R}^p', 'x_1, \\dots, x_n \\in \\mathbb{R}^p', 'S = \\frac1n \\sum_{i=1}^n x_i x_i^\\top']
show = 'w^\\top S w \\ge 0'
[task.milestones]
open = 'w^\\top S w = \\frac1n \\sum_{i=1}^n (x_i^\\top w)^2'
secret = { show = '\\frac1n \\sum_{i=1}^n (x_i^\\top w)^2 \\ge 0', visible = false }
[task.criteria]
goal = 2
milestones.open = 1
milestones.secret = 1
steps = { points = 1, visible = false }
"""


def test_the_students_version_has_no_solution_no_hidden_milestone_and_no_hidden_criterion(tmp_path: Path) -> None:
    (tmp_path / "hw.toml").write_text(HIDDEN.replace('file = "psd.md"', 'file = "psd.md"\nsolution = "own.md"'))
    (tmp_path / "own.md").write_text("$$w^\\top S w \\ge 0$$ 4711")
    found = run("assignment", "release", tmp_path / "hw.toml", "-o", tmp_path / "out" / "student.toml")
    assert found.exit_code == 0, found.output
    assert "2 of 4 criteria, 3 of 5 points" in found.output
    released = (tmp_path / "out" / "student.toml").read_text()
    (task,) = tomllib.loads(released)["task"]
    assert task["criteria"] == {"goal": 2, "milestones": {"open": 1}}
    assert task["milestones"].keys() == {"open"}
    assert "secret" not in released
    assert "own.md" not in released
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["student.toml"]
    assert load(tmp_path / "out" / "student.toml").max_points == 3


@pytest.mark.parametrize("platform", ["gradescope", "prairielearn", "github", "otter", "nbgrader"])
def test_kits_ask_for_derivations_and_hand_out_no_solution(
    platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pcaproofs.grading.platforms.kits.kit.check_tasks", lambda assignment: None)
    made = kits.kit_of(EXAMPLE / "hw.toml", seed=1)
    files = kits.PLATFORMS[platform].files(made)
    solution = (EXAMPLE / "derivation.md").read_bytes()
    assert not any(solution in file.data for file in files.values() if file.for_students)
    if platform in ("prairielearn", "otter", "nbgrader"):
        asking = next(f.data.decode() for name, f in files.items() if name.endswith((".ipynb", "question.html")))
        assert "derivation.md" in asking
        assert "arg" in asking


MIXED = (
    """
title = "Code and a derivation"
file = "hw.ipynb"
[[task]]
name = "center"
call = "Xc = center(X)"
roles = { centered = "Xc" }
criteria = { centered.values = 2 }
"""
    + HIDDEN.replace('title = "Two parts"\n', "").replace('file = "psd.md"', 'tag = "psd"')
).replace("goal = 2", "goal = { points = 2, partial = false }")
RIGHT = r"$$w^\top S w = \frac1n \sum_{i=1}^n (x_i^\top w)^2 \ge 0$$"


def mixed(tag: str = "psd", code: str = "return X - X.mean(axis=0)") -> Submission:
    cells = [
        {"cell_type": "code", "metadata": {}, "source": f"def center(X):\n    {code}", "outputs": []},
        {"cell_type": "markdown", "metadata": {}, "source": r"Not this: $$w^\top S w = 0$$"},
        {"cell_type": "markdown", "metadata": {"tags": [tag]}, "source": RIGHT},
    ]
    text = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    return Submission("eve", {"hw.ipynb": text.encode()})


def test_a_notebook_is_graded_for_its_code_and_for_the_cells_with_the_tag(top: Any) -> None:
    assignment = loads(MIXED)
    assert assignment.max_points == 7
    result = grade(top.run_all, assignment, mixed())
    assert result.score == 7, result
    assert [item.task for item in result.criteria] == ["center", "psd", "psd", "psd", "psd"]
    wrong = grade(top.run_all, assignment, mixed(tag="other", code="return X"))
    assert wrong.score == 0
    assert "psd: got no text cell with the tag psd, but should be one [hw.ipynb]" in wrong.problems
    assert [item.passed for item in wrong.criteria] == [False] * 5


def test_a_hidden_milestone_and_its_criterion_are_told_to_nobody(top: Any) -> None:
    assignment = loads(MIXED)
    result = grade(top.run_all, assignment, mixed())
    shown = feedback.markdown(result, assignment) + feedback.html(result, assignment)
    assert "secret" not in shown
    assert "“open”" in shown
    assert [item.visible for item in result.criteria] == [True, True, True, False, False]


def test_code_that_is_missing_costs_its_own_points_only(top: Any) -> None:
    assignment = loads(MIXED.replace('tag = "psd"', 'file = "psd.md"'))
    result = grade(top.run_all, assignment, Submission("eve", {"psd.md": RIGHT.encode()}))
    assert (result.score, result.status) == (5, "error")
    assert "got no Python file" in result.problems[0]
    nothing = grade(top.run_all, assignment, Submission("eve", {"notes.pdf": b"%PDF"}))
    assert (nothing.score, nothing.status, nothing.gradable) == (0, "no-submission", True)


def test_a_class_may_be_a_folder_of_texts(tmp_path: Path) -> None:
    for name in ("ada.md", "bob.tex", "notes.txt"):
        (tmp_path / name).write_text(RIGHT)
    assert [entry.name for entry in discover(tmp_path, loads(HIDDEN).endings)] == ["ada"]
    assert [entry.name for entry in discover(tmp_path, (*loads(HIDDEN).endings, ".tex"))] == ["ada", "bob"]


def deep(character: str, other: str) -> str:
    return f"$${character * 10_000}w{other * 10_000}$$"


HOSTILE: dict[str, tuple[str, bytes]] = {
    "binary": ("psd.md", bytes(range(256)) * 40),
    "PDF": ("psd.md", b"%PDF-1.7 " + b"x" * 100),
    "too large": ("psd.md", b"$$w = w$$ " * 200_000),
    "no notebook": ("psd.ipynb", b"{ this is no JSON"),
    "a notebook of depth": ("psd.ipynb", b"[" * 100_000),
    "a notebook of something else": ("psd.ipynb", b'{"cells": [3, {"cell_type": "markdown"}]}'),
    "braces": ("psd.md", deep("{", "}").encode()),
    "brackets": ("psd.md", deep("(", ")").encode()),
    "fractions": ("psd.md", ("$$" + r"\frac{" * 5000 + "1" + "}{2}" * 5000 + "$$").encode()),
    "powers": ("psd.md", ("$$w = " + "2^{" * 3000 + "2" + "}" * 3000 + "$$").encode()),
    "recursive macros": ("psd.tex", rb"\newcommand{\a}{\b\b}\newcommand{\b}{\a\a} $$\a = w$$"),
    "macros that double": (
        "psd.tex",
        b"".join(rb"\newcommand{\m%c}{\m%c\m%c}" % (65 + k, 66 + k, 66 + k) for k in range(25)) + rb"$$\mA = w$$",
    ),
    "a power that blows up": ("psd.md", rb"$$(w^\top S w + w^\top w + 1)^{99999999} \ge 0$$"),
    "a number that blows up": ("psd.md", b"$$w^\\top S w = 9^{9^{9^{9}}}$$"),
    "endless rows": ("psd.md", rb"$$\begin{aligned}" + rb"w^\top S w &= w^\top S w \\" * 3000 + rb"\end{aligned}$$"),
    "unclosed fences": ("psd.md", b"$$ w = \\[ x $ \\begin{align} ```\n$$$ <!--"),
    "definitions in a circle": (
        "psd.md",
        b"Let $a = b + 1$ and $b = a - 1$. $$a = b$$ $$f(f(x)) = f(x)$$ $$a = a + 1$$",
    ),
    "odd characters": (
        "psd.md",
        "$$\u202e w^\\top \u0000S w \ud83d\ude00 \u200b = \ufeff 0$$".encode("utf-8", "replace"),
    ),
    "not UTF-8": ("psd.md", b"\xff\xfe$$w = \xe9$$"),
    "an odd name": ("p\u202esd;$(touch x)\n.md", b"$$w = w$$"),
}


@pytest.fixture(scope="module")
def hostile() -> dict[str, dict[str, Any]]:
    """The answers to hostile files, judged in one child, with a right derivation behind them."""
    assignment = loads(HIDDEN)
    (task,) = assignment.derivations
    asked = [*HOSTILE.values(), ("psd.md", RIGHT.encode())]
    requests = [derivations._request(task, name, data) for name, data in asked]
    answers = derivations._answers(Limits(derivation=20), requests)
    return dict(zip([*HOSTILE, "right"], answers, strict=True))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_earns_nothing_and_is_told_in_one_line(hostile: dict[str, Any], name: str) -> None:
    answer = hostile[name]
    assert answer.get("shares", {}).get("goal", 0) == 0
    assert "\n" not in answer.get("problem", "")
    assert "judging failed" not in answer.get("problem", ""), answer
    assert ("problem" in answer) or all(len(row["latex"]) <= 2000 for row in answer["rows"])


def test_files_after_hostile_ones_are_judged_as_usual(hostile: dict[str, Any]) -> None:
    assert hostile["right"]["shares"]["goal"] == 1


def test_a_child_that_ends_costs_what_it_was_judging_only(monkeypatch: pytest.MonkeyPatch) -> None:
    assignment = loads(HIDDEN)
    (task,) = assignment.derivations
    request = derivations._request(task, "psd.md", RIGHT.encode())
    found = derivations._answers(Limits(derivation=0.001), [request])
    assert found[0].get("problem", "").startswith("got formulas that take more than") or "shares" in found[0]
    monkeypatch.setattr(
        derivations, "_COMMAND", (derivations.sys.executable, "-c", "raise SystemExit('no sympy here')")
    )
    with pytest.raises(derivations.DerivationFault, match="no sympy here"):
        derivations._answers(assignment.limits, [request])
    faulty = grade(lambda jobs: [], assignment, Submission("eve", {"psd.md": RIGHT.encode()}))
    assert (faulty.score, faulty.gradable) == (None, False)


def test_links_are_refused_and_hurt_nobody_else(tmp_path: Path) -> None:
    for name in ("ada", "mallory"):
        (tmp_path / name).mkdir()
    (tmp_path / "ada" / "psd.md").write_text(RIGHT)
    (tmp_path / "mallory" / "psd.md").symlink_to(tmp_path / "ada" / "psd.md")
    found = {entry.name: entry.read() for entry in discover(tmp_path, loads(HIDDEN).endings)}
    result = grade(lambda jobs: [], loads(HIDDEN), found["mallory"])
    assert (result.score, result.status) == (0, "no-submission")
    assert "psd.md refused: it is a link" in result.problems


def test_mathml_that_is_not_known_is_not_shown() -> None:
    from pcaproofs.grading.feedback.content import mathml_of

    assert mathml_of('<math><mi onclick="x()" mathvariant="normal">w</mi></math>') == (
        '<math><mi mathvariant="normal">w</mi></math>'
    )
    for wrong in ("<math><script>x()</script></math>", "<math><mphantom><mi>w</mi></mphantom></math>", "<math>", "w"):
        assert mathml_of(wrong) == ""
