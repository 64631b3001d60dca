"""A project of claims that is not about PCA: tests, table and report come from its pyproject.toml alone."""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path

import pytest
from command import run
from prepared import Prepared

import pcaproofs

ROOT = Path(__file__).parents[2]
RIDGE = ROOT / "examples" / "ridge"


@pytest.fixture(scope="module")
def ridge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example outside of this repository, whose configuration would else be found."""
    return Path(shutil.copytree(RIDGE, tmp_path_factory.mktemp("elsewhere") / "ridge"))


def test_pytest_in_the_folder_runs_every_layer_of_every_claim(ridge: Path, prepared: Prepared) -> None:
    done = prepared.pytest("-q", "-rfEs", cwd=ridge)
    assert done.returncode == 0, done.stdout
    claims = (ridge / "claims" / "ridge.py").read_text(encoding="utf-8").count("= claim(")
    skipped = sum(int(line.split("[")[1].split("]")[0]) for line in done.stdout.splitlines() if "SKIPPED [" in line)
    passed = int(done.stdout.splitlines()[-1].split(" passed")[0].split()[-1])
    assert claims >= 10
    assert passed + skipped == 4 * claims + 1  # and the document
    assert "is false" in done.stdout


def test_the_claims_of_a_project_need_one_import_and_no_word_about_pca(ridge: Path) -> None:
    text = (ridge / "claims" / "ridge.py").read_text(encoding="utf-8")
    found = {node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    found |= {a.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for a in node.names}
    assert found == {"numpy", "hypothesis", "sympy", "pcaproofs"}
    assert "PCA" not in text


def test_the_report_of_a_project_has_its_title_and_document_and_no_claims_of_pcaproofs(
    ridge: Path, tmp_path: Path
) -> None:
    done = run("report", str(ridge), "-o", str(tmp_path / "html"), "--format", "html", "--layers", "kernel", "-j", "1")
    assert done.returncode == 0, done.stderr
    assert "2 printed statements refuted" in done.stdout
    index = (tmp_path / "html" / "index.html").read_text(encoding="utf-8")
    chapter = (tmp_path / "html" / "ridge.html").read_text(encoding="utf-8")
    assert "<h1>Ridge regression, proved in every dimension</h1>" in index
    assert "small changes of" in chapter
    assert "PCA" not in index + chapter
    run("report", str(ridge), "ridge.unique", "-o", str(tmp_path / "latex"), "--layers", "kernel", "-j", "1")
    latex = (tmp_path / "latex" / "pcaproofs.tex").read_text(encoding="utf-8")
    assert r"{\Huge\bfseries Ridge regression, proved in every dimension\par}" in latex


@pytest.mark.parametrize("name", ["FOLDER", "FOLDER/claims/ridge.py"])
def test_prove_takes_a_folder_or_a_file_and_ids_of_it(ridge: Path, name: str) -> None:
    name = name.replace("FOLDER", str(ridge))
    done = run("prove", name, "ridge.bias", "ridge.unique", "--layers", "kernel", "--json", "-j", "2")
    assert done.returncode == 0, done.stderr
    claims = json.loads(done.stdout)["claims"]
    assert [(c["id"], c["verdict"]) for c in claims] == [("ridge.unique", "proved"), ("ridge.bias", "proved")]


def test_claims_of_other_subjects_are_proved_in_each_layer() -> None:
    done = run("prove", str(ROOT / "examples" / "subjects"), "--json", "-j", "1")
    assert done.returncode == 0, done.stderr
    found = [c["verdict"] for c in json.loads(done.stdout)["claims"]]
    assert len(found) == 62
    assert set(found) == {"proved"}


PACKAGE = """
from sympy import Identity, MatrixSymbol, Symbol
from pcaproofs import book, claim, equal, right_times

