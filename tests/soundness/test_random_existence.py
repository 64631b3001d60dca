"""What `prove` says of random statements "there are F and G with a linear equation" is true at exact points.

A statement that is proved has a solution wherever it is evaluated, and one that is refuted has none at its
counterexample. Solutions are counted by the rank of the linear system, which shares no code with the product.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import sympy as sp
from hypothesis import settings

from pcaproofs import equal, exists, projector, prove, symmetric

THOROUGH = settings().max_examples > 100
STATEMENTS = 400 if THOROUGH else 24
POINTS = 4
n, p = sp.symbols("n p", positive=True, integer=True)
SHAPES = {"A": (p, p), "B": (p, p), "X": (n, p), "Y": (n, n), "x": (p, 1), "y": (n, 1)}
LETTERS = {name: sp.MatrixSymbol(name, *shape) for name, shape in SHAPES.items()}
Word = list[tuple[str, bool]]  # letters, each transposed or not; no letter: the identity
Matrix = list[list[Fraction]]


@dataclass(frozen=True)
class Made:
    """The statement that Σ left·(unknown)·right = word has a solution; symmetric, projector: the kind of A."""

    unknowns: list[tuple[str, Any, Any]]
    terms: list[tuple[Word, Word]]
    word: Word
    rows: Any
    cols: Any
    kind: str = ""

    def claimed(self) -> tuple[Any, list[Any]]:
        """The statement in SymPy's terms, with its assumptions."""
        letters = [sp.MatrixSymbol(*each) for each in self.unknowns]
        sides = [
            sp.MatMul(_sympy(left, self.rows), f, _sympy(right, f.shape[1]))
            for f, (left, right) in zip(letters, self.terms, strict=True)
        ]
        named = {"symmetric": [symmetric(LETTERS["A"])], "projector": [projector(LETTERS["A"])], "": []}
        return exists(letters, equal(sp.MatAdd(*sides), _sympy(self.word, self.rows))), named[self.kind]

    def has_solution(self, values: Mapping[str, Matrix], sizes: Mapping[Any, int]) -> bool:
        """Whether there is one at a point: Σ (rightᵀ ⊗ left) vec(unknown) = vec(word) has."""
        columns: list[list[Fraction]] = []
        for (_, rows, cols), (left, right) in zip(self.unknowns, self.terms, strict=True):
            a, b = _value(left, rows, values, sizes), _value(right, cols, values, sizes)
            places = [(k, m) for k in range(sizes.get(rows, 1)) for m in range(sizes.get(cols, 1))]
            columns += [[x[k] * y for x in a for y in b[m]] for k, m in places]
        wanted = [x for row in _value(self.word, self.rows, values, sizes) for x in row]
        return _rank(columns) == _rank([*columns, wanted])


def _sympy(word: Word, size: Any) -> Any:
    factors = [LETTERS[name].T if turned else LETTERS[name] for name, turned in word]
    return sp.MatMul(*factors).doit(deep=False) if factors else sp.Identity(size)


def _value(word: Word, size: Any, values: Mapping[str, Matrix], sizes: Mapping[Any, int]) -> Matrix:
    out: Matrix | None = None
    for name, turned in word:
        m = [list(row) for row in zip(*values[name], strict=True)] if turned else values[name]
        out = m if out is None else _times(out, m)
    k = sizes.get(size, 1)
    return out if out is not None else [[Fraction(i == j) for j in range(k)] for i in range(k)]


def _times(a: Matrix, b: Matrix) -> Matrix:
    columns = list(zip(*b, strict=True))
    return [[sum((x * y for x, y in zip(row, c, strict=True)), Fraction(0)) for c in columns] for row in a]


def _rank(rows: list[list[Fraction]]) -> int:
    rows, rank = [list(row) for row in rows], 0
    for k in range(len(rows[0])):
        at = next((i for i in range(rank, len(rows)) if rows[i][k]), None)
        if at is None:
            continue
        rows[rank], rows[at] = rows[at], rows[rank]
        for i in range(rank + 1, len(rows)):
            c = rows[i][k] / rows[rank][k]
            rows[i] = [x - c * y for x, y in zip(rows[i], rows[rank], strict=True)]
        rank += 1
    return rank


