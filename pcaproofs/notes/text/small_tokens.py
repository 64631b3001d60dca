r"""Tokens that are one sign together: 53,929 as a number, the star of x_* and the sign of b_∥ as words, angles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.notes.text.macros import Stop
from pcaproofs.notes.text.tokens import Token

_OPEN, _CLOSE = ("(", "[", r"\{"), (")", "]", r"\}")


_BEHIND_ANGLES = {
    "=",
    "+",
    ",",
    ".",
    ";",
    "^",
    "_",
    "&",
    ")",
    "]",
    r"\}",
    r"\le",
    r"\leq",
    r"\ge",
    r"\geq",
    r"\neq",
    r"\ne",
}
_BEFORE_ANGLES = {*_BEHIND_ANGLES, "-", "(", "[", r"\{"} - {")", "]", r"\}", "^", "_"}
_RELATIONS = {"=", "<", ">", r"\le", r"\leq", r"\ge", r"\geq", r"\ne", r"\neq", r"\in"}


_SIGNS_BELOW = {"+": "plus", "-": "minus"}
_LEFT_BARS = ((r"\lvert", r"\rvert", "|"), (r"\lVert", r"\rVert", r"\|"))


def with_struck(found: Sequence[Token]) -> list[Token]:
    r"""Tokens with a blackboard R for an upright I and R that are typed into each other: {\rm I\!R}, {\rm I\!{R}}."""
    out: list[Token] = []
    for k, token in enumerate(found):
        before = found[k - 1] if k else None
        if token.text == "R" and token.font == "roman" and before is not None:
            if before.kind == "open" and k > 1:
                before = found[k - 2]
            if before.text == "I" and before.font == "roman":
                stroke = -2 if found[k - 1].kind == "open" else -1
                del out[stroke]
                token = replace(token, font="blackboard")
        out.append(token)
    return out


def with_angles(found: Sequence[Token]) -> list[Token]:
    r"""Tokens with \langle and \rangle for < and > around two things with a comma: <x, y>.

    "a < x, y > b" has an operand on both sides, and stays. Braces around all that stands between angles are dropped.
    """
    out = list(found)
    for start, token in enumerate(found):
        if token.text != "<" or token.kind != "symbol" or (end := _closing(found, start)) is None:
            continue
        behind, before = found[end + 1] if end + 1 < len(found) else None, found[start - 1] if start else None
        ends = behind is None or behind.text in _BEHIND_ANGLES or behind.kind in ("close", "end", "break")
        begins = before is None or before.text in _BEFORE_ANGLES or before.kind in ("open", "begin", "break")
        lacks_left = before is not None and (before.text in _RELATIONS or before.text in ("+", "-"))
        if ends or lacks_left or (begins and behind is not None and behind.text == "-"):
            out[start] = replace(token, kind="command", text=r"\langle")
            out[end] = replace(found[end], kind="command", text=r"\rangle")
    braces = {
        k
        for start, token in enumerate(out)
        if token.text == r"\langle" and (end := _inner_brace(out, start)) is not None
        for k in (start + 1, end)
    }
    return [token for k, token in enumerate(out) if k not in braces]


def _inner_brace(found: Sequence[Token], start: int) -> int | None:
    r"""The brace right before \rangle that closes the one right behind \langle; None if there is none."""
    depth = 0
    for k in range(start + 1, len(found) - 1):
        depth += {"open": 1, "close": -1}.get(found[k].kind, 0)
        if not depth:
            return k if found[k].kind == "close" and found[k + 1].text == r"\rangle" else None
    return None


def _closing(found: Sequence[Token], start: int) -> int | None:
    """The > behind a <, with one comma and no other relation between; None if there is none."""
    depth = commas = 0
    for k in range(start + 1, len(found)):
        token = found[k]
        depth += token.kind in ("open", "begin") or token.text in _OPEN
        depth -= token.kind in ("close", "end") or token.text in _CLOSE
        if depth < 0 or token.kind in ("break", "words") or token.text == "&":
            return None
        if not depth and token.kind in ("symbol", "command"):
            if token.text == ">":
                return k if commas == 1 else None
            if token.text in _RELATIONS:
                return None
            commas += token.text == ","
    return None


def with_doubled_bars(found: Sequence[Token]) -> list[Token]:
    r"""Tokens with one \| for each \|\|, where all double bars are doubled so, as some Markdown needs it for ||x||."""
    bars = [k for k, token in enumerate(found) if token.text == r"\|"]
    if len(bars) % 4 or any(b != a + 1 for a, b in zip(bars[::2], bars[1::2], strict=True)):
        return list(found)
    second = set(bars[1::2])
    return [token for k, token in enumerate(found) if k not in second]


def with_matched_bars(found: Sequence[Token]) -> list[Token]:
    r"""Tokens with | for \lvert, and \| for \lVert, where the note also closes with them: \lvert x\lvert."""
    texts = {token.text for token in found}
    plain = {left: bar for left, right, bar in _LEFT_BARS if left in texts and right not in texts}
    out: list[Token] = []
    for token in found:
        if (bar := plain.get(token.text)) is not None:
            is_second = bool(out) and out[-1].text == bar
            kind = "symbol" if bar == "|" else token.kind
            token = replace(token, text=bar, kind=kind, glued=is_second or token.glued)
        out.append(token)
    return out


def without_labels(found: Sequence[Token]) -> list[Token]:
    r"""Tokens without labels as bookdown writes them: (\#eq:name)."""
    out: list[Token] = []
    is_label = False
    last = max((k for k, token in enumerate(found) if token.text == ")"), default=0)
    for k, token in enumerate(found):
        is_label = is_label or (token.text == "(" and k < last and found[k + 1].text == r"\#")
        if not is_label:
            out.append(token)
        is_label = is_label and token.text != ")"
    return out


def with_signs(found: Sequence[Token]) -> list[Token]:
    """Tokens without commas and spaces between thousands, outside of brackets, and with words for stars below."""
    found = with_double_bars(without_braced_commas(found))
    out: list[Token] = []
    depth = 0
    groups: list[bool] = []  # of the braces that are open: whether they stand below
    for k, token in enumerate(found):
        if token.kind == "open":
            groups.append(k > 0 and found[k - 1].text == "_")
        elif token.kind == "close" and groups:
            groups.pop()
        depth += token.kind == "open" or token.text in _OPEN
        depth -= token.kind == "close" or token.text in _CLOSE
        if token.text == "," and not depth and _is_of_thousands(found, k):
            continue
        if token.kind == "digit" and not token.glued and not depth and _is_behind_thousands(found, k):
            token = replace(token, glued=True)
        below = (found[k - 1].text if found[k - 1].kind != "open" else found[k - 2].text) if k > 1 else ""
        if token.text in ("*", r"\ast", r"\star") and below == "_" and _is_alone(found, k):
            out.append(replace(token, kind="word", text="star"))
            continue
        if token.text in _SIGNS_BELOW and below == "_" and _is_alone(found, k):
            out.append(replace(token, kind="word", text=_SIGNS_BELOW[token.text]))
            continue
        if token.text == r"\parallel" and (below == "_" or (groups and groups[-1])):
            out.append(replace(token, kind="word", text="parallel"))
            continue
        out.append(token)
    return out


def without_braced_commas(found: Sequence[Token]) -> Sequence[Token]:
    """Tokens without commas in braces between thousands, 13{,}500, and with a point for a decimal comma, 0{,}5."""
    if not any(t.text == "," and k and found[k - 1].kind == "open" for k, t in enumerate(found)):
        return found
    out: list[Token] = []
    below: list[bool] = []  # of the braces that are open: whether they stand below
    k = 0
    while k < len(found):
        if _is_braced_comma(found, k) and any(below):
            out.append(found[k + 1])  # of x_{1{,}2}
            k += 3
            continue
        if _is_braced_comma(found, k):
            before, behind = _run([*reversed(found[:k])]), _run(found[k + 3 :])
            goes_on = len(before) + 2 < k and found[k - len(before) - 2].text == ","  # of 13{,}500{,}000
            if len(behind) != 3 or len(before) > 3 or (before[-1] == "0" and not goes_on):
                out.append(replace(found[k + 1], text=".", glued=True))
            out.append(replace(found[k + 3], glued=True))
            k += 4
            continue
        if found[k].kind == "open":
            below.append(k > 0 and found[k - 1].text == "_")
        elif found[k].kind == "close" and below:
            below.pop()
        out.append(found[k])
        k += 1
    return out


def _is_braced_comma(found: Sequence[Token], k: int) -> bool:
    """Whether a comma in braces stands here between two digits."""
    if not 0 < k < len(found) - 3 or (found[k].kind, found[k + 1].text, found[k + 2].kind) != ("open", ",", "close"):
        return False
    return found[k - 1].kind == found[k + 3].kind == "digit"


def with_double_bars(found: Sequence[Token]) -> Sequence[Token]:
    r"""Tokens with \| for \vert\vert, unless the first of the two closes a single bar."""
    if sum(t.text == r"\vert" for t in found) < 4:
        return found
    out: list[Token] = []
    is_open = False
    k = 0
    while k < len(found):
        if found[k].text == r"\vert":
            if not is_open and k + 1 < len(found) and found[k + 1].text == r"\vert":
                out.append(replace(found[k], text=r"\|", end=found[k + 1].end))
                k += 2
                continue
            is_open = not is_open
        out.append(found[k])
        k += 1
    return out


def _is_alone(found: Sequence[Token], k: int) -> bool:
    """Whether a token is all that stands below, with or without braces."""
    return found[k - 1].kind != "open" or (k + 1 < len(found) and found[k + 1].kind == "close")


def _is_of_thousands(found: Sequence[Token], k: int) -> bool:
    """Whether a comma has one to three digits before it and three behind it, with nothing between."""
    before = "".join(_run([*reversed(found[:k])]))
    behind = "".join(_run(found[k + 1 :]))
    is_glued = found[k].glued and k + 1 < len(found) and found[k + 1].glued
    return is_glued and 0 < len(before) < 4 and len(behind) == 3 and before[::-1][0] != "0"


def _is_behind_thousands(found: Sequence[Token], k: int) -> bool:
    """Whether three digits begin here behind a space and a number: 40 000."""
    before = _run([*reversed(found[:k])])
    end = k + 1
    while end < len(found) and found[end].kind == "digit" and found[end].glued:
        end += 1
    taken = found[k - len(before) - 1].text if k > len(before) else ""
    is_alone = taken not in ("^", "_", ".", r"\frac", r"\dfrac", r"\tfrac", r"\sqrt")
    return is_alone and bool(before) and before[-1] != "0" and end - k == 3


def _run(found: Sequence[Token]) -> list[str]:
    out: list[str] = []
    for token in found:
        if token.kind != "digit":
            break
        out.append(token.text)
    return out


def without_mixed_numbers(found: Sequence[Token]) -> list[Token]:
    r"""The tokens. Raises Stop for a number before a fraction of numbers, 1\tfrac12, which is a sum or a product."""
    for k, token in enumerate(found[1:], 1):
        if token.text in (r"\frac", r"\tfrac", r"\dfrac", r"\sfrac", r"\nicefrac") and found[k - 1].kind == "digit":
            top, behind = _argument(found, k + 1)
            bottom, _ = _argument(found, behind)
            if top.isdigit() and bottom.isdigit() and int(top) < int(bottom):
                raise Stop(found[k - 1].span, "a number before a fraction", "a sign between them")
    return list(found)


def _argument(found: Sequence[Token], k: int) -> tuple[str, int]:
    """The text of an argument that begins at a token, and where it ends."""
    if k < len(found) and found[k].kind == "open":
        end = next((j for j in range(k, len(found)) if found[j].kind == "close"), len(found))
        return "".join(t.text for t in found[k + 1 : end]), end + 1
    return (found[k].text if k < len(found) else ""), k + 1


def scripts_outside(found: Sequence[Token]) -> list[Token]:
    r"""Tokens without the braces around a script alone, which stands at what is before them: A{^\top}."""
    out: list[Token] = []
    skipped: set[int] = set()
    for k, token in enumerate(found):
        if token.kind == "open" and k and found[k - 1].kind in ("letter", "digit", "close"):
            end = _end_of_group(found, k)
            inside = found[k + 1 : end]
            is_whole = len(inside) == 2 or (len(inside) > 2 and _end_of_group(inside, 1) == len(inside) - 1)
            if is_whole and inside[0].text in ("^", "_"):
                skipped |= {k, end}
        if k not in skipped:
            out.append(token)
    return out


def _end_of_group(found: Sequence[Token], start: int) -> int:
    """The number of the token that closes a group; that of the last one if none does."""
    depth = 0
    for k in range(start, len(found)):
        depth += {"open": 1, "close": -1}.get(found[k].kind, 0)
        if not depth:
            return k
    return len(found) - 1


def with_leading_zeros(found: Sequence[Token]) -> list[Token]:
    """Tokens in which .5 is 0.5; the dot of x.5 and of 2.5 is none of these."""
    out: list[Token] = []
    for k, token in enumerate(found):
        following = found[k + 1] if k + 1 < len(found) else None
        if token.text == "." and following is not None and following.kind == "digit" and following.glued:
            before = out[-1] if out else None
            is_end = before is not None and before.kind in ("digit", "letter", "close")
            if not ((is_end or (before is not None and before.text in (")", "]", "."))) and token.glued):
                out.append(replace(token, kind="digit", text="0", end=token.start))
                token = replace(token, glued=True)
        out.append(token)
    return out
