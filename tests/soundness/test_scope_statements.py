"""Names mean what they are written to mean: statements about bound indices, ties and integers, evaluated exactly."""

from __future__ import annotations

from collections import Counter
from random import Random

from exact_values import Irrational, OutOfRange, Undefined
from exact_worlds import INTEGERS, SIZES, holds, world
from hypothesis import settings
from scope_statements import Made, Scopes
from test_random_statements import SECONDS, broken, shown

from pcaproofs.kernel import Certificate, KernelError
from pcaproofs.language.reader import read
from pcaproofs.prover.prove import prove, search

STATEMENTS = 4 * settings().max_examples
POINTS, ATTACKED = 6, 10


def fault(made: Made, random: Random, attack: bool) -> tuple[str, str]:
    """The verdict, and what is wrong with it by an evaluation that shares no code with the product."""
    try:
        reading = read(made.conclusion, made.assuming)
    except KernelError:
        return "refused", ""
    if made.tied and not any("fixed" in said for said in reading.assumed):
        return "read", f"{made.tied[1]} is held fixed, and nobody says so"
    if isinstance(search(reading.statement, None, 10 * SECONDS), Certificate):
        return "proved", _unsound(made, reading.assumed, random)
    if attack and made.kind == "true":
        verdict = prove(made.conclusion, made.assuming, seconds=0.2, needs=False).verdict
        return verdict, "true, but refuted" if verdict == "refuted" else ""
    return "not proved", ""


def _unsound(made: Made, assumed: tuple[str, ...], random: Random) -> str:
    for size in random.sample(SIZES, POINTS):
        try:
            at = world(list(made.roles), random, size)
            assert all(holds(item, at) for item in made.assuming)
        except Undefined:
            continue
        if any(at.sizes[s] < 1 and {f"{s} ≥ 1", f"{s} is an integer ≥ 1"} & {*assumed} for s in INTEGERS):
            continue
        try:
            if broken(made.conclusion, at, random):
                return f"proved, but false at {at}"
        except (Irrational, OutOfRange):
            continue
        except Undefined as error:
            if not assumed:
                return f"proved with nothing assumed, but there is {error} at {at}"
    return ""


def test_names_mean_what_they_are_written_to_mean() -> None:
    seen: Counter[tuple[str, str]] = Counter()
    wrong: list[str] = []
    for seed in range(STATEMENTS):
        for j, made in enumerate(Scopes(Random(seed)).statements()):
            verdict, why = fault(made, Random(seed), (seed + j) % ATTACKED == 0)
            seen[made.kind, verdict] += 1
            wrong += [f"{shown(made)}: {why}"] if why else []
    print(*(f"{kind}: {verdict} {count}" for (kind, verdict), count in sorted(seen.items())), sep="\n")
    assert not wrong, f"{len(wrong)} wrong, such as\n" + "\n".join(wrong[:20])
    true = {verdict: count for (kind, verdict), count in seen.items() if kind == "true"}
    assert true["proved"] > 0.4 * sum(true.values())
    assert sum(count for (kind, verdict), count in seen.items() if verdict != "refused") > 0.5 * seen.total()
