"""The value of a sum over samples or an expectation: a linear functional of polynomials of degree ≤ 2 in one column.

Both are determined by three moments: of 1, of v and of vvᵀ. Terms of degree 3 or more would need higher moments, which
have no name in the kernel, and are refused. A column that runs over the columns of an identity matrix has more laws, by
which `reduced` lowers the degree: (aᵀv)·v = diag(a)·v.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

from pcaproofs.kernel import Atom, Letter, Polynomial, Scalars, Word, close, flip, number, times
from pcaproofs.language.refusals import Unreadable
from pcaproofs.terms import is_ones


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


def degree_in(scalars: Scalars, word: Word, v: Letter) -> int:
    """How often a column occurs in a monomial."""
    _, tails = _split_scalars(scalars, v)
    return word.count(v) + word.count(v.T) + sum(1 + tail.count(v) for tail in tails)


def reduced(
    p: Polynomial, v: Letter, most: int, is_unit: Callable[[Letter], bool], diagonal: Callable[[Word], Word | None]
) -> Polynomial:
    """A polynomial in v, a column of an identity matrix, with its degree reduced to 1 or 2 as far as possible.

    most: the wanted degree; terms of at most this degree stay. is_unit: whether a letter is such a column, for which
    (uᵀv)·v = (uᵀv)·u. diagonal: diag(a) of a column a, a product of letters, as diagonal letters, with
    (aᵀv)·v = diag(a)·v; None if it has none.
    """
    out = Polynomial(p.rows, p.cols)
    for (scalars, word), c in p.terms.items():
        if degree_in(scalars, word, v) > most:
            scalars, word = _lowered(scalars, word, v, most, is_unit, diagonal)
        out = out + Polynomial(p.rows, p.cols, [((scalars, word), c)])
    return out


def _lowered(
    scalars: Scalars,
    word: Word,
    v: Letter,
    most: int,
    is_unit: Callable[[Letter], bool],
    diagonal: Callable[[Word], Word | None],
) -> tuple[Scalars, Word]:
    rest, tails = _split_scalars(scalars, v)
    tails = [tail for tail in tails if tail != (v,) and not (len(tail) == 1 and is_ones(tail[0].name))]  # vᵀv = 1ᵀv = 1
    for tail in [t for t in tails if len(t) == 1 and is_unit(t[0])]:
        tails.remove(tail)
        (u,) = tail
        swap = {v: u, v.T: u.T}
        others = [tuple(swap.get(x, x) for x in (v.T, *t)) for t in tails]
        factors = reduce(times, [close(other) for other in others], times(rest, close((v.T, u))))
        return factors, tuple(swap.get(x, x) for x in word)
    while word.count(v) + word.count(v.T) + sum(1 + tail.count(v) for tail in tails) > most:
        columns = sorted((t for t in tails if t[-1] != v), key=_by_length)
        found = next(((t, d) for t in columns if (d := diagonal(t)) is not None), None)
        if found is None:
            break
        column, d = found
        tails.remove(column)
        if v in word:
            i = word.index(v)
            word = (*word[:i], *d, *word[i:])
        elif v.T in word:
            i = word.index(v.T)
            word = (*word[: i + 1], *d, *word[i + 1 :])
        else:
            tails[0] = (*d, *tails[0])
    return reduce(times, [close((v.T, *tail)) for tail in tails], rest), word


def _by_length(word: Word) -> tuple[int, tuple[str, ...]]:
    return len(word), tuple(x.spelling for x in word)


def uniform(p: Polynomial, v: Letter, ones: Letter) -> Polynomial:
    """The P with p = P·v for every column v of an identity matrix; of a row p the Pᵀ.

    Raises Unreadable unless p is a column, a row or a number of degree at most 1 in v. ones: the column of ones of v's
    length, since 1ᵀv = 1.
    """
    if p.cols != 1:
        return uniform(_as_column(p), v, ones).T
    parts = []
    for (scalars, word), c in p.terms.items():
        rest, tails = _split_scalars(scalars, v)
        degree = degree_in(scalars, word, v)
        if degree > 1:
            raise Unreadable(f"got a term of degree {degree} in an equation for all members, but should be at most 1")
        tail = word[:-1] if word[-1:] == (v,) else (*word, *flip(tails[0] if tails else (ones,)))
        parts.append(((rest, tail), c))
    return Polynomial(p.rows, v.rows, parts)


def _as_column(p: Polynomial) -> Polynomial:
    if p.rows != 1:
        raise Unreadable(f"got {p.rows}×{p.cols} in what holds for all members, but should be a column or a number")
    return p.T
