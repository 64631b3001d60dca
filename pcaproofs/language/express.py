"""Kernel expressions as one line of Unicode, for messages and for statements as text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar

from pcaproofs.kernel import Expression
from pcaproofs.terms import is_ones, length_of_ones

_GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi"
_UNICODE = dict(zip([*_GREEK.split(), "omega"], "αβγδεζηθικλμνξπρστυφχψω", strict=True)) | {"lam": "λ"}
_UNICODE |= {k.capitalize(): v.upper() for k, v in _UNICODE.items()}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def name_text(name: str) -> str:
    """The name of a letter in Unicode: λ₁ for lambda1, 𝟏_n for 1[n]."""
    if is_ones(name):
        return f"𝟏_{length_of_ones(name)}"
    match = re.fullmatch(r"([A-Za-z]+?)_?(\d*)", name)
    if match and (match[1] in _UNICODE or len(match[1]) == 1):
        return _UNICODE.get(match[1], match[1]) + match[2].translate(_SUBSCRIPTS)
    return name


def text(e: Expression) -> str:
    """The expression as one line of Unicode text."""
    return _TEXT.print(e)[0]


SUM, PRODUCT, UNARY, ATOM = range(4)  # how tightly a printed expression binds
Printed = tuple[str, int]


class Printer:
    """Prints expressions, with parentheses by binding strength."""

    def print(self, e: Expression) -> Printed:
        """The printed expression and its binding strength. Raises ValueError for an unknown head."""
        method = self._methods.get(e[0])
        if method is None:
            raise ValueError(f"got {e!r}, but should be an expression")
        return method(self, *e[1:])

    def part(self, e: Expression, at_least: int) -> str:
        """The printed expression as an operand, in parentheses if it binds less tightly than `at_least`."""
        string, binding = self.print(e)
        return string if binding >= at_least else f"({string})"

    def _number(self, value: str) -> Printed:
        return value, SUM if value.startswith("-") else ATOM

    def _letter(self, name: str) -> Printed:
        shown = name_text(name)
        return shown, UNARY if re.search("[⁻⁺^]", shown) else ATOM

    def _eye(self, n: Any) -> Printed:
        return f"I_{n}", ATOM

    def _zero(self, rows: Any, cols: Any) -> Printed:
        return "0", ATOM

    def _inverse(self, name: str, k: int) -> Printed:
        return _raised(name_text(name), -k), UNARY

    def _add(self, *terms: Expression) -> Printed:
        first, *others = sorted((self.part(term, SUM) for term in terms), key=lambda term: term.startswith("-"))
        out = first
        for string in others:
            out += f" - {string[1:].lstrip()}" if string.startswith("-") else f" + {string}"
        return out, SUM

    def _mul(self, *factors: Expression) -> Printed:
        sign, shown = "", []
        for i, factor in enumerate(factors):
            if i == 0 and factor in (("number", "-1"), ("number", "1")):
                sign = "-" if factor == ("number", "-1") else ""
            elif i == 0 and factor[0] == "number" and factor[1].startswith("-"):
                sign = "-"
                shown.append(factor[1][1:])
            else:
                shown.append(self.part(factor, PRODUCT if i == 0 or factor[0] == "mul" else UNARY))
        out = sign + (" ".join(shown) or "1")
        return out, SUM if sign else PRODUCT

    def _t(self, a: Expression) -> Printed:
        return f"{self.part(a, ATOM)}ᵀ", UNARY

    def _tr(self, a: Expression) -> Printed:
        match a:
            case ("mul", ("t", x), y) if x == y:
                return f"‖{self.print(x)[0]}‖²", UNARY
        return f"tr({self.print(a)[0]})", ATOM

    def _pow(self, a: Expression, k: int) -> Printed:
        return _raised(self.part(a, ATOM), k), UNARY

    def _gradient(self, f: Expression, name: str) -> Printed:
        return f"∇_{name_text(name)}({self.print(f)[0]})", ATOM

    def _derivative(self, f: Expression, name: str, direction: Expression) -> Printed:
        return f"D_{name_text(name)}({self.print(f)[0]})[{self.print(direction)[0]}]", ATOM

    _methods: ClassVar[dict[str, Callable[..., Printed]]] = {
        "number": _number,
        "letter": _letter,
        "size": _letter,
        "eye": _eye,
        "zero": _zero,
        "inverse": _inverse,
        "add": _add,
        "mul": _mul,
        "t": _t,
        "tr": _tr,
        "pow": _pow,
        "gradient": _gradient,
        "derivative": _derivative,
    }


def _raised(base: str, exponent: int) -> str:
    return base + str(exponent).translate(_SUPERSCRIPTS)


_TEXT = Printer()
