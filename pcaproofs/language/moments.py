"""The value of a sum over samples or an expectation: a linear functional of polynomials of degree ≤ 2 in one column.

Both are determined by three moments: of 1, of v and of vvᵀ. Terms of degree 3 or more would need higher moments, which
have no name in the kernel, and are refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from pcaproofs.kernel import Atom, Letter, Polynomial, Scalars, Word, close, flip, number, times
from pcaproofs.language.names import Unreadable


@dataclass(frozen=True)
class Moments:
    """The values of the functional at 1, at v and at vvᵀ, for a column v; second is None for the identity matrix."""

    mass: Polynomial
    first: Letter
    second: Letter | None


def apply_moments(p: Polynomial, v: Letter, moments: Moments) -> Polynomial:
    """The value of the functional at a polynomial in the column v.

    Every monomial of degree 2 in v contains vvᵀ once its 1×1 factors are moved, so three moments decide. Raises
    Unreadable for a term of higher degree.
    """
    out = Polynomial(p.rows, p.cols)
    for (scalars, word), c in p.terms.items():
        out = out + _moment(p, scalars, word, v, moments).scaled(c)
    return out


def _moment(p: Polynomial, scalars: Scalars, word: Word, v: Letter, moments: Moments) -> Polynomial:
    """The value of the functional at one monomial with coefficient 1; p gives the shape."""
    rest, tails = _split_scalars(scalars, v)
    inside = word.count(v) + word.count(v.T)
    degree = inside + sum(1 + tail.count(v) for tail in tails)
    if degree > 2:
        raise Unreadable(f"got a term of degree {degree} in what is bound, but should be at most 2")

    def term(factor: Scalars, left: Word) -> Polynomial:
        return Polynomial(p.rows, p.cols, [((times(rest, factor), left), 1)])

    if degree == 0:
        return moments.mass * term((), word)
    if degree == 1:
        first = moments.first
        if inside:
            return term((), tuple({v: first, v.T: first.T}.get(x, x) for x in word))
        return term(close((first.T, *tails[0])), word)
    middle: Word = () if moments.second is None else (moments.second,)
    if inside:
        return term((), _second_moment_inside(word, tails, v, middle))
    closed = flip(tails[0]) + middle + tails[1] if len(tails) == 2 else tails[0][:-1] + middle
    return term(close(closed), word) if closed else number(v.rows) * term((), word)  # tr I_n = n


def _split_scalars(scalars: Scalars, v: Letter) -> tuple[Scalars, list[Word]]:
    """The scalar factors without v, and the tail of every factor vᵀ·tail."""
    without_v: list[tuple[Atom, int]] = []
    tails: list[Word] = []
    for atom, power in scalars:
        if isinstance(atom, str) or not (v in atom or v.T in atom):
            without_v.append((atom, power))
        else:
            oriented = atom if atom[0] is v.T else flip(atom)
            tails.extend([oriented[1:]] * power)
    return tuple(without_v), tails


def _second_moment_inside(word: Word, tails: list[Word], v: Letter, middle: Word) -> Word:
    """A word with v once or twice, with the second moment in place of vvᵀ."""
    if not tails:  # … v vᵀ …
        i = word.index(v)
        return word[:i] + middle + word[i + 2 :]
    if v in word:  # (vᵀ tail) · … v …
        i = word.index(v)
        return word[:i] + middle + tails[0] + word[i + 1 :]
    i = word.index(v.T)  # (vᵀ tail) · … vᵀ … = … tailᵀ v vᵀ …
    return word[:i] + flip(tails[0]) + middle + word[i + 1 :]
