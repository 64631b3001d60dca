"""Polynomials as short expressions: with common factors and norms; each expression is checked by multiplying out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from typing import Any

from pcaproofs.kernel import Atom, Expression, Letter, Monomial, Polynomial, Scope, Word, flip, times
from pcaproofs.terms import Rational, is_ones, letter, ones_name, over, shape_of

Terms = tuple[tuple[Monomial, Rational], ...]
MOST = 24  # terms of a polynomial that is still factored
KEPT = 1 << 14  # polynomials whose expressions are remembered

_FOUND: dict[Any, Expression] = {}  # by shape and terms, shared by all statements, because letters carry their shapes


class Factoring:
    """Writes polynomials as expressions, the shortest of those that it tries."""

    def __init__(self, scope: Scope):
        self.scope = copy(scope)
        self.scope.lets = {}  # a name for a part is used only if the polynomial contains it
        self.shapes = {name: (x.rows, x.cols) for name, x in scope.letters.items()}
        if len(_FOUND) > KEPT:
            _FOUND.clear()

    def expression(self, p: Polynomial) -> Expression:
        """An expression that multiplies out to p."""
        e = self._best(p)
        assert self.scope.expand(e) == p, f"{e} is not what it should be"
        return e

    def length(self, p: Polynomial) -> float:
        """The length of this expression."""
        return length(self._best(p))

    def _best(self, p: Polynomial) -> Expression:
        key = (p.shape, tuple(p.terms.items()))
        found = _FOUND.get(key)
        if found is None:
            factored = self._factored(p) if 2 <= len(p.terms) <= MOST else ()
            found = _FOUND[key] = min([*factored, _written_out(p)], key=length)
        return found

    def _factored(self, p: Polynomial) -> Iterator[Expression]:
        content = _content(p)
        if content != (1, ()):
            c, scalars = content
            inverse = tuple((atom, -k) for atom, k in scalars)
            rest = _polynomial(p, [((times(s, inverse), word), over(v, c)) for (s, word), v in p.terms.items()])
            yield product([*_scalars(scalars, c), self._best(rest)])
            return
        if p.shape == (1, 1):
            yield from self._around(p)
        for at in (0, -1):
            yield from self._beside(p, at)
        yield from self._multiples(p)

    def _multiples(self, p: Polynomial) -> Iterator[Expression]:
        """Collects the scalars that multiply the same word."""
        words = [word for _, word in p.terms]
        for word in dict.fromkeys(w for w in words if words.count(w) > 1 and p.shape != (1, 1)):
            scalar = Polynomial(1, 1, [((s, ()), v) for (s, w), v in p.terms.items() if w == word])
            one = _term(p, ((), word), 1)
            others = [(m, v) for m, v in p.terms.items() if m[1] != word]
            yield total([product([self._best(scalar), one]), *self._rest(p, others)])

    def _beside(self, p: Polynomial, at: int) -> Iterator[Expression]:
        """Factors out the common beginning (at = 0) or end (-1) of terms."""
        ends = [word[at] for _, word in p.terms if word]
        for x in dict.fromkeys(x for x in ends if ends.count(x) > 1):
            inside = [(s, word, v) for (s, word), v in p.terms.items() if word and word[at] is x]
            others = [(m, v) for m, v in p.terms.items() if not m[1] or m[1][at] is not x]
            for k in sorted({1, _common([word for _, word, _ in inside], at)}):
                out, cut = (slice(None, k), slice(k, None)) if at == 0 else (slice(-k, None), slice(None, -k))
                taken = inside[0][1][out]
                rows, cols = (taken[-1].cols, p.cols) if at == 0 else (p.rows, taken[0].rows)
                left = Polynomial(rows, cols, [((s, word[cut]), v) for s, word, v in inside])
                body = _beside_letters(self._best(left))
                front = [f for f in body if self._is_scalar(f)]
                rest = [f for f in body if f not in front]
                beside = _letters(taken)
                both = product([*front, *beside, *rest] if at == 0 else [*front, *rest, *beside])
                yield total([both, *self._rest(p, others)])

    def _around(self, p: Polynomial) -> Iterator[Expression]:
        """Collects the terms xᵀMx of a scalar with the same x as xᵀ(sum of M)x, in a trace if x is not a column."""
        found: dict[Letter, list[tuple[Monomial, Monomial, Rational]]] = {}
        for (scalars, word), v in p.terms.items():
            for atom, power in scalars:
                if isinstance(atom, str) or power < 1 or len(atom) < 2:
                    continue
                rest = times(scalars, ((atom, -1),)) if _framed(atom) else ()
                for inside, x in _framed(atom):
                    found.setdefault(x, []).append(((scalars, word), (rest, inside), v))
        for x, each in found.items():
            used = {whole: (inside, v) for whole, inside, v in reversed(each)}
            if len(used) < 2:
                continue
            middle = Polynomial(x.rows, x.rows, [(inside, v) for inside, v in used.values()])
            if len(middle.terms) < 2:
                continue
            others = [(m, v) for m, v in p.terms.items() if m not in used]
            body = _beside_letters(self._best(middle))
            front = [f for f in body if self._is_scalar(f)]
            inside = product([_t(letter(x)), *(f for f in body if f not in front), letter(x)])
            yield total([product([*front, ("tr", inside)]), *self._rest(p, others)])

    def _is_scalar(self, f: Expression) -> bool:
        return f[0] in ("number", "size", "inverse", "tr") or shape_of(f, self.shapes) == (1, 1)

    def _rest(self, p: Polynomial, terms: list[tuple[Monomial, Rational]]) -> list[Expression]:
        if not terms:
            return []
        e = self._best(_polynomial(p, terms))
        return list(e[1:]) if e[0] == "add" else [e]


# ---------------------------------------------------------------------------------------------------- expressions
def _written_out(p: Polynomial) -> Expression:
    """The polynomial as the sum of its terms."""
    if not p.terms:
        return ("number", "0") if p.shape == (1, 1) else ("zero", *p.shape)
    return total([_term(p, m, v) for m, v in p.terms.items()])


def _term(p: Polynomial, monomial: Monomial, v: Rational) -> Expression:
    scalars, word = monomial
    factors = _scalars(scalars, v)
    if word:
        factors += _letters(word)
    elif p.shape != (1, 1):
        factors.append(("eye", p.rows))
    return product(factors)


def _scalars(scalars: Iterable[tuple[Atom, int]], v: Rational) -> list[Expression]:
    out: list[Expression] = [] if v == 1 else [("number", str(v))]
    for atom, power in scalars:
        name = atom if isinstance(atom, str) else atom[0].name if atom[0].rows == 1 == len(atom) else ""
        if power < 0:
            out.append(("inverse", name, -power))
        else:
            base = ("size", atom) if isinstance(atom, str) else letter(atom[0]) if name else trace(atom)
            out.append(base if power == 1 else ("pow", base, power))
    return out


@lru_cache(maxsize=1 << 14)
def trace(word: Word) -> Expression:
    """A trace of a word, rotated for readability: a square, or from a transpose to its letter."""
    best = min(_turns(word), key=_awkward)
    half = best[len(best) // 2 :]
    inside = product(_letters(half))
    return ("tr", ("mul", ("t", inside), inside) if flip(half) + half == best else product(_letters(best)))


def _awkward(word: Word) -> tuple[bool, bool, int, Word]:
    half = word[len(word) // 2 :]
    primes = sum(x.spelling != x.name for x in word)
    return flip(half) + half != word, word[0] is not word[-1].T, primes * 2 + (word[0].spelling == word[0].name), word


def _turns(word: Word) -> Iterator[Word]:
    """All words with the same trace; for a 1×1 word only the word and its transpose."""
    for w in (word, flip(word)):
        yield from [w] if w[0].rows == 1 else (w[i:] + w[:i] for i in range(len(w)))


@lru_cache(maxsize=1 << 14)
def _framed(word: Word) -> list[tuple[Word, Letter]]:
    """All M and x for which tr(xᵀMx) is the trace of a word."""
    return [(turn[1:-1], turn[-1]) for turn in dict.fromkeys(_turns(word)) if turn[0] is turn[-1].T]


@lru_cache(maxsize=1 << 14)
def _letters(word: Word) -> tuple[Expression, ...]:
    """Factors, with powers for repeated letters."""
    out: list[Expression] = []
    counts: list[int] = []
    for x in map(letter, word):
        if out and out[-1] == x:
            counts[-1] += 1
        else:
            out.append(x)
            counts.append(1)
    return tuple(("pow", x, k) if k > 1 else x for x, k in zip(out, counts, strict=True))


def _t(e: Expression) -> Expression:
    return e[1] if e[0] == "t" else ("t", e)


def product(factors: Sequence[Expression]) -> Expression:
    """Factors side by side."""
    flat = [f for factor in factors for f in (factor[1:] if factor[0] == "mul" and len(factors) > 1 else (factor,))]
    if not flat:
        return ("number", "1")
    return flat[0] if len(flat) == 1 else ("mul", *flat)


def _beside_letters(body: Expression) -> list[Expression]:
    """The factors of a body without identities, which are redundant beside other letters."""
    factors = list(body[1:]) if body[0] == "mul" else [body]
    return [f for f in factors if f[0] != "eye"]


def total(terms: list[Expression]) -> Expression:
    """The sum of terms, without sums inside it."""
    flat = [t for term in terms for t in (term[1:] if term[0] == "add" else (term,))]
    return flat[0] if len(flat) == 1 else ("add", *flat)


@lru_cache(maxsize=1 << 16)
def length(e: Expression) -> float:
    """The approximate printed width of an expression in letters, with names for means and centring."""
    match e:
        case ("add", *terms):
            if len(terms) == 2 and terms[0][0] == "eye" and _is_centring(e):
                return 1
            return (
                sum(map(length, terms)) + 3 * (len(terms) - 1) - sum(t[:2] == ("mul", ("number", "-1")) for t in terms)
            )
        case ("mul", *factors):
            mean = any(f[0] == "inverse" for f in factors) and any(f[1:] and _is_ones(f) for f in factors)
            return sum(length(f) + 2 * (f[0] == "add") for f in factors) - mean
        case ("t", ("letter", _)):
            return 1.6
        case ("tr", ("mul", ("t", a), b)) if a == b:
            return 3 + length(a)
        case ("tr", a):
            return 2 + length(a)
        case ("t" | "pow", a, *_):
            return length(a) + 0.6 + 2 * (a[0] in ("add", "mul"))
        case ("number", text):
            return len(text) if "/" not in text else 1.5
    return 1


def _is_ones(f: Expression) -> bool:
    letters = f[1] if f[0] == "t" else f
    return bool(letters[0] == "letter" and is_ones(letters[1]))


def _is_centring(e: Expression) -> bool:
    match e:
        case ("add", ("eye", n), ("mul", ("number", "-1"), ("inverse", m, 1), ("letter", x), ("t", ("letter", y)))):
            return bool(n == m and x == y == ones_name(n))
    return False


# ---------------------------------------------------------------------------------------------------- polynomials
def _polynomial(p: Polynomial, terms: Iterable[tuple[Monomial, Rational]]) -> Polynomial:
    return Polynomial(p.rows, p.cols, terms)


def _content(p: Polynomial) -> tuple[Rational, tuple[tuple[Atom, int], ...]]:
    """The number and the scalars that every term has as factors."""
    sizes = {max(v, -v) for v in p.terms.values()}
    number: Rational = sizes.pop() if len(sizes) == 1 else 1
    each = [dict(s) for s, _ in p.terms]
    scalars = []
    for atom in each[0]:
        powers = [x.get(atom, 0) for x in each]
        if all(k > 0 for k in powers):
            scalars.append((atom, min(powers)))
        elif all(k < 0 for k in powers):
            scalars.append((atom, max(powers)))
    return number, tuple(scalars)


def _common(words: list[Word], at: int) -> int:
    """The number of common letters at the beginning (at = 0) or end (-1) of words."""
    k = 0
    turned = words if at == 0 else [word[::-1] for word in words]
    while all(len(word) > k and word[k] is turned[0][k] for word in turned):
        k += 1
    return k
