"""The dependency graph: what certificates cite and nothing else, readable whatever its shape, the same each time."""

import random
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from types import SimpleNamespace

import pytest

from pcaproofs.formula.typed_latex import MissingLibrary
from pcaproofs.report.graph import edges, graph, graph_svg, graph_tikz
from pcaproofs.report.graph.draw import RADIUS
from pcaproofs.report.graph.layout import LETTER
from pcaproofs.report.verdict_style import STYLES, shape


def made_up(*rows: tuple[str, str, list[str]], instead: dict[str, str] | None = None) -> list:
    """Reports of claims (id, verdict, ids that its certificates cite)."""
    claims = {id: SimpleNamespace(id=id, chapter=id.split(".")[0], repaired_by=None) for id, _, _ in rows}
    for id, other in (instead or {}).items():
        claims[id].repaired_by = claims[other]
    cited = {id: [claims[x] for x in used] for id, _, used in rows}
    return [SimpleNamespace(claim=claims[id], verdict=v, uses=lambda id=id: cited[id]) for id, v, _ in rows]


def dense(count: int, seed: int) -> list:
    """A chapter in which claims cite up to four of those before them."""
    draw = random.Random(seed)
    names = [f"dense.c{k}" for k in range(count)]
    return made_up(*((x, "proved", draw.sample(names[:k], min(k, draw.randrange(4)))) for k, x in enumerate(names)))


def test_edges_lead_to_cited_claims_and_to_replacements(reports):
    found = set(edges(reports))
    cited = {(r.claim.id, c.id, "uses") for r in reports for c in r.uses()}
    refuted = {(r.claim.id, r.claim.repaired_by.id, "instead") for r in reports if r.verdict == "refuted"}
    assert found == cited | refuted
    assert ("spectral.trace-is-sum", "spectral.spectral-theorem", "uses") in found


def test_a_claim_that_is_not_reported_has_no_edge():
    (only,) = made_up(("a.x", "proved", []), ("a.y", "proved", ["a.x"]))[1:]
    assert edges([only]) == []


def test_a_true_claim_has_no_edge_to_a_replacement():
    reports = made_up(("a.x", "proved", []), ("a.y", "undecided", []), instead={"a.y": "a.x"})
    assert edges(reports) == []


def test_every_claim_stands_once_in_its_chapters_box(reports):
    g = graph(reports)
    assert [n.id for n in g.nodes] == [r.claim.id for r in reports]
    boxes = {box.chapter: box for box in g.groups}
    for n in g.nodes:
        box = boxes[n.chapter]
        assert box.left < n.x < n.label_x < box.left + box.width
        assert box.top + RADIUS < n.y < box.top + box.height - RADIUS
    for a, b in combinations(g.groups, 2):
        assert a.left != b.left or a.top + a.height < b.top or b.top + b.height < a.top


SHAPES = {"the catalogue": None, "none": [], "one": made_up(("a.x", "proved", []))}
SHAPES |= {f"dense {k}": dense(k, seed) for k, seed in ((5, 1), (12, 2), (30, 3))}
SHAPES["a circle"] = made_up(("a.x", "refuted", ["a.y"]), ("a.y", "proved", ["a.z"]), ("a.z", "proved", ["a.x"]))


