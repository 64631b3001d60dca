"""Readers and printers of formulas, and symbolic matrices."""

from .row import Row
from .ways import check, mathml, proves

PARSING = "https://docs.sympy.org/latest/modules/parsing.html#latex-parsing-functions-reference"
EXPRESSIONS = "https://docs.sympy.org/latest/modules/matrices/expressions.html"
LAMBDIFY = "https://docs.sympy.org/latest/modules/utilities/lambdify.html"
SUM = r"\sum_{i=1}^{n} x_{i} y_{i} + 1"
PRODUCT = r"\begin{bmatrix}1 & 2\\3 & 4\end{bmatrix}\begin{bmatrix}1\\1\end{bmatrix}"
TOP = r"\begin{bmatrix}1 & 2\\3 & 4\end{bmatrix}^\top"
TRIED = "try:\n    print({0})\nexcept Exception as e:\n    print(type(e).__name__)"


def parse(name: str, backend: str, formula: str, says: str, does: str, note: str, gives: str, ours: str) -> Row:
    given = TRIED.format(f'parse_latex(r"{formula}", backend="{backend}")')
    version = {"antlr": "4.11", "lark": "1"}[backend]
    return Row(f"{backend}: {name}", f"SymPy with {backend}", version, PARSING, given, says, does,
               check(".md", note.replace("{f}", formula)), gives, ours)  # fmt: skip


