"""Reading of determinants, adjugates and logarithms, and theorems about them that are added as hypotheses.

Each becomes a letter, such as det(A) of a matrix A that is a letter or a sum. The determinant of a product of square
matrices is read as the product of the determinants, that of a transpose as that of the matrix, det(cA) as cⁿ·det(A),
adj(AB) as adj(B)·adj(A). A determinant of size 2 to 4 is also a polynomial in traces of powers. No certificate proves
these theorems; the result names those that are used. They hold for every size n ≥ 1, and for singular matrices too
where no inverse is mentioned. When the whole statement has been read, `determinant_laws` adds

  det(L) = det(R)                              for a hypothesis L = R about square matrices
  det(A + UV) = det(A)·det(I + VA⁻¹U)          A invertible; for columns u, v: det(A)·(1 + vᵀA⁻¹u)
  det(A + uvᵀ) = det(A) + vᵀadj(A)u            where the statement has the adjugate of A
  det(σI + UV)·σᵏ = σⁿ·det(σI + VU)            U n×k, V k×n (Sylvester); where k = n without σᵏ and σⁿ
  det([A 0; C D]) = det(A)·det(D)              and so for more blocks, and for upper triangular ones
  det([A B; C D]) = det(A)·det(D − CA⁻¹B)      where the statement has the inverse of A, and likewise with D⁻¹
  det([A B; B A]) = det(A + B)·det(A − B)
  det([A B; C D]) = det(AD − BC)               of square blocks with CD = DC; likewise with AB = BA, AC = CA, BD = DB
  log(fg) = log f + log g                      where the statement has the logarithms of f and g, so that both are > 0
  adj(A)·A = A·adj(A) = det(A)·I               where a hypothesis says that det(A) ≠ 0, or the conclusion det(A) = 0
  det(A) ≥ 0, det(A + B) ≥ det(A) + det(B)     of positive semidefinite A and B, where the conclusion is an inequality
  det(I + A) ≥ 1 + tr(A)                       of a positive semidefinite A, where the conclusion has a term of tr(A)
  det(A) ≤ (tr(A)/n)ⁿ, det(A) ≤ a₁₁⋯aₙₙ        of a positive semidefinite A of a size n that is a number, where the
                                               conclusion has a term of the right side
  adj(L) = adj(R)                              for a hypothesis L = R about products of matrices that have an adjugate
  det(A)²·adj(adj(A)) = det(A)ⁿ·A
  log f ≤ log g + f/g − 1                      where the conclusion is an inequality or an optimum; log det(A) ≤
                                               log det(B) + tr(B⁻¹A) − n for positive definite A and B
  A³ = e₁A² − e₂A + e₃I, and so for size 4     where the conclusion has that power of A (Cayley and Hamilton)

Except for adj(A), a law is added only if the statement contains all its letters: nothing is added about other
determinants. The blocks on the diagonal are square. The diagonal blocks of the inverse of a block triangular matrix
are the inverses of its diagonal blocks. Source: Horn and Johnson, Matrix Analysis, §0.3, §0.8, §1.3.22, §7.2.7, §7.8;
Silvester, Determinants of Block Matrices (2000), for blocks that commute.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from typing import Any

import sympy as sp

from pcaproofs.kernel import Compare, Dimension, Expression, Optimum, Polynomial, Scalars, flip, identity, times
from pcaproofs.language.derived import Kind, Naming, place_of
from pcaproofs.language.express import text
from pcaproofs.language.expressions import reciprocal
from pcaproofs.language.kronecker import factors_of
from pcaproofs.language.nodes import Adjugate, Kronecker, reads
from pcaproofs.language.powers import MINUS_ONE, in_order, power_of, power_of_sizes, product, symbolic_power
from pcaproofs.language.refusals import Unreadable
from pcaproofs.language.shapes import check_equal, check_square
from pcaproofs.language.sizes import is_at_least, total
from pcaproofs.language.sums import parts_of_identity
from pcaproofs.language.symbols import SymbolTable, minus
from pcaproofs.terms import ONE, ZERO, from_monomial, from_polynomial, letters_in, walk
from pcaproofs.terms import over as quotient

MOST_FACTORS = 12
ROUNDS = 3
MOST_LOGARITHMS = 3  # that are compared with each other
PRODUCT = "det(AB) = det(A)·det(B)"
TRANSPOSED_ADJUGATE = "adj(Aᵀ) = adj(A)ᵀ"
ADJUGATE_OF_PRODUCT = "adj(AB) = adj(B)·adj(A)"
CAYLEY_HAMILTON = "of Cayley and Hamilton"
Grid = tuple[tuple[Expression, ...], ...]
Factors = tuple[list[Expression], list[Expression]]  # scalars, square matrices


# ------------------------------------------------------------------------------------------------- nodes
@reads(sp.Determinant)
def _determinant(s: SymbolTable, e: Any) -> Expression:
    """The determinant of a square matrix: det(A)ᵏ of Aᵏ, and det(A)ᵖ·det(B)ᵐ of A⊗B, A m×m and B p×p."""
    matrix = e.args[0]
    of = None if isinstance(matrix, Kronecker) or s.k is not None else s.read(matrix)
    return _recorded(s, _value(s, e, matrix, of), Kind.DETERMINANT, of)


def _recorded(s: SymbolTable, value: Expression, kind: Kind, of: Expression | None) -> Expression:
    """A copy of the value, recorded with its source: another equal expression may not come from a determinant."""
    found: Expression = tuple(part for part in value)
    s.functions.append((found, kind, of))
    return found


def _value(s: SymbolTable, e: Any, matrix: Any, of: Expression | None) -> Expression:
    if isinstance(matrix, Kronecker):
        parts = [s.read(x) for x in factors_of(matrix)]
        if any(rows != cols for rows, cols in map(s.shape, parts)):
            raise Unreadable(f"got {e}, but the factors of the Kronecker product should be square")
        s.take_theorem("det(A⊗B) = det(A)ᵖ·det(B)ᵐ of an m×m matrix A and a p×p matrix B")
        sizes = [s.shape(part)[0] for part in parts]
        values = ((determinant_of(s, part), sizes[:i] + sizes[i + 1 :]) for i, part in enumerate(parts))
        return product([power_of_sizes(s, value, others) for value, others in values])
    if _is_symbolic(s, matrix):
        base = s.read(matrix.base)
        check_square(matrix.base, s.shape(base), "the determinant")
        s.take_theorem(PRODUCT)
        return symbolic_power(s, e, determinant_of(s, base), matrix.exp)
    of = s.read(matrix) if of is None else of
    check_square(matrix, s.shape(of), "the determinant")
    return determinant_of(s, of)


def _is_symbolic(s: SymbolTable, matrix: Any) -> bool:
    return isinstance(matrix, sp.MatPow) and s.k is not None and matrix.exp.has(s.k)


@reads(Adjugate)
def _adjugate(s: SymbolTable, e: Any) -> Expression:
    """The adjugate of a square matrix, the transpose of its cofactors; of a 1×1 matrix it is 1."""
    matrix = e.args[0]
    if _is_symbolic(s, matrix):
        s.take_theorem(ADJUGATE_OF_PRODUCT)
        return s.read(sp.MatPow(Adjugate(matrix.base), matrix.exp))
    of = s.read(matrix)
    check_square(matrix, s.shape(of), "the adjugate")
    return _recorded(s, adjugate_of(s, of), Kind.ADJUGATE, of)


@reads(sp.log)
def _logarithm(s: SymbolTable, e: Any) -> Expression:
    """The natural logarithm of a scalar, which is assumed to be positive."""
    of = s.read(e.args[0])
    check_equal(e.args[0], s.shape(of), "the argument of a logarithm", (1, 1), "as")
    return logarithm_of(s, of)


def logarithm_of(s: SymbolTable, of: Expression) -> Expression:
    """The letter of a logarithm, and the assumption that its argument is positive; −log f of 1/f."""
    if (inverted := inverted_scalar(s, of)) is not None:
        s.take_theorem("log(1/f) = −log(f)")
        return minus(logarithm_of(s, inverted))
    if of == ONE:
        return ZERO
    name, new = s.function_letter(Kind.LOGARITHM, of, Naming.LOGARITHM.write(text(of)), (1, 1))
    if new:
        s.add(of, ">", ZERO)
        s.assumed += [] if of[0] == "number" else [f"{text(of)} > 0"]
    return ("letter", name)


def inverted_scalar(s: SymbolTable, f: Expression) -> Expression | None:
    """The g of f = 1/g, or of f = det(A⁻¹) and g = det(A)."""
    if f[0] == "inverse":
        return ("letter", f[1]) if f[2] == 1 and f[1] in s.letters else None
    if (matrix := s.argument(f, Kind.DETERMINANT)) is not None:
        of = s.argument(matrix, Kind.INVERSE)
        return None if of is None else determinant_of(s, of)
    return s.argument(f, Kind.RECIPROCAL)


# ------------------------------------------------------------------------------------------------- determinants
def determinant_of(s: SymbolTable, e: Expression) -> Expression:
    """The determinant of an expression that was read, as a product of letters."""
    n, _ = s.shape(e)
    if n == 1:
        return e
    if (found := _factored(s, e)) is None:
        return ZERO
    scalars, matrices = found
    if len(matrices) > 1:
        s.take_theorem(PRODUCT)
    if scalars:
        s.take_theorem("det(cA) = cⁿ·det(A)")
    rows_of_identity = {("letter", name) for name, d in s.derived.items() if d.kind is Kind.LEADING}
    if any(x[0] == "t" and x[1] not in rows_of_identity for x in walk(e)):
        s.take_theorem("det(Aᵀ) = det(A)")
    return product([*(power_of(s, x, n) for x in scalars), *(_of_factor(s, m) for m in matrices)])


def _factored(s: SymbolTable, e: Expression) -> Factors | None:
    """The scalars and square matrices whose product is a square matrix, up to transposes; None if it is zero."""
    match e:
        case ("eye", _):
            return [], []
        case ("zero", *_):
            return None
        case ("t", a):
            return _factored(s, a)
        case ("letter", _):
            return [], [e]
        case ("pow", a, int(k)) if k <= MOST_FACTORS:
            inside = _factored(s, a) if k else ([], [])
            return inside and (inside[0] * k, inside[1] * k)
        case ("mul", *_):
            return _factored_product(s, e)
    return _factored_sum(s, e)


def _factored_product(s: SymbolTable, e: Expression) -> Factors | None:
    scalars, matrices = _chain(s, e)
    n, _ = s.shape(e)
    rows: Dimension = n
    for m in matrices:
        if s.shape(m)[0] != rows:
            return _factored_sum(s, e)
        rows = s.shape(m)[1]
    out: list[Expression] = []
    chunk: list[Expression] = []
    for m in matrices:
        chunk.append(m)
        if s.shape(m)[1] == n:
            inside = _factored(s, m) if len(chunk) == 1 else _factored_sum(s, product(chunk))
            if inside is None:
                return None
            scalars, out, chunk = scalars + inside[0], out + inside[1], []
    return scalars, out


def _chain(s: SymbolTable, e: Expression) -> Factors:
    """The scalar factors of a product, and the others in order."""
    scalars: list[Expression] = []
    matrices: list[Expression] = []
    for factor in e[1:]:
        if s.shape(factor) == (1, 1):
            scalars.append(factor)
        elif factor[0] == "mul":
            inner = _chain(s, factor)
            scalars, matrices = scalars + inner[0], matrices + inner[1]
        else:
            matrices.append(factor)
    return scalars, matrices


def _factored_sum(s: SymbolTable, e: Expression) -> Factors | None:
    p = s.multiplied_out(e)
    if not p.terms:
        return None
    if len(p.terms) > 1:
        turned = min(p, p.T, key=lambda q: repr(in_order(q)))
        negative = min(turned.terms.items(), key=lambda term: repr(term[0]))[1] < 0
        return [MINUS_ONE] * negative, [in_order(turned.scaled(-1) if negative else turned)]
    ((monomial, c),) = p.terms.items()
    scalars = [] if (monomial[0], c) == ((), 1) else [from_monomial((monomial[0], ()), c, 1)]
    ends = [i for i, x in enumerate(monomial[1], 1) if x.cols == p.cols]
    chunks = [monomial[1][i:j] for i, j in pairwise([0, *ends])]
    if any(is_at_least(p.rows, total([x.cols, 1])) for x in monomial[1]):
        s.take_theorem("det(UV) = 0 of an n×k matrix U and a k×n matrix V with k < n")
        return None
    words = [min(word, flip(word), key=repr) for word in chunks]
    matrices = [from_monomial(((), word), 1, p.rows) for word in words]
    return scalars, [m[1] if m[0] == "t" else m for m in matrices]


def _of_factor(s: SymbolTable, of: Expression) -> Expression:
    """The letter det(M) of a matrix that is a letter, or a sum or product that gets a letter; blocks are expanded."""
    for grid in _grids_of(s, of):
        if _is_triangular(grid):
            s.take_theorem("that the determinant of a block triangular matrix is that of its diagonal blocks")
            return product([determinant_of(s, row[i]) for i, row in enumerate(grid)])
    n, _ = s.shape(of)
    if (rows := _numbers(s, of)) is not None:
        s.take_theorem(f"that the determinant of size {n} is expanded along a row")
        return _expanded(rows)
    m = s.named(of)
    shown = str(m[1])
    inside = shown[1:-1] if shown.startswith("(") and shown.endswith(")") else shown
    name, new = s.function_letter(Kind.DETERMINANT, m, Naming.DETERMINANT.write(inside), (1, 1))
    d: Expression = ("letter", name)
    if not new:
        return d
    if n in (2, 3, 4):
        s.take_theorem(f"that the determinant of size {n} is a polynomial in the traces of powers")
        s.equate(d, _elementary(of, int(n)))
    if n == 2:
        s.take_theorem(CAYLEY_HAMILTON)
        traced: Expression = ("mul", MINUS_ONE, ("tr", of), of)
        s.equate(("add", ("mul", of, of), traced, ("mul", d, ("eye", n))), ("zero", n, n))
    if (inverted := s.argument(m, Kind.INVERSE)) is not None:
        s.take_theorem(PRODUCT)
        s.equate(("mul", determinant_of(s, inverted), d), ONE)
    if (whole := s.argument(m, Kind.ADJUGATE)) is not None:
        s.take_theorem("det(adj(A))·det(A) = det(A)ⁿ")
        inner = determinant_of(s, whole)
        s.equate(product([d, inner]), power_of(s, inner, n))
    return d


def _numbers(s: SymbolTable, e: Expression) -> Grid | None:
    """The entries of a matrix of size 2 to 4 that was read as a matrix of numbers; None for any other one."""
    for grid in _grids_of(s, e):
        if len(grid) in (2, 3, 4) and {s.shape(x) for row in grid for x in row} == {(1, 1)}:
            return grid
    return None


def _expanded(rows: Grid) -> Expression:
    """The determinant of a matrix of numbers, along its first row."""
    if len(rows) == 1:
        return rows[0][0]
    minors = [_expanded(tuple((*row[:j], *row[j + 1 :]) for row in rows[1:])) for j in range(len(rows))]
    return ("add", *(product([MINUS_ONE if j % 2 else ONE, x, minors[j]]) for j, x in enumerate(rows[0])))


def meaning(s: SymbolTable, m: Expression) -> Expression:
    """The sum or product that a letter stands for."""
    of = s.argument(m, Kind.NAMED)
    return m if of is None else of


def _exists(s: SymbolTable, of: Expression) -> bool:
    """Whether the determinant of a matrix is a letter of the statement."""
    if of[0] != "letter" and (name := s.function_letters.get((Kind.NAMED, of))) is not None:
        of = ("letter", name)
    return (Kind.DETERMINANT, of) in s.function_letters


def _is_known(s: SymbolTable, e: Expression) -> bool:
    """Whether the determinant of an expression is made of letters of the statement."""
    found = _factored(s, e)
    return found is None or all(_exists(s, m) for m in found[1])


def _elementary(a: Expression, k: int) -> Expression:
    """The sum of the principal minors of size k = 0, …, 4, by Newton's identities."""
    powers: dict[int, Expression] = {j: ("tr", a if j == 1 else ("pow", a, j)) for j in (1, 2, 3, 4)}
    parts: dict[int, tuple[int, dict[tuple[int, ...], int]]] = {
        2: (2, {(1, 1): 1, (2,): -1}),
        3: (6, {(1, 1, 1): 1, (1, 2): -3, (3,): 2}),
        4: (24, {(1, 1, 1, 1): 1, (1, 1, 2): -6, (2, 2): 3, (1, 3): 8, (4,): -6}),
    }
    if k < 2:
        return powers[1] if k else ONE
    below, terms = parts[k]
    summed = ("add", *(("mul", ("number", str(c)), *(powers[j] for j in term)) for term, c in terms.items()))
    return ("mul", ("number", f"1/{below}"), summed)


