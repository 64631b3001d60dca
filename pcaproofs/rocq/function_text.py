r"""Determinants, adjugates and powers cⁿ as MathComp writes them: `\det A`, `\adj A`, `c ^+ n`.

A determinant that was read as a product is printed as written: as a variable with the read expression as its value.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pcaproofs.kernel import Expression
from pcaproofs.language.derived import ONE, Kind, Meaning
from pcaproofs.rocq.block import Translator
from pcaproofs.rocq.problem import Problem
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.steps import Steps
from pcaproofs.rocq.tactics import step
from pcaproofs.rocq.terms import ATOM, PRODUCT, RocqTerm
from pcaproofs.terms import letters_in

NORMAL = "rewrite ?(det_mulmx, det_tr, det_opp, detZ, det1) ?mulrA"
MINUS: Expression = ("number", "-1")
_SIGNS = {Kind.DETERMINANT: "\\det", Kind.ADJUGATE: "\\adj"}


def is_plain(value: Expression, of: Expression | None, letters: Any) -> bool:
    """Whether a value is the letter of exactly this matrix, so that the text is the same for every occurrence."""
    if of is None or value[0] != "letter" or value[1] not in letters:
        return False
    return bool(unnamed(letters[value[1]].of, letters) == of)


def unnamed(e: Expression, letters: Any) -> Expression:
    """The expression that a letter stands for."""
    d = letters.get(e[1]) if e[0] == "letter" else None
    return d.of if d is not None and d.kind is Kind.NAMED else e


def function_letter(block: Translator, name: str) -> RocqTerm:
    """A letter of the reading in MathComp's notation for its meaning."""
    p = block.problem
    d = p.functions.letters[name]
    if block.values and letters_in(d.of or ONE) & block.values.keys():
        raise NotTranslated(f"a {d.kind.value} of what varies")
    a = block.variable(name, _text(p, d), *p.shapes[name])
    return replace(a, binds=ATOM if d.kind is Kind.NAMED else PRODUCT, open=False)


def _text(p: Problem, d: Meaning) -> str:
    inner, of = Translator(p), d.of or ONE
    if d.kind is Kind.POWER:
        base = inner.term(of[1])
        return f"{inner.typed_argument(base)} ^+ {p.size(of[2])}"
    a = inner.term(unnamed(of, p.functions.letters))
    if d.kind is Kind.NAMED:
        return inner.typed(a)
    return f"{_SIGNS[d.kind]} {inner.typed_argument(a)}"


def function_node(block: Translator, e: Expression) -> RocqTerm:
    """A determinant or adjugate as written: a variable with the read expression as its value."""
    p = block.problem
    kind, of = p.nodes[id(e)]
    value = block.plain_node(e)
    if is_plain(e, of, p.functions.letters):
        return value
    a = block.term(of)
    if (a.rows, a.cols) == (1, 1):
        return value
    if not _has_a_proof(p, e, of, kind):
        raise NotTranslated(f"the theorem on the {kind.value} of a sum or product, of which its library has no proof")
    text = f"{_SIGNS[kind]} {block.typed_argument(a)}"

    def shown() -> tuple[RocqTerm, str]:
        name = block.fresh("det")
        block.before += _same_value(block, name, text, value, of, kind)
        return value, name

    return block.define(text, text, value, shown)


def _has_a_proof(p: Problem, e: Expression, of: Expression, kind: Kind) -> bool:
    """Whether the read expression follows by decomposing products, transposes and multiples, or is a sum's letter."""
    if kind is Kind.ADJUGATE:
        return of[0] == "t"
    if (named := as_named(p, of)) is not None:
        letter = letter_of(p, p.functions.letters[named[0]].of or ONE)
        return letter is not None and letter[1] in letters_in(e)
    value = determinant(p, of)
    return value is not None and not p.scope.difference(value, e).terms


def _same_value(block: Translator, name: str, text: str, value: RocqTerm, of: Expression, kind: Kind) -> list[str]:
    """The steps that prove that a written determinant equals the read expression."""
    p = block.problem
    said = f"{name} : {text} = {value.text}"
    if kind is Kind.ADJUGATE:
        return [f"have {said} by rewrite -?trmx_adj."]
    found = as_named(p, of)
    if found is None:
        return [f"have {said} by {NORMAL}."]
    _, other = found
    inside = Steps(p)
    inside.settle(inside.term(of), inside.term(other))
    equal = block.fresh("same")
    texts = Translator(p)
    lines = step(f"{equal} : {texts.term(of).text} = {texts.typed(texts.term(other))}", "", inside.finish())
    return [*lines, f"have {said} by rewrite {equal} {NORMAL.removeprefix('rewrite ')}."]


def as_named(p: Problem, of: Expression) -> tuple[str, Expression] | None:
    """The letter for a sum, and the sum by this letter: itself, its transpose, or the negative of one of them."""
    whole = p.scope.expand(of)
    for name, d in p.functions.letters.items():
        if d.kind is not Kind.NAMED or d.of is None:
            continue
        q = p.scope.expand(d.of)
        m: Expression = d.of
        for form, e in (
            (q, m),
            (q.T, ("t", m)),
            (q.scaled(-1), ("mul", MINUS, m)),
            (q.T.scaled(-1), ("mul", MINUS, ("t", m))),
        ):
            if form == whole:
                return name, e
    return None


def letter_of(p: Problem, of: Expression) -> Expression | None:
    """The letter of the determinant of a matrix."""
    for x, d in p.functions.letters.items():
        if d.kind is Kind.DETERMINANT and d.of is not None and unnamed(d.of, p.functions.letters) == of:
            return ("letter", x)
    return None


def determinant(p: Problem, e: Expression) -> Expression | None:
    """The determinant of a square matrix as a product of letters; None if it is not one."""
    rows, cols = p.scope.expand(e).shape
    if rows != cols or rows == 1:
        return None
    match e:
        case ("eye", _):
            return ONE
        case ("t", a):
            return determinant(p, a)
        case ("letter", _):
            return letter_of(p, e)
        case ("pow", a, int(k)) if 0 < k < 10:
            inside = determinant(p, a)
            return None if inside is None else ("mul", *[inside] * k)
        case ("mul", *factors):
            found = [_factor(p, f, rows) for f in factors]
            return None if None in found else ("mul", *(f for f in found if f is not None))
    return None


def _factor(p: Problem, f: Expression, n: Any) -> Expression | None:
    """The determinant of a factor; of a scalar factor its power."""
    if p.scope.expand(f).shape != (1, 1):
        return determinant(p, f)
    return next((("letter", x) for x, d in p.functions.letters.items() if d.of == ("pow", f, n)), None)
