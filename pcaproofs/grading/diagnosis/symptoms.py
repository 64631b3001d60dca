"""Symptoms: what is told from how runs end, or from what values look like, without knowing how they were computed."""

import builtins
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..assignment.model import Task
from ..datasets import DataSet
from ..given import right_value
from ..job import Array, Outcome, RoleError
from ..judge.facts import Real
from ..run import Run
from .catalogue import CATALOGUE, code_words
from .matching import as_real
from .model import Mistake


@dataclass(frozen=True)
class Symptom:
    """A mistake told from outside, with the runs that show it."""

    mistake: Mistake
    runs: Sequence[Run]
    evidence: str
    prelude: str = ""
    """Source that supplies what is missing, so that the rest can be looked at."""


def of_ending(runs: Sequence[Run]) -> Symptom | None:
    """Return what the runs show that did not come to their end."""
    ended = [run for run in runs if run.outcome.status != "ok"]
    if not ended:
        return None
    first = next((run for run in ended if run.data.visible), ended[0])
    mistake, prelude = _of_outcome(first.outcome, first)
    if not first.data.visible:
        mistake = _told_less(mistake, first.outcome)
    where = _where(ended, runs)
    evidence = f"{len(ended)} of {len(runs)} runs do not come to their end"
    if where:
        mistake = Mistake(
            name=mistake.name,
            title=f"{mistake.title} {where}",
            hint=mistake.hint,
            why=mistake.why,
            claim=mistake.claim,
        )
    return Symptom(mistake, ended, evidence, prelude)


def _told_less(mistake: Mistake, outcome: Outcome) -> Mistake:
    """Return a mistake without the words of an error on hidden data: a message may hold the data, and so may a name."""
    error = outcome.error
    if error is None or mistake.name in (*CATALOGUE, "in-place-on-integers"):
        return mistake
    kind = error.kind if hasattr(builtins, error.kind) or error.kind == "LinAlgError" else "error of its own"
    line = f" in line {error.line}" if error.line else ""
    return _mistake(
        "stops-with-error",
        f"stops with {'an' if kind[:1] in 'AEIOUaeiou' else 'a'} {kind}{line}",
        "It happens on data that you do not see, and not on those that you do: think of what may be special about "
        "data.",
        mistake.why,
        mistake.claim,
    )


_SITUATIONS: tuple[tuple[str, Callable[[Run], bool]], ...] = (
    ("on whole numbers", lambda run: run.data.X.dtype.kind in "iu"),
    ("where there are fewer samples than features", lambda run: run.data.X.shape[0] < run.data.X.shape[1]),
    ("where k is the number of features", lambda run: run.data.k == run.data.X.shape[1]),
    ("where a feature is constant", lambda run: bool((np.ptp(run.data.X, axis=0) == 0).any())),
    ("where only one component is asked for", lambda run: run.data.k == 1),
    ("where the data lie in a subspace", lambda run: _is_deficient(run.data.real)),
    ("where variances are equal", lambda run: _has_tie(run.data.real)),
)


def _is_deficient(X: Real) -> bool:
    return int(np.linalg.matrix_rank(X - X.mean(axis=0))) < min(X.shape[0] - 1, X.shape[1])


def _has_tie(X: Real) -> bool:
    sizes = np.linalg.svd(X - X.mean(axis=0), compute_uv=False) ** 2
    return bool(np.any(np.abs(np.diff(sizes)) <= 1e-9 * sizes[0]))


def _where(some: Sequence[Run], runs: Sequence[Run]) -> str:
    """Say what the data have in common on which something happens, and which no other data have."""
    if len(some) == len(runs):
        return ""
    others = [run for run in runs if run not in some]
    for words, holds in _SITUATIONS:
        if all(map(holds, some)) and not any(map(holds, others)):
            return words
    return "on some data"


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


def _of_outcome(outcome: Outcome, run: Run) -> tuple[Mistake, str]:
    error = outcome.error
    if outcome.status != "error" or error is None:
        return _of_status(outcome), ""
    message = error.message
    if outcome.error_in == "source" and error.kind in ("SyntaxError", "IndentationError", "TabError"):
        return _mistake(
            "syntax-error",
            "is no valid Python",
            f"Python cannot read line {error.line}: {message}. Run the file before you hand it in.",
            "A file with a syntax error does not run at all.",
        ), ""
    if error.kind in ("ModuleNotFoundError", "ImportError"):
        return _mistake(
            "import-fails",
            "imports something that is not there",
            f"{message}. Use what the assignment allows (numpy), and hand in all files that you import.",
            "What an import does not find stops the program.",
        ), ""
    if error.kind in ("NameError", "UnboundLocalError") and (name := re.search(r"'(\w+)'", message)):
        return _undefined(name[1], run)
    for pattern, kind, mistake in _CALL_ERRORS:
        if re.search(kind, error.kind) and re.search(pattern, message):
            return mistake(run, message), ""
    return _mistake(
        "stops-with-error",
        f"stops with {'an' if error.kind[:1] in 'AEIOU' else 'a'} {error.kind}",
        f"{message}{f' (line {error.line})' if error.line else ''}. Run your function on the example and follow the "
        "error to its line.",
        "A program that stops returns nothing.",
    ), ""


