"""How long `prove` takes for each true statement of the tests' tables and for each part of the Matrix Cookbook.

    python benchmarks/statements.py [--every 4] [--peers | --mathlib | --budget] [--beside CHECKOUT]

Prints the median and how many are proved within 1 s, in processor time. With --beside, another checkout of this project
proves the statements of its own tables in turn with this one, each three times, and the least times are compared. With
--peers, the statements that other suites and textbooks assert, true and false ones, each with its verdict and time; and
with --beside, both checkouts answer them in turn, once each, and the times are compared by verdict. With --mathlib, the
table of the lemmas of six files of mathlib about real matrices: which are sayable, which proved. With --budget, which
part of the seconds that they are given hard statements take.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

from figure import processor_seconds, seconds

HERE = Path(__file__).resolve().parents[1]
ROUNDS = 3
LIMIT = 1.0  # seconds
BUDGETS = (1.0, 2.0, 5.0, 10.0)  # seconds
Work = tuple[str, Callable[[], Any]]
SUMMARIES: tuple[tuple[str, Callable[[list[float]], float]], ...] = (
    ("median", median),
    ("nine tenths within", lambda times: times[len(times) * 9 // 10]),  # of sorted times
    ("together", sum),
)


def tables(root: Path) -> Iterator[Work]:
    """The true statements of a checkout's tests, each with its proof as a call."""
    from pcaproofs import prove

    sys.path[:0] = [str(root / "tests/prover"), str(root / "tests")]
    for path in sorted((root / "tests/prover").glob("prove_true_*.py")):
        for name, conclusion, assuming, *_ in import_module(path.stem).TABLE:
            yield name, lambda c=conclusion, a=assuming: prove(c, a, needs=False).verdict


def cookbook_parts() -> Iterator[Work]:
    """The parts of the Cookbook's claims that are to be proved, and its statements about all powers."""
    from pcaproofs.cookbook.powers import POWERS
    from pcaproofs.prover.prove import prove, prove_reading
    from pcaproofs.verify.citations import resolve
    from pcaproofs.verify.discovery import cookbook

    for claim in cookbook().claims():
        for part in claim.parts if claim.declared == "proved" else ():
            reading = resolve(part, claim.id).reading
            yield claim.id, lambda r=reading: prove_reading(r, needs=False).verdict
    for power in POWERS:
        yield power.prose, lambda p=power: prove(p.conclusion, p.assuming).verdict


def line(what: str, times: list[float]) -> str:
    """The line of a table: how many are proved, the median, how many within the limit, the longest."""
    within = sum(t <= LIMIT for t in times)
    share = f"{100 * within / len(times):.1f} %"
    return f"| {what} | {len(times)} | {seconds(median(times))} | {within} ({share}) | {seconds(max(times))} |"


def measured(works: Iterator[Work], every: int) -> list[float]:
    """The processor time of each that is proved; what is not proved is printed."""
    times = []
    for name, work in list(works)[::every]:
        verdicts: list[str] = []
        time = processor_seconds(lambda work=work, verdicts=verdicts: verdicts.append(work()))  # type: ignore[misc]
        if verdicts == ["proved"]:
            times.append(time)
        else:
            print(f"{name}: {verdicts[0]}", file=sys.stderr)
    return times


@dataclass(frozen=True)
class Answer:
    """The verdict on a statement of another suite, the time in seconds, and whether the statement is true."""

    name: str
    verdict: str
    seconds: float
    is_true: bool

    def __str__(self) -> str:
        right = self.verdict == ("proved" if self.is_true else "refuted")
        return f"{self.seconds:8.3f}  {self.verdict:11} {' ' if right else '*'} {self.name}"


def of_peers() -> Iterator[Work]:
    """The statements of other suites, each with its answer as a call, as `prove` gives it by default."""
    from pcaproofs import prove

    for name, conclusion, assuming in [row for rows in peers_table().PEERS.values() for row in rows]:
        yield name, lambda c=conclusion, a=assuming: prove(c, a).verdict


def peers_table() -> Any:
    """The module of the statements of other suites."""
    sys.path[:0] = [str(HERE / "tests/prover"), str(HERE / "tests")]
    return import_module("prove_peers")


def peers(every: int) -> Iterator[Answer]:
    """Our answers to the statements of other suites."""
    for name, work in list(of_peers())[::every]:
        yield Answer(name, *answered(work), name not in peers_table().FALSE)


