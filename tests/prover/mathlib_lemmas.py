"""The lemmas of six files of mathlib about real matrices, said in our language: names are theirs, statements are ours.

What counts: every `theorem` and `lemma` of the file (no definition, instance or alias) that says something of matrices,
columns and numbers when the field is that of the real numbers and no size is 0. Those that do not are in OTHERS, with
what they are about. An adjoint is a transpose, `cramer A b` is adj(A)b, `submatrix` by a bijection is PᵀAP with a
permutation matrix P. `python benchmarks/statements.py --mathlib` prints the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from letters import (
    A,
    B,
    C,
    I,
    Id,
    O,
    U,
    X,
    Y,
    Z,
    a,
    b,
    d,
    i,
    j,
    matrix,
    n,
    o,
    ones_p,
    p,
    r,
    t,
    u,
    v,
    x,
    y,
)
from sympy import BlockMatrix, HadamardProduct, Identity, Matrix, Sum, Symbol, Trace, ZeroMatrix, symbols

from pcaproofs import (
    adjugate,
    at_least,
    basis,
    det,
    diagonal,
    equal,
    exists,
    iff,
    inner,
    inverse,
    invertible,
    more_than,
    orthogonal,
    permutation,
    pinv,
    positive_definite,
    psd,
    symmetric,
    unequal,
)


@dataclass(frozen=True)
class Lemma:
    """A lemma; says: the conclusion, or why it cannot be said."""

    name: str
    says: Any
    given: tuple[Any, ...] = ()

    @property
    def is_sayable(self) -> bool:
        """Whether the language has a statement for it."""
        return not isinstance(self.says, str)


FAMILY = "a family of any number of matrices"
SIGNS = "the sign of every entry"
MINOR = "a matrix without a row and a column"
SINGULAR = "an inverse that is 0 where there is none"
FOR_ALL = "a hypothesis about all matrices"

k = Symbol("k", integer=True, nonnegative=True)
R, V, P = matrix("R", p, p), matrix("V", p, p), matrix("P", p, p)
T, G = matrix("T", d, p), matrix("D", d, d)
K1, K2, K3 = (matrix("K", size, size) for size in (1, 2, 3))
big = matrix("A", n + 1, n + 1)
numbers = symbols("a_1:10", real=True)
two, three = Matrix(2, 2, numbers[:4]), Matrix(3, 3, numbers[:9])
e_i, e_j = basis(p, "i"), basis(p, "j")
grid, even = BlockMatrix([[A, U], [T, G]]), BlockMatrix([[A, U], [U.T, G]])
upper, lower = BlockMatrix([[A, U], [ZeroMatrix(p, d).T, G]]), BlockMatrix([[A, ZeroMatrix(p, d)], [T, G]])
no, no_t = ZeroMatrix(p, d), ZeroMatrix(d, p)
under, over = G - T * inverse(A) * U, A - U * inverse(G) * T
even_under, even_over = G - U.T * inverse(A) * U, A - U * inverse(G) * U.T
both = BlockMatrix([[x], [matrix("y", d, 1)]])
z = matrix("y", d, 1)
spectral = (orthogonal(V), equal(A, V * diagonal(a) * V.T))
root = (orthogonal(V), equal(A, V * diagonal(a) * diagonal(a) * V.T), equal(R, V * diagonal(a) * V.T))


def hadamard(*parts: Any) -> Any:
    """A∘B."""
    return HadamardProduct(*parts, evaluate=False)


def penrose(one: Any, other: Any) -> list[Any]:
    """The four equations."""
    return [
        equal(one * other * one, one),
        equal(other * one * other, other),
        symmetric(one * other),
        symmetric(other * one),
    ]


def blocks(a_: Any, b_: Any, c_: Any, d_: Any) -> Any:
    """A matrix of four blocks."""
    return BlockMatrix([[a_, b_], [c_, d_]])


def _two_by_two(of: Any) -> Any:
    return Matrix([[of[1, 1], -of[0, 1]], [-of[1, 0], of[0, 0]]])


def _cofactors(of: Any) -> Any:
    def minor(i_: int, j_: int) -> Any:
        (a_, b_), (c_, d_) = (tuple(s for s in range(3) if s != skip) for skip in (i_, j_))
        return (-1) ** (i_ + j_) * (of[a_, c_] * of[b_, d_] - of[a_, d_] * of[b_, c_])

    return Matrix(3, 3, lambda r_, s_: minor(s_, r_))


TRACE = [
    Lemma("trace_diagonal", equal(Trace(diagonal(x)), Sum(x[i, 0], (i, 0, p - 1)))),
    Lemma("trace_zero", equal(Trace(O), 0)),
    Lemma("trace_add", equal(Trace(A + B), Trace(A) + Trace(B))),
    Lemma("trace_smul", equal(Trace(t * A), t * Trace(A))),
    Lemma("trace_transpose", equal(Trace(A.T), Trace(A))),
    Lemma("trace_conjTranspose", equal(Trace(A.T), Trace(A))),
    Lemma("trace_sum", FAMILY),
    Lemma("trace_blockDiagonal", FAMILY),
    Lemma("trace_blockDiagonal'", FAMILY),
    Lemma("trace_sub", equal(Trace(A - B), Trace(A) - Trace(B))),
    Lemma("trace_neg", equal(Trace(-A), -Trace(A))),
    Lemma("trace_one", equal(Trace(I), p)),
    Lemma("trace_transpose_mul", equal(Trace(U.T * T.T), Trace(U * T))),
    Lemma("trace_mul_comm", equal(Trace(U * T), Trace(T * U))),
    Lemma("trace_mul_cycle", equal(Trace(X * U * matrix("W", d, n)), Trace(matrix("W", d, n) * X * U))),
    Lemma("trace_mul_cycle'", equal(Trace(X * (U * matrix("W", d, n))), Trace(matrix("W", d, n) * (X * U)))),
    Lemma("trace_replicateCol_mul_replicateRow", equal(Trace(a * b.T), inner(a, b))),
    Lemma("trace_submatrix_succ", equal(big[0, 0] + Trace(big[1:, 1:]), Trace(big))),
    Lemma("trace_units_conj", equal(Trace(A * B * inverse(A)), Trace(B))),
    Lemma("trace_units_conj'", equal(Trace(inverse(A) * B * A), Trace(B))),
    Lemma("trace_fin_one", equal(Trace(K1), K1[0, 0])),
    Lemma("trace_fin_two", equal(Trace(K2), K2[0, 0] + K2[1, 1])),
    Lemma("trace_fin_three", equal(Trace(K3), K3[0, 0] + K3[1, 1] + K3[2, 2])),
    Lemma("trace_fin_one_of", equal(Trace(t * Identity(1)), t)),
    Lemma("trace_fin_two_of", equal(Trace(two), numbers[0] + numbers[3])),
    Lemma("trace_fin_three_of", equal(Trace(three), numbers[0] + numbers[4] + numbers[8])),
    Lemma("trace_single_eq_of_ne", equal(Trace(t * e_i * e_j.T), 0)),
    Lemma("trace_single_eq_same", equal(Trace(t * e_i * e_i.T), t)),
    Lemma(
        "trace_single_mul",
        equal(Trace(t * basis(p, "j") * basis(n, "i").T * X), t * (basis(n, "i").T * X * basis(p, "j"))[0, 0]),
    ),
    Lemma(
        "trace_mul_single",
        equal(Trace(X * (t * basis(p, "j") * basis(n, "i").T)), t * (basis(n, "i").T * X * basis(p, "j"))[0, 0]),
    ),
    Lemma("ext_iff_trace_mul_eq", FOR_ALL),
]

HADAMARD = [
    Lemma("hadamard_apply", equal(hadamard(A, B)[i, j], A[i, j] * B[i, j])),
    Lemma("hadamard_comm", equal(hadamard(X, Y), hadamard(Y, X))),
    Lemma("hadamard_assoc", equal(hadamard(hadamard(X, Y), Z), hadamard(X, hadamard(Y, Z)))),
    Lemma("hadamard_add", equal(hadamard(X, Y + Z), hadamard(X, Y) + hadamard(X, Z))),
    Lemma("add_hadamard", equal(hadamard(Y + Z, X), hadamard(Y, X) + hadamard(Z, X))),
    Lemma("smul_hadamard", equal(hadamard(t * X, Y), t * hadamard(X, Y))),
    Lemma("hadamard_smul", equal(hadamard(X, t * Y), t * hadamard(X, Y))),
    Lemma("hadamard_zero", equal(hadamard(X, ZeroMatrix(n, p)), ZeroMatrix(n, p))),
    Lemma("zero_hadamard", equal(hadamard(ZeroMatrix(n, p), X), ZeroMatrix(n, p))),
    Lemma("hadamard_one", equal(hadamard(A, I), diagonal(hadamard(A, I) * ones_p))),
    Lemma("one_hadamard", equal(hadamard(I, A), diagonal(hadamard(I, A) * ones_p))),
    Lemma("diagonal_hadamard_diagonal", equal(hadamard(diagonal(x), diagonal(y)), diagonal(hadamard(x, y)))),
    Lemma("sum_hadamard_eq", equal(Sum(hadamard(X, Y)[i, j], (i, 0, n - 1), (j, 0, p - 1)), Trace(X * Y.T))),
    Lemma("dotProduct_vecMul_hadamard", equal(r.T * hadamard(X, Y) * u, Trace(diagonal(r) * X * (Y * diagonal(u)).T))),
]

SCHUR = [
    Lemma(
        "fromBlocks_eq_of_invertible₁₁",
        equal(
            grid, blocks(I, no, T * inverse(A), Id) * blocks(A, no, no_t, under) * blocks(I, inverse(A) * U, no_t, Id)
        ),
    ),
    Lemma(
        "fromBlocks_eq_of_invertible₂₂",
        equal(
            grid, blocks(I, U * inverse(G), no_t, Id) * blocks(over, no, no_t, G) * blocks(I, no, inverse(G) * T, Id)
        ),
    ),
    Lemma(
        "invOf_fromBlocks_zero₂₁_eq",
        equal(inverse(upper), blocks(inverse(A), -inverse(A) * U * inverse(G), no_t, inverse(G))),
    ),
    Lemma(
        "invOf_fromBlocks_zero₁₂_eq",
        equal(inverse(lower), blocks(inverse(A), no, -inverse(G) * T * inverse(A), inverse(G))),
    ),
    Lemma("isUnit_fromBlocks_zero₂₁", iff(invertible(upper), [invertible(A), invertible(G)])),
    Lemma("isUnit_fromBlocks_zero₁₂", iff(invertible(lower), [invertible(A), invertible(G)])),
    Lemma("inv_fromBlocks_zero₂₁_of_isUnit_iff", SINGULAR),
    Lemma("inv_fromBlocks_zero₁₂_of_isUnit_iff", SINGULAR),
    Lemma(
        "invOf_fromBlocks₂₂_eq",
        equal(
            inverse(grid),
            blocks(
                inverse(over),
                -inverse(over) * U * inverse(G),
                -inverse(G) * T * inverse(over),
                inverse(G) + inverse(G) * T * inverse(over) * U * inverse(G),
            ),
        ),
    ),
    Lemma(
        "invOf_fromBlocks₁₁_eq",
        equal(
            inverse(grid),
            blocks(
                inverse(A) + inverse(A) * U * inverse(under) * T * inverse(A),
                -inverse(A) * U * inverse(under),
                -inverse(under) * T * inverse(A),
                inverse(under),
            ),
        ),
    ),
    Lemma("isUnit_fromBlocks_iff_of_invertible₂₂", iff(invertible(grid), invertible(over)), (invertible(G),)),
    Lemma("isUnit_fromBlocks_iff_of_invertible₁₁", iff(invertible(grid), invertible(under)), (invertible(A),)),
    Lemma("det_fromBlocks₁₁", equal(det(grid), det(A) * det(under)), (invertible(A),)),
    Lemma("det_fromBlocks_one₁₁", equal(det(blocks(I, U, T, G)), det(G - T * U))),
    Lemma("det_fromBlocks₂₂", equal(det(grid), det(G) * det(over)), (invertible(G),)),
    Lemma("det_fromBlocks_one₂₂", equal(det(blocks(A, U, T, Id)), det(A - U * T))),
    Lemma("det_one_add_mul_comm", equal(det(I + U * T), det(Id + T * U))),
    Lemma("det_mul_add_one_comm", equal(det(U * T + I), det(T * U + Id))),
    Lemma("det_one_sub_mul_comm", equal(det(I - U * T), det(Id - T * U))),
    Lemma("det_one_add_col_mul_row", equal(det(I + u * v.T), 1 + inner(v, u))),
    Lemma(
        "matrix_determinant_lemma",
        equal(det(A + U * T), det(A) * det(Id + T * inverse(A) * U)),
        (unequal(det(A), 0),),
    ),
    Lemma(
        "schur_complement_eq₁₁",
        equal(
            both.T * even * both,
            (x + inverse(A) * U * z).T * A * (x + inverse(A) * U * z) + z.T * even_under * z,
        ),
        (symmetric(A),),
    ),
    Lemma(
        "schur_complement_eq₂₂",
        equal(
            both.T * even * both,
            (inverse(G) * U.T * x + z).T * G * (inverse(G) * U.T * x + z) + x.T * even_over * x,
        ),
        (symmetric(G),),
    ),
    Lemma("IsHermitian.fromBlocks₁₁", iff(symmetric(even), symmetric(even_under)), (symmetric(A),)),
    Lemma("IsHermitian.fromBlocks₂₂", iff(symmetric(even), symmetric(even_over)), (symmetric(G),)),
    Lemma("PosSemidef.fromBlocks₁₁", iff(psd(even), psd(even_under)), (positive_definite(A),)),
    Lemma("PosSemidef.fromBlocks₂₂", iff(psd(even), psd(even_over)), (positive_definite(G),)),
]

POSDEF = [
    Lemma("PosSemidef.diagonal", SIGNS),
    Lemma("posSemidef_diagonal_iff", SIGNS),
    Lemma("PosSemidef.isHermitian", symmetric(A), (psd(A),)),
    Lemma("PosSemidef.re_dotProduct_nonneg", at_least(inner(x, A * x), 0), (psd(A),)),
    Lemma("PosSemidef.conjTranspose_mul_mul_same", psd(U.T * A * U), (psd(A),)),
    Lemma("PosSemidef.mul_mul_conjTranspose_same", psd(X * A * X.T), (psd(A),)),
    Lemma("PosSemidef.submatrix", "a submatrix by any map"),
    Lemma("PosSemidef.transpose", psd(A.T), (psd(A),)),
    Lemma("PosSemidef.conjTranspose", psd(A.T), (psd(A),)),
    Lemma("PosSemidef.zero", psd(O)),
    Lemma("PosSemidef.one", psd(I)),
    Lemma("PosSemidef.natCast", psd(t * I), (at_least(t, 0),)),
    Lemma("PosSemidef.ofNat", psd(t * I), (at_least(t, 2),)),
    Lemma("PosSemidef.intCast", psd(t * I), (at_least(t, 0),)),
    Lemma("posSemidef_intCast_iff", iff(psd(t * I), at_least(t, 0))),
    Lemma("PosSemidef.pow", psd(A**k), (psd(A),)),
    Lemma("PosSemidef.inv", SINGULAR),
    Lemma("PosSemidef.zpow", SINGULAR),
    Lemma("PosSemidef.eigenvalues_nonneg", at_least(a[i, 0], 0), (psd(A), *spectral)),
    Lemma("PosSemidef.posSemidef_sqrt", psd(R), (*root, psd(diagonal(a)))),
    Lemma("PosSemidef.sq_sqrt", equal(R**2, A), root),
    Lemma("PosSemidef.sqrt_mul_self", equal(R * R, A), root),
    Lemma("PosSemidef.eq_of_sq_eq_sq", equal(A, B), (psd(A), psd(B), equal(A**2, B**2))),
    Lemma("PosSemidef.sqrt_sq", equal(R, A), (psd(A), psd(R), equal(R**2, A**2))),
    Lemma("PosSemidef.eq_sqrt_of_sq_eq", equal(A, R), (psd(A), psd(R), equal(A**2, B), equal(R**2, B))),
    Lemma("posSemidef_submatrix_equiv", iff(psd(P.T * A * P), psd(A)), (permutation(P),)),
    Lemma("posSemidef_conjTranspose_mul_self", psd(X.T * X)),
    Lemma("posSemidef_self_mul_conjTranspose", psd(X * X.T)),
    Lemma(
        "eigenvalues_conjTranspose_mul_self_nonneg",
        at_least(a[i, 0], 0),
        (orthogonal(V), equal(X.T * X, V * diagonal(a) * V.T)),
    ),
    Lemma(
        "eigenvalues_self_mul_conjTranspose_nonneg",
        at_least(r[i, 0], 0),
        (orthogonal(matrix("W", n, n)), equal(X * X.T, matrix("W", n, n) * diagonal(r) * matrix("W", n, n).T)),
    ),
    Lemma("posSemidef_iff_eq_transpose_mul_self", exists(B, equal(A, B.T * B)), (psd(A),)),
    Lemma("IsHermitian.posSemidef_of_eigenvalues_nonneg", psd(A), (*spectral, psd(diagonal(a)))),
    Lemma(
        "PosSemidef.dotProduct_mulVec_zero_iff",
        iff(equal(inner(x, A * x), 0), equal(A * x, o)),
        (psd(A),),
    ),
    Lemma("PosDef.isHermitian", symmetric(A), (positive_definite(A),)),
    Lemma("PosDef.re_dotProduct_pos", more_than(inner(x, A * x), 0), (positive_definite(A), unequal(x, o))),
    Lemma("PosDef.posSemidef", psd(A), (positive_definite(A),)),
    Lemma("PosDef.transpose", positive_definite(A.T), (positive_definite(A),)),
    Lemma("PosDef.diagonal_of_pos", SIGNS),
    Lemma("posDef_diagonal_iff", SIGNS),
    Lemma("PosDef.one", positive_definite(I)),
    Lemma("PosDef.natCast", positive_definite(t * I), (more_than(t, 0),)),
    Lemma("PosDef.ofNat", positive_definite(t * I), (at_least(t, 2),)),
    Lemma("PosDef.intCast", positive_definite(t * I), (more_than(t, 0),)),
    Lemma("posDef_intCast_iff", iff(positive_definite(t * I), more_than(t, 0))),
    Lemma("PosDef.eigenvalues_pos", more_than(a[i, 0], 0), (positive_definite(A), *spectral)),
    Lemma("PosDef.det_pos", more_than(det(A), 0), (positive_definite(A),)),
]

PENROSE = [
    Lemma(
        "isMoorePenroseInverse_unique",
        equal(matrix("B", p, n), matrix("C", p, n)),
        (*penrose(X, matrix("B", p, n)), *penrose(X, matrix("C", p, n))),
    ),
    Lemma("exists_isMoorePenroseInverse", exists(matrix("B", p, n), penrose(X, matrix("B", p, n)))),
    Lemma("isMoorePenroseInverse_moorePenroseInverse", penrose(X, pinv(X))),
    Lemma("moorePenroseInverse_zero", equal(pinv(ZeroMatrix(n, p)), ZeroMatrix(p, n))),
    Lemma("moorePenroseInverse_moorePenroseInverse", equal(pinv(pinv(X)), X)),
    Lemma("moorePenroseInverse_conjTranspose", equal(pinv(X.T), pinv(X).T)),
    Lemma("moorePenroseInverse_eq_nonsing_inv", equal(pinv(A), inverse(A)), (invertible(A),)),
    Lemma("moorePenroseInverse_one", equal(pinv(I), I)),
    Lemma("mul_moorePenroseInverse_mul", equal(X * pinv(X) * X, X)),
    Lemma("moorePenroseInverse_mul_self_mul", equal(pinv(X) * X * pinv(X), pinv(X))),
    Lemma("star_mul_moorePenroseInverse", equal((X * pinv(X)).T, X * pinv(X))),
    Lemma("star_moorePenroseInverse_mul", equal((pinv(X) * X).T, pinv(X) * X)),
]

ADJUGATE = [
    Lemma("cramer_apply", equal((adjugate(A) * b).T * e_i, det(A + (b - A * e_i) * e_i.T))),
    Lemma("cramer_transpose_apply", equal((adjugate(A.T) * b).T * e_i, det(A + e_i * (b - A.T * e_i).T))),
    Lemma("cramer_transpose_row_self", equal(adjugate(A.T) * (A.T * e_i), det(A) * e_i)),
    Lemma("cramer_row_self", equal(adjugate(A) * b, det(A) * e_i), (equal(b, A * e_i),)),
    Lemma("cramer_one", equal(adjugate(I) * b, b)),
    Lemma("cramer_smul", equal(adjugate(t * A) * b, t ** (p - 1) * adjugate(A) * b)),
    Lemma("cramer_subsingleton_apply", equal(adjugate(K1) * matrix("b", 1, 1), matrix("b", 1, 1))),
    Lemma("cramer_zero", equal(adjugate(ZeroMatrix(n + 1, n + 1)) * matrix("b", n + 1, 1), ZeroMatrix(n + 1, 1))),
    Lemma("sum_cramer", FAMILY),
    Lemma("sum_cramer_apply", FAMILY),
    Lemma("cramer_submatrix_equiv", equal(adjugate(P.T * A * P) * b, P.T * adjugate(A) * P * b), (permutation(P),)),
    Lemma("cramer_reindex", equal(adjugate(P * A * P.T) * b, P * adjugate(A) * P.T * b), (permutation(P),)),
    Lemma("adjugate_def", equal(e_i.T * adjugate(A) * e_j, (adjugate(A.T) * e_i).T * e_j)),
    Lemma("adjugate_apply", equal(e_i.T * adjugate(A) * e_j, det(A + e_j * (e_i - A.T * e_j).T))),
    Lemma("adjugate_transpose", equal(adjugate(A).T, adjugate(A.T))),
    Lemma("adjugate_submatrix_equiv_self", equal(adjugate(P.T * A * P), P.T * adjugate(A) * P), (permutation(P),)),
    Lemma("adjugate_reindex", equal(adjugate(P * A * P.T), P * adjugate(A) * P.T), (permutation(P),)),
    Lemma("cramer_eq_adjugate_mulVec", equal((adjugate(A) * b).T * e_i, det(A + (b - A * e_i) * e_i.T))),
    Lemma(
        "mul_adjugate_apply",
        equal(A[i, 0] * adjugate(A)[0, j], (adjugate(A.T) * (A[i, 0] * basis(p, "0"))).T * basis(p, "j")),
    ),
    Lemma("mul_adjugate", equal(A * adjugate(A), det(A) * I)),
    Lemma("adjugate_mul", equal(adjugate(A) * A, det(A) * I)),
    Lemma("adjugate_smul", equal(adjugate(t * A), t ** (p - 1) * adjugate(A))),
    Lemma("mulVec_cramer", equal(A * (adjugate(A) * b), det(A) * b)),
    Lemma("adjugate_subsingleton", equal(adjugate(K1), Identity(1))),
    Lemma("adjugate_eq_one_of_card_eq_one", equal(adjugate(K1), Identity(1))),
    Lemma("adjugate_zero", equal(adjugate(ZeroMatrix(n + 1, n + 1)), ZeroMatrix(n + 1, n + 1))),
    Lemma("adjugate_one", equal(adjugate(I), I)),
    Lemma("adjugate_diagonal", "a product over all but one of the entries"),
    Lemma("det_adjugate", equal(det(adjugate(A)), det(A) ** (p - 1))),
    Lemma("adjugate_fin_one", equal(adjugate(K1), Identity(1))),
    Lemma("adjugate_fin_succ_eq_det_submatrix", MINOR),
    Lemma("adjugate_fin_two", equal(adjugate(K2), _two_by_two(K2))),
    Lemma("adjugate_fin_two_of", equal(adjugate(two), _two_by_two(two))),
    Lemma("adjugate_fin_three", equal(adjugate(K3), _cofactors(K3))),
    Lemma("adjugate_fin_three_of", equal(adjugate(three), _cofactors(three))),
    Lemma("det_eq_sum_mul_adjugate_row", equal(det(A), Sum(A[i, j] * adjugate(A)[j, i], (j, 0, p - 1)))),
    Lemma("det_eq_sum_mul_adjugate_col", equal(det(A), Sum(A[i, j] * adjugate(A)[j, i], (i, 0, p - 1)))),
    Lemma("adjugate_conjTranspose", equal(adjugate(A).T, adjugate(A.T))),
    Lemma("isRegular_of_isLeftRegular_det", equal(B, C), (unequal(det(A), 0), equal(A * B, A * C))),
    Lemma(
        "adjugate_mul_distrib_aux",
        equal(adjugate(A * B), adjugate(B) * adjugate(A)),
        (unequal(det(A), 0), unequal(det(B), 0)),
    ),
    Lemma("adjugate_mul_distrib", equal(adjugate(A * B), adjugate(B) * adjugate(A))),
    Lemma("adjugate_pow", equal(adjugate(A**k), adjugate(A) ** k)),
    Lemma("det_smul_adjugate_adjugate", equal(det(A) * adjugate(adjugate(A)), det(A) ** (p - 1) * A)),
    Lemma("adjugate_adjugate", equal(adjugate(adjugate(big)), det(big) ** (n - 1) * big)),
    Lemma("adjugate_adjugate'", equal(adjugate(adjugate(big)), det(big) ** (n - 1) * big)),
]


@dataclass(frozen=True)
class File:
    """A file of mathlib at a commit: its lemmas about real matrices, and its others with what these are about."""

    path: str
    commit: str
    lemmas: list[Lemma]
    others: dict[str, str]


MAPS, SIZE_0, LISTS, FORMS = "homomorphisms", "size 0", "lists", "linear maps and quadratic forms"
FILES = [
    File(
        "LinearAlgebra/Matrix/Trace.lean",
        "00c64cb3461c7d9f72f33dd797a1099ecf863739",
        TRACE,
        {
            "trace_eq_zero_of_isEmpty": SIZE_0,
            "trace_list_sum": LISTS,
            "trace_multiset_sum": LISTS,
            "AddMonoidHom.map_trace": MAPS,
            "trace_fin_zero": SIZE_0,
        },
    ),
    File("Data/Matrix/Hadamard.lean", "049beb175de8625f9d07e4f8ceae2afb93d39090", HADAMARD, {}),
    File("LinearAlgebra/Matrix/SchurComplement.lean", "0251287c66b5aa818ccb758098658bc7ea9cc888", SCHUR, {}),
    File(
        "LinearAlgebra/Matrix/PosDef.lean",
        "00a1f96e4b3bb209e842eb6a2662fdb975886144",
        POSDEF,
        {
            "PosSemidef.toLinearMap₂'_zero_iff": FORMS,
            "PosDef.of_toQuadraticForm'": FORMS,
            "PosDef.toQuadraticForm'": FORMS,
            "QuadraticForm.posDef_of_toMatrix'": FORMS,
            "QuadraticForm.posDef_toMatrix'": FORMS,
        },
    ),
    File("LinearAlgebra/Matrix/MoorePenrose/Basic.lean", "1f2d10bbdeff9643b69aed91c506cb0dd99dbbb7", PENROSE, {}),
    File(
        "LinearAlgebra/Matrix/Adjugate.lean",
        "00f7c249fb343dee07a918a27d6c246c54eaca0a",
        ADJUGATE,
        {
            "cramerMap_is_linear": FORMS,
            "cramer_is_linear": FORMS,
            "RingHom.map_adjugate": MAPS,
            "AlgHom.map_adjugate": MAPS,
            "adjugate_fin_zero": SIZE_0,
        },
    ),
]
OPEN = {
    "posSemidef_iff_eq_transpose_mul_self",
    "posDef_intCast_iff",
    "PosDef.eigenvalues_pos",
    "adjugate_fin_three",
}
TABLE = [
    (f"mathlib.{lemma.name}", lemma.says, list(lemma.given))
    for file in FILES
    for lemma in file.lemmas
    if lemma.is_sayable and lemma.name not in OPEN
]
