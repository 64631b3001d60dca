"""Tasks of an assignment from what was found in a solution: calls, roles, values, notes, and points."""

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pcaproofs.grading.assignment.model import Rubric, Task, ValueRule
from pcaproofs.grading.assignment.names import PARAMETERS, ROLES, SITUATIONS, VALUES, words_of
from pcaproofs.grading.assignment.read import HANDED
from pcaproofs.grading.judge import CRITERIA, Conventions
from pcaproofs.grading.proposal.callables import VARIABLES
from pcaproofs.grading.proposal.calls import doubts
from pcaproofs.grading.proposal.freedom import FIXED, Freedom, depends_on_signs
from pcaproofs.grading.proposal.probe import Prober
from pcaproofs.grading.proposal.readings import BEFORE, FREE_DIVISORS, SIGNED, Classified, Recognised
from pcaproofs.grading.proposal.survey import Survey, SurveyedItem
from pcaproofs.grading.protocol import Array

Part = tuple[Classified, int]
"""A reading and the index of one of its parts."""
_ATTRIBUTE = "an attribute of no known role"
_OF_ROTATED = 1e-3
"""The tolerance of vectors up to a rotation, which iterations find and which then have no more digits."""
_KEYS = ("points", "visible", "partial", "follow_through", "tolerance")


@dataclass(frozen=True)
class Proposal:
    """A proposed task: its call, its roles and its conventions."""

    name: str
    call: str
    roles: Mapping[str, Recognised]
    given: Mapping[str, str]
    samples: Literal["rows", "columns"]
    conventions: Conventions
    tolerance: float = 0.0
    """Relative tolerance that the solution itself needs."""
    values: Mapping[str, ValueRule] = field(default_factory=dict)
    """Values without a known role, compared with the solution."""
    beside: frozenset[str] = frozenset()
    """The values that do not depend on the components."""
    notes: tuple[str, ...] = ()
    """Further notes for the author, one line each."""

    def task(self, criteria: tuple[Rubric, ...]) -> Task:
        """The proposal as a task."""
        return Task(
            name=self.name,
            call=self.call,
            roles={role: found.expression for role, found in self.roles.items()},
            given=self.given,
            samples=self.samples,
            conventions=self.conventions,
            criteria=criteria,
            values=self.values,
            tolerance=self.tolerance,
        )


def parts_of_no_role(found: Sequence[SurveyedItem]) -> list[Part]:
    """Numeric parts without a role, of all that was found."""
    return [(each, number) for item in found for each in _readings(item) for number in each.unknown]


def with_own_signs(prober: Prober, found: Survey) -> Survey:
    """The survey without values that are right only if the solution's signs are those of the judge."""

    def depends(read: Classified) -> bool:
        return bool(SIGNED & {*read.attempt.given.values()}) and bool(read.attempt.before)

    asked = [
        read for item in found.found for read in (item.reading, *item.methods.values(), *item.new) if depends(read)
    ]
    signs = depends_on_signs(prober, [read.attempt for read in asked])
    wrong = {id(read) for read, does in zip(asked, signs, strict=True) if does}
    why = "please check: it takes values with the judge's signs, but computes with its own, and is not judged"
    kept = [
        replace(
            item,
            methods={name: read for name, read in item.methods.items() if id(read) not in wrong},
            new=tuple(read for read in item.new if id(read) not in wrong),
        )
        for item in found.found
        if id(item.reading) not in wrong
    ]
    skipped = [
        (name, why)
        for item in found.found
        for name, read in [
            (item.name, item.reading),
            *((f"{item.name}.{each}", one) for each, one in item.methods.items()),
        ]
        if id(read) in wrong
    ]
    return Survey(tuple(kept), (*found.skipped, *skipped))


def _readings(item: SurveyedItem) -> Iterator[Classified]:
    for each in (item.reading, *item.methods.values()):
        yield from (each, *each.others)


def proposals(found: Sequence[SurveyedItem], free: Mapping[tuple[int, int], Freedom]) -> list[Proposal]:
    """Tasks for what was found.

    free: by id of a reading and index of a part, what a right program may choose in it.
    """
    made: list[Proposal] = []
    for item in found:
        made += _of_class(item, free) if item.reading.attempt.expression == "m" else [_of_function(item, free)]
    return _with_own_divisors([each for each in made if each.roles or each.values or each.notes])


def _with_own_divisors(made: Sequence[Proposal]) -> list[Proposal]:
    """Proposals with explicit divisors if the solution uses several, since a free divisor is the same in all tasks."""
    used: dict[str, set[str]] = {}
    for proposal in made:
        for found in proposal.roles.values():
            for key, value in found.conventions:
                if key in FREE_DIVISORS and value != FREE_DIVISORS[key]:
                    used.setdefault(key, set()).add(value)
    several = {key for key, values in used.items() if len(values) > 1}
    return [_named(proposal, several) for proposal in made]


