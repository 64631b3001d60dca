"""Kernel expressions as people read them: text, LaTeX."""

from __future__ import annotations

import re

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
    return _render(e, latex=False)[0]


def latex(e: Expression) -> str:
    """An expression in LaTeX, without delimiters."""
    return _render(e, latex=True)[0]


SUM, PRODUCT, UNARY, ATOM = range(4)


def _render(e: Expression, *, latex: bool) -> tuple[str, int]:
    """The string and how tightly it binds."""

    def part(x: Expression, at_least: int) -> str:
        string, binding = _render(x, latex=latex)
        if binding >= at_least:
            return string
        return rf"\left({string}\right)" if latex else f"({string})"

    match e:
        case ("number", str(value)):
            negative = value.startswith("-")
            if latex and "/" in value:
                top, bottom = value.lstrip("-").split("/")
                value = ("-" if negative else "") + rf"\tfrac{{{top}}}{{{bottom}}}"
            return value, SUM if negative else ATOM
        case ("letter" | "size", str(name)):
            shown = (name_latex if latex else name_text)(name)
            return shown, UNARY if re.search("[⁻⁺^]", shown) else ATOM
        case ("eye", n):
            return (f"I_{{{n}}}" if latex else f"I_{n}"), ATOM
        case ("zero", _, _):
            return "0", ATOM
        case ("inverse", str(name), int(k)):
            base = (name_latex if latex else name_text)(name)
            return (f"{base}^{{-{k}}}" if latex else f"{base}{str(-k).translate(_SUPERSCRIPTS)}"), UNARY
        case ("add", *terms):
            first, *others = sorted((part(term, SUM) for term in terms), key=lambda term: term.startswith("-"))
            out = first
            for string in others:
                out += f" - {string[1:].lstrip()}" if string.startswith("-") else f" + {string}"
            return out, SUM
        case ("mul", *factors):
            return _render_product(factors, part, latex=latex)
        case ("t", a):
            return part(a, ATOM) + (r"^{\top}" if latex else "ᵀ"), UNARY
        case ("tr", ("mul", ("t", a), b)) if a == b:
            inside = _render(a, latex=latex)[0]
            return (rf"\left\lVert {inside} \right\rVert^2" if latex else f"‖{inside}‖²"), UNARY
        case ("tr", a):
            inside = _render(a, latex=latex)[0]
            return (rf"\operatorname{{tr}}\left({inside}\right)" if latex else f"tr({inside})"), ATOM
        case ("pow", a, int(k)):
            return part(a, ATOM) + (f"^{{{k}}}" if latex else str(k).translate(_SUPERSCRIPTS)), UNARY
        case ("gradient", f, str(name)):
            inside = _render(f, latex=latex)[0]
            x = (name_latex if latex else name_text)(name)
            return (rf"\nabla_{{{x}}}\left({inside}\right)" if latex else f"∇_{x}({inside})"), ATOM
        case ("derivative", f, str(name), h):
            inside, way = _render(f, latex=latex)[0], _render(h, latex=latex)[0]
            x = (name_latex if latex else name_text)(name)
            return (rf"D_{{{x}}}\left({inside}\right)[{way}]" if latex else f"D_{x}({inside})[{way}]"), ATOM
    raise ValueError(f"got {e!r}, but should be an expression")


def _render_product(factors: list[Expression], part: object, *, latex: bool) -> tuple[str, int]:
    sign, shown = "", []
    for i, factor in enumerate(factors):
        if i == 0 and factor in (("number", "-1"), ("number", "1")):
            sign = "-" if factor == ("number", "-1") else ""
            continue
        string = part(factor, PRODUCT if i == 0 or factor[0] == "mul" else UNARY)  # type: ignore[operator]
        if i == 0 and factor[0] == "number" and factor[1].startswith("-"):
            sign, string = "-", _render(("number", factor[1][1:]), latex=latex)[0]
        shown.append(string)
    out = sign + (" ".join(shown) or "1")
    return out, SUM if sign else PRODUCT
