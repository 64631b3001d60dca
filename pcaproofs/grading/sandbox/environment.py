"""Which packages submissions may import besides the standard library and NumPy: those that an assignment names.

They come from an environment made for the assignment, or from the environment in which pcaproofs is installed.
"""

import contextlib
import functools
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import Distribution
from importlib.util import find_spec
from pathlib import Path

from pcaproofs.grading.assignment.model import Assignment

_SUBMODULES = {
    "matplotlib": ("matplotlib.pyplot",),
    "scipy": ("scipy.linalg", "scipy.sparse.linalg", "scipy.optimize", "scipy.spatial", "scipy.stats"),
    "sklearn": ("sklearn.decomposition", "sklearn.preprocessing", "sklearn.datasets"),
}
"""Submodules to import in advance, for packages whose top-level import loads few of them."""


class PackageError(RuntimeError):
    """A package is missing or cannot be installed; the message is one line."""


@dataclass(frozen=True)
class Environment:
    """Which packages the workers of a pool offer to submissions."""

    folders: tuple[str, ...] = ()
    """Folders with packages; if empty, those of pcaproofs' own environment."""
    preload: tuple[str, ...] = ()
    """Modules imported in each fork server, before any submission runs."""
    forbidden: tuple[str, ...] = ()
    """Packages that submissions may not import."""
    wanted: tuple[str, ...] = ()
    """Modules that are imported in advance as well, if installed."""

    def without(self, module: str) -> "Environment":
        """The environment without advance import of the package that a module belongs to."""
        root = module.partition(".")[0]
        preload, wanted = (
            tuple(name for name in names if name.partition(".")[0] != root) for names in (self.preload, self.wanted)
        )
        return replace(self, preload=preload, wanted=wanted)


def environment_of(assignment: Assignment) -> Environment:
    """The environment for submissions to an assignment; raises PackageError if a package is missing."""
    return _environment(assignment.environment, assignment.packages, assignment.forbidden_imports)


def environment_for(packages: tuple[str, ...]) -> Environment:
    """The environment for a solution that needs some packages; raises PackageError if one is missing."""
    return _environment("", packages, ())


@functools.lru_cache(maxsize=8)
def _environment(folder: str, packages: tuple[str, ...], forbidden: tuple[str, ...]) -> Environment:
    folders = package_folders(folder) if folder else ()
    found = dict(_installed(folders)) if packages else {}
    preload: list[str] = []
    for name in packages:
        distribution = found.get(_normal(name))
        if distribution is None or not _is_fit(name, distribution.version):
            there = distribution.version if distribution else "none"
            raise PackageError(
                f"got version {there} of what the assignment's packages name, but should be {name}: install it with "
                "pcaproofs assignment environment TOML -o DIR, and grade with --environment DIR"
            )
        preload += _modules(distribution)
    return Environment(folders, tuple(preload), forbidden)


def versions(assignment: Assignment) -> tuple[str, ...]:
    """The importable packages as `name==version`, as far as results depend on them."""
    return _versions(assignment.environment, assignment.packages)


@functools.lru_cache(maxsize=8)
def _versions(folder: str, packages: tuple[str, ...]) -> tuple[str, ...]:
    if not packages and not folder:
        return ()
    folders = package_folders(folder) if folder else ()
    names = {_normal(name) for name in packages}
    return tuple(sorted(f"{name}=={each.version}" for name, each in _installed(folders) if folders or name in names))


def make(assignment: Assignment, folder: Path) -> None:
    """Create an environment in a folder, with NumPy and an assignment's packages; raises PackageError."""
    if folder.exists() and any(folder.iterdir()) and not (folder / "pyvenv.cfg").exists():
        raise PackageError(f"got {folder}, which holds other things, but should be new or an environment")
    python = str(folder / "bin" / "python")
    shared = find_spec("pip") is not None  # otherwise pip is installed there, which takes longer
    pip = [sys.executable, "-m", "pip", "--python", python] if shared else [python, "-m", "pip"]
    for command in (
        [sys.executable, "-m", "venv", *(["--without-pip"] if shared else []), str(folder)],
        [*pip, "install", "--quiet", "--disable-pip-version-check", "numpy", *assignment.packages],
    ):
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode:
            lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
            why = lines[-1] if lines else " ".join(command)
            raise PackageError(f"cannot install {', '.join(['numpy', *assignment.packages])}: {why}")


def package_folders(folder: str | Path) -> tuple[str, ...]:
    """Folders of an environment's packages; raises PackageError if it cannot be used."""
    place = Path(folder)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = [
        place / name / f"python{version}" / "site-packages"
        for name in ("lib", "lib64")
        if (place / name / f"python{version}" / "site-packages" / "numpy").is_dir()
    ]
    if not found:
        raise PackageError(
            f"got {folder}, but should be an environment with numpy for Python {version}: "
            "pcaproofs assignment environment TOML -o DIR"
        )
    return tuple(dict.fromkeys(os.path.realpath(each) for each in found))


def _installed(folders: Sequence[str]) -> Iterator[tuple[str, Distribution]]:
    """Normalised names and distributions of the packages in some folders, or in the grader's own."""
    for distribution in Distribution.discover(path=list(folders) if folders else sys.path):
        with contextlib.suppress(KeyError, TypeError):
            yield _normal(distribution.metadata["Name"]), distribution


def _normal(requirement: str) -> str:
    """The name in a requirement, normalised as PEP 503 says."""
    name = re.match(r"[\w.-]+", requirement)
    return re.sub(r"[-_.]+", "-", name[0]).lower() if name else ""


def _is_fit(requirement: str, version: str) -> bool:
    from packaging.requirements import Requirement

    return Requirement(requirement).specifier.contains(version, prereleases=True)


def _modules(distribution: Distribution) -> list[str]:
    """Modules of a package to import in advance, with its most used submodules."""
    names: dict[str, None] = {}
    for file in distribution.files or ():
        first = file.parts[0]
        if len(file.parts) > 1 and file.parts[1] == "__init__.py":
            names[first] = None
        elif len(file.parts) == 1 and first.endswith((".py", ".so")):
            names[first.partition(".")[0]] = None
    public = [name for name in names if name.isidentifier() and not name.startswith("_")]
    own = _normal(distribution.metadata["Name"]).replace("-", "_")
    chosen = [name for name in public if name.lower() == own] or public
    return [module for name in chosen for module in (name, *_SUBMODULES.get(name, ()))]
