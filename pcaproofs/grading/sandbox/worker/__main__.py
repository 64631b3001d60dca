"""Start the fork server: `python -c THIS CONTROL_FD`.

The judge sends one line of JSON: the configuration and this package.

The package is sent as text instead of a path, so that a submission finds no folder of the judge in its own process, and
pcaproofs is neither imported nor importable.
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
    """Imports this package's modules from their source texts."""

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
    """Serve until the judge closes the connection; true in a child, which has a job to run."""
    config = json.loads(_read_line(control))
    sys.path += config["packages"]
    finder = _Texts(config.pop("modules"))
    sys.meta_path.insert(0, finder)
    fork_server = importlib.import_module(f"{_NAME}.fork_server")
    sys.meta_path.remove(finder)
    is_child: bool = fork_server.main(control, config)
    return is_child


def _main() -> None:
    control = int(sys.argv[1])
    del sys.argv[1:], sys.orig_argv[1:]
    # the child starts from here, so that no frame below holds the judge's configuration
    if _serve(control):
        sys.modules[f"{_NAME}.student"].main()
    else:
        os._exit(0)  # a package that was imported may have left a thread, for which Python would wait


if __name__ == "__main__":
    _main()
