"""Why a step is not proved: it follows from an earlier mistake, or a change of one symbol makes it right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pcaproofs.homework.statements import WrittenStatement, summed
from pcaproofs.homework.steps import ASSUMED, LEMMAS, MISTAKES, JudgedStep
from pcaproofs.homework.theory import Theory, TypedStatement, Untypable
from pcaproofs.language.reader import read
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.judging.repairs import LIKELY, MOST_PROOFS, repairs, which
from pcaproofs.notes.searching import may_hold, some_points
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.prover.refute import Counterexample


class Faults:
    """Relates a step that is not proved to the steps before it."""

    steps: list[JudgedStep]
    theory: Theory

    def follows_from_wrong(self, k: int, step: JudgedStep) -> int | None:
        """The row of an earlier mistake from which a step follows, perhaps with others; None if there is none."""
        wrong = list(self.wrong_before(k))[::-1][:LEMMAS]
        if (found := next((x for x in wrong if self.follows_from([x[0]], step)), None)) is not None:
            used = [found]
        elif len(wrong) > 1 and self.follows_from([x for x, _ in wrong], step):
            used = wrong
            for each in wrong:
                rest = [x for x in used if x is not each]
                used = rest if rest and self.follows_from([x for x, _ in rest], step) else used
        else:
            return None
        for earlier in self.steps[:k]:
            if earlier.chosen and any(earlier.statement == x for x, _ in used):
                earlier.verdict, earlier.reason = "assumed", ASSUMED
        return used[0][1]

    def follows_from(self, wrong: Sequence[WrittenStatement], step: JudgedStep) -> bool:
        """Whether a step follows from the facts and some wrong relations."""
        lemmas = [x for statement in wrong for x in (statement, summed(statement)) if x is not None]
        try:
            typed = self.theory.typed(step.statement, lemmas)
        except Untypable:
            return False
        return bool(typed.lemmas) and typed.holds(typed.facts, typed.lemmas)

    def wrong_before(self, k: int) -> Iterator[tuple[WrittenStatement, int]]:
        """The relations before a step that are wrong or chosen for an example, each with its row.

        A chain of relations whose links have no type also states that its ends are equal: H = XX⁻¹ = I.
        """
        first: WrittenStatement | None = None
        for number, step in enumerate(self.steps[:k]):
            statement = step.statement
            if statement.kind != "relation":
                continue
            if first is None or self.steps[number - 1].statement.right != statement.left:
                first = statement
            if step.verdict in MISTAKES or step.chosen:
                yield statement, step.row
            elif step.verdict == "follows" and step.origin is not None:
                if step.typed is not None:
                    yield statement, step.origin
                elif first != statement:
                    yield replace(statement, left=first.left), step.origin

    def is_back(self, k: int, step: JudgedStep) -> int | None:
        """The row of the mistake in a chain, if this link returns to a correct term."""
        wrong: int | None = None
        before = step.statement.left
        for earlier in reversed(self.steps[:k]):
            if earlier.statement.right != before or earlier.statement.kind != step.statement.kind:
                break
            before = earlier.statement.left
            if earlier.verdict in (*MISTAKES, "follows"):
                wrong = earlier.row if earlier.origin is None else earlier.origin
            if wrong is None:
                continue
            try:
                typed = self.theory.typed(replace(step.statement, left=before))
            except Untypable:
                return None
            if typed.one_feasible_set and typed.needs() is not None:
                return wrong
        return None

    def goes_on_from_wrong(self, k: int, step: JudgedStep) -> int | None:
        """The row of the mistake that led a chain to the left side of a step; None if this side is correct."""
        before = step.statement.left
        for earlier in reversed(self.steps[:k]):
            if earlier.statement.right != before or earlier.statement.kind != step.statement.kind:
                return None
            before = earlier.statement.left
            if earlier.verdict in MISTAKES:
                try:
                    back = self.theory.typed(replace(step.statement, left=before, right=step.statement.left))
                except Untypable:
                    return earlier.row
                return None if back.one_feasible_set and back.needs() is not None else earlier.row
        return None

    def repair(self, typed: TypedStatement, example: Counterexample) -> str:
        """A change of one symbol that makes a relation provable, in words. example: one at which the relation fails."""
        statement = typed.statement
        if statement.kind != "relation":
            return ""
        at = some_points(read(*typed.in_full()), example)
        sizes = [x for x in sorted(self.theory.table.sizes) if len(x) == 1 and x in example.dimensions]
        proofs = 0
        stated = Stated(statement.left, statement.sign, statement.right, statement.span, statement.quantified)
        for rank, old, new, changed in repairs(stated, sizes):
            if rank > LIKELY:
                break
            try:
                mended = self.theory.typed(replace(statement, left=changed.left, right=changed.right))
            except Untypable:
                continue
            if proofs == MOST_PROOFS or not may_hold(*mended.in_full(), at):
                continue
            proofs += 1
            if mended.holds(mended.facts):
                return f"with ${latex(new)}$ in place of {which(old, stated)}${latex(old)}$ it is right"
        return ""
