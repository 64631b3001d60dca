r"""Surface trees as boxes, and so as LaTeX, which reads back as the same tree, and as one line of Unicode.

latex(tree)    \lVert x\rVert^{2}
unicode(tree)  ‖x‖², for terminals, editors and messages
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pcaproofs.formula import boxes
from pcaproofs.formula.boxes import Accent, Box, Digits, Fenced, Fraction, Gap, Glyph, Line, Mark, Scripts, Whole, line
from pcaproofs.formula.latex import of_box as latex_of_box
from pcaproofs.formula.text import of_box as text_of_box
from pcaproofs.notes.formulas import surface as s
from pcaproofs.notes.formulas.surface import Name, Node, as_written

_CLOSED = (s.Group, s.Num, s.Norm, s.Bars, s.Inner, s.Matrix, s.Trace, s.Moment, s.Operator)  # take scripts as they are
_TOUCHING = (Name, s.Dots, s.Transpose, s.Power, s.Marked, s.Indexed, s.Gradient, s.Accented, *_CLOSED)
_PLACES = {r"\cdot": "·", r"\bullet": "•"}  # names that stand for an argument
_GRIDS = {"(": "pmatrix", "[": "bmatrix", "{": "Bmatrix", "": "matrix", "{.": "cases"}

_mark = partial(Mark, room="none")
_fence = partial(Fenced, stretches=False)


def latex(node: Node) -> str:
    """A surface tree in LaTeX, without delimiters."""
    return " ".join(latex_of_box(box(node)).split())


def unicode(node: Node) -> str:
    """A surface tree as text."""
    return " ".join(text_of_box(box(node)).split())


def box(node: Node) -> Box:
    """The boxes of a surface tree."""
    return _BOXES[type(node)](node)


def _script(node: Node) -> Box:
    """A script; as a Line it takes braces in LaTeX even if it is one sign."""
    return Line((_tight(box(node)),))


def _tight(found: Box) -> Box:
    """A box without spaces around its signs."""
    match found:
        case Mark(char):
            return replace(found, char="-" if char == "−" else char, room="none")
        case Line(parts):
            return Line(tuple(map(_tight, parts)))
        case Fenced(body=body):
            return replace(found, body=_tight(body))
        case Gap("factors"):
            return Gap("touching")
    return found


def _with_scripts(base: Box, below: Node | None, above: Node | None = None) -> Box:
    if below is None and above is None:
        return base
    return Scripts(base, None if below is None else _script(below), None if above is None else _script(above))


def _name(node: Name) -> Box:
    name = as_written(node)
    base = _PLACES.get(name.base, name.base)
    is_word = len(base) > 1 and not name.font
    is_text = is_word and (name.how == "text" or "-" in name.base or "_" in name.base)
    out: Box = Glyph(base, "text" if is_text else "word" if is_word else name.font)
    for accent in name.accents:
        out = Accent(accent, out)
    out = _primed(_with_scripts(out, name.subscript), name.primes)
    above: list[Box] = [_mark(name.mark)] if name.mark else []
    if name.upper is not None:
        above += [*(Gap() for _ in above), _tight(box(name.upper))]
    return Scripts(out, None, Line(tuple(above))) if above else out


def _primed(base: Box, primes: int) -> Box:
    return Line((base, *[_mark("′")] * primes)) if primes else base


def _base(node: Node) -> Box:
    """The base of scripts: a whole, unless it is closed or a letter without scripts above."""
    is_plain = isinstance(node, Name) and not (node.primes or node.mark or node.upper)
    is_plain |= isinstance(node, s.Indexed) and isinstance(node.base, s.Group)
    return box(node) if is_plain or isinstance(node, _CLOSED) else Whole(box(node))


def _marked(node: s.Marked) -> Box:
    if set(node.mark) == {"'"}:
        return _primed(_base(node.base), len(node.mark))
    return Scripts(_base(node.base), None, Line((_mark(node.mark),)))


def _indexed(node: s.Indexed) -> Box:
    base = Whole(box(node.base)) if isinstance(node.base, Name) else _base(node.base)
    return Scripts(base, _script(node.index))


def _sum(node: s.Sum) -> Iterator[Box]:
    for k, (sign, term) in enumerate(zip(node.signs, node.terms, strict=True)):
        yield from (Mark("−" if sign == "-" else sign, between=k > 0),) if sign else ()
        yield box(term)


def _product(node: s.Product) -> Iterator[Box]:
    """Factors side by side, in text without a space between letters and brackets."""
    yield box(node.factors[0])
    for left, mark, right in zip(node.factors, node.marks, node.factors[1:], strict=False):
        gap = Gap("touching" if mark or _may_touch(left, right) else "factors")
        yield from (gap, _mark(mark) if mark in (".", "/") else Mark(mark), gap) if mark else (gap,)
        yield box(right)


def _may_touch(left: Node, right: Node) -> bool:
    """Whether two factors need no space between them: neither is a word, and they are not two numbers."""
    if any(isinstance(x, Name) and len(x.base) > 1 for x in (left, right)) or isinstance(right, s.Num | s.Operator):
        return False
    if isinstance(right, s.Trace | s.Moment) and not isinstance(left, s.Group):
        return False
    is_gradient_in = isinstance(left, s.Gradient) and left.variable is not None
    return isinstance(left, _TOUCHING) and isinstance(right, (*_TOUCHING, s.Frac)) and not is_gradient_in


def _applied(name: Box, body: Node, left: str = "(", right: str = ")") -> Box:
    return Line((name, _fence(left, box(body), right)))


def _moment(node: s.Moment) -> Box:
    if node.kind == "⟨⟩":
        return _with_scripts(_fence("⟨", box(node.body), "⟩"), node.subscript)
    name = Glyph("E", "expectation") if node.kind == "E" else boxes.OperatorName(node.kind)
    return _applied(_with_scripts(name, node.subscript), node.body, "[", "]")


def _operator(node: s.Operator) -> Box:
    if node.name in ("min", "max", "inf", "sup") and isinstance(node.body, s.Group):
        return Line((Glyph(node.name), box(node.body)))
    return _applied(_with_scripts(boxes.OperatorName(node.name), node.subscript), node.body)


def _partial(node: s.Partial) -> Box:
    d = Glyph("∂")
    body = () if isinstance(node.body, s.Blank) else (Gap("touching"), box(node.body))
    below = [Line((d, Gap("touching"), box(x))) for x in node.variables]
    return Fraction(Line((_with_scripts(d, None, node.order), *body)), line(_apart(below, Gap())))


def _problem(node: s.Problem) -> Box:
    name = boxes.OperatorName(node.sense, limits=True) if node.sense.startswith("arg") else Glyph(node.sense)
    return Line((_with_scripts(name, node.variables), Gap(), box(node.body), *_subject_to(node.constraints)))


def _subject_to(constraints: tuple[Node, ...]) -> Iterator[Box]:
    yield from (
        (Gap(), Gap("quad"), Glyph("s.t.", "text"), Gap(), Gap("quad"), *_sentence(constraints)) if constraints else ()
    )


def _sentence(parts: tuple[Node, ...]) -> Iterator[Box]:
    for k, part in enumerate(parts):
        is_beside = isinstance(part, s.Words | s.Because) or isinstance(parts[k - 1], s.Words)
        yield from (Gap(),) if k and is_beside else (_mark(";"), Gap("quad")) if k else ()
        yield box(part)


def _quantified(node: s.Quantified) -> Box:
    body = () if isinstance(node.body, s.Blank) else (_mark(":"), Gap(), box(node.body))
    return Line((Mark(node.sign, between=False), box(node.variables), *body))


def _related(node: s.Chain | s.Arrow) -> Iterator[Box]:
    yield box(node.terms[0])
    for sign, term in zip(node.signs, node.terms[1:], strict=True):
        yield from (Mark(sign), box(term))


def _apart(parts: Sequence[Box], *between: Box) -> Iterator[Box]:
    for k, part in enumerate(parts):
        yield from (*between, part) if k else (part,)


def _listed(*items: Node) -> Box:
    return line(_apart([*map(box, items)], _mark(","), Gap()))


_BOXES: dict[type[Node], Callable[[Any], Box]] = {
    Name: _name,
    s.Num: lambda x: Digits(x.text),
    s.Dots: lambda _: Glyph("…"),
    s.Blank: lambda _: Line(()),
    s.Words: lambda x: Glyph(x.text, "text"),
    s.Group: lambda x: _fence(x.opening, box(x.body), x.closing),
    s.Listed: lambda x: _listed(*x.items),
    s.SetOf: lambda x: _fence("{", Line((box(x.element), Mark("|"), box(x.condition))), "}"),
    s.Sum: lambda x: Line(tuple(_sum(x))),
    s.Product: lambda x: Line(tuple(_product(x))),
    s.Frac: lambda x: Fraction(box(x.top), box(x.bottom)),
    s.Root: lambda x: boxes.Radical(box(x.body), x.degree and box(x.degree)),
    s.Transpose: lambda x: Scripts(_base(x.base), None, Line((Glyph("⊤"),))),
    s.Power: lambda x: Scripts(_base(x.base), None, _script(x.exponent)),
    s.Marked: _marked,
    s.Indexed: _indexed,
    s.Accented: lambda x: Accent(x.accent, Line((box(x.body),))),
    s.Norm: lambda x: _with_scripts(_fence("‖", box(x.body), "‖"), x.subscript),
    s.Bars: lambda x: _fence("|", box(x.body), "|"),
    s.Inner: lambda x: _fence("⟨", _listed(x.left, x.right), "⟩"),
    s.Big: lambda x: Line((_with_scripts(Glyph(x.sign), x.lower, x.upper), Gap(), box(x.body))),
    s.Trace: lambda x: _applied(boxes.OperatorName("tr"), x.body),
    s.Moment: _moment,
    s.Operator: _operator,
    s.Gradient: lambda x: _with_scripts(Glyph("∇"), x.variable),
    s.Partial: _partial,
    s.Matrix: lambda x: boxes.Tabular(tuple(tuple(map(box, row)) for row in x.rows), _GRIDS[x.brackets]),
    s.Chain: lambda x: Line(tuple(_related(x))),
    s.Arrow: lambda x: Line(tuple(_related(x))),
    s.Quantified: _quantified,
    s.Problem: _problem,
    s.SubjectTo: lambda x: Line((box(x.body), *_subject_to(x.constraints))),
    s.Because: lambda x: Line((Mark("∵", between=False), Gap(), box(x.body))),
    s.Sentence: lambda x: Line(tuple(_sentence(x.parts))),
}
