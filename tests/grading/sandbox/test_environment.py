"""What an assignment lets submissions import: found, checked, imported once, and walled in like everything else."""

import importlib.util
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.grading.assignment import load, loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.batch import grade_all
from pcaproofs.grading.cells import points
from pcaproofs.grading.engine import fingerprint
from pcaproofs.grading.protocol import Job, Limits
from pcaproofs.grading.sandbox import environment, levels, paths
from pcaproofs.grading.sandbox.environment import (
    Environment,
    PackageError,
    environment_of,
    make,
    package_folders,
    versions,
)
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from ..solutions import GOOD

MODULES = {
    "quiet_plots": "import os, time\nFD = os.open(os.devnull, os.O_RDONLY)\nopen(os.path.join("
    "os.environ['MPLCONFIGDIR'], 'cache'), 'w').write('x')\nSTAMP = time.monotonic_ns()\ndef plot(*a): return 7\n",
    "large_tables": "import numpy as np\nTABLE = np.ones(20_000_000)\n",
    "busy_threads": "import threading, time\nthreading.Thread(target=time.sleep, args=(1000,), daemon=True).start()\n",
    "broken_thing": "raise RuntimeError('no licence')\n",
    "wants_sklearn": "import sklearn\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of installed packages, and one that can be installed from."""
    made = tmp_path_factory.mktemp("installed")
    made.chmod(0o755)
    made.parent.chmod(0o755)
    made.parent.parent.chmod(0o755)
    for name, text in MODULES.items():
        _unpacked(made, name, text)
    return made


def _files(name: str, text: str, version: str) -> dict[str, str]:
    info = f"{name}-{version}.dist-info"
    return {
        f"{name}/__init__.py": text,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/RECORD": f"{name}/__init__.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n",
    }


def _unpacked(folder: Path, name: str, text: str, version: str = "1.2") -> None:
    for path, content in _files(name, text, version).items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(content)


def _wheel(folder: Path, name: str, text: str, version: str = "1.2") -> None:
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as made:
        for path, content in _files(name, text, version).items():
            made.writestr(path, content)


@pytest.fixture(params=["none", "landlock"])
def preloaded(request: pytest.FixtureRequest, pool_on: Callable[[str], Pool], folder: Path) -> Iterator[Pool]:
    pool_on(request.param)
    modules = ("quiet_plots", "large_tables", "busy_threads", "broken_thing")
    found = Environment((str(folder), *paths.packages()), modules, ("sklearn",))
    with Pool(Limits(memory=96 << 20), level=request.param, environment=found) as pool:
        yield pool


def test_packages_are_imported_once_and_weaken_no_wall(preloaded: Pool) -> None:
    source = """
import os, sys, time
started = time.monotonic_ns()
import quiet_plots, large_tables
before = quiet_plots.STAMP < started
loaded = [name in sys.modules for name in ("quiet_plots", "large_tables", "busy_threads", "broken_thing")]
try:
    os.fstat(quiet_plots.FD)
    closed = False
except OSError:
    closed = True
left = [name for name in os.listdir(".") if name == "cache"]
total = large_tables.TABLE[::512].sum()
import busy_threads
try:
    import broken_thing
except RuntimeError as error:
    broken = str(error)
try:
    import sklearn
except ImportError as error:
    forbidden = str(error)
import numpy as np
def held(array):
    time.sleep(30)  # without limits of the system it has to be seen
    return array.sum()
"""
    roles = {
        "facts": "np.array([before, *loaded, closed, not left, 'no licence' in broken, 'allow' in forbidden])",
        "much": "held(np.ones(20_000_000))",
    }
    outcome = preloaded.run(Job(source=source, call="", roles=roles))
    assert outcome.status in ("ok", "memory"), outcome
    facts = np.asarray(outcome.roles["facts"]).tolist()
    assert facts == [True, True, True, False, False, True, True, True, True]
    # the limit is on top of what was there, and is a limit all the same
    assert "MemoryError" in str(outcome.roles.get("much", outcome.detail)) or outcome.status == "memory"


def test_whoever_forbids_what_a_package_needs_hears_of_it(pool_on: Callable[[str], Pool], folder: Path) -> None:
    found = Environment((str(folder), *paths.packages()), ("wants_sklearn",), ("sklearn",))
    with Pool(level="none", environment=found) as pool:
        outcome = pool.run(Job(source="import wants_sklearn", call="", roles={}))
    assert outcome.detail.startswith("ModuleNotFoundError: this assignment does not allow sklearn")


def test_import_names_and_versions_come_from_what_is_installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "package_folders", lambda place: (str(folder),))
    read = replace(loads(EXAMPLE), environment="somewhere", packages=("Quiet.Plots >= 1.0",))
    assert environment_of(read) == Environment((str(folder),), ("quiet_plots",))
    assert "quiet-plots==1.2" in versions(read)
    for packages in (("quiet-plots>=2",), ("no-such-thing",)):
        with pytest.raises(PackageError, match="assignment environment TOML -o DIR"):
            environment_of(replace(read, packages=packages))
    marks = {fingerprint(replace(read, packages=()), Submission("a")), fingerprint(loads(EXAMPLE), Submission("a"))}
    assert len(marks) == 2


