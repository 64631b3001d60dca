"""Detection of slow phases of the machine, so that they do not cause time-outs.

A virtual machine may charge time in which its processors served others to the running process; a program then seems to
use twice its processor time. Each worker times a fixed computation when it starts and during runs; the minimum of all
measurements is the undisturbed time.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.grading.protocol import Limits, Outcome

_SLOW = 1.25
"""Below this factor a time-out counts: such variation is normal."""
_MOST = 3.0
_MARGIN = 1.25
_least = [math.inf]


def learn(pace: float) -> None:
    """Record how long the computation took in an idle worker, in seconds."""
    if pace > 0:
        _least[0] = min(_least[0], pace)


def slowdown(pace: float) -> float:
    """The mean time of the computation during a run, as a multiple of the minimum; at least 1."""
    return max(1.0, pace / _least[0])


def fair(limits: Limits, outcomes: Sequence[Outcome]) -> Limits:
    """Limits for a second try of the last run.

    The times are longer if it ran out of processor time while the machine was slow; otherwise the limits are unchanged.
    The factor is at most 3, because a program can itself slow down the measurement beside it.
    """
    last = outcomes[-1]
    if not last.used_up or last.slowdown < _SLOW:
        return limits
    factor = min(_MOST, last.slowdown * _MARGIN)
    return replace(limits, cpu=limits.cpu * factor, wall=limits.wall * factor)
