"""Words from the norms and inner products of the statement, which are the likeliest squares of a proof."""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.kernel import (
    Compare,
    Expression,
    KernelError,
    Optimum,
    Polynomial,
    SameOptimisers,
    Scope,
    Statement,
    identity,
    letter,
)
from pcaproofs.terms import letters_in, parts, term_count, walk

MAX_WORDS = 8
MAX_TERMS = 40  # of a word
MAX_INVERTED = 8  # words FNa
MAX_COLUMNS = 4  # of which outer products are taken


def statement_words(statement: Statement, scope: Scope) -> list[Polynomial]:
    """Words M whose squares ‖M‖² to try first; none if the statement is ill-typed.

    These are a and b of every tr(aᵀ…b), for an optimum also at the witness; Fa where S = FᵀF is a hypothesis, and FNa
    with an inverse N that occurs in the conclusion; and abᵀ of columns a and b of these.
    """
    try:
        found = _trace_arguments(statement, scope)
    except KernelError:
        return []
    factors = _factors_of_hypotheses(statement, scope)
    of_letters = [f for f, s in factors if s[0] == "letter"]
    rooted = [f * a for f in of_letters for a in found if f.cols == a.rows and _is_small(f, a)]
    inverses = _inverses(statement)
    inside = {name for n in inverses for name in n.names()}
    plain = [a for a in found if not a.names() & inside] or [identity(n.cols) for n in inverses[:1]]
    inverted = [a for a in found if a.names() & inside] + [n * a for n in inverses for a in plain if n.cols == a.rows]
    beyond = [f * a for f, _ in factors for a in _distinct(inverted) if f.cols == a.rows and _is_small(f, a)]
    words = found + rooted
    return words + beyond[:MAX_INVERTED] + _outer_products([*rooted, *words])


def _trace_arguments(statement: Statement, scope: Scope) -> list[Polynomial]:
    """a and b of every tr(aᵀ…b) in the conclusion; where they mention a variable, at the witness and a less that."""
    c = statement.conclusion
    sides: tuple[Expression, ...] = ()
    if not isinstance(c, SameOptimisers):
        sides = (c.left, c.right) if isinstance(c, Compare) else (c.objective,)
    roots = {x[1] for side in sides if isinstance(c, Optimum) for x in walk(side) if x[0] == "letter"}
    sides += tuple(h.right for _, h in statement.hypotheses if _root_defined(h) in roots)
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


def _root_defined(h: Compare) -> str:
    """The name of r in r² = f, else ""."""
    match h.relation, h.left:
        case "=", ("pow", ("letter", str(name)), 2):
            return name
    return ""


def _factors_of_hypotheses(statement: Statement, scope: Scope) -> list[tuple[Polynomial, Expression]]:
    """F and S of every hypothesis S = FᵀF."""
    sides = [pair for _, h in statement.hypotheses for pair in ((h.left, h.right), (h.right, h.left))]
    return [(scope.expand(e[2]), s) for s, e in sides if e[0] == "mul" and len(e) == 3 and e[1] == ("t", e[2])]


def _distinct(words: list[Polynomial]) -> list[Polynomial]:
    return [a for i, a in enumerate(words) if a not in words[:i]]


def _inverses(statement: Statement) -> list[Polynomial]:
    """The letters N of the conclusion for which SN = I of a letter S is a hypothesis."""
    c = statement.conclusion
    inside = letters_in(c.left, c.right) if isinstance(c, Compare) else set()
    found: dict[str, Polynomial] = {}
    for _, h in statement.hypotheses:
        match h.left, h.right:
            case ("mul", ("letter", _), ("letter", str(name))), ("eye", n) if name in inside and name not in found:
                found[name] = Polynomial(n, n, [(((), (letter(name, n, n),)), 1)])
    return list(found.values())


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
