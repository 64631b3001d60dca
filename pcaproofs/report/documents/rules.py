"""The rules for documents: claims and figures exist, each claim has a home, displays are proved."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pcaproofs.report.documents.model import (
    FORMULAS,
    ClaimBlock,
    Computed,
    Document,
    DocumentError,
    FigureBlock,
    Heading,
    Prose,
)
from pcaproofs.report.documents.parser import language, lines
from pcaproofs.report.documents.reading import read_document
from pcaproofs.report.documents.typed_displays import BETWEEN_DOLLARS, refused_displays

if TYPE_CHECKING:
    from markdown_it.token import Token

    from pcaproofs.verify.discovery import Project


def examine(
    paths: Iterable[Path],
    known: Collection[str],
    homeless: Iterable[str],
    figures: Collection[str] | None = None,
) -> dict[Path, list[str]]:
    """Reads the files and returns the faults of each; see `problems`."""
    out: dict[Path, list[str]] = {path: [] for path in paths}
    read: list[Document] = []
    for path in out:
        try:
            read.append(read_document(path))
        except DocumentError as error:
            out[path].append(str(error))
    all_read = len(read) == len(out)  # otherwise a claim may have its home in a document that could not be read
    for path, message in problems(read, known, homeless if all_read else (), figures):
        out[path].append(message)
    return out


def problems(
    documents: Sequence[Document],
    known: Collection[str],
    required: Iterable[str],
    figures: Collection[str] | None = None,
) -> list[tuple[Path, str]]:
    """The faults of documents, each in one line with its place.

    known: the ids of all claims. required: the ids of the claims that should have a home in one of these documents.
    figures: the names of all figures; None turns off the check of figures. A claim without a home is reported in the
    document of its chapter, and a chapter without a document in the first document.
    """
    out: list[tuple[Path, str]] = []
    homes: dict[str, str] = {}

    def report(document: Document, line: int, message: str) -> None:
        out.append((document.path, f"{message} [{document.at(line)}]"))

    for document in documents:
        for line, latex, why in _refused(document):
            shown = " ".join(latex.split())
            report(document, line, f"got the display {shown[:60]}, but {why}")
        for line, id in mentions(document):
            if id not in known:
                report(document, line, f"got the claim {id}, but {_nearest(id, known)}")
        for line, name, why in _unknown_values(document):
            report(document, line, f"got the value {name}, but {why}")
        for block in document.blocks:
            if isinstance(block, FigureBlock) and figures is not None and block.name not in figures:
                report(document, block.line, f"got the figure {block.name}, but {_nearest(block.name, figures)}")
            if isinstance(block, ClaimBlock) and block.home:
                if block.id in homes:
                    report(document, block.line, f"got a second home of {block.id}, but it has one [{homes[block.id]}]")
                homes.setdefault(block.id, document.at(block.line))
    missing = [id for id in required if id not in homes]
    return out + _without_home(documents, missing) if documents else out


def _without_home(documents: Sequence[Document], missing: Sequence[str]) -> list[tuple[Path, str]]:
    """A line for each claim without a home in the document of its chapter, and for each chapter without a document."""
    out = []
    chapters = {document.chapter: document for document in documents}
    for id in missing:
        if document := chapters.get(id.split(".")[0]):
            message = f"got no directive for {id}, but each claim should have a home in some document"
            out.append((document.path, f"{message} [{document.at(1)}]"))
    for chapter in dict.fromkeys(id.split(".")[0] for id in missing):
        if chapter not in chapters:
            message = f"got no document for the chapter {chapter}, but its claims should have a home"
            out.append((documents[0].path, f"{message} [{documents[0].at(1)}]"))
    return out


def _refused(document: Document) -> Iterator[tuple[int, str, str]]:
    """The displays typed by hand that are refused, with their lines and the reason."""
    typed = list(displays(document))
    refused = refused_displays(document.path) if typed else {}
    dollars = {line for line, token in walk(document) if token.type in BETWEEN_DOLLARS}
    for line, latex in typed:
        if line not in dollars:
            yield line, latex, "should stand between $$, or be a directive that shows a claim"
        elif line in refused:
            yield line, latex, f"should be proved from what the text says, or be shown by a claim ({refused[line]})"


def displays(document: Document) -> Iterator[tuple[int, str]]:
    """The displayed formulas that were typed by hand, with their lines."""
    for line, token in walk(document):
        if shown := _display(token):
            yield line, shown


def _display(token: Token) -> str:
    """The formula that a token displays, if any."""
    match token.type:
        case "math_block" | "math_block_label" | "math_inline_double":
            return token.content
        case "fence" if language(token) in FORMULAS:
            return token.content
        case "text_special" if token.markup in (r"\[", r"\("):
            return token.markup
        case "text" if re.match(r"egin\{\w+\*?\}", token.content):  # the \b before it is a token of its own
            return rf"\b{token.content}"
        case "math_inline" if re.search(r"\\displaystyle|\\begin\b|\\\\", token.content):
            return token.content
        case "inline":  # a paragraph that is one formula, with any delimiters
            words = [t for t in token.children or () if t.content.strip(" .,;:")]
            return token.content if [t.type for t in words] == ["math_inline"] else ""
    return ""


def mentions(document: Document) -> Iterator[tuple[int, str]]:
    """The ids of all claims that directives and roles name, with their lines."""
    for block in document.blocks:
        if isinstance(block, ClaimBlock):
            yield block.line, block.id
    for line, token in walk(document):
        if token.type == "myst_role" and token.meta["name"] in ("claim", "verdict"):
            yield line, token.meta["id"]


def walk(document: Document) -> Iterator[tuple[int, Token]]:
    """All tokens of a document with their lines."""
    yield from lines(document.title, 1)
    for block in document.blocks:
        match block:
            case Heading(_, _, tokens, line) | Prose(tokens, line) | FigureBlock(_, tokens, line):
                yield from lines(tokens, line)
            case Computed(_, _, line, tokens):
                yield from lines(tokens, line)


def _unknown_values(document: Document) -> Iterator[tuple[int, str, str]]:
    """The names of values that nothing computes, with their lines and the nearest that is computed."""
    named = [(line, t.meta["id"]) for line, t in walk(document) if t.type == "myst_role" and t.meta["name"] == "value"]
    if named:  # NumPy is imported
        from pcaproofs.report.values import values

        yield from ((line, name, _nearest(name, values())) for line, name in named if name not in values())


def _nearest(name: str, known: Collection[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, sorted(known), 1, 0.4)
    return f"there is none of that name; the nearest is {near[0]}" if near else "there is none of that name"


def project_problems(project: Project) -> dict[Path, list[str]]:
    """The faults of each document of a project, which may also mention the claims that come with pcaproofs."""
    from pcaproofs.verify.discovery import all_claims

    own = [claim.id for claim in project.claims()]
    found = examine(project.documents, own, own, figures())
    if any(found.values()):  # only then are the chapters of pcaproofs imported
        return examine(project.documents, {*own, *(claim.id for claim in all_claims())}, own, figures())
    return found


def first_problems(project: Project) -> list[str]:
    """The faults of the documents of a project, one line each."""
    found = project_problems(project)
    return [message for messages in found.values() for message in messages]


def figures() -> Collection[str]:
    """The names of all figures that can be drawn."""
    from pcaproofs.report.figures import FIGURES

    return list(FIGURES)
