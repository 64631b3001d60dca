"""A sheet of exercises and its solutions, as two LaTeX documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pcaproofs.report.documents.running_text import escape
from pcaproofs.report.exercises import exercises
from pcaproofs.report.latex.book import Book, environment
from pcaproofs.report.page import TITLES

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage

SHEET, SOLUTIONS = "exercises.tex", "solutions.tex"


def sheets(chapters: Sequence[str], seed: int, pages: Sequence[ClaimPage]) -> dict[str, str]:
    """The sheet and its solutions by their file names, the same for the same seed.

    chapters: names from `exercises.chapters`. pages: at least those of the claims of these exercises.
    """
    book = Book(pages, ())
    questions, answers = [], []
    for chapter in chapters:
        made = exercises(chapter, seed, book.pages)
        asked = [book.exercise(x) for x in made]
        told = [f"{q}{book.answer(x)}" for q, x in zip(asked, made, strict=True)]
        title = escape(TITLES[chapter])
        questions.append({"title": title, "texts": asked})
        answers.append({"title": title, "texts": told})
    template = environment().get_template("sheet.tex")
    under = f"Sheet {seed}"
    return {
        SHEET: template.render(title="Exercises on PCA", under=under, sections=questions),
        SOLUTIONS: template.render(title="Exercises on PCA, with solutions", under=under, sections=answers),
    }
