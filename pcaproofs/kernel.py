"""The trusted file: matrix polynomials, statements, certificates, and `check`, the only place that says "proved".

Vocabulary, in reading order

  dimension    an integer, or a name ("n") that stands for every integer >= 1
  letter       a real matrix with a name, a row and a column dimension; a named scalar is a 1×1 letter
  word         a composable sequence of letters and transposes of letters
  atom         a dimension as a number, or a closed word: its trace; a 1×1 word is the trace of itself
  polynomial   a finite sum of rational × monomial (atoms with integer powers, word), all of one shape
  expression   nested tuples, ("mul", ("t", ("letter", "X")), ("letter", "X")), as statements write polynomials
  certificate  for every goal of a statement a proof; this file only multiplies it out and compares

Why it holds in every dimension: monomials are kept in a form that is the same for real matrices of every size (tr is
cyclic, tr Xᵀ = tr X, tr I_n = n, a 1×1 word is a scalar and commutes), so what is equal here is equal there. All else
is a hypothesis, and a proof says how often each was used, where, and times what. Standard library only, no search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import pairwise
from operator import add, mul, sub
from re import fullmatch
from typing import Any

Dimension = str | int
Word = tuple["Letter", ...]
Atom = str | Word
Scalars = tuple[tuple[Atom, int], ...]
Monomial = tuple[Scalars, Word]
Expression = tuple[Any, ...]
Known = Mapping[str, tuple[str, "Polynomial"]]  # name -> ("=", ">=", ">" or "!=", what has that relation to 0)


class KernelError(ValueError):
    """Something was refused; the message is one line and names the culprit."""


class IllTyped(KernelError):  # noqa: N818
    """Two dimensions clash, or a name is unknown."""


class Rejected(KernelError):  # noqa: N818
    """A certificate does not prove its statement."""


# ------------------------------------------------------------------------------------------ letters, words, monomials
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


@lru_cache(maxsize=None, typed=True)  # typed: 1, 1.0 and True are not the same dimension
def letter(name: str, rows: Dimension, cols: Dimension) -> Letter:
    for n in (rows, cols):
        if isinstance(n, bool) or not ((isinstance(n, int) and n >= 1) or (isinstance(n, str) and n)):
            raise IllTyped(f"got dimension {n!r} of {name}, but should be a name or an integer >= 1")
    plain, transposed = Letter(name, rows, cols), Letter(name, cols, rows, "'")
    plain.T, transposed.T = transposed, plain
    return plain


def flip(word: Word) -> Word:  # the transpose
    return tuple([x.T for x in reversed(word)])


@lru_cache(maxsize=1 << 16)
def _pull(word: Word) -> tuple[Scalars, Word]:
    """The 1×1 pieces of a word, as scalars in front of what is left of it."""
    if len(word) > 2000:
        raise IllTyped(f"got a word of {len(word)} letters, but should be at most 2000")
    cuts = [i for i, x in enumerate(word) if x.rows == 1] + [len(word) for x in word[-1:] if x.cols == 1]
    if len(cuts) < 2:
        return (), word
    scalars: list[Scalars] = [((min(word[i:j], flip(word[i:j])), 1),) for i, j in pairwise(cuts)]
    return reduce(times, scalars), word[: cuts[0]] + word[cuts[-1] :]


@lru_cache(maxsize=1 << 16)
def close(word: Word) -> Scalars:
    """The trace of a square, nonempty word: the same for every rotation of it and of its transpose."""
    pulled, rest = _pull(word)
    if not rest:
        return pulled
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
    return tuple(sorted([x for x in powers.items() if x[1]], key=lambda x: (not isinstance(x[0], str), x[0])))


# ---------------------------------------------------------------------------------------------------- polynomials
class Polynomial:
    """An immutable sum of coefficient × monomial of shape rows×cols; no coefficient is zero."""

    __slots__ = ("cols", "rows", "shape", "terms")

    def __init__(self, rows: Dimension, cols: Dimension, parts: Iterable[tuple[Monomial, Fraction | int]] = ()):
        self.rows, self.cols = self.shape = (rows, cols)
        self.terms: dict[Monomial, Fraction | int] = {}
        for monomial, c in parts:
            pulled, rest = _pull(monomial[1])
            monomial = (times(monomial[0], pulled), rest) if pulled else monomial
            if total := self.terms.pop(monomial) + c if monomial in self.terms else c:
                self.terms[monomial] = total

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and (self.shape, self.terms) == (other.shape, other.terms)

    def names(self) -> set[str]:
        """Every letter that occurs."""
        closed = (atom for scalars, _ in self.terms for atom, _ in scalars if not isinstance(atom, str))
        return {x.name for word in (*closed, *(word for _, word in self.terms)) for x in word}

    def __add__(self, other: Polynomial) -> Polynomial:
        for a, b in ((self.rows, other.rows), (self.cols, other.cols)):
            if a != b:
                raise IllTyped(f"got {self.rows}×{self.cols} plus {other.rows}×{other.cols}: {a} and {b} clash")
        return Polynomial(self.rows, self.cols, [*self.terms.items(), *other.terms.items()])

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + other.scaled(-1)

    def scaled(self, c: Fraction | int) -> Polynomial:
        return Polynomial(self.rows, self.cols, [(monomial, c * v) for monomial, v in self.terms.items()])

    def __mul__(self, other: Polynomial) -> Polynomial:
        """The matrix product, or the multiple by a scalar, which may stand on either side."""
        if self.cols == other.rows:
            rows, cols = self.rows, other.cols
        elif self.shape == (1, 1) or other.shape == (1, 1):
            rows, cols = other.shape if self.shape == (1, 1) else self.shape
        else:
            a, b, c, d = *self.shape, *other.shape
            raise IllTyped(f"got {a}×{b} times {c}×{d}: {b} and {c} clash")
        if len(self.terms) * len(other.terms) > 10**5:
            raise IllTyped(f"got {len(self.terms)} terms times {len(other.terms)}, but should be at most 10⁵ together")
        pairs = [(m, c, k, d) for m, c in self.terms.items() for k, d in other.terms.items()]
        return Polynomial(rows, cols, [((times(m[0], k[0]), m[1] + k[1]), c * d) for m, c, k, d in pairs])

    def __pow__(self, k: int) -> Polynomial:
        if not 0 <= k <= 1000:
            raise IllTyped(f"got the power {k}, but should be in 0, …, 1000; only a nonzero letter has negative powers")
        return reduce(mul, [self] * k, identity(self.square("a power").rows))

    @property
    def T(self) -> Polynomial:
        return Polynomial(self.cols, self.rows, [((s, flip(word)), c) for (s, word), c in self.terms.items()])

    def trace(self) -> Polynomial:
        size = number(self.square("the trace").rows)  # tr I_n = n
        closed = [((times(s, close(word)), ()), c) for (s, word), c in self.terms.items() if word]
        return Polynomial(1, 1, closed) + size * Polynomial(1, 1, [(m, c) for m, c in self.terms.items() if not m[1]])

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

        def product(word: Word, n: Dimension) -> Polynomial:
            return reduce(mul, [_of(x, values) for x in word], identity(n))

        total = Polynomial(self.rows, self.cols)
        for (scalars, word), c in self.terms.items():
            term = product(word, word[0].rows if word else self.rows).scaled(c)
            for atom, k in scalars:
                if isinstance(atom, str) or not any(x.name in values for x in atom):
                    term = _monomial(1, 1, ((atom, k),), ()) * term
                else:
                    term = product(atom, atom[0].rows).trace() ** k * term
            total = total + term
        return total

    def marked(self, x: Letter) -> Polynomial:
        """The sum over all occurrences of a letter, each in its turn replaced by ∂."""
        mark = letter("∂", x.rows, x.cols)
        swap = {x: mark, x.T: mark.T}

        def turns(word: Word) -> Iterator[Word]:
            return ((*word[:i], swap[y], *word[i + 1 :]) for i, y in enumerate(word) if y in swap)

        parts = []
        for (scalars, word), c in self.terms.items():
            parts += [((scalars, turn), c) for turn in turns(word)]
            for atom, k in scalars:
                if not isinstance(atom, str):
                    rest = times(scalars, ((atom, -1),))
                    parts += [((times(rest, close(turn)), word), c * k) for turn in turns(atom)]
        return Polynomial(self.rows, self.cols, parts)

    def derivative(self, x: Letter, direction: Polynomial) -> Polynomial:
        """The coefficient of t when x becomes x + t·direction."""
        return self.marked(x).substitute({"∂": direction + Polynomial(x.rows, x.cols)})  # of x's shape, or refused

    def gradient(self, x: Letter) -> Polynomial:
        """The G, of the shape of x, for which the derivative of this scalar in direction h is tr(hᵀG) for every h."""
        mark = letter("∂", x.rows, x.cols).T
        parts = []
        for (scalars, _), c in self.scalar("what has a gradient").marked(x).terms.items():
            (atom,) = (a for a, _ in scalars if not isinstance(a, str) and (mark in a or mark.T in a))
            word = atom if mark in atom else flip(atom)
            at = word.index(mark)  # tr(u ∂ᵀ v) = tr(∂ᵀ v u)
            parts.append(((times(scalars, ((atom, -1),)), word[at + 1 :] + word[:at]), c))
        return Polynomial(x.rows, x.cols, parts)


def _monomial(rows: Dimension, cols: Dimension, scalars: Scalars, word: Word) -> Polynomial:
    return Polynomial(rows, cols, [((scalars, word), 1)])


def _of(x: Letter, values: Mapping[str, Polynomial] | None = None) -> Polynomial:
    if not values or x.name not in values:
        return _monomial(x.rows, x.cols, (), (x,))
    return values[x.name] if x.spelling == x.name else values[x.name].T


def identity(n: Dimension) -> Polynomial:
    return _monomial(n, n, (), ())


def rational(text: str) -> Fraction | int:
    if not fullmatch("-?[0-9]+(/0*[1-9][0-9]*)?", text):
        raise IllTyped(f"got {text!r}, but should be a rational, such as -1/2")
    return Fraction(text) if "/" in text else int(text)


def number(n: Dimension | Fraction) -> Polynomial:
    """A rational, or a dimension as a scalar."""
    return _monomial(1, 1, ((n, 1),), ()) if isinstance(n, str) else identity(1).scaled(n)


# ---------------------------------------------------------------------------------------------------- statements
@dataclass(frozen=True)
class Compare:
    """left "=" right, or for scalars left ">=", ">" or "!=" right (a conclusion: = or >=)."""

    left: Expression
    relation: str
    right: Expression


@dataclass(frozen=True)
class Optimum:
    """`at` is feasible, and no feasible choice of the variables it names is better (sense: "min" or "max").
    Feasible means what the hypotheses say that, multiplied out, mention a variable. value: the objective at `at`.
    exactly: a feasible choice is optimal if and only if these equations hold for it.
    """

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
        self.letters = {shape[0]: letter(*shape) for shape in shapes}
        self.lets: dict[Expression, str] = {}
        self.sizes = {n for _, *shape in shapes for n in shape if isinstance(n, str)}
        used = [*self.sizes, *(shape[0] for shape in shapes)]
        _ = [_fresh(name, used[:i]) for i, name in enumerate(used)]
        signed = [h.left for _, h in statement.hypotheses if h.relation in (">", "!=") and h.right == ("number", "0")]
        self.nonzero = {e[1] for e in signed if e[:1] == ("letter",) and self.expand(e).shape == (1, 1)}

    def expand(self, e: Expression) -> Polynomial:
        """The polynomial of an expression; an error names the smallest sub-expression that is wrong."""
        if self.lets and e in self.lets:
            e = ("letter", self.lets[e])
        match e:
            case ("number", str(value)):
                return number(_located(e, rational, value))
            case ("eye", n):
                return _of(letter("I", n, n)) ** 0
            case ("zero", rows, cols):
                return _of(letter("0", rows, cols)).scaled(0)
            case ("letter", str(name)) if name in self.letters:
                return _of(self.letters[name])
            case ("size", str(n)) if n in self.sizes:
                return number(n)
            case ("inverse", str(name), int(k)) if k > 0 and name in self.sizes | self.nonzero:
                return _monomial(1, 1, ((name if name in self.sizes else (self.letters[name],), -k),), ())
            case ("add" | "mul", _, *_):
                result = self.expand(e[1])
                for i, part in enumerate(e[2:], 2):
                    result = _located(e[: i + 1], add if e[0] == "add" else mul, result, self.expand(part))
                return result
            case ("t", a):
                return self.expand(a).T
            case ("tr", a):
                return _located(e, self.expand(a).trace)
            case ("pow", a, int(k)):
                return _located(e, pow, self.expand(a), k)
            case ("derivative", f, str(name), _) | ("gradient", f, str(name)) if name in self.letters:
                full = copy(self)
                full.lets = {}  # which would hide what varies
                return _located(e, getattr(full.expand(f), e[0]), self.letters[name], *map(self.expand, e[3:]))
        raise IllTyped(f"got {show(e)}, but known are {', '.join(sorted({*self.letters, *self.sizes}))}, 1/x of x ≠ 0")

    def variables(self, names: Sequence[str]) -> set[str]:
        if odd := {x for x in names if x not in self.letters or x.startswith("1[") or names.count(x) > 1}:
            raise IllTyped(f"got the variable {min(odd)}, but should be a letter of the statement, named once")
        return set(names)

    def difference(self, left: Expression, right: Expression) -> Polynomial:
        return self.expand(("add", left, ("mul", ("number", "-1"), right)))


def _located(e: Expression, operation: Callable[..., Any], *args: Any) -> Any:
    try:
        return operation(*args)
    except IllTyped as error:
        raise IllTyped(f"{error} [in {show(e)}]") from None


def _fresh(name: str, taken: Iterable[str]) -> str:
    """A name not yet in use, so that nothing can stand in for anything else."""
    if not name or name in taken or "∂" in name or "'" in name or not name.isprintable():
        raise Rejected(f"got the name {name!r}, but should be new, printable, not empty, and without prime or ∂")
    return name


def show(e: Any) -> str:
    """An expression in plain text."""
    if not isinstance(e, tuple) or not e:
        return str(e)
    parts = [show(x) for x in e[1:]]
    if len(parts) == 1 and e[0] in ("letter", "number", "size", "t"):
        return parts[0] + "ᵀ" * (e[0] == "t")
    joint = {"add": " + ", "mul": "·"}.get(e[0])
    return f"({joint.join(parts)})" if joint else f"{e[0]}({', '.join(parts)})"


# ---------------------------------------------------------------------------------------------------- certificates
Weight = tuple[str, tuple[tuple[str, int], ...]]  # a rational, and scalars of known sign (by name), each to a power
Square = tuple[Weight, Expression]  # weight × tr(MᵀM)


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
    """A fact derived on the way; Σ is the sum of the cofactors.
    With squares: Σ weight·tr(MᵀM) = Σ, all weights > 0, so every M is zero: facts name.0, name.1, …
    Otherwise: factor × value = Σ, the factor being nonzero, so value is zero: fact name.
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
    transform: tuple[Weight, Expression, int, str] | None = None


