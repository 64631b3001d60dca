"""Kernel expressions as one line of Unicode, for messages and for statements as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pcaproofs.kernel import Expression
from pcaproofs.terms import is_ones, length_of_ones

_GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi"
_UNICODE = dict(zip([*_GREEK.split(), "omega"], "αβγδεζηθικλμνξπρστυφχψω", strict=True)) | {"lam": "λ"}
_UNICODE |= {k.capitalize(): v.upper() for k, v in _UNICODE.items()}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


@lru_cache(maxsize=4096)
def name_text(name: str) -> str:
    """The name of a letter in Unicode: λ₁ for lambda1, 𝟏_n for 1[n]."""
    if is_ones(name):
        return f"𝟏_{length_of_ones(name)}"
    match = re.fullmatch(r"([A-Za-z]+?)_?(\d*)", name)
    if match and (match[1] in _UNICODE or len(match[1]) == 1):
        return _UNICODE.get(match[1], match[1]) + match[2].translate(_SUBSCRIPTS)
    return name


def text(e: Expression) -> str:
    """The expression as one line of Unicode text. Raises ValueError for an unknown head."""
    return _printed(e)[0]


SUM, PRODUCT, UNARY, ATOM = range(4)  # how tightly a printed expression binds
Printed = tuple[str, int]


def _printed(e: Expression) -> Printed:
    """The printed expression and its binding strength."""
    match e:
        case ("letter" | "size", name):
            shown = name_text(name)
            return shown, UNARY if re.search("[⁻⁺^]", shown) else ATOM
        case ("mul", *factors):
            return _product(factors)
        case ("number", value):
            return value, SUM if value.startswith("-") else ATOM
        case ("t", a):
            return f"{_part(a, ATOM)}ᵀ", UNARY
        case ("add", *terms):
            first, *others = sorted((_part(term, SUM) for term in terms), key=lambda term: term.startswith("-"))
            signed = (f" - {x[1:].lstrip()}" if x.startswith("-") else f" + {x}" for x in others)
            return first + "".join(signed), SUM
        case ("tr", ("mul", ("t", x), y)) if x == y:
            return f"‖{text(x)}‖²", UNARY
        case ("tr", a):
            return f"tr({text(a)})", ATOM
        case ("pow", a, k):
            return _raised(_part(a, ATOM), k), UNARY
    return _printed_seldom(e)


def _printed_seldom(e: Expression) -> Printed:
    match e:
        case ("inverse", name, k):
            return _raised(name_text(name), -k), UNARY
        case ("eye", n):
            return f"I_{n}", ATOM
        case ("zero", _, _):
            return "0", ATOM
        case ("gradient", f, name):
            return f"∇_{name_text(name)}({text(f)})", ATOM
        case ("derivative", f, name, direction):
            return f"D_{name_text(name)}({text(f)})[{text(direction)}]", ATOM
    raise ValueError(f"got {e!r}, but should be an expression")


def _part(e: Expression, at_least: int) -> str:
    """The printed expression as an operand, in parentheses if it binds less tightly than `at_least`."""
    string, binding = _printed(e)
    return string if binding >= at_least else f"({string})"


def _product(factors: Sequence[Expression]) -> Printed:
    sign, shown = "", []
    for i, factor in enumerate(factors):
        if i == 0 and factor in (("number", "-1"), ("number", "1")):
            sign = "-" if factor == ("number", "-1") else ""
        elif i == 0 and factor[0] == "number" and factor[1].startswith("-"):
            sign = "-"
            shown.append(factor[1][1:])
        else:
            shown.append(_part(factor, PRODUCT if i == 0 or factor[0] == "mul" else UNARY))
    return sign + (" ".join(shown) or "1"), SUM if sign else PRODUCT


def _raised(base: str, exponent: int) -> str:
    return base + str(exponent).translate(_SUPERSCRIPTS)
