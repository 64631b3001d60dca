"""Sentences before printing: words, formulas, claims and code in a row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pcaproofs.formula.tree import Formula


@dataclass(frozen=True)
class ClaimId:
    """A reference to a claim; pages link it to the claim."""

    id: str


@dataclass(frozen=True)
class InlineCode:
    """A name or digest, printed in typewriter type."""

    text: str


@dataclass(frozen=True)
class Typed:
    """LaTeX text with formulas between dollars, typed by an author or converted from an author's Unicode."""

    latex: str


@dataclass(frozen=True)
class Strong:
    """Emphasised words."""

    text: str


@dataclass(frozen=True)
class Cite:
    """An entry of the bibliography that is cited, by its key."""

    key: str


@dataclass(frozen=True)
class Anchor:
    """An anchor for links, without words."""

    name: str


Run = str | Formula | ClaimId | InlineCode | Typed | Strong | Cite | Anchor


@dataclass(frozen=True)
class Sentence:
    """A sequence of runs; a str is plain text."""

    runs: tuple[Run, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.runs)

    def __add__(self, other: Sentence | str) -> Sentence:
        return Sentence(tuple(_joined([*self.runs, *sentence(other).runs])))

    def without_end(self) -> Sentence:
        """The sentence without its final full stop."""
        *before, last = self.runs
        return Sentence((*before, last.removesuffix(".") if isinstance(last, str) else last))

    def formulas(self) -> Iterator[Formula]:
        """The formulas of the sentence."""
        return (run for run in self.runs if isinstance(run, Formula))


NOTHING = Sentence()
Part = Run | Sentence


def sentence(part: Part) -> Sentence:
    """A sentence of one run."""
    return part if isinstance(part, Sentence) else Sentence((part,) if part != "" else ())


def fill(template: str, *parts: Part) -> Sentence:
    """The template with its {} replaced by the parts, in order."""
    runs: list[Run] = []
    pieces = template.split("{}")
    if len(pieces) != len(parts) + 1:
        raise ValueError(f"got {len(parts)} parts, but should be {len(pieces) - 1} [in {template!r}]")
    for piece, part in zip(pieces, (*parts, ""), strict=True):
        runs += [piece, *sentence(part).runs]
    return Sentence(tuple(_joined(runs)))


def joined(between: str, parts: Iterable[Part]) -> Sentence:
    """Parts with words between them."""
    found = list(parts)
    return fill(between.join(["{}"] * len(found)), *found) if found else Sentence()


def listed(parts: Sequence[Part], last: str = " and ") -> Sentence:
    """a, b and c."""
    if len(parts) < 2:
        return joined("", parts)
    return fill("{}{}{}", joined(", ", parts[:-1]), last, parts[-1])


OF_SEVERAL = {
    " is a unit vector": " are unit vectors",
    " is an orthogonal projector": " are orthogonal projectors",
    " has orthonormal columns": " have orthonormal columns",
    " is orthogonal": " are orthogonal matrices",
    " is symmetric": " are symmetric",
    " is centred": " are centred",
}


def combined(said: Iterable[Sentence]) -> tuple[Sentence, ...]:
    """Sentences that say the same of several letters as one: "v and w are unit vectors"."""
    out: dict[Sentence, list[Sentence]] = {}
    for x in said:
        alike = len(x.runs) == 2 and isinstance(x.runs[1], str) and x.runs[1] in OF_SEVERAL
        out.setdefault(Sentence(x.runs[1:]) if alike else x, []).append(x)
    return tuple(
        fill("{}" + OF_SEVERAL[str(said.runs[0])], listed([x.runs[0] for x in every])) if len(every) > 1 else every[0]
        for said, every in out.items()
    )


def capitalised(text: Sentence) -> Sentence:
    """The sentence with its first letter as a capital."""
    first, *rest = text.runs
    return Sentence((first[:1].upper() + first[1:], *rest)) if isinstance(first, str) else text


def _joined(runs: Iterable[Run]) -> list[Run]:
    """The runs without empty ones; consecutive words form one run."""
    out: list[Run] = []
    for run in runs:
        if isinstance(run, str) and out and isinstance(out[-1], str):
            out[-1] += run
        elif run != "":
            out.append(run)
    return out


_CLAIM = re.compile(r"(?<![\w.-])[a-z0-9-]+\.[a-z0-9-]+(?![\w.-])")


def with_claims(text: str, ids: Iterable[str]) -> Sentence:
    """Words in which the ids of these claims become references."""
    known, out, k = set(ids), list[Run](), 0
    for match in _CLAIM.finditer(text):
        if match[0] in known:
            out += [text[k : match.start()], ClaimId(match[0])]
            k = match.end()
    return Sentence(tuple(_joined([*out, text[k:]])))
