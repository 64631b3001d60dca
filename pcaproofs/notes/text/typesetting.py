r"""Removal of tokens that only affect typesetting: spaces, sizes, colours, labels; fonts are stored in the tokens.

Afterwards there are three kinds of token more: a `word` (\operatorname{tr}, \mathrm{RSS}), `words` (\text{…}), and the
`begin` and `end` of an environment; \\ is a `break`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.notes.text.arrays import MOVING, NICE, with_equations
from pcaproofs.notes.text.braces import LABEL, with_labels_behind, without_crossing_braces
from pcaproofs.notes.text.conditional import with_mid
from pcaproofs.notes.text.foreign_words import with_foreign_words
from pcaproofs.notes.text.kets import with_kets
from pcaproofs.notes.text.macros import Stop
from pcaproofs.notes.text.over import fractions
from pcaproofs.notes.text.small_tokens import (
    scripts_outside,
    with_angles,
    with_doubled_bars,
    with_leading_zeros,
    with_matched_bars,
    with_signs,
    with_struck,
    without_labels,
    without_mixed_numbers,
)
from pcaproofs.notes.text.strokes import without_dashes
from pcaproofs.notes.text.symbols import PROBLEMS
from pcaproofs.notes.text.tokens import Token, in_scripts, tokens
from pcaproofs.notes.text.typesetting_commands import (
    ANGLES,
    AROUND,
    BRACES,
    BRACKETED,
    COMPARES,
    DELIMITED,
    EMS,
    ESCAPED,
    FONTS,
    LAWS,
    LETTER_FONTS,
    NEGATIVE,
    NOTHING,
    NUMBERS,
    OPERATORS,
    PLAIN_MATRICES,
    QUANTITIES,
    RELATIONS,
    SPACES,
    SWITCHES,
    TEXT,
    WIDE,
    WIDTHS,
    WITH_COLUMNS,
    WITH_PLACE,
    WITHOUT,
)

_LONGEST_OPTION = 24  # tokens
_LENGTH = re.compile(  # between two rows: \\[2pt], \\[0.5\baselineskip], \\[\jot]
    r"\[[+-]?(?:\d*[.,]?\d+(?:pt|ex|em|mm|cm|in|px|pc|bp|sp|mu)|\d*[.,]?\d*\\[A-Za-z]+)\]"
)


def _is_wide(length: str) -> bool:
    """Whether a length, like 10mm, is that of a space between two statements."""
    match = re.fullmatch(r"(\d*\.?\d+)([a-z]{2})", length)
    return match is not None and float(match[1]) * EMS.get(match[2], 0) >= WIDE


def plain(found: Sequence[Token]) -> list[Token]:
    """Tokens that say something. Raises Stop where a group does not close."""
    out = _Plain(scripts_outside(fractions(without_crossing_braces(without_labels(found))))).read("")
    out = with_equations(out)
    out = with_foreign_words(with_struck(without_mixed_numbers(without_dashes(with_leading_zeros(out)))))
    return with_labels_behind(with_signs(with_angles(with_mid(with_kets(with_doubled_bars(with_matched_bars(out)))))))


class _Plain:
    def __init__(self, found: Sequence[Token]):
        self.stack = list(reversed(found))
        self.apart = False  # whether something was dropped since the last token

    def read(self, font: str) -> list[Token]:
        """Tokens up to the end, or up to a brace that closes what is read, which is left."""
        out: list[Token] = []
        depth: list[str] = []  # fonts outside the braces that are open
        while self.stack:
            token = self.stack.pop()
            if token.kind == "open":
                depth.append(font)
            elif token.kind == "close":
                if not depth:
                    raise Stop(token.span, "}", "opened by { before")
                font = depth.pop()
                if _without_braces(out):
                    continue
            if token.kind == "command":
                if token.text == r"\Vert":
                    token = replace(token, text=r"\|")
                if token.text[1:] in SWITCHES:
                    font = SWITCHES[token.text[1:]]
                    continue
                self.command(token, font, out)
            elif token.text in SPACES:
                self.space(token, out)
            elif token.kind == "symbol" and token.text == "$":
                continue  # a formula in the text of a formula
            else:
                self.add(out, replace(token, font=token.font or font) if token.kind in ("letter", "digit") else token)
        if depth:
            raise Stop(next(t for t in reversed(out) if t.kind == "open").span, "{", "closed by }")
        return out

    def space(self, token: Token, out: list[Token]) -> None:
        """Drop a space; several that are together as wide as a quad become one."""
        names = [token.text]
        while self.stack and self.stack[-1].text in SPACES:
            names.append(self.stack.pop().text)
        if NEGATIVE.issuperset(names) and out and self.stack and out[-1].text == self.stack[-1].text == "|":
            self.stack[-1] = replace(self.stack[-1], glued=True)  # a norm's bars, |\!|x|\!|
            return
        self.apart = True
        if sum(WIDTHS.get(name, 0.0) for name in names) > WIDE:
            out.append(replace(token, kind="command", text=r"\quad"))

    def add(self, out: list[Token], token: Token) -> None:
        out.append(replace(token, glued=False) if self.apart else token)
        self.apart = False

    def command(self, token: Token, font: str, out: list[Token]) -> None:
        name = token.text
        if name in SPACES:
            self.space(token, out)
        elif name in NOTHING:
            if name in DELIMITED and self.stack and self.stack[-1].text == ".":
                self.stack.pop()
            elif name in DELIMITED and self.stack and self.stack[-1].text in ANGLES:
                angle = self.stack.pop()
                self.stack.append(replace(angle, kind="command", text=ANGLES[angle.text]))
            elif name in DELIMITED and self.stack and self.stack[-1].text in ESCAPED:
                bracket = self.stack.pop()
                self.stack.append(replace(bracket, kind="symbol", text=ESCAPED[bracket.text]))
        elif name in TEXT:
            self.words(token, out)
        elif name[1:] in FONTS:
            self.font(token, FONTS[name[1:]] or font, out)
        elif name in (r"\operatorname", r"\operatorname*"):
            self.operator(token, out)
        elif name in WITHOUT or name in AROUND or name in BRACES:
            self.arguments(token)
        elif name in (r"\begin", r"\end"):
            self.environment(token, out)
        else:
            self.other(token, font, out)

    def arguments(self, token: Token) -> None:
        """Drop a command with its arguments, or keep the argument alone."""
        name = token.text
        if name in (r"\hspace", r"\hspace*"):
            if _is_wide("".join(x.text for x in self.group(token))):
                self.stack.append(replace(token, text=r"\quad"))
        elif name in WITHOUT:
            self.optional()
            for _ in range(WITHOUT[name]):
                self.group(token)
        elif name in AROUND:
            self.optional()
            if self.stack and self.stack[-1].text in NOTHING:
                self.stack.pop()
            self.put_back(self.group(token))
        elif name in BRACES:
            body = self.group(token)
            if self.stack and self.stack[-1].text in ("_", "^"):
                self.stack.pop()
                label = self.group(token)
                if any(t.text in COMPARES for t in label):
                    body = [*body, replace(token, kind=LABEL, text=f"since {''.join(t.text for t in label)}")]
            self.put_back(body)

    def environment(self, token: Token, out: list[Token]) -> None:
        """The begin or the end of an environment, without its place, its columns and its options."""
        name = token.text
        what = "".join(t.text for t in self.group(token))
        begins, plain_name = name == r"\begin", what.removesuffix("*")
        if begins:
            what = self.begins(token, what, out)
        elif plain_name in NICE or plain_name in ("numcases", "subnumcases"):
            what = NICE.get(plain_name, "cases")
        self.add(out, replace(token, kind="begin" if begins else "end", text=what))

    def begins(self, token: Token, what: str, out: list[Token]) -> str:
        """Drop what stands between the name of an environment and its cells; its name without options."""
        name = what.removesuffix("*")
        if name == "empheq":  # \begin{empheq}[box=\fbox]{align}
            self.optional()
            return "".join(t.text for t in self.group(token))
        if name in ("numcases", "subnumcases"):  # \begin{numcases}{f(x) =}
            self.optional()
            left = _Plain(list(self.group(token))).read("")
            out += left
            return "cases"
        if name in WITH_PLACE or (what.endswith("*") and name.endswith("matrix")):  # pmatrix*[r]
            self.optional()
            if name == "multlined":
                self.optional()
        elif name in NICE:
            if name.endswith("Array"):
                self.group(token)
            options = self.optional()
            if any(word in options for word in MOVING):
                raise Stop(token.span, "cells outside of the brackets", "a matrix without such options")
            return NICE[name]
        elif name.endswith("matrix") and re.fullmatch(r"\[[lcr|]+\]", self.ahead_to("]")):
            raise Stop(token.span, f"{self.ahead_to(']')} behind \\begin{{{what}}}", f"{what}*, or cells")
        if what in WITH_COLUMNS and self.stack and self.stack[-1].kind == "open":
            self.group(token)
        return what

    def other(self, token: Token, font: str, out: list[Token]) -> None:
        """Commands one by one, and those that stay."""
        name = token.text
        if name in (r"\stackrel", r"\overset", r"\underset"):
            self.stacked(token, out)
        elif name in QUANTITIES:
            self.quantity(token)
        elif name in (*NUMBERS, r"\num"):
            self.number(token)
        elif name == r"\substack":
            body = [replace(t, kind="symbol", text=",") if t.text == r"\\" else t for t in self.group(token)]
            self.put_back(body)
        elif name in PLAIN_MATRICES and self.stack and self.stack[-1].kind == "open":
            body = self.group(token)
            begin, end = (replace(token, kind=kind, text=name[1:]) for kind in ("begin", "end"))
            self.put_back([begin, *body, end])
        elif name == r"\kern":
            self.kern(out)
        elif name == r"\xrightarrow":
            self.optional()
            self.group(token)
            self.add(out, replace(token, text=r"\to"))
        elif name in (r"\\", r"\cr", r"\newline"):
            self.ends_row(token, out)
        elif name in (r"\downarrow", r"\uparrow", r"\searrow", r"\nearrow"):
            self.add(out, replace(token, text=r"\to"))
        else:
            self.add(out, replace(token, font=token.font or font))

    def ends_row(self, token: Token, out: list[Token]) -> None:
        r"""The end of a row without the space behind it: \\[2pt], \\*[1ex]."""
        if self.stack and self.stack[-1].text == "*" and self.stack[-1].glued:
            self.stack.pop()  # no page ends here
        if _LENGTH.fullmatch(self.ahead_to("]")):
            self.optional()
        self.add(out, replace(token, kind="break", text=r"\\"))

    def quantity(self, token: Token) -> None:
        r"""A matrix of the package physics: \mqty(a & b \\ c & d), \mqty[…], \pmqty{…}."""
        name = QUANTITIES[token.text]
        opening = self.stack[-1].text if self.stack else ""
        if opening in BRACKETED and self.stack[-1].kind != "open":
            name, closing = BRACKETED[opening]
            depth, end = 0, len(self.stack) - 1
            while end >= 0:
                depth += (self.stack[end].text == opening != closing) - (self.stack[end].text == closing != opening)
                if not depth and (opening != closing or end < len(self.stack) - 1) and self.stack[end].text == closing:
                    break
                end -= 1
            if end < 0:
                raise Stop(token.span, opening, f"closed by {closing}")
            body = self.stack[end + 1 : -1][::-1]
            del self.stack[end:]
        else:
            body = self.group(token)
        self.put_back([replace(token, kind="begin", text=name), *body, replace(token, kind="end", text=name)])

    def group(self, caller: Token) -> list[Token]:
        """The next group without its braces, or the next token."""
        if not self.stack:
            raise Stop(caller.span, caller.text, "followed by its argument")
        first = self.stack.pop()
        if first.kind != "open":
            return [first]
        out: list[Token] = []
        depth = 1
        while self.stack:
            token = self.stack.pop()
            depth += {"open": 1, "close": -1}.get(token.kind, 0)
            if not depth:
                return out
            out.append(token)
        raise Stop(first.span, "{", "closed by }")

    def put_back(self, found: list[Token]) -> None:
        self.stack.extend(reversed(found))

    def optional(self) -> str:
        """Drop an argument in square brackets that comes next; its text."""
        said = ""
        if self.stack and self.stack[-1].text == "[":
            while self.stack and (token := self.stack.pop()).text != "]":
                said += token.text
        return said

    def ahead_to(self, closer: str) -> str:
        """The text of what comes next up to a token, if a square bracket comes next."""
        if not self.stack or self.stack[-1].text != "[":
            return ""
        said = ""
        for token in reversed(self.stack[-_LONGEST_OPTION:]):
            said += token.text
            if token.text == closer:
                return said
        return ""

    def number(self, token: Token) -> None:
        r"""Drop the number of a row, \eqno(3); a number of siunitx, \num{1.5e3}, as 1.5 · 10³ in brackets."""
        if token.text in NUMBERS:
            while self.stack and self.stack[-1].text not in (r"\\", r"\cr", r"\end", "&"):
                self.stack.pop()
            return
        body = self.group(token)
        said = "".join(t.text for t in body)
        found = re.fullmatch(r"([+-]?\d*\.?\d+)(?:[eEdD]([+-]?\d+))?", said.replace(",", "."))
        if found is None:
            raise Stop(token.span, rf"\num{{{said}}}", "a number")
        text = rf"({found[1]}\cdot 10^{{{found[2]}}})" if found[2] else found[1]
        end, call = body[-1].end, token.call
        self.put_back([replace(t, start=token.start, end=end, call=call) for t in tokens(text, 0, len(text))])

    def words(self, token: Token, out: list[Token]) -> None:
        body = self.group(token)
        if token.text in LETTER_FONTS and len(body) == 1 and body[0].kind == "letter":
            self.add(out, replace(body[0], font=LETTER_FONTS[token.text]))
            return
        said = [t for t in body if t.text not in TEXT]  # a font within words
        text = "".join((" " if k and not t.glued else "") + t.text for k, t in enumerate(said))
        text = text.replace("~", " ").replace(r"\textbar", "|").replace(r"\ ", " ").replace(r"\quad", " ")
        text = " ".join(text.replace("{", "").replace("}", "").split())
        rest = self.remark() if text.startswith("(") and text.count("(") - text.count(")") == 1 else []
        if rest:
            text, body = f"{text} {''.join(t.text for t in rest)}", rest
        if text in (r"\textbullet", "•"):
            self.add(out, replace(token, kind="command", text=r"\bullet"))
        elif text:
            end = max(body[-1].end, token.end) if body[-1].call is None else token.end
            self.add(out, replace(token, kind="words", text=text, end=end, call=token.call))

    def remark(self) -> list[Token]:
        r"""What stands behind \text{(since } up to the bracket that closes it in the same cell, which is taken away."""
        depth = 1
        for k in range(len(self.stack) - 1, -1, -1):
            token = self.stack[k]
            if token.text in ("&", r"\\") or token.kind in ("begin", "end"):
                return []
            depth += {"(": 1, ")": -1}.get(token.text, 0)
            if not depth:
                found = self.stack[k:][::-1]
                del self.stack[k:]
                return found
        return []

    def font(self, token: Token, font: str, out: list[Token]) -> None:
        body = self.group(token)
        letters = "".join(t.text for t in body)
        spelled = "".join(t.text for t in body if t.text not in SPACES)
        if spelled in PROBLEMS and spelled != letters:  # \mathrm{arg\,min}
            self.add(out, replace(body[0], kind="word", text=spelled, end=body[-1].end, font=""))
            return
        if FONTS[token.text[1:]] == "roman" and any(t.text in SPACES for t in body):
            self.put_back([token, *_braced(token, body)])
            self.words(self.stack.pop(), out)
            return
        is_word = len(letters) > 1 and all(t.kind == "letter" for t in body)
        if is_word and (letters in OPERATORS or font in ("roman", "italic", "sans", "typewriter")):
            self.add(out, replace(body[0], kind="word", text=letters, end=body[-1].end, font=""))
            return
        scripts = in_scripts(body)
        inner = [
            replace(t, font=t.font or font) if t.kind in ("letter", "digit", "command") and k not in scripts else t
            for k, t in enumerate(body)
        ]
        has_script = bool(self.stack) and self.stack[-1].text in ("_", "^", "'")
        if len(inner) > 1 and (has_script or not _is_sum(inner)):
            inner = [_brace(token, "{"), *inner, _brace(token, "}")]
        self.put_back(inner)

    def operator(self, token: Token, out: list[Token]) -> None:
        body = [t for t in self.group(token) if t.text not in SPACES and t.text not in (r"\rm", r"\mathrm")]
        body = [t for t in body if t.kind not in ("open", "close")]
        if len(body) > 1 and all(t.kind in ("letter", "digit", "symbol") for t in body):
            letters = "".join(t.text for t in body)
            self.add(out, replace(token, kind="word", text=letters))
        else:
            self.put_back(body)

    def stacked(self, token: Token, out: list[Token]) -> None:
        above, base = self.group(token), self.group(token)
        if base and base[0].text in RELATIONS:
            self.no_claim(above)
            if base[0].text == "=" and "".join(t.text for t in above if t.kind not in ("open", "close")) in LAWS:
                raise Stop(base[0].span, "equality in distribution", "an equation")
            if any(c in "".join(t.text for t in above) for c in ("def", "triangle", r"\Delta")) and base[0].text == "=":
                base = [replace(base[0], kind="symbol", text=":"), replace(base[0], glued=True)]
            self.put_back(base)
        else:
            script = "_" if token.text == r"\underset" else "^"
            self.put_back([*base, replace(token, kind="symbol", text=script), *_braced(token, above)])

    def no_claim(self, label: list[Token]) -> None:
        """Raises Stop where a label is an equation or an inequality, which claims or supposes something itself."""
        if (sign := next((t for t in label if t.text in COMPARES), None)) is not None:
            raise Stop(sign.span, f"{sign.text} in a label", "words or a number")

    def kern(self, out: list[Token]) -> None:
        """A length; between strokes of a 1 it draws a double-struck 1."""
        while self.stack and (self.stack[-1].text in "-.," or self.stack[-1].kind == "digit"):
            self.stack.pop()
        for _ in range(2):
            if self.stack and self.stack[-1].kind == "letter":
                self.stack.pop()
        if not (out and out[-1].text == "1" and out[-1].kind == "digit"):
            return
        rest = _Plain(list(reversed(self.stack[-8:])))
        k = len(rest.stack)
        if rest.stack and (rest.stack[-1].text in TEXT or rest.stack[-1].text[1:] in FONTS):
            rest.stack.pop()
        if rest.stack and "".join(t.text for t in rest.group(out[-1])) in ("l", "1", "I", "|"):
            del self.stack[len(self.stack) - (k - len(rest.stack)) :]
            out[-1] = replace(out[-1], font="blackboard")


def _without_braces(out: list[Token]) -> bool:
    r"""Drop the last brace that opens, if nothing stands behind it or one sign: {}, {\rm{ - }}; whether it was dropped.

    {} keeps signs apart, and formula editors put signs in braces. Braces of scripts and arguments stay.
    """
    if out[-1].kind == "open" and (len(out) < 2 or out[-2].text not in ("_", "^")):
        out.pop()
        return True
    if len(out) < 2 or out[-2].kind != "open" or out[-1].text not in ("-", "+", "="):
        return False
    if len(out) > 2 and (out[-3].text in ("_", "^") or out[-3].kind in ("command", "close")):
        return False
    del out[-2]
    return True


def _is_sum(found: Sequence[Token]) -> bool:
    r"""Whether tokens have a sign between two terms: \mathbf{x + b^T x}, which is printed as a sum without brackets."""
    depth = 0
    for k, token in enumerate(found):
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if k and not depth and token.text in ("+", "-"):
            return True
    return False


def _brace(like: Token, text: str) -> Token:
    return replace(like, kind="open" if text == "{" else "close", text=text, end=like.start)


def _braced(like: Token, body: list[Token]) -> list[Token]:
    return [_brace(like, "{"), *body, _brace(like, "}")]
