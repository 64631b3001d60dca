"""The playground in a real Chromium, from disk and from a server, and the links of a report to it."""

from __future__ import annotations

import functools
import http.server
import os
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

PYODIDE = os.environ.get("PCAPROOFS_PYODIDE", "")  # a folder with the npm package, instead of the network
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(not (CHROMIUM and find_spec("playwright")), reason="no chromium or playwright")
CLAIM = "projection.pythagoras"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the playground in try/, and the report of one claim in site/."""
    folder = tmp_path_factory.mktemp("built")
    try:
        made_by.build(folder / "try", Path(PYODIDE) if PYODIDE else None)
    except made_by.Unavailable as error:
        pytest.skip(str(error))
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
        page.set_default_timeout(300_000)
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
    source = window.locator("#source")
    window.locator("input[value=md]").check()
    source.fill("Let $x, y \\in \\mathbb{R}^p$.\n\n$$\\|x + y\\|^2 = \\|x\\|^2 + \\|y\\|^2$$\n")
    assert " fails at p = 1" in asked(window, 1)
    window.locator("#given").fill("")
    window.locator("#text").fill("tr(AB) = tr(BA)")
    assert asked(window, 0).startswith("proved  tr(AB) = tr(BA)")
    window.locator("#text").fill("AB = BA")
    assert asked(window, 0).startswith("refuted  AB = BA")
    window.locator("#text").fill("tr(AB = 1")
    assert len(asked(window, 0).splitlines()) == 1
    assert other == []
