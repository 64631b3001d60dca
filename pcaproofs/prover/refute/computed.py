"""Letters whose values are computed from other letters and not found by equations, such as determinants.

The hypotheses of a statement contain laws of these letters, but do not define them. A point is an example or a
counterexample only if these letters have their true values. The hints of a reading define each letter. For letters
that were added later, or without a reading, the name defines them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pcaproofs.kernel import Compare, KernelError, Scope, Statement
from pcaproofs.language.derived import VALUED, Kind, Meaning, read_back
from pcaproofs.terms import sides

Hints = Sequence[tuple[str, Sequence[Any]]]
_KINDS = {kind.value: kind for kind in VALUED}


def valued(statement: Statement, hints: Hints = ()) -> dict[str, Meaning]:
    """The determinants, adjugates, logarithms and powers of a statement, with their arguments."""
    letters = {name for name, *_ in statement.letters}
    plain = {name for kind, names in hints if kind == "plain" for name in names}
    said = {x[0]: Meaning(_KINDS[kind], x[1]) for kind, x in hints if kind in _KINDS}
    named = {name: d for name, d in read_back(statement).items() if d.kind in VALUED and name not in plain}
    return {name: d for name, d in {**named, **said}.items() if name in letters}


def computed(statement: Statement, hints: Hints = ()) -> Iterator[Compare]:
    """Equations for the valued letters of a statement; the right sides are only for evaluation."""
    for name, derived in valued(statement, hints).items():
        c = ("letter", name)
        match derived.kind, derived.of:
            case Kind.DETERMINANT, of:
                yield Compare(c, "=", ("det", of))
            case Kind.ADJUGATE, of:
                yield Compare(c, "=", ("adjugate", of))
            case Kind.LOGARITHM, of if of is not None:
                yield Compare(c, "=", ("log", of))
            case Kind.POWER, ("pow", base, n):
                yield Compare(c, "=", ("size power", base, n))


def has_unknown_logarithms(statement: Statement, hints: Hints = ()) -> bool:
    """Whether a hypothesis or the conclusion, multiplied out, contains a logarithm of which only the name is known."""
    logs = {name for name, d in valued(statement, hints).items() if d.kind is Kind.LOGARITHM and d.of is None}
    if not logs:
        return False
    scope = Scope(statement)
    try:
        return any(scope.expand(e).names() & logs for e in sides(statement))
    except KernelError:
        return True
