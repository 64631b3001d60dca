"""Calls that the text of a solution suggests, most likely first."""

import ast
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pcaproofs.grading.assignment.names import GIVEN
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.proposal.callables import (
    Argument,
    Class,
    Parameter,
    SolutionFunction,
    argument,
    is_made,
    meanings,
)

MOST = 64
"""Maximum number of attempts for one function."""
_MOST_OPTIONS = 5
FITS = (
    "fit", "train", "partial_fit", "fit_transform", "compute", "run", "learn", "estimate", "decompose", "solve",
    "execute", "calculate", "compute_pca", "fit_model", "update", "pca", "do_pca", "perform_pca", "apply_pca",
)  # fmt: skip
"""Names of methods that take the data, in the order in which they are tried."""
_PROJECTS = r"proj|transform|reduce|scores|encode"
_SHARE = 0.83
"""The share of variance that is asked for: near no usual number, so that one that is written into the code shows."""
_INSTEAD = {
    "centered": "centred data", "standardised": "z-scores", "covariance": "the covariance matrix",
    "kernel": "the kernel matrix",
}  # fmt: skip
"""What may be handed over in place of the data, in words."""
_STREAMS = ("partial_fit", "update", "add", "add_batch", "consume", "partial_update")


@dataclass(frozen=True)
class Attempt:
    """A possible call: statements, the expression to evaluate, and the values passed."""

    before: tuple[str, ...]
    expression: str
    given: Mapping[str, str] = field(default_factory=dict)
    samples: Literal["rows", "columns"] = "rows"
    conventions: Conventions = field(default_factory=Conventions)
    rank: int = 0
    """Distance from the most likely interpretation of the names."""
    notes: tuple[str, ...] = ()
    substituted: str = ""
    """What a parameter is given in place of the data that its name asks for, in words."""
    guessed: str = ""
    """A parameter with an uninformative name that is given the data; only a recognised role confirms the call."""


@dataclass(frozen=True)
class Setting:
    """What exists before a call, and further information about the meaning of parameters."""

    before: tuple[str, ...] = ()
    owner: str = ""
    """The prefix of the name: `m.` or `PCA.`."""
    given: Mapping[str, str] = field(default_factory=dict)
    samples: Literal["rows", "columns", ""] = ""
    """Orientation of samples, if already determined."""
    known: Mapping[str, Sequence[Argument]] = field(default_factory=dict)
    """By role: the solution's own values, such as the scores of a fitted object; preferred to the judge's."""
    made: Mapping[str, Sequence[Argument]] = field(default_factory=dict)
    """By variable name: values that other functions return; "" for whole results."""
    functions: tuple[str, ...] = ()
    """Functions that can be passed as a kernel."""
    substituted: str = ""
    """The same of the fit of the object."""
    standardised: bool = False
    """Whether z-scores are passed for centred data, because the solution computes them."""


class UnclearError(Exception):
    """No call can be constructed; the message says why."""


def attempts(function: SolutionFunction, setting: Setting, *, constructor: bool = False) -> list[Attempt]:
    """Calls of a function, most likely first; raises UnclearError."""
    choices = [
        list(_choices(each, number, function, setting, constructor)) for number, each in enumerate(function.parameters)
    ]
    found: list[Attempt] = []
    for rank, combination in _combinations(choices):
        kinds = {each.kind for each in combination if each is not None and each.kind}
        over = {each.over for each in combination if each is not None and each.over}
        if len(kinds) > 1 or len(over) > 1:
            continue
        found += _variants(function, combination, rank, setting, over)
    return sorted(found, key=lambda each: each.rank)[:MOST]


def _combinations(choices: Sequence[Sequence[Argument | None]]) -> Iterator[tuple[int, tuple[Argument | None, ...]]]:
    """Combinations of one choice for each of the first parameters, with their total rank."""
    for numbers in itertools.product(*(range(len(each)) for each in choices)):
        if sum(numbers) <= _MOST_OPTIONS:
            yield 2 * sum(numbers), tuple(each[number] for each, number in zip(choices, numbers, strict=True))


