"""A sheet of formulas: statements that the author lists, each complete, and only those that are proved in this run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pcaproofs.formula.algebra import spelling
from pcaproofs.formula.tree import Aligned, CommaList, Formula, Name, Relation, parts
from pcaproofs.report.derivation.wording import THEN
from pcaproofs.report.documents.model import Computed, DocumentError, Prose
from pcaproofs.report.documents.writing import items, paragraph
from pcaproofs.report.sentences import NOTHING, ClaimId, Run, Sentence, Strong, fill, joined, listed

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage

DATA = Name("X")
_LETTING = re.compile(r"(For any integers? |Let (an integer )?|, let | and |, | be given|\. ?|Here )*")  # all the words


def sheet(block: Computed, pages: Mapping[str, ClaimPage]) -> list[Prose]:
    """A part of the sheet: what the letters are, and a line for each listed statement that is proved for all sizes.

    A line of the list is the id of a claim and the numbers of its statements. Raises DocumentError for a statement that
    does not exist, and for two that do not fit into one part because a letter stands for different things in them.
    """
    shown = list[tuple["ClaimPage", int]]()
    for id, *numbers in (t.content.split() for t in block.said if t.type == "inline"):
        if (page := pages.get(id)) is None:
            continue
        for k in map(int, numbers or ["1"]):
            if k > len(page.parts) or page.then != THEN:
                raise DocumentError(f"got {id} {k}, but it has no such statement to be shown [{block.about}]")
            if page.parts[k - 1].verdict == "proved":
                shown.append((page, k))
    title = Sentence((Strong(f"{block.about.replace('-', ' ').capitalize()}."),))
    try:
        return [paragraph(title, " ", _letters(shown)), items([_row(*x)] for x in shown)] if shown else []
    except ValueError as error:
        raise DocumentError(f"got {error} [{block.about}]") from None


def _row(page: ClaimPage, k: int) -> Sentence:
    """A statement with all that it assumes, and its claim."""
    stated = page.parts[k - 1].stated
    if any(isinstance(x, Aligned) for _, form in stated.displays for x in parts(form)):
        raise DocumentError(f"got {page.id} {k}, but its formula is too long for a line")
    said = [fill("{} {}", words, form) if words else form for words, form in stated.displays]
    assumed = [*page.hypotheses, *stated.assuming]
    ranges = fill(", {}", stated.ranges) if stated.ranges else NOTHING
    where = fill(", if {}", listed(assumed)) if assumed else NOTHING
    number = f" ({k})" if len(page.parts) > 1 else ""
    return fill("{}{}: {}{}{}.", ClaimId(page.id), number, joined(", ", said), ranges, where)


def _letters(shown: Sequence[tuple[ClaimPage, int]]) -> Sentence:
    """What the letters in some statements are: their spaces, and the definitions, each once."""
    space: dict[Formula, Formula] = {}
    means: dict[Formula, Sentence] = {}
    for page, k in shown:
        row, known = _row(page, k), list(_definitions(page.given))
        used = {_bare(x) for form in row.formulas() for x in parts(form)}
        for said in reversed(known):  # a definition may use a letter that an earlier one defines
            if _defined(said) & used:
                used |= {_bare(x) for form in said.formulas() for x in parts(form)}
        used |= {DATA for x in used if isinstance(x, Name) and x.base == "x" and x.index}  # its k-th row
        for name, where in _spaces(page.given):
            if _bare(name) in used and space.setdefault(_bare(name), where) != where:
                raise ValueError(f"two kinds of {spelling(name)}, the second in {page.id}")
        for said in known:
            for name in _defined(said) & used:
                if means.setdefault(name, said) != said:
                    raise ValueError(f"two meanings of {spelling(name)}, the second in {page.id}")
    if both := space.keys() & means.keys():
        raise ValueError(f"two meanings of {spelling(both.pop())}")
    by_space: dict[Formula, list[Formula]] = {}
    for name, where in space.items():
        by_space.setdefault(where, []).append(name)
    found = [Relation((CommaList(tuple(x)) if x[1:] else x[0], where), ("∈",)) for where, x in by_space.items()]
    return fill("{}.", joined(", ", [*found, *dict.fromkeys(means.values())]))


def _bare(form: Formula) -> Formula:
    """A letter without its shape."""
    return Name(form.base, form.index, form.accent, form.star) if isinstance(form, Name) else form


def _defined(said: Sentence) -> set[Formula]:
    """The letters that a definition defines: those on the left of its equation, or before its words."""
    first = next(said.formulas())
    left = first.terms[0] if isinstance(first, Relation) else first
    return {_bare(x) for x in (left.items if isinstance(left, CommaList) else (left,))}


def _spaces(given: Sentence) -> Iterator[tuple[Formula, Formula]]:
    """The letters before "Here" with their spaces."""
    for run in given.runs:
        if isinstance(run, str) and not _LETTING.fullmatch(run):
            raise ValueError(f"the words {run.strip()!r} about letters, which a line has no room for")
        if isinstance(run, Relation) and run.signs == ("∈",):
            names, where = run.terms
            yield from ((x, where) for x in (names.items if isinstance(names, CommaList) else (names,)))
        if isinstance(run, str) and "Here " in run:
            return


def _definitions(given: Sentence) -> Iterator[Sentence]:
    """What follows "Here", divided into the definitions."""
    runs, inside = list[Run](), False
    for run in given.runs:
        if inside and isinstance(run, str) and re.fullmatch(r", | and |\.", run):
            yield Sentence(tuple(runs))
            runs = []
        elif inside:
            runs.append(run)
        inside = inside or (isinstance(run, str) and run.endswith("Here "))
