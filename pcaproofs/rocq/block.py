"""One block of a proof: an environment of variables, and expressions, facts and steps over it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pcaproofs.kernel import Compare, Dimension, Expression
from pcaproofs.rocq import terms
from pcaproofs.rocq.problem import Problem
from pcaproofs.rocq.refusal import NotCarriedOver
from pcaproofs.rocq.terms import ATOM, ONE, POSTFIX, ZERO, Term, scalar

HOLDS = {"=": "{} = 0", ">": "0 < {}", ">=": "0 <= {}", "!=": "{} != 0"}
FROM_SIDES = {"=": "sub0", ">": "gt0", ">=": "ge0", "!=": "ne0"}
ENV = "pc_ds pc_ms pc_ss pc_h pc_w"


@dataclass(frozen=True)
class Fact:
    """term has the relation to 0, by the proof."""

    relation: str
    term: Term
    proof: str


@dataclass(frozen=True)
class _Definition:
    matrix: bool
    index: int
    term: Term
    proof: str


Values = Mapping[str, Expression]
Extra = tuple[str, Dimension, Dimension]  # text, rows, columns


class Block:
    """Translates expressions, allocating variables as they occur; `finish` puts the environment in front.

    values: what some letters are replaced by. extra: letters that are not the statement's. lets: the certificate's.
    """

    def __init__(self, problem: Problem, values: Values | None = None, extra: Mapping[str, Extra] | None = None):
        self.problem, self.values, self.extra = problem, dict(values or {}), dict(extra or {})
        self.shared = dict(problem.shared)
        self.dims: list[Dimension] = []
        self.matrices: dict[str, tuple[int, str, Dimension, Dimension]] = {}
        self.scalars: dict[str, tuple[int, str]] = {}
        self.nonzero: dict[int, str] = {}
        self.definitions: list[_Definition] = []
        self.defined: dict[str, Term] = {}
        self.lets: dict[Expression, str] = {}
        self.before: list[str] = []
        self.lines: list[str] = []
        self.known: dict[str, Callable[[], Fact]] = {}
        self.found: dict[str, Fact] = {}

    # -------------------------------------------------------------------------------------------- variables
    def code(self, n: Dimension) -> int:
        """The code of a dimension."""
        if n == 1:
            return 0
        if n not in self.dims:
            if isinstance(n, int) and n > 1000:
                raise NotCarriedOver(f"the dimension {n}, which is above 1000")
            self.dims.append(n)
        return self.dims.index(n) + 1

    def variable(self, key: str, text: str, rows: Dimension, cols: Dimension) -> Term:
        """The variable for a key, whose value is what the text says."""
        binds = ATOM if re.fullmatch(r"[\w']+", text) else POSTFIX
        if (rows, cols) == (1, 1):
            i, text = self.scalars.setdefault(key, (len(self.scalars), text))
            return scalar(text, f"(SBase (BVar {i}))", binds)
        i, text, *_ = self.matrices.setdefault(key, (len(self.matrices), text, rows, cols))
        return Term(rows, cols, text, f"(MVar {self.code(rows)} {self.code(cols)} {i})", binds)

    def letter(self, name: str) -> Term:
        """A letter of the statement, or what it is replaced by."""
        p = self.problem
        if name in self.values:
            value = self.at({}, self.values[name])
            if value.open:
                value = replace(value, text=self.typed_argument(value), binds=ATOM, open=False)
            return replace(value, of=None, kept=True)
        if name in self.extra:
            return self.variable(name, *self.extra[name])
        if name.startswith("1["):
            n = next(n for n in p.statement.ones if f"1[{n}]" == name)
            if n == 1:
                return replace(self.variable(name, "1", 1, 1), open=True, kept=True)
            return replace(self.variable(name, f"'1_{p.size(n)}", n, 1), binds=POSTFIX, open=True)
        if name in p.bases:
            return replace(self.variable(name, f"'e_{p.bases[name]}", *p.shapes[name]), binds=POSTFIX, open=True)
        return self.variable(name, p.names[name], *p.shapes[name])

    def type_of(self, a: Term) -> str:
        """The type of a term."""
        return self.problem.type_of(a.rows, a.cols)

    def typed_argument(self, a: Term) -> str:
        """The text as one argument, with its type where that is open."""
        return self.typed(a) if a.open else a.at(ATOM)

    def typed(self, a: Term) -> str:
        """The text with its type, as one argument."""
        return f"({a.text} : {self.type_of(a)})"

    # -------------------------------------------------------------------------------------------- expressions
    def ex(self, e: Expression) -> Term:
        """An expression of the kernel."""
        if e in self.lets:
            return self.letter(self.lets[e])
        if e in self.shared:
            inside = self.unshared(e)
            return replace(inside, text=self.shared[e], binds=ATOM, open=False, of=None, kept=True)
        if id(e) in self.problem.sums:
            from pcaproofs.rocq.sums import sum_letter

            return sum_letter(self, e)
        return self._node(e)

    def unshared(self, e: Expression) -> Term:
        """An expression that has a name, without it."""
        shared, self.shared = self.shared, {k: v for k, v in self.shared.items() if k != e}
        try:
            return self.ex(e)
        finally:
            self.shared = shared

    def _node(self, e: Expression) -> Term:
        p = self.problem
        match e:
            case ("number", str(value)):
                return terms.rational(Fraction(value))
            case ("eye", n):
                return ONE if n == 1 else Term(n, n, "1%:M", f"(MId {self.code(n)})", POSTFIX, True)
            case ("zero", rows, cols):
                if (rows, cols) == (1, 1):
                    return ZERO
                return Term(rows, cols, "0", f"(MZero {self.code(rows)} {self.code(cols)})", ATOM, True)
            case ("letter", str(name)):
                return self.letter(name)
            case ("size", str(n)):
                return scalar(f"{p.size(n)}%:R", f"(SBase (BDim {self.code(n)}))", POSTFIX, open=True)
            case ("inverse", str(name), int(k)):
                return self._inverse(name, k)
            case ("add", *some):
                return self._sum([self.ex(x) for x in some])
            case ("mul", *some):
                return self._product([self.ex(x) for x in some])
            case ("t", a):
                return terms.transposed(self.ex(a))
            case ("tr", ("mul", ("t", a), b)) if a == b:
                inside = self.ex(a)
                return terms.squared_norm(inside, self.type_of(inside))
            case ("tr", a):
                inside = self.ex(a)
                return terms.trace(inside, self.type_of(inside))
            case ("pow", a, int(k)):
                base = self.ex(a)
                return terms.power(base, k, None if base.is_scalar or k else self.ex(("eye", base.rows)))
            case (("gradient" | "derivative"), *_):
                from pcaproofs.rocq.derivatives import differential_letter

                return differential_letter(self, e)
        raise NotCarriedOver(f"the expression {e[0]}")

    def _sum(self, some: list[Term]) -> Term:
        """Positive terms first, so that it does not begin with a minus."""
        first, *rest = sorted(some, key=lambda a: a.of is not None)
        for a in rest:
            first = terms.plus(first, a)
        return first

    def _product(self, some: list[Term]) -> Term:
        """Scalars that stand in front are multiplied last, so that they stand in front of the whole product."""
        k = next((i for i, a in enumerate(some) if not a.is_scalar), len(some))
        products = []
        for part in (some[:k], some[k:]):
            if part:
                first, *rest = part
                for a in rest:
                    first = terms.times(first, a)
                products.append(first)
        return products[0] if len(products) == 1 else terms.times(*products)

    def _inverse(self, name: str, k: int) -> Term:
        p = self.problem
        if name in p.scope.sizes:
            a = scalar(f"{p.size(name)}%:R^-1", f"(SInv (BDim {self.code(name)}))", POSTFIX, open=True)
        else:
            if name in self.values or name in p.variables:
                raise NotCarriedOver(f"1/{name} where {name} varies")
            a = self.letter(name)
            i = self.scalars[name][0]
            self.nonzero[i] = self._nonzero(name)
            a = scalar(f"{a.text}^-1", f"(SInv (BVar {i}))", POSTFIX)
        return a if k == 1 else terms.power(a, k)

    def _nonzero(self, name: str) -> str:
        for hypothesis, h in self.problem.fixed:
            if h.left == ("letter", name) and h.right == ("number", "0") and h.relation in (">", "!="):
                proof = self.problem.hypothesis[hypothesis]
                return f"(gt_ne {proof})" if h.relation == ">" else proof
        raise NotCarriedOver(f"1/{name} where {name} varies")

    def define(self, key: str, text: str, term: Term, proof: str) -> Term:
        """A variable that is equal to a term over the variables, by the proof."""
        if key not in self.defined:
            a = self.variable(key, text, term.rows, term.cols)
            i = (self.scalars if a.is_scalar else self.matrices)[key][0]
            self.definitions.append(_Definition(not a.is_scalar, i, term, proof))
            self.defined[key] = replace(a, binds=a.binds if a.binds == ATOM else terms.SUM)
        return self.defined[key]

    def at(self, values: Values, e: Expression) -> Term:
        """An expression with letters replaced."""
        outside, self.values = self.values, dict(values)
        try:
            return self.ex(e)
        finally:
            self.values = outside

    def difference(self, left: Expression, right: Expression) -> Term:
        """left - right."""
        return terms.minus(self.ex(left), self.ex(right))

    # -------------------------------------------------------------------------------------------- facts
    def fresh(self, wish: str) -> str:
        """A name for a step."""
        return self.problem.fresh(wish)

    def denotation(self, a: Term) -> str:
        """What the embedded expression means, as text."""
        return f"(den{'s' if a.is_scalar else 'm'} pc_ms pc_ss {a.data})"

    def have(self, relation: str, a: Term, proof: str, wish: str = "F") -> Fact:
        """A step that says what relation a term has to 0."""
        name = self.fresh(wish)
        self.lines.append(f"have {name} : {HOLDS[relation].format(self.denotation(a))} := {proof}.")
        return Fact(relation, a, name)

    def fact(self, name: str) -> Fact:
        """A fact that a certificate cites."""
        if name not in self.found:
            if name in self.known:
                self.found[name] = self.known[name]()
            elif (given := self._given(name)) is not None:
                self.found[name] = given
            else:
                raise NotCarriedOver(f"the fact {name!r}, which is none of the statement's")
        return self.found[name]

    def _given(self, name: str) -> Fact | None:
        """What is true of dimensions and of columns of ones."""
        p = self.problem
        for n in p.statement.ones:
            if name == f"ones {n}":
                one = self.ex(("letter", f"1[{n}]"))
                size = ("size", n) if isinstance(n, str) else ("number", str(n))
                a = terms.minus(scalar("", terms.norm_data(one)), self.ex(size))
                return Fact("=", a, "(sub0 (expr1n _ 2))" if n == 1 else f"(ones_fact K {p.size(n)})")
        for n in p.sizes:
            number, positive = self.ex(("size", n)), f"pc_{p.size(n)}_gt0"
            if name == f"{n} > 0":
                return Fact(">", number, f"(dim_gt0 K {positive})")
            if name == f"{n} >= 1":
                return Fact(">=", terms.minus(number, ONE), f"(dim_ge1 K {positive})")
            if name == f"1/{n} > 0":
                return Fact(">", self.ex(("inverse", n, 1)), f"(dim_inv K {positive})")
        return None

    def hypothesis(self, name: str, h: Compare, proof: str) -> Fact:
        """A hypothesis, proved by the name that it has in the context."""
        p = self.problem
        if (basis := p.basis_fact(h)) is not None:
            lemma = {"unit": "basis_unit K {}", "ones": "basis_ones K {}"}.get(basis[0], "")
            proof = f"({lemma.format(p.bases[basis[1]])})" if lemma else f"(basis_orthogonal K {proof})"
            return self.have("=", self.difference(h.left, h.right), f"sub0 {proof}")
        if name in p.roots:
            root = p.roots[name]
            factor = self.letter(root.letter)
            a = terms.minus(self.ex(root.of), terms.times(terms.transposed(factor), factor))
            return self.have("=", a, f"sub0 {proof}_root")
        if p.says_derivative(h):
            from pcaproofs.rocq.derivatives import derivative_fact

            return derivative_fact(self, h, proof)
        return self.have(h.relation, self.difference(h.left, h.right), f"{FROM_SIDES[h.relation]} {proof}")

    # -------------------------------------------------------------------------------------------- the environment
    def finish(self) -> list[str]:
        """The steps of the block, with its environment in front."""
        p = self.problem
        matrices = [
            f"@Letter K pc_ds {self.code(r)} {self.code(c)} ({text} : {p.type_of(r, c)})"
            for _, text, r, c in self.matrices.values()
        ]
        literal = [f"Some {n}%N" if isinstance(n, int) else "None" for n in self.dims]
        nonzero = [f"{i}%N" for i in sorted(self.nonzero)]
        positive = " ".join(f"?pc_{p.names[n]}_gt0" for n in self.dims if isinstance(n, str))
        zero_free = "I"
        for i in sorted(self.nonzero, reverse=True):
            zero_free = f"(conj {self.nonzero[i]} {zero_free})"
        last = len(self.definitions)
        names = [f"pc_h{i}" if i < last else "pc_h" for i in range(last + 1)]
        proofs = [f"pc_w{i}" if i < last else "pc_w" for i in range(last + 1)]
        sizes = [f"{n}%N" if isinstance(n, int) else p.names[n] for n in self.dims]
        out = [
            f"pose pc_ds : seq nat := {_seq(sizes)}.",
            f"pose pc_ms : seq (letter_of K pc_ds) := {_seq(matrices)}.",
            f"pose pc_ss : seq K := {_seq([text for _, text in self.scalars.values()])}.",
            f"pose {names[0]} := Hints {_seq(literal)} {_seq(nonzero)} [::] [::].",
            f"have {proofs[0]} : well_formed pc_ms pc_ss {names[0]} "
            f"by apply: well_formed_plain; [rewrite /pc_ds /= {positive} | by [] | exact: {zero_free}].",
        ]
        for k, d in enumerate(self.definitions):
            kind = "matrix" if d.matrix else "scalar"
            out.append(f"pose {names[k + 1]} := define_{kind} {names[k]} {d.index} {d.term.data}.")
            out.append(
                f"have {proofs[k + 1]} : well_formed pc_ms pc_ss {names[k + 1]} := "
                f"@define_{kind}_wf K pc_ds pc_ms pc_ss {names[k]} {d.index} "
                + (f"{self.code(d.term.rows)} {self.code(d.term.cols)} " if d.matrix else "")
                + f"{d.term.data} {proofs[k]} {d.proof}."
            )
        return [*self.before, *out, *self.lines]


def _seq(some: Sequence[str]) -> str:
    return f"[:: {'; '.join(some)}]" if some else "[::]"


def listed(some: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Data as one list, and their proofs as one conjunction."""
    proofs = "I"
    for _, proof in reversed(some):
        proofs = f"(conj {proof} {proofs})"
    return _seq([data for data, _ in some]), proofs
