"""What is wrong with the breaks of a PDF's pages, by the places of its words as pdftotext gives them."""

from __future__ import annotations

import html
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

TOP, BOTTOM = 56.0, 785.0  # of the text, in points from the top of an A4 page; heads and page numbers are outside
LEAST = 0.5  # of the text's height is filled on every page but the last
PAGE = re.compile(r"<page [^>]*>(.*?)</page>", re.DOTALL)
WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">(.*?)</word>')
BEGINS = re.compile(
    r"Claim [\dA-Z]+\.\d+ (\(|.* (proved|refuted|cited))|Proof( of \([^.]*)?\.|[\dA-Z]+\.\d+ [A-Z](?!.* \. \.)"
)
"""The heading of a claim, a proof or a section, which is no line of a table of contents."""

Row = tuple[float, str]  # where it ends, and its words from left to right


def rows(pdf: Path) -> Iterator[list[Row]]:
    """The rows of text of each page, from top to bottom; words that overlap vertically are on one row."""
    told = subprocess.run(["pdftotext", "-bbox", pdf, "-"], capture_output=True, text=True, check=True).stdout
    for page in PAGE.findall(told):
        words = [(float(y), float(end), float(x), html.unescape(text)) for x, y, end, text in WORD.findall(page)]
        found: list[tuple[float, list[tuple[float, str]]]] = []
        for y, end, x, text in sorted(w for w in words if w[0] > TOP and w[1] < BOTTOM):
            if found and y < found[-1][0] - 3:
                found[-1] = (max(found[-1][0], end), [*found[-1][1], (x, text)])
            else:
                found.append((end, [(x, text)]))
        yield [(end, " ".join(text for _, text in sorted(line))) for end, line in found]


def bad_breaks(pages: list[list[Row]]) -> list[str]:
    """A line for each page that is nearly empty, begins with the last line of something, or ends with a heading."""
    out = []
    for number, page in enumerate(pages, 1):
        if not page:
            out.append(f"page {number} is empty")
            continue
        texts = [text for _, text in page]
        if number < len(pages) and page[-1][0] - TOP < LEAST * (BOTTOM - TOP):
            out.append(f"page {number} is nearly empty, up to: {texts[-1]}")
        if len(page) > 1 and BEGINS.match(texts[1]) and not BEGINS.match(texts[0]):
            out.append(f"page {number} begins with a last line: {texts[0]}")
        if BEGINS.fullmatch(texts[-1]):
            out.append(f"page {number} ends with a heading: {texts[-1]}")
    return out
