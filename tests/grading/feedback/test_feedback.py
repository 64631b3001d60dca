"""What students and staff read: nothing of a student's is taken for markup, nothing of hidden data is told."""

import base64
import dataclasses
import hashlib
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from pcaproofs.grading.assignment import Assignment, Rubric, Task
from pcaproofs.grading.diagnosis.model import Diagnosis, Example, Input, Mistake, Plot, diagnosis_of
from pcaproofs.grading.feedback import code_page, html, index, markdown
from pcaproofs.grading.feedback.content import number, pieces
from pcaproofs.grading.feedback.markdown import escape
from pcaproofs.grading.feedback.pages import anchor_of
from pcaproofs.grading.parsing.source import Source
from pcaproofs.grading.results.result import Adjustment, Result, RunRecord, Scored
from pcaproofs.grading.submission.code import Code
from pcaproofs.grading.submission.people import Person

TASK = Task(call="W = pca(X, k)", roles={"components": "W"}, criteria=(Rubric(criterion="runs", points=1),))
ASSIGNMENT = Assignment(title="Homework 3", file="pca.py", tasks=(TASK,))
MISTAKE = Mistake(
    name="rows-for-columns",
    title="uses rows of the eigenvector matrix instead of its columns",
    hint="They are `V[:, :k]`, not `V[:k]`.",
    why="Only for the columns is Cv = λv.",
    claim="spectral.basis-to-itself",
)


def scored(**changes: Any) -> Scored:
    plain = {
        "criterion": "components.captured",
        "task": "",
        "title": "Components that hold the most variance",
        "claim": "trace-objective.ky-fan",
        "points": 0.5,
        "max_points": 2.0,
        "passed_on": 1,
        "tried_on": 4,
        "visible": True,
        "message": "on the data “six points”: 80 % but should be 90 %",
    }
    return Scored(**(plain | changes))


def result(**changes: Any) -> Result:
    plain: dict[str, Any] = {
        "submission": "smith",
        "file": "pca.py",
        "status": "ok",
        "score": 1.5,
        "max_score": 3.0,
        "criteria": (scored(), scored(criterion="runs", title="It runs", points=1.0, max_points=1.0, passed_on=4)),
        "diagnosis": Diagnosis(
            name="rows-for-columns", title=MISTAKE.title, hint=MISTAKE.hint, why="", claim="", mistakes=(MISTAKE,)
        ),
        "example": Example(
            task="", X=[[0, 0], [1, 1], [2, 0]], k=1, role="components", expected=[[1.0], [0]], got=[[0.6], [-0.8]]
        ),
        "picture": Plot(
            points=[[0, 0], [1, 1], [2, 0]], mean=[1, 1 / 3], right=[1.0, 0], theirs=[0.6, -0.8], through=[1, 1 / 3]
        ),
        "isolation": "full",
        "seconds": 0.05,
        "runs": (RunRecord(task="", data="SECRET-NAME", visible=False, status="ok", detail="SECRET-DETAIL",
                           failed=("components.captured",), seconds=0.01),),
    }  # fmt: skip
    return Result(**(plain | changes))


class Page(HTMLParser):
    """Reads a page strictly: every element that is opened is closed in order."""

    VOID = ("meta", "rect", "line", "circle", "path", "br", "input")

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = self.script = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.script += data
        elif not self.open or self.open[-1] != "style":
            self.text += data


def test_a_student_reads_what_happened() -> None:
    page = Page(html(result(), ASSIGNMENT))
    text = " ".join(page.text.split())
    for words in (
        "Homework 3",
        "smith",
        "1.5 of 3 points",
        "1 of 2 criteria hold",
        "Your code uses rows of the eigenvector matrix instead of its columns.",
        "They are V[:, :k], not V[:k].",
        "-0.8",
        "on the data “six points”: 80 % but should be 90 %",
        "not where your axis lies",
    ):
        assert words in text, words
    assert page.tags.count("svg") == 4  # the picture and its key
    assert {"circle", "line", "table", "h1", "h2"} <= set(page.tags)
    told = markdown(result(), ASSIGNMENT)
    for words in ("**Your code uses rows", "`V[:, :k]`", "1.5 of 3 points", "| ◐ | Components that hold", "-0.8"):
        assert words in told, words


