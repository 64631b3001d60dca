"""f >= 0 as a weighted sum of squares Σ c·‖M‖², M a combination of short words, modulo the facts.

Candidates for M are the halves of the monomials of f. Which combinations of them make f is linear in their Gram
matrix: first sums of squares of one and two words are tried, by linear programming, then every Gram matrix.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement
from math import isqrt

from pcaproofs.kernel import Monomial, Polynomial, Weight, number
from pcaproofs.prover.expand import closed, expanded
from pcaproofs.prover.facts import Deadline, Facts, Squares
from pcaproofs.prover.gram import Entry, affine, attempts, ldl
from pcaproofs.prover.halves import degrees, groups_of
from pcaproofs.prover.rewriting import Steps
from pcaproofs.prover.signs import ONE, Sign, signs
from pcaproofs.prover.simplex import nonnegative_combination

MAX_COLUMNS, MAX_ENTRIES = 900, 220


@dataclass(frozen=True)
class _Block:
    """Words of one shape under one weight."""

    sign: Sign
    words: tuple[Polynomial, ...]


def find_squares(
    facts: Facts, f: Polynomial, deadline: Deadline, *, strict: bool = False
) -> tuple[Squares, Steps] | None:
    """Squares and steps with f = Σ squares + Σ steps; strict: with positive weights only."""
    rest, steps = facts.reduce(f)
    if not rest.terms:
        return (), steps
    search = _Search(facts, rest, deadline)
    for blocks in _candidates(facts, rest, strict, deadline):
        if deadline.passed():
            return None
        squares = search.attempt(blocks)
        if squares is None:
            continue
        left, more = facts.reduce(reduce(lambda p, s: p - weighted(facts, *s), squares, rest))
        if not left.terms:
            steps.merge(more, Fraction(1))
            return squares, steps
    return None


def _candidates(facts: Facts, f: Polynomial, strict: bool, deadline: Deadline) -> Iterator[list[_Block]]:
    """Bases to try, small ones first: the halves of f under one weight, under all, then what the facts hide."""
    weights = signs(facts, f, strict=strict)
    every: list[_Block] = []
    for sign in weights:
        if deadline.passed():
            return
        blocks = [_Block(sign, group) for group in _groups(facts, f, sign, list(sign.quotients(f)))]
        for block in blocks if len(blocks) > 1 else ():
            yield [block]
        if blocks:
            yield blocks
        every += blocks
    if len(weights) > 1:
        yield every
    tried = {(b.sign.weight, w.shape, tuple(w.terms)) for b in every for w in b.words}
    for more in (expanded, closed):
        if deadline.passed():
            return
        monomials = more(facts, f)
        wider = [_Block(ONE, group) for group in groups_of(facts, monomials)]
        fresh = {(b.sign.weight, w.shape, tuple(w.terms)) for b in wider for w in b.words}
        if not fresh <= tried:
            for block in wider if len(wider) > 1 else ():
                yield [block]
            yield wider
            if len(weights) > 1:
                yield [*wider, *(b for b in every if not b.sign.is_one)]
        tried |= fresh


def _groups(facts: Facts, f: Polynomial, sign: Sign, monomials: list[Monomial]) -> list[tuple[Polynomial, ...]]:
    """The halves whose squares stay inside the degrees of f in every letter: others could only cancel each other."""
    box: dict[str, tuple[int, int]] = {}
    shown = [degrees(m) for m in f.terms]
    for name in {name for d in shown for name in d}:
        powers = [d.get(name, 0) for d in shown]
        box[name] = (min(powers), max(powers))
    kept = []
    for group in groups_of(facts, monomials):
        words = []
        for w in group:
            square = facts.reduce(sign.factor * w.norm2())[0]
            powers_of = [degrees(m) for m in square.terms]
            if sign.is_one or len(sign.factor.terms) == 1:
                names = {name for d in powers_of for name in d} | box.keys()
                ok = all(
                    box.get(name, (0, 0))[0] <= d.get(name, 0) <= box.get(name, (0, 0))[1]
                    for d in powers_of
                    for name in names
                )
            else:
                ok = all(d.get(name, 0) <= high for d in powers_of for name, (_, high) in box.items())
            if ok:
                words.append(w)
        if words:
            kept.append(tuple(words))
    return kept


class _Search:
    """Attempts for one f, with the products that they share."""

    def __init__(self, facts: Facts, f: Polynomial, deadline: Deadline):
        self.facts, self.f, self.deadline = facts, f, deadline
        self.products: dict[object, Polynomial] = {}

    def attempt(self, blocks: list[_Block]) -> Squares | None:
        """Squares that make f, made of the words of the blocks."""
        if sum(len(b.words) * (len(b.words) + 1) // 2 for b in blocks) > MAX_COLUMNS // 2:
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
        return self._by_pairs(blocks, entries) or self._by_gram(blocks, entries)

    def _entry(self, block: _Block, i: int, j: int) -> Polynomial:
        u, v = block.words[i], block.words[j]
        key = (block.sign.weight, u.shape, tuple(u.terms), tuple(v.terms))
        if key not in self.products:
            product = block.sign.factor * (u.T * v).trace()
            self.products[key] = self.facts.reduce(product if i == j else product.scaled(2))[0]
        return self.products[key]

    def _by_pairs(self, blocks: list[_Block], entries: dict[Entry, Polynomial]) -> Squares | None:
        """f as a nonnegative combination of ‖u‖² and ‖u + c·v‖²: a linear program, so its answer is exact."""
        columns: list[dict[Monomial, Fraction]] = []
        made_of: list[tuple[_Block, Polynomial]] = []
        for (b, i, j), cross in entries.items():
            block = blocks[b]
            u, v = block.words[i], block.words[j]
            if i == j:
                columns.append(cross.terms)
                made_of.append((block, u))
            elif cross.terms:
                first, second = entries[b, i, i], entries[b, j, j]
                for c in self._ratios(first, second, cross):
                    columns.append((first + second.scaled(c * c) + cross.scaled(c)).terms)
                    made_of.append((block, u + v.scaled(c)))
        if len(columns) > MAX_COLUMNS:
            return None
        combination = nonnegative_combination(columns, self.f.terms, self.deadline.passed)
        if combination is None:
            return None
        return tuple(((str(c), made_of[k][0].sign.weight[1]), made_of[k][1]) for k, c in combination.items())

    def _ratios(self, first: Polynomial, second: Polynomial, cross: Polynomial) -> list[Fraction]:
        """The c of u + c·v: 1 and -1, what completes a square in f, and what gives both their coefficients in f."""
        out = [Fraction(-1), Fraction(1)]
        a, b, c = (self._share(p) for p in (first, second, cross))
        if a and c:
            out.append(c / a)
        if b and c:
            out.append(b / c)
        if a and b and a * b > 0:
            top, bottom = (b / a).numerator, (b / a).denominator
            root = Fraction(isqrt(top), isqrt(bottom))
            if root * root == b / a:
                out += [root, -root]
        return list(dict.fromkeys(c for c in out if c))

    def _share(self, p: Polynomial) -> Fraction:
        """How often p is in f, by its first monomial there."""
        return next((self.f.terms[m] / c for m, c in p.terms.items() if m in self.f.terms), Fraction(0))

    def _by_gram(self, blocks: list[_Block], entries: dict[Entry, Polynomial]) -> Squares | None:
        """f by a positive semidefinite Gram matrix."""
        unknowns = list(entries)
        if len(unknowns) > MAX_ENTRIES:
            return None
        space = affine(self.f, list(entries.values()), self.deadline)
        if space is None:
            return None
        for values in attempts(space, unknowns, [len(b.words) for b in blocks], self.deadline):
            squares = _factorise(values, unknowns, blocks)
            if squares is not None:
                return squares
        return None


def _prune(f: Polynomial, entries: dict[Entry, Polynomial]) -> dict[Entry, Polynomial]:
    """Without the words whose square has a monomial that nothing else has: its coefficient must be zero."""
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


def weighted(facts: Facts, weight: Weight, m: Polynomial) -> Polynomial:
    """weight × ‖M‖² multiplied out."""
    factor = number(Fraction(weight[0]))
    for name, power in weight[1]:
        factor = factor * facts.known[name][1] ** power
    return factor * m.norm2()


def _factorise(values: list[Fraction], unknowns: list[Entry], blocks: list[_Block]) -> Squares | None:
    """Squares from each block's Gram matrix by LDLᵀ; None where one is not positive semidefinite."""
    grams = [[[Fraction(0)] * len(b.words) for _ in b.words] for b in blocks]
    for (b, i, j), v in zip(unknowns, values, strict=True):
        grams[b][i][j] = grams[b][j][i] = v
    squares: list[tuple[Weight, Polynomial]] = []
    for block, gram in zip(blocks, grams, strict=True):
        factors = ldl(gram)
        if factors is None:
            return None
        for d, row in factors:
            m = reduce(lambda p, q: p + q, (w.scaled(c) for c, w in zip(row, block.words, strict=True)))
            squares.append(((str(d), block.sign.weight[1]), m))
    return tuple(squares)
