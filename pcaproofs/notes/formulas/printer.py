"""The surface tree as LaTeX; reading the output gives the same tree."""

from __future__ import annotations

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
from pcaproofs.notes.text.symbols import (
    PRINTED_ABOVE,
    PRINTED_ARROWS,
    PRINTED_BIG,
    PRINTED_LETTERS,
    PRINTED_MARKS,
    PRINTED_QUANTIFIERS,
    PRINTED_RELATIONS,
    PRINTED_SIGNS,
)

_FONTS = {
    "bold": "mathbf", "blackboard": "mathbb", "calligraphic": "mathcal", "script": "mathscr", "fraktur": "mathfrak",
    "sans": "mathsf", "typewriter": "mathtt", "roman": "mathrm", "italic": "mathit",
}  # fmt: skip
_ENVIRONMENTS = {"(": "pmatrix", "[": "bmatrix", "{": "Bmatrix", "": "matrix", "{.": "cases"}
_OPENING = {"{": r"\{", "}": r"\}"}


def latex(node: Node) -> str:
    """A surface tree in LaTeX, without delimiters."""
    match node:
        case Name():
            return _name(node)
        case Num(text):
            return text
        case Dots():
            return r"\dots"
        case Blank():
            return ""
        case Words(text):
            return rf"\text{{{text}}}"
        case Group(body, opening, closing):
            return f"{_OPENING.get(opening, opening)}{latex(body)}{_OPENING.get(closing, closing)}"
        case Listed(items):
            return ", ".join(map(latex, items))
        case SetOf(element, condition):
            return rf"\{{{latex(element)} \mid {latex(condition)}\}}"
        case Sum(terms, signs):
            return _between(terms, signs, PRINTED_SIGNS)
        case Product(factors, marks):
            return _between(factors, ("", *marks), PRINTED_MARKS)
        case _:
            return _composed(node)


def _composed(node: Node) -> str:
    match node:
        case Frac(top, bottom):
            return rf"\frac{{{latex(top)}}}{{{latex(bottom)}}}"
        case Root(body, degree):
            return rf"\sqrt{'' if degree is None else f'[{latex(degree)}]'}{{{latex(body)}}}"
        case Accented(accent, body):
            return rf"\{'overline' if accent == 'bar' else accent}{{{latex(body)}}}"
        case Transpose() | Power() | Marked() | Indexed():
            return _scripted(node)
        case Norm(body, subscript):
            return rf"\lVert {latex(body)}\rVert{_below(subscript)}"
        case Bars(body):
            return rf"\lvert {latex(body)}\rvert"
        case Inner(left, right):
            return rf"\langle {latex(left)}, {latex(right)}\rangle"
        case _:
            return _enclosed_or_larger(node)


def _enclosed_or_larger(node: Node) -> str:
    match node:
        case Gradient(variable):
            return rf"\nabla{_below(variable)}"
        case Partial(body, variables, order):
            above = "" if order is None else f"^{{{latex(order)}}}"
            below = " ".join(rf"\partial {latex(x)}" for x in variables)
            return rf"\frac{{\partial{above} {latex(body)}}}{{{below}}}"
        case Matrix(rows, brackets):
            name = _ENVIRONMENTS[brackets]
            cells = r" \\ ".join(" & ".join(map(latex, row)) for row in rows)
            return rf"\begin{{{name}}} {cells} \end{{{name}}}"
        case _:
            return _operator(node)


