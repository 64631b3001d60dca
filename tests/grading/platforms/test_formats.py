"""Each format against the field list of those who read it, for results of every kind."""

import base64
import csv
import io
import json
import re
import zipfile
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE, TASKS
from pcaproofs.grading.engine import grade
from pcaproofs.grading.platforms.formats import FORMATS, left_out
from pcaproofs.grading.platforms.formats.gradebooks import NBGRADER
from pcaproofs.grading.results.result import Adjustment, Result
from pcaproofs.grading.results.store import BUNDLES
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from ..solutions import GOOD, HOSTILE, changed

ASSIGNMENT = loads(EXAMPLE)
HOSTILE_NAME = '=cmd|"/C calc"!A0,\n<b>&\x1b[2J\ufffe../x'
ON_HIDDEN = "    if len(X) > 8: print('SECRET', X); raise ValueError(f'SECRET {X.tolist()}')\n    Xc ="


@pytest.fixture(scope="module")
def results(pool_on: Any) -> dict[str, Result]:
    from pcaproofs.grading.sandbox.levels import probe

    pool: Pool = pool_on(probe().level)
    sources = {
        "right": GOOD,
        "wrong": changed("Xc @ W", "X @ W"),
        "hidden": changed("    Xc =", ON_HIDDEN),
        "few": changed("    Xc =", "    if X.shape[0] < X.shape[1]: raise ValueError('too few')\n    Xc ="),
        "evil": "raise ValueError('</script><img src=x>\\x1b[2J ]]> \\ufffe = \"')",
        "missing": HOSTILE["is binary"][1],
    }
    found = {
        name: grade(
            pool.run_all, ASSIGNMENT, Submission(name, {"pca.py": text.encode() if isinstance(text, str) else text})
        )
        for name, text in sources.items()
    }
    found["fault"] = replace(
        found["right"], submission="fault", status="grader-fault", score=None, gradable=False, criteria=()
    )
    found[HOSTILE_NAME] = replace(found["wrong"], submission=HOSTILE_NAME)
    return found


def written(name: str, results: dict[str, Result]) -> dict[str, Any]:
    return dict(FORMATS[name](list(results.values()), ASSIGNMENT))


def one(name: str, result: Result) -> dict[str, Any]:
    files = FORMATS[name]([result], ASSIGNMENT)
    (text,) = (text for place, text in files.items() if place.endswith(".json"))
    assert isinstance(text, str)
    read: dict[str, Any] = json.loads(text)
    return read


TEXTS = [name for name in FORMATS if name not in BUNDLES]


@pytest.mark.parametrize("name", TEXTS)
def test_places_are_inside_and_nothing_hidden_is_told(name: str, results: dict[str, Result]) -> None:
    files = written(name, results)
    assert len(files) in (1, len(results), 2 * len(results))
    for place, text in files.items():
        assert not place.startswith(("/", "."))
        assert ".." not in place.split("/")
        assert text == text.encode("utf-8", "replace").decode()
        assert "\x1b" not in text
    hidden = json.dumps(FORMATS[name]([results["hidden"]], ASSIGNMENT))
    if name not in ("gradebook", "nbgrader"):  # these are for staff
        assert "SECRET" not in hidden


GRADESCOPE = {
    "score", "output", "output_format", "test_output_format", "test_name_format", "visibility",
    "stdout_visibility", "extra_data", "tests", "leaderboard",
}  # fmt: skip
GRADESCOPE_TEST = {
    "score", "max_score", "status", "name", "name_format", "number", "output", "output_format",
    "tags", "visibility", "extra_data",
}  # fmt: skip
VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
TEXT_FORMATS = {"text", "html", "simple_format", "md", "ansi"}


def test_gradescope_gets_its_results_file(results: dict[str, Result]) -> None:
    for result in results.values():
        report = one("gradescope", result)
        assert report.keys() <= GRADESCOPE
        assert {report[key] for key in ("output_format", "test_output_format", "test_name_format")} <= TEXT_FORMATS
        assert {report["visibility"], report["stdout_visibility"]} <= VISIBILITIES
        assert ("score" in report) == result.gradable
        if not result.gradable:
            assert "tests" not in report
            continue
        assert report["score"] == pytest.approx(sum(test["score"] for test in report["tests"]))
        for number, test in enumerate(report["tests"], 1):
            assert test.keys() <= GRADESCOPE_TEST
            assert test["status"] in ("passed", "failed")
            assert test["visibility"] in VISIBILITIES
            assert test["number"] == str(number)
            assert 0 <= test["score"] <= test["max_score"]
    hidden = [test for test in one("gradescope", results["few"])["tests"] if test["visibility"] == "hidden"]
    assert [(test["name"], test["output"], test["status"]) for test in hidden] == [("Hidden criterion 8", "", "failed")]


