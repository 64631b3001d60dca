"""Writes docs/cookbook.md, a table of the proved equations of the Matrix Cookbook: python docs/cookbook.py."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pcaproofs.cookbook import Equation
from pcaproofs.cookbook.powers import POWERS
from pcaproofs.language.derived import THEOREM
from pcaproofs.prover.prove import prove
from pcaproofs.verify.discovery import cookbook
from pcaproofs.verify.run import ClaimReport, run

PAGE = Path(__file__).with_name("cookbook.md")
HEAD = """# The Matrix Cookbook

Petersen and Pedersen's Matrix Cookbook (15 November 2012) contains 550 numbered statements. `pcaproofs/cookbook/`
contains those about real matrices that the language can express, as claims, one file for each section. They are
proved for all dimensions and have the same layers and mutants as all claims. `pcaproofs prove cookbook` proves them,
and `pcaproofs claims cookbook inverses.eq-157` shows one with its proof. `python docs/cookbook.py` computes this page
from the claims.

Statements about all powers of a matrix are in `pcaproofs/cookbook/powers.py`. The kernel proves them by induction on
the exponent.

The column "by theorems" counts statements whose reading uses textbook theorems about determinants and logarithms,
such as det(AB) = det(A)·det(B). The kernel does not prove these theorems; it proves what follows from them. Equation
21 is this theorem itself, so the kernel proves nothing there. Each result names the theorems that it uses. The column
"in part" counts statements of which only an instance (powers instead of all power series) or one direction is proved.

The last two columns compare with the statements that the Lean project
[lean-matrix-cookbook](https://github.com/eric-wieser/lean-matrix-cookbook) proves (state of 16 September 2025, commit
5682ac9: a theorem `eq_N` without `sorry`). Its statements may be more general, or read the book differently.
"""


def numbered(text: str) -> frozenset[int]:
    """The numbers of a text such as "18-20 31"."""
    pairs = [part.split("-") for part in text.split()]
    return frozenset(n for pair in pairs for n in range(int(pair[0]), int(pair[-1]) + 1))


OUTSIDE = {
    "determinants as products of eigenvalues, of minors, derivatives by powers": numbered(
        "18 28 56 58 149 289-290 486 502"
    ),
    "power series and functions of matrices, derivatives of symbolic powers": numbered(
        "90-92 121-122 128 186-187 215-216 427-429 436 490-493 498-501"
    ),
    "eigenvalues as a set, existence of decompositions": numbered(
        "68 153-154 278-279 281 291 293-298 441 538 545 547-548"
    ),
    "Kronecker products and vec": numbered("275 508"),
    "approximations and limits": numbered("188-197 488"),
    "Toeplitz matrices, powers of shifts": numbered("143-144 481 483"),
    "rank": numbered("261 546"),
    '"for all x" and "if and only if"': numbered("440 550"),
    "existence of triangular factorisations": numbered("299-302"),
    "norms other than Frobenius": numbered("533-534 539 544"),
    "the chain rule for any function": numbered("93 133 135-137"),
    "derivatives of eigenvalues": numbered("67"),
}
"""Notions that the language lacks, with the numbers of the statements about real matrices that need them.

A claim with one of these numbers proves an instance or one direction of the statement in the book.
"""

OPEN = {
    "the pseudo-inverse after a change of rank one, cases 2, 3, 5 and 6": numbered("176-178 181-183"),
    "proved by the kernel, but the second opinion finds no example that satisfies the hypothesis": numbered("184"),
    "the pseudo-inverse of a product": numbered("214 221"),
}
"""Numbers of statements that the language can express, but that are not completely checked."""

UNCOUNTED = {
    "statements about complex matrices": numbered("7-10 45 89 201-202 204 210-213 225-259 283 403-417"),
    "probability: distributions, and moments of order three and more": numbered("303-311 319 331-396"),
    "definitions, notation, and equations that are to be solved": numbered(
        "32 134 146-147 152 168-173 272 274 276-277 292 439 443-445 456-457 459-460 465-472 475-477 480 482 485 "
        "489 494-497 503-505 525 527-528 537 540 542-543"
    ),
}
"""Numbers that are not counted, by the reason."""

EXPECTATIONS = numbered("312-318 320-330")
"""Numbers about expectations of linear and quadratic forms, in the book's section on statistics and probability."""

LEAN = numbered(
    "1-27 29-31 33-40 44-46 145-151 155-160 163 165 184 225 253-254 262-263 270 272-275 282-283 289 302 "
    "397-402 418-419 422 424-425 443-455 459 461 465-469 475-478 485-487 494-496 498-499 505-512 515-516 "
    "520-536 540-542 549-550"
)
"""Numbers of statements that the Lean project proves."""


