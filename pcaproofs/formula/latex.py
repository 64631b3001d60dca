"""Forms to LaTeX: signs, fractions, and as few parentheses as reading needs; long formulas on several lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from pcaproofs.formula.tree import (
    TRANSPOSE,
    Applied,
    Enclosed,
    Eye,
    Formula,
    Name,
    Ones,
    Product,
    Raised,
    Sum,
    Zero,
    is_negative,
    is_scalar,
    negative,
)
from pcaproofs.language.rationals import Rational

LINE = 60  # glyphs that fit on a line of a display
SUM, PRODUCT, ATOM = range(3)


def latex(form: Formula) -> str:
    """A form in LaTeX, without delimiters; an identity, or a multiple of one, that stands alone shows its size."""
    if isinstance(form, Eye):
        return f"I_{{{form.size}}}"
    if isinstance(form, Product) and any(isinstance(f, Eye) for f in form.factors):
        sized = (Name(latex(f), f.size, f.size) if isinstance(f, Eye) else f for f in form.factors)
        form = replace(form, factors=tuple(sized))
    return _emit(form)[0]


def _bracket(string: str, left: str = "(", right: str = ")") -> str:
    """Delimiters, which stretch only around what is tall."""
    separator = " " if left[-1].isalpha() else ""
    if re.search(r"\\frac|\\sum|\\left", string):
        return rf"\left{left}{separator}{string}\right{right}"
    return f"{left}{separator}{string}{right}"


def _part(form: Formula, at_least: int) -> str:
    string, binding = _emit(form)
    return string if binding >= at_least else _bracket(string)


@lru_cache(maxsize=1 << 14)
def _emit(form: Formula) -> tuple[str, int]:
    """The string and how tightly it binds."""
    match form:
        case Name(written):
            return written, ATOM
        case Eye():
            return "I", ATOM
        case Ones(n):
            return rf"\mathbf{{1}}_{{{n}}}", ATOM
        case Zero():
            return "0", ATOM
        case Sum(terms):
            return _sum(terms), SUM
        case Product():
            return _product(form)
        case Raised(base, script):
            string = _part(base, ATOM)
            if isinstance(base, Raised) or (isinstance(base, Name) and "^" in string):  # Σ⁻¹ is raised already
                string = _bracket(string)
            return f"{string}^{script}" if len(script) == 1 or script == TRANSPOSE else f"{string}^{{{script}}}", ATOM
        case Enclosed(before, parts, after, power, operator, marks):
            inside = ",\\,".join(map(latex, parts))
            script = (f"_{{{marks}}}" if marks else "") + (f"^{{{power}}}" if power > 1 else "")
            return operator + (_bracket(inside, before, after) if before else inside + after) + script, ATOM
        case Applied(operator, body, after):
            return f"{operator}{_part(body, PRODUCT)}{after}", PRODUCT
    raise TypeError(f"got {form!r}, but should be a form")


def signed(term: Formula) -> tuple[str, str]:
    """A term's sign and what follows it."""
    if is_negative(term):
        return "-", _part(negative(term), PRODUCT)
    return "+", _emit(term)[0]


def _sum(terms: Sequence[Formula]) -> str:
    out = ""
    for term in terms:
        sign, string = signed(term)
        out += f" {sign} {string}" if out else string if sign == "+" else f"-{string}"
    return out


def _product(form: Product) -> tuple[str, int]:
    sign = "-" if form.coefficient < 0 else ""
    size: Rational = -form.coefficient if sign else form.coefficient
    factors = list(form.factors)
    if size.denominator > 1 or form.over:
        top = [f for f in factors if isinstance(f, Name) and is_scalar(f)]
        if len(top) < len(factors) and len(top) > 1:
            top = []
        factors = [f for f in factors if f not in top]
        shown = _powers(top)
        if size.numerator != 1 or not shown:
            shown.insert(0, str(size.numerator))
        below = ([str(size.denominator)] if size.denominator > 1 else []) + _powers(form.over)
        if len(form.over) == len(below) == 1:
            below = [latex(_opened(form.over[0]))]
        strings = [rf"\frac{{{' '.join(shown)}}}{{{' '.join(below)}}}"]
    else:
        strings = [str(size)] if size != 1 or not factors else []
    last = len(factors) - 1
    matrices = [f for f in factors if not (isinstance(f, Name) and is_scalar(f))]
    for k, factor in enumerate(factors):
        needs = ATOM if len(factors) > 1 or strings else PRODUCT
        if isinstance(factor, Applied) and k == last:
            needs = PRODUCT
        if isinstance(factor, Product) and factor.grouped and len(matrices) == 1:
            needs = PRODUCT
        strings.append(_part(factor, needs))
    if not sign and len(strings) == 1 and factors:
        return strings[0], _emit(factors[0])[1]
    return sign + _spaced(strings), SUM if sign else PRODUCT


