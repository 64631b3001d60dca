"""Derivations are read with the line of whatever is wrong, here and as pytest collects them."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from pcaproofs.report.documents.model import SHOWN, ClaimBlock, Computed, DocumentError, FigureBlock, Heading, Prose
from pcaproofs.report.documents.parser import Reader
from pcaproofs.report.documents.reading import documents, read_document
from pcaproofs.report.documents.rules import displays, examine, problems
from pcaproofs.report.latex.prose import ProseLatex

ROOT = Path(__file__).parents[3]
GOOD = """# The *best* $U$

It costs \\$5, by {claim}`mine.one` and {claim}`the other <mine.two>`,
which is {verdict}`mine.two`.

## Why

```{claim} mine.one
```
```{claim} mine.two
```
```{claim} mine.one
:show: statement, proof
```
```{figure} scree
What falls,
as $d$ grows.
```
```python
print("$$ is no display here")
```
"""


def write(folder: Path, text: str, name: str = "mine.md") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_document_is_a_title_and_blocks_with_their_lines(tmp_path):
    document = read_document(write(tmp_path, GOOD))
    assert (document.name, document.chapter) == ("The best U", "mine")
    prose, heading, one, two, again, figure, code = document.blocks
    assert isinstance(prose, Prose)
    assert heading == Heading(2, "Why", heading.tokens, 6)
    assert (one, two) == (ClaimBlock("mine.one", SHOWN, True, 8), ClaimBlock("mine.two", SHOWN, True, 10))
    assert again == ClaimBlock("mine.one", ("statement", "derivation", "counterexample"), False, 12)
    assert isinstance(figure, FigureBlock)
    assert (figure.name, figure.line) == ("scree", 15)
    assert isinstance(code, Prose)
    roles = [t.meta for t in prose.tokens[1].children if t.type == "myst_role"]
    assert roles[1:] == [
        {"name": "claim", "id": "mine.two", "text": "the other"},
        {"name": "verdict", "id": "mine.two", "text": ""},
    ]
    assert problems([document], ["mine.one", "mine.two"], ["mine.one", "mine.two"], ["scree"]) == []


UNREADABLE = {
    "no title": ("Prose first.\n", 1, "the first line should be # Title"),
    "title on the second line": ("\n# Title\n", 1, "the first line should be # Title"),
    "two titles": ("# One\n\ntext\n\n# Two\n", 5, "level 1"),
    "unknown directive": ("# T\n\n```{theorem} x\n```\n", 3, "{theorem}"),
    "claim without an id": ("# T\n\n```{claim}\n```\n", 3, "one name should follow"),
    "two ids": ("# T\n\n```{claim} a.b c.d\n```\n", 3, "one name should follow"),
    "unknown word": ("# T\n\n```{claim} a.b\n:show: statment\n```\n", 4, "statment"),
    "text in a claim": ("# T\n\n```{claim} a.b\nAs we know, …\n```\n", 4, "should be one line :show:"),
    "shown twice": ("# T\n\n```{claim} a.b\n:show: proof\n:show: prose\n```\n", 5, "should be one line"),
    "figure without a caption": ("# T\n\n```{figure} scree\n```\n", 3, "without a caption"),
    "unknown role": ("# T\n\ntext {ref}`a.b`\n", 3, "{ref}"),
    "role of a sentence": ("# T\n\ntext\nmore {claim}`a, b and c`\n", 4, "should be the id of a claim"),
    "verdict with words": ("# T\n\n{verdict}`so <a.b>`\n", 3, "should be the id of a claim"),
    "role in a caption": ("# T\n\n```{figure} scree\nA\n{ref}`b`\n```\n", 5, "{ref}"),
    "errata without a note": ("# T\n\n```{errata}\n```\n", 3, "one name should follow"),
    "text in errata": ("# T\n\n```{errata} 003\nmore\n```\n", 4, "should be nothing"),
    "directive in a list": ("# T\n\n- item\n\n  ```{claim} a.b\n  ```\n", 5, "should stand by itself"),
    "dollar alone": ("# T\n\nIt costs\n5 $ a day\n", 4, "without its partner"),
    "code of no language": ("# T\n\n```\ncode\n```\n", 3, "code in ''"),
    "no UTF-8": (b"# T\n\n\xff\n", 1, "UTF-8"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_an_unreadable_document_is_one_line_with_its_place(name, tmp_path):
    text, line, words = UNREADABLE[name]
    path = tmp_path / "bad.md"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(DocumentError) as raised:
        read_document(path)
    message = str(raised.value)
    assert words in message
    assert message.endswith(f"bad.md:{line}]")
    assert "\n" not in message
    assert ", but " in message


DISPLAYS = {
    "dollars": ("text\n\n$$\na = a + 1\n$$", 5),
    "dollars in a line": ("text $$a = a + 1$$", 3),
    "dollars in a list": ("- one\n- $$a = a + 1$$", 4),
    "math fence": ("```math\na = a + 1\n```", 3),
    "directive math": ("```{math}\na = a + 1\n```", 3),
    "brackets": (r"text" + "\n" + r"so \[ a = a + 1 \]", 4),
    "round brackets": (r"so \( a = a + 1 \)", 3),
    "environment": ("so\n\\begin{align}\na &= a + 1\n\\end{align}", 4),
    "matrix in a line": (r"so $\begin{pmatrix}1\end{pmatrix}$", 3),
    "displaystyle": (r"so $\displaystyle a = a + 1$", 3),
    "a formula that is a paragraph": ("text\n\n$a = a + 1$.", 5),
}


@pytest.mark.parametrize("name", DISPLAYS)
def test_a_display_typed_by_hand_is_found_with_its_line(name, tmp_path):
    text, line = DISPLAYS[name]
    path = write(tmp_path, f"# T\n\n{text}\n")
    document = read_document(path)
    assert [at for at, _ in displays(document)] == [line]
    ((where, message),) = problems([document], [], [])  # nothing says what a and b are
    assert where == path
    assert message.endswith(f"mine.md:{line}]")


TYPED = r"""# T

