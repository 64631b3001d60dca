"""Exercises of all kinds: programs that are wrong in one line, statements whose verdicts are computed, sheets."""

import re
from itertools import pairwise
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.formula.latex import latex
from pcaproofs.grading.diagnosis.catalogue import CATALOGUE
from pcaproofs.grading.diagnosis.variants import Divisors, Variant, VariantRun
from pcaproofs.reference import pca
from pcaproofs.report.computed import expanded
from pcaproofs.report.documents.model import KINDS, ClaimBlock, Computed, ExerciseBlock, Heading
from pcaproofs.report.documents.reading import documents
from pcaproofs.report.exercises import chapters, choose, exercises
from pcaproofs.report.exercises.choose import LINES, claims_of
from pcaproofs.report.exercises.lines import complete_the_proof, find_the_wrong_line
from pcaproofs.report.exercises.placing import claims_of as claims_named
from pcaproofs.report.exercises.programs import MISTAKES, PROGRAM, with_mistake
from pcaproofs.report.exercises.tasks import TASKS
from pcaproofs.report.latex.book import Book
from pcaproofs.report.latex.compile import compile_pdf, engine
from pcaproofs.report.latex.sheet import sheets

rng = np.random.default_rng(3)
X = rng.normal(size=(9, 4)) * [5, 3, 2, 1] + [10, 2, 7, 4]


def results(program: str) -> list[np.ndarray]:
    names = {"np": np}
    exec(program, names)
    return names["pca"](X, 2)


def same(a: np.ndarray, b: object) -> bool:
    """Whether two results agree up to the signs of their columns."""
    return isinstance(b, np.ndarray) and a.shape == b.shape and np.allclose(np.abs(a), np.abs(b))


def test_the_program_without_a_mistake_is_right():
    W, variances, scores, back = results(PROGRAM)
    right = pca(X, 2)
    np.testing.assert_allclose(np.abs(W), np.abs(right.components))
    np.testing.assert_allclose(variances, right.explained_variance)
    np.testing.assert_allclose(np.abs(scores), np.abs(right.scores))
    np.testing.assert_allclose(back, right.mean + right.scores @ right.components.T)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.name)
def test_a_program_with_a_mistake_is_wrong_in_one_line(mistake):
    program = with_mistake(mistake)
    different = [a for a, b in zip(program.splitlines(), PROGRAM.splitlines(), strict=True) if a != b]
    assert [line.strip() for line in different] == [mistake.wrong]
    assert mistake.name in CATALOGUE
    assert not all(map(same, results(program), results(PROGRAM)))


WITH_VARIANTS = [m for m in MISTAKES if CATALOGUE[m.name].variants]
ROLES = ("components", "explained_variance", "scores", "reconstruction")


@pytest.mark.parametrize("mistake", WITH_VARIANTS, ids=lambda m: m.name)
def test_a_program_computes_what_the_grader_knows_of_its_mistake(mistake):
    """One of the variants of the misconception gives the first result in which the program is wrong."""
    wrong = results(with_mistake(mistake))
    first = next(k for k, right in enumerate(results(PROGRAM)) if not same(wrong[k], right))
    variants = [Variant(**variant) for variant in CATALOGUE[mistake.name].variants]
    assert any(
        same(wrong[first], VariantRun(variant, X, 2, Divisors("n", "n")).role(ROLES[first])) for variant in variants
    )


@pytest.fixture(scope="module")
def book(pages):
    return Book(pages, ())


@pytest.fixture(scope="module")
def made(book):
    return {(chapter, seed): exercises(chapter, seed, book.pages) for chapter in chapters() for seed in (0, 1)}


def test_the_chapters_have_exercises_at_their_ends():
    ends = [(d.chapter, d.blocks[-1]) for d in documents() if isinstance(d.blocks[-1], Computed)]
    assert [name for name, last in ends if last.kind == "exercises" and last.about == name] == chapters()


