"""Sentences with Unicode mathematics: what becomes a formula, and that nothing can escape."""

import pytest

from pcaproofs.report.documents.running_text import MATH, escape, prose

SENTENCES = {
    "λI − A is positive": r"$\lambda I - A$ is positive",
    "then xᵀAx ≤ λ for every unit x, and": r"then $x^{\top }Ax \le  \lambda$ for every unit $x$, and",
    "the projections xₖᵀw.": r"the projections $x_{k}^{\top }w$.",
    "The matrix H = I − 11ᵀ/n: what it does": r"The matrix $H = I - \mathbf{1}\mathbf{1}^{\top }/n$: what it does",
    "its range is exactly 1⊥.": r"its range is exactly $\mathbf{1}^{\perp }$.",
    "under ‖w‖ = 1 all": r"under $\|w\| = 1$ all",
    "of any a + U is n times": r"of any $a + U$ is $n$ times",
    "a point on μ + U": r"a point on $\mu  + U$",
    "so tr(BᵀAB) is at most": r"so $\operatorname{tr}(B^{\top }AB)$ is at most",
    "with B also BQ is": r"with $B$ also $BQ$ is",
    "A point a is optimal": r"A point $a$ is optimal",
    "add and so on": "add and so on",
    "from 1/n to −1/n everywhere": r"from $1/n$ to $-1/n$ everywhere",
    "the symmetric A, so": r"the symmetric $A$, so",
    "A claim – or two – of 50 % & more": r"A claim -- or two -- of 50 \% \& more",
}


@pytest.mark.parametrize("text", SENTENCES)
def test_mathematics_in_a_sentence_is_set_as_such(text):
    assert prose(text, set("ABQaxwHIUP")) == SENTENCES[text]


@pytest.mark.parametrize("c", list('\\{}$&%#_^~<>|"'))
def test_special_characters_of_tex_are_escaped(c):
    assert escape(f"a{c}b") != f"a{c}b"
    assert not escape(f"a{c}b").replace(r"\textbackslash{}", "").startswith(f"a{c}")


def test_commands_in_prose_are_text():
    shown = prose(r"\input{/etc/passwd} and \write18{x} are $text$")
    assert r"\input" not in shown
    assert r"\write18" not in shown
    assert r"\textbackslash{}input\{/etc/passwd\}" in shown


def test_no_character_that_is_not_latin_is_left():
    text = escape("".join(MATH) + "ᵀ⊥ₖ² 漢 𝒜 é \u200b")
    assert all(ord(c) < 0x180 for c in text)
    assert "U+6F22" in text
