r"""\forall over letters that are no indices as the words "for all": \forall x, y; \forall i \neq j."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pcaproofs.notes.formulas.spelling import INDICES, key
from pcaproofs.notes.formulas.surface import Big, Blank, Chain, Listed, Name, Node, Quantified, Sentence, Words, nodes


def used_as_indices(trees: Iterable[Node]) -> frozenset[str]:
    """The letters that stand below others, or over which a sum runs."""
    out = set[str]()
    for node in (x for tree in trees for x in nodes(tree)):
        match node:
            case Name():
                below = [x for x in (node.subscript, node.upper) if isinstance(x, Node)]
            case Big():
                below = [x for x in (node.lower, node.upper) if isinstance(x, Node)]
            case _:
                continue
        out |= {key(x) for part in below for x in nodes(part) if isinstance(x, Name)}
    return frozenset(out)


def for_all_letters(tree: Node, indices: frozenset[str]) -> Node:
    r"""A formula with words for each \forall over letters that are no indices, or with a condition on indices."""
    match tree:
        case Quantified("∀", variables, body) if not isinstance(body, Blank) and _is_of_letters(variables, indices):
            parts = for_all_letters(body, indices)
            first = parts.parts if isinstance(parts, Sentence) else (parts,)
            words = Words("for all", span=(variables.span[0], variables.span[0]))
            said: list[Node] = [words]
            for item in variables.items if isinstance(variables, Listed) else (variables,):
                said += [item, Words("and", span=(item.span[1], item.span[1]))]
            both = (*first, *said[:-1]) if tree.how == "after" else (*said[:-1], *first)
            return Sentence(both, span=tree.span)
        case Sentence(parts):
            found = [for_all_letters(x, indices) for x in parts]
            if all(a is b for a, b in zip(found, parts, strict=True)):
                return tree
            return replace(tree, parts=tuple(y for x in found for y in (x.parts if isinstance(x, Sentence) else (x,))))
    return tree


def _is_of_letters(variables: Node, indices: frozenset[str]) -> bool:
    match variables:
        case Name():
            return key(variables) not in INDICES | indices
        case Listed(items):
            return any(_is_of_letters(x, indices) for x in items)
        case Chain(terms=(Listed(), _), signs=("∈",)) | Chain(terms=(Name(), Name()), signs=("≠",)):
            return True
    return False
