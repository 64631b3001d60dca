"""Theorems as scopes of their own, hypotheses of one sentence, and statements about optimisers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose import scopes, sentences
from pcaproofs.notes.text.source import Source
from tests.notes.checking import Told, shown, told

UNIT = r"\|x - (x^\top w)w\|^2 = \|x\|^2 - (x^\top w)^2"  # true for a unit vector w
DECLARED = r"For every $p \ge 1$ and $w, x \in \mathbb{R}^p$."


def checked(text: str) -> list[RowVerdict]:
    """The verdicts of a LaTeX file."""
    return list(check_note(read(Source("note.tex", text, "tex")))[1])


def rows(text: str) -> list[Told]:
    """The verdicts of its displays."""
    return [told(v) for v in checked(text) if v.formula.display]


NOTES = {
    "a theorem has the hypotheses that it states": (
        rf"""\begin{{theorem}} Let $w, x \in \mathbb{{R}}^p$ and let $w$ be a unit vector.
        Then \[{UNIT}\] \end{{theorem}}""",
        ["proved"],
    ),
    "another theorem does not": (
        rf"""\begin{{theorem}} Let $w, x \in \mathbb{{R}}^p$ and let $w$ be a unit vector.
        Then \[{UNIT}\] \end{{theorem}}
        \begin{{theorem}} Let $w, x \in \mathbb{{R}}^p$. Then \[{UNIT}\] \end{{theorem}}""",
        ["proved", "needs"],
    ),
    "nor does the text around it": (
        rf"""Let $w, x \in \mathbb{{R}}^p$.
        \begin{{lemma}} Let $w$ be a unit vector. Then \[{UNIT}\] \end{{lemma}}
        Now \[{UNIT}\]""",
        ["proved", "needs"],
    ),
    "its proof does": (
        rf"""\begin{{lemma}} Let $w, x \in \mathbb{{R}}^p$ and let $w$ be a unit vector. Then $w = w$. \end{{lemma}}
        \begin{{proof}} We have \[{UNIT}\] \end{{proof}}""",
        ["proved"],
    ),
    "its proof has the hypothesis of its only claim": (
        rf"""\begin{{lemma}} Let $w, x \in \mathbb{{R}}^p$. If $w$ is a unit vector, then $w = w$. \end{{lemma}}
        \begin{{proof}} We have \[{UNIT}\] \end{{proof}}""",
        ["proved"],
    ),
    "a theorem sees what the text says": (
        rf"""Let $w, x \in \mathbb{{R}}^p$ and let $w$ be a unit vector.
        \begin{{theorem}} We have \[{UNIT}\] \end{{theorem}}""",
        ["proved"],
    ),
    "but not of letters that it declares itself": (
        rf"""Let $w, x \in \mathbb{{R}}^p$ and let $w$ be a unit vector.
        \begin{{theorem}} Let $w, x \in \mathbb{{R}}^p$. Then \[{UNIT}\] \end{{theorem}}""",
        ["needs"],
    ),
    "an equation outside is about another letter": (
        rf"""Let $w, x \in \mathbb{{R}}^p$ and suppose that $w^\top w = 1$.
        \begin{{theorem}} Let $w, x \in \mathbb{{R}}^p$. Then \[{UNIT}\] \end{{theorem}}""",
        ["needs"],
    ),
    "a part has the hypotheses of the whole": (
        rf"""\begin{{claim}} {DECLARED} Suppose that $w$ is a unit vector.

        \textbf{{(1)}} If $x^\top w = 2$, then \[{UNIT}\]

        \textbf{{(2)}} In any case \[{UNIT}\]

        \end{{claim}}""",
        ["proved", "proved"],
    ),
    "hypotheses in a list": (
        rf"""\begin{{theorem}} {DECLARED} If
        \begin{{itemize}}
        \item $w$ is a unit vector,
        \item $x^\top w = 0$,
        \end{{itemize}}
        then \[\|x - w\|^2 = \|x\|^2 + 1\] \end{{theorem}}
        \begin{{theorem}} {DECLARED} If
        \begin{{itemize}}
        \item $w$ is a unit vector,
        \end{{itemize}}
        then \[\|x - w\|^2 = \|x\|^2 + 1\] \end{{theorem}}""",
        ["proved", "refuted"],
    ),
    "a remark says nothing to others": (
        rf"""Let $w, x \in \mathbb{{R}}^p$.
        \begin{{remark}} Let $w$ be a unit vector. \end{{remark}} Then \[{UNIT}\]""",
        ["needs"],
    ),
    "a word that is not understood keeps from refuting": (
        r"""\begin{theorem} For every $p \ge 1$ and $Q \in \mathbb{R}^{p\times p}$,
        suppose that $Q$ is a permutation matrix. Then \[Q^\top Q = I\] \end{theorem}""",
        ["undecided"],
    ),
    "what exists is not any": (
        r"""\begin{theorem} Let $S \in \mathbb{R}^{p\times p}$. Then there are $P, L \in \mathbb{R}^{p\times p}$ with
        \[P^\top P = I\] \end{theorem}""",
        ["condition"],
    ),
    "one of two properties": (
        r"Let $w, x \in \mathbb{R}^p$. Suppose that $w$ is a unit vector or $x = 0$. Then \[w^\top w = 1\]",
        ["undecided"],
    ),
    "supposed to be one of two": (
        r"Let $w, x \in \mathbb{R}^p$. Suppose that $x = w$ or $x = 0$. Then \[x^\top x = w^\top w\]",
        ["undecided"],
    ),
    "a chain whose first link is false": (
        r"\begin{theorem} Let $x, w \in \mathbb{R}^p$. Then"
        r" \[x = w \in \operatorname*{argmin}_{y \in \mathbb{R}^p} \|y - w\|^2\] \end{theorem}",
        ["refuted"],
    ),
    "a list that has ended, with the label (w)": (
        rf"""\begin{{theorem}} The following are equivalent: \begin{{enumerate}} \item[(v)] one; \item[(w)] two.
        \end{{enumerate}} \end{{theorem}}
        \begin{{theorem}} Let $w, x \in \mathbb{{R}}^p$ and let $w$ be a unit vector.
        Then \[{UNIT}\] \end{{theorem}}""",
        ["proved"],
    ),
    "a theorem that recalls a letter": (
        r"""Let $X \in \mathbb{R}^{n\times p}$ and $S = \frac{1}{n} X^\top X$.
        \begin{theorem} The matrix $S$ is symmetric, and \[w^\top S w = \tfrac{1}{n} \|Xw\|^2\] \end{theorem}
        \begin{theorem} Let $S$ be a symmetric matrix. Then \[w^\top S w = \tfrac{1}{n} \|Xw\|^2\] \end{theorem}""",
        ["proved", "undecided"],
    ),
    "names of environments by their titles": (
        rf"""\newtheorem{{satz}}[thm]{{Theorem}} Let $w, x \in \mathbb{{R}}^p$.
        \begin{{satz}} Let $w$ be a unit vector. Then \[{UNIT}\] \end{{satz}}
        \begin{{ex}} Let $w$ be a unit vector. Then \[{UNIT}\] \end{{ex}}
        \begin{{lem}} For all $w$ and $x$, \[{UNIT}\] \end{{lem}}""",
        ["proved", "proved", "needs"],
    ),
    "an equation outside with the index of a sum": (
        r"""Suppose that $x_1, \dots, x_n \in \mathbb{R}^p$ satisfy $\sum_{i=1}^n x_i = 0$.
        \begin{theorem} For all $w \in \mathbb{R}^p$, \[\sum_{i=1}^n w^\top x_i = 0\] \end{theorem}""",
        ["proved"],
    ),
    "eigenvectors in two parts": (
        r"""\begin{theorem}
        Let $A \in \mathbb{R}^{p\times p}$, $v, w \in \mathbb{R}^p$ and $\alpha, \beta \in \mathbb{R}$.
        Suppose that $A^\top = A$, $A v = \alpha v$ and $A w = \beta w$. Then \[\alpha v^\top w = \beta v^\top w\]

        \textbf{(2)} If $\alpha \ne \beta$, then \[v^\top w = 0\] \end{theorem}""",
        ["proved", "proved"],
    ),
    "an equation beside a property": (
        r"""Let $X \in \mathbb{R}^{n\times p}$, $A \in \mathbb{R}^{n\times r}$, $C \in \mathbb{R}^{p\times r}$.
        Suppose that $X = AC^\top$, $C$ has orthonormal columns. Then \[C^\top C = I\] and \[X^\top X = I\]""",
        ["proved", "refuted"],
    ),
}


# What the text around a theorem says of a letter that the theorem has as another one.
OTHERS = {
    "the letters of an existence": (
        r"Arrange them as a symmetric $d\times d$ matrix $\Lambda$.",
        r"Let $S \in \mathbb{R}^{p\times p}$. Suppose that $S = P \Lambda P^\top,\ P^\top P = I_p$ for some"
        r" $P, \Lambda$. Then \[S P = P \Lambda\]",
    ),
    "an index": (
        r"Let $M$ be a $k\times p$ matrix.",
        r"Let $X \in \mathbb{R}^{n\times p}$, where $x_k = X^\top e_k$ and $e_k$ is the $k$-th unit vector of"
        r" length $n$. Then"
        r" \[X^\top X = \sum_{k=1}^n x_k x_k^\top\]",
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_letters_of_a_theorem_are_not_those_outside(name: str) -> None:
    outside, theorem = OTHERS[name]
    text = f"\\begin{{document}}\n{outside}\n\n\\begin{{theorem}} {theorem} \\end{{theorem}}\n\\end{{document}}"
    (found,) = [x for x in checked(text) if x.formula.display]
    assert found.verdict == "proved"


@pytest.mark.parametrize("name", NOTES)
def test_each_row_sees_the_assumptions_of_its_scope(name: str) -> None:
    text, expected = NOTES[name]
    assert rows(f"\\begin{{document}}\n{text}\n\\end{{document}}") == expected


SUPPOSED = {  # in a theorem for another claim than the row of its proof
    "that of another claim": (
        rf"""\begin{{lemma}} Let $w, x \in \mathbb{{R}}^p$. Then $w = w$.
        If $w$ is a unit vector, then $x = x$. \end{{lemma}}
        \begin{{proof}} We have \[{UNIT}\] \end{{proof}}""",
        ["proved using"],
    ),
    "the one for equality": (
        r"""\begin{theorem} Let $a, b \in \mathbb{R}^n$.
        Then $a^\top b \le \|a\| \|b\|$, with equality exactly when $a = 3b$.
        \end{theorem} \begin{proof} We have \[a^\top b = 3 \|b\|^2\] \end{proof}
        \begin{theorem} Let $a, b \in \mathbb{R}^n$. Then \[a^\top b \le \|a\| \|b\|.\] With equality when $a = 3b$.
        \end{theorem} \begin{proof} We have \[a^\top b = 3 \|b\|^2\] \end{proof}""",
        ["proved using", "proved", "proved using"],
    ),
}


@pytest.mark.parametrize("name", SUPPOSED)
def test_a_proof_names_what_its_theorem_supposes_for_another_claim(name: str) -> None:
    text, expected = SUPPOSED[name]
    read_note = read(Source("note.tex", f"\\begin{{document}}\n{text}\n\\end{{document}}", "tex"))
    found = [v for v in check_note(read_note)[1] if v.formula.display]
    assert [shown(read_note, v) for v in found] == expected


BEHIND = {  # false rows in the sentence of a true one, of which the output shows what they were proved from
    "one of two hypotheses": (
        r"Let $w, x \in \mathbb{R}^p$. If $x = w$ or $x = 0$, then \[x = w\] and if $w = 0$, then \[x = w\]",
        ["undecided", "proved using"],
    ),
    "the other case": (
        rf"""\begin{{theorem}} For all $w, x \in \mathbb{{R}}^p$: if $w$ is a unit vector, then \[{UNIT}\]
        and if not, then \[{UNIT}\] \end{{theorem}}""",
        ["proved using", "proved using"],
    ),
}


@pytest.mark.parametrize("name", BEHIND)
def test_what_a_row_of_the_same_sentence_uses_is_shown(name: str) -> None:
    text, expected = BEHIND[name]
    note = read(Source("note.tex", f"\\begin{{document}}\n{text}\n\\end{{document}}", "tex"))
    assert [shown(note, v) for v in check_note(note)[1] if v.formula.display] == expected


LINE = r"w^\top x \in \operatorname*{argmin}_{t \in \mathbb{R}} \|x - tw\|^2"
OPTIMA = {
    "the foot on a line": (f"Let $w$ be a unit vector. Then \\[{LINE}\\]", ["proved"]),
    "on any line": (f"We have \\[{LINE}\\]", ["undecided"]),
    "with its value": (
        f"Let $w$ be a unit vector. Then \\[{LINE}\\] the least value being \\[\\|x\\|^2 - (w^\\top x)^2\\]",
        ["proved", "proved"],
    ),
    "with a wrong value": (
        f"Let $w$ be a unit vector. Then \\[{LINE}\\] the least value being \\[\\|x\\|^2 - w^\\top x\\]",
        ["proved", "undecided"],
    ),
    "the greatest for the least": (
        r"Let $w$ be a unit vector. Then \[w^\top x \in \operatorname*{argmax}_{t \in \mathbb{R}} \|x - tw\|^2\]",
        ["undecided"],
    ),
    "a point that is its own variable": (
        r"Let $w$ be a unit vector. Then \[x \in \operatorname*{argmin}_{x \in \mathbb{R}^p} \|x - w\|^2\]",
        ["unsupported"],
    ),
    "what is said of a letter is not said of a variable of that name": (
        r"Let $w$ be a unit vector. Then \[w \in \operatorname*{argmin}_{x \in \mathbb{R}^p} \|x - w\|^2\]"
        r" and \[0 \in \operatorname*{argmax}_{w \in \mathbb{R}^p} \|w\|^2\]",
        ["proved", "undecided"],
    ),
}


@pytest.mark.parametrize("name", OPTIMA)
def test_statements_about_optimisers_get_their_verdicts(name: str) -> None:
    text, expected = OPTIMA[name]
    assert rows(f"\\begin{{document}}\nLet $w, x \\in \\mathbb{{R}}^p$. {text}\n\\end{{document}}") == expected


def test_theorems_share_what_depends_on_the_text_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A book has hundreds of theorems; if each one searched the whole text, the time would grow with its square."""
    searched = []

    def counted(plain: Callable[..., object]) -> Callable[..., object]:
        return lambda *args: (searched.append(plain), plain(*args))[1]

    for module, name in ((scopes, "_marked"), (scopes, "block_titles"), (sentences, "blanked")):
        monkeypatch.setattr(module, name, counted(getattr(module, name)))
    theorem = r"\begin{theorem} Let $x$ be a unit vector. Then \[x^\top x = 1\] \end{theorem}" + "\n"
    checked(theorem * 2)
    few = len(searched)
    searched.clear()
    assert {x.verdict for x in checked(theorem * 9) if x.formula.display} == {"proved"}
    assert len(searched) == few


