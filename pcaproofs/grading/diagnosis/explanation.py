"""Diagnoses from evidence: mistakes with their functions and lines, and the criteria that follow from them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pcaproofs.grading.diagnosis import symptoms
from pcaproofs.grading.diagnosis.about import function_of
from pcaproofs.grading.diagnosis.catalogue import BY_SVD, CATALOGUE, OF_FILE, SLIPS
from pcaproofs.grading.diagnosis.catalogue import HINT as SLIP
from pcaproofs.grading.diagnosis.correcting_changes import CorrectingChanges
from pcaproofs.grading.diagnosis.forms import Explained
from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.diagnosis.repair import Repair, Repairs
from pcaproofs.grading.diagnosis.rerun import Rerun
from pcaproofs.grading.diagnosis.samples import failed_criteria, follows_of, role_of, samples_of, wrong_roles
from pcaproofs.grading.diagnosis.search import SearchResult, blamed, search
from pcaproofs.grading.diagnosis.symptoms import Symptom
from pcaproofs.grading.parsing.suspects import Edit, Suspect
from pcaproofs.grading.running.run import Run

_VARIANCES = ("not-divided", "variances-by-n", "variances-by-n-1", "variances-squared")
"""Misconceptions whose only mistake is the kind of value if singular values are asked for."""
_KERNELS = ("kernel", "kernel_scores")


@dataclass(frozen=True)
class Explanation:
    """The mistakes that explain the runs of one task, with their evidence."""

    mistakes: tuple[Mistake, ...]
    evidence: str
    follows: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    """The criteria that follow if all mistakes were named for an earlier task."""
    mends: bool = False
    """Whether everything is correct after these mistakes are repaired."""
    edits: tuple[Edit, ...] = ()
    """The change of the text that mends them, where one was tried."""


class Explainer:
    """Makes explanations of the runs of one task, from each kind of evidence."""

    def __init__(self, runs: Sequence[Run], rerun: Rerun, shown: Rerun | None = None) -> None:
        self._runs, self._rerun = runs, rerun
        self._shown = shown or rerun
        """The submission as it was handed in, whose lines are shown."""
        self._task = runs[0].task
        self._repairs = Repairs(runs, rerun)

    def of_symptoms(self, *found: Symptom) -> Explanation:
        """The explanation by symptoms."""
        return Explanation(tuple(self._said(each) for each in found), found[0].evidence)

    def _of_variants(self, found: SearchResult, runs: Sequence[Run], before: tuple[Mistake, ...] = ()) -> Explanation:
        touched = symptoms.of_touching(runs)
        mistakes = (*before, *(self._named(item.name) for item in found.misconceptions))
        if touched:
            mistakes = (*mistakes, self._said(touched))
        return Explanation(mistakes, evidence_of(found, runs), *follows_of(found, self._runs))

    def _of_forms(self, forms: Explained) -> Explanation:
        broken = {name for each in forms.mistakes for name in CATALOGUE[each].breaks}
        names = [name for name in failed_criteria(self._runs) if name.split(": ")[-1] not in broken]
        follows = tuple(name for name in names if role_of(name) in forms.follows)
        return Explanation(tuple(map(self._named, forms.mistakes)), forms.evidence, follows, tuple(names))

    def _of_repair(self, repair: Repair, suspects: Sequence[Suspect] = ()) -> Explanation:
        mistakes = tuple(self._suspected(each) for each in suspects or [repair.suspect])
        evidence = f"with {mistakes[0].place or 'one line'} changed everything is right"
        follows, again = self._after_mending(mistakes)
        return Explanation(mistakes, evidence, follows, again, mends=True, edits=repair.suspect.edits)

    def _of_changed(self, found: CorrectingChanges) -> Explanation:
        mistakes = tuple(map(self._suspected, found.suspects))
        in_order = sorted(zip(found.suspects, mistakes, strict=True), key=lambda each: each[0].line)
        evidence = _listed([each.place or "one line" for _, each in in_order])
        beside = tuple(map(self._suspected, found.beside))
        said = f"with {evidence} changed everything is right"
        edits = tuple(edit for each in found.suspects for edit in each.edits)
        return Explanation((*mistakes, *beside), said, *self._after_mending(mistakes), edits=edits)

    def _after_mending(self, mistakes: Sequence[Mistake]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The criteria that are right once mistakes are mended that everything else follows from.

        First those of a task in which the mistakes are made, then those of one where they are made once more.
        """
        wrong = frozenset(role for run in self._runs for role in wrong_roles(run))
        items = [CATALOGUE[each.name] for each in mistakes]
        failed, cost = failed_criteria(self._runs), blamed(items, wrong)
        broken = {name for item in items for name in item.breaks}
        again = tuple(each for each in failed if each.split(": ")[-1] not in broken)
        return tuple(each for each in failed if role_of(each) not in cost), again

    @property
    def _words(self) -> frozenset[str] | None:
        """The words of the code, with its axes as those of samples in rows."""
        words = self._repairs.words
        if words is None or self._task.samples == "rows":
            return words
        return frozenset({"axis:0": "axis:1", "axis:1": "axis:0"}.get(word, word) for word in words)

    def _search(self, runs: Sequence[Run], counts: tuple[int, ...], *, by_shape: bool = False) -> SearchResult | None:
        samples = samples_of(runs)
        if not samples:
            return None
        conventions, free = self._task.conventions, self._task.reading.free  # a right program may have any of these
        if "scale" in free:
            conventions = replace(conventions, scale="any")
        if "covariance" in free:
            conventions = replace(conventions, covariance="any")
        return search(samples, conventions, counts, by_shape=by_shape, words=self._words)

    def _named(self, name: str) -> Mistake:
        """A misconception of the catalogue, with the function that it is about and the student's line."""
        wrong = {role for run in self._runs for role in wrong_roles(run)}
        role = next((role for role in CATALOGUE[name].at if role in wrong), "")
        if name in _VARIANCES and role == "explained_variance" and self._task.conventions.scale == "singular":
            name = "variances-for-singular-values"
        roles = {*self._task.roles}  # none if values are compared with a solution
        if name == "uncentred-projection" and roles and roles <= {*_KERNELS}:
            name = "kernel-centred-on-one-side"
        words = self._repairs.words or frozenset()
        by_svd = name == BY_SVD.name and "svd" in words and not words & {"eig", "eigh"} and self._task.samples == "rows"
        mistake = symptoms.mistake_in_words(BY_SVD if by_svd else CATALOGUE[name], self._task)
        if name == "fixed-number-of-components":
            changes = {each.said for each in self._repairs.suspects if each.name == name and each.said}
            mistake = replace(mistake, hint=f"{mistake.hint} Here {changes.pop()}.") if len(changes) == 1 else mistake
        return self._placed(mistake, function_of(self._task, role), self._repairs.line_of(name))

    def _suspected(self, suspect: Suspect) -> Mistake:
        place, excerpt = self._shown.place(suspect.line)
        mistake = self._named(suspect.name)
        hint = mistake.hint
        if suspect.said and suspect.name in SLIPS:
            hint = SLIP.replace("{change}", self._change(suspect, excerpt))
            if self._task.name:  # the values of other tasks were not looked at
                hint = hint.replace("everything", f"everything in the task {self._task.name}")
        elif suspect.said and suspect.name in OF_FILE:
            hint = f"{hint} Here {suspect.said}."
        function = "" if suspect.name in OF_FILE else mistake.function
        return replace(mistake, place=place, excerpt=excerpt, hint=hint, function=function)

    def _change(self, suspect: Suspect, excerpt: str) -> str:
        """A change in words; the whole new line where what is replaced stands in the old one more than once."""
        old = suspect.said.split("`")[1] if "`" in suspect.said else ""
        if excerpt.count(old) < 2 or " in `" in suspect.said:
            return suspect.said
        changed = self._rerun.edited(suspect.edits).place(suspect.line)[1].replace('__import__("numpy")', "np")
        return f"write `{changed}`" if changed and "`" not in changed else suspect.said

    def _said(self, symptom: Symptom) -> Mistake:
        """A symptom's mistake, with the function that it is about and the line of the error."""
        line = symptom.line or self._repairs.line_of(symptom.mistake.name)
        return self._placed(symptom.mistake, function_of(self._task, symptom.role) if symptom.in_function else "", line)

    def _placed(self, mistake: Mistake, function: str, line: int) -> Mistake:
        place, excerpt = self._shown.place(line) if line else ("", "")
        return replace(mistake, task=self._task.name, function=function, place=place, excerpt=excerpt)


def _listed(places: Sequence[str]) -> str:
    *before, last = dict.fromkeys(places)
    return f"{', '.join(before)} and {last}" if before else last


def evidence_of(found: SearchResult, runs: Sequence[Run]) -> str:
    """A sentence that says on how many data sets the values are those of the mistakes."""
    evidence = found.evidence
    wrong = evidence.explained + evidence.unexplained
    said = f"on {evidence.explained} of the {wrong} data sets where something is wrong it returns what this gives"
    return f"{said}, and on none of all {len(runs)} anything else"
