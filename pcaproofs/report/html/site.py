"""The site: its pages as bytes, and writing of the files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pcaproofs.files import write_atomically
from pcaproofs.report.edition import Edition, bibtex, imprint
from pcaproofs.report.html.sentences import Home

if TYPE_CHECKING:
    from jinja2 import Environment

    from pcaproofs.report.html.chapters import Chapter
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.discovery import Project
    from pcaproofs.verify.run import ClaimReport

_FORMULA = re.compile(r"<math[^>]*>(?:[^<]++|<(?!/math>))*+</math>[.,;:!?)]+")  # else a line may break before the stop
EDITION = Edition()
LISTING = ".pcaproofs-site"  # the files written; the next report removes those that it does not write
PLACES = [
    ("index.html", "Contents"),
    ("claims.html", "All claims"),
    ("guide.html", "How to read"),
    ("references.html", "Bibliography and index"),
]
STATIC = ("theme.js", "script.js", "search.js", "previews.js", "figures.js", "checker.js", "proofs.js", "favicon.svg")


def write_html(
    reports: Sequence[ClaimReport],
    directory: Path,
    *,
    pages: Sequence[ClaimPage] | None = None,
    edition: Edition = EDITION,
    project: Project | None = None,
    page_cache: PageCache | None = None,
) -> list[Path]:
    """Writes the site into the directory, index.html first, each file completely or not at all, and returns the paths.

    Files that would not change are left as they are. Files of an earlier report that this one lacks are removed.

    pages: those of the same claims, if they exist already. edition: its date, shown on each page, and the formats
    beside it. project: provides the title and the documents, by default those that come with pcaproofs. Raises
    MissingLibrary without the libraries of the extra `report`, DocumentError for a derivation that cannot be read,
    OSError if files cannot be written.
    """
    made = site(reports, pages=pages, edition=edition, project=project, page_cache=page_cache)
    folder = Path(directory)
    for name, content in made.items():
        if not (folder / name).is_file() or (folder / name).read_bytes() != content:
            write_atomically(folder / name, content)
    for name in _listed(folder) - set(made):
        (folder / name).unlink(missing_ok=True)
    write_atomically(folder / LISTING, "".join(f"{name}\n" for name in made).encode())
    return [folder / name for name in made]


def _listed(folder: Path) -> set[str]:
    """The files that an earlier report listed, if their names have the form of a report's files."""
    try:
        lines = (folder / LISTING).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return set()
    return {
        line
        for line in lines
        if re.fullmatch(
            r"[a-z0-9-]+\.html|certificates/[a-z0-9-]+(\.[a-z0-9-]+)+\.json|certificates/[a-z0-9-]+(\.terms)?\.js", line
        )
    }


