"""Points: letters drawn at random, and the values of expressions there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from pcaproofs.crosscheck.records import PRIME, NotAccepted, fields, need, rational
from pcaproofs.crosscheck.values import Arithmetic, Entries, StepBudget, Value

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
        drawn: list[Entries] = []
        for rng, r, c in zip(rngs, self.size(rows), self.size(cols), strict=True):
            self.work(10 + r * c)
            drawn.append({0: [[rng.randrange(1, PRIME) for _ in range(c)] for _ in range(r)]})
        letters[name] = (rows, cols, drawn)

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
        if head in ("add", "mul") and parts:
            total = self.value(parts[0], letters)
            for part in parts[1:]:
                total = (self.plus if head == "add" else self.times)(total, self.value(part, letters))
            return total
        if head == "t" and len(parts) == 1:
            return self.transposed(self.value(parts[0], letters))
        if head == "tr" and len(parts) == 1:
            return self.trace(self.value(parts[0], letters))
        if head == "pow" and len(parts) == 2 and type(parts[1]) is int and 0 <= parts[1] <= 1000:
            return self.power(self.value(parts[0], letters), parts[1])
        if head == "derivative" and len(parts) == 3:
            return self.slope(parts[0], parts[1], self.value(parts[2], letters), letters)
        if head == "gradient" and len(parts) == 2:
            return self.gradient(parts[0], parts[1], letters)
        return self.atom(head, parts, letters)

    def atom(self, head: Any, parts: list[Any], letters: dict[str, Value]) -> Value:
        """The value of an expression without expressions inside."""
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
        inverse = self.scalars(pow(x[0][0][0], -1, PRIME) for x in a[2])
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
        rows, cols, each = direction
        moved = self.plus(letters[name], (rows, cols, [{bits | bit: m for bits, m in x.items()} for x in each]))
        self.depth, self.lets = self.depth + 1, {}
        rows, cols, each = self.value(f, letters | {name: moved})
        self.depth, self.lets = self.depth - 1, lets
        return rows, cols, [{bits ^ bit: m for bits, m in x.items() if bits & bit} for x in each]

    def gradient(self, f: Any, name: str, letters: dict[str, Value]) -> Value:
        """The gradient; its entries are the slopes in the directions of the entries of x.

        Where x is smaller than at another point, some directions are zero, and so are the slopes there.
        """
        rows, cols, _ = letters[name]
        shapes = list(zip(self.size(rows), self.size(cols), strict=True))
        total = self.zero(rows, cols)
        for i in range(max(r for r, _ in shapes)):
            for j in range(max(c for _, c in shapes)):
                units = [[[int((i, j) == (k, m)) for m in range(c)] for k in range(r)] for r, c in shapes]
                slope = self.slope(f, name, (rows, cols, [{0: unit} for unit in units]), letters)
                need(slope[:2] == (1, 1), "got the gradient of a matrix")
                entries = [
                    {bits: [[x * m[0][0] for x in row] for row in unit] for bits, m in at.items()}
                    for unit, at in zip(units, slope[2], strict=True)
                ]
                total = self.plus(total, (rows, cols, entries))
        return total
