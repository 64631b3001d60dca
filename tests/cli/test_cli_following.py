"""`report --watch`: a change writes what a new start would write, and a fault leaves the site alone."""

import pytest

from pcaproofs.cli import following
from pcaproofs.report.edition import Edition
from pcaproofs.report.html import site, write_html
from pcaproofs.report.page import claim_page
from pcaproofs.verify.discovery import Project, own_project
from pcaproofs.verify.run import run

CHAPTERS = ("centering", "matrix-form")


class Stopped(Exception):  # noqa: N818
    """Ends a command that would go on for ever."""


@pytest.fixture
def project(tmp_path) -> Project:
    """Two chapters with documents of their own."""
    files = tuple(p for p in own_project().files if p.stem.replace("_", "-") in CHAPTERS)
    for name in CHAPTERS:
        homes = "".join(f"\n```{{claim}} {claim.id}\n```\n" for claim in own_project().select([name]))
        (tmp_path / f"{name}.md").write_text(f"# The chapter {name}\n{homes}", encoding="utf-8")
    return Project("Two chapters", files, tuple(tmp_path / f"{name}.md" for name in CHAPTERS))


def test_what_a_change_reaches_is_written_again_and_nothing_else(proven, project, tmp_path, monkeypatch, capsys):
    pages = [claim_page(run(claim, ("kernel",))) for claim in project.claims()]
    out, document = tmp_path / "out", project.documents[0]
    before: dict[str, int] = {}

    def sleep(_: float) -> None:
        step = len(steps)
        steps.append(step)
        if step == 0:
            before.update({path.name: path.stat().st_mtime_ns for path in out.glob("*.html")})
            document.write_text(document.read_text(encoding="utf-8") + "\nA new end.\n", encoding="utf-8")
        elif step == 1:
            fresh = site([p.report for p in pages], pages=pages, project=project)
            assert {name: (out / name).read_bytes() for name in fresh} == fresh
            after = {path.name: path.stat().st_mtime_ns for path in out.glob("*.html")}
            assert {name for name in after if after[name] != before[name]} == {document.with_suffix(".html").name}
            document.write_text("no title", encoding="utf-8")
        else:
            assert b"A new end." in (out / f"{document.stem}.html").read_bytes()
            raise Stopped

    steps: list[int] = []
    monkeypatch.setattr(following.time, "sleep", sleep)
    with pytest.raises(Stopped):
        following.follow(pages, out, Edition(beside=("html",)), project)
    said = capsys.readouterr()
    assert said.out.count("wrote ") == 2
    assert "got no title" in said.err


def test_a_changed_claim_is_named(project, tmp_path, monkeypatch):
    states = iter([0, 0, 0, 0, 0, 0, 1, *[0] * 20])
    monkeypatch.setattr(following, "_state", lambda path: (next(states), 0) if path.suffix == ".py" else (0, 0))
    monkeypatch.setattr(following.time, "sleep", lambda _: None)
    changes = following._changes(project)
    assert next(changes) == []
    (changed,) = next(changes)
    assert changed in project.files


def test_files_that_would_not_change_are_left_alone(reports_of_two, tmp_path):
    write_html(reports_of_two, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    write_html(reports_of_two, tmp_path)
    after = {path: path.stat().st_mtime_ns for path in before}
    assert {path.name for path in before if after[path] != before[path]} <= {".pcaproofs-site"}


@pytest.fixture
def reports_of_two(proven):
    return [run(claim, ("kernel",)) for claim in own_project().select(["matrix-form.trace-rules", "svd.scores"])]
