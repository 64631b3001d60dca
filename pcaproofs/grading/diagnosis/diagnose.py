"""The diagnosis of runs.

There are four kinds of evidence, used in this order:

1. A mistake in the code that makes all values meaningless (`vectors, values = eig(C)`). It is repaired first, and the
   repaired program is diagnosed.
2. Numbers: the values on all data sets are those of known mistakes (`search`), and the code contains the necessary
   traces (`TRACES`). Or a change of the student's own line makes everything correct (`repair`). Fewer mistakes are
   preferred; a change of one line is preferred to two mistakes that agree with the numbers.
3. How runs end: an error with its line.
4. The appearance of values: facts such as a wrong shape, reported if nothing explains them.

If nothing explains the values, there is no diagnosis, because no diagnosis is better than a wrong one.
"""

import ast
import itertools
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from pcaproofs.grading.assignment.model import Assignment, Task
from pcaproofs.grading.diagnosis import symptoms
from pcaproofs.grading.diagnosis.catalogue import AFTER, BY_SVD, CATALOGUE, OF_FILE, SLIPS
from pcaproofs.grading.diagnosis.catalogue import HINT as SLIP
from pcaproofs.grading.diagnosis.forms import explain_forms
from pcaproofs.grading.diagnosis.model import Diagnosis, Mistake, diagnosis_of
from pcaproofs.grading.diagnosis.repair import (
    LAST,
    OF_COUNTS,
    PLAIN,
    SIDES,
    CorrectingChanges,
    Repair,
    Repairs,
    correcting_changes,
    suspect_of,
)
from pcaproofs.grading.diagnosis.rerun import MERGE_MARKS, Rerun
from pcaproofs.grading.diagnosis.search import (
    SearchResult,
    blamed,
    explains,
    failed_criteria,
    follows_of,
    role_of,
    samples_of,
    search,
    wrong_roles,
)
from pcaproofs.grading.diagnosis.symptoms import Symptom
from pcaproofs.grading.diagnosis.words import mistake_of
from pcaproofs.grading.parsing.suspects import Edit, Suspect
from pcaproofs.grading.running.budget import OutOfTimeError
from pcaproofs.grading.running.run import Run
from pcaproofs.grading.sandbox.worker.newer import NEEDS


def function_of(task: Task, role: str = "") -> str:
    """The function that yields a role, or that the task calls first; empty if it calls none.

    A method is named with its class: after `m = PCA(k).fit(X)`, `m.transform(X)` is a call of `PCA.transform`.
    """
    statements = ast.parse(task.call).body
    classes: dict[str, str] = {}
    called: dict[str, str] = {}
    first = ""
    for statement in statements:
        value = getattr(statement, "value", None)
        name = _name_of(value, classes, task) if isinstance(value, ast.expr) else ""
        first = first or name
        if isinstance(statement, ast.Expr) and (owner := _root(statement.value)) in called:
            first = name if called[owner] == first else first  # m = PCA(k); m.fit(X)
            called[owner] = name
        for target in getattr(statement, "targets", []):
            for node in ast.walk(target):
                if isinstance(node, ast.Name):
                    called[node.id] = name
                    classes[node.id] = name.partition(".")[0]
    if role not in task.roles:
        return first
    expression = ast.parse(task.roles[role].strip(), mode="eval").body
    own = _name_of(expression, classes, task)
    known = (called[node.id] for node in ast.walk(expression) if isinstance(node, ast.Name) and called.get(node.id))
    return own or next(known, first)


def _name_of(value: ast.expr, classes: dict[str, str], task: Task) -> str:
    """The outermost call in an expression that is not one of numpy or of Python."""
    for call in _calls(value):
        function = call.func
        if isinstance(function, ast.Name) and function.id not in _PYTHON:
            return function.id
        if isinstance(function, ast.Attribute):
            owner = _root(function.value)
            if owner == "np" or owner in ("X", *task.given):
                continue
            if found := classes.get(owner, owner):
                return f"{found}.{function.attr}" if found[:1].isupper() else function.attr
    return ""


_PYTHON = frozenset({"float", "int", "len", "list", "tuple", "dict", "sum", "abs", "min", "max", "getattr", "sorted"})


def _calls(value: ast.expr) -> Iterator[ast.Call]:
    return (node for node in ast.walk(value) if isinstance(node, ast.Call))  # the outer ones come first


