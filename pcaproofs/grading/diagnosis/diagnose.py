"""From runs to a diagnosis.

Evidence is of four kinds, believed in this order:

1. A mistake that the text shows and that leaves nothing sensible to compare (``vectors, values = eig(C)``). It is
   mended first; what is left is diagnosed in the mended program.
2. Numbers: the values on all data sets are those that known mistakes give (``search``), and the text holds what these
   cannot be made without (``traces``). Or a change of the student's own line after which all is right (``repair``).
   Fewer mistakes go before more; a change of one line goes before two mistakes that agree with the numbers.
3. How runs end: an error with its line.
4. What values look like: facts such as a wrong shape, told where nothing explains them.

What is not explained is not told: no diagnosis is better than a wrong one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.diagnosis import symptoms
from pcaproofs.grading.diagnosis.about import function_of
from pcaproofs.grading.diagnosis.catalogue import CATALOGUE
from pcaproofs.grading.diagnosis.catalogue.lines import HINT as SLIP
from pcaproofs.grading.diagnosis.catalogue.lines import NAMES as SLIPS
from pcaproofs.grading.diagnosis.changing import PLAIN, Changed, changing
from pcaproofs.grading.diagnosis.forms import Explained, explain_forms
from pcaproofs.grading.diagnosis.model import Diagnosis, Mistake, diagnosis_of
from pcaproofs.grading.diagnosis.repair import LAST, Repair, Repairs
from pcaproofs.grading.diagnosis.rerun import Rerun
from pcaproofs.grading.diagnosis.samples import failed_criteria, follows_of, role_of, samples_of, wrong_roles
from pcaproofs.grading.diagnosis.search import Found, blamed, search
from pcaproofs.grading.diagnosis.symptoms import Symptom
from pcaproofs.grading.parsing.suspects import Suspect
from pcaproofs.grading.running.budget import OutOfTimeError
from pcaproofs.grading.running.run import Run

_MOST_SUPPLIED = 4
_MENDED = "with both changed everything is right"
_DOUBTED = ("covariance-of-samples", "centred-along-wrong-axis", "projected-with-transpose")
"""What is concluded from shapes that do not fit only where the text holds it and its change makes them fit."""
_LACKS = (
    "no-value", "undefined-name", "function-missing", "attribute-missing", "returns-nothing", "uses-none",
    "import-fails",
)  # fmt: skip
"""What a file looks like without the part of it that is no valid Python."""
_FINER = {"same-component-again": "deflated-wrongly"}
"""What is told in place of a mistake that values show, where the change of a line says more exactly what is wrong."""
_WRITES = ("writes-into-whole-numbers", "changes-its-input")
_INDEPENDENT = ("in-place-on-integers", "divides-by-zero-deviation")
"""What stops a program on special data, whatever it does on others."""


@dataclass(frozen=True)
class _Told:
    """What is told of one task."""

    mistakes: tuple[Mistake, ...]
    evidence: str
    follows: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    """What follows where all mistakes were named before, of another task."""
    mends: bool = False
    """Whether all is right once these mistakes are mended."""


def diagnose(assignment: Assignment | None, runs: Sequence[Run], rerun: Rerun) -> Diagnosis | None:
    """Return the mistakes that explain what a submission returned; None where nothing is wrong or nothing fits.

    Of an assignment with several tasks each is diagnosed; a mistake that was named before costs no later task again.
    """
    by_task: dict[str, list[Run]] = {}
    for run in runs:
        if run.outcome.gradable:
            by_task.setdefault(run.task.name, []).append(run)
    mistakes: dict[str, Mistake] = {}
    follows: tuple[str, ...] = ()
    evidence = ""
    if broken := _broken(rerun):
        mistakes[broken.name] = broken
        evidence = "Python does not run the file as it is"
    for each in by_task.values():
        if all(run.ok and not run.outcome.touched for run in each):
            continue
        told = _told_of(each, rerun)
        if told is None or (broken and {each.name for each in told.mistakes} & {*_LACKS}):
            continue
        new = [mistake for mistake in told.mistakes if mistake.name not in mistakes]
        follows += told.follows if new else told.again
        evidence = evidence or told.evidence
        mistakes |= {mistake.name: mistake for mistake in new}
    return diagnosis_of(tuple(mistakes.values()), evidence, follows) if mistakes else None


def _broken(rerun: Rerun) -> Mistake | None:
    """Return that a part of the file, or a cell, is no valid Python, which is left out where the rest is run."""
    found = rerun.broken()
    if found is None:
        return None
    line, said = found
    place, excerpt = rerun.place(line)
    marked = excerpt.startswith(("<<<<<<<", "=======", ">>>>>>>"))
    hint = "Marks of a merge are left in the file: keep one of the two versions, and delete the marks."
    old = "This is how Python 2 prints; write `print(…)`."
    is_cell = place.startswith("cell ")
    run = "Restart the notebook and run all its cells" if is_cell else "Run the file"
    more = hint if marked else old if "call to 'print'" in said else f"{run} before you hand it in."
    whole = "A cell" if is_cell else "A file"
    return Mistake(
        name="syntax-error",
        title="is no valid Python",
        hint=f"Python says: {said.rstrip(' .')}. {more}",
        why=f"{whole} with a syntax error does not run at all; only what is left without that part was tried.",
        claim="",
        place=place,
        excerpt=excerpt,
    )


def _told_of(runs: Sequence[Run], rerun: Rerun) -> _Told | None:
    """Tell what is wrong with a task: that results are exchanged, and what is wrong with them in their places."""
    exchanged = symptoms.of_exchange(runs)
    runs = [symptoms.in_place(run) for run in runs]
    task = _TaskDiagnosis(runs, rerun)
    if not exchanged:
        return task.told()
    first = task.of_symptoms(exchanged)
    rest = None if all(run.ok and not run.outcome.touched for run in runs) else task.told()
    return replace(rest, mistakes=(*first.mistakes, *rest.mistakes)) if rest else first


class _TaskDiagnosis:
    """The diagnosis of the runs of one task."""

    def __init__(self, runs: Sequence[Run], rerun: Rerun, shown: Rerun | None = None) -> None:
        self._runs, self._rerun = runs, rerun
        self._shown = shown or rerun
        """The submission as it was handed in, whose lines are shown."""
        self._task = runs[0].task
        self._repairs = Repairs(runs, rerun)

    def told(self) -> _Told | None:
        """Return the mistakes, by the surest evidence that there is."""
        if all(run.ok for run in self._runs):
            touched = symptoms.of_touching(self._runs)
            return self.of_symptoms(touched) if touched else None
        if told := self._of_sure():
            return told
        ended = self._ending(self._runs)
        if ended and len(ended.runs) == len(self._runs):
            return self._of_ended(ended)
        if ended and ended.mistake.name in _INDEPENDENT and (told := self._apart(ended, (1,))):
            return told
        if told := self.explained():
            return told
        if ended:  # what went wrong elsewhere may still be told where it ended well
            return self._apart(ended, (1, 2, 3)) or self._of_looks_beside(ended)
        return self._of_looks()

    def explained(self) -> _Told | None:
        """Return mistakes that explain all runs: by values, by a change of the text, or by both."""
        if told := self._changed(PLAIN):
            return told
        found = self._search(self._runs, (1,))
        if found and found.evidence.telling:
            finer = [_FINER[item.name] for item in found.misconceptions if item.name in _FINER]
            if told := self._on_its_side_before(found):
                return told
            repair = self._repairs.said_by(finer) if finer else None
            return self._of_repair(repair) if repair else self._of_ways(found, self._runs)
        if forms := explain_forms(self._runs, wrong_roles, self._repairs.words):
            return self._of_forms(forms)
        ended = any(run.outcome.status != "ok" for run in self._runs)
        looks = None if ended else symptoms.of_right_parts(self._runs)
        if not ended and not looks and (told := self._right_parts_outside_ties()):
            return told
        if repair := self._repairs.mending():
            return self._of_repair(repair)
        if not ended and (fact := symptoms.of_solution_values(self._runs)):
            return self.of_symptoms(fact)
        if looks and not found:
            return self.of_symptoms(looks)
        if new := None if ended else symptoms.of_new_samples(self._runs):
            return self.of_symptoms(new)
        if not found and (told := self._beside_whole_numbers()):
            return told
        found = found or self._search(self._runs, (2,))
        if found:
            return self._of_ways(found, self._runs)
        if told := self._uncovered() or self._changed():
            return told
        if found := self._search(self._runs, (3,)):
            return self._of_ways(found, self._runs)
        origin = None if ended else symptoms.of_other_origin(self._runs)
        return self.of_symptoms(origin) if origin else None

    def _right_parts_outside_ties(self) -> _Told | None:
        """Tell that right values are not the ones asked for, of all runs but those that ``eig`` gets wrong."""
        solvers = [each for each in self._repairs.suspects if each.name in LAST and each.name != "inaccurate"]
        rest = [run for run in self._runs if run.data.situation != "data.ties"]
        looks = symptoms.of_right_parts(rest) if solvers and len(rest) < len(self._runs) else None
        if not looks:
            return None
        told = self.of_symptoms(looks)
        return replace(told, mistakes=(*told.mistakes, self._suspected(solvers[0])))

    def _beside_whole_numbers(self) -> _Told | None:
        """Tell what explains all runs but those on whole numbers, into which the program writes in place."""
        writes = [each for each in self._repairs.suspects if each.name in _WRITES]
        whole = [run for run in self._runs if run.data.X.dtype.kind in "iu"]
        rest = [run for run in self._runs if run not in whole]
        if not writes or not whole or not rest:
            return None
        found = self._search(rest, (1,))
        if not found or not found.evidence.telling:
            return None
        told = self._of_ways(found, rest)
        names = {mistake.name for mistake in told.mistakes}
        return told if names & {*_WRITES} else replace(told, mistakes=(*told.mistakes, self._suspected(writes[0])))

    def _of_sure(self) -> _Told | None:
        """Tell what the text shows for sure, and what is wrong with the program once that is mended."""
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
        rest = _TaskDiagnosis(repair.runs, mended, self._shown).explained() if repair and mended else None
        if rest is None:
            return _Told(mistakes, "it stands in the code")
        others = tuple(each for each in rest.mistakes if each.name not in {mistake.name for mistake in mistakes})
        every = (*mistakes, *others)
        follows = self._after_mending(every) if rest.mends else ()
        return _Told(every, f"with {mistakes[0].place or 'one line'} changed, {rest.evidence}", follows)

    def _ending(self, runs: Sequence[Run]) -> Symptom | None:
        """Tell how runs end; from shapes alone no mistake is concluded whose change does not make them fit."""
        checks = self._repairs.checks
        found = symptoms.of_ending(runs, checks)
        if found and found.mistake.name in _DOUBTED and not self._is_shown(found):
            return symptoms.of_ending(runs, checks, frozenset({found.mistake.name}))
        if found and found.mistake.name == "shapes-do-not-fit":
            fixed = self._repairs.fixed_on(found.line, found.runs)
            return replace(found, mistake=self._suspected(fixed)) if fixed else found
        return found

    def _is_shown(self, found: Symptom) -> bool:
        """Whether a change of the text bears out what shapes look like."""
        if found.mistake.name == "projected-with-transpose":
            turned = self._repairs.turning(found.line)
            return turned is not None and turned.name == "transpose-too-many"
        return self._repairs.lets_run(found.mistake.name, found.runs)

    def _of_ended(self, ended: Symptom) -> _Told:
        """Tell what is wrong with a program that never comes to its end."""
        repaired, missing = self._supplied(ended)
        found = self._search(repaired, (1, 2, 3)) or self._search(repaired, (2,), by_shape=True)
        if found and not ended.prelude and (told := self._on_its_side_before(found)):
            return told
        if found:
            return replace(self._of_ways(found, repaired, missing), follows=(), again=())
        if not ended.prelude:
            if repair := self._repairs.mending():
                return self._of_repair(repair)
            if ended.mistake.name not in _DOUBTED and (suspect := self._repairs.turning(ended.line)):
                evidence = f"with {self._shown.place(ended.line)[0]} changed everything is right"
                return _Told((self._suspected(suspect),), evidence)
            doubted = ended.mistake.name in _DOUBTED
            if told := self._uncovered() or (None if doubted else self._changed()):
                return told
        if ended.mistake.name == "shapes-do-not-fit" and (suspect := self._repairs.fitting(ended.line)):
            return _Told((self._suspected(suspect),), f"with {self._shown.place(ended.line)[0]} changed the shapes fit")
        return _Told(missing, ended.evidence)

    def _of_looks(self) -> _Told | None:
        for look in (
            symptoms.of_input,
            symptoms.of_new_samples,
            symptoms.of_wrong_parts,
            symptoms.of_values,
            symptoms.of_touching,
        ):
            if look is symptoms.of_values and (found := self._search(self._runs, (2,), by_shape=True)):
                return self._of_ways(found, self._runs)
            if looks := look(self._runs):
                return self.of_symptoms(looks)
        return None

    def _of_ways(self, found: Found, runs: Sequence[Run], before: tuple[Mistake, ...] = ()) -> _Told:
        touched = symptoms.of_touching(runs)
        mistakes = (*before, *(self._named(item.name) for item in found.misconceptions))
        if touched:
            mistakes = (*mistakes, self._said(touched))
        return _Told(mistakes, _evidence(found, runs), *follows_of(found, self._runs))

    def _of_forms(self, forms: Explained) -> _Told:
        broken = {name for each in forms.mistakes for name in CATALOGUE[each].breaks}
        names = [name for name in failed_criteria(self._runs) if name.split(": ")[-1] not in broken]
        follows = tuple(name for name in names if role_of(name) in forms.follows)
        return _Told(tuple(map(self._named, forms.mistakes)), forms.evidence, follows, tuple(names))

    def _of_repair(self, repair: Repair, suspects: Sequence[Suspect] = ()) -> _Told:
        mistakes = tuple(self._suspected(each) for each in suspects or [repair.suspect])
        evidence = f"with {mistakes[0].place or 'one line'} changed everything is right"
        return _Told(mistakes, evidence, self._after_mending(mistakes), mends=True)

    def _after_mending(self, mistakes: Sequence[Mistake]) -> tuple[str, ...]:
        """Return the criteria that are right once mistakes are mended that everything else follows from."""
        wrong = frozenset(role for run in self._runs for role in wrong_roles(run))
        cost = blamed([CATALOGUE[each.name] for each in mistakes], wrong)
        return tuple(each for each in failed_criteria(self._runs) if role_of(each) not in cost)

    def of_symptoms(self, *found: Symptom) -> _Told:
        """Tell what is seen from outside."""
        return _Told(tuple(self._said(each) for each in found), found[0].evidence)

    def _uncovered(self) -> _Told | None:
        """Tell two mistakes, of which one hides the other until it is mended."""
        for repair in self._repairs.uncovering():
            found = self._search(repair.runs, (1,))
            if found and found.evidence.telling > 1:
                first = self._suspected(repair.suspect)
                rest = tuple(self._named(item.name) for item in found.misconceptions)
                return _Told((*rest, first) if first.name in LAST else (first, *rest), _evidence(found, repair.runs))
            if looks := symptoms.of_new_samples(repair.runs) or symptoms.of_other_origin(repair.runs):
                told = self.of_symptoms(looks)
                return replace(told, mistakes=(*told.mistakes, self._suspected(repair.suspect)))
        if two := self._repairs.mending_two():
            told = self._of_repair(two[0])
            return replace(told, mistakes=(*told.mistakes, self._suspected(two[1])), evidence=_MENDED)
        return None

    def _on_its_side_before(self, found: Found) -> _Told | None:
        """Tell a change of an earlier line, where a product has a factor on its side: shapes do not tell which."""
        if [each.name for each in found.misconceptions] != ["projected-with-transpose"]:
            return None
        lines = {run.outcome.error.line for run in self._runs if run.outcome.error}
        changed = changing(self._repairs, self._runs) if lines else None
        if changed is None or lines & {each.line for each in changed.suspects}:
            return None
        return self._of_changed(changed)

    def _changed(self, kinds: tuple[str, ...] = ()) -> _Told | None:
        """Tell a slip, or two, by small changes of lines; of some kinds only one of these."""
        found = changing(self._repairs, self._runs, kinds)
        return self._of_changed(found) if found else None

    def _of_changed(self, found: Changed) -> _Told:
        mistakes = tuple(map(self._suspected, found.suspects))
        in_order = sorted(zip(found.suspects, mistakes, strict=True), key=lambda each: each[0].line)
        evidence = _listed([each.place or "one line" for _, each in in_order])
        beside = tuple(map(self._suspected, found.beside))
        return _Told(
            (*mistakes, *beside), f"with {evidence} changed everything is right", self._after_mending(mistakes)
        )

    def _apart(self, ended: Symptom, counts: tuple[int, ...]) -> _Told | None:
        """Diagnose the runs that came to their end without those that did not, by their values."""
        rest = [run for run in self._runs if run not in ended.runs]
        found = self._search(rest, counts)
        if found and found.evidence.telling:
            told = self._of_ways(found, rest)
        elif ended.mistake.name not in _INDEPENDENT or all(run.ok for run in rest):
            return None
        elif any(run.outcome.touched for run in rest):
            return None  # what is wrong may come from there
        else:
            others = _TaskDiagnosis(rest, self._rerun, self._shown).explained()
            if others is None and (looks := symptoms.of_values(rest)):
                others = self.of_symptoms(looks)
            if others is None:
                return None
            told = others
        return replace(told, mistakes=(*told.mistakes, self._said(ended)))

    def _of_looks_beside(self, ended: Symptom) -> _Told:
        looks = symptoms.of_values([run for run in self._runs if run not in ended.runs])
        return self.of_symptoms(ended, *((looks,) if looks else ()))

    def _supplied(self, ended: Symptom) -> tuple[Sequence[Run], tuple[Mistake, ...]]:
        """Return the runs that come to their end once what is missing is supplied, and what was missing."""
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
            found = self._ending(again)
        return again, _merged(missing)

    def _search(self, runs: Sequence[Run], counts: tuple[int, ...], *, by_shape: bool = False) -> Found | None:
        samples = samples_of(runs)
        if not samples:
            return None
        conventions, free = self._task.conventions, self._task.reading.free  # a right program may have any of these
        if "scale" in free:
            conventions = replace(conventions, scale="any")
        if "covariance" in free:
            conventions = replace(conventions, covariance="any")
        return search(samples, conventions, counts, by_shape=by_shape, words=self._repairs.words)

    def _named(self, name: str) -> Mistake:
        """Return a misconception of the catalogue, with the function that it is about and the student's line."""
        wrong = {role for run in self._runs for role in wrong_roles(run)}
        role = next((role for role in CATALOGUE[name].at if role in wrong), "")
        mistake = symptoms.mistake_named(name, self._task)
        return self._placed(mistake, function_of(self._task, role), self._repairs.line_of(name))

    def _suspected(self, suspect: Suspect) -> Mistake:
        place, excerpt = self._shown.place(suspect.line)
        mistake = self._named(suspect.name)
        hint = SLIP.replace("{change}", suspect.said) if suspect.said and suspect.name in SLIPS else mistake.hint
        return replace(mistake, place=place, excerpt=excerpt, hint=hint)

    def _said(self, symptom: Symptom) -> Mistake:
        """Return a symptom's mistake, with the function that it is about and the line of the error."""
        line = symptom.line or self._repairs.line_of(symptom.mistake.name)
        return self._placed(symptom.mistake, function_of(self._task, symptom.role) if symptom.in_function else "", line)

    def _placed(self, mistake: Mistake, function: str, line: int) -> Mistake:
        place, excerpt = self._shown.place(line) if line else ("", "")
        return replace(mistake, task=self._task.name, function=function, place=place, excerpt=excerpt)


def _merged(mistakes: tuple[Mistake, ...]) -> tuple[Mistake, ...]:
    """Return mistakes of one kind as one."""
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


def _listed(places: Sequence[str]) -> str:
    *before, last = dict.fromkeys(places)
    return f"{', '.join(before)} and {last}" if before else last


def _evidence(found: Found, runs: Sequence[Run]) -> str:
    evidence = found.evidence
    wrong = evidence.explained + evidence.unexplained
    said = f"on {evidence.explained} of the {wrong} data sets where something is wrong it returns what this gives"
    return f"{said}, and on none of all {len(runs)} anything else"
