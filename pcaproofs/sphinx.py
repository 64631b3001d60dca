"""A Sphinx extension: verdicts and folded proofs beside the formulas of a documentation or a book.

    extensions = ["myst_parser", "pcaproofs.sphinx"]     # conf.py

Pages in Markdown and notebooks are checked as files, as `pcaproofs check` does, with their scope files. Of other pages,
such as reStructuredText, the paragraphs and formulas are checked, and a comment `.. pcaproofs: X is n×p` declares
letters. It uses Sphinx, which whoever builds a documentation has.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging

from pcaproofs import __version__
from pcaproofs.notes.checking import check_note, read_with_scope, scope_beside
from pcaproofs.notes.findings import Report, report
from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.options import WrongOption, options_for
from pcaproofs.notes.scope.scope_file import WrongScope
from pcaproofs.notes.searching import stored_in
from pcaproofs.notes.stored import store_of
from pcaproofs.notes.text.source import MARKDOWN, NoNote, Source
from pcaproofs.report.margin import PREAMBLE, row_marks
from pcaproofs.report.marks import SILENT, STYLE, InlineCode, Paragraph, VerdictMark, mark, matched

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_MARKED = ("proved", "needs", "refuted", "ill-typed", "undecided", "unsupported", "unread")
_log = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers the extension with Sphinx."""
    app.add_config_value("pcaproofs_verdicts", _MARKED, "env", (list, tuple))
    app.add_config_value("pcaproofs_exclude", (), "env", (list, tuple))
    app.add_css_file("pcaproofs.css")
    app.connect("config-inited", _with_preamble)
    app.connect("builder-inited", _with_style)
    app.connect("doctree-resolved", _with_marks)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def _with_preamble(app: Sphinx, config: Any) -> None:
    """The definition of the marks in the margin, for LaTeX."""
    before = config.latex_elements.get("preamble", "")
    config.latex_elements = {**config.latex_elements, "preamble": f"{before}\n{PREAMBLE}"}


def _with_style(app: Sphinx) -> None:
    """The style sheet, which Sphinx copies with the author's own."""
    if app.builder.format == "html":
        folder = Path(app.doctreedir) / "pcaproofs_static"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "pcaproofs.css").write_text(STYLE, encoding="utf-8")
        app.config.html_static_path = [*app.config.html_static_path, str(folder)]