def answered(work: Callable[[], Any]) -> tuple[str, float]:
    """The verdict and the processor time."""
    verdicts: list[str] = []
    time = processor_seconds(lambda: verdicts.append(work()))
    return verdicts[0], time


def budget(budgets: Iterable[float]) -> Iterator[str]:
    """The lines of a table: which part of each budget the hardest statements take; caches are filled before.

    Steps are what the budget counts, a million in a second; processor time depends on the machine and its load.
    """
    from pcaproofs import prove
    from pcaproofs.prover.effort import STEPS, spent

    sys.path[:0] = [str(HERE / "tests/prover"), str(HERE / "tests")]
    hard = import_module("prove_verdicts").HARD
    for _, conclusion, assuming in hard:
        prove(conclusion, assuming, seconds=1)
    yield "| seconds | statements | of the steps: median | least | most | of the time: median | least | most |"
    yield "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for given in budgets:
        steps, times = list[float](), list[float]()
        for _, conclusion, assuming in hard:
            before = spent()
            time = processor_seconds(lambda c=conclusion, a=assuming, s=given: prove(c, a, seconds=s))  # type: ignore[misc]
            times.append(time / given)
            steps.append((spent() - before) / STEPS / given)
        cells = [f"{f(shares):.2f}" for shares in (steps, times) for f in (median, min, max)]
        yield f"| {given:g} | {len(hard)} | {' | '.join(cells)} |"


def mathlib(every: int) -> Iterator[str]:
    """The table of mathlib's lemmas, a line for each file, and then the lemmas that are not said or not proved."""
    from pcaproofs import prove

    sys.path[:0] = [str(HERE / "tests/prover"), str(HERE / "tests")]
    files = import_module("mathlib_lemmas").FILES
    yield "| file of mathlib | lemmas about real matrices | sayable | proved | about other things |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    left: dict[str, list[str]] = {}
    sums = [0, 0, 0, 0]
    for file in files:
        lemmas = file.lemmas[::every]
        verdicts = {x.name: prove(x.says, x.given, needs=False).verdict if x.is_sayable else x.says for x in lemmas}
        counts = [len(lemmas), sum(x.is_sayable for x in lemmas), list(verdicts.values()).count("proved")]
        counts.append(len(file.others))
        sums = [a + b for a, b in zip(sums, counts, strict=True)]
        link = f"[{file.path}](https://github.com/leanprover-community/mathlib4/blob/{file.commit}/Mathlib/{file.path})"
        yield f"| {link} | {' | '.join(map(str, counts))} |"
        for name, verdict in verdicts.items():
            if verdict != "proved":
                left.setdefault(verdict, []).append(f"`{name}`")
    lemmas_, sayable, proved, others = sums
    shares = f"{sayable} ({100 * sayable / lemmas_:.1f} %) | {proved} ({100 * proved / max(1, sayable):.1f} %)"
    yield f"| all | {lemmas_} | {shares} | {others} |"
    yield ""
    yield from (f"- {why}: {', '.join(names)}" for why, names in sorted(left.items()))


def totals(answers: list[Answer]) -> str:
    """How many of the true statements are proved, and of the false ones refuted, and what the answers take."""
    true, false = ([a for a in answers if a.is_true is truth] for truth in (True, False))
    proved, refuted = sum(a.verdict == "proved" for a in true), sum(a.verdict == "refuted" for a in false)
    wrong = sum(a.verdict == ("refuted" if a.is_true else "proved") for a in answers)
    times = sorted(a.seconds for a in answers)
    open_ = sum(a.seconds for a in answers if a.verdict == "undecided")
    return (
        f"{proved} of {len(true)} true statements proved ({100 * proved / max(1, len(true)):.1f} %), "
        f"{refuted} of {len(false)} false ones refuted, {wrong} wrong; "
        f"median {seconds(median(times))}, nine tenths within {seconds(times[len(times) * 9 // 10])}, "
        f"undecided ones {seconds(open_)} together"
    )


def serve(root: Path, statements: str) -> None:
    """Answers each number on standard input with the verdict and time of that statement, by the checkout at root.

    statements: the checkout of which the tables are proved; "" for the statements of other suites.
    """
    sys.path.insert(0, str(root))
    works = list(tables(Path(statements)) if statements else of_peers())
    works[0][1]()  # which imports what all need
    print(json.dumps([name for name, _ in works]), flush=True)
    for number in sys.stdin:
        print(json.dumps(answered(works[int(number)][1])), flush=True)


