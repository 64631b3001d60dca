"""A statement is a text with one meaning: what is printed is read back as the same statement, and says everything."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "kernel"))
from kernel_proofs import CASES
from kernel_random import DIMENSIONS, SHAPES, STATEMENT, expression

from pcaproofs.kernel import Compare, KernelError, Optimum, SameOptimisers, Statement
from pcaproofs.plain_names import check_names, plain_statement
from pcaproofs.statement_text import meaning, read, write, written


def nameless(statement: Statement) -> Statement:
    return replace(statement, hypotheses=tuple((str(k), h) for k, (_, h) in enumerate(statement.hypotheses)))


def survives(statement: Statement) -> None:
    lines = write(statement)
    assert nameless(read("\n".join(lines))) == nameless(statement), lines
    assert not any("\n" in line for line in lines)


@pytest.mark.parametrize("case", CASES)
def test_statements_of_the_tables(case: str) -> None:
    survives(CASES[case][0])


def test_statements_of_the_catalogue() -> None:
    from pcaproofs.prover.search.reformulations import equivalents
    from pcaproofs.verify.citations import resolve
    from pcaproofs.verify.discovery import all_claims

    count = 0
    for claim in all_claims():
        for part in claim.parts:
            own = resolve(part, claim.id).reading.statement
            for statement in (own, *equivalents(own)):
                plain = plain_statement(statement)
                check_names(plain)
                survives(plain)
                count += 1
    assert count > 250


def test_statements_of_the_prover_tables() -> None:
    from importlib import import_module

    from pcaproofs import prove
    from pcaproofs.language.reader import read as read_sympy
    from pcaproofs.prover.parts import ConclusionPart, parts_of

    folder = Path(__file__).parents[1] / "prover"
    sys.path.insert(0, str(folder))
    files = [*folder.glob("prove_true_*.py"), *folder.glob("prove_false*.py")]
    tables = [import_module(file.stem) for file in sorted(files)]
    rows = [row for each in tables for row in (*each.TABLE, *getattr(each, "FALSE_TABLE", ()))]
    assert len(rows) > 700
    by_terms = {f"methods.{name}" for name in import_module("prove_true_entries").TERM_BY_TERM}
    for name, conclusion, assuming in rows:
        if name in by_terms:  # only the statement that the terms become has a text
            survives(plain_statement(prove(conclusion, assuming=assuming).statement))
            continue
        for part in parts_of(conclusion, assuming) or [ConclusionPart(conclusion)]:
            survives(plain_statement(read_sympy(part.conclusion, (*assuming, *part.given)).statement))


def compare(rng: Random, relations: str) -> Compare:
    relation = rng.choice(relations.split())
    shape = (rng.choice(DIMENSIONS), rng.choice(DIMENSIONS)) if relation == "=" else (1, 1)
    left, right = expression(rng, *shape, rng.randint(0, 4)), expression(rng, *shape, rng.randint(0, 4))
    return Compare(spoilt(left, rng), relation, spoilt(right, rng))


def spoilt(e: Any, rng: Random) -> Any:
    """The same with sums and products of one part, and other shapes that nobody writes."""
    if not isinstance(e, tuple) or not e or e[0] in ("letter", "size", "number", "eye", "zero", "inverse"):
        return rng.choice([("add", e), ("mul", e), ("t", e), ("pow", e, 3)]) if rng.random() < 0.05 else e
    e = tuple(spoilt(part, rng) if isinstance(part, tuple) else part for part in e)
    return (rng.choice(["add", "mul"]), e) if rng.random() < 0.1 else e


@given(st.integers(0, 10**9))
def test_random_statements_are_read_back_unchanged(seed: int) -> None:
    rng = Random(seed)
    hypotheses = tuple((str(k), compare(rng, "= >= > !=")) for k in range(rng.randint(0, 3)))
    objectives = [(rng.choice(["min", "max"]), expression(rng, 1, 1, 3)) for _ in range(2)]
    names = tuple(rng.sample(sorted(set(SHAPES) - {"1[n]"}), rng.randint(1, 3)))
    at = tuple((name, spoilt(expression(rng, *SHAPES[name], 2), rng)) for name in names)
    value = expression(rng, 1, 1, 2) if rng.random() < 0.5 else None
    exactly = tuple(compare(rng, "=") for _ in range(rng.randint(0, 2)))
    conclusion = rng.choice(
        [compare(rng, "= >="), Optimum(*objectives[0], at, value, exactly), SameOptimisers(names, *objectives)]
    )
    ones = rng.choice([("n",), ("n", "p"), ("p", 3, "n"), (7,), ()])
    survives(Statement(STATEMENT.letters[:: rng.choice([1, -1])], conclusion, hypotheses, ones))


S, A = ("letter", "s"), ("letter", "A")
DIFFERENT: list[tuple[Any, Any]] = [
    (("add", S), ("mul", S)),
    (("add", S), S),
    (("mul", ("mul", S, S), S), ("mul", S, ("mul", S, S))),
    (("mul", ("mul", S, S), S), ("mul", S, S, S)),
    (("add", ("add", S, S), S), ("add", S, S, S)),
    (("t", ("mul", S, S)), ("mul", S, ("t", S))),
    (("pow", ("t", S), 2), ("t", ("pow", S, 2))),
    (("pow", ("number", "-2"), 2), ("mul", ("number", "-1"), ("pow", ("number", "2"), 2))),
    (("mul", ("number", "1/2"), S), ("mul", ("number", "1"), ("inverse", "s", 2))),
    (("inverse", "s", 2), ("pow", S, 2)),
    (("number", "12"), ("mul", ("number", "1"), ("number", "2"))),
    (("number", "2"), ("number", "02")),
    (("number", "2/4"), ("number", "1/2")),
    (("eye", 1), ("number", "1")),
    (("eye", 2), ("eye", "n")),
    (("zero", 1, 1), ("number", "0")),
    (("size", "n"), ("tr", ("eye", "n"))),
    (("gradient", S, "s"), ("derivative", S, "s", ("number", "1"))),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_expressions_are_written_differently(one: Any, other: Any) -> None:
    assert written(one) != written(other)
    for e in (one, other):
        survives(Statement((("s", 1, 1), ("A", "n", "n")), Compare(e, "=", S)))


FULL = """for all integers n, p >= 1
for all real X (n×p), w (p×1), v (p×1)
with columns of ones 1[n]
given wᵀ·w = 1
given 1[n]ᵀ·X = zero(1, p)
the max of tr(X·w·wᵀ·Xᵀ) over w is at w = v
and is n
there and only there w = v"""


def test_the_text_contains_the_whole_statement() -> None:
    """Letters with sizes, lengths of ones, hypotheses, variables, witness, value, equations."""
    statement = read(FULL)
    assert write(statement) == FULL.splitlines()
    assert statement.ones == ("n",)
    assert statement.letters == (("X", "n", "p"), ("w", "p", 1), ("v", "p", 1))
    assert len(statement.hypotheses) == 2
    assert isinstance(statement.conclusion, Optimum)
    assert len(statement.conclusion.exactly) == 1
    for line in FULL.splitlines()[3:5] + FULL.splitlines()[6:]:
        assert meaning(read(FULL.replace(f"\n{line}", ""))) != meaning(statement)


def test_order_and_names_of_hypotheses_do_not_matter() -> None:
    lines = FULL.splitlines()
    turned = "\n".join([*lines[:3], lines[4], lines[3], *lines[5:]])
    assert meaning(read(turned)) == meaning(read(FULL))
    assert meaning(read(FULL.replace("w (p×1), v (p×1)", "v (p×1), w (p×1)"))) == meaning(read(FULL))


BAD = {
    "nothing": ("", "should be"),
    "a dimension that is none": (FULL.replace("n, p >= 1", "n, p, q >= 1"), "should be"),
    "a dimension too few": (FULL.replace("n, p >= 1", "n >= 1"), "should be"),
    "needless parentheses": (FULL.replace("given wᵀ·w = 1", "given (wᵀ·w) = 1"), "should be"),
    "another letter": (FULL.replace("v (p×1)", "ｖ (p×1)"), "plain"),
    "a letter that is a word": (FULL.replace("X", "tr"), "plain"),
    "two lines more": (FULL + "\nw = v", "should be the end"),
    "a relation that is none": (FULL.replace("wᵀ·w = 1", "wᵀ·w < 1"), "should be"),
    "no expression": (FULL.replace("= v\nand", "=\nand"), "should be an expression"),
    "an open parenthesis": (FULL.replace("wᵀ·w = 1", "(wᵀ·w = 1"), "should be ')'"),
    "half a power": (FULL.replace("and is n", "and is n^n"), "should be an integer"),
    "deep": ("(" * 10_000 + "1 = 1", "nested too deeply"),
    "a JSON": ("{}", "got"),
}


@pytest.mark.parametrize("name", BAD)
def test_other_texts_are_refused_in_one_line(name: str) -> None:
    text, says = BAD[name]
    with pytest.raises(KernelError) as error:
        read(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)
