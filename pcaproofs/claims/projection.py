"""Orthogonal projection onto a subspace U: P is its projector, P = Pᵀ = P², and B a p×d orthonormal basis, BᵀB = I.

That y lies in U is written Py = y; that it lies in the affine a + U, P(y − a) = y − a.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Identity, MatMul, MatrixSymbol, Symbol, Trace, Transpose, ZeroMatrix, symbols

from pcaproofs.language.conclusions import at_least, equal, minimises
from pcaproofs.language.hypotheses import centered, orthogonal, orthonormal, positive, projector, unit
from pcaproofs.language.nodes import index, inner, sample, sqnorm, total
from pcaproofs.verify.claim import ProofLine, book, by, claim, given, note, step
from pcaproofs.verify.mutants import flip_sign, other_sense, right_times, swap, without, without_equation
from pcaproofs.verify.numeric import np

if TYPE_CHECKING:
    from pcaproofs.sampling import Case
    from pcaproofs.verify.reference_pca import Reference

n, p, d = symbols("n p d", positive=True, integer=True)
t = Symbol("t", real=True)
P = MatrixSymbol("P", p, p)
X = MatrixSymbol("X", n, p)
B, C, Q = MatrixSymbol("B", p, d), MatrixSymbol("C", p, d), MatrixSymbol("Q", d, d)
Z = MatrixSymbol("Z", n, d)
f, g = MatrixSymbol("f", n, 1), MatrixSymbol("g", n, 1)
R = MatrixSymbol("R", d, p)
a, w, x, y, z = (MatrixSymbol(name, p, 1) for name in "awxyz")
b, c = MatrixSymbol("b", d, 1), MatrixSymbol("c", d, 1)
k = index("k")
x_k = sample(X, k)
away = Identity(p) - P  # the projector onto the orthogonal complement of U
in_range = equal(P * y, y)
through_a = equal(P * (y - a), y - a)
coordinates_of_x = equal(x, B * c)
inside = equal(P * x, x)


def _axes(case: Case, tested: Reference) -> Any:
    """The reference's axes, p×d, and how far from orthonormal rounding may leave them."""
    return tested.pca(case.X, case.d).components, {"steps": 8 * tested.factored(case.n, case.p)}


from_basis = claim(
    "projection.from-basis",
    show=lambda: [
        equal(Transpose(B * B.T), B * B.T),  # SymPy multiplies (B * B.T).T out
        equal((B * B.T) * (B * B.T), B * B.T),
        equal(B * B.T * B, B),
        equal(Trace(B * B.T), d),
    ],
    assuming=[orthonormal(B)],
    prose=(
        "An orthonormal basis B of U makes BBᵀ the projector onto U: symmetric, idempotent, the identity on the "
        "columns of B, and of trace d, the dimension."
    ),
    sources=[note("000", 155, 160)],
    numeric=lambda case, tested: _from_basis(case, tested),
    wrong=["axes of length two"],
    mutants=lambda: [without("orthonormal"), right_times(2), swap(B.T, R), swap(d, p)],
)


def _from_basis(case: Case, tested: Reference) -> None:
    B, limits = _axes(case, tested)
    projector = B @ B.T
    tested.same(projector @ projector, projector, scale=case.d, **limits)
    tested.same(projector @ B, B, scale=case.d, **limits)
    tested.same(np.trace(projector), np.float64(case.d), scale=case.d, **limits)
    tested.same(tested.pca(case.X, case.d).projector, projector, scale=case.d, **limits)


complement = claim(
    "projection.complement",
    show=lambda: [
        given(equal(Transpose(away), away), projector(P)),
        given(equal(away * away, away), projector(P)),
        given(equal(P * away, ZeroMatrix(p, p)), projector(P)),
        equal(Trace(away), p - Trace(P)),
        given(equal(away * y, ZeroMatrix(p, 1)), in_range),
        given(equal(inner(y, away * x), 0), projector(P), in_range),
    ],
    prose=(
        "If $P$ is a projector then so is $I − P$. Their products are 0, their dimensions add up to $p$, and "
        "$(I − P)x$ is orthogonal to $U$ for every $x$."
    ),
    sources=[note("000", 50, 54)],
    numeric=lambda case, tested: _complement(case, tested),
    wrong=["axes of length two"],
    mutants=lambda: [
        without("projector"),
        swap(away, Identity(p) + P),
        flip_sign(Trace(P)),
        without_equation(in_range),
    ],
)


