"""The settings of editors.md: each starts the server, and Emacs shows the verdicts of a note with them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.notes.test_lsp import Editor

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
EXTENSION = ROOT / "editors" / "vscode"
COMMAND = ["pcaproofs", "lsp"]
NOTE = r"""# Norms

Let $x, y, w \in \mathbb{R}^p$, and let $w$ be a unit vector.

$$w^T w = 1$$

$$\|x + y\|^2 = \|x\|^2 + \|y\|^2$$
"""
# What Emacs does with the note in batch mode, where no idle timer runs: it starts the server, waits, and prints.
SESSION = """
(setq eglot-sync-connect t)
(find-file "note.md")
(apply #'eglot (eglot--guess-contact))
(let ((server (eglot-current-server)) (file (eglot--TextDocumentIdentifier)))
  (dolist (symbol (append (jsonrpc-request server :textDocument/documentSymbol (list :textDocument file)) nil))
    (princ (format "symbol %s\\n" symbol)))
  (accept-process-output nil 0.5)
  (flymake-mode 1)
  (flymake-start)
  (dolist (found (flymake-diagnostics))
    (princ (format "line %d: " (line-number-at-pos (flymake-diagnostic-beg found))))
    (princ (format "%s\\n" (flymake-diagnostic-text found))))
  (goto-char (point-min))
  (search-forward "w^T")
  (princ (format "hover %s\\n" (jsonrpc-request server :textDocument/hover (eglot--TextDocumentPositionParams))))
  (goto-char (point-min))
  (search-forward "$$w^T ")
  (princ (format "completion %s\\n" (all-completions "" (nth 2 (eglot-completion-at-point)))))
  (eglot-shutdown server))
"""


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}[^\n]*\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_each_setting_starts_the_server() -> None:
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    assert package["contributes"]["configuration"]["properties"]["pcaproofs.command"]["default"] == COMMAND
    [helix] = map(tomllib.loads, blocks("toml"))
    server = helix["language-server"]["pcaproofs"]
    assert [server["command"], *server["args"]] == COMMAND
    assert all("pcaproofs" in x["language-servers"] for x in helix["language"])
    [zed] = map(json.loads, blocks("json"))
    [(name, settings)] = zed["lsp"].items()
    assert [settings["binary"]["path"], *settings["binary"]["arguments"]] == COMMAND
    assert all(name in x["language_servers"] for x in zed["languages"].values())
    assert 'cmd = { "pcaproofs", "lsp" }' in blocks("lua")[0]
    assert '("pcaproofs" "lsp")' in blocks("lisp")[0]


def test_the_extension_serves_the_languages_that_start_it() -> None:
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    started = [x.removeprefix("onLanguage:") for x in package["activationEvents"] if x.startswith("onLanguage:")]
    code = (EXTENSION / "extension.js").read_text(encoding="utf-8")
    assert json.loads(re.findall(r"LANGUAGES = (\[.*?\])", code)[0]) == started


def test_a_session_of_visual_studio_code(tmp_path: Path) -> None:
    """What the extension sent from code-server 4.139: a note with an error, its quick fix, a formula that is begun."""
    pytest.importorskip("pygls", reason="pygls is not installed: pip install 'pcaproofs[lsp]'")
    editor = Editor(tmp_path)
    answers: dict[int, Any] = {}
    for line in (Path(__file__).parent / "vscode.jsonl").read_text(encoding="utf-8").splitlines():
        said = json.loads(line.replace("/FOLDER", str(tmp_path)))
        editor.send(said["method"], said["params"], said.get("id"))
        if "id" in said:
            answers[said["id"]] = editor.until("id", said["id"])["result"]
    lenses = [[lens["command"]["title"] for lens in answers[k]] for k in (3, 13, 17)]
    proved = "proved using ‖w‖² = 1 (line 3: “w be a unit vector”)"
    assert lenses[0][0] == lenses[1][0] == proved
    assert lenses[0][1].startswith("refuted: fails at p = 1")
    assert lenses[1][1:] == ["proved", f"{proved}, P = wwᵀ (line 9)"]
    assert lenses[2][3] == "ill-typed: wᵀx is 1×1, xᵀ is 1×p"
    (heading,) = answers[4]
    assert (heading["name"], [row["detail"] for row in heading["children"]]) == (
        "Norms",
        ["proved", "refuted", "proved"],
    )
    (repair,) = answers[6]
    ((change,),) = repair["edit"]["changes"].values()
    assert (repair["kind"], change["newText"]) == ("quickfix", r"\lVert y\rVert^{2}")
    assert [item["label"] for item in answers[16]] == ["P", "p", "w", "x", "y"]
    editor.ask("shutdown", None)
    editor.send("exit", None)
    with editor.process:
        assert editor.process.wait(20) == 0


def _eglot() -> bool:
    if shutil.which("emacs") is None or find_spec("pygls") is None:
        return False
    code = "(progn (package-initialize) (require 'eglot) (require 'markdown-mode))"
    return subprocess.run(["emacs", "--batch", "--eval", code], capture_output=True).returncode == 0


def test_emacs_shows_the_verdicts(tmp_path: Path) -> None:
    if not _eglot():
        pytest.skip("no Emacs with eglot and markdown-mode")
    (tmp_path / "pcaproofs").write_text(f"#!{sys.executable}\nfrom pcaproofs.__main__ import main\nmain()\n")
    (tmp_path / "pcaproofs").chmod(0o755)
    (tmp_path / "note.md").write_text(NOTE, encoding="utf-8")
    settings = blocks("lisp")[0].replace("(add-hook 'markdown-mode-hook #'eglot-ensure)", "")  # which waits for a key
    (tmp_path / "session.el").write_text(f"(package-initialize)\n(require 'markdown-mode)\n{settings}\n{SESSION}")
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}
    command = ["emacs", "--batch", "-l", "session.el"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    wanted = ("symbol .*Norms", "line 7: .*refuted: fails at p = 1", r"hover .*\*\*proved\*\*", r"completion \(.*w.*\)")
    for line in wanted:
        assert re.search(f"^{line}", done.stdout, re.MULTILINE), done.stdout + done.stderr
