"""The key that signs stored results, so that students cannot forge a result file.

It lies outside of every graded folder: in the file named by `--key` or `$PCAPROOFS_KEY`, or else in the state folder of
the user (`pcaproofs/grading.key` in `$XDG_STATE_HOME` or `~/.local/state`). It is created when first needed. Graders on
several machines that share results need the same key file.
"""

import functools
import hashlib
import hmac
import os
import secrets
from pathlib import Path

_BYTES = 32
VARIABLE = "PCAPROOFS_KEY"


class SealError(OSError):
    """The key file cannot be used."""


_named: list[Path] = []


def use(path: Path | None) -> None:
    """Use a key file from now on; None: the default one."""
    _named[:] = [path.absolute()] if path else []


def key_file() -> Path:
    """The path of the key file."""
    if _named:
        return _named[0]
    if named := os.environ.get(VARIABLE):
        return Path(named)
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state, "pcaproofs", "grading.key")


def signature(text: bytes) -> str:
    """The HMAC-SHA-256 of a text as hexadecimal digits; raises SealError."""
    return hmac.new(_key(key_file()), text, hashlib.sha256).hexdigest()


def fits(text: bytes, given: object) -> bool:
    """Whether a signature belongs to a text; raises SealError."""
    return isinstance(given, str) and hmac.compare_digest(signature(text).encode(), given.encode("utf-8", "replace"))


def is_kept() -> bool:
    """Whether the key is stored; otherwise results signed now will not be accepted later."""
    return _key(key_file()) not in _passing


_passing: list[bytes] = []


@functools.cache
def _key(path: Path) -> bytes:
    try:
        key = path.read_bytes() if path.exists() else _made(path)
    except OSError as error:
        if _named or os.environ.get(VARIABLE):
            raise SealError(error.errno, f"no key for results: {error.strerror or error}", str(path)) from None
        _passing.append(key := secrets.token_bytes(_BYTES))  # no state folder, as in many containers
    if len(key) < _BYTES:
        raise SealError(None, f"no key for results: got {len(key)} bytes, but should be {_BYTES} or more", str(path))
    return key


def _made(path: Path) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(secrets.token_bytes(_BYTES))
    try:
        os.link(new, path)  # if several graders start at once, one of them creates the key
    except FileExistsError:
        pass
    finally:
        new.unlink()
    return path.read_bytes()
