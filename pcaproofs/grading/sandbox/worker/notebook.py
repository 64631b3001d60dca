"""The names that a notebook's kernel defines, without a kernel: what shows something does nothing."""

import importlib
import importlib.abc
import importlib.machinery
import os
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

_WRITES = ("file", "writefile")


class Nothing:
    """Accepts any use as a function, object or base class, and does nothing."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def __call__(self, *_: object, **__: object) -> "Nothing":
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __getitem__(self, key: object) -> "Nothing":
        return self

    def __iter__(self) -> Iterator[object]:
        return iter(())

    def __enter__(self) -> "Nothing":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __repr__(self) -> str:
        return ""


def display(*_: object, **__: object) -> None:
    """Show nothing: there is no screen."""


class Shell(Nothing):
    """What `get_ipython()` gives: it writes and runs files; all other commands do nothing."""

    def __init__(self, run: Callable[[str, str], None]) -> None:
        """run: runs a text, from a file of this name, in the notebook's namespace."""
        self._run = run

    def run_line_magic(self, name: str, line: str, *_: object) -> None:
        words = [word for word in line.split() if not word.startswith("-")]
        if name == "run" and words:
            path = words[0].strip("'\"")
            path = path if os.path.exists(path) else f"{path}.py"
            with open(path, encoding="utf-8", errors="replace") as file:
                self._run(file.read(), path)

    def magic(self, text: str) -> None:
        name, _, line = text.partition(" ")
        self.run_line_magic(name, line)

    def run_cell_magic(self, name: str, line: str, cell: str) -> None:
        words = line.split()
        if name in _WRITES and words:
            path = words[-1].strip("'\"")
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            with open(path, "a" if words[0] == "-a" else "w", encoding="utf-8") as file:
                file.write(cell)


def names(run: Callable[[str, str], None]) -> dict[str, Any]:
    """The names of a kernel by name; the shell's `run` as in `Shell`."""
    shell = Shell(run)
    return {"display": display, "get_ipython": lambda: shell, "In": [""], "Out": {}, "_": "", "__": "", "___": ""}


class Stubs(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Modules of IPython: all that they hold does nothing."""

    def __init__(self, known: dict[str, Any]) -> None:
        self._known = known

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[0] != "IPython":
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def exec_module(self, module: types.ModuleType) -> None:
        known = self._known

        def attribute(name: str) -> Any:
            if name.startswith("__") and name.endswith("__"):
                raise AttributeError(name)
            if module.__name__ == "IPython" and name in ("core", "display", "lib"):
                return importlib.import_module(f"IPython.{name}")
            return known.get(name, Nothing)

        module.__dict__["version_info"] = (9, 0, 0, "")  # matplotlib and others compare it

        module.__dict__["__getattr__"] = attribute
