"""Proofs and counterexamples of typed statements; each is searched only once in a process.

What a note checked before is not searched again where its statement, with all hypotheses, is the same: in an editor or
with --watch only the rows that a change reaches. A kept result costs the steps of its search again, so that a verdict
does not depend on what was checked before. The kernel checks each certificate once in a process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from itertools import cycle
from math import nan
from operator import eq, ge, gt, le, lt, ne
from typing import Any, TypeVar

import sympy as sp

from pcaproofs.certificates import facts_of
from pcaproofs.kernel import Certificate, KernelError, Statement, check
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import Named, symmetric
from pcaproofs.language.reader import Reading, read
from pcaproofs.language.refusals import SameName
from pcaproofs.language.sizes import is_sum
from pcaproofs.language.symbols import Hint
from pcaproofs.notes.stored import COUNTEREXAMPLES, EXAMPLES, PROOFS, Form, Store
from pcaproofs.notes.text.source import Span
from pcaproofs.prover.effort import Deadline, Remembered
from pcaproofs.prover.needs import find_needs
from pcaproofs.prover.needs_pairs import find_more_needs
from pcaproofs.prover.prove import EXAMPLE_SECONDS, search
from pcaproofs.prover.refute import Counterexample, Point, fails, points, refute, satisfiable
from pcaproofs.prover.refute.evaluate import size_of
from pcaproofs.prover.refute.problem import names_of_sizes
from pcaproofs.prover.result import NO_EXAMPLE, Result
from pcaproofs.prover.search.context import Contradiction
from pcaproofs.prover.search.reformulations import equivalents, theorems_between
from pcaproofs.prover.search.unproved import Unproved

REMEMBERED = 4096  # statements
# seconds' worth of steps: a proof before a counterexample is searched, that counterexample at most
FIRST, DOUBT = 0.0015, 0.01
NEEDED = 0.003  # a proof with a hypothesis that the note does not say
NOTE, SCOPE_FILE, NOTATION = "note", "scope file", "notation"


@dataclass(frozen=True, eq=False)
class Offer:
    """A hypothesis that a proof may use.

    place: where the note says it. by: who says it, NOTE, SCOPE_FILE or NOTATION; else it is a premise of the statement
    or gives a letter its meaning, and every proof has it. later: the place of a sentence behind it that may end it.
    words: what is printed in place of the kernel's equations. is_condition: whether it is the equation that the note
    has at its place, and no other thing that this place says.
    """

    hypothesis: Any
    place: Span | None = None
    by: str = NOTE
    later: Span | None = None
    words: str = ""
    is_condition: bool = False


def hypotheses(offers: Iterable[Offer]) -> tuple[Any, ...]:
    """The hypotheses of some offers."""
    return tuple(x.hypothesis for x in offers)


T = TypeVar("T")

_searches: Remembered[Certificate | Exception] = Remembered(REMEMBERED)
_refutations: Remembered[Counterexample | None] = Remembered(REMEMBERED)
_examples: Remembered[Point | None] = Remembered(REMEMBERED)
_readings: Remembered[Reading | KernelError] = Remembered(REMEMBERED)
_checked: Remembered[Result] = Remembered(REMEMBERED)
_needs: Remembered[tuple[str, ...]] = Remembered(REMEMBERED)
_failing: Remembered[Counterexample | None] = Remembered(REMEMBERED)
_readable: Remembered[bool] = Remembered(REMEMBERED)


_store: ContextVar[Store | None] = ContextVar("store", default=None)


@contextmanager
def stored_in(store: Store | None) -> Iterator[None]:
    """A context in which results are also taken from the record of a note; at its end the record is written."""
    before = _store.set(store)
    try:
        yield
    finally:
        _store.reset(before)
    if store is not None:
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


def searched(statement: Statement, seconds: float, hints: tuple[Hint, ...] = ()) -> Certificate | Exception:
    """The cached result of `search`; where no proof is found soon, a counterexample spares the rest of the search."""

    def work() -> Certificate | Exception:
        if seconds <= 2 * FIRST:
            return search(statement, seconds)
        clock = Deadline(FIRST)
        found = searched(statement, FIRST, hints)
        if isinstance(found, Certificate | Contradiction) or not clock.passed():
            return found
        return (
            Unproved("it fails at a point")
            if _first_example(statement, hints, DOUBT) is not None
            else search(statement, seconds)
        )

    return _known(PROOFS, _searches, (statement, seconds), (), work)


def soon(statement: Statement, seconds: float) -> Certificate | Exception:
    """The result of `searched` with few steps."""
    return searched(statement, min(seconds, NEEDED))


def _first_example(statement: Statement, hints: tuple[Hint, ...], seconds: float) -> Counterexample | None:
    """A counterexample that is found with few steps, and not made smaller."""
    return _known(
        COUNTEREXAMPLES,
        _failing,
        (statement, hints, seconds, "first"),
        hints,
        lambda: refute(statement, hints, seconds=seconds, shrunk=False),
    )


_COMPARED = {"=": eq, "≠": ne, "≤": le, "≥": ge, "<": lt, ">": gt}


@dataclass(frozen=True)
class Sizes:
    """The sizes at which a statement may fail: numbers, and relations of sizes that hold there, such as n ≥ p."""

    numbers: tuple[int, ...] = (1, 2, 3)
    relations: tuple[tuple[str, str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.numbers)

    def admit(self, dimensions: Mapping[str, int]) -> bool:
        """Whether all relations hold; False for one with a name that has no number."""

        def value(side: str) -> float:
            return int(side) if side.isdigit() else dimensions.get(side, nan)

        return all(_COMPARED[sign](value(left), value(right)) for left, sign, right in self.relations)


def refuted(reading: Reading, seconds: float, sizes: Sizes) -> Counterexample | None:
    """The cached result of `refute`."""
    statement, hints = reading.statement, reading.hints
    return _known(
        COUNTEREXAMPLES,
        _refutations,
        (statement, hints, seconds, sizes),
        hints,
        lambda: refute(statement, hints, seconds=seconds, sizes=sizes.numbers, where=sizes.admit),
    )


def failing_point(reading: Reading, seconds: float = DOUBT) -> Point | None:
    """A point at which a statement fails, if one is found with few steps."""
    example = _first_example(reading.statement, reading.hints, seconds)
    return None if example is None else example.point


def needs(reading: Reading, seconds: float, example: Counterexample) -> tuple[str, ...]:
    """The cached result of `find_needs`; of a note it is worth saying that it nowhere says what a row says."""
    key = (reading.source, reading.hypotheses, seconds, example.text())
    at = [example.point]
    return _needs(key, lambda: find_needs(reading, soon, seconds, restated=True, failing=at))


def more_needs(
    reading: Reading, seconds: float, families: Mapping[str, str], values: frozenset[str], example: Counterexample
) -> tuple[str, ...]:
    """The cached result of `find_more_needs`."""
    key = (reading.source, reading.hypotheses, seconds, tuple(families.items()), values, example.text())
    at = [example.point]
    return _needs(key, lambda: find_more_needs(reading, soon, seconds, families, values, at))


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


def certified(
    statement: Statement, seconds: float, hints: tuple[Hint, ...] = ()
) -> tuple[Statement, Certificate] | None:
    """A certificate with its statement, which is the given one or an equivalent one."""
    for one in (statement, *equivalents(statement)):
        answer = searched(one, seconds, hints)
        if isinstance(answer, Certificate):
            return one, answer
    return None


def checked(conclusion: Any, hypotheses: Iterable[Any], seconds: float) -> Result:
    """The cached result for a statement: a proof that the kernel has accepted in this process, or none."""
    given = tuple(hypotheses)
    return _checked((conclusion, given, seconds), lambda: _check(conclusion, given, seconds))


def from_fewest(
    conclusion: Any, offers: Sequence[Offer], seconds: float, few: float
) -> tuple[Result, dict[Offer, tuple[str, ...]]]:
    """A proof from as few of the hypotheses that the note says as are found, and these with their kernel's names.

    That a matrix is positive semidefinite is first taken as its symmetry: most proofs need no more, and end sooner.
    """
    weaker = [_symmetry(x) for x in offers]
    if weaker != [*offers]:
        found = _from_fewest(conclusion, weaker, seconds, few)
        if found[0].verdict == "proved":
            return found
    return _from_fewest(conclusion, offers, seconds, few)


def _symmetry(offer: Offer) -> Offer:
    """The symmetry of a matrix that is positive semidefinite or definite; any other hypothesis as it is."""
    said = offer.hypothesis
    if isinstance(said, Named) and said.kind in ("psd", "positive_definite"):
        return replace(offer, hypothesis=symmetric(*said.args))
    return offer


def _from_fewest(
    conclusion: Any, offers: Sequence[Offer], seconds: float, few: float
) -> tuple[Result, dict[Offer, tuple[str, ...]]]:
    """A proof from few hypotheses.

    Those that the certificate does not cite are left out at once; each of the others, if there is a proof without it
    within the seconds' worth of steps `few`. An inverse is not taken for granted in the place of a hypothesis that says
    it. If all hypotheses are needed and have no example, there is no proof.
    """
    needed, found = list(offers), checked(conclusion, hypotheses(offers), seconds)
    if found.certificate is None:
        return found, {}

    def without(rest: list[Offer]) -> bool:
        nonlocal found, needed
        if len(rest) == len(needed):
            return False
        less = _again(conclusion, hypotheses(rest), found.certificate)
        less = checked(conclusion, hypotheses(rest), few) if less is None else less
        if less.certificate is None or not {*less.assumed} <= {*found.assumed}:
            return False
        found, needed = less, rest
        return True

    def cited() -> list[Offer]:
        names = said_names(conclusion, needed)
        facts = facts_of(found.certificate) if found.certificate is not None else set()
        return [x for x in needed if not x.by or facts.intersection(names[x]) or not names[x]]

    without(cited())
    for item in sorted(offers, key=lambda x: x.later is None):  # those first that a sentence may have ended
        if item.by and item in needed and without([x for x in needed if x is not item]):
            without(cited())
    names = said_names(conclusion, needed)
    return found, {x: names[x] for x in needed if x.by}


def said_names(conclusion: Any, offers: Sequence[Offer]) -> dict[Offer, tuple[str, ...]]:
    """The names of the kernel's hypotheses that each hypothesis becomes."""
    reading = reading_of(conclusion, hypotheses(offers))
    names = dict(zip(reading.hypotheses, reading.said, strict=True))
    return {x: names.get(x.hypothesis, ()) for x in offers}