@pytest.mark.parametrize("name", SHAPES)
def test_no_edge_runs_through_another_claim(reports, name):
    given = reports if SHAPES[name] is None else SHAPES[name]
    g = graph(given)
    at = {n.id: (n.x, n.y) for n in g.nodes}
    assert len({(n.x // 200, n.y) for n in g.nodes}) == len(g.nodes)
    assert len(g.edges) == len(edges(given))
    for edge in g.edges:
        assert (edge.path[0], edge.path[-1]) == (at[edge.source], at[edge.target])
        for id, p in at.items():
            if id not in (edge.source, edge.target):
                assert min(distance(p, a, b) for a, b in pairwise(edge.path)) > RADIUS, (edge, id)


def distance(p, a, b) -> float:
    """From a point to a segment."""
    (x, y), (u, v) = (p[0] - a[0], p[1] - a[1]), (b[0] - a[0], b[1] - a[1])
    t = max(0.0, min(1.0, (x * u + y * v) / (u * u + v * v)))
    return ((x - t * u) ** 2 + (y - t * v) ** 2) ** 0.5


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_columns_are_filled_in_order_and_no_more_than_asked(reports, columns):
    g = graph(reports, columns)
    assert len({box.left for box in g.groups}) == columns
    assert [(b.left, b.top) for b in g.groups] == sorted((b.left, b.top) for b in g.groups)


def test_the_svg_is_links_with_their_verdicts_in_words(reports):
    g = graph(reports)
    root = ET.fromstring(graph_svg(g, lambda id: f"page.html#{id}"))
    links = list(root.iter("a"))
    assert [a.get("href") for a in links] == [
        f"page.html#{n.id}" for b in g.groups for n in g.nodes if n.chapter == b.chapter
    ]
    assert {a.get("aria-label") for a in links} == {f"{r.claim.id}: {r.verdict}" for r in reports}
    assert len(root.findall("g")) == len(g.edges)
    assert not re.search(r'\sid="(?!graph-title")', ET.tostring(root, encoding="unicode"))


def test_text_in_a_graph_is_escaped():
    svg = graph_svg(graph(made_up(("a.x", "proved", []))), lambda id: 'x"><script>')
    assert "<script>" not in svg


def test_verdicts_differ_by_shape_as_well_as_by_colour():
    drawn = {verdict: [(type(i), getattr(i, "hollow", getattr(i, "fill", 0)), len(getattr(i, "points", ())))
                       for i in shape(verdict, (0.0, 0.0), 5.0)] for verdict in STYLES}  # fmt: skip
    assert len({str(x) for x in drawn.values()}) == len(STYLES)
    for colours in ([m.light for m in STYLES.values()], [m.dark for m in STYLES.values()]):
        assert len(set(colours)) == len(STYLES)


def test_the_same_reports_make_the_same_bytes(reports):
    assert graph_svg(graph(reports), str) == graph_svg(graph(reports), str)
    assert graph_tikz(graph(reports)) == graph_tikz(graph(reports))


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="no TeX engine is installed")
def test_tikz_compiles_on_two_pages_of_a4_with_letters_that_can_be_read(reports, tmp_path):
    known = "".join(rf"\phantomsection\label{{pcaproofs:{r.claim.id}}}" for r in reports)
    packages = r"\usepackage[margin=28mm]{geometry}\usepackage{tikz,graphicx,hyperref}"
    tikz = graph_tikz(graph(reports, columns=4))
    assert min(float(size) for size in re.findall(r"\\fontsize{([\d.]+)}", tikz)) >= 7
    body = rf"{known}{tikz}"
    document = rf"\documentclass[11pt,a4paper]{{report}}{packages}\begin{{document}}{body}\end{{document}}"
    (tmp_path / "graph.tex").write_text(document, encoding="utf-8")
    for _ in range(2):
        done = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "graph.tex"],
            cwd=tmp_path, capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    log = (tmp_path / "graph.log").read_text(errors="replace")
    assert "(2 pages," in log
    assert not re.search(r"undefined|Overfull", log)


def test_a_missing_library_is_named_in_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "igraph", None)
    with pytest.raises(MissingLibrary, match=r"^the library igraph is missing; .*pip install 'pcaproofs\[report\]'$"):
        graph(dense(4, 1))


BETWEEN = made_up(
    *((f"{c}.c{k}", "proved", ["a.c1", "b.c0", "e.c2"] if k == 3 else []) for c in "abcdef" for k in range(9))
)


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["the catalogue", "many chapters"])
def test_no_edge_runs_through_a_name_or_a_heading(reports, name, columns):
    g = graph(reports if name == "the catalogue" else BETWEEN, columns)
    assert any(abs(e.path[0][0] - e.path[-1][0]) > 200 for e in g.edges) == (columns > 1)
    boxes = [(n.label_x, n.y - 5, LETTER * len(n.label), 9.0) for n in g.nodes]
    boxes += [(box.left + 18, box.top + 9, LETTER * len(box.title), 10.0) for box in g.groups]
    for edge in g.edges:
        for (x, y), (u, v) in pairwise(edge.path):
            for left, top, width, height in boxes:
                apart = max(x, u) <= left or min(x, u) >= left + width or max(y, v) <= top or min(y, v) >= top + height
                assert apart, (edge, left, top)
    assert all(-0.5 <= x <= g.width and -0.5 <= y <= g.height for e in g.edges for x, y in e.path)