def _choices(
    parameter: Parameter, position: int, function: SolutionFunction, setting: Setting, constructor: bool
) -> Iterator[Argument | None]:
    """Arguments for a parameter; None omits it."""
    found = meanings(parameter, position, function.name)
    others = [each for each in function.parameters if each is not parameter]
    counted = any(meanings(each, position)[:1] == ("k",) for each in others)
    if counted and found[:1] == ("share",):  # it is where an iteration ends
        found = ("tiny", *found)
    if parameter.optional:
        if found[:1] == ("k",) and not (counted and function.parameters.index(parameter) > 1 and parameter.default):
            yield argument("k")
        if found[:1] == ("share",):
            percent = isinstance(parameter.default, int | float) and parameter.default > 1
            yield from (argument("percent" if percent else "share"), argument("share given"))
        yield None
        if parameter.default is None and found and found[0] in ("X", "centered"):
            yield argument(found[0])
        return
    if found[:1] == ("components",) and _cuts_components(parameter, function):
        found = tuple(sorted(found, key=lambda meaning: meaning != "all vectors"))
    options = [each for meaning in found for each in _of_meaning(meaning, setting)]
    name = parameter.name.strip("_").lower()
    options += setting.made.get(parameter.name, ())
    if is_made(name) or not options:
        options = [*setting.made.get("", ()), *options]
    if not options and not constructor:
        tried = ("X", "centered", "covariance") if position == 0 else ("k", "components", "mean", "new X", "scores")
        options = [replace(argument(each), guess=parameter.name) for each in tried]
    if not options:
        raise UnclearError(f"what to pass for {parameter.name!r} is not clear from its name")
    yield from ([_framed(each) for each in options] if parameter.frame else options)[:6]


def _framed(chosen: Argument) -> Argument:
    """Samples as a data frame."""
    if not re.fullmatch(r"X|X_new|Xc|Xn", chosen.text):
        return chosen
    return replace(chosen, text=f"pd.DataFrame({chosen.text})", before="import pandas as pd")


def _cuts_components(parameter: Parameter, function: SolutionFunction) -> bool:
    """Whether a function projects data onto the first k of the components that it gets, so that it has to get more.

    One that gets scores as well needs the components that these were computed with.
    """
    first = [meanings(each, number, function.name)[:1] for number, each in enumerate(function.parameters)]
    scores = ("scores",) in first and not re.search(_PROJECTS, function.name.lower())
    return ("k",) in first and not scores and len(function.parameters) > 2


def _of_meaning(meaning: str, setting: Setting) -> Iterator[Argument]:
    if meaning == "function":
        yield from (Argument(name, "function") for name in setting.functions)
        return
    if setting.standardised and meaning == "centered":
        meaning = "standardised"
    yield from setting.known.get(meaning, ())
    if meaning in setting.known and meaning in ("scores", "components"):
        return  # an object's own values have its own signs
    chosen = argument(meaning)
    if {role for _, role in chosen.given} <= set(GIVEN):
        yield chosen


def _variants(
    function: SolutionFunction, combination: Sequence[Argument | None], rank: int, setting: Setting, over: set[str]
) -> Iterator[Attempt]:
    """Variants of a call: samples in rows or columns, components in columns or rows."""
    used = [each for each in combination if each is not None]
    name = setting.owner.rstrip(".") if function.name == "__call__" else f"{setting.owner}{function.name}"
    call = f"{name}({', '.join(_written(function.parameters, combination))})"
    for text, data in [(each.text, each.over) for each in used if each.over]:
        call = f"np.array([{call} for {text} in {data}])"
    given = {**setting.given, **{variable: role for each in used for variable, role in each.given}}
    before = tuple(dict.fromkeys([*setting.before, *(each.before for each in used if each.before)]))
    guessed = next((each.guess for each in used if each.guess), "")
    plain = Attempt(
        before,
        call,
        given,
        rank=rank,
        guessed=guessed,
        substituted=setting.substituted or _substituted(function, combination),
        notes=tuple(dict.fromkeys(each.note for each in used if each.note)),
    )
    if any(each.meaning == "out" for each in used):
        plain = replace(plain, before=(*before, call), expression="result")
    elif function.yields:
        plain = replace(plain, expression=f"list({call})")
    if {"X", "covariance"} <= {each.meaning for each in used}:
        plain = replace(plain, rank=rank + 3)  # a function that gets the data needs no covariance
    plain = replace(plain, conventions=_conventions(function, used, given, setting))
    fixed = any(
        each.over or (each.before and "C" not in dict(each.given) and "pd." not in each.text) or "axis=0" in each.text
        for each in used
    )
    samples: tuple[Literal["rows", "columns"], ...] = ("rows", "columns")
    if setting.samples:
        samples = (setting.samples,)
    elif fixed or not _has_samples(plain):
        samples = ("rows",)
    for side in samples:
        yield replace(plain, samples=side, rank=plain.rank + (side == "columns"))
        if "components" in given.values() and "W" in call:
            turned = replace(plain.conventions, components="rows")
            yield replace(plain, samples=side, conventions=turned, rank=plain.rank + 1 + (side == "columns"))


