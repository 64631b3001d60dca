"""Import of the other Python files of a submission."""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import types
from collections.abc import Sequence

from .loading import Loader
from .report import Clock, LoadReport


class SiblingImporter(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the Python files of a submission's folder, statement by statement like the submission itself."""

    def __init__(self, report: LoadReport, clock: Clock, side_effects: bool, roots: list[str]) -> None:
        self._report, self._clock, self._deeds, self._roots = report, clock, side_effects, roots
        self._here = os.getcwd()
        self._top = min(roots, key=len)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(fullname, self._roots if path is None else path)
        if spec is None or not isinstance(spec.loader, importlib.machinery.SourceFileLoader) or not spec.origin:
            return None
        if not spec.origin.startswith(self._top + os.sep):
            return None
        spec.loader = self
        return spec

    def exec_module(self, module: types.ModuleType) -> None:
        origin = module.__spec__.origin if module.__spec__ else None
        if origin is None:
            return
        with open(origin, "rb") as file:
            data = file.read()
        try:
            text = importlib.util.decode_source(data)
        except (SyntaxError, UnicodeError):
            text = data.decode("latin-1")
        name = os.path.relpath(origin, self._here)
        loader = Loader(module.__dict__, name, self._report, self._clock, main=False, side_effects=self._deeds)
        loader.load(text)
