"""Every claim with one thing of its statement changed, and what came of it.

    python tests/soundness/claim_mutants.py [ID|CHAPTER]…      all of them, as a table; exit code 1 for a surprise

refuted     by an exact example
ill-typed   the change has no meaning
absurd      its assumptions contradict each other, as those of an inverse of I - 11ᵀ/n
equivalent  the change is true too: the kernel proved it, and no exact point says otherwise
survivor    neither refuted nor proved; claim_survivors.py says why
false       proved, or not refuted, although false at an exact point: the first must never be

Of two problems that should have the same optimisers no single point decides: those not told apart are survivors.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from claim_survivors import SURVIVORS
from tree_changes import changes

from pcaproofs.kernel import KernelError, Optimum, SameOptimisers
from pcaproofs.language.reader import Reading, read
from pcaproofs.prover.prove import prove_reading
from pcaproofs.prover.refute import fails, points
from pcaproofs.verify.citations import assumptions
from pcaproofs.verify.claim import Cites, Claim, Part
from pcaproofs.verify.discovery import all_claims, select
from pcaproofs.verify.second_opinion import second_opinion

KINDS = ("sign", "constant", "transpose", "dimension", "hypothesis", "sense", "letter", "order", "term")
VERDICTS = ("refuted", "ill-typed", "absurd", "equivalent", "survivor", "false")
SIZES = ((1, 2, 1), (2, 2, 1), (2, 2, 2), (3, 2, 2), (2, 3, 1), (3, 3, 2), (1, 1, 1))


@dataclass(frozen=True)
class Mutant:
    """One part of a claim with one thing changed; `make` gives None where SymPy refuses or nothing changes.

    labels: what is changed by all mutants of the part, this one the `at`-th; printed only when a name is asked for.
    """

    claim: Claim
    number: int
    kind: str
    make: Callable[[], Part | None]
    labels: Sequence[Callable[[], str]]
    at: int

    @cached_property
    def name(self) -> str:
        """The change in words; those of the same words are told apart by a number."""
        what = self.labels[self.at]()
        again = sum(label() == what for label in self.labels[: self.at])
        return f"{self.claim.id} {self.number}: {self.kind}: {what}" + (f" ({again + 1})" if again else "")


@dataclass(frozen=True)
class Outcome:
    """What came of a mutant, and in a line why."""

    mutant: Mutant
    verdict: str
    shown: str = ""


def mutants_of(claim: Claim, only: int | None = None) -> Iterator[Mutant]:
    """Every change of every part (or of one), not yet made."""
    if claim.declared == "cited":
        return
    for number, part in enumerate(claim.parts, 1):
        if only not in (None, number) or getattr(part, "citing", None) is not None:
            continue  # it says of certificates what they cite, not of matrices what they are
        every = list(_changes(part))
        labels = [cache(what) for _, what, _ in every]
        for at, (kind, _, make) in enumerate(every):
            yield Mutant(claim, number, kind, make, labels, at)


def _changes(part: Part) -> Iterator[tuple[str, Callable[[], str], Callable[[], Part | None]]]:
    for kind, what, make in changes(part.conclusion):
        yield kind, what, lambda make=make: _concluding(part, make())
    for at, item in enumerate(part.assuming):
        if not isinstance(item, Cites):
            rest = (*part.assuming[:at], *part.assuming[at + 1 :])
            fewer = replace(part, assuming=tuple(h for h in rest if not isinstance(h, Cites)))
            yield "hypothesis", lambda item=item: f"without {item}", lambda fewer=fewer: fewer


def _concluding(part: Part, conclusion: Any) -> Part | None:
    return None if conclusion is None else replace(part, conclusion=conclusion)


def outcome(mutant: Mutant, seconds: float = 3.0, looks: int = len(SIZES)) -> Outcome | None:
    """The verdict on a mutant, and whether points of so many sizes agree; None where there is nothing to judge."""
    if (part := mutant.make()) is None:
        return None
    try:
        given = assumptions(part, mutant.claim.id)
        reading = read(part.conclusion, given)
    except KernelError as error:
        return Outcome(mutant, "ill-typed", str(error))
    except ValueError as error:  # it cites a claim that assumes the dropped hypothesis
        return Outcome(mutant, "ill-typed", str(error))
    result = prove_reading(reading, needs=False, seconds=seconds)
    if result.verdict == "refuted":
        failure = result.counterexample.failure()
        if isinstance(reading.statement.conclusion, SameOptimisers):
            return Outcome(mutant, "refuted", failure)
        assert fails(reading.statement, result.counterexample.point) is not None, mutant.name
        return Outcome(mutant, "refuted", failure)
    if "contradict each other" in result.reason:
        return Outcome(mutant, "absurd", result.reason)
    wrong = false_somewhere(reading, given, looks)
    if result.verdict == "proved":
        return Outcome(mutant, "false" if wrong else "equivalent", f"proved, but {wrong}" if wrong else "")
    return Outcome(mutant, "false" if wrong else "survivor", wrong or result.reason)


def false_somewhere(reading: Reading, given: list[Any], looks: int) -> str:
    """Where a statement is false: at a point with its hypotheses, or in SymPy's own evaluation; else nothing."""
    statement = reading.statement
    if isinstance(statement.conclusion, SameOptimisers):
        return ""
    shapes = [n for _, *shape in statement.letters for n in shape if isinstance(n, str)]
    names = sorted({*shapes, *(n for n in statement.ones if isinstance(n, str))})
    count = 8 if isinstance(statement.conclusion, Optimum) else 4
    for sizes in SIZES[:looks]:
        named = dict(zip(names, (*sizes, 2, 2, 2, 2), strict=False))
        for point in points(statement, reading.hints, dimensions=named, count=count):
            if (found := fails(statement, point)) is not None:
                return found.text()
    if looks < len(SIZES):
        return ""
    opinion = second_opinion(reading.source, given, points=4)
    meaningless = "division by zero" in opinion.failure  # such a point satisfies no hypothesis c·0 = 1
    return opinion.failure if opinion.checked and not opinion.agrees and not meaningless else ""