def _operator(node: Node) -> str:
    match node:
        case Big(sign, body, lower, upper):
            above = "" if upper is None else f"^{{{latex(upper)}}}"
            return f"{PRINTED_BIG[sign]}{_below(lower)}{above} {latex(body)}"
        case Trace(body):
            return rf"\operatorname{{tr}}({latex(body)})"
        case Moment("⟨⟩", body, subscript):
            return rf"\langle {latex(body)}\rangle{_below(subscript)}"
        case Moment(kind, body, subscript):
            name = r"\mathbb{E}" if kind == "E" else rf"\operatorname{{{kind}}}"
            return f"{name}{_below(subscript)}[{latex(body)}]"
        case Operator(name, Group() as body) if name in ("min", "max", "inf", "sup"):
            return rf"\{name}{latex(body)}"
        case Operator(name, body, subscript):
            return rf"\operatorname{{{name}}}{_below(subscript)}({latex(body)})"
        case Problem(sense, body, variables, constraints):
            operator = rf"\{sense}" if not sense.startswith("arg") else rf"\operatorname*{{{sense}}}"
            return f"{operator}{_below(variables)} {latex(body)}{_subject_to(constraints)}"
        case _:
            return _statement(node)


def _statement(node: Node) -> str:
    match node:
        case Chain(terms, signs):
            return _between(terms, ("", *signs), PRINTED_RELATIONS)
        case Arrow(terms, signs):
            return _between(terms, ("", *signs), PRINTED_ARROWS)
        case Quantified(sign, variables, body):
            said = f": {latex(body)}" if not isinstance(body, Blank) else ""
            return f"{PRINTED_QUANTIFIERS[sign]} {latex(variables)}{said}"
        case SubjectTo(body, constraints):
            return f"{latex(body)}{_subject_to(constraints)}"
        case Because(body):
            return rf"\because {latex(body)}"
        case Sentence(parts):
            return _sentence(parts)
    raise TypeError(f"got {type(node).__name__}, but should be a node that is printed")


def _between(terms: tuple[Node, ...], signs: tuple[str, ...], table: dict[str, str]) -> str:
    pairs = zip(signs, terms, strict=True)
    return " ".join(x for sign, term in pairs for x in (table.get(sign, sign), latex(term)) if x)


def _below(node: Node | None) -> str:
    return "" if node is None else f"_{{{latex(node)}}}"


def _subject_to(constraints: tuple[Node, ...]) -> str:
    return rf" \quad \text{{s.t.}} \quad {_sentence(constraints)}" if constraints else ""


def _sentence(parts: tuple[Node, ...]) -> str:
    out = ""
    for k, part in enumerate(parts):
        words = isinstance(part, Words | Because) or (k > 0 and isinstance(parts[k - 1], Words))
        out += ("" if not k else " " if words else r";\quad ") + latex(part)
    return out


def _name(name: Name) -> str:
    name = as_written(name)
    base = PRINTED_LETTERS.get(name.base, name.base)
    if name.font:
        base = rf"\{_FONTS[name.font]}{{{base}}}"
    elif len(name.base) > 1 and not base.startswith("\\"):
        base = rf"\text{{{base}}}" if name.how == "text" or "-" in base or "_" in base else rf"\mathrm{{{base}}}"
    for accent in name.accents:
        base = rf"\{accent}{{{base}}}"
    above = " ".join(x for x in (PRINTED_ABOVE.get(name.mark, name.mark), name.upper and latex(name.upper)) if x)
    return f"{base}{_below(name.subscript)}{chr(39) * name.primes}" + (f"^{{{above}}}" if above else "")


def _scripted(node: Transpose | Power | Marked | Indexed) -> str:
    base = node.base
    text = latex(base)
    plain = isinstance(base, Name) and not (base.primes or base.mark or base.upper)
    indexed = isinstance(base, Indexed) and isinstance(base.base, Group)
    if isinstance(node, Indexed):
        plain = False
    if not (
        plain or indexed or isinstance(base, Group | Num | Norm | Bars | Inner | Matrix | Trace | Moment | Operator)
    ):
        text = f"{{{text}}}"
    match node:
        case Indexed(_, index):
            return f"{text}_{{{latex(index)}}}"
        case Transpose():
            return rf"{text}^{{\top}}"
        case Power(_, exponent):
            return f"{text}^{{{latex(exponent)}}}"
    if set(node.mark) == {"'"}:
        return f"{text}{node.mark}"
    return f"{text}^{{{PRINTED_ABOVE[node.mark]}}}"
