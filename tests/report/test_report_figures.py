"""The pictures: drawn from real numbers, the same in SVG and TikZ, and all of them in their frame."""

import math
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from pcaproofs.drawing.picture import Curve, Disc, Label, Picture, Polyline, coordinate, drawn
from pcaproofs.report.figures import FIGURES, data, svg, tikz

PICTURES = sorted(FIGURES)


def test_an_unknown_figure_is_a_key_error():
    with pytest.raises(KeyError):
        FIGURES["no-such-picture"]
    assert len(FIGURES) == len(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_is_drawn_outside_the_frame(name):
    picture = FIGURES[name]()
    assert picture.name == name
    for item in picture.items:
        points = item.points if isinstance(item, Polyline | Curve) else (item.at,)
        for x, y in points:
            assert -1 <= x <= picture.width + 1, item
            assert -1 <= y <= picture.height + 1, item


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_a_description_in_words(name):
    picture = FIGURES[name]()
    root = ET.fromstring(svg(picture).replace("&ApplyFunction;", ""))
    named = root.get("aria-labelledby").split()
    assert [root.find("title").get("id"), root.find("desc").get("id")] == named
    assert len(root.find("desc").text.split()) > 15
    assert "$" not in root.find("desc").text


@pytest.mark.parametrize("name", PICTURES)
def test_svg_and_tikz_say_the_same(name):
    picture = FIGURES[name]()
    labels = [item for item in picture.items if isinstance(item, Label)]
    page, tex = svg(picture), tikz(picture)
    assert page.count("<foreignObject") == tex.count(r"\node[") == len(labels)
    heads = sum(len(drawn(item)) - 1 for item in picture.items)
    strokes = len([i for i in picture.items if isinstance(i, Polyline | Curve)])
    assert len(re.findall("<(?:polyline|polygon|path)", page)) == strokes + heads
    assert len(re.findall(r"\\(?:draw|fill)\[[^]]*\] \([^;]*(?:--|\.\.)", tex)) == strokes + heads
    discs = [i for i in picture.items if isinstance(i, Disc)]
    assert page.count("<circle") == tex.count(" circle[") == len(discs)
    assert FIGURES[name]() == picture


def numbers(picture: Picture) -> set[str]:
    """What the labels say that is a number."""
    return {x for i in picture.items if isinstance(i, Label) for x in re.findall(r"\d+\.?\d*", i.latex)}


def test_the_numbers_are_those_of_the_data():
    X = data.samples()
    S = np.cov(X.T, ddof=0)
    assert np.allclose(np.linalg.eigvalsh(S), [12.5, 50])
    least = 4 * 12.5  # four samples times the least variance
    assert {coordinate(least), coordinate(least + 4 * 3.0**2)} <= numbers(FIGURES["affine"]())
    assert np.allclose(np.cov(data.cross().T, ddof=0), np.diag(data.SPECTRUM))
    B = data.some_plane()
    assert np.allclose(B.T @ B, np.eye(2))
    shown = numbers(FIGURES["weights"]())
    assert {"9.3", f"{np.trace(B.T @ np.diag(data.SPECTRUM) @ B):.2f}"} <= shown
    assert "3 components are the first to reach 95 per cent" in FIGURES["scree"]().alt


def test_the_residual_is_at_a_right_angle_and_the_curve_touches_its_bounds():
    arrows = [i for i in FIGURES["projection"]().items if isinstance(i, Polyline) and i.arrow and i.width == 2]
    (foot, residual) = [np.subtract(i.points[1], i.points[0]) for i in arrows]
    assert abs(foot @ residual) < 1e-6 * np.linalg.norm(foot) * np.linalg.norm(residual)
    items = FIGURES["circle"]().items
    curve = max((i for i in items if isinstance(i, Polyline)), key=lambda i: len(i.points))
    bounds = [i.points[0][1] for i in items if isinstance(i, Polyline) and i.dashed]
    heights = [y for _, y in curve.points]
    assert math.isclose(min(heights), min(bounds), abs_tol=0.1)
    assert math.isclose(max(heights), max(bounds), abs_tol=0.1)


def test_names_and_labels_are_escaped():
    picture = Picture('"><script>', 10, 10, "<b>", "<i>", (Label("ink", (0, 0), "a < b & c"),))
    page = svg(picture)
    assert not re.search("<(script|b|i)>", page)
    assert "a &lt; b &amp; c" in page


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="no TeX engine is installed")
def test_tikz_compiles_and_fits_the_line(tmp_path):
    body = "\n\n".join(rf"\noindent{tikz(FIGURES[name]())}" for name in PICTURES)
    packages = r"\usepackage[margin=28mm]{geometry}\usepackage{amsmath,amssymb,tikz}"
    document = rf"\documentclass[11pt,a4paper]{{report}}{packages}\begin{{document}}{body}\end{{document}}"
    (tmp_path / "figures.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "figures.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    log = (tmp_path / "figures.log").read_text(errors="replace")
    assert done.returncode == 0, log[-2000:]
    assert not re.search(r"Overfull|Missing character", log)


def test_numpy_is_imported_with_the_first_picture():
    code = "import sys; from pcaproofs.report.figures import FIGURES; list(FIGURES); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
