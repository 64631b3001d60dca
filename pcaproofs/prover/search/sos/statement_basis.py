"""The matrices inside norms and inner products as the statement writes them: the likeliest squares of a proof."""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.kernel import Compare, Expression, KernelError, Optimum, Polynomial, Scope, Statement
from pcaproofs.terms import parts, term_count

MAX_WRITTEN, MAX_TERMS = 8, 40


def statement_words(statement: Statement) -> list[Polynomial]:
    """Candidates for M: a and b of every tr(aᵀ…b), at the witness too, Fa where S = FᵀF, and abᵀ of columns a and b."""
    c = statement.conclusion
    sides = (c.left, c.right) if isinstance(c, Compare) else (c.objective,) if isinstance(c, Optimum) else ()
    scope = Scope(statement)
    found: list[Polynomial] = []
    try:
        at = {name: scope.expand(e) for name, e in c.at} if isinstance(c, Optimum) else {}
        for e in dict.fromkeys(a for side in sides for a in _arguments(side)):
            if term_count(e) > MAX_TERMS or len(found) >= MAX_WRITTEN:
                continue
            a = scope.expand(e)
            for word in [a - a.substitute(at), a.substitute(at)] if a.names() & at.keys() else [a]:
                if word.terms and word not in found and word.scaled(-1) not in found:
                    found.append(word)
    except KernelError:
        return []
    roots = [
        scope.expand(h.left[2] if h.left[0] == "mul" else h.right[2])
        for _, h in statement.hypotheses
        if any(e[0] == "mul" and len(e) == 3 and e[1] == ("t", e[2]) for e in (h.left, h.right))
        and "letter" in (h.left[0], h.right[0])
    ]
    rooted = [f * a for f in roots for a in found if f.cols == a.rows and len(a.terms) * len(f.terms) < MAX_TERMS]
    found += rooted
    columns = [a for a in (*rooted, *found) if a.cols == 1 != a.rows][:4]
    return found + [a * b.T for a in columns for b in columns if a is not b and len(a.terms) * len(b.terms) < MAX_TERMS]


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
