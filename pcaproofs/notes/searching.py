"""Proofs and counterexamples of typed statements; each is searched only once in a process.

What a note checked before is not searched again where its statement, with all hypotheses, is the same: in an editor or
with --watch only the rows that a change reaches. A kept result costs the steps of its search again, so that a verdict
does not depend on what was checked before. The kernel checks each certificate once in a process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, TypeVar

import sympy as sp

from pcaproofs.kernel import Certificate, KernelError, Statement, check
from pcaproofs.language.conclusions import equal
from pcaproofs.language.names import SameName
from pcaproofs.language.reader import Hint, Reading, read
from pcaproofs.notes.stored import COUNTEREXAMPLES, EXAMPLES, PROOFS, Form, Store
from pcaproofs.notes.text.source import Span
from pcaproofs.prover.effort import Remembered
from pcaproofs.prover.needs import find_needs
from pcaproofs.prover.needs_pairs import find_more_needs
from pcaproofs.prover.prove import EXAMPLE_SECONDS, NO_EXAMPLE, search
from pcaproofs.prover.refute import Counterexample, Point, fails, points, refute, satisfiable
from pcaproofs.prover.result import Result
from pcaproofs.prover.search.reformulations import equivalents

REMEMBERED = 4096  # statements

T = TypeVar("T")

_searches: Remembered[Certificate | Exception] = Remembered(REMEMBERED)
_refutations: Remembered[Counterexample | None] = Remembered(REMEMBERED)
_examples: Remembered[Point | None] = Remembered(REMEMBERED)
_readings: Remembered[Reading | KernelError] = Remembered(REMEMBERED)
_checked: Remembered[Result] = Remembered(REMEMBERED)
_needs: Remembered[tuple[str, ...]] = Remembered(REMEMBERED)
_readable: Remembered[bool] = Remembered(REMEMBERED)


_store: ContextVar[Store | None] = ContextVar("store", default=None)


@contextmanager
def stored_in(store: Store | None) -> Iterator[None]:
    """A context in which results are also taken from the file of a note; at its end the file is written.

    Without a store, or if the file cannot be written, nothing is stored.
    """
    before = _store.set(store)
    try:
        yield
    finally:
        _store.reset(before)
    if store is not None:
        with suppress(OSError):
            store.save()


def _known(
    form: Form[T], remembered: Remembered[T], key: tuple[Any, ...], hints: tuple[Hint, ...], work: Callable[[], T]
) -> T:
    """The result for a key, whose first part is the statement: remembered, stored, or by work."""
    if (store := _store.get()) is None:
        return remembered(key, work)
    return store.result(form, remembered, key, hints, work)


def reading_of(conclusion: Any, hypotheses: tuple[Any, ...]) -> Reading:
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
    return _known(PROOFS, _searches, (statement, seconds), (), lambda: search(statement, seconds))


def refuted(reading: Reading, seconds: float, sizes: tuple[int, ...] = (1, 2, 3)) -> Counterexample | None:
    """The cached result of `refute`."""
    statement, hints = reading.statement, reading.hints
    return _known(
        COUNTEREXAMPLES,
        _refutations,
        (statement, hints, seconds, sizes),
        hints,
        lambda: refute(statement, hints, seconds=seconds, sizes=sizes),
    )


def needs(reading: Reading, seconds: float) -> tuple[str, ...]:
    """The cached result of `find_needs`; of a note it is worth saying that it nowhere says what a row says."""
    key = (reading.source, reading.hypotheses, seconds)
    return _needs(key, lambda: find_needs(reading, searched, seconds, restated=True))


def more_needs(
    reading: Reading, seconds: float, families: Mapping[str, str], values: frozenset[str]
) -> tuple[str, ...]:
    """The cached result of `find_more_needs`."""
    key = (reading.source, reading.hypotheses, seconds, tuple(families.items()), values)
    return _needs(key, lambda: find_more_needs(reading, searched, seconds, families, values))


def _has_example(statement: Statement, hints: tuple[Hint, ...]) -> bool:
    found = _known(
        EXAMPLES, _examples, (statement, hints), hints, lambda: satisfiable(statement, hints, EXAMPLE_SECONDS)
    )
    return found is not None


def is_readable(hypothesis: Any) -> bool:
    """Whether the language can read a hypothesis, whatever its letters are called."""

    def work() -> bool:
        t = sp.Symbol("t", real=True)
        try:
            read(equal(t, t), (hypothesis,))
        except SameName:
            return True
        except KernelError:
            return False
        return True

    return _readable(hypothesis, work)


def provable(conclusion: Any, hypotheses: Iterable[Any], seconds: float) -> bool:
    """Whether a statement has a certificate, wherever its hypotheses come from."""
    try:
        return certified(reading_of(conclusion, tuple(hypotheses)).statement, seconds) is not None
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
    """The cached result for a statement: a proof that the kernel has accepted in this process, or none."""
    given = tuple(hypotheses)
    return _checked((conclusion, given, seconds), lambda: _check(conclusion, given, seconds))


def _check(conclusion: Any, hypotheses: tuple[Any, ...], seconds: float) -> Result:
    """A proof that the kernel accepts, or none; it may use hypotheses only if an example of them is found."""
    try:
        found = reading_of(conclusion, hypotheses)
    except KernelError as error:
        return Result("unsupported", str(error))
    statement = found.statement
    if (answer := certified(statement, seconds)) is None:
        return Result("undecided", "no proof was found", statement=statement)
    statement, certificate = answer
    if statement.hypotheses and not _has_example(statement, found.hints):
        return Result("undecided", f"it follows from the hypotheses, but {NO_EXAMPLE}", statement=statement)
    return Result(check(statement, certificate), statement=statement, certificate=certificate, assumed=found.assumed)


def some_points(reading: Reading, example: Counterexample) -> list[Point]:
    """The point of a counterexample, and a few points at which the hypotheses of its statement hold."""
    statement, names = reading.statement, list(example.dimensions)
    out = [example.point]
    for larger in (None, *names):
        sizes = {name: 3 if name == larger else 2 for name in names}
        out += points(statement, reading.hints, dimensions=sizes, count=1, first=8)
    return out


def may_hold(conclusion: Any, hypotheses: Sequence[Any], at: Sequence[Point]) -> bool:
    """Whether a statement fails at none of some points; True if it has other letters than these."""
    try:
        statement = read(conclusion, hypotheses).statement
        return all(fails(statement, point) is None for point in at)
    except KernelError:
        return False
    except KeyError:
        return True
