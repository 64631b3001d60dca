"""What the notes print that is false: told in the appendix, and in the story a mark in the margin that leads there."""

import re

import pytest

from pcaproofs.report.documents.reading import documents
from pcaproofs.report.documents.rules import mentions

STORY = [d for d in documents() if not d.appendix]
APPENDIX = next(d for d in documents() if d.appendix)


@pytest.mark.parametrize("document", STORY, ids=lambda d: d.chapter)
def test_no_sentence_of_the_chapters_is_about_a_claim_of_the_appendix(document):
    assert {id for _, id in mentions(document)} & set(APPENDIX.homes()) == set()


def marked_on_the_site(site_files):
    """Of each claim with marks: where they lead, and what is read aloud."""
    for name, content in site_files.items():
        if name.endswith(".html"):
            for claim in re.findall(r'<section class="claim.*?</header>', content.decode(), re.DOTALL):
                for href, words in re.findall(r'<a class="slip" href="([^"]*)" aria-label="([^"]*)"', claim):
                    yield re.search(r' id="([^"]*)"', claim)[1], href, words


def test_each_mark_of_the_site_leads_to_an_entry_that_leads_back(site_files):
    found = list(marked_on_the_site(site_files))
    entries = re.findall(r"<li>(?:(?!</li>).)*", site_files["errata.html"].decode(), re.DOTALL)
    entry = {f"errata.html#{m[1]}": text for text in entries if (m := re.search(r'class="place" id="([^"]*)"', text))}
    assert found
    assert {href for _, href, _ in found} == set(entry)
    for id, href, words in found:
        assert f'data-claim="{id}"' in entry[href], id
        note, lines = re.fullmatch(r"Note (\d+) prints something else, (.*)", words).groups()
        assert f"slip-{note}-" in href
        assert lines.lower() in entry[href].lower()


def test_a_mark_stands_in_a_chapter(site_files):
    told = {id for document in STORY for id in document.homes()}
    assert {id for id, _, _ in marked_on_the_site(site_files)} <= told


def test_the_book_has_the_marks_of_the_site(report_text, site_files):
    marks = re.findall(r"\\pcaslip\{(slip-[^}]*)\}\{([^}]*)\}", report_text)
    assert sorted(marks) == sorted((href.partition("#")[2], words) for _, href, words in marked_on_the_site(site_files))
    assert {place for place, _ in marks} == set(re.findall(r"\\pcaplace\{(slip-[^}]*)\}", report_text))