# ------------------------------------------------------------------------------------------------- adjugates
def adjugate_of(s: SymbolTable, e: Expression) -> Expression:
    """The adjugate of an expression that was read."""
    n, _ = s.shape(e)
    if n == 1:
        return ONE
    match e:
        case ("eye", _):
            return e
        case ("zero", *_) if is_at_least(n, 2):
            return e
        case ("t", a):
            s.take_theorem(TRANSPOSED_ADJUGATE)
            return ("t", adjugate_of(s, a))
        case ("pow", a, int(k)) if k <= MOST_FACTORS:
            s.take_theorem(ADJUGATE_OF_PRODUCT)
            return ("pow", adjugate_of(s, a), k) if k else ("eye", n)
        case ("mul", *_):
            scalars, matrices = _chain(s, e)
            if matrices and all(s.shape(m) == (n, n) for m in matrices):
                return _adjugate_of_product(s, scalars, matrices, n)
        case ("letter", _):
            return _adjugate_letter(s, e)
    p = s.multiplied_out(e)
    turned = min(p, p.T, key=lambda q: repr(in_order(q)))
    found = _adjugate_letter(s, in_order(turned), symmetric=p == p.T)
    if turned == p:
        return found
    s.take_theorem(TRANSPOSED_ADJUGATE)
    return ("t", found)


