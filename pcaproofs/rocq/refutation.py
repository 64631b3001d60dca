"""A counterexample as a theorem: the statement holds over no field, because it fails at the matrices shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pcaproofs.goals import GoalKind
from pcaproofs.kernel import Compare, Dimension, Expression, Optimum, SameOptimisers, Statement
from pcaproofs.rocq import derivatives
from pcaproofs.rocq.apart import Bound
from pcaproofs.rocq.block import Translator
from pcaproofs.rocq.environment import HOLDS, seq
from pcaproofs.rocq.prepare import prepared
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.statement import Written, relation
from pcaproofs.rocq.tactics import conjunction, nested, nested_right
from pcaproofs.rocq.terms import ATOM, UNARY, RocqTerm, minus, times, transposed
from pcaproofs.rocq.theorem import Lemma
from pcaproofs.terms import is_ones

Entries = Sequence[Sequence[Fraction]]
VALUES = "pc_ds pc_cs pc_vs pc_qs"
TO_SIDES = {"=": "subr0_eq", ">": "subr0_gt", ">=": "subr0_ge", "!=": "subr0_neq"}
EVALUATED = {"=": "zero_{}", ">": "positive_{}", ">=": "nonnegative_{}", "!=": "nonzero_{}"}


class AtValues(Translator):
    """Expressions at a counterexample, with the kernel's value of each derivative."""

    def differential(self, e: Expression) -> RocqTerm:
        """The value of a derivative, in place of the letter that the statement has for it."""
        value = self.term(derivatives.explicit(self.problem, e))
        return replace(value, text=self.typed_argument(value), binds=ATOM, open=False, negated=None, kept=True)


