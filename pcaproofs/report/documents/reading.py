"""The derivations that come with pcaproofs, and documents of other folders, read from their files."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pcaproofs.report.documents.model import Document, DocumentError, place
from pcaproofs.report.documents.parser import Reader

if TYPE_CHECKING:
    from pcaproofs.verify.discovery import Project


def read_document(path: Path) -> Document:
    """Reads a document. Raises DocumentError for text that a document may not contain, OSError for a missing file."""
    try:
        source = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DocumentError(f"got bytes that are no UTF-8, but should be text [{place(path, 1)}]") from None
    return _read(path, source)


@lru_cache(maxsize=64)  # documents are read once to be checked and once to be printed
def _read(path: Path, source: str) -> Document:
    return Reader(path).document(source)


def documents(project: Project | None = None) -> tuple[Document, ...]:
    """The documents of a project, by default those that come with pcaproofs, in the order of its chapters."""
    from pcaproofs.verify.discovery import own_project

    return tuple(map(read_document, (project or own_project()).documents))
