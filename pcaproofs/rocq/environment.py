"""The environment of one block of a proof: its variables, what they are equal to, and the steps over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pcaproofs.kernel import Dimension
from pcaproofs.rocq import terms
from pcaproofs.rocq.problem import Problem
from pcaproofs.rocq.refusal import NotCarriedOver
from pcaproofs.rocq.terms import ATOM, POSTFIX, Term, scalar

HOLDS = {"=": "{} = 0", ">": "0 < {}", ">=": "0 <= {}", "!=": "{} != 0"}
HINTS, LETTERS = "Hints {} {} [::] [::]", "pc_ms pc_ss"


@dataclass(frozen=True)
class Fact:
    """term has the relation to 0, by the proof; index: where certificates find it."""

    relation: str
    term: Term
    proof: str
    index: int


@dataclass(frozen=True)
class _Definition:
    index: int
    value: Callable[[], tuple[Term, str]]


class Environment:
    """Allocates variables as they occur; `finish` states them, when all are known.

    What is closed, trees and what is computed from them, becomes definitions in front of the theorem.
    """

    def __init__(self, problem: Problem):
        self.problem = problem
        self.dims: list[Dimension] = []
        self.matrices: dict[str, tuple[int, str, Dimension, Dimension]] = {}
        self.scalars: dict[str, tuple[int, str]] = {}
        self.nonzero: dict[int, str] = {}
        self.definitions: list[_Definition] = []
        self.defined: dict[str, Term] = {}
        self.before: list[str] = []
        self.local: list[str] = []
        self.shapes = problem.fresh("data")
        self.hints = problem.fresh("data")
        self.closed: list[str] = []

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
        if (rows, cols) == (1, 1):
            i, text = self.scalars.setdefault(key, (len(self.scalars), text))
            binds = ATOM if _is_name(text) else POSTFIX
            return scalar(text, f"pc_s{i}", binds)
        for n in (rows, cols):
            self.code(n)
        i, text, *_ = self.matrices.setdefault(key, (len(self.matrices), text, rows, cols))
        return Term(rows, cols, text, f"pc_m{i}", ATOM if _is_name(text) else POSTFIX)

    def define(self, key: str, text: str, like: Term, value: Callable[[], tuple[Term, str]]) -> Term:
        """A variable of the shape of a term; value: what it is equal to over the variables, with the proof."""
        if key not in self.defined:
            a = self.variable(key, text, like.rows, like.cols)
            i = (self.scalars if a.is_scalar else self.matrices)[key][0]
            self.definitions.append(_Definition(i, value))
            self.defined[key] = replace(a, binds=a.binds if a.binds == ATOM else terms.SUM)
        return self.defined[key]

    def fresh(self, wish: str) -> str:
        """A name for a step."""
        return self.problem.fresh(wish)

    def identity(self, n: Dimension) -> str:
        """The data of an identity."""
        return f"pc_i{self.code(n)}"

    def denotation(self, name: str, a: Term) -> str:
        """What a term means, whose typed tree has that name, as text."""
        return f"(den{'s' if a.is_scalar else 'm'} {LETTERS} {name})"

    def typed_tree(self, a: Term) -> str:
        """The name of a definition that says what a tree is with its dimensions."""
        name = self.fresh("data")
        codes = "" if a.is_scalar else f"{self.code(a.rows)} {self.code(a.cols)} "
        self.evaluated(name, f"{'s' if a.is_scalar else 'm'}x {self.shapes} {codes}[t: {a.data} ]")
        return name

    def evaluated(self, name: str, value: str) -> None:
        """A definition as what is computed from data."""
        self.closed.append(f"Definition {name} := Eval vm_compute in {value}.")

    def spaces(self) -> list[str]:
        """Definitions of the dimensions and the matrices."""
        p = self.problem
        matrices = [
            f"@Letter K pc_ds {self.code(r)} {self.code(c)} {_argument(text, p.type_of(r, c))}"
            for _, text, r, c in self.matrices.values()
        ]
        sizes = [f"{n}%N" if isinstance(n, int) else p.names[n] for n in self.dims]
        return [
            f"pc_ds : seq nat := {seq(sizes)}",
            f"pc_ms : seq (letter_of K pc_ds) := {seq(matrices)}",
        ]

    def finish(self, proof: str) -> list[str]:
        """The steps that give a proof over the environment, whose holes Rocq computes; what is closed goes in front."""
        defined = [d.value() for d in self.definitions]
        hints, well_formed = self._plain()
        for d, (term, equal) in zip(self.definitions, defined, strict=True):
            kind, codes, tree, more = "scalar", "", self.typed_tree(term), self.fresh("data")
            if not term.is_scalar:
                kind, codes = "matrix", f"{self.code(term.rows)} {self.code(term.cols)} "
            self.evaluated(more, f"define_{kind} {hints} {d.index} {tree}")
            well_formed = f"(@define_{kind}_wf K pc_ds {LETTERS} {hints} {d.index} {codes}{tree} {well_formed} {equal})"
            hints = more
        self.closed.append(f"Definition {self.hints} := {hints}.")
        self.close()
        local = [
            *self.spaces(),
            f"pc_ss : seq K := {seq([text for _, text in self.scalars.values()])}",
            f"pc_w : well_formed {LETTERS} {self.hints} := {well_formed}",
            *self.local,
        ]
        whole = "\n".join([*(f"let {one} in" for one in local), proof])
        return [*self.before, f"refine (\n{whole}); vm_cast_no_check (erefl true)."]

    def close(self) -> None:
        """Puts what is closed in front of the theorem."""
        shapes = [f"({self.code(r)}, {self.code(c)})" for _, _, r, c in self.matrices.values()]
        self.problem.data += [f"Definition {self.shapes} : seq (nat * nat) := {seq(shapes)}%N.", *self.closed]

    def _plain(self) -> tuple[str, str]:
        """The hints but for definitions, and the proof that they are true."""
        p = self.problem
        literal = seq([f"Some {n}%N" if isinstance(n, int) else "None" for n in self.dims])
        nonzero = seq([f"{i}%N" for i in sorted(self.nonzero)])
        positive, zero_free = "positive0", "I"
        for n in reversed(self.dims):
            positive = f"(positive {p.positive(n) if isinstance(n, str) else f'(ltn0Sn {n - 1})'} {positive})"
        for i in sorted(self.nonzero, reverse=True):
            zero_free = f"(conj {self.nonzero[i]} {zero_free})"
        name = self.fresh("data")
        self.closed.append(f"Definition {name} := {HINTS.format(literal, nonzero)}.")
        proof = f"(@well_formed_plain K pc_ds {LETTERS} {literal} {nonzero} {positive} isT {zero_free})"
        return name, proof


def _argument(text: str, type_: str) -> str:
    """A name as it stands; other text with its type."""
    return text if _is_name(text) else f"({text} : {type_})"


def _is_name(text: str) -> bool:
    return text.replace("'", "").isidentifier() or text.isdigit()


def seq(some: Sequence[str]) -> str:
    """A list in Rocq's notation."""
    return f"[:: {'; '.join(some)}]" if some else "[::]"