def _complement(case: Case, tested: Reference) -> None:
    B, limits = _axes(case, tested)
    rest = np.eye(case.p) - tested.pca(case.X, case.d).projector
    tested.same(rest @ rest, rest, scale=case.p, **limits)
    tested.same(rest @ B, 0 * B, scale=case.p, **limits)


pythagoras = claim(
    "projection.pythagoras",
    show=lambda: [
        given(
            equal(sqnorm(x), sqnorm(P * x) + sqnorm(x - P * x)),
            by(complement, {y: P * x}, parts=[6]),
            steps=[
                step(sqnorm(P * x) + sqnorm(x - P * x) + 2 * inner(P * x, away * x), words="the square of a sum"),
                step(sqnorm(P * x) + sqnorm(x - P * x), complement, words="a right angle"),
            ],
        ),
        given(
            equal(sqnorm(x), sqnorm(P * x) + sqnorm(away * x)),
            by(complement, {y: P * x}, parts=[6]),
            steps=[
                step(sqnorm(P * x) + sqnorm(away * x) + 2 * inner(P * x, away * x), words="the square of a sum"),
                step(sqnorm(P * x) + sqnorm(away * x), complement, words="a right angle"),
            ],
        ),
        given(
            at_least(sqnorm(x), sqnorm(P * x)),
            by(complement, {y: P * x}, parts=[6]),
            steps=[step(sqnorm(x - P * x) + 2 * inner(P * x, away * x)), step(sqnorm(x - P * x), complement)],
        ),
        given(
            equal(total(sqnorm(x_k), k), total(sqnorm(P * x_k), k) + total(sqnorm(x_k - P * x_k), k)),
            steps=[
                step(
                    total(sqnorm(P * x_k), k)
                    + total(sqnorm(x_k - P * x_k), k)
                    + 2 * total(inner(P * x_k, x_k - P * x_k), k),
                    words="the square of a sum",
                ),
                step(
                    total(sqnorm(P * x_k), k) + total(sqnorm(x_k - P * x_k), k),
                    projector(P),
                    words="a right angle for each sample",
                ),
            ],
        ),
    ],
    assuming=[projector(P)],
    prose=(
        "Px and x − Px are the legs of a right triangle with hypotenuse x, so a projection is never longer than x. The "
        "same equation holds for the squares of all samples added up."
    ),
    sources=[note("000", 115, 118)],
    numeric=lambda case, tested: _pythagoras(case, tested),
    wrong=["axes of length two"],
    mutants=lambda: [without("projector"), flip_sign(sqnorm(P * x)), right_times(2), other_sense()],
)


def _pythagoras(case: Case, tested: Reference) -> None:
    """A sample and its projections by the reference."""
    _, limits = _axes(case, tested)
    x, projector = case.X[0], tested.pca(case.X, case.d).projector
    along, across = projector @ x, x - projector @ x
    tested.same(x @ x, along @ along + across @ across, scale=case.p * tested.norm(x) ** 2, **limits)


