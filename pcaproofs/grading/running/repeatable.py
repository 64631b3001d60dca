"""Whether a program gives the same results each time, so that equal submissions of a class need one run.

The answer errs towards no. It comes from the words of the text alone: a student's file is never parsed here.
"""

import re
import unicodedata

from pcaproofs.grading.submission.code import Code

_LONGEST = 100_000  # characters of a text
_NAMES = r"\w+(?: as \w+)?(?:, *\w+(?: as \w+)?)*"
_IMPORTS = re.compile(
    r"^[ \t]*(?:import (?:numpy|numpy\.linalg|scipy\.linalg|math)(?: as \w+)?"
    rf"|from (?:numpy|numpy\.linalg|scipy|scipy\.linalg|math) import {_NAMES})[ \t]*(?:#.*)?$",
    re.MULTILINE,
)
# What differs from run to run: random numbers, the clock, memory, addresses, hashes of texts; and what can reach these.
_VARYING = {
    *("random", "rand", "randn", "randint", "shuffle", "choice", "datetime64", "busday_count", "empty", "empty_like"),
    *(
        "id",
        "hash",
        "set",
        "frozenset",
        "object",
        "repr",
        "open",
        "input",
        "eval",
        "exec",
        "compile",
        "getattr",
        "vars",
    ),
    *("dir", "globals", "locals", "memoryview", "breakpoint", "load", "fromfile", "memmap", "ctypeslib", "testing"),
    *("sys", "os", "time", "datetime", "builtins", "inspect", "gc", "ctypes", "threading", "warnings"),
    *("ndarray", "lib", "f2py", "asarray_chkfinite", "rec", "core", "as_strided"),
}


def is_repeatable(code: Code) -> bool:
    """Whether no file of the code has a word for what may differ from run to run."""
    try:
        texts = [code.prelude, code.source.text, *(data.decode() for data in code.files.values())]
    except UnicodeDecodeError:
        return False
    return all(map(_is_fixed, texts))


def _is_fixed(text: str) -> bool:
    if len(text) > _LONGEST:
        return False
    text = unicodedata.normalize("NFKC", text)  # as Python reads names
    words = re.findall(r"\w+", text)
    few_imports = words.count("import") == len(_IMPORTS.findall(text))
    return few_imports and "{" not in text and not any(x in _VARYING or x.startswith("__") for x in words)
