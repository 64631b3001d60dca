"""The index of terms: where the words of the file terms.txt beside a project's documents occur in its chapters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pcaproofs.report.documents.chapters import ReportChapter
from pcaproofs.report.documents.model import ClaimBlock, Heading, Prose, plain

if TYPE_CHECKING:
    from markdown_it.token import Token

    from pcaproofs.report.documents.numbering import Numbering
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.discovery import Project

FILE = "terms.txt"
MOST = 6  # places listed for a term; of more, those that define it come first, then the earliest sections


@dataclass(frozen=True)
class TermPlace:
    """A section (chapter and number) or a claim (id) that contains a term; defining: the term is emphasised there."""

    chapter: str
    number: str
    claim: str = ""
    defining: bool = False


def terms(project: Project) -> list[str]:
    """The terms of a project, in alphabetical order."""
    return list(other_names(project))


def other_names(project: Project) -> dict[str, list[str]]:
    """Each term with its other names, for the search. In the file they follow the term on its line, after commas."""
    file = project.documents[0].parent / FILE if project.documents else None
    if file is None or not file.exists():
        return {}
    lines = {line.strip() for line in file.read_text(encoding="utf-8").splitlines() if line.strip()}
    found = [[name.strip() for name in line.split(",")] for line in sorted(lines, key=str.lower)]
    return {term: others for term, *others in found}


def index(
    words: Sequence[str], chapters: Sequence[ReportChapter], numbers: Numbering, pages: Mapping[str, ClaimPage]
) -> list[tuple[str, list[TermPlace]]]:
    """Each term with its places, in the order of the report; terms that occur nowhere are left out."""
    texts = [x for chapter in chapters for x in _texts(chapter, numbers, pages)]
    out = []
    for word in words:
        pattern = re.compile(rf"(?<!\w){re.escape(word)}(?:s|es)?(?!\w)", re.IGNORECASE)
        found: dict[tuple[str, str, str], bool] = {}
        for (chapter, number, claim), text, emphasised in texts:
            if pattern.search(text):
                key = (chapter, number, claim)
                found[key] = found.get(key, False) or bool(pattern.search(emphasised))
        places = [TermPlace(*key, defining) for key, defining in found.items()]
        if len(places) > MOST:
            chosen = [x for x in places if x.defining][:MOST]
            chosen += [x for x in places if not x.defining and x.number][: MOST - len(chosen)]
            places = [x for x in places if x in chosen]
        if places:
            out.append((word, places))
    return out


def _texts(
    chapter: ReportChapter, numbers: Numbering, pages: Mapping[str, ClaimPage]
) -> Iterable[tuple[tuple[str, str, str], str, str]]:
    number = ""
    for block in chapter.document.blocks if chapter.document else ():
        if isinstance(block, Heading):
            number = numbers.sections[chapter.name, block.line]
            yield (chapter.name, number, ""), block.text, ""
        elif isinstance(block, ClaimBlock) and block.home:
            page = pages[block.id]
            yield (chapter.name, number, block.id), f"{page.name}. {page.report.claim.prose}", ""
        elif isinstance(block, Prose):
            yield (chapter.name, number, ""), _text(block.tokens), _emphasised(block.tokens)


def _text(tokens: Iterable[Token]) -> str:
    return " ".join(plain(t.children or ()) if t.children else t.content for t in tokens)


def _emphasised(tokens: Iterable[Token]) -> str:
    """The emphasised text, without emphasised questions, which serve as headings of paragraphs."""
    out, inside = [""], False
    for token in (child for t in tokens for child in t.children or ()):
        if token.type in ("em_open", "em_close"):
            inside = token.type == "em_open"
            out.append("")
        elif inside:
            out[-1] += token.content
    return " ".join(x for x in out if not x.endswith("?"))
