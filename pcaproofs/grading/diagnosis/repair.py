"""Mistakes that are found by repairing them: a change of the student's code makes the program correct.

A variant is recognised by its values. Many mistakes return no meaningful values: they raise an error, or return
meaningless numbers. For these the change that corrects the program is the evidence, and it also gives the line.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from pcaproofs.grading.diagnosis.rerun import Rerun
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
_SIDES = ("transpose-missing", "transpose-too-many")
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
    def _text(self) -> Text:
        return self._rerun.text()

    @property
    def suspects(self) -> Sequence[Suspect]:
        """Lines that may contain a mistake."""
        return self._suspects

    @property
    def _suspects(self) -> Sequence[Suspect]:
        return self._text.suspects

    @property
    def words(self) -> frozenset[str] | None:
        """The names and operators of the text; None where it cannot be read."""
        return self._text.words

    @property
    def checks(self) -> frozenset[int]:
        """The lines that raise errors of the program's own."""
        return self._text.checks

    def changes(self, words: frozenset[str]) -> list[Suspect]:
        """Small changes of lines in functions that these words reach."""
        text = self._text
        return [each for each in text.changes if is_reached(each.line, text.functions, words)]

    def lets_run(self, name: str, ended: Sequence[Run]) -> bool:
        """Whether changing a suspect of this name lets runs end that did not, with values of the shapes asked for."""
        some = [run for run in ended if run.data.visible] or ended
        own = [each for each in self._suspects if each.name == name and each.edits][:_MOST_PLACES]
        tried = (self._run(suspect, some) for suspect in own)
        # what a mean taken off along another axis gives has the right shape whatever is done next
        if name == "centred-along-wrong-axis":
            return any(runs and all(run.outcome.status == "ok" for run in runs) for runs in tried)
        return any(runs and all(map(_is_shaped, runs)) for runs in tried)

    def letting_run(self, name: str, ended: Sequence[Run]) -> Suspect | None:
        """The first suspect of this name after whose change runs end that did not."""
        some = [run for run in ended if run.data.visible] or ended
        for suspect in [each for each in self._suspects if each.name == name][:_MOST_PLACES]:
            runs = self._run(suspect, some)
            if runs and all(map(_is_shaped, runs)):
                return suspect
        return None

    def fitting(self, line: int) -> Suspect | None:
        """The product of arrays on a line where shapes do not fit, after whose change everything runs."""
        for suspect in self._suspects:
            if suspect.name == "elementwise-product" and line == suspect.line:
                runs = self._run(suspect, self._runs)
                if runs and all(run.outcome.status == "ok" for run in runs):
                    return suspect
        return None

    def fixed_on(self, line: int, ended: Sequence[Run]) -> Suspect | None:
        """A fixed length on a line where shapes do not fit, without which these runs come to their end."""
        here = [run for run in ended if run.outcome.error and run.outcome.error.line == line]
        some = [run for run in here if run.data.visible] or here
        own = [each for each in self._suspects if each.name in _LENGTHS and line in {edit[0] for edit in each.edits}]
        for suspect in own[:_MOST_PLACES]:
            runs = self._run(suspect, some)
            if runs and not any(run.outcome.error and run.outcome.error.line == line for run in runs):
                return replace(self.measured(suspect), line=line)
        return None

    def said_by(self, names: Sequence[str]) -> Repair | None:
        """A suspect of one of these names after whose change everything is right."""
        for suspect in [each for each in self._suspects if each.name in names and each.edits][:_MOST_PLACES]:
            if runs := self._mended(suspect):
                return Repair(suspect, runs)
        return None

    def turning(self, line: int) -> Suspect | None:
        """The product on a line where shapes do not fit, of which one factor has to be turned on its side."""
        for suspect in self._suspects:
            if suspect.name in _SIDES and line == suspect.line and self._mended(suspect):
                return suspect
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
            runs = self._run(replace(suspect, edits=edits), some[:1])  # type: ignore[arg-type]
            if runs and all(run.ok for run in runs):
                return replace(suspect, name=name)
        return suspect

    def mending(self) -> Repair | None:
        """The first suspect after whose change everything is right.

        In ties alone a program that chooses its axes may come out right by any change of its numbers.
        """
        wrong = [run for run in self._runs if not run.ok]
        in_ties = all(run.data.situation == "data.ties" and run.outcome.status == "ok" for run in wrong)
        suspects = [each for each in self._suspects if each.edits and each.name not in _SIDES][:_MOST_TRIED]
        for suspect in [each for each in suspects if not in_ties or each.name == _SOLVER]:
            if self.is_endless:
                return None
            if runs := self._mended(suspect):
                return Repair(self.measured(suspect), runs)
        return None

    def mending_two(self) -> tuple[Repair, Suspect] | None:
        """A suspect that hides others, and the solver, after whose changes everything is right."""
        solvers = [each for each in self._suspects if each.name == _SOLVER]
        hides = {*_HIDES, *_SHAPED} - {_SOLVER}
        hiding = [each for each in self._suspects if each.edits and each.name in hides]
        for suspect in hiding:
            for solver in solvers[:1]:
                if runs := self._mended(replace(suspect, edits=(*suspect.edits, *solver.edits))):
                    return Repair(suspect, runs), solver
        return None

    def sure(self) -> list[Suspect]:
        """The first suspect of each kind that is a mistake in any program."""
        found = {each.name: each for each in reversed(self._suspects) if each.sure}
        return [each for each in self._suspects if found.get(each.name) is each]

    def surely_mended(self, suspects: Sequence[Suspect]) -> Repair | None:
        """The runs once all these are mended; None where there is no time to run them."""
        edits = tuple(dict.fromkeys(edit for each in self._suspects if each.sure for edit in each.edits))
        together = replace(suspects[0], edits=edits)
        runs = self._run(together, self._runs)
        return Repair(together, runs) if runs else None

    def matters(self, repair: Repair) -> bool:
        """Whether a change of the code changes the returned values."""
        return any(_returned(one) != _returned(other) for one, other in zip(self._runs, repair.runs, strict=True))

    def uncovering(self) -> list[Repair]:
        """Suspects after whose change other mistakes may be looked for."""
        found = []
        for suspect in self._suspects:
            if suspect.edits and suspect.name in _HIDES:
                runs = self._run(suspect, self._runs)
                changes_all = suspect.name == _SOLVER and not _alike_outside_ties(self._runs, runs)
                if any(run.outcome.status == "ok" for run in runs) and not changes_all:
                    found.append(Repair(suspect, runs))
        return found

    def line_of(self, name: str) -> int:
        """The line of a mistake: of the only suspect, or the one that mends the program; 0: not known."""
        task = self._runs[0].task
        words = frozenset(_WORD.findall(" ".join([task.call, *task.roles.values()])))
        own = [each for each in self._suspects if each.name == suspect_of(name)]
        own = [each for each in own if is_reached(each.line, self._text.functions, words)]
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
        own = [each for each in self._suspects if each.name in kinds and each.edits]
        named = [each for each in self._text.changes if each.name in kinds]
        of_line = [each for each in self._text.changes if each.line == line]
        for suspect in [*own[:_MOST_PLACES], *named[:_MOST_PLACES], *of_line[:_MOST_OF_LINE]]:
            if self._mended(suspect):
                return suspect.edits
        return ()

    def run(self, suspect: Suspect, runs: Sequence[Run]) -> tuple[Run, ...]:
        """Runs on the same data after a change; none where there is no time left."""
        return self._run(suspect, runs)

    def _mended(self, suspect: Suspect) -> tuple[Run, ...]:
        """The runs where a change mends them all: the visible ones first, which cost less than all."""
        if suspect not in self._tried:
            visible = [run for run in self._runs if run.data.visible]
            hidden = [run for run in self._runs if not run.data.visible]
            runs: tuple[Run, ...] = ()
            for some in (visible, hidden):
                found = self._run(suspect, some)
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

    def _run(self, suspect: Suspect, runs: Sequence[Run]) -> tuple[Run, ...]:
        if not runs:
            return ()
        late = [run for run in runs if run.outcome.status == "timeout"]
        if late and len(runs) > 1 and any(run.outcome.status == "timeout" for run in self._run(suspect, late[:1])):
            return ()  # one run of a program that never ends is enough
        try:
            after = tuple(self._rerun.edited(suspect.edits).on(runs[0].task, [run.data for run in runs]))
        except (IndexError, OutOfTimeError):  # what is known without running it again can still be reported
            return ()
        pairs = zip(runs, after, strict=True)
        self._endless += any(one.outcome.status == other.outcome.status == "timeout" for one, other in pairs)
        return after


def _is_shaped(run: Run) -> bool:
    misshapen = (each.criterion for each in run.findings if not each.passed and each.criterion.endswith(".form"))
    return run.outcome.status == "ok" and not any(misshapen)


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
    return all(orthonormal) if orthonormal else _failed(before) == _failed(after)


def _failed(run: Run) -> set[str]:
    return {finding.criterion for finding in run.findings if not finding.passed}
