"""Writing files whole or not at all; which copy of pcaproofs runs."""

from __future__ import annotations

import os
from pathlib import Path


def other_copy(folder: Path) -> str:
    """A sentence if the folder is in a checkout of pcaproofs, but another copy than that of the checkout runs."""
    here = Path(__file__).resolve().parent
    for root in (folder, *folder.parents):
        own = root / "pcaproofs"
        if (own / "kernel.py").is_file() and (root / "pyproject.toml").is_file():
            if own.resolve() == here:
                return ""
            said = f"the copy of pcaproofs that runs is {here}, not that of this folder, {own}"
            return f"{said}; pip install -e {root} changes it"
    return ""


def write_atomically(path: Path, content: bytes, mode: int = 0o644) -> None:
    """The whole file or none of it, whatever interrupts; folders are made as needed. Raises OSError."""
    import tempfile

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
