"""Proofs and counterexamples of typed statements; each is searched only once in a process.

What a note checked before is not searched again where its statement, with all hypotheses, is the same: in an editor or
with --watch only the rows that a change reaches. A kept result costs the steps of its search again, so that a verdict
does not depend on what was checked before. A certificate is checked by the kernel each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sympy as sp

from pcaproofs.kernel import Certificate, KernelError, Statement, check
from pcaproofs.language.conclusions import equal
from pcaproofs.language.names import SameName
from pcaproofs.language.reader import Hint, Reading, read
from pcaproofs.notes.text.source import Span
from pcaproofs.prover.effort import Remembered
from pcaproofs.prover.prove import EXAMPLE_SECONDS, NO_EXAMPLE, search
from pcaproofs.prover.refute import Counterexample, refute, satisfiable
from pcaproofs.prover.result import Result
from pcaproofs.prover.search.reformulations import equivalents

REMEMBERED = 4096  # statements


_searches: Remembered[Certificate | Exception] = Remembered(REMEMBERED)
_refutations: Remembered[Counterexample | None] = Remembered(REMEMBERED)
_examples: Remembered[bool] = Remembered(REMEMBERED)
_readings: Remembered[Reading | KernelError] = Remembered(REMEMBERED)


def _read(conclusion: Any, hypotheses: tuple[Any, ...]) -> Reading:
    """The cached result of `read`. Raises KernelError."""

    def work() -> Reading | KernelError:
        try:
            return read(conclusion, hypotheses)
        except KernelError as error:
            return error

    found = _readings((conclusion, hypotheses), work)
    if isinstance(found, KernelError):
        raise found.with_traceback(None)
    return found


def searched(statement: Statement, seconds: float) -> Certificate | Exception:
    """The cached result of `search`."""
    return _searches((statement, seconds), lambda: search(statement, seconds))


def refuted(reading: Reading, seconds: float, sizes: tuple[int, ...] = (1, 2, 3)) -> Counterexample | None:
    """The cached result of `refute`."""
    statement, hints = reading.statement, reading.hints
    return _refutations(
        (statement, hints, seconds, sizes), lambda: refute(statement, hints, seconds=seconds, sizes=sizes)
    )


def _has_example(statement: Statement, hints: tuple[Hint, ...]) -> bool:
    return _examples((statement, hints), lambda: satisfiable(statement, hints, EXAMPLE_SECONDS) is not None)


def is_readable(hypothesis: Any) -> bool:
    """Whether the language can read a hypothesis, whatever its letters are called."""
    t = sp.Symbol("t", real=True)
    try:
        read(equal(t, t), (hypothesis,))
    except SameName:
        return True
    except KernelError:
        return False
    return True


def provable(conclusion: Any, hypotheses: Iterable[Any], seconds: float) -> bool:
    """Whether a statement has a certificate, wherever its hypotheses come from."""
    try:
        return certified(_read(conclusion, tuple(hypotheses)).statement, seconds) is not None
    except KernelError:
        return False


def certified(statement: Statement, seconds: float) -> tuple[Statement, Certificate] | None:
    """A certificate with its statement, which is the given one or an equivalent one."""
    for one in (statement, *equivalents(statement)):
        answer = searched(one, seconds)
        if isinstance(answer, Certificate):
            return one, answer
    return None


def without_idle(
    conclusion: Any, base: Sequence[Any], extra: list[tuple[Any, Span]], seconds: float
) -> list[tuple[Any, Span]]:
    """The hypotheses that a proof needs, dropped one by one, the earliest first."""
    needed = list(extra)
    for item in extra:
        rest = [x for x in needed if x is not item]
        if provable(conclusion, (*base, *(h for h, _ in rest)), seconds):
            needed = rest
    return needed


def checked(conclusion: Any, hypotheses: Iterable[Any], seconds: float) -> Result:
    """A proof that the kernel accepts, or none; it may use hypotheses only if an example of them is found."""
    try:
        found = _read(conclusion, tuple(hypotheses))
    except KernelError as error:
        return Result("unsupported", str(error))
    statement = found.statement
    if (answer := certified(statement, seconds)) is None:
        return Result("undecided", "no proof was found", statement=statement)
    statement, certificate = answer
    if statement.hypotheses and not _has_example(statement, found.hints):
        return Result("undecided", f"it follows from the hypotheses, but {NO_EXAMPLE}", statement=statement)
    return Result(check(statement, certificate), statement=statement, certificate=certificate, assumed=found.assumed)
