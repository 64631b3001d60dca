"""Claims and their parts. A claim is one object in one chapter file; it is registered nowhere else."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pcaproofs.verify.implementations import UnderTest


class ClaimError(ValueError):
    """A claim or its file cannot be used as its author wrote it; the message is one line and ends with the place."""


@contextmanager
def authors_errors(file: str, what: str) -> Iterator[None]:
    """A context that turns an exception of the author's code into a ClaimError.

    The message ends with the last line of the file that ran, or with `what`.
    """
    try:
        yield
    except ClaimError:
        raise
    except (Exception, SystemExit) as error:
        lines = [
            frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == Path(file)
        ]
        if isinstance(error, SyntaxError) and error.filename == file:
            lines = [error.lineno]
        place = f"{file}:{lines[-1]}" if lines else what
        said = " ".join(str(error).split())
        if not said.startswith("got "):
            said = f"got {type(error).__name__}: {said}"
        raise ClaimError(f"{said} [{place}]") from error


VERDICTS = ("proved", "proved at sizes", "cited", "refuted")

KINDS_OF_SIZES = ("n < p", "n = p", "n > p", "d = 1", "d = p")
"""Kinds of sizes at which the hypotheses of a part hold somewhere, or the claim says why not."""


@dataclass(frozen=True)
class Source:
    """The source of a claim: a note and its lines, or a place in a book with its key in the bibliography."""

    note: str = ""
    first: int = 0
    last: int = 0
    book: str = ""
    about: str = ""
    key: str = ""

    def __str__(self) -> str:
        if self.book:
            return self.book
        lines = f"{self.note} L{self.first}" + (f"–{self.last}" if self.last != self.first else "")
        return f"{lines} ({self.about})" if self.about else lines


def note(name: str, first: int, last: int | None = None, *, about: str = "") -> Source:
    """A source in a note or another text by its short name: `note("004", 69, 71)`.

    Args:
        name: the short name of the text.
        first: its first line.
        last: its last line; by default the first.
        about: the relation of the claim to these lines, if they do not state the claim itself.
    """
    return Source(name, first, last or first, about=about)


def book(place: str, *, key: str = "") -> Source:
    """A source in a textbook or paper, such as "Jolliffe, Principal Component Analysis, section 2.1".

    Args:
        place: as it is printed.
        key: that of its entry in the bibliography of the project, references.json beside the documents.
    """
    return Source(book=place, key=key)


@dataclass(frozen=True, eq=False)
class ProofLine:
    """A line of a worked proof; `step` describes the fields."""

    expression: Any
    because: tuple[Any, ...] = ()
    words: str = ""


def step(expression: Any, *because: Any, words: str = "") -> ProofLine:
    """A line of a worked proof, which equals the line before it.

    Args:
        expression: the line.
        because: the assumptions (as written in the part) and the cited claims that may be used in its proof; by
            default all.
        words: the reason in a teacher's words; by default the used facts.
    """
    return ProofLine(expression, because, words)


@dataclass(frozen=True, eq=False)
class Part:
    """One statement of a claim.

    conclusion, assuming: SymPy's, with the claim's hypotheses before those of the part. size: such as "p = 3" if the
    statement is about one size only. citing: the only hypotheses that the certificate may cite; None allows all.
    steps: the lines of a worked proof, by the goal that they prove; goals without lines are left to the search. of: for
    a repeated statement of another claim, the id of that claim and the statement's number "(2)" or "".
    """

    conclusion: Any
    assuming: tuple[Any, ...] = ()
    size: str = ""
    citing: tuple[Any, ...] | None = None
    steps: Mapping[str, tuple[ProofLine, ...]] = field(default_factory=dict)
    of: tuple[str, str] = ("", "")

    @property
    def plain(self) -> tuple[Any, ...]:
        """Its own hypotheses, without citations."""
        return tuple(h for h in self.assuming if not isinstance(h, Cites))

    @property
    def cited(self) -> tuple[Cites, ...]:
        """Its citations."""
        return tuple(h for h in self.assuming if isinstance(h, Cites))


@dataclass(frozen=True, eq=False)
class Cites:
    """A hypothesis that is another claim's conclusion; fields as for `by`."""

    claim: Claim
    renaming: dict[Any, Any]
    new: dict[Any, Any] = field(default_factory=dict)
    parts: tuple[int, ...] | None = None


def by(
    claim: Claim,
    renaming: dict[Any, Any] | None = None,
    *,
    new: dict[Any, Any] | None = None,
    parts: Sequence[int] | None = None,
) -> Cites:
    """The citation of a claim, as a hypothesis: its conclusion may be used, and its hypotheses have to follow here.

    Args:
        claim: the cited claim.
        renaming: letters, dimensions, indices and basis vectors of the cited claim -> expressions of this claim.
        new: for an axiom, letters whose existence it asserts -> their names here; nothing else may be assumed of them.
        parts: the numbers of the cited statements, from 1; all by default.
    """
    return Cites(claim, dict(renaming or {}), dict(new or {}), None if parts is None else tuple(parts))


