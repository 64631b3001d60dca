"""An unchanged note: a second check says the same without SymPy, and only where all that it rests on is the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pcaproofs import kept
from pcaproofs.cli import checking, unchanged
from tests.cli.command import Done, run

NOTE = r"""# Lengths

Let $x, y \in \mathbb{R}^p$.

$$\|x + y\|^2 = \|x\|^2 + \|y\|^2 + 2 x^T y$$

$$\|x + y\|^2 = \|x\|^2 + \|y\|^2 + x^T y$$

$$\|x\|^2 > -1$$

$$x^T x = x^T$$

$$S = x x^T \tag{a}$$

$$\norm{x} = 2 + [3$$
"""
HEAVY = ("sympy", "numpy", "hypothesis", "mpmath", "pcaproofs.notes.judging", "pcaproofs.notes.formulas")


@pytest.fixture
def note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A note, with a cache and a key of its own."""
    monkeypatch.setenv(kept.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "notes" / "lengths.md"
    path.parent.mkdir()
    path.write_text(NOTE)
    return Path("notes", "lengths.md")


def is_checked(note: Path, *options: str, monkeypatch: pytest.MonkeyPatch) -> tuple[bool, Done]:
    """Whether a check judges the note anew, and what it prints."""
    calls: list[Path] = []
    before = checking._verdicts
    with monkeypatch.context() as patch:
        patch.setattr(checking, "_verdicts", lambda *x: calls.append(x[2]) or before(*x))
        done = run("check", str(note), *options)
    return bool(calls), done


OUTPUTS = [
    (),
    ("--all",),
    ("--readings",),
    ("--json",),
    ("--sarif",),
    ("--strict",),
    ("--select", "fails"),
    ("--all", "--readings"),
]


@pytest.mark.parametrize("options", OUTPUTS, ids=" ".join)
def test_a_second_check_prints_the_same_and_judges_nothing(
    note: Path, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run("check", str(note), *options, "--no-cache")
    first = is_checked(note, *options, monkeypatch=monkeypatch)
    second = is_checked(note, *options, monkeypatch=monkeypatch)
    assert (first, second) == ((True, plain), (False, plain))


def test_a_log_and_lines_share_a_record(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, lines = (run("check", str(note), *x, "--no-cache") for x in (["--sarif"], []))
    assert is_checked(note, "--sarif", monkeypatch=monkeypatch) == (True, log)
    assert is_checked(note, monkeypatch=monkeypatch) == (False, lines)


def append(path: Path, text: str) -> None:
    with path.open("a") as file:
        file.write(text)


CHANGES: dict[str, Callable[[Path], object]] = {
    "a row": lambda note: append(note, "\n$$1 = 2$$\n"),
    "its scope file": lambda note: note.with_suffix(".scope").write_text("x is unit\n"),
    "a configuration of its project": lambda note: (note.parent / "_config.yml").write_text(
        "parse:\n  mathjax:\n    macros:\n      norm: ['\\lVert #1\\rVert', 1]\n"
    ),
    "the options of its project": lambda note: append(
        note.parent.parent / "pyproject.toml", "[tool.pcaproofs]\nignore = ['PCA310']\n"
    ),
    "its name": lambda note: note.rename(note.with_suffix(".qmd")),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_of_what_a_check_reads_is_seen(
    note: Path, change: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("check", str(note))
    change(note)
    note = next(x for x in note.parent.iterdir() if x.suffix in (".md", ".qmd"))
    checked, found = is_checked(note, monkeypatch=monkeypatch)
    assert checked
    assert found == run("check", str(note), "--no-cache")


def test_a_change_of_a_baseline_or_of_the_program_is_seen(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("check", str(note), "--baseline", "b.json", "--write-baseline")
    assert run("check", str(note), "--baseline", "b.json").returncode == 0
    assert not is_checked(note, "--baseline", "b.json", monkeypatch=monkeypatch)[0]
    Path("b.json").write_text('{"version": 1, "findings": []}')
    assert run("check", str(note), "--baseline", "b.json").returncode == 1
    monkeypatch.setattr(kept, "program", lambda: "another")
    assert is_checked(note, "--baseline", "b.json", monkeypatch=monkeypatch)[0]


def record() -> tuple[Path, str, dict[str, Any]]:
    """The folder, the name and the data of the record of the check."""
    folder = kept.users_folder()
    assert folder is not None
    names = [path.stem for _, _, path in kept.files_in(folder)]
    found = {name: kept.read(folder, name) for name in names}
    (name,) = [name for name in names if "told" in found[name]]
    return folder, name, found[name]


def each_number(x: Any, change: Callable[[str], str]) -> Any:
    """Evidence with other numbers."""
    if isinstance(x, dict):
        return {name: each_number(part, change) for name, part in x.items()}
    if isinstance(x, list):
        return [each_number(part, change) for part in x]
    return change(x) if isinstance(x, str) and x.isdigit() else x


HOSTILE: dict[str, Callable[[dict[str, Any]], object]] = {
    "certificates without steps": lambda d: d.update(
        evidence=[[s, {**x[0], "proofs": []}] if len(x) == 1 else [s, *x] for s, *x in d["evidence"]]
    ),
    "other statements": lambda d: d.update(
        evidence=[[d["evidence"][k - 1][0], *x] for k, (_, *x) in enumerate(d["evidence"])]
    ),
    "other numbers": lambda d: d.update(evidence=each_number(d["evidence"], lambda x: "0")),
    "no statements": lambda d: d.update(evidence=[[None, *x] for _, *x in d["evidence"]]),
    "numbers": lambda d: d.update(evidence=[1, 2]),
    "deep": lambda d: d.update(evidence=[[json.loads("[" * 900 + "]" * 900), None]]),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE.keys())
def test_evidence_that_does_not_hold_is_no_record_even_if_it_is_signed(
    note: Path, change: Callable[[dict[str, Any]], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run("check", str(note))
    folder, name, data = record()
    assert len(data["evidence"]) > 3
    change(data)
    kept.write(folder, name, data)
    assert is_checked(note, monkeypatch=monkeypatch) == (True, plain)


def test_a_text_of_another_hand_is_not_said(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("check", str(note))
    folder, name, _ = record()
    path = folder / f"{name}.kept"
    path.write_bytes(path.read_bytes().replace(b"2 errors", b"6 proved").replace(b"error", b"right"))
    assert is_checked(note, monkeypatch=monkeypatch) == (True, plain)


def test_a_folder_that_cannot_be_written_is_no_error(note: Path) -> None:
    Path("file").write_text("")
    assert run("check", str(note), "--cache-dir", "file/below") == run("check", str(note), "--no-cache")


EMPTY = {"empty.md": "", "blank.tex": " \n\n", "empty.ipynb": '{"cells": []}', "empty.qmd": "\n"}


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_note_is_told_as_if_it_were_read(note: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(name).write_text(EMPTY[name])
    short = is_checked(Path(name), monkeypatch=monkeypatch)
    whole = is_checked(Path(name), "--write-reading", "r.json", monkeypatch=monkeypatch)
    assert (short[0], whole[0]) == (False, True)
    assert short[1] == whole[1]


PROVED = ("centering.idempotent", "centering.orthogonal-to-ones-as-printed", "--layers", "kernel")
UNCHANGED = "no other layer ran"


@pytest.mark.parametrize("options", [(), ("--json",), ("-v",)], ids=" ".join)
def test_claims_that_have_not_changed_are_told_again(note: Path, options: tuple[str, ...]) -> None:
    first, second = (run("prove", *PROVED, *options) for _ in range(2))
    assert (first.returncode, first.stderr) == (0, "")
    assert (second.returncode, second.stdout) == (0, first.stdout)
    assert UNCHANGED in second.stderr
    assert run("prove", *PROVED, *options, "--no-cache").stderr == ""


def test_claims_are_told_again_for_the_same_question_and_evidence_only(
    note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("prove", *PROVED)
    folder, name, data = record()
    assert UNCHANGED not in run("prove", *PROVED, "--layers", "kernel,sympy").stderr
    assert len(data["evidence"]) >= 2
    data["evidence"] = [[s, {**x[0], "proofs": []}] if len(x) == 1 else [s, *x] for s, *x in data["evidence"]]
    kept.write(folder, name, data)
    assert UNCHANGED not in run("prove", *PROVED).stderr
    assert UNCHANGED in run("prove", *PROVED).stderr
    monkeypatch.setattr(kept, "program", lambda: "another")
    assert UNCHANGED not in run("prove", *PROVED).stderr


def test_claims_of_others_and_claims_that_fail_are_not_kept(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("my_claims.py").write_text(Path(kept.__file__).with_name("claims").joinpath("centering.py").read_text())
    monkeypatch.syspath_prepend(str(Path.cwd()))
    for _ in range(2):
        for name in ("my_claims.py", "my_claims"):
            assert UNCHANGED not in run("prove", name, "centering.idempotent", "--layers", "kernel").stderr
    monkeypatch.setattr("pcaproofs.verify.run.ClaimReport.passed", False)
    for _ in range(2):
        assert run("prove", "centering.idempotent", "--layers", "kernel").returncode == 1


LIGHT = [
    ("--version",),
    ("--help",),
    ("check", "missing.md"),
    ("check", "empty.md"),
    ("check", "notes/lengths.md"),
    ("prove", *PROVED),
]


@pytest.mark.parametrize("arguments", LIGHT, ids=" ".join)
def test_what_needs_no_proof_imports_no_heavy_module(note: Path, arguments: tuple[str, ...]) -> None:
    Path("empty.md").write_text("")
    run("check", "notes/lengths.md")
    run("prove", *PROVED)
    code = "import atexit, sys; atexit.register(lambda: print(*sys.modules)); from pcaproofs.cli import main; main()"
    # a process, since this one has imported everything
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, env=os.environ)
    assert done.returncode == (2 if "missing.md" in arguments else 1 if "notes/lengths.md" in arguments else 0)
    modules = done.stdout.split()
    assert "pcaproofs.cli" in modules
    assert not {*HEAVY} & {*modules}


def test_cache_tells_the_size_and_removes_the_records(note: Path) -> None:
    run("check", str(note))
    found = sum(path.stat().st_size for path in Path("cache").iterdir())
    assert (
        run("cache").stdout == run("cache", "--size").stdout == f"{Path('cache').resolve()}: 2 records, {found} bytes\n"
    )
    (Path("cache") / "other.txt").write_text("")
    assert "removed 2 records" in run("cache", "--clear").stdout
    assert [x.name for x in Path("cache").iterdir()] == ["other.txt"]
    assert run("cache").stdout.endswith(": 0 records, 0 bytes\n")
    assert run("cache", "--size", "--clear").returncode == 2


def test_what_the_evaluator_does_not_confirm_is_not_kept(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pcaproofs.failing.fails", lambda *x: False)
    run("check", str(note))
    assert is_checked(note, monkeypatch=monkeypatch)[0]
    assert unchanged._holds([])
