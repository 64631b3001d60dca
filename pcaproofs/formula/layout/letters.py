"""Letters, identities, zeros and entries."""

from __future__ import annotations

from pcaproofs.formula import tree
from pcaproofs.formula.boxes import Box, Digits, Fenced, Glyph, Line, Mark, Scripts, line
from pcaproofs.formula.layout.dispatch import PRODUCT, box, lays_out, part
from pcaproofs.formula.tree import ONE, Entry, Eye, Name, Zero


@lays_out(Name)
def name(form: Name) -> Box:
    """A letter with its accent, index and star."""
    base: Box = Glyph(form.base, "sans" if form.word else "word" if len(form.base) > 1 else "", form.accent)
    index = None if form.index is None else _index(form.index)
    return Scripts(base, index, Glyph("⋆") if form.star else None) if index or form.star else base


def _index(index: Name) -> Box:
    """An index: a number, or letters side by side."""
    if index.index or index.accent or index.star:
        return name(index)
    if index.base.isdigit():
        return Digits(index.base)
    return line([Digits(c) if c.isdigit() else Glyph(c) for c in index.base])


@lays_out(Eye)
def _eye(form: Eye) -> Box:
    return Glyph("I") if form.size is None else Scripts(Glyph("I"), box(form.size))


@lays_out(tree.LeadingRows)
def _leading(form: tree.LeadingRows) -> Box:
    after = None if form.after is None else Line((Mark(">", between=False), part(form.after, PRODUCT)))
    return Scripts(Glyph("I"), dimensions((form.count, form.size)), after)


@lays_out(Zero)
def _zero(form: Zero) -> Box:
    if form.shape is None or form.shape == tree.SCALAR:
        return Digits("0")
    return Scripts(Digits("0"), dimensions(form.shape))


def dimensions(shape: tree.Shape) -> Box:
    """n×p, or n for a column."""
    if shape[1] == ONE:
        return box(shape[0])
    rows, columns = (part(x, PRODUCT) for x in shape)
    return Line((rows, Mark("×", room="none"), columns))


@lays_out(Entry)
def _entry(form: Entry) -> Box:
    return Scripts(Fenced("(", box(form.matrix), ")", big=True), _index(form.index))


@lays_out(tree.Ones)
def _ones(form: tree.Ones) -> Box:
    return Scripts(Glyph("1", "bold"), box(form.size))


@lays_out(tree.Space)
def _space(form: tree.Space) -> Box:
    return Glyph("ℝ") if form.shape == tree.SCALAR else Scripts(Glyph("ℝ"), None, dimensions(form.shape))
