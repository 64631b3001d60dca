"""A range such as 1 ≤ k ≤ n is said once, and first: for all k, if …, and not: if … for some k, then for all."""

from __future__ import annotations

from typing import Any

import pytest

from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.text import text
from pcaproofs.formula.tree import Formula, Name
from pcaproofs.kernel import Compare, Statement
from pcaproofs.report.derivation.statements import PrintedStatement
from pcaproofs.report.derivation.wording import THEN, statement
from pcaproofs.report.page import ClaimPage, PartPage
from pcaproofs.report.sentences import NOTHING, sentence

F = Name("f")
PAGES: dict[str, tuple[list[str], list[tuple[list[str], str]], str]] = {
    "none": ([], [([], ""), ([], "")], "(1) f (2) f"),
    "one for all": ([], [([], "for k"), ([], "for k")], "For k: (1) f (2) f"),
    "before what is supposed": (["a"], [([], "for k"), ([], "for k")], "For k, suppose that a. Then (1) f (2) f"),
    "for some": (
        [],
        [([], "for k"), ([], "for k"), ([], ""), ([], "for i")],
        "(1)–(2) For k: (1) f (2) f (3) f (4) For i: f",
    ),
    "before an assumption": (
        [],
        [([], ""), (["b"], "for k"), (["b"], "for k")],
        "(1) f (2)–(3) For k, if b, then (2) f (3) f",
    ),
    "two before assumptions": (
        [],
        [(["b"], "for k"), (["b"], "for i")],
        "(1) For k, if b, then f (2) For i, if b, then f",
    ),
    "within an assumption without an index": (
        [],
        [(["b"], "for k"), (["b"], "")],
        "(1)–(2) If b, then (1) For k: f (2) f",
    ),
    "a single statement": ([], [([], "for k")], "For k: f"),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_range_is_said_once_and_first(name: str) -> None:
    supposed, stated, wanted = PAGES[name]
    parts = [
        PartPage(PrintedStatement(tuple(map(sentence, assuming)), ((NOTHING, F),), (), sentence(ranges)), "proved")
        for assuming, ranges in stated
    ]
    page = ClaimPage(Any, "", NOTHING, NOTHING, list(map(sentence, supposed)), THEN, parts, NOTHING, [])
    said = [text(x) if isinstance(x, Formula) else "".join(map(str, x.runs)) for x in statement(page)]
    assert " ".join(said) == wanted


S = ("letter", "s")
VALUES = [
    (("pow", ("number", "0"), 2), "0"),
    (("add", ("pow", ("number", "0"), 2), S), "s"),
    (("tr", ("mul", ("t", ("zero", "p", 1)), ("zero", "p", 1))), "0"),
    (("tr", ("mul", ("t", S), S)), "s²"),
    (("tr", ("mul", ("t", ("letter", "x")), ("letter", "x"))), "‖x‖²"),
]


@pytest.mark.parametrize(("expression", "shown"), VALUES)
def test_no_square_of_zero_and_no_norm_of_a_number_is_printed(expression: Any, shown: str) -> None:
    letters = (("s", 1, 1), ("x", "p", 1))
    notation = KernelNotation(Statement(letters, Compare(S, "=", S)), None, {})
    assert text(notation.form(expression)) == shown
    assert text(notation.norm2(S)) == "s²"
