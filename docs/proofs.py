"""Prints how the proofs of the claims read: `python docs/proofs.py [--text] [ID|CHAPTER …]` makes a table in Markdown.

With --text it prints the proofs themselves, one line of text for each line.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pcaproofs.formula.line_breaks import LINE, height, width
from pcaproofs.formula.text import text
from pcaproofs.formula.tree import Formula, Norm, Ones, Relation, Sum, Zero, parts
from pcaproofs.report.derivation.earlier import referring_back
from pcaproofs.report.derivation.proof_blocks import ProofBlock, Step
from pcaproofs.report.derivation.worked_lines import FACTS
from pcaproofs.report.page import ClaimPage, PartPage, claim_page
from pcaproofs.report.sentences import ClaimId, Sentence
from pcaproofs.verify.discovery import all_claims
from pcaproofs.verify.run import run

SHORT = 7  # lines of a chain that is easily read
PAGE = 44  # rows of a printed page, a row of a display counted as one and a half of text


@dataclass
class Measure:
    """What is counted in proofs. reasons: kinds of reasons. faults: claims with a fault, by its name."""

    proofs: int = 0
    chains: list[int] = field(default_factory=list)  # the lines of each
    lists: list[int] = field(default_factory=list)  # the terms of each
    hidden: int = 0  # proofs that are only spoken of
    widest: float = 0
    terms: list[int] = field(default_factory=list)  # of each line
    facts: list[int] = field(default_factory=list)  # equations and claims that each line cites
    reasons: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    rests_on: set[tuple[str, str]] = field(default_factory=set)
    longest: int = 0  # rows of the longest proof of a claim

    def add(self, other: Measure) -> None:
        """Counts what another one has counted too."""
        self.proofs += other.proofs
        self.chains += other.chains
        self.lists += other.lists
        self.hidden += other.hidden
        self.widest = max(self.widest, other.widest)
        self.terms += other.terms
        self.facts += other.facts
        self.reasons += other.reasons
        self.faults += other.faults
        self.rests_on |= other.rests_on
        self.longest = max(self.longest, other.longest)


def measure(page: ClaimPage) -> Measure:
    """What the proofs of a claim's page count."""
    out = Measure(rests_on={(page.id, other.id) for proven in page.report.proven for other in proven.used})
    rows = 0.0
    for part in page.parts:
        if not part.verdict.startswith("proved"):
            continue
        out.proofs += 1
        out.hidden += part.words.runs[:1] != () and "certificate" in plain(part.words)
        for block in part.blocks:
            _count(block, out)
            rows += _rows(block)
        if repeated := _repeated(part):
            out.faults["chain twice in one proof"] += repeated
    out.longest = round(rows)
    return out


def _count(block: ProofBlock, out: Measure) -> None:
    lines = [*([block.left] if block.left else []), *(step.term for step in block.steps)]
    if block.left:
        out.chains.append(len(lines))
    elif block.steps:
        out.lists.append(len(block.steps))
    out.widest = max([out.widest, *map(width, lines)])
    out.terms += [terms_of(x) for x in lines]
    out.facts += map(facts_of, block.steps)
    out.reasons.update(kind(step.reason) for step in block.steps)
    out.faults.update(faults(block))


def _rows(block: ProofBlock) -> float:
    lines = [*([block.left] if block.left else []), *(step.term for step in block.steps)]
    return 1.5 * sum(height(x) for x in lines) + bool(block.intro) + bool(block.outro) + 0.5


def faults(block: ProofBlock) -> Iterator[str]:
    """The names of what nobody should read in a proof."""
    said = [text(x) for x in ([block.left] if block.left else [])]
    said += [text(step.term) for step in block.steps]
    if any(_is_one_is_one(x) for step in block.steps for x in step.reason.formulas()):
        yield "1 = 1"
    if any(_is_norm_of_number(x) for form in block.formulas() for x in parts(form)):
        yield "‖1‖ of a number"
    if block.left and len(set(said)) < len(said):
        yield "line twice"
    if any(_is_by_way_of_zero(a, b) for a, b in zip(block.steps, block.steps[1:], strict=False)):
        yield "by way of 0"
    if block.more:
        yield "more lines"
    if block.title.startswith("Lemma") and not (block.intro and any(block.intro.formulas())):
        yield "lemma without statement"


def _is_by_way_of_zero(step: Step, after: Step) -> bool:
    """Whether a line is 0 and the one after it is not, though no fact leads from one to the other."""
    return (
        isinstance(step.term, Zero)
        and after.sign == "="
        and not any(isinstance(run, Formula | ClaimId) for x in (step, after) for run in x.reason.runs)
    )


def _is_one_is_one(x: Formula) -> bool:
    return isinstance(x, Relation) and len({text(term) for term in x.terms}) == 1


def _is_norm_of_number(x: Formula) -> bool:
    return isinstance(x, Norm) and not isinstance(x.body, Ones) and text(x.body).lstrip("-−").replace("/", "").isdigit()


def _repeated(part: PartPage) -> int:
    """How many chains a proof has twice."""
    shown = [tuple(text(step.term) for step in block.steps) for block in part.blocks if len(block.steps) > 2]
    return len(shown) - len(set(shown))


def terms_of(form: Formula) -> int:
    """The number of terms in the sums of a line, those inside brackets included."""
    return max([1, sum(len(x.terms) for x in parts(form) if isinstance(x, Sum))])


def facts_of(step: Step) -> int:
    """The number of equations and claims that a line cites."""
    return sum(isinstance(x, Relation | ClaimId) for x in step.reason.runs)


