"""Every key of an assignment's tables, with what it holds: what the reader allows and the reference prints."""

import typing
from dataclasses import dataclass

from pcaproofs.grading.assignment.model import Level, UpTo


@dataclass(frozen=True)
class Key:
    """One key of a table."""

    kind: str
    """What its value is."""
    default: str
    """What it is where it is left out; empty: it must be there."""
    example: str
    meaning: str


_SHARE = "a number from 0 to 1"

TASK = {
    "call": Key("Python statements", "", 'call = "W, lam, Z = pca(X, k)"', "What is run with the data: `X`, `k`, `np`, "
        "`X_new` where it is named, what is `given`, and the names of the student's file are in scope. "
        "Several statements are parted by `;`."),
    "samples": Key("`rows` or `columns`", "`rows`", 'samples = "columns"', "How data are handed over, and how values "
        "with a row for each sample come back."),
    "given": Key("a table: variable = role or number", "nothing", 'given = { Xc = "centered", W = "components" }',
        "Further variables of the call, and whose right value they hold, so that a mistake costs its own task only."),
    "roles": Key("a table: role = Python expression", "nothing", 'roles = { components = "W.T" }', "Which expression "
        "yields what, after the call. Roles or values are needed."),
    "values": Key("a table: name = expression or table", "nothing", 'values = { K = "K" }', "What is compared with "
        "what the same expression gives after the same call of the `solution`, on each data set."),
    "expected": Key("a table: data set, name = text", "none", "expected = {}", "Written by `pcaproofs assignment "
        "release` into the student's version: what the solution gives on the data that students see."),
    "conventions": Key("a table", "see Conventions", 'conventions = { scale = "n-1" }', "What is fixed and what is "
        "left free. A task's own go before those at the top."),
    "criteria": Key("a table: criterion = points or table", "", "criteria = { components.captured = 2 }", "What the "
        "answers are judged by, and what that is worth."),
    "tolerance": Key(_SHARE, "`0`", "tolerance = 1e-6", "Relative error that is allowed; it widens the judge's own "
        "bounds and never narrows them. At the top it is that of all tasks. From 1e-3 on, the data with close "
        "variances are left out, on which iterations that stop early are off by more."),
}  # fmt: skip

TOP = {
    "title": Key("a text", "the name of the file", 'title = "Homework 3"', "What the assignment is called."),
    "file": Key("a file's name, .py or .ipynb", "", 'file = "pca.py"', "What students hand in; not needed where "
        "there are derivations only. Where there is one file "
        "only, of whatever name, that is taken."),
    "seed": Key("a whole number, 0 or more, below 2^128", "`0`", "seed = 20260101", "Of the hidden data. "
        "Keep it secret."),
    "follow_through": Key(_SHARE, "`0`", "follow_through = 0.5", "The share of its points that a criterion earns which "
        "is right given a mistake that was named."),
    "forbidden_imports": Key("a list of names", "none", 'forbidden_imports = ["sklearn"]', "Installed packages that "
        "submissions may not import."),
    "packages": Key("a list of requirements", "none", 'packages = ["scipy>=1.10", "matplotlib"]', "Packages that "
        "submissions may import besides NumPy."),
    "files": Key("a list of files and folders", "none", 'files = ["utils.py", "data/"]', "Modules and data that lie "
        "beside every submission, and replace the student's of the same name. Relative to the assignment."),
    "isolation": Key("one of " + ", ".join(f"`{level}`" for level in typing.get_args(Level)), "`none`",
        'isolation = "landlock"', "The lowest level of isolation that submissions are run on."),
    "solution": Key("a file's name, .py or .ipynb", "none", 'solution = "solution.py"', "The instructor's own "
        "solution. It is run isolated, once on each data set, and never lies beside a submission."),
    "limits": Key("a table", "see Limits", 'limits = { wall = 5, memory = "1 GB" }', "What a run may use."),
    "data": Key("[[data]] tables", "none", '[[data]]\nname = "faces"', "Data sets of the instructor's own."),
    "own_data_only": Key("true or false", "`false`", "own_data_only = true", "Whether the usual data are left out. The "
        "data of a situation that a rubric names are run all the same. One own data set must be visible."),
    "student_version": Key("true or false", "`false`", "student_version = true", "Written by `pcaproofs assignment "
        "release`: there are no hidden data and criteria."),
    "task": Key("[[task]] tables", "one task, at the top", '[[task]]\nname = "project"', "Calls of several functions, "
        "and derivations. Each has a `name` and the keys of a task, or of a derivation."),
}  # fmt: skip

