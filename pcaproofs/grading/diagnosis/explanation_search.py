"""Explanations of runs by values, by a change of the code, or by both; fewer mistakes are preferred."""

from collections.abc import Iterator
from dataclasses import replace

from pcaproofs.grading.diagnosis import symptoms
from pcaproofs.grading.diagnosis.correcting_changes import OF_COUNTS, PLAIN, correcting_changes
from pcaproofs.grading.diagnosis.explanation import Explainer, Explanation, evidence_of
from pcaproofs.grading.diagnosis.forms import explain_forms
from pcaproofs.grading.diagnosis.repair import LAST, Repairs
from pcaproofs.grading.diagnosis.samples import wrong_roles
from pcaproofs.grading.diagnosis.search import SearchResult
from pcaproofs.grading.diagnosis.symptoms import Symptom

_MENDED = "with both changed everything is right"
_FINER = {
    "same-component-again": "deflated-wrongly",
    "vectors-sorted-alone": "smallest-components",
    "never-centred": "truncated-svd",
    "fixed-number-of-components": "from-outside",
}
"""Mistakes found by values that are replaced if the change of a line is more precise."""
_WRITES = ("writes-into-whole-numbers", "changes-its-input")


class ExplanationSearch(Explainer):
    """Mistakes that explain all runs of one task, or all except those on special data."""

    def explained(self) -> Explanation | None:
        """Mistakes that explain all runs: by values, by a change of the code, or by both."""
        return next(filter(None, self._attempts()), None)

    def _attempts(self) -> Iterator[Explanation | None]:
        """Explanations in decreasing order of certainty; each is searched only if the earlier ones are None."""
        yield self._changed(PLAIN)
        yield from self._of_counts()
        found = self._search(self._runs, (1,))
        yield self._of_one_variant(found)
        forms = explain_forms(self._runs, wrong_roles, self._repairs.words)
        yield self._of_forms(forms) if forms else None
        ended = any(run.outcome.status != "ok" for run in self._runs)
        looks = None if ended else symptoms.of_right_parts(self._runs)
        yield None if ended or looks else self._right_parts_outside_ties()
        repair = self._repairs.mending()
        yield self._of_repair(repair) if repair else None
        yield None if ended else self._seen(symptoms.of_solution_values(self._runs))
        yield None if found else self._seen(looks)
        yield None if ended else self._seen(symptoms.of_new_samples(self._runs))
        yield None if found else self._beside_whole_numbers()
        yield None if found or ended else self._seen(symptoms.of_input(self._runs))
        yield self._of_variants_or_none(found or self._search(self._runs, (2,)))
        signs = None if ended else symptoms.of_signs(self._runs)
        yield self._changed(("step-too-many",)) if signs else None
        yield self._seen(signs)
        yield self._uncovered()
        yield self._changed()
        yield self._deflation_outside_ties()
        yield self._outside_ties()
        yield self._of_variants_or_none(self._search(self._runs, (3,)))
        yield None if ended else self._seen(symptoms.of_other_origin(self._runs))

    def _of_counts(self) -> Iterator[Explanation | None]:
        """Changes that correct numbers of components, which are so small that they agree with many mistakes."""
        share = self._repairs.said_by(("fixed-share",))
        yield self._of_repair(share) if share else None
        if self._only_counts:
            yield self._changed(("never-centred",))
            repair = self._repairs.mending()
            yield self._of_repair(repair) if repair else None

    @property
    def _only_counts(self) -> bool:
        """Whether only numbers of components are wrong."""
        return {role for run in self._runs for role in wrong_roles(run)} == {"component_count"}

    def _of_one_variant(self, found: SearchResult | None) -> Explanation | None:
        """A single mistake with significant values, or a more precise change of a line."""
        if not found or not found.evidence.significant:
            return None
        finer = [_FINER[item.name] for item in found.misconceptions if item.name in _FINER]
        if explanation := self._on_its_side_before(found):
            return explanation
        repair = self._repairs.said_by(finer) if finer else None
        if repair:
            return self._of_repair(repair)
        return (self._deflation_outside_ties() if finer else None) or self._of_variants(found, self._runs)

    def _of_variants_or_none(self, found: SearchResult | None) -> Explanation | None:
        return self._of_variants(found, self._runs) if found else None

    def _seen(self, symptom: Symptom | None) -> Explanation | None:
        return self.of_symptoms(symptom) if symptom else None

    def _right_parts_outside_ties(self) -> Explanation | None:
        """Correct values that were not asked for, on all runs except those on which `eig` fails."""
        solvers = [each for each in self._repairs.suspects if each.name in LAST and each.name != "inaccurate"]
        rest = [run for run in self._runs if run.data.situation != "data.ties"]
        looks = symptoms.of_right_parts(rest) if solvers and len(rest) < len(self._runs) else None
        if not looks:
            return None
        explanation = self.of_symptoms(looks)
        return replace(explanation, mistakes=(*explanation.mistakes, self._suspected(solvers[0])))

    def _beside_whole_numbers(self) -> Explanation | None:
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
        names = {mistake.name for mistake in explanation.mistakes}
        return (
            explanation
            if names & {*_WRITES}
            else replace(explanation, mistakes=(*explanation.mistakes, self._suspected(writes[0])))
        )

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

    def _outside_ties(self) -> Explanation | None:
        """A single mistake that explains all runs except those on ties, in which a program may choose its axes."""
        rest = [run for run in self._runs if run.data.situation != "data.ties"]
        found = self._search(rest, (1,)) if 1 < len(rest) < len(self._runs) else None
        return self._of_variants(found, rest) if found and found.evidence.significant > 1 else None

    def _uncovered(self) -> Explanation | None:
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
                explanation = self.of_symptoms(looks)
                return replace(explanation, mistakes=(*explanation.mistakes, self._suspected(repair.suspect)))
        if two := self._repairs.mending_two():
            explanation = self._of_repair(two[0])
            return replace(explanation, mistakes=(*explanation.mistakes, self._suspected(two[1])), evidence=_MENDED)
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

    def _changed(self, kinds: tuple[str, ...] = ()) -> Explanation | None:
        """One wrong line, or two, found by small changes of lines; kinds: those of changes, all if empty."""
        found = correcting_changes(self._repairs, self._runs, kinds or (OF_COUNTS if self._only_counts else ()))
        return self._of_changed(found) if found else None
