"""A monomial order in which definitions point from the defined letter to its definition.

Weighted total degree, then the spelling: compatible with products from both sides, so rewriting terminates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pcaproofs.kernel import Letter, Monomial, Polynomial, Scalars, Word
from pcaproofs.language.derived import Naming
from pcaproofs.terms import is_ones

MATRIX, COLUMN, SCALAR = 4, 1, 1  # columns weigh little, so that A → A + xyᵀ is read from the right to the left


@dataclass(frozen=True)
class Ordering:
    """What an order may be told.

    weights: those of some letters. counts_transposes: whether of two traces that with more transposed letters is
    greater. Then Aᵀ → A applies in every trace, which the order of the letters may forbid: tr(AABB) is above tr(ABBAᵀ)
    by its second letter. kept: letters that are not replaced by what an equation defines them as.
    """

    weights: Mapping[str, int] = field(default_factory=dict)
    counts_transposes: bool = False
    kept: frozenset[str] = frozenset()


USUAL = Ordering()


class MonomialOrder:
    """Weights of letters; key(monomial) is greater for what should be rewritten."""

    def __init__(self, equations: Iterable[Polynomial], ordering: Ordering = USUAL):
        self._counts_transposes, self._kept = ordering.counts_transposes, ordering.kept
        self.weights: dict[str, int] = dict(ordering.weights)
        equations = list(equations)
        self._kept |= _with_entries(equations)
        self._of_letter: dict[Letter, int] = {}
        self._weigh_definitions(equations)
        self.key = lru_cache(maxsize=1 << 16)(self._key)  # saves about a tenth of the time of a proof

    def weight(self, word: Word) -> int:
        """The sum of the weights of a word's letters."""
        known = self._of_letter
        try:
            return sum([known[x] for x in word])
        except KeyError:
            known.update({x: self.weights.get(x.name) or _usual(x) for x in word})
            return sum([known[x] for x in word])

    def degree(self, monomial: Monomial) -> int:
        """The weight of all letters, those below a line not counted."""
        scalars, word = monomial
        return self.weight(word) + sum([self.weight(a) * k for a, k in scalars if k > 0 and not isinstance(a, str)])

    def _key(self, monomial: Monomial) -> tuple[Any, ...]:
        scalars, word = monomial
        total = self.weight(word) + sum([self.weight(a) * k for a, k in scalars if not isinstance(a, str)])
        return (total, len(word), _flipped(word), self._scalars(scalars))

    def _scalars(self, scalars: Scalars) -> tuple[Any, ...]:
        """Compares powers at the greatest atom where they differ, so that the order is compatible with products."""
        # an atom with a positive power is above, and one with a negative power below the end of the list
        named = [
            ((0, tuple(map(ord, a))) if isinstance(a, str) else (1, len(a), self._primes(a), *_flipped(a)), k)
            for a, k in scalars
        ]
        tokens = [(1, a, k) if k > 0 else (-1, _negated(a), k) for a, k in sorted(named, reverse=True)]
        return (*tokens, (0,))

    def _primes(self, word: Word) -> int:
        """How many letters of a trace are transposed, or 0 if that is not compared."""
        return sum([x.spelling.endswith("'") for x in word]) if self._counts_transposes else 0

    def leading(self, p: Polynomial) -> Monomial:
        """The largest monomial of a polynomial."""
        return max(p.terms, key=self.key)

    def _weigh_definitions(self, equations: list[Polynomial]) -> None:
        """letter = expression without the letter: the letter weighs more than any term of the expression."""
        defined: dict[str, Polynomial] = {}
        for p in equations:
            if (name := self._defines(p, defined)) is not None:
                defined[name] = p
        for p in equations:
            if not any(q is p for q in defined.values()):
                self._define_pair(p, defined)
        done: set[str] = set()

        def settle(name: str) -> None:
            if name in done:
                return
            done.add(name)
            p = defined[name]
            for other in sorted(p.names() & defined.keys()):
                settle(other)
            others = [self.degree(m) for m in p.terms if name != _single(m) and name not in _pair(m)]
            heaviest = max([MATRIX, *others])
            self._of_letter.clear()
            self.weights[name] = 1 + (heaviest if any(_single(m) == name for m in p.terms) else heaviest // 2)

        for name in defined:
            settle(name)

    def _defines(self, p: Polynomial, defined: dict[str, Polynomial]) -> str | None:
        """The first letter that an equation gives in terms of others, without a circle of definitions."""
        for monomial in p.terms:
            name = _single(monomial)
            if name is None or name in defined or name in self._kept:
                continue
            if not monomial[1] and p.shape != (1, 1):  # t·I defines no t
                continue
            others = [m for m in p.terms if m != monomial]
            mentioned = Polynomial(p.rows, p.cols, [(m, p.terms[m]) for m in others]).names()
            if others and name not in mentioned and not self._reaches(mentioned, name, defined):
                return name
        return None

    def _define_pair(self, p: Polynomial, defined: dict[str, Polynomial]) -> None:
        """XᵀY = expression without X and Y: they weigh so much that XᵀY does more than any term of the expression."""
        for monomial in p.terms:
            names = _pair(monomial)
            others = [m for m in p.terms if m != monomial]
            if not names or names & defined.keys() or not others:
                continue
            mentioned = Polynomial(p.rows, p.cols, [(m, p.terms[m]) for m in others]).names()
            if mentioned & defined.keys() and not any(
                name in mentioned or self._reaches(mentioned, name, defined) for name in names
            ):
                defined.update(dict.fromkeys(sorted(names), p))
                return

    def _reaches(self, start: set[str], goal: str, defined: dict[str, Polynomial]) -> bool:
        seen, stack = set(start), list(start)
        while stack:
            name = stack.pop()
            for other in defined[name].names() - {name} - seen if name in defined else ():
                seen.add(other)
                stack.append(other)
        return goal in seen


def _with_entries(equations: list[Polynomial]) -> set[str]:
    """The columns x for which an equation De = (eᵀx)e gives an entry: then D1 is replaced by x, and De by its entry."""
    found: set[str] = set()
    for p in equations:
        words = [word for _, word in p.terms]
        if p.cols == 1 != p.rows and sorted(map(len, words)) == [1, 2]:
            (scalars, word), (others, longer) = sorted(p.terms, key=lambda m: len(m[1]))
            if not others and longer[1] is word[0] and len(scalars) == 1:
                atom = scalars[0][0]
                found |= {x.name for x in atom if x not in (word[0], word[0].T) and len(atom) == 2}  # type: ignore[union-attr]
    return found


def _flipped(word: Word) -> tuple[tuple[int, ...], ...]:
    """Of two spellings of one degree the transposed is greater, then a root of more, then the first in the alphabet."""
    return tuple([_flipped_letter(x) for x in word])


@lru_cache(maxsize=1 << 12)
def _flipped_letter(x: Letter) -> tuple[int, ...]:
    is_root = x.rows == 1 == x.cols and x.name.startswith(Naming.ROOT.value[0])
    return (1 if x.spelling.endswith("'") else 0, len(x.name) if is_root else 0, *(-ord(c) for c in x.spelling))


def _negated(x: Any) -> Any:
    return tuple(map(_negated, x)) if isinstance(x, tuple) else -x


def _usual(x: Letter) -> int:
    return SCALAR if x.rows == 1 == x.cols else COLUMN if 1 in (x.rows, x.cols) else MATRIX


def _pair(monomial: Monomial) -> set[str]:
    """The names of X and Y, or of X alone, of which a monomial is XᵀY or XXᵀ or the like, but for dimensions."""
    scalars, word = monomial
    if len(word) == 2 and all(isinstance(a, str) for a, _ in scalars):
        return {x.name for x in word if not is_ones(x.name)}
    return set()


def _single(monomial: Monomial) -> str | None:
    """The name of the one letter that a monomial consists of."""
    scalars, word = monomial
    if not scalars and len(word) == 1 and not is_ones(word[0].name):
        return word[0].name
    if not word and len(scalars) == 1:
        ((atom, power),) = scalars
        if power == 1 and not isinstance(atom, str) and len(atom) == 1 and atom[0].rows == 1:
            return atom[0].name
    return None
