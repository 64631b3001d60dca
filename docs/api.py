"""Writes the pages of docs/api that show the public names, and the stub with their types: python docs/api.py."""

from __future__ import annotations

from pathlib import Path

import pcaproofs

FOLDER = Path(__file__).with_name("api")
STUB = Path(pcaproofs.__file__).with_suffix(".pyi")
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


def page(name: str) -> str:
    """A page as it should be."""
    out = []
    for k, (title, words, modules) in enumerate(PAGES[name]):
        out += [f"{'##' if k else '#'} {title}", *([words] if words else [])]
        out += [f"::: {module}.{member}" for module in modules for member in pcaproofs._HOMES[module]]
    return "\n\n".join(out) + "\n"


def stub() -> str:
    """The stub as it should be: every public name with its home, classes first."""
    names = [(module, name) for module in sorted(pcaproofs._HOMES) for name in _sorted(pcaproofs._HOMES[module])]
    imports = "".join(f"from {module} import (\n    {name} as {name},\n)\n" for module, name in names)
    said = "The public names with their types; `pcaproofs/__init__.py` imports each when it is first used."
    return f'"""{said}"""\n\n{imports}\n__version__: str\n__all__: list[str]\n'


def _sorted(names: tuple[str, ...]) -> list[str]:
    return sorted(names, key=lambda name: (name.islower(), name))


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
    for name in PAGES:
        (FOLDER / f"{name}.md").write_text(page(name), encoding="utf-8")
