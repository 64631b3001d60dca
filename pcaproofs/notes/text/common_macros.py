r"""Macros that notes use and define elsewhere, by what their names usually mean: \norm, \tr, \vect{x}, \bx."""

from __future__ import annotations

import re

# parameters, meaning
COMMON: dict[str, tuple[int, str]] = {
    r"\norm": (1, r"\lVert #1\rVert"),
    r"\abs": (1, r"\lvert #1\rvert"),
    r"\pmod": (1, r"(\operatorname{mod} #1)"),
    r"\bmod": (0, r"\operatorname{mod}"),
    r"\binom": (2, r"\operatorname{binom}(#1, #2)"),
    r"\iprod": (2, r"\langle #1, #2\rangle"),
    r"\inner": (2, r"\langle #1, #2\rangle"),
    r"\innerprod": (2, r"\langle #1, #2\rangle"),
    r"\inprod": (2, r"\langle #1, #2\rangle"),
    r"\scalprod": (2, r"\langle #1, #2\rangle"),
    r"\dotprod": (2, r"\langle #1, #2\rangle"),
    r"\ds": (0, ""),
    r"\set": (1, r"\{#1\}"),
    r"\deriv": (2, r"\frac{d #1}{d #2}"),
    r"\pderiv": (2, r"\frac{\partial #1}{\partial #2}"),
    r"\ket": (1, r"|#1\rangle"),
    r"\bra": (1, r"\langle #1|"),
    r"\half": (0, r"\frac{1}{2}"),
    r"\odv": (2, r"\frac{d #1}{d #2}"),
    r"\mathbold": (1, r"\mathbf{#1}"),
    r"\innerproduct": (2, r"\langle #1, #2\rangle"),
    r"\ip": (2, r"\langle #1, #2\rangle"),
    r"\tr": (0, r"\operatorname{tr}"),
    r"\Tr": (0, r"\operatorname{tr}"),
    r"\trace": (0, r"\operatorname{tr}"),
    r"\rank": (0, r"\operatorname{rank}"),
    r"\diag": (0, r"\operatorname{diag}"),
    r"\Col": (0, r"\operatorname{col}"),
    r"\Row": (0, r"\operatorname{row}"),
    r"\Nul": (0, r"\operatorname{null}"),
    r"\proj": (0, r"\operatorname{proj}"),
    r"\Span": (0, r"\operatorname{span}"),
    r"\spn": (0, r"\operatorname{span}"),
    r"\id": (0, r"\operatorname{id}"),
    r"\argmin": (0, r"\operatorname*{argmin}"),
    r"\argmax": (0, r"\operatorname*{argmax}"),
    r"\E": (0, r"\mathbb{E}"),
    r"\Var": (0, r"\operatorname{Var}"),
    r"\var": (0, r"\operatorname{Var}"),
    r"\Cov": (0, r"\operatorname{Cov}"),
    r"\Cor": (0, r"\operatorname{Corr}"),
    r"\Corr": (0, r"\operatorname{Corr}"),
    r"\cov": (0, r"\operatorname{Cov}"),
    r"\R": (0, r"\mathbb{R}"),
    r"\reals": (0, r"\mathbb{R}"),
    r"\bbR": (0, r"\mathbb{R}"),
    r"\RR": (0, r"\mathbb{R}"),
    r"\Reals": (0, r"\mathbb{R}"),
    r"\N": (0, r"\mathbb{N}"),
    r"\Z": (0, r"\mathbb{Z}"),
    r"\T": (0, r"\top"),
    r"\ones": (0, r"\mathbf{1}"),
    r"\one": (0, r"\mathbf{1}"),
    r"\1": (0, r"\mathbf{1}"),
    r"\bone": (0, r"\mathbf{1}"),
    r"\zeros": (0, r"\mathbf{0}"),
    r"\dd": (0, r"\mathrm{d}"),
    r"\pd": (2, r"\frac{\partial #1}{\partial #2}"),
    r"\pdv": (2, r"\frac{\partial #1}{\partial #2}"),
    r"\dv": (2, r"\frac{d #1}{d #2}"),
    r"\qty": (0, ""),
    r"\qq": (1, r"\quad\text{#1}\quad"),
    r"\qc": (0, r",\quad"),
    r"\Vec": (1, r"\vec{#1}"),
    r"\eqdef": (0, r":="),
    r"\defeq": (0, r":="),
    r"\st": (0, r"\text{s.t.}"),
}
COMMON |= {  # of the package physics
    rf"\q{word}": (0, rf"\quad\text{{{word}}}\quad")
    for word in (
        "and",
        "or",
        "if",
        "then",
        "else",
        "otherwise",
        "for",
        "with",
        "where",
        "given",
        "since",
        "let",
        "as",
        "thus",
    )
}
_BOLD = (
    r"\Mat",
    r"\Vect",
    r"\matr",
    r"\mat",
    r"\mtx",
    r"\vect",
    r"\vectr",
    r"\vctr",
    r"\bvec",
    r"\bmat",
    r"\mvec",
    r"\vb",
    r"\mb",
    r"\mbf",
    r"\bs",
)
COMMON |= dict.fromkeys(_BOLD, (1, r"\mathbf{#1}"))
_COLOURS = ("red", "blue", "green", "orange", "purple", "cyan", "magenta", "gray", "grey", "teal", "violet", "brown")
COMMON |= {rf"\{colour}": (1, "#1") for colour in _COLOURS}
BEHIND = {r"\inv": "^{-1}", r"\pinv": "^+", r"\T": "^T"}  # \inv{A} and A\inv
BEHIND |= dict.fromkeys((r"\tp", r"\trans", r"\transp"), r"^\top")
COMMON |= {name: (0, text) for name, text in BEHIND.items()}
BOLD_LETTER = re.compile(  # \bx, \vx, \vbx, \bfx, \mX; \bm is no letter
    r"\\(?:v?b|v|bf|mb)((?![befimqrs])[A-Za-z]|(?<=[^\\][bf])[A-Za-z])|\\m([A-Z])"
)
BOLD_GREEK = re.compile(  # \bbeta, \vtheta, \mSigma
    r"\\[bvm]((?:alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|varphi"
    r"|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Phi|Psi|Omega))"
)
NUMBERED = {r"\ones", r"\one", r"\1", r"\bone", r"\zeros", r"\id"}  # \ones{n}: a size; so have bold letters an index