def given(conclusion: Any, *assuming: Any, steps: Sequence[Any] | Mapping[str, Sequence[Any]] = ()) -> Part:
    """A part with hypotheses of its own, besides those of the whole claim.

    Args:
        conclusion: what is proved.
        assuming: the hypotheses of this part alone.
        steps: the lines of a worked proof, expressions or `step`s from one side to the other. For an inequality the
            lines lead from left − right to a sum of squares. For an optimum `steps` is a mapping: the lines of
            "better" lead from f − f* to a sum of squares, and those of "value" from f* to the value.
    """
    named = steps if isinstance(steps, Mapping) else {"main": steps} if steps else {}
    lines = {goal: tuple(x if isinstance(x, ProofLine) else ProofLine(x) for x in each) for goal, each in named.items()}
    return Part(conclusion, assuming, steps=lines)


def at_sizes(dimension: str, sizes: Sequence[int], statements: Callable[[int], Sequence[Part]]) -> list[Part]:
    """Parts at each of some sizes of a dimension, for a claim that no matrix identity states at all sizes.

    Args:
        dimension: its letter, such as "p".
        sizes: the sizes.
        statements: size -> the parts of that size.
    """
    return [replace(part, size=f"{dimension} = {size}") for size in sizes for part in statements(size)]


def citing_only(claims: Sequence[Claim], *facts: Any) -> list[Part]:
    """The parts of other claims again, each to be proved only from these hypotheses."""
    return [
        replace(part, assuming=part.plain, citing=facts, steps={}, of=(claim.id, f"({k})" if claim.parts[1:] else ""))
        for claim in claims
        for k, part in enumerate(claim.parts, 1)
    ]


@dataclass(frozen=True)
class Mutant:
    """A change that makes the claim false; `change` gives None for a part that it does not affect."""

    name: str
    change: Callable[[Part], Part | None]


