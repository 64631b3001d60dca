"""The site without a browser: complete, linked, escaped, the same each time, and written whole or not at all."""

import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit

import pytest
from letters import A, M, p
from made_up_claims import made_up
from sympy import Identity

from pcaproofs.language.conclusions import equal
from pcaproofs.report.documents.reading import documents
from pcaproofs.report.edition import Edition
from pcaproofs.report.html import claim_html, site, write_html
from pcaproofs.report.html.prose import ProseWriter
from pcaproofs.report.html.sentences import Home
from pcaproofs.verify.claim import Part
from pcaproofs.verify.layers import Layer
from pcaproofs.verify.run import run

from ..conftest import with_layers

VOID = {"meta", "link", "br", "input", "wbr", "path", "circle", "rect", "polyline", "polygon", "mspace"}


class Page(HTMLParser):
    """The elements of a page; raises AssertionError where one is not closed as it was opened."""

    def __init__(self, text: str):
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def all(self, name: str) -> list[str]:
        return [value for _, attributes in self.elements if (value := attributes.get(name)) is not None]


@pytest.fixture(scope="module")
def parsed(site_files) -> dict[str, Page]:
    return {name: Page(content.decode()) for name, content in site_files.items() if name.endswith(".html")}


def test_every_claim_has_one_home_with_its_verdict(reports, parsed):
    homes = {
        id: name
        for name, page in parsed.items()
        for tag, a in page.elements
        if tag == "section" and a.get("class", "").startswith("claim ") and (id := a.get("id"))
    }
    assert homes == {id: f"{document.chapter}.html" for document in documents() for id in document.homes()}
    assert set(homes) == {r.claim.id for r in reports}


def test_links_lead_somewhere_and_nothing_comes_from_the_network(site_files, parsed):
    ids = {name: set(page.all("id")) for name, page in parsed.items()}
    for name, page in parsed.items():
        for link in page.all("href") + page.all("src"):
            parts = urlsplit(link)
            assert not parts.scheme, (name, link)
            target = unquote(parts.path) or name
            assert target in site_files, (name, link)
            if parts.fragment and target.endswith(".html"):
                assert parts.fragment in ids[target], (name, link)
    assert not re.search(rb"https?://|@import|url\((?!#)", b"".join(site_files[x] for x in ("style.css", "script.js")))


def test_names_within_a_page_are_unique(parsed):
    for name, page in parsed.items():
        ids = page.all("id")
        assert len(ids) == len(set(ids)), name
        assert {x for value in page.all("aria-labelledby") for x in value.split()} <= set(ids)


def test_certificates_are_there_and_accepted(site_files, tmp_path):
    from pcaproofs.certificates import check_file

    files = [name for name in site_files if name.startswith("certificates/") and name.endswith(".json")]
    assert len(files) > 100
    for name in files[::25]:
        assert json.loads(site_files[name])["certificate"]
        (tmp_path / "one.json").write_bytes(site_files[name])
        assert check_file(tmp_path / "one.json")[0] == "proved"


def test_the_same_pages_make_the_same_bytes(pages, site_files):
    some = [page for page in pages if page.report.claim.chapter in ("affine", "spectral")]
    first, again = (site([page.report for page in some], pages=some) for _ in range(2))
    assert first == again
    text = b"".join(content for name, content in site_files.items() if name.endswith(".html")).decode()
    assert not re.search(r"20\d\d-\d\d-\d\d|/(?:tmp|home|root|work)/", text)


def test_another_process_makes_the_same_bytes(reports, tmp_path):
    from pcaproofs.verify.processes import dumps

    some = [r for r in reports if r.claim.chapter in ("spectral", "matrix-form")]
    (tmp_path / "reports").write_bytes(dumps(some))
    code = """
import sys
from hashlib import sha256
from pcaproofs.report.html import site
from pcaproofs.verify.processes import loads
with open(sys.argv[1], "rb") as stream:
    print(sha256(repr(site(loads(stream.read()))).encode()).hexdigest())
"""
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"  # another than this process has
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "reports")], check=True, capture_output=True,
                          env={**os.environ, "PYTHONHASHSEED": seed}, text=True)  # fmt: skip
    assert done.stdout.strip() == sha256(repr(site(some)).encode()).hexdigest()