nearest = claim(
    "projection.nearest",
    show=lambda: [
        given(
            equal(sqnorm(x - P * z), sqnorm(x - P * x) + sqnorm(P * x - P * z)),
            by(pythagoras, {x: x - P * z}, parts=[1]),
            steps=[
                step(sqnorm(P * (x - P * z)) + sqnorm(x - P * z - P * (x - P * z)), pythagoras),
                step(sqnorm(x - P * x) + sqnorm(P * x - P * z), projector(P)),
            ],
        ),
        given(
            minimises(sqnorm(x - y), {y: P * x}, value=sqnorm(x - P * x), exactly=[equal(y, P * x)]),
            in_range,
            by(pythagoras, {x: x - y}, parts=[1]),
            steps={
                "better": [
                    step(sqnorm(P * (x - y)) + sqnorm(x - y - P * (x - y)) - sqnorm(x - P * x), pythagoras),
                    step(sqnorm(P * x - y), in_range),
                ]
            },
        ),
        given(
            minimises(sqnorm(x - P * z), {z: x}, value=sqnorm(x) - sqnorm(P * x), exactly=[equal(P * z, P * x)]),
            by(pythagoras, {x: x - P * z}, parts=[1]),
            by(pythagoras, parts=[1]),
            steps={
                "better": [
                    step(sqnorm(P * (x - P * z)) + sqnorm(x - P * z - P * (x - P * z)) - sqnorm(x - P * x), pythagoras),
                    step(sqnorm(P * x - P * z), projector(P)),
                ],
                "value": [step(sqnorm(x) - sqnorm(P * x), pythagoras)],
            },
        ),
    ],
    assuming=[projector(P)],
    prose=(
        "Px is the only point of U that is nearest to x: the squared distance from x to another point of U is "
        "larger by the squared distance from that point to Px."
    ),
    sources=[note("000", 18, 22), note("002", 85, 90)],
    numeric=lambda case, tested: _nearest(case, tested),
    wrong=["axes of length two"],
    mutants=lambda: [
        without("projector"),
        without_equation(in_range),
        other_sense(),
        right_times(2),
        swap(sqnorm(P * x - P * z), sqnorm(x - P * z)),
    ],
)


def _nearest(case: Case, tested: Reference) -> None:
    """Of the points in the span of the reference's axes, least squares finds the projector's."""
    B, limits = _axes(case, tested)
    found = B @ np.linalg.lstsq(B, case.x, rcond=None)[0]
    projected = tested.pca(case.X, case.d).projector @ case.x
    tested.same(projected, found, scale=case.p * tested.norm(case.x), **limits)


affine = claim(
    "projection.affine",
    show=lambda: [
        given(
            minimises(
                sqnorm(x - y),
                {y: a + P * (x - a)},
                value=sqnorm(away * (x - a)),
                exactly=[equal(y, a + P * (x - a))],
            ),
            by(nearest, {x: x - a, z: y - a}, parts=[1]),
            steps={
                "better": [
                    step(sqnorm(x - a - P * (y - a)) - sqnorm(x - a - P * (x - a)), through_a),
                    step(sqnorm(P * (x - a) - P * (y - a)), nearest),
                    step(sqnorm(a + P * (x - a) - y), through_a),
                ]
            },
        ),
        given(
            equal(sqnorm(x - y), sqnorm(x - (a + P * (x - a))) + sqnorm(a + P * (x - a) - y)),
            by(nearest, {x: x - a, z: y - a}, parts=[1]),
            steps=[
                step(sqnorm(x - a - P * (y - a)), through_a),
                step(sqnorm(x - a - P * (x - a)) + sqnorm(P * (x - a) - P * (y - a)), nearest),
                step(sqnorm(x - (a + P * (x - a))) + sqnorm(a + P * (x - a) - y), through_a),
            ],
        ),
        equal(a + P * (x - a), y + P * (x - y)),
    ],
    assuming=[projector(P), through_a],
    prose=(
        "To project onto $a + U$, subtract $a$, project onto $U$ and add $a$ again: $a + P(x − a)$ is the "
        "only point of $a + U$ that is nearest to $x$. Every other point $y$ of $a + U$ in the place of $a$ "
        "gives the same point."
    ),
    sources=[note("000", 44, 46)],
    numeric=lambda case, tested: _affine(case, tested),
    wrong=["axes of length two", "median for mean", "first sample for mean"],
    mutants=lambda: [
        without("projector"),
        without_equation(through_a),
        other_sense(),
        swap(P * (x - a), P * x),
        right_times(2),
    ],
)


def _affine(case: Case, tested: Reference) -> None:
    """Least squares over μ + span B, μ the reference's mean, finds what the projector does about numpy's mean."""
    B, limits = _axes(case, tested)
    mean, point = tested.mean(case.X), case.X[0]
    found = mean + B @ np.linalg.lstsq(B, point - mean, rcond=None)[0]
    centre = case.X.mean(axis=0)
    projected = centre + tested.pca(case.X, case.d).projector @ (point - centre)
    tested.same(projected, found, scale=case.p * tested.norm(case.X), **limits)