def _named(proposal: Proposal, keys: set[str]) -> Proposal:
    change: dict[str, Any] = {
        key: value for found in proposal.roles.values() for key, value in found.conventions if key in keys
    }
    return replace(proposal, conventions=replace(proposal.conventions, **change)) if change else proposal


class _Naming:
    """Unique names of variables and values."""

    def __init__(self, taken: Sequence[str]) -> None:
        self._taken = {*taken, *HANDED, "np", *_KEYS}

    def of(self, wished: str) -> str:
        name = re.sub(r"\W", "_", wished).strip("_") or "value"
        name = f"value_{name}" if name[0].isdigit() else name
        number = 1
        while (own := name if number == 1 else f"{name}_{number}") in self._taken:
            number += 1
        self._taken.add(own)
        return own


def _of_function(item: SurveyedItem, free: Mapping[tuple[int, int], Freedom]) -> Proposal:
    read = item.reading
    naming = _Naming([*read.attempt.given])
    top = [part.path[0] for part in read.parts if part.path]
    names = _function_names(read)
    if top and all(kind == "item" for kind, _ in top):
        count = max(part.siblings for part in read.parts)
        variables = [_variable(read, item.returns, count, place, naming) for place in range(count)]
        left = ", ".join(variables) + ("," if count == 1 else "")
        rename = {f"out[{place}]": variable for place, variable in enumerate(variables)}
    else:
        role = read.roles[0].role if not top and 0 in read.roles else ""
        returned = item.returns[0] if len(item.returns) == 1 and not top else ""
        plain = "out" if top else "value"
        variable = (
            VARIABLES.get(role, role) if role else naming.of(returned if returned and returned not in names else plain)
        )
        left, rename = variable, {"out": variable}
    call = _joined([*read.attempt.before, f"{left} = {read.attempt.expression}"])
    given, samples = read.attempt.given, read.attempt.samples
    empty = Proposal(item.name, call, {}, given, samples, read.conventions, notes=item.notes)
    return _with_new(_filled(empty, read, rename, free, naming), item)


def _function_names(read: Classified) -> set[str]:
    """Names used by the call, which results must not take."""
    return set(re.findall(r"\w+", read.attempt.expression))


def _variable(read: Classified, returns: Sequence[str], count: int, place: int, naming: _Naming) -> str:
    """The variable for an item of a returned tuple: named by its role, otherwise as in the solution."""
    for number, found in read.roles.items():
        if read.parts[number].path[0] == ("item", place):
            first = next(each for each, other in read.roles.items() if other.role == found.role)
            if first == number:
                return VARIABLES.get(found.role, found.role)
    own = returns[place] if len(returns) == count else ""
    taken = {VARIABLES.get(found.role, found.role) for found in read.roles.values()} | _function_names(read)
    return naming.of(own) if own and own not in (*taken, *HANDED) else f"_{place}"


def _filled(
    proposal: Proposal,
    read: Classified,
    rename: Mapping[str, str],
    free: Mapping[tuple[int, int], Freedom],
    naming: _Naming,
    label: str = "",
) -> Proposal:
    """A proposal extended by the roles and values of a reading."""
    roles, values, notes = dict(proposal.roles), dict(proposal.values), list(proposal.notes)
    conventions, beside = proposal.conventions, {*proposal.beside}
    for number, part in enumerate(read.parts):
        old, expression = "out", part.expression("out")
        for prefix in rename:
            if expression == prefix or expression.startswith((f"{prefix}[", f"{prefix}.")):
                old = prefix
        new = rename.get(old, old)
        expression = expression.replace(old, new, 1)
        if number in read.roles:
            found = read.roles[number]
            if found.role in roles:
                notes.append(f"{expression} is the {words_of(found.role)} again")
                continue
            roles[found.role] = replace(found, expression=found.expression.replace(old, new, 1))
            conventions = _with(conventions, found)
        elif number in read.unknown:
            if part.value is not None and part.value.size == 0:
                notes.append(f"{expression} is empty")
                continue
            freedom = free.get((id(read), number), FIXED)
            last = part.path[-1] if part.path else ("", "")
            if new.startswith("_") and new[1:].isdigit():
                wished = f"{proposal.name}_{int(new[1:]) + 1}"
            elif last[0] in ("key", "field"):
                wished = str(last[1])
            else:
                wished = label or (proposal.name if new in ("out", "value") else new)
            own = naming.of(wished) if wished != new else _own(new, values, naming)
            if number in read.fixed:
                count = read.fixed[number]
                why = f"{expression} always has {count} columns, so let all data ask for k = {count}"
                notes.append(f"please check: {why} (own_data_only), and name its role")
            values[own] = _rule(expression, part.value, freedom)
            beside |= set() if freedom.of_axes else {own}
        elif number in read.echoes:
            doubt = "please check: " if read.echoes[number] == _ATTRIBUTE else ""
            notes.append(f"{doubt}{expression} is {read.echoes[number]}, and not judged")
        else:
            notes.append(f"{expression} is no numbers but {part.type}, and not judged")
    said = [f"please check: {each}" for each in doubts(read.attempt)]
    notes += [each for each in said if each not in notes]
    tolerance = max(proposal.tolerance, read.tolerance)
    return replace(
        proposal,
        roles=roles,
        values=values,
        beside=frozenset(beside),
        notes=tuple(notes),
        conventions=conventions,
        tolerance=tolerance,
    )


