r"""Numbers behind letters, x1, x(2), x[1], \vx{1}: indices where the note declares such letters, and never factors."""

from __future__ import annotations

import re

import pytest

from pcaproofs.notes.text.macros import COMMON
from tests.notes.checking import checked, rows
from tests.notes.reading import note, shown

LETTERS = r"Let $x \in \mathbb{R}^p$, $\lambda \in \mathbb{R}$ and $A \in \mathbb{R}^{p \times p}$." + "\n\n"
# functions of the number behind them, or no letters at all
_OTHER = (r"\operatorname", r"\quad", r"\text", r",", r":=", "^", r"\cdot", r"\mathbb{E}", r"\frac{1}{2}")
GUESSED = [name + "{x}" * count for name, (count, body) in COMMON.items() if body and not body.startswith(_OTHER)]
GUESSED += [r"\bx", r"\vx", r"\bfx", r"\mbx", r"\vbx", r"\mA", r"\bA", r"\bfA", r"\bbeta", r"\vtheta", r"\mSigma"]
KINDS = ["x", "A", r"\lambda", "λ", r"\mathbf{x}", r"\bm{x}", r"\boldsymbol\beta", r"\mathrm{PC}", r"\mathcal{L}"]
KINDS += [
    "PC",
    r"\hat x",
    r"\bar{\mathbf x}",
    r"\vec x",
    r"\tilde{A}",
    "x_i",
    r"x_{\max}",
    "x^*",
    "x^{(1)}",
    "x'",
    "A^T",
]
KINDS += [r"A^{-1}", r"\mathsf{x}", r"\mathit{x}", r"\text{score}", r"\score", "x^2", r"(x + x)", r"\sqrt\lambda"]


def forms(letter: str) -> list[str]:
    """A letter with the number k behind it, in each way; the number is to be put in place of #."""
    return [f"{letter} #", f"{letter}{{#}}", f"{letter}(#)", f"{letter}[#]", f"{letter}|#|"]


@pytest.mark.parametrize("letter", [*GUESSED, *KINDS])
def test_a_number_behind_a_letter_is_no_factor(letter: str) -> None:
    false = [
        f"{form.replace('#', '2')} = 2 {form.replace('#', '1')}\n$$\n\n$$\n"
        f"{form.replace('#', '1')} + {form.replace('#', '2')} = {form.replace('#', '3')}\n$$\n\n$$\n"
        f"{form.replace('#', '0')} = 0"
        for form in forms(letter)
    ]
    found = rows(LETTERS + "".join(f"$$\n{row}\n$$\n\n" for row in false))
    assert len(found) == 15
    assert {*found} <= {"unread", "unsupported", "undecided", "definition"}, found


@pytest.mark.parametrize(
    ("said", "letters"),
    [
        (r"Let $x1, x2 \in \mathbb{R}^p$ be samples.", r"x_1, x_2 \in \mathbb{R}^p"),
        (r"Let $x1$ and $x2$ be samples.", "x_1 x_2"),
        (r"The samples are $x1, \dots, xn$.", r"x_1, \dots, x_n"),
        (r"The samples are $\mathbf{x}(1), \mathbf{x}(2), \dots$.", r"\mathbf{x}_1, \mathbf{x}_2, \dots"),
        (r"The samples are $x[1], \dots, x[n]$.", r"x_1, \dots, x_n"),
        (r"The samples are $\vx{1}, \dots, \vx{n}$.", r"\mathbf{x}_1, \dots, \mathbf{x}_n"),
        (
            r"The components are $PC1, \mathrm{PC2}, PC3$.",
            r"\mathrm{PC}_1, \mathrm{PC}_2, \mathrm{PC}_3",
        ),
        (r"Let $\mathbf{x1}, \mathbf{x2} \in \mathbb{R}^p$.", r"\mathbf{x}_1, \mathbf{x}_2 \in \mathbb{R}^p"),
    ],
)
def test_declared_letters_have_indices(said: str, letters: str) -> None:
    found = [x.strip("$") for x in shown(note(said))]
    assert re.sub(r"(?<=[_^])\{(\w)\}", r"\1", " ".join(found)) == letters


