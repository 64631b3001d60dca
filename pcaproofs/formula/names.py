"""Names of letters in LaTeX, those too that the language makes up: inverses, roots, norms, expectations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pcaproofs.formula.from_unicode import formula
from pcaproofs.kernel import Statement
from pcaproofs.language.express import name_latex
from pcaproofs.language.statement_text import factor_names


def root_names(statements: Sequence[Statement]) -> dict[str, str]:
    """factor_names in LaTeX."""
    return {root: name_latex(name) for root, name in factor_names(statements).items()}


def letter_latex(name: str, names: Mapping[str, str]) -> str:
    """A letter's name; `names` has those that have been given others."""
    if name in names:
        return names[name]
    if match := re.fullmatch(r"√\(‖(.+)‖²\)", name):
        return rf"\lVert {formula(match[1])}\rVert"
    if match := re.fullmatch(r"√(.+)", name):
        return rf"\sqrt{{{formula(bare(match[1]))}}}"
    if match := re.fullmatch(r"(.+)(⁻¹|⁺)", name):
        inside = letter_latex(bare(match[1]), names)
        base = inside if re.fullmatch(r"\w(_\{\w+\})?|\\[a-z]+", inside, re.I) else f"({inside})"
        return base + ("^{-1}" if match[2] == "⁻¹" else "^+")
    if match := re.fullmatch(r"E\[(.+)\]", name):
        return rf"\operatorname{{\mathbb{{E}}}}[{formula(match[1])}]"
    return name_latex(name) if re.fullmatch(r"\w+|1\[.+\]", name) and name.isascii() else formula(name)


def bare(text: str) -> str:
    """Without parentheses around all of it."""
    return text[1:-1] if re.fullmatch(r"\([^()]*\)", text) else text