def _adjugate_of_product(
    s: SymbolTable, scalars: list[Expression], matrices: list[Expression], n: Dimension
) -> Expression:
    """adj(c·AB) = cⁿ⁻¹·adj(B)·adj(A); of a c that may be zero, a letter with c·adj(cM) = cⁿ·adj(M)."""
    if len(matrices) > 1:
        s.take_theorem(ADJUGATE_OF_PRODUCT)
    found = product([adjugate_of(s, m) for m in reversed(matrices)])
    if scalars:
        s.take_theorem("c·adj(cA) = cⁿ·adj(A)")
    for c in scalars:
        if isinstance(n, int):
            found = product([c if n == 2 else ("pow", c, n - 1), found])
        elif c[0] in ("number", "size") and c != ZERO:
            found = product([power_of(s, c, n), reciprocal(s, c), found])
        else:
            matrices = [product([c, *matrices])]
            scaled = _adjugate_letter(s, matrices[0])
            s.equate(product([c, scaled]), product([power_of(s, c, n), found]))
            found = scaled
    return found


def _adjugate_letter(s: SymbolTable, of: Expression, *, symmetric: bool = False) -> Expression:
    """The letter of an adjugate; symmetric: whether the matrix is its own transpose as it is written."""
    n, _ = s.shape(of)
    name, new = s.function_letter(Kind.ADJUGATE, of, Naming.ADJUGATE.write(text(of)), (n, n))
    found: Expression = ("letter", name)
    if new:
        s.take_theorem("adj(A)·A = A·adj(A) = det(A)·I")
        scaled: Expression = product([determinant_of(s, of), ("eye", n)])
        s.equate(("mul", found, of), scaled)
        s.equate(("mul", of, found), scaled)
        if symmetric:
            s.take_theorem(TRANSPOSED_ADJUGATE)
            s.equate(("t", found), found)
        if n in (2, 3, 4):
            s.take_theorem(CAYLEY_HAMILTON)
            s.equate(found, adjugate_by_traces(of, int(n)))
    return found


