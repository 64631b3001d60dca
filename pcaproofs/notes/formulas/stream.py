"""The tokens of a row, read from left to right, with what is open around the place."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NoReturn

from pcaproofs.notes.formulas.surface import Node
from pcaproofs.notes.text.macros import Stop
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.text.symbols import KNOWN, SUBJECT
from pcaproofs.notes.text.tokens import Token

NONE = "\0"  # closes nothing
DEEPEST = 40  # nodes in nodes; the reader calls itself about ten times for each


class Stream:
    """Tokens and a place among them. words: what the note's prose has as words, for runs of letters.

    closers: the closing brackets of what is open, the innermost last; NONE stands for an argument or a cell.
    """

    def __init__(self, found: Sequence[Token], end: int, words: Collection[str] = ()):
        self.tokens = _without_end_of_proof(_with_words(found))
        self.k = 0
        self.end = end
        self.words = words
        self.closers: list[str] = []
        self.depth = 0

    def part(self) -> Node:
        """What may stand in brackets, below an operator or in a cell."""
        raise NotImplementedError

    def expression(self) -> Node:
        """A sum, a product or less."""
        raise NotImplementedError

    def atom(self) -> Node:
        """Something that a script or a factor can follow."""
        raise NotImplementedError

    @property
    def token(self) -> Token | None:
        """The next token."""
        return self.tokens[self.k] if self.k < len(self.tokens) else None

    def text(self, ahead: int = 0) -> str:
        """The text of a token, empty at the end and for prose."""
        k = self.k + ahead
        return self.tokens[k].text if k < len(self.tokens) and self.tokens[k].kind != "words" else ""

    def kind(self, ahead: int = 0) -> str:
        """The kind of a token, empty at the end."""
        k = self.k + ahead
        return self.tokens[k].kind if k < len(self.tokens) else ""

    def next(self) -> Token:
        """The next token, which is read."""
        if self.k >= len(self.tokens):
            self.stop("more")
        self.k += 1
        return self.tokens[self.k - 1]

    def take(self, text: str) -> bool:
        """Read the next token if it is this one."""
        if self.text() != text:
            return False
        self.k += 1
        return True

    def stop(self, expected: str) -> NoReturn:
        """Say where reading stopped, and what should have been there."""
        if (token := self.token) is None:
            raise Stop((self.end, self.end), "the end", expected)
        shown = f"the words “{token.text}”" if token.kind == "words" else token.text
        if token.kind == "command" and token.text not in KNOWN:
            expected = "a command that is known or defined"
        raise Stop(token.span, rf"\{token.kind}{{{shown}}}" if token.kind in ("begin", "end") else shown, expected)

    def start(self) -> int:
        """Where the next token begins."""
        return self.token.span[0] if self.token else self.end

    def since(self, start: int) -> Span:
        """From a place to the end of the last token that was read."""
        return start, max(start, self.tokens[self.k - 1].span[1] if self.k else start)

    def deeper(self) -> None:
        """Count a node inside a node; `higher` is called when it has been read."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.stop(f"at most {DEEPEST} things inside one another")

    def higher(self) -> None:
        """See `deeper`."""
        self.depth -= 1


_ENDS = frozenset({r"\qed", r"\qedhere", r"\qedsymbol", r"\blacksquare", r"\square", r"\Box", "∎", "■", "□"})
_MAY_BE_LETTERS = frozenset({r"\square", r"\Box", "□"})
_GAPS = (r"\quad", r"\qquad", ".", ",")


def _without_end_of_proof(found: list[Token]) -> list[Token]:
    """Tokens without the sign at their end that a proof ends; a box, which may be a letter, only behind a gap."""
    if len(found) < 2 or found[-1].text not in _ENDS:
        return found
    if found[-1].text in _MAY_BE_LETTERS and found[-2].text not in _GAPS:
        return found
    return found[:-1]


def _with_words(found: Sequence[Token]) -> list[Token]:
    """Tokens in which the letters s.t. are words."""
    out: list[Token] = []
    k = 0
    while k < len(found):
        letters = "".join(t.text for t in found[k : k + 4])
        n = 4 if letters == "s.t." else 3
        if letters[:3] == "s.t" and len(found[k].text) == 1 and found[k + 1].glued and (n == 4 or _apart(found, k)):
            out.append(replace(found[k], kind="words", text="s.t.", end=found[k + n - 1].end))
            k += n
        else:
            out.append(found[k])
            k += 1
    return out


def _apart(found: Sequence[Token], k: int) -> bool:
    """Whether s.t without its last dot is no product: it comes first or after a gap, and no letter is glued to it."""
    follows = k + 3 < len(found) and found[k + 3].kind == "letter" and found[k + 3].glued
    return not follows and (k == 0 or found[k - 1].text in (",", r"\quad", r"\qquad"))


def is_subject_to(token: Token | None) -> bool:
    """Whether a token says that constraints follow."""
    return token is not None and token.kind in ("words", "word") and token.text.strip(" :,") in SUBJECT