def test_an_environment_is_made_and_used(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed for real, from wheels of our own."""
    wheels, toml, target = tmp_path / "wheels", tmp_path / "hw.toml", tmp_path / "env"
    wheels.mkdir()
    _wheel(wheels, "numpy", "")
    _wheel(wheels, "quiet_plots", MODULES["quiet_plots"])
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    toml.write_text(f'packages = ["quiet-plots>=1"]\n{EXAMPLE}')
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ada.py").write_text("import quiet_plots as plt\n" + GOOD + "plt.plot(1)\n")
    run = CliRunner().invoke
    grade = ["grade", str(tmp_path / "in"), "-a", str(toml), "-o", str(tmp_path / "out"), "--require-isolation", "none"]
    missing = run(main, grade)
    assert (missing.exit_code, "but should be quiet-plots>=1" in missing.output) == (2, True), missing.output
    done = run(main, ["assignment", "environment", str(toml), "-o", str(target)])
    assert done.exit_code == 0, done.output
    (real,) = package_folders(target)
    assert environment_of(replace(load(toml), environment=str(target))).preload == ("quiet_plots",)
    monkeypatch.setattr(environment, "package_folders", lambda place: (*paths.packages(), real))
    environment._environment.cache_clear()
    graded = run(main, [*grade, "--environment", str(target)])
    assert graded.exit_code == 0, graded.output
    assert "quiet_plots" not in (tmp_path / "out" / "ada" / "feedback.md").read_text()
    assert '"dropped": []' in (tmp_path / "out" / "ada" / "result.json").read_text()
    toml.write_text(f'packages = ["no-such-thing"]\n{EXAMPLE}')
    failed = run(main, ["assignment", "environment", str(toml), "-o", str(target)])
    assert (failed.exit_code, "cannot install numpy, no-such-thing" in failed.output) == (2, True), failed.output


@pytest.mark.parametrize(
    "make_it", [lambda place: None, lambda place: place.mkdir(), lambda place: place.write_text("")]
)
def test_a_folder_that_is_not_an_environment_is_refused(make_it: Callable[[Path], object], tmp_path: Path) -> None:
    make_it(tmp_path / "env")
    with pytest.raises(PackageError, match="should be an environment with numpy"):
        package_folders(tmp_path / "env")


def test_nothing_is_installed_over_other_things(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(PackageError, match="holds other things"):
        make(loads(EXAMPLE), tmp_path)


@pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="matplotlib is not installed")
def test_matplotlib_is_there_at_once(top: Pool) -> None:
    read = loads(f'packages = ["matplotlib"]\n{EXAMPLE}')
    with Pool(level=top.level, environment=environment_of(read)) as pool:
        source = "import sys\nthere = 'matplotlib.pyplot' in sys.modules\n"
        source += "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.savefig('a.png')\nplt.show()\n"
        outcome = pool.run(Job(source=source, call="", roles={"there": "there"}))
        assert (outcome.status, outcome.roles) == ("ok", {"there": True}), outcome


def test_the_minimum_of_an_assignment_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ada.py").write_text(GOOD)
    (tmp_path / "hw.toml").write_text(f'isolation = "namespaces"\n{EXAMPLE}')
    monkeypatch.setattr(levels, "_known", [levels.Probe("landlock", {"namespaces": "refused here"})])
    arguments = ["grade", str(tmp_path / "in"), "-a", str(tmp_path / "hw.toml"), "-o", str(tmp_path / "out")]
    for extra in ([], ["--require-isolation", "none"]):
        done = CliRunner().invoke(main, [*arguments, *extra])
        assert (done.exit_code, "should be at least 'namespaces'" in done.output) == (2, True), done.output
    with pytest.raises(levels.IsolationError, match="should be at least 'namespaces'"):
        grade_all(load(tmp_path / "hw.toml"), [Submission("ada")], tmp_path / "out")


def test_self_check_and_cells_take_an_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    (tmp_path / "env" / "lib" / version).mkdir(parents=True)
    (tmp_path / "env" / "lib" / version / "site-packages").symlink_to(paths.packages()[0])
    (tmp_path / "hw.toml").write_text(f'packages = ["no-such-thing"]\n{EXAMPLE}')
    (tmp_path / "pca.py").write_text(GOOD)
    check = ["self-check", str(tmp_path / "pca.py"), "-a", str(tmp_path / "hw.toml")]

    def told(*arguments: str) -> str:
        done = CliRunner().invoke(main, list(arguments))
        assert done.exit_code == 2
        return str(done.output)

    # it is looked for in the environment that is named, and found missing there
    for way in ((*check, "--environment", str(tmp_path / "env")), (*check, "--environment", str(tmp_path))):
        assert ("should be no-such-thing" if way[-1].endswith("env") else "an environment with numpy") in told(*way)
    monkeypatch.setenv("PCAPROOFS_ENVIRONMENT", str(tmp_path))
    assert "an environment with numpy" in told(*check)
    (tmp_path / "hw.toml").write_text(EXAMPLE)
    done = CliRunner().invoke(main, [*check, "--environment", str(tmp_path / "env")])
    assert done.exit_code == 0, done.output
    with pytest.raises(RuntimeError, match="an environment with numpy"):
        points(str(tmp_path / "hw.toml"), "runs", [GOOD], environment=str(tmp_path / "none"))


RELEASED = """
file = "pca.py"
solution = "solution.py"
packages = ["quiet-plots"]
seed = 3
call = "P = plotted(X)"
values = { P = "P" }
criteria = { runs = 1, values.P = 2 }
"""


def test_a_student_version_is_made_with_the_packages_of_an_environment(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hw.toml").write_text(RELEASED)
    (tmp_path / "solution.py").write_text("import quiet_plots as plt\ndef plotted(X):\n    return X * plt.plot(X)\n")
    release = ["assignment", "release", str(tmp_path / "hw.toml"), "-o", str(tmp_path / "out.toml")]
    without = CliRunner().invoke(main, release)
    assert "not in it: values.P (too large, or the assignment's packages are not here: --environment" in without.output
    assert [item.criterion for item in load(tmp_path / "out.toml").tasks[0].criteria] == ["runs"]
    monkeypatch.setattr(environment, "package_folders", lambda place: (*paths.packages(), str(folder)))
    environment._environment.cache_clear()
    with_it = CliRunner().invoke(main, [*release, "--environment", str(folder)])
    assert with_it.exit_code == 0, with_it.output
    assert "2 of 2 criteria" in with_it.output
    (task,) = load(tmp_path / "out.toml").tasks
    (values,) = {tuple(found) for found in task.expected.values()}
    assert values == ("P",)
