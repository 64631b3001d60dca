"""What the command line writes, as one digest a file: a change of the code that means to change nothing keeps them all.

python tests/house/frozen.py write FILE
python tests/house/frozen.py compare FILE
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

COMMANDS = {
    "certificates": ["prove", "--layers", "kernel", "--certificates"],
    "latex": ["report", "--layers", "kernel", "--format", "latex", "-o"],
    "html": ["report", "--layers", "kernel", "--format", "html", "-o"],
}


def digests() -> dict[str, str]:
    """The SHA-256 of every file that the commands write, by command and name."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, command in COMMANDS.items():
            out = Path(folder, name)
            subprocess.run(
                [Path(sys.executable).with_name("pcaproofs"), *command, out], check=True, stdout=subprocess.DEVNULL
            )
            for path in sorted(out.rglob("*")):
                if path.is_file():
                    found[f"{name}/{path.relative_to(out)}"] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def main(action: str, file: str) -> int:
    now = digests()
    if action == "write":
        Path(file).write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
        print(f"{len(now)} digests")
        return 0
    before = json.loads(Path(file).read_text(encoding="utf-8"))
    changed = sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))
    print("\n".join(changed) or f"all {len(now)} as they were")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