def adjugate_by_traces(a: Expression, n: int) -> Expression:
    """Σ (−1)ʲ·eₙ₋₁₋ⱼ(A)·Aʲ over j < n, which is adj(A) by the theorem of Cayley and Hamilton."""
    terms: list[Expression] = []
    for j in range(n):
        matrix: Expression = ("eye", n) if j == 0 else a if j == 1 else ("pow", a, j)
        terms.append(product([MINUS_ONE if j % 2 else ONE, _elementary(a, n - 1 - j), matrix]))
    return ("add", *terms)


# ------------------------------------------------------------------------------------------------- blocks
def _grids_of(s: SymbolTable, m: Expression) -> Iterator[Grid]:
    """The blocks of a matrix with square diagonal blocks, if it or its transpose was read so, up to a sign."""
    if not s.grids or m[0] != "add":
        return
    p = s.multiplied_out(m)
    for whole, grid in s.grids.items():
        if s.shape(whole) != (p.rows, p.rows) or not _has_square_blocks(s, grid):
            continue
        q = s.multiplied_out(whole)
        if p in (q, q.T):
            yield grid
        elif p in (q.scaled(-1), q.T.scaled(-1)):
            yield tuple(tuple(minus(x) for x in row) for row in grid)


def _has_square_blocks(s: SymbolTable, grid: Grid) -> bool:
    """Whether a matrix has as many rows of blocks as columns, and square blocks on its diagonal."""
    return len(grid) == len(grid[0]) and all(len({*s.shape(row[i])}) == 1 for i, row in enumerate(grid))


def _is_triangular(grid: Grid) -> bool:
    upper = all(_is_zero(x) for i, row in enumerate(grid) for x in row[:i])
    return upper or all(_is_zero(x) for i, row in enumerate(grid) for x in row[i + 1 :])


def _is_zero(x: Any) -> bool:
    return x == ZERO or x[0] == "zero" or (x[0] == "mul" and any(map(_is_zero, x[1:])))


def inverse_of_blocks(s: SymbolTable, of: Expression) -> None:
    """Adds the inverses of the diagonal blocks of a block triangular matrix that is said to be invertible."""
    grid, found = s.grids.get(of), s.known_inverse(of)
    if grid is None or found is None or not _has_square_blocks(s, grid) or not _is_triangular(grid):
        return
    s.take_theorem("that the diagonal blocks of the inverse of a block triangular matrix are inverses")
    parts = parts_of_identity(s, [s.shape(row[i])[0] for i, row in enumerate(grid)])
    for i, (c, row) in enumerate(zip(parts, grid, strict=True)):
        if c is not None:
            block, inside = row[i], ("mul", c, found, ("t", c))
            n = s.shape(block)[0]
            for factors in ([block, inside], [inside, block]):
                s.equate(product(factors), ONE if n == 1 else ("eye", n))


