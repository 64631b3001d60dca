"""Which matrix holds the members of a family as rows or columns: X = [x_1, …, x_n], or "the columns of X are the x_i".

A matrix that holds the members up to another one than the family has, U = [u_1, …, u_d] of u_1, …, u_p, is not the
matrix of the family.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Name, Num
from pcaproofs.notes.prose.facts import Arranged, IsFamily
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.scope.note_facts import NoteFacts
from pcaproofs.notes.scope.uses import longest


class Arrangements(NoteFacts):
    """The matrices of families. parts: pairs of sizes of which the first is at most the second."""

    parts: frozenset[tuple[str, str]]

    @abstractmethod
    def at(self, name: Name, offset: int) -> Symbol:
        """The meaning of a letter at an offset."""

    @abstractmethod
    def is_declared(self, name: Name, offset: int) -> bool:
        """Whether a fact gives a letter its kind."""

    @abstractmethod
    def listed_anew(self, name: Name, offset: int, listed: Sequence[IsFamily]) -> int:
        """Where the section of an offset begins, if it lists a family anew with another length; else 0."""

    def is_of_part(self, fact: Arranged, offset: int) -> bool:
        """Whether a matrix lists the members of a family up to another one than the family has.

        So it is too if the note lists the family with several lengths and does not say which one is the greatest.
        """
        if fact.family is None or fact.last is None:
            return False
        symbol = self.at(fact.family, offset)
        lengths = {f.last for f in symbol.facts if isinstance(f, IsFamily)}
        is_clear = len(lengths) < 2 or longest(lengths, self.parts) is not None
        return symbol.length is not None and (fact.last != symbol.length or not is_clear)

    def listed_parts(self) -> Iterator[tuple[str, str]]:
        """Pairs of sizes (d, p) where a matrix lists u_1, …, u_d and the same section lists u_1, …, u_p before it."""
        for family, said in self.arranged.items():
            whole = () if family is None else self.facts.get(key(family), ())
            for fact in said:
                start = self.section(fact.span[0])[0]
                before = [f.last for f in whole if isinstance(f, IsFamily) and start <= f.span[0] < fact.span[0]]
                if isinstance(fact.last, Name) and before and before[0] != fact.last:
                    yield key(fact.last), key(before[0])

    def arranged_last(self, base: Name, offset: int) -> Arranged | None:
        """What the note says last of the matrix that holds a family; None if nothing."""
        anew = self._family_since(base, offset)
        said = [f for f in self.arranged.get(base, ()) if f.start <= offset and not self._is_void(f, offset)]
        said = [f for f in said if f.span[0] >= anew or f.strength == "file"]
        said = [f for f in said if not self.is_of_part(f, offset)]
        return max(said, key=lambda f: f.span, default=None)

    def matrix_of(self, base: Name, offset: int) -> tuple[Name, str, str] | None:
        """The matrix that holds a family, whether by rows or columns, and a remark for what is only conventional."""
        if (said_last := self.arranged_last(base, offset)) is not None:
            return said_last.letter, said_last.by, ""
        capital = self.capital_of(base, offset)
        if capital is None or self._is_of_earlier(capital, base, offset):
            return None
        symbol, length = self.at(capital, offset), self.at(base, offset).length
        said = [f for f in symbol.facts if isinstance(f, Arranged)]
        if any(self.is_of_part(f, offset) for f in said):
            return None
        if said:
            return capital, said[0].by, ""
        if length is not None and symbol.rows == length != symbol.columns:
            return capital, "rows", ", by their names and sizes"
        if length is not None and symbol.columns == length != symbol.rows and symbol.columns != Num("1"):
            return capital, "columns", ", by their names and sizes"
        return None

    def capital_of(self, base: Name, offset: int) -> Name | None:
        """The declared matrix whose name is the capital of a letter."""
        for font in dict.fromkeys((base.font, "bold", "")):
            for accents in dict.fromkeys((base.accents, ())):
                name = replace(base, base=base.base.upper(), font=font, accents=accents, subscript=None, upper=None)
                if name != base and self.is_declared(name, offset) and self.at(name, offset).kind == "matrix":
                    return name
        return None

    def _family_since(self, base: Name, offset: int) -> int:
        listed = [f for f in self.facts.get(key(base), ()) if isinstance(f, IsFamily) and f.start <= offset]
        return self.listed_anew(base, offset, listed)

    def _is_of_earlier(self, capital: Name, base: Name, offset: int) -> bool:
        """Whether all that is said of a matrix is said before a section that lists the family x of X anew."""
        anew = self._family_since(base, offset)
        return anew > 0 and all(f.span[0] < anew and f.strength != "file" for f in self.at(capital, offset).facts)
