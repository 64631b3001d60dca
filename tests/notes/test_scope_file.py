"""The scope file: every kind of statement, written and read again; what is wrong is one line with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from pcaproofs.language.hypotheses import KINDS
from pcaproofs.notes.prose.phrases import facts_of_prose
from pcaproofs.notes.scope.scope_file import PROPERTIES, WrongScope, read_scope, scope_of_comments, written
from pcaproofs.notes.text.source import Source

from .checking import rows
from .reading import note


def test_the_properties_are_the_named_hypotheses() -> None:
    assert {*PROPERTIES} - {*KINDS} == {
        "diagonal",
        "rank",
    }  # which others are no properties: tests/house/test_registries


STATEMENTS = [
    r"X is n×p",
    r"\bar{x} is p×1",
    r"P_{k} is d×p - 1",
    r"w is a column",
    r"i is an index",
    r"x is a random column",
    r"w is unit",
    r"S is invertible",
    r"S is positive_definite",
    r"S is skew",
    r"u is orthonormal to v, w",
    r"D has diagonal d",
    r"W has columns of V",
    r"W has the first k columns of V",
    r"x has mean 0",
    r"x is independent of y, z",
    r"x has covariance \sigma^{2} I",
    r"w_{1} is an eigenvector of S with eigenvalue \lambda_{1}",
    r"x is a family of n",
    r"b is a family of M + 1 with index i",
    r"X has rows x",
    r"\mathbf{X} has columns",
    r"\mu is the mean of x",
    r"V is the covariance",
    r"P_{U} is the projection onto U",
    r"n is the sample size",
    r"\lambda ≠ \kappa, \mu",
]


def _file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "n.scope"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_scope_file_is_written_as_it_was_read(tmp_path: Path, statement: str) -> None:
    found = read_scope(_file(tmp_path, statement))
    assert written(found) == statement + "\n"
    assert all(fact.strength == "file" for fact in found)


SHORT = {
    "X is n × p; w is centred  # both": ["X is n×p", "w is centered"],
    "λ ≠ μ": [r"\lambda ≠ \mu"],
    "X is n \\times p": ["X is n×p"],
    r"\mathbb X is n×p": [r"\mathbb{X} is n×p"],
    "P is a projector": ["P is projector"],
    "S is positive definite; A is skew-symmetric": ["S is positive_definite", "A is skew"],
    "": [],
}


@pytest.mark.parametrize("text", SHORT)
def test_other_spellings_are_read(tmp_path: Path, text: str) -> None:
    assert written(read_scope(_file(tmp_path, text))).splitlines() == SHORT[text]


WRONG = {
    "X is": (1, 1),
    "X is blue": (1, 6),
    "w is unit\nX is n×": (2, 6),
    "a + b is unit": (1, 1),
    "X is n×=": (1, 8),
    "w is an eigenvector of with eigenvalue 2": (1, 6),
    "u ≠ 2": (1, 5),
    "X is 0×p": (1, 6),
    "{{{": (1, 1),
    "D has diagonal d, e": (1, 1),
}


@pytest.mark.parametrize("text", WRONG)
def test_an_error_in_a_scope_file_is_one_line_with_its_place(tmp_path: Path, text: str) -> None:
    with pytest.raises(WrongScope) as error:
        read_scope(_file(tmp_path, text))
    line, column = WRONG[text]
    assert str(error.value).startswith("got ")
    assert f"n.scope:{line}:{column}]" in str(error.value)
    assert "\n" not in str(error.value)


def test_comments_of_a_note_are_a_scope_file() -> None:
    text = "Let $X$ be.\n\n<!-- pcaproofs: X is n×p;\n w is unit -->\n\n<!-- w is symmetric -->"
    found = scope_of_comments(Source("n.md", text))
    assert written(found).splitlines() == ["X is n×p", "w is unit"]
    assert {text[slice(*fact.span)][:14] for fact in found} == {"<!-- pcaproofs"}
    tex = "% pcaproofs: X is n×p\nLet $X$ be. % w is unit"
    assert written(scope_of_comments(Source("n.tex", tex, "tex"))) == "X is n×p\n"


def test_facts_of_sentences_are_written_and_read_again(tmp_path: Path) -> None:
    text = (
        "Let $X$ be a centred $n \\times p$ matrix whose rows are $x_1, \\dots, x_n$. "
        "Here $n$ is the number of samples. "
        "Let $u$ and $v$ be orthonormal vectors. Let $w$ be an eigenvector of $S$ with eigenvalue $\\lambda \\ne \\mu$."
    )
    said = written(facts_of_prose(note(text)))
    assert len(said.splitlines()) > 6
    assert written(read_scope(_file(tmp_path, said))) == said


def test_what_is_unclear_is_not_written() -> None:
    text = r"Let $A, B \in \mathbb{R}^{p \times p}$, where $A$, not $B$, is symmetric."
    assert written(facts_of_prose(note(text))) == ""


USED = {
    "idempotent": (r"(I - A)(I - A) = I - A", r"A^T = A"),
    "skew-symmetric": (r"x^T A x = 0", r"A x = 0"),
    "normal": (r"\|A x\|^2 = \|A^T x\|^2", r"A^T = A"),
    "positive definite": (r"x^T A x \ge 0", r"A^{-1} = A"),
}


@pytest.mark.parametrize("word", USED)
def test_a_row_is_proved_from_a_property_and_not_from_nothing(word: str) -> None:
    true, false = USED[word]
    said = "<!-- pcaproofs: A is p×p; x is p×1"
    found = rows(f"{said}; A is {word} -->\n\n$${true}$$\n\n$${false}$$")
    assert [verdict == "proved" for verdict in found] == [True, False]
    assert "proved" not in rows(f"{said} -->\n\n$${true}$$")
