"""The result of `prove`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pcaproofs.formula.tree import Formula
    from pcaproofs.kernel import Certificate, Compare, Family, Induction, Statement
    from pcaproofs.prover.refute import Counterexample

NO_EXAMPLE = "no example of the hypotheses was found"


@dataclass(frozen=True, repr=False)
class Result:
    """A verdict with the certificate or the counterexample that supports it.

    Attributes:
        verdict: proved, refuted, ill-typed (dimensions clash), unsupported (a node, a relation or a use of a name that
            the language lacks) or undecided.
        reason: one line.
        statement: the kernel's statement.
        certificate: checked by the kernel, if proved.
        counterexample: exact, if refuted.
        needs: named hypotheses, each of which would make the whole statement provable ("w is a unit vector"); where
            none does, a part may have needs of its own.
        assumed: assumptions that give the statement a meaning (an inverse exists, n ≥ 2 since there are entries 0 and
            1, a derivative holds a letter fixed), and the theorems that the reading uses.
        note: says if no point was found at which the hypotheses hold, so that the statement may be vacuous.
        parts: for several statements, the result of each with its statement and certificate; for a proof by induction,
            its steps.
        induction: the family of a proof by induction, and the proof.
        witness: of "there is X with …", each letter with the value for which the statement is proved.
        written: the conclusion and the assumptions as they were given.
    """

    verdict: str
    reason: str = ""
    statement: Statement | None = None
    certificate: Certificate | None = None
    counterexample: Counterexample | None = None
    needs: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    note: str = ""
    parts: tuple[Result, ...] = ()
    induction: tuple[Family, Induction] | None = None
    witness: tuple[tuple[Any, Any], ...] = ()
    written: tuple[Any, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        return f"<{self}>"

    def __bool__(self) -> bool:
        raise TypeError("a result has five verdicts and no truth value; compare result.verdict")

    def __str__(self) -> str:
        """The statement as it was written, the verdict, what was read where that differs, and what supports it."""
        written, read_as = self._said()
        if (false := f"{' '.join(written)} is false") in (lines := list(self.lines())):
            read_as = []
            lines.remove(false)
        return " · ".join([*written, self.verdict, *read_as, *lines])

    def _said(self) -> tuple[list[str], list[str]]:
        """The statement as it was written, and as the kernel has its conclusion; neither if there is none."""
        if not self.written:
            return [], []
        from pcaproofs.prover.sentence import TEXT, conclusion_as_read, sentence

        said = sentence(self.written[0], (), TEXT)
        read = None
        is_other = self.witness or self.induction or (self.counterexample is not None and self.counterexample.exponents)
        if self.statement is not None and not is_other:
            read = conclusion_as_read(self.statement, self.written)
        if said is None or read is None or said == read:
            return [x for x in (said or read,) if x], []
        return [said], [f"read as: {read}"]

    def lines(self) -> Iterator[str]:
        """What is said of the verdict: the reason, the counterexample, what would mend it, what is supposed."""
        if self.witness:
            yield f"with {self._values()}"
        example = self.example()
        if self.reason and not example.startswith((f"{self.reason}, ", f"{self.reason}: ")):  # of the exponent
            yield with_factors(self.statement, self.reason)
        yield from filter(None, (example, self.lacking(), *self._granted(), self.note))

    def example(self) -> str:
        """The counterexample in words; "" if there is none."""
        return "" if self.counterexample is None else example_text(self.statement, self.counterexample)

    def lacking(self) -> str:
        """The words "holds if …" with the needs; "part 1 holds if …" where no need makes the whole true."""
        holds = [(f"part {k} ", part.needs) for k, part in enumerate(self.parts, 1)]
        said = [f"{of}holds if {' or if '.join(x)}" for of, x in ([("", self.needs)] if self.needs else holds) if x]
        return ", ".join(said)

    def _values(self) -> str:
        return " and ".join(equation_text(x, value) for x, value in self.witness)

    def _granted(self) -> list[str]:
        """The assumptions, then the theorems that no certificate proves."""
        from pcaproofs.language.derived import THEOREM

        theorems = [x for x in self.assumed if x.startswith(THEOREM)]
        assumed = [x for x in self.assumed if x not in theorems]
        out = [f"assuming {', '.join(assumed)}"] if assumed else []
        return out + ([f"by {', '.join(theorems)}"] if theorems else [])

    def _repr_latex_(self) -> str:
        verdict = rf"\textsf{{{self.verdict}}}"
        from pcaproofs.formula.latex import latex
        from pcaproofs.formula.sequent import existence_sequent, sequent
        from pcaproofs.language.symbols import kernel_name
        from pcaproofs.prover.sentence import every_new_letter, sentence

        beside = "".join(rf"\quad \text{{{_escaped(words)}}}" for words in (*self._granted(), self.note) if words)
        if self.witness and self.induction is None:
            proved = [part.statement for part in self.parts or (self,) if part.statement is not None]
            shown = existence_sequent(proved, [kernel_name(x) for x, _ in self.witness])
            values = r",\ ".join(latex(_equation(x, value)) for x, value in self.witness)
            return rf"$\displaystyle {latex(shown)} \qquad {verdict}\quad \text{{with }} {values}{beside}$"
        said = sentence(self.written[0], self.written[1:]) if self.written else None
        if self.statement is None:
            return rf"$\displaystyle {said} \qquad {verdict}{beside}$" if said and self.parts else f"${verdict}$"
        read = latex(sequent(self.statement))
        if said is None or said == read:
            return rf"$\displaystyle {read} \qquad {verdict}{beside}$"
        read = rf"\text{{read as }} {every_new_letter(self.statement, self.written)}{read}"
        return rf"$\displaystyle \begin{{array}}{{l}} {said} \qquad {verdict}{beside} \\ {read} \end{{array}}$"

    def to_json(self) -> dict[str, Any]:
        """The result as plain data for JSON."""
        from pcaproofs.certificates import certificate_data

        data: dict[str, Any] = {"verdict": self.verdict, "reason": self.reason, "needs": list(self.needs)}
        data |= {"assumed": list(self.assumed), "note": self.note}
        if self.witness:
            data["witness"] = self._values()
        data["counterexample"] = self.counterexample.to_json() if self.counterexample is not None else None
        data["certificate"] = None
        if self.induction is not None:
            data["certificate"] = certificate_data(*self.induction)
        elif self.statement is not None and self.certificate is not None:
            data["certificate"] = certificate_data(self.statement, self.certificate)
        if self.parts:
            data["parts"] = [part.to_json() for part in self.parts]
        return data


_NORM = re.compile(r"√\(‖([^‖]*)‖²\)")


def with_factors(statement: Statement | None, words: str) -> str:
    """A message in which the factor of S = FᵀF has the short name F, with its definition at the end."""
    if statement is None:
        return words
    from pcaproofs.language.express import name_text
    from pcaproofs.language.readable_statement import ReadableStatement

    shown = ReadableStatement(statement)
    used = [(root, name_text(name)) for root, name in shown.factors.items() if root in words]
    for root, name in used:
        words = words.replace(root, name)
    said = [shown.comparison(h) for _, h in shown.statement.hypotheses if _factor(h) in dict(used)]
    return f"{words}, with {', '.join(said)}" if said else words


def example_text(statement: Statement | None, example: Counterexample) -> str:
    """A counterexample to a statement, in words; the letter √(‖y‖²) is ‖y‖ there."""
    return _NORM.sub(r"‖\1‖", with_factors(statement, example.text()))


def _escaped(words: str) -> str:
    return "".join(f"\\{c}" if c in "#%&_{}$" else {"\\": r"\backslash", "^": r"\^{}"}.get(c, c) for c in words)


def _factor(h: Compare) -> str:
    """The name of F in S = FᵀF."""
    match h.right:
        case ("mul", ("t", ("letter", str(f))), ("letter", g)) if f == g:
            return f
    return ""


def equation_text(x: Any, value: Any) -> str:
    """The text X = W for a letter and its value."""
    from pcaproofs.formula.text import text

    return text(_equation(x, value))


def _equation(x: Any, value: Any) -> Formula:
    from pcaproofs.formula.algebra import relation
    from pcaproofs.formula.from_sympy import FromSymPy

    return relation(FromSymPy().form(x), "=", FromSymPy().form(value))
