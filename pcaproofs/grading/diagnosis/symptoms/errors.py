"""Symptoms of runs that do not complete."""

import re
from collections.abc import Callable, Sequence

from pcaproofs.grading.diagnosis.catalogue import CATALOGUE, code_words
from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.diagnosis.symptoms.symptom import Symptom, called, mistake_named, mistake_of, where
from pcaproofs.grading.diagnosis.variants.variant import clashing
from pcaproofs.grading.protocol import Outcome
from pcaproofs.grading.running.run import Run
from pcaproofs.grading.running.secrecy import raised
from pcaproofs.grading.sandbox.worker.errors import OFF
from pcaproofs.grading.sandbox.worker.newer import NEEDS
from pcaproofs.grading.sandbox.worker.report import ELSEWHERE


def of_ending(
    runs: Sequence[Run], checks: frozenset[int] = frozenset(), doubted: frozenset[str] = frozenset()
) -> Symptom | None:
    """The symptom of the runs that did not complete.

    `checks` are lines that raise errors of the program's own; `doubted` mistakes are not concluded from shapes.
    """
    ended = [run for run in runs if run.outcome.status != "ok"]
    if not ended:
        return None
    first = next((run for run in ended if run.data.visible), ended[0])
    mistake, prelude = _of_outcome(first.outcome, first, checks)
    if mistake.name in doubted and first.outcome.error:
        mistake = _unfit(first, first.outcome.error.message)
    place = where(ended, runs)
    if place == "where a feature is constant" and _is_division_by_zero(ended):
        return Symptom(mistake_named("divides-by-zero-deviation", first.task), ended, _of_runs(ended, runs))
    if not first.data.visible:
        mistake = _told_less(mistake, first.outcome)
    evidence = _of_runs(ended, runs)
    if place:
        mistake = Mistake(
            name=mistake.name,
            title=f"{mistake.title} {place}",
            hint=mistake.hint,
            why=mistake.why,
            claim=mistake.claim,
        )
    error = first.outcome.error
    line = error.line if error and first.data.visible else 0
    inside = first.outcome.error_in != "source" and mistake.name not in ("undefined-name", "function-missing")
    return Symptom(mistake, ended, evidence, prelude, line=line, in_function=inside)


def _of_runs(ended: Sequence[Run], runs: Sequence[Run]) -> str:
    return f"{len(ended)} of {len(runs)} runs do not come to their end"


def _is_division_by_zero(ended: Sequence[Run]) -> bool:
    """Whether solvers stop where z-scores of a constant feature are asked for: at nan, which comes of 0/0."""
    kinds = {run.outcome.error.kind if run.outcome.error else "" for run in ended}
    return ended[0].task.conventions.standardise != "no" and kinds == {"LinAlgError"}


def _told_less(mistake: Mistake, outcome: Outcome) -> Mistake:
    """A mistake in words that are the same whatever a submission said of hidden data."""
    error = outcome.error
    if error is None or mistake.name in (*CATALOGUE, "in-place-on-integers"):
        return mistake
    return mistake_of(
        "stops-with-error",
        raised(error).replace("the code raises", "stops with"),
        "It happens on hidden data only, not on the data that you see. Think of special cases in the data.",
        mistake.why,
        mistake.claim,
    )


_IMPORTS = {
    "np": "import numpy as np",
    "numpy": "import numpy",
    "LA": "import numpy.linalg as LA",
    "la": "import numpy.linalg as la",
    "linalg": "from numpy import linalg",
    "math": "import math",
    "random": "import random",
    **{name: f"from numpy.linalg import {name}" for name in ("eig", "eigh", "eigvals", "svd", "norm", "inv", "qr")},
    **{name: f"from numpy import {name}" for name in ("array", "dot", "mean", "cov", "argsort", "zeros", "sqrt")},
}
_SORTS = re.compile(r"sort\w*(vec|eig|pair)|(vec|eig|pair)\w*sort", re.IGNORECASE)
_SORTER = """
def {name}(values, vectors, *_, **__):
    import numpy
    order = numpy.argsort(values)[::-1]
    return values[order], vectors[:, order]
"""


