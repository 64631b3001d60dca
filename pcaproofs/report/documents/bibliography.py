"""The bibliography of a project: the file references.json beside its documents, in the format CSL-JSON.

An entry's id is its label, such as HJ13. Claims cite it by `book("…", key="HJ13")`, documents by the role {cite}`HJ13`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pcaproofs.report.documents.model import Document, DocumentError, place

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.discovery import Project

FILE = "references.json"
REQUIRED = ("id", "type", "author", "title", "issued")


@dataclass(frozen=True)
class PrintedSource:
    """A printed entry: authors, title, what follows the title, and an address or none."""

    key: str
    authors: str
    title: str
    rest: str
    address: str

    @property
    def address_text(self) -> str:
        """The address as it is printed."""
        return self.address.replace("https://doi.org/", "doi:")


def bibliography(project: Project | None = None) -> dict[str, PrintedSource]:
    """The entries of a project by their keys. Raises DocumentError for a file that is not CSL-JSON."""
    from pcaproofs.verify.discovery import own_project

    given = (project or own_project()).documents
    file = given[0].parent / FILE if given else None
    return _read(file, file.read_text(encoding="utf-8")) if file is not None and file.exists() else {}


@lru_cache(maxsize=8)
def _read(file: Path, text: str) -> dict[str, PrintedSource]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise DocumentError(f"got no JSON: {error.msg} [{place(file, error.lineno)}]") from None
    out: dict[str, PrintedSource] = {}
    for k, item in enumerate(found if isinstance(found, list) else [None], 1):
        missing = [name for name in REQUIRED if not isinstance(item, dict) or not item.get(name)]
        if missing:
            raise DocumentError(f"got entry {k} without {missing[0]}, but should be CSL-JSON [{place(file, 1)}]")
        entry = _entry(item)
        if entry.key in out:
            raise DocumentError(f"got a second entry {entry.key}, but keys should differ [{place(file, 1)}]")
        out[entry.key] = entry
    return out


def _entry(item: dict[str, Any]) -> PrintedSource:
    people = [f"{a.get('given', '')} {a['family']}".strip() for a in item["author"]]
    authors = people[0] if len(people) == 1 else f"{', '.join(people[:-1])} and {people[-1]}"
    year = item["issued"]["date-parts"][0][0]
    volume = f"{item['volume']}({item['issue']})" if item.get("issue") else item.get("volume", "")
    journal = " ".join(filter(None, (item.get("container-title", ""), volume)))
    edition = f"{item['edition']} edition" if item.get("edition") else ""
    pages = f"pages {item['page']}" if item.get("page") else ""
    rest = ", ".join(filter(None, (journal, pages, edition, item.get("publisher"), item.get("number"), str(year))))
    address = f"https://doi.org/{item['DOI']}" if item.get("DOI") else item.get("URL", "")
    return PrintedSource(item["id"], authors, item["title"], rest, address)


def cited_keys(pages: Iterable[ClaimPage], documents: Sequence[Document]) -> list[str]:
    """The keys that claims and documents cite, in alphabetical order."""
    claims = {s.key for p in pages for s in (*p.report.claim.cites, *p.report.claim.sources) if s.key}
    return sorted({*claims, *(key for d in documents for _, key in citations(d))})


def citations(document: Document) -> Iterator[tuple[int, str]]:
    """The keys that a document cites by its roles, with their lines."""
    from pcaproofs.report.documents.rules import walk

    for line, token in walk(document):
        if token.type == "myst_role" and token.meta["name"] == "cite":
            yield line, token.meta["id"]
