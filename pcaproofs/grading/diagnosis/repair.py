"""Mistakes that are found by repairing them: a change of the student's code makes the program correct.

A variant is recognised by its values. Many mistakes return no meaningful values: they raise an error, or return
meaningless numbers. For these the change that corrects the program is the evidence, and it also gives the line.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from pcaproofs.grading.diagnosis.catalogue import SLIPS
from pcaproofs.grading.diagnosis.rerun import Rerun
from pcaproofs.grading.diagnosis.search import computes
from pcaproofs.grading.parsing.suspects import Edit, Suspect, Text, is_reached
from pcaproofs.grading.running.budget import OutOfTimeError
from pcaproofs.grading.running.run import Run

_MOST_TRIED = 24
_MOST_PLACES = 4
_MOST_ENDLESS = 6
"""After this many changes of a program that ran too long, and still does, no other change is tried."""
_MOST_OF_LINE = 16
_LENGTHS = ("fixed-number-of-features", "fixed-number-of-samples")
_WORD = re.compile(r"\w+")
_SIZE = re.compile(r"\w+\.shape\[[01]\]")
_SOLVER = "eig-for-symmetric"
"""Symptoms that occur only in ties, independent of other mistakes."""
_HIDES = (
    "inaccurate", "swapped-unpacking", "argsort-of-vectors", "fixed-number-of-features",
    "elementwise-product", "sorts-pairs-without-key", _SOLVER,
)  # fmt: skip
"""Suspects that must be changed before the values of a program show any other mistake."""
SIDES = ("transpose-missing", "transpose-too-many")
"""Explanation only of the line where shapes do not fit: a change of any other product may mend by chance."""
_SHAPED = ("covariance-of-samples", "centred-along-wrong-axis", "rows-for-columns")
"""Suspects besides the solver that may stop a program by shapes that do not fit."""
LAST = ("inaccurate", _SOLVER)
"""Those of them that are named after the mistakes that they hid."""
_SUSPECT_OF = {
    "ascending-order": "smallest-components",
    "covariance-uncentred": "never-centred",
    "ratio-of-singular-values": "ratio-of-the-kept",
    "ratio-of-something-else": "ratio-of-the-kept",
    "ratio-of-squared-variances": "ratio-of-the-kept",
    "all-ratios": "ratio-of-the-kept",
    **dict.fromkeys(
        ("standardised-unasked", "other-divisor-in-z-scores", "divided-but-not-centred", "divides-by-zero-deviation"),
        "deviation",
    ),
}
"""Under which name a misconception's line is looked for, where it is not its own."""


def suspect_of(name: str) -> str:
    """The kind of suspect whose line is a misconception's line."""
    return _SUSPECT_OF.get(name, name)


@dataclass(frozen=True)
class Repair:
    """A suspect, and the runs of the repaired program."""

    suspect: Suspect
    runs: tuple[Run, ...]