def site(
    reports: Sequence[ClaimReport],
    *,
    pages: Sequence[ClaimPage] | None = None,
    edition: Edition = EDITION,
    project: Project | None = None,
    page_cache: PageCache | None = None,
) -> dict[str, bytes]:
    """File name -> content, the same bytes for the same reports.

    page_cache: that of an earlier call with the same edition and project; unchanged parts are taken from it.
    """
    from pcaproofs.report.derivation.earlier import referring_back
    from pcaproofs.report.html.chapters import chapters
    from pcaproofs.report.html.proofs import script as packed
    from pcaproofs.report.html.proofs import without_terms
    from pcaproofs.report.html.search import entries, explaining, script
    from pcaproofs.report.html.tables import claim_rows, front, guide, outline, references
    from pcaproofs.report.page import claim_page
    from pcaproofs.verify.discovery import own_project

    project = project or own_project()
    page_cache = PageCache() if page_cache is None else page_cache
    known = TrackedPages(pages if pages is not None else referring_back(list(map(claim_page, reports)), project))
    given = chapters(known, project)
    homes = {id: Home(f"{c.file}#{id}", c.numbers.claims[id]) for c in given for id in c.homes}
    rows = claim_rows(given, homes)
    around = outline(rows)  # the contents beside every page, and so the number and name of every section and claim
    shared = {
        "places": PLACES,
        "versions": made_with(),
        "edition": edition,
        "project": project,
        "imprint": imprint(project),
        "chapters": rows,
        "chapter": "",
    }

    def page(name: str, title: str, *, template: str = "", **context: Any) -> bytes:
        made = environment().get_template(template or name).render(**(shared | context), title=title, here=name)
        return _FORMULA.sub(r'<span class="whole">\g<0></span>', made).encode()

    def tables() -> dict[str, bytes]:
        counts = front(reports)
        opens = given[0].opening(homes) if given else {}
        out = {"index.html": page("index.html", "Contents", bibtex=bibtex(project, edition), opens=opens, **counts)}
        out["claims.html"] = page("claims.html", "All claims", **counts, **_graphs(reports, homes))
        return out | {"guide.html": page("guide.html", "How to read these pages", **guide(reports, homes))}

    def chapter_page(chapter: Chapter, k: int) -> tuple[dict[str, bytes], list[dict[str, str]]]:
        turn = [("", ""), *((c.file, f"{c.number} {c.title}") for c in given), ("", "")]
        beside = {"before": turn[k][0] and turn[k], "after": turn[k + 2][0] and turn[k + 2]}
        context = chapter.context(homes) | beside | {"chapter": chapter.name}
        whole = page(chapter.file, chapter.title, template="chapter.html", **context).decode()
        made, terms = without_terms(whole, chapter.name)
        files = {chapter.file: made.encode()}
        if terms:
            files[f"certificates/{chapter.name}.terms.js"] = packed("PCA_TERMS", chapter.name, terms)
        return files, entries(chapter, whole)

    out = dict(page_cache("tables", (rows, around, [c.document for c in given[:1]]), tables, known))
    referred = references(given, homes, project)
    out["references.html"] = page("references.html", "Bibliography and index", **referred)
    found: list[dict[str, str]] = []
    for k, chapter in enumerate(given):
        made, texts = page_cache(
            chapter.name, (around, chapter.document, chapter.marked), partial(chapter_page, chapter, k), known
        )
        out |= made
        found += texts
    for chapter in given:
        out |= page_cache(
            f"certificates of {chapter.name}", (around, chapter.homes), partial(chapter.certificates, homes), known
        )
    out["search-index.js"] = script(explaining(found, referred["terms"], referred["other_names"]))
    shown: dict[str, str] = {}
    for chapter in given:
        shown |= page_cache(f"statements of {chapter.name}", around, partial(statements, chapter, homes), known)
    out["statements.js"] = f"window.PCA_STATEMENTS = {json.dumps(shown, ensure_ascii=False)};\n".encode()
    return out | static()


class TrackedPages(Mapping[str, "ClaimPage"]):
    """The pages of claims by their ids; records which pages were requested."""

    def __init__(self, pages: Sequence[ClaimPage]):
        self.pages = {page.id: page for page in pages}
        self.seen: dict[str, ClaimPage] = {}

    def __getitem__(self, id: str) -> ClaimPage:
        self.seen[id] = self.pages[id]
        return self.pages[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.pages)

    def __len__(self) -> int:
        return len(self.pages)


class PageCache:
    """Results by name, each with its inputs: the requested pages and a further value."""

    def __init__(self) -> None:
        self.made: dict[str, tuple[object, Mapping[str, ClaimPage], Any]] = {}

    def __call__(self, name: str, depends: object, make: Callable[[], Any], known: TrackedPages | None = None) -> Any:
        """The result of `make`, or the stored result if its inputs are the same."""
        before, looked_at, _ = self.made.get(name, (None, {}, None))
        now = known.pages if known is not None else {}
        if name not in self.made or before != depends or any(now.get(id) is not x for id, x in looked_at.items()):
            if known is not None:
                known.seen = {}
            made = make()
            self.made[name] = depends, known.seen if known is not None else {}, made
        return self.made[name][2]


