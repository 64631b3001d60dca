"""One place lists what exists in grading, and each entry has all of its parts: formats, platforms."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from pcaproofs.cli import grading, kits
from pcaproofs.grading.platforms import formats
from pcaproofs.grading.platforms import kits as all_kits

GUIDE = (Path(__file__).parents[2] / "docs" / "grading.md").read_text(encoding="utf-8")


def files_of(package: ModuleType) -> list[str]:
    return [found.name for found in pkgutil.iter_modules(package.__path__)]


@pytest.mark.parametrize("file", files_of(formats))
def test_every_writer_of_results_is_listed(file: str) -> None:
    module = import_module(f"{formats.__name__}.{file}")
    writers = [
        function
        for name, function in vars(module).items()
        if inspect.isfunction(function) and function.__module__ == module.__name__ and not name.startswith("_")
        if [*inspect.signature(function).parameters] == ["results", "assignment"]
    ]
    assert writers, "a writer is a function of results and assignment"
    assert [writer.__name__ for writer in writers if writer not in formats.FORMATS.values()] == []


@pytest.mark.parametrize("name", formats.FORMATS)
def test_a_format_of_results_has_all_of_its_parts(name: str) -> None:
    missing = {
        "its name in FORMATS of cli/grading.py": name not in grading.FORMATS,
        "its name in docs/grading.md": f"`{name}`" not in GUIDE and f"--format {name}" not in GUIDE,
    }
    assert [part for part, lacks in missing.items() if lacks] == []


@pytest.mark.parametrize("file", [x for x in files_of(all_kits) if x not in ("kit", "wheel")])
def test_every_file_of_a_platform_is_listed(file: str) -> None:
    platform = import_module(f"{all_kits.__name__}.{file}").PLATFORM
    missing = {
        "its entry in PLATFORMS of platforms/kits/__init__.py": all_kits.PLATFORMS.get(file) is not platform,
        "its name in PLATFORMS of cli/kits.py": file not in kits.PLATFORMS,
        "its description in docs/grading.md": f"--for {file}" not in GUIDE,
    }
    assert [part for part, lacks in missing.items() if lacks] == []
