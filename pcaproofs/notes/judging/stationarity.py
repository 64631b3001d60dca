"""Which of the derivatives that a note has found are zero, where it says that it sets them to zero."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Gradient, Name, Node, Partial, nodes
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.ledger import Stated

_OPENING = re.compile(r"(?:[\s$.,:>]|\\\[|\\begin\{\w+\*?\})*$")  # what stands between words and a display


@dataclass(frozen=True)
class Derived:
    """A derivative with a value: head = …; zero says that the value is 0."""

    head: Node
    zero: Stated

    @property
    def kinds(self) -> tuple[str, ...]:
        """What a note calls it: a gradient is a derivative too."""
        found = list(nodes(self.head))
        if any(isinstance(x, Gradient) for x in found):
            return ("gradient", "derivative")
        return ("derivative",) if any(isinstance(x, Partial) for x in found) else ()

    @property
    def variables(self) -> frozenset[str]:
        """The letters in which it is taken."""
        found: set[str] = set()
        for node in nodes(self.head):
            written = node.variables if isinstance(node, Partial) else ()
            written = (node.variable,) if isinstance(node, Gradient) and node.variable is not None else written
            found |= {key(x) for part in written for x in nodes(part) if isinstance(x, Name)}
        return frozenset(found)


def set_to_zero(note: Note, derived: Mapping[Span, Sequence[Derived]], k: int, what: str) -> Iterator[Stated]:
    """What is zero in formula k: what is directly above it, or the last gradient or derivative; see `sets_to_zero`.

    A formula in a sentence counts in its own paragraph alone: elsewhere it may be a rule, such as ∇(aᵀx) = a. Of two
    derivatives in one letter neither is imposed, since it is not clear which one is meant.
    """
    are_many = what == "all" or what.endswith("s")
    above = list(_above(note, derived, k)) if are_many else []
    clear = [x for x in above if not any(y.head != x.head and y.variables & x.variables for y in above)]
    if clear:
        yield from (x.zero for x in clear)
        return
    for formula in reversed(note.formulas[:k]):
        found = [x for x in derived.get(formula.span, ()) if what.removesuffix("s") in x.kinds]
        if found and (formula.display or (not are_many and _is_in_paragraph(note, formula, k))):
            yield found[-1].zero
            return


def _above(note: Note, derived: Mapping[Span, Sequence[Derived]], k: int) -> Iterator[Derived]:
    """The derivatives of the displays directly above formula k, and of the formulas in its paragraph."""
    for formula in reversed(note.formulas[:k]):
        if formula.display and formula.span not in derived:
            return
        if formula.display or _is_in_paragraph(note, formula, k):
            yield from derived.get(formula.span, ())


def _is_in_paragraph(note: Note, formula: Formula, k: int) -> bool:
    """Whether no blank line stands between a formula and the words right before formula k."""
    between = note.source.text[formula.span[1] : note.fences[note.formulas[k].fences[0]].whole[0]]
    return re.search(r"\n[ \t>]*\n", _OPENING.sub("", between)) is None
