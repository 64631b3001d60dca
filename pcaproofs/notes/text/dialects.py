r"""Text that a dialect of Markdown or LaTeX disables, and tags that hold a formula: tables with an example in each row.

What is disabled is not judged and says nothing, and the summary names it. In Markdown a row is looked for outside of
formulas and of code; in LaTeX, where comments are already blank, in the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath

from pcaproofs.notes.text.source import Source, Span
from pcaproofs.notes.text.tex_conditionals import behind_the_end, closing_brace, dropped_arguments, skipped_branches

_WEB = (".md", ".markdown", ".txt", "")
_FALSE = r"$$x^T x = 2 x^T x$$"  # of the examples, in which x is a column


@dataclass(frozen=True)
class Dialect:
    """What disables text in Markdown.

    opens: what begins it. closes: what ends it, or a function that says where it ends, if it disables anything.
    is_in: whether a note is in this dialect. example: in which a false row is disabled; file: its name.
    """

    name: str
    opens: str
    closes: str | Callable[[str, re.Match[str]], int | None]
    is_in: Callable[[Source], bool]
    example: str
    file: str = "n.md"


@dataclass(frozen=True)
class TexDialect:
    """What disables text in LaTeX: `spans` finds it."""

    name: str
    spans: Callable[[str], Iterable[Span]]
    example: str


@dataclass(frozen=True)
class Tag:
    """A pair of tags in Markdown around a formula. displays: what its opening contains if it holds a display."""

    opens: str
    closes: str
    example: str
    displays: str = ""


def _suffix(source: Source) -> str:
    return PurePath(source.file).suffix.lower()


_MYST = re.compile(
    r"^[ \t>]*(?:`{3,}|~{3,}|:{3,})\{(?!(?:r|python|julia|bash|sh|sql|css|js|ojs|mermaid|dot|stan)\b)[a-z][\w:+-]*\}"
    r"|\{[a-z][\w:+-]*\}`[^`\n]+`|^\([\w:.-]+\)=[ \t]*$"
    r"|\A---[ \t]*\n(?:[^\n]*\n)*?(?:jupytext|kernelspec|myst|mystnb|math|numbering)[ \t]*:",
    re.MULTILINE,
)
_MYST_FILES = {"myst.yml", "_toc.yml", "conf.py"}
_IMPORTS = re.compile(r"^(?:import\s[^\n]*\sfrom\s+['\"]|export\s+(?:const|default|function)\b)", re.MULTILINE)
_FORMAT = re.compile(
    r"^(?:format|output)[ \t]*:[ \t]*(?P<one>[\w+-]*)[^\n]*\n(?P<more>(?:[ \t]+[^\n]*\n|[ \t]*\n)*)", re.MULTILINE
)
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*$", re.MULTILINE | re.DOTALL)
_ALIKE = {"html": {"html", "html_document", "revealjs", "slidy", "s5", "dzslides", "html5", "html4", "dashboard"}}
_ALIKE |= {"pdf": {"pdf", "pdf_document", "latex", "beamer"}, "latex": {"pdf", "pdf_document", "latex", "beamer"}}


def _formats(text: str) -> set[str]:
    """The formats that the front matter of a Quarto document names; HTML if it names none."""
    front = _FRONT.match(text)
    found = _FORMAT.search(front[1]) if front else None
    if found is None:
        return {"html"}
    indents = [len(line) - len(line.lstrip()) for line in found["more"].splitlines() if line.strip()]
    keys = re.findall(rf"^ {{{min(indents)}}}([\w-]+)[ \t]*:", found["more"], re.MULTILINE) if indents else []
    return {x for x in (found["one"], *keys) if x} or {"html"}


def _is_hidden(attributes: str, text: str) -> bool:
    """Whether a block of Quarto with these attributes is shown in none of the document's formats."""
    shown = set[bool]()
    said = re.findall(r"(when|unless)-(format|profile|meta)\s*=\s*[\"']?([\w.+-]+)", attributes)
    if any(what != "format" for _, what, _ in said):
        return False  # a profile is chosen when the document is rendered
    for here in _formats(text):
        holds = all((here in _ALIKE.get(x, {x})) == (how == "when") for how, _, x in said)
        shown.add(holds != (".content-hidden" in attributes))
    return True not in shown


def _quarto_end(text: str, match: re.Match[str]) -> int | None:
    """Where a conditional block of Quarto ends, if it is hidden."""
    return div_end(text, match.end()) if _is_hidden(match[0], text) else None


def _quarto_span_end(text: str, match: re.Match[str]) -> int | None:
    """Where a conditional span of Quarto ends, if it is hidden."""
    close = text.index("]{", match.end())
    end = text.index("}", close) + 1
    return end if _is_hidden(text[close:end], text) else None


_MACROS = re.compile(r"\\(?:re)?newcommand|\\[gex]?def\b")
_MOST_LINES = 400  # with colons, in one block
_COLONS = re.compile(r"^[ \t>]*:{3,}[ \t]*(\S?)[^\n]*$", re.MULTILINE)


