"""Every benchmark of processor time is in the one table, and the other scripts run."""

import ast
import importlib.util
import sys
from pathlib import Path

from pcaproofs.verify.discovery import find

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_the_table_has_all_of_them():
    tree = ast.parse((BENCHMARKS / "all.py").read_text())
    (names,) = (node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "NAMES")
    apart = ("all", "browser", "figure", "rounds", "soundness", "statements")
    assert sorted(ast.literal_eval(names)) == sorted(p.stem for p in BENCHMARKS.glob("*.py") if p.stem not in apart)


def _statements(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    spec = importlib.util.spec_from_file_location("statements", BENCHMARKS / "statements.py")
    statements = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "statements", statements)  # where a dataclass looks for its own types
    spec.loader.exec_module(statements)
    return statements


def test_statements_measures_proved_statements(monkeypatch):
    statements = _statements(monkeypatch)
    every = list(statements.tables(BENCHMARKS.parent))
    times = statements.measured(iter(every), every=200)
    assert len(times) == len(every[::200]) >= 4
    assert statements.line("some", [0.5, 2.0]) == "| some | 2 | 1.25 s | 1 (50.0 %) | 2 s |"


def test_statements_of_other_suites_are_counted_by_verdict(monkeypatch):
    statements = _statements(monkeypatch)
    first = next(statements.peers(every=1))
    assert (first.name, first.verdict, first.is_true) == ("kronecker-sum-zero", "proved", True)
    answers = [statements.Answer(*x) for x in (("a", "proved", 1.0, True), ("b", "undecided", 3.0, True))]
    answers += [statements.Answer(*x) for x in (("c", "refuted", 0.5, False), ("d", "proved", 0.5, False))]
    assert statements.totals(answers) == (
        "1 of 2 true statements proved (50.0 %), 1 of 2 false ones refuted, 1 wrong; "
        "median 750 ms, nine tenths within 3 s, undecided ones 3 s together"
    )
    assert str(answers[1]) == "   3.000  undecided   * b"


def test_rounds_finds_the_round_of_each_part():
    spec = importlib.util.spec_from_file_location("rounds", BENCHMARKS / "rounds.py")
    rounds = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rounds)
    claims = find(["centering.idempotent"])
    assert set(rounds.proof_rounds(claims)) == {1}
    assert set(rounds.mutant_rounds(claims)) == {1}
