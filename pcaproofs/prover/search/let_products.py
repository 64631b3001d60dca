"""Proofs of equalities between large products whose sums have names.

Products of names are first reduced by rules about two names (g·g = g, P·g = 0), for which at most two sums are
multiplied out. The rest is multiplied out from the left, one factor at a time; every partial product becomes a lemma in
normal form.
Without the names the number of terms would be exponential in the number of factors.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pcaproofs.kernel import Certificate, Known, Letter, Polynomial, Proof, Word, goals
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.lets import avoiding
from pcaproofs.prover.search.problem import Problem
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.matches import Match
from pcaproofs.prover.search.rewriting.order import Ordering
from pcaproofs.prover.search.rewriting.rewriter import Rewriter
from pcaproofs.prover.search.rewriting.rules import Rule
from pcaproofs.terms import over

MAX_TERMS = 2_000  # of a partial product


def certify_products(problem: Problem, deadline: Deadline) -> Certificate | None:
    """A certificate with names for sums; None if the statement has no large products, or if none was found."""
    lets = problem.lets
    if not lets:
        return None
    _, ((name, relation, goal, known),) = goals(problem.statement, Certificate((), lets))
    if relation != "=":
        return None
    proof = Products(known, [name for name, _ in lets], deadline).proof(goal)
    return None if proof is None else avoiding(Certificate(((name, proof),), lets))


class Products:
    """The facts about named sums, derived as they are needed."""

    def __init__(self, known: Known, names: list[str], deadline: Deadline):
        self.deadline = deadline
        values = {name: known[f"let {name}"][1] for name in names}
        others = {k: v for k, v in known.items() if k.removeprefix("let ") not in values}
        context = ProofContext(others, deadline, Ordering(_weights(values)))
        self.context, self.order = context, context.order
        self.sizes: dict[str, int] = {}
        self.letters: dict[str, Letter] = {}
        self.expander = Rewriter(list(context.rewriter.rules), context.order)
        self.expander.late = deadline.passed
        self.tried: set[Word] = set()
        self.normal: dict[Word, tuple[Polynomial, Cofactors]] = {}
        for name, p in values.items():
            context.polynomials[f"let {name}"] = p
            self._define(name, p)

    def _define(self, name: str, p: Polynomial) -> None:
        """name = its normal form as a rule of the expander."""
        (word,) = (w for _, w in p.terms if len(w) == 1 and w[0].name == name) if p.shape != (1, 1) else (None,)
        if word is None:
            return
        self.letters[name] = word[0]
        for rule in self._both(f"let {name}", p, word):
            self.expander.add(rule)
        if any(self._size(w) > MAX_TERMS for _, w in p.terms if w != word):
            return
        self.sizes[name] = max(1, len(self._expanded((word[0],))[0].terms))

    def _both(self, fact: str, p: Polynomial, word: Word) -> Iterator[Rule]:
        for transposed, q in ((False, p), (True, p.T)):
            lead = word if not transposed else tuple(x.T for x in reversed(word))
            yield Rule(fact, transposed, q, (), lead, q.terms[(), lead])

    def _size(self, word: Word) -> int:
        out = 1
        for x in word:
            out *= self.sizes.get(x.name, 1)
        return out

    def _expanded(self, word: Word) -> tuple[Polynomial, Cofactors]:
        if word not in self.normal:
            p = Polynomial(word[0].rows, word[-1].cols, [(((), word), 1)])
            self.normal[word] = self.expander.reduce(p)
        return self.normal[word]

    def proof(self, goal: Polynomial) -> Proof | None:
        """That the goal is zero."""
        rest, cofactors = self.compact(goal)
        if rest.terms:
            left, more = self.multiplied_out(rest)
            if left is None or left.terms:
                return None
            cofactors.merge(more, 1)
        return self.context.proof(cofactors, goal.shape)

    def compact(self, p: Polynomial) -> tuple[Polynomial, Cofactors]:
        """p by rules between neighbours, new ones being made as long as that helps."""
        while True:
            rest, cofactors = self.context.reduce(p)
            before = len(self.context.lemmas)
            for pair in _neighbours(rest):
                if self.deadline.passed():
                    return rest, cofactors
                if pair not in self.tried and any(x.name in self.letters for x in pair):
                    self.tried.add(pair)
                    self._make_rule(pair)
            if len(self.context.lemmas) == before:
                return rest, cofactors

    def _make_rule(self, word: Word) -> None:
        """word = a multiple of something shorter, if it is."""
        if self._size(word) > MAX_TERMS:
            return
        value, cofactors = self._expanded(word)
        whole = Polynomial(word[0].rows, word[-1].cols, [(((), word), 1)])
        if len(value.terms) <= 1 and all(len(w) <= len(word) for _, w in value.terms):
            self._derive(whole - value, cofactors)
            return
        for x in self.letters.values():
            for z in (x, x.T):
                if (z.rows, z.cols) != whole.shape or word == (z,) or (len(word) == 1 and z.spelling != z.name):
                    continue
                other, back = self._expanded((z,))
                m, c = next(iter(value.terms.items()))
                if m in other.terms and other.scaled(ratio := over(c, other.terms[m])) == value:
                    both = Cofactors()
                    both.merge(cofactors, 1)
                    both.merge(back, -ratio)
                    self._derive(whole - Polynomial(*whole.shape, [(((), (z,)), ratio)]), both)
                    return

    def _derive(self, p: Polynomial, cofactors: Cofactors) -> None:
        self.context.derive(p, cofactors)

    def multiplied_out(self, p: Polynomial) -> tuple[Polynomial | None, Cofactors]:
        """p without names; None if an intermediate result is too large."""
        direct: list[Rule] = []
        for word in _words(p):
            if self._size(word) > 64 and len(word) > 1:
                rule = self._from_left(word)
                if rule is None:
                    return None, Cofactors()
                direct.append(rule)
        rest, cofactors = Rewriter(direct, self.order).reduce(p)
        left, more = self.expander.reduce(rest)
        cofactors.merge(more, 1)
        return left, cofactors

    def _from_left(self, word: Word) -> Rule | None:
        """word = normal form, by a lemma for every partial product."""
        value = Polynomial(word[0].rows, word[0].cols, [(((), word[:1]), 1)])
        previous: Rule | None = None
        for i in range(2, len(word) + 1):
            x = Polynomial(word[i - 1].rows, word[i - 1].cols, [(((), (word[i - 1],)), 1)])
            if self.deadline.passed() or len(value.terms) * self._size((word[i - 1],)) > MAX_TERMS:
                return None
            value, cofactors = self.expander.reduce(value * x)
            if previous is not None:
                cofactors.add(Match(previous, (), (), (word[i - 1],)), 1)
            whole = Polynomial(word[0].rows, word[i - 1].cols, [(((), word[:i]), 1)])
            fact, _ = self.context.derive(whole - value, cofactors, rules=False)
            previous = Rule(fact, False, whole - value, (), word[:i], 1)
        return previous


def _weights(values: dict[str, Polynomial]) -> dict[str, int]:
    """The weights of names in the order of rewriting: a name weighs more than its definition."""
    weights: dict[str, int] = {}
    for name, p in values.items():
        heaviest = 4
        for scalars, word in p.terms:
            if any(x.name == name for x in word):
                continue
            letters = [*word, *(x for atom, k in scalars if not isinstance(atom, str) for x in atom * max(k, 0))]
            heaviest = max(heaviest, sum(weights.get(x.name, 4) for x in letters))
        weights[name] = heaviest + 1
    return weights


def _words(p: Polynomial) -> list[Word]:
    """Every word of a polynomial, open or closed."""
    words: dict[Word, None] = {}
    for scalars, word in p.terms:
        words.update(dict.fromkeys([*(a for a, _ in scalars if not isinstance(a, str)), *([word] if word else [])]))
    return list(words)


def _neighbours(p: Polynomial) -> list[Word]:
    """Letters and pairs of letters next to each other."""
    out: dict[Word, None] = {}
    for word in _words(p):
        out.update(dict.fromkeys((x,) for x in word))
        out.update(dict.fromkeys(pairwise(word)))
        if len(word) > 1 and word[-1].cols == word[0].rows != 1:
            out[word[-1], word[0]] = None
    return list(out)
