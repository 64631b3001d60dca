"""Lists, matrices, relations, optima and aligned lines."""

from __future__ import annotations

from dataclasses import replace

from pcaproofs.formula import tree
from pcaproofs.formula.boxes import Box, Fenced, Fraction, Gap, Line, Mark, OperatorName, Tabular, UnderOver, line
from pcaproofs.formula.layout.dispatch import PRODUCT, SUM, box, lays_out


@lays_out(tree.Brackets)
def _brackets(form: tree.Brackets) -> Box:
    return Fenced("(", box(form.body), ")", big=True)


@lays_out(tree.CommaList)
def _listed(form: tree.CommaList) -> Box:
    parts = [_small(box(x)) if form.enclosed else box(x) for x in form.items]
    gaps: dict[str, Box] = {"": Gap(), "space": Gap("space"), "quad": Gap("quad")}
    out: list[Box] = [parts[0]]
    for part in parts[1:]:
        out += [Mark(",", room="none"), gaps[form.gap], part]
    return Fenced("(", line(out), ")") if form.enclosed else line(out)


@lays_out(tree.Matrix)
def _matrix(form: tree.Matrix) -> Box:
    rows = tuple(tuple(_small(box(x)) for x in row) for row in form.rows)
    return Fenced("(", Tabular(rows, "small"), ")", big=True)


def _small(entry: Box) -> Box:
    match entry:
        case Fraction():
            return replace(entry, small=True)
        case Line((*before, Fraction() as last)):
            return Line((*before, replace(last, small=True)))
    return entry


@lays_out(tree.Relation)
def _relation(form: tree.Relation) -> tuple[Box, int]:
    out: list[Box] = [box(form.terms[0])]
    for sign, term in zip(form.signs, form.terms[1:], strict=True):
        out += [Mark(sign, room="wide" if form.wide else ""), box(term)]
    return line(out), SUM


@lays_out(tree.Exists)
def _exists(form: tree.Exists) -> tuple[Box, int]:
    names = _in_spaces(form.variables)
    return line([Mark("∃", between=False), *names, Mark(":", room="none"), Gap("space"), box(form.body)]), SUM


def _in_spaces(variables: tuple[tree.Name, ...]) -> list[Box]:
    names: list[Box] = []
    for x in variables:
        assert x.shape is not None
        names += [Mark(",", room="none"), Gap()] if names else []
        names += [box(x), Mark("∈"), box(tree.Space(x.shape))]
    return names


@lays_out(tree.Best)
def _best(form: tree.Best) -> tuple[Box, int]:
    names = _in_spaces(form.variables)
    rows = tuple((row,) for row in (line(names), *map(box, form.constraints)))
    below = Tabular(rows, "stack") if form.constraints else line(names)
    operator = UnderOver(OperatorName(f"arg {form.sense}" if form.arg else form.sense, limits=True), below)
    return (operator if form.objective is None else Line((operator, Gap("space"), box(form.objective)))), PRODUCT


@lays_out(tree.Aligned)
def _aligned(form: tree.Aligned) -> Box:
    rows = []
    for row in form.rows:
        indent: list[Box] = [Gap("quad")] * row.indent
        sign = [Mark(row.sign)] if row.sign else []
        rows.append((line([box(row.left)] if row.left else []), line([*indent, *sign, box(row.body)])))
    return Tabular(tuple(rows), "aligned")


@lays_out(tree.Row)
def _row(form: tree.Row) -> Box:
    return _aligned(tree.Aligned((form,)))
