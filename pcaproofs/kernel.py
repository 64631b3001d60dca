"""The trusted file: matrix polynomials, statements, certificates, and `check`, the only place that says "proved".

Vocabulary, in reading order
  dimension    an integer, or a name ("n") that stands for every integer >= 1
  letter       a real matrix with a name, a row and a column dimension; a named scalar is a 1×1 letter
  word         a composable sequence of letters and transposes of letters
  atom         a dimension as a number, or a closed word: its trace; a 1×1 word is the trace of itself
  polynomial   a finite sum of rational × monomial (atoms with integer powers, word), all of one shape
  expression   nested tuples, ("mul", ("t", ("letter", "X")), ("letter", "X")), as statements write polynomials
  certificate  for every goal of a statement a proof; this file only multiplies it out and compares

What a statement means
  An environment gives every dimension name an integer >= 1 and every letter a real matrix of its shape; 1[n] is the
  column of n ones. There every expression has a value. "add", "mul", "t", "tr", "pow", "eye" and "zero" mean what they
  mean for matrices, and a 1×1 factor that fits nowhere as a matrix is a scalar; ("size", "n") is n as a number;
  ("inverse", "s", k) is 1/sᵏ; ("derivative", f, "x", h) is the derivative of f(x + t·h) at t = 0; ("gradient", f, "x")
  is the G of x's shape for which that derivative is tr(hᵀG) for every h; both hold fixed what hypotheses tie to x.
  A statement with a Compare holds if in every environment in which all its hypotheses hold, so does the Compare.
  Optimum and SameOptimisers name variables. A hypothesis that, multiplied out, mentions a variable is a constraint; the
  statement is about every environment in which the other hypotheses hold. There a choice of values for the variables
  is feasible if it satisfies the constraints, every other letter held fixed, whatever the hypotheses tie to it.
  Optimum: `at` is feasible; no feasible choice has a smaller ("min") or larger ("max") objective; the objective at `at`
  is `value`; and a feasible choice is as good as `at` if and only if the equations `exactly` hold for it.
  SameOptimisers: a feasible choice is best for the first objective if and only if it is best for the second.
  A Family holds if, for every k = 0, 1, 2, …, its Compare holds in every environment in which all its hypotheses hold
  and the letters of its sequences are their members k, every other letter being as it is in the environment.

Why it holds in every dimension: monomials are kept in a form that is the same for real matrices of every size (tr is
cyclic, tr Xᵀ = tr X, tr I_n = n, a 1×1 word is a scalar and commutes), so what is equal here is equal there.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import pairwise, product
from operator import mul, sub
from re import fullmatch
from types import MappingProxyType, NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

# rule, what it lets one conclude, and the row of tests/kernel/kernel_near_misses.py that breaks it narrowly
RULES = (
    ("sum of cofactors", "goal = 0, if the goal is Σ left·fact·right and every fact is 0", "wrong coefficient"),
    ("transposed fact", "factᵀ = 0, if the fact is 0", "fact not transposed"),
    ("traced cofactor", "tr(left·fact·right)·outer = 0, if the fact is 0", "trace forgotten"),
    ("weighted squares", "Σ weight·tr(MᵀM) >= 0, if every weight is >= 0", "weight that is only nonzero"),
    ("tensor squares", "the same of the tensors Σ Mᵢ⊗Nᵢ, ‖Σ Mᵢ⊗Nᵢ‖² for tr(MᵀM)", "a tensor that is swapped once"),
    ("sum with squares", "goal >= 0, if the goal is Σ weighted squares + Σ cofactors", "too small a square"),
    ("weight", "c·Π factors >= 0 (> 0, ≠ 0), if c and every factor are", "weight that is zero by an equation"),
    ("division", "value = 0, if factor·value = 0 and the factor is ≠ 0", "division by what may be zero"),
    ("positive factor", "value >= 0, if factor·value = Σ weighted squares, factor > 0", "inequality by a factor >= 0"),
    ("own square", "the same for a factor >= 0, if a square is a multiple > 0 of value²", "own square with weight 0"),
    ("squares vanish", "each weight·M = 0, if Σ weight·tr(MᵀM) = 0; M = 0, if weight > 0", "squares with weight >= 0"),
    ("ones", "1[n]ᵀ1[n] = n", "1ᵀ1 = n of another n"),
    ("dimensions", "n > 0, n >= 1 and 1/n > 0", "n >= 2"),
    ("abbreviation", "name = expression, if the name is new", "let that gives a meaning to an unknown letter"),
    ("inverse", "1/s is a number, if a hypothesis says s > 0 or s ≠ 0", "1/s of s >= 0"),
    ("feasible", "`at` satisfies a constraint, by what mentions no variable", "feasibility by the constraint"),
    ("better", "nothing is better than `at`, by all hypotheses", "better by being optimal"),
    ("value", "the objective at `at` is the value, by what mentions no variable", "value by the constraint"),
    ("exactly", "what is as good as `at` satisfies the equations", "exactly, but too much"),
    ("enough", "what satisfies the equations is as good as `at`", "enough by being optimal"),
    ("same optimisers", "best for f iff for ±c·f + d, if c > 0 and d are constant", "factor 0"),
    ("induction", "a claim holds of members k, if of members 0, and of k + 1 if of k", "step from another claim"),
    ("same optimisers of a power", "best for f iff for ±c·fᵏ + d, if f >= 0 besides", "power of what may be negative"),
)

Dimension = str | int
Word = tuple["Letter", ...]
Atom = str | Word
Scalars = tuple[tuple[Atom, int], ...]
Monomial = tuple[Scalars, Word]
Coefficient = Fraction | int
Expression = tuple[Any, ...]
Facts = dict[str, tuple[str, "Polynomial"]]  # name -> ("=", ">=", ">" or "!=", what has that relation to 0)
Known = Mapping[str, tuple[str, "Polynomial"]]

BUDGET = 3_000_000  # steps of one check; a step is about four letters copied, or two 64-bit numbers multiplied
LONGEST = 2000  # letters of a word, or digits of a number
DEEPEST = 200  # tuples within tuples


class KernelError(ValueError):
    """Something was refused; the message is one printable line and names the culprit."""

    def __init__(self, message: str):
        line = " ".join("".join(c if c.isprintable() else " " for c in message).split())
        super().__init__(line if len(line) <= 600 else f"{line[:400]} … {line[-190:]}")


class IllTyped(KernelError):  # noqa: N818
    """Two dimensions clash, or a name is unknown."""


class Rejected(KernelError):  # noqa: N818
    """A certificate does not prove its statement."""


class Work:
    """The steps left (None: no limit) and what is remembered; each check has its own, all else shares one."""

    def __init__(self, left: int | None):
        self.left = left
        self.letter = lru_cache(maxsize=None, typed=True)(_letter)  # typed: 1, 1.0 and True are not one dimension
        self.pull = lru_cache(maxsize=1 << 16)(_pull)
        self.close = lru_cache(maxsize=1 << 16)(_close)


def charge(steps: int) -> None:
    """Pays for work; no step costs more than what was paid for what it works on."""
    work = _WORK.get()
    if work.left is not None:
        work.left -= steps
        if work.left < 0:
            raise KernelError(f"got a proof of more than {BUDGET} steps to multiply out, but should be at most as many")


def number_size(c: Coefficient) -> int:  # in 64-bit words
    return 1 + (c.numerator.bit_length() + c.denominator.bit_length()) // 64


def monomial_size(monomial: Monomial) -> int:  # the steps that it takes to copy it
    return 4 + (len(monomial[1]) + sum([8 + len(atom) for atom, _ in monomial[0]])) // 4


class Letter:
    """A letter or, spelled X', the transpose `T` of one; made by `letter`, so that equal letters are identical."""

    __slots__ = ("T", "cols", "name", "rows", "spelling")
    T: Letter

    def __init__(self, name: str, rows: Dimension, cols: Dimension, prime: str = ""):
        self.name, self.rows, self.cols, self.spelling = name, rows, cols, name + prime

    def __repr__(self) -> str:
        return self.spelling

    def __lt__(self, other: Letter) -> bool:
        return self.spelling < other.spelling


