"""LaTeX for characters: special characters in text, mathematical characters in formulas."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress

SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "–": "--",
    "—": "---",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    "…": r"\dots{}",
    "†": r"\textdagger{}",
    "\u00a0": "~",
}
_LOWER = "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon varphi "
_LOWER += "chi psi omega"
_UPPER = "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
_GREEK = dict(zip("αβγδεζηθικλμνξπρστυφχψω", _LOWER.split(), strict=True))
_GREEK |= dict(zip("ΓΔΘΛΞΠΣΥΦΨΩ", _UPPER.split(), strict=True))
MATH = {c: rf"\{name}" for c, name in _GREEK.items()} | {
    "−": "-",
    "·": r"\cdot",
    "×": r"\times",
    "±": r"\pm",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "≈": r"\approx",
    "≡": r"\equiv",
    "∈": r"\in",
    "∉": r"\notin",
    "⊂": r"\subset",
    "⊆": r"\subseteq",
    "∪": r"\cup",
    "∩": r"\cap",
    "∅": r"\emptyset",
    "∀": r"\forall",
    "∃": r"\exists",
    "⟺": r"\iff",
    "⇔": r"\iff",
    "⟹": r"\implies",
    "⇒": r"\implies",
    "→": r"\to",
    "↦": r"\mapsto",
    "⊢": r"\vdash",
    "∑": r"\textstyle\sum",
    "∏": r"\textstyle\prod",
    "∇": r"\nabla",
    "∂": r"\partial",
    "√": r"\surd",
    "∞": r"\infty",
    "∘": r"\circ",
    "⊗": r"\otimes",
    "⊕": r"\oplus",
    "⟨": r"\langle",
    "⟩": r"\rangle",
    "‖": r"\|",
    "𝟏": r"\mathbf{1}",
    "ℝ": r"\mathbb{R}",
    "ℕ": r"\mathbb{N}",
    "𝔼": r"\mathbb{E}",
    "′": r"{}^{\prime}",
    "⋯": r"\cdots",
    "¼": r"\tfrac{1}{4}",
    "½": r"\tfrac{1}{2}",
    "ℓ": r"\ell",
    "≪": r"\ll",
    "≫": r"\gg",
    "∥": r"\parallel",
    "⪰": r"\succeq",
    "⌊": r"\lfloor",
    "⌋": r"\rfloor",
}
ABOVE = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀ⊥ⁿᵏⁱᵈᵖ½", [*"0123456789+-", r"\top ", r"\perp ", *"nkidp", "1/2"], strict=False))
BELOW = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ₖᵢⱼₙₚₐₘₓ", "0123456789+-kijnpamx", strict=True))
# the commands of further signs of formulas, which in running text are printed as they are
SIGNS = {
    "′": "'", "⊤": r"\top", "⊥": r"\perp", "ϵ": r"\epsilon", "ϕ": r"\phi", "ϑ": r"\vartheta", "ϱ": r"\varrho",
    "ς": r"\varsigma", "ℜ": r"\Re", "ℏ": r"\hbar", "⋆": r"\star", "∗": r"\ast", "•": r"\bullet", "✓": r"\checkmark",
    "%": r"\%", "#": r"\#", "&": r"\&", "□": r"\square", "…": r"\dots", "∃": r"\exists", "∄": r"\nexists",
    "∃!": r"\exists!", "∵": r"\because", "|": r"\mid", "≃": r"\simeq", "≅": r"\cong",
    "∝": r"\propto", "∼": r"\sim", "∋": r"\ni", "⊃": r"\supset", "⊇": r"\supseteq", "←": r"\leftarrow",
    "≻": r"\succ", "⪯": r"\preceq", "≺": r"\prec", "↠": r"\twoheadrightarrow", "⇝": r"\leadsto",
    "↔": r"\rightleftharpoons", "⊴": r"\trianglelefteq", "⊲": r"\lhd", "∣": r"\mid", "≲": r"\lesssim", "≳": r"\gtrsim",
    "↪": r"\hookrightarrow", "⊊": r"\subsetneq", "⊋": r"\supsetneq", "≢": r"\not\equiv", "⊄": r"\not\subset",
    "⇐": r"\impliedby", "∓": r"\mp", "⊖": r"\ominus", "⊙": r"\odot", "∖": r"\setminus", "∧": r"\wedge", "∨": r"\vee",
    "÷": r"\div", "†": r"\dagger", "‡": r"\ddagger", "∑": r"\sum", "∏": r"\prod", "⋃": r"\bigcup", "⋂": r"\bigcap",
    "∫": r"\int", "⨁": r"\bigoplus", "∬": r"\iint", "⨂": r"\bigotimes",
    **{word: rf"\{word}" for word in ("lim", "min", "max", "inf", "sup")},
}  # fmt: skip
FONTS = {
    "bold": "mathbf", "blackboard": "mathbb", "calligraphic": "mathcal", "script": "mathscr", "fraktur": "mathfrak",
    "sans": "mathsf", "typewriter": "mathtt", "roman": "mathrm", "italic": "mathit", "word": "mathrm",
    "expectation": "mathbb",
}  # fmt: skip
_ALPHABETS = {
    "bold": "MATHEMATICAL BOLD", "blackboard": "MATHEMATICAL DOUBLE-STRUCK", "calligraphic": "MATHEMATICAL SCRIPT",
    "script": "MATHEMATICAL SCRIPT", "fraktur": "MATHEMATICAL FRAKTUR",
}  # fmt: skip


def in_font(char: str, font: str) -> str:
    """A letter in a font, if Unicode has it; words and other letters unchanged."""
    if len(char) != 1 or font not in _ALPHABETS:
        return char
    wanted = re.sub("LATIN |GREEK |LETTER ", "", unicodedata.name(char, ""))
    for start in (_ALPHABETS[font], _ALPHABETS[font].removeprefix("MATHEMATICAL ")):
        with suppress(KeyError):
            return unicodedata.lookup(f"{start} {wanted}")
    return char


ACCENTS = {
    "\u0304": r"\bar", "\u0302": r"\hat", "\u0303": r"\tilde", "\u20d7": r"\vec", "\u0307": r"\dot",
    "\u0308": r"\ddot", "\u030c": r"\check", "\u0306": r"\breve", "\u0332": r"\underline", "\u030a": r"\mathring",
    "\u0301": r"\acute", "\u0300": r"\grave",
}  # fmt: skip
