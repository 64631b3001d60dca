"""Hypotheses that would make a refuted row true: pairs of hypotheses, λ ≠ μ, i ≠ j."""

from __future__ import annotations

import re
from dataclasses import replace

from pcaproofs.kernel import KernelError
from pcaproofs.language.reader import Reading
from pcaproofs.notes.formulas.spelling import spelled
from pcaproofs.notes.searching import more_needs, reading_of, refuted
from pcaproofs.notes.typing.building import Builder
from pcaproofs.notes.typing.ledger import is_restricted
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.prover.needs_pairs import unbound_indices
from pcaproofs.prover.refute import Counterexample
from pcaproofs.prover.result import Result

SECONDS = 0.6  # seconds' worth of steps for missing hypotheses
EXAMPLE = 0.4  # for an example with i = j
NEAR = 120  # characters around a row that may say that indices are distinct
_EIGENVALUES = ("λ", "μ", "κ", "ν")
_DISTINCT = re.compile(
    r"(?<![\w-])(?:distinct|differ\w*|unequal|others?|another|mutual\w*|pairwise|two|pairs?)(?![\w-])", re.IGNORECASE
)
_ENDS = re.compile(r"\$|\\\]|\\end\{|\\\\")


def lacking(typing: Statements, b: Builder, statement: Reading, example: Counterexample) -> tuple[str, ...]:
    """Hypotheses that make a statement true, if no single property of a letter does; it fails at the example."""
    used = typing.used
    families = {b.name(x): spelled(symbol.name) for x, symbol in used.items() if x.startswith("family ")}
    values = frozenset(b.name(x) for x, symbol in used.items() if symbol.name.base in _EIGENVALUES)
    return more_needs(statement, SECONDS, families, values, example)


def of_distinct_indices(typing: Statements, b: Builder, statement: Reading, result: Result) -> Result:
    """Whether a statement is true only for i ≠ j; if a sentence restricts the indices, it is taken literally."""
    indices = [i for i, _ in unbound_indices(statement.source)]
    if len(indices) != 2:
        return result
    start = typing.offset
    ends = _ENDS.search(typing.text[start:])
    span = (start, start + ends.start() if ends else start)
    near = typing.text[max(0, start - NEAR) : span[1] + NEAR]
    if is_restricted(typing.text, span, [i.name for i in indices], {}) or _DISTINCT.search(near):
        return result
    i, j = indices
    try:
        once = reading_of(statement.source.xreplace({j: i}), statement.hypotheses)
    except KernelError:
        return result
    example = refuted(once, EXAMPLE)
    needs = lacking(typing, b, statement, example) if example is not None else ()
    said = tuple(x for x in needs if {f"{i} ≠ {j}", f"{j} ≠ {i}"} & {*x.split(" and ")})
    return replace(result, verdict="refuted", reason="", counterexample=example, needs=said) if said else result
