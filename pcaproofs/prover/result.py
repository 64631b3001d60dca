"""What `prove` answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pcaproofs.kernel import Certificate, Compare, Optimum, SameOptimisers, Statement
from pcaproofs.language.express import latex, text

if TYPE_CHECKING:
    from pcaproofs.prover.refute import Counterexample


@dataclass(frozen=True)
class Result:
    """A verdict with what supports it.

    verdict: proved, refuted, ill-typed (dimensions clash), unsupported (a node, a relation or a use of a name that the
    language lacks) or undecided. reason: one line. certificate: checked, if proved.
    counterexample: exact, if refuted. needs: standard hypotheses, each enough to make it true ("w is a unit vector").
    assumed: what is taken for granted (that an inverse exists, that n ≥ 2 since there are entries 0 and 1, what a
    derivative holds fixed). note: that no example of the hypotheses was found, so that they may say nothing.
    """

    verdict: str
    reason: str = ""
    statement: Statement | None = None
    certificate: Certificate | None = field(default=None, repr=False)
    counterexample: Counterexample | None = None
    needs: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    note: str = ""

    def __bool__(self) -> bool:
        raise TypeError("a result has five verdicts and no truth value; compare result.verdict")

    def __str__(self) -> str:
        parts = [self.verdict]
        if self.reason:
            parts.append(self.reason)
        if self.counterexample is not None:
            parts.append(self.counterexample.text())
        if self.needs:
            parts.append(f"holds if {' or if '.join(self.needs)}")
        if self.assumed:
            parts.append(f"assuming {', '.join(self.assumed)}")
        if self.note:
            parts.append(self.note)
        return " · ".join(parts)

    def _repr_latex_(self) -> str:
        verdict = rf"\textsf{{{self.verdict}}}"
        if self.statement is None:
            return f"${verdict}$"
        said = [f"assuming {', '.join(self.assumed)}"] if self.assumed else []
        beside = "".join(rf"\quad \text{{{_escaped(words)}}}" for words in (*said, self.note) if words)
        return rf"$\displaystyle {statement_latex(self.statement)} \qquad {verdict}{beside}$"

    def to_json(self) -> dict[str, Any]:
        """As plain data, for machines."""
        from pcaproofs.certificates import certificate_data

        data: dict[str, Any] = {"verdict": self.verdict, "reason": self.reason, "needs": list(self.needs)}
        data |= {"assumed": list(self.assumed), "note": self.note}
        data["counterexample"] = self.counterexample.to_json() if self.counterexample is not None else None
        data["certificate"] = None
        if self.statement is not None and self.certificate is not None:
            data["certificate"] = certificate_data(self.statement, self.certificate)
        return data


def _escaped(words: str) -> str:
    return "".join(f"\\{c}" if c in "#%&_{}$" else {"\\": r"\backslash", "^": r"\^{}"}.get(c, c) for c in words)


def statement_text(statement: Statement) -> str:
    """The conclusion of a statement in one line."""
    return _conclusion(statement, text, {">=": "≥", "min": "minimises", "max": "maximises"})


def statement_latex(statement: Statement) -> str:
    """The conclusion of a statement in LaTeX."""
    words = {">=": r"\ge", "min": r"\;\text{minimises}\;", "max": r"\;\text{maximises}\;"}
    return _conclusion(statement, latex, words)


def _conclusion(statement: Statement, show: Any, words: dict[str, str]) -> str:
    c = statement.conclusion
    if isinstance(c, Compare):
        return f"{show(c.left)} {words.get(c.relation, c.relation)} {show(c.right)}"
    if isinstance(c, Optimum):
        at = ", ".join(f"{show(('letter', name))} = {show(e)}" for name, e in c.at)
        value = "" if c.value is None else f" = {show(c.value)}"
        return f"{at} {words[c.sense]} {show(c.objective)}{value}"
    assert isinstance(c, SameOptimisers)
    (sense, f), (other, g) = c.first, c.second
    return f"{sense} {show(f)} ⟺ {other} {show(g)}".replace("⟺", r"\iff" if show is latex else "⟺")
