r"""Directives of MyST whose content is Markdown, ```{note} … ```: their marks become :::, so that they are not code."""

from __future__ import annotations

import re

_LINE = re.compile(r"^[ \t>]*(?P<mark>`{3,}|~{3,})[ \t]*(?P<name>[^\n`]*)$", re.MULTILINE)
_OF_TEXT = re.compile(
    r"\{(?:prf:\w+|note|tip|hint|warning|important|caution|attention|danger|error|seealso|admonition|dropdown|div|topic"
    r"|sidebar|margin|aside|epigraph|card|tab-item|tab-set|grid|grid-item|grid-item-card|theorem|lemma|proposition"
    r"|corollary|definition|remark|proof|example|exercise|solution|question|answer|algorithm|abstract"
    r"|eval-rst|(?:exercise|solution)-(?:start|end))\}",
    re.IGNORECASE,
)


def with_directives(text: str) -> str:
    """A Markdown text in which the marks of directives with text in them are colons, at the same offsets."""
    if "{" not in text:
        return text
    out, opened, code, last = list[str](), list[str](), "", 0
    for match in _LINE.finditer(text):
        mark, name = match["mark"], match["name"].strip()
        if code:
            code = "" if not name and _closes(mark, code) else code
        elif not name and opened and _closes(mark, opened[-1]):
            opened.pop()
            out += [text[last : match.start("mark")], ":" * len(mark)]
            last = match.end("mark")
        elif _OF_TEXT.match(name) is not None:
            opened.append(mark)
            out += [text[last : match.start("mark")], ":" * len(mark)]
            last = match.end("mark")
        else:
            code = mark
    return "".join([*out, text[last:]])


def _closes(mark: str, opened: str) -> bool:
    """Whether a line of marks alone ends the block that others began."""
    return mark[0] == opened[0] and len(mark) >= len(opened)