Goal = tuple[str, str, Polynomial, Known]  # name; "=" or ">="; what has that relation to 0; from what


def goals(statement: Statement, certificate: Certificate) -> tuple[Scope, list[Goal]]:
    """What a certificate has to prove."""
    scope, c = Scope(statement), statement.conclusion
    known = {f"ones {n}": ("=", _of(scope.letters[f"1[{n}]"]).norm2() - number(n)) for n in statement.ones}
    for n in sorted(scope.sizes):
        known |= {f"{n} > 0": (">", number(n)), f"{n} >= 1": (">=", number(n) - number(1))}
        known[f"1/{n} > 0"] = (">", _monomial(1, 1, ((n, -1),), ()))
    for name, e in certificate.lets:
        if not isinstance(c, Compare) or repr(name) in repr(statement):
            raise Rejected(f"got the abbreviation {name}, but should be new, and of a comparison")
        value = scope.expand(e)
        scope.letters[_fresh(name, {*scope.letters, *scope.sizes})] = letter(name, value.rows, value.cols)
        scope.lets = {**scope.lets, e: name}
        known[f"let {name}"] = ("=", _of(scope.letters[name]) - value)
    for name, h in statement.hypotheses:
        p = scope.difference(h.left, h.right)
        if h.relation not in ("=", ">=", ">", "!="):
            raise IllTyped(f"got the relation {h.relation} in {name}, but should be =, >=, > or !=")
        known[_fresh(name, known)] = (h.relation, p if h.relation == "=" else p.scalar(name))
    match c:
        case Compare(left, "=" | ">=" as relation, right):
            p = scope.difference(left, right)
            return scope, [("main", relation, p if relation == "=" else p.scalar("a side of >="), known)]
        case Optimum("min" | "max") if all(e.relation == "=" for e in c.exactly):
            return scope, list(_optimum(c, scope, known))
        case SameOptimisers(_, ("min" | "max", _), ("min" | "max", _)) if certificate.transform:
            return scope, [_same_optimisers(c, certificate.transform, scope, known)]
    raise IllTyped(f"got {c!r}, but should be a conclusion (exactly: equations; SameOptimisers: with a transform)")


