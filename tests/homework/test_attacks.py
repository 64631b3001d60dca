r"""Texts that want "least error is most variance" for nothing: assumed, redefined, declared, contradicted or hidden."""

from __future__ import annotations

import re

import pytest

from . import least_error
from .test_derivations import answered

ERROR = r"\frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2"
GOAL = rf"$$\arg\min_{{\|w\|=1}} {ERROR} = \arg\max_{{\|w\|=1}} w^\top S w$$"
KEY = rf"$${ERROR} = \operatorname{{tr}} S - w^\top S w$$"  # one right step, from which the goal follows

NOTHING = {
    "S is 0, inline": "Let $S = 0$. " + GOAL,
    "a sample is w": r"$$x_i := w$$ $$\|x_i - (x_i^\top w) w\|^2 = 0$$ " + GOAL,
    "it is known": rf"It is known that $${ERROR} = c - w^\top S w.$$ Hence " + GOAL,
    "a constant that nothing says": rf"For some constant $c$, $${ERROR} = c - w^\top S w.$$ Hence " + GOAL,
    "functions": rf"Let $f(w) = {ERROR}$ and $g(w) = w^\top S w$. $$\min_{{\|w\|=1}} f(w) \iff \max_{{\|w\|=1}} g(w)$$",
    "names": rf"Let $e = {ERROR}$ and $v = w^\top S w$. $$\min_{{\|w\|=1}} e \iff \max_{{\|w\|=1}} v$$",
    "a contradiction of letters": "Let $a = 1$ and $a = 2$, so $$1 = 2$$ " + GOAL,
    "S is declared the identity": r"Let $S$ be the identity matrix. $$w^\top S w = 1$$" + GOAL,
    "samples are declared unit vectors": r"Let $x_i$ be unit vectors. $$\|x_i\|^2 = 1$$" + GOAL,
    "w is declared an eigenvector": r"Let $w$ be an eigenvector of $S$. $$w^\top S w = \lambda$$" + GOAL,
    "another unit vector": r"""Let $u, v \in \mathbb{R}^p$ be unit vectors.
$$\|x_i - (x_i^\top u) u\|^2 = \|x_i\|^2 - (x_i^\top v)^2$$""" + GOAL,
    "a scope file": "<!-- pcaproofs: S is orthogonal; w is orthogonal to w -->\n" + GOAL,
    "a quantifier": r"$$\forall w: w^\top S w = 0$$" + GOAL,
    "X = X": rf"$$w^\top S w = w^\top S w$$ $$2 {ERROR} - {ERROR} = {ERROR}$$" + GOAL,
    "trifles": r"$$w^\top S w = \tfrac12 w^\top S w + \tfrac12 w^\top S w$$ $$(w^\top w)^2 = w^\top w$$" + GOAL,
    "a fact times n": r"$$n S = \sum_i x_i x_i^\top$$" + GOAL,
    "a fact transposed": r"$$S^\top = \frac1n \sum_i x_i x_i^\top$$" + GOAL,
    "a fact as a sum that is zero": r"$$\sum_i (S - x_i x_i^\top) = 0$$" + GOAL,
    "a macro for max": r"\renewcommand{\max}{\min} " + GOAL,
    "a macro for the transpose": r"\renewcommand{\top}{2} " + GOAL,
    "a comment": f"<!-- {KEY} -->" + GOAL,
    "code": f"```\n{KEY}\n```\n" + GOAL,
    "a phantom": KEY.replace("$$", r"$$\phantom{", 1).replace("$$", "}$$").replace("}$$\\ph", "$$\\ph") + GOAL,
    "white": r"$$\color{white}{" + KEY.strip("$") + "}$$" + GOAL,
    "white text": r"$$\textcolor[rgb]{1,1,1}{" + KEY.strip("$") + "}$$" + GOAL,
    "no display": f'<div style="display:none">{KEY}</div>' + GOAL,
    "struck out": f"~~{KEY}~~" + GOAL,
    "said to be false": f"It is not true that {KEY}" + GOAL,
}  # fmt: skip