share = inner(w, x) / sqnorm(w)
line = claim(
    "projection.line",
    show=lambda: [
        given(
            minimises(
                sqnorm(x - t * w),
                {t: share},
                value=sqnorm(x) - inner(w, x) ** 2 / sqnorm(w),
                exactly=[equal(t, share)],
            ),
            positive(sqnorm(w)),
            steps={"better": [step(sqnorm(w) * (t - share) ** 2, words="the square completed")]},
        ),
        given(
            minimises(
                sqnorm(x - t * w),
                {t: inner(w, x)},
                value=sqnorm(x) - inner(w, x) ** 2,
                exactly=[equal(t, inner(w, x))],
            ),
            unit(w),
            steps={
                "better": [
                    step(t**2 - 2 * t * inner(w, x) + inner(w, x) ** 2, unit(w)),
                    step((t - inner(w, x)) ** 2, words="the square completed"),
                ]
            },
        ),
        given(equal(w * w.T * x, share * w), unit(w)),
    ],
    prose=(
        "On the line through a nonzero w the point nearest to x is (wᵀx/wᵀw)w, and no other is as near; for w of "
        "length one the coefficient is wᵀx, and the projector is wwᵀ."
    ),
    sources=[note("002", 85, 96), note("001", 21)],
    numeric=lambda case, tested: _line(case, tested),
    wrong=["axes of length two"],
    mutants=lambda: [
        without("unit"),
        swap(1 / sqnorm(w), 1),
        other_sense(),
        right_times(2),
        swap(inner(w, x), -inner(w, x)),
    ],
)


def _line(case: Case, tested: Reference) -> None:
    """Least squares along the reference's first axis, and the nearest points by a vector of another length on it."""
    result = tested.pca(case.X, 1)
    w = result.components[:, 0]
    _, limits = _axes(case, tested)
    found = np.linalg.lstsq(w[:, None], case.X.T, rcond=None)[0][0]
    tested.same(case.X @ w, found, scale=tested.norm(case.X), **limits)
    longer = -3 * w
    nearest = np.outer(case.X @ longer / (longer @ longer), longer)
    tested.same(case.X @ result.projector, nearest, scale=tested.norm(case.X), **limits)


coordinates = claim(
    "projection.coordinates",
    show=lambda: [
        given(equal(c, B.T * x), orthonormal(B), coordinates_of_x),
        given(equal(b, c), orthonormal(B), equal(B * b, B * c)),
        given(equal(x, B * (B.T * x)), orthonormal(B), coordinates_of_x),
        given(equal(B * (B.T * x), x), equal(P, B * B.T), inside),
    ],
    prose=(
        "A point of U has exactly one column of coordinates in the orthonormal basis B. Bᵀ times the point gives "
        "the coordinates, and B times the coordinates gives the point."
    ),
    sources=[note("000", 131, 138)],
    numeric=lambda case, tested: _coordinates(case, tested),
    wrong=["axes of length two"],
    mutants=lambda: [
        without("orthonormal"),
        without_equation(coordinates_of_x),
        without_equation(inside),
        right_times(2),
    ],
)


def _coordinates(case: Case, tested: Reference) -> None:
    B, limits = _axes(case, tested)
    tested.same(B.T @ (B @ case.c), case.c, scale=case.p * tested.norm(case.c), **limits)


code = B.T * (x - a)


def completed(c: Any, best: Any) -> list[ProofLine]:
    """The steps from the error at c, less that at the best c, to one square."""
    return [
        step(sqnorm(c) - 2 * inner(c, best) + sqnorm(best), orthonormal(B)),
        step(sqnorm(c - best), words="the square completed"),
    ]


