"""Five errands of new users, each as the table of docs/index.md has it typed, in a shell and an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

INDEX = (Path(__file__).parents[2] / "docs" / "index.md").read_text(encoding="utf-8")
NOTE = """Let $x, y \\in \\mathbb{R}^p$.

$$\\|x + y\\|^2 = \\|x\\|^2 + \\|y\\|^2$$
"""
SOLUTION = """import numpy as np


def pca(X, d):
    mean = X.mean(axis=0)
    values, vectors = np.linalg.eigh((X - mean).T @ (X - mean) / len(X))
    return mean, vectors[:, ::-1][:, :d], values[::-1][:d]
"""
WRONG = SOLUTION.replace("X - mean", "X")
# Who the user is -> what is typed after the command of the table, the exit code, lines of the output, what is written
ERRANDS: dict[str, tuple[str, int, list[str], str]] = {
    "doubt a claim about matrices": ("", 0, [r"proved  tr\(AB\) = tr\(BA\)", "  all dimensions"], ""),
    "write lecture notes": (
        "",
        1,
        [r"notes\.md:3:3  error  .* fails at p = 1, x = 1, y = 1: .*", "1 row: 1 error"],
        "",
    ),
    "teach PCA": (
        "pcaproofs grade submissions -a hw.toml -o graded -j 1",
        0,
        ["2 submissions: 2 ok", "  1 × never centres the data"],
        "graded/grades.csv",
    ),
    "read or teach from the book": ("", 0, [r".*build/report/index\.html.*"], "build/report/index.html"),
    "trust nobody": (
        "",
        0,
        [r"proof/.*: proved, also by the second checker, sha256 [0-9a-f]{64}"],
        "proof",
    ),
}


@pytest.mark.parametrize("who", ERRANDS)
def test_an_errand_is_done_as_it_is_typed(who: str, tmp_path: Path) -> None:
    then, code, lines, written = ERRANDS[who]
    [typed] = re.findall(rf"^\| {re.escape(who)} \| `(.*?)` \|", INDEX, re.MULTILINE)
    if "report" in typed:
        typed += " centering"  # one chapter, which takes a tenth of the time
    (tmp_path / "bin").mkdir()
    script = f"#!{sys.executable}\nfrom pcaproofs.__main__ import main\nif __name__ == '__main__':\n    main()\n"
    (tmp_path / "bin" / "pcaproofs").write_text(script, encoding="utf-8")
    (tmp_path / "bin" / "pcaproofs").chmod(0o755)
    (tmp_path / "notes.md").write_text(NOTE, encoding="utf-8")
    (tmp_path / "solution.py").write_text(SOLUTION, encoding="utf-8")
    for name, text in (("ann", SOLUTION), ("bob", WRONG)):
        (tmp_path / "submissions" / name).mkdir(parents=True)
        (tmp_path / "submissions" / name / "solution.py").write_text(text, encoding="utf-8")
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}
    command = ["bash", "-e", "-c", f"{typed}\n{then}"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    for line in lines:
        assert re.search(f"^{line}$", done.stdout, re.MULTILINE), done.stdout
    assert "Traceback" not in done.stderr
    assert (tmp_path / written).exists()
