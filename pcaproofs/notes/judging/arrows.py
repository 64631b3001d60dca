"""Judging implications, equivalences and problems with the same optimisers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pcaproofs.notes.formulas.surface import Arrow, Blank, Chain, Dots, Node, Problem, Sentence, Words
from pcaproofs.notes.judging.chains import Chains
from pcaproofs.notes.judging.proofs import relation_of
from pcaproofs.notes.judging.proving import Case
from pcaproofs.notes.judging.state import Context
from pcaproofs.notes.judging.verdicts import RowVerdict, worst
from pcaproofs.notes.prose.cues import conditions_behind
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.shaping import Misfit
from pcaproofs.notes.typing.statements import RELATIONS
from pcaproofs.notes.typing.terms import Unsupported, Untyped


class Arrows(Chains):
    """Judges statements with arrows between them."""

    def tree(self, tree: Node, quantified: tuple[Node, ...]) -> RowVerdict:
        """The verdict of a statement, or of several."""
        raise NotImplementedError

    def arrow(self, arrow: Arrow, quantified: tuple[Node, ...]) -> RowVerdict:
        """Statements with ⇒ or ⇔ between them: a premise, and conclusions, each from the previous statement."""
        terms, signs = arrow.terms, arrow.signs
        if "⇐" in signs:
            if any(isinstance(term, Blank | Words) for term in terms) or {*signs} != {"⇐"}:
                return self.verdict("unsupported", "an arrow from right to left beside others")
            terms, signs = terms[::-1], ("⇒",) * len(signs)
        found: list[RowVerdict] = []
        for k, term in enumerate(terms):
            sign = signs[k - 1] if k else ""
            if isinstance(term, Blank):
                continue
            if isinstance(term, Problem):
                found.append(self.problem(term, sign))
                continue
            if sign and not isinstance(term, Words):
                self.impose(self.context.imposed)
            if isinstance(term, Sentence) and sign == "⇔" and len(term.parts) > 1:
                found.append(self.verdict("unsupported", "an equivalence with several statements"))
                self.context = Context()
                continue
            if isinstance(term, Words):
                self.is_from_words = True
                continue
            found += self.concluding(term, sign, quantified) if k else [self.premise(term, quantified)]
        self.is_from_words = False
        return (
            worst(found, [x for x in found if x.verdict != "condition"] or found)
            if found
            else self.verdict("problem", "words, and no formula")
        )

    def concluding(self, term: Node, sign: str, quantified: tuple[Node, ...]) -> list[RowVerdict]:
        """The verdicts of the conclusions after an arrow."""
        self.concluded = before = self.context.imposed
        try:
            found = [self.tree(term, quantified)]
        finally:
            self.concluded = ()
        if sign == "⇔" and found[0].verdict == "proved":
            found += self.converse(before, self.context.imposed)
        return found

    def premise(self, term: Node, quantified: tuple[Node, ...]) -> RowVerdict:
        """The verdict of a premise: unless it is proved, it holds only in its implication."""
        self.is_premise = True
        try:
            return self.tree(term, quantified)
        finally:
            self.is_premise = False

    def converse(self, conclusions: tuple[Stated, ...], premises: tuple[Stated, ...]) -> Iterator[RowVerdict]:
        """The verdicts of the statement before ⇔, from the statements after it."""
        for stated in conclusions:
            typing = self.typing()
            try:
                relation = self.related(typing, stated)
                extra = [(self.related(typing, x), x.span) for x in premises]
            except (Untyped, Unsupported, Misfit) as error:
                yield self.failed(typing, error)
                continue
            own = [x for x in self.ledger.conditions if x.until == self.run_ends]
            case = Case(typing, relation_of(relation), extra=[*self.extra(typing, stated, without=own), *extra])
            settled = self.settle(case)
            if not isinstance(settled, RowVerdict) and settled.result.verdict == "undecided":
                settled = self.settle(case, conditions=True)
            if settled is None:
                found = self.unproved(case, typing, relation, stated)
                yield replace(found, reason=f"from right to left: {found.reason}", repair="", edit=None)
            else:
                yield settled if isinstance(settled, RowVerdict) else self.proved(typing, settled)

    def impose_behind(self) -> None:
        """Impose the conditions that follow in the sentence on the row."""
        start, end = self.formula.span
        for formula in conditions_behind(self.note, self.formula):
            parts = formula.tree.parts if isinstance(formula.tree, Sentence) else (formula.tree,)
            for chain in parts:
                if isinstance(chain, Chain) and not any(isinstance(x, Blank | Dots) for x in chain.terms):
                    for k, sign in enumerate(chain.signs):
                        if sign in RELATIONS and sign != ":=":
                            sides = chain.terms[k], chain.terms[k + 1]
                            self.ledger.condition(
                                Stated(sides[0], sign, sides[1], formula.span, since=start, until=end)
                            )

    def impose(self, imposed: tuple[Stated, ...]) -> None:
        """Let statements hold to the end of the directly adjacent rows."""
        for stated in imposed:
            if stated not in self.ledger.conditions:
                self.ledger.condition(replace(stated, until=self.run_ends))
