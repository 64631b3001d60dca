"""The letters that a derivative or an optimum holds fixed: all letters except its variables.

A letter that an equation defines as a function of a variable is refused, because the author cannot mean to hold it
fixed. If hypotheses connect any other letter with a variable, the reading reports that it is held fixed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pcaproofs.kernel import Expression, Scope, Word
from pcaproofs.language.derived import Kind, definition
from pcaproofs.language.express import name_text
from pcaproofs.language.names import Unreadable
from pcaproofs.language.powers import Powers
from pcaproofs.terms import is_ones, term_count

MAX_TERMS = 2_000  # longer equations are not examined as definitions of a letter


@dataclass(frozen=True)
class Varied:
    """An expression in which some letters vary: one that is differentiated, or an objective.

    where: the SymPy text, for messages. beside: the other expressions of an optimum, such as its value. These may
    contain letters that the constraints connect with a variable; they are not refused, only reported. moved: derived
    letters that are functions of the variables, and vary with them.
    """

    variables: tuple[str, ...]
    body: Expression
    where: str
    beside: tuple[Expression, ...] = ()
    moved: frozenset[str] = frozenset()


class Ties(Powers):
    """Records the variables, and checks at the end how the hypotheses connect other letters with them."""

    def __init__(self) -> None:
        super().__init__()
        self.varied: list[Varied] = []

    def check_ties(self) -> None:
        """Adds to `assumed` the letters that are held fixed. Raises Unreadable for a function of a variable."""
        if not self.varied:
            return
        scope = self.scope()
        given, groups = self._definitions(scope), self._groups()
        for varied in self.varied:
            inside = self.names_in(varied.body) - set(varied.variables) - varied.moved
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
                own = [x for x in varied.variables if x not in self.derived] or varied.variables
                names, moving = (", ".join(map(name_text, these)) for these in (fixed, own))
                said = f"holding {names} fixed as {moving} {'vary' if own[1:] else 'varies'}"
                if said not in self.assumed:
                    self.assumed.append(said)

    def _definitions(self, scope: Scope) -> dict[str, set[str]]:
        """Letter -> letters of which an equation makes it a function.

        An equation defines Y if Y occurs in one term only, and this term is c·Y or c·Yᵀ with a number or dimension c.
        """
        given: dict[str, set[str]] = {}
        named = {x for x, d in self.derived.items() if d.kind is Kind.NAMED}
        for h in self.hypotheses.values():
            if h.left[0] == "letter" and h.left[1] in named:  # M = A + tB defines M, and not A
                continue
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
        """The connected components of the graph of letters, two of which are joined if a hypothesis has both.

        The definition of a root that varies with a variable joins nothing.
        """
        groups: list[set[str]] = []
        own = {x for varied in self.varied for x in varied.variables if x in self.derived}
        defining = {h for x in own for h in definition(x, self.derived[x], self.letters[x])}
        for h in self.hypotheses.values():
            if h in defining:
                continue
            names = {x for x in self.names_in(("add", h.left, h.right)) if not is_ones(x)}
            touching = [group for group in groups if group & names]
            groups = [group for group in groups if group not in touching] + [names.union(*touching)]
        return groups


def _names(scalars: Any, word: Word) -> set[str]:
    words = [word, *(atom for atom, _ in scalars if not isinstance(atom, str))]
    return {x.name for each in words for x in each}


def _alone(scalars: Any, word: Word) -> str | None:
    """The letter of a monomial that is a number or dimension times one letter; None for any other monomial."""
    letters = [(atom, power) for atom, power in scalars if not isinstance(atom, str)]
    if len(word) == 1 and not letters:
        return word[0].name
    if not word and len(letters) == 1 and letters[0][1] == 1 and len(letters[0][0]) == 1:
        return letters[0][0][0].name
    return None


def _reached(given: dict[str, set[str]], name: str) -> set[str]:
    """The letters that a letter depends on, directly or through others: the transitive closure of `given`."""
    found: set[str] = set()
    new = {name}
    while new:
        found |= new
        new = set().union(*(given.get(x, set()) for x in new)) - found
    return found - {name}
