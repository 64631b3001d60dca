"""Writes the pages of docs/api that show the public names: python docs/api.py."""

from __future__ import annotations

from pathlib import Path

import pcaproofs

FOLDER = Path(__file__).with_name("api")
PAGES: dict[str, tuple[tuple[str, str, tuple[str, ...]], ...]] = {  # page -> title or heading, words, modules
    "prove": (
        ("Proving", "", ("pcaproofs.typed", "pcaproofs.prover.result")),
        ("Conclusions", "", ("pcaproofs.language.conclusions",)),
        ("Assumptions", "", ("pcaproofs.language.hypotheses",)),
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


if __name__ == "__main__":
    for name in PAGES:
        (FOLDER / f"{name}.md").write_text(page(name), encoding="utf-8")
