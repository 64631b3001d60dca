"""The environment of one block of a proof: its variables and their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pcaproofs.kernel import Dimension
from pcaproofs.rocq import terms
from pcaproofs.rocq.problem import Problem
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.terms import ATOM, POSTFIX, RocqTerm, scalar

HOLDS = {"=": "{} = 0", ">": "0 < {}", ">=": "0 <= {}", "!=": "{} != 0"}
LETTERS = "pc_ms pc_ss"


@dataclass(frozen=True)
class ProvedFact:
    """A relation between left and right, with its proof; index: its place among the facts of a certificate."""

    relation: str
    left: RocqTerm
    right: RocqTerm
    proof: str
    index: int


@dataclass(frozen=True)
class _Definition:
    index: int
    value: Callable[[], tuple[RocqTerm, str]]


class Variables:
    """Allocates variables as they occur; `spaces` states them, when all are known.

    Closed terms, trees and values computed from them become definitions before the theorem.
    """

    def __init__(self, problem: Problem):
        self.problem = problem
        self.dims: list[Dimension] = []
        self.matrices: dict[str, tuple[int, str, Dimension, Dimension]] = {}
        self.scalars: dict[str, tuple[int, str]] = {}
        self.nonzero: dict[int, str] = {}
        self.definitions: list[_Definition] = []
        self.defined: dict[str, RocqTerm] = {}
        self.before: list[str] = []
        self.shapes = problem.fresh("data")
        self.closed: list[str] = []

    def code(self, n: Dimension) -> int:
        """The code of a dimension."""
        if n == 1:
            return 0
        if n not in self.dims:
            if isinstance(n, int) and n > 1000:
                raise NotTranslated(f"the dimension {n}, which is above 1000")
            self.dims.append(n)
        return self.dims.index(n) + 1

    def variable(self, key: str, text: str, rows: Dimension, cols: Dimension) -> RocqTerm:
        """The variable for a key, with the text as its value."""
        if (rows, cols) == (1, 1):
            i, text = self.scalars.setdefault(key, (len(self.scalars), text))
            binds = ATOM if _is_name(text) else POSTFIX
            return scalar(text, f"pc_s{i}", binds)
        for n in (rows, cols):
            self.code(n)
        i, text, *_ = self.matrices.setdefault(key, (len(self.matrices), text, rows, cols))
        return RocqTerm(rows, cols, text, f"pc_m{i}", ATOM if _is_name(text) else POSTFIX)

    def define(self, key: str, text: str, like: RocqTerm, value: Callable[[], tuple[RocqTerm, str]]) -> RocqTerm:
        """A variable of the shape of a term; value: an equal expression in the other variables, with the proof."""
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

    def denotation(self, name: str, a: RocqTerm) -> str:
        """The denotation of a term whose typed tree has that name, as text."""
        return f"(den{'s' if a.is_scalar else 'm'} {LETTERS} {name})"

    def typed_tree(self, a: RocqTerm) -> str:
        """The name of the definition of a term's tree with its dimensions."""
        name = self.fresh("data")
        codes = "" if a.is_scalar else f"{self.code(a.rows)} {self.code(a.cols)} "
        self.evaluated(name, f"{'s' if a.is_scalar else 'm'}x {self.shapes} {codes}[t: {a.data} ]")
        return name

    def evaluated(self, name: str, value: str) -> None:
        """Adds a definition whose value Rocq computes."""
        self.closed.append(f"Definition {name} := Eval vm_compute in {value}.")

    def spaces(self) -> list[str]:
        """Definitions of the values of dimensions, matrix variables and scalar variables."""
        p = self.problem
        sizes, letters, scalars = "no_sizes", "(no_letters K pc_ds)", "(no_scalars K)"
        for n in reversed(self.dims):
            sizes = f"(add_size {f'{n}%N' if isinstance(n, int) else p.names[n]} {sizes})"
        for _, text, r, c in reversed(self.matrices.values()):
            value = _argument(text, p.type_of(r, c))
            letters = f"(add_letter K pc_ds {self.code(r)} {self.code(c)} {value} {letters})"
        for _, text in reversed(self.scalars.values()):
            scalars = f"(add_scalar K {_argument(text, 'K')} {scalars})"
        return [f"pc_ds := {sizes}", f"pc_ms := {letters}", f"pc_ss := {scalars}"]

    def close(self) -> None:
        """Moves the definitions in front of the theorem."""
        self.problem.data += [f"Definition {self.shapes} : seq (nat * nat) := {self.codes()}.", *self.closed]

    def codes(self) -> str:
        """The dimensions of the matrix variables, as codes."""
        codes = [f"({self.code(r)}, {self.code(c)})" for _, _, r, c in self.matrices.values()]
        return f"{seq(codes)}%N" if codes else "[::]"


def _argument(text: str, type_: str) -> str:
    """A name as it stands; other text with its type."""
    return text if _is_name(text) else f"({text} : {type_})"


def _is_name(text: str) -> bool:
    return text.replace("'", "").isidentifier() or text.isdigit()


def seq(items: Sequence[str]) -> str:
    """A list in Rocq's notation."""
    return f"[:: {'; '.join(items)}]" if items else "[::]"
