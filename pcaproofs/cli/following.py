"""`report --watch`: writes the pages of a site again when a document or a file of claims changes."""

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

EVERY = 0.2  # seconds between two checks for changes


class Watched:
    """A project and the state of its files; created before the claims are proved, so that no change is missed."""

    def __init__(self, project: Project):
        from pcaproofs.verify.code_digests import digests

        beside = {path.parent / name for path in project.documents for name in ("references.json", "terms.txt")}
        self.project = project
        self.states = {path: _state(path) for path in [*project.documents, *sorted(beside), *project.files]}
        self.digests = digests(project, project.claims())

    def changes(self) -> Iterator[list[Path]]:
        """The files that have changed since the last look; none at the first look."""
        yield []
        while True:
            time.sleep(EVERY)
            now = {path: _state(path) for path in self.states}
            changed = [path for path in now if now[path] != self.states[path]]
            self.states = now
            if changed:
                yield changed


def follow(
    watched: Watched, pages: Sequence[ClaimPage], directory: Path, edition: Edition, layers: Sequence[str]
) -> NoReturn:
    """Writes the site, and after each change of a document or a file of claims the pages that it affects.

    Stops when interrupted. If a file contains an error, the error is printed and the site stays as it is.
    """
    from pcaproofs.report.derivation.earlier import referring_back
    from pcaproofs.report.documents.model import DocumentError
    from pcaproofs.report.documents.rules import first_problems
    from pcaproofs.report.html.site import PageCache, write_html
    from pcaproofs.verify.claim import ClaimError
    from pcaproofs.verify.discovery import NoProject

    project, page_cache, proofs = watched.project, PageCache(), Proofs(pages, watched, layers)
    shown: dict[str, ClaimPage] = {}
    for changed in watched.changes():
        start = time.monotonic()
        try:
            if any(path in project.files for path in changed):
                for id in proofs.renewed():
                    click.echo(f"proved anew: {id}")
            if found := first_problems(project):
                click.echo(f"pcaproofs: {found[0]}", err=True)
                continue
            reports = [page.report for page in proofs.pages]
            made = {page.id: page for page in referring_back(proofs.pages, project)}
            shown = {id: old if (old := shown.get(id)) == page else page for id, page in made.items()}
            write_html(
                reports, directory, pages=[*shown.values()], edition=edition, project=project, page_cache=page_cache
            )
        except (ClaimError, NoProject, DocumentError) as error:
            click.echo(f"pcaproofs: {error}", err=True)
            continue
        click.echo(f"wrote {directory / 'index.html'} in {time.monotonic() - start:.1f} s")
    raise AssertionError("a file can always change")


class Proofs:
    """The pages of some claims of a project, and the inputs from which each claim was proved.

    Claims that a change affects are proved again in this process, because the other processes have imported the old
    files.
    """

    def __init__(self, pages: Sequence[ClaimPage], watched: Watched, layers: Sequence[str]):
        self.pages, self.project, self.layers, self.digests = list(pages), watched.project, layers, watched.digests
        self.all = len(self.digests) == len(pages)

    def renewed(self) -> Iterator[str]:
        """Proves the changed claims again; returns one line with the verdict of each.

        Raises ClaimError or NoProject if the files contain no claims or a claim has no meaning; the pages then stay.
        """
        from pcaproofs.report.page import claim_page
        from pcaproofs.verify.code_digests import digests, imported_anew
        from pcaproofs.verify.proving import remember
        from pcaproofs.verify.run import run

        before = {page.id: page for page in self.pages}
        claims = [claim for claim in imported_anew(self.project) if self.all or claim.id in before]
        now = digests(self.project, claims)
        same = {id for id in before if now.get(id) == self.digests[id]}
        for claim in claims:
            if claim.id in same:
                remember(claim, before[claim.id].report.proven)
        pages = []
        for claim in claims:
            if claim.id not in same:
                page = claim_page(run(claim, self.layers))
                yield f"{claim.id}, {page.report.problem or page.report.verdict}"
            pages.append(before[claim.id] if claim.id in same else page)
        self.pages, self.digests = pages, now


def _state(path: Path) -> tuple[int, int] | None:
    """Time and size of a file; None if it is missing."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
