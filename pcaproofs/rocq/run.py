"""Running Rocq on theorems: finds those that it accepts now or accepted in an earlier run."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from pcaproofs import kept
from pcaproofs.rocq.items import RocqTheorem
from pcaproofs.rocq.scripts import TheoremWriter
from pcaproofs.rocq.texts import COMPILED, LIBRARY, OPENING, library_text

DEBIAN = "on Debian: apt install coq libcoq-mathcomp-algebra libcoq-mathcomp-real-closed"
SECONDS = 120  # for one step of a proof; a whole chapter has ten times as much
GC = {"OCAMLRUNPARAM": "s=8M,o=1000"}  # rare garbage collection: 20 % less time, and less than 1 GB
# Rocq recurses over numbers, which are unary: it gets as large a stack as this system allows
DEEP = ("sh", "-c", 'ulimit -S -s "$(ulimit -H -s)" 2>/dev/null; exec "$@"', "sh")
BEGUN = "pc_begun"
CLOSED = "Closed under the global context"


class NoRocq(RuntimeError):  # noqa: N818
    """Rocq cannot be run here; the message is one line that says how to install it."""


@dataclass(frozen=True)
class RocqVerdict:
    """Whether Rocq accepts a theorem without axioms, the version of Rocq, and whether the result was stored earlier."""

    accepted: bool
    version: str
    stored: bool = False
    reason: str = ""


@cache
def version() -> str:
    """Such as "Rocq 8.16.1"; raises NoRocq."""
    program = shutil.which("coqc")
    if program is None or shutil.which("coqtop") is None:
        raise NoRocq(f"coqc not found; {DEBIAN}")
    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    where = subprocess.run([program, "-where"], capture_output=True, text=True).stdout.strip()
    for part in ("algebra", "real_closed"):
        if not (Path(where) / "user-contrib" / "mathcomp" / part).is_dir():
            raise NoRocq(f"mathcomp.{part} not found; {DEBIAN}")
    found = re.search(r"version (\S+)", said)
    return f"Rocq {found[1]}" if found else "Rocq"


def digest(item: RocqTheorem) -> str:
    """The SHA-256 of a theorem with its proof and the library."""
    library = "".join(library_text(name) for name in LIBRARY)
    whole = [library, OPENING, item.name, item.text, *item.data, *item.script, repr(item.lemmas)]
    return sha256("\0".join(whole).encode()).hexdigest()


def store() -> Path:
    """The folder with the compiled library and the stored results, in the user's cache."""
    cache_home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(cache_home) / "pcaproofs" / "rocq"


def stored(item: RocqTheorem) -> RocqVerdict | None:
    """The result of an earlier run for the same theorem and library."""
    said = kept.read(store(), kept.digest("rocq", digest(item)))
    return RocqVerdict(True, said, stored=True) if isinstance(said, str) else None


def check(
    items: Sequence[RocqTheorem], jobs: int = 1, then: Callable[[str], object] = lambda _: None
) -> dict[str, RocqVerdict]:
    """The result of Rocq for each item, by name; then: called with the name of each finished chapter.

    Raises NoRocq if Rocq is not installed.
    """
    version()
    found = {item.name: earlier for item in items if item.text and (earlier := stored(item)) is not None}
    chapters: dict[str, list[RocqTheorem]] = {}
    for item in items:
        if item.text and item.name not in found:
            chapters.setdefault(item.chapter, []).append(item)
    if chapters:
        library = compiled_library()
        with ThreadPoolExecutor(jobs) as pool:
            sessions = pool.map(lambda some: _session(some, library), chapters.values())
            for chapter, done in zip(chapters, sessions, strict=True):
                found |= done
                then(chapter)
    for item in items:
        if item.name in found and found[item.name].accepted and not found[item.name].stored:
            _remember(item)
    return found


def compiled_library() -> Path:
    """The folder of the library, compiled once for each library and Rocq."""
    text = "".join(library_text(name) for name in LIBRARY) + version()
    folder = store() / f"library-{sha256(text.encode()).hexdigest()[:16]}"
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=folder.parent))
    try:
        for name in LIBRARY:
            (made / f"{name}.v").write_text(library_text(name), encoding="utf-8")
        command = [*DEEP, "coqc", "-noglob", "-q", "-w", "none", "-Q", ".", "PCA", f"{COMPILED}.v"]
        done = subprocess.run(command, cwd=made, capture_output=True, text=True, env=GC | os.environ)
        if done.returncode:
            said = " ".join(done.stderr.split())
            raise NoRocq(f"the library is refused: {said[:300]}")
        with contextlib.suppress(OSError):  # another process has made the folder in the meantime
            made.rename(folder)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return folder


def _session(items: Sequence[RocqTheorem], library: Path) -> dict[str, RocqVerdict]:
    """The results of one process of Rocq that reads all theorems; it continues after a failure."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*DEEP, "coqtop", "-q", "-w", "none", "-Q", str(library), "PCA"]
        try:
            done = subprocess.run(
                command,
                input=_script(items),
                cwd=folder,
                env=GC | os.environ,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=10 * SECONDS,
            )
            said = done.stdout
        except subprocess.TimeoutExpired:
            said = f"Error: more than {10 * SECONDS} seconds"
        assumed = [x for x in _answer(folder, "pc_all").splitlines() if not x.startswith("Fetching opaque proofs")]
        closed = assumed == [CLOSED]
        out = {}
        for item in items:
            proved = _answer(folder, item.name).split() == [f"{item.name}_holds", ":", item.name]
            reason = "" if proved and closed else _reason(said, item.name) if not proved else " ".join(assumed)
            out[item.name] = RocqVerdict(proved and closed, version(), reason=" ".join(reason.split())[:300])
        return out


def _answer(folder: str, name: str) -> str:
    """The lines that Rocq wrote to a file of that name."""
    path = Path(folder) / f"{name}.out"
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""


def _script(items: Sequence[RocqTheorem]) -> str:
    lines = [
        "Set Silent.",
        OPENING,
        f"Set Default Timeout {SECONDS}.",
    ]
    lines += ["Definition pc_all0 := I."]
    scripts = TheoremWriter(goes_on=True)
    for k, item in enumerate(items, 1):
        lines += [f'Goal True. idtac "{BEGUN}" "{item.name}". Abort.']
        lines += [f"Definition {item.name} : Prop :=\n  {item.text}.", *scripts.theorem(item.name, item)]
        lines += [f'Redirect "{item.name}" Check {item.name}_holds.']
        # the second of the two is refused where the theorem was accepted
        lines += [f"Definition pc_all{k} := conj {item.name}_holds pc_all{k - 1}."]
        lines += [f"Definition pc_all{k} := pc_all{k - 1}."]
    return "\n".join([*lines, f'Redirect "pc_all" Print Assumptions pc_all{len(items)}.', ""])


def _reason(output: str, name: str) -> str:
    """The first error after the theorem was begun."""
    at = output.find(f"{BEGUN} {name}\n")
    found = re.search(r"Error:\s*(.*?)(?:\n\n|\Z)", output[max(at, 0) :], re.DOTALL)
    if found and found[1].startswith("Timeout!"):
        return f"a step of the proof takes more than {SECONDS} seconds"
    return found[1] if found else "refused"


def _remember(item: RocqTheorem) -> None:
    kept.write(store(), kept.digest("rocq", digest(item)), version())
