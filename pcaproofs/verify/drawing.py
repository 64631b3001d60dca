"""Inputs of numeric properties, drawn once for all properties and the same on every machine.

Hypothesis's own generator is not used, because it also tries numbers from the source of modules that happen to be
imported, so its examples differ from process to process. Hypothesis lets a backend supply the choices instead
("alternative backends" in its documentation); this backend draws them from a generator with a fixed seed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, PrimitiveProvider

BACKEND = "pcaproofs-seeded"
SEED = 20240229
BATCHES = (4, 40, 400, 4000)
"""How many values of a letter exist after each time that more are needed. Most wrong implementations fail at the first
few cases, and a batch of 4 is drawn in a tenth of the time of one of 40."""


class SeededProvider(PrimitiveProvider):
    """Choices from a generator with a fixed seed: uniform in their range, some floats rounded to whole numbers."""

    def __init__(self, conjecturedata: Any, /) -> None:
        super().__init__(conjecturedata)
        self.random = Random(SEED)

    def draw_boolean(self, p: float = 0.5) -> bool:
        return self.random.random() < p

    def draw_integer(
        self,
        min_value: int | None = None,
        max_value: int | None = None,
        *,
        weights: dict[int, float] | None = None,
        shrink_towards: int = 0,
    ) -> int:
        if weights is not None:
            return self.random.choices(list(weights), list(weights.values()))[0]
        low = min_value if min_value is not None else (0 if max_value is None else max_value) - 1000
        high = max_value if max_value is not None else low + 2000
        return self.random.randint(low, high)

    def draw_float(
        self,
        *,
        min_value: float = -math.inf,
        max_value: float = math.inf,
        allow_nan: bool = True,
        smallest_nonzero_magnitude: float,
    ) -> float:
        low, high = max(min_value, -1e6), min(max_value, 1e6)
        x = self.random.uniform(low, high)
        if self.random.random() < 0.3 and low <= round(x) <= high:
            x = float(round(x))
        return x if abs(x) >= smallest_nonzero_magnitude or x == 0 else max(low, 0.0)

    def draw_string(self, intervals: Any, *, min_size: int = 0, max_size: int = 8) -> str:
        size = self.random.randint(min_size, min(max_size, min_size + 8))
        return "".join(chr(intervals[self.random.randrange(len(intervals))]) for _ in range(size))

    def draw_bytes(self, min_size: int = 0, max_size: int = 8) -> bytes:
        return self.random.randbytes(self.random.randint(min_size, min(max_size, min_size + 8)))


AVAILABLE_PROVIDERS[BACKEND] = f"{__name__}.{SeededProvider.__name__}"


def draws(strategy: Any, count: int) -> list[Any]:
    """The first `count` different values of a strategy, the simplest first; fewer if 2·count draws contain fewer."""
    found: dict[Any, Any] = {}

    @settings(
        backend=BACKEND,
        max_examples=2 * count,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def run(value: Any) -> None:
        found.setdefault(_contents(value), value)

    run()
    return list(found.values())[:count]


def _contents(value: Any) -> Any:
    """A key that equal values share; arrays are compared by their bytes."""
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()
    return tuple(map(_contents, value)) if isinstance(value, tuple | list) else repr(value)


class SharedValues:
    """Values of letters, each drawn at its first use and shared by all properties."""

    def __init__(self) -> None:
        self._values: dict[Any, list[Any]] = {}

    def value(self, key: Any, strategy: Any, number: int) -> Any:
        """The value of a letter in the case with that number, from 0; only case 0 has the simplest value.

        key: the letter and its sizes, which have to determine the strategy.
        """
        known = self._values.setdefault(key, [])
        if number >= len(known):
            size = next((n for n in BATCHES if n >= number), number)
            known += draws(strategy, size + 1)[len(known) :]
        return known[number] if number < len(known) else known[1 + number % (len(known) - 1)] if known[1:] else known[0]


_LETTERS = SharedValues()


class DrawnCase:
    """A case of the letters and sizes that `under_test` declares, as attributes; arrays cannot be written to."""

    def __init__(self, letters: Mapping[str, Any], sizes: Mapping[str, int], number: int):
        self.__dict__.update(sizes)
        self._letters, self._sizes, self._number = letters, SimpleNamespace(**sizes), number

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._letters:
            known = ", ".join([*vars(self._sizes), *self._letters]) if not name.startswith("_") else ""
            raise AttributeError(f"got the letter {name}, but should be one of {known}")
        key = (self._letters[name], name, *vars(self._sizes).items())
        value = _LETTERS.value(key, self._letters[name](self._sizes), self._number)
        self.__dict__[name] = read_only(value)
        return self.__dict__[name]


def read_only(value: Any) -> Any:
    """The value with read-only arrays, so that a property cannot change the inputs of the next one."""
    for array in value if isinstance(value, tuple) else (value,):
        if isinstance(array, np.ndarray):
            array.setflags(write=False)
    return value


def drawn_cases(letters: Mapping[str, Any], sizes: Sequence[Mapping[str, int]], count: int) -> Iterator[DrawnCase]:
    """`count` cases with the sizes in turn."""
    for k in range(count):
        yield DrawnCase(letters, sizes[k % len(sizes)], k // len(sizes))
