"""What a claim is. One claim is one object in one chapter file; nothing is registered anywhere else."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pcaproofs.verify.implementations import UnderTest


class ClaimError(ValueError):
    """A claim, or its file, cannot be used as its author wrote it; the message is one line that ends with the place."""


@contextmanager
def authors_errors(file: str, what: str) -> Iterator[None]:
    """Turns an exception of the author's code into a ClaimError that ends with its last line in the file, or `what`."""
    try:
        yield
    except ClaimError:
        raise
    except Exception as error:
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
"""At each of these whose dimensions occur, the hypotheses of a part hold somewhere, or the claim says why not."""


@dataclass(frozen=True)
class Source:
    """Where a claim is said: a note and its lines, or a place in a book."""

    note: str = ""
    first: int = 0
    last: int = 0
    book: str = ""
    about: str = ""

    def __str__(self) -> str:
        if self.book:
            return self.book
        lines = f"{self.note} L{self.first}" + (f"–{self.last}" if self.last != self.first else "")
        return f"{lines} ({self.about})" if self.about else lines


def note(name: str, first: int, last: int | None = None, *, about: str = "") -> Source:
    """Cites lines of a note or another text by its short name, such as note("004", 69, 71).

    about: what a claim has to do with them where they do not say it themselves.
    """
    return Source(name, first, last or first, about=about)


def book(place: str) -> Source:
    """Cites a place in a textbook or paper, such as book("Jolliffe, Principal Component Analysis, section 2.1")."""
    return Source(book=place)


@dataclass(frozen=True, eq=False)
class Part:
    """One statement of a claim: a conclusion under assumptions of its own besides the claim's.

    size: such as "p = 3", where it speaks of one size only. citing: the only assumptions that its certificate may cite.
    """

    conclusion: Any
    assuming: tuple[Any, ...] = ()
    size: str = ""
    citing: tuple[Any, ...] | None = None


@dataclass(frozen=True, eq=False)
class Cites:
    """An assumption that is another claim's conclusion, in the letters of this one."""

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
    """Leans on a claim: what it concludes may be used, where all that it assumes follows from what is assumed here.

    renaming: its letters, dimensions, indices and basis vectors -> expressions of this claim. new: of an axiom, letters
    that exist -> their names here, which nothing else may be assumed of. parts: which of its statements, from 1.
    """
    return Cites(claim, dict(renaming or {}), dict(new or {}), None if parts is None else tuple(parts))


def given(conclusion: Any, *assuming: Any) -> Part:
    """States a conclusion under assumptions of its own, besides those of the whole claim."""
    return Part(conclusion, assuming)


def at_sizes(dimension: str, sizes: Sequence[int], statements: Callable[[int], Sequence[Part]]) -> list[Part]:
    """States the parts at each of some sizes of a dimension, where no matrix identity says them at all sizes.

    dimension: its letter, such as "p". statements: size -> parts of that size.
    """
    return [replace(part, size=f"{dimension} = {size}") for size in sizes for part in statements(size)]


def citing_only(claims: Sequence[Claim], *facts: Any) -> list[Part]:
    """States the parts of other claims once more, each to be proved without citing more than these assumptions."""
    return [replace(part, citing=facts) for claim in claims for part in claim.parts]


@dataclass(frozen=True)
class Mutant:
    """A change that makes the claim false; it returns None for a part that it does not touch."""

    name: str
    change: Callable[[Part], Part | None]