def _undefined(name: str, run: Run) -> tuple[Mistake, str]:
    called = re.findall(r"([A-Za-z_]\w*)\s*\(", run.task.call)
    if name in called and (run.outcome.error is None or not run.outcome.error.line):
        return _mistake(
            "function-missing",
            f"does not define {name}",
            f"The assignment calls {name}. Define it under exactly this name, at the top level of the file.",
            "What has another name cannot be called.",
        ), ""
    prelude = _IMPORTS.get(name, "")
    if prelude:
        hint = f"{name} is used but not imported: write `{prelude}` at the top of the file."
    else:
        hint = f"{name} is used but never defined. Write it, or import it."
        prelude = _SORTER.format(name=name) if _SORTS.search(name) else ""
        if prelude:
            hint += (
                f" (To look at the rest, a {name} that puts values and columns in decreasing order stood in for it.)"
            )
    mistake = _mistake(
        "undefined-name",
        f"uses {name}, which is not defined",
        hint,
        "Python knows only names that were defined or imported before they are used.",
    )
    return mistake, f"{prelude}\n" if prelude else ""


def _of_status(outcome: Outcome) -> Mistake:
    if outcome.status == "timeout":
        return _mistake(
            "too-slow",
            "does not come to an end in time",
            "Look for a loop that never ends, or an iteration whose stopping test is never met: give it a largest "
            "number of rounds.",
            "An iteration may converge slowly, or never, where two variances are nearly equal.",
            "deflation.same-as-eigh",
        )
    if outcome.status == "memory":
        return _mistake(
            "too-much-memory",
            "asks for more memory than there is",
            "Do you build an array with an axis too many, or one that grows in a loop?",
            "PCA of n samples of p features needs arrays of n×p and p×p, not more.",
        )
    if outcome.status in ("output-limit", "forged"):
        return _mistake(
            outcome.status,
            {"output-limit": "prints without end", "forged": "returns something that is no answer"}[outcome.status],
            "Return values from your function; printing is not needed, and nothing else is read.",
            "Only what the function returns is graded.",
        )
    return _mistake(
        "ends-the-process",
        "ends the Python process",
        "Do you call exit() or quit(), or recurse without end? Return from the function instead.",
        "A program that ends returns nothing.",
    )


def _mistake(name: str, title: str, hint: str, why: str, claim: str = "") -> Mistake:
    return Mistake(name=name, title=title, hint=hint, why=why, claim=claim)


def mistake_named(name: str, task: Task) -> Mistake:
    """Return a misconception of the catalogue in the words of an assignment's conventions."""
    item = CATALOGUE[name]
    hint = item.hint_for(task.samples, task.conventions.components)
    return Mistake(name=item.name, title=item.title, hint=hint, why=item.why, claim=item.claim)


def _called(run: Run) -> str:
    return f"`{'; '.join(run.task.call.strip().splitlines())}`"


def _in_place(run: Run, message: str) -> Mistake:
    mean = code_words(run.task.samples, run.task.conventions.components)["mean"]
    return _mistake(
        "in-place-on-integers",
        "changes an array of whole numbers in place",
        "`X -= mean` writes into X itself, and an array of whole numbers cannot hold fractions. "
        f"Write `X = X - {mean}`.",
        "In-place arithmetic keeps the type of the array, and changes the caller's data too.",
        "centering.centred-data",
    )


