"""The overview of 500 submissions in a real Chromium: search, groups and sorting; and without scripts a plain table."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pcaproofs.grading.feedback import index
from pcaproofs.grading.submission.people import Person

from .test_feedback import ASSIGNMENT, result, scored

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
EVIL = '"><script>window.evil = 1</script><img src=x onerror="window.evil = 1">'


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    right: dict[str, Any] = {"diagnosis": None, "criteria": (scored(passed_on=4, points=2.0),)}
    course = [
        result(
            submission=f"student {number:03}", score=number % 14 + 0.5, max_score=14.0, **(right if number % 2 else {})
        )
        for number in range(499)
    ]
    course.append(result(submission="submission_7", person=Person(EVIL, EVIL), score=None, gradable=False))
    path = tmp_path_factory.mktemp("overview") / "index.html"
    path.write_text(index(course, ASSIGNMENT), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as run:
        browser = run.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def shown(page: Any) -> list[str]:
    found: list[str] = page.eval_on_selector_all(
        "#all tbody tr", "rows => rows.filter(row => row.checkVisibility()).map(row => row.cells[0].innerText)"
    )
    return found


def test_search_groups_and_sorting(browser: Any, page_file: Path) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(page_file.as_uri())
    assert len(shown(page)) == 500
    assert page.evaluate("window.evil") is None
    assert page.evaluate("document.documentElement.scrollHeight") < 4000
    page.fill("#search", " STUDENT  t 40")
    forty = [f"student {number:03}" for number in (40, 140, 240, 340, *range(400, 410), 440)]
    assert shown(page) == forty
    assert page.inner_text("#shown") == "15 of 500"
    page.select_option("#group", "not-all-right")
    assert shown(page) == [name for name in forty if int(name[-1]) % 2 == 0]
    page.fill("#search", "")
    page.select_option("#group", "not-graded")
    assert len(shown(page)) == 1
    page.select_option("#group", "")
    page.click("#all th button:has-text('Points')")
    first = shown(page)
    assert first[0].startswith('">')  # not graded: below all
    assert first[1] == "student 000"
    page.click("#all th button:has-text('Points')")
    assert shown(page)[0] == "student 013"
    assert page.get_attribute("#all th[aria-sort]", "aria-sort") == "descending"
    assert errors == []
    page.close()


def test_without_scripts_it_is_a_table(browser: Any, page_file: Path) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(page_file.as_uri())
    assert page.locator("#all tbody tr").count() == 500
    assert not page.locator("#controls").is_visible()
    assert page.locator("#all button").count() == 0
    context.close()


def test_nothing_is_wider_than_a_phone(browser: Any, page_file: Path) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(page_file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()