def _block_laws(s: SymbolTable, m: Expression) -> None:
    """Adds the laws of Schur complements for the determinant of a letter that is a matrix of 2×2 blocks."""
    derived = s.derived.get(m[1])
    for grid in _grids_of(s, m if derived is None or derived.of is None else derived.of):
        if len(grid) != 2:
            continue
        (a, b), (c, d) = grid
        if len({*map(s.shape, (a, b, c, d))}) == 1 and s.shape(a) != (1, 1):
            _equal_blocks(s, m, a, b, c, d)
        for (first, over, under, last), law in (
            ((a, b, c, d), "det(A)·det(D − CA⁻¹B)"),
            ((d, c, b, a), "det(D)·det(A − BD⁻¹C)"),
        ):
            inverse = first if first[0] == "eye" else s.known_inverse(first)
            if inverse is None or _is_zero(first):
                continue
            schur: Expression = ("add", last, ("mul", MINUS_ONE, under, inverse, over))
            if s.shape(last) == (1, 1) or _is_known(s, schur):
                s.take_theorem(f"det([A, B; C, D]) = {law}")
                both = product([determinant_of(s, first), determinant_of(s, schur)])
                s.equate(determinant_of(s, m), both)


def _equal_blocks(s: SymbolTable, m: Expression, a: Expression, b: Expression, c: Expression, d: Expression) -> None:
    """det([A B; B A]), and det([A B; C D]) of blocks of which two commute, where the right sides are known."""
    if s.multiplied_out(a) == s.multiplied_out(d) and s.multiplied_out(b) == s.multiplied_out(c):
        both: tuple[Expression, ...] = (("add", a, b), ("add", a, minus(b)))
        if all(_is_known(s, e) for e in both):
            s.take_theorem("det([A, B; B, A]) = det(A + B)·det(A − B)")
            s.equate(determinant_of(s, m), product([determinant_of(s, e) for e in both]))
    for x, y, outer, inner, shown in (
        (c, d, ("mul", a, d), ("mul", b, c), "det(AD − BC), if CD = DC"),
        (a, c, ("mul", a, d), ("mul", c, b), "det(AD − CB), if AC = CA"),
        (b, d, ("mul", d, a), ("mul", b, c), "det(DA − BC), if BD = DB"),
        (a, b, ("mul", d, a), ("mul", c, b), "det(DA − CB), if AB = BA"),
    ):
        inside: Expression = ("add", outer, minus(inner))
        if _commute(s, x, y) and _is_known(s, inside):
            s.take_theorem(f"det([A, B; C, D]) = {shown}")
            s.equate(determinant_of(s, m), determinant_of(s, inside))


def _commute(s: SymbolTable, x: Expression, y: Expression) -> bool:
    """Whether two square matrices commute as they are written, or by a hypothesis."""
    difference = s.multiplied_out(("add", ("mul", x, y), ("mul", MINUS_ONE, y, x)))
    if not difference.terms:
        return True
    equations = [h for h in s.hypotheses.values() if h.relation == "=" and s.shape(h.left) == difference.shape]
    given = [s.scope().difference(h.left, h.right) for h in equations]
    return any(p in (difference, difference.scaled(-1)) for p in given)


# ------------------------------------------------------------------------------------------------- laws
def determinant_laws(s: SymbolTable, conclusion: Any) -> None:
    """Adds the theorems about the determinants and logarithms of the statement with this conclusion."""
    variables = {name for name, _ in conclusion.at} if isinstance(conclusion, Optimum) else set()
    if s.letters_of(Kind.DETERMINANT):
        _adjugates(s)
        if isinstance(conclusion, Compare):
            _characteristic(s, conclusion)
        for _ in range(ROUNDS):
            before = len(s.hypotheses)
            for m, _ in s.letters_of(Kind.DETERMINANT):
                _sums(s, m)
                _block_laws(s, m)
            _both_sides(s, variables)
            if len(s.hypotheses) == before:
                break
        if isinstance(conclusion, Compare):
            _singular(s, conclusion)
            _of_semidefinite(s, conclusion)
    _logarithms(s)
    is_inequality = isinstance(conclusion, Compare) and conclusion.relation == ">="
    if is_inequality or isinstance(conclusion, Optimum):
        _tangents(s, is_inequality=is_inequality)


def _adjugates(s: SymbolTable) -> None:
    """The adjugate of an adjugate, and those of both sides of a hypothesis."""
    adjugates = dict(s.letters_of(Kind.ADJUGATE))
    for of, name in adjugates.items():
        if (inner := s.argument(of, Kind.ADJUGATE)) is not None:
            s.take_theorem("det(A)²·adj(adj(A)) = det(A)ⁿ·A")
            d, n = determinant_of(s, inner), s.shape(of)[0]
            s.equate(product([d, d, ("letter", name)]), product([power_of(s, d, n), inner]))
    for h in list(s.hypotheses.values()) if adjugates else ():
        matrices = [m for side in (h.left, h.right) for m in _matrices(side)]
        if h.relation != "=" or not any(m in adjugates for m in matrices):
            continue
        if all(m in adjugates or m[0] == "eye" for m in matrices):
            left, right = (adjugate_of(s, side) for side in (h.left, h.right))
            if left != right:
                s.equate(left, right)


def _matrices(e: Expression) -> Iterator[Expression]:
    """The factors of a product, without transposes and scalars."""
    match e:
        case ("mul", *factors):
            for factor in factors:
                yield from _matrices(factor)
        case ("t", a) | ("pow", a, _):
            yield from _matrices(a)
        case ("number" | "size" | "inverse", *_):
            return
        case _:
            yield e


def _characteristic(s: SymbolTable, conclusion: Compare) -> None:
    """The equation of Cayley and Hamilton for the sizes 3 and 4, where the conclusion has Aⁿ."""
    for of, _ in s.letters_of(Kind.DETERMINANT):
        n = s.shape(of)[0]
        if n in (3, 4) and _has_power(s, conclusion, of, int(n)):
            m = meaning(s, of)
            s.take_theorem(CAYLEY_HAMILTON)
            scaled: Expression = ("mul", determinant_of(s, m), ("eye", n))
            s.equate(("mul", m, adjugate_by_traces(m, int(n))), scaled)


def _has_power(s: SymbolTable, conclusion: Compare, of: Expression, n: int) -> bool:
    """Whether Aⁿ is written in the conclusion, as a power or, of a letter, as a product."""
    inside = list(walk(("add", conclusion.left, conclusion.right)))
    is_power = any(e[0] == "pow" and e[1] in (of, meaning(s, of)) and e[2] >= n for e in inside)
    return is_power or any(e[0] == "mul" and e[1:].count(of) >= n for e in inside)


