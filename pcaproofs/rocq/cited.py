"""Cited claims that the library proves: that matrices with the stated properties exist."""

from __future__ import annotations

from typing import Any

from pcaproofs.kernel import Compare
from pcaproofs.rocq.prepare import prepared
from pcaproofs.rocq.statement import relation

# written by hand, from theorems of the library; other claims remain cited
_PROOFS = {
    "spectral.spectral-theorem": """have [Q [d [QQ QQ' SE]]] := spectral pc_H0.
exists Q, (diag_mx d).
repeat match goal with |- _ /\\ _ => split end;
  first [exact: SE | exact: QQ | exact: QQ' | by move=> i; rewrite ?mulmxA; exact: diagonal_basis].""",
}


def existence(claim: Any, statements: list[Any]) -> tuple[str, list[str]] | None:
    """The statement that the letters of a cited claim exist, and its proof; None if the library has none."""
    if claim.id not in _PROOFS or not statements:
        return None
    problems = [prepared(statement) for statement in statements]
    names = [str(x) for x in claim.exists]
    shapes = {name: shape for p in problems for name, shape in p.shapes.items() if name not in p.bases}
    sizes = list(dict.fromkeys(n for p in problems for n in p.sizes))
    first = problems[0]
    given = [(name, h) for name, h in first.fixed if first.basis_fact(h) is None]
    for p in problems:
        for name, shape in p.shapes.items():
            first.shapes.setdefault(name, shape)
    letters = "".join(f" ({first.names[x]} : {first.letter_type(x)})" for x in shapes if x not in names)
    found = " ".join(f"({first.names[x]} : {first.letter_type(x)})" for x in names)
    said = []
    for p in problems:
        assert isinstance(p.statement.conclusion, Compare)
        every = "".join(f"forall {i} : 'I_{p.size(p.shapes[e][0])}, " for e, i in p.bases.items())
        said.append(f"({every}{relation(p, p.statement.conclusion)})" if every else relation(p, p.statement.conclusion))
    lines = [f"forall (K : rcfType) ({' '.join(first.names[n] for n in sizes)} : nat){letters},"]
    lines += [f"(0 < {first.names[n]})%N ->" for n in sizes]
    lines += [f"{relation(first, h)} ->" for _, h in given]
    lines += [f"exists {found},", "  " + " /\\\n    ".join(said)]
    intro = ["K", *(first.names[n] for n in sizes), *(first.names[x] for x in shapes if x not in names)]
    intro += [f"pc_{first.names[n]}_gt0" for n in sizes] + [f"pc_H{i}" for i in range(len(given))]
    return "\n  ".join(lines), [f"move=> {' '.join(intro)}.", _PROOFS[claim.id]]
