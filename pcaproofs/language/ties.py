"""What a derivative and an optimum hold fixed: every other letter, whatever the hypotheses say of it.

A letter that an equation gives as a function of the variable is refused, since nobody would hold it fixed. Any other
that hypotheses connect with the variable is said to be held fixed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pcaproofs.kernel import Expression, Scope, Word
from pcaproofs.language.express import name_text
from pcaproofs.language.letters import Letters
from pcaproofs.language.names import Unreadable
from pcaproofs.terms import is_ones, term_count

MAX_TERMS = 2_000  # an equation of more terms is no definition of a letter


@dataclass(frozen=True)
class Varied:
    """An expression in which some letters vary: what is differentiated, or an objective.

    beside: what else is said of an optimum, its value say: it may well have a letter on which the constraints depend.
    """

    variables: tuple[str, ...]
    body: Expression
    where: str
    beside: tuple[Expression, ...] = ()


class Ties(Letters):
    """Notes what varies, and looks at the end what the hypotheses tie to it."""

    def __init__(self) -> None:
        super().__init__()
        self.varied: list[Varied] = []

    def check_ties(self) -> None:
        """Refuses a letter that is a function of what varies, and says which others are held fixed."""
        if not self.varied:
            return
        scope = self.scope()
        given, groups = self._definitions(scope), self._groups()
        for varied in self.varied:
            inside = self.names_in(varied.body) - set(varied.variables)
            for other in sorted(inside):
                found = _reached(given | {k: v | given.get(k, set()) for k, v in self.depends.items()}, other)
                if held := sorted(found & set(varied.variables)):
                    raise Unreadable(
                        f"got {name_text(other)} where {name_text(held[0])} varies, but {name_text(other)} depends on "
                        f"{name_text(held[0])}; write it out, or let it vary too [in {varied.where}]"
                    )
            inside |= set().union(*map(self.names_in, varied.beside))
            tied = set().union(*(group for group in groups if group & set(varied.variables))) & inside
            tied -= set(varied.variables)
            if fixed := [x for x in sorted(tied & self.letters.keys()) if not isinstance(self.symbols.get(x, ""), str)]:
                names, moving = (", ".join(map(name_text, these)) for these in (fixed, varied.variables))
                said = f"holding {names} fixed as {moving} {'vary' if varied.variables[1:] else 'varies'}"
                if said not in self.assumed:
                    self.assumed.append(said)

    def _definitions(self, scope: Scope) -> dict[str, set[str]]:
        """Letters that are c·Y or c·Yᵀ in an equation and nowhere else in it, and the letters of the rest."""
        given: dict[str, set[str]] = {}
        for h in self.hypotheses.values():
            if h.relation != "=" or term_count(h.left) + term_count(h.right) > MAX_TERMS:
                continue
            p = scope.difference(h.left, h.right)
            names = [_names(scalars, word) for scalars, word in p.terms]
            for k, (scalars, word) in enumerate(p.terms):
                alone = _alone(scalars, word)
                others = set().union(*names[:k], *names[k + 1 :])
                if alone and alone not in others:
                    given.setdefault(alone, set()).update(*(self.names_in(("letter", name)) for name in others))
        return given

    def _groups(self) -> list[set[str]]:
        """The letters that hypotheses connect, directly or by way of others."""
        groups: list[set[str]] = []
        for h in self.hypotheses.values():
            names = {x for x in self.names_in(("add", h.left, h.right)) if not is_ones(x)}
            touching = [group for group in groups if group & names]
            groups = [group for group in groups if group not in touching] + [names.union(*touching)]
        return groups


def _names(scalars: Any, word: Word) -> set[str]:
    words = [word, *(atom for atom, _ in scalars if not isinstance(atom, str))]
    return {x.name for each in words for x in each}


def _alone(scalars: Any, word: Word) -> str | None:
    """The letter of a monomial that is a number or a dimension times it."""
    letters = [(atom, power) for atom, power in scalars if not isinstance(atom, str)]
    if len(word) == 1 and not letters:
        return word[0].name
    if not word and len(letters) == 1 and letters[0][1] == 1 and len(letters[0][0]) == 1:
        return letters[0][0][0].name
    return None


def _reached(given: dict[str, set[str]], name: str) -> set[str]:
    """The letters in which a letter is given, and those in which these are."""
    found: set[str] = set()
    new = {name}
    while new:
        found |= new
        new = set().union(*(given.get(x, set()) for x in new)) - found
    return found - {name}
