"""Results of the searches of earlier runs, in one record for each note.

What can be checked is not believed: the kernel checks each certificate, and each point is evaluated. "Nothing found" is
believed, because it makes no row proved or refuted. A result counts for the same statement, limits and program. It
costs the steps of its search again, so the verdicts are those of a run without the record.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Generic, TypeVar

from pcaproofs import kept
from pcaproofs.certificates import from_json, to_json
from pcaproofs.kernel import Certificate, KernelError, Statement, check
from pcaproofs.language.symbols import Hint
from pcaproofs.prover.effort import Remembered, spend
from pcaproofs.prover.refute import Counterexample, Point
from pcaproofs.prover.refute.evaluate import size_of
from pcaproofs.prover.refute.oracle import PointOracle, counterexample
from pcaproofs.prover.refute.problem import names_of_sizes, with_sums
from pcaproofs.prover.search.unproved import Unproved

LARGEST_SIZE = 64  # of a dimension of a stored point
_NUMBER = re.compile(r"-?\d{1,300}(?:/\d{1,300})?", re.ASCII)

T = TypeVar("T")


@dataclass(frozen=True)
class Form(Generic[T]):
    """How results of one kind are stored.

    write: the result as JSON data; None for nothing found. read: the result
    from such data for a statement and its hints, checked again; raises KernelError, or an error of the data's types.
    nothing: nothing found.
    """

    name: str
    write: Callable[[T], Any]
    read: Callable[[Any, Statement, tuple[Hint, ...]], T]
    nothing: T


def _certificate(data: Any, statement: Statement, hints: tuple[Hint, ...]) -> Certificate:
    found = from_json(data)
    if not isinstance(found, Certificate):
        raise KernelError("got no certificate")
    check(statement, found)
    return found


def _point(data: Any, statement: Statement) -> Point:
    """A point with the sizes and the letters of a statement. Raises KernelError or an error of the data's types."""
    sizes = {name: data["sizes"][name] for name in names_of_sizes(statement)}
    if (
        not all(type(n) is int and 0 < n <= LARGEST_SIZE for n in sizes.values())
        or with_sums(statement, sizes) != sizes
    ):
        raise KernelError("got no sizes")
    letters = {}
    for name, *shape in statement.letters:
        rows, columns = (size_of(n, sizes) for n in shape)
        entries = data["letters"][name]
        if len(entries) != rows or any(len(row) != columns for row in entries):
            raise KernelError("got a matrix of another shape")
        if not all(isinstance(x, str) and _NUMBER.fullmatch(x) for row in entries for x in row):
            raise KernelError("got no numbers")
        letters[name] = tuple(tuple(Fraction(x) for x in row) for row in entries)
    return Point(sizes, letters)


def _written(point: Point | None) -> Any:
    if point is None:
        return None
    letters = {name: [[str(x) for x in row] for row in m] for name, m in point.letters.items()}
    return {"sizes": point.dimensions, "letters": letters}


def _example(data: Any, statement: Statement, hints: tuple[Hint, ...]) -> Point:
    found = _point(data, statement)
    if not PointOracle(statement, hints).feasible(found.dimensions, found.letters):
        raise KernelError("got a point at which a hypothesis fails")
    return found


def _counterexample(data: Any, statement: Statement, hints: tuple[Hint, ...]) -> Counterexample:
    point = _point(data, statement)
    found = counterexample(PointOracle(statement, hints), point.dimensions, point.letters)
    if found is None:
        raise KernelError("got a point at which the statement does not fail")
    return found


PROOFS: Form[Certificate | Exception] = Form(
    "proofs", lambda x: to_json(x) if isinstance(x, Certificate) else None, _certificate, Unproved("no proof was found")
)
COUNTEREXAMPLES: Form[Counterexample | None] = Form(
    "counterexamples", lambda x: None if x is None else _written(x.point), _counterexample, None
)
EXAMPLES: Form[Point | None] = Form("examples", _written, _example, None)


@dataclass
class _Entry:
    """A result that a check has used. data: as it is in the record; else it is written from the result."""

    form: Form[Any]
    result: Any
    steps: int
    data: Any = None


@dataclass
class Store:
    """The results for one note. known: those of its record, by form and key."""

    folder: Path
    name: str
    used: dict[str, _Entry] = field(default_factory=dict)
    is_read: bool = False
    is_new: bool = False  # whether a result was not in the record, or could not be used
    known: dict[str, Any] = field(default_factory=dict)

    def result(
        self,
        form: Form[T],
        remembered: Remembered[T],
        key: tuple[Any, ...],
        hints: tuple[Hint, ...],
        work: Callable[[], T],
    ) -> T:
        """A result from the memory of the process, from the record, or by work. key: it begins with the statement."""
        name = kept.digest(form.name, key)

        def from_file() -> T:
            if (entry := self._read(form, name, key[0], hints)) is None:
                self.is_new = True
                return work()
            spend(entry.steps)
            self.used[name] = entry
            found: T = entry.result
            return found

        found, steps = remembered.with_steps(key, from_file)
        self.used.setdefault(name, _Entry(form, found, steps))
        return found

    def _read(self, form: Form[Any], name: str, statement: Statement, hints: tuple[Hint, ...]) -> _Entry | None:
        self.load()
        try:
            steps, data = self.known[name]
            if type(steps) is not int or steps < 0:
                return None
            return _Entry(form, form.nothing if data is None else form.read(data, statement, hints), steps, data)
        except (KernelError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError):
            return None

    def load(self) -> None:
        """Reads the record, once."""
        if not self.is_read:
            found = kept.read(self.folder, self.name)
            self.is_read, self.known = True, found if isinstance(found, dict) else {}

    def save(self) -> None:
        """Writes the results that this check has used, if there are new ones, and as many others.

        Others may be wanted again: an edit may be undone, and a result may rest on results that were not used again.
        """
        self.load()
        if not self.is_new and self.used.keys() <= self.known.keys():
            return
        results = {name: [x.steps, x.data or x.form.write(x.result)] for name, x in self.used.items()}
        others = [name for name in self.known if name not in results]
        kept.write(self.folder, self.name, results | {name: self.known[name] for name in others[: len(results)]})


def store_of(note: Path, folder: Path | None = None) -> Store | None:
    """The store of a note in a folder, by default the user's; None if there is no folder."""
    folder = folder or kept.users_folder()
    return None if folder is None else Store(folder, kept.digest("searches", kept.program(), note.resolve()))
