r"""Braces that cross brackets, and labels below braces that are formulas.

Formula editors write { (a }_{1} for (a_1, which LaTeX prints in the same way. A label like =1 in \underbrace{…}_{=1}
claims or supposes something itself. It is put behind the row as its reason, so that the row is not refuted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pcaproofs.notes.text.symbols import FUNCTIONS
from pcaproofs.notes.text.tokens import Token

LABEL: Literal["label"] = "label"  # the kind of a token that contains a label until it is put behind its row
_BRACKETS = {"(": 1, "[": 1, ")": -1, "]": -1}
_MATRICES = ("matrix", "array", "cases")


def without_crossing_braces(found: Sequence[Token]) -> list[Token]:
    """Tokens without the braces in which a bracket opens or closes alone, if a script stands behind them."""
    dropped: set[int] = set()
    opened: list[int] = []
    for k, token in enumerate(found):
        if token.kind == "open":
            opened.append(k)
        elif token.kind == "close" and opened:
            start = opened.pop()
            has_script = _next(found, k) in ("_", "^") and _may_open_group(found, start)
            if has_script and sum(_BRACKETS.get(t.text, 0) for t in found[start + 1 : k]) != 0:
                dropped |= {start, k}
    return [token for k, token in enumerate(found) if k not in dropped] if dropped else list(found)


def _next(found: Sequence[Token], k: int) -> str:
    return found[k + 1].text if k + 1 < len(found) else ""


def _may_open_group(found: Sequence[Token], k: int) -> bool:
    """Whether a brace is no argument of a command and no script."""
    before = found[k - 1] if k else None
    if before is None or before.kind == "open":
        return before is None or k < 2 or found[k - 2].kind != "command" or found[k - 2].text[1:] in FUNCTIONS
    if before.kind == "command":
        return before.text[1:] in FUNCTIONS
    return before.kind != "close" and before.text not in ("_", "^")


def with_labels_behind(found: Sequence[Token]) -> list[Token]:
    """Tokens with each label as words at the end of its row."""
    out = list(found)
    for k in range(len(out) - 1, -1, -1):
        if out[k].kind == LABEL:
            label = out.pop(k)
            out.insert(_end_of_row(out, k), replace(label, kind="words"))
    return out


def _end_of_row(found: Sequence[Token], k: int) -> int:
    depth = 0
    for j in range(k, len(found)):
        token = found[j]
        if (token.kind == "break" and depth <= 0) or (token.kind == "end" and depth <= 0 and not _is_matrix(token)):
            return j
        depth += {"open": 1, "begin": 1, "close": -1, "end": -1}.get(token.kind, 0)
        depth = max(depth, 0)
    return len(found)


def _is_matrix(token: Token) -> bool:
    return any(name in token.text for name in _MATRICES)