def _again(conclusion: Any, given: tuple[Any, ...], certificate: Certificate | None) -> Result | None:
    """The result for a statement with fewer hypotheses if a certificate proves it too, else None."""
    try:
        found = reading_of(conclusion, given)
        return _result(found, found.statement, certificate) if certificate is not None else None
    except KernelError:
        return None


def _check(conclusion: Any, hypotheses: tuple[Any, ...], seconds: float) -> Result:
    """A proof that the kernel accepts, or none; it counts only if an example of its hypotheses is found."""
    try:
        found = reading_of(conclusion, hypotheses)
    except KernelError as error:
        return Result("unsupported", str(error))
    statement = found.statement
    if (answer := certified(statement, seconds, found.hints)) is None:
        return Result("undecided", "no proof was found", statement=statement)
    statement, certificate = answer
    return _result(found, statement, certificate)


def _result(found: Reading, statement: Statement, certificate: Certificate) -> Result:
    """What the kernel says of a certificate; undecided if no example of the hypotheses is found.

    Raises KernelError if the certificate does not prove the statement.
    """
    verdict = check(statement, certificate)
    if statement.hypotheses and not _has_example(found.statement, found.hints):
        verdict, why = "undecided", f"it follows from the hypotheses, but {NO_EXAMPLE}"
    else:
        why = ""
    assumed = (*found.assumed, *theorems_between(found.statement, statement))
    return Result(verdict, why, statement, certificate, assumed=assumed)


