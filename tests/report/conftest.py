"""All claims with the kernel's layer alone, proved and written once for all processes of a run; and made-up claims."""

from __future__ import annotations

import dataclasses
import fcntl
from pathlib import Path

import pytest

from pcaproofs.files import write_atomically
from pcaproofs.report.documents.reading import documents
from pcaproofs.report.html.site import site
from pcaproofs.report.latex.book import Book
from pcaproofs.report.page import ClaimPage, claim_page
from pcaproofs.verify.claim import Claim, Part, note
from pcaproofs.verify.discovery import all_claims
from pcaproofs.verify.processes import dumps, loads
from pcaproofs.verify.proving import remember
from pcaproofs.verify.run import Report, run


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> list[ClaimPage]:
    """The page of every claim; the first process that asks proves them, and the others read what it found."""
    root = tmp_path_factory.getbasetemp()
    shared = root.parent if hasattr(request.config, "workerinput") else root
    kept = shared / "pages.pickle"
    with (shared / "pages.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            write_atomically(kept, dumps([claim_page(run(claim, ("kernel",))) for claim in all_claims()]))
    found: list[ClaimPage] = loads(kept.read_bytes())
    for page in found:
        remember(page.report.claim, page.report.proven)
    return found


@pytest.fixture(scope="session")
def reports(pages: list[ClaimPage]) -> list[Report]:
    return [page.report for page in pages]


@pytest.fixture(scope="session")
def report_text(pages: list[ClaimPage]) -> str:
    return Book(pages, documents()).document()


@pytest.fixture(scope="session")
def site_files(reports: list[Report], pages: list[ClaimPage]) -> dict[str, bytes]:
    """The site of all claims: file name -> content."""
    return site(reports, pages=pages)


def made_up(*parts: Part, name: str = "made-up.claim", prose: str = "A claim that was made up for a test.") -> Claim:
    """A claim of a chapter that is nowhere else."""
    return Claim(
        id=name,
        show=lambda: parts,
        prose=prose,
        said_in=(note("004", 1, 2),),
        numeric="no numbers",
        wrong=(),
        changes=lambda: (),
        declared="proved",
        cites=(),
        repaired_by=None,
        module=__name__,
        file=__file__,
    )


def with_layers(report: Report, *layers: object) -> Report:
    return dataclasses.replace(report, layers=(*report.layers, *layers))


def leftovers(folder: Path) -> list[str]:
    """Files that a write should not have left behind."""
    return sorted(p.name for p in folder.iterdir() if p.name not in ("pcaproofs.tex", "pcaproofs.pdf"))
