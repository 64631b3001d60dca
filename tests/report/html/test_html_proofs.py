"""Proofs that are multiplied out on the page: in a real Chromium, from disk, with the certificates of the site."""

from __future__ import annotations

import base64
import json
import re
import zlib

import pytest

from pcaproofs.certificates import check_file, digest
from pcaproofs.plain_names import plain
from pcaproofs.statement_text import write
from pcaproofs.verify.citations import stated_as

from .conftest import CHROMIUM

in_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium, or playwright is not installed")
STATUS = "#whole-book p[role=status]"


@pytest.fixture(scope="module")
def packs(site_files):
    """Chapter -> claim -> what its script gives the page."""
    found = {}
    for name, content in site_files.items():
        if re.fullmatch(r"certificates/[a-z-]+\.js", name):
            chapter, packed = re.fullmatch(rb'\(window\.\w+ \?\?= \{\}\)\["([a-z-]+)"\] = "(.*)";\n', content).groups()
            assert name == f"certificates/{chapter.decode()}.js"
            found[chapter.decode()] = json.loads(zlib.decompress(base64.b64decode(packed)))
    return found


def test_the_scripts_give_the_certificates_of_the_files(site_files, packs):
    files = {each["file"]: each["text"] for pack in packs.values() for x in pack.values() for each in x["certificates"]}
    assert files == {name: text.decode() for name, text in site_files.items() if name.endswith(".json")}
    assert len(files) > 400
    packed = sum(
        len(content) for name, content in site_files.items() if re.fullmatch(r"certificates/[a-z-]+\.js", name)
    )
    assert packed < 160_000 < 10 * packed < sum(map(len, files.values()))


def test_every_hypothesis_of_a_cited_claim_says_which(reports, packs):
    """Every hypothesis that a citation adds, and no other."""
    claims = {id: found for pack in packs.values() for id, found in pack.items()}
    wanted, found = set(), set()
    for r in reports:
        for k, (part, p) in enumerate(zip(r.claim.parts, r.proven, strict=False), 1):
            if p.certificate is not None and part.cited:
                names = {name for name, _ in p.statement.hypotheses}
                origins = stated_as(part, r.claim.id, p.statement).origins
                wanted |= {(r.claim.id, k, name, claim.id) for name, claim in origins.items() if name in names}
        for each in claims[r.claim.id]["certificates"]:
            found |= {(r.claim.id, each["number"], name, by[0]) for name, by in each["from"].items()}
    assert found == wanted
    assert len(found) > 30
    for _, _, _, id in found:
        assert claims[id]["certificates"] or (claims[id]["verdict"] == "cited" and claims[id]["cited"])


def test_every_claim_offers_what_there_is(reports, packs):
    claims = {id: found for pack in packs.values() for id, found in pack.items()}
    for r in reports:
        found = claims[r.claim.id]
        assert len(found["certificates"]) == sum(p.certificate is not None for p in r.proven)
        assert len(found["examples"]) == sum(p.counterexample is not None for p in r.proven), r.claim.id
        assert (r.verdict == "cited") == bool(found["cited"])


def test_the_terms_behind_lines_are_loaded_and_pages_are_small(site_files):
    """Every place has its terms, and no chapter's page has more than 500 KB."""
    pages = {name: content.decode() for name, content in site_files.items() if name.endswith(".html")}
    places = [place.split(" ") for text in pages.values() for place in re.findall(r'data-terms="([^"]*)"', text)]
    assert len(places) > 300
    for chapter in {chapter for chapter, _ in places}:
        packed = re.search(rb' = "(.*)";', site_files[f"certificates/{chapter}.terms.js"])[1]
        terms = json.loads(zlib.decompress(base64.b64decode(packed)))
        assert [int(k) for name, k in places if name == chapter] == list(range(len(terms)))
        assert all("<math" in each and each.count("<div") == each.count("</div>") for each in terms)
    assert {name: len(text.encode()) for name, text in pages.items() if len(text.encode()) > 500_000} == {}


def opened(page, id):
    """The panel of a claim, whose proof is checked."""
    place = page.locator(f"[data-check='{id}']")
    place.locator("button").first.click()
    place.locator(".panel > *").first.wait_for()
    return place


@in_chromium
@pytest.mark.parametrize("width", [390, 1100])
def test_a_proof_is_checked_at_its_claim(visit, reports, folder, width):
    (report,) = [r for r in reports if r.claim.id == "centering.idempotent"]
    (p,) = report.proven
    page = visit("centering.html", width)
    place = opened(page, "centering.idempotent")
    assert place.locator("pre").inner_text().splitlines() == write(plain(p.statement, p.certificate)[0])
    assert place.locator(".both math").count() >= 1
    assert digest(p.statement, p.certificate) in place.locator(".said").inner_text()
    assert check_file(folder / place.locator(".said a").get_attribute("href"))[0] == "proved"
    assert "✓ equal" in place.locator(".steps").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.wrong == []


