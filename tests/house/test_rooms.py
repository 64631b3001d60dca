"""A statement given to `prove` is handed down from room to room, as ARCHITECTURE.md says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_architecture_prints_the_rooms_of_some_calls() -> None:
    command = [sys.executable, ROOT / "tests" / "house" / "rooms.py"]  # alone: what another test proved is not searched
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rooms = [line for line in printed.splitlines() if not line.startswith(" ")]
    assert all("prover" in line and "language" in line for line in rooms)
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert f"```text\n{printed}```" in text, f"ARCHITECTURE.md should have this:\n{printed}"