def div_end(text: str, start: int) -> int | None:
    """Where the block of colons ends that begins in the line before a place."""
    depth = 1
    for match in islice(_COLONS.finditer(text, start), _MOST_LINES):
        depth += 1 if match[1] else -1
        if not depth:
            return match.end()
    return None


def _macros_aside(text: str, match: re.Match[str]) -> int | None:
    """Where a hidden block ends; one that defines macros is read."""
    end = div_end(text, match.end())
    return None if end is None or _MACROS.search(text, match.end(), end) else end


def _html_end(text: str, match: re.Match[str]) -> int | None:
    """Where a hidden element of HTML ends; one that defines macros is read."""
    depth = 1
    for tag in re.compile(rf"<(/?){match['element']}\b[^>]*>", re.IGNORECASE).finditer(text, match.end()):
        depth += -1 if tag[1] else 1
        if not depth:
            return None if _MACROS.search(text, match.end(), tag.end()) else tag.end()
    return None


def _is_myst(source: Source) -> bool:
    return not _MYST_FILES.isdisjoint(source.beside) or _MYST.search(source.text) is not None


def _is_web(source: Source) -> bool:
    return _suffix(source) in _WEB


def _is_markdown(source: Source) -> bool:
    return source.syntax == "markdown"


def _is_quarto(source: Source) -> bool:
    return _suffix(source) in (*_WEB, ".qmd", ".rmd", ".ipynb")


DIALECTS = (
    Dialect(
        "MyST comment",
        r"^%[^\n]*(?:\n%[^\n]*)*",
        "",
        lambda s: _suffix(s) in (*_WEB, ".ipynb") and _is_myst(s),
        "```{math}\nx^T x = x^T x\n```\n\n% an old version:\n% " + _FALSE + "\n",
    ),
    Dialect("Obsidian comment", r"(?<!\S)%%(?!%)", r"%%", _is_web, f"%%\n{_FALSE}\n%%\n"),
    Dialect(
        "Liquid comment",
        r"\{%-?[ \t]*comment[ \t]*-?%\}",
        r"\{%-?[ \t]*endcomment[ \t]*-?%\}",
        _is_web,
        f"{{% comment %}}\n{_FALSE}\n{{%- endcomment -%}}\n",
    ),
    Dialect("Liquid comment", r"\{%-?[ \t]*\#", r"%\}", _is_web, "{% # " + _FALSE + " %}\n"),
    Dialect("kramdown comment", r"\{::comment\}", r"\{:/(?:comment)?\}", _is_web,
        f"{{::comment}}\n{_FALSE}\n{{:/comment}}\n"),
    Dialect("Hugo comment", r"\{\{-?[ \t]*/\*", r"\*/[ \t]*-?\}\}", _is_web, "{{- /* " + _FALSE + " */ -}}\n"),
    Dialect(
        "Hugo comment",
        r"\{\{[<%][ \t]*comment\b[^}\n]*\}\}",
        r"\{\{[<%][ \t]*/comment[ \t]*[>%]\}\}",
        _is_web,
        "{{% comment %}}\n" + _FALSE + "\n{{% /comment %}}\n",
    ),
    Dialect(
        "MDX comment",
        r"\{[ \t\n]*/\*",
        r"\*/[ \t\n]*\}",
        lambda s: _suffix(s) == ".mdx" or (_is_web(s) and _IMPORTS.search(s.text) is not None),
        "{/* " + _FALSE + " */}\n",
        file="n.mdx",
    ),
    Dialect("hidden in Quarto", r"^[ \t>]*:{3,}[ \t]*\{[^}\n]*\.content-(?:hidden|visible)\b[^}\n]*\}[^\n]*$",
        _quarto_end, _is_quarto, "::: {.content-hidden}\n" + _FALSE + "\n:::\n", file="n.qmd"),
    Dialect("hidden in Quarto", r"\[(?=[^\[\]\n]{0,800}\]\{[^}\n]{0,200}\.content-(?:hidden|visible)\b)",
        _quarto_span_end, _is_quarto, "[" + _FALSE + "]{.content-visible when-format=\"docx\"}\n", file="n.qmd"),
    Dialect("hidden block", r"^[ \t>]*:{3,}[ \t]*\{[^}\n]*\.hidden\b[^}\n]*\}[^\n]*$", _macros_aside, _is_quarto,
        "::: {.hidden}\n" + _FALSE + "\n:::\n"),
    Dialect("hidden element",
        r"<(?P<element>template|(?:div|section|aside|p|span)(?=[^>\n]*(?:[ ]hidden(?=[ >=])|display:[ ]?none)))"
        r"\b[^>\n]*>",
        _html_end, _is_markdown, f'<div style="display: none">\n{_FALSE}\n</div>\n'),
    Dialect("link as a comment", r"^\[(?://|comment)\]:[ ]?(?:\#|<>)[ ](?=[(\"'])", r"$", _is_markdown,
        f"[//]: # ({_FALSE})\n"),
    Dialect("struck text", r"(?<!~)~~(?![~\s])(?=(?:[^~\n]|\n(?![ \t]*\n)){1,2000}~~)", r"~~", _is_markdown,
        f"~~{_FALSE}~~\n"),
    Dialect("struck text", r"<(?:del|s|strike)(?:[ ][^>\n]*)?>", r"</(?:del|s|strike)>", _is_markdown,
        f"<del>\n{_FALSE}\n</del>\n"),
)  # fmt: skip


