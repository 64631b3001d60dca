"""What a person sees in a terminal: tables of claims, one claim in full, progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from pcaproofs.goals import MAIN, TRANSFORM
from pcaproofs.kernel import Cofactor, Compare, Expression, Proof, SameOptimisers, Statement
from pcaproofs.language.accounts import needed
from pcaproofs.language.statement_text import StatementText
from pcaproofs.verify.certificate_facts import facts_of
from pcaproofs.verify.citations import Resolved, resolve
from pcaproofs.verify.claim import Cites, Claim, Part
from pcaproofs.verify.layers import Layer
from pcaproofs.verify.processes import run_all
from pcaproofs.verify.proving import Proven
from pcaproofs.verify.run import Report, axioms_of, summary

COLOURS = {
    "proved": "green",
    "proved at sizes": "cyan",
    "cited": "blue",
    "refuted": "red",
    "undecided": "yellow",
    "ill-typed": "magenta",
    "unsupported": "magenta",
}
MARKS = {"ok": "✓", "failed": "✗", "skipped": "–"}


def console() -> Console:
    """Colour on a terminal only; a wide page where there is no terminal to fold lines for."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else 140)


def run_with_progress(
    claims: Sequence[Claim],
    layers: Sequence[str],
    *,
    quiet: bool,
    jobs: int = 1,
    then: Callable[[Report], Any] | None = None,
) -> list[Any]:
    """The reports of all claims, or what `then` makes of them; with a progress bar where errors go to a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    shown = sys.stderr.isatty() and not quiet
    made = []
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not shown) as progress:
        task = progress.add_task("", total=len(claims))
        each = run_all(claims, layers, jobs, then)
        for claim in claims:
            progress.update(task, description=claim.id)
            made.append(next(each))
            progress.advance(task)
        each.close()
    return made


def show_reports(reports: Sequence[Report]) -> None:
    """The table by chapter, what failed, and the summary."""
    page = console()
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name, justify in (("claim", "left"), ("verdict", "left"), ("dimensions", "left"), ("steps", "right")):
        table.add_column(name, justify=justify, no_wrap=True)  # type: ignore[arg-type]
    layers = [layer.name for layer in reports[0].layers] if reports else []
    for name in layers:
        table.add_column(name, justify="center")
    table.add_column("seconds", justify="right")
    chapter = ""
    for report in reports:
        if report.claim.chapter != chapter:
            chapter = report.claim.chapter
            table.add_row(f"[bold]{chapter}[/]")
        name = report.claim.id.split(".", 1)[1]
        verdict = f"[{COLOURS.get(report.verdict, 'white')}]{report.verdict}[/]"
        cells = [_layer_cell(layer) for layer in report.layers]
        steps = str(report.steps) if report.verdict.startswith("proved") else ""
        table.add_row(f"  {name}", verdict, report.dimensions, steps, *cells, f"{report.seconds:.2f}")
    page.print(table)
    for report in reports:
        if not report.passed:
            page.print(f"[red]✗[/] {report.claim.id}: {escape(report.problem)}", soft_wrap=True)
    for report in reports:
        if report.assumed:
            page.print(f"{report.claim.id} takes for granted: {escape('; '.join(report.assumed))}", soft_wrap=True)
    for report in reports:
        for layer in report.layers:
            if layer.name == "rocq" and layer.note and layer.status == "ok":
                page.print(f"{report.claim.id}: {escape(layer.note)}", soft_wrap=True)
    resolved = {r.claim.id: axioms_of(r.claim) for r in reports if r.verdict.startswith("proved")}
    for name, axioms in resolved.items():
        if axioms:
            page.print(f"{name} cites {', '.join(axioms)}", soft_wrap=True)
    page.print(f"\n{summary_line(reports)}")


def _layer_cell(layer: Layer) -> str:
    colour = {"ok": "green", "failed": "red", "skipped": "dim"}[layer.status]
    return f"[{colour}]{MARKS[layer.status]}[/]"


def summary_line(reports: Sequence[Report]) -> str:
    """The counts in words."""
    counts = summary(reports)
    words = {
        "proved": "proved in every dimension",
        "proved at sizes": "at sizes",
        "refuted": "printed statements refuted",
    }
    verdicts = [v for v in COLOURS if v in counts]
    parts = [f"{counts[v]} {words.get(v, v)}" for v in verdicts]
    if counts["failed"]:
        parts.append(f"{counts['failed']} not as declared")
    return " · ".join(parts) or "no claims"


def show_claims(claims: Iterable[Claim]) -> None:
    """The list of claims."""
    page = console()
    chapter = ""
    for claim in claims:
        if claim.chapter != chapter:
            chapter = claim.chapter
            page.print(f"[bold]{chapter}[/]")
        page.print(f"  {claim.id}  [dim]{escape(claim.prose)}[/]", soft_wrap=True)


def show_claim(report: Report, page: Console | None = None) -> None:
    """Prints one claim in full: statement, hypotheses, proof with the hypothesis that each step uses, sources."""
    page = page or console()
    claim = report.claim
    colour = COLOURS.get(report.verdict, "white")
    where = "in all dimensions" if report.dimensions == "all" else report.dimensions
    held = report.layers[0].data.get("hypotheses_hold_at", [{}] * len(report.proven))
    page.print(f"[bold]{claim.id}[/]  [{colour}]{report.verdict}[/] {where}")
    page.print(escape(claim.prose), soft_wrap=True)
    for number, proven in enumerate(report.proven, 1):
        statement = proven.statement
        title = f"Statement {number}" if len(report.proven) > 1 else "Statement"
        size = claim.parts[number - 1].size
        title += f" at {size}" if size else ""
        resolved = _resolved(claim, claim.parts[number - 1], proven)
        shown = StatementText(statement, resolved.reading, resolved.origins, exists=claim.exists)
        page.print(f"\n[bold]{title}[/]  {escape(shown.conclusion())}", soft_wrap=True)
        for line in filter(None, (shown.letters(), *shown.lines(_unused(shown, resolved, proven)))):
            page.print(f"  {escape(line)}", soft_wrap=True)
        if proven.reading.assumed:
            page.print(f"  taken for granted: {escape('; '.join(proven.reading.assumed))}", soft_wrap=True)
        for kind, sizes in held[number - 1].items():
            said = f"  nowhere with {kind}, {sizes[6:]}" if sizes.startswith("none: ") else f"  with {kind} at {sizes}"
            page.print(escape(said), soft_wrap=True)
        if proven.verdict == "cited":
            continue
        if proven.certificate is None:
            page.print(f"  [{COLOURS.get(proven.verdict, 'white')}]{proven.verdict}[/] {escape(proven.reason)}")
            if proven.counterexample is not None:
                page.print(f"  {escape(proven.counterexample.text())}", soft_wrap=True)
            continue
        for goal, proof in proven.certificate.proofs:
            page.print(f"  [bold]proof[/] of {escape(_goal(goal, statement))}", soft_wrap=True)
            for line in proof_lines(proof, shown):
                page.print(f"    {escape(line)}", soft_wrap=True)
    page.print(f"\nsaid in {', '.join(map(str, claim.said_in)) or 'no note'}")
    if used := report.uses():
        page.print(f"leans on {', '.join(c.id for c in used)}", soft_wrap=True)
    if report.verdict != "cited" and (axioms := axioms_of(claim)):
        page.print(f"cites {', '.join(axioms)}")
    for place in claim.cites:
        page.print(f"cites {place}")
    if report.verdict.startswith("proved"):
        page.print(f"certificate {report.steps} steps, sha256 {report.certificate_digest()}")


def _resolved(claim: Claim, part: Part, proven: Proven) -> Resolved:
    """A part's reading with what its author wrote, and with what it cites."""
    if any(isinstance(h, Cites) for h in part.assuming):
        return resolve(part, claim.id)
    return Resolved(replace(proven.reading, source=part.conclusion, hypotheses=part.assuming), {})


