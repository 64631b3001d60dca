"""Every hypothesis of a kernel statement, sorted by how people are shown it, so that none is lost in printing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pcaproofs.kernel import Compare, Expression, KernelError, Scope, Statement
from pcaproofs.language.derived import Derived, Kind, definition, moments_in, read_back
from pcaproofs.terms import ZERO, letters_in, sides

if TYPE_CHECKING:
    from pcaproofs.language.reader import Reading

DEFINING = ("reciprocal", "inverse", "root", "pseudo-inverse", "moments", "factor")  # kinds that introduce letters
_NOTHING = Derived(Kind.RUNNING)


@dataclass(frozen=True)
class Entry:
    """Hypotheses that are shown together.

    kind: "said" by the author, "cited" (another claim's conclusion), "sign" of a scalar, "basis" (unit vectors eᵢ), the
    definition of a letter (one of DEFINING), or "other". names: of the hypotheses. source: the author's hypothesis or
    the cited claim. letters: what it introduces. of: what they are a function of. implied: whether such letters exist
    already, always or by the hypotheses `since`. apart: of "basis" the labels of the pairs that are different vectors.
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
) -> tuple[Entry, ...]:
    """Entries whose names are all hypotheses of the statement, each of them once.

    reading: what the author wrote; origins: of each hypothesis that a claim supplied, that claim.
    """
    out: list[Entry] = []
    done: set[str] = set()

    def enter(entry: Entry) -> None:
        if new := tuple(name for name in entry.names if name not in done):
            out.append(replace(entry, names=new))
            done.update(new)

    by_claim: dict[int, Entry] = {}
    for name, claim in (origins or {}).items():
        before = by_claim.get(id(claim), Entry("cited", (), claim))
        by_claim[id(claim)] = Entry("cited", (*before.names, name), claim)
    for entry in by_claim.values():
        enter(entry)
    pairs = zip(reading.hypotheses, reading.said, strict=True) if reading else ()
    for source, names in pairs:
        enter(Entry("said", names, source))
    derived = derived_letters(statement, reading)
    left = {name: h for name, h in statement.hypotheses if name not in done}
    for found in (_definitions, _basis, _signs):
        for entry in found(statement, derived, {name: h for name, h in left.items() if name not in done}):
            enter(entry)
    for name in left:
        enter(Entry("other", (name,)))
    order = {name: k for k, (name, _) in enumerate(statement.hypotheses)}
    return tuple(sorted(out, key=lambda entry: order[entry.names[0]]))


def needed(
    entries: Sequence[Entry], cited: set[str], claims: Sequence[Any], support: Mapping[Any, frozenset[str]]
) -> set[str]:
    """The hypotheses that a proof needs: those that it cites, and those by which these have a meaning.

    claims: those that it uses. support: of each claim the hypotheses by which it may be cited.
    """
    since = {name for e in entries if cited & set(e.names) for name in e.since}
    return cited | since | {name for claim in claims for name in support.get(claim, ())}


def existing(statement: Statement, entries: Sequence[Entry]) -> list[tuple[str, Any, Any]]:
    """The letters that a cited axiom says to exist: those in its conclusion and in no hypothesis of the author."""
    known = dict(statement.hypotheses)
    new: set[str] = set()
    old: set[str] = set()
    for e in entries:
        names = {x for name in e.names for x in letters_in(*sides(known[name]))}
        if e.kind == "cited" and e.source.declared == "cited":
            new |= names
        else:
            old |= names
    return [letter for letter in statement.letters if letter[0] in new - old]


def made(statement: Statement, derived: Mapping[str, Derived] | None = None) -> dict[str, Entry]:
    """The letters that hypotheses define as functions of others, whoever wrote these hypotheses.

    derived: what the letters stand for; by default as read_back finds it.
    """
    known = read_back(statement) if derived is None else derived
    found: dict[str, Entry] = {}
    for entry in _definitions(statement, known, dict(statement.hypotheses)):
        for name in entry.letters:
            found.setdefault(name, entry)
    return found