Let $X \in \mathbb{R}^{n \times p}$ and let $w \in \mathbb{R}^p$ be a unit vector. Then
$$
\|X - Xww^\top\|_F^2 = \|X\|_F^2 - \|Xw\|^2
$$
and $$(w^\top w)^2 = 1.$$ But this is false:

$$\|X - Xww^\top\|_F^2 = \|X\|_F^2 + \|Xw\|^2$$
"""


def test_a_display_that_is_proved_may_be_typed(tmp_path):
    document = read_document(write(tmp_path, TYPED))
    assert [line for line, _ in displays(document)] == [4, 7, 9]
    ((_, message),) = problems([document], [], [])
    assert message.endswith("mine.md:9]")
    printed = ProseLatex({}, ()).latex(token for block in document.blocks for token in block.tokens)
    assert printed.count(r"\[") == printed.count(r"\]") == 2
    assert printed.count(r"\pcafit{") == 1  # a paragraph of its own, which is shrunk where it is too wide


def test_references_of_documents_to_claims_are_checked(tmp_path):
    one = write(tmp_path, "# One\n\nBy {claim}`a.nine`:\n\n```{claim} a.one\n```\n```{figure} scrie\nC\n```\n", "a.md")
    two = write(tmp_path, "# Two\n\n```{claim} a.one\n```\n```{claim} a.tow\n:show: prose\n```\n", "b.md")
    known = ["a.one", "a.two", "b.three", "c.four", "c.five"]
    found = examine([one, two], known, known, ["scree"])
    assert found[one] == [
        f"got the claim a.nine, but there is none of that name; the nearest is a.one [{one}:3]",
        f"got the figure scrie, but there is none of that name; the nearest is scree [{one}:7]",
        f"got no directive for a.two, but each claim should have a home in some document [{one}:1]",
        f"got no document for the chapter c, but its claims should have a home [{one}:1]",
    ]
    assert found[two] == [
        f"got the claim a.tow, but there is none of that name; the nearest is a.two [{two}:5]",
        f"got a second home of a.one, but it has one [{one}:5] [{two}:3]",
        f"got no directive for b.three, but each claim should have a home in some document [{two}:1]",
    ]


def test_an_unreadable_document_causes_no_message_about_homes(tmp_path):
    good, bad = write(tmp_path, "# One\n", "a.md"), write(tmp_path, "no title\n", "b.md")
    found = examine([good, bad], ["a.one"], ["a.one"])
    assert found[good] == []
    assert len(found[bad]) == 1


def test_the_documents_of_the_package_come_in_the_order_of_the_book():
    from pcaproofs.claims import ORDER
    from pcaproofs.verify.discovery import AFTER, BEFORE

    order = [*BEFORE, *(name.replace("_", "-") for name in ORDER), *AFTER]
    assert [document.chapter for document in documents()] == order
    assert {path.stem for path in (ROOT / "derivations").glob("*.md")} == set(order)


PROJECT = """[tool.pytest.ini_options]
pcaproofs_claims = ["mine.py"]
pcaproofs_documents = ["told/*.md"]
"""
CLAIM = """
from sympy import Eq, Identity, OneMatrix, Symbol
from pcaproofs.verify.claim import claim, note
from pcaproofs.verify.mutants import right_times

