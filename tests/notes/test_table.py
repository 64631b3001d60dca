"""The symbol table: kinds by the strongest evidence, versions by section, families and the matrices that hold them."""

from __future__ import annotations

import pytest

from pcaproofs.notes.checking import table_of
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.surface import Name
from pcaproofs.notes.scope.evidence import Symbol
from tests.notes.reading import note

NOTE = r"""
# Data

Let $X \in \mathbb{R}^{n \times p}$ and let $x_1, \dots, x_n \in \mathbb{R}^p$ be its rows. Let $w$ be a unit vector.

$$\sum_{i=1}^n (x_i^T w)^2 = \lambda$$

# Another

Let $X \in \mathbb{R}^d$ be a random vector and $\mathbf{X} = [x_1, \dots, x_n]$.

$$\alpha = t - \mu^T \mu$$
$$\frac{1}{n} \sum_{i=1}^n (z_i - \beta) = 0$$
"""


def symbol(letter: str, behind: str) -> Symbol:
    read = note(NOTE)
    return table_of(read).at(Name(letter), read.source.text.index(behind))


@pytest.mark.parametrize(
    ("letter", "behind", "kind", "strength"),
    [
        ("X", "sum_{i=1}^n (x_i", "matrix", "declared"),
        ("X", "alpha", "random column", "declared"),
        ("w", "sum_{i=1}^n (x_i", "column", "prose"),
        ("n", "alpha", "size", "agreed"),
        ("λ", "alpha", "number", "convention"),
        ("x", "alpha", "column", "declared"),
    ],
)
def test_the_strongest_evidence_gives_the_kind(letter: str, behind: str, kind: str, strength: str) -> None:
    found = symbol(letter, behind)
    assert (found.kind, found.strength) == (kind, strength)


def test_a_family_knows_its_length_and_its_matrix() -> None:
    read = note(NOTE)
    table = table_of(read)
    offset = read.source.text.index("sum_{i=1}^n (x_i")
    family = table.at(Name("x"), offset)
    assert family.is_family
    assert family.length == Name("n")
    linked = table.matrix_of(Name("x"), offset)
    assert linked is not None
    assert (latex(linked[0]), linked[1]) == ("X", "rows")


def test_rows_agree_on_a_kind_that_the_look_does_not_tell() -> None:
    read = note(r"Let $x_1, \dots, x_n, w \in \mathbb{R}^p$." + "\n\n$$m = x_i^T w - m$$\n")
    assert table_of(read).at(Name("m"), 60).kind == "number"
    read = note("Let $v \\in \\mathbb{R}^p$.\n\n$$v^T v + u = 2 u$$\n")
    assert table_of(read).at(Name("u"), 40).kind == "number"


def test_the_table_is_printed_with_the_lines_that_say_it() -> None:
    lines = [line.split("\t") for line in table_of(note(NOTE)).lines()]
    assert ["w", "column, unit", "prose: line 4"] in lines
