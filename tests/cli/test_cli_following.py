"""`report --watch`: a change writes what a new start would write, and a fault leaves the site alone."""

import sys

import pytest

from pcaproofs.cli import following
from pcaproofs.report.edition import Edition
from pcaproofs.report.html import site, write_html
from pcaproofs.report.page import claim_page
from pcaproofs.verify.claim import ClaimError
from pcaproofs.verify.code_digests import digests, imported_anew
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


def test_only_pages_affected_by_a_change_are_rewritten(proven, project, tmp_path, monkeypatch, capsys):
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
            fresh = site([p.report for p in pages], project=project)
            assert {name: (out / name).read_bytes() for name in fresh} == fresh
            after = {path.name: path.stat().st_mtime_ns for path in out.glob("*.html")}
            opened = "index.html"  # with what the first chapter begins with
            assert {name for name in after if after[name] != before[name]} == {f"{document.stem}.html", opened}
            document.write_text("no title", encoding="utf-8")
        else:
            assert b"A new end." in (out / f"{document.stem}.html").read_bytes()
            raise Stopped

    steps: list[int] = []
    monkeypatch.setattr(following.time, "sleep", sleep)
    with pytest.raises(Stopped):
        following.follow(following.Watched(project), pages, out, Edition(beside=("html",)), ("kernel",))
    said = capsys.readouterr()
    assert said.out.count("wrote ") == 2
    assert "got no title" in said.err


CLAIMS = '''
"""Claims of a project."""

from sympy import MatrixSymbol, Symbol, Transpose

from pcaproofs.language.conclusions import equal
from pcaproofs.verify.claim import claim, note
from pcaproofs.verify.mutants import right_times

p = Symbol("p", positive=True, integer=True)
A, B = MatrixSymbol("A", p, p), MatrixSymbol("B", p, p)


def transposed(x):
    return Transpose(x)


rest = dict(sources=[note("000", 1)], numeric="none is needed", mutants=[right_times(2)])
first = claim("{name}.first", show=equal(A + B, B + A), prose="The order of a sum does not matter.", **rest)
second = claim(
    "{name}.second", show=lambda: equal(transposed(A.T), A), prose="Two transposes cancel each other.", **rest
)
'''
CHANGES = {
    "a claim's words": ("Two transposes", "Two transpositions", {"second"}),
    "what a claim states": ("equal(A + B, B + A)", "equal(A + B, A + A)", {"first"}),
    "what one of them uses": ("return Transpose(x)", "return x", {"second"}),
    "what both use": ('MatrixSymbol("B", p, p)', 'MatrixSymbol("C", p, p)', {"first", "second"}),
    "a comment": ("def transposed", "# said\ndef transposed", set()),
    "a claim less": ("second = claim(", "second = () if True else claim(", set()),
}


@pytest.fixture
def own(tmp_path):
    """A project of one file of claims, and what undoes its import."""
    file = tmp_path / f"watched{len(sys.modules)}.py"
    file.write_text(CLAIMS.replace("{name}", file.stem), encoding="utf-8")
    yield Project("One file", (file,))
    sys.path.remove(str(tmp_path))
    sys.modules.pop(file.stem)


@pytest.mark.parametrize("what", CHANGES)
def test_only_claims_affected_by_a_change_are_proved_again(own, what):
    old, new, reached = CHANGES[what]
    (file,) = own.files
    watched = following.Watched(own)
    pages = [claim_page(run(claim, ("kernel",))) for claim in own.claims()]
    proofs = following.Proofs(pages, watched, ("kernel",))
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    said = list(proofs.renewed())
    assert {line.split(",")[0].split(".")[1] for line in said} == reached
    fresh = [claim_page(run(claim, ("kernel",))) for claim in own.claims()]
    assert [(x.id, x.report.verdict, x.prose, x.parts) for x in proofs.pages] == [
        (x.id, x.report.verdict, x.prose, x.parts) for x in fresh
    ]
    assert list(proofs.renewed()) == []


def test_a_claim_depends_on_the_names_that_it_uses_from_other_files(own, tmp_path):
    (file,) = own.files
    other = tmp_path / f"{file.stem}x.py"
    text = CLAIMS.replace("equal(transposed(A.T), A)", "equal(a.transposed(A.T) + b, A + a.B)")
    other.write_text(
        f"import {file.stem} as a\nfrom {file.stem} import B as b\n" + text.replace("{name}", other.stem), "utf-8"
    )
    both = Project("Two files", (file, other))
    first = digests(both, both.claims())
    for old, new, reached in (("return Transpose(x)", "return x", True), ("does not matter", "never matters", False)):
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        found = digests(both, imported_anew(both))
        assert (found[f"{other.stem}.second"] != first[f"{other.stem}.second"]) is reached
        assert found[f"{other.stem}.first"] == first[f"{other.stem}.first"]
        first = found
    sys.modules.pop(other.stem)


def test_a_faulty_file_of_claims_keeps_the_earlier_proofs(own):
    (file,) = own.files
    watched = following.Watched(own)
    pages = [claim_page(run(claim, ("kernel",))) for claim in own.claims()]
    proofs = following.Proofs(pages, watched, ("kernel",))
    text = file.read_text(encoding="utf-8")
    file.write_text(text + "\n)", encoding="utf-8")
    with pytest.raises(ClaimError, match=f"{file.name}:"):
        list(proofs.renewed())
    assert proofs.pages == pages
    file.write_text(text.replace("Two transposes", "Two transpositions"), encoding="utf-8")
    assert len(list(proofs.renewed())) == 1


def test_a_change_during_proving_is_noticed(own, monkeypatch):
    watched = following.Watched(own)
    (file,) = own.files
    file.write_text(file.read_text(encoding="utf-8") + "\n\n", encoding="utf-8")
    monkeypatch.setattr(following.time, "sleep", lambda _: None)
    changes = watched.changes()
    assert next(changes) == []
    assert next(changes) == [file]


def test_files_that_would_not_change_are_left_alone(reports_of_two, tmp_path):
    write_html(reports_of_two, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    write_html(reports_of_two, tmp_path)
    after = {path: path.stat().st_mtime_ns for path in before}
    assert {path.name for path in before if after[path] != before[path]} <= {".pcaproofs-site"}


@pytest.fixture
def reports_of_two(proven):
    return [run(claim, ("kernel",)) for claim in own_project().select(["matrix-form.trace-rules", "svd.scores"])]