def test_only_the_next_message_above_is_referred_to() -> None:
    one, two = (scored(title=title, message=f"on the data “six points”: {title}") for title in ("first", "second"))
    told = markdown(result(criteria=(one, one, two, one)), ASSIGNMENT)
    rows = [line for line in told.split("\n") if line.startswith("| ") and "0.5 / 2" in line]
    assert ["as above" in row for row in rows] == [False, True, False, False]


def test_special_data_on_which_the_same_is_wrong_are_one_row() -> None:
    said = "what is wrong on ordinary data is wrong here as well"
    kinds = [
        scored(criterion=f"data.{name}", title=f"Works with {name}", points=0.2, max_points=0.5, message=message)
        for name, message in (
            ("ties", f"on the data “ties”: {said}"),
            ("integers", said),
            ("far-away", "another thing"),
        )
    ]
    told = markdown(result(criteria=tuple(kinds)), ASSIGNMENT)
    rows = [line for line in told.split("\n") if line.startswith("| ◐")]
    assert rows == [
        f"| ◐ | Works with ties; Works with integers | 0.4 / 1 | {said} |",
        "| ◐ | Works with far-away | 0.2 / 0.5 | another thing |",
    ]


def test_letters_are_explained_where_they_occur() -> None:
    message = "component 1 is no eigenvector: Sw differs from λw by 0.25 of the largest eigenvalue"
    told = markdown(result(criteria=(scored(message=message),)), ASSIGNMENT)
    assert "S is the covariance matrix of the data, w is a component, a column of W, λ is its eigenvalue" in told
    assert "covariance matrix" not in markdown(result(), ASSIGNMENT)


def test_students_are_told_of_no_proofs() -> None:
    for assignment in (ASSIGNMENT, dataclasses.replace(ASSIGNMENT, visible_only=True)):
        for page in (markdown(result(), assignment), html(result(), assignment)):
            assert "pcaproofs" not in page
            assert "spectral.basis-to-itself" not in page


def test_components_stand_beside_scores_of_other_signs() -> None:
    task = dataclasses.replace(TASK, call="W, Z = pca(X, k)", roles={"components": "W", "scores": "Z"})
    values: dict[str, Any] = {"expected": [[1.5], [-1.5]], "got": [[-1.5], [1.5]]}
    beside = Input(name="W", values=[[0.6], [0.8]], shape=[2, 1], dtype="float64")
    example = Example(task="", X=[[0, 0], [1, 1]], k=1, role="scores", beside=(beside,), **values)
    told = markdown(result(example=example), dataclasses.replace(ASSIGNMENT, tasks=(task,)))
    assert "`W`, the components that you return:\n\n```text\n0.6\n0.8\n```" in told
    assert "print(W)\nprint(Z)" in told
    assert "up to signs" not in told


def test_staff_see_causes_and_equal_texts() -> None:
    def stopped(name: str, title: str, **changes: Any) -> Result:
        mistake = dataclasses.replace(MISTAKE, name=name, title=title)
        return result(diagnosis=diagnosis_of((mistake,), ""), **changes)

    late = RunRecord(task="", data="h", visible=False, status="timeout", detail="", failed=(), seconds=1.0)
    course = [
        stopped("stops-with-error", "stops with a SystemExit", submission="a", text="1"),
        stopped("stops-with-error", "stops with a ValueError on whole numbers", submission="b", text="2"),
        stopped("stops-with-error", "stops with a ValueError where variances are equal", submission="c", text="1"),
        stopped("undefined-name", "uses eig, which is not defined", submission="d", runs=(late,), status="timeout"),
        stopped("undefined-name", "uses svd, which is not defined", submission="e"),
    ]
    text = " ".join(re.sub(r"<[^>]*>", " ", index(course, ASSIGNMENT)).split())
    assert "stops with a SystemExit stops-with-error: SystemExit who a 1 of 5" in text
    assert "stops with a ValueError … stops-with-error: ValueError who b , c 2 of 5" in text
    assert "uses … which is not defined undefined-name who d , e 2 of 5" in text
    assert "The same code was handed in by several (2) a , c" in text
    hidden = text.partition("wrong on hidden ones")[2].partition("handed in")[0]
    assert "e" in hidden.split()
    assert "d" not in hidden.split()


