"""Let-bindings: names for the sums in large products, which are then not multiplied out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pcaproofs.kernel import Certificate, Compare, Expression, Statement
from pcaproofs.terms import parts, rebuilt, sides, term_count

MAX_UNNAMED_TERMS = 120  # terms of a side; in larger ones the sums get names
MAX_TERMS = 3_000  # terms of a side; larger ones are not multiplied out at all


def is_huge(statement: Statement) -> bool:
    """Whether a statement is too large to be multiplied out without names."""
    return any(term_count(e) > MAX_TERMS for e in sides(statement))


def names_for(statement: Statement) -> tuple[tuple[str, Expression], ...]:
    """Names for the sums that are factors of large products in a comparison, inner ones first."""
    if not isinstance(statement.conclusion, Compare):
        return ()
    found: dict[Expression, None] = {}
    for side in sides(statement.conclusion):
        if term_count(side) > MAX_UNNAMED_TERMS:
            found.update(dict.fromkeys(_factors(side)))
    taken = {name for name, *_ in statement.letters}
    fresh = (f"#{i}" for i in range(1, len(found) + len(taken) + 1) if f"#{i}" not in taken)
    return tuple(zip(fresh, found, strict=False))


def _factors(e: Expression) -> Iterator[Expression]:
    """The sums that are factors of products and powers, inner ones first."""
    for part in parts(e):
        yield from _factors(part)
    if e[0] in ("mul", "pow"):
        for part in parts(e):
            inner = part[1] if part[0] == "t" else part
            if inner[0] == "add":
                yield inner


def avoiding(certificate: Certificate) -> Certificate:
    """The same certificate with other orders of summands in cofactors that equal the definition of a name.

    The kernel replaces every occurrence of the definition by the name.
    """
    definitions = {e for _, e in certificate.lets}

    def reordered(x: tuple[Any, ...]) -> tuple[Any, ...]:
        return ("add", *x[:0:-1]) if x[:1] == ("add",) and x in definitions else x

    return Certificate(rebuilt(certificate.proofs, reordered), certificate.lets)
