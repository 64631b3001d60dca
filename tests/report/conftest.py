"""The pages of all claims with the kernel's layer alone, and the site, made once for all processes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pcaproofs.report.documents.reading import documents
from pcaproofs.report.html.site import site
from pcaproofs.report.latex.book import Book
from pcaproofs.report.page import ClaimPage, claim_page
from pcaproofs.verify.discovery import all_claims
from pcaproofs.verify.run import Report, run


@pytest.fixture(scope="session")
def pages(proven: None, once: Callable[..., Any]) -> list[ClaimPage]:
    """The page of every claim; the first process that asks makes them, and the others read them."""
    return once("pages", lambda: [claim_page(run(claim, ("kernel",))) for claim in all_claims()])


@pytest.fixture(scope="session")
def reports(pages: list[ClaimPage]) -> list[Report]:
    return [page.report for page in pages]


@pytest.fixture(scope="session")
def report_text(pages: list[ClaimPage], once: Callable[..., Any]) -> str:
    """The book of all claims."""
    text: str = once("book", lambda: Book(pages, documents()).document())
    return text


@pytest.fixture(scope="session")
def site_files(pages: list[ClaimPage], once: Callable[..., Any]) -> dict[str, bytes]:
    """The site of all claims: file name -> content."""
    return once("site", lambda: site([page.report for page in pages], pages=pages))


def with_layers(report: Report, *layers: object) -> Report:
    return dataclasses.replace(report, layers=(*report.layers, *layers))


def leftovers(folder: Path) -> list[str]:
    """Files that a write should not have left behind."""
    return sorted(p.name for p in folder.iterdir() if p.name not in ("pcaproofs.tex", "pcaproofs.pdf"))
