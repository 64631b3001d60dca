"""What a reader does with the site in a real Chromium, much of it with the keyboard alone; and axe-core's rules."""

import re

import pytest

from .conftest import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium, or playwright is not installed")

CHECKED = {  # page -> what of it axe looks at, which takes seconds on a whole chapter
    "index": None,
    "claims": "form, table",
    "guide": None,
    "references": None,
    "recipe": None,
    "matrix-form": None,
    "stationarity": "figure, header.site, #sidebar",
}
OPEN = "document.querySelectorAll('details').forEach((d) => { d.open = true })"
PUT_BEFORE = """
(e) => {
  const before = document.createElement("button");
  e.before(before);
  before.focus();
}
"""
HITS = "() => [...document.querySelectorAll('#found a')].map((a) => a.getAttribute('href'))"
TYPED_AT_ONCE = """
(words) => {
  const input = document.getElementById("search");
  for (const word of words) {
    input.value = word;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
"""
CUT = """
() => [...document.querySelectorAll(".display, .lines, .long")].filter((e) => e.checkVisibility())
  .map((e) => [e.scrollWidth > e.clientWidth + 1, e.tabIndex, getComputedStyle(e).backgroundImage.includes("gradient")])
"""


WIDE, NARROW = (1280, "light"), (390, "dark")
LOOKS = [("index", *WIDE), *((name, *(WIDE, NARROW)[k % 2]) for k, name in enumerate(CHECKED, 1))]


@pytest.mark.parametrize(("name", "width", "scheme"), LOOKS)
def test_axe_finds_no_violation(visit, name, width, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = visit(f"{name}.html", width, scheme)
    page.evaluate(OPEN)
    found = axe.Axe().run(page, context=CHECKED[name]).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found] == []


SEARCHES = {
    "a name": ("ky fan", "trace-objective.html#trace-objective.ky-fan"),
    "an id": ("affine.penalty", "affine.html#affine.penalty"),
    "words of the prose": ("parallel axis theorem", "affine.html#section-4.1"),
    "a Greek letter by its name": ("lambda", "introduction.html#section-0.3"),
    "American spelling": ("maximize the variance", "stationarity.html#stationarity.every-eigenvector"),
    "a word that others contain": ("gram matrix", "algorithms.html#algorithms.four-routes"),
    "a term where it is explained": ("positive semidefinite", "introduction.html#section-0.5"),
    "what texts call it": ("loadings", "explained.html#section-12.4"),
    "a step that follows": ("PCA whitening", "svd.html#section-10.2"),
    "a name that the pages do not use": ("Moore-Penrose", "projection.html#section-3.5"),
    "an abbreviation": ("EVD", "spectral.html#spectral.spectral-theorem"),
    "what it solves": ("pseudoinverse", "projection.html#section-3.5"),
    "accents and case": ("LAGRANGIÁN", "stationarity.html#stationarity.maximise-lagrangian"),
}


@pytest.mark.parametrize("case", SEARCHES)
def test_a_search_finds(visit, case):
    words, address = SEARCHES[case]
    page = visit("index.html")
    page.keyboard.press("/")
    page.keyboard.type(words)
    page.wait_for_selector("#found li")
    assert address in page.evaluate(HITS)[:5]
    assert page.wrong == []


def test_a_hit_is_reached_and_opened_with_the_keyboard(visit):
    page = visit("guide.html")
    page.keyboard.press("/")
    page.keyboard.type("affine.penalty")
    page.wait_for_selector("#found li:first-child a[href$='#affine.penalty']")  # each key has hits of its own
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/affine.html#affine.penalty")
    assert page.locator("[id='affine.penalty']").is_visible()


def test_keys_during_the_loading_of_the_index_load_it_once_and_the_last_words_are_searched(visit):
    page = visit("guide.html")
    page.evaluate(TYPED_AT_ONCE, ["x", "ky", "affine.penalty"])
    page.wait_for_selector("#found:visible")
    assert page.locator("script[src='search-index.js']").count() == 1
    assert page.evaluate(HITS)[0].endswith("#affine.penalty")


def test_an_absent_word_is_not_found(visit):
    page = visit("index.html")
    page.fill("#search", "xylophone")
    page.wait_for_selector("#found:visible")
    assert page.locator("#found [role=status]").inner_text() == "0 places"
    page.keyboard.press("Escape")
    assert not page.locator("#found").is_visible()


def test_a_reference_shows_the_statement_on_focus_and_hover_and_escape_closes_it(visit):
    page = visit("affine.html")
    link = page.locator("article > p a[data-claim]").first
    id = link.get_attribute("data-claim")
    link.hover()
    page.wait_for_selector("#preview:visible")
    assert page.locator("#preview math").count() > 0
    assert page.evaluate("id => window.PCA_STATEMENTS[id].length > 0", id)
    page.keyboard.press("Escape")
    assert not page.locator("#preview").is_visible()
    link.evaluate(PUT_BEFORE)
    page.keyboard.press("Tab")
    page.wait_for_selector("#preview:visible")
    assert link.get_attribute("aria-describedby") == "preview"
    page.keyboard.press("Tab")
    assert not page.locator("#preview").is_visible()


def test_all_proofs_are_folded_and_shown_at_once(visit):
    page = visit("affine.html")
    assert page.locator("details.proof[open]").count() == 0
    page.locator("button.unfold").focus()
    page.keyboard.press("Enter")
    assert page.locator("details.proof:not([open])").count() == 0
    assert page.locator("button.unfold").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")
    assert page.locator("details.proof[open]").count() == 0


