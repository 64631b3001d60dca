"""f >= 0 as a weighted sum of squares Σ c·‖M‖², M a combination of short words, modulo the facts.

Candidates for M are the halves of the monomials of f. Which combinations of them make f is linear in their Gram
matrix: first sums of squares of one and two words are tried, by linear programming, then every Gram matrix.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import combinations_with_replacement
from math import isqrt

from pcaproofs.kernel import Monomial, Polynomial, Weight, Word, number, rational, times
from pcaproofs.prover.effort import Deadline, spend
from pcaproofs.prover.exact.linear_algebra import ldl
from pcaproofs.prover.exact.simplex import nonnegative_combination
from pcaproofs.prover.search.context import ProofContext, Squares
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.sos.blocks import MAX_WORDS, Block, Choice, candidate_blocks, products_and_words
from pcaproofs.prover.search.sos.gram import Entry, affine, attempts
from pcaproofs.prover.search.sos.multipliers import joined, positive_content, square_content
from pcaproofs.terms import Rational, over

MAX_COLUMNS = 900  # of the linear program; half as many entries of Gram matrices
MAX_ENTRIES = 220  # of Gram matrices whose positive semidefinite points are looked for


def find_squares(
    context: ProofContext,
    f: Polynomial,
    deadline: Deadline,
    *,
    positive_weights: bool = False,
    with_expansions: bool = True,
    divided: bool = True,
) -> tuple[Squares, Cofactors] | None:
    """Squares and cofactors with f = Σ squares + Σ cofactors; None if none are found.

    positive_weights: every weight is to be > 0; then only squares of one and two words are tried, by a linear program.
    with_expansions: words are also taken from f after one application of a fact.
    divided: f is divided by its positive factors first; a fact that has such a factor too no longer applies then.
    """
    rest, cofactors = context.reduce(f)
    if not rest.terms:
        return (), cofactors
    content, names = positive_content(context, rest) if divided else ((), ())
    if not content:
        square = square_content(rest) if divided else None
        until = deadline if square is None else deadline.within(deadline.left() / 2)
        plain = _squares_of(context, rest, cofactors, Choice(positive_weights, with_expansions), until)
        if plain is not None or square is None:
            return plain
        options = {"positive_weights": positive_weights, "with_expansions": with_expansions}
        found = _times_square(context, rest, square, deadline, **options)
        if found is None:
            return None
        cofactors.merge(found[1], 1)
        return found[0], cofactors
    inverse = tuple((a, -k) for a, k in content)
    inner = Polynomial(1, 1, [((times(s, inverse), w), c) for (s, w), c in rest.terms.items()])
    found = find_squares(context, inner, deadline, positive_weights=positive_weights, with_expansions=with_expansions)
    if found is None:
        return None
    found[1].times(content)
    cofactors.merge(found[1], 1)
    return tuple(((c, joined(powers, names)), m) for (c, powers), m in found[0]), cofactors


def _times_square(
    context: ProofContext, f: Polynomial, atom: Word, deadline: Deadline, **options: bool
) -> tuple[Squares, Cofactors] | None:
    """Squares of ‖x‖²·g, from those of g = Σ c·‖M‖² for numbers and columns M: c·‖Mxᵀ‖²."""
    g = Polynomial(1, 1, [((times(s, ((atom, -1),)), w), c) for (s, w), c in f.terms.items()])
    found = find_squares(context, g, deadline.within(deadline.left() / 2), **options)
    if found is None or any(m.cols != 1 for _, m in found[0]):
        return None
    word = atom[len(atom) // 2 :]
    row = Polynomial(word[0].rows, 1, [(((), word), 1)]).T
    found[1].times(((atom, 1),))
    return tuple((weight, m * row) for weight, m in found[0]), found[1]


def _squares_of(
    context: ProofContext, f: Polynomial, cofactors: Cofactors, choice: Choice, deadline: Deadline
) -> tuple[Squares, Cofactors] | None:
    """The same for a normal form; cofactors: those that led to it, to which the others are added."""
    candidates = candidate_blocks(context, f, choice, deadline)
    return squares_of_words(context, f, cofactors, candidates, deadline, positive_weights=choice.positive_weights)


def squares_of_products(
    context: ProofContext,
    f: Polynomial,
    cofactors: Cofactors,
    words: list[Polynomial],
    numbers: list[Polynomial],
    deadline: Deadline,
) -> tuple[Squares, Cofactors] | None:
    """The same for a normal form as squares of words, numbers and halves of its monomials, and products of signs."""
    blocks = products_and_words(context, f, words, numbers, deadline)
    return squares_of_words(context, f, cofactors, [blocks], deadline, positive_weights=False)


def squares_of_words(
    context: ProofContext,
    f: Polynomial,
    cofactors: Cofactors,
    candidates: Iterable[list[Block]],
    deadline: Deadline,
    *,
    positive_weights: bool,
) -> tuple[Squares, Cofactors] | None:
    """The same with these blocks only."""
    search = _Search(context, f, deadline)
    bases: list[_Basis] = []
    for blocks in candidates:
        basis = search.basis(blocks)
        if deadline.passed():
            return None
        if basis is not None:
            bases.append(basis)
            if (squares := search.by_pairs(basis)) and (found := _verified(context, f, squares, cofactors)):
                return found
    if positive_weights:
        return None
    for basis in sorted(bases, key=lambda basis: len(basis.entries)):
        if deadline.passed():
            return None
        if (squares := search.by_gram(basis)) and (found := _verified(context, f, squares, cofactors)):
            return found
    return None


def _verified(
    context: ProofContext, f: Polynomial, squares: Squares, cofactors: Cofactors
) -> tuple[Squares, Cofactors] | None:
    left, more = context.reduce(reduce(lambda p, s: p - weighted(context, *s), squares, f))
    if left.terms:
        return None
    cofactors.merge(more, 1)
    return squares, cofactors


_Pair = tuple[int, int, Rational]  # the word number i, plus a multiple of the word number j


@dataclass(frozen=True)
class _Basis:
    """Blocks, with the products of their words."""

    blocks: list[Block]
    entries: dict[Entry, Polynomial]


class _Search:
    """Attempts for one f; they share products."""

    def __init__(self, context: ProofContext, f: Polynomial, deadline: Deadline):
        self.context, self.f, self.deadline = context, f, deadline
        self.products: dict[object, Polynomial] = {}

    def basis(self, blocks: list[Block]) -> _Basis | None:
        """The blocks, if their words can make f at all."""
        if sum(len(b.words) * (len(b.words) + 1) // 2 for b in blocks) > MAX_COLUMNS * self.context.effort // 2:
            return None
        entries: dict[Entry, Polynomial] = {}
        for b, block in enumerate(blocks):
            for i, j in combinations_with_replacement(range(len(block.words)), 2):
                entries[b, i, j] = self._entry(block, i, j)
                if self.deadline.passed():
                    return None
        entries = _prune(self.f, entries)
        if not entries or any(all(m not in p.terms for p in entries.values()) for m in self.f.terms):
            return None
        return _Basis(blocks, entries)

    def _entry(self, block: Block, i: int, j: int) -> Polynomial:
        u, v = block.words[i], block.words[j]
        key = (block.multiplier.weight, u.shape, tuple(u.terms), tuple(v.terms))
        if key not in self.products:
            spend(20 + 12 * len(block.multiplier.polynomial.terms) * len(u.terms) * len(v.terms))
            product = (u.T * (v if i == j else v.scaled(2))).trace()
            product = product if block.multiplier.is_one else block.multiplier.polynomial * product
            self.products[key] = self.context.reduce(product)[0]
        return self.products[key]

    def by_pairs(self, basis: _Basis) -> Squares | None:
        """f as a nonnegative combination of ‖u‖² and ‖u + c·v‖²: a linear program, so its answer is exact.

        These are the scaled diagonally dominant sums of squares (Ahmadi and Majumdar 2019) for a few ratios c. Where v
        is the projection of u (⟨u, v⟩ = ‖v‖², as for u = x and v = Px) u - v serves as a word too.
        """
        columns: list[Mapping[Monomial, Rational]] = []
        made_of: list[tuple[Weight, dict[int, Polynomial], _Pair]] = []
        for b, block in enumerate(basis.blocks):
            words, gram = _words_with_differences(block, b, basis.entries)
            for terms, pair in self._pairs(gram):
                columns.append(terms)
                made_of.append((block.multiplier.weight, words, pair))
            if len(columns) > MAX_COLUMNS * self.context.effort or self.deadline.passed():
                return None
        combination = nonnegative_combination(columns, self.f.terms, self.deadline.passed)
        if combination is None:
            return None
        squares: list[tuple[Weight, Polynomial]] = []
        for k, share in combination.items():
            (_, names), words, (i, j, c) = made_of[k]
            squares.append(((str(share), names), words[i] + words[j].scaled(c) if c else words[i]))
        return tuple(squares)

    def _pairs(self, gram: dict[tuple[int, int], Polynomial]) -> Iterator[tuple[Mapping[Monomial, Rational], _Pair]]:
        """The terms of ‖u‖² and of ‖u + c·v‖², off the diagonal gram having products twice."""
        for i, j in combinations_with_replacement(sorted({i for i, _ in gram}), 2):
            spend(8)
            if i == j:
                yield gram[i, i].terms, (i, i, 0)
            elif gram[i, j].terms:
                for c in self._ratios(gram[i, i], gram[j, j], gram[i, j]):
                    spend(4 + len(gram[i, i].terms) + len(gram[j, j].terms) + len(gram[i, j].terms))
                    square = dict(gram[i, i].terms)
                    for factor, p in ((c * c, gram[j, j]), (c, gram[i, j])):
                        for m, v in p.terms.items():
                            if total := square.pop(m, 0) + factor * v:
                                square[m] = total
                    yield square, (i, j, c)

    def _ratios(self, first: Polynomial, second: Polynomial, cross: Polynomial) -> list[Rational]:
        """The c of u + c·v: 1 and -1, what completes a square in f, and what gives both their coefficients in f."""
        out: list[Rational] = [-1, 1]
        a, b, c = (self._share(p) for p in (first, second, cross))
        if a and c:
            out.append(over(c, a))
        if b and c:
            out.append(over(b, c))
        if a and b and a * b > 0:
            square = over(b, a)
            root = over(isqrt(square.numerator), isqrt(square.denominator))
            if root * root == square:
                out += [root, -root]
        return list(dict.fromkeys(c for c in out if c))

    def _share(self, p: Polynomial) -> Rational:
        """The multiple of p in f, determined by the first monomial of p in f."""
        return next((over(self.f.terms[m], c) for m, c in p.terms.items() if m in self.f.terms), 0)

    def by_gram(self, basis: _Basis) -> Squares | None:
        """f by a positive semidefinite Gram matrix."""
        blocks, entries = basis.blocks, basis.entries
        unknowns = list(entries)
        if len(unknowns) > MAX_ENTRIES * self.context.effort:
            return None
        space = affine(self.f, list(entries.values()), self.deadline)
        if space is None:
            return None
        for values in attempts(space, unknowns, [len(b.words) for b in blocks], self.deadline):
            squares = _factorise(values, unknowns, blocks)
            if squares is not None:
                return squares
        return None


def _words_with_differences(
    block: Block, b: int, entries: dict[Entry, Polynomial]
) -> tuple[dict[int, Polynomial], dict[tuple[int, int], Polynomial]]:
    """The words of block b and their Gram matrix, with u - v for every projection v of u."""
    alive = [i for i in range(len(block.words)) if (b, i, i) in entries]
    gram = {(i, j): entries[b, min(i, j), max(i, j)] for i in alive for j in alive}
    words = dict(enumerate(block.words))
    for i in alive:
        for j in alive:
            if i != j and gram[i, j].terms and gram[i, j] == gram[j, j].scaled(2):
                _add_difference(words, gram, i, j)
    return words, gram


def _add_difference(words: dict[int, Polynomial], gram: dict[tuple[int, int], Polynomial], i: int, j: int) -> None:
    """The word i - j, with its products; off the diagonal gram has the products twice."""
    new = len(words)
    if new >= 3 * MAX_WORDS:
        return
    words[new] = words[i] - words[j]
    for k in sorted({k for k, _ in gram}):
        parts = [gram[a, k].scaled(2 if a == k else 1) for a in (i, j)]
        gram[new, k] = gram[k, new] = parts[0] - parts[1]
    gram[new, new] = gram[i, i] - gram[i, j] + gram[j, j]


def _prune(f: Polynomial, entries: dict[Entry, Polynomial]) -> dict[Entry, Polynomial]:
    """The words without those whose square has a monomial that no other product has: it cannot occur."""
    while True:
        owners: dict[Monomial, list[Entry]] = {}
        for key, p in entries.items():
            for m in p.terms:
                owners.setdefault(m, []).append(key)
        dead = {
            (keys[0][0], keys[0][1])
            for m, keys in owners.items()
            if len(keys) == 1 and keys[0][1] == keys[0][2] and m not in f.terms
        }
        if not dead:
            return entries
        entries = {(b, i, j): p for (b, i, j), p in entries.items() if not {(b, i), (b, j)} & dead}


def weighted(context: ProofContext, weight: Weight, m: Polynomial) -> Polynomial:
    """weight × ‖M‖² multiplied out."""
    factor = number(rational(weight[0]))
    for name, power in weight[1]:
        factor = factor * context.signed[name][1] ** power
    return factor * m.norm2()


def _factorise(values: list[Rational], unknowns: list[Entry], blocks: list[Block]) -> Squares | None:
    """Squares from each block's Gram matrix by LDLᵀ; None if one is not positive semidefinite."""
    grams: list[list[list[Rational]]] = [[[0] * len(b.words) for _ in b.words] for b in blocks]
    for (b, i, j), v in zip(unknowns, values, strict=True):
        grams[b][i][j] = grams[b][j][i] = v
    squares: list[tuple[Weight, Polynomial]] = []
    for block, gram in zip(blocks, grams, strict=True):
        factors = ldl(gram)
        if factors is None:
            return None
        for d, row in factors:
            m = reduce(lambda p, q: p + q, (w.scaled(c) for c, w in zip(row, block.words, strict=True)))
            squares.append(((str(d), block.multiplier.weight[1]), m))
    return tuple(squares)