def test_examples_around_a_theorem_do_not_belong_to_it() -> None:
    text = (
        r"\documentclass{article}\newtheorem{theorem}{Theorem}\begin{document}" + "\n"
        r"Take $r = 3$, $s = 0$ and $F = 0$." + "\n\n"
        r"\begin{theorem}Let $w \in \mathbb{R}^p$ be a unit vector. Then \[ \|w\|^2 = 0. \]\end{theorem}" + "\n"
        r"\end{document}"
    )
    note = read(Source("note.tex", text, "tex"))
    (found,) = [x for x in check_note(note)[1] if x.formula.display]
    assert (found.verdict, found.reason) == ("refuted", "fails at p = 1, w = 1: left = 1, right = 0")


OUTSIDE = (
    r"\begin{theorem} Let $w, x \in \mathbb{R}^p$. Then"
    r" \[\|x - (x^\top w) w\|^2 = \|x\|^2 - (x^\top w)^2\] \end{theorem}"
)


@pytest.mark.parametrize(
    ("before", "after", "severity", "reason"),
    [
        ("", "", "error", "holds if w is a unit vector, which the note does not say"),
        ("Let $w$ be a unit vector.", "", "error", "holds if w is a unit vector, which the note says only in line 2"),
        ("", "Let $w$ be a unit vector.", "error", "holds if w is a unit vector, which the note says only in line 6"),
        ("Let $v$ be a unit vector.", "", "error", "holds if w is a unit vector, which the note does not say"),
        (
            "Throughout this chapter $w$ is a unit vector.",
            "",
            "warning",
            "holds if w is a unit vector, which line 2 says for all that follows",
        ),
        (
            "",
            "From now on, $w$ is a unit vector.",
            "error",
            "holds if w is a unit vector, which the note says only in line 6",
        ),
    ],
)
def test_what_is_said_outside_a_theorem_is_named(before: str, after: str, severity: str, reason: str) -> None:
    text = f"\\begin{{document}}\n{before}\n\n{OUTSIDE}\n\n{after}\n\\end{{document}}"
    (found,) = [x for x in checked(text) if x.formula.display]
    at = "fails at p = 1, x = 1, w = 2: left = 9, right = -3"
    assert (found.verdict, found.severity, found.reason) == ("needs", severity, f"{at}; {reason}")