def _shapes(run: Run, message: str) -> Mistake:
    """Two shapes that do not fit may tell by their numbers what was done."""
    n, p = run.data.X.shape
    k = run.data.k
    words = code_words(run.task.samples, run.task.conventions.components)
    shapes = re.findall(r"\(([\d, ]+)\)", message)
    sizes = [tuple(int(number) for number in re.findall(r"\d+", shape)) for shape in shapes]
    core = re.search(r"size (\d+) is different from (\d+)", message)
    if len({n, p, k}) == 3:
        data = (n, p) if run.task.samples == "rows" else (p, n)
        if data in sizes and (n if run.task.samples == "rows" else p,) in sizes:
            if run.task.samples == "rows":
                return mistake_named("centred-along-wrong-axis", run.task)
            return _mistake(
                "mean-without-its-axis",
                "takes the mean off along the wrong axis",
                f"`X.mean(axis=1)` has lost its axis, so numpy lays it along the rows. Keep it: `X - {words['mean']}`.",
                "Shapes are matched from the last axis on.",
                "moments.orientation",
            )
        if core and {int(core[1]), int(core[2])} == {n, p}:
            return mistake_named("covariance-of-samples", run.task)
        if core and {int(core[1]), int(core[2])} == {k, p}:
            return mistake_named("projected-with-transpose", run.task)
    return _mistake(
        "shapes-do-not-fit",
        "combines arrays whose shapes do not fit",
        f"{message}. Print the shapes: samples are {words['sample']}s, features {words['feature']}s, so the mean is "
        f"`{words['mean']}` and the covariance `{words['cov']}`.",
        "Which axis is summed over decides what shape comes out.",
        "moments.orientation",
    )


_CALL_ERRORS: tuple[tuple[str, str, Callable[[Run, str], Mistake]], ...] = (
    (r"Cannot cast ufunc|same_kind", r"UFunc|TypeError", _in_place),
    (
        r"positional argument|unexpected keyword|missing \d+ required",
        "TypeError",
        lambda run, message: _mistake(
            "other-signature",
            "cannot be called as the assignment calls it",
            f"{message}. The assignment calls it like this: {_called(run)}",
            "A function must take the arguments that it is given.",
        ),
    ),
    (
        r"NoneType",
        "TypeError|AttributeError",
        lambda run, message: _mistake(
            "returns-nothing",
            "returns nothing",
            "Your function ends without return, so its result is None. Return what the assignment asks for: "
            f"{_called(run)}",
            "Printing a result is not returning it.",
        ),
    ),
    (
        r"to unpack",
        "ValueError|TypeError",
        lambda run, message: _mistake(
            "other-number-of-results",
            "returns another number of results than the assignment asks for",
            f"{message}. The assignment takes them like this: {_called(run)}",
            "Results are taken by their places.",
        ),
    ),
    (
        r"has no attribute",
        "AttributeError",
        lambda run, message: _mistake(
            "attribute-missing",
            "lacks a method or attribute",
            f"{message}. The assignment uses it like this: {_called(run)}",
            "What has another name cannot be found.",
        ),
    ),
    (r"broadcast|mismatch|not aligned|shape|dimension", "ValueError", _shapes),
    (
        r"index|out of bounds",
        "IndexError",
        lambda run, message: _mistake(
            "index-out-of-range",
            "uses an index that is not there",
            f"{message}. Slices such as V[:, :k] never run out of range; single indices do.",
            "There may be fewer components or samples than the code takes for granted.",
        ),
    ),
    (
        r"Singular|converge|square|positive definite",
        "LinAlgError",
        lambda run, message: _mistake(
            "matrix-not-fit",
            "asks something of a matrix that it cannot give",
            f"{message}. PCA needs no inverse: take eigenvectors of the covariance or the SVD of the centred data.",
            "With fewer samples than features the covariance matrix has no inverse.",
            "moments.covariance-kernel",
        ),
    ),
)


def of_touching(runs: Sequence[Run]) -> Symptom | None:
    """Return what runs show that changed the data handed over."""
    touched = [run for run in runs if run.outcome.touched]
    if not touched:
        return None
    mean = code_words(touched[0].task.samples, touched[0].task.conventions.components)["mean"]
    mistake = _mistake(
        "changes-its-input",
        "changes the data handed to it",
        f"`X -= …` and `X[...] = …` write into the caller's array. Work on a new one: `Xc = X - {mean}`.",
        "Whoever calls the function still needs the data, and calling it twice should give the same twice.",
        "centering.centred-data",
    )
    return Symptom(mistake, touched, f"{len(touched)} of {len(runs)} runs change X")


def of_values(runs: Sequence[Run]) -> Symptom | None:
    """Return what values look like that no way explains."""
    for look in (_nothing_there, _not_finite, _complex, _the_same_always, _nearly_right):
        if found := look(runs):
            return found
    return None


def of_right_parts(runs: Sequence[Run]) -> Symptom | None:
    """Return what is told from values that are right, but not the ones asked for."""
    return _exchanged(runs) or _other_count(runs)


