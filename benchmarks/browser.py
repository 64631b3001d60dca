"""The playground in Chromium from disk: when its first verdict stands, and how long the next ones take.

Real seconds, beside the limits that a quiet computer should keep; another load changes them. With PCAPROOFS_SITE the
playground of that site is opened, else one is built (PCAPROOFS_PYODIDE: a folder with Pyodide instead of npm).
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from figure import Figure, script, seconds

sys.path.insert(0, str(Path(__file__).parents[1] / "docs"))
import playground

ASKED = [("tr(AB) = tr(BA)", ""), ("AB = BA", ""), ("||x - (x'w) w||^2 = ||x||^2 - (x'w)^2", "w is a unit vector")]
LIMITS = {"the first verdict, after the page begins to load": 10.0, "the next statement": 1.0, "a note": 1.0}
ANSWERED = """async ([k, text, given]) => {
  const form = document.forms[k], said = form.querySelector("pre"), begun = performance.now();
  if (text) [form.text.value, form.given.value] = [text, given];
  form.requestSubmit();
  while (["", "…"].includes(said.textContent)) await new Promise((done) => setTimeout(done, 1));
  return [said.textContent, begun / 1000, performance.now() / 1000];
}"""


def measured(browser: Any, address: str) -> list[float]:
    """Seconds of one visit: until the first verdict stands, of the slowest of the next ones, and of a note's."""
    page = browser.new_page()
    page.set_default_timeout(300_000)
    page.goto(address, wait_until="commit")
    page.wait_for_function("document.forms[0]?.querySelector('button').disabled === false")
    asked = [[0, *statement] for statement in ASKED] + [[1, "", ""]]
    (said, _, first), *later = [page.evaluate(ANSWERED, arguments) for arguments in asked]
    assert said.startswith("proved"), said
    took = [end - begun for _, begun, end in later]
    page.close()
    return [first, max(took[:-1]), took[-1]]


def figures(smallest: bool) -> Iterator[Figure]:
    """Medians of visits of a fresh browser, from disk."""
    from playwright.sync_api import sync_playwright

    pyodide = os.environ.get("PCAPROOFS_PYODIDE")
    with TemporaryDirectory() as folder, sync_playwright() as browsers:
        site = os.environ.get("PCAPROOFS_SITE")
        place = Path(site or folder, "try").resolve()
        if not site:
            playground.build(place, Path(pyodide) if pyodide else None)
        visits = []
        for _ in range(1 if smallest else 5):
            of_root = ["--no-sandbox"] if os.getuid() == 0 else []
            browser = browsers.chromium.launch(executable_path=shutil.which("chromium"), args=of_root)
            visits.append(measured(browser, f"file://{place}/index.html"))
            browser.close()
        for (what, limit), times in zip(LIMITS.items(), zip(*visits, strict=True), strict=True):
            took = median(times)
            goal = None if smallest else 1.0
            yield Figure(f"playground, {what}", seconds(took), "limit", seconds(limit), took / limit, goal)


if __name__ == "__main__":
    script(figures, __doc__)
