"""What the process of a submission may read: the standard library, packages, shared libraries, never this package."""

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
    """The folders that submissions may import from, besides the standard library: some, or our own."""
    own = [str(Path(np.__file__).parents[1]), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    return [path for path in dict.fromkeys(folders or own) if os.path.isdir(path)]


def readable(folders: Sequence[str] = ()) -> list[str]:
    """What an interpreter needs to read: its library, the packages, the system's shared libraries."""
    own = [os.path.join(sys.base_prefix, name) for name in ("lib", "lib64")]
    stdlib = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    every = [*own, *stdlib, *packages(folders), *_SYSTEM_LIBRARIES]
    return [path for path in dict.fromkeys(every) if os.path.exists(path)]


def places_of(names: Iterable[str], folders: Sequence[str] = ()) -> list[str]:
    """Where installed packages lie: a folder, or a file of Python or of machine code."""
    wanted = set(names)
    entries = (entry for folder in packages(folders) for entry in sorted(Path(folder).iterdir())) if wanted else ()
    return [str(entry.resolve()) for entry in entries if entry.name.split(".")[0] in wanted and _is_code(entry)]


def names_in(folders: Sequence[str] = ()) -> frozenset[str]:
    """The names under which installed packages are imported."""
    entries = (entry for folder in packages(folders) for entry in Path(folder).iterdir())
    return frozenset(entry.name.split(".")[0] for entry in entries if _is_code(entry))


def _is_code(entry: Path) -> bool:
    return entry.suffix in ("", ".py", ".so")  # and no list of what is installed, such as name-1.0.dist-info


def hidden(folders: Sequence[str] = ()) -> list[str]:
    """What stays closed even inside a readable folder: this package and its copies, which know what is right."""
    own = Path(pcaproofs.__file__).resolve().parent
    copies = [Path(folder, own.name).resolve() for folder in packages(folders)]
    return [str(path) for path in dict.fromkeys([own, *copies]) if path.is_dir()]
