"""The site in a real Chromium, from disk: nothing breaks, every formula is drawn, all widths, both colour schemes."""

import pytest

from .conftest import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium, or playwright is not installed")

WIDTHS = (1280, 768, 360)
LOW = 100  # the height of a window in which nobody clicks: little has to be painted
PAPER = 643  # the width of an A4 page without its margins, in pixels
PAGES = ["index", "claims", "guide", "affine", "spectral", "trace-objective", "svd", "moments"]
CONTRAST = """
() => {
  const parse = (c) => c.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const known = new Map();
  const behind = (e) => {
    if (!e) return [255, 255, 255];
    if (!known.has(e)) {
      const c = parse(getComputedStyle(e).backgroundColor);
      known.set(e, c.length < 4 || c[3] > 0 ? c : behind(e.parentElement));
    }
    return known.get(e);
  };
  const TEXT = "p, a, h1, h2, h3, li, dt, dd, td, th, code, mi, mo, mn, .badge, .reason, text";
  const worst = [];
  for (const e of document.querySelectorAll(TEXT)) {
    if (!e.checkVisibility() || !e.textContent.trim()) continue;
    const style = getComputedStyle(e);
    const c = parse(e.tagName === "text" ? style.fill : style.color);
    const [a, b] = [light(c), light(behind(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) worst.push([e.tagName, e.className.baseVal ?? e.className, e.textContent.slice(0, 20), ratio]);
  }
  return worst;
}
"""
RAISED = """
() => {
  const [a, b] = [...document.querySelector("msup").children].map((e) => e.getBoundingClientRect());
  return [a.bottom - b.bottom, b.left - a.left, document.querySelector("annotation").getBoundingClientRect().width];
}
"""
BOXES = """
() => {
  for (const details of document.querySelectorAll("details")) details.open = true;
  return [...document.querySelectorAll("math")].filter((m) => m.checkVisibility()).map((m) => {
    const { width, height } = m.getBoundingClientRect();
    return [m.querySelector("annotation")?.textContent ?? m.textContent, width, height];
  });
}
"""


FRAME = f"<iframe style='border: 0; position: absolute; top: 5000px; width: {WIDTHS[0]}px; height: {LOW}px'></iframe>"
WIDEN = "width => { document.querySelector('iframe').style.width = `${width}px` }"
PAINT = "getComputedStyle(document.body).backgroundColor"
LAID_OUT = "[innerWidth, matchMedia('print').matches, document.documentElement.scrollWidth]"


@pytest.fixture(scope="module")
def seen(windows, folder):
    """Every page once: what went wrong, the boxes of its formulas, its width in windows of several widths, its colours.

    The colours, of PAGES, are those with nothing unfolded: what does not stand out in each scheme, and the paper's.
    A page is in a frame outside of what the window shows: it is laid out when it is measured, and never painted.
    """
    out = {}
    page = windows()
    page.set_viewport_size({"width": WIDTHS[0], "height": LOW})
    for path in sorted(folder.glob("*.html")):
        page.wrong = []
        page.emulate_media(media="screen", color_scheme="light")
        page.set_content(FRAME)
        _, frame = page.frames
        frame.goto(f"file://{path}")
        colours = {}
        for scheme in ("dark", "light") if path.stem in PAGES else ():
            page.emulate_media(color_scheme=scheme)
            colours[scheme] = frame.evaluate(CONTRAST), frame.evaluate(PAINT)
        boxes, widths = frame.evaluate(BOXES), {}
        for name, width in (*((width, width) for width in WIDTHS), ("paper", PAPER)):
            page.evaluate(WIDEN, width)
            if name == "paper":
                page.emulate_media(media="print")
            *how, widths[name] = frame.evaluate(LAID_OUT)
            assert how == [width, name == "paper"]
        out[path.name] = page.wrong, boxes, widths, colours
    return out


def test_no_page_has_an_error_or_asks_the_network(seen):
    assert {name: wrong for name, (wrong, *_) in seen.items() if wrong} == {}


def test_every_formula_has_a_box_of_nonzero_size(seen):
    boxes = [(name, *box) for name, (_, found, *_) in seen.items() for box in found]
    assert len(boxes) > 3000
    assert [box for box in boxes if box[2] < 2 or box[3] < 2] == []


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_scrolls_sideways(seen, width):
    assert {name: widths[width] for name, (_, _, widths, _) in seen.items() if widths[width] > width} == {}


def test_nothing_is_wider_than_paper_so_that_no_page_is_shrunk(seen):
    assert {name: widths["paper"] for name, (_, _, widths, _) in seen.items() if widths["paper"] > PAPER} == {}


def test_formulas_are_drawn_as_mathematics(visit):
    page = visit("guide.html")
    raised = page.evaluate(RAISED)
    assert raised[0] > 1
    assert raised[1] > 1
    assert raised[2] == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_text_has_enough_contrast_with_its_background(seen, name, scheme):
    _, _, _, colours = seen[f"{name}.html"]
    hidden, paper = colours[scheme]
    assert hidden == []
    assert (paper == "rgb(255, 255, 255)") == (scheme == "light")


@pytest.mark.parametrize("width", [360, 1100])
def test_every_claim_of_the_graph_is_a_link_to_its_home(visit, reports, width):
    for k in (0, 17, len(reports) - 1):
        page = visit("claims.html", width)
        links = page.locator("svg.graph a.node:visible")
        assert links.count() == len(reports)
        link = links.nth(k)
        id = link.get_attribute("data-id")
        link.click()
        page.wait_for_load_state()
        assert page.url.endswith(f"#{id}")
        assert page.locator(f"[id='{id}']").is_visible()
        assert page.wrong == []


