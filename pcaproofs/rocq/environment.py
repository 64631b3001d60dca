"""The environment of one block of a proof: its variables, what they are equal to, and the steps over them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pcaproofs.kernel import Dimension
from pcaproofs.rocq import terms
from pcaproofs.rocq.problem import Problem
from pcaproofs.rocq.refusal import NotCarriedOver
from pcaproofs.rocq.terms import ATOM, POSTFIX, Term, scalar

HOLDS = {"=": "{} = 0", ">": "0 < {}", ">=": "0 <= {}", "!=": "{} != 0"}


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
    value: Callable[[], tuple[Term, str]]


class Environment:
    """Allocates variables as they occur; `finish` puts them in front of the steps."""

    def __init__(self, problem: Problem):
        self.problem = problem
        self.dims: list[Dimension] = []
        self.matrices: dict[str, tuple[int, str, Dimension, Dimension]] = {}
        self.scalars: dict[str, tuple[int, str]] = {}
        self.nonzero: dict[int, str] = {}
        self.definitions: list[_Definition] = []
        self.defined: dict[str, Term] = {}
        self.before: list[str] = []
        self.lines: list[str] = []

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

    def define(self, key: str, text: str, like: Term, value: Callable[[], tuple[Term, str]]) -> Term:
        """A variable of the shape of a term; value: what it is equal to over the variables, with the proof."""
        if key not in self.defined:
            a = self.variable(key, text, like.rows, like.cols)
            i = (self.scalars if a.is_scalar else self.matrices)[key][0]
            self.definitions.append(_Definition(not a.is_scalar, i, value))
            self.defined[key] = replace(a, binds=a.binds if a.binds == ATOM else terms.SUM)
        return self.defined[key]

    def fresh(self, wish: str) -> str:
        """A name for a step."""
        return self.problem.fresh(wish)

    def denotation(self, a: Term) -> str:
        """What the embedded expression means, as text."""
        return f"(den{'s' if a.is_scalar else 'm'} pc_ms pc_ss {a.data})"

    def have(self, relation: str, a: Term, proof: str, wish: str = "F") -> Fact:
        """A step that says what relation a term has to 0."""
        name, a = self.fresh(wish), self.named(a)
        self.lines.append(f"have {name} : {HOLDS[relation].format(self.denotation(a))} := {proof}.")
        return Fact(relation, a, name)

    def named(self, a: Term) -> Term:
        """The term with a name for its data, so that Rocq reads it once."""
        if " " not in a.data:
            return a
        name = self.pose("f", self.data_type(a), a.data)
        return replace(a, data=name)

    def pose(self, wish: str, type_: str, data: str) -> str:
        """A step that gives data a name."""
        name = self.fresh(wish)
        self.lines.append(f"pose {name} : {type_} := {data}.")
        return name

    def data_type(self, a: Term) -> str:
        """The type of an embedded expression."""
        return "sexpr" if a.is_scalar else f"mexpr {self.code(a.rows)} {self.code(a.cols)}"

    def spaces(self) -> list[str]:
        """Steps that give the dimensions and the matrices their names."""
        p = self.problem
        matrices = [
            f"@Letter K pc_ds {self.code(r)} {self.code(c)} {_argument(text, p.type_of(r, c))}"
            for _, text, r, c in self.matrices.values()
        ]
        sizes = [f"{n}%N" if isinstance(n, int) else p.names[n] for n in self.dims]
        return [
            f"pose pc_ds : seq nat := {seq(sizes)}.",
            f"pose pc_ms : seq (letter_of K pc_ds) := {seq(matrices)}.",
        ]

    def finish(self) -> list[str]:
        """The steps of the block, with its environment in front."""
        p, defined = self.problem, [d.value() for d in self.definitions]
        spaces = self.spaces()
        literal = [f"Some {n}%N" if isinstance(n, int) else "None" for n in self.dims]
        nonzero = [f"{i}%N" for i in sorted(self.nonzero)]
        positive = "positive0"
        for n in reversed(self.dims):
            positive = f"(positive {f'pc_{p.names[n]}_gt0' if isinstance(n, str) else f'(ltn0Sn {n - 1})'} {positive})"
        zero_free = "I"
        for i in sorted(self.nonzero, reverse=True):
            zero_free = f"(conj {self.nonzero[i]} {zero_free})"
        last = len(self.definitions)
        names = [f"pc_h{i}" if i < last else "pc_h" for i in range(last + 1)]
        proofs = [f"pc_w{i}" if i < last else "pc_w" for i in range(last + 1)]
        out = [
            *spaces,
            f"pose pc_ss : seq K := {seq([text for _, text in self.scalars.values()])}.",
            f"pose {names[0]} := Hints {seq(literal)} {seq(nonzero)} [::] [::].",
            f"have {proofs[0]} : well_formed pc_ms pc_ss {names[0]} := "
            f"@well_formed_plain K pc_ds pc_ms pc_ss {seq(literal)} {seq(nonzero)} {positive} isT {zero_free}.",
        ]
        for k, (d, (term, proof)) in enumerate(zip(self.definitions, defined, strict=True)):
            kind, codes = "scalar", ""
            if d.matrix:
                kind, codes = "matrix", f"{self.code(term.rows)} {self.code(term.cols)} "
            out += [
                f"pose pc_d{k} : {self.data_type(term)} := {term.data}.",
                f"pose {names[k + 1]} := define_{kind} {names[k]} {d.index} pc_d{k}.",
                f"have {proofs[k + 1]} : well_formed pc_ms pc_ss {names[k + 1]} := "
                f"@define_{kind}_wf K pc_ds pc_ms pc_ss {names[k]} {d.index} {codes}pc_d{k} {proofs[k]} {proof}.",
            ]
        return [*self.before, *out, *self.lines]


def _argument(text: str, type_: str) -> str:
    """A name as it stands; other text with its type."""
    return text if re.fullmatch(r"[\w']+", text) else f"({text} : {type_})"


def seq(some: Sequence[str]) -> str:
    return f"[:: {'; '.join(some)}]" if some else "[::]"
