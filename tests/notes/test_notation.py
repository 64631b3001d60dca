"""Notation that the author declares: what it makes readable, and what it never makes true."""

from __future__ import annotations

from pathlib import Path

import pytest

from pcaproofs.notes.checking import check_note, read_with_scope, scope_beside
from pcaproofs.notes.scope.scope_file import WrongScope
from tests.notes.checking import checked, rows

SIZES = "A is n×n; x is n×1; y is n×1; c is a number"

MACROS = {  # a definition, rows that are true, rows that are false or say something else
    r"\spur{x} = \operatorname{tr}(x)": (
        [r"\spur{A^T} = \spur{A}", r"\spur{A + A} = 2 \spur{A}"],
        [r"\spur{A} = 0", r"\spur{A} = A", r"\spur{A + A} = \spur{A}"],
    ),
    r"\twice{x} = 2 x": (
        [r"\twice{x + y} = 2 x + 2 y", r"\twice{x} = x + x"],
        [r"\twice{x + y} = 2 x + y", r"\twice{x} = x", r"\twice{x}^2 = 2 x^2"],
    ),
    r"\newcommand{\qf}[2]{#1^\top #2 #1}": (
        [r"\qf{x}{A} = x^\top A x"],
        [r"\qf{x}{A} = x^\top A", r"\qf{A}{x} = x^\top A x"],
    ),
    r"\DeclareMathOperator{\sp}{tr}": ([r"\sp(A^\top) = \sp(A)"], [r"\sp(A) = n"]),
    r"\qiff = \iff": ([r"x = 0 \qiff 2 x = 0"], [r"x = 0 \qiff A x = 0", r"x = y \qiff x = 2 y"]),
}


@pytest.mark.parametrize("definition", MACROS)
def test_a_macro_of_a_comment(definition: str) -> None:
    true, false = MACROS[definition]
    assert set(rows(f"$${true[0]}$$")) <= {"unread", "unsupported"}
    found = rows(
        "\n\n".join([f"<!-- pcaproofs: {definition}; {SIZES} -->", *(f"$${row}$$" for row in (*true, *false))])
    )
    assert [verdict == "proved" for verdict in found] == [True] * len(true) + [False] * len(false)
    assert "unread" not in found[: len(true)]


def test_the_own_definition_of_a_note_is_kept() -> None:
    text = "<!-- pcaproofs: \\half{x} = \\frac{x}{2} -->\n\n$\\newcommand{\\half}[1]{2 #1}$\n\n$$\\half{a} = a + a$$"
    assert rows(text) == ["proved"]


NAMES = {
    "A_L^{-1} is a letter; A is n×m; A_L^{-1} is m×n": (
        [r"(A_L^{-1} A)^\top = A^\top (A_L^{-1})^\top", r"A^{-1}_L = A_L^{-1}"],
        [r"A_L^{-1} A_L = I", r"A_L^{-1} A = I", r"(A_L^{-1})^{-1} = A_L", r"A_L^{-1} = A^{-1}"],
    ),
    "SS_R is a letter; SS_R is a number; S is a number; S_R is a number": (
        ["SS_R^2 = SS_R SS_R", "2 SS_R = SS_R + SS_R", "S SS_R = SS_R S"],
        ["SS_R = S S_R", "SS_R^2 = S S_R^2", "SS_R = S_R S", "SS_R = 0"],
    ),
    r"\beta1 is a letter; \beta1 is a number; \beta is a number": (
        [r"\beta1 x_1 = \beta_1 x_1"],
        [r"\beta1 = \beta", r"\beta 1 + \beta = 2 \beta1"],
    ),
    "A^T is a letter; A^T is n×n; A is n×n": ([r"A^T A^T = (A^T)^2"], [r"(A B)^\top = B^\top A^T", r"A^T = A^\top"]),
    r"\overline{xy} is a letter; \overline{xy} is a number": (
        [r"2 \overline{xy} = \overline{xy} + \overline{xy}"],
        [r"\overline{xy} = \bar{x} \bar{y}", r"\overline{xy} = x y"],
    ),
}


@pytest.mark.parametrize("said", NAMES)
def test_a_name_of_several_parts(said: str) -> None:
    true, false = NAMES[said]
    found = checked("\n\n".join([f"<!-- pcaproofs: {said} -->", *(f"$${row}$$" for row in (*true, *false))]))
    verdicts = [x.verdict for x in found]
    assert [x == "proved" for x in verdicts] == [True] * len(true) + [False] * len(false), verdicts


def test_angle_brackets_around_one_thing_are_read_and_may_be_means() -> None:
    row = r"$$\langle 2 x \rangle = 2 \langle x \rangle$$"
    assert rows(row) == ["unsupported"]
    said = "<!-- pcaproofs: ⟨x⟩ is the mean of x; x is a random column -->\n\n"
    assert rows(f"{said}{row}") == ["proved"]
    for false in (
        r"\langle x \rangle = x",
        r"\langle x x^T \rangle = \langle x \rangle \langle x \rangle^T",
        r"\langle x \rangle_i = x_i",
    ):
        assert rows(f"{said}$${false}$$")[0] != "proved"
    assert rows(r"$$\langle a, b \rangle = a^\top b$$") == ["proved"]


