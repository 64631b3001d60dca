"""Walks of CONTRIBUTING: each is done in a copy, in at most four files, and what is left out is named.

The digest of a claim's statement, its last step, is tested in tests/rocq.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
NUMBERS = ("zero", "one", "two", "three", "four")


class Walk(NamedTuple):
    """A walk under a heading of CONTRIBUTING.

    edits: file -> what is added, behind which words; a file that is new has no such words. tests: what pytest runs.
    missing: words of the failure if only the first file is edited. command: what then writes the files that follow.
    """

    edits: dict[str, tuple[str, str]]
    tests: tuple[str, ...]
    missing: tuple[str, ...] = ()
    command: str = ""


WALKS = {
    "Add a claim": Walk(
        {
            "pcaproofs/claims/centering.py": (
                "    return tested.center(np.eye(case.n))\n",
                """

walked = claim(
    "centering.walked",
    show=lambda: equal(Transpose(H) * H, H),
    prose="The centring matrix times its transpose is the centring matrix.",
    sources=[note("004", 69)],
    numeric=lambda case, tested: tested.same(
        _H(case, tested), _H(case, tested).T, steps=tested.product(case.n), scale=1
    ),
    wrong=["first sample for mean"],
    mutants=lambda: [swap(one * one.T, one * r.T)],
)
""",
            ),
            "derivations/centering.md": ("```{claim} centering.action\n```\n", "\n```{claim} centering.walked\n```\n"),
        },
        ("pcaproofs/claims/centering.py", "derivations/centering.md", "-k", "walked or centering.md"),
        ("centering.walked",),
    ),
    "Add a hypothesis": Walk(
        {
            "pcaproofs/language/hypotheses.py": (
                """    return Named("stochastic", (p,))
""",
                """

@_means(
    "the columns of {0} add up to 1",
    lambda p: [(_square(p, "walked").T * _ones(p), "=", _ones(p))],
    entries=lambda m: all(x >= 0 for row in m for x in row),
)
def walked(p: MatrixLike) -> Named:
    \"\"\"P has columns of entries ≥ 0 that add up to 1, for a square P.\"\"\"
    return Named("walked", (p,))
""",
            ),
            "pcaproofs/verify/second_opinion/relations.py": (
                """all(is_zero(sum(line) - 1) for line in p.tolist()),
""",
                """    "walked": lambda p: _NAMED["stochastic"](p.T),
""",
            ),
            "pcaproofs/sampling/structured.py": (
                """    return weights.map(build)
""",
                """

def walked(p: int) -> st.SearchStrategy[Array]:
    \"\"\"P p×p with columns of entries ≥ 0 that add up to 1.\"\"\"
    return stochastic(p).map(np.transpose)
""",
            ),
            "tests/hypothesis_table.py": (
                """           sampling.stochastic(4), lambda P: [(P.sum(axis=1), np.ones(4)), (np.maximum(P, 0), P)],
           no_need=_STRONG, no_word=_AS_EQUATION),
""",
                """    Tested("the columns of P add up to 1", ["Pᵀ 𝟏_p = 𝟏_p"],
           lambda m: all(sum(row) == 1 and min(row) >= 0 for row in transpose(m[0])),
           _one(walked(P), lambda draw: transpose(_stochastic(draw, {})[P])),
           sampling.walked(4), lambda P: [(P.sum(axis=0), np.ones(4)), (np.maximum(P, 0), P)],
           no_need=_STRONG, no_word=_AS_EQUATION),
""",
            ),
        },
        (
            *("tests/house/test_registries.py", "tests/language/test_hypotheses_read.py", "tests/sampling"),
            *("-k", "walked or in_a_table"),
        ),
        (
            "its name in pcaproofs/__init__.py (python docs/api.py)",
            "an exact test in verify/second_opinion/relations.py",
            "a strategy in sampling/",
            "a row in tests/hypothesis_table.py",
            "a line in docs/proving.md (python docs/api.py)",
        ),
        "docs/api.py",
    ),
    "Add a node": Walk(
        {
            "pcaproofs/language/nodes.py": (
                """    return Vec(x)
""",
                """

class Walked(ScalarNode):
    \"\"\"tr(AᵀA) of a matrix.\"\"\"

    latex_form, text_form = r"w({})", "walked({})"


@reads(Walked)
def _walked(s: SymbolTable, e: Any) -> Expression:
    return _squared_norm(s, e)


def walked(a: MatrixLike) -> Walked:
    \"\"\"The sum of the squared entries of A.\"\"\"
    return Walked(a)
""",
            ),
            "pcaproofs/formula/from_sympy.py": (
                """    nodes.SquaredNorm: FromSymPy._norm,
""",
                """    nodes.Walked: FromSymPy._norm,
""",
            ),
            "pcaproofs/verify/second_opinion/evaluate_nodes.py": (
                """    return one_by_one(sp.Add(*(a**2 for a in evaluate(e.args[0], valuation))))
""",
                """

@evaluate.register(nodes.Walked)
def _(e: Any, valuation: Valuation) -> sp.Matrix:
    return one_by_one(sp.Add(*(a**2 for a in evaluate(e.args[0], valuation))))
""",
            ),
        },
        ("tests/house/test_registries.py", "-k", "alked"),
        (
            "a formula in formula/from_sympy.py",
            "an evaluation in verify/second_opinion/evaluate_nodes.py",
            "'walked' in ['__version__'",
        ),
        "docs/api.py",
    ),
    "Add a rule of `check`": Walk(
        {
            "pcaproofs/notes/rules.py": (
                """"%% $$x = 2x$$ %%",
    ),
""",
                """    Rule(
        "PCA114", "walked", "warning",
        "A word says that something is left to be done.",
        "Do it.",
        "TODO: a proof.",
    ),