def test_the_theme_is_chosen_and_kept(visit):
    page = visit("guide.html")
    paint = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paint)
    button = page.locator("button.theme")
    button.click()
    assert (button.inner_text(), page.evaluate(paint)) == ("Theme: light", light)
    button.click()
    assert page.evaluate(paint) != light
    page.goto(page.url.replace("guide", "index"))
    assert page.locator("button.theme").inner_text() == "Theme: dark"
    assert page.evaluate(paint) != light
    page.locator("button.theme").click()
    assert page.evaluate(paint) == light


def test_numbers_are_addresses_beside_the_ids_and_are_searched(visit, site_files):
    (number,) = re.findall(rb'id="affine.penalty-name".*?id="claim-([\d.]+)"', site_files["affine.html"])
    page = visit("index.html")
    page.fill("#search", f"claim {number.decode()}")
    page.wait_for_selector("#found li")
    assert "affine.html#affine.penalty" in page.evaluate(HITS)
    page = visit(f"affine.html#claim-{number.decode()}")
    there = page.locator(f"[id='claim-{number.decode()}']")
    assert there.is_visible()
    assert there.evaluate("e => e.closest('section').id") == "affine.penalty"
    assert 0 <= there.bounding_box()["y"] < 300


def test_the_contents_are_beside_the_text_and_a_drawer_on_a_phone(visit):
    page = visit("affine.html", 1280)
    page.locator("#sidebar a.to-claim:visible").nth(4).click()
    assert "#affine." in page.url
    page = visit("affine.html", 390)
    assert page.locator("header.site").bounding_box()["height"] < 150  # of 900, so that the page begins on the screen
    assert not page.locator("#sidebar").is_visible()
    page.locator("a.menu").focus()
    page.keyboard.press("Enter")
    assert page.locator("#sidebar").is_visible()
    assert page.locator("a.menu").get_attribute("aria-expanded") == "true"
    page.keyboard.press("Escape")
    assert not page.locator("#sidebar").is_visible()
    assert page.evaluate("document.activeElement.className") == "menu"


@pytest.mark.parametrize("name", ["affine", "spectral", "trace-objective", "moments"])
def test_cut_formulas_on_a_phone_are_marked_scroll_and_are_rare(visit, name):
    page = visit(f"{name}.html", 390)
    page.wait_for_function("document.readyState === 'complete'")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found = page.evaluate(CUT)
    cut = [(index, shadow) for is_cut, index, shadow in found if is_cut]
    assert set(cut) <= {(0, True)}
    assert len(cut) <= 0.2 * len(found)


MOVED = {  # figure: page, slider, keys, and what the output says then
    "turn w": ("stationarity", 0, "Home", "variance along w 36.50, error 26.00, together 62.50"),
    "move a": ("affine", 0, "End", "error at distance 5.00: 150.00; least, at the mean: 50.00"),
    "turn a plane": ("trace-objective", 0, "End", "sum of the weights 2.00"),
    "move the samples": (
        "equivalence",
        0,
        "Home",
        "through 0: mean square 24.84 = variance 24.84 + squared mean 0.00, 0°",
    ),
    "take a part away": (
        "deflation",
        0,
        "End",
        "variance along w₁ 0.00, along w₂ 1.92: the best direction",
    ),
    "choose the scores": ("svd", 1, "End", "flower 1, scores 4: missed by 0.00 cm; all flowers together lose 0.00 %"),
}


@pytest.mark.parametrize("figure", MOVED)
def test_a_figure_moves_with_the_keyboard(visit, figure):
    name, number, key, said = MOVED[figure]
    page = visit(f"{name}.html")
    box = page.locator(".moving")
    before = box.locator("svg").inner_html()
    box.locator("input").nth(number).focus()
    page.keyboard.press(key)
    assert box.locator("output").inner_text().startswith(said)
    assert box.locator("svg").inner_html() != before
    assert page.wrong == []


@pytest.mark.parametrize("name", sorted({name for name, *_ in MOVED.values()}))
def test_without_scripts_a_picture_stands_there(visit, name):
    page = visit(f"{name}.html", java_script_enabled=False)
    assert page.locator(".moving").count() == 0
    assert page.locator("figure[data-interactive] svg.picture").is_visible()
    assert not page.locator("form.search").is_visible()
    assert page.locator("#sidebar").is_visible()
    assert page.locator("details.proof summary").first.is_visible()


def test_printing_unfolds_the_proofs(visit):
    page = visit("centering.html")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details.proof:not([open])").count() == 0
    assert not page.locator("#sidebar").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details.proof[open]").count() == 0


PIECES = """
(id) => [...document.getElementById(id).querySelectorAll(".display math")].filter((m) => m.checkVisibility())
  .map((m) => parseFloat(getComputedStyle(m).fontSize) / parseFloat(getComputedStyle(document.body).fontSize))
"""


def test_a_wide_formula_is_broken_on_a_phone_and_copied_whole(visit):
    page = visit("affine.html", 390)
    sizes = page.evaluate(PIECES, "affine.decomposition")
    assert len(sizes) == 3
    assert min(sizes) > 0.9
    copied = page.evaluate(
        """() => {
          const range = document.createRange();
          range.selectNode(document.querySelector("[id='affine.decomposition'] .unbroken").parentElement);
          return asLatex(range.cloneContents());
        }"""
    )
    assert copied.startswith("\\[")
    assert copied.count("\\]") == 1
    page.set_viewport_size({"width": 1280, "height": 900})
    assert len(page.evaluate(PIECES, "affine.decomposition")) == 1


def test_a_formula_in_a_sentence_that_would_be_cut_is_broken(visit):
    page = visit("spectral.html", 1280)
    page.wait_for_selector("[id='spectral.characteristic-polynomial'] .long .broken >> visible=true")
    cut = [x for x in page.evaluate(CUT) if x[0]]
    assert cut == []
