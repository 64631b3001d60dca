"""The tokens of a row, read from left to right, with the open brackets."""

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
DEEPEST = 40  # nesting of nodes; each level needs about ten recursive calls of the reader


COMMAND = "a command that is known or defined, here or in a scope file"


class Stream:
    """Tokens and a current position. words: the words of the note's prose, for runs of letters.

    closers: the closing brackets of all open parts, the innermost last; NONE stands for an argument or a cell.
    """

    def __init__(self, found: Sequence[Token], end: int, words: Collection[str] = ()):
        self.tokens = _without_end_of_proof(_with_words(found))
        self.k = 0
        self.end = end
        self.words = words
        self.closers: list[str] = []
        self.depth = 0

    def part(self) -> Node:
        """The content of brackets, of a cell, or of a limit of an operator."""
        raise NotImplementedError

    def expression(self) -> Node:
        """A sum, a product, or a part of one."""
        raise NotImplementedError

    def atom(self) -> Node:
        """An atom: something that a script or a factor can follow."""
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
        """The error at the current position, with the expectation."""
        if (token := self.token) is None:
            raise Stop((self.end, self.end), "the end", expected)
        shown = f"the words “{token.text}”" if token.kind == "words" else token.text
        if token.kind == "command" and token.text not in KNOWN:
            expected = COMMAND
        raise Stop(token.span, rf"\{token.kind}{{{shown}}}" if token.kind in ("begin", "end") else shown, expected)

    def start(self) -> int:
        """Where the next token begins."""
        return self.token.span[0] if self.token else self.end

    def since(self, start: int) -> Span:
        """The span from an offset to the end of the last token that was read."""
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
    """Tokens without a sign for the end of a proof; a box, which may be a letter, counts only after a gap."""
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
    """Whether s.t without its last dot is not a product: it comes first or after a gap, and no letter touches it."""
    follows = k + 3 < len(found) and found[k + 3].kind == "letter" and found[k + 3].glued
    return not follows and (k == 0 or found[k - 1].text in (",", r"\quad", r"\qquad"))


def is_subject_to(token: Token | None) -> bool:
    """Whether a token says that constraints follow."""
    return token is not None and token.kind in ("words", "word") and token.text.strip(" :,") in SUBJECT
