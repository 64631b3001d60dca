"""Letters whose values are computed from other letters, and not found by equations, as determinants are.

The hypotheses of a statement say something of these letters, but not what they are. A point is an example, or a
counterexample, only where they have their values.
"""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.kernel import Compare, KernelError, Scope, Statement
from pcaproofs.language.derived import Kind, read_back
from pcaproofs.terms import sides


def computed(statement: Statement) -> Iterator[Compare]:
    """What the determinants, adjugates and powers of a statement are; the right sides are for evaluation only."""
    for name, derived in read_back(statement).items():
        c = ("letter", name)
        match derived.kind, derived.of:
            case Kind.DETERMINANT, of:
                yield Compare(c, "=", ("det", of))
            case Kind.ADJUGATE, of:
                yield Compare(c, "=", ("adjugate", of))
            case Kind.POWER, ("pow", base, n):
                yield Compare(c, "=", ("size power", base, n))


def has_logarithms(statement: Statement) -> bool:
    """Whether a hypothesis or the conclusion, multiplied out, contains a logarithm, which has no exact value."""
    logs = {name for name, d in read_back(statement).items() if d.kind is Kind.LOGARITHM}
    if not logs:
        return False
    scope = Scope(statement)
    try:
        return any(scope.expand(e).names() & logs for e in sides(statement))
    except KernelError:
        return True
