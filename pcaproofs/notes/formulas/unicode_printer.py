"""The surface tree as one line of Unicode, for people: ‖x − (x · w)w‖² = ‖x‖² − (x · w)².

Terminals, editors and students' pages show this text. It is not read back; `printer.py` prints LaTeX that can be.
"""

from __future__ import annotations

import unicodedata

from pcaproofs.formula.characters import ABOVE, BELOW
from pcaproofs.notes.formulas.surface import (
    Accented,
    Arrow,
    Bars,
    Because,
    Big,
    Blank,
    Chain,
    Dots,
    Frac,
    Gradient,
    Group,
    Indexed,
    Inner,
    Listed,
    Marked,
    Matrix,
    Moment,
    Name,
    Node,
    Norm,
    Num,
    Operator,
    Partial,
    Power,
    Problem,
    Product,
    Quantified,
    Root,
    Sentence,
    SetOf,
    SubjectTo,
    Sum,
    Trace,
    Transpose,
    Words,
    as_written,
)

_ABOVE = {said: sign for sign, said in ABOVE.items()} | {"⊤": "ᵀ", "-": "⁻", "*": "*", "'": "′"}
_BELOW = {said: sign for sign, said in BELOW.items()}
_ACCENTS = {
    "hat": "\u0302", "bar": "\u0304", "tilde": "\u0303", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308",
    "check": "\u030c", "breve": "\u0306", "underline": "\u0332", "mathring": "\u030a", "acute": "\u0301",
    "grave": "\u0300",
}  # fmt: skip
_FONTS = {
    "bold": "MATHEMATICAL BOLD", "blackboard": "MATHEMATICAL DOUBLE-STRUCK", "calligraphic": "MATHEMATICAL SCRIPT",
    "script": "MATHEMATICAL SCRIPT", "fraktur": "MATHEMATICAL FRAKTUR",
}  # fmt: skip
_SIGNS = {"-": "−", "*": "∗"}
_CLOSED = (
    Name, Num, Group, Norm, Bars, Inner, Matrix, Trace, Moment, Dots, Words, Transpose, Power, Marked, Indexed,
    Gradient,
)  # fmt: skip


def unicode(node: Node) -> str:
    """A surface tree as text."""
    match node:
        case Name():
            return _name(node)
        case Num(text) | Words(text):
            return text
        case Dots():
            return "…"
        case Blank():
            return ""
        case Group(body, opening, closing):
            return f"{opening}{unicode(body)}{closing}"
        case Listed(items):
            return ", ".join(map(unicode, items))
        case SetOf(element, condition):
            return f"{{{unicode(element)} | {unicode(condition)}}}"
        case Sum(terms, signs):
            return _sum(terms, signs)
        case Product(factors, marks):
            return _product(factors, marks)
        case _:
            return _composed(node)


def _composed(node: Node) -> str:
    match node:
        case Frac(top, bottom):
            return f"{_part(top)}/{_part(bottom)}"
        case Root(body, degree):
            return f"{'' if degree is None else _raised(unicode(degree))}√{_part(body)}"
        case Accented(accent, body):
            inside = unicode(body)
            return inside + _ACCENTS[accent] if len(inside) == 1 else f"{accent}({inside})"
        case Transpose(base):
            return f"{_base(base)}ᵀ"
        case Power(base, exponent):
            return _base(base) + _raised(unicode(exponent))
        case Marked(base, mark):
            return _base(base) + _raised(mark)
        case Indexed(base, index):
            return _part(base) + _lowered(unicode(index))
        case Norm(body, subscript):
            return f"‖{unicode(body)}‖{_below(subscript)}"
        case Bars(body):
            return f"|{unicode(body)}|"
        case Inner(left, right):
            return f"⟨{unicode(left)}, {unicode(right)}⟩"
        case Matrix(rows):
            return f"[{'; '.join(', '.join(map(unicode, row)) for row in rows)}]"
        case _:
            return _operator(node)


def _operator(node: Node) -> str:
    match node:
        case Gradient(variable):
            return f"∇{_below(variable)}"
        case Partial(body, variables, order):
            above = "" if order is None else _raised(unicode(order))
            what = "" if isinstance(body, Blank) else _part(body)
            return f"∂{above}{what}/{' '.join(f'∂{unicode(x)}' for x in variables)}"
        case Big(sign, body, lower, upper):
            above = "" if upper is None else _raised(unicode(upper))
            return f"{sign}{_below(lower)}{above} {unicode(body)}"
        case Trace(body):
            return f"tr({_bare(body)})"
        case Moment("⟨⟩", body, subscript):
            return f"⟨{_bare(body)}⟩{_below(subscript)}"
        case Moment(kind, body, subscript):
            return f"{kind}{_below(subscript)}[{_bare(body)}]"
        case Operator(name, body, subscript):
            return f"{name}{_below(subscript)}({_bare(body)})"
        case Problem(sense, body, variables, constraints):
            return f"{sense}{_below(variables)} {unicode(body)}{_subject_to(constraints)}"
        case _:
            return _statement(node)


