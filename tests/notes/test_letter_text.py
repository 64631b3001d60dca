"""Messages show letters as a note's reader sees them, never their keys."""

from __future__ import annotations

import re

import pytest

from pcaproofs.notes.checking import table_of
from pcaproofs.notes.formulas.spelling import key, letter_text
from pcaproofs.notes.formulas.surface import Name
from pcaproofs.notes.typing.statements import Statements
from tests.notes.checking import checked, note
from tests.notes.reading import tree


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r"\lambda", "λ"),
        ("x_i", "xᵢ"),
        (r"\mathbf{c}_i", "𝐜ᵢ"),
        (r"\hat{\beta}", "β\u0302"),
        ("U_{1}", "U₁"),
    ],
)
def test_a_key_is_shown_as_its_letter(written: str, text: str) -> None:
    found = tree(written)
    assert isinstance(found, Name)
    assert letter_text(key(found)) == letter_text(found) == text


def test_keys_of_families_and_what_is_no_key() -> None:
    assert letter_text(r"family \lambda") == "λᵢ"
    assert letter_text("array x") == "xᵢⱼ"
    assert letter_text("}") == "}"


@pytest.mark.parametrize(
    "text",
    [
        r"$$\lambda A v = A (\lambda v)$$",
        r"Let $\mathbf{C}$ have columns $\mathbf{c}_1, \dots, \mathbf{c}_n$. $$C x = \sum_{i=1}^n x_i \mathbf{c}_i$$",
        r"Let $\Gamma \in \mathbb{R}^{\ell \times p}$. $$\Gamma \Gamma = \Gamma$$",
        r"$$\mu^T \mu_{1} + \beta = \Gamma$$",
    ],
)
def test_no_message_has_a_command(text: str) -> None:
    for verdict in checked(text):
        assert not re.search(r"\\[A-Za-z]|_\{", " ".join((verdict.reason, *verdict.reading))), verdict


def test_a_part_of_a_product_is_shown_without_macros() -> None:
    read = note(r"\newcommand{\eins}{\mathbf{1}} Let $v \in \mathbb{R}^n$. $$v - \frac{1}{n} \eins_n \eins_n^T v$$")
    start, end = (read.source.text.rindex(x) for x in (r"\frac", " v$$"))
    assert Statements(table_of(read), 0, read.source.text).shown((start, end)) == "(1/n) 𝟏ₙ𝟏ₙᵀ"
