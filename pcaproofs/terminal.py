"""Output for terminals: tables of claims, one claim in full, a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pcaproofs.certificates import facts_of
from pcaproofs.goals import MAIN, TRANSFORM
from pcaproofs.kernel import Cofactor, Compare, Expression, Proof, SameOptimisers, Statement, Weight
from pcaproofs.language.accounts import needed_hypotheses
from pcaproofs.language.readable_statement import ReadableStatement
from pcaproofs.verify.citations import Resolved, stated_as
from pcaproofs.verify.claim import Claim, Part
from pcaproofs.verify.layers import Layer
from pcaproofs.verify.processes import run_all
from pcaproofs.verify.proving import Proven
from pcaproofs.verify.run import ClaimReport, axioms_of, summary

COLOURS = {
    "proved": "green",
    "proved at sizes": "cyan",
    "cited": "blue",
    "refuted": "red",
    "undecided": "yellow",
    "ill-typed": "magenta",
    "unsupported": "magenta",
    "error": "red",
}
COLUMNS = 80  # of a narrow terminal
WIDEST_ID = 34  # characters of an id, unless there is less space beside its title
MARKS = {"ok": "✓", "failed": "✗", "skipped": "–"}


def console() -> Console:
    """Rich's console for standard output: with colours on a terminal; otherwise plain, with 140 columns."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else 140)


def run_with_progress(
    claims: Sequence[Claim],
    layers: Sequence[str],
    *,
    quiet: bool,
    jobs: int = 1,
    then: Callable[[ClaimReport], Any] | None = None,
    executor: Executor | None = None,
) -> list[Any]:
    """The reports of all claims, or `then(report)` of each, with a progress bar if standard error is a terminal."""
    running = run_all(claims, layers, jobs, then, executor)
    if quiet or not sys.stderr.isatty():
        return list(running)
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    results = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(claims))
        for claim in claims:
            progress.update(task, description=claim.id)
            results.append(next(running))
            progress.advance(task)
        running.close()
    return results


def show_reports(
    reports: Sequence[ClaimReport], *, is_verbose: bool = False, is_listed: bool = True, page: Console | None = None
) -> None:
    """Prints the table by chapter, the failures and cited axioms, a legend, and the counts.

    is_verbose: with the sizes, the seconds, and what each claim takes for granted. is_listed: without the table, only
    the failures and the counts.
    """
    page = page or console()
    if is_listed:
        page.print(_table(reports, is_verbose=is_verbose))
    for line in _remarks(reports, is_verbose=is_verbose, is_listed=is_listed):
        page.print(line, soft_wrap=True)
    for line in _legend(reports) if is_listed else ():
        page.print(f"[dim]{line}[/]", soft_wrap=True)
    page.print(f"{chr(10) if is_listed else ''}{summary_line(reports)}", soft_wrap=True)


def _layers(reports: Sequence[ClaimReport]) -> list[str]:
    """The names of the layers that were run."""
    return next(([layer.name for layer in report.layers] for report in reports if report.layers), [])


def _legend(reports: Sequence[ClaimReport]) -> Iterator[str]:
    """What the signs of the table mean, in lines of at most 80 characters."""
    if layers := _layers(reports):
        ok, failed, skipped = (MARKS[x] for x in ("ok", "failed", "skipped"))
        yield f"layers: {', '.join(f'{name[0]} {name}' for name in layers)}"
        yield f"{ok} the layer finds what the claim declares, {failed} it does not, {skipped} it does not apply"
    if any(report.verdict.startswith("proved") for report in reports):
        yield "steps: of the certificates; 0 where both sides multiply out to the same"