def page() -> str:
    """The page as Markdown, the same for the same claims."""
    reports = [run(claim, ("kernel",)) for claim in cookbook().claims()]
    return "\n".join([HEAD, *sections(reports), "", *others(reports), ""])


def _shown(some: frozenset[int]) -> str:
    """Numbers as a text such as "18-20, 31"."""
    starts = [n for n in sorted(some) if n - 1 not in some]
    ends = [n for n in sorted(some) if n + 1 not in some]
    return ", ".join(f"{a}-{b}" if a < b else str(a) for a, b in zip(starts, ends, strict=True))


def numbers(report: ClaimReport) -> set[int]:
    """The numbers of the equations that a claim covers."""
    return {source.number for source in report.claim.sources if isinstance(source, Equation)}


def sections(reports: list[ClaimReport]) -> Iterator[str]:
    """The table: for each section the numbers of equations that are proved, proved in part, and refuted."""
    beyond = {number for some in OUTSIDE.values() for number in some}
    bounds = {"basics": (1, 32), "derivatives": (33, 144), "inverses": (145, 223), "solutions": (260, 302)}
    bounds |= {"statistics": (303, 334), "special-matrices": (397, 486), "functions": (487, 550)}
    found = {"proved": set[int](), "refuted": set[int](), "by theorems": set[int]()}
    for report in reports:
        found[report.verdict] |= numbers(report)
        if any(x.startswith(THEOREM) for x in report.assumed):
            found["by theorems"] |= numbers(report)
    for power in POWERS:
        if prove(power.conclusion, power.assuming).verdict == "proved":
            found["proved"] |= set(power.numbers)
    undone = {number for some in OPEN.values() for number in some}
    done = (found["proved"] | found["refuted"]) - beyond
    said, every = len(done | undone), len(done | undone | beyond)
    yield f"The language can express {said} of {every} statements ({100 * said / every:.1f} %). {len(done)} of them"
    yield f"({100 * len(done) / said:.1f} %) are proved, or refuted as printed. {len(EXPECTATIONS)} statements are"
    said, every = said - len(EXPECTATIONS), every - len(EXPECTATIONS)
    yield f"about expectations; without these it can express {said} of {every} ({100 * said / every:.1f} %).\n"
    yield "Each number of the book is counted once: as a claim, as expressible but not completely checked, as not"
    yield "expressible, or as one of these, which are no statements about real matrices:\n"
    yield from (f"- {len(some)} {words}: {_shown(some)}" for words, some in UNCOUNTED.items())
    yield "\nIn case of doubt a number that is not expressible is counted, and one that is expressible is not counted."
    yield "So the steps of an approximation (192 to 196) and definitions of norms (533, 538, 539) count as not"
    yield "expressible; the rows and columns of products with eᵢeⱼᵀ (444, 445, 475, 476) count as definitions.\n"
    rows = [(chapter, set(range(low, high + 1))) for chapter, (low, high) in bounds.items()]
    columns = ["section", "proved", "by theorems", "in part", "refuted as printed"]
    columns += ["proved here, not there", "proved there, not here"]
    yield f"| {' | '.join(columns)} |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for chapter, within in [*rows, ("all", set(range(1, 551)))]:
        proved, refuted = found["proved"] & within, found["refuted"] & within
        by_theorems = found["by theorems"] & proved
        counts = (proved, by_theorems, proved & beyond, refuted, proved - LEAN, (LEAN & within) - proved)
        yield f"| {chapter} | {' | '.join(str(len(some)) for some in counts)} |"


def others(reports: list[ClaimReport]) -> Iterator[str]:
    """The lists of refuted, unproved and inexpressible statements."""
    yield "## Refuted as printed\n"
    for report in reports:
        if report.verdict == "refuted":
            at = next(p.counterexample.text() for p in report.proven if p.counterexample is not None)
            places = ", ".join(map(str, sorted(numbers(report))))
            yield f"- {places}: {report.claim.prose} It fails at `{at}`."
    yield "\n## Expressible, but not completely checked\n"
    yield from (f"- {', '.join(map(str, sorted(some)))}: {words}" for words, some in OPEN.items())
    yield "\n## Not expressible\n"
    yield "| missing from the language | statements |"
    yield "| --- | ---: |"
    yield from (f"| {words} | {len(some)} |" for words, some in OUTSIDE.items())
    yield f"| all | {sum(map(len, OUTSIDE.values()))} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
