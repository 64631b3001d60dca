"""In which round of its schedule each claim is proved, each printed mistake is refuted and each mutant is killed.

The evidence for the schedules `ROUNDS` of prover/prove.py, prover/refute/search.py and verify/mutants_layer.py: a round
that decides nothing is not needed. Every claim is proved anew, and every mutant attacked; about two minutes of
processor time. The counts do not depend on the machine, as budgets are counted in steps.

    python benchmarks/rounds.py [--every 4]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from pcaproofs.prover import prove
from pcaproofs.prover.attempts import ProofAttempt
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.refute import refute
from pcaproofs.prover.refute import search as refutation
from pcaproofs.prover.search.problem import Problem
from pcaproofs.prover.search.reformulations import equivalents
from pcaproofs.verify import mutants_layer
from pcaproofs.verify.citations import resolve
from pcaproofs.verify.claim import Claim
from pcaproofs.verify.discovery import all_claims

NEVER = "in no round"


def proof_rounds(claims: Iterable[Claim]) -> Iterator[Any]:
    """For each part of a claim to be proved, the number of the round that proves it, from 1."""
    for claim in claims:
        for part in claim.parts if claim.declared.startswith("proved") else ():
            if part.citing is None:
                statement = resolve(part, claim.id).reading.statement
                attempt = ProofAttempt([Problem(statement), *map(Problem, equivalents(statement))])
                proved = (k for k, r in enumerate(prove.ROUNDS, 1) if attempt.proof(Deadline(r.proof)) is not None)
                yield next(proved, NEVER)


def refutation_rounds(claims: Iterable[Claim]) -> Iterator[Any]:
    """For each part of a refuted claim, the number of the search's round that finds the counterexample."""
    last: list[int] = []
    at_one_size = refutation._at_one_size

    def noting_the_round(*args: Any) -> Any:
        last[:] = [refutation.ROUNDS.index(args[2]) + 1]
        return at_one_size(*args)

    refutation._at_one_size = noting_the_round
    for claim in claims:
        for part in claim.parts if claim.declared == "refuted" else ():
            if part.citing is None:
                reading, last[:] = resolve(part, claim.id).reading, [0]
                found = refute(reading.statement, reading.hints, seconds=2.0)
                yield NEVER if found is None else last[0] or "by numbers alone"
    refutation._at_one_size = at_one_size


def mutant_rounds(claims: Iterable[Claim]) -> Iterator[Any]:
    """For each mutant, the number of the round that kills it."""
    for claim in claims:
        attempts = list(mutants_layer.attempts_of(claim)) if claim.mutants else []
        for mutant in claim.mutants:
            of_mutant = [a for a in attempts if a.mutant is mutant]
            for k, budget in enumerate(mutants_layer.ROUNDS, 1):
                for a in of_mutant:
                    if a.verdict == "undecided":
                        a.attack(budget)
                if any(a.verdict in mutants_layer.KILLED for a in of_mutant):
                    yield k
                    break
            else:
                yield NEVER


def table(title: str, rounds: Iterable[Any], budgets: Iterable[Any]) -> None:
    """Prints how many are decided in each round."""
    counts = Counter(rounds)
    print(f"\n{title}: {sum(counts.values())}")
    for k, budget in enumerate(budgets, 1):
        print(f"  round {k}  {counts[k]:>5}   {budget}")
    for other in sorted(str(k) for k in counts if isinstance(k, str)):
        print(f"  {other}: {counts[other]}")


def main() -> None:
    """Prints the three tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every so many claims")
    claims = all_claims()[:: parser.parse_args().every]
    table("parts of claims that are proved", proof_rounds(claims), prove.ROUNDS)
    table("parts of printed statements that are refuted", refutation_rounds(claims), refutation.ROUNDS)
    table("mutants that are killed", mutant_rounds(claims), mutants_layer.ROUNDS)


if __name__ == "__main__":
    main()