def _rule(expression: str, value: Array | None, freedom: Freedom) -> ValueRule:
    """The rule for a value up to what a right program may choose.

    Of more axes than requested, only those that the data determine.
    """
    if not freedom.signs or value is None:
        return ValueRule(expression=expression, tolerance=freedom.tolerance)
    if freedom.signs == "vector":
        return ValueRule(expression=expression, up_to=frozenset(("sign",)), tolerance=freedom.tolerance)
    columns = value.T if freedom.signs == "rows" else value
    turned = f"{expression}.T" if freedom.signs == "rows" else expression
    first = f"{turned}[:, :k]" if columns.shape[1] > 1 else turned
    if freedom.rotated:  # which cancels in the products of rows
        return ValueRule(expression=f"{first} @ {first}.T", tolerance=max(freedom.tolerance, _OF_ROTATED))
    return ValueRule(expression=first, up_to=frozenset(("sign", "rotation")), tolerance=freedom.tolerance)


def _own(variable: str, values: Mapping[str, ValueRule], naming: _Naming) -> str:
    return (
        variable if variable not in values and variable.isidentifier() and variable not in _KEYS else naming.of("value")
    )


def _with(conventions: Conventions, found: Recognised) -> Conventions:
    """Conventions under which a recognised value is right; divisors stay free."""
    change: dict[str, Any] = {}
    for key, value in found.conventions:
        if key not in FREE_DIVISORS or value == FREE_DIVISORS[key]:
            change[key] = value
    return replace(conventions, **change)


def _of_class(item: SurveyedItem, free: Mapping[tuple[int, int], Freedom]) -> list[Proposal]:
    options = {each.conventions.standardise for each in _readings(item)}
    standardise = max(sorted(options, key=lambda each: each != "no"), key=lambda each: _roles_under(item, each))
    base = item.reading.under(standardise)
    naming = _Naming([*base.attempt.given, "m"])
    call = _joined(base.attempt.before)
    whole = Proposal(item.name, call, {}, base.attempt.given, base.attempt.samples, base.conventions)
    pca = any(found.role not in BEFORE for read in _readings(item) for found in read.roles.values())
    if pca:  # a right program may keep other attributes
        base = replace(base, unknown=(), echoes={**base.echoes, **dict.fromkeys(base.unknown, _ATTRIBUTE)})
    whole = _filled(whole, base, {"out": "m"}, free, naming)
    apart: list[Proposal] = []
    for name, each in sorted(item.methods.items(), key=lambda method: "fit" in method[0]):
        read = each.under(standardise)
        attempt = read.attempt
        same = attempt.before == base.attempt.before and attempt.samples == base.attempt.samples
        new = {found.role for found in read.roles.values()} - whole.roles.keys()
        if same and (new or (read.unknown and not read.roles)):
            given = {**whole.given, **attempt.given}
            whole = _filled(replace(whole, given=given), read, {"out": attempt.expression}, free, naming, name)
        else:
            made = replace(item, name=f"{item.name}-{name}", reading=read, returns=(), methods={}, new=(), notes=())
            apart.append(_of_function(made, free))
    whole = _with_new(replace(whole, notes=(*whole.notes, *item.notes)), item)
    return [whole, *apart] if whole.roles or whole.values else apart


def _with_new(proposal: Proposal, item: SurveyedItem) -> Proposal:
    """A proposal extended by the roles of new samples."""
    roles = dict(proposal.roles)
    for read in item.new:
        for found in read.roles.values():
            if found.role.removesuffix("_new") in roles and found.role.endswith("_new"):
                roles.setdefault(
                    found.role, replace(found, expression=found.expression.replace("out", read.attempt.expression, 1))
                )
    return replace(proposal, roles=roles)


def _roles_under(item: SurveyedItem, standardise: str) -> int:
    readings = [each.under(standardise) for each in (item.reading, *item.methods.values())]
    return len({found.role for each in readings for found in each.roles.values()})


def _joined(statements: Sequence[str]) -> str:
    """Statements as one text, on one line where that can be."""
    text = [line for statement in statements for line in statement.split("\n")]
    return "; ".join(text)


