"""The heads of chapters: what one will be able to do, what is needed, and the claims on which the chapter rests."""

from pathlib import Path

import pytest

from pcaproofs.report.computed import expanded
from pcaproofs.report.documents.model import Computed, DocumentError, Prose
from pcaproofs.report.documents.parser import Reader, lines
from pcaproofs.report.documents.reading import documents
from pcaproofs.report.heads import head

CHAPTERS = [d for d in documents() if not d.appendix]


def parsed(text: str):
    return Reader(Path("made.md")).document(text)


def named(prose: Prose) -> set[str]:
    tokens = [t for _, t in lines(prose.tokens, 0) if t.type == "myst_role"]
    return {t.meta["id"] for t in tokens if t.meta["name"] == "claim"}


@pytest.mark.parametrize("document", CHAPTERS, ids=lambda d: d.chapter)
def test_every_chapter_has_a_head_with_the_claims_that_its_proofs_use(document, pages):
    known = {page.id: page for page in pages}
    (block,) = [b for b in document.blocks[:2] if isinstance(b, Computed) and b.kind == "head"]
    made = head(block, document.blocks, known)
    words = [t.content for _, t in lines(made.tokens, 0) if t.type == "text"]
    assert {"After this chapter you can", "You need"} <= set(words)
    assert sum(t.type == "list_item_open" for t in made.tokens) >= 2
    homes = document.homes()
    used = {c.id for id in homes for c in known[id].report.uses()} - set(homes)
    assert used <= named(made)
    assert not [id for id in named(made) if known[id].report.verdict == "refuted"]
    order = list(known)
    later = [id for id in named(made) - used if homes and order.index(id) > order.index(homes[0])]
    assert later == []


def test_the_text_goes_back_only_to_earlier_claims(pages):
    text = "# T\n\n```{head} t\n- a\n\nwords.\n```\n\n```{claim} projection.line\n```\n\n"
    text += "{claim}`svd.scores`, {claim}`moments.projected-mean`\n"
    known = {page.id: page for page in pages}
    made = next(x for x in expanded(parsed(text).blocks, known) if isinstance(x, Prose))
    assert named(made) == {"moments.projected-mean"}


REFUSED = {
    "a head without text": ("```{head} t\n```", "got nothing in {head} t, but should be text [made.md:4]"),
    "exercises with text": (
        "```{exercises} t\nwords\n```",
        "got text in {exercises} t, but should be nothing [made.md:4]",
    ),
    "a value with words": ("{value}`mean <irises.mean>`", "got {value}`mean <irises.mean>`"),
    "a head without a list": ("```{head} t\nwords\n```", "got no list in {head} t, but should be one [made.md:4]"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_a_directive_may_not_have_is_refused_with_its_place(case):
    text, message = REFUSED[case]
    with pytest.raises(DocumentError) as raised:
        parsed(f"# T\n\n{text}\n")
    assert message in str(raised.value)
