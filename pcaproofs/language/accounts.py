"""The hypotheses of a kernel statement, grouped for display.

Every printed form of a statement is made from these groups. Each hypothesis is in exactly one group, so that no
hypothesis is left out in print.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pcaproofs.kernel import Compare, Expression, KernelError, Scope, Statement
from pcaproofs.language.derived import Kind, Meaning, definition, moments_in, read_back, same_place
from pcaproofs.language.selections import laws
from pcaproofs.language.sizes import as_expression, is_sum
from pcaproofs.terms import ZERO, letters_in, sides

if TYPE_CHECKING:
    from pcaproofs.language.reader import Reading

# kinds of entries that define letters
DEFINING = ("reciprocal", "inverse", "root", "pseudo-inverse", "moments", "factor")
COMPUTED = (Kind.DETERMINANT, Kind.ADJUGATE, Kind.LOGARITHM, Kind.POWER, Kind.NAMED)
_NOTHING = Meaning(Kind.RUNNING)


@dataclass(frozen=True)
class Shown:
    """Hypotheses that are shown together.

    kind: "said" (written by the author), "cited" (the conclusion of another claim), "sign" (of a scalar), "basis" (unit
    vectors eᵢ), "selection" (diagonal matrices and rows of I), "size" (a dimension that is a sum), "theorem" (what
    holds of determinants, powers and logarithms), one of DEFINING, or "other".
    names: the names of the hypotheses in the statement.
    source: the author's hypothesis, or the cited claim.
    letters: the letters that the entry introduces.
    of: the expression of which they are a function.
    implied: whether such letters exist without further hypotheses, or because of the hypotheses `since`.
    apart: for "basis", pairs of labels of vectors that are different.
    """

    kind: str
    names: tuple[str, ...]
    source: Any = None
    letters: tuple[str, ...] = ()
    of: Expression | None = None
    implied: bool = False
    since: tuple[str, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()


def account(
    statement: Statement, reading: Reading | None = None, origins: Mapping[str, Any] | None = None
) -> tuple[Shown, ...]:
    """The hypotheses of a statement as entries, in the statement's order; each hypothesis is in one entry.

    reading: what the author wrote. origins: hypothesis name -> the cited claim that supplied it.
    """
    out: list[Shown] = []
    done: set[str] = set()
    known = {name for name, _ in statement.hypotheses}

    def enter(entry: Shown) -> None:
        if new := tuple(name for name in entry.names if name not in done and name in known):
            out.append(replace(entry, names=new))
            done.update(new)

    by_claim: dict[int, Shown] = {}
    for name, claim in (origins or {}).items():
        before = by_claim.get(id(claim), Shown("cited", (), claim))
        by_claim[id(claim)] = Shown("cited", (*before.names, name), claim)
    for entry in by_claim.values():
        enter(entry)
    pairs = zip(reading.hypotheses, reading.said, strict=True) if reading else ()
    for source, names in pairs:
        enter(Shown("said", names, source))
    derived = derived_letters(statement, reading)
    left = {name: h for name, h in statement.hypotheses if name not in done}
    for group in (_sizes, _selections, _theorems, _definitions, _basis, _signs):
        for entry in group(statement, derived, {name: h for name, h in left.items() if name not in done}):
            enter(entry)
    for name in left:
        enter(Shown("other", (name,)))
    order = {name: k for k, (name, _) in enumerate(statement.hypotheses)}
    return tuple(sorted(out, key=lambda entry: order[entry.names[0]]))


def needed_hypotheses(
    entries: Sequence[Shown], cited: set[str], claims: Sequence[Any], support: Mapping[Any, frozenset[str]]
) -> set[str]:
    """The names of the hypotheses that a proof needs: those that it cites, and those that give these a meaning.

    cited: the facts in the certificate. claims: the claims that the proof uses. support: claim -> the hypotheses from
    which its conditions were proved.
    """
    since = {name for e in entries if cited & set(e.names) for name in e.since}
    return cited | since | {name for claim in claims for name in support.get(claim, ())}


def definitions_of(statement: Statement, derived: Mapping[str, Meaning] | None = None) -> dict[str, Shown]:
    """The letters that hypotheses define as functions of other letters, each with the entry of its definition.

    derived: what each letter stands for; by default what `read_back` finds.
    """
    known = read_back(statement) if derived is None else derived
    definitions: dict[str, Shown] = {}
    for entry in _definitions(statement, known, dict(statement.hypotheses)):
        for name in entry.letters:
            definitions.setdefault(name, entry)
    return definitions


def derived_letters(statement: Statement, reading: Reading | None) -> dict[str, Meaning]:
    """What the letters of a statement stand for: from its reading, and for letters added later from `read_back`."""
    if reading is None:
        return read_back(statement)
    read = {name for name, *_ in reading.statement.letters}
    names = {name for name, *_ in statement.letters}
    added = {name: d for name, d in read_back(statement).items() if name not in read} if names - read else {}
    return {name: d for name, d in {**reading.derived, **added}.items() if name in names}


def _definitions(statement: Statement, derived: Mapping[str, Meaning], left: Mapping[str, Compare]) -> Iterator[Shown]:
    """Entries for letters with defining hypotheses: 1/x, A⁻¹, √x, A⁺, moments, the factor F of S = FᵀF."""
    shapes = {name: (rows, cols) for name, rows, cols in statement.letters}
    for c, d in derived.items():
        given = definition(c, d, shapes[c])
        if d.kind in (Kind.RECIPROCAL, Kind.DIVISOR):
            given += [Compare(("letter", c), relation, ZERO) for relation in (">", "!=")]
        names = tuple(name for name, h in left.items() if h in given)
        if d.of is None or not names or given[0] not in left.values():
            continue
        divides = d.kind in (Kind.RECIPROCAL, Kind.DIVISOR)
        since = _nonzero_since(statement, d.of) if divides else ()
        implied = bool(since) or d.kind is Kind.PSEUDO_INVERSE or (d.kind is Kind.ROOT and _is_square(d.of))
        yield Shown((Kind.RECIPROCAL if divides else d.kind).value, names, None, (c,), d.of, implied, since)
    for name, h in left.items():
        if (moments := moments_in(h)) is not None and derived.get(moments[0], _NOTHING).kind is Kind.SECOND_MOMENT:
            yield Shown("moments", (name,), None, moments, implied=True)


def _sizes(statement: Statement, derived: Mapping[str, Meaning], left: Mapping[str, Compare]) -> Iterator[Shown]:
    """An entry for each dimension that is a sum of others, such as m+n."""
    for name, h in left.items():
        match h:
            case Compare(("size", str(n)), "=", e) if is_sum(n) and e == as_expression(n):
                yield Shown("size", (name,))


def _selections(statement: Statement, derived: Mapping[str, Meaning], left: Mapping[str, Compare]) -> Iterator[Shown]:
    """One entry for what holds of the diagonal matrices and the first rows of identity matrices of a statement."""
    shapes = {name: (rows, cols) for name, rows, cols in statement.letters}
    letters = tuple(x for x, d in derived.items() if x in shapes and d.kind in (Kind.DIAGONAL, Kind.LEADING))
    pairs = list(combinations(letters, 2))
    says = {h for x in letters for h in definition(x, derived[x], shapes[x])}
    for nested in ((), pairs, [pair[::-1] for pair in pairs]):
        says |= {*laws(derived, shapes, nested)}
    if names := tuple(name for name, h in left.items() if h in says):
        yield Shown("selection", names, None, letters)


def _theorems(statement: Statement, derived: Mapping[str, Meaning], left: Mapping[str, Compare]) -> Iterator[Shown]:
    """One entry for what theorems say of determinants, adjugates, powers and logarithms."""
    letters = tuple(x for x, d in derived.items() if d.kind in COMPUTED)
    if names := tuple(name for name, h in left.items() if letters_in(*sides(h)) & {*letters}):
        yield Shown("theorem", names, None, letters)


def _basis(statement: Statement, derived: Mapping[str, Meaning], left: Mapping[str, Compare]) -> Iterator[Shown]:
    """One entry per length for the standard basis vectors eᵢ that a reading adds."""
    labels = {name: d.label for name, d in derived.items() if d.kind is Kind.BASIS}
    vectors = {name: rows for name, rows, _ in statement.letters if name in labels}
    for length in dict.fromkeys(vectors.values()):
        own = [name for name, rows in vectors.items() if rows == length]
        unit = {definition(name, derived[name], (length, 1))[0]: name for name in own}
        says = {h for name in own for h in definition(name, derived[name], (length, 1))}
        says |= {same_place(a, b) for a in own for b in own}
        pairs = {Compare(("mul", ("t", ("letter", a)), ("letter", b)), "=", ZERO): (a, b) for a in own for b in own}
        apart = {h: (labels[a], labels[b]) for h, (a, b) in pairs.items()}
        if used := tuple(name for name, h in left.items() if h in says or h in apart):
            norms = tuple(unit[left[name]] for name in used if left[name] in unit)
            yield Shown("basis", used, None, norms, apart=tuple(apart[left[x]] for x in used if left[x] in apart))


def _signs(statement: Statement, derived: Mapping[str, Meaning], left: Mapping[str, Compare]) -> Iterator[Shown]:
    """Entries for the sign that SymPy assumes of a scalar symbol."""
    for name, h in left.items():
        match h:
            case Compare(("letter", c) | ("mul", ("number", "-1"), ("letter", c)), _, ("number", "0")):
                yield Shown("sign", (name,), None, (c,))


def _nonzero_since(statement: Statement, e: Expression) -> tuple[str, ...]:
    """The first hypothesis that implies e ≠ 0 by itself: e ≠ 0, e > 0, or f ≥ 0 with a positive number e − f."""
    scope = Scope(statement)
    try:
        value = scope.expand(e)
        for name, h in statement.hypotheses:
            if h.relation in (">", "!=", ">="):
                rest = (value - scope.difference(h.left, h.right)).terms
                number = rest.get(((), ()), 0) if len(rest) < 2 else -1
                if (not rest and h.relation != ">=") or (rest and number > 0 and h.relation != "!="):
                    return (name,)
    except KernelError:
        return ()
    return ()


def _is_square(e: Expression) -> bool:
    """Whether an expression is written as a sum of squares, so that it is ≥ 0 without any hypothesis."""
    match e:
        case ("tr", ("mul", ("t", a), b)):
            return bool(a == b)
        case ("pow", _, int(k)):
            return k % 2 == 0
        case ("add", *terms):
            return all(map(_is_square, terms))
    return False
