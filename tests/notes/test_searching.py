"""What a process searched once it does not search again: a second check, and a note that is edited elsewhere."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pcaproofs import kept
from pcaproofs.notes import searching
from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.searching import stored_in
from pcaproofs.notes.stored import Store
from pcaproofs.prover.effort import Remembered
from tests.notes.checking import rows
from tests.notes.memory import forget, told
from tests.notes.reading import tree

NOTE = r"""
Let $X$ be an $n \times p$ matrix, and let $x, w \in \mathbb{R}^p$.

$$\operatorname{tr}(X^T X) = \operatorname{tr}(X X^T)$$

$$\|x - (x \cdot w) w\|^2 = \|x\|^2 - (x \cdot w)^2$$

$$\|x + w\|^2 = \|x\|^2 + \|w\|^2$$
"""
SAID = "Let $A$ and $B$ be $n \\times p$ matrices.\n\n$$A + B = B + A$$\n"


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The statements that are searched, with no result kept from before."""
    done: list[Any] = []
    for name in ("search", "refute", "satisfiable"):
        plain = getattr(searching, name)

        def recorded(statement: Any, *others: Any, plain: Any = plain, **named: Any) -> Any:
            done.append(statement)
            return plain(statement, *others, **named)

        monkeypatch.setattr(searching, name, recorded)
    for known in ("_searches", "_refutations", "_examples", "_readings", "_checked", "_failing"):
        monkeypatch.setattr(searching, known, Remembered(searching.REMEMBERED))
    return done


def test_only_what_is_new_in_a_note_is_searched(searches: list[Any]) -> None:
    found = rows(NOTE)
    assert searches
    searches.clear()
    assert rows(NOTE) == found == ["proved", "needs", "refuted"]
    assert rows(f"This paragraph is new.\n{NOTE}") == found
    assert not searches
    assert rows(f"{NOTE}\n{SAID}") == [*found, "proved"]
    assert len(searches) == 1
    searches.clear()
    assert rows(NOTE.replace(r"\operatorname{tr}(X^T X) =", r"\operatorname{tr}(X^T X) + 0 =")) == found
    assert len(searches) <= 1


EDITED = r"""
Let $X$ be an $n \times p$ matrix with centred columns, and let $S = \frac{1}{n} X^T X$.

Let $w \in \mathbb{R}^p$ be a unit vector.

$$\|x_i - (w^T x_i) w\|^2 = \|x_i\|^2 - (w^T x_i)^2$$

$$w^T S w = \frac{1}{n} \|X w\|^2$$

$$\max_w w^T S w \quad \text{s.t.}\quad w^T w = 1$$

$$L(w, \lambda) = w^T S w - \lambda (w^T w - 1)$$

$$\frac{\partial L}{\partial w} = 2 S w - 2 \lambda w = 0$$

$$S w = \lambda w$$

$$\text{cov}(X w) = \mathrm{cov}(X w)$$

Let $w$ be any vector.

$$w^T S w = \lambda$$
"""


THEOREM = r"""
Let $X$ be an $n \times p$ matrix, and let $S = X^T X$.

\begin{theorem}
Let $w \in \mathbb{R}^p$ be a unit vector with $S w = 2 w$. Then

$$w^T S w = 2$$

\end{theorem}

\begin{proof}
We have

$$w^T S w = 2 w^T w = 2$$

\end{proof}

$$w^T S w = X$$

$$S^T = S$$
"""


def edits(note: str, number: int) -> Iterator[str]:
    """The note after each of some random edits of its paragraphs and letters."""
    chance = random.Random(7)
    parts = note.strip().split("\n\n")
    for _ in range(number):
        k, m = chance.randrange(len(parts)), chance.randrange(len(parts))
        match chance.choice(("delete", "move", "again", "letter", "letter")):
            case "delete" if len(parts) > 8:
                del parts[k]
            case "move":
                parts.insert(m, parts.pop(k))
            case "letter":
                letters = [i for i, c in enumerate(parts[k]) if c in "wXSn2=T"]
                i = chance.choice(letters or [0])
                parts[k] = f"{parts[k][:i]}{chance.choice('wXSn2T')}{parts[k][i + 1 :]}"
            case _:
                parts.insert(m, parts[k])
        yield "\n\n".join(parts)


@pytest.mark.parametrize(("name", "note", "number"), [("n.md", EDITED, 6), ("n.tex", THEOREM, 6)])
def test_a_verdict_does_not_depend_on_what_was_checked_before(
    name: str, note: str, number: int, tmp_path: Path
) -> None:
    texts = list(edits(note, number))
    forget()
    one_after_the_other = [told(text, name) for text in texts]
    assert len({verdict for found in one_after_the_other for verdict, *_ in found}) >= 4
    for text, found in zip(texts, one_after_the_other, strict=True):
        forget()
        assert told(text, name) == found
    for text, found in zip(texts, one_after_the_other, strict=True):
        forget()
        with stored_in(Store(tmp_path, kept.digest(name))):
            assert told(text, name) == found


def test_a_letter_has_one_key_whichever_spelling_was_seen_first() -> None:
    for one, other in (("text", "mathrm"), ("mathrm", "text")):
        forget()
        assert len({key(tree(rf"\{spelling}{{cov}}")) for spelling in (one, other)}) == 1
        assert key(tree(rf"\{one}{{cov}}")) == r"\mathrm{cov}"