PRAIRIELEARN = {"score", "gradable", "format_errors", "message", "output", "images", "tests"}
PRAIRIELEARN_TEST = {"name", "description", "points", "max_points", "message", "output", "images"}


def test_prairielearn_gets_its_results_file(results: dict[str, Result]) -> None:
    for result in results.values():
        report = one("prairielearn", result)
        assert report.keys() == PRAIRIELEARN
        assert 0 <= report["score"] <= 1
        assert len(json.dumps(report)) < 1 << 20
        assert all(test.keys() == PRAIRIELEARN_TEST for test in report["tests"])
    assert one("prairielearn", results["right"])["score"] == 1
    assert one("prairielearn", results["fault"])["gradable"] is False
    missing = one("prairielearn", results["missing"])
    assert missing["gradable"] is False
    assert missing["format_errors"]
    long = replace(results["wrong"], printed="x" * 10**6, problems=("y" * 10**6,))
    assert len(json.dumps(one("prairielearn", long))) < 1 << 20


def test_github_classroom_gets_its_results_file(results: dict[str, Result]) -> None:
    fields = {"name", "status", "message", "test_code", "filename", "line_no", "duration", "score"}
    for name, status in {"right": "pass", "wrong": "fail", "fault": "error", "missing": "fail"}.items():
        report = one("github-classroom", results[name])
        assert report.keys() == {"version", "status", "max_score", "tests"}
        assert (report["version"], report["status"], report["max_score"]) == (3, status, 13)
        for test in report["tests"]:
            assert test.keys() == fields
            assert test["status"] in ("pass", "fail", "error")
    files = FORMATS["github-classroom"]([results["wrong"]], ASSIGNMENT)
    text, encoded = (files[f"wrong/github-classroom.{kind}"] for kind in ("json", "b64"))
    assert base64.b64decode(encoded).decode() == text


def test_the_total_shown_by_github_agrees_with_the_points(results: dict[str, Result]) -> None:
    """The reporter's total is the share of tests that pass; it shows ``test_code`` under a test, not ``message``."""
    for name in ("right", "wrong", "few", "evil"):
        result = results[name]
        report = one("github-classroom", result)
        tests = report["tests"]
        assert sum(test["score"] for test in tests) == pytest.approx(result.score, abs=1e-3)
        total = sum(test["status"] == "pass" for test in tests) / len(tests) * report["max_score"]
        assert total == pytest.approx(result.score, abs=len(result.criteria))
        assert total <= (result.score or 0) + 1e-9
    assert total == 0
    shown = "".join(test["test_code"] for test in one("github-classroom", results["wrong"])["tests"])
    assert "Your function `pca` projects uncentred data." in shown
    assert "line 7: return W, values[::-1][:k], X @ W" in shown


def test_a_mistake_is_named_with_its_function_in_every_format(results: dict[str, Result]) -> None:
    for name in ("gradescope", "prairielearn", "github-classroom", "junit"):
        text = "".join(written(name, {"wrong": results["wrong"]}).values()).replace("\\n", "\n")
        assert "Your function `pca` projects uncentred data" in text.replace("\\", ""), name
        assert "line 7" in text.lower(), name
        assert "pcaproofs claims" not in text, name


def test_junit_lists_submissions_and_criteria(results: dict[str, Result]) -> None:
    root = ElementTree.fromstring(written("junit", results)["junit.xml"])
    assert root.tag == "testsuites"
    for suite, result in zip(root, results.values(), strict=True):
        assert set(suite.attrib) == {"name", "tests", "failures", "errors", "skipped", "time"}
        cases = list(suite)
        assert {case.tag for case in cases} == {"testcase"}
        assert len(cases) == int(suite.attrib["tests"]) == (len(result.criteria) or 1)
        assert sum(case.find("failure") is not None for case in cases) == int(suite.attrib["failures"])
        assert sum(case.find("error") is not None for case in cases) == int(suite.attrib["errors"])
        assert all({"classname", "name", "time"} <= set(case.attrib) for case in cases)
    totals = {name: int(suite.attrib["errors"]) for name, suite in zip(results, root, strict=True)}
    # what stops is an error, what comes out wrong a failure
    assert {name for name, errors in totals.items() if errors} == {"missing", "fault", "hidden", "few", "evil"}
    assert int(root.attrib["tests"]) == sum(int(suite.attrib["tests"]) for suite in root)


