"""`prove`: read, search, check; where there is no proof, attack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pcaproofs.kernel import Certificate, IllTyped, KernelError, Polynomial, Rejected, Scope, Statement, Weight, check
from pcaproofs.language.reader import Reader, Reading, read
from pcaproofs.prover.facts import Contradiction
from pcaproofs.prover.goals import Unproved, certify
from pcaproofs.prover.result import Result

SquareHints = Mapping[str, Sequence[tuple[Weight, Polynomial]]]


def prove(
    conclusion: Any, assuming: Iterable[Any] = (), *, seconds: float = 10.0, refute: bool = True, needs: bool = True
) -> Result:
    """Proves a SymPy statement about matrices for every dimension, or refutes it by an exact example.

    conclusion: Eq(lhs, rhs), Ge(f, g), or minimises(...), maximises(...), same_optimisers(...).
    assuming: named hypotheses (symmetric(S), unit(w), …), Eq, Ge, Gt, Ne.
    The verdict "proved" is the kernel's; nothing is raised for a statement that is wrong or ill-typed.
    """
    assuming = tuple(assuming)
    try:
        reading = read(conclusion, assuming)
    except IllTyped as error:
        return Result("ill-typed", str(error))
    except (TypeError, AttributeError) as error:
        return Result("ill-typed", f"got something that is no SymPy statement: {error}")
    return prove_reading(reading, seconds=seconds, refute=refute, needs=needs)


def prove_reading(
    reading: Reading,
    *,
    squares: SquareHints | None = None,
    seconds: float = 10.0,
    refute: bool = True,
    needs: bool = True,
) -> Result:
    """As prove, of a statement that was already read."""
    statement = reading.statement
    base = Result("undecided", statement=statement, assumed=reading.assumed)
    quick = search(statement, squares, min(seconds, 0.3)) if refute else None
    if isinstance(quick, Certificate):
        return replace(base, verdict=check(statement, quick), certificate=quick)
    if isinstance(quick, Contradiction):
        return replace(base, reason=f"the hypotheses contradict each other, so everything follows: {quick}")
    example = None
    if refute:
        from pcaproofs.prover.refute import refute as find_counterexample

        example = find_counterexample(statement, reading.hints, seconds=min(2.0, seconds))
    if example is not None:
        missing = find_needs(reading) if needs else ()
        return replace(base, verdict="refuted", counterexample=example, needs=missing)
    found = search(statement, squares, seconds)
    if isinstance(found, Certificate):
        return replace(base, verdict=check(statement, found), certificate=found)
    if isinstance(found, Contradiction):
        return replace(base, reason=f"the hypotheses contradict each other, so everything follows: {found}")
    missing = find_needs(reading) if needs else ()
    return replace(base, reason=str(found), needs=missing)


def search(statement: Statement, squares: SquareHints | None, seconds: float) -> Certificate | Exception:
    """A certificate that the kernel accepts, or what stood in the way."""
    try:
        certificate = certify(statement, squares or {}, seconds)
        check(statement, certificate)
    except Unproved as error:
        return error
    except Contradiction as error:
        return error
    except IllTyped as error:
        return Unproved(str(error))
    except Rejected as error:
        return Unproved(f"a certificate was found, but the kernel rejects it: {error}")
    except RecursionError:
        return Unproved("the statement is too deep")
    return certificate


STANDARD = ("symmetric", "unit", "orthonormal", "centered", "projector", "orthogonal", "psd")


def find_needs(reading: Reading) -> tuple[str, ...]:
    """Standard hypotheses of which one alone, added to the assumptions, makes the statement provable."""
    import sympy as sp

    from pcaproofs.language.hypotheses import Named

    given = {(h.kind, h.args) for h in reading.hypotheses if isinstance(h, Named)}
    scope = Scope(reading.statement)
    symbols: dict[str, Any] = {}
    for thing in _parts(reading):
        for node in sp.preorder_traversal(thing):
            if isinstance(node, sp.MatrixSymbol):
                symbols.setdefault(str(node.name), node)
    found: list[str] = []
    settled: set[str] = set()
    for kind in STANDARD:
        for name in sorted(symbols):
            x = symbols[name]
            if name in settled or name not in scope.letters or (kind, (x,)) in given or not _fits(kind, x):
                continue
            hypothesis = Named(kind, (x,))
            try:
                more = read(reading.source, (*reading.hypotheses, hypothesis))
            except KernelError:
                continue
            if isinstance(search(more.statement, None, 0.25), Certificate) and not _absurd(more):
                found.append(hypothesis.words())
                settled.add(name)
    return tuple(found)


def _parts(reading: Reading) -> Iterable[Any]:
    from pcaproofs.language.reader import _expressions

    return _expressions((reading.source, *reading.hypotheses))


def _fits(kind: str, x: Any) -> bool:
    rows, cols = x.shape
    column = cols == 1 and rows != 1
    if kind == "unit":
        return bool(column)
    if kind == "orthonormal":
        return bool(rows != cols and cols != 1)
    if kind == "centered":
        return bool(rows != cols)
    return bool(rows == cols)


def _absurd(reading: Reading) -> bool:
    """Whether no point satisfies the hypotheses, so that adding one of them would prove anything."""
    from pcaproofs.prover.refute import satisfiable

    return satisfiable(reading.statement, reading.hints, 0.3) is None


__all__ = ["Reader", "find_needs", "prove", "prove_reading", "search"]
