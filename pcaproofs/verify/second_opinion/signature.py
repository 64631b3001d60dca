"""The signature of a statement: its dimensions, letters, indices and random columns; candidate sizes for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from pcaproofs.language import nodes
from pcaproofs.language.conclusions import ForAll, SymbolicComparison, SymbolicOptimum, SymbolicSameOptimisers
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.nodes import PART_SUMS, Leading
from pcaproofs.verify.second_opinion.valuation import Meaningless

Sizes = Mapping[Any, int]
_EXPECTATIONS = (nodes.ScalarExpectation, nodes.MatrixExpectation)
_SUMS = (nodes.ScalarSum, nodes.MatrixSum, *PART_SUMS)
_SHAPED = (sp.MatrixSymbol, sp.Identity, sp.OneMatrix, sp.ZeroMatrix, nodes.Basis, Leading)


@dataclass
class Signature:
    """All names in a conclusion and its hypotheses, in order of first use."""

    dimensions: dict[Any, None] = field(default_factory=dict)
    ones_dimensions: dict[Any, None] = field(default_factory=dict)  # lengths of columns of ones
    letters: dict[Any, None] = field(default_factory=dict)  # matrix symbols and scalar symbols
    indices: dict[Any, Any] = field(default_factory=dict)  # free index -> length of the axis that it indexes
    basis_vectors: dict[str, Any] = field(default_factory=dict)  # name of a standard basis vector -> its length
    index_numbers: dict[Any, set[int]] = field(
        default_factory=dict
    )  # length -> numbers used as indices of such an axis
    apart: list[tuple[Any, Any]] = field(default_factory=list)  # indices or numbers that differ
    parts: dict[tuple[Any, Any], None] = field(default_factory=dict)  # (m, n) of the first m members of n
    random: dict[Any, None] = field(default_factory=dict)
    orthonormal: dict[Any, None] = field(default_factory=dict)
    frames: list[list[Any]] = field(default_factory=list)  # letters whose columns are jointly orthonormal
    partitions: list[list[Any]] = field(default_factory=list)  # letters Q, …, R with QQᵀ + … + RRᵀ = I


def signature_of(conclusion: Any, assuming: Iterable[Any]) -> Signature:
    """The signature of a conclusion and its hypotheses."""
    signature = Signature()
    concluded = conclusion.args if isinstance(conclusion, Named) else expressions(conclusion)
    every = [sp.sympify(e) for e in (*(e for thing in assuming for e in expressions(thing)), *concluded)]
    walked = [pair for e in every for pair in _with_bound(e, frozenset())]
    signature.random = {node.args[1]: None for node, _ in walked if isinstance(node, _EXPECTATIONS)}
    for node, bound in walked:
        _note(node, signature, bound)
    signature.apart = [pair for item in assuming if (pair := _apart(item, signature)) is not None]
    for node, bound in walked:
        known = (*signature.dimensions, *signature.indices, *bound, *signature.random)
        if isinstance(node, sp.MatrixSymbol | sp.Symbol) and node not in known:
            is_number = isinstance(node, sp.Symbol) and node.is_integer and node.is_positive  # d of tr P = d
            (signature.dimensions if is_number else signature.letters)[node] = None
    _find_frames(signature, assuming)
    return signature


def _with_bound(e: Any, bound: frozenset[Any]) -> Iterator[tuple[Any, frozenset[Any]]]:
    """Every node, with the indices that enclosing sums bind."""
    yield e, bound
    if isinstance(e, _SUMS):
        body, k, *bounds = e.args
        yield from (pair for n in bounds for pair in _with_bound(n, bound))
        yield from _with_bound(body, bound | {k})
    elif isinstance(e, sp.Sum):
        indices = bound | {limit[0] for limit in e.limits}
        yield from (pair for limit in e.limits for end in limit[1:] for pair in _with_bound(end, indices))
        yield from _with_bound(e.function, indices)
    else:
        yield from (pair for part in e.args if isinstance(part, sp.Basic) for pair in _with_bound(part, bound))


def _find_frames(signature: Signature, assuming: Iterable[Any]) -> None:
    orthogonal: set[frozenset[Any]] = set()  # pairs Q, R with QᵀR = 0
    for item in assuming:
        if isinstance(item, Named) and item.kind in ("orthonormal", "orthogonal", "unit"):
            signature.orthonormal[item.args[0]] = None
        if not isinstance(item, sp.Eq):
            continue
        left, right = zip(*map(_two_factors, sp.MatAdd.make_args(item.lhs)), strict=True)
        if isinstance(item.rhs, sp.Identity) and left == tuple(x if x is None else x.T for x in right):
            if len(right) == 1:
                signature.orthonormal[right[0]] = None
            signature.partitions.append(list(left))
        if (
            len(right) == 1
            and isinstance(left[0], sp.Transpose)
            and (item.rhs == 0 or isinstance(item.rhs, sp.ZeroMatrix))
        ):
            orthogonal.add(frozenset((left[0].arg, right[0])))
    left_over = [x for x in signature.orthonormal if x in signature.letters]
    while left_over:
        frame = [left_over.pop(0)]
        for x in list(left_over):
            if all(frozenset((x, y)) in orthogonal for y in frame):
                frame.append(x)
                left_over.remove(x)
        signature.frames.append(frame)


def _two_factors(e: Any) -> tuple[Any, Any]:
    return e.args if isinstance(e, sp.MatMul) and len(e.args) == 2 else (e, None)


def _note(node: Any, signature: Signature, bound: frozenset[Any]) -> None:
    """Records the dimensions, basis vectors and indices of one node; bound: the indices of enclosing sums."""
    _note_dimensions(node, signature, bound)
    if isinstance(node, nodes.Basis):
        name = node.args[1].name
        if name.isdigit():
            signature.index_numbers.setdefault(node.shape[0], set()).add(int(name))
        else:
            signature.basis_vectors[name] = node.shape[0]
    for k, n in _used_indices(node):
        for s in _symbols(k):
            if s not in bound and not s.is_positive:  # else a size: the last entry is n − 1
                signature.indices[s] = signature.indices.get(s) or n
        if k.is_Integer and n is not None:
            signature.index_numbers.setdefault(n, set()).add(int(k))


def _note_dimensions(node: Any, signature: Signature, bound: frozenset[Any]) -> None:
    if isinstance(node, sp.Symbol) and node.is_integer and node.is_positive and node not in bound:
        signature.dimensions[node] = None  # also where nothing has that length, as in 1/(n - 1)
    if isinstance(node, _SHAPED):
        for n in node.shape:
            signature.dimensions.update(dict.fromkeys(_symbols(n)))
    if isinstance(node, sp.OneMatrix):
        signature.ones_dimensions.update((n, None) for n in node.shape if n.is_Symbol)
    if isinstance(node, _SUMS):
        signature.dimensions.update(dict.fromkeys(x for n in node.args[2:] for x in _symbols(n)))
        signature.ones_dimensions.update(dict.fromkeys(_symbols(node.args[2])))
    if isinstance(node, PART_SUMS):
        n, after, last = node.args[2:]
        signature.parts |= dict.fromkeys([(after, last), (last, n)])
    if isinstance(node, Leading):
        signature.parts[node.args] = None
    if isinstance(node, MatrixSlice):
        ends = (sp.sympify(node.rowslice[1]), sp.sympify(node.colslice[1]))
        signature.parts |= dict.fromkeys(zip(ends, node.parent.shape, strict=True))
    if isinstance(node, sp.KroneckerDelta) and (length := _delta_length(node)) is not None:
        signature.dimensions.update(dict.fromkeys(_symbols(length)))


def _used_indices(node: Any) -> list[tuple[Any, Any]]:
    """The indices that a node uses, each with the length of the axis that it indexes."""
    if isinstance(node, nodes.Sample):
        return [(node.args[1], node.args[0].shape[0])]
    if isinstance(node, MatrixElement):
        return list(zip(node.args[1:], node.args[0].shape, strict=True))
    if isinstance(node, sp.KroneckerDelta):
        return [(k, _delta_length(node)) for k in node.args[:2]]
    return []


def _delta_length(node: Any) -> Any:
    """The length of the axis of a Kronecker delta's indices; None if SymPy does not keep it."""
    return node.args[2][1] + 1 if len(node.args) > 2 else None  # SymPy turns I[i, j] into a delta with this range


