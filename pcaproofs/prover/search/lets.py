"""Which sums in large products should have names, so that they are not multiplied out."""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.kernel import Certificate, Compare, Expression, Statement
from pcaproofs.language.size import terms

LARGE = 120  # terms; from here on sums get names
TOO_LARGE = 3_000  # terms; from here on nothing but names is tried


def is_huge(statement: Statement) -> bool:
    """Whether nothing but names can make the statement small enough to be multiplied out."""
    return any(terms(e) > TOO_LARGE for e in _sides(statement))


def names_for(statement: Statement) -> tuple[tuple[str, Expression], ...]:
    """Names for the sums that are factors of large products in a comparison, inner ones first."""
    if not isinstance(statement.conclusion, Compare):
        return ()
    found: dict[Expression, None] = {}
    for side in (statement.conclusion.left, statement.conclusion.right):
        if terms(side) > LARGE:
            found.update(dict.fromkeys(_factors(side)))
    taken = {name for name, *_ in statement.letters}
    fresh = (f"#{i}" for i in range(1, len(found) + len(taken) + 1) if f"#{i}" not in taken)
    return tuple(zip(fresh, found, strict=False))


def _factors(e: Expression) -> Iterator[Expression]:
    """The sums below products and powers, inner ones first."""
    parts = [part for part in e[1:] if isinstance(part, tuple)]
    for part in parts:
        yield from _factors(part)
    if e[0] in ("mul", "pow"):
        for part in parts:
            inner = part[1] if part[0] == "t" else part
            if inner[0] == "add":
                yield inner


def _sides(statement: Statement) -> Iterator[Expression]:
    for _, h in statement.hypotheses:
        yield from (h.left, h.right)
    c = statement.conclusion
    if isinstance(c, Compare):
        yield from (c.left, c.right)
    else:
        yield from (x for x in _expressions(c))


def _expressions(x: object) -> Iterator[Expression]:
    if isinstance(x, Compare):
        yield from (x.left, x.right)
    elif isinstance(x, tuple) and x and isinstance(x[0], str) and x[0] in _HEADS:
        yield x
    elif isinstance(x, tuple):
        for part in x:
            yield from _expressions(part)
    elif hasattr(x, "__dict__"):
        for part in vars(x).values():
            yield from _expressions(part)


_HEADS = (
    "add",
    "mul",
    "pow",
    "t",
    "tr",
    "gradient",
    "derivative",
    "letter",
    "number",
    "size",
    "eye",
    "zero",
    "inverse",
)


def avoiding(certificate: Certificate) -> Certificate:
    """The same, where no cofactor spells a sum as a name's definition does: it would be read as the name."""
    from dataclasses import fields, is_dataclass, replace

    definitions = {e for _, e in certificate.lets}

    def visit(x: object) -> object:
        if is_dataclass(x) and not isinstance(x, type):
            return replace(x, **{f.name: visit(getattr(x, f.name)) for f in fields(x)})
        if isinstance(x, tuple):
            new = tuple(visit(part) for part in x)
            if new and new[0] == "add" and new in definitions:
                new = ("add", *new[:0:-1])
            return new
        return x

    return Certificate(tuple(visit(pair) for pair in certificate.proofs), certificate.lets)  # type: ignore[misc]
