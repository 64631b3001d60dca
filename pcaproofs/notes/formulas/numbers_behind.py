"""Numbers that stand directly behind a letter: x1, x(1), x[1]. They are no factors, as nobody writes 2x so.

They are indices, as in x_1, if the note declares such letters: if they stand alone or in a list of letters, as in
"x1, x2 ∈ ℝᵖ" or "the iterates w(0), w(1), …". Several letters before the number are then one name, as in PC1. The
number 1 alone declares nothing unless a list or ∈ does, because X1 may be X times a column of ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pcaproofs.notes.formulas.surface import (
    Bars,
    Chain,
    Dots,
    Frac,
    Group,
    Indexed,
    Listed,
    Marked,
    Name,
    Node,
    Num,
    Power,
    Product,
    Quantified,
    Sum,
    Transpose,
    children,
    nodes,
    with_children,
)

_SCRIPTED = (Power, Transpose, Marked, Indexed)
_APPLIED = frozenset("EPOΠ")  # E(1), P(1), O(1) are no names of letters


@dataclass(frozen=True)
class Letter:
    """Letters that numbers follow, and what is around the number: nothing, ( or [."""

    names: tuple[Name, ...]
    opening: str = ""

    def numbered(self, index: Node, span: tuple[int, int]) -> Name:
        """The letter with an index."""
        last = self.names[-1]
        return replace(last, base="".join(x.base for x in self.names), subscript=index, span=span)


def is_number_behind(factors: Sequence[Node], marks: Sequence[str], k: int) -> bool:
    """Whether a factor is a number that stands without a sign behind a factor that is none; marks[k] is before it.

    A number without brackets is one behind a number, too: 10 000. Fractions, roots and matrices are factors anywhere.
    """
    if not k or marks[k]:
        return False
    if isinstance(factors[k], Name) or not _is_number(factors[k]):
        is_ones = factors[k] == Name("1", font="bold") and _is_capital(factors[k - 1 : k])
        return _digit(factors[k - 1], factors[k]) is not None and not is_ones
    before, bare = factors[k - 1], factors[k]
    if isinstance(before, Transpose) and isinstance(before.base, Num):
        return False  # 0ᵀ 0: columns of zeros or ones
    while isinstance(bare, _SCRIPTED):
        bare = bare.base
    return isinstance(bare, Num) or not _is_numeric(before)


def has_number_behind(node: Node) -> bool:
    """Whether a formula contains such a number; two indices, as in a_{i1}, are none."""
    if isinstance(node, Name):
        return False
    if isinstance(node, Product):
        marks = ("", *node.marks)
        if any(is_number_behind(node.factors, marks, k) for k in range(len(node.factors))):
            return True
    return any(map(has_number_behind, children(node)))


def _digit(before: Node, node: Node) -> Num | None:
    r"""The number that a digit is that stands in one font with the letter before it: \mathrm{PC1}, \mathbf{x1}."""
    while isinstance(node, _SCRIPTED):
        node = node.base
    match before, node:
        case Name(font=font, span=(_, end)), Name(base="0" | "1" as digit, font=own, span=(start, _)):
            return Num(digit, span=node.span) if font == own and start == end and _is_bare(node) else None
    return None


def _is_number(node: Node) -> bool:
    """Whether a node is a number, perhaps in brackets or with scripts; 1_n is a column of ones."""
    while isinstance(node, _SCRIPTED):
        if isinstance(node, Indexed) and node.base == Num("1"):
            return False
        node = node.base
    return isinstance(node, Num) or (isinstance(node, Group | Bars) and _is_numeric(node.body))


def _is_numeric(node: Node) -> bool:
    """Whether a node contains numbers and signs alone."""
    return all(isinstance(x, Num | Sum | Product | Power | Frac | Group | Bars) for x in nodes(node))


def numbered_letters(trees: Sequence[Node]) -> frozenset[Letter]:
    """The letters that a note declares with numbers behind them."""
    declared = {letter for tree in trees for letter in _declared(tree)}
    return frozenset(declared - _with_other_arguments(trees, {x for x in declared if x.opening}))


def _with_other_arguments(trees: Sequence[Node], letters: set[Letter]) -> set[Letter]:
    """Of letters with numbers in brackets those that stand before other such brackets, too: f(2) and f(x + 1)."""
    out = set[Letter]()
    for product in (x for tree in trees for x in nodes(tree) if letters and isinstance(x, Product)):
        for name, group, mark in zip(product.factors, product.factors[1:], product.marks, strict=False):
            if isinstance(name, Name) and isinstance(group, Group) and not mark:
                letter = Letter((_plain(name),), group.opening)
                if letter in letters and not isinstance(group.body, Num | Name):
                    out.add(letter)
    return out


def _declared(tree: Node) -> Iterator[Letter]:
    """The letters with numbers that stand alone in a formula, in a list or left of ∈."""
    match tree:
        case Quantified(variables=variables):
            yield from _declared(variables)
        case Chain(terms=(first, *_), signs=("∈" | "⊂" | "⊆", *_)):
            yield from _items(first.items if isinstance(first, Listed) else (first,), is_said=True)
        case Chain(terms=terms):
            for term in terms:
                if isinstance(term, Listed):
                    yield from _items(term.items, is_said=True)
        case Listed(items):
            yield from _items(items, is_said=True)
        case Product():
            yield from _items((tree,), is_said=False)
        case _ if type(tree).__name__ == "Sentence":
            for part in children(tree):
                yield from _declared(part)


def _items(items: Sequence[Node], *, is_said: bool) -> Iterator[Letter]:
    for item in items:
        match item:
            case Product(factors=(*first, last), marks=marks) if not any(marks):
                last = _digit(first[-1], last) or last
                names = tuple(_plain(x) for x in first if isinstance(x, Name) and _is_bare(x))
                number = last.body if isinstance(last, Group) else last
                if len(names) < len(first) or not _is_one_word(first) or not _is_index(number):
                    continue
                is_ones = number == Num("1") and (not is_said or (len(items) == 1 and _is_capital(names)))
                if not is_ones and (len(names) > 1 or names[0].base not in _APPLIED):
                    yield Letter(names, last.opening if isinstance(last, Group) else "")


def _is_capital(names: Sequence[Node]) -> bool:
    return len(names) == 1 and isinstance(names[0], Name) and names[0].base.isupper()


def _is_index(node: Node) -> bool:
    return isinstance(node, Num) and node.text.isdecimal()


def _is_bare(name: Name) -> bool:
    return name.subscript is None and name.upper is None and not name.mark


def _is_one_word(names: Sequence[Node]) -> bool:
    """Whether letters stand side by side in one font."""
    return all(
        isinstance(x, Name) and isinstance(y, Name) and x.font == y.font and x.span[1] == y.span[0] and not x.accents
        for x, y in pairwise(names)
    )


def _plain(name: Name) -> Name:
    return replace(name, span=(0, 0), how="")


def with_numbered_letters(node: Node, letters: frozenset[Letter]) -> Node:
    """A formula with indices for the numbers behind such letters, and for n at the end of x1, …, xn."""
    return _read(node, letters, in_list=False)


def _read(node: Node, letters: frozenset[Letter], *, in_list: bool) -> Node:
    is_list = isinstance(node, Listed | Sum) and any(isinstance(x, Dots) for x in children(node))
    parts = [_read(x, letters, in_list=is_list) for x in children(node)]
    out = with_children(node, parts) if parts else node
    if not isinstance(out, Product):
        return out
    factors, marks, k = list(out.factors), list(out.marks), 0
    while k < len(factors):
        for letter in letters:
            size = len(letter.names)
            here = factors[k : k + size + 1]
            if len(here) <= size or any(marks[k : k + size]) or _letters(here[:-1]) != letter.names:
                continue
            if (named := _with_index(letter, here, in_list=in_list and len(factors) == size + 1)) is not None:
                factors[k : k + size + 1] = [named]
                del marks[k : k + size]
                break
        k += 1
    return factors[0] if len(factors) == 1 else replace(out, factors=tuple(factors), marks=tuple(marks))


def _letters(found: Sequence[Node]) -> tuple[Name, ...]:
    return tuple(_plain(x) for x in found if isinstance(x, Name)) if _is_one_word(found) or len(found) == 1 else ()


def _with_index(letter: Letter, here: Sequence[Node], *, in_list: bool) -> Node | None:
    """The letter with the number or, at the end of a list, the letter behind it as its index, and with its scripts."""
    behind = here[-1]
    if isinstance(behind, _SCRIPTED):
        inner = _with_index(letter, (*here[:-1], behind.base), in_list=in_list)
        return None if inner is None else replace(behind, base=inner, span=_over(here))
    index = _digit(here[-2], behind) or behind
    if letter.opening:
        if not isinstance(behind, Group) or behind.opening != letter.opening:
            return None
        index = behind.body
    is_end = in_list and isinstance(index, Name) and _is_bare(index) and len(index.base) == 1
    if not is_end and not _is_index(index):
        return None
    return letter.numbered(index, _over(here))


def _over(here: Sequence[Node]) -> tuple[int, int]:
    return here[0].span[0], here[-1].span[1]
