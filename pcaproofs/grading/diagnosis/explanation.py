"""The explanation of the runs of one task: candidates from four generators, of which the one of the least cost is told.

The generators are variants (known wrong computations that give the values, `forms` among them), edits (changes of the
text that mend the program), looks (what the values look like) and errors (how runs end). A candidate has to explain
every run, or every run but those on special data that it names a mistake for; `_ATTEMPTS` is the table of the costs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

from pcaproofs.grading.diagnosis import symptoms
from pcaproofs.grading.diagnosis.about import function_of
from pcaproofs.grading.diagnosis.catalogue import BY_SVD, CATALOGUE, OF_FILE, SLIPS
from pcaproofs.grading.diagnosis.catalogue import HINT as SLIP
from pcaproofs.grading.diagnosis.correcting_changes import OF_COUNTS, PLAIN, CorrectingChanges, correcting_changes
from pcaproofs.grading.diagnosis.forms import Explained, explain_forms
from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.diagnosis.repair import LAST, Repair, Repairs
from pcaproofs.grading.diagnosis.rerun import Rerun
from pcaproofs.grading.diagnosis.samples import failed_criteria, follows_of, role_of, samples_of, wrong_roles
from pcaproofs.grading.diagnosis.search import SearchResult, blamed, search
from pcaproofs.grading.diagnosis.symptoms import Symptom
from pcaproofs.grading.parsing.suspects import Edit, Suspect
from pcaproofs.grading.running.budget import OutOfTimeError
from pcaproofs.grading.running.run import Run

_VARIANCES = ("not-divided", "variances-by-n", "variances-by-n-1", "variances-squared")
"""Misconceptions whose only mistake is the kind of value if singular values are asked for."""
_KERNELS = ("kernel", "kernel_scores")
_FINER = {
    "same-component-again": "deflated-wrongly",
    "vectors-sorted-alone": "smallest-components",
    "never-centred": "truncated-svd",
    "fixed-number-of-components": "from-outside",
}
"""Mistakes found by values that are replaced if the change of a line is more precise."""
_MENDED = "with both changed everything is right"
_WRITES = ("writes-into-whole-numbers", "changes-its-input")
_MOST_SUPPLIED = 4
_DOUBTED = ("covariance-of-samples", "centred-along-wrong-axis", "projected-with-transpose")
"""Mistakes that are concluded from shapes only if the code contains them and a change makes the shapes fit."""
_SAID = ("outdated-name", "output-limit", "forged", "ends-the-process")
"""How runs end that name their own cause: what is left after such a line is removed is another program."""
_INDEPENDENT = ("in-place-on-integers", "divides-by-zero-deviation")
"""Mistakes that stop a program on special data only."""


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

    def and_also(self, *mistakes: Mistake) -> "Explanation":
        """The same with further mistakes."""
        return replace(self, mistakes=(*self.mistakes, *mistakes))


class TaskDiagnosis:
    """The diagnosis of the runs of one task."""

    def __init__(self, runs: Sequence[Run], rerun: Rerun, shown: Rerun | None = None) -> None:
        self._runs, self._rerun = runs, rerun
        self._shown = shown or rerun
        """The submission as it was handed in, whose lines are shown."""
        self._task = runs[0].task
        self._repairs = Repairs(runs, rerun)

    def explanation(self) -> Explanation | None:
        """The mistakes, by the strongest evidence; of what a run said itself no change can say more."""
        if all(run.ok for run in self._runs):
            touched = symptoms.of_touching(self._runs)
            return self.of_symptoms(touched) if touched else None
        said = symptoms.of_ending(self._runs, self._repairs.checks)
        if said and said.mistake.name in _SAID:
            every = len(said.runs) == len(self._runs)
            return self.of_symptoms(said) if every else self._apart(said, (1, 2)) or self._of_looks_beside(said)
        if explanation := self._of_sure():
            return explanation
        ended = self._ending(self._runs)
        if ended and len(ended.runs) == len(self._runs):
            return self._of_ended(ended)
        if ended and ended.mistake.name in _INDEPENDENT and (explanation := self._apart(ended, (1,))):
            return explanation
        if explanation := self.explained():
            return explanation
        if ended:  # runs that ended well may show another mistake
            return self._apart(ended, (1, 2, 3)) or self._of_looks_beside(ended)
        return self._of_looks()

    def _of_sure(self) -> Explanation | None:
        """Mistakes that the code certainly contains, and those that the program has without them."""
        suspects = self._repairs.sure()
        if not suspects:
            return None
        repair = self._repairs.surely_mended(suspects)
        if repair and all(run.ok for run in repair.runs):
            return self._of_repair(repair, suspects)
        if repair and not self._repairs.matters(repair):
            return None  # the line is not among those that are run
        mistakes = tuple(self._suspected(each) for each in suspects)
        mended = self._rerun.edited(repair.suspect.edits) if repair else None
        rest = TaskDiagnosis(repair.runs, mended, self._shown).explained() if repair and mended else None
        if rest is None:
            return Explanation(mistakes, "it stands in the code")
        others = tuple(each for each in rest.mistakes if each.name not in {mistake.name for mistake in mistakes})
        every = (*mistakes, *others)
        follows = self._after_mending(every)[0] if rest.mends else ()
        return Explanation(every, f"with {mistakes[0].place or 'one line'} changed, {rest.evidence}", follows)

    def _ending(self, runs: Sequence[Run]) -> Symptom | None:
        """The way runs end; shapes alone are evidence only if a change of the line makes them fit."""
        checks = self._repairs.checks
        found = symptoms.of_ending(runs, checks)
        if found and found.mistake.name in _DOUBTED and not self._is_shown(found):
            return symptoms.of_ending(runs, checks, frozenset({found.mistake.name}))
        if found and found.mistake.name == "shapes-do-not-fit":
            fixed = self._repairs.fixed_on(found.line, found.runs)
            return replace(found, mistake=self._suspected(fixed)) if fixed else found
        return found

    def _is_shown(self, found: Symptom) -> bool:
        """Whether a change of the code confirms what the shapes suggest."""
        if found.mistake.name == "projected-with-transpose":
            turned = self._repairs.turning(found.line)
            return turned is not None and turned.name == "transpose-too-many"
        return self._repairs.lets_run(found.mistake.name, found.runs)

    def _of_ended(self, ended: Symptom) -> Explanation:
        """The mistakes of a program that never completes."""
        if ended.line and (suspect := self._repairs.letting_run("all-results-for-one", ended.runs)):
            evidence = f"with {self._shown.place(suspect.line)[0]} changed it comes to its end"
            return Explanation((self._suspected(suspect),), evidence)
        repaired, missing = self._supplied(ended)
        found = self._search(repaired, (1, 2, 3)) or self._search(repaired, (2,), by_shape=True)
        if found and not ended.prelude and (explanation := self._on_its_side_before(found)):
            return explanation
        if found:
            return replace(self._of_variants(found, repaired, missing), follows=(), again=())
        if not ended.prelude:
            if repair := self._repairs.mending():
                return self._of_repair(repair)
            if ended.mistake.name not in _DOUBTED and (suspect := self._repairs.turning(ended.line)):
                evidence = f"with {self._shown.place(ended.line)[0]} changed everything is right"
                return Explanation((self._suspected(suspect),), evidence)
            doubted = ended.mistake.name in _DOUBTED
            if explanation := self.uncovered() or (None if doubted else self.changed()):
                return explanation
        if ended.mistake.name == "shapes-do-not-fit" and (suspect := self._repairs.fitting(ended.line)):
            return Explanation(
                (self._suspected(suspect),), f"with {self._shown.place(ended.line)[0]} changed the shapes fit"
            )
        return Explanation(missing, ended.evidence)

    def _of_looks(self) -> Explanation | None:
        for look in (
            symptoms.of_input,
            symptoms.of_new_samples,
            symptoms.of_wrong_parts,
            symptoms.of_values,
            symptoms.of_touching,
        ):
            if look is symptoms.of_values and (found := self._search(self._runs, (2,), by_shape=True)):
                doubted = [item.name for item in found.misconceptions if item.name in _DOUBTED]
                if found.evidence.significant or all(self._repairs.lets_run(name, self._runs) for name in doubted):
                    return self._of_variants(found, self._runs)
            if looks := look(self._runs):
                return self.of_symptoms(looks)
        return None

    def _apart(self, ended: Symptom, counts: tuple[int, ...]) -> Explanation | None:
        """Diagnose the completed runs by their values, without the others."""
        rest = [run for run in self._runs if run not in ended.runs]
        found = self._search(rest, counts)
        if found and found.evidence.significant:
            explanation = self._of_variants(found, rest)
        elif ended.mistake.name not in _INDEPENDENT or all(run.ok for run in rest):
            return None
        elif any(run.outcome.touched for run in rest):
            return None  # what is wrong may come from there
        else:
            others = TaskDiagnosis(rest, self._rerun, self._shown).explained()
            if others is None and (looks := symptoms.of_values(rest)):
                others = self.of_symptoms(looks)
            if others is None:
                return None
            explanation = others
        return explanation.and_also(self._said(ended))

    def _of_looks_beside(self, ended: Symptom) -> Explanation:
        looks = symptoms.of_values([run for run in self._runs if run not in ended.runs])
        return self.of_symptoms(ended, *((looks,) if looks else ()))

    def _supplied(self, ended: Symptom) -> tuple[Sequence[Run], tuple[Mistake, ...]]:
        """The runs after missing names were supplied, and the mistakes that were missing names."""
        missing: tuple[Mistake, ...] = ()
        prelude = ""
        again: Sequence[Run] = self._runs
        found: Symptom | None = ended
        while found is not None:
            missing = (*missing, self._said(found))
            if len(missing) > _MOST_SUPPLIED or not found.prelude or found.prelude in prelude:
                return [], _merged(missing)
            prelude += found.prelude
            try:
                again = self._rerun.after(prelude).on(self._task, [run.data for run in self._runs])
            except OutOfTimeError:
                return [], _merged(missing)
            before, found = found, self._ending(again)
            if found and found.line and found.line == before.line:  # another thing of this name was meant
                name = before.mistake.title.split()[1].rstrip(",")
                hint = f"{name} is used but never defined. Write it, or import it."
                return [], _merged((*missing[:-1], replace(missing[-1], hint=hint)))
        return again, _merged(missing)

    def explained(self) -> Explanation | None:
        """The candidate of the least cost that explains all runs, or all except those on special data."""
        for attempt in sorted(_ATTEMPTS, key=lambda each: each.cost):
            if (attempt.whole and self._ended) or (attempt.alone and self._one):
                continue
            if found := attempt.make(self):
                return found
        return None

    @cached_property
    def _ended(self) -> bool:
        """Whether some runs did not come to their end."""
        return any(run.outcome.status != "ok" for run in self._runs)

    @cached_property
    def _one(self) -> SearchResult | None:
        """The single misconception that gives all values."""
        return self._search(self._runs, (1,))

    def of_share(self) -> Explanation | None:
        """A fixed share of the variance."""
        share = self._repairs.said_by(("fixed-share",))
        return self._of_repair(share) if share else None

    def mended(self) -> Explanation | None:
        """A line that may hold a known mistake, after whose change everything is right."""
        repair = self._repairs.mending()
        return self._of_repair(repair) if repair else None

    def of_forms(self) -> Explanation | None:
        """Wrong values of whitened data and kernels."""
        forms = explain_forms(self._runs, wrong_roles, self._repairs.words)
        return self._of_forms(forms) if forms else None

    def of_variants(self, count: int) -> Explanation | None:
        """So many misconceptions that together give all values."""
        found = self._one or self._search(self._runs, (count,)) if count < 3 else self._search(self._runs, (count,))
        return self._of_variants(found, self._runs) if found else None

    def seen(self, look: Callable[[Sequence[Run]], Symptom | None]) -> Explanation | None:
        """What the values look like."""
        symptom = look(self._runs)
        return self.of_symptoms(symptom) if symptom else None

    def of_signs(self) -> Explanation | None:
        """A step too many that turns signs, or the signs."""
        signs = symptoms.of_signs(self._runs)
        return (self.changed(("step-too-many",)) or self.of_symptoms(signs)) if signs else None

    @property
    def only_counts(self) -> bool:
        """Whether only numbers of components are wrong: so small numbers agree with many mistakes."""
        return {role for run in self._runs for role in wrong_roles(run)} == {"component_count"}

    def of_one_variant(self) -> Explanation | None:
        """A single mistake with significant values, or a more precise change of a line."""
        found = self._one
        if not found or not found.evidence.significant:
            return None
        finer = [_FINER[item.name] for item in found.misconceptions if item.name in _FINER]
        if explanation := self._on_its_side_before(found):
            return explanation
        repair = self._repairs.said_by(finer) if finer else None
        if repair:
            return self._of_repair(repair)
        return (self._deflation_outside_ties() if finer else None) or self._of_variants(found, self._runs)

    def right_parts_outside_ties(self) -> Explanation | None:
        """Correct values that were not asked for, on all runs except those on which `eig` fails."""
        solvers = [each for each in self._repairs.suspects if each.name in LAST and each.name != "inaccurate"]
        rest = [run for run in self._runs if run.data.situation != "data.ties"]
        if not solvers or len(rest) == len(self._runs) or symptoms.of_right_parts(self._runs):
            return None
        looks = symptoms.of_right_parts(rest)
        if not looks:
            return None
        return self.of_symptoms(looks).and_also(self._suspected(solvers[0]))

    def beside_whole_numbers(self) -> Explanation | None:
        """Mistakes that explain all runs except those on integers, which the program modifies in place."""
        writes = [each for each in self._repairs.suspects if each.name in _WRITES]
        whole = [run for run in self._runs if run.data.X.dtype.kind in "iu"]
        rest = [run for run in self._runs if run not in whole]
        if not writes or not whole or not rest:
            return None
        found = self._search(rest, (1,))
        if not found or not found.evidence.significant:
            return None
        explanation = self._of_variants(found, rest)
        named = {mistake.name for mistake in explanation.mistakes} & {*_WRITES}
        return explanation if named else explanation.and_also(self._suspected(writes[0]))

    def _deflation_outside_ties(self) -> Explanation | None:
        """A change of what is taken out of the matrix, after which all runs are right but those on ties.

        There an iteration that begins with one vector for all components finds another axis than the right program.
        """
        rest = [run for run in self._runs if run.data.situation != "data.ties"]
        if len(rest) == len(self._runs) or sum(not run.ok for run in rest) < 2:
            return None
        repair = Repairs(rest, self._rerun).said_by(("deflated-wrongly",))
        if repair is None:
            return None
        mistake = self._suspected(repair.suspect)
        return Explanation(
            (mistake,), f"with {mistake.place or 'one line'} changed all is right where variances differ"
        )

    def uncovered(self) -> Explanation | None:
        """Two mistakes, one of which hides the other until it is repaired."""
        for repair in self._repairs.uncovering():
            found = self._search(repair.runs, (1,))
            if found and found.evidence.significant > 1:
                first = self._suspected(repair.suspect)
                rest = tuple(self._named(item.name) for item in found.misconceptions)
                return Explanation(
                    (*rest, first) if first.name in LAST else (first, *rest), evidence_of(found, repair.runs)
                )
            if looks := symptoms.of_new_samples(repair.runs) or symptoms.of_other_origin(repair.runs):
                return self.of_symptoms(looks).and_also(self._suspected(repair.suspect))
        if two := self._repairs.mending_two():
            return replace(self._of_repair(two[0]).and_also(self._suspected(two[1])), evidence=_MENDED)
        return None

    def _on_its_side_before(self, found: SearchResult) -> Explanation | None:
        """A change of an earlier line if a product has a transposed factor; shapes do not show which factor."""
        if [each.name for each in found.misconceptions] != ["projected-with-transpose"]:
            return None
        lines = {run.outcome.error.line for run in self._runs if run.outcome.error}
        changed = correcting_changes(self._repairs, self._runs) if lines else None
        if changed is None or lines & {each.line for each in changed.suspects}:
            return None
        return self._of_changed(changed)

    def changed(self, kinds: tuple[str, ...] = ()) -> Explanation | None:
        """One wrong line, or two, found by small changes of lines; kinds: those of changes, all if empty."""
        found = correcting_changes(self._repairs, self._runs, kinds or (OF_COUNTS if self.only_counts else ()))
        return self._of_changed(found) if found else None

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


def _merged(mistakes: tuple[Mistake, ...]) -> tuple[Mistake, ...]:
    """Mistakes of one kind as one."""
    merged: dict[str, Mistake] = {}
    for mistake in mistakes:
        first = merged.get(mistake.name)
        if first is None:
            merged[mistake.name] = mistake
        elif mistake.title != first.title:
            merged[mistake.name] = replace(
                first, title=f"{first.title}, and {mistake.title}", hint=f"{first.hint} {mistake.hint}"
            )
    return tuple(merged.values())


class CandidateRow(NamedTuple):
    """A generator of a candidate."""

    cost: float
    """What a candidate of it costs: it is told only if no cheaper one explains the runs."""
    generator: Literal["variants", "edits", "looks"]
    make: Callable[[TaskDiagnosis], Explanation | None]
    whole: bool = False
    """Whether it needs runs that all come to their end."""
    alone: bool = False
    """Whether it is left out where a single misconception gives all values."""


_ATTEMPTS = (
    CandidateRow(1.0, "edits", lambda task: task.changed(PLAIN)),
    CandidateRow(1.1, "edits", TaskDiagnosis.of_share),
    CandidateRow(1.2, "edits", lambda task: task.changed(("never-centred",)) if task.only_counts else None),
    CandidateRow(1.3, "edits", lambda task: task.mended() if task.only_counts else None),
    CandidateRow(2.0, "variants", TaskDiagnosis.of_one_variant),
    CandidateRow(2.1, "variants", TaskDiagnosis.of_forms),
    CandidateRow(2.2, "looks", TaskDiagnosis.right_parts_outside_ties, whole=True),
    CandidateRow(2.3, "edits", TaskDiagnosis.mended),
    CandidateRow(3.0, "looks", lambda task: task.seen(symptoms.of_solution_values), whole=True),
    CandidateRow(3.1, "looks", lambda task: task.seen(symptoms.of_right_parts), whole=True, alone=True),
    CandidateRow(3.2, "looks", lambda task: task.seen(symptoms.of_new_samples), whole=True),
    CandidateRow(3.3, "variants", TaskDiagnosis.beside_whole_numbers, alone=True),
    CandidateRow(3.4, "looks", lambda task: task.seen(symptoms.of_input), whole=True, alone=True),
    CandidateRow(4.0, "variants", lambda task: task.of_variants(2)),
    CandidateRow(4.1, "looks", TaskDiagnosis.of_signs, whole=True),
    CandidateRow(4.2, "edits", TaskDiagnosis.uncovered),
    CandidateRow(4.3, "edits", TaskDiagnosis.changed),
    CandidateRow(5.0, "variants", lambda task: task.of_variants(3)),
    CandidateRow(5.1, "looks", lambda task: task.seen(symptoms.of_other_origin), whole=True),
)
"""Each has a cost of its own, so that two candidates never cost the same."""
