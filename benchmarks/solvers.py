"""Ten statements about matrices: `prove`, for all sizes, beside z3 and cvc5 on the entries at sizes 2 and 3.

The solvers get the hypotheses and the negated conclusion as polynomials in the entries (QF_NRA, SMT-LIB), in a process
of their own with a limit of ten seconds of processor time; an inverse is a matrix of letters with its equations, A psd
is FᵀF. They have to be installed (`pip install z3-solver cvc5`), here or where SOLVERS_PYTHON is; one that is not there
is left out. Times are without imports.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import and_
from statistics import median
from typing import Any

import sympy as sp
from figure import Figure, processor_seconds, script, seconds

LIMIT = 10  # seconds
SIZES = (2, 3)
ANSWERS = {"unsat": "proved", "sat": "refuted"}
CHILD = """
import json, resource, sys
text, limit = sys.stdin.read(), {limit}
if "{name}" == "z3":
    import z3 as solver
else:
    import cvc5 as solver
start = resource.getrusage(resource.RUSAGE_SELF)
used = start.ru_utime + start.ru_stime
resource.setrlimit(resource.RLIMIT_CPU, (int(used) + limit + 1, int(used) + limit + 2))
if "{name}" == "z3":
    s = solver.SolverFor("QF_NRA")
    s.from_string(text)
    said = str(s.check())
