"""Formulas as MathML Core, each with its LaTeX as an annotation."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from pcaproofs.formula import boxes
from pcaproofs.formula.boxes import Box, Fenced, Fraction, Gap, Glyph, Line, Mark, Scripts, Tabular, UnderOver
from pcaproofs.formula.characters import in_font
from pcaproofs.formula.latex import latex, tall
from pcaproofs.formula.latex import of_box as latex_of_box
from pcaproofs.formula.layout import box as laid_out
from pcaproofs.formula.sizes import shown
from pcaproofs.formula.tree import Formula

_GAPS = {"": "", "none": "", "thin": "0.1667em", "space": "0.3333em", "quad": "1em", "factors": "", "touching": ""}
_ACCENTS = {"bar": "¯", "hat": "^", "tilde": "~", "vec": "→", "dot": "˙", "ddot": "¨", "check": "ˇ", "breve": "˘"}
_ACCENTS |= {"underline": "_", "mathring": "˚", "acute": "´", "grave": "`"}
_BLOCK, _LOW = ' display="block"', ' displaystyle="false"'
_RIGHT = ' style="text-align: right;justify-items: end;padding-right: 0;"'
_LEFT = ' style="text-align: left;justify-items: start;padding-left: 0;"'


@lru_cache(maxsize=1 << 13)
def mathml(form: Formula, *, display: bool = False, sizes: bool = False) -> str:
    """A formula as <math>; sizes: whether to print the size of every identity and zero, even if it is clear."""
    source = " ".join(latex(form, sizes=sizes).split())
    return _math(_row(laid_out(form if sizes else shown(form))), source, display=display)


def sign(char: str) -> str:
    """A sign that stands by itself before a line."""
    return _math(of_box(Mark(char)), latex_of_box(Mark(char)).strip(), display=False)


def _math(body: str, source: str, *, display: bool) -> str:
    annotation = f'<annotation encoding="application/x-tex">{escape(source, quote=False)}</annotation>'
    return f"<math{_BLOCK if display else ''}><semantics>{body}{annotation}</semantics></math>"


@lru_cache(maxsize=1 << 14)
def of_box(box: Box) -> str:
    """A box as MathML elements side by side."""
    match box:
        case Glyph():
            return _glyph(box)
        case boxes.Digits(text):
            return f"<mn>{text}</mn>"
        case boxes.OperatorName(text, limits):
            name = f"<mi>{text.replace(' ', chr(0x202F))}</mi>"
            return name if limits else f"{name}<mo>&ApplyFunction;</mo>"
        case Mark():
            return _mark(box)
        case Gap(width):
            return f'<mspace width="{_GAPS[width]}"/>' if _GAPS[width] else ""
        case Line(parts):
            return "".join(map(of_box, parts))
        case Fraction(top, bottom, small):
            return f"<mfrac{_LOW if small else ''}>{_row(top)}{_row(bottom)}</mfrac>"
        case Scripts(base, below, above):
            tag = "msubsup" if below and above else "msub" if below else "msup"
            return f"<{tag}>{_row(base)}{_optional(below)}{_optional(above)}</{tag}>"
        case UnderOver(base, below, above):
            tag = "munderover" if above else "munder"
            return f"<{tag}>{_row(base)}{_row(below)}{_optional(above)}</{tag}>"
        case Fenced():
            return _fence(box)
        case boxes.Radical(body, degree):
            return f"<mroot>{_row(body)}{_row(degree)}</mroot>" if degree else f"<msqrt>{of_box(body)}</msqrt>"
        case boxes.Whole(body):
            return of_box(Fenced("(", body, ")"))
        case boxes.Accent(accent, body):
            return f'<mover accent="true">{_row(body)}<mo>{_ACCENTS[accent]}</mo></mover>'
        case Tabular():
            return _grid(box)
        case boxes.Half(char):
            return f'<mo stretchy="false">{char}</mo>'
    raise TypeError(f"got {box!r}, but should be a box")


def _row(box: Box) -> str:
    """One element."""
    single = isinstance(box, Glyph | boxes.Digits | Mark | Fraction | Scripts | UnderOver | boxes.Radical | Tabular)
    return of_box(box) if single else f"<mrow>{of_box(box)}</mrow>"


def _optional(box: Box | None) -> str:
    return _row(box) if box else ""


def _glyph(glyph: Glyph) -> str:
    char = escape(glyph.char)
    if glyph.style == "sans":
        return f'<mtext class="sans">{char}</mtext>'
    if char == "∑":
        return '<mo lspace="0">∑</mo>'
    if glyph.style == "text":
        return f"<mtext>{char}</mtext>"
    upright = ' mathvariant="normal"' if char in "∇∂" else ""
    element = f"<mi{upright}>{in_font(char, glyph.style)}</mi>"
    if glyph.accent:
        return f'<mover accent="true">{element}<mo stretchy="false">{_ACCENTS[glyph.accent]}</mo></mover>'
    return element


def _mark(mark: Mark) -> str:
    char = escape(mark.char)
    if mark.char == ",":
        return '<mo separator="true">,</mo>'
    if not mark.between or mark.room == "none":
        return f'<mo lspace="0" rspace="0">{char}</mo>'
    return f'<mo lspace="0.5556em" rspace="0.5556em">{char}</mo>' if mark.room == "wide" else f"<mo>{char}</mo>"


def _fence(fence: Fenced) -> str:
    stretchy = "" if tall(fence.body) or isinstance(fence.body, Tabular) else ' stretchy="false"'
    left = f'<mo{stretchy} form="prefix">{fence.left}</mo>'
    right = f'<mo{stretchy} form="postfix">{fence.right}</mo>'
    return f"<mrow>{left}{of_box(fence.body)}{right}</mrow>"


def _grid(grid: Tabular) -> str:
    styles = (_RIGHT, _LEFT) if grid.kind == "aligned" else ("",) * len(grid.rows[0])
    rows = [[f"<mtd{style}>{of_box(x)}</mtd>" for style, x in zip(styles, row, strict=True)] for row in grid.rows]
    opened = _TABLES.get(grid.kind, "<mtable>")
    left, right = _BRACKETS.get(grid.kind, ("", ""))
    table = opened + "".join(f"<mtr>{''.join(row)}</mtr>" for row in rows) + "</mtable>"
    return f"<mrow>{left and f'<mo>{left}</mo>'}{table}{right and f'<mo>{right}</mo>'}</mrow>" if left else table


_BRACKETS = {"pmatrix": ("(", ")"), "bmatrix": ("[", "]"), "Bmatrix": ("{", "}"), "cases": ("{", "")}
_TABLES = {
    "small": '<mtable class="small">',
    "stack": '<mtable class="stack" scriptlevel="1">',
    "aligned": '<mtable displaystyle="true" scriptlevel="0">',
}
