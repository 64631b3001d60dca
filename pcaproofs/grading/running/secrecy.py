"""Removal of a submission's own words from runs on hidden data.

A submission sees the data that it runs on, and may put them into whatever it raises or prints: texts, line numbers,
names of exceptions. So only values, and messages from a short list, are kept.
"""

import dataclasses
import re
from typing import TypeVar

from pcaproofs.grading.protocol import Outcome, RoleError, StudentError

_Error = TypeVar("_Error", bound=StudentError)
_KINDS = {
    "ArithmeticError",
    "AttributeError",
    "AxisError",
    "FloatingPointError",
    "ImportError",
    "IndexError",
    "KeyError",
    "LinAlgError",
    "MemoryError",
    "ModuleNotFoundError",
    "NameError",
    "OverflowError",
    "RecursionError",
    "SyntaxError",
    "TypeError",
    "UFuncTypeError",
    "_UFuncOutputCastingError",
    "UnboundLocalError",
    "ValueError",
    "ZeroDivisionError",
}
"""Exceptions that an honest PCA may raise."""
OWN_KIND = "error of its own"
_SHAPE = r"\((?:\d{1,3},? ?){0,3}\)"
_WORD = r"'(add|subtract|multiply|divide|float64|float32|int64|int32|complex128|same_kind)'"
_NUMBER = r"-?\d{1,3}"
# Messages of Python and NumPy, with shapes and small numbers only. They serve the diagnosis and are not shown.
_KNOWN_MESSAGES = re.compile(
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
    """The class of an error if it is a usual one."""
    return error.kind if error.kind in _KINDS else OWN_KIND


def raised(error: StudentError) -> str:
    """A message that the code raises an error on hidden data, without the text of the error."""
    kind = kind_of(error)
    return f"the code raises {'an' if kind[:1] in 'AEIOUaeiou' else 'a'} {kind}"


def redacted(outcome: Outcome) -> Outcome:
    """The outcome of a run on hidden data without any text of the submission."""
    error = _redacted(outcome.error) if outcome.error else None
    # the way a process ends, and what is wrong with an answer, could carry information too
    ended = {"killed": "the process ended before it gave a result", "forged": "the answer is not one"}
    return dataclasses.replace(
        outcome,
        roles={
            role: _redacted(value) if isinstance(value, RoleError) else value for role, value in outcome.roles.items()
        },
        error=error,
        detail=raised(error) if error else ended.get(outcome.status, outcome.detail),
        dropped=(),
        supplied=(),
        stdout="",
        stderr="",
    )


def _redacted(error: _Error) -> _Error:
    message = error.message if _KNOWN_MESSAGES.fullmatch(error.message) else "(what it says is not shown)"
    return dataclasses.replace(error, kind=kind_of(error), line=0, message=message, trace="", place="")