def test_gradebooks_are_tables_with_a_row_for_each(results: dict[str, Result]) -> None:
    book = list(csv.DictReader(io.StringIO(written("gradebook", results)["gradebook.csv"])))
    assert [row["score"] for row in book] == [
        "" if result.score is None else f"{result.score:.10g}" for result in results.values()
    ]
    assert all(None not in row and None not in row.values() for row in book)
    assert book[0]["components.captured"] == "3"
    nbgrader = list(csv.reader(io.StringIO(written("nbgrader", results)["nbgrader.csv"])))
    assert tuple(nbgrader[0]) == NBGRADER
    assert {len(row) for row in nbgrader} == {len(NBGRADER)}
    for row in [*nbgrader[1:], *(list(row.values()) for row in book)]:
        assert not any(re.match(r"\s*[=+@-]", cell) for cell in row if not re.fullmatch(r"-?[\d.]+", cell))


@pytest.mark.parametrize(
    ("submission", "name", "number"),
    [
        ("Ada Lovelace_4711_assignsubmission_file_", "Ada Lovelace", "4711"),
        ("Ada Lovelace_4711_assignsubmission_file", "Ada Lovelace", "4711"),
        ("lovelaceada_4711_88123_pca-1", "lovelaceada", "4711"),
        ("lovelaceada_LATE_4711_88123_pca", "lovelaceada", "4711"),
        ("ada", "", ""),
    ],
)
def test_people_are_found_in_the_names_that_platforms_give(submission: str, name: str, number: str) -> None:
    result = Result(submission=submission, file="", status="ok", score=1.0, max_score=13.0)
    (row,) = csv.DictReader(io.StringIO(FORMATS["gradebook"]([result], ASSIGNMENT)["gradebook.csv"]))
    assert (row["name"], row["id"]) == (name, number)
    (row,) = csv.DictReader(io.StringIO(FORMATS["nbgrader"]([result], ASSIGNMENT)["nbgrader.csv"]))
    assert row["student_id"] == (number or submission)


PLATFORMS = {
    "moodle-feedback": (
        ["Ada Lovelace_4711_assignsubmission_file_", "Ben Ä_4712_assignsubmission_file"],
        ["Ada Lovelace_4711_assignsubmission_file_/feedback.html", "Ben Ä_4712_assignsubmission_file/feedback.html"],
    ),
    "canvas-feedback": (
        ["lovelaceada_4711_88123_pca-1", "ben_LATE_4712_88124_pca_final"],
        ["ben_LATE_4712_88124_pca_final.html", "lovelaceada_4711_88123_pca-1.html"],
    ),
}
STRANGE = [
    "ada",
    "../x_1_assignsubmission_file_",
    "a\\b_1_2_c",
    "/etc_1_assignsubmission_file_",
    "a\nb_1_2_c",
    "submission_5",
]


@pytest.mark.parametrize("name", PLATFORMS)
def test_a_bundle_has_the_names_that_its_platform_gave(name: str, results: dict[str, Result]) -> None:
    submissions, places = PLATFORMS[name]
    some = [replace(results["hidden"], submission=each) for each in [*submissions, *STRANGE]]
    ((_, data),) = FORMATS[name](some, ASSIGNMENT).items()
    assert isinstance(data, bytes)
    assert data == dict(FORMATS[name](some, ASSIGNMENT))[BUNDLES[name]]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == places
        pages = [archive.read(place).decode() for place in places]
    assert all(page.startswith("<!doctype html>") and "SECRET" not in page for page in pages)
    assert len(left_out(name, some)) == len(STRANGE)
    for place in places:  # as Moodle (importziplib.php) and Canvas (assignment.rb) look for the student
        numbers = [part for part in place.partition("/")[0].split("_") if part.isdecimal()]
        assert numbers[0] in ("4711", "4712")
        assert (len(numbers) > 1) == (name == "canvas-feedback")


def test_adjustments_by_staff_are_in_the_tables(results: dict[str, Result]) -> None:
    made = (Adjustment(points=2.0, comment="a"), Adjustment(points=-1.5, comment="b", late=True))
    more = replace(results["right"], score=13.5, adjustments=made)
    assert one("prairielearn", more)["score"] == 1
    (row,) = csv.DictReader(io.StringIO(str(dict(FORMATS["nbgrader"]([more], ASSIGNMENT))["nbgrader.csv"])))
    assert (row["raw_score"], row["late_submission_penalty"], row["score"]) == ("15", "1.5", "13.5")
    (row,) = csv.DictReader(io.StringIO(str(dict(FORMATS["gradebook"]([more], ASSIGNMENT))["gradebook.csv"])))
    assert (row["adjusted"], row["comment"]) == ("0.5", "a; b")
    (row,) = csv.DictReader(io.StringIO(str(dict(FORMATS["nbgrader"]([results["fault"]], ASSIGNMENT))["nbgrader.csv"])))
    assert (row["raw_score"], row["score"]) == ("", "")


def test_criteria_of_tasks_have_columns_of_their_own() -> None:
    text = FORMATS["gradebook"]([], loads(TASKS))["gradebook.csv"]
    assert '"center: centered.values","project: scores.agree"' in text