def _root(value: ast.expr) -> str:
    while isinstance(value, ast.Attribute | ast.Call | ast.Subscript):
        value = value.func if isinstance(value, ast.Call) else value.value
    return value.id if isinstance(value, ast.Name) else ""


# The explanation of the runs of one task: candidates from four generators, of which the one of the least cost is told.
#
# The generators are variants (known wrong computations that give the values, `forms` among them), edits (changes of the
# text that mend the program), looks (what the values look like) and errors (how runs end). A candidate has to explain
# every run, or every run but those on special data that it names a mistake for; `_CANDIDATES` has the costs.


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
        """The candidate of the least cost."""
        if all(run.ok for run in self._runs):
            touched = symptoms.of_touching(self._runs)
            return self.of_symptoms(touched) if touched else None
        return self._cheapest(0.0, math.inf)

    def explained(self, most: float) -> Explanation | None:
        """The candidate of the least cost that says more than how runs end."""
        return self._cheapest(_LEAST, most)

    def _cheapest(self, least: float, most: float) -> Explanation | None:
        for row in [each for each in _CANDIDATES if least <= each.cost <= most]:
            if (row.whole and self._ended) or (row.alone and self._one):
                continue
            if found := row.make(self):
                return found
        return None

    def of_own_cause(self) -> Explanation | None:
        """How runs end, where that names its own cause."""
        said = symptoms.of_ending(self._runs, self._repairs.text.checks)
        if not said or said.mistake.name not in _SAID:
            return None
        every = len(said.runs) == len(self._runs)
        return self.of_symptoms(said) if every else self._apart(said, (1, 2)) or self._of_looks_beside(said)

    def of_special_data(self) -> Explanation | None:
        """How runs end on special data, beside the mistake that the others show."""
        ended = self._end
        return self._apart(ended, (1,)) if ended and ended.mistake.name in _INDEPENDENT else None

    def beside_ending(self) -> Explanation | None:
        """How runs end, beside what those show that ended well."""
        ended = self._end
        return (self._apart(ended, (1, 2, 3)) or self._of_looks_beside(ended)) if ended else None

    @cached_property
    def _end(self) -> Symptom | None:
        """How runs end that do not come to their end."""
        return self._ending(self._runs)

    def of_sure(self) -> Explanation | None:
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
        rest = TaskDiagnosis(repair.runs, mended, self._shown).explained(_OF_CAUSES) if repair and mended else None
        if rest is None:
            return Explanation(mistakes, "it stands in the code")
        others = tuple(each for each in rest.mistakes if each.name not in {mistake.name for mistake in mistakes})
        every = (*mistakes, *others)
        follows = self._after_mending(every)[0] if rest.mends else ()
        return Explanation(every, f"with {mistakes[0].place or 'one line'} changed, {rest.evidence}", follows)

    def _ending(self, runs: Sequence[Run]) -> Symptom | None:
        """The way runs end; shapes alone are evidence only if a change of the line makes them fit."""
        checks = self._repairs.text.checks
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
            turned = self._repairs.said_by(SIDES, found.line)
            return turned is not None and turned.suspect.name == "transpose-too-many"
        return self._repairs.letting_run(found.mistake.name, found.runs) is not None

    def of_ending(self) -> Explanation | None:
        """The mistakes of a program that never completes."""
        ended = self._end
        if not ended or len(ended.runs) < len(self._runs):
            return None
        if ended.line and (suspect := self._repairs.letting_run("all-results-for-one", ended.runs)):
            return self._with_changed(suspect, "it comes to its end")
        repaired, missing = self._supplied(ended)
        found = self._search(repaired, (1, 2, 3)) or self._search(repaired, (2,), by_shape=True)
        if found:
            return replace(self._of_variants(found, repaired, missing), follows=(), again=())
        if not ended.prelude:
            if explanation := self.mended():
                return explanation
            doubted = ended.mistake.name in _DOUBTED
            if not doubted and (repair := self._repairs.said_by(SIDES, ended.line)):
                return self._with_changed(repair.suspect, "everything is right")
            if explanation := self.uncovered() or (None if doubted else self.changed()):
                return explanation
        if ended.mistake.name == "shapes-do-not-fit" and (suspect := self._repairs.fitting(ended.line)):
            return self._with_changed(suspect, "the shapes fit")
        return Explanation(missing, ended.evidence)

    def of_foreseen_shapes(self) -> Explanation | None:
        """Two misconceptions of whose values only the wrong shapes are foreseen."""
        found = self._search(self._runs, (2,), by_shape=True)
        if not found:
            return None
        doubted = [item.name for item in found.misconceptions if item.name in _DOUBTED]
        if found.evidence.significant or all(self._repairs.letting_run(name, self._runs) for name in doubted):
            return self._of_variants(found, self._runs)
        return None

    def _apart(self, ended: Symptom, counts: tuple[int, ...]) -> Explanation | None:
        """Diagnose the completed runs by their values, without the others."""
        rest = [run for run in self._runs if run not in ended.runs]
        found = self._search(rest, counts)
        if not found or not found.evidence.significant:
            return None
        return self._of_variants(found, rest).and_also(self._said(ended))

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

    @cached_property
    def _ended(self) -> bool:
        """Whether some runs did not come to their end."""
        return any(run.outcome.status != "ok" for run in self._runs)

    @cached_property
    def _one(self) -> SearchResult | None:
        """The single misconception that gives all values."""
        return self._search(self._runs, (1,))

    def said_by(self, *names: str) -> Explanation | None:
        """A line that may hold one of these mistakes, after whose change everything is right."""
        repair = self._repairs.said_by(names)
        return self._of_repair(repair) if repair else None

    def mended(self) -> Explanation | None:
        """A line that may hold any known mistake, after whose change everything is right."""
        repair = self._repairs.mending()
        return self._of_repair(repair) if repair else None

    def of_forms(self) -> Explanation | None:
        """Wrong values of whitened data and kernels."""
        forms = explain_forms(self._runs, wrong_roles, self._repairs.text.words)
        if forms is None:
            return None
        broken = {name for each in forms.mistakes for name in CATALOGUE[each].breaks}
        names = [name for name in failed_criteria(self._runs) if name.split(": ")[-1] not in broken]
        follows = tuple(name for name in names if role_of(name) in forms.follows)
        return Explanation(tuple(map(self._named, forms.mistakes)), forms.evidence, follows, tuple(names))

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
        more = (self.said_by(*finer) or self._deflation_outside_ties()) if finer else None
        return more or self._of_variants(found, self._runs)

    def right_parts_outside_ties(self) -> Explanation | None:
        """Correct values that were not asked for, on all runs except those on which `eig` fails."""
        solvers = [each for each in self._repairs.text.suspects if each.name in LAST and each.name != "inaccurate"]
        rest = [run for run in self._runs if run.data.situation != "data.ties"]
        if not solvers or len(rest) == len(self._runs) or symptoms.of_right_parts(self._runs):
            return None
        looks = symptoms.of_right_parts(rest)
        if not looks:
            return None
        return self.of_symptoms(looks).and_also(self._suspected(solvers[0]))

    def beside_whole_numbers(self) -> Explanation | None:
        """Mistakes that explain all runs except those on integers, which the program modifies in place."""
        writes = [each for each in self._repairs.text.suspects if each.name in _WRITES]
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
        return self._with_changed(repair.suspect, "all is right where variances differ") if repair else None

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

    def _with_changed(self, suspect: Suspect, then: str) -> Explanation:
        mistake = self._suspected(suspect)
        return Explanation((mistake,), f"with {mistake.place or 'one line'} changed {then}")

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
        words = self._repairs.text.words
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
        words = self._repairs.text.words or frozenset()
        by_svd = name == BY_SVD.name and "svd" in words and not words & {"eig", "eigh"} and self._task.samples == "rows"
        mistake = symptoms.mistake_in_words(BY_SVD if by_svd else CATALOGUE[name], self._task)
        if name == "fixed-number-of-components":
            changes = {each.said for each in self._repairs.text.suspects if each.name == name and each.said}
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
    generator: Literal["variants", "edits", "errors", "looks"]
    make: Callable[[TaskDiagnosis], Explanation | None]
    whole: bool = False
    """Whether it needs runs that all come to their end."""
    alone: bool = False
    """Whether it is left out where a single misconception gives all values."""


