"""The installed packages that a solution imports, to be imported once instead of in each of its processes."""

import importlib.metadata
import re
import sys
from collections.abc import Iterable
from pathlib import Path

_IMPORT = re.compile(r"""(?:^|["';])\s*(?:from\s+(\w+)[\w.]*\s+import\b|import\s+(\w[\w., ]*))""", re.MULTILINE)
_MOST_BYTES = 5 << 20


def packages_behind(modules: Iterable[str]) -> tuple[str, ...]:
    """The installed packages of modules, except the standard library and NumPy."""
    foreign = sorted(set(modules) - {"numpy"} - sys.stdlib_module_names)
    installed = importlib.metadata.packages_distributions() if foreign else {}
    return tuple(dict.fromkeys(installed[module][0] for module in foreign if module in installed))


def modules_missing(modules: Iterable[str]) -> tuple[str, ...]:
    """The modules that are neither in the standard library nor in an installed package."""
    foreign = sorted(set(modules) - sys.stdlib_module_names)
    installed = importlib.metadata.packages_distributions() if foreign else {}
    return tuple(module for module in foreign if module not in installed)


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