def test_a_right_submission_reads_that_it_is() -> None:
    right = result(
        score=3.0, diagnosis=None, example=None, criteria=(scored(points=2.0, passed_on=4),),
        picture=Plot(points=[[0, 0], [2, 0]], mean=[1, 0], right=[1, 0], theirs=[-1, 0], through=[1, 0]),
    )  # fmt: skip
    for told in (html(right, ASSIGNMENT), markdown(right, ASSIGNMENT, page="feedback.html")):
        assert "Everything holds" in told
        assert "Your axis is the first component" in told
        assert "What happened" not in told
        assert "Try it by hand" not in told


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"gradable": False, "status": "grader-fault", "score": None, "criteria": ()}, ["not graded", "grader's"]),
        ({"status": "no-submission", "score": 0.0, "criteria": (), "problems": ("got none",)}, ["0 of 3", "got none"]),
        ({"status": "timeout", "score": 0.0}, ["Not every run came to its end"]),
        ({"criteria": (scored(follow_through=True, points=2.0, followed="full points by follow-through"),)},
         ["full points by follow-through"]),
        ({"picture": None, "example": None, "diagnosis": None}, ["Below is what does not hold yet"]),
        ({"printed": "hello\nworld"}, ["What your code printed", "world"]),
        ({"max_score": 0.0, "score": 0.0, "criteria": ()}, ["0 of 0 points"]),
    ],
)  # fmt: skip
def test_feedback_explains_other_endings(changes: dict[str, Any], words: list[str]) -> None:
    one = result(**({"diagnosis": None, "example": None, "picture": None} | changes))
    for told in (Page(html(one, ASSIGNMENT)).text, markdown(one, ASSIGNMENT)):
        for word in words:
            assert word in told.replace("\\", ""), word
    index([one], ASSIGNMENT)


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style></title></svg><script>",
    "{{ 7 * 191 }} {% raw %}",
    "![x](javascript:alert(1)) [y](http://evil.example)",
    "| a | b |\n| --- | --- |\n# heading\n- item\n1. one\n> quote",
    "``` \n```` \n`````",
    "`code` ``two``",
    "\x1b[31mred\x1b[0m \x00 \x08 \u202e evil",
    "<!-- comment",
    "a" * 100_000,
    "&lt;b&gt; &#60;script&#62;",
    "\ud800 lone",
]