n = Symbol("n", positive=True, integer=True)
A = MatrixSymbol("A", n, n)
one = claim(
    "tiny.one",
    show=equal(A * Identity(n), A),
    prose="The identity matrix changes nothing.",
    sources=[book("any")],
    numeric="it is plain",
    mutants=[right_times(2)],
)
"""


def test_prove_takes_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_package").mkdir()
    (tmp_path / "my_package" / "__init__.py").touch()
    (tmp_path / "my_package" / "tiny.py").write_text(PACKAGE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    done = run("prove", "my_package", "--layers", "kernel", "--json")
    assert [c["id"] for c in json.loads(done.stdout)["claims"]] == ["tiny.one"]


BROKEN = [
    ("claims.py", "raise OSError('no disk')", "got OSError: no disk [", "claims.py:1]"),
    ("claims.py", "x = (", "got SyntaxError:", "claims.py:1]"),
    ("claims.py", "x = 1", "got no claims, but should be at least one", "claims.py]"),
    ("tiny.py", PACKAGE.replace("mutants=[right_times(2)]", "mutants=[]"), "got an incomplete claim", "[tiny.one]"),
    (
        "tiny.py",
        PACKAGE.replace("equal(A *", "lambda: (1 / 0, A *"),
        "got ZeroDivisionError: division by zero",
        "tiny.py:9]",
    ),
    (
        "tiny.py",
        PACKAGE.replace('"it is plain"', "lambda case, tested: case.nothing").replace(
            "sources", 'wrong=["x"], sources'
        ),
        "object has no attribute 'nothing'",
        "tiny.py:12]",
    ),
]


@pytest.mark.parametrize(("file", "text", "words", "place"), BROKEN, ids=[words for *_, words, _ in BROKEN])
def test_an_error_of_an_author_is_one_line_with_its_place(
    tmp_path: Path, prepared: Prepared, file: str, text: str, words: str, place: str
) -> None:
    path = tmp_path / file
    path.write_text(text, encoding="utf-8")
    done = prepared.pcaproofs("prove", str(path), "--layers", "numeric", cwd=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert words in line
    assert line.endswith(place)


def test_claims_beside_one_with_an_error_are_proved(tmp_path: Path, prepared: Prepared) -> None:
    one = PACKAGE[PACKAGE.index("one = claim(") :]
    broken = one.replace("one", "broken").replace("equal(A *", "lambda: (1 / 0, A *")
    path = tmp_path / "tiny.py"
    path.write_text(f"{PACKAGE}\n{broken}\n{one.replace('one', 'last')}", encoding="utf-8")
    command = ("prove", str(path), "--layers", "kernel")
    for jobs in ("1", "2"):
        done = prepared.pcaproofs(*command, "-j", jobs, "--json", cwd=tmp_path)
        assert done.returncode == 2
        (line,) = done.stderr.splitlines()
        assert "ZeroDivisionError" in line
        told = json.loads(done.stdout)
        found = {x["id"]: (x["verdict"], "error" in x) for x in told["claims"]}
        assert found == {"tiny.one": ("proved", False), "tiny.broken": ("error", True), "tiny.last": ("proved", False)}
        assert (told["summary"]["error"], told["summary"]["failed"]) == (1, 1)
    done = prepared.pcaproofs(*command, cwd=tmp_path)
    assert "2 proved in every dimension · 1 could not be run" in done.stdout


CONFIGURATIONS = [
    (None, "got no pyproject.toml"),
    ("x = [", "cannot be read"),
    ("", "got no file for pcaproofs_claims = []"),
    ('[tool.pytest.ini_options]\npcaproofs_claims = ["no/*.py"]', "got no file for pcaproofs_claims = ['no/*.py']"),
    ("[tool.pytest.ini_options]\npcaproofs_claims = 7", "should be a list of globs"),
]


@pytest.mark.parametrize(("text", "words"), CONFIGURATIONS, ids=[words for _, words in CONFIGURATIONS])
def test_a_folder_that_is_no_project_is_refused_in_one_line(tmp_path: Path, text: str | None, words: str) -> None:
    if text is not None:
        (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    done = run("prove", str(tmp_path))
    assert done.returncode == 2
    assert words in done.stderr
    assert str(tmp_path) in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_two_projects_at_once_are_refused(ridge: Path) -> None:
    done = run("prove", str(ridge), str(ridge / "claims" / "ridge.py"))
    assert done.returncode == 2
    assert "got two projects" in done.stderr


def test_every_public_name_can_be_imported_and_has_a_docstring() -> None:
    for name in pcaproofs.__all__:
        assert getattr(pcaproofs, name).__doc__, name
