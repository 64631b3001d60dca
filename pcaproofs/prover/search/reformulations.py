"""Reformulations: statements that hold if and only if a given one does, and may be easier to prove."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pcaproofs.kernel import Compare, Expression, Optimum, SameOptimisers, Statement
from pcaproofs.language.derived import Notation
from pcaproofs.language.express import text

ZERO: Expression = ("number", "0")


def equivalents(statement: Statement) -> Iterator[Statement]:
    """The reformulations of a statement: letters for 1/f where f ≠ 0 or f > 0; the two problems swapped."""
    c = statement.conclusion
    if isinstance(c, SameOptimisers):
        yield replace(statement, conclusion=SameOptimisers(c.variables, c.second, c.first))
    elif not isinstance(c, Optimum) and c.relation == ">=":
        wider = with_reciprocals(statement)
        if wider != statement:
            yield wider


def with_reciprocals(statement: Statement) -> Statement:
    """The statement with a letter c, f·c = 1, for every hypothesis f ≠ 0 or f > 0; then c ≠ 0 or c > 0."""
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
