r"""Letters in messages as readers of a note see them: λ for the key \lambda, xᵢ for x_{i}."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from pcaproofs.notes.formulas.grammar import Unread, parse
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.surface import Node, Product
from pcaproofs.notes.text.macros import Macros, Stop, expanded
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.text.tokens import tokens
from pcaproofs.notes.text.typesetting import plain

_INDEXED = {"family ": "_{i}", "array ": "_{ij}"}  # how the keys of families and of arrays of letters begin


def letter_text(letter: Node | str) -> str:
    """A letter, or the key of one, of a family or of an array, as text; a string that is no key stays."""
    if not isinstance(letter, str):
        return unicode(letter)
    for word, index in _INDEXED.items():
        if letter.startswith(word):
            return _of_key(letter.removeprefix(word) + index)
    return _of_key(letter)


@lru_cache(maxsize=1 << 10)
def _of_key(found: str) -> str:
    try:
        tree = parse(plain(expanded(list(tokens(found, 0, len(found))), Macros())), len(found))
    except Stop:
        return found
    return found if isinstance(tree, Unread) else unicode(tree)


def some_factors(parts: Iterable[Node], span: Span) -> Product | None:
    """Consecutive factors of a product, if they have a span: AB of ABv."""
    for x in parts:
        if isinstance(x, Product) and x.span[0] <= span[0] and span[1] <= x.span[1]:
            first = next((k for k, factor in enumerate(x.factors) if factor.span[0] == span[0]), None)
            last = next((k for k, factor in enumerate(x.factors) if factor.span[1] == span[1]), None)
            if first is not None and last is not None and first < last:
                return replace(x, span=span, factors=x.factors[first : last + 1], marks=x.marks[first:last])
    return None