@pytest.mark.parametrize("chapter", chapters())
def test_exercises_stand_in_the_sections_of_their_claims(chapter, pages):
    """A chapter has five to eight, none asks for a proof that stands there, and each is in the section of its claim."""
    known = {page.id: page for page in pages}
    document = next(d for d in documents() if d.chapter == chapter)
    elsewhere = set(known) - set(document.homes())  # a mistake in a program may be another chapter's
    found = expanded(document.blocks, known)
    assert not [b for b in found if isinstance(b, Heading) and b.text == "Exercises"]
    kinds = [b.kind for b in found if isinstance(b, ExerciseBlock)]
    assert 5 <= len(kinds) <= 8
    assert len(set(kinds)) >= 4
    assert "proof" not in kinds
    starts = [k for k, b in enumerate(found) if isinstance(b, Heading) and b.level == 2]
    for section in (found[i:j] for i, j in pairwise([0, *starts, len(found)])):
        homes = {b.id for b in section if isinstance(b, ClaimBlock) and b.home}
        asked = [b for b in section if isinstance(b, ExerciseBlock)]
        assert all(next(claims_named(x)) in {*homes, *elsewhere} for x in asked)
        assert section[len(section) - len(asked) :] == asked
        assert asked == sorted(asked, key=lambda x: list(KINDS).index(x.kind))  # the easier kinds first


def test_a_book_has_exercises_of_nine_kinds(made):
    for seed in (0, 1):
        assert {x.kind for chapter in chapters() for x in made[chapter, seed]} == set(KINDS)


def _differ(rows: list[str], chain: list[str]) -> list[int]:
    """The lines of a proof that are printed differently; none for a proof of another length."""
    if len(rows) != len(chain):
        return []
    return [k for k, (row, line) in enumerate(zip(rows, chain, strict=True)) if not row.startswith(f"{line}, ")]


@pytest.mark.parametrize("chapter", chapters())
def test_a_wrong_line_is_the_only_one_and_a_gap_is_the_line_of_the_proof(chapter, book):
    """The lines of the question against those of the claim's proof."""
    for seed in range(3):
        for kind, make in (("gap", complete_the_proof), ("wrong line", find_the_wrong_line)):
            for x in make(book.pages, LINES[chapter], Random(seed)):
                asked, told = book.blocks(x.question), book.blocks(x.answer)
                rows = re.findall(r"\\item \$=\$ (.*)", asked)
                id = next(claims_named(x))
                chains = [block for part in book.pages[id].parts for block in part.blocks]
                shown = [[f"${latex(s.term)}$" for s in block.steps] for block in chains]
                found = [_differ(rows, chain) for chain in shown]
                (wrong,) = {x[0] for chain, x in zip(shown, found, strict=True) if len(x) == 1 and chain[x[0]] in told}
                if kind == "gap":
                    assert rows[wrong].startswith("$?$, ")
                else:
                    assert told.startswith(f"Line {wrong + 1} is wrong")
                    assert re.search("But .*, and .*", told)


@pytest.mark.parametrize("chapter", TASKS)
def test_a_program_that_is_to_be_written_is_right(chapter):
    """The program of each task against the reference, for other data than those of the exercise."""
    S, w, n = np.cov(X.T, bias=True), pca(X, 1).components[:, 0], len(X)
    values = pca(X, ddof=0).explained_variance
    line = np.linalg.norm(X - X[0] - np.outer((X - X[0]) @ w, w)) ** 2
    names = {"np": np, "X": X}
    exec(TASKS[chapter].program, names)
    f = names[TASKS[chapter].call.partition("(")[0]]
    found, right = {
        "moments": lambda: (np.vstack(f(X)), np.vstack([X.mean(axis=0), S])),
        "centering": lambda: (f(X), (np.eye(n) - np.ones((n, n)) / n) @ X),
        "projection": lambda: (f(X[0], X[1:3].T), X[1:3].T @ np.linalg.lstsq(X[1:3].T, X[0], rcond=None)[0]),
        "affine": lambda: (f(X, X[0], 3 * w), line),
        "equivalence": lambda: (f(X, w), n * values[1:].sum()),
        "matrix-form": lambda: (f(X, X[::-1]), np.trace(X.T @ X[::-1])),
        "stationarity": lambda: ([f(S, w), f(S, np.eye(4)[0])], [True, False]),
        "spectral": lambda: (f(S), values[0]),
        "trace-objective": lambda: (f(S, 2), values[:2].sum()),
        "svd": lambda: (f(X), values),
        "deflation": lambda: (f(X), values[1]),
        "explained": lambda: ([f(X, x) for x in values.cumsum() / values.sum() - 1e-9], [1, 2, 3, 4]),
        "algorithms": lambda: (f(X), values[0]),
    }[chapter]()
    np.testing.assert_allclose(np.array(found, dtype=float), np.array(right, dtype=float), rtol=1e-9)


