"""Equations with a free index: they hold for every member of a family, unless words restrict the index."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Name, nodes
from pcaproofs.notes.typing.dimensions import Dim
from pcaproofs.notes.typing.terms import Relation, Term, letters_of

_NEAR = 120  # characters behind an equation, and before it, that may restrict its indices
_SOME = re.compile(
    r"(?<![\w-])(?:some|one|fixed|certain|particular|single|exists?|there (?:is|are)|first|last|largest|smallest|top"
    r"|leading|except|other than|unless|only|at least|at most|even|odd|most|almost|few|not|cannot|never)(?![\w-])",
    re.IGNORECASE,
)
_END = re.compile(r"\.(?=\s|$)|\n\s*\n|\\item")
_FENCE = r"(?:\s|\$|\\[\[\]()]|\\(?:begin|end)\{\w+\*?\}|&)*"
_ORDER = r"(?:=|\\leq?(?![a-z])|\\geq?(?![a-z])|\\neq?(?![a-z])|<|>|\\in(?![a-z])|≤|≥|≠|∈)"


def free_indices(relation: Relation) -> dict[str, Dim]:
    """The indices of members and entries that no sum in a relation binds, with the lengths of what they index."""
    out: dict[str, Dim] = {}

    def walk(term: Term, bound: frozenset[str]) -> None:
        if term.op in ("member", "entry"):
            for index, length in zip(term.data, term.parts[0].shape, strict=False):
                if isinstance(index, str) and index not in bound:
                    out.setdefault(index, length)
        inside = bound | {str(term.data[0])} if term.op == "total" else bound
        for part in term.parts:
            walk(part, inside)

    for side in (relation.left, relation.right):
        walk(side, frozenset())
    return out


def has_indexed_letter(relation: Relation, names: Mapping[str, Name], indices: frozenset[str]) -> bool:
    """Whether a letter of its own has one of some indices: λ_i of S u_i = λ_i u_i, where λ is no family.

    Then a relation about one value of the index is not one about all values, since λ_i is one number. names: the names
    in the relation by their keys.
    """
    own = [names[x].subscript for x in letters_of(relation) if x in names]
    return any(isinstance(x, Name) and key(x) in indices for below in own if below is not None for x in nodes(below))


def is_restricted(text: str, span: tuple[int, int], indices: list[str], lengths: dict[str, str]) -> bool:
    """Whether the sentence of an equation restricts it to some values of an index.

    lengths: how far each index runs; i = 1, …, n for all n members restricts nothing.
    """
    return any(map(_SOME.search, _said_of_it(text, span))) or is_ordered(text, span, indices, lengths)


def _said_of_it(text: str, span: tuple[int, int]) -> list[str]:
    r"""What stands before an equation in its sentence, the equation, and what stands behind it.

    Subscripts are left out, and so is \top, which is no word.
    """
    before = _END.split(re.sub(_FENCE + "$", "", text[max(0, span[0] - _NEAR) : span[0]]))[-1]
    behind = _END.split(re.sub("^" + _FENCE, "", text[span[1] : span[1] + _NEAR]))[0]
    # below a sum an index is its own
    return [re.sub(r"_\{[^{}]*\}|\\top(?![a-zA-Z])", "", part) for part in (before, text[span[0] : span[1]], behind)]


def is_ordered(text: str, span: tuple[int, int], indices: list[str], lengths: dict[str, str]) -> bool:
    """Whether a relation beside an equation restricts one of its indices: i ≠ j, i > d; lengths as in is_restricted."""
    said_of_it = _said_of_it(text, span)
    for index in indices:
        letter = re.escape(index)
        start, last = rf"(?<![\\\w]){letter}", re.escape(lengths.get(index, ""))
        whole = rf"{start}\s*(?:=|\\in\s*\\?\{{)\s*1\s*,.{{0,16}}?dots[a-z]*\s*,\s*{last}(?!\w)" if last else "(?!)"
        said = rf"{start}(?:\s*,\s*\w)?\s*{_ORDER}|\w\s*{_ORDER}\s*{letter}(?!\w)"
        if any(re.search(said, re.sub(whole, "", part)) for part in said_of_it):
            return True
    return False
