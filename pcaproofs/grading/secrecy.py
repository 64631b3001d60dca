"""What may be told of runs on hidden data: that they failed and how, in none of the submission's own words.

A submission sees the data that it runs on, and may put them into whatever it raises or prints.
"""

import builtins
import dataclasses
import re
from typing import TypeVar

from .job import Outcome, RoleError, StudentError
from .run import Run

_Error = TypeVar("_Error", bound=StudentError)
_KINDS = {
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
}
_KINDS |= {"LinAlgError", "AxisError", "UFuncTypeError", "_UFuncOutputCastingError", "FloatingPointError"}
_SHAPE = r"\((?:\d{1,3},? ?){0,3}\)"
_WORD = r"'(add|subtract|multiply|divide|float64|float32|int64|int32|complex128|same_kind)'"
_NUMBER = r"-?\d{1,3}"
# What Python and numpy themselves say, with room for shapes and nothing else.
_SAYINGS = re.compile(
    "|".join(
        (
            r"Singular matrix|SVD did not converge|Eigenvalues did not converge|math domain error",
            r"Matrix is not positive definite|Last 2 dimensions of the array must be square",
            r"(float )?division by zero|cannot convert float NaN to integer|maximum recursion depth exceeded[a-z ]*",
            r"Array must not contain infs or NaNs|array must not contain infs or NaNs",
            rf"operands could not be broadcast together with shapes {_SHAPE} {_SHAPE} ?",
            rf"shapes {_SHAPE} and {_SHAPE} not aligned: {_NUMBER} \(dim \d\) != {_NUMBER} \(dim \d\)",
            rf"could not broadcast input array from shape {_SHAPE} into shape {_SHAPE}",
            rf"cannot reshape array of size {_NUMBER} into shape {_SHAPE}",
            rf"index {_NUMBER} is out of bounds for axis \d with size {_NUMBER}",
            rf"axis {_NUMBER} is out of bounds for array of dimension \d",
            rf"matmul: [A-Za-z0-9 ,'()?<>=.-]*\(size {_NUMBER} is different from {_NUMBER}\)",
            r"too many indices for array: array is \d-dimensional, but \d were indexed",
            r"(list|tuple) index out of range|(output array|assignment destination) is read-only",
            rf"Cannot cast ufunc {_WORD} output from dtype\({_WORD}\) to dtype\({_WORD}\) with casting rule {_WORD}",
            r"only length-1 arrays can be converted to Python scalars|setting an array element with a sequence\.",
            r"The truth value of an array with more than one element is ambiguous\. Use a\.any\(\) or a\.all\(\)",
        )
    )
)


def kind_of(error: StudentError) -> str:
    """Return the class of an error, where Python or numpy has one of that name."""
    return error.kind if error.kind in _KINDS else "an error of its own"


def for_feedback(run: Run) -> Run:
    """Return a run without the submission's words, where the data are hidden."""
    if run.data.visible:
        return run
    roles = {role: _quiet(value) if isinstance(value, RoleError) else value for role, value in run.roles.items()}
    raw = {role: _quiet(value) if isinstance(value, RoleError) else value for role, value in run.outcome.roles.items()}
    error = _quiet(run.outcome.error) if run.outcome.error else None
    outcome: Outcome = dataclasses.replace(
        run.outcome,
        roles=raw,
        error=error,
        detail=str(error) if error else run.outcome.detail,
        stdout="",
        stderr="",
    )
    findings = []
    for finding in run.findings:
        value = roles.get(finding.criterion.split(".")[0])
        if finding.criterion == "runs":
            finding = dataclasses.replace(finding, detail=outcome.detail)
        elif finding.detail and isinstance(value, RoleError):
            finding = dataclasses.replace(finding, detail=str(value))
        findings.append(finding)
    return dataclasses.replace(run, outcome=outcome, roles=roles, findings=tuple(findings))


def _quiet(error: _Error) -> _Error:
    message = error.message if _SAYINGS.fullmatch(error.message) else "(what it says is not shown)"
    return dataclasses.replace(error, kind=kind_of(error), message=message, trace="")