def _symbols(e: Any) -> list[Any]:
    return sorted(e.free_symbols, key=str)


def expressions(thing: Any) -> Iterator[Any]:
    """The SymPy expressions in a conclusion or a hypothesis."""
    if isinstance(thing, Named):
        yield from thing.args
        if (factor := thing.factor()) is not None:
            yield factor
    elif isinstance(thing, SymbolicOptimum):
        yield thing.objective
        yield from (x for pair in thing.at for x in pair)
        yield from (e for item in thing.exactly for e in expressions(item))
        if thing.value is not None:
            yield thing.value
    elif isinstance(thing, SymbolicSameOptimisers):
        yield from (*thing.variables, thing.first[1], thing.second[1])
    elif isinstance(thing, SymbolicComparison):
        yield from (thing.left, thing.right)
    elif isinstance(thing, ForAll):  # as sums, which bind the index
        yield from (nodes.total(e, thing.index, thing.length) for e in expressions(thing.relation))
    elif isinstance(thing, sp.Basic | bool):
        yield thing
    else:
        raise Meaningless(f"got {thing} ({type(thing).__name__}), but should be a statement of SymPy's or of ours")


def candidate_sizes(signature: Signature) -> Iterator[Sizes]:
    """Sizes to check, small ones first: distinct and above 1 (a missing transpose clashes); distinct; any above 1."""
    names = list(signature.dimensions)
    if not names:
        yield {}
        return
    least = max([2, *(k + 1 for used in signature.index_numbers.values() for k in used)])
    least = max(
        least, *(list(signature.basis_vectors.values()).count(n) for n in {*signature.basis_vectors.values(), None})
    )
    most = least + max(3 if len(names) == 1 else 2, len(names) - 1)
    pools = (range(least, most + 1), range(1, most + 1))
    seen: set[tuple[int, ...]] = set()
    groups = [
        permutations(pools[0], len(names)),
        permutations(pools[1], len(names)),
        product(pools[0], repeat=len(names)),
    ]
    for group in groups:
        for choice in sorted(group, key=lambda s: (sum(s), s)):
            sizes = dict(zip(names, choice, strict=True))
            if choice not in seen and _possible(signature, sizes):
                seen.add(choice)
                yield sizes