def _of_outcome(outcome: Outcome, run: Run, checks: frozenset[int]) -> tuple[Mistake, str]:
    error = outcome.error
    if outcome.status != "error" or error is None:
        return _of_status(outcome), ""
    message = error.message
    if outcome.error_in == "source" and error.kind in ("SyntaxError", "IndentationError", "TabError"):
        return _syntax(message), ""
    if here := _of_what_is_here(message):
        return here, ""
    if error.kind in ("ModuleNotFoundError", "ImportError"):
        return mistake_of(
            "import-fails",
            "imports a module that is not there",
            f"{says(message)} Use what the assignment allows (numpy), and hand in all files that you import.",
            "What an import does not find stops the program.",
        ), ""
    if error.kind in ("NameError", "UnboundLocalError") and (name := re.search(r"'(\w+)'", message)):
        return _undefined(name[1], run)
    if error.line and (error.line in checks or error.kind == "NotImplementedError"):
        return _not_written() if error.kind == "NotImplementedError" else _own_check(error.kind, message), ""
    if error.line:
        for pattern, kind, own, title, hint in _OWN_ERRORS:
            if re.search(kind, error.kind) and re.search(pattern, message):
                return mistake_of(own, title, f"{says(message)} {hint}", "A program that stops returns nothing."), ""
    for pattern, kind, mistake in _CALL_ERRORS:
        if re.search(kind, error.kind) and re.search(pattern, message):
            return mistake(run, message), ""
    return mistake_of(
        "stops-with-error",
        f"stops with {'an' if error.kind[:1] in 'AEIOU' else 'a'} {error.kind}",
        f"{says(message)} Run your function on the example below and follow the error from its line.".lstrip(),
        "A program that stops returns nothing.",
    ), ""


def _of_what_is_here(message: str) -> Mistake | None:
    """The mistake of a program that needs what this grader's versions or its sandbox lack."""
    if message in OFF.values():
        return mistake_of(
            "not-available-here",
            "uses processes in a way that this grader does not allow",
            f"{message[:1].upper()}{message[1:]}. Compute it in one process, or with `multiprocessing.Pool(2)`.",
            "Programs that are graded run apart from everything else.",
        )
    if _OUTDATED.search(message):
        return mistake_of(
            "outdated-name",
            "uses something that newer versions of Python or its libraries have removed",
            f"{says(message)} It ran with older versions; those here are newer.",
            "Names that are removed are not found by newer versions, and a program that stops returns nothing.",
        )
    return None


def newer_python(message: str) -> Mistake:
    """The mistake of a program for a newer Python than the grader's, which is none of the student's."""
    return mistake_of(
        "newer-python",
        "needs a newer Python than this grader's",
        f"{message[:1].upper()}{message[1:].rstrip(' .')}. Your file may be right: write this part as older versions "
        "have it, or ask the course staff which version counts.",
        "A syntax that a version does not know yet stops it from reading the file.",
    )


def _syntax(message: str) -> Mistake:
    if NEEDS in message:
        return newer_python(message)
    return mistake_of(
        "syntax-error",
        "is no valid Python",
        f"{says(message)} Run the file before you hand it in.",
        "A file with a syntax error does not run at all.",
    )


def _not_written() -> Mistake:
    return mistake_of(
        "not-written",
        "is not written yet",
        "The line shown raises a NotImplementedError, as templates do. Write the function, and delete this line.",
        "A program that stops returns nothing.",
    )


def _own_check(kind: str, message: str) -> Mistake:
    """A check in the submission that fails: it may be about the data, or about what was computed."""
    said = f"{kind}: {message.rstrip(' .')}" if message.strip(" .") else kind
    hint = (
        f"The line shown is a check in your own code, and it fails ({said}). If it checks a result, the result is "
        "wrong on these data: print it before the line. If it refuses the data, leave it out, because the assignment "
        "gives such data."
    )
    return mistake_of("own-check-fails", "stops at a check of its own", hint, "A program that stops returns nothing.")


_LIMITED = re.compile(r"(used|ran|printed) (longer|more) than [\w. ]+$")
_OUTDATED = re.compile(r"was removed (?:in|from) |since NumPy 2|it is Python 2's")


def says(message: str) -> str:
    """The message of Python or NumPy as a sentence; empty if there is no message."""
    said = message.rstrip(" .")
    return f"Python says: {said}{'' if said[-1] in '?!' else '.'}" if said else ""


