"""Rows as notes have them, and what they are read as; each hard spot of the notation has a row here."""

from __future__ import annotations

import pytest

from pcaproofs.notes.formulas.grammar import Unread

from .reading import printed, tree

READ = {
    "a sum stops where its index is used no more": (
        r"\sum_k \|x_k - a\|^2 + n\|b\|^2",
        r"\sum_{k} \lVert x_{k} - a\rVert^{2} + n \lVert b\rVert^{2}",
    ),
    "every transpose in use": (
        r"A^T B^\top C^\intercal D^{\mathsf T} E^{\text{T}} F^{T}",
        r"A^{\top} B^{\top} C^{\top} D^{\top} E^{\top} F^{\top}",
    ),
    "an index after the transpose is one before it": (r"x^T_i", r"x_{i}^{\top}"),
    "a prime belongs to the name": (r"x'^T_k + x_k^{\prime}", r"{x_{k}'}^{\top} + x_{k}'"),
    "an index behind the square of a norm": (r"\|A\|^2_F", r"\lVert A\rVert_{F}^{2}"),
    "marks above are part of the name": (r"b^* \in U^\perp", r"b^{*} \in U^{\perp}"),
    "a number of iterations above a name": (r"w^{(t)}", r"w^{(t)}"),
    "a transpose, a square and a prime behind an index above a name": (
        r"x^{(i)T} x^{(i)\top} x^{(i)\intercal} x^{(i)^T} x^{(i)2} x^{(i)'}",
        r"{x^{(i)}}^{\top} {x^{(i)}}^{\top} {x^{(i)}}^{\top} {x^{(i)}}^{\top} {x^{(i)}}^{2} x'^{(i)}",
    ),
    "a mark before an index above a name": (r"x_j^{*(i)}", r"x_{j}^{* (i)}"),
    "the inverse of a transpose": (r"A^{-T}", r"{A^{-1}}^{\top}"),
    "a font around a product": (r"\bm{X^T X}\bm{v}", r"\mathbf{X}^{\top} \mathbf{X} \mathbf{v}"),
    "bars that are two tokens": (r"|| x - (x^Tw).w ||^2", r"\lVert x - (x^{\top} w) . w\rVert^{2}"),
    "determinants side by side": (r"|A||B| = |AB|", r"\lvert A\rvert \lvert B\rvert = \lvert A B\rvert"),
    "a norm below a norm's problem": (r"\max_{w_{\|w\|^2=1}} w^TCw", r"\max_{w_{\lVert w\rVert^{2}=1}} w^{\top} C w"),
    "min in bold letters": (
        r"\mathbf{min} \quad ||X|| \quad s.t. \quad p^{T}p = 1",
        r"\min \lVert X\rVert \quad \text{s.t.} \quad p^{\top} p = 1",
    ),
    "the sign that a proof ends": (r"a = b \qquad\blacksquare", r"a = b"),
    "a box behind a gap": (r"a = b. \Box", r"a = b"),
    "a bold letter right behind s.t.": (
        r"\min_w \|w\| \text{s.t. } \mathbf{w}^\top w = 1",
        r"\min_{w} \lVert w\rVert \quad \text{s.t.} \quad \mathbf{w}^{\top} w = 1",
    ),
    "arg and min with a space in a font": (
        r"\mathop{\mathrm{arg\,min}}_{w} \|w\|",
        r"\operatorname*{argmin}_{w} \lVert w\rVert",
    ),
    "spaces between thousands": (r"p = 40 000 + 1\,234\,567", r"p = 40000 + 1234567"),
    "commas in braces between thousands, for decimals and in an index": (
        r"13{,}500{,}000 + 5{,}000{,}000 + 0{,}5 + 3{,}14 + x_{1{,}2}",
        r"13500000 + 5000000 + 0.5 + 3.14 + x_{1, 2}",
    ),
    "single bars that are doubled": (
        r"\vert\vert x - y\vert \vert^2 = \vert a\vert\vert b\vert",
        r"\lVert x - y\rVert^{2} = \lvert a\rvert \lvert b\rvert",
    ),
    "a macro for bold letters that is a bold letter": (
        r"A \vb{x} + \vb y = \vb \quad \vb^T \vb",
        r"A \mathbf{x} + \mathbf{y} = \mathbf{b};\quad \mathbf{b}^{\top} \mathbf{b}",
    ),
    "letters in another case": (r"\uppercase{x}^T \lowercase{Y}", r"X^{\top} y"),
    "words of the package physics": (r"\qq*{For} a = b \qand c = d", r"\text{For} a = b \text{and} c = d"),
    "a command that nothing defines": (r"\sserr = \frac{\sstot}{n}", r"\mathrm{sserr} = \frac{\mathrm{sstot}}{n}"),
    "words of other languages for subject to": (
        r"\max_w w^T S w \quad\text{unter der Nebenbedingung}\quad w^T w = 1",
        r"\max_{w} w^{\top} S w \quad \text{s.t.} \quad w^{\top} w = 1",
    ),
    "no thousands": (r"\frac12 345 + x^2 100 + 2.5 100", r"\frac{1}{2} 345 + x^{2} 100 + 2.5 100"),
    "an arrow in capitals": (r"\Vec{x}^T y", r"\vec{x}^{\top} y"),
    "braces between angles": (r"\left<{x, y}\right>", r"\langle x, y\rangle"),
    "double bars that are doubled": (r"\|\|x\|\|^2 + \|\|y\|\|", r"\lVert x\rVert^{2} + \lVert y\rVert"),
    "norms of norms": (r"\|x\|\|y\|", r"\lVert x\rVert \lVert y\rVert"),
    "a condition behind a double bar": (r"p(x \| y)", r"p (x \mid y)"),
    "a condition in a distribution": (r"x | y \sim z", r"x \mid y \sim z"),
    "dashes along the rows of a matrix": (
        r"\begin{pmatrix} - x^T - \\ --- y^T --- \\ -z \end{pmatrix}",
        r"\begin{pmatrix} x^{\top} \\ y^{\top} \\ -z \end{pmatrix}",
    ),
    "braces around cells": (
        r"\begin{pmatrix} { a } & {  } \\ { b } & { - c } \end{pmatrix}",
        r"\begin{pmatrix} a & \\ b & -c \end{pmatrix}",
    ),
    "arg and max apart": (r"\arg\max_{w} w^TSw", r"\operatorname*{argmax}_{w} w^{\top} S w"),
    "variables with their spaces": (
        r"\underset{a\in\mathbb R^p,\: U}{\text{minimize}} f",
        r"\min_{a\in\mathbb{R}^{p};\quad U} f",
    ),
    "the least of numbers": (r"d \le \min(n, p)", r"d \le \min(n, p)"),
    "a quantifier with nothing but space after it": (
        r"\forall i \;\; x_i = (x_i^Tw)w",
        r"\forall i: x_{i} = (x_{i}^{\top} w) w",
    ),
    "a quantifier at the end": (r"w_i^Tw_j = 0 \quad \forall i \neq j", r"\forall i \ne j: w_{i}^{\top} w_{j} = 0"),
    "a list of indices": (r"x_i \in S, \; i = 1,\dots,n", r"x_{i} \in S;\quad i = 1, \dots, n"),
    "a list of members": (r"x_1, \dots, x_n \in \mathbb R^p", r"x_{1}, \dots, x_{n} \in \mathbb{R}^{p}"),
    "ones drawn by strokes": (r"1\kern-0.25em\text{l}_n^T v", r"\mathbb{1}_{n}^{\top} v"),
    "the trace in letters": (r"tr(X^TX) = \tr A", r"\operatorname{tr}(X^{\top} X) = \operatorname{tr}(A)"),
    "the square of an expectation": (r"\E[u^TX]^2", r"\mathbb{E}[u^{\top} X]^{2}"),
    "a derivative": (
        r"\frac{\partial L}{\partial w} = \frac{\partial}{\partial w} w^TSw",
        r"\frac{\partial L}{\partial w} = \frac{\partial}{\partial w} w^{\top} S w",
    ),
    "a gradient beside what it acts on": (r"\nabla_w f(w)", r"\nabla_{w} f (w)"),
    "words between statements": (r"b = 0 \text{ and } c = 1", r"b = 0 \text{and} c = 1"),
    "a reason in brackets": (r"= n [~\because v^Tv = n~]", r"= n \because v^{\top} v = n"),
    "a fraction in TeX's own notation": (
        r"{1 \over n} x + {a + b \over {c \over d}}",
        r"\frac{1}{n} x + \frac{a + b}{\frac{c}{d}}",
    ),
    "delimiters without space": (
        r"\mleft( a \over b \mright) c + \mleft\langle x, y \mright>",
        r"(\frac{a}{b}) c + \langle x, y\rangle",
    ),
    "such a fraction without braces": (r"\left( a \over b \right) c", r"(\frac{a}{b}) c"),
    "such a fraction reaches as far as TeX has it": (r"x = a \over b", r"\frac{x = a}{b}"),
    "such fractions in cells": (
        r"\begin{pmatrix} a \over b & 2 \\ c & d \over e \end{pmatrix}",
        r"\begin{pmatrix} \frac{a}{b} & 2 \\ c & \frac{d}{e} \end{pmatrix}",
    ),
    "arrows that are typed": (r"a = b => c = d <=> e", r"a = b \implies c = d \iff e"),
    "a premise in prose": (r"\text{Linearity} \implies f = 0", r"\text{Linearity} \implies f = 0"),
    "a formula below a brace": (r"\underbrace{X^TX}_{nS} w", r"X^{\top} X w"),
    "points that are dots": (r"x_1 , ..... , x_n", r"x_{1}, \dots, x_{n}"),
    "a mark in brackets at the end of a row": (r"z = w ~~ (*)", r"z = w"),
    "bars within braces": (r"\{\log |A| + c\}", r"\{\operatorname{log}(\lvert A\rvert) + c\}"),
    "bars within a set": (r"\{x | |x| > 0\}", r"\{x \mid \lvert x\rvert > 0\}"),
    "a script of an arrow": (r"x_n \rightarrow^{d} x", r"x_{n} \to x"),
    "a script of ∼ may say in the limit": (r"t \sim_{iid} s; t \sim^{a} s", r"t \sim s;\quad t \approx s"),
    "from above": (r"\lim_{b \to 0+} f(b)", r"\lim_{b\to 0^{+}} f (b)"),
    "a tuple in angles": (r"\langle 1, 2, 3\rangle + \langle a, b\rangle", r"(1, 2, 3) + \langle a, b\rangle"),
    "an interval without its ends": (r"x \in ]0, 1[", r"x \in ]0, 1["),
    "columns between bars": (r"W = [w_1 | w_2 | \cdots | w_k]", r"W = [w_{1}, w_{2}, \dots, w_{k}]"),
    "matrices of the package physics": (
        r"\mqty(1 & f(2) \\ 3 & 4) + \mqty[1 \\ 2] + \pmqty{a} + \mqty|a & b \\ c & d|",
        r"\begin{pmatrix} 1 & f (2) \\ 3 & 4 \end{pmatrix} + \begin{bmatrix} 1 \\ 2 \end{bmatrix} +"
        r" \begin{pmatrix} a \end{pmatrix} + \lvert \begin{matrix} a & b \\ c & d \end{matrix}\rvert",
    ),
    "a remainder": (r"a \equiv b \pmod{n}", r"a \equiv b (\mathrm{mod} n)"),
    "a script in braces of its own": (r"A{^\top} B_2{^{-1}} v{_{i}}", r"A^{\top} B_{2}^{-1} v_{i}"),
    "a factorial": (
        r"\frac{n!}{k! (n-k)!}",
        r"\frac{\operatorname{factorial}(n)}{\operatorname{factorial}(k) \operatorname{factorial}(n - k)}",
    ),
    "a guessed superscript in a superscript": (r"A^{\inv} + A\inv", r"A^{-1} + A^{-1}"),
    "undefined commands as factors": (
        r"\covMat = \mapMat \mapMat^\top",
        r"\mathrm{covMat} = \mathrm{mapMat} \mathrm{mapMat}^{\top}",
    ),
    "numbers that begin with a point": (r"[.5, -.25] + 2.5 x.y + a .7", r"[0.5, -0.25] + 2.5 x . y + a 0.7"),
    "a bullet in text": (r"a \textrm{\textbullet} b", r"a \bullet b"),
    "an angle is a function": (r"\cos\angle(a, b)", r"\operatorname{cos}(\operatorname{angle}(a, b))"),
    "what is to be typed in as an answer": (r"x = \answer[format=integer]{2}", r"x = 2"),
    "a minus above": (r"\mu^- + A^{-} + A^{-1} + b^{\parallel}", r"\mu^{-} + A^{-} + A^{-1} + b^{\parallel}"),
    "several spaces are as good as a wide one": (r"A = u v^T ~~~ u \in U", r"A = u v^{\top};\quad u \in U"),
    "a space within a product": (r"2 \; A \, \; v", r"2 A v"),
    "two statements apart": (r"A = B \qquad C = D", r"A = B;\quad C = D"),
    "columns and rows left out": (r"U_{:, 1:d}", r"U_{:;\quad 1:d}"),
    "brackets around a matrix": (
        r"\left[\begin{array}{cc} a & b \end{array}\right]",
        r"\begin{bmatrix} a & b \end{bmatrix}",
    ),
}