Pair = tuple[Any, Any]  # a verdict and a time of this checkout, and those of the other


def in_turn(other: Path, statements: str, every: int, rounds: int) -> Iterator[tuple[str, list[Pair]]]:
    """Each statement's name, and for each round the answers of this checkout and of another, which take turns."""
    command = [sys.executable, "-P", __file__]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    here = str(Path(__file__).parent)
    workers = [
        subprocess.Popen(  # type: ignore[call-overload]
            [*command, "--serve", str(root), statements], env={"PYTHONPATH": here, "PYTHONHASHSEED": "0"}, **pipes
        )
        for root in (HERE, other)
    ]
    names, _ = (json.loads(worker.stdout.readline()) for worker in workers)
    for number in range(0, len(names), every):
        answers: list[Pair] = []
        for turn in range(rounds):
            found: dict[int, Any] = {}
            for k in (0, 1) if turn % 2 else (1, 0):
                workers[k].stdin.write(f"{number}\n")
                found[k] = json.loads(workers[k].stdout.readline())
            answers.append((found[0], found[1]))
        yield names[number], answers
    for worker in workers:
        worker.communicate()


def beside(other: Path, every: int) -> str:
    """Our median and ninth tenth for another checkout's statements, its own, and the median of the ratios."""
    least = [
        tuple(min(pair[k][1] for pair in answers) for k in (0, 1))
        for _, answers in in_turn(other, str(other), every, ROUNDS)
    ]
    ours, theirs = (sorted(pair[k] for pair in least) for k in (0, 1))
    parts = [f"{what} {seconds(f(ours))}, there {seconds(f(theirs))}" for what, f in SUMMARIES]
    return f"{len(least)} statements: {'; '.join(parts)}; median of ratios {median(a / b for a, b in least):.3g}"


def peers_beside(other: Path, every: int) -> Iterator[str]:
    """The answers of both checkouts to the statements of other suites; then their times by what they decide."""
    pairs = []
    for name, [(ours, theirs)] in in_turn(other, "", every, 1):
        pairs.append((ours, theirs))
        yield f"{ours[1]:8.3f} {theirs[1]:8.3f}  {ours[0]:11} {theirs[0]:11} {name}"
    yield "| statements | number | median | nine tenths within | together |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for what, verdicts in (("proved by both", ("proved", "proved")), ("undecided there", (None, "undecided"))):
        chosen = [(a[1], b[1]) for a, b in pairs if b[0] == verdicts[1] and verdicts[0] in (None, a[0])]
        sides = [sorted(pair[k] for pair in chosen) for k in (0, 1)]
        cells = [
            f"{seconds(a)} : {seconds(b)} = {a / b:.2f}"
            for a, b in (
                [median(side) for side in sides],
                [side[len(side) * 9 // 10] for side in sides],
                [sum(side) for side in sides],
            )
        ]
        yield f"| {what} | {len(chosen)} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th statement")
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="another checkout of this project")
    parser.add_argument("--peers", action="store_true", help="the statements of other suites, one a line")
    parser.add_argument("--mathlib", action="store_true", help="the lemmas of mathlib, as a table")
    parser.add_argument("--budget", type=float, nargs="*", metavar="S", help="what these seconds cost, or 1, 2, 5, 10")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        return serve(Path(options.serve[0]), options.serve[1])
    if options.budget is not None:
        for row in budget(options.budget or BUDGETS):
            print(row, flush=True)
        return None
    if options.mathlib:
        for row in mathlib(options.every):
            print(row, flush=True)
        return None
    if options.peers and options.beside:
        for row in peers_beside(options.beside.resolve(), options.every):
            print(row, flush=True)
        return None
    if options.peers:
        answers = []
        for answer in peers(options.every):
            print(answer, flush=True)
            answers.append(answer)
        return print(totals(answers))
    if options.beside:
        return print(beside(options.beside.resolve(), options.every))
    print("| statements | proved | median | within 1 s | longest |")
    print("| --- | ---: | ---: | ---: | ---: |")
    print(line("tables of the tests", measured(tables(HERE), options.every)), flush=True)
    print(line("parts of the Matrix Cookbook", measured(cookbook_parts(), options.every)))
    return None


if __name__ == "__main__":
    main()
