"""A statement to which citations add hypotheses and letters; every point of the old statement extends to the new one.

A hypothesis is added if it follows from those before, by a proof that the kernel accepts. It is also added if it
defines a new letter that exists: the reciprocal of a scalar that is not zero, the root of one that is not negative, a
standard basis vector, a scalar of some sign, the moments of a random vector. This is extension by definitions
(Mendelson, Introduction to Mathematical Logic, §2.9): it proves nothing new about the old letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pcaproofs.certificates import facts_of
from pcaproofs.kernel import Certificate, Compare, Dimension, Expression, Polynomial, Scope, Statement
from pcaproofs.language.accounts import derived_letters
from pcaproofs.language.derived import moments_in
from pcaproofs.language.express import text
from pcaproofs.language.reader import Reading
from pcaproofs.terms import is_ones, length_of_ones, letters_in, ones_column, walk
from pcaproofs.verify.substitution import Refused, names_of

ZERO: Expression = ("number", "0")
_SHOWN = {"=": "=", ">=": "≥", ">": ">", "!=": "≠"}
SECONDS = 0.5  # seconds' worth of steps to prove one hypothesis of a cited claim

Key = tuple[str, Any]


def named(h: Compare) -> str:
    """The name of a hypothesis that a citation adds: its text."""
    return f"{text(h.left)} {_SHOWN[h.relation]} {text(h.right)}"


class Extension:
    """A reading that grows; `support` collects the hypotheses that the proofs on the way have used."""

    def __init__(self, reading: Reading, variables: set[str]):
        statement = reading.statement
        self.base = reading
        self.variables = variables  # of the conclusion: no letter that is added may depend on them
        self.letters: dict[str, tuple[Dimension, Dimension]] = {name: (r, c) for name, r, c in statement.letters}
        self.hypotheses: dict[str, Compare] = dict(statement.hypotheses)
        self.ones: set[Dimension] = set(statement.ones)
        self.basis: dict[str, None] = {
            name: None for kind, names in reading.hints if kind == "basis" for name in names if name in self.letters
        }
        self.support: set[str] = set()
        self._keys: dict[Key, str] = {}
        for name, h in self.hypotheses.items():
            self._keys.setdefault(self._key(h), name)

    # ------------------------------------------------------------------------------------------------ hypotheses
    def statement(self, conclusion: Any = None) -> Statement:
        """The extended statement, with its own conclusion or another one."""
        letters = tuple((name, *shape) for name, shape in self.letters.items())
        ones = tuple(sorted(self.ones, key=str))
        final = self.base.statement.conclusion if conclusion is None else conclusion
        return Statement(letters, final, tuple(self.hypotheses.items()), ones)

    def reading(self) -> Reading:
        """The extended reading."""
        known = {names for kind, names in self.base.hints if kind == "basis"}
        hints = [("basis", (name,)) for name in self.basis if (name,) not in known]
        statement = self.statement()
        derived = derived_letters(statement, self.base)
        return replace(self.base, statement=statement, hints=(*self.base.hints, *hints), derived=derived)

    def polynomial(self, e: Expression) -> Polynomial:
        """An expression in the letters so far, multiplied out."""
        return Scope(self.statement(Compare(ZERO, "=", ZERO))).expand(e)

    def _key(self, h: Compare) -> Key:
        """The same key for two hypotheses that are multiples of each other; by a positive number if the sign counts."""
        self._add_dimensions(h)
        p = self.polynomial(("add", h.left, ("mul", ("number", "-1"), h.right)))
        first = min(p.terms, key=repr, default=None)
        c = Fraction(1 if first is None else p.terms[first])
        c = c if h.relation in ("=", "!=") else abs(c)
        return h.relation, (p.shape, frozenset((m, v / c) for m, v in p.terms.items()))

    def known(self, h: Compare) -> str | None:
        """The name of an equivalent hypothesis (equal up to a factor), or None."""
        return self._keys.get(self._key(h))

    def follows(self, h: Compare) -> bool:
        """Whether the kernel accepts a proof of h from the hypotheses so far; the used ones are added to `support`.

        The search proves only = and ≥. To prove > or ≠ it derives 1 = 0 from the opposite.
        """
        from pcaproofs.prover.prove import search
        from pcaproofs.prover.search.inconsistency import contradiction
        from pcaproofs.prover.search.problem import Problem

        if (name := self.known(h)) is not None:
            self.support.add(name)
            return True
        if h.relation in ("=", ">="):
            found = search(self.statement(h), SECONDS)
            if isinstance(found, Certificate):
                self.support |= facts_of(found) & self.hypotheses.keys()
                return True
            return False
        minus = ("mul", ("number", "-1"), ("add", h.left, ("mul", ("number", "-1"), h.right)))
        opposite = Compare(minus, ">=", ZERO) if h.relation == ">" else Compare(minus, "=", ZERO)
        statement = self.statement(Compare(ZERO, "=", ZERO))
        absurd = replace(statement, hypotheses=(*statement.hypotheses, (f"not {named(h)}", opposite)))
        if contradiction(Problem(absurd), SECONDS) is None:
            return False
        self.support |= self.hypotheses.keys()  # a contradiction does not report which hypotheses it used
        return True

    # ---------------------------------------------------------------------------------------------------- additions
    def fact(self, h: Compare) -> str | None:
        """Adds a hypothesis and returns its name; returns None for a hypothesis that is known already.

        An identity is added under a name of its own, so that a proof can cite it.
        """
        is_identity = h.relation == "=" and not self._key(h)[1][1]
        if h in self.hypotheses.values() if is_identity else self.known(h) is not None:
            return None
        name, k = named(h), 1
        while name in self.hypotheses:
            name, k = f"{named(h)} ({k + 1})", k + 1
        self.hypotheses[name] = h
        self._keys[self._key(h)] = name
        return name

    def _add_dimensions(self, h: Compare) -> None:
        """Adds dimensions that occur only as a number or as the length of a column of ones."""
        shaped = {n for shape in self.letters.values() for n in shape}
        for e in (part for side in (h.left, h.right) for part in walk(side)):
            if e[0] == "letter" and is_ones(e[1]):
                self.ones.add(length_of_ones(e[1]))
            elif e[0] == "size" and e[1] not in shaped:
                self.ones.add(e[1])

    def free(self, name: str, shape: tuple[Dimension, Dimension]) -> None:
        """Adds a letter without any hypothesis."""
        self.letters[name] = shape

    def define(
        self,
        letters: Mapping[str, tuple[Dimension, Dimension]],
        hypotheses: Iterable[Compare],
        basis: Iterable[str] = (),
    ) -> None:
        """Adds letters with their defining hypotheses; letters that are known already keep theirs.

        A letter may be defined by one that comes later, so the definitions are taken in any order in which each uses
        letters that exist. Raises Refused, naming a condition that does not follow, if a letter may not exist.
        """
        new = {name: shape for name, shape in letters.items() if name not in self.letters}
        waiting = [h for h in hypotheses if names_of(h) & new.keys()]
        self.basis |= {name: None for name in basis if name in new}
        for name in new:
            self.letters[name] = new[name]
        if unproved := next((h for h in hypotheses if h not in waiting and not self.follows(h)), None):
            raise Refused(named(unproved))
        while waiting:
            group = self._definable(waiting, new)
            if group is None:
                raise Refused(self._condition(waiting, new))
            for h in group:
                self._check_variables(h, new)
                self.fact(h)
            defined = set().union(*(names_of(h) for h in group))
            new = {name: shape for name, shape in new.items() if name not in defined}
            waiting = [h for h in waiting if h not in group]
            for h in [h for h in waiting if not names_of(h) & new.keys()]:
                if not self._distinct(h) and not self.follows(h):
                    raise Refused(named(h))
                self.fact(h)
                waiting.remove(h)

    def _check_variables(self, h: Compare, new: Mapping[str, Any]) -> None:
        """Raises Refused if a new letter is defined by a variable: it would have to vary with it."""
        if bad := names_of(h) & self.variables:
            defined = sorted(names_of(h) & new.keys())
            raise Refused(f"{defined[0]}, which depends on the variable {min(bad)}")

    def _condition(self, waiting: list[Compare], new: Mapping[str, Any]) -> str:
        """The condition that is missing if none of the hypotheses defines a letter that is known to exist."""
        for h in waiting:
            for name in sorted(names_of(h) & new.keys()):
                x: Expression = ("letter", name)
                if (f := reciprocal_of(h, x)) is not None:
                    return named(Compare(f, "!=", ZERO))
                if h.left == ("pow", x, 2):
                    return named(Compare(h.right, ">=", ZERO))
        unmet = [h for h in waiting if not any(x in self.basis and self._alone(h, x) for x in names_of(h))]
        return named((unmet or waiting)[0])

    def _definable(self, waiting: list[Compare], new: Mapping[str, Any]) -> list[Compare] | None:
        """The hypotheses that define one letter, or the moments of one random vector, that exist; None if none do."""
        for name in new:
            mine = [h for h in waiting if names_of(h) & new.keys() == {name}]
            if mine and self._exists(name, mine):
                return mine
        for h in waiting:
            if _moments(h, new):
                return [h]
        return None

    def _exists(self, name: str, hypotheses: list[Compare]) -> bool:
        """Whether a letter with these hypotheses exists for all values of the other letters."""
        x: Expression = ("letter", name)
        if name in self.basis:
            return all(self._of_basis(h, name) for h in hypotheses)
        if self.letters[name] != (1, 1):
            return False
        if all(is_sign(h) for h in hypotheses):
            return len(hypotheses) == 1
        if len(hypotheses) == 1 and (f := reciprocal_of(hypotheses[0], x)) is not None:
            return self.follows(Compare(f, "!=", ZERO))
        if len(hypotheses) == 2 and Compare(x, ">=", ZERO) in hypotheses:
            (square,) = [h for h in hypotheses if h != Compare(x, ">=", ZERO)]
            if square.relation == "=" and square.left == ("pow", x, 2) and name not in letters_in(square.right):
                return self.follows(Compare(square.right, ">=", ZERO))
        return False

    def _of_basis(self, h: Compare, name: str) -> bool:
        return self._alone(h, name) or self._distinct(h)

    def _alone(self, h: Compare, name: str) -> bool:
        """Whether a hypothesis holds for every standard basis vector: eᵀe = 1 or eᵀ1 = 1."""
        e: Expression = ("letter", name)
        n = self.letters[name][0]
        return h in (
            Compare(("mul", ("t", e), e), "=", ("number", "1")),
            Compare(("mul", ("t", e), ones_column(n)), "=", ("number", "1")),
        )

    def _distinct(self, h: Compare) -> bool:
        """Whether a hypothesis is e_iᵀe_j = 0, and the length is large enough for that many different vectors."""
        match h:
            case Compare(("mul", ("t", ("letter", a)), ("letter", b)), "=", ("number", "0")) if a != b:
                if {a, b} <= self.basis.keys():
                    n = self.letters[a][0]
                    among = [x for x in self.basis if self.letters[x][0] == n]
                    length: Expression = ("size", n) if isinstance(n, str) else ("number", str(n))
                    return self.follows(Compare(length, ">=", ("number", str(len(among)))))
        return False


def is_sign(h: Compare) -> bool:
    """Whether a hypothesis is x > 0, x ≥ 0 or x ≠ 0 for a letter x, or the same for −x."""
    e = h.left[2] if h.left[:2] == ("mul", ("number", "-1")) and len(h.left) == 3 else h.left
    return h.right == ZERO and h.relation != "=" and e[0] == "letter"


def reciprocal_of(h: Compare, x: Expression) -> Expression | None:
    """The f of a hypothesis f·x = 1; None for any other hypothesis."""
    match h:
        case Compare(("mul", f, last), "=", ("number", "1")) if last == x and x[1] not in letters_in(f):
            found: Expression = f
            return found
    return None


def _moments(h: Compare, new: Mapping[str, Any]) -> bool:
    """Whether a hypothesis is E[zzᵀ] = E[z]E[z]ᵀ + FᵀF for three new letters; some random vector has such moments."""
    letters = moments_in(h)
    return letters is not None and len({*letters}) == 3 and {*letters} <= new.keys()
