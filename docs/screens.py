"""Makes pictures of what one sees in other programs.

    python docs/screens.py [NAME…] [--code-server URL] [--inspector URL]

Names are those of the functions below. `documents` needs pandoc; `play` what the playground is built with, or
PCAPROOFS_PYODIDE; `neovim` Neovim 0.11 and tmux; `precommit` git and pre-commit. `vscode` needs an address of
code-server with the extension, `agents` the address that the Inspector of the Model Context Protocol prints. All but
`neovim` and `precommit` need chromium and playwright.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import playground
from picture import svg
from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent
NOTE = r"""# Norms

Let $x, y, w \in \mathbb{R}^p$, and let $w$ be a unit vector.

$$\|x - (x^\top w) w\|^2 = \|x\|^2 - (x^\top w)^2$$

$$\|x + y\|^2 = \|x\|^2 + \|y\| + 2 x^\top y$$

Let $P = ww^\top$.

$$(I - P)^2 = I - P$$
"""
SETTINGS = re.compile(r"```lua\n(.*?)```", re.DOTALL)  # of Neovim, in editors.md
HOOK = re.compile(r'```yaml title="\.pre-commit-config\.yaml"\n(.*?)```', re.DOTALL)


def documents(page: Any, folder: Path, _: argparse.Namespace) -> None:
    """The note as HTML by pandoc with the filter, the first verdict unfolded."""
    (folder / "note.md").write_text(NOTE, encoding="utf-8")
    code = f"#!{sys.executable}\nfrom pcaproofs.pandoc import main\nmain()\n"
    (folder / "pcaproofs-pandoc").write_text(code, encoding="utf-8")
    (folder / "pcaproofs-pandoc").chmod(0o755)
    options = ["--standalone", "--mathml", "--metadata", "pagetitle=Norms", "--filter", "./pcaproofs-pandoc"]
    subprocess.run(["pandoc", "note.md", *options, "-o", "note.html"], cwd=folder, check=True)
    page.goto(f"file://{folder}/note.html")
    page.locator("details.pcaproofs > summary").first.click()
    page.locator("body").screenshot(path=HERE / "documents.png")


def play(page: Any, folder: Path, _: argparse.Namespace) -> None:
    """The playground after its first statement and its note; says when the first verdict stood."""
    pyodide = os.environ.get("PCAPROOFS_PYODIDE")
    playground.build(folder / "try", Path(pyodide) if pyodide else None)
    page.goto(f"file://{folder}/try/index.html")
    for k in range(2):
        page.wait_for_function("document.forms[0].querySelector('button').disabled === false")
        page.locator("form").nth(k).locator("button").first.click()
        page.wait_for_function(f"!['', '…'].includes(document.forms[{k}].querySelector('pre').textContent)")
        print(f"verdict {k + 1}: {page.evaluate('performance.now()') / 1000:.1f} s after the page began to load")
    page.locator("main").screenshot(path=HERE / "try.png")


def vscode(page: Any, folder: Path, given: argparse.Namespace) -> None:
    """The note in Visual Studio Code, with the quick fix of its error."""
    folder = folder / "notes"
    folder.mkdir()
    (folder / "note.md").write_text(NOTE, encoding="utf-8")
    page.goto(f"{given.code_server}/?folder={folder}")
    page.locator(".explorer-folders-view .monaco-list-row", has_text="note.md").dblclick()
    page.locator(".codelens-decoration").nth(2).wait_for()
    page.locator(".view-line", has_text="+ y").click()
    page.keyboard.press("Control+Period")
    page.locator(".action-widget .monaco-list-row").nth(1).wait_for()
    page.screenshot(path=HERE / "vscode.png")


def agents(page: Any, folder: Path, given: argparse.Namespace) -> None:
    """A call of `prove` in the Inspector of the Model Context Protocol."""
    page.set_viewport_size({"width": 1500, "height": 900})
    page.goto(given.inspector)
    page.get_by_role("switch").first.click(force=True)
    page.get_by_text("Connected", exact=False).first.wait_for()
    page.get_by_text("Tools", exact=True).first.click()
    page.get_by_text("prove", exact=True).first.click()
    page.get_by_label("Statement").first.fill("||x - (x'w) w||^2 = ||x||^2 - (x'w)^2")
    page.get_by_role("button", name="Execute").first.click()
    page.get_by_text("is_proof").first.wait_for()
    page.screenshot(path=HERE / "agents.png", clip={"x": 20, "y": 0, "width": 1035, "height": 530})


def neovim(_page: Any, folder: Path, _: argparse.Namespace) -> None:
    """The note in Neovim, with the settings that editors.md has."""
    (folder / "note.md").write_text(NOTE, encoding="utf-8")
    settings = SETTINGS.findall((HERE / "editors.md").read_text(encoding="utf-8"))
    (folder / "init.lua").write_text("".join(settings), encoding="utf-8")
    tmux = ["tmux", "-L", f"screens-{os.getpid()}", "-f", "/dev/null"]
    command = ["new-session", "-d", "-x", "110", "-y", "13", "nvim --clean -u init.lua note.md"]
    subprocess.run([*tmux, *command], cwd=folder, check=True)
    try:
        for _wait in range(60):
            time.sleep(1)
            seen = subprocess.run([*tmux, "capture-pane", "-e", "-p"], check=True, capture_output=True, text=True)
            if seen.stdout.count("proved") == 2 and "fails at" in seen.stdout:
                break
        else:
            sys.exit(f"Neovim shows no verdicts:\n{seen.stdout}")
    finally:
        subprocess.run([*tmux, "kill-server"], check=False)
    terminal(seen.stdout, "neovim.svg", 110)


def precommit(_page: Any, folder: Path, _: argparse.Namespace) -> None:
    """A commit of the note that the hook stops, with the lines that pipelines.md has."""
    (folder / "note.md").write_text(NOTE, encoding="utf-8")
    [hook] = HOOK.findall((HERE / "pipelines.md").read_text(encoding="utf-8"))
    root = HERE.parent
    revision = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, check=True, capture_output=True, text=True).stdout
    hook = hook.replace("https://ADDRESS", str(root)).replace("v0.2.0", revision.strip())
    (folder / ".pre-commit-config.yaml").write_text(hook, encoding="utf-8")
    for command in ("git init -q", "pre-commit install", "pre-commit install-hooks", "git add note.md"):
        subprocess.run(command.split(), cwd=folder, check=True, capture_output=True)
    colours = {**os.environ, "PRE_COMMIT_COLOR": "always"}
    commit = ["git", "-c", "user.name=me", "-c", "user.email=me@example.org", "commit", "-m", "Norms"]
    done = subprocess.run(commit, cwd=folder, env=colours, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 1
    terminal(f"$ git commit -m Norms\n{done.stdout}", "precommit.svg", 110)


def terminal(text: str, name: str, width: int) -> None:
    """What a terminal showed, with its colours, as a picture."""
    page = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, highlight=False)
    page.print(Text.from_ansi(text.rstrip()))
    (HERE / name).write_text(svg(page, name.partition(".")[0]), encoding="utf-8")


PICTURES = {x.__name__: x for x in (documents, play, vscode, agents, neovim, precommit)}


def main() -> None:
    """Makes the pictures that are named, or all."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description="Makes pictures of what one sees in other programs.")
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[*PICTURES, []], default=[*PICTURES])
    parser.add_argument("--code-server")
    parser.add_argument("--inspector")
    given = parser.parse_args()
    of_root = ["--no-sandbox"] if os.getuid() == 0 else []
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=shutil.which("chromium"), args=of_root)
        for name in given.names:
            page = browser.new_page(viewport={"width": 820, "height": 520})
            page.set_default_timeout(60_000)
            with tempfile.TemporaryDirectory() as made:
                PICTURES[name](page, Path(made), given)


if __name__ == "__main__":
    main()
