"""The command report."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import run

COMMAND = [sys.executable, "-c", "from pcaproofs.cli import main; main()", "report"]


def process(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **environment}
    return subprocess.run([*COMMAND, *args], capture_output=True, text=True, timeout=240, env=env, check=False)


def test_a_chapter_is_printed_with_its_document(tmp_path: Path) -> None:
    done = run("report", "--chapter", "centering", "-o", str(tmp_path), "--layers", "kernel", "-j", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(f"printed statement refuted\nwrote {tmp_path}/pcaproofs.tex\n")
    assert "idempotent" not in done.stdout  # the table is for -v
    text = (tmp_path / "pcaproofs.tex").read_text(encoding="utf-8")
    assert r"\section{" in text
    assert r"\begin{pcaclaim}{centering.idempotent}" in text
    assert "affine.decomposition}" not in text


def test_a_claim_stands_alone(tmp_path: Path) -> None:
    done = run(
        "report", "--claim", "centering.idempotent", "affine.decomposition", "-o", str(tmp_path), "--layers", "kernel"
    )
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "pcaproofs.tex").read_text(encoding="utf-8")
    assert text.count(r"\begin{pcaclaim}{") == 2
    assert r"\section{" not in text


def test_a_verbose_report_has_the_table(tmp_path: Path) -> None:
    done = run("report", "centering.idempotent", "-o", str(tmp_path), "--layers", "kernel", "-v", "--format", "html")
    assert "  idempotent  proved" in done.stdout
    assert done.stdout.endswith(f"wrote {tmp_path}/index.html, to be opened in a browser\n")


def test_one_process_or_two_write_the_same_bytes(tmp_path: Path) -> None:
    for jobs, command in (("1", lambda *args: run("report", *args)), ("2", process)):  # the first is this process
        done = command("matrix-form", "-o", str(tmp_path / jobs), "-j", jobs, "--evidence")
        assert done.returncode == 0, done.stderr
    one, two = (tmp_path / jobs / "pcaproofs.tex" for jobs in ("1", "2"))
    assert one.read_bytes() == two.read_bytes()
    assert rb"\,\varepsilon$" in one.read_bytes()  # the numeric layer ran


def test_report_writes_fragments(tmp_path: Path) -> None:
    done = run("report", "--claim", "centering.idempotent", "--fragment", "-o", str(tmp_path), "--layers", "kernel")
    assert done.returncode == 0, done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"pcaproofs.sty", "centering.idempotent.tex"}


BAD = {
    "no such claim": (["--claim", "centering.idempotant"], "the nearest is centering.idempotent"),
    "no such chapter": (["--chapter", "centring"], "the nearest is"),
    "evidence of a site": (["--evidence", "--format", "html"], "should be with --format latex or pdf"),
    "watching a PDF": (["--watch", "--format", "pdf"], "should be with --format html alone"),
    "a part of the book": (["--part", "proof"], "should be with --format fragment"),
    "fragments of a PDF": (["--fragment", "--format", "pdf"], "should be latex"),
    "no such layer": (["--layers", "kernal"], "kernal"),
    "no such format": (["--format", "docx"], "docx"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_before_anything_is_proved(name: str, tmp_path: Path) -> None:
    args, words = BAD[name]
    done = run("report", *args, "-o", str(tmp_path))
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stdout == ""


def test_nothing_is_proved_if_the_output_cannot_be_written() -> None:
    done = run("report", "centering", "-o", "/proc/none")
    assert done.returncode == 2
    assert done.stderr.startswith("pcaproofs: cannot write /proc/none: ")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_without_tex_the_document_is_written_and_one_line_names_tex(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = process("matrix-form", "-o", str(out), "--format", "pdf", "--layers", "kernel", PATH=str(tmp_path))
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "install latexmk with texlive-latex-recommended" in line
    assert line.endswith(f"the document itself is written: {out / 'pcaproofs.tex'}")
    assert [path.name for path in out.iterdir()] == ["pcaproofs.tex"]


def test_missing_tex_is_reported_before_anything_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pcaproofs.cli import reporting
    from pcaproofs.report.latex import compile as tex

    def prove(*_: object) -> None:
        raise OSError(0, "proving has begun")

    monkeypatch.setattr(tex.shutil, "which", lambda name: None)
    monkeypatch.setattr(reporting, "_proved", prove)
    done = run("report", "matrix-form", "-o", str(tmp_path), "--format", "pdf")
    said = done.stderr.splitlines()
    assert "no TeX engine found" in said[0]
    assert "proving has begun" in said[1]


def test_several_formats_are_written_from_one_proving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pcaproofs.cli import reporting

    calls = []
    prove = reporting._proved
    monkeypatch.setattr(reporting, "_proved", lambda *args: calls.append(args) or prove(*args))
    formats = ["--format", "latex", "--format", "html", "--format", "fragment", "--part", "statement", "--no-evidence"]
    done = run("report", "matrix-form", "-o", str(tmp_path), "--layers", "kernel", *formats)
    assert done.returncode == 0, done.stderr
    assert len(calls) == 1
    assert (tmp_path / "pcaproofs.tex").exists()
    assert (tmp_path / "index.html").exists()
    part = (tmp_path / "matrix-form.trace-rules.tex").read_text(encoding="utf-8")
    assert r"\begin{pcaclaim}" in part
    assert r"\begin{pcaproof}" not in part
    assert "Certificate" not in part