@dataclass(frozen=True, eq=False)
class Claim:
    """A claim; `claim` describes the fields. marked: its prose with dollars around formulas, if it has any."""

    id: str
    show: Callable[[], tuple[Part, ...]]
    prose: str
    sources: tuple[Source, ...]
    numeric: Callable[..., Any] | str
    wrong: tuple[str, ...]
    changes: Callable[[], tuple[Mutant, ...]]
    declared: str
    cites: tuple[Source, ...]
    repaired_by: Claim | None
    module: str
    file: str
    unmutated: dict[int, str] = field(default_factory=dict)
    excludes: dict[Any, str] = field(default_factory=dict)
    exists: tuple[Any, ...] = ()
    under_test: UnderTest | None = None
    marked: str = ""

    @property
    def chapter(self) -> str:
        """The chapter, which is the first half of the id."""
        return self.id.split(".")[0]

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The statements, built at first use. Raises ClaimError if there are none."""
        with authors_errors(self.file, self.id):
            return self.show()

    @cached_property
    def mutants(self) -> tuple[Mutant, ...]:
        """The changes that make the claim false, built at first use. Raises ClaimError if they are missing."""
        with authors_errors(self.file, self.id):
            return self.changes()

    def __repr__(self) -> str:
        return f"<claim {self.id}>"


def _in_parts(part: Part, assuming: Sequence[Any]) -> list[Part]:
    """The parts of a conclusion such as psd(A + B) or f > g, as `prove` proves them."""
    from pcaproofs.prover.parts import parts_of  # here, as a file of claims is imported to be listed only

    plain = [h for h in (*assuming, *part.assuming) if not isinstance(h, Cites)]
    found = parts_of(part.conclusion, plain)
    if found is None:
        return [part]
    return [replace(part, conclusion=x.conclusion, assuming=(*part.assuming, *x.given)) for x in found]


def _expressions(assuming: Sequence[Any]) -> list[Any]:
    from pcaproofs.language.symbolic_parts import expressions_in

    return list(expressions_in(h for h in assuming if not isinstance(h, Cites)))


def claim(  # noqa: PLR0913 - one keyword for each part of a claim
    id: str,
    *,
    show: Any,
    prose: str,
    sources: Sequence[Source],
    numeric: Callable[..., Any] | str,
    wrong: Sequence[str] = (),
    mutants: Sequence[Mutant] | Callable[[], Sequence[Mutant]] = (),
    assuming: Sequence[Any] = (),
    declared: str = "",
    cites: Sequence[Source] = (),
    repaired_by: Claim | None = None,
    unmutated: dict[int, str] | None = None,
    excludes: dict[str, str] | dict[tuple[int, str], str] | None = None,
    exists: Sequence[Any] = (),
    under_test: UnderTest | None = None,
    stacklevel: int = 1,
) -> Claim:
    """Declares a claim. Raises ClaimError, naming the claim, for anything that is missing.

    show and mutants may be functions without arguments, which run only when the claim does: building SymPy expressions
    takes most of the time of an import.

    Args:
        id: chapter.name, where chapter is the name of the file.
        show: a conclusion or several, each under `assuming` and what `given` adds.
        prose: the claim in a sentence, with dollars around formulas or without any.
        sources: where it is said.
        numeric: a property numeric(case, tested), or the reason in words why there is none.
        wrong: the names of the wrong implementations that the property has to catch.
        mutants: changes that make the statement false; only what is refuted or cited has none.
        assuming: the hypotheses of all parts.
        declared: the verdict that the author expects, "refuted" with `repaired_by` and else "proved" by default; the
            verdict itself is computed.
        cites: for an axiom, its textbooks.
        repaired_by: for a printed statement that is refuted, the claim that is true instead.
        unmutated: number of a part, from 1 -> why no mutant but a change of scale can make it false.
        excludes: sizes such as "n < p", or (part, "n < p") -> why the hypotheses hold at none of them.
        exists: for an axiom, the letters whose existence it asserts.
        under_test: what the property tests, as `under_test` declares it; the reference PCA by default.
        stacklevel: 2 if the function that calls this one is called in the file of the claim, as in `warnings.warn`.
    """
    declared = declared or ("refuted" if repaired_by else "proved")

    def incomplete(message: str) -> ClaimError:
        return ClaimError(f"got an incomplete claim, but {message} [{id}]")

    def parts() -> tuple[Part, ...]:
        shown = show() if callable(show) else show
        each = shown if isinstance(shown, list | tuple) else [shown]
        if not each:
            raise incomplete("show should have a conclusion")
        made = (x if isinstance(x, Part) else Part(x) for x in each)
        whole = tuple(replace(p, assuming=(*assuming, *p.assuming)) for one in made for p in _in_parts(one, assuming))
        for x in exists:
            if any(e.has(x) for p in whole for e in _expressions(p.assuming)):
                raise incomplete(f"exists should name letters of which nothing is assumed, not {x}")
        return whole

    def changes() -> tuple[Mutant, ...]:
        made = tuple(mutants() if callable(mutants) else mutants)
        if not made and declared.startswith("proved"):
            raise incomplete("mutants should list changes that make it false")
        return made

    names = sys._getframe(stacklevel).f_globals
    module, file = names.get("__name__", ""), names.get("__file__", "")
    chapter = module.rsplit(".", 1)[-1].replace("_", "-")
    problems = [
        (not re.fullmatch(r"[a-z0-9-]+\.[a-z0-9-]+", id), "an id should be chapter.name"),
        (id.split(".")[0] != chapter, f"the chapter should be {chapter!r}, after its file"),
        (len(prose.split()) < 5, "prose should say in a sentence what the claim says"),
        (not sources and not cites, "sources should name a note or a book"),
        (declared == "refuted" and repaired_by is None, "repaired_by should be the claim that is true instead"),
        (
            bool(exists) and declared != "cited",
            "exists should be empty, as only a cited claim may assert existence",
        ),
        (declared == "cited" and not cites, "cites should name the textbooks"),
        (callable(numeric) and not wrong, "wrong should name the wrong implementations that the property catches"),
        (isinstance(numeric, str) and not numeric.strip(), "numeric should be a property or say why there is none"),
        (not all(x.strip() for x in (unmutated or {}).values()), "unmutated should give a reason for each part"),
        (not all(x.strip() for x in (excludes or {}).values()), "excludes should give a reason for each"),
        (
            not {k[1] if isinstance(k, tuple) else k for k in excludes or {}} <= set(KINDS_OF_SIZES),
            f"excludes should name sizes among {', '.join(KINDS_OF_SIZES)}",
        ),
        (declared not in VERDICTS, f"declared should be one of {', '.join(VERDICTS)}"),
    ]
    for wrong_here, message in problems:
        if wrong_here:
            raise incomplete(message)
    for given_now, check in ((show, parts), (mutants, changes)):
        if not callable(given_now):
            check()
    return Claim(
        id, parts, prose.replace("$", ""), tuple(sources), numeric, tuple(wrong), changes, declared, tuple(cites),
        repaired_by, module, file, dict(unmutated or {}), dict(excludes or {}), tuple(exists), under_test, prose,
    )  # fmt: skip
