"""Statements and certificates with plain names: F1, F2, … in place of names that `verify` does not accept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, overload

from pcaproofs.kernel import Certificate, Family, Induction, KernelError, Optimum, SameOptimisers, Statement
from pcaproofs.lookalikes import is_plain, outline
from pcaproofs.terms import ones_name

_NAMED = {
    "letter": (1,),
    "size": (1,),
    "inverse": (1,),
    "eye": (1,),
    "zero": (1, 2),
    "derivative": (2,),
    "gradient": (2,),
}


def names_of(statement: Statement | Family) -> list[str]:
    """The names of all dimensions and letters, which a reader must be able to tell apart."""
    if isinstance(statement, Family):
        return names_of(statement.statement)
    return list(dict.fromkeys([*sizes_of(statement), *(name for name, *_ in statement.letters)]))


def sizes_of(statement: Statement) -> list[str]:
    """The named dimensions of a statement."""
    shapes = [n for _, *shape in statement.letters for n in shape]
    return sorted({n for n in (*shapes, *statement.ones) if isinstance(n, str)})


def check_names(statement: Statement | Family) -> None:
    """Raises KernelError if a name is not plain or if two names look alike."""
    seen: dict[str, str] = {}
    for name in names_of(statement):
        if not is_plain(name):
            raise KernelError(f"got the name {name!a}, but should be plain: Latin or Greek letters, digits, subscripts")
        if (twin := seen.setdefault(outline(name), name)) != name:
            raise KernelError(f"got the names {twin} and {name}, which look alike, but should be told apart")


def renaming(statement: Statement | Family) -> dict[str, str]:
    """New names for names that are not plain or that look like an earlier name."""
    names = names_of(statement)
    taken: dict[str, str] = {}
    for name in names:
        if is_plain(name):
            taken.setdefault(outline(name), name)
    new: dict[str, str] = {}
    for name in names:
        if taken.get(outline(name)) != name:
            k = next(k for k in range(1, len(names) + len(taken) + 2) if outline(f"F{k}") not in taken)
            taken[outline(f"F{k}")] = new[name] = f"F{k}"
    return new


@overload
def plain_statement(statement: Statement) -> Statement: ...
@overload
def plain_statement(statement: Family) -> Family: ...
def plain_statement(statement: Statement | Family) -> Statement | Family:
    """The same statement with plain names."""
    return plain(statement, Certificate(()))[0]


def plain(
    statement: Statement | Family, certificate: Certificate | Induction
) -> tuple[Statement | Family, Certificate | Induction]:
    """The same statement and certificate with plain names."""
    new = renaming(statement)
    if not new:
        return statement, certificate
    sizes = sizes_of(statement.statement if isinstance(statement, Family) else statement)
    whole = {ones_name(old): ones_name(name) for old, name in new.items()} | new
    facts = {
        before.format(old): before.format(name)
        for old, name in new.items()
        if old in sizes
        for before in ("ones {}", "{} > 0", "{} >= 1", "1/{} > 0")
    }
    return _named(statement, whole), _certificate(certificate, whole, facts)


def renamed_certificate(certificate: Certificate, new: Mapping[str, str]) -> Certificate:
    """The certificate of a statement with new names for some letters, all at once; facts keep their names."""
    done: Certificate = _renamed(certificate, new)
    return done


def _named(s: Statement | Family, new: Mapping[str, str]) -> Statement | Family:
    if isinstance(s, Statement):
        return renamed(s, new)
    sequences = tuple(
        (new.get(name, name), _renamed(first, new), _renamed(after, new)) for name, first, after in s.sequences
    )
    return Family(renamed(s.statement, new), sequences)


def renamed(s: Statement, new: Mapping[str, str]) -> Statement:
    """The statement with new names for some letters and dimensions, all at once; hypotheses keep their names."""
    c: Any = s.conclusion
    if isinstance(c, Optimum):
        c = replace(c, at=tuple((new.get(name, name), e) for name, e in c.at))
    elif isinstance(c, SameOptimisers):
        c = replace(c, variables=tuple(new.get(name, name) for name in c.variables))
    letters = tuple((new.get(name, name), *(_dimension(n, new) for n in shape)) for name, *shape in s.letters)
    hypotheses = tuple((name, _renamed(h, new)) for name, h in s.hypotheses)
    return Statement(letters, _renamed(c, new), hypotheses, tuple(_dimension(n, new) for n in s.ones))


def _dimension(n: Any, new: Mapping[str, str]) -> Any:
    return new.get(n, n) if isinstance(n, str) else n


def _certificate(
    c: Certificate | Induction, new: Mapping[str, str], facts: Mapping[str, str]
) -> Certificate | Induction:
    def cited(x: Any) -> Any:
        """Replaces the names of built-in facts about dimensions in weights, cofactors and goals."""
        if isinstance(x, str):
            return facts.get(x, x)
        if is_dataclass(x) and not isinstance(x, type):
            return type(x)(**{f.name: cited(getattr(x, f.name)) for f in fields(x)})
        return tuple([cited(part) for part in x]) if isinstance(x, tuple) else x

    done: Certificate | Induction = cited(_renamed(c, new))
    return done


def _renamed(x: Any, new: Mapping[str, str]) -> Any:
    """A record or expression in which expressions use the new names."""
    if is_dataclass(x) and not isinstance(x, type):
        return type(x)(**{f.name: _renamed(getattr(x, f.name), new) for f in fields(x)})
    if not isinstance(x, tuple):
        return x
    places = _NAMED.get(x[0], ()) if x and isinstance(x[0], str) else ()
    named = [i in places and isinstance(part, str) for i, part in enumerate(x)]
    return tuple(
        [new.get(part, part) if is_name else _renamed(part, new) for part, is_name in zip(x, named, strict=True)]
    )
