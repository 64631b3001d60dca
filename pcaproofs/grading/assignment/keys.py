"""The keys of an assignment's tables and their meanings; the reader checks them and the reference prints them."""

import typing
from dataclasses import dataclass

from pcaproofs.grading.assignment.model import Level, UpTo


@dataclass(frozen=True)
class Key:
    """One key of a table."""

    kind: str
    """The kind of its value, in words."""
    default: str
    """The default value in words; empty: the key is required."""
    example: str
    meaning: str


_SHARE = "a number from 0 to 1"

TASK = {
    "call": Key("Python statements", "", 'call = "W, lam, Z = pca(X, k)"',
        "Statements that are run with the data. In scope are `X`, `k`, `np`, `X_new` if the call names it, the "
        "variables of `given`, and the names of the student's file. Separate statements with `;`."),
    "samples": Key("`rows` or `columns`", "`rows`", 'samples = "columns"',
        "The orientation of the data, and of returned values with one row for each sample."),
    "given": Key("a table: variable = role or number", "nothing", 'given = { Xc = "centered", W = "components" }',
        "Further variables of the call, and the role whose correct value each contains. They restrict a mistake to "
        "its own task."),
    "roles": Key("a table: role = Python expression", "nothing", 'roles = { components = "W.T" }',
        "The expression that gives the value of each role after the call. A task needs roles or values."),
    "values": Key("a table: name = expression or table", "nothing", 'values = { K = "K" }',
        "Values that are compared with those of the same expression after the same call of the `solution`, on each "
        "data set."),
    "expected": Key("a table: data set, name = text", "none", "expected = {}",
        "Written by `pcaproofs assignment release` into the student's version: the values of the solution on the "
        "visible data."),
    "conventions": Key("a table", "see Conventions", 'conventions = { scale = "n-1" }',
        "Choices that the assignment fixes or leaves free. A task's conventions override those at the top."),
    "criteria": Key("a table: criterion = points or table", "", "criteria = { components.captured = 2 }",
        "The criteria and their points."),
    "tolerance": Key(_SHARE, "`0`", "tolerance = 1e-6",
        "Allowed relative error. It widens the judge's own bounds and never narrows them. At the top it applies to "
        "all tasks. From 1e-3 on, the data with close variances are left out, because iterations that stop early "
        "have larger errors on them."),
}  # fmt: skip

TOP = {
    "title": Key("a text", "the name of the file", 'title = "Homework 3"',
        "The title of the assignment."),
    "file": Key("a file's name, .py or .ipynb", "", 'file = "pca.py"',
        "The file that students hand in; not needed if there are only derivations. If a student hands in a single "
        "file, it is accepted with any name."),
    "seed": Key("a whole number, 0 or more, below 2^128", "`0`", "seed = 20260101",
        "The seed of the hidden data. Keep it secret."),
    "follow_through": Key(_SHARE, "`0`", "follow_through = 0.5",
        "The share of its points that a criterion earns if its values are correct given a named mistake."),
    "joint": Key("true or false", "`false`", "joint = true",
        "Whether a criterion that other numbers satisfy as well earns points only where the values are those of PCA. "
        "See [Points](#points)."),
    "forbidden_imports": Key("a list of names", "none", 'forbidden_imports = ["sklearn"]',
        "Installed packages that submissions may not import."),
    "packages": Key("a list of requirements", "none", 'packages = ["scipy>=1.10", "matplotlib"]',
        "Packages that submissions may import besides NumPy."),
    "python": Key("versions of Python", "any", 'python = ">=3.11"',
        "The Python that runs submissions. A grader with another version refuses the assignment."),
    "files": Key("a list of files and folders", "none", 'files = ["utils.py", "data/"]',
        "Modules and data that are placed beside every submission and replace the student's files of the same "
        "name. Relative to the assignment."),
    "isolation": Key("one of " + ", ".join(f"`{level}`" for level in typing.get_args(Level)), "`none`",
        'isolation = "landlock"',
        "The lowest isolation level on which submissions may run."),
    "solution": Key("a file's name, .py or .ipynb", "none", 'solution = "solution.py"',
        "The instructor's own solution. It runs in the sandbox, once on each data set, and is never placed beside "
        "a submission."),
    "limits": Key("a table", "see Limits", 'limits = { wall = 5, memory = "1 GB" }',
        "The resources that a run may use."),
    "data": Key("[[data]] tables", "none", '[[data]]\nname = "faces"',
        "The instructor's own data sets."),
    "own_data_only": Key("true or false", "`false`", "own_data_only = true",
        "Whether to omit the standard data. The data of a situation that a rubric names are still used. At least "
        "one own data set must be visible."),
    "student_version": Key("true or false", "`false`", "student_version = true",
        "Written by `pcaproofs assignment release`: there are no hidden data and criteria."),
    "task": Key("[[task]] tables", "one task, at the top", '[[task]]\nname = "project"',
        "Calls of several functions, and derivations. Each has a `name` and the keys of a task or of a derivation."),
}  # fmt: skip

