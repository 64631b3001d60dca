"""The basis of a sum of squares: words M and N with tr(MᵀN) a monomial of f, its scalars shared out between them.

For commuting variables the Newton polytope gives such a basis (Reznick 1978), for words the halves of the monomials do
(Klep and Povh, J. Pure Appl. Algebra 214, 2010). Under traces neither is known to be enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import combinations, islice, product

from pcaproofs.kernel import Atom, Dimension, Monomial, Polynomial, Scalars, Word, flip, times
from pcaproofs.prover.effort import spend
from pcaproofs.prover.search.context import ProofContext

Half = tuple[Dimension, Dimension, Monomial]
Groups = dict[tuple[Dimension, Dimension], dict[Monomial, None]]

MAX_HALVES = 100  # of one shape
MAX_SHARES = 48  # ways to give the scalars of a monomial to its halves
MAX_TRACES = 4  # of a monomial; one with more is not read as a product


def groups_of(context: ProofContext, monomials: Iterable[Monomial]) -> list[tuple[Polynomial, ...]]:
    """The irreducible halves of the monomials, one group for each shape, small groups first."""
    found: Groups = {}
    for monomial in monomials:
        for rows, cols, half in halves(monomial):
            for m in context.normal(rows, cols, half).terms:
                found.setdefault((rows, cols), {})[m] = None
    groups = []
    for (rows, cols), words in found.items():
        if (cols, rows) in found and rows != cols:
            if (str(cols), str(rows)) < (str(rows), str(cols)):
                continue  # ‖M‖ = ‖Mᵀ‖: one of the two shapes will do
            for s, w in found[cols, rows]:
                words.setdefault((s, flip(w)), None)
        ordered = sorted(words, key=context.order.key)[:MAX_HALVES]
        groups.append(tuple(Polynomial(rows, cols, [(m, 1)]) for m in ordered))
    return sorted(groups, key=len)


def halves(monomial: Monomial) -> Iterator[Half]:
    """M and N for every way to read a 1×1 monomial as tr(MᵀN), with at most two of its traces torn open."""
    plain, traces = _sorted_factors(monomial[0])
    if len(traces) > MAX_TRACES:
        return
    for size in (0, 1, 2):
        seen: set[tuple[Word, ...]] = set()
        for chosen in combinations(range(len(traces)), size):
            opened = tuple([traces[i] for i in chosen])
            if opened in seen:
                continue
            seen.add(opened)
            beside = reduce(times, [((word, 1),) for i, word in enumerate(traces) if i not in chosen], plain)
            pairs = list(_splits(list(opened)))
            for one, other in islice(_shares(beside), MAX_SHARES):
                spend(10 + 4 * len(pairs))
                for rows, cols, m, n in pairs:
                    yield rows, cols, (one, m)
                    yield rows, cols, (other, n)


def _sorted_factors(scalars: Scalars) -> tuple[Scalars, list[Word]]:
    """The dimensions, letters and inverses among scalars; and the traces, each as often as it is a factor."""
    plain: list[tuple[Atom, int]] = []
    traces: list[Word] = []
    for atom, power in scalars:
        if isinstance(atom, str) or power < 0 or (len(atom) == 1 and atom[0].rows == 1):
            plain.append((atom, power))
        else:
            traces += [atom] * power
    return tuple(plain), traces


def _shares(scalars: Scalars) -> Iterator[tuple[Scalars, Scalars]]:
    """Every way to write a commutative monomial as a product of two, even ones first."""
    options = []
    for atom, k in scalars:
        step = 1 if k > 0 else -1
        middle = k // 2 if k > 0 else -((-k) // 2)
        options.append([(atom, j) for j in sorted(range(0, k + step, step), key=lambda j: abs(2 * j - 2 * middle))])
    for picked in product(*options):
        one = tuple((a, j) for a, j in picked if j)
        yield times(one, ()), times(scalars, tuple((a, -j) for a, j in one))


def _splits(traces: list[Word]) -> Iterator[tuple[Dimension, Dimension, Word, Word]]:
    """(rows, cols, M, N) for every way to read a product of at most two traces as one tr(Mᵀ N)."""
    if not traces:
        yield 1, 1, (), ()
    elif len(traces) == 1:
        (word,) = traces
        for i in range(len(word)):
            turned = word[i:] + word[:i]
            for j in range(len(turned)):
                yield _pair(turned[:j], turned[j:])
    else:
        for a in (traces[0], flip(traces[0])):
            for b in (traces[1], flip(traces[1])):
                if a[0].rows == 1 == b[0].rows:
                    for i in range(1, len(a)):
                        for j in range(len(b)):
                            yield _pair(a[i:] + b[:j], b[j:] + a[:i])


def _pair(m: Word, n: Word) -> tuple[Dimension, Dimension, Word, Word]:
    """M = flip(m) and N = n of tr(m n); n is not empty."""
    return n[0].rows, n[-1].cols, flip(m), n


def degrees(monomial: Monomial) -> dict[str, int]:
    """How often each letter and dimension occurs."""
    out: dict[str, int] = {}
    for atom, k in monomial[0]:
        for name in [atom] if isinstance(atom, str) else [x.name for x in atom]:
            out[name] = out.get(name, 0) + k
    for x in monomial[1]:
        out[x.name] = out.get(x.name, 0) + 1
    return out