def letter(name: str, rows: Dimension, cols: Dimension) -> Letter:
    return _WORK.get().letter(name, rows, cols)


def _letter(name: str, rows: Dimension, cols: Dimension) -> Letter:
    plain = Letter(name, dimension(rows, name), dimension(cols, name))
    plain.T = Letter(name, cols, rows, "'")
    plain.T.T = plain
    return plain


def dimension(n: Dimension, owner: str) -> Dimension:
    """n, if it is a dimension: True and 1.0 are not, though they equal 1."""
    if (type(n) is int and n >= 1) or (type(n) is str and n):
        return n
    raise IllTyped(f"got dimension {n!r} of {owner}, but should be a name or an integer >= 1")


def flip(word: Word) -> Word:  # the transpose
    return tuple([x.T for x in reversed(word)])


def _pull(word: Word) -> tuple[Scalars, Word]:
    """The 1×1 pieces of a word, as scalars in front of what is left of it."""
    if len(word) > LONGEST:
        raise IllTyped(f"got a word of {len(word)} letters, but should be at most {LONGEST}")
    cuts = [i for i, x in enumerate(word) if x.rows == 1] + [len(word) for x in word[-1:] if x.cols == 1]
    if len(cuts) < 2:
        return (), word
    charge(len(word) * len(cuts))
    scalars: Scalars = ()
    for start, stop in pairwise(cuts):
        scalars = times(scalars, ((min(word[start:stop], flip(word[start:stop])), 1),))
    return scalars, word[: cuts[0]] + word[cuts[-1] :]


def close(word: Word) -> Scalars:
    """The trace of a square, nonempty word: the same for every rotation of it and of its transpose."""
    return _WORK.get().close(word)


