"""Gradients and derivatives, each a letter that may be a function, with the proof of its value."""

from __future__ import annotations

from copy import copy

from pcaproofs.kernel import Compare, Expression, letter
from pcaproofs.rocq import terms
from pcaproofs.rocq.block import Extra, Translator
from pcaproofs.rocq.environment import ProvedFact
from pcaproofs.rocq.problem import Problem
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.steps import Steps
from pcaproofs.rocq.terms import RocqTerm
from pcaproofs.terms import from_polynomial, letters_in, ones_name

STEP, WAY = "pc_t", "pc_H"


def relation_text(block: Translator, e: Expression, value: str) -> str:
    """A text such as is_gradient (fun X => f) X value."""
    return f"{_head(block, e)} {value}"


def _head(block: Translator, e: Expression) -> str:
    p, x = block.problem, block.letter(e[2])
    if not letters_in(e[1]) <= {*p.shapes, *p.sizes, *block.extra} | {ones_name(n) for n in p.statement.ones}:
        raise NotTranslated("a derivative of what is bound elsewhere")
    f = block.term(e[1])
    function = f"(fun {x.text} : {p.letter_type(e[2])} => {f.text}{'' if f.is_scalar else f' : {block.type_of(f)}'})"
    mx = "" if f.is_scalar else "_mx"
    if x.is_scalar:
        way = "1" if e[0] == "gradient" else block.term(e[3]).bound(terms.ATOM)
        return f"is_derivative{mx} {function} {x.text} {way}"
    if e[0] == "gradient":
        return f"is_gradient {function} {x.text}"
    return f"has_derivative{mx} {function} {x.text} {block.typed(block.term(e[3]))}"


def unique(block: Translator, e: Expression) -> str:
    """The name of the lemma that the derivative is unique."""
    f, x = block.term(e[1]), block.letter(e[2])
    if e[0] == "gradient" and not x.is_scalar:
        return "is_gradient_uniq"
    return f"{'is' if x.is_scalar else 'has'}_derivative{'' if f.is_scalar else '_mx'}_uniq"


def explicit(p: Problem, e: Expression) -> Expression:
    """The derivative that the kernel computes."""
    return from_polynomial(p.scope.expand(e))


def shown(p: Problem, e: Expression) -> tuple[str, list[str]]:
    """The name of a step that proves the value of the derivative at the letters of the context, and the steps."""
    block, x, result = Translator(p), p.shapes[e[2]], explicit(p, e)
    name, value = p.fresh("D"), block.term(result)
    lines = [f"have {name} : {relation_text(block, e, block.typed(value))}."]
    whole = e[0] == "gradient" and x != (1, 1)  # in every direction
    way: Expression = ("letter", WAY)
    extra: dict[str, Extra] = {STEP: (STEP, 1, 1)}
    given = ("number", "1") if e[0] == "gradient" else e[3]
    extra[WAY] = (WAY if whole else Translator(p).typed(Translator(p).term(given)), *x)
    inner = Steps(p, extra=extra)
    if not whole:  # the direction keeps its form, and is known to be equal to itself
        direction = inner.term(given)
        inner.define(WAY, extra[WAY][0], direction, lambda: (direction, "erefl"))
    t = inner.term(("letter", STEP))
    moved: Expression = ("add", ("letter", e[2]), ("mul", ("letter", STEP), way))
    f, at = inner.term(e[1]), inner.term_with({e[2]: moved}, e[1])
    slope = inner.term(result)
    if whole:
        h = inner.term(way)
        slope = RocqTerm(1, 1, f"\\tr ({h.text}^T *m {slope.bound(terms.POSTFIX)})", f"% *m ~ {h.data} {slope.data}")
    coefficients = [inner.term(c) for c in _coefficients(p, e, moved, way if whole else given, extra)]
    tail = _horner(inner, f, t, coefficients)
    inner.settle(at, _add(_add(f, _times(t, slope)), _times(terms.power(t, 2), tail)))
    some = f"([:: {'; '.join(c.text for c in coefficients)}] : seq {inner.type_of(f)})".replace("[:: ]", "[::]")
    lemma = "first_order_coefs K" if f.is_scalar else f"first_order_coefs_mx K {p.size(f.rows)} {p.size(f.cols)}"
    sides = f"(fun {STEP} : K => {inner.typed(at)}) {inner.typed(f)} {inner.typed(slope)} {some}"
    lines += [
        "{ " + (f"move=> {WAY}; " if whole else "") + f"refine (@{lemma} {sides} _) => {STEP}.",
        *inner.finish(),
        "}",
    ]
    return name, lines


def _add(a: RocqTerm, b: RocqTerm) -> RocqTerm:
    return RocqTerm(a.rows, a.cols, "", f"+ {a.data} {b.data}")


def _times(s: RocqTerm, a: RocqTerm) -> RocqTerm:
    return RocqTerm(a.rows, a.cols, "", f"* {s.data} {a.data}")


def _horner(block: Translator, like: RocqTerm, t: RocqTerm, coefficients: list[RocqTerm]) -> RocqTerm:
    """c0 + t (c1 + t (…)), as the library's Horner scheme computes it."""
    data = "# 0" if like.is_scalar else f"? {block.code(like.rows)} {block.code(like.cols)}"
    for c in reversed(coefficients):
        data = f"+ * {data} {t.data} {c.data}" if like.is_scalar else f"+ * {t.data} {data} {c.data}"
    return RocqTerm(like.rows, like.cols, "", data)


