"""f ≥ 0 where inverses of positive semidefinite matrices stand in f: A stays a letter beside its factor F, A = FᵀF.

The usual order unfolds A everywhere, so that AA⁻¹ = I no longer meets A. Here FᵀF is rewritten as A. The words of the
squares are F·w, where f has wᵀA…, or has wᵀN… for an inverse N = NMN with A in M: of xᵀDx − xᵀUᵀA⁻¹Ux, where
[A U; Uᵀ D] = GᵀG, the square is that of G(0, x) − G(A⁻¹Ux, 0).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from pcaproofs.kernel import Dimension, Letter, Monomial, Polynomial, Word, flip, times
from pcaproofs.language.derived import is_given
from pcaproofs.prover.effort import Deadline, spend
from pcaproofs.prover.search.context import ProofContext, Squares
from pcaproofs.prover.search.inverses import inverses_in
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.completion import complete
from pcaproofs.prover.search.rewriting.matches import Match
from pcaproofs.prover.search.rewriting.rules import Rule
from pcaproofs.prover.search.sos.blocks import MAX_WORDS, Block
from pcaproofs.prover.search.sos.multipliers import ONE, multipliers
from pcaproofs.prover.search.sos.squares import squares_of_words
from pcaproofs.terms import over

COMPLETION_SECONDS, COMPLETION_DEGREE = 0.05, 24  # so that (A⁻¹)ᵀ is A⁻¹
MAX_MONOMIALS = 60  # of f with inverses written out
UNFOLDINGS = 2  # N = NMN, one inverse in the other
MAX_MULTIPLIERS, MAX_COLUMNS = 3, 4  # that weigh squares of words, and of which outer products are taken
MAX_TERMS = 8  # of an equation with FᵀF


def folded(context: ProofContext, deadline: Deadline, *, beside_inverses: bool = True) -> ProofContext | None:
    """A context of the same facts that rewrites FᵀF as A; None without such a factor, or an inverse if one is to be."""
    facts = [(name, p) for name, (relation, p) in context.known.items() if relation == "="]
    factored = [(name, p, f) for name, p in facts if (f := _factor(p)) is not None and f[:1] + f[2:] == ((), ())]
    if not factored or (beside_inverses and not any(True for name, p in facts for _ in inverses_in(name, p))):
        return None
    kept = frozenset({x for _, p, (_, f, _) in factored for x in p.names() - {f.name}})
    other = ProofContext(
        context.known, deadline, replace(context.ordering, kept=kept), context.serial, context.statement_words
    )
    other.effort = context.effort
    for name, p, _ in factored:
        rest, cofactors = other.reduce(p - p.T)
        if rest.terms:
            steps = Cofactors.of_fact(name, p)
            steps.add(Match(Rule(name, True, p.T, (), (), 1), (), (), ()), -1)
            steps.merge(cofactors, -1)
            other.derive(rest, steps)
    complete(other, deadline.within(COMPLETION_SECONDS), lambda: False, COMPLETION_DEGREE)
    return other


def squares_with_inverses(
    context: ProofContext, f: Polynomial, deadline: Deadline, *, positive_weights: bool = False
) -> tuple[Squares, Cofactors] | None:
    """Squares and cofactors with f = Σ squares + Σ cofactors, in a context that `folded` gave."""
    rest, cofactors = context.reduce(f)
    if not rest.terms:
        return (), cofactors
    candidates = _candidates(context, rest, positive_weights=positive_weights)
    return squares_of_words(context, rest, cofactors, candidates, deadline, positive_weights=positive_weights)


def _candidates(context: ProofContext, f: Polynomial, *, positive_weights: bool) -> Iterator[list[Block]]:
    """The words of f; and, of a product or with multipliers, their products uvᵀ, and the words of the multipliers."""
    groups = _grouped(context, _words(context, f))
    yield [Block(ONE, tuple(group)) for group in groups.values()]
    weights = [m for m in multipliers(context, f, positive_weights=positive_weights) if m.polynomial.names()]
    if positive_weights or (not weights and all(len(scalars) < 2 for scalars, _ in f.terms)):
        return
    for m in weights[:MAX_MULTIPLIERS]:
        for key, group in _grouped(context, _words(context, m.polynomial)).items():
            groups[key] = [*(known := groups.get(key, [])), *(word for word in group if word not in known)]
    columns = [[word for word in group if word.cols == 1][:MAX_COLUMNS] for group in groups.values()]
    outer = [tuple(u * v.T for u in group for v in group if u is not v) for group in columns if len(group) > 1]
    outer = [tuple(w for w in words if len(w.terms) < MAX_TERMS) for words in outer]
    weighted = [Block(m, tuple(group)) for m in (ONE, *weights[:MAX_MULTIPLIERS]) for group in groups.values()]
    yield [*weighted, *(Block(ONE, words) for words in outer if words)]


def _grouped(context: ProofContext, words: Iterable[Monomial]) -> dict[tuple[Letter, Dimension], list[Polynomial]]:
    """The normal forms of words, by their first letter and their shape."""
    groups: dict[tuple[Letter, Dimension], list[Polynomial]] = {}
    for word in dict.fromkeys(words):
        factor = word[1][0]
        reduced = context.reduce(Polynomial(factor.rows, word[1][-1].cols, [(word, 1)]))[0]
        group = groups.setdefault((factor, reduced.cols), [])
        if reduced.terms and reduced not in group and reduced.scaled(-1) not in group and len(group) < MAX_WORDS:
            group.append(reduced)
    return {key: group for key, group in groups.items() if group}


def split_with_inverses(context: ProofContext, deadline: Deadline) -> bool:
    """Adds M = 0 for every square of a hypothesis Σ ‖M‖² = 0, in a context that `folded` gave; whether there is one."""
    before = len(context.lemmas)
    for name, (relation, p) in context.known.items():
        if relation != "=" or p.shape != (1, 1) or not p.names() or all(map(is_given, p.names())) or deadline.passed():
            continue
        if (others := folded(context.without(name, deadline), deadline)) is None:
            return False
        for sign in (1, -1):
            found = squares_with_inverses(others, p.scaled(sign), deadline, positive_weights=True)
            if found is not None and found[0]:
                steps = Cofactors.of_fact(name, p)  # Σ squares = sign·fact − Σ cofactors
                steps.scale(sign)
                steps.merge(found[1], -1)
                context.adopt(others, found[1].facts())
                for fact, m in context.derive_squares(found[0], steps):
                    _divide(context, fact, m)
                break
    return len(context.lemmas) > before


def _divide(context: ProofContext, fact: str, m: Polynomial) -> None:
    """Adds w = 0, and its blocks, for a fact F·w = 0 if FᵀF has an inverse."""
    known = [(name, p) for name, (relation, p) in context.known.items() if relation == "="]
    first = {word[:1] for _, word in m.terms}
    for name, p in known:
        found = _factor(p)
        if found is None or found[0] or found[2] or first != {(found[1],)}:
            continue
        factor = found[1]
        w = Polynomial(factor.cols, m.cols, [((s, word[1:]), c) for (s, word), c in m.terms.items()])
        e = -p.terms[(), (factor.T, factor)]  # p = e·(M − FᵀF)
        whole = Polynomial(p.rows, p.cols, [(x, c) for x, c in p.terms.items() if x != ((), (factor.T, factor))])
        for other, q in known:
            for inverse in inverses_in(other, q):
                d = q.terms[(), ()]  # q = N·a + d·I, so that I = q/d + N·M
                if inverse.side or inverse.a.scaled(over(-e, d)) != whole:
                    continue
                steps = Cofactors.of_product(fact, m, (inverse.b, factor.T), ())
                for (s, word), c in w.terms.items():
                    steps.add(Match(Rule(other, False, q, (), (), 1), s, (), word), over(c, d))
                    steps.add(Match(Rule(name, False, p, (), (), 1), s, (inverse.b,), word), over(c, e))
                new, _ = context.derive(w, steps)
                context.take_blocks(new, w)
                return


def _factor(p: Polynomial) -> tuple[Word, Letter, Word] | None:
    """u, F and v of an equation with a single term u·FᵀF·v that has F."""
    for scalars, word in p.terms if len(p.terms) > 1 else ():
        for i, (a, f) in enumerate(pairwise(word)):
            if scalars or a is not f.T or f.spelling != f.name or is_given(f.name):
                continue
            others = [m for m in p.terms if m != (scalars, word)]
            if f.name not in Polynomial(p.rows, p.cols, [(m, p.terms[m]) for m in others]).names():
                return word[:i], f, word[i + 2 :]
    return None


def _words(context: ProofContext, f: Polynomial) -> Iterator[Monomial]:
    """The words F·w for every place in f where a term of an equation with FᵀF stands, once inverses are written out."""
    terms: list[tuple[Word, tuple[Word, Letter, Word]]] = []
    for p in context.polynomials.values():
        if len(p.terms) <= MAX_TERMS and (factor := _factor(p)) is not None:
            ours = factor[0] + (factor[1].T, factor[1]) + factor[2]
            terms += [(word, factor) for s, word in p.terms if word and not s and word != ours]
    for scalars, _ in _with_inverses_written_out(context, f):
        for atom, power in scalars:
            if isinstance(atom, str) or power != 1 or len(atom) < 2:
                continue
            spend(20 * len(atom) * len(terms))
            half = tuple((a, k // 2) for a, k in scalars if a != atom and k % 2 == 0)
            for term, (before, f_, behind) in terms:
                for left, right in _around(atom, term):
                    # of a trace that begins with a column left and right are ends, any other one is cut anywhere
                    rest = right + left
                    for u, v in [(left, right)] if atom[0].rows == 1 else _cuts(rest):
                        yield half, (f_, *behind, *v)
                        yield half, (f_, *flip(before), *flip(u))
                    for other, (to, g, _) in terms if atom[0].rows != 1 else ():  # up to another such place
                        for j in range(len(rest) - len(other) + 1):
                            if rest[j : j + len(other)] == other:
                                yield half, (f_, *behind, *rest[:j], *to, g.T)


def _with_inverses_written_out(context: ProofContext, f: Polynomial) -> Iterator[Monomial]:
    """The monomials of f, those with the other terms for a letter of an equation with FᵀF, those with N·M·N for N.

    N is an inverse of M, and is written so as often as f has it in one monomial, but at most twice.
    """
    inverses: dict[str, Polynomial] = {}
    for name, (relation, p) in context.known.items():
        for found in inverses_in(name, p) if relation == "=" else ():
            inverses.setdefault(found.b.name, found.a.scaled(over(-1, p.terms[(), ()])))
    every: dict[Monomial, None] = dict.fromkeys(f.terms)
    every.update(dict.fromkeys(new for m in f.terms for new in _without_letters(context, m)))
    often = {x: max(_count(m, x) for m in every) for x in inverses}
    last: list[tuple[Monomial, tuple[str, ...]]] = [(m, ()) for m in every]
    for _ in range(UNFOLDINGS):
        last = [
            (new, (*done, x))
            for m, done in last
            for x, new in _written_out(m, inverses)
            if done.count(x) < min(max(1, often[x]), UNFOLDINGS)
        ]
        every.update(dict.fromkeys(m for m, _ in last))
        if len(every) > MAX_MONOMIALS:
            break
    yield from every


def _count(monomial: Monomial, name: str) -> int:
    return sum(x.name == name for atom, k in monomial[0] if k > 0 and not isinstance(atom, str) for x in atom)


def _without_letters(context: ProofContext, monomial: Monomial) -> Iterator[Monomial]:
    """The monomials with UᵀA⁻¹U in place of a letter D, for an equation D = FᵀF + UᵀA⁻¹U."""
    values: dict[str, Polynomial] = {}
    for p in context.known_equations():
        factor = _factor(p) if 2 < len(p.terms) <= MAX_TERMS else None
        if factor is None:
            continue
        ours = (*factor[0], factor[1].T, factor[1], *factor[2])
        for s, word in p.terms:
            if not s and len(word) == 1:
                left = [m for m in p.terms if m[1] not in (word, ours)]
                values.setdefault(word[0].name, Polynomial(p.rows, p.cols, [(m, 1) for m in left]))
    for _, new in _replaced(monomial, values, around=False):
        yield new


def _written_out(monomial: Monomial, inverses: Mapping[str, Polynomial]) -> Iterator[tuple[str, Monomial]]:
    """The monomials of N·M·N in place of one N, the inverse of M, with its name."""
    return _replaced(monomial, inverses, around=True)


def _replaced(monomial: Monomial, values: Mapping[str, Polynomial], *, around: bool) -> Iterator[tuple[str, Monomial]]:
    """The monomials with a value in place of one letter, or between two of it, with the name of the letter."""
    scalars, word = monomial
    for atom, power in scalars:
        if isinstance(atom, str) or power != 1:
            continue
        for i, x in enumerate(atom):
            m = values.get(x.name)
            for s, middle in m.terms if m is not None else ():
                longer: Word = (*atom[: i + around], *middle, *atom[i + (not around) :])
                ends = (longer[0].rows, longer[-1].cols) if longer else (x.rows, x.cols)  # tr(A) with s·I for A
                whole = Polynomial(*ends, [((s, longer), 1)])
                whole = whole if whole.shape == (1, 1) else whole.trace()
                rest = times(scalars, ((atom, -1),))
                yield from ((x.name, (times(rest, t), w + word)) for t, w in whole.terms)


def _around(atom: Word, term: Word) -> Iterator[tuple[Word, Word]]:
    """What stands left and right of a term in an atom or in its transpose."""
    k, open_ = len(term), atom[0].rows == 1
    for word in (atom, flip(atom)):
        for turned in [word] if open_ else [word[i:] + word[:i] for i in range(len(word))]:
            for i in range(len(turned) - k + 1 if open_ else 1):
                if turned[i : i + k] == term:
                    yield turned[:i], turned[i + k :]


def _cuts(word: Word) -> Iterator[tuple[Word, Word]]:
    return ((word[i:], word[:i]) for i in range(len(word) + 1))
