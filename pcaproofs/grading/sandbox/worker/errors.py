"""Messages for errors of the student's code: what happened, and on which line of the student's file."""

import bisect
import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from importlib.util import find_spec

import numpy as np

from .records import pack_error

# Names that NumPy no longer has, by the version that removed them, with their replacement (NumPy's release notes).
_REMOVED = {
    "2": {
        "float_": "np.float64", "complex_": "np.complex128", "longfloat": "np.longdouble", "cfloat": "np.complex128",
        "singlecomplex": "np.complex64", "longcomplex": "np.clongdouble", "clongfloat": "np.clongdouble",
        "string_": "np.bytes_", "unicode_": "np.str_", "mat": "np.asarray", "asfarray": "np.asarray(a, dtype=float)",
        "Inf": "np.inf", "Infinity": "np.inf", "infty": "np.inf", "PINF": "np.inf", "NINF": "-np.inf", "NaN": "np.nan",
        "NZERO": "-0.0", "PZERO": "0.0", "product": "np.prod", "cumproduct": "np.cumprod", "sometrue": "np.any",
        "alltrue": "np.all", "in1d": "np.isin", "row_stack": "np.vstack", "trapz": "np.trapezoid",
        "round_": "np.round", "find_common_type": "np.result_type", "cast": "np.asarray(a, dtype)", "disp": "print",
        "issubclass_": "issubclass", "issctype": "issubclass(t, np.generic)", "obj2sctype": "np.dtype(t).type",
        "sctype2char": "np.dtype(t).char", "msort": "np.sort(a, axis=0)", "asscalar": "a.item()",
        "safe_eval": "ast.literal_eval", "recfromcsv": "np.genfromtxt", "recfromtxt": "np.genfromtxt",
        "set_string_function": "np.set_printoptions", "maximum_sctype": "np.float64", "source": "inspect.getsource",
    },
    "1.24": {
        "float": "float", "int": "int", "bool": "bool", "complex": "complex", "object": "object", "str": "str",
        "long": "int", "unicode": "str",
    },
}  # fmt: skip
_REPLACED = {name: (version, new) for version, names in _REMOVED.items() for name, new in names.items()}
_OF_ARRAYS = {"ptp": "np.ptp(a)", "itemset": "a[i] = value", "newbyteorder": "a.view(a.dtype.newbyteorder())"}
_STARRED = ("mat", "asfarray", "in1d", "trapz", "row_stack", "product", "cumproduct", "NaN", "Inf", "infty", "float_")
"""Removed names that may be used after `from numpy import *` and have no other usual meaning."""
_MOVED = {
    "xrange": "range", "raw_input": "input", "unicode": "str", "basestring": "str", "long": "int", "unichr": "chr",
    "cmp": "sort(key=…)", "reduce": "functools.reduce",
}  # fmt: skip
_LACKED = re.compile(
    r"cannot import name '(\w+)' from 'numpy'|module 'numpy' has no attribute '(\w+)'|`np\.(\w+)` was removed"
)
_LACKED_BY_SCIPY = re.compile(r"cannot import name '(\w+)' from 'scipy'|[Mm]odule 'scipy' has no attribute '(\w+)'")
_OLD_ARGUMENT = re.compile(r"\beigh\(\) got an unexpected keyword argument 'eigvals'")
_OWN_FRAMES = "<pcaproofs_worker"


OFF = {
    "subprocess": "other programs cannot be started here",
    "multiprocessing": "here processes start by fork alone, only a few at a time, without a Manager and SharedMemory",
}
"""By module of the standard library that fails in a sandbox: what a sandbox lacks."""
_FROM_FILE = re.compile(r" \(/[^()]*\)$")


def message_of(error: BaseException) -> str:
    """The message of an error, reworded if Python's own message does not help, without the grader's own paths."""
    message = _refused(error) or _message_of(error)
    if isinstance(error, ImportError):
        message = _FROM_FILE.sub("", message)
    return _without_places(message)


def _refused(error: BaseException) -> str:
    """What the sandbox lacks, if a module that needs it raised the error; otherwise empty."""
    if not isinstance(error, OSError | EOFError | ZeroDivisionError):
        return ""
    frames = traceback.extract_tb(error.__traceback__)
    library = os.path.dirname(os.__file__)
    for frame in reversed(frames):
        if not frame.filename.startswith(library):
            return ""
        name = os.path.relpath(frame.filename, library).partition(os.sep)[0].removesuffix(".py")
        if name in OFF:
            return OFF[name]
    return ""


