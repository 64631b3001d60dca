"""The imprint of a report: its version, date, licence, web address, and citation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pcaproofs.verify.discovery import Project


PARTS = {  # part of a fragment -> the parts of a claim that it shows
    "statement": ("hypotheses", "statement"),
    "proof": ("derivation",),
    "counterexample": ("counterexample",),
    "figure": (),
}


@dataclass(frozen=True)
class Edition:
    """One edition of a report.

    date: for the title page, in any form; empty for none. address: the future address of the site, "https://…/";
    without it, links from the PDF to the site are relative. beside: the formats that are written into the same folder.
    parts: names of PARTS that fragments contain; empty for everything. evidence: whether the evidence is printed; by
    default it is in fragments, and in the book only if something failed. playground: the address of the page of a
    playground, to which the claims of the site have links.
    """

    date: str = ""
    address: str = ""
    beside: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    evidence: bool | None = None
    playground: str = ""

    @property
    def site(self) -> str | None:
        """The prefix of the name of a page in a link to the site; None if no site is known."""
        if self.address:
            return self.address.rstrip("/") + "/"
        return "" if "html" in self.beside else None

    @property
    def pdf(self) -> str | None:
        """The name of the PDF beside the site; None if there is none."""
        return "pcaproofs.pdf" if "pdf" in self.beside else None

    @property
    def year(self) -> str:
        """The year in the date, if there is one."""
        found = re.search(r"\b(?:19|20)\d\d\b", self.date)
        return found[0] if found else ""


@dataclass(frozen=True)
class Imprint:
    """The author, version and licence of a report; empty where the project does not name them."""

    author: str
    version: str
    license: str


@cache
def _own() -> Imprint:
    from importlib.metadata import metadata

    found = metadata("pcaproofs")
    return Imprint(found["Author"], found["Version"], found["License-Expression"] or found["License"] or "")


def imprint(project: Project) -> Imprint:
    """The imprint of a report: that of pcaproofs for its own claims, an empty one for other projects."""
    from pcaproofs.verify.discovery import own_project

    return _own() if project == own_project() else Imprint("", "", "")


def bibtex(project: Project, edition: Edition) -> str:
    """The BibTeX entry of a report."""
    made = imprint(project)
    fields = {
        "title": f"{{{project.title}}}",
        "author": f"{{{made.author}}}",
        "year": edition.year,
        "note": f"Version {made.version}" if made.version else f"Report made by pcaproofs {_own().version}",
        "url": edition.address,
    }
    said = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value.strip("{}"))
    return f"@misc{{{'pcaproofs' if made.author else 'report'},\n{said}\n}}\n"
