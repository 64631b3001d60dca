"""Theorems with their proofs as text of a file of Rocq."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

_CONSTANTS = {"m": "TVar {}", "s": "TScalar {}", "n": "TDim {}", "i": "TId {}", "f": "{}%N"}
_CONSTANT = re.compile(r"\bpc_([mnsif])(\d+)\b")


class _Proved(Protocol):
    """A statement with definitions for its proof, the script, and the lemmas that it uses."""

    @property
    def text(self) -> str: ...
    @property
    def data(self) -> Sequence[str]: ...
    @property
    def script(self) -> Sequence[str]: ...
    @property
    def lemmas(self) -> Sequence[tuple[str, Sequence[str], str, Sequence[str]]]: ...


class TheoremWriter:
    """Writes theorems for one file: with distinct names for definitions, and each lemma once."""

    def __init__(self, *, goes_on: bool = False) -> None:
        self.after = ["Abort All."] if goes_on else []  # in a session that goes on after an error
        self.count = 0
        self.constants: dict[tuple[str, int], None] = {}
        self.lemmas: set[str] = set()

    def theorem(self, name: str, x: _Proved) -> list[str]:
        """The theorem name_holds, of a statement that is defined as `name`, after its lemmas."""
        out = []
        for lemma, data, statement, script in x.lemmas:
            if lemma not in self.lemmas:
                self.lemmas.add(lemma)
                out += self._proved(data, f"Lemma {lemma} {statement}.", script)
        return [*out, *self._proved(x.data, f"Theorem {name}_holds : {name}.", x.script)]

    def _proved(self, data: Sequence[str], head: str, script: Sequence[str]) -> list[str]:
        self.count += 1
        text = "\n".join([*data, head, *script, "Qed.", *self.after])
        return [*self._new_constants(text), re.sub(r"\bpc_data(\d+)\b", rf"pc_data{self.count}_\1", text)]

    def _new_constants(self, text: str) -> Iterable[str]:
        """Definitions of constants for variables, dimensions, identities and facts in trees, before their first use."""
        for kind, k in sorted({(kind, int(k)) for kind, k in _CONSTANT.findall(text)}):
            if (kind, k) not in self.constants:
                self.constants[kind, k] = None
                yield f"Definition pc_{kind}{k} := {_CONSTANTS[kind].format(k)}."
