r"""Conventions of notation that only the whole note tells: whether ' is a transpose, whether x^{(i)} has an index.

Each row of CONVENTIONS says what shows that a note has a convention, and how its formulas are read then. A scope file
switches a row off: `notation: -prime-transpose`. A number right of a letter, x1, x(2), x[1], is no factor in any note,
as nobody writes 2x so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

from pcaproofs.notes.formulas import surface as s
from pcaproofs.notes.formulas.spelling import INDICES, is_identity, is_ones, key
from pcaproofs.notes.formulas.surface import Group, Listed, Name, Node, Num, Product, children, nodes, rebuilt

UNCLEAR = "brackets"  # how bars are written that may be brackets


@dataclass(frozen=True)
class Convention:
    """A convention that the reading of a note relies on; line: where the note fixes it, None if nowhere."""

    name: str
    text: str
    line: int | None = None


@dataclass(frozen=True)
class Rule:
    r"""A row of the table.

    evidence: what shows the convention in the formulas and the text of a note, with the first offset that does; None
    if nothing does. change: a node, after the nodes below it, by what was shown. example: see CONVENTIONS.
    """

    name: str
    text: str
    evidence: Callable[[Sequence[Node], str], tuple[Any, int] | None]
    change: Callable[[Any, Node], Node]
    example: tuple[str, str, str]


def with_conventions(
    trees: Sequence[Node], text: str, off: Collection[str] = ()
) -> tuple[list[Node], list[tuple[Rule, int]]]:
    """The formulas of a note as its conventions have them, and the rules that changed one, with their first offsets."""
    out, used = [*trees], list[tuple[Rule, int]]()
    for rule in (x for x in CONVENTIONS if x.name not in off):
        if (shown := rule.evidence(out, text)) is not None:
            found, offset = shown
            changed = [rebuilt(x, partial(rule.change, found)) for x in out]
            used += [(rule, offset)] * any(a is not b for a, b in zip(out, changed, strict=True))
            out = changed
    return out, used


# numbers behind letters: x1, x2 ∈ ℝᵖ


_SCRIPTED = (s.Power, s.Transpose, s.Marked, s.Indexed)
_APPLIED = frozenset("EPOΠ")  # E(1), P(1), O(1) are no names of letters


def is_number_behind(factors: Sequence[Node], marks: Sequence[str], k: int) -> bool:
    """Whether a factor is a number that stands without a sign behind a factor that is none; marks[k] is before it.

    A number without brackets is one behind a number, too: 10 000. Fractions, roots and matrices are factors anywhere.
    """
    if not k or marks[k]:
        return False
    before, node = factors[k - 1], factors[k]
    if isinstance(node, Name) or not _is_number(node):
        return _digit(before, node) is not None and not (node == Name("1", font="bold") and _is_capital(before))
    if isinstance(before, s.Transpose) and isinstance(before.base, Num):
        return False  # 0ᵀ 0: columns of zeros or ones
    return isinstance(_unscripted(node), Num) or not _is_numeric(before)


def has_number_behind(node: Node) -> bool:
    """Whether a formula contains such a number; two indices, as in a_{i1}, are none."""
    if isinstance(node, Product):
        marks = ("", *node.marks)
        if any(is_number_behind(node.factors, marks, k) for k in range(len(marks))):
            return True
    return not isinstance(node, Name) and any(map(has_number_behind, children(node)))


def _unscripted(node: Node) -> Node:
    while isinstance(node, _SCRIPTED):
        node = node.base
    return node


def _digit(before: Node, node: Node) -> Num | None:
    r"""The number that a digit is that stands in one font with the letter before it: \mathrm{PC1}, \mathbf{x1}."""
    match before, _unscripted(node):
        case Name(font=font, span=(_, end)), Name("0" | "1" as digit, font=own, span=(start, _)) as found:
            return Num(digit, span=found.span) if font == own and start == end and _is_bare(found) else None
    return None


def _is_number(node: Node) -> bool:
    """Whether a node is a number, perhaps in brackets or with scripts; 1_n is a column of ones."""
    while isinstance(node, _SCRIPTED):
        if isinstance(node, s.Indexed) and node.base == Num("1"):
            return False
        node = node.base
    return isinstance(node, Num) or (isinstance(node, Group | s.Bars) and _is_numeric(node.body))


def _is_numeric(node: Node) -> bool:
    """Whether a node contains numbers and signs alone."""
    return all(isinstance(x, Num | s.Sum | Product | s.Power | s.Frac | Group | s.Bars) for x in nodes(node))


def _is_capital(node: Node) -> bool:
    return isinstance(node, Name) and node.base.isupper()


def _is_index(node: Node) -> bool:
    return isinstance(node, Num) and node.text.isdecimal()


def _is_bare(name: Node) -> bool:
    return isinstance(name, Name) and name.subscript is None and name.upper is None and not name.mark


@dataclass(frozen=True)
class _Numbered:
    """Letters that numbers follow, and what is around the number: nothing, ( or [; several letters are one name."""

    names: tuple[Name, ...]
    opening: str = ""


def _numbered_letters(trees: Sequence[Node], text: str) -> tuple[frozenset[_Numbered], int] | None:
    """The letters that a note declares with numbers behind them, but not f of f(2) if it has f(x + 1), too."""
    found = {letter: item.span[0] for tree in trees for letter, item in _declared(tree)}
    if any(x.opening for x in found):
        for name, group in (pair for tree in trees for x in nodes(tree) for pair in _side_by_side(x)):
            if isinstance(name, Name) and isinstance(group, Group) and not isinstance(group.body, Num | Name):
                found.pop(_Numbered((name,), group.opening), None)
    return (frozenset(found), min(found.values())) if found else None


def _declared(tree: Node, *, is_said: bool = False) -> Iterator[tuple[_Numbered, Node]]:
    """The letters with numbers that stand alone in a formula, in a list or left of ∈.

    The number 1 alone declares nothing unless a list or ∈ does (is_said), because X1 may be X times a column of ones.
    """
    match tree:
        case s.Quantified(variables=variables):
            yield from _declared(variables)
        case s.Chain((first, *_), ("∈" | "⊂" | "⊆", *_)) if not isinstance(first, Listed):
            yield from _declared(first, is_said=not _is_one_behind_capital(first))
        case s.Chain(terms):
            yield from (x for term in terms if isinstance(term, Listed) for x in _declared(term))
        case Listed(items) | s.Sentence(items):
            yield from (x for item in items for x in _declared(item, is_said=isinstance(tree, Listed)))
        case Product(factors=(*first, last), marks=marks) if not any(marks) and _is_one_word(first):
            last = _digit(first[-1], last) or last
            number = last.body if isinstance(last, Group) else last
            names = tuple(x for x in first if isinstance(x, Name) and _is_bare(x))
            if len(names) < len(first) or not _is_index(number) or (number == Num("1") and not is_said):
                return
            if len(names) > 1 or names[0].base not in _APPLIED:
                yield _Numbered(names, last.opening if isinstance(last, Group) else ""), tree


def _is_one_behind_capital(node: Node) -> bool:
    match node:
        case Product(factors=(Name() as letter, one)):
            inside = one.body if isinstance(one, Group) else _digit(letter, one) or one
            return _is_capital(letter) and inside == Num("1")
    return False


def _is_one_word(names: Sequence[Node]) -> bool:
    """Whether letters stand side by side in one font."""
    return all(
        isinstance(x, Name) and isinstance(y, Name) and x.font == y.font and x.span[1] == y.span[0] and not x.accents
        for x, y in pairwise(names)
    )


def _with_numbered(letters: frozenset[_Numbered], node: Node) -> Node:
    """Indices for the numbers behind such letters, and for n at the end of x1, …, xn."""
    if isinstance(node, Listed | s.Sum) and any(isinstance(x, s.Dots) for x in children(node)):
        return s.with_children(node, [_indexed(x, letters, is_end=True) for x in children(node)])
    return _indexed(node, letters, is_end=False)


def _indexed(node: Node, letters: frozenset[_Numbered], *, is_end: bool) -> Node:
    def run(factors: Sequence[Node], marks: Sequence[str]) -> tuple[int, Node] | None:
        for letter in letters:
            size = len(letter.names)
            here = factors[: size + 1]
            if len(here) <= size or any(marks[:size]) or here[:-1] != letter.names or not _is_one_word(here[:-1]):
                continue
            is_last = is_end and isinstance(node, Product) and len(node.factors) == size + 1
            if (named := _with_index(letter, here, is_end=is_last)) is not None:
                return size + 1, named
        return None

    return s.with_runs(node, run) if isinstance(node, Product) else node


def _with_index(letter: _Numbered, here: Sequence[Node], *, is_end: bool) -> Node | None:
    """The letter with the number or, at the end of a list, the letter behind it as its index, and with its scripts."""
    behind, span = here[-1], (here[0].span[0], here[-1].span[1])
    if isinstance(behind, _SCRIPTED):
        inner = _with_index(letter, (*here[:-1], behind.base), is_end=is_end)
        return None if inner is None else replace(behind, base=inner, span=span)
    index = _digit(here[-2], behind) or behind
    if letter.opening:
        if not isinstance(behind, Group) or behind.opening != letter.opening:
            return None
        index = behind.body
    if not (is_end and _is_bare(index) and len(getattr(index, "base", "")) == 1) and not _is_index(index):
        return None
    return replace(letter.names[-1], base="".join(x.base for x in letter.names), subscript=index, span=span)


# ∀ over letters


def used_as_indices(trees: Iterable[Node]) -> frozenset[str]:
    """The letters that stand below others, or over which a sum runs."""
    every = [*s.every(trees, Node)]
    scripts = [part for x in every if isinstance(x, Name) for part in (x.subscript, x.upper)]
    scripts += [part for x in every if isinstance(x, s.Big) for part in (x.lower, x.upper)]
    return frozenset(map(key, s.every((x for x in scripts if x is not None), Name)))


def with_words_for_all(trees: Sequence[Node]) -> list[Node]:
    r"""Formulas with words for each \forall over letters that are no indices, or with a condition on indices."""
    is_quantified = any(True for _ in s.every(trees, s.Quantified))
    indices = INDICES | used_as_indices(trees) if is_quantified else INDICES
    return [_for_all(x, indices) for x in trees] if is_quantified else [*trees]


def _for_all(tree: Node, indices: frozenset[str]) -> Node:
    match tree:
        case s.Quantified("∀", variables, body) if not isinstance(body, s.Blank) and _is_of_letters(variables, indices):
            said: list[Node] = [s.Words("for all", span=(variables.span[0],) * 2)]
            for item in s.items(variables):
                said += [item, s.Words("and", span=(item.span[1],) * 2)]
            first = _parts(_for_all(body, indices))
            both = (*first, *said[:-1]) if tree.how == "after" else (*said[:-1], *first)
            return s.Sentence(both, span=tree.span)
        case s.Sentence(parts):
            found = [_for_all(x, indices) for x in parts]
            if any(a is not b for a, b in zip(found, parts, strict=True)):
                return replace(tree, parts=tuple(y for x in found for y in _parts(x)))
    return tree


def _parts(node: Node) -> tuple[Node, ...]:
    return node.parts if isinstance(node, s.Sentence) else (node,)


def _is_of_letters(variables: Node, indices: frozenset[str]) -> bool:
    match variables:
        case Name():
            return key(variables) not in indices
        case Listed(items):
            return any(_is_of_letters(x, indices) for x in items)
        case s.Chain((Listed(), _), ("∈",)) | s.Chain((Name(), Name()), ("≠",)):
            return True
    return False


# names of functions that look like powers: σ² of σ²(w)


def _squared_functions(trees: Sequence[Node], text: str) -> tuple[dict[s.Power, bool], int] | None:
    """The powers that a note uses as functions of letters, and whether they are powers of values of functions.

    They are if the note has σ_i(A), and never σ_i before another bracket. If it has both, σ_i²(A) may be either, and
    stays a name, which nothing defines.
    """
    out, plain, factors = dict[s.Power, int](), set[Name](), set[Name]()
    for head, group in (pair for tree in trees for x in nodes(tree) for pair in _side_by_side(x)):
        match head, group:
            case Name(), Group(opening="("):
                (plain if _is_of_names(group) else factors).add(head)
            case s.Power(Name(upper=None), Num()), Group(opening="(") if _is_of_names(group):
                out.setdefault(head, head.span[0])
    found = {x: x.base not in factors and x.base in plain for x in out if x.base in plain or x.base not in factors}
    return (found, min(out.values())) if found else None


def _is_of_names(group: Group) -> bool:
    return all(isinstance(x, Name) and not (is_identity(x) or is_ones(x)) for x in s.items(group.body))


def _with_functions(functions: Mapping[s.Power, bool], node: Node) -> Node:
    """Each of these powers as a name, or as the power of a value, if brackets follow it."""

    def run(factors: Sequence[Node], marks: Sequence[str]) -> tuple[int, Node] | None:
        match factors:
            case [s.Power(Name() as base, exponent) as power, Group() as after, *_] if power in functions:
                span = (power.span[0], after.span[1])
                if marks[0]:
                    return None
                if not functions[power]:
                    return 1, replace(base, upper=exponent, span=power.span)
                value = Group(Product((base, after), ("",), span=span), span=span)
                return 2, replace(power, base=value, span=span)
        return None

    return s.with_runs(node, run) if isinstance(node, Product) else node


# transposes: primes and exponents t


_T = Name("t")
_MARK = r"(?-i:(?<![a-z]{2}))(?:'|′)(?![A-Za-z])"  # not the apostrophe of "doesn't"
_SAYS = re.compile(
    rf"(?:(?<![A-Za-z])prime|apostrophe|{_MARK})[^.]{{0,60}}\btranspos"
    rf"|\btranspos[^.]{{0,60}}(?:\bprime|\bapostrophe|{_MARK}|\\prime)",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\bnot?\b|n't\b|\bnever\b|\b(?:rather|other) than\b|\binstead\b")


def _exponents(trees: Sequence[Node], text: str) -> tuple[None, int] | None:
    """xᵗx or x xᵗ, if the letter t occurs nowhere else in the note."""
    every = [*s.every(trees, Node)]
    raised = [x for x in every if isinstance(x, s.Power) and x.exponent == _T]
    if not raised or len(raised) != sum(isinstance(x, Name) and x.base == "t" for x in every):
        return None
    is_shown = any({s.Power(a, _T), s.Power(b, _T)} & {a, b} for x in every for a, b in _side_by_side(x))
    return (None, raised[0].span[0]) if is_shown else None


def _side_by_side(node: Node) -> Iterator[tuple[Node, Node]]:
    """The pairs of factors of a product that no mark separates."""
    if isinstance(node, Product):
        yield from (pair for pair, mark in zip(pairwise(node.factors), node.marks, strict=True) if not mark)


def _primes(trees: Sequence[Node], text: str) -> tuple[frozenset[Node], int] | None:
    """The small letters x for which x' is a letter, in a note whose other primes are transposes.

    The note says so, or it has (a + b)', x'x or AA', and no other sign for a transpose. In other notes x' is another
    letter, as in those that define, declare or list a primed letter; a capital one does not matter beside both.
    x' = cx defines a letter; x' = b'A' and x' = (1, 2) do not.
    """
    every = [x for tree in trees for x in nodes(tree)]
    beside = [pair for x in every for pair in _side_by_side(x)]
    squared = {b: b.span[0] for a, b in beside if _is_primed(a) and _unprimed(a) == b}
    squared |= {a: a.span[0] for a, b in beside if _is_capital(a) and _is_primed(b) and _unprimed(b) == a}  # AA'
    marked = [x.span[0] for x in every if isinstance(x, s.Marked) and x.mark == "'"]
    said = next((x for x in _SAYS.finditer(text) if not _DENIES.search(x[0])), None)
    sides = [pair for tree in trees for pair in _sides(tree)]
    if said is None:
        if any(isinstance(x, s.Transpose) or (isinstance(x, s.Power) and x.exponent == _T) for x in every):
            return None
        alone = (x for x in trees if not (isinstance(x, Name) and _unprimed(x) in squared))
        pairs = ((x, other) for tree in alone for x, other in _sides(tree) if _unprimed(x) != other)
        pairs = ((x, other) for x, other in pairs if x.span < other.span or isinstance(other, Name))
        names = [x for x, _ in pairs if isinstance(x, Name) and x.primes]
        if (not squared and not marked) or any(x.base.islower() or not (squared and marked) for x in names):
            return None
    own = frozenset(
        _unprimed(x)
        for x, other in sides
        if isinstance(x, Name) and x.primes == 1 and x.base.islower() and isinstance(other, s.Sum | Product | Name)
        if _unprimed(x) != other
        and not any((isinstance(y, Name) and y.primes) or isinstance(y, s.Marked | s.Transpose) for y in nodes(other))
    )
    return own, said.start() if said is not None else min((*squared.values(), *marked))


def _is_primed(node: Node) -> bool:
    return isinstance(node, Name) and node.primes == 1


def _unprimed(node: Node) -> Node:
    return replace(node, primes=0) if isinstance(node, Name) else node


def _sides(tree: Node) -> Iterator[tuple[Node, Node]]:
    """The separate parts of a formula: the sides of equations, each with the other side, and the members of lists."""
    for node in nodes(tree):
        if isinstance(node, s.Chain):
            for left, sign, right in s.links(node):
                yield left, right
                if sign != "∈":
                    yield right, left
        elif isinstance(node, Listed):
            yield from ((item, node) for item in node.items)
    yield tree, tree


def _transposed(own: frozenset[Node], node: Node) -> Node:
    match node:
        case Name(primes=1, mark="") if _unprimed(node) not in own:
            return s.Transpose(_unprimed(node), span=node.span, how="'")
        case s.Marked(base, "'"):
            return s.Transpose(base, span=node.span, how="'")
    return node


NEAR = 60  # characters between a formula and the words about it
_ADJOINTS = re.compile(r"conjugate[- ]transpose|\bHermitian|\bunitary\b", re.IGNORECASE)


def _conjugate_transposes(trees: Sequence[Node], text: str) -> tuple[frozenset[str], int] | None:
    """The signs * and H of conjugate transposes in a note that speaks of them: x*x, (AB)^H, if H is no letter."""
    if (said := _ADJOINTS.search(text)) is None:
        return None
    every = [*s.every(trees, Node)]
    pairs = {frozenset(map(_adjoint, pair)) for x in every for pair in _side_by_side(x)}
    shown = {sign for base, sign in map(_adjoint, every) if sign and isinstance(base, s.Group | s.Product)}
    named = [x for x in trees if _ADJOINTS.search(text[max(x.span[0] - NEAR, 0) : x.span[1] + NEAR])]  # "of A is A^*"
    shown |= {sign for _, sign in map(_adjoint, named) if sign}
    shown |= {sign for pair in pairs for base, sign in pair if sign and (base, "") in pair}
    raised = sum(_adjoint(x)[1] == "H" for x in every)
    if raised != sum(isinstance(x, Name) and x.base == "H" for x in every):
        shown -= {"H"}
    return (frozenset(shown), said.start()) if shown else None


def _adjoint(node: Node) -> tuple[Node, str]:
    """What an adjoint is taken of, with its sign; any other node without one."""
    match node:
        case Name(mark="*"):
            return replace(node, mark=""), "*"
        case s.Marked(base, "*" as sign) | s.Power(base, Name("H", font="", subscript=None) as sign):
            return base, sign if isinstance(sign, str) else "H"
    return node, ""


def _with_adjoints(found: frozenset[str], node: Node) -> Node:
    base, sign = _adjoint(node)
    return s.Transpose(base, span=node.span, how=sign) if sign in found else node


def _raised_to_t(found: None, node: Node) -> Node:
    is_transpose = isinstance(node, s.Power) and node.exponent == _T
    return s.Transpose(node.base, span=node.span, how="t") if is_transpose and isinstance(node, s.Power) else node


# indices in brackets above a letter: x^{(i)}


def _upper_indices(trees: Sequence[Node], text: str) -> tuple[frozenset[Node], int] | None:
    """The letters that are indices above names in a note, and the letters that have them, without it.

    A letter i is one if a sum binds it and it stands above a letter below this sum. A letter has them if the note lists
    x^{(1)}, …, x^{(n)}. Any other letter in brackets above a name stays a part of the name, as in w^{(t)}.
    """
    found = {x: node.span[0] for tree in trees for node in nodes(tree) for x in _indices(node)}
    return (frozenset(found), min(found.values())) if found else None


def _indices(node: Node) -> Iterator[Node]:
    match node:
        case s.Big(body=body):
            bound = s.index_names(node)
            for name in (x for x in nodes(body) if isinstance(x, Name)):
                if isinstance(index := _above(name), Name) and index.base in bound:
                    yield from (index, replace(name, upper=None, subscript=None))
        case Listed((Name() as first, *_, Name() as last) as items) if any(isinstance(x, s.Dots) for x in items):
            bare = replace(first, upper=None, subscript=None)
            if _above(first) == Num("1") and _above(last) and replace(last, upper=None, subscript=None) == bare:
                yield bare


def with_upper_indices(found: Collection[Node], node: Node) -> Node:
    """A name with an index for the letter in brackets above it, if it is one: the family is another letter than x."""
    if not isinstance(node, Name) or (above := _above(node)) is None:
        return node
    if above not in found and replace(node, upper=None, subscript=None) not in found:
        return node
    index = above if node.subscript is None else Listed((above, node.subscript))
    return replace(node, upper=s.UPPER_INDEX, subscript=index)


def _above(name: Name) -> Name | Num | None:
    """The letter or number in brackets above a name that has at most one letter or number below."""
    match name:
        case Name(upper=Group(Name(subscript=None) | Num() as index, "("), subscript=None | Name() | Num()):
            return index
    return None


# the places of blocks above a letter: Σ^{11}, Σ^{12}, Σ^{21}, Σ^{22}

_PLACES = frozenset({Num("11"), Num("12"), Num("21"), Num("22")})


def _blocks(trees: Sequence[Node], text: str) -> tuple[frozenset[Node], int] | None:
    """The letters above which all four places of blocks stand, which are no powers."""
    above: dict[Node, set[Node]] = {}
    for x in s.every(trees, s.Power):
        above.setdefault(x.base, set()).add(x.exponent)
    found = frozenset(x for x, places in above.items() if isinstance(x, Name) and places >= _PLACES)
    first = min((x.span[0] for x in s.every(trees, s.Power) if x.base in found), default=0)
    return (found, first) if found else None


def _with_blocks(found: frozenset[Node], node: Node) -> Node:
    match node:
        case s.Power(Name() as base, Num() as place) if base in found and place in _PLACES:
            return replace(base, upper=place, span=node.span)
    return node


# arguments that count steps: P(k), x̂(k|k − 1)


def _steps(trees: Sequence[Node], text: str) -> tuple[tuple[frozenset[Node], frozenset[Node]], int] | None:
    """The letters whose arguments in brackets count steps, without scripts, and the letters that count.

    The letters k that count are those of x(k − 1) or x[k + 1] with x(k) or x[k] elsewhere, and those that sums bind; a
    derivative by k, as of x(t), says that it is no count. All arguments of a letter with steps are counts or small
    letters: x(τ) is none of its steps. A function that is defined by f(x) = … has none, nor have E and O.
    """
    pairs = [pair for tree in trees for node in nodes(tree) for pair in _side_by_side(node)]
    arguments: dict[Name, list[Group]] = {}
    for head, behind in pairs:
        name, group = _inside(head), _inside(behind)
        if isinstance(name, Name) and isinstance(group, Group) and group.opening in "([" and _is_bare(name):
            arguments.setdefault(name, []).append(group)
    plain = {(x, y.body) for x, groups in arguments.items() for y in groups if isinstance(y.body, Name)}
    by = {v for x in s.every(trees, s.Partial) for v in x.variables}
    shifted = {
        k: y.span[0]
        for x, groups in arguments.items()
        for y in groups
        for k in _shifted(y.body)
        if (x, k) in plain and k not in by
    }
    if not shifted:
        return None
    bound = {Name(x) for big in s.every(trees, s.Big) for x in s.index_names(big)}
    counts = frozenset({*shifted, *bound})
    small = {
        x.body for groups in arguments.values() for x in groups if isinstance(x.body, Name) and x.body.base.islower()
    }
    chains = (x.terms[0] for x in s.every(trees, s.Chain) if x.signs[0] in ("=", ":="))
    defined = {pair[0] for x in chains for pair in _side_by_side(x) if _is_value(x, small - counts)}
    found = {
        x
        for x, groups in arguments.items()
        if x not in defined
        and x.base not in "EO"
        and all(_is_count(y.body, counts | small) for y in groups)
        and any(_is_count(y.body, counts) for y in groups)
        if any(_has_only_steps(tree, x) for tree in trees)
    }
    return (frozenset(found), counts), min(shifted.values())


def _is_value(node: Node, letters: Collection[Node]) -> bool:
    """Whether a node is f(x) for one of some letters x."""
    match node:
        case Product((Name(), Group(body, "("))):
            return body in letters
    return False


def _has_only_steps(tree: Node, letter: Name) -> bool:
    """Whether a formula has a letter, and each time before brackets: not w(t + 1) = w(t) + w."""
    pairs = [pair for node in nodes(tree) for pair in _side_by_side(node)]
    applied = sum(_inside(x) == letter and isinstance(_inside(y), Group) for x, y in pairs)
    return applied > 0 and applied == sum(x == letter for x in nodes(tree))


def _inside(node: Node) -> Node:
    return node.base if isinstance(node, s.Power | s.Transpose) else node


def _shifted(node: Node) -> Iterator[Name]:
    match node:
        case s.Sum((Name(subscript=None) as k, Num()), ("", "+" | "-")) if k.base in INDICES | {"n"}:
            yield k
        case s.Chain(terms, ("∣",)):
            yield from (k for x in terms for k in _shifted(x))


def _is_count(node: Node, counts: Collection[Node]) -> bool:
    """Whether a node is k, k − 1, k|k − 1 or a number, for a letter k that counts."""
    match node:
        case s.Chain(terms, ("∣",)):
            return all(_is_count(x, counts) for x in terms)
        case s.Sum((first, Num()), ("", "+" | "-")):
            return first in counts
    return node in counts or _is_index(node)


def _with_steps(found: tuple[frozenset[Node], frozenset[Node]], node: Node) -> Node:
    letters, counts = found

    def run(factors: Sequence[Node], marks: Sequence[str]) -> tuple[int, Node] | None:
        if len(factors) < 2 or marks[0] or _inside(factors[0]) not in letters:
            return None
        head, behind = factors[:2]
        name, group, span = _inside(head), _inside(behind), (head.span[0], behind.span[1])
        if not (isinstance(name, Name) and isinstance(group, Group) and (head is name or behind is group)):
            return None
        if group.opening not in "([" or not _is_count(group.body, counts):
            return None
        member = replace(name, subscript=group.body, span=(head.span[0], group.span[1]))
        outer = behind if head is name else head
        return 2, replace(outer, base=member, span=span) if isinstance(outer, s.Power | s.Transpose) else member

    return s.with_runs(node, run) if isinstance(node, Product) else node


# derivatives: f′(t) of f(t) = …


_NAMES = re.compile(r"\b(?:[Ll]et|[Dd]efin\w+|[Pp]ut|[Ss]et|[Dd]enot\w+|[Cc]all|[Ww]rite|function|another)[\s$\\(\[]*$")


def _derivatives(trees: Sequence[Node], text: str) -> tuple[frozenset[Node], int] | None:
    """The functions f of f(t) = …, of which the note has f′(t), too, and not as the name of another function."""
    valued = [(x.terms[0], x.span[0]) for x in s.every(trees, s.Chain) if x.signs[0] in ("=", ":=")]
    defined = {x.factors[0]: at for x, at in valued if isinstance(x, Product) and _is_at_letter(x)}
    heads = [x for node in s.every(trees, Product) for x in _differentiated(node)]
    named = {replace(x, primes=0) for x in heads if _NAMES.search(text[max(x.span[0] - 20, 0) : x.span[0]])}
    found = {x: at for x, at in defined.items() if x in {replace(y, primes=0) for y in heads} - named}
    return (frozenset(found), min(found.values())) if found else None


def _is_at_letter(node: Product) -> bool:
    match node.factors[:2], node.marks[:1]:
        case (Name(primes=0, subscript=None), Group(Name(), "(")), ("",):
            return True
    return False


def _differentiated(node: Product) -> Iterator[Name]:
    for x, y in pairwise(node.factors):
        if isinstance(x, Name) and 0 < x.primes < 3 and isinstance(y, Group):
            yield x


def _with_derivatives(found: frozenset[Node], node: Node) -> Node:
    def run(factors: Sequence[Node], marks: Sequence[str]) -> tuple[int, Node] | None:
        match factors[:2], marks[:1]:
            case (Name(primes=1 | 2 as times) as name, Group(Name() as by, "(") as group), ("",):
                plain, span = replace(name, primes=0), (name.span[0], group.span[1])
                order = Num("2", span=name.span) if times == 2 else None
                value = Product((plain, group), ("",), span=span)
                return (2, s.Partial(value, (by, by)[:times], order, span=span)) if plain in found else None
        return None

    return s.with_runs(node, run) if isinstance(node, Product) else node


# letters with the mark − and T above: e_k^{-T} of e_k^-


def _marked_columns(trees: Sequence[Node], text: str) -> tuple[frozenset[Name], int] | None:
    """The small letters that a note also writes with the mark −."""
    found = [x for x in s.every(trees, Name) if x.mark == "-" and not _is_capital(x)]
    return (frozenset(replace(x, mark="") for x in found), found[0].span[0]) if found else None


def _with_marks_transposed(found: frozenset[Name], node: Node) -> Node:
    match node:
        case s.Transpose(s.Power(Name() as name, s.Sum((Num("1"),), ("-",)))) if name in found:
            return replace(node, base=replace(name, mark="-"))
    return node


# norms with a weight: ‖x‖_A² = xᵀAx or xᵀA⁻¹x, as the note says


def _weighted_norms(trees: Sequence[Node], text: str) -> tuple[bool, int] | None:
    """Whether the weight of ‖x‖_A² = xᵀA⁻¹x is inverted, where a note says what the square or the norm is."""
    for chain in s.every(trees, s.Chain):
        for left, sign, right in s.links(chain):
            norm, body = (left.base, right) if isinstance(left, s.Power) else (left, getattr(right, "body", None))
            if not (isinstance(norm, s.Norm) and isinstance(norm.subscript, Name) and sign in ("=", ":=", "≡")):
                continue
            match body:
                case Product(factors=(first, weight, last)) if _untransposed(first) == last == norm.body:
                    if weight == norm.subscript or _is_inverse_of(weight, norm.subscript):
                        return weight != norm.subscript, chain.span[0]
    return None


def _is_inverse_of(node: Node, name: Name) -> bool:
    return isinstance(node, s.Power) and node.base == name and node.exponent == s.Sum((Num("1"),), ("-",))


def _with_weights(is_inverted: bool, node: Node) -> Node:
    match node:
        case s.Power(s.Root(square, None), Num("2")):  # of a norm, which is rewritten before its square
            return replace(square, span=node.span)
        case s.Norm(body, Name() as weight) if weight.base.isupper():
            inside = body if isinstance(body, Name) else Group(body, span=body.span)
            inverse = s.Power(weight, s.Sum((Num("1"),), ("-",)), span=weight.span)
            factors = s.Transpose(inside, span=inside.span), inverse if is_inverted else weight, inside
            return s.Root(Product(factors, ("", ""), span=node.span), None, span=node.span)
    return node


# bars around cells


def _bars_for_brackets(trees: Sequence[Node], text: str) -> tuple[None, int] | None:
    r"""A capital letter that is equal to cells between bars: A = \begin{vmatrix} … \end{vmatrix}."""
    for chain in s.every(trees, s.Chain):
        for sign, (left, right) in zip(chain.signs, pairwise(map(_untransposed, chain.terms)), strict=True):
            pairs = ((left, right), (right, left)) if sign in ("=", ":=") else ()
            if any(_is_capital(a) and getattr(a, "base", "") not in "DΔJW" and _has_bars(b) for a, b in pairs):
                return None, chain.span[0]
    return None


def _untransposed(node: Node) -> Node:
    return node.base if isinstance(node, s.Transpose) else node


def _has_bars(node: Node) -> bool:
    return isinstance(node, s.Bars) and isinstance(node.body, s.Matrix) and len(node.body.rows) > 1


def _with_unclear_bars(found: None, node: Node) -> Node:
    return replace(node, how=UNCLEAR) if _has_bars(_untransposed(node)) else node


# images of members under a map that the note does not write


_MAPS = frozenset("ϕφψΦΨ")
KERNEL = "kernel"  # how a value k(x_i, x_j) is written
_HEDGED = re.compile(
    r"(?<![\w-])(?:if|no|next|will|cannot|not|only|would|some|unless|when|which)(?![\w-])[^.;:]*$", re.IGNORECASE
)
_ONLY = re.compile(r"[\s$]*,?\s*(?:for the|if|only|when|whenever|unless|for some|for \$?[a-z]\s*\\ne)")


@dataclass(frozen=True)
class _Images:
    """Maps without a formula, and the functions of two arguments that are products of their values: k(x, y)."""

    maps: frozenset[Name]
    kernels: Mapping[Name, tuple[tuple[Node, ...], Node]]


def _images_of_members(trees: Sequence[Node], text: str) -> tuple[_Images, int] | None:
    """The letters ϕ that stand only before members of one family, or a letter, in brackets, and have no formula."""
    every = [x for tree in trees for x in nodes(tree)]
    called = [(a, _unscripted(b)) for x in every for a, b in _side_by_side(x) if isinstance(a, Name)]
    values = [(a, b.body) for a, b in called if a.base in _MAPS and isinstance(b, Group) and b.opening == "("]
    alone = [*trees, *(x.terms[0] for x in every if isinstance(x, s.Chain) and x.signs[:1] == (":",))]
    others = [x for x in every if isinstance(x, Name) and x.base in _MAPS]
    defined = [x.terms[0] for x in every if isinstance(x, s.Chain) and x.signs[0] in ("=", ":=")]
    maps = set[Name]()
    for name in {a for a, _ in values}:
        arguments = [body for a, body in values if a == name]
        members = {replace(x, subscript=None) for x in arguments if isinstance(x, Name) and x.subscript is not None}
        used = sum(x.base == name.base for x in others) - sum(x == name for x in alone)
        has_formula = any(isinstance(x, Product) and x.factors[0] == name for x in defined)
        if _is_bare(name) and len(members) <= 1 and all(isinstance(x, Name) for x in arguments):
            maps |= {name} if used == len(arguments) and not has_formula else set()
    kernels = dict[Name, tuple[tuple[Node, ...], Node]]()
    for chain in (x for x in every if isinstance(x, s.Chain)):
        match chain.terms:
            case (Product(factors=(Name() as kernel, Group(Listed(items)))), body, *_) if len(items) == 2:
                inside = {x for x in nodes(body) if isinstance(x, Name)}
                is_said = not (_HEDGED.search(text[: chain.span[0]]) or _ONLY.match(text, chain.span[1]))
                if chain.signs[0] in ("=", ":=") and inside - maps == {*items} and inside & maps and is_said:
                    kernels[kernel] = items, body
    return (_Images(frozenset(maps), kernels), min(a.span[0] for a, _ in values if a in maps)) if maps else None


def _with_images(found: _Images, node: Node) -> Node:
    """ϕ_i for ϕ(x_i), one letter for ϕ(x), and the product of values for k(x_i, x_j)."""

    def run(factors: Sequence[Node], marks: Sequence[str]) -> tuple[int, Node] | None:
        if len(factors) < 2 or marks[0] or not isinstance(name := factors[0], Name):
            return None
        behind = factors[1]
        argument, span = _unscripted(behind), (name.span[0], behind.span[1])
        match argument:
            case Group(Name() as of) if name in found.maps:
                image = replace(name, span=(name.span[0], argument.span[1]))
                if of.subscript is None:
                    return 2, _rescripted(behind, replace(image, base=f"{name.base}({key(of)})"))
                return 2, _rescripted(behind, replace(image, subscript=of.subscript))
            case Group(Listed(items)) if behind is argument and name in found.kernels:
                parameters, body = found.kernels[name]
                if items == parameters or len(items) != len(parameters):
                    return None
                values = dict(zip(parameters, items, strict=True))
                put = rebuilt(body, lambda x: values.get(x, x))
                return 2, Group(rebuilt(put, partial(_with_images, found)), span=span, how=KERNEL)
        return None

    return s.with_runs(node, run) if isinstance(node, Product) else node


def _perturbations(trees: Sequence[Node], text: str) -> tuple[frozenset[Name], int] | None:
    """δ or Δ that stands only before single letters, δA and ΔA."""
    every = [x for tree in trees for x in nodes(tree)]
    pairs = [(a, _unscripted(b)) for x in every for a, b in _side_by_side(x) if isinstance(a, Name) and _is_bare(a)]
    before = [a for a, b in pairs if a.base in ("δ", "Δ") and isinstance(b, Name) and b != a and len(b.base) == 1]
    others = Counter(x.base for x in every if isinstance(x, Name))
    found = {a for a in before if sum(x.base == a.base for x in before) == others[a.base]}
    return (frozenset(found), min(a.span[0] for a in before if a in found)) if found else None


def _with_perturbations(found: frozenset[Name], node: Node) -> Node:
    """One letter ΔA for the factors Δ and A."""

    def run(factors: Sequence[Node], marks: Sequence[str]) -> tuple[int, Node] | None:
        if len(factors) < 2 or marks[0] or factors[0] not in found or not isinstance(first := factors[0], Name):
            return None
        name = _unscripted(behind := factors[1])
        if not isinstance(name, Name):
            return None
        span = (first.span[0], name.span[1])
        return 2, _rescripted(behind, replace(name, base=first.base + name.base, span=span))

    return s.with_runs(node, run) if isinstance(node, Product) else node


def _rescripted(node: Node, base: Node) -> Node:
    """The scripts of a node on another base."""
    return replace(node, base=_rescripted(node.base, base)) if isinstance(node, _SCRIPTED) else base


# the example of each row: a note, the verdict of its last formula, and its verdict without the convention
CONVENTIONS = (
    Rule("numbers-indices", "a number behind a letter is its index", _numbered_letters, _with_numbered, (
        r"Let $x1, x2 \in \mathbb{R}^p$. $$x1^T x2 = x2^T x1$$", "proved", "unread")),
    Rule("powers-functions", "a power before a letter in brackets is one of the value or a name",
        _squared_functions, _with_functions, (
        r"Let $w \in \mathbb{R}^p$. Let $\sigma(w) = w^T w$. $$\sigma^2(w) = (w^T w)^2$$", "proved", "unsupported")),
    Rule("t-transpose", "an exponent t is the transpose", _exponents, _raised_to_t, (
        r"Let $x, y \in \mathbb{R}^p$. Then $x^t x \ge 0$. $$x^t y = y^t x$$", "proved", "refuted")),
    Rule("adjoint-transpose", "* or an exponent H is the conjugate transpose, and all is real",
        _conjugate_transposes, _with_adjoints, (
        r"Let $U, A \in \mathbb{C}^{p \times p}$, $U$ unitary. Then $U^* U$ is Hermitian. $$(U^* A)^* = A^* U$$",
        "proved", "unsupported")),
    Rule("upper-indices", "a letter in brackets above another one is its index", _upper_indices, with_upper_indices, (
        r"Let $x^{(1)}, \dots, x^{(n)} \in \mathbb{R}^p$. $$\sum_{i=1}^n 2 x^{(i)} = 2 \sum_{i=1}^n x^{(i)}$$",
        "proved", "unsupported")),
    Rule("blocks-indices", "11, 12, 21 and 22 above a letter are the places of blocks", _blocks, _with_blocks, (
        r"Let $$S^{-1} = \begin{bmatrix} S^{11} & S^{12} \\ S^{21} & S^{22} \end{bmatrix}.$$ "
        r"$$S^{12} S^{21} = S^{21} S^{12}$$", "undecided", "proved")),
    Rule("steps-indices", "a letter in brackets that counts steps is an index", _steps, _with_steps, (
        r"Let $P(k), A \in \mathbb{R}^{p \times p}$. $$P(k+1) = A P(k) A^T$$ $$A P^T(k) A^T = P^T(k+1)$$",
        "proved", "refuted")),
    Rule("prime-derivative", "′ behind a function is its derivative", _derivatives, _with_derivatives, (
        r"Let $a, b \in \mathbb{R}^p$. Let $f(t) = \|ta - b\|^2$. $$f'(t) = 2t\|a\|^2 - 2a^T b$$",
        "proved", "definition")),
    Rule("marks-transposed", "−T above a letter transposes the letter with the mark −",
        _marked_columns, _with_marks_transposed, (
        r"Let $e_k^-, v_k \in \mathbb{R}^p$. $$e_k^{-T} v_k = v_k^T e_k^-$$", "proved", "unsupported")),
    Rule("weighted-norms", "‖x‖_A has the weight that the note gives it", _weighted_norms, _with_weights, (
        r"Let $x, y \in \mathbb{R}^p$, $A \in \mathbb{R}^{p \times p}$ symmetric, $\|x\|_A^2 = x^T A x$. "
        r"$$\|x + y\|_A^2 = \|x\|_A^2 + 2 x^T A y + \|y\|_A^2$$", "proved", "unsupported")),
    Rule("images-members", "ϕ(xᵢ) is a column of its own, ϕᵢ, and a kernel that is a product ϕ(x)ᵀϕ(y) stands for it",
        _images_of_members, _with_images, (
        r"Let $x_1, \dots, x_n \in \mathbb{R}^p$. Let $k(x, y) = \phi(x)^T\phi(y)$. "
        r"$$\sum_{i=1}^n a_i k(x_i, x_j) = \phi(x_j)^T \sum_{i=1}^n a_i\phi(x_i)$$", "proved", "unsupported")),
    Rule("perturbations", "δA and ΔA are letters of their own", _perturbations, _with_perturbations, (
        r"Let $A \in \mathbb{R}^{p \times p}$ be invertible, $Ax = b$, $(A + \Delta A)(x + \Delta x) = b$. "
        r"$$A \Delta x = -\Delta A (x + \Delta x)$$", "proved", "unsupported")),
    Rule("bars-brackets", "bars around cells may be the brackets of a matrix", _bars_for_brackets, _with_unclear_bars, (
        r"Let $A = \begin{vmatrix} 1 \\ 2 \end{vmatrix}$. $$\begin{vmatrix} 1 & 0 \\ 0 & 2 \end{vmatrix} = 2$$",
        "unsupported", "proved")),
    Rule("prime-transpose", "′ is the transpose", _primes, _transposed, (
        r"Let $x, y \in \mathbb{R}^p$. Then $x'x \ge 0$. $$x'y = y'x$$", "proved", "condition")),
)  # fmt: skip
