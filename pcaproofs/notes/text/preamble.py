r"""The files that define the macros of a LaTeX note: its inputs, its packages, and the document that inputs it.

A chapter of a book defines nothing itself. The document that inputs it stands in its folder or in one above. If there
is none, the files beside it count whose names say that they hold macros. Files that are missing, too large or no text
bring nothing, as packages that are installed elsewhere do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

LARGEST = 2**20  # bytes of one file
MOST = 40  # files that are read
MOST_BESIDE = 300  # files of a folder in which the note is looked for
MOST_PARENTS = 3  # files that bring in a note and are no documents
DEEPEST = 3  # such files between a note and its document
ABOVE = 2  # folders above the note in which its document is looked for
_BRINGS = re.compile(
    r"^[^%\n]*?\\(?P<how>input|include|subfile|usepackage|RequirePackage|documentclass|LoadClass)\*?(?:\[[^\]]*\])?"
    r"\s*\{(?P<names>[^{}\n]+)\}",
    re.MULTILINE,
)
_SUFFIXES = {"usepackage": ".sty", "RequirePackage": ".sty", "documentclass": ".cls", "LoadClass": ".cls"}
_HOLDS_MACROS = re.compile(r"macro|notation|preamble|command|symbol|header|shortcut|defs?\b|definitions", re.IGNORECASE)
_DOCUMENT = re.compile(r"^[^%\n]*\\begin\{document\}", re.MULTILINE)


def preamble(note: Path, text: str) -> tuple[str, ...]:
    """The texts from which a note has macros, those that come first in LaTeX first; the note's own is none of them."""
    seen = {note.resolve()}
    out: list[str] = []
    if _DOCUMENT.search(text) is None and (main := document_of(note)) is not None:
        seen.add(main.resolve())
        head = _text(main)
        head = head[: found.start()] if (found := _DOCUMENT.search(head)) else head
        _gather(main.parent, head, seen, out)
        out.append(head)
    _gather(note.parent, text, seen, out)
    if len(seen) == 1 and _DOCUMENT.search(text) is None:
        _of_orphan(note, seen, out)
    return tuple(out)


def _of_orphan(note: Path, seen: set[Path], out: list[str]) -> None:
    """Add the files of macros beside a chapter that no document inputs, and those in the folder above."""
    folder = note.resolve().parent
    for place in (folder.parent, folder):
        for file in sorted(place.glob("*.sty")) + sorted(place.glob("*.tex")):
            if file.resolve() not in seen and len(seen) <= MOST and _HOLDS_MACROS.search(file.stem):
                seen.add(file.resolve())
                out.append(_text(file))


def document_of(note: Path) -> Path | None:
    """The document in a note's folder, or in one above, that inputs it, perhaps through another file; else None."""
    return _document_of(note.resolve(), DEEPEST, {})


def _document_of(note: Path, depth: int, texts: dict[Path, str]) -> Path | None:
    parents, folder = list[Path](), note.parent
    for _ in range(ABOVE + 1):
        for file in sorted(folder.glob("*.tex"))[:MOST_BESIDE]:
            text = texts.setdefault(file, _text(file))
            if file == note or not _inputs(folder, text, note):
                continue
            if _DOCUMENT.search(text):
                return file
            parents.append(file)
        folder = folder.parent
    above = (_document_of(x, depth - 1, texts) for x in parents[:MOST_PARENTS]) if depth else ()
    return next((x for x in above if x is not None), None)


def _inputs(folder: Path, text: str, note: Path) -> bool:
    r"""Whether a text brings in a note; its folder may be a macro: \input{\chapters/pca}."""
    if note.stem not in text:
        return False
    if any(x.resolve() == note for x in _brought(folder, text)):
        return True
    names = (x.strip() for match in _BRINGS.finditer(text) for x in match["names"].split(","))
    return any(x.startswith("\\") and x.rpartition("/")[2].removesuffix(".tex") == note.stem for x in names)


def _gather(folder: Path, text: str, seen: set[Path], out: list[str]) -> None:
    """Add the texts of the files that a text brings in, each after those that it brings in itself."""
    for file in _brought(folder, text):
        if file.resolve() in seen or len(seen) > MOST:
            continue
        seen.add(file.resolve())
        if inside := _text(file):
            _gather(folder, inside, seen, out)
            out.append(inside)


def _brought(folder: Path, text: str) -> Iterator[Path]:
    """The files that exist of those that a text brings in; LaTeX looks for them from the document's folder."""
    for match in _BRINGS.finditer(text):
        for name in match["names"].split(","):
            suffix = _SUFFIXES.get(match["how"], ".tex")
            said = name.strip()
            file = folder / (said if said.endswith(suffix) else said + suffix)
            if file.is_file():
                yield file


def _text(file: Path) -> str:
    """The text of a file; empty if it cannot be read."""
    try:
        return "" if file.stat().st_size > LARGEST else file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
