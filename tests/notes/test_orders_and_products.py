"""A ⪰ B, A ⊗ B, A ⊙ B and vec A in notes: what they say, and where their signs may mean something else."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows

SAID = r"Let $A, B, C$ be $n \times n$ matrices and $S$ a symmetric $n \times n$ matrix. "
NAMED = SAID + r"We write $\otimes$ for the Kronecker product and $\circ$ for the Hadamard product. "
STACKED = SAID + r"We stack the columns of a matrix in $\operatorname{vec}$. "
ORDERED = SAID + r"Let $P \succeq Q$ and $Q \succeq 0$. "
CASES = {
    "a square": (SAID, r"A^T A \succeq 0", "proved"),
    "not symmetric": (SAID, r"A^T B \succeq 0", "refuted"),
    "nowhere negative, but not symmetric": (SAID, r"A^T A + A - A^T \succeq 0", "needs"),
    "a sum of it": (SAID, r"A^T A + B^T B \succeq B^T B", "proved"),
    "the other way round": (SAID, r"B^T B \preceq A^T A + B^T B", "proved"),
    "the wrong way round": (SAID, r"B^T B \succeq A^T A + B^T B", "refuted"),
    "definite": (SAID, r"A^T A + I \succ 0", "proved"),
    "only semidefinite": (SAID, r"A^T A \succ 0", "needs"),
    "its converse needs symmetry": (SAID, r"B^T B \succeq 0 \iff A^T A + A - A^T \succeq 0", "needs"),
    "the other way": (SAID, r"A^T A + A - A^T \succeq 0 \iff B^T B \succeq 0", "needs"),
    "a letter alone": (SAID, r"S \succeq 0", "condition"),
    "between two": (SAID, r"0 \preceq S \preceq 2 I", "condition"),
    "what is not so": (SAID, r"A + A^T \succeq 0", "needs"),
    "transitive": (ORDERED, r"P \succeq 0", "proved"),
    "congruent": (ORDERED, r"A^T P A \succeq A^T Q A", "proved"),
    "squares are not ordered": (ORDERED, r"P^2 \succeq Q^2", "refuted"),
    "traces are": (ORDERED, r"\operatorname{tr}(P) \ge \operatorname{tr}(Q)", "proved"),
    "columns": (r"Let $x, y \in \mathbb{R}^n$. ", r"x \succeq y", "unsupported"),
    "numbers": (r"Let $x \in \mathbb{R}^n$. ", r"x^T x \succeq 0", "proved"),
    "an implication": (SAID, r"A \succeq 0 \implies B^T A B \succeq 0", "proved"),
    "a false one": (SAID, r"A \succeq 0 \implies B A B \succeq 0", "refuted"),
    "a premise that is not read": (SAID, r"A \ge 0 \implies \operatorname{tr}(A) \ge 0", "unsupported"),
    "entries that are not negative": (
        r"We look for $W \succeq 0$ with nonnegative entries. ", r"w^T W w \ge 0", "undecided"),
    "preferences": (
        r"We write $\succeq$ if a consumer prefers one bundle. ", r"A \succeq B, B \succeq C \implies A \succeq C",
        "unsupported"),
    "a gate that is no function": (
        SAID + r"Let $f_t, c_t, d_t \in \mathbb{R}^n$. ",
        r"f_t \odot (c_t + d_t) = f_t \odot c_t + f_t \odot d_t",
        "proved",
    ),
    "functions": (SAID, r"f \odot g = g \odot f", "unsupported"),
    "Kronecker": (NAMED, r"(A \otimes B)(C \otimes S) = AC \otimes BS", "proved"),
    "its transpose": (NAMED, r"(A \otimes B)^T = A^T \otimes B^T", "proved"),
    "in the wrong order": (NAMED, r"(A \otimes B)^T = B^T \otimes A^T", "refuted"),
    "its trace": (NAMED, r"\operatorname{tr}(A \otimes B) = \operatorname{tr}(A) \operatorname{tr}(B)", "proved"),
    "its inverse": (NAMED, r"(A \otimes B)^{-1} = A^{-1} \otimes B^{-1}", "proved"),
    "of identities of two sizes": (NAMED, r"I_n \otimes I_m = I_m \otimes I_n", "unsupported"),
    "beside identities": (NAMED, r"(A \otimes I)(I \otimes B) = A \otimes B", "proved"),
    "all usual letters are taken": (
        SAID + r"Let $x, y, z, u, v, w, h \in \mathbb{R}^n$. ",
        r"x x^T + y y^T + z z^T + u u^T + v v^T + w w^T + h h^T + I \succ 0",
        "undecided",
    ),
    "of columns": (NAMED + r"Let $x, y \in \mathbb{R}^n$. ", r"(x \otimes y)^T (x \otimes y) = x^T x y^T y", "proved"),
    "outer products elsewhere": (
        SAID + r"Let $x, y \in \mathbb{R}^n$. ", r"x \otimes y = x y^T", "unsupported"),
    "columns below each other": (STACKED, r"\operatorname{vec}(ABC) = (C^T \otimes A) \operatorname{vec}(B)", "proved"),
    "rows below each other": (STACKED, r"\operatorname{vec}(ABC) = (A \otimes C^T) \operatorname{vec}(B)", "refuted"),
    "Hadamard": (NAMED, r"A \circ B = B \circ A", "proved"),
    "no product of matrices": (NAMED, r"A \circ B = AB", "refuted"),
    "maps elsewhere": (SAID, r"A \circ B = AB", "unsupported"),
    "a sign of its own": (SAID, r"A \odot (B + C) = A \odot B + A \odot C", "proved"),
    "of numbers": (r"Let $a, b \in \mathbb{R}$. ", r"a \odot b = b \odot a", "unsupported"),
    "both without brackets": (NAMED, r"A \otimes B \odot C = A", "unsupported"),
    "sizes that do not fit": (
        r"Let $A \in \mathbb{R}^{n \times p}$ and $B \in \mathbb{R}^{p \times n}$. ", r"A \odot B = 0", "ill-typed"),
    "sizes that may fit": (NAMED + r"Let $y \in \mathbb{R}^m$. ", r"(A \otimes B) y = y", "unsupported"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_orders_and_products_get_their_verdicts(name: str) -> None:
    said, row, verdict = CASES[name]
    assert rows(f"{said}\n\n$${row}$$") == [verdict]


def test_rows_below_each_other_are_a_warning_where_the_note_does_not_say_what_vec_is() -> None:
    row = r"\operatorname{vec}(ABC) = (A \otimes C^T) \operatorname{vec}(B)"
    (found,) = [x for x in checked(f"{SAID}\n\n$${row}$$") if x.formula.display]
    assert (found.verdict, found.severity) == ("refuted", "warning")
    assert "whether vec has columns or rows below each other" in found.reason
