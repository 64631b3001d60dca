"""pcaproofs prove with a statement, as it is typed at a prompt."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

from pcaproofs.cli import main, stating
from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.text.source import Source

CODES = {  # arguments: exit code, and what the output has
    ("A'A + I ≻ 0",): (0, "proved  AᵀA + I ≻ 0"),
    (r"A^T A \preceq 0",): (1, "refuted  AᵀA ⪯ 0"),
    ("tr(AB) = tr(BA)",): (0, "proved  tr(AB) = tr(BA)\n  read as: for all integers n, p ≥ 1, A ∈ ℝⁿˣᵖ"),
    ("(A+B)^2 = A^2 + 2 A B + B^2",): (1, "refuted  (A + B)² = A² + 2AB + B²"),
    ("A + x = B", "--given", "x in R^2", "--given", "A in R^{2 x 3}"): (1, "ill-typed"),
    ("||x + y||^2 = ||x||^2 + ||y|| + 2 x'y",): (
        1,
        "refuted  ‖x + y‖² = ‖x‖² + ‖y‖ + 2xᵀy\n  read as: for all integers n ≥ 1 and x, y ∈ ℝⁿ, where ‖y‖ ≥ 0: "
        "‖x + y‖² = ‖x‖² + ‖y‖ + 2 xᵀ y\n  fails at n = 1, x = 0, y = 2, ‖y‖ = 2: left = 4, right = 2",
    ),
    ("y = X b",): (3, "unsupported"),
    ("e^A = B",): (3, "unsupported"),
    ("A'A >= 0",): (
        3,
        "unsupported  AᵀA ≥ 0\n  ≥ between matrices; >> says that a difference is positive semidefinite\n",
    ),
    ("rank(x y') <= 1",): (3, "undecided"),
    ("tr(A B)) = 1",): (2, ""),
    ("A = A", "--given", "A is frobnicated"): (2, ""),
    ("A' = A", "B' = B"): (2, ""),
    ("centering.idempotent", "--given", "A = A"): (2, ""),
}


@pytest.mark.parametrize("args", CODES, ids=" ".join)
def test_exit_codes_and_output(args: tuple[str, ...]) -> None:
    code, said = CODES[args]
    done = CliRunner().invoke(main, ["prove", *args])
    assert done.exit_code == code, done.output
    assert done.stdout.startswith(said)
    assert "\x1b[" not in done.output
    if code == 2:
        assert done.stderr.count("\n") == 1
        assert done.stderr.startswith("pcaproofs: got ")


def test_what_is_given_is_named_and_what_is_missing_can_be_copied() -> None:
    line = "||x - (x'w) w||^2 = ||x||^2 - (x'w)^2"
    refuted = CliRunner().invoke(main, ["prove", line]).stdout
    assert "  holds if w is a unit vector\n  try: --given 'w is a unit vector'\n" in refuted
    proved = CliRunner().invoke(main, ["prove", line, "--given", "w is a unit vector"]).stdout
    assert "  using ‖w‖² = 1 (given: w is a unit vector)\n" in proved


def test_a_statement_from_standard_input() -> None:
    done = CliRunner().invoke(main, ["prove", "-"], input="A A^{-1}\n = I\n")
    assert done.exit_code == 0
    assert "taken for granted: A is invertible" in done.stdout
    assert CliRunner().invoke(main, ["prove", "-"], input=b"\xff = 1").exit_code == 2


def test_a_file_with_a_relation_sign_in_its_name_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a=b.py").write_text("", encoding="utf-8")
    assert "read as" not in CliRunner().invoke(main, ["prove", "a=b.py"]).output


@pytest.mark.parametrize("command", [[], ["prove"]])
def test_a_note_that_is_no_claim_is_to_be_checked(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.md").write_text("$$1 = 1$$", encoding="utf-8")
    done = CliRunner().invoke(main, [*command, "notes.md"])
    assert done.exit_code == 2
    assert done.stderr.endswith("; `pcaproofs check notes.md` checks a note\n")


def test_json_has_the_shape_of_a_row_of_check() -> None:
    given = ["--given", "w is a unit vector", "--given", "A = B"]
    done = CliRunner().invoke(main, ["prove", "w'w = 1", "--json", *given])
    row = json.loads(done.stdout)
    note = read(Source("notes.md", "Let $w$ be a unit vector.\n\n$$w^T w = 1$$\n"))
    checked = check_note(note)[1][-1].to_json(note)
    assert row.keys() == checked.keys() | {"text", "given", "read_as"}
    assert (row["verdict"], row["text"], row["given"]) == ("proved", "w'w = 1", ["w is a unit vector", "A = B"])
    wanted = {"text": "‖w‖² = 1", "by": "given", "line": 1, "words": "w is a unit vector"}
    assert row["using"] == row["parts"][0]["using"] == [wanted]
    assert row["certificate"]["format"] == "pcaproofs certificate 1"


def test_a_certificate_is_written_and_verified(tmp_path: Path) -> None:
    args = ["prove", "0 <= x'x <= ||x||^2", "--certificates", str(tmp_path)]
    assert CliRunner().invoke(main, args).exit_code == 0
    written = sorted(map(str, tmp_path.glob("*.json")))
    assert len(written) == 2
    assert CliRunner().invoke(main, ["verify", *written]).exit_code == 0


def test_a_statement_in_a_process_of_its_own_ends_without_a_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pcaproofs", "prove", "tr(A = 1"], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "pcaproofs: got the end, but should be ) for the bracket of column 3 [statement, column 9]\n"


def test_a_long_search_says_so_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stating, "PATIENCE", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for quiet in (False, True):
        with stating.searching(quiet=quiet):
            for _ in range(100):
                if quiet or "searching" in (said := capsys.readouterr().err):
                    break
                threading.Event().wait(0.05)
        if not quiet:
            assert "searching …" in said
            assert capsys.readouterr().err.endswith("\r")
    assert capsys.readouterr().err == ""


def test_the_readme_prints_what_is_printed() -> None:
    """The first statements of a newcomer, as the README has them."""
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^pcaproofs prove .*$", text, re.MULTILINE)
    assert len(lines) == 2
    for line in lines:
        assert CliRunner().invoke(main, shlex.split(line)[1:]).exit_code == 0
    assert f"```text\n{CliRunner().invoke(main, shlex.split(lines[-1])[1:]).stdout}```" in text


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes_commands(shell: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
    assert f"_PCAPROOFS_COMPLETE={shell}_source pcaproofs" in page
    done = CliRunner().invoke(main, [], env={"_PCAPROOFS_COMPLETE": f"{shell}_source"}, prog_name="pcaproofs")
    assert "_PCAPROOFS_COMPLETE" in done.output
    typed = {"COMP_WORDS": "pcaproofs pro", "COMP_CWORD": "pro" if shell == "fish" else "1"}
    completed = {"_PCAPROOFS_COMPLETE": f"{shell}_complete", **typed}
    assert "prove" in CliRunner().invoke(main, [], env=completed, prog_name="pcaproofs").output
