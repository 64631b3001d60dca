"""A pandoc filter: verdicts and folded proofs beside the formulas of any document that pandoc reads.

    pandoc notes.md --filter pcaproofs-pandoc --mathjax -s -o notes.html

pandoc gives the document as JSON on standard input, and takes it back from standard output. The document is checked as
the text that its headings, paragraphs and formulas make. HTML gets marks that unfold, LaTeX marks in the margin, other
formats a line below each display. `-M pcaproofs=off` leaves the document as it is.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.findings import columns, report
from pcaproofs.notes.formulas.blocks import Note, read
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.scope.scope_file import WrongScope
from pcaproofs.notes.text.source import NoNote, Source
from pcaproofs.report.margin import PREAMBLE, row_marks
from pcaproofs.report.marks import SILENT, STYLE, InlineCode, Paragraph, VerdictMark, mark, matched

USAGE = "pandoc notes.md --filter pcaproofs-pandoc -o notes.html"
Element = dict[str, Any]
_TEX = ("latex", "beamer")
_HTML = ("html", "html4", "html5", "revealjs", "epub", "epub2", "epub3", "chunkedhtml")
_QUIET = ("Note", "Cite", "Code", "Image")
_BREAKS = {"Space": " ", "SoftBreak": "\n", "LineBreak": "\n"}


def main() -> None:
    """Filters the document on standard input."""
    written = sys.argv[1] if len(sys.argv) > 1 else "html"
    try:
        document = None if sys.stdin.isatty() else json.loads(sys.stdin.buffer.read())
    except ValueError:
        document = None
    if not (isinstance(document, dict) and isinstance(document.get("blocks"), list) and "meta" in document):
        sys.exit(f"pcaproofs-pandoc: got no document of pandoc in JSON, but should be a filter: {USAGE}")
    try:
        out = json.dumps(marked(document, written), ensure_ascii=False)
    except (NoNote, WrongScope) as error:
        sys.exit(f"pcaproofs-pandoc: {error}")
    sys.stdout.buffer.write(out.encode("utf-8", "surrogatepass"))


def marked(document: Element, written: str) -> Element:
    """A document with marks. written: the name of the format that pandoc writes. Raises NoNote, WrongScope."""
    if _setting(document) == "off":
        return document
    blocks = document["blocks"]
    note = read(Source("document", "\n\n".join(_as_markdown(blocks)) + "\n"))
    _, verdicts = check_note(note)
    found = report(note, verdicts)
    for _, word, said in columns(found, found.failing):
        print(f"pcaproofs: {word} {said}", file=sys.stderr)
    displays = list(_displays(blocks))
    rows = matched(note, verdicts, displays)
    kind = "latex" if written in _TEX else "html" if written in _HTML else ""
    made = _Marked(note, iter(rows), kind).blocks(blocks)
    out = {**document, "blocks": made}
    if kind == "html" and any(rows):
        made.insert(0, _raw("html", f"<style>\n{STYLE}</style>"))
    if kind == "latex" and any(rows):
        old = document["meta"].get("header-includes", {"t": "MetaList", "c": []})
        before = old["c"] if old["t"] == "MetaList" else [old]
        new = {"t": "MetaBlocks", "c": [_raw("latex", PREAMBLE)]}
        out["meta"] = {**document["meta"], "header-includes": {"t": "MetaList", "c": [*before, new]}}
    return out


def _setting(document: Element) -> str:
    """What the metadata says of the marks: a word, or nothing."""
    value = document["meta"].get("pcaproofs")
    return "" if value is None else "off" if value.get("c") is False else _text(value.get("c")).strip()


def _text(content: Any) -> str:
    """The text of inline elements, with formulas between dollars."""
    if isinstance(content, str):
        return content
    out = []
    for x in content if isinstance(content, list) else ():
        if not isinstance(x, dict) or x["t"] in _QUIET:
            continue
        kind, inner = _split(x)
        if kind == "Math":
            out.append(f"\n\n$$\n{inner[1]}\n$$\n\n" if inner[0]["t"] == "DisplayMath" else f"${inner[1]}$")
        elif kind == "Str":
            out.append(inner.replace("$", r"\$"))
        elif kind == "RawInline":
            out.append(f"\n\n{inner[1]}\n\n" if _is_read(*inner) else "")
        else:
            parts = inner if isinstance(inner, list) else []
            lists = [y for y in parts if isinstance(y, list) and y and isinstance(y[0], dict)]
            out.append(_BREAKS.get(kind) or _text(parts if not lists else [z for y in lists for z in y]))
    return "".join(out)


def _is_read(format: str, text: str) -> bool:
    """Whether a raw text is mathematics, or a comment that declares letters."""
    return (format in ("tex", "latex") and "\\begin{" in text) or (format == "html" and "<!-- pcaproofs:" in text)


def _as_markdown(blocks: Sequence[Element]) -> Iterator[str]:
    """The document as paragraphs of Markdown."""
    for block in blocks:
        kind, inner = _split(block)
        if kind == "Header":
            yield f"{'#' * inner[0]} {_text(inner[2])}"
        elif kind in ("Para", "Plain"):
            yield _text(inner)
        elif kind == "RawBlock" and _is_read(*inner):
            yield inner[1]
        elif kind == "Div":
            classes = inner[0][1]
            yield f"::: {{.{classes[0]}}}" if classes else ""
            yield from _as_markdown(inner[1])
            yield ":::" if classes else ""
        else:
            for part in _parts(block):
                yield from _as_markdown(part)


def _split(element: Element) -> tuple[str, Any]:
    """The kind of an element, and its content."""
    return element["t"], element.get("c")


def _parts(block: Element) -> Iterator[list[Element]]:
    """The lists of blocks in a block, in order."""
    kind, inner = _split(block)
    if kind == "BlockQuote":
        yield inner
    elif kind == "BulletList":
        yield from inner
    elif kind == "OrderedList":
        yield from inner[1]
    elif kind == "DefinitionList":
        yield from (part for _, parts in inner for part in parts)
    elif kind in ("Div", "Figure"):
        yield inner[-1]


def _displays(blocks: Sequence[Element]) -> Iterator[str]:
    """The LaTeX of each display, in the order of the document."""
    for block in blocks:
        if block["t"] in ("Para", "Plain"):
            yield from _in_line(block["c"])
        elif block["t"] == "RawBlock" and _is_read(*block["c"]):
            yield block["c"][1]
        for part in _parts(block):
            yield from _displays(part)


def _in_line(inlines: Any) -> Iterator[str]:
    """The displays among inline elements, at any depth."""
    for x in inlines if isinstance(inlines, list) else ():
        if isinstance(x, list):
            yield from _in_line(x)
        elif isinstance(x, dict) and x["t"] == "Math":
            if x["c"][0]["t"] == "DisplayMath":
                yield x["c"][1]
        elif isinstance(x, dict) and x["t"] == "RawInline":
            yield from (x["c"][1],) if _is_read(*x["c"]) else ()
        elif isinstance(x, dict) and x["t"] not in _QUIET:
            yield from _in_line(x.get("c"))


class _Marked:
    """Puts marks behind blocks. rows: those of each display, in order."""

    def __init__(self, note: Note, rows: Iterator[tuple[RowVerdict, ...]], kind: str):
        self.note, self.rows, self.kind = note, rows, kind

    def blocks(self, blocks: Sequence[Element]) -> list[Element]:
        """Blocks with the marks of their displays behind them."""
        out: list[Element] = []
        for block in blocks:
            out += [self._inside(block), *self._behind([*_displays([_without_parts(block)])])]
        return out

    def _inside(self, block: Element) -> Element:
        """A block with marks in its parts."""
        kind, inner = _split(block)
        if kind == "BlockQuote":
            return {"t": kind, "c": self.blocks(inner)}
        if kind == "BulletList":
            return {"t": kind, "c": [self.blocks(x) for x in inner]}
        if kind == "OrderedList":
            return {"t": kind, "c": [inner[0], [self.blocks(x) for x in inner[1]]]}
        if kind == "DefinitionList":
            return {"t": kind, "c": [[term, [self.blocks(x) for x in parts]] for term, parts in inner]}
        if kind in ("Div", "Figure"):
            return {"t": kind, "c": [*inner[:-1], self.blocks(inner[-1])]}
        return block

    def _behind(self, displays: Sequence[str]) -> Iterator[Element]:
        shown = [v for _ in displays for v in next(self.rows) if v.verdict not in SILENT]
        if self.kind == "latex" and shown:
            yield _raw("latex", row_marks(self.note, shown, places=False))
            return
        for v in shown:
            yield from self._mark(mark(self.note, v, places=False))

    def _mark(self, x: VerdictMark) -> Iterator[Element]:
        if self.kind != "html":
            yield {"t": "Para", "c": [{"t": "Emph", "c": [{"t": "Str", "c": x.title}]}]}
            return
        opening = f'<details class="pcaproofs {x.style}"><summary>{escape(x.title)}</summary>'
        yield _raw("html", opening)
        yield from (_paragraph(p) for p in x.fold)
        yield _raw("html", "</details>")


def _without_parts(block: Element) -> Element:
    return {"t": "Null"} if [*_parts(block)] else block


def _raw(format: str, text: str) -> Element:
    return {"t": "RawBlock", "c": [format, text]}


def _paragraph(parts: Paragraph) -> Element:
    out: list[Element] = []
    for part in parts:
        if isinstance(part, str):
            out.append({"t": "Str", "c": part})
        elif isinstance(part, InlineCode):
            out.append({"t": "Code", "c": [["", [], []], part.text]})
        else:
            out.append({"t": "Math", "c": [{"t": "DisplayMath" if part.display else "InlineMath"}, part.text]})
    return {"t": "Para", "c": out}
