"""Reports of all claims with the kernel's layer alone, and of made-up claims with every kind of statement."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from pcaproofs.verify.claim import Claim, Part, note
from pcaproofs.verify.discovery import all_claims
from pcaproofs.verify.run import Report, run


@pytest.fixture(scope="session")
def reports() -> list[Report]:
    return [run(claim, ("kernel",)) for claim in all_claims()]


@pytest.fixture(scope="session")
def report_text(reports: list[Report]) -> str:
    from pcaproofs.report.book import document

    return document(reports)


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
    )


def with_layers(report: Report, *layers: object) -> Report:
    return dataclasses.replace(report, layers=(*report.layers, *layers))


def leftovers(folder: Path) -> list[str]:
    """Files that a write should not have left behind."""
    return sorted(p.name for p in folder.iterdir() if p.name not in ("pcaproofs.tex", "pcaproofs.pdf"))
