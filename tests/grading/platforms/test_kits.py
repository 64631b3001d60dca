"""What is made for each platform: complete, the same each time, and with nothing in it that students must not see."""

import csv
import hashlib
import io
import json
import re
import stat
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from pcaproofs.grading.assignment import load
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.platforms.kits import PLATFORMS, File, Kit, KitError, kit_of, wheel
from pcaproofs.grading.platforms.kits.kit import zipped

from ..assignment.test_release import FULL, SECRETS
from ..solutions import GOOD
from ..test_grading_cli import run

SEED = 271828182845904523536028747135266249775


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("assignment")
    # nobody has the package, so the solution, which returns no values, is not run
    (folder / "hw.toml").write_text(
        FULL.replace('["scipy>=1.10"]', '["scipy>=1.10", "no-such-package; python_version<\'4\'"]')
    )
    (folder / "secret_solution.py").write_text("def pca(X, k): return 'secret'\n")
    (folder / "utils.py").write_text("x = 1\n")
    (folder / "data").mkdir()
    (folder / "data" / "faces.npy").write_bytes(b"\x93NUMPY")
    (folder / "secret.csv").write_text("1,2\n3,4\n5,7\n")
    return folder


@pytest.fixture(scope="module")
def kit(folder: Path) -> Kit:
    return kit_of(folder / "hw.toml", SEED)


@pytest.fixture(scope="module", params=PLATFORMS)
def files(request: pytest.FixtureRequest, kit: Kit) -> dict[str, File]:
    return PLATFORMS[request.param].files(kit)


def test_nothing_that_students_get_tells_a_secret(files: dict[str, File], kit: Kit) -> None:
    told = {name: file.data for name, file in files.items() if file.for_students and not name.endswith(".whl")}
    assert told or "run_autograder" in files  # on Gradescope they get nothing
    for name, data in told.items():
        for secret in (*SECRETS, str(SEED), f"{SEED:x}"):
            assert secret not in name
            assert secret.encode() not in data, (name, secret)
        assert not re.search(rb"[1-9]\d{8,}", data), name  # no other large number either
    (wheel_data,) = (file.data for name, file in files.items() if name.endswith(".whl"))
    assert wheel_data == kit.wheel[1]


def test_a_kit_contains_all_files_of_the_assignment(files: dict[str, File]) -> None:
    names = {Path(name).name for name in files}
    assert {"utils.py", "faces.npy"} <= names
    assert any(name.endswith(".whl") for name in names)
    for name, file in files.items():
        assert not name.startswith(("/", "../"))
        assert file.executable == file.data.startswith(b"#!"), name


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_kit_is_reproducible_and_states_the_points(platform: str, folder: Path, kit: Kit) -> None:
    again = kit_of(folder / "hw.toml", SEED)
    made = PLATFORMS[platform]
    assert zipped(made.files(kit)) == zipped(made.files(again))
    assert "17" in " ".join(made.steps(kit))


@pytest.mark.parametrize("platform", [name for name, each in PLATFORMS.items() if each.has_seed])
def test_the_seed_that_is_given_is_the_one_that_counts(platform: str, kit: Kit) -> None:
    tomls = [file.data for name, file in PLATFORMS[platform].files(kit).items() if name.endswith("hw.toml")]
    assert [tomllib.loads(data.decode())["seed"] for data in tomls] == [SEED]


def test_the_zip_for_gradescope(kit: Kit) -> None:
    with zipfile.ZipFile(io.BytesIO(zipped(PLATFORMS["gradescope"].files(kit)))) as archive:
        for name in ("setup.sh", "run_autograder"):
            assert stat.S_IMODE(archive.getinfo(name).external_attr >> 16) == 0o755
            script = archive.read(name).decode()
            assert script.startswith("#!/bin/bash\n")
            subprocess.run(["bash", "-n"], input=script, text=True, check=True)
        setup = archive.read("setup.sh").decode()
        assert (
            f"/autograder/source/{kit.wheel[0]} 'scipy>=1.10' 'no-such-package; python_version<'\"'\"'4'\"'\"''"
            in setup
        )
        assert "assignment/hw.toml" in archive.read("run_autograder").decode()
        names = set(archive.namelist())
    assert {f"assignment/{name}" for name in ("hw.toml", "utils.py", "data/faces.npy", "secret.csv")} <= names
    assert {"assignment/secret_solution.py", kit.wheel[0]} <= names