def walk(random: Random, rows: Any, steps: int) -> tuple[Word, Any]:
    """A random word with this many rows, and the number of its columns."""
    word: Word = []
    for _ in range(steps):
        fitting = [(x, t) for x, shape in SHAPES.items() for t in (False, True) if shape[int(t)] == rows]
        x, turned = random.choice(fitting)
        word.append((x, turned))
        rows = SHAPES[x][0 if turned else 1]
        if rows == 1:
            break
    return word, rows


def made(random: Random) -> Made:
    """A random statement; in about half, what stands on the left is how the right side begins."""
    rows = random.choice((n, p))
    word, cols = walk(random, rows, random.randint(1, 3))
    unknowns, terms = [], []
    for name in ("F", "G")[: random.choice((1, 1, 2))]:
        left = word[: random.randint(0, len(word))]
        if random.random() < 0.5:
            left = walk(random, rows, random.randint(0, 2))[0]
        right: Word = []
        if cols != 1:
            right = [(x, not turned) for x, turned in reversed(walk(random, cols, random.randint(0, 1))[0])]
        unknowns.append((name, _end(left, rows), _end([(x, not turned) for x, turned in reversed(right)], cols)))
        terms.append((left, right))
    return Made(unknowns, terms, word, rows, cols, random.choice(("", "", "symmetric", "projector")))


def _end(word: Word, rows: Any) -> Any:
    """The number of columns of a word with this many rows."""
    return SHAPES[word[-1][0]][0 if word[-1][1] else 1] if word else rows


def point(random: Random, kind: str) -> tuple[dict[str, Matrix], dict[Any, int]]:
    """Small integers for all letters; A is of its kind."""
    sizes: dict[Any, int] = {n: random.randint(1, 3), p: random.randint(1, 3)}
    values = {
        name: [[Fraction(random.randint(-2, 2)) for _ in range(sizes.get(cols, 1))] for _ in range(sizes.get(rows, 1))]
        for name, (rows, cols) in SHAPES.items()
    }
    k = sizes[p]
    if kind == "symmetric":
        values["A"] = [[values["A"][max(i, j)][min(i, j)] for j in range(k)] for i in range(k)]
    if kind == "projector":
        v = [Fraction(random.randint(-2, 2)) for _ in range(k)]
        square = sum((c * c for c in v), Fraction(0)) or Fraction(1)
        values["A"] = [[a * b / square for b in v] for a in v]
    return values, sizes


def test_the_rank_says_whether_there_is_a_solution() -> None:
    sizes, zero, one = {n: 1, p: 2}, [[Fraction(0)] * 2] * 2, [[Fraction(i == j) for j in range(2)] for i in range(2)]
    for a, found in ((zero, False), (one, True)):
        for terms in ([([("A", False)], [])], [([], [("A", True)])]):
            assert Made([("F", p, p)], terms, [("B", False)], p, p).has_solution({"A": a, "B": one}, sizes) is found


def test_a_solution_is_claimed_where_there_is_one_and_refuted_where_there_is_none() -> None:
    verdicts: Counter[str] = Counter()
    wrong: list[str] = []
    for seed in range(STATEMENTS):
        random = Random(seed)
        one = made(random)
        claimed, assuming = one.claimed()
        result = prove(claimed, assuming, needs=False, seconds=0.5)
        verdicts[result.verdict] += 1
        if result.verdict == "proved":
            if not all(one.has_solution(*point(random, one.kind)) for _ in range(POINTS)):
                wrong.append(f"{claimed} {assuming}: {result}")
        elif result.verdict == "refuted":
            assert result.counterexample is not None
            at = {name: [[Fraction(x) for x in row] for row in m] for name, m in result.counterexample.letters.items()}
            sizes = {size: result.counterexample.dimensions.get(str(size), 1) for size in (n, p)}
            if one.has_solution(at, sizes):
                wrong.append(f"{claimed} {assuming}: {result}")
    print(dict(verdicts))
    assert wrong == []
    assert min(verdicts["proved"], verdicts["refuted"]) >= STATEMENTS // 8, verdicts
    assert set(verdicts) <= {"proved", "refuted", "undecided"}, verdicts
