"""The installed packages that a solution imports, to be imported once instead of in each of its processes."""

import importlib.metadata
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

_IMPORT = re.compile(r"""(?:^|["';])\s*(?:from\s+(\w+)[\w.]*\s+import\b|import\s+(\w[\w., ]*))""", re.MULTILINE)
_MOST_BYTES = 5 << 20


def packages_behind(modules: Iterable[str]) -> tuple[str, ...]:
    """The installed packages of modules, except the standard library and NumPy."""
    foreign = _foreign(modules)
    installed = _installed(_places()) if foreign else {}
    return tuple(dict.fromkeys(installed[module][0] for module in foreign if module in installed))


def modules_missing(modules: Iterable[str]) -> tuple[str, ...]:
    """The modules that are neither in the standard library nor in an installed package."""
    foreign = _foreign(modules)
    installed = _installed(_places()) if foreign else {}
    return tuple(module for module in foreign if module not in installed)


def _foreign(modules: Iterable[str]) -> list[str]:
    """The modules outside the standard library, without NumPy, which the grader itself needs."""
    return sorted(set(modules) - {"numpy"} - sys.stdlib_module_names)


def _places() -> tuple[tuple[str, int], ...]:
    """The folders in which packages are looked for, each with the time of its last change."""
    found = []
    for name in sys.path:
        try:
            found.append((name, Path(name or ".").stat().st_mtime_ns))
        except OSError:  # a folder that is not there
            found.append((name, 0))
    return tuple(found)


@lru_cache(maxsize=1)
def _installed(places: tuple[tuple[str, int], ...]) -> Mapping[str, Sequence[str]]:
    """The packages of each module: finding them reads the list of files of every package, which takes half a second."""
    return importlib.metadata.packages_distributions()


def packages_of(solution: Path) -> tuple[str, ...]:
    """The packages that a Python file or notebook seems to import, found without running or parsing it.

    Modules in its folder are not packages.
    """
    try:
        text = solution.read_bytes()[:_MOST_BYTES].decode("utf-8", "replace") if solution.is_file() else ""
    except OSError:
        return ()
    modules = set()
    for one, several in _IMPORT.findall(text):
        names = [one] if one else [part.split()[0] for part in several.split(",") if part.split()]
        modules |= {name.partition(".")[0] for name in names}
    return packages_behind(name for name in modules if not (solution.parent / f"{name}.py").exists())
