"""The e-book: well-formed, complete, linked within itself, the same each time, and accepted by epubcheck."""

import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest

from pcaproofs.report.documents.reading import documents
from pcaproofs.report.formats.epub import epub

JAR = Path("/usr/share/java/epubcheck.jar")  # Debian's package has no working command
XHTML = "{http://www.w3.org/1999/xhtml}"
MATH = "{http://www.w3.org/1998/Math/MathML}"


@pytest.fixture(scope="module")
def made(site_files) -> bytes:
    return epub(site_files, "A & B", "somebody")


@pytest.fixture(scope="module")
def trees(made) -> dict[str, ElementTree.Element]:
    with ZipFile(BytesIO(made)) as book:
        return {x: ElementTree.fromstring(book.read(x)) for x in book.namelist() if x.endswith(".xhtml")}


def test_the_same_site_makes_the_same_bytes(made, site_files):
    assert epub(site_files, "A & B", "somebody") == made
    with ZipFile(BytesIO(made)) as book:
        first = book.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
        assert {x.date_time[0] for x in book.infolist()} == {1980}
        assert "<dc:title>A &amp; B</dc:title>" in book.read("book.opf").decode()


def test_the_chapters_come_in_order_with_all_claims(made, trees, reports):
    names = [f"{d.chapter}.xhtml" for d in documents()]
    assert list(trees) == [*names, "guide.xhtml", "references.xhtml", "nav.xhtml"]
    ids = {e.get("id") for tree in trees.values() for e in tree.iter()}
    assert {r.claim.id for r in reports} <= ids
    shown = [e.get("href") for e in trees["nav.xhtml"].iter(f"{XHTML}a")]
    assert shown == list(trees)[:-1]
    with ZipFile(BytesIO(made)) as book:
        spine = re.findall(r'idref="p-([\w-]+)"', book.read("book.opf").decode())
    assert [f"{x}.xhtml" for x in spine] == shown


def test_links_lead_to_places_of_the_book_or_to_the_web(trees):
    ids = {name: {e.get("id") for e in tree.iter()} for name, tree in trees.items()}
    links = [(name, href) for name, tree in trees.items() for e in tree.iter() if (href := e.get("href"))]
    assert len(links) > 1000
    for name, href in links:
        page, _, place = href.partition("#")
        if not href.startswith("http") and href != "style.css":
            assert (page or name) in ids
            assert not place or place in ids[page or name], href


def test_nothing_is_left_that_needs_a_script_and_every_formula_is_kept(trees, site_files):
    for name, tree in trees.items():
        tags = [e.tag.rpartition("}")[2] for e in tree.iter()]
        assert not {"button", "script", "form"} & {*tags}
        assert [e for e in tree.iter() if {"displaystyle", "scriptlevel"} & {*e.keys()} - (
            {*e.keys()} if e.tag in (f"{MATH}mstyle", f"{MATH}math") else set())] == []  # fmt: skip
        if name != "nav.xhtml":
            page = site_files[name.replace(".xhtml", ".html")].decode()
            article = page[page.index("<article>") : page.index("</article>")]
            within_nav = sum(x.count("<math") for x in re.findall(r"<nav.*?</nav>", article, re.DOTALL))
            assert tags.count("math") == len(re.findall(r"<math\b", article)) - within_nav
        proofs = [e for e in tree.iter(f"{XHTML}details") if "proof" in e.get("class", "").split()]
        assert all(e.get("open") == "" for e in proofs)


@pytest.mark.skipif(not (JAR.exists() and shutil.which("java")), reason="epubcheck is not installed")
@pytest.mark.parametrize("broken", [False, True], ids=["as made", "with a link that leads nowhere"])
def test_epubcheck(made, tmp_path, broken):
    target = tmp_path / "book.epub"
    with ZipFile(BytesIO(made)) as book, ZipFile(target, "w") as out:
        for entry in book.infolist():
            text = book.read(entry)
            out.writestr(entry, text.replace(b'href="style.css"', b'href="none.css"') if broken else text)
    done = subprocess.run(["java", "-jar", JAR, target], capture_output=True, text=True, check=False)
    assert (done.returncode == 0) is not broken
    assert ("No errors or warnings detected" in done.stdout) is not broken
