"""The diagnosis of one task, by the strongest evidence; also of runs that do not complete."""

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.grading.diagnosis import symptoms
from pcaproofs.grading.diagnosis.explanation import Explanation
from pcaproofs.grading.diagnosis.explanation_search import ExplanationSearch
from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.diagnosis.symptoms import Symptom
from pcaproofs.grading.running.budget import OutOfTimeError
from pcaproofs.grading.running.run import Run

_MOST_SUPPLIED = 4
_DOUBTED = ("covariance-of-samples", "centred-along-wrong-axis", "projected-with-transpose")
"""Mistakes that are concluded from shapes only if the code contains them and a change makes the shapes fit."""
_SAID = ("outdated-name", "output-limit", "forged", "ends-the-process")
"""How runs end that name their own cause: what is left after such a line is removed is another program."""
_INDEPENDENT = ("in-place-on-integers", "divides-by-zero-deviation")
"""Mistakes that stop a program on special data only."""


class TaskDiagnosis(ExplanationSearch):
    """The diagnosis of the runs of one task."""

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
            if explanation := self._uncovered() or (None if doubted else self._changed()):
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
        return replace(explanation, mistakes=(*explanation.mistakes, self._said(ended)))

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