def unpacked(files: dict[str, File], place: Path) -> Path:
    for name, file in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(file.data)
    return place


@pytest.mark.parametrize("platform", PLATFORMS)
def test_the_assignments_in_it_can_be_read_where_they_lie(platform: str, kit: Kit, tmp_path: Path) -> None:
    place = unpacked(PLATFORMS[platform].files(kit), tmp_path)
    found = {path.name: load(path) for path in place.rglob("*.toml")}
    assert found
    for name, assignment in found.items():
        assert assignment.visible_only == (name == "hw-student.toml")
        assert {file.name for file in assignment.files} == {"utils.py", "data/faces.npy"}
        assert assignment.max_points == (8 if assignment.visible_only else 17)


PRAIRIELEARN = {  # of infoQuestion.json (PrairieLearn's schemas): what is required, and what may be there
    "required": {"uuid", "type", "title", "topic"},
    "known": {"uuid", "type", "title", "topic", "singleVariant", "gradingMethod", "externalGradingOptions", "tags"},
    "grading": {"enabled", "image", "entrypoint", "timeout"},
}


def test_the_question_for_prairielearn(kit: Kit) -> None:
    files = PLATFORMS["prairielearn"].files(kit)
    info = json.loads(files["questions/hw/info.json"].data)
    assert PRAIRIELEARN["required"] <= info.keys() <= PRAIRIELEARN["known"]
    assert info["externalGradingOptions"].keys() == PRAIRIELEARN["grading"]
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", info["uuid"])
    assert (info["type"], info["gradingMethod"]) == ("v3", "External")
    assert 30 <= info["externalGradingOptions"]["timeout"] <= 600
    assert info["externalGradingOptions"]["entrypoint"] == "/grade/tests/run.sh"
    assert files["questions/hw/tests/run.sh"].executable
    subprocess.run(["sh", "-n"], input=files["questions/hw/tests/run.sh"].data, check=True)
    docker = files["image/Dockerfile"].data.decode()
    assert f"COPY {kit.wheel[0]} /tmp/" in docker
    assert f"image/{kit.wheel[0]}" in files
    assert "'scipy>=1.10'" in docker
    question = files["questions/hw/question.html"].data.decode()
    assert '<pl-file-upload file-names="pca.py">' in question
    assert "Components that" in question


def test_the_entry_point_writes_what_prairielearn_reads(tmp_path: Path) -> None:
    """Its run.sh, with /grade moved to a folder and this Python for the one in the image."""
    (tmp_path / "hw.toml").write_text(EXAMPLE)
    files = PLATFORMS["prairielearn"].files(kit_of(tmp_path / "hw.toml"))
    grade = unpacked({name.removeprefix("questions/hw/"): file for name, file in files.items()}, tmp_path / "grade")
    (grade / "student").mkdir()
    (grade / "student" / "pca.py").write_text(GOOD)
    script = (
        (grade / "tests" / "run.sh").read_text().replace("/grade", str(grade)).replace("/tmp/graded", f"{grade}/out")
    )
    ours = f"'{sys.executable}' -c 'from pcaproofs.cli import main; main()' grade"
    script = script.replace("pcaproofs grade", ours)
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    report = json.loads((grade / "results" / "results.json").read_text())
    assert (report["gradable"], report["score"]) == (True, 1)


def test_a_question_escapes_html_and_mustache(tmp_path: Path) -> None:
    text = EXAMPLE.replace("Homework 3", "<b> {{#secret}} & ").replace(
        '"W, lam, Z =', "\"d = {'{{a}}': 1}; W, lam, Z ="
    )
    (tmp_path / "hw.toml").write_text(text)
    question = PLATFORMS["prairielearn"].files(kit_of(tmp_path / "hw.toml"))["questions/hw/question.html"].data.decode()
    assert "{" not in question
    assert "<b>" not in question