def static() -> dict[str, bytes]:
    """The files that are the same in every site."""
    folder = Path(__file__).parent / "static"
    return {name: (folder / name).read_bytes() for name in STATIC} | {"style.css": style()}


def statements(chapter: Chapter, homes: Mapping[str, Home]) -> dict[str, str]:
    """The statement of each claim of a chapter, for the preview beside a reference to it."""
    macros: Any = environment().get_template("claim.html").module
    shown = {}
    for id in chapter.homes:
        made = str(macros.preview(chapter.view(id, homes)))
        shown[id] = re.sub(r"\n\s*", "\n", _FORMULA.sub(r'<span class="whole">\g<0></span>', made)).strip()
    return shown


def claim_html(report: ClaimReport) -> str:
    """One claim as in its chapter, for a page with the style sheet."""
    from pcaproofs.report.documents.model import SHOWN
    from pcaproofs.report.html.claims import claim_view
    from pcaproofs.report.page import claim_page

    macros: Any = environment().get_template("claim.html").module
    shown = str(macros.show_claim(claim_view(claim_page(report), lambda id: Home(f"#{id}")), SHOWN, True, ""))
    return re.sub(r"\n(?:[ \t]*\n)+", "\n", shown).strip() + "\n"


def style() -> bytes:
    """The style sheet with the colours of verdicts from the table STYLES."""
    from pcaproofs.drawing.picture import ROLES
    from pcaproofs.report.verdict_style import STYLES

    text = (Path(__file__).parent / "static" / "style.css").read_text(encoding="utf-8")
    names = [m.name for m in STYLES.values()]
    out = [f":root{{{''.join(f'--{m.name}:light-dark({m.light},{m.dark});' for m in STYLES.values())}}}"]
    for name in (*ROLES, *names):
        out.append(f".stroke-{name}{{stroke:var(--{name})}}.fill-{name}{{fill:var(--{name})}}"
                   f".text-{name}{{color:var(--{name})}}")  # fmt: skip
    out += [f".badge-{n}{{color:var(--{n})}}.claim-{n}{{border-color:var(--{n})}}" for n in names]
    return (text + "\n".join(out) + "\n").encode()


@cache
def environment() -> Environment:
    """The templates' environment; it escapes everything except the output of html_of, mathml and the SVG printers."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    from pcaproofs.drawing.svg import element
    from pcaproofs.report.derivation.wording import THEN
    from pcaproofs.report.verdict_style import shape, style_of

    def shaped(verdict: str) -> Markup:
        drawn = "".join(map(element, shape(verdict, (0.0, 0.0), 5.0)))
        return Markup(f'<svg class="mark" viewBox="-6 -6 12 12" aria-hidden="true">{drawn}</svg>')

    made = Environment(
        loader=PackageLoader("pcaproofs.report.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["then"] = THEN
    made.filters |= {"mark": style_of, "shape": shaped, "breakable": breakable, "unlinked": unlinked}
    return made


def breakable(name: str) -> Any:
    """An id with places for line breaks after its dot and hyphens."""
    from markupsafe import Markup

    return Markup(re.sub(r"([-.])", r"\1<wbr>", escape(name)))


def unlinked(text: Any) -> Any:
    """HTML without its links: a line that unfolds on a click may not contain links."""
    from markupsafe import Markup

    return Markup(re.sub(r"</?a\b[^>]*>", "", str(text)))


def _graphs(reports: Sequence[ClaimReport], homes: Mapping[str, Home]) -> dict[str, Any]:
    from markupsafe import Markup

    from pcaproofs.report.graph import graph, graph_svg

    def href(id: str) -> str:
        return homes[id].href

    wide, narrow = graph(reports, 3), graph(reports, 1)
    return {"graph_wide": Markup(graph_svg(wide, href)), "graph_narrow": Markup(graph_svg(narrow, href, "narrow"))}


def made_with() -> str:
    """The versions of the software that made the report."""
    from importlib.metadata import version

    from pcaproofs.report.versions import versions

    return ", ".join(f"{name} {found}" for name, found in [*versions(), ("math-core", version("math-core"))])
