"""What submissions may import besides the standard library and numpy: the packages that an assignment names.

They are taken from an environment made for the assignment, or from where pcaproofs itself is installed.
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
"""Of packages whose own import loads little of them: what submissions import most."""


class PackageError(RuntimeError):
    """Packages that are missing, or that cannot be installed; one line."""


@dataclass(frozen=True)
class Environment:
    """What the workers of a pool let submissions import."""

    folders: tuple[str, ...] = ()
    """Folders of packages; where there are none, those of pcaproofs itself."""
    preload: tuple[str, ...] = ()
    """Modules that are imported once, before any submission runs."""
    forbidden: tuple[str, ...] = ()
    """Packages that cannot be imported."""
    wanted: tuple[str, ...] = ()
    """Modules that are imported once as well where they are there."""

    def without(self, module: str) -> "Environment":
        """This without importing a module's package in advance."""
        root = module.partition(".")[0]
        preload, wanted = (
            tuple(name for name in names if name.partition(".")[0] != root) for names in (self.preload, self.wanted)
        )
        return replace(self, preload=preload, wanted=wanted)


def environment_of(assignment: Assignment) -> Environment:
    """What submissions to an assignment may import; raises PackageError where a package is missing."""
    return _environment(assignment.environment, assignment.packages, assignment.forbidden_imports)


def environment_for(packages: tuple[str, ...]) -> Environment:
    """What a solution may import that needs some packages; raises PackageError where one is missing."""
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
    """The packages that submissions may import, with their versions, as far as results depend on them."""
    return _versions(assignment.environment, assignment.packages)


@functools.lru_cache(maxsize=8)
def _versions(folder: str, packages: tuple[str, ...]) -> tuple[str, ...]:
    if not packages and not folder:
        return ()
    folders = package_folders(folder) if folder else ()
    names = {_normal(name) for name in packages}
    return tuple(sorted(f"{name}=={each.version}" for name, each in _installed(folders) if folders or name in names))


def make(assignment: Assignment, folder: Path) -> None:
    """Make an environment with an assignment's packages and numpy in a folder; raises PackageError."""
    if folder.exists() and any(folder.iterdir()) and not (folder / "pyvenv.cfg").exists():
        raise PackageError(f"got {folder}, which holds other things, but should be new or an environment")
    python = str(folder / "bin" / "python")
    shared = find_spec("pip") is not None  # else one is installed there, which takes longer
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
    """Where an environment keeps its packages; raises PackageError for one that cannot be used."""
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
    """The packages in some folders, or in the grader's own, by normal name."""
    for distribution in Distribution.discover(path=list(folders) if folders else sys.path):
        with contextlib.suppress(KeyError, TypeError):
            yield _normal(distribution.metadata["Name"]), distribution


def _normal(requirement: str) -> str:
    """The name in a requirement as PEP 503 compares it."""
    name = re.match(r"[\w.-]+", requirement)
    return re.sub(r"[-_.]+", "-", name[0]).lower() if name else ""


def _is_fit(requirement: str, version: str) -> bool:
    from packaging.requirements import Requirement

    return Requirement(requirement).specifier.contains(version, prereleases=True)


def _modules(distribution: Distribution) -> list[str]:
    """What a package lets one import, with what is used most of it."""
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
