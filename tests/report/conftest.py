"""The site of all claims with the kernel's layer alone, made once for all processes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pcaproofs.report.html.site import site
from pcaproofs.report.page import ClaimPage
from pcaproofs.verify.run import ClaimReport


@pytest.fixture(scope="session")
def reports(pages: list[ClaimPage]) -> list[ClaimReport]:
    return [page.report for page in pages]


@pytest.fixture(scope="session")
def site_files(pages: list[ClaimPage], once: Callable[..., Any]) -> dict[str, bytes]:
    """The site of all claims: file name -> content."""
    return once("site", lambda: site([page.report for page in pages], pages=pages))


def with_layers(report: ClaimReport, *layers: object) -> ClaimReport:
    return dataclasses.replace(report, layers=(*report.layers, *layers))


def leftovers(folder: Path) -> list[str]:
    """Files that a write should not have left behind."""
    return sorted(p.name for p in folder.iterdir() if p.name not in ("pcaproofs.tex", "pcaproofs.pdf"))