def _unused(shown: StatementText, resolved: Resolved, proven: Proven) -> dict[str, str]:
    """A note behind each hypothesis that the proof does not need."""
    if proven.certificate is None or not isinstance(proven.statement.conclusion, Compare):
        return {}
    used = needed(shown.entries, facts_of(proven.certificate), proven.used, resolved.support)
    idle = [entry for entry in shown.entries if entry.kind in ("said", "sign") and not used & set(entry.names)]
    return {entry.names[0]: "(not used)" for entry in idle}


def _goal(goal: str, statement: Statement) -> str:
    if goal == str(MAIN):
        return "the statement"
    if goal == str(TRANSFORM) and isinstance(statement.conclusion, SameOptimisers):
        return "second = ± weight · first + constant"
    return goal


def proof_lines(proof: Proof, shown: StatementText) -> list[str]:
    """A proof as lines of text: lemmas, squares, and for each cofactor the fact and what it is multiplied by."""
    lines = []
    for lemma in proof.lemmas:
        if lemma.value is not None:
            factor = " · ".join(f"({shown.fact(name)})" for name, _ in lemma.factor[1])
            lines.append(f"{lemma.name}: {factor}{' · ' if factor else ''}[{shown.expression(lemma.value)}] = 0, by")
        else:
            lines.append(f"{lemma.name}: each square below is zero, since their sum is")
            lines += [f"  {lemma.name}.{i}: {shown.expression(m)} = 0" for i, (_, m) in enumerate(lemma.squares)]
        lines += [f"  {_cofactor(c, shown)}" for c in lemma.cofactors]
    for (rational, signs), matrix in proof.squares:
        weight = " · ".join([rational, *(f"({shown.fact(name).split(' ')[0]})" for name, _ in signs)])
        lines.append(f"square  {weight} · ‖{shown.expression(matrix)}‖²")
    lines += [_cofactor(c, shown) for c in proof.cofactors]
    return lines or ["both sides multiply out to the same"]


def _cofactor(c: Cofactor, shown: StatementText) -> str:
    fact = f"[{shown.fact(c.fact)}]" + ("ᵀ" if c.transposed else "")
    factors = [*_factor(c.left, shown), fact, *_factor(c.right, shown)]
    product = " · ".join(factors)
    if c.outer is None:
        return f"using {product}"
    return "using " + " · ".join([*_factor(c.outer, shown), f"tr({product})"])


def _factor(e: Expression, shown: StatementText) -> list[str]:
    if e[0] == "eye" or e == ("number", "1"):
        return []
    written = shown.expression(e)
    return [f"({written})" if e[0] == "add" else written]
