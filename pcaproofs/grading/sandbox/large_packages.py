"""Which large packages a submission imports, found with regular expressions, without parsing.

The worker imports them once before it runs the submission, since their import takes seconds and each run is a new
process. A package that is found by mistake, for example in a string, costs time and changes nothing else.
"""

import functools
import re
from collections.abc import Mapping
from pathlib import PurePosixPath

LARGE = frozenset({
    "PIL", "cv2", "h5py", "imageio", "jax", "keras", "matplotlib", "mlxtend", "mpl_toolkits",
    "networkx", "numba", "pandas", "plotly", "pylab", "scipy", "seaborn", "skimage", "sklearn", "statsmodels",
    "sympy", "tensorflow", "torch", "torchvision", "xgboost",
})  # fmt: skip
"""Packages whose import is slow and has no effect outside the package."""
_MOST = 40
"""Modules of one submission."""
_MOST_TEXT = 1 << 20
_IMPORT = re.compile(r"^[ \t]*import[ \t]+([^\n]{1,300})", re.MULTILINE)
_FROM = re.compile(
    r"^[ \t]*from[ \t]+([A-Za-z_][\w.]{0,99})[ \t]+import\b[ \t]*(\([^)]{0,1000}|[^\n]{0,300})", re.MULTILINE
)
_NAME = re.compile(r"[A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){0,3}(?![\w.])")
_AFTER_AS = re.compile(r"\bas[ \t]+\w+")
_NOT_PUBLIC = re.compile(r"\._|\.(?:conftest|setup|tests?|testing)(?:\.|$)")
_OWN_WAYS = re.compile(
    r"\bimportlib\b|\bmeta_path\b|\bsys\s*\.\s*(?:modules|path|argv)\b|\bbuiltins?\b|\benviron\b|\bputenv\b|\breload\b"
    r"|\bset_start_method\b|__import__(?!\([\"']numpy[\"']\))"
)
"""A submission that uses one of these can observe whether a package has been imported before.

Changes that the diagnosis tries import numpy where they need it; the worker must stay the same for them.
"""
_BACKEND = re.compile(r"\.\s*use\b|switch_backend|\brcParams\b")
_OF_BACKEND = frozenset({"matplotlib", "mpl_toolkits", "pylab", "seaborn"})


def modules_of(source: str, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Modules of large packages that a file and the Python files submitted with it import, in alphabetical order.

    Leaves out packages that share their name with a submitted file. Empty if the submission may depend on when the
    import happens.
    """
    texts = [source]
    texts += [data.decode("utf-8", "replace") for name, data in sorted(files.items()) if name.endswith(".py")]
    own = {PurePosixPath(name).parts[0].partition(".")[0] for name in files}
    found = [_modules(text[:_MOST_TEXT]) for text in texts]
    if any(each is None for each in found):
        return ()
    every = {name for each in found if each for name in each if name.partition(".")[0] not in own}
    return tuple(sorted(every)[:_MOST])


@functools.lru_cache(maxsize=64)
def _modules(text: str) -> frozenset[str] | None:
    """The modules that one text imports; None if it manipulates imports itself."""
    names: set[str] = set()
    for match in _IMPORT.finditer(text):
        names.update(_NAME.findall(_AFTER_AS.sub("", match[1].partition("#")[0])))
    for match in _FROM.finditer(text):
        names.add(match[1])
        parts = _AFTER_AS.sub("", match[2].partition("#")[0] if match[2][:1] != "(" else match[2])
        names.update(f"{match[1]}.{part}" for part in _NAME.findall(parts) if "." not in part)
    found = {name for name in names if name.partition(".")[0] in LARGE and not _NOT_PUBLIC.search(name)}
    if not found:
        return frozenset()
    if _OWN_WAYS.search(text):
        return None
    if _BACKEND.search(text):  # the backend must be chosen before pyplot is imported
        found = {name for name in found if name.partition(".")[0] not in _OF_BACKEND}
    return frozenset(found)
