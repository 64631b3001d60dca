"""The public names have types, completion and pages: the lists agree, and wrong uses are found by a type checker."""

from __future__ import annotations

import inspect
import runpy
import subprocess
import sys
from pathlib import Path

import jedi
import pytest
from sympy import MatrixSymbol, symbols

import pcaproofs
from pcaproofs import equal, exists, iff, prove, psd

ROOT = Path(__file__).parents[2]
STUB = ROOT / "pcaproofs" / "__init__.pyi"
NAMES = [name for name in pcaproofs.__all__ if name != "__version__"]

USER = """\
from pcaproofs import prove, equal, {name}

result = prove("A = A", given="A is symmetric")
result.{attribute}
prove("A = A", seconds={seconds})
"""
RIGHT = {"name": "unit", "attribute": "read_as", "seconds": "1.0"}
WRONG = {  # what is wrong in it, and what mypy says
    "name": ("nosuchname", 'has no attribute "nosuchname"'),
    "attribute": ("verdcit", 'has no attribute "verdcit"'),
    "seconds": ('"x"', 'No overload variant of "prove" matches argument types "str", "str"'),
}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What mypy says of a user's files, by the name of each."""
    folder = tmp_path_factory.mktemp("user")
    (folder / "right.py").write_text(USER.format(**RIGHT), encoding="utf-8")
    for wrong, (put, _) in WRONG.items():
        (folder / f"{wrong}.py").write_text(USER.format(**{**RIGHT, wrong: put}), encoding="utf-8")
    files = [path.name for path in sorted(folder.glob("*.py"))]
    command = [sys.executable, "-m", "mypy", "--config-file", "", "--follow-imports", "silent", *files]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=300)
    return {name: "".join(x for x in done.stdout.splitlines(True) if x.startswith(name)) for name in files}


def test_a_type_checker_accepts_a_right_use(said: dict[str, str]) -> None:
    assert said["right.py"] == ""


@pytest.mark.parametrize("wrong", WRONG)
def test_a_type_checker_finds_a_wrong_use(wrong: str, said: dict[str, str]) -> None:
    assert WRONG[wrong][1] in said[f"{wrong}.py"]
    assert said[f"{wrong}.py"].count("error:") == 1


def test_the_stub_is_the_written_one() -> None:
    assert STUB.read_text(encoding="utf-8") == runpy.run_path(str(ROOT / "docs" / "api.py"))["stub"](), (
        "run python docs/api.py"
    )


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("from pcaproofs import pro", "prove"),
        ("import pcaproofs\npcaproofs.pro", "prove"),
        ("from pcaproofs import prove\nprove('A = A').ver", "verdict"),
        ("from pcaproofs import prove\nprove('A = A', giv", "given="),
    ],
)
def test_completion_offers_the_public_names(typed: str, offered: str) -> None:
    lines = typed.split("\n")
    assert offered in [x.name for x in jedi.Script(typed).complete(len(lines), len(lines[-1]))]


FUNCTIONS = [name for name in NAMES if inspect.isfunction(getattr(pcaproofs, name))]
OF_ANY_TYPE = {  # what these take has no type: facts and statements of claims, expressions that mutants change
    "claim", "given", "by", "citing_only", "step", "swap", "flip_sign", "untransposed", "right_times", "citing",
    "without_equation", "under_test",
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_public_parameters_have_types(name: str) -> None:
    of = inspect.signature(getattr(pcaproofs, name))
    assert of.return_annotation is not of.empty
    for parameter in of.parameters.values():
        assert parameter.annotation is not parameter.empty
        assert name in OF_ANY_TYPE or parameter.annotation not in ("Any", "Sequence[Any]", "Iterable[Any]"), parameter


@pytest.mark.parametrize("name", FUNCTIONS)
def test_arguments_that_a_docstring_lists_are_those_that_there_are(name: str) -> None:
    text = inspect.getdoc(getattr(pcaproofs, name)) or ""
    parameters = list(inspect.signature(getattr(pcaproofs, name)).parameters)
    if len(parameters) > 3:
        assert "Args:" in text or name in ("svd",)
    if "Args:" in text:
        said = text.partition("Args:\n")[2].partition("\n\n")[0]
        listed = [x.strip().partition(":")[0] for x in said.splitlines() if x.startswith("    ") and x[4] != " "]
        assert listed == parameters


def test_the_public_names_and_the_table_of_hypotheses_are_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "api.py"))
    assert Path(pcaproofs.__file__).read_text(encoding="utf-8") == made["init"](), "run python docs/api.py"
    assert (ROOT / "docs" / "proving.md").read_text(encoding="utf-8") == made["proving"](), "run python docs/api.py"


@pytest.mark.parametrize("name", ["prove", "hypotheses", "results", "nodes", "claims"])
def test_a_page_of_the_api_is_up_to_date(name: str) -> None:
    pages = runpy.run_path(str(ROOT / "docs" / "api.py"))
    assert (ROOT / "docs" / "api" / f"{name}.md").read_text(encoding="utf-8") == pages["page"](name), (
        "run python docs/api.py"
    )


def test_the_pages_of_the_api_show_every_name() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs" / "api").glob("*.md")))
    shown = [line.rpartition(".")[2] for line in text.splitlines() if line.startswith("::: ")]
    assert [name for name in NAMES if name not in shown] == []


def test_what_a_prompt_shows_is_one_short_line() -> None:
    n = symbols("n", positive=True, integer=True)
    a, b = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    for shown in (prove("A B = B A"), prove(equal(a, b)), prove(psd(a.T * a)), exists(a, psd(a)), iff(psd(a), psd(b))):
        assert "\n" not in repr(shown)
        assert len(repr(shown)) < 300