def test_the_filter_narrows_table_and_graph_and_is_kept_in_the_address(visit, reports):
    refuted = {r.claim.id for r in reports if r.verdict == "refuted"}
    page = visit("claims.html")
    shown = (
        "() => [...document.querySelectorAll('tbody tr')].filter((r) => r.checkVisibility()).map((r) => r.dataset.id)"
    )
    assert set(page.evaluate(shown)) == {r.claim.id for r in reports}
    page.select_option("select[name=verdict]", "refuted")
    assert set(page.evaluate(shown)) == refuted
    assert page.locator(".wide a.node:not(.dim)").count() == len(refuted)
    page.select_option("select[name=chapter]", "equivalence")
    assert set(page.evaluate(shown)) == {x for x in refuted if x.startswith("equivalence.")}
    assert "verdict=refuted" in page.url
    page.reload()
    assert set(page.evaluate(shown)) == {x for x in refuted if x.startswith("equivalence.")}
    page.click("button[type=reset]")
    page.fill("input[name=name]", "KY-FAN")
    assert page.evaluate(shown) == ["trace-objective.ky-fan"]
    page.fill("input[name=name]", "")
    page.select_option("select[name=note]", "000")
    said = {r.claim.id for r in reports if any(s.note == "000" for s in r.claim.sources)}
    assert set(page.evaluate(shown)) == said
    assert page.locator("output").inner_text() == f"{len(said)} of {len(reports)} claims"


def test_the_front_page_leads_to_the_claims_of_a_verdict(visit, reports):
    page = visit("index.html")
    page.click(".counts a:has-text('refuted')")
    page.wait_for_url("**/claims.html?verdict=refuted")  # which is when it has loaded, script and all
    assert page.locator("tbody tr:visible").count() == sum(r.verdict == "refuted" for r in reports)


def test_a_line_of_a_proof_unfolds_with_the_keyboard_alone(visit):
    page = visit("projection.html")
    page.locator("button.unfold").focus()
    page.keyboard.press("Enter")
    line = page.locator("details.line").first
    hidden = line.locator(".by")
    assert not hidden.is_visible()
    line.locator("summary").focus()
    page.keyboard.press("Enter")
    assert hidden.is_visible()
    hidden.locator(".line math").first.wait_for()  # its terms are loaded
    assert hidden.locator("math").count() >= 2
    assert page.wrong == []


def test_an_unfolded_proof_stays_inside_its_card(visit):
    page = visit("spectral.html")
    page.evaluate("document.querySelectorAll('details').forEach(x => { x.open = true })")
    inside = "e => e.getBoundingClientRect().left >= e.closest('.claim').getBoundingClientRect().left"
    boxes = page.locator(".claim pre, .claim dl, .claim .scroll")
    assert boxes.count() > 10
    assert boxes.evaluate_all(f"all => all.every({inside})")


def test_the_keyboard_reaches_everything_that_can_be_clicked(visit):
    page = visit("claims.html")
    reached = set()
    for _ in range(50):  # the contents come first
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.className?.baseVal ?? document.activeElement.className"))
        reached.add(page.evaluate("document.activeElement.name ?? ''"))
    assert {"skip", "chapter", "verdict", "note", "name", "node"} <= reached


def test_copy_gives_latex(visit):
    page = visit("affine.html", permissions=["clipboard-read", "clipboard-write"])
    button = page.locator("[id='affine.decomposition'] > header button.copy")
    button.click()
    page.wait_for_function(
        "document.querySelector(\"[id='affine.decomposition'] > header button.copy\").textContent === 'Copied'"
    )
    latex = page.evaluate("navigator.clipboard.readText()")
    assert latex.startswith("% affine.decomposition: proved (pcaproofs)\nFor any integers $n, p \\ge 1$, let ")
    assert r"\sum_{k=1}^{n} \lVert x_{k} - a" in latex
    page.evaluate(
        "document.getSelection().selectAllChildren(document.querySelector('[id=\"affine.decomposition\"] .given'))"
    )
    page.keyboard.press("Control+c")
    assert page.evaluate("navigator.clipboard.readText()").startswith(
        "For any integers $n, p \\ge 1$, let $a \\in \\mathbb{R}^{p}$, "
    )


def test_pages_are_complete_without_scripts(visit, reports):
    page = visit("claims.html", java_script_enabled=False)
    assert page.locator("tbody tr:visible").count() == len(reports)
    assert not page.locator("#filter").is_visible()
    assert page.locator(".wide a.node:visible").count() == len(reports)


def test_printing_shows_proofs_and_hides_controls(visit):
    page = visit("affine.html", scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("header.site").is_visible()
    assert not page.locator("button.copy").first.is_visible()
    assert page.locator("details.evidence dl").first.is_visible()
    assert page.pdf()[:4] == b"%PDF"


def test_pictures_are_drawn_with_their_labels(visit):
    page = visit("projection.html", 360)
    picture = page.locator("svg.picture").first
    box = picture.bounding_box()
    assert 200 < box["width"] <= 360
    labels = picture.locator("foreignObject span")
    assert labels.count() > 3
    for k in range(labels.count()):
        label = labels.nth(k).bounding_box()
        assert label["width"] > 2
        assert box["x"] - 2 <= label["x"]
        assert label["x"] + label["width"] <= box["x"] + box["width"] + 2
