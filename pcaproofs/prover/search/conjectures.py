"""Conjectured equations M = 0, which rewriting can verify but not find: the squared norm of M reduces to 0.

Five kinds are tried. A square matrix with orthonormal columns has orthonormal rows. Two frames with equally many
columns, one in the span of the other, span the same subspace. AB = I gives BA = I for square A and B. The projectors
onto n orthonormal columns of length n add up to I, if n is a number. A square matrix may be AᵀA, and so a projector.
All need that matrices are finite, and the proof uses it by the trace: tr AB = tr BA counts dimensions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations, pairwise

from pcaproofs.kernel import Letter, Polynomial, identity, letter
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.terms import is_ones

MAX_LETTERS = 8  # of a word or a list of letters from which conjectures are made


def add_bases(context: ProofContext) -> bool:
    """Adds Σ eᵢeᵢᵀ = I for n orthonormal columns of a size n that is a number; whether there are any."""
    return _add(context, list(_complete_bases(context)))


def add_conjectures(context: ProofContext) -> bool:
    """Adds the conjectured equations whose squared norms reduce to zero; whether there are any."""
    frames = _frames(context)
    guesses = [x * x.T - identity(x.rows) for x in frames if x.rows == x.cols]
    guesses += [x * x.T - y * y.T for x, y in combinations(frames, 2) if x.shape == y.shape]
    guesses += [*_equal_words(context), *_swapped_inverses(context), *_annihilated(context), *_complete_bases(context)]
    return _add(context, guesses)


def _add(context: ProofContext, guesses: list[Polynomial]) -> bool:
    before = len(context.lemmas)
    for p in guesses:
        if context.reduce(p)[0].terms:
            rest, cofactors = context.reduce(p.norm2())
            if not rest.terms:
                context.derive_squares(((("1", ()), p),), cofactors)
    return len(context.lemmas) > before


def _equal_words(context: ProofContext) -> Iterator[Polynomial]:
    """A − AᵀA and A − AAᵀ for each square letter A of which a hypothesis says something of degree 2, such as A² = A."""
    letters: dict[Letter, None] = {}
    for p in context.known_equations():
        for _, word in p.terms:
            letters.update((x, None) for x, y in pairwise(word) if x is y and x.spelling == x.name)
    for x in list(letters)[:MAX_LETTERS]:
        if 1 != x.rows == x.cols:
            whole = Polynomial(x.rows, x.cols, [(((), (x,)), 1)])
            yield from (whole - whole.T * whole, whole - whole * whole.T)


def _swapped_inverses(context: ProofContext) -> Iterator[Polynomial]:
    """BA − I for each equation AB = I, where A and B are words and both products are of one size."""
    for p in list(context.polynomials.values()):
        words = [(word, c) for (scalars, word), c in p.terms.items() if word and not scalars]
        if len(p.terms) == 2 and len(words) == 1 and p.rows == p.cols != 1:
            ((word, c),) = words
            if p.terms.get(((), ())) == -c and 2 < len(word) <= MAX_LETTERS:
                for i in range(1, len(word)):
                    if word[i].rows == p.rows:
                        yield Polynomial(p.rows, p.rows, [(((), word[i:] + word[:i]), 1)]) - identity(p.rows)


def _complete_bases(context: ProofContext) -> Iterator[Polynomial]:
    """Σ xxᵀ − I for n unit columns of a size n that is a number, as e₀e₀ᵀ + e₁e₁ᵀ = I."""
    columns: dict[int, dict[Letter, None]] = {}
    for p in context.known_equations():
        atoms = (a for scalars, word in p.terms if not word for a, _ in scalars if not isinstance(a, str))
        for _, x in (atom for atom in atoms if len(atom) == 2 and atom[0].T is atom[1]):
            if isinstance(x.rows, int) and x.cols == 1 and not is_ones(x.name):
                columns.setdefault(x.rows, {})[x] = None
    for n, found in columns.items():
        if len(found) == n > 1:
            products = [Polynomial(n, n, [(((), (x, x.T)), 1)]) for x in found]
            yield reduce(lambda p, q: p + q, products) - identity(n)


def _annihilated(context: ProofContext) -> Iterator[Polynomial]:
    """FX for each F such that FᵀF occurs, and each letter X: of S = FᵀF with SX = 0, FX = 0."""
    roots, letters = dict[Letter, None](), dict[Letter, None]()
    for p in context.known_equations():
        for _, word in p.terms:
            letters.update(dict.fromkeys(word))
            roots.update((b, None) for a, b in pairwise(word) if a is b.T and b.spelling == b.name)
    for f in list(roots)[:MAX_LETTERS]:
        for x in list(letters)[: 2 * MAX_LETTERS]:
            if f.cols == x.rows and x not in (f, f.T):
                yield Polynomial(f.rows, x.cols, [(((), (f, x)), 1)])


def _frames(context: ProofContext) -> list[Polynomial]:
    """The letters with orthonormal columns, and the transposes of those with orthonormal rows."""
    letters: dict[Letter, None] = {}
    for p in context.known_equations():
        for _, word in p.terms:
            letters.update(
                (letter(x.name, *((x.rows, x.cols) if x.spelling == x.name else (x.cols, x.rows))), None) for x in word
            )
    found = []
    for x in letters:
        whole = Polynomial(x.rows, x.cols, [(((), (x,)), 1)])
        for m in (whole, whole.T):
            if 1 not in m.shape and not context.reduce(m.T * m - identity(m.cols))[0].terms:
                found.append(m)
                break
    return found[:MAX_LETTERS]