def _opened(form: Formula) -> Formula:
    """Without the parentheses, which a fraction bar makes needless."""
    if isinstance(form, Enclosed) and form.before == "(" and not form.operator:
        return form.parts[0]
    return form


def _spaced(strings: Sequence[str]) -> str:
    """Factors side by side, with a thin space where two brackets would collide."""
    out = strings[0]
    for before, string in pairwise(strings):
        crowded = string.startswith((r"\lVert", r"\sum", r"\operatorname")) and not before.isdigit()
        out += (r"\," if crowded else " ") + string
    return out


def _powers(factors: Sequence[Formula]) -> list[str]:
    counts = Counter(factors)
    return [_part(f, ATOM) + (f"^{{{k}}}" if k > 1 else "") for f, k in counts.items()]


# ---------------------------------------------------------------------------------------------------- width and lines
@lru_cache(maxsize=1 << 14)
def width(latex: str) -> float:
    """About how many letters wide a formula is."""
    latex = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", lambda m: max(m[1], m[2], key=len), latex)
    latex = re.sub(r"\\sum_\{[^{}]*\}\^\{[^{}]*\}", "ΣΣ ", latex)
    latex = re.sub(r"\\text\{([^{}]*)\}", r"\1", latex)
    latex = re.sub(r"\\operatorname\*?\{([^{}]*)\}", r"\1", latex)
    latex = re.sub(r"\\(left|right|mathbf|mathbb|mathrm|quad|big|,|;)", "", latex)
    latex = re.sub(r"\\[A-Za-z]+", "x", latex)
    latex = re.sub(r"\s*([-+=])\s*", r"  \1", latex)
    small = sum(len(m[1]) - 0.6 * len(m[1]) for m in re.finditer(r"[\^_]\{([^{}]*)\}", latex))
    latex = re.sub(r"[\^_]\{[^{}]*\}", "", latex)
    latex = re.sub(r"[\^_].", "s", latex)
    return len(re.sub(r"[{}\\]", "", latex).replace(" ", "")) + 0.9 * latex.count("  ") + small


def relation(left: Formula, sign: str, right: Formula) -> str:
    """left sign right, as the body of a display, aligned over several lines where it is long."""
    a, b = latex(left), latex(right)
    if width(a) + width(b) + 3 <= LINE:
        return f"{a} {sign} {b}"
    if width(a) <= LINE / 2:
        rows = lines(right, LINE - width(a) - 3)
        return aligned([rf"{a} {{}}&{sign} {rows[0]}", *(rf"&\quad {row}" for row in rows[1:])])
    first, rows = lines(left, LINE), lines(right, LINE - 6)
    shown = [f"& {first[0]}", *(rf"& \qquad {row}" for row in first[1:])]
    shown += [rf"& \quad {sign} {rows[0]}", *(rf"& \qquad\quad {row}" for row in rows[1:])]
    return aligned(shown)


def aligned(rows: Sequence[str]) -> str:
    return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"


def lines(form: Formula, room: float) -> list[str]:
    """A sum, or the sum that is a product's last factor, cut before its signs so that each line fits the room."""
    match form:
        case Sum(terms):
            return _cut(terms, room)
        case Product(_, (*others, Sum(terms))) if others and width(latex(form)) > room:
            before = latex(replace(form, factors=tuple(others)))
            rows = _cut(terms, room - width(before) - 2)
            if len(rows) > 1:
                return [rf"{before} \bigl({rows[0]}", *rows[1:-1], rf"{rows[-1]}\bigr)"]
    return [latex(form)]


def _cut(terms: Sequence[Formula], room: float) -> list[str]:
    rows: list[str] = []
    for term in terms:
        sign, string = signed(term)
        if not rows:
            rows.append(string if sign == "+" else f"-{string}")
        elif width(rows[-1]) + width(string) + 3 <= room:
            rows[-1] += f" {sign} {string}"
        else:
            rows.append(f"{sign} {string}")
    return rows


def fraction(value: Fraction) -> str:
    return _product(Product(value))[0]