def _has_parts(signature: Signature, sizes: Sizes) -> bool:
    """Whether the parts of families that are summed over are within them at these sizes."""
    known = {name: sp.Integer(k) for name, k in sizes.items()}
    return all(m.xreplace(known) <= n.xreplace(known) for m, n in signature.parts)


def _possible(signature: Signature, sizes: Sizes) -> bool:
    """Whether no shape rules these sizes out: a length below 1, or more orthonormal columns than rows."""
    if not _has_parts(signature, sizes):
        return False
    known = {name: sp.Integer(k) for name, k in sizes.items()}
    shapes = {m: [n.xreplace(known) for n in m.shape] for m in signature.letters if isinstance(m, sp.MatrixSymbol)}
    if any(n.is_Integer and n < 1 for shape in shapes.values() for n in shape):
        return False
    for letters in signature.partitions:
        orthonormal = all(x in signature.orthonormal and x in shapes for x in letters)
        if orthonormal and sum(shapes[x][1] for x in letters) != shapes[letters[0]][0]:  # the trace counts columns
            return False
    return all(
        sum(shapes[x][1] for x in frame) <= shapes[frame[0]][0] for frame in signature.frames if frame[0] in shapes
    )


def index_choices(signature: Signature, sizes: Sizes) -> Iterator[dict[Any, int]]:
    """Every choice of numbers for the free indices; basis vectors of different names get different numbers."""
    known = {name: sp.Integer(k) for name, k in sizes.items()}

    def length(n: Any) -> int:
        return 2 if n is None else int(n.xreplace(known))

    names = [*signature.basis_vectors, *(k for k in signature.indices if str(k) not in signature.basis_vectors)]
    ranges = [range(length(signature.basis_vectors[k] if isinstance(k, str) else signature.indices[k])) for k in names]
    for choice in product(*ranges):
        chosen = dict(zip(names, choice, strict=True))
        taken = [(n, chosen[k]) for k, n in signature.basis_vectors.items()]
        taken += [
            (n, k) for n, used in signature.index_numbers.items() if n in signature.basis_vectors.values() for k in used
        ]
        chosen |= {k: chosen[str(k)] for k in signature.indices if str(k) in signature.basis_vectors}
        same = any(chosen.get(a, a) == chosen.get(b, b) for a, b in signature.apart)
        if len(set(taken)) == len(taken) and not same:
            yield chosen


def _apart(item: Any, signature: Signature) -> tuple[Any, Any] | None:
    """The sides of a hypothesis i ≠ j about free indices; None for any other."""
    if isinstance(item, sp.Ne):
        pair = (item.lhs, item.rhs)
    elif isinstance(item, SymbolicComparison) and item.relation == "!=":
        pair = (item.left, item.right)
    else:
        return None
    return pair if all(x.is_Integer or x in signature.indices for x in pair) else None