def _singular(s: SymbolTable, conclusion: Compare) -> None:
    """The law of the adjugate, for the equivalence of det(A) ≠ 0 and "Ax = 0 only for x = 0"."""
    sides = (conclusion.left, conclusion.right)
    vanishing = letters_in(*sides) if conclusion.relation == "=" and ZERO in sides else set()
    signed = [h.left for h in s.hypotheses.values() if h.relation in (">", "!=") and h.right == ZERO]
    nonzero = letters_in(*(e for e in signed if e[0] in ("letter", "mul", "pow")))
    for m, name in s.letters_of(Kind.DETERMINANT):
        if s.known_inverse(m) is None and name in nonzero | vanishing:
            adjugate_of(s, m)


def _of_semidefinite(s: SymbolTable, conclusion: Compare) -> None:
    """What theorems say of determinants of positive semidefinite matrices, where the conclusion is an inequality."""
    found = [(s.multiplied_out(meaning(s, m)), ("letter", name)) for m, name in s.letters_of(Kind.DETERMINANT)]
    if conclusion.relation != ">=":
        return
    found += [(identity(n), ONE) for n in dict.fromkeys(p.rows for p, _ in found)]
    known, said = _semidefinite(s), s.scope().difference(conclusion.left, conclusion.right).terms.keys()
    for p, d in found if any(name != ONE for _, name in found) else ():
        if d != ONE and _is_semidefinite(s, known, p):
            s.take_theorem("det(A) ≥ 0 of a positive semidefinite A")
            s.add(d, ">=", ZERO)
            for theorem, above in _above(s, p):
                if s.multiplied_out(above).terms.keys() & said:
                    s.take_theorem(theorem)
                    s.add(above, ">=", d)
        for q, e in found:
            if p == q or p.rows != q.rows or not all(_is_semidefinite(s, known, x) for x in (q, p - q)):
                continue
            s.take_theorem("det(A + B) ≥ det(A) + det(B) of positive semidefinite A and B")
            rest = [f for r, f in found if r == p - q]
            s.add(d, ">=", ("add", e, *rest) if rest else e)
            traced = (p - q).trace()
            if e == ONE and traced.terms.keys() & said:
                s.take_theorem("det(I + A) ≥ 1 + tr(A) of a positive semidefinite A")
                s.add(d, ">=", ("add", ONE, from_polynomial(traced)))


def _above(s: SymbolTable, p: Polynomial) -> Iterator[tuple[str, Expression]]:
    """What is at least det(A) of a positive semidefinite A of a size n that is a number: (tr(A)/n)ⁿ and a₁₁⋯aₙₙ."""
    n, of = p.rows, from_polynomial(p)
    if not isinstance(n, int):
        return
    yield "det(A) ≤ (tr(A)/n)ⁿ of a positive semidefinite A", ("pow", ("mul", ("number", f"1/{n}"), ("tr", of)), n)
    vectors = [(x, b.label) for x, b in s.derived.items() if b.kind is Kind.BASIS and s.letters[x] == (n, 1)]
    places: dict[int | None, Expression] = {place_of(label): ("letter", x) for x, label in vectors}
    if places.keys() >= {*range(n)}:
        entries: list[Expression] = [("mul", ("t", places[k]), of, places[k]) for k in range(n)]
        yield "det(A) ≤ a₁₁⋯aₙₙ of a positive semidefinite A", product(entries)


def _semidefinite(s: SymbolTable) -> list[Polynomial]:
    """The matrices that are said to be positive semidefinite."""
    return [s.multiplied_out(d.of) for d in s.derived.values() if d.kind is Kind.FACTOR and d.of is not None]


def _is_semidefinite(s: SymbolTable, known: list[Polynomial], p: Polynomial) -> bool:
    """Whether a matrix is a sum of multiples ≥ 0 of MᵀM, of I, and of what is known to be semidefinite."""
    factors = dict.fromkeys([(), *(scalars for scalars, _ in p.terms if _is_nonnegative(s, scalars))])
    for q in known:
        for factor in factors:
            scaled = {(times(scalars, factor), word): c for (scalars, word), c in q.terms.items()}
            first = next((m for m in scaled if m in p.terms and p.rows == q.rows), None)
            share = 0 if first is None else quotient(p.terms[first], scaled[first])
            if share <= 0:
                continue
            rest = p - Polynomial(p.rows, p.cols, scaled.items()).scaled(share)
            if len(rest.terms) <= len(p.terms) and _is_semidefinite(s, [r for r in known if r != q], rest):
                return True
    return all(c > 0 and word == flip(word) and _is_nonnegative(s, scalars) for (scalars, word), c in p.terms.items())


def _is_nonnegative(s: SymbolTable, scalars: Scalars) -> bool:
    """Whether a product of sizes and of letters of known sign is ≥ 0."""
    return all(
        isinstance(atom, str) or (len(atom) == 1 and bool(s.signs(("letter", atom[0].name)) & {">", ">="}))
        for atom, _ in scalars
    )


def _both_sides(s: SymbolTable, variables: set[str]) -> None:
    """det(L) = det(R) for a hypothesis L = R that has a factor whose determinant is a letter of the statement."""
    own = {("letter", name) for kind in (Kind.NAMED, Kind.ADJUGATE) for _, name in s.letters_of(kind)}
    factors = {
        name for name, d in s.derived.items() if d.kind is Kind.FACTOR
    }  # of literal sizes, of which traces tell more
    for h in list(s.hypotheses.values()):
        rows, cols = s.shape(h.left)
        if h.relation != "=" or rows != cols or rows == 1 or h.left in own:
            continue
        inside = letters_in(h.left, h.right)
        if any(("letter", x) in own or x in variables for x in inside) or (rows in (2, 3, 4) and inside & factors):
            continue
        sides = [_factored(s, side) for side in (h.left, h.right)]
        matrices = [m for side in sides if side for m in side[1]]
        if any(_exists(s, m) for m in matrices) and all(
            m[0] == "letter" or _exists(s, m) or _numbers(s, m) is not None for m in matrices
        ):
            left, right = (determinant_of(s, side) for side in (h.left, h.right))
            if left != right:
                s.equate(left, right)


