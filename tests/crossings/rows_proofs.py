"""Solvers and proof assistants."""

from .row import Row
from .ways import proves

Z3 = "https://microsoft.github.io/z3guide/docs/theories/Arithmetic/"
MATRIX = "https://math-comp.github.io/htmldoc_1_15_0/mathcomp.algebra.matrix.html"
RING = "https://github.com/math-comp/algebra-tactics"
ORTHOGONAL = """
def answer(k):
    a = [[Real(f"a{i}{j}") for j in range(k)] for i in range(k)]
    s, K = Solver(), range(k)
    s.set("timeout", 2000)
    s.add([Sum([a[l][i] * a[l][j] for l in K]) == int(i == j) for i in K for j in K])
    s.add(Or([Sum([a[i][l] * a[j][l] for l in K]) != int(i == j) for i in K for j in K]))
    return s.check()
print(answer(2), answer(3))
"""
CVC5 = """
s = cvc5.Solver(cvc5.TermManager())
s.setOption("produce-models", "true"), s.setLogic("QF_NRA")
p = cvc5.InputParser(s)
p.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, "(declare-const x Real)(assert (= (* x x) 2))(assert (> x 0))"
                 "(check-sat)(get-value (x))", "root")
while not (command := p.nextCommand()).isNull():
    print(command.invoke(s, p.getSymbolManager()), end="")
"""

ROWS = (
    Row(
        "z3: a matrix with a left inverse", "z3", "5", Z3, ORTHOGONAL, "unsat unknown",
        "AᵀA = I ⇒ AAᵀ = I for entries: proved at size 2, not at size 3 within two seconds.",
        proves("equal(A*A.T, I_), assuming=[equal(A.T*A, I_)]"), "proved", "Proved for every size.",
    ),
    Row(
        "z3: an irrational value", "z3", "5", Z3,
        "x = Real('x'); s = Solver(); s.add(x*x == 2, x > 0); s.check(); v = s.model()[x]\nprint(v, v.sexpr())",
        "1.4142135623? (root-obj (+ (^ x 2) (- 2)) 2)", "Printed as a decimal with a question mark; `sexpr` is exact.",
        proves("equal(Matrix([[sqrt(2)]])**2, Matrix([[2]]))"), "proved", "Roots of numbers are exact.",
    ),
    Row(
        "cvc5: an irrational value", "cvc5", "1", "https://cvc5.github.io/docs/latest/", CVC5,
        "sat\n((x (_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)))", "A polynomial and an interval: exact.",
        proves("equal(Matrix([[sqrt(2)]])**2, Matrix([[3]]))"), "refuted", "Roots of numbers are exact.",
    ),
    Row(
        "MathComp: `ring` on matrices", "MathComp", "8", RING,
        "Goal forall (R : comRingType) (n : nat) (A B : 'M[R]_n.+1), A + B = B + A.\nProof. by move=> R n A B; "
        "ring. Qed.",
        "Error: Tactic failure: Cannot find a declared comRingType: In environment",
        "`ring` proves nothing about matrices, not even sums.", proves("equal(A + B, B + A)"), "proved",
        "Proved; the export for Rocq has its own tactic for matrices.",
    ),
    Row(
        "MathComp: the trace of a product", "MathComp", "8", MATRIX,
        "Goal forall (R : ringType) (n : nat) (A B : 'M[R]_n), \\tr (A *m B) = \\tr (B *m A).\nProof. exact: "
        "mxtrace_mulC. Qed.",
        "Error: Cannot apply lemma mxtrace_mulC",
        "tr(AB) = tr(BA) needs entries that commute; the message then speaks of the type of A.",
        proves("equal(Trace(A*B), Trace(B*A))"), "proved", "Entries are real numbers.",
    ),
)  # fmt: skip