def test_the_workflow_for_github(kit: Kit) -> None:
    files = PLATFORMS["github"].files(kit)
    assert all(file.for_students for file in files.values())
    text = files[".github/workflows/classroom.yml"].data.decode()
    assert "        with:\n          runners: pca\n" in text
    assert '          PCA_RESULTS: "${{ steps.pca.outputs.result }}"\n' in text
    yaml = pytest.importorskip("yaml")
    flow = yaml.safe_load(text)
    steps = flow["jobs"]["grade"]["steps"]
    reporter = steps[-1]
    (graded,) = (step for step in steps if step.get("id") == "pca")
    assert reporter["uses"] == "classroom-resources/autograding-grading-reporter@v1"
    assert reporter["with"] == {"runners": "pca"}  # its name in capitals begins the variable that it reads
    assert reporter["env"] == {"PCA_RESULTS": "${{ steps.pca.outputs.result }}"}
    assert 'echo "result=' in graded["run"]
    for step in steps:
        if "run" in step:
            subprocess.run(["bash", "-n"], input=step["run"], text=True, check=True)
    assert "hw-student.toml" in graded["run"]


def test_the_workflow_writes_the_file_that_the_reporter_reads(tmp_path: Path) -> None:
    (tmp_path / "hw.toml").write_text(EXAMPLE)
    repository = unpacked(PLATFORMS["github"].files(kit_of(tmp_path / "hw.toml")), tmp_path / "repository")
    (repository / "pca.py").write_text(GOOD)
    command = ("grade", str(repository), "--single", "-a", "hw-student.toml", "-o", "../graded")
    done = run(*command, "--format", "github-classroom", cwd=repository)
    assert done.returncode == 0, done.stderr
    (report,) = (tmp_path / "graded").glob("*/github-classroom.json")
    told = json.loads(report.read_text())
    assert (told["status"], told["max_score"]) == ("pass", 12)  # the thirteenth point is of a hidden criterion


def test_the_notebook_for_nbgrader(kit: Kit) -> None:
    notebook = json.loads(PLATFORMS["nbgrader"].files(kit)["source/hw/hw.ipynb"].data)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    answer, *tests = cells
    assert "return 'secret'" in answer["source"].partition("### END SOLUTION")[0]
    hidden = [cell for cell in tests if "BEGIN HIDDEN TESTS" in cell["source"]]
    # two hidden criteria, one of hidden data, what is compared with the solution
    told = [re.search(r"points\('hw-student.toml', '([\w.-]+)'", cell["source"])[1] for cell in hidden]  # type: ignore[index]
    assert told == [
        "components.order", "data.far-away", "data.rank-deficient", "values.K", "scores.centred", "values.K",
    ]  # fmt: skip
    for cell in tests:
        compile(cell["source"], "cell", "exec")
    assert sum(cell["metadata"]["nbgrader"]["points"] for cell in tests) == 17


HIDDEN_CRITERIA = ("components.order", "far-away", "rank-deficient", "values.K", "centred")


def test_the_master_for_otter(kit: Kit) -> None:
    cells = json.loads(PLATFORMS["otter"].files(kit)["hw.ipynb"].data)["cells"]
    blocks = [cell["source"].splitlines()[0] for cell in cells if cell["cell_type"] == "raw"]
    assert blocks[0] == "# ASSIGNMENT CONFIG"
    lines = (line.partition(": ") for line in cells[0]["source"].splitlines()[1:])
    config = {key: json.loads(value) for key, _, value in lines}  # JSON, which is YAML
    assert set(config["files"]) == {"hw-student.toml", "utils.py", "data/faces.npy", kit.wheel[0]}
    assert set(config["autograder_files"]) == {"hw.toml", "secret.csv", "secret_solution.py"}
    assert config["requirements"][0].endswith(kit.wheel[0])
    tests = [cell["source"] for cell in cells if "BEGIN TEST CONFIG" in cell["source"]]
    assert len(tests) == sum(len(task.criteria) for task in kit.assignment.tasks)
    for test in tests:
        shown = "hidden: false" in test
        assert shown != any(secret in test for secret in HIDDEN_CRITERIA)