def _sums(s: SymbolTable, m: Expression) -> None:
    """det(A + UV) for a sum that has a determinant, by the inverse of A; det(σI + UV) by det(σI + VU)."""
    of = s.argument(m, Kind.NAMED)
    if of is None or of[0] != "add":
        return
    whole = s.multiplied_out(of)
    for p in (whole, whole.T):
        for law, kind in ((_by_inverse, Kind.INVERSE), (_by_adjugate, Kind.ADJUGATE)):
            for part, name in s.letters_of(kind):
                if s.shape(part) == whole.shape:
                    for sign in (1, -1):  # det(−M) = (−1)ⁿ·det(M)
                        rest = p.scaled(sign) - s.multiplied_out(part)
                        law(s, m, part, ("letter", name), rest, sign)
        if len(p.terms) == 2 and len([1 for _, word in p.terms if not word]) == 1:
            _sylvester(s, m, p)


def _signed(s: SymbolTable, m: Expression, sign: int) -> Expression:
    """det(M), or det(−M) = (−1)ⁿ·det(M)."""
    return product([*([power_of(s, MINUS_ONE, s.shape(m)[0])] if sign < 0 else []), determinant_of(s, m)])


def _by_inverse(
    s: SymbolTable, m: Expression, of: Expression, inverse: Expression, rest: Polynomial, sign: int
) -> None:
    """det(A + UV) = det(A)·det(I + VA⁻¹U)."""
    for right in _turned(s, rest, inverse):
        left = _signed(s, m, sign)
        s.take_theorem("det(A + UV) = det(A)·det(I + VA⁻¹U)")
        s.equate(left, ("mul", determinant_of(s, of), right))


def _by_adjugate(
    s: SymbolTable, m: Expression, of: Expression, adjugate: Expression, rest: Polynomial, sign: int
) -> None:
    """det(A + uvᵀ) = det(A) + vᵀadj(A)u for an A whose adjugate is a letter of the statement; also of −A − uvᵀ."""
    for u, v in _outer(rest):
        left = _signed(s, m, sign)
        s.take_theorem("det(A + uvᵀ) = det(A) + vᵀadj(A)u")
        s.equate(left, ("add", determinant_of(s, of), ("mul", v, adjugate, u)))


def _turned(s: SymbolTable, rest: Polynomial, inverse: Expression) -> Iterator[Expression]:
    """det(I + V·Y·U) for each way in which a matrix is a product U·V, where it is a scalar or a known letter."""
    if not rest.terms:
        return
    n, e = rest.rows, from_polynomial(rest)
    pairs: list[tuple[Expression, Expression]] = [(("eye", n), e), (e, ("eye", n))]
    if len(rest.terms) == 1:
        (((scalars, word), c),) = rest.terms.items()
        for i in range(1, len(word)):
            k = word[i].rows
            pairs.append((from_monomial(((), word[:i]), 1, n), from_monomial((scalars, word[i:]), c, k)))
    elif len({word[-1:] for _, word in rest.terms}) == 1:  # U·V with a letter V
        last = next(iter(rest.terms))[1][-1]
        terms = [from_monomial((scalars, word[:-1]), c, n) for (scalars, word), c in rest.terms.items()]
        pairs.append((("add", *terms), from_monomial(((), (last,)), 1, n)))
    for u, v in pairs:
        k = s.shape(u)[1]
        inside: Expression = ("add", ("eye", k), ("mul", v, inverse, u))
        if k == 1:
            yield ("add", ONE, ("mul", v, inverse, u))
        elif _is_known(s, inside):
            yield determinant_of(s, inside)


def _outer(p: Polynomial) -> Iterator[tuple[Expression, Expression]]:
    """u and vᵀ with uvᵀ = p, where all terms end with one row or begin with one column."""
    words = [word for _, word in p.terms]
    if not words or not all(words):
        return
    first, last = (Polynomial(x.rows, x.cols, [(((), (x,)), 1)]) for x in (words[0][0], words[0][-1]))
    if last.rows == 1 and all(word[-1] == words[0][-1] for word in words):
        rest = Polynomial(p.rows, 1, [((scalars, word[:-1]), c) for (scalars, word), c in p.terms.items()])
        yield from_polynomial(rest), from_polynomial(last)
    elif first.cols == 1 and all(word[0] == words[0][0] for word in words):
        rest = Polynomial(1, p.cols, [((scalars, word[1:]), c) for (scalars, word), c in p.terms.items()])
        yield from_polynomial(first), from_polynomial(rest)


def _sylvester(s: SymbolTable, m: Expression, p: Polynomial) -> None:
    """det(σI + UV)·σᵏ = σⁿ·det(σI + VU)."""
    n = p.rows
    ((one, c),) = [(scalars, c) for (scalars, word), c in p.terms.items() if not word]
    (((scalars, word), d),) = [(t, d) for t, d in p.terms.items() if t[1]]
    sigma = from_monomial((one, ()), c, 1)
    for i in range(1, len(word)):
        k = word[i].rows
        turned: Expression = ("mul", from_monomial((scalars, word[i:]), d, k), from_monomial(((), word[:i]), 1, n))
        if k == 1:
            inner: Expression = ("add", sigma, turned)
        elif _is_known(s, small := ("add", ("mul", sigma, ("eye", k)), turned)):
            inner = determinant_of(s, small)
        else:
            continue
        s.take_theorem("det(σI + UV)·σᵏ = σⁿ·det(σI + VU) of an n×k matrix U")
        if sigma == ONE or k == n:
            s.equate(determinant_of(s, m), inner)
        else:
            left, right = power_of(s, sigma, k), power_of(s, sigma, n)
            s.equate(("mul", determinant_of(s, m), left), ("mul", right, inner))


