"""A PDF from a LaTeX file, by whichever TeX engine there is."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NO_TEX = "no PDF: no TeX engine found; install latexmk with texlive-latex-recommended and -extra, or tectonic"
SECONDS = 300.0

_LATEX = ["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]
_ENGINES = ("latexmk", "tectonic", "pdflatex", "xelatex", "lualatex")


class NoTeX(RuntimeError):  # noqa: N818
    """There is no TeX engine; the message says what to install."""


class TeXFailed(RuntimeError):  # noqa: N818
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
        for command in _commands(name):
            _run(command, folder)
        return Path(folder, "report.pdf").read_bytes()


def _commands(name: str) -> list[list[str]]:
    if name == "latexmk":
        once_more = ["pdflatex", *_LATEX, "report.tex"]  # makes sure that it has settled
        return [["latexmk", "-norc", "-pdf", *_LATEX, "report.tex"], once_more]
    if name == "tectonic":
        return [["tectonic", "--untrusted", "report.tex"]]
    return [[name, *_LATEX, "report.tex"]] * 3  # the table's widths and the references need three


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