def _table(reports: Sequence[ClaimReport], *, is_verbose: bool) -> Table:
    """One row for each claim, below a row for its chapter; 80 columns unless it is verbose."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    more = [("dimensions", "left")] if is_verbose else []
    for name, justify in (("claim", "left"), ("verdict", "left"), *more, ("steps", "right")):
        table.add_column(name, justify=justify, no_wrap=True)  # type: ignore[arg-type]
    layers = _layers(reports)
    for name in layers:
        table.add_column(name[0], justify="center")
    if is_verbose:
        table.add_column("seconds", justify="right")
    chapter = ""
    for report in reports:
        if report.claim.chapter != chapter:
            chapter = report.claim.chapter
            table.add_row(f"[bold]{chapter}[/]")
        name = report.claim.id.split(".", 1)[1]
        verdict = f"[{COLOURS.get(report.verdict, 'white')}]{report.verdict}[/]"
        cells = [_layer_cell(layer) for layer in report.layers] or [""] * len(layers)
        steps = str(report.steps) if report.verdict.startswith("proved") else ""
        last = [f"{report.seconds:.2f}"] if is_verbose else []
        table.add_row(f"  {name}", verdict, *([report.dimensions] if is_verbose else []), steps, *cells, *last)
    return table


def _remarks(reports: Sequence[ClaimReport], *, is_verbose: bool, is_listed: bool) -> Iterator[str]:
    """The lines below the table: failures, assumptions, notes of Rocq, axioms."""
    for report in reports:
        if not report.passed and not report.error:
            yield f"[red]✗[/] {report.claim.id}: {escape(report.problem)}"
    for report in reports if is_verbose else ():
        if report.assumed:
            yield f"{report.claim.id} takes for granted: {escape('; '.join(report.assumed))}"
    for report in reports:
        for layer in report.layers:
            if layer.name == "rocq" and layer.note and layer.status == "ok":
                yield f"{report.claim.id}: {escape(layer.note)}"
    for report in reports if is_listed else ():
        if report.verdict.startswith("proved") and (axioms := axioms_of(report.claim)):
            yield f"{report.claim.id} cites {', '.join(axioms)}"


def _layer_cell(layer: Layer) -> str:
    colour = {"ok": "green", "failed": "red", "skipped": "dim"}[layer.status]
    return f"[{colour}]{MARKS[layer.status]}[/]"


def summary_line(reports: Sequence[ClaimReport]) -> str:
    """The number of claims with each verdict, in words."""
    counts = summary(reports)
    words = {
        "proved": "proved in every dimension",
        "proved at sizes": "at sizes",
        "refuted": "printed statement refuted" if counts.get("refuted") == 1 else "printed statements refuted",
        "error": "could not be run",
    }
    verdicts = [v for v in COLOURS if v in counts]
    parts = [f"{counts[v]} {words.get(v, v)}" for v in verdicts]
    if counts["failed"]:
        parts.append(f"{counts['failed']} not as declared")
    return " · ".join(parts) or "no claims"


def show_claims(claims: Iterable[Claim], titles: Callable[[Claim], str]) -> None:
    """Prints the id and the title of each claim, by chapter."""
    page = console()
    chapter = ""
    for claim in claims:
        if claim.chapter != chapter:
            chapter = claim.chapter
            page.print(f"[bold]{chapter}[/]")
        title = titles(claim)
        width = min(WIDEST_ID, COLUMNS - 4 - len(title))
        between = "\n      " if len(claim.id) > width and len(claim.id) + len(title) + 4 > COLUMNS else "  "
        page.print(f"  {claim.id:<{width}}{between}[dim]{escape(title)}[/]", soft_wrap=True)


def show_claim(report: ClaimReport, page: Console | None = None) -> None:
    """Prints one claim: statements, hypotheses, proofs with the hypothesis that each step uses, sources."""
    page = page or console()
    claim = report.claim
    colour = COLOURS.get(report.verdict, "white")
    where = "in all dimensions" if report.dimensions == "all" else report.dimensions
    held = report.layers[0].data.get("hypotheses_hold_at", [{}] * len(report.proven))
    page.print(f"[bold]{claim.id}[/]  [{colour}]{report.verdict}[/] {where}")
    page.print(escape(claim.prose), soft_wrap=True)
    for number, proven in enumerate(report.proven, 1):
        title = f"Statement {number}" if len(report.proven) > 1 else "Statement"
        size = claim.parts[number - 1].size
        title += f" at {size}" if size else ""
        resolved = _resolved(claim, claim.parts[number - 1], proven)
        shown = ReadableStatement(
            proven.statement, resolved.reading, resolved.origins, exists=claim.exists, created=resolved.created()
        )
        page.print(f"\n[bold]{title}[/]  {escape(shown.conclusion())}", soft_wrap=True)
        for line in _hypothesis_lines(shown, resolved, proven, held[number - 1]):
            page.print(f"  {escape(line)}", soft_wrap=True)
        if proven.verdict != "cited":
            _show_evidence(page, proven, shown)
    page.print(f"\nsaid in {', '.join(map(str, claim.sources)) or 'no note'}")
    if used := report.uses():
        page.print(f"cites {', '.join(c.id for c in used)}", soft_wrap=True)
    if report.verdict != "cited" and (axioms := axioms_of(claim)):
        page.print(f"cites {', '.join(axioms)}")
    for place in claim.cites:
        page.print(f"cites {place}")
    if report.verdict.startswith("proved"):
        page.print(f"certificate {report.steps} steps, sha256 {report.certificate_digest()}")


def _hypothesis_lines(
    shown: ReadableStatement, resolved: Resolved, proven: Proven, held: Mapping[str, str]
) -> Iterator[str]:
    """Letters, hypotheses, assumptions, and for each kind of sizes the point where the hypotheses hold."""
    yield from filter(None, (shown.letters(), *shown.lines(_unused(shown, resolved, proven))))
    if proven.reading.assumed:
        yield f"taken for granted: {'; '.join(proven.reading.assumed)}"
    for kind, sizes in held.items():
        yield f"nowhere with {kind}, {sizes[6:]}" if sizes.startswith("none: ") else f"with {kind} at {sizes}"


def _show_evidence(page: Console, proven: Proven, shown: ReadableStatement) -> None:
    """Prints the proof of each goal; without a certificate the verdict, its reason and the counterexample."""
    if proven.certificate is None:
        page.print(f"  [{COLOURS.get(proven.verdict, 'white')}]{proven.verdict}[/] {escape(proven.reason)}")
        if proven.counterexample is not None:
            page.print(f"  {escape(proven.counterexample.text())}", soft_wrap=True)
        return
    for goal, proof in proven.certificate.proofs:
        page.print(f"  [bold]proof[/] of {escape(_goal(goal, proven.statement))}", soft_wrap=True)
        for line in proof_lines(proof, shown):
            page.print(f"    {escape(line)}", soft_wrap=True)


def _resolved(claim: Claim, part: Part, proven: Proven) -> Resolved:
    """The reading of a part with the hypotheses that its author wrote and those that it cites."""
    return stated_as(part, claim.id, proven.reading.statement) if part.cited else Resolved(proven.reading, {})


def _unused(shown: ReadableStatement, resolved: Resolved, proven: Proven) -> dict[str, str]:
    """Hypothesis name -> "(not used)", for each hypothesis of the author that the proof does not need."""
    if proven.certificate is None or not isinstance(proven.statement.conclusion, Compare):
        return {}
    if any(entry.kind == "theorem" for entry in shown.entries):  # theorems may use hypotheses that no certificate names
        return {}
    used = needed_hypotheses(shown.entries, facts_of(proven.certificate), proven.used, resolved.support)
    idle = [entry for entry in shown.entries if entry.kind in ("said", "sign") and not used & set(entry.names)]
    return {entry.names[0]: "(not used)" for entry in idle}


def _goal(goal: str, statement: Statement) -> str:
    if goal == str(MAIN):
        return "the statement"
    if goal == str(TRANSFORM) and isinstance(statement.conclusion, SameOptimisers):
        return "second = ± weight · first + constant"
    return goal


def proof_lines(proof: Proof, shown: ReadableStatement) -> list[str]:
    """The lines of a proof: lemmas, squares, and for each cofactor the fact with its left and right factors."""
    lines = []
    for lemma in proof.lemmas:
        if lemma.value is not None:
            sign = "≥" if lemma.squares else "="
            factor = " · ".join(f"({shown.fact(name)})" for name, _ in lemma.factor[1])
            lines.append(
                f"{lemma.name}: {factor}{' · ' if factor else ''}[{shown.expression(lemma.value)}] {sign} 0, by"
            )
            lines += [f"  {_square(w, m, shown)}" for w, m in lemma.squares]
        else:
            lines.append(f"{lemma.name}: each square below is zero, since their sum is")
            lines += [f"  {lemma.name}.{i}: {shown.expression(m)} = 0" for i, (_, m) in enumerate(lemma.squares)]
        lines += [f"  {_cofactor(c, shown)}" for c in lemma.cofactors]
    lines += [_square(w, m, shown) for w, m in proof.squares]
    lines += [_cofactor(c, shown) for c in proof.cofactors]
    return lines or ["both sides multiply out to the same"]


def _square(weight: Weight, matrix: Expression, shown: ReadableStatement) -> str:
    rational, signs = weight
    factors = " · ".join([rational, *(f"({shown.fact(name).split(' ')[0]})" for name, _ in signs)])
    return f"square  {factors} · {shown.square(matrix)}"


def _cofactor(c: Cofactor, shown: ReadableStatement) -> str:
    fact = f"[{shown.fact(c.fact)}]" + ("ᵀ" if c.transposed else "")
    factors = [*_factor(c.left, shown), fact, *_factor(c.right, shown)]
    product = " · ".join(factors)
    if c.outer is None:
        return f"using {product}"
    return "using " + " · ".join([*_factor(c.outer, shown), f"tr({product})"])


def _factor(e: Expression, shown: ReadableStatement) -> list[str]:
    if e[0] == "eye" or e == ("number", "1"):
        return []
    written = shown.expression(e)
    return [f"({written})" if e[0] == "add" else written]