@pytest.mark.parametrize(
    ("said", "row", "verdict"),
    [
        (r"Let $x1, x2 \in \mathbb{R}^p$.", r"\|x1 + x2\|^2 = \|x1\|^2 + 2 x1^T x2 + \|x2\|^2", "proved"),
        (r"Let $x1, x2 \in \mathbb{R}^p$.", r"\|x1 - x2\|^2 = \|x1\|^2 - x1^T x2 + \|x2\|^2", "refuted"),
        (r"Let $w(1), w(2) \in \mathbb{R}^p$.", r"w(1)^T w(2) = w(2)^T w(1)", "proved"),
        (r"Let $\vx{1}, \vx{2} \in \mathbb{R}^p$.", r"\vx{1}^T \vx{2} = \vx{2}^T \vx{1}", "proved"),
        (r"Let $x, y \in \mathbb{R}^p$.", r"x1^T y = y^T x1", "unread"),
        (r"Let $x1, y \in \mathbb{R}^p$.", r"x1^T y = y^T x1", "proved"),
        (r"Let $X \in \mathbb{R}^{n \times p}$ be centred.", r"X^T 1 = 0", "proved"),
        (
            r"Let $X \in \mathbb{R}^{n \times p}$ be centred. The sums are $X^T1$.",
            r"X^T 1 = 0",
            "proved",
        ),
        (r"Let $H \in \mathbb{R}^{n \times n}$ be $H = I - \frac1n 11^T$.", r"H1 = 0", "proved"),
        (r"Let $X \in \mathbb{R}^{n \times p}$ be centred.", r"X^\top \mathbf 1 = 0", "proved"),
        (r"Let $x \in \mathbb{R}^p$.", r"x1 = x", "unread"),
        (r"Let $x \in \mathbb{R}^p$.", r"x1 + x2 + \dots + xn = \frac{n(n+1)}{2} x", "unsupported"),
        (r"Let $x \in \mathbb{R}^p$.", r"x^T x(2)(3) = 6 x^T x", "unread"),
        (r"Let $x \in \mathbb{R}^p$.", r"x \cdot 2 = 2x", "proved"),
        (r"Let $\lambda \in \mathbb{R}$.", r"(3 - \lambda)(2) = 6 - 2 \lambda", "proved"),
        (r"Let $x, w \in \mathbb{R}^p$.", r"(x^T w)^2(1) = (x^T w)^2", "proved"),
        ("", "2(3) = 6", "proved"),
        ("", "2 3 = 6", "unread"),
        (r"Let $A, B \in \mathbb{R}^{p \times p}$.", r"(\mA{A} \mA{B})^T = \mA{B}^T \mA{A}^T", "unread"),
        (r"Let $\bA, \bB \in \mathbb{R}^{p \times p}$.", r"(\bA{}\bB{})^T = \bB{}^T \bA{}^T", "proved"),
        (r"Let $A, B \in \mathbb{R}^{p \times p}$.", r"(A\tp{B})^T = B \tp{A}", "proved"),
        (r"Let $A, B \in \mathbb{R}^{p \times p}$.", r"A\tp{B} = A^T B", "needs"),
    ],
)
def test_rows(said: str, row: str, verdict: str) -> None:
    found = [v for v in checked(f"{said}\n\n$${row}$$") if v.formula.display]
    assert [v.verdict for v in found] == [verdict], found[0].reason


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        ("w(2t) = 2 w(t)", "unsupported"),
        (r"w(t_1) = \frac{t_1}{t_2} w(t_2)", "unsupported"),
        ("w(t + 1) = w(t) + w", "unsupported"),
        ("w[2t] = 2 w[t]", "unsupported"),
        ("Q(2w) = 2 Q(w)", "unsupported"),
        ("Q(w + w) = 2 Q(w)", "proved"),
        ("Q(Qw) = (Q Q) w", "proved"),
        ("Q(2Q) = 2 Q Q", "proved"),
        ("w(w^T w) w^T = w^T w w w^T", "proved"),
    ],
)
def test_brackets_around_letters_are_for_arguments(row: str, verdict: str) -> None:
    said = r"Let $w \in \mathbb{R}^p$ and $Q \in \mathbb{R}^{p \times p}$."
    assert rows(f"{said}\n\n$${row}$$") == [verdict]