def _statement(node: Node) -> str:
    match node:
        case Chain(terms, signs) | Arrow(terms, signs):
            pairs = zip(("", *signs), terms, strict=True)
            return " ".join(x for sign, term in pairs for x in (sign, unicode(term)) if x)
        case Quantified(sign, variables, body):
            return f"{sign}{unicode(variables)}" + ("" if isinstance(body, Blank) else f": {unicode(body)}")
        case SubjectTo(body, constraints):
            return unicode(body) + _subject_to(constraints)
        case Because(body):
            return f"∵ {unicode(body)}"
        case Sentence(parts):
            return _sentence(parts)
    raise TypeError(f"got {type(node).__name__}, but should be a node that is printed")


def _sum(terms: tuple[Node, ...], signs: tuple[str, ...]) -> str:
    out = ""
    for k, (sign, term) in enumerate(zip(signs, terms, strict=True)):
        sign = _SIGNS.get(sign, sign)
        out += (f" {sign} " if k else sign) + unicode(term)
    return out


def _product(factors: tuple[Node, ...], marks: tuple[str, ...]) -> str:
    """Factors side by side: without a space between letters and brackets, otherwise with a space."""
    out = ""
    for k, factor in enumerate(factors):
        mark = _SIGNS.get(marks[k - 1], marks[k - 1]) if k else ""
        said = unicode(factor)
        if isinstance(factor, Frac) and len(factors) > 1:
            said = f"({said})"
        if k:
            apart = mark in (".", "/") or (not mark and _may_touch(factors[k - 1], factor))
            out += mark if apart else f" {mark} " if mark else " "
        out += said
    return out


def _may_touch(left: Node, right: Node) -> bool:
    """Whether two factors need no space between them: neither is a word, and they are not two numbers."""
    ends = isinstance(left, (*_CLOSED, Accented)) and not isinstance(left, Words)
    starts = isinstance(right, (*_CLOSED, Frac, Accented)) and not isinstance(right, Words)
    if isinstance(left, Gradient) and left.variable is not None:
        return False
    if isinstance(right, Trace | Moment) and not isinstance(left, Group):
        return False
    words = any(isinstance(x, Name) and len(x.base) > 1 for x in (left, right))
    return ends and starts and not words and not isinstance(right, Num) and not isinstance(right, Operator)


def _part(node: Node) -> str:
    """A part of a fraction, of a power or of a root, in brackets if it is longer than one sign."""
    if isinstance(node, (*_CLOSED, Operator, Accented)) and not isinstance(node, Words):
        return unicode(node)
    return f"({unicode(node)})"


def _base(node: Node) -> str:
    """The base of a superscript, in brackets if it already has a superscript: (Aᵀ)ᵀ."""
    is_raised = isinstance(node, Transpose | Power | Marked) or (isinstance(node, Name) and (node.mark or node.upper))
    return f"({unicode(node)})" if is_raised else _part(node)


def _bare(node: Node) -> str:
    """The content of printed brackets, without brackets of its own."""
    return unicode(node.body) if isinstance(node, Group) and node.opening in "([" else unicode(node)


def _below(node: Node | None) -> str:
    return "" if node is None else _lowered(unicode(node))


def _lowered(said: str) -> str:
    return _script(said, _BELOW, "_")


def _raised(said: str) -> str:
    return _script(said.replace("−", "-"), _ABOVE, "^")


def _script(said: str, signs: dict[str, str], mark: str) -> str:
    close = said.replace(" ", "")
    if all(c in signs for c in close):
        return "".join(signs[c] for c in close)
    return f"{mark}{said}" if len(said) == 1 else f"{mark}{{{said.replace(' = ', '=')}}}"


def _subject_to(constraints: tuple[Node, ...]) -> str:
    return f" s.t. {_sentence(constraints)}" if constraints else ""


def _sentence(parts: tuple[Node, ...]) -> str:
    out = ""
    for k, part in enumerate(parts):
        words = isinstance(part, Words | Because) or (k > 0 and isinstance(parts[k - 1], Words))
        out += ("" if not k else " " if words else "; ") + unicode(part)
    return out


def _name(name: Name) -> str:
    name = as_written(name)
    base = _in_font(name.base, name.font) + "".join(_ACCENTS[accent] for accent in name.accents)
    above = " ".join(x for x in (name.mark, name.upper and unicode(name.upper)) if x)
    return base + _below(name.subscript) + "′" * name.primes + (_raised(above) if above else "")


def _in_font(base: str, font: str) -> str:
    """A letter in its font if Unicode has it; words and other letters unchanged."""
    if len(base) != 1 or font not in _FONTS:
        return base
    if font == "blackboard" and base == "1":
        return "𝟙"
    kind = unicodedata.name(base, "")
    wanted = kind.replace("LATIN ", "").replace("GREEK ", "").replace("LETTER ", "")
    for start in (_FONTS[font], _FONTS[font].removeprefix("MATHEMATICAL ")):
        try:
            return unicodedata.lookup(f"{start} {wanted}")
        except KeyError:
            continue
    return base
