"""A counterexample as a theorem: over no field does the statement hold, because it fails at the matrices shown."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pcaproofs.goals import BETTER, MAIN
from pcaproofs.kernel import Compare, Dimension, Optimum, Statement
from pcaproofs.rocq.block import Block
from pcaproofs.rocq.environment import HOLDS, seq
from pcaproofs.rocq.problem import Problem
from pcaproofs.rocq.refusal import NotCarriedOver
from pcaproofs.rocq.statement import Written
from pcaproofs.rocq.terms import LARGEST, Term, minus, times, transposed
from pcaproofs.rocq.theorem import conjunction
from pcaproofs.terms import is_ones

Entries = Sequence[Sequence[Fraction]]
VALUES = "pc_ds pc_cs pc_vs pc_qs"
TO_SIDES = {"=": "subr0_eq", ">": "subr0_gt", ">=": "subr0_ge", "!=": "subr0_neq"}
EVALUATED = {"=": "zero_{}", ">": "positive_{}", ">=": "nonnegative_{}", "!=": "nonzero_{}"}


class Refutation:
    """definition: that the statement holds over no field, as text. proof: the script that proves it."""

    def __init__(self, statement: Statement, example: Any):
        self.problem = Problem(statement, roots_exist=False)
        if self.problem.differentiated:
            raise NotCarriedOver("a counterexample to a statement about derivatives")
        if not isinstance(statement.conclusion, Compare | Optimum) or example.goal not in (MAIN, BETTER):
            raise NotCarriedOver(f"a counterexample to the goal {example.goal}")
        self.conclusion = statement.conclusion
        self.example_sides: tuple[Entries, Entries] = (example.left, example.right)
        self.sizes: dict[str, int] = dict(example.dimensions)
        self.letters: dict[str, Entries] = dict(example.letters)
        self.written = Written(self.problem)
        self.definition = self.written.negation()
        self.block = Block(self.problem)
        self.steps: list[str] = []
        self.proof = self._proof()
        self.data = self.problem.data

    def _proof(self) -> list[str]:
        p, block = self.problem, self.block
        given = [self._hypothesis(name, h) for name, h in p.fixed if self.written.hypothesis(name, h)]
        hidden = self.written.hidden()
        arguments = [p.names[n] for n in p.sizes] + [p.names[x] for x in p.shapes if x not in hidden]
        arguments += [*p.bases.values(), *("isT" for _ in p.sizes), *given]
        use = f"(pc_H {' '.join(arguments)})" if arguments else "pc_H"
        final = self._compare(use) if isinstance(self.conclusion, Compare) else self._optimum(self.conclusion, use)
        environment = self._environment()
        block.close()
        return ["move=> K pc_H.", *self._values(), *environment, *self.steps, f"exact {final}."]

    # -------------------------------------------------------------------------------------------- what is computed
    def _evaluated(self, a: Term, relation: str, test: str, place: str = "") -> str:
        """A step that says what relation a term has to 0, which Rocq computes; its name."""
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
            square = minus(block.ex(root.of), times(transposed(factor), factor))
            return f"(psd_square {self._evaluated(square, HOLDS['='], EVALUATED['='])})"
        if p.basis_fact(h) is not None:
            return "isT"
        return self._holds(block.difference(h.left, h.right), h.relation)

    def _holds(self, difference: Term, relation: str) -> str:
        step = self._evaluated(difference, HOLDS[relation], EVALUATED[relation])
        return f"({TO_SIDES[relation]} {step})"

    def _compare(self, use: str) -> str:
        c, block = self.conclusion, self.block
        assert isinstance(c, Compare)
        a = block.difference(c.left, c.right)
        if c.relation == ">=":
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
        """A feasible choice that is better than the optimum that is claimed."""
        p, block = self.problem, self.block
        feasible = conjunction([self._holds(block.difference(h.left, h.right), h.relation) for _, h in p.constraints])
        here, best = block.ex(c.objective), block.at(dict(c.at), c.objective)
        gap = minus(here, best) if c.sense == "min" else minus(best, here)
        worse = self._evaluated(gap, "{} < 0", "negative_s")
        choice = ", ".join(p.names[name] for name, _ in c.at)
        optimal = use if c.value is None and not c.exactly else f"(proj1 {use})"
        return f"(subr_lt0_nge {worse} (proj2 {optimal} ({choice}) {feasible}))"

    # -------------------------------------------------------------------------------------------- the matrices
    def _size(self, n: Dimension) -> int:
        return n if isinstance(n, int) else self.sizes[n]

    def _values(self) -> list[str]:
        """The dimensions, letters and indices of basis vectors get their values."""
        p = self.problem
        lines = [f"pose {p.names[n]} := {self.sizes[n]}%N." for n in p.sizes]
        for name, (rows, cols) in p.shapes.items():
            if name in p.bases:
                (k,) = [i for i, (x,) in enumerate(self.letters[name]) if x]
                lines.append(f"pose {p.bases[name]} : 'I_{p.size(rows)} := @Ordinal {self._size(rows)} {k} isT.")
            elif (rows, cols) == (1, 1):
                lines.append(f"pose {p.names[name]} : K := q2r K {_rational(self.letters[name][0][0])}.")
            else:
                value = f"mx_of K {p.size(rows)} {p.size(cols)} {_table(self.letters[name])}"
                lines.append(f"pose {p.names[name]} : {p.type_of(rows, cols)} := {value}.")
        for e, name in p.shared.items():
            a = Block(p).unshared(e)
            lines.append(f"pose {name} : {p.type_of(a.rows, a.cols)} := {a.text}.")
        return lines

    def _environment(self) -> list[str]:
        """The values of the variables, as rationals, and the proof that they are."""
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
            *(f"pose {one}." for one in block.spaces()),
            f"pose pc_cs : seq (nat * nat) := {seq(codes)}%N.",
            f"pose pc_vs : seq qmatrix := {seq(tables)}.",
            f"pose pc_qs : seq QArith_base.Q := {seq(scalars)}.",
            "pose pc_ss : seq K := map (q2r K) pc_qs.",
            f"have pc_given : values pc_ms pc_cs pc_vs := {proof}.",
        ]


def _rational(q: Fraction) -> str:
    """A rational number as the library spells it."""
    if max(abs(q.numerator), q.denominator) > LARGEST:
        raise NotCarriedOver(f"a counterexample with the number {q}")
    if q < 0:
        return f"(qopp {_rational(-q)})"
    return f"(qnat {q})" if q.denominator == 1 else f"(qmul (qnat {q.numerator}) (qinv (qnat {q.denominator})))"


def _table(entries: Entries) -> str:
    return seq([seq([_rational(Fraction(x)) for x in row]) for row in entries])
