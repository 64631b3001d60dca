"""The survey of a solution: every function and class is tried. It gives readings, or reasons why there are none."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pcaproofs.grading.data.datasets import DataSet
from pcaproofs.grading.proposal.callables import (
    VARIABLES,
    Argument,
    Class,
    SolutionFunction,
    argument,
    callables,
    is_made,
    meanings,
    random_helpers,
)
from pcaproofs.grading.proposal.calls import FITS, MOST, Attempt, Setting, UnclearError, attempts, setups
from pcaproofs.grading.proposal.probe import Prober, SolutionAnswer
from pcaproofs.grading.proposal.readings import SIGNED, Classified, of_data_if_possible, reading

_CONFIRMED = 4
_SETUPS = 4
_NOTHING = "it returns nothing"
_TOLERANCES = (0.0, 1e-3, 1e-2)


@dataclass(frozen=True)
class SurveyedItem:
    """A function or class with a reading of its value and of its methods' values."""

    name: str
    reading: Classified
    returns: tuple[str, ...] = ()
    methods: Mapping[str, Classified] = field(default_factory=dict)
    """For a class: readings of its methods after the same statements as `reading`."""
    new: tuple[Classified, ...] = ()
    """The same calls on new samples, transformed with the mean and components of the original data."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Survey:
    """All functions and classes of a solution with readings."""

    found: tuple[SurveyedItem, ...]
    skipped: tuple[tuple[str, str], ...]
    """Functions and methods without a task, and why."""


def survey(prober: Prober, text: str) -> Survey:
    """Readings of every function and class of a solution; raises LoadError, SyntaxError."""
    return _Surveyor(prober, list(callables(text)), random_helpers(text)).survey()


class _Surveyor:
    def __init__(self, prober: Prober, items: Sequence[SolutionFunction | Class], helpers: Mapping[str, str]) -> None:
        self._prober = prober
        self._items = [item for item in items if not item.name.startswith("_") and item.name not in helpers]
        self._private = [item.name for item in items if item.name.startswith("_")]
        self._why = {name: f"it draws random directions for {caller}" for name, caller in helpers.items()}
        self._done: dict[str, SurveyedItem] = {}

    def survey(self) -> Survey:
        functions = [item for item in self._items if isinstance(item, SolutionFunction)]
        kernels = tuple(item.name for item in functions if "kernel" in item.name.lower() and len(item.parameters) > 1)
        kernels = tuple(name for name in kernels if "pca" not in name.lower() and "cent" not in name.lower())
        self._functions(functions, Setting(functions=kernels))
        for _ in range(2):  # a function may take what others return
            setting = self._with_results(functions, Setting(functions=kernels))
            left = [item for item in functions if not self._recognises(item.name) and _takes(item, setting)]
            if left:
                self._functions(left, setting)
        self._after_silent(functions, Setting(functions=kernels))
        self._hand_over_z_scores(functions, Setting(functions=kernels, standardised=True))
        for item in self._items:
            if isinstance(item, Class):
                self._class(item, kernels)
        for name, found in self._done.items():
            self._done[name] = self._with_new_samples(found)
        for name in self._private:
            self._why[name] = "its name begins with an underscore"
        names = [item.name for item in self._items if item.name in self._done]
        skipped = [(name, why) for name, why in self._why.items() if name not in self._done]
        return Survey(tuple(self._done[name] for name in names), tuple(skipped))

    def _after_silent(self, functions: Sequence[SolutionFunction], setting: Setting) -> None:
        """Try functions that failed on an unbound name again, after functions without result that may bind it."""
        silent = [item for item in functions if self._why.get(item.name) == _NOTHING and item.parameters]
        lacking = [item for item in functions if "NameError" in self._why.get(item.name, "")]
        for item in silent[:2]:
            if lacking:
                first = attempts(item, setting)[0]
                before = (*first.before, first.expression)
                self._functions(lacking, replace(setting, before=before, given=first.given))

    def _hand_over_z_scores(self, functions: Sequence[SolutionFunction], setting: Setting) -> None:
        """If a function standardises, pass z-scores to functions that take centred data."""
        roles = {name: {role.role for role in each.reading.roles.values()} for name, each in self._done.items()}
        yielded = set().union(*roles.values())
        if "standardised" in yielded and "centered" not in yielded:
            taking = [
                item
                for item in functions
                if item.name in self._done and self._done[item.name].reading.attempt.given and roles[item.name]
            ]
            if taking:
                self._functions(taking, setting, better=True)

    def _recognises(self, name: str) -> bool:
        return name in self._done and bool(self._done[name].reading.roles)

    def _functions(self, functions: Sequence[SolutionFunction], setting: Setting, *, better: bool = False) -> None:
        groups: dict[str, list[Attempt]] = {}
        for item in functions:
            try:
                groups[item.name] = attempts(item, setting)
            except UnclearError as error:
                self._why.setdefault(item.name, str(error))
        for name, best in self._best(groups).items():
            if better and len(best.roles) < len(self._done[name].reading.roles):
                continue
            if name not in self._done or best.roles:
                returns = next(item.returns for item in functions if item.name == name)
                self._done[name] = SurveyedItem(name, best, returns)

    def _best(self, groups: Mapping[str, Sequence[Attempt]]) -> dict[str, Classified]:
        """The best confirmed reading of each group; reasons for failure are recorded."""
        first = self._prober.data[:1]
        answers = self._prober.answers(groups, first[0])
        candidates: dict[str, list[Classified]] = {}
        for name, found in answers.items():
            read = _until_all_is_known(groups[name], found, first)
            candidates[name] = _worth_confirming(read)
            if not candidates[name]:
                self._why.setdefault(name, _why_not(groups[name], found, read))
        flat = [(name, each) for name, some in candidates.items() for each in some]
        confirmed: dict[str, list[Classified]] = {}
        values = self._prober.values([each.attempt for _, each in flat]) if flat else []
        for (name, each), found in zip(flat, values, strict=True):
            again = self._confirmed(each, found)
            if again is None:
                self._why[name] = next(answer.error for answer in found if answer.error)
            elif again.roles or (again.unknown and not again.attempt.guessed):
                confirmed.setdefault(name, []).append(again)
            elif again.unknown:
                self._why.setdefault(name, f"what to pass for {again.attempt.guessed!r} is not clear from its name")
            else:
                self._why.setdefault(name, _nothing(again))
        return {name: max(of_data_if_possible(some), key=lambda each: each.merit) for name, some in confirmed.items()}

    def _confirmed(self, first: Classified, found: Sequence[SolutionAnswer]) -> Classified | None:
        """The reading of an attempt on all data; with the tolerance of an iteration if no role is recognised."""
        again = None
        for tolerance in _TOLERANCES:
            again = reading(first.attempt, found, self._prober.data, tolerance)
            if again is None or again.roles or first.attempt.guessed or not _may_be_inexact(again):
                break
        if again is None or (again.roles and not again.tolerance):
            return again
        # other data may need a wider tolerance
        wider = 2 * again.tolerance if again.roles else 0.0
        return reading(first.attempt, found, self._prober.data, wider)

    def _with_results(self, functions: Sequence[SolutionFunction], setting: Setting) -> Setting:
        """A setting in which results of functions can be passed to others."""
        made: dict[str, list[Argument]] = {}
        scores: list[Argument] = []
        for item in functions:
            found = self._done.get(item.name)
            if found is None:
                continue
            attempt = found.reading.attempt
            given = tuple(attempt.given.items())
            before = "\n".join([*attempt.before, f"model = {attempt.expression}"])
            if any(part.path for part in found.reading.parts):
                made.setdefault("", []).append(Argument("model", "made", given, before))
            for number, name in enumerate(item.returns):
                if name and name not in VARIABLES.values():
                    places = ", ".join(
                        each if place == number else f"_{place}" for place, each in enumerate(item.returns)
                    )
                    unpacked = f"{places} = {attempt.expression}"
                    made.setdefault(name, []).append(
                        Argument(name, "made", given, "\n".join([*attempt.before, unpacked]))
                    )
            for number, role in found.reading.roles.items():
                if role.role == "scores" and not found.reading.parts[number].path and attempt.before:
                    scores.append(Argument(attempt.expression, "scores", given, "\n".join(attempt.before)))
        known = {"scores": [*scores, argument("scores")]} if scores else {}
        return replace(setting, made=made, known=known)

    def _class(self, item: Class, kernels: tuple[str, ...]) -> None:
        maker = self._done.get(item.maker)
        if item.record or (maker and not {*FITS} & item.methods.keys() and not item.methods):
            self._why[item.name] = "it only holds values"
            return
        try:
            groups = {item.name: setups(item, kernels)}
            if maker and not {*FITS} & item.methods.keys():  # its constructor takes results
                attempt = maker.reading.attempt
                made_by = (*attempt.before, f"m = {attempt.expression}")
                groups = {item.name: [replace(attempt, before=made_by, expression="m")]}
        except UnclearError as error:
            self._why[item.name] = f"{error}, which its constructor needs"
            return
        static = {name: method for name, method in item.methods.items() if method.static}
        first = self._prober.data[:1]
        found = self._prober.answers(groups, first[0])[item.name]
        made = [
            each
            for attempt, answer in zip(groups[item.name], found, strict=True)
            if (each := reading(attempt, [answer], first)) is not None
        ]
        made.sort(key=lambda each: each.merit, reverse=True)
        usable: list[SurveyedItem] = []
        likely = made[:_SETUPS]
        # methods may show that the data themselves are right, though no attribute does
        likely += sorted((each for each in made if not each.attempt.substituted), key=lambda each: each.attempt.rank)[
            :1
        ]
        for each in likely:
            if (tried := self._object(item, each, kernels)) is not None:
                usable.append(tried)
                all_known = all(method.roles for method in tried.methods.values()) and _worth(tried)[1] > 2
                if all_known and not each.attempt.substituted:
                    break
        if not usable and not static:
            self._why[item.name] = _why_not(groups[item.name], found, made)
        if usable:
            best = max(usable, key=_worth)
            self._done[item.name] = best
            if maker and best.reading.attempt.before[-1] == f"m = {maker.reading.attempt.expression}":
                self._done.pop(item.maker)
                self._why[item.maker] = f"it is called for {item.name}"
            self._methods_left(item, best, kernels)
        for name, method in static.items():
            self._functions([replace(method, name=f"{item.name}.{name}")], Setting(functions=kernels))

    def _object(self, item: Class, made: Classified, kernels: tuple[str, ...]) -> SurveyedItem | None:
        """The readings of an object and its methods on all data; None if it fails on some."""
        (answers,) = self._prober.values([made.attempt])
        whole = reading(made.attempt, answers, self._prober.data)
        if whole is None:
            self._why[item.name] = next(answer.error for answer in answers if answer.error)
            return None
        fit = made.attempt
        setting = Setting(fit.before, "m.", fit.given, fit.samples, functions=kernels, substituted=fit.substituted)
        methods: dict[str, Classified] = {}
        for last in (False, True):  # some methods take what others give
            known = self._own(whole, methods, from_axes=last)
            left = {
                name: each for name, each in item.methods.items() if not each.static and _is_open(methods.get(name))
            }
            groups: dict[str, list[Attempt]] = {}
            for name, method in left.items():
                full = f"{item.name}.{name}"
                try:
                    groups[full] = attempts(method, replace(setting, known=known))
                    if name in FITS and f"m.{name}(" not in made.attempt.before[-1]:  # it fits a new object by itself
                        new = replace(setting, before=made.attempt.before[:-1])
                        groups[full] = [*attempts(method, new), *(_later(each) for each in groups[full])][:MOST]
                except UnclearError as error:
                    self._why[full] = str(error)
            if not last:  # the object's own scores may come yet
                groups = {full: [each for each in some if not _takes_signs(each, fit)] for full, some in groups.items()}
                groups = {full: some for full, some in groups.items() if some}
            step = made.attempt.before[-1]
            for full, best in self._best(groups).items():
                name = full.partition(".")[2]
                if f"m.{name}(" in step and any(part.path[:1] and part.path[0][0] == "field" for part in best.parts):
                    continue  # the method returns the object itself
                if name not in methods or best.roles:
                    methods[name] = best
        return SurveyedItem(item.name, whole, methods=methods)

    def _with_new_samples(self, found: SurveyedItem) -> SurveyedItem:
        """The given item with calls on new samples that give their scores or their reconstruction."""
        asked = {"scores": "scores_new", "reconstruction": "reconstruction_new"}
        readings = found.methods.values() if found.reading.attempt.expression == "m" else [found.reading]
        new: list[tuple[Attempt, set[str], float]] = []
        for each in readings:
            wanted = {asked[role.role] for role in each.roles.values() if role.role in asked}
            expression = re.sub(r"\bX\b", "X_new", each.attempt.expression)
            fitted = each.attempt.before or each.attempt.given
            if wanted and fitted and expression != each.attempt.expression and ".fit" not in expression:
                attempt = replace(each.attempt, expression=expression, conventions=each.conventions)
                new.append((attempt, wanted, each.tolerance))
        values = self._prober.values([attempt for attempt, _, _ in new]) if new else []
        kept: list[Classified] = []
        notes = list(found.notes)
        for (attempt, wanted, tolerance), answers in zip(new, values, strict=True):
            read = reading(attempt, answers, self._prober.data, tolerance)
            if read is not None and wanted & {role.role for role in read.roles.values()}:
                kept.append(read)
            else:
                notes.append(
                    f"please check: {attempt.expression} is not what the old data give for new samples, and not judged"
                )
        return replace(found, new=tuple(kept), notes=tuple(notes))

    def _own(
        self, whole: Classified, methods: Mapping[str, Classified], *, from_axes: bool
    ) -> dict[str, list[Argument]]:
        """The object's own values for each role; from_axes: scores may be computed from its mean and components."""
        known: dict[str, list[Argument]] = {}
        for each in methods.values():
            for number, found in each.roles.items():
                path = each.parts[number].path
                if not path:
                    known.setdefault(found.role, []).append(Argument(each.attempt.expression, found.role))
        for own in known.values():
            own.sort(key=lambda each: ".fit" in each.text)  # which gives the same, but is the last choice
        for found in whole.roles.values():
            known.setdefault(found.role, []).append(Argument(found.expression.replace("out", "m", 1), found.role))
        if (
            from_axes
            and "scores" not in known
            and {"mean", "components"} <= known.keys()
            and whole.attempt.samples == "rows"
        ):
            rows = any(each.role == "components" and each.rows for one in (whole, *methods.values())
                       for each in one.roles.values())  # fmt: skip
            axes = f"{known['components'][0].text}{'.T' if rows else ''}"
            known["scores"] = [Argument(f"(X - {known['mean'][0].text}) @ {axes}", "scores")]
        return known

    def _methods_left(self, item: Class, best: SurveyedItem, kernels: tuple[str, ...]) -> None:
        """Record methods without a reading or a reason."""
        used = "\n".join(best.reading.attempt.before)
        for name, method in item.methods.items():
            full = f"{item.name}.{name}"
            if name in best.methods or f"m.{name}(" in used:
                self._why.pop(full, None)
            elif full not in self._why and not method.static:
                self._why[full] = "it gives no numbers"