def hostile(text: str) -> Result:
    mistake = dataclasses.replace(MISTAKE, title=f"stops with {text}", hint=text, why=text, name=text)
    return result(
        submission=text,
        file=text,
        criteria=(scored(message=text),),
        diagnosis=Diagnosis(name=text, title=text, hint=text, why=text, claim="", mistakes=(mistake,)),
        example=Example(task="", X=[[0, 1]], k=1, role="components", expected=[[1.0]], got=text),
        problems=(text,),
        notes=(text,),
        printed=text,
        isolation=text,
    )


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_of_a_student_is_markup(text: str) -> None:
    plain, bad = result(problems=("p",), notes=("n",), printed="p"), hostile(text)
    ours = Page(index([plain], ASSIGNMENT)).script
    for make in (
        lambda one: html(one, ASSIGNMENT),
        lambda one: index([one], ASSIGNMENT),
        lambda one: index([dataclasses.replace(one, person=Person(text, text))], ASSIGNMENT),
        lambda one: index([dataclasses.replace(one, adjustments=(Adjustment(points=1, comment=text),))], ASSIGNMENT),
        lambda one: code_page(
            one, Code(Source(one.printed, one.printed), {f"{one.printed}.py": one.printed.encode("utf-8", "replace")})
        ),
    ):
        written = make(bad)
        page = Page(written)
        wanted = Page(make(plain)).tags
        allowed = [
            tag for tag in page.tags if tag not in ("code", "pre", "li", "p", "span", "div", "h3", "td", "tr", "a")
        ]
        assert set(allowed) <= {*wanted, "section", "h2", "ul", "details", "summary", "table", "figure", "figcaption"}
        assert page.script in ("", ours)
        assert page.tags.count("script") == bool(page.script)
        assert "img" not in page.tags
        assert not [name for name, _ in page.attributes if name.startswith("on")]
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202e]", written.replace("\n", ""))
        assert "1337" not in written
        assert len(written) < 100_000
    told = markdown(bad, ASSIGNMENT)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202e]", told.replace("\n", ""))
    outside = re.sub(r"^(`{3,})(?:text|python)\n.*?^\1$", "", told, flags=re.MULTILINE | re.DOTALL)
    outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", outside)
    assert "<" not in outside
    assert not re.search(r"(?<!\\)\]\(", outside)
    ours = re.findall(r"^#+ .*$", outside, flags=re.MULTILINE)
    assert len(ours) <= 8  # only our own headings
    assert not re.search(r"^# heading", outside, flags=re.MULTILINE)


def test_escaping_leaves_ordinary_text_readable() -> None:
    assert (
        escape("a plain sentence: with (some) 1.5 numbers - and #3!")
        == "a plain sentence: with (some) 1.5 numbers - and #3!"
    )
    for text, wanted in {
        "1. not a list": r"1\. not a list",
        "- not one": r"\- not one",
        "# no heading": r"\# no heading",
        "a*b_c|d": r"a\*b\_c\|d",
        "<b>&lt;": "&lt;b>&amp;lt;",
        "http://evil.example": r"http:\//evil.example",
        "WWW.evil.example": r"WWW\.evil.example",
        "[a](b)": r"\[a\](b)",
    }.items():
        assert escape(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("no code", [(False, "no code")]),
        ("use `a` and `b`", [(False, "use "), (True, "a"), (False, " and "), (True, "b")]),
        ("one ` alone", [(False, "one ` alone")]),
        ("`a` then ` alone", [(True, "a"), (False, " then ` alone")]),
        ("", []),
    ],
)
def test_code_in_a_sentence(text: str, wanted: list[tuple[bool, str]]) -> None:
    assert pieces(text) == wanted


@pytest.mark.parametrize(
    ("value", "wanted"), [(2.0, "2"), (0.70710678, "0.7071"), (1e6, "1000000"), (1234567.0, "1234567"), (-0.0, "0")]
)
def test_numbers_are_short(value: float, wanted: str) -> None:
    assert number(value) == wanted


SECRET = result(
    criteria=(
        scored(visible=False, title="SECRET-TITLE", message="SECRET-MESSAGE", claim="SECRET-CLAIM"),
        scored(criterion="runs", visible=True),
    )
)


def test_a_student_is_told_nothing_of_hidden_criteria_and_data() -> None:
    for told in (html(SECRET, ASSIGNMENT), markdown(SECRET, ASSIGNMENT)):
        assert "SECRET" not in told
        assert "Hidden criterion 1" in told
    assert "SECRET-TITLE" in index([SECRET], ASSIGNMENT)  # staff are


PAGES = {
    "student": lambda: html(result(), ASSIGNMENT),
    "staff": lambda: index([result(), SECRET], ASSIGNMENT),
    "code": lambda: code_page(result(), Code(Source("import numpy\n", "pca.py"))),
}