best_code = claim(
    "projection.best-code",
    show=lambda: [
        given(
            minimises(sqnorm(x - B * c), {c: B.T * x}, value=sqnorm(x) - sqnorm(B.T * x), exactly=[equal(c, B.T * x)]),
            steps={"better": completed(c, B.T * x)},
        ),
        given(
            minimises(sqnorm(x - (a + B * c)), {c: code}, value=sqnorm(x - a) - sqnorm(code), exactly=[equal(c, code)]),
            steps={
                "better": completed(c, code),
                "value": [
                    step(sqnorm(x - a) - 2 * inner(B * code, x - a) + sqnorm(B * code), words="the square of a sum"),
                    step(sqnorm(x - a) - sqnorm(code), orthonormal(B)),
                ],
            },
        ),
        given(
            minimises(sqnorm(X - Z * B.T), {Z: X * B}, value=sqnorm(X) - sqnorm(X * B), exactly=[equal(Z, X * B)]),
            steps={
                "better": [
                    step(sqnorm(Z) - 2 * Trace(Z.T * (X * B)) + sqnorm(X * B), orthonormal(B)),
                    step(sqnorm(Z - X * B), words="the square completed"),
                ]
            },
        ),
    ],
    assuming=[orthonormal(B)],
    prose=(
        "For any x, in U or not, the column Bᵀx is the only code c for which Bc is nearest to x, and decoding it "
        "gives BBᵀx. Measured from a point a, such as the mean, the code is Bᵀ(x − a), and decoding it gives a + "
        "BBᵀ(x − a). For all samples at once XB is the only table of codes that loses least."
    ),
    sources=[note("000", 131, 138), note("000", 203)],
    numeric=lambda case, tested: _best_code(case, tested),
    wrong=["axes of length two", "uncentred", "median for mean"],
    mutants=lambda: [
        without("orthonormal"),
        other_sense(),
        swap(code, B.T * x),
        swap(B.T * x, 2 * B.T * x),
        flip_sign(X * B),
        right_times(2),
    ],
)


def _best_code(case: Case, tested: Reference) -> None:
    """Least squares finds the codes of the reference's axes, and what comes back is its reconstruction."""
    W, limits = _axes(case, tested)
    centred = case.X - case.X.mean(axis=0)
    found = np.linalg.lstsq(W, tested.center(case.X).T, rcond=None)[0].T
    tested.same(centred @ W, found, scale=tested.norm(case.X), **limits)
    returned = tested.pca(case.X, case.d).reconstruction
    tested.same(returned, case.X.mean(axis=0) + found @ W.T, scale=tested.norm(case.X), **limits)


coordinates_as_printed = claim(
    "projection.coordinates-as-printed",
    show=lambda: equal(x_k, inner(w, x_k) * w),
    assuming=[
        equal(X, f * w.T + g * z.T),
        unit(w),
        unit(z),
        equal(inner(w, z), 0),
        centered(f),
        centered(g),
        equal(inner(f, g), 0),
        at_least(sqnorm(f), sqnorm(g)),
    ],
    prose=(
        "Only a sample in U can be written as B times a column. The others cannot, even if the data are centred "
        "and U is best for them. Here X = fwᵀ + gzᵀ with centred f ⊥ g and ‖f‖ ≥ ‖g‖, so B = w is the best "
        "direction, and as soon as g is not 0 some sample lies off its line."
    ),
    sources=[note("000", 131, 138)],
    numeric="the property of projection.best-code",
    repaired_by=best_code,
)


as_long = equal(sqnorm(x), sqnorm(B.T * x))

lengths = claim(
    "projection.lengths",
    show=lambda: [
        given(equal(sqnorm(B * B.T * x), sqnorm(B.T * x)), orthonormal(B)),
        equal(sqnorm(B.T * x), x.T * B * B.T * x),
        given(
            at_least(sqnorm(x), sqnorm(B.T * x)),
            orthonormal(B),
            by(pythagoras, {P: B * B.T}, parts=[3]),
            steps=[step(sqnorm(x) - sqnorm(B * B.T * x), words="by (1)"), step(0, pythagoras)],
        ),
        given(equal(B * B.T * x, x), orthonormal(B), as_long),
        given(as_long, equal(B * B.T * x, x)),
    ],
    prose=(
        "A projection is as long as its column of coordinates, ‖BBᵀx‖² = ‖Bᵀx‖² = xᵀBBᵀx. That is at most ‖x‖², "
        "and equal to it if and only if x = BBᵀx, so if and only if x lies in U."
    ),
    sources=[note("000", 163, 168)],
    numeric=lambda case, tested: _lengths(case, tested),
    wrong=["axes of length two"],
    mutants=lambda: [
        without("orthonormal"),
        other_sense(),
        right_times(2),
        swap(x.T * B * B.T * x, x.T * x),
        without_equation(as_long),
        without_equation(equal(B * B.T * x, x)),
    ],
)