DERIVATION = {
    "kind": Key('`"code"` or `"derivation"`', '`"code"`', 'kind = "derivation"', "What students hand in: code, or "
        "formulas that lead to what is to be shown."),
    "file": Key("a file's name: .md, .tex or .ipynb", "the assignment's, of a notebook", 'file = "derivation.md"',
        "What students hand in. Where there is one file only of these kinds, of whatever name, that is taken."),
    "tag": Key("a text", "all text cells", 'tag = "least-error"', "Of a notebook: the tag of its cells, or their "
        "`grade_id` in nbgrader."),
    "heading": Key("a text", "the whole file", 'heading = "Problem 2"', "The heading of its part of the file."),
    "given": Key("a list of formulas", "", r"given = ['w \in \mathbb{R}^p', '\|w\| = 1']", "What may be used, and "
        "nothing else: declarations, and relations that hold."),
    "letters": Key("a list of lines", "none", "letters = ['S: matrix p p symmetric']", "What letters are that `given` "
        "does not declare, as in a scope file of `pcaproofs check`."),
    "show": Key("a formula", "", r"show = 'w^\top S w \ge 0'", "What is to be shown: a relation, the equivalence of "
        r"two problems, or `w \in \arg\max …`. The assignment is refused where no proof is found."),
    "milestones": Key("a table: name = formula or table", "none", "milestones = { expanded = '…' }", "Intermediate "
        "results. The criterion of `expanded` is `milestones.expanded`."),
    "criteria": Key("a table: criterion = points or table", "", "criteria = { goal = 3, steps = 2, sound = 1 }", "What "
        "it is judged by, and what that is worth."),
    "largest_step": Key("a whole number", "`2`", "largest_step = 1", "How many of the facts that the result needs one "
        "step may use. A step that uses more is marked as a leap and leads nowhere."),
    "least_steps": Key("a whole number", "`2`", "least_steps = 3", "How many steps there have to be on the way."),
    "solution": Key("a file's name", "none", 'solution = "derivation.md"', "Your own derivation, which "
        "`pcaproofs assignment check` judges. Students do not get it."),
}  # fmt: skip

MILESTONE = {
    "show": Key("a formula", "", "expanded = { show = '…' }", "The result. A text alone in place of a table is it."),
    "required": Key("true or false", "`false`", "expanded = { show = '…', required = true }", "Whether what is to be "
        "shown counts as reached only if this stands among the steps."),
    "visible": Key("true or false", "`true`", "expanded = { show = '…', visible = false }", "Whether students are "
        "told of it, as of what is missing."),
}  # fmt: skip

RUBRIC = {
    "points": Key("a number, 0 or more", "", "components.captured = { points = 3 }", "What it is worth. A number alone "
        "in place of a table is the points."),
    "visible": Key("true or false", "`true`", "data.ties = { points = 1, visible = false }", "Whether students are "
        "told of it."),
    "partial": Key("true or false", "`true`", "scores.agree = { points = 2, partial = false }", "Points for the share "
        "of data sets on which it holds; else all or nothing."),
    "follow_through": Key(_SHARE, "the assignment's", "scores.agree = { points = 2, follow_through = 1 }", "Its own "
        "share for what is right given a mistake."),
    "tolerance": Key(_SHARE, "the task's", "scores.agree = { points = 2, tolerance = 1e-3 }", "Its own relative error "
        "that is allowed, where that is larger."),
}  # fmt: skip

