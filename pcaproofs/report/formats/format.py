"""What a report format consists of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pcaproofs.report.edition import Edition
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.discovery import Project


@dataclass(frozen=True)
class ReportFormat:
    """A format of reports, by the name that `--format` takes.

    write: writes the pages of a project, as an edition, into an existing directory, each file whole
    or not at all; returns the paths, first the one to open. It may raise OSError, CannotWrite, MissingLibrary and
    DocumentError. check: raises what would stop `write` before anything is proved. working: what is said on a terminal
    in the meantime. graph: whether it draws the dependency graph, for which it needs igraph; "optional" without it too.
    many: whether it writes so many files that only the first is named to the user.
    """

    name: str
    result: str
    write: Callable[[Sequence[ClaimPage], Path, Project, Edition], list[Path]]
    check: Callable[[], None] = lambda: None
    working: str = "writing"
    graph: Literal["none", "optional", "required"] = "none"
    many: bool = False