def test_what_a_program_returns_is_printed(made, book):
    for chapter in chapters():
        for seed in (0, 1):
            (task,) = [x for x in made[chapter, seed] if x.kind == "write"]
            assert re.search(r"It returns \\texttt\{.+\}", book.blocks(task.answer))


def test_a_chapter_without_exercises_is_refused(book):
    with pytest.raises(ValueError, match=r"got the chapter recipe, but should be one of moments, .*algorithms"):
        exercises("recipe", 0, book.pages)


@pytest.mark.parametrize("chapter", chapters())
def test_a_chapter_has_exercises_of_most_kinds_with_answers(chapter, made):
    for seed in (0, 1):
        found = made[chapter, seed]
        assert len({x.kind for x in found}) >= 3
        assert {x.kind for x in found} <= KINDS.keys()
        assert all(x.question and x.hint and x.answer for x in found)
    assert made[chapter, 0] != made[chapter, 1]


def test_the_same_seed_makes_the_same_exercises(made, book, monkeypatch):
    monkeypatch.setattr(choose, "_MADE", {})  # else the same would be given back
    assert [exercises(chapter, 1, book.pages) for chapter in ("affine", "spectral")] == [
        made[chapter, 1] for chapter in ("affine", "spectral")
    ]


def test_answers_show_a_counterexample_or_name_the_missing_hypothesis(made, book):
    told = {"True": 0, "False": 0, "Missing": 0}
    for found in made.values():
        for x in found:
            answer = book.blocks(x.answer).strip()
            if x.kind in ("true or false", "hypothesis"):
                (word,) = re.match(r"(\w+)", answer).groups()
                told[word] += 1
                assert word != "True" or x.kind == "true or false"
                assert word == "True" or re.search(r"But |Take |fails", answer), answer
    assert all(told.values())


@pytest.fixture(scope="module")
def sheet(pages):
    return sheets(["projection", "svd"], 5, pages)


def test_the_solutions_have_the_questions_of_the_sheet(sheet, pages):
    questions, solutions = sheet["exercises.tex"], sheet["solutions.tex"]
    number = questions.count(r"\begin{pcaexercise}")
    assert number == solutions.count(r"\begin{pcaexercise}") == solutions.count(r"\emph{Answer.}") > 6
    assert r"\emph{Answer.}" not in questions
    assert r"\emph{Hint.}" not in questions
    assert sheets(["projection", "svd"], 5, pages) == sheet
    assert sheets(["projection", "svd"], 6, pages) != sheet


@pytest.mark.skipif(engine() is None, reason="no TeX engine is installed")
@pytest.mark.parametrize("name", ["exercises.tex", "solutions.tex"])
def test_exercise_sheets_compile(name, sheet, tmp_path):
    (tmp_path / name).write_text(sheet[name], encoding="utf-8")
    assert compile_pdf(tmp_path / name).startswith(b"%PDF")


def test_the_command_writes_a_sheet_and_its_solutions(tmp_path):
    said = CliRunner().invoke(main, ["exercises", "centering", "-o", str(tmp_path / "out"), "--seed", "4"])
    assert (said.exit_code, said.output.count("wrote")) == (0, 2)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["exercises.tex", "solutions.tex"]
    assert "Sheet 4" in (tmp_path / "out" / "exercises.tex").read_text(encoding="utf-8")


WRONG = {
    "an unknown chapter": (
        ["exercises", "recipe", "-o", "{out}"],
        "got the chapter recipe, but should be one of ",
    ),
    "a negative seed": (["exercises", "-o", "{out}", "--seed", "-1"], "-1"),
    "no place": (["exercises"], "Missing option '-o'"),
    "a file for a folder": (["exercises", "centering", "-o", "{file}"], "cannot write"),
}


@pytest.mark.parametrize("name", WRONG)
def test_bad_input_is_reported_in_one_line_and_nothing_is_written(name, tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    arguments, words = WRONG[name]
    places = {"out": tmp_path / "out", "file": tmp_path / "file"}
    said = CliRunner().invoke(main, [x.format(**places) for x in arguments])
    assert said.exit_code == 2
    assert words in said.output
    assert "Traceback" not in said.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_claims_of_exercises_exist(pages):
    known = SimpleNamespace(ids={page.id for page in pages})
    assert {id for chapter in chapters() for id in claims_of(chapter)} <= known.ids
