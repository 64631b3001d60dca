"""Words from the norms and inner products of the statement, which are the likeliest squares of a proof."""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.kernel import Compare, Expression, KernelError, Optimum, Polynomial, Scope, Statement
from pcaproofs.terms import parts, term_count

MAX_WORDS = 8
MAX_TERMS = 40  # of a word
MAX_COLUMNS = 4  # of which outer products are taken


def statement_words(statement: Statement, scope: Scope) -> list[Polynomial]:
    """Words M whose squares ‖M‖² to try first; none if the statement is ill-typed.

    These are a and b of every tr(aᵀ…b), for an optimum also at the witness; Fa where S = FᵀF is a hypothesis; and abᵀ
    of columns a and b of these.
    """
    try:
        found = _trace_arguments(statement, scope)
    except KernelError:
        return []
    factors = _factors_of_hypotheses(statement, scope)
    rooted = [f * a for f in factors for a in found if f.cols == a.rows and _is_small(f, a)]
    words = found + rooted
    return words + _outer_products([*rooted, *words])


def _trace_arguments(statement: Statement, scope: Scope) -> list[Polynomial]:
    """a and b of every tr(aᵀ…b) in the conclusion; where they mention a variable, at the witness and a less that."""
    c = statement.conclusion
    sides = (c.left, c.right) if isinstance(c, Compare) else (c.objective,) if isinstance(c, Optimum) else ()
    at = {name: scope.expand(e) for name, e in c.at} if isinstance(c, Optimum) else {}
    found: list[Polynomial] = []
    for e in dict.fromkeys(a for side in sides for a in _arguments(side)):
        if term_count(e) > MAX_TERMS or len(found) >= MAX_WORDS:
            continue
        a = scope.expand(e)
        for word in [a - a.substitute(at), a.substitute(at)] if a.names() & at.keys() else [a]:
            if word.terms and word not in found and word.scaled(-1) not in found:
                found.append(word)
    return found


def _factors_of_hypotheses(statement: Statement, scope: Scope) -> list[Polynomial]:
    """F of every hypothesis S = FᵀF of a letter S."""
    return [
        scope.expand(h.left[2] if h.left[0] == "mul" else h.right[2])
        for _, h in statement.hypotheses
        if any(e[0] == "mul" and len(e) == 3 and e[1] == ("t", e[2]) for e in (h.left, h.right))
        and "letter" in (h.left[0], h.right[0])
    ]


def _outer_products(words: list[Polynomial]) -> list[Polynomial]:
    """abᵀ of the first columns."""
    columns = [a for a in words if a.cols == 1 != a.rows][:MAX_COLUMNS]
    return [a * b.T for a in columns for b in columns if a is not b and _is_small(a, b)]


def _is_small(a: Polynomial, b: Polynomial) -> bool:
    return len(a.terms) * len(b.terms) < MAX_TERMS


def _arguments(e: Expression) -> Iterator[Expression]:
    """a and b of every tr(aᵀ…b), and x of xᵀ…x."""
    match e:
        case ("tr", ("add", *terms)):
            for term in terms:
                yield from _arguments(("tr", term))
        case ("tr", ("mul", ("t", a), *_, b)):
            yield from (a, b)
        case ("tr", ("mul", a, *_, b)):
            yield from (("t", a), b)
        case ("mul", ("t", a), *_, b) if a == b:
            yield a
    for part in parts(e):
        yield from _arguments(part)
