"""Statements beside words that are not understood."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from pcaproofs.notes.formulas.surface import (
    Arrow,
    Because,
    Blank,
    Chain,
    Dots,
    Listed,
    Node,
    Problem,
    Quantified,
    Sentence,
    SubjectTo,
    Words,
)
from pcaproofs.notes.judging.arrows import Arrows
from pcaproofs.notes.judging.state import Context
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.statements import RELATIONS, Statements

LABEL = re.compile(r"\(?(?:[a-z]|\d{1,2}|[ivx]{1,4})[).:]+")  # "a)", "(ii)", "3."
_WITHOUT_VALUE = (Blank, Dots, Problem, Listed, Chain, Arrow, Quantified, SubjectTo, Because, Sentence, Words)


class Worded(Arrows):
    """Types statements beside words, and does not judge them."""

    def beside_words(self, said: str, parts: Sequence[Node]) -> RowVerdict:
        """The verdict of statements beside words: unread if one of them is not understood either."""
        for read in (x for part in parts for x in _readings(self, part)):
            found = self.typed(read, "", "")
            if found.verdict in ("unread", "ill-typed"):
                return replace(found, verdict="unread")
        self.context = Context()
        return self.verdict("unsupported", f"the words “{said.strip()}”")


def _readings(judge: Worded, part: Node) -> Iterator[Callable[[Statements], object]]:
    """What types the relations of a statement, or its terms where no relation is whole."""
    terms = part.terms if isinstance(part, Chain) else (part,)
    signs = part.signs if isinstance(part, Chain) else ()
    for left, sign, right in zip(terms, signs, terms[1:], strict=False):
        if sign in RELATIONS and not any(isinstance(x, Blank | Dots | Problem) for x in (left, right)):
            yield partial(judge.related, stated=Stated(left, sign, right, judge.formula.span))
    if not signs or any(isinstance(x, Blank) for x in terms):
        for term in terms:
            if not isinstance(term, _WITHOUT_VALUE):
                yield partial(Statements.expression, node=term)
