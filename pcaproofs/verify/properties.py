"""Running a numeric property on cases that Hypothesis draws, deterministically and without a database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

from pcaproofs.sampling import Case, Disagreement, cases
from pcaproofs.sampling.tables import ORDINARY

Numeric = Callable[[Case, Any], None]

SIZES = (
    (1, 1, 1), (2, 2, 1), (5, 1, 1), (1, 4, 1), (3, 5, 2), (4, 4, 3), (6, 3, 1), (7, 2, 2), (7, 4, 2), (7, 5, 4),
)  # fmt: skip
"""n, p and d: one sample, one feature, fewer samples than features, as many, more; few directions and all."""


def first_failure(numeric: Numeric, bench: Callable[[], Any], examples: int) -> str:
    """One line about the first example at which the property fails, or "" if it holds at all of them."""
    try:
        try:
            for case in shared(examples):
                numeric(case, bench())
        except _OwnLetterError:
            _run(lambda case: numeric(case, bench()), examples, cases())
    except Disagreement as failure:
        return str(failure)
    return ""


class _OwnLetterError(Exception):
    """A property asks for a letter of its own, which is drawn for nobody else."""


class _Shared(Case):
    """A case of letters that were drawn for all properties: drawing them takes longer than judging them."""

    _sizes: tuple[int, int, int]
    _number: int
    _of: int

    def __init__(self, sizes: tuple[int, int, int], number: int, of: int):
        n, p, d = sizes
        super().__init__(None, n, p, ORDINARY)
        vars(self).update(n=n, p=p, d=d, _sizes=sizes, _number=number, _of=of)

    def draw(self, strategy: Any, name: str) -> Any:
        raise _OwnLetterError(name)

    def _standard(self, strategy: Any, name: str) -> Any:
        key = (name, self._sizes, self._of)
        if key not in _LETTERS:
            _LETTERS[key] = _examples(strategy, self._of + 1)
        simplest, *others = _LETTERS[key]
        if not others or (self._sizes == SIZES[0] and not self._number):  # of zeros mostly: once, not at all sizes
            return simplest
        return others[self._number % len(others)]


_LETTERS: dict[tuple[str, tuple[int, ...], int], list[Any]] = {}


def _examples(strategy: Any, count: int) -> list[Any]:
    found: list[Any] = []
    _run(found.append, count, strategy)
    return found


def shared(examples: int) -> Iterator[Case]:
    """So many cases, of all sizes in turn."""
    for k in range(examples):
        number, of = k // len(SIZES), 4
        while number >= of:  # most wrong PCAs are caught early, and what few letters that takes is drawn fast
            of *= 10
        yield _Shared(SIZES[k % len(SIZES)], number, of)


def _run(test: Callable[[Any], None], examples: int, strategy: Any) -> None:
    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(strategy)
    def run(example: Any) -> None:
        test(example)

    with _steady():
        run()


@contextmanager
def _steady() -> Iterator[None]:
    """The same examples whatever else is imported.

    Newer versions of Hypothesis try numbers that stand in the source of imported modules, so that examples depend on
    which of them a process happens to have. There is no setting for it.
    """
    from hypothesis.internal.conjecture import providers

    if not hasattr(providers, "_get_local_constants"):
        yield
        return
    found, none = providers._get_local_constants, providers.Constants()
    providers.CONSTANTS_CACHE.cache.clear()
    providers._get_local_constants = lambda: none
    try:
        yield
    finally:
        providers._get_local_constants = found
        providers.CONSTANTS_CACHE.cache.clear()