SUM_NOTE = "Let $x, y \\in \\mathbb{R}^n$.\n\n$${f} = 1 + x^\\top y$$\n\n$${f} = n + x^\\top y$$"
READ = "The same formula is read."
ROWS = (
    parse("a sum and a number", "antlr", SUM, "Sum(x_{i}*y_{i}, (i, 1, n)) + 1", "The number stands outside the sum.",
          SUM_NOTE, "proved, refuted", "The same."),
    parse("a sum and a number", "lark", SUM,
          "Tree('_ambig', [Sum(x_{i}*y_{i} + 1, (i, 1, n)), Sum(x_{i}*y_{i}, (i, 1, n)) + 1])",
          "Both readings, as a tree of lark and no expression.", SUM_NOTE, "proved, refuted",
          "The number stands outside the sum."),
    parse("a transpose", "antlr", "A^T B = B A^T", "True",
    "`A^T` is a power of numbers that commute, so the equation holds.",
          "Let $A, B$ be square.\n\n$${f}$$", "refuted", "A counterexample of size 2."),
    parse("two matrices side by side", "antlr", PRODUCT, "LaTeXParsingError", "Matrices are not read.",
          "$${f} = \\begin{bmatrix}3\\\\7\\end{bmatrix}$$", "proved", "The product is calculated."),
    parse("two matrices side by side", "lark", PRODUCT, "UnexpectedCharacters",
    "A product needs a sign, such as `\\cdot`.",
          "$${f} = \\begin{bmatrix}3\\\\7\\end{bmatrix}$$", "proved", "The product is calculated."),
    parse("`^\\top` of a matrix", "lark", TOP, "UnexpectedCharacters",
    "`^T` and `'` are transposes, `^\\top` is not read.",
          "$${f} = \\begin{bmatrix}1 & 3\\\\2 & 4\\end{bmatrix}$$", "proved", READ),
    Row(
        "lambdify: a trace", "SymPy", "1.14", LAMBDIFY, TRIED.format("lambdify([X], Trace(X.T*X), 'numpy')"),
        "PrintMethodNotImplementedError", "A trace has no NumPy code, nor has a determinant.",
        proves("equal(Trace(X.T*X), Trace(X*X.T))"), "proved", "Traces are read.",
    ),
    Row(
        "lambdify: an entrywise square", "SymPy", "1.14", LAMBDIFY,
        "print(hadamard_product(A, A))\n" + TRIED.format("lambdify([A], hadamard_product(A, A), 'numpy')"),
        "HadamardPower(A, 2)\nPrintMethodNotImplementedError",
        "A∘A becomes a `HadamardPower`, which has no NumPy code; A∘B has one.",
        proves("equal(HadamardPower(A, 2), hadamard_product(A, A))"), "proved", "Both are read, and are equal.",
    ),
    Row(
        "SymPy: derivative of an entry", "SymPy", "1.14", EXPRESSIONS, "print((x.T*A*x)[0, 0].diff(x))", "0",
        "The entry of xᵀAx is taken for a constant.", proves("equal(gradient((x.T*A*x)[0, 0], x), {says}*x)"),
        "refuted",
        "A counterexample of size 1.",
    ),
    Row(
        "SymPy: derivative of a 1×1 product", "SymPy", "1.14", EXPRESSIONS, "print((x.T*A*x).diff(x))", "A*x + A.T*x",
        "Right.", proves("equal(gradient((x.T*A*x)[0, 0], x), {says})"), "proved", "Proved for every n.",
    ),
    Row(
        "SymPy: an inverse with `Eq`", "SymPy", "1.14", EXPRESSIONS, "print(Eq(A*A.I, Identity(n)))", "True",
        "A A⁻¹ = I is evaluated, although A may be singular.", proves("Eq(A*A.I, I_)"), "undecided",
        "What SymPy evaluated is not proved; `equal` keeps both sides.",
    ),
    Row(
        "SymPy: LaTeX of two inverses", "SymPy", "1.14", EXPRESSIONS, "print(latex(Inverse(A).T), latex(Inverse(A.T)))",
        r"\left(A^{T}\right)^{-1} \left(A^{T}\right)^{-1}", "(A⁻¹)ᵀ and (Aᵀ)⁻¹ are printed alike.",
        check(".md", "Let $A$ be an invertible matrix.\n\n$$(A^{-1})^T = \\left(A^{T}\\right)^{-1}$$"), "proved",
        "Both are read as written, and are equal.",
    ),
    Row(
        "latex2mathml: index of a norm", "latex2mathml", "3",
        "https://www.w3.org/TR/MathML3/chapter3.html#presm.msubsup",
        r'print(convert(r"\lVert x\rVert_2^2").split("<mi>x</mi>")[1])',
        "<msubsup><mo>&#x02016;</mo><mn>2</mn><mn>2</mn></msubsup></mrow></math>",
        "The indices belong to the closing bar alone.",
        lambda row, folder: mathml(r"\lVert x\rVert_2^2"), "mo", "The same, in formulas that an author typed.",
    ),
    Row(
        "temml: index of a norm", "temml", "0.13", "https://temml.org/docs/en/supported", r"\lVert x\rVert_2^2",
        '<math><msubsup><mrow><mo fence="true" form="prefix" stretchy="false">‖</mo><mi>x</mi>'
        '<mo fence="true" form="postfix" stretchy="false">‖</mo></mrow><mn>2</mn><mn>2</mn></msubsup></math>',
        "The indices belong to the whole norm.",
        check(".md", "Let $x \\in \\mathbb{R}^n$.\n\n$${given} = x^\\top x$$"), "proved",
        "The norm is read as a whole.",
    ),
    Row(
        "LaTeXML: a transpose", "LaTeXML", "0.8", "https://math.nist.gov/~BMiller/LaTeXML/manual/math/", "w^T S w",
        '<apply><times/><apply><csymbolcd="ambiguous">superscript</csymbol><ci>𝑤</ci><ci>𝑇</ci></apply><ci>𝑆</ci>'
        "<ci>𝑤</ci></apply></math>",
        "A superscript whose meaning is open.",
        check(".md", "Let $w$ be a column and $S$ a symmetric matrix.\n\n$$w^T S v = v^T S w$$"), "proved",
        "A transpose.",
    ),
    Row(
        "LaTeXML: a function", "LaTeXML", "0.8", "https://math.nist.gov/~BMiller/LaTeXML/manual/math/", "f(x)=x",
        "<apply><eq/><apply><times/><ci>𝑓</ci><ci>𝑥</ci></apply><ci>𝑥</ci></apply></math>", "f(x) is a product.",
        check(".md", "Let $x, y$ be columns of the same length.\n\n$$f(x) = f(y)$$"), "unsupported",
        "A function; without a definition nothing is said of it.",
    ),
    Row(
        "Maxima: transpose of a product", "Maxima", "5.46", "https://maxima.sourceforge.io/docs/manual/maxima_119.html",
        "declare(c, scalar)$\ntranspose(A . B);\n(c*A) . B;", "'transpose(B) . 'transpose(A)\n(c*A) . B",
        "The order is turned; a declared number stays inside the product unless `dotscrules` is set.",
        check(".md", "Let $A, B$ be square and $c$ a number.\n\n$$(AB)^\\top = B^\\top A^\\top$$\n\n$$(cA)B = c(AB)$$"),
        "proved, proved", "Both equations are proved.",
    ),
)  # fmt: skip
