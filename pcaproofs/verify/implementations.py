"""The objects of numeric properties: an implementation, wrong ones that must be detected, and the drawing of inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pcaproofs.sampling import at_least, factored, norm, product, rounded, same
from pcaproofs.sampling.tolerance import Comparison


class Implementation:
    """Base of an implementation under test: comparisons with tolerances that follow from its rounding errors.

    A subclass adds the computations that the properties use; a wrong implementation overrides one of them.
    """

    rounded = staticmethod(rounded)
    factored = staticmethod(factored)
    product = staticmethod(product)
    norm = staticmethod(norm)

    def __init__(self) -> None:
        self.largest = 0.0
        self.compared = 0

    def same(self, got: Any, expected: Any, **limits: Any) -> None:
        """Compares as `pcaproofs.sampling.same`; raises Disagreement if the two differ by more than rounding."""
        self._record(same(got, expected, **limits))

    def at_least(self, got: Any, bound: Any, **limits: Any) -> None:
        """Compares as `pcaproofs.sampling.at_least`; raises Disagreement if got < bound by more than rounding."""
        self._record(at_least(got, bound, **limits))

    def _record(self, comparison: Comparison) -> None:
        """Updates the number of comparisons and the largest error in multiples of ε and the scale of the numbers."""
        self.compared += 1
        self.largest = max(self.largest, comparison.error)


@dataclass(frozen=True, eq=False)
class UnderTest:
    """An implementation, wrong ones by name, and cases: a function of their number that yields the inputs.

    Each property of a claim is a function property(case, tested) of one case and of one implementation.
    """

    right: Callable[[], Implementation]
    wrong: Mapping[str, Callable[[], Implementation]]
    cases: Callable[[int], Iterable[Any]]


def under_test(
    right: Callable[[], Implementation],
    *,
    wrong: Mapping[str, Callable[[], Implementation]],
    letters: Mapping[str, Callable[[Any], Any]],
    sizes: Sequence[Mapping[str, int]],
) -> UnderTest:
    """Declares the objects of a project's numeric properties; raises ValueError for missing arguments.

    Args:
        right: a subclass of Implementation, or a function that makes one.
        wrong: names -> implementations that the properties have to catch.
        letters: name of an input -> function of the sizes that returns a Hypothesis strategy for it, such as
            `lambda size: matrix(size.n, size.p)`.
        sizes: the dimensions of the cases, used in turn, such as [{"n": 1, "p": 1}, {"n": 2, "p": 4}].
    """
    from pcaproofs.verify.drawing import drawn_cases

    names = {name for some in sizes for name in some}
    problems = [
        (not wrong, "wrong should have implementations that the properties catch"),
        (not letters, "letters should have inputs"),
        (not sizes, "sizes should have dimensions"),
        (any(some.keys() != names for some in sizes), f"sizes should all have {', '.join(sorted(names))}"),
        (bool(names & letters.keys()), f"letters should not be sizes too: {', '.join(sorted(names & letters.keys()))}"),
    ]
    for here, message in problems:
        if here:
            raise ValueError(f"got an incomplete under_test, but {message}")
    return UnderTest(right, dict(wrong), partial(drawn_cases, dict(letters), tuple(map(dict, sizes))))