@pytest.mark.parametrize("kind", PAGES)
def test_pages_need_no_network_and_no_script(kind: str) -> None:
    written = PAGES[kind]()
    page = Page(written)
    assert written.startswith("<!doctype html>")
    assert not {"link", "img", "iframe", "object", "form"} & set(page.tags)
    policy = next(value for name, value in page.attributes if name == "content" and value and "default-src" in value)
    assert "default-src 'none'" in policy
    assert page.tags.count("script") == (kind == "staff")
    digest = base64.b64encode(hashlib.sha256(page.script.encode()).digest()).decode()
    assert ("script-src" in policy) == (kind == "staff") == (f"script-src 'sha256-{digest}'" in policy)
    links = [value for name, value in page.attributes if name in ("href", "src")]
    assert not [link for link in links if link and ("//" in link or ":" in link)]
    assert "url(" not in written
    assert "@import" not in written
    assert ("lang", "en") in page.attributes
    assert "prefers-color-scheme: dark" in written
    assert "width=device-width" in written
    assert page.tags.count("h1") == 1
    for name, value in page.attributes:
        if name == "role" and value == "img":
            assert "aria-label" in written
    assert written == PAGES[kind]()


LINK = ("x refused: a link",)


def test_staff_see_how_the_course_did() -> None:
    course = [
        result(submission="a", score=3.0, diagnosis=None, criteria=(scored(points=2.0, passed_on=4),), runs=()),
        result(submission="b"),
        result(submission="c"),
        result(submission="d", diagnosis=None, runs=()),
        result(submission="e", status="timeout", score=0.0, seconds=20.0),
        result(submission="f", gradable=False, status="grader-fault", score=None, diagnosis=None, criteria=(), runs=()),
        result(submission="g", status="no-submission", score=0.0, diagnosis=None, criteria=(), runs=(), problems=LINK),
        result(submission="h", seconds=9.0),
    ]  # fmt: skip
    page = Page(index(course, ASSIGNMENT))
    text = " ".join(page.text.split())
    for words in (
        "submissions 8 graded 7 mean",
        "full points 1 ",
        "4 of 8",  # b, c, e and h took rows for columns
        "5 of 6",  # the criterion fails in all but a, of those that have it
        "Not graded: the grader's own fault, to be run again (1) f",
        "Nothing to run was found (1) g",
        "Ran out of time, memory or output (1) e",
        "Slow, with the diagnosis: more than 5 times the median of 0.05 s (1) h",
        "no mistake of the catalogue explains it (1) d",
        "wrong on hidden ones (4) b, c, e, h",
        "Files were refused (1) g",
    ):
        assert words in text, words
    assert ("href", "b/feedback.html") in page.attributes
    assert page.tags.count("rect") == 10


def test_diagnosed_submissions_are_counted_among_those_not_all_right() -> None:
    remark = result(criteria=(scored(passed_on=4, points=2.0),), score=3.0)
    nothing = result(criteria=(), score=0.0, diagnosis=None, status="no-submission")
    fault = result(criteria=(), score=None, diagnosis=None, gradable=False, status="grader-fault")
    text = " ".join(Page(index([remark, remark, result(), nothing, fault], ASSIGNMENT)).text.split())
    assert "not all right 2 of these diagnosed 1 all right, with a remark 2" in text