# Points for the criteria of proposed tasks


_POINTS = {
    # criteria that distinguish PCA weigh most, those about the interface least
    "components.captured": 4,
    "components.orthonormal": 2,
    "components.eigen_equation": 2,
    "explained_variance.values": 2,
    "scores.agree": 2,
    "reconstruction.error": 2,
    "projection.values": 4,
    **dict.fromkeys(("kernel.values", "kernel_scores.space", "whitened.space", "whitened.covariance", "zca.values"), 2),
    **{f"{role}.form": 0.5 for role in ROLES},
    "runs": 0.5,
    "input-untouched": 0.25,
    "explained_variance_ratio.values": 2,
    "standard_deviations.values": 2,
    "eigenvalue_matrix.values": 2,
    # a mistake that shows everywhere also shows in each situation
    **{name: 0.25 if name.startswith("equivariance.") else 0.5 for name in SITUATIONS},
}
_SCORES_ALONE = {"scores.space": 4, "scores.centred": 2}
"""If no components are requested, the scores have to show whether it is PCA."""
_VALUE = 2.0
_COUNT = 2.0
_BESIDE = 0.25
"""The most that may be earned without PCA, of all points."""
_VARIANCES = ("explained_variance", "explained_variance_ratio", "standard_deviations", "eigenvalue_matrix")
"""Roles that other axes may leave right, and that do not make PCA where axes are asked for."""


def is_whole(proposal: Proposal) -> bool:
    """Whether a task computes axes or scores from the data."""
    return not proposal.given and bool({"components", "scores", "projection"} & proposal.roles.keys())


def rubrics(proposals: Sequence[Proposal]) -> list[tuple[Rubric, ...]]:
    """The criteria of tasks, weighed so that most points need PCA.

    The points that need it are multiplied by the smallest whole number with which the others are at most a quarter.
    """
    whole = next((each for each in proposals if is_whole(each)), None)
    plain = [(each, _rubric(each, situations=each is whole)) for each in proposals]
    asked = {role for each in proposals for role in each.roles} - {*BEFORE, *_VARIANCES}
    aside = (*BEFORE, *_VARIANCES) if asked else BEFORE
    of_pca = sum(item.points for each, items in plain for item in items if _needs_pca(each, item, aside))
    beside = sum(item.points for _, items in plain for item in items) - of_pca
    if not of_pca:
        return [items for _, items in plain]
    factor = next(number for number in itertools.count(1) if beside <= _BESIDE * (beside + number * of_pca))
    return [
        tuple(replace(item, points=factor * item.points) if _needs_pca(each, item, aside) else item for item in items)
        for each, items in plain
    ]


def _needs_pca(proposal: Proposal, item: Rubric, beside: Collection[str]) -> bool:
    """Whether a criterion needs more than running, preparing the data, and products with given components."""
    role, _, name = item.criterion.partition(".")
    if role in ("runs", "input-untouched", *beside) or (f"{role}." == VALUES and name in proposal.beside):
        return False
    own = {*proposal.roles} - {*beside} or {*proposal.values} - proposal.beside
    return bool(own) and {*proposal.given.values()} - {"explained_variance_ratio"} <= {*BEFORE, *PARAMETERS}


def _rubric(proposal: Proposal, *, situations: bool) -> tuple[Rubric, ...]:
    """The criteria of a task.

    situations: add one for each kind of data on which programs fail.
    """
    has = {*proposal.roles, *proposal.given.values()}
    standardised = proposal.conventions.standardise != "no"
    names = ["runs", "input-untouched", *(f"{role}.form" for role in ROLES if role in proposal.roles)]
    names += [
        item.name
        for item in CRITERIA
        if set(item.roles) <= has
        and set(item.roles) & proposal.roles.keys()
        and item.applies(dict.fromkeys(has), proposal.conventions)
    ]
    if situations:
        left_out = {"data.float32", "data.constant-feature"}
        if standardised:  # division by a zero deviation gives nan
            left_out = {"data.float32", "equivariance.rotation"}
        names += [name for name in SITUATIONS if name not in left_out]
    elif proposal.roles:
        names += ["data.few-samples", *(["data.integers"] if "X" in proposal.call else [])]
        names += ["data.constant-feature"] if standardised else []
    points = _POINTS if "components" in has else _POINTS | _SCORES_ALONE
    if "ratio" in proposal.given and "explained_variance_ratio" in proposal.given.values():
        points = points | {f"{role}.form": _COUNT for role in ROLES}  # here the number of components is what is asked
    rubrics = [
        # of a number of components a constant is right on some data
        Rubric(criterion=name, points=float(points.get(name, 1)), partial=name != "component_count.values")
        for name in names
    ]
    return (*rubrics, *(Rubric(criterion=f"{VALUES}{name}", points=_VALUE) for name in proposal.values))