_CANDIDATES = (
    CandidateRow(0.1, "errors", TaskDiagnosis.of_own_cause),
    CandidateRow(0.2, "edits", TaskDiagnosis.of_sure),
    CandidateRow(0.3, "errors", TaskDiagnosis.of_ending),
    CandidateRow(0.4, "errors", TaskDiagnosis.of_special_data),
    CandidateRow(1.0, "edits", lambda task: task.changed(PLAIN)),
    CandidateRow(1.1, "edits", lambda task: task.said_by("fixed-share")),
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
    CandidateRow(6.0, "looks", lambda task: task.seen(symptoms.of_input), whole=True),
    CandidateRow(6.1, "looks", lambda task: task.seen(symptoms.of_wrong_parts), whole=True),
    CandidateRow(6.2, "variants", TaskDiagnosis.of_foreseen_shapes, whole=True),
    CandidateRow(6.3, "looks", lambda task: task.seen(symptoms.of_values), whole=True),
    CandidateRow(6.4, "looks", lambda task: task.seen(symptoms.of_touching), whole=True),
    CandidateRow(7.0, "errors", TaskDiagnosis.beside_ending),
)
"""The cheapest first. Each has a cost of its own, so that two candidates never cost the same."""
_LEAST, _OF_CAUSES = 1.0, 5.9
"""Up to the first cost stand how runs end and what the code says, to the second causes; beyond it, looks alone."""