def _undefined(name: str, run: Run) -> tuple[Mistake, str]:
    called = re.findall(r"([A-Za-z_]\w*)\s*\(", run.task.call)
    _, _, elsewhere = run.outcome.error.message.partition(f"; {ELSEWHERE}") if run.outcome.error else ("", "", "")
    if name in called and (run.outcome.error is None or not run.outcome.error.line):
        return mistake_of(
            "function-missing",
            f"does not define {name}",
            f"{elsewhere[:1].upper()}{elsewhere[1:]}"
            or f"The assignment calls {name}. Define it under exactly this name, at the top level of the file.",
            "What has another name cannot be called.",
        ), ""
    prelude = _IMPORTS.get(name, "")
    _, _, left_out = run.outcome.error.message.partition("; ") if run.outcome.error else ("", "", "")
    if "was left out" in left_out:
        prelude = ""
        hint = (
            f"{name} has no value here: {left_out.rstrip(' .')}. What a function needs should come from its arguments, "
            "because it is called with other data."
        )
    elif prelude:
        hint = f"{name} is used but not imported: write `{prelude}` at the top of the file."
    else:
        hint = f"{name} is used but never defined. Write it, or import it."
        prelude = _SORTER.format(name=name) if _SORTS.search(name) else ""
        if prelude:
            hint += (
                f" (To look at the rest, a {name} that puts values and columns in decreasing order stood in for it.)"
            )
    mistake = mistake_of(
        "undefined-name",
        f"uses {name}, which is not defined",
        hint,
        "Python knows only names that were defined or imported before they are used.",
    )
    return mistake, f"{prelude}\n" if prelude else ""


def _limit(outcome: Outcome) -> str:
    """A sentence that names the limit that a run went beyond; empty where it did not end at one."""
    return f"A run {outcome.detail}, which is the limit. " if _LIMITED.match(outcome.detail) else ""


def _of_status(outcome: Outcome) -> Mistake:
    if outcome.status == "timeout":
        return mistake_of(
            "too-slow",
            "does not come to an end in time",
            f"{_limit(outcome)}Look for a loop that never ends, or an iteration whose stopping test is never met: give "
            "it a largest number of rounds.",
            "An iteration may converge slowly, or never, where two variances are nearly equal.",
            "deflation.same-as-eigh",
        )
    if outcome.status == "memory":
        return mistake_of(
            "too-much-memory",
            "asks for more memory than is available",
            f"{_limit(outcome)}Do you build an array with one axis too many, or an array that grows in a loop?",
            "PCA of n samples of p features needs arrays of n×p and p×p, not more.",
        )
    if outcome.status in ("output-limit", "forged"):
        return mistake_of(
            outcome.status,
            {"output-limit": "prints too much", "forged": "returns something that is not an answer"}[outcome.status],
            f"{_limit(outcome)}Return values from your function; printing is not needed, and nothing else is read.",
            "Only what the function returns is graded.",
        )
    return mistake_of(
        "ends-the-process",
        "ends the Python process",
        "Do you call exit() or quit(), or recurse without end? Return from the function instead.",
        "A program that ends returns nothing.",
    )


def _in_place(run: Run, message: str) -> Mistake:
    mean = code_words(run.task.samples, run.task.conventions.components)["mean"]
    return mistake_of(
        "in-place-on-integers",
        "writes fractions into its data in place",
        "Operations such as `X -= …` and `X /= …` write into X itself, and an array of whole numbers cannot hold "
        f"fractions. Make a new array: `X = X - {mean}`.",
        "In-place arithmetic keeps the type of the array, and changes the caller's data too.",
        "centering.centred-data",
    )


def _shapes(run: Run, message: str) -> Mistake:
    """The numbers in two shapes that do not fit may show the mistake."""
    n, p = run.data.X.shape
    k = run.data.k
    words = code_words(run.task.samples, run.task.conventions.components)
    shapes = re.findall(r"\(([\d, ]+)\)", message)
    sizes = [tuple(int(number) for number in re.findall(r"\d+", shape)) for shape in shapes]
    core = clashing(message)
    if len({n, p, k}) == 3:
        data = (n, p) if run.task.samples == "rows" else (p, n)
        if data in sizes and (n if run.task.samples == "rows" else p,) in sizes:
            if run.task.samples == "rows":
                return mistake_named("centred-along-wrong-axis", run.task)
            return mistake_of(
                "mean-without-its-axis",
                "subtracts the mean along the wrong axis",
                f"`X.mean(axis=1)` has lost its axis, so numpy lays it along the rows. Keep it: `X - {words['mean']}`.",
                "Shapes are matched from the last axis on.",
                "moments.orientation",
            )
        if core == {n, p}:
            return mistake_named("covariance-of-samples", run.task)
        if core == {k, p}:
            return mistake_named("projected-with-transpose", run.task)
    return _unfit(run, message)


def _unfit(run: Run, message: str) -> Mistake:
    words = code_words(run.task.samples, run.task.conventions.components)
    return mistake_of(
        "shapes-do-not-fit",
        "combines arrays whose shapes do not fit",
        f"{says(message)} Print the shapes: samples are {words['sample']}s, features {words['feature']}s, so the "
        f"mean is `{words['mean']}` and the covariance `{words['cov']}`.",
        "Which axis is summed over decides what shape comes out.",
        "moments.orientation",
    )


