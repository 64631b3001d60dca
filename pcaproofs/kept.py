"""Finished work that is kept for the next run, in signed files of the user's cache.

A record is JSON data under a name, the digest of all that the data rest on: what was given, and the program with its
libraries. It is signed with a key that only the user can read and that lies outside of the cache. A file that is
damaged, too large, signed with another key, or signed under another name is no record, and is replaced. So is a link or
a file of another user. Whoever reads a record still checks again what can be checked. All of this is a convenience:
without a folder, or if it cannot be written, nothing is kept.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from hmac import compare_digest
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from pcaproofs.files import write_atomically

T = TypeVar("T")

FORMAT = b"pcaproofs kept 1"
LARGEST = 50_000_000  # bytes of a file
MOST = 200_000_000  # bytes of all files; those that were not used for the longest time are removed
VARIABLE = "PCAPROOFS_CACHE_DIR"
KEY = "cache.key"
_BYTES = 32
_NAME = re.compile(r"\.?[0-9a-f]{32}\.kept(?:\.\w+)?")  # with a point: what a killed process has left
_LIBRARIES = {"sympy": "release.py", "numpy": "version.py", "mpmath": "__init__.py", "hypothesis": "version.py"}


def users_folder() -> Path | None:
    """The folder of the cache: $PCAPROOFS_CACHE_DIR, or in the user's cache; None if the user has no home."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    with suppress(RuntimeError):
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pcaproofs"
    return None


def digest(*parts: object) -> str:
    """The name of a record that rests on these parts: 32 hexadecimal digits."""
    return blake2b(repr(parts).encode(errors="surrogatepass"), digest_size=16).hexdigest()


@cache
def program() -> str:
    """A digest of the source code of this package, of Python, and of the libraries that it computes with."""
    out, root = blake2b(digest_size=16), os.path.dirname(os.path.abspath(__file__))
    for place, folders, names in os.walk(root):
        folders[:] = sorted(x for x in folders if x != "__pycache__")
        for name in sorted(x for x in names if x.endswith((".py", ".json"))):
            _add(out, os.path.join(place, name), len(root))
    for name, said in _LIBRARIES.items():
        found = find_spec(name)
        if found is not None and found.origin:
            _add(out, os.path.join(os.path.dirname(found.origin), said))
    out.update(repr((sys.version, sys.byteorder, sys.platform)).encode())
    if not os.path.isfile(os.path.join(root, "kernel.py")):  # without source code, nothing is the same program
        out.update(os.urandom(16))
    return out.hexdigest()


class OtherWorker(RuntimeError):  # noqa: N818
    """A process of another machine that has another program, or does not see the files of this one."""


def on_worker(program_here: str, folder: str, function: Callable[..., T], *arguments: Any) -> T:
    """What the function returns in that folder. Raises OtherWorker if it is not seen, or not by the same program."""
    if program() != program_here:
        raise OtherWorker("got a worker with another version of pcaproofs or of what it uses, but should be the same")
    try:
        os.chdir(folder)
    except OSError:
        raise OtherWorker(f"got a worker that has no {folder}, but should be one that sees the same files") from None
    return function(*arguments)


def _add(out: blake2b, path: str, shown: int = 0) -> None:
    with suppress(OSError), open(path, "rb") as file:
        content = file.read()
        out.update(f"{path[shown:]} {len(content)} ".encode(errors="surrogatepass") + content)


def read(folder: Path | None, name: str) -> Any:
    """The data of a record; None if there is no such record."""
    key = _key() if folder is not None else None
    if folder is None or key is None:
        return None
    path = _path(folder, name)
    try:
        content = _content(path, LARGEST)
        head, signature, body = content.split(b"\n", 2)
        if head != FORMAT or not compare_digest(signature, _signature(key, name, body)):
            return None
        data = json.loads(body)
    except (OSError, ValueError, MemoryError, RecursionError):
        return None
    with suppress(OSError):
        os.utime(path)
    return data


def write(folder: Path | None, name: str, data: Any) -> None:
    """Keeps a record, and removes the oldest ones where they are too many; does nothing if that is not possible."""
    key = _key(make=True) if folder is not None else None
    if folder is None or key is None:
        return
    body = json.dumps(data, ensure_ascii=True, separators=(",", ":")).encode()
    if len(body) > LARGEST // 2:
        return
    with suppress(OSError):
        write_atomically(_path(folder, name), b"\n".join((FORMAT, _signature(key, name, body), body)), mode=0o600)
        make_room(folder)


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name}.kept"


def _signature(key: bytes, name: str, body: bytes) -> bytes:
    return blake2b(b"%b %b " % (FORMAT, name.encode()) + body, key=key, digest_size=32).hexdigest().encode()


def _content(path: Path, largest: int, *, private: bool = False) -> bytes:
    """The bytes of a regular file of this user, no link. Raises OSError. private: nobody else may read it either."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid() or found.st_size > largest:
            raise OSError("got no file of this user")
        if private and found.st_mode & 0o077:
            raise OSError("got a key that others can read")
        return file.read(largest + 1)


def key_file() -> Path | None:
    """The file of the key, in the user's state folder; None if the user has no home."""
    with suppress(RuntimeError):
        state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        return Path(state, "pcaproofs", KEY)
    return None


def _key(*, make: bool = False) -> bytes | None:
    """The key that signs records; None if there is none that only this user can read. make: it is made if needed."""
    if (path := key_file()) is None or not hasattr(os, "geteuid"):  # where files have no owner nothing is kept
        return None
    try:
        if make and not os.path.lexists(path):
            _make_key(path)
        key = _content(path, _BYTES, private=True)
    except OSError:
        return None
    return key if len(key) == _BYTES else None


def _make_key(path: Path) -> None:
    import secrets

    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(secrets.token_bytes(_BYTES))
        with suppress(FileExistsError):  # of several processes that start at once, one makes the key
            os.link(new, path)
    finally:
        with suppress(OSError):
            new.unlink()


def files_in(folder: Path) -> Iterator[tuple[int, int, Path]]:
    """The time of the last use, the size and the path of each file of ours in a folder, which may have others."""
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            if _NAME.fullmatch(path.name):
                with suppress(OSError):
                    found = path.lstat()
                    if not stat.S_ISDIR(found.st_mode):
                        yield found.st_mtime_ns, found.st_size, path


def make_room(folder: Path) -> None:
    """Removes the files that were not used for the longest time, until the others are small enough."""
    total = 0
    for _, size, path in sorted(files_in(folder), reverse=True):
        total += size
        if total > MOST:
            with suppress(OSError):
                path.unlink()


def clear(folder: Path) -> None:
    """Removes all files of ours. Raises OSError."""
    for _, _, path in list(files_in(folder)):
        path.unlink(missing_ok=True)