def _later(attempt: Attempt) -> Attempt:
    return replace(attempt, rank=attempt.rank + 1)


def _takes_signs(attempt: Attempt, fit: Attempt) -> bool:
    """Whether a method takes values that have the judge's signs, and not those of the object."""
    return bool(SIGNED & ({*attempt.given.values()} - {*fit.given.values()}))


def _takes(item: SolutionFunction, setting: Setting) -> bool:
    """Whether a parameter may take the result of another function."""
    needed = [(each, number) for number, each in enumerate(item.parameters) if not each.optional]
    unclear = any(is_made(each.name) or not meanings(each, number) for each, number in needed)
    return ("" in setting.made and unclear) or any(each.name in setting.made for each, _ in needed)


def _is_open(found: Classified | None) -> bool:
    return found is None or not found.roles


def _worth(found: SurveyedItem) -> tuple[bool, int, int, int]:
    readings = [found.reading, *found.methods.values()]
    of_data = any(each.is_of_data for each in readings)
    roles = {each.role for one in readings for each in one.roles.values()}
    return of_data, len(roles), sum(bool(each.roles or each.unknown) for each in readings), -found.reading.attempt.rank


def _until_all_is_known(
    tried: Sequence[Attempt], answers: Sequence[SolutionAnswer], data: Sequence[DataSet]
) -> list[Classified]:
    """Readings of attempts, until enough of them have roles for all parts."""
    found: list[Classified] = []
    complete = 0
    for attempt, answer in zip(tried, answers, strict=True):
        read = reading(attempt, [answer], data)
        if read is not None:
            found.append(read)
            complete += bool(read.roles and not read.unknown)
            if complete == _CONFIRMED:
                break
    return found