def _optimum(c: Optimum, scope: Scope, known: Known) -> Iterator[Goal]:
    variables = scope.variables([name for name, _ in c.at])
    at = {name: scope.expand(e).free_of(variables, "witness") for name, e in c.at}
    for name, p in at.items():
        _located(("letter", name), sub, p, _of(scope.letters[name]))  # refuses a witness of another shape
    fixed = {name: fact for name, fact in known.items() if not fact[1].names() & variables}
    objective = scope.expand(c.objective).scalar("an objective")
    best = objective.substitute(at)
    gap = objective - best if c.sense == "min" else best - objective
    for name in [name for name in known if name not in fixed]:
        relation, p = known[name]
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


def _same_optimisers(c: SameOptimisers, transform: tuple[Any, ...], scope: Scope, known: Known) -> Goal:
    weight, constant, k, hypothesis = transform
    variables = scope.variables(c.variables)
    first, second = (scope.expand(e).scalar("an objective") for _, e in (c.first, c.second))
    if k != 1 and not (k > 1 and known.get(hypothesis) in ((">=", first), (">", first))):
        raise Rejected(f"got the power {k} of an objective that no hypothesis makes >= 0")
    factor = weigh(weight, known, (">",)).free_of(variables, "factor")
    rest = second - scope.expand(constant).scalar("a constant").free_of(variables, "constant")
    return ("transform", "=", rest - (factor * first**k).scaled(1 if c.first[0] == c.second[0] else -1), known)


