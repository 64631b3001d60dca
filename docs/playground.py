"""Builds the playground: a page that proves and checks without a server, also from disk.

    python docs/playground.py build/site/try [--pyodide node_modules/pyodide]

Pyodide comes from npm, the libraries from this Python; node runs examples and keeps the memory of Python with all that
they imported. Without node, npm or the network it prints one line, writes nothing and ends with exit code 2. As a hook
of MkDocs it builds the page with the site, which without them gets none and a warning.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import importlib.metadata
import importlib.util
import io
import json
import logging
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGES = Path(__file__).parent / "playground"
PYODIDE = "314.0.7"
LIBRARIES = {
    "sympy": "sympy",
    "mpmath": "mpmath",
    "markdown_it": "markdown-it-py",
    "mdit_py_plugins": "mdit-py-plugins",
}
LIBRARIES |= {"mdurl": "mdurl"}
OURS = (
    "__init__",
    "certificates",
    "crosscheck",
    "files",
    "formula",
    "goals",
    "kernel",
    "language",
    "lookalikes",
    "notes",
)
OURS += ("kept", "plain_names", "prover", "records", "statement_text", "terms", "typed")
TESTS = ("tests", "benchmarks", "testing")  # folders of the libraries that are left out
OF_PYODIDE = ("pyodide.js", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


class Unavailable(Exception):  # noqa: N818
    """What the playground is built with is not here; the message is one line."""


def build(out: Path, pyodide: Path | None = None) -> None:
    """Writes the page and all that it needs. Raises Unavailable."""
    if shutil.which("node") is None:
        raise Unavailable("got no node")
    with tempfile.TemporaryDirectory() as made:
        folder = pyodide or downloaded(Path(made))
        sources = Path(made) / "sources.zip"
        sources.write_bytes(sources_zip())
        command = ["node", str(PAGES / "freeze.mjs"), str(folder.resolve()), str(sources), made]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit("\n".join(line[:300] for line in done.stderr.splitlines()[-20:]))
        (out / "data").mkdir(parents=True, exist_ok=True)
        content = {name: (folder / name).read_bytes() for name in OF_PYODIDE}
        lock = json.loads(content["pyodide-lock.json"])
        content["pyodide-lock.json"] = json.dumps({**lock, "packages": {}}).encode()
        content |= {name: (Path(made) / name).read_bytes() for name in ("memory.bin", "rest.zip")}
        content["worker.js"] = (PAGES / "worker.js").read_bytes()
        for name, data in content.items():
            text = base64.b64encode(gzip.compress(data, 6, mtime=0)).decode()
            (out / "data" / f"{name}.js").write_text(f'playgroundFile("{name}", "{text}");\n', encoding="ascii")
        for name in ("index.html", "playground.js"):
            shutil.copy(PAGES / name, out / name)
        (out / "LICENCES.txt").write_text("\n\n".join(licences(folder)), encoding="utf-8")


def downloaded(folder: Path) -> Path:
    """Pyodide from npm. Raises Unavailable."""
    if shutil.which("npm") is None:
        raise Unavailable("got no npm")
    command = ["npm", "pack", f"pyodide@{PYODIDE}", "--silent"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Unavailable(f"npm could not get pyodide {PYODIDE}")
    with tarfile.open(next(folder.glob("pyodide-*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def sources_zip() -> bytes:
    """The modules of the libraries, those of ours that read, prove and check, and the functions that the page calls."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(PAGES / "browser.py", "browser.py")
        for name in OURS:
            for path in files(ROOT / "pcaproofs" / name):
                archive.write(path, path.relative_to(ROOT))
        for name in LIBRARIES:
            spec = importlib.util.find_spec(name)
            assert spec is not None
            assert spec.origin is not None
            folder = Path(spec.origin).parent
            for path in files(folder):
                if not {*path.relative_to(folder).parts} & {*TESTS}:
                    archive.write(path, path.relative_to(folder.parent))
    return out.getvalue()


def files(path: Path) -> Iterator[Path]:
    """The modules of a module or package, and data beside them."""
    if not path.is_dir():
        yield path.with_suffix(".py")
        return
    kept = (".py", ".json", ".txt", ".tsv")
    yield from sorted(x for x in path.rglob("*") if x.suffix in kept and "__pycache__" not in x.parts)


def licences(pyodide: Path) -> Iterator[str]:
    """The licences of all that is copied."""
    yield f"pcaproofs\n\n{(ROOT / 'LICENSE').read_text(encoding='utf-8')}"
    yield (
        f"Pyodide {PYODIDE}: Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/. Its source is at"
        " https://github.com/pyodide/pyodide. It contains CPython, under the Python Software Foundation License 2,"
        " https://docs.python.org/3/license.html, and code compiled with Emscripten, under the MIT License."
    )
    for distribution in LIBRARIES.values():
        found = importlib.metadata.distribution(distribution)
        named = [x for x in found.files or () if "licen" in x.name.lower() and "dist-info" in str(x)]
        texts = [Path(str(x.locate())).read_text(encoding="utf-8") for x in named]
        yield "\n\n".join([f"{distribution} {found.version}", *texts])


def on_post_build(config: Any, **_: Any) -> None:
    """Called by MkDocs when it has written the site; the server of its authors rebuilds too often for this page."""
    if "serve" in sys.argv:
        return
    pyodide = os.environ.get("PCAPROOFS_PYODIDE")
    try:
        build(Path(config["site_dir"]) / "try", Path(pyodide) if pyodide else None)
    except Unavailable as error:
        logging.getLogger("mkdocs.plugins.playground").warning("%s, so the site has no playground", error)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Builds the playground.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--pyodide", type=Path)
    arguments = parser.parse_args()
    try:
        build(arguments.out, arguments.pyodide)
    except Unavailable as error:
        print(f"{error}, so the playground is not built", file=sys.stderr)
        sys.exit(2)