def derived_letters(statement: Statement, reading: Reading | None) -> dict[str, Derived]:
    """What the letters of a statement stand for: as its reading says, and of those that were added, read back."""
    if reading is None:
        return read_back(statement)
    read = {name for name, *_ in reading.statement.letters}
    names = {name for name, *_ in statement.letters}
    added = {name: d for name, d in read_back(statement).items() if name not in read} if names - read else {}
    return {name: d for name, d in {**reading.derived, **added}.items() if name in names}


def _definitions(statement: Statement, derived: Mapping[str, Derived], left: Mapping[str, Compare]) -> Iterator[Entry]:
    """Letters that hypotheses define as functions of others: 1/x, A⁻¹, √x, A⁺, moments, the factor F of S = FᵀF."""
    shapes = {name: (rows, cols) for name, rows, cols in statement.letters}
    for c, d in derived.items():
        given = definition(c, d, shapes[c])
        if d.kind in (Kind.RECIPROCAL, Kind.DIVISOR):
            given += [Compare(("letter", c), relation, ZERO) for relation in (">", "!=")]
        names = tuple(name for name, h in left.items() if h in given)
        if d.of is None or not names or given[0] not in left.values():
            continue
        match d.kind:
            case Kind.RECIPROCAL | Kind.DIVISOR:
                since = _nonzero_since(statement, d.of)
                yield Entry(Kind.RECIPROCAL.value, names, None, (c,), d.of, bool(since), since)
            case Kind.ROOT:
                yield Entry(d.kind.value, names, None, (c,), d.of, _is_square(d.of))
            case Kind.PSEUDO_INVERSE:
                yield Entry(d.kind.value, names, None, (c,), d.of, implied=True)
            case _:
                yield Entry(d.kind.value, names, None, (c,), d.of)
    for name, h in left.items():
        if (moments := moments_in(h)) is not None and derived.get(moments[0], _NOTHING).kind is Kind.SECOND_MOMENT:
            yield Entry("moments", (name,), None, moments, implied=True)


def _basis(statement: Statement, derived: Mapping[str, Derived], left: Mapping[str, Compare]) -> Iterator[Entry]:
    """The unit vectors eᵢ that a reading adds, those of one length together."""
    labels = {name: d.label for name, d in derived.items() if d.kind is Kind.BASIS}
    vectors = {name: rows for name, rows, _ in statement.letters if name in labels}
    for length in dict.fromkeys(vectors.values()):
        own = [name for name, rows in vectors.items() if rows == length]
        unit = {definition(name, derived[name], (length, 1))[0]: name for name in own}
        says = {h for name in own for h in definition(name, derived[name], (length, 1))}
        apart = {
            Compare(("mul", ("t", ("letter", a)), ("letter", b)), "=", ZERO): (labels[a], labels[b])
            for a in own
            for b in own
        }
        used = tuple(name for name, h in left.items() if h in says or h in apart)
        if used:
            norms = tuple(unit[left[name]] for name in used if left[name] in unit)
            pairs = tuple(apart[left[name]] for name in used if left[name] in apart)
            yield Entry("basis", used, None, norms, apart=pairs)


def _signs(statement: Statement, derived: Mapping[str, Derived], left: Mapping[str, Compare]) -> Iterator[Entry]:
    """The sign of a scalar that a symbol brings along."""
    for name, h in left.items():
        match h:
            case Compare(("letter", c) | ("mul", ("number", "-1"), ("letter", c)), _, ("number", "0")):
                yield Entry("sign", (name,), None, (c,))


def _nonzero_since(statement: Statement, e: Expression) -> tuple[str, ...]:
    """The hypothesis that says so, if one does: e ≠ 0, e > 0, or f ≥ 0 where e − f is a positive number."""
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
    """Whether it is a sum of squares as it stands, which needs no hypothesis to be ≥ 0."""
    match e:
        case ("tr", ("mul", ("t", a), b)):
            return bool(a == b)
        case ("pow", _, int(k)):
            return k % 2 == 0
        case ("add", *terms):
            return all(map(_is_square, terms))
    return False
