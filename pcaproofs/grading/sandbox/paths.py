"""Paths that a submission's process may read: standard library, packages, shared libraries; never this package."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

import pcaproofs

_SYSTEM_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache")


def packages(folders: Sequence[str] = ()) -> list[str]:
    """Folders from which submissions import packages: the given ones, or those of this environment."""
    own = [str(Path(np.__file__).parents[1]), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    return [path for path in dict.fromkeys(folders or own) if os.path.isdir(path)]


def readable(folders: Sequence[str] = ()) -> list[str]:
    """All paths that the interpreter has to read: standard library, packages, shared libraries of the system."""
    own = [os.path.join(sys.base_prefix, name) for name in ("lib", "lib64")]
    stdlib = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    every = [*own, *stdlib, *packages(folders), *_SYSTEM_LIBRARIES]
    return [path for path in dict.fromkeys(every) if os.path.exists(path)]


def places_of(names: Iterable[str], folders: Sequence[str] = ()) -> list[str]:
    """Paths of installed packages: folders, or files of Python or machine code."""
    wanted = set(names)
    entries = (entry for folder in packages(folders) for entry in sorted(Path(folder).iterdir())) if wanted else ()
    return [str(entry.resolve()) for entry in entries if entry.name.split(".")[0] in wanted and _is_code(entry)]


def names_in(folders: Sequence[str] = ()) -> frozenset[str]:
    """Top-level import names of the installed packages."""
    entries = (entry for folder in packages(folders) for entry in Path(folder).iterdir())
    return frozenset(entry.name.split(".")[0] for entry in entries if _is_code(entry))


def _is_code(entry: Path) -> bool:
    return entry.suffix in ("", ".py", ".so")  # excludes metadata such as name-1.0.dist-info


def hidden(folders: Sequence[str] = ()) -> list[str]:
    """Paths that stay unreadable inside a readable folder: this package and its copies.

    They contain the right answers.
    """
    own = Path(pcaproofs.__file__).resolve().parent
    copies = [Path(folder, own.name).resolve() for folder in packages(folders)]
    return [str(path) for path in dict.fromkeys([own, *copies]) if path.is_dir()]
