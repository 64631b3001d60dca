"""Points: letters drawn at random, and the values of expressions there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import reduce
from random import Random
from typing import Any

from pcaproofs.crosscheck.records import PRIME, NotAccepted, fields, need, rational
from pcaproofs.crosscheck.values import Arithmetic, StepBudget, Value

DEEPEST = 6  # derivatives within derivatives; each doubles the work
Facts = dict[str, tuple[str, Value]]  # name -> (relation, value), where the value has the relation to 0


class RandomPoints(Arithmetic):
    """Sizes and matrices drawn at random, for the statement and the certificate of data.

    rngs, ranges: for each point its numbers, and the least and the largest size of a named dimension.
    """

    def __init__(self, data: Any, rngs: Sequence[Random], ranges: Sequence[tuple[int, int]], steps: StepBudget):
        letters, self.conclusion, self.hypotheses, self.ones = fields(data["statement"])
        self.proofs, lets, self.transform = fields(data["certificate"])
        shapes = [*letters, *([f"1[{n}]", n, 1] for n in self.ones)]
        named = sorted({n for _, *shape in shapes for n in shape if type(n) is str})
        drawn = {n: [rng.randint(*sizes) for rng, sizes in zip(rngs, ranges, strict=True)] for n in named}
        super().__init__(drawn, len(rngs), steps)
        self.depth, self.lets = 0, dict[str, str]()
        self.atoms: dict[tuple[Any, ...], Value] = {}
        self.known: Facts = {}  # the facts at these letters, once they are computed
        self.letters: dict[str, Value] = {}
        for name, rows, cols in shapes:
            self.draw(self.letters, name, rows, cols, rngs)
        need(len(self.letters) == len(shapes) and not self.letters.keys() & self.sizes.keys(), "got a name twice")
        need(all(self.is_name(name) for name in (*named, *self.letters)), "got an invalid name")
        known = [fields(h) for _, h in self.hypotheses]
        signed = [h[0][1] for h in known if h[0][0] == "letter" and h[1] in (">", "!=") and h[2] == ["number", "0"]]
        self.nonzero = {name for name in signed if self.letters[name][:2] == (1, 1)} | self.sizes.keys()
        self.abbreviations: Facts = {}
        everything = json.dumps(data["statement"]) if lets else ""
        for name, e in lets:
            self.work(len(everything))
            new = self.is_name(name) and name not in self.letters and json.dumps(name) not in everything
            need(new and self.conclusion["is"] == "Compare", "got an abbreviation that is not new")
            value = self.value(e, self.letters)
            self.draw(self.letters, name, *value[:2], rngs)
            self.abbreviations[f"let {name}"] = ("=", self.plus(self.letters[name], value, -1))
            self.lets[json.dumps(e)] = name
        self.variables: list[str] = []
        if self.conclusion["is"] != "Compare":
            names = self.conclusion.get("variables") or [name for name, _ in self.conclusion["at"]]
            right = names and all(x in self.letters and x[:2] != "1[" for x in names) and len({*names}) == len(names)
            need(bool(right), "got variables that are none")
            self.variables = names
        self.moved = dict(self.letters)  # other values of the variables, to detect expressions that depend on them
        for name in self.variables:
            self.draw(self.moved, name, *self.letters[name][:2], rngs)

    def draw(self, letters: dict[str, Value], name: str, rows: Any, cols: Any, rngs: Sequence[Random]) -> None:
        """Adds a matrix without zeros to the letters."""
        drawn = []
        for rng, r, c in zip(rngs, self.size(rows), self.size(cols), strict=True):
            self.work(10 + r * c)
            drawn += [1 + rng.getrandbits(61) % (PRIME - 1) for _ in range(r * c)]
        letters[name] = rows, cols, {0: drawn}

    def is_name(self, name: Any) -> bool:
        """Whether a text may be the name of a letter, a dimension or a fact."""
        return type(name) is str and name.isprintable() and name != "" and "'" not in name and "∂" not in name

    def value(self, e: Any, letters: dict[str, Value]) -> Value:
        """The value of an expression at these points."""
        self.work(10)
        if self.lets:
            key = json.dumps(e)
            self.work(len(key))
            e = ["letter", self.lets[key]] if key in self.lets else e
        if e[0] == "letter" and len(e) == 2:
            return letters[e[1]]
        head, *parts = e
        if head == "add" and parts:
            return reduce(self.plus, [self.value(part, letters) for part in parts])
        if head == "mul" and parts:
            return self.product([self.value(part, letters) for part in parts])
        if head == "t" and len(parts) == 1:
            return self.transposed(self.value(parts[0], letters))
        if head == "tr" and len(parts) == 1:
            if parts[0][0] == "mul" and len(parts[0]) > 2 and not self.lets:
                *factors, last = [self.value(part, letters) for part in parts[0][1:]]
                return self.trace_of_product(self.product(factors), last)
            return self.trace(self.value(parts[0], letters))
        if head == "pow" and len(parts) == 2 and type(parts[1]) is int and 0 <= parts[1] <= 1000:
            return self.power(self.value(parts[0], letters), parts[1])
        if head == "derivative" and len(parts) == 3:
            return self.slope(parts[0], parts[1], self.value(parts[2], letters), letters)
        if head == "gradient" and len(parts) == 2:
            return self.gradient(parts[0], parts[1], letters)
        return self.atom(head, parts, letters)

    def atom(self, head: Any, parts: list[Any], letters: dict[str, Value]) -> Value:
        """The value of an expression without expressions inside; the same value each time if it mentions no letter."""
        key = (head, *parts)
        if key not in self.atoms:
            value = self._atom(head, parts, letters)
            if head == "inverse" and parts[0] in letters:
                return value
            self.atoms[key] = value
        return self.atoms[key]

    def _atom(self, head: Any, parts: list[Any], letters: dict[str, Value]) -> Value:
        if head == "number" and len(parts) == 1:
            top, bottom = rational(parts[0])
            return self.scalar(top * pow(bottom, -1, PRIME))
        if head == "size" and len(parts) == 1:
            return self.scalars(self.sizes[parts[0]])
        if head == "eye" and len(parts) == 1:
            return self.identity(parts[0])
        if head == "zero" and len(parts) == 2:
            return self.zero(parts[0], parts[1])
        if head == "inverse" and len(parts) == 2 and type(parts[1]) is int and parts[1] > 0:
            need(parts[0] in self.nonzero, "got 1/x of an x that may be zero")
            x = letters[parts[0]] if parts[0] in letters else self.scalars(self.sizes[parts[0]])
            return self.power(self.reciprocal(x), parts[1])
        raise NotAccepted("got no expression")

    def reciprocal(self, a: Value) -> Value:
        """1/(c + u) = Σ (-u)ʲ/cʲ⁺¹, where u is infinitesimal."""
        inverse = self.scalars(pow(c, -1, PRIME) for c in a[2][0])
        if not self.depth:
            return inverse
        rest = self.plus(self.scalar(1), self.times(inverse, a), -1)
        total = self.scalar(1)
        for _ in range(self.depth):
            total = self.plus(self.scalar(1), self.times(rest, total))
        return self.times(inverse, total)

    def slope(self, f: Any, name: str, direction: Value, letters: dict[str, Value]) -> Value:
        """The coefficient of ε in f(x + ε·direction)."""
        need(self.depth < DEEPEST, f"got derivatives of derivatives more than {DEEPEST} deep")
        bit, lets = 1 << self.depth, self.lets
        rows, cols, parts = direction
        moved = self.plus(letters[name], (rows, cols, {bits | bit: entries for bits, entries in parts.items()}))
        self.depth, self.lets = self.depth + 1, {}
        rows, cols, parts = self.value(f, letters | {name: moved})
        self.depth, self.lets = self.depth - 1, lets
        return rows, cols, {bits ^ bit: entries for bits, entries in parts.items() if bits & bit}

    def gradient(self, f: Any, name: str, letters: dict[str, Value]) -> Value:
        """The gradient; its entries are the slopes in the directions of the entries of x.

        Where x is smaller than at another point, some directions are zero, and so are the slopes there.
        """
        rows, cols, _ = letters[name]
        shapes = list(zip(self.size(rows), self.size(cols), strict=True))
        total = self.zero(rows, cols)
        for i in range(max(r for r, _ in shapes)):
            for j in range(max(c for _, c in shapes)):
                unit = [int((k, m) == (i, j)) for r, c in shapes for k in range(r) for m in range(c)]
                direction = rows, cols, {0: unit}
                slope = self.slope(f, name, direction, letters)
                need(slope[:2] == (1, 1), "got the gradient of a matrix")
                total = self.plus(total, self.times(slope, direction))
        return total
