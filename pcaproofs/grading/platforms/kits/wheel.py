"""A wheel of this package, built from its installation, since kits need the package and no index has it.

The format is that of PEP 427 and the "Binary distribution format" of packaging.python.org. Needs no network and no
build tool; the same installation gives the same bytes.
"""

import base64
import hashlib
from importlib import metadata
from pathlib import Path

import pcaproofs
from pcaproofs.grading.results.store import zipped

_TAG = "py3-none-any"
_NOT_COPIED = ("RECORD", "WHEEL", "INSTALLER", "REQUESTED", "direct_url.json")
"""Files that an installer writes, or that are made anew here."""
_WHEEL = f"Wheel-Version: 1.0\nGenerator: pcaproofs\nRoot-Is-Purelib: true\nTag: {_TAG}\n"
_OUTSIDE = {"derivations": "pcaproofs/_derivations"}
"""Folders outside the package in a source tree, with their path in the wheel."""


class WheelError(RuntimeError):
    """The package is not installed, so its files are unknown."""


def wheel() -> tuple[str, bytes]:
    """The wheel's file name and its bytes; raises WheelError if this package is not installed."""
    try:
        found = metadata.distribution("pcaproofs")
    except metadata.PackageNotFoundError:
        raise WheelError("got a package without its metadata, but should be installed: pip install pcaproofs") from None
    stem = f"pcaproofs-{found.version}"
    files = _package()
    for path in found.files or ():
        if path.parts[0].endswith(".dist-info") and path.name not in _NOT_COPIED:
            files[path.as_posix()] = Path(str(path.locate())).read_bytes()
    files[f"{stem}.dist-info/WHEEL"] = _WHEEL.encode()
    record = f"{stem}.dist-info/RECORD"
    files[record] = "".join([*map(_row, sorted(files), map(files.get, sorted(files))), f"{record},,\n"]).encode()
    in_order = dict(sorted(files.items(), key=lambda item: (".dist-info/" in item[0], item[0])))
    return f"{stem}-{_TAG}.whl", zipped(in_order)


def _package() -> dict[str, bytes]:
    package = Path(pcaproofs.__file__).parent
    files = _below(package, "pcaproofs")
    for folder, place in _OUTSIDE.items():
        if not (package.parent / place).is_dir() and (package.parent / folder).is_dir():
            files |= _below(package.parent / folder, place)
    return files


def _below(folder: Path, place: str) -> dict[str, bytes]:
    return {
        f"{place}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in path.relative_to(folder).parts)
    }


def _row(name: str, content: bytes | None) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content or b"").digest()).decode().rstrip("=")
    return f"{name},sha256={digest},{len(content or b'')}\n"