def test_people_have_their_names_and_changes_are_shown() -> None:
    course = [
        result(submission="zz", adjustments=(Adjustment(points=-1.5, comment="late <b>"),)),
        result(submission="Ada Lovelace_4711_assignsubmission_file_"),
        result(submission="submission_313", person=Person("Cleo", "4713")),
        result(submission="nothing", file="", status="no-submission", criteria=(), diagnosis=None),
    ]
    page = Page(index(course, ASSIGNMENT))
    text = " ".join(page.text.split())
    text = text[text.index("All submissions") :]
    names = [text.index(name) for name in ("Ada Lovelace 4711 ", "Cleo 4713 submission_313", "nothing", "zz")]
    assert names == sorted(names)
    assert "-1.5late <b>" in text
    links = [value for name, value in page.attributes if name == "href"]
    assert "submission_313/code.html" in links
    assert "nothing/code.html" not in links
    groups = " ".join(str(value) for name, value in page.attributes if name == "data-groups").split()
    assert groups.count("adjusted") == 1
    assert {("value", "adjusted"), ("value", "mistake-rows-for-columns")} <= set(page.attributes)


def test_the_code_is_shown_with_the_places_that_feedback_names() -> None:
    files = {"lib.py": b"c = 3", "data.csv": b"4,5", "utils.py": b"given"}
    page = Page(code_page(result(), Code(Source("a = 1\nb = '<b>'\n", "pca.py"), files), ["utils.py"]))
    text = " ".join(page.text.split())
    assert "pca.py 1a = 1 2b = '<b>'" in text
    assert "lib.py 1c = 3" in text
    assert "4,5" not in text
    assert "given" not in text
    cells = Source("x = 1\n\ny = 2\nz = 3\n", "hw.ipynb", cells=(1, 3))
    text = " ".join(Page(code_page(result(), Code(cells))).text.split())
    assert "hw.ipynb, cell 1 1x = 1 hw.ipynb, cell 2 1y = 2 2z = 3" in text
    assert {("id", "C1L1"), ("id", "C2L2")} <= set(Page(code_page(result(), Code(cells))).attributes)
    assert ("id", "L2") in page.attributes
    placed = dataclasses.replace(MISTAKE, function="pca", place="cell 2, line 2")
    told = Page(index([result(diagnosis=diagnosis_of((placed,), ""))], ASSIGNMENT))
    assert ("href", "smith/code.html#C2L2") in told.attributes
    assert "pca: uses rows" in " ".join(told.text.split())
    assert [anchor_of(place) for place in ("line 5", "", "helper.py, line 3", "line 5 <b>")] == ["L5", "", "", ""]
    assert "No code was found" in code_page(result(), None)
    assert len(code_page(result(), Code(Source("x = 1\n" * 10**5, "pca.py")))) < 1 << 20


def test_an_empty_course_has_an_overview() -> None:
    assert "There are none yet" in index([], ASSIGNMENT)


@pytest.mark.parametrize(
    "picture",
    [
        Plot(points=[[0, 0], [0, 5]], mean=[0, 2.5], right=[0, 1], theirs=[1, 0], through=[0, 2.5]),
        Plot(points=[[1e6, 0], [1e6 + 2, 1]], mean=[1e6 + 1, 0.5], right=[1, 0], theirs=[0.4, -0.9], through=[0, 0]),
        Plot(points=[[0, 0], [1e-9, 1e-9]], mean=[5e-10, 5e-10], right=[0.7, 0.7], theirs=[0, 1], through=[50, 0]),
        Plot(points=[[2, 2], [2, 2]], mean=[2, 2], right=[1, 0], theirs=[1, 0], through=[2, 2]),
        Plot(points=[[0, 0], [3e8, 1]], mean=[1.5e8, 0.5], right=[1, 0], theirs=[1, 1e-9], through=[1.5e8, 0.5]),
    ],
)  # fmt: skip
def test_pictures_of_any_data_stay_in_their_frame(picture: Plot) -> None:
    from pcaproofs.grading.feedback.pages import scatter

    drawn = scatter(picture, "what it shows")
    page = Page(str(drawn))
    assert len(str(drawn)) < 20_000
    for name, value in page.attributes:
        if name in ("x1", "x2", "cx"):
            assert -1 <= float(str(value)) <= 440
        if name in ("y1", "y2", "cy"):
            assert -1 <= float(str(value)) <= 320
