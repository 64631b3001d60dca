"""How much more processor time the same work takes here at times.

A virtual machine whose processors are lent to others may count that time as its own, and a program then seems to have
used twice what it has. Each worker times a fixed computation, when it starts and while a run is on; the least of all
times is what it takes undisturbed.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.grading.protocol import Limits, Outcome

_SLOW = 1.25
"""Below that a time-out is one: times differ so much from one to the next."""
_MOST = 3.0
_MARGIN = 1.25
_least = [math.inf]


def learn(pace: float) -> None:
    """Take in how long the computation took a worker that was alone."""
    if pace > 0:
        _least[0] = min(_least[0], pace)


def slowdown(pace: float) -> float:
    """How much slower than ever a worker was, from the mean time of the computation during a run; at least 1."""
    return max(1.0, pace / _least[0])


def fair(limits: Limits, outcomes: Sequence[Outcome]) -> Limits:
    """The limits under which the last of some runs should be tried once more: the same where it should not.

    No run has more than thrice the time, since what a program does also slows down what is beside it.
    """
    last = outcomes[-1]
    if not last.used_up or last.slowdown < _SLOW:
        return limits
    factor = min(_MOST, last.slowdown * _MARGIN)
    return replace(limits, cpu=limits.cpu * factor, wall=limits.wall * factor)
