"""Slips without a name, found by a small change of one line that makes the program correct.

Nearly all changes are meaningless, so the evidence must be complete: after the change every data set, visible and
hidden, is correct. The only exceptions are further mistakes that special data reveal; their change or line is reported
as well.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pcaproofs.grading.diagnosis.catalogue import SLIPS
from pcaproofs.grading.diagnosis.repair import Repairs
from pcaproofs.grading.diagnosis.traces import computes
from pcaproofs.grading.parsing.suspects import Suspect
from pcaproofs.grading.running.run import Run

_MOST_TRIED = 160
_MOST_RUNS = 300
"""The maximal number of runs on one data set; each takes some hundredths of a second."""
_MOST_KNOWN = 24
_MOST_PLAIN = 4
_MOST_PARTS = 2
_MOST_CHANGES = 3
_MOST_KNOWN_CHANGES = 4
_MOST_ENDLESS = 2
"""After this many changes of a line that exceed the time limit, no other change of this line is tried."""
_MOST_PAIRED = 10
_AFTER_OTHERS = ("never-centred", "results-exchanged")
"""Kinds of changes with many places; they are limited to leave room for others."""
_OF_SIZE = (
    "step-missing",
    "step-too-many",
    "wrong-number",
    "wrong-operator",
    "wrong-function",
    "wrong-part",
    "wrong-variable",
    "original-meant",
)
_SPACES = ("components.captured", "scores.space")
_FEWEST = 2
"""The number of data sets that must be wrong before and correct after a change."""
_SOLVER = "eig-for-symmetric"
_TURNED = "wrong-side"
_OF_SAMPLES = "covariance-of-samples"
_LEFT_OUT = ("transpose-missing", "transpose-too-many", _SOLVER)
"""Suspects that are small changes under another name, or that are reported with others."""
_WRITES = ("writes-into-whole-numbers", "changes-its-input")
_WORD = re.compile(r"\w+")


_ROUNDS = ("round-too-few", "round-too-many")
"""Changes that may show on a single data set, for example if all rounds of a loop are needed."""
PLAIN = ("returns-in-loop",)
"""Changes of constructs that are hardly ever intended; they are tried before the appearance of values."""
OF_COUNTS = ("wrong-order", "wrong-comparison")
"""Changes that are tried if only numbers of components are wrong, because too many others correct these by chance."""


@dataclass(frozen=True)
class CorrectingChanges:
    """Changes after which everything is correct, and further wrong lines that special data reveal."""

    suspects: tuple[Suspect, ...]
    beside: tuple[Suspect, ...] = ()


def correcting_changes(repairs: Repairs, runs: Sequence[Run], kinds: Sequence[str] = ()) -> CorrectingChanges | None:
    """The first small change, or two that each repair a part, after which everything is correct.

    If kinds are given, only a single change of these kinds is searched.
    """
    wrong = [run for run in runs if not run.ok]
    plain = [run for run in wrong if not _is_special(run)]
    if not plain or not computes(runs[0].task.roles, repairs.words):
        return None
    if len(wrong) < _FEWEST:
        kinds = tuple(each for each in kinds or _ROUNDS if each in _ROUNDS)
    first = min(plain, key=_cost)
    candidates = _candidates(repairs, runs)
    if kinds or len(wrong) < _FEWEST:
        candidates = [each for each in candidates if each.name in kinds][:_MOST_PLAIN]
    steps: list[_Step] = []
    endless: Counter[int] = Counter()
    for suspect in candidates:
        if endless[suspect.line] >= _MOST_ENDLESS:
            continue
        if repairs.is_endless:
            return None
        after = repairs.run(suspect, [first])
        endless[suspect.line] += bool(after) and after[0].outcome.status == "timeout"
        if after and after[0].ok:
            if changed := _whole(repairs, runs, (suspect,)):
                return _on_both_sides(repairs, runs, first, suspect, candidates) or changed
        elif after and not kinds and _is_better(first, after[0]):
            steps.append(_Step((suspect,), after[0]))
    safe = [each for each in candidates if not endless[each.line]]
    return _several(repairs, runs, first, safe, steps)


def _on_both_sides(
    repairs: Repairs, runs: Sequence[Run], first: Run, turned: Suspect, candidates: Sequence[Suspect]
) -> CorrectingChanges | None:
    """The covariance of the samples and the product that goes with it, where turning the data before both mends both.

    The line that centres the data is right, so it is not the one to show.
    """
    later = [each for each in candidates if turned.name == _TURNED and each.line > turned.line]
    for one in (each for each in later if each.name == _OF_SAMPLES):
        for other in (each for each in later if each.name == _TURNED and not _is_same_place(one, each)):
            after = repairs.run(_together((one, other)), [first])
            if after and after[0].ok and (changed := _whole(repairs, runs, (one, other))):
                return changed
    return None


@dataclass(frozen=True)
class _Step:
    """Changes that each improved the program, and the run after all of them."""

    suspects: tuple[Suspect, ...]
    run: Run

    @property
    def rank(self) -> tuple[int, int]:
        return len(_failed_roles(self.run)), len(_failed(self.run))


class _Search:
    """A greedy search: adds changes that each improve the program, until everything is correct."""

    def __init__(self, repairs: Repairs, runs: Sequence[Run], first: Run, left: int) -> None:
        self._repairs, self._runs, self._first, self._left = repairs, runs, first, left
        self.better: list[_Step] = []
        """Changes that improved the program without making everything correct."""

    def add(self, steps: Sequence[_Step], others: Sequence[Suspect], most: int) -> CorrectingChanges | None:
        """At most `most` changes after which everything is correct, including some of the others."""
        while steps:
            further: list[_Step] = []
            for step in sorted(steps, key=lambda each: each.rank)[:_MOST_PARTS]:
                if (found := self._beside(step, others, further)) or self._left < 0:
                    return found
            self.better += further
            steps = [each for each in further if len(each.suspects) < most]
        return None

    def pairs(self, known: Sequence[Suspect]) -> CorrectingChanges | None:
        """Two of these changes after which everything is correct; neither may have an effect without the other."""
        for place, one in enumerate(known):
            found = self._beside(_Step((one,), self._first), known[place + 1 :], self.better)
            if found or self._left < 0:
                return found
        return None

    def _beside(self, step: _Step, others: Sequence[Suspect], better: list[_Step]) -> CorrectingChanges | None:
        for other in others:
            if any(_is_same_place(other, each) for each in step.suspects):
                continue
            self._left -= 1
            if self._left < 0:
                return None
            suspects = (*step.suspects, other)
            after = self._repairs.run(_together(suspects), [self._first])
            if after and after[0].ok:
                if changed := _whole(self._repairs, self._runs, suspects):
                    return changed
            elif after and _is_better(step.run, after[0]):
                better.append(_Step(suspects, after[0]))
        return None


def _several(
    repairs: Repairs, runs: Sequence[Run], first: Run, candidates: Sequence[Suspect], steps: Sequence[_Step]
) -> CorrectingChanges | None:
    """Several changes after which everything is right: of lines with known mistakes first, then of any."""
    search = _Search(repairs, runs, first, _MOST_RUNS - len(candidates))
    known = sorted(candidates, key=lambda each: each.name in _AFTER_OTHERS)
    known = [each for each in known if each.name not in SLIPS][:_MOST_PAIRED]
    if found := search.pairs(known):
        return found
    if found := search.add([*steps, *search.better], known, _MOST_KNOWN_CHANGES):
        return found
    return search.add([*steps, *search.better], candidates, _MOST_CHANGES)


def _is_same_place(one: Suspect, other: Suspect) -> bool:
    """Whether two changes affect the same text, or are of one kind in one line."""
    if (one.name, one.line) == (other.name, other.line):
        return True
    return any((a[:2] < b[2:4] and b[:2] < a[2:4]) or a[:4] == b[:4] for a in one.edits for b in other.edits)


def _candidates(repairs: Repairs, runs: Sequence[Run]) -> list[Suspect]:
    """Lines with a known mistake, and small changes of those that the call reaches."""
    task = runs[0].task
    words = frozenset(_WORD.findall(" ".join([task.call, *task.roles.values()])))
    known = [each for each in repairs.suspects if each.edits and each.name not in _LEFT_OUT]
    changes = repairs.changes(words)
    spaces = [each.passed for run in runs for each in run.findings if each.criterion in _SPACES]
    if spaces and all(spaces):  # directions are right, and only lengths are not
        changes.sort(key=lambda each: each.name not in _OF_SIZE)
    named = [each for each in changes[_MOST_TRIED:] if each.name not in SLIPS]
    return [*known[:_MOST_KNOWN], *changes[:_MOST_TRIED], *named[:_MOST_PAIRED]]


def _is_special(run: Run) -> bool:
    return run.data.situation == "data.ties" or run.data.X.dtype.kind in "iu"


def _cost(run: Run) -> tuple[bool, bool, int]:
    """Order data sets: visible ones first, small ones first, and those with two features last."""
    _, p = run.data.X.shape
    return not run.data.visible, p < 3 or run.data.k < 2, run.data.X.size


def _is_better(before: Run, after: Run) -> bool:
    """Whether something has become correct and nothing has become worse."""
    if after.outcome.status != "ok" or before.outcome.status != "ok":
        return False
    return _failed(after) < _failed(before)


def _failed(run: Run) -> frozenset[str]:
    """The failed criteria, except orders, which are too often correct by chance."""
    failed = frozenset(each.criterion for each in run.findings if not each.passed)
    return frozenset(each for each in failed if not each.endswith(".order")) or failed


def _failed_roles(run: Run) -> frozenset[str]:
    return frozenset(each.split(".")[0] for each in _failed(run))


def _together(suspects: Sequence[Suspect]) -> Suspect:
    return replace(suspects[0], edits=tuple(dict.fromkeys(edit for each in suspects for edit in each.edits)))


def _whole(repairs: Repairs, runs: Sequence[Run], suspects: tuple[Suspect, ...]) -> CorrectingChanges | None:
    """Changes that make all runs correct, with further mistakes on special data."""
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
        if not all(map(_is_special, left)) and _solver(repairs) is None:
            return None
    return _with_further(repairs, change, suspects, left)


def _solver(repairs: Repairs) -> Suspect | None:
    return next((each for each in repairs.suspects if each.name == _SOLVER), None)


def _with_further(
    repairs: Repairs, change: Suspect, suspects: tuple[Suspect, ...], left: Sequence[Run]
) -> CorrectingChanges | None:
    beside = []
    whole = [run for run in left if run.data.X.dtype.kind in "iu" and run.data.situation != "data.ties"]
    others = [run for run in left if run not in whole]
    if others:  # in ties, and where variances are 0, another solver gives what is no basis, or complex numbers
        solver = _solver(repairs)
        after = repairs.run(_together((change, solver)), others) if solver else ()
        if solver is None or not after or not all(run.ok for run in after):
            return None
        beside.append(solver)
    if whole:
        writes = next((each for each in repairs.suspects if each.name in _WRITES), None)
        if writes is None:
            return None
        beside.append(replace(writes, name=_WRITES[0]))
    return CorrectingChanges(suspects, tuple(beside))
