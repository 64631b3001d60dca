"""Writes what follows from the public functions: python docs/api.py.

The names of hypotheses and nodes in `pcaproofs/__init__.py`, the stub with the types of all public names, the pages of
docs/api that show them, and in docs/proving.md the table of hypotheses and a row for each node that has none.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pcaproofs
from pcaproofs.language import hypotheses, nodes

FOLDER = Path(__file__).with_name("api")
INIT = Path(pcaproofs.__file__)
STUB = INIT.with_suffix(".pyi")
PROVING = FOLDER.with_name("proving.md")
PAGES: dict[str, tuple[tuple[str, str, tuple[str, ...]], ...]] = {  # page -> title or heading, words, modules
    "prove": (
        ("Proving", "", ("pcaproofs.typed",)),
        ("Conclusions", "", ("pcaproofs.language.conclusions",)),
    ),
    "hypotheses": (
        (
            "Named hypotheses",
            "What `assuming` takes besides `Eq`, `Ge`, `Gt` and `Ne`; most may also be conclusions.",
            ("pcaproofs.language.hypotheses",),
        ),
    ),
    "results": (
        ("Results", "What `prove` returns; for a text it is an [`Answer`](prove.md).", ("pcaproofs.prover.result",)),
    ),
    "nodes": (
        (
            "Nodes",
            "What SymPy lacks, or simplifies unsoundly, as functions that build an expression and evaluate nothing.",
            ("pcaproofs.language.nodes",),
        ),
    ),
    "claims": (
        ("Claims", "All that a file of claims needs.", ("pcaproofs.verify.claim",)),
        ("Mutants", "Changes that make a claim false.", ("pcaproofs.verify.mutants",)),
        (
            "Numeric properties",
            "What they test, and inputs for it; [Sampling](sampling.md) has more strategies.",
            ("pcaproofs.verify.implementations", "pcaproofs.sampling"),
        ),
    ),
}


def builders() -> Iterator[str]:
    """The functions that build nodes, in the order of their file."""
    for name, function in vars(nodes).items():
        own = inspect.isfunction(function) and function.__module__ == nodes.__name__
        if own and name != nodes.reads.__name__ and not name.startswith("_"):
            yield name


HOMES = {**pcaproofs._HOMES, hypotheses.__name__: hypotheses.KINDS, nodes.__name__: tuple(builders())}


def init() -> str:
    """`pcaproofs/__init__.py` as it should be."""
    text = INIT.read_text(encoding="utf-8")
    for module in (hypotheses, nodes):
        names = "".join(f'        "{name}",\n' for name in HOMES[module.__name__])
        text = re.sub(rf'(    "{module.__name__}": \(\n)[^)]*(    \),\n)', rf"\1{names}\2", text)
    return text


def proving() -> str:
    """docs/proving.md as it should be."""
    text = PROVING.read_text(encoding="utf-8")
    of_hypotheses = "".join(row(getattr(hypotheses, name)) for name in hypotheses.KINDS)
    of_nodes = "".join(row(getattr(nodes, name)) for name in builders() if f"{name}(" not in text)
    text = re.sub(r"(\| name \| .*\n\| --- .*\n)(?:\|.*\n)*?(\| `unequal)", rf"\1{of_hypotheses}\2", text)
    return re.sub(r"(\| expression \| .*\n(?:\|.*\n)*)", rf"\1{of_nodes}", text)


def row(function: Callable[..., object]) -> str:
    """A function with its arguments, a capital letter where its first sentence has one, and that sentence."""
    said = str(inspect.getdoc(function)).partition("\n")[0].removesuffix(".")
    letters = {
        x: x.upper() if re.search(rf"\b{x.upper()}", said) else x for x in inspect.signature(function).parameters
    }
    return f"| `{function.__name__}({', '.join(letters.values())})` | {said} |\n"


def page(name: str) -> str:
    """A page as it should be."""
    out = []
    for k, (title, words, modules) in enumerate(PAGES[name]):
        out += [f"{'##' if k else '#'} {title}", *([words] if words else [])]
        out += [f"::: {module}.{member}" for module in modules for member in HOMES[module]]
    return "\n\n".join(out) + "\n"


def stub() -> str:
    """The stub as it should be: every public name with its home, classes first."""
    names = [(module, name) for module in sorted(HOMES) for name in _sorted(HOMES[module])]
    imports = "".join(f"from {module} import (\n    {name} as {name},\n)\n" for module, name in names)
    said = "The public names with their types; `pcaproofs/__init__.py` imports each when it is first used."
    return f'"""{said}"""\n\n{imports}\n__version__: str\n__all__: list[str]\n'


def _sorted(names: tuple[str, ...]) -> list[str]:
    return sorted(names, key=lambda name: (name.islower(), name))


if __name__ == "__main__":
    INIT.write_text(init(), encoding="utf-8")
    PROVING.write_text(proving(), encoding="utf-8")
    STUB.write_text(stub(), encoding="utf-8")
    for name in PAGES:
        (FOLDER / f"{name}.md").write_text(page(name), encoding="utf-8")