def doubts(attempt: Attempt) -> list[str]:
    """What the author of the assignment should check in a call, one line each."""
    said = []
    if attempt.substituted:
        said.append(f"{attempt.substituted}, since the solution gives no PCA of the data themselves")
    if attempt.guessed:
        said.append(f"what {attempt.guessed} takes is not clear from its name, and was found by trying")
    return [*said, *attempt.notes]


def _substituted(function: SolutionFunction, combination: Sequence[Argument | None]) -> str:
    """What the first parameter is given in place of the data that its name asks for, in words."""
    for number, (parameter, chosen) in enumerate(zip(function.parameters, combination, strict=True)):
        wanted = meanings(parameter, number, function.name)[:1]
        if chosen and chosen.meaning in _INSTEAD and wanted in ((), ("X",), ("each sample",)):
            return f"{parameter.name} is handed {_INSTEAD[chosen.meaning]}"
    return ""


def _conventions(
    function: SolutionFunction, used: Sequence[Argument], given: Mapping[str, str], setting: Setting
) -> Conventions:
    """The conventions that the passed values follow."""
    chosen = Conventions()
    if {"standardised", "feature_deviations", "deviations"} & {each.meaning for each in used}:
        chosen = replace(chosen, standardise="any")
    if setting.standardised and given:
        chosen = replace(chosen, standardise="any")
    if "share" in given.values():
        chosen = replace(chosen, share=_SHARE)
    if "gamma" in given.values():
        chosen = replace(chosen, kernel="rbf", gamma=0.0)
    for parameter in function.parameters:
        small = parameter.default if isinstance(parameter.default, float) else 0.0
        if meanings(parameter, 0)[:1] == ("epsilon",) and small > 0:
            chosen = replace(chosen, epsilon=small)
    return chosen


def _has_samples(attempt: Attempt) -> bool:
    """Whether any passed value has samples, in rows or columns."""
    names = _names("\n".join([*attempt.before, attempt.expression]))
    return bool(names & {"X", "Xc", "Xn", "Z", "Xw"})


def _written(parameters: Sequence[Parameter], combination: Sequence[Argument | None]) -> Iterator[str]:
    skipped = False
    for parameter, chosen in zip(parameters, combination, strict=True):
        if chosen is None:
            skipped = True
        elif skipped or parameter.keyword_only:
            yield f"{parameter.name}={chosen.text}"
        else:
            yield chosen.text


def setups(item: Class, functions: tuple[str, ...]) -> list[Attempt]:
    """Ways to create an object of a class and fit it to the data; raises UnclearError."""
    made = attempts(replace(item.constructor, name=item.name), Setting(functions=functions), constructor=True)[:6]
    found: list[Attempt] = []
    for each in made:
        constructed = f"m = {each.expression}"
        if "X" in _names(each.expression) or not item.methods:
            found.append(replace(each, before=(*each.before, constructed), expression="m"))
        setting = Setting((*each.before, constructed), "m.", each.given, functions=functions)
        for number, step in enumerate(_steps(item)):
            try:
                tried = attempts(item.methods[step], setting)
            except UnclearError:
                continue
            for fit in tried[:8]:
                rank = each.rank + fit.rank + 2 * number
                before = (*fit.before, _fed(step, fit))
                found.append(replace(fit, before=before, expression="m", rank=rank))
    return sorted(found, key=lambda each: each.rank)[:MOST] or [
        replace(each, before=(*each.before, f"m = {each.expression}"), expression="m") for each in made
    ]


def _steps(item: Class) -> list[str]:
    """Methods that may take the data: those with a usual name, otherwise all that take an argument."""
    named = [name for name in FITS if name in item.methods]
    taking = [
        name
        for name, method in item.methods.items()
        if method.parameters
        and meanings(method.parameters[0], 0, name)[:1] in (("X",), ("centered",), ("standardised",))
    ]
    return named[:3] or taking[:3]


def _fed(step: str, fit: Attempt) -> str:
    """The statement that passes the data; in two pieces for a method that takes them incrementally."""
    if step not in _STREAMS:
        return fit.expression
    halves = ("X[: len(X) // 2]", "X[len(X) // 2 :]")
    if fit.samples == "columns" or not re.search(r"\(X\b", fit.expression):
        return fit.expression
    return "; ".join(fit.expression.replace("(X", f"({half}", 1) for half in halves)


def _names(code: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