def test_the_site_names_the_versions_of_its_software(site_files):
    from importlib.metadata import version

    for name in ("pcaproofs", "sympy", "math-core"):
        assert f"{name} {version(name)}".encode() in site_files["index.html"]


def test_the_table_has_the_attributes_that_the_filter_reads(reports, parsed):
    rows = {a["data-id"]: a for tag, a in parsed["claims.html"].elements if tag == "tr" and "data-id" in a}
    for r in reports:
        row = rows[r.claim.id]
        (home,) = [d.chapter for d in documents() if r.claim.id in d.homes()]
        assert (row["data-chapter"], row["data-verdict"]) == (home, r.verdict)
        assert set(row["data-notes"].split()) == {s.note for s in r.claim.sources if s.note}


def test_the_guide_lists_axioms_and_the_claims_that_use_them(site_files):
    cited = site_files["guide.html"].decode().split('id="cited"')[1]
    assert "spectral.spectral-theorem" in cited
    assert "spectral.html#spectral.trace-is-sum" in cited


def test_layers_that_ran_are_named():
    report = run(made_up(Part(equal(A + M, M + A))), ("kernel",))
    numeric = Layer("numeric", "ok", data={"examples": 40, "largest_error": 1.25, "wrong_caught": 2})
    full = with_layers(report, numeric, Layer("sympy", "failed", "p_1 & <q>"))
    shown = claim_html(full)
    assert "40 random examples agree, largest error <math>" in shown
    assert "failed: p_1 &amp; &lt;q&gt;" in shown
    assert "In this run: numeric, sympy." in site([full])["guide.html"].decode()
    assert "In this run only the proofs were made." in site([report])["guide.html"].decode()


def test_a_claim_alone_has_its_page_without_the_story(reports):
    one = [r for r in reports if r.claim.id == "affine.cross-term"]
    pages = site(one)
    Page(pages["affine.html"].decode())
    assert pages["affine.html"].count(b"<section") == 1
    assert b"parallel axis" not in pages["affine.html"]
    assert {name for name in pages if name.endswith(".html")} == {
        "index.html",
        "claims.html",
        "guide.html",
        "references.html",
        "affine.html",
    }


def test_a_claim_without_a_place_in_a_document_comes_last(reports, monkeypatch):
    from pcaproofs.report.documents.reading import documents
    from pcaproofs.report.html import chapters

    (told,) = [d for d in documents() if d.chapter == "affine"]
    short = dataclasses.replace(
        told, blocks=tuple(b for b in told.blocks if getattr(b, "id", "") != "affine.cross-term")
    )
    monkeypatch.setattr(chapters, "documents", lambda project=None: (short,))
    page = site([r for r in reports if r.claim.chapter == "affine"])["affine.html"].decode()
    assert (
        page.index('id="affine.coordinate-free"')
        < page.index('id="other-claims"')
        < page.index('id="affine.cross-term"')
    )


SNEAKY = '<script>alert(1)</script> & "quoted" \\input{x} it is'


def test_text_of_authors_is_escaped():
    claim = made_up(Part(equal(A, Identity(p) * A)), prose=SNEAKY)
    text = site([run(claim, ("kernel",))])["made-up.html"].decode()
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot; \\input{x} it is" in text


def test_documents_cannot_bring_markup():
    from pcaproofs.report.documents.parser import Reader

    source = '# T\n\n<b>x</b> "so" [a](javascript:alert) {verdict}`a.b` {claim}`c <x> $w$ <a.b>`\n\n'
    source += "```text\n<i>\n\n</i>\n```\n"
    blocks = Reader(Path("t.md")).document(source).blocks
    text = "".join(ProseWriter({"a.b": "<em>"}, lambda id: Home('"><u>')).html(b.tokens) for b in blocks)
    assert not re.search(r"<(b|i|u|em|x)>", text)
    assert "javascript:" not in re.findall(r'href="([^"]*)', text)
    assert "“so”" in text
    assert "&lt;i&gt;\n\n&lt;/i&gt;" in text