class Repairs:
    """The suspects of one submission, tried on the runs of one task."""

    def __init__(self, runs: Sequence[Run], rerun: Rerun) -> None:
        self._runs, self._rerun = runs, rerun
        self._tried: dict[Suspect, tuple[Run, ...]] = {}
        self._endless = 0

    @cached_property
    def text(self) -> Text:
        """The lines that may contain a mistake, and the words of the code."""
        return self._rerun.text()

    def _own(self, *names: str) -> list[Suspect]:
        """The suspects of these names that have a change."""
        return [each for each in self.text.suspects if each.name in names and each.edits]

    def changes(self, words: frozenset[str]) -> list[Suspect]:
        """Small changes of lines in functions that these words reach."""
        return [each for each in self.text.changes if is_reached(each.line, self.text.functions, words)]

    def letting_run(self, name: str, ended: Sequence[Run]) -> Suspect | None:
        """The first suspect of this name after whose change runs end that did not, with values of the right shapes."""
        some = [run for run in ended if run.data.visible] or ended
        # what a mean taken off along another axis gives has the right shape whatever is done next
        fits = _is_complete if name == "centred-along-wrong-axis" else _is_shaped
        return next((each for each in self._own(name)[:_MOST_PLACES] if _all(fits, self.run(each, some))), None)

    def fitting(self, line: int) -> Suspect | None:
        """The product of arrays on a line where shapes do not fit, after whose change everything runs."""
        own = [each for each in self._own("elementwise-product") if each.line == line]
        return next((each for each in own if _all(_is_complete, self.run(each, self._runs))), None)

    def fixed_on(self, line: int, ended: Sequence[Run]) -> Suspect | None:
        """A fixed length on a line where shapes do not fit, without which these runs come to their end."""
        here = [run for run in ended if run.outcome.error and run.outcome.error.line == line]
        some = [run for run in here if run.data.visible] or here
        own = [each for each in self._own(*_LENGTHS) if line in {edit[0] for edit in each.edits}]
        for suspect in own[:_MOST_PLACES]:
            runs = self.run(suspect, some)
            if runs and not any(run.outcome.error and run.outcome.error.line == line for run in runs):
                return replace(self.measured(suspect), line=line)
        return None

    def said_by(self, names: Sequence[str], line: int | None = None) -> Repair | None:
        """A suspect of one of these names, and on a line if one is given, after whose change everything is right."""
        own = self._own(*names)
        for suspect in own[:_MOST_PLACES] if line is None else [each for each in own if each.line == line]:
            if runs := self._mended(suspect):
                return Repair(suspect, runs)
        return None

    def measured(self, suspect: Suspect) -> Suspect:
        """A fixed length under the name of what it is: in some tasks features stand in rows.

        The axis in the change does not show which; the number that lets the program run does.
        """
        if suspect.name not in _LENGTHS:
            return suspect
        some = [run for run in self._runs if not run.ok and len({*run.data.X.shape, run.data.k}) == 3]
        some.sort(key=lambda run: not run.data.visible)
        for name, axis in zip(_LENGTHS, (1, 0), strict=True):
            if not some or not any(_SIZE.search(new) for *_, new in suspect.edits):
                break
            size = str(some[0].data.X.shape[axis])
            edits = tuple((*place, _SIZE.sub(size, new)) for *place, new in suspect.edits)
            runs = self.run(replace(suspect, edits=edits), some[:1])  # type: ignore[arg-type]
            if runs and all(run.ok for run in runs):
                return replace(suspect, name=name)
        return suspect

    def mending(self) -> Repair | None:
        """The first suspect after whose change everything is right.

        In ties alone a program that chooses its axes may come out right by any change of its numbers.
        """
        wrong = [run for run in self._runs if not run.ok]
        in_ties = all(run.data.situation == "data.ties" and run.outcome.status == "ok" for run in wrong)
        suspects = [each for each in self.text.suspects if each.edits and each.name not in SIDES][:_MOST_TRIED]
        for suspect in [each for each in suspects if not in_ties or each.name == _SOLVER]:
            if self.is_endless:
                return None
            if runs := self._mended(suspect):
                return Repair(self.measured(suspect), runs)
        return None

    def mending_two(self) -> tuple[Repair, Suspect] | None:
        """A suspect that hides others, and the solver, after whose changes everything is right."""
        solvers = [each for each in self.text.suspects if each.name == _SOLVER]
        for suspect in self._own(*({*_HIDES, *_SHAPED} - {_SOLVER})):
            for solver in solvers[:1]:
                if runs := self._mended(replace(suspect, edits=(*suspect.edits, *solver.edits))):
                    return Repair(suspect, runs), solver
        return None

    def sure(self) -> list[Suspect]:
        """The first suspect of each kind that is a mistake in any program."""
        found = {each.name: each for each in reversed(self.text.suspects) if each.sure}
        return [each for each in self.text.suspects if found.get(each.name) is each]

    def surely_mended(self, suspects: Sequence[Suspect]) -> Repair | None:
        """The runs once all these are mended; None where there is no time to run them."""
        edits = tuple(dict.fromkeys(edit for each in self.text.suspects if each.sure for edit in each.edits))
        together = replace(suspects[0], edits=edits)
        runs = self.run(together, self._runs)
        return Repair(together, runs) if runs else None

    def matters(self, repair: Repair) -> bool:
        """Whether a change of the code changes the returned values."""
        return any(_returned(one) != _returned(other) for one, other in zip(self._runs, repair.runs, strict=True))

    def uncovering(self) -> list[Repair]:
        """Suspects after whose change other mistakes may be looked for."""
        found = []
        for suspect in self._own(*_HIDES):
            runs = self.run(suspect, self._runs)
            changes_all = suspect.name == _SOLVER and not _alike_outside_ties(self._runs, runs)
            if any(run.outcome.status == "ok" for run in runs) and not changes_all:
                found.append(Repair(suspect, runs))
        return found

    def line_of(self, name: str) -> int:
        """The line of a mistake: of the only suspect, or the one that mends the program; 0: not known."""
        task = self._runs[0].task
        words = frozenset(_WORD.findall(" ".join([task.call, *task.roles.values()])))
        own = [each for each in self.text.suspects if each.name == suspect_of(name)]
        own = [each for each in own if is_reached(each.line, self.text.functions, words)]
        lines = {each.line for each in own}
        if len(lines) > 1 and all(run.ok for run in self._runs):
            return 0  # every change would seem to mend it
        if len(lines) > 1:
            lines = {each.line for each in [each for each in own if each.edits][:_MOST_PLACES] if self._mended(each)}
        return lines.pop() if len(lines) == 1 else 0

    def edits_for(self, name: str) -> tuple[Edit, ...]:
        """A change that mends a mistake of this name and makes everything right: of a known kind, or of its line."""
        kinds = (name, suspect_of(name))
        line = self.line_of(name)
        own = self._own(*kinds)
        named = [each for each in self.text.changes if each.name in kinds]
        of_line = [each for each in self.text.changes if each.line == line]
        for suspect in [*own[:_MOST_PLACES], *named[:_MOST_PLACES], *of_line[:_MOST_OF_LINE]]:
            if self._mended(suspect):
                return suspect.edits
        return ()

    def _mended(self, suspect: Suspect) -> tuple[Run, ...]:
        """The runs where a change mends them all: the visible ones first, which cost less than all."""
        if suspect not in self._tried:
            visible = [run for run in self._runs if run.data.visible]
            hidden = [run for run in self._runs if not run.data.visible]
            runs: tuple[Run, ...] = ()
            for some in (visible, hidden):
                found = self.run(suspect, some)
                if len(found) < len(some) or not all(run.ok for run in found):
                    runs = ()
                    break
                runs += found
            self._tried[suspect] = runs
        return self._tried[suspect]

    @property
    def is_endless(self) -> bool:
        """Whether enough changes were tried of a program that runs too long whatever is changed."""
        return self._endless >= _MOST_ENDLESS

    def run(self, suspect: Suspect, runs: Sequence[Run]) -> tuple[Run, ...]:
        """Runs on the same data after a change; none where there is no time left."""
        if not runs:
            return ()
        late = [run for run in runs if run.outcome.status == "timeout"]
        if late and len(runs) > 1 and any(run.outcome.status == "timeout" for run in self.run(suspect, late[:1])):
            return ()  # one run of a program that never ends is enough
        try:
            after = tuple(self._rerun.edited(suspect.edits).on(runs[0].task, [run.data for run in runs]))
        except (IndexError, OutOfTimeError):  # what is known without running it again can still be reported
            return ()
        pairs = zip(runs, after, strict=True)
        self._endless += any(one.outcome.status == other.outcome.status == "timeout" for one, other in pairs)
        return after


