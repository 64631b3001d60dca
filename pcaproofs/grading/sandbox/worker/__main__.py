"""Start the zygote: `python -c THIS CONTROL_FD`; the judge sends a line of JSON with the settings and this package.

The package comes as text and not by its place, so that what a submission finds in its own process names no folder of
the judge's, and pcaproofs itself is neither imported nor importable.
"""

import importlib.abc
import importlib.util
import json
import os
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_NAME = "pcaproofs_worker"


class _Texts(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports this package's modules from texts by their dotted names."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname not in self._texts:
            return None
        is_package = any(name.startswith(f"{fullname}.") for name in self._texts)
        return importlib.util.spec_from_loader(fullname, self, is_package=is_package)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._texts[module.__name__], f"<{module.__name__}>", "exec"), module.__dict__)


def _read_line(fd: int) -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        piece = os.read(fd, 65536)
        if not piece:
            raise SystemExit(1)
        line += piece
    return line


def _serve(control: int) -> bool:
    """Serve until the judge hangs up; whether this is a child that has a job to do."""
    config = json.loads(_read_line(control))
    sys.path += config["packages"]
    finder = _Texts(config.pop("modules"))
    sys.meta_path.insert(0, finder)
    zygote = importlib.import_module(f"{_NAME}.zygote")
    sys.meta_path.remove(finder)
    born: bool = zygote.main(control, config)
    return born


def _main() -> None:
    control = int(sys.argv[1])
    del sys.argv[1:], sys.orig_argv[1:]
    # the child works from here, below no frame in which the judge's settings stand
    if _serve(control):
        sys.modules[f"{_NAME}.student"].main()


if __name__ == "__main__":
    _main()
