r"""The macros of packages, as LaTeX: of physics after \usepackage or \require; of \braket always."""

from __future__ import annotations

import re

_NEW = r"\NewDocumentCommand"
_PHYSICS = [
    (r"\braket", "s m g", r"\IfNoValueTF{#3}{\langle #2|#2\rangle}{\langle #2|#3\rangle}"),
    (r"\ketbra", "s m g", r"\IfNoValueTF{#3}{|#2\rangle\langle #2|}{|#2\rangle\langle #3|}"),
    (r"\mel", "s m m m", r"\langle #2|#3|#4\rangle"),
    (r"\ev", "s m g", r"\IfNoValueTF{#3}{\langle #2\rangle}{\langle #3|#2|#3\rangle}"),
    (r"\comm", "s m m", r"\left((#2)(#3)-(#3)(#2)\right)"),
    (r"\acomm", "s m m", r"\left((#2)(#3)+(#3)(#2)\right)"),
    (r"\grad", "g", r"\nabla\IfValueT{#1}{ #1}"),
    (r"\vdot", "", r"\cdot"),
    (r"\cross", "", r"\times"),
    (r"\vb", "s m", r"\mathbf{#2}"),
    (r"\vu", "s m", r"\hat{\mathbf{#2}}"),
    (r"\va", "s m", r"\vec{\mathbf{#2}}"),
    (r"\imat", "m", r"I_{#1}"),
    (r"\dmat", "m", r"\operatorname{diag}(#1)"),
]
_ALSO = {
    r"\braket": [r"\innerproduct", r"\ip"],
    r"\ketbra": [r"\dyad", r"\outerproduct", r"\op"],
    r"\mel": [r"\matrixel", r"\matrixelement"],
    r"\ev": [r"\expval", r"\expectationvalue"],
    r"\comm": [r"\commutator"],
    r"\acomm": [r"\anticommutator"],
    r"\grad": [r"\gradient"],
    r"\vdot": [r"\dotproduct"],
    r"\cross": [r"\crossproduct", r"\cp"],
    r"\vb": [r"\vectorbold"],
    r"\vu": [r"\vectorunit"],
    r"\va": [r"\vectorarrow"],
    r"\imat": [r"\identitymatrix"],
    r"\dmat": [r"\diagonalmatrix"],
}
PACKAGES = {
    "physics": "\n".join(
        rf"{_NEW}{{{name}}}{{{spec}}}{{{body}}}"
        for first, spec, body in _PHYSICS
        for name in (first, *_ALSO.get(first, ()))
    ),
    "braket": rf"{_NEW}{{\braket}}{{s m g}}{{\langle #2\IfValueT{{#3}}{{|#3}}\rangle}}"
    "\n"
    rf"{_NEW}{{\Braket}}{{m}}{{\langle #1\rangle}}"
    "\n"
    rf"{_NEW}{{\Ket}}{{m}}{{|#1\rangle}}"
    "\n"
    rf"{_NEW}{{\Bra}}{{m}}{{\langle #1|}}",
}
_LOADS = re.compile(
    r"\\(?:usepackage|RequirePackage)\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}|\\require\s*\{([^{}]*)\}", re.DOTALL
)


_PROVIDES = re.compile(r"\\(?:providecommand\*?|ProvideDocumentCommand)\s*\{?\s*(\\[A-Za-z]+)")


def package_macros(texts: list[str]) -> str:
    r"""The definitions of the packages that texts load, and of \braket, which MathJax loads by itself."""
    names = {name.strip() for text in texts for m in _LOADS.finditer(text) for name in (m[1] or m[2]).split(",")}
    loaded = [said for name, said in PACKAGES.items() if name in names or (name == "braket" and "physics" not in names)]
    provided = {name for text in texts for name in _PROVIDES.findall(text)}
    lines = [x for said in loaded for x in said.splitlines()]
    return "\n".join(x for x in lines if x.partition("{")[2].partition("}")[0] not in provided)
