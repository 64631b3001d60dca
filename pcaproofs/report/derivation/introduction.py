"""The sentence that introduces dimensions and letters: "For all integers n, p ≥ 1 and X ∈ ℝⁿˣᵖ, where …"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from pcaproofs.formula.from_sympy import Notation
from pcaproofs.formula.latex import latex
from pcaproofs.language import nodes
from pcaproofs.language.derived import basis_name
from pcaproofs.report.derivation.hypotheses import Hypotheses


def introduction(parts: Sequence[Hypotheses], where: Sequence[str] = (), exists: Collection[str] = ()) -> str:
    """The sentence for statements that belong together; empty where they have no letters.

    where: what else is explained there. exists: letters of which the statements say that there are such, in LaTeX.
    """
    kernel = parts[0].kernel
    sizes = sorted({kernel.size(n) for h in parts for n in h.sizes()})
    said = [f"every integer ${sizes[0]} \\ge 1$" if len(sizes) == 1 else f"all integers ${', '.join(sizes)} \\ge 1$"]
    said = [*(said if sizes else []), *(text for text in spaces(parts, lambda name: name not in exists))]
    random = sorted({x for h in parts for x in h.random()})
    said += [f"every random vector ${x}$ that has second moments" for x in random]
    if not said:
        return f"Here {listed(where)}." if where else ""
    return f"For {'all ' if not sizes else ''}{listed(said)}" + (f", where {listed(where)}" if where else "") + "."


def spaces(parts: Sequence[Hypotheses], wanted: Any) -> list[str]:
    """The letters of statements with the space that they are in, scalars last; wanted: of a letter in LaTeX."""
    by_space: dict[str, list[str]] = {}
    letters = {(h.kernel.letter(name), rows, cols) for h in parts for name, rows, cols in h.free()}
    kernel = parts[0].kernel

    def place(letter: tuple[str, Any, Any]) -> tuple[Any, ...]:
        name, rows, cols = letter  # one name may stand for matrices of several shapes, in different statements
        return (rows, cols) == (1, 1), name.lstrip("\\").lower(), name, str(rows), str(cols)

    for name, rows, cols in sorted(letters, key=place):
        if wanted(name):
            by_space.setdefault(space(kernel.size(rows), kernel.size(cols)), []).append(name)
    return [rf"${_formulas(names)} \in {of}$" for of, names in by_space.items()]


def unit_vectors(parts: Sequence[Hypotheses], samples: Iterable[nodes.Sample] = ()) -> list[str]:
    """What eᵢ stands for, and xₖ where k is free; samples: rows of matrices that the statements mention."""
    kernel, notation, out = parts[0].kernel, Notation(names=parts[0].kernel.names), []
    labels: dict[str, dict[str, None]] = {}
    for h in parts:
        for n, found in h.bases():
            labels.setdefault(n, {}).update(dict.fromkeys(found))
    for n, known in labels.items():
        for x in sorted(samples, key=str):
            if str(x.args[1]) in known and kernel.size(str(x.args[0].shape[0])) == kernel.size(n):
                row = rf"{latex(notation.form(x.args[0].T))} {kernel.letter(basis_name(str(x.args[1])))}"
                out.append(f"${latex(notation.form(x))} = {row}$")
        names = [(kernel.letter(basis_name(x)), f"${int(x) + 1}$" if x.isdigit() else f"${x}$") for x in sorted(known)]
        who, which = ", ".join(e for e, _ in names), listed([f"{k}-th" for _, k in names])
        verb, noun = ("are the", "vectors") if len(names) > 1 else ("is the", "vector")
        out.append(f"${who}$ {verb} {which} unit {noun} of length ${kernel.size(n)}$")
    return out


def space(rows: str, cols: str) -> str:
    """ℝ, ℝⁿ or ℝⁿˣᵖ."""
    if rows == cols == "1":
        return r"\mathbb{R}"
    return rf"\mathbb{{R}}^{{{rows}}}" if cols == "1" else rf"\mathbb{{R}}^{{{rows}\times {cols}}}"


def listed(items: Sequence[str]) -> str:
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def _formulas(names: Sequence[str]) -> str:
    """Letters with commas, each a formula where a line could not hold them all."""
    return ("$, $" if len(names) > 8 else ", ").join(names)
