"""Sums over samples and expectations: linear functionals on polynomials of degree at most 2 in one column."""

from __future__ import annotations

from pcaproofs.kernel import Atom, Letter, Polynomial, Scalars, Word, close, flip, number, times
from pcaproofs.language.names import Unreadable
from pcaproofs.language.rationals import Rational

Part = tuple[tuple[Scalars, Word], Rational]


def apply_moments(p: Polynomial, v: Letter, mass: Polynomial, first: Letter, second: Letter | None) -> Polynomial:
    """The functional that sends 1 to mass, v to first and vvᵀ to second (None: the identity).

    Every monomial of degree 2 in a column v contains vvᵀ once its 1×1 pieces are moved, so three moments decide.
    Raises Unreadable for a term of higher degree.
    """
    out = Polynomial(p.rows, p.cols)
    for (scalars, word), c in p.terms.items():
        out = out + _moment(p, scalars, word, v, mass, first, second).scaled(c)
    return out


def _moment(
    p: Polynomial, scalars: Scalars, word: Word, v: Letter, mass: Polynomial, first: Letter, second: Letter | None
) -> Polynomial:
    """What the functional makes of one monomial with coefficient 1."""
    rest, tails = _taken_out(scalars, v)
    inside = word.count(v) + word.count(v.T)
    degree = inside + sum(1 + tail.count(v) for tail in tails)
    if degree > 2:
        raise Unreadable(f"got a term of degree {degree} in what is bound, but should be at most 2")

    def term(factor: Scalars, left: Word) -> Polynomial:
        return Polynomial(p.rows, p.cols, [((times(rest, factor), left), 1)])

    if degree == 0:
        return mass * term((), word)
    if degree == 1:
        if inside:
            return term((), tuple({v: first, v.T: first.T}.get(x, x) for x in word))
        return term(close((first.T, *tails[0])), word)
    middle: Word = () if second is None else (second,)
    if inside:
        return term((), _second_moment_inside(word, tails, v, middle))
    closed = flip(tails[0]) + middle + tails[1] if len(tails) == 2 else tails[0][:-1] + middle
    return term(close(closed), word) if closed else number(v.rows) * term((), word)  # tr I_n = n


def _taken_out(scalars: Scalars, v: Letter) -> tuple[Scalars, list[Word]]:
    """The scalars without v, and the tail of every factor vᵀ·tail."""
    kept: list[tuple[Atom, int]] = []
    tails: list[Word] = []
    for atom, power in scalars:
        if isinstance(atom, str) or not (v in atom or v.T in atom):
            kept.append((atom, power))
        else:
            oriented = atom if atom[0] is v.T else flip(atom)
            tails.extend([oriented[1:]] * power)
    return tuple(kept), tails


def _second_moment_inside(word: Word, tails: list[Word], v: Letter, middle: Word) -> Word:
    """A word with v once or twice, with the second moment in the place of vvᵀ."""
    if not tails:  # … v vᵀ …
        at = word.index(v)
        return word[:at] + middle + word[at + 2 :]
    if v in word:  # (vᵀ tail) · … v …
        at = word.index(v)
        return word[:at] + middle + tails[0] + word[at + 1 :]
    at = word.index(v.T)  # (vᵀ tail) · … vᵀ … = … tailᵀ v vᵀ …
    return word[:at] + flip(tails[0]) + middle + word[at + 1 :]
