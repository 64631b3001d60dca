"""What a statement is about: its dimensions, letters, indices and random columns, and the sizes worth trying."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from pcaproofs.language import nodes
from pcaproofs.language.conclusions import AtLeast, Best, SameBest
from pcaproofs.language.hypotheses import Named
from pcaproofs.verify.second_opinion.world import Meaningless

Sizes = Mapping[Any, int]
_EXPECTATIONS = (nodes.ScalarExpectation, nodes.MatrixExpectation)
_SUMS = (nodes.ScalarSum, nodes.MatrixSum)


@dataclass
class Subject:
    """Everything with a name in a conclusion and its hypotheses, in order of first use."""

    dimensions: dict[Any, None] = field(default_factory=dict)
    counted: dict[Any, None] = field(default_factory=dict)  # dimensions that are the length of a column of ones
    letters: dict[Any, None] = field(default_factory=dict)  # matrix symbols and scalar symbols
    places: dict[Any, Any] = field(default_factory=dict)  # free index -> the length of what it points into
    vectors: dict[str, Any] = field(default_factory=dict)  # name of a basis vector -> its length
    entries: dict[Any, set[int]] = field(default_factory=dict)  # length -> the numbers used as indices into it
    random: dict[Any, None] = field(default_factory=dict)
    orthonormal: dict[Any, None] = field(default_factory=dict)
    frames: list[list[Any]] = field(default_factory=list)  # letters whose columns together are orthonormal
    partitions: list[list[Any]] = field(default_factory=list)  # letters Q, …, R with QQᵀ + … + RRᵀ = I


def subject(conclusion: Any, assuming: Iterable[Any]) -> Subject:
    """What a conclusion and its hypotheses are about."""
    about = Subject()
    every = [sp.sympify(e) for thing in (*assuming, conclusion) for e in expressions(thing)]
    walked = [pair for e in every for pair in _with_bound(e, frozenset())]
    about.random = {node.args[1]: None for node, _ in walked if isinstance(node, _EXPECTATIONS)}
    for node, bound in walked:
        _note(node, about, bound)
    for node, bound in walked:
        known = (*about.dimensions, *about.places, *bound, *about.random)
        if isinstance(node, sp.MatrixSymbol | sp.Symbol) and node not in known:
            is_number = isinstance(node, sp.Symbol) and node.is_integer and node.is_positive  # d of tr P = d
            (about.dimensions if is_number else about.letters)[node] = None
    _find_frames(about, assuming)
    return about


def _with_bound(e: Any, bound: frozenset[Any]) -> Iterator[tuple[Any, frozenset[Any]]]:
    """Every node, with the indices that sums around it bind."""
    yield e, bound
    if isinstance(e, _SUMS):
        body, k, n = e.args
        yield from _with_bound(n, bound)
        yield from _with_bound(body, bound | {k})
    elif isinstance(e, sp.Sum):
        indices = bound | {limit[0] for limit in e.limits}
        yield from (pair for limit in e.limits for end in limit[1:] for pair in _with_bound(end, indices))
        yield from _with_bound(e.function, indices)
    else:
        yield from (pair for part in e.args if isinstance(part, sp.Basic) for pair in _with_bound(part, bound))


def _find_frames(about: Subject, assuming: Iterable[Any]) -> None:
    apart: set[frozenset[Any]] = set()  # pairs Q, R with QᵀR = 0
    for item in assuming:
        if isinstance(item, Named) and item.kind in ("orthonormal", "orthogonal", "unit"):
            about.orthonormal[item.args[0]] = None
        if not isinstance(item, sp.Eq):
            continue
        left, right = zip(*map(_halves, sp.MatAdd.make_args(item.lhs)), strict=True)
        if isinstance(item.rhs, sp.Identity) and left == tuple(x if x is None else x.T for x in right):
            if len(right) == 1:
                about.orthonormal[right[0]] = None
            about.partitions.append(list(left))
        if (
            len(right) == 1
            and isinstance(left[0], sp.Transpose)
            and (item.rhs == 0 or isinstance(item.rhs, sp.ZeroMatrix))
        ):
            apart.add(frozenset((left[0].arg, right[0])))
    left_over = [x for x in about.orthonormal if x in about.letters]
    while left_over:
        frame = [left_over.pop(0)]
        for x in list(left_over):
            if all(frozenset((x, y)) in apart for y in frame):
                frame.append(x)
                left_over.remove(x)
        about.frames.append(frame)


def _halves(e: Any) -> tuple[Any, Any]:
    return e.args if isinstance(e, sp.MatMul) and len(e.args) == 2 else (e, None)


def _note(node: Any, about: Subject, bound: frozenset[Any]) -> None:
    if isinstance(node, sp.Symbol) and node.is_integer and node.is_positive and node not in bound:
        about.dimensions[node] = None  # also where nothing has that length, as in 1/(n - 1)
    if isinstance(node, sp.MatrixSymbol | sp.Identity | sp.OneMatrix | sp.ZeroMatrix | nodes.Basis):
        for n in node.shape:
            about.dimensions.update(dict.fromkeys(_symbols(n)))
    if isinstance(node, sp.OneMatrix):
        about.counted.update((n, None) for n in node.shape if n.is_Symbol)
    if isinstance(node, _SUMS):
        about.dimensions.update(dict.fromkeys(_symbols(node.args[2])))
        about.counted.update(dict.fromkeys(_symbols(node.args[2])))
    if isinstance(node, nodes.Basis):
        name = node.args[1].name
        if name.isdigit():
            about.entries.setdefault(node.shape[0], set()).add(int(name))
        else:
            about.vectors[name] = node.shape[0]
    used: list[tuple[Any, Any]] = []
    if isinstance(node, nodes.Sample):
        used = [(node.args[1], node.args[0].shape[0])]
    if isinstance(node, MatrixElement):
        used = list(zip(node.args[1:], node.args[0].shape, strict=True))
    if isinstance(node, sp.KroneckerDelta):
        length = node.args[2][1] + 1 if len(node.args) > 2 else None  # H[i, j] leaves only this of the length of H
        used = [(k, length) for k in node.args[:2]]
        about.dimensions.update(dict.fromkeys(_symbols(length) if length is not None else ()))
    for k, n in used:
        for s in _symbols(k):
            if s in bound:
                continue
            about.places[s] = about.places.get(s) or n
        if k.is_Integer and n is not None:
            about.entries.setdefault(n, set()).add(int(k))


def _symbols(e: Any) -> list[Any]:
    return sorted(e.free_symbols, key=str)


def expressions(thing: Any) -> Iterator[Any]:
    """The SymPy expressions in a conclusion or a hypothesis."""
    if isinstance(thing, Named):
        yield from thing.args
        if (factor := thing.factor()) is not None:
            yield factor
    elif isinstance(thing, Best):
        yield thing.objective
        yield from (x for pair in thing.at for x in pair)
        yield from (e for item in thing.exactly for e in expressions(item))
        if thing.value is not None:
            yield thing.value
    elif isinstance(thing, SameBest):
        yield from (*thing.variables, thing.first[1], thing.second[1])
    elif isinstance(thing, AtLeast):
        yield from (thing.left, thing.right)
    elif isinstance(thing, sp.Basic | bool):
        yield thing
    else:
        raise Meaningless(f"got {thing} ({type(thing).__name__}), but should be a statement of SymPy's or of ours")


def candidates(about: Subject) -> Iterator[Sizes]:
    """Sizes to try: first all different and none 1, so that a missing transpose clashes; then with a 1; then any."""
    names = list(about.dimensions)
    if not names:
        yield {}
        return
    least = max([2, *(k + 1 for used in about.entries.values() for k in used)])
    least = max(least, *(list(about.vectors.values()).count(n) for n in {*about.vectors.values(), None}))
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
            if choice not in seen and _possible(about, sizes):
                seen.add(choice)
                yield sizes


def _possible(about: Subject, sizes: Sizes) -> bool:
    """Cheap reasons why nothing of these sizes exists: more orthonormal columns than rows, a length below 1."""
    known = {name: sp.Integer(k) for name, k in sizes.items()}
    shapes = {m: [n.xreplace(known) for n in m.shape] for m in about.letters if isinstance(m, sp.MatrixSymbol)}
    if any(n.is_Integer and n < 1 for shape in shapes.values() for n in shape):
        return False
    for letters in about.partitions:
        orthonormal = all(x in about.orthonormal and x in shapes for x in letters)
        if orthonormal and sum(shapes[x][1] for x in letters) != shapes[letters[0]][0]:  # the trace counts columns
            return False
    return all(sum(shapes[x][1] for x in frame) <= shapes[frame[0]][0] for frame in about.frames if frame[0] in shapes)


def placings(about: Subject, sizes: Sizes) -> Iterator[dict[Any, int]]:
    """Every place for the free indices; basis vectors of different names are different, an index may be any."""
    known = {name: sp.Integer(k) for name, k in sizes.items()}

    def length(n: Any) -> int:
        return 2 if n is None else int(n.xreplace(known))

    names = [*about.vectors, *(k for k in about.places if str(k) not in about.vectors)]
    ranges = [range(length(about.vectors[k] if isinstance(k, str) else about.places[k])) for k in names]
    for choice in product(*ranges):
        at = dict(zip(names, choice, strict=True))
        taken = [(n, at[k]) for k, n in about.vectors.items()]
        taken += [(n, k) for n, used in about.entries.items() if n in about.vectors.values() for k in used]
        if len(set(taken)) == len(taken):
            yield {**at, **{k: at[str(k)] for k in about.places if str(k) in about.vectors}}