def _worth_confirming(read: Sequence[Classified]) -> list[Classified]:
    """The best readings with a recognised role; otherwise the most likely one with numbers."""
    likely = of_data_if_possible([each for each in read if each.roles])
    with_roles = sorted(likely, key=lambda each: each.merit, reverse=True)
    if with_roles or not read or not read[0].unknown:
        return with_roles[:_CONFIRMED]
    return [each for each in read if any(_is_full(each, number) for number in each.unknown)][:1]


def _may_be_inexact(read: Classified) -> bool:
    """Whether a result has the shape of axes or scores of the given data."""
    signed = {"components", "scores"} & set(read.attempt.given.values())
    shapes = [value.ndim for number in read.unknown if (value := read.parts[number].value) is not None]
    return not signed and 2 in shapes


def _is_full(read: Classified, number: int) -> bool:
    value = read.parts[number].value
    return value is not None and value.size > 0


def _why_not(tried: Sequence[Attempt], answers: Sequence[SolutionAnswer], read: Sequence[Classified]) -> str:
    """A message why no attempt gives numbers: what was returned, or the error of the most likely call."""
    if tried and tried[0].guessed:
        return f"what to pass for {tried[0].guessed!r} is not clear from its name"
    if read:
        return _nothing(read[0])
    if not tried:
        return "no call could be made up"
    call = tried[0].before[-1] if tried[0].expression == "m" else tried[0].expression
    return f"{call} fails: {answers[0].error}"


def _nothing(read: Classified) -> str:
    if not read.parts:
        return _NOTHING
    kinds = list(dict.fromkeys(read.parts[number].type for number in read.opaque))
    if kinds == ["NoneType"]:
        return _NOTHING
    if kinds:
        return f"it returns no numbers but {', '.join(kinds)}"
    return f"it returns only {', '.join(dict.fromkeys(read.echoes.values()))}"
