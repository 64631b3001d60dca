"""Derivations as their authors write them: Markdown in which directives stand where claims and figures are to stand.

    # Title of the chapter                 the first line; the file's name is the chapter: affine.md, matrix-form.md

    Prose with small $symbols$, a reference {claim}`centering.idempotent` or, in words of one's own,
    {claim}`centring twice <centering.idempotent>`, a verdict {verdict}`centering.idempotent`, and a number that is
    computed {value}`irises.mean`.

    ```{head} centering                    the head of the chapter: what one will be able to do, as a list, and
    ```                                    what is needed, in words; the claims that are needed are added
    ```{formulas} centring                 a part of a sheet of formulas: a list of claims with numbers of statements
    ```

    ```{claim} centering.idempotent        the home of the claim: everything about it stands here
    ```
    ```{claim} centering.idempotent        some of it once more, anywhere
    :show: statement, hypotheses
    ```
    ```{figure} projection
    Its caption, with $symbols$ and roles.
    ```
    ```{errata} 003                        what note 003 prints that is refuted, line by line
    ```
    ```{exercises} projection              the exercises of a chapter, at the ends of its sections; their answers fold
    ```

A display that was typed by hand, $$A = B$$, is read as a token like any other; rules.py refuses it unless it is proved.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token

SHOWN = ("prose", "hypotheses", "statement", "derivation", "counterexample", "evidence")
PROOF = {"proof": ("derivation", "counterexample")}  # whichever of the two the claim has
ROLES = ("claim", "verdict", "cite", "value")
APPENDIX = "Appendix: "
COMPUTED = ("errata", "exercises", "head", "formulas")
WITH_TEXT = ("head", "formulas")  # those in which the author writes
CODE = ("python", "sh", "console", "text")  # what fences of code may hold
FORMULAS = ("math", "{math}", "latex", "tex")  # fences that are displays, typed by hand


class DocumentError(ValueError):
    """A document cannot be read; the message is one line that ends with the file and the line."""


@dataclass(frozen=True)
class Heading:
    """A heading of level 2 or 3; its text as a string and as inline tokens."""

    level: int
    text: str
    tokens: tuple[Token, ...]
    line: int


@dataclass(frozen=True)
class Prose:
    """A paragraph, list, quotation or piece of code, as the tokens of markdown-it.

    A role is a token myst_role whose meta contains its "name" (one of ROLES), the claim's "id", and "text" (may be "").
    """

    tokens: tuple[Token, ...]
    line: int


@dataclass(frozen=True)
class ClaimBlock:
    """A claim, or the parts of it that SHOWN names; `home` if all of it is shown."""

    id: str
    show: tuple[str, ...]
    home: bool
    line: int


@dataclass(frozen=True)
class FigureBlock:
    """A figure by its name, with the caption as inline tokens."""

    name: str
    caption: tuple[Token, ...]
    line: int


KINDS = {
    "numbers": "A calculation",
    "true or false": "True or false",
    "plot": "Reading a plot",
    "gap": "A gap in a proof",
    "program": "Reading a program",
    "wrong line": "A wrong line in a proof",
    "hypothesis": "A missing hypothesis",
    "data": "Data: Fisher’s irises",
    "write": "Writing a program",
    "proof": "A proof",
}
"""The kinds of exercises, the easier ones first, and how they are headed."""


@dataclass(frozen=True)
class ExerciseBlock:
    """A question with an answer and perhaps a hint. Pages fold the hint and answer; books print them at the end."""

    kind: str
    question: tuple[Block, ...]
    hint: tuple[Block, ...]
    answer: tuple[Block, ...]


@dataclass(frozen=True)
class Computed:
    """Blocks that a report computes from its claims.

    kind: one of COMPUTED. about: its subject. said: what the author writes in it.
    """

    kind: str
    about: str
    line: int
    said: tuple[Token, ...] = ()


Block = Heading | Prose | ClaimBlock | FigureBlock | ExerciseBlock
Written = Block | Computed
"""What a document has: what is printed as it stands, and what becomes blocks in a report."""


@dataclass(frozen=True)
class Document:
    """One chapter's derivation; title: inline tokens, and name: the title as plain text.

    A first document without homes of claims is the introduction, chapter 0. A document whose title begins with APPENDIX
    is an appendix, and so are all documents after it.
    """

    path: Path
    chapter: str
    name: str
    title: tuple[Token, ...]
    blocks: tuple[Written, ...]

    def at(self, line: int) -> str:
        """A place in the document as error messages show it."""
        return place(self.path, line)

    @property
    def appendix(self) -> bool:
        return self.name.startswith(APPENDIX)

    def claims(self) -> list[ClaimBlock]:
        return [b for b in self.blocks if isinstance(b, ClaimBlock)]

    def homes(self) -> list[str]:
        """The claims that have their home in the document, in order."""
        return [b.id for b in self.claims() if b.home]


def place(path: Path, line: int) -> str:
    """A place as error messages show it, relative to the current folder if that is shorter."""
    try:
        return f"{path.resolve().relative_to(Path.cwd())}:{line}"
    except ValueError:
        return f"{path}:{line}"


def plain(tokens: Iterable[Token]) -> str:
    """The text of inline tokens without markup."""
    return "".join(" " if t.type in ("softbreak", "hardbreak") else t.content for t in tokens)
