"""The index of the site's search: the plain text of every section and claim, in a script that also works from disk.

The pages are searched in the browser by static/search.js, which reads all entries: a book has some hundreds, and this
takes less time than a keystroke. A search library would add an index format and its own file to each site, for a
ranking that numbers and titles already provide.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pcaproofs.report.html.chapters import Chapter

_SILENT = ("annotation", "button", "title", "desc", "nav", "svg", "pre", "dl", "summary", "header", "h2")
_BREAKS = ("p", "li", "div", "h1", "h2", "h3", "h4", "dt", "dd", "math")
_MATH = re.compile(r"<math.*?</math>", re.DOTALL)
_ANNOTATION = re.compile(r"<annotation.*?</annotation>", re.DOTALL)
_VOID = ("br", "wbr", "meta", "link", "input", "mspace")


def entries(chapter: Chapter, html: str) -> list[dict[str, str]]:
    """The entries of a chapter's page, each with the address, kind, title and text of a section or claim."""
    claims = {id: (chapter.numbers.claims[id], chapter.known[id]) for id in chapter.homes}
    titles = {f"section-{number}": f"{number} {title}" for number, title, _ in chapter.sections if number}
    out = []
    for place, text in _Texts(_MATH.sub(_glyphs, html), {*claims, *titles}).found.items():
        entry = {"href": f"{chapter.file}#{place}" if place else chapter.file, "in": chapter.title, "text": text}
        if place in claims:
            number, page = claims[place]
            entry |= {"kind": page.report.verdict, "title": f"Claim {number}: {page.name}", "id": place}
        else:
            entry |= {"kind": "", "title": titles.get(place) or f"{chapter.number} {chapter.title}", "id": ""}
        out.append(entry)
    return out


def explaining(
    found: Sequence[dict[str, str]],
    terms: Sequence[tuple[str, Sequence[Mapping[str, Any]]]],
    other_names: Mapping[str, Sequence[str]],
) -> list[dict[str, str]]:
    """The entries, with index terms and their other names added to the places that define the terms.

    If no place defines a term with other names, its first place counts as the definition. Other names also lead to
    every section and claim whose title contains the term.
    """
    at: dict[str, list[str]] = {}
    for term, places in terms:
        names = [term, *other_names.get(term, ())]
        for place in [x for x in places if x["defining"]] or (places[:1] if names[1:] else []):
            at.setdefault(place["href"], []).extend(names)
    for entry in found:
        for term, others in other_names.items():
            if term.lower() in entry["title"].lower():
                at.setdefault(entry["href"], []).extend(others)
    return [x | ({"explains": ", ".join(dict.fromkeys(at[x["href"]]))} if x["href"] in at else {}) for x in found]


def script(found: Sequence[dict[str, str]]) -> bytes:
    """The script that passes the entries to the search."""
    lines = ",\n".join(json.dumps(x, ensure_ascii=False, sort_keys=True) for x in found)
    return f"window.PCA_INDEX = [\n{lines}\n];\n".encode()


def _glyphs(math: re.Match[str]) -> str:
    """The characters of a formula. Formulas are reduced first because parsing all their elements takes seconds."""
    return f" {re.sub('<[^>]*>', '', _ANNOTATION.sub('', math[0]))} "


class _Texts(HTMLParser):
    """The text of a page by its place: below a heading, or in a claim."""

    def __init__(self, html: str, places: set[str]):
        super().__init__()
        self.places = places
        self.found: dict[str, str] = {}
        self.open: list[tuple[str, str]] = []  # each open element, with the place that holds when it is closed
        self.place = ""
        self.silent = 0
        self.text: dict[str, list[str]] = {"": []}
        self.main = False
        self.feed(html)
        self.close()
        self.found = {place: " ".join("".join(x).split()) for place, x in self.text.items() if "".join(x).strip()}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.main = self.main or tag == "main"
        if tag in _VOID:
            return
        before = self.place
        id = dict(attrs).get("id") or ""
        if id in self.places:
            self.place = id
            if tag != "section":
                before = id  # a section lasts until the next heading, a claim until it is closed
            self.text.setdefault(id, [])
        self.open.append((tag, before))
        self.silent += tag in _SILENT
        if tag in _BREAKS:
            self.text[self.place].append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        name, before = self.open.pop()
        self.silent -= name in _SILENT
        self.main = self.main and name != "main"
        if name in _BREAKS:
            self.text[self.place].append(" ")
        if name == "section":
            self.place = before

    def handle_data(self, data: str) -> None:
        if self.main and not self.silent:
            self.text[self.place].append(data)
