"""Fragments in other people's documents: their environments and numbers, their columns and frames; parts of claims."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pcaproofs.report import write_report
from pcaproofs.report.edition import PARTS, Edition

from .test_report_write import compiled, engines

LECTURES = {
    "amsart": r"""\documentclass{amsart}
\newtheorem{theorem}{Theorem}[section]
\usepackage{hyperref}
\usepackage{pcaproofs}
\pcaenvironments[Theorem]{theorem}{proof}
\begin{document}
\section{Mine}
\begin{theorem}My own.\end{theorem}
See \pcaref{trace-objective.ky-fan}.
\input{all/trace-objective.ky-fan}
\input{all/projection.pythagoras}
\input{all/affine.square-of-sum-as-printed}
\input{all/spectral.spectral-theorem}
\input{parts/figure-affine}
\end{document}
""",
    "beamer": r"""\documentclass{beamer}\usetheme{Madrid}
\usepackage{pcaproofs}
\pcaenvironments[Theorem]{theorem}{}
\begin{document}
\begin{frame}{Statement}\input{statements/projection.pythagoras}\end{frame}
\begin{frame}[allowframebreaks]{Proof}\footnotesize\input{parts/trace-objective.ky-fan}\end{frame}
\begin{frame}{Picture}\input{parts/figure-affine}\end{frame}
\end{document}
""",
    "two columns": r"""\documentclass[twocolumn,a4paper]{article}
\usepackage{amsthm}\newtheorem{theorem}{Theorem}
\usepackage{pcaproofs}
\pcaenvironments[Theorem]{theorem}{proof}
\begin{document}
\input{all/projection.pythagoras}
\input{all/affine.square-of-sum}
\input{all/affine.decomposition}
\input{all/equivalence.line-residual}
\input{all/moments.variance-along}
\input{parts/figure-affine}
\end{document}
""",
}
SMALL = {"amsart": 0.85, "beamer": 0.85, "two columns": 0.7}  # of its size, to which a formula may shrink there
FRAMES = 2  # that the proof of Ky Fan's theorem has at least


@pytest.fixture(scope="module")
def folder(pages, tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("fragments")
    write_report(pages, made / "all", "fragment", edition=Edition(evidence=False))
    write_report(pages, made / "statements", "fragment", edition=Edition(parts=("statement",)))
    write_report(pages, made / "parts", "fragment", edition=Edition(parts=("proof", "figure")))
    (made / "pcaproofs.sty").write_bytes((made / "all" / "pcaproofs.sty").read_bytes())
    return made


@pytest.mark.parametrize("kind", LECTURES)
def test_a_lecture_compiles_with_its_own_environments(folder, kind):
    name = engines()
    source = folder / f"{kind.replace(' ', '-')}.tex"
    source.write_text(LECTURES[kind], encoding="utf-8")
    log = compiled(name, source, SMALL[kind])
    assert not re.findall(r"Overfull \\vbox \((?:[6-9]|\d\d+)[\d.]*pt", log)
    labels = source.with_suffix(".aux").read_text(encoding="utf-8")
    if kind == "amsart":  # the document's own counter goes on
        assert r"\newlabel{pcaproofs:trace-objective.ky-fan}{{1.2}" in labels
        assert r"\newlabel{pcaproofs:projection.pythagoras}{{1.3}" in labels
    if kind == "beamer":
        (pages,) = re.findall(r"\((\d+) pages", log)
        assert int(pages) >= FRAMES + 2


ABSENT = {
    "statement": r"\begin{pcaclaim}",
    "proof": r"\begin{pcaproof}",
    "counterexample": r"\begin{pcacounterexample}",
    "figure": "tikzpicture",
}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_a_fragment_contains_only_itself(pages, tmp_path, part):
    write_report(pages, tmp_path, "fragment", edition=Edition(parts=(part,)))
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(tmp_path.glob("*.tex")))
    for name, mark in ABSENT.items():
        assert (mark in text) == (name == part), name
    assert "SHA-256" not in text
    assert r"\begin{pcaremark}" not in text


def test_evidence_is_left_out_on_demand(pages, tmp_path):
    few = [p for p in pages if p.id == "projection.pythagoras"]
    for evidence in (True, False):
        write_report(few, tmp_path, "fragment", edition=Edition(evidence=evidence))
        text = (tmp_path / "projection.pythagoras.tex").read_text(encoding="utf-8")
        assert ("SHA-256" in text) == evidence
        assert r"\begin{pcaremark}" in text