def _with_marks(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Puts marks behind the displays of a page, or of the pages that a LaTeX file or a single page is made of."""
    if app.builder.format not in ("html", "latex"):
        return
    pages = (docname, *(_page(x, docname) for x in doctree.findall(nodes.section)))
    displays: dict[str, list[nodes.math_block]] = {name: [] for name in pages}
    for display in doctree.findall(nodes.math_block):
        displays.setdefault(_page(display, docname), []).append(display)
    for name, of_page in displays.items():
        if not _is_excluded(app, name) and (of_page or _is_markdown(Path(app.env.doc2path(name)))):
            _mark_page(app, name, of_page)


def _page(node: nodes.Node, docname: str) -> str:
    """The page that a node was taken from, which Sphinx writes on its section; else that of the given name."""
    while not (isinstance(node, nodes.section) and "docname" in node):
        if node.parent is None:
            return docname
        node = node.parent
    return str(node["docname"])


def _mark_page(app: Sphinx, docname: str, displays: list[nodes.math_block]) -> None:
    try:
        found = _checked(app, docname)
    except (NoNote, WrongScope, WrongOption, OSError) as error:
        _log.warning("%s", error, location=docname, type="pcaproofs")
        return
    for x in found.failing:
        _log.warning("%s: %s", x.word, x.said, location=_place(found, x.span[0], docname), type="pcaproofs")
    if not displays and any(v.formula.display for v in found.verdicts):
        said = 'Sphinx has no display of this page: conf.py needs myst_enable_extensions = ["dollarmath", "amsmath"]'
        _log.warning("%s", said, location=docname, type="pcaproofs")
    wanted, places = app.config.pcaproofs_verdicts, _has_lines(found)
    for display, rows in zip(
        displays, matched(found.note, found.verdicts, [x.astext() for x in displays]), strict=True
    ):
        shown = [v for v in rows if v.verdict in wanted and v.verdict not in SILENT]
        if not shown:
            continue
        if app.builder.format == "latex":
            after: list[nodes.Node] = [nodes.raw("", row_marks(found.note, shown, places=places), format="latex")]
        else:
            after = [x for v in shown for x in _folded(mark(found.note, v, places=places))]
        at = display.parent.index(display) + 1
        display.parent[at:at] = after


def _is_excluded(app: Sphinx, docname: str) -> bool:
    from sphinx.util.matching import patmatch

    return any(patmatch(docname, pattern) for pattern in app.config.pcaproofs_exclude)


def _is_markdown(path: Path) -> bool:
    return path.suffix.lower() in MARKDOWN - {".txt"}


def _checked(app: Sphinx, docname: str) -> Report:
    """What is found in a page. Raises NoNote, WrongScope, WrongOption, OSError."""
    path = Path(app.env.doc2path(docname))
    if _is_markdown(path):
        note = read_with_scope(path)
    else:
        note = read(Source(str(path), "\n\n".join(_as_markdown(app.env.get_doctree(docname))) + "\n"))
    with stored_in(store_of(path)):
        _, verdicts = check_note(note, scope_beside(path, note.source))
    return report(note, verdicts, options_for(path), path)


def _as_markdown(doctree: nodes.document) -> Iterator[str]:
    """The headings, paragraphs, formulas and comments of a page as paragraphs of Markdown."""
    for node in doctree.findall():
        if isinstance(node, nodes.title):
            yield f"# {_inline(node)}"
        elif isinstance(node, nodes.paragraph):
            yield _inline(node)
        elif isinstance(node, nodes.math_block):
            yield f"$$\n{node.astext()}\n$$"
        elif isinstance(node, nodes.comment) and node.astext().startswith("pcaproofs:"):
            yield f"<!-- {node.astext()} -->"


def _inline(node: nodes.Node) -> str:
    """A paragraph in which formulas stand between dollars."""
    if isinstance(node, nodes.math):
        return f"${node.astext()}$"
    if isinstance(node, nodes.Text):
        return node.astext().replace("$", r"\$")
    return "" if isinstance(node, nodes.literal | nodes.raw) else "".join(map(_inline, node.children))


def _has_lines(found: Report) -> bool:
    """The lines of what was read are those of the author's file, as they are not of a page in reStructuredText."""
    source = found.note.source
    return not source.cells and _is_markdown(Path(source.file))


def _place(found: Report, offset: int, docname: str) -> str | tuple[str, int]:
    """Where a warning is: in a file with lines its line, else the page."""
    return (docname, found.note.source.place(offset).line) if _has_lines(found) else docname


def _folded(x: VerdictMark) -> list[nodes.Node]:
    """A mark as a line that unfolds."""
    summary = nodes.paragraph("", x.title)
    opening, closing = f'<details class="pcaproofs {x.style}"><summary>', "</summary>"
    if not x.fold:
        box = nodes.container("", summary, classes=["pcaproofs", x.style])
        return [box]
    out: list[nodes.Node] = [nodes.raw("", f"{opening}{escape(x.title)}{closing}", format="html")]
    out += [_paragraph(p) for p in x.fold]
    return [*out, nodes.raw("", "</details>", format="html")]


def _paragraph(parts: Paragraph) -> nodes.Node:
    if len(parts) == 1 and not isinstance(parts[0], str | InlineCode) and parts[0].display:
        return nodes.math_block("", parts[0].text, nowrap=False, number=None, label=None, docname=None)
    out = nodes.paragraph()
    for part in parts:
        if isinstance(part, str):
            out += nodes.Text(part)
        else:
            out += nodes.literal("", part.text) if isinstance(part, InlineCode) else nodes.math("", part.text)
    return out