TEX = {
    "a condition": rf"\iffalse {KEY} \fi " + GOAL,
    "a comment": rf"\begin{{comment}}{KEY}\end{{comment}}" + GOAL,
    "a comment sign": "".join(f"% {line}\n" for line in KEY.splitlines()) + GOAL,
    "a macro without its argument": rf"\newcommand{{\h}}[1]{{}} \h{{{KEY}}}" + GOAL,
    "a box": rf"\vbox to 0pt{{{KEY}}}" + GOAL,
    "behind the end": rf"\begin{{document}}{GOAL}\end{{document}}{KEY}",
    "before the beginning": rf"{KEY}\begin{{document}}{GOAL}\end{{document}}",
    "another operator": r"\DeclareMathOperator{\max}{min}" + GOAL,
    "let": r"\let\max\min " + GOAL,
}


def test_the_step_that_is_hidden_below_would_be_enough() -> None:
    assert answered(least_error.TASK, KEY + GOAL)["shares"]["goal"] == 1
    assert answered(least_error.TASK, KEY + GOAL, ".tex")["shares"]["goal"] == 1


@pytest.mark.parametrize("name", NOTHING)
def test_a_text_that_shows_nothing_reaches_nothing(name: str) -> None:
    assert answered(least_error.TASK, NOTHING[name])["shares"]["goal"] == 0


@pytest.mark.parametrize("name", TEX)
def test_text_that_latex_does_not_print_does_not_count(name: str) -> None:
    assert answered(least_error.TASK, TEX[name], ".tex")["shares"]["goal"] == 0


def test_a_contradiction_that_is_supposed_is_marked() -> None:
    found = answered(least_error.TASK, "Suppose $1 = 0$. Then everything holds: " + KEY + GOAL)
    assert found["shares"]["sound"] == 0
    assert [row["verdict"] for row in found["rows"]] == ["assumed", "proved", "proved"]


@pytest.mark.parametrize("written", [r"\mathbf{w}", r"\vec{w}", r"\boldsymbol{w}"])
def test_letters_of_the_task_may_be_bold(written: str) -> None:
    text = re.sub(r"(?<![a-zA-Z\\])w(?![a-zA-Z])", lambda _: f"{{{written}}}", least_error.RIGHT["line by line"].text)
    assert answered(least_error.TASK, text)["shares"]["goal"] == 1


def test_a_part_below_a_heading_is_judged_alone() -> None:
    text = f"# One\n{GOAL}\n## Inner\n$$w^\\top S w = 1$$\n# Two *b*\n{KEY}\n### More\n{GOAL}\n# Three\n$$1 = 2$$"
    import base64

    from pcaproofs.homework.answer import answer

    asked = {"task": least_error.TASK, "name": "a.md", "data": base64.b64encode(text.encode()).decode()}
    found = answer({**asked, "heading": "two b"})
    assert [(row["place"], row["verdict"]) for row in found["rows"]] == [("line 6", "proved"), ("line 8", "proved")]
    assert answer({**asked, "heading": "Four"})["problem"].startswith("got no heading “Four”")


OF_THE_VARIABLE = {
    "a name": r"Let $e = (w^\top w)^2$. $$e = 1$$ $$\min_w e = \min_w 1$$",
    "a name of a name": r"Let $e = w^\top w$ and $d = e^2$. $$d = 1$$ $$\min_w 2 d = \min_w (d + 1)$$",
    "a function": r"Let $f(w) = (w^\top w)^2$. $$f(w) = 1$$ $$\min_w f(w) = \min_w 1$$",
    "a matrix": r"Let $P = w w^\top$. $$P P = P$$ $$\min_w \operatorname{tr}(P P) = \min_w \operatorname{tr} P$$",
}


@pytest.mark.parametrize("name", OF_THE_VARIABLE)
def test_a_fact_about_the_given_point_is_not_used_for_all_points(name: str) -> None:
    shown = [row["verdict"] for row in answered(least_error.TASK, OF_THE_VARIABLE[name])["rows"] if row["display"]]
    assert shown == ["proved", "wrong"]


def test_numbered_names_may_be_defined_by_one_another() -> None:
    text = rf"Let $e_1 = {ERROR}$, $e_2 = w^\top S w$ and $e_3 = e_1 + e_2$. $$e_3 = \operatorname{{tr}} S$$"
    assert [row["verdict"] for row in answered(least_error.TASK, text)["rows"]] == ["proved"]


def test_a_member_of_a_family_that_is_defined_is_not_defined_again() -> None:
    text = "Let $y_i = x_i$ for all $i$. $$y_1 = y_2$$ $$y_1 = x_2$$"
    shown = [row["verdict"] for row in answered(least_error.TASK, text)["rows"] if row["display"]]
    assert "proved" not in shown
    assert "definition" not in shown
