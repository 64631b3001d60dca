"""The rules of `pcaproofs check`: a code and a name for each kind of finding, which an author selects or switches off.

A rule is a row of RULES. Its example is a note of which it is the only finding; that is its test, and it stands on the
rule's page (docs/checking-reference.md, `pcaproofs check --explain CODE`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pcaproofs.notes.faults import FAULT

if TYPE_CHECKING:
    from pcaproofs.notes.judging.verdicts import RowVerdict

Severity = Literal["error", "warning", ""]
_PAGE = "checking-reference/#{}"  # below the address of the documentation, where the package declares one


@dataclass(frozen=True)
class Rule:
    """A kind of finding.

    severity: its default one; empty if it is listed on request only. advice: what an author does then, if there is
    anything to do. example: a note.
    """

    code: str
    name: str
    severity: Severity
    meaning: str
    advice: str
    example: str

    @property
    def anchor(self) -> str:
        """The part of the reference that is about it."""
        return f"{self.code}-{self.name}".lower()

    @property
    def address(self) -> str | None:
        """The address of its page on the web; None if the package declares no documentation there."""
        from importlib.metadata import metadata

        urls = dict(x.split(", ", 1) for x in metadata("pcaproofs").get_all("Project-URL") or ())
        return f"{urls['Documentation'].rstrip('/')}/{_PAGE.format(self.anchor)}" if "Documentation" in urls else None


_XY = r"Let $x, y \in \mathbb{R}^p$."
_XW = r"Let $x, w \in \mathbb{R}^p$, where $w$ is a unit vector."
_PYTHAGORAS = r"$$\|x - w w^T x\|^2 = \|x\|^2 - (w^T x)^2$$"

RULES = (
    Rule(
        "PCA001", "unused-ignore", "warning",
        "A comment switches off a rule that finds nothing there, or names no rule.",
        "Delete the comment, or correct the code.",
        rf"{_XY}" "\n\n" "<!-- pcaproofs: ignore PCA310 -->\n" r"$$x^T y = y^T x$$",
    ),
    Rule(
        "PCA101", "unread", "",
        "The formula is not understood: the reason says what was found, and what was expected there.",
        "Correct the notation if it is a slip; otherwise nothing is said of the row.",
        rf"{_XY}" "\n\n" r"$$\|x\|^2 = (x^T x$$",
    ),
    Rule(
        "PCA102", "unsupported", "",
        "The formula is read, and uses something that the language lacks, which is named.",
        "Nothing is said of the row.",
        rf"{_XY}" "\n\n" r"$$\|x\|_7 \le \|x\|^2$$",
    ),
    Rule(
        "PCA110", "not-read", "",
        "Something looks like mathematics and stands in no formula that is read.",
        r"Define the macros that open the display (`\newcommand{\be}{\begin{equation}}`) where the note can find them.",
        rf"{_XY}" "\n\n" "\\be\nx = x\n\\ee",
    ),
    Rule(
        "PCA111", "open-display", "error",
        "A display does not close, so that it may hold the text behind it.",
        "Close it.",
        rf"{_XY}" "\n\n" "Then\n\n$$",
    ),
    Rule(
        "PCA112", "guessed-macro", "",
        "No file defines a macro; it is read as its name suggests.",
        r"Define it in the note or its scope file: `\newcommand{\norm}[1]{\lVert #1\rVert}`.",
        rf"{_XY} We write $\norm{{x}}$ for its length.",
    ),
    Rule(
        "PCA113", "disabled", "",
        "The dialect of the note disables the text of a formula, which is not judged.",
        "If it is to be judged, take it out of the comment.",
        rf"{_XY}" "\n\n" "%% $$x = 2x$$ %%",
    ),
    Rule(
        "PCA201", "shape", "error",
        "Two sizes that the note declares do not match, so that the row means nothing. It is a warning where a size is "
        "not declared, and a change of one symbol makes the row provable.",
        "Correct the row or the declaration; both sizes are shown.",
        r"Let $A \in \mathbb{R}^{n \times p}$ and $x \in \mathbb{R}^n$." "\n\n" r"$$x^T x = x^T A x$$",
    ),
    Rule(
        "PCA301", "undecided", "",
        "Neither a proof nor a counterexample was found, or the note may say more than was read.",
        "The reason names what stands in the way. Declare the letter that it names, here or in a scope file.",
        r"Let $s, t \in \mathbb{R}$." "\n\n" r"$$s^4 t^2 + s^2 t^4 + 1 \ge 3 s^2 t^2$$",
    ),
    Rule(
        "PCA310", "fails", "error",
        "The row is false: an exact example is shown, at which all that the note says of the letters holds. It is a "
        "warning if the note may say more of them than was read.",
        "Calculate both sides at the example. If a change of one symbol makes the row provable, it is named.",
        rf"{_XY}" "\n\n" r"$$\|x + y\|^2 = \|x\|^2 + \|y\|^2$$",
    ),
    Rule(
        "PCA320", "needs", "error",
        "The row fails as it is written, and is true under a standard hypothesis, which the note does not say for it.",
        "Say the hypothesis before the row.",
        r"Let $x, w \in \mathbb{R}^p$." f"\n\n{_PYTHAGORAS}",
    ),
    Rule(
        "PCA330", "contradictory", "warning",
        "No example was found of the hypotheses on which the row rests, so that it may say nothing.",
        "Look whether the hypotheses can hold together.",
        r"Let $w, x \in \mathbb{R}^p$ with $\|w\|^2 = 1$ and $\|w\|^2 = 2$." "\n\n" r"$$x^T x = x^T w$$",
    ),
    Rule(
        "PCA400", "proved", "",
        "The kernel accepted a proof that uses no hypothesis of the note.",
        "The reason says in which dimensions it holds.",
        rf"{_XY}" "\n\n" r"$$\|x + y\|^2 = \|x\|^2 + 2 x^T y + \|y\|^2$$",
    ),
    Rule(
        "PCA401", "proved-using", "",
        "The kernel accepted a proof under hypotheses of the note, each of which is printed with its line and words.",
        "Look whether the hypotheses are those that you mean.",
        f"{_XW}\n\n{_PYTHAGORAS}",
    ),
    Rule(
        "PCA402", "proved-after", "",
        "A proof uses a hypothesis that a sentence between it and the row may have ended; the sentence is quoted.",
        "Judge whether the hypothesis still holds; if it does not, the row needs another one.",
        f"{_XW}\n\nSome people rotate things first.\n\n{_PYTHAGORAS}",
    ),
    Rule(
        "PCA403", "proved-given", "",
        "The kernel accepted a proof of the statement that a reading gives (`--reading FILE`), not the note.",
        "Compare the statement with the row: `--readings` prints it.",
        "",  # the reading is another file
    ),
    Rule(
        "PCA500", "definition", "",
        "The row gives a letter its meaning.",
        "",
        r"Let $X \in \mathbb{R}^{n \times p}$." "\n\n" "$$S = X^T X$$",
    ),
    Rule(
        "PCA501", "condition", "",
        "The row restricts the letters that it speaks of.",
        "",
        r"Suppose that $w, v \in \mathbb{R}^p$ satisfy" "\n\n" "$$w^T v = 0.$$",
    ),
    Rule(
        "PCA502", "problem", "",
        "The row states a problem or a question, or is an expression, and asserts nothing.",
        "",
        r"Let $S \in \mathbb{R}^{p \times p}$." "\n\n" r"$$\max_w w^T S w \quad\text{s.t. } w^T w = 1$$",
    ),
    Rule(
        "PCA900", "fault", "error",
        "A bug of pcaproofs prevented a verdict; the exit code is 2.",
        "Report it, please.",
        "",  # no known note has a bug
    ),
)  # fmt: skip
BY_CODE = {rule.code: rule for rule in RULES}
_OF_VERDICTS = {
    "unread": "PCA101", "unsupported": "PCA102", "ill-typed": "PCA201", "undecided": "PCA301", "refuted": "PCA310",
    "needs": "PCA320", "contradictory": "PCA330", "definition": "PCA500", "condition": "PCA501", "problem": "PCA502",
}  # fmt: skip


def rule_of(found: RowVerdict) -> Rule:
    """The rule of the verdict of a row."""
    from pcaproofs.prover.result import NO_EXAMPLE

    if found.verdict == "proved":
        if found.given_by:
            return BY_CODE["PCA403"]
        said = [x for x in found.using if x.place is not None or x.by != "notation"]
        return BY_CODE["PCA402" if any(x.later is not None for x in said) else "PCA401" if said else "PCA400"]
    if found.verdict == "unread" and FAULT in found.reason:
        return BY_CODE["PCA900"]
    if found.verdict == "undecided" and NO_EXAMPLE in found.reason:
        return BY_CODE["PCA330"]
    return BY_CODE[_OF_VERDICTS[found.verdict]]


class WrongRule(ValueError):  # noqa: N818
    """A text that names no rule; the message is one line."""


def codes(said: str | Iterable[str]) -> tuple[str, ...]:
    """Codes, beginnings of codes (PCA3) and names of rules, with commas or one by one, as codes. Raises WrongRule."""
    parts = re.split(r"[,\s]+", said.strip()) if isinstance(said, str) else said
    out: list[str] = []
    for part in parts:
        found = [x.code for x in RULES if x.name == part or (part.startswith("PCA") and x.code.startswith(part))]
        if not found:
            raise WrongRule(f"got {part[:40]}, but should be a rule such as PCA310 or fails")
        out += found
    return tuple(dict.fromkeys(out))


def totals(n: Counter[str], *, is_all: bool) -> str:
    """How many rows some notes have, and what was found of them, on one line."""
    said = []
    if n["proved"]:
        under, after, given = n["PCA401"] + n["PCA402"], n["PCA402"], n["PCA403"]
        marks = [f"{under} under hypotheses of the note"] if under else []
        marks += [f"{after} of them after other words"] if after else []
        marks += [f"{given} by a reading from outside"] if given else []
        said.append(f"{n['proved']} proved" + (f" ({', '.join(marks)})" if marks else ""))
    said += [f"{n[x]} {x}{'s' * (n[x] != 1)}" for x in ("error", "warning") if n[x]]
    claimless = "definition or problem" if n["definitions"] == 1 else "definitions and problems"
    said += [f"{n['definitions']} {claimless}"] if n["definitions"] else []
    said += [f"{n['ignored']} switched off"] if n["ignored"] else []
    said += [f"{n['open']} not judged{'' if is_all else ' (--all)'}"] if n["open"] else []
    return f"{n['rows']} row{'s' * (n['rows'] != 1)}{': ' if said else ''}{', '.join(said)}"