def weigh(w: Weight, known: Known, allowed: tuple[str, ...]) -> Polynomial:
    """A weight multiplied out; every factor has one of the allowed relations to 0, so that the product has it too."""
    product = number(c := rational(w[0]))
    if (c < 0 and "!=" not in allowed) or (c == 0 and ">=" not in allowed):
        raise Rejected(f"got weight {c}, but should be {allowed[0]} 0")
    for name, power in w[1]:
        relation, p = known.get(name, ("unknown", product))
        if relation not in allowed or power < 1:
            raise Rejected(f"got weight ({name})^{power}, but it is not known to be {allowed[0]} 0")
        product = product * p**power
    return product


def check(statement: Statement, certificate: Certificate) -> str:
    """ "proved" where the certificate proves every goal of the statement; otherwise raises, naming the culprit."""
    try:
        scope, todo = goals(statement, certificate)
        if (given := sorted(name for name, _ in certificate.proofs)) != sorted(goal[0] for goal in todo):
            raise Rejected(f"got proofs of {given}, but should be of {sorted(goal[0] for goal in todo)}")
        for goal in todo:
            _check_goal(goal, dict(certificate.proofs)[goal[0]], scope)
    except Exception as error:  # malformed data may fail anywhere; nothing that fails is proved
        raise (error if isinstance(error, KernelError) else Rejected(f"malformed: {error!r}")) from None
    return "proved"


