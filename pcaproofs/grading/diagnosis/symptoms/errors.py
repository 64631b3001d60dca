"""Symptoms of runs that do not complete."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.grading.diagnosis.catalogue import CATALOGUE, code_words
from pcaproofs.grading.diagnosis.model import Mistake
from pcaproofs.grading.diagnosis.symptoms.symptom import Symptom, called, mistake_named, where
from pcaproofs.grading.diagnosis.symptoms.words import mistake_of
from pcaproofs.grading.diagnosis.variants import clashing
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
        mistake = replace(mistake, title=f"{mistake.title} {place}")
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
    title = raised(error).replace("the code raises", "stops with")
    hint = "It happens on hidden data only, not on the data that you see. Think of special cases in the data."
    return replace(mistake, name="stops-with-error", title=title, hint=hint)


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
        newer = NEEDS in message
        return newer_python(message) if newer else mistake_of("syntax-error", said=says(message)), ""
    if message in OFF.values():
        return mistake_of("not-available-here", said=f"{message[:1].upper()}{message[1:]}"), ""
    if _OUTDATED.search(message):
        return mistake_of("outdated-name", said=says(message)), ""
    if error.kind in ("ModuleNotFoundError", "ImportError"):
        return mistake_of("import-fails", said=says(message)), ""
    if error.kind in ("NameError", "UnboundLocalError") and (name := re.search(r"'(\w+)'", message)):
        return _undefined(name[1], run)
    if error.line and error.kind == "NotImplementedError":
        return mistake_of("not-written"), ""
    if error.line and error.line in checks:  # it may be about the data, or about what was computed
        said = f"{error.kind}: {message.rstrip(' .')}" if message.strip(" .") else error.kind
        return mistake_of("own-check-fails", said=said), ""
    for whose, kind, pattern, key in _ERRORS:
        if (whose != "own" or error.line) and re.search(kind, error.kind) and re.search(pattern, message):
            return _shapes(run, message) if key == "shapes" else _of_call(key, run, message), ""
    kind = f"{'an' if error.kind[:1] in 'AEIOU' else 'a'} {error.kind}"
    return mistake_of("stops-with-error", kind=kind, said=says(message)), ""


def _of_call(key: str, run: Run, message: str) -> Mistake:
    mean = code_words(run.task.samples, run.task.conventions.components)["mean"]
    return mistake_of(key, said=says(message), call=called(run), mean=mean)


def newer_python(message: str) -> Mistake:
    """The mistake of a program for a newer Python than the grader's, which is none of the student's."""
    return mistake_of("newer-python", said=f"{message[:1].upper()}{message[1:].rstrip(' .')}")


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
        mistake = mistake_of("function-missing", name=name)
        hint = f"{elsewhere[:1].upper()}{elsewhere[1:]}" or mistake.hint
        return replace(mistake, hint=hint), ""
    mistake = mistake_of("undefined-name", name=name)
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
        hint = mistake.hint
        prelude = _SORTER.format(name=name) if _SORTS.search(name) else ""
        if prelude:
            hint += (
                f" (To look at the rest, a {name} that puts values and columns in decreasing order stood in for it.)"
            )
    return replace(mistake, hint=hint), f"{prelude}\n" if prelude else ""


def _limit(outcome: Outcome) -> str:
    """A sentence that names the limit that a run went beyond; empty where it did not end at one."""
    return f"A run {outcome.detail}, which is the limit. " if _LIMITED.match(outcome.detail) else ""


def _of_status(outcome: Outcome) -> Mistake:
    key = {"timeout": "too-slow", "memory": "too-much-memory"}.get(outcome.status, outcome.status)
    key = key if key in ("too-slow", "too-much-memory", "output-limit", "forged") else "ends-the-process"
    return mistake_of(key, limit=_limit(outcome))


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
            return mistake_of("mean-without-its-axis", mean=words["mean"])
        if core == {n, p}:
            return mistake_named("covariance-of-samples", run.task)
        if core == {k, p}:
            return mistake_named("projected-with-transpose", run.task)
    return _unfit(run, message)


def _unfit(run: Run, message: str) -> Mistake:
    words = code_words(run.task.samples, run.task.conventions.components)
    return mistake_of("shapes-do-not-fit", said=says(message), **words)


# whether a line of the student's own raised it, the kind of an error, its message, and its row
_ERRORS = (
    ("own", "TypeError", r"arrays to stack must be passed", "stacks-a-generator"),
    ("own", "ValueError|TypeError", r"inhomogeneous|setting an array element with a seq", "array-of-unequal-parts"),
    ("own", "TypeError", r"positional argument|unexpected keyword|missing \d+ required", "other-arguments"),
    ("own", "TypeError|AttributeError", r"NoneType", "uses-none"),
    ("own", "ValueError|TypeError", r"to unpack", "other-number-unpacked"),
    ("own", "AttributeError", r"has no attribute", "attribute-missing/own"),
    ("any", "UFunc|TypeError", r"Cannot cast ufunc|same_kind", "in-place-on-integers"),
    ("any", "TypeError", r"positional argument|unexpected keyword|missing \d+ required", "other-signature"),
    ("any", "TypeError|AttributeError", r"NoneType", "returns-nothing"),
    ("any", "ValueError|TypeError", r"too many.*to unpack", "other-number-of-results/many"),
    ("any", "ValueError|TypeError", r"to unpack", "other-number-of-results"),
    ("any", "AttributeError", r"has no attribute", "attribute-missing"),
    ("any", "ValueError", r"broadcast|mismatch|not aligned|shape|dimension", "shapes"),
    ("any", "IndexError", r"index|out of bounds", "index-out-of-range"),
    ("any", "LinAlgError", r"converge|infs or NaNs", "matrix-not-fit/nan"),
    ("any", "LinAlgError", r"square", "matrix-not-fit/square"),
    ("any", "LinAlgError", r"Singular|positive definite", "matrix-not-fit/inverse"),
)
