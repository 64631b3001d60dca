"""Plain sentences with Unicode mathematics as LaTeX for every engine; all special characters are escaped."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise

from pcaproofs.formula.characters import ABOVE, BELOW, MATH, SPECIAL
from pcaproofs.formula.from_unicode import FUNCTIONS, formula

_WORDS = re.compile(r"(?i)a|i|an|as|at|is|it|in|if|of|or|on|so|to|we|by|be|no")
_OPERATORS = {*"+−=≤≥≠≈·×/∈⊆<>±→⟺⟹⊥-"}
_MARK = "".join({*MATH, *ABOVE, *BELOW} - set("′"))


def escape(text: str) -> str:
    """The text with special characters escaped, and mathematical ones as formulas."""
    out = []
    for c in text:
        if c in MATH or c in ABOVE or c in BELOW:
            out.append(rf"\ensuremath{{{formula(c)}}}")
        elif c in SPECIAL:
            out.append(SPECIAL[c])
        elif ord(c) < 0x180 and c.isprintable():
            out.append(c)
        else:
            out.append(" " if c.isspace() else rf"\texttt{{U+{ord(c):04X}}}")
    return "".join(out)


def prose(text: str, letters: Collection[str] = ()) -> str:
    """A sentence in which mathematics is set as formulas; `letters` are the symbols that the claim uses.

    Text between dollars is a formula. In a sentence without dollars, words that look like mathematics are formulas.
    """
    pieces = text.split("$")
    if len(pieces) > 1 and len(pieces) % 2:
        return "".join(f"${formula(x)}$" if k % 2 else escape(x) for k, x in enumerate(pieces))
    tokens = [_Token(t, letters) for t in text.split()]
    for k, token in enumerate(tokens):
        beside = [*(t for t in tokens[k - 1 : k] if not t.after), *tokens[k + 1 : k + 2]]
        if not token.math and re.fullmatch(r"\(?([A-Za-z]|\d+)\)?", token.core):
            before = k > 0 and tokens[k - 1].core in _OPERATORS
            follows = not token.after and k + 1 < len(tokens) and tokens[k + 1].core in _OPERATORS
            token.math = bool(beside) and (before or follows)
        if not token.math and token.core in ("a", "A", "I") and token.core in letters:
            token.math = _is_a_letter(token, tokens[:k], tokens[k + 1 :])
    _named(tokens)
    _closed(tokens)
    out: list[str] = []
    run: list[str] = []
    for token in tokens:
        if token.math:
            run.append(token.core + (token.after if token.open else ""))
        if not token.math or (token.after and not token.open):
            if run:
                out.append(rf"${formula(' '.join(run))}$" + escape(token.after if token.math else ""))
                run = []
            if not token.math:
                out.append(escape(token.core + token.after))
    if run:
        out.append(rf"${formula(' '.join(run))}$")
    return " ".join(out)


def _named(tokens: list[_Token]) -> None:
    """Treats the name of a function before a formula or a matrix as part of the formula."""
    for token, following in reversed([*pairwise(tokens)]):
        if token.core in ("tr", "det") and not token.after and (following.math or following.core.isupper()):
            token.math = following.math = True


def _closed(tokens: list[_Token]) -> None:
    """Treats the text between a bracket that opens in mathematics and its partner as mathematics."""
    for k, token in enumerate(tokens):
        depth = _depth(token.core) if token.math else 0
        for j in range(k + 1, min(k + 6, len(tokens))):
            if depth <= 0 or re.search(r"[A-Za-z]{4,}|[.;:!?]", tokens[j].core + tokens[j - 1].after):
                break
            depth += _depth(tokens[j].core)
            if depth <= 0:
                for inner in tokens[k : j + 1]:
                    inner.math, inner.open = True, inner is not tokens[j]


def _depth(core: str) -> int:
    """The number of brackets that open in a word and do not close."""
    return sum(core.count(c) for c in "(⟨") - sum(core.count(c) for c in ")⟩")


def _is_a_letter(token: _Token, before: list[_Token], after: list[_Token]) -> bool:
    """Whether a, A or I is a matrix and not a word: no noun follows, or it is a capital inside a sentence."""
    if token.core != "a" and before and not re.search(r"[.:!?]", before[-1].after):
        return True
    return bool(token.after) or not after or bool(re.search(r"(^is|[^siu]s)$", after[0].core))


class _Token:
    """A word of a sentence: its core, the punctuation after it, and whether the core is mathematics."""

    def __init__(self, word: str, letters: Collection[str]):
        match = re.fullmatch(r"(.*?)([,.;:!?]*)", word)
        assert match is not None
        self.core, self.after = match[1], match[2]
        while self.core.endswith(")") and self.core.count(")") > self.core.count("(") and not self._formal(self.core):
            self.core, self.after = self.core[:-1], ")" + self.after
        self.math = self._is_math(self.core, letters)
        self.open = False  # whether it stands in a bracket that closes later, so that its punctuation is in the formula

    @staticmethod
    def _formal(core: str) -> bool:
        return any(c in _MARK for c in core) or len(core) <= 3

    @staticmethod
    def _is_math(core: str, letters: Collection[str]) -> bool:
        if core in _OPERATORS - {"-"}:
            return True
        if any(c in _MARK for c in core):
            return not re.search(r"[A-Za-z]{4,}", re.sub(FUNCTIONS, "", core))
        if _WORDS.fullmatch(core.strip("()")) or "'" in core:
            return False
        if re.fullmatch(r"\(?[A-Za-z](_[A-Za-z0-9])?\)?", core):
            return True
        if re.fullmatch(r"(tr|det)\([A-Z]{1,3}\)[A-Za-z]{0,3}", core):
            return True
        if re.fullmatch(r"\(?[A-Za-z0-9]\)?(/[A-Za-z0-9]\)?)+", core):
            return True
        product = re.fullmatch(r"\d*[A-Za-z]{1,3}", core) and any(c.isupper() for c in core)
        return bool(product) and all(c in letters for c in core if c.isalpha())
