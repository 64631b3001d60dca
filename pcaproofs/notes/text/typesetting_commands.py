"""The commands that only affect typesetting, by what becomes of them and of their arguments."""

from __future__ import annotations

from pcaproofs.notes.text.symbols import FUNCTIONS, MOMENTS, PROBLEMS, TRACES

FONTS = {
    "mathbf": "bold", "bm": "bold", "boldsymbol": "bold", "pmb": "bold", "mathbb": "blackboard", "mathds": "blackboard",
    "mathbbm": "blackboard", "Bbb": "blackboard", "mathcal": "calligraphic", "mathscr": "script", "mathfrak": "fraktur",
    "mathsf": "sans", "mathtt": "typewriter", "mathrm": "roman", "mathit": "italic", "mathnormal": "", "bold": "bold",
}  # fmt: skip
SWITCHES = {"bf": "bold", "rm": "roman", "it": "italic", "sf": "sans", "tt": "typewriter", "cal": "calligraphic"}
OPERATORS = TRACES | FUNCTIONS | frozenset(MOMENTS) | frozenset(PROBLEMS) | {"id"}
TEXT = {
    r"\text",
    r"\textrm",
    r"\textnormal",
    r"\mbox",
    r"\hbox",
    r"\textit",
    r"\textbf",
    r"\textsf",
    r"\emph",
    r"\textup",
}
TEXT |= {r"\texttt", r"\intertext", r"\shortintertext", r"\fbox"}
SPACES = {r"\,", r"\:", r"\;", r"\>", r"\ ", r"\!", "~", r"\thinspace", r"\medspace", r"\thickspace", r"\enspace"}
SPACES |= {
    r"\negthinspace",
    r"\negmedspace",
    r"\negthickspace",
    r"\space",
    r"\nobreakspace",
    r"\hfill",
    r"\hfil",
    r"\/",
}
NOTHING = {
    r"\displaystyle",
    r"\textstyle",
    r"\scriptstyle",
    r"\scriptscriptstyle",
    r"\limits",
    r"\nolimits",
    r"\nonumber",
}
NOTHING |= {
    r"\notag",
    r"\left",
    r"\right",
    r"\middle",
    r"\mleft",
    r"\mright",
    r"\allowbreak",
    r"\nobreak",
    r"\centering",
    r"\noindent",
    r"\hline",
}
NOTHING |= {
    r"\strut",
    r"\mathstrut",
    r"\small",
    r"\large",
    r"\Large",
    r"\footnotesize",
    r"\normalsize",
    r"\null",
    r"\par",
}
NOTHING |= {
    r"\numberthis",
    r"\IEEEyesnumber",
    r"\IEEEnonumber",
    r"\IEEEyessubnumber",
    r"\yesnumber",
    r"\allowdisplaybreaks",
    r"\displaybreak",
    r"\toprule",
    r"\midrule",
    r"\bottomrule",
}
NOTHING |= {r"\(", r"\)"}  # around a formula in the text of a formula
NOTHING |= {rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")}
ANGLES = {"<": r"\langle", ">": r"\rangle"}  # behind \left and \right
ESCAPED = {r"\(": "(", r"\)": ")", r"\[": "[", r"\]": "]"}  # behind \left and \right, in some Markdown
DELIMITED = {r"\left", r"\right", r"\middle", r"\mleft", r"\mright"}  # a dot after them is no delimiter
WITHOUT = {r"\label": 1, r"\tag": 1, r"\tag*": 1, r"\hspace": 1, r"\hspace*": 1, r"\vspace": 1, r"\phantom": 1}
WITHOUT |= {r"\hphantom": 1, r"\vphantom": 1, r"\color": 1, r"\ref": 1, r"\eqref": 1, r"\cite": 1, r"\mspace": 1}
WITHOUT |= {
    r"\raisebox": 1,
    r"\footnote": 1,
    r"\vskip": 1,
    r"\rule": 2,
    r"\cline": 1,
    r"\textcolor": 1,
    r"\colorbox": 1,
}
WITHOUT |= {r"\class": 1, r"\cssId": 1, r"\htmlClass": 1, r"\href": 1, r"\style": 1, r"\fcolorbox": 2}
WITHOUT |= {r"\require": 1, r"\addtocounter": 2, r"\setcounter": 2, r"\stepcounter": 1, r"\refstepcounter": 1}
AROUND = {
    r"\boxed",
    r"\tcboxmath",
    r"\tcbhighmath",
    r"\textcircled",
    r"\mathop",
    r"\mathrel",
    r"\mathbin",
    r"\mathord",
    r"\mathopen",
    r"\mathclose",
    r"\mathinner",
}
AROUND |= {
    r"\ensuremath",
    r"\smash",
    r"\mathclap",
    r"\answer",
    r"\cancel",
    r"\bcancel",
    r"\hbox",
    r"\bbox",
    r"\mathpunct",
}
WITH_PLACE = {"aligned", "gathered", "split", "array", "alignedat", "multlined", "lgathered", "rgathered", "darray"}
WITH_COLUMNS = {"array", "alignat", "alignat*", "alignedat", "IEEEeqnarray", "IEEEeqnarray*", "darray", "equationarray"}
WITH_COLUMNS |= {"xalignat", "xalignat*", "xxalignat"}
NUMBERS = {r"\eqno", r"\leqno"}  # before the number of an equation, in plain TeX
PLAIN_MATRICES = {r"\matrix", r"\pmatrix", r"\bmatrix", r"\vmatrix", r"\cases"}  # with braces, as in plain TeX
LETTER_FONTS = {r"\textbf": "bold", r"\textit": "", r"\textsl": "", r"\emph": ""}  # for one letter
BRACES = {r"\underbrace", r"\overbrace", r"\underbracket", r"\overbracket"}
RELATIONS = frozenset(
    {"=", "<", ">", ":", r"\le", r"\ge", r"\leq", r"\geq", r"\neq", r"\ne", r"\approx", r"\sim", r"\iff"}
)
RELATIONS |= {r"\equiv", r"\implies", r"\Rightarrow", r"\Leftrightarrow", r"\propto", r"\in", r"\to", r"\rightarrow"}


COMPARES = RELATIONS - {":", r"\to", r"\rightarrow", r"\sim"}

LAWS = frozenset({"d", "D", "L", "d.", "law", "dist", "dist.", "distr.", "st", "i.d."})
LAWS |= {"".join((font, x)) for font in (r"\mathcal", r"\mathrm", r"\text", r"\textup", r"\mathscr") for x in LAWS}

EMS = {"em": 1.0, "mm": 0.28, "cm": 2.8, "in": 7.2, "pt": 0.1, "ex": 0.45, "px": 0.07}  # about as wide as an m
NEGATIVE = frozenset({r"\!", r"\negthinspace", r"\negmedspace", r"\negthickspace"})  # spaces of SPACES
WIDTHS = {"~": 0.33, r"\ ": 0.33, r"\space": 0.33, r"\nobreakspace": 0.33, r"\enspace": 0.5, r"\;": 0.28}
WIDTHS |= {r"\thickspace": 0.28, r"\:": 0.22, r"\>": 0.22, r"\medspace": 0.22, r"\,": 0.17, r"\thinspace": 0.17}
WIDE = 0.8  # ems of a space between two statements
# matrices of the package physics, and what their brackets make them
QUANTITIES = {r"\mqty": "matrix", r"\matrixquantity": "matrix", r"\pmqty": "pmatrix", r"\bmqty": "bmatrix"}
QUANTITIES |= {r"\vmqty": "vmatrix", r"\mdet": "vmatrix", r"\smqty": "matrix"}
BRACKETED = {"(": ("pmatrix", ")"), "[": ("bmatrix", "]"), "|": ("vmatrix", "|")}