""",
            ),
            "pcaproofs/notes/findings.py": (
                """        *(("PCA113", at, what, "is not judged") for at, what in note.disabled),
""",
                """        *(("PCA114", x.start(), x[0], "is left") for x in re.finditer("TODO", note.source.text)),
""",
            ),
        },
        ("tests/notes/test_rules.py", "-k", "PCA114 or up_to_date or unique"),
        ("[PCA114]", "run python docs/checking_reference.py"),
        "docs/checking_reference.py",
    ),
    "Add a misconception": Walk(
        {
            "pcaproofs/grading/diagnosis/catalogue.py": (
                "# centring and scaling the data\n_CENTRING = (\n",
                """    _row("walked", "subtracts the largest value", _DATA, "centering.centred-data",
         "Subtract {mean} from X.", "The mean of the differences is not 0.", "centre=largest", breaks=_BREAKS),
""",
            ),
            "pcaproofs/grading/diagnosis/variants.py": (
                '            "least": lambda: X.min(axis=0),\n',
                '            "largest": lambda: X.max(axis=0),\n',
            ),
        },
        ("tests/grading/diagnosis/test_catalogue.py", "-k", "walked or claims_exist"),
        ("KeyError", "largest"),
    ),
    "Add a report format": Walk(
        {
            "pcaproofs/report/formats/walked.py": (
                "",
                '''"""A list of ids."""

from __future__ import annotations

from pcaproofs.report.formats.format import ReportFormat


def write(pages, directory, project, edition):
    """Writes the list."""
    (directory / "ids.txt").write_text("".join(f"{page.id}\\n" for page in pages))
    return [directory / "ids.txt"]


FORMAT = ReportFormat("walked", "a list of ids", write)
''',
            ),
            "pcaproofs/report/formats/__init__.py": ("epub.FORMAT, fragment.FORMAT", ", walked.FORMAT"),
            "docs/reports.md": (
                "| pieces to `\\input` into a document of your own, and `pcaproofs.sty` |\n",
                "| `pcaproofs report -o DIR --format walked` | a list of ids |\n",
            ),
        },
        ("tests/house/test_registries.py", "-k", "report_format"),
        ("its entry in FORMATS of report/formats/__init__.py", "a row in docs/reports.md", "a choice of --format"),
    ),
    "Add a format for grading results": Walk(
        {
            "pcaproofs/grading/platforms/formats/walked.py": (
                "",
                '''"""A list of names."""


from pcaproofs.grading.sandbox.codec import clean


def walked(results, assignment):
    """`names.txt`."""
    return {"names.txt": "".join(f"{clean(result.submission)}\\n" for result in results)}
''',
            ),
            "pcaproofs/grading/platforms/formats/__init__.py": ('    "junit": junit,\n', '    "walked": walked,\n'),
            "pcaproofs/cli/grading.py": ('    "junit",\n', '    "walked",\n'),
            "docs/grading.md": (
                "with a suite for each submission and a case for each criterion |\n",
                "| `walked` | `names.txt` |\n",
            ),
        },
        ("tests/house/test_registries_of_grading.py", "tests/grading/platforms/test_formats.py", "-k", "walked"),
        ("walked",),
    ),
}
IMPORTS = {  # and other lists of names, beside the entry in a list
    "pcaproofs/sampling/structured.py": ('    "svd",\n', '    "walked",\n'),
    "tests/hypothesis_table.py": ("    unit,\n", "    walked,\n"),
    "pcaproofs/report/formats/__init__.py": ("import epub, fragment, html, latex, pdf", ", walked"),
    "pcaproofs/grading/platforms/formats/__init__.py": (
        "formats.prairielearn import prairielearn\n",
        "from pcaproofs.grading.platforms.formats.walked import walked\n",
    ),
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project without its history."""
    for name in ("pcaproofs", "derivations", "docs", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.vo*", "*.glob"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def edited(copy: Path, file: str, words: str, added: str) -> None:
    """Adds text to a file of a copy."""
    path = copy / file
    text = path.read_text(encoding="utf-8") if words else ""
    assert text.count(words) == 1 or not words, f"{file}: got {text.count(words)} times {words!r}, but should be once"
    path.write_text(text.replace(words, words + added) if words else added, encoding="utf-8")


def outcome(copy: Path, tests: tuple[str, ...]) -> tuple[int, str]:
    """The result of tests in a copy, and what they print."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    where = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}  # as of a shell
    where["PYTHONPATH"] = str(copy)
    done = subprocess.run(command, cwd=copy, env=where, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("heading", WALKS)
def test_a_walk_is_done_and_what_it_lacks_is_named(heading: str, copy: Path) -> None:
    edits, tests, missing, command = WALKS[heading]
    first, *others = edits.items()
    edited(copy, first[0], *first[1])
    code, said = outcome(copy, tests)
    assert code == 1, said
    assert [words for words in missing if words not in said] == [], said
    for file, added in others:
        edited(copy, file, *added)
        if file in IMPORTS:
            edited(copy, file, *IMPORTS[file])
    if command:
        subprocess.run([sys.executable, command], cwd=copy, env={**os.environ, "PYTHONPATH": str(copy)}, check=True)
    code, said = outcome(copy, tests)
    assert code == 0, said


@pytest.mark.parametrize("heading", WALKS)
def test_the_guide_names_the_files_of_a_walk(heading: str) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    files = WALKS[heading].edits
    assert len(files) <= 4
    assert [x for x in files if x.replace("walked", "NAME") not in section and x not in section] == []
    said = re.search(r"These are (\w+) files", section)
    assert said is None or NUMBERS.index(said[1]) >= len(files)
