"""Section 9.1 of the Matrix Cookbook: matrices of blocks, their determinants and inverses."""

from __future__ import annotations

from sympy import BlockMatrix, MatrixSymbol, Symbol, ZeroMatrix

from pcaproofs.cookbook import NO_PROGRAM, equation, place
from pcaproofs.language.conclusions import equal
from pcaproofs.language.nodes import det, inverse
from pcaproofs.verify.claim import claim
from pcaproofs.verify.mutants import right_times, swap

n = Symbol("n", positive=True, integer=True)
m = Symbol("m", positive=True, integer=True)
A, B, C, D = MatrixSymbol("A", n, n), MatrixSymbol("B", n, m), MatrixSymbol("C", m, n), MatrixSymbol("D", m, m)
E, F, G, H = MatrixSymbol("E", n, n), MatrixSymbol("F", n, m), MatrixSymbol("G", m, n), MatrixSymbol("H", m, m)
O, Q = ZeroMatrix(n, m), ZeroMatrix(m, n)
whole = BlockMatrix([[A, B], [C, D]])
first, second = A - B * inverse(D) * C, D - C * inverse(A) * B  # the Schur complements of D and of A

multiplication = claim(
    "blocks.multiplication",
    show=lambda: equal(
        whole * BlockMatrix([[E, F], [G, H]]),
        BlockMatrix([[A * E + B * G, A * F + B * H], [C * E + D * G, C * F + D * H]]),
    ),
    prose="Matrices of blocks are multiplied as if the blocks were numbers, in their order.",
    said_in=[place("section 9.1.1")],
    numeric=NO_PROGRAM,
    mutants=lambda: [right_times(2), swap(B * H, F * H), swap(C * E, C * A, right=True)],
)

determinant_by_first = claim(
    "blocks.eq-397",
    show=lambda: equal(det(whole), det(D) * det(first)),
    prose="The determinant of a matrix of blocks is that of the last block times that of its Schur complement.",
    said_in=[equation(397)],
    numeric=NO_PROGRAM,
    mutants=lambda: [right_times(2), swap(first, A), swap(det(D), det(H), right=True)],
)

determinant_by_second = claim(
    "blocks.eq-398",
    show=lambda: equal(det(whole), det(A) * det(second)),
    prose="The determinant of a matrix of blocks is that of the first block times that of its Schur complement.",
    said_in=[equation(398)],
    numeric=NO_PROGRAM,
    mutants=lambda: [right_times(2), swap(second, D), swap(det(A), det(E), right=True)],
)

inverse_by_second = claim(
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
    said_in=[equation(399)],
    numeric=NO_PROGRAM,
    mutants=lambda: [right_times(2), swap(inverse(first), inverse(A)), swap(inverse(second), inverse(D))],
)

inverse_by_updates = claim(
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
    said_in=[equation(400)],
    numeric=NO_PROGRAM,
    mutants=lambda: [right_times(2), swap(inverse(first), inverse(A))],
)

inverse_of_diagonal = claim(
    "blocks.eq-401",
    show=lambda: equal(inverse(BlockMatrix([[A, O], [Q, D]])), BlockMatrix([[inverse(A), O], [Q, inverse(D)]])),
    prose="A block diagonal matrix is inverted block by block.",
    said_in=[equation(401)],
    numeric=NO_PROGRAM,
    mutants=lambda: [right_times(2), swap(inverse(D), D), swap(O, B)],
)

determinant_of_diagonal = claim(
    "blocks.eq-402",
    show=lambda: equal(det(BlockMatrix([[A, O], [Q, D]])), det(A) * det(D)),
    prose="The determinant of a block diagonal matrix is the product of those of its blocks.",
    said_in=[equation(402)],
    numeric=NO_PROGRAM,
    mutants=lambda: [right_times(2), swap(det(D), det(H), right=True)],
)
