"""The rooms that calls of `prove` go through, traced as they run: `python tests/house/rooms.py`.

A room is a file or folder directly in pcaproofs/. Code of other projects is passed over: a call from prover through
SymPy to language counts as one from prover to language.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from sympy import Eq, MatrixSymbol, Symbol

from pcaproofs import prove, psd

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "pcaproofs"
_CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
(_ROOMS,) = (contract["layers"] for contract in _CONTRACTS if contract["id"] == "rooms")
DEPTH = {room.strip(): depth for depth, row in enumerate(_ROOMS) for room in row.split("|")}
"""Room -> the line of ARCHITECTURE's list in which it stands."""
CACHE = PACKAGE / "prover" / "effort.py"
"""What it calls was given to it to be called once, which counts as a call by whoever gave it."""

_A = MatrixSymbol("A", Symbol("n", integer=True, positive=True), Symbol("n", integer=True, positive=True))
CALLS: dict[str, Callable[[], object]] = {
    "a SymPy statement that is proved": partial(prove, Eq(_A.T, _A), psd(_A)),
    "a SymPy statement that is refuted": lambda: prove(Eq(_A.T, _A)),
    "a text that is proved": lambda: prove("tr(AB) = tr(BA)"),
    "a text that is refuted": lambda: prove("tr(A) = 0"),
}


def room(code: CodeType) -> str | None:
    """The room of a function; None if it is not of the package, or only calls what it is given."""
    path = Path(code.co_filename)
    if path == CACHE or not path.is_relative_to(PACKAGE):
        return None
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def traced(call: Callable[[], object]) -> list[tuple[str, str, str]]:
    """The calls from room to room while a call runs, with the function; each once, in the order of the first ones."""
    steps: dict[tuple[str, str, str], None] = {}
    inside = [""]

    def follow(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            entered = room(frame.f_code) or inside[-1]
            if entered != inside[-1]:
                steps[inside[-1], entered, frame.f_code.co_qualname] = None
            inside.append(entered)
        elif event == "return" and len(inside) > 1:
            inside.pop()

    sys.setprofile(follow)
    try:
        call()
    finally:
        sys.setprofile(None)
    return list(steps)


def climbs(steps: list[tuple[str, str, str]]) -> Iterator[str]:
    """The steps that do not go down; without any, no room stands twice among the calls that run at any moment."""
    for caller, called, function in steps:
        if caller and DEPTH[caller] >= DEPTH[called]:
            yield f"{caller} → {called}: {function}"


def main() -> None:
    prove("A = B")  # loads what is loaded late
    for what, call in CALLS.items():
        steps = traced(call)
        print(f"{what}: {', '.join(dict.fromkeys(called for _, called, _ in steps))}")
        for climb in climbs(steps):
            print(f"  up: {climb}")


if __name__ == "__main__":
    main()
