"""A PDF from a LaTeX file, by the first available TeX engine."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from pcaproofs.report.errors import CannotWrite

NO_TEX = "no PDF: no TeX engine found; install latexmk with texlive-latex-recommended and -extra, or tectonic"
SECONDS = 300.0

_LATEX = ["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]
_ENGINES = ("latexmk", "tectonic", "pdflatex", "xelatex", "lualatex")
_WITHOUT_PDF = {"pdflatex": "-draftmode", "xelatex": "-no-pdf", "lualatex": "--draftmode"}
_REFERENCES = (".aux", ".toc", ".out")
_RUNS = 5  # runs of TeX at most, until references and table widths no longer change


class NoTeX(CannotWrite):
    """There is no TeX engine; the message says what to install."""


class TeXFailed(CannotWrite):
    """TeX stopped at an error; the message is its first line."""


def engine() -> str | None:
    """The first TeX engine found, of latexmk (with pdflatex), tectonic, pdflatex, xelatex and lualatex."""
    for name in _ENGINES:
        if shutil.which(name) and (name != "latexmk" or shutil.which("pdflatex")):
            return name
    return None


def compile_pdf(source: Path, name: str | None = None) -> bytes:
    """The PDF of a LaTeX file, made in a folder of its own; raises NoTeX or TeXFailed."""
    name = name or engine()
    if name is None:
        raise NoTeX(NO_TEX)
    with tempfile.TemporaryDirectory(prefix="pcaproofs-tex-") as folder:
        shutil.copy(source, Path(folder, "report.tex"))
        _typeset(name, folder)
        return Path(folder, "report.pdf").read_bytes()


def _typeset(name: str, folder: str) -> None:
    """Runs TeX, first without output, until the references that it writes equal those that it read."""
    if name == "tectonic":  # it runs TeX as often as needed by itself
        _run(["tectonic", "--untrusted", "report.tex"], folder)
        return
    tex = "pdflatex" if name == "latexmk" else name
    _run([tex, *_LATEX, _WITHOUT_PDF[tex], "report.tex"], folder)
    if name == "latexmk":  # it runs TeX as often as needed, but writes a PDF each time
        _run(["latexmk", "-norc", "-g", "-pdf", *_LATEX, "report.tex"], folder)
        return
    for _ in range(_RUNS):
        read = _references(folder)
        _run([tex, *_LATEX, "report.tex"], folder)
        if _references(folder) == read:
            break


def _references(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(folder).iterdir() if path.suffix in _REFERENCES}


def _run(command: list[str], folder: str) -> None:
    steady = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1", "max_print_line": "1000"}
    try:
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, **steady}, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise TeXFailed(f"{command[0]} took more than {SECONDS:g} seconds") from None
    if done.returncode:
        log = Path(folder, "report.log")
        output = log.read_text(errors="replace") if log.exists() else done.stdout.decode(errors="replace")
        errors = [line for line in output.splitlines() if line.startswith(("!", "error:"))]
        raise TeXFailed(f"{command[0]}: {errors[0] if errors else 'exit ' + str(done.returncode)}")
