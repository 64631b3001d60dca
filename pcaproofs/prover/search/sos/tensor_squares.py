"""f >= 0 as a sum of squares of tensors, for f with products of two traces, by a linear program.

‖A‖²‖B‖² ≥ ⟨A, B⟩² is half of ‖A⊗B − B⊗A‖², and ‖A‖²‖B‖² ≥ ‖AB‖² is half of the same with two indices exchanged in place
of two factors. Which products are tried follows from the products of traces tr(MᵀM)·tr(NᵀN) in f. Squares of matrices
may take part. Gram matrices over more than two tensors are not tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import chain, combinations, product

from pcaproofs.kernel import Letter, Monomial, Polynomial, Word
from pcaproofs.prover.effort import Deadline, spend
from pcaproofs.prover.exact.simplex import nonnegative_combination
from pcaproofs.prover.search.context import AnySquares, ProofContext
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.sos.basis import degrees, groups_of
from pcaproofs.prover.search.sos.modulo_facts import halves_of
from pcaproofs.prover.search.tensors import Tensor, inner, squared
from pcaproofs.terms import Rational

MAX_TENSORS = 48  # of all shapes
MAX_LETTERS = 8  # of the equations, from which words of two letters are made
MAX_PAIRS = 6  # of traces
MAX_WORDS = 8  # of each shape, whose squares may take part

Row = dict[Monomial, Rational]


def find_tensor_squares(
    context: ProofContext, f: Polynomial, deadline: Deadline
) -> tuple[AnySquares, Cofactors] | None:
    """Squares of tensors and matrices, and cofactors with f = Σ squares + Σ cofactors; None if none are found."""
    rest, cofactors = context.reduce(f)
    found = list({t.expression(): t for t in _tensors(context, rest, deadline)}.values())[:MAX_TENSORS]
    if not found:
        return None
    columns: list[Row] = []
    made_of: list[Tensor | Polynomial] = []
    candidates: Iterator[Tensor | Polynomial] = chain(_candidates(context, found), _matrices(context, rest))
    for tensor in candidates:
        if deadline.passed():
            return None
        spend(60)
        columns.append(dict(context.reduce(squared(tensor))[0].terms))
        made_of.append(tensor)
    combination = nonnegative_combination(columns, rest.terms, deadline.passed)
    if not combination:
        return None
    squares: AnySquares = tuple(((str(c), ()), made_of[k]) for k, c in combination.items())
    total = reduce(lambda p, k: p - squared(made_of[k]).scaled(combination[k]), combination, rest)
    left, more = context.reduce(total)
    if left.terms:
        return None
    cofactors.merge(more, 1)
    return squares, cofactors


def _candidates(context: ProofContext, found: list[Tensor]) -> Iterator[Tensor]:
    """Each tensor, and the sum and the difference of each pair with an inner product that is not zero."""
    yield from found
    for a, b in combinations(found, 2):
        if a.shape() == b.shape():
            spend(60)
            if context.reduce(inner(a, b))[0].terms:
                yield a.plus(b, -1)
                yield a.plus(b, 1)


def _matrices(context: ProofContext, f: Polynomial) -> Iterator[Polynomial]:
    """The halves of the monomials of f with squares of their degrees, and sums and differences of two of one shape."""
    wanted = [degrees(m) for m in f.terms]
    for group in groups_of(context, f.terms):
        words: list[Polynomial] = []
        for u in group:
            spend(30)
            if len(words) < MAX_WORDS and all(degrees(m) in wanted for m in context.reduce(u.norm2())[0].terms):
                words.append(u)
        yield from words
        for u, v in combinations(words, 2):
            yield from (u + v, u - v)


def _tensors(context: ProofContext, f: Polynomial, deadline: Deadline) -> Iterator[Tensor]:
    """M⊗N for every product tr(MᵀM)·tr(NᵀN) among the monomials of f, in both orders, with each factor transposed."""
    pairs = dict.fromkeys(pair for monomial in f.terms if (pair := _two_traces(monomial)) is not None)
    table: dict[Monomial, list[Polynomial]] | None = None
    for first, second in list(pairs)[:MAX_PAIRS]:
        if deadline.passed():
            return
        roots = [list(_halves(w)) for w in (first, second)]
        if not all(roots):
            table = table if table is not None else _norms(context)
            roots = [known or table.get((((w, 1),), ()), []) for known, w in zip(roots, (first, second), strict=True)]
        for m, n in product(*roots):
            for a, b in product((m, m.T), (n, n.T)):
                for one, other in ((a, b), (b, a)):
                    yield Tensor((("kron", one, other),))
                    if one.cols == other.rows:
                        yield Tensor((("swap", one, other),))


def _two_traces(monomial: Monomial) -> tuple[Word, Word] | None:
    """The two traces whose product a monomial is; None for any other monomial."""
    scalars, word = monomial
    if word or any(isinstance(a, str) or k < 0 or (len(a) == 1 and a[0].rows == 1) for a, k in scalars):
        return None
    traces = [a for a, k in scalars for _ in range(k) if not isinstance(a, str)]
    return (traces[0], traces[1]) if len(traces) == 2 else None


def _halves(closed: Word) -> Iterator[Polynomial]:
    """u, where a trace is tr(uᵀu)."""
    for u in halves_of(closed):
        yield Polynomial(u[0].rows, u[-1].cols, [(((), u), 1)])


def _norms(context: ProofContext) -> dict[Monomial, list[Polynomial]]:
    """Words of one and two letters by the normal form of their squared norm, where that is one trace."""
    letters = dict.fromkeys(
        x for p in context.known_equations() for _, w in p.terms for x in w if 1 not in (x.rows, x.cols)
    )
    both: dict[Letter, None] = {}
    for x in list(letters)[:MAX_LETTERS]:
        both.update(dict.fromkeys((x, x.T)))
    words: list[Word] = [(x,) for x in both]
    words += [(x, y) for x in both for y in both if x.cols == y.rows]
    found: dict[Monomial, list[Polynomial]] = {}
    for word in words:
        spend(30)
        u = Polynomial(word[0].rows, word[-1].cols, [(((), word), 1)])
        norm = context.reduce(u.norm2())[0]
        if len(norm.terms) == 1 and next(iter(norm.terms.values())) == 1:
            found.setdefault(next(iter(norm.terms)), []).append(u)
    return found
