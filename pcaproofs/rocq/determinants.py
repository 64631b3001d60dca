r"""Determinants, adjugates and powers cⁿ for Rocq, and the proofs of the theorems that a reading uses.

A reading has letters for them and adds what theorems say of these letters. Here each becomes `\det A`, `\adj A` or
`c ^+ n`, and each theorem that the certificate cites is proved: from the library's lemmas, or from the determinants of
both sides of a hypothesis. Theorems without a proof here are refused by name: logarithms, derivatives, Kronecker
products, determinants of size 4 as polynomials in traces, and adjugates of products.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pcaproofs.certificates import facts_of
from pcaproofs.kernel import Certificate, Cofactor, Compare, Expression, Polynomial, Proof, Statement
from pcaproofs.language.accounts import COMPUTED, account
from pcaproofs.language.derived import ONE, THEOREM, Kind, definition
from pcaproofs.language.varying import JACOBI
from pcaproofs.rocq.block import Translator
from pcaproofs.rocq.function_text import MINUS, NORMAL, as_named, determinant, is_plain, letter_of, unnamed
from pcaproofs.rocq.problem import Functions, Problem
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.statement import relation
from pcaproofs.rocq.steps import Steps
from pcaproofs.rocq.tactics import step
from pcaproofs.terms import letters_in, sides, walk


def functions_of(statement: Statement, reading: Any, certificate: Certificate | None = None) -> Functions:
    """The determinants in the reading of a statement; raises NotTranslated for functions that the library lacks.

    certificate: determines the theorems that the proof needs; by default all.
    """
    letters = {x: d for x, d in reading.derived.items() if d.kind in COMPUTED}
    if not letters and not reading.functions:
        return Functions()
    if f"{THEOREM}{JACOBI}" in reading.assumed:
        raise NotTranslated("the derivative of a determinant, of which its library has no theorems")
    if any(d.kind is Kind.LOGARITHM for d in letters.values()):
        raise NotTranslated("a logarithm, of which its library has no theorems")
    shapes = {name: (rows, cols) for name, rows, cols in statement.letters}
    own = {h for x, d in reading.derived.items() if x not in letters for h in definition(x, d, shapes.get(x, (1, 1)))}
    known = dict(statement.hypotheses)
    laws = [x for entry in account(statement, reading) if entry.kind == "theorem" for x in entry.names]
    laws = [x for x in laws if known[x] not in own]
    shown = {id(e) for whole in _expressions(statement) for e in walk(whole)}
    for value, kind, of in reading.functions:
        if of is None:
            raise NotTranslated(f"the {kind.value} of a Kronecker product, of which its library has no theorems")
        if id(value) not in shown and not is_plain(value, of, letters):
            raise NotTranslated(f"a {kind.value} that is printed in another form than it was written")
    nodes = tuple((value, kind, of) for value, kind, of in reading.functions if id(value) in shown and of is not None)
    cited = frozenset(laws) if certificate is None else frozenset(laws) & facts_of(certificate)
    return Functions(letters, frozenset(laws), cited, nodes)


def _expressions(statement: Statement) -> Iterator[Expression]:
    for _, h in statement.hypotheses:
        yield from (h.left, h.right)
    yield from sides(statement.conclusion)


# ------------------------------------------------------------------------------------------------------ proofs
@dataclass(frozen=True)
class _Fact:
    """left = right, by a proof that may need steps before it."""

    left: Expression
    right: Expression
    proof: str
    before: Sequence[str] = ()


def proved(p: Problem, name: str, h: Compare) -> list[str]:
    """The steps that prove the hypothesis of a theorem, under its name; raises NotTranslated."""
    said = f"{p.hypothesis[name]} : {relation(p, h)}"
    if (tactic := _directly(p, h)) is not None:
        return [f"have {said} by {tactic}."]
    if h.relation == "=":
        wanted = p.scope.difference(h.left, h.right)
        for fact in _facts(p, h):
            if (scale := _multiple(wanted, p.scope.difference(fact.left, fact.right))) is not None:
                return [*fact.before, *step(said, "", _from(p, h, fact, scale))]
    raise NotTranslated(f"the theorem {name}, of which its library has no proof")


def _from(p: Problem, h: Compare, fact: _Fact, scale: Fraction) -> list[str]:
    """The steps that prove an equation to be a multiple of a fact."""
    block = Steps(p)
    block.known["theorem"] = lambda: block.have("=", block.term(fact.left), block.term(fact.right), fact.proof)
    proof = Proof(cofactors=(Cofactor("theorem", False, ("number", str(scale)), ONE),))
    block.prove("=", block.term(h.left), block.term(h.right), proof)
    return block.finish()


def _multiple(p: Polynomial, q: Polynomial) -> Fraction | None:
    """The c with p = c·q."""
    if p.shape != q.shape or not q.terms or p.terms.keys() != q.terms.keys():
        return None
    monomial = next(iter(q.terms))
    c = Fraction(p.terms[monomial]) / Fraction(q.terms[monomial])
    return c if p == q.scaled(c) else None


def _directly(p: Problem, h: Compare) -> str | None:
    """The tactic for a definition, or for the sign of a power."""
    letters = p.functions.letters
    d = letters.get(h.left[1]) if h.left[0] == "letter" else None
    if d is not None and d.kind is Kind.NAMED and h == Compare(h.left, "=", d.of or ONE):
        return "[]"
    if h.left[0] == "pow" and h.right == ONE and h.relation == "=" and h.left[1:] == (h.left[1], 2):
        d = letters.get(h.left[1][1])
        if d is not None and d.kind is Kind.POWER and d.of is not None and d.of[1] == MINUS:
            return "rewrite sqrr_sign"
    if d is not None and d.kind is Kind.POWER and d.of is not None and h.relation in (">", ">=", "!="):
        if d.of[1][0] in ("size", "number") and h.relation == ">":
            return "rewrite exprn_gt0 // ltr0n"
        lemma = {">": "exprn_gt0", ">=": "exprn_ge0", "!=": "expf_neq0"}[h.relation]
        return f"rewrite {lemma}"
    return None


def _facts(p: Problem, h: Compare) -> Iterator[_Fact]:
    """The facts of the library about the determinants and adjugates in a law."""
    letters, inside = p.functions.letters, letters_in(h.left, h.right)
    text = Translator(p)
    for x in sorted(inside & letters.keys()):
        d = letters[x]
        if d.of is None or d.kind not in (Kind.DETERMINANT, Kind.ADJUGATE):
            continue
        letter: Expression = ("letter", x)
        of = unnamed(d.of, letters)
        a = text.term(of)
        n, argument = a.rows, text.typed_argument(a)
        if d.kind is Kind.ADJUGATE:
            if (det := letter_of(p, of)) is not None:
                yield _Fact(("mul", letter, of), ("mul", det, ("eye", n)), f"(adj_mulmx_scaled {argument})")
                yield _Fact(("mul", of, letter), ("mul", det, ("eye", n)), f"(mulmx_adj_scaled {argument})")
            if n == 2:
                right = ("add", ("mul", ("tr", of), ("eye", n)), ("mul", MINUS, of))
                yield _Fact(letter, right, f"(adj2 {argument})")
            continue
        if n == 2:
            trace: Expression = ("tr", of)
            square: Expression = ("mul", of, of)
            right = ("add", ("mul", trace, trace), ("mul", MINUS, ("tr", square)))
            yield _Fact(("add", letter, letter), right, f"(det2_traces {argument})")
            whole = ("add", square, ("mul", letter, ("eye", n)), ("mul", MINUS, trace, of))
            yield _Fact(whole, ("zero", n, n), f"(cayley2 {argument})")
        if n == 3:
            yield _of_size_3(letter, of, argument)
        yield from _rank_one(p, letter, of)
    yield from _updated(p, h)
    yield from _equations(p)


def _of_size_3(letter: Expression, of: Expression, argument: str) -> _Fact:
    """6·det(A) + 3·tr(A)·tr(A²) = tr(A)³ + 2·tr(A³)."""
    trace: Expression = ("tr", of)
    square: Expression = ("mul", trace, ("tr", ("mul", of, of)))
    cube: Expression = ("tr", ("mul", of, of, of))
    thrice: Expression = ("add", letter, letter, letter)
    left: Expression = ("add", letter, letter, letter, thrice, ("add", square, square, square))
    right: Expression = ("add", ("mul", trace, trace, trace), ("add", cube, cube))
    return _Fact(left, right, f"(det3_traces {argument})")


def _rank_one(p: Problem, letter: Expression, of: Expression) -> Iterator[_Fact]:
    """det(I + uw) = 1 + wu."""
    if of[0] != "add" or len(of) != 3 or of[1][0] != "eye" or of[2][0] != "mul" or len(of[2]) != 3:
        return
    _, u, w = of[2]
    text = Translator(p)
    a, b = text.term(u), text.term(w)
    if (a.cols, b.rows) == (1, 1) and not a.is_scalar:
        proof = f"(det_rank1 {text.typed_argument(a)} {text.typed_argument(b)})"
        yield _Fact(letter, ("add", ONE, ("mul", w, u)), proof)


def _updated(p: Problem, h: Compare) -> Iterator[_Fact]:
    """det(A + uw) = det(A)·(1 + wA⁻¹u), for the inverse that a hypothesis says."""
    match h.right:
        case ("mul", ("letter", str(x)), ("add", ("number", "1"), ("mul", w, ("letter", str(y)), u))):
            d = p.functions.letters.get(x)
        case _:
            return
    if d is None or d.kind is not Kind.DETERMINANT or d.of is None:
        return
    a, text = unnamed(d.of, p.functions.letters), Translator(p)
    inverse = [p.hypothesis[k] for k, g in p.fixed if g.left == ("mul", a, ("letter", y)) and g.right[0] == "eye"]
    whole: Expression = ("add", a, ("mul", u, w))
    named = as_named(p, whole)
    det = letter_of(p, p.functions.letters[named[0]].of or ONE) if named is not None else None
    if not inverse or named is None or det is None:
        return
    n, inside = text.term(a).rows, Steps(p)
    inside.settle(inside.term(whole), inside.term(named[1]))
    same, fact = p.fresh("same"), p.fresh("det")
    negative = named[1][0] == "mul"
    power = next((("letter", k) for k, e in p.functions.letters.items() if e.of == ("pow", MINUS, n)), None)
    if negative and power is None:
        return
    left: Expression = ("mul", power, det) if negative and power is not None else det
    lines = step(f"{same} : {text.term(whole).text} = {text.typed(text.term(named[1]))}", "", inside.finish())
    lemma = f"(det_update1 {text.typed_argument(text.term(u))} {text.typed_argument(text.term(w))} {inverse[0]})"
    said = relation(p, Compare(left, "=", h.right))
    yield _Fact(left, h.right, fact, [*lines, f"have {fact} : {said} by rewrite -{lemma} {same} ?det_opp ?det_tr."])


def _equations(p: Problem) -> Iterator[_Fact]:
    """det(L) = det(R) for every hypothesis L = R about square matrices."""
    for name, h in p.fixed:
        if name in p.functions.laws or h.relation != "=" or p.basis_fact(h) is not None or name in p.roots:
            continue
        left, right = (determinant(p, e) for e in (h.left, h.right))
        if left is not None and right is not None:
            fact = p.fresh("det")
            said = relation(p, Compare(left, "=", right))
            by = f"by move: (congr1 (@determinant K _) {p.hypothesis[name]}); {NORMAL}."
            yield _Fact(left, right, fact, [f"have {fact} : {said} {by}"])