def _lengths(case: Case, tested: Reference) -> None:
    B, limits = _axes(case, tested)
    coordinates, scale = B.T @ case.x, case.p * tested.norm(case.x) ** 2
    tested.same((B @ coordinates) @ (B @ coordinates), coordinates @ coordinates, scale=scale, **limits)
    tested.at_least(case.x @ case.x, coordinates @ coordinates, scale=scale, **limits)


one_projector = equal(B * B.T, C * C.T)

same_subspace = claim(
    "projection.same-subspace",
    show=lambda: [
        given(equal(MatMul(B, Q, Transpose(B * Q)), B * B.T), orthogonal(Q)),
        given(equal(MatMul(Transpose(B * Q), B, Q), Identity(d)), orthonormal(B), orthogonal(Q)),
        given(equal(C, B * (B.T * C)), orthonormal(C), one_projector),
        given(equal(MatMul(Transpose(B.T * C), B.T, C), Identity(d)), orthonormal(C), one_projector),
        given(
            equal(MatMul(B.T, C, Transpose(B.T * C)), Identity(d)),
            orthonormal(B),
            orthonormal(C),
            one_projector,
            steps=[step(B.T * B * B.T * B, one_projector), step(Identity(d), orthonormal(B))],
        ),
    ],
    prose=(
        "Turning an orthonormal basis by an orthogonal Q gives another one with the same projector, hence of the same "
        "subspace. There are no others: if B and C are orthonormal bases with the same projector, then C = BQ for the "
        "orthogonal Q = BᵀC."
    ),
    sources=[
        note("000", 147, 153),
        book("Golub and Van Loan, Matrix Computations, 4th ed., Johns Hopkins 2013, section 2.5.1", key="GV13"),
    ],
    numeric=lambda case, tested: _same_subspace(case, tested),
    wrong=["axes of length two"],
    mutants=lambda: [
        without("orthogonal"),
        without("orthonormal"),
        without_equation(one_projector),
        right_times(2),
        swap(Q, 2 * Q),
    ],
)


def _same_subspace(case: Case, tested: Reference) -> None:
    """The reference's axes turned by Q have its projector, and numpy's basis of their span is such a turned one."""
    B, limits = _axes(case, tested)
    basis = np.linalg.qr(B @ case.Q)[0]
    turned = (B @ case.Q) @ (B @ case.Q).T
    tested.same(turned, basis @ basis.T, scale=case.p, **limits)
    tested.same(turned, tested.pca(case.X, case.d).projector, scale=case.p, **limits)
    between = B.T @ basis
    tested.same(between.T @ between, np.eye(case.d), scale=case.p, **limits)
    tested.same(B @ between, basis, scale=case.p, **limits)


square = MatrixSymbol("R", p, p)

reconstruction_as_printed = claim(
    "projection.reconstruction-as-printed",
    show=lambda: equal(square.T * (square * x), square.T * square * (square * x)),
    assuming=[orthogonal(square)],
    prose=(
        "What is decoded from $x′ = Rx$ is $Rᵀx′ = RᵀRx$. The note has $RᵀRx′$ instead, but $x′$ has fewer "
        "numbers than $R$ takes. Only for a square $R$ does that exist, and even for an orthogonal one it is "
        "not $Rᵀx′$."
    ),
    sources=[note("003", 29, 32)],
    numeric="the property of projection.best-code",
    repaired_by=best_code,
)


semi_orthogonal = claim(
    "projection.semi-orthogonal",
    show=lambda: given(equal(R.T * R, Identity(p)), equal(R * R.T, Identity(d))),
    prose=(
        "A transformation R to fewer dimensions with orthonormal rows has RRᵀ = I, but RᵀR is not an identity: it "
        "is the projector onto the span of the rows. So Rᵀ undoes R on that span only, and R has no inverse."
    ),
    sources=[note("003", 27, 32)],
    numeric="the property of projection.from-basis",
    repaired_by=from_basis,
)
