"""Runs of Unicode mathematics, such as XᵀX or √S, to LaTeX."""

from __future__ import annotations

import re

from pcaproofs.formula.characters import ABOVE, ACCENTS, BELOW, MATH, SPECIAL

FUNCTIONS = r"\b(tr|min|max|argmin|argmax|rank|diag|var|Var|cov|Cov|log|det|dim|span|std)\b"


def formula(text: str) -> str:
    """A run of Unicode mathematics as the inside of a LaTeX formula."""
    text = re.sub(r"11ᵀ", "𝟏𝟏ᵀ", text)
    text = re.sub(r"(?<![0-9.])1(?=[a-zμ]?[ᵀ⊥])", "𝟏", text)
    text = re.sub(r"(?<=ᵀ)1(?![0-9])", "𝟏", text)
    text = re.sub("([A-Za-zα-ωΑ-Ω])([" + "".join(ACCENTS) + "])", lambda m: f"\0{ACCENTS[m[2]]}\1{m[1]}\2", text)
    text = re.sub("√([A-Za-zα-ω]|[0-9]+)", "\0\\\\sqrt\1\\g<1>\2", text)
    text = text.replace(" ⊥ ", "\0\\perp\1\2")
    text = re.sub("[" + "".join(ABOVE) + "]+", lambda m: "\0^\1" + "".join(ABOVE[c] for c in m[0]) + "\2", text)
    text = re.sub(r"(?<=[A-Za-zα-ωΑ-Ω])_\{?((?<=\{)[A-Za-z0-9+-]+(?=\})|[A-Za-z0-9])\}?", "\0_\1\\g<1>\2", text)
    text = re.sub("[" + "".join(BELOW) + "]+", lambda m: "\0_\1" + "".join(BELOW[c] for c in m[0]) + "\2", text)
    parts = re.split(r"(\0(?:\^|_|\\[a-z]+)\x01.*?\x02)", text)
    return "".join(_marked(p) if p.startswith("\0") else _plain(p) for p in parts).strip()


def _marked(part: str) -> str:
    return part.replace("\0", "").replace("\1", "{").replace("\2", "}")


def _plain(part: str) -> str:
    out = ""
    for piece in re.split(FUNCTIONS, part):
        if re.fullmatch(FUNCTIONS, piece):
            out += rf"\operatorname{{{piece}}}"
            continue
        for c in piece:
            shown = MATH.get(c) or (SPECIAL.get(c) if c not in '<>|"' else c) or c
            out += f"{shown} " if shown.startswith("\\") and shown[-1].isalpha() else shown
    return out
