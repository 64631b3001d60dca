"""Steps whose sizes do not match only because those of an earlier step do not."""

from __future__ import annotations

from collections.abc import Sequence

from pcaproofs.homework.statements import Statement
from pcaproofs.homework.steps import Step
from pcaproofs.homework.theory import Theory, Untypable
from pcaproofs.notes.formulas.surface import Node, Product, nodes


def row_of_misfit(theory: Theory, before: Sequence[Step], step: Step) -> int | None:
    """The row of an earlier step whose sizes do not match, if a step contains its product or continues its chain."""
    if step.verdict != "ill-typed":
        return None
    left, right = step.statement.left, step.statement.right
    for earlier in (x for x in before if x.verdict == "ill-typed"):
        first, last = earlier.statement.left, earlier.statement.right
        wrong = [x for x in (first, last) if isinstance(x, Product) and not _has_type(theory, x)]
        if any(_contains(side, x) for side in (left, right) for x in wrong):
            return earlier.row
        if last == left and not _has_type(theory, left):
            return earlier.row
    return None


def _has_type(theory: Theory, term: Node) -> bool:
    try:
        theory.typed(Statement(term, "=", term, term.span))
    except Untypable:
        return False
    return True


def _contains(tree: Node, product: Product) -> bool:
    """Whether a formula contains the factors of a product, one after the other."""
    size = len(product.factors)
    return any(
        x.factors[k : k + size] == product.factors
        for x in nodes(tree)
        if isinstance(x, Product)
        for k in range(len(x.factors) - size + 1)
    )
