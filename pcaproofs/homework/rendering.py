"""Formulas as MathML for the student's page, if a converter is installed."""

from __future__ import annotations

import html
import re

from pcaproofs.formula.typed_latex import MissingLibrary, NoMathML, mathml

MOST_CHARACTERS = 2000
MOST_BRACKETS = 200
_NAMED = re.compile(r"&(?!(?:lt|gt|amp|quot|apos);)\w+;")  # named characters that XML does not know
_ROW = re.compile(r"(?<!\\)&|\\\\|\\(?:nonumber|notag)\b|\\(?:label|tag)\*?\{[^{}]*\}")


def rendered(latex: str) -> str:
    """A row of a display, or a formula, as <math>; empty if it is not understood or no converter is installed."""
    if len(latex) > MOST_CHARACTERS or sum(map(latex.count, "{([")) > MOST_BRACKETS:
        return ""  # for deeply nested brackets the converter takes minutes
    try:
        return _NAMED.sub(lambda m: html.unescape(m[0]), mathml(_ROW.sub(" ", latex), display=True))
    except (MissingLibrary, NoMathML):
        return ""