else:
    s = solver.Solver()
    parser = solver.InputParser(s)
    parser.setStringInput(solver.InputLanguage.SMT_LIB_2_6, text + "(check-sat)", "text")
    symbols, said = parser.getSymbolManager(), ""
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(s, symbols).strip() or said
end = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([said, end.ru_utime + end.ru_stime - used]))
"""

Relation = tuple[Any, str, Any]  # left, = or ≥ or ≠, right; matrices of one shape


@dataclass(frozen=True)
class Question:
    """A statement: as `prove` gets it, and with explicit matrices of one size; its truth."""

    name: str
    ours: Callable[[], tuple[Any, list[Any]]]
    entries: Callable[[Entries], tuple[list[Relation], Relation]]
    is_true: bool = True


class Entries:
    """Explicit matrices of one size, with letters as entries."""

    def __init__(self, size: int):
        self.size = size
        self.eye = sp.eye(size)

    def matrix(self, name: str, columns: int | None = None) -> Any:
        """A matrix of letters; by default it is square."""
        columns = self.size if columns is None else columns
        return sp.Matrix(self.size, columns, lambda i, j: sp.Symbol(f"{name}{i}{j}"))

    def inverse(self, of: Any, name: str) -> tuple[Any, list[Relation]]:
        """A matrix of letters, with the equations that it is the inverse of another."""
        out = self.matrix(name)
        return out, [(of * out, "=", self.eye), (out * of, "=", self.eye)]


def smt(hypotheses: list[Relation], conclusion: Relation) -> str:
    """The hypotheses and the negated conclusion as SMT-LIB."""
    asserted = [_holds(h) for h in hypotheses] + [f"(not {_holds(conclusion)})"]
    letters = {x for h in (*hypotheses, conclusion) for side in (h[0], h[2]) for x in sp.Matrix([side]).free_symbols}
    declared = [f"(declare-const {x} Real)" for x in sorted(map(str, letters))]
    return "\n".join(["(set-logic QF_NRA)", *declared, *(f"(assert {x})" for x in asserted)]) + "\n"


def _holds(relation: Relation) -> str:
    left, sign, right = relation
    pairs = zip(sp.Matrix([left]), sp.Matrix([right]), strict=True)
    said = [f"({'>=' if sign == '≥' else '='} {_term(a)} {_term(b)})" for a, b in pairs]
    whole = said[0] if len(said) == 1 else f"(and {' '.join(said)})"
    return f"(not {whole})" if sign == "≠" else whole


def _term(e: Any) -> str:
    e = sp.sympify(e)
    if e.is_Integer:
        return str(e) if e >= 0 else f"(- {-e})"
    if e.is_Add or e.is_Mul:
        return f"({'+' if e.is_Add else '*'} {' '.join(map(_term, e.args))})"
    if e.is_Pow and e.exp.is_Integer and e.exp > 0:
        return f"(* {' '.join([_term(e.base)] * int(e.exp))})" if e.exp > 1 else _term(e.base)
    return str(e)


def answer(solver: str, text: str) -> tuple[str, float]:
    """The verdict of a solver and its processor time; unknown at the limit. Raises ImportError if it is not there."""
    python = os.environ.get("SOLVERS_PYTHON", sys.executable)
    command = [python, "-c", CHILD.format(name=solver, limit=LIMIT)]
    found = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if "ModuleNotFoundError" in found.stderr:
        raise ImportError(solver)
    if found.returncode < 0 or not found.stdout.strip():
        return "unknown", LIMIT
    said, time = json.loads(found.stdout.splitlines()[-1])
    return ANSWERS.get(said, "unknown"), time


def _dot(x: Any, y: Any) -> Any:
    return (x.T * y)[0, 0]


def questions() -> list[Question]:
    """The ten statements."""
    from pcaproofs import at_least, equal, inner, inverse, orthogonal, psd, skew, sqnorm, symmetric

    n = sp.Symbol("n", integer=True, positive=True)
    A, B, C = (sp.MatrixSymbol(x, n, n) for x in "ABC")
    x, y = (sp.MatrixSymbol(z, n, 1) for z in "xy")
    s, t = sp.symbols("s t", real=True)
    eye = sp.Identity(n)

    def woodbury(e: Entries) -> tuple[list[Relation], Relation]:
        a, u, v = e.matrix("a"), e.matrix("x", 1), e.matrix("y", 1)
        b, first = e.inverse(a, "b")
        c, second = e.inverse(a + u * v.T, "c")
        return [*first, *second], (c * (1 + _dot(v, b * u)), "=", b * (1 + _dot(v, b * u)) - b * u * v.T * b)

    def push(e: Entries) -> tuple[list[Relation], Relation]:
        a, b = e.matrix("a"), e.matrix("b")
        c, first = e.inverse(e.eye + a * b, "c")
        d, second = e.inverse(e.eye + b * a, "d")
        return [*first, *second], (c * a, "=", a * d)

    def cayley(e: Entries) -> tuple[list[Relation], Relation]:
        a = e.matrix("a")
        b, given = e.inverse(e.eye + a, "b")
        q = (e.eye - a) * b
        return [(a.T, "=", -a), *given], (q.T * q, "=", e.eye)

    def eigenvectors(e: Entries) -> tuple[list[Relation], Relation]:
        a, u, v = e.matrix("a"), e.matrix("x", 1), e.matrix("y", 1)
        given = [(a.T, "=", a), (a * u, "=", s * u), (a * v, "=", t * v), (sp.Matrix([s]), "≠", sp.Matrix([t]))]
        return given, (_dot(u, v), "=", 0)

    gram = lambda e, name: e.matrix(name).T * e.matrix(name)  # noqa: E731
    return [
        Question("tr AB = tr BA", lambda: (equal(sp.Trace(A * B), sp.Trace(B * A)), []),
                 lambda e: ([], ((e.matrix("a") * e.matrix("b")).trace(), "=",
                                 (e.matrix("b") * e.matrix("a")).trace()))),
        Question("Cauchy–Schwarz", lambda: (at_least(sqnorm(x) * sqnorm(y), inner(x, y) ** 2), []),
                 lambda e: ([], (_dot(e.matrix("x", 1), e.matrix("x", 1)) * _dot(e.matrix("y", 1), e.matrix("y", 1)),
                                 "≥", _dot(e.matrix("x", 1), e.matrix("y", 1)) ** 2))),
        Question("Pythagoras", lambda: (equal(sqnorm(x + y), sqnorm(x) + sqnorm(y)), [equal(inner(x, y), 0)]),
                 lambda e: ([(_dot(e.matrix("x", 1), e.matrix("y", 1)), "=", 0)],
                            (_dot(e.matrix("x", 1) + e.matrix("y", 1), e.matrix("x", 1) + e.matrix("y", 1)), "=",
                             _dot(e.matrix("x", 1), e.matrix("x", 1)) + _dot(e.matrix("y", 1), e.matrix("y", 1))))),
        Question("eigenvectors of two eigenvalues of a symmetric matrix", lambda: (equal(inner(x, y), 0),
                 [symmetric(A), equal(A * x, s * x), equal(A * y, t * y), sp.Ne(s, t)]), eigenvectors),
        Question("AB = I ⇒ BA = I", lambda: (equal(B * A, eye), [equal(A * B, eye)]),
                 lambda e: ([(e.matrix("a") * e.matrix("b"), "=", e.eye)],
                            (e.matrix("b") * e.matrix("a"), "=", e.eye))),
        Question("tr AB ≥ 0 of psd A and B", lambda: (at_least(sp.Trace(A * B)), [psd(A), psd(B)]),
                 lambda e: ([], ((gram(e, "f") * gram(e, "g")).trace(), "≥", 0))),
        Question("Cayley transform", lambda: (orthogonal((eye - A) * inverse(eye + A)), [skew(A)]), cayley),
        Question("Sherman–Morrison", lambda: (equal(inverse(A + x * y.T), inverse(A) - inverse(A) * x * y.T * inverse(A)
                 / (1 + inner(y, inverse(A) * x))), []), woodbury),
        Question("(I + AB)⁻¹A = A(I + BA)⁻¹", lambda: (equal(inverse(eye + A * B) * A, A * inverse(eye + B * A)), []),
                 push),
        Question("tr ABC = tr ACB, which is false", lambda: (equal(sp.Trace(A * B * C), sp.Trace(A * C * B)), []),
                 lambda e: ([], ((e.matrix("a") * e.matrix("b") * e.matrix("c")).trace(), "=",
                                 (e.matrix("a") * e.matrix("c") * e.matrix("b")).trace())), is_true=False),
    ]  # fmt: skip


def figures(smallest: bool) -> Iterator[Figure]:
    """Each statement beside each solver at each size; a goal only where both decide."""
    from pcaproofs import prove

    for question in questions():
        conclusion, assuming = question.ours()
        expected = "proved" if question.is_true else "refuted"
        found: list[str] = []

        def work(c: Any = conclusion, a: Any = assuming, found: list[str] = found) -> None:
            found.append(prove(c, a, needs=False).verdict)

        work()
        ours = median(processor_seconds(work) for _ in range(1 if smallest else 5))
        assert reduce(and_, (x == expected for x in found)), (question.name, found)
        for size in SIZES[: 1 if smallest else None]:
            text = smt(*question.entries(Entries(size)))
            for solver in ("z3", "cvc5"):
                try:
                    said, theirs = answer(solver, text)
                except ImportError:
                    print(f"{solver} is not installed", file=sys.stderr)
                    continue
                assert said in (expected, "unknown"), (question.name, solver, said)
                shown = seconds(theirs) if said == expected else f"unknown after {seconds(theirs)}"
                goal = 1 if said == expected else None
                yield Figure(question.name, seconds(ours), f"{solver}, {size}×{size}", shown, ours / theirs, goal)


if __name__ == "__main__":
    script(figures, __doc__)
