"""Index notation back to words: SymPy turns (x.T*w)[0, 0] into Σ_i w[i, 0] x[i, 0].

A product of entries is a graph whose edges are matrices and whose vertices are indices. Where every summed index has
degree at most 2 the graph falls into chains and cycles: scalars u'ABv and traces. Anything else is refused.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from pcaproofs.kernel import Dimension, Expression, IllTyped

if TYPE_CHECKING:
    from pcaproofs.language.expressions import ExpressionReader

Edge = tuple[Any, Expression, Any, Dimension, Dimension]  # row index, matrix, column index, row and column dimension


def read_index_sum(e: Any, reader: ExpressionReader) -> Expression:
    """The expression of an entry or a sum of products of entries; raises IllTyped where it is not a chain."""
    ranges: dict[Any, Dimension] = {}
    body = e
    while isinstance(body, sp.Sum):
        for k, low, high in body.limits:
            if low != 0 or k in ranges:
                raise IllTyped(f"got a sum of {k} from {low}, but should start at 0 and bind each index once [in {e}]")
            ranges[k] = reader.dimension(high + 1)
        body = body.function
    terms = sp.Add.make_args(sp.expand(body))
    read = [_term(term, ranges, reader, e) for term in terms]
    return read[0] if len(read) == 1 else ("add", *read)


def _term(term: Any, ranges: dict[Any, Dimension], reader: ExpressionReader, whole: Any) -> Expression:
    factors: list[Expression] = []
    edges: list[Edge] = []
    for factor in sp.Mul.make_args(term):
        base, power = factor.as_base_exp()
        if isinstance(base, MatrixElement | sp.KroneckerDelta) and power.is_Integer and power > 0:
            edges += [_edge(base, ranges, reader)] * int(power)
        elif base.free_symbols & set(ranges):
            raise IllTyped(f"got {factor} below a sum, but should be a product of entries [in {whole}]")
        else:
            factors.append(reader.read(factor))
    degrees = Counter(k for i, _, j, _, _ in edges for k in (i, j) if k in ranges)
    for k, n in ranges.items():
        if degrees[k] > 2:
            raise IllTyped(f"got the index {k} {degrees[k]} times in {term}, but should be at most twice [in {whole}]")
        if degrees[k] == 0:
            factors.append(reader.number(n) if isinstance(n, int) else ("size", n))
    factors += _chains(edges, ranges, reader)
    if not factors:
        return ("number", "1")
    return factors[0] if len(factors) == 1 else ("mul", *factors)


def _edge(entry: Any, ranges: dict[Any, Dimension], reader: ExpressionReader) -> Edge:
    if isinstance(entry, sp.KroneckerDelta):
        i, j = entry.args[:2]
        for k in (i, j):
            if (
                k not in ranges and k != 0
            ):  # it might lie outside of the other's range, where there is no basis vector for it
                raise IllTyped(f"got {entry}, but {k} should be summed too")
        sizes = [ranges[k] for k in (i, j) if k in ranges]
        if len(set(sizes)) != 1:
            raise IllTyped(f"got {entry}, where {i} and {j} run up to {sizes}, but should have one range")
        return i, ("eye", sizes[0]), j, sizes[0], sizes[0]
    matrix, i, j = entry.args
    e = reader.read(matrix)
    rows, cols = reader.shape(e)
    for k, n in ((i, rows), (j, cols)):
        if k in ranges and ranges[k] != n:
            raise IllTyped(f"got {k} up to {ranges[k]} in {entry}, but should be up to {n}: {ranges[k]} and {n} clash")
    return i, e, j, rows, cols


def _chains(edges: list[Edge], ranges: dict[Any, Dimension], reader: ExpressionReader) -> list[Expression]:
    """Every chain as a 1×1 product, every cycle as a trace."""
    left = list(edges)
    out: list[Expression] = []
    while left:
        degrees = Counter(k for i, _, j, _, _ in left for k in (i, j))
        loose = [edge for edge in left for k in (edge[0], edge[2]) if k not in ranges or degrees[k] == 1]
        start = loose[0] if loose else left[0]
        left.remove(start)
        if loose and (start[0] in ranges and degrees[start[0]] != 1):
            start = _turn(start)
        chain = [start]
        while chain[-1][2] in ranges:
            k = chain[-1][2]
            following = next((edge for edge in left if k in (edge[0], edge[2])), None)
            if following is None:
                break
            left.remove(following)
            chain.append(following if following[0] == k else _turn(following))
        words = [edge[1] for edge in chain]
        product: Expression = words[0] if len(words) == 1 else ("mul", *words)
        first, last = chain[0], chain[-1]
        if first[0] == last[2] and first[0] in ranges:
            out.append(("tr", product))
            continue
        ends = (_end(first[0], first[3], ranges, reader), _end(last[2], last[4], ranges, reader))
        if ends[0] is not None:
            product = ("mul", ("t", ends[0]), product)
        out.append(product if ends[1] is None else ("mul", product, ends[1]))
    return out


def _turn(edge: Edge) -> Edge:
    i, e, j, rows, cols = edge
    return j, ("t", e), i, cols, rows


def _end(k: Any, n: Dimension, ranges: dict[Any, Dimension], reader: ExpressionReader) -> Expression | None:
    """What closes a chain: nothing at a column of width 1, ones under a lone sum, a basis vector at a fixed index."""
    if n == 1:
        return None
    if k in ranges:
        return reader.ones_column(n)
    if not (k.is_Integer or isinstance(k, sp.Symbol)):
        raise IllTyped(f"got the index {k}, but should be a number or a symbol")
    if k.is_Integer and (k < 0 or (isinstance(n, int) and k >= n)):
        raise IllTyped(f"got the index {k}, but should be from 0 to {n} - 1")
    return reader.basis_vector(n, reader.index_name(k), distinct=bool(k.is_Integer))