# One mistake that shows in several tasks is reported once.
#
# If several tasks call one function, its mistake shows in all of them. In each task it is named by its values, perhaps
# by another name. It is one mistake if one change of the code corrects both tasks, or if both names are given for one
# line.


@dataclass(frozen=True)
class ExplainedTask:
    """The runs of a task, and their explanation."""

    runs: Sequence[Run]
    explanation: Explanation


def without_repetitions(tasks: Sequence[ExplainedTask], rerun: Rerun) -> list[Explanation]:
    """The explanation of each task without the mistakes of other tasks; what follows from these is kept."""
    found = [each.explanation for each in tasks]
    for one, two in itertools.combinations(range(len(found)), 2):
        found[two] = _without_those_of_one_line(found[two], found[one].mistakes)
        if not found[one].mistakes or not found[two].mistakes or _names(found[one]) & _names(found[two]):
            continue
        if _gives(found[one].mistakes, tasks[two].runs) or _corrects(_edits(tasks[one], rerun), tasks[two].runs, rerun):
            found[two] = _without_mistakes(found[two])
        elif _corrects(_edits(tasks[two], rerun), tasks[one].runs, rerun):
            found[one] = replace(found[one], mistakes=_as_one(found[one].mistakes, found[two].mistakes))
            found[two] = _without_mistakes(found[two])
    return found


def _names(explanation: Explanation) -> set[str]:
    return {each.name for each in explanation.mistakes}


def _without_mistakes(explanation: Explanation) -> Explanation:
    return replace(explanation, mistakes=(), again=explanation.again or explanation.follows)


def _without_those_of_one_line(explanation: Explanation, before: Sequence[Mistake]) -> Explanation:
    lines = {(suspect_of(each.name), each.place) for each in before if each.place}
    left = tuple(each for each in explanation.mistakes if (suspect_of(each.name), each.place) not in lines)
    return replace(explanation, mistakes=left) if left else _without_mistakes(explanation)


def _gives(mistakes: Sequence[Mistake], runs: Sequence[Run]) -> bool:
    """Whether a single mistake of one task gives the values of another one, too."""
    samples = samples_of(runs)
    conventions = runs[0].task.conventions
    return len(mistakes) == 1 and bool(samples) and explains(mistakes[0].name, samples, conventions)


def _edits(task: ExplainedTask, rerun: Rerun) -> tuple[Edit, ...]:
    """The change that corrects a task. For a mistake that was found by its values, such a change is searched."""
    if task.explanation.edits or len(task.explanation.mistakes) != 1:
        return task.explanation.edits
    return Repairs(task.runs, rerun).edits_for(task.explanation.mistakes[0].name)


def _corrects(edits: tuple[Edit, ...], runs: Sequence[Run], rerun: Rerun) -> bool:
    """Whether the change that corrects one task corrects another one as well."""
    if not edits:
        return False
    try:
        after = rerun.edited(edits).on(runs[0].task, [run.data for run in runs])
    except (IndexError, OutOfTimeError):
        return False
    return all(run.ok for run in after)


def _as_one(before: tuple[Mistake, ...], found: tuple[Mistake, ...]) -> tuple[Mistake, ...]:
    """The mistakes of a task for which another task gave the change; a name that says more than the change is kept."""
    if len(before) == len(found) == 1 and before[0].name not in SLIPS:
        hint = found[0].hint if found[0].name in SLIPS else before[0].hint
        return (replace(before[0], place=found[0].place, excerpt=found[0].excerpt, hint=hint),)
    return tuple(replace(each, task=before[0].task, function=before[0].function) for each in found)


