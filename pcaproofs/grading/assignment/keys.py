"""The keys of an assignment's tables: a row says how a key is read, what it is by default, and what it means.

The reader reads by these rows, the reference prints them, and the student's version leaves out the secret ones.
"""

import math
import platform
import sys
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from pcaproofs.grading.assignment.model import Level, UpTo
from pcaproofs.grading.assignment.table import KeyTable


def _elsewhere(table: KeyTable, key: str) -> NoReturn:
    raise TypeError(f"got {key!r}, but should be a key whose value depends on its table alone")


@dataclass(frozen=True)
class Value:
    """The values that a key may have."""

    kind: str
    """What they are, in words."""
    default: str = ""
    """The default value in words; empty: the key is required."""
    read: Callable[[KeyTable, str], Any] = _elsewhere
    """The value or the default, from a table and the name of the key. Raises AssignmentError. Without it `read.py`
    reads the key, because its value depends on more than its table."""


@dataclass(frozen=True)
class Key:
    """One key of a table."""

    value: Value
    example: str
    meaning: str
    secret: bool = False
    """Whether the student's version lacks it."""


def read_all(table: KeyTable, rows: Mapping[str, Key]) -> dict[str, Any]:
    """The values of all keys that depend on their table alone; raises AssignmentError."""
    return {key: row.value.read(table, key) for key, row in rows.items() if row.value.read is not _elsewhere}


def secret(rows: Mapping[str, Key]) -> set[str]:
    """The keys that the student's version lacks."""
    return {key for key, row in rows.items() if row.secret}


def _flag(default: bool) -> Value:
    return Value("true or false", f"`{str(default).lower()}`", lambda table, key: table.flag(key, default))


def _share(default: str = "`0`", absent: float | None = 0.0) -> Value:
    def read(table: KeyTable, key: str) -> float | None:
        return table.number(key, 0.0, high=1.0) if key in table else absent

    return Value("a number from 0 to 1", default, read)


def _whole(default: int, low: int = 1, high: int | None = None, bounds: str = "") -> Value:
    def read(table: KeyTable, key: str) -> int:
        return table.whole(key, default, low=low, high=high)

    return Value(f"a whole number{bounds}", f"`{default}`", read)


def _one_of(*choices: str, default: str) -> Value:
    words = [f"`{each}`" for each in choices]
    kind = f"one of {', '.join(words)}" if len(words) > 2 else " or ".join(words)
    return Value(kind, f"`{default}`", lambda table, key: table.one_of(key, choices, default))


def _text(default: str = "", kind: str = "a text") -> Value:
    """Without a default the key is required; with one its value is empty where the key is missing."""
    return Value(kind, default, lambda table, key: table.text(key) if key in table or not default else "")


def _texts(kind: str, what: str, default: str = "none") -> Value:
    def read(table: KeyTable, key: str) -> tuple[str, ...]:
        found = tuple(table.texts(key, what))
        if not found and not default:
            table.wrong(f"no {key!r}", f"a list of {what}")
        return found

    return Value(kind, default, read)


def _points(table: KeyTable, key: str) -> float:
    points = table.values.get(key)
    if isinstance(points, bool) or not isinstance(points, int | float) or not 0 <= points < math.inf:
        table.wrong(f"points {points!r}", "a number, 0 or more")
    return float(points)


def _call(table: KeyTable, key: str) -> str:
    table.text(key)
    return table.code(key, "exec")


def _up_to(table: KeyTable, key: str) -> frozenset[str]:
    known = typing.get_args(UpTo)
    free = table.texts(key, " ".join(known))
    for word in free:
        if word not in known:
            table.wrong(repr(word), f"one of {', '.join(known)}", key)
    return frozenset(free)


def _follow_through(table: KeyTable, key: str) -> float:
    value = table.values.get(key, 0)
    if isinstance(value, bool):
        table.wrong(f"{key} = {str(value).lower()}", f"a share from 0 to 1, such as {int(value)}", key)
    return table.number(key, 0.0, high=1.0)


def _forbidden(table: KeyTable, key: str) -> tuple[str, ...]:
    names = table.values.get(key, [])
    if not isinstance(names, list):
        table.wrong(repr(names), "a list of names of packages", key)
    for name in names:
        usual = name in ("numpy", *sys.stdlib_module_names) if isinstance(name, str) else True
        if usual or not name.isidentifier():
            table.wrong(repr(name), "the name of an installed package other than numpy", key)
    return tuple(names)