@dataclass(frozen=True, eq=False)
class Claim:
    """A claim of the catalogue; see claim() for its parts."""

    id: str
    show: Callable[[], tuple[Part, ...]]
    prose: str
    said_in: tuple[Source, ...]
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

    @property
    def chapter(self) -> str:
        return self.id.split(".")[0]

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Its statements, built when first asked for; raises ClaimError where there are none."""
        with authors_errors(self.file, self.id):
            return self.show()

    @cached_property
    def mutants(self) -> tuple[Mutant, ...]:
        """The changes that make it false; raises ClaimError where a claim to be proved has none."""
        with authors_errors(self.file, self.id):
            return self.changes()

    def __repr__(self) -> str:
        return f"<claim {self.id}>"


def _expressions(assuming: Sequence[Any]) -> list[Any]:
    from pcaproofs.language.reader import expressions_in

    return list(expressions_in(h for h in assuming if not isinstance(h, Cites)))


def claim(
    id: str,
    *,
    show: Any,
    prose: str,
    said_in: Sequence[Source],
    numeric: Callable[..., Any] | str,
    wrong: Sequence[str] = (),
    mutants: Sequence[Mutant] | Callable[[], Sequence[Mutant]],
    assuming: Sequence[Any] = (),
    declared: str = "proved",
    cites: Sequence[Source] = (),
    repaired_by: Claim | None = None,
    unmutated: dict[int, str] | None = None,
    excludes: dict[str, str] | dict[tuple[int, str], str] | None = None,
    exists: Sequence[Any] = (),
    under_test: UnderTest | None = None,
) -> Claim:
    """Declares a claim; raises ClaimError, naming the claim, for anything that is missing.

    id: chapter.name, where chapter is the name of the file. show: a conclusion or several, each under `assuming` and
    what given() adds. numeric: a property numeric(case, tested), or in words why there is none. under_test: what the
    property tests, as `under_test` declares it; the reference PCA by default. wrong: names of the wrong implementations
    that the property must catch. mutants: changes that make the statement false.
    unmutated: the number of a part, from 1 -> why no mutant but a change of scale can make it false.
    excludes: sizes such as "n < p", or (part, "n < p") -> why the hypotheses hold at none of them.
    declared: the verdict that the author expects; the verdict itself is computed. cites: of an axiom, its textbooks.
    exists: of an axiom, the letters of which it says that there are such; all others are "for all".
    repaired_by: of a printed statement that is refuted, the claim that says what is true instead.
    show and mutants may be functions without arguments: then SymPy builds them only for the claims that are run.
    """
    import inspect

    def incomplete(message: str) -> ClaimError:
        return ClaimError(f"got an incomplete claim, but {message} [{id}]")

    def parts() -> tuple[Part, ...]:
        shown = show() if callable(show) else show
        each = shown if isinstance(shown, list | tuple) else [shown]
        if not each:
            raise incomplete("show should have a conclusion")
        made = (x if isinstance(x, Part) else Part(x) for x in each)
        whole = tuple(replace(p, assuming=(*assuming, *p.assuming)) for p in made)
        for x in exists:
            if any(e.has(x) for p in whole for e in _expressions(p.assuming)):
                raise incomplete(f"exists should name letters of which nothing is assumed, not {x}")
        return whole

    def changes() -> tuple[Mutant, ...]:
        made = tuple(mutants() if callable(mutants) else mutants)
        if not made and declared.startswith("proved"):
            raise incomplete("mutants should list changes that make it false")
        return made

    frame = inspect.currentframe()
    names = frame.f_back.f_globals if frame and frame.f_back else {}
    module, file = names.get("__name__", ""), names.get("__file__", "")
    chapter = module.rsplit(".", 1)[-1].replace("_", "-")
    problems = [
        (not re.fullmatch(r"[a-z0-9-]+\.[a-z0-9-]+", id), "an id should be chapter.name"),
        (id.split(".")[0] != chapter, f"the chapter should be {chapter!r}, after its file"),
        (len(prose.split()) < 5, "prose should say in a sentence what the claim says"),
        (not said_in and not cites, "said_in should name a source"),
        (declared == "refuted" and repaired_by is None, "repaired_by should be the claim that is true instead"),
        (
            bool(exists) and declared != "cited",
            "exists should be empty, as only of what is cited something is said to exist",
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
    said, cited = tuple(said_in), tuple(cites)
    return Claim(
        id, parts, prose, said, numeric, tuple(wrong), changes, declared, cited, repaired_by, module, file,
        dict(unmutated or {}), dict(excludes or {}), tuple(exists), under_test,
    )  # fmt: skip