# ------------------------------------------------------------------------------------------------- logarithms
def _logarithms(s: SymbolTable) -> None:
    """log(fg) = log f + log g and log(fⁿ) = n·log f, where the logarithms of f and g are letters of the statement."""
    found = {name: _exponents(s, of) for of, name in s.letters_of(Kind.LOGARITHM)}
    single = {next(iter(key))[0]: name for name, key in found.items() if len(key) == 1 and {*key.values()} == {1}}
    equal = _equal_products(s) if len(found) > 1 else {}
    for name, key in found.items():
        if name in single.values():
            key = {} if len(key) != 1 else equal.get(next(iter(key))[0], {})
        if key and all(atom in single for atom, _ in key):
            terms = [
                product([("number", str(k)), *([("size", size)] if size else []), ("letter", single[atom])])
                for (atom, size), k in sorted(key.items())
            ]
            s.take_theorem("log(fg) = log f + log g")
            if any(size for _, size in key):
                s.take_theorem("log(fⁿ) = n·log f")
            s.equate(("letter", name), terms[0] if len(terms) == 1 else ("add", *terms))


Exponents = dict[tuple[str, str], int]  # a factor, and the size that multiplies its exponent or "" -> the exponent


def _equal_products(s: SymbolTable) -> dict[str, Exponents]:
    """The determinants that an equation says are products of other factors."""
    found: dict[str, Exponents] = {}
    for h in s.hypotheses.values():
        for d, other in ((h.left, h.right), (h.right, h.left)):
            if h.relation == "=" and s.argument(d, Kind.DETERMINANT) is not None:
                (own,) = _exponents(s, d)
                if (key := _exponents(s, other)) and own not in key:
                    found.setdefault(own[0], key)
    return found


def _exponents(s: SymbolTable, of: Expression) -> Exponents:
    """A product as its factors with their exponents; {} for a sum."""
    p = s.multiplied_out(of)
    if len(p.terms) != 1:
        return {}
    (((scalars, _), c),) = p.terms.items()
    found: Exponents = {} if c == 1 else {(str(c), ""): 1}
    for atom, k in scalars:
        name = "" if isinstance(atom, str) or len(atom) > 1 else atom[0].name
        match s.argument(("letter", name), Kind.POWER):
            case ("pow", base, str(size)):
                inner = {(x, size): j * k for (x, n), j in _exponents(s, base).items() if not n}
            case _:
                inner = {(repr(atom), ""): k}
        for key, j in inner.items():
            found[key] = found.get(key, 0) + j
    return found


def _tangents(s: SymbolTable, *, is_inequality: bool) -> None:
    """log x ≤ log y + x/y − 1 for the arguments of logarithms, their reciprocals, and 1.

    Of positive definite matrices, log det X ≤ log det Y + tr(Y⁻¹X) − n.
    """
    known = _semidefinite(s)
    found: dict[Dimension, list[tuple[Expression, Expression | None, Expression]]] = {}
    logarithms = s.letters_of(Kind.LOGARITHM)[:MOST_LOGARITHMS]
    is_compared = is_inequality and len(logarithms) > 1
    given = {(h.left, h.right) for h in s.hypotheses.values() if h.relation == ">="}
    for (f, lower), (g, upper) in permutations(logarithms, 2):
        if (g, f) in given and (over := _one_over(s, g, is_compared)) is not None:
            _tangent(s, 1, product([over, f]), ("letter", lower), ("letter", upper))
    for f, name in logarithms:
        of = s.argument(f, Kind.DETERMINANT)
        matrix = None if of is None else meaning(s, of)
        if matrix is not None and not _is_semidefinite(s, known, s.multiplied_out(matrix)):
            continue
        x = f if matrix is None else matrix
        over = _one_over(s, f, is_compared) if matrix is None else s.known_inverse(matrix)
        if over is None and matrix is not None and is_inequality:  # det > 0 is assumed
            over = s.inverse_letter(matrix, is_said=True)
        size = 1 if matrix is None else s.shape(x)[0]
        every = found.setdefault(size, [(ONE, ONE, ZERO) if size == 1 else (("eye", size), ("eye", size), ZERO)])
        every.append((x, over, ("letter", name)))
        every += [] if over is None else [(over, x, minus(("letter", name)))]
    numbers = [(f, over, log) for f, over, log in found.get(1, []) if f in dict(logarithms)]
    for size, every in found.items():
        if size != 1:  # log det(f·I) = n·log f
            n = _number(size)
            every += [(f, product([over, ("eye", size)]), product([n, log])) for f, over, log in numbers if over]
        for (x, _, log), (_, over, other) in permutations(every, 2):
            if over is not None:
                _tangent(s, size, product([over, x]), log, other)


def _tangent(s: SymbolTable, n: Dimension, ratio: Expression, log: Expression, other: Expression) -> None:
    if n == 1:
        s.take_theorem("log(f) ≤ log(g) + f/g − 1")
    else:
        s.take_theorem("log(det(A)) ≤ log(det(B)) + tr(B⁻¹A) − n of positive definite matrices")
    s.add(("add", ratio if n == 1 else ("tr", ratio), other), ">=", ("add", log, _number(n)))


def _number(n: Dimension) -> Expression:
    return ("number", str(n)) if isinstance(n, int) else ("size", n)


def _one_over(s: SymbolTable, g: Expression, is_compared: bool) -> Expression | None:
    """1/g of a number that is known to be positive; of a sum that is compared with others by a new letter."""
    match g:
        case ("number", _) | ("size", _):
            return reciprocal(s, g)
        case ("inverse", x, 1):
            return ("letter", x) if x in s.letters else ("size", x)
        case ("letter", x) if ">" in s.signs(g):
            return ("inverse", x, 1)
        case ("add" | "mul" | "tr", *_) if is_compared:
            return reciprocal(s, g)
    name = s.function_letters.get((Kind.RECIPROCAL, g))
    return None if name is None else ("letter", name)