def kind(reason: Sentence) -> str:
    """The kind of a reason: a claim, a fact, an operation, or a teacher's words."""
    said = plain(reason)
    if any(isinstance(run, ClaimId) for run in reason.runs):
        return "by a claim"
    for words in ("multiplied out", "collected", "by definition", "sums as products", "differentiated"):
        if said.startswith(words):
            return words
    if "square" in said:
        return "a square"
    if not said:
        return "none"
    return "a fact" if any(reason.formulas()) else "words"


def plain(sentence: Sentence) -> str:
    """A sentence as text."""
    runs = (
        text(x) if isinstance(x, Formula) else getattr(x, "id", None) or getattr(x, "text", None) or x
        for x in sentence.runs
    )
    return "".join(str(getattr(x, "latex", x)) for x in runs)


def table(pages: Sequence[ClaimPage]) -> Iterator[str]:
    """A line for each thing that is counted, in all pages together."""
    whole = Measure()
    for page in pages:
        whole.add(measure(page))
    short = sum(n <= SHORT for n in whole.chains)
    yield "| proofs as printed | |"
    yield "| --- | ---: |"
    yield f"| claims, proofs of their parts | {len(pages)}, {whole.proofs} |"
    yield f"| chains | {len(whole.chains)} |"
    yield f"| chains of at most {SHORT} lines | {100 * short / max(1, len(whole.chains)):.1f} % |"
    yield f"| lines, in chains | {sum(whole.chains)} |"
    yield f"| lines of the longest chain | {max(whole.chains, default=0)} |"
    yield f"| lists of terms, their terms | {len(whole.lists)}, {sum(whole.lists)} |"
    yield f"| proofs that are not printed | {whole.hidden} |"
    yield f"| widest line, of {LINE} | {whole.widest:.0f} |"
    yield f"| lines wider than {LINE} | {_wide(pages)} |"
    mean = sum(whole.terms) / max(1, len(whole.terms))
    yield f"| terms of a line, mean and most | {mean:.2f}, {max(whole.terms, default=0)} |"
    facts = max(1, len(whole.facts))
    many, by_claim = sum(n > FACTS for n in whole.facts), whole.reasons["by a claim"]
    yield f"| facts of a line, mean and most | {sum(whole.facts) / facts:.2f}, {max(whole.facts, default=0)} |"
    yield f"| lines that cite more than {FACTS} facts | {many} |"
    share = 100 * by_claim / max(1, by_claim + whole.reasons["a fact"])
    yield f"| lines by an earlier claim, of those by a fact or claim | {share:.0f} % |"
    yield f"| rows of the longest proof | {whole.longest} |"
    yield f"| claims that rest on one, arrows | {len({a for a, _ in whole.rests_on})}, {len(whole.rests_on)} |"
    for name, count in sorted(whole.reasons.items(), key=lambda x: -x[1]):
        yield f"| reason: {name} | {count} |"
    for name in (
        "1 = 1",
        "‖1‖ of a number",
        "line twice",
        "chain twice in one proof",
        "more lines",
        "lemma without statement",
    ):
        yield f"| fault: {name} | {whole.faults[name]} |"


def _wide(pages: Sequence[ClaimPage]) -> int:
    forms = (x for page in pages for part in page.parts for block in part.blocks for x in _lines(block))
    return sum(width(x) > LINE + 0.5 for x in forms)


def _lines(block: ProofBlock) -> Iterator[Formula]:
    yield from ([block.left] if block.left else [])
    yield from (step.term for step in block.steps)


def each(pages: Iterable[ClaimPage]) -> Iterator[str]:
    """A line for each claim that has a proof."""
    yield "| claim | chains: lines | lists: terms | widest | rows | rests on | faults |"
    yield "| --- | --- | --- | ---: | ---: | --- | --- |"
    for page in pages:
        m = measure(page)
        if m.proofs:
            chains, lists = (", ".join(map(str, x)) for x in (m.chains, m.lists))
            on = ", ".join(sorted(b for _, b in m.rests_on))
            bad = ", ".join(f"{name} {k}" for name, k in m.faults.items())
            yield f"| {page.id} | {chains} | {lists} | {m.widest:.0f} | {m.longest} | {on} | {bad} |"


def proofs(page: ClaimPage) -> Iterator[str]:
    """The proofs of a page as text."""
    yield f"=== {page.id}"
    for which, part in page.proofs:
        yield f"--- {which or 'proof'} [{part.verdict}] {plain(part.instead)}"
        for words, x in part.stated.displays:
            yield f"    CLAIM {plain(words)} {text(x)}"
        for name, meaning in part.needed:
            yield f"    write {text(name)} = {text(meaning)}"
        for block in part.blocks:
            yield f"  {block.title}. {plain(block.intro)}"
            if block.left:
                yield f"      {text(block.left)}"
            for step in block.steps:
                yield f"    {step.sign} {text(step.term)}    [{plain(step.reason)}]"
            if block.outro or block.more:
                yield f"    {plain(block.outro)}{f' … and {block.more} more lines' if block.more else ''}"


def pages_of(wanted: Sequence[str] = ()) -> list[ClaimPage]:
    """The pages of some claims, by their ids or chapters; of all by default."""
    chosen = [c for c in all_claims() if not wanted or c.id in wanted or c.chapter in wanted]
    pages = referring_back([claim_page(run(claim, ("kernel",))) for claim in all_claims()])
    return [page for page in pages if page.report.claim in chosen]


if __name__ == "__main__":
    found = pages_of([x for x in sys.argv[1:] if not x.startswith("--")])
    if "--text" in sys.argv:
        print("\n".join(line for page in found for line in proofs(page)))
    else:
        print("\n".join([*table(found), "", *each(found)]))
