"""Words and conditions behind the statements of a row, in the same cell or in columns of their own.

A step ("by linearity") restricts nothing. Beside all other words, and beside formulas, only a proof counts. Beside
words that may deny the statements, nothing is proved either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.surface import Name, Node, Num, Sentence, Words, nodes
from pcaproofs.notes.prose.clauses import FALSE

ASSUMING = ("where", "with", "if", "for", "given", "such that", "when", "subject to", "whenever", "let")
_AND_ELSEWHERE = ("und", "oder", "sowie", "y", "et", "ou", "e")  # in German, Spanish, French, Portuguese
_CONNECTING = re.compile(  # all words between statements
    rf"(?:(?:and|or|{'|'.join(_AND_ELSEWHERE)}|so|then|thus|hence|therefore|i\.?e|we|have|get|obtain|equivalently|finally"
    r"|also|similarly|likewise|namely|that is|which gives|this gives)[ ,.:]*)*"
)
_REASON = re.compile(
    r"(?:again )?(?:since|because|by|via|as|from|using|due to|thanks to|owing to|see|recall\w*|applying|definition of"
    r"|cf)(?![\w-])"
)
_RESTRICTS = re.compile(
    rf"(?<![\w-])(?:not|{FALSE}|never|no|nor|neither|without|if|when|whenever|where|only|unless|except|but|let|given"
    r"|provided|assum\w*|suppos\w*|would|could|might|may|as (?:if|though|long)|cannot|\w+n't)(?![\w-])"
)
_DENIES = re.compile(rf"(?<![\w-])(?:not|{FALSE}|never|no|unless|except|cannot|\w+n't)(?![\w-])")
_STEP = re.compile(  # all words of a step
    r"(?:by|it|them|these|using|use|from|with|via|the|a|of|and|we|to|this|step|here|each|every|its|in|on|as|above|below|again|just"
    r"|linear|linearity|bilinearity|cyclic|cyclicity|property|properties|rules?|product|chain|power|trace|transpos\w+"
    r"|expand\w*|expansion|simplif\w+|defin\w+|distribut\w+|associativ\w+|commutativ\w+|algebra|factor\w*|rearrang\w+"
    r"|combin\w+|collect\w*|terms?|multipl\w+|substitut\w+|plug\w*|insert\w*|cancel\w*|both|sides?|out|brackets?"
    r"|parenthes[ei]s|eq|eqn|eqs|equations?|line|claim|lemma|theorem|identity|add\w*|subtract\w*|zero|sums?|norms?|squares?"
    r"|completing|inner|products?|derivatives?|gradients?|differentiat\w+|calculus|why|\d[\d.]*)"
)
_SIGN = re.compile(r"[^\w\s.,;:!?()\[\]'’\"“”/–-]")  # a sign that is no word and no punctuation: •
_EDGES = " ,.;:()[]~"


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


def is_reason(parts: Sequence[Node]) -> bool:
    """Whether a remark gives the reason of the statements, and neither denies nor restricts them."""
    said = [x.lower().strip(_EDGES) for x in _texts(parts)]
    return _REASON.match(said[0]) is not None and not any(map(_RESTRICTS.search, said))


def denies(parts: Sequence[Node | Unread]) -> bool:
    """Whether the words of a remark may deny what stands beside them."""
    return any(_DENIES.search(x.lower()) for x in _texts(parts))


def is_step(parts: Sequence[Node | Unread]) -> bool:
    """Whether a remark only says how a row follows from the one before it."""
    if any(not isinstance(x, Words | Num | Name) or (isinstance(x, Name) and x.how != "text") for x in parts):
        return False
    return all(map(is_step_in_words, _texts(parts)))


def is_step_in_words(text: str) -> bool:
    """Whether all words of a text say how a formula follows from another: "expand both squares"."""
    words = [x for x in re.split(r"[^\w]+", text.lower()) if x]
    return all(map(_STEP.fullmatch, words)) and _SIGN.search(text) is None


def said(parts: Sequence[Node | Unread]) -> str:
    """The words of a remark."""
    return " ".join(x.strip() for x in _texts(parts))


def _texts(parts: Sequence[Node | Unread]) -> list[str]:
    """The words in a remark; a single word in text is a name."""
    found = [x for part in parts if not isinstance(part, Unread) for x in nodes(part)]
    return [x.text if isinstance(x, Words) else x.base for x in found if isinstance(x, Words | Name) and _is_text(x)]


def _is_text(node: Words | Name) -> bool:
    return isinstance(node, Words) or node.how == "text"