def some_points(reading: Reading, example: Counterexample) -> list[Point]:
    """The point of a counterexample, and a few points at which the hypotheses of its statement hold."""
    statement, names = reading.statement, list(example.dimensions)
    out = [example.point]
    for larger in (None, *names):
        sizes = {name: 3 if name == larger else 2 for name in names}
        out += points(statement, reading.hints, dimensions=sizes, count=1, first=8)
    return out


def points_of(reading: Reading) -> list[Point]:
    """A few points of different sizes at which the hypotheses of a statement hold."""
    free = sorted(n for n in names_of_sizes(reading.statement) if not is_sum(n))
    sizes = dict(zip(free, cycle((3, 2, 4)), strict=False))
    return list(points(reading.statement, reading.hints, dimensions=sizes, count=2, first=8)) if sizes else []


def may_hold(conclusion: Any, hypotheses: Sequence[Any], at: Sequence[Point]) -> bool:
    """Whether a statement fails at none of some points; True if it has other letters than these."""
    try:
        return not fails_at(read(conclusion, hypotheses), at)
    except KernelError:
        return False


def fails_at(reading: Reading, at: Sequence[Point]) -> bool:
    """Whether a statement fails at one of some points; False if it has other letters or sizes than these."""
    try:
        said = reading.statement
        return any(_fits(said, point) and fails(said, point) is not None for point in at)
    except KeyError:
        return False


def _fits(statement: Statement, point: Point) -> bool:
    """Whether the letters of a statement that a point has are of these shapes, as far as the point has their sizes."""
    for name, *shape in statement.letters:
        m = point.letters.get(name)
        for n, length in zip(shape, (len(m), len(m[0])) if m else (), strict=False):
            with suppress(KeyError):
                if size_of(n, point.dimensions) != length:
                    return False
    return True


def settled(statement: Statement, seconds: float, attack: float) -> Result:
    """What is found of a statement that comes from outside: a proof that the kernel accepts, a counterexample, or none.

    seconds, attack: the seconds' worth of steps of a proof and of a counterexample. Raises KernelError.
    """
    found = certified(statement, seconds)
    if found is None and (example := refute(statement, (), seconds=attack, sizes=(1, 2, 3))) is not None:
        return Result("refuted", "", statement, counterexample=example)
    if statement.hypotheses and not _has_example(statement, ()):
        follows = "it follows from the hypotheses, but " if found is not None else ""
        return Result("undecided", f"{follows}{NO_EXAMPLE}", statement)
    if found is None:
        return Result("undecided", "neither proved nor refuted", statement)
    check(*found)
    return Result("proved", "", *found, assumed=theorems_between(statement, found[0]))