def _message_of(error: BaseException) -> str:
    message = str(error)
    if isinstance(error, SystemExit):
        return f"the code ended the program (exit code {error.code!r})"
    if isinstance(error, SyntaxError):
        return str(error.msg)
    if isinstance(error, ModuleNotFoundError) and error.name and message.startswith("No module named"):
        return _not_installed(error.name)
    if isinstance(error, ImportError | AttributeError) and (found := _LACKED.match(message)):
        return _not_in_numpy(next(filter(None, found.groups()))) or message
    if isinstance(error, ImportError | AttributeError) and (found := _LACKED_BY_SCIPY.match(message)):
        name = next(filter(None, found.groups()))
        return f"scipy.{name} was removed from SciPy; write np.{name}" if hasattr(np, name) else message
    if isinstance(error, TypeError) and _OLD_ARGUMENT.search(message):
        return f"{message}, which was removed from SciPy; write subset_by_index=[first, last]"
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return f"there is no file {os.fspath(error.filename)!r} here"
    if type(error) is EOFError and "EOF when reading a line" in message:
        return "nobody is here to answer input()"
    if isinstance(error, AttributeError) and isinstance(error.obj, np.ndarray) and error.name in _OF_ARRAYS:
        return f"arrays have no .{error.name} since NumPy 2; write {_OF_ARRAYS[error.name]}"
    if isinstance(error, NameError) and error.name in _MOVED:
        return f"{message} (it is Python 2's; write {_MOVED[error.name]})"
    if isinstance(error, NameError) and error.name in _STARRED:
        return f"{message} ({_not_in_numpy(error.name)})"
    return message


def _without_places(message: str) -> str:
    """A message without the folders of this installation, which mean nothing to a student."""
    above = (os.path.dirname(os.path.dirname(path)) for path in (sys.executable or "", np.__file__))
    for folder in sorted({sys.prefix, sys.base_prefix, *above}, key=len, reverse=True):
        if len(folder) > 1:
            message = message.replace(f"{folder}/", "").replace(folder, "")
    return message


def _not_installed(name: str) -> str:
    root = name.partition(".")[0]
    try:
        there = root != name and find_spec(root) is not None
    except (ImportError, ValueError):
        there = False
    return f"there is no {name} in the {root} that is installed here" if there else f"{name} is not installed here"


def _not_in_numpy(name: str) -> str:
    if name not in _REPLACED:
        return ""
    version, new = _REPLACED[name]
    return f"np.{name} was removed in NumPy {version}; write {new}"


def described(error: BaseException, filename: str, hints: Mapping[str, str], place: Callable[[int], str]) -> bytes:
    """An error encoded for the judge.

    filename: the submission's own file. hints: messages for unbound names. place: describes the position of a line.
    """
    message = message_of(error)
    if isinstance(error, NameError) and error.name and error.name in hints and error.name not in _MOVED:
        message = f"{message}; {hints[error.name]}"
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(_OWN_FRAMES)
    ]
    own = [frame for frame in frames if not frame.filename.startswith("<") and not os.path.isabs(frame.filename)]
    line = next((frame.lineno or 0 for frame in reversed(own) if frame.filename == filename), 0)
    if isinstance(error, SyntaxError):
        line = (error.lineno or 0) if error.filename in (None, filename) else line
    elif own and own[-1].filename != filename:
        message = f"{message} (in {own[-1].filename}, line {own[-1].lineno})"
    # library frames do not help a student, and an endless recursion repeats one frame a thousand times
    kept = own or [frame for frame in frames if not os.path.isabs(frame.filename)]
    trace = "".join(map(_line_of_trace(filename, place), kept[:6] + (kept[-6:] if len(kept) > 12 else kept[6:])))
    return pack_error(kind_of(error), line, message, trace)


def _line_of_trace(filename: str, place: Callable[[int], str]) -> Callable[[traceback.FrameSummary], str]:
    def told(frame: traceback.FrameSummary) -> str:
        text: str = traceback.format_list([frame])[0]
        return text.replace(f", line {frame.lineno},", f", {place(frame.lineno or 0)},", 1)

    return lambda frame: told(frame) if frame.filename == filename else traceback.format_list([frame])[0]


def kind_of(error: BaseException) -> str:
    """The name of an error's class; MemoryError for its subclasses."""
    return "MemoryError" if isinstance(error, MemoryError) else type(error).__name__  # NumPy has a subclass


def line_describer(starts: list[int]) -> Callable[[int], str]:
    """A function that describes the position of a line in a file, or in cells that start on these lines."""

    def place(line: int) -> str:
        number = bisect.bisect_right(starts, line)
        return f"cell {number}, line {line - starts[number - 1] + 1}" if number else f"line {line}"

    return place


def packed(error: BaseException, filename: str, hints: Mapping[str, str], place: Callable[[int], str]) -> bytes:
    """An error encoded for the judge, even if its `__str__` raises."""
    try:
        return described(error, filename, hints, place)
    except BaseException:
        return pack_error(type(error).__name__, 0, "the error cannot be printed", "")
