"""Blocks of a Gram matrix: words of one shape under one multiplier, small blocks first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pcaproofs.kernel import Dimension, Monomial, Polynomial
from pcaproofs.prover.effort import Deadline, spend
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.sos.basis import degrees, groups_of
from pcaproofs.prover.search.sos.expansions import closed, expanded
from pcaproofs.prover.search.sos.multipliers import Multiplier, multipliers

MAX_WORDS = 24  # of a block
MAX_STATEMENT_MULTIPLIERS = 6  # for the words of the statement

Words = tuple[Polynomial, ...]


@dataclass(frozen=True)
class Block:
    """Words of one shape, whose products make one block of the Gram matrix, under one multiplier."""

    multiplier: Multiplier
    words: Words


@dataclass(frozen=True)
class Choice:
    """Options of the search for squares: positive multipliers only; words from expansions too. See `find_squares`."""

    positive_weights: bool
    with_expansions: bool


def candidate_blocks(context: ProofContext, f: Polynomial, choice: Choice, deadline: Deadline) -> Iterator[list[Block]]:
    """Bases to try: words of the statement, halves of the monomials of f, and of those that expansions give."""
    yield from _from_statement(context, f)
    weights = multipliers(context, f, positive_weights=choice.positive_weights)
    tried: set[object] = set()
    expansions: tuple[Callable[[], list[Monomial]], ...] = (
        list,
        lambda: expanded(context, f),
        lambda: closed(context, f),
    )
    for more in expansions[: 3 if choice.with_expansions else 1]:
        monomials = [*f.terms, *more()]
        every: list[Block] = []
        for multiplier in weights:
            if deadline.passed():
                return
            blocks = _blocks(context, monomials, multiplier, deadline)
            every += blocks
            new = {(multiplier.weight, w.shape, tuple(w.terms)) for b in blocks for w in b.words} - tried
            tried |= new
            if new:
                yield from ([block] for block in blocks if len(blocks) > 1)
                yield blocks
        if len(weights) > 1:
            yield [block for block in every if 1 in block.words[0].shape]
            yield every


def products_and_words(
    context: ProofContext, f: Polynomial, words: list[Polynomial], numbers: list[Polynomial], deadline: Deadline
) -> list[Block]:
    """Words times numbers and the halves of the monomials of f under the multiplier 1, and numbers under all others.

    And the words alone under multipliers that are products of letters.
    """
    one, *others = multipliers(context, f, positive_weights=False, only_odd=True)
    halves = [w for block in _blocks(context, [*f.terms], one, deadline) for w in block.words]
    plain = _by_shape(context.reduce(w)[0] for w in words)
    every = _by_shape([*halves, *(context.reduce(x * w)[0] for w in words for x in numbers)])
    letters = [m for m in others if len(m.polynomial.terms) == 1][:MAX_STATEMENT_MULTIPLIERS]
    return [
        *(Block(one, group) for group in every),
        *(Block(m, tuple(numbers)) for m in others),
        *(Block(m, group) for m in letters for group in plain),
    ]


def _by_shape(words: Iterable[Polynomial]) -> list[Words]:
    """Different words, grouped by their shapes."""
    shapes: dict[tuple[Dimension, Dimension], list[Polynomial]] = {}
    for word in words:
        group = shapes.setdefault(word.shape, [])
        if word.terms and word not in group and len(group) < MAX_WORDS:
            group.append(word)
    return [tuple(group) for group in shapes.values() if group]


def _from_statement(context: ProofContext, f: Polynomial) -> Iterator[list[Block]]:
    """The words of the statement's norms, by shape, under the multiplier 1 and under the first few."""
    shapes: dict[tuple[Dimension, Dimension], list[Polynomial]] = {}
    for word in context.statement_words:
        reduced = context.reduce(word)[0]
        if reduced.terms and reduced not in shapes.setdefault(word.shape, []):
            shapes[word.shape].append(reduced)
    groups = [tuple(group) for group in shapes.values() if group]
    if groups:
        weights = multipliers(context, f, positive_weights=False)
        yield [Block(weights[0], group) for group in groups]
        if len(weights) > 1:
            yield [Block(multiplier, group) for multiplier in weights[:MAX_STATEMENT_MULTIPLIERS] for group in groups]


def _blocks(
    context: ProofContext, monomials: list[Monomial], multiplier: Multiplier, deadline: Deadline
) -> list[Block]:
    """The halves of the monomials divided by the multiplier, and 1, as far as their squares may take part."""
    one = [] if multiplier.is_one else [((), ())]
    groups = groups_of(context, [*multiplier.quotients(context, monomials), *one])
    box = _degree_box(monomials)
    found = [_first_within(context, box, multiplier, group, deadline) for group in groups]
    return [Block(multiplier, words) for words in found if words]


def _degree_box(monomials: list[Monomial]) -> dict[str, tuple[int, int]]:
    """The least and the greatest degree in every letter and dimension."""
    found = [degrees(m) for m in monomials]
    powers = {name: [d.get(name, 0) for d in found] for name in {name for d in found for name in d}}
    return {name: (min(of), max(of)) for name, of in powers.items()}


def _first_within(
    context: ProofContext, box: dict[str, tuple[int, int]], multiplier: Multiplier, words: Words, deadline: Deadline
) -> Words:
    """The first words whose squares stay inside the box: others could only cancel each other."""
    kept: list[Polynomial] = []
    for w in words:
        if len(kept) == MAX_WORDS or deadline.passed():
            break
        spend(15 + 12 * len(multiplier.polynomial.terms) * len(w.terms) ** 2)
        square = context.reduce(multiplier.polynomial * w.norm2())[0]
        is_one = w.terms.keys() == {((), ())} and w.shape == (1, 1)  # the square is the multiplier itself
        if is_one or all(_inside(degrees(m), box, multiplier) for m in square.terms):
            kept.append(w)
    return tuple(kept)


def _inside(degree: dict[str, int], box: dict[str, tuple[int, int]], multiplier: Multiplier) -> bool:
    """Whether degrees are inside the box; below it they may be where the multiplier has several terms."""
    if len(multiplier.polynomial.terms) > 1:
        return all(degree.get(name, 0) <= high for name, (_, high) in box.items())
    return all(low <= degree.get(name, 0) <= high for name, (low, high) in box.items()) and not any(
        k for name, k in degree.items() if name not in box
    )
