"""What is hidden inside a folder that may be read: every copy of this package, however the folder is named."""

from pathlib import Path

import pytest

from pcaproofs.grading.protocol import Job
from pcaproofs.grading.sandbox import paths
from pcaproofs.grading.sandbox.levels import LEVELS, probe
from pcaproofs.grading.sandbox.pool import Pool

CODE = """
import importlib, sys
def found(name):
    try:
        return bool(open(sys.path[-1] + "/" + name + "/__init__.py").read())
    except OSError:
        return False
def imported(name):
    try:
        return bool(importlib.import_module(name).here)
    except ImportError:
        return False
"""


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("level", [level for level in LEVELS if level in ("landlock", "namespaces", "full")])
def test_a_copy_among_the_packages_is_hidden(
    level: str, linked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the grader runs from a checkout and is installed as well, or where lib64 is a link to lib."""
    if level in probe().missing:
        pytest.skip(f"no {level} here")
    for name in ("pcaproofs", "other"):
        (tmp_path / "lib" / name).mkdir(parents=True)
        (tmp_path / "lib" / name / "__init__.py").write_text("here = True\n")
    (tmp_path / "lib64").symlink_to("lib")
    library = tmp_path / ("lib64" if linked else "lib")
    usual = paths.packages()
    monkeypatch.setattr(paths, "packages", lambda folders=(): [*usual, str(library)])
    assert str(tmp_path / "lib" / "pcaproofs") in paths.hidden()
    names = ("other", "pcaproofs")
    roles = {f"{act} {name}": f"{act}({name!r})" for act in ("imported", "found") for name in names}
    with Pool(level=level) as pool:
        outcome = pool.run(Job(source=CODE, call="", roles=roles))
    assert outcome.status == "ok", outcome
    got = {role: bool(value) for role, value in outcome.roles.items()}
    assert got == {role: role.endswith("other") for role in roles}
