"""Spelling is British in documents, docstrings and comments; names of other libraries and ids stay as they are."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDES = ("docs/*.md", "derivations/*.md", "examples/*/README.md", "tests/README.md", "*.md")
DOCUMENTS = sorted(path for guide in GUIDES for path in ROOT.glob(guide))
CODE = sorted(p for folder in ("pcaproofs", "tests", "benchmarks", "docs") for p in (ROOT / folder).rglob("*.py"))
AMERICAN = re.compile(
    r"(?i)\b("
    r"(?:capital|character|diagonal|factor|general|initial|linear|maxim|minim|normal|optim|organ|polar|random|real"
    r"|recogn|regular|serial|standard|summar|symmetr|vector|visual)iz(?:e[drs]?|ing|ations?)"
    r"|analyz\w+|behaviors?|canceled|centers?|centered|centering|colors?|colored|favors?|favorite|gray|labeled|modeled"
    r"|modeling|neighbors?|neighboring|traveled|unlabeled"
    r")\b"
)
# what is no prose: code in backticks, links, the markup of a page, files, ids and calls
NO_PROSE = re.compile(
    r"^ *(?:```|~~~).*?^ *(?:```|~~~)$|`[^`\n]*`|\$[^$\n]*\$|\]\([^)]*\)|<[^>\n]*>|https?:\S+"
    r"|[\w./-]*(?:[./_]\w|\w[(.=_/-]\w?|\w\()[\w./()-]*|\"[^\"\n]*\"|‘[^’\n]*’|“[^”\n]*”",
    re.DOTALL | re.MULTILINE,
)


def american(text: str) -> list[str]:
    """The American words in the prose of a text."""
    return [found[1] for found in AMERICAN.finditer(NO_PROSE.sub(" ", text))]


def prose_of(path: Path) -> list[tuple[int, str]]:
    """The comments and docstrings of a file, by the line."""
    found = []
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            found.append((token.start[0], token.string))
        elif token.type == tokenize.STRING and before in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            found.append((token.start[0], token.string.strip("\"'rR")))
        if token.type not in (tokenize.NL, tokenize.COMMENT, tokenize.ENCODING):
            before = token.type
    return found


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_is_in_british_spelling(path: Path) -> None:
    assert american(path.read_text(encoding="utf-8")) == []


def test_comments_and_docstrings_are_in_british_spelling() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {word}"
        for path in CODE
        for line, text in prose_of(path)
        for word in american(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The optimizer centers data", ["optimizer", "centers"]),
        ("What is minimized", ["minimized"]),
        ("`minimize` and centered(X) of scipy.optimize, centering.idempotent", []),
    ],
)
def test_the_check_of_spelling(text: str, words: list[str]) -> None:
    assert american(text) == words
