"""What a report says of itself: its version, date, licence, web address, and how it is cited."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pcaproofs.verify.discovery import Project


PARTS = {  # what of a claim is shown in a part of a fragment
    "statement": ("hypotheses", "statement"),
    "proof": ("derivation",),
    "counterexample": ("counterexample",),
    "figure": (),
}


@dataclass(frozen=True)
class Edition:
    """One edition of a report.

    date: for the title page, in any form; none if empty. address: where the site will stand, "https://…/"; links of the
    PDF to the site are relative without it. beside: the formats that are written into the same folder. parts: of PARTS,
    what fragments have; everything if empty. evidence: whether fragments have it.
    """

    date: str = ""
    address: str = ""
    beside: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    evidence: bool = True

    @property
    def site(self) -> str | None:
        """What stands before the name of a page of the site in a link to it; None where no site is known."""
        if self.address:
            return self.address.rstrip("/") + "/"
        return "" if "html" in self.beside else None

    @property
    def pdf(self) -> str | None:
        """The name of the PDF beside the site; None where there is none."""
        return "pcaproofs.pdf" if "pdf" in self.beside else None

    @property
    def year(self) -> str:
        """The year in the date, if there is one."""
        found = re.search(r"\b(?:19|20)\d\d\b", self.date)
        return found[0] if found else ""


@dataclass(frozen=True)
class Imprint:
    """Who made a report, in which version and under which licence; empty where a project does not say it."""

    author: str
    version: str
    license: str


@cache
def _own() -> Imprint:
    from importlib.metadata import metadata

    found = metadata("pcaproofs")
    return Imprint(found["Author"], found["Version"], found["License-Expression"] or found["License"] or "")


def imprint(project: Project) -> Imprint:
    """The imprint of a report; that of pcaproofs for its own claims, and its version alone for those of others."""
    from pcaproofs.verify.discovery import own_project

    return _own() if project == own_project() else Imprint("", "", "")


def bibtex(project: Project, edition: Edition) -> str:
    """The entry with which a report is cited."""
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