def _close(word: Word) -> Scalars:
    pulled, rest = _WORK.get().pull(word)
    if not rest:
        return pulled
    charge(len(rest) + len(rest) ** 2 // 16)
    starts = [i for i, x in enumerate(rest) if x.rows == 1] or range(len(rest))
    turns = [rest[i:] + rest[:i] for i in starts]
    return times(pulled, ((min(turns + [flip(turn) for turn in turns]), 1),))


def times(left: Scalars, right: Scalars) -> Scalars:
    """The product of two commutative monomials."""
    if not left or not right:
        return left or right
    powers = dict(left)
    for atom, power in right:
        powers[atom] = powers.get(atom, 0) + power
    kept = [x for x in powers.items() if x[1]]
    in_order = len(powers) == len(left)  # no new atom; sorting them takes most of the time of a product
    return tuple(kept if in_order else sorted(kept, key=lambda x: (not isinstance(x[0], str), x[0])))


_WORK: ContextVar[Work] = ContextVar("work", default=Work(None))  # noqa: B039 (one for all is meant)


class Polynomial:
    """An immutable sum of coefficient × monomial of shape rows×cols; no coefficient is zero."""

    __slots__ = ("cols", "rows", "shape", "terms")
    terms: Mapping[Monomial, Coefficient]

    def __init__(self, rows: Dimension, cols: Dimension, parts: Iterable[tuple[Monomial, Coefficient]] = ()):
        self.rows, self.cols = self.shape = (rows, cols)
        work = _WORK.get()
        limited, pull = work.left is not None, work.pull
        if limited:
            charge(5)
        terms: dict[Monomial, Coefficient] = {}
        for monomial, c in parts:
            if monomial[1]:
                pulled, rest = pull(monomial[1])
                if pulled:
                    monomial = (times(monomial[0], pulled), rest)
            total = terms.pop(monomial) + c if monomial in terms else c
            if limited:
                charge(monomial_size(monomial) + number_size(total) ** 2)
            if total:
                terms[monomial] = total
        self.terms = MappingProxyType(terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and (self.shape, self.terms) == (other.shape, other.terms)

    def names(self) -> set[str]:
        """Every letter that occurs."""
        closed = [atom for scalars, _ in self.terms for atom, _ in scalars if not isinstance(atom, str)]
        return {x.name for word in (*closed, *(word for _, word in self.terms)) for x in word}

    def __add__(self, other: Polynomial) -> Polynomial:
        return sum_of(self.rows, self.cols, (self, other))

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + other.scaled(-1)

    def scaled(self, c: Coefficient) -> Polynomial:
        return Polynomial(self.rows, self.cols, ((monomial, c * v) for monomial, v in self.terms.items()))

    def __mul__(self, other: Polynomial) -> Polynomial:
        """The matrix product, or the multiple by a scalar, which may stand on either side."""
        if self.cols == other.rows:
            rows, cols = self.rows, other.cols
        elif self.shape == (1, 1) or other.shape == (1, 1):
            rows, cols = other.shape if self.shape == (1, 1) else self.shape
        else:
            (a, b), (c, d) = self.shape, other.shape
            raise IllTyped(f"got {a}×{b} times {c}×{d}: {b} and {c} clash")
        if len(self.terms) * len(other.terms) > 10**5:
            raise IllTyped(f"got {len(self.terms)} terms times {len(other.terms)}, but should be at most 10⁵ together")
        pairs = ((m, c, k, d) for m, c in self.terms.items() for k, d in other.terms.items())
        return Polynomial(rows, cols, (((times(m[0], k[0]), m[1] + k[1]), c * d) for m, c, k, d in pairs))

    def __pow__(self, k: int) -> Polynomial:
        if not 0 <= k <= 1000:
            raise IllTyped(f"got the power {k}, but should be in 0, …, 1000; only a nonzero letter has negative powers")
        return reduce(mul, [self] * k, identity(self.square("a power").rows))

    @property
    def T(self) -> Polynomial:
        return Polynomial(self.cols, self.rows, (((s, flip(word)), c) for (s, word), c in self.terms.items()))

    def trace(self) -> Polynomial:
        """tr I_n is n; the trace of any other word is an atom."""
        size = number(self.square("the trace").rows)  # tr I_n = n
        closed = (((times(s, close(word)), ()), c) for (s, word), c in self.terms.items() if word)
        constant = ((m, c) for m, c in self.terms.items() if not m[1])
        return Polynomial(1, 1, closed) + size * Polynomial(1, 1, constant)

    def norm2(self) -> Polynomial:
        return (self.T * self).trace()  # tr(XᵀX), the squared Frobenius norm

    def square(self, what: str) -> Polynomial:
        if self.rows != self.cols:
            raise IllTyped(f"got {what} of {self.rows}×{self.cols}: {self.rows} and {self.cols} clash")
        return self

    def scalar(self, what: str) -> Polynomial:
        if self.shape != (1, 1):
            raise IllTyped(f"got {self.rows}×{self.cols}, but {what} should be a scalar")
        return self

    def free_of(self, variables: set[str], what: str) -> Polynomial:
        if mentioned := self.names() & variables:
            raise Rejected(f"got a {what} that mentions the variable {min(mentioned)}, but should be constant")
        return self

    def substitute(self, values: Mapping[str, Polynomial]) -> Polynomial:
        """Letters replaced by polynomials of their shapes."""

        def product(word: Word, rows: Dimension) -> Polynomial:
            return reduce(mul, [_of(x, values) for x in word], identity(rows))

        replaced = []
        for (scalars, word), c in self.terms.items():
            term = product(word, word[0].rows if word else self.rows).scaled(c)
            for atom, k in scalars:
                if isinstance(atom, str) or not any(x.name in values for x in atom):
                    term = _monomial(1, 1, ((atom, k),), ()) * term
                else:
                    term = product(atom, atom[0].rows).trace() ** k * term
            replaced.append(term)
        return sum_of(self.rows, self.cols, replaced)

    def marked(self, x: Letter) -> Polynomial:
        """The sum over all occurrences of a letter, each in its turn replaced by ∂."""
        mark = letter("∂", x.rows, x.cols)
        swap = {x: mark, x.T: mark.T}

        def turns(word: Word) -> Iterator[Word]:
            return ((*word[:i], swap[y], *word[i + 1 :]) for i, y in enumerate(word) if y in swap)

        parts: list[tuple[Monomial, Coefficient]] = []
        for (scalars, word), c in self.terms.items():
            parts += [((scalars, turn), c) for turn in turns(word)]
            for atom, k in scalars:
                if not isinstance(atom, str):
                    rest = times(scalars, ((atom, -1),))
                    parts += [((times(rest, close(turn)), word), c * k) for turn in turns(atom)]
        return Polynomial(self.rows, self.cols, parts)

    def derivative(self, x: Letter, direction: Polynomial) -> Polynomial:
        """The coefficient of t when x becomes x + t·direction."""
        shaped = direction + Polynomial(x.rows, x.cols)  # refused unless it has the shape of x
        return self.marked(x).substitute({"∂": shaped})

    def gradient(self, x: Letter) -> Polynomial:
        """The G, of the shape of x, for which the derivative of this scalar in direction h is tr(hᵀG) for every h."""
        mark = letter("∂", x.rows, x.cols).T
        parts: list[tuple[Monomial, Coefficient]] = []
        for (scalars, _), c in self.scalar("what has a gradient").marked(x).terms.items():
            (atom,) = (a for a, _ in scalars if not isinstance(a, str) and (mark in a or mark.T in a))
            word = atom if mark in atom else flip(atom)
            at = word.index(mark)  # tr(u ∂ᵀ v) = tr(∂ᵀ v u)
            parts.append(((times(scalars, ((atom, -1),)), word[at + 1 :] + word[:at]), c))
        return Polynomial(x.rows, x.cols, parts)


def sum_of(rows: Dimension, cols: Dimension, summands: Iterable[Polynomial]) -> Polynomial:
    zero = Polynomial(rows, cols)
    return Polynomial(rows, cols, (part for p in summands for part in like(zero, p).terms.items()))


def like(p: Polynomial, q: Polynomial) -> Polynomial:
    """q, if it has the shape of p."""
    for a, b in ((p.rows, q.rows), (p.cols, q.cols)):
        if a != b:
            raise IllTyped(f"got {p.rows}×{p.cols} plus {q.rows}×{q.cols}: {a} and {b} clash")
    return q


def _monomial(rows: Dimension, cols: Dimension, scalars: Scalars, word: Word) -> Polynomial:
    return Polynomial(rows, cols, [((scalars, word), 1)])


def _of(x: Letter, values: Mapping[str, Polynomial] | None = None) -> Polynomial:
    if not values or x.name not in values:
        return _monomial(x.rows, x.cols, (), (x,))
    return values[x.name] if x.spelling == x.name else values[x.name].T


def identity(n: Dimension) -> Polynomial:
    return _monomial(n, n, (), ())


def rational(text: str) -> Coefficient:
    """The number written as a text, such as -1/2."""
    if len(text) > LONGEST or not fullmatch("-?[0-9]+(/0*[1-9][0-9]*)?", text):
        raise IllTyped(f"got {text!r}, but should be a rational, such as -1/2, of at most {LONGEST} digits")
    return Fraction(text) if "/" in text else int(text)


def number(n: Dimension | Fraction) -> Polynomial:
    """A rational, or a dimension as a scalar."""
    return _monomial(1, 1, ((n, 1),), ()) if isinstance(n, str) else identity(1).scaled(n)


@dataclass(frozen=True)
class Compare:
    """left "=" right, or for scalars left ">=", ">" or "!=" right (a conclusion: = or >=)."""

    left: Expression
    relation: str
    right: Expression


@dataclass(frozen=True)
class Optimum:
    """`at` is best (sense: "min" or "max") among the feasible choices of the variables that it names."""

    sense: str
    objective: Expression
    at: tuple[tuple[str, Expression], ...]
    value: Expression | None = None
    exactly: tuple[Compare, ...] = ()


@dataclass(frozen=True)
class SameOptimisers:
    """Over one feasible set, a choice of the variables is best for first iff for second: (sense, objective)."""

    variables: tuple[str, ...]
    first: tuple[str, Expression]
    second: tuple[str, Expression]


@dataclass(frozen=True)
class Statement:
    """For all dimensions and letters: named hypotheses ⊢ conclusion. ones: lengths n of the all-ones columns 1[n]."""

    letters: tuple[tuple[str, Dimension, Dimension], ...]
    conclusion: Compare | Optimum | SameOptimisers
    hypotheses: tuple[tuple[str, Compare], ...] = ()
    ones: tuple[Dimension, ...] = ()


class Scope:
    """What the expressions of a statement may use: its letters, which of them are nonzero scalars, abbreviations."""

    def __init__(self, statement: Statement):
        shapes = [*statement.letters, *((f"1[{n}]", n, 1) for n in statement.ones)]
        self.letters = {name: letter(name, rows, cols) for name, rows, cols in shapes}
        self.sizes = {n for _, *shape in shapes for n in shape if isinstance(n, str)}
        self.lets: dict[Expression, str] = {}
        taken: set[str] = set()
        for name in (*self.sizes, *(shape[0] for shape in shapes)):
            taken.add(_fresh(name, taken))
        signed = [h.left for _, h in statement.hypotheses if h.relation in (">", "!=") and h.right == ("number", "0")]
        self.nonzero = {e[1] for e in signed if e[:1] == ("letter",) and self.expand(e).shape == (1, 1)}
        self.plain = copy(self)  # the same without abbreviations, which would hide what varies
        self.plain.lets, self.plain.plain = {}, self.plain

    def expand(self, e: Expression) -> Polynomial:
        """The polynomial of an expression; an error names the smallest sub-expression that is wrong."""
        charge(10)
        if self.lets:
            charge(len(repr(e)) // 8)  # to look it up, all of it is read
            e = ("letter", self.lets[e]) if e in self.lets else e
        match e:
            case ("number", str(value)):
                return number(_located(e, None, rational, value))
            case ("eye", n) if self._is_dimension(n):
                return identity(n)
            case ("zero", rows, cols) if self._is_dimension(rows) and self._is_dimension(cols):
                return Polynomial(rows, cols)
            case ("letter", str(name)) if name in self.letters:
                return _of(self.letters[name])
            case ("size", str(n)) if n in self.sizes:
                return number(n)
            case ("inverse", str(n), int(k)) if k > 0 and n in self.sizes:
                return _monomial(1, 1, ((n, -k),), ())
            case ("inverse", str(name), int(k)) if k > 0 and name in self.nonzero:
                return _monomial(1, 1, (((self.letters[name],), -k),), ())
            case ("add", first, *others):
                summands = [self.expand(first)]
                for i, part in enumerate(others, 3):
                    summands.append(_located(e, i, like, summands[0], self.expand(part)))
                return sum_of(*summands[0].shape, summands)
            case ("mul", first, *others):
                product = self.expand(first)
                for i, part in enumerate(others, 3):
                    product = _located(e, i, mul, product, self.expand(part))
                return product
            case ("t", a):
                return self.expand(a).T
            case ("tr", a):
                return _located(e, None, self.expand(a).trace)
            case ("pow", a, int(k)):
                return _located(e, None, pow, self.expand(a), k)
            case ("derivative", f, str(name), direction) if name in self.letters:
                return _located(e, None, self.plain.expand(f).derivative, self.letters[name], self.expand(direction))
            case ("gradient", f, str(name)) if name in self.letters:
                return _located(e, None, self.plain.expand(f).gradient, self.letters[name])
        raise IllTyped(f"got {show(e)}, but known are {', '.join(sorted({*self.letters, *self.sizes}))}, 1/x of x ≠ 0")

    def _is_dimension(self, n: Dimension) -> bool:
        return n in self.sizes if isinstance(n, str) else dimension(n, "an expression") == n

    def variables(self, names: Sequence[str]) -> set[str]:
        """The names, if they are letters of the statement, each named once."""
        found = {name for name in names if name in self.letters and not name.startswith("1[")}
        if not 0 < len(names) == len(found):
            raise IllTyped(f"got the variables {', '.join(names)}, but should be letters of the statement, named once")
        return found

    def difference(self, left: Expression, right: Expression) -> Polynomial:
        return self.expand(("add", left, ("mul", ("number", "-1"), right)))


def _located(e: Expression, stop: int | None, operation: Callable[..., Any], *args: Any) -> Any:
    try:
        return operation(*args)
    except IllTyped as error:
        raise IllTyped(f"{error} [in {show(e[:stop])}]") from None


def _fresh(name: str, taken: Container[str]) -> str:
    """A name not yet in use, so that nothing can stand in for anything else."""
    if not name or name in taken or "∂" in name or "'" in name or not name.isprintable():
        raise Rejected(f"got the name {name!r}, but should be new, printable, not empty, and without prime or ∂")
    return name


def show(e: Any) -> str:
    """An expression in plain text, for messages."""
    if not isinstance(e, tuple) or not e:
        return str(e)
    parts = [show(x) for x in e[1:]]
    if len(parts) == 1 and e[0] in ("letter", "number", "size", "t"):
        return parts[0] + "ᵀ" * (e[0] == "t")
    joint = {"add": " + ", "mul": "·"}.get(e[0])
    return f"({joint.join(parts)})" if joint else f"{e[0]}({', '.join(parts)})"


Weight = tuple[str, tuple[tuple[str, int], ...]]  # a rational, and scalars of known sign (by name), each to a power
Square = tuple[Weight, Expression]  # weight × tr(MᵀM)
Transform = tuple[Weight, Expression, int, str]


@dataclass(frozen=True)
class Cofactor:
    """left · fact · right, or outer × tr(left · fact · right); the fact transposed where it says so."""

    fact: str
    transposed: bool
    left: Expression
    right: Expression
    outer: Expression | None = None


@dataclass(frozen=True)
class Lemma:
    """A fact derived on the way; Σ is the sum of the cofactors, [] that of the weighted squares.
    Squares alone: [] = Σ, so each weight·M is zero, and M if the weight is > 0: facts name.0, name.1, …
    Value alone: factor·value = Σ, the factor being nonzero, so value is zero: fact name.
    Both: factor·value = [] + Σ, the factor being >= 0, so value is >= 0: fact name. Were it < 0, it would be that
    factor·value = [] = 0; but the factor is > 0, or a square in [] is that of the value, with a weight > 0.
    """

    name: str
    cofactors: tuple[Cofactor, ...]
    value: Expression | None = None
    factor: Weight = ("1", ())
    squares: tuple[Square, ...] = ()


@dataclass(frozen=True)
class Proof:
    """Of goal = 0: goal = Σ cofactors. Of goal >= 0: goal = Σ squares + Σ cofactors, the weights being >= 0."""

    cofactors: tuple[Cofactor, ...] = ()
    squares: tuple[Square, ...] = ()
    lemmas: tuple[Lemma, ...] = ()


@dataclass(frozen=True)
class Certificate:
    """A proof for each goal, by name.
    lets: names of sub-expressions of a Compare, so that its products need not be multiplied out.
    transform, of SameOptimisers: (weight, constant, k, hypothesis) with second = ± weight·firstᵏ + constant, where ± is
    + if both senses agree, and the hypothesis says first >= 0 if k > 1.
    """

    proofs: tuple[tuple[str, Proof], ...]
    lets: tuple[tuple[str, Expression], ...] = ()
    transform: Transform | None = None


@dataclass(frozen=True)
class Family:
    """A statement for all k = 0, 1, …; sequences: (letter, member 0, member k + 1 by the members k of the letters)."""

    statement: Statement
    sequences: tuple[tuple[str, Expression, Expression], ...]


@dataclass(frozen=True)
class Induction:
    """Claims that hold of all members of a Family's sequences, and the certificates of what `steps` gives."""

    claims: tuple[Compare, ...]
    certificates: tuple[Certificate, ...]


def steps(family: Family, claims: Sequence[Compare]) -> list[Statement]:
    """What a Family follows from: the claims about members 0; those about k + 1, from all about k; its statement.

    Let the environment be fixed but for the letters of the sequences. A hypothesis that mentions none of them holds
    whatever their values are. By induction on k, all claims hold of the members k: a claim with the expressions of the
    members in place of the letters has the value of the claim at these members, as no derivative is in between.
    """
    s, scope, members = family.statement, Scope(family.statement), [part[1:] for part in family.sequences]
    letters = scope.variables([name for name, *_ in family.sequences])
    for name, *pair in family.sequences:
        for e in pair:
            _located(e, None, like, _of(scope.letters[name]), scope.expand(e))
        if _strings(pair[0]) & letters:
            raise Rejected(f"got a member 0 of {name} that mentions a sequence, but should be known before")
    if not isinstance(s.conclusion, Compare):
        raise Rejected("got an induction about an optimum, but should be about a comparison")
    if any(_strings((c.left, c.right)) & {"derivative", "gradient"} for c in claims):
        raise Rejected("got an induction with a derivative, which would hold fixed what the letters stand for")
    first, after = ({x[0]: e[i] for x, e in zip(family.sequences, members, strict=True)} for i in (0, 1))
    fixed = tuple((name, h) for name, h in s.hypotheses if not _strings((h.left, h.right)) & letters)
    known = tuple((f"claim {i}", c) for i, c in enumerate(claims))
    found = [replace(s, conclusion=_put(c, first), hypotheses=fixed) for c in claims]
    found += [replace(s, conclusion=_put(c, after), hypotheses=fixed + known) for c in claims]
    return [*found, replace(s, hypotheses=s.hypotheses + known)]


def _strings(e: Any) -> set[str]:
    return set().union(*map(_strings, e)) if isinstance(e, tuple) else {e} if isinstance(e, str) else set()


def _put(c: Compare, values: Mapping[str, Expression]) -> Compare:
    def put(e: Expression) -> Expression:
        if e[0] == "letter" and e[1] in values:
            return values[e[1]]
        return tuple([put(part) if isinstance(part, tuple) else part for part in e])

    return Compare(put(c.left), c.relation, put(c.right))


Goal = tuple[str, str, Polynomial, Known]  # name; "=" or ">="; what has that relation to 0; from what


def goals(statement: Statement, certificate: Certificate) -> tuple[Scope, list[Goal]]:
    """What a certificate has to prove."""
    scope, conclusion = Scope(statement), statement.conclusion
    known = {**_built_in(scope, statement.ones), **_abbreviate(statement, certificate.lets, scope)}
    for name, h in statement.hypotheses:
        if h.relation not in ("=", ">=", ">", "!="):
            raise IllTyped(f"got the relation {h.relation} in {name}, but should be =, >=, > or !=")
        p = scope.difference(h.left, h.right)
        known[_fresh(name, known)] = (h.relation, p if h.relation == "=" else p.scalar(name))
    match conclusion:
        case Compare(left, "=" | ">=" as relation, right):
            p = scope.difference(left, right)
            return scope, [("main", relation, p if relation == "=" else p.scalar("a side of >="), known)]
        case Optimum("min" | "max") if all(e.relation == "=" for e in conclusion.exactly):
            return scope, list(_optimum(conclusion, scope, known))
        case SameOptimisers(_, ("min" | "max", _), ("min" | "max", _)) if certificate.transform:
            return scope, [_same_optimisers(conclusion, certificate.transform, scope, known)]
    raise IllTyped("should be a conclusion (=, >=; min or max; exactly: equations; SameOptimisers: with a transform)")


def _built_in(scope: Scope, ones: Iterable[Dimension]) -> Facts:
    """What holds of every column of ones and of every dimension."""
    known: Facts = {f"ones {n}": ("=", _of(scope.letters[f"1[{n}]"]).norm2() - number(n)) for n in ones}
    for n in sorted(scope.sizes):
        known[f"{n} > 0"] = (">", number(n))
        known[f"{n} >= 1"] = (">=", number(n) - number(1))
        known[f"1/{n} > 0"] = (">", _monomial(1, 1, ((n, -1),), ()))
    return known


def _abbreviate(statement: Statement, lets: Sequence[tuple[str, Expression]], scope: Scope) -> Facts:
    """Puts new letters into the scope, each for an expression; that they are equal is what is known of them."""
    known, everything = Facts(), repr(statement) if lets else ""
    for name, e in lets:
        charge(len(everything))
        if not isinstance(statement.conclusion, Compare) or repr(name) in everything:
            raise Rejected(f"got the abbreviation {name}, but should be new, and of a comparison")
        value = scope.expand(e)
        scope.letters[_fresh(name, scope.letters)] = letter(name, value.rows, value.cols)
        scope.lets[e] = name
        known[f"let {name}"] = ("=", _of(scope.letters[name]) - value)
    return known


def _optimum(c: Optimum, scope: Scope, known: Known) -> Iterator[Goal]:
    """The goals of an optimum; a constraint is known where the variables are free, not where `at` is put for them."""
    variables = scope.variables([name for name, _ in c.at])
    at = {name: scope.expand(e).free_of(variables, "witness") for name, e in c.at}
    for name, p in at.items():
        _located(("letter", name), None, sub, p, _of(scope.letters[name]))  # refuses a witness of another shape
    fixed = {name: fact for name, fact in known.items() if not fact[1].names() & variables}
    objective = scope.expand(c.objective).scalar("an objective")
    best = objective.substitute(at)
    gap = objective - best if c.sense == "min" else best - objective
    for name, (relation, p) in [(name, fact) for name, fact in known.items() if name not in fixed]:
        if relation not in ("=", ">="):
            raise Rejected(f"got the constraint {name}, but only = and >= may constrain a variable")
        yield (f"feasible: {name}", relation, p.substitute(at), fixed)
    yield ("better", ">=", gap, known)
    if c.value is not None:
        yield ("value", "=", best - scope.expand(c.value).free_of(variables, "value"), fixed)
    if c.exactly:
        equations = {f"exactly {i}": ("=", scope.difference(e.left, e.right)) for i, e in enumerate(c.exactly)}
        optimal = {**known, _fresh("optimal", known): ("=", gap)}
        yield from ((_fresh(name, known), "=", p, optimal) for name, (_, p) in equations.items())
        yield ("enough", "=", gap, {**known, **equations})


def _same_optimisers(c: SameOptimisers, transform: Transform, scope: Scope, known: Known) -> Goal:
    """second = ± factor·firstᵏ + constant, which grows or falls with first wherever first >= 0 or k = 1."""
    weight, constant, k, hypothesis = transform
    variables = scope.variables(c.variables)
    first, second = (scope.expand(e).scalar("an objective") for _, e in (c.first, c.second))
    if k != 1 and not (k > 1 and known.get(hypothesis) in ((">=", first), (">", first))):
        raise Rejected(f"got the power {k} of an objective that no hypothesis makes >= 0")
    factor = weigh(weight, known, (">",)).free_of(variables, "factor")
    rest = second - scope.expand(constant).scalar("a constant").free_of(variables, "constant")
    signed = (factor * first**k).scaled(1 if c.first[0] == c.second[0] else -1)
    return ("transform", "=", rest - signed, known)


def weigh(w: Weight, known: Known, allowed: tuple[str, ...] = (">=", ">")) -> Polynomial:
    """A weight multiplied out; every factor has one of the allowed relations to 0, so that the product has it too."""
    c = rational(w[0])
    if (c < 0 and "!=" not in allowed) or (c == 0 and ">=" not in allowed):
        raise Rejected(f"got weight {w[0]}, but should be {allowed[0]} 0")
    product = number(c)
    for name, power in w[1]:
        relation, p = known.get(name, ("unknown", product))
        if relation not in allowed or power < 1:
            raise Rejected(f"got weight ({name})^{power}, but it is not known to be {allowed[0]} 0")
        product = product * p**power
    return product


def check(statement: Statement | Family, certificate: Certificate | Induction) -> str:
    """ "proved" where the certificate proves every goal of the statement; otherwise raises, naming the culprit."""
    outside = _WORK.set(Work(BUDGET))
    try:
        if type(statement) is Family:
            family, induction = _exact(statement, Family), _exact(certificate, Induction)
            for each in zip(steps(family, induction.claims), induction.certificates, strict=True):
                _check_statement(*each)
        else:
            _check_statement(_exact(statement, Statement), _exact(certificate, Certificate))
    except Exception as error:  # nothing that fails is proved, wherever it fails
        raise (error if isinstance(error, KernelError) else Rejected("got something malformed")) from None
    finally:
        _WORK.reset(outside)
    return "proved"


def _check_statement(statement: Statement, certificate: Certificate) -> None:
    scope, todo = goals(statement, certificate)
    given, wanted = sorted(name for name, _ in certificate.proofs), sorted(goal[0] for goal in todo)
    if given != wanted:
        raise Rejected(f"got proofs of {given}, but should be of {wanted}")
    proofs = dict(certificate.proofs)
    for goal in todo:
        _check_goal(goal, proofs[goal[0]], scope)


def _check_goal(goal: Goal, proof: Proof, scope: Scope) -> None:
    where, relation, polynomial, given = goal
    charge(len(given))
    known = dict(given)
    for lemma in proof.lemmas:
        for name, fact in _check_lemma(lemma, known, scope, where).items():
            known[_fresh(name, known)] = fact
    if relation == ">=":
        polynomial -= _squares(proof.squares, known, scope)
    elif proof.squares:
        raise Rejected(f"got squares in the proof of an equality [{where}]")
    _settle(polynomial, proof.cofactors, known, scope, where)


def _check_lemma(lemma: Lemma, known: Known, scope: Scope, where: str) -> Facts:
    """What holds by a lemma, under the names that it has from then on."""
    total, found, where = _squares(lemma.squares, known, scope), Facts(), f"{where}, {lemma.name}"
    weights = [lemma.factor, *[weight for weight, _ in lemma.squares]]
    positive = {w for w in weights if rational(w[0]) > 0 and all(known.get(x, ("",))[0] == ">" for x, _ in w[1])}
    for i, (weight, matrix) in enumerate(lemma.squares if lemma.value is None else ()):
        m = scope.expand(matrix)
        found[f"{lemma.name}.{i}"] = ("=", m if weight in positive else weigh(weight, known) * m)
    if lemma.value is not None:
        value = scope.expand(lemma.value)
        found[lemma.name] = (">=" if lemma.squares else "=", value)
        factor = weigh(lemma.factor, known, (">=", ">") if lemma.squares else ("!=", ">"))
        total = factor * value - total if lemma.squares else factor * value
        if lemma.squares and not positive & {lemma.factor, *[w for w, m in lemma.squares if m == lemma.value]}:
            raise Rejected(f"got neither a factor > 0 nor the square of the value, weighted > 0 [{where}]")
    _settle(total, lemma.cofactors, known, scope, where)
    return found


def _squares(squares: Sequence[Square], known: Known, scope: Scope) -> Polynomial:
    return sum_of(1, 1, [weigh(weight, known) * squared_norm(matrix, scope) for weight, matrix in squares])


def squared_norm(e: Expression, scope: Scope) -> Polynomial:
    """tr(MᵀM); of ("tensor", ("kron" or "swap", M, N), …) Σ T_iklj², where T is the sum of M_ik·N_lj or M_il·N_kj."""
    if e[:1] != ("tensor",):
        return scope.expand(e).norm2()
    total, parts = Polynomial(1, 1), [(kind, scope.expand(m), scope.expand(n)) for kind, m, n in e[1:]]
    for (kind, m, n), (other, a, b) in product(parts, parts):
        if not {kind, other} <= {"kron", "swap"} or ("swap" in (kind, other) and m.cols != n.rows):
            raise Rejected(f"got {kind} of {m.rows}×{m.cols} and {n.rows}×{n.cols}, but should be kron or a product")
        a, b = like(m, a), like(n, b)
        total += (m.T * a).trace() * (n.T * b).trace() if kind == other else ((m * b).T * (a * n)).trace()
    return total


def _settle(total: Polynomial, cofactors: Sequence[Cofactor], known: Known, scope: Scope, where: str) -> None:
    """Refuses unless total = Σ cofactors, multiplied out."""
    terms = [_cofactor(c, known, scope, total, where) for c in cofactors]
    if rest := (total - sum_of(total.rows, total.cols, terms)).terms:
        (scalars, word), c = next(iter(rest.items()))
        powers = (("pow", atom if isinstance(atom, str) else ("tr", ("mul", *atom)), k) for atom, k in scalars)
        first = show(("mul", c if number_size(c) < 9 else "…", *powers, *word))
        raise Rejected(f"got a remainder of {len(rest)} terms, first {first} [{where}]")


def _cofactor(c: Cofactor, known: Known, scope: Scope, total: Polynomial, where: str) -> Polynomial:
    """left·fact·right, or its trace times outer, of the shape of the total that it is a part of."""
    relation, fact = known.get(c.fact, ("unknown", identity(1)))
    if relation != "=":
        raise Rejected(f"got fact {c.fact!r}, but there is no such equation [{where}]")
    try:
        term = scope.expand(c.left) * (fact.T if c.transposed else fact) * scope.expand(c.right)
        if c.outer is not None:
            term = term.trace() * scope.expand(c.outer)
        return like(total, term)
    except IllTyped as error:
        raise Rejected(f"ill-typed cofactor of {c.fact!r}: {error} [{where}]") from None


_RECORDS = (Statement, Compare, Optimum, SameOptimisers, Certificate, Proof, Lemma, Cofactor, Family, Induction)
_DECLARED = {record: get_type_hints(record) for record in _RECORDS}
_KINDS = {str: "a text", int: "an integer of 64 bits", bool: "true or false", NoneType: "nothing", tuple: "a list"}
_KINDS |= {record: f"a {record.__name__}" for record in _RECORDS}


@cache
def _forms(declared: Any) -> dict[type, tuple[Any, ...]]:
    """The exact types that a declared one allows, and of a tuple the declared types of its parts."""
    declared = str | int | Expression if declared is Any else declared  # Any: a part of an expression
    kinds = get_args(declared) if get_origin(declared) is UnionType else (declared,)
    return {get_origin(kind) or kind: get_args(kind) for kind in kinds}


def _exact(x: Any, declared: Any, depth: int = DEEPEST) -> Any:
    """A copy of x in which everything has exactly its declared type, so that nothing answers differently twice."""
    forms, kind = _forms(declared), type(x)
    if not depth:
        raise KernelError("got data nested too deeply")
    if kind is tuple and tuple in forms:
        charge(5 + 5 * len(x))
        parts = forms[tuple]
        parts = (parts[0],) * len(x) if parts[-1] is Ellipsis else parts
        if len(parts) == len(x):
            return tuple([_exact(part, declared, depth - 1) for part, declared in zip(x, parts, strict=True)])
    elif kind in forms and kind in _DECLARED:
        return kind(**{name: _exact(getattr(x, name), part, depth - 1) for name, part in _DECLARED[kind].items()})
    elif kind in forms and not (kind is int and x.bit_length() > 64):
        return x
    wanted = " or ".join(_KINDS[form] for form in forms)
    raise Rejected(f"malformed: got {_KINDS.get(kind, 'something else')}, but should be {wanted}")
