"""What explains runs: their values, a change of the text, or both; fewer mistakes before more."""

from dataclasses import replace

from pcaproofs.grading.diagnosis import symptoms
from pcaproofs.grading.diagnosis.changing import PLAIN, changing
from pcaproofs.grading.diagnosis.forms import explain_forms
from pcaproofs.grading.diagnosis.repair import LAST
from pcaproofs.grading.diagnosis.samples import wrong_roles
from pcaproofs.grading.diagnosis.search import Found
from pcaproofs.grading.diagnosis.told import Teller, Told, evidence_of

_MENDED = "with both changed everything is right"
_FINER = {"same-component-again": "deflated-wrongly"}
"""What is told in place of a mistake that values show, where the change of a line says more exactly what is wrong."""
_WRITES = ("writes-into-whole-numbers", "changes-its-input")


class Explaining(Teller):
    """Mistakes that explain all runs of one task, or all but those on special data."""

    def explained(self) -> Told | None:
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
        if told := self._uncovered() or self._changed() or self._outside_ties():
            return told
        if found := self._search(self._runs, (3,)):
            return self._of_ways(found, self._runs)
        origin = None if ended else symptoms.of_other_origin(self._runs)
        return self.of_symptoms(origin) if origin else None

    def _right_parts_outside_ties(self) -> Told | None:
        """Tell that right values are not the ones asked for, of all runs but those that ``eig`` gets wrong."""
        solvers = [each for each in self._repairs.suspects if each.name in LAST and each.name != "inaccurate"]
        rest = [run for run in self._runs if run.data.situation != "data.ties"]
        looks = symptoms.of_right_parts(rest) if solvers and len(rest) < len(self._runs) else None
        if not looks:
            return None
        told = self.of_symptoms(looks)
        return replace(told, mistakes=(*told.mistakes, self._suspected(solvers[0])))

    def _beside_whole_numbers(self) -> Told | None:
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

    def _outside_ties(self) -> Told | None:
        """Tell the one mistake that explains all runs but those on ties, in which a program may choose its axes."""
        rest = [run for run in self._runs if run.data.situation != "data.ties"]
        found = self._search(rest, (1,)) if 1 < len(rest) < len(self._runs) else None
        return self._of_ways(found, rest) if found and found.evidence.telling > 1 else None

    def _uncovered(self) -> Told | None:
        """Tell two mistakes, of which one hides the other until it is mended."""
        for repair in self._repairs.uncovering():
            found = self._search(repair.runs, (1,))
            if found and found.evidence.telling > 1:
                first = self._suspected(repair.suspect)
                rest = tuple(self._named(item.name) for item in found.misconceptions)
                return Told((*rest, first) if first.name in LAST else (first, *rest), evidence_of(found, repair.runs))
            if looks := symptoms.of_new_samples(repair.runs) or symptoms.of_other_origin(repair.runs):
                told = self.of_symptoms(looks)
                return replace(told, mistakes=(*told.mistakes, self._suspected(repair.suspect)))
        if two := self._repairs.mending_two():
            told = self._of_repair(two[0])
            return replace(told, mistakes=(*told.mistakes, self._suspected(two[1])), evidence=_MENDED)
        return None

    def _on_its_side_before(self, found: Found) -> Told | None:
        """Tell a change of an earlier line, where a product has a factor on its side: shapes do not tell which."""
        if [each.name for each in found.misconceptions] != ["projected-with-transpose"]:
            return None
        lines = {run.outcome.error.line for run in self._runs if run.outcome.error}
        changed = changing(self._repairs, self._runs) if lines else None
        if changed is None or lines & {each.line for each in changed.suspects}:
            return None
        return self._of_changed(changed)

    def _changed(self, kinds: tuple[str, ...] = ()) -> Told | None:
        """Tell a slip, or two, by small changes of lines; of some kinds only one of these."""
        found = changing(self._repairs, self._runs, kinds)
        return self._of_changed(found) if found else None