def _all(holds: Callable[[Run], bool], runs: Sequence[Run]) -> bool:
    return bool(runs) and all(map(holds, runs))


def _is_complete(run: Run) -> bool:
    return run.outcome.status == "ok"


def _is_shaped(run: Run) -> bool:
    return _is_complete(run) and not any(name.endswith(".form") for name in run.failed)


def _returned(run: Run) -> object:
    """A key that runs with the same returned values share."""
    error = run.outcome.error
    values = [value.tobytes() if isinstance(value, np.ndarray) else str(value) for value in run.roles.values()]
    return run.outcome.status, error and (error.kind, error.message), values


def _alike_outside_ties(before: Sequence[Run], after: Sequence[Run]) -> bool:
    """Whether another solver of a symmetric matrix would change only order and signs on data whose variances differ.

    There the axes of such a matrix are orthonormal from any solver; where they are not shown, the same things fail.
    """
    pairs = zip(before, after, strict=False)  # none after a change that cannot be made
    return all(_is_symmetric(one, other) for one, other in pairs if one.data.situation != "data.ties")


def _is_symmetric(before: Run, after: Run) -> bool:
    orthonormal = [finding.passed for finding in before.findings if finding.criterion == "components.orthonormal"]
    return all(orthonormal) if orthonormal else before.failed == after.failed


# Slips without a name, found by a small change of one line that makes the program correct.
#
# Nearly all changes are meaningless, so the evidence must be complete: after the change every data set, visible and
# hidden, is correct. The only exceptions are further mistakes that special data reveal; their change or line is
# reported as well.


_MOST_CHANGED = 160
_MOST_RUNS = 300
"""The maximal number of runs on one data set; each takes some hundredths of a second."""
_MOST_KNOWN = 24
_MOST_PLAIN = 4
_MOST_PARTS = 2
_MOST_CHANGES = 3
_MOST_KNOWN_CHANGES = 4
_MOST_ENDLESS_ON_LINE = 2
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
_TURNED = "wrong-side"
_OF_SAMPLES = "covariance-of-samples"
_LEFT_OUT = ("transpose-missing", "transpose-too-many", _SOLVER)
"""Suspects that are small changes under another name, or that are reported with others."""
_WRITES = ("writes-into-whole-numbers", "changes-its-input")


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
    if not plain or not computes(runs[0].task.roles, repairs.text.words):
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
        if endless[suspect.line] >= _MOST_ENDLESS_ON_LINE:
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
        failed = _failed(self.run)
        return len({each.split(".")[0] for each in failed}), len(failed)


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
    known = [each for each in repairs.text.suspects if each.edits and each.name not in _LEFT_OUT]
    changes = repairs.changes(words)
    spaces = [each.passed for run in runs for each in run.findings if each.criterion in _SPACES]
    if spaces and all(spaces):  # directions are right, and only lengths are not
        changes.sort(key=lambda each: each.name not in _OF_SIZE)
    named = [each for each in changes[_MOST_CHANGED:] if each.name not in SLIPS]
    return [*known[:_MOST_KNOWN], *changes[:_MOST_CHANGED], *named[:_MOST_PAIRED]]


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
    return frozenset(each for each in run.failed if not each.endswith(".order")) or run.failed


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
    return next((each for each in repairs.text.suspects if each.name == _SOLVER), None)


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
        writes = next((each for each in repairs.text.suspects if each.name in _WRITES), None)
        if writes is None:
            return None
        beside.append(replace(writes, name=_WRITES[0]))
    return CorrectingChanges(suspects, tuple(beside))
