"""Names of letters in LaTeX, those too that the language makes up: inverses, roots, norms, expectations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pcaproofs.formula.from_unicode import formula
from pcaproofs.kernel import Statement
from pcaproofs.language.derived import Notation, take_apart
from pcaproofs.language.express import name_latex
from pcaproofs.language.statement_text import factor_names


def root_names(statements: Sequence[Statement]) -> dict[str, str]:
    """factor_names in LaTeX."""
    return {root: name_latex(name) for root, name in factor_names(statements).items()}


def letter_latex(name: str, names: Mapping[str, str]) -> str:
    """A letter's name; `names` has those that have been given others."""
    if name in names:
        return names[name]
    parts = take_apart(name)
    if parts is not None and not parts.number:
        match parts.notation:
            case Notation.ROOT if norm := re.fullmatch(r"\(‖(.+)‖²\)", parts.inside):
                return rf"\lVert {formula(norm[1])}\rVert"
            case Notation.ROOT:
                return rf"\sqrt{{{formula(bare(parts.inside))}}}"
            case Notation.INVERSE | Notation.PSEUDO_INVERSE:
                inside = letter_latex(bare(parts.inside), names)
                base = inside if re.fullmatch(r"\w(_\{\w+\})?|\\[a-z]+", inside, re.I) else f"({inside})"
                return base + ("^{-1}" if parts.notation is Notation.INVERSE else "^+")
            case Notation.EXPECTATION:
                return rf"\operatorname{{\mathbb{{E}}}}[{formula(parts.inside)}]"
    return name_latex(name) if re.fullmatch(r"\w+|1\[.+\]", name) and name.isascii() else formula(name)


def bare(text: str) -> str:
    """Without parentheses around all of it."""
    return text[1:-1] if re.fullmatch(r"\([^()]*\)", text) else text
