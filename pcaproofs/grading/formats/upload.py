"""The zip that Gradescope builds an autograder from: setup.sh, run_autograder, the assignment and this package."""

import io
import zipfile
from importlib import metadata
from pathlib import Path

_SETUP = """\
#!/bin/bash
set -e
apt-get update -q && apt-get install -y -q python3 python3-venv software-properties-common
PYTHON=python3
if ! $PYTHON -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then  # Ubuntu 22.04 has 3.10
    add-apt-repository -y ppa:deadsnakes/ppa && apt-get update -q && apt-get install -y -q python3.12 python3.12-venv
    PYTHON=python3.12
fi
$PYTHON -m venv /autograder/venv
/autograder/venv/bin/pip install -q {requirements}
"""
_RUN = """\
#!/bin/bash
# A fault of the grader's own leaves no results.json: Gradescope then reports it, and nobody loses points.
set -e
export PYTHONPATH=/autograder/source PYTHONDONTWRITEBYTECODE=1
rm -rf /autograder/graded
/autograder/venv/bin/python -c "from pcaproofs.cli import main; main()" grade /autograder/submission --single \\
    -a /autograder/source/assignment.toml -o /autograder/graded --format gradescope
mkdir -p /autograder/results
cp /autograder/graded/*/gradescope.json /autograder/results/results.json
"""
_EPOCH = (1980, 1, 1, 0, 0, 0)


def gradescope_zip(assignment: bytes) -> bytes:
    """Return the upload for an assignment; the same bytes for the same input."""
    requirements = " ".join(f"'{line}'" for line in metadata.requires("pcaproofs") or [] if "extra ==" not in line)
    package = Path(__file__).parents[2]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, "setup.sh", _SETUP.format(requirements=requirements).encode(), executable=True)
        _add(archive, "run_autograder", _RUN.encode(), executable=True)
        _add(archive, "assignment.toml", assignment)
        for path in sorted(package.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                _add(archive, f"pcaproofs/{path.relative_to(package).as_posix()}", path.read_bytes())
    return buffer.getvalue()


def _add(archive: zipfile.ZipFile, name: str, content: bytes, *, executable: bool = False) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.external_attr = (0o755 if executable else 0o644) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)