class Refutation:
    """definition: that the statement holds over no field, as text. proof: the script that proves it."""

    def __init__(self, statement: Statement, example: Any):
        self.problem = prepared(statement, roots_exist=False)
        self.conclusion, self.goal = statement.conclusion, example.goal
        self.example_sides: tuple[Entries, Entries] = (example.left, example.right)
        self.sizes: dict[str, int] = dict(example.dimensions)
        self.letters: dict[str, Entries] = dict(example.letters)
        self.written = Written(self.problem)
        self.definition = self.written.negation()
        self.block = AtValues(self.problem)
        self.steps: list[str] = []
        self.shown: list[str] = []
        self.lemmas: list[Lemma] = []
        self.proof = self._proof()
        self.data = self.problem.data

    def _proof(self) -> list[str]:
        p, block = self.problem, self.block
        given = [self._hypothesis(name, h) for name, h in p.fixed if self.written.hypothesis(name, h)]
        unnamed = self.written.unnamed()
        arguments = [p.names[n] for n in p.sizes] + [p.names[x] for x in p.shapes if x not in unnamed]
        arguments += [*p.bases.values(), *(name for name, _ in p.differentials.values()), *("isT" for _ in p.sizes)]
        arguments += [*(derivatives.name_of_hypothesis(name) for name, _ in p.differentials.values()), *given]
        use = f"(pc_all {' '.join(arguments)})" if arguments else "pc_all"
        c = self.conclusion
        if isinstance(c, SameOptimisers):
            final = self._same(c, use)
        else:
            final = [f"exact {self._compare(c, use) if isinstance(c, Compare) else self._optimum(c, use)}."]
        environment = self._environment()
        block.close()
        return ["move=> K pc_all.", *self._values(), *self._derivatives(), *environment, *self.steps, *final]

    # -------------------------------------------------------------------------------------------- what is computed
    def _evaluated(self, a: RocqTerm, relation: str, test: str, place: str = "") -> str:
        """The name of a step that compares a term with 0, which Rocq computes."""
        block, kind = self.block, "s" if a.is_scalar else "m"
        codes = "" if a.is_scalar else f"{block.code(a.rows)} {block.code(a.cols)} {place}"
        name = block.fresh("E")
        tree = block.typed_tree(a)
        lemma = f"@{test.format(kind)} K {VALUES} pc_ms pc_given {codes}{tree} _"
        said = relation.format(block.denotation(tree, a))
        self.steps.append(f"have {name} : {said} by refine ({lemma}); vm_cast_no_check (erefl true).")
        return name

    def _hypothesis(self, name: str, h: Compare) -> str:
        p, block = self.problem, self.block
        if name in p.roots:
            root = p.roots[name]
            factor = block.letter(root.letter)
            square = minus(block.term(root.square), times(transposed(factor), factor))
            return f"(psd_square {self._evaluated(square, HOLDS['='], EVALUATED['='])})"
        if p.basis_fact(h) is not None:
            return "isT"
        if p.says_derivative(h):
            shown = self._shown(h)
            same = self._holds(minus(block.term(derivatives.explicit(p, h.left)), block.term(h.right)), "=")
            said = derivatives.relation_text(Translator(p), h.left, "pc_X")
            return f"(eq_ind _ (fun pc_X => {said}) {shown} _ {same})"
        return self._holds(block.difference(h.left, h.right), h.relation)

    def _holds(self, difference: RocqTerm, relation: str) -> str:
        step = self._evaluated(difference, HOLDS[relation], EVALUATED[relation])
        return f"({TO_SIDES[relation]} {step})"

    def _compare(self, c: Compare, use: str) -> str:
        p, block = self.problem, self.block
        if p.says_derivative(c):
            use = f"({derivatives.unique(Translator(p), c.left)} {self._shown(c)} {use})"
            a = minus(block.term(derivatives.explicit(p, c.left)), block.term(c.right))
            return self._contradiction(a, "=", use)
        return self._contradiction(block.difference(c.left, c.right), c.relation, use)

    def _contradiction(self, a: RocqTerm, relation: str, use: str) -> str:
        """A proof of False; use: the proof of a relation, a: the difference of its sides, whose value excludes it."""
        if relation not in ("=", ">="):
            raise NotTranslated(f"a counterexample to a relation {relation}")
        if relation == ">=":
            return f"(subr_lt0_nge {self._evaluated(a, '{} < 0', 'negative_s')} {use})"
        if a.is_scalar:
            return f"(subr_neq0 {self._evaluated(a, HOLDS['!='], EVALUATED['!='])} {use})"
        i, j = self._differs()
        place = " ".join(f"(@Ordinal {self._size(n)} {k} isT)" for n, k in ((a.rows, i), (a.cols, j)))
        return f"(submx_neq0 {self._evaluated(a, '{} <> 0', EVALUATED['!='], f'{place} ')} {use})"

    def _differs(self) -> tuple[int, int]:
        """The place of an entry in which the two sides differ."""
        left, right = self.example_sides
        places = [(i, j) for i, row in enumerate(left) for j, x in enumerate(row) if x != right[i][j]]
        return places[0]

    def _optimum(self, c: Optimum, use: str) -> str:
        """A proof of False from the part of the optimum that fails: feasibility, optimality, value, set of optima."""
        p, block, kind, values = self.problem, self.block, self.goal.kind, dict(c.at)
        said = ["optimal", *(["value"] if c.value is not None else []), *(["exactly"] if c.exactly else [])]
        part = {name: component(use, k, len(said)) for k, name in enumerate(said)}
        here, best = block.term(c.objective), block.term_with(values, c.objective)
        if kind is GoalKind.FEASIBLE:
            names = [name for name, _ in p.constraints]
            k = names.index(self.goal.subject)
            h = p.constraints[k][1]
            a = minus(block.term_with(values, h.left), block.term_with(values, h.right))
            return self._contradiction(a, h.relation, component(f"(proj1 {part['optimal']})", k, len(names)))
        if kind is GoalKind.VALUE:
            assert c.value is not None
            return self._contradiction(minus(best, block.term(c.value)), "=", part["value"])
        feasible = conjunction([self._holds(block.difference(h.left, h.right), h.relation) for _, h in p.constraints])
        choice = f"({', '.join(p.names[name] for name, _ in c.at)}) {feasible}"
        if kind is GoalKind.BETTER:
            gap = minus(here, best) if c.sense == "min" else minus(best, here)
            return self._contradiction(gap, ">=", f"(proj2 {part['optimal']} {choice})")
        if kind is GoalKind.EXACTLY:
            as_good = self._holds(minus(here, best), "=")
            equations = f"(proj1 ({part['exactly']} {choice}) {as_good})"
            return self._compare(c.exactly[self.goal.number], component(equations, self.goal.number, len(c.exactly)))
        equations = conjunction([self._holds(block.difference(h.left, h.right), h.relation) for h in c.exactly])
        return self._contradiction(minus(here, best), "=", f"(proj2 ({part['exactly']} {choice}) {equations})")

    def _same(self, c: SameOptimisers, use: str) -> list[str]:
        """The steps that derive False: a choice is best for one problem, and another one better for the other."""
        p, block, which = self.problem, self.block, self.goal.subject
        bound = Bound(p.statement, which, self.sizes, self.letters)
        self.lemmas = bound.lemmas()
        sense, objective = c.second if which == "first" else c.first
        other: dict[str, Expression] = {}
        for name in c.variables:
            rival = f"{name}'"
            if rival in p.shapes:
                raise NotTranslated(f"a counterexample with two letters {rival}")
            block.extra[rival] = (p.names[rival], *p.shapes[name])
            other[name] = ("letter", rival)
        here, there = block.term(objective), block.term_with(other, objective)
        less = self._holds(minus(here, there) if sense == "min" else minus(there, here), ">")
        feasible = [self._holds(block.difference(h.left, h.right), h.relation) for _, h in p.constraints]
        also = []
        for _, h in p.constraints:
            left, right = block.term_with(other, h.left), block.term_with(other, h.right)
            also.append(self._holds(minus(left, right), h.relation))
        value, least = block.term(bound.objective), block.term(bound.value)
        equal = f"pc_value : ({value.text} : K) = {least.text} := {self._holds(minus(value, least), '=')}"
        choice, rivals = ("({})".format(", ".join(p.names[x] for x in some)) for some in (c.variables, other_names(c)))
        anywhere = {x: f"pc_y{i}" for i, x in enumerate(c.variables)}
        names = {**{x: p.names[x] for x in p.shapes}, **anywhere}
        constraints = {name: f"pc_C{i}" for i, (name, _) in enumerate(p.constraints)}
        bounded = bound.instance(
            names, lambda name, h: constraints[name] if name in constraints else self._hypothesis(name, h)
        )
        given = nested_right(list(constraints.values())) or "_"
        iff = f"({use} {choice})" if which == "first" else f"(iff_sym ({use} {choice}))"
        return [
            f"have {equal}.",
            f"refine (apart {iff} (conj {conjunction(feasible)} _) _).",
            f"{{ move=> {nested(list(anywhere.values()))} {given}; exact ({bound.sense}_bound pc_value {bounded}). }}",
            f"refine (not_{sense} (y := {rivals}) _ _); [exact {conjunction(also)}|exact {less}].",
        ]

    # -------------------------------------------------------------------------------------------- the matrices
    def _size(self, n: Dimension) -> int:
        return n if isinstance(n, int) else self.sizes[n]

    def _values(self) -> list[str]:
        """The steps that define dimensions, letters and indices of basis vectors by their values."""
        p = self.problem
        lines = [f"pose {p.names[n]} := {self.sizes[n]}%N." for n in p.sizes]
        for name, (rows, cols) in {**p.shapes, **{x: (r, k) for x, (_, r, k) in self.block.extra.items()}}.items():
            if name in p.bases:
                (k,) = [i for i, (x,) in enumerate(self.letters[name]) if x]
                lines.append(f"pose {p.bases[name]} : 'I_{p.size(rows)} := @Ordinal {self._size(rows)} {k} isT.")
            elif (rows, cols) == (1, 1):
                lines.append(f"pose {p.names[name]} : K := q2r K {_rational(self.letters[name][0][0])}.")
            else:
                value = f"mx_of K {p.size(rows)} {p.size(cols)} {_table(self.letters[name])}"
                lines.append(f"pose {p.names[name]} : {p.type_of(rows, cols)} := {value}.")
        for e, name in p.shared.items():
            a = Translator(p).unshared(e)
            lines.append(f"pose {name} : {p.type_of(a.rows, a.cols)} := {a.text}.")
        return lines

    # -------------------------------------------------------------------------------------------- derivatives
    def _shown(self, h: Compare) -> str:
        """The step that proves the value of a derivative, for a comparison that is written as is_gradient f X G."""
        name, steps = derivatives.shown(self.problem, h.left)
        self.shown += steps
        return name

    def _derivatives(self) -> list[str]:
        """The steps that define the letters for derivatives, with the proofs that they are the derivatives."""
        p = self.problem
        if not p.differentiated:
            return []
        lines = [f"have {p.positive(n)} : (0 < {p.names[n]})%N := isT." for n in p.sizes]
        for name, h in p.fixed:
            if h.relation in (">", "!=") and h.left[0] == "letter":  # the condition of a division
                self.steps, steps = [], self.steps
                block, self.block = self.block, AtValues(p)
                proof = self._holds(self.block.difference(h.left, h.right), h.relation)
                lines += [f"have {p.hypothesis[name]} : {relation(p, h)}.", "{"]
                lines += [*self._environment(), *self.steps, f"exact {proof}. }}"]
                self.block.close()
                self.steps, self.block = steps, block
        for e in p.differentials:
            lines += derivatives.value(p, e)
        return lines + self.shown

    def _environment(self) -> list[str]:
        """The steps that give the variables rational values, with the proof."""
        p, block = self.problem, self.block
        codes, tables, proof, scalars = [], [], "I", []
        shown = []
        for key, (_, _, rows, cols) in block.matrices.items():
            codes.append(f"({block.code(rows)}, {block.code(cols)})")
            if is_ones(key):
                tables.append(f"table {p.size(rows)} 1 (fun _ _ => qnat 1)")
                shown.append(f"(ones_value K {p.size(rows)})")
            elif key in p.bases:
                tables.append(f"table {p.size(rows)} 1 (fun x _ => qnat (x == {p.bases[key]}))")
                shown.append(f"(basis_value K {p.bases[key]})")
            else:
                tables.append(_table(self.letters[key]))
                shown.append("erefl")
        for x in reversed(shown):
            proof = f"(And3 erefl {x} {proof})"
        for key in block.scalars:
            scalars.append("qnat 1" if is_ones(key) else _rational(self.letters[key][0][0]))
        return [
            *(f"pose {one}." for one in block.spaces()[:2]),
            f"pose pc_cs : seq (nat * nat) := {seq(codes)}%N.",
            f"pose pc_vs : seq qmatrix := {seq(tables)}.",
            f"pose pc_qs : seq QArith_base.Q := {seq(scalars)}.",
            "pose pc_ss : seq K := map (q2r K) pc_qs.",
            f"have pc_given : values pc_ms pc_cs pc_vs := {proof}.",
        ]


def other_names(c: SameOptimisers) -> list[str]:
    """The names that a counterexample has for the second of its two choices."""
    return [f"{name}'" for name in c.variables]


def component(proof: str, k: int, count: int) -> str:
    """The proof of part number k of a conjunction of so many parts, nested to the right."""
    for _ in range(k):
        proof = f"(proj2 {proof})"
    return proof if k == count - 1 else f"(proj1 {proof})"


def _rational(q: Fraction) -> str:
    """A rational number as the library spells it."""
    if q < 0:
        return f"(qopp {_rational(-q)})"
    if q.denominator == 1:
        return f"(qbin {q}%num)" if q > UNARY else f"(qnat {q})"
    return f"(qmul {_rational(Fraction(q.numerator))} (qinv {_rational(Fraction(q.denominator))}))"


def _table(entries: Entries) -> str:
    return seq([seq([_rational(Fraction(x)) for x in row]) for row in entries])
