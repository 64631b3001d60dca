"""What the package says of itself: one version, complete metadata, a README without links that lead nowhere."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from email import message_from_string
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest

import pcaproofs

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
from hatch_build import ReadmeHook, for_index  # noqa: E402

RELATIVE = re.compile(r"\]\((?!https?:)")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=240)
    return ZipFile(next(folder.glob("*.whl")))


@pytest.fixture(scope="module")
def metadata(wheel: ZipFile) -> Message:
    (name,) = (x for x in wheel.namelist() if x.endswith(".dist-info/METADATA"))
    return message_from_string(wheel.read(name).decode())


def test_there_is_one_version(metadata: Message) -> None:
    assert metadata["Version"] == pcaproofs.__version__
    assert f"version: {pcaproofs.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert versions[0] == pcaproofs.__version__
    assert "### What is stable" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_every_python_that_ci_runs_is_in_the_metadata(metadata: Message) -> None:
    said = {x.rpartition(" ")[2] for x in metadata.get_all("Classifier", []) if re.search(r":: 3\.\d+$", x)}
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert said == set(re.findall(r'"(3\.\d+)"', text))
    assert metadata["Requires-Python"] == f">={min(said)}"
    assert metadata["License-Expression"] == "BSD-3-Clause"


def test_the_readme_of_the_index_has_no_link_that_leads_nowhere(metadata: Message) -> None:
    text = str(metadata.get_payload())
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert "pcaproofs prove 'tr(AB) = tr(BA)'" in text
    assert RELATIVE.search(text) is None
    assert "docs/proving.md" in text  # its name stays
    assert "pip install -q 'pcaproofs[report]' && " in text  # who reads it there has no checkout


def test_with_an_address_the_links_lead_there() -> None:
    text = for_index("See [docs/a.md](docs/a.md), [the web](https://example.org) and ![a](b.svg).", "https://e.org/x/")
    assert (
        text == "See [docs/a.md](https://e.org/x/docs/a.md), [the web](https://example.org) and "
        "![a](https://e.org/x/b.svg?raw=true)."
    )
    assert for_index("See [docs/a.md](docs/a.md) and ![a](b.svg).") == "See docs/a.md and ."
    told: dict[str, object] = {}
    ReadmeHook(str(ROOT), {"address": "https://e.org/x"}).update(told)
    assert told["urls"] == {"Repository": "https://e.org/x"}


@pytest.mark.parametrize(
    "name", ["py.typed", "__init__.pyi", "output.schema.json", "notes/reading.schema.json", "typed.py"]
)
def test_the_wheel_has_what_its_users_need(name: str, wheel: ZipFile) -> None:
    assert f"pcaproofs/{name}" in wheel.namelist()


def test_what_the_oldest_dependencies_are() -> None:
    """CI installs exactly these: each dependency has a lower bound."""
    assert all(re.fullmatch(r"[\w-]+>=[\d.]+", x) for x in PROJECT["dependencies"])