DERIVATION = {
    "kind": Key('`"code"` or `"derivation"`', '`"code"`', 'kind = "derivation"',
        "What students hand in: code, or a derivation by formulas."),
    "file": Key("a file's name: .md, .tex or .ipynb", "the assignment's, of a notebook", 'file = "derivation.md"',
        "The file that students hand in. If there is a single file of these kinds, it is accepted with any name."),
    "tag": Key("a text", "all text cells", 'tag = "least-error"',
        "For a notebook: the tag of its cells, or their `grade_id` in nbgrader."),
    "heading": Key("a text", "the whole file", 'heading = "Problem 2"',
        "The heading of the part of the file that contains the derivation."),
    "given": Key("a list of formulas", "", r"given = ['w \in \mathbb{R}^p', '\|w\| = 1']",
        "Declarations and relations that students may use. They may use nothing else."),
    "letters": Key("a list of lines", "none", "letters = ['S is p×p', 'S is symmetric']",
        "Declarations of letters that `given` does not declare, as in a scope file of `pcaproofs check`."),
    "show": Key("a formula", "", r"show = 'w^\top S w \ge 0'",
        "The goal: a relation, the equivalence of two problems, or `w \\in \\arg\\max …`. If no proof of it is found, "
        "the assignment is rejected."),
    "milestones": Key("a table: name = formula or table", "none", "milestones = { expanded = '…' }",
        "Intermediate results. The criterion of `expanded` is `milestones.expanded`."),
    "criteria": Key("a table: criterion = points or table", "", "criteria = { goal = 3, steps = 2, sound = 1 }",
        "The criteria and their points."),
    "largest_step": Key("a whole number", "`2`", "largest_step = 1",
        "How many of the facts that the result needs one step may use, without definitions of letters. A step that "
        "uses more is marked as a leap and does not count."),
    "least_steps": Key("a whole number", "`2`", "least_steps = 3",
        "The smallest number of steps on the way to the goal."),
    "solution": Key("a file's name", "none", 'solution = "derivation.md"',
        "Your own derivation, which `pcaproofs assignment check` judges. Students do not get it."),
}  # fmt: skip

MILESTONE = {
    "show": Key("a formula", "", "expanded = { show = '…' }",
        "The result. Instead of a table you may write only this text."),
    "required": Key("true or false", "`false`", "expanded = { show = '…', required = true }",
        "Whether the goal counts as reached only if this result is among the steps."),
    "visible": Key("true or false", "`true`", "expanded = { show = '…', visible = false }",
        "Whether the feedback may name it as missing."),
}  # fmt: skip

RUBRIC = {
    "points": Key("a number, 0 or more", "", "components.captured = { points = 3 }",
        "The maximal points. Instead of a table you may write only this number."),
    "visible": Key("true or false", "`true`", "data.ties = { points = 1, visible = false }",
        "Whether students see the criterion."),
    "partial": Key("true or false", "`true`", "scores.agree = { points = 2, partial = false }",
        "Whether the criterion earns the share of the data sets on which it holds; otherwise all or nothing."),
    "follow_through": Key(_SHARE, "the assignment's", "scores.agree = { points = 2, follow_through = 1 }",
        "The share of points for values that are correct given a named mistake."),
    "tolerance": Key(_SHARE, "the task's", "scores.agree = { points = 2, tolerance = 1e-3 }",
        "Allowed relative error of this criterion, if it is larger."),
}  # fmt: skip

VALUE = {
    "expression": Key("a Python expression", "", 'W = { expression = "model.W" }',
        "The compared expression. Instead of a table you may write only this text."),
    "up_to": Key("a list of " + ", ".join(f"`{word}`" for word in typing.get_args(UpTo)), "nothing",
        'W = { expression = "W", up_to = ["sign"] }',
        "How a correct value may differ: in the signs of its vectors, their order, a rotation of vectors that "
        "belong to equal variances, or one positive factor."),
    "vectors": Key("`columns` or `rows`", "`columns`", 'W = { expression = "W", up_to = ["sign"], vectors = "rows" }',
        "Whether the vectors are the columns or the rows of a matrix."),
    "tolerance": Key(_SHARE, "the task's", 'K = { expression = "K", tolerance = 1e-3 }',
        "Allowed relative error in addition to rounding. Rounding alone allows about 1e-4 of the largest entry."),
}  # fmt: skip

DATA = {
    "name": Key("a short text", "", 'name = "faces"',
        "Its name, which the feedback shows if the data are visible."),
    "k": Key("a whole number", "", "k = 20",
        "The number of components."),
    "file": Key("a .npy, .npz or .csv file", "none", 'file = "faces.npy"',
        "Samples in rows. If the array has more than two dimensions, as for images, each sample becomes one row. "
        "If the first line of a .csv contains no numbers, it is a header."),
    "key": Key("a text", "the only array", 'key = "images"',
        "The name of the array in a .npz file."),
    "values": Key("rows of numbers", "none", "values = [[1, 2], [3, 5], [4, 4]]",
        "The data themselves."),
    "n": Key("a whole number", "none", "n = 400",
        "The number of samples to draw. Hidden data are drawn from the seed."),
    "p": Key("a whole number", "", "p = 30",
        "The number of features to draw."),
    "rank": Key("a whole number", "as high as can be", "rank = 5",
        "For drawn data: the rank after centring."),
    "noise": Key(_SHARE, "`0`", "noise = 0.1",
        "Noise added to drawn data, relative to the standard deviation along the first axis."),
    "visible": Key("true or false", "`false`", "visible = true",
        "Whether students may see the data."),
    "units": Key("a text", "none", 'units = "grey levels"',
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
