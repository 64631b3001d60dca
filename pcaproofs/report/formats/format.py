"""The definition of a report format."""

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

    write: writes the pages of a project, as an edition, into an existing directory, each file completely or not at all;
    returns the paths, first the one to open. It may raise OSError, CannotWrite, MissingLibrary and DocumentError.
    check: raises, before anything is proved, an error that would stop `write`. working: the message on a terminal in
    the meantime. graph: whether it draws the dependency graph, which needs igraph; "optional" if it also works without
    one. many: whether it writes so many files that only the first is named to the user.
    """

    name: str
    result: str
    write: Callable[[Sequence[ClaimPage], Path, Project, Edition], list[Path]]
    check: Callable[[], None] = lambda: None
    working: str = "writing"
    graph: Literal["none", "optional", "required"] = "none"
    many: bool = False
