"""The layers: the ways in which a claim is checked, in the order in which they run.

This is the only list of layers. The command line, the pytest plugin, `run` and the table of the documentation read it.
To keep imports light, each layer names its function as "module:function", which is imported when the layer runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class LayerKind:
    """A layer: its name, its check in one sentence, and its function from a claim to a Layer.

    external: it needs a program that is not a Python package, and runs only on request.
    """

    name: str
    checks: str
    function: str
    external: bool = False

    def load(self) -> Callable[..., Any]:
        """The function of the layer, imported now."""
        module, name = self.function.split(":")
        found: Callable[..., Any] = getattr(import_module(module), name)
        return found


KINDS = (
    LayerKind(
        "kernel",
        "the kernel accepts a certificate of every statement, and the hypotheses hold at an exact point",
        "pcaproofs.verify.layers:kernel_layer",
    ),
    LayerKind(
        "sympy",
        "explicit SymPy matrices at small sizes agree with every statement",
        "pcaproofs.verify.layers:sympy_layer",
    ),
    LayerKind(
        "numeric",
        "a property holds for the implementation under test and fails for wrong ones",
        "pcaproofs.verify.layers:numeric_layer",
    ),
    LayerKind(
        "mutants",
        "every change that makes the claim false is refuted by an exact example",
        "pcaproofs.verify.mutants_layer:mutants_layer",
    ),
    LayerKind(
        "rocq",
        "the Rocq prover accepts every statement as a theorem",
        "pcaproofs.rocq.layer:add_layer",
        external=True,
    ),
)

LAYERS = tuple(kind.name for kind in KINDS if not kind.external)
"""The layers that run without being named."""
EXTERNAL = tuple(kind.name for kind in KINDS if kind.external)
"""The layers that need another program, and run only where they are named."""


def layer_kind(name: str) -> LayerKind:
    """The layer of that name; raises ValueError for another name."""
    for kind in KINDS:
        if kind.name == name:
            return kind
    raise ValueError(f"got the layer {name}, but should be one of {', '.join(kind.name for kind in KINDS)}")
