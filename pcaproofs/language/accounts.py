"""Every hypothesis of a kernel statement, sorted by how people are shown it, so that none is lost in printing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pcaproofs.kernel import Compare, Expression, KernelError, Scope, Statement
from pcaproofs.terms import letters_in, sides

if TYPE_CHECKING:
    from pcaproofs.language.reader import Reading

ZERO: Expression = ("number", "0")
ONE: Expression = ("number", "1")
DEFINING = ("reciprocal", "inverse", "root", "pseudo-inverse", "moments", "factor")  # kinds that introduce letters
_REVERSED = re.compile(r"⁻¹(_\d+)?$|^1/\(")  # names of reciprocals


@dataclass(frozen=True)
class Entry:
    """Hypotheses that are shown together.

    kind: "said" by the author, "cited" (another claim's conclusion), "sign" of a scalar, "basis" (unit vectors eᵢ), the
    definition of a letter (one of DEFINING), or "other". names: of the hypotheses. source: the author's hypothesis or
    the cited claim. letters: what it introduces. of: what they are a function of. implied: whether such letters exist
    already, always or by the hypotheses `since`.
    """

    kind: str
    names: tuple[str, ...]
    source: Any = None
    letters: tuple[str, ...] = ()
    of: Expression | None = None
    implied: bool = False
    since: tuple[str, ...] = ()


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
            out.append(Entry(entry.kind, new, entry.source, entry.letters, entry.of, entry.implied, entry.since))
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
    left = {name: h for name, h in statement.hypotheses if name not in done}
    for found in (_definitions, _basis, _signs):
        for entry in found(statement, {name: h for name, h in left.items() if name not in done}):
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


def made(statement: Statement) -> dict[str, Entry]:
    """The letters that hypotheses define as functions of others, whoever wrote these hypotheses."""
    found: dict[str, Entry] = {}
    for entry in _definitions(statement, dict(statement.hypotheses)):
        for name in entry.letters:
            found.setdefault(name, entry)  # the mirrored equation would make A a function of A⁺
    return found


def _definitions(statement: Statement, left: Mapping[str, Compare]) -> Iterator[Entry]:
    """Letters that hypotheses define as functions of others: 1/x, A⁻¹, √x, A⁺, moments, the factor F of S = FᵀF."""
    shapes = {name: (rows, cols) for name, rows, cols in statement.letters}

    def names(*hypotheses: Compare) -> tuple[str, ...]:
        return tuple(name for name, h in left.items() if h in hypotheses)

    for name, h in left.items():
        match h:
            case Compare(("mul", of, ("letter", c)), "=", ("number", "1")) if _REVERSED.search(c):
                signs = names(*(Compare(("letter", c), relation, ZERO) for relation in (">", "!=")))
                since = _nonzero_since(statement, of)
                yield Entry("reciprocal", (name, *signs), None, (c,), of, bool(since), since)
            case Compare(("mul", of, ("letter", c)), "=", ("eye", n)) if shapes.get(c) == (n, n) and c.endswith("⁻¹"):
                mirror = Compare(("mul", ("letter", c), of), "=", ("eye", n))
                yield Entry("inverse", names(h, mirror), None, (c,), of)
            case Compare(("pow", ("letter", c), 2), "=", of) if c.startswith("√"):
                sign = Compare(("letter", c), ">=", ZERO)
                yield Entry("root", names(h, sign), None, (c,), of, _is_square(of))
            case Compare(("mul", of, ("letter", c), again), "=", target) if of == again == target and c.endswith("⁺"):
                x: Expression = ("letter", c)
                both = (("mul", of, x), ("mul", x, of))
                laws = [Compare(("mul", x, of, x), "=", x), *(Compare(("t", e), "=", e) for e in both)]
                yield Entry("pseudo-inverse", names(h, *laws), None, (c,), of, implied=True)
            case Compare(("letter", second), "=", ("add", ("mul", mean, _), ("mul", _, factor))) if second[:2] == "E[":
                yield Entry("moments", (name,), None, (second, mean[1], factor[1]), implied=True)
            case Compare(of, "=", ("mul", ("t", ("letter", f)), ("letter", g))) if f == g and f.startswith("√"):
                yield Entry("factor", (name,), None, (f,), of)


def _basis(statement: Statement, left: Mapping[str, Compare]) -> Iterator[Entry]:
    """The unit vectors eᵢ that a reading adds, those of one length together."""
    vectors = {name: rows for name, rows, cols in statement.letters if name.startswith("e_") and cols == 1}
    for length in dict.fromkeys(vectors.values()):
        own = [name for name, rows in vectors.items() if rows == length]
        one: Expression = ("letter", f"1[{length}]")
        says = {Compare(("mul", ("t", ("letter", a)), b), "=", ONE) for a in own for b in (("letter", a), one)}
        apart = {Compare(("mul", ("t", ("letter", a)), ("letter", b)), "=", ZERO) for a in own for b in own}
        used = tuple(name for name, h in left.items() if h in says | apart)
        norms = [left[name].left[2][1] for name in used if left[name].right == ONE and left[name].left[2] != one]
        if used:
            yield Entry("basis", used, None, tuple(norms))


def _signs(statement: Statement, left: Mapping[str, Compare]) -> Iterator[Entry]:
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


def pairs_apart(statement: Statement, entry: Entry) -> list[tuple[str, str]]:
    """The pairs of unit vectors of a "basis" that are different."""
    hypotheses = dict(statement.hypotheses)
    found = [hypotheses[name] for name in entry.names if hypotheses[name].right == ZERO]
    return [(h.left[1][1][1], h.left[2][1]) for h in found]