def of_wrong_parts(runs: Sequence[Run]) -> Symptom | None:
    """Return what is told from values that are of the right kind."""
    return _others(runs)


def _values(run: Run) -> dict[str, Array]:
    return {role: value for role, value in run.roles.items() if not isinstance(value, RoleError)}


def _nothing_there(runs: Sequence[Run]) -> Symptom | None:
    for role in runs[0].task.roles if runs else ():
        errors = [run.roles.get(role) for run in runs]
        gone = [run for run, value in zip(runs, errors, strict=True) if isinstance(value, RoleError)]
        if len(gone) == len(runs):
            value = gone[0].roles[role]
            assert isinstance(value, RoleError)
            name = role.replace("_", " ")
            if "None" in value.message:
                hint = "It is None: is there a return at the end of the function?"
            else:
                hint = f"{value.kind}: {value.message}."
            mistake = _mistake(
                "no-value",
                f"gives no value for the {name}",
                f"{hint} The assignment takes it from `{gone[0].task.roles[role]}`.",
                "Results are taken by their names and places.",
            )
            return Symptom(mistake, gone, f"in all {len(runs)} runs")
    return None


def _not_finite(runs: Sequence[Run]) -> Symptom | None:
    some = [
        run
        for run in runs
        if any(value.dtype.kind in "fc" and not np.isfinite(value).all() for value in _values(run).values())
    ]
    if not some:
        return None
    mistake = _mistake(
        "not-finite",
        f"returns nan or infinity {_where(some, runs)}".rstrip(),
        "Somewhere you divide by 0 (a standard deviation, a length, an eigenvalue) or take the root of a number below "
        "0 (an eigenvalue of 0 comes out as −1e-16). Look at where that may happen.",
        "Some variances may be 0: of a constant feature, or beyond the rank of the data.",
        "moments.covariance-kernel",
    )
    return Symptom(mistake, some, f"in {len(some)} of {len(runs)} runs")


def _complex(runs: Sequence[Run]) -> Symptom | None:
    some = [
        run
        for run in runs
        if any(
            value.dtype.kind == "c"
            and float(np.abs(value.imag).max(initial=0)) > 1e-8 * float(np.abs(value).max(initial=0))
            for value in _values(run).values()
        )
    ]
    if not some:
        return None
    mistake = _mistake(
        "complex-results",
        f"returns complex numbers {_where(some, runs)}".rstrip(),
        "`np.linalg.eig` does not know that the covariance matrix is symmetric; `np.linalg.eigh` does, and stays real. "
        "If you use eigh already: is the matrix the covariance?",
        "A symmetric matrix has real eigenvalues and eigenvectors.",
        "spectral.spectral-theorem",
    )
    return Symptom(mistake, some, f"in {len(some)} of {len(runs)} runs")


def _the_same_always(runs: Sequence[Run]) -> Symptom | None:
    wrong = [run for run in runs if not run.ok]
    if len(wrong) < 3:
        return None
    for role in wrong[0].task.roles:
        values = [_values(run).get(role) for run in wrong]
        first = values[0]
        if first is None or any(value is None for value in values):
            continue
        same = all(
            value is not None and value.shape == first.shape and bool((value == first).all()) for value in values
        )
        zero = all(value is not None and not np.any(value) for value in values)
        if zero or same:
            mistake = _mistake(
                "does-not-use-the-data",
                "returns the same whatever the data are",
                f"Your {role.replace('_', ' ')} do not depend on X" + (": they are all 0." if zero else "."),
                "Each data set has components of its own.",
            )
            return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs")
    return None


def _right(role: str, run: Run, k: int) -> Real:
    """Return a role's right value for k components, with samples in rows."""
    data = DataSet(name="", X=run.data.X, k=k, purpose="", visible=True)
    return np.asarray(right_value(role, data, run.task.conventions), dtype=np.float64)


def _is(role: str, value: Array, run: Run, k: int) -> bool:
    """Whether a value is a role's right one, up to the signs of columns and a common factor."""
    real, right = as_real(value), _right(role, run, k)
    if real is None or real.shape != right.shape or not np.isfinite(real).all():
        return False
    rows = role == "components" and run.task.conventions.components == "rows"
    one, other = (real.T, right.T) if rows else (real, right)
    apart = np.minimum(np.abs(one - other).max(axis=0), np.abs(one + other).max(axis=0))
    return bool(np.max(apart) <= 1e-4 * float(np.abs(right).max()))


_TAKEN_FOR = ("components", "scores", "mean", "explained_variance", "centered", "reconstruction")