LETTERS = r"For all integers $n, p \ge 1$, $v, w \in \mathbb{R}^p$, $A \in \mathbb{R}^{p\times p}$, $c \in \mathbb{R}$."
UNDERSTOOD = {  # a hypothesis of a theorem that is false, and what is found against it
    r"$v$ is a unit vector, $\lVert v\rVert^2 = 1$,": ("refuted", "error"),
    r"$A - I$ is positive semidefinite, $A - I = F^\top F$ for some $F$,": ("refuted", "error"),
    r"$v$ is an eigenvector of $A + I$ with eigenvalue $c$, $(A + I) v = c v$,": ("refuted", "error"),
    r"$A - I$ is positive semidefinite": ("undecided", ""),
    r"$w$ has integer entries": ("undecided", ""),
}


@pytest.mark.parametrize("words", UNDERSTOOD)
def test_a_theorem_of_which_all_words_are_read_is_refuted(words: str) -> None:
    text = rf"\begin{{theorem}} {LETTERS} Suppose that {words} and $v^\top w = 0$. Then \[w = 0\] \end{{theorem}}"
    (found,) = [x for x in checked(text) if x.formula.display]
    assert (found.verdict, found.severity) == UNDERSTOOD[words]


def test_samples_of_the_matrix_of_a_theorem_are_not_those_around_it() -> None:
    around = (
        r"There are $n$ samples $x_1, \dots, x_n$, the rows of the $n \times p$ matrix $X$. Let the data be centred."
    )
    theorem = (
        r"For all $n, p \ge 1$, $w \in \mathbb{R}^p$, $X \in \mathbb{R}^{n\times p}$, where $\mu = \frac1n X^\top 1_n$."
    )
    row = r"\[\sum_{k=1}^n (x_k^\top w - \mu^\top w)^2 = \sum_{k=1}^n (x_k^\top w)^2\]"
    assert rows(rf"{around} \begin{{theorem}} {theorem} Then {row} \end{{theorem}}") == ["needs"]


def test_a_new_sample_is_no_number_of_samples() -> None:
    text = (
        r"Let $x_1, \dots, x_n \in \mathbb{R}^p$. For the sample $x_k$ the new sample is the column $z_k = 2 x_k$. Then"
    )
    assert rows(rf"{text} \[\sum_{{k=1}}^n z_k = 2 \sum_{{k=1}}^n x_k\]") == ["proved"]