def test_an_option_that_a_kit_cannot_use_is_refused(folder: Path, tmp_path: Path) -> None:
    toml = str(folder / "hw.toml")
    for platform in ("github", "nbgrader"):
        done = run("assignment", "kit", toml, "--for", platform, "-o", "kit", "--seed", "3", cwd=tmp_path)
        assert done.returncode == 2
        assert "got --seed, but nothing for" in done.stderr
    done = run("assignment", "kit", "hw.toml", "--for", "otter", "-o", ".", cwd=folder)
    assert (done.returncode, "but should be another folder" in done.stderr) == (2, True)
    done = run("assignment", "release", "hw.toml", "-o", "hw.toml", cwd=folder)
    assert (done.returncode, "but should be another file" in done.stderr) == (2, True)
    done = run("assignment", "release", "hw.toml", "-o", str(tmp_path / "hw-student.toml"), cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "8 of 17 points" in done.stdout
    assert (tmp_path / "data" / "faces.npy").exists()
    assert not (tmp_path / "secret.csv").exists()
    with pytest.raises(KitError, match="is a student's version"):
        kit_of(tmp_path / "hw-student.toml")


def test_the_command_says_what_is_left_to_do(folder: Path, tmp_path: Path) -> None:
    done = run("assignment", "kit", str(folder / "hw.toml"), "--for", "gradescope", "-o", "up.zip", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "autograder points: 17." in done.stdout
    old = run("grade", "-a", str(folder / "hw.toml"), "--gradescope-zip", "old.zip", "--seed", "7", cwd=tmp_path)
    assert old.returncode == 0, old.stderr
    with zipfile.ZipFile(tmp_path / "old.zip") as archive:
        assert b"seed = 7\n" in archive.read("assignment/hw.toml")
    with zipfile.ZipFile(tmp_path / "up.zip") as archive:
        assert archive.read("assignment/hw.toml") == (folder / "hw.toml").read_bytes()
    (tmp_path / "hw.toml").write_text(re.sub(r"seed = .*", "", EXAMPLE))
    done = run("assignment", "kit", "hw.toml", "--for", "otter", "-o", "otter", cwd=tmp_path)
    assert done.stderr.startswith("no seed: anybody can draw the hidden data")


def test_the_wheel_is_the_one_that_the_build_makes(tmp_path: Path) -> None:
    name, data = wheel.wheel()
    assert (name, data) == wheel.wheel()
    root = Path(__file__).parents[3]
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)], cwd=root, check=True,
        capture_output=True,
    )  # fmt: skip
    (built,) = tmp_path.glob("*.whl")
    assert built.name == name
    with zipfile.ZipFile(built) as theirs, zipfile.ZipFile(io.BytesIO(data)) as ours:
        contents = [{each for each in found.namelist() if ".dist-info/" not in each} for found in (ours, theirs)]
        assert contents[0] == contents[1]
        about = {each.partition(".dist-info/")[2] for each in ours.namelist()}
        assert {"METADATA", "WHEEL", "RECORD", "entry_points.txt"} <= about
        for each in ours.namelist():
            if ".dist-info/" not in each:
                assert ours.read(each) == theirs.read(each), each
        (record,) = (each for each in ours.namelist() if each.endswith("RECORD"))
        rows = list(csv.reader(io.StringIO(ours.read(record).decode())))
        assert {row[0] for row in rows} == set(ours.namelist())
        for place, digest, size in rows[:-1]:
            content = ours.read(place)
            assert int(size) == len(content)
            assert digest.startswith("sha256=")
            assert len(hashlib.sha256(content).digest()) == 32
