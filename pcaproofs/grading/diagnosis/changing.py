"""Slips that have no name of their own, told by a small change of one line after which a program is right.

Nearly all changes are nonsense, so the evidence has to be complete: every data set, seen and hidden, is right after the
change. Excepted is only what special data show of another mistake, whose own change or line is told beside it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pcaproofs.grading.diagnosis.repair import Repairs
from pcaproofs.grading.parsing.suspects import Suspect
from pcaproofs.grading.running.run import Run

_MOST_TRIED = 160
_MOST_RUNS = 300
"""How often the program is run again on one data set; each takes some hundredths of a second."""
_MOST_KNOWN = 24
_MOST_PLAIN = 4
_MOST_PARTS = 2
_FEWEST = 2
"""Data sets that have to be wrong before and right after."""
_SOLVER = "eig-for-symmetric"
_LEFT_OUT = ("transpose-missing", "transpose-too-many", _SOLVER)
"""Suspects that are small changes under another name, or told beside others."""
_WRITES = ("writes-into-whole-numbers", "changes-its-input")
_WORD = re.compile(r"\w+")


_ROUNDS = ("round-too-few", "round-too-many")
"""What may show on a single data set: where all rounds of a loop are needed."""
PLAIN = ("returns-in-loop",)
"""What is hardly ever meant, so that it goes before what values look like."""


@dataclass(frozen=True)
class Changed:
    """Changes after which everything is right, and lines that special data show to be wrong as well."""

    suspects: tuple[Suspect, ...]
    beside: tuple[Suspect, ...] = ()


def changing(repairs: Repairs, runs: Sequence[Run], kinds: Sequence[str] = ()) -> Changed | None:
    """Return the first small change, or two that each mend a part, after which everything is right.

    Where kinds are named, only one change of these is looked for.
    """
    wrong = [run for run in runs if not run.ok]
    plain = [run for run in wrong if not _is_special(run)]
    if not plain:
        return None
    if len(wrong) < _FEWEST:
        kinds = tuple(each for each in kinds or _ROUNDS if each in _ROUNDS)
    first = min(plain, key=lambda run: (not run.data.visible, run.data.X.size))
    candidates = _candidates(repairs, runs)
    if kinds or len(wrong) < _FEWEST:
        candidates = [each for each in candidates if each.name in kinds][:_MOST_PLAIN]
    partly: list[tuple[int, Suspect]] = []
    for suspect in candidates:
        after = repairs.run(suspect, [first])
        if after and after[0].ok:
            if changed := _whole(repairs, runs, (suspect,)):
                return changed
        elif after and not kinds and _is_better(first, after[0]):
            partly.append((len(_failed(after[0])), suspect))
    left = _MOST_RUNS - len(candidates)
    for _, one in sorted(partly, key=lambda each: each[0])[:_MOST_PARTS]:
        for other in candidates:
            if other.edits == one.edits or (other.name, other.line) == (one.name, one.line):
                continue
            left -= 1
            if left < 0:
                return None
            after = repairs.run(_together((one, other)), [first])
            if after and after[0].ok and (changed := _whole(repairs, runs, (one, other))):
                return changed
    return None


def _candidates(repairs: Repairs, runs: Sequence[Run]) -> list[Suspect]:
    """Return lines with a known mistake, and small changes of those that the call reaches."""
    task = runs[0].task
    words = frozenset(_WORD.findall(" ".join([task.call, *task.roles.values()])))
    known = [each for each in repairs.suspects if each.edits and each.name not in _LEFT_OUT]
    return [*known[:_MOST_KNOWN], *repairs.changes(words)[:_MOST_TRIED]]


def _is_special(run: Run) -> bool:
    return run.data.situation == "data.ties" or run.data.X.dtype.kind in "iu"


def _is_better(before: Run, after: Run) -> bool:
    """Whether a role is right that was not, and none is worse."""
    if after.outcome.status != "ok" or before.outcome.status != "ok":
        return False
    return _failed(after) < _failed(before)


def _failed(run: Run) -> frozenset[str]:
    return frozenset(each.criterion.split(".")[0] for each in run.findings if not each.passed)


def _together(suspects: Sequence[Suspect]) -> Suspect:
    return replace(suspects[0], edits=tuple(dict.fromkeys(edit for each in suspects for edit in each.edits)))


def _whole(repairs: Repairs, runs: Sequence[Run], suspects: tuple[Suspect, ...]) -> Changed | None:
    """Return changes that make all runs right, with what the special ones show beside."""
    change = _together(suspects)
    left: list[Run] = []
    for visible in (True, False):
        some = [run for run in runs if run.data.visible == visible]
        after = repairs.run(change, some)
        if len(after) < len(some):
            return None
        left += [run for run in after if not run.ok]
        if any(run.outcome.touched for run in after):
            return None  # what is wrong may come from there
        if not all(map(_is_special, left)):
            return None
    return _explained(repairs, change, suspects, left)


def _explained(repairs: Repairs, change: Suspect, suspects: tuple[Suspect, ...], left: Sequence[Run]) -> Changed | None:
    beside = []
    ties = [run for run in left if run.data.situation == "data.ties"]
    if ties:
        solver = next((each for each in repairs.suspects if each.name == _SOLVER), None)
        after = repairs.run(_together((change, solver)), ties) if solver else ()
        if solver is None or not after or not all(run.ok for run in after):
            return None
        beside.append(solver)
    if len(ties) < len(left):
        writes = next((each for each in repairs.suspects if each.name in _WRITES), None)
        if writes is None:
            return None
        beside.append(replace(writes, name=_WRITES[0]))
    return Changed(suspects, tuple(beside))
