"""Makes docs/documents.png and docs/try.png, what one sees in a browser: python docs/screens.py [--pyodide FOLDER].

Needs pandoc, chromium, playwright, and what the playground is built with.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import playground

HERE = Path(__file__).parent
NOTE = r"""---
title: Residuals
---

Let $w, x \in \mathbb{R}^p$, and let $w$ be a unit vector.

$$\|x - (x^\top w) w\|^2 = \|x\|^2 - (x^\top w)^2$$

The two parts add up for any vector $y$:

$$\|x + y\|^2 = \|x\|^2 + \|y\|^2$$

Let $P = ww^\top$.

$$(I - P)^2 = I - P$$
"""


def documents(page: Any, folder: Path) -> None:
    """The note as HTML by pandoc with the filter, the first verdict unfolded."""
    (folder / "note.md").write_text(NOTE, encoding="utf-8")
    code = f"#!{sys.executable}\nfrom pcaproofs.pandoc import main\nmain()\n"
    (folder / "pcaproofs-pandoc").write_text(code, encoding="utf-8")
    (folder / "pcaproofs-pandoc").chmod(0o755)
    command = ["pandoc", "note.md", "--standalone", "--mathml", "--filter", "./pcaproofs-pandoc", "-o", "note.html"]
    subprocess.run(command, cwd=folder, check=True)
    page.goto(f"file://{folder}/note.html")
    page.locator("details.pcaproofs > summary").first.click()
    page.locator("body").screenshot(path=HERE / "documents.png")


def try_it(page: Any, folder: Path, pyodide: Path | None) -> None:
    """The playground after its first statement and its note."""
    playground.build(folder / "try", pyodide)
    page.goto(f"file://{folder}/try/index.html")
    for k in range(2):
        page.wait_for_function("document.forms[0].querySelector('button').disabled === false")
        page.locator("form").nth(k).locator("button").first.click()
        page.wait_for_function(f"!['', '…'].includes(document.forms[{k}].querySelector('pre').textContent)")
    page.locator("main").screenshot(path=HERE / "try.png")


def main() -> None:
    """Makes both pictures."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description="Makes the pictures of pages in a browser.")
    parser.add_argument("--pyodide", type=Path)
    arguments = parser.parse_args()
    arguments_of_root = ["--no-sandbox"] if os.getuid() == 0 else []
    with tempfile.TemporaryDirectory() as made, sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=shutil.which("chromium"), args=arguments_of_root)
        page = browser.new_page(viewport={"width": 820, "height": 700})
        page.set_default_timeout(300_000)
        documents(page, Path(made))
        try_it(page, Path(made), arguments.pyodide)


if __name__ == "__main__":
    main()
