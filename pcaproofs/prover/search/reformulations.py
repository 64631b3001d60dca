"""Reformulations: statements that hold if and only if a given one does, and may be easier to prove."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pcaproofs.kernel import Compare, Expression, Optimum, Polynomial, SameOptimisers, Scope, Statement
from pcaproofs.language.derived import THEOREM, Kind, Naming, read_back
from pcaproofs.language.express import text
from pcaproofs.prover.search.ranks import with_complements
from pcaproofs.terms import from_monomial

ZERO: Expression = ("number", "0")
ROOTS = f"{THEOREM}that the root of a positive semidefinite matrix commutes with all that commutes with the matrix"


def equivalents(statement: Statement) -> Iterator[Statement]:
    """The reformulations of a statement: letters for 1/f where f ≠ 0 or f > 0; roots; ranks; problems swapped."""
    c = statement.conclusion
    if isinstance(c, SameOptimisers):
        yield replace(statement, conclusion=SameOptimisers(c.variables, c.second, c.first))
    elif not isinstance(c, Optimum):
        forms = (with_roots, with_reciprocals) if c.relation == ">=" else (with_roots,)
        yield from (wider for form in forms if (wider := form(statement)) != statement)
        if c.relation == ">=":
            yield from with_complements(statement)


def theorems_between(given: Statement, proved: Statement) -> tuple[str, ...]:
    """The theorems by which a statement holds if a reformulation does."""
    return (ROOTS,) if given != proved == with_roots(given) else ()


def with_roots(statement: Statement) -> Statement:
    """The statement with Fᵀ = F and FB = BF for A = FᵀF, of a positive semidefinite letter A with AB = BA.

    Such an F exists, the root of A: it is a polynomial in A (Horn and Johnson, Matrix Analysis, Theorem 7.2.6).
    """
    factors = {d.of: name for name, d in read_back(statement).items() if d.kind is Kind.FACTOR}
    if not factors:
        return statement
    scope, found = Scope(statement), list[Compare]()
    for _, h in statement.hypotheses:
        p = scope.difference(h.left, h.right) if h.relation == "=" else Polynomial(1, 1)
        for of, name in factors.items():
            if of is not None and of[0] == "letter" and (b := _commutes(p, of[1])) is not None:
                f: Expression = ("letter", name)
                found += [Compare(("t", f), "=", f), Compare(("mul", f, b), "=", ("mul", b, f))]
    new = {f"{text(h.left)} = {text(h.right)}": h for h in found}
    return replace(statement, hypotheses=(*statement.hypotheses, *new.items()))


def _commutes(p: Polynomial, name: str) -> Expression | None:
    """The B of an equation AB = BA of a letter A; None for any other equation."""
    if len(p.terms) != 2 or p.rows != p.cols or 1 in p.shape:
        return None
    ((one, word), c), ((other, turned), d) = p.terms.items()
    if one != other or c != -d or not len(word) == len(turned) > 1:
        return None
    for first, second in ((word, turned), (turned, word)):
        if first[0].spelling == name and first == (second[-1], *second[:-1]):
            return from_monomial(((), second[:-1]), 1, p.rows)
    return None


def with_reciprocals(statement: Statement) -> Statement:
    """The statement with a letter c, f·c = 1, for every hypothesis f ≠ 0 or f > 0; then c ≠ 0 or c > 0."""
    letters, hypotheses = list(statement.letters), list(statement.hypotheses)
    for _, h in statement.hypotheses:
        if h.relation not in (">", "!=") or h.left[0] == "letter":
            continue
        f: Expression = h.left if h.right == ZERO else ("add", h.left, ("mul", ("number", "-1"), h.right))
        name = Naming.RECIPROCAL.write(text(f))
        if any(name == other for other, *_ in letters):
            continue
        c: Expression = ("letter", name)
        letters.append((name, 1, 1))
        hypotheses.append((f"{text(f)} · {name} = 1", Compare(("mul", f, c), "=", ("number", "1"))))
        hypotheses.append((f"{name} {'>' if h.relation == '>' else '≠'} 0", Compare(c, h.relation, ZERO)))
    return replace(statement, letters=tuple(letters), hypotheses=tuple(hypotheses))
