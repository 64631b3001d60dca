"""Substitution of expressions for the letters of a kernel statement, without capture of what a derivative varies."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from pcaproofs.kernel import Compare, Dimension, Expression
from pcaproofs.language.express import text
from pcaproofs.terms import is_ones, letters_in, ones_column, sides


class Refused(ValueError):  # noqa: N818
    """A citation would give more than was proved; the message is one line and names the fault."""


@dataclass
class Substitution:
    """A map of kernel letters to expressions, and of dimensions to dimensions.

    Calling it with an expression substitutes. A dimension without an image stays, a letter without one is refused.
    """

    dimensions: dict[str, Dimension]
    letters: dict[str, Expression] = field(default_factory=dict)

    def dimension(self, n: Dimension) -> Dimension:
        """The image of a dimension."""
        return self.dimensions.get(n, n) if isinstance(n, str) else n

    def compare(self, h: Compare) -> Compare:
        """The image of a comparison. Raises Refused as for an expression."""
        return Compare(self(h.left), h.relation, self(h.right))

    def __call__(self, e: Expression) -> Expression:
        """The image of an expression.

        Raises Refused for a letter without an image, a reciprocal of what is no letter, and where the image of a letter
        that a derivative holds fixed has the letter that it varies.
        """
        match e:
            case ("number", _):
                return e
            case ("letter", str(name)):
                return self.letter(name)
            case ("size", str(n)):
                return _size(self.dimension(n))
            case ("inverse", str(name), int(k)):
                return self._inverse(name, k)
            case ("eye", n):
                return ("eye", self.dimension(n))
            case ("zero", rows, cols):
                return ("zero", self.dimension(rows), self.dimension(cols))
            case ("gradient", f, str(x)):
                return ("gradient", self(f), self._variable(f, x))
            case ("derivative", f, str(x), h):
                return ("derivative", self(f), self._variable(f, x), self(h))
        return (e[0], *(self(part) if isinstance(part, tuple) else part for part in e[1:]))

    def letter(self, name: str) -> Expression:
        """The image of a letter. Raises Refused for a letter without one."""
        if is_ones(name):
            n = self.dimension(_length(name))
            return ("number", "1") if n == 1 else ones_column(n)
        if name not in self.letters:
            raise Refused(f"{name}, which has no meaning where it is cited")
        return self.letters[name]

    def _inverse(self, name: str, k: int) -> Expression:
        if name in self.dimensions:
            n = self.dimension(name)
            return ("inverse", n, k) if isinstance(n, str) else ("number", f"1/{n**k}")
        e = self.letter(name)
        if e[0] == "letter":
            return ("inverse", e[1], k)
        if e[0] != "number" or Fraction(e[1]) == 0:
            raise Refused(f"a division by {text(e)}, which is no letter")
        return ("number", str(1 / Fraction(e[1]) ** k))

    def _variable(self, f: Expression, x: str) -> str:
        """The image of the letter that a derivative varies: a letter, in the image of no letter that is held fixed.

        The image of D f[h] by x is the derivative of the image of f only under this condition, as in the substitution
        for bound variables.
        """
        image = self.letter(x)
        if image[0] != "letter":
            raise Refused(f"{x} renamed, in which it takes a derivative, but should stay a letter")
        if held := [name for name in letters_in(f) if name != x and image[1] in letters_in(self.letter(name))]:
            raise Refused(f"{image[1]}, which is bound there, in what {held[0]} becomes")
        return str(image[1])


def _size(n: Dimension) -> Expression:
    return ("size", n) if isinstance(n, str) else ("number", str(n))


def _length(name: str) -> Dimension:
    inside = name[2:-1]
    return int(inside) if inside.isdigit() else inside


def names_of(h: Compare) -> set[str]:
    """The names of the letters in a comparison."""
    return letters_in(*sides(h))
