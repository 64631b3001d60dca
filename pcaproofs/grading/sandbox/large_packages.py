"""Which large packages a submission imports, read off its text without parsing it.

The worker imports them once, before it runs the submission: their import takes seconds, and each run is a process of
its own. What is named in vain costs time and changes nothing else, so a word in a string does no harm.
"""

import functools
import re
from collections.abc import Mapping
from pathlib import PurePosixPath

LARGE = frozenset({
    "IPython", "PIL", "cv2", "h5py", "imageio", "jax", "keras", "matplotlib", "mlxtend", "mpl_toolkits",
    "networkx", "numba", "pandas", "plotly", "pylab", "scipy", "seaborn", "skimage", "sklearn", "statsmodels",
    "sympy", "tensorflow", "torch", "torchvision", "xgboost",
})  # fmt: skip
"""Packages whose import takes long and has no effect but on the package itself."""
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
    r"|\bset_start_method\b|__import__"
)
"""A submission that says one of these may see whether a package has been imported before."""
_BACKEND = re.compile(r"\.\s*use\b|switch_backend|\brcParams\b")
_OF_BACKEND = frozenset({"matplotlib", "mpl_toolkits", "pylab", "seaborn"})


def modules_of(source: str, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """The modules of large packages that a file and the Python files beside it import, in order of their names.

    None of a package that has the name of a file beside; none where the import may have to come at its own time.
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
    """The modules that one text names; None where it has ways of its own with imports."""
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
    if _BACKEND.search(text):  # to be chosen before pyplot is imported
        found = {name for name in found if name.partition(".")[0] not in _OF_BACKEND}
    return frozenset(found)
