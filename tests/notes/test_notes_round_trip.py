"""Printing a surface tree and reading it again gives the same tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from pcaproofs.notes.formulas.blocks import read_note
from pcaproofs.notes.formulas.conventions import with_upper_indices
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.surface import UPPER_INDEX, Name, Node, Num, nodes, rebuilt

from .reading import note, tree

GOLDEN = sorted((Path(__file__).parents[1] / "report" / "golden").rglob("*.tex"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_every_formula_of_a_printed_page_is_read_and_printed_as_the_same_tree(path: Path) -> None:
    rows_of_page = note(path.read_text(encoding="utf-8"), "tex").formulas
    assert rows_of_page
    for row in rows_of_page:
        assert not isinstance(row.tree, Unread), row
        assert tree(latex(row.tree)) == row.tree


OWN = sorted(
    file
    for folder in ("labelled", "own")
    for file in (Path(__file__).parent / folder).iterdir()
    if file.suffix in (".md", ".tex", ".qmd", ".ipynb")
)


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_every_formula_of_a_note_is_printed_and_read_as_the_same_tree(path: Path) -> None:
    read = [x.tree for x in read_note(path).formulas if not isinstance(x.tree, Unread)]
    assert read
    numbered = frozenset(letters_with_upper_indices(read))
    again = [rebuilt(tree(latex(x)), partial(with_upper_indices, numbered)) for x in read]
    assert [latex(x) for x, y in zip(read, again, strict=True) if y != x and not has_function_with_power(x)] == []


def letters_with_upper_indices(read: list[Node]) -> Iterator[Node]:
    """The letters x of x^{(i)} where i is an index, which only the whole note tells."""
    for name in (x for found in read for x in nodes(found) if isinstance(x, Name)):
        if name.upper == UPPER_INDEX:
            yield replace(name, upper=None, subscript=None)


def has_function_with_power(found: Node) -> bool:
    """Whether a formula has the name σ² of a function, which only the whole note tells from a power."""
    return any(isinstance(x, Name) and isinstance(x.upper, Num) for x in nodes(found))


def test_there_are_printed_pages() -> None:
    assert GOLDEN


def test_a_colon_and_an_equals_sign_apart_are_no_definition() -> None:
    assert tree("a := b") == tree(r"a \coloneqq b") != tree("a : = b")
