"""The meanings of LaTeX symbols; the first spelling of each is printed."""

from __future__ import annotations


def words(said: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(said.split())


def commands(*said: str) -> frozenset[str]:
    """The words of texts as commands."""
    return frozenset(f"\\{word}" for text in said for word in text.split())


_GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi"
LETTERS = {rf"\{name}": c for name, c in zip(f"{_GREEK} omega".split(), "αβγδϵζηθικλμνξπρστυϕχψω", strict=True)}
LETTERS |= {
    r"\Gamma": "Γ", r"\Delta": "Δ", r"\Theta": "Θ", r"\Lambda": "Λ", r"\Xi": "Ξ", r"\Pi": "Π", r"\Sigma": "Σ",
    r"\Upsilon": "Υ", r"\Phi": "Φ", r"\Psi": "Ψ", r"\Omega": "Ω", r"\varepsilon": "ε", r"\varphi": "φ",
    r"\vartheta": "ϑ", r"\varrho": "ϱ", r"\varsigma": "ς", r"\ell": "ℓ", r"\infty": "∞", r"\emptyset": "∅",
    r"\varnothing": "∅", r"\top": "⊤", r"\intercal": "⊤", r"\perp": "⊥", r"\Re": "ℜ", r"\partial": "∂", r"\hbar": "ℏ",
    r"\imath": "i", r"\jmath": "j", r"\star": "⋆", r"\ast": "∗", r"\bullet": "•", r"\checkmark": "✓", r"\%": "%",
    r"\#": "#", r"\&": "&", r"\square": "□", r"\Box": "□",
}  # fmt: skip
RELATIONS = {
    "=": "=", ":=": ":=", "<": "<", ">": ">", r"\lt": "<", r"\gt": ">", r"\le": "≤", r"\leq": "≤", r"\leqslant": "≤",
    r"\ge": "≥", r"\geq": "≥", r"\geqslant": "≥", r"\ne": "≠", r"\neq": "≠", r"\approx": "≈", r"\simeq": "≃",
    r"\cong": "≅", r"\equiv": "≡", r"\propto": "∝", r"\sim": "∼", r"\in": "∈", r"\notin": "∉", r"\ni": "∋",
    r"\subset": "⊂", r"\subseteq": "⊆", r"\supset": "⊃", r"\supseteq": "⊇", r"\perp": "⊥", r"\parallel": "∥",
    r"\to": "→", r"\rightarrow": "→", r"\longrightarrow": "→", r"\mapsto": "↦", r"\leftarrow": "←", r"\gets": "←",
    r"\ll": "≪", r"\gg": "≫", r"\coloneqq": ":=", r"\triangleq": ":=", r"\doteq": ":=", r"\succeq": "⪰", r"\succ": "≻",
    r"\preceq": "⪯", r"\prec": "≺", r"\twoheadrightarrow": "↠", r"\leadsto": "⇝", r"\longleftarrow": "←",
    r"\longmapsto": "↦", r"\mapsfrom": "←", r"\rightleftharpoons": "↔", r"\rightsquigarrow": "⇝",
    r"\trianglelefteq": "⊴", r"\lhd": "⊲", r"\mid": "∣", ":": ":", r"\colon": ":", r"\vdash": "⊢", r"\isin": "∈",
    r"\rarr": "→", r"\larr": "←", r"\harr": "↔", r"\leftrightarrow": "↔", r"\longleftrightarrow": "↔",
    r"\lesssim": "≲", r"\gtrsim": "≳", r"\hookrightarrow": "↪", r"\subsetneq": "⊊", r"\subsetneqq": "⊊",
    r"\supsetneq": "⊋",
}  # fmt: skip
NEGATED = {"=": "≠", "∈": "∉", "≡": "≢", "⊂": "⊄"}
ARROWS = {
    r"\iff": "⇔", r"\Leftrightarrow": "⇔", r"\Longleftrightarrow": "⇔", r"\implies": "⇒", r"\Rightarrow": "⇒",
    r"\Longrightarrow": "⇒", r"\Harr": "⇔", r"\hArr": "⇔", r"\rArr": "⇒", r"\Rarr": "⇒", r"\lArr": "⇐", r"\Larr": "⇐",
    r"\impliedby": "⇐", r"\Leftarrow": "⇐", r"\Longleftarrow": "⇐", r"\therefore": "⇒",
}  # fmt: skip
SIGNS = {"+": "+", "-": "-", r"\pm": "±", r"\mp": "∓", r"\oplus": "⊕", r"\ominus": "⊖"}
MARKS = {
    r"\cdot": "·", r"\times": "×", ".": ".", "*": "*", "/": "/", r"\circ": "∘", r"\odot": "⊙", r"\otimes": "⊗",
    r"\cup": "∪", r"\cap": "∩", r"\setminus": "∖", r"\backslash": "∖", r"\wedge": "∧", r"\land": "∧", r"\vee": "∨",
    r"\lor": "∨", r"\div": "÷", r"\ast": "*", r"\bullet": "•",
}  # fmt: skip
PLACES = {r"\cdot", "·", r"\bullet"}  # in the place of an argument
DOTS = {r"\dots", r"\cdots", r"\ldots", r"\vdots", r"\ddots", r"\dotsc", r"\dotsb", r"\dotsm", r"\iddots", r"\hdots"}
BIG = {
    r"\sum": "∑", r"\prod": "∏", r"\bigcup": "⋃", r"\bigcap": "⋂", r"\int": "∫", r"\bigoplus": "⨁", r"\iint": "∬",
    r"\lim": "lim", r"\bigotimes": "⨂",
}  # fmt: skip
ACCENTS = {
    r"\hat": "hat", r"\widehat": "hat", r"\bar": "bar", r"\overline": "bar", r"\tilde": "tilde",
    r"\widetilde": "tilde", r"\vec": "vec", r"\overrightarrow": "vec", r"\dot": "dot", r"\ddot": "ddot",
    r"\check": "check", r"\breve": "breve", r"\underline": "underline", r"\mathring": "mathring", r"\acute": "acute",
    r"\grave": "grave",
}  # fmt: skip
ABOVE = {
    "*": "*", r"\ast": "*", r"\star": "*", r"\perp": "⊥", r"\bot": "⊥", r"\cap": "∩", "+": "+", r"\dagger": "†",
    r"\dag": "†", r"\circ": "∘", r"\ddagger": "‡", "-": "-", r"\parallel": "∥",
}  # fmt: skip
QUANTIFIERS = {r"\forall": "∀", r"\exists": "∃", r"\nexists": "∄"}
PROBLEMS = {
    "min": "min", "max": "max", "argmin": "argmin", "argmax": "argmax", "inf": "inf", "sup": "sup", "minimize": "min",
    "maximize": "max", "minimise": "min", "maximise": "max", "arg min": "argmin", "arg max": "argmax",
    "Minimize": "min", "Maximize": "max", "Minimise": "min", "Maximise": "max",
}  # fmt: skip
MOMENTS = {
    "E": "E", "Var": "Var", "var": "Var", "Cov": "Cov", "cov": "Cov", "Corr": "Corr", "corr": "Corr", "Std": "Std",
    "std": "Std", "VAR": "Var", "COV": "Cov", "Variance": "Var", "variance": "Var", "covariance": "Cov",
}  # fmt: skip
TRACES = frozenset({"tr", "Tr", "trace", "Trace", "TR"})
# functions that are written without a backslash or as \det
FUNCTIONS = words(
    "det adj dim rank rk diag span log ln exp sign sgn vec im ker null col sinh cosh tanh cot sec csc arctan erf binom "
    "softmax sigmoid logit row sin cos tan arccos arcsin Pr Span Rank Diag range Im Ker Null angle factorial deg hom "
    "gcd coth kron"
)
BARE = TRACES | frozenset(PROBLEMS) | frozenset(MOMENTS) - {"E"}
BARE |= FUNCTIONS - words("im col row Im Pr Null angle hom factorial")
NAMED = words("RSS TSS ESS SSE SST SSR MSE RMSE MAE LHS RHS")  # before a relation
SUBJECT = words("s.t. s.t st under u.d.N.") | {
    "subject to", "such that", "s. t.", "subject to:", "s.t.:", "unter der Nebenbedingung", "sujeto a", "sujeito a",
    "unter der Nebenbedingung, dass", "unter den Nebenbedingungen", "sous la contrainte", "sous les contraintes",
    "sous contrainte", "soggetto a",
}  # fmt: skip

KNOWN = frozenset([*LETTERS, *RELATIONS, *ARROWS, *SIGNS, *MARKS, *DOTS, *BIG, *ACCENTS, *ABOVE, *QUANTIFIERS])
KNOWN |= commands(*FUNCTIONS, *PROBLEMS, "frac dfrac tfrac sqrt surd nabla because arg quad qquad { } | langle rangle")
KNOWN |= commands("lVert rVert lvert rvert Vert vert lbrace rbrace lbrack rbrack not prime intercal")

# what encloses
CLOSING = {"(": ")", "[": "]", r"\{": r"\}", r"\lbrace": r"\rbrace", r"\lbrack": r"\rbrack", r"\lparen": r"\rparen"}
BRACKETS = {r"\}": "}", r"\rbrace": "}", r"\rbrack": "]", r"\rparen": ")", r"\{": "{", r"\lbrace": "{", r"\lbrack": "["}
BRACKETS |= {r"\lparen": "("}
NORMS = {r"\|": r"\|", r"\Vert": r"\Vert", r"\lVert": r"\rVert"}
BARS = {"|": "|", r"\vert": r"\vert", r"\lvert": r"\rvert"}
ANGLES = {r"\langle": r"\rangle", "<": ">"}
MATRICES = {
    "pmatrix": "(", "bmatrix": "[", "Bmatrix": "{", "vmatrix": "|", "Vmatrix": "‖", "psmallmatrix": "(",
    "bsmallmatrix": "[", "cases": "{.", "dcases": "{.",
}  # fmt: skip
MATRICES |= dict.fromkeys(("matrix", "smallmatrix", "array", "rcases", "aligned", "gathered", "split", "alignedat"), "")
FRACTIONS = {r"\frac", r"\dfrac", r"\tfrac", r"\cfrac", r"\nicefrac", r"\sfrac"}
