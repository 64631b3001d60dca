"""Ranges of indices in a sentence: "for 1 ≤ i ≠ j ≤ p, suppose that …", "for all i"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from pcaproofs.notes.formulas.spelling import INDICES, key
from pcaproofs.notes.formulas.surface import Chain, Listed, Name, Node, Num, nodes
from pcaproofs.notes.prose.sentences import Sentence, Thing

_SUPPOSES = r",? (?:we |now |let us )*(?:if|suppose|assume|let)(?![\w-])"
_FIXED = re.compile(rf"(?<![\w-])for (?P<ranges>⟦\d+⟧(?:(?: and|,(?: all different,)?)(?: for)? ⟦\d+⟧)*){_SUPPOSES}")
_SUPPOSED_BEHIND = re.compile(rf"(?:(?: and|,(?: all different,)?)(?: for)? ⟦\d+⟧)*{_SUPPOSES.replace('if|', '')}")
DIFFERENT = re.compile(r",? (?:are )?(?:all|pairwise|mutually) (?:different|distinct)(?![\w-])")
_OF_ALL = re.compile(r"(?<![\w-])(?:all|any|every|each|whenever)(?![\w-])")


def is_range(node: Node) -> bool:
    """Whether a formula gives the range of an index: i = 1, …, n; i ≤ n; 1 ≤ i, j ≤ 4; not i = 1."""
    if not isinstance(node, Chain):
        return False
    first, *inner, last = node.terms
    bounded = inner if first == Num("1") else [first]
    indices = [y for x in bounded for y in (x.items if isinstance(x, Listed) else (x,))]
    if first == Num("1"):
        return bool(indices) and all(map(_is_index, indices))
    return all(key(x) in INDICES for x in indices) and not isinstance(last, Num)


def _is_index(node: Node) -> bool:
    return isinstance(node, Name) and node == Name(node.base) and len(node.base) == 1 and "a" <= node.base <= "z"


def fixed_before(sentence: Sentence, start: int) -> frozenset[str]:
    """The indices whose range stands before a supposition, so that they are the same in all that follows from it."""
    match = _FIXED.search(sentence.text[:start])
    return frozenset() if match is None else _indices(sentence, match["ranges"])


def distinct(sentence: Sentence, end: int, tree: Node) -> Iterator[tuple[Name, Name]]:
    """The pairs of letters of a list or a range, behind which the sentence says that they are all different."""
    if DIFFERENT.match(sentence.text, end) is not None:
        lists = [x for x in (tree.terms if isinstance(tree, Chain) else (tree,)) if isinstance(x, Listed)]
        for found in lists:
            yield from combinations([x for x in found.items if isinstance(x, Name)], 2)


def is_fixed_for_what_follows(sentence: Sentence, end: int) -> bool:
    """Whether a range that ends there stands before "suppose that …", which holds beyond its sentence."""
    return _SUPPOSED_BEHIND.match(sentence.text, end) is not None


def ranged(sentence: Sentence) -> frozenset[str]:
    """The indices to which a sentence gives a range of its own, "for all i" included."""
    out = _indices(sentence, sentence.text)
    if _OF_ALL.search(sentence.text):
        out |= frozenset(key(x) for thing in sentence.things for x in _names(thing))
    return out


def _indices(sentence: Sentence, text: str) -> frozenset[str]:
    """The indices of the ranges whose placeholders are in a text."""
    things = [sentence.things[int(k)] for k in re.findall(r"⟦(\d+)⟧", text)]
    ranges = [tree for thing in things for tree in thing.trees if is_range(tree)]
    return frozenset(key(x) for tree in ranges for x in nodes(tree) if _is_index(x))


def _names(thing: Thing) -> list[Name]:
    """The letters that stand alone, in a list, or before ∈."""
    heads = [x.terms[0] if isinstance(x, Chain) and x.signs[0] == "∈" else x for x in thing.trees]
    items = [y for x in heads for y in (x.items if isinstance(x, Listed) else (x,))]
    return [x for x in items if isinstance(x, Name)]
