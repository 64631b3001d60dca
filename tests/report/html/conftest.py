"""The site of all claims in a folder, and a real Chromium that opens it from disk."""

import os
import shutil
from importlib.util import find_spec

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None) if find_spec("playwright") else None
HIGH = 900  # the height of windows


@pytest.fixture(scope="module")
def folder(site_files, tmp_path_factory):
    directory = tmp_path_factory.mktemp("site")
    for name, content in site_files.items():
        (directory / name).parent.mkdir(exist_ok=True)
        (directory / name).write_bytes(content)
    return directory


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as made:
        found = made.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"] if os.getuid() == 0 else [])
        yield found
        found.close()


@pytest.fixture(scope="module")
def windows(browser):
    """A window for each option, opened when first asked for, since that is what takes time."""
    made = {}

    def window(**options):
        """A window that shows nothing, so that no page is laid out anew when its size changes."""
        key = repr(options)
        if key not in made:
            page = browser.new_context(**options).new_page()
            page.on("console", lambda m: page.wrong.append(m.text) if m.type in ("error", "warning") else None)
            page.on("pageerror", lambda e: page.wrong.append(str(e)))
            page.on("requestfailed", lambda r: page.wrong.append(f"failed: {r.url}"))
            page.on("request", lambda r: page.wrong.append(r.url) if not r.url.startswith("file://") else None)
            page.wrong = []
            made[key] = page
        made[key].evaluate("document.documentElement?.remove()")
        return made[key]

    return window


@pytest.fixture
def visit(windows, folder):
    """Opens a page as if for the first time; what goes wrong on it, or is asked of the network, is in its `wrong`."""

    def opened(name, width=1100, scheme="light", **options):
        page, address = windows(**options), f"file://{folder}/{name}"
        if page.url.startswith(address):  # what was filled in there is not to be restored
            page.goto("about:blank")
        page.set_viewport_size({"width": width, "height": HIGH})
        page.emulate_media(media="screen", color_scheme=scheme)
        page.wrong = []
        page.goto(address)
        return page

    return opened
