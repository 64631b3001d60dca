"""The reference of the reader of notes, as Markdown: its tables of named rows with examples, the rules first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.findings import columns, report
from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.options import Options
from pcaproofs.notes.rules import RULES, Rule
from pcaproofs.notes.text.source import Source

HEAD = """# Reference of `pcaproofs check`

The [guide](checking.md) explains how to use the command. `python docs/checking_reference.py` writes this page.
"""
RULES_HEAD = """## Rules

Every finding has a rule. Its code, the beginning of its code, or its name selects it, switches it off or lets it fail:
`--select`, `--ignore`, `--fail-on`, `[tool.pcaproofs]`, and comments in the note. A rule without a severity is listed
with `--all` only, or if it is selected.

| rule | | severity |
| --- | --- | --- |
"""


class Row(Protocol):
    """A row of a table of the reader. text: what it does, in a sentence or two. example: a note, or a part of one."""

    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def example(self) -> str: ...


@dataclass(frozen=True)
class Listing:
    """A table of the reader as a part of the reference."""

    title: str
    text: str
    rows: Sequence[Row]


LISTINGS: tuple[Listing, ...] = ()  # such as Listing("Conventions", "What is taken for granted …", CONVENTIONS)


def page() -> str:
    """The whole reference."""
    parts = [HEAD, RULES_HEAD + "".join(map(_in_table, RULES)), *map(rule_page, RULES), *map(_listing, LISTINGS)]
    return "\n".join(parts)


def rule_page(rule: Rule) -> str:
    """A rule: what it means, what to do, and an example with what `check` prints of it."""
    said = [f"### {rule.code} {rule.name} {{#{rule.anchor}}}", f"{rule.meaning} {rule.advice}".strip()]
    if rule.example:
        said += [f"```markdown\n{rule.example}\n```", "```text\n" + "\n".join(printed(rule.example)) + "\n```"]
    listed = f"List it with `--select {rule.code}` or `--all`."
    off = f"Default: {rule.severity}. Switch it off with `<!-- pcaproofs: ignore {rule.code} -->`."
    said.append(off if rule.severity else listed)
    return "\n\n".join(said) + "\n"


def explained(rule: Rule) -> str:
    """A rule for a terminal: its page, in which the example and what is printed of it are indented."""
    lines, is_code = list[str](), False
    for line in rule_page(rule).splitlines():
        if line.startswith("```"):
            is_code = not is_code
        else:
            lines.append(f"    {line}".rstrip() if is_code else line.partition(" {#")[0].removeprefix("### "))
    return "\n".join(lines)


def printed(text: str, name: str = "notes.md") -> Iterator[str]:
    """What `check --all` lists of a note."""
    note = read(Source(name, text))
    found = report(note, check_note(note)[1], Options())
    for line in columns(found, found.kept):
        yield "  ".join(line).rstrip()


def _in_table(rule: Rule) -> str:
    return f"| [{rule.code}](#{rule.anchor}) {rule.name} | {rule.meaning} | {rule.severity or '–'} |\n"


def _listing(listing: Listing) -> str:
    rows = (f"**{row.name}.** {row.text}\n\n```markdown\n{row.example}\n```\n" for row in listing.rows)
    return "\n".join([f"## {listing.title}\n\n{listing.text}\n", *rows])
