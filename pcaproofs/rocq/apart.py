"""The proof that a choice is best for one of two problems: a bound of the objective, found by the search for proofs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

from pcaproofs.kernel import Certificate, Compare, Expression, SameOptimisers, Statement
from pcaproofs.prover.prove import search
from pcaproofs.prover.refute.evaluate import compiled
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.theorem import Lemma, Theorem

SECONDS = 5.0  # the budget of the search, which counts steps
NO_BOUND = "a counterexample in which no bound shows that a choice is best for the {} problem"


class Bound:
    """The lemma that an objective is never below (for "max" above) its value at the best choice."""

    def __init__(self, statement: Statement, which: str, sizes: Mapping[str, int], letters: Mapping[str, Any]):
        """which: the problem that the choice in `letters` is best for, first or second."""
        c = statement.conclusion
        assert isinstance(c, SameOptimisers)
        self.sense, self.objective = c.first if which == "first" else c.second
        self.value: Expression = ("number", str(Fraction(compiled(self.objective)(sizes, letters)[0][0])))
        sides = (self.objective, self.value) if self.sense == "min" else (self.value, self.objective)
        bounded = replace(statement, conclusion=Compare(sides[0], ">=", sides[1]))
        certificate = search(bounded, SECONDS)
        if not isinstance(certificate, Certificate):
            raise NotTranslated(NO_BOUND.format(which))
        self.theorem = Theorem(bounded, certificate)
        p = self.theorem.problem
        if p.roots or p.differentiated:
            raise NotTranslated(NO_BOUND.format(which))
        self.name = f"pc_bound_{sha256(self.theorem.definition.encode()).hexdigest()[:12]}"

    def lemmas(self) -> list[Lemma]:
        """The lemmas that the proof uses, and last the lemma itself."""
        t = self.theorem
        return [*t.lemma_texts(), (self.name, tuple(t.data), f":\n  {t.definition}", tuple(t.proof))]

    def instance(self, names: Mapping[str, str], proof: Callable[[str, Compare], str]) -> str:
        """The bound for letters of these names; proof: gives the proof of a hypothesis about them."""
        p, written = self.theorem.problem, self.theorem.written
        arguments = ["K", *(p.names[n] for n in p.sizes)]
        arguments += [names[x] for x in p.shapes if x not in written.unnamed()]
        arguments += [*p.bases.values(), *("isT" for _ in p.sizes)]
        arguments += [proof(name, h) for name, h in p.fixed if written.hypothesis(name, h)]
        return f"({self.name} {' '.join(arguments)})"
