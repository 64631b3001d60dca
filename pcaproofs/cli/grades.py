"""The output of grading in a terminal."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from pcaproofs.grading.results.result import Result
from pcaproofs.grading.sandbox.codec import clean


@contextmanager
def progress(total: int, *, quiet: bool) -> Iterator[Callable[[Result, bool], None]]:
    """A callback for each result; shows a bar on the error stream if it is a terminal."""
    columns = (
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    shown = sys.stderr.isatty() and not quiet
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not shown) as bar:
        task = bar.add_task("", total=total)

        def done(result: Result, fresh: bool) -> None:
            bar.update(task, advance=1, description=escape(clean(result.submission)[:40]))

        yield done


def show_grades(results: Sequence[Result], folder: Path) -> None:
    """Show the results in a few lines."""
    page = Console(highlight=False, soft_wrap=True)
    graded = [result for result in results if result.score is not None]
    statuses = Counter(result.status for result in results)
    counts = " · ".join(f"{count} {status}" for status, count in statuses.most_common())
    page.print(f"{len(results)} submission{'s' if len(results) != 1 else ''}: {escape(counts)}")
    if graded:
        scores = sorted(result.score or 0.0 for result in graded)
        middle = len(scores) // 2
        median = scores[middle] if len(scores) % 2 else (scores[middle - 1] + scores[middle]) / 2
        highest = graded[0].max_score
        page.print(f"scores of {highest:g}: lowest {scores[0]:g}, median {median:g}, highest {scores[-1]:g}")
    mistakes = Counter(result.diagnosis.title for result in results if result.diagnosis)
    for title, count in mistakes.most_common(5):
        page.print(f"  {count} × {escape(clean(title))}")
    for result in results:
        if not result.gradable:
            why = result.problems[0] if result.problems else ""
            page.print(f"[yellow]not graded[/]: {escape(clean(result.submission))}: {escape(clean(why))}")
    levels = Counter(result.isolation for result in results if result.isolation)
    page.print(f"isolation: {', '.join(levels) or 'nothing was run'}")
    page.print(f"wrote {escape(str(folder / 'grades.csv'))}, {escape(str(folder / 'index.html'))}")