@pytest.mark.parametrize("row", READ)
def test_a_row_is_read_as_it_is_meant(row: str) -> None:
    text, meant = READ[row]
    assert printed(text) == meant


def test_a_sum_goes_on_as_far_as_its_index_is_used() -> None:
    assert tree(r"\sum_k x_k - P(x_k)") != tree(r"(\sum_k x_k) - P(x_k)")
    (body,) = [tree(r"\sum_k x_k - a + y_k").body]  # type: ignore[union-attr]
    assert body == tree("x_k - a + y_k")


def test_a_run_of_letters_is_a_word_where_the_prose_has_it() -> None:
    assert printed("RSS(w)", frozenset({"RSS"})) == r"\mathrm{RSS} (w)"
    assert printed("RSS(w)") == r"\mathrm{RSS} (w)"
    assert printed("RSS w") == "R S S w"


NOT_READ = {
    "a condition over a sign": (r"\|w x\|^2 \overset{\|w\|=1}{=} \|x\|^2", 24, "words or a number"),
    "a number before a fraction": (r"1\tfrac12 a = \frac{1}{2} a", 0, "a sign between them"),
    "equality in distribution": (r"x \overset{d}{=} y", 14, "an equation"),
    "equality in distribution in a font": (r"x \stackrel{\mathcal{D}}{=} y", 25, "an equation"),
    "two fractions in one group": (r"{a \over b \over c}", 11, "the only one in its braces"),
    "a relation without a right side in brackets": (r"a = (b + ", 9, ""),
    "an unknown command": (r"a + \foo{b}", 4, "a command that is known or defined, here or in a scope file"),
    "a bracket that does not close": (r"(a + b", 6, ") or an operator"),
    "a bracket of another kind": (r"(a + b]", 6, ") or an operator"),
    "a script on a product in braces": (r"{A B}^T", 5, "brackets around what has a script"),
    "two relations side by side": (r"a = \le b", 4, "a formula after the relation"),
    "a matrix that ends as another": (r"\begin{pmatrix} a \end{bmatrix}", 18, r"\end{pmatrix}"),
}


@pytest.mark.parametrize("row", NOT_READ)
def test_a_formula_outside_the_grammar_is_unread_and_names_the_place(row: str) -> None:
    text, offset, expected = NOT_READ[row]
    found = tree(text)
    assert isinstance(found, Unread)
    assert found.span[0] == offset
    assert expected in found.expected


def test_every_node_has_its_place() -> None:
    text = r"a + \frac{b c}{d}"
    found = tree(text)
    (_, fraction) = found.terms  # type: ignore[union-attr]
    assert text[slice(*fraction.span)] == r"\frac{b c}{d}"
    assert text[slice(*fraction.top.span)] == "b c"
