"""Orders of the letters of a statement that do not depend on their names.

The search orders words by the names of their letters, so a proof may be found with some names and not with others. The
same statement with names in these orders is searched too, where the names that were given lead to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pcaproofs.kernel import Certificate, Expression, Optimum, SameOptimisers, Statement
from pcaproofs.plain_names import names_of, renamed, renamed_certificate
from pcaproofs.terms import sides


@dataclass(frozen=True)
class Reordered:
    """A statement whose letters have names in a certain order. given: the names that they had, by the new ones."""

    statement: Statement
    given: Mapping[str, str]

    def restored(self, certificate: Certificate) -> Certificate:
        """A certificate of this statement as one of the statement with the names that were given."""
        return renamed_certificate(certificate, self.given)


def orders(statement: Statement) -> Iterator[Reordered]:
    """The statement with its letters in two orders; matrices always come before columns, and these before numbers.

    In the first order the variables of an optimum come last, in the second one the letters that occur most often. All
    else is by the places where they occur, and by the first place for letters whose places are alike.
    """
    places: dict[str, list[str]] = {name: [] for name, *_ in statement.letters}
    for given, e in _sides(statement):
        for name, place in _occurrences(e, given):
            if name in places:
                places[name].append(place)
    rank = {name: (sorted(where), i) for i, (name, where) in enumerate(places.items())}
    kind = {name: (rows, cols).count(1) for name, rows, cols in statement.letters}
    varied, seen = _variables(statement), {tuple(sorted(kind))}
    varying_last = {name: (kind[name], name in varied, *rank[name]) for name in kind}
    often_last = {name: (kind[name], len(places[name]), *rank[name]) for name in kind}
    for key in (varying_last, often_last):
        order = tuple(sorted(kind, key=key.__getitem__))
        if order not in seen:
            seen.add(order)
            yield _in_order(statement, order)


def _in_order(statement: Statement, order: tuple[str, ...]) -> Reordered:
    """The statement with new names that are sorted as in the order, and that no dimension has."""
    prefix, taken = "A", names_of(statement)
    while any(name.startswith(prefix) for name in taken):
        prefix += "A"
    names = {name: f"{prefix}{i:0{len(str(len(order)))}}" for i, name in enumerate(order)}
    return Reordered(renamed(statement, names), {new: name for name, new in names.items()})


def _sides(statement: Statement) -> Iterator[tuple[str, Expression]]:
    """Every expression of a statement, with where it stands."""
    for k, (_, h) in enumerate(statement.hypotheses):
        yield from ((f"{k:06}", e) for e in sides(h))
    yield from (("conclusion", e) for e in sides(statement.conclusion))


def _occurrences(e: Expression, place: str) -> Iterator[tuple[str, str]]:
    """Each occurrence of a letter with its place: what stands around it, and which factor it is, but no name."""
    if e[0] in ("letter", "inverse"):
        yield e[1], place
    elif e[0] in ("gradient", "derivative"):
        yield e[2], f"{place} {e[0]}"
    for i, part in enumerate(e):
        if isinstance(part, tuple):  # of the summands SymPy sorts the names, so they are not numbered
            yield from _occurrences(part, f"{place} {e[0]}{'' if e[0] == 'add' else i}")


def _variables(statement: Statement) -> set[str]:
    match statement.conclusion:
        case Optimum(at=at):
            return {name for name, _ in at}
        case SameOptimisers(variables=names):
            return set(names)
    return set()
