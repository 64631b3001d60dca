"""Links between problems in different variables: what is put for the variables, and what is not linked."""

from __future__ import annotations

import pytest

from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.judging.transfers import inverse, matched
from tests.notes.checking import checked
from tests.notes.reading import tree

SAID = (
    r"Let $x_1, \dots, x_n \in \mathbb{R}^p$ and let $U \in \mathbb{R}^{p \times d}$ have orthonormal columns, "
    r"$b_1, \dots, b_n \in \mathbb{R}^d$, $a \in \mathbb{R}^p$, $m = \frac{1}{n} \sum_{i=1}^n x_i$."
)
SCORES, OFFSETS = r"\sum_{i=1}^n \|x_i - a - U b_i\|^2", r"\sum_{i=1}^n \|(I - U U^T) (x_i - a)\|^2"
LEFT = r"\sum_{i=1}^n \|(I - U U^T) (x_i - m)\|^2"


@pytest.mark.parametrize(
    ("row", "verdict", "reason"),
    [
        (
            rf"\min_{{U, a, \{{b_i\}}}} {SCORES} \iff \min_{{U, a}} {OFFSETS}",
            "proved",
            "bᵢ = Uᵀ(xᵢ − a)",
        ),
        (rf"\min_{{U, a, b_i}} {SCORES} \iff \min_{{U, a}} {OFFSETS}", "proved", "bᵢ = Uᵀ(xᵢ − a)"),
        (rf"\min_{{U, a}} {OFFSETS} \iff \min_{{U, a, b_1, \dots, b_n}} {SCORES}", "proved", "bᵢ ="),
        (rf"\min_{{U, a}} {OFFSETS} \iff \min_U {LEFT}", "proved", "with a = m, best for all other variables"),
        (rf"\min_{{U, a, \{{b_i\}}}} {SCORES} = \min_U {LEFT}", "proved", "bᵢ = Uᵀ(xᵢ − a) and a = m"),
        (rf"\min_{{U, a}} {OFFSETS} = \min_U 2 {LEFT}", "unsupported", "no substitution"),
        (rf"\min_{{U, a}} {OFFSETS} \iff \min_U 2 {LEFT}", "proved", "with a = m, best for all other variables"),
        (rf"\max_{{U, a}} {OFFSETS} \iff \max_U {LEFT}", "unsupported", "no substitution"),
        (
            rf"\min_{{U, a}} {OFFSETS} \iff \max_U \operatorname{{tr}}(U^T \sum_{{i=1}}^n (x_i - m) (x_i - m)^T U)",
            "proved",
            "a = m",
        ),
        (
            rf"\min_{{U, a}} {OFFSETS} \iff \min_U \operatorname{{tr}}(U^T \sum_{{i=1}}^n (x_i - m) (x_i - m)^T U)",
            "unsupported",
            "no substitution",
        ),
        (rf"\min_{{U, a}} {OFFSETS} = \min_U {LEFT} + 1", "unsupported", "no substitution"),
        (rf"\min_{{U, a}} {OFFSETS} \text{{ s.t. }} a = 0 \iff \min_U {LEFT}", "unsupported", "no substitution"),
        (rf"\min_{{U, a}} {OFFSETS} \text{{ s.t. }} \|a\|^2 = 1 \iff \min_U {LEFT}", "unsupported", "no substitution"),
        (rf"\min_{{U, a}} {OFFSETS} \iff \min_U {LEFT} \text{{ s.t. }} U^T m = 0", "unsupported", "no substitution"),
        (
            rf"\min_{{U, a}} {OFFSETS} \text{{ s.t. }} U^T m = 0 \iff \min_U {LEFT} \text{{ s.t. }} U^T m = 0",
            "proved",
            "a = m",
        ),
        (rf"\min_{{U, a}} {OFFSETS} \text{{ s.t. }} U^T a = 0 \iff \min_U {LEFT}", "unsupported", "no substitution"),
        (
            r"\min_{U, a} \sum_{i=1}^n \|x_i - U U^T a\|^2 \iff \min_U \sum_{i=1}^n \|x_i - U U^T m\|^2",
            "proved",
            "a = m",
        ),
        (r"\min_{b_1, \dots, b_n} \|x_1\|^2", "unsupported", "a family as a variable of which the objective"),
    ],
)
def test_a_link_says_what_is_put_for_the_variables(row: str, verdict: str, reason: str) -> None:
    found = [v for v in checked(f"{SAID}\n\n$${row}$$") if v.formula.display]
    assert [(v.verdict, reason in v.reason) for v in found] == [(verdict, True)], found[0].reason


@pytest.mark.parametrize(
    ("between", "verdict"),
    [
        ("Substituting $b_i = U^T (x_i - a)$, the problem becomes", "proved"),
        ("Later there is another problem,", "problem"),
        ("\n## Another section\n\nThe problem becomes", "problem"),
    ],
)
def test_words_may_link_a_problem_to_the_last_one(between: str, verdict: str) -> None:
    first, second = rf"$$\min_{{U, a, \{{b_i\}}}} {SCORES}$$", rf"$$\min_{{U, a}} {OFFSETS}$$"
    found = [v.verdict for v in checked(f"{SAID}\n\n{first}\n\n{between}\n\n{second}") if v.formula.display]
    assert found == ["problem", verdict]


def test_a_substitution_is_not_taken_as_a_claim() -> None:
    found = checked(
        f"{SAID}\n\n$$\\min_{{U, a, b_i}} {SCORES}$$\n\nSubstituting $b_i = U^T (x_i - a)$ we get a shorter problem."
    )
    assert found[-1].verdict == "undecided"


@pytest.mark.parametrize(
    ("pattern", "target", "values"),
    [
        ("x - U b", "x - U U^T x", {"b": r"U^{\top} x"}),
        ("x - a - U b", "x - U b", {"a": "0"}),
        (r"\|P_{a + U} x\|", r"\|P_{m + U} x\|", {"a": "m"}),
        ("x - a", "x + y", {"a": "-y"}),
        ("a + x a", "m + x m", {"a": "m"}),
        ("a + x a", "m + x c", {}),
        ("x - a", "2 y", {}),
    ],
)
def test_values_of_letters_from_two_formulas(pattern: str, target: str, values: dict[str, str]) -> None:
    found = matched(tree(pattern), tree(target), frozenset("ab"))  # type: ignore[arg-type]
    assert {x: latex(value).strip("()") for x, (_, value) in found.items()} == values


def test_the_inverse_of_a_shift_behind_a_projection() -> None:
    letter, written, value = tree("a"), tree("b"), tree(r"Q (m - a)")
    found = inverse(letter, written, value)  # type: ignore[arg-type]
    assert found is not None
    assert key(found[0]) == "a"
    assert latex(found[1]).strip("()") == "m - b"


def test_a_constraint_does_not_make_a_definition_void() -> None:
    text = (
        r"Let $S$ be a symmetric $p \times p$ matrix and $\mu = S v$ for $v \in \mathbb{R}^p$. "
        r"$$\min_{\substack{a \in \mathbb{R}^p \\ a^T v = \mu^T v}} \|a - \mu\|^2"
        r" = \min_{\substack{a \in \mathbb{R}^p \\ a^T v = v^T S v}} \|a - S v\|^2$$"
    )
    assert checked(text)[-1].verdict == "proved"