VALUE = {
    "expression": Key("a Python expression", "", 'W = { expression = "model.W" }', "What is compared. A text alone in "
        "place of a table is the expression."),
    "up_to": Key("a list of " + ", ".join(f"`{word}`" for word in typing.get_args(UpTo)), "nothing",
        'W = { expression = "W", up_to = ["sign"] }', "What a right value may differ in: the signs of its vectors, "
        "their order, a rotation of those that belong to equal variances, one positive factor."),
    "vectors": Key("`columns` or `rows`", "`columns`", 'W = { expression = "W", up_to = ["sign"], vectors = "rows" }',
        "What of a matrix its vectors are."),
    "tolerance": Key(_SHARE, "the task's", 'K = { expression = "K", tolerance = 1e-3 }', "Relative error that is "
        "allowed, on top of rounding; rounding alone allows about 1e-4 of the largest entry."),
}  # fmt: skip

DATA = {
    "name": Key("a short text", "", 'name = "faces"', "Its name, which is in feedback where it is visible."),
    "k": Key("a whole number", "", "k = 20", "How many components are asked for."),
    "file": Key("a .npy, .npz or .csv file", "none", 'file = "faces.npy"', "Samples in rows; of more than two "
        "dimensions, such as images, each sample becomes one row. A first line of a .csv without numbers is a header."),
    "key": Key("a text", "the only array", 'key = "images"', "Which array of a .npz."),
    "values": Key("rows of numbers", "none", "values = [[1, 2], [3, 5], [4, 4]]", "The data themselves."),
    "n": Key("a whole number", "none", "n = 400", "How many samples are drawn. Hidden ones are drawn by the seed."),
    "p": Key("a whole number", "", "p = 30", "How many features are drawn."),
    "rank": Key("a whole number", "as high as can be", "rank = 5", "Of drawn data, once they are centred."),
    "noise": Key(_SHARE, "`0`", "noise = 0.1", "Added to drawn data, relative to the standard deviation along the "
        "first axis."),
    "visible": Key("true or false", "`false`", "visible = true", "Whether students may see it."),
    "units": Key("a text", "none", 'units = "grey levels"', "Of its numbers, in words that messages about it use."),
}  # fmt: skip

ROLES = {
    "mean": "the mean of each feature",
    "centered": "the data less the mean of each feature; z-scores where data are standardised",
    "feature_deviations": "the standard deviation of each feature (needs `standardise`)",
    "standardised": "the z-scores (needs `standardise`)",
    "covariance": "the covariance matrix of the features",
    "components": "the components, one in each column; the other way round where components are in rows",
    "explained_variance": "the variance along each component",
    "standard_deviations": "the standard deviation along each component",
    "eigenvalue_matrix": "the variances along the components on the diagonal of a matrix, Λ",
    "explained_variance_ratio": "the share of all variance along each component",
    "component_count": "the smallest number of components that explain the `share`",
    "projection": "the matrix that projects onto the space of the components, WWᵀ",
    "scores": "the centred data times the components",
    "whitened": "the scores, each column over its standard deviation",
    "zca": "the whitened data turned back, Xc C^(−1/2)",
    "reconstruction": "the data as k components give them",
    "reconstruction_error": "what the reconstruction leaves out, as one number (see `error`)",
    "kernel": "the kernel of each two samples, K or HKH (see `kernel`)",
    "kernel_scores": "the scores of kernel PCA",
    "scores_new": "the scores of new samples, `X_new`: less the mean of the data, times their components",
    "reconstruction_new": "the new samples as k components of the data give them",
}
"""By role: what its value is."""

PARAMETERS = {
    "share": "the share of the variance that the component count has to explain",
    "epsilon": "what is added before dividing when scores are whitened",
    "gamma": "γ of the kernel; of `gamma = 0`, one that suits the data set",
    "degree": "the degree of a polynomial kernel",
    "coef0": "the constant of a polynomial kernel",
}
"""What `given` may hand over that is no role."""
