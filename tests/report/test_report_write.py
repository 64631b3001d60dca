"""Writing and compiling: with a real TeX no reference is undefined and nothing runs into the margin."""

import re
import shutil
import subprocess
import sys

import pytest

from pcaproofs.report import NO_TEX, NoTeX, TeXFailed, engine, tex, write_report

from .conftest import leftovers

ENGINES = {"8-bit": ["pdflatex"], "Unicode": ["xelatex", "lualatex"]}


def _found(name: str) -> bool:
    """Whether an engine works; Debian's lualatex may be there without what it needs."""
    files = ["kpsewhich", "fontspec.sty", "luaotfload-main.lua" if name == "lualatex" else "article.cls"]
    return bool(shutil.which(name)) and subprocess.run(files, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("kind", ENGINES)
def test_it_compiles(report_text, tmp_path, kind):
    names = [name for name in ENGINES[kind] if _found(name)]
    if not names:
        pytest.skip(f"{' and '.join(ENGINES[kind])} not installed")
    (tmp_path / "report.tex").write_text(report_text, encoding="utf-8")
    command = [names[0], "-interaction=nonstopmode", "-halt-on-error", "report.tex"]
    for _ in range(2):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    log = (tmp_path / "report.log").read_text(encoding="utf-8", errors="replace")
    assert not re.findall(r"undefined references|Reference .* undefined|Missing character|invalid in math", log)
    wide = [float(pt) for pt in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]
    assert not [pt for pt in wide if pt > 5]


@pytest.mark.skipif(engine() is None, reason="no TeX engine is installed")
def test_a_pdf_where_there_is_tex_the_same_each_time(reports, tmp_path):
    source, pdf = write_report(reports[:3], tmp_path / "new" / "folder")
    first = pdf.read_bytes()
    assert first.startswith(b"%PDF")
    assert leftovers(source.parent) == []
    assert write_report(reports[:3], tmp_path / "again")[1].read_bytes() == first


def test_without_tex_the_source_alone_and_one_line(reports, report_text, tmp_path, monkeypatch):
    monkeypatch.setattr(tex.shutil, "which", lambda name: None)
    (source,) = write_report(reports, tmp_path)
    assert source.read_text(encoding="utf-8") == report_text
    assert "install" in NO_TEX
    assert "\n" not in NO_TEX
    with pytest.raises(NoTeX, match="install"):
        write_report(reports[:1], tmp_path, pdf=True)


def test_no_pdf_unless_wanted(reports, tmp_path):
    assert [p.name for p in write_report(reports[:1], tmp_path, pdf=False)] == ["pcaproofs.tex"]
    assert leftovers(tmp_path) == []


def test_a_failed_write_leaves_what_was_there(reports, tmp_path, monkeypatch):
    (tmp_path / "pcaproofs.tex").write_text("before")
    monkeypatch.setattr("pcaproofs.files.os.replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        write_report(reports[:1], tmp_path, pdf=False)
    assert (tmp_path / "pcaproofs.tex").read_text() == "before"
    assert leftovers(tmp_path) == []


@pytest.mark.skipif(engine() is None, reason="no TeX engine is installed")
def test_tex_that_fails_says_where_in_one_line(tmp_path):
    source = tmp_path / "bad.tex"
    source.write_text(r"\documentclass{article}\begin{document}\nosuch\end{document}")
    with pytest.raises(TeXFailed, match="Undefined control sequence") as raised:
        tex.compile_pdf(source)
    assert "\n" not in str(raised.value)


def test_importing_it_is_cheap():
    code = "import sys, pcaproofs.report; print(sorted({'sympy', 'jinja2', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