# Results that depend on calls before: something is kept between calls of one program


_ENDED = ("ok", "error")


def runs_alone(runs: Sequence[Run], rerun: Rerun) -> list[Run]:
    """The runs of one task, of which each wrong one is run again in a process of its own.

    The same runs where the last wrong one that students see returns the same there, or something else each time (a
    program may draw random numbers), or where there is no time left.
    """
    wrong = [run for run in runs if not run.ok and run.outcome.status in _ENDED]
    last = next((run for run in reversed(wrong) if run.data.visible), None)
    if last is None or len(runs) < 2:
        return [*runs]
    try:
        alone = _alone(last, rerun)
        if _returns_the_same(last, alone) or not _returns_the_same(alone, _alone(last, rerun)):
            return [*runs]
        again = {id(run): _alone(run, rerun) for run in wrong if run is not last} | {id(last): alone}
    except OutOfTimeError:
        return [*runs]
    return [again.get(id(run), run) for run in runs]


def of_earlier_calls(runs: Sequence[Run], alone: Sequence[Run]) -> Symptom | None:
    """The symptom of runs that return other values alone than after earlier calls."""
    pairs = zip(runs, alone, strict=True)
    changed = [run for run, other in pairs if other is not run and not _returns_the_same(run, other)]
    if not changed:
        return None
    mistake = mistake_of("depends-on-earlier-calls")
    return Symptom(mistake, changed, f"{len(changed)} of {len(runs)} runs return something else alone")


def _alone(run: Run, rerun: Rerun) -> Run:
    (alone,) = rerun.on(run.task, [run.data])
    return alone


def _returns_the_same(one: Run, other: Run) -> bool:
    """Whether two runs end alike and return the same, up to rounding."""
    if one.outcome.status != other.outcome.status or one.roles.keys() != other.roles.keys():
        return False
    return all(_is_same(value, other.roles[role]) for role, value in one.roles.items())


def _is_same(one: object, other: object) -> bool:
    if not isinstance(one, np.ndarray) or not isinstance(other, np.ndarray):
        return str(one) == str(other)
    if one.shape != other.shape or one.dtype.kind not in "biufc":
        return one.shape == other.shape
    with np.errstate(all="ignore"):
        return bool(np.allclose(one, other, equal_nan=True))


# The diagnosis of runs


_CLAIMED = re.compile(rf" {AFTER} everything .*$")
_LACKS = (
    "no-value", "undefined-name", "function-missing", "attribute-missing", "returns-nothing", "uses-none",
    "import-fails",
)  # fmt: skip
"""The symptoms of a file whose invalid part was left out."""


def diagnose(assignment: Assignment | None, runs: Sequence[Run], rerun: Rerun) -> Diagnosis | None:
    """The mistakes that explain the values of a submission; None if nothing is wrong or nothing fits.

    Of an assignment with several tasks each is diagnosed; a mistake that was named before costs no later task again.
    """
    by_task: dict[str, list[Run]] = {}
    for run in runs:
        if run.outcome.gradable:
            by_task.setdefault(run.task.name, []).append(run)
    mistakes: list[Mistake] = []
    follows: tuple[str, ...] = ()
    evidence = ""
    if broken := _broken(rerun):
        mistakes.append(broken)
        evidence = "Python does not run the file as it is"
    found: list[ExplainedTask] = []
    for each in by_task.values():
        if all(run.ok and not run.outcome.touched for run in each):
            continue
        explanation = _explanation_of(each, rerun)
        if explanation is not None and not (broken and {each.name for each in explanation.mistakes} & {*_LACKS}):
            found.append(ExplainedTask(each, explanation))
    for explanation in without_repetitions(found, rerun):
        before = {mistake.name for mistake in mistakes}
        new = [mistake for mistake in explanation.mistakes if mistake.name not in before]
        follows += explanation.follows if new else explanation.again
        evidence = evidence or explanation.evidence
        mistakes += [mistake for mistake in _jointly(explanation.mistakes) if mistake.name not in before]
    return diagnosis_of(tuple(mistakes), evidence, follows) if mistakes else None