def _check_goal(goal: Goal, proof: Proof, scope: Scope) -> None:
    where, relation, polynomial, given = goal
    known = dict(given)

    def total_of(squares: Sequence[Square], *allowed: str) -> Polynomial:
        return reduce(add, [weigh(w, known, allowed) * scope.expand(matrix).norm2() for w, matrix in squares])

    for lemma in proof.lemmas:
        if lemma.squares and lemma.value is None:
            new = {f"{lemma.name}.{i}": scope.expand(matrix) for i, (_, matrix) in enumerate(lemma.squares)}
            total = total_of(lemma.squares, ">")
        elif lemma.value is not None and not lemma.squares:
            new = {lemma.name: scope.expand(lemma.value)}
            total = weigh(lemma.factor, known, ("!=", ">")) * new[lemma.name]
        else:
            raise Rejected(f"got a lemma of neither kind [{where}, {lemma.name}]")
        _settle(total, lemma.cofactors, known, scope, f"{where}, {lemma.name}")
        known |= {_fresh(name, known): ("=", p) for name, p in new.items()}
    if relation == "=" and proof.squares:
        raise Rejected(f"got squares in the proof of an equality [{where}]")
    if proof.squares:
        polynomial = polynomial - total_of(proof.squares, ">=", ">")
    _settle(polynomial, proof.cofactors, known, scope, where)