def _coefficients(
    p: Problem, e: Expression, moved: Expression, way: Expression, extra: dict[str, Extra]
) -> list[Expression]:
    """The coefficients of t², t³, … in f at x + t·h."""
    scope = copy(p.scope)
    scope.letters = {**scope.letters, **{name: letter(name, r, c) for name, (_, r, c) in extra.items()}}
    value = scope.expand(e[1])
    moved = (*moved[:2], ("mul", moved[2][1], way))
    whole = from_polynomial(value.substitute({e[2]: scope.expand(moved)}))
    powers: dict[int, list[Expression]] = {}
    for term in whole[1:] if whole[0] == "add" else (whole,):
        k, rest = _power_of(term, STEP)
        powers.setdefault(k, []).append(rest)
    zero: Expression = ("number", "0") if value.shape == (1, 1) else ("zero", *value.shape)
    return [
        zero if k not in powers else powers[k][0] if len(powers[k]) == 1 else ("add", *powers[k])
        for k in range(2, max(powers, default=0) + 1)
    ]


def _power_of(term: Expression, name: str) -> tuple[int, Expression]:
    """How often a scalar letter is a factor of a term, and the other factors."""
    k, rest = 0, []
    for factor in term[1:] if term[0] == "mul" else (term,):
        if factor == ("letter", name):
            k += 1
        elif factor[0] == "pow" and factor[1] == ("letter", name):
            k += factor[2]
        else:
            rest.append(factor)
    if not rest:
        return k, ("number", "1")
    return k, rest[0] if len(rest) == 1 else ("mul", *rest)


def derivative_fact(block: Steps, h: Compare, proof: str) -> ProvedFact:
    """A hypothesis is_gradient f X G as an equation with the explicit gradient."""
    name, steps = shown(block.problem, h.left)
    block.before += steps
    value, right = block.term(explicit(block.problem, h.left)), block.term(h.right)
    return block.have("=", value, right, f"({unique(block, h.left)} {name} {proof})")


def differential_letter(block: Translator, e: Expression) -> RocqTerm:
    """A gradient or derivative inside an expression: a letter, applied to the letters on which it depends."""
    p = block.problem
    name, on = p.differentials[e]
    arguments = [block.letter(x) for x in on]
    text = " ".join([name, *(block.typed(a) for a in arguments)])
    result = explicit(p, e)
    value = block.term(result)
    proof = " ".join([f"({name_of_equation(name)}", *(block.typed(a) for a in arguments)]) + ")"
    return block.define(f"D {text}", text, value, lambda: (value, proof))


def name_of_equation(name: str) -> str:
    """The name of the step with the value of a derivative's letter."""
    return f"pc_E_{name}"


def name_of_hypothesis(name: str) -> str:
    """The name of the hypothesis that a letter is the derivative."""
    return f"pc_D_{name}"


def binder(p: Problem, e: Expression) -> tuple[str, str]:
    """The letter for a derivative with its type, and the hypothesis that it is one."""
    name, on = p.differentials[e]
    block = Translator(p)
    rows, cols = p.scope.expand(e).shape
    types = [p.letter_type(x) for x in on]
    typed = " -> ".join([*types, p.type_of(rows, cols)])
    value = f"({' '.join([name, *(p.names[x] for x in on)])})" if on else name
    quantified = "".join(f"forall ({p.names[x]} : {p.letter_type(x)}), " for x in on)
    return f"({name} : {typed})", f"({quantified}{relation_text(block, e, value)})"


def value(p: Problem, e: Expression) -> list[str]:
    """Steps that give the letter for a derivative its value, with the proof that it is the derivative."""
    name, on = p.differentials[e]
    typed = [f"({p.names[x]} : {p.letter_type(x)})" for x in on]
    block, arguments = Translator(p), [p.names[x] for x in on]
    text = block.typed(block.term(explicit(p, e)))
    function = f"fun {' '.join(typed)} => {text}" if on else text
    quantified = f"forall {' '.join(typed)}, " if on else ""
    applied = " ".join([name, *arguments])
    found, steps = shown(p, e)
    clear = " ".join(f"try clear dependent {x}. move=> {x}." for x in arguments)
    equal = f"fun {' '.join('_' for _ in on)} => erefl" if on else "erefl"
    return [
        f"pose {name} := {function}.",
        f"have {name_of_equation(name)} : {quantified}{applied} = {text} := {equal}.",
        f"have {name_of_hypothesis(name)} : {quantified}{relation_text(Translator(p), e, f'({applied})')}.",
        *["{ " + clear, *steps, f"exact {found}. }}"],
    ]


def equation(p: Problem, e: Expression) -> list[str]:
    """Steps that prove the equation of the letter for a derivative."""
    name, on = p.differentials[e]
    block = Translator(p)
    value = block.term(explicit(p, e))
    found, steps = shown(p, e)
    arguments = [p.names[x] for x in on]
    quantified = "".join(f"forall ({p.names[x]} : {p.letter_type(x)}), " for x in on)
    applied = " ".join([name, *arguments])
    return [
        f"have {name_of_equation(name)} : {quantified}{applied} = {block.typed(value)}.",
        "{ " + " ".join(f"try clear dependent {x}. move=> {x}." for x in arguments),
        *steps,
        f"exact ({unique(block, e)} ({' '.join([name_of_hypothesis(name), *arguments])}) {found}). }}",
    ]
