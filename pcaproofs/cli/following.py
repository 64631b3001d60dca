"""`report --watch`: the pages of a site are written again when a document changes, from proofs that were made once."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from pcaproofs.report.edition import Edition

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.discovery import Project

EVERY = 0.2  # seconds between two looks


def follow(pages: Sequence[ClaimPage], directory: Path, edition: Edition, project: Project) -> NoReturn:
    """Writes the site, and what a change of a document reaches of it, until interrupted.

    A document with a fault leaves the site as it is, and the fault is printed. The claims are those that were proved
    when the command began: a change in a file of claims is named and needs another start.
    """
    from pcaproofs.report.documents.model import DocumentError
    from pcaproofs.report.documents.rules import first_problems
    from pcaproofs.report.html.site import Memory, write_html

    memory = Memory()
    reports = [page.report for page in pages]
    for changed in _changes(project):
        start = time.monotonic()
        if claims := [path for path in changed if path in project.files]:
            click.echo(f"pcaproofs: {claims[0].name} has changed; start again to prove its claims anew", err=True)
        try:
            if found := first_problems(project):
                click.echo(f"pcaproofs: {found[0]}", err=True)
                continue
            write_html(reports, directory, pages=pages, edition=edition, project=project, memory=memory)
        except DocumentError as error:
            click.echo(f"pcaproofs: {error}", err=True)
            continue
        click.echo(f"wrote {directory / 'index.html'} in {time.monotonic() - start:.1f} s")
    raise AssertionError("a file can always change")


def _changes(project: Project) -> Iterator[list[Path]]:
    """The files that have changed; first none, for the first look."""
    beside = {path.parent / name for path in project.documents for name in ("references.json", "terms.txt")}
    watched = [*project.documents, *sorted(beside), *project.files]
    before = [_state(path) for path in watched]
    yield []
    while True:
        time.sleep(EVERY)
        now = [_state(path) for path in watched]
        changed = [path for path, old, new in zip(watched, before, now, strict=True) if old != new]
        before = now
        if changed:
            yield changed


def _state(path: Path) -> tuple[int, int] | None:
    """Time and size; None for what is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
