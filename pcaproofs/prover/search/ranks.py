"""Inequalities between ranks: traces of projectors MM⁺, of which one is above another or above a sum of two.

The range of M and that of N together are those of M and of D = N − MM⁺N, which are orthogonal. So MM⁺ + DD⁺ is a
projector, and it is above CC⁺ for each C with columns in both ranges: tr(MM⁺ + DD⁺ − CC⁺) = ‖MM⁺ + DD⁺ − CC⁺‖². The
rows of D are among those of N: tr(N⁺N − D⁺D) = ‖N⁺N − D⁺D‖². With C = M + N this is rank(M + N) ≤ rank(M) + rank(N).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations

from pcaproofs.kernel import Compare, Expression, Polynomial, Scope, Statement, Word, identity
from pcaproofs.language.derived import Kind, Meaning, Naming, definition, read_back, take_apart
from pcaproofs.language.express import text
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import ProofContext, Squares
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.completion import complete
from pcaproofs.prover.search.sos.blocks import Block
from pcaproofs.prover.search.sos.multipliers import ONE
from pcaproofs.prover.search.sos.squares import squares_of_words
from pcaproofs.terms import over

MAX_RANKS = 4
MAX_COMPLEMENTS = 2  # statements, each with one D
COMPLETION_SECONDS, COMPLETION_DEGREE = 0.4, 40


def with_complements(statement: Statement) -> Iterator[Statement]:
    """The statement with D = N − MM⁺N and D⁺ for two matrices whose ranks it compares; M has a rank that is added."""
    conclusion = statement.conclusion
    assert isinstance(conclusion, Compare)
    named = [parts.notation for x, *_ in statement.letters if (parts := take_apart(x)) is not None]
    if named.count(Naming.PSEUDO_INVERSE) < 2:
        return
    inverses = {x: d.of for x, d in read_back(statement).items() if d.kind is Kind.PSEUDO_INVERSE and d.of is not None}
    if not 1 < len(inverses) <= MAX_RANKS:
        return
    scope, shapes = Scope(statement), {x: (rows, cols) for x, rows, cols in statement.letters}
    goal = scope.difference(conclusion.left, conclusion.right)
    ranks = {x: scope.expand(("tr", ("mul", of, ("letter", x)))) for x, of in inverses.items()}
    signs = {x: {c * goal.terms.get(m, 0) > 0 for m, c in rank.terms.items()} for x, rank in ranks.items()}
    pairs = [
        (x, y)
        for wanted in (True, False)
        for x in inverses
        for y in inverses
        if x != y and signs[x] == {True} and signs[y] == {wanted} and shapes[x][1] == shapes[y][1]
    ]
    for x, y in pairs[:MAX_COMPLEMENTS]:
        of, n = inverses[x], inverses[y]
        inside: Expression = ("add", n, ("mul", ("number", "-1"), of, ("letter", x), n))
        d = f"({text(inside)})".replace(" ", "")
        shape = shapes[y][::-1]
        dual = Naming.PSEUDO_INVERSE.write(d)
        new = {
            d: (shape, definition(d, Meaning(Kind.NAMED, inside), shape)),
            dual: (shape[::-1], definition(dual, Meaning(Kind.PSEUDO_INVERSE, ("letter", d)), shape[::-1])),
        }
        if not shapes.keys() & new.keys():
            letters = tuple((name, *size) for name, (size, _) in new.items())
            equations = [h for _, found in new.values() for h in found]
            added = {f"{text(h.left)} = {text(h.right)}": h for h in equations}
            yield replace(
                statement,
                letters=(*statement.letters, *letters),
                hypotheses=(*statement.hypotheses, *added.items()),
            )


def squares_of_projectors(
    context: ProofContext, f: Polynomial, deadline: Deadline
) -> tuple[ProofContext, Squares, Cofactors] | None:
    """Squares of differences of projectors MM⁺, M⁺M, their sums and complements, with sum f, and their context."""
    inverses = _inverses(context)
    kept = {x for pair in inverses for p in pair if len(p.names()) == 1 for x in p.names()} & _defined(context)
    if not kept:
        return None
    ordering = replace(context.ordering, kept=frozenset(kept))
    other = ProofContext(context.known, deadline, ordering, context.serial, context.statement_words)
    other.effort = context.effort
    for p, cofactors in _vanishing(context, kept):
        other.derive(p, cofactors)
        other.adopt(context, cofactors.facts())
    complete(other, deadline.within(COMPLETION_SECONDS), lambda: False, COMPLETION_DEGREE)
    rest, cofactors = other.reduce(f)
    words = [w for w in _differences(other, inverses) if w.terms]
    blocks = [Block(ONE, (w,)) for w in words]
    found = squares_of_words(other, rest, cofactors, [blocks], deadline, positive_weights=True)
    return None if found is None else (other, *found)


def _vanishing(context: ProofContext, names: set[str]) -> Iterator[tuple[Polynomial, Cofactors]]:
    """The products of D and another letter that are 0 once D is written out: DB of D = A − MM⁺A and M = AB."""
    letters = dict.fromkeys(x for p in context.known_equations() for _, word in p.terms for x in word)
    for d, x in permutations(letters, 2):
        for first, second in ((d, x), (x, d)) if d.name in names and d.spelling == d.name else ():
            if first.cols == second.rows:
                p = Polynomial(first.rows, second.cols, [(((), (first, second)), 1)])
                rest, cofactors = context.reduce(p)
                if not rest.terms:
                    yield p, cofactors


def _defined(context: ProofContext) -> set[str]:
    """The letters D of equations D = N − MM⁺N."""
    found: set[str] = set()
    for relation, p in context.known.values():
        words = [word for scalars, word in p.terms if not scalars]
        for d in [word for word in words if len(word) == 1] if relation == "=" and len(words) == len(p.terms) else ():
            others = [word for word in words if word != d]
            if len(others) > 1 and all(_is_suffix(w, others) for w in others):
                found.add(d[0].name)
    return found


def _is_suffix(word: Word, others: list[Word]) -> bool:
    """Whether a word ends another one, or another one ends it."""
    return any(w != word and (w[-len(word) :] == word or word[-len(w) :] == w) for w in others)


def _differences(context: ProofContext, inverses: list[tuple[Polynomial, Polynomial]]) -> Iterator[Polynomial]:
    """P − Q of projectors P and Q, also where P is a sum of two that are orthogonal, and I − P, I − P − Q."""
    projectors = [m * n for n, m in inverses] + [n * m for n, m in inverses]
    sums = list(projectors)
    for p, q in combinations(projectors, 2):
        if p.shape == q.shape:
            yield p - q
            yield identity(p.rows) - p - q
            if not context.reduce(p * q)[0].terms:
                sums.append(p + q)
    for p in sums:
        yield identity(p.rows) - p
        if p not in projectors:
            yield from (p - q for q in projectors if p.shape == q.shape)


def _inverses(context: ProofContext) -> list[tuple[Polynomial, Polynomial]]:
    """N and M of each equation NMN = N of a letter N."""
    found: dict[str, tuple[Polynomial, Polynomial]] = {}
    for relation, p in context.known.values():
        for n in [w[0] for s, w in p.terms if not s and len(w) == 1] if relation == "=" else ():
            inner = [(s, w) for s, w in p.terms if len(w) > 2 and w[0] is n is w[-1]]
            is_new = all(n.name not in m.names() for _, m in found.values())
            if len(inner) == len(p.terms) - 1 > 0 and n.spelling == n.name and is_new:
                by = -p.terms[(), (n,)]
                whole = Polynomial(n.rows, n.cols, [(((), (n,)), 1)])
                m = Polynomial(n.cols, n.rows, [((s, w[1:-1]), over(p.terms[s, w], by)) for s, w in inner])
                found.setdefault(n.name, (whole, m))
    return list(found.values())
