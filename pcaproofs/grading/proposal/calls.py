"""The calls that a solution's text suggests, the likeliest first."""

import ast
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pcaproofs.grading.assignment.names import GIVEN
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.proposal.callables import Class, Function, Parameter
from pcaproofs.grading.proposal.meanings import Argument, argument, is_made, meanings

MOST = 64
"""Attempts at one function."""
_MOST_OPTIONS = 5
FITS = (
    "fit", "train", "partial_fit", "fit_transform", "compute", "run", "learn", "estimate", "decompose", "solve",
    "execute", "calculate", "compute_pca", "fit_model", "update", "pca", "do_pca", "perform_pca", "apply_pca",
)  # fmt: skip
"""Names of methods that take the data in, in the order in which they are tried."""
_STREAMS = ("partial_fit", "update", "add", "add_batch", "consume", "partial_update")


@dataclass(frozen=True)
class Attempt:
    """A call that may be right: statements, the expression whose value is looked at, and what is handed over."""

    before: tuple[str, ...]
    expression: str
    given: Mapping[str, str] = field(default_factory=dict)
    samples: Literal["rows", "columns"] = "rows"
    conventions: Conventions = field(default_factory=Conventions)
    rank: int = 0
    """How far from the likeliest reading of the names."""
    notes: tuple[str, ...] = ()
    guessed: str = ""
    """A parameter whose name says nothing, which is handed the data: then only a known role says that this is right."""


@dataclass(frozen=True)
class Setting:
    """What is there before a call, and what else than their names tells what parameters mean."""

    before: tuple[str, ...] = ()
    owner: str = ""
    """What stands before the name: `m.` or `PCA.`."""
    given: Mapping[str, str] = field(default_factory=dict)
    samples: Literal["rows", "columns", ""] = ""
    """Fixed by what is there before."""
    known: Mapping[str, Sequence[Argument]] = field(default_factory=dict)
    """Own values of a role, such as the scores of a fitted object; they go before the judge's."""
    made: Mapping[str, Sequence[Argument]] = field(default_factory=dict)
    """Values that other functions return, by the names of their variables; "" for whole results."""
    functions: tuple[str, ...] = ()
    """Functions that may be passed as a kernel."""
    standardised: bool = False
    """Whether z-scores are handed over where centred data are asked for, since the solution makes such."""


class UnclearError(Exception):
    """A call that cannot be made up; the message says why."""


def attempts(function: Function, setting: Setting, *, constructor: bool = False) -> list[Attempt]:
    """Calls of a function, the likeliest first; raises UnclearError."""
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
    """One choice for each parameter, of the first few, with how far down the lists it goes."""
    for numbers in itertools.product(*(range(len(each)) for each in choices)):
        if sum(numbers) <= _MOST_OPTIONS:
            yield 2 * sum(numbers), tuple(each[number] for each, number in zip(choices, numbers, strict=True))


def _choices(
    parameter: Parameter, position: int, function: Function, setting: Setting, constructor: bool
) -> Iterator[Argument | None]:
    """What may be passed for a parameter; None leaves it out."""
    found = meanings(parameter, position, function.name)
    if parameter.optional:
        if found[:1] == ("k",):
            yield argument("k")
        if found[:1] == ("share",):
            percent = isinstance(parameter.default, int | float) and parameter.default > 1
            yield from (argument("percent" if percent else "share"), argument("share given"))
        yield None
        if parameter.default is None and found and found[0] in ("X", "centered"):
            yield argument(found[0])
        return
    options = [each for meaning in found for each in _of_meaning(meaning, setting)]
    name = parameter.name.strip("_").lower()
    options += setting.made.get(parameter.name, ())
    if is_made(name) or not options:
        options = [*setting.made.get("", ()), *options]
    if not options and not constructor and position == 0:
        options = [replace(argument(each), guess=parameter.name) for each in ("X", "centered", "covariance")]
    if not options:
        raise UnclearError(f"what to pass for {parameter.name!r} is not clear from its name")
    yield from options[:6]


def _of_meaning(meaning: str, setting: Setting) -> Iterator[Argument]:
    if meaning == "function":
        yield from (Argument(name, "function") for name in setting.functions)
        return
    if setting.standardised and meaning == "centered":
        meaning = "standardised"
    yield from setting.known.get(meaning, ())
    if meaning in setting.known and meaning in ("scores", "components"):
        return  # an object's own have its own signs
    chosen = argument(meaning)
    if {role for _, role in chosen.given} <= set(GIVEN):
        yield chosen


def _variants(
    function: Function, combination: Sequence[Argument | None], rank: int, setting: Setting, over: set[str]
) -> Iterator[Attempt]:
    """A call for samples in rows and in columns, and for components in columns and in rows."""
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
        notes=tuple(dict.fromkeys(each.note for each in used if each.note)),
    )
    if {"X", "covariance"} <= {each.meaning for each in used}:
        plain = replace(plain, rank=rank + 3)  # who has the data needs no covariance
    plain = replace(plain, conventions=_conventions(function, used, given, setting))
    fixed = any(each.over or (each.before and "C" not in dict(each.given)) or "axis=0" in each.text for each in used)
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


def _conventions(
    function: Function, used: Sequence[Argument], given: Mapping[str, str], setting: Setting
) -> Conventions:
    """The conventions that go with what is handed over."""
    chosen = Conventions()
    if {"standardised", "feature_deviations", "deviations"} & {each.meaning for each in used}:
        chosen = replace(chosen, standardise="any")
    if setting.standardised and given:
        chosen = replace(chosen, standardise="any")
    if "gamma" in given.values():
        chosen = replace(chosen, kernel="rbf", gamma=0.0)
    for parameter in function.parameters:
        small = parameter.default if isinstance(parameter.default, float) else 0.0
        if meanings(parameter, 0)[:1] == ("epsilon",) and small > 0:
            chosen = replace(chosen, epsilon=small)
    return chosen


def _has_samples(attempt: Attempt) -> bool:
    """Whether anything is handed over whose samples may be rows or columns."""
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
    """Ways to make an object of a class that has taken in the data; raises UnclearError."""
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
    """The methods that may take in the data: by name, else all that take some."""
    named = [name for name in FITS if name in item.methods]
    taking = [
        name
        for name, method in item.methods.items()
        if method.parameters
        and meanings(method.parameters[0], 0, name)[:1] in (("X",), ("centered",), ("standardised",))
    ]
    return named[:3] or taking[:3]


def _fed(step: str, fit: Attempt) -> str:
    """The statement that hands over the data; to a method that takes them piece by piece, in two pieces."""
    if step not in _STREAMS:
        return fit.expression
    halves = ("X[: len(X) // 2]", "X[len(X) // 2 :]")
    if fit.samples == "columns" or not re.search(r"\(X\b", fit.expression):
        return fit.expression
    return "; ".join(fit.expression.replace("(X", f"({half}", 1) for half in halves)


def _names(code: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