def table(outcomes: list[Outcome]) -> str:
    """Claims down, kinds of changes across: refuted + ill-typed + equivalent, and what is left."""
    rows: dict[str, dict[str, Counter[str]]] = {}
    for o in outcomes:
        rows.setdefault(o.mutant.claim.id, {}).setdefault(o.mutant.kind, Counter())[o.verdict] += 1
    lines = [
        f"{'refuted/ill-typed/absurd/equivalent':<44}"
        + "".join(f"{kind:>12}" for kind in KINDS)
        + "   survivors  false"
    ]
    for name, kinds in rows.items():
        cells = ["/".join(str(kinds[kind][v]) for v in VERDICTS[:4]) if kind in kinds else "" for kind in KINDS]
        left = [sum(c[v] for c in kinds.values()) for v in VERDICTS[4:]]
        lines.append(f"{name:<44}" + "".join(f"{cell:>12}" for cell in cells) + f"{left[0]:>12}{left[1]:>7}")
    return "\n".join([*lines, summary(outcomes)])


def summary(outcomes: list[Outcome]) -> str:
    """The totals in a line."""
    count = Counter(o.verdict for o in outcomes)
    said = ", ".join(f"{count[v]} {v}" for v in VERDICTS)
    claims = len({o.mutant.claim.id for o in outcomes})
    return f"{len(outcomes)} mutants of {claims} claims: {said}; {rate(outcomes):.2%} of the false ones refuted"


def rate(outcomes: list[Outcome]) -> float:
    """Refuted, of those that are false: at a point, or by the reason why they survive."""
    refuted = sum(o.verdict == "refuted" for o in outcomes)
    survivors = (SURVIVORS.get(o.mutant.name, "false") for o in outcomes if o.verdict == "survivor")
    missed = sum(o.verdict == "false" for o in outcomes) + sum(not why.startswith("true") for why in survivors)
    return refuted / max(1, refuted + missed)


def share(count: int) -> Iterator[Mutant]:
    """So many mutants of one part of every claim, spread over its list: always the same ones."""
    for claim in all_claims():
        every = list(mutants_of(claim, 1 + len(claim.id) % len(claim.parts)))
        step = max(1, len(every) // count)
        yield from every[len(claim.id) % step :: step][:count]


def main(names: list[str]) -> int:
    """Prints the table, and after it every survivor."""
    outcomes: list[Outcome] = []
    for claim in select(names, all_claims()) if names else all_claims():
        for mutant in mutants_of(claim):
            found = outcome(mutant)
            if found is not None and found.verdict in ("survivor", "false"):
                found = outcome(mutant, 10.0)  # as long as anybody who asks would wait
            if found is None:
                continue
            outcomes.append(found)
            if found.verdict in ("survivor", "false"):
                print(f"{found.verdict}: {mutant.name}  [{found.shown}]", flush=True)
    print(table(outcomes))
    return int(any(o.verdict == "false" for o in outcomes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
