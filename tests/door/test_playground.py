"""The playground and the documentation in a real Chromium, from disk and from a server, and a report's links to it.

With PCAPROOFS_SITE, a folder that `mkdocs build` wrote, its playground is tested, as in CI; else one is built.
"""

from __future__ import annotations

import functools
import http.server
import os
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pcaproofs.cli import main

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
import playground as made_by

SITE = os.environ.get("PCAPROOFS_SITE", "")
PYODIDE = os.environ.get("PCAPROOFS_PYODIDE", "")  # a folder with the npm package, instead of the network
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.skipif(not (CHROMIUM and find_spec("playwright")), reason="no chromium or playwright"),
    pytest.mark.skipif(bool(os.environ.get("PCAPROOFS_CI")) and not SITE, reason=".ci/run tests it in its site"),
]
CLAIM = "projection.pythagoras"
# Statements and what is given: of several verdicts, and of modules that no example needed when the page was built.
TYPED = [
    ("tr(AB) = tr(BA)", ""),
    ("AB = BA", ""),
    ("||x - (x'w) w||^2 = ||x||^2 - (x'w)^2", "w is a unit vector"),
    ("||x - (x'w) w||^2 = ||x||^2 - (x'w)^2", ""),
    ("det(AB) = det(A) det(B)", ""),
    ("log(det(AB)) = log(det(A)) + log(det(B))", "A and B are positive definite"),
    ("rank(A) = rank(A'A)", ""),
    ("A + B = B + A", "A in R^{2x3}\nB in R^{3x2}"),
    ("A'A >= 0", ""),
    ("x'A x >= 0", "A is positive semidefinite"),
    ("(x'y)^2 <= ||x||^2 ||y||^2", ""),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the playground in try/, and the report of one claim in site/."""
    folder = tmp_path_factory.mktemp("built")
    try:
        if not SITE:
            made_by.build(folder / "try", Path(PYODIDE) if PYODIDE else None)
    except made_by.Unavailable as error:
        pytest.skip(str(error))
    if SITE:
        (folder / "try").symlink_to(Path(SITE, "try").resolve())
    command = ["report", "--claim", CLAIM, "-o", f"{folder}/site", "--format", "html", "-j", "1"]
    done = CliRunner().invoke(main, [*command, "--playground", f"{folder}/try"])
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture(scope="module")
def server(built: Path) -> Iterator[str]:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments: Any) -> None:
            """Says nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(built))) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{found.server_port}"
        found.shutdown()


@pytest.fixture(scope="module")
def window() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as made:
        browser = made.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"] if os.getuid() == 0 else [])
        page = browser.new_page()
        page.set_default_timeout(60_000)
        yield page
        browser.close()


def asked(page: Any, form: int) -> str:
    """Presses the button of a form, and waits for what it says."""
    chosen = page.locator("form").nth(form)
    page.wait_for_function("document.forms[0].querySelector('button').disabled === false")
    chosen.locator("button").first.click()
    page.wait_for_function(f"!['', '…'].includes(document.forms[{form}].querySelector('pre').textContent)")
    text: str = chosen.locator("pre").inner_text()
    return text


@pytest.mark.parametrize("place", ["disk", "server"])
def test_a_claim_of_the_report_is_judged_in_the_page(built: Path, request: Any, window: Any, place: str) -> None:
    """Each statement that the link hands over is proved there, and a wrong one is refuted with a point."""
    address = f"file://{built}" if place == "disk" else request.getfixturevalue("server")
    other: list[str] = []
    window.on("request", lambda r: None if r.url.startswith((address, "blob:", "data:")) else other.append(r.url))
    window.goto(f"{address}/site/projection.html")
    window.locator(f"section[id='{CLAIM}'] > header > a", has_text="Try a change of it").click()
    lines = asked(window, 1).splitlines()
    verdicts = [line.split()[1] for line in lines if line.startswith("note.tex:")]
    assert len(verdicts) >= 4
    assert set(verdicts) == {"proved"}
    window.locator("input[value=md]").check()
    window.locator("#source").fill("Let $x, y \\in \\mathbb{R}^p$.\n\n$$\\|x + y\\|^2 = \\|x\\|^2 + \\|y\\|^2$$\n")
    assert " fails at p = 1" in asked(window, 1)
    for text, given in TYPED:
        window.locator("#text").fill(text)
        window.locator("#given").fill(given)
        said = CliRunner().invoke(main, ["prove", text, *(f"--given={x}" for x in given.splitlines())]).output
        assert asked(window, 0) == re.sub("try: --given '(.*)'", r"try it with this given: \1", said.rstrip())
    window.locator("#text").fill("tr(AB = 1")
    assert asked(window, 0).startswith("got the end, but should be )")
    assert other == []


@pytest.mark.skipif(not SITE, reason="PCAPROOFS_SITE names no site")
def test_the_site_has_the_playground_and_is_searched_from_disk(window: Any) -> None:
    other: list[str] = []
    window.on("request", lambda r: None if r.url.startswith(("file:", "blob:", "data:")) else other.append(r.url))
    window.goto(f"file://{Path(SITE).resolve()}/index.html")
    window.locator(".md-search__input").click()
    window.locator(".md-search__input").press_sequentially("certificate")
    window.locator(".md-search-result__link", has_text="The format of certificates").first.click()
    window.wait_for_url("**/certificates.html*")
    window.goto(f"file://{Path(SITE).resolve()}/try.html")
    window.get_by_role("link", name="Open the playground").click()
    window.wait_for_url("**/try/index.html")
    assert asked(window, 0).startswith("proved")
    assert other == []