n = Symbol("n", positive=True, integer=True)
H = Identity(n) - OneMatrix(n, n) / n
one = claim("mine.one", show=Eq(H * H, H), prose="Centring twice is centring once.", sources=[note("004", 69)],
            numeric="no data in this one", mutants=[right_times(2)])
"""
COLLECTED = {
    "good": ("# T\n\n```{claim} mine.one\n```\n", "1 passed", []),
    "of pcaproofs too": ("# T\n\n{claim}`affine.decomposition`\n\n```{claim} mine.one\n```\n", "1 passed", []),
    "homeless": ("# T\n\nNothing.\n", "1 failed", ["got no directive for mine.one", "mine.md:1]"]),
    "unknown": ("# T\n\n```{claim} mine.oen\n```\n", "1 failed", ["the nearest is mine.one", "mine.md:3]"]),
    "display": ("# T\n\n```{claim} mine.one\n```\n\n$$a$$\n", "1 failed", ["got the display a,", "mine.md:6]"]),
    "unreadable": ("T\n", "1 failed", ["got no title", "mine.md:1]"]),
}


FORKED = """
import os, sys, pytest, hypothesis, pcaproofs.report.documents.rules, pcaproofs.verify.mutants
from pcaproofs.verify.discovery import all_claims
all_claims()
for folder in sys.argv[1:]:
    if not (child := os.fork()):
        os.chdir(folder)
        os.dup2(os.open("said", os.O_WRONLY | os.O_CREAT), 1)
        pytest.main(["-p", "no:cacheprovider", "-v", "-m", "document"])
        sys.stdout.flush()
        os._exit(0)
    os.waitpid(child, 0)
"""


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> dict[str, str]:
    """What pytest says in each project, in processes of their own that share what is imported."""
    folders = {name: tmp_path_factory.mktemp("project") for name in COLLECTED}
    for name, folder in folders.items():
        (folder / "told").mkdir()
        write(folder, PROJECT, "pyproject.toml")
        write(folder, CLAIM, "mine.py")
        write(folder, "# A text that the configuration does not name\n\n$$a$$\n", "README.md")
        write(folder / "told", COLLECTED[name][0])
    subprocess.run([sys.executable, "-c", FORKED, *map(str, folders.values())], timeout=240, check=True)
    return {name: (folder / "said").read_text(encoding="utf-8") for name, folder in folders.items()}


@pytest.mark.parametrize("name", COLLECTED)
def test_pytest_collects_the_documents_of_a_project(name, collected):
    _, outcome, words = COLLECTED[name]
    assert outcome in collected[name]
    assert "told/mine.md::mine[document]" in collected[name]
    assert all(word in collected[name] for word in words)
    assert "Traceback" not in collected[name]


def test_a_wheel_brings_the_documents_along(tmp_path):
    pytest.importorskip("hatchling", reason="hatchling builds the wheel, and is not installed here")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {f"pcaproofs/_derivations/{d.path.name}" for d in documents()} <= set(names)
    assert {"pcaproofs/report/latex/templates/claim.tex", "pcaproofs/kernel.py"} <= set(names)


def test_each_refuted_claim_of_a_note_is_in_the_list_of_its_errata(pages):
    from pcaproofs.report.computed import expanded

    known = {page.id: page for page in pages}
    listed = set()
    for block in read_document(ROOT / "derivations" / "errata.md").blocks:
        if isinstance(block, Computed):
            (found,) = expanded((block,), known)
            text = ProseLatex({}, known).latex(found.tokens)
            (here,) = [{id for id in known if f"pcaref{{{id}}}" in text}]
            assert {id for id in here if known[id].report.claim.declared == "refuted"} == {
                page.id
                for page in pages
                if page.report.verdict == "refuted" and block.about in {x.note for x in page.report.claim.sources}
            }
            assert text.count(r"\item") == text.count("True instead")
            listed |= here
    assert {page.id for page in pages if page.report.verdict == "refuted"} <= listed


def test_chapters_name_lines_of_notes_only_if_they_are_about_them():
    for document in documents():
        if document.chapter not in ("recipe", "errata", "formulas"):
            text = document.path.read_text(encoding="utf-8")
            assert not re.findall(r"\bnotes? 00\d|\blines? \d", text, re.IGNORECASE), document.chapter


def test_words_for_a_claim_may_have_symbols_in_them():
    (prose,) = Reader(Path("t.md")).document("# T\n\n{claim}`50 % of $x_1$ <a.b>`\n").blocks
    assert ProseLatex({}, ["a.b"]).latex(prose.tokens).strip() == r"\pcaref[{50 \% of $x_1$}]{a.b}"
    assert ProseLatex({}, []).latex(prose.tokens).strip() == r"50 \% of $x_1$"