@in_chromium
def test_steps_are_shown_one_by_one(visit):
    page = visit("trace-objective.html")
    place = opened(page, "trace-objective.ky-fan")
    first = place.locator(".certificate").first
    assert first.locator(".steps > li").count() == 1
    first.locator("text=Next step").click()
    assert first.locator(".steps > li").count() == 2
    first.locator("text=All steps").click()
    shown = first.locator(".steps > li").count()
    assert shown > 2
    assert first.locator("text=✓ equal").count() == shown
    assert first.locator("text=Next step").is_disabled()
    assert "1" in first.locator(".both > div").first.inner_text()


@in_chromium
def test_an_edited_coefficient_fails_at_its_step(visit):
    page = visit("trace-objective.html")
    place = opened(page, "trace-objective.ky-fan").locator(".certificate").first
    place.locator("text=All steps").click()
    assert place.locator(".said").inner_text().startswith("Accepted")
    field = place.get_by_label("coefficient of square 1 in step 3", exact=True)
    field.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    assert "Refused" in place.locator(".said").inner_text()
    assert place.locator(".said").inner_text().endswith("[better]")
    assert place.locator(".steps > li.wrong").count() == 1
    assert "This step fails" in place.locator(".steps > li").nth(2).inner_text()
    assert place.locator(".steps > li").count() == 3
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "coefficient of square 1 in step 3"
    place.locator("text=As it was").click()
    assert place.locator(".said").inner_text().startswith("Accepted")
    assert place.locator(".steps > li.wrong").count() == 0
    place.get_by_label("coefficient of line 1 in step 1", exact=True).fill("1.5")
    page.keyboard.press("Enter")
    assert 'got the number "1.5"' in place.locator(".said").inner_text()
    assert page.wrong == []


@in_chromium
def test_a_counterexample_is_multiplied_out_and_a_citation_named(visit):
    page = visit("equivalence.html")
    place = opened(page, "equivalence.distances-not-squares")
    assert "it is false" in place.locator("[role=status]").inner_text()
    assert "6 here, which is better than 8" in place.inner_text()
    page = visit("spectral.html")
    place = opened(page, "spectral.spectral-theorem")
    assert "Horn and Johnson" in place.locator(".panel").inner_text()
    assert page.wrong == []


@in_chromium
def test_the_whole_book_is_checked_with_the_keyboard(visit, reports, packs, site_files):
    page = visit("claims.html", 390)
    page.locator("#whole-book button").focus()
    page.keyboard.press("Enter")
    page.wait_for_function(f"/^(All|Refused|It)/.test(document.querySelector('{STATUS}').textContent)", timeout=120_000)
    said = page.locator(STATUS).inner_text()
    found = [x for pack in packs.values() for x in pack.values()]
    certificates, examples = (sum(len(x[kind]) for x in found) for kind in ("certificates", "examples"))
    cited = sum(r.verdict == "cited" for r in reports)
    assert said == (
        f"All {certificates} certificates are accepted, and {examples} counterexamples multiplied out. "
        f"{cited} claims are cited and not checked here."
    )
    assert page.locator("progress").evaluate("e => e.value === e.max")
    tables = page.locator("#whole-book table")
    assert tables.nth(0).locator("tbody tr").count() == sum(
        len(each["from"]) for x in found for each in x["certificates"]
    )
    assert "✗" not in tables.nth(0).inner_text()
    assert tables.nth(1).locator("tbody tr").count() == certificates
    assert page.wrong == []


@in_chromium
def test_a_wrong_certificate_of_the_book_is_named(visit, folder, packs):
    """One coefficient of one certificate of a copy of the site is changed."""
    path = folder / "certificates" / "centering.js"
    before, pack = path.read_bytes(), json.loads(json.dumps(packs["centering"]))
    (each,) = pack["centering.idempotent"]["certificates"]
    each["text"] = each["text"].replace('["inverse", "n", 2]', '["inverse", "n", 3]')
    packed = base64.b64encode(zlib.compress(json.dumps(pack).encode())).decode()
    path.write_text(f'(window.PCA_PROOFS ??= {{}})["centering"] = "{packed}";\n', encoding="utf-8")
    try:
        page = visit("claims.html")
        page.locator("#whole-book button").click()
        page.wait_for_function(
            f"/^(All|Refused|It)/.test(document.querySelector('{STATUS}').textContent)", timeout=120_000
        )
        assert page.locator(STATUS).inner_text().startswith("Refused: centering.idempotent: got a remainder")
    finally:
        path.write_bytes(before)


@in_chromium
@pytest.mark.parametrize(("width", "scheme"), [(1100, "light"), (390, "dark")])
def test_axe_finds_no_violation_in_opened_proofs(visit, width, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = visit("equivalence.html", width, scheme)
    for id in ("equivalence.frobenius", "equivalence.distances-not-squares"):
        opened(page, id)
    context = {
        "include": [["[data-check='equivalence.frobenius']"], ["[data-check='equivalence.distances-not-squares']"]]
    }
    found = axe.Axe().run(page, context=context).response["violations"]
    assert [(x["id"], [node["html"] for node in x["nodes"]][:3]) for x in found] == []
