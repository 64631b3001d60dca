"""Sections 9.1 and 9.11 of the Matrix Cookbook: matrices of blocks, permutations and shifts."""

from __future__ import annotations

from sympy import BlockMatrix, Identity, ImmutableMatrix, MatrixSymbol, ZeroMatrix, symbols

from pcaproofs.cookbook import book_claim, place
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import permutation
from pcaproofs.language.nodes import basis, det, inverse
from pcaproofs.verify.mutants import right_times, swap, without

n, m = symbols("n m", positive=True, integer=True)
A, B, C, D = MatrixSymbol("A", n, n), MatrixSymbol("B", n, m), MatrixSymbol("C", m, n), MatrixSymbol("D", m, m)
E, F, G, H = MatrixSymbol("E", n, n), MatrixSymbol("F", n, m), MatrixSymbol("G", m, n), MatrixSymbol("H", m, m)
O, Q = ZeroMatrix(n, m), ZeroMatrix(m, n)
whole = BlockMatrix([[A, B], [C, D]])
first, second = A - B * inverse(D) * C, D - C * inverse(A) * B  # the Schur complements of D and of A
T = MatrixSymbol("T", n, 3)
first_unit, second_unit, third_unit = (basis(3, str(k)) for k in range(3))
exchange = ImmutableMatrix([[0, 1, 0], [1, 0, 0], [0, 0, 1]])
shifted = BlockMatrix([[ZeroMatrix(1, n), Identity(1)], [Identity(n), ZeroMatrix(n, 1)]])

multiplication = book_claim(
    "blocks.multiplication",
    show=lambda: equal(
        whole * BlockMatrix([[E, F], [G, H]]),
        BlockMatrix([[A * E + B * G, A * F + B * H], [C * E + D * G, C * F + D * H]]),
    ),
    prose="Matrices of blocks are multiplied as if the blocks were numbers, in their order.",
    sources=[place("section 9.1.1")],
    mutants=lambda: [right_times(2), swap(B * H, F * H), swap(C * E, C * A, right=True)],
)

determinant_by_first = book_claim(
    "blocks.eq-397",
    show=lambda: equal(det(whole), det(D) * det(first)),
    prose="The determinant of a matrix of blocks is that of the last block times that of its Schur complement.",
    mutants=lambda: [right_times(2), swap(first, A), swap(det(D), det(H), right=True)],
)

determinant_by_second = book_claim(
    "blocks.eq-398",
    show=lambda: equal(det(whole), det(A) * det(second)),
    prose="The determinant of a matrix of blocks is that of the first block times that of its Schur complement.",
    mutants=lambda: [right_times(2), swap(second, D), swap(det(A), det(E), right=True)],
)

inverse_by_second = book_claim(
    "blocks.eq-399",
    show=lambda: equal(
        inverse(whole),
        BlockMatrix(
            [
                [inverse(first), -inverse(A) * B * inverse(second)],
                [-inverse(second) * C * inverse(A), inverse(second)],
            ]
        ),
    ),
    prose="The blocks of an inverse by the inverses of both Schur complements.",
    mutants=lambda: [right_times(2), swap(inverse(first), inverse(A)), swap(inverse(second), inverse(D))],
)

inverse_by_updates = book_claim(
    "blocks.eq-400",
    show=lambda: equal(
        inverse(whole),
        BlockMatrix(
            [
                [
                    inverse(A) + inverse(A) * B * inverse(second) * C * inverse(A),
                    -inverse(first) * B * inverse(D),
                ],
                [
                    -inverse(D) * C * inverse(first),
                    inverse(D) + inverse(D) * C * inverse(first) * B * inverse(D),
                ],
            ]
        ),
    ),
    prose="The blocks of an inverse, those on the diagonal as inverses of the blocks with a correction.",
    mutants=lambda: [right_times(2), swap(inverse(first), inverse(A))],
)

inverse_of_diagonal = book_claim(
    "blocks.eq-401",
    show=lambda: equal(inverse(BlockMatrix([[A, O], [Q, D]])), BlockMatrix([[inverse(A), O], [Q, inverse(D)]])),
    prose="A block diagonal matrix is inverted block by block.",
    mutants=lambda: [right_times(2), swap(inverse(D), D), swap(O, B)],
)

determinant_of_diagonal = book_claim(
    "blocks.eq-402",
    show=lambda: equal(det(BlockMatrix([[A, O], [Q, D]])), det(A) * det(D)),
    prose="The determinant of a block diagonal matrix is the product of those of its blocks.",
    mutants=lambda: [right_times(2), swap(det(D), det(H), right=True)],
)

permuted = book_claim(
    "blocks.eq-479",
    show=lambda: [
        equal(T * exchange, BlockMatrix([[T * second_unit, T * first_unit, T * third_unit]])),
        equal(exchange * T.T, BlockMatrix([[second_unit.T * T.T], [first_unit.T * T.T], [third_unit.T * T.T]])),
    ],
    prose="A permutation at the right permutes columns, one at the left permutes rows.",
    mutants=lambda: [right_times(2), swap(second_unit, third_unit), swap(T * first_unit, T * third_unit)],
)

permutation_is_orthogonal = book_claim(
    "blocks.eq-478",
    show=lambda: equal(A * A.T, Identity(n)),
    assuming=[permutation(A)],
    prose="A permutation matrix is orthogonal.",
    mutants=lambda: [right_times(2), without("permutation")],
)

shift = book_claim(
    "blocks.eq-484",
    show=lambda: equal(inverse(shifted), shifted.T),
    prose="The shift that puts the last entry first is inverted by its transpose.",
    mutants=lambda: [right_times(2), swap(shifted.T, shifted)],
)