def _exchanged(runs: Sequence[Run]) -> Symptom | None:
    """A role's value is the right one of another role."""
    wrong = [run for run in runs if not run.ok]
    for role in wrong[0].task.roles if wrong else ():
        for other in _TAKEN_FOR:
            values = [_values(run).get(role) for run in wrong]
            if other == role or not values:
                continue
            if all(v is not None and _is(other, v, run, run.data.k) for v, run in zip(values, wrong, strict=True)):
                mistake = _mistake(
                    "results-exchanged",
                    "returns its results in another order than the assignment takes them",
                    f"Where the assignment takes the {role.replace('_', ' ')}, you return what are the "
                    f"{other.replace('_', ' ')}. It takes them like this: {_called(wrong[0])}",
                    "Results are taken by their places.",
                )
                return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs")
    return None


def _other_count(runs: Sequence[Run]) -> Symptom | None:
    """Components and scores are right, but for another number than k."""
    wrong = [run for run in runs if not run.ok]
    counts = []
    for run in wrong:
        for role in ("components", "scores"):
            value = _values(run).get(role)
            if value is None:
                continue
            rows = role == "components" and run.task.conventions.components == "rows"
            count = value.shape[0 if rows else -1] if value.ndim == 2 else 1
            shaped = value if value.ndim == 2 else value.reshape((1, -1) if rows else (-1, 1))
            if not 1 <= count <= min(run.data.X.shape) or not _is(role, shaped, run, count):
                return None
            counts.append(count - run.data.k)
    if not any(counts):
        return None
    mistake = _mistake(
        "other-number-of-components",
        "returns another number of components than k",
        "The components themselves are right, but there are more or fewer than k of them. The caller says how many: "
        "use k, and nothing else (no share of the variance, no number of your own).",
        "How many components are kept is for the caller to say.",
        "explained.threshold",
    )
    return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs")


def _others(runs: Sequence[Run]) -> Symptom | None:
    """Orthonormal eigenvectors, but not those of the largest eigenvalues in their order."""
    failed = [{finding.criterion for finding in run.findings if not finding.passed} for run in runs]
    if not all("components.eigen_equation" in {each.criterion for each in run.findings} for run in runs):
        return None
    fine = {"components.form", "components.eigen_equation", "components.orthonormal"}
    if any(names & fine for names in failed) or not any(
        names & {"components.captured", "components.order"} for names in failed
    ):
        return None
    mistake = _mistake(
        "other-eigenvectors",
        "keeps other eigenvectors than those of the largest eigenvalues",
        "All your components are eigenvectors of the covariance matrix, but not the first k by their eigenvalues. Sort "
        "by the eigenvalues: `order = np.argsort(values)[::-1]`, then `V[:, order]`.",
        "Every eigenvector is a stationary point; those of the largest eigenvalues hold the most variance.",
        "stationarity.every-eigenvector",
    )
    wrong = [run for run in runs if not run.ok]
    return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs")


def _nearly_right(runs: Sequence[Run]) -> Symptom | None:
    """Values within some hundredths of a right answer: an iteration stopped early, or numbers of low precision."""
    wrong = [run for run in runs if not run.ok]
    distances: list[float] = []
    for run in wrong:
        X, k = run.data.real, run.data.k
        Xc = X - X.mean(axis=0)
        axes = np.linalg.svd(Xc, full_matrices=False)[2]
        bad = {finding.criterion.split(".")[0] for finding in run.findings if not finding.passed}
        W = _values(run).get("components") if "components" in bad else None
        Z = _values(run).get("scores") if "scores" in bad else None
        if run.task.conventions.components == "rows" and W is not None:
            W = W.T
        for got, right in ((W, axes[:k].T), (Z, Xc @ axes[:k].T)):
            if got is None:
                continue
            if got.shape != right.shape or got.dtype.kind not in "fiu":
                return None
            size = float(np.abs(right).max())
            apart = np.minimum(np.abs(got - right).max(axis=0), np.abs(got + right).max(axis=0))
            distances.append(float(apart.max()) / size if size else np.inf)
    if not distances or not max(distances) <= 0.5 or float(np.median(distances)) > 0.1:
        return None
    mistake = _mistake(
        "inaccurate",
        "comes close, but not close enough",
        "Your values are near the right ones. An iteration that stops too early (raise the number of rounds, tighten "
        "the test), low precision or rounding does this.",
        "An iteration nears the eigenvector by the ratio of two eigenvalues each round: slowly where they are close.",
        "deflation.same-as-eigh",
    )
    return Symptom(mistake, wrong, f"in {len(wrong)} of {len(runs)} runs")