def _settle(total: Polynomial, cofactors: Sequence[Cofactor], known: Known, scope: Scope, where: str) -> None:
    """Refuses unless total = Σ cofactors, multiplied out."""
    parts = list(total.terms.items())
    for c in cofactors:
        relation, fact = known.get(c.fact, ("", total))
        if relation != "=":
            raise Rejected(f"got fact {c.fact!r}, but there is no such equation [{where}]")
        try:
            term = scope.expand(c.left) * (fact.T if c.transposed else fact) * scope.expand(c.right)
            if c.outer is not None:
                term = term.trace() * scope.expand(c.outer)
            term = Polynomial(total.rows, total.cols) + term
        except IllTyped as error:
            raise Rejected(f"ill-typed cofactor of {c.fact!r}: {error} [{where}]") from None
        parts += [(monomial, -v) for monomial, v in term.terms.items()]
    if rest := Polynomial(total.rows, total.cols, parts).terms:
        (scalars, word), v = next(iter(rest.items()))
        raise Rejected(f"got a remainder of {len(rest)} terms, first {v} {scalars or ''} {word or ''} [{where}]")


_RECORDS = (Statement, Compare, Optimum, SameOptimisers, Certificate, Proof, Lemma, Cofactor)


def from_json(x: Any, depth: int = 300) -> Any:
    """The statement or certificate in JSON data: {"is": class, field: …} for a record, a list for a tuple."""
    if not depth:
        raise KernelError("got data nested too deeply")
    if not isinstance(x, dict):
        return tuple([from_json(part, depth - 1) for part in x]) if isinstance(x, list) else x
    cls = {c.__name__: c for c in _RECORDS}.get(str(x.get("is")))
    values = {name: from_json(part, depth - 1) for name, part in x.items() if name != "is"}
    strings = {f.name: f.type == "str" for f in fields(cls)} if cls else {}
    if cls is None or strings != {name: isinstance(value, str) for name, value in values.items()}:
        raise KernelError(f"got an object with {sorted(map(str, x))}, but should be a record of the kernel")
    return cls(**values)
