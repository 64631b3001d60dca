"""Words and conditions beside the statements of a row, in the same cell or in columns of their own.

A reason ("by linearity") restricts nothing. Beside words that restrict, and beside formulas, also those in the words
("as $U$ is orthogonal"), what is found against the statements is only a warning. Beside words that may deny the
statements, nothing is proved either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.surface import Name, Node, Num, Sentence, Words, nodes
from pcaproofs.notes.prose.clauses import FALSE

ASSUMING = ("where", "with", "if", "for", "given", "such that", "when", "subject to", "whenever", "let")
LABEL = re.compile(r"\(?(?:[a-z]|\d{1,2}|[ivx]{1,4})[).:]+")  # "a)", "(ii)", "3."
_CONNECTING = re.compile(  # all words between statements, in English, German, Spanish, French and Portuguese
    r"(?:(?:and|or|und|oder|sowie|y|et|ou|e|so|then|thus|hence|therefore|i\.?e|we|have|get|obtain|equivalently|finally"
    r"|also|similarly|likewise|namely|that is|which gives|this gives)[ ,.:]*)*"
)
_DENIES = re.compile(rf"(?<![\w-])(?:not|{FALSE}|never|no|unless|except|cannot|\w+n't)(?![\w-])", re.IGNORECASE)
_RESTRICTS = re.compile(
    rf"{_DENIES.pattern}|(?<![\w-])(?:nor|neither|without|if|when|whenever|where|only|but|let|given|with|for|provided"
    r"|assum\w*|suppos\w*|would|could|might|may|as (?:if|though|long))(?![\w-])",
    re.IGNORECASE,
)
_STEM = 6  # letters that the forms of a word share: orthogonal, orthogonality; centred, centring


def connects(words: Words) -> bool:
    """Whether words connect statements or introduce assumptions."""
    said = words.text.strip(" ,:.~").lower()
    assumes = any(said.startswith(word) or said.endswith(word) for word in ASSUMING)
    return assumes or _CONNECTING.fullmatch(said) is not None


def words_behind(parts: Sequence[Node]) -> int | None:
    """Where a remark begins behind statements: at the first words that do not connect them; None if there is none."""
    if isinstance(parts[0], Words):
        return None
    return next((k for k, x in enumerate(parts) if isinstance(x, Words) and not connects(x)), None)


def remark_of(tree: Node | Unread) -> tuple[Node, ...]:
    """The remark behind the statements of a row."""
    if not isinstance(tree, Sentence) or (k := words_behind(tree.parts)) is None:
        return ()
    return tree.parts[k:]


def denies(parts: Sequence[Node | Unread]) -> bool:
    """Whether the words of a remark may deny what stands beside them."""
    return any(_DENIES.search(x) for x in _texts(parts))


def restricts(parts: Sequence[Node | Unread]) -> bool:
    """Whether a remark may restrict what stands beside it: it has formulas, or words of conditions or denials."""
    if any(not isinstance(x, Words | Num | Name) or (isinstance(x, Name) and x.how != "text") for x in parts):
        return True
    return any(is_restricting(x) or "$" in x for x in _texts(parts))


def names(parts: Sequence[Node | Unread], needs: Sequence[str]) -> bool:
    """Whether a remark has a word of a missing hypothesis, up to its ending: "by orthogonality"."""
    text = said(parts).lower()
    return any(word[:_STEM] in text for need in needs for word in re.findall(r"[a-z]{6,}", need))


def is_restricting(words: str) -> bool:
    """Whether a text has words of conditions or denials."""
    return _RESTRICTS.search(words) is not None


def said(parts: Sequence[Node | Unread]) -> str:
    """The words of a remark."""
    return " ".join(x.strip() for x in _texts(parts))


def _texts(parts: Sequence[Node | Unread]) -> list[str]:
    """The words in a remark; a single word in text is a name."""
    found = [x for part in parts if not isinstance(part, Unread) for x in nodes(part)]
    return [x.text if isinstance(x, Words) else x.base for x in found if isinstance(x, Words | Name) and _is_text(x)]


def _is_text(node: Words | Name) -> bool:
    return isinstance(node, Words) or node.how == "text"
