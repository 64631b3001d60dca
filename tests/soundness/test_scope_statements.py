"""Names mean what they are written to mean: statements about bound indices, ties and integers, evaluated exactly."""

from __future__ import annotations

from collections import Counter
from random import Random

import sympy as sp
from exact_values import Irrational, OutOfRange, Undefined
from exact_worlds import INTEGERS, SIZES, holds, world
from hypothesis import settings
from random_statements import Grower
from scope_statements import CONCLUSIONS, RELATIONS, Made, Scopes
from test_random_statements import SECONDS, broken, shown

from pcaproofs.kernel import Certificate, KernelError
from pcaproofs.language import conclusions, hypotheses, relations, symbolic_parts
from pcaproofs.language.nodes import READERS
from pcaproofs.language.reader import read
from pcaproofs.prover.prove import prove, search

STATEMENTS = (4 if settings().max_examples > 100 else 2) * settings().max_examples
POINTS, ATTACKED = 6, 10
DRAWING_ALL = (  # a few of the first seeds that together draw every class; others follow where these no longer do
    *(15, 16, 21, 41, 51, 52, 75, 82, 159, 164, 172, 252, 260, 265, 279, 306, 349, 359, 577, 592, 604, 662),
    *(1008, 1052, 1064, 1175, 1176, 1486, 1510),
)


def fault(made: Made, random: Random, attack: bool) -> tuple[str, str]:
    """The verdict, and what is wrong with it by an evaluation that shares no code with the product."""
    try:
        reading = read(made.conclusion, made.assuming)
    except KernelError:
        return "refused", ""
    if made.tied and not any("fixed" in said for said in reading.assumed):
        return "read", f"{made.tied[1]} is held fixed, and nobody says so"
    if isinstance(search(reading.statement, 10 * SECONDS), Certificate):
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


def test_every_class_of_the_language_is_drawn() -> None:
    """The lists of what is drawn are those of the language, and all of it is met."""
    assert {cls for cls, *_ in relations.RELATIONS} == set(RELATIONS)
    own = {
        cls for cls in vars(conclusions).values() if isinstance(cls, type) and cls.__module__ == conclusions.__name__
    }
    # the reader gets the parts of "iff"; test_existence.py draws "there is X with …"
    composed = {conclusions.SymbolicIff, conclusions.SymbolicExistence}
    assert own <= {*CONCLUSIONS, conclusions.ForAll, *composed}
    missing, kinds, made_of = {*READERS, *RELATIONS, conclusions.ForAll}, set(hypotheses.KINDS), set(CONCLUSIONS)
    for seed in (*DRAWING_ALL, *range(3000)):
        random = Random(seed)
        for made in (Grower if seed % 4 == 0 else Scopes)(random).statements():
            kinds -= {item.kind for item in made.assuming if isinstance(item, hypotheses.Named)}
            whole = [made.conclusion, *(item for item in made.assuming if not isinstance(item, hypotheses.Named))]
            made_of -= {type(made.conclusion)}
            met = {type(item) for item in whole}
            met |= {type(node) for e in symbolic_parts.expressions_in(whole) for node in sp.preorder_traversal(e)}
            missing -= {cls for cls in missing if any(issubclass(each, cls) for each in met)}
        if not (missing or kinds or made_of):
            return
    raise AssertionError(f"never drawn: {missing | kinds | made_of}")


def test_names_have_their_written_meaning() -> None:
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