def _python(table: KeyTable, key: str) -> str:
    """The versions of Python that an assignment asks for; this grader must have one of them."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    asked = table.text(key, "") if key in table else ""
    try:
        fits = SpecifierSet(asked).contains(platform.python_version(), prereleases=True)
    except InvalidSpecifier:
        table.wrong(repr(asked), 'versions of Python, such as ">=3.12"', key)
    if not fits:
        table.wrong(f"Python {platform.python_version()} to run this grader", asked, key)
    return asked


def _packages(table: KeyTable, key: str) -> tuple[str, ...]:
    from packaging.requirements import InvalidRequirement, Requirement

    names = table.texts(key, 'requirements, such as "scipy>=1.10"')
    for name in names:
        try:
            requirement = Requirement(name)
        except InvalidRequirement:
            table.wrong(repr(name), 'a requirement, such as "scipy>=1.10"', key)
        if requirement.url:
            table.wrong(repr(name), "a package's name and versions, without an address", key)
    return tuple(names)


TASK = {
    "call": Key(Value("Python statements", read=_call), 'call = "W, lam, Z = pca(X, k)"',
        "Statements that are run with the data. In scope are `X`, `k`, `np`, `X_new` if the call names it, the "
        "variables of `given`, and the names of the student's file. Separate statements with `;`."),
    "samples": Key(_one_of("rows", "columns", default="rows"), 'samples = "columns"',
        "The orientation of the data, and of returned values with one row for each sample."),
    "given": Key(Value("a table: variable = role or number", "nothing"),
        'given = { Xc = "centered", W = "components" }',
        "Further variables of the call, and the role whose correct value each contains. They restrict a mistake to "
        "its own task."),
    "roles": Key(Value("a table: role = Python expression", "nothing"), 'roles = { components = "W.T" }',
        "The expression that gives the value of each role after the call. A task needs roles or values."),
    "values": Key(Value("a table: name = expression or table", "nothing"), 'values = { K = "K" }',
        "Values that are compared with those of the same expression after the same call of the `solution`, on each "
        "data set."),
    "expected": Key(Value("a table: data set, name = text", "none"), "expected = {}",
        "Written by `pcaproofs assignment release` into the student's version: the values of the solution on the "
        "visible data."),
    "conventions": Key(Value("a table", "see Conventions"), 'conventions = { scale = "n-1" }',
        "Choices that the assignment fixes or leaves free. A task's conventions override those at the top."),
    "criteria": Key(Value("a table: criterion = points or table"), "criteria = { components.captured = 2 }",
        "The criteria and their points."),
    "tolerance": Key(_share(), "tolerance = 1e-6",
        "Allowed relative error. It widens the judge's own bounds and never narrows them. At the top it applies to "
        "all tasks. From 1e-3 on, the data with close variances are left out, because iterations that stop early "
        "have larger errors on them."),
}  # fmt: skip

TOP = {
    "title": Key(Value("a text", "the name of the file"), 'title = "Homework 3"',
        "The title of the assignment."),
    "file": Key(Value("a file's name, .py or .ipynb"), 'file = "pca.py"',
        "The file that students hand in; not needed if there are only derivations. If a student hands in a single "
        "file, it is accepted with any name."),
    "seed": Key(_whole(0, low=0, high=2**128 - 1, bounds=", 0 or more, below 2^128"), "seed = 20260101",
        "The seed of the hidden data. Keep it secret.", secret=True),
    "follow_through": Key(Value("a number from 0 to 1", "`0`", _follow_through), "follow_through = 0.5",
        "The share of its points that a criterion earns if its values are correct given a named mistake."),
    "joint": Key(_flag(False), "joint = true",
        "Whether a criterion that other numbers satisfy as well earns points only where the values are those of PCA. "
        "See [Points](#points)."),
    "forbidden_imports": Key(Value("a list of names", "none", _forbidden), 'forbidden_imports = ["sklearn"]',
        "Installed packages that submissions may not import."),
    "packages": Key(Value("a list of requirements", "none", _packages), 'packages = ["scipy>=1.10", "matplotlib"]',
        "Packages that submissions may import besides NumPy."),
    "python": Key(Value("versions of Python", "any", _python), 'python = ">=3.11"',
        "The Python that runs submissions. A grader with another version refuses the assignment."),
    "files": Key(Value("a list of files and folders", "none"), 'files = ["utils.py", "data/"]',
        "Modules and data that are placed beside every submission and replace the student's files of the same "
        "name. Relative to the assignment."),
    "isolation": Key(_one_of(*typing.get_args(Level), default="none"), 'isolation = "landlock"',
        "The lowest isolation level on which submissions may run.", secret=True),
    "solution": Key(Value("a file's name, .py or .ipynb", "none"), 'solution = "solution.py"',
        "The instructor's own solution. It runs in the sandbox, once on each data set, and is never placed beside "
        "a submission.", secret=True),
    "limits": Key(Value("a table", "see Limits"), 'limits = { wall = 5, memory = "1 GB" }',
        "The resources that a run may use."),
    "data": Key(Value("[[data]] tables", "none"), '[[data]]\nname = "faces"',
        "The instructor's own data sets."),
    "own_data_only": Key(_flag(False), "own_data_only = true",
        "Whether to omit the standard data. The data of a situation that a rubric names are still used. At least "
        "one own data set must be visible."),
    "student_version": Key(_flag(False), "student_version = true",
        "Written by `pcaproofs assignment release`: there are no hidden data and criteria."),
    "task": Key(Value("[[task]] tables", "one task, at the top"), '[[task]]\nname = "project"',
        "Calls of several functions, and derivations. Each has a `name` and the keys of a task or of a derivation."),
}  # fmt: skip

DERIVATION = {
    "kind": Key(Value('`"code"` or `"derivation"`', '`"code"`'), 'kind = "derivation"',
        "What students hand in: code, or a derivation by formulas."),
    "file": Key(Value("a file's name: .md, .tex or .ipynb", "the assignment's, of a notebook"),
        'file = "derivation.md"',
        "The file that students hand in. If there is a single file of these kinds, it is accepted with any name."),
    "tag": Key(_text("all text cells"), 'tag = "least-error"',
        "For a notebook: the tag of its cells, or their `grade_id` in nbgrader."),
    "heading": Key(_text("the whole file"), 'heading = "Problem 2"',
        "The heading of the part of the file that contains the derivation."),
    "given": Key(_texts("a list of formulas", "formulas", ""), r"given = ['w \in \mathbb{R}^p', '\|w\| = 1']",
        "Declarations and relations that students may use. They may use nothing else."),
    "letters": Key(_texts("a list of lines", "lines of a scope file"), "letters = ['S is p×p', 'S is symmetric']",
        "Declarations of letters that `given` does not declare, as in a scope file of `pcaproofs check`."),
    "show": Key(_text(kind="a formula"), r"show = 'w^\top S w \ge 0'",
        "The goal: a relation, the equivalence of two problems, or `w \\in \\arg\\max …`. If no proof of it is found, "
        "the assignment is rejected."),
    "milestones": Key(Value("a table: name = formula or table", "none"), "milestones = { expanded = '…' }",
        "Intermediate results. The criterion of `expanded` is `milestones.expanded`."),
    "criteria": Key(Value("a table: criterion = points or table"), "criteria = { goal = 3, steps = 2, sound = 1 }",
        "The criteria and their points."),
    "largest_step": Key(_whole(2), "largest_step = 1",
        "How many of the facts that the result needs one step may use, without definitions of letters. A step that "
        "uses more is marked as a leap and does not count."),
    "least_steps": Key(_whole(2), "least_steps = 3",
        "The smallest number of steps on the way to the goal."),
    "solution": Key(Value("a file's name", "none"), 'solution = "derivation.md"',
        "Your own derivation, which `pcaproofs assignment check` judges. Students do not get it.", secret=True),
}  # fmt: skip

MILESTONE = {
    "show": Key(_text(kind="a formula"), "expanded = { show = '…' }",
        "The result. Instead of a table you may write only this text."),
    "required": Key(_flag(False), "expanded = { show = '…', required = true }",
        "Whether the goal counts as reached only if this result is among the steps."),
    "visible": Key(_flag(True), "expanded = { show = '…', visible = false }",
        "Whether the feedback may name it as missing."),
}  # fmt: skip

RUBRIC = {
    "points": Key(Value("a number, 0 or more", read=_points), "components.captured = { points = 3 }",
        "The maximal points. Instead of a table you may write only this number."),
    "visible": Key(_flag(True), "data.ties = { points = 1, visible = false }",
        "Whether students see the criterion."),
    "partial": Key(_flag(True), "scores.agree = { points = 2, partial = false }",
        "Whether the criterion earns the share of the data sets on which it holds; otherwise all or nothing."),
    "follow_through": Key(_share("the assignment's", None), "scores.agree = { points = 2, follow_through = 1 }",
        "The share of points for values that are correct given a named mistake."),
    "tolerance": Key(_share("the task's"), "scores.agree = { points = 2, tolerance = 1e-3 }",
        "Allowed relative error of this criterion, if it is larger."),
}  # fmt: skip

VALUE = {
    "expression": Key(Value("a Python expression", read=lambda table, key: table.code(key, "eval")),
        'W = { expression = "model.W" }',
        "The compared expression. Instead of a table you may write only this text."),
    "up_to": Key(Value("a list of " + ", ".join(f"`{word}`" for word in typing.get_args(UpTo)), "nothing", _up_to),
        'W = { expression = "W", up_to = ["sign"] }',
        "How a correct value may differ: in the signs of its vectors, their order, a rotation of vectors that "
        "belong to equal variances, or one positive factor."),
    "vectors": Key(_one_of("columns", "rows", default="columns"),
        'W = { expression = "W", up_to = ["sign"], vectors = "rows" }',
        "Whether the vectors are the columns or the rows of a matrix."),
    "tolerance": Key(_share("the task's"), 'K = { expression = "K", tolerance = 1e-3 }',
        "Allowed relative error in addition to rounding. Rounding alone allows about 1e-4 of the largest entry."),
}  # fmt: skip

DATA = {
    "name": Key(_text(kind="a short text"), 'name = "faces"',
        "Its name, which the feedback shows if the data are visible."),
    "k": Key(Value("a whole number"), "k = 20",
        "The number of components."),
    "file": Key(Value("a .npy, .npz or .csv file", "none"), 'file = "faces.npy"',
        "Samples in rows. If the array has more than two dimensions, as for images, each sample becomes one row. "
        "If the first line of a .csv contains no numbers, it is a header."),
    "key": Key(Value("a text", "the only array"), 'key = "images"',
        "The name of the array in a .npz file."),
    "values": Key(Value("rows of numbers", "none"), "values = [[1, 2], [3, 5], [4, 4]]",
        "The data themselves."),
    "n": Key(Value("a whole number", "none"), "n = 400",
        "The number of samples to draw. Hidden data are drawn from the seed."),
    "p": Key(Value("a whole number"), "p = 30",
        "The number of features to draw."),
    "rank": Key(Value("a whole number", "as high as can be"), "rank = 5",
        "For drawn data: the rank after centring."),
    "noise": Key(_share(), "noise = 0.1",
        "Noise added to drawn data, relative to the standard deviation along the first axis."),
    "visible": Key(_flag(False), "visible = true",
        "Whether students may see the data."),
    "units": Key(_text("none"), 'units = "grey levels"',
        "The unit of the numbers, in words for messages about the data."),
}  # fmt: skip

ROLES = {
    "mean": "the mean of each feature",
    "centered": "the data minus the mean of each feature; z-scores if data are standardised",
    "feature_deviations": "the standard deviation of each feature (needs `standardise`)",
    "standardised": "the z-scores (needs `standardise`)",
    "covariance": "the covariance matrix of the features",
    "components": "the components, one in each column; transposed if components are in rows",
    "explained_variance": "the variance along each component",
    "standard_deviations": "the standard deviation along each component",
    "eigenvalue_matrix": "Λ, the diagonal matrix of the variances along the components",
    "explained_variance_ratio": "the share of all variance along each component",
    "component_count": "the smallest number of components that explain the `share`",
    "projection": "the matrix that projects onto the space of the components, WWᵀ",
    "scores": "the centred data times the components",
    "whitened": "the scores, each column divided by its standard deviation",
    "zca": "the whitened data in the coordinates of the features, Xc C^(−1/2)",
    "reconstruction": "the data reconstructed from k components",
    "reconstruction_error": "the error of the reconstruction as one number (see `error`)",
    "kernel": "the kernel matrix of the samples, K or HKH (see `kernel`)",
    "kernel_scores": "the scores of kernel PCA",
    "scores_new": "the scores of new samples, `X_new`: (new samples minus mean of the data) times components",
    "reconstruction_new": "the new samples reconstructed from k components of the data",
}
"""Role -> the meaning of its value."""

PARAMETERS = {
    "share": "the share of the variance that the component count has to explain",
    "epsilon": "what is added before dividing when scores are whitened",
    "gamma": "γ of the kernel; of `gamma = 0`, one that suits the data set",
    "degree": "the degree of a polynomial kernel",
    "coef0": "the constant of a polynomial kernel",
}
"""What `given` may hand over that is no role."""
