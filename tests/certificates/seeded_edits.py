"""Seeded edits of certificates, rule by rule of the kernel: some keep a proof a proof, others do not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "kernel"))
from kernel_families import FAMILIES
from kernel_proofs import CASES
from kernel_tampering import changed, changes
from test_kernel_json import tampered

from pcaproofs.certificates import to_json

# rule of the kernel -> sound certificates whose steps need it
CASES_OF: dict[str, tuple[str, ...]] = {
    "sum of cofactors": ("plain cofactor", "two sides", "fixed sizes", "lemma"),
    "transposed fact": ("transposed fact",),
    "traced cofactor": ("traced cofactor", "traced cofactor times a matrix"),
    "weighted squares": ("square", "weighted square"),
    "tensor squares": ("tensor square", "swapped tensor"),
    "sum with squares": ("squares and cofactors",),
    "weight": ("weighted square", "dimension as weight", "positive factor"),
    "division": ("cancel",),
    "positive factor": ("positive factor",),
    "own square": ("own square",),
    "squares vanish": ("squares vanish", "a square vanishes whose weight may be 0", "equal by two inequalities"),
    "ones": ("ones",),
    "dimensions": ("dimension as weight", "1/n as weight"),
    "abbreviation": ("lets", "derivative under lets"),
    "inverse": ("fraction of a nonzero letter",),
    "feasible": ("maximum on a sphere", "constraint that is an inequality"),
    "better": ("minimum", "maximum on a sphere"),
    "value": ("maximum on a sphere", "minimum"),
    "exactly": ("minimum",),
    "enough": ("minimum",),
    "same optimisers": ("affine, the senses disagree", "affine on the feasible set"),
    "induction": tuple(FAMILIES),
    "same optimisers of a power": ("power",),
}
ALL: dict[str, tuple[Any, Any]] = {**CASES, **FAMILIES}


def harmless(data: Any, random: Random) -> Any:
    """An expression written in another way, or the name of a lemma changed: mostly the proof remains one."""
    found = list(expressions(data))
    where, e = random.choice(found)
    one, two, half = ["number", "1"], ["number", "2"], ["number", "1/2"]
    ways = [
        ["t", ["t", e]],
        ["mul", one, e],
        ["mul", e, one],
        ["mul", two, e, half],
        ["add", ["mul", half, e], ["mul", e, half]],
        ["add", e, e, ["mul", ["number", "-1"], e]],
        ["pow", e, 1],
        ["tr", e],
    ]
    return changed(data, where, random.choice(ways))


def expressions(data: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Each expression in JSON data, with its place."""
    if isinstance(data, list) and data and data[0] in HEADS and not (len(data) == 2 and isinstance(data[1], dict)):
        yield where, data
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        if isinstance(data[key], dict | list):
            yield from expressions(data[key], (*where, key))


HEADS = ("number", "letter", "size", "eye", "inverse", "add", "mul", "t", "tr", "pow", "derivative", "gradient")


def edits(rule: str, count: int) -> Iterator[tuple[Any, Any]]:
    """So many edited statements with their certificates, as JSON data, of the certificates that need a rule."""
    random = Random(rule)
    for k in range(count):
        statement, certificate = ALL[CASES_OF[rule][k % len(CASES_OF[rule])]]
        both = [to_json(statement), to_json(certificate)]
        side = random.choice((0, 1, 1))
        both[side] = _edited(both[side], statement, random, random.random())
        if random.random() < 0.3:
            other = random.choice((0, 1))
            both[other] = _edited(both[other], statement, random, random.choice((0, 1)))
        yield both[0], both[1]


def _edited(data: Any, statement: Any, random: Random, way: float) -> Any:
    if way < 0.5:
        return harmless(data, random) if any(expressions(data)) else tampered(data, random)
    if way < 0.8:
        inner = getattr(statement, "statement", statement)
        shapes = {name: shape for name, *shape in inner.letters} | {f"1[{n}]": [n, 1] for n in inner.ones}
        facts = [*(name for name, _ in inner.hypotheses), *(f"ones {n}" for n in inner.ones), "n > 0", "claim 0"]
        options = list(changes(data, shapes, facts))
        if options:
            _, where, new = random.choice(options)
            return changed(data, where, new)
    return tampered(data, random)
