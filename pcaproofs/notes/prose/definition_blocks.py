r"""Blocks that only define a notion, `::: {.definition}` or \begin{definition}, and whose letters are its own."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.blocks import Note, of_text
from pcaproofs.notes.text.dialects import with_directives
from pcaproofs.notes.text.markup import CODE, blanked
from pcaproofs.notes.text.source import Span

_MARKDOWN = re.compile(
    r"^[ \t>]*(?P<mark>:{3,})[ \t]*[^\n]*?(?<![a-z])(?:definition|defn|def)(?![a-z])[^\n]*$.*?^[ \t>]*(?P=mark)[ \t]*$",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_TEX = re.compile(
    r"\\begin\{(?P<name>[a-z]*(?:definition|defn|defi|dfn)\*?)\}.*?\\end\{(?P=name)\}", re.DOTALL | re.IGNORECASE
)


def definition_blocks(note: Note) -> tuple[Span, ...]:
    """Where each block begins and ends."""
    kept: dict[str, tuple[Span, ...]] = of_text(note)
    if "definition blocks" not in kept:
        text = note.source.text
        found = (
            _TEX.finditer(text)
            if note.source.syntax == "tex"
            else _MARKDOWN.finditer(blanked(with_directives(text), CODE))
        )
        kept["definition blocks"] = tuple(match.span() for match in found)
    return kept["definition blocks"]


def is_of_other_block(note: Note, said: int, offset: int) -> bool:
    """Whether something is said in a block that defines a notion, and an offset is outside it."""
    return any(start <= said < end and not start <= offset < end for start, end in definition_blocks(note))