def _calls(pattern: str) -> Callable[[str], Iterator[Span]]:
    """The spans of calls of a command with one argument."""

    def found(text: str) -> Iterator[Span]:
        for match in re.finditer(pattern, text):
            if (end := closing_brace(text, match.end(), 2_000)) is not None:
                yield match.start(), end + 1

    return found


def _environments(name: str) -> Callable[[str], Iterator[Span]]:
    pattern = re.compile(rf"\\begin\{{({name})\}}.*?\\end\{{\1\}}", re.DOTALL)
    return lambda text: (m.span() for m in pattern.finditer(text))


def _excluded(text: str) -> Iterator[Span]:
    r"""Environments that \excludecomment names."""
    for name in re.findall(r"\\excludecomment\{([A-Za-z]+)\}", text):
        yield from _environments(name)(text)


_TEX_FALSE = r"\[x^T x = 2 x^T x\]"
TEX_DIALECTS = (
    TexDialect("comment environment", _environments("comment"), rf"\begin{{comment}}{_TEX_FALSE}\end{{comment}}"),
    TexDialect("untaken branch", skipped_branches, rf"so \iftrue $x$ is \else \ifx\a\b \fi {_TEX_FALSE} \fi"),
    TexDialect("dropped argument", dropped_arguments, rf"\newcommand{{\hide}}[1]{{}} \hide{{{_TEX_FALSE}}}"),
    TexDialect("behind the end", behind_the_end, rf"\end{{document}} {_TEX_FALSE}"),
    TexDialect("excluded environment", _excluded, rf"\excludecomment{{sol}} \begin{{sol}}{_TEX_FALSE}\end{{sol}}"),
    TexDialect("struck text", _calls(r"\\(?:sout|st|xout|hout)\s*\{"), r"\sout{$x^T x = 2 x^T x$}"),
    TexDialect(  # of pcaproofs' own reports, which ask for the error in a statement
        "exercise of a report",
        _environments("pcaexercise"),
        rf"\begin{{pcaexercise}}{{a}}{_TEX_FALSE}\end{{pcaexercise}}",
    ),
)
TAGS = (
    Tag(r"\{%-?[ \t]*(?:katex|math|mathjax|latex|tex)\b[^%\n]*%\}", r"\{%-?[ \t]*end\w+[ \t]*-?%\}",
        "{% katex display %}x^T x = x^T x{% endkatex %}", "display|block"),
    Tag(r"\{\{[<%][ \t]*(?:katex|math|mathjax|latex|tex)\b[^}\n]*\}\}", r"\{\{[<%][ \t]*/\w+[ \t]*[>%]\}\}",
        "{{< katex display=true >}}x^T x = x^T x{{< /katex >}}", "display|block"),
    Tag(r"\[(?:katex|math|mathjax|latex|tex)\b[^\]\n(]*\](?!\()", r"\[/(?:katex|math|mathjax|latex|tex)\]",
        "[katex display=true]x^T x = x^T x[/katex]", "display|block"),
    Tag(r"<script\b[^>\n]*\btype=[\"']?math/tex[^>\n]*>", r"</script>",
        '<script type="math/tex; mode=display">x^T x = x^T x</script>', "display"),
    Tag(r"<(?:math|tex|katex|latex)\b[^>\n]*>(?!\s*<m)", r"</(?:math|tex|katex|latex)>",
        '<math display="block">x^T x = x^T x</math>', "display|block"),
)  # fmt: skip


def disabled_in_tex(text: str) -> list[tuple[Span, str]]:
    """What is disabled in a LaTeX text, with its name, in order; nothing within another."""
    found = sorted((span, row.name) for row in TEX_DIALECTS for span in row.spans(text))
    out: list[tuple[Span, str]] = []
    for span, name in found:
        if not out or span[0] >= out[-1][0][1]:
            out.append((span, name))
        elif span[1] > out[-1][0][1]:
            out[-1] = ((out[-1][0][0], span[1]), out[-1][1])
    return out


def dialects_of(source: Source) -> tuple[Dialect, ...]:
    """The rows of DIALECTS in which a note may be."""
    return tuple(row for row in DIALECTS if row.is_in(source)) if source.syntax == "markdown" else ()


def without(text: str, spans: Iterable[Span]) -> str:
    """A text in which spans are blank, at the same offsets; lines stay lines."""
    out, last = list[str](), 0
    for start, end in sorted(spans):
        start = max(start, last)
        if end > start:
            out += [text[last:start], re.sub(r"[^\n]", " ", text[start:end])]
            last = end
    return "".join([*out, text[last:]])