def _jointly(mistakes: Sequence[Mistake]) -> tuple[Mistake, ...]:
    """Mistakes whose hints say after which of the changes everything is correct: after all that are shown.

    Beside a symptom nothing is said of it, since no change that would correct the symptom was tried.
    """
    if len(mistakes) < 2:
        return tuple(mistakes)
    if any(each.name not in CATALOGUE for each in mistakes):
        return tuple(replace(each, hint=_CLAIMED.sub("", each.hint)) for each in mistakes)
    together = f"After {'both' if len(mistakes) == 2 else 'all'} changes"
    return tuple(replace(each, hint=each.hint.replace(AFTER, together)) for each in mistakes)


def _broken(rerun: Rerun) -> Mistake | None:
    """The mistake that a part of the file, or a cell, is no valid Python; the rest is run without it."""
    found = rerun.broken()
    if found is None:
        return None
    line, said = found
    place, excerpt = rerun.place(line)
    if NEEDS in said:
        return replace(symptoms.newer_python(said), place=place, excerpt=excerpt)
    marked = excerpt.startswith(MERGE_MARKS)
    hint = "Marks of a merge are left in the file: keep one of the two versions, and delete the marks."
    old = "This is how Python 2 prints; write `print(…)`."
    is_cell = place.startswith("cell ")
    run = "Restart the notebook and run all its cells" if is_cell else "Run the file"
    more = f"{run} before you hand it in."
    if marked:
        more = hint
    elif "call to 'print'" in said:
        more = old
    elif excerpt.startswith(("%", "!")) and not is_cell:
        more = "Lines that begin with % or ! belong to notebooks: leave them out of a Python file."
    whole = "A cell" if is_cell else "A file"
    return Mistake(
        name="syntax-error",
        title="is no valid Python",
        hint=f"{symptoms.says(said)} {more}",
        why=f"{whole} with a syntax error does not run at all; only what is left without that part was tried.",
        claim="",
        place=place,
        excerpt=excerpt,
    )


def _explanation_of(runs: Sequence[Run], rerun: Rerun) -> Explanation | None:
    """Diagnose a task: results that depend on earlier calls, and mistakes in the results of a first call."""
    alone = runs_alone(runs, rerun)
    kept = of_earlier_calls(runs, alone)
    if not kept:
        return _explanation_by_position(runs, rerun)
    first = TaskDiagnosis(runs, rerun).of_symptoms(kept)
    rest = None if all(run.ok and not run.outcome.touched for run in alone) else _explanation_by_position(alone, rerun)
    return replace(rest, mistakes=(*first.mistakes, *rest.mistakes)) if rest else first


def _explanation_by_position(runs: Sequence[Run], rerun: Rerun) -> Explanation | None:
    """Diagnose a task: missing and exchanged results, and mistakes in the results at their right positions."""
    runs = _oblong(runs)
    places = [each for each in (symptoms.of_missing(runs), symptoms.of_exchange(runs)) if each]
    absent, gone = symptoms.of_absent(runs), symptoms.absent_roles(runs)
    runs = [symptoms.in_place(run, gone) for run in runs]
    task = TaskDiagnosis(runs, rerun)
    if absent and not places:
        rest = None if all(run.ok and not run.outcome.touched for run in runs) else task.explanation()
        last = task.of_symptoms(*absent)
        return rest.and_also(*last.mistakes) if rest else last
    if not places:
        return _explanation_as_called(runs, rerun) or task.explanation()
    first = task.of_symptoms(*places)
    rest = None if all(run.ok and not run.outcome.touched for run in runs) else task.explanation()
    return replace(rest, mistakes=(*first.mistakes, *rest.mistakes)) if rest else first


def _explanation_as_called(runs: Sequence[Run], rerun: Rerun) -> Explanation | None:
    """Diagnose a task by the positions of the assignment, if none of the results found at others is right."""
    task = runs[0].task
    if not task.reading.call:
        return None
    plain = replace(task, reading=replace(task.reading, call="", expressions={}))
    try:
        return TaskDiagnosis(rerun.on(plain, [run.data for run in runs]), rerun).explanation()
    except OutOfTimeError:
        return None


def _oblong(runs: Sequence[Run]) -> Sequence[Run]:
    """The runs on data that are not square, where rows and columns look alike, if something is wrong in them."""
    oblong = [run for run in runs if run.data.X.shape[0] != run.data.X.shape[1]]
    return runs if all(run.ok and not run.outcome.touched for run in oblong) else oblong
