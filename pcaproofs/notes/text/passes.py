r"""Tokens that say something: typesetting is dropped, and signs that authors type in several ways become one.

`plain` reads the tokens once from left to right: spaces, sizes, colours and labels go, and fonts are stored in the
tokens. Afterwards there are three kinds of token more: a `word` (\operatorname{tr}, \mathrm{RSS}), `words` (\text{…}),
and the `begin` and `end` of an environment; \\ is a `break`. Before and after that each row of EARLY and LATE rewrites
the tokens, if its pattern matches their signs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pcaproofs.notes.text.symbols import ARROWS, DOTS, FUNCTIONS, MOMENTS, PROBLEMS, RELATIONS, TRACES, commands, words
from pcaproofs.notes.text.tokens import NESTS, Ahead, Stop, Token, braced, closing, in_scripts, text_of, tokens

FONTS = {
    "mathbf": "bold", "bm": "bold", "boldsymbol": "bold", "pmb": "bold", "mathbb": "blackboard", "mathds": "blackboard",
    "mathbbm": "blackboard", "Bbb": "blackboard", "mathcal": "calligraphic", "mathscr": "script", "mathfrak": "fraktur",
    "mathsf": "sans", "mathtt": "typewriter", "mathrm": "roman", "mathit": "italic", "mathnormal": "", "bold": "bold",
}  # fmt: skip
_SWITCHES = {r"\bf": "bold", r"\rm": "roman", r"\it": "italic", r"\sf": "sans", r"\tt": "typewriter"}
_SWITCHES |= {r"\cal": "calligraphic"}
_OPERATORS = TRACES | FUNCTIONS | frozenset(MOMENTS) | frozenset(PROBLEMS) | {"id"}
_SPELLED = {"roman", "italic", "sans", "typewriter"}  # fonts in which letters are a word together
_LETTER_FONTS = {r"\textbf": "bold", r"\textit": "", r"\emph": "", r"\textsl": ""}  # for one letter
TEXT = commands("text textrm textnormal mbox hbox textsf textup texttt intertext shortintertext fbox")
TEXT |= _LETTER_FONTS.keys()
# spaces, about as wide as so many ems
_WIDTHS = {"~": 0.33, r"\ ": 0.33, r"\space": 0.33, r"\nobreakspace": 0.33, r"\enspace": 0.5, r"\;": 0.28}
_WIDTHS |= {r"\thickspace": 0.28, r"\:": 0.22, r"\>": 0.22, r"\medspace": 0.22, r"\,": 0.17, r"\thinspace": 0.17}
_NEGATIVE = commands("! negthinspace negmedspace negthickspace")
SPACES = _NEGATIVE | frozenset(_WIDTHS) | commands("hfill hfil /")
_WIDE = 0.8  # ems of a space between two statements
_EMS = {"em": 1.0, "mm": 0.28, "cm": 2.8, "in": 7.2, "pt": 0.1, "ex": 0.45, "px": 0.07}
NOTHING = commands(
    "displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits nonumber notag left right middle mleft "
    "mright allowbreak nobreak centering noindent hline strut mathstrut small large Large footnotesize normalsize null "
    "par numberthis IEEEyesnumber IEEEnonumber IEEEyessubnumber yesnumber allowdisplaybreaks displaybreak toprule "
    "midrule bottomrule ( )",  # \( and \) stand around a formula in the text of a formula
    *(f"{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")),
)
_DELIMITED = commands("left right middle mleft mright")  # a dot after them is no delimiter
_DELIMITERS = {"<": r"\langle", ">": r"\rangle", r"\(": "(", r"\)": ")", r"\[": "[", r"\]": "]"}  # behind these
WITHOUT = dict.fromkeys(  # commands that are dropped with so many arguments
    commands(
        "label tag tag* hspace hspace* vspace phantom hphantom vphantom color ref eqref cite mspace raisebox footnote "
        "vskip cline textcolor colorbox class cssId htmlClass href style require stepcounter refstepcounter"
    ),
    1,
) | {r"\rule": 2, r"\fcolorbox": 2, r"\addtocounter": 2, r"\setcounter": 2, r"\pause": 0}
_CONDITION = re.compile(  # \tag{if A is symmetric}
    r"\s*\(?(?:only )?(?:if|when|where|assuming|provided|for(?! (?:all|any|every|each)\b))(?![a-z])"
)
_OVERLAYS = commands("only onslide uncover visible invisible alert")  # on which slides of a talk something is shown
AROUND = _OVERLAYS | commands(
    "boxed tcboxmath tcbhighmath textcircled mathop mathrel mathbin mathord mathopen mathclose mathinner ensuremath "
    "smash mathclap answer cancel bcancel bbox mathpunct"
)
_STACKED = {r"\stackrel": "^", r"\overset": "^", r"\underset": "_"}
_WITH_PLACE = words("aligned gathered split array alignedat multlined lgathered rgathered darray")
_WITH_COLUMNS = words(
    "array alignat alignat* alignedat IEEEeqnarray IEEEeqnarray* darray equationarray xalignat xalignat*"
)
_WITH_COLUMNS |= {"xxalignat"}
_CASES = {"numcases", "subnumcases"}
# environments of nicematrix by what they are without their options, and options that put cells outside of the brackets
_NICE = {f"{x}Nice{y}": f"{x}matrix" for x in ("", "p", "b", "B", "v", "V") for y in ("Matrix", "Array")}
_MOVING = ("first", "last", "corners")
# matrices of the package physics, and what their brackets make them
_QUANTITIES = {r"\mqty": "matrix", r"\matrixquantity": "matrix", r"\pmqty": "pmatrix", r"\bmqty": "bmatrix"}
_QUANTITIES |= {r"\vmqty": "vmatrix", r"\mdet": "vmatrix", r"\smqty": "matrix"}
_BRACKETED = {"(": ("pmatrix", "()"), "[": ("bmatrix", "[]"), "|": ("vmatrix", "||")}
_COMPARES = commands("le ge leq geq neq ne approx iff equiv implies Rightarrow Leftrightarrow propto in") | {*"=<>"}
_LAWS = words("d D L d. law dist dist. distr. st i.d.")  # over an equality in distribution
_LAWS |= {font + x for font in commands("mathcal mathrm text textup mathscr") for x in _LAWS}
_CONSTANTS = {"c", "C", "+", "+c", "+C", "const", "const.", "cst"}  # over an equality up to a constant
_CONSTANTS |= {font + x for font in commands("mathrm text textup rm") for x in _CONSTANTS}
_RENAMED = {r"\Vert": r"\|"} | dict.fromkeys(commands("downarrow uparrow searrow nearrow"), r"\to")
_LENGTH = re.compile(  # between two rows: \\[2pt], \\[0.5\baselineskip], \\[\jot]
    r"\[(?P<number>[+-]?\d*[.,]?\d*)(?P<unit>pt|ex|em|mm|cm|in|px|pc|bp|sp|mu|\\[A-Za-z]+)\]"
)
_NUMBER = re.compile(r"([+-]?\d*\.?\d+)(?:[eEdD]([+-]?\d+))?")
_PLACES = re.compile(r"\[[lcr|]+\]")
_LONGEST_OPTION = 24  # tokens


def plain(found: Sequence[Token]) -> list[Token]:
    """Tokens that say something. Raises Stop where a group does not close."""
    return _rewritten(_Reading(_rewritten(list(found), EARLY)).read(), LATE)


def _spaced(found: Sequence[Token]) -> str:
    """The texts of tokens, with spaces where they stand apart."""
    return "".join((" " if k and not t.glued else "") + t.text for k, t in enumerate(found))


class _Reading:
    """Tokens that are read from left to right; font: of the group that is open."""

    def __init__(self, found: Sequence[Token]):
        self.ahead = Ahead(found)
        self.out: list[Token] = []
        self.font = ""
        self.apart = False  # whether something was dropped since the last token

    def read(self) -> list[Token]:
        """All tokens. Raises Stop at a brace without another."""
        ahead, out, outside = self.ahead, self.out, list[str]()  # outside: the fonts outside the open braces
        while ahead:
            token = ahead.pop()
            kind = token.kind
            if kind == "command":
                self.command(token)
                continue
            if kind == "open":
                if ahead and ahead[-1].text in ("^", "_") and self.is_script_outside():
                    continue
                outside.append(self.font)
            elif kind == "close":
                if not outside:
                    raise Stop(token.span, "}", "opened by { before")
                self.font = outside.pop()
                if _drops_braces(out):
                    continue
            elif kind == "symbol" and token.text in ("~", "$"):
                if token.text == "~":
                    self.space(token)
                continue  # $ opens or closes a formula in the text of a formula
            elif self.font and not token.font and kind in ("letter", "digit"):
                token = token.but(font=self.font)
            self.add(token)
        if outside:
            raise Stop(next(t for t in reversed(out) if t.kind == "open").span, "{", "closed by }")
        return out

    def add(self, token: Token) -> None:
        self.out.append(token.but(glued=False) if self.apart and token.glued else token)
        self.apart = False

    def command(self, token: Token) -> None:
        name = token.text
        if (switch := _SWITCHES.get(name)) is not None:
            self.font = switch
        elif (handler := _HANDLERS.get(name)) is not None:
            handler(self, token)
        else:
            self.add(token.but(font=self.font) if self.font and not token.font else token)

    def is_script_outside(self) -> bool:
        r"""Drop the braces around a script alone, whose first brace is taken already: A{^\top}."""
        if not self.out or self.out[-1].kind not in ("letter", "digit", "close", "word", "words"):
            return False
        inside = self.ahead[::-1]
        script = closing(inside, 1)
        if script is None or script + 1 >= len(inside) or inside[script + 1].kind != "close":
            return False
        del self.ahead[len(self.ahead) - script - 2]
        return True

    def space(self, token: Token) -> None:
        """Drop a space; several that are together as wide as a quad become one."""
        names = [token.text]
        while self.ahead.text in SPACES:
            names.append(self.ahead.pop().text)
        if _NEGATIVE.issuperset(names) and self.out and self.ahead:
            last, following = self.out[-1], next((t for t in reversed(self.ahead) if t.kind != "open"), token)
            if last.text == self.ahead.text == "|":  # a norm's bars, |\!|x|\!|
                self.ahead.append(self.ahead.pop().but(glued=True))
                return
            if last.text == "I" and last.font == "roman" and following.text == "R":  # {\rm I\!R}
                self.out.pop()
                self.ahead[self.ahead.index(following)] = following.but(font="blackboard", glued=False)
        self.apart = True
        if sum(_WIDTHS.get(name, 0.0) for name in names) > _WIDE:
            self.out.append(token.but(kind="command", text=r"\quad"))

    def nothing(self, token: Token) -> None:
        if token.text in _DELIMITED and self.ahead.text == ".":
            self.ahead.pop()
        elif token.text in _DELIMITED and (text := _DELIMITERS.get(self.ahead.text)) is not None:
            self.ahead.append(self.ahead.pop().but(kind="command" if text[0] == "\\" else "symbol", text=text))

    def dropped(self, token: Token) -> None:
        """Drop a command with its arguments; a wide space stays as one, and a tag with a condition as words."""
        self.ahead.optional()
        said = [self.ahead.group(token) for _ in range(WITHOUT[token.text])]
        if token.text in (r"\tag", r"\tag*") and _CONDITION.match(_spaced(said[0])):
            shown = [token.but(kind="command", text=x) for x in (r"\quad", r"\text")]
            self.ahead.put_back([*shown, *braced(said[0], token)])
        if token.text.startswith(r"\hspace") and (length := _LENGTH.fullmatch(f"[{text_of(said[0])}]")) is not None:
            number = length["number"]
            if number.replace(".", "").isdigit() and float(number) * _EMS.get(length["unit"], 0) >= _WIDE:
                self.ahead.append(token.but(text=r"\quad"))

    def kept(self, token: Token) -> None:
        """Keep the argument alone; of two that are shown in one place on different slides, none can be chosen."""
        self.ahead.optional()
        if self.ahead.text in NOTHING:
            self.ahead.pop()
        slides = token.text in _OVERLAYS and self.ahead.between("<>") is not None
        if slides and self.ahead.kind != "open":
            return
        body = self.ahead.group(token)
        if slides and token.text in (r"\only", r"\onslide") and self.ahead.text == token.text:
            raise Stop(self.ahead[-1].span, token.text, "the only formula in its place")
        if any(t.text in _SWITCHES for t in body):  # a switch ends with its group
            body = braced(body, token)
        self.ahead.put_back(body)
        if token.text == r"\mathop" and self.ahead.text == "{":
            self.operator(token)

    def labelled(self, token: Token) -> None:
        """Keep what is above or below a brace; a label that is a formula becomes a token of its own."""
        body = self.ahead.group(token)
        if self.ahead.text in ("_", "^"):
            self.ahead.pop()
            label = self.ahead.group(token)
            if any(t.text in _COMPARES for t in label):
                body = [*body, token.but(kind="label", text=f"since {text_of(label)}")]
        self.ahead.put_back(body)

    def environment(self, token: Token) -> None:
        """The begin or the end of an environment, without its place, its columns and its options."""
        what = text_of(self.ahead.group(token))
        name, begins = what.removesuffix("*"), token.text == r"\begin"
        if begins:
            what = self.begins(token, what)
        elif name in _NICE or name in _CASES:
            what = _NICE.get(name, "cases")
        self.add(token.but(kind="begin" if begins else "end", text=what))

    def begins(self, token: Token, what: str) -> str:
        """Drop what stands between the name of an environment and its cells; its name without options."""
        name, ahead = what.removesuffix("*"), self.ahead
        if name == "empheq":  # \begin{empheq}[box=\fbox]{align}
            ahead.optional()
            return text_of(ahead.group(token))
        if name in _CASES:  # \begin{numcases}{f(x) =}
            ahead.optional()
            self.out += _Reading(ahead.group(token)).read()
            return "cases"
        if name in _WITH_PLACE or (what.endswith("*") and name.endswith("matrix")):  # pmatrix*[r]
            ahead.optional()
            if name == "multlined":
                ahead.optional()
        elif name in _NICE:
            if name.endswith("Array"):
                ahead.group(token)
            options = text_of(ahead.optional() or ())
            if any(word in options for word in _MOVING):
                raise Stop(token.span, "cells outside of the brackets", "a matrix without such options")
            return _NICE[name]
        elif name.endswith("matrix") and _PLACES.fullmatch(option := self.option()):
            raise Stop(token.span, f"{option} behind \\begin{{{what}}}", f"{what}*, or cells")
        if what in _WITH_COLUMNS and ahead.kind == "open":
            ahead.group(token)
        return what

    def option(self) -> str:
        """The text of an argument in square brackets that comes next, with the brackets; it is not taken."""
        said = text_of(self.ahead[-_LONGEST_OPTION:][::-1]) if self.ahead.text == "[" else ""
        return said[: said.find("]") + 1]

    def ends_row(self, token: Token) -> None:
        r"""The end of a row without the space behind it: \\[2pt], \\*[1ex]."""
        if self.ahead.text == "*" and self.ahead[-1].glued:
            self.ahead.pop()  # no page ends here
        if _LENGTH.fullmatch(self.option()):
            self.ahead.optional()
        self.add(token.but(kind="break", text=r"\\"))

    def quantity(self, token: Token) -> None:
        r"""A matrix of the package physics: \mqty(a & b \\ c & d), \mqty[…], \pmqty{…}."""
        name, pair = _BRACKETED.get(self.ahead.text, (_QUANTITIES[token.text], ""))
        body = self.ahead.between(pair) if pair else self.ahead.group(token)
        if body is None:
            raise Stop(token.span, pair[0], f"closed by {pair[1]}")
        self.matrix(token, name, body)

    def matrix(self, token: Token, name: str, body: Sequence[Token]) -> None:
        self.ahead.put_back([token.but(kind="begin", text=name), *body, token.but(kind="end", text=name)])

    def plain_matrix(self, token: Token) -> None:
        if self.ahead.kind == "open":
            self.matrix(token, token.text[1:], self.ahead.group(token))
        else:
            self.add(token)

    def number_of_row(self, token: Token) -> None:
        r"""Drop the number of a row in plain TeX, \eqno(3)."""
        while self.ahead and self.ahead.text not in (r"\\", r"\cr", r"\end", "&"):
            self.ahead.pop()

    def number(self, token: Token) -> None:
        r"""A number of siunitx, \num{1.5e3}, as 1.5 · 10³ in brackets."""
        body = self.ahead.group(token)
        said = text_of(body)
        if (found := _NUMBER.fullmatch(said.replace(",", "."))) is None:
            raise Stop(token.span, rf"\num{{{said}}}", "a number")
        text = rf"({found[1]}\cdot 10^{{{found[2]}}})" if found[2] else found[1]
        self.ahead.put_back([t.but(start=token.start, end=body[-1].end, call=token.call) for t in tokens(text)])

    def substack(self, token: Token) -> None:
        body = self.ahead.group(token)
        self.ahead.put_back([t.but(kind="symbol", text=",") if t.text == r"\\" else t for t in body])

    def long_arrow(self, token: Token) -> None:
        self.ahead.optional()
        self.ahead.group(token)
        self.add(token.but(text=r"\to"))

    def words(self, token: Token) -> None:
        body = self.ahead.group(token)
        if token.text in _LETTER_FONTS and len(body) == 1 and body[0].kind == "letter":
            self.add(body[0].but(font=_LETTER_FONTS[token.text]))
            return
        said = [t for t in body if t.text not in TEXT]  # a font within words
        text = _spaced(said)
        for written, meant in ("~", " "), (r"\textbar", "|"), (r"\ ", " "), (r"\quad", " "), ("{", ""), ("}", ""):
            text = text.replace(written, meant)
        text = " ".join(text.split())
        rest = self.remark() if text.startswith("(") and text.count("(") - text.count(")") == 1 else []
        if rest:
            text, body = f"{text} {text_of(rest)}", rest
        if text in (r"\textbullet", "•"):
            self.add(token.but(kind="command", text=r"\bullet"))
        elif text:
            self.add(token.but(kind="words", text=text, end=max(body[-1].span[1], token.end)))

    def remark(self) -> list[Token]:
        r"""Take what stands behind \text{(since } up to the bracket that closes it in the same cell."""
        depth = 1
        for k, token in enumerate(reversed(self.ahead), 1):
            depth += {"(": 1, ")": -1}.get(token.text, 0)
            if token.text in ("&", r"\\", r"\begin", r"\end") or token.kind in ("begin", "end"):
                return []
            if not depth:
                return self.ahead.take(k)
        return []

    def styled(self, token: Token) -> None:
        """A command that sets its argument in a font."""
        font = FONTS[token.text[1:]] or self.font
        body = self.ahead.group(token)
        letters = text_of(body)
        spelled = text_of(t for t in body if t.text not in SPACES)
        is_word = len(letters) > 1 and all(t.kind == "letter" for t in body)
        if (spelled in PROBLEMS and spelled != letters) or (  # \mathrm{arg\,min}
            is_word and (letters in _OPERATORS or font in _SPELLED)
        ):
            self.add(body[0].but(kind="word", text=spelled, end=body[-1].end, font=""))
            return
        if FONTS[token.text[1:]] == "roman" and any(t.text in SPACES for t in body):
            self.ahead.put_back(braced(body, token))
            self.words(token)
            return
        scripts = in_scripts(body)
        inner = [
            t.but(font=font) if t.kind in ("letter", "digit", "command") and not t.font and k not in scripts else t
            for k, t in enumerate(body)
        ]
        if len(inner) > 1 and (self.ahead.text in ("_", "^", "'") or not _is_sum(inner)):
            inner = braced(inner, token)
        self.ahead.put_back(inner)

    def operator(self, token: Token) -> None:
        body = [t for t in self.ahead.group(token) if t.text not in SPACES and t.text not in (r"\rm", r"\mathrm")]
        body = [t for t in body if t.kind not in NESTS]
        if len(body) > 1 and all(t.kind in ("letter", "digit", "symbol") for t in body):
            self.add(token.but(kind="word", text=text_of(body)))
        else:
            self.ahead.put_back(body)

    def stacked(self, token: Token) -> None:
        above, base = self.ahead.group(token), self.ahead.group(token)
        if not base or base[0].text not in RELATIONS:
            script = token.but(kind="symbol", text=_STACKED[token.text])
            self.ahead.put_back([*base, script, *braced(above, token)])
            return
        if (sign := next((t for t in above if t.text in _COMPARES), None)) is not None:
            raise Stop(sign.span, f"{sign.text} in a label", "words or a number")
        if base[0].text == "=":
            if text_of(t for t in above if t.kind not in NESTS) in _LAWS:
                raise Stop(base[0].span, "equality in distribution", "an equation")
            if text_of(t for t in above if t.kind not in NESTS) in _CONSTANTS:
                raise Stop(base[0].span, "equality up to a constant", "an equation")
            if any(c in text_of(above) for c in ("def", "triangle", r"\Delta")):
                base = [base[0].but(kind="symbol", text=":"), base[0].but(glued=True)]
        self.ahead.put_back(base)

    def kern(self, token: Token) -> None:
        """Drop a length; between strokes of a 1 it draws a double-struck 1."""
        while self.ahead.text in ("-", ".", ",") or self.ahead.kind == "digit":
            self.ahead.pop()
        for _ in range(2):
            if self.ahead.kind == "letter":
                self.ahead.pop()
        if self.out and self.out[-1].text == "1" and self.ahead:
            if self.ahead.text in TEXT or self.ahead.text[1:] in FONTS:
                self.ahead.pop()
            if text_of(stroke := self.ahead.group(token)) in ("l", "1", "I", "|"):
                self.out[-1] = self.out[-1].but(font="blackboard")
            else:
                self.ahead.put_back(braced(stroke, token))


_HANDLERS: dict[str, Callable[[_Reading, Token], None]] = {
    **dict.fromkeys(commands("underbrace overbrace underbracket overbracket"), _Reading.labelled),
    **dict.fromkeys(AROUND, _Reading.kept),
    **dict.fromkeys(WITHOUT, _Reading.dropped),
    **dict.fromkeys((rf"\{name}" for name in FONTS), _Reading.styled),
    **dict.fromkeys(TEXT, _Reading.words),
    **dict.fromkeys(NOTHING, _Reading.nothing),
    **dict.fromkeys(SPACES, _Reading.space),
    **dict.fromkeys(commands("operatorname operatorname*"), _Reading.operator),
    **dict.fromkeys(commands("begin end"), _Reading.environment),
    **dict.fromkeys(_STACKED, _Reading.stacked),
    **dict.fromkeys(_QUANTITIES, _Reading.quantity),
    **dict.fromkeys(commands("eqno leqno"), _Reading.number_of_row),
    **dict.fromkeys(commands("matrix pmatrix bmatrix vmatrix cases"), _Reading.plain_matrix),
    **dict.fromkeys(commands("\\ cr newline"), _Reading.ends_row),
    **{old: lambda reading, token: reading.add(token.but(text=_RENAMED[token.text])) for old in _RENAMED},
    r"\num": _Reading.number,
    r"\substack": _Reading.substack,
    r"\kern": _Reading.kern,
    r"\xrightarrow": _Reading.long_arrow,
}


def _drops_braces(out: list[Token]) -> bool:
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
        depth += NESTS.get(token.kind, 0)
        if k and not depth and token.text in ("+", "-"):
            return True
    return False


# The table of rewrites. A pattern is looked for in the signs of the tokens, one character for each.

_OF_KINDS = {"open": "{", "close": "}", "digit": "0", "begin": "B", "end": "E", "break": "\n", "words": "w"}
_OF_KINDS |= {"word": "W", "label": "λ"}
_SIGNS = {r"\langle": "⟨", r"\rangle": "⟩", r"\vert": "v", r"\mid": "m", r"\|": "‖", r"\lvert": "l", r"\lVert": "l"}
_SIGNS |= {r"\{": "«", r"\}": "»", r"\#": "№", r"\over": "o", r"\choose": "o", r"\sim": "∼", r"\ast": "*"}
_SIGNS |= {r"\star": "*", r"\parallel": "∥", r"\quad": "Q", r"\qquad": "Q"} | dict.fromkeys(DOTS, "…")
_SIGNS |= dict.fromkeys(commands("le leq ge geq ne neq in"), "≤")
_SIGNS |= dict.fromkeys(commands("frac tfrac dfrac sfrac nicefrac"), "f")
_FOREIGN = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")

Match = re.Match[str]
Found = list[Token]


@dataclass(frozen=True)
class Pass:
    """A rewrite of tokens.

    where: what their signs contain. change: the tokens that those of a match become, or None if they stay. before,
    after: an example, which is the row's test; a Stop's message may be after.
    """

    name: str
    where: str
    change: Callable[[Found, Match], Found | None]
    before: str
    after: str


def _signs(found: Found) -> str:
    return "".join(["a" if t.kind == "letter" and t.text.isascii() else _sign(t) for t in found])


def _sign(token: Token) -> str:
    if token.kind == "letter":
        return "字" if _FOREIGN.match(token.text) else "a"
    return _OF_KINDS.get(token.kind) or _SIGNS.get(token.text, token.text[0] if token.kind == "symbol" else "c")


def _rewritten(found: Found, passes: Sequence[Pass]) -> Found:
    signs = _signs(found)
    for row in passes:
        out, last = list[Token](), 0
        for match in _PATTERNS[row.where].finditer(signs):
            if (new := row.change(found[match.start() : match.end()], match)) is not None:
                out += found[last : match.start()]
                out += new
                last = match.end()
        if last:
            found = [*out, *found[last:]]
            signs = _signs(found)
    return found


def _outside(signs: str, k: int) -> str:
    """The signs before a place up to the brace that is open there, without it; all of them if none is open."""
    depth = 0
    for j in range(k - 1, -1, -1):
        depth += {"{": 1, "}": -1}.get(signs[j], 0)
        if depth > 0:
            return signs[:j]
    return ""


def _is_inside(signs: str, k: int) -> bool:
    """Whether brackets or braces are open at a place."""
    return any(signs.count(a, 0, k) > signs.count(b, 0, k) for a, b in ("{}", "()", "[]", "«»"))


def _without_crossing_braces(found: Found, match: Match) -> Found:
    """Tokens without the braces in which a bracket opens or closes alone, if a script stands behind them.

    Such a brace is no argument of a command and no script.
    """
    signs, dropped, opened = match[0], set[int](), list[int]()
    for k, sign in enumerate(signs):
        if sign == "{":
            opened.append(k)
        elif sign == "}" and opened:
            start = opened.pop()
            inside = signs[start:k]
            crosses = inside.count("(") + inside.count("[") != inside.count(")") + inside.count("]")
            if crosses and signs[k + 1 : k + 2] in ("_", "^"):
                before = found[start - 2 if signs[start - 1 : start] == "{" else start - 1] if start else None
                is_argument = before is not None and before.kind == "command" and before.text[1:] not in FUNCTIONS
                if not is_argument and (not start or signs[start - 1] not in "}_^"):
                    dropped |= {start, k}
    return [token for k, token in enumerate(found) if k not in dropped]


_NESTING = {r"\left": 1, r"\mleft": 1, r"\begin": 1, "{": 1, r"\right": -1, r"\mright": -1, r"\end": -1, "}": -1}


def _fractions(found: Found, _: Match) -> Found:
    r"""Tokens without \over and \choose, whose arguments reach to the ends of their group or cell."""
    while (k := next((j for j, t in enumerate(found) if t.text in (r"\over", r"\choose")), -1)) >= 0:
        start, end, sign = _edge(found, k, -1), _edge(found, k, 1), found[k]
        if start >= 0 and found[start].text in (r"\left", r"\mleft"):
            start += 1  # its bracket
        elif start >= 0 and found[start].text == r"\begin":
            start = closing(found, start + 1) or start
        top, bottom = found[start + 1 : k], found[k + 1 : end]
        if sign.text == r"\over":
            new = [sign.but(text=r"\frac"), *braced(top, sign), *braced(bottom, sign)]
        else:
            name = [t.but(start=sign.start, end=sign.end, call=sign.call) for t in tokens(r"\operatorname{binom}")]
            new = [*name, *braced([*top, sign.but(kind="symbol", text=","), *bottom], sign, "()")]
        found = [*found[: start + 1], *new, *found[end:]]
    return found


def _edge(found: Found, k: int, step: int) -> int:
    r"""The token that opens or closes what \over is in, in a direction. Raises Stop for another \over in it."""
    depth, j = 0, k + step
    while 0 <= j < len(found):
        text = found[j].text
        if not depth and text in (r"\over", r"\choose"):
            raise Stop(found[j].span, text, "the only one in its braces")
        depth += step * _NESTING.get(text, 0)
        if depth < 0 or (not depth and text in ("&", r"\\")):
            return j
        j += step
    return j


_ARRAYS = words("array matrix darray equationarray")
_OUTSIDE = words("equation displaymath math gather gathered align aligned split multline dmath")
_BESIDE = {"(", "[", "|", *commands("{ lbrace | langle lbrack lvert lVert vert Vert")}
_BEHIND = {")", "]", "|", "^", "_", *commands("} rbrace | rangle rbrack rvert rVert vert Vert")}
_GAPS = {"&", *commands("quad qquad \\")}


_SYSTEMS = words("aligned array gathered split matrix darray cases dcases")


def _with_systems(found: Found, match: Match) -> Found | None:
    r"""Tokens with aligned equations for each system of them, which stands alone behind a left brace or in cases."""
    out, starts = list(found), [k for k, t in enumerate(found) if t.kind == "begin" and t.text in _SYSTEMS]
    for k in reversed(starts):
        end = next((j for j in range(k + 1, len(out)) if out[j].kind in ("begin", "end")), None)
        first = k if out[k].text.endswith("cases") else k - 1
        if end is None or (out[end].kind, out[end].text) != ("end", out[k].text):
            continue
        if first < 0 or (first < k and out[first].text != r"\{"):
            continue
        before = out[first - 1] if first else None
        is_alone = before is None or before.kind in ("begin", "break") or before.text in _GAPS
        if not is_alone or (end + 1 < len(out) and out[end + 1].text in _BEHIND):
            continue
        if all(map(_is_equation, split(out[k + 1 : end], r"\\"))):
            out[k], out[end] = out[k].but(text="aligned"), out[end].but(text="aligned")
            del out[first:k]
    return out if len(out) < len(found) or out != found else None


def split(found: Sequence[Token], at: str) -> list[list[Token]]:
    """Tokens in parts, between those that have a text."""
    parts: list[list[Token]] = [[]]
    for token in found:
        if token.text == at:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts if parts[-1] else parts[:-1]


def _is_equation(row: Sequence[Token]) -> bool:
    """Whether a row has a relation in its only cell, or at the beginning of its second one."""
    first, *others = split(row, "&") or [[]]
    if others and others[0] and others[0][0].text in _COMPARES:
        return len(others) == 1 or (len(others) == 2 and len(others[0]) == 1)
    return not others and any(x.text in _COMPARES for x in first)


def _with_equations(found: Found, match: Match) -> Found:
    """Tokens with aligned equations for each array outside of brackets that has relations in its cells."""
    out, opened = list(found), list[int]()
    for k, sign in enumerate(match[0]):
        if sign in "B{":
            opened.append(k)
        elif sign in "E}" and opened:
            start = opened.pop()
            is_array = sign == "E" and found[start].text.removesuffix("*") in _ARRAYS
            if not is_array or any(found[j].text.removesuffix("*") not in _OUTSIDE for j in opened):
                continue
            inside = found[start : k + 1]
            if any(t.text in _COMPARES for t in inside) and _stands_alone(found, start, k):
                neighbours = zip(inside, inside[1:], inside[2:], strict=False)
                is_cell = any(a.text == c.text == "&" and b.text in RELATIONS for a, b, c in neighbours)
                name = "eqnarray" if is_cell else "aligned"
                out[start], out[k] = found[start].but(text=name), found[k].but(text=name)
    return out


def _stands_alone(found: Found, start: int, end: int) -> bool:
    """Whether no bracket and no factor stands beside an environment."""
    if end + 1 < len(found) and found[end + 1].text in _BEHIND:
        return False
    before = found[start - 1] if start else None
    if before is None or before.kind in ("begin", "break") or before.text in _GAPS:
        return True
    return before.text not in _BESIDE and (before.text in RELATIONS or before.text in ARROWS)


def _leading_zero(found: Found, match: Match) -> Found | None:
    dot, digit = found
    before = match.string[match.start() - 1 : match.start()]
    if not digit.glued or (dot.glued and before and before in "0a})]."):
        return None
    return [dot.but(kind="digit", text="0", end=dot.start), dot.but(glued=True), digit]


def _cell(found: Found, _: Match) -> Found:
    """A cell without braces around it, and without the dashes at both of its ends."""
    while len(found) > 1 and found[0].kind == "open" and closing(found) == len(found) - 1:
        found = found[1:-1]
    first, last = 0, len(found)
    while first < last and found[first].text in ("-", "—"):
        first += 1
    while last > first and found[last - 1].text in ("-", "—"):
        last -= 1
    return found[first:last] if 0 < first < last < len(found) else found


def _mixed_number(found: Found, match: Match) -> None:
    start = match.start()
    top, bottom = (text_of(found[match.start(k) - start : match.end(k) - start]).strip("{}") for k in (1, 2))
    if int(top) < int(bottom):
        raise Stop(found[0].span, "a number before a fraction", "a sign between them")


def _words(found: Found, _: Match) -> Found:
    return [found[0].but(kind="words", text=text_of(found), end=found[-1].end)]


def _matched_bars(found: Found, _: Match) -> Found:
    r"""Tokens with | for \lvert, and \| for \lVert, where the note also closes with them: \lvert x\lvert."""
    texts, out = {token.text for token in found}, list[Token]()
    pairs = ((r"\lvert", r"\rvert", "|"), (r"\lVert", r"\rVert", r"\|"))
    bars = {left: bar for left, right, bar in pairs if right not in texts}
    for token in found:
        if (bar := bars.get(token.text)) is not None:
            is_glued = token.glued or bool(out and out[-1].text == bar)
            token = token.but(text=bar, kind="symbol" if bar == "|" else "command", glued=is_glued)
        out.append(token)
    return out


def _doubled_bars(found: Found, match: Match) -> Found | None:
    r"""Tokens with one \| for \|\|, where all are doubled, as some Markdown needs it, and for \vert\vert or \mid\mid.

    The first of two \vert may close a single bar: \vert a\vert\vert b\vert.
    """
    bar, firsts, is_open = match["bar"], list[int](), False
    places = [k for k, sign in enumerate(match[0]) if sign == bar]
    places = [k for k in places if bar != "m" or k + 1 in places or k - 1 in places]  # a single \mid is a condition
    for k in places:
        if firsts and k == firsts[-1] + 1:
            continue
        if not is_open and k + 1 in places:
            firsts.append(k)
        else:
            is_open = not is_open
    is_whole = len(places) > 3 if bar in "vm" else len(places) % 4 == 0 and 2 * len(firsts) == len(places)
    if not is_whole:
        return None
    dropped = {k + 1 for k in firsts}
    ends = {k: found[k + 1].end for k in firsts}
    kept = ((k, t) for k, t in enumerate(found) if k not in dropped)
    return [t.but(text=r"\|", end=ends[k]) if k in ends else t for k, t in kept]


def _ket(found: Found, match: Match) -> Found | None:
    """A ket or a bra as a column or its transpose, as all is real."""
    first, *inside, last = found
    signs = match[0][1:-1]
    if match["product"] is not None or any(signs.count(a) != signs.count(b) for a, b in ("{}", "()", "[]")):
        return None
    is_letter = signs[0] != "{" and (len(signs) == 1 or signs[1] in "_^")
    opened, closed = braced((), first, "{}" if is_letter else "()")
    out = [first.but(kind=opened.kind, text=opened.text), *inside, last.but(kind=closed.kind, text=closed.text)]
    raised = [last.but(kind="symbol", text="^"), last.but(kind="command", text=r"\top")]
    return out + raised if match["bra"] is not None else out


def _mid(found: Found, match: Match) -> Found:
    k = match.end("left") - match.start()
    return _rewritten([*found[:k], found[k].but(kind="command", text=r"\mid"), *found[k + 1 :]], (_CONDITIONS,))


def _columns(found: Found, match: Match) -> Found:
    return [t.but(kind="symbol", text=",") if sign in "|v" else t for t, sign in zip(found, match[0], strict=True)]


def _angles(found: Found, _: Match) -> Found:
    first, *inside, last = found
    return [first.but(kind="command", text=r"\langle"), *inside, last.but(kind="command", text=r"\rangle")]


def _braced_comma(found: Found, match: Match) -> Found:
    """A number with commas in braces: between thousands they are dropped, a decimal comma becomes a point."""
    first, *more = match[0].split("{,}")
    kept, outside = [t for t in found if t.kind not in NESTS], match.string[: match.start()]
    while outside := _outside(outside, len(outside)):
        if outside[-1] == "_":
            return kept  # of x_{1{,}2}
    is_thousands = all(len(x) == 3 for x in more) and len(first) < 4 and found[0].text != "0"
    number = [t.but(text=".") if t.text == "," else t for t in kept if not (is_thousands and t.text == ",")]
    return [number[0], *(t.but(glued=True) for t in number[1:])]


def _thousands(found: Found, match: Match) -> Found | None:
    first, *more = found
    if first.text == "0" or not all(t.glued for t in more) or _is_inside(match.string, match.start()):
        return None
    return [first, *(t for t in more if t.kind == "digit")]


def _spaced_thousands(found: Found, match: Match) -> Found | None:
    """Digits in which three together behind a space belong to the number before it."""
    apart = [k for k, t in enumerate(found) if k and not t.glued]
    if not apart or found[0].text == "0" or _is_inside(match.string, match.start()):
        return None
    joined = {a for a, b in pairwise([*apart, len(found)]) if b - a == 3}
    return [t.but(glued=True) if k in joined else t for k, t in enumerate(found)]


def _sign_below(found: Found, match: Match) -> Found | None:
    is_below = match[0] != "∥" or _outside(match.string, match.start())[-1:] == "_" or match["below"] is not None
    name = {"*": "star", "+": "plus", "-": "minus", "∥": "parallel"}[match[0]]
    return [found[0].but(kind="word", text=name)] if is_below else None


def _labels_behind(found: Found, _: Match) -> Found:
    """Tokens with each label as words at the end of its row, as its reason, so that the row is not refuted."""
    for k in range(len(found) - 1, -1, -1):
        if found[k].kind == "label":
            depth, end, label = 0, k + 1, found[k]
            while end < len(found):
                token = found[end]
                is_matrix = any(name in token.text for name in ("matrix", "array", "cases"))
                if not depth and (token.kind == "break" or (token.kind == "end" and not is_matrix)):
                    break
                depth = max(0, depth + {"open": 1, "begin": 1, "close": -1, "end": -1}.get(token.kind, 0))
                end += 1
            found = [*found[:k], *found[k + 1 : end], label.but(kind="words"), *found[end:]]
    return found


# What stands between brackets: a sign, or a group in brackets, without some signs.
_GROUPS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\[[^\[\]]*\]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_INSIDE = rf"(?:[^()\[\]{{}}|v‖&\nBE]|[|‖]{{2,}}|{_GROUPS})"
_BAR = "(?<![|‖])[|v‖](?![|‖])"
_PAIR = rf"<(?:[^()\[\]{{}}=<>≤,&\nwBE]|{_GROUPS})++,(?:[^()\[\]{{}}=<>≤,&\nwBE]|{_GROUPS})++>"

_CONDITIONS = Pass(
    "bars of conditions",
    rf"(?P<left>[(\[]{_INSIDE}++|_\{{{_INSIDE}++){_BAR}{_INSIDE}++[)\]}}]",
    _mid,
    "P(y|x)",
    r"P(y\mid x)",
)
EARLY = (
    Pass("labels of bookdown", r"\(№[^)]*\)", lambda found, match: [], r"a = b (\#eq:c)", "a=b"),
    Pass("braces that cross brackets", r"(?s)\A(?=.*[(\[\])]).*\}[\^_].*", _without_crossing_braces,
        "{ (a }_{1} + b)", "(a_{1}+b)"),
    Pass("fractions of plain TeX", r"(?s)\A.*o.*", _fractions, r"{a \over b}", r"{\frac{a}{b}}"),
)  # fmt: skip
LATE = (
    Pass("systems of equations", r"(?s)\A.*B.*", _with_systems,
        r"\left\{\begin{aligned} a &= b \\ c &= d \end{aligned}\right.", r"aligneda&=b\\c&=daligned"),
    Pass("arrays of equations", r"(?s)\A.*B.*", _with_equations,
        r"\begin{array}{rcl} a &=& b \end{array}", "eqnarraya&=&beqnarray"),
    Pass("numbers without a zero", r"\.0", _leading_zero, ".5 + x.5", "0.5+x.5"),
    Pass("cells with dashes", r"(?<=[B&\n])(?=[-—{])[^B&\nE]+(?=[E&\n])", _cell,
        r"\begin{matrix} - x - & -y \end{matrix}", "matrixx&-ymatrix"),
    Pass("mixed numbers", r"0f(\{0+\}|0)(\{0+\}|0)", _mixed_number,
        r"1 \frac{1}{2}", "got a number before a fraction, but should be a sign between them"),
    Pass("words of Chinese, Japanese and Korean",
        r"\((?:[^()BE&\n字]|\([^()BE&\n]*\))*字(?:[^()BE&\n]|\([^()BE&\n]*\))*\)|字+", _words,
        "x (A 对称) 对", r"x\text{(A对称)}\text{对}"),
    Pass("left bars as right bars", r"(?s)\A.*l.*", _matched_bars, r"\lvert x\lvert", "|x|"),
    Pass("doubled double bars", r"(?s)\A.*?(?P<bar>[‖v])(?P=bar).*", _doubled_bars, r"\|\|x\|\|", r"\|x\|"),
    Pass("doubled bars of conditions", r"(?s)\A.*?(?P<bar>m)m.*mm.*", _doubled_bars,
        r"f(x\mid y) = \mid\mid x\mid\mid", r"f(x\mid y)=\|x\|"),
    Pass("kets and bras",
        "(?P<product>⟨X+[|vm]X+(?:[|vm]X+)?⟩)|(?P<bra>⟨X+[|vm])|[|vm]X+⟩".replace("X", r"[^⟨⟩|vm=<>≤,&\nBEw]"),
        _ket, r"|u\rangle\langle v|", r"{u}{v}^\top"),
    Pass("bars between columns", rf"\[(?:{_INSIDE}++[|v])+…(?:[|v]{_INSIDE}++)+\]", _columns,
        r"[a | \dots | b]", r"[a,\dots,b]"),
    _CONDITIONS,
    Pass("bars before a distribution",
        rf"(?:\A|(?<=[\nQ]))(?P<left>(?:(?!Q){_INSIDE}|&)++){_BAR}(?:(?!Q){_INSIDE}|&)*?∼", _mid,
        r"x | t \sim N", r"x\mid t\sim N"),
    Pass("angles",  # "a < x, y > b" has an operand on both sides, and stays
        rf"{_PAIR}(?=[=+,.;^_&)\]»}}E\n≤]|\Z)|(?<=[=<>≤+-]){_PAIR}|(?:\A|(?<=[,.;&(\[«{{B\n])){_PAIR}(?=-)", _angles,
        r"<x, y> = 0", r"\langle x,y\rangle=0"),
    Pass("braces in angles", rf"(?<=⟨)\{{(?:[^{{}}]|{_GROUPS})*\}}(?=⟩)", lambda found, match: found[1:-1],
        r"\langle {x, y} \rangle", r"\langle x,y\rangle"),
    Pass("commas in braces", r"(?<!0)0++(?:\{,\}0++)+", _braced_comma, "13{,}500 + 0{,}5", "13500+0.5"),
    Pass("commas of thousands", r"(?<!0)0{1,3}(?:,000)+(?!0)", _thousands, "1,234,567", "1234567"),
    Pass("spaces of thousands", r"(?<![\^_.f0])00+", _spaced_thousands, "40 000", "40000"),
    Pass("signs alone below", r"(?<=_)[*+-]|(?<=_\{)[*+-](?=\})|(?P<below>(?<=_))?∥", _sign_below,
        r"x_* + y_{+} + b_\parallel", "x_star+y_{plus}+b_parallel"),
    Pass("labels that are formulas", r"(?s)\A.*λ.*", _labels_behind, r"\underbrace{a}_{=1} b", r"ab\text{since =1}"),
)  # fmt: skip
_PATTERNS = {row.where: re.compile(row.where) for row in (*EARLY, *LATE)}