def test_a_function_is_no_factor() -> None:
    said = "<!-- pcaproofs: a is a function; X is n×1 -->\n\n"
    for row in ("a(X) = X a", "a(X + X) = 2 a(X)", "a(X) = b", "a X = X a"):
        assert rows(f"{said}$${row}$$") in (["unsupported"], ["definition"])


def test_a_kind_that_the_author_declares_overrides_sentences() -> None:
    text = "Let $x$ be a vector and $A$ a matrix.\n\n$$x + 1 = 1 + x$$"
    assert rows(text) != ["proved"]
    assert rows(f"<!-- pcaproofs: x is a number -->\n\n{text}") == ["proved"]


def _beside(tmp_path: Path, text: str, scope: str) -> list[str]:
    file = tmp_path / "n.md"
    file.write_text(text, encoding="utf-8")
    file.with_suffix(".scope").write_text(scope, encoding="utf-8")
    note = read_with_scope(file)
    return [v.verdict for v in check_note(note, scope_beside(file, note.source))[1] if v.formula.display]


def test_a_statement_may_be_about_some_lines(tmp_path: Path) -> None:
    text = "The data are\n\n$$x + 1 = 1 + x$$\n\nLet $x$ be a vector.\n\n$$x + 1 = 1 + x$$\n\n$$1 + x = x + 1$$\n"
    assert _beside(tmp_path, text, "lines 7-9: x is a number")[1:] == ["proved", "proved"]
    assert _beside(tmp_path, text, "lines 9–9: x is a number")[2] == "proved"
    assert _beside(tmp_path, text, "line 7: x is a number")[2] != "proved"


def test_macros_of_a_scope_file_are_used_and_its_remarks_are_not(tmp_path: Path) -> None:
    scope = "# \\spur{x} = x\n\\newcommand{\\spur}[1]{\\operatorname{tr}(#1)} # the trace\nA is n×n"
    assert _beside(tmp_path, "$$\\spur{A^T} = \\spur{A}$$\n\n$$\\spur{A} = A$$", scope)[0] == "proved"


@pytest.mark.parametrize(
    ("scope", "place"),
    [
        ("\\beta = 3", "1:1"),
        ("A is n×n\n\\newcommand{x}{y}", "2:1"),
        ("A + B is a letter", "1:1"),
        ("\\f{x}{x} = x", "1:1"),
        ("lines 9-4: x is a number", "1:1"),
        ("line 99: x is a number", "1:1"),
        ("cell 1: x is a number", "1:1"),
        ("line 1: x is blue", "1:14"),
    ],
)
def test_wrong_statements_about_notation_and_lines_are_one_line(tmp_path: Path, scope: str, place: str) -> None:
    with pytest.raises(WrongScope) as error:
        _beside(tmp_path, "$$x = x$$\n", scope)
    assert str(error.value).startswith("got ")
    assert f"n.scope:{place}]" in str(error.value)
    assert "\n" not in str(error.value)


CONSTANTS = {
    "E is the identity": (["A E = A", "E_n A = A", "(A + E)^2 = A^2 + 2 A + E"], ["A E = E", "E + E = E", "E A = 0"]),
    "O is the zero matrix": (["A + O = A", "O_{n \\times n} A = O"], ["A O = A", "A + O = 0"]),
}


@pytest.mark.parametrize("said", CONSTANTS)
def test_a_letter_for_the_identity_or_zero(said: str) -> None:
    true, false = CONSTANTS[said]
    found = rows("\n\n".join([f"<!-- pcaproofs: {said}; A is n×n -->", *(f"$${row}$$" for row in (*true, *false))]))
    assert [verdict == "proved" for verdict in found] == [True] * len(true) + [False] * len(false), found


def test_a_word_that_a_statement_is_about_is_one_name() -> None:
    said = "<!-- pcaproofs: lines 1-99: TestScore is a number; RSS is a number; ABC is a number -->\n\n"
    with pytest.raises(WrongScope, match="got ABC"):  # it may be a product
        rows(f"{said}$$a = a$$")
    said = said.replace("; ABC is a number", "")
    true = [r"TestScore^2 = TestScore \cdot TestScore", "2 RSS = RSS + RSS", r"\text{TestScore} = TestScore"]
    false = ["RSS^2 = R S S^2", "2 TestScore = TestScore", "RSS = R S S"]
    found = rows("\n\n".join([said, *(f"$${row}$$" for row in (*true, *false))]))
    assert [verdict == "proved" for verdict in found] == [True] * len(true) + [False] * len(false), found
