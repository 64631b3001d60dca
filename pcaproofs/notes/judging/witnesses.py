"""Substitutions for the variables of a problem, suggested by the note's equations and by two objectives side by side.

A suggestion is not a claim: its feasibility and optimality are proved later, or it is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from pcaproofs.notes.formulas.spelling import bare, key
from pcaproofs.notes.formulas.surface import (
    Blank,
    Chain,
    Group,
    Listed,
    Name,
    Node,
    Norm,
    Num,
    Problem,
    Product,
    Sum,
    Transpose,
    children,
    nodes,
    with_children,
)

MOST = 8  # suggestions that are tried
_OPTIMAL = ("*", "⋆", "∗", "opt")

Values = dict[str, tuple[Name, Node]]  # key of a letter -> how it is written, with its index, and what is put for it


def plain(node: Node) -> Node:
    """A formula without the round and square brackets around it."""
    while isinstance(node, Group) and node.opening != "{" and not isinstance(node.body, Listed):
        node = node.body
    return node


def matched(pattern: Node, target: Node, letters: frozenset[str]) -> Values:
    """Values of letters that transform a formula into another one, if the two have the same structure; else nothing."""
    out: Values = {}
    return out if _match(pattern, target, letters, out) else {}


def _match(pattern: Node, target: Node, letters: frozenset[str], out: Values) -> bool:
    pattern, target = plain(pattern), plain(target)
    if isinstance(pattern, Name) and (found := _variable(pattern, letters)):
        if found in out:
            return out[found] == (pattern, target)
        out[found] = (pattern, target)
        return True
    if pattern == target:
        return True
    if isinstance(pattern, Product) and target == Num("0"):
        named = [x for x in pattern.factors if isinstance(x, Name) and _variable(x, letters)]
        return len(named) == 1 and _match(named[0], target, letters, out)
    if isinstance(pattern, Product) and "/" not in pattern.marks:
        return _match_products(_factors(pattern), _factors(target), letters, out)
    if isinstance(pattern, Sum):
        return _match_sums(pattern, target, letters, out)
    below = list(children(pattern)), list(children(target))
    if type(pattern) is not type(target) or len(below[0]) != len(below[1]) or not below[0]:
        return False
    if with_children(pattern, below[1]) != target:
        return False
    return all(_match(x, y, letters, out) for x, y in zip(*below, strict=True))


def _variable(name: Name, letters: frozenset[str]) -> str:
    """The key of the letter of which a name is a member, or which it is; nothing for any other name."""
    return next((x for x in (key(name), key(bare(name))) if x in letters), "")


def _factors(node: Node) -> list[Node]:
    """The factors of a product, also of products in brackets within it."""
    node = plain(node)
    if isinstance(node, Product) and {*node.marks} <= {"", "·"}:
        return [y for x in node.factors for y in _factors(x)]
    return [node]


def _match_products(first: list[Node], second: list[Node], letters: frozenset[str], out: Values) -> bool:
    """Whether factors match from both ends, so that the remaining factor matches the remaining factors of the other."""
    while len(first) > 1 and len(second) > 1 and first[0] == second[0]:
        first, second = first[1:], second[1:]
    while len(first) > 1 and len(second) > 1 and first[-1] == second[-1]:
        first, second = first[:-1], second[:-1]
    if len(first) == 1:
        return _match(first[0], _product(second), letters, out)
    return len(first) == len(second) and all(_match(x, y, letters, out) for x, y in zip(first, second, strict=True))


def _product(factors: Sequence[Node]) -> Node:
    if len(factors) == 1:
        return factors[0]
    span = (factors[0].span[0], factors[-1].span[1])
    whole = (Group(x, "(", ")", span=x.span) if isinstance(x, Sum) else x for x in factors)
    return Product(tuple(whole), ("",) * (len(factors) - 1), span=span)


def _terms(node: Node) -> list[tuple[bool, Node]]:
    """The terms of a sum with whether they are subtracted, also of sums in brackets within it."""
    node = plain(node)
    if not isinstance(node, Sum):
        return [(False, node)]
    return [
        (is_minus != (sign == "-"), x)
        for sign, term in zip(node.signs, node.terms, strict=True)
        for is_minus, x in _terms(term)
    ]


def _sum(terms: Sequence[tuple[bool, Node]]) -> Node:
    if not terms:
        return Num("0")
    if len(terms) == 1 and not terms[0][0]:
        return terms[0][1]
    nodes_of = tuple(x for _, x in terms)
    signs = tuple("-" if is_minus else "+" if k else "" for k, (is_minus, _) in enumerate(terms))
    return Group(Sum(nodes_of, signs, span=nodes_of[0].span), "(", ")", span=nodes_of[0].span)


def _match_sums(first: Sum, second: Node, letters: frozenset[str], out: Values) -> bool:
    """Whether two sums have the same terms but for those that hold the letters."""
    mine, others = _terms(first), _terms(second)
    for item in list(mine):
        if item in others:
            mine.remove(item)
            others.remove(item)
    if not mine:
        return not others
    if len(mine) == 1:
        ((is_minus, term),) = mine
        return _match(term, _sum([(x != is_minus, y) for x, y in others]), letters, out)
    if len(mine) != len(others) or [x for x, _ in mine] != [x for x, _ in others]:
        return False
    return all(_match(x, y, letters, out) for (_, x), (_, y) in zip(mine, others, strict=True))


def equations(trees: Iterable[Node], letters: frozenset[str]) -> Iterator[tuple[str, Name, Node]]:
    """The values of letters from the equations of a note: the key, the letter as written, and its value.

    Also of b*, which is the optimal b, and of P where P(x) = Mx.
    """
    for tree in trees:
        for chain in nodes(tree):
            if not isinstance(chain, Chain) or not {*chain.signs} <= {"=", ":="}:
                continue
            for left in chain.terms:
                for right in chain.terms:
                    if left is right or isinstance(right, Blank | Problem):
                        continue
                    for found, value in matched(_unmarked(left), right, letters).items():
                        yield (found, *value)


def _unmarked(node: Node) -> Node:
    """A letter without the mark for an optimum."""
    if isinstance(node, Name):
        node = replace(node, mark="" if node.mark in _OPTIMAL else node.mark)
        accents = tuple(x for x in node.accents if x not in ("hat", r"\hat", "widehat", r"\widehat"))
        return replace(node, accents=accents)
    return node


def inverse(letter: Name, written: Name, value: Node) -> tuple[Name, Node] | None:
    """From b = … (… − a …) …: what a is by b where the bracket is b; None if a is in none, or more than once."""
    holding = [x for x in nodes(value) if isinstance(x, Sum) and any(y == letter for _, y in _terms(x))]
    places = [x for x in nodes(value) if x == letter]
    if len(places) != 1:
        return None
    if not holding:
        return letter, written
    terms = _terms(holding[-1])
    is_minus = next(minus for minus, y in terms if y == letter)
    rest = [(minus, y) for minus, y in terms if y != letter]
    if is_minus:
        return letter, _sum([*rest, (True, written)])
    return letter, _sum([(False, written), *((not minus, y) for minus, y in rest)])


def projections(body: Node, letters: frozenset[str]) -> Iterator[tuple[str, Name, Node]]:
    """From a norm ‖r − Ab‖ the value Aᵀr of b, with which it is least if the columns of A are orthonormal."""
    for norm in nodes(body):
        if not isinstance(norm, Norm) or not isinstance(plain(norm.body), Sum):
            continue
        terms = _terms(norm.body)
        for is_minus, term in terms:
            *before, last = _factors(term)
            if isinstance(last, Name) and (found := _variable(last, letters)):
                rest = _sum([(minus == is_minus, x) for minus, x in terms if x is not term])
                yield found, last, _product([*(Transpose(x, span=x.span) for x in reversed(before)), rest])


def unknown(mine: Node, other: Node, letters: frozenset[str]) -> Iterator[tuple[str, Name, Node]]:
    """The names in one formula that are not in another, such as a mean, and 0, for each of some letters."""
    known = {x for x in nodes(mine) if isinstance(x, Name)}
    new = dict.fromkeys(x for x in nodes(other) if isinstance(x, Name) and x not in known)
    for value in (*new, Num("0")):
        for letter in letters:
            yield letter, next((x for x in known if _variable(x, frozenset((letter,)))), Name(letter)), value


def combined(found: Iterable[tuple[str, Name, Node]], letters: frozenset[str]) -> Iterator[Values]:
    """Values of all letters, put together from suggestions for each; the first ones first."""
    each: dict[str, list[tuple[Name, Node]]] = {x: [] for x in sorted(letters)}
    for letter, written, value in found:
        if (written, value) not in each[letter]:
            each[letter].append((written, value))
    for choice in islice(product(*each.values()), MOST):
        yield dict(zip(each, choice, strict=True))
