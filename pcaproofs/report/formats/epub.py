"""The chapters of the site as one EPUB 3 file, in the XHTML and MathML 3 that readers of books expect."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from pcaproofs.files import write_atomically
from pcaproofs.report.edition import Edition, imprint
from pcaproofs.report.formats import html
from pcaproofs.report.formats.format import ReportFormat

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.discovery import Project

_VOID = {"br", "wbr"}
_LEFT_OUT = {"button", "nav", "output", "form"}  # what only a script or a site can use
_CASES = {"viewbox": "viewBox", "foreignobject": "foreignObject"}  # the parser returns lower case
_SPACES = {"math": "1998/Math/MathML", "svg": "2000/svg", "div": "1999/xhtml"}  # div: also within pictures
_STYLES = ("displaystyle", "scriptlevel")  # MathML 3 has them only on mstyle
_LAST = ("guide.html", "references.html")
_MODIFIED = "2000-01-01T00:00:00Z"  # which the format demands; the same report makes the same bytes
_XML = '<?xml version="1.0" encoding="utf-8"?>\n'
_CONTAINER = (
    f'{_XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
    'full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)


class _Xhtml(HTMLParser):
    """Rewrites the article of a page; pages: the names of the pages in the book, which links may lead to."""

    def __init__(self, pages: Sequence[str]):
        super().__init__()
        self.pages, self.out, self.left_out, self.closing = pages, list[str](), 0, list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.left_out or tag in _LEFT_OUT or "hidden" in dict(attrs):
            self.left_out += tag not in _VOID
            return
        kept = {_CASES.get(k, k): v or "" for k, v in attrs if not k.startswith("data-")}
        if tag == "a" and "href" in kept and not kept["href"].startswith(("#", "http")):
            page, _, place = kept.pop("href").partition("#")
            if page in self.pages:
                kept["href"] = page.removesuffix("html") + "xhtml" + (f"#{place}" if place else "")
        if tag in _SPACES:
            kept["xmlns"] = f"http://www.w3.org/{_SPACES[tag]}"
        if tag == "details" and "proof" in kept.get("class", "").split():
            kept["open"] = ""  # few readers of books can unfold
        style = {} if tag in ("mstyle", "math") else {k: kept.pop(k) for k in _STYLES if k in kept}
        if style:
            self.out.append(_tag("mstyle", style))
        self.out.append(_tag(_CASES.get(tag, tag), kept, "/" if tag in _VOID else ""))
        if tag not in _VOID:
            self.closing.append(f"</{_CASES.get(tag, tag)}>" + ("</mstyle>" if style else ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.left_out:
            self.left_out -= 1
        else:
            self.out.append(self.closing.pop())

    def handle_data(self, data: str) -> None:
        if not self.left_out:
            self.out.append(escape(data, quote=False))


def _tag(name: str, attributes: Mapping[str, str], end: str = "") -> str:
    shown = "".join(f' {k}="{escape(v)}"' for k, v in attributes.items())
    return f"<{name}{shown}{end}>"


def _page(title: str, body: str) -> str:
    return (
        f'{_XML}<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'lang="en" xml:lang="en"><head><title>{escape(title)}</title><link rel="stylesheet" href="style.css"/></head>'
        f"<body>{body}</body></html>\n"
    )


def epub(site: Mapping[str, bytes], title: str, author: str) -> bytes:
    """The pages of a site with an article as a book: first the chapters in their order, then those of _LAST."""
    names = [x for x in site if x.endswith(".html") and b"<article>" in site[x]]
    names = [*(x for x in names if x not in _LAST), *(x for x in names if x in _LAST)]
    files, items, rows = dict[str, str](), list[str](), list[str]()
    for name in names:
        text = site[name].decode()
        article = text[text.index("<article>") : text.index("</article>") + len("</article>")]
        made = _Xhtml(names)
        made.feed(article)
        made.close()
        body, file = "".join(made.out), name.removesuffix("html") + "xhtml"
        heading = re.sub(r"<annotation.*?</annotation>|<[^>]*>", "", article[: article.index("</h1>")]).split()
        files[file] = _page(" ".join(heading), body)
        uses = " ".join(word for word, tag in (("mathml", "<math"), ("svg", "<svg")) if tag in body)
        found = {"id": f"p-{name.removesuffix('.html')}", "href": file, "media-type": "application/xhtml+xml"}
        items.append(_tag("item", found | ({"properties": uses} if uses else {}), "/"))
        rows.append(f'<li><a href="{file}">{escape(" ".join(heading))}</a></li>')
    contents = f'<nav epub:type="toc"><h1>Contents</h1><ol>{"".join(rows)}</ol></nav>'
    files["nav.xhtml"] = _page("Contents", contents)
    rules = site["style.css"].decode().splitlines()  # a rule with :has stands on one line
    files["style.css"] = "\n".join(rule for rule in rules if ":has(" not in rule) + "\n"
    digest = sha256("".join(files.values()).encode()).hexdigest()
    spine = "".join(_tag("itemref", {"idref": f"p-{name.removesuffix('.html')}"}, "/") for name in names)
    files["book.opf"] = (
        f'{_XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:{uuid5(NAMESPACE_URL, digest)}'
        f"</dc:identifier><dc:title>{escape(title)}</dc:title><dc:language>en</dc:language>"
        + (f"<dc:creator>{escape(author)}</dc:creator>" if author else "")
        + f'<meta property="dcterms:modified">{_MODIFIED}</meta></metadata><manifest><item id="nav" href="nav.xhtml" '
        'media-type="application/xhtml+xml" properties="nav"/><item id="css" href="style.css" media-type="text/css"/>'
        f"{''.join(items)}</manifest><spine>{spine}</spine></package>\n"
    )
    packed = BytesIO()
    with ZipFile(packed, "w") as book:
        for name, text in {"mimetype": "application/epub+zip", "META-INF/container.xml": _CONTAINER, **files}.items():
            entry = ZipInfo(name)
            entry.compress_type = ZIP_STORED if name == "mimetype" else ZIP_DEFLATED
            book.writestr(entry, text)
    return packed.getvalue()


def write(pages: Sequence[ClaimPage], directory: Path, project: Project, edition: Edition) -> list[Path]:
    """Writes pcaproofs.epub."""
    from pcaproofs.report.html import site

    made = site([page.report for page in pages], pages=pages, edition=Edition(date=edition.date), project=project)
    target = directory / "pcaproofs.epub"
    write_atomically(target, epub(made, project.title, imprint(project).author))
    return [target]


FORMAT = ReportFormat(
    "epub",
    "the chapters of the site as an e-book, `DIR/pcaproofs.epub`",
    write,
    html.check,
    working="writing the e-book",
    graph="required",
)
