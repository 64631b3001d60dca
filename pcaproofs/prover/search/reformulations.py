"""Statements that hold if and only if a given one does, and whose proofs are easier to write down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pcaproofs.kernel import Compare, Expression, Optimum, SameOptimisers, Statement
from pcaproofs.language.derived import Notation
from pcaproofs.language.express import text

ZERO: Expression = ("number", "0")


def equivalents(statement: Statement) -> Iterator[Statement]:
    """With a letter for 1/f where f ≠ 0 or f > 0 is a hypothesis; with the two problems of same_optimisers swapped."""
    c = statement.conclusion
    if isinstance(c, SameOptimisers):
        yield replace(statement, conclusion=SameOptimisers(c.variables, c.second, c.first))
    elif not isinstance(c, Optimum) and c.relation == ">=":
        wider = with_reciprocals(statement)
        if wider != statement:
            yield wider


def with_reciprocals(statement: Statement) -> Statement:
    """A letter c with f·c = 1, and c > 0 if f > 0, for every hypothesis that f is not zero."""
    letters, hypotheses = list(statement.letters), list(statement.hypotheses)
    for _, h in statement.hypotheses:
        if h.relation not in (">", "!=") or h.left[0] == "letter":
            continue
        f: Expression = h.left if h.right == ZERO else ("add", h.left, ("mul", ("number", "-1"), h.right))
        name = Notation.RECIPROCAL.write(text(f))
        if any(name == other for other, *_ in letters):
            continue
        c: Expression = ("letter", name)
        letters.append((name, 1, 1))
        hypotheses.append((f"{text(f)} · {name} = 1", Compare(("mul", f, c), "=", ("number", "1"))))
        hypotheses.append((f"{name} {'>' if h.relation == '>' else '≠'} 0", Compare(c, h.relation, ZERO)))
    return replace(statement, letters=tuple(letters), hypotheses=tuple(hypotheses))