def test_no_space_comes_between_words_and_their_marks():
    from pcaproofs.report.documents.parser import Reader

    (block,) = Reader(Path("t.md")).document("# T\n\n*so*, **this** ends.\n").blocks
    assert ProseWriter({}, {}.get).html(block.tokens) == "<p><em>so</em>, <strong>this</strong> ends.</p>\n"


def test_a_role_for_a_claim_that_was_not_run_is_no_link():
    role = SimpleNamespace(type="myst_role", hidden=False, level=0, meta={"name": "claim", "id": "a.b", "text": ""})
    assert "href" not in ProseWriter({}, {}.get).html([role])
    role.meta = {"name": "verdict", "id": "a.b", "text": ""}
    assert "not run" in ProseWriter({}, {}.get).html([role])


def test_a_failed_write_leaves_the_old_files(reports, tmp_path, monkeypatch):
    (tmp_path / "index.html").write_text("before")
    monkeypatch.setattr("pcaproofs.files.os.replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        write_html(reports[:1], tmp_path)
    assert [x.name for x in tmp_path.iterdir()] == ["index.html"]
    assert (tmp_path / "index.html").read_text() == "before"


def test_paths_are_returned_the_front_page_first(reports, tmp_path):
    written = write_html(reports[:2], tmp_path / "new")
    assert written[0] == tmp_path / "new" / "index.html"
    there = {x for x in (tmp_path / "new").rglob("*") if x.is_file()}
    assert there == {*written, tmp_path / "new" / ".pcaproofs-site"}


def test_stale_files_of_an_earlier_report_are_removed_and_no_others(reports, tmp_path):
    first = [r for r in reports if r.claim.id in ("affine.cross-term", "svd.scores")]
    write_html(first, tmp_path)
    (tmp_path / "mine.html").write_text("of another hand")
    listing = tmp_path / ".pcaproofs-site"
    listing.write_text(listing.read_text() + "../outside.html\nmine.txt\n")
    (tmp_path.parent / "outside.html").write_text("outside")
    write_html(first[:1], tmp_path)
    assert not (tmp_path / "svd.html").exists()
    assert not list(tmp_path.glob("certificates/svd.*"))
    assert (tmp_path / "mine.html").exists()
    assert (tmp_path.parent / "outside.html").exists()
    assert (tmp_path / "affine.html").exists()


def test_a_date_only_where_it_is_asked_for(reports):
    assert b", 1 May. " in site(reports[:1], edition=Edition(date="1 May"))["index.html"]


def test_copied_latex_compiles(pages, tmp_path):
    if not shutil.which("pdflatex"):
        pytest.skip("no TeX engine is installed")
    from pcaproofs.report.latex.sentences import proof_latex, statement_latex

    made = [x for page in pages for x in (statement_latex(page), *(proof_latex(page, *shown) for shown in page.proofs))]
    assert sum(r"\begin{align*}" in x for x in made) > 200
    body = "\n\n".join(made)
    document = rf"\documentclass{{article}}\usepackage{{amsmath,amssymb}}\begin{{document}}{body}\end{{document}}"
    (tmp_path / "copied.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "copied.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-1500:]


def test_every_theme_has_its_colours_and_can_be_chosen() -> None:
    static = files("pcaproofs.report.html") / "static"
    (listed,) = re.findall(
        r"^const THEMES = (\[.*\]);", (static / "theme.js").read_text(encoding="utf-8"), re.MULTILINE
    )
    coloured = re.findall(
        r'^:root\[data-theme="(.*)"\] {', (static / "style.css").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert coloured == json.loads(listed), "theme.js lists the themes of style.css"
