"""Kernel expressions as people read them: text, LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar

from pcaproofs.kernel import Expression
from pcaproofs.language.derived import Notation, take_apart
from pcaproofs.terms import is_ones, length_of_ones

_GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi"
_UNICODE = dict(zip([*_GREEK.split(), "omega"], "αβγδεζηθικλμνξπρστυφχψω", strict=True)) | {"lam": "λ"}
_UNICODE |= {k.capitalize(): v.upper() for k, v in _UNICODE.items()}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


_RAISED = {Notation.ROOT: "1/2", Notation.INVERSE: "-1"}
_IN_NAMES = {"⁻¹": "^{-1}", "ᵀ": r"^{\top}", "‖": r"\|", "√": r"\surd ", "²": "^{2}", "·": r"\cdot "}


def name_text(name: str) -> str:
    """A letter's name in Unicode: lambda1 is λ₁, 1[n] is 𝟏_n."""
    if is_ones(name):
        return f"𝟏_{length_of_ones(name)}"
    match = re.fullmatch(r"([A-Za-z]+?)_?(\d*)", name)
    if match and (match[1] in _UNICODE or len(match[1]) == 1):
        return _UNICODE.get(match[1], match[1]) + match[2].translate(_SUBSCRIPTS)
    return name


def name_latex(name: str) -> str:
    """A letter's name in LaTeX."""
    if is_ones(name):
        return rf"\mathbf{{1}}_{{{length_of_ones(name)}}}"
    match = re.fullmatch(r"([A-Za-z]+?)_?(\d*)", name)
    if match:
        base = "lambda" if match[1] == "lam" else match[1]
        greek = base.lower() in _UNICODE and base in _UNICODE
        head = "\\" + base if greek else base if len(base) == 1 else rf"\mathrm{{{base}}}"
        return head + (f"_{{{match[2]}}}" if match[2] else "")
    match = re.fullmatch(r"([A-Za-z])_([A-Za-z0-9]+)", name)
    if match:
        return f"{match[1]}_{{{match[2]}}}"
    parts = take_apart(name)
    if parts is not None and parts.notation in _RAISED and not parts.number:
        return f"{name_latex(parts.inside)}^{{{_RAISED[parts.notation]}}}"
    shown = re.sub(r"([_#%&{}$])", r"\\\1", name)
    for sign, command in _IN_NAMES.items():
        shown = shown.replace(sign, command)
    return r"\mathrm{" + shown + "}"


def text(e: Expression) -> str:
    """An expression as one line of Unicode."""
    return _TEXT.print(e)[0]


def latex(e: Expression) -> str:
    """An expression in LaTeX, without delimiters."""
    return _LATEX.print(e)[0]


SUM, PRODUCT, UNARY, ATOM = range(4)  # how tightly a printed expression binds
Printed = tuple[str, int]


class Printer:
    """Prints expressions; a subclass says how names and each operation are written."""

    def print(self, e: Expression) -> Printed:
        """The string and how tightly it binds; raises ValueError for what is no expression."""
        method = self._methods.get(e[0])
        if method is None:
            raise ValueError(f"got {e!r}, but should be an expression")
        return method(self, *e[1:])

    def part(self, e: Expression, at_least: int) -> str:
        """An expression as a part of another one, in parentheses where it binds less tightly than it should."""
        string, binding = self.print(e)
        return string if binding >= at_least else self.parenthesised(string)

    # what a notation says
    def name(self, name: str) -> str:
        raise NotImplementedError

    def parenthesised(self, string: str) -> str:
        raise NotImplementedError

    def fraction(self, value: str) -> str:
        raise NotImplementedError

    def indexed(self, base: str, index: str) -> str:
        raise NotImplementedError

    def raised(self, base: str, exponent: int) -> str:
        raise NotImplementedError

    def transposed(self, base: str) -> str:
        raise NotImplementedError

    def norm2(self, inside: str) -> str:
        raise NotImplementedError

    def applied(self, operator: str, inside: str) -> str:
        raise NotImplementedError

    nabla, trace = "∇", "tr"

    # what all of them have in common
    def _number(self, value: str) -> Printed:
        return self.fraction(value), SUM if value.startswith("-") else ATOM

    def _letter(self, name: str) -> Printed:
        shown = self.name(name)
        return shown, UNARY if re.search("[⁻⁺^]", shown) else ATOM

    def _eye(self, n: Any) -> Printed:
        return self.indexed("I", str(n)), ATOM

    def _zero(self, rows: Any, cols: Any) -> Printed:
        return "0", ATOM

    def _inverse(self, name: str, k: int) -> Printed:
        return self.raised(self.name(name), -k), UNARY

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
                shown.append(self.fraction(factor[1][1:]))
            else:
                shown.append(self.part(factor, PRODUCT if i == 0 or factor[0] == "mul" else UNARY))
        out = sign + (" ".join(shown) or "1")
        return out, SUM if sign else PRODUCT

    def _t(self, a: Expression) -> Printed:
        return self.transposed(self.part(a, ATOM)), UNARY

    def _tr(self, a: Expression) -> Printed:
        match a:
            case ("mul", ("t", x), y) if x == y:
                return self.norm2(self.print(x)[0]), UNARY
        return self.applied(self.trace, self.print(a)[0]), ATOM

    def _pow(self, a: Expression, k: int) -> Printed:
        return self.raised(self.part(a, ATOM), k), UNARY

    def _gradient(self, f: Expression, name: str) -> Printed:
        return self.applied(self.indexed(self.nabla, self.name(name)), self.print(f)[0]), ATOM

    def _derivative(self, f: Expression, name: str, direction: Expression) -> Printed:
        slope = self.applied(self.indexed("D", self.name(name)), self.print(f)[0])
        return f"{slope}[{self.print(direction)[0]}]", ATOM

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


class UnicodePrinter(Printer):
    """One line of Unicode."""

    def name(self, name: str) -> str:
        return name_text(name)

    def parenthesised(self, string: str) -> str:
        return f"({string})"

    def fraction(self, value: str) -> str:
        return value

    def indexed(self, base: str, index: str) -> str:
        return f"{base}_{index}"

    def raised(self, base: str, exponent: int) -> str:
        return base + str(exponent).translate(_SUPERSCRIPTS)

    def transposed(self, base: str) -> str:
        return f"{base}ᵀ"

    def norm2(self, inside: str) -> str:
        return f"‖{inside}‖²"

    def applied(self, operator: str, inside: str) -> str:
        return f"{operator}({inside})"


class LatexPrinter(Printer):
    """LaTeX without delimiters."""

    nabla, trace = r"\nabla", r"\operatorname{tr}"

    def name(self, name: str) -> str:
        return name_latex(name)

    def parenthesised(self, string: str) -> str:
        return rf"\left({string}\right)"

    def fraction(self, value: str) -> str:
        if "/" not in value:
            return value
        top, bottom = value.lstrip("-").split("/")
        return ("-" if value.startswith("-") else "") + rf"\tfrac{{{top}}}{{{bottom}}}"

    def indexed(self, base: str, index: str) -> str:
        return f"{base}_{{{index}}}"

    def raised(self, base: str, exponent: int) -> str:
        return f"{base}^{{{exponent}}}"

    def transposed(self, base: str) -> str:
        return base + r"^{\top}"

    def norm2(self, inside: str) -> str:
        return rf"\left\lVert {inside} \right\rVert^2"

    def applied(self, operator: str, inside: str) -> str:
        return rf"{operator}\left({inside}\right)"


_TEXT, _LATEX = UnicodePrinter(), LatexPrinter()