# of errors that the student's own lines raise: what the assignment calls has nothing to do with them
_OWN_ERRORS = (
    (
        r"arrays to stack must be passed",
        "TypeError",
        "stacks-a-generator",
        "stacks a generator where numpy wants a list",
        "Put brackets round it: `np.hstack([v for v in vectors])`, and the same for `vstack` and `column_stack`.",
    ),
    (
        r"inhomogeneous|setting an array element with a sequence",
        "ValueError|TypeError",
        "array-of-unequal-parts",
        "makes an array of parts with different shapes",
        "A number and a vector do not go into one array. Keep pairs in a list, and make an array of the vectors alone; "
        "or sort with `order = np.argsort(values)[::-1]`, then `V[:, order]`.",
    ),
    (
        r"positional argument|unexpected keyword|missing \d+ required",
        "TypeError",
        "other-arguments",
        "calls a function with the wrong arguments",
        "Compare the line with the first line of the function that it calls (of a method, `self` comes first).",
    ),
    (
        r"NoneType",
        "TypeError|AttributeError",
        "uses-none",
        "continues with a result that is None",
        "Something that was called before returns nothing: is there a return at its end?",
    ),
    (
        r"to unpack",
        "ValueError|TypeError",
        "other-number-unpacked",
        "unpacks the wrong number of results",
        "Count the names on the left of the line, and what the function on its right returns.",
    ),
    (
        r"has no attribute",
        "AttributeError",
        "attribute-missing",
        "uses an attribute that the object does not have",
        "Is the name spelled right, was it set before (on `self`), and is the object what you think it is?",
    ),
)
_CALL_ERRORS: tuple[tuple[str, str, Callable[[Run, str], Mistake]], ...] = (
    (r"Cannot cast ufunc|same_kind", r"UFunc|TypeError", _in_place),
    (
        r"positional argument|unexpected keyword|missing \d+ required",
        "TypeError",
        lambda run, message: mistake_of(
            "other-signature",
            "cannot be called as the assignment calls it",
            f"{says(message)} The assignment calls it like this: {called(run)}",
            "A function must take the arguments that it is given.",
        ),
    ),
    (
        r"NoneType",
        "TypeError|AttributeError",
        lambda run, message: mistake_of(
            "returns-nothing",
            "returns nothing",
            "Your function ends without return, so its result is None. Return what the assignment asks for: "
            f"{called(run)}",
            "Printing a result is not returning it.",
        ),
    ),
    (
        r"to unpack",
        "ValueError|TypeError",
        lambda run, message: mistake_of(
            "other-number-of-results",
            "returns a different number of results than the assignment asks for",
            f"{says(message)} The assignment takes them like this: {called(run)}"
            + (". A single array counts as one result for each of its rows." if "too many" in message else ""),
            "Results are identified by position.",
        ),
    ),
    (
        r"has no attribute",
        "AttributeError",
        lambda run, message: mistake_of(
            "attribute-missing",
            "lacks a method or attribute",
            f"{says(message)} The assignment uses it like this: {called(run)}",
            "What has another name cannot be found.",
        ),
    ),
    (r"broadcast|mismatch|not aligned|shape|dimension", "ValueError", _shapes),
    (
        r"index|out of bounds",
        "IndexError",
        lambda run, message: mistake_of(
            "index-out-of-range",
            "uses an index that does not exist",
            f"{says(message)} Slices such as V[:, :k] never run out of range; single indices do.",
            "There may be fewer components or samples than the code takes for granted.",
        ),
    ),
    (
        r"converge|infs or NaNs",
        "LinAlgError",
        lambda run, message: mistake_of(
            "matrix-not-fit",
            "asks a matrix for something that does not exist",
            f"{says(message)} Print the matrix: it contains nan or inf. Does the code divide by a length that is 0?",
            "A matrix with nan or inf in it has no eigenvalues.",
        ),
    ),
    (
        r"square",
        "LinAlgError",
        lambda run, message: mistake_of(
            "matrix-not-fit",
            "asks a matrix for something that does not exist",
            f"{says(message)} Print its shape: the covariance matrix has a row and a column for each feature.",
            "Only square matrices have eigenvalues.",
            "moments.orientation",
        ),
    ),
    (
        r"Singular|positive definite",
        "LinAlgError",
        lambda run, message: mistake_of(
            "matrix-not-fit",
            "asks a matrix for something that does not exist",
            f"{says(message)} PCA needs no inverse: take eigenvectors of the covariance or the SVD of the centred "
            "data.",
            "With fewer samples than features the covariance matrix has no inverse.",
            "moments.covariance-kernel",
        ),
    ),
)
