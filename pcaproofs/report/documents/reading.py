"""The derivations that come with pcaproofs, and documents of other folders, read from their files."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pcaproofs.report.documents.model import Document, DocumentError, place
from pcaproofs.report.documents.parser import Reader


def read_document(path: Path) -> Document:
    """Reads a document; raises DocumentError at what is no document's, OSError where there is no file."""
    try:
        source = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DocumentError(f"got bytes that are no UTF-8, but should be text [{place(path, 1)}]") from None
    return _read(path, source)


@lru_cache(maxsize=64)  # those that come with pcaproofs are examined before they are told
def _read(path: Path, source: str) -> Document:
    return Reader(path).document(source)


def documents(folder: Path | None = None) -> tuple[Document, ...]:
    """The derivations that come with pcaproofs, or those of a folder, chapters in the order of the notes' story."""
    from pcaproofs.claims import ORDER

    order = [name.replace("_", "-") for name in ORDER]
    paths = sorted((folder or shipped()).glob("*.md"))
    return tuple(map(read_document, sorted(paths, key=lambda p: [*order, p.stem].index(p.stem))))


def shipped() -> Path:
    """The folder derivations/, of an installed package or of the repository."""
    package = Path(__file__).parents[2]
    installed = package / "_derivations"
    return installed if installed.is_dir() else package.parent / "derivations"
