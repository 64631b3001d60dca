"""A second checker of certificates, which shares no code with the kernel: it computes with numbers, not with symbols.

Every step of a certificate claims that two expressions are equal for all values of the letters. The checker draws the
letters as matrices of integers modulo the prime 2⁶¹ − 1, at several sizes, and computes both sides. The hypotheses need
not hold at such a point, since an identity has each of them as a term: left side minus right side. The signs of
weights, the names and the shapes are compared as they are written.

A step that is no identity at the drawn sizes passes one point with a probability of at most degree / 2⁶¹ (Schwartz and
Zippel). A step that is wrong only for larger matrices is not noticed. The seed is the digest of the file. The time is
linear in the file, and limited to STEPS. A proof by induction is checked as the statements about member 0, member k + 1
and member k that it consists of.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from random import Random
from typing import Any

P = 2**61 - 1
STEPS = 5_000_000  # entries of matrices multiplied, in all
DEEPEST = 6  # derivatives within derivatives; each doubles the work
RANGES = ((2, 4), (1, 1), (1, 3), (3, 5))  # of each point, the sizes that a named dimension may have
WEIGHT = ("text", [("text", "integer")])
SQUARES = [(WEIGHT, "expression")]
OBJECTIVE = ("text", "expression")
# the types of each record's fields: [x] is a list of x, (x, y) a list of an x and a y, {"or nothing": x} may be null
FIELDS: dict[str, dict[str, Any]] = {
    "Statement": {
        "letters": [("text", "dimension", "dimension")],
        "conclusion": "Compare|Optimum|SameOptimisers",
        "hypotheses": [("text", "Compare")],
        "ones": ["dimension"],
    },
    "Compare": {"left": "expression", "relation": "text", "right": "expression"},
    "Optimum": {
        "sense": "text",
        "objective": "expression",
        "at": [("text", "expression")],
        "value": {"or nothing": "expression"},
        "exactly": ["Compare"],
    },
    "SameOptimisers": {"variables": ["text"], "first": OBJECTIVE, "second": OBJECTIVE},
    "Certificate": {
        "proofs": [("text", "Proof")],
        "lets": [("text", "expression")],
        "transform": {"or nothing": (WEIGHT, "expression", "integer", "text")},
    },
    "Proof": {"cofactors": ["Cofactor"], "squares": SQUARES, "lemmas": ["Lemma"]},
    "Lemma": {
        "name": "text",
        "cofactors": ["Cofactor"],
        "value": {"or nothing": "expression"},
        "factor": WEIGHT,
        "squares": SQUARES,
    },
    "Cofactor": {
        "fact": "text",
        "transposed": "flag",
        "left": "expression",
        "right": "expression",
        "outer": {"or nothing": "expression"},
    },
    "Family": {"statement": "Statement", "sequences": [("text", "expression", "expression")]},
    "Induction": {"claims": ["Compare"], "certificates": ["Certificate"]},
}
PLAIN: dict[str, tuple[type, ...]] = {"text": (str,), "integer": (int,), "flag": (bool,), "dimension": (str, int)}
Entries = dict[int, list[list[int]]]  # by sets of infinitesimals, as bits: a matrix, what is multiplied by ε₁, …
Value = tuple[Any, Any, Entries]  # rows and columns as dimensions, entries
Facts = dict[str, tuple[str, Value]]


class Refused(ValueError):  # noqa: N818
    """A certificate does not hold, or takes too long to compute."""


def crosscheck(data: Any) -> None:
    """Raises Refused unless all steps of a certificate hold at the drawn points; data: the JSON of its file."""
    try:
        kinds = ("Family", "Induction") if data["statement"]["is"] == "Family" else ("Statement", "Certificate")
        _need(_fits(data["statement"], kinds[0]) and _fits(data["certificate"], kinds[1]), "got other types")
        seed = sha256(json.dumps([data["statement"], data["certificate"]], sort_keys=True).encode()).hexdigest()
        left = [STEPS]
        family = data["statement"] if kinds[0] == "Family" else None
        for part in _inductive(family, data["certificate"]) if family else [data]:
            points = [_Point(part, Random(f"{seed} {k}"), sizes, left) for k, sizes in enumerate(RANGES)]
            free = set().union(*(point.free() for point in points))
            for point in points:
                point.check(free)
            if family and part["statement"]["conclusion"] is family["statement"]["conclusion"]:
                points[0].check_members(family["sequences"])
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError, OverflowError, MemoryError) as error:
        raise (error if isinstance(error, Refused) else Refused("got something malformed")) from None


def _inductive(family: Any, induction: Any) -> list[Any]:
    """The statements that an induction consists of, each with its certificate: at 0, at k + 1 by those at k, at k."""
    statement, sequences = _fields(family)
    claims, certificates = _fields(induction)
    names = {name for name, *_ in sequences}
    letters = {name for name, *_ in statement["letters"]}
    _need(bool(sequences) and len(names) == len(sequences) and names <= letters, "got sequences that are no letters")
    _need(not any(_texts(first) & names for _, first, _ in sequences), "got a member 0 that mentions a sequence")
    _need(statement["conclusion"]["is"] == "Compare", "got an induction about an optimum")
    _need(not {"derivative", "gradient"} & _texts([_fields(c) for c in claims]), "got a claim with a derivative")
    known = [[f"claim {k}", claim] for k, claim in enumerate(claims)]
    plain = [[name, h] for name, h in statement["hypotheses"] if not _texts([h["left"], h["right"]]) & names]
    found = []
    for place, given in ((1, plain), (2, [*plain, *known])):
        member = {sequence[0]: sequence[place] for sequence in sequences}
        for claim in claims:
            said = claim | {side: _with_members(claim[side], member) for side in ("left", "right")}
            found.append(statement | {"conclusion": said, "hypotheses": given})
    found.append(statement | {"hypotheses": [*statement["hypotheses"], *known]})
    _need(len(found) == len(certificates), "got another number of certificates than of steps")
    return [{"statement": s, "certificate": c} for s, c in zip(found, certificates, strict=True)]


def _texts(x: Any) -> set[str]:
    """Every text within lists."""
    return {x} if type(x) is str else set().union(*map(_texts, x)) if type(x) is list else set()


def _with_members(e: Any, member: dict[str, Any]) -> Any:
    """An expression with members in place of the letters of sequences."""
    if e[:1] == ["letter"] and e[1] in member:
        return member[e[1]]
    return [_with_members(part, member) if type(part) is list else part for part in e]


def _need(holds: bool, what: str) -> None:
    if not holds:
        raise Refused(what)


def _fits(x: Any, form: Any) -> bool:
    """Whether JSON data have the types that they should have."""
    if isinstance(form, dict):
        return x is None or _fits(x, form["or nothing"])
    if isinstance(form, list):
        return type(x) is list and all(_fits(part, form[0]) for part in x)
    if isinstance(form, tuple):
        return type(x) is list and len(x) == len(form) and all(map(_fits, x, form))
    if form == "expression":
        return type(x) is list and all(type(part) in (str, int) or _fits(part, form) for part in x)
    if form in PLAIN:
        return type(x) in PLAIN[form]
    fields = FIELDS[x["is"]] if type(x) is dict and x.get("is") in form.split("|") else {}
    return bool(fields) and x.keys() == {"is", *fields} and all(_fits(x[name], fields[name]) for name in fields)


def _fields(record: Any) -> list[Any]:
    return [record[name] for name in FIELDS[record["is"]]]


def _rational(text: Any) -> tuple[int, int]:
    _need(type(text) is str and len(text) < 2001 and bool(re.fullmatch("-?[0-9]+(/[0-9]+)?", text)), "got no rational")
    top, _, bottom = text.partition("/")
    _need(int(bottom or 1) % P != 0, "got a division by zero")
    return int(top), int(bottom or 1)


class _Point:
    """Sizes and matrices drawn at random, and everything computed there."""

    def __init__(self, data: Any, rng: Random, sizes: tuple[int, int], left: list[int]):
        self.left, self.depth, self.lets = left, 0, dict[str, str]()
        letters, self.conclusion, self.hypotheses, self.ones = _fields(data["statement"])
        self.proofs, lets, self.transform = _fields(data["certificate"])
        shapes = [*letters, *([f"1[{n}]", n, 1] for n in self.ones)]
        named = sorted({n for _, *shape in shapes for n in shape if type(n) is str})
        self.sizes = {n: rng.randint(*sizes) for n in named}
        self.letters: dict[str, Value] = {}
        for name, rows, cols in shapes:
            self.draw(self.letters, name, rows, cols, rng)
        _need(len(self.letters) == len(shapes) and not self.letters.keys() & self.sizes.keys(), "got a name twice")
        _need(all(self.is_name(name) for name in (*named, *self.letters)), "got a name that is none")
        known = [_fields(h) for _, h in self.hypotheses]
        signed = [h[0][1] for h in known if h[0][0] == "letter" and h[1] in (">", "!=") and h[2] == ["number", "0"]]
        self.nonzero = {name for name in signed if self.letters[name][:2] == (1, 1)} | self.sizes.keys()
        self.abbreviations: Facts = {}
        everything = json.dumps(data["statement"]) if lets else ""
        for name, e in lets:
            self.work(len(everything))
            new = self.is_name(name) and name not in self.letters and json.dumps(name) not in everything
            _need(new and self.conclusion["is"] == "Compare", "got an abbreviation that is not new")
            value = self.value(e, self.letters)
            self.draw(self.letters, name, *value[:2], rng)
            self.abbreviations[f"let {name}"] = ("=", self.plus(self.letters[name], value, -1))
            self.lets[json.dumps(e)] = name
        self.variables: list[str] = []
        if self.conclusion["is"] != "Compare":
            names = self.conclusion.get("variables") or [name for name, _ in self.conclusion["at"]]
            right = names and all(x in self.letters and x[:2] != "1[" for x in names) and len({*names}) == len(names)
            _need(bool(right), "got variables that are none")
            self.variables = names
        self.moved = dict(self.letters)  # with other values of the variables, to find what depends on them
        for name in self.variables:
            self.draw(self.moved, name, *self.letters[name][:2], rng)

    def draw(self, letters: dict[str, Value], name: str, rows: Any, cols: Any, rng: Random) -> None:
        r, c = self.size(rows), self.size(cols)
        self.work(10 + r * c)
        letters[name] = (rows, cols, {0: [[rng.randrange(1, P) for _ in range(c)] for _ in range(r)]})

    def is_name(self, name: Any) -> bool:
        return type(name) is str and name.isprintable() and name != "" and "'" not in name and "∂" not in name

    def size(self, n: Any) -> int:
        _need((type(n) is int and n > 0) or n in self.sizes, "got no dimension")
        return n if type(n) is int else self.sizes[n]

    def work(self, steps: int) -> None:
        self.left[0] -= 1 + steps
        _need(self.left[0] >= 0, f"got a certificate of more than {STEPS} steps to compute")

    # ------------------------------------------------------------------------------------------------ expressions
    def value(self, e: Any, letters: dict[str, Value]) -> Value:
        """The value of an expression at this point."""
        self.work(10)
        if self.lets:
            key = json.dumps(e)
            self.work(len(key))
            e = ["letter", self.lets[key]] if key in self.lets else e
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
            top, bottom = _rational(parts[0])
            return self.scalar(top * pow(bottom, -1, P))
        if head == "letter" and len(parts) == 1:
            return letters[parts[0]]
        if head == "size" and len(parts) == 1:
            return self.scalar(self.sizes[parts[0]])
        if head in ("eye", "zero") and len(parts) == (1 if head == "eye" else 2):
            r, c = self.size(parts[0]), self.size(parts[-1])
            self.work(r * c)
            return parts[0], parts[-1], {0: [[int(i == j and head == "eye") for j in range(c)] for i in range(r)]}
        if head == "inverse" and len(parts) == 2 and type(parts[1]) is int and parts[1] > 0:
            _need(parts[0] in self.nonzero, "got 1/x of an x that may be zero")
            x = letters[parts[0]] if parts[0] in letters else self.scalar(self.sizes[parts[0]])
            return self.power(self.reciprocal(x), parts[1])
        raise Refused("got no expression")

    def scalar(self, c: int) -> Value:
        return 1, 1, {0: [[c % P]]}

    def plus(self, a: Value, b: Value, sign: int = 1) -> Value:
        _need(a[:2] == b[:2], f"got {a[0]}×{a[1]} plus {b[0]}×{b[1]}")
        total = dict(a[2])
        for bits, m in b[2].items():
            self.work(len(m) * len(m[0]))
            other = total.get(bits) or [[0] * len(m[0])] * len(m)
            total[bits] = [
                [(x + sign * y) % P for x, y in zip(r, s, strict=True)] for r, s in zip(other, m, strict=True)
            ]
        return a[0], a[1], total

    def times(self, a: Value, b: Value) -> Value:
        if a[1] != b[0]:  # then one is a scalar
            if b[:2] == (1, 1):
                a, b = b, a
            _need(a[:2] == (1, 1), f"got {a[0]}×{a[1]} times {b[0]}×{b[1]}")
            n = self.size(b[0])
            self.work(n * n)
            a = (
                b[0],
                b[0],
                {bits: [[m[0][0] * (i == j) for j in range(n)] for i in range(n)] for bits, m in a[2].items()},
            )
        total: Value = (a[0], b[1], {})
        for left, m in a[2].items():
            for right, k in b[2].items():
                if not left & right:  # ε² = 0
                    self.work(len(m) * len(k) * len(k[0]))
                    columns = list(zip(*k, strict=True))
                    product = [[sum(map(int.__mul__, r, c)) % P for c in columns] for r in m]
                    total = self.plus(total, (a[0], b[1], {left | right: product}))
        return total

    def power(self, a: Value, k: int) -> Value:
        _need(a[0] == a[1], "got a power of a matrix that is not square")
        result = self.value(["eye", a[0]], {})
        for bit in f"{k:b}":
            result = self.times(result, result)
            result = self.times(result, a) if bit == "1" else result
        return result

    def transposed(self, a: Value) -> Value:
        return a[1], a[0], {bits: [list(column) for column in zip(*m, strict=True)] for bits, m in a[2].items()}

    def trace(self, a: Value) -> Value:
        _need(a[0] == a[1], f"got the trace of {a[0]}×{a[1]}")
        return 1, 1, {bits: [[sum(row[i] for i, row in enumerate(m)) % P]] for bits, m in a[2].items()}

    def reciprocal(self, a: Value) -> Value:
        """1/(c + u) = Σ (-u)ʲ/cʲ⁺¹, where u is infinitesimal."""
        inverse = self.scalar(pow(a[2][0][0][0], -1, P))
        rest = self.plus(self.scalar(1), self.times(inverse, a), -1)
        total = self.scalar(1)
        for _ in range(self.depth):
            total = self.plus(self.scalar(1), self.times(rest, total))
        return self.times(inverse, total)

    def slope(self, f: Any, name: str, direction: Value, letters: dict[str, Value]) -> Value:
        """The coefficient of ε in f(x + ε·direction)."""
        _need(self.depth < DEEPEST, f"got derivatives of derivatives more than {DEEPEST} deep")
        bit, lets = 1 << self.depth, self.lets
        rows, cols, entries = direction
        moved = self.plus(letters[name], (rows, cols, {bits | bit: m for bits, m in entries.items()}))
        self.depth, self.lets = self.depth + 1, {}
        rows, cols, entries = self.value(f, letters | {name: moved})
        self.depth, self.lets = self.depth - 1, lets
        return rows, cols, {bits ^ bit: m for bits, m in entries.items() if bits & bit}

    def gradient(self, f: Any, name: str, letters: dict[str, Value]) -> Value:
        """Its entries are the slopes in the directions of the entries of x."""
        rows, cols, _ = letters[name]
        r, c = self.size(rows), self.size(cols)
        total: Value = rows, cols, {0: [[0] * c for _ in range(r)]}
        for i in range(r):
            for j in range(c):
                unit = [[int((i, j) == (k, m)) for m in range(c)] for k in range(r)]
                slope = self.slope(f, name, (rows, cols, {0: unit}), letters)
                _need(slope[:2] == (1, 1), "got the gradient of a matrix")
                entry = {bits: [[x * m[0][0] for x in row] for row in unit] for bits, m in slope[2].items()}
                total = self.plus(total, (rows, cols, entry))
        return total

    def is_zero(self, a: Value) -> bool:
        return not any(x for m in a[2].values() for row in m for x in row)

    # ------------------------------------------------------------------------------------------------ goals and facts
    def facts(self, letters: dict[str, Value]) -> Facts:
        """The facts for a proof: name -> a relation, and the value that has it to 0."""
        known: Facts = {}
        self.work(50 * len(self.sizes))
        for n in self.ones:
            ones = letters[f"1[{n}]"]
            length = self.scalar(self.size(n))
            known[f"ones {n}"] = ("=", self.plus(self.times(self.transposed(ones), ones), length, -1))
        for n, size in self.sizes.items():
            known[f"{n} > 0"] = (">", self.scalar(size))
            known[f"{n} >= 1"] = (">=", self.scalar(size - 1))
            known[f"1/{n} > 0"] = (">", self.scalar(pow(size, -1, P)))
        known |= self.abbreviations
        for name, h in self.hypotheses:
            relation, difference = self.difference(h, letters)
            self.add(known, name, relation, difference)
        return known

    def add(self, known: Facts, name: Any, relation: Any, value: Value) -> None:
        _need(self.is_name(name) and name not in known, "got a name twice, or one that is none")
        _need(relation == "=" or (relation in (">=", ">", "!=") and value[:2] == (1, 1)), "got no relation")
        known[name] = (relation, value)

    def difference(self, compare: Any, letters: dict[str, Value]) -> tuple[str, Value]:
        left, relation, right = _fields(compare)
        return relation, self.plus(self.value(left, letters), self.value(right, letters), -1)

    def free(self) -> set[str]:
        """The facts that change when the variables do."""
        here, there = self.facts(self.letters), self.facts(self.moved)
        return {name for name in here if not self.is_zero(self.plus(here[name][1], there[name][1], -1))}

    def constant(self, e: Any) -> Value:
        """An expression that does not change when the variables do."""
        here = self.value(e, self.letters)
        _need(self.is_zero(self.plus(here, self.value(e, self.moved), -1)), "got a variable in what should be constant")
        return here

    def objective(self, e: Any, letters: dict[str, Value]) -> Value:
        value = self.value(e, letters)
        _need(value[:2] == (1, 1), "got an objective that is no scalar")
        return value

    def goals(self, free: set[str]) -> dict[str, tuple[str, Value, Facts]]:
        """Goal's name -> the relation to prove, the value that should have it to 0, and the facts for the proof."""
        known = self.facts(self.letters)
        kind, c = self.conclusion["is"], _fields(self.conclusion)
        if kind == "Compare":
            relation, value = self.difference(self.conclusion, self.letters)
            _need(relation == "=" or (relation == ">=" and value[:2] == (1, 1)), "got no conclusion")
            return {"main": (relation, value, known)}
        if kind == "SameOptimisers":
            return {"transform": ("=", self.transformed(c[1], c[2], known), known)}
        sense, objective, at, value, exactly = c
        witness = {name: self.constant(e) for name, e in at}
        _need(all(self.letters[name][:2] == x[:2] for name, x in witness.items()), "got a witness of another shape")
        there = self.letters | witness
        fixed = {name: fact for name, fact in known.items() if name not in free}
        here, best = self.objective(objective, self.letters), self.objective(objective, there)
        _need(sense in ("min", "max"), "got no sense")
        gap = self.plus(here, best, -1) if sense == "min" else self.plus(best, here, -1)
        found: dict[str, tuple[str, Value, Facts]] = {"better": (">=", gap, known)}
        moved = self.facts(there)
        for name in free:
            _need(known[name][0] in ("=", ">="), "got a constraint that is neither = nor >=")
            found[f"feasible: {name}"] = (known[name][0], moved[name][1], fixed)
        if value is not None:
            found["value"] = ("=", self.plus(best, self.constant(value), -1), fixed)
        equations: Facts = {f"exactly {i}": self.difference(e, self.letters) for i, e in enumerate(exactly)}
        _need(not {*equations, "optimal"} & {*known} and {"="} >= {r for r, _ in equations.values()}, "got no equation")
        for name, (_, difference) in equations.items():
            found[name] = ("=", difference, {**known, "optimal": ("=", gap)})
        if equations:
            found["enough"] = ("=", gap, {**known, **equations})
        return found

    def transformed(self, first: Any, second: Any, known: Facts) -> Value:
        """second - (±factor·firstᵏ + constant)."""
        weight, rest, k, hypothesis = self.transform
        f, g = self.objective(first[1], self.letters), self.objective(second[1], self.letters)
        _need({first[0], second[0]} <= {"min", "max"} and type(k) is int and 1 <= k <= 1000, "got no sense or power")
        if k > 1:
            relation, bounded = known.get(hypothesis, ("", f))
            _need(relation in (">", ">=") and self.is_zero(self.plus(bounded, f, -1)), "got a power of what may be < 0")
        factor = self.weigh(weight, known, (">",))
        other = self.weigh(weight, self.facts(self.moved), (">",))
        _need(self.is_zero(self.plus(factor, other, -1)), "got a factor that changes with a variable")
        power = self.times(factor, self.power(f, k))
        constant = self.constant(rest)
        return self.plus(self.plus(g, constant, -1), power, -1 if first[0] == second[0] else 1)

    # ------------------------------------------------------------------------------------------------ proofs
    def check_members(self, sequences: Any) -> None:
        """Every member of a sequence has the shape of its letter."""
        for name, *members in sequences:
            _need(name[:2] != "1[" and name in self.letters, "got a sequence of what is no letter")
            for e in members:
                _need(self.value(e, self.letters)[:2] == self.letters[name][:2], "got a member of another shape")

    def check(self, free: set[str]) -> None:
        """Every goal has one proof, every step of which holds here."""
        goals = self.goals(free)
        _need(sorted(name for name, _ in self.proofs) == sorted(goals), "got proofs of other goals")
        for name, proof in self.proofs:
            relation, value, given = goals[name]
            cofactors, squares, lemmas = _fields(proof)
            self.work(len(given))
            known = dict(given)
            for lemma in lemmas:
                self.lemma(_fields(lemma), known)
            _need(relation == ">=" or not squares, "got squares in the proof of an equality")
            self.settle(self.plus(value, self.squares(squares, known), -1) if squares else value, cofactors, known)

    def lemma(self, fields: list[Any], known: Facts) -> None:
        name, cofactors, value, factor, squares = fields
        if value is None:
            total = self.squares(squares, known)
            new = {f"{name}.{i}": ("=", self.vanishing(w, e, known)) for i, (w, e) in enumerate(squares)}
        elif squares:
            new = {name: (">=", self.value(value, self.letters))}
            own = [w for w, e in squares if e == value]  # were value < 0, 0 >= factor·value >= w·value² > 0
            _need(any(self.is_positive(w, known) for w in [factor, *own]), "got an inequality by what may be 0")
            left = self.times(self.weigh(factor, known, (">=", ">")), new[name][1])
            total = self.plus(left, self.squares(squares, known), -1)
        else:
            new = {name: ("=", self.value(value, self.letters))}
            total = self.times(self.weigh(factor, known, ("!=", ">")), new[name][1])
        self.settle(total, cofactors, known)
        for fact, (relation, x) in new.items():
            self.add(known, fact, relation, x)

    def is_positive(self, weight: Any, known: Facts) -> bool:
        text, factors = weight
        return _rational(text)[0] > 0 and all(known[name][0] == ">" for name, _ in factors)

    def vanishing(self, weight: Any, e: Any, known: Facts) -> Value:
        """What is zero where weight·‖M‖² is: M, if the weight is > 0, else weight·M."""
        m = self.value(e, self.letters)
        return m if self.is_positive(weight, known) else self.times(self.weigh(weight, known, (">=", ">")), m)

    def weigh(self, weight: Any, known: Facts, allowed: tuple[str, ...]) -> Value:
        """The value of a weight; refuses a factor without the sign that the weight needs."""
        text, factors = weight
        top, bottom = _rational(text)
        _need(
            top > 0 or (top == 0 and ">=" in allowed) or (top < 0 and "!=" in allowed), "got a weight of another sign"
        )
        total = self.scalar(top * pow(bottom, -1, P))
        for name, power in factors:
            relation, value = known[name]
            _need(relation in allowed and type(power) is int and 1 <= power <= 1000, "got a weight of unknown sign")
            total = self.times(total, self.power(value, power))
        return total

    def squares(self, squares: Any, known: Facts) -> Value:
        total = self.scalar(0)
        for weight, e in squares:
            norm = self.tensor(e[1:]) if e[:1] == ["tensor"] else self.product(*[self.value(e, self.letters)] * 2)
            total = self.plus(total, self.times(self.weigh(weight, known, (">=", ">")), norm))
        return total

    def product(self, a: Value, b: Value) -> Value:
        """tr(aᵀb), of two matrices of one shape."""
        return self.trace(self.times(self.transposed(a), b))

    def tensor(self, parts: Any) -> Value:
        """The squared norm of a sum of tensors M_ik·N_lj ("kron") or M_il·N_kj ("swap")."""
        of = [(kind, self.value(m, self.letters), self.value(n, self.letters)) for kind, m, n in parts]
        _need(all(kind in ("kron", "swap") for kind, _, _ in of), "got a tensor of no kind")
        _need(len({(m[:2], n[:2]) for _, m, n in of}) <= 1, "got tensors of different shapes")
        if any(kind == "swap" for kind, _, _ in of):
            _need(all(m[1] == n[0] for _, m, n in of), "got a swap of what is no product")
        total = self.scalar(0)
        for kind, m, n in of:
            for other, a, b in of:
                if kind == other:
                    inner = self.times(self.product(m, a), self.product(n, b))
                else:
                    inner = self.product(self.times(m, b), self.times(a, n))
                total = self.plus(total, inner)
        return total

    def settle(self, total: Value, cofactors: Any, known: Facts) -> None:
        """Refuses unless the total is the sum of the cofactors."""
        for cofactor in cofactors:
            name, transposed, left, right, outer = _fields(cofactor)
            relation, fact = known[name]
            _need(relation == "=" and type(transposed) is bool, "got a cofactor of what is no equation")
            fact = self.transposed(fact) if transposed else fact
            term = self.times(self.times(self.value(left, self.letters), fact), self.value(right, self.letters))
            if outer is not None:
                term = self.times(self.trace(term), self.value(outer, self.letters))
            total = self.plus(total, term, -1)
        _need(self.is_zero(total), "got a step that does not hold")
